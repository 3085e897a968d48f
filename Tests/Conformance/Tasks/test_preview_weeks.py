"""The weeks mode: every hard rule, the objective, and small questions beside an exhaustive search."""

import json
import random

import pytest

from random_problems import Dice
from study_problem import FLAGS, Problem, ask, blocks_of, earlier, expect_sorted, preview, seconds, shuffled, stamp, task
from weeks_rule import WeeksRule

HOURS = {day: [{"start": "16:00", "end": "18:00"}] for day in "MTWRFSU"}


def question(tasks, days=3, blocks=(), busy=(), **settings):
    """A question about the days from Friday, 2026-11-20."""
    return {
        "now": "2026-11-20T00:00:00Z", "from": "2026-11-20", "to": f"2026-11-{19 + days}", "tasks": tasks,
        "settings": {"timeZone": "UTC", "mode": "weeks", "hours": HOURS} | settings, "busy": list(busy), "blocks": list(blocks),
    }


def expect_by_the_rules(person, body):
    """A plan that keeps every rule, and its rules."""
    plan, rule = preview(person, body), WeeksRule(Problem(body))
    try:
        rule.expect_hard_rules(plan)
        expect_sorted(plan)
    except (AssertionError, KeyError) as fault:
        raise AssertionError(f"{fault}\n{body}\n{plan}") from fault
    return plan, rule


def expect_best(person, body):
    """A plan as good as the best of all plans."""
    plan, rule = expect_by_the_rules(person, body)
    best, blocks = rule.best()
    assert plan["objective"] == best, f"the best is {best}: {blocks}\n{body}\n{plan}"
    return plan, rule


def shown(plan):
    blocks = blocks_of(plan, "study")
    return [f"{each['task']} {each['start'][8:10]} {each['start'][11:16]}-{each['end'][11:16]}" for each in blocks]


def places(plan):
    return [(each["id"], each["task"], each["start"], each["end"]) for each in blocks_of(plan, "study")]


def test_few_and_early_blocks(planner):
    plan, _ = expect_best(planner, question([task("a", 60), task("b", 45)]))
    assert plan["optimal"] and plan["objective"] == [0, 0, 0, 0, 2, 16 * 60 + 45 + 16 * 60 + 110]
    assert shown(plan) == ["b 20 16:00-16:45", "a 20 16:50-17:50"]


def test_the_more_important_task_gets_the_time(planner):
    for priority, objective in (("low", [0, 0, 30]), ("medium", [0, 30, 0]), (None, [0, 30, 0])):
        lesser = task("b", 60) | ({"priority": priority} if priority else {})
        body = question([lesser, task("a", 90, priority="high")], days=1, **{"break": 0})
        plan, _ = expect_best(planner, body)
        assert plan["objective"][:3] == objective
        assert [(each["task"], each["minutes"]) for each in plan["unplaced"]] == [("b", 30)]


def test_estimates_are_rounded_up_to_five_minutes(planner):
    plan, rule = expect_best(planner, question([task("a", 41), task("b", 100, minutesDone=98), task("c", 10, minutesDone=20)]))
    assert rule.need == {"a": 45, "b": 5, "c": 0}
    assert plan["unplaced"] == []


def test_a_task_longer_than_all_hours_until_its_deadline_says_so(planner):
    body = question([task("a", 600, deadline="2026-11-21T17:00:00Z")], days=7)
    plan, _ = expect_best(planner, body)
    [left] = plan["unplaced"]
    # Two hours on the first day, one on the second.
    assert (left["task"], left["minutes"]) == ("a", 600 - 180)
    assert left["because"]["reason"] == "deadline"


def test_no_hours_a_limit_and_a_minimum_that_never_fits_are_told_apart(planner):
    long = {"minimumBlock": 121, "maximumBlock": 500}
    for settings, reason in (({"hours": {}}, "hours"), ({"dailyLimit": 0}, "limit"), (long, None)):
        plan, _ = expect_best(planner, question([task("a", 600)], days=7, **settings))
        [left] = plan["unplaced"]
        assert left["minutes"] == 600
        assert left["because"]["reason"] == reason or reason is None and left["because"]["reason"] in ("hours", "blocks")


