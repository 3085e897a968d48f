"""What is bounded: what each may learn and do, how long things grow, how large a page is, where a cursor leads."""

import contextlib
import http.client
import io
import itertools
import json
import sqlite3
import tarfile
import time
import urllib.parse
import uuid

import pytest

from conftest import student
from copies import Copy, held
from people import register, staff
from streams import Closed, EventStream, Follower, RawSocket, Socket

PAGE = 1_300_000  # bytes: 1 MiB and the one item that passes it
TRANSPORTS = pytest.mark.parametrize("transport", [EventStream, Socket])


@pytest.fixture
def first(course):
    return course["sections"][0]["id"]


@pytest.fixture
def second(course):
    return course["sections"][1]["id"]


@pytest.fixture
def cleo(server, course):
    """A classmate of Ada's."""
    return student(server, course, 0)


@pytest.fixture
def dora(server, course, first, second):
    """Staff of the first section, and a student of the second."""
    person = staff(server, course["id"], first)
    person.enroll(second)
    return person


@pytest.fixture
def eve(server, second):
    """A student of the second section, whose name is like no other."""
    person = register(server, f"Evelyn {uuid.uuid4()}")
    person.enroll(second)
    return person


def names(person):
    """All by which somebody could be recognized."""
    handle = person.account["handle"]
    return [person.id, person.email, person.account["displayName"], f"@{handle}", f'"{handle}"']


def expect_unnamed(said, *words):
    text = said if isinstance(said, str) else json.dumps(said)
    assert not [word for word in words if word in text], text[:2000]


def expect_refused(person, method, path, **fields):
    """What one may not do is a 403, or a 422 that names a field: it is never done."""
    answer = person.call(method, path, json=fields)
    assert answer.status_code in (403, 422), f"{method} {path} {fields}: {answer.status_code} {answer.text[:300]}"
    return answer.json()


def expect_like_unknown(person, method, path, word, unknown, *hidden, **options):
    """The answer about `word` is what is answered about something that nobody has: nothing else differs, and nothing is named."""
    asked, other = (person.call(method, path.format(each), **options) for each in (word, unknown))
    said = [(each.status_code, sorted(each.headers.keys() - {"Date"}), each.text.replace(which, "*"))
            for each, which in ((asked, word), (other, unknown))]
    assert said[0] == said[1]
    assert asked.status_code == 404
    expect_unnamed(asked.text, *hidden)


# 1. Restoring a reply


AUDIENCES = {
    "private": ({"visibility": "private"}, {"cleo", "bob", "other staff", "stranger", "grace"}),
    "staff": ({"visibility": "staff"}, {"cleo", "bob", "stranger"}),
    "staff of a section": ({"visibility": "staff", "sections": "first"}, {"cleo", "bob", "other staff", "stranger"}),
    "a section": ({"sections": "first"}, {"bob", "other staff", "stranger"}),
    "all": ({}, {"stranger"}),
    "hidden later": ({}, {"cleo", "bob", "other staff", "stranger", "grace"}),
}
FATES = ["there", "removed", "deleted", "the reply removed", "the reply deleted"]


@pytest.fixture
def readers(server, course, second, bob, cleo, grace, stranger):
    """Who did not write it, by name."""
    return {"cleo": cleo, "bob": bob, "grace": grace, "stranger": stranger, "other staff": staff(server, course["id"], second)}


@pytest.mark.parametrize("audience", AUDIENCES)
@pytest.mark.parametrize("fate", FATES)
def test_restoring_a_reply_that_one_may_not_see_is_like_an_unknown_one(audience, fate, course, first, ada, grace, readers):
    fields, blind = AUDIENCES[audience]
    event = ada.post(course["id"], **fields | ({"sections": [first]} if "sections" in fields else {}))
    reply = ada.reply(event)
    if fate == "the reply removed":
        (ada if audience == "private" else grace).call("DELETE", f"/v1/replies/{reply['id']}", 204)
    elif fate == "the reply deleted":
        ada.call("DELETE", f"/v1/replies/{reply['id']}", 204)
    elif fate == "removed":
        (ada if audience == "private" else grace).delete(event)
    elif fate == "deleted":
        ada.delete(event)
        blind = readers.keys()
    if audience == "hidden later" and fate not in ("removed", "deleted"):
        ada.edit(event, visibility="private")
    elif audience == "hidden later":
        blind = readers.keys() if fate == "deleted" else {"cleo", "bob", "stranger"}
    if fate == "removed" and audience != "private":
        # With the event its thread is gone for everyone who may not bring it back.
        blind = {*blind, "cleo", "bob", "stranger"}
    for name in blind:
        expect_like_unknown(readers[name], "POST", "/v1/replies/{}/restore", reply["id"], str(uuid.uuid4()), event["id"])


# 2. Staff of one section are students of the others


