"""Visibility, and the visible words: the contract as a model of one class at one moment."""

import dataclasses
import json
import re

WORD = re.compile(r"w[0-9a-f]{12}")
HIDDEN = {"displayName": "Anonymous", "role": "student"}
TYPES = ("event", "reply", "removal")  # fully known by the model


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
    """The state of one class at one moment. A past state is never changed: `fork` first."""

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

    # Visibility.

    def in_course(self, person, course):
        return any(place[0] == course for place in self.places[person])

    def staffed(self, person, course):
        """The sections of a person's staff roles; None stands for the whole course."""
        return {section for of, section, role in self.places[person] if of == course and role == "staff"}

    def in_charge(self, person, event):
        """Whether a person is staff in charge of an event. Nobody is for a private one."""
        staffed = self.staffed(person, event.course)
        ours = not event.sections or None in staffed or bool(staffed & event.sections)
        return event.visibility != "private" and bool(staffed) and ours

    def reaches(self, person, event):
        """Whether a person is in an event's audience, removed or not."""
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
        """The replies of a thread, oldest first."""
        replies = [reply for reply in self.replies.values() if reply.event == event and reply.removed is None]
        return sorted(replies, key=lambda reply: reply.number)

    def enrollments(self, person):
        """A person's enrollments in the snapshot: a staff role hides the student's enrollment beside it."""
        roles = {}
        for course, section, role in sorted(self.places[person], key=lambda place: place[2], reverse=True):
            roles[course, section] = "staff" if "staff" in (role, roles.get((course, section))) else role
        return {(course, section, role) for (course, section), role in roles.items()}

    # Views.

    def expected(self, person, kind, id):
        """The known fields of a subject in a person's view; None if hidden."""
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
        """An author in a person's view. `email` is None if it must be absent, and left out if it may be either."""
        charge = self.in_charge(person, event)
        if item.anonymous and not charge:
            return {"id": self.aliases.get((event.id, item.author))} | HIDDEN
        email = {} if event.visibility == "private" else {"email": self.people[item.author].email if charge else None}
        return {"id": item.author, "displayName": self.names[item.author]} | email

    def mover(self, event):
        """The mover of a due date: the alias, for staff too. The email beside a name is left open."""
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
        """The ids of all visible subjects of a kind."""
        subjects = {"event": self.events, "reply": self.replies}.get(kind) or {**self.events, **self.replies}
        return {id for id in subjects if self.expected(person, kind, id) is not None}

    def left_open(self, person, kind, id):
        """Whether visibility is left open: a removal under an own private event, seen from outside the course."""
        return kind == "removal" and id in self.replies and not self.in_course(person, self.events[self.replies[id].event].course)

    # Words.

    def words(self, person, kind, id):
        """The words that a person may read in a subject."""
        body = self.expected(person, kind, id)
        if body is None:
            return set()
        words = set(WORD.findall(json.dumps(body)))
        author = self.people.get(body.get("author", {}).get("id"))
        if author:
            words |= author.words
        if kind == "removal" and "title" not in body:  # of an own private event
            item = self.replies[id]
            words |= {item.removed, *WORD.findall(self.events[item.event].title)}
        return words

    def all_words(self, person):
        """All words that a person may see, except those of their own account and inbox."""
        return {word for kind in TYPES for id in self.visible(person, kind) for word in self.words(person, kind, id)}


def differing(actual, expected):
    """The fields of a body that differ from the model."""
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
