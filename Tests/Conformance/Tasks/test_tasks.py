"""Tasks: their fields, lists and overlaps."""

import json
import uuid

import pytest

from noteitd import wait_until
from people import register
from study_people import PATH, WHOLE_DAYS, add, edit, fields_of, mark, on, settle, study, task_of, timetable, titles

FIELDS = {
    "id", "title", "notes", "kind", "start", "end", "minutes", "earliest", "deadline", "priority", "after", "recurrence",
    "course", "event", "spaced", "calendarOnly", "every", "steps", "done", "minutesDone", "createdAt", "editedAt", "rev",
}
NOON = {"start": "2027-06-01T12:00:00Z", "end": "2027-06-01T13:00:00Z"}


def test_a_task_has_every_field_of_the_contract(stranger):
    answer = stranger.call("POST", PATH, 201, json={"title": "Read", "kind": "flexible", "minutes": 90})
    task = answer.json()
    assert set(task) == FIELDS
    assert answer.headers["ETag"] == '"1"' and answer.headers["Location"] == f"{PATH}/{task['id']}"
    assert uuid.UUID(task["id"]).version == 7
    plain = {name: task[name] for name in FIELDS - {"id", "createdAt"}}
    assert plain == {
        "title": "Read", "notes": "", "kind": "flexible", "start": None, "end": None, "minutes": 90, "earliest": None,
        "deadline": None, "priority": "medium", "after": [], "recurrence": None, "course": None, "event": None, "spaced": None,
        "done": False, "minutesDone": 0, "calendarOnly": None, "every": None, "steps": None, "editedAt": None, "rev": 1,
    }
    got = stranger.call("GET", f"{PATH}/{task['id']}", 200)
    assert got.json() == task and got.headers["ETag"] == '"1"'


def test_every_field_reads_back_as_it_was_sent(course, ada):
    first = add(ada, "First")
    fields = {
        "title": "Übung 🦉", "notes": "Chapter 7\n\tand 8", "minutes": 100_000, "earliest": "2027-06-01T08:00:00Z",
        "deadline": "2027-06-09T08:00:00Z", "priority": "high", "after": [first["id"]], "course": course["id"], "spaced": 3,
    }
    task = add(ada, **fields)
    assert {name: task[name] for name in fields} == fields
    fixed = add(ada, "Dentist", notes="Bring the card", priority="low", course=course["id"], **NOON)
    assert (fixed["kind"], fixed["start"], fixed["end"], fixed["minutes"]) == ("fixed", NOON["start"], NOON["end"], None)
    assert task_of(ada, fixed) == fixed


def test_every_field_can_be_edited_and_cleared(course, ada):
    first, task = add(ada, "First"), add(ada, "Read")
    values = {
        "title": "Write", "notes": "New", "minutes": 30, "earliest": "2027-06-01T08:00:00Z", "deadline": "2027-06-09T08:00:00Z",
        "priority": "low", "after": [first["id"]], "course": course["id"], "spaced": 2, "done": True,
    }
    for rev, (name, value) in enumerate(values.items(), 2):
        task = edit(ada, task, **{name: value})
        assert task[name] == value and task["rev"] == rev
    assert edit(ada, task, **values) == task == edit(ada, task), "a patch without changes keeps rev"
    cleared = edit(ada, task, earliest=None, deadline=None, course=None, spaced=None, after=[], done=False)
    assert [cleared[name] for name in ("earliest", "deadline", "course", "spaced", "after", "done")] == [None] * 4 + [[], False]
    fixed = edit(ada, cleared, kind="fixed", **NOON)
    assert (fixed["kind"], fixed["start"], fixed["minutes"]) == ("fixed", NOON["start"], None)
    back = edit(ada, fixed, kind="flexible", minutes=45)
    assert (back["kind"], back["start"], back["end"], back["minutes"]) == ("flexible", None, None, 45)


