"""Who sees a plan, its comments, its approval; and that grades are seen by their owner alone."""

import json
import uuid
import xml.etree.ElementTree

import pytest

from copies import Copy
from degree_asking import item, planned_in
from degree_people import (
    PLANS, RECORD, approve, checked, comment, comments, edit_plan, new_plan, plan_of, problems, record,
)
from noteitd import PATIENCE, wait_until
from people import Anyone, expect_like_unknown, expect_unnamed, names, register
from study_people import hear

LADDER = planned_in(t202710="COMP 100", t202720="COMP 200")
VIEWS = ("", "/check", "/audit?programme=computing", "/path?programme=computing", "/replies")


@pytest.fixture
def shared(student):
    return new_plan(student, "Shared plan", terms=LADDER, programme="computing", shared=True)


def path_of(plan, more=""):
    return f"{PLANS}/{plan['id']}{more}"


# Strangers.

def test_a_plan_that_is_not_shared_is_like_one_that_does_not_exist(student, outsider):
    plan = new_plan(student, "Secret zorblat plan", terms=LADDER, programme="computing")
    said = comment(student, plan, "Secret mivtek")
    hidden = ["zorblat", "mivtek", *names(student)]
    other = str(uuid.uuid4())
    for view in (*VIEWS, "/picture"):
        expect_like_unknown(outsider, "GET", f"{PLANS}/{{}}{view}", plan["id"], other, *hidden)
    for method, more, body in [
        ("PATCH", "", {"name": "x"}), ("DELETE", "", None), ("PUT", "/approval", None), ("DELETE", "/approval", None),
        ("POST", "/replies", {"body": "x"}),
    ]:
        expect_like_unknown(outsider, method, f"{PLANS}/{{}}{more}", plan["id"], other, *hidden, json=body)
    for method, body in (("PATCH", {"body": "x"}), ("DELETE", None)):
        expect_like_unknown(outsider, method, "/v1/replies/{}", said["id"], other, *hidden, json=body)
    expect_like_unknown(outsider, "GET", "/v1/courses?towards={}", plan["id"], other, *hidden)
    assert plan_of(student, plan)["rev"] == 1 and comments(student, plan) == [said]


def test_everyone_who_has_the_id_reads_a_shared_plan(student, outsider, shared):
    for view in VIEWS:
        assert outsider.get(path_of(shared, view)) == student.get(path_of(shared, view)), view
    # It is read by its id; it stands in no list of theirs.
    assert outsider.items(PLANS) == [] and outsider.items(PLANS, followed="true") == [] and outsider.snapshot()["plans"] == []


def test_a_shared_plan_is_drawn_without_grades_and_no_name_becomes_markup(student, outsider):
    record(student, item("HIST 101", "B-", "202430"))
    plan = new_plan(student, "</text><script>alert('1 & 2')</script>", terms=planned_in(t202710="COMP 200"), shared=True)
    answer = outsider.call("GET", path_of(plan, "/picture"), 200)
    assert answer.headers["Content-Type"] == "image/svg+xml" and answer.text == student.call("GET", path_of(plan, "/picture"), 200).text
    root = xml.etree.ElementTree.fromstring(answer.text)
    texts = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[0] == plan["name"] and {each.tag.split("}")[1] for each in root.iter()} == {"svg", "title", "rect", "text"}
    assert {"Fall 2024", "HIST 101", "Spring 2027", "COMP 200"} <= set(texts) and "B-" not in answer.text
    assert {each["detail"] for each in checked(student, plan)} & {title.text for title in root.iter("{http://www.w3.org/2000/svg}title")}


def test_a_shared_plan_is_edited_by_its_owner_alone(student, outsider, shared):
    for method, body in (("PATCH", {"name": "x"}), ("DELETE", None)):
        answer = outsider.call(method, path_of(shared), json=body)
        assert answer.status_code in (403, 404), answer.text
    assert plan_of(student, shared) == shared


def test_a_plan_that_is_no_longer_shared_is_gone(student, adviser, outsider, shared):
    said = comment(adviser, shared, "Well")
    approve(adviser, shared)
    edit_plan(student, shared, shared=False)
    for person in (adviser, outsider):
        for view in VIEWS:
            person.refused("GET", path_of(shared, view), 404)
        person.refused("POST", path_of(shared, "/replies"), 404, json={"body": "x"})
        person.refused("PUT", path_of(shared, "/approval"), 404)
    adviser.refused("PATCH", f"/v1/replies/{said['id']}", 404, json={"body": "x"})
    assert adviser.items(PLANS, followed="true") == []
    # Its owner keeps the comments.
    assert comments(student, shared) == [said]
    edit_plan(student, shared, shared=True)
    assert comments(adviser, shared) == [said]


