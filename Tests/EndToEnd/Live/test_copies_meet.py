"""A person was offline while their enrollments and an event's audience changed: every way back ends at the same copy.

Each story has readers on every transport, with pages of every size, some that purge a scope at `scopeRevoked` and some
that wait for the removals, and a `noteit` of the same person. None may lose a reply, and none may get words that were edited
or moderated away.
"""

import json
import subprocess

import pytest

from copies import held
from noteitd import PATIENCE
from people import register
from terminal import NOTEIT, Terminal
from words_clients import Client, difference

COURSE, CODE, OTHER = "202530.CMPT225", "CMPT225", "202530.CMPT120"
WAYS = [("poll", 1), ("poll", 3), ("poll", 500), ("sse", None), ("ws", None)]


class Offline(Client):
    """A copy from the moment its reader went offline."""

    def __init__(self, person, transport, limit, purging):
        super().__init__(person, transport, purging)
        self.limit, self.said = limit, ""
        snapshot = person.snapshot()
        self.cursor, self.held = snapshot["cursor"], held(snapshot)

    @property
    def name(self):
        return f"{'purging' if self.purging else 'waiting'} {self.transport} {self.limit or ''}".strip()

    def catch_up(self, marker):
        """Reads up to the marker, the last write."""
        if self.transport == "poll":
            changes, self.cursor = self.person.changes_and_cursor(self.cursor, self.limit)
            for change in changes:
                self.take(change)
        else:
            with (self.person.socket if self.transport == "ws" else self.person.stream)(self.cursor) as stream:
                while not self.at_marker(marker):
                    self.take(stream.change()[0])
        assert self.at_marker(marker)

    def take(self, change):
        self.said += json.dumps(change) + "\n"
        self.apply(change)


class Room:
    """A course with two sections, A and B, and a person who goes offline and returns."""

    def __init__(self, server, folder):
        self.server, self.folder = server, folder
        self.author = register(server, "Ada")
        self.a, self.b = [section["id"] for section in self.author.get(f"/v1/courses/{COURSE}")["sections"][:2]]
        self.markers = iter([section["id"] for section in self.author.get(f"/v1/courses/{OTHER}")["sections"]])

    def grant(self, person, *sections):
        self.server.admin("staff", "grant", person.email, COURSE, *options(sections))

    def revoke(self, person, *sections):
        self.server.admin("staff", "revoke", person.email, COURSE, *options(sections))

    def leave_home(self, person):
        """Takes all readers of this person offline."""
        self.person = person
        self.terminal = Terminal(self.server, self.folder / person.account["handle"], person)
        self.terminal.noteit("event", "list", "--json")
        self.readers = [Offline(person, transport, limit, purging) for transport, limit in WAYS for purging in (True, False)]

    def come_home(self):
        """All readers return. Returns the changes that each got, and the faults of their copies."""
        marker = next(self.markers)
        self.person.call("PUT", f"/v1/me/seat-watches/{marker}", 201)
        for reader in self.readers:
            reader.catch_up(marker)
        fresh = held(self.person.snapshot())
        wrong = [f"{reader.name} holds {fault}" for reader in self.readers for fault in differences(reader.held, fresh)]
        return {reader.name: reader.said for reader in self.readers}, wrong

    def expect_reply(self, event, reply, *words):
        """All copies hold the event with its reply, and `noteit` shows these words."""
        _, wrong = self.come_home()
        wrong += [f"{reader.name} lacks the reply" for reader in self.readers if reply["id"] not in reader.held["reply"]]
        wrong += self.unshown(event, words)
        assert not wrong, "\n".join(wrong)

    def expect_unsaid(self, *words, event=None, shown=()):
        """No reader gets these words, and `noteit` shows none of them except where they belong."""
        said, wrong = self.come_home()
        said["noteit"] = self.on_terminal("event", "list", CODE, "--json") + self.on_terminal("event", "view", f"{CODE}#1")
        wrong += [f"{name} says {word}" for name, text in said.items() for word in words if word in text]
        wrong += self.unshown(event, shown) if event else []
        assert not wrong, "\n".join(wrong)

    def expect_no_removal_with(self, *words):
        """The inbox keeps the reason for the author; no removal has it."""
        said, wrong = self.come_home()
        lines = [(name, line) for name, text in said.items() for line in text.splitlines() if any(word in line for word in words)]
        wrong += [f"{name} says {line}" for name, line in lines if json.loads(line).get("type") == "removal"]
        wrong += [f"noteit lists {word}" for word in words if word in self.on_terminal("event", "list", CODE, "--json")]
        assert not wrong, "\n".join(wrong)

    def unshown(self, event, words):
        page = self.on_terminal("event", "view", f"{CODE}#{event['number']}")
        return [f"noteit does not show {word}: {page}" for word in words if word not in page]

    def on_terminal(self, *arguments):
        """The output of a command, failed or not."""
        done = subprocess.run([NOTEIT, *arguments], capture_output=True, text=True, timeout=PATIENCE, env=self.terminal.environment)
        return done.stdout + done.stderr

    def remove(self, staff, kind, item, reason):
        staff.call("DELETE", f"/v1/{kind}/{item['id']}", 204, params={"reason": reason})


