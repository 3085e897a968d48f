"""Attacks: each runs in its own process until it is stopped, and counts its answers."""

import contextlib
import http.client
import multiprocessing
import os
import select
import socket
import struct
import threading
import time

import raw
from besieged import TERM
from people import PASSWORD
from planners import HARD, HARD_TERM
from raw import answer, head, request

ADDRESS = "127.0.0.2"  # the attackers' address


def connected(siege, receive_buffer=None):
    return raw.connected(siege, receive_buffer, ADDRESS, patience=20)


def over_and_over(siege, stop, said, requests, connections=1):
    """Sends the requests one after another over each connection, each after the previous answer."""
    def one(number):
        wire, count = None, number
        while not stop.is_set():
            try:
                wire = wire or connected(siege)
                wire.sendall(requests[count % len(requests)])
                status = answer(wire)[0]
            except (OSError, http.client.HTTPException) as error:
                status = "timeout" if isinstance(error, TimeoutError) else "closed"
                wire = wire and wire.close()
                time.sleep(0.02)
            said[status] = said.get(status, 0) + 1
            count += connections
    in_threads(one, range(connections))


def in_threads(one, items):
    threads = [threading.Thread(target=one, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def held(siege, stop, said, content, connections, receive_buffer=None):
    """Keeps this many connections open after sending the bytes; reads nothing, and reopens closed ones."""
    def one(number):
        while not stop.is_set():
            try:
                with contextlib.closing(connected(siege, receive_buffer)) as wire:
                    wire.settimeout(5)
                    with contextlib.suppress(OSError):
                        wire.sendall(content[number % len(content)])
                    said["sent"] = said.get("sent", 0) + 1
                    hangup = select.poll()
                    hangup.register(wire, select.POLLHUP | select.POLLRDHUP)
                    while not stop.is_set() and not hangup.poll(200):
                        pass
            except OSError:
                said["closed"] = said.get("closed", 0) + 1
            stop.wait(0.2)
    in_threads(one, range(connections))


def search_path(term):
    return f"/v1/terms/{term}/schedules/search"


def letters(siege, stop, said):
    """`busy` on days of 48 KB."""
    body = {"courses": ["CMPT225"], "busy": [{"days": "M" * 49152, "start": "08:00", "end": "09:00"}]}
    over_and_over(siege, stop, said, [request("POST", search_path(siege.sample_term), body, person=siege.attackers[0])])


def entries(siege, stop, said):
    """`busy` at 9,000 times."""
    times = [f"{minute // 60:02}:{minute % 60:02}" for minute in range(0, 1440, 5)]
    busy = [{"days": "MTWRFSU"[number % 7], "start": times[number // 7 % 287], "end": times[number // 7 % 287 + 1]}
            for number in range(9_000)]
    body = {"courses": ["CMPT225"], "busy": busy}
    over_and_over(siege, stop, said, [request("POST", search_path(siege.sample_term), body, person=siege.attackers[1])])


def planning(siege, stop, said):
    """Long valid searches: of four accounts, two at once each."""
    requests = [request("POST", search_path(HARD_TERM), HARD | {"limit": 100}, person=person)
                for person in siege.attackers[2:6]]
    over_and_over(siege, stop, said, requests, connections=8)


def nearly(siege, stop, said):
    """A list's `q` of the greatest length that nearly occurs in every text."""
    paths = [f"/v1/courses/{TERM}.TEST200/events?limit=200&q={q}" for q in ("a" * 99 + "b", "b" + "a" * 99, "a" * 49 + "b",
        "a%20" * 33 + "b")]
    paths.append(f"/v1/courses/{TERM}.TEST100/events?limit=200&q={'e' * 100}")
    over_and_over(siege, stop, said, [head("GET", path, person=siege.attackers[6]) for path in paths], connections=3)


def phrases(siege, stop, said):
    """Searches for phrases of hundreds of words."""
    queries = ["%22" + "a%20" * 497 + "a%22", "%22" + ".".join(["a"] * 498) + "%22", "a%20" * 19 + "a", "a" + "%20-ax" * 19,
               "%22" + "a%20" * 490 + "zzz%22"]
    requests = [head("GET", f"/v1/search?limit=200&q={query}", person=siege.attackers[7]) for query in queries]
    over_and_over(siege, stop, said, requests, connections=3)


def registrations(siege, stop, said):
    """160 registrations at once, repeatedly."""
    requests = []
    for number in range(2_000):
        body = {"email": f"many{os.getpid()}.{number}@example.edu", "password": PASSWORD, "displayName": f"Many {number}"}
        requests.append(request("POST", "/v1/accounts", body))
    over_and_over(siege, stop, said, requests, connections=160)


def guesses(siege, stop, said):
    """Wrong sign-ins for many emails, some of them registered."""
    emails = [f"guess{number}@example.edu" for number in range(500)] + [person.email for person in siege.people[10:]]
    requests = [request("POST", "/v1/sessions", {"email": email, "password": "not the password"}) for email in emails]
    over_and_over(siege, stop, said, requests, connections=8)


def unread(siege, stop, said):
    """80 connections ask ten times for snapshots and changes and read nothing."""
    paths = ("/v1/snapshot", f"/v1/changes?cursor={siege.cursor}&wait=0")
    content = [head("GET", path, person=siege.attackers[8 + number]) * 10 for number in range(2) for path in paths]
    held(siege, stop, said, content, 80, receive_buffer=4096)


def heads(siege, stop, said):
    """50 unfinished heads."""
    start = head("GET", "/v1/me", person=siege.attackers[10])[:-2]
    held(siege, stop, said, [start + b"a: b\r\n" * 60, start + b"a: " + b"b" * 12_000], 50)


def bodies(siege, stop, said):
    """50 unfinished sign-ins."""
    start = head("POST", "/v1/sessions", "Content-Type: application/json", "Content-Length: 16000")
    held(siege, stop, said, [start + b'{"password":"' + b"x" * 15_000], 50)


def posts(siege, stop, said):
    """100 posts of 1 MB, of which 900 KB are sent."""
    lines = ("Content-Type: application/json", "Content-Length: 1000000")
    start = head("POST", f"/v1/courses/{TERM}.TEST200/events", *lines, person=siege.attackers[11])
    held(siege, stop, said, [start + b'{"title":"' + b"x" * 900_000], 100)


def courses(siege, stop, said):
    """Searches for courses with up to 300 words."""
    words = ["+".join("abcdefghijklmnopqrstuvwxyz"[number % 26] for number in range(count)) for count in range(1, 301)]
    requests = [head("GET", f"/v1/terms/{siege.sample_term}/courses?limit=200&q={each}", person=siege.attackers[9])
        for each in words]
    over_and_over(siege, stop, said, requests, connections=2)


def tickets(siege, stop, said):
    """Tickets for streams, a hundred requests in one piece."""
    content = head("POST", "/v1/stream-tickets", person=siege.attackers[10]) * 100

    def one(_):
        while not stop.is_set():
            with contextlib.suppress(OSError), connected(siege) as wire, wire.makefile("rb") as file:
                wire.sendall(content)
                for _ in range(100):
                    status, length = file.readline().split()[1:2], 0
                    if not status:
                        break
                    while (line := file.readline().strip().lower()):
                        if line.startswith(b"content-length:"):
                            length = int(line.split(b":")[1])
                    file.read(length)
                    said[int(status[0])] = said.get(int(status[0]), 0) + 1
    in_threads(one, range(2))


def closes(siege, stop, said):
    """Connections that close at once, silently, within a head, or before the answer; some with a reset."""
    content = [b"", b"GET /v1/me HT", head("GET", f"/v1/courses/{TERM}.TEST200/events", person=siege.attackers[10]),
               request("POST", search_path(HARD_TERM), HARD, person=siege.attackers[10])]

    def one(number):
        count = number
        while not stop.is_set():
            with contextlib.suppress(OSError), connected(siege) as wire:
                if count % 3 == 0:
                    wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                wire.sendall(content[count % len(content)])
            said["closed"] = said.get("closed", 0) + 1
            count += 1
            time.sleep(0.001)
    in_threads(one, range(2))


ATTACKS = {attack.__name__: attack for attack in (
    letters, entries, planning, nearly, phrases, registrations, guesses, unread, heads, bodies, posts, courses, tickets, closes)}


def attacking(name, siege, stop, results):
    """An attacker's process, at a lower priority: in production it runs on another machine."""
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    said = {}
    try:
        ATTACKS[name](siege, stop, said)
    finally:
        results.put((name, said))


@contextlib.contextmanager
def attacked(siege, names):
    """Runs the attacks during the block; the dictionary has the answers of each at the end."""
    context = multiprocessing.get_context("fork")
    stop, results, said = context.Event(), context.Queue(), {}
    processes = [context.Process(target=attacking, args=(name, siege, stop, results), daemon=True) for name in names]
    for process in processes:
        process.start()
    try:
        yield said
    finally:
        stop.set()
        with contextlib.suppress(Exception):
            for _ in processes:
                name, answers = results.get(timeout=30)
                said[name] = answers
        for process in processes:
            process.join(5)
            if process.is_alive():
                process.kill()
