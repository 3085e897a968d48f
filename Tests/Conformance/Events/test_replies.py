"""Replies: threads, pages, edits."""

import uuid


def test_a_reply_has_every_field_of_the_contract(course, ada, bob):
    event = ada.post(course["id"])
    answer = bob.call("POST", f"/v1/events/{event['id']}/replies", 201, json={"body": "I think so"})
    reply = answer.json()
    assert answer.headers["ETag"] == '"1"'
    assert set(reply) == {
        "id", "event", "number", "parent", "body", "author", "createdAt", "editedAt", "rev", "anonymous", "attachments",
        "thanks"}
    assert (reply["number"], reply["anonymous"], reply["attachments"]) == (1, False, [])
    assert (reply["event"], reply["parent"], reply["body"], reply["editedAt"], reply["rev"]) == (event["id"], None, "I think so", None, 1)
    assert reply["author"] == {name: bob.account[name] for name in ("id", "displayName", "role", "handle")}
    assert ada.items(f"/v1/events/{event['id']}/replies") == [reply]


def test_the_same_id_is_stored_once(course, ada, bob):
    event, id = ada.post(course["id"]), str(uuid.uuid4())
    reply = bob.reply(event, id=id)
    assert bob.reply(event, "Something else", 200, id=id) == reply
    ada.refused("POST", f"/v1/events/{event['id']}/replies", 409, json={"body": "Mine", "id": id})
    assert ada.event(event)["replyCount"] == 1


def test_threads_are_listed_oldest_first(course, ada, bob):
    event, other = ada.post(course["id"]), ada.post(course["id"])
    sent = [bob.reply(event, f"Reply {number}") for number in range(5)]
    sent.append(ada.reply(event, "To the first", parent=sent[0]["id"]))
    path = f"/v1/events/{event['id']}/replies"
    assert sent[-1]["parent"] == sent[0]["id"]
    for limit in (1, 2, 200):
        assert ada.items(path, limit=limit) == sent
    elsewhere = bob.reply(other)["id"]
    for parent in (elsewhere, str(uuid.uuid4())):
        problem = ada.refused("POST", path, 422, json={"body": "x", "parent": parent})
        assert problem["errors"][0]["field"] == "parent"
    bob.call("DELETE", f"/v1/replies/{sent[0]['id']}", 204)
    assert ada.items(path) == sent[1:]


def test_edits_count_revisions_and_only_the_author_makes_them(course, ada, bob, grace):
    event = ada.post(course["id"])
    reply = bob.reply(event)
    path = f"/v1/replies/{reply['id']}"
    for person in (ada, grace):
        person.refused("PATCH", path, 403, json={"body": "Not mine"})
    ada.refused("DELETE", path, 403)
    answer = bob.call("PATCH", path, 200, json={"body": "Yes"}, headers={"If-Match": '"1"'})
    assert answer.headers["ETag"] == '"2"'
    assert answer.json() == reply | {"body": "Yes", "rev": 2, "editedAt": answer.json()["editedAt"]}
    bob.refused("PATCH", path, 412, json={"body": "No"}, headers={"If-Match": '"1"'})
    bob.refused("DELETE", path, 412, headers={"If-Match": '"1"'})
    grace.call("DELETE", path, 204, params={"reason": "Gives the answer away"})
    bob.refused("PATCH", path, 404, json={"body": "Too late"})
    for body in ("", " \n\t", "x" * 20_001, "a\u0000"):
        bob.refused("POST", f"/v1/events/{event['id']}/replies", 422, json={"body": body})
