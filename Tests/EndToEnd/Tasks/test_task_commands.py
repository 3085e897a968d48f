"""What an older planner for students could do with tasks, as sessions of `noteit task`."""

import json
import subprocess

import pytest

from noteitd import PATIENCE, wait_until
from planning import ZONE, only, server, study, tasks  # noqa: F401 a fixture
from study_people import at, day_in
from terminal import NOTEIT, failing, said


def titles(terminal, *options):
    return sorted(each["title"] for each in tasks(terminal, *options))


def test_an_added_task_is_kept_and_shown(desk, ada):
    short = desk.noteit(
        "task", "add", "Read chapter 4", "--minutes", "1h30", "--by", "2099-06-01 17:00", "--priority", "high").strip()
    assert "Read chapter 4" in desk.noteit("task", "list") and "Read chapter 4" in desk.noteit("task", "view", short)
    task = only(desk)
    assert (task["title"], task["minutes"], task["priority"], task["kind"]) == ("Read chapter 4", 90, "high", "flexible")
    assert ada.items("/v1/me/tasks") == [task]
    desk.noteit("task", "add", "Dentist", "--at", "tomorrow 9:00", "--for", "45m")
    dentist = next(each for each in tasks(desk) if each["kind"] == "fixed")
    assert (dentist["start"], dentist["end"]) == (at(ZONE, 1, "09:00"), at(ZONE, 1, "09:45"))
    assert "Dentist" in desk.noteit("study", "today", "--day", "tomorrow")


def test_an_end_before_its_start_is_refused(desk):
    said = failing(desk, "task", "add", "Dentist", "--at", "tomorrow 10:00", "--end", "tomorrow 9:00")
    assert "--end" in said and "after" in said
    assert tasks(desk, "--all") == []


def test_overlapping_tasks_are_told_and_may_be_kept(desk):
    desk.noteit("task", "add", "Dentist", "--at", "tomorrow 9:00", "--for", "1h")
    lesson = ("task", "add", "Lesson", "--at", "tomorrow 9:30", "--for", "1h")
    said = failing(desk, *lesson)
    assert "Dentist" in said and "--overlap" in said
    assert titles(desk) == ["Dentist"]
    desk.noteit(*lesson, "--overlap")
    assert titles(desk) == ["Dentist", "Lesson"]
    said = failing(desk, "task", "edit", "lesson", "--at", "tomorrow 8:30")
    assert "Dentist" in said


def test_a_missing_name_is_refused(desk):
    assert "title" in failing(desk, "task", "add", "--minutes", "60").lower()
    assert "title" in failing(desk, "task", "add", "", "--minutes", "60").lower()
    assert tasks(desk, "--all") == []


def test_every_wrong_field_is_named_at_once(desk):
    said = failing(
        desk, "task", "add", "Read", "--minutes", "much", "--by", "25:38", "--priority", "urgent", "--spaced", "x",
        "--after", "none such")
    for option in ("--minutes", "--by", "--priority", "--spaced", "--after"):
        assert option in said, said
    assert tasks(desk, "--all") == []


@pytest.mark.parametrize("options, field, value", [
    (["--title", "Write"], "title", "Write"), (["--notes", "Chapter 5"], "notes", "Chapter 5"),
    (["--minutes", "2h"], "minutes", 120), (["--priority", "low"], "priority", "low"),
    (["--by", "2099-06-01 17:00"], "deadline", None), (["--spaced", "3"], "spaced", 3),
    (["--earliest", "2099-05-01"], "earliest", None), (["--after", "First"], "after", None),
], ids=["title", "notes", "minutes", "priority", "by", "spaced", "earliest", "after"])
def test_every_field_of_work_is_edited(options, field, value, desk):
    desk.noteit("task", "add", "First", "--minutes", "60")
    desk.noteit("task", "add", "Read", "--minutes", "60")
    before = {each["title"]: each for each in tasks(desk)}["Read"]
    desk.noteit("task", "edit", "read", *options)
    after = next(each for each in tasks(desk) if each["id"] == before["id"])
    assert after[field] == value if value is not None else after[field]
    assert {name for name in after if after[name] != before[name]} <= {field, "rev", "editedAt"}


