"""Bad input gets the contract's status and a problem document, and changes nothing."""

import contextlib
import gzip
import http.client
import json
import socket
import uuid

import pytest

from contract import DOCUMENT, faults, operations, resolve
from noteitd import NOBODY, PATIENCE
from passkeys import empty_assertion, empty_registration
from people import PASSWORD, Anyone, register
from study_people import planned

DEEP = b"[" * 100_000
GARBAGE = {
    "no body": b"", "no JSON": b"title=Lab", "half": b'{"title": "Lab', "trailing comma": b'{"title": "Lab",}',
    "two": b"{} {}", "deep": DEEP, "deep objects": b'{"a":' * 50_000, "invalid UTF-8": b'{"title": "\xff\xfe"}', "overlong": b'{"title": "\xc0\xaf"}',
    "NaN": b'{"title": NaN}', "null byte": b'{"title": "Lab"}\x00', "UTF-16": '{"title": "Lab"}'.encode("utf-16"),
}


@pytest.fixture
def places(course, ada, bob):
    """Every writing route as (method, path, a good body), on things of this test."""
    event, other = ada.post(course["id"]), ada.post(course["id"])
    reply, question = ada.reply(event), ada.post(course["id"], kind="question")
    own = bob.post(course["id"])
    report = bob.call("POST", f"/v1/events/{event['id']}/reports", 201, json={"reason": "spam"}).json()
    plan = {"term": course["term"], "name": "Plan", "sections": [course["sections"][0]["id"]]}
    schedule = ada.call("POST", "/v1/me/schedules", 201, json=plan).json()
    task, block = planned(ada)
    today = {"now": "2026-11-20T08:00:00Z", "from": "2026-11-20", "to": "2026-11-21"}
    plan_made = ada.call("POST", "/v1/me/plans", 201, json={"name": "Plan"}).json()
    whole = {"id": "p", "requirements": []}
    return {
        "addCalendarFeed": ("POST", "/v1/me/calendar-feeds", {"name": "New", "include": ["due"]}),
        "addAppPassword": ("POST", "/v1/me/app-passwords", {"name": "New", "currentPassword": PASSWORD}),
        "makeToken": ("POST", "/v1/me/tokens", {"name": "New", "scope": "read", "currentPassword": PASSWORD}),
        "addWebhook": ("POST", "/v1/me/webhooks", {"name": "New", "url": f"http://{NOBODY}/hook", "currentPassword": PASSWORD}),
        "rotateWebhookSecret": ("POST", f"/v1/me/webhooks/{uuid.uuid4()}/secret", {"currentPassword": PASSWORD}),
        "setNtfy": ("PUT", "/v1/me/ntfy", {"url": f"http://{NOBODY}/topic", "currentPassword": PASSWORD}),
        "editNtfy": ("PATCH", "/v1/me/ntfy", {"mustRead": True}),
        "signInFactor": ("POST", "/v1/sessions/factor", {"challenge": "x", "code": "123456"}),
        "askDeviceSignIn": ("POST", "/v1/sessions/device", {"device": "lab-pc"}),
        "pollDeviceSignIn": ("POST", "/v1/sessions/device/token", {"deviceCode": "x"}),
        "previewDeviceSignIn": ("POST", "/v1/sessions/device/preview", {"userCode": "x"}),
        "answerDeviceSignIn": ("POST", "/v1/sessions/device/answer", {"userCode": "x", "approve": False}),
        "addFactor": ("POST", "/v1/me/factors", {"challenge": "x", "code": "123456", "name": "New"}),
        "makePasskeyOptions": ("POST", "/v1/me/factors/passkeys/options", {"currentPassword": PASSWORD}),
        "addPasskey": ("POST", "/v1/me/factors/passkeys", {"challenge": "x", "name": "New", "passkey": empty_registration()}),
        "renameFactor": ("PATCH", f"/v1/me/factors/{uuid.uuid4()}", {"name": "New"}),
        "signInPasskey": ("POST", "/v1/sessions/passkey", {"challenge": "x", "passkey": empty_assertion()}),
        "makeFactorKey": ("POST", "/v1/me/factors/key", {"currentPassword": PASSWORD}),
        "makeRecoveryCodes": ("POST", "/v1/me/factors/recovery-codes", {"currentPassword": PASSWORD}),
        "removeFactor": ("DELETE", f"/v1/me/factors/{uuid.uuid4()}", {"currentPassword": PASSWORD}),
        "openSignOnSession": ("POST", "/v1/sign-on/session", {"device": "lab-pc", "newAccount": False}),
        "beginSignOnLink": ("POST", "/v1/me/sign-on", {"currentPassword": PASSWORD}),
        "unlinkSignOn": ("DELETE", f"/v1/me/sign-on/{uuid.uuid4()}", {"currentPassword": PASSWORD}),
        "addCalendarImport": ("POST", "/v1/me/calendar-imports", {"name": "New", "url": "https://127.0.0.1/private.ics"}),
        "setRecord": ("PUT", "/v1/me/record", {"items": []}),
        "addPlan": ("POST", "/v1/me/plans", {"name": "New"}),
        "editPlan": ("PATCH", f"/v1/me/plans/{plan_made['id']}", {"name": "Edited"}),
        "checkPlanDraft": ("POST", f"/v1/me/plans/{plan_made['id']}/check", {"terms": []}),
        "replyToPlan": ("POST", f"/v1/me/plans/{plan_made['id']}/replies", {"body": "New"}),
        "auditDegree": ("POST", "/v1/degrees/audit", {"programme": whole}),
        "degreePath": ("POST", "/v1/degrees/path", {"programme": whole, "from": "202710", "creditsPerTerm": 15}),
        "parseRequirements": ("POST", "/v1/degrees/parse", {"text": "CMPT 125"}),
        "addTask": ("POST", "/v1/me/tasks", {"title": "New", "kind": "flexible", "minutes": 60}),
        "editTask": ("PATCH", f"/v1/me/tasks/{task}", {"title": "Edited"}),
        "markTask": ("POST", f"/v1/me/tasks/{task}/done", {"done": True}),
        "setStudySettings": ("PUT", "/v1/me/study-settings", {"mode": "weeks"}),
        "editStudyBlock": ("PATCH", f"/v1/me/study-blocks/{block['id']}", {"pinned": True}),
        "previewStudy": ("POST", "/v1/study/preview", today),
        "register": ("POST", "/v1/accounts", {"email": f"{uuid.uuid4()}@example.edu", "password": PASSWORD, "displayName": "New"}),
        "signIn": ("POST", "/v1/sessions", {"email": f"{uuid.uuid4()}@example.edu", "password": PASSWORD}),
        "refresh": ("POST", "/v1/sessions/refresh", {"refreshToken": "x"}),
        "resetPassword": (
            "POST", "/v1/accounts/reset", {"email": f"{uuid.uuid4()}@example.edu", "code": "x", "newPassword": PASSWORD}),
        "leave": ("DELETE", "/v1/me", {"currentPassword": PASSWORD}),
        "updateMe": ("PATCH", "/v1/me", {"displayName": "Ada"}),
        "changePassword": ("PUT", "/v1/me/password", {"currentPassword": PASSWORD, "newPassword": PASSWORD}),
        "enroll": ("POST", "/v1/me/enrollments", {"sections": [course["sections"][1]["id"]]}),
        "post": ("POST", f"/v1/courses/{course['id']}/events", {"title": "New"}),
        "editEvent": ("PATCH", f"/v1/events/{event['id']}", {"title": "Edited"}),
        "reply": ("POST", f"/v1/events/{other['id']}/replies", {"body": "New"}),
        "editReply": ("PATCH", f"/v1/replies/{reply['id']}", {"body": "Edited"}),
        "answer": ("PUT", f"/v1/events/{question['id']}/answer", {"reply": ada.reply(question)["id"]}),
        "keepSchedule": ("POST", "/v1/me/schedules", plan),
        "adoptSchedule": ("POST", f"/v1/me/schedules/{schedule['id']}/adopt", {"drop": []}),
        "editSchedule": ("PATCH", f"/v1/me/schedules/{schedule['id']}", {"name": "Edited"}),
        "readNotifications": ("PATCH", "/v1/me/notifications", {"read": [str(uuid.uuid4())]}),
        "grantStaff": ("PUT", f"/v1/courses/{course['id']}/staff/{bob.id}", {"sections": [course["sections"][0]["id"]]}),
        "setJoining": ("PUT", f"/v1/courses/{course['id']}/joining", {"joining": "open"}),
        "inviteToCourse": ("POST", f"/v1/courses/{course['id']}/invitations", {"uses": 2}),
        "invite": ("POST", "/v1/invitations", {"uses": 2}),
        "previewInvitation": ("POST", "/v1/invitations/preview", {"code": "x"}),
        "useInvitation": ("POST", "/v1/invitations/use", {"code": "x"}),
        "decideJoinRequest": ("PATCH", f"/v1/courses/{course['id']}/join-requests/{bob.id}", {"admitted": True}),
        "report": ("POST", f"/v1/events/{own['id']}/reports", {"reason": "spam"}),
        "resolveReport": ("PATCH", f"/v1/reports/{report['id']}", {"resolved": True}),
        "editMark": ("PUT", f"/v1/me/marks/{event['id']}", {"muted": False}),
        "markSeen": ("POST", "/v1/me/read", {"course": course["id"]}),
        "editPreferences": ("PATCH", "/v1/me/preferences", {"reminders": [60]}),
        "editMail": ("PATCH", "/v1/me/mail", {"mustRead": True}),
        "addPushDevice": (
            "POST", "/v1/me/push/devices",
            {"endpoint": "https://fcm.googleapis.com/x", "keys": {"p256dh": "B" + "A" * 86, "auth": "A" * 22}}),
        "editPushDevice": ("PATCH", f"/v1/me/push/devices/{uuid.uuid4()}", {"mustRead": True}),
        "askResetMail": ("POST", "/v1/accounts/reset-mail", {"email": f"{uuid.uuid4()}@example.edu"}),
        "sendNotice": ("POST", "/v1/notices", {"courses": [course["id"]], "title": "New"}),
        "searchSchedules": ("POST", f"/v1/terms/{course['term']}/schedules/search", {"courses": [course["id"]]}),
    }


