"""Stored plans: making, editing and deleting them; the log, exports and leaving."""

import json
import uuid

import pytest

from copies import Copy
from degree_asking import item, names_one_of, planned_in
from degree_people import PLANS, approve, comment, comments, edit_plan, new_plan, plan_of, record, refused_fields
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


def test_a_check_with_another_record_tells_what_a_grade_would_break(student, outsider):
    now = {"course": "COMP 100", "term": "202530", "inProgress": True}
    record(student, now)
    plan = new_plan(student, terms=planned_in(t202710="COMP 200"), shared=True)
    place = f"{PLANS}/{plan['id']}/check"

    def problems_with(grade, **fields):
        items = [now | {"grade": grade, "inProgress": False}]
        found = student.call("POST", place, 200, json={"record": items} | fields).json()["problems"]
        assert found == student.call("POST", place, 200, json={"record": {"items": items}} | fields).json()["problems"]
        return [(each["course"], each["kind"]) for each in found]

    assert problems_with("D") == [("COMP 200", "prerequisite")]
    assert problems_with("C-") == problems_with("D", terms=[]) == []
    wrong = student.refused("POST", place, 422, json={"record": [{"course": "COMP 100", "term": None, "kind": "waiver", "inProgress": True}]})
    assert refused_fields(wrong)[0] == ["record.items.0.inProgress"]
    outsider.refused("POST", place, 403, json={"record": [now]})
    assert student.get(place)["problems"] == [] and student.get("/v1/me/record")["items"][0]["inProgress"]


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
