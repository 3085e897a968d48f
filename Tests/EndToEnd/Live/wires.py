"""Thousands of hand-written connections in one process: HTTP/1.1, server-sent events and WebSocket over plain sockets.

A narrow connection has a small segment and a small window, so a few hundred unread kilobytes fill it up to the server's queue.
"""

import asyncio
import base64
import functools
import itertools
import json
import os
import re
import socket
import struct

from streams import Closed

NARROW = {socket.TCP_MAXSEG: 1460, socket.SO_RCVBUF: 8192}
_hosts = itertools.count()


GONE = (Closed, OSError, asyncio.IncompleteReadError)


def open_socket(server, narrow=False):
    """An unconnected socket; on the loopback, from a rarely used address."""
    wire = socket.socket()
    wire.setblocking(False)
    if narrow:
        wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, NARROW[socket.TCP_MAXSEG])
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, NARROW[socket.SO_RCVBUF])
    if server.host.startswith("127."):
        wire.setsockopt(socket.IPPROTO_IP, 24, 1)  # IP_BIND_ADDRESS_NO_PORT
        number = next(_hosts)
        wire.bind((f"127.0.{1 + number // 250 % 250}.{1 + number % 250}", 0))
    return wire


async def connect(server, narrow=False):
    """A reader and a writer. The reader buffers little, so the socket fills when reading stops."""
    wire = open_socket(server, narrow)
    try:
        await asyncio.get_running_loop().sock_connect(wire, (server.host, server.port))
        return await asyncio.open_connection(sock=wire, limit=4096)
    except BaseException:
        wire.close()
        raise


def hang_up(writer, rudely):
    """Closes with a reset, as a vanished machine does."""
    wire = writer.get_extra_info("socket")
    if rudely and wire is not None:
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


async def head(reader):
    """Status and header fields of an answer."""
    lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    fields = dict(line.lower().split(": ", 1) for line in lines[1:] if line)
    return int(lines[0].split()[1]), fields


async def chunk(reader):
    """The next chunk of a chunked body; empty at its end."""
    size = int(await reader.readuntil(b"\r\n"), 16)
    return (await reader.readexactly(size + 2))[:size]


class Http:
    """One reused connection for requests, one after another."""

    def __init__(self, server, token=None):
        self.server, self.token, self.streams = server, token, None

    async def send(self, method, path, body=None, narrow=False):
        if self.streams is None:
            self.streams = await connect(self.server, narrow)
        payload = b"" if body is None else json.dumps(body, ensure_ascii=False).encode()
        lines = [f"{method} {path} HTTP/1.1", "Host: x", f"Content-Length: {len(payload)}"]
        lines += [f"Authorization: Bearer {self.token}"] if self.token else []
        lines += ["Content-Type: application/json"] if payload else []
        self.streams[1].write("\r\n".join(lines + ["", ""]).encode() + payload)
        await self.streams[1].drain()

    async def receive(self):
        reader, _ = self.streams
        status, fields = await head(reader)
        if fields.get("transfer-encoding") == "chunked":
            body = b""
            while piece := await chunk(reader):
                body += piece
        else:
            body = await reader.readexactly(int(fields.get("content-length", 0)))
        if fields.get("connection") == "close":
            self.close()
        return status, json.loads(body) if body else None

    async def request(self, method, path, body=None):
        """Status and JSON. Drops a failed connection."""
        try:
            await self.send(method, path, body)
            return await self.receive()
        except BaseException:
            self.close()
            raise

    def close(self, rudely=False):
        if self.streams:
            hang_up(self.streams[1], rudely)
        self.streams = None


@functools.lru_cache(maxsize=512)
def parsed(text):
    """The same frame goes to many readers, so the result must not be modified."""
    return json.loads(text)


class Refused(AssertionError):
    """A stream that was not opened, with the status of the answer."""

    def __init__(self, stream, status):
        super().__init__(f"{stream.path} from {stream.cursor}: {status}")
        self.status = status


