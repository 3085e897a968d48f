"""The two live transports for tests: frame by frame, with a bound on each wait."""

import contextlib
import http.client
import json
import os
import socket
import struct
import urllib.parse

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from contract import faults
from noteitd import PATIENCE


def query(path, **values):
    given = {name: value for name, value in values.items() if value is not None}
    return path + ("?" + urllib.parse.urlencode(given) if given else "")


def fits_contract(change):
    wrong = faults(change, {"$ref": "#/components/schemas/Change"})
    assert not wrong, (wrong, change)
    return change


def place(cursor):
    """The position of a cursor: its offset in the log, and its key within the next row.

    Clients must not parse cursors. Tests do, to check that they never go back.
    """
    _, offset, *key = cursor.split(".")
    return int(offset), key


class Closed(Exception):
    """The server ended the stream; `code` is a WebSocket's close code."""

    def __init__(self, code=None):
        super().__init__(code)
        self.code = code


class EventStream:
    """`GET /v1/stream`. Frames are (kind, data, cursor)."""

    def __init__(self, server, headers, cursor=None, ticket=None, last_event_id=None, tls=None):
        connection = http.client.HTTPSConnection if tls else http.client.HTTPConnection
        options = {"context": tls} if tls else {}
        self.connection = connection("127.0.0.1", server.port, timeout=PATIENCE, **options)
        headers = headers | {"Accept": "text/event-stream"}
        if last_event_id is not None:
            headers["Last-Event-ID"] = last_event_id
        self.retry = None
        self.connection.request("GET", query("/v1/stream", cursor=cursor, ticket=ticket), headers=headers)
        self.answer = self.connection.getresponse()
        self.status = self.answer.status
        if self.status == 200:
            assert self.answer.getheader("Content-Type").split(";")[0] == "text/event-stream"

    def frame(self):
        """The next event; raises `Closed` at the end of the stream."""
        fields = {}
        while True:
            try:
                line = self.answer.readline()
            except (ConnectionError, http.client.HTTPException) as error:
                raise Closed from error
            if not line:
                raise Closed
            line = line.decode().rstrip("\r\n")
            if line == "" and "data" in fields:
                return fields["event"], json.loads(fields["data"]), fields.get("id")
            if line and not line.startswith(":"):
                name, _, value = line.partition(":")
                fields[name] = value.removeprefix(" ")
            elif fields.keys() == {"retry"}:
                self.retry = int(fields.pop("retry"))

    def change(self):
        """The next change and its cursor, passing over keep-alives."""
        while True:
            kind, data, cursor = self.frame()
            if kind == "change":
                return fits_contract(data), cursor
            assert kind == "at", kind

    def close(self):
        self.connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Socket:
    """`GET /v1/ws`. Frames are (kind, data, cursor), as of the event stream."""

    def __init__(self, server, headers, cursor=None, ticket=None, tls=None):
        self.retry = None
        self.exit = contextlib.ExitStack()
        self.connection = self.exit.enter_context(connect(
            f"{'wss' if tls else 'ws'}://127.0.0.1:{server.port}" + query("/v1/ws", cursor=cursor, ticket=ticket),
            additional_headers=headers, open_timeout=PATIENCE, compression=None, proxy=None, ssl=tls,
            # The library ends a connection whose frames wait here for 40 s, and waits in vain for the answer to a close behind them.
            ping_interval=None, close_timeout=0.1,
        ))

    def frame(self):
        try:
            text = self.connection.recv(timeout=PATIENCE)
        except ConnectionClosed as closed:
            raise Closed(closed.rcvd.code if closed.rcvd else None) from closed
        assert isinstance(text, str), "frames are text"
        frame = json.loads(text)
        if "change" in frame:
            assert set(frame) == {"change", "cursor"}, frame
            return "change", frame["change"], frame["cursor"]
        if "at" in frame:
            # Only the first frame says when to reconnect.
            if self.retry is None:
                self.retry = frame.pop("retry")
                assert isinstance(self.retry, int)
            assert set(frame) == {"at"}, frame
            return "at", frame, frame["at"]
        assert set(frame) == {"expired"}, frame
        return "expired", frame, None

    change = EventStream.change

    def close(self):
        self.exit.close()

    __enter__ = EventStream.__enter__
    __exit__ = EventStream.__exit__


