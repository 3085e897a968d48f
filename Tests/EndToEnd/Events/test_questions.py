"""Questions with the programs: asking anonymously, answers, me too, nested replies, two people and staff."""

import json
import subprocess

import pytest

from noteitd import PATIENCE
from people import small_class
from terminal import NOTEIT, Terminal, failing

COURSE = "202530.CMPT225"


@pytest.fixture
def room(server, tmp_path):
    """The code of a course, and in it two students and staff, with their terminals."""
    people = small_class(server, COURSE)
    return "CMPT225", {name: Terminal(server, tmp_path / name, person) for name, person in people.items()}, people


def test_a_question_from_asking_to_its_answer(room, check):
    code, terminals, people = room
    ada, bob, grace = (terminals[name] for name in ("ada", "bob", "grace"))
    name = ada.noteit("post", code, "Is heap sort stable?", "--kind", "question", "--anonymous").strip()
    assert name == f"{code}#1"
    assert "you (anonymous)" in ada.noteit("event", "view", name) and "you" in ada.noteit("event", "list", code, "--mine")
    seen = bob.noteit("event", "view", name)
    assert "Anonymous" in seen and people["ada"].account["displayName"] not in seen
    shown = grace.noteit("event", "view", name)
    asker = people["ada"]
    names = f"{asker.account['displayName']} @{asker.account['handle']} <{asker.email}>"
    assert f"{names} (anonymous to classmates)" in shown
    bob.noteit("me-too", name)
    assert "you have this question too (1 in total)" in bob.noteit("event", "view", name)
    assert "1 other asks this too" in ada.noteit("event", "view", name)
    bob.noteit("reply", name, "No", "--anonymous")
    grace.noteit("reply", f"{name}#1", "Right: equal keys may change places")
    assert ada.noteit("reply", f"{name}#1", "Thanks", "--anonymous") == f"{name}#3\n"
    page = ada.noteit("event", "view", name)
    order = [page.index(text) for text in ("No\n", "Right: equal", "Thanks")]
    assert order == sorted(order)
    for head in (f"\n  ┃ {name}#1  Anonymous 2  ", f"\n    ┃ {name}#2  Instructor (staff) @", f"\n    ┃ {name}#3  you (anonymous)  "):
        assert head in page
    assert "not answered" not in page and name in bob.noteit("event", "list", "--open")
    ada.noteit("answer", "accept", f"{name}#2")
    grace.noteit("answer", "endorse", f"{name}#1")
    page = bob.noteit("event", "view", name)
    assert "answered" in page and "accepted" in page and "endorsed by staff" in page
    assert code not in bob.noteit("event", "list", "--open")
    thread = json.loads(bob.noteit("event", "view", name, "--json"))
    assert [reply["number"] for reply in thread["replies"]] == [1, 2, 3]
    assert (thread["event"]["accepted"], thread["event"]["endorsed"]) == (thread["replies"][1]["id"], thread["replies"][0]["id"])
    rows = [line.split("\t") for line in bob.noteit("event", "view", name, "--plain").splitlines()]
    assert [row[4:] for row in rows[1:]] == [["", "endorsed"], [f"{name}#1", "accepted"], [f"{name}#1", ""]]
    assert [row[0] for row in rows] == [name, f"{name}#1", f"{name}#2", f"{name}#3"]
    ada.noteit("answer", "clear", name)
    assert json.loads(bob.noteit("event", "view", name, "--json"))["event"]["accepted"] is None
    ada.noteit("event", "edit", name, "--due", "tomorrow")
    ada.noteit("event", "delete", name, "--yes")
    check()


