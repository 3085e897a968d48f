"""Each sentence of degrees.md about a path, in a case of its own through `POST /v1/degrees/path`."""

import pytest

from degree_asking import PATH, asked, expect, item, programme, requirement
from degree_path_rule import Plan, Way

ALL = {"all": []}


def named(*codes, **fields):
    """A requirement of all these courses."""
    return requirement("named", *codes, courses=len(codes), **fields)


def question(whole, items=(), **fields):
    """Of a programme, or of one requirement."""
    whole = whole if "requirements" in whole else programme(whole)
    return {"programme": whole, "record": {"items": list(items)}, "from": "202610", "creditsPerTerm": 15} | fields


def path(person, whole, items=(), **fields):
    """A feasible answer, which keeps every rule and is the earliest."""
    body = question(whole, items, **fields)
    answer, way = asked(person, PATH, body), Way(body)
    faults = way.faults(answer) if answer["feasible"] else ["it is feasible"]
    expect(not faults, "; ".join(faults), body, answer)
    expect((answer["graduates"] or "") == way.earliest(), f"the earliest term is {way.earliest()}", body, answer)
    return answer


def causes(person, whole, items=(), **fields):
    """The causes of an answer that is not feasible, as (kind, courses)."""
    body = question(whole, items, **fields)
    answer = asked(person, PATH, body)
    assert Way(body).earliest() is None, "the case itself is wrong"
    expect(not answer["feasible"] and answer["graduates"] is None, "it cannot be finished", body, answer)
    return [(each["kind"], sorted(each["courses"])) for each in answer["because"]]


def placed(answer):
    return {code: each["term"] for each in answer["terms"] for code in each["courses"]}


def electives(answer):
    """All elective credits by requirement."""
    found = {}
    for each in answer["terms"]:
        for one in each["electives"]:
            found[one["requirement"]] = found.get(one["requirement"], 0) + one["credits"]
    return found


def course(code, **fields):
    return {"course": code} | fields


# 15 and 22: terms.

def test_terms_go_from_spring_to_summer_to_fall(asker):
    chain = {"C 2": course("C 1"), "C 3": course("C 2"), "C 4": course("C 3")}
    answer = path(asker, named("C 1", "C 2", "C 3", "C 4"), prerequisites=chain, **{"from": "202520"})
    assert placed(answer) == {"C 1": "202520", "C 2": "202530", "C 3": "202610", "C 4": "202620"}


@pytest.mark.parametrize("limits, graduates", [
    (3, "202630"), (6, "202620"), (9, "202610"), ({"spring": 3, "summer": 3, "fall": 3}, "202630"), ({"fall": 6}, "202730"),
    ({"spring": 3, "fall": 3}, "202710"), ({"summer": 9}, "202620"), ({"spring": 0, "fall": 9}, "202630"), (8.5, "202620"),
])
def test_credits_of_a_term_are_a_number_or_one_for_each_season(limits, graduates, asker):
    assert path(asker, named("C 1", "C 2", "C 3"), creditsPerTerm=limits)["graduates"] == graduates


def test_a_season_without_credits_has_no_course_even_of_no_credits(asker):
    answer = path(asker, named("C 1"), creditsPerTerm={"fall": 3}, courses={"C 1": {"credits": 0}})
    assert placed(answer) == {"C 1": "202630"}
    assert placed(path(asker, named("C 1"), creditsPerTerm=0.5, courses={"C 1": {"credits": 0}})) == {"C 1": "202610"}


def test_a_course_is_not_divided_over_terms(asker):
    answer = path(asker, named("C 1", "C 2"), creditsPerTerm=5, courses={"C 1": {"credits": 5}, "C 2": {"credits": 1}})
    assert answer["graduates"] == "202620"


@pytest.mark.parametrize("offered, graduates", [
    ({}, "202610"), ({"C 1": ["fall"]}, "202630"), ({"c-1": ["summer", "fall"]}, "202620"), ({"C1": ["spring"]}, "202610"),
    ({"C 2": []}, "202610"),
])
def test_courses_stand_in_terms_in_which_they_are_offered(offered, graduates, asker):
    assert path(asker, named("C 1"), offered=offered)["graduates"] == graduates


