"""Timetables of terms whose files have no links, credits of each section, kinds of meetings, campuses and ways of teaching."""

import icalendar
import pytest

from noteitd import Noteitd
from people import register
from processes import work
from registrar import HEADER, import_term

TERM = "202530"
SEARCH = f"/v1/terms/{TERM}/schedules/search"


def row(crn, number, section, kind, credits, days="", start="", end="", campus="Main", delivery="", dates="2025-09-03,2025-12-05", room=","):
    return (f"{TERM},{crn},DEMO,{number},Introduction,{section},{kind},{credits},{days},{start},{end},{dates if days else ','},{campus},{room},,"
            f"120,60,{delivery},")


LETTERS = [
    row(10001, 1405, "A", "LEC", 0.5, "TR", "1005", "1125"),
    row(10002, 1405, "A1", "TUT", 0, "W", "1235", "1425"),
    row(10003, 1405, "A2", "TUT", 0, "F", "1235", "1425"),
    row(10004, 1405, "B", "LEC", 0.5, "MW", "0835", "0955"),
    row(10005, 1405, "B1", "TUT", 0, "R", "1435", "1625"),
]


@pytest.fixture
def campus(tmp_path):
    """Starts a server with the rows of a term; returns it, a student of it and what the import said."""
    servers = []

    def start(*rows):
        server = Noteitd(tmp_path)
        said = import_term(server, tmp_path, rows)
        server.start()
        servers.append(server)
        return register(server), said

    yield start
    for server in servers:
        server.stop()


def test_a_header_of_many_columns_takes_one_pass(tmp_path):
    server, file = Noteitd(tmp_path), tmp_path / "term.csv"

    def cost(columns):
        wide = [f"c{number:x}" for number in range(columns)]
        file.write_text(",".join([HEADER, *wide]) + "\n" + LETTERS[0] + "," * len(wide) + "\n")
        said, seconds = work(lambda: server.admin("catalog", "import", str(file), "--dry-run"))
        assert "dry run" in said
        return seconds

    # A look at every pair of columns would cost 49 times as much.
    assert cost(140_000) < 20 * cost(20_000)


def crns(person, **wanted):
    found = person.call("POST", SEARCH, 200, json=wanted).json()
    return {tuple(table["crns"]) for table in found["timetables"]}


def test_sections_of_a_letter_go_with_its_lecture(campus):
    person, said = campus(*LETTERS)
    assert crns(person, courses=["DEMO1405"]) == {(10001, 10002), (10001, 10003), (10004, 10005)}
    assert "Sections that go together, by their codes: 1 course (A1 to A)" in said


def test_labs_without_credits_go_with_each_lecture(campus):
    person, said = campus(
        row(1, 2212, "01", "LEC", 4, "MWF", "0900", "0950"), row(2, 2212, "L1", "LAB", 0, "T", "1200", "1450"),
        row(3, 2212, "02", "LEC", 4, "MWF", "1000", "1050"), row(4, 2212, "L2", "LAB", 0, "R", "1200", "1450"))
    assert crns(person, courses=["DEMO2212"]) == {(1, 2), (1, 4), (3, 2), (3, 4)}
    assert "1 course (labs without credits to lectures)" in said


def test_an_import_names_labs_that_no_rule_links(campus):
    _, said = campus(*LETTERS, row(6, 1500, "01", "LEC", 3, "M", "0900", "0950"), row(7, 1500, "02", "LAB", 1, "T", "0900", "0950"))
    assert "Labs or tutorials without a link, in 1 course: DEMO1500" in said


def test_credits_are_those_of_each_section(campus):
    """The lab stands in the file before its lecture, and one lecture gives more than the other."""
    person, _ = campus(
        row(2, 2212, "A1", "LAB", 0, "T", "1200", "1450"), row(1, 2212, "A", "LEC", 4, "MWF", "0900", "0950"),
        row(3, 1600, "01", "LEC", 3, "M", "1500", "1550"), row(4, 1600, "02", "LEC", 1.5, "M", "1600", "1650"))
    physics = person.get(f"/v1/courses/{TERM}.DEMO2212")
    assert physics["credits"] == 4
    assert {section["code"]: section["credits"] for section in physics["sections"]} == {"A": 4, "A1": 0}
    assert person.get(f"/v1/courses/{TERM}.DEMO1600")["credits"] == "1.5-3"
    tables = person.call("POST", SEARCH, 200, json={"courses": ["DEMO1600"]}).json()["timetables"]
    # Ratings are unknown and count as 3.00: 200 for each tenth of a credit of the section.
    assert {table["crns"][0]: table["parts"]["rating"] for table in tables} == {3: 30 * 200, 4: 15 * 200}


def test_a_section_without_a_time_has_its_campus(campus):
    person, _ = campus(row(1, 1700, "01", "LEC", 3, campus="Online"), row(2, 1700, "02", "LEC", 3, campus="Main"))
    sections = person.get(f"/v1/courses/{TERM}.DEMO1700")["sections"]
    assert [section["campus"] for section in sections] == ["Online", "Main"]
    assert crns(person, courses=["DEMO1700"], campuses=["Main"]) == {(2,)}


