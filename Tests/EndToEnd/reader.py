"""A reader who keeps a copy over one transport: holds still, vanishes, comes back by cursor or as new."""

import asyncio
import collections
import dataclasses
import random

from copies import held
from wires import GONE, EventStream, Http, WebSocket

PATIENCE = 90  # seconds in which something must come: keep-alives come every 25
# More than a narrow connection holds, the server's own queue for it included: what comes further behind was written later.
CAPACITY = 768 << 10


@dataclasses.dataclass
class Leg:
    """What came over one connection, or in one page of changes."""

    transport: str
    start: int
    floor: int  # the newest offset that anyone had heard of when the request was sent
    exact: bool  # each change came with its own cursor
    changes: list = dataclasses.field(default_factory=list)  # (offset or None, change, floor)
    end: int = 0


class Known:
    """The newest offset that anyone has heard of; and what happened how often."""

    def __init__(self):
        self.offset = 0
        self.tally = collections.Counter()

    def hear(self, cursor):
        heard = offset(cursor)
        self.offset = max(self.offset, heard)
        return heard


class Reader:
    PATHS = {"ws": WebSocket, "sse": EventStream}

    def __init__(self, server, person, transport, known, seed, restless):
        self.server, self.person, self.transport, self.known = server, person, transport, known
        self.random = random.Random(f"{seed} {person.name} {transport} {restless}")
        self.name = f"{person.name}'s {'restless ' if restless else ''}{transport}"
        self.weights = [70, 12, 18] if restless else [92, 3, 5]
        self.ended, self.free = asyncio.Event(), asyncio.Event()
        self.free.set()
        self.legs, self.saved = [], []
        self.releases = 0

    def hold(self):
        """Takes nothing from its connection any more."""
        self.free.clear()

    def release(self):
        self.releases += 1
        self.free.set()

    async def run(self):
        await self.begin_anew()
        while not self.ended.is_set():
            self.random.choices([lambda: None, self.forget, self.go_back], self.weights)[0]()
            if self.cursor is None:
                await self.begin_anew()
            if self.random.random() < 0.3:
                self.saved.append((self.cursor, {kind: dict(of) for kind, of in self.held.items()}))
            frames = self.random.choice([1, 3, 10, 30, 100])
            try:
                async with asyncio.timeout(PATIENCE) as patience:
                    await (self.poll(frames) if self.transport == "poll" or self.knows_the_end else self.listen(frames))
            except GONE as gone:
                leg = self.legs[-1]
                assert not patience.expired(), f"{self.name} heard nothing behind {leg.end}, on a leg from {leg.start} with {len(leg.changes)} changes"
                self.known.tally["lost connections"] += 1
                await self.server.up.wait()

    def forget(self):
        self.cursor = None

    def go_back(self):
        """To an older copy with its cursor; or with what is held now to an older cursor: twice does no harm."""
        if self.saved:
            self.known.tally["old cursors"] += 1
            self.knows_the_end = False
            cursor, held = self.random.choice(self.saved)
            if offset(cursor) > offset(self.cursor) or self.random.random() < 0.7:
                self.held = {kind: dict(of) for kind, of in held.items()}
            self.cursor = cursor

    async def begin_anew(self):
        snapshot = await self.person.snapshot(self.random.choice([2, 20, 5000]))
        self.known.tally["snapshots"] += 1
        self.cursor, self.held = snapshot["cursor"], held(snapshot)
        # The pages of a snapshot may be newer than its cursor: the rest comes as changes.
        self.knows_the_end = any(map(is_the_end, self.held["event"].values()))

    def leg(self, exact):
        start = offset(self.cursor)
        self.legs.append(Leg(self.transport, start, self.known.offset, exact, end=start))
        return self.legs[-1]

    def take(self, leg, change, cursor, floor):
        leg.changes.append((self.known.hear(cursor) if leg.exact else None, change, floor))
        kind, op = change.get("type"), change["op"]
        if op == "upsert":
            self.held.setdefault(kind, {})[change["id"]] = change["body"]
            if kind == "event" and is_the_end(change["body"]):
                self.ended.set()
        elif op == "remove":
            self.held.setdefault(kind, {}).pop(change["id"], None)
            if kind == "event":
                self.held["reply"] = {id: reply for id, reply in self.held["reply"].items() if reply["event"] != change["id"]}

    async def listen(self, frames):
        leg, narrow = self.leg(exact=True), self.random.random() < 0.7
        async with self.PATHS[self.transport](self.server, self.person.token, self.cursor, narrow) as stream:
            self.known.tally["streams"] += 1
            kind, _, at = await stream.frame()
            assert (kind, at) == ("at", self.cursor), f"{self.name}: the first frame says {kind} {at}, not at {self.cursor}"
            releases, floors = self.releases, [(0, leg.floor)]
            while frames and not self.ended.is_set():
                await self.free.wait()
                if narrow and self.releases != releases:
                    releases = self.releases
                    floors.append((stream.taken + CAPACITY, self.known.offset))
                kind, change, cursor = await stream.frame()
                assert kind in ("change", "at"), f"{self.name}: {kind} {change} behind {self.cursor}"
                if kind == "change":
                    self.take(leg, change, cursor, max(floor for taken, floor in floors if taken <= stream.taken))
                    frames -= 1
                self.cursor, leg.end = cursor, max(leg.end, self.known.hear(cursor))
            stream.close(rudely=self.random.random() < 0.5)

    async def poll(self, limit):
        leg, http = self.leg(exact=False), Http(self.server, self.person.token)
        try:
            wait, narrow = 0 if self.knows_the_end else 3, self.random.random() < 0.5
            await http.send("GET", f"/v1/changes?cursor={self.cursor}&wait={wait}&limit={limit}", narrow=narrow)
            self.known.tally["polls"] += 1
            await self.free.wait()
            if self.random.random() < 0.05:
                return
            status, page = await http.receive()
        finally:
            http.close(rudely=self.random.random() < 0.5)
        assert status == 200, f"{self.name}: {status} {page} behind {self.cursor}"
        for change in page["changes"]:
            self.take(leg, change, page["cursor"], leg.floor)
        self.cursor, leg.end = page["cursor"], self.known.hear(page["cursor"])
        if self.knows_the_end and not page["changes"] and not page["more"]:
            self.ended.set()

    @property
    def way(self):
        return ", ".join(f"{leg.transport} {leg.start}-{leg.end} ({len(leg.changes)})" for leg in self.legs)

    def differences(self, fresh):
        for kind in self.held.keys() | fresh.keys():
            mine, other = self.held.get(kind, {}), fresh.get(kind, {})
            for id in mine.keys() | other.keys():
                if id not in mine or id not in other:
                    yield f"{kind} {id}, which is {'not in a fresh snapshot' if id in mine else 'missing'}"
                elif mine[id] != other[id]:
                    fields = [field for field in mine[id].keys() | other[id].keys() if mine[id].get(field) != other[id].get(field)]
                    yield f"{kind} {id} with other " + ", ".join(f"{field} {str(mine[id].get(field))[:40]}" for field in fields)


def offset(cursor):
    return int(cursor.rpartition(".")[2])


def is_the_end(event):
    """The last thing that everyone hears is their own private word."""
    return event["title"] == "the end"
