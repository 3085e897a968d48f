"""A siege: many hostile clients at once, and a student who reads a course page all the while."""

import contextlib
import http.client
import json
import math
import multiprocessing
import os
import random
import select
import socket
import statistics
import struct
import threading
import time

import pytest

from noteitd import SAMPLE, Noteitd
from people import PASSWORD, Anyone, register
from planners import HARD, HARD_TERM, hard_rows
from registrar import HEADER

MB = 1 << 20
TIMES = int(os.environ.get("NOTEIT_SIEGE_TIMES", "400"))  # pages that are read in each round
ONLY = os.environ.get("NOTEIT_SIEGE_ONLY", "").split()  # attacks by their names; all unless some are named
PAUSE = 0.02  # seconds between two pages: nobody reads faster
FLOOR = 0.015  # what is quicker nobody feels, and three times a few milliseconds is what the machine does of itself
# Times are judged where the machine does nothing else and the program is the release: NOTEIT_SIEGE=strict.
STRICT = os.environ.get("NOTEIT_SIEGE") == "strict"
FACTOR = 3 if STRICT else 30
SLOWEST_SIGN_IN = 4 if STRICT else 20  # seconds
MOST_MEMORY = 512 * MB
FORGET = 70  # seconds in which what was not read is forgotten, once its connections are closed
ADDRESS = "127.0.0.2"  # where those come from who attack
TERM = "200010"


# -- The class


def rows():
    """A past term of one course that people read, and one in which those sit who attack."""
    for number, course in ((1001, 100), (2001, 200)):
        yield f"{TERM},{number},TEST,{course},Course {course},D100,LEC,3,MWF,1030,1120,2000-01-04,2000-04-07,,,,,,,In Person,"


class Class:
    """60 people. 200 events are in the class, and 50 very long ones in a course that the attackers made theirs."""

    def __init__(self, folder):
        limits = {"NOTEIT_POSTS_PER_MINUTE": "120", "NOTEIT_REPLIES_PER_MINUTE": "240", "NOTEIT_UPLOADS_PER_MINUTE": "60"}
        self.server = Noteitd(folder, **limits)
        self.server.admin("catalog", "import", str(SAMPLE), "--time-zone", "America/Vancouver")
        for name, lines in (("term", rows()), ("hard", hard_rows())):
            (folder / f"{name}.csv").write_text("\n".join([HEADER, *lines]) + "\n")
            self.server.admin("catalog", "import", str(folder / f"{name}.csv"), "--time-zone", "America/Vancouver")
        self.server.start()
        self.port = self.server.port
        self.people = [register(self.server) for _ in range(48)]
        self.attackers = [register(self.server) for _ in range(12)]
        dice = random.Random(1)
        words = ["lab", "exam", "room", "notes", "group", "slides", "chapter", "due", "question", "answer", "week", "project"]
        for person in self.people + self.attackers:
            person.enroll(f"{TERM}.1001")
        for number in range(200):
            author = self.people[number % len(self.people)]
            text = " ".join(dice.choices(words, k=40))
            due = f"2000-{1 + number % 3:02}-{1 + number % 28:02}T20:00:00Z" if number % 2 else None
            event = author.post(f"{TERM}.TEST100", f"Event {number}: {text[:40]}", body=text, due=due, tags=[words[number % 12]])
            if number % 4 == 0:
                self.people[(number + 1) % 48].reply(event, text[:100])
        for person in self.attackers:
            person.enroll(f"{TERM}.2001")
        self.cursor = self.attackers[0].head()
        for number in range(50):
            body = "a" * 20_000 if number % 2 else "a " * 10_000
            self.attackers[number % 12].post(f"{TERM}.TEST200", f"Long {number}", body=body)
        self.student = self.people[0]
        self.sample_term = next(term["id"] for term in self.student.get("/v1/terms")["items"]
            if term["id"] not in (TERM, HARD_TERM))


# -- Attacks: each runs in a process of its own until `stop`, and counts what it was answered


def connected(siege, receive_buffer=None):
    wire = socket.socket()
    if receive_buffer:
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    wire.settimeout(20)
    wire.bind((ADDRESS, 0))
    wire.connect(("127.0.0.1", siege.port))
    return wire


def request(method, path, body=None, person=None, *lines):
    """A whole request, as it goes over the wire."""
    body = json.dumps(body, separators=(",", ":")).encode() if body is not None else b""
    fields = [f"{method} {path} HTTP/1.1", "Host: x", *lines]
    if body:
        fields += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    if person:
        fields.append(f"Authorization: {person.headers['Authorization']}")
    return "\r\n".join(fields + ["", ""]).encode() + body


