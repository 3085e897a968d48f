"""Thanks for a reply, with the programs: online, offline, on the screen."""

import json

import pytest

from emulator import Emulator
from terminal import failing

COURSE, CODE = "202530.CMPT225", "CMPT225"


@pytest.fixture
def thread(room):
    """Ada's question, and Bob's reply to it."""
    name = room["ada"].noteit("post", CODE, "Where is the midterm?", "--kind", "question").strip()
    return name, room["bob"].noteit("reply", name, "Room 9001").strip()


def test_the_thread_shows_how_many_people_thanked(room, thread, check):
    (ada, bob, grace), (name, reply) = (room[each] for each in ("ada", "bob", "grace")), thread
    assert ada.noteit("thank", reply, "--plain") == f"{reply}\t1\n"
    assert "you thanked" in ada.noteit("event", "view", name)
    assert "1 person thanked" in bob.noteit("event", "view", name)
    assert json.loads(grace.noteit("thank", reply, "--json"))["thanks"] == 2
    assert "you and 1 other thanked" in grace.noteit("event", "view", name)
    assert "2 people thanked" in bob.noteit("event", "view", name)
    assert ada.noteit("like", reply, "--plain") == f"{reply}\t2\n"
    assert "your own reply" in failing(bob, "thank", reply) and "Name a reply" in failing(ada, "thank", name)
    assert ada.noteit("thank", reply, "--undo", "--plain") == f"{reply}\t1\n"
    assert "1 person thanked" in ada.noteit("event", "view", name)
    check()


def test_thanks_given_offline_show_at_once_and_are_sent_once(room, thread, server, check):
    (ada, bob), (name, reply) = (room["ada"], room["bob"]), thread
    assert "Room 9001" in ada.noteit("event", "view", name)
    server.stop()
    for _ in range(2):
        assert "queued" in ada.noteit("thank", reply, "--plain")
    assert "you thanked" in ada.noteit("event", "view", name)
    assert [line.split("\t")[3:5] for line in ada.noteit("outbox", "list", "--plain").splitlines()] == [["thanks", reply]]
    server.start()
    ada.noteit("outbox", "retry")
    assert ada.noteit("outbox", "list", "--plain") == "" and "you thanked" in ada.noteit("event", "view", name)
    assert "1 person thanked" in bob.noteit("event", "view", name)
    check()


def test_thanks_that_waited_for_a_deleted_reply_are_refused_with_its_name(room, thread, server):
    (ada, bob), (name, reply) = (room["ada"], room["bob"]), thread
    ada.noteit("event", "view", name)
    server.stop()
    ada.noteit("thank", reply)
    server.start()
    bob.noteit("event", "delete", reply, "--yes")
    ada.noteit("agenda")
    [line] = ada.noteit("outbox", "list", "--plain").splitlines()
    assert "refused" in line and f"{reply} was deleted" in line


def test_t_thanks_for_a_reply_on_the_screen(room, thread):
    (ada, bob), (name, _) = (room["ada"], room["bob"]), thread
    screen = Emulator(ada.environment)
    try:
        screen.until(["Where is the midterm?", "live"]).press("t")
        screen.until("Open a thread").press("\r")
        screen.until("Room 9001").press("t")
        screen.until("Thank for reply number: 1").press("\r")
        screen.until("you thanked")
        assert "1 person thanked" in bob.noteit("event", "view", name)
        screen.press("t")
        screen.until("Thank for reply number: 1").press("\x159\r")
        screen.until("no such reply").press("t")
        screen.until("Thank for reply number: 1").press("\r")
        screen.until("Thanks taken back")
    finally:
        screen.close()
    assert "thanked" not in bob.noteit("event", "view", name)
