"""Operations on events and replies: permissions, and their effect on the model."""

import contextlib
import dataclasses
import functools
import json

from words_clients import Client, upsert
from words_model import Event, Reply


class Texts:
    """How the people of a story write, edit, delete, remove and restore."""

    @contextlib.contextmanager
    def change(self):
        """The model's next state; it may be seen from now on."""
        self.model = self.model.fork()
        yield self.model
        self.states.append(self.model)

    async def attempt(self, me, told, method, path, body=None, may=True):
        """The answer of a request, None if refused. `may` is the model's expectation; None means either."""
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
        """A word, sometimes with a mention."""
        word = self.word(meaning)
        return f"{word} @{self.random.choice(self.people).handle}" if self.random.random() < often else word

    def some_sections(self, me, course, often=0.55):
        """Mostly the person's own sections."""
        own = sorted(self.courses[course] if None in self.model.staffed(me.id, course) else self.own_sections(me, course))
        among = own if own and self.random.random() < 0.93 else self.courses[course]
        count = self.random.choice([1, 1, 1, 2]) if self.random.random() < often else 0
        return frozenset(self.random.sample(among, min(count, len(among))))

    def own_sections(self, me, course):
        return {section for of, section, _ in self.model.places[me.id] if of == course} - {None}

    def may_address(self, me, course, sections):
        """Whether an event may be for these sections. The contract leaves other people's sections open."""
        return True if None in self.model.staffed(me.id, course) or sections <= self.own_sections(me, course) else None

    def may_hide(self, me, event):
        """Whether a person may write anonymously: staff of the course may not, of whatever section."""
        return not self.model.staffed(me.id, event.course)

    def may_write(self, me, event):
        """Whether a person may act on a visible post. An own private event, from outside the course, is left open."""
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
        """An author's own answer reveals the alias."""
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
        """By its author, still in the course: editing an own private event from outside is left open."""
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
        may = all_of(
            self.may_address(me, event.course, changes.get("sections", frozenset())), self.may_hide_after(me, event, changes))
        if event.kind == "notice" and None not in self.model.staffed(me.id, event.course):
            may = None  # corrections by former staff, or by staff of some sections, are left open
        answer = await self.attempt(me, told, "PATCH", f"/v1/events/{event.id}", fields, may)
        if answer:
            changes["moves"] = len(answer["dueHistory"])
            changes.pop("due", None)
            with self.change() as model:
                model.events[event.id] = dataclasses.replace(event, **changes)
            self.judge_answer(me, "event", answer)

    def may_hide_after(self, me, event, changes):
        """Staff neither edit what they wrote anonymously as students, nor show their anonymous replies to others."""
        changed = {name for name, value in changes.items() if getattr(event, name, None) != value}
        replies = [reply for reply in self.model.thread(event.id) if reply.author == me.id and reply.anonymous]
        hides = changed if event.anonymous else replies and changed & {"visibility", "sections"}
        if not hides or self.may_hide(me, event):
            return True
        return None if changed == {"due"} else False  # the same date again is no edit

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
            event, told = self.event_of(reply), f"edits {self.label(reply.id)}"
            may = all_of(self.may_write(me, event), not reply.anonymous or self.may_hide(me, event))
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
        """By staff, or by a person who may not."""
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
        """An author deletes for good; staff in charge remove other people's posts."""
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
        """The people with a reason in the inbox: the author of the removed post, and recipients of a notice."""
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

    async def answer(self, _):
        """The author accepts, staff endorse."""
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
        """To sections, by staff of each. A notice of some sections' staff to the whole course is left open."""
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


def all_of(*conditions):
    """True, False, or None if left open."""
    return False if False in conditions else None if None in conditions else True


def short(value):
    """Sections by their last two digits; other words unchanged."""
    if isinstance(value, str):
        return value
    return "+".join(sorted(section[-2:] for section in value)) or "all"