class Stream:
    """An open stream. `frame()` answers (kind, data, cursor); `taken` counts the bytes read from it."""

    path, fields, opened = None, "", None

    def __init__(self, server, token, cursor, narrow=False):
        self.server, self.token, self.cursor, self.narrow, self.taken = server, token, cursor, narrow, 0

    async def __aenter__(self):
        self.reader, self.writer = await connect(self.server, self.narrow)
        try:
            request = f"GET {self.path}?cursor={self.cursor} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {self.token}\r\n{self.fields}\r\n"
            self.writer.write(request.encode())
            status, _ = await head(self.reader)
            if status != self.opened:
                raise Refused(self, status)
        except BaseException:
            self.close()
            raise
        return self

    async def __aexit__(self, *_):
        self.close()

    def close(self, rudely=False):
        hang_up(self.writer, rudely)


class EventStream(Stream):
    path, opened = "/v1/stream", 200
    fields = "Accept: text/event-stream\r\n"

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.held = b""

    async def frame(self):
        while True:
            event, mark, rest = self.held.partition(b"\n\n")
            if not mark:
                piece = await chunk(self.reader)
                if not piece:
                    raise Closed
                self.held += piece
                continue
            self.held, self.taken = rest, self.taken + len(event)
            fields = dict(line.split(b": ", 1) for line in event.split(b"\n") if not line.startswith(b":"))
            if b"data" in fields:
                cursor = fields.get(b"id")
                return fields[b"event"].decode(), parsed(fields[b"data"]), cursor and cursor.decode()


class WebSocket(Stream):
    path, opened = "/v1/ws", 101
    fields = (
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {base64.b64encode(bytes(16)).decode()}\r\n"
    )

    async def frame(self):
        while True:
            opcode, payload = await self.raw()
            self.taken += len(payload)
            if opcode == 1:
                frame = parsed(payload)
                if "change" in frame:
                    return "change", frame["change"], frame["cursor"]
                return ("at", frame, frame["at"]) if "at" in frame else ("expired", frame, None)
            if opcode == 8:
                raise Closed(struct.unpack(">H", payload[:2])[0] if payload else 1005)
            if opcode == 9:
                self.pong(payload)

    async def raw(self):
        first, second = await self.reader.readexactly(2)
        assert first & 0xF0 == 0x80 and not second & 0x80, "frames of a server are whole and unmasked"
        length = second
        if length == 126:
            length = struct.unpack(">H", await self.reader.readexactly(2))[0]
        elif length == 127:
            length = struct.unpack(">Q", await self.reader.readexactly(8))[0]
        return first & 0x0F, await self.reader.readexactly(length)

    def pong(self, payload):
        key = os.urandom(4)
        masked = bytes(byte ^ key[index % 4] for index, byte in enumerate(payload))
        self.writer.write(bytes([0x8A, 0x80 | len(payload)]) + key + masked)


class Drain(asyncio.Protocol):
    """One of a crowd: counts bytes, and keeps the offset at which it begins, and those of the changes that it gets, in their order."""

    START = re.compile(rb'id: [^.\s]+\.(\d+)\S*\nevent: at\n|\{"at":"[^."]+\.(\d+)[^"]*"')
    CHANGE = re.compile(rb'id: [^.\s]+\.(\d+)\S*\nevent: change\n|,"cursor":"[^."]+\.(\d+)[^"]*"\}')

    def __init__(self, stream):
        self.stream, self.bytes, self.lost = stream, 0, False
        self.start, self.offsets, self.unread = None, [], b""

    @classmethod
    async def open(cls, stream):
        wire = open_socket(stream.server)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(wire, (stream.server.host, stream.server.port))
        transport, drain = await loop.create_connection(lambda: cls(stream), sock=wire)
        request = f"GET {stream.path}?cursor=now HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {stream.token}\r\n{stream.fields}\r\n"
        transport.write(request.encode())
        drain.transport = transport
        return drain

    def data_received(self, data):
        self.bytes += len(data)
        end, data = 0, self.unread + data
        if self.start is None and (found := self.START.search(data)):
            self.start = int(found[1] or found[2])
        for found in self.CHANGE.finditer(data):
            self.offsets.append(int(found[1] or found[2]))
            end = found.end()
        self.unread = data[max(end, len(data) - 200):]

    def connection_lost(self, error):
        self.lost = True
