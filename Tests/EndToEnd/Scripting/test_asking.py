"""What asks before it writes, on a terminal and off it; `read` reads and `mark` marks."""

import io
import json
import subprocess

import pexpect
import pytest

from people import small_class
from terminal import NOTEIT, Terminal, failing

COURSE, CODE = "202530.CMPT225", "CMPT225"


@pytest.fixture
def room(server, tmp_path):
    """The terminals of two students and staff of a course."""
    people = small_class(server, COURSE)
    return [Terminal(server, tmp_path / name, person) for name, person in people.items()]


def typed(terminal, *arguments, answer=None):
    """All that a command says on a terminal on which a question is answered; without an answer it must not ask."""
    said = io.StringIO()
    screen = pexpect.spawn(
        str(NOTEIT), list(arguments), env=terminal.environment | {"TERM": "xterm", "NO_COLOR": "1"}, dimensions=(40, 200),
        encoding="utf-8", timeout=60)
    screen.logfile_read = said
    if answer:
        screen.expect_exact("[y/N] ")
        screen.sendline(answer)
    screen.expect(pexpect.EOF)
    screen.close()
    return said.getvalue()


def test_a_notice_shows_whom_it_reaches_and_asks(room):
    ada, _, grace = room
    command = ("notice", "send", "--course", CODE, "Lab 4 has moved", "--must-read")
    said = typed(grace, *command, answer="n")
    assert "Lab 4 has moved  must read" in said and f"To 2 people in {CODE}." in said and "Nothing was sent." in said
    assert ada.noteit("notice", "list", "--plain") == ""
    said = typed(grace, *command, answer="y")
    assert f"{CODE}#1" in said and f"Sent to {CODE}." in said
    assert len(ada.noteit("notice", "list", "--plain").splitlines()) == 1
    said = failing(grace, *command)
    assert f"This would send a notice to 2 people in {CODE}." in said and "Confirm with --yes." in said
    assert len(ada.noteit("notice", "list", "--plain").splitlines()) == 1
    assert grace.noteit(*command, "--yes", "--plain").startswith(f"{CODE}#2\t")
    assert "[y/N]" not in typed(grace, *command, "--yes")


def test_a_reason_is_given_as_an_option_everywhere(room):
    ada, bob, grace = room
    name = ada.noteit("post", CODE, "Buy my bicycle").strip()
    bob.noteit("report", name, "--reason", "An advertisement")
    assert json.loads(grace.noteit("moderate", "reports", "--json", "reason,reference")) == [{"reason": "An advertisement", "reference": name}]
    assert "second reason" in failing(bob, "report", name, "Rude", "--reason", "An advertisement")
    notice = grace.noteit("notice", "send", "--course", CODE, "Lab 4 has moved", "-y").strip()
    ada.noteit("read", notice)
    assert "Give it as --reason" in failing(grace, "notice", "retract", notice)
    grace.noteit("notice", "retract", notice, "--reason", "It stays")
    assert "a notice is taken back: It stays" in ada.noteit("inbox")
    grace.noteit("moderate", "remove", name, "--reason", "Not about the course", "--yes")


def test_a_question_asked_before_is_posted_with_yes(room):
    ada, bob, _ = room
    ada.noteit("post", CODE, "Is the midterm open book?", "--kind", "question")
    command = ("post", CODE, "Is the midterm an open book one?", "--kind", "question")
    assert "Post yours all the same?" in typed(bob, *command, answer="n")
    said = typed(bob, *command, "--yes")
    assert "Asked before" in said and "[y/N]" not in said and f"{CODE}#2" in said


def test_read_shows_and_mark_marks(room):
    ada, bob, _ = room
    first, second = (ada.noteit("post", CODE, title, "--body", f"{title}, please").strip() for title in ("Lab 4", "Lab 5"))
    bob.noteit("reply", second, "Seen")
    new = lambda terminal: terminal.noteit("course", "list", "--plain").splitlines()[0].split("\t")[-1]
    assert new(bob) == "1"
    assert "Lab 4, please" in bob.noteit("read", first, "--peek") and new(bob) == "1"
    page = bob.noteit("read", CODE)
    assert "Lab 4, please" in page and "Lab 5, please" not in page and new(bob) == "0"
    done = subprocess.run([NOTEIT, "read", CODE], capture_output=True, text=True, timeout=60, env=bob.environment)
    assert (done.returncode, done.stdout) == (0, "") and f"Nothing new in {CODE}." in done.stderr
    assert "Seen" in bob.noteit("read", first, f"{second}#1") and "Lab 4, please" in bob.noteit("read", "cmpt", "225", "#1")
    assert [thread["event"]["reference"] for thread in json.loads(bob.noteit("read", first, second, "--json"))] == [first, second]
    assert new(ada) == "1" and ada.noteit("mark", CODE, "--plain") == f"{second}\n" and new(ada) == "0"
    assert "noteit mark --all" in failing(ada, "read", "--all")
