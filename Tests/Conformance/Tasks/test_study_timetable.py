"""The stored timetable: made anew when something changes, the same on all devices."""

import concurrent.futures
import time
import urllib.parse
import xml.etree.ElementTree

import pytest

from noteitd import Noteitd
from people import register, staff
from study_campus import EVENING, ZONE, days, evening_student, join, let_plans_follow, shown
from study_people import (
    EVERY_DAY, HOUR, add, at, day_in, edit, hear, mark, minutes, of_kind, patch, planned, settle, study, task_of, term_now,
    timetable,
)
from study_problem import seconds


@pytest.fixture
def ada(campus):
    return evening_student(campus)


def test_settings_have_the_values_of_the_contract_until_they_are_set(campus):
    person = register(campus)
    standard = {
        "timeZone": "UTC", "hours": {}, "minimumBlock": 30, "maximumBlock": 120, "break": 5, "dailyLimit": None, "mode": "even",
        "longestRun": 120, "longBreak": 30, "alerts": {"start": 0, "end": 5}, "rules": [],
    }
    new = standard | {"timeZone": ZONE, "mode": "balanced"}
    assert person.get("/v1/me/study-settings") == new, "what a new person has: the zone of the term, and balanced days"
    changed = {"minimumBlock": 20, "hours": {"M": [{"start": "16:00", "end": "24:00"}]}, "alerts": {"start": None, "end": 10}}
    assert settle(person, **changed) == standard | changed == person.get("/v1/me/study-settings")
    assert settle(person, alerts={"start": None})["alerts"] == {"start": None, "end": 5}
    assert settle(person) == standard, "what is left out takes its standard value"


@pytest.mark.parametrize("settings, field", [
    ({"timeZone": "Mars/Olympus"}, "timeZone"), ({"hours": {"M": [{"start": "18:00", "end": "16:00"}]}}, "hours"),
    ({"hours": {"X": []}}, "hours"), ({"hours": {"M": [{"start": "25:38", "end": "26:00"}]}}, "hours"),
    ({"hours": {"M": [{"start": "16:00", "end": "18:00"}, {"start": "17:00", "end": "19:00"}]}}, "hours"),
    ({"minimumBlock": 0}, "minimumBlock"), ({"minimumBlock": 200}, "maximumBlock"), ({"break": -1}, "break"),
    ({"dailyLimit": -1}, "dailyLimit"), ({"mode": "odd"}, "mode"), ({"longestRun": 0}, "longestRun"), ({"longBreak": -1}, "longBreak"), ({"alerts": {"start": -1}}, "alerts"),
    ({"alerts": {"end": 1441}}, "alerts"),
    ({"rules": [{"course": "none", "kind": "exam", "minutes": 60}]}, "rules"), ({"rules": [{"course": "none"}]}, "rules"),
])
def test_settings_that_are_wrong_are_named_and_nothing_is_stored(settings, field, ada):
    before = ada.get("/v1/me/study-settings")
    errors = settle(ada, 422, **settings)["errors"]
    assert errors[0]["field"].split(".")[0] in (field, "minimumBlock" if field == "maximumBlock" else field)
    assert ada.get("/v1/me/study-settings") == before


def test_the_worked_example_is_on_the_timetable(campus):
    person = register(campus)
    settle(person, timeZone=ZONE, hours={day: [{"start": "16:00", "end": "22:00"}] for day in EVERY_DAY})
    for start, end in (("16:00", "17:00"), ("18:30", "19:00"), ("21:00", "22:00")):
        add(person, "Busy", start=at(ZONE, 1, start), end=at(ZONE, 1, end))
    tomorrow = at(ZONE, 1, "00:00")
    tasks = [add(person, f"Task {number}", priority=priority, earliest=tomorrow) for number, priority in enumerate(
        ["high", "medium", "medium", "low"])]
    plan = timetable(person, **days(1, 1))
    assert [minutes(each) for each in study(plan)] == [40, 40, 55, 55]
    assert [each["task"] for each in study(plan)] == [each["id"] for each in tasks]
    assert [each["title"] for each in study(plan)] == [each["title"] for each in tasks]
    assert [minutes(each) for each in of_kind(plan, "break")] == [5] * 4
    assert [each["title"] for each in of_kind(plan, "fixed")] == ["Busy"] * 3


