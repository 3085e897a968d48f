"""What an older planner for students could do, as sessions of `noteit task` and `noteit study`."""

import json
import subprocess

import pytest

from noteitd import PATIENCE, wait_until
from people import register
from study_people import at, day_in, noon_zone, patch, soon
from terminal import NOTEIT, Terminal, failing

ZONE = noon_zone()
EXAMPLE = ("16:00-17:00", "18:30-19:00", "21:00-22:00")


@pytest.fixture
def ada(server):
    return register(server)


@pytest.fixture
def desk(server, ada, tmp_path):
    """A terminal whose person studies from 16:00 to 22:00, in the mode even."""
    terminal = Terminal(server, tmp_path / "desk", ada)
    terminal.noteit("study", "settings", "--zone", ZONE, "--hours", "MTWRFSU 16:00-22:00", "--mode", "even")
    return terminal


def tasks(terminal, *options):
    return json.loads(terminal.noteit("task", "list", "--json", *options))


def titles(terminal, *options):
    return sorted(each["title"] for each in tasks(terminal, *options))


def only(terminal):
    [task] = tasks(terminal, "--all")
    return task


def study(terminal, day="tomorrow"):
    """The study blocks of a day."""
    plan = json.loads(terminal.noteit("study", "today", "--day", day, "--json"))
    return [each for each in plan["blocks"] if each["kind"] == "study"]


def lengths(terminal):
    """The minutes of tomorrow's study blocks."""
    return [minutes(each["start"], each["end"]) for each in study(terminal)]


def minutes(start, end):
    (from_hour, from_minute), (to_hour, to_minute) = ((int(text[11:13]), int(text[14:16])) for text in (start, end))
    return (60 * (to_hour - from_hour) + to_minute - from_minute) % 1440


def busy(terminal, *spans):
    for number, span in enumerate(spans):
        start, end = span.split("-")
        terminal.noteit("task", "add", f"Busy {number}", "--at", f"tomorrow {start}", "--end", f"tomorrow {end}")


def work(terminal, count, first=0):
    """So many hours of work for tomorrow, each of lower or equal priority than the one before."""
    for number in range(first, first + count):
        priority = ("high", "medium", "low")[min(number, 2)]
        terminal.noteit("task", "add", f"Work {number}", "--minutes", "60", "--earliest", "tomorrow", "--priority", priority)


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


def test_the_worked_example(desk):
    busy(desk, *EXAMPLE)
    work(desk, 4)
    assert lengths(desk) == [40, 40, 55, 55]
    assert [each["title"] for each in study(desk)] == [f"Work {number}" for number in range(4)]
    for command in (["study", "today", "--day", "tomorrow"], ["study", "week", "--of", "tomorrow"], ["study", "plan"]):
        assert "Work" in desk.noteit(*command)
    rows = [line.split("\t") for line in desk.noteit("study", "today", "--day", "tomorrow", "--plain").splitlines()]
    assert [row[2] for row in rows if row[2] in ("study", "break")] == ["study", "break"] * 4


def test_breaks_of_two_minutes(desk):
    desk.noteit("study", "settings", "--break", "2")
    busy(desk, *EXAMPLE)
    work(desk, 4)
    assert lengths(desk) == [43, 43, 58, 58]


def test_a_minimum_of_an_hour(desk):
    desk.noteit("study", "settings", "--minimum", "60")
    busy(desk, *EXAMPLE)
    work(desk, 4)
    assert lengths(desk) == [85, 115]


def test_ten_tasks(desk):
    busy(desk, *EXAMPLE)
    work(desk, 10)
    assert lengths(desk) == [40, 40, 35, 35, 35]
    later = study(desk, str(day_in(ZONE, 2)))
    assert [each["title"] for each in later] == [f"Work {number}" for number in range(5, 10)]


def test_a_maximum_of_100_000(desk):
    desk.noteit("study", "settings", "--maximum", "100000")
    work(desk, 1)
    assert lengths(desk) == [355]


def test_a_minimum_longer_than_any_gap_says_so(desk):
    desk.noteit("study", "settings", "--minimum", "1000", "--maximum", "1000")
    work(desk, 1)
    assert lengths(desk) == []
    assert "Work 0" in desk.noteit("study", "plan")
    plan = json.loads(desk.noteit("study", "plan", "--json"))
    assert len(plan["unplaced"]) == 1 and len(plan["unplaced"][0]["because"]["detail"]) > 10


def test_settings_that_are_wrong_are_named_at_once(desk):
    before = desk.noteit("study", "settings", "--json")
    said = failing(desk, "study", "settings", "--hours", "M 18:00-16:00", "--break", "long", "--mode", "odd", "--limit", "x")
    for option in ("hours", "--break", "--mode", "--limit"):
        assert option in said, said
    assert "25:38" in failing(desk, "study", "settings", "--hours", "M 16:00-25:38")
    assert failing(desk, "study", "settings", "--zone", "Mars/Olympus")
    assert failing(desk, "study", "settings", "--minimum", "200")
    assert desk.noteit("study", "settings", "--json") == before


