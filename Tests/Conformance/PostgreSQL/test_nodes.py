"""Two or three nodes on one database are right together, whichever one somebody talks to."""

import concurrent.futures
import copy
import os
import pathlib
import random
import signal
import sqlite3
import tempfile

import pytest

import cluster
import hostile_web
from devices import LETTERS, PATH, Device, PageOf
from noteitd import wait_until
from machines import Relay
from nodes import at, live, running
from people import PASSWORD, Anyone, Person, member, register
from streams import Closed, EventStream
from uploads import fetch

# Reads on one node after a post on another. `make endure` tries 10,000.
TRIES = int(os.environ.get("NOTEIT_TRIES", "200"))

JOBS = ["noteit_job_housekeeping", "noteit_job_reminders", "noteit_job_study"]


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    with running(tmp_path_factory.mktemp("nodes")) as nodes:
        yield nodes.start(), nodes.start()


@pytest.fixture
def nodes(tmp_path):
    with running(tmp_path) as nodes:
        yield nodes


def kids(node):
    return {key["kid"] for key in Anyone(node).get("/.well-known/jwks.json")["keys"]}


# Keys


def test_a_token_opens_on_every_node_also_from_one_that_joined_a_moment_ago(nodes):
    one, two = nodes.start(), nodes.start()
    ada = register(one)
    assert at(two, ada).get("/v1/me")["id"] == ada.id
    three = nodes.start()
    bob = register(three)
    assert [at(node, bob).get("/v1/me")["id"] for node in (one, two)] == [bob.id] * 2
    assert kids(one) == kids(two) == kids(three) and len(kids(one)) == 3
    assert at(one, ada.sign_in_again()).get("/v1/me")["id"] == ada.id


def test_a_token_of_a_script_that_one_node_revokes_is_dead_on_the_other_and_so_are_its_streams(pair):
    one, two = pair
    ada = register(one)
    made = ada.call("POST", "/v1/me/tokens", 201, json={"name": "Bot", "scope": "read", "currentPassword": PASSWORD}).json()
    bot = Anyone(two)
    bot.headers = {"Authorization": f"Bearer {made['token']}"}
    assert bot.get("/v1/me")["id"] == ada.id
    with EventStream(two, bot.headers) as stream:
        assert stream.frame()[0] == "at"
        ada.call("DELETE", f"/v1/me/tokens/{made['id']}", 204)
        with pytest.raises(Closed):
            while True:
                stream.frame()
    bot.call("GET", "/v1/me", 401)


def test_a_rotated_key_signs_only_once_the_others_can_know_it(pair):
    one, two = pair
    ada, before = register(one), kids(one)
    one.admin("keys", "rotate")
    wait_until(lambda: len(kids(one)) == len(before) + 1, "the new key")
    assert kids(two) == kids(one)
    for _ in range(5):
        assert at(two, ada.sign_in_again()).get("/v1/me")["id"] == ada.id
    assert at(two, ada).get("/v1/me")["id"] == ada.id


def test_the_key_of_a_node_that_ended_stays_until_its_tokens_have_expired(nodes):
    one, two = nodes.start(), nodes.start()
    ada, known = register(one), kids(one)
    one.kill()
    two.stop()
    two.start()
    assert kids(two) == known
    assert at(two, ada).get("/v1/me")["id"] == ada.id
    two.stop()
    nodes.sql("UPDATE signing_key SET published_at = published_at - 2000;")
    two.start()
    assert len(kids(two)) == 1
    at(two, ada).refused("GET", "/v1/me", 401)


def test_a_token_of_nobody_is_refused(pair):
    one, two = pair
    ada = register(one)
    head, body, signature = ada.token.split(".")
    stranger = at(two, ada)
    for token in (f"{head}.{body}.{signature[::-1]}", f"{head[::-1]}.{body}.{signature}", "a.b.c", "é.b.c",
                  f"eyJhbGciOiJFZERTQSIsImtpZCI6InVua25vd24ifQ.{body}.{signature}"):
        stranger.headers = {"Authorization": f"Bearer {token}".encode()}
        stranger.refused("GET", "/v1/me", 401)


# Sign-outs