def test_a_task_changes_the_timetable_at_once_on_every_device(ada):
    phone = ada.sign_in_again("phone")
    first = add(ada, "First")
    plan = timetable(ada)
    assert len(study(plan, first)) == 1 and timetable(phone) == plan
    cursor = phone.head()
    second = add(ada, "Second", priority="high")
    told = hear(phone, cursor, "studyPlan", lambda change: study(change["body"], second))
    assert told["id"] == ada.id
    plan = timetable(phone)
    assert plan == timetable(ada) and study(told["body"], second) == study(plan, second)
    assert [each["task"] for each in study(plan)][:2] == [second["id"], first["id"]]
    cursor = phone.head()
    edit(ada, first, done=True)
    hear(phone, cursor, "studyPlan", lambda change: not study(change["body"], first))


def test_a_plan_is_made_anew_only_when_its_inputs_changed(ada, campus):
    task = add(ada, "First")
    plan, cursor = timetable(ada), ada.head()
    for _ in range(5):
        assert timetable(ada) == plan
    settle(ada, timeZone=ZONE, hours=EVENING)
    edit(ada, task)
    let_plans_follow(campus)
    assert timetable(ada) == plan
    assert [change["type"] for change in ada.changes(cursor) if change.get("type") == "studyPlan"] == []


def test_classes_are_busy_but_not_on_holidays_or_after_leaving(ada, campus):
    settle(ada, timeZone=ZONE, hours={day: [{"start": "10:00", "end": "12:00"}] for day in EVERY_DAY})
    course = join(ada, 101)
    task = add(ada, "Read", earliest=at(ZONE, 1, "00:00"))
    plan = timetable(ada, **days(1, 3))
    classes = of_kind(plan, "class")
    times = [(at(ZONE, day, "10:30"), at(ZONE, day, "11:20")) for day in (1, 3)]
    assert [(each["start"], each["end"]) for each in classes] == times
    assert {each["course"] for each in classes} == {course} and all("STDY 101" in each["title"] for each in classes)
    # Around the class there are 30 and 40 minutes: the second is longer.
    assert shown(plan) == [(task["id"], at(ZONE, 1, "11:20"), at(ZONE, 1, "11:55"))]
    section = ada.get("/v1/me/enrollments")["items"][0]["section"]
    ada.drop(section)
    plan = timetable(ada, **days(1, 3))
    assert of_kind(plan, "class") == []
    assert shown(plan) == [(task["id"], at(ZONE, 1, "10:00"), at(ZONE, 1, "11:55"))]


def test_holidays_are_free_for_study(ada):
    settle(ada, timeZone=ZONE, hours={day: [{"start": "10:20", "end": "11:30"}] for day in EVERY_DAY})
    join(ada, 102)
    task = add(ada, "Read", earliest=at(ZONE, 1, "00:00"))
    assert shown(timetable(ada, **days(0, 4))) == [(task["id"], at(ZONE, 2, "10:20"), at(ZONE, 2, "11:25"))]


def test_a_block_that_is_moved_is_pinned_and_stays(ada):
    task, other = add(ada, "Read", earliest=at(ZONE, 1, "00:00")), add(ada, "Write", earliest=at(ZONE, 1, "00:00"))
    [block] = study(timetable(ada), task)
    start, end = at(ZONE, 2, "06:00"), at(ZONE, 2, "06:40")
    moved = patch(ada, block, start=start, end=end)
    assert (moved["id"], moved["start"], moved["end"], moved["pinned"]) == (block["id"], start, end, True)
    add(ada, "New", priority="high", earliest=at(ZONE, 1, "00:00"))
    plan = timetable(ada)
    assert study(plan, task) == [moved]
    assert len(study(plan, other)) == 1
    free = patch(ada, moved, pinned=False)
    assert free["pinned"] is False
    assert study(timetable(ada), task)[0]["start"] != start, "in even mode it goes where the rule says"


