"""The sessions of README.md and docs/tour.md, word for word, in a terminal, on the term that `make run` loads."""

import os
import re

import pexpect
import pytest

from noteitd import PATIENCE, PROGRAM, ROOT, SAMPLE, Noteitd

PASSWORD = "a fine long sentence"
WATCHERS = {"README.md": 0, "docs/tour.md": 1}
# Parts that depend on the clock: times of day, days until, dates.
MASKS = [
    (r"\d\d:\d\d:\d\d", "HH:MM:SS"),
    (r"in \d+ days", "in N days"),
    (r"[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2}( \d{4})?", "DATE"),
    (r"P[SD]T", "ZONE"),
    (r"DATE \d\d:\d\d\)", "DATE HH:MM)"),
    (r"(http|webcal)://127\.0\.0\.1:\d+", r"\1 SERVER"),
    (r"http://localhost:\d+", "SERVER"),
    (r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "ID"),
    (r"/calendars/[\w-]{43}\.ics", "/calendars/SECRET.ics"),
    (r"remove [0-9a-f]{8}", "remove ID"),
]


def masked(text):
    for pattern, mask in MASKS:
        text = re.sub(pattern, mask, text)
    return text.replace("\r\n", "\n").strip("\n")


def sessions(page):
    """The console blocks of a page, each as (command, expected output) pairs."""
    blocks = re.findall(r"```console\n(.*?)```", (ROOT / page).read_text(), re.S)
    assert blocks, f"{page} has no session"
    return [[tuple(step.partition("\n")[::2]) for step in re.split(r"^\$ ", block, flags=re.M)[1:]] for block in blocks]


def load_sample(server):
    """Imports the sample as `make run` does."""
    makefile = (ROOT / "Makefile").read_text().replace("\\\n", "").replace("$(SAMPLE)", str(SAMPLE.parent))
    imports = re.findall(r"noteitd (\w+ (?:import|ways) .*?) --database", makefile)
    assert len(imports) == 5, imports
    for arguments in imports:
        server.admin(*[part.strip('"') for part in re.findall(r'"[^"]*"|\S+', arguments)])


@pytest.fixture
def server(tmp_path):
    server = Noteitd(tmp_path)
    load_sample(server)
    server.start()
    yield server
    server.stop()


@pytest.mark.parametrize("page", WATCHERS)
def test_every_session_runs_as_the_page_shows_it(page, server, tmp_path):
    environment = {
        "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}", "HOME": str(tmp_path), "LANG": "C.UTF-8", "TERM": "xterm",
        "NO_COLOR": "1", "NOTEIT_SERVER": server.url,
    }

    def spawn(command):
        return pexpect.spawn(
            "bash", ["-c", command], cwd=str(tmp_path), env=environment, dimensions=(40, 100), encoding="utf-8", timeout=PATIENCE)

    watchers = []
    for session in sessions(page):
        for command, expected in session:
            terminal = spawn(command)
            if command == "noteit watch":
                terminal.expect_exact(expected.splitlines()[0])
                watchers.append((terminal, expected))
            else:
                assert masked(everything(terminal, expected)) == masked(expected), command
    assert len(watchers) == WATCHERS[page], f"{page} shows {WATCHERS[page]} watchers"
    for terminal, expected in watchers:
        for line in expected.splitlines()[1:]:
            terminal.expect(re.escape(masked(line)).replace("HH:MM:SS", r"\d\d:\d\d:\d\d"))
        terminal.sendintr()
        terminal.expect(pexpect.EOF)


def everything(terminal, expected):
    """The output of a command until it ends. Prompts get the password, or the answer that the page shows."""
    said, answers = "", iter(re.findall(r"\[y/N\] (\w)", expected))
    while True:
        asked = terminal.expect([r"(Password[^\n]*|(The s|S)ame again): $", r"\[y/N\] $", pexpect.EOF])
        said += terminal.before
        if asked == 2:
            return said
        said += terminal.after
        # What is typed before the echo is off is dropped.
        assert asked or terminal.waitnoecho(PATIENCE)
        terminal.sendline(next(answers) if asked else PASSWORD)
