"""Control characters are refused in every text of every query and body."""

import copy
import functools
import json
import re
import time
import urllib.parse
import uuid

import pytest

from contract import DOCUMENT, operations, resolve
from hostile import CALENDAR, CONTROLS, REFUSED_ANYWAY, SOME_CONTROLS, Answer, ask, expect_problem, filled, sampled
from people import PASSWORD, Anyone, register
from streams import RawSocket

REFUSED = (400, 401, 403, 404, 422)


def query_parameters():
    """Each operation with a query: method, path, id, and the names and schemas of its parameters."""
    for method, path, operation in operations():
        given = [resolve(each) for each in DOCUMENT["paths"][path].get("parameters", []) + operation.get("parameters", [])]
        names = {each["name"]: resolve(each["schema"]) for each in given if each["in"] == "query"}
        if names:
            yield method, path, operation["operationId"], names


# What a campus or a platform says is refused as a whole: test_sign_on_tokens.py, test_launch_attacks.py, test_platform_registration.py.
QUERIES = sampled([each for each in query_parameters() if each[2] not in ("comeBack", "beginLaunchByLink", "registerPlatform")])


@pytest.mark.parametrize("method, path, id, names", QUERIES, ids=[id for _, _, id, _ in QUERIES])
def test_a_control_character_in_a_query_is_refused(method, path, id, names, kept_world):
    """Before a value, after it and instead of it. The answer names the parameter."""
    world = kept_world
    person, values, query, body = world.request(id)
    path, headers = filled(path, values), {}
    defaults = {"limit": "5", "after": "x", "next": "x"}
    missing = names.keys() - query.keys() - defaults.keys() - {"section"}
    assert not missing, f"a good value is wanted for {missing}"
    if id == "upload":
        headers = {"Content-Type": "application/octet-stream"}
    if id == "addCalendarImport":
        body, headers = CALENDAR, {"Content-Type": "text/calendar"}
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
def test_a_ticket_with_a_suffix_is_refused_and_the_ticket_stays_good(path, kept_world):
    ticket = kept_world.ada.call("POST", "/v1/stream-tickets", 201).json()["ticket"]
    headers = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": RawSocket.KEY} if path == "/v1/ws" else {}
    for character in SOME_CONTROLS:
        for value in (ticket + character, character + ticket):
            answer = Answer(kept_world.server, "GET", f"{path}?{urllib.parse.urlencode({'ticket': value})}", headers)
            expect_problem(answer, ascii(value), REFUSED)
    with RawSocket(kept_world.server, {}, path=f"/v1/ws?ticket={ticket}") as live:
        assert live.status == 101


def bodies():
    return [(method, path, operation["operationId"], operation["requestBody"]["content"]["application/json"]["schema"])
            for method, path, operation in operations() if "application/json" in operation.get("requestBody", {}).get("content",
                {})]


def texts(schema, value, place=(), within=()):
    """The paths of all texts that a schema allows. A schema within itself is not entered again."""
    if schema.get("$ref") in within:
        return
    within += (schema["$ref"],) if "$ref" in schema else ()
    schema = resolve(schema)
    for each in schema.get("anyOf", []) + schema.get("oneOf", []):
        if resolve(each).get("type") != "null":
            yield from texts(each, value, place, within)
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if "string" in kinds or isinstance(next(iter(schema.get("enum", [])), None), str):
        yield place
    elif "array" in kinds:
        # The last element, so that a good one comes before it.
        items = value if isinstance(value, list) and value else [None]
        yield from texts(schema["items"], items[-1], (*place, len(items) - 1), within)
    elif "object" in kinds:
        members = value if isinstance(value, dict) else {}
        for name, inner in schema.get("properties", {}).items():
            yield from texts(inner, members.get(name), (*place, name), within)


def put(body, place, value):
    """A copy of the body with another value at an existing path."""
    whole = copy.deepcopy(body)
    at = functools.reduce(lambda inner, part: inner[part], place[:-1], whole)
    assert at[place[-1]] is not None
    at[place[-1]] = value
    return whole


