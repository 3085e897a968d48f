"""Random histories in which every word is unique, judged by a model of the contract.

One operation follows another, each acknowledged before the next. So the model knows, after each operation, which
words each person may see, and which words nobody may see any more. It is written from the contract alone.

A seed is a small class of its own: five people, two courses, and readers of every kind. At a quiet point nothing is
written, and every reading is judged exactly.
"""

import asyncio
import collections
import contextlib
import dataclasses
import functools
import json
import random
import re
import time
import uuid

from copies import held
from people import PASSWORD
from soak import HEADER, Person, subject
from wires import GONE, EventStream, WebSocket

WORD = re.compile(r"w[0-9a-f]{12}")
PATIENCE = 30  # seconds in which a live reader must hear of what is acknowledged
LIMITS = [1, 2, 3, 7, 500]
SECTIONS = (3, 2)  # of each of a seed's courses
MARKERS = [f"200010.{1000 + number}" for number in range(200)]  # sections that nobody is in: to watch one is a marker
FAULTS_KEPT = 10  # of each kind and seed: one defect shows in many places
HIDDEN = {"displayName": "Anonymous", "role": "student"}
TYPES = ("event", "reply", "removal")  # the model knows these in full


def term_rows(seeds):
    """A registrar's file with two courses for each seed, and one whose sections mark quiet points."""
    yield HEADER
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


# The model: who may see what, and in which words.


@dataclasses.dataclass(frozen=True)
class Event:
    id: str
    course: str
    author: str
    kind: str
    title: str
    body: str
    visibility: str
    sections: frozenset
    anonymous: bool
    moves: int = 0
    removed: str = None  # the reason of the staff who removed it


@dataclasses.dataclass(frozen=True)
class Reply:
    id: str
    event: str
    number: int
    author: str
    body: str
    anonymous: bool
    removed: str = None


class Model:
    """The state of one class at one moment. A state that was passed is never changed: `fork` first."""

    def __init__(self, people):
        self.people = people  # id -> Person
        self.aliases = {}  # (event, account) -> alias, learned from the author's own answers
        self.names = {}
        self.places = {id: frozenset() for id in people}  # of (course, section or None, role)
        self.events, self.replies = {}, {}
        self.known = {}

    def fork(self):
        other = Model.__new__(Model)
        other.people, other.aliases = self.people, self.aliases
        other.names, other.places = dict(self.names), dict(self.places)
        other.events, other.replies = dict(self.events), dict(self.replies)
        other.known = {}
        return other

    # Who may see.

    def in_course(self, person, course):
        return any(place[0] == course for place in self.places[person])

    def staffed(self, person, course):
        """The sections whose staff somebody is; None stands for the whole course."""
        return {section for of, section, role in self.places[person] if of == course and role == "staff"}

    def in_charge(self, person, event):
        """Whether somebody answers for an event as staff. Nobody does for a private one."""
        staffed = self.staffed(person, event.course)
        ours = not event.sections or None in staffed or bool(staffed & event.sections)
        return event.visibility != "private" and bool(staffed) and ours

    def reaches(self, person, event):
        """Whether somebody is of an event's audience, also when the event is removed."""
        if event.visibility == "private":
            return person == event.author
        if not self.in_course(person, event.course):
            return False
        if person == event.author or self.in_charge(person, event):
            return True
        sections = {section for course, section, _ in self.places[person] if course == event.course}
        return event.visibility == "public" and (not event.sections or bool(sections & event.sections))

    def sees(self, person, event):
        return event is not None and event.removed is None and self.reaches(person, event)

    def sees_reply(self, person, reply):
        return reply.removed is None and self.sees(person, self.events.get(reply.event))

    def seen_events(self, person):
        return [event for event in self.events.values() if self.sees(person, event)]

    def thread(self, event):
        """The replies that stand in a thread, oldest first."""
        replies = [reply for reply in self.replies.values() if reply.event == event and reply.removed is None]
        return sorted(replies, key=lambda reply: reply.number)

    def enrollments(self, person):
        """What the snapshot says of somebody's places: being staff stands before the student's place beside it."""
        roles = {}
        for course, section, role in sorted(self.places[person], key=lambda place: place[2], reverse=True):
            roles[course, section] = "staff" if "staff" in (role, roles.get((course, section))) else role
        return {(course, section, role) for (course, section), role in roles.items()}

    # What they see.

    def expected(self, person, kind, id):
        """The fields of a subject that the model knows, as somebody must see them; None if they may not."""
        key = person, kind, id
        if key not in self.known:
            self.known[key] = getattr(self, f"{kind}_body")(person, id)
        return self.known[key]

    def event_body(self, person, id):
        event = self.events.get(id)
        if not self.sees(person, event):
            return None
        thread = self.thread(id)
        return {
            "id": id, "course": event.course, "kind": event.kind, "title": event.title, "body": event.body,
            "visibility": event.visibility, "sections": sorted(event.sections), "anonymous": event.anonymous,
            "author": self.author(person, event, event), "replyCount": len(thread),
            "latestText": (thread[-1].body if thread else event.title)[:40], "dueHistory": (event.moves, self.mover(event)),
        }

    def reply_body(self, person, id):
        reply = self.replies.get(id)
        if reply is None or not self.sees_reply(person, reply):
            return None
        return {
            "id": id, "event": reply.event, "number": reply.number, "body": reply.body, "anonymous": reply.anonymous,
            "author": self.author(person, self.events[reply.event], reply),
        }

    def author(self, person, event, item):
        """An author as somebody must see them. `email` is None where it must be absent, and left out where it may be either."""
        charge = self.in_charge(person, event)
        if item.anonymous and not charge:
            return {"id": self.aliases.get((event.id, item.author))} | HIDDEN
        email = {} if event.visibility == "private" else {"email": self.people[item.author].email if charge else None}
        return {"id": item.author, "displayName": self.names[item.author]} | email

    def mover(self, event):
        """Who moved a due date: the alias, for staff too. Whether a name comes with an email is left open."""
        return self.aliases.get((event.id, event.author)) if event.anonymous else event.author

    def removal_body(self, person, id):
        item = self.events.get(id) or self.replies.get(id)
        if item is None or item.removed is None:
            return None
        is_reply = isinstance(item, Reply)
        event = self.events.get(item.event) if is_reply else item
        if not (self.sees(person, event) if is_reply else self.reaches(person, event)):
            return None
        body = {"id": id, "course": event.course, "event": event.id, "reply": is_reply}
        if event.visibility == "private":
            return body
        told = person == item.author or self.in_charge(person, event)
        return body | {"title": event.title if told else None, "reason": (item.removed or None) if told else None}

    def visible(self, person, kind):
        """The ids of all subjects of a kind that somebody may see."""
        subjects = {"event": self.events, "reply": self.replies}.get(kind) or {**self.events, **self.replies}
        return {id for id in subjects if self.expected(person, kind, id) is not None}

    def left_open(self, person, kind, id):
        """Whether it may be shown or not: a removal under one's own private event, seen from outside the course."""
        return kind == "removal" and id in self.replies and not self.in_course(person, self.events[self.replies[id].event].course)

    # Words.

    def words(self, person, kind, id):
        """The words that may stand in what somebody is told of a subject."""
        body = self.expected(person, kind, id)
        if body is None:
            return set()
        words = set(WORD.findall(json.dumps(body)))
        author = self.people.get(body.get("author", {}).get("id"))
        if author:
            words |= author.words
        if kind == "removal" and "title" not in body:  # of one's own private event
            item = self.replies[id]
            words |= {item.removed, *WORD.findall(self.events[item.event].title)}
        return words

    def all_words(self, person):
        """All words that somebody may see anywhere, but for those of their own account and inbox."""
        return {word for kind in TYPES for id in self.visible(person, kind) for word in self.words(person, kind, id)}


