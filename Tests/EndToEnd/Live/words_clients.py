"""Clients that keep a copy in step: they purge or wait, are always on or mostly away."""

import asyncio

from copies import held
from noteitd import PATIENCE
from wires import GONE, EventStream, WebSocket
from words_model import TYPES

LIMITS = [1, 2, 3, 7, 500]


class Client:
    """A person's copy. A purging one drops a scope at `scopeRevoked`; a waiting one uses upserts and removals only."""

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
        """Removes replies with their events. A reply that came before its event stays."""
        self.held["reply"] = {id: reply for id, reply in self.held["reply"].items() if reply["event"] not in events}

    def purge(self, course, section):
        """Keeps everything visible through other scopes, and own private events."""
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
        """Whether the last write has arrived: a new watch, which no other change brings."""
        return marker in self.held["seatWatch"]

    def open_stream(self):
        kind = WebSocket if self.transport == "ws" else EventStream
        return kind(self.person.server, self.person.token, self.cursor)

    async def receive(self, stream):
        """Takes the next change of a stream, with its cursor."""
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
    """Always on. Changes are checked at the next quiet point, against the states in which they may have been read."""

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
    """Mostly offline. Returns with an old cursor at quiet points, reads all or a little, and leaves again."""

    def __init__(self, *arguments, story):
        super().__init__(*arguments)
        self.story, self.saved, self.joining = story, [], None
        self.passed = ()  # cursors of earlier states of the copy

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
        """Sometimes returns to an older copy, to an older cursor with the present copy (repeats are harmless), or to a new
        snapshot.

        A purge depends on the enrollments in the copy, so these must be as old as its cursor.
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
        """At the end: from the present copy, and from older ones."""
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
        """Reads up to the marker, the last write."""
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


def copied(held):
    return {kind: dict(of) for kind, of in held.items()}


def upsert(kind, body):
    return {"op": "upsert", "type": kind, "id": body["id"], "body": body}


def difference(mine, other):
    if mine is None or other is None:
        return "which is missing" if mine is None else f"which is not in a fresh snapshot: {str(mine)[:160]}"
    fields = sorted(field for field in mine.keys() | other.keys() if mine.get(field) != other.get(field))
    return ", ".join(f"{field} {str(mine.get(field))[:60]!r}, fresh {str(other.get(field))[:60]!r}" for field in fields)