def test_a_sign_out_on_one_node_is_refused_on_another(pair):
    one, two = pair
    ada = register(one)
    there = at(two, ada)
    there.get("/v1/me")
    with there.stream("now") as stream:
        ada.call("DELETE", "/v1/sessions/current", 204)
        wait_until(lambda: there.call("GET", "/v1/me").status_code == 401, "a refusal")
        with pytest.raises(Closed):
            stream.change()


def test_a_node_that_cannot_know_of_sign_outs_lets_nobody_in(nodes):
    with tempfile.TemporaryDirectory(prefix="noteit-valve-") as folder:
        valve = Relay(folder, cluster.shared().folder)
        one, two = nodes.start(), nodes.start(host=folder)
        ada = register(one)
        start = ada.head()

        def status():
            with EventStream(two, ada.headers, start) as stream:
                return stream.status

        assert status() == 200
        valve.passes.clear()
        try:
            ada.call("DELETE", "/v1/sessions/current", 204)
            wait_until(lambda: status() == 503, "a refusal")
        finally:
            valve.passes.set()
        wait_until(lambda: status() != 503, "the database again")
        assert status() == 401


# Reads


def test_a_read_on_one_node_has_ones_own_post_on_another(pair):
    one, two = pair
    ada, course = member(one)
    there = at(two, ada)
    path = f"/v1/courses/{course}/events"

    def titles(person):
        return {event["title"] for section in person.get(path, params={"limit": 200})["sections"] for event in section["events"]}

    posted = []
    for number in range(TRIES):
        writer, reader = (ada, there) if number % 3 else (there, ada)
        posted.append(writer.post(course, f"post {number}"))
        assert f"post {number}" in titles(reader)
        if len(posted) > 20:
            writer.delete(posted.pop(0))
            assert f"post {number - 20}" not in titles(reader)


# Tickets


def test_a_ticket_of_one_node_opens_one_stream_on_another(pair):
    one, two = pair
    ada, course = member(one)
    ticket = ada.call("POST", "/v1/stream-tickets", 201).json()["ticket"]
    with EventStream(two, {}, "now", ticket=ticket) as stream:
        assert stream.status == 200
        event = ada.post(course, "heard")
        assert stream.change()[0]["body"]["id"] == event["id"]
        for node in (one, two):
            Anyone(node).refused("GET", "/v1/stream", 401, params={"ticket": ticket, "cursor": "now"})


def test_an_account_has_a_bounded_number_of_tickets(pair):
    ada = register(pair[0])
    first, *_, last = [ada.call("POST", "/v1/stream-tickets", 201).json()["ticket"] for _ in range(40)]
    for ticket, status in ((first, 401), (last, 200)):
        with EventStream(pair[1], {}, "now", ticket=ticket) as stream:
            assert stream.status == status


# Sign-ins


def test_failed_sign_ins_count_over_all_nodes(pair):
    ada = register(pair[0])

    def sign_in(node, password="a wrong long sentence"):
        return Anyone(node).call("POST", "/v1/sessions", json={"email": ada.email, "password": password}).status_code

    assert [sign_in(pair[number % 2]) for number in range(5)] == [401] * 5
    assert [sign_in(node) for node in pair] == [429, 429]
    assert [sign_in(node, PASSWORD) for node in pair] == [429, 429]


def test_a_device_that_asks_one_node_is_approved_on_another_once(pair):
    one, two = pair
    device, page = Device(one), PageOf(register(two))
    assert page.look(device.code)["device"] == "noteit on lab-pc"
    page.answer(device.code)
    elsewhere = copy.copy(page)
    elsewhere.server = one
    elsewhere.answer(device.code, status=404, headers={"Origin": one.url})
    both = [device, at(two, device)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda each: each.poll(), both))
    (person,) = [each for each in answers if isinstance(each, Person)]
    assert person.account == page.me() and {each.poll() for each in both} == {"expired_token"}


def test_wrong_codes_count_over_all_nodes(pair):
    page = PageOf(register(pair[0]))
    both = [page, at(pair[1], page)]
    answers = [both[number % 2].call("POST", f"{PATH}/preview", json={"userCode": f"BCDFGHJ{LETTERS[number % 20]}"}).status_code
        for number in range(30)]
    assert answers.count(404) in (20, 21) and answers[-2:] == [429] * 2


# Jobs


