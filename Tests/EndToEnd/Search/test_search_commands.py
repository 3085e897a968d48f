"""`noteit search`, and the similar questions of `noteit post --kind question`: for people and for scripts."""

import datetime
import http.server
import json
import pathlib
import subprocess
import threading
import zoneinfo

import pexpect
import pytest

from noteitd import PATIENCE
from people import register
from terminal import NOTEIT, Terminal

COURSE, CODE = "202530.CMPT225", "CMPT225"
QUESTION = ("post", CODE, "Is the midterm an open book one?", "--kind", "question")
OFFER = ["Asked before in CMPT225:", "  CMPT225#1  Is the midterm open book?  1 reply"]


@pytest.fixture
def terminals(server, tmp_path):
    """Two classmates. The first has asked a question and posted a note; the second has answered."""
    people = [register(server, name=name) for name in ("Ada", "Bob")]
    section = people[0].get(f"/v1/courses/{COURSE}")["sections"][0]["id"]
    for person in people:
        person.enroll(section)
    ada, bob = [Terminal(server, tmp_path / f"home{number}", person) for number, person in enumerate(people)]
    ada.noteit("post", CODE, "Is the midterm open book?", "--kind", "question", "--body", "The one in October")
    bob.noteit("reply", f"{CODE}#1", "Yes: one sheet of notes")
    ada.noteit("post", CODE, "Heaps", "--body", "A midterm topic")
    return ada, bob


def run(terminal, *arguments):
    """Runs a command without a terminal: status, standard output, standard error."""
    done = subprocess.run([NOTEIT, *arguments], capture_output=True, text=True, timeout=PATIENCE, env=terminal.environment)
    return done.returncode, done.stdout, done.stderr


def typed(terminal, *arguments, answers=(), colours=False):
    """Runs a command in a terminal: status and lines."""
    environment = terminal.environment | {"TERM": "xterm"} | ({} if colours else {"NO_COLOR": "1"})
    person = pexpect.spawn(str(NOTEIT), list(arguments), env=environment, dimensions=(40, 100), encoding="utf-8", timeout=PATIENCE)
    said = ""
    for answer in answers:
        person.expect_exact("[y/N] ")
        said += person.before + person.after
        person.sendline(answer)
    person.expect(pexpect.EOF)
    said += person.before
    person.close()
    return person.exitstatus, said.replace("\r\n", "\n").splitlines()


def titles(terminal):
    return [line.split("\t")[7] for line in terminal.noteit("event", "list", CODE, "--plain").splitlines()]


def test_a_search_without_results_names_what_is_not_a_filter(terminals):
    ada, _ = terminals
    said = run(ada, "search", "from:ben", "heap")[2]
    assert "from: is not a filter. Did you mean by:? Filters: kind, tag, in, by, is, has, before, after, due." in said
    assert "filter" not in run(ada, "search", "nosuchword")[2]


def test_a_search_without_results_names_courses_and_people_that_are_unknown(terminals):
    ada, bob = terminals
    handle = json.loads(bob.noteit("auth", "status", "--json"))["account"]["handle"]
    ada.noteit("event", "list")
    assert "You are in no course CMPT999." in run(ada, "search", "in:cmpt-999")[2]
    assert f"Did you mean by:@{handle}?" in run(ada, "search", f"by:{handle[:2]}")[2]
    assert "by: takes a handle" in run(ada, "search", "by:bob@example.edu")[2]
    assert "course" not in run(ada, "search", "in:CMPT225", "nosuchword")[2]
    assert "by:" not in run(ada, "search", f"by:@{handle}", "nosuchword")[2]


def test_days_of_the_week_in_a_row_mean_one_week(terminals):
    ada, _ = terminals
    today = datetime.datetime.now(zoneinfo.ZoneInfo("America/Vancouver")).date()
    week = today + datetime.timedelta(7)
    ada.noteit("post", CODE, "Lab 9", "--kind", "reminder", "--due", week.isoformat(), "--private")
    days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    # From tomorrow's weekday to today's: read from today, the second would be before the first.
    first, last = days[(today.weekday() + 1) % 7], days[today.weekday()]
    assert ada.noteit("search", f"due:{first}..{last}", "--plain").startswith(f"{CODE}#3\t")
    status, _, said = run(ada, "search", "due:2026-11-28..2026-11-21")
    assert status == 64 and "the second day must not be before the first" in said


