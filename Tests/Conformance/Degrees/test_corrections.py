"""`noteitd courses correct` and `noteitd courses attributes`: what a registrar knows better stands over imports."""

import pytest

from degree_people import COURSES, HEADER, PROGRAMMES, record
from degree_asking import item
from degree_trees import allof, anyof, course, normal
from noteitd import Noteitd
from people import register

LIFE = ("Also, for students in the life sciences, MATH 154 with a minimum grade of C- and MATH 155 with a minimum grade of A-.")
ROWS = [
    "MATH,152,Calculus II,3,UGRD,Breadth-Science,,,,", "MATH,154,Calculus for life,3,UGRD,Breadth-Sci,,,,",
    "MATH,155,More of it,3,UGRD,Quantitative,,,,", "POL,100,Politics,3,UGRD,Breadth-Social Sciences,,,,",
    "POL,101,More politics,3,UGRD,Breadth-Soc,,,,", "POL,102,Most politics,3,UGRD,Breadth-Social Sci,,,,",
    f'MATH,251,Calculus III,3,UGRD,,"MATH 152. {LIFE}",,,',
]


@pytest.fixture(scope="module")
def campus(tmp_path_factory):
    folder = tmp_path_factory.mktemp("corrections")
    server = Noteitd(folder)
    (folder / "courses.csv").write_text("\n".join([HEADER, *ROWS]) + "\n")
    server.admin("courses", "import", str(folder / "courses.csv"))
    with server.serving():
        yield server


@pytest.fixture
def student(campus):
    return register(campus)


@pytest.fixture
def courses(campus, tmp_path):
    """Runs `noteitd courses`; afterwards nothing is corrected."""
    def courses(*words, rows=None, check=True):
        if rows is not None:
            (tmp_path / "file.csv").write_text("\n".join(rows) + "\n")
            words = [*words, str(tmp_path / "file.csv")]
        done = campus.admin("courses", *words, check=False)
        assert not check or done.returncode == 0, done.stdout + done.stderr
        return done

    yield courses
    courses("correct", "MATH251", "--undo", check=False)
    courses("attributes", "--none")


def imported(courses, *rows):
    return courses("import", rows=[HEADER, *rows]).stdout


def requirements(person, code="MATH251"):
    return person.get(f"{COURSES}/{code}/requirements")


def test_a_correction_is_what_a_course_demands_and_its_page_says_so(student, courses):
    assert "correction" not in requirements(student)
    courses("correct", "math 251", "--prerequisites", "MATH 152 or (MATH 154 and MATH 155 with at least A-)", "--note", "Checked by hand.")
    said = requirements(student)
    assert normal(said["prerequisites"]) == normal(anyof("MATH 152", allof("MATH 154", course("MATH 155", "A-"))))
    assert said["correction"]["note"] == "Checked by hand." and "life sciences" in said["text"]
    assert "MATH 251" in requirements(student, "MATH154")["opens"]
    record(student, item("MATH 154", "C"), item("MATH 155", "A"))
    assert "MATH 251" in [each["code"] for each in student.items(COURSES, ready="true")]


def test_a_correction_stands_over_imports_and_is_shown_when_the_text_changes(student, courses):
    courses("correct", "MATH251", "--prerequisites", "MATH 152")
    assert "Corrected courses whose text has changed" not in imported(courses, *ROWS)
    assert normal(requirements(student)["prerequisites"]) == normal(course("MATH 152"))
    said = imported(courses, 'MATH,251,Calculus III,3,UGRD,,"MATH 155.",,,')
    assert "Corrected courses whose text has changed since, to be looked at again: 1: MATH 251" in said
    after = requirements(student)
    assert normal(after["prerequisites"]) == normal(course("MATH 152")) and after["text"] == "MATH 155."
    assert "MATH 251" in courses("correct").stdout
    imported(courses, *ROWS)


def test_a_correction_is_undone(student, courses):
    before = requirements(student)
    courses("correct", "MATH251", "--prerequisites", "None", "--corequisites", "MATH 152")
    said = requirements(student)
    assert normal(said["prerequisites"]) == normal(allof()) and normal(said["corequisites"]) == normal(course("MATH 152"))
    courses("correct", "MATH251", "--undo")
    assert requirements(student) == before
    assert "MATH 251 has no correction" in courses("correct", "MATH251", "--undo", check=False).stderr
    assert "There are no corrections." in courses("correct").stdout


def test_a_file_corrects_many_courses_and_takes_trees(student, courses):
    courses("correct", "--file", rows=[
        "course,prerequisites,corequisites,note",
        '''MATH 251,"{""any"": [{""course"": ""MATH 152""}, {""unknown"": ""an interview""}]}",,See the calendar''',
        "MATH155,MATH 154,MATH 152,"])
    assert normal(requirements(student)["prerequisites"]) == normal(anyof("MATH 152", {"unknown": "an interview"}))
    said = requirements(student, "MATH155")
    assert normal(said["prerequisites"]) == normal(course("MATH 154")) and normal(said["corequisites"]) == normal(course("MATH 152"))
    listed = courses("correct").stdout
    assert "MATH 155" in listed and "MATH 251: See the calendar" in listed and '{"course":"MATH 152"}' in listed
    courses("correct", "MATH155", "--undo")


