"""Hostile clients cannot exhaust memory, tickets, searches or writes."""

import concurrent.futures
import contextlib
import http.client
import json
import select
import socket
import threading
import time

import pytest
import requests

from dav import Dav, added, event, query, xml
from noteitd import PATIENCE, SAMPLE, Noteitd, wait_until
from people import PASSWORD, Anyone, member, register
from planners import HARD, HARD_TERM, hard_rows
from processes import MB, memory, states
from registrar import HEADER
from streams import EventStream

LONG_POLLS = 64  # streams of one account
NOTICED = 30  # seconds until the server knows that a client has left: less than a long poll of theirs would wait


def growth(server, before, rest=1):
    """The greatest growth of its memory in ten seconds, or until it has slept for some."""
    most, begin = 0, time.monotonic()
    since = begin
    while time.monotonic() < min(since + rest, begin + 10):
        most = max(most, memory(server.process) - before)
        if states(server.process) != {"S"}:
            since = time.monotonic()
        time.sleep(0.02)
    return most


def grown(size):
    return f"grew by {size / MB:.1f} MB"


def warm(server, times=30):
    """The first requests of a server allocate memory for good."""
    person, course = member(server)
    for number in range(times):
        person.post(course, f"post {number}", body="x" * 5_000)
        person.get(f"/v1/courses/{course}/events")
        person.get("/v1/snapshot")
    return person, course


def connected(server, receive_buffer=None):
    wire = socket.socket()
    if receive_buffer:
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    wire.settimeout(PATIENCE)
    wire.connect(("127.0.0.1", server.port))
    return wire


def head(method, path, *lines, person=None):
    fields = [f"{method} {path} HTTP/1.1", "Host: x", *lines]
    if person:
        fields.append(f"Authorization: {person.headers['Authorization']}")
    return "\r\n".join(fields + ["", ""]).encode()


def send_what_is_taken(wire, content):
    """Sends until the server stops reading; a server that refuses may close."""
    wire.settimeout(3)
    with contextlib.suppress(OSError):
        wire.sendall(content)
    wire.settimeout(PATIENCE)


def answer(wire):
    response = http.client.HTTPResponse(wire)
    response.begin()
    return response.status, response.headers, response.read()


def all_at_once(clients, send):
    """Every client sends in its own thread; returns their answers."""
    with concurrent.futures.ThreadPoolExecutor(len(clients)) as pool:
        return list(pool.map(send, clients))


# Memory

def test_searches_of_many_lengths_leave_no_memory_behind(own_server):
    """Course searches with 1 to 300 words."""
    person = register(own_server)
    term = person.get("/v1/terms")["items"][0]["id"]

    def search(words):
        text = " ".join("abcdefghijklmnopqrstuvwxyz"[number % 26] for number in range(words))
        assert person.call("GET", f"/v1/terms/{term}/courses", params={"q": text, "limit": 1}).status_code in (200, 422)

    for _ in range(100):
        search(1)
    before = memory(own_server.process)
    for words in range(1, 301):
        search(words)
    size = growth(own_server, before)
    assert size < 20 * MB, grown(size)


@pytest.mark.parametrize(
    "line", [b"a: b\r\n", b"a: " + b"b" * 995 + b"\r\n", b"a: " + b"b" * 70_000], ids=["short", "long", "one"])
