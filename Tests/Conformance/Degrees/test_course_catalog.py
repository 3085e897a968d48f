"""`noteitd courses import`, `GET /v1/courses` and `GET /v1/courses/{course}/requirements`."""

import csv
import gzip
import io

import pytest

from degree_asking import item, planned_in
from degree_people import COURSES, HEADER, ROWS, new_plan, record, small_catalog
from degree_trees import course, kinds_in, normal
from noteitd import Noteitd
from people import Anyone, register
from recurrences import data

WHOLE = data("sfu") / "courses.csv.gz"
needs_data = pytest.mark.skipif(not WHOLE.exists(), reason=f"{WHOLE} is not there")


def codes(person, **query):
    return [each["code"] for each in person.items(COURSES, **query)]


def ours(person, **query):
    """The codes of the small catalog alone."""
    return [code for code in codes(person, **query) if code.split(" ")[0] in ("COMP", "HIST") and code != "HIST 130"]


# The small catalog.


@pytest.mark.parametrize("query, expected", [
    ({"subject": "COMP"}, 10), ({"subject": "comp"}, 10),
    ({"subject": "COMP", "from": 200, "to": 225}, ["COMP 200", "COMP 210", "COMP 215", "COMP 220W", "COMP 225"]),
    ({"subject": "COMP", "from": 220, "to": 220}, ["COMP 220W"]), ({"subject": "COMP", "from": 411}, ["COMP 800"]),
    ({"subject": "COMP", "to": 100}, ["COMP 100"]),
    ({"attribute": "Writing"}, ["COMP 220W", "COMP 225", "HIST 102"]), ({"subject": "COMP", "level": "GRAD"}, ["COMP 800"]),
    ({"subject": "COMP", "credits": 1.5}, ["COMP 410"]), ({"subject": "COMP", "credits": 6}, ["COMP 400"]),
    ({"subject": "COMP", "offered": "fall", "credits": 3, "from": 300, "to": 400}, ["COMP 300"]),
    ({"subject": "COMP", "offered": "summer", "from": 300, "to": 400}, []), ({"subject": "COMP", "offered": "spring", "credits": 6}, ["COMP 400"]),
    ({"q": "owl"}, ["HIST 101", "HIST 102"]), ({"q": "rise OWL"}, ["HIST 101"]),
    ({"q": "machines", "credits": 1}, ["COMP 215"]), ({"q": "COMP 300"}, ["COMP 300"]),
    ({"subject": "NONE"}, []),
])
def test_filters(query, expected, student):
    found = ours(student, **query)
    assert found == sorted(found)
    assert (len(found) if isinstance(expected, int) else found) == expected


def test_an_entry_has_what_the_file_says(student):
    found = {each["code"]: each for each in student.items(COURSES, subject="COMP")}
    assert found["COMP 200"] == found["COMP 200"] | {
        "title": "Structures of data", "credits": 3, "level": "UGRD", "attributes": ["Quantitative"]}
    assert set(found["COMP 200"]["offered"]) == {"spring", "summer", "fall"} and found["COMP 300"]["offered"] == ["fall"]
    assert found["COMP 410"]["credits"] == 1.5 and found["COMP 400"]["attributes"] == []
    [owl] = student.items(COURSES, q="rise owl")
    assert owl["offered"] is None and owl["attributes"] == ["Breadth-Humanities"]


def test_pages_of_courses(student):
    assert student.items(COURSES, limit=3, subject="COMP") == student.items(COURSES, subject="COMP")


def test_courses_whose_prerequisites_i_have(student):
    """Known to be true: not what nobody can tell, and not what is only planned."""
    def ready():
        return ours(student, subject="COMP", ready="true", level="UGRD")

    free = ["COMP 100", "COMP 215", "COMP 220W", "COMP 225"]
    assert ready() == free
    record(student, item("COMP 100", "C-"))
    assert "COMP 200" in ready() and "COMP 300" not in ready()
    record(student, item("COMP 100", "D"))
    assert "COMP 200" not in ready()
    record(student, item("COMP 200", "A"), item("COMP 210", "A"))
    assert "COMP 300" in ready() and "COMP 400" not in ready()


def test_courses_that_count_towards_what_is_missing(student):
    plan = new_plan(student, programme="computing", terms=planned_in(t202710="COMP 200"))
    assert ours(student, towards=plan["id"]) == ["COMP 100", "COMP 300", "HIST 101", "HIST 102"]
    record(student, item("HIST 101", "A"), item("COMP 100", "A"))
    assert ours(student, towards=plan["id"]) == ["COMP 300", "HIST 102"]
    assert ours(student, towards=plan["id"], subject="HIST", ready="true") == ["HIST 102"]
    student.refused("GET", f"{COURSES}?towards=00000000-0000-0000-0000-000000000000", 404)


@pytest.mark.parametrize("query", ["from=x", "to=1.5", "offered=winter", "ready=perhaps", "credits=many", "credits=-1", "limit=0", "from=9223372036854775808"])
def test_a_wrong_filter_is_named(query, student):
    problem = student.refused("GET", f"{COURSES}?{query}", 422)
    assert query.split("=")[0] in [each["field"] for each in problem["errors"]]