def test_the_times_of_a_fixed_task_are_edited(desk):
    desk.noteit("task", "add", "Dentist", "--at", "tomorrow 9:00", "--for", "1h")
    desk.noteit("task", "edit", "dentist", "--at", "tomorrow 11:00")
    assert (only(desk)["start"], only(desk)["end"]) == (at(ZONE, 1, "11:00"), at(ZONE, 1, "12:00"))
    desk.noteit("task", "edit", "dentist", "--end", "tomorrow 11:30")
    assert only(desk)["end"] == at(ZONE, 1, "11:30")
    desk.noteit("task", "edit", "dentist", "--repeat", "daily")
    assert only(desk)["recurrence"]["rule"].startswith("FREQ=DAILY")


def test_an_edit_to_an_end_before_its_start_is_refused(desk):
    desk.noteit("task", "add", "Dentist", "--at", "tomorrow 9:00", "--for", "1h")
    before = only(desk)
    assert "--end" in failing(desk, "task", "edit", "dentist", "--end", "tomorrow 8:00")
    assert only(desk) == before


@pytest.mark.parametrize("options, named", [
    (["--at", "25:38", "--for", "1h"], "--at"), (["--at", "tomorrow 25:38", "--for", "1h"], "--at"),
    (["--at", "tomorrow 9:00", "--end", "25:38"], "--end"), (["--at", "25:38", "--end", "25:38"], "--at"),
])
def test_a_time_that_does_not_exist_is_refused_and_told_what_would_be_right(options, named, desk):
    said = failing(desk, "task", "add", "Dentist", *options)
    assert named in said and "25:38" in said and "00 to 23" in said
    assert tasks(desk, "--all") == []


def test_work_without_a_length_is_an_hour_and_says_so(desk):
    told = said(desk, "task", "add", "Groceries tomorrow 18:00")
    assert "1h, by " in told and "No length was given." in told and "--minutes 2h" in told
    [task] = tasks(desk)
    assert (task["title"], task["minutes"]) == ("Groceries", 60)
    assert "No length" not in said(desk, "task", "add", "Essay 90m")


def test_a_task_is_deleted(desk):
    desk.noteit("task", "add", "Read", "--minutes", "60")
    desk.noteit("task", "add", "Write", "--minutes", "60")
    desk.noteit("task", "delete", "read", "--yes")
    assert titles(desk, "--all") == ["Write"]
    assert [each["title"] for each in study(desk, "today")] == ["Write"]
    assert "No task" in failing(desk, "task", "view", "read")


def test_a_task_is_marked_as_done_and_counted(desk):
    for title in ("One", "Two", "Three"):
        desk.noteit("task", "add", title, "--minutes", "60")
    desk.noteit("task", "done", "one", "--minutes", "45")
    assert titles(desk) == ["Three", "Two"] and titles(desk, "--done") == ["One"]
    stats = json.loads(desk.noteit("study", "stats", "--json"))
    assert (stats["added"], stats["done"], stats["open"], stats["streakDays"]) == (3, 1, 2, 1)
    assert [each["minutes"] for each in stats["minutes"]["byCourse"]] == [45]
    lines = [line.split("\t") for line in desk.noteit("study", "stats", "--plain").splitlines()]
    assert ["done", "1"] in lines and ["open", "2"] in lines
    desk.noteit("task", "done", "one", "--undo")
    assert titles(desk) == ["One", "Three", "Two"]


def lunches(terminal):
    """The starts of the fixed blocks of a week."""
    plan = json.loads(terminal.noteit("study", "plan", "--days", "7", "--json"))
    return [each["start"] for each in plan["blocks"] if each["kind"] == "fixed"]


def test_a_recurring_lunch_is_edited_and_deleted_by_day(desk):
    desk.noteit("task", "add", "Lunch", "--at", "tomorrow 12:30", "--for", "30m", "--repeat", "daily")
    assert "repeats" in failing(desk, "task", "edit", "lunch", "--for", "45m")
    second, third, fifth = (str(day_in(ZONE, days)) for days in (2, 3, 5))
    desk.noteit("task", "edit", "lunch", "--this", second, "--at", f"{second} 13:00")
    # Both are called Lunch now; the series has a rule.
    series = next(each["id"] for each in tasks(desk) if each["recurrence"])
    desk.noteit("task", "delete", series, "--this", third, "--yes")
    desk.noteit("task", "delete", series, "--from", fifth, "--yes")
    assert lunches(desk) == [at(ZONE, 1, "12:30"), at(ZONE, 2, "13:00"), at(ZONE, 4, "12:30")]
    # An option for occurrences means the series. Without one, the times tell them apart.
    assert "no occurrence on" in failing(desk, "task", "delete", "lunch", "--this", third, "--yes")
    said = failing(desk, "task", "view", "lunch")
    assert "13:00-13:30" in said and "12:30-13:00 daily, until" in said


