"""Due dates as people type them, through the program: what is echoed, and dates in the past."""

import calendar
import datetime
import io
import json
import re
import subprocess
import zoneinfo

import pexpect
import pytest

from noteitd import PATIENCE
from people import register, staff
from terminal import NOTEIT, Terminal

COURSE = "202530.CMPT225"
ZONE = zoneinfo.ZoneInfo("America/Vancouver")


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
        timeout=PATIENCE, env=desk.environment | environment, stdin=subprocess.DEVNULL)
    assert done.returncode == status, done.stderr
    return done.stderr


def in_terminal(desk, due):
    return terminal(desk, "post", "CMPT225", "Lab", "--private", "--kind", "reminder", "--due", due)


def terminal(desk, *arguments, **environment):
    """A command in a pseudo-terminal; `logfile_read` has all that it said."""
    child = pexpect.spawn(
        str(NOTEIT), list(arguments), env=desk.environment | {"TERM": "xterm", "NO_COLOR": "1"} | environment,
        dimensions=(40, 100), encoding="utf-8", timeout=PATIENCE)
    child.logfile_read = io.StringIO()
    return child


def ended(child):
    """All that the command said, and its status."""
    child.expect(pexpect.EOF)
    child.close()
    return child.logfile_read.getvalue(), child.exitstatus


def moment(words):
    """The time that words such as `+1 17:30` mean: days from today, the same day of the next `month`, or a day and month, `1/12`."""
    now = datetime.datetime.now(ZONE)
    word, hour = words.split()
    if word == "month":
        month = (now.replace(day=28) + datetime.timedelta(days=7)).replace(day=1)
        day = month.replace(day=min(now.day, calendar.monthrange(month.year, month.month)[1])).date()
    elif "/" in word:
        number, month = map(int, word.split("/"))
        day = datetime.date(now.year, month, number)
        day = day if day >= now.date() else day.replace(year=now.year + 1)
    else:
        day = now.date() + datetime.timedelta(days=int(word))
    time = datetime.datetime.combine(day, datetime.time.fromisoformat(hour), ZONE)
    # A time alone is the next of its kind.
    return time + datetime.timedelta(days=1) if word == "+0" and time <= now else time


def echoed(time):
    """The time as the program writes it to people."""
    return f"due {time:%a} {time.day} {time:%b %Y %H:%M} {time:%Z} ("


def stored(desk, name):
    """When an event is due."""
    events = json.loads(desk.noteit("event", "list", "--past", "--json", "reference,due"))
    return next(datetime.datetime.fromisoformat(event["due"]) for event in events if event["reference"] == name)


TYPED = [
    ("tomorrow morning", "+1 09:00"), ("in two weeks", "+14 23:59"), ("tomorrow 5:30 p.m.", "+1 17:30"), ("end of day", "+0 23:59"),
    ("next month", "month 23:59"), ("tomorrow 17h30", "+1 17:30"), ("17h", "+0 17:00"), ("12/1", "1/12 23:59"),
]


def test_phrases_typed_at_the_question_are_echoed_and_stored(desk):
    for phrase, words in TYPED:
        before = moment(words)
        child = terminal(desk, "post", "CMPT225", "Lab", "--private", "--kind", "reminder", LANG="en_US.UTF-8")
        child.expect_exact("When is it due? ")
        child.sendline(phrase)
        said, status = ended(child)
        # The hour or the day may end meanwhile.
        meant = [time for time in (before, moment(words)) if echoed(time) in said]
        assert status == 0 and meant, f"{phrase}: {said}"
        assert ("12/1 is read as month/day, as your locale has it" in said) == (phrase == "12/1")
        assert stored(desk, re.search(r"CMPT225#\d+", said)[0]) == meant[0], phrase


def test_a_date_typed_at_the_question_follows_the_locale(desk):
    child = terminal(desk, "post", "CMPT225", "Lab", "--private", "--kind", "exam", LANG="en_US.UTF-8", LC_TIME="en_GB.UTF-8")
    child.expect_exact("When is it due? ")
    child.sendline("12/1")
    said, status = ended(child)
    assert status == 0 and echoed(moment("12/1 23:59")) in said and "12/1 is read as day/month" in said


