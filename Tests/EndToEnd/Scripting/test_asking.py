"""What asks before it writes, on a terminal and off it; `read` reads and `mark` marks."""

import io
import json
import subprocess

import pexpect
import pytest

from commands import described, visible
from noteitd import PATIENCE
from people import PASSWORD, small_class
from terminal import NOTEIT, Terminal, failing

COURSE, CODE = "202530.CMPT225", "CMPT225"


@pytest.fixture
def room(server, tmp_path):
    """The terminals of two students and staff of a course."""
    people = small_class(server, COURSE)
    return [Terminal(server, tmp_path / name, person) for name, person in people.items()]


def typed(terminal, *arguments, answer=None):
    """All that a command says on a terminal on which a question is answered; without an answer it must not ask."""
    said = io.StringIO()
    screen = pexpect.spawn(
        str(NOTEIT), list(arguments), env=terminal.environment | {"TERM": "xterm", "NO_COLOR": "1"}, dimensions=(40, 200),
        encoding="utf-8", timeout=PATIENCE)
    screen.logfile_read = said
    if answer:
        screen.expect_exact("[y/N] ")
        screen.sendline(answer)
    screen.expect(pexpect.EOF)
    screen.close()
    return said.getvalue()


def test_a_notice_shows_whom_it_reaches_and_asks(room):
    ada, _, grace = room
    command = ("notice", "send", "--course", CODE, "Lab 4 has moved", "--must-read")
    said = typed(grace, *command, answer="n")
    assert "Lab 4 has moved  must read" in said and f"To 2 people in {CODE}." in said and "Nothing was sent." in said
    assert ada.noteit("notice", "list", "--plain") == ""
    said = typed(grace, *command, answer="y")
    assert f"{CODE}#1" in said and f"Sent to {CODE}." in said
    assert len(ada.noteit("notice", "list", "--plain").splitlines()) == 1
    said = failing(grace, *command)
    assert f"This would send a notice to 2 people in {CODE}." in said and "Confirm with --yes." in said
    assert len(ada.noteit("notice", "list", "--plain").splitlines()) == 1
    assert grace.noteit(*command, "--yes", "--plain").startswith(f"{CODE}#2\t")
    assert "[y/N]" not in typed(grace, *command, "--yes")


def test_a_reason_is_given_as_an_option_everywhere(room):
    ada, bob, grace = room
    name = ada.noteit("post", CODE, "Buy my bicycle").strip()
    bob.noteit("report", name, "--reason", "An advertisement")
    assert json.loads(grace.noteit("moderate", "reports", "--json", "reason,reference")) == [{"reason": "An advertisement", "reference": name}]
    assert "second reason" in failing(bob, "report", name, "Rude", "--reason", "An advertisement")
    notice = grace.noteit("notice", "send", "--course", CODE, "Lab 4 has moved", "-y").strip()
    ada.noteit("read", notice)
    assert "Give it as --reason" in failing(grace, "notice", "retract", notice)
    grace.noteit("notice", "retract", notice, "--reason", "It stays", "--yes")
    assert f"{notice} is taken back: It stays" in ada.noteit("inbox")
    grace.noteit("moderate", "remove", name, "--reason", "Not about the course", "--yes")
    assert f"staff removed your {name}: Not about the course" in ada.noteit("inbox")


def test_a_question_asked_before_is_posted_with_yes(room):
    ada, bob, _ = room
    ada.noteit("post", CODE, "Is the midterm open book?", "--kind", "question")
    command = ("post", CODE, "Is the midterm an open book one?", "--kind", "question")
    assert "Post yours all the same?" in typed(bob, *command, answer="n")
    said = typed(bob, *command, "--yes")
    assert "Asked before" in said and "[y/N]" not in said and f"{CODE}#2" in said


def test_read_shows_and_mark_marks(room):
    ada, bob, _ = room
    first, second = (ada.noteit("post", CODE, title, "--body", f"{title}, please").strip() for title in ("Lab 4", "Lab 5"))
    bob.noteit("reply", second, "Seen")
    new = lambda terminal: terminal.noteit("course", "list", "--plain").splitlines()[0].split("\t")[-1]
    assert new(bob) == "1"
    assert "Lab 4, please" in bob.noteit("read", first, "--peek") and new(bob) == "1"
    page = bob.noteit("read", CODE)
    assert "Lab 4, please" in page and "Lab 5, please" not in page and new(bob) == "0"
    done = subprocess.run([NOTEIT, "read", CODE], capture_output=True, text=True, timeout=PATIENCE, env=bob.environment)
    assert (done.returncode, done.stdout) == (0, "") and f"Nothing new in {CODE}." in done.stderr
    assert "Seen" in bob.noteit("read", first, f"{second}#1") and "Lab 4, please" in bob.noteit("read", "cmpt", "225", "#1")
    assert [thread["event"]["reference"] for thread in json.loads(bob.noteit("read", first, second, "--json"))] == [first, second]
    assert new(ada) == "1" and ada.noteit("mark", CODE, "--plain") == f"{second}\n" and new(ada) == "0"
    assert "noteit mark --all" in failing(ada, "read", "--all")


