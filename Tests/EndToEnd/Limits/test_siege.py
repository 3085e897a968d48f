"""A siege: many hostile clients at once, while a student reads a course page."""

import contextlib
import http.client
import json
import math
import multiprocessing
import os
import socket
import statistics
import time

import pytest

from attacks import ADDRESS, ATTACKS, attacked, in_threads
from besieged import TERM, Class
from noteitd import PATIENCE, wait_until
from people import PASSWORD, Anyone
from processes import MB, memory

TIMES = int(os.environ.get("NOTEIT_SIEGE_TIMES", "400"))  # pages read in each round
ONLY = os.environ.get("NOTEIT_SIEGE_ONLY", "").split()  # names of attacks; all by default
PAUSE = 0.02  # seconds between two pages of one student
FLOOR = 0.015  # quicker is imperceptible, and the machine alone varies by three times a few milliseconds
# Times are checked with NOTEIT_SIEGE=strict: on an idle machine with the release build.
STRICT = os.environ.get("NOTEIT_SIEGE") == "strict"
FACTOR = 3 if STRICT else 30
SLOWEST_SIGN_IN = 4 if STRICT else PATIENCE  # seconds
MOST_MEMORY = 512 * MB
FORGET = 240  # seconds until unread answers are freed after their connections close: a minute, and more on a slow machine


class Round:
    """The time of each page, the answers, and the time of a process that only echoes.

    The student's process has priority where allowed: in production it is another machine. The echoing process has the
    server's priority; its time is due to the machine.
    """

    def __init__(self, siege, times=TIMES):
        self.seconds, self.statuses, echoes = [], set(), []
        page = f"/v1/courses/{TERM}.TEST100/events"
        with first_in_line(), echoing() as echo:
            connection = http.client.HTTPConnection("127.0.0.1", siege.port, timeout=PATIENCE)
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
        self.bounded = self.p99 if STRICT else self.median

    def __str__(self):
        return f"median {self.median * 1000:.1f} ms, p99 {self.p99 * 1000:.1f} ms, an echo p99 {self.echo * 1000:.1f} ms"


@contextlib.contextmanager
def first_in_line():
    """Gives this process priority during the block."""
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
    """A connection to a process that echoes each byte."""
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
    """A process that reads the server's memory and sometimes signs in, from its own address or the attackers'."""
    resident, sign_ins = [], []

    def look():
        while not stop.wait(0.05):
            resident.append(memory(siege.server.process))

    def sign_in():
        number = 0
        while not stop.wait(0.5):
            source = ("127.0.0.1", ADDRESS)[number % 2]
            body = json.dumps({"email": siege.people[1 + number % 9].email, "password": PASSWORD})
            begin = time.monotonic()
            try:
                connection = http.client.HTTPConnection("127.0.0.1", siege.port, timeout=PATIENCE, source_address=(source, 0))
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
        seen.extend(results.get(timeout=2 * PATIENCE))
        process.join(5)


def unread(siege):
    """The bytes of answers that wait to be read."""
    return siege.server.metrics()["noteit_unread_bytes"]


@pytest.fixture
def siege(tmp_path):
    siege = Class(tmp_path)
    yield siege
    if siege.server.process.poll() is None:
        siege.server.stop()


def test_a_student_reads_on_while_the_server_is_attacked(siege):
    """Pages arrive (strictly: 99 % in three times the quiet time or 45 ms; else half in thirty times), so do sign-ins (strictly:
    in 4 s), memory is bounded, and afterwards everything is as before.

    The ratio has a floor of 15 ms: a page of a few milliseconds may take some tens without harm. Of the three rounds under
    siege, those with a quick echo count, because the machine had time; if none, the quickest.
    """
    Round(siege, 50)
    quiet = [Round(siege) for _ in range(3)]
    base, wrong = statistics.median(each.bounded for each in quiet), []
    bound = FACTOR * max(base, FLOOR)
    names = ONLY or list(ATTACKS)
    with watched(siege) as seen:
        with attacked(siege, names) as said:
            if "unread" in names:
                wait_until(lambda: unread(siege) >= MB, "answers that nobody reads to be counted")
            rounds = [Round(siege) for _ in range(3)]
            most = unread(siege)
        over = time.monotonic()
    Anyone(siege.server).get("/healthz")
    resident, sign_ins = seen
    counted = [each for each in rounds if each.echo <= FLOOR] or [min(rounds, key=lambda each: each.echo)]
    under = (max if STRICT else min)(counted, key=lambda each: each.bounded)
    while (left := unread(siege)) > 64 << 10 and time.monotonic() < over + FORGET:
        time.sleep(0.5)
    forgotten = time.monotonic() - over
    after = Round(siege, 100)
    figures = [f"{when}: {each}" for when, several in (("quiet", quiet), ("siege", rounds)) for each in several]
    figures += [f"after: {after}"] + [f"{name} was answered {answers}" for name, answers in said.items()]
    figures += [f"memory {resident / MB:.0f} MiB", f"sign-ins {sign_ins}"]
    figures.append(f"{most:.0f} bytes unread under siege, {left:.0f} when it was over for {forgotten:.1f} s")
    if under.bounded > bound:
        wrong.append(f"under siege {under}; {bound * 1000:.1f} ms are allowed")
        if len(names) > 1:
            figures += [f"{name} alone: {alone(siege, name)}" for name in names]
    for each in (*quiet, *rounds, after):
        if each.statuses != {200}:
            wrong.append(f"the student was answered {each.statuses}")
    late = [each for each in sign_ins if each[1] != 201 or each[2] > SLOWEST_SIGN_IN]
    if late or not sign_ins:
        wrong.append(f"{len(late)} of {len(sign_ins)} sign-ins failed or were late: {late}")
    if resident >= MOST_MEMORY:
        wrong.append(f"{resident / MB:.0f} MiB in memory")
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
