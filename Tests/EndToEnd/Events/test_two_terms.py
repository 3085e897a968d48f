"""One course in two terms: every printed name says which, and a name that means both is asked about, never guessed."""

import json
import subprocess

import pytest

from emulator import Emulator
from noteitd import Noteitd
from people import Anyone, register, staff
from registrar import HEADER
from terminal import NOTEIT, Terminal, failing, said

OLD, NEW = "202530.MATH152", "202630.MATH152"
TERMS = {"202530": ("Fall 2025", "2025-09-02", "2025-12-12"), "202630": ("Fall_2026", "2026-09-08", "2099-12-11")}


def rows(term):
    _, first, last = TERMS[term]
    return [f"{term},{crn},{subject},{number},{title},D100,LEC,3,MWF,1030,1120,{first},{last},,,,,,,In Person,"
            for crn, subject, number, title in (("1001", "MATH", "152", "Calculus II"), ("1002", "CMPT", "225", "Data Structures"))]


@pytest.fixture
def server(tmp_path):
    server = Noteitd(tmp_path)
    for term, (name, _, _) in TERMS.items():
        file = tmp_path / f"{term}.csv"
        file.write_text("\n".join([HEADER, *rows(term)]) + "\n")
        server.admin("catalog", "import", str(file), "--time-zone", "America/Vancouver", "--term-name", name)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def ben(server):
    person = register(server, name="Ben")
    person.enroll("202530.1001", "202630.1001", "202630.1002")
    return person


@pytest.fixture
def desk(server, ben, tmp_path):
    return Terminal(server, tmp_path / "desk", ben)


def test_calendars_name_the_term_where_two_courses_share_the_code(server, ben):
    for course, title in ((NEW, "New exam"), ("202630.CMPT225", "Heaps")):
        ben.post(course, title, due="2030-10-01T20:00:00Z")
    day = {"from": "2030-10-01", "to": "2030-10-01"}
    items = {each["title"]: each["reference"] for each in ben.get("/v1/me/calendar", params=day)["items"] if each["kind"] == "due"}
    assert items == {"New exam": f"{NEW}#1", "Heaps": "CMPT225#1"}
    feed = ben.call("POST", "/v1/me/calendar-feeds", 201, json={"name": "Phone", "include": ["due"]}).json()
    text = Anyone(server).call("GET", feed["url"].removeprefix(server.url), 200).text.replace("\r\n ", "")
    assert f"SUMMARY:{NEW}: New exam" in text and f"noteit event view {NEW}#1" in text
    assert "SUMMARY:CMPT225: Heaps" in text


def test_every_printed_name_has_the_term_where_two_courses_share_the_code(server, ben, desk):
    ben.post(OLD, "Old exam")
    ben.post(NEW, "New exam", due="2030-10-01T20:00:00Z")
    ben.post("202630.CMPT225", "Heaps")
    names = {each["title"]: each["reference"] for each in json.loads(desk.noteit("event", "list", "--json"))}
    assert names == {"Old exam": f"{OLD}#1", "New exam": f"{NEW}#1", "Heaps": "CMPT225#1"}
    for command in (["event", "list"], ["event", "list", "--plain"], ["agenda", "--days", "3660"], ["search", "exam"], ["--no-input"]):
        said = desk.noteit(*command)
        assert " MATH152" not in said and not said.startswith("MATH152") and NEW in said, command
    assert json.loads(desk.noteit("event", "view", f"{NEW}#1", "--json"))["event"]["reference"] == f"{NEW}#1"
    assert desk.noteit("post", OLD, "Solutions").startswith(f"{OLD}#2")
    assert desk.noteit("reply", f"{OLD}#1", "Thanks").strip() == f"{OLD}#1#1"
    assert {line.split("\t")[0] for line in desk.noteit("course", "list", "--plain").splitlines()} == {OLD, NEW, "CMPT225"}
    offered = desk.noteit("__complete", "zsh", "--", "event", "view", "2")
    assert f"{OLD}#1" in offered and f"{NEW}#1" in offered


@pytest.fixture
def at_sea(server, tmp_path):
    """A newer term, of one course, whose clock is another."""
    file = tmp_path / "sea.csv"
    row = "SEA,1001,BOAT,101,Sailing,D100,LEC,3,MWF,1030,1120,2026-09-09,2099-12-11,,,,,,,In Person,"
    file.write_text(f"{HEADER}\n{row}\n")
    server.admin("catalog", "import", str(file), "--time-zone", "Etc/UTC", "--term-name", "At sea")


def test_a_time_stands_in_the_zone_of_its_day(at_sea, ben, desk):
    ben.post(OLD, "Late in Vancouver", due="2030-10-02T01:00:00Z")
    for command in (["event", "list"], ["agenda", "--days", "3660"]):
        lines = desk.noteit(*command).splitlines()
        place = next(index for index, line in enumerate(lines) if "Late in Vancouver" in line)
        assert lines[place - 1] == "Tue 1 Oct 2030" and " 18:00 " in lines[place], command
    assert "Tue 1 Oct 2030 18:00" in said(desk, "today")