def answer(wire):
    response = http.client.HTTPResponse(wire)
    response.begin()
    response.read()
    return response.status


def over_and_over(siege, stop, said, requests, connections=1):
    """Sends one of the requests after the other over each connection, each when the one before is answered."""
    def one(number):
        wire, count = None, number
        while not stop.is_set():
            try:
                wire = wire or connected(siege)
                wire.sendall(requests[count % len(requests)])
                status = answer(wire)
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
    """Keeps so many connections open over which this was sent; reads nothing, and opens those anew that the server closes."""
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
    over_and_over(siege, stop, said, [request("POST", search_path(siege.sample_term), body, siege.attackers[0])])


def entries(siege, stop, said):
    """`busy` at 9,000 times."""
    times = [f"{minute // 60:02}:{minute % 60:02}" for minute in range(0, 1440, 5)]
    busy = [{"days": "MTWRFSU"[number % 7], "start": times[number // 7 % 287], "end": times[number // 7 % 287 + 1]}
            for number in range(9_000)]
    body = {"courses": ["CMPT225"], "busy": busy}
    over_and_over(siege, stop, said, [request("POST", search_path(siege.sample_term), body, siege.attackers[1])])


def planning(siege, stop, said):
    """Searches that are long, and good: of four accounts, two at once each."""
    requests = [request("POST", search_path(HARD_TERM), HARD | {"limit": 100, "budgetMillis": 60_000}, person)
                for person in siege.attackers[2:6]]
    over_and_over(siege, stop, said, requests, connections=8)


def nearly(siege, stop, said):
    """A list's `q` that nearly stands in every text, as long as it may be."""
    paths = [f"/v1/courses/{TERM}.TEST200/events?limit=200&q={q}" for q in ("a" * 99 + "b", "b" + "a" * 99, "a" * 49 + "b",
        "a%20" * 33 + "b")]
    paths.append(f"/v1/courses/{TERM}.TEST100/events?limit=200&q={'e' * 100}")
    over_and_over(siege, stop, said, [request("GET", path, None, siege.attackers[6]) for path in paths], connections=3)


def phrases(siege, stop, said):
    """Searches for phrases of hundreds of words."""
    queries = ["%22" + "a%20" * 497 + "a%22", "%22" + ".".join(["a"] * 498) + "%22", "a%20" * 19 + "a", "a" + "%20-ax" * 19,
               "%22" + "a%20" * 490 + "zzz%22"]
    requests = [request("GET", f"/v1/search?limit=200&q={query}", None, siege.attackers[7]) for query in queries]
    over_and_over(siege, stop, said, requests, connections=3)


def registrations(siege, stop, said):
    """160 at once, again and again."""
    requests = []
    for number in range(2_000):
        body = {"email": f"many{os.getpid()}.{number}@example.edu", "password": PASSWORD, "displayName": f"Many {number}"}
        requests.append(request("POST", "/v1/accounts", body))
    over_and_over(siege, stop, said, requests, connections=160)


def guesses(siege, stop, said):
    """Wrong sign-ins for many emails, some of which are taken."""
    emails = [f"guess{number}@example.edu" for number in range(500)] + [person.email for person in siege.people[10:]]
    requests = [request("POST", "/v1/sessions", {"email": email, "password": "not the password"}) for email in emails]
    over_and_over(siege, stop, said, requests, connections=8)


def unread(siege, stop, said):
    """80 connections ask for snapshots and changes, ten times in a row, and read nothing."""
    paths = ("/v1/snapshot", f"/v1/changes?cursor={siege.cursor}&wait=0")
    content = [request("GET", path, None, siege.attackers[8 + number]) * 10 for number in range(2) for path in paths]
    held(siege, stop, said, content, 80, receive_buffer=4096)


def heads(siege, stop, said):
    """50 heads without an end."""
    start = request("GET", "/v1/me", None, siege.attackers[10])[:-2]
    held(siege, stop, said, [start + b"a: b\r\n" * 60, start + b"a: " + b"b" * 12_000], 50)


def bodies(siege, stop, said):
    """50 sign-ins that do not end."""
    start = request("POST", "/v1/sessions", None, None, "Content-Type: application/json", "Content-Length: 16000")
    held(siege, stop, said, [start + b'{"password":"' + b"x" * 15_000], 50)


def posts(siege, stop, said):
    """100 posts of 1 MB, of which 900 KB come."""
    lines = ("Content-Type: application/json", "Content-Length: 1000000")
    start = request("POST", f"/v1/courses/{TERM}.TEST200/events", None, siege.attackers[11], *lines)
    held(siege, stop, said, [start + b'{"title":"' + b"x" * 900_000], 100)


def courses(siege, stop, said):
    """Searches for courses with up to 300 words."""
    words = ["+".join("abcdefghijklmnopqrstuvwxyz"[number % 26] for number in range(count)) for count in range(1, 301)]
    requests = [request("GET", f"/v1/terms/{siege.sample_term}/courses?limit=200&q={each}", None, siege.attackers[9])
        for each in words]
    over_and_over(siege, stop, said, requests, connections=2)


def tickets(siege, stop, said):
    """Tickets for streams, a hundred asked for in one piece."""
    content = request("POST", "/v1/stream-tickets", None, siege.attackers[10]) * 100

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
    """Connections that are closed at once, silent, in the middle of a head, or before the answer; some by a reset."""
    content = [b"", b"GET /v1/me HT", request("GET", f"/v1/courses/{TERM}.TEST200/events", None, siege.attackers[10]),
               request("POST", search_path(HARD_TERM), HARD, siege.attackers[10])]

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
    """An attacker's process. It stands back for the student's and the server's: in life it is another machine."""
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    said = {}
    try:
        ATTACKS[name](siege, stop, said)
    finally:
        results.put((name, said))


@contextlib.contextmanager
def attacked(siege, names):
    """Attacks run while this does; answers a dictionary that holds at the end what each was answered."""
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


# -- The student, and who watches


class Round:
    """How long each page took, what was answered, and how long a process took that only sends back what it gets.

    The student's process goes first where that is allowed: in life it is another machine. The other process is as the server
    is to the machine; what it takes is the machine's doing.
    """

    def __init__(self, siege, times=TIMES):
        self.seconds, self.statuses, echoes = [], set(), []
        page = f"/v1/courses/{TERM}.TEST100/events"
        with first_in_line(), echoing() as echo:
            connection = http.client.HTTPConnection("127.0.0.1", siege.port, timeout=60)
            for _ in range(times):
                begin = time.perf_counter()
                try:
                    connection.request("GET", page, headers=siege.student.headers)
                    got = connection.getresponse()
                    got.read()
                    self.statuses.add(got.status)
                except (OSError, http.client.HTTPException) as error:
                    self.statuses.add(repr(error))
                    connection.close()
                end = time.perf_counter()
                self.seconds.append(end - begin)
                time.sleep(PAUSE)
                begin = time.perf_counter()
                echo.sendall(b"x")
                echo.recv(1)
                echoes.append(time.perf_counter() - begin)
            connection.close()
        self.median, self.p99, self.echo = statistics.median(self.seconds), p99(self.seconds), p99(echoes)

    def __str__(self):
        return f"median {self.median * 1000:.1f} ms, p99 {self.p99 * 1000:.1f} ms, an echo p99 {self.echo * 1000:.1f} ms"


@contextlib.contextmanager
def first_in_line():
    """This process does not wait for others while this runs."""
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, os.sched_param(1))
    except PermissionError:
        yield
        return
    try:
        yield
    finally:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


@contextlib.contextmanager
def echoing():
    """A connection to a process that sends back each byte."""
    here, there = socket.socketpair()
    process = multiprocessing.get_context("fork").Process(target=echo, args=(here, there), daemon=True)
    process.start()
    there.close()
    with here:
        yield here
    process.join(5)


def echo(here, there):
    here.close()
    while byte := there.recv(1):
        there.sendall(byte)


def p99(values):
    return sorted(values)[math.ceil(len(values) * 0.99) - 1]


def watching(siege, stop, results):
    """A process that looks at the server's memory, and now and then signs in: from an address of its own, or the attackers'."""
    resident, sign_ins = [], []

    def look():
        while not stop.wait(0.05):
            with open(f"/proc/{siege.server.process.pid}/status") as status:
                resident.append(int(next(line for line in status if line.startswith("VmRSS:")).split()[1]) << 10)

    def sign_in():
        number = 0
        while not stop.wait(0.5):
            source = ("127.0.0.1", ADDRESS)[number % 2]
            body = json.dumps({"email": siege.people[1 + number % 9].email, "password": PASSWORD})
            begin = time.monotonic()
            try:
                connection = http.client.HTTPConnection("127.0.0.1", siege.port, timeout=30, source_address=(source, 0))
                connection.request("POST", "/v1/sessions", body, {"Content-Type": "application/json"})
                status = connection.getresponse().status
                connection.close()
            except OSError as error:
                status = repr(error)
            sign_ins.append((source, status, round(time.monotonic() - begin, 2)))
            number += 1

    in_threads(lambda work: work(), [look, sign_in])
    results.put((max(resident, default=0), sign_ins))


@contextlib.contextmanager
def watched(siege):
    context = multiprocessing.get_context("fork")
    stop, results, seen = context.Event(), context.Queue(), []
    process = context.Process(target=watching, args=(siege, stop, results), daemon=True)
    process.start()
    try:
        yield seen
    finally:
        stop.set()
        seen.extend(results.get(timeout=60))
        process.join(5)


def gauge(siege, name):
    lines = Anyone(siege.server).call("GET", "/metrics", 200).text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(name + " "))


