"""Puts existing things into generated requests, so that valid ones reach their subject.

Requests that schemathesis made invalid stay invalid; the stateful phase brings its own ids.
"""

import itertools
import json
import os
import uuid

import requests
import schemathesis
from schemathesis.core.parameters import ParameterLocation

from noteitd import PATIENCE

STAGE = json.loads(os.environ["NOTEIT_STAGE"])
PASSWORD, COURSE, SECTIONS = STAGE["password"], STAGE["course"], STAGE["sections"]
SEARCHES = ("lab", '"lab 4" -exam', "kind:question", "in:CMPT225 is:mine", "due:none", "after:2020-01-01 is:unread")
# As staff, the account may delete what others wrote as well.
KEPT = {STAGE[name] for name in ("event", "question", "others_question", "reported", "reply", "answer")}
_count = itertools.count()
_http = requests.Session()
_http.trust_env = False


@schemathesis.hook
def before_call(context, case, kwargs):
    operation = case.operation.definition.raw["operationId"]
    if is_right(case, ParameterLocation.PATH) and not is_stateful(case):
        fill_path(operation, case)
    spare(operation, case.path_parameters or {})
    if is_right(case, ParameterLocation.QUERY):
        fill_query(operation, case)
    if operation == "upload" and is_right(case, ParameterLocation.QUERY) and isinstance(case.query, dict):
        # A schema cannot say which names are accepted: see test_hostile_uploads.py.
        case.query["name"] = "a file"
    if operation == "attachment" and is_right(case, ParameterLocation.HEADER) and (case.headers or {}).get("Range"):
        case.headers["Range"] = "bytes=1-3"
    if is_right(case, ParameterLocation.HEADER) and (case.headers or {}).get("If-Match"):
        case.headers["If-Match"] = "*"
    if is_right(case, ParameterLocation.BODY) and isinstance(case.body, dict):
        fill_body(operation, case)
    if isinstance(case.query, dict) and str(case.query.get("wait", "")).isdigit():
        # test_step.py tests waiting long polls; here they would only take time.
        if 1 < int(case.query["wait"]) <= 60:
            case.query["wait"] = 1
    # Sign-ins are counted by address; each request comes from its own.
    case.headers = {**(case.headers or {}), "X-Forwarded-For": address()}


def spare(operation, parameters):
    """Redirects deletions of things that other requests need."""
    if operation == "drop" and parameters["section"] == SECTIONS[0]:
        parameters["section"] = SECTIONS[1]
        post("/v1/me/enrollments", {"sections": [SECTIONS[1]]})
    if operation == "revokeStaff" and parameters["account"] == STAGE["colleague"]:
        put(f"/v1/courses/{COURSE}/staff/{STAGE['colleague']}", {"sections": [STAGE["taught"]]})
    if operation == "unwatchSeats":
        put(f"/v1/me/seat-watches/{SECTIONS[1]}")
    if operation == "deleteEvent" and str(parameters["event"]).lower() in KEPT:
        parameters["event"] = doomed_event()
    if operation == "signOut" and str(parameters["session"]).lower() in ("current", STAGE["session"]):
        parameters["session"] = signed_in_session()
    if operation == "deleteReply" and str(parameters["reply"]).lower() in KEPT:
        parameters["reply"] = doomed_reply()
    if operation == "deleteSchedule" and str(parameters["schedule"]).lower() == STAGE["schedule"]:
        parameters["schedule"] = doomed_schedule()


def is_right(case, location):
    return case.meta is not None and not case.meta.is_negative_at(location)


def is_stateful(case):
    return case.meta.phase.name.value == "stateful"


def fill_path(operation, case):
    parameters = case.path_parameters or {}
    known = {"term": STAGE["term"], "course": COURSE, "event": STAGE["event"], "reply": STAGE["reply"], "section": SECTIONS[1], "schedule": STAGE["schedule"], "notification": STAGE["notification"], "account": STAGE["colleague"], "report": STAGE["report"], "attachment": STAGE["attachment"]}
    for name in parameters:
        if name == "session":
            parameters[name] = signed_in_session()
        elif operation == "deleteEvent":
            parameters[name] = doomed_event()
        elif operation == "deleteReply":
            parameters[name] = doomed_reply()
        elif operation == "deleteSchedule":
            parameters[name] = doomed_schedule()
        elif operation == "report":
            parameters[name] = STAGE["reported"]
        elif operation in ("answer", "clearAnswer"):
            parameters[name] = STAGE["question"]
        elif operation in ("sayMeToo", "undoMeToo"):
            parameters[name] = STAGE["others_question"]
        else:
            parameters[name] = known[name]
    if operation == "drop":
        post("/v1/me/enrollments", {"sections": [SECTIONS[1]]})


def fill_query(operation, case):
    query = case.query if isinstance(case.query, dict) else {}
    for name in ("after", "next"):
        # Only the server makes positions in lists; test_lists.py and test_step.py read the pages.
        query.pop(name, None)
    if operation == "revokeStaff":
        # test_staff.py tests the sections of a person.
        query.pop("section", None)
    if operation == "search" and "q" in query:
        # A word before a colon is a filter; test_search.py tests those.
        query["q"] = SEARCHES[next(_count) % len(SEARCHES)]
    if operation == "similarQuestions" and "title" in query:
        query["title"] = "What is due?"
    if operation == "changes" and "cursor" in query:
        query["cursor"] = STAGE["cursor"] if next(_count) % 2 else "now"


