"""The actions of a day, and their record. Each word is new, and sent before it may be seen."""

import asyncio
import uuid

from record import Act, Item

BIG = "\u8a9e"  # 3 bytes


class Writes:
    """How people write, edit, delete, enroll and drop. Any of it may be refused."""

    def id(self):
        """A client-made id, so that the request can be repeated."""
        return str(uuid.UUID(int=self.random.getrandbits(128), version=4))

    async def attempt(self, act, me, method, path, body=None):
        """The answer, None if refused; records the writes of `act` as done or not."""
        status, answer = await me.attempt(method, path, body)
        done = status in (200, 201, 204)
        act.end(done, self.record.surely)
        return (answer or {}) if done else None

    def acknowledge(self, stored):
        self.acknowledged[stored["id"]] = max(stored["rev"], self.acknowledged.get(stored["id"], 0))

    async def write(self, me):
        act = self.random.choices(
            [self.post_something, self.reply, self.edit, self.delete, self.edit_reply, self.delete_reply, self.enroll, self.drop,
             self.rename, self.answer, self.me_too, self.notice, self.restore],
            [22, 17, 22, 6, 5, 5, 9, 8, 2, 6, 6, 3, 5])[0]
        self.tally[act.__name__] += 1
        await act(me)

    def visibility(self):
        return self.random.choice(["public", "public", "staff", "private"])

    async def post_something(self, me):
        course, section = self.random.choice(self.places)
        await self.post(
            me, course, self.visibility(), [section] if self.random.random() < 0.3 else [], self.random.choice([0, 100, 3000]),
            kind=self.random.choice(["note", "question"]), anonymous=self.random.random() < 0.3)

    async def post(self, me, course, visibility, sections=(), long=0, kind="note", anonymous=False):
        act, item, id = Act(), Item(me, course, None, anonymous, kind), self.id()
        fields = self.begun(act, item, id, visibility, sections, long)
        fields |= {"id": id, "visibility": visibility, "sections": list(sections), "kind": kind, "anonymous": anonymous}
        event = await self.attempt(act, me, "POST", f"/v1/courses/{course}/events", fields)
        if event:
            item.learn(event)
            self.acknowledge(event)
            self.events.append((id, item))

    def begun(self, act, item, id, visibility, sections, long=0):
        """The title and the body of the next event."""
        self.record.items[id] = item
        act.send(item.visibility, visibility)
        act.send(item.sections, frozenset(sections))
        act.send(item.there, True)
        return {"title": self.record.text(act, item, item.title), "body": self.record.text(act, item, item.body) + BIG * long}

    async def edit(self, _):
        if not self.events:
            return
        (event, item), (_, section), act = self.random.choice(self.events[-30:]), self.random.choice(self.places), Act()
        field = self.random.choice(["visibility", "visibility", "sections", "sections", "due", "title", "body"])
        if field in ("title", "body"):
            value = self.record.text(act, item, getattr(item, field))
        else:
            sections = self.random.choice([[section], []])
            value = {"visibility": self.visibility(), "sections": sections, "due": "2026-11-25T01:00:00Z"}[field]
        if field == "visibility":
            act.send(item.visibility, value)
        if field == "sections":
            act.send(item.sections, frozenset(value))
        edited = await self.attempt(act, item.author, "PATCH", f"/v1/events/{event}", {field: value})
        if edited:
            self.acknowledge(edited)

    async def delete(self, me):
        if self.events:
            event, item = self.random.choice(self.events)
            await self.take_away(self.random.choice([me, item.author]), item, f"/v1/events/{event}")

    async def delete_reply(self, me):
        if self.replies:
            reply, _, item = self.random.choice(self.replies)
            await self.take_away(self.random.choice([me, item.author]), item, f"/v1/replies/{reply}")

    async def take_away(self, me, item, path):
        act = Act()
        act.send(item.there, False)
        await self.attempt(act, me, "DELETE", f"{path}?reason={self.record.reason(item, me)}")

    async def restore(self, me):
        """Restores a post that staff removed: only staff may."""
        kind, choices = ("events", self.events) if self.random.random() < 0.5 else ("replies", self.replies)
        if choices:
            id, *_, item = self.random.choice(choices)
            act = Act()
            act.send(item.there, True)
            await self.attempt(act, me, "POST", f"/v1/{kind}/{id}/restore")

    async def reply(self, me):
        if self.events:
            (event, of), act, id, anonymous = self.random.choice(self.events[-30:]), Act(), self.id(), self.random.random() < 0.3
            item = self.record.items[id] = Item(me, of.course, of, anonymous)
            act.send(item.there, True)
            fields = {"id": id, "body": self.record.text(act, item, item.body), "anonymous": anonymous}
            reply = await self.attempt(act, me, "POST", f"/v1/events/{event}/replies", fields)
            if reply:
                item.learn(reply)
                self.acknowledge(reply)
                self.replies.append((id, event, item))

    async def edit_reply(self, _):
        if self.replies:
            (reply, _, item), act = self.random.choice(self.replies), Act()
            fields = {"body": self.record.text(act, item, item.body)}
            edited = await self.attempt(act, item.author, "PATCH", f"/v1/replies/{reply}", fields)
            if edited:
                self.acknowledge(edited)

    async def answer(self, me):
        """Mostly by the author of the question."""
        if self.replies:
            _, event, reply_item = reply = self.random.choice(self.replies)
            someone = self.random.choice([me, reply_item.event.author])
            if self.random.random() < 0.7:
                await someone.attempt("PUT", f"/v1/events/{event}/answer", {"reply": reply[0]})
            else:
                await someone.attempt("DELETE", f"/v1/events/{event}/answer")

    async def me_too(self, me):
        if self.events:
            event, _ = self.random.choice(self.events[-30:])
            await me.attempt(self.random.choice(["PUT", "PUT", "DELETE"]), f"/v1/events/{event}/me-too")

    async def notice(self, me):
        """A notice sent twice is two, one with an unknown id: nobody edits or removes it."""
        (course, section), act, id = self.random.choice(self.places), Act(), self.id()
        item = Item(me, course, kind="notice")
        sent = await self.attempt(
            act, me, "POST", "/v1/notices", self.begun(act, item, id, "public", [section]) | {"sections": [section]})
        if sent and self.record.surely:
            del self.record.items[id]
            (event,) = sent["items"]
            self.record.items[event["id"]] = item
            self.acknowledge(event)
            self.events.append((event["id"], item))

    async def enroll(self, me):
        await self.enroll_in(me, [self.random.choice(self.places)])

    async def enroll_in(self, me, places):
        act = Act()
        for place in places:
            act.send(me.places[*place, "student"], True)
        await self.attempt(act, me, "POST", "/v1/me/enrollments", {"sections": [section for _, section in places]})

    async def drop(self, me):
        place, act = self.random.choice(self.places), Act()
        act.send(me.places[*place, "student"], False)
        await self.attempt(act, me, "DELETE", f"/v1/me/enrollments/{place[1]}")

    async def rename(self, me):
        act = Act()
        await self.attempt(act, me, "PATCH", "/v1/me", {"displayName": self.record.name(act, me)})

    async def staffing(self):
        person, (course, section) = self.random.choice(self.people), self.random.choice(self.places)
        await self.staff(self.random.choice(["grant", "revoke"]), person, course, section if self.random.random() < 0.4 else None)

    async def staff(self, verb, person, course, section=None):
        """By an admin's command, in another process. A revocation without a section revokes every role."""
        self.tally["staff commands"] += 1
        act = Act()
        for (of, other, role), field in person.places.items():
            if (of, role) == (course, "staff") and (other == section or verb == "revoke" and section is None):
                act.send(field, verb == "grant")
        options = ["--section", section] if section else []
        done = await asyncio.to_thread(self.server.admin, "staff", verb, person.email, course, *options, check=False)
        act.end(done.returncode == 0, self.record.surely)
