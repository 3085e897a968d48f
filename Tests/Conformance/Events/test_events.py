"""Events: posting, reading, editing, deleting, and permissions."""

import unicodedata
import uuid

import pytest

from people import staff

FIELDS = {
    "id", "course", "number", "kind", "title", "body", "tags", "due", "visibility", "sections", "author", "createdAt",
    "editedAt", "rev", "replyCount", "latestText", "dueHistory", "dueMoves", "activity", "newest", "pinned", "anonymous", "accepted", "endorsed", "meToo", "mustRead",
    "attachments", "publication",
}


def test_a_post_has_every_field_of_the_contract(course, ada):
    answer = ada.call("POST", f"/v1/courses/{course['id']}/events", 201, json={"title": "Lab 4"})
    event = answer.json()
    assert set(event) == FIELDS
    assert answer.headers["ETag"] == '"1"'
    assert answer.headers["Location"] == f"/v1/events/{event['id']}"
    plain = {name: event[name] for name in FIELDS - {"id", "author", "createdAt"}}
    assert plain == {
        "course": course["id"], "number": 1, "kind": "note", "title": "Lab 4", "body": "", "tags": [], "due": None,
        "visibility": "public", "sections": [], "editedAt": None, "rev": 1, "replyCount": 0, "latestText": "Lab 4",
        "dueHistory": [], "dueMoves": 0, "activity": 1, "newest": 1, "pinned": False, "anonymous": False, "accepted": None, "endorsed": None, "meToo": 0, "mustRead": False,
        "attachments": [], "publication": None,
    }
    assert event["author"] == {name: ada.account[name] for name in ("id", "displayName", "role", "handle")}
    assert uuid.UUID(event["id"]).version == 7
    assert ada.event(event) == event
    assert ada.post(course["id"])["number"] == 2


def test_a_post_reads_back_as_it_was_sent(course, ada):
    fields = {
        "body": "Bring\ta pen.\nAnd paper.", "kind": "exam", "tags": ["midterm", "room change"],
        "due": "2025-11-20T17:00:00.75-08:00", "visibility": "staff", "sections": [course["sections"][0]["id"]],
    }
    event = ada.post(course["id"], "Midterm", **fields)
    assert {name: event[name] for name in fields} == fields | {"due": "2025-11-21T01:00:00Z"}


def test_the_same_id_is_stored_once(course, ada, bob):
    id = str(uuid.uuid4())
    event = ada.post(course["id"], "Once", id=id)
    assert event["id"] == id
    assert ada.post(course["id"], "Once", 200, id=id) == event
    assert ada.post(course["id"], "Something else", 200, id=id.upper(), visibility="private") == event
    bob.refused("POST", f"/v1/courses/{course['id']}/events", 409, json={"title": "Mine", "id": id})
    assert ada.events(course["id"]) == [event]
    ada.delete(event)
    ada.refused("POST", f"/v1/courses/{course['id']}/events", 409, json={"title": "Once", "id": id})


def test_edits_count_revisions_and_a_stale_one_is_refused(course, ada):
    event = ada.post(course["id"], "Lab 4", body="Old")
    answer = ada.call("PATCH", f"/v1/events/{event['id']}", 200, json={"body": "New"}, headers={"If-Match": '"1"'})
    edited = answer.json()
    assert answer.headers["ETag"] == '"2"'
    assert edited == event | {"body": "New", "rev": 2, "activity": 2, "newest": 2, "editedAt": edited["editedAt"]}
    assert edited["editedAt"] is not None
    path = f"/v1/events/{event['id']}"
    ada.refused("PATCH", path, 412, json={"body": "Newer"}, headers={"If-Match": '"1"'})
    ada.refused("DELETE", path, 412, headers={"If-Match": '"1"'})
    assert ada.event(event) == edited
    assert ada.edit(event, title="Lab 5", headers={"If-Match": "*"})["rev"] == 3
    assert ada.edit(event, title="Lab 6", headers={"If-Match": ""})["rev"] == 4, "an empty one is ignored"
    assert ada.edit(event, title="Lab 6")["rev"] == 4
    assert ada.edit(event)["rev"] == 4
    ada.delete(event, headers={"If-Match": '"4"'})