def test_blocks_that_are_wrong_are_refused(ada, campus):
    add(ada, "Read", earliest=at(ZONE, 1, "00:00"))
    add(ada, "Lunch", start=at(ZONE, 1, "12:00"), end=at(ZONE, 1, "13:00"))
    plan = timetable(ada)
    [block] = study(plan)
    for fields, named in (
        ({"end": block["start"]}, ["start", "end"]), ({"start": block["end"]}, ["start", "end"]),
        ({"done": True, "missed": True}, ["done", "missed"]), ({"start": "25:38"}, ["start"]), ({"pinned": "yes"}, ["pinned"]),
    ):
        assert patch(ada, block, 422, **fields)["errors"][0]["field"] in named
    for other in of_kind(plan, "break") + of_kind(plan, "fixed") + [{"id": "x"}, {"id": "x" * 3000}]:
        patch(ada, {"id": urllib.parse.quote(other["id"], safe="")}, 404, pinned=True)
    patch(register(campus), block, 404, done=True)
    assert timetable(ada) == plan


def test_a_done_block_counts_its_minutes_and_undoing_takes_them_back(ada):
    task = add(ada, "Read", minutes=200, earliest=at(ZONE, 1, "00:00"))
    [block] = study(timetable(ada))
    done = patch(ada, block, done=True)
    assert done["done"] and task_of(ada, task)["minutesDone"] == minutes(block)
    assert patch(ada, block, done=True) == done and task_of(ada, task)["minutesDone"] == minutes(block), "twice is once"
    kept, rest = study(timetable(ada), task)
    assert kept == done and rest["start"] > at(ZONE, 2, "00:00"), "what is left stands again the next day"
    patch(ada, block, done=False)
    assert len(study(timetable(ada), task)) == 1
    assert task_of(ada, task)["minutesDone"] == 0


def test_a_change_that_says_nothing_takes_back_no_other(campus):
    """A device asks so what has become of a block that is changed meanwhile."""
    person = register(campus)
    block = patch(person, planned(person)[1], pinned=True)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        for done in (True, False) * 30:
            asked = [pool.submit(patch, person, block) for _ in range(4)]
            patch(person, block, done=done)
            concurrent.futures.wait(asked)
            assert patch(person, block)["done"] is done


def test_a_missed_block_comes_back_at_the_front(ada):
    late = add(ada, "Low", priority="low", earliest=at(ZONE, 1, "00:00"))
    high = [add(ada, f"High {number}", priority="high", earliest=at(ZONE, 1, "00:00")) for number in range(2)]
    [block] = study(timetable(ada), late)
    missed = patch(ada, block, missed=True)
    assert missed["missed"] and not missed["done"]
    plan = timetable(ada, **days(1, 6))
    kept, again = sorted(study(plan, late), key=lambda each: not each["missed"])
    assert kept == missed and not again["missed"] and again["id"] != missed["id"]
    coming = [each for each in study(plan) if not each["missed"]]
    assert coming[0] == again, "carried over: before those of high priority"
    assert len([each for task in high for each in study(plan, task)]) == 2
    assert patch(ada, missed, missed=False)["missed"] is False
    assert len(study(timetable(ada, **days(1, 6)), late)) == 1


def test_from_and_to_select_from_the_one_plan(ada):
    for number in range(12):
        add(ada, f"Task {number}", minutes=90, earliest=at(ZONE, 1, "00:00"))
    settle(ada, timeZone=ZONE, hours={day: [{"start": "18:00", "end": "20:00"}] for day in EVERY_DAY}, mode="weeks")
    whole = timetable(ada, **days(0, 20))
    assert len(whole["objective"]) == 6
    parts = [timetable(ada, **days(day, day)) for day in range(21)]
    assert [block for part in parts for block in part["blocks"]] == whole["blocks"]
    assert all((part["objective"], part["unplaced"]) == (whole["objective"], whole["unplaced"]) for part in parts)
    assert timetable(ada)["blocks"] == timetable(ada, **days(0, 6))["blocks"]
    for query in ({"from": "x"}, days(1, 0), {"from": "2026-01-01", "to": "2027-01-03"}):
        ada.refused("GET", "/v1/me/study-timetable", 422, params=query)
    for query in ({"from": "0001-01-01", "to": "0001-01-02"}, {"from": "9999-12-30", "to": "9999-12-31"}):
        assert study(timetable(ada, **query)) == []