def test_staff_of_one_section_send_no_notice_beyond_it(course, first, second, ada, bob, dora, grace):
    path = f"/v1/courses/{course['id']}/events"
    own = dora.post(course["id"], "Mine", kind="notice", sections=[first])
    sent = dora.call("POST", "/v1/notices", 201, json={"title": "Room 2", "sections": [first]}).json()["items"][0]
    turned = dora.edit(dora.post(course["id"], "Turned", sections=[first]), kind="notice")
    assert {ada.event(each)["kind"] for each in (own, sent, turned)} == {"notice"}
    notes = [dora.post(course["id"], f"Note {sections}", sections=sections) for sections in ([second], [first, second], [])]
    before = grace.events(course["id"])
    for target in ({"sections": [second]}, {"sections": [first, second]}, {"courses": [course["id"]]},
                   {"courses": [course["id"]], "sections": [first]}):
        expect_refused(dora, "POST", "/v1/notices", title="To all", **target)
        expect_refused(dora, "POST", "/v1/notices?dryRun=true", title="To all", **target)
    for sections in ([second], [first, second], []):
        expect_refused(dora, "POST", path, title="To all", kind="notice", sections=sections)
        for notice in (own, sent, turned):
            expect_refused(dora, "PATCH", f"/v1/events/{notice['id']}", sections=sections)
    for note in notes:
        expect_refused(dora, "PATCH", f"/v1/events/{note['id']}", kind="notice")
    inward = dora.post(course["id"], "Inward", sections=[first])
    expect_refused(dora, "PATCH", f"/v1/events/{inward['id']}", kind="notice", sections=[second])
    expect_refused(dora, "PATCH", f"/v1/events/{inward['id']}", kind="notice", sections=[])
    dora.delete(inward)
    assert grace.events(course["id"]) == before
    assert [each for each in bob.items("/v1/me/notifications") if each["kind"].startswith("notice")] == []
    assert len([each for each in ada.items("/v1/me/notifications") if each["kind"] == "notice"]) == 3


def test_staff_of_one_section_see_neither_emails_nor_who_is_anonymous_in_another(course, first, second, ada, bob, eve, dora):
    start = dora.head()
    with Follower(dora) as follower:
        named = bob.post(course["id"], "Heap sort", kind="question", sections=[second])
        lived = follower.changes()
        bob.reply(named, "I mean the heap in place")
        lived += follower.changes()
        hidden = eve.post(course["id"], "Quick sort", sections=[second], anonymous=True, due="2000-02-01T12:00:00Z")
        lived += follower.changes()
        for event in (hidden, named):
            eve.reply(event, "I mean a heap of leaves", anonymous=True)
            lived += follower.changes()
        eve.edit(hidden, due="2000-02-02T12:00:00Z", body="heap")
        lived += follower.changes()
        bob.edit(named, body="with a heap")
        lived += follower.changes()
    said = {"live": lived, "changes": dora.changes(start), "changes one by one": [change for change, _ in dora.polled(start)]}
    for transport in (dora.stream, dora.socket):
        with transport(start) as live:
            said[str(transport)] = [live.change()[0] for _ in said["changes"]]
    said |= {"snapshot": dora.snapshot(), "list": dora.events(course["id"]), "agenda": dora.due_sections("/v1/me/agenda"),
             "search": dora.items("/v1/search", q="heap"), "events": [dora.event(named), dora.event(hidden)],
             "similar": dora.get(f"/v1/courses/{course['id']}/similar", params={"title": "heap sort"}),
             "replies": dora.items(f"/v1/events/{named['id']}/replies") + dora.items(f"/v1/events/{hidden['id']}/replies")}
    assert all(part for part in said.values()), "each of them says something"
    assert len(said["replies"]) == 3 and len(said["search"]) >= 3
    for where, part in said.items():
        expect_unnamed(part, bob.email, *names(eve))
    expect_unnamed(dora.items(f"/v1/events/{hidden['id']}/due-history"), *names(eve))
    assert not dora.events(course["id"], author=eve.id) and not dora.items("/v1/search", q=f"by:@{eve.account['handle']}")
    assert {each["id"] for each in dora.events(course["id"], author=bob.id)} == {named["id"]}
    # In the section that she is staff of she sees both.
    asked = ada.post(course["id"], "Merge sort", sections=[first], anonymous=True)
    ada.reply(asked, "I mean a heap", anonymous=True)
    for author in (dora.event(asked)["author"], dora.items(f"/v1/events/{asked['id']}/replies")[0]["author"],
                   dora.events(course["id"], author=ada.id)[0]["author"], dora.changes(start)[-1]["body"]["author"]):
        assert (author["id"], author["email"]) == (ada.id, ada.email)


def test_staff_of_one_section_moderate_no_other(course, first, second, ada, bob, eve, dora, grace):
    notice = bob.event(grace.post(course["id"], "For the second", kind="notice", sections=[second]))
    question = bob.post(course["id"], kind="question", sections=[second])
    reply = eve.reply(question)
    secret = bob.post(course["id"], "For the staff", visibility="staff", sections=[second])
    dora.refused("GET", f"/v1/events/{notice['id']}/receipts", 403)
    dora.refused("GET", f"/v1/events/{secret['id']}", 404)
    dora.refused("DELETE", f"/v1/events/{secret['id']}?reason=x", 404)
    for path in (f"/v1/events/{question['id']}", f"/v1/replies/{reply['id']}", f"/v1/events/{notice['id']}"):
        dora.refused("DELETE", path + "?reason=x", 403)
    dora.refused("PUT", f"/v1/events/{question['id']}/answer", 403, json={"reply": reply["id"]})
    eve.call("POST", f"/v1/events/{question['id']}/reports", 201, json={"reason": "rude words"})
    grace.call("DELETE", f"/v1/replies/{reply['id']}", 204, params={"reason": "a secret reason"})
    removal = next(each for each in dora.snapshot()["removals"] if each["id"] == reply["id"])
    assert (removal["reason"], removal["title"]) == (None, None)
    assert dora.call("POST", f"/v1/replies/{reply['id']}/restore").status_code in (403, 404)
    roster = dora.items(f"/v1/courses/{course['id']}/roster")
    assert ada.id in [each["id"] for each in roster] and bob.id not in [each["id"] for each in roster]
    for part in (dora.items(f"/v1/courses/{course['id']}/removals"), dora.items(f"/v1/courses/{course['id']}/reports"), roster):
        expect_unnamed(part, question["id"], reply["id"], bob.email, eve.email, "rude words", "a secret reason")
    assert bob.event(question)["replyCount"] == 0 and bob.event(notice) == notice
    # In her own section she may.
    notice = dora.post(course["id"], "For the first", kind="notice", sections=[first])
    assert dora.get(f"/v1/events/{notice['id']}/receipts") == {"people": 2, "seen": 0}, "Ada and Grace"
    question = ada.post(course["id"], kind="question", sections=[first])
    reply = ada.reply(question)
    dora.call("PUT", f"/v1/events/{question['id']}/answer", 200, json={"reply": reply["id"]})
    dora.call("DELETE", f"/v1/replies/{reply['id']}", 204, params={"reason": "x"})
    dora.call("POST", f"/v1/replies/{reply['id']}/restore", 200)
    dora.delete(question, params={"reason": "x"})
    assert dora.call("POST", f"/v1/events/{question['id']}/restore", 200).json()["replyCount"] == 1


