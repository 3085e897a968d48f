"""Write limits of one account: above them it waits, others do not, and nothing is half done."""

import pytest

from noteitd import Noteitd, wait_until
from people import member, register


@pytest.fixture
def strict(tmp_path):
    """A server that accepts 6 posts, 4 replies and 3 files of one account a minute."""
    limits = {"NOTEIT_POSTS_PER_MINUTE": "6", "NOTEIT_REPLIES_PER_MINUTE": "4", "NOTEIT_UPLOADS_PER_MINUTE": "3"}
    server = Noteitd(tmp_path, **limits)
    server.load_sample()
    server.start()
    yield server
    server.stop()


def wait_is_told(problem, answer):
    assert 1 <= int(answer.headers["Retry-After"]) <= 60 and problem["detail"].endswith(" s.")


def test_posts_replies_and_files_are_counted_separately(strict):
    ada, course = member(strict)  # enrolling counts as one post
    events = [ada.post(course, f"Event {number}") for number in range(5)]
    answer = ada.call("POST", f"/v1/courses/{course}/events", 429, json={"title": "One more"})
    wait_is_told(answer.json(), answer)
    assert len(ada.events(course)) == 5
    ada.call("PATCH", f"/v1/events/{events[0]['id']}", 429, json={"title": "Edited"})
    assert "posts and other changes" in ada.call("PATCH", "/v1/me", 429, json={"displayName": "Another"}).json()["detail"]
    for number in range(4):
        ada.reply(events[0], f"Reply {number}")
    ada.reply(events[0], status=429)
    for number in range(3):
        ada.upload(f"file {number}".encode())
    ada.upload(status=429)
    ada.delete(events[1])
    assert ada.event(events[0])["replyCount"] == 4


def test_nobody_else_waits_on_the_same_address(strict):
    (ada, course), (bob, _) = member(strict), member(strict)
    for number in range(5):
        ada.post(course)
    ada.post(course, status=429)
    bob.post(course)


def test_another_session_of_the_account_does_not_help_but_time_does(strict):
    ada, course = member(strict)
    for number in range(5):
        ada.post(course)
    again = ada.sign_in_again()
    wait = int(again.call("POST", f"/v1/courses/{course}/events", 429, json={"title": "One more"}).headers["Retry-After"])
    wait_until(lambda: again.call("POST", f"/v1/courses/{course}/events", json={"title": "Later"}).status_code == 201, f"the bucket to fill, which takes {wait} s")
    again.post(course, status=429)


def test_a_refused_body_is_not_read(strict):
    ada = register(strict)
    for number in range(3):
        ada.upload(f"file {number}".encode())
    assert ada.upload(bytes(1 << 20), "../bad", 429)["status"] == 429


def test_me_too_and_answers_count_as_replies(strict):
    (ada, course), (bob, _) = member(strict), member(strict)
    question = ada.post(course, kind="question")
    me_too, answer = f"/v1/events/{question['id']}/me-too", f"/v1/events/{question['id']}/answer"
    for _ in range(2):
        bob.call("PUT", me_too, 200)
        bob.call("DELETE", me_too, 204)
    bob.call("PUT", me_too, 429)
    bob.reply(question, status=429)
    reply = ada.reply(question)
    ada.call("PUT", answer, 200, json={"reply": reply["id"]})
    for _ in range(2):
        ada.call("DELETE", answer, 204)
    ada.call("DELETE", answer, 429)
    assert bob.event(question)["meToo"] == 0


def test_a_notice_counts_once_for_each_course_that_it_goes_to(strict):
    """To sections too. A notice that costs more than a minute's worth needs the full minute's worth."""
    grace = register(strict)
    term = grace.get("/v1/terms")["items"][0]["id"]
    courses = [course["id"] for course in grace.get(f"/v1/terms/{term}/courses", params={"limit": 8})["items"]]
    for course in courses:
        strict.admin("staff", "grant", grace.email, course)
    sections = [grace.get(f"/v1/courses/{course}")["sections"][0]["id"] for course in courses]
    notice = {"title": "Room change"}
    assert len(grace.call("POST", "/v1/notices", 201, json=notice | {"courses": courses}).json()["items"]) == 8
    grace.call("POST", "/v1/notices", 429, json=notice | {"courses": courses[:1]})
    dora = register(strict)
    for course in courses:
        strict.admin("staff", "grant", dora.email, course)
    for _ in range(5):
        dora.call("POST", "/v1/notices", 201, json=notice | {"courses": courses[:1]})
    dora.call("POST", "/v1/notices", 429, json=notice | {"sections": sections[:2]})
    dora.call("POST", "/v1/notices", 201, json=notice | {"sections": sections[:1]})


def test_exports_are_counted_too(strict):
    ada = register(strict)
    for _ in range(4):
        ada.call("GET", "/v1/me/export", 200)
    ada.call("GET", "/v1/me/export", 429)


@pytest.mark.parametrize("setting, value", [
    ("NOTEIT_POSTS_PER_MINUTE", "0"), ("NOTEIT_REPLIES_PER_MINUTE", "x"), ("NOTEIT_UPLOADS_PER_MINUTE", "-1"), ("NOTEIT_ATTACHMENT_MIB", "5000"),
    ("NOTEIT_ATTACHMENTS_MIB_PER_ACCOUNT", "1.5"),
])
def test_an_invalid_limit_is_reported_at_the_start(setting, value, tmp_path):
    server = Noteitd(tmp_path, **{setting: value})
    with pytest.raises(AssertionError, match=setting):
        server.start()
