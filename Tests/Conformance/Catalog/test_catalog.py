"""Terms, subjects and courses, compared with an independent reading of the registrar's file."""

import collections
import csv
import gzip
import io

import pytest

from noteitd import SAMPLE


@pytest.fixture(scope="module")
def rows():
    """The registrar's file: one row a meeting."""
    data = SAMPLE.read_bytes()
    text = (gzip.decompress(data) if SAMPLE.suffix == ".gz" else data).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


@pytest.fixture
def term(rows, stranger):
    return next(term for term in stranger.get("/v1/terms")["items"] if term["id"] == rows[0]["term"])


def test_one_term_is_the_current_one(rows, stranger, term):
    terms = stranger.get("/v1/terms")["items"]
    assert [each["current"] for each in terms].count(True) == 1
    assert set(term) == {"id", "name", "startsOn", "endsOn", "timeZone", "current", "holidays"}
    assert term["startsOn"] == min(row["start_date"] for row in rows if row["start_date"])
    assert term["endsOn"] == max(row["end_date"] for row in rows if row["end_date"])


def test_subjects_count_their_courses(rows, stranger, term):
    courses = collections.Counter(subject for subject, _ in {(row["subject"], row["number"]) for row in rows})
    subjects = stranger.items(f"/v1/terms/{term['id']}/subjects", limit=7)
    assert {subject["code"]: subject["courses"] for subject in subjects} == dict(courses)
    assert len(subjects) == len(courses) and all(set(subject) == {"code", "name", "courses"} for subject in subjects)
    stranger.refused("GET", "/v1/terms/nosuchterm/subjects", 404)


def test_pages_hold_every_course_once(rows, stranger, term):
    path = f"/v1/terms/{term['id']}/courses"
    listed = stranger.items(path, limit=7)
    assert len(listed) == len({course["id"] for course in listed}) == len({(row["subject"], row["number"]) for row in rows})
    assert len(stranger.get("/v1/terms/200010/courses")["items"]) == 50
    assert len(stranger.get("/v1/terms/200010/courses", params={"limit": 200})["items"]) == 200
    assert set(listed[0]) == {"id", "term", "subject", "number", "title", "credits", "attributes", "sections", "open", "seatsKnown"}
    stranger.refused("GET", path, 422, params={"after": "no such page"})
    stranger.refused("GET", "/v1/terms/nosuchterm/courses", 404)


def test_courses_are_found_by_subject_number_words_attribute_and_seats(rows, stranger, term):
    path = f"/v1/terms/{term['id']}/courses"
    row = next(row for row in rows if row["attributes"] and row["instructors"])
    subject, number = row["subject"], row["number"]
    wanted = f"{term['id']}.{subject}{number}"
    found = stranger.items(path, subject=subject)
    assert {course["subject"] for course in found} == {subject}
    assert len(found) == len({each["number"] for each in rows if each["subject"] == subject})
    assert [course["id"] for course in stranger.items(path, subject=subject.lower(), number=number)] == [wanted]
    for words in (subject + number, row["title"].upper(), row["instructors"].split("; ")[0]):
        assert wanted in [course["id"] for course in stranger.items(path, q=words)], words
    attribute = row["attributes"].split("; ")[0]
    found = stranger.items(path, attribute=attribute, limit=200)
    assert wanted in [course["id"] for course in found] and all(attribute in course["attributes"] for course in found)
    either = [{course["id"] for course in stranger.items(path, open=value, limit=200)} for value in ("true", "false")]
    assert not either[0] & either[1]
    assert len(either[0] | either[1]) == len(stranger.items(path, limit=200))
    assert stranger.items(path, q="%") == stranger.items(path, q="no such words at all") == []


def test_courses_hold_what_the_registrars_file_says(rows, stranger, term):
    by_course = collections.defaultdict(list)
    for row in rows:
        by_course[f"{row['term']}.{row['subject']}{row['number']}"].append(row)
    for id, wanted in by_course.items():
        course = stranger.get(f"/v1/courses/{id}")
        assert set(course) == {
            "id", "term", "subject", "number", "title", "credits", "description", "attributes", "prerequisites", "sections",
        }
        assert str(course["credits"] or "") == wanted[0]["credits"]
        assert (course["id"], course["title"]) == (id, wanted[0]["title"])
        assert {section["crn"] for section in course["sections"]} == {row["crn"] for row in wanted}
        for section in course["sections"]:
            expect_section(section, [row for row in wanted if row["crn"] == section["crn"]])


def expect_section(section, rows):
    row = rows[0]
    assert section["id"] == f"{row['term']}.{row['crn']}"
    assert (section["code"], section["kind"]) == (row["section"], row["type"])
    names = [name for row in rows for name in row["instructors"].split("; ") if name]
    assert section["instructors"] == list(dict.fromkeys(names))
    times = [(row["days"], clock(row["start"]), clock(row["end"])) for row in rows if row["days"] and row["start"]]
    assert sorted((m["days"], m["start"], m["end"]) for m in section["meetings"]) == sorted(times)
    for field in ("capacity", "enrolled"):
        assert section[field] == (int(row[field]) if row[field] else None)


def clock(digits):
    return f"{digits[:2]}:{digits[2:]}"


def test_an_unknown_course_is_not_found(stranger, term):
    stranger.refused("GET", f"/v1/courses/{term['id']}.NOSUCH999", 404)
    stranger.refused("GET", "/v1/courses/%00", 404)
