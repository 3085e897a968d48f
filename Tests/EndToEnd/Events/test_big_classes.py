"""A class of three thousand events: limits, the pager, and a person who joins late."""

import datetime
import fcntl
import json
import os
import pty
import select
import sqlite3
import struct
import termios
import time
import uuid
import zoneinfo

import pytest

from noteitd import PATIENCE
from people import register
from processes import work
from terminal import NOTEIT, Terminal

COURSE, CODE, EVENTS = "202530.CMPT225", "CMPT225", 3_000


@pytest.fixture
def section(server):
    """A section of a course with a long past: a third is due in days to come, a third was due, the rest is undated."""
    author = register(server, name="Grace Writer")
    section = author.get(f"/v1/courses/{COURSE}")["sections"][0]["id"]
    author.enroll(section)
    server.stop()
    now = int(time.time())
    with sqlite3.connect(server.database) as database:
        for number in range(1, EVENTS + 1):
            due = None if number % 3 == 0 else now + 86_400 * (number // 100 + 2) * (1 if number % 3 == 1 else -1)
            database.execute(
                "INSERT INTO event (id, course_id, number, author_id, kind, title, body, visibility, created_at, due, due_day) "
                "VALUES (?, ?, ?, ?, 'note', ?, 'Text', 'public', ?, ?, CASE WHEN ? IS NULL THEN NULL ELSE date(? - 28800, 'unixepoch') END)",
                (str(uuid.uuid4()), COURSE, number, author.id, f"Homework {number} " + "with a long title " * 8, now - 86_400 * 30 + number, due, due, due))
        database.execute("UPDATE course SET last_number = ? WHERE id = ?", (EVENTS, COURSE))
    database.close()
    server.start()
    return section


def join(server, section, folder, name):
    person = register(server, name=name)
    person.enroll(section)
    return person, Terminal(server, folder, person)


def new_here(terminal):
    return int(terminal.noteit("course", "list", "--plain").split("\t")[-1])


def new_there(person):
    return len(person.events(COURSE, unread="true"))


def test_who_joins_late_is_told_only_of_what_came_since(server, section, tmp_path):
    person, late = join(server, section, tmp_path / "late", "Late Joiner")
    assert new_here(late) == new_there(person) == 0
    assert late.noteit("event", "list", "--unread") == "" and late.noteit("inbox", "--plain") == ""
    other, _ = join(server, section, tmp_path / "other", "Other Person")
    old = other.events(COURSE, number=1)[0]
    other.post(COURSE, "Fresh")
    other.reply(old, "Still true?")
    assert new_here(late) == new_there(person) == 2
    assert {line.split("\t")[1] for line in late.noteit("event", "list", "--past", "--unread", "--plain").splitlines()} == {"1", str(EVENTS + 1)}
    # What was seen once is new again with each reply, however old it is.
    late.noteit("read", CODE)
    assert new_here(late) == new_there(person) == 0
    other.reply(old, "Yes")
    assert new_here(late) == new_there(person) == 1


def test_lists_are_limited_for_people_and_whole_for_programs(server, section, tmp_path):
    _, ada = join(server, section, tmp_path / "ada", "Ada Example")
    shown = ada.noteit("event", "list", CODE)
    assert shown.count("Homework") == 100
    assert ada.noteit("event", "list", CODE, "--limit", "7").count("Homework") == 7
    assert ada.noteit("event", "list", CODE, "--limit", "5", "--plain").count("\n") == 5
    upcoming, undated = EVENTS // 3, EVENTS // 3
    assert ada.noteit("event", "list", CODE, "--plain").count("\n") == upcoming + undated
    assert len(json.loads(ada.noteit("event", "list", "--past", "--json"))) == EVENTS
    screen = typed(ada, "event", "list", CODE, "--no-input")
    assert f"{upcoming + undated - 100} more: --limit {upcoming + undated}" in screen and f"{EVENTS // 3} earlier: --past" in screen
    newest = [event for event in json.loads(ada.noteit("event", "list", CODE, "--limit", str(upcoming + 2), "--json")) if event["due"] is None]
    assert [event["number"] for event in newest] == [EVENTS - 3, EVENTS]


def typed(terminal, *arguments, columns=60, lines=20, **environment):
    """What a command writes to a pseudo-terminal."""
    child, screen = pty.fork()
    if child == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        os.execve(NOTEIT, [str(NOTEIT), *arguments], terminal.environment | {"TERM": "xterm", "NO_COLOR": "1"} | environment)
    written, end = b"", time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if not select.select([screen], [], [], 0.1)[0]:
            continue
        try:
            part = os.read(screen, 65_536)
        except OSError:
            break
        if not part:
            break
        written += part
    else:
        os.kill(child, 9)
        raise AssertionError(f"did not end: {written[-500:]!r}")
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status == 0, (status, written[-500:])
    return written.decode().replace("\r\n", "\n")


def test_a_long_list_opens_in_the_pager_with_titles_cut_to_its_width(server, section, tmp_path):
    _, ada = join(server, section, tmp_path / "ada", "Ada Example")
    ada.noteit("today")
    paged = tmp_path / "paged"
    pager = tmp_path / "pager"
    pager.write_text(f"#!/bin/sh\ntee '{paged}' | head -3\n")
    pager.chmod(0o755)
    ada.environment["NOTEIT_PAGER"] = str(pager)
    screen = typed(ada, "event", "list", CODE)
    assert paged.read_text().count("Homework") == 100 and screen.count("Homework") < 4
    assert max(len(line) for line in paged.read_text().splitlines()) <= 60 and "…" in paged.read_text()
    paged.unlink()
    assert typed(ada, "event", "list", CODE, "--limit", "3").count("Homework") == 3 and not paged.exists(), "it fits the screen"
    assert typed(ada, "event", "list", CODE, "--no-input").count("Homework") == 100 and not paged.exists()
    page = typed(ada, "event", "view", f"{CODE}#1")
    assert max(len(line) for line in page.splitlines()) <= 60 and " ".join(page.split()).count("long title") == 8


def test_less_shows_colours_unless_its_owner_says_otherwise(server, section, tmp_path):
    _, ada = join(server, section, tmp_path / "ada", "Ada Example")
    said, pager = tmp_path / "said", tmp_path / "less"
    pager.write_text(f"#!/bin/sh\nprintf %s \"$LESS\" > '{said}'\ncat > /dev/null\n")
    pager.chmod(0o755)
    for chosen, options in (({}, "FRX"), ({"LESS": "i"}, "i"), ({"LESS": ""}, "")):
        typed(ada, "event", "open", f"{CODE}#1", PAGER=str(pager), **chosen)
        assert said.read_text() == options


@pytest.mark.parametrize("command", ["today", "agenda"])
def test_a_busy_day_is_limited_for_people_and_opens_in_the_pager(server, section, tmp_path, command):
    now = datetime.datetime.now(zoneinfo.ZoneInfo("America/Vancouver"))
    due = now.replace(hour=23, minute=59, second=0, microsecond=0)
    server.stop()
    server.sql(f"UPDATE event SET due = {int(due.timestamp())}, due_day = '{due:%Y-%m-%d}' WHERE number <= 130;")
    server.start()
    _, ada = join(server, section, tmp_path / "ada", "Ada Example")
    listed = 130 if command == "today" else int(ada.noteit(command, "--plain").count("\n"))
    assert listed >= 130 and ada.noteit(command, "--plain").count("Homework") == len(json.loads(ada.noteit(command, "--json"))) == listed
    assert ada.noteit(command).count("Homework") == 100 and ada.noteit(command, "--limit", "7").count("Homework") == 7
    assert ada.noteit(command, "--limit", "5", "--plain").count("\n") == 5
    screen = typed(ada, command, "--no-input")
    assert screen.count("Homework") == 100 and f"{listed - 100} more: --limit {listed}" in screen
    paged, pager = tmp_path / "paged", tmp_path / "pager"
    pager.write_text(f"#!/bin/sh\ncat > '{paged}'\n")
    pager.chmod(0o755)
    assert "Homework" not in typed(ada, command, PAGER=str(pager)), "it does not fit the screen"
    page = paged.read_text()
    assert page.count("Homework") == 100 and max(len(line) for line in page.splitlines()) <= 60 and "…" in page
    paged.unlink()
    assert typed(ada, command, "--limit", "3", PAGER=str(pager)).count("Homework") == 3 and not paged.exists(), "it fits the screen"


def test_a_list_of_three_thousand_events_costs_little_more_than_one_of_three(server, section, tmp_path):
    _, ada = join(server, section, tmp_path / "ada", "Ada Example")
    ada.noteit("today")
    server.stop()

    few, many = (min(work(lambda: ada.noteit("event", "list", *limit))[1] for _ in range(3)) for limit in (("--limit", "3"), ()))
    assert many < 4 * few, f"{few:.3f} s of a processor for three, {many:.3f} s for a screenful"
