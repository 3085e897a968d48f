import ArgumentParser

/// Something that can stand at the end of a command line, and a few words about it.
struct Candidate: Equatable {
    let value: String
    let help: String

    init(_ value: String, _ help: String = "") { (self.value, self.help) = (value, help) }
}

/// What a shell offers at the end of a command line.
enum CompletionAnswer: Equatable {
    case values([Candidate])
    /// Files with one of these extensions; without any, all.
    case files([String])
    case folders
}

/// A command line up to the cursor.
struct CompletionLine {
    /// The words after the program's name; the last one is being typed and may be empty.
    let words: [String]
    /// The command that the words name, below the root.
    private(set) var path: [String] = []
    private var command: any ParsableCommand.Type = Noteit.self
    private var arguments: [CommandArgument]
    private var positionals = 0
    private var given: Set<String> = []
    private var awaiting: CommandArgument?
    private var optionsEnded = false

    init(_ words: [String]) async {
        self.words = words.isEmpty ? [""] : words
        arguments = await CommandArgument.of(command)
        for word in self.words.dropLast() { await consume(word) }
    }

    private var current: String { words[words.count - 1] }

    private mutating func consume(_ word: String) async {
        if awaiting != nil {
            awaiting = nil
        } else if optionsEnded || !word.hasPrefix("-") || word == "-" {
            if await !descend(word) {
                await enterDefault()
                positionals += 1
            }
        } else if word == "--" {
            optionsEnded = true
        } else {
            await enterDefault()
            let name = word.split(separator: "=", maxSplits: 1)[0]
            guard let option = arguments.first(where: { $0.isNamed(name) }) else { return }
            if let preferred = option.preferredName?.spelled, !option.isRepeating { given.insert(preferred) }
            if option.takesValue && !word.contains("=") { awaiting = option }
        }
    }

    private mutating func descend(_ word: String) async -> Bool {
        guard let next = command.child(word) else { return false }
        await enter(next)
        return true
    }

    /// A word that is not a command belongs to the command that runs without a name.
    private mutating func enterDefault() async {
        if let standard = command.configuration.defaultSubcommand { await enter(standard) }
    }

    private mutating func enter(_ next: any ParsableCommand.Type) async {
        command = next
        path.append(next.names[0])
        arguments = await CommandArgument.of(next)
    }

    func answer() async -> CompletionAnswer {
        if let awaiting { return await values(of: awaiting, name: awaiting.preferredName?.spelled ?? "") }
        if current.hasPrefix("-"), !optionsEnded { return await options() }
        let children = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
        if !children.isEmpty { return .values(children.map { Candidate($0.names[0], $0.configuration.abstract) }) }
        let positional = arguments.filter(\.isPositional)
        guard let last = positional.indices.last else { return .values([]) }
        let index = min(positionals, last)
        guard positionals <= last || positional[last].isRepeating else { return .values([]) }
        return await values(of: positional[index], name: "positional@\(index)")
    }

    private func options() async -> CompletionAnswer {
        var line = self
        await line.enterDefault()
        let options = line.arguments.filter { !$0.isPositional && !given.contains($0.preferredName?.spelled ?? "") }
        let help = Candidate("--help", "Show help information.")
        let candidates = options.flatMap { option in
            (option.names ?? []).filter { $0.kind == "long" }.map { Candidate($0.spelled, option.abstract ?? "") }
        }
        return .values(candidates.contains(help) ? candidates : candidates + [help])
    }

    private func values(of argument: CommandArgument, name: String) async -> CompletionAnswer {
        guard let kind = argument.completionKind else { return .values([]) }
        if let list = kind.list { return .values(list.values.map { Candidate($0) }) }
        if let file = kind.file { return .files(file.extensions) }
        if kind.directory != nil { return .folders }
        return .values(await custom(name))
    }

    /// Asks the argument's own completion, in the form in which a shell asks ArgumentParser.
    private func custom(_ name: String) async -> [Candidate] {
        let request = ["---completion"] + path + ["--", name, String(words.count - 1), String(current.count)] + words
        do {
            _ = try await Noteit.asyncParseAsRoot(request)
            return []
        } catch {
            guard Noteit.exitCode(for: error) == .success else { return [] }
            return Noteit.fullMessage(for: error).split(separator: "\n").map { line in
                let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
                return Candidate(parts[0], parts.count > 1 ? parts[1] : "")
            }
        }
    }
}
