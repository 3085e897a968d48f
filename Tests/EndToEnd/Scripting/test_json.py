"""`--json` in scripts: lists of one shape, fields to choose, references and senders, errors as objects, files through pipes."""

import json
import subprocess

from noteitd import NOBODY, PATIENCE
from people import PASSWORD
from terminal import NOTEIT

COURSE, CODE = "202530.CMPT225", "CMPT225"


def read(terminal, *arguments, **options):
    return json.loads(terminal.noteit(*arguments, **options))


def run(terminal, *arguments):
    return subprocess.run([NOTEIT, *arguments], capture_output=True, stdin=subprocess.DEVNULL, timeout=PATIENCE, env=terminal.environment)


def refused(terminal, *arguments):
    """The status and the error object of a command that fails, which is the last line of standard error."""
    done = run(terminal, *arguments)
    assert done.returncode != 0 and done.stdout == b""
    error = json.loads(done.stderr.splitlines()[-1])
    assert set(error) == {"code", "message", "advice", "fields", "status"} and error["status"] == done.returncode
    return error


LISTS = [
    "event list", "event list CMPT225", "today", "agenda", "notice list", "inbox", "inbox list --unread", "attachment list CMPT225",
    "course list", "course sections CMPT225", "course search heaps", "staff list CMPT225", "outbox list", "auth sessions", "task list",
    "plan list", "record list", "search heap", "schedule list", "schedule watch", "calendar import list", "calendar feed list",
    "calendar password list", "token list", "webhook list", "webhook deliveries Bot", "programme list", "course find heap", "plan comments Plan A", "doctor",
    "roster CMPT225 --profile grace", "invitation list CMPT225 --profile grace", "moderate reports --profile grace", "moderate removals --profile grace",
]


def test_every_list_is_an_array_whose_fields_can_be_chosen(room, tmp_path):
    ada, bob, grace = room.values()
    name = ada.noteit("post", CODE, "Is a heap sorted?", "--kind", "question", "--due", "today 23:59", "--body", "My heap").strip()
    (tmp_path / "proof.txt").write_text("by induction")
    bob.noteit("reply", name, "@ada no", "--attach", str(tmp_path / "proof.txt"))
    ada.noteit("report", name + "#1", "--reason", "Rude")
    grace.noteit("notice", "send", "--course", CODE, "Lab 4 has moved", "--yes")
    grace.noteit("invitation", "create", CODE)
    ada.noteit("task", "add", "Read", "--minutes", "60", "--by", "in 3 days")
    ada.noteit("record", "add", "CMPT120", "--grade", "A", "--term", "202430")
    ada.noteit("plan", "new", "Plan A")
    ada.noteit("plan", "comment", "Plan A", "Take it in spring.")
    ada.noteit("calendar", "password", "add", "Phone", text=PASSWORD + "\n")
    ada.noteit("token", "create", "Bot", text=PASSWORD + "\n")
    ada.noteit("webhook", "add", "Bot", "--url", f"http://{NOBODY}/hook", text=PASSWORD + "\n")
    for command in LISTS:
        terminal = grace if "grace" in command else ada
        words = command.removesuffix(" --profile grace").split()
        items = read(terminal, *words, "--json")
        assert isinstance(items, list), command
        error = refused(terminal, *words, "--json=nosuch,title")
        assert error["code"] == "usage" and error["status"] == 64 and "'nosuch" in error["message"], command
        fields = error["advice"][0].removeprefix("Its fields: ").split(", ")
        for item in items:
            assert set(item) <= set(fields), f"{command}: {set(item) - set(fields)}"
        chosen = [fields[-1], fields[0]]
        assert all(set(item) == set(chosen) for item in read(terminal, *words, "--json", ",".join(chosen))), command
    some = ("event list", "today", "inbox", "task list", "record list", "search heap", "plan comments", "calendar password list", "doctor")
    assert all(read(ada, *command.split(), "--json") for command in some)


def test_lists_say_what_is_ticked_off_and_what_waits(room, server):
    ada, *_ = room.values()
    name = ada.noteit("post", CODE, "Lab 4", "--due", "today 23:59").strip()
    ada.noteit("done", name)
    assert read(ada, "today", "--json") == []
    assert read(ada, "today", "--done", "--json", "reference,done") == [{"reference": name, "done": True}]
    ada.noteit("done", name, "--undo")
    assert read(ada, "agenda", "--json", "done") == [{"done": False}]
    server.stop()
    ada.noteit("post", CODE, "Who has the slides?")
    for command in ("today", "agenda"):
        [lab, post] = read(ada, command, "--json")
        assert (lab["reference"], "waiting" in lab) == (name, False)
        assert (post["title"], post["due"], post["reference"], post["waiting"]["state"]) == ("Who has the slides?", None, None, "waiting")


def test_fields_are_named_as_in_gh(room):
    ada, bob, _ = room.values()
    name = ada.noteit("post", CODE, "Is a heap sorted?", "--kind", "question", "--due", "in 3 days").strip()
    bob.noteit("reply", name, "No")
    assert read(ada, "event", "list", "--json", "reference,title,unread") == [
        {"reference": f"{CODE}#1", "title": "Is a heap sorted?", "unread": True}]
    assert read(bob, "event", "list", "--json", "title", CODE) == [{"title": "Is a heap sorted?"}]
    assert read(bob, "--json", "event", "list", CODE)[0]["reference"] == name, "a command is not a field"
    assert read(bob, "event", "list", "--json", "cmpt", "225")[0]["reference"] == name, "a course is not a field"
    assert read(bob, "search", "sorted", "--json", "reference") == [{"reference": name}]
    assert read(bob, "event", "view", name, "--json", "title,accepted,replies") == {
        "title": "Is a heap sorted?", "accepted": None, "replies": read(bob, "event", "view", name, "--json")["replies"]}
    assert [reply["reference"] for reply in read(bob, "event", "view", name, "--json")["replies"]] == [f"{name}#1"]
    assert read(bob, "post", CODE, "One more", "--json=reference,kind") == {"reference": f"{CODE}#2", "kind": "note"}
    assert refused(bob, "post", CODE, "--json", "title")["message"] == "Needed: the text.", "a field is not a word of the text"
    assert "has no fields to choose" in refused(bob, "me-too", name, "--json=id")["message"]
    assert read(bob, "event", "list", CODE, "--json", "title,")[0] == {"title": "Is a heap sorted?"}
    assert refused(bob, "event", "list", "--json", "nosuch")["message"] == "'event list' has no field 'nosuch'."


