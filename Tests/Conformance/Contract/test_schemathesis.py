"""schemathesis: generated requests, valid and invalid, against the served contract, with all checks."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

from noteitd import Noteitd
from people import PASSWORD, register
from registrar import import_seats

HERE = pathlib.Path(__file__).parent
# Of each operation. A count, not a time, so that a slow machine tests as much as a fast one.
EXAMPLES = os.environ.get("NOTEIT_EXAMPLES", "15")

# Not generated, and why; each has its own written tests.
LEFT_OUT = {
    "export": "is a tar archive, which no schema describes (test_leaving.py)",
    "stream": "never ends (test_streams.py)",
    "socket": "becomes a WebSocket (test_streams.py, test_websocket.py)",
    "searchSchedules": "whose fields depend on each other (test_timetables.py)",
    **dict.fromkeys(
        ("addTask", "editTask", "deleteTask", "task", "markTask"), "whose fields depend on each other (test_tasks.py)"),
    **dict.fromkeys(
        ("setStudySettings", "studyTimetable", "studyPicture", "editStudyBlock", "studyStats", "courseLoad", "tasks"),
        "whose fields depend on each other (test_study_timetable.py)"),
    "previewStudy": "whose fields depend on each other (test_preview_refusals.py)",
    **dict.fromkeys(("setRecord", "addPlan", "editPlan", "checkPlanDraft"), "names courses of the catalog alone (test_record.py, test_degree_plans.py)"),
    **dict.fromkeys(
        ("plan", "planLink", "deletePlan", "checkPlan", "planPicture", "auditPlan", "planPath", "approvePlan", "withdrawApproval", "planReplies",
            "replyToPlan"), "is of a plan alone (test_degree_plans.py, test_plan_sharing.py)"),
    **dict.fromkeys(
        ("auditDegree", "degreePath"), "whose fields depend on each other (test_degree_refusals.py)"),
    "programme": "is of a programme alone (test_programmes.py)",
    "courseCatalog": "may name a plan (test_course_catalog.py)",
    "sendNotice": "is the staff's (test_notices.py)",
    "receipts": "is of notices alone (test_notices.py)",
    "unseen": "is of notices that must be read alone (test_notices.py)",
    "calendar": "has days that depend on each other (test_calendar_days.py)",
    **dict.fromkeys(
        ("addCalendarFeed", "revokeCalendarFeed", "calendarFeed"), "names one's own courses, or is of a feed alone (test_feeds.py)"),
    **dict.fromkeys(
        ("courseInvitations", "inviteToCourse", "invitations", "invite", "revokeInvitation", "previewInvitation", "useInvitation"),
        "is of staff, admins and codes alone (test_invitations.py)"),
    **dict.fromkeys(("askVerification", "askResetMail", "mailLink", "followMailLink"), "is of servers with mail alone (test_mail.py)"),
    **dict.fromkeys(
        ("beginSignOn", "comeBack", "openSignOnSession", "endSignOnSessions", "beginSignOnLink", "linkSignOn", "unlinkSignOn"),
        "is of servers with a sign-on alone (test_sign_on.py)"),
    **dict.fromkeys(
        ("addPushDevice", "editPushDevice", "removePushDevice", "testPushDevice"), "is of servers with push alone (test_push.py)"),
    **dict.fromkeys(
        ("registerPlatform", "beginLaunchByLink", "beginLaunch", "launch", "linkPlatformCourse", "pickPlatformLink", "proveLaunch"),
        "is of servers with a platform alone (test_launches.py, test_platform_registration.py)"),
    "editMail": "has fields that depend on each other (test_mail.py)",
    "decideJoinRequest": "is of people who wait alone (test_joining.py)",
    "setJoining": "has fields that depend on each other (test_joining.py)",
    "addAppPassword": "asks for the password (test_app_passwords.py)",
    "revokeAppPassword": "is of a password alone (test_app_passwords.py)",
    **dict.fromkeys(
        ("addWebhook", "removeWebhook", "webhookDeliveries", "rotateWebhookSecret", "testWebhook", "setNtfy", "editNtfy", "removeNtfy", "testNtfy"),
        "asks for the password, or is of what was added with it (test_webhooks.py, test_ntfy.py)"),
    "makeToken": "asks for the password (test_tokens.py)",
    "revokeToken": "is of a token alone (test_tokens.py)",
    **dict.fromkeys(
        ("signInFactor", "makeFactorKey", "addFactor", "makeRecoveryCodes", "removeFactor", "renameFactor", "makePasskeyOptions"),
        "asks for the password or a code, or is of a factor alone (test_second_factor.py)"),
    **dict.fromkeys(("addPasskey", "signInPasskey", "passkeySignInOptions"), "is of authenticators alone (test_passkeys.py)"),
    **dict.fromkeys(
        ("pollDeviceSignIn", "previewDeviceSignIn", "answerDeviceSignIn"), "is of a code alone (test_device_sign_in.py)"),
    **dict.fromkeys(
        ("addCalendarImport", "deleteCalendarImport", "syncCalendarImport"), "reads an address (test_imports.py)"),
    "leave": "would remove the account that asks (test_accounts.py)",
    "changePassword": "would sign the other sessions out under the run (test_accounts.py)",
}


@pytest.fixture
def trusting_server(tmp_path):
    """Trusts X-Forwarded-For, so that failed generated sign-ins are not throttled."""
    server = Noteitd(tmp_path, NOTEIT_TRUST_PROXY="true")
    server.load_sample()
    server.start()
    yield server
    server.stop()


def test_generated_requests_get_only_answers_of_the_contract(trusting_server, tmp_path):
    person = register(trusting_server)
    stage = set_the_stage(person) | {"notification": notification(person, tmp_path)}
    left_out = [argument for operation in LEFT_OUT for argument in ("--exclude-operation-id", operation)]
    done = subprocess.run(
        [pathlib.Path(sys.executable).parent / "st", "--config-file", HERE / "schemathesis.toml", "run",
         trusting_server.url + "/openapi.yaml", *left_out, "--max-examples", EXAMPLES, "--no-color"],
        cwd=tmp_path, timeout=7_200, capture_output=True, text=True,
        env=os.environ | {
            "SCHEMATHESIS_HOOKS": str(HERE / "schemathesis_hooks.py"), "NOTEIT_STAGE": json.dumps(stage), "NOTEIT_TOKEN": person.token,
            "PYTHONDONTWRITEBYTECODE": "1", "NO_PROXY": "127.0.0.1",
        },
    )
    print(done.stdout[-30_000:], done.stderr[-5_000:])
    assert done.returncode == 0, done.stdout.partition("= FAILURES =")[2][:5_000] or done.stderr[-2_000:]
    assert trusting_server.process.poll() is None


def notification(person, folder):
    """The id of a notification of this person: a seat opened."""
    section = person.get("/v1/courses/202530.CMPT225")["sections"][-1]
    import_seats(person.server, folder, {section["crn"]: (30, 30)})
    person.call("PUT", f"/v1/me/seat-watches/{section['id']}", 201)
    import_seats(person.server, folder, {section["crn"]: (20, 30)})
    return person.get("/v1/me/notifications")["items"][0]["id"]


def set_the_stage(person):
    """An account in two sections of a course and staff of a third, with an event and a reply; questions, its own and
    another's; a report."""
    term = next(term["id"] for term in person.get("/v1/terms")["items"] if term["current"])
    summary = next(course for course in person.items(f"/v1/terms/{term}/courses") if course["sections"] >= 3)
    course = person.get(f"/v1/courses/{summary['id']}")
    sections = [section["id"] for section in course["sections"][:2]]
    person.enroll(*sections)
    cursor = person.head()
    event, question, other = person.post(course["id"]), person.post(course["id"], kind="question"), register(person.server)
    other.enroll(*sections)
    plan = {"term": term, "name": "Plan", "sections": sections[:1]}
    taught = course["sections"][2]["id"]
    person.server.admin("staff", "grant", person.email, course["id"], "--section", taught)
    colleague, reporter = register(person.server), register(person.server)
    for student in (colleague, reporter):
        student.enroll(sections[0])
    reported = colleague.post(course["id"])
    report = reporter.call("POST", f"/v1/events/{reported['id']}/reports", 201, json={"reason": "spam"}).json()
    return {
        "url": person.server.url, "session": person.items("/v1/sessions")[0]["id"], "email": person.email, "password": PASSWORD, "term": term, "course": course["id"],
        "sections": sections, "event": event["id"], "reply": person.reply(event)["id"], "cursor": cursor,
        "attachment": person.upload()["id"],
        "question": question["id"], "answer": other.reply(question)["id"], "others_question": other.post(course["id"], kind="question")["id"],
        "schedule": person.call("POST", "/v1/me/schedules", 201, json=plan).json()["id"],
        "taught": taught, "colleague": colleague.id, "reported": reported["id"], "report": report["id"],
    }
