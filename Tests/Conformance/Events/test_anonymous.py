"""Writing anonymously: each way in which it could leak, on every route and transport."""

import contextlib
import itertools
import json
import uuid

import pytest

from conftest import student
from copies import Copy
from people import PASSWORD, staff
from streams import Follower


@pytest.fixture
def dee(server, course):
    """A classmate of Ada's."""
    return student(server, course, 0)


def alias_of(item):
    assert item["anonymous"] and item["author"] == {"id": item["author"]["id"], "displayName": "Anonymous", "role": "student"}
    return item["author"]["id"]


def names(person):
    """Everything that identifies a person."""
    return [person.id, person.email, person.account["displayName"], person.account["handle"]]


def expect_hidden(person, said):
    said = said if isinstance(said, str) else json.dumps(said)
    assert not [name for name in names(person) if name in said]


def test_everyone_except_staff_sees_an_alias_even_the_author(course, ada, bob, grace):
    posted = ada.post(course["id"], "Is heap sort stable?", kind="question", anonymous=True)
    alias = alias_of(posted)
    assert uuid.UUID(alias).version == 4, "random, so that it holds no time"
    assert ada.event(posted) == bob.event(posted) == posted
    seen = grace.event(posted)
    assert seen == posted | {"author": {name: ada.account[name] for name in ("id", "displayName", "role", "email", "handle")}}
    replied = ada.reply(posted, "I mean in place", anonymous=True)
    assert alias_of(replied) == alias, "one alias in the whole thread"
    answered = bob.reply(posted, "No", anonymous=True)
    assert alias_of(answered) not in (alias, bob.id)
    path = f"/v1/events/{posted['id']}/replies"
    assert ada.items(path) == bob.items(path) == [replied, answered]
    assert [reply["author"]["id"] for reply in grace.items(path)] == [ada.id, bob.id]
    other = ada.post(course["id"], anonymous=True)
    assert alias_of(other) != alias, "another thread, another alias"
    assert not ada.post(course["id"])["anonymous"] and not ada.post(course["id"], anonymous=None)["anonymous"]


def test_an_alias_stays_when_all_its_posts_are_deleted(course, ada, bob):
    event = bob.post(course["id"])
    first = ada.reply(event, anonymous=True)
    ada.call("DELETE", f"/v1/replies/{first['id']}", 204)
    assert alias_of(ada.reply(event, anonymous=True)) == alias_of(first)
    named = ada.reply(event)
    assert named["author"]["id"] == ada.id and not named["anonymous"], "each reply chooses"


def test_edits_stay_anonymous_and_only_the_author_makes_them(course, ada, dee, grace):
    event = ada.post(course["id"], due="2000-02-01T12:00:00Z", anonymous=True)
    edited = ada.edit(event, due="2000-02-02T12:00:00Z", title="Moved")
    alias = alias_of(event)
    assert alias_of(edited) == alias and edited["dueHistory"][0]["by"] == edited["author"]
    for person in (ada, dee, grace):
        expect_hidden(ada, person.event(event)["dueHistory"])
    reply = ada.reply(event, anonymous=True)
    assert alias_of(ada.call("PATCH", f"/v1/replies/{reply['id']}", 200, json={"body": "More"}).json()) == alias
    refusals = [person.refused("PATCH", f"/v1/events/{event['id']}", 403, json={"title": "x"}) for person in (dee, grace)]
    assert refusals[0] == refusals[1]
    expect_hidden(ada, refusals)
    expect_hidden(ada, dee.refused("POST", f"/v1/courses/{course['id']}/events", 409, json={"title": "x", "id": event["id"]}))
    dee.refused("DELETE", f"/v1/events/{event['id']}", 403)
    ada.delete(event)


def test_the_same_id_again_answers_with_the_alias(course, ada):
    id = str(uuid.uuid4())
    event = ada.post(course["id"], id=id, anonymous=True)
    assert ada.post(course["id"], status=200, id=id) == event
    ada.refused("POST", f"/v1/events/{id}/replies", 409, json={"body": "x", "id": id})
    id = str(uuid.uuid4())
    reply = ada.reply(event, id=id, anonymous=True)
    assert ada.reply(event, "Other", 200, id=id) == reply


