"""Readers that never read cost the server little, and other readers nothing."""

import socket

from noteitd import wait_until
from people import member
from processes import memory

STUCK = 40
POSTS = 400
BODY = "x" * 20_000


def stuck_reader(server, person):
    """Opens a stream with a small window and never reads from it."""
    wire = socket.socket()
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    wire.connect(("127.0.0.1", server.port))
    wire.sendall(f"GET /v1/stream HTTP/1.1\r\nHost: x\r\nAuthorization: {person.headers['Authorization']}\r\n\r\n".encode())
    return wire


def test_stuck_readers_delay_nobody_and_hold_little_memory(server):
    person, course = member(server)
    with person.stream() as reader:
        reader.frame()
        wires = [stuck_reader(server, person) for _ in range(STUCK)]
        wait_until(lambda: server.metrics()["noteit_streams_sse"] == STUCK + 1, "the streams to be open")
        person.post(course, "first", body=BODY)
        reader.change()
        before = memory(server.process)
        for number in range(POSTS):
            person.post(course, f"post {number}", body=BODY)
            change, _ = reader.change()
            assert change["body"]["title"] == f"post {number}"
        grown = memory(server.process) - before
        unread = STUCK * POSTS * len(BODY)
        print(f"{unread >> 20} MiB were not read; the server grew by {grown >> 20} MiB")
        assert grown < unread / 4, f"grew by {grown >> 20} MiB of {unread >> 20} MiB that nobody read"
        for wire in wires:
            wire.close()
