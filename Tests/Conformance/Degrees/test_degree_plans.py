"""Stored plans: making, editing and deleting them, their problems, their audits and their paths."""

import json
import uuid

import pytest

from copies import Copy
from degree_asking import item, names_one_of, planned_in
from degree_people import (
    PLANS, approve, checked, comment, comments, edit_plan, new_plan, plan_of, problems, record, refused_fields,
)
from degree_trees import kinds_in
from people import PASSWORD, Anyone, register
from study_people import hear
from test_leaving import exported

LADDER = planned_in(t202710="COMP 100", t202720="COMP 200, COMP 210, COMP 215", t202730="COMP 300")
FREE = {"programme": None, "creditsPerTerm": None, "accepted": [], "shared": False, "approved": None, "approvalLost": None, "replyCount": 0}


# Making, editing, deleting.

def test_a_new_plan_has_what_was_given_and_the_rest_empty(student):
    answer = student.call("POST", PLANS, 201, json={"name": "Plan"})
    plan = answer.json()
    assert {name: plan[name] for name in FREE} == FREE and plan["terms"] == [] and plan["owner"]["id"] == student.id
    assert (plan["rev"], plan["editedAt"], answer.headers["ETag"]) == (1, None, '"1"')
    assert plan_of(student, plan) == plan and student.items(PLANS) == [plan]


def test_a_plan_keeps_all_that_is_given(student):
    accepted = [{"term": "202730", "course": "COMP 300", "kind": "prerequisite"}]
    plan = new_plan(student, "Zum Glück 🦉", programme="computing", terms=LADDER, creditsPerTerm={"fall": 15, "spring": 12.5},
                    accepted=accepted, shared=True)
    assert (plan["name"], plan["programme"], plan["terms"], plan["accepted"], plan["shared"]) == (
        "Zum Glück 🦉", "computing", LADDER, accepted, True)
    limits = plan["creditsPerTerm"]
    assert (limits["fall"], limits["spring"], limits.get("summer", 0)) == (15, 12.5, 0)
    assert new_plan(student, creditsPerTerm=15)["creditsPerTerm"] == 15


def test_terms_stand_in_the_order_of_time_and_codes_in_one_form(student):
    terms = planned_in(t202730="comp-300", t202710="COMP100", t202720="")
    assert new_plan(student, terms=terms)["terms"] == planned_in(t202710="COMP 100", t202720="", t202730="COMP 300")


def test_a_retry_with_the_same_id_changes_nothing(student, outsider):
    id = str(uuid.uuid4())
    plan = new_plan(student, id=id)
    assert plan["id"] == id and new_plan(student, "Another name", 200, id=id) == plan
    assert student.items(PLANS) == [plan]
    new_plan(outsider, id=id, status=409)
    edited = edit_plan(student, plan, name="Edited")
    assert new_plan(student, id=id, status=200) == edited


def test_members_that_are_left_out_stay_and_null_removes(student):
    plan = new_plan(student, programme="computing", terms=LADDER, creditsPerTerm=15)
    edited = edit_plan(student, plan, name="New name")
    assert (edited["name"], edited["rev"], edited["terms"], edited["programme"]) == ("New name", 2, LADDER, "computing")
    assert edited["editedAt"] is not None
    edited = edit_plan(student, plan, programme=None, creditsPerTerm=None)
    assert (edited["programme"], edited["creditsPerTerm"], edited["terms"]) == (None, None, LADDER)
    assert edit_plan(student, plan, terms=[])["terms"] == []
    assert plan_of(student, plan)["rev"] == 4


def test_a_patch_without_changes_keeps_rev(student):
    plan = new_plan(student, terms=LADDER)
    assert edit_plan(student, plan) == plan and edit_plan(student, plan, name="Plan", terms=LADDER) == plan


