"""What a webhook never tells: each test tries to make it."""

import json

from hooking import COURSE, group, hook, hooking, web  # noqa: F401
from noteitd import wait_until
from people import PASSWORD, Anyone, names, register, staff
from test_webhooks import caught_up


def said(bot):
    """All that left the server, taken or not."""
    return json.dumps([post.body for post in bot.box.posts], ensure_ascii=False)


def test_a_bot_is_told_what_its_person_may_see(group, hook):
    ada, bob, grace = (group[name] for name in ("ada", "bob", "grace"))
    section, other = (section["id"] for section in grace.get(f"/v1/courses/{COURSE}")["sections"][:2])
    student, chief = hook(ada), hook(grace)
    bob.post(COURSE, "Private zebra", visibility="private")
    bob.post(COURSE, "Staff zebra", visibility="staff")
    grace.post(COURSE, "Elsewhere zebra", sections=[other])
    hidden = grace.post(COURSE, "Hidden later")
    grace.edit(hidden, title="Hidden zebra", sections=[other])
    shown = grace.post(COURSE, "Shown later", sections=[other])
    grace.edit(shown, sections=[section])
    masked = bob.post(COURSE, "A masked question", kind="question", anonymous=True)
    for bot in (student, chief):
        caught_up(bot, grace)
    assert "zebra" not in said(student) and "Staff zebra" in said(chief) and "Private zebra" not in said(chief)
    assert not [name for name in names(bob) if name in said(student)] and bob.id in said(chief)
    told = {(post.type, post.subject) for post in student.box.taken()}
    assert {("event.deleted", hidden["id"]), ("event.created", shown["id"]), ("event.created", masked["id"])} <= told


def test_a_message_is_judged_when_it_is_sent(group, hook):
    ada, bob, grace = (group[name] for name in ("ada", "bob", "grace"))
    other = grace.get(f"/v1/courses/{COURSE}")["sections"][1]["id"]
    bot = hook(ada)
    bot.box.story = lambda handler, post: 503
    grace.post(COURSE, "The one that waits")
    wait_until(lambda: bot.shown()["state"] == "failing", "a message to wait")
    before = len(bot.box.posts)
    edited, removed, hidden, question = (bob.post(COURSE, f"{word} secret") for word in ("Edited", "Removed", "Hidden", "Asked"))
    reply = bob.reply(question, "A reply secret")
    bob.edit(edited, title="Edited to be mild")
    grace.delete(removed)
    bob.edit(hidden, visibility="staff")
    bob.edit(question, title="Asked mildly")
    bob.call("DELETE", f"/v1/replies/{reply['id']}", 204)
    grace.post(COURSE, "For others", sections=[other])
    bot.box.story = lambda handler, post: None
    bot.retry()
    caught_up(bot, grace)
    later = json.dumps([post.body for post in bot.box.posts[before:]])
    assert "secret" not in later and "Edited to be mild" in later and "For others" not in later
    told = [(post.type, post.subject) for post in bot.box.taken()]
    assert ("event.deleted", removed["id"]) in told and ("event.created", removed["id"]) not in told
    assert ("event.deleted", hidden["id"]) in told and ("reply.deleted", reply["id"]) in told


def test_a_webhook_loses_the_course_that_its_person_leaves(group, hook):
    ada, bob, grace = (group[name] for name in ("ada", "bob", "grace"))
    section = ada.get(f"/v1/courses/{COURSE}")["sections"][0]["id"]
    own, every = hook(ada, course=COURSE), hook(ada)
    witness = hook(bob)
    every.box.story = lambda handler, post: 503
    grace.post(COURSE, "Waits zebra")
    wait_until(lambda: every.shown()["state"] == "failing", "a message to wait")
    before = len(every.box.posts)
    ada.drop(section)
    grace.post(COURSE, "Later zebra")
    wait_until(lambda: own.shown()["state"] == "disabled", "the webhook of the course to end")
    assert "not in" in own.shown()["fault"]
    every.box.story = lambda handler, post: None
    every.retry()
    caught_up(witness, grace)
    wait_until(lambda: every.shown()["state"] == "active", "the rest to be skipped")
    assert len(every.box.posts) == before
    # Back in the course, a test lets it go on with what comes from then on.
    ada.enroll(section)
    grace.post(COURSE, "Back again")
    assert own.test()["taken"]
    own.box.wait(2)
    assert "Later zebra" not in said(own) and own.told()[-1] == ("event.created", "Back again")


def test_webhooks_and_the_topic_end_with_a_reset_a_suspension_and_the_account(group, hooking, hook, web):
    grace, people = group["grace"], [register(hooking) for _ in range(3)]
    section = grace.get(f"/v1/courses/{COURSE}")["sections"][0]["id"]
    bots = []
    for person in people:
        person.enroll(section)
        bots.append(hook(person))
        topic = f"http://127.0.0.1:{web.port}/topic{person.id}"
        person.call("PUT", "/v1/me/ntfy", 200, json={"url": topic, "currentPassword": PASSWORD})
    reset, suspended, left = people
    code = hooking.admin("account", "reset", reset.email).split()[0]
    answer = Anyone(hooking).call(
        "POST", "/v1/accounts/reset", json={"email": reset.email, "code": code, "newPassword": "another long sentence"})
    assert answer.status_code < 300, answer.text
    hooking.admin("account", "suspend", suspended.email)
    left.call("DELETE", "/v1/me", 204, json={"currentPassword": PASSWORD})
    witness = hook(grace)
    grace.post(COURSE, "After the end zebra")
    caught_up(witness, grace)
    assert all("zebra" not in said(bot) for bot in bots)
    again = reset.sign_in_again(password="another long sentence")
    assert again.get("/v1/me/webhooks")["items"] == [] and again.get("/v1/me/ntfy")["topic"] is None
    hooking.admin("account", "readmit", suspended.email)
    back = suspended.sign_in_again()
    assert back.get("/v1/me/webhooks")["items"] == [] and back.get("/v1/me/ntfy")["topic"] is None


def test_a_removed_member_and_a_former_instructor_are_told_nothing_more(group, hooking, hook):
    ada, grace = group["ada"], group["grace"]
    former = staff(hooking, COURSE)
    bots = [hook(ada), hook(former)]
    grace.call("DELETE", f"/v1/courses/{COURSE}/members/{ada.id}", 204)
    hooking.admin("staff", "revoke", former.email, COURSE)
    witness = hook(grace)
    grace.post(COURSE, "Zebra for the rest", visibility="staff")
    caught_up(witness, grace)
    assert all("ebra" not in said(bot) for bot in bots)


def test_the_export_has_no_secret(group, hook):
    ada = group["ada"]
    bot = hook(ada)
    data = ada.call("GET", "/v1/me/export", 200).content
    assert bot.secret.removeprefix("whsec_").encode() not in data and bot.box.path.encode() not in data
    assert b"webhooks.json" in data