# Comments.

def test_a_comment_is_a_reply(student, adviser, shared):
    said = comment(adviser, shared, "Why so late?\n🦉")
    assert (said["plan"], said["number"], said["parent"], said["body"], said["rev"], said["editedAt"]) == (
        shared["id"], 1, None, "Why so late?\n🦉", 1, None)
    assert said["author"]["id"] == adviser.id
    answer = comment(student, shared, "Because", parent=said["id"])
    assert (answer["parent"], answer["number"]) == (said["id"], 2)
    for person in (student, adviser):
        assert comments(person, shared) == [said, answer] == person.items(path_of(shared, "/replies"), limit=1)
    assert plan_of(student, shared)["replyCount"] == 2 and plan_of(student, shared)["rev"] == 1


def test_a_comment_is_made_once(student, adviser, shared):
    id = str(uuid.uuid4())
    said = comment(adviser, shared, id=id)
    assert said["id"] == id and comment(adviser, shared, "Other", 200, id=id) == said
    comment(student, shared, status=409, id=id)
    assert comments(student, shared) == [said]


def test_a_comment_is_edited_by_its_author_and_deleted_by_the_owner_too(student, adviser, outsider, shared):
    said = comment(adviser, shared)
    path = f"/v1/replies/{said['id']}"
    answer = adviser.call("PATCH", path, 200, json={"body": "Edited"}, headers={"If-Match": '"1"'})
    assert answer.json()["body"] == "Edited" and answer.headers["ETag"] == '"2"'
    adviser.refused("PATCH", path, 412, json={"body": "Again"}, headers={"If-Match": '"1"'})
    for person in (student, outsider):
        person.refused("PATCH", path, 403, json={"body": "Mine"})
    outsider.refused("DELETE", path, 403)
    assert [each["body"] for each in comments(student, shared)] == ["Edited"]
    student.call("DELETE", path, 204)
    assert comments(adviser, shared) == [] and plan_of(adviser, shared)["replyCount"] == 0
    own = comment(adviser, shared)
    adviser.call("DELETE", f"/v1/replies/{own['id']}", 204)
    # A number is never given twice.
    assert comment(adviser, shared)["number"] == 3


def test_what_a_comment_may_not_be(student, adviser, shared):
    other = new_plan(student, "Other", shared=True)
    elsewhere = comment(adviser, other)
    file = adviser.upload()["id"]
    for fields, field in [
        ({"body": ""}, "body"), ({"body": "x" * 20_001}, "body"), ({"body": "a\0b"}, "body"), ({"parent": elsewhere["id"]}, "parent"),
        ({"parent": str(uuid.uuid4())}, "parent"), ({"attachments": [file]}, "attachments"), ({"anonymous": True}, "anonymous"),
    ]:
        problem = adviser.refused("POST", path_of(shared, "/replies"), 422, json={"body": "x"} | fields)
        assert field in [each["field"].split(".")[0] for each in problem["errors"]], problem
    assert comments(adviser, shared) == []


def test_comments_come_live(student, adviser, shared):
    comment(adviser, shared, "First")
    mine, theirs = student.head(), adviser.head()
    said = comment(adviser, shared, "Second")
    assert hear(student, mine, "planReply")["body"] == said
    answer = comment(student, shared, "Third")
    assert hear(adviser, theirs, "planReply", lambda each: each["id"] == answer["id"])["body"] == answer
    with adviser.stream("now") as stream:
        student.call("DELETE", f"/v1/replies/{answer['id']}", 204)
        told = stream.change()[0]
        while told.get("type") != "planReply":
            told = stream.change()[0]
    assert (told["op"], told["id"]) == ("remove", answer["id"])


def test_an_owner_finds_a_comment_and_an_approval_in_the_inbox(student, adviser, shared):
    comment(adviser, shared, "A word")
    approve(adviser, shared)
    wait_until(lambda: len(student.items("/v1/me/notifications")) >= 2, "two notifications")
    told = student.items("/v1/me/notifications")
    assert {each["kind"] for each in told} == {"planReply", "planApproved"} and {each["plan"] for each in told} == {shared["id"]}
    assert adviser.items("/v1/me/notifications") == []


def test_an_adviser_finds_a_lost_approval_in_the_inbox(student, adviser, shared):
    approve(adviser, shared)
    edit_plan(student, shared, name="Renamed")
    assert adviser.items("/v1/me/notifications") == []
    edit_plan(student, shared, terms=[])
    [told] = adviser.items("/v1/me/notifications")
    assert (told["kind"], told["plan"]) == ("planApprovalLost", shared["id"])
    # Another edit takes nothing more.
    edit_plan(student, shared, terms=LADDER)
    assert len(adviser.items("/v1/me/notifications")) == 1


