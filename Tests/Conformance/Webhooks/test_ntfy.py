"""Notifications by ntfy: what goes to a topic, once, and what never does."""

import datetime
import json
import zoneinfo

import pytest

from hooking import COURSE, group, hooking, times_said, web  # noqa: F401
from noteitd import wait_until
from people import PASSWORD, notice
from receivers import Topics
from registrar import import_earlier_term

PATH = "/v1/me/ntfy"
SET_ASIDE = "of messages to ntfy is set aside"


@pytest.fixture
def ntfy(web):
    """The server of ntfy, which takes posts at its root and tells topics apart."""
    return Topics(web)


def topic_of(person, ntfy, **choices):
    """Sets a topic of the person's own. Returns what comes there."""
    name = f"topic-{person.id}"
    person.call("PUT", PATH, 200, json={"url": f"{ntfy.url}{name}", "currentPassword": PASSWORD})
    if choices:
        person.call("PATCH", PATH, 200, json=choices)
    return lambda: ntfy.of(name)


def settled(ada, topic):
    """Waits until all that happened so far is sent or ended: a test comes last."""
    before = len([each for each in topic() if "reaches" in each["message"]])
    wait_until(lambda: ada.call("POST", PATH + "/test").status_code == 202, "the test to be taken")
    wait_until(lambda: len([each for each in topic() if "reaches" in each["message"]]) > before, "a test message")


def news(topic):
    return [each for each in topic() if "reaches" not in each["message"]]


def test_a_topic_gets_what_a_device_gets_and_nothing_of_the_text(group, ntfy):
    ada, bob, grace = (group[name] for name in ("ada", "bob", "grace"))
    topic = topic_of(ada, ntfy)
    event = notice(grace, "Zebra notice", body="Zebra words", mustRead=True)
    wait_until(lambda: news(topic), "the notice")
    bob.reply(bob.post(COURSE, "Zebra question"), f"Zebra for @{ada.account['handle']}")
    wait_until(lambda: len(news(topic)) == 2, "the mention")
    must, mention = news(topic)
    assert must == {
        "topic": f"topic-{ada.id}", "message": "A notice to read in CMPT225", "priority": 4, "tags": ["loudspeaker"],
        "click": f"https://notes.example.edu/c/{COURSE}/{event['number']}", "sequence_id": must["sequence_id"]}
    assert mention["message"] == "You are mentioned in CMPT225" and mention["priority"] == 3
    assert "ebra" not in json.dumps(topic()) and must["sequence_id"] != mention["sequence_id"]
    ada.call("PATCH", PATH, 200, json={"showsText": True})
    bob.reply(event, f"Shown to @{ada.account['handle']}")
    wait_until(lambda: len(news(topic)) == 3, "a third message")
    assert news(topic)[2]["title"] == "CMPT225: Zebra notice" and "Shown to @" in news(topic)[2]["message"]
    shown = ada.get(PATH)["topic"]
    assert shown["host"] == "127.0.0.1" and shown["sentAt"] and not shown["fault"] and f"topic-{ada.id}" not in json.dumps(shown)


def test_a_course_has_its_term_where_a_person_is_in_two_of_its_terms(hooking, group, ntfy, tmp_path):
    ada, grace = group["ada"], group["grace"]
    topic = topic_of(ada, ntfy)
    ada.enroll(import_earlier_term(hooking, tmp_path))
    notice(grace, "Zebra notice")
    wait_until(lambda: news(topic), "the notice")
    assert news(topic)[0]["message"] == f"A new notice in {COURSE}"


def test_settings_courses_and_quiet_hours_hold(group, ntfy):
    ada, grace = group["ada"], group["grace"]
    topic = topic_of(ada, ntfy, exceptCourses=[COURSE], mustRead=False)
    notice(grace, "Left out")
    settled(ada, topic)
    zone = next(term["timeZone"] for term in ada.get("/v1/terms")["items"] if term["current"])
    now = datetime.datetime.now(zoneinfo.ZoneInfo(zone))
    quiet = {name: (now + datetime.timedelta(hours=hours)).strftime("%H:%M") for name, hours in (("start", -3), ("end", 9))}
    ada.call("PATCH", "/v1/me/mail", 200, json={"quiet": quiet})
    ada.call("PATCH", PATH, 200, json={"exceptCourses": []})
    kept, taken = notice(grace, "Kept"), notice(grace, "Taken back")
    settled(ada, topic)
    assert news(topic) == []
    grace.delete(taken)
    ada.call("PATCH", "/v1/me/mail", 200, json={"quiet": None})
    wait_until(lambda: news(topic), "what the quiet hours held back")
    settled(ada, topic)
    assert [each["click"].rsplit("/", 1)[1] for each in news(topic)] == [str(kept["number"])]


