"""Clients that are slow, silent, gone, or of an older HTTP: each has a bound, and none holds up a stop."""

import concurrent.futures
import ctypes
import http.client
import json
import socket
import struct
import time

import pytest

from noteitd import wait_until
from people import member, register
from streams import EventStream, RawSocket

SO_ATTACH_FILTER = 26


@pytest.fixture
def wire(server):
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as wire:
        yield wire


def head(person, *lines, method="POST", path="/v1/stream-tickets", version="1.1"):
    fields = [f"{method} {path} HTTP/{version}", "Host: x", f"Authorization: {person.headers['Authorization']}", *lines]
    return "\r\n".join(fields + ["", ""]).encode()


def answer(wire):
    response = http.client.HTTPResponse(wire)
    response.begin()
    return response.status, response.headers, response.read()


def put_password(person, length):
    return head(person, "Content-Type: application/json", f"Content-Length: {length}", method="PUT", path="/v1/me/password")


def ended_after(wire, since):
    """Reads to the end of a connection; after how many seconds it came."""
    try:
        while wire.recv(65536):
            pass
    except OSError:
        pass
    return time.monotonic() - since


def test_a_body_that_does_not_come_is_a_408_and_the_end(server):
    """One sends half and no more, one a byte a second, one trickles a second request, one as slowly as is allowed."""
    person = register(server)

    def silent(wire):
        wire.sendall(put_password(person, 100) + b"{")

    def trickling(wire):
        wire.sendall(put_password(person, 100))
        for _ in range(29):
            wire.sendall(b" ")
            time.sleep(1)

    def second_request(wire):
        wire.sendall(head(person, method="GET", path="/v1/me"))
        assert answer(wire)[0] == 200
        wire.sendall(put_password(person, 100))

    def outcome(client):
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as wire:
            begin = time.monotonic()
            client(wire)
            status, headers, body = answer(wire)
            assert headers["Connection"] == "close" or wire.recv(1) == b""
            return status, json.loads(body)["detail"], time.monotonic() - begin

    with concurrent.futures.ThreadPoolExecutor() as pool:
        slow = pool.submit(slow_but_steady, server, person)
        for status, detail, seconds in pool.map(outcome, [silent, trickling, second_request]):
            assert status == 408 and "Send the request again" in detail
            assert 25 < seconds < 36, seconds
        assert slow.result() == 422


def slow_but_steady(server, person):
    """Sends 240 KB at 6 KB a second; answers the status."""
    body = json.dumps({"currentPassword": "x" * 240_000, "newPassword": "short"}).encode()
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as wire:
        wire.sendall(put_password(person, len(body)))
        for start in range(0, len(body), 3_000):
            wire.sendall(body[start:start + 3_000])
            time.sleep(0.5)
        return answer(wire)[0]


def test_half_a_request_does_not_hold_up_a_stop(own_server):
    person = register(own_server)
    with socket.create_connection(("127.0.0.1", own_server.port)) as head_only, \
            socket.create_connection(("127.0.0.1", own_server.port)) as half_a_head, \
            socket.create_connection(("127.0.0.1", own_server.port)) as half_a_body:
        head_only.sendall(put_password(person, 100))
        half_a_head.sendall(b"GET /v1/me HTTP/1.1\r\nHost:")
        half_a_body.sendall(put_password(person, 100) + b"{")
        wait_until(lambda: "noteit_http_requests_in_flight 3" in person.http.get(own_server.url + "/metrics").text, "the requests")
        begin = time.monotonic()
        own_server.stop()
        assert time.monotonic() - begin < 5
        assert answer(half_a_body)[0] == answer(head_only)[0] == 408
    assert own_server.process.returncode == 0


def test_a_waiting_poll_is_told_at_a_stop_when_to_come_back(own_server):
    person = register(own_server)
    cursor = person.head()
    with concurrent.futures.ThreadPoolExecutor() as pool:
        polls = [pool.submit(person.call, "GET", f"/v1/changes?cursor={cursor}&wait=60", 200) for _ in range(4)]
        wait_until(lambda: "noteit_streams_long_poll 4" in person.http.get(own_server.url + "/metrics").text, "the polls")
        own_server.stop()
        assert all(1 <= int(poll.result().headers["Retry-After"]) <= 6 for poll in polls)