def answered(terminal, *arguments, answer="n"):
    """What a command on a terminal says before and after the answer to its question, and its status."""
    said = io.StringIO()
    screen = pexpect.spawn(
        str(NOTEIT), list(arguments), env=terminal.environment | {"TERM": "xterm", "NO_COLOR": "1"}, dimensions=(40, 200),
        encoding="utf-8", timeout=PATIENCE)
    screen.logfile_read = said
    screen.expect(r"\[(y/N|Y/n)\] $")
    screen.sendline(answer)
    screen.expect(pexpect.EOF)
    screen.close()
    return said.getvalue(), screen.exitstatus


def expect_a_question(terminal, *command, asks):
    """The command asks; a no leaves everything as it was, and where nobody can answer it names --yes. Then runs it with --yes."""
    said, status = answered(terminal, *command)
    assert status == 2 and asks in said, said
    assert "--yes" in failing(terminal, *command), command
    said = typed(terminal, *command, "--yes")
    assert "y/N]" not in said and "Y/n]" not in said and "Error" not in said, said


def test_yes_answers_every_question_about_posts(room):
    ada, bob, grace = room
    first, second = (ada.noteit("post", CODE, title).strip() for title in ("Lab 4", "Lab 5"))
    reply = bob.noteit("reply", first, "Which room?").strip()
    expect_a_question(ada, "post", CODE, "Late", "--due", "2020-01-01", asks="Take it all the same?")
    expect_a_question(ada, "event", "edit", first, "--due", "2020-01-01", asks="Take it all the same?")
    expect_a_question(bob, "event", "delete", reply, asks=reply)
    assert "Which room?" not in ada.noteit("event", "view", first)
    expect_a_question(ada, "event", "delete", first, asks=f'{first}, "Lab 4"?')
    expect_a_question(grace, "moderate", "remove", second, "--reason", "Not about the course", asks="Lab 5")
    titles = [event["title"] for event in json.loads(ada.noteit("event", "list", "--past", "--json", "title"))]
    assert titles == ["Late"]
    expect_a_question(grace, "notice", "send", "--course", CODE, "Room change", asks="To 2 people in CMPT225.")
    [notice] = json.loads(ada.noteit("notice", "list", "--json", "reference"))
    expect_a_question(grace, "notice", "amend", notice["reference"], "--due", "2020-01-01", asks="Take it all the same?")
    assert json.loads(bob.noteit("event", "list", "--past", "--kind", "notice", "--json", "due"))[0]["due"].startswith("2020-01-02T07:59")
    name = notice["reference"]
    expect_a_question(grace, "notice", "amend", name, "Another room", asks=f'Amend {name}, "Room change", and notify everyone who saw it?')
    retract = ("notice", "retract", name, "--reason", "It stays")
    expect_a_question(grace, *retract, asks=f'Retract {name}, "Another room", and tell everyone who saw it?')
    assert json.loads(ada.noteit("notice", "list", "--json")) == []


def test_hiding_the_replies_of_others_asks(room):
    ada, bob, _ = room
    name = ada.noteit("post", CODE, "Lab 4").strip()
    edit = ("event", "edit", name)
    ada.noteit("reply", name, "It has moved")
    for audience in ("--private", "--staff", "--public"):
        ada.noteit(*edit, audience)
    bob.noteit("reply", name, "Which room?")
    hidden = f'Hide {name}, "Lab 4" and 1 reply by another person, from'
    expect_a_question(ada, *edit, "--staff", asks=f"{hidden} all but the course's staff?")
    ada.noteit(*edit, "--public")
    expect_a_question(ada, *edit, "--section", "D100", asks=f"{hidden} all but the new sections?")
    ada.noteit(*edit, "--section", "all")
    assert "Which room?" in bob.noteit("event", "view", name)
    expect_a_question(ada, *edit, "--private", asks=f"{hidden} everyone else?")
    assert bob.noteit("event", "list", "--plain") == ""
    ada.noteit(*edit, "--title", "Lab 5")


