"""Due dates as people type them, through the program: what is echoed, and dates in the past."""

import subprocess

import pexpect
import pytest

from people import register
from terminal import NOTEIT, Terminal

COURSE = "202530.CMPT225"


@pytest.fixture
def desk(server, tmp_path):
    ada = register(server)
    course = ada.get(f"/v1/courses/{COURSE}")
    ada.enroll(next(section["id"] for section in course["sections"] if section["code"] == "D100"))
    return Terminal(server, tmp_path / "desk", ada)


def post(desk, due, *options, status=0, **environment):
    """What a private post with this due date says, in a pipe."""
    done = subprocess.run(
        [NOTEIT, "post", "CMPT225", "Lab", "--private", "--kind", "reminder", "--due", due, *options], capture_output=True, text=True,
        timeout=60, env=desk.environment | environment, stdin=subprocess.DEVNULL)
    assert done.returncode == status, done.stderr
    return done.stderr


def in_terminal(desk, due):
    return pexpect.spawn(
        str(NOTEIT), ["post", "CMPT225", "Lab", "--private", "--kind", "reminder", "--due", due],
        env=desk.environment | {"TERM": "xterm", "NO_COLOR": "1"}, dimensions=(40, 100), encoding="utf-8", timeout=30)


def test_a_date_in_digits_is_read_by_the_locale_and_echoed(desk):
    told = post(desk, "12/1/2031", LANG="en_US.UTF-8")
    assert "due Mon 1 Dec 2031 23:59 PST" in told and "12/1/2031 is read as month/day, as your locale has it" in told
    told = post(desk, "12/1/2031", LANG="en_US.UTF-8", LC_TIME="en_GB.UTF-8")
    assert "due Sun 12 Jan 2031 23:59 PST" in told and "is read as day/month" in told
    assert "is read as" not in post(desk, "12/25/2031", LC_ALL="en_GB.UTF-8")


def test_phrases_of_every_day_are_understood(desk):
    for phrase, echoed in (
        ("2031-12-01T17:00Z", "Mon 1 Dec 2031 09:00 PST"), ("2031-12-01 5:30 p.m.", "Mon 1 Dec 2031 17:30 PST"),
        ("2031-12-01 17h30", "17:30"), ("2031-12-01 17h", "17:00"), ("tomorrow morning", "09:00"), ("in two weeks", "in 1"),
        ("end of day tomorrow", "23:59"), ("next month", "23:59"), ("tomorrow evening", "18:00"),
    ):
        assert echoed in post(desk, phrase), phrase
    assert "could be a time of day or a length of time: write 02:00, or 'in 2h'" in post(desk, "2h", status=64)


def test_without_a_terminal_a_date_in_the_past_says_what_to_do(desk):
    told = post(desk, "2020-01-01", status=64)
    assert "'2020-01-01' is in the past: Wed 1 Jan 2020 23:59 PST" in told and "if you mean this one, add --yes" in told
    assert "due Wed 1 Jan 2020" in post(desk, "2020-01-01", "--yes")


def test_in_a_terminal_a_date_in_the_past_asks(desk):
    for answer, code in (("n", 2), ("", 2), ("y", 0)):
        terminal = in_terminal(desk, "yesterday 17:00")
        terminal.expect(r"'yesterday 17:00' is in the past")
        terminal.expect(r"Take it all the same\? \[y/N\] $")
        terminal.sendline(answer)
        if code == 0:
            terminal.expect('Posted "Lab" in CMPT225')
        terminal.expect(pexpect.EOF)
        terminal.close()
        assert terminal.exitstatus == code
    name = desk.noteit("post", "CMPT225", "Quiz", "--private", "--due", "in 3 days").strip()
    done = subprocess.run(
        [NOTEIT, "event", "edit", name, "--due", "2020-01-01"], capture_output=True, text=True, timeout=60,
        env=desk.environment, stdin=subprocess.DEVNULL)
    assert done.returncode == 64 and "add --yes" in done.stderr
    desk.noteit("event", "edit", name, "--due", "2020-01-01", "--yes")


def test_a_deadline_of_a_task_in_the_past_needs_a_yes(desk):
    add = [NOTEIT, "task", "add", "Read", "--minutes", "60", "--by", "2020-01-01"]
    done = subprocess.run(add, capture_output=True, text=True, timeout=60, env=desk.environment, stdin=subprocess.DEVNULL)
    assert done.returncode == 64 and "The deadline is in the past: Wed 1 Jan 2020 23:59" in done.stderr
    assert "add --yes" in done.stderr
    desk.noteit(*map(str, add[1:]), "--yes")