def test_staff_write_by_name(course, server, ada, grace):
    event = ada.post(course["id"], kind="question")
    of_one_section = staff(server, course["id"], course["sections"][0]["id"])
    for person in (grace, of_one_section):
        problem = person.refused("POST", f"/v1/courses/{course['id']}/events", 403, json={"title": "x", "anonymous": True})
        assert "under their names" in problem["detail"]
        person.refused("POST", f"/v1/events/{event['id']}/replies", 403, json={"body": "x", "anonymous": True})
    assert ada.event(event)["replyCount"] == 0


def test_lists_find_the_anonymous_by_alias_but_not_by_account(course, ada, dee, grace):
    hidden, named = ada.post(course["id"], "Hidden", anonymous=True), ada.post(course["id"], "Named")
    found = lambda person, author: {event["id"] for event in person.events(course["id"], author=author)}
    assert found(dee, ada.id) == {named["id"]}
    assert found(dee, alias_of(hidden)) == {hidden["id"]}
    assert found(grace, ada.id) == found(ada, ada.id) == {hidden["id"], named["id"]}
    for query in names(ada):
        assert not dee.events(course["id"], q=query)
    expect_hidden(ada, [event for event in dee.events(course["id"]) if event["id"] == hidden["id"]])
    expect_hidden(ada, dee.get(f"/v1/courses/{course['id']}/events", params={"number": hidden["number"]}))
    due = ada.post(course["id"], due="2000-02-01T12:00:00Z", anonymous=True)
    agenda = [event for section in dee.due_sections("/v1/me/agenda") for event in section["events"]]
    expect_hidden(ada, [event for event in agenda if event["id"] == due["id"]])


@pytest.mark.parametrize("visibility, sections", list(itertools.product(["public", "staff", "private"], [False, True])))
def test_what_each_reader_gets_over_each_transport(visibility, sections, server, course, ada, dee, grace):
    """A matrix of readers and transports for each audience: each sees the alias, the author, or nothing."""
    fields = {"visibility": visibility, "anonymous": True} | ({"sections": [course["sections"][0]["id"]]} if sections else {})
    readers = {"author": ada, "classmate": dee, "staff": grace, "section staff": staff(server, course["id"], course["sections"][0]["id"])}
    heads = {name: person.head() for name, person in readers.items()}
    with contextlib.ExitStack() as streams:
        followers = {name: streams.enter_context(Follower(person)) for name, person in readers.items()}
        event = ada.post(course["id"], kind="question", **fields)
        lived = [heard(followers)]
        reply = ada.reply(event, anonymous=True)
        lived.append(heard(followers))
        ada.edit(event, title="Edited")
        lived.append(heard(followers))
    may = {"author": True, "classmate": visibility == "public", "staff": visibility != "private", "section staff": visibility != "private"}
    for name, person in readers.items():
        own = {"author": alias_of(event), "classmate": alias_of(event)}.get(name, ada.id)
        ids = {event["id"], reply["id"]}
        # The event; the reply, and the event with its count; the event.
        assert [authors(step[name], ids) for step in lived] == [[own] * count * may[name] for count in (1, 2, 1)], name
        for transport, said in said_over_each_transport(person, heads[name], ids):
            assert said == [own] * 2 * may[name], (name, transport)
        status = 200 if may[name] else 404
        for path in (f"/v1/events/{event['id']}", f"/v1/events/{event['id']}/replies"):
            said = person.call("GET", path, status).json()
            if not name.endswith("staff"):
                expect_hidden(ada, said)


def heard(followers):
    """The changes that each of them gets in a step, by name."""
    return {name: follower.changes() for name, follower in followers.items()}


def authors(changes, ids):
    """The ids of the authors in all bodies of these events and replies."""
    return [change["body"]["author"]["id"] for change in changes if change.get("id") in ids and "author" in change.get("body", {})]


def said_over_each_transport(person, head, ids):
    """(transport, ids of the authors) for a reader who joins later."""
    changes = person.changes(head)
    yield "poll", authors(changes, ids)
    for transport, open_stream in (("sse", person.stream), ("ws", person.socket)):
        with open_stream(head) as stream:
            stream.frame()
            yield transport, authors([stream.change()[0] for _ in changes], ids)
    snapshot = person.snapshot()
    yield "snapshot", [item["author"]["id"] for item in snapshot["events"] + snapshot["replies"] if item["id"] in ids]