@pytest.mark.parametrize("form", ["COMP200", "COMP%20200", "COMP-200", "comp_200", "comp200"])
def test_requirements_of_a_code_in_any_form(form, student):
    said = student.get(f"{COURSES}/{form}/requirements")
    assert said["course"] == "COMP 200" and "COMP 100 with a minimum grade of C-" in said["text"]
    assert normal(said["prerequisites"]) == normal(course("COMP 100", "C-")) and normal(said["corequisites"]) == normal({"all": []})
    assert (said["exclusions"], said["opens"]) == ([], ["COMP 300"])


def test_requirements_name_corequisites_exclusions_and_what_a_course_opens(student):
    machines = student.get(f"{COURSES}/COMP210/requirements")
    assert [leaf["course"] for leaf in kinds_in(machines["corequisites"], leaves=True)] == ["COMP 215"]
    assert student.get(f"{COURSES}/COMP220W/requirements")["exclusions"] == ["COMP 225"]
    assert student.get(f"{COURSES}/COMP100/requirements")["opens"] == ["COMP 200", "COMP 210"]
    assert student.get(f"{COURSES}/COMP215/requirements")["opens"] == ["COMP 210"]
    assert normal(student.get(f"{COURSES}/COMP400/requirements")["prerequisites"]) == normal({"permission": True})


def test_a_course_of_a_term_has_requirements_by_its_id(student):
    term = student.get("/v1/terms")["items"][0]["id"]
    [given] = [each for each in student.items(f"/v1/terms/{term}/courses", subject="CMPT", number="225")]
    assert student.get(f"{COURSES}/{given['id']}/requirements") == student.get(f"{COURSES}/CMPT225/requirements")


@pytest.mark.parametrize("code", ["CMOP200", "COMP201", "nothing", "202530.NO1"])
def test_an_unknown_course_is_not_there_and_others_are_suggested(code, student):
    problem = student.refused("GET", f"{COURSES}/{code}/requirements", 404)
    assert "COMP 200" in problem["detail"] or code not in ("CMOP200", "COMP201"), problem


def test_the_catalog_needs_a_token(faculty):
    for path in (COURSES, f"{COURSES}/COMP100/requirements"):
        Anyone(faculty).refused("GET", path, 401)


# Imports.


def import_courses(server, folder, *lines, name="some.csv", options=(), check=True):
    file = folder / name
    file.write_text("\n".join(lines) + "\n")
    done = server.admin("courses", "import", str(file), *options, check=False)
    assert not check or done.returncode == 0, done.stdout + done.stderr
    return done


def listed(server, **query):
    server.start()
    try:
        return {each["code"]: each for each in register(server).items(COURSES, **query)}
    finally:
        server.stop()


def test_an_import_adds_and_replaces_and_the_rest_stays(empty, tmp_path):
    import_courses(empty, tmp_path, HEADER, *ROWS)
    import_courses(empty, tmp_path, HEADER, "COMP,100,A new title,4,UGRD,,,,,Fall 2025", "COMP,999,New,3,UGRD,,,,,")
    found = listed(empty)
    assert len(found) == len(ROWS) + 1 and found["COMP 100"]["title"] == "A new title" and found["COMP 100"]["credits"] == 4
    assert found["COMP 200"]["title"] == "Structures of data"


def test_a_dry_run_changes_nothing(empty, tmp_path):
    said = import_courses(empty, tmp_path, HEADER, *ROWS, options=("--dry-run",))
    assert "COMP" in said.stdout or str(len(ROWS)) in said.stdout
    assert listed(empty) == {}


def test_an_import_beside_a_running_server_is_seen_at_once(empty, tmp_path):
    empty.start()
    try:
        person = register(empty)
        assert person.items(COURSES) == []
        empty.admin("courses", "import", small_catalog(tmp_path))
        assert len(person.items(COURSES)) == len(ROWS)
        record(person, item("COMP 100", "A"))
    finally:
        empty.stop()


@pytest.mark.parametrize("row, credits", [
    ("COMP,1,T,-1,UGRD,,,,,", None), ("COMP,1,T,,UGRD,,,,,", None), ("COMP,1,T,1-6,UGRD,,,,,", "1-6"), ("COMP,1,T,1.5,UGRD,,,,,", 1.5),
    ("COMP,1,T,0,UGRD,,,,,", 0),
])
def test_credits_of_a_row(row, credits, empty, tmp_path):
    import_courses(empty, tmp_path, HEADER, row)
    found = listed(empty)["COMP 1"]["credits"]
    # A range may be kept; an audit counts its least.
    assert found == credits or (credits == "1-6" and found == 1)


