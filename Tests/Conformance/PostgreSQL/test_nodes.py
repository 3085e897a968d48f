"""Two or three nodes on one database share its reads, jobs, files, limits and search, whichever one somebody talks to."""

import os
import pathlib
import random
import signal

import pytest

import hostile_web
from nodes import copies, indexed, live, running
from noteitd import wait_until
from people import member, register
from streams import EventStream
from uploads import fetch

# Reads on one node after a post on another. `make endure` tries 10,000.
TRIES = int(os.environ.get("NOTEIT_TRIES", "200"))

CHANNELS = [f"noteit_job_{name}" for name in ("mail", "push", "ntfy", "webhooks")]
JOBS = [f"noteit_job_{name}" for name in ("housekeeping", "reminders", "study", "platforms")] + CHANNELS
ALL, NONE = [1] * len(JOBS), [0] * len(JOBS)


# Reads


def test_a_read_on_one_node_has_ones_own_post_on_another(pair):
    one, two = pair
    ada, course = member(one)
    there = ada.at(two)
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


# Jobs


def holders(*nodes, jobs=JOBS):
    """How many of these nodes do each job."""
    figures = [node.metrics() for node in nodes]
    assert all({name for name in each if name.startswith("noteit_job_")} == set(JOBS) for each in figures)
    return [sum(each[job] for each in figures) for job in jobs]


def test_one_node_keeps_house_and_another_takes_over_when_it_dies(nodes):
    one = nodes.start()
    ada, course = member(one)
    one.stop()
    nodes.sql("UPDATE log SET written_at = written_at - 10000000;")
    one.start()
    wait_until(lambda: nodes.sql("SELECT pruned FROM log_head;") != "0", "the first node keeps house")
    wait_until(lambda: holders(one) == ALL, "a node with all jobs")
    ada.post(course)
    nodes.sql("UPDATE log SET written_at = written_at - 10000000;")
    old = nodes.sql("SELECT pruned FROM log_head;")
    two = nodes.start()
    wait_until(lambda: two.metrics()["noteit_nodes"] == 2, "two nodes")
    there = ada.at(two)
    for _ in range(30):
        there.get("/v1/me")
    assert nodes.sql("SELECT pruned FROM log_head;") == old, "the second node kept house too"
    assert holders(one, two) == ALL and holders(two) == NONE
    one.kill()
    wait_until(lambda: holders(two) == ALL, "the second node has the jobs")
    wait_until(lambda: nodes.sql("SELECT pruned FROM log_head;") != old, "the second node keeps house")


def test_a_node_that_is_frozen_loses_its_jobs(nodes):
    one = nodes.start()
    wait_until(lambda: holders(one) == ALL, "a node with all jobs")
    two = nodes.start()
    one.process.send_signal(signal.SIGSTOP)
    try:
        wait_until(lambda: holders(two) == ALL, "the second node has the jobs")
    finally:
        one.process.send_signal(signal.SIGCONT)
    assert holders(one, two) == ALL
    one.stop()


def test_a_reminder_is_sent_once(nodes):
    one, two = nodes.start(), nodes.start()
    ada, course = member(one)
    event = ada.post(course, "exam")
    ada.call("PUT", f"/v1/me/marks/{event['id']}", 200, json={"remindAt": "2001-01-01T00:00:00Z"})
    wait_until(lambda: ada.items("/v1/me/notifications"), "a reminder")
    assert len(ada.at(two).items("/v1/me/notifications")) == 1


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


def test_a_file_of_one_node_is_read_on_another(pair):
    one, two = pair
    ada, course = member(one)
    bob = register(two)
    bob.enroll(bob.get(f"/v1/courses/{course}")["sections"][0]["id"])
    content = random.Random(7).randbytes(700_000)
    file = ada.upload(content)
    assert fetch(ada.at(two), file).content == content
    ada.post(course, "file", attachments=[file["id"]])
    assert fetch(bob, file).content == content
    part = fetch(bob, file, 206, Range="bytes=262100-262200")
    assert part.content == content[262100:262201]


@pytest.mark.parametrize("harm", ["deleted", "damaged", "short"])
def test_a_copy_that_is_lost_or_damaged_is_made_again(pair, harm):
    one, two = pair
    ada = register(one)
    content = random.Random(harm).randbytes(300_000)
    file, there = ada.upload(content), ada.at(two)
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
    same = ada.at(two).upload(b"some notes")
    ada.call("DELETE", f"/v1/attachments/{file['id']}", 204)
    assert fetch(ada.at(two), same).content == b"some notes"
    two.admin("check")
    ada.call("DELETE", f"/v1/attachments/{same['id']}", 204)
    wait_until(lambda: nodes.sql("SELECT count(*) FROM content;") == "0", "the content to go")
    assert nodes.sql("SELECT count(*) FROM content_part;") == "0"
    ada.at(two).refused("GET", f"/v1/attachments/{same['id']}", 404)
    kept = ada.upload(b"other notes")
    nodes.sql("UPDATE content_part SET bytes = 'x';")
    assert "content" in two.admin("check", check=False).stdout
    assert fetch(ada, kept).content == b"other notes"
    refused = ada.at(two).refused("GET", f"/v1/attachments/{kept['id']}", 503)
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


def test_each_index_follows_what_other_nodes_wrote(pair):
    one, two = pair
    ada, course = member(one)
    event = ada.post(course, "a midterm")
    wait_until(lambda: all(event["id"] in indexed(node) for node in pair), "both indexes")
    assert [hit["event"]["id"] for hit in ada.at(two).items("/v1/search", q="midterm")] == [event["id"]]


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
