"""Seat watches and the inbox: over HTTP, in the snapshot and on every transport, for one person alone."""

import uuid

import pytest

from copies import Copy
from people import PASSWORD, register
from registrar import import_seats

COURSE = "202530.CMPT225"


@pytest.fixture
def sections(own_server):
    return register(own_server).get(f"/v1/courses/{COURSE}")["sections"]


@pytest.fixture
def seats(own_server, sections, tmp_path):
    """Imports the term with that many of 30 seats taken in its first section; None withdraws the section."""
    return lambda taken: import_seats(own_server, tmp_path, {sections[0]["crn"]: taken if taken is None else (taken, 30)})


def kinds(person, **query):
    """Newest first."""
    return [each["kind"] for each in person.items("/v1/me/notifications", **query)]


def test_a_watch_is_made_read_and_deleted(own_server, sections, seats):
    person, path = register(own_server), f"/v1/me/seat-watches/{sections[0]['id']}"
    seats(30)
    person.refused("GET", path, 404)
    person.refused("DELETE", path, 404)
    watch = person.call("PUT", path, 201).json()
    assert watch["section"] == {"id": sections[0]["id"], "code": sections[0]["code"], "capacity": 30, "enrolled": 30}
    assert watch["course"] == COURSE and set(watch) == {"section", "course", "since"}
    assert person.call("PUT", path, 200).json() == person.get(path) == watch
    assert person.get("/v1/me/seat-watches") == {"items": [watch], "next": None}
    person.call("DELETE", path, 204)
    assert person.get("/v1/me/seat-watches")["items"] == []
    for section in ("202530.none", "x", "x" * 5000):
        person.refused("PUT", f"/v1/me/seat-watches/{section}", 404)
    seats(None)
    person.refused("PUT", path, 404)


def test_a_section_of_a_past_term_is_not_watched(course, stranger):
    problem = stranger.refused("PUT", f"/v1/me/seat-watches/{course['sections'][0]['id']}", 409)
    assert "is over" in problem["detail"]


def test_a_crossing_is_told_once_on_every_transport_and_the_copy_is_a_fresh_snapshot(own_server, sections, seats):
    person, section = register(own_server), sections[0]["id"]
    seats(30)
    copy = Copy(person)
    person.call("PUT", f"/v1/me/seat-watches/{section}", 201)
    with person.stream("now") as stream, person.socket("now") as socket:
        for live in (stream, socket):
            live.frame()
        cursor = person.head()
        seats(28)
        heard = [[live.change()[0] for _ in range(2)] for live in (stream, socket)]
    assert heard[0] == heard[1] == person.changes(cursor)
    assert [change["type"] for change in heard[0]] == ["seatWatch", "notification"]
    told = heard[0][1]["body"]
    assert (told["kind"], told["section"]["enrolled"], told["readAt"]) == ("seatOpened", 28, None)
    assert person.get(f"/v1/me/notifications/{told['id']}") == told
    head = person.head()
    seats(28)
    assert person.head() == head, "the same file again is no news"
    seats(30)
    seats(10)
    seats(28)
    seats(None)
    assert set(kinds(person, limit=2)) == {"seatOpened", "fewSeatsLeft", "sectionFull", "sectionCancelled"}
    assert person.get("/v1/me/seat-watches")["items"] == []
    copy.expect_fresh()
    assert own_server.admin("check", check=False).returncode == 0


