"""Staff of a section: their rights, and nothing beyond them."""

import uuid

import pytest

from copies import Copy, Purger, held
from people import PASSWORD, course_beside, expect_like_unknown, expect_refused, expect_unnamed, names, register, staff
from streams import Follower

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
    """Everyone except the author, by name."""
    return {"cleo": cleo, "bob": bob, "grace": grace, "stranger": stranger, "other staff": staff(server, course["id"], second)}


@pytest.mark.parametrize("audience", AUDIENCES)
@pytest.mark.parametrize("fate", FATES)
def test_restoring_a_hidden_reply_is_like_restoring_an_unknown_one(audience, fate, course, first, ada, grace, readers):
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
        # The thread disappears with its event for everyone who may not restore it.
        blind = {*blind, "cleo", "bob", "stranger"}
    for name in blind:
        expect_like_unknown(readers[name], "POST", "/v1/replies/{}/restore", reply["id"], str(uuid.uuid4()), event["id"])


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
    problem = dora.refused("POST", "/v1/notices", 422, json={"title": "To all", "courses": [course["id"]]})
    assert [error["field"] for error in problem["errors"]] == ["courses"], "the field that the request has"
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


def test_staff_of_one_section_see_neither_emails_nor_anonymous_authors_of_another(course, first, second, ada, bob, eve, dora):
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
    # In her own section she sees both.
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


def roles(person, section):
    return [place["role"] for place in person.items("/v1/me/enrollments") if place["section"] == section]


def scoped(server, ada, course, first, bob):
    """A section with public, section and staff posts, and replies."""
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


def test_dropping_a_section_keeps_the_staff_role_in_it(server, course, first, ada, bob, cleo, grace):
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


def test_staff_learn_of_no_handle_outside_the_course(server, course, first, grace, stranger):
    there, gone, elsewhere = register(server), register(server), register(server)
    gone.call("DELETE", "/v1/me", 204, json={"currentPassword": PASSWORD})
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
