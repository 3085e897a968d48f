"""Links between sections that an operator corrects, and ratings of instructors."""

import pytest

from noteitd import Noteitd
from people import register
from registrar import HEADER, import_term

TERM = "202530"
SEARCH = f"/v1/terms/{TERM}/schedules/search"


def row(crn, section, kind, day, instructor=""):
    return f"{TERM},{crn},DEMO,1500,Introduction,{section},{kind},3,{day},0900,0950,2025-09-03,2025-12-05,Main,,,{instructor},20,6,,"


ROWS = [row(1, "01", "LEC", "M", "Ada Example"), row(2, "02", "LEC", "T", "Bob Example"), row(3, "L1", "LAB", "W"), row(4, "L2", "LAB", "R")]


@pytest.fixture
def campus(tmp_path):
    """A server, and a student of it. The import links no lab of the term."""
    server = Noteitd(tmp_path)
    import_term(server, tmp_path, ROWS)
    server.start()
    yield server, register(server)
    server.stop()


def crns(person, **wanted):
    found = person.call("POST", SEARCH, 200, json={"courses": ["DEMO1500"]} | wanted).json()
    return {tuple(table["crns"]) for table in found["timetables"]}


def test_a_corrected_link_stands_over_imports_until_it_is_taken_back(campus, tmp_path):
    server, person = campus
    path = f"/v1/courses/{TERM}.DEMO1500"
    assert crns(person) == {(1,), (2,), (3,), (4,)} and "linksCorrected" not in person.get(path)
    said = server.admin("courses", "link", "DEMO1500", "01", "--with", "L1", "--with", "L2", "--note", "See the handbook.")
    assert "DEMO1500: See the handbook." in said and "01 goes with one LAB: L1, L2" in said
    server.admin("courses", "link", "demo1500", "02", "--with", "l2", "--note", "See the handbook.")
    assert crns(person) == {(1, 3), (1, 4), (2, 4)}
    assert person.get(path)["linksCorrected"] == "See the handbook."
    said = server.admin("catalog", "import", str(tmp_path / "term.csv"))
    assert "Links corrected by hand stay, in 1 course: DEMO1500" in said and "without a link" not in said
    assert crns(person) == {(1, 3), (1, 4), (2, 4)}, "also after an import"
    (tmp_path / "less.csv").write_text("\n".join([HEADER, *ROWS[:3]]) + "\n")
    server.admin("catalog", "import", str(tmp_path / "less.csv"))
    assert crns(person) == {(1, 3), (2,)}, "a lab that is not offered goes with nothing"
    server.admin("catalog", "import", str(tmp_path / "term.csv"))
    assert crns(person) == {(1, 3), (1, 4), (2, 4)}
    assert "next import" in server.admin("courses", "link", "DEMO1500", "--undo")
    links = "subject,number,primary_crn,component,crn\nDEMO,1500,1,PRIMARY,1\nDEMO,1500,2,PRIMARY,2\nDEMO,1500,2,LAB,3\n"
    (tmp_path / "links.csv").write_text(links)
    server.admin("catalog", "import", str(tmp_path / "term.csv"), "--links", str(tmp_path / "links.csv"))
    assert crns(person) == {(1,), (2, 3)} and "linksCorrected" not in person.get(path)


def test_links_are_corrected_by_a_file_too(campus, tmp_path):
    server, person = campus
    (tmp_path / "links.csv").write_text("subject,number,primary_crn,component,crn\nDEMO,1500,1,PRIMARY,1\nDEMO,1500,1,LAB,4\n")
    assert "DEMO1500" in server.admin("courses", "link", "--file", str(tmp_path / "links.csv"))
    assert crns(person) == {(1, 4)}
    assert "01 goes with one LAB: L2" in server.admin("courses", "link")


@pytest.mark.parametrize("arguments, words", [
    (["DEMO1500", "01", "--with", "L9"], "It has: 01, 02, L1, L2"), (["DEMO1501", "01", "--with", "L1"], "no course DEMO 1501"),
    (["DEMO1500", "01"], "--with L1"), (["DEMO1500", "01", "--with", "01"], "cannot go with itself"),
    (["DEMO1500", "--undo"], "were not corrected"), (["--undo"], "--undo with a course"),
])
def test_impossible_corrections_are_refused(arguments, words, campus):
    server, person = campus
    done = server.admin("courses", "link", *arguments, check=False)
    assert done.returncode != 0 and words in done.stderr + done.stdout, done
    assert crns(person) == {(1,), (2,), (3,), (4,)}


def test_a_file_with_a_crn_of_another_course_changes_nothing(campus, tmp_path):
    server, person = campus
    (tmp_path / "links.csv").write_text("subject,number,primary_crn,component,crn\nDEMO,1500,1,LAB,99\n")
    done = server.admin("courses", "link", "--file", str(tmp_path / "links.csv"), check=False)
    assert done.returncode != 0 and "99" in done.stderr + done.stdout and crns(person) == {(1,), (2,), (3,), (4,)}


def test_instructors_are_rated_in_one_course_or_in_all_and_a_section_counts_for_more(campus, tmp_path):
    server, person = campus

    def ratings(text):
        (tmp_path / "ratings.csv").write_text(text)
        server.admin("grades", "import", str(tmp_path / "ratings.csv"))
        found = person.call("POST", SEARCH, 200, json={"courses": ["DEMO1500"]}).json()
        return {score["crn"]: score["rating"] for score in found.get("scores", [])}

    assert ratings("instructor,rating_x100\nAda Example,410\nBob Example,350\n") == {1: 410, 2: 350}
    assert ratings("subject,number,instructor,rating_x100\nDEMO,1500,Ada Example,440\nDEMO,9999,Bob Example,100\n") == {1: 440, 2: 350}
    assert ratings("crn,rating_x100,gpa_x100\n1,200,\n2,,300\n") == {1: 200, 2: 350}
    (tmp_path / "bad.csv").write_text("instructor,rating_x100\n,410\nAda Example,\nAda Example,600\n")
    done = server.admin("grades", "import", str(tmp_path / "bad.csv"), check=False)
    assert done.returncode != 0 and all(f"line {line}" in done.stderr + done.stdout for line in (2, 3, 4))
