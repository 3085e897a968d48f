"""A text from an editor that cannot be sent is kept, and the advised command sends it as it was meant."""

import json
import os
import re
import subprocess

import pytest

from noteitd import PATIENCE
from people import register, staff
from test_own_replies import CODE, COURSE, typed
from terminal import NOTEIT, Terminal

TEXT = "It's $HOME in `9002`"


@pytest.fixture
def class_of(server, tmp_path):
    """A student's terminal in a home folder that needs quoting, and staff; the student has posted `CMPT225#1` and replied."""
    student, teacher = register(server, "Ada"), staff(server, COURSE)
    student.enroll(student.get(f"/v1/courses/{COURSE}")["sections"][0]["id"])
    ada = Terminal(server, tmp_path / "Ada's home", student)
    ada.noteit("post", CODE, "Room of the lab?", "--body", "Which one?\n\nBurnaby.")
    ada.noteit("reply", f"{CODE}#1", "Room 9001")
    thread(ada)
    return ada, student, teacher


@pytest.fixture
def editing(tmp_path):
    """Runs a command whose editor is a shell line; returns its output; the hints stay in the file."""
    def edited(terminal, script, *arguments, answer=None, **environment):
        editor = tmp_path / "editor"
        editor.write_text(f"#!/bin/sh\ngrep -q -e '8<' \"$1\" || exit 1\n{script}\n")
        editor.chmod(0o755)
        environment |= {"EDITOR": str(editor), "TEXT": TEXT}
        return typed(terminal.environment | environment, *arguments, answer=answer)
    return edited


WRITE = 'printf "%s\\n" "$TEXT" | cat - "$1" > "$1.new" && mv "$1.new" "$1"'


def advised(said):
    return re.search(r"^  Send it with: (.*?)\r$", said, re.M)[1]


