"""What is wrong with plans: their problems, their audits and their paths."""

import pytest

from degree_asking import item, planned_in
from degree_people import PLANS, checked, edit_plan, new_plan, plan_of, problems, record, refused_fields
from degree_trees import kinds_in
from test_degree_plans import LADDER


# Problems.

def problems_of(student, terms, **fields):
    return problems(student, new_plan(student, terms=terms, **fields))


def test_a_good_plan_has_no_problem(student):
    assert problems_of(student, LADDER) == []
    assert problems_of(student, []) == []


def test_prerequisites_are_judged_against_earlier_terms(student):
    wrong = ("202720", "COMP 200", "prerequisite")
    assert problems_of(student, planned_in(t202710="COMP 100", t202720="COMP 200")) == []
    assert problems_of(student, planned_in(t202720="COMP 100, COMP 200")) == [wrong]
    assert problems_of(student, planned_in(t202720="COMP 200", t202730="COMP 100")) == [wrong]
    record(student, item("COMP 100", "C-", "202430"))
    assert problems_of(student, planned_in(t202720="COMP 200")) == []
    record(student, item("COMP 100", "D", "202430"))
    assert problems_of(student, planned_in(t202720="COMP 200")) == [wrong]
    record(student, item("COMP 100", "F", "202430"))
    assert problems_of(student, planned_in(t202720="COMP 200")) == [wrong]
    for met in (item("COMP 100", inProgress=True), item("COMP 100", kind="waiver"), item("COMP 100", kind="transfer")):
        record(student, met)
        assert problems_of(student, planned_in(t202720="COMP 200")) == []


def test_a_problem_says_what_is_missing(student):
    plan = new_plan(student, terms=planned_in(t202710="COMP 100", t202720="COMP 200", t202730="COMP 300"))
    [problem] = checked(student, plan)
    assert (problem["course"], problem["kind"], problem["accepted"], problem["unsure"]) == ("COMP 300", "prerequisite", False, False)
    leaves = [leaf["course"] for leaf in kinds_in(problem["missing"], leaves=True)]
    assert leaves == ["COMP 210"] and "COMP 210" in problem["detail"]


def test_corequisites_may_stand_in_the_same_term(student):
    assert problems_of(student, planned_in(t202710="COMP 100", t202720="COMP 210, COMP 215")) == []
    assert problems_of(student, planned_in(t202710="COMP 100, COMP 215", t202720="COMP 210")) == []
    for terms in (planned_in(t202710="COMP 100", t202720="COMP 210"), planned_in(t202710="COMP 100", t202720="COMP 210", t202730="COMP 215")):
        assert problems_of(student, terms) == [("202720", "COMP 210", "corequisite")]


def test_exclusions_are_named(student):
    for terms in (planned_in(t202710="COMP 220W, COMP 225"), planned_in(t202710="COMP 225", t202720="COMP 220W")):
        found = problems_of(student, terms)
        assert found and {kind for _, _, kind in found} == {"exclusion"} and {course for _, course, _ in found} <= {"COMP 220W", "COMP 225"}
    record(student, item("COMP 225", "B"))
    assert ("202710", "COMP 220W", "exclusion") in problems_of(student, planned_in(t202710="COMP 220W"))


def test_what_gives_no_credit_is_left_out_of_the_audit(student):
    """COMP 220W gives no credit beside COMP 225: the check and the audit agree."""
    record(student, item("COMP 225", "B"))
    plan = new_plan(student, terms=planned_in(t202710="COMP 220W"), programme="owls")
    assert problems(student, plan) == [("202710", "COMP 220W", "exclusion")]
    audit = student.get(f"{PLANS}/{plan['id']}/audit?programme=computing")
    assert audit["credits"]["has"] == 3
    assert audit["leftOver"] == ["COMP 225", "COMP 220W"]
    assert audit["excluded"] == [{"course": "COMP 220W", "beside": ["COMP 225"]}]
    record(student)
    audit = student.get(f"{PLANS}/{plan['id']}/audit?programme=computing")
    assert audit["credits"]["has"] == 3 and "excluded" not in audit


