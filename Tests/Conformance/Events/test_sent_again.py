"""A request that is sent again, because its answer was lost, finds what it made, however the class has moved on meanwhile."""

import datetime
import uuid

import pytest


@pytest.fixture
def again(ada):
    """Sends a request, lets something happen, and sends it again."""
    def send(path, fields, meanwhile=lambda made: None):
        fields = {"id": str(uuid.uuid4())} | fields
        made = ada.call("POST", path, 201, json=fields).json()
        meanwhile(made)
        found = ada.call("POST", path, 200, json=fields).json()
        return made, found
    return send


def test_files_that_are_attached_by_now(course, ada, again):
    for path in (f"/v1/courses/{course['id']}/events", f"/v1/events/{ada.post(course['id'])['id']}/replies"):
        words = {"title": "Slides"} if path.endswith("events") else {"body": "Slides"}
        made, found = again(path, words | {"attachments": [ada.upload()["id"]]})
        assert made == found and len(found["attachments"]) == 1


def test_a_reply_whose_parent_is_gone(course, ada, bob, again):
    event = ada.post(course["id"])
    parent = bob.reply(event)
    _, found = again(f"/v1/events/{event['id']}/replies", {"body": "Yes", "parent": parent["id"]},
                     lambda made: bob.call("DELETE", f"/v1/replies/{parent['id']}", 204))
    assert found["parent"] == parent["id"]


def test_a_post_whose_author_may_no_longer_write_it(course, second, ada, grace, again):
    path, place = f"/v1/courses/{course['id']}/events", f"/v1/courses/{course['id']}/staff/{ada.id}"

    def grant(made):
        grace.call("PUT", place, 201, json={})

    def revoke(made):
        grace.call("DELETE", place, 204)

    ada.enroll(second)
    _, found = again(path, {"title": "Lab", "sections": [second]}, lambda made: ada.drop(second))
    assert found["sections"] == [second]
    _, found = again(path, {"title": "Why?", "anonymous": True}, grant)
    assert found["anonymous"], "staff write by name"
    _, found = again(path, {"title": "Room", "kind": "notice"}, revoke)
    assert found["kind"] == "notice"
    grant(None)
    made, found = again("/v1/notices", {"title": "Room", "courses": [course["id"]]}, revoke)
    assert [event["id"] for event in made["items"]] == [event["id"] for event in found["items"]]


def test_a_task_whose_event_or_predecessor_is_gone(course, ada, bob, again):
    due = (datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=3)).strftime("%Y-%m-%dT%H:%M:%SZ")
    exam = bob.post(course["id"], kind="exam", due=due)
    work = {"title": "Prepare", "kind": "flexible", "minutes": 60}
    before = ada.call("POST", "/v1/me/tasks", 201, json=work).json()["id"]
    again("/v1/me/tasks", work | {"event": exam["id"]}, lambda made: bob.delete(exam))
    again("/v1/me/tasks", work | {"after": [before]}, lambda made: ada.call("DELETE", f"/v1/me/tasks/{before}", 204))
