"""Hostile clients cannot use up tickets, searches, streams, room for answers or writes."""

import contextlib
import http.client
import json
import select
import threading
import time

import pytest

from hostile_crowds import all_at_once, warm
from noteitd import PATIENCE, Noteitd, wait_until
from people import member, register
from planners import HARD, HARD_TERM, hard_rows
from processes import MB, states
from raw import answer, connected, head
from registrar import import_term
from streams import EventStream

LONG_POLLS = 64  # streams of one account
NOTICED = 30  # seconds until the server knows that a client has left: less than a long poll of theirs would wait


def test_12000_tickets_of_one_account_use_up_no_other_accounts(own_server):
    greedy, other = register(own_server), register(own_server)
    begin = time.monotonic()
    ticket = other.call("POST", "/v1/stream-tickets", 201).json()

    def take(number):
        """Sends 2,000 requests in one connection, 100 at a time."""
        with connected(own_server) as wire, wire.makefile("rb") as file:
            for _ in range(20):
                wire.sendall(head("POST", "/v1/stream-tickets", person=greedy) * 100)
                for _ in range(100):
                    status = int(file.readline().split()[1])
                    assert status in (201, 429)
                    length = 0
                    while (line := file.readline().strip().lower()):
                        if line.startswith(b"content-length:"):
                            length = int(line.split(b":")[1])
                    file.read(length)

    all_at_once(range(6), take)
    with EventStream(own_server, {}, ticket=ticket["ticket"]) as stream:
        assert stream.status == 200 or time.monotonic() - begin > ticket["expiresIn"], "only time ends a ticket"
    later = other.call("POST", "/v1/stream-tickets", 201).json()
    with EventStream(own_server, {}, ticket=later["ticket"]) as stream:
        assert stream.status == 200 and stream.frame()[0] == "at"


def test_four_accounts_cannot_block_all_searches(tmp_path):
    """Each starts 16 long searches; a fifth account is still served."""
    server = Noteitd(tmp_path)
    import_term(server, tmp_path, hard_rows(), name="hard")
    server.start()
    people, held = [register(server) for _ in range(5)], []

    def search(person):
        """The status, which comes at once, of a search whose progress is streamed."""
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        headers = person.headers | {"Content-Type": "application/json", "Accept": "text/event-stream"}
        connection.request("POST", f"/v1/terms/{HARD_TERM}/schedules/search", json.dumps(HARD), headers)
        reply = connection.getresponse()
        held.append((connection, reply))
        return reply.status

    try:
        statuses = [search(person) for person in people[:4] for _ in range(16)]
        assert set(statuses) <= {200, 429, 503} and 200 in statuses, statuses
        assert search(people[4]) == 200
        assert b"progress" in held[-1][1].readline()
    finally:
        for connection, reply in held:
            reply.close()
            connection.close()
        server.stop()


def test_long_polls_of_clients_that_left_hold_no_stream(own_server):
    person, course = member(own_server)
    poll = head("GET", f"/v1/changes?cursor={person.head()}&wait=60", person=person)

    def waiting():
        return own_server.metrics()["noteit_streams_long_poll"]

    with contextlib.ExitStack() as stack:
        for wire in [stack.enter_context(connected(own_server)) for _ in range(LONG_POLLS)]:
            wire.sendall(poll)
        wait_until(lambda: waiting() == LONG_POLLS, "the long polls to wait")
    wait_until(lambda: waiting() == 0, "the clients to be forgotten", NOTICED)
    with contextlib.ExitStack() as stack:
        wires = [stack.enter_context(connected(own_server)) for _ in range(LONG_POLLS)]
        for wire in wires:
            wire.sendall(poll)
        wait_until(lambda: waiting() == LONG_POLLS or select.select(wires, [], [], 0)[0], "the long polls to wait again")
        refused = select.select(wires, [], [], 0)[0]
        assert not refused, f"{len(refused)} of {LONG_POLLS} are refused, one with {answer(refused[0])[0]}"
        person.post(course)
        for wire in wires:
            status, _, said = answer(wire)
            assert status == 200 and len(json.loads(said)["changes"]) == 1