def test_a_campus_is_found_in_any_case(campus):
    person, _ = campus(
        row(1, 1800, "01", "LEC", 3, "M", "0900", "0950", campus="North"),
        row(2, 1800, "02", "LEC", 3, "T", "0900", "0950", campus="Main"))
    assert crns(person, courses=["DEMO1800"], campuses=["main"]) == {(2,)}


def test_a_campus_that_is_not_there_is_refused_with_those_that_are(campus):
    person, _ = campus(row(1, 1800, "01", "LEC", 3, "M", "0900", "0950", campus="North"), *LETTERS)
    said = person.refused("POST", SEARCH, 422, json={"courses": ["DEMO1800", "DEMO1405"], "campuses": ["Mian"]})
    assert "Main" in str(said) and "North" in str(said)


def test_delivery_is_told(campus):
    person, _ = campus(row(1, 1900, "01", "LEC", 3, "M", "0900", "0950", delivery="In Person"), row(2, 1900, "02", "LEC", 3))
    assert [section["delivery"] for section in person.get(f"/v1/courses/{TERM}.DEMO1900")["sections"]] == ["In Person", None]


def kept(person, *crns):
    """A timetable of these sections, as a calendar."""
    path = person.call(
        "POST", "/v1/me/schedules", 201, json={"term": TERM, "name": "Plan", "sections": [f"{TERM}.{crn}" for crn in crns]}).json()["id"]
    return icalendar.Calendar.from_ical(person.call("GET", f"/v1/me/schedules/{path}.ics", 200).content).walk("VEVENT")


def test_meetings_of_one_section_keep_their_kinds(campus):
    """A lecture with a lab and a test: in the course, in calendar files and in the person's calendar."""
    person, _ = campus(
        row(1, 2000, "04", "LEC", 4, "MR", "1000", "1150"), row(1, 2000, "04", "LAB", 4, "W", "1400", "1550"),
        row(1, 2000, "04", "TES", 4, "T", "1800", "1950", dates="2025-10-07,2025-10-07"))
    [section] = person.get(f"/v1/courses/{TERM}.DEMO2000")["sections"]
    assert section["kind"] == "LEC"
    assert [(meeting["days"], meeting.get("kind")) for meeting in section["meetings"]] == [("MR", None), ("W", "LAB"), ("T", "TES")]
    assert [str(event["SUMMARY"]) for event in kept(person, 1)] == ["DEMO 2000 LEC 04", "DEMO 2000 LAB 04", "DEMO 2000 TES 04"]
    person.enroll(f"{TERM}.1")
    day = person.get("/v1/me/calendar", params={"from": "2025-10-06", "to": "2025-10-08"})
    assert [item["title"] for item in day["items"]] == ["DEMO 2000 LEC 04", "DEMO 2000 TES 04", "DEMO 2000 LAB 04"]
    plan = person.get("/v1/me/study-timetable", params={"from": "2025-10-06", "to": "2025-10-08"})
    assert [block["title"] for block in plan["blocks"]] == ["DEMO 2000 LEC 04", "DEMO 2000 TES 04", "DEMO 2000 LAB 04"]


def test_a_meeting_in_two_rooms_is_one_event_and_a_section_without_a_kind_has_no_gap_in_its_title(campus):
    person, _ = campus(
        row(1, 2100, "01", "", 3, "M", "1000", "1150", room="AQ,3150"), row(1, 2100, "01", "", 3, "M", "1000", "1150", room="AQ,3159"))
    [event] = kept(person, 1)
    assert str(event["SUMMARY"]) == "DEMO 2100 01" and str(event["LOCATION"]) == "Main AQ 3150, Main AQ 3159"


def test_classes_in_a_room_or_online_are_a_wish_that_explanations_name(campus):
    person, _ = campus(
        row(1, 2200, "01", "LEC", 3, "M", "0900", "0950", delivery="In Person"), row(2, 2200, "02", "LEC", 3, "T", "0900", "0950", delivery="Online"),
        row(3, 2200, "03", "LEC", 3, "W", "0900", "0950", delivery="Blended"), row(4, 2200, "04", "LEC", 3, "R", "0900", "0950"),
        row(5, 2300, "01", "LEC", 3, "F", "0900", "0950", delivery="Online"))
    everything = {(1,), (2,), (3,), (4,)}
    assert crns(person, courses=["DEMO2200"]) == crns(person, courses=["DEMO2200"], delivery="any") == everything
    assert crns(person, courses=["DEMO2200"], delivery="inPerson") == {(1,), (3,), (4,)}
    assert crns(person, courses=["DEMO2200"], delivery="online") == {(2,), (4,)}
    found = person.call("POST", SEARCH, 200, json={"courses": ["DEMO2200", "DEMO2300"], "delivery": "inPerson"}).json()
    assert found["conflicts"]["minimal"] == [["course DEMO 2300", "taught in person"]]
    person.refused("POST", SEARCH, 422, json={"courses": ["DEMO2200"], "delivery": "by mail"})
