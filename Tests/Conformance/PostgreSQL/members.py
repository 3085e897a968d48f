"""Members of a course on several nodes: writers, listeners with a copy, and people who look whether a node serves what is stale."""

import asyncio
import random
import time
import uuid

from copies import held
from ledger import Entry
from people import PASSWORD
from streams import place
from wires import GONE, EventStream, Http, Refused, WebSocket

# Seconds after which a member turns to another node. Nothing is judged by it.
PATIENCE = 10
EVENTS = 12  # of one writer


class Member:
    """A person whose every request may go to another node."""

    def __init__(self, run, person, seed):
        self.run, self.ledger, self.id, self.email, self.token = run, run.ledger, person.id, person.email, person.token
        self.dice = random.Random(seed)

    def any_node(self):
        return self.dice.choice(self.run.cluster.nodes)

    async def ask(self, node, method, path, body=None):
        """Status and answer; None for both if there is no answer. With a token that is known no more, signs in again."""
        http = Http(node, self.token)
        try:
            async with asyncio.timeout(PATIENCE):
                status, answer = await http.request(method, path, body)
        except (*GONE, TimeoutError):
            return None, None
        finally:
            http.close()
        if status == 401:
            await self.sign_in()
            return None, None
        return status, answer

    async def sign_in(self):
        http = Http(self.any_node())
        try:
            async with asyncio.timeout(PATIENCE):
                status, answer = await http.request("POST", "/v1/sessions", {"email": self.email, "password": PASSWORD})
        except (*GONE, TimeoutError):
            return
        finally:
            http.close()
        if status == 201:
            self.token = answer["accessToken"]
        elif status != 503:
            self.ledger.fault(f"{self.email} cannot sign in: {status} {answer}")

    async def pause(self, most=0.2):
        await asyncio.sleep(self.dice.uniform(0, most))

    async def snapshot(self, node=None):
        """A whole snapshot: its cursor, and its events with their titles. From any node if none is named."""
        while True:
            status, page = await self.ask(node or self.any_node(), "GET", "/v1/snapshot?limit=5000")
            if status == 200:
                assert page["next"] is None, "more than a page of events"
                return page["cursor"], {id: event["title"] for id, event in held(page)["event"].items()}
            if status not in (None, 503):
                self.ledger.fault(f"a snapshot is answered with {status} {page}")
            await self.pause()


class Writer(Member):
    """Posts, edits and deletes, each until it is acknowledged."""

    async def live(self):
        while True:
            async with self.run.gate.shared():
                await self.act()
            await self.pause(0.05)

    async def act(self):
        mine = [entry for entry in self.ledger.entries.values() if entry.author == self.id and entry.last and entry.last.title]
        if len(mine) < 3 or len(mine) < EVENTS and self.dice.random() < 0.5:
            await self.post()
        elif self.dice.random() < 0.7:
            await self.edit(self.dice.choice(mine))
        else:
            entry = self.dice.choice(mine)
            self.ledger.send(entry, None)
            await self.carry_out(entry, "DELETE", f"/v1/events/{entry.id}", None)

    def title(self):
        return f"w{self.dice.getrandbits(48):012x}"

    async def post(self, is_private=None):
        """A new event; returns its title."""
        entry, title = Entry(str(uuid.UUID(int=self.dice.getrandbits(128), version=4)), self.id), self.title()
        private = self.dice.random() < 0.25 if is_private is None else is_private
        self.ledger.send(entry, title, private)
        body = {"id": entry.id, "title": title, "visibility": "private" if private else "public"}
        await self.carry_out(entry, "POST", f"/v1/courses/{self.run.course}/events", body)
        return title

    async def edit(self, entry):
        title, private = self.title(), self.dice.random() < 0.25
        self.ledger.send(entry, title, private)
        body = {"title": title, "visibility": "private" if private else "public"}
        await self.carry_out(entry, "PATCH", f"/v1/events/{entry.id}", body)

    async def carry_out(self, entry, method, path, body):
        """Sends it again and again until it is acknowledged, as clients do. What is refused must not be stored."""
        tried, may_be_there = 0, False
        while True:
            node, sent = self.any_node(), time.monotonic()
            status, answer = await self.ask(node, method, path, body)
            tried += 1
            again = {(200, "POST"), (404, "DELETE")} if may_be_there or self.ledger.is_losing else set()
            if (status, method) in {(201, "POST"), (200, "PATCH"), (204, "DELETE")} | again:
                self.ledger.acknowledge(entry)
                self.run.done[node.label] += 1
                self.run.waits.write(node, sent)
                return
            if status == 404 and self.ledger.is_losing:
                self.ledger.tally["events found lost"] += 1
                return
            if status not in (None, 503):
                self.ledger.fault(f"{method} {path} {body}, try {tried}, at {node.label}: {status} {answer}")
                return
            if status is None or "not known" in answer["detail"]:
                may_be_there = True
                self.ledger.tally["writes without a clear answer"] += 1
            else:
                self.ledger.tally["refused writes"] += 1
                if not may_be_there:
                    await self.look_whether_stored(entry, f"{method} at {node.label}, answered with {answer['detail']!r}")
            await self.pause()

    async def look_whether_stored(self, entry, what):
        status, answer = await self.ask(self.any_node(), "GET", f"/v1/events/{entry.id}")
        refused = entry.versions[-1].title
        if status == 200 and answer["title"] == refused or status == 404 and refused is None and not self.ledger.is_losing:
            self.ledger.fault(f"{what}, is stored: {entry.id} {refused!r}")