def test_credits_without_a_course_are_kept_in_their_term(student):
    terms = [{"term": "202710", "courses": ["COMP 100"], "electives": [
        {"requirement": "wide", "credits": 3}, {"requirement": None, "credits": 1.5}]}]
    plan = new_plan(student, terms=terms, programme="computing", creditsPerTerm=6)
    assert plan["terms"] == terms == plan_of(student, plan)["terms"]
    assert problems(student, plan) == [("202710", None, "credits")]
    # A client that does not know them keeps them; an empty list takes them away.
    known = edit_plan(student, plan, terms=[{"term": "202710", "courses": ["COMP 200"]}])
    assert known["terms"][0]["electives"] == terms[0]["electives"]
    assert "electives" not in edit_plan(student, plan, terms=[{"term": "202710", "courses": [], "electives": []}])["terms"][0]


def test_credits_without_a_course_count_for_later_standing(student):
    def found(credits):
        terms = [{"term": f"2027{season}", "courses": [], "electives": [{"requirement": None, "credits": credits}]} for season in (10, 20)]
        return problems(student, new_plan(student, terms=[*terms, {"term": "202730", "courses": ["COMP 410"]}]))
    assert found(30) == []
    assert found(29) == [("202730", "COMP 410", "prerequisite")]


@pytest.mark.parametrize("elective, field", [
    ({"requirement": "", "credits": 3}, "terms.0.electives.0.requirement"), ({"requirement": None, "credits": 0}, "terms.0.electives.0.credits"),
    ({"requirement": None, "credits": 101}, "terms.0.electives.0.credits"), ({"requirement": None, "credits": "3"}, "terms.0.electives.0.credits"),
])
def test_credits_without_a_course_have_a_form(student, elective, field):
    terms = [{"term": "202710", "courses": [], "electives": [elective]}]
    assert field in refused_fields(new_plan(student, status=422, terms=terms))[0]


def test_repeats_are_named(student):
    found = problems_of(student, planned_in(t202710="HIST 101", t202720="HIST 101"))
    assert found == [("202720", "HIST 101", "repeat")]
    record(student, item("HIST 101", "A"))
    assert problems_of(student, planned_in(t202710="HIST 101")) == [("202710", "HIST 101", "repeat")]
    record(student, item("HIST 101", "F"))
    assert problems_of(student, planned_in(t202710="HIST 101")) == []


def test_a_season_without_a_course_is_named(student):
    assert problems_of(student, planned_in(t202710="HIST 101", t202720="HIST 102")) == [("202720", "HIST 102", "notOffered")]
    assert problems_of(student, planned_in(t202710="HIST 101", t202730="HIST 102")) == []
    # Nothing is known of HIST 101: any season will do.
    assert problems_of(student, planned_in(t202720="HIST 101")) == []


def test_too_many_credits_concern_the_whole_term(student):
    terms = planned_in(t202710="COMP 100, HIST 101", t202730="COMP 225")
    assert problems_of(student, terms, creditsPerTerm=6) == []
    assert problems_of(student, terms, creditsPerTerm=5.5) == [("202710", None, "credits")]
    assert problems_of(student, terms, creditsPerTerm={"spring": 6}) == [("202730", None, "credits")]


def test_what_nobody_can_tell_is_unsure(student):
    [problem] = checked(student, new_plan(student, terms=planned_in(t202710="COMP 400")))
    assert (problem["course"], problem["kind"], problem["unsure"]) == ("COMP 400", "prerequisite", True)


def test_standing_counts_earlier_credits(student):
    assert problems_of(student, planned_in(t202710="COMP 410")) == [("202710", "COMP 410", "prerequisite")]
    record(student, *[item(f"T {number}", kind="transfer", credits=10) for number in range(6)])
    assert problems_of(student, planned_in(t202710="COMP 410")) == []


def test_an_accepted_problem_stays_and_says_so(student):
    accepted = [{"term": "202720", "course": "COMP 200", "kind": "prerequisite"}]
    plan = new_plan(student, terms=planned_in(t202720="COMP 200"), accepted=accepted)
    [problem] = checked(student, plan)
    assert problem["accepted"] and problem["kind"] == "prerequisite"
    # It is asked again when the course moves.
    edit_plan(student, plan, terms=planned_in(t202730="COMP 200"))
    assert [each["accepted"] for each in checked(student, plan)] == [False]