def test_a_day_tells_the_parts_of_a_divided_series_apart(desk):
    desk.noteit("task", "add", "Lunch", "--at", "tomorrow 12:30", "--for", "30m", "--repeat", "daily")
    third, fourth = (str(day_in(ZONE, days)) for days in (3, 4))
    desk.noteit("task", "edit", "lunch", "--from", third, "--at", f"{third} 13:00")
    wait_until(lambda: at(ZONE, 4, "13:00") in lunches(desk), "the plan with both parts")
    desk.noteit("task", "delete", "lunch", "--this", fourth, "--yes")
    wait_until(lambda: at(ZONE, 4, "13:00") not in lunches(desk), "the plan without the fourth day")
    assert lunches(desk)[:3] == [at(ZONE, 1, "12:30"), at(ZONE, 2, "12:30"), at(ZONE, 3, "13:00")]


def test_what_the_server_refuses_is_named_by_its_option(desk):
    desk.noteit("task", "add", "Read", "--minutes", "60")
    desk.noteit("task", "add", "Write", "--minutes", "60", "--after", "read")
    assert "--after:" in failing(desk, "task", "edit", "read", "--after", "write")
    said = failing(desk, "task", "add", "Blink", "--at", "9:00", "--for", "5m", "--rule", "FREQ=SECONDLY")
    assert "--rule:" in said and "daily" in said.lower()
    said = failing(desk, "study", "settings", "--hours", "mon 10-12 11-13")
    assert "--hours: Mon 11:00-13:00" in said
    assert "must end after it starts" in failing(desk, "study", "settings", "--hours", "mon 12-10")
    assert "--break" in failing(desk, "study", "settings", "--break", "-1")


def test_a_due_event_becomes_a_task(server, ada, desk):
    section = ada.get("/v1/courses/202530.CMPT225")["sections"][0]["id"]
    ada.enroll(section)
    name = desk.noteit("post", "CMPT225", "Lab 4", "--kind", "reminder", "--due", "in 5 days").strip()
    undated = desk.noteit("post", "CMPT225", "Notes").strip()
    desk.noteit("task", "add", name, "--minutes", "180")
    task = only(desk)
    assert (task["minutes"], task["course"]) == (180, "202530.CMPT225")
    assert task["deadline"] == ada.events("202530.CMPT225")[0]["due"]
    assert "no due date" in failing(desk, "task", "add", undated, "--minutes", "60")


def test_task_add_alone_names_what_it_needs_in_a_pipe(desk):
    done = subprocess.run([NOTEIT, "task", "add"], capture_output=True, text=True, timeout=PATIENCE, env=desk.environment, input="")
    assert done.returncode not in (0, 133, 139) and "needed" in done.stderr


def test_work_is_done_anew_in_steps_and_sleeps(desk):
    desk.noteit("task", "add", "20", "min", "vocabulary", "daily")
    task = only(desk)
    assert (task["title"], task["minutes"], task["every"]) == ("vocabulary", 20, "day")
    assert "20m every day" in desk.noteit("task", "list")
    assert [each["task"] for each in study(desk)] == [task["id"]] == [each["task"] for each in study(desk, "in 2 days")]
    desk.noteit("task", "snooze", "vocabulary", "--until", "in 2 days")
    assert study(desk) == [] and len(study(desk, "in 2 days")) == 1
    desk.noteit("task", "snooze", "vocabulary", "--until", "none")
    desk.noteit("task", "edit", "vocabulary", "--every", "wed,mon")
    assert only(desk)["every"] == "MW" and only(desk)["earliest"] is None
    assert "--every:" in failing(desk, "task", "edit", "vocabulary", "--every", "sometimes")
    assert "--spaced:" in failing(desk, "task", "edit", "vocabulary", "--spaced", "2")
    desk.noteit("task", "step", "vocabulary", "--add", "Nouns", "--add", "Verbs")
    desk.noteit("task", "step", "vocabulary", "--done", "2")
    assert "[x] 2  Verbs" in desk.noteit("task", "view", "vocabulary")
    desk.noteit("task", "step", "vocabulary", "--undo", "verbs", "--delete", "1")
    assert only(desk)["steps"] == [{"text": "Verbs", "done": False}]
    assert "1\topen\tVerbs" in desk.noteit("task", "step", "vocabulary", "--plain")
    assert "No step matches" in failing(desk, "task", "step", "vocabulary", "--done", "9")
