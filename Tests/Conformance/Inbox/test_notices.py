"""Notices: recipients, all or none, receipts, and corrections."""

import uuid
from datetime import datetime, timedelta, timezone

import pytest

from copies import Copy
from noteitd import wait_until
from people import register, staff


def kinds(person):
    return [each["kind"] for each in reversed(person.items("/v1/me/notifications")) if each["event"]]


def send(person, status=201, **fields):
    return person.call("POST", "/v1/notices", status, json={"title": "Room change"} | fields).json()


def see(person, event):
    return person.call("PUT", f"/v1/me/marks/{event['id']}", 200, json={"seen": person.event(event)["activity"]})


@pytest.fixture
def other(courses):
    """A second course, without staff."""
    return next(courses)


@pytest.fixture
def cyd(server, other):
    person = register(server)
    person.enroll(other["sections"][0]["id"])
    return person


@pytest.fixture
def eve(server, course, other):
    """Staff of both courses."""
    person = staff(server, course["id"])
    server.admin("staff", "grant", person.email, other["id"])
    return person


def test_a_notice_goes_to_sections_and_whole_courses(course, other, ada, bob, cyd, eve, stranger):
    copy = Copy(ada)
    target = {"sections": [course["sections"][0]["id"]], "courses": [other["id"]]}
    assert eve.call("POST", "/v1/notices", 200, params={"dryRun": "true"}, json={"title": "x"} | target).json() == {"people": 2}
    assert eve.events(course["id"]) == eve.events(other["id"]) == []
    sent = send(eve, body="Now in 9001", due="2099-11-20T17:00:00Z", mustRead=True, **target)["items"]
    assert sorted((each["course"], each["sections"]) for each in sent) == sorted(
        [(course["id"], target["sections"]), (other["id"], [])])
    for each in sent:
        assert (each["kind"], each["visibility"], each["mustRead"], each["rev"]) == ("notice", "public", True, 1)
        assert eve.event(each) == each
    assert kinds(ada) == kinds(cyd) == ["notice"]
    assert kinds(bob) == kinds(eve) == kinds(stranger) == []
    copy.catch_up()
    copy.expect_fresh()


def test_a_notice_is_sent_to_all_or_none_and_only_by_staff(course, other, ada, grace, eve):
    head = eve.head()
    send(grace, 403, courses=[course["id"], other["id"]])
    send(ada, 403, courses=[course["id"]])
    send(ada, 403, courses=[course["id"]], title="x")
    ada.refused("POST", "/v1/notices?dryRun=true", 403, json={"title": "x", "courses": [course["id"]]})
    for fields in ({}, {"courses": []}, {"courses": ["none"]}, {"sections": ["none"]}, {"courses": [course["id"]], "title": ""},
                   {"courses": [course["id"]] * 51}, {"sections": [course["sections"][0]["id"], "none"]}):
        send(eve, 422, **fields)
    eve.refused("POST", "/v1/notices?dryRun=maybe", 422, json={"title": "x", "courses": [course["id"]]})
    assert eve.head() == head


def test_staff_of_a_section_send_to_it_and_to_no_other(server, course, ada, bob):
    person = staff(server, course["id"], course["sections"][0]["id"])
    send(person, sections=[course["sections"][0]["id"]])
    send(person, 422, sections=[course["sections"][1]["id"]])
    assert kinds(ada) == ["notice"] and kinds(bob) == []


def test_a_notice_sent_again_is_the_same_notice(course, other, eve, grace):
    fields = {"id": str(uuid.uuid4()), "courses": [course["id"], other["id"]]}
    sent, head = send(eve, **fields), eve.head()
    assert send(eve, 200, **fields) == sent and eve.head() == head
    send(grace, 409, **fields)


def test_receipts_are_for_the_sender_and_staff(course, ada, bob, eve, grace, stranger):
    notice = send(eve, courses=[course["id"]], mustRead=True)["items"][0]
    path = f"/v1/events/{notice['id']}/receipts"
    assert eve.get(path) == grace.get(path) == {"people": 3, "seen": 0}
    see(ada, notice)
    assert eve.get(path) == {"people": 3, "seen": 1}
    bob.reply(notice)
    assert eve.get(path) == {"people": 3, "seen": 2}
    eve.edit(notice, body="It says more")
    assert eve.get(path) == {"people": 3, "seen": 0}
    ada.refused("GET", path, 403)
    stranger.refused("GET", path, 404)
    note = eve.post(course["id"])
    eve.refused("GET", f"/v1/events/{note['id']}/receipts", 404)
    eve.refused("GET", f"/v1/events/{uuid.uuid4()}/receipts", 404)


def test_staff_see_who_has_not_seen_a_notice_that_must_be_read(course, ada, bob, eve, grace, stranger):
    notice = send(eve, courses=[course["id"]], mustRead=True)["items"][0]
    path = f"/v1/events/{notice['id']}/unseen"

    def unseen(person):
        return {each["id"] for each in person.items(path, limit=1)}

    assert unseen(eve) == unseen(grace) == {ada.id, bob.id, grace.id}
    see(ada, notice)
    assert unseen(eve) == {bob.id, grace.id}
    [found] = [each for each in eve.items(path) if each["id"] == bob.id]
    assert (found["displayName"], found["email"], found["role"]) == (bob.account["displayName"], bob.email, "student")
    eve.edit(notice, body="It says more")
    assert ada.id in unseen(eve)
    for person in (ada, bob):
        assert "staff" in person.refused("GET", path, 403)["detail"]
    stranger.refused("GET", path, 404)
    bob.drop(course["sections"][1]["id"])
    assert unseen(eve) == {ada.id, grace.id}