class Prober(Member):
    """Reads events at any node: what was acknowledged before must be there, or the node must say that it cannot know."""

    async def live(self):
        while True:
            await self.pause(0.1)
            known = [entry for entry in self.ledger.entries.values() if entry.acknowledged]
            if not known or self.ledger.is_losing:
                continue
            entry, node = self.dice.choice(known), self.any_node()
            before, losses = entry.acknowledged, self.ledger.losses
            status, answer = await self.ask(node, "GET", f"/v1/events/{entry.id}")
            if losses != self.ledger.losses or status in (None, 503):
                continue
            if status not in (200, 404):
                self.ledger.fault(f"{node.label} answers a read with {status} {answer}")
                continue
            self.ledger.tally["fresh reads"] += 1
            title = answer["title"] if status == 200 else None
            self.ledger.check_fresh(entry, before, self.id, title, f"a read at {node.label}")


class Listener(Member):
    """Keeps a copy by a stream, a socket or pages, and goes from node to node with its cursor."""

    KINDS = {"sse": EventStream, "ws": WebSocket}

    def __init__(self, run, person, seed, transport):
        super().__init__(run, person, seed)
        self.transport, self.cursor, self.copy = transport, None, {}
        self.node = self.any_node()

    def __repr__(self):
        return f"{self.email}'s {self.transport} at {self.node.label}"

    @property
    def epoch(self):
        return self.cursor and self.cursor.split(".")[0]

    async def live(self):
        while True:
            if self.cursor is None:
                await self.begin()
            self.node = self.any_node()
            try:
                await (self.read_page() if self.transport == "poll" else self.listen(self.dice.choice([1, 3, 10, 30, 100])))
            except (*GONE, TimeoutError):
                self.ledger.tally["lost streams"] += 1
                await self.pause()
            except Refused as refused:
                await self.meet_refusal(refused.status, f"{refused}")

    async def begin(self):
        cursor, copy = await self.snapshot()
        for id, title in copy.items():
            self.ledger.check_seen(self.id, id, title, f"a snapshot for {self}")
        self.cursor, self.copy = cursor, copy

    async def meet_refusal(self, status, what):
        if status == 410:
            self.expire(what)
        elif status == 401:
            await self.sign_in()
        elif status != 503:
            self.ledger.fault(f"{self} is refused: {what}")
        await self.pause()

    def expire(self, what):
        """The server says that the cursor is of another epoch."""
        self.ledger.tally["clients told of a new epoch"] += 1
        if not self.ledger.is_losing:
            self.ledger.fault(f"{self} is told of a new epoch, though nothing is lost: {what}")
        self.cursor, self.copy = None, {}

    async def listen(self, frames):
        async with self.KINDS[self.transport](self.node, self.token, self.cursor) as stream:
            kind, said, at = await self.soon(stream)
            if kind == "at" and at != self.cursor:
                self.ledger.fault(f"{self} asked for {self.cursor} and begins at {at}")
            while kind != "expired":
                if kind == "change":
                    self.take(said)
                    frames -= 1
                self.go_on(at, kind == "change")
                if frames <= 0:
                    return
                kind, said, at = await self.soon(stream)
            self.expire(str(said))

    async def soon(self, stream):
        async with asyncio.timeout(PATIENCE):
            return await stream.frame()

    async def read_page(self):
        limit = self.dice.choice([1, 3, 500])
        status, page = await self.ask(self.node, "GET", f"/v1/changes?cursor={self.cursor}&wait=2&limit={limit}")
        if status != 200:
            return await (self.pause() if status is None else self.meet_refusal(status, str(page)))
        for change in page["changes"]:
            self.take(change)
        self.go_on(page["cursor"], bool(page["changes"]))

    def take(self, change):
        self.ledger.tally["changes"] += 1
        if change.get("type") != "event":
            return
        if change["op"] == "upsert":
            title = self.copy[change["id"]] = change["body"]["title"]
            self.ledger.check_seen(self.id, change["id"], title, f"a change for {self}")
            if title in self.ledger.versions:
                self.run.waits.hear(self, self.ledger.versions[title].sent)
        else:
            self.copy.pop(change["id"], None)

    def go_on(self, cursor, further):
        """Each change comes once and in order, also from node to node; and never one of another epoch."""
        if cursor.split(".")[0] != self.epoch:
            self.ledger.fault(f"{self} is led from {self.cursor} to {cursor}, and not told of the new epoch")
        elif place(cursor) < place(self.cursor) or further and cursor == self.cursor:
            self.ledger.fault(f"{self} was at {self.cursor} and is led to {cursor}")
        self.cursor = cursor
