"""The event stream and the WebSocket: the same changes with the same cursors, exact resume, a clear end."""

import sqlite3
import time

import pytest

from people import Anyone, member, register
from streams import Closed, EventStream, Socket

TRANSPORTS = pytest.mark.parametrize("transport", [EventStream, Socket])


def opened(transport, person, cursor=None, **options):
    return transport(person.server, person.headers, cursor, **options)


def polled(person, cursor):
    """The changes behind `cursor`, each with its own cursor."""
    pairs = []
    while True:
        page = person.get("/v1/changes", params={"cursor": cursor, "wait": 0, "limit": 1})
        cursor = page["cursor"]
        pairs += [(change, cursor) for change in page["changes"]]
        if not page["more"]:
            return pairs


def story(course, ada, bob):
    """Some changes that both see."""
    event = ada.post(course["id"], "Lab 4")
    bob.reply(event)
    ada.post(course["id"], "Unseen", visibility="private")
    ada.edit(event, title="Lab 5")


def test_all_transports_tell_the_same_with_the_same_cursors(course, ada, bob):
    with bob.stream() as stream, bob.socket() as socket:
        head = bob.head()
        for live in (stream, socket):
            kind, data, cursor = live.frame()
            assert (kind, data, cursor) == ("at", {"at": head}, head)
        story(course, ada, bob)
        wanted = polled(bob, head)
        assert len(wanted) >= 4
        for live in (stream, socket):
            received = [live.change() for _ in wanted]
            assert [change for change, _ in received] == [change for change, _ in wanted]
            assert [cursor for _, cursor in received][:-1] == [cursor for _, cursor in wanted][:-1]
        gone = ada.post(course["id"], "Gone")
        ada.delete(gone)
        seen = [[live.change() for _ in range(2)] for live in (stream, socket)]
        assert seen[0] == seen[1]
        assert [change["op"] for change, _ in seen[0]] == ["upsert", "remove"]
        # Who comes later gets no body of what is gone.
        assert polled(bob, received[-1][1])[-1][0] == seen[0][1][0]


@TRANSPORTS
def test_a_stream_resumes_behind_any_cursor(transport, course, ada, bob):
    head = bob.head()
    story(course, ada, bob)
    with opened(transport, bob, head) as live:
        assert live.frame()[0] == "at"
        whole = [live.change() for _ in polled(bob, head)]
    for index, (_, cursor) in enumerate(whole):
        with opened(transport, bob, cursor) as live:
            assert live.frame()[0] == "at"
            assert [live.change() for _ in whole[index + 1:]] == whole[index + 1:]


@TRANSPORTS
def test_nothing_of_a_private_event_is_streamed_to_another(transport, course, ada, bob):
    with opened(transport, bob, "now") as live:
        live.frame()
        private = ada.post(course["id"], visibility="private")
        ada.reply(private)
        public = ada.post(course["id"])
        assert live.change()[0]["id"] == public["id"]
        ada.edit(public, visibility="private")
        change = live.change()[0]
        assert change == {"op": "remove", "type": "event", "id": public["id"]}
        ada.edit(public, title="Secret")
        ada.edit(public, visibility="public")
        assert live.change()[0]["body"]["title"] == "Secret"


@TRANSPORTS
def test_scopes_change_under_an_open_stream(transport, course, ada, stranger):
    section = course["sections"][0]["id"]
    before = ada.post(course["id"], "Before")
    with opened(transport, stranger, "now") as live:
        live.frame()
        ada.post(course["id"], "Unseen")
        stranger.enroll(section)
        assert live.change()[0] == {"op": "scopeGranted", "course": course["id"], "section": section}
        while live.change()[0].get("id") != before["id"]:
            pass
        after = ada.post(course["id"], "After")
        while live.change()[0].get("id") != after["id"]:
            pass
        stranger.drop(section)
        while live.change()[0]["op"] != "scopeRevoked":
            pass
        ada.post(course["id"], "Unseen too")
        stranger.enroll(section)
        changes = []
        while not changes or changes[-1]["op"] != "scopeGranted":
            changes.append(live.change()[0])
        assert all(change["op"] in ("remove", "scopeGranted") for change in changes)


@TRANSPORTS
@pytest.mark.parametrize("reason", ["ahead", "epoch"])
def test_a_cursor_that_cannot_be_resumed_from_gets_one_frame_and_the_end(transport, reason, ada):
    epoch, _, offset = ada.head().rpartition(".")
    cursor = f"{epoch}.{int(offset) + 1000}" if reason == "ahead" else f"other.{offset}"
    with opened(transport, ada, cursor) as live:
        kind, data, _ = live.frame()
        assert (kind, data) == ("expired", {"expired": reason})
        with pytest.raises(Closed):
            live.frame()


def test_a_pruned_cursor_is_told_on_every_transport(own_server):
    cursor = register(own_server).head()
    person, course = member(own_server)
    person.post(course)
    own_server.stop()
    prune(own_server.database)
    own_server.start()
    assert person.refused("GET", "/v1/changes", 410, params={"cursor": cursor})["reason"] == "pruned"
    for transport in (EventStream, Socket):
        with opened(transport, person, cursor) as live:
            assert live.frame()[1] == {"expired": "pruned"}
    assert person.changes(person.snapshot()["cursor"]) == []


