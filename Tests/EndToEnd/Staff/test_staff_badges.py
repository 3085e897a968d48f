"""Posts show the role of their author in the course, on every device, before and after it changes."""

import json

import pytest

from copies import Copy
from people import small_class
from terminal import Terminal

COURSE, CODE = "202530.CMPT225", "CMPT225"


@pytest.fixture
def room(server, tmp_path):
    people = small_class(server, COURSE)
    return people, {name: Terminal(server, tmp_path / name, person) for name, person in people.items()}


def roles(terminal, name):
    """The roles of the authors of an event and its replies."""
    thread = json.loads(terminal.noteit("event", "view", name, "--json"))
    return [thread["event"]["author"]["role"]] + [reply["author"]["role"] for reply in thread["replies"]]


def test_posts_replies_and_rosters_have_a_badge(room, check):
    people, terminals = room
    ada, bob, grace = (terminals[name] for name in ("ada", "bob", "grace"))
    name = grace.noteit("post", CODE, "Office hours").strip()
    bob.noteit("reply", name, "When?")
    grace.noteit("reply", name, "At noon")
    page = ada.noteit("event", "view", name)
    assert page.count("Instructor (staff)") == 2 and "Bob (staff)" not in page and "Bob @" in page
    assert "Instructor (staff)" in ada.noteit("event", "list", CODE)
    assert roles(ada, name) == ["instructor", "student", "instructor"]
    members = json.loads(grace.noteit("roster", CODE, "--json", "displayName,role"))
    assert {(member["displayName"], member["role"]) for member in members} == {
        ("Ada", "student"), ("Bob", "student"), ("Instructor", "instructor")}
    assert "Instructor (staff)" in grace.noteit("roster", CODE) and "Ada (staff)" not in grace.noteit("roster", CODE)
    assert [member["role"] for member in people["ada"].get(f"/v1/courses/{COURSE}/staff")["items"]] == ["instructor"]
    check()


def test_a_new_role_reaches_every_copy(room, server, check):
    people, terminals = room
    ada, bob = terminals["ada"], terminals["bob"]
    name = bob.noteit("post", CODE, "Study group").strip()
    ada.noteit("reply", name, "I come")
    bob.noteit("reply", name, "Good")
    assert roles(ada, name) == ["student"] * 3
    copy = Copy(people["ada"])
    with people["ada"].stream(copy.cursor) as wire:
        server.admin("staff", "grant", people["bob"].email, COURSE)
        came = {}
        while len(came) < 2:
            change, _ = wire.change()
            copy.apply(change)
            if change["op"] == "upsert" and change["type"] in ("event", "reply"):
                came[change["id"]] = change["body"]["author"]["role"]
    assert list(came.values()) == ["instructor"] * 2, "bob's event and reply, and nothing of ada's"
    copy.expect_fresh()
    for terminal in (ada, bob):
        assert roles(terminal, name) == ["instructor", "student", "instructor"]
    server.admin("staff", "revoke", people["bob"].email, COURSE)
    for terminal in (ada, bob):
        assert roles(terminal, name) == ["student"] * 3
    copy.catch_up()
    copy.expect_fresh()
    check()


def test_a_role_in_one_course_is_not_shown_in_another(room, server):
    people, terminals = room
    bob, other = people["bob"], "202530.MATH150"
    bob.enroll(bob.get(f"/v1/courses/{other}")["sections"][0]["id"])
    event = bob.post(other, "Tutorial")
    server.admin("staff", "grant", bob.email, COURSE)
    assert bob.event(event)["author"]["role"] == "student" and bob.post(COURSE, "Lab")["author"]["role"] == "instructor"
    server.admin("account", "role", people["ada"].email, "instructor")
    assert people["ada"].post(COURSE, "Mine")["author"]["role"] == "student", "the role of the account is not that in the course"


def test_a_badge_names_no_anonymous_author(room, server, check):
    people, terminals = room
    ada, bob, grace = (terminals[name] for name in ("ada", "bob", "grace"))
    name = bob.noteit("post", CODE, "Is a heap sorted?", "--kind", "question", "--anonymous").strip()
    bob.noteit("reply", name, "Nobody?", "--anonymous")
    before = json.loads(ada.noteit("event", "view", name, "--peek", "--json"))
    copy = Copy(people["ada"])
    server.admin("staff", "grant", people["bob"].email, COURSE)
    assert people["ada"].changes(copy.cursor) == [], "classmates hear nothing of it"
    assert json.loads(ada.noteit("event", "view", name, "--peek", "--json")) == before
    assert "(staff)" not in ada.noteit("event", "view", name)
    assert roles(grace, name) == ["instructor"] * 2, "staff know who wrote it"
    check()
