"""Files, exports and leaving on the command line: sent, listed, saved, while the server is down too."""

import json
import os
import tarfile

import pytest

from people import PASSWORD, register
from terminal import Terminal, failing

COURSE = "CMPT225"


@pytest.fixture
def terminals(server, tmp_path):
    """Two classmates, each with a `noteit` of their own."""
    people = [register(server, name=name) for name in ("First", "Second")]
    section = people[0].get("/v1/courses/202530.CMPT225")["sections"][0]["id"]
    for person in people:
        person.enroll(section)
    return [Terminal(server, tmp_path / f"home{number}", person) for number, person in enumerate(people)]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder of the files, and of the saved ones."""
    folder = tmp_path / "files"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def test_attached_files_are_saved_by_classmates(terminals, folder, check):
    first, second = terminals
    slides, notes = b"%PDF-1.7\n" + os.urandom(300_000), "Mitschrift – Übung\n".encode()
    (folder / "Folien – 1.pdf").write_bytes(slides)
    (folder / "notes.txt").write_bytes(notes)
    reference = first.noteit("post", COURSE, "Slides of week 5", "--attach", "Folien – 1.pdf", "--attach", "notes.txt", "--plain").split("\t")[0]
    (folder / "Folien – 1.pdf").unlink()
    (folder / "notes.txt").unlink()
    page = second.noteit("event", "view", reference)
    assert "1 Folien – 1.pdf  293 KiB" in page and "2 notes.txt" in page
    (folder / "answer.csv").write_text("a,b\n")
    second.noteit("reply", reference, "Mine", "--attach", "answer.csv")
    assert "3 answer.csv  4 B" in first.noteit("event", "view", reference)
    listed = [line.split("\t") for line in first.noteit("attachment", "list", COURSE, "--plain").splitlines()]
    assert [fields[:3] for fields in listed] == [[reference, "1", "Folien – 1.pdf"], [reference, "2", "notes.txt"], [reference, "3", "answer.csv"]]
    assert [fields[3:5] for fields in listed] == [[str(len(slides)), "application/pdf"], [str(len(notes)), "text/plain"], ["4", "text/plain"]]
    assert [item["reply"] if "reply" in item else None for item in json.loads(first.noteit("attachment", "list", reference, "--json"))] == [None, None, 1]

    (folder / "answer.csv").unlink()
    paths = second.noteit("attachment", "get", reference, "--plain").splitlines()
    assert [path.split("\t")[0] for path in paths] == ["Folien – 1.pdf", "notes.txt", "answer.csv"]
    assert (folder / "Folien – 1.pdf").read_bytes() == slides and (folder / "notes.txt").read_bytes() == notes
    assert (folder / "notes.txt").stat().st_mode & 0o111 == 0
    (folder / "notes.txt").write_text("my own")
    assert "nothing was overwritten" in failing(second, "attachment", "get", reference, "2")
    assert (folder / "notes.txt").read_text() == "my own"
    second.noteit("attachment", "get", reference, "notes.txt", "--force")
    assert (folder / "notes.txt").read_bytes() == notes
    second.noteit("attachment", "get", reference, "1", "--output", "other.pdf")
    assert (folder / "other.pdf").read_bytes() == slides
    assert "no file '9'" in failing(second, "attachment", "get", reference, "9")
    assert not list(folder.glob(".*"))
    check()


def test_files_of_one_name_do_not_overwrite_each_other(terminals, folder):
    first, second = terminals
    (folder / "proof.a.csv").write_text("first")
    name = first.noteit("post", COURSE, "Slides", "--attach", "proof.a.csv", "--plain").split("\t")[0]
    for text in ("second", "third"):
        (folder / "proof.a.csv").write_text(text)
        first.noteit("reply", name, text, "--attach", "proof.a.csv")
    for path in ("here", "there"):
        (folder / path).mkdir()
        saved = second.noteit("attachment", "get", name, "--folder", path, "--force", "--plain").splitlines()
        assert [line.split("\t")[0] for line in saved] == [f"{path}/proof.{each}.csv" for each in ("a", "a-2", "a-3")]
        assert [each.read_text() for each in sorted((folder / path).iterdir(), key=lambda each: (len(each.name), each.name))] == [
            "first", "second", "third"]
    assert "--folder" in failing(second, "attachment", "get", name, "1")


def test_an_edit_replaces_files(terminals, folder, check):
    first, second = terminals
    for name in ("one.txt", "two.txt", "three.txt"):
        (folder / name).write_text(name)
    reference = first.noteit("post", COURSE, "Slides", "--attach", "one.txt", "--attach", "two.txt", "--plain").split("\t")[0]
    names = lambda: [line.split("\t")[2] for line in second.noteit("attachment", "list", reference, "--plain").splitlines()]
    first.noteit("event", "edit", reference, "--detach", "1", "--attach", "three.txt")
    assert names() == ["two.txt", "three.txt"]
    assert "no file '3'" in failing(first, "event", "edit", reference, "--detach", "3")
    assert "Only its author" in failing(second, "event", "edit", reference, "--detach", "1")
    first.noteit("event", "edit", reference, "--detach", "all", "--title", "Nothing left")
    assert names() == []
    check()


def test_offline_files_wait_with_their_post(server, terminals, folder, check):
    first, second = terminals
    reference = first.noteit("post", COURSE, "A thread", "--plain").split("\t")[0]
    (folder / "lab.txt").write_text("as it was when it was written")
    server.stop()
    assert "queued" in first.noteit("post", COURSE, "Lab 4", "--attach", "lab.txt", "--plain")
    first.noteit("reply", reference, "With a file", "--attach", "lab.txt")
    assert "lab.txt" in first.noteit("event", "view", reference)
    (folder / "lab.txt").write_text("changed since")
    server.start()
    first.noteit("outbox", "retry")
    listed = json.loads(second.noteit("attachment", "list", COURSE, "--json"))
    assert [each["file"]["name"] for each in listed] == ["lab.txt", "lab.txt"]
    second.noteit("attachment", "get", second.noteit("attachment", "list", COURSE, "--plain").split("\t")[0], "--output", "got.txt")
    assert (folder / "got.txt").read_text() == "as it was when it was written"
    assert kept(first) == []
    check()


def test_a_symbolic_link_is_attached_as_the_file_that_it_leads_to(server, terminals, folder, check):
    first, second = terminals
    content = "a longer content than any path to it has letters, " * 20
    (folder / "real.txt").write_text(content)
    (folder / "absolute.txt").symlink_to(folder / "real.txt")
    (folder / "relative.txt").symlink_to("real.txt")
    links = ["--attach", "absolute.txt", "--attach", "relative.txt"]
    name = first.noteit("post", COURSE, "Online", *links, "--plain").split("\t")[0]
    other = first.noteit("post", COURSE, "Edited", "--plain").split("\t")[0]
    first.noteit("event", "edit", other, *links)
    server.stop()
    assert "queued" in first.noteit("post", COURSE, "Offline", *links, "--plain")
    (folder / "real.txt").write_text("changed since")
    server.start()
    first.noteit("outbox", "retry")
    for number in (1, 2, 3):
        listed = [line.split("\t")[2:4] for line in second.noteit("attachment", "list", f"{COURSE}#{number}", "--plain").splitlines()]
        assert listed == [["absolute.txt", str(len(content))], ["relative.txt", str(len(content))]]
        second.noteit("attachment", "get", f"{COURSE}#{number}", "--folder", ".", "--force")
        assert (folder / "absolute.txt").read_text() == (folder / "relative.txt").read_text() == content
        for link in ("absolute.txt", "relative.txt"):
            (folder / link).unlink()
    assert name == f"{COURSE}#1"
    check()


def test_a_get_saves_all_files_or_says_which(terminals, folder):
    first, second = terminals
    for name in ("a.txt", "b.txt", "2", "~"):
        (folder / name).write_text(name)
    attached = [argument for name in ("a.txt", "b.txt", "2", "~") for argument in ("--attach", "./" + name)]
    reference = first.noteit("post", COURSE, "Slides", *attached, "--plain").split("\t")[0]
    for name in ("a.txt", "2", "~"):
        (folder / name).unlink()
    said = failing(second, "attachment", "get", reference)
    assert "b.txt exists already" in said and sorted(os.listdir(folder)) == ["b.txt"], "nothing is saved before all can be"
    (folder / "b.txt").unlink()
    saved = second.noteit("attachment", "get", reference, "2", "2", "--plain").splitlines()
    assert [line.split("\t")[0] for line in saved] == ["b.txt"], "a number goes before a name, and a file is saved once"
    (folder / "b.txt").unlink()
    second.noteit("attachment", "get", reference)
    assert {name: (folder / name).read_text() for name in os.listdir(folder)} == {name: name for name in ("a.txt", "b.txt", "2", "~")}
    assert "exclude each other" in failing(second, "attachment", "get", reference, "1", "--output", "x.txt", "--folder", "dl")
    assert "There is no folder" in failing(second, "attachment", "get", reference, "--folder", "nowhere")


def test_a_dropped_post_gives_its_room_back(server, terminals, folder):
    first, _ = terminals
    server.stop()
    server.environment |= {"NOTEIT_ATTACHMENT_MIB": "1", "NOTEIT_ATTACHMENTS_MIB_PER_ACCOUNT": "1"}
    server.start()
    (folder / "big.bin").write_bytes(os.urandom(700_000))
    (folder / "run.bin").write_bytes(b"\x7fELF" + bytes(100))
    assert "is a program" in failing(first, "post", COURSE, "Slides", "--attach", "big.bin", "--attach", "run.bin")
    first.noteit("outbox", "drop", "1", "1", "--yes")
    first.noteit("post", COURSE, "Slides", "--attach", "big.bin")


def kept(terminal):
    """The files in a person's outbox."""
    home = terminal.environment["HOME"]
    return [os.path.join(place, name) for place, _, names in os.walk(f"{home}/.local/share/noteit/default/outbox") for name in names]