def fill_body(operation, case):
    body, number = case.body, next(_count)
    if operation in ("register", "updateMe") and body.get("email") is not None:
        body["email"] = f"student.{uuid.uuid4()}@example.edu"
    if body.get("displayName") is not None:
        # Invisible characters are refused; test_search.py tests them.
        body["displayName"] = f"Student {number}"
    if operation == "addAppPassword" and body.get("name"):
        # Control characters are refused; test_app_passwords.py tests that.
        body["name"] = f"Device {number}"
    if operation == "register":
        body["password"] = f"{PASSWORD} {number}"
        # No code that a schema makes is an invitation; test_invitations.py tests them.
        body.pop("invitation", None)
    if operation == "resetPassword":
        body["newPassword"] = f"{PASSWORD} {number}"
    if operation == "updateMe":
        # Signing in below needs the email.
        body.pop("email", None)
    # Only the server's own page may ask for the cookie; test_cookie.py tests that.
    if operation in ("register", "signIn"):
        body.pop("cookie", None)
    if operation == "signIn":
        body |= {"email": STAGE["email"], "password": PASSWORD}
    if operation == "refresh":
        body["refreshToken"] = sign_in()["refreshToken"]
    if operation == "enroll":
        body["sections"] = SECTIONS[: 1 + number % 2]
    if operation == "answer":
        body["reply"] = STAGE["answer"]
        if is_stateful(case) and is_right(case, ParameterLocation.PATH):
            # The answer must belong to this question, whatever was found before.
            case.path_parameters["event"] = STAGE["question"]
    if operation == "markSeen":
        body.clear()
        body |= {"course": COURSE} if number % 2 else {"events": [{"event": STAGE["event"], "seen": number}]}
    if operation == "editPreferences" and body.get("mutedCourses"):
        body["mutedCourses"] = [COURSE]
    if operation == "editPreferences":
        for follow in body.get("follows") or []:
            follow["course"] = COURSE
    if operation == "readNotifications":
        body["read"] = [STAGE["notification"]]
    if operation == "keepSchedule":
        body |= {"term": STAGE["term"], "sections": SECTIONS[: 1 + number % 2]}
    if operation == "editSchedule" and body.get("sections"):
        body["sections"] = SECTIONS[: 1 + number % 2]
    if body.get("attachments"):
        # A file belongs to one post.
        body["attachments"] = [upload()]
    if operation == "editEvent" or body.get("visibility") == "private":
        # Only a private event is published later, for others; test_publication.py tests that.
        body.pop("publishAt", None)
    if operation in ("post", "editEvent"):
        if body.get("sections"):
            body["sections"] = SECTIONS[:1]
        if body.get("kind") == "notice":
            # Only staff post these; this account is a student's.
            body["kind"] = "note"
        if body.get("kind") in ("reminder", "exam", "assignment") or operation == "editEvent" and "due" in body:
            # These need a due date, which an edit may not remove.
            body["due"] = "2026-11-20T17:00:00Z"
    if operation == "grantStaff":
        body["sections"] = [STAGE["taught"]]
    if operation == "report":
        body["reply"] = None
    if operation == "reply" and body.get("parent") is not None:
        body["parent"] = STAGE["reply"]
        if is_stateful(case):
            body["parent"] = None


def doomed_event():
    return post(f"/v1/courses/{COURSE}/events", {"title": "To be deleted"})["id"]


def doomed_reply():
    return post(f"/v1/events/{STAGE['event']}/replies", {"body": "To be deleted"})["id"]


def doomed_schedule():
    return post("/v1/me/schedules", {"term": STAGE["term"], "name": "To be deleted", "sections": SECTIONS[:1]})["id"]


def upload():
    headers = {"Authorization": f"Bearer {os.environ['NOTEIT_TOKEN']}"}
    answer = _http.post(STAGE["url"] + "/v1/attachments?name=a.txt", data=b"a file", headers=headers, timeout=PATIENCE)
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def sign_in():
    body = {"email": STAGE["email"], "password": PASSWORD}
    answer = _http.post(STAGE["url"] + "/v1/sessions", json=body, headers={"X-Forwarded-For": address()}, timeout=PATIENCE)
    assert answer.status_code == 201, answer.text
    return answer.json()


def signed_in_session():
    headers = {"Authorization": f"Bearer {sign_in()['accessToken']}"}
    sessions = _http.get(STAGE["url"] + "/v1/sessions", headers=headers, timeout=PATIENCE).json()["items"]
    return next(session["id"] for session in sessions if session["current"])


def post(path, body):
    headers = {"Authorization": f"Bearer {os.environ['NOTEIT_TOKEN']}"}
    answer = _http.post(STAGE["url"] + path, json=body, headers=headers, timeout=PATIENCE)
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


def put(path, body=None):
    headers = {"Authorization": f"Bearer {os.environ['NOTEIT_TOKEN']}"}
    answer = _http.put(STAGE["url"] + path, json=body, headers=headers, timeout=PATIENCE)
    assert answer.status_code in (200, 201), answer.text


def address():
    number = next(_count)
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
