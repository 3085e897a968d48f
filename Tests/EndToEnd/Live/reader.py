"""A reader with a copy over one transport: stalls, vanishes, returns with a cursor or as new."""

import asyncio
import dataclasses
import random

from copies import held
from noteitd import PATIENCE
from record import now
from streams import place
from wires import GONE, EventStream, Http, WebSocket
from words_clients import Client, copied, difference


@dataclasses.dataclass
class Leg:
    """One connection, or one page of changes."""

    transport: str
    start: str
    end: str
    since: float  # no later than the next read
    changes: int = 0


class Reader(Client):
    PATHS = {"ws": WebSocket, "sse": EventStream}

    def __init__(self, person, transport, record, marker, tally, seed, restless):
        dice = random.Random(f"{seed} {person.name} {transport} {restless}")
        super().__init__(person, transport, dice.random() < 0.5, dice)
        self.server, self.record, self.marker, self.tally, self.restless = person.server, record, marker, tally, restless
        self.weights = [70, 12, 18] if restless else [92, 3, 5]
        self.ended, self.free = asyncio.Event(), asyncio.Event()
        self.free.set()
        self.legs, self.saved, self.faults = [], [], []

    @property
    def name(self):
        return f"{'restless ' * self.restless}{super().name}"

    def hold(self):
        """Stops reading from its connection."""
        self.free.clear()

    def release(self):
        self.free.set()

    async def run(self):
        await self.begin_anew()
        while not self.ended.is_set():
            self.dice.choices([lambda: None, self.forget, self.go_back], self.weights)[0]()
            if self.cursor is None:
                await self.begin_anew()
            if self.dice.random() < 0.3:
                self.saved.append((self.cursor, copied(self.held)))
            frames = self.dice.choice([1, 3, 10, 30, 100])
            try:
                await (self.poll(frames) if self.transport == "poll" or self.knows_the_end else self.listen(frames))
            except GONE:
                self.tally["lost connections"] += 1
                await self.server.up.wait()

    def forget(self):
        self.cursor = None

    def go_back(self):
        """Returns to an older copy with its cursor, or keeps the copy with an older cursor: repeats are harmless.

        A purge depends on the enrollments in the copy, so these must be as old as its cursor.
        """
        if self.saved:
            self.tally["old cursors"] += 1
            self.knows_the_end = False
            cursor, held = self.dice.choice(self.saved)
            if self.purging or place(cursor) > place(self.cursor) or self.dice.random() < 0.7:
                self.held = copied(held)
            self.cursor = cursor

    async def begin_anew(self):
        since = now()
        snapshot = await self.person.snapshot(self.dice.choice([2, 20, 5000]))
        self.record.take_snapshot(self.person, snapshot, since)
        self.tally["snapshots"] += 1
        self.cursor, self.held = snapshot["cursor"], held(snapshot)
        # Pages of a snapshot may be newer than its cursor; the rest comes as changes.
        self.knows_the_end = self.at_marker(self.marker)

    def leg(self):
        self.legs.append(Leg(self.transport, self.cursor, self.cursor, now()))
        return self.legs[-1]

    def take(self, leg, change):
        leg.changes += 1
        leg.since = self.record.take(self.person, change, leg.since)
        self.apply(change)
        if change.get("type") == "seatWatch" and self.at_marker(self.marker):
            self.ended.set()

    def go_on(self, leg, cursor, further):
        """Advances to a cursor. It must not be before the last one; a change's cursor must be after it."""
        if place(cursor) < place(leg.end) or further and cursor == leg.end:
            self.faults.append(f"{cursor} came after {leg.end} on a leg from {leg.start}")
        self.cursor = leg.end = cursor

    async def listen(self, frames):
        leg, narrow = self.leg(), self.dice.random() < 0.7
        async with self.PATHS[self.transport](self.server, self.person.token, self.cursor, narrow) as stream:
            self.tally["streams"] += 1
            kind, _, at = await self.soon(stream.frame())
            assert (kind, at) == ("at", self.cursor), f"{self.name}: the first frame says {kind} {at}, not at {self.cursor}"
            while frames and not self.ended.is_set():
                await self.free.wait()
                kind, change, cursor = await self.soon(stream.frame())
                assert kind in ("change", "at"), f"{self.name}: {kind} {change} after {self.cursor}"
                if kind == "change":
                    self.take(leg, change)
                    frames -= 1
                self.go_on(leg, cursor, kind == "change")
            stream.close(rudely=self.dice.random() < 0.5)

    async def soon(self, receiving):
        """What comes next. Keep-alives come every 25 seconds, however little is written."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await receiving
        except TimeoutError:
            raise AssertionError(f"{self.name} heard nothing: {self.way}") from None

    async def poll(self, limit):
        leg, http = self.leg(), Http(self.server, self.person.token)
        try:
            wait, narrow = 0 if self.knows_the_end else 3, self.dice.random() < 0.5
            await http.send("GET", f"/v1/changes?cursor={self.cursor}&wait={wait}&limit={limit}", narrow=narrow)
            self.tally["polls"] += 1
            await self.free.wait()
            if self.dice.random() < 0.05:
                return
            status, page = await self.soon(http.receive())
        finally:
            http.close(rudely=self.dice.random() < 0.5)
        assert status == 200, f"{self.name}: {status} {page} after {self.cursor}"
        subjects = [(change["type"], change["id"]) for change in page["changes"] if "id" in change]
        if len(subjects) > len(set(subjects)):
            self.faults.append(f"a subject came twice in one page after {self.cursor}")
        for change in page["changes"]:
            self.take(leg, change)
        self.go_on(leg, page["cursor"], bool(page["changes"]))
        if self.knows_the_end and not page["changes"] and not page["more"]:
            self.ended.set()

    @property
    def way(self):
        return ", ".join(f"{leg.transport} {leg.start}-{leg.end} ({leg.changes})" for leg in self.legs)

    def differences(self, fresh):
        for kind in self.held.keys() | fresh.keys():
            mine, other = self.held.get(kind, {}), fresh.get(kind, {})
            for id in mine.keys() | other.keys():
                if mine.get(id) != other.get(id):
                    yield f"{kind} {id}: {difference(mine.get(id), other.get(id))}"
