"""Questions: accepted and endorsed answers, and me-toos."""

import uuid

import pytest

from conftest import student
from people import staff
from streams import Follower


@pytest.fixture
def question(course, ada):
    return ada.post(course["id"], "Is heap sort stable?", kind="question")


def answer(person, event, reply, status=200):
    return person.call("PUT", f"/v1/events/{event['id']}/answer", status, json={"reply": reply["id"]}).json()


def me_too(person, event, status=200):
    return person.call("PUT", f"/v1/events/{event['id']}/me-too", status).json()


def without_answers(event):
    return {name: value for name, value in event.items() if name not in ("accepted", "endorsed")}


def test_the_author_accepts_and_staff_endorse(question, ada, bob, grace):
    first, second = bob.reply(question, "No"), grace.reply(question, "No: equal keys may change places")
    before = ada.event(question)
    assert (before["accepted"], before["endorsed"]) == (None, None)
    accepted = answer(ada, question, first)
    assert (accepted["accepted"], accepted["endorsed"]) == (first["id"], None)
    endorsed = answer(grace, question, second)
    assert (endorsed["accepted"], endorsed["endorsed"]) == (first["id"], second["id"])
    assert without_answers(bob.event(question)) == without_answers(before), "nothing else moves: not rev, not activity"
    assert answer(ada, question, second)["accepted"] == second["id"], "a later choice replaces the earlier"
    ada.call("DELETE", f"/v1/events/{question['id']}/answer", 204)
    left = bob.event(question)
    assert (left["accepted"], left["endorsed"]) == (None, second["id"]), "each takes back their own word alone"
    grace.call("DELETE", f"/v1/events/{question['id']}/answer", 204)
    assert bob.event(question) == before


def test_the_same_choice_again_changes_nothing(question, ada, bob):
    reply = bob.reply(question)
    answer(ada, question, reply)
    head = bob.head()
    answer(ada, question, reply)
    ada.call("DELETE", f"/v1/events/{ada.post(question['course'], kind='question')['id']}/answer", 204)
    assert [change["id"] for change in bob.changes(head) if change["id"] == question["id"]] == []


def test_nobody_else_chooses(course, question, server, ada, bob, stranger):
    reply = bob.reply(question)
    assert "endorse" in answer(bob, question, reply, 403)["detail"]
    bob.refused("DELETE", f"/v1/events/{question['id']}/answer", 403)
    answer(stranger, question, reply, 404)
    stranger.refused("DELETE", f"/v1/events/{question['id']}/answer", 404)
    other = staff(server, course["id"], course["sections"][1]["id"])
    assert answer(other, question, reply)["endorsed"] == reply["id"], "staff of one section see the whole course's questions"
    private = ada.post(course["id"], kind="question", visibility="private")
    answer(bob, private, reply, 404)


def test_only_a_reply_to_the_question_answers_it(course, question, ada, bob):
    elsewhere = bob.reply(ada.post(course["id"]))
    for reply in (elsewhere, {"id": str(uuid.uuid4())}):
        problem = answer(ada, question, reply, 422)
        assert problem["errors"][0]["field"] == "reply"
    gone = bob.reply(question)
    bob.call("DELETE", f"/v1/replies/{gone['id']}", 204)
    assert answer(ada, question, gone, 422)["errors"][0]["field"] == "reply"
    note = ada.post(course["id"])
    assert "question" in answer(ada, note, ada.reply(note), 409)["detail"]
    assert "question" in me_too(bob, note, 409)["detail"]


def test_an_answer_disappears_with_its_reply_or_its_question(question, ada, bob, grace):
    first, second = bob.reply(question), bob.reply(question)
    for reply, person, side in ((first, ada, "accepted"), (second, grace, "endorsed")):
        answer(person, question, reply)
        bob.call("DELETE", f"/v1/replies/{reply['id']}", 204)
        assert ada.event(question)[side] is None
    third = bob.reply(question)
    answer(ada, question, third)
    answer(grace, question, third)
    noted = ada.edit(question, kind="note")
    assert (noted["accepted"], noted["endorsed"]) == (None, None)
    assert ada.edit(question, kind="question")["accepted"] is None


def test_me_too_counts_people_and_names_nobody(course, question, server, ada, bob, grace):
    assert question["meToo"] == 0
    dee = student(server, course, 0)
    head, said, counts = ada.head(), "", []
    with Follower(ada) as follower:
        for person, count in ((bob, 1), (bob, 1), (dee, 2)):  # each counts once
            assert me_too(person, question)["meToo"] == count
            changes = follower.changes()
            said += str(changes)
            counts += [change["body"]["meToo"] for change in changes if change["id"] == question["id"]]
    assert counts == [1, 2]
    assert [change["body"]["meToo"] for change in ada.changes(head) if change["id"] == question["id"]] == [2]
    said += str(ada.changes(head)) + str(grace.event(question))
    assert not any(word in said for word in (bob.id, bob.email, bob.account["displayName"], dee.id))
    bob.call("DELETE", f"/v1/events/{question['id']}/me-too", 204)
    bob.call("DELETE", f"/v1/events/{question['id']}/me-too", 204)
    assert ada.event(question)["meToo"] == 1
    assert ada.event(question)["rev"] == question["rev"]
    assert "your own" in me_too(ada, question, 409)["detail"]


def test_a_me_too_reaches_all_devices_of_one_person_only(question, ada, bob):
    heads = {person: person.head() for person in (ada, bob)}
    me_too(bob, question)
    marks = {person: [change["body"] for change in person.changes(head) if change["type"] == "mark"] for person, head in heads.items()}
    assert [mark["meToo"] for mark in marks[bob]] == [True] and not any(mark["meToo"] for mark in marks[ada])
    fresh = next(mark for mark in bob.snapshot()["marks"] if mark["event"] == question["id"])
    assert fresh == marks[bob][-1]
    bob.call("DELETE", f"/v1/events/{question['id']}/me-too", 204)
    assert not any(mark["meToo"] for mark in bob.snapshot()["marks"])


def test_a_hidden_question_takes_no_me_too(course, ada, bob, stranger):
    hidden = ada.post(course["id"], kind="question", visibility="staff")
    for person in (bob, stranger):
        me_too(person, hidden, 404)
        person.refused("DELETE", f"/v1/events/{hidden['id']}/me-too", 404)
    assert ada.event(hidden)["meToo"] == 0


def test_reply_numbers_never_change(question, ada, bob):
    sent = [bob.reply(question, f"Reply {number}") for number in (1, 2, 3)]
    assert [reply["number"] for reply in sent] == [1, 2, 3]
    bob.call("DELETE", f"/v1/replies/{sent[1]['id']}", 204)
    nested = ada.reply(question, "To the third", parent=sent[2]["id"])
    assert (nested["number"], nested["parent"]) == (4, sent[2]["id"])
    assert [reply["number"] for reply in ada.items(f"/v1/events/{question['id']}/replies")] == [1, 3, 4]