def test_if_match_guards_edits_and_deletion(student):
    plan = new_plan(student)
    edited = edit_plan(student, plan, name="One", headers={"If-Match": '"1"'})
    edit_plan(student, plan, 412, name="Two", headers={"If-Match": '"1"'})
    path = f"{PLANS}/{plan['id']}"
    student.refused("DELETE", path, 412, headers={"If-Match": '"1"'})
    assert plan_of(student, plan) == edited
    answer = student.call("PATCH", path, 200, json={"name": "Three"}, headers={"If-Match": "*"})
    assert answer.headers["ETag"] == '"3"'
    student.call("DELETE", path, 204, headers={"If-Match": '"3"'})
    student.refused("GET", path, 404)
    student.refused("DELETE", path, 404)
    assert student.items(PLANS) == []


def test_plans_are_listed_oldest_first_over_pages(student):
    made = [new_plan(student, f"Plan {number}") for number in range(5)]
    assert student.items(PLANS) == made and student.items(PLANS, limit=2) == made
    assert student.items(PLANS, followed="true") == []


def test_a_person_has_at_most_50_plans(faculty):
    person = register(faculty)
    for number in range(50):
        new_plan(person, f"Plan {number}")
    new_plan(person, "One more", 409)
    assert len(person.items(PLANS)) == 50


@pytest.mark.parametrize("fields, field", [
    ({"name": ""}, "name"), ({"name": "x" * 201}, "name"), ({"name": "a\0b"}, "name"), ({"name": None}, "name"),
    ({"terms": [{"term": "202640", "courses": []}]}, "terms.0.term"), ({"terms": [{"term": "20261", "courses": []}]}, "terms.0.term"),
    ({"terms": [{"term": "202610", "courses": []}] * 2}, "terms.1.term"),
    ({"terms": planned_in(t202610="COMP 100, comp100")}, "terms.0.courses"), ({"terms": planned_in(t202610="nothing")}, "terms.0.courses"),
    ({"terms": [{"term": "202610", "courses": ["COMP 100"] * 400}]}, "terms"),
    ({"terms": [{"term": f"{year}10", "courses": []} for year in range(2026, 2100)]}, "terms"),
    ({"creditsPerTerm": -1}, "creditsPerTerm"), ({"creditsPerTerm": "15"}, "creditsPerTerm"), ({"creditsPerTerm": {"fall": 0.25}}, "creditsPerTerm"),
    ({"programme": "nosuch"}, "programme"), ({"shared": "yes"}, "shared"), ({"accepted": [{"term": "202610", "course": "COMP 100", "kind": "no"}]}, "accepted"),
    ({"id": "7"}, "id"),
])
def test_what_is_wrong_is_named_and_nothing_is_stored(fields, field, student):
    named, _ = refused_fields(new_plan(student, **({"name": "Plan"} | fields), status=422))
    assert names_one_of(named, field), named
    assert student.items(PLANS) == []
    if field not in ("id",) and fields.get("name", "") is not None:
        plan = new_plan(student)
        named, _ = refused_fields(edit_plan(student, plan, 422, **fields))
        assert names_one_of(named, field), named
        assert plan_of(student, plan) == plan


def test_a_plan_of_400_courses_is_refused(student):
    terms = [{"term": f"{year}10", "courses": ["COMP 100"]} for year in range(2026, 2030)]
    terms[0]["courses"] = [f"COMP {number}" for number in range(400)]
    named, _ = refused_fields(new_plan(student, terms=terms, status=422))
    assert any(field.startswith("terms") for field in named), named


def test_each_unknown_course_gets_suggestions(student):
    terms = planned_in(t202710="COMP 100, CMOP 200", t202720="COMP 201")
    named, said = refused_fields(new_plan(student, terms=terms, status=422))
    assert names_one_of(named, "terms.0.courses") and names_one_of(named, "terms.1.courses"), named
    assert "COMP 200" in said and student.items(PLANS) == []
    plan = new_plan(student)
    edit_plan(student, plan, 422, terms=terms)
    # A course of the record is known.
    record(student, item("ELSE 101", kind="transfer"))
    assert edit_plan(student, plan, terms=planned_in(t202710="ELSE 101"))["rev"] == 2


def test_an_unknown_programme_gets_suggestions(student):
    _, said = refused_fields(new_plan(student, programme="computin", status=422))
    assert "computing" in said


