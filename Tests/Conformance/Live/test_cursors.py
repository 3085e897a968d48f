"""Cursors: on streams, within the consequences of a row, and invalid ones."""

import contextlib
import http.client
import itertools
import json
import urllib.parse
import uuid

import pytest

from conftest import student
from copies import Copy, Purger
from noteitd import PATIENCE, Noteitd, wait_until
from people import course_beside, expect_unnamed, register
from streams import Closed, EventStream, RawSocket, Socket, place

TRANSPORTS = pytest.mark.parametrize("transport", [EventStream, Socket])


def frames_until(live, head):
    """The frames of a stream up to the first that stands at the head, or to its end."""
    found = []
    with contextlib.suppress(Closed):
        while not found or found[-1][2] != head:
            found.append(live.frame())
    return found


@TRANSPORTS
def test_a_stream_tells_its_cursor_before_the_next_change(transport, server, course, ada, bob, stranger):
    old = stranger.head()
    for number in range(30):
        bob.reply(ada.post(course["id"], f"Event {number}"))
    head = stranger.head()
    with transport(server, stranger.headers, old) as live:
        found = [live.frame()]
        wait_until(lambda: server.metrics()["noteit_streams_behind"] == 0, "the stream to catch up")
        stranger.call("PATCH", "/v1/me", 200, json={"displayName": "Somebody Else"})
        while (frame := live.frame())[0] == "at":
            found.append(frame)
    assert frame[0] == "change" and frame[1]["type"] == "account", "nothing before it is for the stranger"
    assert found[0][2] == old and found[-1] == ("at", {"at": head}, head), "the stream says how far it has come"


@TRANSPORTS
def test_resuming_from_the_last_cursor_repeats_nothing(transport, server, course, ada, bob, eve):
    old = bob.head()
    event = ada.post(course["id"], "Shared")
    bob.reply(event)
    ada.edit(event, title="Edited")
    expected = bob.changes(old)
    for number in range(10):
        ada.post(course["id"], f"Mine {number}", visibility="private")
    head = bob.head()
    with transport(server, bob.headers, old) as live:
        found = frames_until(live, head)
    assert [data for kind, data, _ in found if kind == "change"] == expected
    assert found[-1][2] == head, "it says that it has passed what is not Bob's"
    for index, (_, _, cursor) in enumerate(found):
        rest = [data for kind, data, _ in found[index + 1:] if kind == "change"]
        if index:
            assert bob.changes(cursor) == rest
            with transport(server, bob.headers, cursor) as live:
                again = frames_until(live, head)
            assert [data for kind, data, _ in again if kind == "change"] == rest
    with transport(server, bob.headers, found[-1][2]) as live:
        live.frame()
        more = eve.post(course["id"], "More")
        assert live.change()[0]["id"] == more["id"]


def malformed(head):
    """Texts that are not cursors, as they are in a query."""
    epoch, _, offset = head.partition(".")
    tails = [
        "", ".", ".1.", ".1.k k", ".-1", ".+1", ". 1", ".1 ", ".1\n", ".1\r\n\r\nX: y", ".0x1", ".1e3", ".0.0.0.0", ".1.k.k",
        ".1.1.1", ".٣", ".1.٣", ".1.0.-1", ".1.\x00", f".{offset}\x00", ".1.e\u0301\u0327",
        ".9223372036854775808", ".-9223372036854775808",
        ".18446744073709551616.1", ".1.event:x", ".1.e,x", ".1.'; DROP TABLE log; --", ".1.%", ".1.%00", ".1._", ".1.~", ".1.a=",
        f".1.e.{uuid.uuid4()}", ".1." + "a" * 100, ".1." + "9" * 900, ".1." + "k" * 10_240, "." + "1" * 10_240,
    ]
    texts = [epoch + tail for tail in tails] + [
        "x", "..", ".", "...", "e.1.", "e.1.k k", "e.-1", "e.1." + "a" * 100, "e\u0301.1", f" {epoch}.1", f"{epoch.upper()}.1",
        "𝄞" * 200, f"{epoch}\u200d.1", "a" * 10_240, "null", "now.", "NOW", "{}", "[]", "\u202e1." + epoch, f"x{head}",
        f"{epoch}x.{offset}",
    ]
    raw = ["%ff%fe", "%c3", f"{epoch}.1.%c0%80", f"{epoch}.1.%ed%a0%80", "%", "%g1", f"{epoch}.1.%e2%82", f"{epoch}.1.%00%cc%81"]
    signs = ("%21", "%22", "%24", "%2B", "%2F", "%3A", "%40", "%5B", "%7F", "%C2%85")
    signed = [f"{epoch}.{number}.{sign}" for number in (0, 1, 2) for sign in signs]
    random = [str(uuid.uuid4())[: 1 + number % 36] for number in range(160)]
    return [urllib.parse.quote(text, safe="") for text in texts] + raw + signed + random