# 3. A place on a staff stands beside a student's place


class Purger(Copy):
    """A copy that forgets at `scopeRevoked` what it held through that scope alone, but one's own private events."""

    def apply(self, change):
        super().apply(change)
        if change["op"] == "scopeRevoked":
            self.purge(change["course"], change["section"])

    def purge(self, course, section):
        self.held["enrollment"].pop(section or course, None)
        places = [place for place in self.held["enrollment"].values() if place["course"] == course]
        ours = {id: event for id, event in self.held["event"].items() if event["course"] == course}
        gone = {id for id, event in ours.items() if not self.is_kept(event, places)}
        for id in gone:
            del self.held["event"][id]
        self.held["reply"] = {id: reply for id, reply in self.held["reply"].items() if reply["event"] not in gone}
        if not places:
            self.held["course"].pop(course, None)
            self.held["removal"] = {id: each for id, each in self.held["removal"].items() if each["course"] != course}

    def is_kept(self, event, places):
        if event["visibility"] == "private":
            return True
        mine = event["author"]["id"] == self.person.id or self.held["mark"].get(event["id"], {}).get("mine")
        reached = [place for place in places if not event["sections"] or place["section"] in (None, *event["sections"])]
        staffed = [place for place in reached if place["role"] == "staff"]
        return bool(places and mine or staffed or reached and event["visibility"] == "public")


def roles(person, section):
    return [place["role"] for place in person.items("/v1/me/enrollments") if place["section"] == section]


def scoped(server, ada, course, first, bob):
    """A section with something for each: what is public, for the section, for staff, and replies."""
    events = {"all": bob.post(course["id"], "For all"), "section": ada.post(course["id"], "For us", sections=[first]),
              "other": bob.post(course["id"], "For them", sections=[course["sections"][1]["id"]]),
              "own": ada.post(course["id"], "Mine", visibility="private")}
    ada.reply(events["all"])
    return events


def test_a_student_who_was_staff_of_the_section_is_its_student_again(server, course, first, ada, bob, cleo, grace):
    events = scoped(server, ada, course, first, bob)
    secret = cleo.post(course["id"], "For the staff", visibility="staff", sections=[first])
    hidden = cleo.post(course["id"], "Anonymous", sections=[first], anonymous=True)
    path = f"/v1/courses/{course['id']}/staff/{ada.id}"
    copies = [Copy(ada), Purger(ada)]
    old, before = ada.head(), held(ada.snapshot())
    for query in ({}, {"section": first}):
        grace.call("PUT", path, 201, json={"sections": [first]})
        assert "staff" in roles(ada, first)
        assert ada.event(secret)["author"]["email"] == cleo.email and ada.event(hidden)["author"]["id"] == cleo.id
        for copy in copies:
            copy.expect_fresh()
        grace.call("DELETE", path, 204, params=query)
        assert roles(ada, first) == ["student"]
        snapshot = held(ada.snapshot())
        for kind in ("enrollment", "course", "event", "reply", "removal"):
            assert snapshot[kind] == before[kind], kind
        for copy in copies:
            copy.expect_fresh()
        late = Purger(ada)
        late.cursor, late.held = old, {kind: dict(values) for kind, values in before.items()}
        late.expect_fresh()
        assert ada.event(events["section"])["title"] == "For us"
        ada.refused("GET", f"/v1/events/{secret['id']}", 404)
        expect_unnamed(ada.changes(old), cleo.email, "For the staff")
    news = ada.head()
    said = cleo.post(course["id"], "News", sections=[first])
    assert said["id"] in [change.get("id") for change in ada.changes(news)]
    ada.drop(first)
    assert roles(ada, first) == []
    for copy in copies:
        copy.expect_fresh()
    ada.refused("GET", f"/v1/events/{events['section']['id']}", 404)


def test_who_drops_the_section_that_they_are_staff_of_stays_its_staff(server, course, first, ada, bob, cleo, grace):
    events = scoped(server, ada, course, first, bob)
    secret = cleo.post(course["id"], "For the staff", visibility="staff", sections=[first])
    copies = [Copy(ada), Purger(ada)]
    grace.call("PUT", f"/v1/courses/{course['id']}/staff/{ada.id}", 201, json={"sections": [first]})
    ada.drop(first)
    assert roles(ada, first) == ["staff"]
    assert ada.event(secret)["author"]["email"] == cleo.email and ada.event(events["section"])["title"] == "For us"
    for copy in copies:
        copy.expect_fresh()
    grace.call("DELETE", f"/v1/courses/{course['id']}/staff/{ada.id}", 204)
    assert roles(ada, first) == []
    ada.refused("GET", f"/v1/events/{events['section']['id']}", 404)
    for copy in copies:
        copy.expect_fresh()
    assert ada.event(events["own"])["title"] == "Mine"


