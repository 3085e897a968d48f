"""Hostile clients cannot exhaust memory."""

import concurrent.futures
import contextlib
import time

import pytest
import requests

from dav import Dav, added, event, query, xml
from hostile_crowds import all_at_once, warm
from noteitd import PATIENCE
from people import PASSWORD, Anyone, register
from processes import MB, memory, states
from raw import answer, connected, head


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


def send_what_is_taken(wire, content):
    """Sends until the server stops reading; a server that refuses may close."""
    wire.settimeout(3)
    with contextlib.suppress(OSError):
        wire.sendall(content)
    wire.settimeout(PATIENCE)


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
