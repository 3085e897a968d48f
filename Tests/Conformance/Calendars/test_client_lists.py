"""A list of to-dos that NoteIt understands only in part, synced by calendar programs as each of them does: none gives it up."""

import re

import pytest

from calendar_programs import APPLE, DAVX5, EVOLUTION, IOS, THUNDERBIRD, ask
from dav import Dav, added, calendar, components, name_of, new_uid, parsed, replaced, todo, value, values, vtodo
from reminders import REMINDERS
from study_people import PATH, edit, mark, settle, task_of

SPACES = 'xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:CS="http://calendarserver.org/ns/"'


class Program:
    """What a program keeps of a list: entity tags and texts by name, and how far it has read."""

    headers, batch = None, 50

    def __init__(self, phone):
        self.phone, self.tags, self.texts, self.token = phone, {}, {}, ""

    def ask(self, method, *allowed, name="", **more):
        return ask(self.phone, self.headers, method, self.phone.path("tasks", name), *allowed, **more)

    def sync(self):
        """Brings the copy up to date; returns the names of what changed and what is gone."""
        changed, gone = self.listed()
        for start in range(0, len(changed), self.batch):
            hrefs = "".join(f"<href>{self.phone.path('tasks', name)}</href>" for name in changed[start:start + self.batch])
            body = f'<C:calendar-multiget {SPACES}><prop><getetag/><C:calendar-data/></prop>{hrefs}</C:calendar-multiget>'
            found = parsed(self.ask("REPORT", 207, body=body, depth=1))
            assert sorted(found.data) == sorted(changed[start:start + self.batch])
            self.tags |= found.tags
            self.texts |= found.data
        for name in gone:
            del self.tags[name], self.texts[name]
        return set(changed), set(gone)

    def listed(self):
        """By a sync-collection, in pages where the program asks for such."""
        changed, gone = [], []
        while True:
            limit = "<limit><nresults>5</nresults></limit>" if isinstance(self, DAVx5) else ""
            body = (f"<sync-collection {SPACES}><sync-token>{self.token}</sync-token><sync-level>1</sync-level>{limit}<prop><getcontenttype/>"
                    "<getetag/></prop></sync-collection>")
            found = parsed(self.ask("REPORT", 207, body=body, depth=1 if isinstance(self, Apple) else 0))
            self.token = found.token
            # A program passes over its own changes, which it knows by their tags.
            changed += [name for name, tag in found.tags.items() if self.tags.get(name) != tag]
            gone += [name for name in found.gone if name in self.tags]
            if not any(part.status == 507 for part in found.values()):
                return changed, gone

    def put(self, name, text, *allowed):
        """Sends a change; without an entity tag in the answer, a program reads the object again."""
        headers = {"Content-Type": "text/calendar; charset=utf-8"}
        headers |= {"If-Match": self.tags[name]} if name in self.tags else {"If-None-Match": "*"}
        answer = self.ask("PUT", *(allowed or (201, 204)), name=name, body=text, **headers)
        self.tags[name], self.texts[name] = answer.headers.get("ETag"), text.replace("\r\n", "\n")

    def complete(self, text):
        """As most programs tick off: the whole to-do."""
        text = re.sub(r"(STATUS|PERCENT-COMPLETE|COMPLETED)[:;].*\n", "", text)
        return added(text, "STATUS:COMPLETED", "PERCENT-COMPLETE:100", "COMPLETED:20261122T100000Z")


class DAVx5(Program):
    """With Tasks.org or OpenTasks: pages of a sync, and ten objects at a time."""

    headers, batch = DAVX5, 10


class Apple(Program):
    """Reminders of iOS and macOS: what repeats moves to its next time when it is ticked off."""

    headers = APPLE

    def listed(self):
        body = f'<?xml version="1.0" encoding="UTF-8"?>\n<A:propfind {IOS}><A:prop><C:getctag/><A:displayname/><A:sync-token/></A:prop></A:propfind>'
        found = parsed(ask(self.phone, self.headers, "PROPFIND", self.phone.home, 207, body=body, depth=1))
        assert any(name_of(path) == "tasks" for path in found)
        return super().listed()

    def complete(self, text):
        if "RRULE:FREQ=MONTHLY" in text and "DUE;VALUE=DATE:20991201" in text:
            return replaced(text, "DUE", ";VALUE=DATE:21000101")
        return super().complete(text)


class Thunderbird(Program):
    """Ticks off one time of what repeats."""

    headers, batch = THUNDERBIRD, 100

    def complete(self, text):
        if text.count("RRULE") != 1 or "VALUE=DATE" not in text or "DTSTART" not in text:
            return super().complete(text)
        start = value(text, "DTSTART")
        return calendar(*(each.split("\n") for each in components(text, "VTODO").values()), vtodo(
            value(text, "UID"), "Rent", f"RECURRENCE-ID;VALUE=DATE:{start}", f"DTSTART;VALUE=DATE:{start}", f"DUE;VALUE=DATE:{start}",
            "STATUS:COMPLETED", "PERCENT-COMPLETE:100", "COMPLETED:20261122T100000Z", "X-MOZ-GENERATION:1"))