def invented(head):
    """Texts in the form of a cursor that the server never issued."""
    epoch, _, offset = head.partition(".")
    head, id = int(offset), str(uuid.uuid4())
    keys = ["0", "1", "a", "Z", "-", "-1", "e1", "AAAA", "0" * 36, "z" * 36, id, "event", "9223372036854775807", "2026-11-21"]
    return [f"{epoch}.{number}.{key}" for number in (0, 1, 2, head - 1, head, head + 1) for key in keys]


def answered(server, path, headers):
    """(status, immediate body) of a verbatim request."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as connection:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        if answer.getheader("Content-Type", "").startswith("text/event-stream"):
            return answer.status, "".join(answer.readline().decode() for _ in range(5))
        return answer.status, "" if answer.status == 101 else answer.read().decode()


UPGRADE = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": RawSocket.KEY}
WRONG = (400, 410, 414, 422)


def test_an_invalid_cursor_expires_on_every_transport(own_server):
    person, section = joined_course(own_server)
    other = register(own_server)
    other.enroll(section["id"])
    secret = other.post(section["course"], "A secret word", visibility="private")
    head = person.head()
    texts = dict.fromkeys(malformed(head), WRONG) | dict.fromkeys(invented(head), (200, *WRONG))
    assert len(texts) >= 300
    for text, statuses in texts.items():
        for path, headers, expected in (
            (f"/v1/changes?wait=0&cursor={text}", {}, statuses), (f"/v1/snapshot?next={text}", {}, WRONG),
            (f"/v1/stream?cursor={text}", {"Accept": "text/event-stream"}, (200, *WRONG)),
            (f"/v1/ws?cursor={text}", UPGRADE, (101, *WRONG)),
        ):
            status, said = answered(own_server, path, person.headers | headers)
            assert status in expected, f"{path[:200]}: {status} {said[:300]}"
            assert status != 200 or statuses != WRONG or "event: expired" in said, f"{path[:200]}: {said}"
            expect_unnamed(said, secret["id"], "A secret word")
    for text in ("x", "..", "e.1.", "e.-1", "e.1." + "a" * 100, head + ".k k", head + "."):
        assert person.refused("GET", "/v1/changes", 410, params={"cursor": text})["reason"] == "epoch"
        for transport in (person.stream, person.socket):
            with transport(text) as live:
                assert live.frame()[1] == {"expired": "epoch"}
    assert own_server.process.poll() is None and "Fatal" not in own_server.said()
    assert person.changes(head) == []


def joined_course(server):
    """A person in a section, and the section with its course."""
    person = register(server)
    section = course_beside(person)
    person.enroll(section)
    return person, {"id": section, "course": person.items("/v1/me/enrollments")[0]["course"]}


@pytest.fixture
def thread(course, first, second, ada, bob):
    """Five events, one of them with five replies; one that is Ada's own, one for the second section."""
    events = [ada.post(course["id"], f"Event {number}") for number in range(5)]
    for number in range(5):
        bob.reply(events[0], f"Reply {number}")
    ada.post(course["id"], "Ada alone", visibility="private")
    bob.post(course["id"], "The second section", sections=[second])
    return events