def test_a_block_is_marked_the_next_morning_and_taken_back(ada, desk):
    work(desk, 1)
    [block] = study(desk)
    start, end = at(ZONE, -1, "19:00"), at(ZONE, -1, "20:00")
    patch(ada, block, start=start, end=end)
    assert json.loads(desk.noteit("study", "done", "--json"))["done"]
    assert only(desk)["minutesDone"] == 60
    desk.noteit("study", "done", "--undo")
    assert only(desk)["minutesDone"] == 0
    desk.noteit("study", "done", "work")
    desk.noteit("study", "undo")
    assert only(desk)["minutesDone"] == 0
    assert "is done" in failing(desk, "study", "done", "--undo")


def test_the_next_block_is_moved_put_off_and_pinned(desk):
    work(desk, 1)
    desk.noteit("study", "pin")
    assert study(desk)[0]["pinned"]
    desk.noteit("study", "pin", "--undo")
    assert not study(desk)[0]["pinned"]
    desk.noteit("study", "move", "work", "--to", "tomorrow 20:00", "--for", "45m")
    [block] = study(desk)
    assert (block["start"], block["end"]) == (at(ZONE, 1, "20:00"), at(ZONE, 1, "20:45")) and block["pinned"]
    desk.noteit("study", "later", "--by", "1h")
    assert [each["start"] for each in study(desk)] == [at(ZONE, 1, "21:00")]
    assert "--to" in failing(desk, "study", "move", "work") and "a time" in failing(desk, "study", "move", "--to", "soon")


def test_a_lead_that_is_too_long_is_refused_in_the_words_of_the_option(desk):
    said = failing(desk, "study", "settings", "--alert-start", "5000")
    assert "--alert-start" in said and "none" in said and "null" not in said


def test_statistics_count_work_alone(desk):
    busy(desk, *EXAMPLE)
    work(desk, 2)
    stats = json.loads(desk.noteit("study", "stats", "--json"))
    assert (stats["added"], stats["open"]) == (2, 2)


def test_the_timetable_changes_at_once_on_another_device(server, ada, desk, tmp_path):
    phone = Terminal(server, tmp_path / "phone", ada)
    work(desk, 1)
    assert lengths(phone) == [120]
    work(desk, 1, first=1)
    assert lengths(phone) == lengths(desk) == [120, 120]
    phone.noteit("task", "done", "work 0")
    assert [each["title"] for each in study(desk)] == ["Work 1"]


def test_the_alert_at_a_start_comes_with_no_client_on(ada, desk):
    work(desk, 1)
    desk.noteit("study", "settings", "--alert-start", "5", "--alert-end", "none")
    [block] = study(desk)
    patch(ada, block, start=soon(minutes=3), end=soon(minutes=33))
    wait_until(lambda: ada.items("/v1/me/notifications", unread="true"), "the alert")
    [told] = ada.items("/v1/me/notifications")
    # The lead had begun: it tells the minutes that are left.
    assert (told["kind"], told["text"]) == ("studyStarts", "Work 0") and told["minutes"] in (2, 3, 4)
    assert "Work 0" in desk.noteit("inbox")


def test_the_timer_counts_and_now_fits_a_line(ada, desk):
    work(desk, 1)
    patch(ada, study(desk)[0], start=soon(minutes=-10), end=soon(minutes=20))
    desk.noteit("study", "today")
    assert "Work 0" in desk.noteit("study", "now").splitlines()[0]
    short = desk.noteit("study", "now", "--short")
    assert "Work 0" in short and len(short.splitlines()) == 1
    desk.noteit("study", "start")
    assert "Work 0" in failing(desk, "study", "start", "work 0"), "one timer runs at a time"
    desk.noteit("study", "stop", "--minutes", "25")
    assert only(desk)["minutesDone"] == 25
    assert "No timer" in failing(desk, "study", "stop")
    desk.noteit("study", "missed", "work 0")
    [missed] = study(desk, "today")
    assert missed["missed"]


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


@pytest.mark.parametrize("command", ["task", "study", "study week", "study plan", "study now", "study settings", "study stats"])
def test_every_page_is_drawn_in_a_narrow_and_plain_terminal(command, desk):
    busy(desk, *EXAMPLE)
    work(desk, 4)
    done = subprocess.run(
        [NOTEIT, *command.split()], capture_output=True, text=True, timeout=PATIENCE,
        env=desk.environment | {"COLUMNS": "60", "LANG": "C"})
    assert done.returncode == 0, done.stderr
    assert "\x1b[" not in done.stdout and done.stdout + done.stderr


def test_a_week_is_written_as_the_picture_of_the_server(desk, tmp_path):
    busy(desk, "16:00-17:00")
    file = tmp_path / "week.svg"
    desk.noteit("study", "week", "--of", "tomorrow", "--picture", str(file))
    assert "Busy 0" in file.read_text() and "Busy 0" in desk.noteit("study", "week", "--of", "tomorrow", "--picture", "-")
    assert "Could not write" in failing(desk, "study", "week", "--picture", str(tmp_path / "none" / "week.svg"))


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
