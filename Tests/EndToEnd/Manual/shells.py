"""Interactive shells in a pseudo-terminal, with the completions that `make install` put in place."""

import os
import re

import pexpect

from noteitd import PATIENCE
from terminal import NOTEIT

PROMPT = "READY>"
ESCAPES = re.compile(r"\x1b\][^\x07]*\x07|\x1b[\[\]()#;?]*[0-9;?]*[ -/]*[@-~]|\x1b[=>78]|\r")
START = {
    "bash": ["--norc", "--noprofile", "-i"],
    "zsh": ["-f", "-i"],
    "fish": ["--no-config", "--init-command"],
}


def set_up(shell, share):
    """Commands that make a quiet shell which completes `noteit`, as one with the usual set-up does."""
    return {
        "bash": [
            "bind 'set enable-bracketed-paste off'", "bind 'set show-all-if-ambiguous on'", "bind 'set page-completions off'",
            "bind 'set completion-query-items 0'", f"source {share}/bash-completion/completions/noteit", f"PS1='{PROMPT}'",
        ],
        "zsh": [
            "unset zle_bracketed_paste", "LISTMAX=1000", f"fpath=({share}/zsh/site-functions $fpath)",
            "autoload -Uz compinit", "compinit -u -D", "setopt no_beep no_prompt_sp no_list_ambiguous", f"PROMPT='{PROMPT}'",
        ],
        "fish": [
            f"function fish_prompt; echo -n '{PROMPT}'; end", "function fish_greeting; end",
            f"source {share}/fish/vendor_completions.d/noteit.fish",
        ],
    }[shell]


class Shell:
    """A shell, in which Tab is pressed after a line."""

    def __init__(self, name, share, environment):
        self.name = name
        environment = environment | {
            "TERM": "xterm", "PATH": f"{NOTEIT.parent}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8", "SHELL": f"/bin/{name}"}
        commands = set_up(name, share)
        options = [*START[name], "; ".join(commands)] if name == "fish" else START[name]
        self.child = pexpect.spawn(
            name, options, env=environment, encoding="utf-8", timeout=PATIENCE, dimensions=(60, 160), cwd=environment["HOME"])
        if name != "fish":
            self.child.sendline("; ".join(commands))
            self.child.expect(re.escape(PROMPT) + ".*" + re.escape(PROMPT) if name == "zsh" else r"\n.*" + re.escape(PROMPT))
        else:
            self.child.expect_exact(PROMPT)

    def words(self, line):
        """The words that the shell would run if Return were pressed after `line` and Tab, which must leave no choice."""
        # Ctrl-A goes to the beginning of the line, Ctrl-E to its end. The shell reads them when it has completed the word.
        self.child.send(f"{line}\t\x01printf '=%s=\\n' BEGIN \x05 END\r")
        self.child.expect(r"=BEGIN=\r?\n(.*?)=END=\r?\n")
        words = re.findall(r"^=(.*)=\r?$", ESCAPES.sub("", self.child.match[1]), re.M)
        self.child.expect_exact(PROMPT)
        return words

    def shows(self, line, *texts):
        """Fails unless the shell shows the texts, in this order, after `line` and Tab."""
        self.child.send(line + "\t")
        for text in texts:
            self.child.expect_exact(text)
        # Ctrl-C leaves the line for a new one.
        self.child.send("\x03")
        self.child.expect_exact(PROMPT)
        assert self.words("agenda") == ["agenda"]

    def end(self):
        self.child.close(force=True)
