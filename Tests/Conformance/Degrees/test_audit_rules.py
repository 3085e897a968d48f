"""Each sentence of degrees.md about an audit, in a case of its own through `POST /v1/degrees/audit`."""

import pytest

from degree_asking import AUDIT, asked, expect, item, planned_in, programme, requirement
from degree_audit_rule import Audit, fixed


def audit(person, whole, items=(), terms=None, courses=None):
    """The answer, which must also equal the exhaustive search's."""
    body = {"programme": whole, "record": {"items": list(items)}, "terms": terms or [], "courses": courses or {}}
    answer = asked(person, AUDIT, body)
    expected = Audit(body).answer()
    expect(fixed(answer) == expected, f"expected: {expected}", body, answer)
    return answer


def rows(answer, index=0):
    """The courses of a requirement, as `CMPT 120 done`."""
    return [f"{each['course']} {each['status']}" for each in answer["requirements"][index]["courses"]]


def counted(person, pattern, *codes, courses=None):
    """The codes that match a pattern."""
    whole = programme(requirement("r", pattern, courses=50))
    answer = audit(person, whole, [item(code, "A") for code in codes], courses=courses)
    return {each["course"] for each in answer["requirements"][0]["courses"]}


# 1 and 2: codes and patterns.

@pytest.mark.parametrize("form", ["CMPT 125", "CMPT125", "CMPT-125", "cmpt_125", "cmpt 125", "Cmpt125"])
def test_every_form_of_a_code_means_it_and_answers_have_a_space(form, asker):
    for ours, theirs in (("CMPT 125", form), (form, "CMPT 125")):
        answer = audit(asker, programme(requirement("r", ours)), [item(theirs, "B", credits=4)])
        assert rows(answer) == ["CMPT 125 done"]
    answer = audit(asker, programme(requirement("r", form, credits=4)), [item("CMPT 125", "B")], courses={form: {"credits": 4}})
    assert answer["satisfied"]


@pytest.mark.parametrize("pattern, found", [
    ({"subject": "CMPT"}, {"CMPT 105W", "CMPT 99", "CMPT 225"}),
    ({"subject": "cmpt"}, {"CMPT 105W", "CMPT 99", "CMPT 225"}),
    ({"from": 100, "to": 105}, {"CMPT 105W"}), ({"from": 105, "to": 105}, {"CMPT 105W"}),
    ({"from": 106, "to": 224}, {"MATH 150"}), ({"from": 99, "to": 225}, {"CMPT 105W", "CMPT 99", "CMPT 225", "MATH 150"}),
    ({"subject": "CMPT", "from": 99, "to": 225}, {"CMPT 105W", "CMPT 99", "CMPT 225"}),
    ({"subject": "MATH", "from": 150}, {"MATH 150"}), ({"subject": "CMPT", "to": 99}, {"CMPT 99"}),
    ({"subject": "HIST"}, {"HIST X99"}), ({"subject": "HIST", "from": 0, "to": 999}, set()),
    ({"any": True}, {"CMPT 105W", "CMPT 99", "CMPT 225", "MATH 150", "HIST X99"}),
    ({"any": True, "except": [{"subject": "CMPT"}, {"course": "math150"}]}, {"HIST X99"}),
    # An exception has exceptions of its own.
    ({"any": True, "except": [{"subject": "CMPT", "except": [{"from": 200, "to": 299}]}]}, {"CMPT 225", "MATH 150", "HIST X99"}),
    ({"subject": "CMPT", "except": [{"any": True, "except": [{"any": True, "except": [{"course": "CMPT 99"}]}]}]},
        {"CMPT 105W", "CMPT 225"}),
    ({"course": "CMPT 105"}, set()), ({"course": "CMPT-105w"}, {"CMPT 105W"}),
])
def test_patterns_match(pattern, found, asker):
    assert counted(asker, pattern, "CMPT 105W", "CMPT 99", "CMPT 225", "MATH 150", "HIST X99") == found


def test_attributes_match_exactly(asker):
    courses = {"CMPT 1": {"attributes": ["Quantitative"]}, "CMPT 2": {"attributes": ["quantitative"]},
               "CMPT 3": {"attributes": ["Quantitative "]}, "CMPT 4": {"attributes": ["Writing", "Quantitative"]},
               "CMPT 5": {"attributes": []}}
    found = counted(asker, {"attribute": "Quantitative"}, *courses, "CMPT 6", courses=courses)
    assert found == {"CMPT 1", "CMPT 4"}