def test_steps_are_ticked_off_and_go_with_the_task(stranger):
    steps = [{"text": "Find sources", "done": True}, {"text": "Outline <1>", "done": False}]
    task = add(stranger, "Essay", steps=[{"text": "Find sources", "done": True}, {"text": "Outline <1>"}])
    assert task["steps"] == steps == task_of(stranger, task)["steps"]
    task = edit(stranger, task, steps=[each | {"done": True} for each in steps], headers={"If-Match": '"1"'})
    assert [each["done"] for each in task["steps"]] == [True, True] and not task["done"]
    assert edit(stranger, task, title="Write")["steps"] == task["steps"]
    stranger.refused("PATCH", f"{PATH}/{task['id']}", 412, json={"steps": []}, headers={"If-Match": '"1"'})
    assert edit(stranger, task, steps=[])["steps"] is None
    assert set(fields_of(stranger.refused("POST", PATH, 422, json={
        "title": "x", "kind": "flexible", "minutes": 5, "steps": [{"text": "ok"}, {"text": " "}]}))) == {"steps.1.text"}
    assert set(fields_of(stranger.refused("POST", PATH, 422, json={
        "title": "x", "kind": "flexible", "minutes": 5, "steps": [{"text": "ok"}] * 51}))) == {"steps"}


def test_work_that_is_done_anew_has_fields_of_its_own(stranger):
    work = {"title": "Words", "kind": "flexible", "minutes": 20}
    once, task = add(stranger, "Read"), add(stranger, "Words", minutes=20, every="MWF")
    assert task["every"] == "MWF" and task["recurrence"] is None
    for every in ("", "daily", "FM", "MM", "X", "FREQ=DAILY", "day "):
        assert set(fields_of(stranger.refused("POST", PATH, 422, json=work | {"every": every}))) == {"every"}, every
    assert set(fields_of(stranger.refused("POST", PATH, 422, json=work | {"every": "day", "spaced": 2, "after": [once["id"]]}))) == {
        "spaced", "after"}
    assert set(fields_of(stranger.refused("POST", PATH, 422, json={"title": "x", "kind": "fixed", "every": "day"} | NOON))) == {"every"}
    assert "recurrence" in fields_of(stranger.refused("POST", PATH, 422, json=work | {"recurrence": {"rule": "FREQ=DAILY"}}))
    assert set(fields_of(stranger.refused("PATCH", f"{PATH}/{once['id']}", 422, json={"after": [task["id"]]}))) == {"after"}
    # What waits for work waits no more once that is done anew.
    waiting = add(stranger, "Write", after=[once["id"]])
    assert edit(stranger, once, every="week")["every"] == "week" and task_of(stranger, waiting)["after"] == []
    assert edit(stranger, once, every=None)["every"] is None
    assert edit(stranger, task, kind="fixed", **NOON)["every"] is None
    for number in range(50):
        add(stranger, f"Words {number}", minutes=20, every="day")
    assert "50" in stranger.refused("POST", PATH, 409, json=work | {"every": "day"})["detail"]


def test_the_same_id_is_stored_once(stranger, server):
    id = str(uuid.uuid4())
    task = add(stranger, "Once", id=id)
    assert task["id"] == id
    assert add(stranger, "Once", 200, id=id) == task == add(stranger, "Something else", 200, id=id.upper())
    register(server).refused("POST", PATH, 409, json={"id": id, "title": "Mine", "kind": "flexible", "minutes": 5})
    assert stranger.items(PATH) == [task]


def test_a_stale_edit_is_refused(stranger):
    task = add(stranger)
    path = f"{PATH}/{task['id']}"
    assert edit(stranger, task, title="Write", headers={"If-Match": '"1"'})["rev"] == 2
    stranger.refused("PATCH", path, 412, json={"title": "x"}, headers={"If-Match": '"1"'})
    stranger.refused("DELETE", path, 412, headers={"If-Match": '"1"'})
    stranger.call("DELETE", path, 204, headers={"If-Match": '"2"'})
    stranger.refused("GET", path, 404)
    stranger.refused("DELETE", path, 404)


