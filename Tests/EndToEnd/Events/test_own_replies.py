"""Replies are edited and deleted like events, and every command takes a reply by the same name."""

import json
import os

import pexpect
import pytest

from noteitd import PATIENCE
from people import small_class
from terminal import NOTEIT, Terminal, failing

COURSE, CODE = "202530.CMPT225", "CMPT225"


@pytest.fixture
def room(server, tmp_path):
    """Two students and staff of a course, with their terminals; the first has posted a note, `CMPT225#1`."""
    people = small_class(server, COURSE)
    terminals = [Terminal(server, tmp_path / name, person) for name, person in people.items()]
    assert terminals[0].noteit("post", CODE, "Room of the lab?").strip() == f"{CODE}#1"
    return terminals, people


def page(terminal, name=f"{CODE}#1"):
    return terminal.noteit("event", "view", name)


def test_a_page_that_is_piped_keeps_the_signs_of_emphasis(room):
    (ada, bob, _), _ = room
    name = bob.noteit("post", CODE, "Lab", "--body", "Bring *two* pens, **not** one, and ~~paper~~ `a b`").strip()
    assert "Bring *two* pens, **not** one, and ~~paper~~ `a b`" in page(ada, name)


def test_an_author_edits_and_deletes_a_reply(room, check):
    (ada, bob, grace), _ = room
    name = bob.noteit("reply", f"{CODE}#1", "Room 9001").strip()
    assert name == f"{CODE}#1#1"
    assert bob.noteit("event", "edit", name, "--body", "Room 9002, sorry", "--plain") == f"{name}\t2\n"
    assert "Room 9002, sorry" in page(ada) and "edited" in page(ada) and "9001" not in page(ada)
    assert bob.noteit("event", "edit", name, "--body", "-", text="Two lines\nof it\n") == ""
    assert "of it" in page(ada)
    for rev, words in enumerate((["cmpt 225#1#1"], ["cmpt", "225#1#1"], ["cmpt", "225", "#1#1"], ["1#1"]), 4):
        assert json.loads(bob.noteit("event", "edit", *words, "--body", f"Room {9003 - rev % 2}", "--json"))["rev"] == rev
    for terminal in (ada, grace):
        assert f"Only its author can edit {name}" in failing(terminal, "event", "edit", name, "--body", "Mine")
    assert "Only its author and the staff" in failing(ada, "event", "delete", name, "--yes")
    said = failing(bob, "event", "delete", name)
    assert f"This would delete {name}, a reply to \"Room of the lab?\"." in said and "Confirm with --yes" in said
    for option in (("--title", "x"), ("--due", "none"), ("--kind", "note"), ("--tag", "x"), ("--section", "all"), ("--private",)):
        assert "is a reply: it has only a text and files" in failing(bob, "event", "edit", name, "--body", "x", *option)
    assert bob.noteit("event", "delete", name, "--yes", "--plain") == f"{name}\n"
    assert "Room 9002" not in page(ada)
    assert f"{CODE}#1 has no reply 1: it was deleted, or never existed." in failing(bob, "event", "edit", name, "--body", "x")
    check()


def test_an_author_edits_an_anonymous_reply_too(room):
    (ada, bob, _), _ = room
    name = bob.noteit("reply", f"{CODE}#1", "Room 9001", "--anonymous").strip()
    bob.noteit("event", "edit", name, "--body", "Room 9002")
    assert "Room 9002" in page(ada) and "Anonymous" in page(ada)
    assert "Only its author" in failing(ada, "event", "edit", name, "--body", "x")
    bob.noteit("event", "delete", name, "--yes")
    assert "Room 9002" not in page(ada)


def test_an_edit_replaces_the_files_of_a_reply(room, tmp_path, monkeypatch):
    (ada, bob, _), _ = room
    monkeypatch.chdir(tmp_path)
    for name in ("map.txt", "plan.txt", "list.txt"):
        (tmp_path / name).write_text(name)
    ada.noteit("event", "edit", f"{CODE}#1", "--attach", "list.txt")
    name = bob.noteit("reply", f"{CODE}#1", "Here", "--attach", "map.txt").strip()
    assert f"{name} has no file '1'" in failing(bob, "event", "edit", name, "--detach", "1")
    bob.noteit("event", "edit", name, "--detach", "2", "--attach", "plan.txt")
    listed = [line.split("\t")[:3] for line in ada.noteit("attachment", "list", name, "--plain").splitlines()]
    assert listed == [[f"{CODE}#1", "2", "plan.txt"]]
    assert name in ada.noteit("attachment", "list", f"{CODE}#1")
    (tmp_path / "saved").mkdir()
    assert ada.noteit("attachment", "get", name, "--folder", "saved", "--plain").split("\t")[0] == "saved/plan.txt"
    assert "Here" in page(ada)