def test_a_course_that_is_named_twice_counts_once(asker):
    answer = audit(asker, programme(requirement("r", "CMPT 120", "CMPT120", {"subject": "CMPT"}, courses=2)), [item("CMPT 120", "A")])
    assert rows(answer) == ["CMPT 120 done"] and answer["objective"] == [1, 3, 1, 0]


# 3: credits.

@pytest.mark.parametrize("own, catalog, kind, expected", [
    (4, 3, "taken", 4), (None, 4, "taken", 4), (None, None, "taken", 3), (1.5, 3, "taken", 1.5), (0, 3, "taken", 0),
    (None, 0, "taken", 0), (None, 0.5, "transfer", 0.5), (5, 3, "waiver", 0), (None, 3, "waiver", 0), (2, None, "exam", 2),
])
def test_credits_of_a_course(own, catalog, kind, expected, asker):
    given = item("CMPT 120", None if kind == "waiver" else "A", credits=own, kind=kind)
    answer = audit(asker, programme(requirement("r", "CMPT 120")), [given], courses={"CMPT 120": {"credits": catalog}})
    assert answer["requirements"][0]["courses"][0]["credits"] == expected


def test_a_planned_course_has_the_catalogs_credits_or_three(asker):
    whole = programme(requirement("r", {"any": True}, credits=9))
    answer = audit(asker, whole, terms=planned_in(t202610="CMPT 1, CMPT 2"), courses={"CMPT 1": {"credits": 4.5}})
    assert {each["course"]: each["credits"] for each in answer["requirements"][0]["courses"]} == {"CMPT 1": 4.5, "CMPT 2": 3}
    assert (answer["requirements"][0]["has"], answer["objective"]) == (7.5, [1, 1.5, 0, 0])


# 4: repeats.

@pytest.mark.parametrize("attempts, planned, expected", [
    ([item("C 1", "C", "202410"), item("C 1", "A", "202430")], "", ("done", "202410")),
    ([item("C 1", "F", "202410"), item("C 1", "C", "202430")], "", ("done", "202430")),
    ([item("C 1", "C", "202410"), item("C 1", "A", None, kind="transfer")], "", ("done", None)),
    ([item("C 1", None, "202410", inProgress=True), item("C 1", "C-", "202430")], "", ("done", "202430")),
    ([item("C 1", None, "202430", inProgress=True)], "202410", ("inProgress", "202430")),
    ([item("C 1", "F", "202410")], "202610", ("planned", "202610")),
    ([item("C 1", "C", "202430")], "202410", ("done", "202430")),
])
def test_a_repeated_course_stands_once_with_its_best_attempt(attempts, planned, expected, asker):
    terms = [{"term": planned, "courses": ["C 1"]}] if planned else []
    answer = audit(asker, programme(requirement("r", {"any": True}, courses=2)), attempts, terms)
    [row] = answer["requirements"][0]["courses"]
    assert (row["status"], row["term"]) == expected and answer["leftOver"] == []


def test_of_attempts_in_one_term_the_one_with_more_credits_stands_then_the_one_taken_here(asker):
    whole = programme(requirement("r", "C 1", credits=9), credits=4)
    attempts = [item("C 1", "B", credits=3), item("C 1", "B", credits=4, kind="transfer")]
    for items in (attempts, attempts[::-1]):
        answer = audit(asker, whole, items)
        assert answer["requirements"][0]["has"] == 4, "its credits count once"
    equal = [item("C 1", "B", credits=3, kind="exam"), item("C 1", "B", credits=3)]
    for items in (equal, equal[::-1]):
        [row] = audit(asker, whole, items)["requirements"][0]["courses"]
        assert row.get("kind", "taken") == "taken"


def test_in_each_requirement_it_stands_with_an_attempt_that_is_eligible_there(asker):
    whole = programme(
        requirement("any", "C 1", mayShareWith=["good"]), requirement("good", "C 1", minimumGrade="B"))
    answer = audit(asker, whole, [item("C 1", "D", "202410"), item("C 1", "A-", "202430")])
    assert [each["courses"][0]["term"] for each in answer["requirements"]] == ["202410", "202430"]
    planned = audit(asker, whole, [item("C 1", "D", "202410")], planned_in(t202610="C 1"))
    assert [rows(planned, 0), rows(planned, 1)] == [["C 1 done"], ["C 1 planned"]]
    # A code counts once, by its best status.
    assert planned["objective"] == [0, 0, 1, 0] and planned["satisfied"]


# 5 and 6: grades and minimums.

