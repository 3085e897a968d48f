"""A record of concurrent writes, and of the readers that may have seen each at which time.

The order of two concurrent writes is unknown. So a value may have held from the moment it was sent until a later write was
answered. Each read happened between two known moments. It is right if everything that it needs may have held together at
some moment between them.
"""

import json
import math
import time

from copies import held
from words_model import WORD

now = time.monotonic


class Write:
    """One value under way."""

    def __init__(self, value):
        self.value, self.sent, self.answered, self.done = value, now(), math.inf, False


class Field:
    """A value that many change."""

    def __init__(self):
        self.writes = []

    def send(self, value):
        self.writes.append(Write(value))
        return self.writes[-1]

    def span(self, write):
        """The span in which the value of a write may have held. A refused value never held."""
        if write not in self.writes:
            return math.inf, -math.inf
        later = (other.answered for other in self.writes if other.done and other.sent > write.answered)
        return write.sent, min(later, default=math.inf)

    def spans(self):
        return [(write.value, self.span(write)) for write in self.writes]

    def when(self, value):
        return [span for other, span in self.spans() if other == value]


class Act:
    """The writes of one request, answered together."""

    def __init__(self):
        self.writes = []

    def send(self, field, value):
        self.writes.append((field, field.send(value)))
        return self.writes[-1][1]

    def end(self, done, surely):
        """A refused request may have succeeded if it was sent more than once."""
        for field, write in self.writes:
            write.answered, write.done = now(), done
            if surely and not done:
                field.writes.remove(write)


def meet(*spans):
    """The intersection of spans; None if empty."""
    begin, end = max(span[0] for span in spans), min(span[1] for span in spans)
    return (begin, end) if begin <= end else None


def meetings(some, others):
    return [both for one in some for other in others if (both := meet(one, other))]


class Item:
    """An event or a reply."""

    def __init__(self, author, course, event=None, anonymous=False, kind="note"):
        self.author, self.course, self.event, self.anonymous, self.kind = author, course, event or self, anonymous, kind
        self.visibility, self.sections, self.there, self.alias = Field(), Field(), Field(), None
        self.title, self.body = Field(), Field()

    @property
    def is_reply(self):
        return self.event is not self

    def learn(self, answer):
        """The author's own answer reveals the alias, unless the author is in charge."""
        if self.anonymous and answer["author"]["id"] != self.author.id:
            self.alias = answer["author"]["id"]

    def present(self, window):
        """The spans in which it may have existed, with its event."""
        spans = meetings([window], self.there.when(True))
        return meetings(spans, self.event.there.when(True)) if self.is_reply else spans

    def audiences(self, window):
        """(visibility, sections, when) of its event."""
        for visibility, seen in self.event.visibility.spans():
            for sections, aimed in self.event.sections.spans():
                if when := meet(window, seen, aimed):
                    yield visibility, sections, when

    def reached(self, person, window):
        """The spans in which a person may have been in its audience."""
        is_author, found = person is self.event.author, []
        for visibility, sections, when in self.audiences(window):
            if visibility == "private":
                found += [when] if is_author else []
                continue
            for (course, section, role), place in person.places.items():
                charged = role == "staff" and (not sections or section is None or section in sections)
                for_us = visibility == "public" and (not sections or section in sections)
                if course == self.course and (is_author or charged or for_us):
                    found += meetings([when], place.when(True))
        return found

    def private_to(self, person, window):
        return person is self.event.author and any(visibility == "private" for visibility, _, _ in self.audiences(window))

    def charged(self, person, window):
        """The spans in which a person may have been staff in charge."""
        found = []
        for visibility, sections, when in self.audiences(window):
            for (course, section, role), place in person.places.items():
                if (course, role) == (self.course, "staff") and (not sections or section is None or section in sections):
                    found += meetings([when], place.when(True)) if visibility != "private" else []
        return found


class Text:
    """A word in an event or a reply."""

    def __init__(self, item, write, field):
        self.item, self.write, self.field, self.sent = item, write, field, write.sent

    def __repr__(self):
        return f"a {'reply' if self.item.is_reply else self.item.kind} of {self.item.author.name}"

    def may_be_told(self, got):
        when = meet(got.window, self.field.span(self.write))
        if when is None:
            return False
        if got.kind == "removal" and got.item and got.item.event is self.item:
            return self.as_removed(got.item, got.person, when)
        return bool(meetings(self.item.present(when), self.item.reached(got.person, when)))

    def as_removed(self, removed, person, when):
        """The title in a removal, of the event or of a reply to it: for its author and staff in charge."""
        if removed.is_reply and not removed.event.present(when):
            return False
        mine = person in (removed.author, removed.event.author)
        return bool(removed.reached(person, when) if mine else removed.charged(person, when))