def test_unfinished_heads_take_little_memory(own_server, line):
    """50 connections send 70 KB of unfinished head each."""
    warm(own_server)
    start = head("GET", "/v1/me")[:-2]
    before = memory(own_server.process)
    with contextlib.ExitStack() as stack:
        wires = [stack.enter_context(connected(own_server)) for _ in range(50)]
        for wire in wires:
            send_what_is_taken(wire, start + line * max(1, 70_000 // len(line)))
        size = growth(own_server, before)
        Anyone(own_server).get("/healthz")
    assert size < 16 * MB, grown(size)


@pytest.mark.parametrize("lines", [b"a: b\r\n" * 3_000, b"a: " + b"b" * 18_000 + b"\r\n"], ids=["many lines", "a long line"])
@pytest.mark.parametrize("end", [b"\r\n", b""], ids=["ended", "not ended"])
def test_a_head_over_16_kib_is_refused_and_ends_the_connection(server, lines, end):
    with connected(server) as wire:
        send_what_is_taken(wire, head("GET", "/healthz")[:-2] + lines + end)
        assert answer(wire)[0] in (400, 431)
        with contextlib.suppress(ConnectionError):
            assert wire.recv(1) == b"", "the connection stays open"


@pytest.mark.parametrize("end", [b"\r\n", b""], ids=["ended", "not ended"])
def test_a_target_over_16_kib_is_refused_and_ends_the_connection(server, end):
    with connected(server) as wire:
        send_what_is_taken(wire, head("GET", "/healthz?x=" + "x" * 20_000)[:-2] + end)
        assert answer(wire)[0] in (400, 414, 431)
        with contextlib.suppress(ConnectionError):
            assert wire.recv(1) == b"", "the connection stays open"


@pytest.mark.parametrize("framing", ["Content-Length: 1000000", "Transfer-Encoding: chunked"])
@pytest.mark.parametrize("path", ["/v1/sessions", "/v1/accounts"])
def test_unfinished_bodies_before_sign_in_take_little_memory(own_server, path, framing):
    """50 connections send 900 KB of unfinished body each, without a sign-in."""
    warm(own_server)
    start = head("POST", path, "Content-Type: application/json", framing)
    body = b'{"password":"' + b"x" * 900_000
    if "chunked" in framing:
        body = b"%x\r\n" % len(body) + body + b"\r\n"
    before = memory(own_server.process)
    with contextlib.ExitStack() as stack:
        wires = [stack.enter_context(connected(own_server)) for _ in range(50)]
        all_at_once(wires, lambda wire: send_what_is_taken(wire, start + body))
        size = growth(own_server, before)
        register(own_server)
    assert size < 16 * MB, grown(size)


@pytest.mark.parametrize("path", ["/v1/sessions", "/v1/accounts"])
def test_a_sign_in_or_registration_over_16_kib_is_a_413(anyone, path):
    body = {"email": "long@example.edu", "password": PASSWORD, "displayName": "Long"}
    anyone.refused("POST", path, 413, json=body | {"more": "x" * 17_000})
    assert anyone.call("POST", "/v1/sessions", json=body | {"more": "x" * 12_000}).status_code == 401


@pytest.mark.parametrize("times", [1, 10], ids=["once", "ten times"])
def test_unread_answers_take_bounded_memory(own_server, times):
    """40 connections ask for snapshots and 40 for changes of 60 long events, once or ten times. None reads."""
    person, course = warm(own_server)
    reader = register(own_server)
    reader.enroll(person.get(f"/v1/courses/{course}")["sections"][0]["id"])
    cursor = person.head()
    for number in range(60):
        person.post(course, f"long {number}", body="x" * 20_000)
    for path in ("/v1/snapshot", f"/v1/changes?cursor={cursor}&wait=0"):
        person.get(path)
    before = memory(own_server.process)
    with contextlib.ExitStack() as stack:
        for path in ["/v1/snapshot", f"/v1/changes?cursor={cursor}&wait=0"] * 40:
            wire = stack.enter_context(connected(own_server, receive_buffer=4096))
            wire.sendall(head("GET", path, person=person) * times)
        size = growth(own_server, before, rest=3)
        page = reader.get(f"/v1/courses/{course}/events")
        assert sum(len(section["events"]) for section in page["sections"]) > 0
    assert size < 120 * MB, grown(size)


def test_unfinished_posts_take_bounded_memory(own_server):
    """100 connections of one account send 900 KB of an unfinished post of 1 MB each."""
    person, course = warm(own_server)
    other = register(own_server)
    other.enroll(person.get(f"/v1/courses/{course}")["sections"][0]["id"])
    lines = ["Content-Type: application/json", "Content-Length: 1000000"]
    start = head("POST", f"/v1/courses/{course}/events", *lines, person=person)
    body = b'{"title":"' + b"x" * 900_000
    before = memory(own_server.process)
    with contextlib.ExitStack() as stack:
        wires = [stack.enter_context(connected(own_server)) for _ in range(100)]
        for some in range(0, 100, 20):
            all_at_once(wires[some:some + 20], lambda wire: send_what_is_taken(wire, start + body))
        size = growth(own_server, before)
        other.post(course, "Meanwhile")
    assert size < 150 * MB, grown(size)


def test_the_audit_of_many_requirements_that_compete_takes_bounded_memory(own_server):
    """60 requirements of 9 credits, each of 60 numbers of courses, and 480 courses."""
    person, _ = warm(own_server)
    need = [{"id": f"r{each}", "name": "r", "credits": 9, "from": [{"subject": "CMPT", "from": 100 + each, "to": 160 + each}]}
            for each in range(60)]
    record = [{"course": f"CMPT {100 + each}", "term": "202530", "grade": "B"} for each in range(480)]
    programme = {"id": "x", "name": "x", "catalogYear": 2025, "credits": 120, "requirements": need}
    body = {"programme": programme, "record": {"items": record}}
    before = memory(own_server.process)
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        audits = [pool.submit(person.call, "POST", "/v1/degrees/audit", 200, json=body) for _ in range(3)]
        size = growth(own_server, before)
        assert len(audits[0].result().json()["requirements"]) == 60
    assert size < 150 * MB, grown(size)


@pytest.mark.parametrize("kind", ["query", "multiget", "days"])
def test_parallel_reports_of_one_calendar_take_bounded_memory(own_server, kind):
    """24 programs of one account ask for the same 50 events of 200 KB."""
    person, _ = warm(own_server)
    phone = Dav(person)
    lines = [f"X-LONG:{'x' * 2_000}"] * 100
    for number in range(50):
        phone.put("personal", f"{number}.ics", added(event(f"u{number}"), *lines), 201)
    data = "<c:calendar-data/>"
    hrefs = "".join(f"<d:href>{phone.path('personal', f'{number}.ics')}</d:href>" for number in range(50))
    span = '<c:time-range start="20000101T000000Z" end="20500101T000000Z"/>'
    body = {"query": query("VEVENT", span, data), "multiget": xml("c:calendar-multiget", f"<d:prop>{data}</d:prop>{hrefs}")}

    def ask(_):
        if kind == "days":
            days = own_server.url + "/v1/me/calendar?from=2027-03-01&to=2027-03-07"
            return requests.get(days, headers=person.headers, timeout=PATIENCE).status_code
        return requests.request("REPORT", own_server.url + phone.path("personal"), data=body[kind].encode(), auth=phone.auth,
                                headers={"Depth": "1", "Content-Type": "application/xml"}, timeout=PATIENCE).status_code

    before = memory(own_server.process)
    with concurrent.futures.ThreadPoolExecutor(24) as pool:
        answers = [pool.submit(ask, number) for number in range(24)]
        size = growth(own_server, before)
        assert {each.result() for each in answers} <= {200, 207, 429, 503}
    assert size < 300 * MB, grown(size)


# Streams and searches

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
    (tmp_path / "hard.csv").write_text("\n".join([HEADER, *hard_rows()]) + "\n")
    server.admin("catalog", "import", str(tmp_path / "hard.csv"), "--time-zone", "America/Vancouver")
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


# Writes

@pytest.fixture
def usual(tmp_path):
    """A server with the default limits."""
    server = Noteitd(tmp_path, NOTEIT_POSTS_PER_MINUTE="120", NOTEIT_REPLIES_PER_MINUTE="240", NOTEIT_UPLOADS_PER_MINUTE="60")
    server.admin("catalog", "import", str(SAMPLE))
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
