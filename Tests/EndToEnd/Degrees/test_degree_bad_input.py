"""Bad input of degrees through both programs: a clear answer each, and nothing half-imported."""

import json
import subprocess

import pytest

from noteitd import PATIENCE
from people import register
from terminal import NOTEIT, Terminal, failing

HEADER = "subject,number,title,credits,level,attributes,prerequisites,corequisites,notes,terms_offered"
ROWS = ["COMP,100,Beginning,3,UGRD,,,,,", "COMP,200,Next,3,UGRD,,COMP 100.,,,", "COMP,300,Last,3,UGRD,,COMP 200.,,,"]
MINOR = {"id": "minor", "name": "Minor", "catalogYear": 2025, "requirements": [
    {"id": "core", "name": "Core", "courses": 2, "from": [{"course": "COMP 200"}, {"course": "COMP 300"}]}]}


@pytest.fixture
def school(server, tmp_path):
    imported(server, tmp_path, "courses", "\n".join([HEADER, *ROWS]) + "\n")
    imported(server, tmp_path, "programmes", json.dumps(MINOR))
    return server


@pytest.fixture
def ada(school):
    return register(school)


@pytest.fixture
def desk(school, ada, tmp_path):
    return Terminal(school, tmp_path / "desk", ada)


def imported(server, folder, kind, text, check=True):
    """What `noteitd courses import` or `noteitd programmes import` said, and whether it succeeded."""
    file = folder / f"{kind}.{'csv' if kind == 'courses' else 'json'}"
    file.write_text(text)
    done = server.admin(kind, "import", str(file), check=False)
    assert done.returncode not in (133, 139) and (not check or done.returncode == 0), done.stdout + done.stderr
    return done


def courses(person):
    return {each["code"]: each for each in person.items("/v1/courses", subject="COMP")}


def record_import(desk, folder, text, *options):
    file = folder / "record.csv"
    file.write_text(text)
    return failing(desk, "record", "import", str(file), *options)


def record_of(person):
    return person.get("/v1/me/record")["items"]


def test_a_cycle_of_prerequisites_is_named(school, ada, desk, tmp_path):
    done = imported(school, tmp_path, "courses", "\n".join([HEADER, "COMP,100,Beginning,3,UGRD,,COMP 300.,,,"]) + "\n")
    assert "COMP" in done.stdout + done.stderr
    desk.noteit("plan", "new", "Plan", "--programme", "minor")
    path = ada.get(f"/v1/me/plans/{ada.items('/v1/me/plans')[0]['id']}/path?from=209710&credits=15")
    assert [(each["kind"], sorted(each["courses"])) for each in path["because"]] == [("cycle", ["COMP 100", "COMP 200", "COMP 300"])]
    said = run(desk, "plan", "path", "--from", "209710", "--credits", "15")
    assert "COMP 100" in said and "COMP 200" in said


def run(desk, *arguments):
    """All output of a command, whatever its status, unless it crashed."""
    done = subprocess.run([NOTEIT, *arguments], capture_output=True, text=True, timeout=PATIENCE, env=desk.environment)
    assert done.returncode not in (133, 139), done.stderr
    return done.stdout + done.stderr


def test_a_course_that_requires_itself_is_named(school, ada, desk, tmp_path):
    done = imported(school, tmp_path, "courses", "\n".join([HEADER, "COMP,200,Next,3,UGRD,,COMP 200.,,,"]) + "\n")
    assert "COMP 200" in done.stdout + done.stderr
    assert "COMP 200" in run(desk, "course", "show", "COMP200")
    desk.noteit("plan", "new", "Plan", "--programme", "minor")
    plan = ada.items("/v1/me/plans")[0]["id"]
    path = ada.get(f"/v1/me/plans/{plan}/path?from=209710&credits=15")
    assert [(each["kind"], each["courses"]) for each in path["because"]] == [("cycle", ["COMP 200"])]