def test_a_mark_tells_only_its_author_which_posts_are_theirs(course, ada, dee, grace):
    heads = {person: person.head() for person in (ada, dee, grace)}
    event = ada.post(course["id"], anonymous=True)
    marks = {person: [c["body"] for c in person.changes(head) if c["type"] == "mark"] for person, head in heads.items()}
    assert marks[dee] == marks[grace] == []
    assert [(mark["mine"], mark["alias"]) for mark in marks[ada]] == [(True, alias_of(event))]
    assert ada.changes(heads[ada])[0]["type"] == "mark", "before the event, so that no device takes it for another's"
    reply = dee.reply(event, anonymous=True)
    mark = next(mark for mark in dee.snapshot()["marks"] if mark["event"] == event["id"])
    assert (mark["mine"], mark["alias"]) == (False, alias_of(reply))


def test_a_rename_changes_no_anonymous_post_for_classmates(course, ada, dee, grace):
    hidden, named = ada.post(course["id"], anonymous=True), ada.post(course["id"])
    hidden_reply, named_reply = ada.reply(named, anonymous=True), ada.reply(hidden)
    copies = {person: Copy(person) for person in (ada, dee, grace)}
    ada.call("PATCH", "/v1/me", 200, json={"displayName": "Ada Lovelace"})
    for person, copy in copies.items():
        changed = {change["id"] for change in copy.catch_up() if change["type"] in ("event", "reply")}
        everything = {named["id"], named_reply["id"]} | ({hidden["id"], hidden_reply["id"]} if person is grace else set())
        assert changed == everything
        copy.expect_fresh()
    assert grace.event(hidden)["author"]["displayName"] == "Ada Lovelace"
    assert dee.event(hidden)["author"] == hidden["author"]


def test_leaving_changes_no_anonymous_post_for_classmates(course, ada, dee, grace):
    """Neither live, nor in a replay from an older cursor."""
    start = dee.head()
    hidden, named = ada.post(course["id"], "Before", anonymous=True), ada.post(course["id"])
    hidden_reply = ada.reply(named, "Before", anonymous=True)
    hidden = ada.edit(hidden, title="After")
    dee.call("PUT", f"/v1/events/{ada.post(course['id'], kind='question', anonymous=True)['id']}/me-too", 200)
    mine = dee.post(course["id"], kind="question")
    ada.call("PUT", f"/v1/events/{mine['id']}/me-too", 200)
    replayed = bodies(dee.changes(start), hidden["id"], hidden_reply["id"])
    copies, heads = {person: Copy(person) for person in (dee, grace)}, {person: person.head() for person in (dee, grace)}
    email = ada.email
    ada.call("DELETE", "/v1/me", 204, json={"currentPassword": PASSWORD})
    changed = [change["id"] for change in dee.changes(heads[dee])]
    assert set(changed) == {named["id"]}
    assert bodies(dee.changes(start), hidden["id"], hidden_reply["id"]) == replayed
    assert dee.event(hidden) == hidden and dee.event(mine)["meToo"] == 1
    former = grace.event(hidden)["author"]
    assert former["displayName"] == "Former member" and "email" not in former and "handle" not in former
    assert email not in json.dumps(grace.changes(start)), "staff's rows forget the name"
    for copy in copies.values():
        copy.expect_fresh()


def bodies(changes, *ids):
    return [change["body"] for change in changes if change.get("id") in ids]


def test_new_staff_see_names_and_former_staff_see_aliases_again(server, course, ada, dee):
    hidden = ada.post(course["id"], anonymous=True)
    reply = ada.reply(hidden, anonymous=True)
    path = f"/v1/events/{hidden['id']}/replies"
    copy = Copy(dee)
    server.admin("staff", "grant", dee.email, course["id"])
    copy.expect_fresh()
    assert copy.held["event"][hidden["id"]]["author"]["id"] == ada.id
    server.admin("staff", "revoke", dee.email, course["id"])
    changes = copy.catch_up()
    revoked = next(n for n, change in enumerate(changes) if change["op"] == "scopeRevoked")
    expect_hidden(ada, changes[revoked:])
    copy.expect_fresh()
    assert copy.held["event"][hidden["id"]]["author"] == hidden["author"] and dee.items(path) == [reply]
    expect_hidden(ada, dee.changes_and_cursor(copy.cursor)[0])


