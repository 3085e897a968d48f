"""People who use the server over HTTP, through an independent client."""

import copy
import datetime
import itertools
import json
import zoneinfo

import requests

from contract import judge
from noteitd import PATIENCE
from streams import EventStream, Socket

PASSWORD = "a fine long sentence"
# The course that many tests are about, of the sample term.
COURSE = "202530.CMPT225"
_count = itertools.count(1)


class From(requests.adapters.HTTPAdapter):
    """Connections from an address of their own."""

    def __init__(self, address):
        self.address = address
        super().__init__()

    def init_poolmanager(self, *arguments, **options):
        super().init_poolmanager(*arguments, source_address=(self.address, 0), **options)


class Anyone:
    """A client without a token. Every answer is checked against the contract first."""

    def __init__(self, server, address=None):
        self.server = server
        self.http = requests.Session()
        self.http.trust_env = False
        if address:
            self.http.mount("http://", From(address))
        self.headers = {}

    def at(self, server):
        """The same person with the same token, who talks to another node."""
        there = copy.copy(self)
        there.server, there.http = server, requests.Session()
        there.http.trust_env = False
        return there

    def call(self, method, path, status=None, json=None, headers=None, **options):
        """Sends a request; fails unless the contract allows the answer and its status is `status`."""
        answer = self.http.request(
            method, self.server.url + path, json=json, headers=self.headers | (headers or {}), timeout=PATIENCE,
            allow_redirects=False, **options,
        )
        judge(method, path, answer)
        assert status is None or answer.status_code == status, f"{method} {path}: {answer.status_code} {answer.text[:600]}"
        return answer

    def get(self, path, status=200, **options):
        return self.call("GET", path, status, **options).json()

    def refused(self, method, path, status, **options):
        """The problem document of a request that must fail with `status`."""
        return self.call(method, path, status, **options).json()


class Person(Anyone):
    """A signed-in person."""

    def __init__(self, server, signed_in):
        super().__init__(server)
        self.take(signed_in)

    def take(self, signed_in):
        """Goes on with the tokens of a sign-in or a refresh."""
        self.account = signed_in["account"]
        self.id = self.account["id"]
        self.email = self.account["email"]
        self.refresh_token = signed_in["refreshToken"]
        self.token = signed_in["accessToken"]
        self.headers = {"Authorization": f"Bearer {self.token}"}

    def refresh(self):
        """Goes on with new tokens."""
        self.take(Anyone(self.server).call("POST", "/v1/sessions/refresh", 200, json={"refreshToken": self.refresh_token}).json())

    def sign_in_again(self, device=None, password=PASSWORD):
        body = {"email": self.email, "password": password, "device": device}
        return Person(self.server, Anyone(self.server).call("POST", "/v1/sessions", 201, json=body).json())

    def enroll(self, *sections):
        answer = self.call("POST", "/v1/me/enrollments", json={"sections": list(sections)})
        assert answer.status_code in (200, 201), answer.text
        return answer.json()["items"]

    def drop(self, section):
        self.call("DELETE", f"/v1/me/enrollments/{section}", 204)

    def post(self, course, title="Lab 4", status=201, **fields):
        return self.call("POST", f"/v1/courses/{course}/events", status, json={"title": title} | fields).json()

    def reply(self, event, body="I think so", status=201, **fields):
        return self.call("POST", f"/v1/events/{event['id']}/replies", status, json={"body": body} | fields).json()

    def upload(self, content=b"a file", name="notes.txt", status=201, headers=None, **query):
        """Uploads a file; returns the server's answer."""
        headers = {"Content-Type": "application/octet-stream"} | (headers or {})
        return self.call("POST", "/v1/attachments", status, params={"name": name} | query, data=content, headers=headers).json()

    def event(self, event):
        return self.get(f"/v1/events/{event['id']}")

    def edit(self, event, status=200, headers=None, **fields):
        return self.call("PATCH", f"/v1/events/{event['id']}", status, json=fields, headers=headers).json()

    def delete(self, event, status=204, **options):
        return self.call("DELETE", f"/v1/events/{event['id']}", status, **options)

    def events(self, course, **query):
        """All events of a course over all pages, in the order of the list."""
        return [event for section in self.due_sections(f"/v1/courses/{course}/events", **query) for event in section["events"]]

    def due_sections(self, path, **query):
        sections, after = [], None
        while True:
            page = self.get(path, params=query | ({"after": after} if after else {}))
            for section in page["sections"]:
                if sections and sections[-1]["due"] == section["due"]:
                    sections[-1]["events"] += section["events"]
                else:
                    sections.append(section)
            after = page["next"]
            if after is None:
                return sections

    def items(self, path, **query):
        """All items of a list over all pages."""
        items, after = [], None
        while True:
            page = self.get(path, params=query | ({"after": after} if after else {}))
            items += page["items"]
            after = page["next"]
            if after is None:
                return items

    def head(self):
        """The end of the log. What others do, a plan that is made anew too, moves it."""
        return self.get("/v1/changes?cursor=now")["cursor"]

    def changes(self, cursor):
        """The changes after `cursor` up to the head, without waiting."""
        return self.changes_and_cursor(cursor)[0]

    def changes_and_cursor(self, cursor, limit=500):
        changes = []
        while True:
            page = self.get("/v1/changes", params={"cursor": cursor, "wait": 0, "limit": limit})
            changes += page["changes"]
            cursor = page["cursor"]
            if not page["more"]:
                return changes, cursor

    def polled(self, cursor):
        """The changes after `cursor`, each read in a page of its own, with the cursor of that page."""
        pairs = []
        while True:
            page = self.get("/v1/changes", params={"cursor": cursor, "wait": 0, "limit": 1})
            cursor = page["cursor"]
            pairs += [(change, cursor) for change in page["changes"]]
            if not page["more"]:
                return pairs

    def snapshot(self, limit=None):
        """All pages of a snapshot as one."""
        page = self.get("/v1/snapshot", params={"limit": limit} if limit else {})
        whole = page
        while page["next"] is not None:
            page = self.get("/v1/snapshot", params={"next": page["next"]} | ({"limit": limit} if limit else {}))
            assert page["cursor"] == whole["cursor"]
            for part in (
                "enrollments", "courses", "notifications", "seatWatches", "tasks", "marks", "removals", "plans", "planReplies",
                "events", "replies",
            ):
                whole[part] += page[part]
        return whole

    def stream(self, cursor=None, **options):
        return EventStream(self.server, self.headers, cursor, **options)

    def socket(self, cursor=None, **options):
        return Socket(self.server, self.headers, cursor, **options)