def test_a_tag_is_found_with_and_without_its_sign(terminals):
    ada, _ = terminals
    ada.noteit("post", CODE, "Tagged", "--tag", "#week 3")
    for typed_tag in ('tag:"week 3"', 'tag:"#week 3"'):
        assert ada.noteit("search", typed_tag, "--plain").startswith(f"{CODE}#3\t")
    assert "##" not in ada.noteit("event", "view", f"{CODE}#3")
    assert ada.noteit("event", "list", "--tag", "#week 3", "--plain").count("\n") == 1


def test_exactly_as_many_results_as_the_limit_are_all(terminals):
    ada, _ = terminals
    status, lines = typed(ada, "search", "midterm", "--limit", "2")
    assert status == 0 and not any("--limit for more" in line for line in lines)


def test_filters_without_the_server_say_that_they_need_it(server, terminals):
    ada, _ = terminals
    ada.noteit("event", "list")
    server.stop()
    status, _, said = run(ada, "search", "kind:question")
    assert status == 69 and "Filters need the server" in said


def test_matches_are_highlighted(terminals):
    ada, bob = terminals
    status, lines = typed(bob, "search", "open MIDTERM", colours=True)
    assert status == 0 and "Is the \x1b[33;1mmidterm\x1b[0m \x1b[33;1mopen\x1b[0m book?" in lines[0]
    status, lines = typed(bob, "search", "midterm")
    assert lines[0] == "CMPT225#1  ? question  Is the midterm open book?" and "  The one in October" in lines
    assert lines[4].startswith("CMPT225#2  ") and lines[4].endswith(" note  Heaps"), "a match in the title counts more"
    assert "\x1b" not in "\n".join(lines)
    marks = json.loads(bob.noteit("search", "open midterm", "--json"))[0]["title"]
    assert [marks["text"][mark["from"]:mark["to"]] for mark in marks["marks"]] == ["midterm", "open"]


def test_a_reply_is_found_by_the_name_that_other_commands_take(terminals):
    ada, bob = terminals
    status, lines = typed(ada, "search", "sheet")
    assert status == 0 and lines[:2] == ["CMPT225#1#1  reply in  Is the midterm open book?", "  Yes: one sheet of notes"]
    row = ada.noteit("search", "sheet", "--plain").rstrip("\n").split("\t")
    assert (row[0], row[1], row[3:]) == ("CMPT225#1#1", "reply", ["Bob", "Is the midterm open book?", "Yes: one sheet of notes", ""])
    bob.noteit("event", "edit", row[0], "--body", "Two sheets of paper")
    assert ada.noteit("search", "paper", "--plain").startswith("CMPT225#1#1\t")
    assert ada.noteit("search", "by:@" + json.loads(bob.noteit("auth", "status", "--json"))["account"]["handle"], "--plain").count("\n") == 1


def test_a_file_is_found_by_its_name_without_the_server_too(terminals, server, tmp_path):
    ada, bob = terminals
    for name in ("Graph-notes.txt", "graph-sketch.txt"):
        (tmp_path / name).write_text("drawn")
    ada.noteit("post", CODE, "Lecture 9", "--attach", str(tmp_path / "Graph-notes.txt"))
    bob.noteit("reply", f"{CODE}#3", "Mine", "--attach", str(tmp_path / "graph-sketch.txt"))
    status, lines = typed(ada, "search", "graph", colours=True)
    assert status == 0 and "\x1b[33;1mGraph\x1b[0m-notes.txt" in "\n".join(lines) and "\x1b[33;1mgraph\x1b[0m-sketch.txt" in "\n".join(lines)
    plain = ada.noteit("search", "graph", "--plain")
    rows = {row[0]: row[-1] for row in (line.split("\t") for line in plain.splitlines())}
    assert rows == {f"{CODE}#3": "Graph-notes.txt", f"{CODE}#3#1": "graph-sketch.txt"}
    assert [hit["files"]["text"] for hit in json.loads(ada.noteit("search", "sketch", "--json"))] == ["graph-sketch.txt"]
    ada.noteit("event", "list")
    server.stop()
    rows = {row[0]: row[-1] for row in (line.split("\t") for line in run(ada, "search", "graph", "--plain")[1].splitlines())}
    assert rows == {f"{CODE}#3": "Graph-notes.txt", f"{CODE}#3#1": "graph-sketch.txt"}
    assert run(ada, "search", "graph -sketch", "--json", "reference,files")[1].count("reference") == 1