def send(terminal, line):
    """Runs an advised command in a shell."""
    path = {"PATH": f"{NOTEIT.parent}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=PATIENCE, env=terminal.environment | path)
    assert done.returncode == 0, f"{line}: {done.stdout}{done.stderr}"
    return done.stdout


def thread(terminal, number=1):
    return json.loads(terminal.noteit("event", "view", f"{CODE}#{number}", "--json", "--peek"))


def without_server(server, edit):
    """The output of an edit while the server is down."""
    server.stop()
    said = edit()
    server.start()
    assert "not reached" in said
    return advised(said)


def test_an_edited_reply_is_sent_without_the_hints(class_of, editing, server, check):
    ada, _, _ = class_of
    name = f"{CODE}#1#1"
    line = without_server(server, lambda: editing(ada, 'sed -i "s/Room 9001/Room 9002/" "$1"', "event", "edit", name))
    assert line.startswith(f"noteit event edit '{name}' --body - < ")
    send(ada, line)
    assert thread(ada)["replies"][0]["body"] == "Room 9002"
    check()


@pytest.mark.parametrize("script, title, body", [
    (f's/Room of.*/{TEXT} "!"/;s/Burnaby/Surrey/', f'{TEXT} "!"', "Which one?\n\nSurrey."),
    ("s/Burnaby/Surrey/", "Room of the lab?", "Which one?\n\nSurrey."),
    ("s/Room of.*/-n/", "-n", "From the phone"),
    ("s/Room of.*/Room?/;2,5d", "Room?", ""),
])
def test_an_edited_event_is_sent_as_title_and_text(class_of, editing, server, script, title, body):
    ada, student, _ = class_of
    line = without_server(server, lambda: editing(ada, 'sed -i "$SED" "$1"', "event", "edit", f"{CODE}#1", SED=script))
    if body == "From the phone":  # unedited fields are not sent, so a faster edit is not overwritten
        student.call("PATCH", f"/v1/events/{thread(ada)['event']['id']}", 200, json={"body": body}, headers={"If-Match": "*"})
    send(ada, line)
    event = thread(ada)["event"]
    assert (event["title"], event["body"]) == (title, body), line


def test_a_report_is_sent_without_the_hints(class_of, editing, server):
    ada, student, teacher = class_of
    other = register(server, "Bob")
    other.enroll(student.get("/v1/me/enrollments")["items"][0]["section"])
    other.post(COURSE, "Buy my bicycle")
    thread(ada, 2)
    line = without_server(server, lambda: editing(ada, WRITE, "report", f"{CODE}#2", "--server", server.url))
    assert f" --server {server.url} - < " in line
    send(ada, line)
    assert [report["reason"] for report in teacher.get(f"/v1/courses/{COURSE}/reports")["items"]] == [TEXT]


def test_an_anonymous_reply_stays_anonymous(class_of, editing, tmp_path, monkeypatch):
    ada, _, _ = class_of
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "the map.txt"
    file.write_text("map")
    said = editing(ada, f"rm 'the map.txt'; {WRITE}", "reply", f"{CODE}#1", "--anonymous", "--attach", file.name)
    assert "cannot be put into the outbox" in said
    file.write_text("map")
    send(ada, advised(said))
    reply = thread(ada)["replies"][1]
    assert reply["body"] == TEXT and reply["author"]["displayName"] == "Anonymous"
    assert [each["name"] for each in reply["attachments"]] == [file.name]


@pytest.mark.parametrize("options, expected", [
    (["--private", "--kind", "reminder", "--due", "in 3 days"], {"visibility": "private", "kind": "reminder"}),
    (["--staff", "--anonymous", "--kind", "question"], {"visibility": "staff", "kind": "question", "anonymous": True}),
    (["--section", "D100", "--tag", "lab", "--tag", "room", "--body", "Two\nlines"], {"tags": ["lab", "room"], "body": "Two\nlines"}),
])
def test_a_post_keeps_its_audience_and_options(class_of, editing, tmp_path, monkeypatch, options, expected):
    ada, student, _ = class_of
    monkeypatch.chdir(tmp_path)
    (tmp_path / "map.txt").write_text("map")
    said = editing(ada, f"rm map.txt; {WRITE}", "post", CODE, "--attach", "map.txt", *options)
    (tmp_path / "map.txt").write_text("map")
    send(ada, advised(said))
    event = thread(ada, 2)["event"]
    assert {key: event[key] for key in expected} == expected and event["title"] == TEXT
    assert bool(event["sections"]) == ("--section" in options) and bool(event["due"]) == ("--due" in options)
    assert [each["name"] for each in event["attachments"]] == ["map.txt"]


def test_a_notice_keeps_its_recipients(class_of, editing, server, tmp_path):
    _, _, teacher = class_of
    grace = Terminal(server, tmp_path / "grace", teacher)
    grace.noteit("today")
    options = ("--section", "D100,D101", "--must-read", "--due", "in 3 days")
    send(grace, without_server(server, lambda: editing(grace, WRITE, "notice", "send", "--course", CODE, *options)))
    notice = thread(grace, 2)["event"]
    assert (notice["title"], notice["kind"], notice["mustRead"], len(notice["sections"])) == (TEXT, "notice", True, 2) and notice["due"]
    line = without_server(server, lambda: editing(grace, WRITE, "notice", "amend", f"{CODE}#2", "--yes"))
    send(grace, line)
    assert thread(grace, 2)["event"]["body"] == TEXT


def test_a_question_asked_before_can_be_sent_anyway(class_of, editing):
    ada, _, _ = class_of
    ada.noteit("post", CODE, TEXT, "--kind", "question")
    said = editing(ada, WRITE, "post", CODE, "--kind", "question", "--anonymous", answer="n")
    assert "Nothing sent." in said
    assert send(ada, advised(said)) == f"{CODE}#3\n"
    assert thread(ada, 3)["event"]["anonymous"]


def test_an_editor_that_fails_keeps_only_the_text(class_of, editing):
    ada, _, _ = class_of
    said = editing(ada, f"{WRITE}; exit 3", "reply", f"{CODE}#1")
    kept = re.search(r"Your text is kept in (.*?)\r$", said, re.M)[1]
    with open(kept, encoding="utf-8") as file:
        assert file.read() == TEXT + "\n"
    assert len(thread(ada)["replies"]) == 1
    assert os.stat(kept).st_mode & 0o777 == 0o600
