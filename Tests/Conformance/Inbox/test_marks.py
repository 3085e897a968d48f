"""Marks (seen, followed, muted) and preferences: in step on all devices, for one person alone."""

import uuid

import pytest

from copies import Copy
from people import PASSWORD, register, staff


def kinds(person, **query):
    """Newest first, of notifications about events."""
    return [each["kind"] for each in person.items("/v1/me/notifications", **query) if each["event"]]


def mark(person, event, **fields):
    return person.call("PUT", f"/v1/me/marks/{event['id']}", 200, json=fields).json()


def is_unread(person, event):
    """By the rule of clients."""
    marks = {each["event"]: each for each in person.snapshot()["marks"]}
    event, mine = person.event(event), marks.get(event["id"])
    if mine is None:
        return event["author"]["id"] != person.id or event["newest"] > event["rev"]
    return event["newest"] > mine["seen"]


def test_a_mark_reaches_all_devices_of_one_person_only(course, ada, bob):
    event, phone = ada.post(course["id"]), bob.sign_in_again("phone")
    assert is_unread(bob, event) and not is_unread(ada, event)
    copy, others = Copy(phone), ada.head()
    with phone.stream("now") as stream, phone.socket("now") as socket:
        for live in (stream, socket):
            live.frame()
        seen = mark(bob, event, seen=1)
        for live in (stream, socket):
            change = live.change()[0]
            assert (change["type"], change["id"], change["body"]) == ("mark", event["id"], seen)
    assert seen == {"event": event["id"], "course": course["id"], "seen": 1, "mine": False, "meToo": False,
                    "following": False, "muted": False, "done": False, "thanked": [], "remindAt": None,
                    "alias": None}
    assert not is_unread(phone, event)
    assert bob.get(f"/v1/me/marks/{event['id']}") == seen
    assert ada.changes(others) == []
    assert not any(each["event"] == event["id"] for each in ada.snapshot()["marks"])
    copy.catch_up()
    copy.expect_fresh()


@pytest.mark.parametrize("fields", [{"seen": 1}, {"muted": False}])
def test_a_device_that_keeps_the_answer_hears_of_every_change_of_it(course, ada, fields):
    """Also if the mark says what holds without one: else one's own edit on another device is news on this one."""
    event = ada.post(course["id"])
    kept = mark(ada, event, **fields)
    assert kept["seen"] == event["rev"]
    assert [each for each in ada.snapshot()["marks"] if each["event"] == event["id"]] == [kept]
    cursor = ada.head()
    edited = ada.edit(event, body="More")
    [heard] = [change["body"] for change in ada.changes(cursor) if change.get("type") == "mark"]
    assert heard["seen"] == edited["newest"] > kept["seen"]


def test_a_reply_is_unread_for_others_and_seen_by_its_author(course, ada, bob):
    event = ada.post(course["id"])
    mark(bob, event, seen=1)
    ada.reply(event)
    assert is_unread(bob, event) and not is_unread(ada, event)
    bob.reply(event)
    assert not is_unread(bob, event) and is_unread(ada, event)
    ada.edit(event, body="More")
    assert is_unread(bob, event)


def test_seen_never_falls(course, ada, bob):
    event = ada.post(course["id"])
    assert mark(bob, event, seen=10**9)["seen"] == 1
    assert mark(bob, event, seen=0)["seen"] == 1
    head = bob.head()
    assert mark(bob, event)["seen"] == mark(bob, event, seen=None, muted=None)["seen"] == 1
    assert bob.head() == head, "what changes nothing is no news"
    for fields in ({"seen": -1}, {"seen": "1"}, {"seen": 1.5}, {"muted": "no"}, {"done": 1}):
        bob.refused("PUT", f"/v1/me/marks/{event['id']}", 422, json=fields)


def test_a_tick_is_ones_own_alone(course, ada, bob):
    event = ada.post(course["id"], kind="assignment", due="2030-01-01T00:00:00Z")
    others, phone = ada.head(), bob.sign_in_again("phone")
    assert mark(bob, event, done=True)["done"] and phone.get(f"/v1/me/marks/{event['id']}")["done"]
    assert not ada.get(f"/v1/me/marks/{event['id']}")["done"] and ada.changes(others) == []
    assert ada.event(event) == event and not any(each["done"] for each in ada.snapshot()["marks"])
    head = bob.head()
    assert mark(bob, event, done=True)["done"] and mark(bob, event, muted=None)["done"]
    assert bob.head() == head, "ticking twice is no news"
    assert not mark(bob, event, done=False)["done"] and not phone.get(f"/v1/me/marks/{event['id']}")["done"]


def test_a_task_of_an_event_is_done_with_it(course, ada, bob):
    event = ada.post(course["id"], kind="assignment", due="2030-01-01T00:00:00Z")
    tasks = [person.call("POST", "/v1/me/tasks", 201, json={
        "title": "Hand in", "kind": "flexible", "minutes": 60, "event": event["id"]}).json() for person in (ada, bob)]
    mark(bob, event, done=True)
    assert [person.get(f"/v1/me/tasks/{task['id']}")["done"] for person, task in zip((ada, bob), tasks)] == [False, True]
    mark(bob, event, done=False)
    assert not bob.get(f"/v1/me/tasks/{tasks[1]['id']}")["done"]