def test_a_replay_from_before_a_staff_role_reveals_no_author_after_it(server, course, ada, dee):
    start = dee.head()
    ada.reply(ada.post(course["id"], anonymous=True), anonymous=True)
    server.admin("staff", "grant", dee.email, course["id"])
    ada.post(course["id"], anonymous=True)
    server.admin("staff", "revoke", dee.email, course["id"])
    expect_hidden(ada, dee.changes(start))


def test_an_author_who_becomes_staff_keeps_what_is_theirs(server, course, ada, dee):
    hidden = ada.post(course["id"], anonymous=True)
    copy = Copy(ada)
    server.admin("staff", "grant", ada.email, course["id"])
    copy.expect_fresh()
    assert copy.held["event"][hidden["id"]]["author"]["id"] == ada.id
    assert dee.event(hidden) == hidden
    ada.refused("POST", f"/v1/courses/{course['id']}/events", 403, json={"title": "x", "anonymous": True})


def test_a_person_who_left_the_section_is_still_the_author(course, ada, dee):
    ada.enroll(course["sections"][1]["id"])
    hidden = ada.post(course["id"], anonymous=True, sections=[course["sections"][0]["id"]])
    copy = Copy(ada)
    ada.drop(course["sections"][0]["id"])
    copy.expect_fresh()
    assert ada.edit(hidden, title="Still mine")["author"] == hidden["author"]
    copy.expect_fresh()


@pytest.mark.parametrize("wrong", ["yes", 1, [], {}])
def test_an_invalid_anonymous_flag_is_refused(wrong, course, ada):
    problem = ada.refused("POST", f"/v1/courses/{course['id']}/events", 422, json={"title": "x", "anonymous": wrong})
    assert problem["errors"][0]["field"] == "anonymous"
    event = ada.post(course["id"])
    ada.refused("POST", f"/v1/events/{event['id']}/replies", 422, json={"body": "x", "anonymous": wrong})


def test_the_database_agrees_with_its_log(server, course, ada, bob):
    event = ada.post(course["id"], kind="question", anonymous=True)
    bob.reply(event, anonymous=True)
    bob.call("PUT", f"/v1/events/{event['id']}/me-too", 200)
    server.admin("check")


def test_staff_of_any_section_never_speak_as_a_student(server, course, grace):
    """At each door: the post, the edit that shows it, the reply, and the event that shows the reply."""
    here, there = (section["id"] for section in course["sections"])
    tutor = staff(server, course["id"], here)
    tutor.enroll(there)
    for person, fields in itertools.product((grace, tutor), ({"visibility": "private"}, {"sections": [there]}, {"visibility": "staff"})):
        person.refused("POST", f"/v1/courses/{course['id']}/events", 403, json={"title": "x", "anonymous": True} | fields)
    own = tutor.post(course["id"], visibility="private")
    other = student(server, course, 1).post(course["id"], sections=[there])
    for event in (own, other):
        problem = tutor.refused("POST", f"/v1/events/{event['id']}/replies", 403, json={"body": "x", "anonymous": True})
        assert "under their names" in problem["detail"]


def test_what_a_student_wrote_anonymously_does_not_change_once_they_are_staff(server, course, ada, dee):
    asked = ada.post(course["id"], anonymous=True)
    noted = ada.post(course["id"], anonymous=True, visibility="private")
    drafted = ada.post(course["id"], visibility="private")
    reply = ada.reply(drafted, anonymous=True)
    server.admin("staff", "grant", ada.email, course["id"])
    for event, change in ((asked, {"title": "As a student, I say"}), (noted, {"visibility": "public"}), (drafted, {"visibility": "public"})):
        assert "under their names" in ada.refused("PATCH", f"/v1/events/{event['id']}", 403, json=change)["detail"]
    assert "under their names" in ada.refused("PATCH", f"/v1/replies/{reply['id']}", 403, json={"body": "More"})["detail"]
    assert dee.event(asked)["title"] == asked["title"]
    ada.edit(drafted, title="Lab 5")
    ada.call("DELETE", f"/v1/replies/{reply['id']}", 204)
    assert ada.edit(drafted, visibility="public")["author"]["id"] == ada.id
    ada.delete(asked)