def test_two_courses_of_one_season_a_year_apart(asker):
    answer = path(asker, named("C 1", "C 2"), prerequisites={"C 2": course("C 1")}, offered={"C 1": ["fall"], "C 2": ["fall"]})
    assert placed(answer) == {"C 1": "202630", "C 2": "202730"} and answer["critical"] == ["C 1", "C 2"]


def test_the_horizon_is_36_terms(asker):
    codes = [f"C {number}" for number in range(100, 136)]
    chain = {after: course(before) for before, after in zip(codes, codes[1:])}
    body = question(programme(named(*codes)), prerequisites=chain)
    answer = asked(asker, PATH, body)
    expect(answer["feasible"] and answer["graduates"] == "203730" and answer["critical"] == codes,
           "36 courses in a row fill 36 terms", body, answer)
    more = question(programme(named(*codes, "C 136")), prerequisites=chain | {"C 136": course("C 135")})
    answer = asked(asker, PATH, more)
    expect(not answer["feasible"], "37 do not fit", more, answer)


def test_nothing_remains(asker):
    for items in ([item("C 1", "B")], [item("C 1", inProgress=True)], [item("C 1", kind="waiver")]):
        answer = path(asker, named("C 1"), items)
        assert (answer["graduates"], placed(answer), answer["critical"], answer["optimal"]) == (None, {}, [], True)


# 18 to 20: trees.

@pytest.mark.parametrize("tree, count", [
    (course("C 1"), 2), (course("C 1", concurrent=True), 1), ({"all": [course("C 1"), course("C 2")]}, 2),
    ({"any": [course("C 1"), course("C 2")]}, 2), ({"any": [course("C 1"), course("C 2", concurrent=True)]}, 1),
    ({"atLeast": 2, "of": [course("C 1", concurrent=True), course("C 2"), course("C 3", concurrent=True)]}, 1),
    ({"highSchool": "Pre-Calculus 12"}, 1), ({"permission": True}, 1), ({"unknown": "A portfolio"}, 1), (ALL, 1),
    ({"all": [{"unknown": "A portfolio"}, course("C 1")]}, 2), ({"any": [{"unknown": "A portfolio"}, course("C 1")]}, 2),
    ({"any": [{"permission": True}, course("C 1", concurrent=True)]}, 1),
    ({"any": [{"highSchool": "Physics 12"}, course("C 1")]}, 1),
    ({"atLeast": 2, "of": [{"permission": True}, course("C 1")]}, 2), ({"atLeast": 2, "of": [{"permission": True}, {"unknown": "x"}]}, 1),
    ({"atLeast": 0, "of": [course("C 1")]}, 1), ({"level": 1}, 1), ({"credits": 0}, 1), ({"credits": 3}, 2), ({"credits": 15}, 2),
    ({"credits": 16}, 3), ({"level": 2}, 3), ({"level": 3}, 5), ({"credits": 6, "subject": "C"}, 2),
    ({"credits": 3, "subject": "C", "from": 2, "to": 2}, 2),
])
def test_trees_are_met_before_the_term_or_in_it(tree, count, asker):
    """All three courses are required, and the last has the tree."""
    answer = path(asker, named("C 1", "C 2", "C 9"), prerequisites={"C 9": tree}) if "C 3" not in str(tree) else path(
        asker, named("C 1", "C 2", "C 3", "C 9"), prerequisites={"C 9": tree})
    assert answer["graduates"] == ["202610", "202620", "202630", "202710", "202720"][count - 1]


def test_removed_texts_are_told(asker):
    tree = {"all": [{"unknown": "A portfolio of works"}, {"any": [{"unknown": "An audition"}, course("C 1")]}]}
    answer = path(asker, named("C 1", "C 9"), prerequisites={"C 9": tree})
    assert {"A portfolio of works", "An audition"} <= set(answer["assumed"])
    assert path(asker, named("C 1"), prerequisites={"C 1": ALL})["assumed"] == []


def test_each_assumption_names_its_course(asker):
    tree = {"all": [{"unknown": "One W course"}, {"permission": True}]}
    answer = path(asker, named("C 1", "C 2"), prerequisites={"C 1": tree, "C 2": {"unknown": "One W course"}})
    assert answer["assumed"] == ["One W course", "permission"]
    assert answer["assumptions"] == [
        {"course": "C 1", "text": "One W course"}, {"course": "C 1", "text": "permission"}, {"course": "C 2", "text": "One W course"}]