def test_an_unseen_edit_is_not_overwritten_and_offline_nothing_is_lost(room, server, tmp_path):
    (ada, bob, _), people = room
    name = bob.noteit("reply", f"{CODE}#1", "Room 9001").strip()
    reply = people["bob"].get(f"/v1/events/{json.loads(bob.noteit('event', 'view', name, '--json'))['event']['id']}/replies")["items"][0]
    editor = tmp_path / "editor"
    # Another device edits while the editor is open; the second time the server is down.
    editor.write_text('#!/bin/sh\ncurl -s -o /dev/null -X PATCH -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" '
                      '-H "If-Match: *" -d \'{"body": "From the phone"}\' "$REPLY"\necho "From the laptop" > "$1"\n')
    editor.chmod(0o755)
    environment = bob.environment | {"EDITOR": str(editor), "TOKEN": people["bob"].token, "REPLY": f"{server.url}/v1/replies/{reply['id']}"}
    said = typed(environment, "event", "edit", name)
    assert f"{name} was changed meanwhile; nothing was overwritten." in said and "Your text is kept in" in said
    assert "From the phone" in page(ada)
    assert f"Send it with: noteit event edit '{name}' --body - <" in said.replace("\r\n", "")
    server.stop()
    assert "not reached" in failing(bob, "event", "edit", name, "--body", "Offline")
    assert "not reached" in failing(bob, "event", "delete", name, "--yes")
    said = typed(environment, "event", "edit", name)
    assert "offline: as of" in said and "not reached" in said and "Your text is kept in" in said
    server.start()
    assert "From the phone" in page(ada)


def test_the_editor_opens_with_the_reply_and_answering_no_deletes_nothing(room, tmp_path):
    (ada, bob, _), _ = room
    name = bob.noteit("reply", f"{CODE}#1", "Room 9001").strip()
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\nsed -i "s/Room 9001/Room 9002/" "$1"\n')
    editor.chmod(0o755)
    assert f"Changed {name}, a reply to \"Room of the lab?\"" in typed(bob.environment | {"EDITOR": str(editor)}, "event", "edit", name)
    assert "Nothing changed." in typed(bob.environment | {"EDITOR": "true"}, "event", "edit", name)
    assert "Room 9002" in page(ada)
    assert "Cancelled" in typed(bob.environment, "event", "delete", name, answer="n")
    assert "Room 9002" in page(ada)
    assert f"Deleted {name}." in typed(bob.environment, "event", "delete", name, answer="y")
    assert "Room 9002" not in page(ada)


def typed(environment, *arguments, answer=None):
    """What a command says on a terminal."""
    terminal = pexpect.spawn(
        str(NOTEIT), list(arguments), env=environment | {"TERM": "xterm", "NO_COLOR": "1"}, dimensions=(40, 200), encoding="utf-8", timeout=PATIENCE)
    if answer:
        terminal.expect_exact("[y/N] ")
        terminal.sendline(answer)
    terminal.expect(pexpect.EOF)
    terminal.close()
    return terminal.before


def test_every_command_takes_a_reply_by_the_name_that_the_thread_shows(room, check):
    (ada, bob, grace), people = room
    question = ada.noteit("post", CODE, "Is heap sort stable?", "--kind", "question").strip()
    first = bob.noteit("reply", question, "No").strip()
    second = grace.noteit("reply", first, "Right").strip()
    third = ada.noteit("reply", question, "Thanks").strip()
    assert [first, second, third] == [f"{question}#{number}" for number in (1, 2, 3)]
    shown = page(ada, question)
    assert all(f"┃ {name}  " in shown for name in (first, second, third))
    branch = page(ada, first)
    assert "2 of 3 replies" in branch and first in branch and second in branch and third not in branch
    rows = [line.split("\t") for line in ada.noteit("event", "view", first, "--plain").splitlines()]
    assert [row[0] for row in rows] == [question, first, second] and rows[2][4] == first
    assert ada.noteit("answer", "accept", first, "--plain") == f"{first}\n"
    assert grace.noteit("answer", "endorse", second, "--plain") == f"{second}\n"
    assert [line.split("\t")[0] for line in ada.noteit("search", "right", "--plain").splitlines()] == [second]
    bob.noteit("report", third, "Spam")
    listed = grace.noteit("moderate", "reports")
    assert third in listed
    grace.noteit("moderate", "remove", third, "--reason", "Spam", "--yes")
    assert f"{third} was removed by the course's staff: Spam" in page(ada, question)
    assert "was removed by the course's staff" in failing(bob, "reply", third, "What?")
    assert third in grace.noteit("moderate", "removals")
    event = json.loads(ada.noteit("event", "view", question, "--json"))["event"]["id"]
    assert "No removed post" in failing(grace, "moderate", "restore", f"{event}#2")
    assert grace.noteit("moderate", "restore", f"{event}#3", "--plain").split("\t")[0] == third
    assert "takes events" in failing(bob, "me-too", first) and question in failing(bob, "me-too", first)
    bob.noteit("event", "delete", first, "--yes")
    assert page(ada, second).count("┃") == 2
    check()