LADDER = ["F", "D-", "D", "D+", "C-", "C", "C+", "B-", "B", "B+", "A-", "A", "A+"]


@pytest.mark.parametrize("minimum", LADDER[1:])
def test_letters_are_ordered(minimum, asker):
    whole = programme(requirement("r", {"any": True}, courses=50, minimumGrade=minimum))
    answer = audit(asker, whole, [item(f"C {number}", grade) for number, grade in enumerate(LADDER)])
    found = {each["course"] for each in answer["requirements"][0]["courses"]}
    assert found == {f"C {number}" for number in range(LADDER.index(minimum), len(LADDER))}
    assert answer["leftOver"] == [f"C {number}" for number in sorted(range(1, LADDER.index(minimum)), key=str)]


@pytest.mark.parametrize("grade, counts", [
    ("50%", True), ("49%", False), ("0%", False), ("100%", True), ("P", True), ("S", True), ("CR", True), ("TR", True),
    *[(grade, False) for grade in "F N NC U W WD WE I IP AU DE".split()], (None, True), ("D-", True),
])
def test_which_grades_count(grade, counts, asker):
    answer = audit(asker, programme(requirement("r", "C 1")), [item("C 1", grade), item("C 2", grade)])
    assert rows(answer) == (["C 1 done"] if counts else [])
    # A course that does not count is not left over either.
    assert answer["leftOver"] == (["C 2"] if counts else [])


@pytest.mark.parametrize("grade, minimum, meets", [
    ("72%", "70%", True), ("70%", "70%", True), ("69%", "70%", False), ("99%", "D-", False), ("A+", "50%", False),
    ("P", "D-", False), ("S", "D-", False), ("CR", "D-", False), (None, "D-", False), ("100%", "9%", True),
])
def test_percentages_compare_with_percentages_alone_and_passes_meet_no_minimum(grade, minimum, meets, asker):
    answer = audit(asker, programme(requirement("r", "C 1", minimumGrade=minimum)), [item("C 1", grade)])
    assert rows(answer) == (["C 1 done"] if meets else []) and answer["leftOver"] == ([] if meets else ["C 1"])


@pytest.mark.parametrize("given, meets", [
    (item("C 1", kind="waiver", reason="Known"), True), (item("C 1", kind="transfer"), True), (item("C 1", kind="exam"), True),
    (item("C 1", inProgress=True), True), (item("C 1", "C", kind="transfer"), False), (item("C 1", "A", kind="transfer"), True),
    (item("C 1", "B", kind="exam"), False), (item("C 1", "A-", kind="exam"), True), (item("C 1"), False),
    (item("C 1", "TR", kind="transfer"), False),
])
def test_what_meets_any_minimum(given, meets, asker):
    answer = audit(asker, programme(requirement("r", "C 1", minimumGrade="A-")), [given])
    assert (answer["requirements"][0]["status"] != "missing") == meets
    assert audit(asker, programme(requirement("r", "C 1", minimumGrade="A-")), terms=planned_in(t202610="C 1"))["satisfied"]


# 7 to 9: waivers, requirements, beyond need.

def test_a_waiver_is_done_and_one_course_and_no_credits(asker):
    waived = [item("C 1", kind="waiver", credits=4, term=None)]
    answer = audit(asker, programme(requirement("r", "C 1")), waived)
    assert (rows(answer), answer["satisfied"], answer["objective"]) == (["C 1 done"], True, [0, 0, 1, 0])
    answer = audit(asker, programme(requirement("r", "C 1", credits=1)), waived)
    assert (rows(answer), answer["objective"]) == ([], [1, 1, 0, 0])
    assert not audit(asker, programme(requirement("r", "C 1"), credits=1), waived)["satisfied"]


def test_a_waived_course_that_was_also_taken_counts_for_credits(asker):
    items = [item("C 1", kind="waiver", term=None), item("C 1", "B", credits=4)]
    answer = audit(asker, programme(requirement("r", "C 1", credits=4)), items)
    assert answer["satisfied"] and answer["requirements"][0]["courses"][0]["term"] == "202430"


def test_needs_and_has_are_in_the_unit_of_the_requirement_and_has_is_not_capped(asker):
    whole = programme(requirement("n", {"subject": "N"}, courses=2), requirement("c", {"subject": "C"}, credits=5.5))
    answer = audit(asker, whole, [item("N 1", "A", credits=4), item("C 1", "A", credits=3), item("C 2", "A", credits=4)])
    assert [(each["needs"], each["has"], each["status"]) for each in answer["requirements"]] == [
        (2, 1, "missing"), (5.5, 7, "done")]


