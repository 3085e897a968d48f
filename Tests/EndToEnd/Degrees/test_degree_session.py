"""A student's way with `noteit` on the real data: record, plan, a warning, a what-if, an adviser, the way to a timetable."""

import json
import re

import pytest

from college import COURSES, found, import_transcript, placed, plans
from copies import Copy
from noteitd import SAMPLE
from people import register
from terminal import Terminal, failing, said

pytestmark = pytest.mark.skipif(not COURSES.exists(), reason=f"{COURSES} is not there")


def problems(person, plan):
    return {(each["course"], each["kind"], each["accepted"]) for each in person.get(f"/v1/me/plans/{plan['id']}/check")["problems"]
            if not each["unsure"]}


def test_a_degree_from_the_transcript_to_a_timetable(college, ada, desk, tmp_path):
    # What has been taken.
    import_transcript(desk, tmp_path)
    desk.noteit("record", "add", "PHIL100W", "--term", "202430", "--grade", "B")
    desk.noteit("record", "add", "CMPT105W", "--waiver", "--reason", "Wrote a book")
    kept = {(each["course"], each["term"], each["grade"], each["kind"]) for each in ada.get("/v1/me/record")["items"]}
    assert kept == {
        ("CMPT 120", "202430", "D+", "taken"), ("CMPT 120", "202510", "B+", "taken"), ("CMPT 125", "202520", "A-", "taken"),
        ("MATH 151", None, "C", "transfer"), ("HIST 130", "202430", "W", "taken"), ("PHIL 100W", "202430", "B", "taken"),
        ("CMPT 105W", None, None, "waiver")}
    assert all(code in desk.noteit("record", "list") for code in ("CMPT 120", "MATH 151", "CMPT 105W"))
    desk.noteit("record", "drop", "HIST130", "--term", "202430")

    # A plan, and a course before its prerequisite: warned, and kept.
    assert "computing-minor" in desk.noteit("programme", "list", "--plain")
    desk.noteit("plan", "new", "The way", "--programme", "computing-minor")
    [plan] = plans(ada)
    assert plan["programme"] == "computing-minor"
    said = failing(desk, "plan", "add", "CMPT225", "--term", "202530")
    assert "CMPT 225" in said and "MACM 101" in said and placed(plans(ada)[0]) == {}
    desk.noteit("plan", "add", "CMPT225", "--term", "202530", "--keep")
    assert placed(plans(ada)[0]) == {"CMPT 225": "202530"}
    assert problems(ada, plan) == {("CMPT 225", "prerequisite", True)}
    assert "CMPT 225" in desk.noteit("plan", "check") and "CMPT 225" in desk.noteit("plan", "show")

    # Moved after its prerequisite, it has no problem.
    desk.noteit("plan", "add", "MACM101", "--term", "202530")
    desk.noteit("plan", "move", "CMPT225", "--to", "202610")
    desk.noteit("plan", "add", "CMPT354", "--term", "202620")
    assert placed(plans(ada)[0]) == {"MACM 101": "202530", "CMPT 225": "202610", "CMPT 354": "202620"}
    assert problems(ada, plan) == set()
    # A course that moves before what it needs is told.
    desk.noteit("plan", "move", "CMPT354", "--to", "202530", "--keep")
    assert ("CMPT 354", "prerequisite", True) in problems(ada, plan)
    desk.noteit("plan", "move", "CMPT354", "--to", "202620")

    # The audit, and what if.
    audit = json.loads(desk.noteit("plan", "audit", "--json"))
    assert [each["status"] for each in found(audit, "requirements")] == ["planned", "planned", "done"]
    desk.noteit("plan", "audit", "--all")
    other = json.loads(desk.noteit("plan", "audit", "--programme", "logic-certificate", "--json"))
    assert [row["course"] for row in found(other, "requirements")[0]["courses"]] == ["PHIL 100W", "MACM 101"]
    assert plans(ada)[0]["programme"] == "computing-minor"

    # The adviser.
    link = next(word for word in desk.noteit("plan", "share", "The way").split() if plan["id"] in word)
    adviser = register(college, "Grace")
    office = Terminal(college, tmp_path / "office", adviser)
    shown = office.noteit("plan", "show", link) + office.noteit("plan", "audit", link, "--all") + office.noteit("plan", "check", link)
    assert "CMPT 225" in shown and not re.search(r"A-|B\+|D\+|Wrote a book", shown), shown
    office.noteit("plan", "comment", link, "Take MACM 201 soon.")
    office.noteit("plan", "approve", link)
    assert plans(ada)[0]["approved"]["by"]["displayName"] == "Grace" and plans(ada)[0]["replyCount"] == 1
    said = desk.noteit("plan", "comments", "The way")
    assert "Take MACM 201 soon." in said and "Grace" in said
    desk.noteit("plan", "comment", "The way", "I will.", "--to", "1")
    assert "I will." in office.noteit("plan", "comments", link)
    copies = [Copy(ada), Copy(adviser)]

    # An edit takes the approval away.
    desk.noteit("plan", "add", "MACM201", "--term", "202610", "--keep")
    edited = plans(ada)[0]
    assert edited["approved"] is None and edited["approvalLost"]["by"]["displayName"] == "Grace"
    assert "Grace" in desk.noteit("plan", "show") and "MACM 201" in office.noteit("plan", "show", link)
    for copy in copies:
        copy.expect_fresh()

    # Two plans, side by side.
    desk.noteit("plan", "copy", "The way", "--as", "Another way")
    desk.noteit("plan", "drop", "MACM201", "--plan", "Another way")
    assert "MACM 201" in desk.noteit("plan", "compare", "The way", "Another way")
    assert [("MACM 201" in placed(each), each["shared"]) for each in plans(ada)] == [(True, True), (False, False)]

    # The way to the end: CMPT 225 needs MACM 101, CMPT 354 needs CMPT 225.
    path = json.loads(desk.noteit("plan", "path", "The way", "--from", "209710", "--credits", "15", "--json"))
    assert (found(path, "graduates"), found(path, "critical")) == ("209730", ["MACM 101", "CMPT 225", "CMPT 354"])

    # One term as a timetable.
    timetables = json.loads(desk.noteit("plan", "schedule", "202530", "--plan", "The way", "--json"))
    assert found(timetables, "timetables"), timetables
    sections = {row.split(",")[1]: row.split(",")[2:4] for row in SAMPLE.read_text().splitlines()[1:]}
    assert {tuple(sections[str(crn)]) for crn in found(timetables, "timetables")[0]["crns"]} == {("MACM", "101")}

    # Sharing ends.
    desk.noteit("plan", "share", "The way", "--off")
    assert failing(office, "plan", "show", link)
    for copy in copies:
        copy.expect_fresh()
    assert copies[1].held["degreePlan"] == {} and college.admin("check", check=False).returncode == 0