class Reason:
    """The reason of a removal: for the author, for staff in charge, and for recipients of a notice."""

    def __init__(self, item, actor):
        self.item, self.actor, self.sent = item, actor, now()

    def __repr__(self):
        return f"a reason of {self.actor.name}, to {self.item.author.name}"

    def may_be_told(self, got):
        item, person, ever = self.item, got.person, (0, got.window[1])
        if got.kind not in ("removal", "notification"):
            return False
        if got.kind == "notification" and item.event.kind == "notice" and item.reached(person, ever):
            return True
        if person is self.actor is item.author:
            return False
        own = person is item.author or item.private_to(person, got.window)
        return own or got.kind == "removal" and bool(item.charged(person, got.window))


class Name:
    """A word in a person's name."""

    def __init__(self, person, write):
        self.person, self.write, self.sent = person, write, write.sent

    def __repr__(self):
        return f"a name of {self.person.name}"

    def may_be_told(self, got):
        return meet(got.window, self.person.called.span(self.write)) is not None


class Unseen:
    """A word of a registrar's list, which is in no answer."""

    def __init__(self):
        self.sent = now()

    def __repr__(self):
        return "which only the registrar's list has"

    def may_be_told(self, _):
        return False


class Got:
    """One subject as a person got it, read within `window`: not before its newest word was sent."""

    def __init__(self, record, person, change, since):
        said, body = json.dumps(change, ensure_ascii=False), change.get("body") or {}
        self.person, self.op, self.kind, self.id = person, change["op"], change.get("type"), change.get("id")
        self.words = set(WORD.findall(said))
        self.window = (max([since, *(record.words[word].sent for word in self.words if word in record.words)]), now())
        self.has_body = "body" in change
        self.about = body.get("reply") or body.get("event") if self.kind == "notification" else self.id
        others = [other for other in record.people if other is not person]
        self.emails = [other for other in others if other.email in said]
        self.accounts = {other for other in others if other.id in said or f'"{other.handle}"' in said}
        self.mark = (body["mine"], body["alias"]) if self.kind == "mark" and body else None

    def __repr__(self):
        return f"{self.person.name} got {self.op} {self.kind} {self.id}"


class Record:
    """Everything that was written in one class, and everything that its people got."""

    def __init__(self, random, people, surely):
        self.random, self.people, self.surely = random, people, surely
        self.items, self.words, self.gots = {}, {}, []

    def word(self, telling):
        """A new word; `telling` computes its possible readers."""
        word = f"w{self.random.getrandbits(48):012x}"
        self.words[word] = telling(word)
        return word

    def text(self, act, item, field):
        """A new word in an item, sent with `act`."""
        return self.word(lambda word: Text(item, act.send(field, word), field))

    def name(self, act, person):
        return self.word(lambda word: Name(person, act.send(person.called, word)))

    def reason(self, item, actor):
        return self.word(lambda _: Reason(item, actor))

    def take(self, person, change, since):
        """Returns a moment before this read: later frames of the same connection were read later."""
        self.gots.append(Got(self, person, change, since))
        return self.gots[-1].window[0]

    def take_snapshot(self, person, snapshot, since):
        for kind, subjects in held(snapshot).items():
            for id, body in subjects.items():
                self.take(person, {"op": "upsert", "type": kind, "id": id, "body": body}, since)

    def wrong(self):
        """Everything that a person got without right, a sentence each."""
        for got in self.gots:
            got.item = self.items.get(got.about) or self.event_by_words(got)
            if got.op != "upsert" and got.has_body:
                yield f"{got}, with a body"
            for word in got.words:
                told = self.words.get(word)
                if told is None or not told.may_be_told(got):
                    yield f"{got} with {word}, {told or 'which nobody wrote'}"
            yield from self.recognized(got)

    def event_by_words(self, got):
        """A notice with an unknown id, because it was sent twice."""
        texts = (self.words.get(word) for word in got.words if got.kind == "event")
        return next((text.item.event for text in texts if isinstance(text, Text)), None)

    def recognized(self, got):
        """The people to protect: owners of emails, and authors with aliases."""
        item, person = got.item, got.person
        if got.emails and not (item and (item.charged(person, got.window) or item.private_to(person, got.window))):
            yield f"{got} with the email of {got.emails[0].name}"
        if item is None or not item.anonymous:
            return
        author = item.author
        named = author in got.accounts or author in got.emails or any(self.is_name(word, author) for word in got.words)
        if named and author is not person and not item.charged(person, got.window):
            yield f"{got}, and who wrote it: {author.name}"
        if got.mark and (got.mark[0] != (author is person) or item.alias and (got.mark[1] == item.alias) != (author is person)):
            yield f"{got} with {got.mark}, of an event of {author.name}, by the name of {item.alias}"

    def is_name(self, word, person):
        told = self.words.get(word)
        return isinstance(told, Name) and told.person is person
