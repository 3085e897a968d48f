"""A day of a class of 300 on the real term: notices, a storm of questions before an exam, moderation, mentions, drops."""

import concurrent.futures
import random

import pytest

from copies import Copy
from people import register, staff

COURSE = "202530.CMPT225"
STUDENTS, SAMPLED, QUESTIONS = 300, 20, 60
TOPICS = ["heaps", "hashing", "balanced trees", "graphs", "sorting", "recursion", "pointers", "complexity"]
WAYS = ["Are {} on the midterm?", "Which chapters cover {}?", "Is there a practice sheet for {}?", "How are {} graded?"]


class Class:
    """300 students in ten labs, three staff, and their day."""

    def __init__(self, server, seed):
        self.server, self.random = server, random.Random(seed)
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            self.students = list(pool.map(lambda number: register(server, f"Student {number}"), range(STUDENTS)))
        course = self.students[0].get(f"/v1/courses/{COURSE}")
        lecture = next(section for section in course["sections"] if section["kind"] == "LEC")
        self.labs = [section["id"] for section in course["sections"] if section["kind"] == "LAB"][:10]
        self.lab = {person.id: self.labs[number % 10] for number, person in enumerate(self.students)}
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda person: person.enroll(lecture["id"], self.lab[person.id]), self.students))
        self.lead = staff(server, COURSE)
        self.assistants = [register(server, "Assistant") for _ in range(2)]
        for person, labs in zip(self.assistants, (self.labs[:5], self.labs[5:])):
            self.lead.call("PUT", f"/v1/courses/{COURSE}/staff/{person.id}", 201, json={"sections": labs})
        self.copies = [Copy(person) for person in self.random.sample(self.students, SAMPLED - 3) + self.staff]
        self.questions = []

    @property
    def staff(self):
        return [self.lead, *self.assistants]

    def catch_up_some(self):
        for copy in self.random.sample(self.copies, 5):
            copy.catch_up()

    def send_notice(self):
        """A must-read notice to two labs; the number of recipients is known before."""
        notice = {"sections": self.labs[:2], "title": "Lab room changed", "body": "Meet in room 9001 today.", "mustRead": True}
        reach = self.lead.call("POST", "/v1/notices", 200, params={"dryRun": "true"}, json=notice).json()
        assert reach["people"] == STUDENTS // 5 + 1  # and the labs' teaching assistant
        self.notice = self.lead.call("POST", "/v1/notices", 201, json=notice).json()["items"][0]
        self.readers = [person for person in self.students if self.lab[person.id] in self.labs[:2]]
        for person in self.readers[:40]:
            person.call("PUT", f"/v1/me/marks/{self.notice['id']}", 200, json={"seen": self.notice["activity"]})
        receipts = self.lead.get(f"/v1/events/{self.notice['id']}/receipts")
        assert receipts == {"people": reach["people"], "seen": 40}

    def storm(self):
        """Many questions at once, some asked before; classmates and staff answer and say "me too"."""
        def ask(number):
            person = self.students[number * 4]
            topic, way = TOPICS[number % len(TOPICS)], WAYS[number // len(TOPICS) % len(WAYS)]
            return person, person.post(COURSE, way.format(topic), kind="question", tags=["midterm"], anonymous=number % 5 == 0)

        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            self.questions = list(pool.map(ask, range(QUESTIONS)))
        similar = self.students[1].get(f"/v1/courses/{COURSE}/similar", params={"title": "are heaps on the midterm"})["items"]
        assert similar, "what was asked before is offered"
        for number, (asker, question) in enumerate(self.questions):
            self.answer(number, asker, question)
            if number % 15 == 0:
                self.catch_up_some()

    def answer(self, number, asker, question):
        helper = self.students[number * 4 + 1]
        named = self.random.choice(self.students).account["handle"]
        reply = helper.reply(question, f"I think so, ask @{named}")
        self.students[number * 4 + 2].call("PUT", f"/v1/events/{question['id']}/me-too", 200)
        if number % 3 == 0:
            asker.call("PUT", f"/v1/events/{question['id']}/answer", 200, json={"reply": reply["id"]})
        if number % 4 == 0:
            right = self.lead.reply(question, "Yes.", parent=reply["id"])
            self.lead.call("PUT", f"/v1/events/{question['id']}/answer", 200, json={"reply": right["id"]})

    def moderate(self):
        """Some questions are reported, some removed with a reason, one restored."""
        removed = [question for _, question in self.questions[5:50:9]]
        for question in removed:
            self.students[3].call("POST", f"/v1/events/{question['id']}/reports", 201, json={"reason": "gives the answer away"})
            self.lead.delete(question, params={"reason": "Do not post solutions."})
        self.lead.call("POST", f"/v1/events/{removed[0]['id']}/restore", 200)
        author = self.questions[5][0]
        kinds = [n["kind"] for n in author.items("/v1/me/notifications") if n["event"] == removed[0]["id"]]
        assert {"removed", "restored"} <= set(kinds)
        gone = {question["id"] for question in removed[1:]}
        assert {removal["id"] for removal in self.students[0].snapshot()["removals"]} == gone
        assert not gone & {event["id"] for event in self.students[0].events(COURSE)}

    def move_the_exam(self):
        exam = self.lead.post(COURSE, "Midterm", kind="exam", due="2025-10-20T17:00:00Z")
        self.lead.edit(exam, due="2025-10-22T17:00:00Z")
        self.lead.edit(self.notice, body="Meet in room 9002 today.")
        seen = [n["kind"] for n in self.readers[0].items("/v1/me/notifications") if n["event"] == self.notice["id"]]
        assert sorted(seen) == ["notice", "noticeAmended"]
        unseen = [n["kind"] for n in self.readers[-1].items("/v1/me/notifications") if n["event"] == self.notice["id"]]
        assert unseen == ["notice"], "who did not see the first sees the second alone"

    def drop_out(self):
        for person in self.random.sample(self.students, 15):
            for enrollment in person.get("/v1/me/enrollments")["items"]:
                person.drop(enrollment["section"])


@pytest.mark.parametrize("seed", [225])
def test_a_day_of_a_class_of_300(server, check, seed):
    day = Class(server, seed)
    for step in (day.send_notice, day.storm, day.moderate, day.move_the_exam, day.drop_out):
        step()
        day.catch_up_some()
    check()
    assert len(day.copies) == SAMPLED
    for copy in day.copies:
        copy.expect_fresh()
        told = [(n["kind"], n["event"], n["reply"], n["minutes"]) for n in copy.held["notification"].values() if n["kind"] != "noticeAmended"]
        assert len(told) == len(set(told)), "nothing is told twice"
