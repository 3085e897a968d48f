"""Whose tasks, settings and plans are: nobody else's, and gone with the person."""

import uuid

import pytest

from copies import Copy
from noteitd import wait_until
from people import PASSWORD, register
from study_people import PATH, WHOLE_DAYS, add, fields_of, hear, mark, settle, soon, study, task_of, timetable
from test_leaving import exported, tables_with

ZONE = "America/New_York"


def test_the_tasks_of_others_are_not_there(stranger, ada):
    task = add(stranger, "Mine")
    path = f"{PATH}/{task['id']}"
    for method, target, body in [
        ("GET", path, None), ("PATCH", path, {"title": "x"}), ("DELETE", path, None), ("POST", path + "/done", {"done": True}),
    ]:
        ada.refused(method, target, 404, json=body)
    assert fields_of(add(ada, status=422, after=[task["id"]]))[0].startswith("after")
    assert ada.items(PATH) == [] and task_of(stranger, task) == task


@pytest.mark.parametrize("id", ["1", "x", str(uuid.UUID(int=0)), "%27%20OR%201=1", "%F0%9F%A6%89", "null", "-1", "x" * 300])
def test_ids_of_nothing_are_not_there(id, stranger):
    for method, path, body in [
        ("GET", f"{PATH}/{id}", None), ("PATCH", f"{PATH}/{id}", {"title": "x"}), ("DELETE", f"{PATH}/{id}", None),
        ("POST", f"{PATH}/{id}/done", {"done": True}), ("PATCH", f"/v1/me/study-blocks/{id}", {"pinned": True}),
        ("GET", f"/v1/courses/{id}/load", None),
    ]:
        stranger.refused(method, path, 404, json=body)


def test_tasks_settings_and_plan_are_in_the_snapshot_and_told_to_their_owner_alone(course, ada, grace):
    phone, copy = ada.sign_in_again("phone"), Copy(ada)
    cursor, others = ada.head(), grace.head()
    with phone.stream("now") as stream:
        settings = settle(ada, timeZone="UTC", hours=WHOLE_DAYS)
        task = add(ada, "Mine")
        told = [stream.change()[0]]
        while told[-1]["type"] != "studyPlan" or not study(told[-1]["body"], task):
            told.append(stream.change()[0])
    assert {change["type"] for change in told} == {"task", "studySettings", "studyPlan"}
    assert {(change["type"], change["id"]) for change in told} == {
        ("task", task["id"]), ("studySettings", ada.id), ("studyPlan", ada.id)}
    assert next(change["body"] for change in told if change["type"] == "studySettings") == settings
    snapshot = ada.snapshot()
    assert snapshot["tasks"] == [task] and snapshot["studySettings"] == settings
    assert study(snapshot["studyPlan"], task) == study(timetable(phone), task)
    copy.expect_fresh()
    ada.call("DELETE", f"{PATH}/{task['id']}", 204)
    removed = hear(ada, cursor, "task", lambda change: change["op"] == "remove")
    assert removed["id"] == task["id"]
    wait_until(lambda: study(ada.snapshot()["studyPlan"]) == [], "the plan without the task")
    copy.expect_fresh()
    assert not {change.get("type") for change in grace.changes(others)} & {"task", "studySettings", "studyPlan"}
    empty = grace.snapshot()
    assert (empty["tasks"], empty["studySettings"], empty["studyPlan"]) == ([], None, None)


def test_an_export_holds_tasks_and_leaving_deletes_them(own_server):
    person = register(own_server)
    settle(person, timeZone=ZONE, hours=WHOLE_DAYS)
    task = add(person, "Read the quiet novel", notes="In one go", deadline=soon(days=3))
    mark(person, task, done=False, minutes=7)
    assert study(timetable(person))
    text = b"".join(exported(person).values())
    for word in (b"Read the quiet novel", b"In one go", ZONE.encode()):
        assert word in text.replace(b"\\/", b"/")
    person.call("DELETE", "/v1/me", 204, json={"currentPassword": PASSWORD})
    assert own_server.admin("check", check=False).returncode == 0
    assert not tables_with(own_server, "quiet novel")
