"""Interactive shells in a pseudo-terminal, with the completions that `make install` put in place."""

import os
import re

import pexpect

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
            "autoload -Uz compinit", "compinit -u -D", "setopt no_beep no_prompt_sp", f"PROMPT='{PROMPT}'",
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
            name, options, env=environment, encoding="utf-8", timeout=30, dimensions=(60, 160), cwd=environment["HOME"])
        if name != "fish":
            self.child.sendline("; ".join(commands))
            self.child.expect(re.escape(PROMPT) + ".*" + re.escape(PROMPT) if name == "zsh" else r"\n.*" + re.escape(PROMPT))
        else:
            self.child.expect_exact(PROMPT)

    def words(self, line):
        """The words that the shell would pass to the program if Return were pressed after `line` and Tab."""
        # Ctrl-A: to the beginning of the line. The marks stand in the output only, not in the echo of the line.
        self.child.send(line + "\t")
        self.settle()
        self.child.send("\x01printf '=%s=\\n' BEGIN \x05 END\r")
        self.child.expect(r"=BEGIN=\r?\n(.*?)=END=\r?\n")
        found = re.findall(r"^=(.*)=\r?$", ESCAPES.sub("", self.child.match[1]), re.M)
        self.child.expect_exact(PROMPT)
        return found[1:]

    def offered(self, line):
        """What the shell shows after `line` and Tab."""
        self.child.send(line + "\t")
        shown = self.settle()
        self.child.send("\x15\x03")
        self.settle()
        return ESCAPES.sub("", shown)

    def settle(self):
        """Reads until the shell has been silent for a while after it wrote something."""
        shown = ""
        while True:
            try:
                shown += self.child.read_nonblocking(65_536, timeout=1.5 if shown else 10)
            except pexpect.TIMEOUT:
                return shown

    def end(self):
        self.child.close(force=True)
