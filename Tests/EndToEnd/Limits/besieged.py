"""A class on a server under attack: students who read and post, and attackers."""

import random

from noteitd import Noteitd
from people import register
from planners import HARD_TERM, hard_rows
from registrar import import_term

TERM = "200010"


def rows():
    """A past term with the students' course and the attackers' course."""
    for number, course in ((1001, 100), (2001, 200)):
        yield f"{TERM},{number},TEST,{course},Course {course},D100,LEC,3,MWF,1030,1120,2000-01-04,2000-04-07,,,,,,,In Person,"


class Class:
    """60 people. The class has 200 events; the attackers' course has 50 very long ones."""

    def __init__(self, folder):
        limits = {"NOTEIT_POSTS_PER_MINUTE": "120", "NOTEIT_REPLIES_PER_MINUTE": "240", "NOTEIT_UPLOADS_PER_MINUTE": "60"}
        self.server = Noteitd(folder, **limits)
        self.server.load_sample("--time-zone", "America/Vancouver")
        for name, lines in (("term", rows()), ("hard", hard_rows())):
            import_term(self.server, folder, lines, name=name)
        self.server.start()
        self.port = self.server.port
        self.people = [register(self.server) for _ in range(48)]
        self.attackers = [register(self.server) for _ in range(12)]
        dice = random.Random(1)
        words = ["lab", "exam", "room", "notes", "group", "slides", "chapter", "due", "question", "answer", "week", "project"]
        for person in self.people + self.attackers:
            person.enroll(f"{TERM}.1001")
        for number in range(200):
            author = self.people[number % len(self.people)]
            text = " ".join(dice.choices(words, k=40))
            due = f"2000-{1 + number % 3:02}-{1 + number % 28:02}T20:00:00Z" if number % 2 else None
            event = author.post(f"{TERM}.TEST100", f"Event {number}: {text[:40]}", body=text, due=due, tags=[words[number % 12]])
            if number % 4 == 0:
                self.people[(number + 1) % 48].reply(event, text[:100])
        for person in self.attackers:
            person.enroll(f"{TERM}.2001")
        self.cursor = self.attackers[0].head()
        for number in range(50):
            body = "a" * 20_000 if number % 2 else "a " * 10_000
            self.attackers[number % 12].post(f"{TERM}.TEST200", f"Long {number}", body=body)
        self.student = self.people[0]
        self.sample_term = next(term["id"] for term in self.student.get("/v1/terms")["items"]
            if term["id"] not in (TERM, HARD_TERM))