def test_an_approval_that_is_lost_with_the_sharing_is_not_told(student, adviser, shared):
    approve(adviser, shared)
    edit_plan(student, shared, terms=[], shared=False)
    assert adviser.items("/v1/me/notifications") == []


def test_a_link_tells_a_browser_what_it_is(student, shared):
    """Without signing in, and the same for a plan that does not exist."""
    browser = Anyone(student.server)
    there, absent = (browser.call("GET", f"/degree/{id}", 200) for id in (shared["id"], uuid.uuid4()))
    assert "noteit plan show" in there.text and there.text == absent.text
    assert there.headers["Content-Type"].startswith("text/plain")


def test_an_adviser_sees_what_is_taken_without_a_programme(student, adviser):
    record(student, *GRADES)
    plan = new_plan(student, shared=True)
    taken = adviser.get(path_of(plan, "/check"))["taken"]
    assert [each["course"] for each in taken] == ["COMP 100", "COMP 225", "HIST 101", "COMP 220W"]
    assert all(set(each) == {"course", "term", "credits", "kind", "inProgress"} for each in taken)


# Approval.

def test_an_edit_of_what_a_plan_says_takes_the_approval_and_says_so(student, adviser, shared):
    plan = approve(adviser, shared)
    assert plan["approved"]["by"]["id"] == adviser.id and plan["approvalLost"] is None
    approval = plan["approved"]
    for fields in ({"name": "Renamed"}, {"shared": True}, {"terms": LADDER}):
        assert edit_plan(student, shared, **fields)["approved"] == approval, fields
    for fields in ({"terms": []}, {"programme": "owls"}, {"creditsPerTerm": 12}, {
            "accepted": [{"term": "202720", "course": "COMP 200", "kind": "prerequisite"}]}):
        approval = approve(adviser, shared)["approved"]
        edited = edit_plan(student, shared, **fields)
        assert edited["approved"] is None and edited["approvalLost"] == approval, fields
        assert plan_of(adviser, shared)["approvalLost"] == approval
    # A new approval is not a lost one.
    again = approve(adviser, shared)
    assert again["approved"] is not None and again["approvalLost"] is None


def test_one_approves_what_one_has_read(student, adviser, shared):
    edit_plan(student, shared, terms=[])
    approve(adviser, shared, 412, headers={"If-Match": '"1"'})
    assert plan_of(student, shared)["approved"] is None
    newest = plan_of(adviser, shared)
    assert approve(adviser, shared, headers={"If-Match": f'"{newest["rev"]}"'})["approved"]


def test_an_approval_is_anothers_and_only_its_giver_takes_it_back(student, adviser, outsider, shared):
    approve(student, shared, 403)
    approval = approve(adviser, shared)["approved"]
    outsider.refused("DELETE", path_of(shared, "/approval"), 403)
    assert plan_of(student, shared)["approved"] == approval
    adviser.call("DELETE", path_of(shared, "/approval"), 204)
    assert plan_of(student, shared)["approved"] is None
    adviser.call("DELETE", path_of(shared, "/approval"), 204)


# Followers.

def test_who_comments_or_approves_follows_the_plan(student, adviser, outsider, shared):
    comment(adviser, shared)
    approve(outsider, shared)
    for person in (adviser, outsider):
        assert person.items(PLANS, followed="true") == [plan_of(person, shared)] == person.snapshot()["plans"]
        assert person.items(PLANS) == []
        assert person.snapshot()["planReplies"] == comments(person, shared)


@pytest.mark.parametrize("how", ["comment", "approve"])
def test_a_followers_copy_equals_a_fresh_snapshot_at_each_step(how, faculty, student, shared):
    adviser = register(faculty)
    earlier = comment(student, shared, "A word of my own")
    copies = [Copy(adviser), Copy(student), Copy(register(faculty))]
    steps = [
        lambda: {"comment": comment, "approve": approve}[how](adviser, shared),
        lambda: edit_plan(student, shared, name="Renamed"), lambda: edit_plan(student, shared, terms=[]),
        lambda: comment(student, shared, "Is it good now?"), lambda: approve(adviser, shared),
        lambda: student.call("DELETE", f"/v1/replies/{earlier['id']}", 204), lambda: edit_plan(student, shared, shared=False),
        lambda: edit_plan(student, shared, name="While it is not shared"), lambda: edit_plan(student, shared, shared=True),
        lambda: comment(adviser, shared, "Back again"), lambda: student.call("DELETE", path_of(shared), 204),
    ]
    for number, step in enumerate(steps):
        step()
        for copy in copies:
            copy.expect_fresh()
        follows = bool(copies[0].held["degreePlan"])
        assert follows or number in (6, 7, 8, 10), number
        assert not copies[2].held["degreePlan"] and not copies[2].held["planReply"]
        if number == 6:
            assert not follows and not copies[0].held["planReply"]


