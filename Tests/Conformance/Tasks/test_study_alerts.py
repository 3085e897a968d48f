"""Alerts of study blocks: made by the server, once."""

import pytest

from noteitd import Noteitd, wait_until
from people import register
from study_campus import EVENING, ZONE, evening_student, let_alerts_come, running_block
from study_people import add, alerts, patch, settle, soon, term_now, timetable


@pytest.fixture
def ada(campus):
    return evening_student(campus)


def test_a_block_that_starts_is_told_with_nobody_on_and_once(campus, ada):
    settle(ada, timeZone=ZONE, hours=EVENING, alerts={"start": 5, "end": None})
    task, block = running_block(ada, soon(minutes=4), soon(minutes=40))
    wait_until(lambda: alerts(ada, task) == ["studyStarts"], "the alert")
    told = next(each for each in ada.items("/v1/me/notifications") if each["task"] == task["id"])
    assert (told["text"], told["readAt"]) == ("Read", None) and told["minutes"] in (3, 4, 5)
    # A replan, and a block that is moved while it is told, tell nothing again.
    add(ada, "New", priority="high")
    timetable(ada)
    let_alerts_come(campus)
    assert alerts(ada, task) == ["studyStarts"]


def test_at_most_two_alerts_a_block(campus, ada):
    settle(ada, timeZone=ZONE, hours=EVENING, alerts={"start": 30, "end": 60})
    task, block = running_block(ada, soon(minutes=10), soon(minutes=40))
    wait_until(lambda: sorted(alerts(ada, task)) == ["studyEnds", "studyStarts"], "both alerts")
    patch(ada, block, start=soon(minutes=12), end=soon(minutes=42))
    patch(ada, block, start=soon(minutes=600), end=soon(minutes=630))
    patch(ada, block, start=soon(minutes=10), end=soon(minutes=40))
    let_alerts_come(campus)
    assert len(alerts(ada, task)) == 2


def test_no_alert_for_a_block_that_moved_away_or_is_done_or_missed(ada):
    settle(ada, timeZone=ZONE, hours=EVENING, alerts={"start": 5, "end": 5})
    start, end = soon(minutes=20), soon(minutes=50)
    tasks = []
    for fields in ({"start": soon(minutes=300), "end": soon(minutes=330)}, {"done": True}, {"missed": True}):
        task, block = running_block(ada, start, end)
        patch(ada, block, **fields)
        tasks.append(task)
    gone, _ = running_block(ada, start, end)
    ada.call("DELETE", f"/v1/me/tasks/{gone['id']}", 204)
    # Now each of them would be told.
    settle(ada, timeZone=ZONE, hours=EVENING, alerts={"start": 25, "end": 5})
    told, _ = running_block(ada, start, end)
    wait_until(lambda: alerts(ada, told) == ["studyStarts"], "the alert of the block that is there")
    assert [alerts(ada, task) for task in (*tasks, gone)] == [[]] * 4


def test_alerts_that_were_due_while_the_server_was_down(tmp_path):
    server = Noteitd(tmp_path)
    server.admin("catalog", "import", term_now(tmp_path), "--time-zone", ZONE)
    server.start()
    person = register(server)
    settle(person, timeZone=ZONE, hours=EVENING, alerts={"start": 10, "end": None})
    task, _ = running_block(person, soon(minutes=20), soon(minutes=50))
    server.stop()
    # The time that passes is eleven minutes.
    times = ", ".join(f"{each} = {each} - 660" for each in ("starts_at", "ends_at", "start_alert_at"))
    server.sql(f"UPDATE study_block SET {times} WHERE task_id = '{task['id']}'")
    server.start()
    wait_until(lambda: alerts(person, task) == ["studyStarts"], "the alert after the restart")
    server.stop()
    server.start()
    let_alerts_come(server)
    assert alerts(person, task) == ["studyStarts"]
    server.stop()