WRITERS = [
    "addWebhook", "rotateWebhookSecret", "setNtfy", "editNtfy", "askDeviceSignIn", "pollDeviceSignIn", "previewDeviceSignIn", "answerDeviceSignIn",
    "makeToken", "signInFactor", "addFactor", "makeFactorKey", "makeRecoveryCodes", "removeFactor",
    "makePasskeyOptions", "addPasskey", "renameFactor", "signInPasskey",
    "register", "signIn", "refresh", "resetPassword", "leave", "updateMe", "changePassword", "enroll", "post", "editEvent", "reply", "editReply",
    "answer", "grantStaff", "report", "resolveReport", "keepSchedule", "editSchedule", "readNotifications", "searchSchedules",
    "editMark", "markSeen", "editPreferences", "sendNotice", "addTask", "editTask", "markTask", "setStudySettings",
    "editStudyBlock", "previewStudy", "setRecord", "addPlan", "editPlan", "checkPlanDraft", "replyToPlan", "auditDegree", "degreePath",
    "parseRequirements", "adoptSchedule", "addCalendarFeed", "addAppPassword", "addCalendarImport", "setJoining",
    "decideJoinRequest", "inviteToCourse", "invite", "previewInvitation", "useInvitation",
    "editMail", "askResetMail", "addPushDevice", "editPushDevice", "openSignOnSession", "beginSignOnLink", "unlinkSignOn",
]


