"""Webhooks: what a bot is told, in order, signed, once by its id; receivers that refuse, dawdle and lie."""

import concurrent.futures
import os
import re

import pytest

from contract import faults
from hooking import COURSE, Hook, group, hook, hooking, posting, times_said, web  # noqa: F401
from noteitd import ROOT, wait_until
from people import PASSWORD, register, small_class
from receivers import answering, breaking_off, dripping, endless, endless_head, silent

KILLS = int(os.environ.get("NOTEIT_KILLS", "3"))
EVENTS = ["event.created", "event.updated", "event.deleted"]


def caught_up(hook, person, course=COURSE):
    """Waits until all that happened so far is told: an event of the end comes last."""
    event = person.post(course, "The end")
    wait_until(lambda: any(post.subject == event["id"] for post in hook.box.taken()), "the end to be told")


def test_a_bot_is_told_what_changes_in_order_and_signed(group, hook):
    ada, bob = group["ada"], group["bob"]
    bot = hook(ada, name="Lab bot")
    assert re.fullmatch(r"whsec_[A-Za-z0-9+/]{43}=", bot.secret)
    # Each change is told before the next: a message tells what is there when it is sent.
    event = bob.post(COURSE, "Lab ‘4’ 🎉", due="2099-06-01T12:00:00Z")
    bot.box.wait(1)
    reply = ada.reply(event, "First")
    bot.box.wait(2)
    bob.edit(event, title="Lab 5")
    bot.box.wait(3)
    ada.call("PATCH", f"/v1/replies/{reply['id']}", 200, json={"body": "Second"})
    bot.box.wait(4)
    ada.call("DELETE", f"/v1/replies/{reply['id']}", 204)
    bot.box.wait(5)
    bob.delete(event)
    posts = bot.box.wait(6)
    assert [(post.type, post.subject) for post in posts] == [
        ("event.created", event["id"]), ("reply.created", reply["id"]), ("event.updated", event["id"]),
        ("reply.updated", reply["id"]), ("reply.deleted", reply["id"]), ("event.deleted", event["id"])]
    for post in posts:
        assert not faults(post.body, {"$ref": "#/components/schemas/WebhookMessage"})
        assert post.is_signed(bot.secret) and post.headers["content-type"] == "application/json"
        assert post.body["course"] == COURSE and post.headers["user-agent"].startswith("NoteIt/")
    assert len({post.id for post in posts}) == 6 and all("." not in post.id for post in posts)
    assert not posts[0].is_signed(hook(bob).secret)
    wait_until(lambda: len(bot.deliveries()) == 6, "all to be listed")
    listed = bot.deliveries()
    assert [each["id"] for each in listed] == [post.id for post in reversed(posts)]
    assert all(each["taken"] and each["status"] == 204 and each["tries"] == 1 and not each["fault"] for each in listed)
    assert bot.shown() == bot.made and bot.secret not in str(ada.get("/v1/me/webhooks")) and bot.made["host"] == "127.0.0.1"


def test_a_webhook_tells_the_kinds_and_the_course_that_were_asked_for(group, hook):
    ada, grace = group["ada"], group["grace"]
    other = next(each["id"] for each in ada.items("/v1/terms/202530/courses") if each["id"] != COURSE)
    ada.enroll(ada.get(f"/v1/courses/{other}")["sections"][0]["id"])
    every, here = hook(ada), hook(ada, course=COURSE, changes=["event.created", "reply.created"])
    assert here.made["changes"] == ["event.created", "reply.created"] and here.made["course"] == COURSE
    event = grace.post(COURSE, "Here")
    ada.post(other, "There")
    grace.edit(event, title="Here again")
    reply = ada.reply(event, "A reply")
    for bot in (every, here):
        caught_up(bot, grace)
    assert [kind for kind, _ in every.told()] == [
        "event.created", "event.created", "event.updated", "reply.created", "event.created", "event.created"]
    assert [title for _, title in every.told()][1:4] == ["There", "Here again", "A reply"]
    assert [kind for kind, _ in here.told()] == ["event.created", "reply.created", "event.created", "event.created"]


def test_a_burst_of_a_thousand_events_arrives_whole_and_in_order(group, hook):
    ada, bob = group["ada"], group["bob"]
    bot = hook(ada, changes=["event.created"])
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda number: bob.post(COURSE, f"Burst {number}")["number"], range(1_000)))
    posts = bot.box.wait(1_000)
    numbers = [post.body["data"]["body"]["number"] for post in posts]
    assert numbers == sorted(made) and len(bot.box.posts) == 1_000
    assert len(bot.deliveries()) == 50