def test_a_chain_waits_for_all_of_what_comes_first(planner):
    chain = [task("a", 60, after=["b"], priority="high"), task("b", 60, after=["c"], priority="low"), task("c", 60)]
    plan, _ = expect_best(planner, question(chain))
    assert [each[0] for each in shown(plan)] == ["c", "b", "a"]
    chain[2]["minutes"] = 2000
    plan, _ = expect_by_the_rules(planner, question(chain))
    assert {each["task"]: each["because"]["reason"] for each in plan["unplaced"]} == {"a": "after", "b": "after", "c": "hours"}
    chain[2]["done"] = True
    plan, _ = expect_best(planner, question(chain))
    assert [each[0] for each in shown(plan)] == ["b", "a"]


def test_what_waits_begins_after_a_pinned_block_too(planner):
    pinned = {"id": "x", "task": "b", "start": "2026-11-21T16:00:00Z", "end": "2026-11-21T17:00:00Z", "pinned": True}
    plan, _ = expect_best(planner, question([task("a", 30, after=["b"]), task("b", 60)], blocks=[pinned]))
    assert shown(plan) == ["b 21 16:00-17:00", "a 21 17:05-17:35"]


def test_a_new_block_in_the_place_of_one_that_was_moved_has_an_id_of_its_own(planner):
    plan, _ = expect_best(planner, question([task("a", 60)]))
    [block] = blocks_of(plan, "study")
    # The person moved it, and then has more to do: the derived id is taken.
    moved = block | {"start": "2026-11-21T16:00:00Z", "end": "2026-11-21T17:00:00Z", "pinned": True}
    plan, _ = expect_best(planner, question([task("a", 120)], blocks=[moved]))
    assert shown(plan) == ["a 20 16:00-17:00", "a 21 16:00-17:00"]
    assert blocks_of(plan, "study")[1]["id"] == block["id"]


def test_spaced_work_is_on_that_many_days(planner):
    plan, _ = expect_by_the_rules(planner, question([task("a", 90, spaced=3)], days=5))
    # Only the last block's end counts, so the others may be at any time of their days.
    assert [each[:4] for each in shown(plan)] == ["a 20", "a 21", "a 22"] and shown(plan)[-1] == "a 22 16:00-16:30"
    # The minimum yields: 20 minutes a day.
    plan, _ = expect_by_the_rules(planner, question([task("a", 60, spaced=3)], days=5))
    assert [each[:4] for each in shown(plan)] == ["a 20", "a 21", "a 22"] and shown(plan)[-1] == "a 22 16:00-16:20"
    plan, _ = expect_by_the_rules(planner, question([task("a", 90, spaced=5)], days=3))
    assert [each["minutes"] for each in plan["unplaced"]] == [30]


@pytest.mark.parametrize("seed", range(100))
def test_small_questions_get_the_best_plan(seed, planner):
    body = Dice(seed, "weeks", grid=5).small_question()
    plan, rule = expect_best(planner, body)
    dice = random.Random(seed)
    assert ask(planner, shuffled(body, dice)).text == ask(planner, body).text
    # With the plan's own blocks as the earlier ones, nothing moves.
    again = body | {"blocks": earlier(rule.problem, plan)}
    same, _ = expect_by_the_rules(planner, again)
    assert places(same) == places(plan)
    assert same["objective"][:4] == [*plan["objective"][:3], 0]
    # After a change it moves as few as can be.
    expect_best(planner, changed(again, rule, dice))


