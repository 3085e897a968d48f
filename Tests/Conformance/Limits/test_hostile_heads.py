"""Requests without exactly one host, and handshakes with an invalid key."""

import contextlib
import socket

import pytest

from noteitd import PATIENCE
from streams import RawSocket


class Wire:
    """A connection by hand."""

    def __init__(self, server):
        self.wire = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
        self.file = self.wire.makefile("rb")

    def send(self, *lines, body=b""):
        self.wire.sendall("\r\n".join([*lines, "", ""]).encode() + body)

    def answer(self):
        """Status and body of the next answer; None where the connection ends without one."""
        try:
            line = self.file.readline()
            if not line:
                return None, b""
            length = 0
            while (header := self.file.readline().strip()):
                if header.lower().startswith(b"content-length:"):
                    length = int(header.split(b":")[1])
            return int(line.split()[1]), self.file.read(length)
        except ConnectionError:
            return None, b""

    def is_over(self):
        try:
            return self.wire.recv(1) == b"" if not self.file.peek(1) else False
        except ConnectionError:
            return True

    def close(self):
        self.file.close()
        self.wire.close()


@pytest.fixture
def wire(server):
    with contextlib.closing(Wire(server)) as wire:
        yield wire


HANDSHAKE = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {RawSocket.KEY}"]
HOSTS = {"none": [], "two": ["Host: a.example", "Host: b.example"], "twice the same": ["Host: a.example", "Host: a.example"],
    "two in other letters": ["HOST: a.example", "host: b.example"],
         "two, one empty": ["Host: a.example", "Host:"]}
ASKED = {
    "open": (["GET /healthz HTTP/1.1"], []), "signed in": (["GET /v1/me HTTP/1.1"], []),
    "unknown": (["GET /nosuch HTTP/1.1"], []),
    "stream": (["GET /v1/stream HTTP/1.1"], ["Accept: text/event-stream"]), "handshake": (["GET /v1/ws HTTP/1.1"], HANDSHAKE),
    "head": (["HEAD /v1/me HTTP/1.1"], []),
}


@pytest.mark.parametrize("later", [False, True], ids=["first", "later"])
@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("hosts", HOSTS)
def test_a_request_needs_one_host(hosts, asked, later, wire, ada):
    """Otherwise the answer is a 400 and the connection ends; later bytes are ignored."""
    first, rest = ASKED[asked]
    headers = [f"{name}: {value}" for name, value in ada.headers.items()]
    if later:
        wire.send("GET /healthz HTTP/1.1", "Host: x")
        assert wire.answer()[0] == 200
    wire.send(*first, *HOSTS[hosts], *headers, *rest)
    if asked == "head":
        assert wire.file.readline().split()[1] == b"400"
        while wire.file.readline().strip():
            pass
    else:
        status, body = wire.answer()
        assert status == 400 and ada.id.encode() not in body
    assert wire.is_over()


@pytest.mark.parametrize("hosts", HOSTS)
def test_a_write_without_one_host_and_requests_after_it_are_not_done(hosts, wire, course, ada):
    """Sent in one piece: bytes after a refused request could belong to another client."""
    before = ada.head()
    headers = [f"{name}: {value}" for name, value in ada.headers.items()] + ["Content-Type: application/json",
        "Content-Length: 13"]
    post = f"POST /v1/courses/{course['id']}/events HTTP/1.1"
    behind = "\r\n".join([post, "Host: x", *headers, "", '{"title":"b"}']).encode()
    wire.send(post, *HOSTS[hosts], *headers, body=b'{"title":"a"}' + behind)
    assert wire.answer()[0] == 400
    assert wire.answer()[0] is None
    assert ada.changes(before) == [] and ada.events(course["id"]) == []


KEYS = {
    "empty": [""], "blank": ["   "], "short": ["x"], "no padding": ["dGhlIHNhbXBsZSBub25jZQ"],
    "15 bytes": ["dGhlIHNhbXBsZSBub25j"], "17 bytes": ["dGhlIHNhbXBsZSBub25jZXg="], "signs": ["!!!!!!!!!!!!!!!!!!!!!!=="],
    "inner space": ["dGhlIHNhbXBs ZSBub25jZQ=="], "long": ["dGhl" * 1000], "two": [RawSocket.KEY, RawSocket.KEY],
    "two others": [RawSocket.KEY, "x3JJHMbDL1EzLkh9GBhXDw=="], "none": [],
    "umlaut": ["dGhlIHNhbXBsZSBub25jZ\u00fc=="],
}


@pytest.mark.parametrize("later", [False, True], ids=["first", "later"])
@pytest.mark.parametrize("keys", KEYS)
def test_a_handshake_with_an_invalid_key_is_answered(keys, later, wire, ada):
    """Not with a 408, which would be an answer to a request that never ends."""
    headers = [f"{name}: {value}" for name, value in ada.headers.items()]
    if later:
        wire.send("GET /healthz HTTP/1.1", "Host: x")
        assert wire.answer()[0] == 200
    wire.send("GET /v1/ws HTTP/1.1", "Host: x", *headers, *HANDSHAKE[:3], *[f"Sec-WebSocket-Key: {key}" for key in KEYS[keys]])
    status, _ = wire.answer()
    assert status in (400, 422, 426), status