def register(server, name=None, email=None):
    """A new student."""
    number = next(_count)
    body = {"email": email or f"student{number}@example.edu", "password": PASSWORD, "displayName": name or f"Student {number}"}
    # A server takes 1,000 registrations at once from one address. The tests of a quick machine make more.
    server.registrations = getattr(server, "registrations", 0) + 1
    crowd = server.registrations // 300
    anyone = Anyone(server, f"127.0.0.{1 + crowd}" if crowd else None)
    return Person(server, anyone.call("POST", "/v1/accounts", 201, json=body).json())


def member(server):
    """A new student in the first section of the term's first course: the person and the course's id."""
    person = register(server)
    term = person.get("/v1/terms")["items"][0]["id"]
    course = person.get(f"/v1/terms/{term}/courses")["items"][0]["id"]
    person.enroll(person.get(f"/v1/courses/{course}")["sections"][0]["id"])
    return person, course


def staff(server, course, *sections):
    """A new member of a course's staff, of all its sections unless some are named."""
    person = register(server, name="Instructor")
    options = [argument for section in sections for argument in ("--section", section)]
    server.admin("staff", "grant", person.email, course, *options)
    return person


def classmates(server, *names):
    """New students of one section of a course."""
    people = [register(server, name) for name in names]
    section = people[0].get(f"/v1/courses/{COURSE}")["sections"][0]["id"]
    for person in people:
        person.enroll(section)
    return people


def small_class(server, course=COURSE):
    """Two students of one section of a course, Ada and Bob, and Grace, who is its staff: by their names."""
    people = {"ada": register(server, "Ada"), "bob": register(server, "Bob"), "grace": staff(server, course)}
    section = people["ada"].get(f"/v1/courses/{course}")["sections"][0]["id"]
    for name in ("ada", "bob"):
        people[name].enroll(section)
    return people


def notice(staff, title, course=COURSE, **fields):
    return staff.call("POST", "/v1/notices", 201, json={"title": title, "courses": [course]} | fields).json()["items"][0]


def hours_from_now(person, hours):
    """A time of day in the zone of the present term."""
    zone = next(term["timeZone"] for term in person.get("/v1/terms")["items"] if term["current"])
    return (datetime.datetime.now(zoneinfo.ZoneInfo(zone)) + datetime.timedelta(hours=hours)).strftime("%H:%M")


def as_json(value):
    """One text for equal values."""
    return json.dumps(value, sort_keys=True)


def names(person):
    """Everything that identifies a person."""
    handle = person.account["handle"]
    return [person.id, person.email, person.account["displayName"], f"@{handle}", f'"{handle}"']


def expect_unnamed(said, *words):
    text = said if isinstance(said, str) else json.dumps(said)
    assert not [word for word in words if word in text], text[:2000]


def expect_refused(person, method, path, **fields):
    """A forbidden request is a 403, or a 422 that names a field."""
    answer = person.call(method, path, json=fields)
    assert answer.status_code in (403, 422), f"{method} {path} {fields}: {answer.status_code} {answer.text[:300]}"
    return answer.json()


def expect_like_unknown(person, method, path, word, unknown, *hidden, **options):
    """The answer about `word` equals the answer about something unknown and names nothing."""
    asked, other = (person.call(method, path.format(each), **options) for each in (word, unknown))
    said = [(each.status_code, sorted(each.headers.keys() - {"Date"}), each.text.replace(which, "*"))
            for each, which in ((asked, word), (other, unknown))]
    assert said[0] == said[1]
    assert asked.status_code == 404
    expect_unnamed(asked.text, *hidden)


def day(number):
    return f"{2001 + number // 300}-{1 + number % 300 // 28:02}-{1 + number % 28:02}T12:00:00Z"


def course_beside(person):
    """A section of another course."""
    course = person.get("/v1/terms/202530/courses")["items"][0]["id"]
    return person.get(f"/v1/courses/{course}")["sections"][0]["id"]


def told(person):
    """Oldest first, of notifications about events: kind, event, reply."""
    return [(each["kind"], each["event"], each["reply"]) for each in reversed(person.items("/v1/me/notifications")) if each["event"]]


def handles(*people):
    return " ".join(f"@{person.account['handle']}" for person in people)


def scopes(person):
    return sorted((each["section"] or each["course"], each["role"]) for each in person.items("/v1/me/enrollments"))


def later(seconds=3600):
    """A moment from now on."""
    return (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")


def kinds(person):
    """Of what is in the inbox, the newest first."""
    return [each["kind"] for each in person.items("/v1/me/notifications")]