def test_a_past_date_typed_at_the_question_asks_and_nonsense_names_examples(desk):
    for answer, code in (("n", 2), ("y", 0)):
        child = terminal(desk, "post", "CMPT225", "Essay", "--private", "--kind", "assignment")
        child.expect_exact("When is it due? ")
        child.sendline("2020-01-01")
        child.expect_exact("Take it all the same? [y/N] ")
        child.sendline(answer)
        said, status = ended(child)
        assert status == code and "'2020-01-01' is in the past: Wed 1 Jan 2020 23:59 PST" in said
        assert ('Posted "Essay" in CMPT225' in said) == (code == 0)
    child = terminal(desk, "post", "CMPT225", "Quiz", "--private", "--kind", "exam")
    child.expect_exact("When is it due? ")
    child.sendline("soonish")
    said, status = ended(child)
    assert status == 64 and "Could not understand 'soonish' as a time." in said and "Try one of: tomorrow, fri 17:00" in said
    assert "Quiz" not in desk.noteit("event", "list", "--past")


def test_a_notice_that_is_changed_echoes_its_date(desk, server, tmp_path):
    office = Terminal(server, tmp_path / "office", staff(server, COURSE))
    name = office.noteit("notice", "send", "--course", "CMPT225", "The exam has moved", "--yes").split()[0]
    amend = [NOTEIT, "notice", "amend", name, "--due", "12/1/2031", "--yes"]
    done = subprocess.run(amend, capture_output=True, text=True, env=office.environment)
    assert done.returncode == 0 and "2031" in done.stderr and "12/1/2031" in done.stderr, done


def test_a_notice_echoes_its_date_before_it_asks_and_asks_about_a_past_one(desk, server, tmp_path):
    office = Terminal(server, tmp_path / "office", staff(server, COURSE))
    send = ("notice", "send", "--course", "CMPT225", "The exam has moved", "--due")
    before = moment("+1 09:00")
    child = terminal(office, *send, "tomorrow morning")
    child.expect_exact("Send it? [y/N] ")
    assert any(echoed(time) in child.before for time in (before, moment("+1 09:00")))
    child.sendline("y")
    said, status = ended(child)
    assert status == 0 and stored(desk, re.search(r"CMPT225#\d+", said)[0]) in (before, moment("+1 09:00"))
    child = terminal(office, *send, "2020-01-01")
    child.expect_exact("'2020-01-01' is in the past")
    child.expect_exact("Take it all the same? [y/N] ")
    child.sendline("n")
    said, status = ended(child)
    assert status == 2 and "Send it?" not in said and len(desk.noteit("notice", "list", "--plain").splitlines()) == 1


def test_a_changed_date_is_echoed_and_a_past_one_asks(desk):
    name = desk.noteit("post", "CMPT225", "Quiz", "--private", "--due", "in 3 days").strip()
    said, status = ended(terminal(desk, "event", "edit", name, "--due", "12/1/2031", LANG="en_US.UTF-8"))
    assert status == 0 and "due Mon 1 Dec 2031 23:59 PST" in said and "is read as month/day" in said
    child = terminal(desk, "event", "edit", name, "--due", "2020-01-01")
    child.expect_exact("Take it all the same? [y/N] ")
    child.sendline("n")
    assert ended(child)[1] == 2 and stored(desk, name).year == 2031


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
        [NOTEIT, "event", "edit", name, "--due", "2020-01-01"], capture_output=True, text=True, timeout=PATIENCE,
        env=desk.environment, stdin=subprocess.DEVNULL)
    assert done.returncode == 64 and "add --yes" in done.stderr
    desk.noteit("event", "edit", name, "--due", "2020-01-01", "--yes")


def test_a_deadline_of_a_task_in_the_past_needs_a_yes(desk):
    add = [NOTEIT, "task", "add", "Read", "--minutes", "60", "--by", "2020-01-01"]
    done = subprocess.run(add, capture_output=True, text=True, timeout=PATIENCE, env=desk.environment, stdin=subprocess.DEVNULL)
    assert done.returncode == 64 and "The deadline is in the past: Wed 1 Jan 2020 23:59" in done.stderr
    assert "add --yes" in done.stderr
    desk.noteit(*map(str, add[1:]), "--yes")