def joined(person, section):
    """Enrolls and reads the consequences change by change; returns (copy, cursor) after each."""
    copy = Copy(person)
    person.enroll(section)
    steps = []
    while True:
        page = person.get("/v1/changes", params={"cursor": copy.cursor, "wait": 0, "limit": 1})
        for change in page["changes"]:
            copy.apply(change)
        copy.cursor = page["cursor"]
        steps.append(({kind: dict(values) for kind, values in copy.held.items()}, copy.cursor))
        if not page["more"]:
            return steps


def test_a_cursor_within_a_row_works_after_later_changes(server, course, first, ada, bob, thread):
    person, reader, far = register(server), student(server, course, 1), register(server)
    steps = joined(person, first)
    assert len({cursor for _, cursor in steps}) >= 10, "events and replies come one by one"
    ada.edit(thread[1], title="Edited")
    ada.delete(thread[2])
    ada.edit(thread[3], visibility="private")
    bob.reply(thread[4], "Late")
    ada.edit(thread[0], sections=[first])
    ada.post(course["id"], "New")
    ada.call("PATCH", "/v1/me", 200, json={"displayName": "Ada of late"})
    person.drop(first)
    person.enroll(first)
    for then, cursor in steps:
        for limit, purging in itertools.product((1, 500), (Copy, Purger)):
            copy = purging(person)
            copy.held, copy.cursor = {kind: dict(values) for kind, values in then.items()}, cursor
            copy.catch_up(limit)
            copy.expect_fresh()
    # The cursor gives other people nothing that is hidden from them.
    for _, cursor in steps:
        for other in (reader, far):
            answer = other.call("GET", "/v1/changes", params={"cursor": cursor, "wait": 0})
            assert answer.status_code in (200, 410)
            expect_unnamed(answer.text, "Ada alone", person.email, person.id, ada.email, '"Event 3"')
            if other is far:
                expect_unnamed(answer.text, course["id"], "Event", "Reply", "The second section")
            else:
                expect_unnamed(answer.text, '"Event 0"', '"Reply 1"')
            with other.stream(cursor) as live:
                for kind, said, _ in frames_until(live, other.head()):
                    expect_unnamed(said, "Ada alone", person.email, person.id, '"Event 3"')
                    assert other is reader or kind != "change" or course["id"] not in json.dumps(said)


@pytest.mark.parametrize("reason", ["pruned", "epoch"])
def test_a_cursor_within_a_pruned_row_expires(reason, own_server):
    ada, section = joined_course(own_server)
    person = register(own_server)
    events = [ada.post(section["course"], f"Event {number}") for number in range(5)]
    for number in range(5):
        ada.reply(events[0], f"Reply {number}")
    cursors = [cursor for _, cursor in joined(person, section["id"])][:-1]
    assert len(set(cursors)) >= 8
    own_server.stop()
    if reason == "pruned":
        own_server.prune()
    else:
        # As deploy/backup/noteit-restore does.
        own_server.sql("UPDATE log_head SET epoch = 'another' WHERE id = 1;")
    own_server.start()
    for cursor in cursors:
        assert person.refused("GET", "/v1/changes", 410, params={"cursor": cursor})["reason"] == reason
        for transport in (person.stream, person.socket):
            with transport(cursor) as live:
                assert live.frame()[1] == {"expired": reason}
    assert person.changes(person.snapshot()["cursor"]) == []


@TRANSPORTS
def test_streams_end_when_the_log_is_shorter_than_what_they_were_told(transport, tmp_path):
    """As if the file had been put back while it is served: the epoch is the same, so the head alone tells."""
    server = Noteitd(tmp_path, engine="sqlite")
    server.load_sample()
    with server.serving():
        ada, section = joined_course(server)
        ada.post(section["course"], "kept")
        kept = place(ada.head())[0]
        ada.post(section["course"], "gone")
        with transport(server, ada.headers, ada.head()) as live:
            wait_until(lambda: server.metrics()["noteit_streams_behind"] == 0, "the stream to be live")
            rows = " ".join(f'DELETE FROM {table} WHERE "offset" > {kept};' for table in ("log_topic", "log"))
            server.sql(f"BEGIN IMMEDIATE; {rows} UPDATE log_head SET head = {kept}; COMMIT;")
            while (frame := live.frame())[0] == "at":
                pass
            assert frame[1] == {"expired": "ahead"}
