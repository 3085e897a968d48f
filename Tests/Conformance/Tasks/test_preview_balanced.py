"""The balanced mode: the rules of weeks mode, spread over the days."""

import pytest

from balanced_rule import BalancedRule
from random_problems import Dice
from study_problem import Problem, blocks_of, earlier, expect_sorted, preview, seconds, task

EVENINGS = {day: [{"start": "16:00", "end": "22:00"}] for day in "MTWRFSU"}


def question(tasks, days=7, blocks=(), **settings):
    """A question about the days from Friday, 2026-11-20."""
    return {
        "now": "2026-11-20T00:00:00Z", "from": "2026-11-20", "to": f"2026-11-{19 + days}", "tasks": tasks,
        "settings": {"timeZone": "UTC", "mode": "balanced", "hours": EVENINGS} | settings, "blocks": list(blocks),
    }


def expect_by_the_rules(person, body):
    plan, rule = preview(person, body), BalancedRule(Problem(body))
    try:
        rule.expect_hard_rules(plan)
        expect_sorted(plan)
        assert plan["optimal"] == ("bound" not in plan)
    except (AssertionError, KeyError) as fault:
        raise AssertionError(f"{fault}\n{body}\n{plan}") from fault
    return plan, rule


def minutes_by_day(plan):
    days = {}
    for each in blocks_of(plan, "study"):
        day = int(each["start"][8:10])
        days[day] = days.get(day, 0) + (seconds(each["end"]) - seconds(each["start"])) // 60
    return days


def test_work_is_spread_over_the_days_and_ends_two_days_before_its_deadline(planner):
    essay = task("a", 300, deadline="2026-11-26T17:00:00Z")
    plan, _ = expect_by_the_rules(planner, question([essay]))
    assert minutes_by_day(plan) == {day: 60 for day in range(20, 25)}, "the weekend is not empty"
    assert plan["objective"][:5] == [0] * 5 and plan["objective"][6:] == [0, 0]
    # Where that is not possible, it still fits.
    plan, _ = expect_by_the_rules(planner, question([task("a", 300, deadline="2026-11-21T17:00:00Z")]))
    assert plan["objective"][4] == 0 and minutes_by_day(plan) == {20: 300}
    plan, _ = expect_by_the_rules(planner, question([task("a", 390, deadline="2026-11-21T20:00:00Z")]))
    assert plan["unplaced"] == [] and plan["objective"][4] > 0


def test_the_important_comes_first_where_both_fit(planner):
    body = question([task("a", 60), task("b", 60, priority="high"), task("c", 60, priority="high")], days=1)
    plan, _ = expect_by_the_rules(planner, body)
    assert [each["task"] for each in blocks_of(plan, "study")][2] == "a" and plan["objective"][6] == 0
    plan, _ = expect_by_the_rules(planner, body | {"to": "2026-11-22"})
    assert [each["task"] for each in blocks_of(plan, "study")][2] == "a"
    body["tasks"][1]["earliest"] = body["tasks"][2]["earliest"] = "2026-11-20T17:30:00Z"
    plan, _ = expect_by_the_rules(planner, body)
    assert plan["unplaced"] == [] and plan["objective"][6] == 0


def test_a_long_run_has_a_longer_break(planner):
    plan, _ = expect_by_the_rules(planner, question([task("a", 120), task("b", 120)], days=1))
    first, second = blocks_of(plan, "study")
    assert seconds(second["start"]) - seconds(first["end"]) >= 30 * 60 and plan["objective"][7] == 0
    plan, _ = expect_by_the_rules(
        planner, question([task("a", 120), task("b", 120)], days=1, longestRun=240, longBreak=60))
    first, second = blocks_of(plan, "study")
    assert seconds(second["start"]) - seconds(first["end"]) == 5 * 60
    # Where it does not fit, the work is more important.
    plan, _ = expect_by_the_rules(planner, question([task("a", 340)], days=1))
    assert plan["unplaced"] == [] and plan["objective"][7] > 0


def test_a_new_task_moves_nothing(planner):
    body = question([task("a", 300, deadline="2026-11-26T17:00:00Z"), task("b", 90)])
    plan, rule = expect_by_the_rules(planner, body)
    again = body | {"blocks": earlier(rule.problem, plan)}
    same, _ = expect_by_the_rules(planner, again)
    assert same["blocks"] == plan["blocks"]
    more = again | {"tasks": body["tasks"] + [task("c", 120, priority="high", deadline="2026-11-23T17:00:00Z")]}
    after, _ = expect_by_the_rules(planner, more)
    assert after["objective"][3] == 0 and after["unplaced"] == []
    assert [each for each in blocks_of(after, "study") if each["task"] != "c"] == plan["blocks"]


@pytest.mark.parametrize("seed", range(60))
def test_random_weeks_keep_every_rule(seed, planner):
    body = Dice(seed, "balanced", grid=5).question(tasks=10, days=7)
    body["settings"] |= {"longestRun": 60 + seed % 4 * 30, "longBreak": 10 + seed % 3 * 10}
    plan, rule = expect_by_the_rules(planner, body)
    weeks = preview(planner, body | {"settings": body["settings"] | {"mode": "weeks"}})
    assert plan["objective"][:4] <= weeks["objective"][:4], "no more is left out or moved than in weeks mode"
    again, _ = expect_by_the_rules(planner, body | {"blocks": earlier(rule.problem, plan)})
    assert again["objective"][:4] == [*plan["objective"][:3], 0]