def test_nobody_gets_what_they_may_not_see_when_it_is_sent(group, ntfy):
    ada, bob, grace = (group[name] for name in ("ada", "bob", "grace"))
    section, other = (each["id"] for each in grace.get(f"/v1/courses/{COURSE}")["sections"][:2])
    topics = {person: topic_of(person, ntfy, showsText=True) for person in (ada, bob)}
    ntfy.story = lambda message: 503
    hidden, edited = notice(grace, "Hidden zebra"), notice(grace, "Edited zebra")
    wait_until(lambda: ntfy.refused >= 4, "all to be refused for now")
    grace.edit(hidden, sections=[other])
    grace.edit(edited, title="Mild words")
    ada.drop(section)
    ntfy.story = lambda message: None
    ada.server.sql("UPDATE delivery SET next_try = 1 WHERE channel = 'ntfy' AND next_try IS NOT NULL;")
    wait_until(lambda: news(topics[bob]), "the message")
    settled(bob, topics[bob])
    assert news(topics[ada]) == [] and "zebra" not in json.dumps(ntfy.taken)
    assert [each["title"] for each in news(topics[bob])][:1] == ["CMPT225: Mild words"]


def test_a_refusal_for_now_is_tried_again_as_the_same_message_and_one_for_good_is_said(group, ntfy):
    ada, grace = group["ada"], group["grace"]
    topic, seen = topic_of(ada, ntfy), []

    def hostile(message):
        if message["topic"] != f"topic-{ada.id}":
            return None
        seen.append(message)
        return {1: 429, 2: 500}.get(len(seen))

    ntfy.story = hostile
    notice(grace, "Again")
    for tries in (1, 2):
        wait_until(lambda: len(seen) >= tries and ada.get(PATH)["topic"]["fault"], "a refusal")
        ada.server.sql("UPDATE delivery SET next_try = 1 WHERE channel = 'ntfy' AND next_try IS NOT NULL AND tries > 0;")
        wait_until(lambda: len(seen) > tries, "another try")
    wait_until(lambda: news(topic), "the message")
    assert len({each["sequence_id"] for each in seen}) == 1 and len(news(topic)) == 1
    ntfy.story = lambda message: 403
    notice(grace, "Forbidden")
    wait_until(lambda: "403" in (ada.get(PATH)["topic"]["fault"] or ""), "the refusal to be said")
    ntfy.story = lambda message: None
    settled(ada, topic)
    wait_until(lambda: ada.get(PATH)["topic"]["fault"] is None, "the fault to be forgotten")
    assert len(news(topic)) == 1


def test_one_message_that_cannot_be_made_is_set_aside_and_the_others_go_on(group, hooking, ntfy):
    ada, bob, grace = (group[name] for name in ("ada", "bob", "grace"))
    topics = {person: topic_of(person, ntfy) for person in (ada, bob)}
    before, waiting = times_said(hooking, SET_ASIDE), f"account_id = '{ada.id}' AND channel = 'ntfy' AND next_try IS NOT NULL"
    ada.call("PATCH", "/v1/me/mail", 200, json={"language": "en-CA"})
    hooking.sql(f"UPDATE mail_settings SET settings = '{{' WHERE account_id = '{ada.id}';")
    for count, title in enumerate(["One", "Two"], 1):
        notice(grace, title)
        wait_until(lambda: len(news(topics[bob])) == count, "the message to the other")
        wait_until(lambda: times_said(hooking, SET_ASIDE) == before + count, "the log to say so")
        hooking.sql(f"UPDATE delivery SET next_try = 1 WHERE {waiting} AND tries > 0;")
    settled(bob, topics[bob])
    assert news(topics[ada]) == []
    # They are tried again, and arrive once they can be made.
    hooking.sql(f"DELETE FROM mail_settings WHERE account_id = '{ada.id}'; UPDATE delivery SET next_try = 1 WHERE {waiting};")
    wait_until(lambda: len(news(topics[ada])) == 2, "what was set aside")
    assert times_said(hooking, SET_ASIDE) == before + 2


@pytest.mark.parametrize("url", [
    "https://example.edu/topic", "http://ntfy.sh/topic", "https://ntfy.sh:8443/topic", "https://ntfy.sh/", "https://ntfy.sh/a/b",
    "https://ntfy.sh/topic?x=1", "https://user@ntfy.sh/topic", "https://ntfy.sh.example.edu/topic", "https://127.0.0.1/topic",
    "webcal://ntfy.sh/topic", "topic", "https://ntfy.sh/" + "a" * 65])
def test_other_servers_and_what_is_no_topic_are_refused(url, group):
    ada = group["ada"]
    problem = ada.refused("PUT", PATH, 422, json={"url": url, "currentPassword": PASSWORD})
    assert problem["errors"][0]["field"] == "url" and ada.get(PATH) == {"topic": None}


def test_a_topic_needs_the_password_and_ends_when_it_is_removed(group, ntfy):
    ada, grace = group["ada"], group["grace"]
    body = {"url": f"{ntfy.url}topic", "currentPassword": "wrong"}
    assert ada.refused("PUT", PATH, 422, json=body)["errors"][0]["field"] == "currentPassword"
    for method, path, given in (("PATCH", "", {"mustRead": True}), ("DELETE", "", None), ("POST", "/test", None)):
        ada.refused(method, PATH + path, 404, json=given)
    topic = topic_of(ada, ntfy, topics=["mentions"])
    ntfy.story = lambda message: 503
    notice(grace, "Must", mustRead=True)
    wait_until(lambda: ntfy.refused, "a try")
    ada.call("DELETE", PATH, 204)
    ntfy.story = lambda message: None
    again = topic_of(ada, ntfy)
    settled(ada, again)
    assert news(topic) == [] and ada.get(PATH)["topic"]["settings"]["topics"] == ["notices", "mentions", "replies", "reminders"]
