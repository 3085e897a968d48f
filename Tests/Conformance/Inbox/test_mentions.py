"""Notifications about events: recipients, reasons, once, and never about hidden events."""

import json
import uuid

import pytest

from copies import Copy
from people import handles, register, staff, told


def kinds(person):
    return [kind for kind, _, _ in told(person)]


def test_a_mention_notifies_at_once_and_once_on_every_transport(course, ada, bob):
    event, copy = ada.post(course["id"]), Copy(bob)
    with bob.stream("now") as stream, bob.socket("now") as socket:
        for live in (stream, socket):
            live.frame()
        reply = ada.reply(event, body=f"{handles(bob)} {handles(bob)}, {handles(ada)}")
        heard = []
        for live in (stream, socket):
            change = live.change()[0]
            while change["type"] != "notification":
                change = live.change()[0]
            heard.append(change["body"])
    assert heard[0] == heard[1] == bob.get(f"/v1/me/notifications/{heard[0]['id']}")
    notification = heard[0]
    assert (notification["kind"], notification["course"], notification["event"], notification["reply"]) == (
        "mention", course["id"], event["id"], reply["id"])
    assert notification["text"] is notification["minutes"] is notification["section"] is notification["readAt"] is None
    assert kinds(ada) == [], "never about oneself"
    assert len(told(bob)) == 1
    copy.catch_up()
    copy.expect_fresh()


def test_a_mention_does_not_notify_people_who_may_not_see_it(course, ada, bob, grace, stranger):
    elsewhere = register(ada.server)
    elsewhere.enroll(ada.get("/v1/courses/202530.CMPT225")["sections"][0]["id"])
    everyone = handles(bob, grace, stranger, elsewhere)
    private = ada.post(course["id"], body=everyone, visibility="private")
    for_staff = ada.post(course["id"], body=everyone, visibility="staff")
    narrow = ada.post(course["id"], body=everyone, sections=[course["sections"][0]["id"]])
    ada.reply(narrow, body=everyone)
    assert kinds(bob) == kinds(stranger) == kinds(elsewhere) == []
    assert [event for _, event, _ in told(grace)] == [for_staff["id"], narrow["id"], narrow["id"]]
    ada.edit(private, visibility="public")
    assert told(bob) == [("mention", private["id"], None)]


def test_an_edit_notifies_newly_mentioned_people(course, ada, bob, grace):
    event = ada.post(course["id"], body=handles(bob))
    reply = ada.reply(event, body="x")
    ada.edit(event, body=f"{handles(bob)} and {handles(grace)}")
    ada.edit(event, title="Another title")
    ada.call("PATCH", f"/v1/replies/{reply['id']}", 200, json={"body": handles(grace)})
    ada.call("PATCH", f"/v1/replies/{reply['id']}", 200, json={"body": f"{handles(grace)}!"})
    assert told(bob) == [("mention", event["id"], None)]
    assert told(grace) == [("mention", event["id"], None), ("mention", event["id"], reply["id"])]


def test_code_addresses_and_strangers_handles_name_nobody(course, ada, bob):
    handle = bob.account["handle"]
    for body in (f"`@{handle}`", f"```\n@{handle}\n```", f"x@{handle}", f"https://example.edu/@{handle}", f"\\@{handle}", f"@{handle}_", "@nobody.at.all"):
        ada.post(course["id"], body=body)
    assert kinds(bob) == []
    ada.post(course["id"], title=f"Ask @{handle.upper()}.")
    assert kinds(bob) == ["mention"]


def test_a_text_names_fifty_people_at_most(course, ada, bob):
    many = " ".join(f"@person{number}" for number in range(51))
    for method, path, body in (
        ("POST", f"/v1/courses/{course['id']}/events", {"title": "x", "body": many}),
        ("PATCH", f"/v1/events/{ada.post(course['id'])['id']}", {"body": many}),
        ("POST", f"/v1/events/{ada.post(course['id'])['id']}/replies", {"body": many}),
    ):
        problem = ada.refused(method, path, 422, json=body)
        assert problem["errors"] == [{"field": "body", "detail": "must mention at most 50 people, not 51"}]
    ada.post(course["id"], body=f"{handles(bob)} " * 200)
    assert kinds(bob) == ["mention"]