def test_words_that_the_name_of_a_file_runs_together_are_found_with_and_without_the_server(terminals, server, tmp_path):
    ada, _ = terminals
    for name in ("lab4.txt", "Week2_slides.csv", "binaryHeapÜbung.java"):
        (tmp_path / name).write_text("drawn")
        ada.noteit("post", CODE, f"With {name[0]}", "--attach", str(tmp_path / name))
    finds = {"lab 4": "With l", '"lab 4"': "With l", "lab4": "With l", "week 2": "With W", '"heap übung"': "With b", "binaryheapübung": "With b"}
    ada.noteit("event", "list")
    found = lambda query: [hit["event"]["title"] for hit in json.loads(run(ada, "search", query, "--json")[1])]
    assert {query: found(query) for query in finds} == {query: [title] for query, title in finds.items()}
    server.stop()
    assert {query: found(query) for query in finds} == {query: [title] for query, title in finds.items()}


def test_filters_and_limits_narrow_the_results(terminals):
    ada, _ = terminals
    found = lambda *words: [line.split("\t")[0] for line in ada.noteit("search", *words, "--plain").splitlines()]
    assert sorted(found("midterm")) == ["CMPT225#1", "CMPT225#2"]
    assert found("midterm", "kind:note") == ["CMPT225#2"] and found("kind:question is:open") == ["CMPT225#1"]
    assert found('"open book"') == ["CMPT225#1"] and found("midterm -october") == ["CMPT225#2"]
    status, lines = typed(ada, "search", "midterm", "--limit", "1")
    assert status == 0 and lines[-1] == "the first 1: --limit for more"


def test_finding_nothing_is_not_a_failure(terminals):
    ada, _ = terminals
    assert run(ada, "search", "nosuchword") == (0, "", "Nothing found. Try fewer or other words.\n")
    assert run(ada, "search", "nosuchword", "--plain") == (0, "", "")
    status, out, _ = run(ada, "search", "nosuchword", "--json")
    assert status == 0 and json.loads(out) == []


