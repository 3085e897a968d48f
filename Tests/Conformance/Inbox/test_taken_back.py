"""What was told is taken back when it is not so any more: unread threads, mentions and answers."""

from copies import Copy
from people import handles, told


def see(person, event):
    person.call("PUT", f"/v1/me/marks/{event['id']}", 200, json={"seen": person.event(event)["activity"]})


def unread(person, course):
    return [event["id"] for event in person.events(course["id"], unread="true")]


def delete(person, reply):
    person.call("DELETE", f"/v1/replies/{reply['id']}", 204)


def test_a_thread_is_read_again_when_its_only_new_reply_is_deleted(course, ada, bob):
    event, copy = ada.post(course["id"]), Copy(bob)
    see(bob, event)
    reply = ada.reply(event)
    assert unread(bob, course) == [event["id"]]
    delete(ada, reply)
    assert unread(bob, course) == []
    assert bob.event(event)["activity"] == 2 and bob.event(event)["newest"] == 1
    ada.edit(event, body="More")
    assert unread(bob, course) == [event["id"]], "the edit is new"
    assert unread(ada, course) == []
    see(bob, event)
    assert unread(bob, course) == []
    copy.catch_up()
    copy.expect_fresh()


def test_a_reply_that_was_seen_or_is_left_decides(course, ada, bob, grace):
    event = ada.post(course["id"])
    see(bob, event)
    first, second = ada.reply(event), ada.reply(event)
    delete(ada, second)
    assert unread(bob, course) == [event["id"]], "the first is left"
    see(bob, event)
    delete(ada, first)
    assert unread(bob, course) == []
    third = ada.reply(event)
    assert unread(bob, course) == [event["id"]]
    grace.call("DELETE", f"/v1/replies/{third['id']}", 204, params={"reason": "rude"})
    assert unread(bob, course) == []
    grace.call("POST", f"/v1/replies/{third['id']}/restore", 200)
    assert unread(bob, course) == [event["id"]]


def test_seeing_what_is_left_reads_the_notifications(course, ada, bob):
    event = bob.post(course["id"])
    ada.reply(event)
    delete(ada, ada.reply(event))
    bob.call("PUT", f"/v1/me/marks/{event['id']}", 200, json={"seen": bob.event(event)["newest"]})
    assert bob.items("/v1/me/notifications", unread="true") == []


def test_a_deleted_reply_hides_no_other(course, ada, bob):
    event = bob.post(course["id"])
    first, second = ada.reply(event), ada.reply(event)
    assert told(bob) == [("reply", event["id"], first["id"])]
    delete(ada, first)
    assert told(bob) == [("reply", event["id"], second["id"])]
    delete(ada, second)
    assert told(bob) == []
    third = ada.reply(event)
    assert told(bob) == [("reply", event["id"], third["id"])]


def test_a_mention_goes_when_it_is_edited_out(course, ada, bob, grace):
    copies = [Copy(person) for person in (bob, grace)]
    event = ada.post(course["id"], body=f"please look {handles(bob, grace)}")
    reply = ada.reply(event, body=f"{handles(bob)}?")
    ada.edit(event, body=f"please look {handles(grace)}")
    assert told(bob) == [("mention", event["id"], reply["id"])] and told(grace) == [("mention", event["id"], None)]
    ada.call("PATCH", f"/v1/replies/{reply['id']}", 200, json={"body": "?"})
    assert told(bob) == []
    ada.edit(event, body=f"please look {handles(bob, grace)}")
    assert told(bob) == [("mention", event["id"], None)]
    ada.edit(event, title=f"Look {handles(bob)}", body="please")
    assert told(bob) == [("mention", event["id"], None)] and told(grace) == []
    for copy in copies:
        copy.catch_up()
        copy.expect_fresh()


def test_an_answer_goes_when_it_is_withdrawn_or_replaced(course, ada, bob, grace):
    event = ada.post(course["id"], kind="question")
    first, second = bob.reply(event), bob.reply(event)
    answers = lambda: [reply for kind, _, reply in told(bob) if kind == "answer"]
    choose = lambda person, reply: person.call("PUT", f"/v1/events/{event['id']}/answer", 200, json={"reply": reply["id"]})
    choose(ada, first)
    assert answers() == [first["id"]]
    choose(ada, second)
    assert answers() == [second["id"]]
    choose(grace, second)
    ada.call("DELETE", f"/v1/events/{event['id']}/answer", 204)
    assert answers() == [second["id"]], "staff still endorse it"
    ada.edit(event, kind="note")
    assert answers() == []
