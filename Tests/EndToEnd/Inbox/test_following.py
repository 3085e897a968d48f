"""Following courses and mentioning people, with the programs."""

import pytest

from people import register, staff
from terminal import Terminal, failing, said

COURSE = "202530.CMPT225"


@pytest.fixture
def room(server, tmp_path):
    """A student and an instructor with their terminals."""
    course = register(server).get(f"/v1/courses/{COURSE}")
    ada, grace = register(server, name="Ada Lovelace"), staff(server, COURSE)
    ada.enroll(course["sections"][0]["id"])
    return ada, Terminal(server, tmp_path / "ada", ada), Terminal(server, tmp_path / "grace", grace)


def test_an_instructor_hears_of_new_questions(room, check):
    _, ada, grace = room
    assert "Following CMPT225 (questions)." in said(grace, "follow", "CMPT225", "--kind", "question")
    assert grace.noteit("preferences", "--plain").splitlines()[-1] == f"follows\t{COURSE}\tquestion\t"
    assert "Following: CMPT225 question" in grace.noteit("preferences")
    name = ada.noteit("post", "CMPT225", "Is heap sort stable?", "--kind", "question").strip()
    ada.noteit("post", "CMPT225", "My notes")
    assert grace.noteit("inbox").count("CMPT225#") == 1
    assert f"{name}: new question: Is heap sort stable?" in grace.noteit("inbox") and "you follow CMPT225" in grace.noteit("inbox")
    assert grace.noteit("inbox", "--json", "kind,from").count('"Ada Lovelace"') == 1
    assert "You do not follow that." in failing(grace, "follow", "CMPT225", "--tag", "midterm", "--stop")
    assert "are for courses" in failing(grace, "follow", name, "--tag", "midterm")
    assert "No longer following CMPT225." in said(grace, "follow", "CMPT225", "--stop")
    assert "Following: no course" in grace.noteit("preferences")
    ada.noteit("post", "CMPT225", "And merge sort?", "--kind", "question")
    assert grace.noteit("inbox").count("new question") == 1
    check()


def test_an_event_is_followed_and_muted_offline_and_that_is_sent_once(room, server, check):
    person, ada, grace = room
    name = grace.noteit("post", "CMPT225", "Lab 4").strip()
    ada.noteit("event", "list")
    server.stop()
    for _ in range(2):
        assert "queued" in ada.noteit("follow", name, "--plain")
    failing(ada, "follow", "CMPT225", name, "--stop")
    assert [line.split("\t")[3:6] for line in ada.noteit("outbox", "list", "--plain").splitlines()] == [["follow", name, "follow"]]
    ada.noteit("mute", name)
    server.start()
    ada.noteit("outbox", "retry")
    assert ada.noteit("outbox", "list", "--plain") == ""
    assert [(mark["following"], mark["muted"]) for mark in person.snapshot()["marks"]] == [(True, True)]
    ada.noteit("follow", name, "--stop")
    assert [(mark["following"], mark["muted"]) for mark in person.snapshot()["marks"]] == [(False, True)]
    check()


def test_following_a_course_ends_its_mute(room):
    _, ada, grace = room
    grace.noteit("mute", "CMPT225")
    grace.noteit("follow", "CMPT225", "--tag", "Midterm")
    assert "Muted:     no course" in grace.noteit("preferences")
    ada.noteit("post", "CMPT225", "Which chapters?", "--tag", "midterm")
    assert "new note: Which chapters?" in grace.noteit("inbox")


def test_handles_are_shown_and_mentions_that_reach_nobody_are_told(room, server, tmp_path):
    person, ada, grace = room
    handle = "@" + person.account["handle"]
    assert handle in ada.noteit("auth", "status") and ada.noteit("auth", "status", "--plain").rstrip("\n").endswith(handle)
    name = ada.noteit("post", "CMPT225", "Lab 4").strip()
    assert f"Ada Lovelace {handle}" in grace.noteit("event", "view", name)
    warning = "@nobody.here names nobody here"
    assert warning in said(grace, "post", "CMPT225", "Ask @nobody.here") and warning in said(grace, "reply", name, "Ask @nobody.here")
    own = grace.noteit("post", "CMPT225", "Room").strip()
    assert warning in said(grace, "event", "edit", own, "--body", "Ask @nobody.here")
    assert warning not in said(grace, "reply", name, "@ada has it")
    assert f"{name}: you are mentioned" in ada.noteit("inbox")
    assert warning in said(grace, "notice", "send", "--course", "CMPT225", "Ask @nobody.here", "--yes")
    server.stop()
    assert "Queued" in said(ada, "reply", name, "Thanks @nobody.here")
    server.start()
    assert warning in said(ada, "today")
