"""A node that sends for all is frozen while messages are on their way, another goes on, and the first wakes up: each message comes once."""

import json
import signal
import threading

import pytest

from hooking import COURSE, Hook
from mailing import EVERYTHING, PLACE, verified_class, wants
from nodes import running
from noteitd import PATIENCE, wait_until
from people import notice, register
from platforms import Platform
from push_service import PushWorld
from receivers import Receivers, Topics
from relay import Relay
from test_ntfy import news, topic_of
from test_nodes import ALL, CHANNELS, NONE, holders
from test_platform_rosters import member, sync
from test_push import subscribed


class Dawdling:
    """What receivers take before `sleeps` is set, they answer once `ends` is set."""

    def __init__(self):
        self.sleeps, self.ends, self.waiting = threading.Event(), threading.Event(), 0

    def meet(self):
        if not self.sleeps.is_set():
            self.waiting += 1
            self.ends.wait(PATIENCE)


@pytest.fixture
def world(tmp_path):
    """A push service and a relay that take all they get; a web with receivers."""
    made = PushWorld(tmp_path)
    made.relay = Relay().start()
    with Receivers() as made.web:
        yield made
    made.relay.stop()
    made.service.stop()
    assert made.service.faults == []


def test_each_message_comes_once_though_its_sender_is_frozen_and_wakes_up(tmp_path, world):
    settings = world.settings() | world.relay.settings() | {
        "NOTEIT_MAIL_FROM": "Notes <notes@example.edu>", "NOTEIT_PUBLIC_URL": PLACE, "NOTEIT_HOOK_HOSTS": f"127.0.0.1:{world.web.port}"}
    topics = Topics(world.web)
    with running(tmp_path, **settings) as nodes:
        one = nodes.start()
        people = verified_class(one)
        ada, bob, grace = (people[name] for name in ("ada", "bob", "grace"))
        for person in (ada, bob):
            wants(person, **EVERYTHING)
        browser, topic, hook = subscribed(ada, world), topic_of(ada, topics), Hook(ada, world.web, changes=["event.created"])
        two = nodes.start()
        wait_until(lambda: holders(one, jobs=CHANNELS) == [1, 1, 1, 1], "the first node to send for all")
        letters, push, ntfy, posts = Dawdling(), Dawdling(), Dawdling(), Dawdling()
        world.relay.answer = lambda recipient, when: letters.meet() if when == "RCPT" else None
        world.service.answer = lambda _: push.meet()
        topics.story = lambda message: ntfy.meet()
        hook.box.story = lambda handler, post: posts.meet()
        channels = (letters, push, ntfy, posts)
        ended = world.relay.ended
        for number in range(3):
            notice(grace, f"Zebra {number}", mustRead=True)
        # The relay has no text yet; the others have their message, and answer nothing.
        on_their_way = (3, 3, 3, 1)  # of three connections, of eight, of eight, and of one webhook
        wait_until(lambda: all(each.waiting >= count for each, count in zip(channels, on_their_way)), "messages on their way")
        one.process.send_signal(signal.SIGSTOP)
        for channel in channels:
            channel.sleeps.set()
        mails = lambda: [mail for mail in list(world.relay.mails) if "Zebra" in mail["Subject"]]

        def wait_for(count):
            """All that so many notices bring."""
            wait_until(lambda: len({mail["Message-ID"] for mail in mails()}) == 2 * count, "all mail")
            wait_until(lambda: len({message.headers["Topic"] for message in browser.messages}) == count, "all messages by push")
            wait_until(lambda: len({message["sequence_id"] for message in news(topic)}) == count, "all messages to ntfy")
            hook.box.wait(count)

        try:
            wait_until(lambda: holders(two, jobs=CHANNELS) == [1, 1, 1, 1], "the second node to send for all")
            wait_for(3)
        finally:
            one.process.send_signal(signal.SIGCONT)
            for channel in channels:
                channel.ends.set()
        wait_until(lambda: world.relay.ended >= ended + 3 or len(mails()) > 6, "the first node to take back its mail")
        notice(grace.at(two), "Zebra 3", mustRead=True)
        wait_for(4)
        titles = [f"Zebra {number}" for number in range(4)]
        assert [post.body["data"]["body"]["title"] for post in hook.box.taken()] == titles
        wait_until(lambda: nodes.sql("SELECT count(*) FROM delivery WHERE next_try IS NOT NULL;") == "0", "all to be sent")
        for person in (ada, bob):
            assert sorted(mail["Subject"] for mail in world.relay.to(person, "Zebra")) == [f"[CMPT225] {title}" for title in titles]
        # What the receiver had got when the node was frozen comes again, with the same id. Nothing else does.
        assert len(browser.messages) <= 4 + push.waiting and len(news(topic)) <= 4 + ntfy.waiting
        sent = [post for post in hook.box.posts if post.type != "ping"]
        assert len(sent) <= 4 + posts.waiting and len({post.id for post in sent}) == 4
        assert "is sound" in two.admin("check")