def test_a_course_is_shown_with_what_it_needs_and_opens(desk):
    said = desk.noteit("course", "show", "CMPT225")
    assert all(code in said for code in ("MACM 101", "CMPT 125", "ENSC 251", "CMPT 354")), said


def test_courses_are_found_over_all_terms(desk, tmp_path):
    def codes(*options):
        return set(re.findall(r"[A-Z]{2,4} [0-9]{3}[A-Z]?", desk.noteit("course", "find", "--plain", *options)))

    assert {"CMPT 354", "CMPT 307"} <= codes("--subject", "CMPT", "--from", "300", "--to", "399")
    assert "CMPT 225" not in codes("--subject", "CMPT", "--ready")
    import_transcript(desk, tmp_path)
    desk.noteit("record", "add", "MACM101", "--grade", "B", "--term", "202430")
    assert "CMPT 225" in codes("--subject", "CMPT", "--ready")
    desk.noteit("plan", "new", "The way", "--programme", "computing-minor")
    assert {"CMPT 225", "CMPT 354", "CMPT 105W"} <= codes("--towards", "The way")


def test_plans_are_read_offline(college, desk):
    desk.noteit("plan", "new", "The way", "--programme", "computing-minor")
    desk.noteit("plan", "add", "MACM101", "--term", "202710", "--keep")
    desk.noteit("plan", "comment", "The way", "A note to myself")
    college.stop()
    assert "MACM 101" in desk.noteit("plan", "show", "The way")
    assert "The way" in desk.noteit("plan", "list") and "A note to myself" in desk.noteit("plan", "comments", "The way")
    college.start()