def test_a_search_goes_on_in_another_term_where_nobody_named_one(at_sea, ben, desk):
    assert desk.noteit("course", "search", "calculus").startswith(NEW)
    assert "In Fall_2026 (202630)" in said(desk, "course", "search", "calculus")
    assert desk.noteit("course", "search", "calculus", "--term", "SEA") == ""
    assert json.loads(desk.noteit("course", "search", "calculus", "--json")) == []
    assert "No course matches" in said(desk, "course", "search", "rowing")


def test_a_name_that_means_two_events_is_refused_with_the_choices_where_nobody_can_be_asked(server, ben, desk):
    ben.post(OLD, "Old exam")
    ben.post(NEW, "New exam")
    ben.post(OLD, "Only in the old one")
    for command in (["event", "view"], ["reply"], ["event", "delete"], ["read"], ["done"]):
        said = failing(desk, *command, "MATH152#1", *(["Hello"] if command == ["reply"] else []))
        assert f"{OLD}#1  Old exam" in said and f"{NEW}#1  New exam" in said, said
    assert "Only in the old one" in desk.noteit("event", "view", "MATH152#2")
    for command in (["post", "MATH152", "Hello"], ["event", "list", "MATH152"], ["read", "MATH152"]):
        said = failing(desk, *command)
        assert f"{OLD}  Calculus II  Fall 2025" in said and f"{NEW}  Calculus II  Fall_2026" in said, said
    assert len(ben.events(OLD)) == 2 and len(ben.events(NEW)) == 1
    assert "Old exam" in desk.noteit("event", "view", "F25.MATH152#1")
    assert "Old exam" in desk.noteit("event", "list", "F25.MATH152") and "New exam" not in desk.noteit("event", "list", "F25.MATH152")


def test_on_a_terminal_it_asks_which_is_meant(server, ben, desk):
    ben.post(OLD, "Old exam")
    ben.post(NEW, "New exam")
    emulator = Emulator(desk.environment, width=100, arguments=["event", "view", "MATH152#1"])
    try:
        emulator.until(["Which event", f"{OLD}#1", "Old exam", f"{NEW}#1", "New exam"]).press("2\r")
        emulator.until(lambda: emulator.process.poll() is not None and "note" in emulator.text)
    finally:
        emulator.close()


def test_an_invitation_says_into_which_course_it_led(server, ben, desk):
    old = "202530.CMPT225"
    code = staff(server, old).call("POST", f"/v1/courses/{old}/invitations", 201, json={}).json()["code"]
    assert f"You are in {old} as student." in said(desk, "invitation", "use", code)


def test_timetables_of_one_name_are_told_apart(server, ben, desk):
    for term, crn in (("202530", "1001"), ("202630", "1002")):
        ben.call("POST", "/v1/me/schedules", 201, json={"term": term, "name": "Plan A", "sections": [f"{term}.{crn}"]})
    said = failing(desk, "schedule", "view", "Plan A")
    assert "matches several timetables" in said and "202530" in said and "202630" in said
    assert "Plan A" in desk.noteit("schedule", "list")
    offered = desk.noteit("__complete", "fish", "--", "schedule", "view", "0").splitlines()[1:]
    assert len({line.split("\t")[0] for line in offered}) == 2


@pytest.mark.parametrize("spelling", ["202530", "Fall 2025", "fall_2025", "F25", "2025 fall", "fall-2025"])
def test_every_spelling_of_a_term_is_taken_everywhere(server, desk, spelling):
    assert "CMPT225" in desk.noteit("course", "search", "--term", spelling, "--plain")
    assert "1001" in desk.noteit("course", "sections", "MATH152", "--term", spelling, "--plain")
    assert "Calculus II" in desk.noteit("course", "show", "MATH152", "--term", spelling)
    assert "1001" in desk.noteit("schedule", "build", "MATH152", "--term", spelling)
    assert json.loads(desk.noteit("schedule", "save", f"Saved {spelling}", "1001", "--term", spelling, "--json"))["term"] == "202530"


def test_the_term_that_a_command_takes_is_named_and_an_unknown_one_lists_all(server, desk):
    for command in (["schedule", "build", "CMPT225", "--anew"], ["course", "search", "data"], ["course", "sections", "CMPT225"]):
        done = subprocess.run([NOTEIT, *command], capture_output=True, text=True, env=desk.environment)
        assert done.returncode == 0 and "In Fall_2026 (202630)." in done.stderr, done.stderr
        done = subprocess.run([NOTEIT, *command, "--term", "F26"], capture_output=True, text=True, env=desk.environment)
        assert done.returncode == 0 and "Another term" not in done.stderr
    said = failing(desk, "schedule", "build", "CMPT225", "--term", "spring")
    assert "202530  Fall 2025" in said and "202630  Fall_2026" in said
