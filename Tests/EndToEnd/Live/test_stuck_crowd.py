"""Thousands of readers that never read: the server's memory stays bounded, and everyone else is served."""

import asyncio
import re
import resource

import pytest

from noteitd import Noteitd, wait_until
from people import member
from processes import memory, processor_seconds
from test_soak import SEEDS
from wires import EventStream, WebSocket, open_socket

STUCK = 3_000
POSTS = 100
BODY = "\u8a9e" * 20_000  # 60 KB: a few of them fill a connection and the server's queue for it
KIB_PER_LISTENER = 64  # bytes that may wait for one listener; listeners share common bytes
GROWTH = 0.25  # of all that, while the second half of the unread changes is written
PATIENT = SEEDS >= 100  # whether to wait a minute for them to be closed, and to look at processor time


@pytest.fixture
def roomy(tmp_path):
    server = Noteitd(tmp_path, NOTEIT_STREAMS_PER_ACCOUNT="10000", NOTEIT_CONNECTIONS_PER_ADDRESS="10000")
    server.load_sample()
    with server.serving():
        yield server


async def stuck_reader(person, kind, cursor):
    """Opens a stream through a small window and never reads from it."""
    wire = open_socket(person.server, narrow=True)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(wire, ("127.0.0.1", person.server.port))
    head = f"GET {kind.path}?cursor={cursor} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {person.token}\r\n{kind.fields}\r\n"
    await loop.sock_sendall(wire, head.encode())
    return wire


async def open_all(person, cursor):
    some, wires = asyncio.Semaphore(50), []

    async def one(kind):
        async with some:
            wires.append(await stuck_reader(person, kind, cursor))

    await asyncio.gather(*(one((EventStream, WebSocket)[number % 2]) for number in range(STUCK)))
    return wires


def test_thousands_of_stuck_readers_cost_bounded_memory_and_delay_nobody(roomy):
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    person, course = member(roomy)
    cursor = person.head()
    wires = asyncio.run(open_all(person, cursor))
    wait_until(lambda: sum(roomy.metrics()[f"noteit_streams_{kind}"] for kind in ("sse", "websocket")) >= STUCK, "the streams to be open")
    before, grown, used = memory(roomy.process) >> 10, [], [processor_seconds(roomy.process)]
    with person.socket() as socket, person.stream() as stream:
        socket.frame(), stream.frame()
        for number in range(POSTS):
            person.post(course, f"post {number}", body=BODY)
            for reader in (socket, stream):
                change, _ = reader.change()
                assert change["body"]["title"] == f"post {number}"
            if number + 1 in (POSTS // 2, POSTS):
                wait_until(lambda: behind(roomy) >= STUCK, f"{STUCK} streams to be behind, at post {number}")
                grown.append((memory(roomy.process) >> 10) - before)
                used.append(processor_seconds(roomy.process))
    unread = STUCK * POSTS * len(BODY.encode()) >> 30
    first, second = used[1] - used[0], used[2] - used[1]
    print(f"\n{STUCK} stuck readers, {unread} GiB not read: {[kib / STUCK for kib in grown]} KiB each at the half and the end; "
          f"{first:.2f} and {second:.2f} s of a processor for each half of the posts")
    assert grown[1] < STUCK * KIB_PER_LISTENER
    assert grown[1] - grown[0] < GROWTH * STUCK * KIB_PER_LISTENER, "it grows with what is not read"
    # Processor time, so only where nothing else runs: `make endure`.
    assert not PATIENT or second < first / 2, "readers that are stuck cost little"
    if PATIENT:
        wait_until(lambda: behind(roomy) == 0, "the stuck ones to be closed", 240)
        assert codes(wires[:200]) >= {1013}
    for wire in wires:
        wire.close()
    wait_until(lambda: behind(roomy) == 0, "the closed ones to be forgotten")


def behind(server):
    return server.metrics()["noteit_streams_behind"]


def codes(wires):
    """The close codes at the end of each WebSocket's bytes; None if it ends without one."""
    found = set()
    for wire in wires:
        data = b""
        wire.settimeout(5)
        try:
            while piece := wire.recv(1 << 16):
                data += piece
        except OSError:
            pass
        close = re.search(rb"\x88.(..)too slow[^\x81]*$", data, re.DOTALL)
        found.add(int.from_bytes(close[1], "big") if close else None)
    return found
