"""`noteit post --at`: listed, shown, moved, given up, published; offline too; notices."""

import json

from noteitd import wait_until
from people import later
from terminal import failing

COURSE, CODE = "202530.CMPT225", "CMPT225"


def test_a_post_waits_for_its_time(room, check):
    ada, bob, grace = (room[name] for name in ("ada", "bob", "grace"))
    name = ada.noteit("post", CODE, "Quiz today", "--at", "in 2 days").strip()
    assert "Quiz today" in ada.noteit("event", "list", "--scheduled") and "private until" in ada.noteit("event", "view", name)
    [listed] = json.loads(ada.noteit("event", "list", "--scheduled", "--json=reference,publication"))
    assert listed["publication"]["visibility"] == "public"
    ada.noteit("post", CODE, "A note")
    assert "A note" not in ada.noteit("event", "list", "--scheduled")
    for other in (bob, grace):
        assert "Quiz" not in other.noteit("event", "list", CODE, "--plain")
    ada.noteit("event", "edit", name, "--title", "Quiz at noon")
    ada.noteit("event", "edit", name, "--at", later(6))
    for other in (bob, grace):
        wait_until(lambda: "Quiz at noon" in other.noteit("event", "list", CODE, "--plain"), "the publication")
    shown = bob.noteit("event", "view", name)
    assert "private" not in shown and "edited" not in shown
    assert ada.noteit("event", "list", "--scheduled", "--plain") == ""
    assert "published already" in failing(ada, "event", "edit", name, "--at", "tomorrow")
    check()


def test_a_plan_is_given_up_and_what_makes_no_sense_is_explained(room, check):
    ada, bob = room["ada"], room["bob"]
    name = ada.noteit("post", CODE, "Quiz", "--staff", "--at", "in 2 days").strip()
    assert "then for staff" in ada.noteit("event", "view", name)
    ada.noteit("event", "edit", name, "--at", "none")
    assert "private" in ada.noteit("event", "view", name) and "until" not in ada.noteit("event", "view", name)
    assert "in the past" in failing(ada, "post", CODE, "Quiz", "--at", "2020-01-01")
    assert "--private and --at" in failing(ada, "post", CODE, "Quiz", "--private", "--at", "tomorrow")
    assert "Quiz" not in bob.noteit("event", "list", "--plain")
    check()


def test_a_post_for_later_waits_in_the_outbox_and_is_sent_once(room, server, check):
    ada, bob = room["ada"], room["bob"]
    ada.noteit("agenda")
    server.stop()
    ada.noteit("post", CODE, "Quiz today", "--at", "in 2 days")
    assert "Quiz today" in ada.noteit("event", "list", "--scheduled")
    server.start()
    ada.noteit("agenda")
    assert ada.noteit("outbox", "list", "--plain") == ""
    assert ada.noteit("event", "list", "--scheduled", "--plain").count("Quiz today") == 1
    assert "Quiz" not in bob.noteit("event", "list", "--plain")
    check()


def test_a_notice_is_sent_at_its_time(room, check):
    ada, grace = room["ada"], room["grace"]
    name = grace.noteit("notice", "send", CODE, "Room 9001", "--must-read", "--yes", "--at", later(6)).strip()
    wait_until(lambda: f"{name}: notice: Room 9001" in ada.noteit("inbox"), "the notice")
    check()
