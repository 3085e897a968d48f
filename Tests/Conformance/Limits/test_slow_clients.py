"""Slow, silent, vanished and old clients: each has a bound, and none delays a stop."""

import concurrent.futures
import contextlib
import ctypes
import json
import socket
import struct
import time

import pytest

from noteitd import beside, wait_until
from people import member, register
from raw import answer, connected, head
from streams import EventStream, RawSocket
from uploads import files

SO_ATTACH_FILTER = 26


@pytest.fixture(scope="module", autouse=True)
def outcomes(tmp_path_factory):
    """Runs the slow stories at once, beside the other tests: futures by function."""
    with contextlib.ExitStack() as stack:
        yield {story: stack.enter_context(beside(tmp_path_factory.mktemp(story.__name__), story)) for story in (
            vanished_peers, a_reader_that_sleeps, slow_but_steady, bodies_that_do_not_come, slow_uploads)}


def metrics(person):
    lines = person.http.get(person.server.url + "/metrics").text.splitlines()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[0] != "#")}


@pytest.fixture
def wire(server):
    with connected(server) as wire:
        yield wire


def put_password(person, length):
    return head("PUT", "/v1/me/password", "Content-Type: application/json", f"Content-Length: {length}", person=person)


def bodies_that_do_not_come(server):
    """One sends half, one a byte a second, one nothing of its second request: status, detail, seconds of each.

    The trickle dries up before the end, so that nothing is sent into a connection that ends.
    """
    person = register(server)

    def silent(wire):
        wire.sendall(put_password(person, 100) + b"{")

    def trickling(wire):
        wire.sendall(put_password(person, 100))
        for _ in range(20):
            wire.sendall(b" ")
            time.sleep(1)

    def second_request(wire):
        wire.sendall(head("GET", "/v1/me", person=person))
        assert answer(wire)[0] == 200
        wire.sendall(put_password(person, 100))

    def outcome(client):
        with connected(server) as wire:
            begin = time.monotonic()
            client(wire)
            status, headers, body = answer(wire)
            assert wire.recv(1) == b""
            return status, json.loads(body)["detail"], time.monotonic() - begin

    with concurrent.futures.ThreadPoolExecutor() as pool:
        return list(pool.map(outcome, [silent, trickling, second_request]))


def test_a_body_that_does_not_arrive_is_a_408_and_ends_the_connection(outcomes):
    """After half a minute, however slowly it comes."""
    statuses, details, seconds = zip(*outcomes[bodies_that_do_not_come].result())
    assert set(statuses) == {408} and all("Send the request again" in detail for detail in details)
    assert 25 < min(seconds) and max(seconds) < min(seconds) + 15, seconds


def test_a_long_body_may_take_its_time(outcomes):
    assert outcomes[slow_but_steady].result() == 422


def slow_but_steady(server):
    """Sends 240 KB at 6 KB a second, late parts at once; answers the status."""
    person = register(server)
    body = json.dumps({"currentPassword": "x" * 240_000, "newPassword": "short"}).encode()
    with connected(server) as wire:
        wire.sendall(put_password(person, len(body)))
        begin = time.monotonic()
        for start in range(0, len(body), 3_000):
            wire.sendall(body[start:start + 3_000])
            time.sleep(max(0, begin + start / 6_000 - time.monotonic()))
        return answer(wire)[0]


def test_half_a_request_does_not_delay_a_stop(own_server):
    person = register(own_server)
    with connected(own_server) as head_only, connected(own_server) as half_a_head, connected(own_server) as half_a_body:
        head_only.sendall(put_password(person, 100))
        half_a_head.sendall(b"GET /v1/me HTTP/1.1\r\nHost:")
        half_a_body.sendall(put_password(person, 100) + b"{")
        wait_until(lambda: own_server.metrics()["noteit_http_requests_in_flight"] == 3, "the requests")
        own_server.stop()
        assert answer(half_a_body)[0] == answer(head_only)[0] == 408
    assert own_server.process.returncode == 0 and "before all requests had finished" not in own_server.said()


def test_a_stop_tells_waiting_polls_when_to_come_back(own_server):
    person = register(own_server)
    cursor = person.head()
    with concurrent.futures.ThreadPoolExecutor() as pool:
        polls = [pool.submit(person.call, "GET", f"/v1/changes?cursor={cursor}&wait=60", 200) for _ in range(4)]
        wait_until(lambda: own_server.metrics()["noteit_streams_long_poll"] == 4, "the polls")
        own_server.stop()
        assert all(1 <= int(poll.result().headers["Retry-After"]) <= 6 for poll in polls)


def test_each_stream_gets_another_reconnection_time(server):
    person = register(server)
    for transport in (EventStream, lambda *arguments: person.socket()):
        figures = []
        for _ in range(40):
            with transport(server, person.headers) as live:
                live.frame()
                figures.append(live.retry)
        assert all(1_000 <= figure <= 6_000 for figure in figures)
        assert len(set(figures)) > 20 and max(figures) - min(figures) > 2_000


def test_expect_100_continue_is_answered(server, wire):
    person = register(server)
    body = json.dumps({"currentPassword": "x", "newPassword": "short"}).encode()
    for _ in range(2):
        wire.sendall(head("PUT", "/v1/me/password", "Content-Type: application/json", f"Content-Length: {len(body)}",
                          "Expect: 100-continue", person=person))
        assert wire.recv(25) == b"HTTP/1.1 100 Continue\r\n\r\n"
        wire.sendall(body)
        assert answer(wire)[0] == 422
    wire.sendall(head("GET", "/v1/me", "Expect: 100-continue", person=person, version="1.0"))
    assert answer(wire)[0] == 200