# 4. Whom a handle belongs to


def test_staff_learn_of_no_handle_outside_the_course(server, course, first, grace, stranger):
    there, gone, elsewhere = register(server), register(server), register(server)
    gone.call("DELETE", "/v1/me", 204)
    elsewhere.enroll(course_beside(elsewhere))
    assistant = staff(server, course["id"], first)
    path = f"/v1/courses/{course['id']}/staff/" + "{}"
    for asking in (grace, assistant):
        body = {} if asking is grace else {"sections": [first]}
        for known in (there, gone, elsewhere, stranger):
            handle = "@" + known.account["handle"]
            unknown = "@" + "".join("q" if each.isalpha() else each for each in known.account["handle"])
            for method, options in (("PUT", {"json": body}), ("DELETE", {}), ("DELETE", {"params": {"section": first}})):
                expect_like_unknown(asking, method, path, handle, unknown, known.id, known.email, **options)
    assert there.items("/v1/me/enrollments") == there.items("/v1/me/notifications") == []


def course_beside(person):
    """A section of another course."""
    course = person.get("/v1/terms/202530/courses")["items"][0]["id"]
    return person.get(f"/v1/courses/{course}")["sections"][0]["id"]


# 5. What is anonymous is no notice


def test_an_anonymous_post_becomes_no_notice(server, course, first, second, eve, cleo, grace, bob):
    posted = [eve.post(course["id"], "Who knows?", anonymous=True, sections=sections) for sections in ([], [second])]
    for section in ([], ["--section", second]):
        server.admin("staff", "grant", eve.email, course["id"], *section)
    before, head = [bob.event(event) for event in posted], bob.head()
    for event, more in itertools.product(posted, ({}, {"title": "Room change"}, {"sections": [second]})):
        answer = eve.call("PATCH", f"/v1/events/{event['id']}", json={"kind": "notice"} | more)
        assert answer.status_code in (403, 409, 422), answer.text
    for person in (eve, cleo):
        body = {"title": "x", "kind": "notice", "anonymous": True}
        answer = person.call("POST", f"/v1/courses/{course['id']}/events", json=body)
        assert answer.status_code in (403, 409, 422), answer.text
    assert [bob.event(event) for event in posted] == before and bob.changes(head) == []
    assert bob.items("/v1/me/notifications") == []
    expect_unnamed([bob.snapshot(), bob.events(course["id"])], *names(eve)[:3])


# 6. No handle is given twice


def test_a_handle_that_was_freed_is_given_to_nobody_else(server, course, first, cleo):
    name = f"Zuleika {uuid.uuid4().hex[:8]}"
    given = []
    for _ in range(3):
        person = register(server, name)
        given.append(person.account["handle"])
        person.enroll(first)
        person.post(course["id"], f"By {name}")
        person.call("DELETE", "/v1/me", 204)
    again = register(server, name)
    assert len({*given, again.account["handle"]}) == 4
    again.enroll(first)
    event = cleo.post(course["id"], f"Ask @{given[0]}")
    assert again.items("/v1/me/notifications") == [] and again.event(event)["title"] == f"Ask @{given[0]}"


# 7. One's own private events


@pytest.mark.parametrize("limit", [1, 500])
def test_private_events_stay_ones_own_after_dropping_the_course(limit, server, course, first, ada, cleo, grace):
    others = [cleo, grace, register(server)]
    heads = [person.head() for person in others]
    shared = cleo.post(course["id"], "Shared zebra")
    private = ada.post(course["id"], "My zebra", visibility="private", due="2000-02-01T12:00:00Z", kind="reminder")
    section = ada.post(course["id"], "Zebra of my section", visibility="private", sections=[first])
    reply = ada.reply(private, "A striped zebra")
    waiting, purging = Copy(ada), Purger(ada)
    ada.drop(first)
    for copy in (waiting, purging):
        copy.catch_up(limit)
        copy.expect_fresh()
        assert copy.held["event"].keys() == {private["id"], section["id"]} and copy.held["reply"].keys() == {reply["id"]}
    assert ada.event(private) | {"activity": 0} == private | {"replyCount": 1, "latestText": reply["body"], "activity": 0}
    ada.refused("GET", f"/v1/events/{shared['id']}", 404)
    assert ada.items(f"/v1/events/{private['id']}/replies") == [reply]
    agenda = [event["id"] for part in ada.due_sections("/v1/me/agenda") for event in part["events"]]
    assert sorted(agenda) == sorted([private["id"], section["id"]])
    found = {(hit["event"]["id"], (hit["reply"] or {}).get("id")) for hit in ada.items("/v1/search", q="zebra")}
    assert found == {(private["id"], None), (section["id"], None), (private["id"], reply["id"])}
    again = ada.reply(private, "Another zebra")
    ada.call("PATCH", f"/v1/replies/{again['id']}", 200, json={"body": "No zebra"})
    assert ada.edit(private, title="My okapi")["title"] == "My okapi"
    for copy in (waiting, purging):
        copy.catch_up(limit)
        copy.expect_fresh()
        assert copy.held["event"][private["id"]]["title"] == "My okapi"
    ada.enroll(first)
    ada.drop(first)
    for copy in (waiting, purging):
        copy.catch_up(limit)
        copy.expect_fresh()
    ada.delete(section)
    ada.refused("GET", f"/v1/events/{section['id']}", 404)
    for copy in (waiting, purging):
        copy.catch_up(limit)
        copy.expect_fresh()
        assert copy.held["event"].keys() == {private["id"]}
    for person, head in zip(others, heads):
        expect_unnamed([person.changes(head), person.snapshot(), person.items("/v1/search", q="zebra")],
                       private["id"], section["id"], reply["id"], "My zebra", "okapi")
        for path in (private["id"], section["id"], f"{private['id']}/replies", f"{private['id']}/due-history"):
            person.refused("GET", f"/v1/events/{path}", 404)
        person.refused("PATCH", f"/v1/events/{private['id']}", 404, json={"title": "x"})