def test_a_course_in_a_tree_is_planned_though_no_requirement_names_it(asker):
    answer = path(asker, named("C 9"), prerequisites={"C 9": course("C 5"), "C 5": course("C 1")})
    assert placed(answer) == {"C 1": "202610", "C 5": "202620", "C 9": "202630"} and answer["critical"] == ["C 1", "C 5", "C 9"]


def test_branches_are_chosen(asker):
    trees = {"C 9": {"any": [course("C 5"), course("D 5")]}, "C 5": course("C 1"), "D 5": {"credits": 0}}
    assert placed(path(asker, named("C 9"), prerequisites=trees)) == {"D 5": "202610", "C 9": "202620"}
    never = placed(path(asker, named("C 9"), prerequisites=trees, offered={"D 5": []}))
    assert never == {"C 1": "202610", "C 5": "202620", "C 9": "202630"}


def test_of_courses_to_choose_from_the_earliest_are_chosen(asker):
    whole = programme(requirement("two", "C 1", "C 2", "C 3", courses=2))
    answer = path(asker, whole, offered={"C 1": ["fall"]})
    assert sorted(placed(answer)) == ["C 2", "C 3"] and answer["graduates"] == "202610"


def test_credits_in_progress_count_before_the_first_term(asker):
    items = [item("D 1", "A", credits=10), item("D 2", inProgress=True, credits=20, term="202530")]
    answer = path(asker, named("C 1", "C 2"), items, prerequisites={"C 1": {"level": 2}, "C 2": course("D 2", minimumGrade="B")})
    assert answer["graduates"] == "202610" and electives(answer) == {}


# 21: electives.

def test_slots_without_a_named_course_are_electives(asker):
    whole = programme(
        named("C 1"), requirement("two", {"subject": "HIST"}, courses=2), requirement("some", {"attribute": "W"}, credits=4.5))
    answer = path(asker, whole)
    # Whole credits, 3 a course.
    assert placed(answer) == {"C 1": "202610"} and electives(answer) == {"two": 6, "some": 5} and answer["graduates"] == "202610"
    assert path(asker, whole, creditsPerTerm=7)["graduates"] == "202620"


def test_electives_may_be_divided_over_terms(asker):
    answer = path(asker, programme(requirement("one", {"any": True}, courses=1)), creditsPerTerm=1)
    assert [each["electives"] for each in answer["terms"]] == [[{"requirement": "one", "credits": 1}]] * 3


def test_a_named_course_may_fill_a_slot(asker):
    whole = programme(requirement("base", "C 1", courses=1), requirement("slot", {"subject": "C"}, courses=1))
    answer = path(asker, whole, prerequisites={"C 1": course("C 0")})
    assert placed(answer) == {"C 0": "202610", "C 1": "202620"} and electives(answer) == {}


def test_a_slot_with_a_named_course_and_others_takes_either(asker):
    whole = programme(requirement("slot", "C 1", {"subject": "D"}, courses=1))
    answer = path(asker, whole, offered={"C 1": ["fall"]})
    assert answer["graduates"] == "202610" and electives(answer) == {"slot": 3}


@pytest.mark.parametrize("totals, credits", [({"credits": 10}, 7), ({"residencyCredits": 8}, 5), ({"credits": 4.5}, 2), ({"credits": 3}, 0)])
def test_missing_totals_are_electives_of_no_requirement(totals, credits, asker):
    answer = path(asker, programme(named("C 1"), **totals))
    assert electives(answer) == ({None: credits} if credits else {})


def test_transfers_count_for_one_total_alone(asker):
    items = [item("T 1", kind="transfer", credits=9)]
    answer = path(asker, programme(named("C 1"), credits=12, residencyCredits=6), items)
    assert electives(answer) == {None: 3}


def test_standing_is_filled_with_electives(asker):
    answer = path(asker, named("C 1"), prerequisites={"C 1": {"level": 2}}, creditsPerTerm=10)
    assert placed(answer) == {"C 1": "202710"} and electives(answer) == {None: 30}