@pytest.mark.parametrize("version, lines", [("1.0", []), ("1.1", ["Connection: close"]), ("1.1", ["Connection: Close, TE"])])
def test_the_last_request_of_a_connection_ends_it(server, wire, version, lines):
    person = register(server)
    wire.sendall(head("GET", "/v1/me", *lines, person=person, version=version))
    status, headers, body = answer(wire)
    assert (status, headers["Connection"], json.loads(body)["id"]) == (200, "close", person.id)
    wire.settimeout(60)  # less than the 75 seconds after which the server ends an idle connection
    assert wire.recv(1) == b""


def test_an_old_client_may_keep_its_connection(server, wire):
    person = register(server)
    for _ in range(2):
        wire.sendall(head("GET", "/v1/me", "Connection: keep-alive", person=person, version="1.0"))
        assert answer(wire)[0] == 200


@pytest.mark.parametrize("path", ["/v1/ws", "/v1/stream"])
def test_a_stream_is_closed_when_its_client_leaves(server, path):
    person = register(server)
    with RawSocket(server, person.headers, path=path, **({} if path == "/v1/ws" else {"Upgrade": None, "Connection": None})) as raw:
        received = b""
        while b'"at"' not in received:
            received += raw.file.read1(1000)
        raw.wire.shutdown(socket.SHUT_WR)
        with contextlib.suppress(ConnectionError):
            while raw.wire.recv(65536):
                pass


def vanish(wire):
    """From now on the system drops everything that arrives for this socket, as if its machine were gone."""
    program = ctypes.create_string_buffer(struct.pack("HBBI", 0x06, 0, 0, 0))  # BPF_RET: keep 0 bytes
    wire.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, struct.pack("HL", 1, ctypes.addressof(program)))


def vanished_peers(server):
    """An event stream, a WebSocket, a long poll, a request whose body does not come, a connection that says nothing:
    what the server counts when it has let go of all, and after how many seconds."""
    person, _ = member(server)
    cursor = person.head()

    def opened(sent):
        wire = connected(server)
        wire.sendall(sent)
        return wire

    web_socket = RawSocket(server, person.headers)
    wires = [
        opened(head("GET", "/v1/stream", person=person)), web_socket.wire,
        opened(head("GET", f"/v1/changes?cursor={cursor}&wait=25", person=person)),
        opened(put_password(person, 100)), opened(b""),
    ]

    def counts():
        found = metrics(person)
        return [found[f"noteit_{what}"] for what in ("connections", "streams_sse", "streams_websocket", "streams_long_poll")]

    wait_until(lambda: counts() == [6, 1, 1, 1], "the streams")
    begin = time.monotonic()
    for wire in wires:
        vanish(wire)
    wait_until(lambda: counts()[0] == 1, "the vanished to be let go", 480)
    for wire in wires:
        wire.close()
    return counts(), time.monotonic() - begin


def test_vanished_peers_are_closed_within_two_minutes(outcomes):
    """A slow machine gets eight."""
    counts, seconds = outcomes[vanished_peers].result()
    print(f"let go of all after {seconds:.0f} s")
    assert counts == [1, 0, 0, 0]


def a_reader_that_sleeps(server):
    """A WebSocket that reads nothing until the server has given it up, then all there is: its changes and the close code."""
    person, course = member(server)
    cursor = person.head()
    with RawSocket(server, person.headers, receive_buffer=4096) as raw:
        wait_until(lambda: metrics(person)["noteit_streams_websocket"] == 1, "the stream")
        posted = [person.post(course, f"post {number}", body="x" * 20_000)["id"] for number in range(300)]
        wait_until(lambda: metrics(person)["noteit_streams_behind"] == 1, "the reader to be behind")
        wait_until(lambda: metrics(person)["noteit_streams_websocket"] == 0, "the server to give the reader up", 240)
        received, code = [], None
        while code is None:
            opcode, payload = raw.receive()
            assert opcode in (1, 8)
            if opcode == 8:
                code, reason = struct.unpack(">H", payload[:2])[0], payload[2:].decode()
            elif "change" in (frame := json.loads(payload)):
                received.append(frame["change"]["id"])
                cursor = frame["cursor"]
    with person.socket(cursor) as again:
        while len(received) < len(posted):
            received.append(again.change()[0]["id"])
    return code, reason, received == posted


def test_a_reader_that_sleeps_for_a_minute_is_closed_and_resumes(outcomes):
    code, reason, is_whole = outcomes[a_reader_that_sleeps].result()
    assert code == 1013 and "reconnect with your cursor" in reason and is_whole


def slow_uploads(server):
    person, quick = register(server), register(server)
    with contextlib.ExitStack() as stack:
        wires = [stack.enter_context(connected(server)) for _ in range(4)]
        for wire in wires:
            wire.sendall(head("POST", "/v1/attachments?name=a.bin", "Content-Length: 1000", person=person) + b"x")
        wait_until(lambda: len(files(server)) == 4, "four uploads to begin")
        assert "4 files" in person.upload(status=429)["detail"]
        quick.upload(b"meanwhile")
        assert b" 408 " in wires[0].recv(65536)
    wait_until(lambda: len(files(server)) == 1, "slow uploads to be forgotten")
    person.upload(b"now there is room")


def test_slow_uploads_delay_nobody_and_are_closed(outcomes):
    """A body has half a minute; an account may have four uploads at once."""
    outcomes[slow_uploads].result()