def test_no_requirement_holds_a_course_that_it_does_not_need(asker):
    items = [item(f"C {number}", "A", term=f"2024{number}0", credits=number) for number in (1, 2, 3)]
    answer = audit(asker, programme(requirement("r", {"any": True}, credits=3)), items)
    # C 1 and C 2 make three credits as C 3 does; with all three, some would be spare.
    assert rows(answer) == ["C 1 done", "C 2 done"] and answer["leftOver"] == ["C 3"]
    answer = audit(asker, programme(requirement("r", {"any": True}, courses=2)), items)
    assert rows(answer) == ["C 1 done", "C 2 done"] and answer["leftOver"] == ["C 3"]


def test_done_courses_that_are_needed_together_beat_one(asker):
    # One course of 4 would do; two of 2 also, and more courses count.
    items = [item("C 1", "A", "202410", credits=4), item("C 2", "A", credits=2), item("C 3", "A", credits=2)]
    answer = audit(asker, programme(requirement("r", {"any": True}, credits=4)), items)
    assert rows(answer) == ["C 2 done", "C 3 done"] and answer["leftOver"] == ["C 1"]


def test_a_course_of_no_credits_counts_as_a_course_but_fills_no_credits(asker):
    lab = [item("C 1", "A", credits=0)]
    assert rows(audit(asker, programme(requirement("r", {"any": True}, credits=3)), lab)) == []
    assert rows(audit(asker, programme(requirement("r", {"any": True}, courses=1)), lab)) == ["C 1 done"]


# 10: sharing.

def test_a_course_counts_for_one_requirement_unless_it_may_be_shared(asker):
    plain = programme(requirement("a", "C 1"), requirement("b", "C 1"))
    answer = audit(asker, plain, [item("C 1", "A")])
    assert [rows(answer, 0), rows(answer, 1)] == [["C 1 done"], []]
    for first, second in ((["b"], []), ([], ["a"])):
        shared = programme(requirement("a", "C 1", mayShareWith=first), requirement("b", "C 1", credits=3, mayShareWith=second))
        answer = audit(asker, shared, [item("C 1", "A", credits=3)])
        assert answer["satisfied"] and answer["requirements"][1]["has"] == 3 and answer["objective"] == [0, 0, 1, 0]


def test_a_course_counts_for_two_requirements_at_most(asker):
    ids = ["a", "b", "c"]
    whole = programme(*[requirement(id, "C 1", mayShareWith=[each for each in ids if each != id]) for id in ids])
    answer = audit(asker, whole, [item("C 1", "A")])
    assert [len(each["courses"]) for each in answer["requirements"]] == [1, 1, 0]


def test_sharing_does_not_pass_on(asker):
    whole = programme(
        requirement("a", "C 1", mayShareWith=["b"]), requirement("b", "C 9"), requirement("c", "C 1", mayShareWith=["b"]))
    assert [len(each["courses"]) for each in audit(asker, whole, [item("C 1", "A")])["requirements"]] == [1, 0, 0]


# 11 and 12: status and totals.

def test_a_status_is_that_of_the_worst_course(asker):
    items = [item("C 1", "A"), item("C 2", inProgress=True)]
    terms = planned_in(t202610="C 3")
    for number, status in ((1, "done"), (2, "inProgress"), (3, "planned"), (4, "missing")):
        answer = audit(asker, programme(requirement("r", {"any": True}, courses=number)), items, terms)
        assert answer["requirements"][0]["status"] == status
        assert answer["satisfied"] == (status != "missing")


def test_both_totals_must_be_reached_and_are_not_in_the_objective(asker):
    items = [item("C 1", "A", credits=3), item("C 2", kind="transfer", credits=4), item("C 3", "F", credits=9)]
    terms = planned_in(t202610="C 4")
    for totals, reached in [
        ({"credits": 10}, True), ({"credits": 10.5}, False), ({"residencyCredits": 6}, True), ({"residencyCredits": 6.5}, False),
        ({"credits": 10, "residencyCredits": 6}, True), ({"credits": 11, "residencyCredits": 6}, False),
    ]:
        answer = audit(asker, programme(requirement("r", "C 1"), **totals), items, terms)
        assert answer["satisfied"] == reached and answer["objective"] == [0, 0, 1, 0]


def test_a_repeated_course_is_in_a_total_once(asker):
    items = [item("C 1", "C", "202410", credits=3), item("C 1", "A", "202430", credits=3)]
    answer = audit(asker, programme(requirement("r", "C 1"), credits=6), items, planned_in(t202610="C 1"))
    assert not answer["satisfied"]