def test_every_operation_with_a_body_is_tested():
    # Bodies that are files have their own tests: test_hostile_uploads.py.
    assert sorted(WRITERS) == sorted(
        operation["operationId"] for _, _, operation in operations() if "application/json" in operation.get("requestBody", {}).get("content", {})
    )


@pytest.mark.parametrize("writer", WRITERS)
def test_a_body_that_cannot_be_read_is_refused_and_changes_nothing(writer, places, ada):
    method, path, _ = places[writer]
    before = ada.head()
    for name, body in GARBAGE.items():
        answer = ada.call(method, path, data=body, headers={"Content-Type": "application/json"})
        # Bodies before sign-in may have 16 KiB; these have more.
        assert answer.status_code in (400, 413 if name.startswith("deep") else 400, 422), name
    assert ada.changes(before) == []


@pytest.mark.parametrize("writer", WRITERS)
def test_wrong_types_and_missing_fields_are_named(writer, places, ada):
    method, path, good = places[writer]
    operation = next(operation for _, _, operation in operations() if operation["operationId"] == writer)
    schema = resolve(operation["requestBody"]["content"]["application/json"]["schema"])
    before = ada.head()
    for field in schema.get("required", []):
        body = {name: value for name, value in good.items() if name != field}
        assert ada.refused(method, path, 422, json=body)["errors"][0]["field"] == field
    for field, allowed in schema["properties"].items():
        for value in filter(lambda value: faults(value, allowed), (1.5, {"a": [1]}, [{"a": 1}], True)):
            problem = ada.refused(method, path, 422, json=good | {field: value})
            assert problem["errors"][0]["field"].split(".")[0] == field
    for body in ([], [good], "x", 1, None, True):
        answer = ada.call(method, path, data=json.dumps(body), headers={"Content-Type": "application/json"})
        assert answer.status_code in (400, 422)
    assert ada.changes(before) == []