def test_copies_are_made_by_clients(student):
    plan = new_plan(student, terms=LADDER, programme="computing")
    copy = new_plan(student, "Copy", terms=plan["terms"], programme=plan["programme"])
    edit_plan(student, copy, terms=[])
    assert plan_of(student, plan) == plan


def test_what_was_written_after_a_conflict_is_not_lost(student):
    """Two devices edit the same revision: the second reads again."""
    phone, plan = student.sign_in_again("phone"), new_plan(student)
    edit_plan(student, plan, terms=LADDER, headers={"If-Match": '"1"'})
    edit_plan(phone, plan, 412, name="Mine", headers={"If-Match": '"1"'})
    newest = plan_of(phone, plan)
    assert edit_plan(phone, plan, name="Mine", headers={"If-Match": f'"{newest["rev"]}"'})["terms"] == LADDER


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


# The log, and the end.

def test_plans_are_in_the_log_and_in_the_copy_of_their_owner(student, outsider):
    phone, cursor, others = student.sign_in_again("phone"), student.head(), outsider.head()
    copy = Copy(phone)
    plan = new_plan(student, terms=LADDER)
    change = hear(phone, cursor, "degreePlan")
    assert (change["op"], change["id"], change["body"]) == ("upsert", plan["id"], plan)
    edited = edit_plan(student, plan, name="Edited")
    assert student.snapshot()["plans"] == [edited]
    said = comment(student, plan, "To myself")
    copy.expect_fresh()
    assert copy.held["planReply"] == {said["id"]: said} and copy.held["degreePlan"][plan["id"]]["replyCount"] == 1
    student.call("DELETE", f"{PLANS}/{plan['id']}", 204)
    assert hear(phone, cursor, "degreePlan", lambda each: each["op"] == "remove")["id"] == plan["id"]
    copy.expect_fresh()
    assert copy.held["degreePlan"] == {} and copy.held["planReply"] == {}
    assert not {each.get("type") for each in outsider.changes(others)} & {"degreePlan", "planReply", "record"}


def test_deleting_a_plan_deletes_its_comments(student):
    plan = new_plan(student)
    said = comment(student, plan)
    student.call("DELETE", f"{PLANS}/{plan['id']}", 204)
    student.refused("PATCH", f"/v1/replies/{said['id']}", 404, json={"body": "x"})
    student.refused("GET", f"{PLANS}/{plan['id']}/replies", 404)


def test_an_export_holds_plans_and_leaving_deletes_them(own_server):
    person, other = register(own_server), register(own_server)
    plan = new_plan(person, "The quiet plan", shared=True)
    comment(person, plan, "A quiet thought")
    theirs = new_plan(other, "Theirs", shared=True)
    comment(person, theirs, "A quiet word to another")
    approve(person, theirs)
    text = b"".join(exported(person).values())
    assert b"The quiet plan" in text and b"A quiet thought" in text and b"A quiet word to another" in text
    person.call("DELETE", "/v1/me", 204, json={"currentPassword": PASSWORD})
    other.refused("GET", f"{PLANS}/{plan['id']}", 404)
    left = json.dumps([plan_of(other, theirs), comments(other, theirs)])
    assert person.account["displayName"] not in left and person.email not in left
    assert own_server.admin("check", check=False).returncode == 0


def test_without_a_token_no_plan_is_shown(faculty, student):
    plan = new_plan(student, shared=True)
    for method, path, body in [
        ("GET", PLANS, None), ("POST", PLANS, {"name": "x"}), ("GET", f"{PLANS}/{plan['id']}", None),
        ("PATCH", f"{PLANS}/{plan['id']}", {"name": "x"}), ("DELETE", f"{PLANS}/{plan['id']}", None),
        ("GET", f"{PLANS}/{plan['id']}/check", None), ("GET", f"{PLANS}/{plan['id']}/audit", None),
        ("GET", f"{PLANS}/{plan['id']}/path", None), ("GET", f"{PLANS}/{plan['id']}/replies", None),
        ("PUT", f"{PLANS}/{plan['id']}/approval", None),
    ]:
        Anyone(faculty).refused(method, path, 401, json=body)