@pytest.mark.parametrize("command", [
    "plan", "plan list", "plan show", "plan check", "plan audit", "plan audit --all", "plan path", "record", "programme list",
    "programme show computing-minor", "course show CMPT225", "course find algorithms",
])
def test_every_page_is_drawn_in_a_narrow_and_plain_terminal(command, desk, tmp_path):
    import_transcript(desk, tmp_path)
    desk.noteit("plan", "new", "The way", "--programme", "computing-minor")
    desk.noteit("plan", "add", "CMPT225", "--term", "202710", "--keep")
    desk.environment |= {"COLUMNS": "60", "LANG": "C"}
    said = desk.noteit(*command.split())
    assert "\x1b[" not in said and said.strip()


def test_a_restart_keeps_records_plans_and_comments(college, ada, desk, tmp_path):
    import_transcript(desk, tmp_path)
    desk.noteit("plan", "new", "The way", "--programme", "computing-minor")
    desk.noteit("plan", "add", "MACM101", "--term", "202710", "--keep")
    before = ada.snapshot()
    college.kill()
    college.start()
    after = ada.snapshot()
    assert [after[name] for name in ("record", "plans", "planReplies")] == [before[name] for name in ("record", "plans", "planReplies")]
    assert college.admin("check", check=False).returncode == 0


def test_a_kept_path_has_its_credits_without_a_course(college, ada, desk, tmp_path):
    wide = {"id": "wide", "name": "Wide", "catalogYear": 2025, "credits": 60, "requirements": [
        {"id": "first", "name": "First", "courses": 1, "from": [{"course": "MACM 101"}]},
        {"id": "breadth", "name": "Breadth of all kinds", "credits": 30, "from": [{"attribute": "Breadth-Science"}]}]}
    file = tmp_path / "wide.json"
    file.write_text(json.dumps([wide]))
    college.admin("programmes", "import", str(file))
    desk.noteit("plan", "new", "The way", "--programme", "wide")
    desk.noteit("plan", "add", "MACM201", "--term", "209710", "--keep")
    path = json.loads(desk.noteit("plan", "path", "The way", "--keep", "--credits", "15", "--json"))
    desk.noteit("plan", "path", "The way", "--keep", "--credits", "15", "--save", "Kept")
    [kept] = [each for each in plans(ada) if each["name"] == "Kept"]
    assert kept["terms"][-1]["term"] == found(path, "graduates")
    assert placed(kept)["MACM 201"] == "209710" and kept["terms"][0]["term"] == "209710"
    sums = {each["term"]: sum(one["credits"] for one in each.get("electives", [])) for each in kept["terms"]}
    assert sum(sums.values()) == sum(one["credits"] for each in found(path, "terms") for one in each["electives"]) > 0
    said = desk.noteit("plan", "show", "Kept")
    assert "Breadth of all kinds" in said and "any course" in said


def test_an_adviser_sees_the_same_credits_as_the_owner(college, ada, desk, tmp_path):
    import_transcript(desk, tmp_path)
    desk.noteit("plan", "new", "The way")
    link = next(word for word in desk.noteit("plan", "share", "The way").split() if "/degree/" in word)
    office = Terminal(college, tmp_path / "office", register(college, "Grace"))
    [own] = [line for line in desk.noteit("plan", "show", "The way").splitlines() if "credits done" in line]
    assert own in office.noteit("plan", "show", link)


def test_a_term_before_the_record_is_a_slip(ada, desk, tmp_path):
    desk.noteit("plan", "new", "The way")
    for past in ("SP19", "202430"):
        said = failing(desk, "plan", "add", "MACM101", "--term", past, "--keep")
        assert "is over" in said and "your record is empty" in said and f"noteit record add CMPT120=A- --term" in said
    desk.noteit("plan", "add", "MACM101", "--term", "209710", "--keep")
    failing(desk, "plan", "move", "MACM101", "--to", "202430", "--keep")
    assert placed(plans(ada)[0]) == {"MACM 101": "209710"}
    # From the first term of the record on, a plan may show the way so far.
    import_transcript(desk, tmp_path)
    assert "your record begins in Fall 2024" in failing(desk, "plan", "add", "CMPT105W", "--term", "202420", "--keep")
    desk.noteit("plan", "add", "CMPT105W", "--term", "202430", "--keep")
    assert placed(plans(ada)[0]) == {"MACM 101": "209710", "CMPT 105W": "202430"}
    # Terms that a plan was made with are its own.
    desk.noteit("plan", "new", "Of old", "--from", "202310", "--terms", "2")
    desk.noteit("plan", "add", "CMPT105W", "--term", "202310", "--plan", "Of old", "--keep")


