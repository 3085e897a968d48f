"""The people and the courses that the page shows: a student of five courses, and one of a course of 10,000 events."""

import datetime
import json

from results import SHORT, require

PASSWORD = "a fine long sentence"
COURSES = 5
EVENTS, REPLIES = 60, 20  # of each of the five courses, of one of its events
MANY = 500 if SHORT else 10_000


class Person:
    """Somebody with an account, as a program."""

    def __init__(self, server, name):
        self.server, self.email = server, f"{name}@example.edu"
        body = {"email": self.email, "password": PASSWORD, "displayName": name}
        self.token = server.call("POST", "/v1/accounts", None, body)["accessToken"]

    def call(self, method, path, body=None):
        return self.server.call(method, path, self.token, body)

    def enroll(self, places):
        self.call("POST", "/v1/me/enrollments", {"sections": [section for _, section in places]})


def post(server, person, course, count):
    """Events of all kinds: a third without a date, the rest due in two months before or after today."""
    now = datetime.datetime.now(datetime.UTC)
    lines = []
    for number in range(count):
        event = {"title": f"Homework {number} about trees and queues", "body": "Write **tests** first.\n\n- one\n- two\n\n`push(1)`",
                 "kind": "note"}
        if number % 3:
            days = (number * 7919 % 120) - 60 + 0.1
            due = (now + datetime.timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")
            event |= {"kind": "assignment", "due": due}
        lines.append(json.dumps(event))
    done = server.post(f"/v1/courses/{course}/events", [person.token], count, lines)
    require(done["ok"] == count, f"posts were refused: {done}")


def fill(server):
    """A student of five courses, one of the large course, and their classmate; their courses."""
    places = server.courses()[: COURSES + 1]
    names = ("student", "reader", "classmate")
    student, reader, classmate = (Person(server, name) for name in names)
    for person, mine in ((student, places[:-1]), (reader, places[-1:]), (classmate, places)):
        person.enroll(mine)
    for course, _ in places[:-1]:
        post(server, classmate, course, EVENTS)
        path = f"/v1/courses/{course}/events"
        thread = classmate.call("POST", path, {"title": "Is the midterm open book?", "kind": "question"})
        for _ in range(REPLIES):
            classmate.call("POST", f"/v1/events/{thread['id']}/replies", {"body": "Yes: *one* sheet of notes."})
    post(server, classmate, places[-1][0], MANY)
    return student, reader, classmate, [course for course, _ in places]