def test_a_node_that_was_frozen_undoes_no_newer_list_of_a_platform(nodes):
    one = nodes.start()
    section = register(one).get(f"/v1/courses/{COURSE}")["sections"][0]
    platform = Platform(one).start()
    try:
        platform.register().linked(COURSE, section["code"])
        one.stop()
        new = [member(f"s-{number}") for number in range(20)]
        dawdling = Dawdling()

        def give(handler, page):
            """The old list begins before the first node sleeps, goes on meanwhile, so that it is not given up, and ends once it is awake."""
            members = new if dawdling.sleeps.is_set() else [*new, member("gone")]
            content = json.dumps({"id": platform.context, "context": {"id": platform.context}, "members": members}).encode()
            handler.send_response(200)
            handler.send_header("Content-Type", "application/json")
            handler.send_header("Content-Length", str(len(content)))
            handler.end_headers()
            handler.wfile.write(content[:1])
            if members != new:
                dawdling.waiting += 1
                dawdling.sleeps.wait(PATIENCE)
                handler.wfile.write(content[1:2])
                dawdling.ends.wait(PATIENCE)
            handler.wfile.write(content[2 if members != new else 1:])

        platform.give_members = give
        one.start()
        wait_until(lambda: dawdling.waiting, "the first node to read the list")
        platform.server = two = nodes.start()
        one.process.send_signal(signal.SIGSTOP)
        dawdling.sleeps.set()
        try:
            wait_until(lambda: nodes.sql("SELECT count(*) FROM lti_context WHERE synced_at > 0;") == "1", "the second node to import it")
        finally:
            one.process.send_signal(signal.SIGCONT)
        wait_until(one.is_ready, "the first node to be awake")
        dawdling.ends.set()
        said = lambda: one.said().count("were not read")
        wait_until(lambda: said() or "1 removed" in sync(two), "the first node to end its turn")
        assert "0 new, 0 changed, 0 removed" in sync(two)
        assert nodes.sql("SELECT count(*) FROM lti_context WHERE fault IS NULL;") == "1"
    finally:
        platform.stop()


def test_a_job_waits_until_the_node_that_lost_it_must_know(nodes):
    """Its lock went with a connection; for some seconds it may still do the job."""
    one = nodes.start()
    wait_until(lambda: holders(one) == ALL, "a node with all jobs")
    two = nodes.start()
    pids = """
        SELECT DISTINCT pid FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND granted AND objsubid = 2 AND objid <= 8
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"""
    (own,) = nodes.sql(f"{pids};").split()
    # The first node does not notice before the second has the locks.
    one.process.send_signal(signal.SIGSTOP)
    nodes.sql(f"SELECT pg_terminate_backend({own});")
    wait_until(lambda: nodes.sql(f"{pids};") not in ("", own), "the second node to take the locks")
    waits = holders(two) == NONE
    one.process.send_signal(signal.SIGCONT)
    assert waits, "the second node began at once"
    wait_until(lambda: holders(two) == ALL, "the second node to begin")
    assert holders(one) == NONE