def test_problems_stand_by_term_and_then_in_the_order_of_its_courses(student):
    terms = planned_in(t202710="COMP 300, COMP 200", t202720="HIST 102, COMP 410")
    found = problems_of(student, terms)
    assert [term for term, _, _ in found] == sorted(term for term, _, _ in found)
    places = [terms[0 if term == "202710" else 1]["courses"].index(course) for term, course, _ in found if term == "202720"]
    assert places == sorted(places)


def test_each_change_is_checked_at_once(student):
    plan = new_plan(student, terms=LADDER)
    assert problems(student, plan) == []
    record(student, item("COMP 215", "A", "202430"))
    assert problems(student, plan) == [("202720", "COMP 215", "repeat")]
    edit_plan(student, plan, terms=planned_in(t202710="", t202720="COMP 200, COMP 210", t202730="COMP 100, COMP 300"))
    assert {(course, kind) for _, course, kind in problems(student, plan)} == {("COMP 200", "prerequisite"), ("COMP 210", "prerequisite")}


# Audits and paths.

def test_an_audit_counts_the_record_the_plan_and_the_catalog(student):
    record(student, item("COMP 100", "A", "202430"), item("COMP 200", None, "202510", inProgress=True), item("HIST 101", "B", "202430"))
    plan = new_plan(student, programme="computing", terms=planned_in(t202730="COMP 300, HIST 102"))
    audit = student.get(f"{PLANS}/{plan['id']}/audit")
    core, wide = audit["requirements"]
    assert [(each["course"], each["status"]) for each in core["courses"]] == [
        ("COMP 100", "done"), ("COMP 200", "inProgress"), ("COMP 300", "planned")]
    assert (core["status"], wide["status"], wide["has"], audit["objective"]) == ("planned", "planned", 6, [0, 0, 2, 1])
    # 15 of 30 credits.
    assert not audit["satisfied"] and audit["leftOver"] == [] and audit["credits"] == {"needs": 30, "has": 15}


def test_what_if_asks_for_another_programme_and_changes_nothing(student):
    record(student, item("HIST 101", "B", "202430"))
    plan = new_plan(student, programme="computing", terms=planned_in(t202730="HIST 102"))
    audit = student.get(f"{PLANS}/{plan['id']}/audit", params={"programme": "owls"})
    assert audit["satisfied"] and audit["requirements"][0]["id"] == "owls"
    assert plan_of(student, plan) == plan
    assert student.call("GET", f"{PLANS}/{plan['id']}/audit", params={"programme": "nosuch"}).status_code in (404, 422)


def test_an_audit_needs_a_programme(student):
    plan = new_plan(student)
    student.refused("GET", f"{PLANS}/{plan['id']}/audit", 422)
    student.refused("GET", f"{PLANS}/{plan['id']}/path", 422)
    assert student.get(f"{PLANS}/{plan['id']}/audit", params={"programme": "owls"})["objective"] == [1, 6, 0, 0]


def path_of(student, plan, status=200, **query):
    return student.get(f"{PLANS}/{plan['id']}/path", status, params=query)


def placed(path):
    return {code: each["term"] for each in path["terms"] for code in each["courses"]}


def test_a_path_of_a_plan_uses_the_catalog_and_the_record(student):
    plan = new_plan(student, programme="computing")
    path = path_of(student, plan, **{"from": "209710", "credits": 15})
    # The laboratory may stand before the machines or beside them.
    assert placed(path).pop("COMP 215") in ("209710", "209720")
    assert {code: term for code, term in placed(path).items() if code != "COMP 215"} == {
        "COMP 100": "209710", "COMP 200": "209720", "COMP 210": "209720", "COMP 300": "209730"}
    assert (path["feasible"], path["graduates"], path["optimal"]) == (True, "209730", True)
    assert sum(one["credits"] for each in path["terms"] for one in each["electives"]) == 16
    record(student, item("COMP 100", "A"), item("COMP 210", "A"), item("COMP 200", inProgress=True))
    assert placed(path_of(student, plan, **{"from": "209730", "credits": 30})) == {"COMP 300": "209730"}