def good_bodies(world, id):
    """Bodies that together have every text of an operation."""
    more = {"markSeen": [{"course": world.course["id"]}]} | world.more_bodies
    return [world.request(id)[3], *more.get(id, [])]


def ask_within_limits(person, method, path, data):
    """Asks again if it was too much for a minute: bodies with many texts make many requests."""
    answer = ask(person, method, path, data)
    while answer.status_code == 429:
        time.sleep(int(answer.headers["Retry-After"]))
        answer = ask(person, method, path, data)
    return answer


def is_there(body, place):
    """Whether there is a text."""
    try:
        return isinstance(functools.reduce(lambda inner, part: inner[part], place, body), str)
    except (KeyError, IndexError, TypeError):
        return False


def allowed(schema, place, character):
    """Whether the contract accepts the character there: passwords accept all except U+0000."""
    return place[-1] in ("newPassword", "currentPassword") and character != "\0" or place == ("password",
        ) and "NewAccount" in schema["$ref"] and character != "\0"


# The others count wrong passwords and have their own tests.
BODIES = sampled([each for each in bodies() if each[2] not in (
    "signIn", "changePassword", "leave", "resetPassword", "signInFactor", "addFactor", "addPasskey", "signInPasskey")])


@pytest.mark.parametrize("method, path, id, schema", BODIES, ids=[id for _, _, id, _ in BODIES])
def test_a_control_character_in_a_body_is_refused_and_changes_nothing(method, path, id, schema, world):
    """In every text, those in lists too. A 422 names the field."""
    person, values, query, _ = world.request(id)
    path = filled(path, values)
    before, places, wrong = world.state(), set(), []
    heads = [each.head() for each in (world.ada, world.bob, world.grace)]
    for body in good_bodies(world, id):
        for place in texts(schema, body):
            if (id in ("markSeen", "replyToPlan") or id in world.more_bodies) and not is_there(body, place):
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
                        answer = ask_within_limits(person, method, path, data)
                        fields = [error["field"] for error in answer.json().get("errors",
                            [])] if answer.status_code == 422 else []
                        named = any(re.split(r"[.\[]", field)[0] == place[0] for field in fields)
                        if answer.status_code not in REFUSED or answer.status_code == 422 and not named:
                            wrong.append((place, ascii(character), answer.status_code, fields))
                        if character < "\x7f":
                            break  # both forms are the same
    wanted = {tuple(part for part in place if isinstance(part, str)) for place in texts(schema, {})}
    if id == "replyToPlan":
        wanted.remove(("attachments",))  # comments on plans have none
    if id == "invite":
        wanted -= {("role",), ("section",)}  # of a course alone
    assert places == wanted, "each text of the contract was tried"
    assert not wrong, (len(wrong), wrong[:20])
    assert [each.head() for each in (world.ada, world.bob, world.grace)] == heads and world.state() == before
    for body in good_bodies(world, id):
        if id not in REFUSED_ANYWAY:
            assert ask(person, method, path, body).status_code in (200, 201, 204), "it was that character alone"


def test_a_control_character_signs_nobody_in_and_changes_no_password(own_server):
    """Not after a right password and not after an email."""
    ada = register(own_server)
    anyone = Anyone(own_server)
    # Few, because many failures are a 429 for everyone.
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


def test_a_member_name_with_a_suffix_is_another_member(course, ada):
    """`title` with a U+0000 is not `title`; of two members with one name, one counts or none."""
    path = f"/v1/courses/{course['id']}/events"
    for suffix in ("\0", "\0x", "\x01", "\u200d", "\u0301", " "):
        assert ada.refused("POST", path, 422, json={"title" + suffix: "x"})["errors"][0]["field"] in ("title", "(body)")
        event = ada.call("POST", path, json={"title": "Lab", "visibility": "private", "visibility" + suffix: "public"}).json()
        if "id" in event:
            assert event["visibility"] == "private"
