"""Tokens of scripts: what each opens, on every operation of the contract, and how they end."""

import hashlib
import json
import re

import pytest

from contract import operations
from hostile import ask, filled
from noteitd import wait_until
from people import PASSWORD, Anyone, register
from streams import Closed, EventStream, Socket

PATH = "/v1/me/tokens"


class Bot(Anyone):
    """A script with a token."""

    def __init__(self, person, scope="read", course=None, **fields):
        super().__init__(person.server)
        body = {"name": "Bot", "scope": scope, "course": course, "currentPassword": PASSWORD} | fields
        self.made = person.call("POST", PATH, 201, json=body).json()
        self.headers = {"Authorization": f"Bearer {self.made['token']}"}
        self.person = person

    def revoke(self):
        self.person.call("DELETE", f"{PATH}/{self.made['id']}", 204)


def test_a_token_is_shown_once_is_recognizable_and_has_an_end(ada, course):
    bot = Bot(ada, "post", course["id"], days=30)
    token = bot.made["token"]
    assert re.fullmatch(r"noteit_[0-9a-z]{32}[0-9a-f]{8}", token)
    assert token[-8:] == hashlib.sha256(token[:-8].encode()).hexdigest()[:8]
    [listed] = ada.get(PATH)["items"]
    assert listed == {name: value for name, value in bot.made.items() if name != "token"} | {"lastUsed": None}
    assert token not in json.dumps(listed)
    bot.get("/v1/me")
    wait_until(lambda: ada.get(PATH)["items"][0]["lastUsed"], "the use to be noted")
    assert ada.get(PATH)["items"][0]["lastUsed"].endswith(":00Z")
    for wrong in (token[:-1], token[:-1] + ("0" if token[-1] != "0" else "1"), token.upper(), "noteit_", token + "0"):
        Anyone(ada.server).call("GET", "/v1/me", 401, headers={"Authorization": f"Bearer {wrong}"})


@pytest.mark.parametrize("field, value", [
    ("days", 0), ("days", 366), ("name", ""), ("name", "a\nb"), ("scope", "admin"), ("course", "202530.NONE999"),
    ("currentPassword", None), ("currentPassword", "not it at all")])
def test_a_wrong_request_makes_no_token(field, value, ada):
    body = {"name": "Bot", "scope": "read", "currentPassword": PASSWORD} | {field: value}
    assert ada.refused("POST", PATH, 422, json=body)["errors"][0]["field"] == field
    assert ada.get(PATH)["items"] == []