@pytest.fixture
def siege(tmp_path):
    siege = Class(tmp_path)
    yield siege
    if siege.server.process.poll() is None:
        siege.server.stop()


def test_a_student_reads_on_while_the_server_is_besieged(siege):
    """Pages come, strictly in three times the quiet time or 45 ms, and sign-ins, strictly in 4 s, memory is bounded, and afterwards all is as before.

    The ratio has a floor of 15 ms: pages that come in a few milliseconds may take some tens without harm to anybody. Of the
    three rounds under siege those count in which an echo was quick, for then the machine had time; if none, the one with the
    quickest.
    """
    Round(siege, 50)
    quiet = [Round(siege) for _ in range(3)]
    base, wrong = statistics.median(each.p99 for each in quiet), []
    bound = FACTOR * max(base, FLOOR)
    names = ONLY or list(ATTACKS)
    with watched(siege) as seen:
        with attacked(siege, names) as said:
            time.sleep(3)
            rounds = [Round(siege) for _ in range(3)]
            most = gauge(siege, "noteit_unread_bytes")
        over = time.monotonic()
    begin = time.monotonic()
    assert Anyone(siege.server).call("GET", "/healthz", 200) and time.monotonic() - begin < 1, "no answer at once"
    memory, sign_ins = seen
    counted = [each for each in rounds if each.echo <= FLOOR] or [min(rounds, key=lambda each: each.echo)]
    under = (max if STRICT else min)(counted, key=lambda each: each.p99)
    while (left := gauge(siege, "noteit_unread_bytes")) > 64 << 10 and time.monotonic() < over + FORGET:
        time.sleep(0.5)
    forgotten = time.monotonic() - over
    after = Round(siege, 100)
    figures = [f"{when}: {each}" for when, several in (("quiet", quiet), ("siege", rounds)) for each in several]
    figures += [f"after: {after}"] + [f"{name} was answered {answers}" for name, answers in said.items()]
    figures += [f"memory {memory / MB:.0f} MiB", f"sign-ins {sign_ins}"]
    figures.append(f"{most:.0f} bytes unread under siege, {left:.0f} when it was over for {forgotten:.1f} s")
    if under.p99 > bound:
        wrong.append(f"under siege {under}; {bound * 1000:.1f} ms are allowed")
        if len(names) > 1:
            figures += [f"{name} alone: {alone(siege, name)}" for name in names]
    for each in (*quiet, *rounds, after):
        if each.statuses != {200}:
            wrong.append(f"the student was answered {each.statuses}")
    late = [each for each in sign_ins if each[1] != 201 or each[2] > SLOWEST_SIGN_IN]
    if late or not sign_ins:
        wrong.append(f"{len(late)} of {len(sign_ins)} sign-ins failed or were late: {late}")
    if memory >= MOST_MEMORY:
        wrong.append(f"{memory / MB:.0f} MiB in memory")
    if "unread" in names and most < MB:
        wrong.append(f"{most:.0f} bytes count as not read while nobody reads")
    if left > 64 << 10:
        wrong.append(f"{left:.0f} bytes count as not read, {forgotten:.0f} s after the end")
    if siege.server.process.poll() is not None or "Fatal" in siege.server.said():
        wrong.append(f"it died: {siege.server.said()}")
    print("\n" + "\n".join(figures))
    assert not wrong, "\n".join(["", *wrong, "", *figures])


def alone(siege, name):
    """The student's round under one attack."""
    time.sleep(2)
    with attacked(siege, [name]):
        time.sleep(1)
        return Round(siege, 150)