class Endless(http.server.BaseHTTPRequestHandler):
    """A server with a page after each page, and one result or none in the first."""

    find = None
    asked = 0

    def do_GET(self):
        items = [self.find] if self.find and not Endless.asked else []
        Endless.asked += 1
        body = json.dumps({"items": items, "next": "more"}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.mark.parametrize("finds", [0, 1])
def test_a_search_that_stops_before_the_end_says_so(terminals, monkeypatch, finds):
    ada, _ = terminals
    find = json.loads(ada.noteit("search", "midterm", "--json"))[0]
    monkeypatch.setattr(Endless, "find", find if finds else None)
    monkeypatch.setattr(Endless, "asked", 0)
    with http.server.HTTPServer(("127.0.0.1", 0), Endless) as endless:
        threading.Thread(target=endless.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{endless.server_port}"
        session = pathlib.Path(ada.environment["HOME"]) / ".local/state/noteit/default/session.json"
        session.write_text(json.dumps(json.loads(session.read_text()) | {"server": address}))
        said = {}
        for form in ((), ("--plain",), ("--json",)):
            Endless.asked = 0
            said[form] = run(ada, "search", "midterm", "--server", address, *form)
        endless.shutdown()
    for status, out, err in said.values():
        assert status == 0 and "Nothing found" not in err
        assert err == "Stopped early: too many posts have these words. Add words or filters, such as in:CMPT225 or kind:exam.\n"
    assert ("CMPT225#" in said[()][1]) == bool(finds) and len(json.loads(said["--json",][1])) == finds


@pytest.mark.parametrize("words, said", [
    ("kind:exmm", "kind: takes one of note, question, reminder, exam, notice or assignment."), ("kind:", "kind: needs a value after the colon."),
    ("is:lost", "is: takes open, mine or unread."), ("has:cake", "has: takes attachment."),
    ("before:someday", "Could not understand 'someday' as a day."), ("?!", "must contain a word with a letter or a digit"),
])
def test_an_unknown_filter_is_refused_with_the_known_ones(terminals, words, said):
    status, out, err = run(terminals[0], "search", words)
    assert status == 64 and out == "" and err.startswith("Error: ") and said in err and len(err.splitlines()) == 2, err


def test_without_a_server_the_local_copy_is_searched_and_a_question_is_queued(terminals, server):
    ada, bob = terminals
    bob.noteit("event", "list", CODE)
    server.stop()
    status, out, err = run(bob, "search", "MIDTERM", "--plain")
    assert status == 0 and [line.split("\t")[0] for line in out.splitlines()] == [f"{CODE}#2", f"{CODE}#1"]
    assert "only the posts that are here were searched" in err
    assert run(bob, "search", "sheet", "--plain")[1].split("\t")[0] == f"{CODE}#1#1"
    assert run(bob, "search", "midterm -topic", "--json", "reference")[1].strip() == f'[{{"reference":"{CODE}#1"}}]'
    status, out, err = run(bob, "search", "kind:note midterm")
    assert status == 69 and out == "" and err.startswith("Error: The server was not reached"), "filters need it"
    status, lines = typed(bob, *QUESTION, answers=["y"])
    assert status == 0 and any("Asked before" in line for line in lines) and any("Queued" in line for line in lines)
    status, out, err = run(bob, "search", "an open book")
    assert status == 0 and "Not sent yet" in out and "Is the midterm an open book one?" in out and "Nothing found" not in err
    status, out, err = run(bob, "search", "an open book", "--plain")
    assert status == 0 and out == "" and "1 entry of the outbox has these words too: noteit outbox list" in err
    assert "Not sent yet" not in run(bob, "search", "heaps")[1]
    bob.noteit("post", CODE, "An open book is best")
    assert "2 entries of the outbox have these words too" in run(bob, "search", "an open book", "--plain")[2]
    server.start()
    assert len(titles(bob)) == 4


def test_a_repeated_question_is_shown_the_first_and_may_stop(terminals):
    _, bob = terminals
    status, lines = typed(bob, *QUESTION, answers=["n"])
    assert status == 2 and lines[:3] == [*OFFER, "Post yours all the same? [y/N] n"]
    assert lines[-1] == "Nothing sent. Read the first with: noteit event view 'CMPT225#1'"
    assert typed(bob, *QUESTION, answers=[""])[0] == 2, "no is the standard answer"
    assert sorted(titles(bob)) == ["Heaps", "Is the midterm open book?"]


def test_a_repeated_question_can_be_posted_anyway(terminals):
    _, bob = terminals
    status, lines = typed(bob, *QUESTION, answers=["y"])
    assert status == 0 and lines[:2] == OFFER and lines[-2:] == ["CMPT225#3", 'Posted "Is the midterm an open book one?" in CMPT225.']


def test_a_program_is_not_asked(terminals):
    _, bob = terminals
    status, out, err = run(bob, *QUESTION)
    assert (status, out) == (0, "CMPT225#3\n") and err.splitlines()[:2] == OFFER, "it goes out, and what there is is told"
    status, lines = typed(bob, *QUESTION, "--no-input")
    assert status == 0 and lines[0] == OFFER[0] and "CMPT225#4" in lines and "[y/N]" not in "".join(lines)
    status, out, err = run(bob, *QUESTION, "--plain")
    assert status == 0 and out.startswith("CMPT225#5\t") and err == "", "--plain and --json write data alone"


def test_other_posts_and_new_questions_are_posted_without_asking(terminals):
    _, bob = terminals
    for arguments in (("post", CODE, "Is the midterm an open book one?"), ("post", CODE, "Where do heaps grow?", "--kind", "question")):
        status, lines = typed(bob, *arguments)
        assert status == 0 and len(lines) == 2, lines
