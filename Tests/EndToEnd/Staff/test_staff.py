"""An instructor's and a student's `noteit`: staff, roster, reports, removals, restorations."""

import datetime
import json
import pathlib
import subprocess

import pytest

from noteitd import SAMPLE
from people import register
from terminal import NOTEIT, Terminal, failing

COURSE = "202530.CMPT225"


@pytest.fixture
def class_of(server, tmp_path):
    """The terminals of a student in D100 and an instructor of the whole course, and both people."""
    student, teacher = register(server, name="Ada Lovelace"), register(server, name="Grace Hopper")
    lecture = next(each["id"] for each in student.get(f"/v1/courses/{COURSE}")["sections"] if each["code"] == "D100")
    student.enroll(lecture)
    server.admin("staff", "grant", teacher.email, "CMPT225")
    terminals = [Terminal(server, tmp_path / name, person) for name, person in (("student", student), ("teacher", teacher))]
    return *terminals, student, teacher


def test_a_report_leads_to_a_removal_that_is_undone(class_of, check):
    ada, grace, student, teacher = class_of
    other = register(student.server, name="Rude Person")
    other.enroll(student.get("/v1/me/enrollments")["items"][0]["section"])
    event = other.post(COURSE, "Buy my bicycle")
    thread = f"CMPT225#{event['number']}"
    reply = other.reply(event, "You are all fools")
    assert ada.noteit("report", thread, "An", "advertisement", "--plain").split("\t")[1] == f"{thread}\n"
    assert ada.noteit("report", f"{thread}#1", "An insult", "--plain").split("\t")[1] == f"{thread}#1\n"
    listed = [line.split("\t") for line in grace.noteit("moderate", "reports", "--plain").splitlines()]
    assert sorted((row[1], row[3], row[9]) for row in listed) == [("1", thread, "An advertisement"), ("2", f"{thread}#1", "An insult")]
    grace.noteit("moderate", "remove", f"{thread}#1", "--reason", "Be kind", "--yes")
    assert "Confirm with --yes" in failing(grace, "moderate", "remove", thread, "--reason", "Not about the course")
    assert f"{thread}#1 was removed by the course's staff." in ada.noteit("event", "view", thread)
    assert "removed by the course's staff: Be kind" in grace.noteit("event", "view", thread)
    grace.noteit("moderate", "remove", thread, "--reason", "Not about the course", "--yes")
    assert grace.noteit("moderate", "reports", "--plain") == ""
    assert len(grace.noteit("moderate", "reports", "CMPT225", "--all", "--plain").splitlines()) == 2
    said = failing(ada, "event", "view", thread)
    assert "was removed by the course's staff" in said and "Not about the course" not in said
    removed = [line.split("\t") for line in grace.noteit("moderate", "removals", "--plain").splitlines()]
    assert [(row[1], row[2], row[4], row[5]) for row in removed] == [(thread, "event", "Buy my bicycle", "Not about the course")]
    grace.noteit("moderate", "restore", thread)
    assert f"replies to it: '{thread}#1'" in failing(grace, "moderate", "restore", thread)
    assert "was removed by the course's staff" in failing(ada, "event", "view", f"{thread}#1")
    assert json.loads(grace.noteit("moderate", "restore", f"{thread}#1", "--json")) == {"restored": reply["id"]}
    assert "You are all fools" in ada.noteit("event", "view", thread)
    assert "No removed post" in failing(grace, "moderate", "restore", thread)
    grace.noteit("moderate", "resolve", "CMPT225", "1", "--reopen")
    assert "Resolved the report" in subprocess.run(
        [NOTEIT, "moderate", "resolve", "CMPT225", "1"], capture_output=True, text=True, env=grace.environment).stderr
    assert "no report '9'" in failing(grace, "moderate", "resolve", "CMPT225", "9")
    assert "not staff of any course" in failing(ada, "moderate", "reports")
    check()


def test_staff_and_the_roster_are_listed(class_of, check):
    ada, grace, student, teacher = class_of
    assert "Only the staff" in failing(ada, "roster", "CMPT225")
    assert "Only admins and the staff" in failing(ada, "staff", "grant", student.email, "CMPT225")
    assert grace.noteit("roster", "CMPT225", "--plain").splitlines() == [
        f"Ada Lovelace\t@{student.account['handle']}\t{student.email}\t\tD100",
        f"Grace Hopper\t@{teacher.account['handle']}\t{teacher.email}\tall sections\t"]
    assert len(json.loads(grace.noteit("roster", "CMPT225", "--section", "D100", "--role", "student", "--find", "LOVE", "--json"))) == 1
    grace.noteit("staff", "grant", "@" + student.account["handle"], "CMPT225", "--section", "D101")
    assert [line.split("\t")[3] for line in ada.noteit("staff", "list", "CMPT225", "--plain").splitlines()] == ["all sections", "D101"]
    assert "staffGranted" in ada.noteit("inbox", "--plain")
    assert "alone" in failing(ada, "staff", "grant", "@" + student.account["handle"], "CMPT225")
    assert ada.noteit("roster", "CMPT225", "--plain").count("\n") == 1
    grace.noteit("staff", "revoke", student.email, "CMPT225")
    assert "staff place" in failing(grace, "staff", "revoke", student.email, "CMPT225")
    assert "account" in failing(grace, "staff", "grant", "nobody@example.edu", "CMPT225")
    check()


