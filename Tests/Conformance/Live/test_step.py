"""Snapshot and long poll: content, order, visibility."""

import concurrent.futures
import time

import pytest

from copies import Copy
from people import PASSWORD, register, staff


def said(change):
    """A change in a few words."""
    if change["op"] in ("upsert", "remove"):
        return change["op"], change["type"], change["id"]
    return change["op"], change["course"], change["section"]


def newest(changes):
    """Each change once, at its last position."""
    return [change for index, change in enumerate(changes) if change not in changes[index + 1:]]


def test_a_snapshot_has_every_field_of_the_contract(course, ada):
    event = ada.post(course["id"])
    reply = ada.reply(event)
    snapshot = ada.get("/v1/snapshot")
    assert set(snapshot) == {
        "cursor", "account", "enrollments", "courses", "notifications", "seatWatches", "marks", "preferences", "removals",
        "studySettings", "studyPlan", "tasks", "record", "plans", "planReplies", "personalEvents", "calendarImports",
        "events", "replies", "next"}
    assert snapshot["account"] == ada.account
    assert [e["section"] for e in snapshot["enrollments"]] == [course["sections"][0]["id"]]
    assert snapshot["courses"] == [course]
    assert snapshot["events"] == [ada.event(event)]
    assert snapshot["replies"] == [reply]
    assert snapshot["next"] is None
    assert snapshot["cursor"] == ada.head()


def test_a_snapshot_is_compressed_for_whoever_takes_that(course, ada):
    for number in range(20):
        ada.post(course["id"], f"Lab {number}", body="Write tests first.")
    plain, packed = (ada.call("GET", "/v1/snapshot", 200, headers={"Accept-Encoding": coding}) for coding in ("identity", "gzip"))
    assert "Content-Encoding" not in plain.headers and packed.headers["Content-Encoding"] == "gzip"
    assert plain.headers["Vary"] == packed.headers["Vary"] == "Accept-Encoding"
    assert packed.json() == plain.json() and int(packed.headers["Content-Length"]) < len(plain.content) / 4


@pytest.mark.parametrize("limit", [1, 2, 3, 5000])
def test_pages_of_a_snapshot_hold_everything_once(course, ada, bob, limit):
    events = [ada.post(course["id"], f"Event {number}") for number in range(4)]
    replies = [bob.reply(events[number % 3], f"Reply {number}") for number in range(5)]
    snapshot = ada.snapshot(limit)
    assert sorted(event["id"] for event in snapshot["events"]) == sorted(event["id"] for event in events)
    assert sorted(reply["id"] for reply in snapshot["replies"]) == sorted(reply["id"] for reply in replies)
    assert len(snapshot["courses"]) == len(snapshot["enrollments"]) == 1
    for query in ({"limit": 0}, {"limit": 5001}, {"limit": "x"}, {"next": "x"}):
        ada.refused("GET", "/v1/snapshot", 422, params=query)


def test_changes_repair_everything_that_changed_between_two_pages(course, ada, bob):
    events = [ada.post(course["id"], f"Event {number}") for number in range(4)]
    first = bob.get("/v1/snapshot", params={"limit": 2})
    ada.edit(events[0], title="Edited behind the page")
    ada.delete(events[3])
    ada.edit(events[2], visibility="private")
    ada.post(course["id"], "New")
    copy = Copy(bob)
    copy.cursor = first["cursor"]
    second = bob.get("/v1/snapshot", params={"limit": 2, "next": first["next"]})
    assert second["cursor"] == first["cursor"]
    copy.held["event"] = {event["id"]: event for event in first["events"] + second["events"]}
    copy.expect_fresh()


def test_changes_come_once_and_in_order_with_the_present_subject(course, ada, bob):
    cursor = bob.head()
    event = ada.post(course["id"])
    edited = ada.edit(event, title="Lab 5")
    reply = bob.reply(event)
    ada.delete(event)
    changes, end = bob.changes_and_cursor(cursor)
    thread = [said(change) for change in changes if change["type"] in ("event", "reply")]
    assert thread == [("remove", "reply", reply["id"]), ("remove", "event", event["id"])], "what was in between is not told"
    assert len(changes) == len(set(map(said, changes)))
    assert end == bob.head() and bob.changes(end) == []
    kept = ada.post(course["id"], "Kept")
    change = bob.changes(end)[-1]
    assert change == {"op": "upsert", "type": "event", "id": kept["id"], "rev": 1, "body": kept}
    reply = bob.reply(kept)
    upserts = {change["type"]: change for change in bob.changes(end) if change["op"] == "upsert"}
    assert upserts["reply"] == {"op": "upsert", "type": "reply", "id": reply["id"], "rev": 1, "body": reply}
    assert upserts["event"]["body"] == bob.event(kept) and upserts["event"]["rev"] == 1
    assert edited["rev"] == 2


