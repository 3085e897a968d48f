"""Things that stay a person's own: an alias, a handle, private events, the history of a due date."""

import itertools
import uuid

import pytest

from copies import Copy, Purger
from people import PASSWORD, day, expect_unnamed, names, register


def test_an_anonymous_post_cannot_become_a_notice(server, course, first, second, eve, cleo, grace, bob):
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


def test_a_freed_handle_is_never_given_again(server, course, first, cleo):
    name = f"Zuleika {uuid.uuid4().hex[:8]}"
    given = []
    for _ in range(3):
        person = register(server, name)
        given.append(person.account["handle"])
        person.enroll(first)
        person.post(course["id"], f"By {name}")
        person.call("DELETE", "/v1/me", 204, json={"currentPassword": PASSWORD})
    again = register(server, name)
    assert len({*given, again.account["handle"]}) == 4
    again.enroll(first)
    event = cleo.post(course["id"], f"Ask @{given[0]}")
    assert again.items("/v1/me/notifications") == [] and again.event(event)["title"] == f"Ask @{given[0]}"


@pytest.mark.parametrize("limit", [1, 500])
def test_private_events_stay_their_authors_after_dropping_the_course(limit, server, course, first, ada, cleo, grace):
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
    assert ada.event(private) | {"activity": 0} == private | {
        "replyCount": 1, "latestText": reply["body"], "activity": 0, "newest": 2}
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


def test_a_person_who_dropped_the_course_cannot_publish_a_private_event(course, first, ada, cleo):
    private = ada.post(course["id"], "Mine", visibility="private")
    ada.drop(first)
    head = cleo.head()
    for visibility in ("public", "staff"):
        answer = ada.call("PATCH", f"/v1/events/{private['id']}", json={"visibility": visibility})
        assert answer.status_code in (403, 409, 422), answer.text
    assert cleo.changes(head) == [] and ada.event(private)["visibility"] == "private"


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


def test_a_due_history_shows_the_same_alias_as_its_event(course, second, eve, bob, dora, grace):
    event = eve.post(course["id"], anonymous=True, sections=[second], due=day(0))
    for number in range(1, 23):
        eve.edit(event, due=day(number))
    path = f"/v1/events/{event['id']}/due-history"
    for person in (eve, bob, dora, grace):
        expect_unnamed([person.items(path), person.event(event)["dueHistory"]], *names(eve))
        assert person.items(path)[-20:] == person.event(event)["dueHistory"]
    after = grace.get(path, params={"limit": 3})["next"]
    expect_unnamed(bob.get(path, params={"limit": 3, "after": after}), *names(eve))