def test_who_dropped_the_course_makes_no_private_event_public(course, first, ada, cleo):
    private = ada.post(course["id"], "Mine", visibility="private")
    ada.drop(first)
    head = cleo.head()
    for visibility in ("public", "staff"):
        answer = ada.call("PATCH", f"/v1/events/{private['id']}", json={"visibility": visibility})
        assert answer.status_code in (403, 409, 422), answer.text
    assert cleo.changes(head) == [] and ada.event(private)["visibility"] == "private"


# 8. Due dates that move


def day(number):
    return f"{2001 + number // 300}-{1 + number % 300 // 28:02}-{1 + number % 28:02}T12:00:00Z"


def test_a_due_history_holds_the_newest_moves_and_the_list_all(course, ada, bob, eve, cleo, stranger):
    event = ada.post(course["id"], kind="reminder", due=day(0))
    assert (event["dueHistory"], event["dueMoves"]) == ([], 0) and ada.items(f"/v1/events/{event['id']}/due-history") == []
    path, sizes = f"/v1/events/{event['id']}/due-history", {}
    for number in range(1, 301):
        moved = ada.edit(event, due=day(number))
        assert moved["dueMoves"] == number and len(moved["dueHistory"]) == min(number, 20)
        if number in (20, 300):
            sizes[number] = len(bob.call("GET", f"/v1/events/{event['id']}", 200).content)
    assert sizes[300] <= sizes[20] + 10, "but for the digits of counters it is as long as before"
    whole = bob.items(path, limit=200)
    assert [(move["from"], move["to"]) for move in whole] == [(day(number - 1), day(number)) for number in range(1, 301)]
    assert whole == bob.items(path) == bob.items(path, limit=7) == bob.items(path, limit=100)
    for seen in (bob.event(event), bob.snapshot()["events"][-1], bob.events(course["id"])[-1]):
        assert (seen["dueHistory"], seen["dueMoves"]) == (whole[-20:], 300)
    assert all(move["by"]["id"] == ada.id and "email" not in move["by"] for move in whole)
    for query in ({"limit": 0}, {"limit": 201}, {"after": "x"}):
        bob.refused("GET", path, 422, params=query)
    stranger.refused("GET", path, 404)
    bob.refused("GET", f"/v1/events/{uuid.uuid4()}/due-history", 404)
    after = bob.get(path, params={"limit": 5})["next"]
    ada.edit(event, visibility="private")
    for query in ({}, {"after": after}):
        bob.refused("GET", path, 404, params=query)
    assert len(ada.items(path)) == 300
    ada.delete(event)
    ada.refused("GET", path, 404)


def test_a_due_history_says_what_the_event_says_of_an_anonymous_author(course, second, eve, bob, dora, grace):
    event = eve.post(course["id"], anonymous=True, sections=[second], due=day(0))
    for number in range(1, 23):
        eve.edit(event, due=day(number))
    path = f"/v1/events/{event['id']}/due-history"
    for person in (eve, bob, dora, grace):
        expect_unnamed([person.items(path), person.event(event)["dueHistory"]], *names(eve))
        assert person.items(path)[-20:] == person.event(event)["dueHistory"]
    after = grace.get(path, params={"limit": 3})["next"]
    expect_unnamed(bob.get(path, params={"limit": 3, "after": after}), *names(eve))


# 9. Pages end at 1 MiB


COUNT = 120
LONG = ["words " * 3333, "“" * 20_000, '"\\' * 10_000, "\n" * 19_999 + "x", "𝄞" * 20_000, "\t<&>/" * 4000]


@pytest.fixture(scope="module")
def bulky(server, courses):
    """A course of long events with a thread of long replies: it, their author, a classmate, the ids, a cursor from before."""
    course = next(courses)
    author, reader = student(server, course, 0), student(server, course, 0)
    start = reader.head()
    bodies = [LONG[number % len(LONG)] for number in range(COUNT)]
    dues = [day(number % 7) if number % 3 else None for number in range(COUNT)]
    events = [author.post(course["id"], f"Event {number}", body=bodies[number], due=dues[number]) for number in range(COUNT)]
    replies = [author.reply(events[0], body) for body in bodies]
    return course, author, reader, {event["id"] for event in events}, {reply["id"] for reply in replies}, start


def expect_once(found, expected):
    assert len(found) == len(set(found)) and set(found) == expected