@pytest.mark.parametrize("term", ["202640", "20261", "autumn", "winter 2026", "F", "0", "999999999999"])
def test_a_term_that_does_not_exist(term, ada, desk):
    desk.noteit("plan", "new", "Plan")
    before = ada.items("/v1/me/plans")
    said = failing(desk, "plan", "add", "COMP100", "--term", term)
    assert term in said, said
    assert ada.items("/v1/me/plans") == before


def test_the_year_of_a_term_may_stand_apart(ada, desk):
    """As the shell passes `--term fall 2097` without quotes."""
    desk.noteit("plan", "create", "Plan")
    desk.noteit("plan", "add", "COMP100", "--term", "fall", "2097")
    desk.noteit("plan", "move", "COMP100", "--to", "spring", "2098")
    plan = ada.items("/v1/me/plans")[0]
    assert [(each["term"], each["courses"]) for each in plan["terms"] if each["courses"]] == [("209810", ["COMP 100"])]
    desk.noteit("plan", "remove", "Plan", "--yes")
    assert ada.items("/v1/me/plans") == []


def test_400_courses_in_a_plan(school, ada, desk, tmp_path):
    rows = [f"MANY,{number},Course,3,UGRD,,,,," for number in range(400)]
    imported(school, tmp_path, "courses", "\n".join([HEADER, *rows]) + "\n")
    desk.noteit("plan", "new", "Plan")
    before = ada.items("/v1/me/plans")
    assert "200" in failing(desk, "plan", "add", *[f"MANY{number}" for number in range(400)], "--term", "209710")
    assert ada.items("/v1/me/plans") == before


def test_a_requirement_that_can_never_be_met(school, ada, desk, tmp_path):
    never = MINOR | {"id": "never", "requirements": [MINOR["requirements"][0] | {"courses": 3}]}
    done = imported(school, tmp_path, "programmes", json.dumps(never), check=False)
    said = done.stdout + done.stderr
    assert "Core" in said or "core" in said
    if done.returncode == 0:
        desk.noteit("plan", "new", "Plan", "--programme", "never")
        path = ada.get(f"/v1/me/plans/{ada.items('/v1/me/plans')[0]['id']}/path?from=209710&credits=15")
        assert [each["kind"] for each in path["because"]] == ["programme"]
        assert "Core" in run(desk, "plan", "path", "--from", "209710")
    else:
        assert {each["id"] for each in ada.items("/v1/programmes")} == {"minor"}


def test_credits_of_minus_one_and_of_a_range_in_a_catalog(school, ada, tmp_path):
    imported(school, tmp_path, "courses", "\n".join([HEADER, "COMP,400,T,-1,UGRD,,,,,", "COMP,410,T,1-6,UGRD,,,,,"]) + "\n")
    found = courses(ada)
    assert found["COMP 400"]["credits"] is None and str(found["COMP 410"]["credits"]).startswith("1")
    ada.call("PUT", "/v1/me/record", 200, json={"items": [
        {"course": "COMP 400", "grade": "A"}, {"course": "COMP 410", "grade": "A"}]})
    plan = ada.call("POST", "/v1/me/plans", 201, json={"name": "Plan", "programme": "minor"}).json()["id"]
    whole = {"id": "any", "requirements": [{"id": "any", "courses": 9, "from": [{"any": True}]}]}
    assert ada.get(f"/v1/me/plans/{plan}/audit")["leftOver"] == ["COMP 400", "COMP 410"]
    imported(school, tmp_path, "programmes", json.dumps(whole))
    rows = ada.get(f"/v1/me/plans/{plan}/audit?programme=any")["requirements"][0]["courses"]
    assert {each["course"]: each["credits"] for each in rows} == {"COMP 400": 3, "COMP 410": 1}


@pytest.mark.parametrize("credits", ["-1", "1-6", "many", "0.25", "1e400", ""])
def test_credits_that_are_none_in_a_record(credits, ada, desk):
    before = record_of(ada)
    said = failing(desk, "record", "add", "COMP100", "--grade", "A", f"--credits={credits}")
    assert "credits" in said.lower() and record_of(ada) == before