def differing(actual, expected):
    """The fields in which a body is not what the model expects."""
    for field, wanted in expected.items():
        given = actual.get(field)
        if field == "author":
            bare = wanted.get("displayName") != "Anonymous" or len(given) == 3
            if not bare or any(given.get(part) != value for part, value in wanted.items()):
                yield field
        elif field == "dueHistory":
            if (len(given), {move["by"]["id"] for move in given} - {wanted[1]}) != (wanted[0], set()):
                yield field
        elif (sorted(given) if field == "sections" else given) != wanted:
            yield field


# Clients: copies that are kept in step.


class Client:
    """Somebody's copy. A purging one forgets a scope at `scopeRevoked`, a waiting one knows upserts and removals alone."""

    def __init__(self, person, transport, purging=False, dice=None):
        self.person, self.transport, self.purging, self.dice = person, transport, purging, dice
        self.cursor, self.held = None, None

    @property
    def name(self):
        return f"{self.person.name}'s {'purging' if self.purging else 'waiting'} {self.transport}"

    async def begin(self):
        snapshot = await self.person.snapshot(5000)
        self.cursor, self.held = snapshot["cursor"], held(snapshot)

    def apply(self, change):
        kind, op = change.get("type"), change["op"]
        if op == "upsert":
            self.held.setdefault(kind, {})[change["id"]] = change["body"]
        elif op == "remove":
            self.held.setdefault(kind, {}).pop(change["id"], None)
            if kind == "event":
                self.forget_replies({change["id"]})
        elif op == "scopeRevoked" and self.purging:
            self.purge(change["course"], change["section"])

    def forget_replies(self, events):
        """With events go their replies. A reply whose event is still to come stays."""
        self.held["reply"] = {id: reply for id, reply in self.held["reply"].items() if reply["event"] not in events}

    def purge(self, course, section):
        """Keeps what the other places let one see, and one's own private events."""
        self.held["enrollment"].pop(section or course, None)
        places = [place for place in self.held["enrollment"].values() if place["course"] == course]
        gone = {id for id, event in self.held["event"].items() if event["course"] == course and not self.may_keep(event, places)}
        for id in gone:
            del self.held["event"][id]
        self.forget_replies(gone)
        if not places:
            self.held["course"].pop(course, None)
            self.held["removal"] = {id: each for id, each in self.held["removal"].items() if each["course"] != course}

    def may_keep(self, event, places):
        if event["visibility"] == "private":
            return True
        sections = {place["section"] for place in places}
        staffed = {place["section"] for place in places if place["role"] == "staff"}
        mark = self.held["mark"].get(event["id"])
        if places and (event["author"]["id"] == self.person.id or mark and mark["mine"]):
            return True
        if staffed and (not event["sections"] or None in staffed or staffed & set(event["sections"])):
            return True
        for_us = not event["sections"] or bool(sections & set(event["sections"]))
        return event["visibility"] == "public" and bool(places) and for_us

    def at_marker(self, marker):
        """Whether the last thing that was written has come. A watch is new and one's own, so nothing else brings it."""
        return marker in self.held["seatWatch"]

    def open_stream(self):
        kind = WebSocket if self.transport == "ws" else EventStream
        return kind(self.person.server, self.person.token, self.cursor)

    async def receive(self, stream):
        """Takes the next change of a stream, whose cursor is one's own from then on."""
        kind, change, cursor = await stream.frame()
        while kind == "at":
            kind, change, cursor = await stream.frame()
        assert kind == "change", f"{self.name}: {kind} {change}"
        self.take(change)
        self.cursor = cursor
        return change

    async def page(self, limit, wait=0):
        path = f"/v1/changes?cursor={self.cursor}&wait={wait}&limit={limit}"
        status, page = await self.person.attempt("GET", path)
        assert status == 200, f"{self.name}: {status} {page}"
        return page


class Live(Client):
    """Always on. What comes is judged at the next quiet point, by the states that it may have been read in."""

    def __init__(self, *arguments, story):
        super().__init__(*arguments)
        self.story, self.arrivals, self.moved = story, [], asyncio.Event()

    async def run(self):
        while True:
            try:
                await (self.poll() if self.transport == "poll" else self.listen(self.dice.randint(1, 80)))
            except GONE:
                await self.person.server.up.wait()
                await asyncio.sleep(0.01)

    async def poll(self):
        limit = self.dice.choice(LIMITS)
        page = await self.page(limit, wait=10)
        self.story.judge_page(self, page, limit)
        for change in page["changes"]:
            self.take(change)
        self.cursor = page["cursor"]

    async def listen(self, frames):
        async with self.open_stream() as stream:
            for _ in range(frames):
                await self.receive(stream)

    def take(self, change):
        self.arrivals.append((len(self.story.states), change))
        self.apply(change)
        self.moved.set()

    async def reach(self, marker):
        async with asyncio.timeout(PATIENCE):
            while not self.at_marker(marker):
                self.moved.clear()
                await self.moved.wait()