def test_credits_of_a_subject_are_not_filled_with_electives(asker):
    whole = programme(named("C 1", "D 1", "D 2"))
    answer = path(asker, whole, prerequisites={"C 1": {"credits": 6, "subject": "D"}}, offered={"D 2": ["fall"]})
    assert placed(answer)["C 1"] == "202710" and electives(answer) == {}


# 22 and 23: what is planned again, and nothing superfluous.

def test_passed_courses_are_planned_again_only_for_a_minimum(asker):
    taken = [item("C 1", "C", "202530")]
    assert placed(path(asker, named("C 1", "C 2"), taken, prerequisites={"C 2": course("C 1")})) == {"C 2": "202610"}
    again = path(asker, named("C 1", "C 2"), taken, prerequisites={"C 2": course("C 1", minimumGrade="B")})
    assert placed(again) == {"C 1": "202610", "C 2": "202620"}
    assert placed(path(asker, named("C 1", minimumGrade="B"), taken)) == {"C 1": "202610"}
    failed = [item("C 1", "F", "202530")]
    assert placed(path(asker, named("C 1"), failed)) == {"C 1": "202610"}


def test_a_course_that_is_planned_again_counts_once_in_a_total(asker):
    answer = path(asker, programme(named("C 1", minimumGrade="B"), credits=6), [item("C 1", "C")])
    assert electives(answer) == {None: 3}


def test_nothing_superfluous_is_planned(asker):
    trees = {"C 9": {"any": [course("C 1"), course("C 2")]}, "C 8": {"any": [course("C 2"), course("C 3")]}}
    answer = path(asker, named("C 8", "C 9"), prerequisites=trees)
    # Two are as good as three; which two is not said, but none may be left out.
    assert answer["graduates"] == "202620" and "optimal" in answer


# 25: the critical chain.

def test_the_critical_chain_holds_the_term(asker):
    trees = {"C 2": course("C 1"), "C 3": course("C 2"), "D 2": course("D 1")}
    answer = path(asker, named("C 1", "C 2", "C 3", "D 1", "D 2"), prerequisites=trees)
    assert answer["critical"] == ["C 1", "C 2", "C 3"] and answer["graduates"] == "202630"


def test_no_chain_holds_what_credits_hold(asker):
    assert path(asker, named("C 1", "C 2", "C 3"), creditsPerTerm=3)["critical"] == []


def test_one_course_may_hold_the_term(asker):
    assert path(asker, named("C 1", "C 2"), offered={"C 2": ["fall"]})["critical"] == ["C 2"]


def test_seasons_without_credits_are_in_the_chain(asker):
    answer = path(asker, named("C 1", "C 2"), prerequisites={"C 2": course("C 1")}, creditsPerTerm={"fall": 15, "spring": 15})
    assert answer["graduates"] == "202630" and answer["critical"] == ["C 1", "C 2"]


# 24: causes.

def test_a_cycle_is_named(asker):
    trees = {"C 1": course("C 2"), "C 2": course("C 3"), "C 3": course("C 1"), "C 4": course("C 3")}
    assert causes(asker, programme(named("C 4", "D 1")), prerequisites=trees) == [("cycle", ["C 1", "C 2", "C 3"])]
    assert causes(asker, programme(named("C 1")), prerequisites={"C 1": course("c1")}) == [("cycle", ["C 1"])]


def test_a_cycle_with_a_way_around_it_is_none(asker):
    trees = {"C 1": {"any": [course("C 2"), course("D 1")]}, "C 2": course("C 1")}
    answer = path(asker, named("C 1", "C 2"), prerequisites=trees)
    assert placed(answer) == {"D 1": "202610", "C 1": "202620", "C 2": "202630"}


def test_corequisites_of_each_other_are_taken_together(asker):
    trees = {"C 1": course("C 2", concurrent=True), "C 2": course("C 1", concurrent=True)}
    assert path(asker, named("C 1", "C 2"), prerequisites=trees)["graduates"] == "202610"