def test_revoking_a_place_that_one_cannot_grant_again_asks(class_of, server):
    ada, grace, student, teacher = class_of
    own = ("staff", "revoke", teacher.email, "CMPT225")
    said = failing(grace, *own)
    assert "your own staff place in CMPT225, the last one of the whole course." in said and "Confirm with --yes." in said
    grace.noteit("staff", "grant", student.email, "CMPT225")
    assert "your own staff place in CMPT225." in failing(grace, *own)
    grace.noteit("staff", "revoke", student.email, "CMPT225")
    admin = register(server, name="Alan Admin")
    server.admin("account", "role", admin.email, "admin")
    root = Terminal(server, pathlib.Path(grace.environment["HOME"]).parent / "root", admin)
    assert f"the staff place of {teacher.email} in CMPT225, the last one of the whole course." in failing(root, *own[:3], COURSE)
    assert "Grace Hopper" in ada.noteit("staff", "list", "CMPT225")
    grace.noteit(*own, "--yes")
    assert ada.noteit("staff", "list", "CMPT225", "--plain") == ""


def test_an_empty_section_is_not_the_whole_course(class_of):
    """As from a script with an unset variable."""
    ada, grace, student, _ = class_of
    for terminal, command in (
        (ada, ("post", "CMPT225", "For my lab")), (grace, ("notice", "send", "--course", "CMPT225", "For a lab")),
        (grace, ("staff", "grant", student.email, "CMPT225")),
    ):
        assert "section ''" in failing(terminal, *command, "--section", "")
    assert student.events(COURSE) == []


def test_after_the_next_terms_import_a_code_still_means_the_class_that_one_is_in(class_of, server, tmp_path):
    ada, grace, *_ = class_of
    today = datetime.date.today()
    start, end = today - datetime.timedelta(days=30), today + datetime.timedelta(days=60)
    term = tmp_path / "next.csv"
    term.write_text(SAMPLE.read_text().replace("202530,", "202610,").replace("2025-09-03,2025-12-02", f"{start},{end}"))
    server.admin("catalog", "import", str(term))
    assert len(grace.noteit("roster", "CMPT225", "--plain").splitlines()) == 2
    assert "Grace Hopper" in grace.noteit("staff", "list", "cmpt 225") and "Grace Hopper" in ada.noteit("staff", "list", "CMPT225")
    ada.noteit("course", "add", "202610.CMPT225", "D100", "--yes")
    listed = ada.noteit("course", "list").splitlines()
    assert [line.split("  ")[:2] for line in listed] == [
        ["202530.CMPT225", "Term 202530"], ["202610.CMPT225", "Term 202610"]]


def test_where_nobody_is_staff_a_report_says_so(server, tmp_path):
    ada, rude = register(server, name="Ada Lovelace"), register(server, name="Rude Person")
    for person in (ada, rude):
        person.enroll(person.get(f"/v1/courses/{COURSE}")["sections"][0]["id"])
    event = rude.post(COURSE, "Buy my bicycle")
    terminal = Terminal(server, tmp_path / "ada", ada)
    for arguments in (["report", f"CMPT225#{event['number']}", "An advertisement"], ["post", "CMPT225", "Help", "--staff"]):
        assert "Nobody is on the staff of CMPT225 yet, so nobody was told" in said(terminal, *arguments)
    server.admin("staff", "grant", register(server).email, "cmpt-225", "--section", "d100")
    assert "Nobody" not in said(terminal, "post", "CMPT225", "Help", "--staff")


def test_a_grant_by_an_email_that_is_not_verified_warns(class_of):
    ada, grace, student, teacher = class_of
    warned = said(grace, "staff", "grant", student.email, "CMPT225", "--section", "D101")
    assert f"The email {student.email} of @{student.account['handle']} is not verified" in warned and "noteit staff revoke @" in warned
    student.server.admin("account", "verify", student.email)
    assert "verified" not in said(grace, "staff", "grant", student.email, "CMPT225", "--section", "D101")
    assert "verified" not in said(grace, "staff", "grant", "@" + student.account["handle"], "CMPT225", "--section", "D101")


def said(terminal, *arguments):
    """What a command says to people."""
    done = subprocess.run([NOTEIT, *arguments], capture_output=True, text=True, env=terminal.environment)
    assert done.returncode == 0, done
    return done.stderr
