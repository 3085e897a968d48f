"""Readers that never read cost the server little, and other readers nothing."""

import socket

from people import member
from noteitd import wait_until

STUCK = 40
POSTS = 400
BODY = "x" * 20_000


def resident_kib(process):
    with open(f"/proc/{process.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


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
        streams = f"noteit_streams_sse {STUCK + 1}"
        wait_until(lambda: streams in person.http.get(server.url + "/metrics").text, "the streams to be open")
        person.post(course, "first", body=BODY)
        reader.change()
        before = resident_kib(server.process)
        for number in range(POSTS):
            person.post(course, f"post {number}", body=BODY)
            change, _ = reader.change()
            assert change["body"]["title"] == f"post {number}"
        grown = resident_kib(server.process) - before
        unread = STUCK * POSTS * len(BODY) // 1024
        print(f"{unread // 1024} MiB were not read; the server grew by {grown // 1024} MiB")
        assert grown < unread / 4, f"grew by {grown} KiB of {unread} KiB that nobody read"
        for wire in wires:
            wire.close()
