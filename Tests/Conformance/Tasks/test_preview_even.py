"""The even rule: `POST /v1/study/preview` beside a plain reference that tries everything."""

import random
import re

import pytest

from even_rule import EvenRule
from random_problems import Dice
from study_problem import FLAGS, Problem, ask, blocks_of, earlier, expect_sorted, preview, seconds, shuffled, stamp

EVERY_DAY = "MTWRFSU"
BUSY = ["16:00-17:00", "18:30-19:00", "21:00-22:00"]
UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"


def question(tasks, hours="16:00-22:00", busy=(), zone="UTC", days=1, now="2026-11-20T00:00:00Z", blocks=None, **settings):
    """A question about the days from Friday, 2026-11-20; busy times are of that day."""
    spans = [{"start": part[:5], "end": part[6:]} for part in hours.split(",") if part]
    body = {
        "now": now, "from": "2026-11-20", "to": f"2026-11-{19 + days}", "tasks": tasks,
        "settings": {"timeZone": zone, "hours": {day: spans for day in EVERY_DAY}, "mode": "even"} | settings,
        "busy": [{"start": f"2026-11-20T{part[:5]}:00Z", "end": f"2026-11-20T{part[6:]}:00Z"} for part in busy],
    }
    return body if blocks is None else body | {"blocks": blocks}


def task(id, **fields):
    return {"id": id, "title": f"Task {id}", "kind": "flexible", "minutes": 60} | fields


def block(id, task, start, end, day=20, **flags):
    return {"id": id, "task": task, "start": f"2026-11-{day}T{start}:00Z", "end": f"2026-11-{day}T{end}:00Z"} | flags