def options(sections):
    return [option for section in sections for option in ("--section", section)]


def differences(mine, fresh):
    for kind in mine.keys() | fresh.keys():
        one, other = mine.get(kind, {}), fresh.get(kind, {})
        for id in one.keys() | other.keys():
            if one.get(id) != other.get(id):
                yield f"{kind} {id}: {difference(one.get(id), other.get(id))}"


@pytest.fixture
def room(server, tmp_path):
    return Room(server, tmp_path)


@pytest.fixture
def ben(server):
    return register(server, "Ben")


@pytest.fixture
def grace(room):
    """Staff of the whole course."""
    person = register(room.server, "Grace")
    room.grant(person)
    return person


# (i)


def test_a_thread_widened_to_the_course_stays_when_its_first_section_is_dropped(room, ben):
    ben.enroll(room.a, room.b)
    room.author.enroll(room.b)
    room.leave_home(ben)
    event = room.author.post(COURSE, "Heapsort", sections=[room.b])
    reply = room.author.reply(event, "Quicksort")
    room.author.edit(event, sections=[])
    ben.drop(room.b)
    room.expect_reply(event, reply, "Heapsort", "Quicksort")


# (ii)


def test_a_later_section_keeps_a_reply_when_an_older_section_is_dropped(room, ben):
    """The thread becomes visible by its new audience before its former section is joined."""
    ben.enroll(room.a)
    room.author.enroll(room.b)
    event = room.author.post(COURSE, "Heapsort", sections=[room.b])
    reply = room.author.reply(event, "Quicksort")
    room.leave_home(ben)
    room.author.edit(event, sections=[])
    ben.enroll(room.b)
    ben.drop(room.a)
    room.expect_reply(event, reply, "Heapsort", "Quicksort")


def test_a_student_who_becomes_staff_of_the_section_keeps_earlier_replies(room, ben):
    ben.enroll(room.a)
    room.author.enroll(room.a)
    event = room.author.post(COURSE, "Heapsort", visibility="staff", sections=[room.a])
    reply = room.author.reply(event, "Quicksort")
    room.leave_home(ben)
    room.author.edit(event, visibility="public")
    room.grant(ben, room.a)
    room.expect_reply(event, reply, "Heapsort", "Quicksort")


def test_a_text_edited_away_before_joining_is_not_quoted_when_an_older_section_is_dropped(room, ben, grace):
    ben.enroll(room.a)
    room.author.enroll(room.b)
    room.leave_home(ben)
    event = room.author.post(COURSE, "Heapsort", body="Bogosort", sections=[room.b])
    room.author.edit(event, title="Mergesort", body="")
    reply = room.author.reply(event, "Quicksort")
    room.remove(grace, "replies", reply, "Stalinsort")
    ben.enroll(room.b)
    ben.drop(room.a)
    room.expect_unsaid("Heapsort", "Bogosort", "Quicksort", "Stalinsort", event=event, shown=["Mergesort"])


def test_a_text_edited_away_before_a_staff_role_is_not_quoted(room, ben):
    ben.enroll(room.a)
    room.author.enroll(room.a)
    room.leave_home(ben)
    event = room.author.post(COURSE, "Heapsort", visibility="staff", sections=[room.a])
    room.author.edit(event, title="Mergesort")
    room.grant(ben, room.a)
    room.expect_unsaid("Heapsort", event=event, shown=["Mergesort"])