def test_a_moved_due_date_is_remembered(course, ada, grace):
    event = ada.post(course["id"], due="2025-10-01T07:00:00Z")
    ada.edit(event, due="2025-10-02T07:00:00Z")
    ada.edit(event, title="Still due then")
    cleared = ada.edit(event, due=None)
    assert cleared["due"] is None
    history = ada.edit(event, due="2025-10-03T07:00:00Z")["dueHistory"]
    assert [(change["from"], change["to"]) for change in history] == [
        ("2025-10-01T07:00:00Z", "2025-10-02T07:00:00Z"), ("2025-10-02T07:00:00Z", None), (None, "2025-10-03T07:00:00Z"),
    ]
    assert all(set(change) == {"from", "to", "by", "at"} and change["by"] == event["author"] for change in history)
    assert len(grace.event(event)["dueHistory"]) == 3


def test_only_its_author_edits_an_event(course, ada, bob, grace):
    event = ada.post(course["id"])
    for person in (bob, grace):
        person.refused("PATCH", f"/v1/events/{event['id']}", 403, json={"title": "Not mine"})
    bob.refused("DELETE", f"/v1/events/{event['id']}", 403)
    assert ada.event(event) == event


def test_author_or_staff_delete_an_event_and_its_replies(course, ada, bob, grace):
    mine, theirs = ada.post(course["id"]), ada.post(course["id"])
    reply = bob.reply(mine)
    ada.delete(mine)
    grace.delete(theirs, params={"reason": "Off topic"})
    for event in (mine, theirs):
        for method, path in [("GET", ""), ("PATCH", ""), ("DELETE", ""), ("GET", "/replies"), ("POST", "/replies")]:
            body = {"body": "Too late"} if method in ("PATCH", "POST") else None
            ada.refused(method, f"/v1/events/{event['id']}{path}", 404, json=body)
    bob.refused("PATCH", f"/v1/replies/{reply['id']}", 404, json={"body": "Too late"})
    assert ada.events(course["id"]) == []


def test_only_its_author_sees_a_private_event(course, ada, bob, grace, stranger):
    event = ada.post(course["id"], "Mine alone", visibility="private", due="2025-10-01T07:00:00Z")
    reply = ada.reply(event)
    for person in (bob, grace, stranger):
        for method, body in [("GET", None), ("PATCH", {"title": "x"}), ("DELETE", None)]:
            person.refused(method, f"/v1/events/{event['id']}", 404, json=body)
        person.refused("GET", f"/v1/events/{event['id']}/replies", 404)
        person.refused("POST", f"/v1/events/{event['id']}/replies", 404, json={"body": "x"})
        person.refused("PATCH", f"/v1/replies/{reply['id']}", 404, json={"body": "x"})
        person.refused("DELETE", f"/v1/replies/{reply['id']}", 404)
    for person in (bob, grace):
        assert person.events(course["id"]) == person.events(course["id"], number=event["number"]) == []
        assert person.events(course["id"], q="Mine alone") == person.events(course["id"], author=ada.id) == []
        assert person.due_sections("/v1/me/agenda") == []
    assert [each["id"] for each in ada.events(course["id"])] == [event["id"]]


def test_the_author_and_staff_see_a_staff_event(server, course, ada, bob, grace):
    assistant = staff(server, course["id"], course["sections"][0]["id"])
    event = ada.post(course["id"], visibility="staff")
    for person in (ada, grace, assistant):
        assert person.event(event)["id"] == event["id"]
    bob.refused("GET", f"/v1/events/{event['id']}", 404)
    ada.edit(event, visibility="public")
    assert bob.event(event)["id"] == event["id"]