def test_long_polls_abandoned_at_once_hold_no_stream(own_server):
    """The client leaves before the server watches for it."""
    person, _ = member(own_server)
    poll = head("GET", f"/v1/changes?cursor={person.head()}&wait=60", person=person)
    for _ in range(40):
        with connected(own_server) as wire:
            wire.sendall(poll)

    def counts():
        found = own_server.metrics()
        return found["noteit_connections"], found["noteit_streams_long_poll"]

    # Two connections: the person's, and the one that asks.
    wait_until(lambda: counts() == (2, 0), "the clients to be forgotten", NOTICED)


def test_unread_files_take_no_room_from_others(own_server):
    """Ten connections of one account ask for a file of 20 MiB, which is read from disk on demand. None reads."""
    person, course = warm(own_server)
    other = register(own_server)
    other.enroll(person.get(f"/v1/courses/{course}")["sections"][0]["id"])
    file = person.upload(b"%PDF-1.7\n" + b"x" * (20 * MB), name="long.pdf")
    person.post(course, "With a file", attachments=[file["id"]])
    with contextlib.ExitStack() as stack:
        for _ in range(10):
            wire = stack.enter_context(connected(own_server, receive_buffer=4096))
            wire.sendall(head("GET", f"/v1/attachments/{file['id']}", person=person))
        wait_until(lambda: states(own_server.process) == {"S"}, "the server to have sent what is taken")
        assert own_server.metrics()["noteit_unread_bytes"] < MB
        for path in (f"/v1/courses/{course}/events", "/v1/snapshot", "/v1/me/agenda", "/v1/search?q=post"):
            other.get(path)
        person.get("/v1/snapshot")


@pytest.fixture
def usual(tmp_path):
    """A server with the default limits."""
    server = Noteitd(tmp_path, NOTEIT_POSTS_PER_MINUTE="120", NOTEIT_REPLIES_PER_MINUTE="240", NOTEIT_UPLOADS_PER_MINUTE="60")
    server.load_sample()
    server.start()
    yield server
    server.stop()


def marks(person, course):
    event = person.post(course)["id"]
    return lambda number: ("PUT", f"/v1/me/marks/{event}", {"muted": number % 2 == 0})


def watches(person, course):
    section = person.get(f"/v1/courses/{course}")["sections"][0]["id"]
    return lambda number: (("PUT", "DELETE")[number % 2], f"/v1/me/seat-watches/{section}", None)


def schedules(person, course):
    sections = [person.get(f"/v1/courses/{course}")["sections"][0]["id"]]
    plan = {"term": course.split(".")[0], "sections": sections}
    return lambda number: ("POST", "/v1/me/schedules", plan | {"name": f"Plan {number}"})


def renamed_schedules(person, course):
    method, path, body = schedules(person, course)(0)
    kept = person.call(method, path, 201, json=body).json()["id"]
    return lambda number: ("PATCH", f"{path}/{kept}", {"name": f"Plan {number}"})


@pytest.mark.parametrize("kind", [marks, watches, schedules, renamed_schedules])
def test_marks_watches_and_timetables_of_one_account_are_limited(usual, kind):
    person, course = member(usual)
    request_of, numbers, found = kind(person, course), iter(range(3000)), threading.Event()

    def write(client):
        for number in numbers:
            if found.is_set():
                return
            got = client.call(request_of(number)[0], request_of(number)[1], json=request_of(number)[2])
            assert got.status_code in (200, 201, 204, 404, 409, 429), got.text
            if got.status_code == 429:
                assert int(got.headers["Retry-After"]) > 0
                found.set()

    all_at_once([person.sign_in_again() for _ in range(4)], write)
    assert found.is_set(), "3,000 at once meet no limit"
    register(usual)