def test_a_refused_post_stays_in_the_outbox_until_dropped(terminals, folder):
    first, _ = terminals
    (folder / "slides.pdf").write_bytes(b"\x7fELF" + bytes(100))
    said = failing(first, "post", COURSE, "Slides", "--attach", "slides.pdf")
    assert "is a program" in said and "It stays in the outbox" in said
    assert len(kept(first)) == 2, "the file and the entry"
    first.noteit("outbox", "drop", "--all", "--yes")
    assert kept(first) == []


def test_a_path_that_is_not_a_file_is_reported_before_writing(terminals, folder):
    first, _ = terminals
    (folder / "folder").mkdir()
    (folder / "empty").touch()
    (folder / "run.exe").write_bytes(b"x")
    for name, fault in [("nosuch.txt", "There is no file nosuch.txt"), ("folder", "is a folder"), ("empty", "is empty"), ("run.exe", "the ending of a program")]:
        assert fault in failing(first, "post", COURSE, "Title", "--attach", name)
    for number in range(11):
        (folder / f"{number}.txt").write_text("x")
    many = [argument for number in range(11) for argument in ("--attach", f"{number}.txt")]
    assert "at most 10" in failing(first, "post", COURSE, "Title", *many)
    assert first.noteit("event", "list", COURSE, "--plain") == "" and first.noteit("outbox", "--plain") == "" and kept(first) == []


def test_export_and_then_leave(server, terminals, folder, check):
    first, second = terminals
    (folder / "notes.txt").write_text("mine")
    reference = first.noteit("post", COURSE, "Title", "--attach", "notes.txt", "--plain").split("\t")[0]
    path = first.noteit("account", "export", "--plain").split("\t")[0]
    with tarfile.open(folder / path) as archive:
        names = archive.getnames()
        assert "account.json" in names and "events-1.json" in names
        assert next(name for name in names if name.endswith("/notes.txt")).startswith("attachments/")
    assert "nothing was overwritten" in failing(first, "account", "export", path)
    assert (folder / path).stat().st_mode & 0o077 == 0
    assert "Needed: your email" in failing(first, "account", "leave", "--no-input")
    assert "nothing was deleted" in failing(first, "account", "leave", "--yes", "somebody@example.edu")
    email = first.noteit("auth", "status", "--plain").split("\t")[0]
    first.noteit("account", "leave", "--yes", email, text=PASSWORD + "\n")
    assert "not signed in" in failing(first, "event", "list", COURSE)
    assert "Former member" in second.noteit("event", "view", reference)
    second.noteit("attachment", "get", reference, "--force")
    check()
