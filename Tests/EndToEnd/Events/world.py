"""One course of two sections, people in every relation to it, and one student's posts: for `test_matrix.py`."""

import dataclasses
import itertools

from copies import Copy
from people import PASSWORD, Anyone, Person, register, staff
from registrar import import_term

COURSE, FIRST, SECOND = "200010.TEST100", "200010.1001", "200010.1002"
OTHER, THIRD = "200010.TEST200", "200010.2001"
TERM = [
    f"200010,{crn},TEST,{number},Course {number},{code},LEC,3,MWF,1030,1120,2000-01-04,2000-04-07,,,,,,,In Person,"
    for crn, number, code in (("1001", "100", "D100"), ("1002", "100", "D200"), ("2001", "200", "D100"))
]
DUE = "2000-02-01T20:00:00Z"

# Each role: whether it is in the course now, its sections, and as student or staff.
ROLES = {
    "author": (FIRST, "student"),
    "classmate": (FIRST, "student"),
    "latecomer": (FIRST, "student"),
    "of the other section": (SECOND, "student"),
    "staff": (None, "staff"),
    "staff of the section": (FIRST, "staff"),
    "staff of the other section": (SECOND, "staff"),
    "who has dropped": None,
    "in another course": None,
    "stranger": None,
    "admin": None,
}
AUDIENCES = list(itertools.product(("public", "staff", "private"), (False, True)))  # visibility, whether for the first section


def may_see(role, visibility, sectioned):
    """The rule, written from the contract and not from the server's code."""
    place = ROLES[role]
    if place is None:
        return False
    if role == "author":
        return True
    section, rank = place
    reached = not sectioned or section in (None, FIRST)
    return {"public": True, "staff": rank == "staff", "private": False}[visibility] and reached


@dataclasses.dataclass
class Post:
    """The author's posts to one audience, with replies and files."""

    event: dict
    reply: dict
    attachment: dict
    word: str


class World:
    """Built once. People listen before the first post; then a latecomer joins and one person drops the course."""

    def __init__(self, server, folder):
        self.server = server
        import_term(server, folder, TERM)
        self.people = {role: self.person(role) for role in ROLES}
        self.listeners = {role: [Listener(person, kind) for kind in ("stream", "socket")] for role, person in self.people.items()}
        self.posts = {audience: self.post(index, *audience) for index, audience in enumerate(AUDIENCES)}
        self.people["latecomer"].enroll(FIRST)
        self.people["who has dropped"].drop(FIRST)
        for role, person in self.people.items():
            person.call("PATCH", "/v1/me", 200, json={"displayName": f"The {role}"})
            for listener in self.listeners[role]:
                listener.listen()
        self.exports = {role: person.call("GET", "/v1/me/export", 200).content for role, person in self.people.items()}

    def person(self, role):
        place = ROLES[role]
        if place and place[1] == "staff":
            return staff(self.server, COURSE, *[section for section in place[:1] if section])
        if role == "admin":
            self.server.admin("account", "create", "admin@example.edu", "--name", role, "--role", "admin", text=PASSWORD + "\n")
            credentials = {"email": "admin@example.edu", "password": PASSWORD}
            return Person(self.server, Anyone(self.server).call("POST", "/v1/sessions", 201, json=credentials).json())
        person = register(self.server, name=role)
        if role == "in another course":
            person.enroll(THIRD)
        if role == "who has dropped" or place and role != "latecomer":
            person.enroll(FIRST if place is None else place[0])
        return person

    def post(self, index, visibility, sectioned):
        author, word = self.people["author"], "marker" + "abcdef"[index] * 5
        everyone = " ".join(f"@{person.account['handle']}" for person in self.people.values())
        upload = author.call(
            "POST", "/v1/attachments", 201, params={"name": f"{word}.txt"}, data=word.encode(), headers={"Content-Type": "text/plain"})
        event = author.post(
            COURSE, f"Is {word} on the exam?", kind="question", body=f"{word} {everyone}", due=DUE, visibility=visibility,
            sections=[FIRST] if sectioned else [], attachments=[upload.json()["id"]])
        return Post(event, author.reply(event, f"{word} again"), upload.json(), word)


class Listener:
    """A person who took a snapshot and then listens: the copy, and every event and reply that ever came."""

    def __init__(self, person, transport):
        self.copy = Copy(person)
        self.came = set()
        self.wire = getattr(person, transport)(self.copy.cursor)

    def listen(self):
        """Reads up to the change of the own account, the last one."""
        with self.wire:
            while True:
                change, _ = self.wire.change()
                if change["op"] == "upsert" and change["type"] in ("event", "reply"):
                    self.came.add(change["id"])
                self.copy.apply(change)
                if change.get("type") == "account":
                    return