def test_each_message_is_told_through_kills_in_order(tmp_path, web):
    server = posting(tmp_path, web).start()
    people = small_class(server, COURSE)
    ada, bob = people["ada"], people["bob"]
    bot = Hook(ada, web)
    made, told = [], 0
    for turn in range(KILLS):
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            made += pool.map(lambda number: bob.post(COURSE, f"Kill {turn} {number}")["id"], range(30))
        bot.box.wait(told + 5)
        server.kill()
        told = len(bot.box.taken())
        server.start()
        for person in (ada, bob):
            person.refresh()
    bot.box.wait(len(made))
    numbers = [post.body["data"]["body"]["number"] for post in bot.box.taken()]
    assert {post.subject for post in bot.box.taken()} == set(made) and numbers == sorted(numbers)
    # What was told twice is the message of a kill, with the same id.
    assert len(bot.box.posts) <= len(made) + KILLS
    ids = [post.id for post in bot.box.posts]
    assert all(ids[place] == ids[place - 1] for place in range(1, len(ids)) if ids[place] in ids[:place])
    server.stop()
    assert server.admin("check")


def test_a_receiver_that_fails_gets_the_same_message_again_before_any_other(group, hook, web):
    ada, bob = group["ada"], group["bob"]
    bot, calm = hook(ada), hook(ada)
    stories = [answering(500), answering(302, Location=f"http://10.0.0.1/{web.port}"), breaking_off, endless_head,
               answering(200, Content_Length="nonsense"), answering(101)]
    # A client may send again at once what a connection that was kept did not take.
    now = [stories[0]]
    bot.box.story = lambda handler, post: now[0](handler, post)
    bob.post(COURSE, "First")
    for tries, said in enumerate(["500", "redirects (302)", "closed the connection", "sends without end", "", ""], 1):
        wait_until(lambda: (bot.deliveries() or [{"tries": 0}])[0]["tries"] == tries, f"{tries} tries")
        shown = bot.shown()
        assert shown["state"] == "failing" and shown["nextTry"] and said in shown["fault"], shown
        if tries == 1:
            bob.post(COURSE, "Second")
        if tries < len(stories):
            now[0] = stories[tries]
            bot.retry()
    bot.box.story = lambda handler, post: None
    calm.box.wait(2)
    bot.retry()
    posts = bot.box.wait(2)
    assert [title for _, title in bot.told()] == ["First", "Second"]
    assert len({post.id for post in bot.box.posts[:7]}) == 1 and all(post.is_signed(bot.secret) for post in bot.box.posts)
    wait_until(lambda: bot.shown()["state"] == "active" and not bot.shown()["fault"], "all to be well")
    assert bot.deliveries()[1]["tries"] == 7 and posts


def test_a_receiver_that_dawdles_delays_nobody(group, hook, web):
    ada, bob, grace = group["ada"], group["bob"], group["grace"]
    slow = [hook(person) for person in (ada, ada, bob)]
    for number, bot in enumerate(slow):
        bot.box.story = [silent(web), dripping(web)][number % 2]
    quick = hook(grace)
    # The host is busy with them, and is another's too.
    quick.person.server.sql(f"UPDATE webhook SET url = replace(url, '127.0.0.1', 'localhost'), host = 'localhost' WHERE id = '{quick.id}';")
    grace.post(COURSE, "Quick")
    quick.box.wait(1)
    assert all(not bot.deliveries() for bot in slow)
    wait_until(lambda: all("10 seconds" in (bot.shown()["fault"] or "") for bot in slow), "the slow to be given up")
    assert all(bot.shown()["state"] == "failing" for bot in slow)


def test_what_cannot_be_written_for_now_is_tried_again_without_news(group, hooking, hook):
    """A passing error of the database: a table is away while the outcome of a message is written."""
    ada, bob = group["ada"], group["bob"]
    bot, away = hook(ada), []

    def takes_the_table(handler, post):
        if not away:
            away.append(post.id)
            hooking.sql("ALTER TABLE webhook_delivery RENAME TO away")

    bot.box.story = takes_the_table
    bob.post(COURSE, "Once more")
    wait_until(lambda: away, "the message")
    failed = f"Could not serve the webhook {bot.id}"
    try:
        wait_until(lambda: times_said(hooking, failed), "the outcome not to be written")
    finally:
        hooking.sql("ALTER TABLE away RENAME TO webhook_delivery")
    wait_until(bot.deliveries, "the message to be sent again")
    assert {post.id for post in bot.box.posts} == set(away) and len(bot.box.posts) > 1
    wait_until(lambda: times_said(hooking, f"It works again: serve the webhook {bot.id}"), "the log to say so")
    assert times_said(hooking, failed) == 1


def test_an_answer_without_end_is_dropped(group, hook):
    ada, bob = group["ada"], group["bob"]
    bot, counted = hook(ada), []
    bot.box.story = endless(counted)
    for number in range(3):
        bob.post(COURSE, f"Endless {number}")
    bot.box.wait(3)
    assert sum(counted) < 64 << 20
    assert all(each["status"] == 200 and each["taken"] for each in bot.deliveries())