def test_an_unplaced_task_says_why(ada):
    settle(ada, timeZone=ZONE, hours=EVENING, mode="weeks")
    task = add(ada, "Thesis", minutes=6000, earliest=at(ZONE, 1, "00:00"), deadline=at(ZONE, 3, "00:00"))
    [left] = timetable(ada)["unplaced"]
    assert left["task"] == task["id"] and 0 < left["minutes"] < 6000
    assert left["because"]["reason"] in ("hours", "deadline") and len(left["because"]["detail"]) > 10
    # The change is told as data, too: making it places the task.
    edit(ada, task, minutes=690, deadline=at(ZONE, 4, "00:00"))
    assert timetable(ada)["unplaced"] == []
    edit(ada, task, minutes=780)
    [left] = timetable(ada)["unplaced"]
    change = left["because"]["change"]
    assert set(change) == {"setting", "day", "minutes", "time", "task"} and "would place it" in left["because"]["detail"]
    assert change["setting"] == "deadline" and change["time"] > at(ZONE, 4, "00:00") and change["minutes"] is None
    edit(ada, task, deadline=change["time"])
    assert timetable(ada)["unplaced"] == []


def test_the_timetable_follows_an_exam_that_the_instructor_moves(ada, campus):
    settle(ada, timeZone=ZONE, hours=EVENING, mode="weeks")
    course = join(ada, 103)
    grace = staff(campus, course)
    exam = grace.post(course, "Midterm", kind="exam", due=at(ZONE, 10, "14:00"))
    task = add(ada, "Prepare", minutes=600, event=exam["id"])
    blocks = study(timetable(ada, **days(0, 20)), task)
    assert sum(minutes(each) for each in blocks) == 600
    assert all(each["end"] <= at(ZONE, 10, "00:00") and each["event"] == exam["id"] for each in blocks)
    cursor = ada.head()
    grace.edit(exam, due=at(ZONE, 2, "14:00"))
    hear(ada, cursor, "studyPlan", lambda change: study(change["body"], task) != blocks)
    plan = timetable(ada, **days(0, 20))
    assert all(each["end"] <= at(ZONE, 2, "00:00") for each in study(plan, task))
    [left] = plan["unplaced"]
    assert left["minutes"] + sum(minutes(each) for each in study(plan, task)) == 600


def test_a_restart_changes_nothing(tmp_path):
    server = Noteitd(tmp_path)
    server.admin("catalog", "import", term_now(tmp_path), "--time-zone", ZONE)
    server.start()
    person = register(server)
    settle(person, timeZone=ZONE, hours=EVENING, mode="weeks")
    join(person, 101)
    for number in range(5):
        add(person, f"Task {number}", minutes=100, deadline=at(ZONE, 5 + number, "12:00"))
    pinned = patch(person, study(timetable(person))[0], pinned=True)
    plan, cursor = timetable(person), person.head()
    server.stop()
    server.start()
    assert timetable(person) == plan and pinned in plan["blocks"]
    let_plans_follow(server)
    assert timetable(person) == plan
    assert not [change for change in person.changes(cursor) if change.get("type") == "studyPlan"]
    server.kill()
    server.start()
    assert timetable(person) == plan
    server.stop()
    assert server.admin("check", check=False).returncode == 0


def test_statistics(ada, campus):
    course = join(ada, 104)
    first, second = add(ada, "Chapter 1", course=course), add(ada, "Chapter 2")
    add(ada, "Open")
    before = int(time.time())
    mark(ada, first, minutes=50)
    mark(ada, second, done=False, minutes=25)
    mark(ada, second, done=False, minutes=10)
    stats = ada.get("/v1/me/study-stats")
    assert (stats["added"], stats["done"], stats["open"], stats["streakDays"]) == (3, 1, 2, 1)
    assert stats["minutes"]["byCourse"] == [{"course": course, "minutes": 50}, {"course": None, "minutes": 35}]
    assert [each["minutes"] for each in stats["minutes"]["byWeek"]] == [85]
    today = day_in(ZONE)
    assert stats["minutes"]["byWeek"][0]["week"] == str(day_in(ZONE, -today.weekday()))
    assert {(each["title"], each["minutes"]) for each in stats["topics"]} == {("Chapter 2", 35), ("Chapter 1", 50)}
    assert all(before - HOUR <= seconds(each["lastStudied"]) <= time.time() + 1 for each in stats["topics"])
    # A topic's history outlives its task.
    ada.call("DELETE", f"/v1/me/tasks/{first['id']}", 204)
    assert {each["title"] for each in ada.get("/v1/me/study-stats")["topics"]} == {"Chapter 2", "Chapter 1"}
    past = ada.get("/v1/me/study-stats", params=days(-20, -10))
    assert (past["added"], past["done"], past["open"]) == (0, 0, 2) and past["minutes"] == {"byCourse": [], "byWeek": []}
    for query in ({"from": "x"}, days(1, 0), {"from": "2020-01-01", "to": "2027-01-01"}):
        ada.refused("GET", "/v1/me/study-stats", 422, params=query)
    assert register(campus).get("/v1/me/study-stats")["topics"] == []