def pages(person, path, begin, follow, name="next"):
    """The pages of a list, each small enough and none empty."""
    query = begin
    while True:
        answer = person.call("GET", path, 200, params=query)
        page = answer.json()
        assert len(answer.content) <= PAGE, f"{path} {query}: {len(answer.content)} bytes"
        yield page
        if page[name] is None:
            return
        query = begin | {follow: page[name]}


@pytest.mark.parametrize("limit", [None, 1, 100, 5000])
def test_pages_of_a_snapshot_end_at_a_mebibyte(limit, bulky):
    _, _, reader, events, replies, _ = bulky
    found = list(pages(reader, "/v1/snapshot", {"limit": limit} if limit else {}, "next"))
    expect_once([event["id"] for page in found for event in page["events"]], events)
    expect_once([reply["id"] for page in found for reply in page["replies"]], replies)
    assert len(found) < 500 and len({page["cursor"] for page in found}) == 1


@pytest.mark.parametrize("limit", [None, 1, 500])
@pytest.mark.parametrize("wait", [0, 5])
def test_pages_of_changes_end_at_a_mebibyte(limit, wait, bulky):
    _, _, reader, events, replies, start = bulky
    expect_changes(reader, start, events, replies, {"wait": wait} | ({"limit": limit} if limit else {}))


def expect_changes(reader, cursor, events, replies, query):
    found, newest = {"event": [], "reply": []}, {}
    for count in itertools.count():
        answer = reader.call("GET", "/v1/changes", 200, params=query | {"cursor": cursor})
        page = answer.json()
        assert len(answer.content) <= PAGE, f"{len(answer.content)} bytes"
        assert page["changes"] or not page["more"] or page["cursor"] != cursor, "it goes on"
        for change in page["changes"]:
            assert change["op"] != "remove"
            found.get(change.get("type"), []).append(change.get("id"))
        cursor = page["cursor"]
        assert count < 1000
        if not page["more"]:
            break
    assert set(found["event"]) == events and set(found["reply"]) == replies
    expect_once(found["reply"], replies)
    assert len(found["event"]) <= len(events) + 1 if query.get("limit") != 1 else True, "the first stands anew behind its replies"


def test_what_follows_from_an_enrollment_comes_in_such_pages(server, bulky):
    course, _, _, events, replies, _ = bulky
    person = register(server)
    cursor = person.head()
    person.enroll(course["sections"][0]["id"])
    for query in ({"wait": 0}, {"wait": 0, "limit": 500}, {"wait": 5, "limit": 7}):
        expect_changes(person, cursor, events, replies, query)
    with person.socket(cursor) as live:
        found = {"event": [], "reply": []}
        while set(found["event"]) != events or set(found["reply"]) != replies:
            change, _ = live.change()
            found.get(change.get("type"), []).append(change.get("id"))
        expect_once(found["event"], events)
        expect_once(found["reply"], replies)
    copy = Copy(person)
    copy.expect_fresh()
    person.drop(course["sections"][0]["id"])
    copy.expect_fresh()
    assert copy.held["event"] == {}


@pytest.mark.parametrize("path", ["/v1/courses/{}/events", "/v1/me/agenda"])
@pytest.mark.parametrize("limit", [1, 50, 200])
def test_pages_of_due_sections_end_at_a_mebibyte(path, limit, bulky):
    course, _, reader, events, _, _ = bulky
    found, parts = [], []
    for page in pages(reader, path.format(course["id"]), {"limit": limit}, "after"):
        assert page["sections"], "a page holds at least one"
        parts += [part["due"] for part in page["sections"]]
        found += [event["id"] for part in page["sections"] for event in part["events"]]
    expect_once(found, events)
    order = [due for index, due in enumerate(parts) if index == 0 or parts[index - 1] != due]
    assert order == sorted({due for due in parts if due}) + [None]


@pytest.mark.parametrize("limit", [1, 50, 200])
def test_pages_of_replies_end_at_a_mebibyte(limit, bulky):
    _, author, reader, _, replies, _ = bulky
    event = author.get("/v1/search", params={"q": '"Event 0"', "limit": 1})["items"][0]["event"]
    found = []
    for page in pages(reader, f"/v1/events/{event['id']}/replies", {"limit": limit}, "after"):
        assert page["items"], "a page holds at least one"
        found += page["items"]
    expect_once([reply["id"] for reply in found], replies)
    assert [reply["number"] for reply in found] == list(range(1, COUNT + 1)), "oldest first"


def test_an_export_of_long_texts_is_whole(bulky):
    _, author, _, events, replies, _ = bulky
    with tarfile.open(fileobj=io.BytesIO(author.call("GET", "/v1/me/export", 200).content)) as archive:
        files = {member.name: archive.extractfile(member).read() for member in archive.getmembers()}
    for kind, ids in (("events", events), ("replies", replies)):
        parts = [json.loads(content) for name, content in sorted(files.items()) if name.startswith(kind + "-")]
        expect_once([item["id"] for part in parts for item in part], ids)
        assert {item["body"] for part in parts for item in part} == set(LONG)


# 10. Where a stream stands


def frames_until(live, seconds, wanted):
    """The frames of a stream up to the first that is wanted, within so many seconds."""
    end, found = time.monotonic() + seconds, []
    with contextlib.suppress(TimeoutError, Closed):
        while time.monotonic() < end:
            found.append(live.frame())
            if wanted(found[-1]):
                break
    return found


