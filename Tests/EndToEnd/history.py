"""Random histories: people who post, edit, delete, enroll and drop, and readers who come and go."""

import random
import threading
from http.client import HTTPException

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from copies import Copy, assert_equal, held
from people import register
from streams import Closed

PATIENCE = 60  # seconds for a reader to hear of the end
GONE = (Closed, OSError, HTTPException, InvalidHandshake, ConnectionClosed)  # what a reader meets while the server is down


class Reader(threading.Thread):
    """Keeps one person's copy over one transport, and loses its connection now and then."""

    def __init__(self, person, transport, seed, authors):
        super().__init__(daemon=True)
        self.person, self.transport, self.authors = person, transport, authors
        self.random = random.Random(seed)
        self.copy = Copy(person)
        self.offsets, self.received, self.failure = [], [], None
        self.ended = threading.Event()

    def run(self):
        try:
            while not self.ended.is_set():
                getattr(self, self.transport)(self.random.randint(1, 30))
        except BaseException as failure:  # noqa: BLE001: the test's own thread raises it
            self.failure = failure
            self.ended.set()

    def take(self, change, cursor):
        self.copy.apply(change)
        self.copy.cursor = cursor
        self.offsets.append(int(cursor.rpartition(".")[2]))
        self.received.append(change)
        if change.get("type") == "event" and change["op"] == "upsert" and change["body"]["title"] == "the end":
            self.ended.set()

    def pushed(self, open_stream, frames):
        """Reads up to `frames` changes, then hangs up without a word. A stream may end: the server restarts."""
        try:
            with open_stream(self.copy.cursor) as stream:
                kind, _, at = stream.frame()
                assert (kind, at) == ("at", self.copy.cursor), "the first frame says where the stream begins"
                while frames and not self.ended.is_set():
                    self.take(*stream.change())
                    frames -= 1
        except GONE:
            self.ended.wait(0.05)

    def sse(self, frames):
        self.pushed(self.person.stream, frames)

    def ws(self, frames):
        self.pushed(self.person.socket, frames)

    def poll(self, frames):
        try:
            page = self.person.get("/v1/changes", params={"cursor": self.copy.cursor, "wait": 2, "limit": frames})
        except GONE:
            return self.ended.wait(0.05)
        for change in page["changes"]:
            self.take(change, page["cursor"])
        self.copy.cursor = page["cursor"]

    def expect_exact(self, fresh):
        """All that happened, in order, each once; and the copy equals a fresh snapshot."""
        if self.failure:
            raise AssertionError(f"{self.transport} of {self.person.email}") from self.failure
        if self.transport != "poll":
            assert self.offsets == sorted(set(self.offsets)), f"{self.transport}: doubled or reordered"
        assert_equal(self.copy.held, fresh)
        for change in self.received:
            body = change.get("body") or {}
            if body.get("visibility") == "private":
                assert self.authors[change["id"]] == self.person.id, f"{self.transport}: somebody else's private event"