@pytest.mark.parametrize("words, expected", [
    (["MATH251", "--prerequisites", "MATH 152 and a good heart"], "'a good heart' cannot be read"),
    (["MATH999", "--prerequisites", "MATH 152"], "There is no course MATH 999"), (["--prerequisites", "MATH 152"], "Name the course"),
    (["MATH251", "--prerequisites", '{"every": []}'], "tree"), (["MATH251", "--prerequisites", '{"all": [}'], "not a tree in JSON"),
    (["MATH251", "--prerequisites", "MATH 152. Corequisite: MATH 155."], "give each by itself"),
    (["MATH251", "--undo", "--prerequisites", "MATH 152"], "--undo without requirements"),
    (["calculus", "--prerequisites", "MATH 152"], "not a course code"),
])
def test_a_correction_that_cannot_be_read_is_refused(words, expected, student, courses):
    before = requirements(student)
    done = courses("correct", *words, check=False)
    assert done.returncode != 0 and expected in done.stderr, done.stderr
    assert requirements(student) == before


@pytest.mark.parametrize("rows, expected", [
    (["course,prerequisites", "MATH 251,MATH 152", "MATH 155,kindness"], "line 3"), (["course,prerequisites"], "no rows"),
    (["course,prerequisites", "MATH 251,"], "write None"), (["code,text", "MATH 251,MATH 152"], "the header must be"),
    (["course,prerequisites", "MATH 251,MATH 152", "MATH251,MATH 155"], "on line 2 too"),
])
def test_a_file_with_a_bad_row_corrects_nothing(rows, expected, courses):
    done = courses("correct", "--file", rows=rows, check=False)
    assert done.returncode != 0 and expected in done.stderr, done.stderr
    assert "There are no corrections." in courses("correct").stdout


def test_an_import_names_the_spellings_that_may_be_one_attribute(courses):
    said = imported(courses, *ROWS)
    assert "May be one attribute: Breadth-Science (1), Breadth-Sci (1)" in said or "May be one attribute: Breadth-Sci (1), Breadth-Science (1)" in said
    [line] = [line for line in said.splitlines() if "Breadth-Soc (1)" in line]
    assert "Breadth-Social Sciences (1)" in line and "Breadth-Social Sci (1)" in line and "noteitd courses attributes" in line
    assert "Quantitative" not in said


SYNONYMS = ["spelling,attribute", "Breadth-Soc,Breadth-Social Sciences", "Breadth-Social Sci,Breadth-Social Sciences"]


def test_spellings_of_one_attribute_are_one_in_courses_and_programmes(campus, student, courses, tmp_path):
    (tmp_path / "p.json").write_text(
        '{"id": "breadth", "name": "Breadth", "requirements": [{"id": "s", "name": "S", "courses": 2, "from": [{"attribute": "Breadth-Soc"}]}]}')
    campus.admin("programmes", "import", str(tmp_path / "p.json"))
    courses("attributes", rows=SYNONYMS)
    assert "May be one attribute: Breadth-Social" not in imported(courses, *ROWS)
    politics = ["POL 100", "POL 101", "POL 102"]
    for name in ("Breadth-Soc", "breadth-social sci", "Breadth-Social Sciences"):
        assert [each["code"] for each in student.items(COURSES, attribute=name)] == politics
    assert {tuple(each["attributes"]) for each in student.items(COURSES, subject="POL")} == {("Breadth-Social Sciences",)}
    told = [{"spelling": "Breadth-Soc", "attribute": "Breadth-Social Sciences"}]
    assert requirements(student, "POL101")["spellings"] == told and "spellings" not in requirements(student, "POL100")
    said = student.get(f"{PROGRAMMES}/breadth")
    assert said["requirements"][0]["from"] == [{"attribute": "Breadth-Social Sciences"}]
    assert "Breadth-Soc = Breadth-Social Sciences" in courses("attributes").stdout
    courses("attributes", "--none")
    assert [each["code"] for each in student.items(COURSES, attribute="Breadth-Soc")] == ["POL 101"]


@pytest.mark.parametrize("rows, expected", [
    (["spelling,attribute"], "no rows"), (["spelling,attribute", "A,A"], "its own spelling"),
    (["spelling,attribute", "A,B", "A,C"], "on line 2 too"), (["spelling,attribute", "A,B", "B,C"], "is itself a spelling"),
    (["one,two", "A,B"], "spelling,attribute"),
])
def test_a_bad_file_of_spellings_is_refused(rows, expected, courses):
    done = courses("attributes", rows=rows, check=False)
    assert done.returncode != 0 and expected in done.stderr, done.stderr