class Absent(Client):
    """Mostly offline. Comes back with an old cursor at quiet points, reads all or a little, and goes again."""

    def __init__(self, *arguments, story):
        super().__init__(*arguments)
        self.story, self.saved, self.joining = story, [], None
        self.passed = ()  # cursors that what is held has come by

    async def begin(self):
        await super().begin()
        self.save()

    def save(self):
        self.saved.append((self.cursor, copied(self.held), self.passed))
        self.passed += (self.cursor,)

    def load(self, saved):
        self.cursor, held, self.passed = saved
        self.held = copied(held)

    async def come_back(self, marker, whole):
        if self.joining is None:
            self.go_elsewhere()
        if self.joining is None:
            await self.replay(marker, None if whole else self.dice.choice([1, 2, 3, 5, 10, 30]))

    def go_elsewhere(self):
        """Now and then to an older copy, to an older cursor with what is held (twice does no harm), or to a new snapshot.

        What a purging copy forgets depends on the places that it holds: these must be as old as its cursor.
        """
        if self.dice.random() < 0.25:
            self.save()
        elif self.dice.random() < 0.2:
            self.load(self.dice.choice(self.saved))
        elif self.passed and not self.purging and self.dice.random() < 0.2:
            back = self.dice.randrange(len(self.passed))
            self.cursor, self.passed = self.passed[back], self.passed[:back]
        elif self.dice.random() < 0.1:
            self.joining = ""

    async def come_back_from_everywhere(self, marker):
        """At the end: from where one is, and from older copies too."""
        await self.replay(marker, None)
        for saved in self.dice.sample(self.saved, min(4, len(self.saved))):
            self.load(saved)
            await self.replay(marker, None)

    async def replay(self, marker, budget):
        await (self.replay_pages(budget) if self.transport == "poll" else self.replay_frames(marker, budget))
        if budget is None:
            if not self.at_marker(marker):
                self.story.fault("loss", f"{self.name} came to the end without what was written last")
            self.story.compare(self)

    def take(self, change):
        self.story.judge_exactly(self, change)
        self.apply(change)

    async def replay_pages(self, budget):
        limit = self.dice.choice(LIMITS)
        for _ in range(budget or 5000):
            page = await self.page(limit)
            self.story.judge_page(self, page, limit)
            for change in page["changes"]:
                self.take(change)
            self.cursor = page["cursor"]
            if not page["more"]:
                return
        if budget is None:
            self.story.fault("loss", f"{self.name} never comes to the end of the pages")

    async def replay_frames(self, marker, budget):
        """Up to the marker, which is the last that was written."""
        try:
            async with asyncio.timeout(PATIENCE), self.open_stream() as stream:
                for _ in range(budget or 50_000):
                    change = await self.receive(stream)
                    if change.get("type") == "seatWatch" and self.at_marker(marker):
                        return
        except TimeoutError:
            if budget is None or not self.at_marker(marker):
                self.story.fault("loss", f"{self.name} waits in vain for what was written last")

    async def join(self):
        """Reads one page of a snapshot; the next comes after other operations."""
        query = f"&next={self.joining}" if self.joining else ""
        status, page = await self.person.attempt("GET", f"/v1/snapshot?limit={self.dice.choice([1, 3])}{query}")
        assert status == 200, page
        if not self.joining:
            self.cursor, self.passed = page["cursor"], ()
            self.held = held(page)
        for kind, subjects in held(page).items():
            for id, body in subjects.items():
                if kind in TYPES:
                    self.story.judge(self, upsert(kind, body), self.story.model)
                if body is not None:
                    self.held[kind][id] = body
        self.joining = page["next"]


# The story of one seed.


class Student(Person):
    """Somebody whose name and email are words."""

    async def register(self, words):
        self.email = f"{words('email of ' + self.name)}@example.edu"
        account = {"email": self.email, "password": PASSWORD, "displayName": self.name}
        status, answer = await self.attempt("POST", "/v1/accounts", account)
        assert status == 201, answer
        self.id, self.handle = answer["account"]["id"], answer["account"]["handle"]
        self.words = set(WORD.findall(self.handle))
        self.told = set()  # the reasons in their inbox
        self.take(answer)


    async def whole_snapshot(self, limit):
        """All parts of all pages."""
        status, whole = await self.request("GET", f"/v1/snapshot?limit={limit}")
        following = whole["next"]
        while following:
            status, page = await self.request("GET", f"/v1/snapshot?next={following}&limit={limit}")
            assert status == 200, page
            for part in page:
                if isinstance(page[part], list):
                    whole[part] += page[part]
            following = page["next"]
        assert status == 200, whole
        return whole


