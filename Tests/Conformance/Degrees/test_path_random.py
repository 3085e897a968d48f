"""`POST /v1/degrees/path` against a plain checker and an exhaustive search on random small programmes."""

import random

import pytest

from degree_asking import PATH, asked, expect
from degree_path_rule import Way, courses_in
from degree_random_paths import PathDice

KINDS = {"cycle", "notOffered", "credits", "prerequisite", "programme"}


def expect_earliest(person, body):
    """The answer, which must keep every rule and end in the earliest term."""
    answer, way = asked(person, PATH, body), Way(body)
    earliest = way.earliest()
    if earliest is None:
        expect_infeasible(answer, body, way)
        return answer
    expect(answer["feasible"], f"it can be finished in {earliest or 'no term'}", body, answer)
    expect(not answer.get("because"), "a feasible path has no cause", body, answer)
    faults = way.faults(answer)
    expect(not faults, "; ".join(faults), body, answer)
    expect((answer["graduates"] or "") == earliest, f"the earliest term is {earliest}", body, answer)
    expect(answer["optimal"], "it is proved for programmes as small as this", body, answer)
    return answer


def expect_infeasible(answer, body, way):
    expect(not answer["feasible"], "it cannot be finished", body, answer)
    expect(answer["graduates"] is None and answer["critical"] == [], "nothing is graduated", body, answer)
    causes = answer.get("because") or []
    expect(causes and all(each["kind"] in KINDS and each["detail"] for each in causes), "causes are named", body, answer)
    known = set(way.candidates()) | set(way.record) | way.named
    for each in causes:
        codes = set(each["courses"])
        expect(codes <= known, "a cause names courses of the question", body, answer)
        if each["kind"] == "cycle":
            expect(codes and all(codes & courses_in(way.trees.get(code, {"all": []})) for code in codes),
                   "each course of a cycle needs another", body, answer)


# In the last, a course was once planned without need, or is planned only to name another.
@pytest.mark.parametrize("seed", [*range(150), 6154, 7848, 10181, 10601, 11627, 11716])
def test_random_paths_keep_every_rule_and_are_the_earliest(seed, asker):
    expect_earliest(asker, PathDice(seed).question())


@pytest.mark.parametrize("seed", range(1000, 1040))
def test_the_order_of_the_input_changes_no_path(seed, asker):
    body = PathDice(seed).question()
    answer = expect_earliest(asker, body)
    dice = random.Random(seed)
    dice.shuffle(body["record"]["items"])
    for name in ("courses", "offered", "prerequisites"):
        body[name] = dict(dice.sample(list(body[name].items()), len(body[name])))
    again = asked(asker, PATH, body)
    expect(again == answer, "the order of the input changed the answer", body, [answer, again])


@pytest.mark.parametrize("seed", range(2000, 2040))
def test_more_time_credits_or_seasons_never_delay_a_path(seed, asker):
    body = PathDice(seed).question()
    before = expect_earliest(asker, body)
    for easier in (body | {"offered": {}}, body | {"creditsPerTerm": 21}, body | {"prerequisites": {}}):
        after = asked(asker, PATH, easier)
        expect(not before["feasible"] or after["feasible"], "what is easier became infeasible", easier, [before, after])
        expect(not before["feasible"] or (after["graduates"] or "") <= (before["graduates"] or ""),
               "what is easier ends later", easier, [before, after])