def test_a_token_gets_to_no_operation_outside_its_scope(world):
    """Each operation of the contract, by the person who may do it, with five tokens of theirs. What is admitted may still fail for
    another reason; what is not is a 403 before anything else, or a 404 for a thing of another course."""
    people = {world.ada, world.bob, world.grace}
    # A course in which the persons are too, so that a token of it is good.
    section = world.ada.get(world.sample_course(2))["sections"][0]["id"]
    elsewhere = section.split(".")[0] + "." + world.sample_course(2).rsplit(".", 1)[1]
    for person in people:
        person.enroll(section)
    here = world.course["id"]
    bots = {person: {
        "read": Bot(person), "post": Bot(person, "post"), "read here": Bot(person, "read", here),
        "post here": Bot(person, "post", here), "post elsewhere": Bot(person, "post", elsewhere),
    } for person in people}
    before = {person: len(person.items(PATH)) for person in people}
    writes_last = sorted(operations(), key=lambda each: each[0] != "get")
    wrong, tried = [], 0
    for method, path, operation in writes_last:
        id, rule = operation["operationId"], operation.get("x-token")
        if operation.get("security") == [] or id in ("stream", "socket"):
            continue
        person, values, query, body = world.request(id) if id in world.requests else (
            world.ada, {name: "x" for name in re.findall(r"\{(\w+)\}", path)}, {}, None)
        place = filled(path, values) + "?" + "&".join(f"{name}={value}" for name, value in query.items() if name != "wait")
        for name, bot in bots.get(person, bots[world.ada]).items():
            scope, where = name.split(" ") if " " in name else (name, None)
            is_open = rule is not None and (rule["scope"] == "read" or scope == "post") and (where is None or rule["oneCourse"])
            # A thing of this course. Those without a course are of all.
            is_elsewhere = where == "elsewhere" and bool(values)
            # Nor has a file that is attached to nothing a course, nor a code of a course that is not its id.
            is_elsewhere = is_elsewhere or where is not None and id in ("attachment", "courseRequirements")
            if is_open and not is_elsewhere and (method != "get" or "changes" in path):
                # Done by its person elsewhere: it would change what the others ask for.
                continue
            status = ask(bot, method, place.replace(" ", "%20"), body).status_code
            tried += 1
            allowed = {403, 404} if is_elsewhere and is_open else set(range(200, 300)) | {304} if is_open else {403}
            if status not in allowed:
                wrong.append((id, name, status))
    assert not wrong, wrong
    for each in bots.values():
        for bot in each.values():
            bot.revoke()
    alive = []
    for method, path, operation in writes_last:
        # A socket is refused in its handshake: below.
        if operation.get("security") != [] and operation["operationId"] != "socket":
            place = filled(path, {name: "x" for name in re.findall(r"\{(\w+)\}", path)})
            alive += [(operation["operationId"], name) for name, bot in bots[world.ada].items() if ask(bot, method, place).status_code != 401]
    assert not alive, ("dead once the revocation is answered", alive)
    assert tried > 400 and all(len(person.items(PATH)) == before[person] - len(bots[person]) for person in people)


def test_a_token_writes_what_its_scope_allows(course, ada, bob):
    bot, reader, own = Bot(ada, "post", course["id"]), Bot(ada), Bot(ada, "post")
    event = bot.call("POST", f"/v1/courses/{course['id']}/events", 201, json={"title": "By a bot"}).json()
    assert event["author"]["id"] == ada.id
    bot.call("POST", f"/v1/events/{event['id']}/replies", 201, json={"body": "Reply"})
    file = bot.call("POST", "/v1/attachments?name=a.txt", 201, data=b"a file", headers={"Content-Type": "application/octet-stream"}).json()
    bot.call("GET", f"/v1/attachments/{file['id']}", 404)
    bot.call("PATCH", f"/v1/events/{event['id']}", 200, json={"title": "Edited", "attachments": [file["id"]]})
    bot.call("GET", f"/v1/attachments/{file['id']}", 200)
    reader.call("PATCH", f"/v1/events/{event['id']}", 403, json={"title": "Not by this one"})
    other = bob.post(course["id"])
    # No more than its person may.
    own.call("DELETE", f"/v1/events/{other['id']}", 403)
    bot.call("DELETE", f"/v1/events/{event['id']}", 204)
    for script in (bot, reader, own):
        assert script.http.request("PROPFIND", ada.server.url + "/dav/", headers=script.headers).status_code == 403
        script.call("POST", "/v1/stream-tickets", 403)


def everything(reader):
    """The copy of a client: a snapshot, by type and id."""
    whole, after = {}, None
    while True:
        page = reader.get("/v1/snapshot", params={"limit": 3} | ({"next": after} if after else {}))
        for type, items in (("event", page["events"]), ("reply", page["replies"]), ("removal", page["removals"]),
                ("course", page["courses"])):
            whole |= {(type, item["id"]): item for item in items}
        whole |= {("enrollment", item["section"] or item["course"]): item for item in page["enrollments"]}
        personal = {"notifications", "seatWatches", "marks", "tasks", "plans", "planReplies", "personalEvents", "calendarImports"}
        assert not any(page[name] for name in personal), "only what is of the course"
        assert page["preferences"] is page["record"] is page["studySettings"] is page["studyPlan"] is None
        after = page["next"]
        if after is None:
            return page["cursor"], whole


