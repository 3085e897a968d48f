"""`noteit done` ticks off a deadline for one person, online and offline, with its reminders; the kind `assignment`."""

import json
import re
import subprocess

import pytest

from emulator import Emulator
from noteitd import PATIENCE, wait_until
from people import classmates
from terminal import NOTEIT, Terminal, failing


@pytest.fixture
def people(server):
    return classmates(server, "Ada", "Ben")


def test_a_tick_leaves_the_lists_of_its_person_alone(server, people, tmp_path, check):
    ada, ben = (Terminal(server, tmp_path / name, person) for name, person in zip(("ada", "ben"), people))
    name = ada.noteit("post", "CMPT225", "Essay", "--kind", "assignment", "--due", "in 3 days", "--plain").split()[0]
    assert "assignment" in ben.noteit("agenda", "--plain") and "assignment" in ben.noteit("event", "list", "--kind", "assignment")
    assert ben.noteit("done", name, "--plain").strip() == name
    assert ben.noteit("agenda", "--plain") == "" and "Essay" in ben.noteit("agenda", "--done", "--plain")
    assert "Essay" in ada.noteit("agenda", "--plain") and "done" in ben.noteit("event", "view", name)
    assert "done" not in ada.noteit("event", "view", name)
    assert ben.noteit("done", name, "--undo", "--plain").strip() == name
    assert "Essay" in ben.noteit("agenda", "--plain")
    note = ada.noteit("post", "CMPT225", "A note", "--plain").split()[0]
    assert "no due date" in failing(ada, "done", note) and "is a course" in failing(ada, "done", "CMPT225")
    assert "is not an event" in failing(ada, "done", "CMPT225#-1")
    check()


def test_a_tick_made_offline_shows_at_once_and_is_sent_later(server, people, tmp_path, check):
    ada, phone = (Terminal(server, tmp_path / name, people[0]) for name in ("ada", "phone"))
    name = ada.noteit("post", "CMPT225", "Essay", "--kind", "assignment", "--due", "in 3 days", "--plain").split()[0]
    ada.noteit("task", "add", name, "--minutes", "60")
    assert "Essay" in phone.noteit("agenda", "--plain")
    server.stop()
    for _ in range(2):
        assert "queued" in ada.noteit("done", name, "--plain")
    assert ada.noteit("agenda", "--plain") == ""
    assert [line.split("\t")[3:5] for line in ada.noteit("outbox", "list", "--plain").splitlines()] == [["done", name]]
    server.start()
    ada.noteit("outbox", "retry")
    assert ada.noteit("outbox", "list", "--plain") == "" and ada.noteit("agenda", "--plain") == ""
    assert phone.noteit("agenda", "--plain") == ""
    assert all(task["done"] for task in people[0].items("/v1/me/tasks"))
    [due] = [each for each in json.loads(ada.noteit("calendar", "--at", "in 3 days", "--json"))["items"] if each["kind"] == "due"]
    assert due["done"] and "done" in [line for line in ada.noteit("calendar", "week", "--at", "in 3 days").splitlines() if "Essay" in line][-1]
    check()


def test_what_is_ticked_off_leaves_today_and_sends_no_reminder(server, people, tmp_path):
    ada = Terminal(server, tmp_path / "ada", people[0])
    today, lab, essay = (
        ada.noteit("post", "CMPT225", title, "--kind", "assignment", "--private", "--due", due).strip()
        for title, due in (("Tonight", "today 23:59"), ("Lab", "in 3 minutes"), ("Essay", "in 3 minutes")))
    assert ada.noteit("today").count(today) == 1
    for name in (today, lab):
        ada.noteit("done", name)
    assert today not in ada.noteit("today") and today in ada.noteit("today", "--done")
    assert today not in ada.noteit("today", "--plain") and "Tonight" not in ada.noteit("today", "--json")
    ada.noteit("preferences", "--remind", "3m")
    told = lambda: [each["title"] for each in json.loads(ada.noteit("inbox", "--json")) if each["kind"] == "dueSoon"]
    wait_until(told, "the reminder of what is still open")
    assert told() == ["Essay"]


def test_an_assignment_has_its_own_sign_and_colour(server, people, tmp_path):
    ada = Terminal(server, tmp_path / "ada", people[0])
    names = {kind: ada.noteit("post", "CMPT225", kind, "--kind", kind, "--private", "--due", "in 3 days").strip()
             for kind in ("assignment", "reminder", "exam")}
    painted = {}
    for kind, name in names.items():
        screen = Emulator(ada.environment, colour=True, arguments=("event", "view", name))
        assert screen.ended() == 0
        [line] = [line for line in screen.painted() if "due" in line]
        painted[kind] = re.search(r"\{([^|]*)\|(. " + kind + ")", line).groups()
        screen.close()
    assert painted["assignment"][1] == "✎ assignment"
    assert len({colour for colour, _ in painted.values()}) == len({label[0] for _, label in painted.values()}) == len(names), painted
    ascii_only = ada.environment | {"LANG": "C"}
    done = subprocess.run([NOTEIT, "event", "list"], capture_output=True, text=True, timeout=PATIENCE, env=ascii_only)
    assert "assignment" in done.stdout and "✎" not in done.stdout