@pytest.mark.parametrize("body, fields", [
    ({"kind": "flexible", "minutes": 5}, {"title"}), ({"title": "", "kind": "flexible", "minutes": 5}, {"title"}),
    ({"title": "x" * 201, "kind": "flexible", "minutes": 5}, {"title"}),
    ({"title": "x\u0000", "kind": "flexible", "minutes": 5}, {"title"}),
    ({"title": "x", "kind": "flexible"}, {"minutes"}), ({"title": "x", "kind": "flexible", "minutes": 0}, {"minutes"}),
    ({"title": "x", "kind": "flexible", "minutes": 100_001}, {"minutes"}), ({"title": "x", "kind": "fixed"}, {"start", "end"}),
    ({"title": "", "kind": "fixed", "start": "2027-06-01T12:00:00Z", "end": "2027-06-01T11:00:00Z"}, {"title", "end"}),
    ({"title": "x", "kind": "fixed", "start": "2027-06-01T12:00:00Z", "end": "2027-06-01T12:00:00Z"}, {"end"}),
    ({"title": "", "kind": "flexible", "minutes": 0, "spaced": 0, "recurrence": {"rule": "FREQ=DAILY"}},
     {"title", "minutes", "spaced", "recurrence"}),
    ({"title": "x", "kind": "flexible", "minutes": 5, "start": "2027-06-01T12:00:00Z"}, {"start"}),
    ({"title": "x", "kind": "flexible", "minutes": 5, "after": [str(uuid.uuid4())]}, {"after"}),
    ({"title": "x", "kind": "flexible", "minutes": 5, "course": "202530.NONE"}, {"course"}),
    ({"title": "x", "kind": "flexible", "minutes": 5, "event": str(uuid.uuid4())}, {"event"}),
    ({"title": "x", "kind": "fixed", **NOON, "recurrence": {"rule": "FREQ=SECONDLY"}}, {"recurrence"}),
    ({"title": "x", "kind": "fixed", **NOON, "recurrence": {"rule": "FREQ=WEEKLY;BYDAY=MO"}}, {"start", "recurrence"}),
    ({"title": "x", "kind": "fixed", **NOON, "recurrence": {"rule": "every day"}}, {"recurrence"}),
], ids=range(18))
def test_every_wrong_field_is_named_at_once_and_nothing_is_stored(body, fields, stranger):
    head = stranger.head()
    named = {field.split(".")[0] for field in fields_of(stranger.refused("POST", PATH, 422, json=body))}
    # A start that its rule does not produce may be named by either.
    assert named == fields or fields == {"start", "recurrence"} and named and named <= fields, named
    assert stranger.items(PATH) == [] and stranger.changes(head) == []


@pytest.mark.parametrize("clock", ["25:38", "2027-06-01T25:38:00Z", "2027-06-31T12:00:00Z", "noon", "2027-06-01", 12])
def test_a_time_that_does_not_exist_is_refused_as_start_and_as_end(clock, stranger):
    for field in ("start", "end"):
        problem = stranger.refused("POST", PATH, 422, json={"title": "x", "kind": "fixed", **NOON, field: clock})
        assert fields_of(problem) == [field]
    task = add(stranger, **NOON)
    for field in ("start", "end"):
        assert fields_of(edit(stranger, task, 422, **{field: clock})) == [field]
    assert task_of(stranger, task) == task


def test_an_edit_to_an_end_before_its_start_is_refused(stranger):
    task = add(stranger, **NOON)
    assert fields_of(edit(stranger, task, 422, end="2027-06-01T11:00:00Z")) == ["end"]
    assert fields_of(edit(stranger, task, 422, start="2027-06-01T14:00:00Z")) in (["start"], ["end"])
    assert task_of(stranger, task) == task


def test_a_cycle_is_refused_and_named(stranger):
    a, b, c = (add(stranger, f"Task {name}") for name in "ABC")
    edit(stranger, b, after=[a["id"]])
    edit(stranger, c, after=[b["id"]])
    problem = edit(stranger, a, 422, after=[c["id"]])
    assert [field.split(".")[0] for field in fields_of(problem)] == ["after"]
    assert all(each["title"] in json.dumps(problem) or each["id"] in json.dumps(problem) for each in (a, b, c)), problem
    assert edit(stranger, a, 422, after=[a["id"]])["status"] == 422
    fixed = add(stranger, "Fixed", **NOON)
    assert fields_of(edit(stranger, a, 422, after=[fixed["id"]]))[0].split(".")[0] == "after"
    assert task_of(stranger, a) == a


def test_what_waited_for_a_deleted_task_waits_no_more(stranger):
    settle(stranger, hours=WHOLE_DAYS)
    first = add(stranger, "First")
    second = add(stranger, "Second", after=[first["id"]])
    stranger.call("DELETE", f"{PATH}/{first['id']}", 204)
    wait_until(lambda: study(timetable(stranger), second), "the second task to be planned")
    assert task_of(stranger, second)["after"] == []


