"""`POST /v1/degrees/audit` against an exhaustive search on random small programmes."""

import random

import pytest

from degree_asking import AUDIT, asked, expect
from degree_audit_rule import Audit, fixed
from degree_random_programmes import ProgrammeDice


def expect_the_best(person, body):
    """The answer, which must equal the exhaustive search's in all that the contract fixes."""
    answer, rule = asked(person, AUDIT, body), Audit(body)
    expected = rule.answer()
    readings = rule.totals_readings()
    if len(set(readings)) > 1 and not any(each["status"] == "missing" for each in expected["requirements"]):
        expected["satisfied"] = answer["satisfied"]
    expect(fixed(answer) == expected, f"expected: {expected}", body, answer)
    expect(answer.get("optimal", True), "it is proved for programmes as small as this", body, answer)
    return answer


@pytest.mark.parametrize("seed", range(200))
def test_random_programmes_equal_an_exhaustive_search(seed, asker):
    expect_the_best(asker, ProgrammeDice(seed).question())


@pytest.mark.parametrize("seed", range(1000, 1060))
def test_the_order_of_the_input_and_the_form_of_codes_change_nothing(seed, asker):
    dice = ProgrammeDice(seed)
    body = dice.question()
    answer = expect_the_best(asker, body)
    dice = random.Random(seed)
    for items in (body["record"]["items"], body["terms"], *(term["courses"] for term in body["terms"])):
        dice.shuffle(items)
    body["courses"] = dict(dice.sample(list(body["courses"].items()), len(body["courses"])))
    again = asked(asker, AUDIT, body)
    expect(fixed(again) == fixed(answer), "the order of the input changed the answer", body, [answer, again])


@pytest.mark.parametrize("seed", range(2000, 2040))
def test_one_question_has_one_answer(seed, asker):
    body = ProgrammeDice(seed).question(most=10**9)
    first, second = asked(asker, AUDIT, body), asked(asker, AUDIT, body)
    expect(first == second, "two answers differ", body, [first, second])
