"""What an older planner for students could do with study time, as sessions of `noteit study`."""

import json
import subprocess

import pytest

from noteitd import PATIENCE, wait_until
from people import register
from planning import EXAMPLE, ZONE, busy, evening_desk, only, server, study, work  # noqa: F401 a fixture
from study_people import at, day_in, patch, soon
from terminal import NOTEIT, Terminal, failing


def lengths(terminal):
    """The minutes of tomorrow's study blocks."""
    return [minutes(each["start"], each["end"]) for each in study(terminal)]


def minutes(start, end):
    (from_hour, from_minute), (to_hour, to_minute) = ((int(text[11:13]), int(text[14:16])) for text in (start, end))
    return (60 * (to_hour - from_hour) + to_minute - from_minute) % 1440


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


@pytest.fixture(scope="module")
def full_desk(server, tmp_path_factory):  # noqa: F811
    desk = evening_desk(server, tmp_path_factory.mktemp("full"), register(server))
    busy(desk, *EXAMPLE)
    work(desk, 4)
    return desk


@pytest.mark.parametrize("command", ["task", "study", "study week", "study plan", "study now", "study settings", "study stats"])
def test_every_page_is_drawn_in_a_narrow_and_plain_terminal(command, full_desk):
    done = subprocess.run(
        [NOTEIT, *command.split()], capture_output=True, text=True, timeout=PATIENCE,
        env=full_desk.environment | {"COLUMNS": "60", "LANG": "C"})
    assert done.returncode == 0, done.stderr
    assert "\x1b[" not in done.stdout and done.stdout + done.stderr


def test_a_week_is_written_as_the_picture_of_the_server(desk, tmp_path):
    busy(desk, "16:00-17:00")
    file = tmp_path / "week.svg"
    desk.noteit("study", "week", "--of", "tomorrow", "--picture", str(file))
    assert "Busy 0" in file.read_text() and "Busy 0" in desk.noteit("study", "week", "--of", "tomorrow", "--picture", "-")
    assert "Could not write" in failing(desk, "study", "week", "--picture", str(tmp_path / "none" / "week.svg"))
