"""`noteit remind`: online, offline, in lists, in the inbox and on the screen."""

import json

import pytest

from emulator import Emulator
from noteitd import wait_until
from people import later, small_class
from terminal import Terminal, failing

COURSE, CODE = "202530.CMPT225", "CMPT225"


@pytest.fixture
def people(server):
    return small_class(server, COURSE)


@pytest.fixture
def ada(server, people, tmp_path):
    return Terminal(server, tmp_path / "ada", people["ada"])


@pytest.fixture
def name(server, people, tmp_path):
    """Bob's event, by name."""
    return Terminal(server, tmp_path / "bob", people["bob"]).noteit("post", CODE, "Bring a pen").strip()


def test_a_reminder_is_listed_shown_moved_taken_away_and_sent(ada, people, server, name, tmp_path, check):
    phone = Terminal(server, tmp_path / "phone", people["ada"])
    assert ada.noteit("remind", "--plain") == ""
    ada.noteit("remind", name, "in", "2", "hours")
    time = later(86_400)
    assert ada.noteit("remind", name, time, "--plain") == f"{name}\t{time}\n"
    assert phone.noteit("remind", "--plain") == f"{name}\t{time}\tBring a pen\n"
    assert "Bring a pen" in phone.noteit("remind") and "reminder " in phone.noteit("event", "view", name)
    [listed] = json.loads(phone.noteit("remind", "--json"))
    assert (listed["reference"], listed["remindAt"]) == (name, time)
    phone.noteit("remind", name, "--undo")
    assert ada.noteit("remind", "--plain") == "" and "reminder " not in ada.noteit("event", "view", name)
    ada.noteit("remind", name, later(6))
    for terminal in (ada, phone):
        wait_until(lambda: f"{name}: your reminder: Bring a pen" in terminal.noteit("inbox"), "the reminder")
    assert ada.noteit("remind", "--plain") == ""
    check()


def test_what_cannot_be_a_reminder_is_explained(ada, name):
    assert "in the past" in failing(ada, "remind", name, "2020-01-01")
    assert "Could not understand" in failing(ada, "remind", name, "whenever")
    assert "fri 17:00" in failing(ada, "remind", name)
    assert "no time" in failing(ada, "remind", name, "tomorrow", "--undo")
    assert "takes events" in failing(ada, "remind", f"{name}#1", "tomorrow")
    assert "Name the event" in failing(ada, "remind", "--undo")


def test_a_reminder_set_offline_shows_at_once_and_is_sent_once(ada, people, server, name, check):
    ada.noteit("event", "view", name)
    server.stop()
    time = later(86_400)
    for _ in range(2):
        assert "queued" in ada.noteit("remind", name, time, "--plain")
    assert ada.noteit("remind", "--plain") == f"{name}\t{time}\tBring a pen\n"
    assert [line.split("\t")[3:6] for line in ada.noteit("outbox", "list", "--plain").splitlines()] == [["remind", name, time]]
    server.start()
    ada.noteit("outbox", "retry")
    assert ada.noteit("outbox", "list", "--plain") == "" and ada.noteit("remind", "--plain") == f"{name}\t{time}\tBring a pen\n"
    assert [mark["remindAt"] for mark in people["ada"].snapshot()["marks"]] == [time]
    check()


def test_m_sets_a_reminder_on_the_screen(ada, name):
    screen = Emulator(ada.environment)
    try:
        screen.until(["Bring a pen", "live"]).press("\r")
        screen.until("m: remind me").press("m")
        screen.until("Remind me of").press("whenever\r")
        screen.until("Could not understand").press("m")
        screen.until("Remind me of").press("in 2 days\r")
        screen.until(f"Reminder of {name}")
        assert name in ada.noteit("remind", "--plain")
        screen.press("m")
        screen.until("nothing: never").press("\r")
        screen.until(f"No reminder of {name}")
    finally:
        screen.close()
    assert ada.noteit("remind", "--plain") == ""