def test_credits_without_a_course_are_added_moved_dropped_and_compared(ada, desk):
    desk.noteit("plan", "new", "The way", "--programme", "computing-minor")

    def open_credits(name="The way"):
        [plan] = [each for each in plans(ada) if each["name"] == name]
        return {(each["term"], one["requirement"]): one["credits"] for each in plan["terms"] for one in each.get("electives", [])}

    assert "3 credits of Breadth-Science" in said(desk, "plan", "add", "--any", "Breadth-Science", "--credits", "3", "--term", "209710")
    desk.noteit("plan", "add", "MACM101", "--any", "upper division", "--credits", "1.5", "--term", "209710", "--keep")
    desk.noteit("plan", "add", "--any", "any course", "--credits", "6", "--term", "209730")
    assert open_credits() == {("209710", "Breadth-Science"): 3, ("209710", "upper"): 1.5, ("209730", None): 6}
    shown = desk.noteit("plan", "show")
    assert "Breadth-Science" in shown and "Upper division" in shown and "any course" in shown
    # Editing courses leaves them.
    desk.noteit("plan", "drop", "MACM101")
    assert len(open_credits()) == 3

    desk.noteit("plan", "copy", "The way", "--as", "Other")
    desk.noteit("plan", "move", "--any", "Breadth-Science", "--to", "209730", "--plan", "Other")
    desk.noteit("plan", "drop", "--any", "any course", "--credits", "2", "--plan", "Other")
    desk.noteit("plan", "drop", "--any", "Upper division", "--plan", "Other")
    assert open_credits("Other") == {("209730", "Breadth-Science"): 3, ("209730", None): 4}
    rows = [line.split("\t") for line in desk.noteit("plan", "compare", "The way", "Other", "--plain").splitlines()]
    assert sorted(rows) == sorted([
        ["~", "Breadth-Science", "209710=3", "209730=3"], ["-", "upper", "209710=1.5", ""], ["~", "any course", "209730=6", "209730=4"]])
    shown = desk.noteit("plan", "compare", "The way", "Other")
    assert "Upper division" in shown and "credits without a course" in shown
    assert len(json.loads(desk.noteit("plan", "compare", "The way", "Other", "--json"))["electives"]) == 3
    assert "has no credits of Breadth-Social" in failing(desk, "plan", "drop", "--any", "Breadth-Social", "--plan", "Other")
    for wrong in (["--credits", "3"], ["--any", "Breadth-Science"], ["CMPT225", "--credits", "3"], ["--any", "x", "--credits", "0"]):
        assert failing(desk, "plan", "add", *wrong, "--term", "209710", "--plan", "Other")


def test_a_kept_path_fills_the_terms_between(ada, desk, tmp_path):
    import_transcript(desk, tmp_path)
    desk.noteit("record", "add", "MACM101", "--grade", "B", "--term", "202430")
    first = json.loads(desk.noteit("plan", "new", "The way", "--programme", "computing-minor", "--terms", "6", "--json"))["terms"]
    terms = [each["term"] for each in first]
    desk.noteit("plan", "add", "PHIL100W", "--term", terms[3], "--keep")
    desk.noteit("plan", "path", "--keep", "--credits", "3", "--save", "Kept")
    [kept] = [each for each in plans(ada) if each["name"] == "Kept"]
    where = placed(kept)
    # CMPT 225 and then CMPT 354 stand before the course that was kept, and no term has two.
    assert where["PHIL 100W"] == terms[3] and where["CMPT 225"] < where["CMPT 354"] and where["CMPT 225"] < terms[3]
    sums = [3 * len(each["courses"]) + sum(one["credits"] for one in each.get("electives", [])) for each in kept["terms"]]
    assert max(sums) <= 3
    assert [each["term"] for each in kept["terms"]] == sorted({*terms, *(each["term"] for each in kept["terms"])})