@TRANSPORTS
def test_a_stream_soon_says_where_it_stands(transport, server, course, ada, bob, stranger):
    old = stranger.head()
    for number in range(30):
        bob.reply(ada.post(course["id"], f"Event {number}"))
    head = stranger.head()
    begin = time.monotonic()
    with transport(server, stranger.headers, old, patience=2) as live:
        found = frames_until(live, 2, lambda frame: frame[2] == head)
    assert [kind for kind, _, _ in found] == ["at"] * len(found)
    assert found[-1] == ("at", {"at": head}, head), "nothing of this is for the stranger, and the stream says how far it has come"
    assert time.monotonic() - begin < 2
    with transport(server, stranger.headers, found[-1][2], patience=2) as live:
        assert live.frame()[2] == head
        assert all(frame[0] == "at" for frame in frames_until(live, 2, lambda frame: False))
    assert stranger.changes(found[-1][2]) == []


@TRANSPORTS
def test_after_changes_the_last_cursor_doubles_nothing(transport, server, course, ada, bob, eve):
    old = bob.head()
    event = ada.post(course["id"], "Shared")
    bob.reply(event)
    ada.edit(event, title="Edited")
    expected = bob.changes(old)
    for number in range(10):
        ada.post(course["id"], f"Mine {number}", visibility="private")
    head = bob.head()
    with transport(server, bob.headers, old, patience=2) as live:
        found = frames_until(live, 4, lambda frame: frame[2] == head)
    assert [data for kind, data, _ in found if kind == "change"] == expected
    assert found[-1][2] == head, "it says that it has passed what is not Bob's"
    for index, (_, _, cursor) in enumerate(found):
        rest = [data for kind, data, _ in found[index + 1:] if kind == "change"]
        if index:
            assert bob.changes(cursor) == rest
            with transport(server, bob.headers, cursor, patience=2) as live:
                again = frames_until(live, 4, lambda frame: frame[2] == head)
            assert [data for kind, data, _ in again if kind == "change"] == rest
    with transport(server, bob.headers, found[-1][2], patience=3) as live:
        live.frame()
        more = eve.post(course["id"], "More")
        assert live.change()[0]["id"] == more["id"]


# 11. What is no cursor


def malformed(head):
    """Texts that are no cursor, as they stand in a query."""
    epoch, _, offset = head.partition(".")
    tails = [
        "", ".", ".1.", ".1.k k", ".-1", ".+1", ". 1", ".1 ", ".1\n", ".1\r\n\r\nX: y", ".0x1", ".1e3", ".0.0.0.0", ".1.k.k",
        ".1.1.1", ".٣", ".1.٣", ".1.0.-1", ".1.\x00", f".{offset}\x00", ".1.e\u0301\u0327",
        ".9223372036854775808", ".-9223372036854775808",
        ".18446744073709551616.1", ".1.event:x", ".1.e,x", ".1.'; DROP TABLE log; --", ".1.%", ".1.%00", ".1._", ".1.~", ".1.a=",
        f".1.e.{uuid.uuid4()}", ".1." + "a" * 100, ".1." + "9" * 900, ".1." + "k" * 10_240, "." + "1" * 10_240,
    ]
    texts = [epoch + tail for tail in tails] + [
        "x", "..", ".", "...", "e.1.", "e.1.k k", "e.-1", "e.1." + "a" * 100, "e\u0301.1", f" {epoch}.1", f"{epoch.upper()}.1",
        "𝄞" * 200, f"{epoch}\u200d.1", "a" * 10_240, "null", "now.", "NOW", "{}", "[]", "\u202e1." + epoch, f"x{head}",
        f"{epoch}x.{offset}",
    ]
    raw = ["%ff%fe", "%c3", f"{epoch}.1.%c0%80", f"{epoch}.1.%ed%a0%80", "%", "%g1", f"{epoch}.1.%e2%82", f"{epoch}.1.%00%cc%81"]
    signs = ("%21", "%22", "%24", "%2B", "%2F", "%3A", "%40", "%5B", "%7F", "%C2%85")
    signed = [f"{epoch}.{number}.{sign}" for number in (0, 1, 2) for sign in signs]
    random = [str(uuid.uuid4())[: 1 + number % 36] for number in range(160)]
    return [urllib.parse.quote(text, safe="") for text in texts] + raw + signed + random


def invented(head):
    """Texts that are formed like a cursor, which nobody was given."""
    epoch, _, offset = head.partition(".")
    head, id = int(offset), str(uuid.uuid4())
    keys = ["0", "1", "a", "Z", "-", "-1", "e1", "AAAA", "0" * 36, "z" * 36, id, "event", "9223372036854775807", "2026-11-21"]
    return [f"{epoch}.{number}.{key}" for number in (0, 1, 2, head - 1, head, head + 1) for key in keys]