def test_work_that_is_done_anew_has_one_block_for_each_of_its_times(campus):
    person = register(campus)
    settle(person, timeZone=ZONE, hours=EVENING, mode="balanced")
    task = add(person, "Words", minutes=20, every="day")
    midnight = seconds(at(ZONE, 0, "00:00"))
    day_of = lambda block: (seconds(block["start"]) - midnight) // (24 * HOUR)
    plan = timetable(person, **days(0, 27))
    blocks = study(plan, task)
    assert plan["unplaced"] == [] and {minutes(each) for each in blocks} == {20}
    assert [day_of(each) for each in blocks] == list(range(28)), "the next four weeks"
    patch(person, blocks[0], done=True)
    after = study(timetable(person, **days(0, 27)), task)
    assert [each["id"] for each in after] == [each["id"] for each in blocks], "the other days stay as they are"
    assert task_of(person, task)["minutesDone"] == 20 and not task_of(person, task)["done"]
    edit(person, task, earliest=at(ZONE, 3, "00:00"))
    assert [day_of(each) for each in study(timetable(person, **days(0, 27)), task)] == [0, *range(3, 28)]
    edit(person, task, every="week", earliest=None)
    weekday = day_in(ZONE).weekday()
    weekly = [(day_of(each) + weekday) // 7 for each in study(timetable(person, **days(0, 27)), task)]
    assert weekly == sorted(set(weekly)) == list(range((weekday + 27) // 7 + 1)), "one in each week"
    mark(person, task)
    assert [day_of(each) for each in study(timetable(person, **days(0, 27)), task)] == [0], "what was done stays"


def test_a_week_is_drawn_and_no_name_becomes_markup(ada):
    hostile = "<script>alert(1)</script> & \"x\" ]]>"
    add(ada, hostile, earliest=at(ZONE, 1, "00:00"), deadline=at(ZONE, 2, "00:00"))
    add(ada, "<b>Visit</b>", start=at(ZONE, 1, "00:00"), end=at(ZONE, 2, "00:00"))
    add(ada, "Lunch", start=at(ZONE, 2, "12:00"), end=at(ZONE, 2, "13:00"))
    add(ada, "Lunch too", start=at(ZONE, 2, "12:30"), end=at(ZONE, 2, "13:30"), overlap=True)
    add(ada, hostile, earliest=at(ZONE, 3, "00:00"))
    answer = ada.call("GET", "/v1/me/study-timetable/picture", 200, params={"from": str(day_in(ZONE, 0))})
    assert answer.headers["Content-Type"] == "image/svg+xml" and "default-src 'none'" in answer.headers["Content-Security-Policy"]
    root = xml.etree.ElementTree.fromstring(answer.text)
    texts = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {each.tag.split("}")[1] for each in root.iter()} <= {"svg", "title", "rect", "text", "path"}
    assert "<script>alert(1)…" in texts and "12:00-13:00" not in texts and "Lunch" in texts
    assert any("all day" in text and "<b>Visit</b>" in text for text in texts)
    lanes = [each for each in root.iter("{http://www.w3.org/2000/svg}rect") if each.get("width") == "57"]
    assert len(lanes) == 2, "what overlaps stands beside each other"
    whole = ada.call("GET", "/v1/me/study-timetable/picture", 200)
    assert "Week of " in whole.text
    for day in ("0001-01-01", "9999-12-31"):
        assert f"Week of {day}" in ada.call("GET", "/v1/me/study-timetable/picture", 200, params={"from": day}).text
    ada.refused("GET", "/v1/me/study-timetable/picture", 422, params={"from": "x"})
