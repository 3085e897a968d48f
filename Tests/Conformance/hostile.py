"""Requests that go out as they stand, and every operation of the contract with things that are there."""

import copy
import http.client
import json
import re
import uuid

from contract import faults, operations
from people import PASSWORD, Anyone, as_json

CONTROLS = [chr(code) for code in (*range(9), *range(11, 32), *range(127, 160))]
SOME_CONTROLS = [CONTROLS[0], "\x01", "\x08", "\x0b", "\r", "\x1b", "\x1f", "\x7f", "\x80", "\x85", "\x9f"]


class Answer:
    """An answer to a request that went out as it stands; of a stream its head alone."""

    def __init__(self, server, method, path, headers, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        self.status_code, self.headers = answer.status, answer.headers
        live = answer.status == 200 and answer.headers.get_content_type() == "text/event-stream"
        self.content = b"" if live else answer.read()
        connection.close()
        self.text = self.content.decode(errors="replace")

    def json(self):
        return json.loads(self.content)


def ask(person, method, path, body=None, headers=None):
    """Sends a path as it stands. A body is JSON unless it is bytes."""
    sent = dict(person.headers) | ({"Content-Type": "application/json"} if body is not None else {}) | (headers or {})
    return Answer(person.server, method.upper(), path, sent, body if body is None
        or isinstance(body, bytes) else json.dumps(body))


def expect_problem(answer, path, allowed):
    """The answer is a problem document of such a status."""
    assert answer.status_code in allowed, (path, answer.status_code, answer.text[:300])
    assert answer.headers.get_content_type() == "application/problem+json", path
    assert not faults(answer.json(), {"$ref": "#/components/schemas/Problem"}), path


class World:
    """A course with things of every kind, and for each operation a request that succeeds: who, path's values, query, body."""

    def __init__(self, server, course, ada, bob, grace):
        self.server, self.course, self.ada, self.bob, self.grace = server, course, ada, bob, grace
        id, section, term = course["id"], course["sections"][0]["id"], course["term"]
        self.watched = next(each["id"] for each in ada.get(self.sample_course())["sections"])
        lab = ada.post(id, "Lab 4", tags=["lab"])
        ada.edit(lab, due="2025-11-20T18:00:00Z")
        reply = ada.reply(lab)
        question = ada.post(id, "Why", kind="question")
        answer = bob.reply(question)
        other = bob.post(id, "Bob's question", kind="question")
        gone, thread = ada.post(id, "Removed"), ada.post(id, "Thread")
        gone_reply = ada.reply(thread, "Removed")
        grace.delete(gone)
        grace.call("DELETE", f"/v1/replies/{gone_reply['id']}", 204)
        report = bob.call("POST", f"/v1/events/{lab['id']}/reports", 201, json={"reason": "spam"}).json()
        sent = grace.call("POST", "/v1/notices", 201, json={"title": "Notice", "courses": [id]}).json()["items"][0]
        plan = {"term": term, "name": "Plan", "sections": [section]}
        schedule = ada.call("POST", "/v1/me/schedules", 201, json=plan).json()["id"]
        ada.call("PUT", f"/v1/me/seat-watches/{self.watched}", 201)
        unwatched = next(each["id"] for each in ada.get(self.sample_course(1))["sections"])
        phone = ada.sign_in_again("phone")
        phone_id = next(each["id"] for each in phone.items("/v1/sessions") if each["current"])
        note = next(iter(ada.items("/v1/me/notifications")))["id"]
        file = ada.upload()["id"]
        lab, reply, question, answer, other = (each["id"] for each in (lab, reply, question, answer, other))
        day = {"from": "2025-11-20", "to": "2025-11-21"}
        search = {
            "courses": ["CMPT 225"], "anyOf": [{"pick": 1, "courses": ["MATH 150"]}],
            "busy": [{"days": "S", "start": "08:00", "end": "09:00"}], "daysOff": "U", "daysAvoided": "F",
            "earliest": "06:00", "latest": "23:00", "preferred": ["10:00", "15:00"], "campuses": ["Burnaby"],
            "instructors": ["Igor Shinkar"], "excludedInstructors": ["Nils Bruin"],
            "ways": [{"from": "Burnaby", "to": "Surrey", "minutes": 30}], "limit": 1,
        }
        event = {
            "id": None, "title": "New", "body": "Text", "kind": "reminder", "tags": ["lab", "room"],
            "due": "2025-11-20T18:00:00Z", "visibility": "public", "sections": [section], "attachments": [file],
        }
        self.requests = {
            "register": (Anyone(server), {}, {}, {"email": None, "password": PASSWORD, "displayName": "New", "device": "lab-pc"}),
            "signIn": (Anyone(server), {}, {}, {"email": ada.email, "password": PASSWORD, "device": "lab-pc"}),
            "refresh": (Anyone(server), {}, {}, {"refreshToken": "x"}),
            "updateMe": (ada, {}, {}, {"email": ada.email, "displayName": "Ada", "currentPassword": PASSWORD}),
            "changePassword": (ada, {}, {}, {"currentPassword": PASSWORD, "newPassword": PASSWORD + "!"}),
            "sessions": (ada, {}, {}, None), "signOut": (ada, {"session": phone_id}, {}, None), "terms": (ada, {}, {}, None),
            "subjects": (ada, {"term": term}, {}, None),
            "courses": (ada, {"term": term}, {"subject": "TEST", "number": course["number"], "q": "Course", "attribute": "",
                "open": "true"}, None),
            "course": (ada, {"course": id}, {}, None), "staff": (ada, {"course": id}, {}, None),
            "grantStaff": (grace, {"course": id, "account": bob.id}, {}, {"sections": [section]}),
            "revokeStaff": (grace, {"course": id, "account": grace.id}, {}, None),
            "roster": (grace, {"course": id}, {"role": "student", "section": section, "q": "Student"}, None),
            "removals": (grace, {"course": id}, {}, None), "restoreEvent": (grace, {"event": gone["id"]}, {}, None),
            "restoreReply": (grace, {"reply": gone_reply["id"]}, {}, None),
            "report": (bob, {"event": lab}, {}, {"reason": "Spam", "reply": reply}),
            "reports": (grace, {"course": id}, {"open": "true"}, None),
            "resolveReport": (grace, {"report": report["id"]}, {}, {"resolved": True}), "enrollments": (ada, {}, {}, None),
            "enroll": (ada, {}, {}, {"sections": [course["sections"][1]["id"]]}),
            "drop": (ada, {"section": section}, {}, None), "searchSchedules": (ada, {"term": "202530"}, {}, search),
            "schedules": (ada, {}, {}, None),
            "keepSchedule": (ada, {}, {}, plan | {"id": None}), "schedule": (ada, {"schedule": schedule}, {}, None),
            "deleteSchedule": (ada, {"schedule": schedule}, {}, None),
            "editSchedule": (ada, {"schedule": schedule}, {}, {"name": "Edited", "sections": [section]}),
            "adoptSchedule": (ada, {"schedule": schedule}, {}, None),
            "seatWatches": (ada, {}, {}, None), "seatWatch": (ada, {"section": self.watched}, {}, None),
            "watchSeats": (ada, {"section": unwatched}, {}, None),
            "unwatchSeats": (ada, {"section": self.watched}, {}, None), "notifications": (ada, {}, {"unread": "true"}, None),
            "readNotifications": (ada, {}, {}, {"read": [note]}),
            "notification": (ada, {"notification": note}, {}, None), "mark": (ada, {"event": lab}, {}, None),
            "editMark": (ada, {"event": lab}, {}, {"muted": True}),
            "markSeen": (ada, {}, {}, {"events": [{"event": lab, "seen": 1}]}),
            "editPreferences": (ada, {}, {}, {"mutedCourses": [id]}),
            "sendNotice": (grace, {}, {"dryRun": "true"}, {"id": None, "title": "New", "body": "Text",
                "due": "2025-11-20T18:00:00Z", "sections": [section], "courses": [id]}),
            "receipts": (grace, {"event": sent["id"]}, {}, None),
            "events": (ada, {"course": id}, day | {"kind": "note", "tag": "lab", "q": "Lab", "author": ada.id, "open": "false",
                "mine": "true", "unread": "false", "number": "1"}, None),
            "post": (ada, {"course": id}, {}, event), "similarQuestions": (ada, {"course": id}, {"title": "Why"}, None),
            "search": (ada, {}, {"q": "Lab"}, None),
            "event": (ada, {"event": lab}, {}, None), "editEvent": (ada, {"event": lab}, {},
                {name: value for name, value in event.items() if name != "id"} | {"title": "Edited"}),
            "deleteEvent": (grace, {"event": lab}, {"reason": "Spam"}, None), "replies": (ada, {"event": lab}, {}, None),
            "reply": (ada, {"event": question}, {}, {"id": None, "body": "New", "parent": answer, "attachments": [file]}),
            "dueHistory": (ada, {"event": lab}, {}, None),
            "answer": (ada, {"event": question}, {}, {"reply": answer}), "clearAnswer": (ada, {"event": question}, {}, None),
            "sayMeToo": (ada, {"event": other}, {}, None),
            "undoMeToo": (ada, {"event": other}, {}, None), "deleteReply": (grace, {"reply": reply}, {"reason": "Spam"}, None),
            "editReply": (ada, {"reply": reply}, {}, {"body": "Edited", "attachments": [file]}),
            "upload": (ada, {}, {"name": "notes.txt", "id": None}, b"a file"),
            "attachment": (ada, {"attachment": file}, {}, None), "agenda": (ada, {}, day, None), "snapshot": (ada, {}, {}, None),
            "changes": (ada, {}, {"cursor": "now", "wait": "0"}, None),
            "stream": (ada, {}, {"cursor": "now"}, None), "socket": (ada, {}, {"cursor": "now"}, None),
        }

    def sample_course(self, index=0):
        return "/v1/courses/" + self.ada.get("/v1/terms/202530/courses")["items"][index]["id"]

    def request(self, id):
        """Who asks, the path's values, the query, and the body with ids and emails that are new."""
        person, values, query, body = self.requests[id]
        if isinstance(body, dict):
            body = copy.deepcopy(body)
            if "id" in body:
                body["id"] = str(uuid.uuid4())
            if "email" in body and body["email"] is None:
                body["email"] = f"{uuid.uuid4()}@example.edu"
        return person, values, {name: str(uuid.uuid4()) if value is None else value for name, value in query.items()}, body

    def state(self):
        """All that a request could have changed, as those see it whose it is."""
        lists = ("/v1/me/schedules", "/v1/me/enrollments", "/v1/sessions", "/v1/me/seat-watches", "/v1/me/notifications")
        said = [[strip(person.items(path)) for path in lists] + [person.get("/v1/me/preferences"),
            person.events(self.course["id"])] for person in (self.ada, self.bob)]
        for path in ("staff", "roster", "removals", "reports"):
            said.append(self.grace.items(f"/v1/courses/{self.course['id']}/{path}"))
        return as_json(said)


def strip(items):
    """Without what looking at it changes."""
    return [{name: value for name, value in item.items() if name != "lastUsedAt"} for item in items]


def with_path_values():
    return [(method, path, operation["operationId"]) for method, path, operation in operations() if "{" in path]


def filled(path, values):
    return re.sub(r"\{(\w+)\}", lambda name: values[name[1]], path)
