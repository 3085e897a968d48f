"""Requests that are sent verbatim, and a valid request for every operation of the contract."""

import copy
import datetime
import http.client
import json
import os
import re
import uuid

from contract import faults, operations
from degree_world import Degrees
from noteitd import NOBODY, PATIENCE
from passkeys import empty_assertion, empty_registration
from people import PASSWORD, Anyone, as_json, register
from second_factor import add_factor
from study_people import EVERY_DAY, planned

CONTROLS = [chr(code) for code in (*range(9), *range(11, 32), *range(127, 160))]
SOME_CONTROLS = [CONTROLS[0], "\x01", "\x08", "\x0b", "\r", "\x1b", "\x1f", "\x7f", "\x80", "\x85", "\x9f"]


CALENDAR = "\r\n".join([
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//EN", "BEGIN:VEVENT", "UID:talk@example.edu", "DTSTAMP:20250101T000000Z",
    "DTSTART:20250901T180000Z", "DTEND:20250901T190000Z", "SUMMARY:Talk", "END:VEVENT", "END:VCALENDAR", "",
]).encode()


class Answer:
    """An answer to a verbatim request; of a stream, its head alone."""

    def __init__(self, server, method, path, headers, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
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
    """Sends a path verbatim. A body is JSON unless it is bytes."""
    sent = dict(person.headers) | ({"Content-Type": "application/json"} if body is not None else {}) | (headers or {})
    return Answer(person.server, method.upper(), path, sent, body if body is None
        or isinstance(body, bytes) else json.dumps(body))


def expect_problem(answer, path, allowed):
    """The answer is a problem document of such a status."""
    assert answer.status_code in allowed, (path, answer.status_code, answer.text[:300])
    assert answer.headers.get_content_type() == "application/problem+json", path
    assert not faults(answer.json(), {"$ref": "#/components/schemas/Problem"}), path


# This server refuses even good requests of these: it reads no file again, has no mail, no sign-on and no push, and waits for no device.
REFUSED_ANYWAY = {
    "refresh", "addCalendarImport", "syncCalendarImport", "askResetMail", "openSignOnSession", "beginSignOnLink", "unlinkSignOn",
    "pollDeviceSignIn", "previewDeviceSignIn", "answerDeviceSignIn", "addPushDevice", "editPushDevice", "removePushDevice",
    "testPushDevice",
}


class World:
    """A course with things of every kind, and for each operation a request that succeeds: person, path values, query, body."""

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
        later = ada.post(id, "Later", publishAt="2099-06-01T12:00:00Z")["id"]
        gone_reply = ada.reply(thread, "Removed")
        grace.delete(gone)
        grace.call("DELETE", f"/v1/replies/{gone_reply['id']}", 204)
        report = bob.call("POST", f"/v1/events/{lab['id']}/reports", 201, json={"reason": "spam"}).json()
        sent = grace.call("POST", "/v1/notices", 201, json={"title": "Notice", "courses": [id], "mustRead": True}).json()["items"][0]
        plan = {"term": term, "name": "Plan", "sections": [section]}
        schedule = ada.call("POST", "/v1/me/schedules", 201, json=plan).json()["id"]
        ada.call("PUT", f"/v1/me/seat-watches/{self.watched}", 201)
        unwatched = next(each["id"] for each in ada.get(self.sample_course(1))["sections"])
        phone = ada.sign_in_again("phone")
        phone_id = next(each["id"] for each in phone.items("/v1/sessions") if each["current"])
        note = next(iter(ada.items("/v1/me/notifications")))["id"]
        file, spare = ada.upload()["id"], ada.upload(b"another file")["id"]
        self.outsider, self.member = register(server), register(server)
        for person in (self.outsider, self.member):
            person.enroll(section)
        grace.call("DELETE", f"/v1/courses/{id}/members/{self.outsider.id}", 204)
        self.outsider.call("POST", "/v1/me/enrollments", 202, json={"sections": [section]})
        lab, reply, question, answer, other = (each["id"] for each in (lab, reply, question, answer, other))
        day = {"from": "2025-11-20", "to": "2025-11-21"}
        search = {
            "courses": ["CMPT 225"], "anyOf": [{"pick": 1, "courses": ["MATH 150"]}],
            "busy": [{"days": "S", "start": "08:00", "end": "09:00", "place": "Burnaby AQ"}], "daysOff": "U", "daysAvoided": "F",
            "earliest": "06:00", "latest": "23:00", "preferred": ["10:00", "15:00"], "campuses": ["Burnaby"],
            "instructors": ["Igor Shinkar"], "excludedInstructors": ["Nils Bruin"],
            "ways": [{"from": "Burnaby", "to": "Surrey", "minutes": 30}], "limit": 1,
            "delivery": "any", "unknown": "middle",
        }
        event = {
            "id": None, "title": "New", "body": "Text", "kind": "reminder", "tags": ["lab", "room"],
            "due": "2099-06-02T12:00:00Z", "visibility": "public", "sections": [section], "attachments": [file],
            "publishAt": "2099-06-01T12:00:00Z",
        }
        planned_task, block = planned(ada)
        lunch = {"title": "Lunch", "kind": "fixed", "start": "2099-06-01T12:00:00Z", "end": "2099-06-01T13:00:00Z"}
        daily = ada.call("POST", "/v1/me/tasks", 201, json=lunch | {"recurrence": {"rule": "FREQ=DAILY;COUNT=9"}}).json()["id"]
        doomed, edited = (
            ada.call("POST", "/v1/me/tasks", 201, json={"title": title, "kind": "flexible", "minutes": 5}).json()["id"]
            for title in ("Doomed", "Edited"))
        ada.get("/v1/me/study-timetable")
        occurrence = {"occurrence": "2099-06-03T12:00:00Z", "following": "false"}
        degrees = Degrees(ada, grace)
        dean = admin_of(server)
        # Those of earlier worlds: an account has a bounded number.
        for invitation in dean.items("/v1/invitations"):
            dean.call("DELETE", f"/v1/invitations/{invitation['id']}", 204)
        in_nine_days = (datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=9)).strftime("%Y-%m-%dT%H:%M:%SZ")
        invited = [grace.call("POST", f"/v1/courses/{id}/invitations", 201, json={"uses": 9}).json() for _ in range(2)]
        feed = ada.call("POST", "/v1/me/calendar-feeds", 201, json={"name": "All", "include": ["due"]}).json()
        key = ada.call("POST", "/v1/me/app-passwords", 201, json={"name": "Phone", "currentPassword": PASSWORD}).json()["id"]
        token = {"name": "New", "scope": "read", "course": id, "days": 30, "currentPassword": PASSWORD}
        bot = {"name": "New", "url": f"http://{NOBODY}/hook", "course": id, "changes": ["event.created"], "currentPassword": PASSWORD}
        hook, doomed_hook = (ada.call("POST", "/v1/me/webhooks", 201, json=bot).json()["webhook"]["id"] for _ in range(2))
        topic = {"url": f"http://{NOBODY}/topic", "currentPassword": PASSWORD}
        ada.call("PUT", "/v1/me/ntfy", 200, json=topic)
        made_token = ada.call("POST", "/v1/me/tokens", 201, json=token).json()["id"]
        subscription = {"endpoint": "https://fcm.googleapis.com/x", "keys": {"p256dh": "B" + "A" * 86, "auth": "A" * 22}}
        self.careful = register(server)
        factor, proof = add_factor(self.careful)[1]["factor"]["id"], {"currentPassword": PASSWORD, "code": "123456"}
        # Passkeys belong to a name.
        self.careful.headers["Host"] = f"localhost:{server.port}"
        source = ada.call(
            "POST", "/v1/me/calendar-imports?name=File", 201, data=CALENDAR, headers={"Content-Type": "text/calendar"}).json()["id"]
        work = {
            "title": "New", "notes": "Text", "kind": "flexible", "minutes": 60, "earliest": "2025-01-01T18:00:00Z",
            "deadline": "2099-01-01T18:00:00Z", "priority": "high", "after": [planned_task], "course": id, "event": lab,
            "every": None, "steps": [{"text": "Part", "done": False}],
        }
        daily_work = {"title": "Words", "kind": "flexible", "minutes": 20, "after": [], "every": "day", "steps": []}
        fixed = lunch | {
            "start": "2098-06-01T12:00:00Z", "end": "2098-06-01T13:00:00Z",
            "recurrence": {"rule": "FREQ=DAILY;COUNT=3", "exceptions": ["2098-06-02T12:00:00Z"]},
        }
        moved = fixed | {"start": "2097-06-01T12:00:00Z", "end": "2097-06-01T13:00:00Z"}
        moved["recurrence"] = {"rule": "FREQ=DAILY;COUNT=3", "exceptions": ["2097-06-02T12:00:00Z"]}
        settings = {
            "timeZone": "UTC", "hours": {each: [{"start": "08:00", "end": "09:00"}] for each in EVERY_DAY}, "mode": "even",
            "alerts": {"start": None, "end": None}, "rules": [{"course": id, "kind": "exam", "minutes": 60}],
        }
        preview = {
            "now": "2025-11-20T08:00:00Z", "from": "2025-11-20", "to": "2025-11-21", "settings": settings,
            "tasks": [
                {"id": "a", "kind": "flexible", "minutes": 5},
                work | {"id": "b", "after": ["a"], "createdAt": "2025-11-19T08:00:00Z"},
            ],
            "busy": [{"start": "2025-11-20T12:00:00Z", "end": "2025-11-20T13:00:00Z"}],
            "blocks": [{
                "id": "c", "kind": "study", "start": "2025-11-20T14:00:00Z", "end": "2025-11-20T15:00:00Z", "task": "a",
            }],
        }
        # With the bodies of the requests they have every field of the contract.
        self.more_bodies = {
            "addTask": [fixed, daily_work], "editTask": [moved, daily_work], "previewStudy": [preview | {"tasks": [fixed | {"id": "f"}], "blocks": []}],
            "register": [{
                "email": f"{uuid.uuid4()}@example.edu", "password": PASSWORD, "displayName": "Guest",
                "invitation": dean.call("POST", "/v1/invitations", 201, json={}).json()["code"]}],
            "inviteToCourse": [{"handle": bob.account["handle"]}], "invite": [{"email": "guest@example.edu", "expiresAt": in_nine_days}],
        } | degrees.more_bodies
        self.requests = degrees.requests | {
            "calendar": (ada, {}, day, None), "calendarFeeds": (ada, {}, {}, None),
            "addCalendarFeed": (ada, {}, {}, {"name": "New", "include": ["classes", "due"], "courses": [id]}),
            "revokeCalendarFeed": (ada, {"feed": feed["id"]}, {}, None),
            "calendarFeed": (ada, {"file": feed["url"].rsplit("/", 1)[1]}, {}, None), "appPasswords": (ada, {}, {}, None),
            "addAppPassword": (ada, {}, {}, {"name": "New", "currentPassword": PASSWORD}), "revokeAppPassword": (ada, {"password": key}, {}, None),
            "tokens": (ada, {}, {}, None), "makeToken": (ada, {}, {}, token), "revokeToken": (ada, {"token": made_token}, {}, None),
            "webhooks": (ada, {}, {}, None), "addWebhook": (ada, {}, {}, bot), "removeWebhook": (ada, {"webhook": doomed_hook}, {}, None),
            "webhookDeliveries": (ada, {"webhook": hook}, {}, None), "testWebhook": (ada, {"webhook": hook}, {}, None),
            "rotateWebhookSecret": (ada, {"webhook": hook}, {}, {"currentPassword": PASSWORD}),
            "ntfy": (ada, {}, {}, None), "setNtfy": (ada, {}, {}, topic), "testNtfy": (ada, {}, {}, None), "removeNtfy": (ada, {}, {}, None),
            "editNtfy": (ada, {}, {}, {"topics": ["notices"], "mustRead": True, "showsText": False, "exceptCourses": [id]}),
            "factors": (self.careful, {}, {}, None), "makeFactorKey": (self.careful, {}, {}, proof),
            "makeRecoveryCodes": (self.careful, {}, {}, proof), "removeFactor": (self.careful, {"factor": factor}, {}, proof),
            "addFactor": (ada, {}, {}, {"challenge": "x", "code": "123456", "name": "Phone"}),
            "makePasskeyOptions": (self.careful, {}, {}, proof), "renameFactor": (self.careful, {"factor": factor}, {}, {"name": "Tablet"}),
            "addPasskey": (ada, {}, {}, {"challenge": "x", "name": "Laptop", "passkey": empty_registration()}),
            "signInPasskey": (Anyone(server), {}, {}, {"challenge": "x", "passkey": empty_assertion(), "device": "lab-pc", "cookie": False}),
            "signInFactor": (Anyone(server), {}, {}, {"challenge": "x", "code": "123456", "device": "lab-pc", "cookie": False}),
            "signOn": (Anyone(server), {}, {}, None), "beginSignOn": (Anyone(server), {}, {}, None),
            "comeBack": (Anyone(server), {}, {"code": "x", "state": "x", "iss": "https://example.org", "error": "access_denied"}, None),
            "openSignOnSession": (Anyone(server), {}, {}, {"device": "lab-pc"}), "endSignOnSessions": (Anyone(server), {}, {}, None),
            "signOnLinks": (ada, {}, {}, None), "beginSignOnLink": (ada, {}, {}, proof), "linkSignOn": (ada, {}, {}, None),
            "unlinkSignOn": (ada, {"link": str(uuid.uuid4())}, {}, proof),
            "passkeySignInOptions": (Anyone(server), {}, {}, None),
            "askDeviceSignIn": (Anyone(server), {}, {}, {"device": "lab-pc"}),
            "pollDeviceSignIn": (Anyone(server), {}, {}, {"deviceCode": "x"}),
            "previewDeviceSignIn": (ada, {}, {}, {"userCode": "x"}),
            "answerDeviceSignIn": (ada, {}, {}, {"userCode": "x", "approve": False}),
            "calendarImports": (ada, {}, {}, None), "deleteCalendarImport": (ada, {"import": source}, {}, None),
            "addCalendarImport": (ada, {}, {"name": "New", "busy": "true", "allDayBusy": "false", "tasks": "false"},
                {"name": "New", "url": "https://127.0.0.1/private.ics", "busy": True, "allDayBusy": False, "tasks": False}),
            "syncCalendarImport": (ada, {"import": source}, {}, None),
            "tasks": (ada, {}, day | {"done": "false", "course": id, "kind": "flexible"}, None),
            "addTask": (ada, {}, {"overlap": "allow"}, work | {"id": None}), "task": (ada, {"task": daily}, occurrence, None),
            "editTask": (ada, {"task": edited}, occurrence | {"overlap": "allow"}, work),
            "deleteTask": (ada, {"task": doomed}, occurrence, None),
            "markTask": (ada, {"task": daily}, {}, {"done": True, "occurrence": occurrence["occurrence"]}),
            "studySettings": (ada, {}, {}, None), "setStudySettings": (ada, {}, {}, settings),
            "studyTimetable": (ada, {}, day, None), "studyPicture": (ada, {}, {"from": "2025-09-03"}, None), "studyStats": (ada, {}, day, None),
            "editStudyBlock": (ada, {"block": block["id"]}, {}, {"start": block["start"], "end": block["end"], "pinned": True}),
            "previewStudy": (ada, {}, {}, preview), "courseLoad": (grace, {"course": id}, day, None),
            "register": (Anyone(server), {}, {}, {"email": None, "password": PASSWORD, "displayName": "New", "device": "lab-pc", "cookie": False}),
            "signIn": (Anyone(server), {}, {}, {"email": ada.email, "password": PASSWORD, "device": "lab-pc", "cookie": False}),
            "refresh": (Anyone(server), {}, {}, {"refreshToken": "x"}),
            "updateMe": (ada, {}, {}, {"email": ada.email, "displayName": "Ada", "currentPassword": PASSWORD}),
            "changePassword": (ada, {}, {}, {"currentPassword": PASSWORD, "newPassword": PASSWORD + "!"}),
            "sessions": (ada, {}, {}, None), "signOut": (ada, {"session": phone_id}, {}, None), "terms": (ada, {}, {}, None),
            "subjects": (ada, {"term": term}, {}, None),
            "courses": (ada, {"term": term}, {"subject": course["subject"], "number": course["number"], "q": "Course", "attribute": "",
                "open": "true"}, None),
            "course": (ada, {"course": id}, {}, None), "staff": (ada, {"course": id}, {}, None),
            "grantStaff": (grace, {"course": id, "account": bob.id}, {}, {"sections": [section]}),
            "revokeStaff": (grace, {"course": id, "account": grace.id}, {}, None),
            "joining": (ada, {"course": id}, {}, None), "joinRequests": (grace, {"course": id}, {}, None),
            "courseInvitations": (grace, {"course": id}, {}, None), "invitations": (dean, {}, {}, None),
            "inviteToCourse": (grace, {"course": id}, {}, {"role": "student", "section": section, "uses": 1,
                "expiresAt": in_nine_days,
                "email": "guest@example.edu"}),
            "invite": (dean, {}, {}, {"uses": 1, "handle": "guest"}),
            "revokeInvitation": (grace, {"invitation": invited[0]["invitation"]["id"]}, {}, None),
            "previewInvitation": (Anyone(server), {}, {}, {"code": invited[1]["code"], "sections": [section]}),
            "useInvitation": (ada, {}, {}, {"code": invited[1]["code"], "sections": [section]}),
            "setJoining": (grace, {"course": id}, {}, {"joining": "domains", "domains": ["example.edu"]}),
            "decideJoinRequest": (grace, {"course": id, "account": self.outsider.id}, {}, {"admitted": False, "sections": [section]}),
            "removeMember": (grace, {"course": id, "account": self.member.id}, {"section": section, "reason": "Spam"}, None),
            "roster": (grace, {"course": id}, {"role": "student", "section": section, "q": "Student"}, None),
            "removals": (grace, {"course": id}, {}, None), "restoreEvent": (grace, {"event": gone["id"]}, {}, None),
            "restoreReply": (grace, {"reply": gone_reply["id"]}, {}, None),
            "report": (bob, {"event": lab}, {}, {"reason": "Spam", "reply": reply}),
            "reports": (grace, {"course": id}, {"open": "true"}, None),
            "resolveReport": (grace, {"report": report["id"]}, {}, {"resolved": True}), "enrollments": (ada, {}, {}, None),
            "enroll": (ada, {}, {}, {"sections": [course["sections"][1]["id"]]}),
            "drop": (ada, {"section": section}, {}, None), "searchSchedules": (ada, {"term": "202530"}, {}, search),
            "schedules": (ada, {}, {}, None), "schedulePicture": (ada, {"term": term}, {"crns": course["sections"][0]["crn"], "title": "Plan"}, None),
            "keepSchedule": (ada, {}, {}, plan | {"id": None}), "schedule": (ada, {"schedule": schedule}, {}, None),
            "deleteSchedule": (ada, {"schedule": schedule}, {}, None),
            "editSchedule": (ada, {"schedule": schedule}, {}, {"name": "Edited", "sections": [section]}),
            "adoptSchedule": (ada, {"schedule": schedule}, {}, {"drop": [self.watched]}),
            "seatWatches": (ada, {}, {}, None), "seatWatch": (ada, {"section": self.watched}, {}, None),
            "watchSeats": (ada, {"section": unwatched}, {}, None),
            "unwatchSeats": (ada, {"section": self.watched}, {}, None), "notifications": (ada, {}, {"unread": "true"}, None),
            "readNotifications": (ada, {}, {}, {"read": [note]}),
            "notification": (ada, {"notification": note}, {}, None), "mark": (ada, {"event": lab}, {}, None),
            "editMark": (ada, {"event": lab}, {}, {"muted": True, "remindAt": "2099-06-01T12:00:00Z"}),
            "markSeen": (ada, {}, {}, {"events": [{"event": lab, "seen": 1}]}),
            "mail": (ada, {}, {}, None), "editMail": (ada, {}, {}, {"digest": "weekly", "digestAt": "07:30", "digestDay": "W",
                "atOnce": ["notices"], "mustRead": True, "quiet": {"start": "22:00", "end": "07:00"}, "language": "en-CA"}),
            "askVerification": (ada, {}, {}, None), "askResetMail": (Anyone(server), {}, {}, {"email": "nobody@example.edu"}),
            "push": (ada, {}, {}, None), "addPushDevice": (ada, {}, {}, subscription | {"name": "Phone"}),
            "editPushDevice": (ada, {"device": str(uuid.uuid4())}, {}, {"name": "Phone", "topics": ["notices"], "mustRead": True,
                "showsText": True, "exceptCourses": [id]}),
            "removePushDevice": (ada, {"device": str(uuid.uuid4())}, {}, None),
            "testPushDevice": (ada, {"device": str(uuid.uuid4())}, {}, None),
            "mailLink": (Anyone(server), {"action": "verify", "token": "x"}, {}, None),
            "followMailLink": (Anyone(server), {"action": "verify", "token": "x"}, {}, None),
            "editPreferences": (ada, {}, {}, {"mutedCourses": [id], "follows": [{"course": id, "kind": "exam", "tag": "lab"}]}),
            "sendNotice": (grace, {}, {"dryRun": "true"}, {"id": None, "title": "New", "body": "Text",
                "due": "2099-06-02T12:00:00Z", "publishAt": "2099-06-01T12:00:00Z", "sections": [section], "courses": [id]}),
            "receipts": (grace, {"event": sent["id"]}, {}, None), "unseen": (grace, {"event": sent["id"]}, {}, None),
            "events": (ada, {"course": id}, day | {"kind": "note", "tag": "lab", "q": "Lab", "author": ada.id, "open": "false",
                "mine": "true", "unread": "false", "pinned": "false", "number": "1"}, None),
            "post": (ada, {"course": id}, {}, event), "similarQuestions": (ada, {"course": id}, {"title": "Why"}, None),
            "search": (ada, {}, {"q": "Lab"}, None),
            "event": (ada, {"event": lab}, {}, None), "editEvent": (ada, {"event": later}, {},
                {name: value for name, value in event.items() if name != "id"} | {"title": "Edited"}),
            "deleteEvent": (grace, {"event": lab}, {"reason": "Spam"}, None), "replies": (ada, {"event": lab}, {}, None),
            "reply": (ada, {"event": question}, {}, {"id": None, "body": "New", "parent": answer, "attachments": [file]}),
            "dueHistory": (ada, {"event": lab}, {}, None),
            "answer": (ada, {"event": question}, {}, {"reply": answer}), "clearAnswer": (ada, {"event": question}, {}, None),
            "sayMeToo": (ada, {"event": other}, {}, None),
            "thank": (grace, {"reply": reply}, {}, None), "takeThanksBack": (grace, {"reply": reply}, {}, None),
            "pin": (grace, {"event": other}, {}, None), "unpin": (grace, {"event": other}, {}, None),
            "undoMeToo": (ada, {"event": other}, {}, None), "deleteReply": (grace, {"reply": reply}, {"reason": "Spam"}, None),
            "editReply": (ada, {"reply": reply}, {}, {"body": "Edited", "attachments": [file]}),
            "upload": (ada, {}, {"name": "notes.txt", "id": None}, b"a file"),
            "attachment": (ada, {"attachment": file}, {}, None), "discardUpload": (ada, {"attachment": spare}, {}, None), "agenda": (ada, {}, day, None), "snapshot": (ada, {}, {}, None),
            "changes": (ada, {}, {"cursor": "now", "wait": "0"}, None),
            "stream": (ada, {}, {"cursor": "now"}, None), "socket": (ada, {}, {"cursor": "now"}, None),
        }

    def sample_course(self, index=0):
        return "/v1/courses/" + self.ada.get("/v1/terms/202530/courses")["items"][index]["id"]

    def request(self, id):
        """The person, the path values, the query, and the body with new ids and emails."""
        person, values, query, body = self.requests[id]
        if isinstance(body, dict):
            body = copy.deepcopy(body)
            if "id" in body:
                body["id"] = str(uuid.uuid4())
            if "email" in body and body["email"] is None:
                body["email"] = f"{uuid.uuid4()}@example.edu"
        return person, values, {name: str(uuid.uuid4()) if value is None else value for name, value in query.items()}, body

    def state(self):
        """Everything that a request could have changed, as its owners see it."""
        lists = ("/v1/me/schedules", "/v1/me/enrollments", "/v1/sessions", "/v1/me/seat-watches", "/v1/me/notifications",
            "/v1/me/tasks", "/v1/me/plans", "/v1/me/calendar-feeds", "/v1/me/app-passwords", "/v1/me/calendar-imports", "/v1/me/tokens", "/v1/me/webhooks")
        said = [[strip(person.items(path)) for path in lists] + [person.get("/v1/me/preferences"),
            person.get("/v1/me/study-settings"), person.get("/v1/me/record"), person.events(self.course["id"])]
            for person in (self.ada, self.bob)]
        said += [self.ada.items(f"/v1/me/plans/{plan['id']}/replies") for plan in self.ada.items("/v1/me/plans")]
        for path in ("staff", "roster", "removals", "reports", "join-requests", "invitations"):
            said.append(self.grace.items(f"/v1/courses/{self.course['id']}/{path}"))
        return as_json(said)


def admin_of(server):
    """The admin of a server, made once."""
    if not hasattr(server, "dean"):
        server.dean = register(server)
        server.admin("account", "role", server.dean.email, "admin")
    # Between two tests may be more time than an access token lasts.
    server.dean.refresh()
    return server.dean


def strip(items):
    """Leaves out everything that reading it changes."""
    return [{name: value for name, value in item.items() if name not in ("lastUsedAt", "lastRead", "lastUsed")} for item in items]


def sampled(cases):
    """Every second one; in `make endure` all: each makes a world of its own."""
    return cases if "NOTEIT_EXAMPLES" in os.environ else cases[::2]


def with_path_values():
    # The secrets of mails have their own tests: test_mail.py.
    return sampled([(method, path, operation["operationId"]) for method, path, operation in operations()
                    if "{" in path and not path.startswith("/mail/")])


def filled(path, values):
    return re.sub(r"\{(\w+)\}", lambda name: values[name[1]], path)