def test_a_hidden_event_cannot_be_marked(course, ada, bob, stranger):
    secret = ada.post(course["id"], visibility="private")
    event = ada.post(course["id"])
    for person, target in ((bob, secret), (stranger, event), (bob, {"id": str(uuid.uuid4())}), (bob, {"id": "x"})):
        person.refused("GET", f"/v1/me/marks/{target['id']}", 404)
        person.refused("PUT", f"/v1/me/marks/{target['id']}", 404, json={"seen": 1})
    bob.call("POST", "/v1/me/read", 204, json={"events": [{"event": secret["id"], "seen": 1}, {"event": str(uuid.uuid4()), "seen": 1}]})
    assert bob.snapshot()["marks"] == []


def test_a_whole_course_is_marked_as_seen_at_once(course, ada, bob, stranger):
    events = [ada.post(course["id"]) for _ in range(3)]
    ada.post(course["id"], visibility="private")
    bob.call("POST", "/v1/me/read", 204, json={"course": course["id"]})
    assert {each["event"] for each in bob.snapshot()["marks"]} == {each["id"] for each in events}
    assert not any(is_unread(bob, event) for event in events)
    head = bob.head()
    bob.call("POST", "/v1/me/read", 204, json={"course": course["id"]})
    assert bob.head() == head
    stranger.refused("POST", "/v1/me/read", 403, json={"course": course["id"]})
    stranger.refused("POST", "/v1/me/read", 404, json={"course": "none"})
    many = [{"event": events[0]["id"], "seen": 1}] * 201
    for body in ({}, {"course": course["id"], "events": many[:1]}, {"events": []}, {"events": many}, {"events": [{"event": events[0]["id"]}]}):
        problem = bob.refused("POST", "/v1/me/read", 422, json=body)
        assert problem["errors"][0]["field"].startswith("events")


def test_seeing_a_thread_reads_its_notifications(course, ada, bob):
    event = ada.post(course["id"])
    bob.reply(event)
    bob.reply(event)
    assert kinds(ada, unread="true") == ["reply"]
    mark(ada, event, seen=2)
    assert kinds(ada, unread="true") == ["reply"], "there is more in it"
    mark(ada, event, seen=3)
    assert kinds(ada, unread="true") == [] and kinds(ada) == ["reply"]
    bob.reply(event)
    assert kinds(ada) == ["reply", "reply"]


def test_followed_events_notify_and_muted_events_do_not(course, ada, bob):
    event, cyd = ada.post(course["id"]), register(ada.server)
    cyd.enroll(course["sections"][0]["id"])
    mark(cyd, event, following=True)
    mark(ada, event, muted=True)
    bob.reply(event, body=f"@{ada.account['handle']}")
    assert kinds(cyd) == ["reply"] and kinds(ada) == []
    mark(cyd, event, following=False, seen=2)
    mark(ada, event, muted=False)
    bob.reply(event)
    assert kinds(cyd) == ["reply"] and kinds(ada) == ["reply"]


def test_a_muted_course_is_silent(course, ada, bob):
    event = ada.post(course["id"])
    answer = ada.call("PATCH", "/v1/me/preferences", 200, json={"mutedCourses": [course["id"]]}).json()
    assert answer == {"mutedCourses": [course["id"]], "reminders": [1440, 60], "follows": []}
    bob.reply(event, body=f"@{ada.account['handle']}")
    assert kinds(ada) == []


def test_preferences_are_kept_in_step_and_checked(course, ada, bob):
    phone, head = ada.sign_in_again("phone"), bob.head()
    assert ada.get("/v1/me/preferences") == {"mutedCourses": [], "reminders": [1440, 60], "follows": []}
    copy = Copy(phone)
    assert ada.call("PATCH", "/v1/me/preferences", 200, json={"reminders": [5, 90, 5]}).json()["reminders"] == [90, 5]
    copy.catch_up()
    assert copy.held["preferences"][ada.id] == phone.get("/v1/me/preferences") == {"mutedCourses": [], "reminders": [90, 5], "follows": []}
    copy.expect_fresh()
    assert bob.changes(head) == [] and bob.get("/v1/me/preferences")["reminders"] == [1440, 60]
    assert ada.call("PATCH", "/v1/me/preferences", 200, json={"reminders": []}).json()["reminders"] == []
    for body in ({"reminders": [0]}, {"reminders": [-1]}, {"reminders": [40321]}, {"reminders": list(range(1, 12))}, {"reminders": [1.5]},
                 {"reminders": ["60"]}, {"mutedCourses": ["none"]}, {"mutedCourses": [1]}, {"mutedCourses": ["x" * 10_000]}):
        problem = ada.refused("PATCH", "/v1/me/preferences", 422, json=body)
        assert problem["errors"][0]["field"].split(".")[0] in body


@pytest.mark.parametrize("word", ["mark", "preferences", "read"])
def test_marks_need_a_sign_in(word, anyone):
    path = {"mark": f"/v1/me/marks/{uuid.uuid4()}", "preferences": "/v1/me/preferences", "read": "/v1/me/read"}[word]
    method = {"mark": "GET", "preferences": "GET", "read": "POST"}[word]
    anyone.refused(method, path, 401, **({"json": {}} if method == "POST" else {}))


def test_marks_outlive_their_event_and_leaving_deletes_them(own_server):
    person, other = register(own_server), register(own_server)
    course = person.get("/v1/courses/202530.CMPT225")
    for each in (person, other):
        each.enroll(course["sections"][0]["id"])
    grace = staff(own_server, course["id"])
    event, copy = other.post(course["id"]), Copy(person)
    mark(person, event, following=True)
    grace.delete(event)
    copy.catch_up()
    copy.expect_fresh()
    person.call("PATCH", "/v1/me/preferences", 200, json={"reminders": [7]})
    person.call("DELETE", "/v1/me", 204, json={"currentPassword": PASSWORD})
    assert own_server.admin("check", check=False).returncode == 0