def test_an_enrollment_returns_when_the_staff_role_in_its_section_is_revoked(room, ben):
    ben.enroll(room.a)
    room.author.enroll(room.a)
    event = room.author.post(COURSE, "Heapsort", sections=[room.a])
    reply = room.author.reply(event, "Quicksort")
    hidden = room.author.post(COURSE, "Mergesort", visibility="staff", sections=[room.a])
    room.leave_home(ben)
    room.grant(ben, room.a)
    room.revoke(ben, room.a)
    room.expect_reply(event, reply, "Heapsort", "Quicksort")
    assert [(place["section"], place["role"]) for place in ben.items("/v1/me/enrollments")] == [(room.a, "student")]
    room.expect_unsaid(hidden["title"])


# (iii)


def test_staff_promoted_to_the_whole_course_keep_the_reply_of_a_renamed_author(room, ben):
    room.author.enroll(room.a)
    event = room.author.post(COURSE, "Heapsort")
    reply = room.author.reply(event, "Quicksort")
    room.grant(ben, room.a, room.b)
    room.leave_home(ben)
    room.author.call("PATCH", "/v1/me", 200, json={"displayName": "Ada Lovelace"})
    room.revoke(ben, room.a)
    room.grant(ben)
    room.author.edit(event, visibility="staff", sections=[room.a])
    room.expect_reply(event, reply, "Heapsort", "Quicksort", "Ada Lovelace")


# (iv)


@pytest.fixture
def classmate(room, ben):
    """Ben, in the author's section."""
    room.author.enroll(room.a)
    ben.enroll(room.a)
    return ben


def test_a_removed_reply_is_not_quoted_by_its_event(room, classmate, grace):
    room.leave_home(classmate)
    event = room.author.post(COURSE, "Heapsort")
    reply = room.author.reply(event, "Quicksort")
    room.remove(grace, "replies", reply, "Stalinsort")
    room.expect_unsaid("Quicksort", "Stalinsort", event=event, shown=["Heapsort"])


def removed_reply(room, grace, ben):
    """Ben writes a reply that is removed while he is offline; later he gets the reason."""
    event = room.author.post(COURSE, "Heapsort")
    reply = ben.reply(event, "Quicksort")
    room.leave_home(ben)
    room.remove(grace, "replies", reply, "Stalinsort")
    return event


def test_a_removal_is_not_replayed_after_its_event_was_deleted(room, classmate, grace):
    room.author.delete(removed_reply(room, grace, classmate))
    room.expect_no_removal_with("Heapsort", "Stalinsort")


def test_a_removal_is_not_replayed_after_its_event_became_private(room, classmate, grace):
    room.author.edit(removed_reply(room, grace, classmate), visibility="private")
    room.expect_no_removal_with("Heapsort", "Stalinsort")


def test_a_removal_is_not_replayed_after_its_author_left(room, classmate, grace):
    removed_reply(room, grace, classmate)
    classmate.drop(room.a)
    room.expect_no_removal_with("Heapsort", "Stalinsort")


def test_title_and_reason_of_a_removal_are_not_replayed_to_former_staff(room, classmate, grace):
    other = register(room.server, "Cyd")
    other.enroll(room.a)
    room.grant(other)
    room.leave_home(other)
    event = room.author.post(COURSE, "Heapsort")
    room.remove(grace, "events", event, "Stalinsort")
    room.revoke(other)
    room.expect_no_removal_with("Heapsort", "Stalinsort")
    assert all(set(reader.held["removal"]) == {event["id"]} for reader in room.readers)


def test_title_and_reason_of_a_removal_are_not_replayed_to_staff_of_another_section(room, classmate, grace):
    other = register(room.server, "Cyd")
    other.enroll(room.a)
    room.grant(other, room.a, room.b)
    room.leave_home(other)
    event = room.author.post(COURSE, "Heapsort", sections=[room.a])
    room.remove(grace, "events", event, "Stalinsort")
    room.revoke(other, room.a)
    room.expect_no_removal_with("Heapsort", "Stalinsort")
    assert all(set(reader.held["removal"]) == {event["id"]} for reader in room.readers)


def test_a_removal_that_was_undone_leaves_no_reason(room, classmate, grace):
    room.leave_home(classmate)
    event = room.author.post(COURSE, "Heapsort")
    reply = room.author.reply(event, "Quicksort")
    room.remove(grace, "events", event, "Stalinsort")
    grace.call("POST", f"/v1/events/{event['id']}/restore", 200)
    room.expect_unsaid("Stalinsort")
    room.expect_reply(event, reply, "Heapsort", "Quicksort")
