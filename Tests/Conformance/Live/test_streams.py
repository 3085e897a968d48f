"""The event stream and the WebSocket: the same changes with the same cursors, exact resume, a definite end."""

import pytest

from people import PASSWORD, Anyone, member, register
from streams import Closed, EventStream, Follower, Socket, place

TRANSPORTS = pytest.mark.parametrize("transport", [EventStream, Socket])


@pytest.fixture(scope="module", autouse=True)
def idle(server):
    """Streams of somebody in no course, open while the other tests run."""
    person = register(server)
    with person.stream() as stream, person.socket() as socket:
        yield stream, socket


def opened(transport, person, cursor=None, **options):
    return transport(person.server, person.headers, cursor, **options)


def story(course, ada, bob):
    """Changes of a thread, all but one visible to Bob; each yields its subject in Ada's view."""
    event = ada.post(course["id"], "Lab 4")
    yield {("event", event["id"]): ada.event(event)}
    replies = [bob.reply(event, "First")]
    yield {("event", event["id"]): ada.event(event), ("reply", replies[0]["id"]): replies[0]}
    ada.post(course["id"], "Unseen", visibility="private")
    yield {}
    replies.append(ada.reply(event, "Second"))
    yield {("event", event["id"]): ada.event(event), ("reply", replies[1]["id"]): replies[1]}
    ada.edit(event, title="Lab 5")
    yield {("event", event["id"]): ada.event(event)}
    ada.edit(event, visibility="private")
    thread = [("event", event["id"])] + [("reply", reply["id"]) for reply in replies]
    yield dict.fromkeys(thread)
    ada.edit(event, visibility="public")
    yield dict(zip(thread, [ada.event(event), *replies]))


def told(changes):
    """Events and replies with their last body; None if removed."""
    return {(change["type"], change["id"]): change.get("body") for change in changes if change["type"] in ("event", "reply")}


def test_all_transports_deliver_the_same_changes_with_the_same_cursors(course, ada, bob):
    with Follower(bob) as follower:
        last = place(follower.head)
        for about in story(course, ada, bob):
            step = follower.step()
            assert told(change for change, _ in step) == about
            subjects = [(change["type"], change["id"]) for change, _ in step]
            assert len(subjects) == len(set(subjects)), "in one step a subject comes once"
            places = [last, *(place(cursor) for _, cursor in step)]
            assert all(before < after for before, after in zip(places, places[1:]))
            last = places[-1]
        head = bob.head()
        gone = ada.post(course["id"], "Gone")
        assert told(follower.changes()) == {("event", gone["id"]): gone}
        ada.delete(gone)
        removal = {"op": "remove", "type": "event", "id": gone["id"]}
        assert follower.changes() == [removal]
    # A later reader gets no body of a removed subject.
    assert bob.changes(head) == [removal]
    assert all(change == removal for change, _ in bob.polled(head))


@TRANSPORTS
def test_a_stream_resumes_after_any_cursor(transport, course, ada, bob):
    head = bob.head()
    for _ in story(course, ada, bob):
        pass
    whole = replayed(transport, bob, head, len(bob.changes(head)))
    assert [change for change, _ in whole] == bob.changes(head)
    cursors = [cursor for _, cursor in bob.polled(head) + whole]
    assert any(key for _, key in map(place, cursors)), "some stand within what follows from a row"
    for cursor in cursors:
        rest = [(change, other) for change, other in whole if place(other) > place(cursor)]
        assert replayed(transport, bob, cursor, len(rest)) == rest


def test_the_log_and_memory_give_changes_in_one_order(course, ada, bob):
    """The first answers may come from the database, before the server has the newest rows in memory."""
    for _ in range(8):
        head = bob.head()
        for _ in story(course, ada, bob):
            pass
        answers = [bob.changes(head) for _ in range(20)]
        assert all(answer == answers[0] for answer in answers)


def replayed(transport, person, cursor, count):
    """The first changes of a new stream from `cursor`."""
    with opened(transport, person, cursor) as live:
        assert live.frame() == ("at", {"at": cursor}, cursor)
        return [live.change() for _ in range(count)]


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
def test_a_cursor_that_cannot_be_resumed_from_gets_one_frame_and_a_close(transport, reason, ada):
    epoch, _, offset = ada.head().rpartition(".")
    cursor = f"{epoch}.{int(offset) + 1000}" if reason == "ahead" else f"other.{offset}"
    with opened(transport, ada, cursor) as live:
        kind, data, _ = live.frame()
        assert (kind, data) == ("expired", {"expired": reason})
        with pytest.raises(Closed):
            live.frame()


def test_a_pruned_cursor_expires_on_every_transport(own_server):
    cursor = register(own_server).head()
    person, course = member(own_server)
    person.post(course)
    own_server.stop()
    own_server.prune()
    own_server.start()
    assert person.refused("GET", "/v1/changes", 410, params={"cursor": cursor})["reason"] == "pruned"
    for transport in (EventStream, Socket):
        with opened(transport, person, cursor) as live:
            assert live.frame()[1] == {"expired": "pruned"}
    assert person.changes(person.snapshot()["cursor"]) == []


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
def test_signing_out_closes_the_streams_before_the_next_change(transport, course, bob):
    phone = bob.sign_in_again("phone")
    with opened(transport, phone) as live, opened(transport, bob) as other:
        live.frame()
        other.frame()
        phone.call("DELETE", "/v1/sessions/current", 204)
        event = bob.post(course["id"])
        assert other.change()[0]["id"] == event["id"]
        expect_end(live)


@TRANSPORTS
def test_a_reused_refresh_token_and_leaving_close_the_streams(transport, server):
    person = register(server)
    phone = person.sign_in_again("phone")
    anyone = Anyone(server)
    with opened(transport, phone) as live:
        live.frame()
        token = {"refreshToken": phone.refresh_token}
        for _ in range(2):
            anyone.call("POST", "/v1/sessions/refresh", 200, json=token)
        anyone.refused("POST", "/v1/sessions/refresh", 401, json=token)
        expect_end(live)
    with opened(transport, person) as live:
        live.frame()
        person.call("DELETE", "/v1/me", 204, json={"currentPassword": PASSWORD})
        expect_end(live)


def expect_end(live):
    """At most keep-alives come before the end."""
    with pytest.raises(Closed):
        live.change()


def test_streams_need_a_token_and_a_cursor_of_this_epoch(ada):
    anyone = Anyone(ada.server)
    anyone.refused("GET", "/v1/stream", 401)
    ada.refused("GET", "/v1/stream", 422, params={"cursor": "x" * 1001})
    for person in (ada, anyone):
        person.refused("GET", "/v1/ws", 426)
    with ada.stream("x") as stream, ada.stream("now", last_event_id="x") as resumed:
        for live in (stream, resumed):
            assert live.frame()[1] == {"expired": "epoch"}


def test_a_killed_server_continues_where_it_was(own_server):
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


def test_a_stop_closes_the_streams_and_ends_in_time(own_server):
    person = register(own_server)
    with person.stream() as stream, person.socket() as socket:
        for live in (stream, socket):
            live.frame()
        own_server.stop()
        with pytest.raises(Closed):
            stream.frame()
        with pytest.raises(Closed) as closed:
            socket.frame()
        assert closed.value.code == 1001
    assert own_server.process.returncode == 0


def test_an_idle_stream_gets_the_head_every_25_seconds(idle, course, ada):
    """Most of the time passes during the tests before this one."""
    ada.post(course["id"])
    for live in idle:
        _, _, began = live.frame()
        kind, _, cursor = live.frame()
        assert kind == "at" and place(cursor) > place(began)
