"""A task, changes of study blocks and courses of a degree plan without the server: shown here at once, sent later and once."""

import json

import pytest

from planning import ZONE, evening_desk, study, work
from study_people import at, patch
from terminal import Terminal, failing


@pytest.fixture
def desk(server, ada, tmp_path):
    terminal = Terminal(server, tmp_path / "desk", ada)
    terminal.noteit("study", "settings", "--zone", "America/Vancouver", "--hours", "MTWRFSU 16:00-22:00")
    return terminal


def rows(terminal, *options):
    return [line.split("\t") for line in terminal.noteit("task", "list", "--plain", *options).splitlines()]


def waiting(terminal):
    return [line.split("\t")[2:6] for line in terminal.noteit("outbox", "list", "--plain").splitlines()]


def test_a_task_added_offline_is_listed_at_once_and_sent_once(server, ada, desk, check):
    server.stop()
    said = desk.noteit("task", "add", "Read chapter 4", "--minutes", "1h30", "--by", "2099-06-01 17:00", "--plain").split()
    assert said[0] == "queued"
    desk.noteit("task", "add", "Exercises", "--minutes", "2h", "--after", "Read chapter 4")
    assert [(row[1], row[-2]) for row in rows(desk)] == [("Read chapter 4", "waiting"), ("Exercises", "waiting")]
    assert "not sent yet" in desk.noteit("task", "list")
    first = json.loads(desk.noteit("task", "list", "--json"))[0]
    assert first["id"] == said[1] and first["waiting"]["state"] == "waiting" and first["minutes"] == 90
    assert waiting(desk) == [["waiting", "task", "", "Read chapter 4"], ["waiting", "task", "", "Exercises"]]
    assert "Read chapter 4" in desk.noteit("task", "view", "read")
    server.start()
    desk.noteit("task", "list")
    assert [(row[1], row[-2]) for row in rows(desk)] == [("Read chapter 4", ""), ("Exercises", "")] and waiting(desk) == []
    stored = {task["title"]: task for task in ada.items("/v1/me/tasks")}
    assert set(stored) == {"Read chapter 4", "Exercises"} and stored["Read chapter 4"]["id"] == said[1]
    assert stored["Exercises"]["after"] == [said[1]]
    assert "waiting" not in json.loads(desk.noteit("task", "list", "--json"))[0]
    check()


def test_a_task_that_the_server_refuses_later_stays_in_the_outbox_with_its_text(server, ada, desk):
    server.stop()
    times = ["--at", "2099-06-01 12:00", "--for", "1h"]
    desk.noteit("task", "add", "Lunch", *times)
    desk.noteit("task", "add", "Dentist", *times)
    server.start()
    desk.noteit("task", "list")
    assert [task["title"] for task in ada.items("/v1/me/tasks")] == ["Lunch"]
    [(state, kind, _, text)] = waiting(desk)
    assert (state, kind, text) == ("refused", "task", "Dentist")
    assert "overlaps Lunch" in desk.noteit("outbox")
    listed = desk.noteit("task", "list")
    assert "refused" in [line for line in listed.splitlines() if "Dentist" in line][0]
    desk.noteit("outbox", "drop", "1", "--yes")
    assert [row[1] for row in rows(desk)] == ["Lunch"]


def test_a_refusal_that_its_author_sees_leaves_nothing_in_the_outbox(server, ada, desk):
    desk.noteit("task", "add", "Lunch", "--at", "2099-06-01 12:00", "--for", "1h")
    assert "overlaps" in failing(desk, "task", "add", "Dentist", "--at", "2099-06-01 12:30", "--for", "1h")
    assert waiting(desk) == []
    desk.noteit("task", "add", "Dentist", "--at", "2099-06-01 12:30", "--for", "1h", "--yes")
    server.stop()
    desk.noteit("task", "add", "Call", "--at", "2099-06-01 12:30", "--for", "1h", "--yes")
    server.start()
    desk.noteit("task", "list")
    assert sorted(task["title"] for task in ada.items("/v1/me/tasks")) == ["Call", "Dentist", "Lunch"] and waiting(desk) == []


def test_a_first_task_can_be_added_offline(server, ada, tmp_path):
    terminal = Terminal(server, tmp_path / "new", ada)
    terminal.noteit("task", "list")
    server.stop()
    terminal.noteit("task", "add", "Read 2h !high")
    server.start()
    terminal.noteit("task", "list")
    [task] = ada.items("/v1/me/tasks")
    assert (task["title"], task["minutes"], task["priority"]) == ("Read", 120, "high")


def test_a_block_moved_offline_stands_there_at_once_and_is_moved_once(server, ada, tmp_path, check):
    desk = evening_desk(server, tmp_path, ada)
    work(desk, 1)
    [block] = study(desk)
    server.stop()
    for _ in range(2):
        assert "queued" in desk.noteit("study", "move", "work", "--to", "tomorrow 20:00", "--for", "45m", "--plain")
    [shown] = study(desk)
    assert shown["id"] == block["id"] and shown["pinned"]
    assert (shown["start"], shown["end"]) == (at(ZONE, 1, "20:00"), at(ZONE, 1, "20:45"))
    assert waiting(desk) == [["waiting", "block", "Work 0", f"moved to {at(ZONE, 1, '20:00')}"]]
    desk.noteit("study", "later", "--by", "1h")
    assert [each["start"] for each in study(desk)] == [at(ZONE, 1, "21:00")] and len(waiting(desk)) == 2
    server.start()
    [moved] = study(desk)
    assert (moved["start"], moved["end"]) == (at(ZONE, 1, "21:00"), at(ZONE, 1, "21:45")) and moved["pinned"]
    assert waiting(desk) == []
    # Nothing is left to be sent again: what another device moves meanwhile stays.
    patch(ada, moved, start=at(ZONE, 1, "18:00"), end=at(ZONE, 1, "18:45"))
    assert [each["start"] for each in study(desk)] == [at(ZONE, 1, "18:00")]
    check()