@pytest.mark.parametrize("offered, limits", [({"C 1": []}, 15), ({"C 1": ["summer"]}, {"fall": 15, "spring": 15})])
def test_a_course_that_is_never_offered_is_named(offered, limits, asker):
    assert causes(asker, programme(named("C 1", "C 2")), offered=offered, creditsPerTerm=limits) == [("notOffered", ["C 1"])]


def test_a_course_with_more_credits_than_a_term_is_named(asker):
    found = causes(asker, programme(named("C 1", "C 2")), courses={"C 1": {"credits": 20}})
    assert found == [("credits", ["C 1"])]


def test_a_prerequisite_that_cannot_be_met_is_named(asker):
    [(kind, codes)] = causes(asker, programme(named("C 1")), prerequisites={"C 1": {"credits": 6, "subject": "HIST"}})
    assert kind == "prerequisite" and codes == ["C 1"]
    [(kind, codes)] = causes(asker, programme(named("C 1")), prerequisites={"C 1": {"atLeast": 2, "of": [course("D 1")]}})
    assert kind == "prerequisite" and codes == ["C 1"]


def test_a_prerequisite_that_is_never_offered_is_named_alone(asker):
    found = causes(asker, programme(named("C 1", "E 1")), prerequisites={"C 1": course("D 1")}, offered={"D 1": []})
    [(kind, codes)] = found
    assert kind in ("notOffered", "prerequisite") and "D 1" in codes and "E 1" not in codes


def test_a_requirement_that_can_never_be_met_is_named(asker):
    [(kind, _)] = causes(asker, programme(requirement("r", "C 1", "C 2", courses=3)))
    assert kind == "programme"
    shared = programme(requirement("a", "C 1"), requirement("b", "C 1"))
    assert causes(asker, shared)[0][0] == "programme"
    assert path(asker, programme(requirement("a", "C 1", mayShareWith=["b"]), requirement("b", "C 1")))["graduates"] == "202610"


def test_causes_are_minimal(asker):
    """Two faults, each enough: no cause names what has no part in it, and without the causes named it would be feasible."""
    trees = {"C 1": course("C 1"), "D 1": course("E 1")}
    body = question(programme(named("C 1", "D 1", "F 1")), prerequisites=trees, offered={"E 1": []})
    answer = asked(asker, PATH, body)
    for each in answer["because"]:
        mended = [set(each["courses"]) <= {"C 1"}, set(each["courses"]) <= {"D 1", "E 1"}]
        expect(any(mended) and each["courses"], "a cause is one of the two faults", body, answer)
    expect("F 1" not in str(answer["because"]), "a good course is not a cause", body, answer)


def test_no_credits_in_any_term(asker):
    for limits in (0, {}, {"summer": 0}):
        assert causes(asker, programme(named("C 1")), creditsPerTerm=limits)


def test_too_few_terms_for_a_total(asker):
    assert causes(asker, programme(named("C 1"), credits=1000), creditsPerTerm=15)[0][0] in ("credits", "programme")


# The question itself.

def test_absent_parts_are_empty(asker):
    body = {"programme": programme(named("C 1")), "from": "202610", "creditsPerTerm": 15}
    for more in ({}, {"record": None, "offered": None, "prerequisites": None, "courses": None}, {"record": {"items": []}}):
        assert placed(asked(asker, PATH, body | more)) == {"C 1": "202610"}


def test_a_plan_of_a_whole_programme_is_found_soon(asker):
    """Sixty courses in ten chains, with slots and a total."""
    chains = [[f"{subject} {number}" for number in range(100, 700, 100)] for subject in "ABCDEFGHIJ"]
    trees = {after: course(before) for chain in chains for before, after in zip(chain, chain[1:])}
    codes = [code for chain in chains for code in chain]
    whole = programme(named(*codes), requirement("slot", {"subject": "Z"}, courses=4), credits=220)
    body = question(whole, prerequisites=trees, creditsPerTerm={"fall": 15, "spring": 15})
    answer = asked(asker, PATH, body)
    # 220 credits at 15 a term are 15 terms; no chain is as long.
    expect(answer["graduates"] == "203310", "fifteen terms", body, answer)
    plan = Plan(Way(body), answer)
    faults = [fault for check in (plan.form, plan.limits, plan.prerequisites) for fault in check()]
    expect(not faults, faults, body, answer)