def changed(body, rule, dice):
    """The question after a day in the life of a plan: a block is missed, pinned or done, time is taken, a task is new."""
    body = json.loads(json.dumps(body))
    # Blocks of tasks that others wait for stay as they were.
    waited = {other for each in body["tasks"] for other in each.get("after", [])}
    coming = [
        block for block in body["blocks"]
        if block["kind"] == "study" and seconds(block["start"]) >= rule.problem.now and block["task"] not in waited
        and not any(block[name] for name in FLAGS) and not rule.problem.flexible[block["task"]].get("spaced")]
    if coming:
        block = dice.choice(coming)
        what = dice.choice(["missed", "pinned", "done", "busy"])
        if what == "busy":
            body["busy"].append({"start": block["start"], "end": block["end"]})
        else:
            block[what] = True
            if what == "done":
                minutes = (seconds(block["end"]) - seconds(block["start"])) // 60
                body["tasks"] = [
                    each | {"minutesDone": each.get("minutesDone", 0) + minutes} if each["id"] == block["task"] else each
                    for each in body["tasks"]]
    if dice.random() < 0.4:
        body["tasks"].append(task("new", dice.choice([10, 20, 30]), priority=dice.choice(["high", "low"])))
    return body


@pytest.mark.parametrize("seed", range(2000, 2040))
def test_larger_questions_keep_every_rule(seed, planner):
    body = Dice(seed, "weeks", grid=5).question(tasks=25, days=20)
    plan, rule = expect_by_the_rules(planner, body)
    again, _ = expect_by_the_rules(planner, body | {"blocks": earlier(rule.problem, plan)})
    # To move nothing is one of the plans; a search that proved the first plan to be best finds it again.
    unmoved = [*plan["objective"][:3], 0, *plan["objective"][4:]]
    assert again["objective"] <= unmoved
    if plan["optimal"]:
        assert again["objective"] == unmoved and places(again) == places(plan)


def test_most_small_plans_are_proved_to_be_best(planner):
    bodies = [Dice(seed, "weeks", grid=5).small_question() for seed in range(300, 330)]
    assert sum(preview(planner, body)["optimal"] for body in bodies) >= 27


@pytest.mark.parametrize("zone, day", [
    ("America/New_York", "2026-03-08"), ("America/New_York", "2026-11-01"), ("Australia/Lord_Howe", "2026-10-04"),
])
def test_blocks_over_a_change_of_the_clocks_have_their_elapsed_minutes(zone, day, planner):
    body = question([task("a", 400), task("b", 35, priority="high")], hours={"U": [{"start": "01:00", "end": "04:00"}]})
    body |= {"now": "2026-01-01T00:00:00Z", "from": day, "to": day}
    body["settings"] |= {"timeZone": zone, "break": 0}
    plan, rule = expect_best(planner, body)
    [(start, end)] = rule.problem.hours(rule.problem.first)
    placed = sum(seconds(each["end"]) - seconds(each["start"]) for each in blocks_of(plan, "study"))
    assert placed == end - start and placed != 180 * 60


def test_more_hours_never_make_a_plan_worse(planner):
    whole_days = {day: [{"start": "00:00", "end": "24:00"}] for day in "MTWRFSU"}
    for seed in range(20):
        body = Dice(seed, "weeks", grid=5).small_question()
        plan, more = preview(planner, body), preview(planner, body | {"settings": body["settings"] | {"hours": whole_days}})
        count = 6 if more["optimal"] else 3
        assert more["objective"][:count] <= plan["objective"][:count]


def test_a_thousand_tasks_over_sixteen_weeks_keep_every_rule(planner):
    dice = random.Random(3)
    start = seconds("2026-11-20T00:00:00Z")
    tasks = [
        task(f"t{number}", 5 * dice.randint(2, 30), priority=dice.choice(["high", "medium", "low"]),
             deadline=stamp(start + 86400 * dice.randint(2, 112)))
        for number in range(1000)]
    body = question(tasks, hours={day: [{"start": "09:00", "end": "21:00"}] for day in "MTWRFSU"})
    body["to"] = "2027-03-11"
    plan, rule = expect_by_the_rules(planner, body)
    again, _ = expect_by_the_rules(planner, body | {"blocks": earlier(rule.problem, plan)})
    assert again["objective"] <= [*plan["objective"][:3], 0, *plan["objective"][4:]]
