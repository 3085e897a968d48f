"""The README's session, word for word, in a terminal, on the term that `make run` loads."""

import os
import re

import pexpect

from noteitd import PROGRAM, ROOT, SAMPLE, Noteitd

PASSWORD = "a fine long sentence"
# What a clock decides: times of day, days until, dates.
MASKS = [
    (r"\d\d:\d\d:\d\d", "HH:MM:SS"),
    (r"in \d+ days", "in N days"),
    (r"[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2}( \d{4})?", "DATE"),
    (r"P[SD]T", "ZONE"),
    (r"DATE \d\d:\d\d\)", "DATE HH:MM)"),
]


def masked(text):
    for pattern, mask in MASKS:
        text = re.sub(pattern, mask, text)
    return text.replace("\r\n", "\n").strip("\n")


def sessions():
    """The README's console blocks, each as (command, expected output) pairs."""
    blocks = re.findall(r"```console\n(.*?)```", (ROOT / "README.md").read_text(), re.S)
    return [[tuple(step.partition("\n")[::2]) for step in re.split(r"^\$ ", block, flags=re.M)[1:]] for block in blocks]


def load_sample(server):
    """As `make run` does."""
    recipe = re.search(r"catalog import (\$\(SAMPLE\)/term.*?) --database", (ROOT / "Makefile").read_text().replace("\\\n", ""), re.S)
    arguments = recipe[1].replace("$(SAMPLE)", str(SAMPLE.parent))
    server.admin("catalog", "import", *[part.strip('"') for part in re.findall(r'"[^"]*"|\S+', arguments)])


def test_the_session_of_the_readme(tmp_path):
    server = Noteitd(tmp_path)
    load_sample(server)
    server.start()
    environment = {
        "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}", "HOME": str(tmp_path), "LANG": "C.UTF-8", "TERM": "xterm",
        "NO_COLOR": "1", "NOTEIT_SERVER": server.url,
    }

    def spawn(command):
        return pexpect.spawn(
            "bash", ["-c", command], cwd=str(tmp_path), env=environment, dimensions=(40, 100), encoding="utf-8", timeout=30)

    watchers = []
    for session in sessions():
        for command, expected in session:
            terminal = spawn(command)
            if command == "noteit watch":
                terminal.expect_exact(expected.splitlines()[0])
                watchers.append((terminal, expected))
            else:
                assert masked(everything(terminal, expected)) == masked(expected), command
    assert len(watchers) == 1, "the README shows one watcher"
    for terminal, expected in watchers:
        for line in expected.splitlines()[1:]:
            terminal.expect(re.escape(masked(line)).replace("HH:MM:SS", r"\d\d:\d\d:\d\d"))
        terminal.sendintr()
        terminal.expect(pexpect.EOF)
    server.stop()


def everything(terminal, expected):
    """What a command says until it ends, given the password where it asks for it, and the answers of the README."""
    said, answers = "", iter(re.findall(r"\[y/N\] (\w)", expected))
    while True:
        asked = terminal.expect([r"(Password[^\n]*|The same again): $", r"\[y/N\] $", pexpect.EOF])
        said += terminal.before
        if asked == 2:
            return said
        said += terminal.after
        terminal.sendline(next(answers) if asked else PASSWORD)
