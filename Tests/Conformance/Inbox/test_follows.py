"""Following a course: new posts of it, of a kind, with a tag."""

import pytest

from copies import Copy
from people import register, staff


def follow(person, *follows, status=200):
    return person.call("PATCH", "/v1/me/preferences", status, json={"follows": list(follows)}).json()


def posted(person):
    """The events of which somebody was told as new, oldest first."""
    return [each["event"] for each in reversed(person.items("/v1/me/notifications")) if each["kind"] == "posted"]


def test_staff_who_follow_a_course_hear_of_new_questions(course, ada, grace):
    copy = Copy(grace)
    assert follow(grace, {"course": course["id"], "kind": "question"})["follows"] == [
        {"course": course["id"], "kind": "question", "tag": None}]
    asked, hidden = ada.post(course["id"], kind="question"), ada.post(course["id"], kind="question", anonymous=True)
    ada.post(course["id"])
    ada.post(course["id"], kind="question", visibility="private")
    assert posted(grace) == [asked["id"], hidden["id"]] and posted(ada) == []
    copy.catch_up()
    copy.expect_fresh()
    follow(grace)
    ada.post(course["id"], kind="question")
    assert len(posted(grace)) == 2


def test_a_course_a_tag_and_a_tagged_kind(course, ada, bob, grace):
    course = course["id"]
    eve = register(ada.server)
    eve.enroll(ada.get(f"/v1/courses/{course}")["sections"][0]["id"])
    follow(bob, {"course": course})
    follow(grace, {"course": course, "tag": "Midterm"})
    follow(eve, {"course": course, "tag": "midterm", "kind": "question"}, {"course": course, "tag": "midterm"})
    plain, tagged = bob.post(course), ada.post(course, tags=["lab", "midterm"])
    asked = ada.post(course, kind="question", tags=["MIDTERM"])
    assert posted(bob) == [tagged["id"], asked["id"]], "not of one's own"
    assert posted(grace) == posted(eve) == [tagged["id"], asked["id"]] and plain["id"] not in posted(eve)


def test_an_edit_that_makes_a_post_one_of_these_counts_as_new(course, ada, bob, grace):
    for person in (bob, grace):
        follow(person, {"course": course["id"], "kind": "question", "tag": "lab"})
    event = ada.post(course["id"], tags=["lab"], visibility="staff")
    assert posted(bob) == posted(grace) == []
    ada.edit(event, kind="question")
    assert posted(grace) == [event["id"]] and posted(bob) == []
    ada.edit(event, visibility="public")
    assert posted(bob) == [event["id"]]
    for change in ({"title": "Again"}, {"tags": []}, {"tags": ["lab"]}):
        ada.edit(event, **change)
    assert posted(bob) == posted(grace) == [event["id"]]


def test_mutes_mentions_and_notices_are_not_told_as_new_posts(course, ada, bob, grace):
    follow(bob, {"course": course["id"]})
    event = ada.post(course["id"], body=f"@{bob.account['handle']}")
    grace.call("POST", "/v1/notices", 201, json={"title": "Room", "courses": [course["id"]]})
    kinds = [each["kind"] for each in reversed(bob.items("/v1/me/notifications"))]
    assert kinds == ["mention", "notice"] and event["id"] not in posted(bob)
    bob.call("PATCH", "/v1/me/preferences", 200, json={"mutedCourses": [course["id"]]})
    ada.post(course["id"])
    assert posted(bob) == []


@pytest.mark.parametrize("wrong", [
    [{"course": "none"}], [{"kind": "question"}], [{"course": "202530.CMPT225", "kind": "quiz"}],
    [{"course": "202530.CMPT225", "tag": ""}], [{"course": "202530.CMPT225", "tag": str(number)} for number in range(201)]])
def test_what_cannot_be_followed_is_refused(ada, wrong):
    head = ada.head()
    problem = ada.refused("PATCH", "/v1/me/preferences", 422, json={"follows": wrong})
    assert problem["errors"][0]["field"].startswith("follows")
    assert ada.head() == head


def test_a_follow_ends_with_its_account(server, course, ada):
    person = staff(server, course["id"])
    follow(person, {"course": course["id"]})
    person.call("DELETE", "/v1/me", 204, json={"currentPassword": "a fine long sentence"})
    ada.post(course["id"])
    server.admin("check")