def test_small_pages_of_changes_are_the_same_changes(course, ada, bob):
    """In pages of any size each subject comes at least once, in its present state, and last in the order of a single page."""
    cursor = bob.head()
    for number in range(5):
        bob.reply(ada.post(course["id"], f"Event {number}"))
    whole, end = bob.changes_and_cursor(cursor)
    assert len(whole) == len(set(map(said, whole)))
    for limit in (1, 2, 7):
        changes, last = bob.changes_and_cursor(cursor, limit)
        assert (newest(changes), last) == (whole, end)
        assert all(change in whole for change in changes)
    page = bob.get("/v1/changes", params={"cursor": cursor, "limit": 1, "wait": 0})
    assert page["more"] is True and len(page["changes"]) == 1 and set(page) == {"changes", "cursor", "more"}


def test_a_long_poll_waits_for_a_change_and_no_longer(course, ada, bob):
    cursor = bob.head()
    begin = time.monotonic()
    assert bob.get("/v1/changes", params={"cursor": cursor, "wait": 1})["changes"] == []
    assert 0.9 < time.monotonic() - begin < 20
    with concurrent.futures.ThreadPoolExecutor() as pool:
        poll = pool.submit(bob.get, "/v1/changes", params={"cursor": cursor, "wait": 30})
        ada.post(course["id"], visibility="private")
        event = ada.post(course["id"])
        page = poll.result()
    assert [change["id"] for change in page["changes"]] == [event["id"]]
    begin = time.monotonic()
    assert bob.get("/v1/changes?cursor=now&wait=60")["changes"] == []
    assert time.monotonic() - begin < 50


def test_a_cursor_that_cannot_be_resumed_from_is_a_410(ada):
    epoch, _, offset = ada.head().rpartition(".")
    path = "/v1/changes"
    assert ada.refused("GET", path, 410, params={"cursor": f"{epoch}.{int(offset) + 1000}"})["reason"] == "ahead"
    assert ada.refused("GET", path, 410, params={"cursor": f"other.{offset}"})["reason"] == "epoch"
    for text in ("x", f"{epoch}.-1", f"{epoch}.9" + "9" * 30):
        assert ada.refused("GET", path, 410, params={"cursor": text})["reason"] == "epoch"
    for query in ({}, {"cursor": ""}, {"cursor": "x" * 1001}, {"cursor": "a\u0000"}, {"cursor": "now", "wait": 61},
                  {"cursor": "now", "wait": "x"}, {"cursor": "now", "limit": 0}, {"cursor": "now", "limit": 501}):
        ada.refused("GET", path, 422, params=query)


def test_nothing_of_a_private_event_reaches_another(course, ada, bob, grace):
    cursors = {person: person.head() for person in (bob, grace)}
    event = ada.post(course["id"], "Mine alone", visibility="private")
    ada.reply(event)
    ada.edit(event, title="Still mine")
    ada.delete(event)
    for person, cursor in cursors.items():
        assert person.changes(cursor) == []
        assert person.snapshot()["events"] == person.snapshot()["replies"] == []


def test_hiding_an_event_removes_its_thread_and_showing_it_brings_it_back(course, ada, bob, grace):
    event = ada.post(course["id"])
    reply = bob.reply(event)
    copies = [Copy(person) for person in (ada, bob, grace)]
    cursor = bob.head()
    ada.edit(event, visibility="private")
    hidden = bob.changes(cursor)
    assert ("remove", "event", event["id"]) in map(said, hidden)
    assert all(change["op"] == "remove" for change in hidden)
    for copy in copies:
        copy.expect_fresh()
    cursor = bob.head()
    ada.edit(event, visibility="public")
    assert {("upsert", "event", event["id"]), ("upsert", "reply", reply["id"])} <= set(map(said, bob.changes(cursor)))
    for copy in copies:
        copy.expect_fresh()


def test_a_replay_holds_what_the_reader_may_see_now(course, ada, bob):
    cursor = bob.head()
    event = ada.post(course["id"], "For all")
    ada.edit(event, visibility="private", title="Secret")
    changes = bob.changes(cursor)
    assert all(change["op"] == "remove" for change in changes), changes