def test_a_notification_read_on_one_device_is_read_on_all(own_server, sections, seats):
    person = register(own_server)
    phone, copy = person.sign_in_again("phone"), Copy(person)
    seats(30)
    person.call("PUT", f"/v1/me/seat-watches/{sections[0]['id']}", 201)
    seats(10)
    seats(30)
    first, second = (each["id"] for each in person.items("/v1/me/notifications", unread="true"))
    with phone.stream("now") as stream:
        stream.frame()
        person.call("PATCH", "/v1/me/notifications", 204, json={"read": [second, second, str(uuid.uuid4())]})
        change = stream.change()[0]
        assert change["id"] == second and change["body"]["readAt"]
    assert [each["id"] for each in phone.items("/v1/me/notifications", unread="true")] == [first]
    head = person.head()
    phone.call("PATCH", "/v1/me/notifications", 204, json={"read": [second]})
    assert person.head() == head
    assert len(phone.items("/v1/me/notifications")) == 2
    copy.expect_fresh()
    for read in ([], [first] * 201, ["x"]):
        assert person.refused("PATCH", "/v1/me/notifications", 422, json={"read": read})["errors"][0]["field"].startswith("read")
    for query in ({"unread": "x"}, {"after": "x"}, {"limit": 0}):
        person.refused("GET", "/v1/me/notifications", 422, params=query)


def test_nobody_else_gets_a_persons_notifications(own_server, sections, seats):
    ada, bob = register(own_server), register(own_server)
    section = sections[0]["id"]
    bob.enroll(section)
    own_server.admin("staff", "grant", bob.email, COURSE)
    seats(30)
    cursor = bob.head()
    with bob.stream("now") as stream, bob.socket("now") as socket:
        for live in (stream, socket):
            live.frame()
        ada.call("PUT", f"/v1/me/seat-watches/{section}", 201)
        seats(10)
        told = ada.get("/v1/me/notifications")["items"][0]["id"]
        bob.refused("GET", f"/v1/me/notifications/{told}", 404)
        bob.refused("GET", f"/v1/me/seat-watches/{section}", 404)
        bob.refused("DELETE", f"/v1/me/seat-watches/{section}", 404)
        bob.call("PATCH", "/v1/me/notifications", 204, json={"read": [told]})
        ada.call("PATCH", "/v1/me/notifications", 204, json={"read": [told]})
        ada.call("DELETE", f"/v1/me/seat-watches/{section}", 204)
        end = bob.post(COURSE, "the end", visibility="private")["id"]
        for live in (stream, socket):
            heard = [live.change()[0]]
            while heard[-1]["id"] != end:
                heard.append(live.change()[0])
            assert [change["type"] for change in heard] == ["course", "event"]
    assert {change["type"] for change in bob.changes(cursor)} == {"course", "event"}
    snapshot = bob.snapshot()
    assert snapshot["notifications"] == snapshot["seatWatches"] == []
    assert ada.items("/v1/me/notifications")[0]["readAt"]
    bob.refused("GET", "/v1/me/notifications/x", 404)


def test_one_person_cannot_push_everything_else_out(own_server, sections):
    ada, ben, loud, teacher = (register(own_server) for _ in range(4))
    for person in (ada, ben, loud):
        person.enroll(sections[0]["id"])
    own_server.admin("staff", "grant", teacher.email, COURSE)
    mine = ada.post(COURSE, "Mine")
    teacher.delete(mine, params={"reason": "Not about the course"})
    named = f"@{ada.account['handle']}"
    ben.post(COURSE, f"For {named}")
    for number in range(520):
        loud.post(COURSE, f"{number} {named}")
    told = [each for page in pages(ada) for each in page]
    assert len(told) == 500 and [each["kind"] for each in told].count("removed") == 1
    texts = {each["id"]: each["author"]["id"] for each in ada.snapshot()["events"]}
    assert ben.account["id"] in {texts.get(each["event"]) for each in told}
    assert texts[told[0]["event"]] == loud.account["id"], "the newest of the loud one are there"


def pages(person):
    """The notifications, page by page."""
    after = None
    while True:
        page = person.get("/v1/me/notifications", params={"limit": 200} | ({"after": after} if after else {}))
        yield page["items"]
        if not (after := page["next"]):
            return


def test_leaving_deletes_the_inbox(own_server, sections, seats):
    person = register(own_server)
    seats(30)
    person.call("PUT", f"/v1/me/seat-watches/{sections[0]['id']}", 201)
    seats(10)
    person.call("DELETE", "/v1/me", 204, json={"currentPassword": PASSWORD})
    seats(30)
    assert own_server.admin("check", check=False).returncode == 0