def prune(database):
    """Takes every row out of the log, as the server does with old ones."""
    connection = sqlite3.connect(database)
    connection.execute('DELETE FROM log_topic')
    connection.execute('DELETE FROM log')
    connection.execute('UPDATE log_head SET pruned = head')
    connection.commit()
    connection.close()


def test_last_event_id_wins_over_the_cursor(course, ada, bob):
    cursor = bob.head()
    event = ada.post(course["id"])
    with bob.stream("now", last_event_id=cursor) as stream:
        assert stream.change()[0]["id"] == event["id"]


@TRANSPORTS
def test_a_ticket_opens_one_stream(transport, course, ada, bob):
    answer = bob.call("POST", "/v1/stream-tickets")
    assert answer.status_code in (200, 201)
    ticket = answer.json()
    assert set(ticket) == {"ticket", "expiresIn"} and ticket["expiresIn"] == 30
    with transport(bob.server, {}, "now", ticket=ticket["ticket"]) as live:
        live.frame()
        event = ada.post(course["id"])
        assert live.change()[0]["id"] == event["id"]
    anyone = Anyone(bob.server)
    for wrong in (ticket["ticket"], "x", ""):
        anyone.refused("GET", "/v1/stream", 401, params={"ticket": wrong, "cursor": "now"})
    anyone.refused("GET", "/v1/me", 401, params={"ticket": bob.call("POST", "/v1/stream-tickets").json()["ticket"]})


@TRANSPORTS
def test_signing_out_closes_the_streams_within_a_second(transport, course, bob):
    phone = bob.sign_in_again("phone")
    with opened(transport, phone) as live, opened(transport, bob) as other:
        live.frame()
        other.frame()
        phone.call("DELETE", "/v1/sessions/current", 204)
        begin = time.monotonic()
        with pytest.raises(Closed):
            while True:
                live.frame()
        assert time.monotonic() - begin < 1
        event = bob.post(course["id"])
        assert other.change()[0]["id"] == event["id"]


@TRANSPORTS
def test_a_reused_refresh_token_and_leaving_close_the_streams(transport, server):
    person = register(server)
    phone = person.sign_in_again("phone")
    anyone = Anyone(server)
    with opened(transport, phone) as live:
        live.frame()
        token = {"refreshToken": phone.refresh_token}
        anyone.call("POST", "/v1/sessions/refresh", 200, json=token)
        anyone.refused("POST", "/v1/sessions/refresh", 401, json=token)
        expect_end(live)
    with opened(transport, person) as live:
        live.frame()
        person.call("DELETE", "/v1/me", 204)
        expect_end(live)


def expect_end(live):
    begin = time.monotonic()
    with pytest.raises(Closed):
        while True:
            live.frame()
    assert time.monotonic() - begin < 1


def test_an_idle_stream_is_told_the_head_every_25_seconds(course, ada, bob):
    with bob.stream(patience=40) as stream, bob.socket(patience=40) as socket:
        for live in (stream, socket):
            live.frame()
        begin = time.monotonic()
        ada.post(course["id"], visibility="private")
        head = bob.head()
        for live in (stream, socket):
            assert live.frame() == ("at", {"at": head}, head)
        assert time.monotonic() - begin < 27


def test_streams_need_a_token_and_a_cursor_of_this_epoch(ada):
    anyone = Anyone(ada.server)
    anyone.refused("GET", "/v1/stream", 401)
    ada.refused("GET", "/v1/stream", 422, params={"cursor": "x" * 1001})
    for person in (ada, anyone):
        person.refused("GET", "/v1/ws", 426)
    with ada.stream("x") as stream, ada.stream("now", last_event_id="x") as resumed:
        for live in (stream, resumed):
            assert live.frame()[1] == {"expired": "epoch"}


def test_a_killed_server_goes_on_where_it_was(own_server):
    (ada, course), (bob, _) = member(own_server), member(own_server)
    start = bob.head()
    live = [bob.stream(start), bob.socket(start)]
    received = [[], []]
    posted = []
    for round in range(3):
        posted += [ada.post(course, f"Event {round}.{number}")["id"] for number in range(5)]
        for index, each in enumerate(live):
            while len(received[index]) < len(posted) - 2:
                received[index].append(each.change())
        own_server.kill()
        own_server.start()
        for index, transport in enumerate((EventStream, Socket)):
            live[index].close()
            live[index] = transport(own_server, bob.headers, received[index][-1][1])
    for index, each in enumerate(live):
        while len(received[index]) < len(posted):
            received[index].append(each.change())
        each.close()
        assert [change["id"] for change, _ in received[index]] == posted
    assert received[0] == received[1]
    assert own_server.admin("check", check=False).returncode == 0


def test_a_stop_tells_the_streams_and_ends_in_time(own_server):
    person = register(own_server)
    with person.stream() as stream, person.socket() as socket:
        for live in (stream, socket):
            live.frame()
        begin = time.monotonic()
        own_server.stop()
        assert time.monotonic() - begin < 10
        with pytest.raises(Closed):
            stream.frame()
        with pytest.raises(Closed) as closed:
            socket.frame()
        assert closed.value.code == 1001
    assert own_server.process.returncode == 0
