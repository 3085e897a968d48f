"""The door of a course, from the terminals of a student, an instructor and the operator."""

import json
import subprocess

import pytest

from noteitd import PATIENCE
from people import PASSWORD, Anyone, Person, register, staff
from terminal import NOTEIT, Terminal, failing

COURSE, CODE = "202530.CMPT225", "CMPT225"


@pytest.fixture
def ada(server, tmp_path):
    return Terminal(server, tmp_path / "ada", register(server, "Ada Lovelace"))


@pytest.fixture
def grace(server, tmp_path):
    return Terminal(server, tmp_path / "grace", staff(server, COURSE))


def said(terminal, *arguments, text=None):
    """What a command that succeeds says on standard error."""
    done = subprocess.run(
        [NOTEIT, *arguments], input=text, capture_output=True, text=True, timeout=PATIENCE, env=terminal.environment)
    assert done.returncode == 0, done.stderr
    return done.stderr


def test_a_student_asks_and_the_staff_let_her_in(server, ada, grace):
    assert "Anyone with an account" in said(grace, "roster", "joining", CODE)
    assert "The staff let people into CMPT225" in said(grace, "roster", "joining", CODE, "approval")
    assert json.loads(grace.noteit("roster", "joining", CODE, "--json"))["joining"] == "approval"
    told = said(ada, "course", "add", CODE, "D100")
    assert "You asked to join CMPT225 D100" in told and "Joined" not in told
    assert ada.noteit("course", "list", "--plain") == "" == ada.noteit("course", "add", CODE, "D100", "--plain", "--yes")
    assert "Took back your request" in said(ada, "course", "drop", CODE)
    assert "not in CMPT225" in failing(ada, "course", "drop", CODE)
    said(ada, "course", "add", CODE, "D100")
    assert "somebody asks to join" in grace.noteit("inbox")
    [row] = [line.split("\t") for line in grace.noteit("roster", "requests", CODE, "--plain").splitlines()]
    assert row[0] == "Ada Lovelace" and row[3] == "unverified" and "D100" in row[4]
    assert "Let into CMPT225" in said(grace, "roster", "admit", CODE, row[1])
    assert "the staff let you in" in ada.noteit("inbox") and CODE in ada.noteit("course", "list")
    assert "Nobody waits" in said(grace, "roster", "admit", CODE, "--all")
    assert "Not waiting to join CMPT225" in failing(grace, "roster", "admit", CODE, row[1])
    assert "Ada Lovelace" in grace.noteit("roster", CODE)


def test_a_removed_student_is_told_and_loses_the_copy(server, ada, grace):
    said(ada, "course", "add", CODE, "D100", "--yes")
    grace.noteit("post", CODE, "Only for the class")
    assert "Only for the class" in ada.noteit("event", "list", CODE)
    handle = json.loads(ada.noteit("auth", "status", "--json"))["account"]["handle"]
    assert "--yes" in failing(grace, "roster", "remove", CODE, f"@{handle}")
    assert "Removed" in said(grace, "roster", "remove", CODE, f"@{handle}", "--reason", "Not in this class", "--yes")
    assert "removed you from the course" in ada.noteit("inbox") and "Not in this class" in ada.noteit("inbox")
    assert ada.noteit("course", "list", "--plain") == ""
    server.stop()
    assert "Only for the class" not in ada.noteit("search", "class") + ada.noteit("today")


def test_a_timetable_does_not_say_joined_of_what_waits(server, ada, grace):
    said(grace, "roster", "joining", CODE, "approval")
    person = json.loads(ada.noteit("auth", "status", "--json"))
    assert person["verified"]
    sections = [each["id"] for each in Anyone(server).http.get(
        server.url + f"/v1/courses/{COURSE}", headers=signed_in(server, person["account"]["email"]).headers,
        timeout=PATIENCE).json()["sections"][:1]]
    body = {"term": "202530", "name": "Plan", "sections": sections}
    signed_in(server, person["account"]["email"]).call("POST", "/v1/me/schedules", 201, json=body)
    told = said(ada, "schedule", "adopt", "Plan", "--yes")
    assert "You asked to join CMPT225" in told and "Joined" not in told


def signed_in(server, email):
    return Person(server, Anyone(server).call("POST", "/v1/sessions", 201, json={"email": email, "password": PASSWORD}).json())


def instructor(server, tmp_path, name, email):
    out = server.admin("account", "create", email, "--name", name, "--role", "instructor", text=PASSWORD + "\n")
    (tmp_path / "home").mkdir()
    home = Terminal.__new__(Terminal)
    home.environment = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path / "home"), "NOTEIT_SERVER": server.url, "LANG": "C.UTF-8"}
    return out, home, said(home, "auth", "login", email, text=PASSWORD + "\n")


def test_an_instructor_of_the_catalog_is_led_to_her_courses(server, tmp_path):
    term = register(server)
    course = term.get(f"/v1/courses/{COURSE}")
    section = next(each for each in course["sections"] if each["instructors"])
    name = section["instructors"][0]
    made, home, told = instructor(server, tmp_path, name, "teacher@example.edu")
    for text in (made, told):
        assert "noteitd staff grant teacher@example.edu" in text and COURSE in text and section["code"] in text
    assert "as a student" in told
    command = next(line.split("noteitd ", 1)[1].split() for line in made.splitlines() if COURSE in line)
    server.admin(*command)
    assert "staff grant" not in said(home, "auth", "login", "teacher@example.edu", text=PASSWORD + "\n")
    assert "staff" in home.noteit("course", "list")


def test_an_instructor_whom_the_catalog_does_not_name_is_told_whom_to_ask(server, tmp_path):
    made, home, told = instructor(server, tmp_path, "Nobody Known", "new@example.edu")
    assert "noteitd staff grant new@example.edu" in made
    assert "Ask the admin" in told and "noteitd staff grant new@example.edu" in told
    assert "noteitd staff grant" in said(home, "course", "add", CODE, "D100", "--yes")


def test_a_closed_server_says_whom_to_ask(tmp_path, server):
    server.stop()
    server.environment["NOTEIT_REGISTRATION"] = "closed"
    server.start()
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "NOTEIT_SERVER": server.url, "LANG": "C.UTF-8"}
    done = subprocess.run([NOTEIT, "auth", "register", "ada@example.edu", "--name", "Ada"], input=PASSWORD + "\n",
                          capture_output=True, text=True, timeout=PATIENCE, env=environment)
    assert done.returncode == 1 and "Ask its admin" in done.stderr