def test_followers_hear_edits_live_and_nothing_after_the_end_of_sharing(student, adviser, shared):
    comment(adviser, shared)
    with adviser.stream("now") as stream:
        edited = edit_plan(student, shared, terms=[])
        told = stream.change()[0]
        while told.get("type") != "degreePlan" or told["body"]["rev"] != edited["rev"]:
            told = stream.change()[0]
        assert told["body"] == edited
    edit_plan(student, shared, shared=False)
    cursor = adviser.head()
    edit_plan(student, shared, name="The zorblat name")
    comment(student, shared, "The zorblat word")
    assert adviser.changes(cursor) == []
    expect_unnamed(json.dumps(adviser.snapshot()), "zorblat")


def test_an_old_cursor_shows_nothing_of_a_plan_that_is_no_longer_shared(student, adviser, shared):
    cursor = adviser.head()
    comment(adviser, shared)
    edit_plan(student, shared, name="The mivtek name")
    comment(student, shared, "The mivtek word")
    edit_plan(student, shared, shared=False)
    expect_unnamed(json.dumps(adviser.changes(cursor)), "mivtek")


# Grades.

GRADES = [
    item("COMP 100", "D+", "202430", credits=7.5), item("COMP 225", "61%", "202430"), item("HIST 101", None, None, kind="waiver", reason="Zorblat waiver"),
    item("COMP 200", "F", "202430"), item("COMP 215", "WE", "202430"), item("COMP 220W", "B-", "202510"),
]
SECRETS = ["D+", "61%", '"61"', "orblat waiver", '"F"', '"WE"', "B-", '"grade"', '"reason"']


def test_no_grade_is_in_any_byte_that_an_adviser_gets(student, adviser, shared):
    record(student, *GRADES)
    own = json.dumps(student.get(RECORD))
    assert all(secret in own for secret in ('"D+"', "61%", "orblat waiver"))
    said = []
    cursor = adviser.head()
    comment(adviser, shared, "A look")
    approve(adviser, shared)
    terms = planned_in(t202710="COMP 200, COMP 225, COMP 400", t202720="COMP 300, HIST 102, COMP 215")
    edit_plan(student, shared, terms=terms)
    record(student, *GRADES, item("COMP 410", "B-", "202510"))
    for programme in ("computing", "owls"):
        said += [adviser.call("GET", path_of(shared, f"{view}?programme={programme}"), 200).text for view in ("/audit", "/path")]
    said += [adviser.call("GET", path_of(shared, view), 200).text for view in ("", "/check", "/replies")]
    said += [json.dumps(adviser.changes(cursor)), json.dumps(adviser.snapshot()), json.dumps(adviser.items(PLANS, followed="true")),
             json.dumps(adviser.items("/v1/me/notifications"))]
    said.append(adviser.call("GET", f"/v1/courses?towards={shared['id']}", 200).text)
    for text in said:
        # Minimum grades of the programme and of the catalog are public.
        public = text.replace('"minimumGrade"', "").replace('"C-"', "").replace('"C"', "")
        expect_unnamed(public, *SECRETS)


def test_an_adviser_sees_the_same_problems_as_the_owner(student, adviser, shared):
    record(student, item("COMP 100", "D", "202430"))
    terms = planned_in(t202720="COMP 200")
    edit_plan(student, shared, terms=terms)
    assert problems(adviser, shared) == [("202720", "COMP 200", "prerequisite")] == problems(student, shared)
    assert checked(adviser, shared) == checked(student, shared)


def test_a_record_has_no_public_path(student, adviser, shared):
    record(student, *GRADES)
    comment(adviser, shared)
    assert adviser.get(RECORD)["items"] == [] and adviser.snapshot()["record"] is None
    for path in (f"/v1/accounts/{student.id}/record", path_of(shared, "/record")):
        answer = adviser.http.get(adviser.server.url + path, headers=adviser.headers, timeout=PATIENCE)
        assert answer.status_code == 404, path


def test_a_reader_may_not_edit_or_try_drafts(student, adviser, shared):
    plan = f"{PLANS}/{shared['id']}"
    attempts = (("PATCH", plan, {"name": "Mine"}), ("DELETE", plan, None), ("POST", f"{plan}/check", {"terms": []}))
    for method, path, body in attempts:
        adviser.refused(method, path, 403, json=body)
    edit_plan(student, shared, shared=False)
    for method, path, body in attempts:
        adviser.refused(method, path, 404, json=body)
    assert plan_of(student, shared)["name"] == shared["name"]