def test_a_thread_notifies_its_people_once_until_they_read_it(course, ada, bob, grace):
    event = ada.post(course["id"], kind="question")
    first = bob.reply(event)
    bob.reply(event)
    grace.reply(event)
    assert told(ada) == [("reply", event["id"], first["id"])]
    assert kinds(bob) == ["reply"] and kinds(grace) == []
    person = register(ada.server)
    person.enroll(course["sections"][0]["id"])
    ada.reply(event)
    assert kinds(person) == []
    assert kinds(grace) == ["reply"]
    assert len(told(bob)) == 1, "an unread one is not repeated"


def test_an_answer_notifies_everyone_with_the_question(course, ada, bob, grace):
    event = ada.post(course["id"], kind="question")
    cyd = register(ada.server)
    cyd.enroll(course["sections"][0]["id"])
    cyd.call("PUT", f"/v1/events/{event['id']}/me-too", 200)
    reply = bob.reply(event)
    grace.call("PUT", f"/v1/events/{event['id']}/answer", 200, json={"reply": reply["id"]})
    assert told(cyd) == [("answer", event["id"], reply["id"])]
    assert kinds(ada) == ["reply", "answer"] and kinds(bob) == ["answer"] and kinds(grace) == []
    ada.call("PUT", f"/v1/events/{event['id']}/answer", 200, json={"reply": reply["id"]})
    assert [kinds(person) for person in (ada, bob, cyd, grace)] == [["reply", "answer"], ["answer"], ["answer"], []]


def test_a_moved_due_date_notifies_everyone_who_sees_the_event(course, ada, bob, grace, stranger):
    event = grace.post(course["id"], kind="exam", due="2099-12-01T17:00:00Z")
    grace.edit(event, due="2099-12-02T17:00:00Z")
    grace.edit(event, due="2099-12-03T17:00:00Z")
    grace.edit(event, title="Midterm")
    assert told(ada) == told(bob) == [("dueMoved", event["id"], None)]
    assert kinds(grace) == kinds(stranger) == []
    note = grace.post(course["id"])
    grace.edit(note, due="2099-12-03T17:00:00Z")
    past = grace.post(course["id"], due="2001-12-03T17:00:00Z")
    grace.edit(past, due="2002-12-03T17:00:00Z")
    assert len(told(ada)) == 1


def test_notifications_about_a_deleted_event_disappear(course, ada, bob, grace):
    copy = Copy(bob)
    event = ada.post(course["id"], body=handles(bob))
    reply = ada.reply(event, body=handles(bob))
    assert kinds(bob) == ["mention", "mention"]
    ada.call("DELETE", f"/v1/replies/{reply['id']}", 204)
    assert told(bob) == [("mention", event["id"], None)]
    ada.edit(event, sections=[course["sections"][0]["id"]])
    assert kinds(bob) == []
    ada.edit(event, sections=[])
    assert kinds(bob) == ["mention"], "they may see it again, and were not told while they could not"
    bob.drop(course["sections"][1]["id"])
    assert kinds(bob) == []
    copy.catch_up()
    copy.expect_fresh()


def test_nobody_reads_another_persons_notifications(course, ada, bob, grace):
    event = ada.post(course["id"], body=handles(bob))
    notification = bob.get("/v1/me/notifications")["items"][0]["id"]
    for person in (ada, grace):
        person.refused("GET", f"/v1/me/notifications/{notification}", 404)
    ada.refused("GET", f"/v1/me/notifications/{uuid.uuid4()}", 404)
    assert event["id"] not in str(grace.snapshot()["notifications"])