def lengths(plan):
    return [(seconds(each["end"]) - seconds(each["start"])) // 60 for each in blocks_of(plan, "study")]


def shown(plan, day=None):
    """Each study block as `task 17:00-17:40`, with its day if the plan has several."""
    blocks = blocks_of(plan, "study")
    days = {each["start"][:10] for each in blocks}
    return [
        f"{each['task']} {each['start'][8:10] + ' ' if len(days) > 1 else ''}{each['start'][11:16]}-{each['end'][11:16]}"
        for each in blocks]


def expect_by_the_rule(person, body):
    """The plan, after comparing all of it with the reference."""
    plan, rule = preview(person, body), EvenRule(Problem(body))
    said = f"{body}\n{plan}"
    study = [
        (seconds(each["start"]), seconds(each["end"]), each["task"], *(each[name] for name in FLAGS))
        for each in blocks_of(plan, "study")]
    assert sorted(study) == rule.study(), said
    breaks = sorted((seconds(each["start"]), seconds(each["end"])) for each in blocks_of(plan, "break"))
    assert breaks == rule.breaks(), said
    fixed = sorted((seconds(each["start"]), seconds(each["end"]), each["task"]) for each in blocks_of(plan, "fixed"))
    assert fixed == rule.problem.fixed_blocks(), said
    assert len(plan["blocks"]) == len(study) + len(breaks) + len(fixed), said
    unplaced = {each["task"]: each["minutes"] for each in plan["unplaced"]}
    assert unplaced == rule.unplaced() and len(unplaced) == len(plan["unplaced"]), said
    assert plan["objective"] == [] and plan["optimal"] is True and "bound" not in plan, said
    expect_ids(rule.problem, plan)
    expect_sorted(plan)
    return plan


def expect_ids(problem, plan):
    """Kept blocks and those that did not move keep their ids; others have a UUID."""
    known = {each["id"]: each for each in problem.kept + problem.movable}
    for old in problem.listed():
        [new] = [each for each in plan["blocks"] if each["id"] == old["id"]]
        assert (seconds(new["start"]), seconds(new["end"]), new["task"]) == (old["start"], old["end"], old["task"])
    places = {(each["start"], each["end"], each["task"]) for each in problem.movable}
    for new in blocks_of(plan, "study"):
        if new["id"] not in known:
            assert (seconds(new["start"]), seconds(new["end"]), new["task"]) not in places, new
            assert re.fullmatch(UUID, new["id"], re.IGNORECASE), new


def test_the_worked_example(planner):
    tasks = [task("d", priority="low"), task("a", priority="high"), task("c"), task("b", createdAt="2026-01-01T00:00:00Z")]
    body = question(tasks, busy=BUSY)
    plan = expect_by_the_rule(planner, body)
    assert lengths(plan) == [40, 40, 55, 55]
    assert shown(plan) == ["a 17:00-17:40", "b 17:45-18:25", "c 19:00-19:55", "d 20:00-20:55"]
    assert [(each["start"][11:16], each["end"][11:16]) for each in blocks_of(plan, "break")] == [
        ("17:40", "17:45"), ("18:25", "18:30"), ("19:55", "20:00"), ("20:55", "21:00")]
    assert plan["unplaced"] == []


def test_the_worked_example_with_fixed_tasks_shows_them(planner):
    fixed = [
        block(f"f{number}", None, *span.split("-")) | {"title": "Busy", "kind": "fixed"} for number, span in enumerate(BUSY)]
    plan = expect_by_the_rule(planner, question([task(id) for id in "abcd"] + fixed))
    assert lengths(plan) == [40, 40, 55, 55]
    assert [each["title"] for each in blocks_of(plan, "fixed")] == ["Busy"] * 3
    assert [each["title"] for each in blocks_of(plan, "study")] == ["Task a", "Task b", "Task c", "Task d"]


@pytest.mark.parametrize("count, settings, expected", [
    (4, {"break": 2}, [43, 43, 58, 58]),
    (4, {"minimumBlock": 60}, [85, 115]),
    (4, {"break": 0}, [45, 45, 60, 60]),
    (10, {}, [40, 40, 35, 35, 35]),
    (10, {"minimumBlock": 10}, [17, 17, 17, 17, 15, 15, 15, 15, 15, 15]),
    (1, {"maximumBlock": 100_000}, [115]),
    (2, {"maximumBlock": 100_000}, [85, 115]),
    (1, {"minimumBlock": 116}, []),
    (1, {"minimumBlock": 100_000, "maximumBlock": 100_000}, []),
    (4, {"dailyLimit": 119}, [39, 39, 39]),
    (4, {"dailyLimit": 120}, [30, 30, 30, 30]),
    (4, {"dailyLimit": 29}, []),
    (4, {"dailyLimit": 0}, []),
    (4, {"maximumBlock": 30}, [30, 30, 30, 30]),
])
def test_the_example_with_other_settings(count, settings, expected, planner):
    tasks = [task(f"t{number}") for number in range(count)]
    plan = expect_by_the_rule(planner, question(tasks, busy=BUSY, **settings))
    assert lengths(plan) == expected
    assert len(plan["unplaced"]) == count - len(expected)


def test_equal_ways_put_more_tasks_into_the_earlier_gaps(planner):
    # Blocks of at most 30 minutes fit both gaps in either number.
    plan = expect_by_the_rule(planner, question(
        [task(id) for id in "abc"], hours="10:00-11:10,14:00-15:10", maximumBlock=30))
    assert shown(plan) == ["a 10:00-10:30", "b 10:35-11:05", "c 14:00-14:30"]


def test_tasks_stand_in_the_order_of_priority_deadline_creation_id(planner):
    old, new = ({"createdAt": f"2026-0{month}-01T00:00:00Z"} for month in (1, 2))
    soon, later = ({"deadline": f"2026-11-2{day}T00:00:00Z"} for day in (2, 5))
    order = [
        task("z", priority="high", **later), task("y", priority="high"), task("x", **soon, **new), task("w", **later, **old),
        task("v", **old), task("u", **new), task("s"), task("t"), task("r", priority="low", **soon, **old),
    ]
    body = question(order[::-1], hours="08:00-20:00")
    assert [each.split()[0] for each in shown(expect_by_the_rule(planner, body))] == list("zyxwvustr")


def test_who_got_no_block_is_first_on_the_next_day(planner):
    tasks = [task("a", priority="high"), task("b", priority="high"), task("c", priority="low")]
    later = task("d", priority="high", earliest="2026-11-21T00:00:00Z")
    plan = expect_by_the_rule(planner, question([later, *tasks], hours="16:00-17:10", days=2))
    assert shown(plan) == ["a 20 16:00-16:30", "b 20 16:35-17:05", "c 21 16:00-16:30", "d 21 16:35-17:05"]


def test_who_got_a_block_counts_as_done_until_it_is_missed(planner):
    tasks = [task("a", minutes=40), task("b")]
    got = block("x", "a", "16:00", "16:40", day=19)
    on_time = question(tasks, days=2, blocks=[got | {"done": True}])
    assert [each[0] for each in shown(expect_by_the_rule(planner, on_time))] == ["b"]
    # A block of an earlier day that is not done was missed, and its task is carried over.
    plan = expect_by_the_rule(planner, question(tasks, days=2, blocks=[block("x", "b", "16:00", "16:40", day=19)]))
    assert [each[0] for each in shown(plan)] == ["b", "a"]


def test_what_is_left_after_a_done_block_stands_again_the_next_day(planner):
    long = task("a", minutes=360, minutesDone=95)
    done = block("x", "a", "16:00", "17:35", done=True)
    body = question([long, task("b", priority="low")], days=3, now="2026-11-20T18:00:00Z", blocks=[done])
    assert shown(expect_by_the_rule(planner, body)) == ["a 20 16:00-17:35", "b 20 18:00-20:00", "a 21 16:00-18:00"]
    body["tasks"][0]["minutes"] = 95
    assert shown(expect_by_the_rule(planner, body)) == ["a 16:00-17:35", "b 18:00-20:00"]
    # Nobody told the server of the minutes but the block.
    body["tasks"][0] |= {"minutes": 96, "minutesDone": 0}
    assert len(shown(expect_by_the_rule(planner, body))) == 3


def test_the_rest_of_a_missed_blocks_time_is_free(planner):
    missed = block("x", "a", "19:00", "21:00", missed=True)
    body = question([task("a")], hours="19:00-21:00", now="2026-11-20T19:05:00Z", blocks=[missed])
    assert shown(expect_by_the_rule(planner, body)) == ["a 19:00-21:00", "a 19:05-20:55"]


def test_a_block_of_this_morning_still_counts_until_it_is_missed(planner):
    morning = block("x", "a", "08:00", "08:40")
    plan = expect_by_the_rule(planner, question([task("a")], now="2026-11-20T12:00:00Z", blocks=[morning]))
    assert shown(plan) == ["a 08:00-08:40"] and plan["unplaced"] == []
    plan = expect_by_the_rule(planner, question([task("a")], now="2026-11-20T12:00:00Z", blocks=[morning | {"missed": True}]))
    assert shown(plan) == ["a 08:00-08:40", "a 16:00-18:00"]
    assert [each["missed"] for each in blocks_of(plan, "study")] == [True, False]


def test_kept_blocks_stay_whatever_they_break(planner):
    # Outside hours, over busy time, over each other, longer than the limit.
    blocks = [
        block("p", "a", "03:00", "06:10", pinned=True), block("q", "b", "16:30", "17:30", pinned=True),
        block("r", "b", "17:00", "18:00", done=True), block("s", "c", "20:00", "21:00", missed=True),
    ]
    body = question([task(id) for id in "abcd"], busy=["17:10-17:20"], dailyLimit=400, blocks=blocks)
    plan = expect_by_the_rule(planner, body)
    assert {each["id"] for each in blocks_of(plan, "study")} >= set("pqrs")
    body = question([task(id) for id in "abcd"], dailyLimit=60, blocks=blocks)
    assert len(blocks_of(expect_by_the_rule(planner, body), "study")) == 4


def test_a_done_task_loses_its_coming_blocks_alone(planner):
    blocks = [block("x", "a", "08:00", "08:40", pinned=True), block("y", "a", "18:00", "18:40")]
    plan = expect_by_the_rule(planner, question([task("a", done=True)], blocks=blocks))
    assert [each["id"] for each in blocks_of(plan, "study")] == ["x"]


def test_blocks_of_days_that_are_not_planned_count_and_are_not_shown(planner):
    plan = expect_by_the_rule(planner, question([task("a"), task("b")], blocks=[block("x", "a", "16:00", "16:40", day=24)]))
    assert [each[0] for each in shown(plan)] == ["b"] and plan["unplaced"] == []


def test_after_waits_for_a_day_with_a_block(planner):
    tasks = [task("a", after=["b"], priority="high"), task("b", priority="low"), task("c", after=["a"], priority="high")]
    plan = expect_by_the_rule(planner, question(tasks, days=3))
    assert [each[:4] for each in shown(plan)] == ["b 20", "a 21", "c 22"]
    tasks[1]["done"] = True
    assert [each[:4] for each in shown(expect_by_the_rule(planner, question(tasks, days=3)))] == ["a 20", "c 21"]
    short = expect_by_the_rule(planner, question(tasks, days=1))
    assert [(each["task"], each["because"]["reason"]) for each in short["unplaced"]] == [("c", "after")]


def test_a_block_after_its_deadline_makes_room(planner):
    tasks = [task("a", priority="high"), task("b", deadline="2026-11-20T17:00:00Z"), task("c")]
    plan = expect_by_the_rule(planner, question(tasks, hours="16:00-19:00"))
    assert [each[0] for each in shown(plan)] == ["a", "c"]
    assert [each["task"] for each in plan["unplaced"]] == ["b"]
    exact = question([task("a", deadline="2026-11-20T17:00:59Z")], hours="16:00-17:05")
    assert shown(expect_by_the_rule(planner, exact)) == ["a 16:00-17:00"]


def test_seconds_are_rounded_so_that_nothing_begins_early_or_ends_late(planner):
    body = question([task("a"), task("b")], now="2026-11-20T16:00:01Z", maximumBlock=60, hours="16:00-17:10,18:00-19:10")
    assert shown(expect_by_the_rule(planner, body)) == ["a 16:01-17:01", "b 18:00-19:00"]
    body["busy"] = [{"start": "2026-11-20T18:00:00Z", "end": "2026-11-20T18:03:01Z"}]
    assert shown(expect_by_the_rule(planner, body)) == ["a 16:01-17:01", "b 18:04-19:04"]
    body["tasks"] = [task("a", earliest="2026-11-20T18:04:00Z"), task("b")]
    expect_by_the_rule(planner, body)


def test_ids_come_from_kind_task_and_start(planner):
    one = preview(planner, question([task("a")]))
    other = preview(planner, question([task("a"), task("b", priority="low")], hours="16:00-21:00", maximumBlock=40))
    first, second = (blocks_of(plan, "study")[0] for plan in (one, other))
    assert first["start"] == second["start"] and first["id"] == second["id"] and first["end"] != second["end"]
    given = question([task("a")], blocks=[block("mine", "a", "16:00", "18:00")])
    assert blocks_of(preview(planner, given), "study")[0]["id"] == "mine"
    given["blocks"][0]["end"] = "2026-11-20T17:59:00Z"
    assert blocks_of(preview(planner, given), "study")[0]["id"] == first["id"]


@pytest.mark.parametrize("zone, day, expected", [
    # 02:00 does not exist, then exists twice: the hours 01:00-04:00 have 2 and 4.
    ("America/New_York", "2026-03-08", [55, 55]), ("America/New_York", "2026-11-01", [75, 75, 75]),
    ("Europe/London", "2026-03-29", [55, 55]), ("Australia/Lord_Howe", "2026-10-04", [70, 70]),
])
def test_hours_over_a_change_of_the_clocks_have_their_elapsed_minutes(zone, day, expected, planner):
    body = {
        "now": f"{int(day[:4]) - 1}-01-01T00:00:00Z", "from": day, "to": day,
        "settings": {
            "timeZone": zone, "minimumBlock": 45,
            "hours": {letter: [{"start": "01:00", "end": "04:00"}] for letter in EVERY_DAY},
        },
        "tasks": [task(f"t{number}") for number in range(len(expected))],
    }
    assert lengths(expect_by_the_rule(planner, body)) == expected


def test_a_recurring_lunch_keeps_its_wall_time_over_a_change_of_the_clocks(planner):
    lunch = {
        "id": "lunch", "title": "Lunch", "kind": "fixed", "start": "2026-03-01T17:30:00Z", "end": "2026-03-01T18:15:00Z",
        "recurrence": {"rule": "FREQ=DAILY", "exceptions": ["2026-03-09T16:30:00Z"]},
    }
    body = {
        "now": "2026-03-07T00:00:00Z", "from": "2026-03-07", "to": "2026-03-10", "tasks": [lunch, task("a")],
        "settings": {"timeZone": "America/New_York", "hours": {"S": [{"start": "12:00", "end": "14:00"}]}},
    }
    plan = expect_by_the_rule(planner, body)
    assert [(each["start"], each["end"]) for each in blocks_of(plan, "fixed")] == [
        ("2026-03-07T17:30:00Z", "2026-03-07T18:15:00Z"), ("2026-03-08T16:30:00Z", "2026-03-08T17:15:00Z"),
        ("2026-03-10T16:30:00Z", "2026-03-10T17:15:00Z")]


@pytest.mark.parametrize("seed", range(150))
def test_random_days_equal_the_reference(seed, planner):
    body = Dice(seed, "even").question()
    plan = expect_by_the_rule(planner, body)
    # Input lists in another order, and the plan's own blocks, change nothing.
    dice = random.Random(seed)
    assert ask(planner, shuffled(body, dice)).text == ask(planner, body).text
    again = preview(planner, body | {"blocks": earlier(Problem(body), plan)})
    assert [each for each in again["blocks"] if each["kind"] != "break"] == [
        each for each in plan["blocks"] if each["kind"] != "break"]


@pytest.mark.parametrize("seed", range(1000, 1030))
def test_full_days_with_many_small_gaps_equal_the_reference(seed, planner):
    dice = random.Random(seed)
    tasks = [task(f"t{number}", priority=dice.choice(["high", "low"])) for number in range(7)]
    body = question(tasks, hours="08:00-22:00", days=2)
    body["settings"] |= {"minimumBlock": dice.randint(5, 40), "maximumBlock": dice.randint(40, 300)}
    body["settings"]["break"] = dice.randint(0, 9)
    starts = [seconds("2026-11-20T08:00:00Z") + 60 * dice.randint(0, 800) for _ in range(4)]
    body["busy"] = [{"start": stamp(start), "end": stamp(start + 60 * dice.randint(5, 60))} for start in starts]
    expect_by_the_rule(planner, body)