def holders(*nodes):
    return [sum(node.metrics()[job] for node in nodes) for job in JOBS]


def test_one_node_keeps_house_and_another_takes_over_when_it_dies(nodes):
    one = nodes.start()
    ada, course = member(one)
    one.stop()
    nodes.sql("UPDATE log SET written_at = written_at - 10000000;")
    one.start()
    wait_until(lambda: nodes.sql("SELECT pruned FROM log_head;") != "0", "the first node keeps house")
    wait_until(lambda: holders(one) == [1, 1, 1], "a node with all jobs")
    ada.post(course)
    nodes.sql("UPDATE log SET written_at = written_at - 10000000;")
    old = nodes.sql("SELECT pruned FROM log_head;")
    two = nodes.start()
    wait_until(lambda: two.metrics()["noteit_nodes"] == 2, "two nodes")
    there = at(two, ada)
    for _ in range(30):
        there.get("/v1/me")
    assert nodes.sql("SELECT pruned FROM log_head;") == old, "the second node kept house too"
    assert holders(one, two) == [1, 1, 1] and holders(two) == [0, 0, 0]
    one.kill()
    wait_until(lambda: holders(two) == [1, 1, 1], "the second node has the jobs")
    wait_until(lambda: nodes.sql("SELECT pruned FROM log_head;") != old, "the second node keeps house")


def test_a_node_that_is_frozen_loses_its_jobs(nodes):
    one = nodes.start()
    wait_until(lambda: holders(one) == [1, 1, 1], "a node with all jobs")
    two = nodes.start()
    one.process.send_signal(signal.SIGSTOP)
    try:
        wait_until(lambda: holders(two) == [1, 1, 1], "the second node has the jobs")
    finally:
        one.process.send_signal(signal.SIGCONT)
    assert holders(one, two) == [1, 1, 1]
    one.stop()


def test_a_reminder_is_sent_once(nodes):
    one, two = nodes.start(), nodes.start()
    ada, course = member(one)
    event = ada.post(course, "exam")
    ada.call("PUT", f"/v1/me/marks/{event['id']}", 200, json={"remindAt": "2001-01-01T00:00:00Z"})
    wait_until(lambda: ada.items("/v1/me/notifications"), "a reminder")
    assert len(at(two, ada).items("/v1/me/notifications")) == 1


def test_an_import_is_read_once(tmp_path):
    with hostile_web.HostileWeb() as web, running(tmp_path, NOTEIT_IMPORT_HOSTS=f"127.0.0.1:{web.port}") as nodes:
        paths = [f"/{number}.ics" for number in range(6)]
        for path in paths:
            web.serve(path, hostile_web.calendar(hostile_web.event(path)))
        one, two = nodes.start(), nodes.start()
        for path in paths:
            person = register(one)
            body = {"name": "Work", "url": web.url(path)}
            person.call("POST", "/v1/me/calendar-imports", 201, json=body)
        nodes.sql("UPDATE calendar_import SET next_sync = 0;")
        wait_until(lambda: nodes.sql("SELECT count(*) FROM calendar_import WHERE next_sync = 0;") == "0", "the imports")
        wait_until(lambda: sum(node.metrics()["noteit_imports_total"] for node in nodes.all) == 12, "the reads")
        assert sorted(path for path, _ in web.requests) == sorted(paths * 2)


# Files


def copies(node, file):
    return list(pathlib.Path(node.folder).glob(f"noteit.files/*/{file['sha256']}"))


def test_a_file_of_one_node_is_read_on_another(pair):
    one, two = pair
    ada, course = member(one)
    bob = register(two)
    bob.enroll(bob.get(f"/v1/courses/{course}")["sections"][0]["id"])
    content = random.Random(7).randbytes(700_000)
    file = ada.upload(content)
    assert fetch(at(two, ada), file).content == content
    ada.post(course, "file", attachments=[file["id"]])
    assert fetch(bob, file).content == content
    part = fetch(bob, file, 206, Range="bytes=262100-262200")
    assert part.content == content[262100:262201]