def test_the_section_and_staff_see_a_section_event(server, course, ada, bob, grace):
    first, second = (section["id"] for section in course["sections"][:2])
    event = ada.post(course["id"], sections=[first])
    bob.refused("GET", f"/v1/events/{event['id']}", 404)
    assert grace.event(event)["sections"] == [first]
    staff(server, course["id"], second).refused("GET", f"/v1/events/{event['id']}", 404)
    bob.enroll(first)
    assert bob.event(event) == event
    bob.drop(first)
    bob.refused("GET", f"/v1/events/{event['id']}", 404)
    for sections in ([second], ["202530.nosuch"], [first, second]):
        problem = ada.refused("POST", f"/v1/courses/{course['id']}/events", 422, json={"title": "x", "sections": sections})
        assert problem["errors"][0]["field"] == "sections"
    assert grace.post(course["id"], sections=[first, second])["sections"] == sorted([first, second])


def test_only_staff_post_notices(course, ada, grace):
    ada.refused("POST", f"/v1/courses/{course['id']}/events", 403, json={"title": "x", "kind": "notice"})
    assert grace.post(course["id"], kind="notice")["kind"] == "notice"


def test_only_staff_see_the_authors_email(course, ada, bob, grace):
    event = ada.post(course["id"])
    reply = ada.reply(event)
    assert "email" not in bob.event(event)["author"] and "email" not in ada.event(event)["author"]
    assert grace.event(event)["author"] == event["author"] | {"email": ada.email}
    path = f"/v1/events/{event['id']}/replies"
    assert grace.items(path)[0]["author"] == reply["author"] | {"email": ada.email}
    assert bob.items(path) == [reply]


@pytest.mark.parametrize("text", [
    "e\u0301 and \u00e9", "\u1112\u1161\u11ab \ud55c", "👩🏽‍🔬 👨‍👩‍👧‍👦 🏳️‍🌈", "שלום עולם", "\u202ertl\u202c", "\ufeffbom", "a\u200bb", "\U0010ffff",
    "line\nbreak\ttab", "<script>&amp;\"'\\ %00 %s", "  spaces kept  ",
])
def test_text_is_kept_byte_for_byte(course, ada, bob, text):
    event = ada.post(course["id"], text, body=text, tags=[text])
    for read in (ada.event(event), bob.events(course["id"])[0]):
        assert (read["title"], read["body"], read["tags"]) == (text, text, [text])
    assert bob.reply(event, text)["body"] == text
    assert ada.event(event)["latestText"] == text[:40]


def test_a_text_that_only_looks_the_same_is_an_edit(course, ada):
    composed, decomposed = (unicodedata.normalize(form, "Café") for form in ("NFC", "NFD"))
    event = ada.post(course["id"], composed)
    assert ada.edit(event, title=decomposed)["rev"] == 2
    assert ada.event(event)["title"].encode() == decomposed.encode()


def test_lengths_count_code_points(course, ada):
    assert ada.post(course["id"], "🦉" * 200)["title"] == "🦉" * 200
    ada.post(course["id"], body="🦉" * 20_000)
    for field, value in [("title", "🦉" * 201), ("title", ""), ("title", " \n"), ("body", "x" * 20_001), ("tags", ["x" * 51]),
                         ("tags", ["x"] * 21), ("tags", [""]), ("title", "a\u0000b"), ("title", "a\u001bb"), ("body", "a\rb"),
                         ("body", "a\u0085b"), ("tags", ["a\u0007"])]:
        body = {"title": "Fine"} | {field: value}
        problem = ada.refused("POST", f"/v1/courses/{course['id']}/events", 422, json=body)
        assert [error["field"] for error in problem["errors"]] == [field]


def test_latest_text_and_count_follow_the_replies(course, ada, bob):
    event = ada.post(course["id"], "T" * 60)
    assert event["latestText"] == "T" * 40
    first, second = bob.reply(event, "F" * 60), bob.reply(event, "Second")
    assert (ada.event(event)["latestText"], ada.event(event)["replyCount"]) == ("Second", 2)
    bob.call("PATCH", f"/v1/replies/{second['id']}", 200, json={"body": "Edited"})
    assert ada.event(event)["latestText"] == "Edited"
    bob.call("DELETE", f"/v1/replies/{second['id']}", 204)
    assert (ada.event(event)["latestText"], ada.event(event)["replyCount"]) == ("F" * 40, 1)
    bob.call("DELETE", f"/v1/replies/{first['id']}", 204)
    assert ada.event(event) == event | {"activity": 3}, "replies that are gone were there"