def test_yes_answers_every_question_about_tasks_courses_and_the_outbox(room, server):
    ada, bob, _ = room
    expect_a_question(ada, "task", "add", "Read", "--minutes", "60", "--by", "2020-01-01", asks="is in the past")
    ada.noteit("task", "add", "Dentist", "--at", "2031-12-01 12:00", "--for", "1h")
    expect_a_question(ada, "task", "add", "Lesson", "--at", "2031-12-01 12:00", "--for", "1h", asks="Keep both?")
    expect_a_question(ada, "task", "edit", "Lesson", "--at", "2031-12-01 12:30", asks="Keep both?")
    expect_a_question(ada, "task", "delete", "Lesson", asks='Delete "Lesson"?')
    assert {task["title"] for task in json.loads(ada.noteit("task", "list", "--all", "--json"))} == {"Read", "Dentist"}
    expect_a_question(ada, "course", "drop", CODE, asks=f"Leave {CODE}")
    assert ada.noteit("course", "list", "--plain") == ""
    # Without a copy, nothing can wait.
    bob.noteit("today")
    server.stop()
    bob.noteit("post", CODE, "Waits")
    expect_a_question(bob, "outbox", "drop", "--all", asks="Drop?")
    assert bob.noteit("outbox", "list", "--plain") == ""


def test_what_leaves_for_good_asks_in_a_terminal(room):
    ada, bob, _ = room
    email = ada.noteit("auth", "status", "--plain").split("\t")[0]
    screen = pexpect.spawn(
        str(NOTEIT), ["account", "leave"], env=ada.environment | {"TERM": "xterm", "NO_COLOR": "1"}, dimensions=(40, 200),
        encoding="utf-8", timeout=PATIENCE)
    screen.expect_exact("Type your email to confirm: ")
    screen.sendline("yes")
    screen.expect_exact("nothing was deleted")
    screen.expect(pexpect.EOF)
    screen.close()
    assert screen.exitstatus != 0 and email in ada.noteit("auth", "status", "--plain")
    screen = pexpect.spawn(
        str(NOTEIT), ["account", "leave", "--yes", email], env=ada.environment | {"TERM": "xterm", "NO_COLOR": "1"},
        dimensions=(40, 200), encoding="utf-8", timeout=PATIENCE)
    screen.expect("assword[^\n]*: $")
    assert "confirm" not in screen.before and screen.waitnoecho(PATIENCE)
    screen.sendline(PASSWORD)
    screen.expect(pexpect.EOF)
    assert "not signed in" in failing(ada, "today") and "not signed in" not in bob.noteit("today")


def test_every_act_with_a_reason_takes_the_same_option(room):
    ada, bob, grace = room
    first, second = (ada.noteit("post", CODE, title).strip() for title in ("Buy my bicycle", "And my car"))
    bob.noteit("report", first, "--reason", "An advertisement")
    grace.noteit("event", "delete", first, "--reason", "Not about the course", "--yes")
    grace.noteit("moderate", "remove", second, "--reason", "Nor this", "--yes")
    removals = json.loads(grace.noteit("moderate", "removals", "--json", "reason,reference"))
    assert {(each["reference"], each["reason"]) for each in removals} == {(first, "Not about the course"), (second, "Nor this")}
    spelled = {
        path: {name["name"] for argument in visible(command) for name in argument.get("names", [])}
        for path, command in described(NOTEIT)}
    asked = {path[1:] for path, names in spelled.items() if "reason" in names}
    assert asked == {
        ("report",), ("event", "delete"), ("moderate", "remove"), ("notice", "retract"), ("record", "add"), ("roster", "remove")}
    assert not [path for path, names in spelled.items() if names & {"why", "because", "message"}]


def test_a_notice_takes_its_course_first_as_a_post_does_and_a_text_apart(room):
    ada, _, grace = room
    sent = grace.noteit("notice", "send", CODE, "D101 lab cancelled", "--section", "D101", "--body", "Work at home.", "--yes", "--json")
    [event] = json.loads(sent)
    assert (event["title"], event["body"], len(event["sections"])) == ("D101 lab cancelled", "Work at home.", 1)
    [event] = json.loads(grace.noteit("notice", "send", "cmpt", "225", "All", "labs", "moved", "--yes", "--json"))
    assert (event["title"], event["sections"], event["course"]) == ("All labs moved", [], COURSE)
    [event] = json.loads(grace.noteit("notice", "send", "--course", CODE, "CMPT225 is over", "--yes", "--json"))
    assert event["title"] == "CMPT225 is over"
    assert "is not a course of yours" in failing(grace, "notice", "send", "Labs moved", "--yes")


def test_read_shows_twenty_at_a_time_and_says_how_many_are_left(room):
    ada, bob, grace = room
    for number in range(23):
        bob.noteit("post", CODE, f"Post {number}")
    done = subprocess.run([NOTEIT, "read", CODE], capture_output=True, text=True, timeout=PATIENCE, env=ada.environment)
    assert done.stdout.count("Post ") == 20 and f"3 more new in {CODE}" in done.stderr
    assert ada.noteit("read", CODE, "--json").count('"title":"Post') == 3
    assert "Nothing new" in subprocess.run([NOTEIT, "read", CODE], capture_output=True, text=True, env=ada.environment).stderr