class Day:
    """A small class with a random history; `steps` things happen, some are refused."""

    TRANSPORTS = ("sse", "ws", "poll")

    def __init__(self, server, seed, people=4):
        self.server, self.random = server, random.Random(seed)
        self.people = [register(server, name=f"Person {number}") for number in range(people)]
        term = self.people[0].get("/v1/terms")["items"][0]["id"]
        courses = [c for c in self.people[0].items(f"/v1/terms/{term}/courses") if c["sections"] >= 3][:3]
        self.courses = [self.people[0].get(f"/v1/courses/{course['id']}") for course in courses]
        self.anchor = self.courses.pop()
        self.sections = [(c["id"], s["id"]) for c in self.courses for s in c["sections"][:3]]
        for person in self.people:
            person.enroll(self.anchor["sections"][0]["id"], self.random.choice(self.sections)[1])
        self.events, self.replies, self.authors = [], [], {}
        self.readers = [
            Reader(person, transport, f"{seed} {number} {transport}", self.authors)
            for number, person in enumerate(self.people) for transport in self.TRANSPORTS
        ]
        for reader in self.readers:
            reader.start()

    def live(self, steps):
        for _ in range(steps):
            self.step()

    def step(self):
        me = self.random.choice(self.people)
        act = self.random.choices(
            [self.post, self.reply, self.edit, self.delete, self.edit_reply, self.delete_reply, self.enroll, self.drop, self.rename,
             self.staff, self.answer, self.me_too, self.notice, self.restore],
            [25, 17, 18, 6, 5, 6, 10, 8, 2, 3, 6, 5, 2, 5],
        )[0]
        act(me)

    def attempt(self, me, method, path, json=None):
        """Refusals are part of life, but never a server's fault."""
        answer = me.call(method, path, json=json)
        assert answer.status_code < 500, answer.text
        return answer.json() if answer.status_code in (200, 201) else None

    def visibility(self):
        return self.random.choice(["public", "public", "staff", "private"])

    def post(self, me):
        course, section = self.random.choice(self.sections)
        body = {
            "title": f"about {self.random.random()}", "visibility": self.visibility(), "kind": self.random.choice(["note", "question"]),
            "anonymous": self.random.random() < 0.3}
        if self.random.random() < 0.3:
            body["sections"] = [section]
        event = self.attempt(me, "POST", f"/v1/courses/{course}/events", body)
        if event:
            self.events.append(event["id"])
            self.authors[event["id"]] = me.id

    def reply(self, me):
        if self.events:
            event = self.random.choice(self.events)
            body = {"body": f"{self.random.random()}", "anonymous": self.random.random() < 0.3}
            reply = self.attempt(me, "POST", f"/v1/events/{event}/replies", body)
            if reply:
                self.replies.append((reply["id"], event))

    def edit(self, me):
        if self.events:
            course, section = self.random.choice(self.sections)
            change = self.random.choice(
                [{"visibility": self.visibility()}, {"sections": [section]}, {"sections": []}, {"due": "2026-11-25T01:00:00Z"}, {"title": "new"}])
            event = self.random.choice(self.events)
            for author in self.people:  # its author is one of them
                if self.attempt(author, "PATCH", f"/v1/events/{event}", change):
                    return

    def delete(self, me):
        if self.events:
            self.attempt(me, "DELETE", f"/v1/events/{self.random.choice(self.events)}?reason=off")

    def edit_reply(self, me):
        if self.replies:
            self.attempt(me, "PATCH", f"/v1/replies/{self.random.choice(self.replies)[0]}", {"body": f"{self.random.random()}"})

    def delete_reply(self, me):
        if self.replies:
            self.attempt(me, "DELETE", f"/v1/replies/{self.random.choice(self.replies)[0]}?reason=off")

    def answer(self, me):
        if self.replies:
            reply, event = self.random.choice(self.replies)
            for person in self.people:  # who asked is one of them
                if self.attempt(person, "PUT", f"/v1/events/{event}/answer", {"reply": reply}):
                    break
            if self.random.random() < 0.3:
                self.attempt(me, "DELETE", f"/v1/events/{event}/answer")

    def me_too(self, me):
        if self.events:
            self.attempt(me, self.random.choice(["PUT", "PUT", "DELETE"]), f"/v1/events/{self.random.choice(self.events)}/me-too")

    def restore(self, _):
        path = self.random.choice(
            [f"/v1/events/{event}/restore" for event in self.events] + [f"/v1/replies/{reply}/restore" for reply, _ in self.replies] or [None])
        for person in self.people if path else []:  # staff among them may
            if self.attempt(person, "POST", path):
                return

    def notice(self, me):
        sent = self.attempt(me, "POST", "/v1/notices", {"sections": [self.random.choice(self.sections)[1]], "title": "notice"})
        self.events += [event["id"] for event in sent["items"]] if sent else []

    def enroll(self, me):
        self.attempt(me, "POST", "/v1/me/enrollments", {"sections": [self.random.choice(self.sections)[1]]})

    def drop(self, me):
        self.attempt(me, "DELETE", f"/v1/me/enrollments/{self.random.choice(self.sections)[1]}")

    def rename(self, me):
        self.attempt(me, "PATCH", "/v1/me", {"displayName": f"Person {self.random.random()}"})

    def staff(self, me):
        """By an admin's command, in another process than the server."""
        course = self.random.choice(self.courses)["id"]
        verb = self.random.choice(["grant", "revoke"])
        self.server.admin("staff", verb, me.email, course, check=False)

    def end(self):
        """The last thing that everyone hears is their own private word; what came before must have come too."""
        for person in self.people:
            self.authors[person.post(self.anchor["id"], "the end", visibility="private")["id"]] = person.id
        for reader in self.readers:
            assert reader.ended.wait(PATIENCE), f"{reader.transport} of {reader.person.email} did not hear the end: {reader.failure}"
            reader.join(PATIENCE)
        for person in self.people:
            fresh = held(person.snapshot(limit=self.random.choice([1, 3, 5000])))
            for reader in self.readers:
                if reader.person is person:
                    reader.expect_exact(fresh)