class Story:
    """One class with one random history, and all that is wrong with what its people get."""

    def __init__(self, campus, seed, place, operations):
        self.campus, self.seed, self.operations = campus, seed, operations
        self.random = random.Random(f"words {seed}")
        self.courses = courses_of(place)
        self.people = [Student(campus.server, name) for name in ("ada", "ben", "cyd", "dee", "eve")]
        self.meaning, self.labels, self.trail, self.faults = {}, {}, [], []
        self.states, self.marker, self.since, self.fresh = [], None, 0, {}
        self.markers = iter(MARKERS)

    def __repr__(self):
        return f"seed {self.seed}"

    def word(self, meaning):
        word = f"w{self.random.getrandbits(48):012x}"
        self.meaning[word] = f"{meaning}, operation {len(self.trail)}"
        return word

    def fault(self, kind, text):
        self.campus.tally[f"faults: {kind}"] += 1
        if sum(other == kind for other, _, _ in self.faults) < FAULTS_KEPT:
            self.faults.append((kind, len(self.trail), text))

    # Life.

    async def live(self):
        tasks = []
        try:
            async with self.campus.gate.shared():
                await self.begin()
            tasks = [asyncio.create_task(reader.run()) for reader in self.live_readers]
            await self.watch(tasks, self.happen())
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for person in self.people:
                person.close()

    async def watch(self, tasks, story):
        """Ends with the story, or with a reader who fails."""
        story = asyncio.create_task(story)
        try:
            done, _ = await asyncio.wait([story, *tasks], return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            story.cancel()
            await asyncio.gather(story, return_exceptions=True)

    async def begin(self):
        for person in self.people:
            await person.register(self.word)
        self.model = Model({person.id: person for person in self.people})
        self.states.append(self.model)
        for person in self.people:
            await self.rename(person)
        await self.first_places()
        self.live_readers, self.absent = [], []
        for number, person in enumerate(self.people):
            dice = random.Random(f"{self.seed} {number}")
            for transport in dice.sample(["ws", "sse", "poll"], 2):
                self.live_readers.append(Live(person, transport, dice.random() < 0.5, random.Random(dice.random()), story=self))
            for purging in (True, False):
                transport = dice.choice(["ws", "sse", "poll", "poll"])
                self.absent.append(Absent(person, transport, purging, random.Random(dice.random()), story=self))
        await asyncio.gather(*(reader.begin() for reader in self.live_readers + self.absent))

    async def first_places(self):
        """Students of one section or two, somebody who is staff of one and student of another, and maybe staff of all."""
        course, sections = next(iter(self.courses.items()))
        *students, dee, eve = self.people
        for person in students:
            for section in self.random.sample(sections, self.random.choice([1, 2, 2])):
                await self.enroll_in(person, course, section)
        await self.enroll_in(dee, course, sections[1])
        await self.grant(dee, course, sections[0])
        if self.random.random() < 0.5:
            await self.grant(eve, course, None)

    async def happen(self):
        await self.quiet()
        done = 0
        while done < self.operations:
            for _ in range(min(self.random.choice([1, 2, 4, 8]), self.operations - done)):
                async with self.campus.gate.shared():
                    await self.step()
                    await self.join()
                done += 1
            await self.quiet(last=done == self.operations)

    async def join(self):
        """Those who come as new read their snapshot while others write."""
        for reader in self.absent:
            if reader.joining is not None and self.random.random() < 0.5:
                await reader.join()

    async def quiet(self, last=False):
        async with self.campus.gate.shared():
            for reader in self.absent if last else []:
                while reader.joining is not None:
                    await reader.join()
            self.marker = next(self.markers)
            await asyncio.gather(*map(self.mark_end, self.people))
            await asyncio.gather(*map(self.snapshot, self.people))
        # A server that is killed now is missed by live readers alone.
        await asyncio.gather(*map(self.judge_live, self.live_readers))
        async with self.campus.gate.shared():
            if last:
                await asyncio.gather(*(reader.come_back_from_everywhere(self.marker) for reader in self.absent))
            else:
                coming = [reader for reader in self.absent if self.random.random() < 0.25]
                wholes = [self.random.random() < 0.6 for _ in coming]
                await asyncio.gather(*(reader.come_back(self.marker, whole) for reader, whole in zip(coming, wholes)))
            await self.probe()
        self.since = len(self.states) - 1

    async def mark_end(self, person):
        """The last thing of a quiet point: nobody watches more than 50 sections."""
        watched = self.fresh.get(person.id, {}).get("seatWatch", {})
        if len(watched) > 40:
            await person.attempt("DELETE", f"/v1/me/seat-watches/{min(watched)}")
        status, answer = await person.attempt("PUT", f"/v1/me/seat-watches/{self.marker}")
        assert status == 201, answer

    async def judge_live(self, reader):
        try:
            await reader.reach(self.marker)
        except TimeoutError:
            return self.fault("loss", f"{reader.name} waits in vain for what was written last")
        for count, change in reader.arrivals:
            self.judge(reader, change, *self.states[self.since:count + 1])
        reader.arrivals = []
        self.compare(reader)

    # Judging.

    def label(self, id):
        return self.labels.get(id, id)

    def judge(self, reader, change, *states):
        """A change must be right by one of these states."""
        said = json.dumps(change)
        for state in reversed(states):
            faults = list(self.wrong(reader.person, change, said, state))
            if not faults:
                return
        for kind, text in list(self.wrong(reader.person, change, said, states[-1])):
            self.fault(kind, f"{reader.name} got {change['op']} {change['type']} {self.label(change['id'])}: {text}")

    def wrong(self, person, change, said, state):
        if change["op"] != "upsert":
            if "body" in change:
                yield "unseen", "a removal with a body"
            return
        kind, id, words = change["type"], change["id"], own_words(person, state)
        if kind == "notification":
            words |= person.told
        if kind in TYPES:
            expected, words = state.expected(person.id, kind, id), words | state.words(person.id, kind, id)
            if expected is None:
                yield "unseen", f"they may not see this {kind}"
            elif fields := list(differing(change["body"], expected)):
                values = ", ".join(f"{field} {change['body'].get(field)!r}, not {expected[field]!r}" for field in fields)
                yield "untrue", values
        yield from self.foreign(person, said, words, state, kind, id)

    def foreign(self, person, said, words, state, kind=None, id=None):
        """Words that must not stand here, and the ids of those who must not be recognized."""
        for word in sorted(set(WORD.findall(said)) - words):
            gone = not any(word in state.all_words(other) for other in state.people) and word not in self.names_now(state)
            yield "gone word" if gone else "unseen word", f"the word {word} ({self.meaning.get(word)})"
        expected = state.expected(person.id, kind, id) if kind in TYPES else None
        if expected and expected.get("author", {}).get("displayName") == "Anonymous":
            author = (state.events.get(id) or state.replies.get(id)).author
            if author in said and author != person.id:
                yield "unseen word", f"the account of the anonymous {state.people[author].name}"

    def names_now(self, state):
        return set(state.names.values()) | {word for person in self.people for word in WORD.findall(person.email)}

    def judge_page(self, reader, page, limit):
        named = [(change["type"], change["id"]) for change in page["changes"] if "id" in change]
        for (kind, id), times in collections.Counter(named).items():
            if times > 1:
                self.fault("twice", f"{reader.name} got {kind} {self.label(id)} {times} times in one page of {limit}")
        if len(page["changes"]) > limit:
            self.fault("twice", f"{reader.name} got {len(page['changes'])} changes in a page of {limit}")

    def judge_exactly(self, reader, change):
        """While nothing is written: the present state, or a removal of what is not there."""
        self.judge(reader, change, self.model)
        self.campus.tally["changes judged exactly"] += 1
        if "id" not in change:
            return
        kind, id = change["type"], change["id"]
        now = self.fresh[reader.person.id].get(kind, {}).get(id)
        what = f"{reader.name} got {change['op']} {kind} {self.label(id)}"
        if change["op"] == "remove" and now is not None:
            self.fault("not present", f"{what}, which is there")
        elif change["op"] == "upsert" and now is None and kind not in TYPES:
            self.fault("not present", f"{what}, which is not there: {change['body']}")
        elif change["op"] == "upsert" and now is not None and now != change["body"]:
            self.fault("not present", f"{what}, but present is {difference(change['body'], now)}")

    def compare(self, reader):
        """A copy must equal the fresh snapshot. One that does not is told once, and made anew."""
        fresh, mine = self.fresh[reader.person.id], reader.held
        self.campus.tally["copies compared"] += 1
        if mine == fresh:
            return
        for kind in mine.keys() | fresh.keys():
            one, other = mine.get(kind, {}), fresh.get(kind, {})
            for id in one.keys() | other.keys():
                if one.get(id) != other.get(id):
                    self.fault("copy", f"{reader.name} holds {kind} {self.label(id)}: {difference(one.get(id), other.get(id))}")
        reader.held = copied(fresh)

    async def snapshot(self, person):
        """Reads a fresh snapshot, and holds it against the model."""
        snapshot = await person.snapshot(self.random.choice([3, 20, 5000, 5000]))
        fresh = self.fresh[person.id] = held(snapshot)
        reader = Client(person, "snapshot")
        for kind in TYPES:
            visible = self.model.visible(person.id, kind)
            lacking = [id for id in visible - fresh[kind].keys() if not self.model.left_open(person.id, kind, id)]
            for id in lacking:
                self.fault("snapshot", f"{person.name}'s snapshot lacks {kind} {self.label(id)}")
            for id, body in fresh[kind].items():
                self.judge(reader, upsert(kind, body), self.model)
        self.check_places(person, fresh)
        self.check_inbox(person, fresh)
        for fault in self.foreign(person, json.dumps(snapshot), self.allowed(person), self.model):
            self.fault(fault[0], f"{person.name}'s snapshot has {fault[1]}")

    def check_places(self, person, fresh):
        places = {(each["course"], each["section"], each["role"]) for each in fresh["enrollment"].values()}
        if places != self.model.enrollments(person.id):
            wrong = sorted(map(str, places ^ self.model.enrollments(person.id)))
            self.fault("places", f"{person.name}'s places are {sorted(map(str, places))}; these are wrong or missing: {wrong}")
            self.model.places[person.id] = frozenset(places)
            self.model.known = {}
        if fresh["course"].keys() != {course for course, _, _ in places}:
            self.fault("snapshot", f"{person.name}'s courses are {sorted(fresh['course'])}")

    def check_inbox(self, person, fresh):
        """Nobody keeps what they were told of an event that they may not see, but that it was taken away."""
        for told in fresh["notification"].values():
            event = self.model.events.get(told["event"])
            kept = told["kind"] in ("removed", "restored", "noticeRetracted")
            if told["event"] and not kept and not self.model.sees(person.id, event):
                self.fault("inbox", f"{person.name} keeps {told['kind']} of {self.label(told['event'])}, which they may not see")

    def allowed(self, person):
        return self.model.all_words(person.id) | own_words(person, self.model) | person.told

    async def probe(self):
        """Whatever else somebody asks for holds no word that they may not see."""
        person, course = self.random.choice(self.people), self.random.choice(list(self.courses))
        event = self.random.choice(list(self.labels) or ["none"])
        word = self.random.choice(list(self.meaning))
        paths = [
            f"/v1/courses/{course}/events?limit=200", "/v1/me/agenda?limit=200", "/v1/me/notifications?limit=200",
            f"/v1/events/{event}", f"/v1/events/{event}/replies?limit=200", f"/v1/search?q={word}",
            f"/v1/courses/{course}/removals", f"/v1/courses/{course}/similar?title={word}", f"/v1/me/marks/{event}",
        ]
        for path in self.random.sample(paths, 2):
            status, answer = await person.attempt("GET", path)
            for fault in self.foreign(person, json.dumps(answer), self.allowed(person), self.model):
                self.fault(fault[0], f"{person.name} finds at {path}: {fault[1]}")
            if path in (f"/v1/events/{event}", f"/v1/me/marks/{event}"):
                wanted = 200 if self.model.sees(person.id, self.model.events.get(event)) else 404
                if status != wanted:
                    self.fault("acts", f"{person.name} gets {status} of {path} ({self.label(event)}), not {wanted}")

    # Operations.

    async def step(self):
        act = self.random.choices(
            [self.post, self.reply, self.edit, self.edit_reply, self.delete, self.remove, self.restore, self.enroll, self.drop,
             self.staffing, self.rename, self.answer, self.me_too, self.mark, self.notice, self.crossing],
            [12, 15, 18, 4, 4, 8, 6, 6, 8, 9, 4, 3, 2, 3, 3, 12])[0]
        self.campus.tally["operations"] += 1
        await act(self.random.choice(self.people))

    async def crossing(self, me):
        """One person's places and the audience of a thread change in turn: what is lost is mostly lost there."""
        events = [event for event in self.model.seen_events(me.id) if self.model.thread(event.id)]
        event = self.pick(events or self.model.seen_events(me.id))
        if event and self.random.random() < 0.5:
            await self.reply_to(self.model.people[event.author], event)
        for _ in range(2):
            if event and event.id in self.model.events:
                await self.edit_event(self.model.events[event.id], audience=True)
            await self.random.choice([self.drop, self.drop, self.staffing, self.enroll, self.rename])(me)

    @contextlib.contextmanager
    def change(self):
        """The model's next state; it may be seen from now on."""
        self.model = self.model.fork()
        yield self.model
        self.states.append(self.model)

    async def attempt(self, me, told, method, path, body=None, may=True):
        """The answer of a request, None if it is refused. `may` says what the model expects; None: either."""
        status, answer = await me.attempt(method, path, body)
        done = status < 300
        self.trail.append(f"{len(self.trail) + 1} {me.name} {told}" + ("" if done else f": {status}"))
        if may is not None and done != may:
            self.fault("acts", f"{me.name} {told}: {status}, though they may{'' if may else ' not'}: {json.dumps(answer)[:200]}")
        return (answer or {}) if done else None

    def pick(self, items):
        items = list(items)
        return self.random.choice(items) if items else None

    def text(self, meaning, often=0.2):
        """A word, and now and then a mention."""
        word = self.word(meaning)
        return f"{word} @{self.random.choice(self.people).handle}" if self.random.random() < often else word

    def some_sections(self, me, course, often=0.55):
        """Mostly of one's own."""
        own = sorted(self.courses[course] if None in self.model.staffed(me.id, course) else self.own_sections(me, course))
        among = own if own and self.random.random() < 0.93 else self.courses[course]
        count = self.random.choice([1, 1, 1, 2]) if self.random.random() < often else 0
        return frozenset(self.random.sample(among, min(count, len(among))))

    def own_sections(self, me, course):
        return {section for of, section, _ in self.model.places[me.id] if of == course} - {None}

    def may_address(self, me, course, sections):
        """Whether an event may be for these sections. The contract leaves open whether for others than one's own."""
        return True if None in self.model.staffed(me.id, course) or sections <= self.own_sections(me, course) else None

    def may_hide(self, me, event):
        """Whether somebody may write anonymously: staff in charge may not, other staff of the course are left open."""
        if not self.model.staffed(me.id, event.course):
            return True
        return False if self.model.in_charge(me.id, event) else None

    def may_write(self, me, event):
        """Whether somebody may act on what they see. One's own private event, seen from outside the course, is left open."""
        return self.model.sees(me.id, event) and (self.model.in_course(me.id, event.course) or None)

    def own_course(self, me):
        here = sorted({course for course, _, _ in self.model.places[me.id]})
        return self.random.choice(here) if here and self.random.random() < 0.95 else self.random.choice(list(self.courses))

    async def post(self, me):
        course = self.own_course(me)
        draft = Event(
            "", course, me.id, self.random.choice(["note", "question"]), self.word("title"), self.text("body"),
            self.random.choice(["public", "public", "public", "staff", "staff", "private"]), self.some_sections(me, course),
            self.random.random() < 0.35)
        named = not draft.anonymous or self.may_hide(me, draft)
        may = all_of(self.model.in_course(me.id, course), named, self.may_address(me, course, draft.sections))
        fields = {name: getattr(draft, name) for name in ("kind", "title", "body", "visibility", "anonymous")}
        fields |= {"sections": sorted(draft.sections)} | ({"due": "2099-02-01T20:00:00Z"} if self.random.random() < 0.3 else {})
        label = f"e{len(self.labels) + 1}"
        told = f"posts {label}: {draft.kind}, {draft.visibility}, for {short(draft.sections)}{', anonymous' * draft.anonymous}"
        answer = await self.attempt(me, told, "POST", f"/v1/courses/{course}/events", fields, may)
        if answer:
            self.posted(me, answer, draft, label)

    def posted(self, me, answer, draft, label):
        event = dataclasses.replace(draft, id=answer["id"])
        self.labels[event.id] = label
        self.learn(me, event.id, answer)
        with self.change() as model:
            model.events[event.id] = event
        self.judge_answer(me, "event", answer)

    def learn(self, me, event, answer):
        """An author's own answer tells the alias."""
        if answer["anonymous"] and answer["author"]["id"] != me.id:
            self.model.aliases.setdefault((event, me.id), answer["author"]["id"])

    def judge_answer(self, me, kind, body):
        self.judge(Client(me, "answer"), upsert(kind, body), self.model)

    async def reply(self, me):
        seen = self.model.seen_events(me.id)
        event = self.pick(seen if self.random.random() < 0.95 else self.model.events.values())
        if event:
            await self.reply_to(me, event)

    async def reply_to(self, me, event):
        label, anonymous = f"r{len(self.labels) + 1}", self.random.random() < 0.35
        body = {"body": self.text("reply"), "anonymous": anonymous}
        may = all_of(self.may_write(me, event), not anonymous or self.may_hide(me, event))
        told = f"replies {label} to {self.label(event.id)}{', anonymous' * anonymous}"
        answer = await self.attempt(me, told, "POST", f"/v1/events/{event.id}/replies", body, may)
        if answer:
            self.labels[answer["id"]] = label
            self.learn(me, event.id, answer)
            with self.change() as model:
                model.replies[answer["id"]] = Reply(answer["id"], event.id, answer["number"], me.id, body["body"], anonymous)
            self.judge_answer(me, "reply", answer)

    async def edit(self, _):
        """By its author, who is in the course still: whether one edits an own private event from outside is left open."""
        events = [event for event in self.model.events.values() if event.removed is None]
        there = [event for event in events if self.model.in_course(event.author, event.course)]
        talked_of = [event for event in there if self.model.thread(event.id)]
        event = self.pick(talked_of if talked_of and self.random.random() < 0.7 else there)
        if event:
            await self.edit_event(event)

    async def edit_event(self, event, audience=False):
        if event.removed is not None or not self.model.in_course(event.author, event.course):
            return
        me = self.model.people[event.author]
        changes = self.random.choice(self.new_audiences(me, event) + ([] if audience else self.new_words()))
        if event.kind == "notice" and changes.keys() & {"visibility", "sections"}:
            return
        told = f"edits {self.label(event.id)}: " + ", ".join(f"{name} {short(value)}" for name, value in changes.items())
        fields = {name: sorted(value) if name == "sections" else value for name, value in changes.items()}
        may = self.may_address(me, event.course, changes.get("sections", frozenset()))
        if event.kind == "notice" and None not in self.model.staffed(me.id, event.course):
            may = None  # whether former staff, or staff of some sections, correct their notices is left open
        answer = await self.attempt(me, told, "PATCH", f"/v1/events/{event.id}", fields, may)
        if answer:
            changes["moves"] = len(answer["dueHistory"])
            changes.pop("due", None)
            with self.change() as model:
                model.events[event.id] = dataclasses.replace(event, **changes)
            self.judge_answer(me, "event", answer)

    def new_words(self):
        return [{"title": self.word("title")}, {"body": self.text("body")}, {"due": self.day()}]

    def new_audiences(self, me, event):
        some = functools.partial(self.some_sections, me, event.course)
        return [
            {"visibility": self.random.choice(["public", "staff", "private"])}, {"sections": some()}, {"sections": frozenset()},
            {"visibility": "public", "sections": frozenset()},
            {"visibility": self.random.choice(["public", "staff"]), "sections": some(0.8), "title": self.word("title")}]

    def day(self):
        return f"2099-0{self.random.randint(3, 9)}-01T20:00:00Z"

    async def edit_reply(self, _):
        reply = self.pick(reply for reply in self.model.replies.values() if self.model.sees_reply(reply.author, reply))
        if reply:
            me, body = self.model.people[reply.author], self.text("reply")
            may, told = self.may_write(me, self.event_of(reply)), f"edits {self.label(reply.id)}"
            answer = await self.attempt(me, told, "PATCH", f"/v1/replies/{reply.id}", {"body": body}, may)
            if answer:
                with self.change() as model:
                    model.replies[reply.id] = dataclasses.replace(reply, body=body)
                self.judge_answer(me, "reply", answer)

    async def delete(self, _):
        """By its author."""
        events = [event for event in self.model.events.values() if self.model.sees(event.author, event)]
        replies = [reply for reply in self.model.replies.values() if self.model.sees_reply(reply.author, reply)]
        item = self.pick(events if self.random.random() < 0.5 else replies)
        if item:
            await self.take_away(self.model.people[item.author], item)

    async def remove(self, me):
        """By staff, or by somebody who may not."""
        events = [event for event in self.model.events.values() if event.removed is None]
        replies = [reply for event in events for reply in self.model.thread(event.id)]
        item = self.pick(events if self.random.random() < 0.4 else replies)
        if item:
            event = self.event_of(item)
            charge = [person for person in self.people if self.model.in_charge(person.id, event)]
            await self.take_away(self.pick(charge) if charge and self.random.random() < 0.85 else me, item)

    def event_of(self, item):
        return self.model.events[item.event] if isinstance(item, Reply) else item

    async def take_away(self, me, item):
        """An author deletes for good; staff in charge remove what another wrote."""
        event, own, reason = self.event_of(item), me.id == item.author, self.word("reason")
        may = all_of(self.may_write(me, event), own or self.model.in_charge(me.id, event))
        self.tell_reason(item, event, reason, own)
        kind = "replies" if isinstance(item, Reply) else "events"
        told = f"{'deletes' if own else 'removes'} {self.label(item.id)}"
        if await self.attempt(me, told, "DELETE", f"/v1/{kind}/{item.id}?reason={reason}", may=may) is None:
            return
        with self.change() as model:
            subjects = getattr(model, kind)
            if own:
                del subjects[item.id]
                model.replies = {id: reply for id, reply in model.replies.items() if reply.event in model.events}
            else:
                subjects[item.id] = dataclasses.replace(item, removed=reason)

    def tell_reason(self, item, event, reason, own):
        """Who finds a reason in the inbox: the author of what is removed, and those who could see a notice."""
        for person in self.people:
            saw_notice = item is event and event.kind == "notice" and self.model.sees(person.id, event)
            if saw_notice or person.id == item.author and not own:
                person.told.add(reason)

    async def restore(self, me):
        replies = [reply for reply in self.model.replies.values() if self.model.events[reply.event].removed is None]
        item = self.pick(item for item in [*self.model.events.values(), *replies] if item.removed is not None)
        if item:
            event, kind = self.event_of(item), "reply" if isinstance(item, Reply) else "event"
            charge = [person for person in self.people if self.model.in_charge(person.id, event)]
            me = self.pick(charge) if charge and self.random.random() < 0.85 else me
            may = self.model.in_charge(me.id, event) and me.id != item.author
            path = f"/v1/replies/{item.id}/restore" if kind == "reply" else f"/v1/events/{item.id}/restore"
            answer = await self.attempt(me, f"restores {self.label(item.id)}", "POST", path, may=may)
            if answer:
                with self.change() as model:
                    (model.replies if kind == "reply" else model.events)[item.id] = dataclasses.replace(item, removed=None)
                self.judge_answer(me, kind, answer)

    async def enroll(self, me):
        free = [(course, section) for course, sections in self.courses.items() for section in sections
                if not {(course, section, "student"), (course, section, "staff")} & self.model.places[me.id]]
        place = self.pick(free)
        if place:
            await self.enroll_in(me, *place)

    async def enroll_in(self, me, course, section):
        body = {"sections": [section]}
        if await self.attempt(me, f"enrolls in {short([section])}", "POST", "/v1/me/enrollments", body) is not None:
            self.place(me, {(course, section, "student")}, set())

    def place(self, person, more, less):
        with self.change() as model:
            model.places[person.id] = model.places[person.id] - less | more

    async def drop(self, me):
        """A student's place; one that a staff place stands beside is left alone."""
        mine = self.model.places[me.id]
        places = sorted(place for place in mine if place[2] == "student" and (*place[:2], "staff") not in mine)
        beside = [place for place in places if sum(other[0] == place[0] for other in mine) > 1]
        place = self.pick(beside if beside and self.random.random() < 0.8 else places)
        if place:
            if await self.attempt(me, f"drops {short([place[1]])}", "DELETE", f"/v1/me/enrollments/{place[1]}") is not None:
                self.place(me, set(), {place})

    async def staffing(self, person):
        course = self.random.choices(list(self.courses), [80, 20])[0]
        held = sorted(self.model.staffed(person.id, course), key=str)
        if held and self.random.random() < 0.6:
            return await self.revoke(person, course, self.pick(held) if self.random.random() < 0.7 else None)
        section = self.pick(section for section in [None, *self.courses[course] * 2] if section not in held)
        if section or not held or None not in held:
            await self.grant(person, course, section)

    async def grant(self, person, course, section):
        body = {"sections": [section] if section else None}
        await self.staff("grant", person, course, section, "PUT", f"/v1/courses/{course}/staff/{person.id}", body)
        self.place(person, {(course, section, "staff")}, set())

    async def revoke(self, person, course, section):
        """One section's place, or all."""
        path = f"/v1/courses/{course}/staff/{person.id}" + (f"?section={section}" if section else "")
        await self.staff("revoke", person, course, section, "DELETE", path, None)
        self.place(person, set(), {place for place in self.model.places[person.id]
                                   if place[0] == course and place[2] == "staff" and section in (None, place[1])})

    async def staff(self, verb, person, course, section, method, path, body):
        """By an admin over HTTP, now and then by the command, which is another process than the server."""
        self.trail.append(f"{len(self.trail) + 1} {verb} {person.name} staff of {short([section]) if section else 'all'}")
        if self.random.random() < 0.1:
            options = ["--section", section] if section else []
            await asyncio.to_thread(self.campus.server.admin, "staff", verb, person.email, course, *options)
        else:
            status, answer = await self.campus.admin(method, path, body)
            assert status < 300, f"{self.trail[-1]}: {status} {answer}"

    async def rename(self, me):
        name = self.word(f"name of {me.name}")
        if await self.attempt(me, "takes another name", "PATCH", "/v1/me", {"displayName": name}) is not None:
            with self.change() as model:
                model.names[me.id] = name

    async def answer(self, _):
        """The one who asked accepts, staff endorse."""
        replies = [reply for reply in self.model.replies.values() if self.model.events[reply.event].kind == "question"]
        reply = self.pick(reply for reply in replies if reply.removed is None and self.model.events[reply.event].removed is None)
        if reply:
            event = self.model.events[reply.event]
            choosers = [person for person in self.people if self.model.sees(person.id, event)
                        and (person.id == event.author or self.model.in_charge(person.id, event))]
            me = self.pick(choosers)
            if me:
                body, may = {"reply": reply.id}, self.may_write(me, event)
                await self.attempt(me, f"takes {self.label(reply.id)}", "PUT", f"/v1/events/{event.id}/answer", body, may)

    async def me_too(self, me):
        event = self.pick(event for event in self.model.seen_events(me.id) if event.kind == "question" and event.author != me.id)
        if event:
            await self.attempt(me, f"says me too of {self.label(event.id)}", "PUT", f"/v1/events/{event.id}/me-too")

    async def mark(self, me):
        event = self.pick(self.model.seen_events(me.id))
        if event:
            fields = self.random.choice([{"muted": True}, {"muted": False}, {"following": True}, {"seen": 100}])
            told, may = f"marks {self.label(event.id)} {fields}", self.may_write(me, event)
            await self.attempt(me, told, "PUT", f"/v1/me/marks/{event.id}", fields, may)

    async def notice(self, me):
        """To sections, by staff of each. Whether staff of some sections tell the whole course is left open."""
        course = self.own_course(me)
        sections = self.some_sections(me, course, 0.7)
        staffed = self.model.staffed(me.id, course)
        may = None in staffed or (sections <= staffed if sections else bool(staffed) and None)
        draft = Event("", course, me.id, "notice", self.word("notice"), self.word("body of a notice"), "public", sections, False)
        where = {"sections": sorted(sections)} if sections else {"courses": [course]}
        label = f"e{len(self.labels) + 1}"
        told = f"sends {label}, a notice, to {short(sections)}"
        sent = await self.attempt(me, told, "POST", "/v1/notices", {"title": draft.title, "body": draft.body} | where, may)
        if sent:
            self.posted(me, sent["items"][0], draft, label)


def copied(held):
    return {kind: dict(of) for kind, of in held.items()}


def all_of(*conditions):
    """True, False, or None where it is left open."""
    return False if False in conditions else None if None in conditions else True


def upsert(kind, body):
    return {"op": "upsert", "type": kind, "id": body["id"], "body": body}


def own_words(person, state):
    return {state.names.get(person.id), *WORD.findall(person.email), *person.words}


def short(value):
    """Sections by their last two digits, a word as it is."""
    if isinstance(value, str):
        return value
    return "+".join(sorted(section[-2:] for section in value)) or "all"


def difference(mine, other):
    if mine is None or other is None:
        return "which is missing" if mine is None else f"which is not in a fresh snapshot: {str(mine)[:160]}"
    fields = sorted(field for field in mine.keys() | other.keys() if mine.get(field) != other.get(field))
    return ", ".join(f"{field} {str(mine.get(field))[:60]!r}, fresh {str(other.get(field))[:60]!r}" for field in fields)


# Many seeds at once.


class Gate:
    """Operations go through together; the one who kills the server waits until none is under way."""

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
        """An admin, who makes others staff."""
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
            await asyncio.sleep(dice.uniform(0.2, 0.8))
            async with self.gate.alone():
                self.server.up.clear()
                self.server.kill()
                await asyncio.to_thread(self.server.start)
                self.server.up.set()
            self.tally["kills"] += 1


async def live_all(server, seeds, operations, at_once=4, kills=False):
    """Lives all seeds; answers the campus with its tally, and the stories in which something was wrong."""
    campus, free, failed = Campus(server), asyncio.Semaphore(at_once), []
    await campus.hire()

    async def one(place, seed):
        async with free:
            story = Story(campus, seed, place, operations)
            try:
                await story.live()
            except Exception as error:  # noqa: BLE001: told with its seed
                story.fault("broken", f"{type(error).__name__}: {error}")
            campus.tally["seeds"] += 1
            if story.faults:
                failed.append(story)

    begin = time.monotonic()
    killing = asyncio.create_task(campus.kill_often(random.Random(len(seeds)))) if kills else None
    living = asyncio.gather(*(one(place, seed) for place, seed in enumerate(seeds)))
    try:
        await asyncio.wait([task for task in (living, killing) if task], return_when=asyncio.FIRST_COMPLETED)
        if killing and killing.done():
            killing.result()
        await living
    finally:
        if killing:
            killing.cancel()
            await asyncio.gather(killing, return_exceptions=True)
        campus.registrar.close()
    campus.tally["milliseconds"] = round(1000 * (time.monotonic() - begin))
    return campus, failed


def report(failed, shown=3):
    """The first stories that failed: of each kind of fault the first one, and what had happened until then."""
    for story in failed[:shown]:
        counted = collections.Counter(kind for kind, _, _ in story.faults)
        first = {}
        for fault in story.faults:
            first.setdefault(fault[0], fault)
        yield f"{story}: " + ", ".join(f"{count} {kind}" for kind, count in counted.items())
        yield from (f"  {kind}: after operation {number}: {text[:500]}" for kind, number, text in first.values())
        yield "  what happened: " + "; ".join(story.trail[:max(number for _, number, _ in first.values())])


KINDS = {
    "unseen": "somebody got a subject that they may not see",
    "untrue": "a body is not what the model expects",
    "unseen word": "a word, or an account, that its receiver may not see, though somebody may",
    "gone word": "a word that nobody may see any more",
    "twice": "one subject twice in a page, or a page past its limit",
    "not present": "while nothing was written, a replay told another state than the present one",
    "copy": "a copy is not a fresh snapshot",
    "snapshot": "a snapshot holds too much or too little",
    "places": "places are not what was granted",
    "inbox": "the inbox keeps what somebody may not see",
    "acts": "somebody may do what they must not, or may not do what they must",
    "loss": "something acknowledged did not come",
    "broken": "the story could not go on",
}