@pytest.mark.parametrize("writer", WRITERS)
def test_a_body_of_another_kind_or_too_large_is_refused(writer, places, ada):
    method, path, good = places[writer]
    before = ada.head()
    for media in ("text/plain", "application/x-www-form-urlencoded", "application/xml", "", "garbage"):
        ada.refused(method, path, 415, data=json.dumps(good), headers={"Content-Type": media})
    packed = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    ada.refused(method, path, 415, data=gzip.compress(json.dumps(good).encode()), headers=packed)
    huge = json.dumps(good | {"padding": "x" * (1 << 20)}).encode()
    ada.refused(method, path, 413, data=huge, headers={"Content-Type": "application/json"})
    chunks = (huge[start:start + 65536] for start in range(0, len(huge), 65536))
    ada.refused(method, path, 413, data=chunks, headers={"Content-Type": "application/json"})
    assert ada.changes(before) == []


@pytest.mark.parametrize("text", [r"\ud800", r"\udc00x", r"\ud800\ud800", r"\u12", r"\x41"])
def test_an_escape_of_half_a_surrogate_pair_is_refused(text, course, ada):
    answer = ada.call(
        "POST", f"/v1/courses/{course['id']}/events", data='{"title": "%s"}' % text, headers={"Content-Type": "application/json"},
    )
    assert answer.status_code in (400, 422)


def test_unknown_fields_and_a_charset_are_ignored(course, ada):
    body = json.dumps({"title": "Lab", "colour": "red", "rev": 9, "author": None}).encode()
    headers = {"Content-Type": "Application/JSON; charset=utf-8"}
    event = ada.call("POST", f"/v1/courses/{course['id']}/events", 201, data=body, headers=headers).json()
    assert event["rev"] == 1 and "colour" not in event