def test_each_stream_is_told_another_time_to_come_back(server):
    person = register(server)
    for transport in (EventStream, lambda *arguments: person.socket()):
        figures = []
        for _ in range(40):
            with transport(server, person.headers) as live:
                live.frame()
                figures.append(live.retry)
        assert all(1_000 <= figure <= 6_000 for figure in figures)
        assert len(set(figures)) > 20 and max(figures) - min(figures) > 2_000


def test_a_client_that_asks_is_told_to_continue(server, wire):
    person = register(server)
    body = json.dumps({"currentPassword": "x", "newPassword": "short"}).encode()
    for _ in range(2):
        wire.sendall(head(person, "Content-Type: application/json", f"Content-Length: {len(body)}", "Expect: 100-continue",
                          method="PUT", path="/v1/me/password"))
        assert wire.recv(25) == b"HTTP/1.1 100 Continue\r\n\r\n"
        wire.sendall(body)
        assert answer(wire)[0] == 422
    wire.sendall(head(person, "Expect: 100-continue", method="GET", path="/v1/me", version="1.0"))
    assert answer(wire)[0] == 200


@pytest.mark.parametrize("version, lines", [("1.0", []), ("1.1", ["Connection: close"]), ("1.1", ["Connection: Close, TE"])])
def test_the_last_request_of_a_connection_ends_it_at_once(server, wire, version, lines):
    person = register(server)
    wire.sendall(head(person, *lines, method="GET", path="/v1/me", version=version))
    begin = time.monotonic()
    status, headers, body = answer(wire)
    assert (status, headers["Connection"], json.loads(body)["id"]) == (200, "close", person.id)
    assert wire.recv(1) == b"" and time.monotonic() - begin < 5


def test_an_old_client_may_keep_its_connection(server, wire):
    person = register(server)
    for _ in range(2):
        wire.sendall(head(person, "Connection: keep-alive", method="GET", path="/v1/me", version="1.0"))
        assert answer(wire)[0] == 200


@pytest.mark.parametrize("path", ["/v1/ws", "/v1/stream"])
def test_a_stream_whose_client_has_left_is_let_go_at_once(server, path):
    person = register(server)
    with RawSocket(server, person.headers, path=path, **({} if path == "/v1/ws" else {"Upgrade": None, "Connection": None})) as raw:
        received = b""
        while b'"at"' not in received:
            received += raw.file.read1(1000)
        raw.wire.shutdown(socket.SHUT_WR)
        assert ended_after(raw.wire, time.monotonic()) < 5


def vanish(wire):
    """From now on the system drops whatever arrives for this socket, and acknowledges nothing: as if its machine were gone."""
    program = ctypes.create_string_buffer(struct.pack("HBBI", 0x06, 0, 0, 0))  # BPF_RET: keep 0 bytes
    wire.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, struct.pack("HL", 1, ctypes.addressof(program)))


def test_peers_that_vanished_are_let_go_within_two_minutes(own_server):
    """An event stream, a WebSocket, a long poll, a request whose body does not come, and a connection that says nothing."""
    person, _ = member(own_server)
    cursor = person.head()

    def connected(sent):
        wire = socket.create_connection(("127.0.0.1", own_server.port), timeout=10)
        wire.sendall(sent)
        return wire

    wires = [
        connected(head(person, method="GET", path="/v1/stream")), RawSocket(own_server, person.headers).wire,
        connected(head(person, method="GET", path=f"/v1/changes?cursor={cursor}&wait=25")),
        connected(put_password(person, 100)), connected(b""),
    ]

    def metrics():
        lines = person.http.get(own_server.url + "/metrics").text.splitlines()
        return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[0] != "#")}

    wait_until(lambda: metrics()["noteit_connections"] == 6, "the connections")
    wait_until(lambda: [metrics()[f"noteit_streams_{kind}"] for kind in ("sse", "websocket", "long_poll")] == [1, 1, 1], "the streams")
    for wire in wires:
        vanish(wire)
    wait_until(lambda: metrics()["noteit_connections"] == 1, "the vanished to be let go", 125)
    assert [metrics()[f"noteit_streams_{kind}"] for kind in ("sse", "websocket", "long_poll")] == [0, 0, 0]
    for wire in wires:
        wire.close()