@pytest.mark.parametrize("lines", [
    ["number,subject,title,credits,level,attributes,prerequisites,corequisites,notes,terms_offered", "100,COMP,T,3,UGRD,,,,,", "x"],
    [HEADER, ROWS[0], "100,COMP,Columns are swapped,3,UGRD,,,,,"], [HEADER, ROWS[0], "COMP,101,T,many,UGRD,,,,,"],
    [HEADER, ROWS[0], ",101,T,3,UGRD,,,,,"], ["title,credits", "x,3"], ["nothing at all"], [HEADER, ROWS[0], ROWS[0]],
], ids=["swapped header", "swapped columns", "no credits", "no subject", "no codes", "no table", "twice"])
def test_a_bad_file_is_told_and_nothing_is_half_imported(lines, empty, tmp_path):
    done = import_courses(empty, tmp_path, *lines, check=False)
    assert done.returncode not in (133, 139)
    found = listed(empty)
    if done.returncode:
        assert len(done.stderr) > 20 and found == {}, done.stderr
    else:
        # It was read in another way, or what is odd was left out: then it is told.
        assert "100" in "".join(found) or done.stdout + done.stderr, done


def test_a_file_that_is_not_there_or_not_text(empty, tmp_path):
    for content in (None, b"\xff\xfe\x00", b"\x1f\x8b broken"):
        file = tmp_path / f"file{content is None}.csv"
        if content is not None:
            file.write_bytes(content)
        done = empty.admin("courses", "import", str(file), check=False)
        assert done.returncode not in (0, 133, 139) and done.stderr, content


def test_prerequisites_that_go_in_a_circle_are_told_and_kept(empty, tmp_path):
    said = import_courses(empty, tmp_path, HEADER, "LOOP,101,T,3,UGRD,,LOOP 102.,,,", "LOOP,102,T,3,UGRD,,LOOP 101.,,,",
        "LOOP,103,T,3,UGRD,,LOOP 103.,,,")
    assert "LOOP" in said.stdout + said.stderr
    empty.start()
    try:
        person = register(empty)
        assert person.get(f"{COURSES}/LOOP101/requirements")["opens"] == ["LOOP 102"]
        assert person.get(f"{COURSES}/LOOP103/requirements")["prerequisites"] == {"course": "LOOP 103"}
        body = {"programme": {"id": "p", "requirements": [{"id": "r", "courses": 1, "from": [{"course": "LOOP 101"}]}]}, "from": "202610",
                "creditsPerTerm": 15, "prerequisites": {"LOOP 101": {"course": "LOOP 102"}, "LOOP 102": {"course": "LOOP 101"}}}
        answer = person.call("POST", "/v1/degrees/path", 200, json=body).json()
        assert [each["kind"] for each in answer["because"]] == ["cycle"]
    finally:
        empty.stop()


# The real file.


@pytest.fixture(scope="module")
def university(tmp_path_factory):
    server = Noteitd(tmp_path_factory.mktemp("university"))
    done = server.admin("courses", "import", str(WHOLE), check=False)
    server.said_of_import = done.stdout + done.stderr
    assert done.returncode == 0, server.said_of_import
    with server.serving():
        yield server


def rows():
    return list(csv.DictReader(io.StringIO(gzip.decompress(WHOLE.read_bytes()).decode("utf-8-sig"))))


@needs_data
def test_every_course_of_the_real_file_is_listed(university):
    found = {each["code"]: each for each in register(university).items(COURSES, limit=200)}
    expected = {f"{row['subject']} {row['number']}": row for row in rows()}
    assert found.keys() == expected.keys()
    for code, row in expected.items():
        assert found[code]["title"] == row["title"] and found[code]["level"] == row["level"], code
        seasons = {word.split()[0].lower() for word in row["terms_offered"].split(";") if word.strip()}
        assert set(found[code]["offered"] or []) == seasons, (code, found[code]["offered"], row["terms_offered"])


@needs_data
def test_coverage_of_the_real_prerequisites_is_told(university):
    assert "parsed whole" in university.said_of_import and "not at all" in university.said_of_import, university.said_of_import


@needs_data
def test_real_prerequisites_keep_their_text(university):
    person = register(university)
    for row in [row for row in rows() if row["prerequisites"]][::60]:
        said = person.get(f"{COURSES}/{row['subject']}{row['number']}/requirements" if not row["number"][0].isalpha()
                          else f"{COURSES}/{row['subject']}%20{row['number']}/requirements")
        assert row["prerequisites"].strip() in said["text"], row


@needs_data
@pytest.mark.parametrize("code, leaf", [("ACMA201", {"course": "MATH 152", "minimumGrade": "C"}), ("EASC202", {"course": "EASC 101", "minimumGrade": "C-"})])
def test_real_prerequisites_are_parsed(code, leaf, university):
    said = register(university).get(f"{COURSES}/{code}/requirements")
    assert leaf in kinds_in(said["prerequisites"], leaves=True), said


@needs_data
def test_what_a_real_course_opens_names_it(university):
    person = register(university)
    opened = person.get(f"{COURSES}/CMPT225/requirements")["opens"]
    assert len(opened) > 10 and opened == sorted(opened)
    for code in opened[:10]:
        said = person.get(f"{COURSES}/{code.replace(' ', '%20')}/requirements")
        named = [leaf.get("course") for tree in ("prerequisites", "corequisites") for leaf in kinds_in(said[tree], leaves=True)]
        assert "CMPT 225" in named, said