def test_a_block_is_marked_offline_and_counts_once(server, ada, tmp_path, check):
    desk = evening_desk(server, tmp_path, ada)
    work(desk, 1)
    patch(ada, study(desk)[0], start=at(ZONE, -1, "19:00"), end=at(ZONE, -1, "20:00"))
    assert not study(desk, "yesterday")[0]["done"]
    server.stop()
    desk.noteit("study", "done")
    desk.noteit("study", "undo")
    desk.noteit("study", "done", "work")
    assert study(desk, "yesterday")[0]["done"]
    assert [row[3] for row in waiting(desk)] == ["done", "not done", "done"]
    server.start()
    desk.noteit("task", "list")
    assert waiting(desk) == [] and [task["minutesDone"] for task in ada.items("/v1/me/tasks")] == [60]
    check()


def test_a_change_of_a_block_that_is_gone_stays_with_the_reason(server, ada, tmp_path):
    desk, phone = evening_desk(server, tmp_path, ada), Terminal(server, tmp_path / "phone", ada)
    work(desk, 1)
    assert len(study(desk)) == 1
    server.stop()
    desk.noteit("study", "pin")
    server.start()
    phone.noteit("task", "delete", "work", "--yes")
    desk.noteit("task", "list")
    [(state, kind, title, words)] = waiting(desk)
    assert (state, kind, title, words) == ("refused", "block", "Work 0", "pinned")
    assert "The study block of Work 0 is not in the plan any more" in desk.noteit("outbox")


def test_courses_added_to_a_plan_offline_are_in_it_at_once_and_sent_once(server, ada, desk, tmp_path):
    desk.noteit("plan", "new", "Plan A")
    server.stop()
    desk.noteit("plan", "add", "CMPT225", "--term", "202730")
    assert "CMPT225" in "".join(desk.noteit("plan", "show", "--plain").replace(" ", ""))
    assert "Not sent yet" in desk.noteit("plan", "show")
    assert waiting(desk) == [["waiting", "plan", "Plan A", "CMPT 225 in Fall 2027"]]
    server.start()
    phone = Terminal(server, tmp_path / "phone", ada)
    phone.noteit("plan", "add", "MATH150", "--term", "202730")
    desk.noteit("plan", "show")
    [plan] = ada.items("/v1/me/plans")
    assert plan["terms"] == [{"term": "202730", "courses": ["MATH 150", "CMPT 225"]}], plan["terms"]
    assert waiting(desk) == [] and "Not sent yet" not in desk.noteit("plan", "show")


def test_credits_without_a_course_do_not_wait_offline_and_that_is_said(server, desk):
    desk.noteit("plan", "new", "Plan A")
    server.stop()
    for courses in ([], ["CMPT225"]):
        said = failing(desk, "plan", "add", *courses, "--any", "Breadth-Science", "--credits", "3", "--term", "202730")
        assert "Credits without a course need the server" in said
    assert waiting(desk) == []


LINES = [
    (["Read ch 9 2099-06-01 17:00 2h !high"], ("Read ch 9", "2099-06-02T00:00:00Z", 120, "high", None)),
    (["Essay", "draft", "!low", "by", "2099-06-01", "17:00", "1h30", "cmpt225"],
     ("Essay draft", "2099-06-02T00:00:00Z", 90, "low", "202530.CMPT225")),
    (["Notes for CMPT225 45m"], ("Notes for CMPT225", None, 45, "medium", None)),
    (["Chapter 5 2 hours"], ("Chapter 5", None, 120, "medium", None)),
    (['"Read ch 9 fri" 30 min'], ("Read ch 9 fri", None, 30, "medium", None)),
    (["45m", "--title", "Plan the party on fri 2h"], ("Plan the party on fri 2h", None, 45, "medium", None)),
    (["Draw the sun", "--minutes", "30"], ("Draw the sun", None, 30, "medium", None)),
    (["Meet fri 5", "--minutes", "30"], ("Meet fri 5", None, 30, "medium", None)),
    (["Swim 2h", "--minutes", "30"], ("Swim 2h", None, 30, "medium", None)),
    (["Read 2099-06-01 45m", "--by", "2099-07-01 17:00"], ("Read 2099-06-01", "2099-07-02T00:00:00Z", 45, "medium", None)),
    (["fri", "--minutes", "30"], ("fri", None, 30, "medium", None)),
]


@pytest.mark.parametrize("words, expected", LINES, ids=[line[0][0] for line in LINES])
def test_the_end_of_a_line_says_when_how_long_and_how_urgent(server, ada, desk, words, expected):
    ada.enroll(ada.get("/v1/courses/202530.CMPT225")["sections"][0]["id"])
    desk.noteit("task", "add", *words)
    [task] = ada.items("/v1/me/tasks")
    assert (task["title"], task["deadline"], task["minutes"], task["priority"], task["course"]) == expected


def test_what_beside_a_whole_title_is_not_understood_is_refused(server, ada, desk):
    assert "'soonish'" in failing(desk, "task", "add", "soonish", "45m", "--title", "Plan the party")
    assert ada.items("/v1/me/tasks") == []