def test_an_anonymous_author_is_notified_and_stays_anonymous(course, ada, bob):
    event = ada.post(course["id"], kind="question", anonymous=True)
    reply = bob.reply(event, body=f"{handles(ada)} may know, whoever asks")
    assert kinds(ada) == ["mention"]
    ada.reply(event, body="I do not", anonymous=True)
    assert kinds(bob) == ["reply"]
    assert ada.id not in str(bob.items("/v1/me/notifications")) and reply["author"]["id"] == bob.id


def test_check_finds_no_fault_after_many_notifications(own_server):
    people = [register(own_server) for _ in range(3)]
    course = people[0].get("/v1/courses/202530.CMPT225")
    for person in people:
        person.enroll(course["sections"][0]["id"])
    grace = staff(own_server, course["id"])
    event = people[0].post(course["id"], body=handles(*people, grace), due="2099-12-01T17:00:00Z")
    for person in people:
        person.reply(event, body=handles(*people))
    grace.delete(event, params={"reason": "twice"})
    assert own_server.admin("check", check=False).returncode == 0


@pytest.mark.parametrize("form", ["{}/{}", "{}+{}", "_{}_ and __{}__", "*{}*, **{}**", "~~{}~~ {}", "- {}\n\n    {}"])
def test_mentions_beside_signs_reach_their_people(course, ada, bob, grace, form):
    ada.post(course["id"], body=form.format(handles(bob), handles(grace)))
    assert kinds(bob) == kinds(grace) == ["mention"]


def test_mentions_in_code_and_addresses_of_links_reach_nobody(course, ada, bob):
    for form in ("    {}", "\t{}", ">     {}", "- a\n\n      {}", "[x](/{})", "https://host/?to={}"):
        ada.post(course["id"], body=form.format(handles(bob)))
    assert kinds(bob) == []


def named(server, course, name, section=0):
    person = register(server, name)
    person.enroll(course["sections"][section]["id"])
    return person


def test_the_unique_beginning_of_a_handle_is_enough(server, course, ada, first):
    word = f"q{uuid.uuid4().hex[:8]}"
    lovelace = named(server, course, f"{word} Lovelace")
    register(server, f"{word} Elsewhere")
    event = ada.post(course["id"], body=f"@{word} and @{word[:4]}", kind="question")
    assert kinds(lovelace) == ["mention"] and "unknownMentions" not in event
    byron = named(server, course, f"{word} Byron", section=1)
    reply = ada.reply(event, body=f"@{word}, or @{word}.by")
    assert reply["unknownMentions"] == [word] and kinds(byron) == ["mention"]
    narrow = ada.post(course["id"], body=f"@{word}", sections=[first])
    assert "unknownMentions" not in narrow and kinds(lovelace) == ["mention", "mention"]
    ada.edit(event, body=f"@{word}: see above")
    assert kinds(lovelace) == ["mention", "mention"], "it still names her"


def test_names_that_reach_nobody_are_told_to_the_author_alone(course, ada, bob, stranger, first):
    body = f"@nobody.here, {handles(bob, stranger)} `@code`"
    event = ada.post(course["id"], body=body)
    assert event["unknownMentions"] == sorted(["nobody.here", stranger.account["handle"]])
    assert "unknownMentions" not in ada.event(event) and ada.post(course["id"], status=200, id=event["id"]) == ada.event(event)
    narrow = ada.post(course["id"], body=handles(bob), sections=[first])
    assert narrow["unknownMentions"] == [bob.account["handle"]], "he does not see it"
    assert ada.edit(narrow, body="@nobody.here")["unknownMentions"] == ["nobody.here"]
    reply = ada.reply(event, body="@nobody.here")
    assert reply["unknownMentions"] == ["nobody.here"]
    changed = ada.call("PATCH", f"/v1/replies/{reply['id']}", 200, json={"body": "@no.one"}).json()
    assert changed["unknownMentions"] == ["no.one"]
    assert "unknownMentions" not in json.dumps(ada.snapshot())