def test_lists_with_every_filter(course, ada):
    settle(ada, timeZone="UTC")
    add(ada, "Fixed", **NOON)
    add(ada, "Daily", recurrence={"rule": "FREQ=DAILY;COUNT=3"}, start="2027-06-03T08:00:00Z", end="2027-06-03T09:00:00Z")
    add(ada, "Anytime")
    add(ada, "Later", earliest="2027-06-04T08:00:00Z", course=course["id"])
    mark(ada, add(ada, "Soon", deadline="2027-06-02T08:00:00Z"))
    assert titles(ada) == ["Anytime", "Daily", "Fixed", "Later", "Soon"]
    assert titles(ada, kind="fixed") == ["Daily", "Fixed"]
    assert titles(ada, done="true") == ["Soon"] and titles(ada, done="false") == ["Anytime", "Daily", "Fixed", "Later"]
    assert titles(ada, course=course["id"]) == ["Later"]
    assert on(ada, "2027-06-01") == ["Anytime", "Fixed", "Soon"]
    assert on(ada, "2027-06-05") == ["Anytime", "Daily", "Later"]
    assert on(ada, "2027-06-06") == ["Anytime", "Later"]
    assert titles(ada, **{"from": "2027-06-03"}) == ["Anytime", "Daily", "Later"]
    assert titles(ada, to="2027-06-01", kind="flexible", done="false") == ["Anytime"]
    for query in ({"from": "x"}, {"to": "2027-06-31"}, {"done": "maybe"}, {"kind": "soft"}, {"limit": 0}, {"after": "x"}):
        ada.refused("GET", PATH, 422, params=query)


def test_lists_come_in_pages(stranger):
    for number in range(7):
        add(stranger, f"Task {number}")
    assert titles(stranger, limit=3) == [f"Task {number}" for number in range(7)]
    page = stranger.get(PATH, params={"limit": 7})
    assert len(page["items"]) == 7 and page["next"] is None
    assert [each["title"] for each in page["items"]] == [f"Task {number}" for number in range(7)], "oldest first"


def test_an_overlap_is_told_with_what_and_can_be_allowed(stranger):
    noon = add(stranger, "Noon", **NOON)
    half = {"start": "2027-06-01T12:30:00Z", "end": "2027-06-01T13:30:00Z"}
    [overlap] = add(stranger, "Half past", 409, **half)["overlaps"]
    assert overlap == {"kind": "task", "id": noon["id"], "title": "Noon", **NOON}
    assert titles(stranger) == ["Noon"]
    both = add(stranger, "Half past", overlap=True, **half)
    add(stranger, "After", start="2027-06-01T13:30:00Z", end="2027-06-01T14:00:00Z")
    problem = edit(stranger, both, 409, end="2027-06-01T13:45:00Z")
    assert {each["title"] for each in problem["overlaps"]} == {"Noon", "After"}
    edit(stranger, both, query={"overlap": "allow"}, end="2027-06-01T13:45:00Z")
    assert edit(stranger, both, title="Lesson")["title"] == "Lesson", "what does not move is not compared"
    add(stranger, "Flexible", earliest=NOON["start"])
    stranger.refused("POST", PATH + "?overlap=maybe", 422, json={"title": "x", "kind": "fixed", **NOON})


def test_an_overlap_with_a_class_is_told(course, ada, first):
    # Classes are MWF 10:30-11:20 in Vancouver, from 2000-01-04.
    [overlap] = add(ada, "Dentist", 409, start="2000-01-05T19:00:00Z", end="2000-01-05T20:00:00Z")["overlaps"]
    assert (overlap["kind"], overlap["id"]) == ("class", first)
    assert (overlap["start"], overlap["end"]) == ("2000-01-05T18:30:00Z", "2000-01-05T19:20:00Z")
    add(ada, "Tuesday", start="2000-01-04T19:00:00Z", end="2000-01-04T20:00:00Z")
    add(ada, "Dentist", overlap=True, start="2000-01-05T19:00:00Z", end="2000-01-05T20:00:00Z")


def test_done_and_studied_minutes(stranger):
    task = add(stranger, minutes=90)
    timed = mark(stranger, task, done=False, minutes=25)
    assert (timed["done"], timed["minutesDone"]) == (False, 25)
    done = mark(stranger, task, minutes=30)
    assert (done["done"], done["minutesDone"]) == (True, 55)
    assert mark(stranger, task, done=False)["minutesDone"] == 55
    for minutes in (0, -1, 100_001, 1.5, "60"):
        assert fields_of(mark(stranger, task, 422, minutes=minutes)) == ["minutes"]
    assert task_of(stranger, task)["minutesDone"] == 55