@pytest.mark.parametrize("path", sorted(DOCUMENT["paths"]))
def test_other_methods_are_405_and_allow_names_the_right_ones(path, ada):
    known = {method.upper() for method in DOCUMENT["paths"][path]} - {"PARAMETERS"}
    concrete = path.replace("{term}", "202530").replace("{course}", "202530.X1").replace("{section}", "202530.1").replace("{session}", "current")
    concrete = concrete.replace("{event}", str(uuid.uuid4())).replace("{reply}", str(uuid.uuid4()))
    concrete = concrete.replace("{account}", "@ada").replace("{attachment}", str(uuid.uuid4())).replace("{report}", str(uuid.uuid4()))
    for method in {"GET", "PUT", "POST", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"} - known:
        answer = ada.call(method, concrete, 405)
        assert set(answer.headers["Allow"].replace(" ", "").split(",")) - {"HEAD"} == known


def test_a_head_request_answers_like_get_without_a_body(course, ada):
    for path in ("/healthz", "/v1/me", f"/v1/courses/{course['id']}"):
        head = ada.http.head(ada.server.url + path, headers=ada.headers, timeout=PATIENCE)
        assert head.status_code == 200 and head.content == b""


@pytest.mark.parametrize("path", [
    "/v1", "/v1/", "/v2/me", "/v1/nosuch", "/v1/me/nosuch", "/v1/events", "/favicon.ico", "/../etc/passwd", "/v1/%2e%2e/me",
    "/%00", "/v1/courses/a/b/c/d", "/" + "x" * 4000,
])
def test_unknown_paths_are_404(path, ada):
    status, headers, body = plain(ada.server, "GET", path, ada.headers)
    assert status == 404 and headers["content-type"] == "application/problem+json", path
    assert json.loads(body)["status"] == 404


@pytest.mark.parametrize("id", ["1", "x", "00000000-0000-0000-0000-000000000000", "%27%20OR%201=1", "%F0%9F%A6%89", "null", "-1", "x" * 300])
def test_unknown_ids_are_404(id, ada):
    for method, path, body in [
        ("GET", f"/v1/events/{id}", None), ("PATCH", f"/v1/events/{id}", {"title": "x"}), ("DELETE", f"/v1/events/{id}", None),
        ("GET", f"/v1/events/{id}/replies", None), ("POST", f"/v1/events/{id}/replies", {"body": "x"}),
        ("POST", f"/v1/events/{id}/restore", None), ("POST", f"/v1/replies/{id}/restore", None), ("POST", f"/v1/events/{id}/reports", {"reason": "x"}),
        ("PATCH", f"/v1/reports/{id}", {"resolved": True}), ("GET", f"/v1/courses/{id}/staff", None), ("GET", f"/v1/courses/{id}/roster", None),
        ("GET", f"/v1/courses/{id}/removals", None), ("GET", f"/v1/courses/{id}/reports", None),
        ("PUT", f"/v1/courses/{id}/staff/{ada.id}", {}), ("DELETE", f"/v1/courses/{id}/staff/{ada.id}", None),
        ("PATCH", f"/v1/replies/{id}", {"body": "x"}), ("DELETE", f"/v1/replies/{id}", None), ("DELETE", f"/v1/sessions/{id}", None),
        ("DELETE", f"/v1/me/enrollments/{id}", None), ("GET", f"/v1/courses/{id}", None), ("GET", f"/v1/courses/{id}/events", None),
        ("POST", f"/v1/courses/{id}/events", {"title": "x"}), ("GET", f"/v1/attachments/{id}", None), ("GET", f"/v1/terms/{id}/courses", None), ("GET", f"/v1/terms/{id}/subjects", None),
        ("GET", f"/v1/me/plans/{id}", None), ("PATCH", f"/v1/me/plans/{id}", {"name": "x"}), ("DELETE", f"/v1/me/plans/{id}", None),
        ("GET", f"/v1/me/plans/{id}/check", None), ("GET", f"/v1/me/plans/{id}/audit", None), ("GET", f"/v1/me/plans/{id}/path", None),
        ("PUT", f"/v1/me/plans/{id}/approval", None), ("DELETE", f"/v1/me/plans/{id}/approval", None),
        ("GET", f"/v1/me/plans/{id}/replies", None), ("POST", f"/v1/me/plans/{id}/replies", {"body": "x"}),
        ("GET", f"/v1/programmes/{id}", None), ("GET", f"/v1/courses/{id}/requirements", None),
    ]:
        ada.refused(method, path, 404, json=body)


@pytest.mark.parametrize("path", ["/v1/events/%FF%FE", "/v1/courses/%C0%AF", "/v1/events/%zz", "/v1/terms/%ED%A0%80/courses"])
def test_a_path_that_is_not_utf8_is_refused(path, ada):
    status, headers, _ = plain(ada.server, "GET", path, ada.headers)
    assert status in (400, 404) and headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("query", ["q=%FF", "q=%zz", "q=%00", "limit=%FF", "after=%00", "q=" + "x" * 1001])
def test_an_invalid_query_is_refused(query, course, ada):
    for path in (f"/v1/courses/{course['id']}/events", f"/v1/terms/{course['term']}/courses"):
        status, headers, _ = plain(ada.server, "GET", f"{path}?{query}", ada.headers)
        assert status in (400, 422) and headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("tag", ['"0"', '"2"', 'W/"1"', "1", '"x"', '""', "x", '"1', '"99999999999999999999"'])
def test_an_if_match_that_is_not_the_newest_is_stale(tag, course, ada):
    event = ada.post(course["id"])
    reply = ada.reply(event)
    for path, body in [(f"/v1/events/{event['id']}", {"title": "x"}), (f"/v1/replies/{reply['id']}", {"body": "x"})]:
        ada.refused("PATCH", path, 412, json=body, headers={"If-Match": tag})
        ada.refused("DELETE", path, 412, headers={"If-Match": tag})
    assert ada.event(event)["rev"] == 1


@pytest.mark.parametrize("due", [
    "", "tomorrow", "2025-11-20", "2025-11-20T17:00", "2025-11-20T17:00:00", "2025-02-30T00:00:00Z", "2025-11-20T25:00:00Z",
    "2025-11-20 17:00:00Z", "0000-01-01T00:00:00Z", "10000-01-01T00:00:00Z", "2025-11-20T17:00:00+99:00", 1763658000, "١٢٣٤-٠١-٠١T٠٠:٠٠:٠٠Z",
])
def test_an_invalid_due_date_is_refused(due, course, ada):
    problem = ada.refused("POST", f"/v1/courses/{course['id']}/events", 422, json={"title": "x", "due": due})
    assert problem["errors"][0]["field"] == "due"


@pytest.mark.parametrize("due, stored", [
    ("2025-11-20t17:00:00z", "2025-11-20T17:00:00Z"), ("2025-11-20T17:00:00.999999999Z", "2025-11-20T17:00:00Z"),
    ("1900-01-01T00:00:00Z", "1900-01-01T00:00:00Z"), ("9999-12-30T23:59:59Z", "9999-12-30T23:59:59Z"), ("2024-02-29T00:00:00+14:00", "2024-02-28T10:00:00Z"),
])
def test_every_valid_due_date_is_kept(due, stored, course, ada):
    event = ada.post(course["id"], due=due)
    assert event["due"] == stored
    assert ada.events(course["id"]) == [event]


@pytest.mark.parametrize("raw", [
    b"", b"\r\n\r\n", b"GET\r\n\r\n", b"BREW /v1/me HTTP/1.1\r\nHost: x\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00", b"GET /v1/me HTTP/1.1\r\nHost: x\r\nBroken\r\n\r\n",
    b"POST /v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", b"POST /v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
    b"POST /v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"POST /v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
    b"GET /v1/me HTTP/1.1\r\nHost: x\r\nX-Long: " + b"x" * 200_000 + b"\r\n\r\n", b"GET /" + b"x" * 200_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    b"POST /v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
], ids=range(14))
def test_bytes_that_are_not_http_end_only_their_connection(raw, ada):
    with socket.create_connection(("127.0.0.1", ada.server.port), timeout=PATIENCE) as wire:
        try:
            wire.sendall(raw)
            with contextlib.suppress(OSError):  # it may have closed already
                wire.shutdown(socket.SHUT_WR)
            answer = wire.recv(65536)
        except ConnectionError:
            answer = b""
    assert not answer or answer.startswith(b"HTTP/1.1 4"), answer[:200]
    assert ada.get("/v1/me") == ada.account


def test_tokens_are_in_no_other_answer_and_in_no_log(server, ada):
    problem = ada.call("GET", "/v1/events/x", 404).text
    assert ada.token not in problem
    secrets = [ada.token, ada.refresh_token, PASSWORD, ada.call("POST", "/v1/stream-tickets").json()["ticket"]]
    Anyone(server).call("GET", "/v1/stream", params={"ticket": secrets[-1] + "x"})
    log = server.output.read_text(errors="replace")
    assert not any(secret in log for secret in secrets)


def plain(server, method, path, headers):
    """A request with a verbatim path."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.putrequest(method, path, skip_host=False)
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders()
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, body


def test_a_newcomer_can_still_register(server):
    assert register(server).get("/v1/me")["role"] == "student"