def test_a_word_after_json_is_never_posted(room):
    ada, bob, grace = room.values()
    posted = read(ada, "post", CODE, "Quiz is Friday", "--private", "--json", "reference,title")
    assert posted == {"reference": f"{CODE}#1", "title": "Quiz is Friday"}
    name = ada.noteit("post", CODE, "Which room?").strip()
    assert read(bob, "reply", name, "9001", "--json", "body") == {"body": "9001"}
    for words in (("post", CODE, "Quiz"), ("reply", name, "Yes"), ("notice", "send", "--course", CODE, "Quiz", "--yes")):
        error = refused(grace, *words, "--json", "nosuch")
        assert error["status"] == 64 and error["advice"][-1] == "Put --json last, or write --json=FIELDS.", words
    for words in (("task", "add", "Read", "--minutes", "60"), ("plan", "new", "Foo"), ("done", name)):
        error = refused(ada, *words, "--json", "id")
        assert error["message"].endswith("' has no fields to choose from.") and error["status"] == 64, words
        assert error["advice"] == ["Write all of it with --json alone, as the last word."]
    assert read(ada, "task", "list", "--json") == read(ada, "plan", "list", "--json") == read(ada, "notice", "list", "--json") == []
    assert [event["title"] for event in read(bob, "event", "list", "--json")] == ["Which room?"]
    assert len(read(bob, "event", "view", name, "--json")["replies"]) == 1
    assert read(ada, "task", "add", "Read", "--minutes", "60", "--json")["title"] == "Read"


def test_the_inbox_names_titles_events_and_senders(room):
    ada, bob, grace = room.values()
    name = ada.noteit("post", CODE, "Is a heap sorted?", "--kind", "question").strip()
    reply = bob.noteit("reply", name, "No").strip()
    grace.noteit("notice", "send", "--course", CODE, "Lab 4 has moved", "--must-read", "--yes")
    notice, news = read(ada, "inbox", "--json")
    assert (news["reference"], news["replyReference"], news["title"], news["number"]) == (name, reply, "Is a heap sorted?", 1)
    assert news["from"]["displayName"] == "Bob" and news["unread"] and "new replies" in news["message"]
    assert (notice["kind"], notice["title"], notice["from"]["role"]) == ("notice", "Lab 4 has moved", "instructor")
    [first, *_] = read(ada, "today", "--json")
    assert (first["kind"], first["title"], first["mustRead"], first["unread"]) == ("notice", "Lab 4 has moved", True, True)
    ada.noteit("mark", "--all")
    assert read(ada, "today", "--json") == []


def test_an_anonymous_sender_stays_unnamed(room):
    ada, bob, _ = room.values()
    name = ada.noteit("post", CODE, "Is a heap sorted?", "--kind", "question").strip()
    bob.noteit("reply", name, "No", "--anonymous")
    [news] = read(ada, "inbox", "--json")
    assert news["from"]["displayName"] == "Anonymous" and "Bob" not in json.dumps(news)


def test_errors_are_objects_when_json_is_asked_for(room, server):
    ada, *_ = room.values()
    assert refused(ada, "event", "view", f"{CODE}#9", "--json")["code"] == "failed"
    assert refused(ada, "agenda", "--days", "0", "--json")["message"].startswith("--days must be")
    assert refused(ada, "pst", "--json") | {"advice": []} == {
        "code": "usage", "message": "unknown command 'pst', did you mean 'post'?", "advice": [], "fields": [], "status": 64}
    name = ada.noteit("post", CODE, "Lab 4").strip()
    assert [each["field"] for each in refused(ada, "event", "edit", name, "--title", "x" * 201, "--json")["fields"]] == ["title"]
    assert refused(ada, "today", "--json", "--profile", "nobody")["code"] == "notSignedIn"
    server.stop()
    assert refused(ada, "auth", "sessions", "--json")["code"] == "unreachable"


def test_a_file_goes_to_standard_output_unchanged(room, tmp_path, monkeypatch):
    ada, bob, _ = room.values()
    monkeypatch.chdir(tmp_path)
    content = b"%PDF-1.7\n" + bytes(range(256)) * 9000
    (tmp_path / "slides.pdf").write_bytes(content)
    name = ada.noteit("post", CODE, "Slides", "--attach", "slides.pdf").strip()
    (tmp_path / "slides.pdf").unlink()
    done = run(bob, "attachment", "get", name, "-o", "-")
    assert (done.returncode, done.stdout, done.stderr) == (0, content, b"")
    head = subprocess.run(
        ["sh", "-c", f"'{NOTEIT}' attachment get '{name}' 1 --output - | head -c 9"], capture_output=True, timeout=PATIENCE, env=bob.environment)
    assert head.stdout == b"%PDF-1.7\n"
    assert not list(tmp_path.rglob("downloads/*")) and not (tmp_path / "-").exists()
    assert "writes the file alone" in refused(bob, "attachment", "get", name, "-o", "-", "--json")["message"]