def test_nobody_learns_who_has_not_seen_another_post(course, ada, eve):
    plain, note = send(eve, courses=[course["id"]])["items"][0], eve.post(course["id"])
    assert "must read" in eve.refused("GET", f"/v1/events/{plain['id']}/unseen", 409)["detail"]
    eve.refused("GET", f"/v1/events/{note['id']}/unseen", 404)
    eve.refused("GET", f"/v1/events/{uuid.uuid4()}/unseen", 404)


def test_staff_of_a_section_see_its_own_people_alone(server, course, first, second, ada, bob, grace):
    section = staff(server, course["id"], first)
    whole = send(grace, courses=[course["id"]], mustRead=True)["items"][0]
    other = send(grace, sections=[second], mustRead=True)["items"][0]
    own = send(section, sections=[first], mustRead=True)["items"][0]
    section.refused("GET", f"/v1/events/{other['id']}/unseen", 404)
    for notice in (whole, own):
        assert [each["id"] for each in section.items(f"/v1/events/{notice['id']}/unseen", limit=1) if each["id"] != section.id] == [ada.id]
    assert {ada.id, bob.id} < {each["id"] for each in grace.items(f"/v1/events/{whole['id']}/unseen")}


def test_a_correction_notifies_everyone_who_saw_the_notice(course, ada, bob, eve):
    notice = send(eve, courses=[course["id"]])["items"][0]
    see(ada, notice)
    eve.edit(notice, body="Room 2")
    eve.edit(notice, body="Room 3")
    assert kinds(ada) == ["notice", "noticeAmended"] and kinds(bob) == ["notice"]
    eve.delete(notice, params={"reason": "the room stays"})
    assert kinds(ada) == ["noticeRetracted"] and kinds(bob) == []
    told = ada.items("/v1/me/notifications")[0]
    assert (told["text"], told["event"], told["course"]) == ("the room stays", notice["id"], course["id"])


def test_a_must_read_notice_passes_a_mute(course, ada, eve):
    ada.call("PATCH", "/v1/me/preferences", 200, json={"mutedCourses": [course["id"]]})
    send(eve, courses=[course["id"]])
    assert kinds(ada) == []
    notice = send(eve, courses=[course["id"]], mustRead=True)["items"][0]
    assert kinds(ada) == ["notice"]
    see(ada, notice)
    eve.edit(notice, body="Corrected")
    assert kinds(ada) == ["notice", "noticeAmended"]


def test_a_reminder_comes_once_and_only_to_readers_of_the_event(course, ada, bob, grace):
    ada.call("PATCH", "/v1/me/preferences", 200, json={"reminders": [1]})
    grace.call("PATCH", "/v1/me/preferences", 200, json={"reminders": []})
    due = (datetime.now(timezone.utc) + timedelta(seconds=62)).strftime("%Y-%m-%dT%H:%M:%SZ")
    event = bob.post(course["id"], kind="reminder", due=due)
    mine = ada.post(course["id"], kind="reminder", due=due, visibility="private")
    wait_until(lambda: len(kinds(ada)) >= 2, "the reminders")
    told = ada.items("/v1/me/notifications")
    assert {(each["kind"], each["event"], each["minutes"]) for each in told} == {
        ("dueSoon", event["id"], 1), ("dueSoon", mine["id"], 1)}
    wait_until(lambda: kinds(bob) == ["dueSoon"], "bob's, whose hour had come before")
    assert bob.items("/v1/me/notifications")[0]["minutes"] == 60
    assert kinds(grace) == []


@pytest.mark.parametrize("must_read", [False, True])
def test_a_notice_that_returns_to_a_section_tells_nobody_twice(course, first, second, ada, bob, grace, must_read):
    copies = [Copy(person) for person in (ada, bob)]
    notice = send(grace, sections=[first], mustRead=must_read)["items"][0]
    ada.call("PATCH", "/v1/me/preferences", 200, json={"mutedCourses": [course["id"]]})
    for sections in ([second], [first], [second], [first], [], [first, second]):
        grace.edit(notice, sections=sections)
    assert kinds(ada) == kinds(bob) == ["notice"]
    for copy in copies:
        copy.expect_fresh()


def test_a_notice_that_returns_tells_the_people_who_came_meanwhile(server, course, first, second, ada, grace):
    notice = send(grace, sections=[first])["items"][0]
    late = register(server)
    late.enroll(first)
    assert kinds(late) == []
    for sections in ([second], [first]):
        grace.edit(notice, sections=sections)
    assert kinds(late) == kinds(ada) == ["notice"]


def test_a_notice_moves_a_bounded_number_of_times(course, first, second, ada, grace):
    notice = send(grace, sections=[first])["items"][0]
    for move in range(49):
        grace.edit(notice, sections=[[second], [first]][move % 2])
    problem = grace.refused("PATCH", f"/v1/events/{notice['id']}", 422, json={"sections": [first]})
    assert "Send a new one" in problem["errors"][0]["detail"]
    grace.edit(notice, title="The last word")


def test_a_sender_who_is_not_staff_any_more_still_counts_the_readers(server, course, first, ada, grace):
    tutor = staff(server, course["id"], first)
    notice = send(tutor, sections=[first])["items"][0]
    see(ada, notice)
    server.admin("staff", "revoke", tutor.email, course["id"])
    tutor.refused("GET", f"/v1/events/{notice['id']}/receipts", 404)
    tutor.enroll(first)
    # The present staff are among the people who can see it.
    assert tutor.get(f"/v1/events/{notice['id']}/receipts") == {"people": 2, "seen": 1}
    ada.refused("GET", f"/v1/events/{notice['id']}/receipts", 403)