def test_unknown_course_codes_get_suggestions(ada, desk):
    desk.noteit("plan", "new", "Plan")
    before = ada.items("/v1/me/plans")
    for code in ("CMOP200", "COMP 201"):
        assert "COMP 200" in failing(desk, "plan", "add", code, "--term", "209710")
    assert "COMP 100" in failing(desk, "record", "add", "COMP101", "--grade", "A")
    assert ada.items("/v1/me/plans") == before and record_of(ada) == []
    assert failing(desk, "course", "show", "COMP201")


@pytest.mark.parametrize("grade", ["Q", "E", "101", "A++", "-5", "excellent"])
def test_a_grade_that_is_none(grade, ada, desk, tmp_path):
    assert grade in failing(desk, "record", "add", "COMP100", f"--grade={grade}")
    said = record_import(desk, tmp_path, f"course,term,grade\nCOMP100,202430,A\nCOMP200,202510,{grade}\n")
    assert grade in said and "3" in said, said
    assert record_of(ada) == []


@pytest.mark.parametrize("text", [
    "course,term,grade\n202430,COMP 100,A\n", "course,term,grade\nA,202430,COMP 100\n", "term,grade\n202430,A\n", "COMP 100,202430,A\n",
    "", "course\n", "course,term,grade\nCOMP 100,202430,A\nCOMP 200,202640,A\n", "course,credits\nCOMP 100,3\nCOMP 200,-1\n",
    "course,kind\nCOMP 100,bought\n", "course,grade\nCOMP 100,A\nCOMP 999,A\n", "\0\1\2",
], ids=["swapped code and term", "swapped code and grade", "no code", "no header", "empty", "header alone", "no term", "credits -1", "no kind",
        "an unknown course", "not text"])
def test_a_record_of_another_form_is_not_half_imported(text, ada, desk, tmp_path):
    desk.noteit("record", "add", "COMP100", "--grade", "B", "--term", "202410")
    before = record_of(ada)
    if text == "course\n":
        # Nothing is wrong with a table of nothing; it must not empty a record either.
        file = tmp_path / "record.csv"
        file.write_text(text)
        run(desk, "record", "import", str(file))
    else:
        assert len(record_import(desk, tmp_path, text)) > 20
    assert record_of(ada) == before


def test_a_record_that_is_wrong_in_many_lines_names_each(ada, desk, tmp_path):
    said = record_import(desk, tmp_path, "course,term,grade\nCOMP100,202430,Q\nnothing,202430,A\nCOMP200,20261,A\nCOMP300,202430,A\n")
    assert all(word in said for word in ("Q", "nothing", "20261", "2", "3", "4")), said
    assert record_of(ada) == []


def test_a_catalog_with_its_columns_swapped_is_not_half_imported(school, ada, tmp_path):
    before = courses(ada)
    done = imported(school, tmp_path, "courses", "\n".join([HEADER, "COMP,500,Good,3,UGRD,,,,,", "500,COMP,Swapped,3,UGRD,,,,,"]) + "\n", check=False)
    assert done.returncode and "3" in done.stderr, done.stdout + done.stderr
    assert courses(ada) == before


def test_a_programme_with_an_unknown_need_is_not_half_imported(school, ada, tmp_path):
    wrong = [MINOR | {"id": "good"}, MINOR | {"id": "bad", "requirements": [{"id": "x", "credits": "1-6", "from": []}]}]
    done = imported(school, tmp_path, "programmes", json.dumps(wrong), check=False)
    assert done.returncode and "credits" in done.stderr, done.stderr
    assert {each["id"] for each in ada.items("/v1/programmes")} == {"minor"}


def test_names_of_plans_and_programmes_that_do_not_exist(ada, desk):
    desk.noteit("plan", "new", "Plan A")
    assert "Plan A" in failing(desk, "plan", "show", "Plam A")
    assert failing(desk, "plan", "new", "Plan B", "--programme", "astrology")
    assert failing(desk, "programme", "show", "astrology")
    assert failing(desk, "plan", "schedule", "209710", "--plan", "Plan A")
    assert len(ada.items("/v1/me/plans")) == 1
