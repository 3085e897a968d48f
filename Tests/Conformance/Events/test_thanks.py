"""Thanks for replies: counted once, without names, in step on all devices."""

import json

import pytest

from copies import Copy
from people import PASSWORD


def thank(person, reply, status=200):
    return person.call("PUT", f"/v1/replies/{reply['id']}/thanks", status).json()


def take_back(person, reply):
    person.call("DELETE", f"/v1/replies/{reply['id']}/thanks", 204)


def thanked(person, reply):
    return person.get(f"/v1/me/marks/{reply['event']}")["thanked"]


def count(person, reply):
    return [each["thanks"] for each in person.items(f"/v1/events/{reply['event']}/replies") if each["id"] == reply["id"]]


@pytest.fixture
def reply(course, ada, bob):
    """Bob's, to Ada's question."""
    return bob.reply(ada.post(course["id"], kind="question"))


def test_thanks_count_each_person_once_and_name_nobody(reply, ada, bob, grace):
    copies = [Copy(person) for person in (ada, bob, grace)]
    assert reply["thanks"] == 0
    assert thank(ada, reply)["thanks"] == thank(ada, reply)["thanks"] == 1
    assert thank(grace, reply)["thanks"] == 2
    assert (thanked(ada, reply), thanked(grace, reply), thanked(bob, reply)) == ([reply["id"]], [reply["id"]], [])
    for copy in copies:
        copy.expect_fresh()
    for _ in range(2):
        take_back(ada, reply)
    assert (count(bob, reply), thanked(ada, reply)) == ([1], [])
    take_back(grace, reply)
    assert count(bob, reply) == [0]
    for copy in copies:
        copy.expect_fresh()


def test_thanks_reach_readers_at_once_and_the_mark_only_ones_own_devices(reply, ada, bob, grace):
    phone = ada.sign_in_again("phone")
    before = grace.head()
    with phone.stream("now") as own, bob.socket("now") as other:
        for live in (own, other):
            live.frame()
        thank(ada, reply)
        changes = [own.change()[0] for _ in range(2)]
        assert {change["type"]: change["id"] for change in changes} == {"mark": reply["event"], "reply": reply["id"]}
        change = other.change()[0]
        assert (change["type"], change["body"]["thanks"]) == ("reply", 1) and ada.id not in json.dumps(change)
    assert [change["type"] for change in grace.changes(before)] == ["reply"]
    assert bob.items("/v1/me/notifications") == []


def test_thanks_are_no_edit_and_make_nothing_new(reply, ada, bob):
    before = ada.event({"id": reply["event"]})
    now = thank(ada, reply)
    assert (now["rev"], now["editedAt"]) == (reply["rev"], None)
    assert ada.event({"id": reply["event"]}) == before
    bob.call("PATCH", f"/v1/replies/{reply['id']}", 200, json={"body": "More"}, headers={"If-Match": f'"{reply["rev"]}"'})
    assert count(bob, reply) == [1]


def test_nobody_thanks_themselves(course, ada, bob, reply):
    assert "your own" in bob.refused("PUT", f"/v1/replies/{reply['id']}/thanks", 409)["detail"]
    hidden = bob.reply(ada.post(course["id"]), anonymous=True)
    assert "your own" in bob.refused("PUT", f"/v1/replies/{hidden['id']}/thanks", 409)["detail"]


@pytest.mark.parametrize("method", ("PUT", "DELETE"))
def test_a_reply_that_is_hidden_or_gone_takes_no_thanks(course, ada, bob, grace, stranger, method):
    reply = grace.reply(ada.post(course["id"], visibility="staff"))
    for person in (bob, stranger):
        person.refused(method, f"/v1/replies/{reply['id']}/thanks", 404)
    thank(ada, reply)
    grace.call("DELETE", f"/v1/replies/{reply['id']}", 204)
    ada.refused(method, f"/v1/replies/{reply['id']}/thanks", 404)


def test_the_author_of_an_anonymous_reply_stays_hidden(course, ada, bob):
    reply = bob.reply(ada.post(course["id"]), anonymous=True)
    assert bob.id not in json.dumps(thank(ada, reply))


def test_an_account_that_leaves_still_counts(server, reply, ada, bob):
    thank(ada, reply)
    ada.call("DELETE", "/v1/me", 204, json={"currentPassword": PASSWORD})
    assert count(bob, reply) == [1]
    server.admin("check")