def answered(server, path, headers):
    """(status, what is said at once) of a request that is sent as it stands."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)) as connection:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        if answer.getheader("Content-Type", "").startswith("text/event-stream"):
            return answer.status, "".join(answer.readline().decode() for _ in range(5))
        return answer.status, "" if answer.status == 101 else answer.read().decode()


UPGRADE = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": RawSocket.KEY}
WRONG = (400, 410, 414, 422)


def test_what_is_no_cursor_is_told_so_on_every_transport(own_server):
    person, section = joined_course(own_server)
    other = register(own_server)
    other.enroll(section["id"])
    secret = other.post(section["course"], "A secret word", visibility="private")
    head = person.head()
    texts = dict.fromkeys(malformed(head), WRONG) | dict.fromkeys(invented(head), (200, *WRONG))
    assert len(texts) >= 300
    begin = time.monotonic()
    for text, statuses in texts.items():
        for path, headers, expected in (
            (f"/v1/changes?wait=0&cursor={text}", {}, statuses), (f"/v1/snapshot?next={text}", {}, WRONG),
            (f"/v1/stream?cursor={text}", {"Accept": "text/event-stream"}, (200, *WRONG)),
            (f"/v1/ws?cursor={text}", UPGRADE, (101, *WRONG)),
        ):
            status, said = answered(own_server, path, person.headers | headers)
            assert status in expected, f"{path[:200]}: {status} {said[:300]}"
            assert status != 200 or statuses != WRONG or "event: expired" in said, f"{path[:200]}: {said}"
            expect_unnamed(said, secret["id"], "A secret word")
    assert time.monotonic() - begin < 60
    for text in ("x", "..", "e.1.", "e.-1", "e.1." + "a" * 100, head + ".k k", head + "."):
        assert person.refused("GET", "/v1/changes", 410, params={"cursor": text})["reason"] == "epoch"
        for transport in (person.stream, person.socket):
            with transport(text) as live:
                assert live.frame()[1] == {"expired": "epoch"}
    assert own_server.process.poll() is None and "Fatal" not in own_server.said()
    assert person.changes(head) == []


def joined_course(server):
    """Somebody in a section, and that section with its course."""
    person = register(server)
    section = course_beside(person)
    person.enroll(section)
    return person, {"id": section, "course": person.items("/v1/me/enrollments")[0]["course"]}


# 12. A cursor within what follows from a row


@pytest.fixture
def thread(course, first, second, ada, bob):
    """Five events, one of them with five replies; one that is Ada's own, one for the second section."""
    events = [ada.post(course["id"], f"Event {number}") for number in range(5)]
    for number in range(5):
        bob.reply(events[0], f"Reply {number}")
    ada.post(course["id"], "Ada alone", visibility="private")
    bob.post(course["id"], "The second section", sections=[second])
    return events


def joined(person, section):
    """Enrolls, and reads what follows change by change; answers (copy, cursor) behind each."""
    copy = Copy(person)
    person.enroll(section)
    steps = []
    while True:
        page = person.get("/v1/changes", params={"cursor": copy.cursor, "wait": 0, "limit": 1})
        for change in page["changes"]:
            copy.apply(change)
        copy.cursor = page["cursor"]
        steps.append(({kind: dict(values) for kind, values in copy.held.items()}, copy.cursor))
        if not page["more"]:
            return steps


def test_a_cursor_within_a_row_works_after_other_things_happened(server, course, first, ada, bob, thread):
    person, reader, far = register(server), student(server, course, 1), register(server)
    steps = joined(person, first)
    assert len({cursor for _, cursor in steps}) >= 10, "events and replies come one by one"
    ada.edit(thread[1], title="Edited")
    ada.delete(thread[2])
    ada.edit(thread[3], visibility="private")
    bob.reply(thread[4], "Late")
    ada.edit(thread[0], sections=[first])
    ada.post(course["id"], "New")
    ada.call("PATCH", "/v1/me", 200, json={"displayName": "Ada of late"})
    person.drop(first)
    person.enroll(first)
    for then, cursor in steps:
        for limit, purging in itertools.product((1, 500), (Copy, Purger)):
            copy = purging(person)
            copy.held, copy.cursor = {kind: dict(values) for kind, values in then.items()}, cursor
            copy.catch_up(limit)
            copy.expect_fresh()
    # Nobody else gets by it what is not theirs.
    for _, cursor in steps:
        for other in (reader, far):
            answer = other.call("GET", "/v1/changes", params={"cursor": cursor, "wait": 0})
            assert answer.status_code in (200, 410)
            expect_unnamed(answer.text, "Ada alone", person.email, person.id, ada.email, '"Event 3"')
            if other is far:
                expect_unnamed(answer.text, course["id"], "Event", "Reply", "The second section")
            else:
                expect_unnamed(answer.text, '"Event 0"', '"Reply 1"')
            with other.stream(cursor, patience=0.3) as live, contextlib.suppress(TimeoutError, Closed):
                while True:
                    kind, said, _ = live.frame()
                    expect_unnamed(said, "Ada alone", person.email, person.id, '"Event 3"')
                    assert other is reader or kind != "change" or course["id"] not in json.dumps(said)


@pytest.mark.parametrize("reason", ["pruned", "epoch"])
def test_a_cursor_within_a_row_that_is_gone_is_told_so(reason, own_server):
    ada, section = joined_course(own_server)
    person = register(own_server)
    events = [ada.post(section["course"], f"Event {number}") for number in range(5)]
    for number in range(5):
        ada.reply(events[0], f"Reply {number}")
    cursors = [cursor for _, cursor in joined(person, section["id"])][:-1]
    assert len(set(cursors)) >= 8
    own_server.stop()
    if reason == "pruned":
        prune(own_server.database)
    else:
        # As deploy/backup/noteit-restore does.
        own_server.sql("UPDATE log_head SET epoch = lower(hex(randomblob(6))) WHERE id = 1")
    own_server.start()
    for cursor in cursors:
        assert person.refused("GET", "/v1/changes", 410, params={"cursor": cursor})["reason"] == reason
        for transport in (person.stream, person.socket):
            with transport(cursor) as live:
                assert live.frame()[1] == {"expired": reason}
    assert person.changes(person.snapshot()["cursor"]) == []


def prune(database):
    """Takes every row out of the log, as the server does with old ones."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.execute("DELETE FROM log_topic")
        connection.execute("DELETE FROM log")
        connection.execute("UPDATE log_head SET pruned = head")
        connection.commit()