def test_410_disables_at_once_and_a_test_that_is_taken_goes_on_without_loss(group, hook):
    ada, bob = group["ada"], group["bob"]
    bot = hook(ada)
    bot.box.story = lambda handler, post: 410
    bob.post(COURSE, "Gone 1")
    wait_until(lambda: bot.shown()["state"] == "disabled", "the webhook to be disabled")
    assert "410" in bot.shown()["fault"] and bot.shown()["nextTry"] is None
    [told] = [each for each in ada.items("/v1/me/notifications") if each["kind"] == "webhookDisabled"]
    assert told["text"] == f"Bot: {bot.shown()['fault']}" and told["course"] is None
    bob.post(COURSE, "Gone 2")
    assert not bot.test()["taken"] and bot.shown()["state"] == "disabled"
    bot.box.story = lambda handler, post: None
    ping = bot.test()
    assert ping["taken"] and ping["type"] == "ping" and ping["status"] == 204
    bot.box.wait(2)
    assert [title for _, title in bot.told()] == ["Gone 1", "Gone 2"]
    assert bot.box.posts[-3].type == "ping" or any(post.type == "ping" and post.is_signed(bot.secret) for post in bot.box.posts)


def test_what_fails_for_three_days_is_disabled(group, hook):
    ada, bob = group["ada"], group["bob"]
    bot = hook(ada)
    bot.box.story = lambda handler, post: 503
    bob.post(COURSE, "Never")
    wait_until(lambda: bot.shown()["state"] == "failing", "a failed try")
    bot.person.server.sql(f"UPDATE webhook SET failing_at = failing_at - 3 * 86400, next_try = 1 WHERE id = '{bot.id}';")
    wait_until(lambda: bot.shown()["state"] == "disabled", "the webhook to be disabled")
    assert "three days" in bot.shown()["fault"] and "503" in bot.shown()["fault"]


def test_a_new_secret_signs_beside_the_old_one_for_a_day(group, hook):
    ada, bob = group["ada"], group["bob"]
    bot = hook(ada)
    ada.refused("POST", bot.path + "/secret", 422, json={"currentPassword": "wrong"})
    new = ada.call("POST", bot.path + "/secret", 200, json={"currentPassword": PASSWORD}).json()
    assert new["secret"] != bot.secret and new["webhook"]["oldSecretUntil"]
    bob.post(COURSE, "Twice")
    [post] = bot.box.wait(1)
    assert post.is_signed(bot.secret) and post.is_signed(new["secret"])
    ada.server.sql(f"UPDATE webhook SET rotated_at = rotated_at - 86400 WHERE id = '{bot.id}';")
    bob.post(COURSE, "Once")
    post = bot.box.wait(2)[1]
    assert not post.is_signed(bot.secret) and post.is_signed(new["secret"]) and bot.shown()["oldSecretUntil"] is None


@pytest.mark.parametrize("field, value", [
    ("name", ""), ("changes", []), ("changes", ["event.read"]), ("course", "202530.NONE999"), ("currentPassword", "no"),
    ("url", "https://user@example.edu/"), ("url", "webcal://example.edu/"), ("url", "ftp://example.edu/")])
def test_a_wrong_request_adds_nothing(field, value, group, web):
    ada = group["ada"]
    body = {"name": "Bot", "url": web.box().url, "currentPassword": PASSWORD} | {field: value}
    assert ada.refused("POST", "/v1/me/webhooks", 422, json=body)["errors"][0]["field"].startswith(field)
    assert ada.get("/v1/me/webhooks")["items"] == []


def test_webhooks_are_their_persons_and_few(hooking, hook):
    ada, bob = register(hooking), register(hooking)
    bots = [hook(ada) for _ in range(10)]
    body = {"name": "One more", "url": bots[0].box.url, "currentPassword": PASSWORD}
    assert "10 webhooks" in ada.refused("POST", "/v1/me/webhooks", 409, json=body)["detail"]
    for method, path in (("DELETE", ""), ("GET", "/deliveries"), ("POST", "/test")):
        bob.refused(method, bots[0].path + path, 404)
    bob.refused("POST", bots[0].path + "/secret", 404, json={"currentPassword": PASSWORD})
    bots[0].test()
    ada.call("DELETE", bots[0].path, 204)
    assert len(ada.get("/v1/me/webhooks")["items"]) == 9
    ada.refused("DELETE", bots[0].path, 404)


def test_the_code_of_the_documentation_verifies_what_is_sent(group, hook):
    [code] = re.findall(r"```python\n(.*?)```", (ROOT / "docs/webhooks.md").read_text(), re.DOTALL)
    names = {}
    exec(code, names)  # our own page
    ada = group["ada"]
    bot = hook(ada)
    ada.post(COURSE, "Genuine")
    [post] = bot.box.wait(1)
    assert names["is_genuine"](bot.secret, post.headers, post.data)
    assert not names["is_genuine"](bot.secret, post.headers, post.data.replace(b"Genuine", b"Forged!"))
    assert not names["is_genuine"](hook(ada).secret, post.headers, post.data)