class Follower:
    """A person's open streams of both kinds. After each step they are compared with each other and with a poll."""

    def __init__(self, person):
        self.person, self.head = person, person.head()
        self.streams = [person.stream(), person.socket()]
        for live in self.streams:
            assert live.frame() == ("at", {"at": self.head}, self.head)

    def step(self):
        """The changes since the last step, each with its cursor: the same on every transport."""
        told, self.head = self.person.polled(self.head), self.person.head()
        heard = [[live.change() for _ in told] for live in self.streams]
        assert heard[0] == heard[1]
        assert [change for change, _ in heard[0]] == [change for change, _ in told]
        # The cursor of the last page is the head; it may skip rows hidden from the person.
        assert [cursor for _, cursor in heard[0]][:-1] == [cursor for _, cursor in told][:-1]
        return heard[0]

    def changes(self):
        return [change for change, _ in self.step()]

    def close(self):
        for live in self.streams:
            live.close()

    __enter__ = EventStream.__enter__
    __exit__ = EventStream.__exit__


class RawSocket:
    """A hand-written WebSocket, for frames that no library sends."""

    KEY = "dGhlIHNhbXBsZSBub25jZQ=="

    def __init__(self, server, headers, path="/v1/ws", ahead=b"", receive_buffer=None, **changed):
        self.wire = socket.socket()
        if receive_buffer:
            self.wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.wire.settimeout(PATIENCE)
        self.wire.connect(("127.0.0.1", server.port))
        self.file = self.wire.makefile("rb")
        fields = {
            "Host": f"127.0.0.1:{server.port}", "Connection": "Upgrade", "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": self.KEY,
        } | headers | {name.replace("_", "-"): value for name, value in changed.items()}
        lines = [f"GET {path} HTTP/1.1"] + [f"{name}: {value}" for name, value in fields.items() if value is not None]
        self.wire.sendall("\r\n".join(lines + ["", ""]).encode() + ahead)
        self.status = int(self.file.readline().split()[1])
        self.answer_headers = {}
        while (line := self.file.readline().strip()):
            name, _, value = line.decode().partition(":")
            self.answer_headers[name.lower()] = value.strip()

    def send(self, opcode, payload=b"", mask=True, final=True, reserved=0, declared=None):
        """Sends one frame; `declared` may differ from the payload's length."""
        length = len(payload) if declared is None else declared
        head = bytes([(0x80 if final else 0) | reserved << 4 | opcode])
        flag = 0x80 if mask else 0
        if length < 126:
            head += bytes([flag | length])
        elif length < 65536:
            head += bytes([flag | 126]) + struct.pack(">H", length)
        else:
            head += bytes([flag | 127]) + struct.pack(">Q", length)
        if mask:
            key = os.urandom(4)
            head += key
            payload = bytes(byte ^ key[index % 4] for index, byte in enumerate(payload))
        try:
            self.wire.sendall(head + payload)
        except (BrokenPipeError, ConnectionResetError):
            pass

    def receive(self):
        """The next frame as (opcode, payload); (None, b"") at the end."""
        try:
            head = self.file.read(2)
            if len(head) < 2:
                return None, b""
            assert not head[1] & 0x80, "a server does not mask"
            length = head[1] & 0x7F
            if length == 126:
                length = struct.unpack(">H", self.file.read(2))[0]
            elif length == 127:
                length = struct.unpack(">Q", self.file.read(8))[0]
            return head[0] & 0x0F, self.file.read(length)
        except ConnectionResetError:
            return None, b""

    def close_code(self):
        """Reads up to the close frame and returns its code; None if the connection ends without one."""
        while True:
            opcode, payload = self.receive()
            if opcode is None:
                return None
            if opcode == 8:
                return struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else 1005

    def close(self):
        self.file.close()
        self.wire.close()

    __enter__ = EventStream.__enter__
    __exit__ = EventStream.__exit__