def test_credits_of_a_path_come_from_the_query_the_plan_or_a_default(student):
    plan = new_plan(student, programme="computing")
    # 15 in fall and spring, 0 in summer.
    assert path_of(student, plan, **{"from": "209710"})["graduates"] == "209830"
    assert path_of(student, plan, **{"from": "209710", "spring": 15, "summer": 15, "fall": 15})["graduates"] == "209730"
    edit_plan(student, plan, creditsPerTerm=15)
    assert path_of(student, plan, **{"from": "209710"})["graduates"] == "209730"
    none = path_of(student, plan, **{"from": "209710", "credits": 0})
    assert not none["feasible"] and none["because"]


def test_a_path_that_keeps_a_plan_fills_what_its_terms_leave(student):
    """COMP 300 is taught in fall alone and needs COMP 200, which needs COMP 100."""
    terms = [{"term": "209710", "courses": ["HIST 101"], "electives": [{"requirement": "wide", "credits": 3}]},
             {"term": "209910", "courses": ["COMP 225"]}]
    plan = new_plan(student, programme="computing", terms=terms)
    ask = {"from": "209710", "credits": 9}
    path = path_of(student, plan, **ask, keep="true")
    # The kept courses stay, the core comes as early as it can, and no term has more than its credits.
    assert {code: placed(path)[code] for code in ("HIST 101", "COMP 225", "COMP 100", "COMP 300")} == {
        "HIST 101": "209710", "COMP 225": "209910", "COMP 100": "209710", "COMP 300": "209730"}
    assert (path["graduates"], path["optimal"]) == ("209910", True)
    load = {"COMP 210": 4, "COMP 215": 1}
    for each in path["terms"]:
        assert sum(load.get(code, 3) for code in each["courses"]) + sum(one["credits"] for one in each["electives"]) <= 9, each
    # 3 credits of the breadth are HIST 101, the others those that the plan has; nothing is planned twice.
    assert [one for each in path["terms"] for one in each["electives"] if one["requirement"] == "wide"] == [{"requirement": "wide", "credits": 3}]
    assert sum(load.get(code, 3) for code in placed(path)) + sum(one["credits"] for each in path["terms"] for one in each["electives"]) == 30
    # Without it the plan does not count.
    assert "COMP 225" not in placed(path_of(student, plan, **ask))
    # Kept whole, a path has nothing to add.
    kept = new_plan(student, programme="computing", terms=path["terms"])
    assert path_of(student, kept, **ask, keep="true")["terms"] == path["terms"]


def test_a_path_keeps_no_more_terms_than_it_has(student):
    plan = new_plan(student, programme="computing", terms=planned_in(t209710="HIST 101"))
    assert placed(path_of(student, plan, **{"from": "208520", "credits": 15, "keep": "true"}))["HIST 101"] == "209710"
    assert refused_fields(path_of(student, plan, 422, **{"from": "208510", "keep": "true"}))[0] == ["keep"]
    assert refused_fields(path_of(student, plan, 422, keep="perhaps"))[0] == ["keep"]


def test_a_path_may_ask_for_another_programme(student):
    path = path_of(student, new_plan(student, programme="computing"), programme="owls", **{"from": "209710", "credits": 15})
    assert path["graduates"] == "209710"
    assert [one for each in path["terms"] for one in each["electives"]] == [{"requirement": "owls", "credits": 6}]


@pytest.mark.parametrize("query, field", [
    ({"from": "209740"}, "from"), ({"from": "x"}, "from"), ({"credits": "-1"}, "credits"), ({"credits": "x"}, "credits"),
    ({"fall": "0.25"}, "fall"), ({"summer": "1e400"}, "summer"), ({"spring": "9223372036854775808"}, "spring"),
])
def test_a_wrong_query_of_a_path_is_named(query, field, student):
    plan = new_plan(student, programme="computing")
    named, _ = refused_fields(path_of(student, plan, 422, **query))
    assert field in named, named