def test_a_programme_without_requirements_is_satisfied(asker):
    answer = audit(asker, programme(), [item("C 1", "A")])
    assert answer["satisfied"] and (answer["leftOver"], answer["objective"]) == (["C 1"], [0, 0, 0, 0])


# 13 and 14: the objective and ties.

def test_fewer_unsatisfied_requirements_come_before_missing_credits(asker):
    whole = programme(
        requirement("one", "C 1"), requirement("many", "C 1", "C 2", "C 3", courses=3), requirement("two", "C 2"))
    answer = audit(asker, whole, [item("C 1", "A"), item("C 2", "A")])
    assert [each["has"] for each in answer["requirements"]] == [1, 0, 1] and answer["objective"] == [1, 9, 2, 0]


def test_a_lacking_course_is_three_missing_credits(asker):
    whole = programme(requirement("n", "C 1", courses=2), requirement("c", "C 2", credits=7.5))
    answer = audit(asker, whole, [item("C 2", "A", credits=4)])
    assert answer["objective"] == [2, 6 + 3.5, 1, 0]


def test_done_beats_in_progress_beats_planned(asker):
    items, terms = [item("C 2", None, "202510", inProgress=True), item("C 3", "D", "202520")], planned_in(t202410="C 1")
    whole = programme(requirement("r", {"any": True}, courses=2))
    assert rows(audit(asker, whole, items, terms)) == ["C 2 inProgress", "C 3 done"]


def test_requirements_in_order_take_the_first_courses_by_term_then_code(asker):
    whole = programme(requirement("a", {"any": True}), requirement("b", {"any": True}))
    items = [item("C 3", "A", "202410"), item("C 2", "A", "202430"), item("C 1", "A", "202430"), item("D 9", "A", None)]
    answer = audit(asker, whole, items)
    assert [rows(answer, 0), rows(answer, 1)] == [["D 9 done"], ["C 3 done"]] and answer["leftOver"] == ["C 1", "C 2"]


def test_a_list_that_ends_first_comes_after(asker):
    # Of 3 courses, the first requirement may have two of 2 credits or the one of 4; the second takes one that is left.
    whole = programme(requirement("a", {"any": True}, credits=4), requirement("b", {"any": True}, courses=2))
    items = [item("C 1", "A", credits=2), item("C 2", "A", credits=2), item("C 3", "A", credits=4), item("C 4", "A", credits=2)]
    answer = audit(asker, whole, items)
    assert [rows(answer, 0), rows(answer, 1)] == [["C 1 done", "C 2 done"], ["C 3 done", "C 4 done"]]


def test_rows_and_what_is_left_over_stand_by_term_then_code(asker):
    items = [item("D 1", "A", "202430"), item("C 10", "A", "202430"), item("C 9", "A", "202430"), item("X 1", "A", "202310"),
             item("Y 1", kind="transfer", term=None)]
    answer = audit(asker, programme(requirement("r", {"any": True}, courses=9)), items)
    assert [row.split(" done")[0] for row in rows(answer)] == ["Y 1", "X 1", "C 10", "C 9", "D 1"]
    assert audit(asker, programme(), items)["leftOver"] == ["Y 1", "X 1", "C 10", "C 9", "D 1"]


def test_summer_lies_between_spring_and_fall(asker):
    items = [item("C 1", "A", "202530"), item("C 2", "A", "202520"), item("C 3", "A", "202510"), item("C 4", "A", "202430")]
    assert audit(asker, programme(), items)["leftOver"] == ["C 4", "C 3", "C 2", "C 1"]


# The question itself.

def test_absent_parts_are_empty(asker):
    for body in ({}, {"record": {"items": []}}, {"terms": []}, {"courses": {}}, {"record": None, "terms": None, "courses": None}):
        answer = asked(asker, AUDIT, {"programme": programme(requirement("r", "C 1"))} | body)
        assert answer["objective"] == [1, 3, 0, 0] and answer["leftOver"] == []


def test_nothing_of_a_question_is_stored(asker):
    before = [asker.get(path) for path in ("/v1/me/record", "/v1/me/plans", "/v1/programmes")]
    audit(asker, programme(requirement("r", "C 1")), [item("C 1", "A")], planned_in(t202610="C 2"))
    assert [asker.get(path) for path in ("/v1/me/record", "/v1/me/plans", "/v1/programmes")] == before