class Evolution(Program):
    """GNOME's list of tasks, and Endeavour: a ctag, then a query for all."""

    headers, ctag = EVOLUTION, None

    def listed(self):
        body = '<propfind xmlns="DAV:" xmlns:CS="http://calendarserver.org/ns/"><prop><CS:getctag/></prop></propfind>'
        [part] = parsed(self.ask("PROPFIND", 207, body=body, depth=0)).values()
        if part.text("cs:getctag") == self.ctag:
            return [], []
        self.ctag = part.text("cs:getctag")
        body = (f'<C:calendar-query {SPACES}><prop><getetag/></prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VTODO"/>'
                "</C:comp-filter></C:filter></C:calendar-query>")
        found = parsed(self.ask("REPORT", 207, body=body, depth=1)).tags
        return [name for name, tag in found.items() if self.tags.get(name) != tag], [name for name in self.tags if name not in found]


@pytest.fixture
def phone(ada):
    settle(ada, timeZone="America/Vancouver")
    return Dav(ada)


@pytest.mark.parametrize("kind", (DAVx5, Apple, Thunderbird, Evolution))
def test_a_list_that_is_understood_in_part_is_read_changed_ticked_off_and_emptied(kind, ada, phone):
    program, another = kind(phone), kind(phone)
    bodies = {f"{number}.ics": todo(new_uid(), f"To-do {number}", *lines) for number, (lines, _, _) in enumerate(REMINDERS.values())}
    for name, body in bodies.items():
        program.put(name, body, 201)
    assert program.sync() == (set(), set()), "it has all that it sent"
    assert another.sync() == (set(bodies), set())
    assert another.texts == {name: body.replace("\r\n", "\n") for name, body in bodies.items()}
    tasks = {each["title"]: each for each in ada.items(PATH)}
    assert all(tasks[f"To-do {number}"]["calendarOnly"] == beyond for number, (_, beyond, _) in enumerate(REMINDERS.values()))
    # A change here reaches the program once, with all that only the program knows.
    for task in tasks.values():
        edit(ada, task, priority="high")
    assert program.sync() == (set(bodies), set()) and program.sync() == (set(), set())
    for number, (lines, _, _) in enumerate(REMINDERS.values()):
        text = program.texts[f"{number}.ics"]
        assert value(text, "PRIORITY") == "1"
        assert all(line.split(":", 1)[1] in values(text, re.split("[:;]", line)[0]) for line in lines)
    # So does a change of the program, whole.
    for name in bodies:
        program.put(name, added(replaced(program.texts[name], "SUMMARY", ":Changed"), "X-PHONE:1"), 204)
    assert another.sync()[0] == set(bodies)
    assert all(value(text, "X-PHONE") == "1" for text in another.texts.values())
    assert {each["title"] for each in ada.items(PATH)} == {"Changed"}
    # What was changed at both is refused, read again and sent.
    edit(ada, tasks["To-do 0"], title="Changed here")
    program.put("0.ics", program.texts["0.ics"], 412)
    del program.tags["0.ics"]
    program.sync()
    assert value(program.texts["0.ics"], "SUMMARY") == "Changed here"
    # All is ticked off, as the program does it; what repeats goes on, or is done.
    for name in bodies:
        program.put(name, program.complete(program.texts[name]), 204)
    program.sync()
    another.sync()
    assert program.texts == another.texts and another.sync() == (set(), set())
    for task in tasks.values():
        assert task_of(ada, task)["done"] or "repetition" in task_of(ada, task)["calendarOnly"]
    # What is ticked off here first and then there is no conflict that ends a sync.
    for task in tasks.values():
        if not task_of(ada, task)["done"]:
            mark(ada, task)
    program.sync()
    for name in bodies:
        program.ask("DELETE", 204, name=name, **{"If-Match": program.tags[name]})
    # What was done of a series stays, as a to-do of its own.
    assert another.sync()[1] == set(bodies) and all(each["done"] for each in ada.items(PATH))
    ada.server.admin("check")


def test_ios_and_macos_move_a_reminder_of_which_only_a_part_is_understood_to_another_list(ada, phone):
    """Another calendar of an object is a MOVE there. Reminders takes back what it moved."""
    inner = '<d:displayname>Errands</d:displayname><c:supported-calendar-component-set><c:comp name="VTODO"/></c:supported-calendar-component-set>'
    phone.make("errands", inner=inner)
    program = Apple(phone)
    for number, (lines, _, _) in enumerate(REMINDERS.values()):
        name, text = f"{number}.ics", todo(new_uid(), f"To-do {number}", *lines)
        program.put(name, text, 201)
        for source, target in (("tasks", "errands"), ("errands", "tasks")):
            headers = APPLE | {"Destination": phone.server.url + phone.path(target, name), "Overwrite": "F"}
            phone.call("MOVE", phone.path(source, name), 201, headers=headers)
            assert phone.get(target, name).text == text
            phone.get(source, name, 404)
    assert len(ada.items(PATH)) == len(REMINDERS)
    program.tags.clear()
    program.sync()
    assert len(program.texts) == len(REMINDERS)


@pytest.mark.parametrize("headers, method", [(EVOLUTION, "OPTIONS"), (DAVX5, "OPTIONS"), (APPLE, "PROPFIND"), (THUNDERBIRD, "PROPFIND")])
def test_a_program_with_a_wrong_password_is_challenged_by_its_first_request(headers, method, ada, phone):
    for auth in (None, (ada.email, "aaaa-bbbb-cccc-dddd")):
        for path in ("/dav/", phone.path("tasks")):
            answer = phone.call(method, path, 401, depth=0, auth=auth, headers=headers)
            assert answer.headers["WWW-Authenticate"].startswith("Basic ")
