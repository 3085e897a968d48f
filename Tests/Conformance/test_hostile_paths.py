"""What somebody hostile asks: what is not quite a name is no name, and what is too much is refused at once."""

import contextlib
import copy
import functools
import http.client
import json
import re
import socket
import threading
import time
import urllib.parse
import uuid

import pytest

from contract import DOCUMENT, faults, judge, operations, resolve
from noteitd import SAMPLE, Noteitd
from people import PASSWORD, Anyone, as_json, register, staff
from registrar import HEADER
from streams import PATIENCE, RawSocket

SUFFIXES = ["%00", "%01", "%7F", "%0A", "%C2%85", "%00x", "%00%00"]
CONTROLS = [chr(code) for code in (*range(9), *range(11, 32), *range(127, 160))]
SOME_CONTROLS = [CONTROLS[0], "\x01", "\x08", "\x0b", "\r", "\x1b", "\x1f", "\x7f", "\x80", "\x85", "\x9f"]
REFUSED = (400, 401, 403, 404, 422)


class Answer:
    """An answer to a request that went out as it stands; of a stream its head alone."""

    def __init__(self, server, method, path, headers, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        self.status_code, self.headers = answer.status, answer.headers
        live = answer.status == 200 and answer.headers.get_content_type() == "text/event-stream"
        self.content = b"" if live else answer.read()
        connection.close()
        self.text = self.content.decode(errors="replace")

    def json(self):
        return json.loads(self.content)


def ask(person, method, path, body=None, headers=None):
    """Sends a path as it stands. A body is JSON unless it is bytes."""
    sent = dict(person.headers) | ({"Content-Type": "application/json"} if body is not None else {}) | (headers or {})
    return Answer(person.server, method.upper(), path, sent, body if body is None
        or isinstance(body, bytes) else json.dumps(body))


def expect_problem(answer, path, allowed):
    """The answer is a problem document of such a status."""
    assert answer.status_code in allowed, (path, answer.status_code, answer.text[:300])
    assert answer.headers.get_content_type() == "application/problem+json", path
    assert not faults(answer.json(), {"$ref": "#/components/schemas/Problem"}), path


# -- Every operation with things that are there


class World:
    """A course with things of every kind, and for each operation a request that succeeds: who, path's values, query, body."""

    def __init__(self, server, course, ada, bob, grace):
        self.server, self.course, self.ada, self.bob, self.grace = server, course, ada, bob, grace
        id, section, term = course["id"], course["sections"][0]["id"], course["term"]
        self.watched = next(each["id"] for each in ada.get(self.sample_course())["sections"])
        lab = ada.post(id, "Lab 4", tags=["lab"])
        ada.edit(lab, due="2025-11-20T18:00:00Z")
        reply = ada.reply(lab)
        question = ada.post(id, "Why", kind="question")
        answer = bob.reply(question)
        other = bob.post(id, "Bob's question", kind="question")
        gone, thread = ada.post(id, "Removed"), ada.post(id, "Thread")
        gone_reply = ada.reply(thread, "Removed")
        grace.delete(gone)
        grace.call("DELETE", f"/v1/replies/{gone_reply['id']}", 204)
        report = bob.call("POST", f"/v1/events/{lab['id']}/reports", 201, json={"reason": "spam"}).json()
        sent = grace.call("POST", "/v1/notices", 201, json={"title": "Notice", "courses": [id]}).json()["items"][0]
        plan = {"term": term, "name": "Plan", "sections": [section]}
        schedule = ada.call("POST", "/v1/me/schedules", 201, json=plan).json()["id"]
        ada.call("PUT", f"/v1/me/seat-watches/{self.watched}", 201)
        unwatched = next(each["id"] for each in ada.get(self.sample_course(1))["sections"])
        phone = ada.sign_in_again("phone")
        phone_id = next(each["id"] for each in phone.items("/v1/sessions") if each["current"])
        note = next(iter(ada.items("/v1/me/notifications")))["id"]
        file = ada.upload()["id"]
        lab, reply, question, answer, other = (each["id"] for each in (lab, reply, question, answer, other))
        day = {"from": "2025-11-20", "to": "2025-11-21"}
        search = {
            "courses": ["CMPT 225"], "anyOf": [{"pick": 1, "courses": ["MATH 150"]}],
            "busy": [{"days": "S", "start": "08:00", "end": "09:00"}], "daysOff": "U", "daysAvoided": "F",
            "earliest": "06:00", "latest": "23:00", "preferred": ["10:00", "15:00"], "campuses": ["Burnaby"],
            "instructors": ["Igor Shinkar"], "excludedInstructors": ["Nils Bruin"],
            "ways": [{"from": "Burnaby", "to": "Surrey", "minutes": 30}], "limit": 1,
        }
        event = {
            "id": None, "title": "New", "body": "Text", "kind": "reminder", "tags": ["lab", "room"],
            "due": "2025-11-20T18:00:00Z", "visibility": "public", "sections": [section], "attachments": [file],
        }
        self.requests = {
            "register": (Anyone(server), {}, {}, {"email": None, "password": PASSWORD, "displayName": "New", "device": "lab-pc"}),
            "signIn": (Anyone(server), {}, {}, {"email": ada.email, "password": PASSWORD, "device": "lab-pc"}),
            "refresh": (Anyone(server), {}, {}, {"refreshToken": "x"}),
            "updateMe": (ada, {}, {}, {"email": ada.email, "displayName": "Ada", "currentPassword": PASSWORD}),
            "changePassword": (ada, {}, {}, {"currentPassword": PASSWORD, "newPassword": PASSWORD + "!"}),
            "sessions": (ada, {}, {}, None), "signOut": (ada, {"session": phone_id}, {}, None), "terms": (ada, {}, {}, None),
            "subjects": (ada, {"term": term}, {}, None),
            "courses": (ada, {"term": term}, {"subject": "TEST", "number": course["number"], "q": "Course", "attribute": "",
                "open": "true"}, None),
            "course": (ada, {"course": id}, {}, None), "staff": (ada, {"course": id}, {}, None),
            "grantStaff": (grace, {"course": id, "account": bob.id}, {}, {"sections": [section]}),
            "revokeStaff": (grace, {"course": id, "account": grace.id}, {}, None),
            "roster": (grace, {"course": id}, {"role": "student", "section": section, "q": "Student"}, None),
            "removals": (grace, {"course": id}, {}, None), "restoreEvent": (grace, {"event": gone["id"]}, {}, None),
            "restoreReply": (grace, {"reply": gone_reply["id"]}, {}, None),
            "report": (bob, {"event": lab}, {}, {"reason": "Spam", "reply": reply}),
            "reports": (grace, {"course": id}, {"open": "true"}, None),
            "resolveReport": (grace, {"report": report["id"]}, {}, {"resolved": True}), "enrollments": (ada, {}, {}, None),
            "enroll": (ada, {}, {}, {"sections": [course["sections"][1]["id"]]}),
            "drop": (ada, {"section": section}, {}, None), "searchSchedules": (ada, {"term": "202530"}, {}, search),
            "schedules": (ada, {}, {}, None),
            "keepSchedule": (ada, {}, {}, plan | {"id": None}), "schedule": (ada, {"schedule": schedule}, {}, None),
            "deleteSchedule": (ada, {"schedule": schedule}, {}, None),
            "editSchedule": (ada, {"schedule": schedule}, {}, {"name": "Edited", "sections": [section]}),
            "adoptSchedule": (ada, {"schedule": schedule}, {}, None),
            "seatWatches": (ada, {}, {}, None), "seatWatch": (ada, {"section": self.watched}, {}, None),
            "watchSeats": (ada, {"section": unwatched}, {}, None),
            "unwatchSeats": (ada, {"section": self.watched}, {}, None), "notifications": (ada, {}, {"unread": "true"}, None),
            "readNotifications": (ada, {}, {}, {"read": [note]}),
            "notification": (ada, {"notification": note}, {}, None), "mark": (ada, {"event": lab}, {}, None),
            "editMark": (ada, {"event": lab}, {}, {"muted": True}),
            "markSeen": (ada, {}, {}, {"events": [{"event": lab, "seen": 1}]}),
            "editPreferences": (ada, {}, {}, {"mutedCourses": [id]}),
            "sendNotice": (grace, {}, {"dryRun": "true"}, {"id": None, "title": "New", "body": "Text",
                "due": "2025-11-20T18:00:00Z", "sections": [section], "courses": [id]}),
            "receipts": (grace, {"event": sent["id"]}, {}, None),
            "events": (ada, {"course": id}, day | {"kind": "note", "tag": "lab", "q": "Lab", "author": ada.id, "open": "false",
                "mine": "true", "unread": "false", "number": "1"}, None),
            "post": (ada, {"course": id}, {}, event), "similarQuestions": (ada, {"course": id}, {"title": "Why"}, None),
            "search": (ada, {}, {"q": "Lab"}, None),
            "event": (ada, {"event": lab}, {}, None), "editEvent": (ada, {"event": lab}, {},
                {name: value for name, value in event.items() if name != "id"} | {"title": "Edited"}),
            "deleteEvent": (grace, {"event": lab}, {"reason": "Spam"}, None), "replies": (ada, {"event": lab}, {}, None),
            "reply": (ada, {"event": question}, {}, {"id": None, "body": "New", "parent": answer, "attachments": [file]}),
            "dueHistory": (ada, {"event": lab}, {}, None),
            "answer": (ada, {"event": question}, {}, {"reply": answer}), "clearAnswer": (ada, {"event": question}, {}, None),
            "sayMeToo": (ada, {"event": other}, {}, None),
            "undoMeToo": (ada, {"event": other}, {}, None), "deleteReply": (grace, {"reply": reply}, {"reason": "Spam"}, None),
            "editReply": (ada, {"reply": reply}, {}, {"body": "Edited", "attachments": [file]}),
            "upload": (ada, {}, {"name": "notes.txt", "id": None}, b"a file"),
            "attachment": (ada, {"attachment": file}, {}, None), "agenda": (ada, {}, day, None), "snapshot": (ada, {}, {}, None),
            "changes": (ada, {}, {"cursor": "now", "wait": "0"}, None),
            "stream": (ada, {}, {"cursor": "now"}, None), "socket": (ada, {}, {"cursor": "now"}, None),
        }

    def sample_course(self, index=0):
        return "/v1/courses/" + self.ada.get("/v1/terms/202530/courses")["items"][index]["id"]

    def request(self, id):
        """Who asks, the path's values, the query, and the body with ids and emails that are new."""
        person, values, query, body = self.requests[id]
        if isinstance(body, dict):
            body = copy.deepcopy(body)
            if "id" in body:
                body["id"] = str(uuid.uuid4())
            if "email" in body and body["email"] is None:
                body["email"] = f"{uuid.uuid4()}@example.edu"
        return person, values, {name: str(uuid.uuid4()) if value is None else value for name, value in query.items()}, body

    def state(self):
        """All that a request could have changed, as those see it whose it is."""
        lists = ("/v1/me/schedules", "/v1/me/enrollments", "/v1/sessions", "/v1/me/seat-watches", "/v1/me/notifications")
        said = [[strip(person.items(path)) for path in lists] + [person.get("/v1/me/preferences"),
            person.events(self.course["id"])] for person in (self.ada, self.bob)]
        for path in ("staff", "roster", "removals", "reports"):
            said.append(self.grace.items(f"/v1/courses/{self.course['id']}/{path}"))
        return as_json(said)


def strip(items):
    """Without what looking at it changes."""
    return [{name: value for name, value in item.items() if name != "lastUsedAt"} for item in items]


@pytest.fixture
def world(server, course, ada, bob, grace):
    return World(server, course, ada, bob, grace)


def with_path_values():
    return [(method, path, operation["operationId"]) for method, path, operation in operations() if "{" in path]


def filled(path, values):
    return re.sub(r"\{(\w+)\}", lambda name: values[name[1]], path)


@pytest.mark.parametrize("method, path, id", with_path_values(), ids=[id for _, _, id in with_path_values()])
def test_a_name_with_more_behind_it_is_another_name(method, path, id, world):
    """With a control character behind it nothing is there, and nothing is done to what is. The plain name does it then."""
    person, values, _, body = world.request(id)
    before = world.state()
    for name in values:
        for suffix in SUFFIXES:
            answer = ask(person, method, filled(path, values | {name: values[name] + suffix}), body)
            expect_problem(answer, (path, name, suffix), (400, 404, 422))
        for prefix in ("%00", "%0A"):
            expect_problem(ask(person, method, filled(path, values | {name: prefix + values[name]}), body), (path, name, prefix),
                (400, 404, 422))
    assert world.state() == before
    plain = filled(path, values) + ("?title=Why" if id == "similarQuestions" else "")
    answer = ask(person, method, plain, body)
    judge(method, plain, answer)
    assert answer.status_code in (200, 201, 204), answer.text[:300]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_other_forms_of_a_name_are_no_way_around_either(suffix, world):
    """`current` for a session, a handle and an email for an account, a calendar's ending, a session that asks."""
    ada, bob, grace = world.ada, world.bob, world.grace
    expect_problem(ask(ada, "DELETE", f"/v1/sessions/current{suffix}"), suffix, (400, 404, 422))
    assert ada.get("/v1/me") == ada.account
    for account in (f"@{bob.account['handle']}", bob.email):
        path = f"/v1/courses/{world.course['id']}/staff/{account}{suffix}"
        expect_problem(ask(grace, "PUT", path, {}), path, (400, 404, 422))
    assert [each["id"] for each in grace.items(f"/v1/courses/{world.course['id']}/staff")] == [grace.id]
    schedule = world.requests["schedule"][1]["schedule"]
    assert ask(ada, "GET", f"/v1/me/schedules/{schedule}.ics").status_code == 200
    for path in (f"{schedule}{suffix}.ics", f"{schedule}.ics{suffix}"):
        expect_problem(ask(ada, "GET", f"/v1/me/schedules/{path}"), path, (400, 404, 422))


@pytest.mark.parametrize("asked_before", [True, False], ids=["asked before", "not asked before"])
def test_who_dropped_a_course_reads_it_under_no_name(asked_before, course, first, ada, cleo, stranger):
    """Not under a name that a cache could take for the plain one."""
    event = cleo.post(course["id"], "For who is in it")
    forms = [course["id"] + suffix for suffix in ["", *SUFFIXES, "%20", "%2F", "/", "%E2%80%8B", "%EF%BB%BF", ".", "%3F",
        "%23"]] + [course["id"].lower(), f"%00{course['id']}"]
    paths = [f"/v1/courses/{form}/{what}" for form in forms for what in ("events", "events?q=who", "events?limit=1",
        "similar?title=who", "staff")]
    paths += [f"/v1/events/{event['id']}{suffix}{what}" for suffix in ["", *SUFFIXES]
        for what in ("", "/replies", "/due-history")]
    if asked_before:
        for path in paths:
            ask(ada, "GET", path)
    ada.drop(first)
    for person in (ada, stranger):
        for path in paths:
            answer = ask(person, "GET", path)
            assert answer.status_code in (400, 403, 404, 422), (path, answer.status_code, answer.text[:300])
            assert "For who is in it" not in answer.text and (event["id"] not in answer.text or event["id"] in path)


# -- Queries


def query_parameters():
    """Each operation with a query: its method, path, id and the names and schemas in it."""
    for method, path, operation in operations():
        given = [resolve(each) for each in DOCUMENT["paths"][path].get("parameters", []) + operation.get("parameters", [])]
        names = {each["name"]: resolve(each["schema"]) for each in given if each["in"] == "query"}
        if names:
            yield method, path, operation["operationId"], names


QUERIES = list(query_parameters())


@pytest.mark.parametrize("method, path, id, names", QUERIES, ids=[id for _, _, id, _ in QUERIES])
def test_a_control_character_in_a_query_is_refused(method, path, id, names, world):
    """In front of a value, behind it and in its place. The parameter is named."""
    person, values, query, body = world.request(id)
    path, headers = filled(path, values), {}
    defaults = {"limit": "5", "after": "x", "next": "x"}
    missing = names.keys() - query.keys() - defaults.keys() - {"section"}
    assert not missing, f"a good value is wanted for {missing}"
    if id == "upload":
        headers = {"Content-Type": "application/octet-stream"}
    if id == "socket":
        headers = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": RawSocket.KEY}
    before = world.state()
    for name in names:
        good = (query | defaults | {"section": world.course["sections"][0]["id"]})[name]
        if name == "after" and id in ("events", "agenda", "search", "replies", "sessions", "terms", "courses"):
            first = ask(person, method, f"{path}?{urllib.parse.urlencode(query | {'limit': 1})}"
                if id == "search" else f"{path}?limit=1").json()
            good = first["next"] or good
        for character in CONTROLS if name in ("q", "title", "tag") else SOME_CONTROLS:
            for value in (good + character, character + good, character):
                sent = {each: query[each] for each in query if id not in ("events",)} | {name: value}
                answer = ask(person, method, f"{path}?{urllib.parse.urlencode(sent)}", body, headers)
                expect_problem(answer, (path, name, ascii(value)), (400, 422))
                if answer.status_code == 422:
                    assert name in [error["field"] for error in answer.json()["errors"]], (path, name, ascii(value), answer.text)
    assert world.state() == before


@pytest.mark.parametrize("path", ["/v1/stream", "/v1/ws"])
def test_a_ticket_with_more_behind_it_is_none_and_is_not_used_up(path, world):
    ticket = world.ada.call("POST", "/v1/stream-tickets", 201).json()["ticket"]
    headers = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": RawSocket.KEY} if path == "/v1/ws" else {}
    for character in SOME_CONTROLS:
        for value in (ticket + character, character + ticket):
            answer = Answer(world.server, "GET", f"{path}?{urllib.parse.urlencode({'ticket': value})}", headers)
            expect_problem(answer, ascii(value), REFUSED)
    with RawSocket(world.server, {}, path=f"/v1/ws?ticket={ticket}") as live:
        assert live.status == 101


# -- Bodies


def bodies():
    return [(method, path, operation["operationId"], operation["requestBody"]["content"]["application/json"]["schema"])
            for method, path, operation in operations() if "application/json" in operation.get("requestBody", {}).get("content",
                {})]


def texts(schema, value, place=()):
    """The places of all texts that a schema allows, each of which a good value has."""
    schema = resolve(schema)
    for each in schema.get("anyOf", []) + schema.get("oneOf", []):
        if resolve(each).get("type") != "null":
            yield from texts(each, value, place)
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if "string" in kinds or isinstance(next(iter(schema.get("enum", [])), None), str):
        yield place
    elif "array" in kinds:
        # Asked of the last, so that a good one stands in front of it.
        yield from texts(schema["items"], (value or [None])[-1], (*place, len(value or [None]) - 1))
    elif "object" in kinds:
        for name, inner in schema.get("properties", {}).items():
            yield from texts(inner, (value or {}).get(name), (*place, name))


def put(body, place, value):
    """A copy of the body with another value in one place, which has to be there."""
    whole = copy.deepcopy(body)
    at = functools.reduce(lambda inner, part: inner[part], place[:-1], whole)
    assert at[place[-1]] is not None
    at[place[-1]] = value
    return whole


def good_bodies(world, id):
    """Bodies that have every text of an operation between them."""
    body = world.request(id)[3]
    return [body, {"course": world.course["id"]}] if id == "markSeen" else [body]


def allowed(schema, place, character):
    """Whether the contract takes the character there: in passwords all but U+0000."""
    return place[-1] in ("newPassword", "currentPassword") and character != "\0" or place == ("password",
        ) and "NewAccount" in schema["$ref"] and character != "\0"


# The others count wrong passwords, and have tests of their own.
BODIES = [each for each in bodies() if each[2] not in ("signIn", "changePassword", "leave", "resetPassword")]


@pytest.mark.parametrize("method, path, id, schema", BODIES, ids=[id for _, _, id, _ in BODIES])
def test_a_control_character_in_a_body_is_refused_and_nothing_is_done(method, path, id, schema, world):
    """In every text of it, also in those of lists. A 422 names the field."""
    person, values, query, _ = world.request(id)
    path = filled(path, values)
    before, places, wrong = world.state(), set(), []
    heads = [each.head() for each in (world.ada, world.bob, world.grace)]
    for body in good_bodies(world, id):
        for place in texts(schema, body):
            if id == "markSeen" and place[0] not in body:
                continue
            places.add(tuple(part for part in place if isinstance(part, str)))
            good = functools.reduce(lambda inner, part: inner[part], place, body)
            for character in CONTROLS if place in (("title",), ("body",), ("displayName",)) else SOME_CONTROLS:
                if allowed(schema, place, character):
                    continue
                for value in (good + character, character + good, good + character + "x"):
                    for ascii_only in (True, False):
                        sent = put(body, place, value)
                        if "id" in sent and place != ("id",):
                            sent["id"] = str(uuid.uuid4())
                        data = json.dumps(sent, ensure_ascii=ascii_only).encode()
                        answer = ask(person, method, path, data)
                        fields = [error["field"] for error in answer.json().get("errors",
                            [])] if answer.status_code == 422 else []
                        named = any(re.split(r"[.\[]", field)[0] == place[0] for field in fields)
                        if answer.status_code not in REFUSED or answer.status_code == 422 and not named:
                            wrong.append((place, ascii(character), answer.status_code, fields))
                        if character < "\x7f":
                            break  # both forms are the same
    wanted = {tuple(part for part in place if isinstance(part, str)) for place in texts(schema, {})}
    assert places == wanted, "each text of the contract was tried"
    assert not wrong, (len(wrong), wrong[:20])
    assert [each.head() for each in (world.ada, world.bob, world.grace)] == heads and world.state() == before
    for body in good_bodies(world, id):
        assert id == "refresh" or ask(person, method, path, body).status_code in (200, 201, 204), "it was that character alone"


def test_a_control_character_signs_nobody_in_and_changes_no_password(own_server):
    """Neither behind a right password nor behind an email, also where either may hold it."""
    ada = register(own_server)
    anyone = Anyone(own_server)
    # Few, for many failures are a 429 for everybody.
    said = {(character, field): anyone.call("POST", "/v1/sessions",
        json={"email": ada.email, "password": PASSWORD} | {field: good + character}).status_code
            for character in ("\0", "\x7f") for field, good in (("email", ada.email), ("password", PASSWORD))}
    assert set(said.values()) <= {401, 422}, said
    for character in SOME_CONTROLS:
        body = {"email": ada.email, "password": PASSWORD, "device": "lab" + character}
        assert anyone.refused("POST", "/v1/sessions", 422, json=body)["errors"][0]["field"] == "device"
    for body in ({"currentPassword": PASSWORD + "\0", "newPassword": PASSWORD + "!"},
            {"currentPassword": PASSWORD, "newPassword": PASSWORD + "!\0"},
            {"currentPassword": PASSWORD, "newPassword": "\0" + PASSWORD}):
        problem = ada.refused("PUT", "/v1/me/password", 422, json=body)
        assert problem["errors"][0]["field"] == next(name for name in body if "\0" in body[name])
    assert len(ada.items("/v1/sessions")) == 1
    ada.sign_in_again()


def test_a_member_whose_name_goes_on_is_another_member(course, ada):
    """`title` and a U+0000 is not `title`; of two members of a name one counts, or none."""
    path = f"/v1/courses/{course['id']}/events"
    for suffix in ("\0", "\0x", "\x01", "\u200d", "\u0301", " "):
        assert ada.refused("POST", path, 422, json={"title" + suffix: "x"})["errors"][0]["field"] in ("title", "(body)")
        event = ada.call("POST", path, json={"title": "Lab", "visibility": "private", "visibility" + suffix: "public"}).json()
        if "id" in event:
            assert event["visibility"] == "private"


# -- Slashes


@pytest.mark.parametrize("path", [
    "//metrics", "/metrics/", "/v1//me", "/v1/me/", "//v1/me", "/v1/me//", "///metrics", "//healthz", "/healthz/", "//readyz",
    "/openapi.yaml/", "/v1/./me", "/./metrics", "/v1/x/../me",
    "/v1/%2e/me", "/v1/me/%2e", "/v1%2Fme", "/%2Fmetrics", "/metrics%2F", "/metrics%00", "/v1/me%00", "/metrics%0A", "/v1/me%20",
    "/metrics;x", "/v1/search/?q=lab", "/v1/me/enrollments/",
    "/V1/me", "/Metrics", "/v1\\me", "/.well-known//jwks.json",
])
def test_a_path_with_slashes_or_dots_too_many_is_not_the_plain_one(path, ada):
    answer = ask(ada, "GET", path)
    expect_problem(answer, path, (404,))
    assert ada.id not in answer.text and "noteit_" not in answer.text


def test_slashes_too_many_write_nothing(course, ada):
    before = ada.head()
    id = course["id"]
    for path in (f"/v1/courses/{id}/events/", f"/v1/courses/{id}//events", f"//v1/courses/{id}/events",
            f"/v1//courses/{id}/events", f"/v1/courses//{id}/events", f"/v1/courses/./{id}/events"):
        expect_problem(ask(ada, "POST", path, {"title": "x"}), path, (404,))
    for path in ("/v1/me/", "/v1//me", "//v1/me", "/v1/me//"):
        expect_problem(ask(ada, "DELETE", path), path, (404,))
    assert ada.head() == before and ada.get("/v1/me") == ada.account


# -- Hosts and keys


class Wire:
    """A connection by hand."""

    def __init__(self, server):
        self.wire = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
        self.file = self.wire.makefile("rb")

    def send(self, *lines, body=b""):
        self.wire.sendall("\r\n".join([*lines, "", ""]).encode() + body)

    def answer(self):
        """Status and body of the next answer; None where the connection ends without one."""
        try:
            line = self.file.readline()
            if not line:
                return None, b""
            length = 0
            while (header := self.file.readline().strip()):
                if header.lower().startswith(b"content-length:"):
                    length = int(header.split(b":")[1])
            return int(line.split()[1]), self.file.read(length)
        except ConnectionError:
            return None, b""

    def is_over(self):
        try:
            return self.wire.recv(1) == b"" if not self.file.peek(1) else False
        except ConnectionError:
            return True

    def close(self):
        self.file.close()
        self.wire.close()


@pytest.fixture
def wire(server):
    with contextlib.closing(Wire(server)) as wire:
        yield wire


HANDSHAKE = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {RawSocket.KEY}"]
HOSTS = {"none": [], "two": ["Host: a.example", "Host: b.example"], "twice the same": ["Host: a.example", "Host: a.example"],
    "two in other letters": ["HOST: a.example", "host: b.example"],
         "two, one empty": ["Host: a.example", "Host:"]}
ASKED = {
    "open": (["GET /healthz HTTP/1.1"], []), "signed in": (["GET /v1/me HTTP/1.1"], []),
    "unknown": (["GET /nosuch HTTP/1.1"], []),
    "stream": (["GET /v1/stream HTTP/1.1"], ["Accept: text/event-stream"]), "handshake": (["GET /v1/ws HTTP/1.1"], HANDSHAKE),
    "head": (["HEAD /v1/me HTTP/1.1"], []),
}


@pytest.mark.parametrize("later", [False, True], ids=["first", "later"])
@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("hosts", HOSTS)
def test_a_request_needs_one_host(hosts, asked, later, wire, ada):
    """Else it is a 400 and the end of the connection; what follows on it is not looked at."""
    first, rest = ASKED[asked]
    headers = [f"{name}: {value}" for name, value in ada.headers.items()]
    if later:
        wire.send("GET /healthz HTTP/1.1", "Host: x")
        assert wire.answer()[0] == 200
    wire.send(*first, *HOSTS[hosts], *headers, *rest)
    if asked == "head":
        assert wire.file.readline().split()[1] == b"400"
        while wire.file.readline().strip():
            pass
    else:
        status, body = wire.answer()
        assert status == 400 and ada.id.encode() not in body
    assert wire.is_over()


@pytest.mark.parametrize("hosts", HOSTS)
def test_a_write_without_one_host_is_not_done_nor_what_is_sent_behind_it(hosts, wire, course, ada):
    """All in one piece: what stands behind a request that is refused could be somebody else's."""
    before = ada.head()
    headers = [f"{name}: {value}" for name, value in ada.headers.items()] + ["Content-Type: application/json",
        "Content-Length: 13"]
    post = f"POST /v1/courses/{course['id']}/events HTTP/1.1"
    behind = "\r\n".join([post, "Host: x", *headers, "", '{"title":"b"}']).encode()
    wire.send(post, *HOSTS[hosts], *headers, body=b'{"title":"a"}' + behind)
    assert wire.answer()[0] == 400
    assert wire.answer()[0] is None
    assert ada.head() == before and ada.events(course["id"]) == []


KEYS = {
    "empty": [""], "blank": ["   "], "short": ["x"], "no padding": ["dGhlIHNhbXBsZSBub25jZQ"],
    "15 bytes": ["dGhlIHNhbXBsZSBub25j"], "17 bytes": ["dGhlIHNhbXBsZSBub25jZXg="], "signs": ["!!!!!!!!!!!!!!!!!!!!!!=="],
    "inner space": ["dGhlIHNhbXBs ZSBub25jZQ=="], "long": ["dGhl" * 1000], "two": [RawSocket.KEY, RawSocket.KEY],
    "two others": [RawSocket.KEY, "x3JJHMbDL1EzLkh9GBhXDw=="], "none": [],
    "umlaut": ["dGhlIHNhbXBsZSBub25jZ\u00fc=="],
}


@pytest.mark.parametrize("later", [False, True], ids=["first", "later"])
@pytest.mark.parametrize("keys", KEYS)
def test_a_handshake_with_a_key_that_is_none_is_answered_at_once(keys, later, wire, ada):
    headers = [f"{name}: {value}" for name, value in ada.headers.items()]
    if later:
        wire.send("GET /healthz HTTP/1.1", "Host: x")
        assert wire.answer()[0] == 200
    start = time.monotonic()
    wire.send("GET /v1/ws HTTP/1.1", "Host: x", *headers, *HANDSHAKE[:3], *[f"Sec-WebSocket-Key: {key}" for key in KEYS[keys]])
    try:
        status, _ = wire.answer()
    except TimeoutError:
        status = "no answer"
    assert status in (400, 422, 426), status
    assert time.monotonic() - start < 2


# -- What is too much


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """A server that nobody else asks."""
    server = Noteitd(tmp_path_factory.mktemp("alone"))
    server.admin("catalog", "import", str(SAMPLE))
    server.start()
    yield server
    server.stop()
    assert "Fatal error" not in server.said()


def busy_entries(count):
    """Times that do not meet, as long as there are any."""
    slots = [(day, f"{start // 60:02}:{start % 60:02}", f"{(start + 5) // 60:02}:{(start + 5) % 60:02}")
        for start in range(0, 1435, 5) for day in "MTWRFSU"]
    return [dict(zip(("days", "start", "end"), slots[number % len(slots)])) for number in range(count)]


TIME = {"start": "08:00", "end": "09:00"}
TOO_MUCH = {
    "days": lambda: {"busy": [{"days": "M" * 49152, **TIME}]}, "days of no week": lambda: {"busy": [{"days": "x" * 49152,
        **TIME}]}, "days in many": lambda: {"busy": [{"days": "M" * 48000, **TIME}] * 20},
    "days off": lambda: {"daysOff": "M" * 900_000}, "days avoided": lambda: {"daysAvoided": "MTWRFSU" * 120_000},
    "all days off": lambda: {"daysOff": "F" * 49152},
    "busy": lambda: {"busy": busy_entries(9000)}, "busy at the same time": lambda: {"busy": [{"days": "MTWRF", **TIME}] * 9000},
    "busy and soft": lambda: {"busy": [each | {"hard": False} for each in busy_entries(9000)]},
    "busy without days": lambda: {"busy": [{}] * 100_000}, "pinned": lambda: {"pinned": list(range(100_000))},
    "pinned the same": lambda: {"pinned": [1234] * 100_000}, "excluded": lambda: {"excluded": list(range(100_000))},
    "courses": lambda: {"courses": [f"A{number}" for number in range(100_000)]},
    "courses the same": lambda: {"courses": ["CMPT225"] * 80_000}, "courses without a name": lambda: {"courses": [""] * 100_000},
    "groups": lambda: {"anyOf": [{}] * 100_000}, "groups in full": lambda: {"anyOf": [{"pick": 1, "courses": ["A"]}] * 35_000},
    "groups that pick more": lambda: {"anyOf": [{"pick": 9}] * 90_000},
    "one group": lambda: {"anyOf": [{"pick": 50_000, "courses": [f"A{number}" for number in range(100_000)]}]},
    "half of a group": lambda: {"anyOf": [{"pick": 100, "courses": [f"CMPT{number}" for number in range(200)]}]},
    "a long campus": lambda: {"campuses": ["x" * 900_000]}, "long campuses": lambda: {"campuses": ["x" * 18_000] * 50},
    "campuses": lambda: {"campuses": [f"C{number}" for number in range(100_000)]},
    "a campus of marks": lambda: {"campuses": ["e" + "\u0301" * 400_000]}, "long courses": lambda: {"courses": ["A" * 900_000]},
    "courses of marks": lambda: {"courses": ["A" + "\u0301" * 400_000]},
    "long instructors": lambda: {"instructors": ["x" * 45_000] * 20},
    "instructors": lambda: {"instructors": [f"I{number}" for number in range(100_000)]},
    "excluded instructors": lambda: {"excludedInstructors": ["a"] * 100_000},
    "long ways": lambda: {"ways": [{"from": "x" * 450_000, "to": "y" * 450_000, "minutes": 1}]},
    "ways": lambda: {"ways": [{"from": "a", "to": "b", "minutes": 1}] * 25_000},
    "preferred": lambda: {"preferred": ["08:00"] * 100_000},
    "a long time": lambda: {"earliest": "0" * 900_000}, "a long number": lambda: {"limit": 10 ** 4000},
    "times": lambda: {"busy": [{"days": "M", "start": "0" * 400_000, "end": "1" * 400_000}]},
}


@pytest.mark.parametrize("what", TOO_MUCH)
def test_a_search_that_asks_for_too_much_is_refused_at_once_and_disturbs_nobody(what, alone):
    """In half a second, while what others ask is answered. Three tries: the machine may be busy with something else."""
    person = register(alone)
    path = "/v1/terms/202530/schedules/search"
    data = json.dumps({"courses": ["CMPT225"]} | TOO_MUCH[what](), ensure_ascii=False, separators=(",", ":")).encode()
    assert len(data) < 1 << 20, "or else its size alone is refused"
    tries = []
    for _ in range(3):
        waits, done = [0.0], threading.Event()

        def others():
            while not done.is_set():
                begin = time.monotonic()
                assert ask(Anyone(alone), "GET", "/healthz").status_code == 200
                waits.append(time.monotonic() - begin)
                time.sleep(0.02)

        beside = threading.Thread(target=others)
        beside.start()
        start = time.monotonic()
        try:
            answer = ask(person, "POST", path, data)
        finally:
            took = time.monotonic() - start
            done.set()
            beside.join(60)
        judge("POST", path, answer)
        assert answer.status_code == 422, (answer.status_code, answer.text[:300])
        assert {re.split(r"[.\[]", error["field"])[0]
            for error in answer.json()["errors"]} <= set(TOO_MUCH[what]()) | {"courses"}, answer.text[:300]
        tries.append((round(took, 2), round(max(waits), 2)))
        if took < 0.5 and max(waits) < 1:
            return
    raise AssertionError(f"seconds that it took, and that others waited: {tries}")


# -- The first and the last day


@pytest.fixture(scope="module")
def zones(tmp_path_factory):
    """A server with a term in the far east and one in the west, and a course of each."""
    folder = tmp_path_factory.mktemp("zones")
    server = Noteitd(folder)
    found = {}
    for term, zone in (("200010", "Pacific/Auckland"), ("200020", "America/Vancouver"), ("200030", "Pacific/Kiritimati"),
            ("200040", "UTC")):
        rows = [f"{term},1001,FAR,100,Far,D100,LEC,3,MWF,1030,1120,2000-01-04,2000-04-07,,,,,,,In Person,"]
        (folder / "term.csv").write_text("\n".join([HEADER, *rows]) + "\n")
        server.admin("catalog", "import", str(folder / "term.csv"), "--time-zone", zone)
        found[zone] = f"{term}.FAR100"
    server.start()
    yield server, found
    server.stop()
    assert "Fatal error" not in server.said()


DUES = ["9999-12-31T23:59:59Z", "9999-12-31T12:00:00Z", "9999-12-31T00:00:00Z", "9999-12-31T23:59:59-23:59",
    "0001-01-01T00:00:00Z", "0001-01-01T11:00:00Z", "0001-01-01T00:00:00+14:00", "0001-01-02T00:00:00Z",
        "9999-12-30T23:59:59Z", "0000-12-31T23:59:59Z", "1582-10-10T00:00:00Z"]


@pytest.mark.parametrize("due", DUES)
@pytest.mark.parametrize("zone", ["Pacific/Auckland", "America/Vancouver", "Pacific/Kiritimati", "UTC"])
def test_a_due_date_at_the_end_of_time_is_refused_or_stands_in_every_list(zone, due, zones):
    """A day of the term's zone has to be a day. What is taken can be read in every way."""
    server, courses = zones
    id = courses[zone]
    person, teacher = register(server), staff(server, id)
    section = person.get(f"/v1/courses/{id}")["sections"][0]["id"]
    person.enroll(section)
    plain = person.post(id, visibility="private")
    writes = [
        (person, "POST", f"/v1/courses/{id}/events", {"title": "Far", "kind": "reminder", "due": due, "visibility": "private"}),
        (person, "PATCH", f"/v1/events/{plain['id']}", {"due": due}),
        (teacher, "POST", "/v1/notices", {"title": "Far", "courses": [id], "due": due}),
    ]
    for author, method, path, body in writes:
        answer = author.call(method, path, json=body)
        if answer.status_code == 422:
            assert [error["field"] for error in answer.json()["errors"]] == ["due"]
            continue
        assert answer.status_code in (200, 201)
        event = answer.json().get("items", [answer.json()])[0]
        for query in ({}, {"limit": 1}, {"from": "0001-01-01"}, {"to": "9999-12-31"}, {"from": "0001-01-01", "to": "9999-12-31"},
                {"from": "9999-12-31"}, {"to": "0001-01-01"}):
            for where in (f"/v1/courses/{id}/events", "/v1/me/agenda"):
                sections = author.due_sections(where, **query)
                days = [each["due"] for each in sections if event["id"] in [one["id"] for one in each["events"]]]
                assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", day) for day in days)
                if not query or query == {"limit": 1} or len(query) == 2:
                    assert len(days) == 1, (where, query)
        for q in ("due:any Far", "due:0001-01-01..9999-12-31 Far", "before:9999-12-31", "after:0001-01-01", "due:9999-12-31",
                "due:0001-01-01"):
            author.get("/v1/search", params={"q": q})
        assert author.event(event)["due"] == event["due"] and event["id"] in [each["id"] for each in author.snapshot()["events"]]
        author.items(f"/v1/events/{event['id']}/due-history")
        author.delete(event) if method != "PATCH" else author.edit(event, due=None)
    days = ["0001-01-01", "9999-12-31"]
    for where in (f"/v1/courses/{id}/events", "/v1/me/agenda"):
        for query in ({"from": day} for day in days):
            person.get(where, params=query)
        for query in ({"to": day} for day in days):
            person.get(where, params=query)
