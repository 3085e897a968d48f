extension Completion.Shell {
    /// What the shell reads once. It asks `noteit __complete` at each Tab, so that it need not be written again when the program
    /// changes. Candidates are never expanded by the shell: others may have written their texts.
    var script: String {
        switch self {
        case .bash: Self.bashScript
        case .zsh: Self.zshScript
        case .fish: Self.fishScript
        }
    }

    // Bash passes as $2 only what it replaces: the end of the word, after characters such as @ and quotes. A quote at the
    // beginning of what is put there takes the place of the open one, so it stands twice.
    private static let bashScript = #"""
        # Completion of noteit for bash.
        _noteit() {
            local answer kept word
            mapfile -t answer < <("$1" __complete bash -- "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
            COMPREPLY=()
            case ${answer[0]-} in
            files*)
                compopt -o filenames 2>/dev/null
                word=${answer[0]#files}
                mapfile -t COMPREPLY < <(compgen -o plusdirs -f ${word:+-X "!*.${word# }"} -- "$2")
                ;;
            folders)
                compopt -o filenames 2>/dev/null
                mapfile -t COMPREPLY < <(compgen -d -- "$2")
                ;;
            values*)
                word=${answer[0]#values }
                kept=
                [[ $word == *"$2" ]] && kept=${word%"$2"}
                for word in "${answer[@]:1}"; do
                    word=${word#"$kept"}
                    [[ $kept == *[\"\'] && ${word:0:1} == "${kept: -1}" ]] && word=${kept: -1}$word
                    COMPREPLY+=("$word")
                done
                ;;
            esac
        }
        complete -o nosort -F _noteit noteit

        """#

    private static let zshScript = #"""
        #compdef noteit
        # Completion of noteit for zsh.
        _noteit() {
            local -a answer candidates
            answer=("${(@f)$("${(Q)words[1]}" __complete zsh -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
            case ${answer[1]} in
            'files '*) _files -g "*.${answer[1]#files }" ;;
            files) _files ;;
            folders) _files -/ ;;
            values*)
                candidates=("${(@)answer[2,-1]}")
                _describe -V 'noteit' candidates -M 'm:{a-zA-Z}={A-Za-z}'
                ;;
            esac
        }
        if [[ ${funcstack[1]} == _noteit ]]; then
            _noteit "$@"
        else
            compdef _noteit noteit
        fi

        """#

    private static let fishScript = #"""
        # Completion of noteit for fish.
        function __noteit_complete
            set -l words (commandline -opc)
            set -l typed (commandline -ct)
            set -l current (string unescape -- $typed; or string trim -lc '"\'' -- $typed)
            set -l answer (command $words[1] __complete fish -- $words[2..] "$current" 2>/dev/null)
            switch "$answer[1]"
                case 'files*'
                    __fish_complete_suffix (string replace -r '^files ?' . -- $answer[1] | string replace -r '^\.$' '')
                case folders
                    __fish_complete_directories "$current"
                case 'values*'
                    string join \n -- $answer[2..]
            end
        end
        complete -c noteit -f -k -a '(__noteit_complete)'

        """#
}