def test_enrolling_brings_everything_visible_and_dropping_removes_it(course, ada, bob):
    first, second = (section["id"] for section in course["sections"][:2])
    event = ada.post(course["id"], sections=[first])
    reply = ada.reply(event)
    copy = Copy(bob)
    bob.enroll(first)
    changes = copy.catch_up()
    assert said(changes[0]) == ("scopeGranted", course["id"], first)
    assert {("upsert", "enrollment", first), ("upsert", "event", event["id"]), ("upsert", "reply", reply["id"])} <= set(map(said, changes))
    copy.expect_fresh()
    bob.drop(first)
    changes = copy.catch_up()
    assert said(changes[0]) == ("scopeRevoked", course["id"], first)
    assert {("remove", "enrollment", first), ("remove", "event", event["id"]), ("remove", "reply", reply["id"])} <= set(map(said, changes))
    copy.expect_fresh()
    ada.edit(event, title="Not for Bob")
    assert copy.catch_up() == []


def test_the_first_section_brings_the_course_and_the_last_removes_it(course, ada, stranger):
    event = ada.post(course["id"])
    copy = Copy(stranger)
    section = course["sections"][0]["id"]
    stranger.enroll(section)
    changes = copy.catch_up()
    assert {("upsert", "course", course["id"]), ("upsert", "event", event["id"])} <= set(map(said, changes))
    copy.expect_fresh()
    stranger.drop(section)
    changes = copy.catch_up()
    assert {("remove", "course", course["id"]), ("remove", "event", event["id"])} <= set(map(said, changes))
    copy.expect_fresh()
    assert copy.held["event"] == copy.held["course"] == copy.held["enrollment"] == {}


def test_copies_stay_in_step_when_a_staff_role_begins_and_ends(server, course, ada, bob):
    seen, hidden = ada.post(course["id"]), ada.post(course["id"], visibility="staff")
    bob.reply(seen)
    copy = Copy(bob)
    server.admin("staff", "grant", bob.email, course["id"])
    changes = copy.catch_up()
    assert said(changes[0]) == ("scopeGranted", course["id"], None)
    assert ("upsert", "event", hidden["id"]) in map(said, changes)
    copy.expect_fresh()
    assert copy.held["event"][seen["id"]]["author"]["email"] == ada.email
    server.admin("staff", "revoke", bob.email, course["id"])
    assert ("remove", "event", hidden["id"]) in map(said, copy.catch_up())
    copy.expect_fresh()


def test_a_rename_reaches_every_post_of_the_person(course, ada, bob):
    event = ada.post(course["id"])
    ada.reply(event)
    copies = [Copy(ada), Copy(bob)]
    ada.call("PATCH", "/v1/me", 200, json={"displayName": "Another Name"})
    for copy in copies:
        copy.expect_fresh()
        assert copy.held["event"][event["id"]]["author"]["displayName"] == "Another Name"
        assert copy.held["event"][event["id"]]["rev"] == 1


def test_a_person_who_leaves_vanishes_from_the_copies_of_others(course, ada, bob, grace):
    ada.post(course["id"], "Public")
    ada.post(course["id"], "For the staff", visibility="staff")
    copies = [Copy(bob), Copy(grace)]
    ada.call("DELETE", "/v1/me", 204, json={"currentPassword": PASSWORD})
    for copy in copies:
        copy.expect_fresh()
        assert ada.email not in str(copy.held) and ada.account["displayName"] not in str(copy.held)


def test_copies_stay_in_step_over_a_whole_story(server, course, ada, bob, grace):
    assistant = staff(server, course["id"], course["sections"][1]["id"])
    people = [ada, bob, grace, assistant, register(server)]
    copies = [Copy(person, limit=2) for person in people]
    first, second = (section["id"] for section in course["sections"][:2])
    question = bob.post(course["id"], "What is due?", kind="question", tags=["help"])
    answer = ada.reply(question, "Lab 4")
    for copy in copies[:3]:
        copy.catch_up(limit=1)
    exam = grace.post(course["id"], "Midterm", kind="exam", sections=[first], due="2025-10-20T18:00:00Z")
    ada.reply(question, "I mean Lab 5", parent=answer["id"])
    grace.edit(exam, due="2025-10-21T18:00:00Z", sections=[first, second])
    bob.edit(question, visibility="staff")
    people[4].enroll(second)
    bob.edit(question, visibility="public", sections=[second])
    grace.edit(exam, sections=[])
    ada.enroll(second)
    ada.drop(first)
    grace.call("DELETE", f"/v1/replies/{answer['id']}", 204)
    bob.call("PATCH", "/v1/me", 200, json={"displayName": "Robert"})
    server.admin("staff", "revoke", assistant.email, course["id"])
    grace.delete(exam, params={"reason": "Moved to the exams office"})
    for copy in copies:
        copy.expect_fresh()
