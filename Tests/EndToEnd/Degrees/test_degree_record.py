"""The record with `noteit`, on the real data: grades of a term that is over, a transcript, the average, and what if."""

import contextlib
import json
import sqlite3

import pytest

from college import COURSES, import_transcript, plans
from terminal import copy_of, failing, said

pytestmark = pytest.mark.skipif(not COURSES.exists(), reason=f"{COURSES} is not there")


def test_a_term_that_is_over_is_closed_with_its_grades(ada, desk):
    desk.noteit("record", "add", "CMPT120=A-", "MATH", "151=B+", "PHIL100W", "--term", "202430")
    grades = {each["course"]: (each["grade"], each["term"]) for each in ada.get("/v1/me/record")["items"]}
    assert grades == {"CMPT 120": ("A-", "202430"), "MATH 151": ("B+", "202430"), "PHIL 100W": (None, "202430")}
    desk.noteit("record", "add", "CMPT125", "MACM101", "--term", "202610", "--in-progress")
    desk.noteit("plan", "new", "The way")
    desk.noteit("plan", "add", "CMPT105W", "--term", "202610", "--keep")
    assert "No grade yet: MACM 101" in said(desk, "record", "close", "SP26", "CMPT125=B", "CMPT105W=72%")
    kept = {each["course"]: (each["grade"], each["inProgress"]) for each in ada.get("/v1/me/record")["items"] if each["term"] == "202610"}
    assert kept == {"CMPT 125": ("B", False), "MACM 101": (None, True), "CMPT 105W": ("72%", False)}
    assert "Spring 2026 is closed" in said(desk, "record", "close", "spring", "2026", "MACM101=A")
    assert not [each for each in ada.get("/v1/me/record")["items"] if each["inProgress"]]


def test_a_transcript_of_a_spreadsheet_is_read(ada, desk, tmp_path):
    file = tmp_path / "transcript.csv"
    file.write_text("Subject;Catalog Nbr;Term;Official Grade;Units Taken\nCMPT;120;202430;A-;3\nMATH;151;202430;B+;3\n")
    desk.noteit("record", "import", str(file))
    assert {(each["course"], each["grade"]) for each in ada.get("/v1/me/record")["items"]} == {("CMPT 120", "A-"), ("MATH 151", "B+")}


def test_grades_have_an_average_and_a_what_if(college, ada, desk, tmp_path):
    import_transcript(desk, tmp_path)
    # CMPT 120 counts with its better grade, B+; CMPT 125 has A-; the transfer and the W do not count.
    shown = desk.noteit("record")
    assert "GPA 3.50 over 6 credits" in shown and "Fall 2024  GPA 1.33" in shown and "Summer 2025  GPA 3.67" in shown, shown
    before = ada.get("/v1/me/record")
    desk.noteit("plan", "new", "The way", "--programme", "computing-minor")
    what_if = json.loads(desk.noteit("record", "what-if", "MACM101=A", "CMPT225=B", "--json"))
    assert (what_if["now"], what_if["then"]) == ({"gpa": 3.5, "credits": 6}, {"gpa": 3.5, "credits": 12})
    base = [{each["id"]: each["status"] for each in what_if[side]["requirements"]}["base"] for side in ("before", "after")]
    assert base == ["missing", "done"]
    shown = desk.noteit("record", "what-if", "MACM101=A", "CMPT225=B")
    assert "Lower division: 2 -> 4 of 4" in shown.replace("→", "->") and "Now: GPA 3.50" in shown
    # A- and B+ over 6 credits, 6 more for 3.6: (3.6 * 12 - 21) / 6 = 3.70, so an A in each.
    rows = [line.split("\t") for line in desk.noteit("record", "what-if", "MACM101", "CMPT225", "--target", "3.6", "--plain").splitlines()]
    assert rows == [["now", "3.50", "6"], ["needed", "3.70", "6"]]
    assert "A or better" in desk.noteit("record", "what-if", "MACM101", "CMPT225", "--target", "3.6")
    assert "out of reach" in desk.noteit("record", "what-if", "--credits", "3", "--target", "4.2")
    assert "any grades" in desk.noteit("record", "what-if", "--credits", "3", "--target", "1")
    assert "nothing" in failing(desk, "record", "what-if", "MACM101=A", "--target", "3")
    assert ada.get("/v1/me/record") == before
    # What a grade breaks in the plan: a prerequisite with a minimum grade.
    desk.noteit("record", "add", "MACM101", "--term", "202530", "--in-progress")
    desk.noteit("plan", "add", "CMPT225", "--term", "209710", "--keep")
    what_if = json.loads(desk.noteit("record", "what-if", "MACM101=D", "--json"))
    assert [(each["course"], each["kind"]) for each in what_if["broke"]] == [("CMPT 225", "prerequisite")] and what_if["mended"] == []
    assert "The way\n! " in desk.noteit("record", "what-if", "MACM101=D")
    assert json.loads(desk.noteit("record", "what-if", "MACM101=C-", "--json"))["broke"] == []
    desk.noteit("record", "drop", "MACM101", "--term", "202530")
    # Offline there is the average, and no audit.
    college.stop()
    assert "GPA 3.50 over 6 credits" in desk.noteit("record")
    assert "Then: GPA 3.50 over 12 credits" in desk.noteit("record", "what-if", "MACM101=A", "CMPT225=B")
    college.start()


def test_a_what_if_goes_on_without_a_plan_that_is_gone(ada, desk):
    """The local copy still names it, as when it is deleted between the copy's refresh and the check."""
    plan = json.loads(desk.noteit("plan", "new", "The way", "--programme", "computing-minor", "--json"))["id"]
    with contextlib.closing(sqlite3.connect(copy_of(desk))) as database, database:
        row = database.execute("SELECT * FROM subject WHERE kind = 'degreePlan' AND id = ?", [plan]).fetchone()
        assert row
    ada.call("DELETE", f"/v1/me/plans/{plan}", 204)
    assert plans(ada) == [] and json.loads(desk.noteit("plan", "list", "--json")) == []
    with contextlib.closing(sqlite3.connect(copy_of(desk))) as database, database:
        database.execute(f"INSERT INTO subject VALUES ({', '.join('?' * len(row))})", row)
    assert "'The way' is gone from the server" in said(desk, "record", "what-if", "MACM101=A")
    what_if = json.loads(desk.noteit("record", "what-if", "MACM101=A", "--json"))
    assert what_if["then"] == {"gpa": 4, "credits": 3} and not what_if.keys() & {"broke", "before"}
    what_if = json.loads(desk.noteit("record", "what-if", "MACM101=A", "--programme", "computing-minor", "--json"))
    assert what_if["after"]["requirements"]