def test_a_token_of_one_course_sees_that_course_alone_in_snapshots_and_streams(server, course, courses, ada, bob, grace):
    other = next(courses)
    for person in (ada, bob):
        person.enroll(other["sections"][0]["id"])
    private = [ada.post(each["id"], f"Private {each['id']}", visibility="private") for each in (course, other)]
    posts = [bob.post(each["id"], f"Public {each['id']}") for each in (course, other)]
    for post in posts:
        bob.reply(post)
    grace.delete(bob.post(course["id"], "To be removed"))
    bot = Bot(ada, "read", course["id"])
    cursor, copy = everything(bot)
    assert {("event", private[0]["id"]), ("event", posts[0]["id"]), ("course", course["id"])} <= copy.keys()
    with EventStream(server, bot.headers, cursor) as stream, Socket(server, bot.headers, cursor) as socket:
        # In the other course first: what came of it would come before.
        ada.edit(private[1], title="Elsewhere")
        bob.reply(bob.post(other["id"], "Elsewhere"))
        ada.delete(private[1])
        bob.call("PATCH", "/v1/me", 200, json={"displayName": "Bob Renamed"})
        ada.drop(other["sections"][0]["id"])
        ada.enroll(other["sections"][1]["id"])
        ada.call("POST", "/v1/me/tasks", 201, json={"title": "A task", "kind": "flexible", "minutes": 5})
        ada.edit(private[0], title="Here")
        bob.delete(posts[0])
        last = bob.post(course["id"], "The last")
        expected = None
        for live in (stream, socket):
            changes = []
            while not changes or changes[-1].get("id") != last["id"]:
                changes.append(live.change()[0])
            assert other["id"] not in json.dumps(changes) and "Elsewhere" not in json.dumps(changes)
            assert {change.get("type") for change in changes} <= {"event", "reply", "removal", "course", "enrollment"}
            assert expected is None or changes[-1] == expected
            expected = changes[-1]
    after = dict(copy)
    while True:
        page = bot.get("/v1/changes", params={"cursor": cursor, "wait": 0})
        for change in page["changes"]:
            if change["op"] == "upsert":
                after[change["type"], change["id"]] = change["body"]
            else:
                after.pop((change["type"], change["id"]), None)
                if change["type"] == "event":
                    after = {key: value for key, value in after.items() if value.get("event") != change["id"]}
        cursor = page["cursor"]
        if not page["more"]:
            break
    assert after == everything(bot)[1]
    assert other["id"] not in json.dumps(list(after.values()))


def test_a_revoked_token_is_dead_at_once_also_on_streams(server, ada):
    bot, kept = Bot(ada), Bot(ada)
    cursor = bot.get("/v1/changes?cursor=now")["cursor"]
    streams = [EventStream(server, bot.headers, cursor), Socket(server, bot.headers, cursor)]
    for stream in streams:
        assert stream.frame()[0] == "at"
    bot.revoke()
    bot.call("GET", "/v1/me", 401)
    for stream in streams:
        with pytest.raises(Closed):
            stream.frame()
    bot.call("GET", f"/v1/changes?cursor={cursor}", 401)
    kept.get("/v1/me")
    ada.call("DELETE", f"{PATH}/{bot.made['id']}", 404)
    register(server).call("DELETE", f"{PATH}/{kept.made['id']}", 404)
    assert "tokenRevoked" in server.admin("audit", "--actor", ada.email)


def test_a_suspension_and_a_reset_end_tokens(server):
    person = register(server)
    bot = Bot(person)
    bot.get("/v1/me")
    server.admin("account", "suspend", person.email)
    wait_until(lambda: bot.call("GET", "/v1/me").status_code == 401, "the log to be read")
    server.admin("account", "readmit", person.email)
    person = person.sign_in_again()
    assert person.get(PATH)["items"] == []
    bot = Bot(person)
    code = server.admin("account", "reset", person.email).split()[0]
    person.call("POST", "/v1/accounts/reset", 204, json={"email": person.email, "code": code, "newPassword": "another fine sentence"})
    wait_until(lambda: bot.call("GET", "/v1/me").status_code == 401, "the log to be read")
