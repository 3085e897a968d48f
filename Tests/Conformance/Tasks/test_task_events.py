"""Tasks of due events, and the rules that make them."""

import pytest

from noteitd import wait_until
from study_people import PATH, add, edit, fields_of, hear, settle, task_of, timetable


@pytest.mark.parametrize("kind, deadline, moved", [
    # In summer, days of Vancouver begin at 07:00 UTC.
    ("exam", "2027-07-20T07:00:00Z", "2027-07-22T07:00:00Z"), ("reminder", "2027-07-20T20:00:00Z", "2027-07-23T05:00:00Z"),
])
def test_a_task_follows_its_event(kind, deadline, moved, course, ada, grace):
    event = grace.post(course["id"], "Midterm", kind=kind, due="2027-07-20T20:00:00Z")
    task = add(ada, "Study", event=event["id"], minutes=180)
    assert (task["event"], task["deadline"]) == (event["id"], deadline)
    cursor = ada.head()
    grace.edit(event, due="2027-07-23T05:00:00Z")
    change = hear(ada, cursor, "task", lambda change: change.get("body", {}).get("deadline") == moved)
    assert change["id"] == task["id"] and task_of(ada, task)["deadline"] == moved
    assert task_of(ada, task)["event"] == event["id"]


@pytest.mark.parametrize("change", [{"due": None, "kind": "note"}, {"visibility": "staff"}, None], ids=["undated", "hidden", "deleted"])
def test_a_task_whose_event_is_gone_keeps_its_last_deadline(change, course, ada, grace):
    event = grace.post(course["id"], "Midterm", kind="exam", due="2027-07-20T20:00:00Z")
    task = add(ada, "Study", event=event["id"])
    if change:
        grace.edit(event, **change)
    else:
        grace.delete(event)
    wait_until(lambda: task_of(ada, task)["event"] is None, "the task to lose its event")
    assert task_of(ada, task)["deadline"] == "2027-07-20T07:00:00Z"


def test_events_that_have_no_date_or_are_not_yours_to_see_are_refused(course, ada, bob, grace, stranger):
    undated = ada.post(course["id"], "Notes")
    hidden = grace.post(course["id"], "Draft", visibility="staff", due="2027-07-20T20:00:00Z")
    private = bob.post(course["id"], "Own", visibility="private", due="2027-07-20T20:00:00Z")
    for event in (undated, hidden, private):
        assert fields_of(add(ada, status=422, event=event["id"])) == ["event"]
    dated = ada.post(course["id"], "Dated", due="2027-07-20T20:00:00Z")
    assert fields_of(add(stranger, status=422, event=dated["id"])) == ["event"]
    assert fields_of(add(stranger, status=422, course=course["id"])) == ["course"]


def test_a_rule_makes_a_task_of_each_exam(course, ada, grace):
    old = grace.post(course["id"], "Past", kind="exam", due="2020-07-20T20:00:00Z")
    first = grace.post(course["id"], "A secret title", kind="exam", due="2027-07-20T20:00:00Z")
    settle(ada, rules=[{"course": course["id"], "kind": "exam", "minutes": 360}])
    wait_until(lambda: len(ada.items(PATH)) == 1, "the first exam's task")
    [task] = ada.items(PATH)
    assert (task["event"], task["course"], task["minutes"]) == (first["id"], course["id"], 360)
    assert task["title"] == f"{course['subject']} {course['number']} exam #{first['number']}"
    second = grace.post(course["id"], "Final", kind="exam", due="2027-08-20T20:00:00Z")
    grace.post(course["id"], "No exam", due="2027-08-20T20:00:00Z")
    wait_until(lambda: len(ada.items(PATH)) == 2, "the second exam's task")
    other = next(each for each in ada.items(PATH) if each["event"] == second["id"])
    # An untouched one goes with its event; one that was edited stays.
    third = grace.post(course["id"], "Third", kind="exam", due="2027-09-20T20:00:00Z")
    wait_until(lambda: len(ada.items(PATH)) == 3, "the third exam's task")
    edit(ada, task, minutes=100)
    grace.delete(first)
    grace.delete(third)
    wait_until(lambda: len(ada.items(PATH)) == 2, "the third exam's task to go")
    wait_until(lambda: task_of(ada, task)["event"] is None, "the edited task to lose its event")
    # A deleted one does not come back.
    ada.call("DELETE", f"{PATH}/{other['id']}", 204)
    grace.edit(second, due="2027-08-21T20:00:00Z")
    timetable(ada)
    last = grace.post(course["id"], "Last", kind="exam", due="2027-10-20T20:00:00Z")
    wait_until(lambda: last["id"] in {each["event"] for each in ada.items(PATH)}, "the last exam's task")
    assert {each["event"] for each in ada.items(PATH)} == {None, last["id"]} and old["id"]


def test_rules_for_courses_of_others_are_refused(course, stranger):
    problem = settle(stranger, 422, rules=[{"course": course["id"], "kind": "exam", "minutes": 60}])
    assert fields_of(problem)[0].startswith("rules")