@pytest.mark.parametrize("harm", ["deleted", "damaged", "short"])
def test_a_copy_that_is_lost_or_damaged_is_made_again(pair, harm):
    one, two = pair
    ada = register(one)
    content = random.Random(harm).randbytes(300_000)
    file, there = ada.upload(content), at(two, ada)
    assert fetch(there, file).content == content
    (copy,) = copies(two, file)
    if harm == "deleted":
        copy.unlink()
    elif harm == "damaged":
        copy.write_bytes(content[:-1] + b"x")
    else:
        copy.write_bytes(content[:1000])
    assert fetch(there, file).content == content
    assert copies(two, file)[0].read_bytes() == content


def test_contents_go_with_their_last_file_and_damage_is_found(nodes):
    one, two = nodes.start(), nodes.start()
    ada, course = member(one)
    file = ada.upload(b"some notes")
    same = at(two, ada).upload(b"some notes")
    ada.call("DELETE", f"/v1/attachments/{file['id']}", 204)
    assert fetch(at(two, ada), same).content == b"some notes"
    two.admin("check")
    ada.call("DELETE", f"/v1/attachments/{same['id']}", 204)
    wait_until(lambda: nodes.sql("SELECT count(*) FROM content;") == "0", "the content to go")
    assert nodes.sql("SELECT count(*) FROM content_part;") == "0"
    at(two, ada).refused("GET", f"/v1/attachments/{same['id']}", 404)
    kept = ada.upload(b"other notes")
    nodes.sql("UPDATE content_part SET bytes = 'x';")
    assert "content" in two.admin("check", check=False).stdout
    assert fetch(ada, kept).content == b"other notes"
    refused = at(two, ada).refused("GET", f"/v1/attachments/{kept['id']}", 503)
    assert "damaged" in refused["detail"]
    nodes.sql("DELETE FROM attachment; DELETE FROM content;")


# Limits


def test_nodes_share_the_limits_of_an_account(tmp_path):
    with running(tmp_path, NOTEIT_STREAMS_PER_ACCOUNT="4", NOTEIT_POSTS_PER_MINUTE="20") as nodes:
        one, two = nodes.start(), nodes.start()
        live(one, 2)
        live(two, 2)
        ada, course = member(one)

        def opened():
            stream = EventStream(one, ada.headers, "now")
            return stream if stream.status == 200 else None

        streams = [opened() for _ in range(3)]
        assert [bool(stream) for stream in streams] == [True, True, False]
        posts = [ada.call("POST", f"/v1/courses/{course}/events", json={"title": "x"}).status_code for _ in range(12)]
        assert posts.count(201) <= 11 and posts[-1] == 429
        two.kill()
        live(one, 1)
        streams += [opened() for _ in range(3)]
        assert [bool(stream) for stream in streams[3:]] == [True, True, False]
        three = nodes.start()
        live(one, 2)
        three.stop()
        live(one, 1)


# Search


def indexed(node):
    """The subjects in the index file of a node."""
    path = f"file:{node.folder}/noteit.search?mode=ro"
    with sqlite3.connect(path, uri=True) as index:
        return {row[0] for row in index.execute("SELECT subject FROM search_document")}


def test_each_index_follows_what_other_nodes_wrote(pair):
    one, two = pair
    ada, course = member(one)
    event = ada.post(course, "a midterm")
    wait_until(lambda: all(event["id"] in indexed(node) for node in pair), "both indexes")
    assert [hit["event"]["id"] for hit in at(two, ada).items("/v1/search", q="midterm")] == [event["id"]]


@pytest.mark.parametrize("harm", ["missing", "damaged", "behind"])
def test_a_node_is_ready_once_its_index_is(nodes, harm):
    one, two = nodes.start(), nodes.start()
    ada, course = member(one)
    events = {ada.post(course, f"text {number}")["id"] for number in range(150)}
    wait_until(lambda: events <= indexed(two), "the index")
    two.stop()
    index = two.folder / "noteit.search"
    for ending in ("-wal", "-shm"):
        pathlib.Path(f"{index}{ending}").unlink(missing_ok=True)
    if harm == "missing":
        index.unlink()
    elif harm == "damaged":
        pages = bytearray(index.read_bytes())
        pages[len(pages) // 2:] = b"\0" * (len(pages) - len(pages) // 2)
        index.write_bytes(pages)
    else:
        events |= {ada.post(course, f"more {number}")["id"] for number in range(150)}
    two.start()
    assert events <= indexed(two)
