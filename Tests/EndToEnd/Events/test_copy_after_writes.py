"""What a write answers is in the local copy at once; what came after the copy is not called absent."""

import json
import subprocess

import pytest

from noteitd import PATIENCE
from people import register
from terminal import NOTEIT, Terminal, failing

COURSE, CODE = "202530.CMPT225", "CMPT225"


@pytest.fixture
def ada(server, tmp_path):
    person = register(server, name="Ada Example")
    person.enroll(person.get(f"/v1/courses/{COURSE}")["sections"][0]["id"])
    desk = Terminal(server, tmp_path / "ada", person)
    desk.person = person
    desk.noteit("event", "list")
    return desk


def run(terminal, *arguments):
    return subprocess.run([NOTEIT, *arguments], capture_output=True, text=True, timeout=PATIENCE, env=terminal.environment)


def test_ones_own_posts_are_in_the_copy_if_the_server_stops_right_after(server, ada):
    assert ada.noteit("post", CODE, "My own post", "--body", "About heaps").strip() == f"{CODE}#1"
    assert ada.noteit("reply", f"{CODE}#1", "And more").strip() == f"{CODE}#1#1"
    ada.noteit("post", CODE, "Am I alone?", "--kind", "question", "--anonymous")
    server.stop()
    listed = ada.noteit("event", "list")
    assert "My own post" in listed and "1 reply" in listed and "Am I alone?" in listed
    assert "And more" in ada.noteit("event", "view", f"{CODE}#1")
    assert "My own post" in ada.noteit("search", "heaps")
    assert "Am I alone?" in ada.noteit("event", "list", "--mine") and ada.noteit("event", "list", "--unread") == ""
    assert "waits in the outbox" in run(ada, "reply", f"{CODE}#1", "Later").stderr


def test_an_edit_a_deletion_and_a_sent_outbox_are_in_the_copy_too(server, ada):
    for title in ("First", "Second"):
        ada.noteit("post", CODE, title)
    ada.noteit("event", "edit", f"{CODE}#1", "--title", "Changed")
    ada.noteit("event", "delete", f"{CODE}#2", "--yes")
    server.stop()
    said = ada.noteit("event", "list")
    assert "Changed" in said and "Second" not in said
    assert "Queued" in run(ada, "post", CODE, "Waiting").stderr
    server.start()
    ada.noteit("outbox", "retry")
    server.stop()
    assert {(each["title"], each["reference"]) for each in json.loads(ada.noteit("event", "list", "--json"))} == {
        ("Waiting", f"{CODE}#3"), ("Changed", f"{CODE}#1")}


def test_offline_an_unknown_event_is_not_in_the_copy_and_a_reply_to_it_waits(server, ada):
    seen = ada.person.post(COURSE, "Seen on the phone")
    server.stop()
    for command in (["event", "view", f"{CODE}#1"], ["event", "view", "1"], ["done", f"{CODE}#1"]):
        said = failing(ada, *command)
        assert "is not in the copy of " in said and "the server is not reached" in said and "There is no" not in said, said
    assert run(ada, "event", "view", f"{CODE}#1").returncode == 69
    answer = run(ada, "reply", f"{CODE}#1", "From the train")
    assert answer.returncode == 0 and "waits in the outbox" in answer.stderr and "not in the copy" in answer.stderr
    assert f"{CODE}#1" in ada.noteit("outbox") and "From the train" in ada.noteit("today")
    assert run(ada, "reply", f"{CODE}#9", "To nothing").returncode == 0
    assert ada.noteit("outbox", "list", "--plain").splitlines()[1].split("\t")[2:5] == ["waiting", "reply", f"{CODE}#9"]
    server.start()
    said = run(ada, "event", "view", f"{CODE}#1")
    assert "From the train" in said.stdout and f"There is no {CODE}#9" in said.stderr
    assert "There is no event" in failing(ada, "event", "view", f"{CODE}#9")
    [reply] = ada.person.items(f"/v1/events/{seen['id']}/replies")
    assert reply["body"] == "From the train"
