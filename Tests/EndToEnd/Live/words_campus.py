"""One server on which the classes of many seeds live at once."""

import asyncio
import collections
import contextlib
import uuid

from people import PASSWORD
from persons import Person, some_answers

SECTIONS = (3, 2)  # of each of a seed's courses
MARKERS = [f"200010.{1000 + number}" for number in range(200)]  # empty sections: watching one is a marker


def term_rows(seeds):
    """A registrar's file with two courses for each seed, and one whose sections mark quiet points."""
    for number, section in enumerate(MARKERS):
        yield section_row(section, "MARK", 100, number + 1)
    for place in range(seeds):
        for course, sections in enumerate(SECTIONS):
            for section in range(sections):
                crn = 10000 + place * sum(SECTIONS) + course * SECTIONS[0] + section
                yield section_row(f"200010.{crn}", subject(place), 101 + course, section + 1)


def section_row(id, subject, number, section):
    term, crn = id.split(".")
    return f"{term},{crn},{subject},{number},A course,D{section:02}0,LEC,3,MWF,1030,1120,2000-01-04,2000-04-07,,,,,,,In Person,"


def courses_of(place):
    """The courses of a seed: id -> its sections' ids."""
    first = 10000 + place * sum(SECTIONS)
    return {
        f"200010.{subject(place)}{101 + course}": [f"200010.{first + course * SECTIONS[0] + n}" for n in range(sections)]
        for course, sections in enumerate(SECTIONS)
    }


def subject(number):
    return "".join(chr(65 + number // 26 ** place % 26) for place in (2, 1, 0)) + "X"


class Gate:
    """Operations pass together; a kill waits until none is under way."""

    def __init__(self):
        self.inside, self.closed = 0, False
        self.turned = asyncio.Condition()

    @contextlib.asynccontextmanager
    async def shared(self):
        async with self.turned:
            await self.turned.wait_for(lambda: not self.closed)
            self.inside += 1
        try:
            yield
        finally:
            async with self.turned:
                self.inside -= 1
                self.turned.notify_all()

    @contextlib.asynccontextmanager
    async def alone(self):
        async with self.turned:
            await self.turned.wait_for(lambda: not self.closed)
            self.closed = True
            await self.turned.wait_for(lambda: self.inside == 0)
        try:
            yield
        finally:
            async with self.turned:
                self.closed = False
                self.turned.notify_all()


class Campus:
    """One server on which many seeds live at once."""

    def __init__(self, server):
        self.server, self.tally, self.gate = server, collections.Counter(), Gate()
        server.up = asyncio.Event()
        server.up.set()
        self.registrar = Person(server, "Registrar")

    async def hire(self):
        """An admin, to grant staff roles."""
        email = f"{uuid.uuid4()}@example.edu"
        await asyncio.to_thread(
            self.server.admin, "account", "create", email, "--name", "Registrar", "--role", "admin", text=PASSWORD + "\n")
        status, answer = await self.registrar.attempt("POST", "/v1/sessions", {"email": email, "password": PASSWORD})
        assert status == 201, answer
        self.registrar.take(answer)
        self.renewal = asyncio.Lock()

    async def admin(self, method, path, body):
        status, answer = await self.registrar.attempt(method, path, body)
        if status == 401:
            async with self.renewal:
                await self.registrar.renew()
            status, answer = await self.registrar.attempt(method, path, body)
        return status, answer

    async def kill_often(self, dice):
        while True:
            await some_answers(self.server, dice)
            async with self.gate.alone():
                self.server.up.clear()
                self.server.kill()
                await asyncio.to_thread(self.server.start)
                self.server.up.set()
            self.tally["kills"] += 1