def test_one_reply_does_not_name_the_asker(room, check):
    code, terminals, people = room
    ada, bob = terminals["ada"], terminals["bob"]
    name = ada.noteit("post", code, "Is heap sort stable?", "--kind", "question", "--anonymous").strip()
    done = subprocess.run([NOTEIT, "reply", name, "Nobody?"], capture_output=True, text=True, timeout=PATIENCE, env=ada.environment)
    assert (done.returncode, done.stdout) == (0, f"{name}#1\n") and f"Replied to {name}, anonymously." in done.stderr
    bob.noteit("reply", name, "No")
    seen = json.loads(bob.noteit("event", "view", name, "--json"))
    assert seen["event"]["author"]["id"] == seen["replies"][0]["author"]["id"], "one alias in the whole thread"
    assert [reply["author"]["displayName"] for reply in seen["replies"]] == ["Anonymous", people["bob"].account["displayName"]]
    ada.noteit("reply", name, "It was me", "--named")
    assert json.loads(bob.noteit("event", "view", name, "--json"))["replies"][2]["author"]["id"] == people["ada"].id
    assert "exclude each other" in failing(ada, "reply", name, "x", "--named", "--anonymous")
    check()


def test_staff_who_asked_as_a_student_reply_under_their_name(room, server):
    code, terminals, people = room
    ada, bob = terminals["ada"], terminals["bob"]
    name = ada.noteit("post", code, "Is heap sort stable?", "--kind", "question", "--anonymous").strip()
    server.admin("staff", "grant", people["ada"].email, COURSE)
    ada.noteit("reply", name, "No")
    [reply] = json.loads(bob.noteit("event", "view", name, "--json"))["replies"]
    assert not reply["anonymous"]


def test_impossible_requests_are_refused_with_what_to_do(room):
    code, terminals, _ = room
    ada, bob, grace = (terminals[name] for name in ("ada", "bob", "grace"))
    name = ada.noteit("post", code, "Why?", "--kind", "question").strip()
    note = ada.noteit("post", code, "Slides").strip()
    bob.noteit("reply", name, "Because")
    bob.noteit("reply", note, "Thanks")
    assert "cannot post anonymously" in failing(grace, "post", code, "x", "--anonymous")
    assert "cannot post anonymously" in failing(grace, "reply", name, "x", "--anonymous")
    assert "is not your question" in failing(bob, "answer", "accept", f"{name}#1")
    assert "Only the staff" in failing(bob, "answer", "endorse", f"{name}#1")
    assert "answer accept" in failing(ada, "answer", "endorse", f"{name}#1")
    assert "has no reply 7" in failing(ada, "answer", "accept", f"{name}#7")
    assert "which reply" in failing(ada, "answer", "accept", name)
    assert "is not a question" in failing(ada, "answer", "accept", f"{note}#1")
    assert "your own question" in failing(ada, "me-too", name)
    assert "is neither an event nor a reply" in failing(ada, "answer", "accept", "what?")
    assert "0" in bob.noteit("me-too", name, "--undo", "--plain")


def test_an_anonymous_post_waits_in_the_outbox_like_any_other(room, server):
    code, terminals, people = room
    ada, bob = terminals["ada"], terminals["bob"]
    ada.noteit("event", "list")
    server.kill()
    assert "queued" in ada.noteit("post", code, "Offline", "--anonymous", "--plain")
    server.start()
    ada.noteit("event", "list")
    events = json.loads(bob.noteit("event", "list", code, "--json"))
    assert [(event["title"], event["author"]["displayName"]) for event in events] == [("Offline", "Anonymous")]


def test_the_copy_of_former_staff_forgets_the_names(room, server):
    code, terminals, people = room
    ada, grace = terminals["ada"], terminals["grace"]
    name = ada.noteit("post", code, "Hidden", "--anonymous").strip()
    assert people["ada"].email in grace.noteit("event", "view", name, "--json")
    people["grace"].enroll(people["ada"].get("/v1/me/enrollments")["items"][0]["section"])
    server.admin("staff", "revoke", people["grace"].email, COURSE)
    said = grace.noteit("event", "view", name, "--json")
    assert json.loads(said)["event"]["author"]["displayName"] == "Anonymous" and people["ada"].email not in said
