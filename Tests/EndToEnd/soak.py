"""Random days of small classes, many at once on one server: bursts of writers, readers who stall, vanish and return."""

import asyncio
import contextlib
import random
import time
import uuid

from copies import held
from crowd import crowd
from oracle import Oracle
from people import PASSWORD
from reader import GONE, Reader
from wires import Drain, EventStream, Http, WebSocket

HEADER = (
    "term,crn,subject,number,title,section,type,credits,days,start,end,start_date,end_date,campus,building,room,instructors,"
    "capacity,enrolled,delivery,attributes"
)
COURSES, SECTIONS = 3, 3  # of each class: the last course is where everyone hears of the end
BIG = "\u8a9e" * 20_000  # 60 KB


def term_rows(classes):
    """A term with the courses of so many classes, and of a crowd, which comes first."""
    yield HEADER
    for crn in range((1 + classes) * COURSES * SECTIONS):
        course, section = divmod(crn, SECTIONS)
        yield f"200010,{10000 + crn},{subject(course // COURSES)},{101 + course % COURSES},A course,D{section + 1}00,LEC,3,MWF,1030,1120,2000-01-04,2000-04-07,,,,,,,In Person,"


def subject(number):
    return "".join(chr(65 + number // 26 ** place % 26) for place in (2, 1, 0)) + "X"


CROWD_PLACES = [(f"200010.{subject(0)}{101 + number % COURSES}", f"200010.{10000 + number % COURSES * SECTIONS}") for number in range(2 * COURSES)]


class Person:
    """Somebody who is signed in, with as many connections as there are requests at once."""

    def __init__(self, server, name):
        self.server, self.name, self.token, self.idle = server, name, None, []

    async def register(self):
        """With a new email for each try: who was not answered does not know whether they are registered."""
        status = None
        while status is None:
            self.email = f"{uuid.uuid4()}@example.edu"
            account = {"email": self.email, "password": PASSWORD, "displayName": self.name}
            try:
                status, answer = await self.request("POST", "/v1/accounts", account)
            except GONE:
                await self.server.up.wait()
        assert status == 201, answer
        self.id = answer["account"]["id"]
        self.take(answer)

    def take(self, answer):
        self.token, self.refresh_token = answer["accessToken"], answer["refreshToken"]

    async def renew(self):
        """A token is good for a quarter of an hour."""
        status, answer = await self.request("POST", "/v1/sessions/refresh", {"refreshToken": self.refresh_token})
        assert status == 200, answer
        self.take(answer)

    async def request(self, method, path, body=None):
        http = self.idle.pop() if self.idle else Http(self.server, self.token)
        http.token = self.token
        answer = await http.request(method, path, body)
        if http.streams:
            self.idle.append(http)
        return answer

    async def attempt(self, method, path, body=None):
        """Refusals are part of life, but never a server's fault. Tried again while the server is away."""
        while True:
            try:
                status, answer = await self.request(method, path, body)
            except GONE:
                await self.server.up.wait()
                continue
            assert status < 500, f"{method} {path}: {status} {answer}"
            return status, answer

    async def snapshot(self, limit):
        """All pages of a snapshot as one; from the beginning again if the server goes away in the middle."""
        while True:
            try:
                return await self.whole_snapshot(limit)
            except GONE:
                await self.server.up.wait()

    async def whole_snapshot(self, limit):
        status, whole = await self.request("GET", f"/v1/snapshot?limit={limit}")
        assert status == 200, whole
        following = whole["next"]
        while following:
            status, page = await self.request("GET", f"/v1/snapshot?next={following}&limit={limit}")
            assert status == 200, page
            for part in ("enrollments", "courses", "events", "replies"):
                whole[part] += page[part]
            following = page["next"]
        return whole

    def close(self):
        for http in self.idle:
            http.close()


class Day:
    """One class with one random history."""

    def __init__(self, server, seed, place, known, acts):
        self.server, self.seed, self.known, self.acts = server, seed, known, acts
        self.random = random.Random(seed)
        numbers = range(place * COURSES * SECTIONS, (place + 1) * COURSES * SECTIONS)
        ids = [f"200010.{10000 + number}" for number in numbers]
        self.courses = [f"200010.{subject(place)}{101 + number}" for number in range(COURSES)]
        self.anchor = (self.courses[-1], ids[-1])
        self.places = list(zip([c for c in self.courses[:-1] for _ in range(SECTIONS)], ids))
        self.people = [Person(server, name) for name in ("Ada", "Ben", "Cyd", "Dee", "Eve")]
        self.events, self.replies, self.acknowledged, self.readers, self.crowd = [], [], {}, [], []

    async def live(self):
        """Lives the day, and answers what was wrong."""
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
        await asyncio.gather(*(person.register() for person in self.people))
        ada, ben, cyd, dee, eve = self.people
        first, second = self.places[0][1], self.places[1][1]
        for person, sections in ((ada, [first, self.places[3][1]]), (ben, [first]), (cyd, [second]), (dee, [self.places[4][1]]), (eve, [])):
            await person.attempt("POST", "/v1/me/enrollments", {"sections": [self.anchor[1], *sections]})
        await self.staff("grant", dee, self.places[0][0])
        self.readers = [
            Reader(self.server, person, transport, self.known, self.seed, restless)
            for person in self.people
            for transport, restless in (("ws", False), ("sse", False), ("poll", False), (self.random.choice(["ws", "sse"]), True))
        ]
        for person in self.people * 2:
            with contextlib.suppress(*GONE):
                self.crowd.append(await Drain.open(self.random.choice([WebSocket, EventStream])(self.server, person.token, "now")))

    async def story(self):
        for _ in range(self.acts):
            await self.random.choices([self.lone, self.burst, self.flood, self.staffing], [30, 40, 8, 6])[0]()
        await self.flood()
        for person in self.people:
            await self.post(person, self.anchor[0], {"title": "the end", "visibility": "private"})

    async def lone(self):
        await self.write(self.random.choice(self.people))

    async def burst(self):
        """Several people write at once, so that several commits come in one delivery."""
        self.known.tally["bursts"] += 1
        await asyncio.gather(*(self.write(self.random.choice(self.people)) for _ in range(self.random.randint(3, 16))))

    async def flood(self):
        """Some readers hold still while more is written than their connections hold; then something is hidden or changed."""
        self.known.tally["floods"] += 1
        still = self.random.sample(self.readers, self.random.randint(2, len(self.readers) // 2))
        for reader in still:
            reader.hold()
            self.known.tally["holds"] += 1
        author, (course, section) = self.people[0], self.places[0]
        await author.attempt("POST", "/v1/me/enrollments", {"sections": [section]})
        await asyncio.gather(*(self.post(author, course, {"title": f"big {n}", "body": BIG[:self.random.randint(12_000, 20_000)]}) for n in range(8)))
        for _ in range(self.random.randint(0, 6)):
            await self.burst()
        for reader in still:
            reader.release()

    async def staffing(self):
        person, (course, section) = self.random.choice(self.people), self.random.choice(self.places)
        await self.staff(self.random.choice(["grant", "revoke"]), person, course, *([section] if self.random.random() < 0.4 else []))

    async def staff(self, verb, person, course, *sections):
        """By an admin's command, in another process than the server."""
        self.known.tally["staff commands"] += 1
        options = [option for section in sections for option in ("--section", section)]
        await asyncio.to_thread(self.server.admin, "staff", verb, person.email, course, *options, check=False)

    async def write(self, me):
        act = self.random.choices(
            [self.post_something, self.reply, self.edit, self.delete, self.edit_reply, self.delete_reply, self.enroll, self.drop,
             self.rename, self.answer, self.me_too, self.notice, self.restore],
            [22, 17, 22, 6, 5, 5, 9, 8, 2, 6, 6, 3, 5])[0]
        self.known.tally[act.__name__] += 1
        await act(me)

    def visibility(self):
        return self.random.choice(["public", "public", "staff", "private"])

    async def post(self, me, course, fields):
        """With an id of ours, so that it can be sent again."""
        id = str(uuid.UUID(int=self.random.getrandbits(128), version=4))
        status, event = await me.attempt("POST", f"/v1/courses/{course}/events", {"id": id} | fields)
        if status in (200, 201):
            self.acknowledge(event)
            self.events.append((event["id"], me))
        return event

    def acknowledge(self, stored):
        self.acknowledged[stored["id"]] = max(stored["rev"], self.acknowledged.get(stored["id"], 0))

    async def post_something(self, me):
        course, section = self.random.choice(self.places)
        fields = {
            "title": f"about {self.random.random()}", "visibility": self.visibility(), "body": "x" * self.random.choice([0, 100, 3000]),
            "kind": self.random.choice(["note", "question"]), "anonymous": self.random.random() < 0.3}
        if self.random.random() < 0.3:
            fields["sections"] = [section]
        await self.post(me, course, fields)

    async def edit(self, _):
        if self.events:
            (event, author), (_, section) = self.random.choice(self.events[-30:]), self.random.choice(self.places)
            change = self.random.choice(
                [{"visibility": self.visibility()}, {"visibility": self.visibility()}, {"sections": [section]}, {"sections": []},
                 {"due": "2026-11-25T01:00:00Z"}, {"title": f"new {self.random.random()}"}])
            status, edited = await author.attempt("PATCH", f"/v1/events/{event}", change)
            if status == 200:
                self.acknowledge(edited)

    async def delete(self, me):
        if self.events:
            event, author = self.random.choice(self.events)
            await self.random.choice([me, author]).attempt("DELETE", f"/v1/events/{event}?reason=off")

    async def reply(self, me):
        if self.events:
            id = str(uuid.UUID(int=self.random.getrandbits(128), version=4))
            event = self.random.choice(self.events[-30:])[0]
            fields = {"body": f"{self.random.random()}", "anonymous": self.random.random() < 0.3}
            status, reply = await me.attempt("POST", f"/v1/events/{event}/replies", {"id": id} | fields)
            if status in (200, 201):
                self.acknowledge(reply)
                self.replies.append((reply["id"], event, me))

    async def edit_reply(self, _):
        if self.replies:
            reply, _, author = self.random.choice(self.replies)
            await author.attempt("PATCH", f"/v1/replies/{reply}", {"body": f"{self.random.random()}"})

    async def delete_reply(self, me):
        if self.replies:
            reply, _, author = self.random.choice(self.replies)
            await self.random.choice([me, author]).attempt("DELETE", f"/v1/replies/{reply}?reason=off")

    async def answer(self, me):
        """By who asked, or by staff; or it is taken back."""
        if self.replies:
            reply, event, _ = self.random.choice(self.replies[-30:])
            author = next(author for id, author in self.events if id == event)
            someone = self.random.choice([me, author])
            if self.random.random() < 0.7:
                await someone.attempt("PUT", f"/v1/events/{event}/answer", {"reply": reply})
            else:
                await someone.attempt("DELETE", f"/v1/events/{event}/answer")

    async def me_too(self, me):
        if self.events:
            event, _ = self.random.choice(self.events[-30:])
            await me.attempt(self.random.choice(["PUT", "PUT", "DELETE"]), f"/v1/events/{event}/me-too")

    async def restore(self, me):
        """What staff removed, by staff: others are refused."""
        if self.random.random() < 0.5 and self.events:
            await me.attempt("POST", f"/v1/events/{self.random.choice(self.events)[0]}/restore")
        elif self.replies:
            await me.attempt("POST", f"/v1/replies/{self.random.choice(self.replies)[0]}/restore")

    async def notice(self, me):
        section = self.random.choice(self.places)[1]
        status, sent = await me.attempt("POST", "/v1/notices", {"sections": [section], "title": f"notice {self.random.random()}"})
        if status == 201:
            self.events += [(event["id"], me) for event in sent["items"]]

    async def enroll(self, me):
        await me.attempt("POST", "/v1/me/enrollments", {"sections": [self.random.choice(self.places)[1]]})

    async def drop(self, me):
        await me.attempt("DELETE", f"/v1/me/enrollments/{self.random.choice(self.places)[1]}")

    async def rename(self, me):
        await me.attempt("PATCH", "/v1/me", {"displayName": f"{me.name} {self.random.random()}"})

    async def judge(self):
        """Everything that is wrong with what the readers got, a sentence each."""
        oracle = Oracle(self.server.database, self.courses, [person.id for person in self.people])
        wrong = oracle.losses(self.acknowledged)
        for person in self.people:
            fresh = held(await person.snapshot(self.random.choice([3, 5000])))
            for reader in (reader for reader in self.readers if reader.person is person):
                differences = list(reader.differences(fresh))
                if differences:
                    wrong.append(f"{reader.name} came this way: {reader.way}")
                wrong += [f"{reader.name} holds {difference}" for difference in differences]
                for number, leg in enumerate(reader.legs):
                    wrong += [f"{reader.name}: {leak}" for leak in oracle.uncovered(person.id, (change for _, change, _ in leg.changes))]
                    self.known.tally["changes judged"] += len(leg.changes)
                    wrong += [f"{reader.name}, leg {number} of {len(reader.legs)} from {leg.start}: {fault}" for fault in oracle.faults(person.id, leg)]
        return wrong


async def soak(server, seeds, known, at_once=12, acts=8, listeners=200):
    """Lives a day for each seed, `at_once` at a time, beside a crowd, and answers what was wrong, with the seed."""
    free, failures = asyncio.Semaphore(at_once), []

    async def one(place, seed):
        async with free:
            try:
                wrong = await Day(server, seed, place, known, acts).live()
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
    known.tally["seconds"] = round(time.monotonic() - begin)
    return failures
