"""Random days of small classes, many at once on one server: bursts of writers; readers that stall, vanish and return."""

import asyncio
import contextlib
import random
import time

from copies import held
from crowd import crowd
from persons import Person
from reader import Reader
from record import Field, Record
from soak_lists import Lists
from soak_writes import Writes
from wires import GONE, Drain, EventStream, WebSocket
from words_campus import section_row, subject

COURSES, SECTIONS = 3, 3  # of each class: everyone is in the last course, and a watch of its seats comes last
NAMES = ("Ada", "Ben", "Cyd", "Dee", "Eve")


def term_rows(classes):
    """A term with the courses of this many classes, after those of a crowd."""
    for crn in range((1 + classes) * COURSES * SECTIONS):
        course, section = divmod(crn, SECTIONS)
        yield section_row(f"200010.{10000 + crn}", subject(course // COURSES), 101 + course % COURSES, section + 1)


CROWD_PLACES = [
    (f"200010.{subject(0)}{101 + number % COURSES}", f"200010.{10000 + number % COURSES * SECTIONS}")
    for number in range(2 * COURSES)]


class Day(Writes, Lists):
    """One class with one random history."""

    def __init__(self, server, seed, place, tally, acts):
        self.server, self.seed, self.tally, self.acts = server, seed, tally, acts
        self.random = random.Random(seed)
        numbers = range(place * COURSES * SECTIONS, (place + 1) * COURSES * SECTIONS)
        ids = [f"200010.{10000 + number}" for number in numbers]
        self.courses = [f"200010.{subject(place)}{101 + number}" for number in range(COURSES)]
        self.anchor, self.marker = (self.courses[-1], ids[-1]), ids[-2]
        self.places = list(zip([c for c in self.courses[:-1] for _ in range(SECTIONS)], ids))
        self.people = [Person(server, name) for name in NAMES]
        self.record = Record(self.random, self.people, surely=not server.mortal)
        self.events, self.replies, self.acknowledged, self.readers, self.crowd = [], [], {}, [], []
        self.listed, self.verified = {}, set()

    async def live(self):
        """Runs the day; returns its faults."""
        try:
            await self.begin()
            running = [asyncio.create_task(reader.run()) for reader in self.readers]
            try:
                story = asyncio.create_task(self.story())
                done, _ = await asyncio.wait([story, *running], return_when=asyncio.FIRST_EXCEPTION)
                for task in done:
                    task.result()
            finally:
                for task in [story, *running]:
                    task.cancel()
                await asyncio.gather(story, *running, return_exceptions=True)
            return await self.judge()
        finally:
            for drain in self.crowd:
                drain.transport.abort()
            for person in self.people:
                person.close()

    async def begin(self):
        for person in self.people:
            person.called = Field()
            person.places = {(course, section, role): Field() for course, section, role in self.possible_places()}
        await asyncio.gather(*(person.register() for person in self.people))
        await asyncio.gather(*map(self.rename, self.people))
        dee, (first, second) = self.people[3], self.places[:2]
        starts = [first, self.places[3]], [first], [second], [self.places[4]], []
        for person, places in zip(self.people, starts):
            await self.enroll_in(person, [self.anchor, *places])
        await self.staff("grant", dee, self.places[0][0])
        await asyncio.gather(*map(self.verify, self.people[:3]))
        await self.bring()
        self.readers = [
            Reader(person, transport, self.record, self.marker, self.tally, self.seed, restless)
            for person in self.people
            for transport, restless in (("ws", False), ("sse", False), ("poll", False), (self.random.choice(["ws", "sse"]), True))
        ]
        for person in self.people * 2:
            with contextlib.suppress(*GONE):
                stream = self.random.choice([WebSocket, EventStream])(self.server, person.token, "now")
                self.crowd.append(await Drain.open(stream))

    def possible_places(self):
        for course, section in [*self.places, self.anchor, *((course, None) for course in self.courses)]:
            yield course, section, "staff"
            yield course, section, "student"

    async def story(self):
        for _ in range(self.acts):
            await self.random.choices([self.lone, self.burst, self.flood, self.staffing, self.listing], [30, 40, 8, 6, 16])[0]()
        await self.flood()
        for person in self.people:
            status, answer = await person.attempt("PUT", f"/v1/me/seat-watches/{self.marker}")
            assert status in (200, 201), answer

    async def lone(self):
        await self.write(self.random.choice(self.people))

    async def burst(self):
        """Several people write at once, so that several commits come in one delivery."""
        self.tally["bursts"] += 1
        await asyncio.gather(*(self.write(self.random.choice(self.people)) for _ in range(self.random.randint(3, 16))))

    async def flood(self):
        """Some readers stall while more is written than their connections hold; then a post is hidden or changed."""
        self.tally["floods"] += 1
        still = self.random.sample(self.readers, self.random.randint(2, len(self.readers) // 2))
        for reader in still:
            reader.hold()
            self.tally["holds"] += 1
        author, (course, section) = self.people[0], self.places[0]
        await self.enroll_in(author, [(course, section)])
        await asyncio.gather(*(self.post(author, course, "public", long=self.random.randint(12_000, 20_000)) for _ in range(8)))
        for _ in range(self.random.randint(0, 6)):
            await self.burst()
        for reader in still:
            reader.release()

    async def judge(self):
        """The faults in everything that the readers got, a sentence each."""
        wrong = list(self.losses())
        for person in self.people:
            since = time.monotonic()
            snapshot = await person.snapshot(self.random.choice([3, 5000]))
            self.record.take_snapshot(person, snapshot, since)
            fresh = held(snapshot)
            wrong += self.lacking(person, fresh)
            for reader in (reader for reader in self.readers if reader.person is person):
                faults = reader.faults + [f"{reader.name} holds {difference}" for difference in reader.differences(fresh)]
                wrong += [*faults, f"{reader.name} came this way: {reader.way}"] if faults else []
        self.tally["changes judged"] += len(self.record.gots)
        return wrong + list(self.record.wrong())

    def losses(self):
        """Acknowledged writes that are not stored, by id and revision."""
        stored = dict(self.server.rows("SELECT id, rev FROM event UNION ALL SELECT id, rev FROM reply"))
        for id, rev in self.acknowledged.items():
            if stored.get(id, 0) < rev:
                yield f"{id} was acknowledged at revision {rev} and is {f'at {stored[id]}' if id in stored else 'lost'}"


async def soak(server, seeds, tally, at_once=12, acts=8, listeners=200):
    """Runs a day for each seed, `at_once` at a time, beside a crowd; returns the faults with their seeds."""
    free, failures = asyncio.Semaphore(at_once), []

    async def one(place, seed):
        async with free:
            try:
                wrong = await Day(server, seed, place, tally, acts).live()
            except Exception as error:  # noqa: BLE001: told with its seed
                wrong = [f"{type(error).__name__}: {error}"]
            if wrong:
                failures.append(f"seed {seed}: {len(wrong)} faults, first:\n  " + "\n  ".join(wrong[:8]))

    begin = time.monotonic()
    people = [Person(server, "Somebody") for _ in range(2 * COURSES)]
    try:
        async with crowd(server, people, CROWD_PLACES, listeners, alive=not server.mortal):
            await asyncio.gather(*(one(1 + place, seed) for place, seed in enumerate(seeds)))
    except Exception as error:  # noqa: BLE001: beside what failed in the days
        failures.append(f"the crowd: {type(error).__name__}: {error}")
    tally["seconds"] = round(time.monotonic() - begin)
    return failures
