"""Files of events and replies: access, ranges, deletion."""

import hashlib
import os
import urllib.parse
import uuid

import pytest

from noteitd import PATIENCE, wait_until
from people import member, register, staff
from uploads import PDF, fetch, files


def test_a_file_belongs_to_its_event_once_attached(course, ada, bob):
    sent = ada.upload(PDF, "slides.pdf")
    assert sent == {"id": sent["id"], "name": "slides.pdf", "size": len(PDF), "mediaType": "application/pdf", "sha256": hashlib.sha256(PDF).hexdigest()}
    bob.refused("GET", f"/v1/attachments/{sent['id']}", 404)
    cursor = bob.head()
    event = ada.post(course["id"], "Slides", attachments=[sent["id"]])
    assert event["attachments"] == [sent]
    assert bob.event(event)["attachments"] == [sent]
    assert bob.events(course["id"])[0]["attachments"] == [sent]
    assert [change["body"]["attachments"] for change in bob.changes(cursor) if change["type"] == "event"] == [[sent]]
    assert next(item for item in bob.snapshot()["events"] if item["id"] == event["id"])["attachments"] == [sent]
    answer = fetch(bob, sent)
    assert answer.content == PDF and answer.headers["Content-Type"] == "application/pdf"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="slides.pdf"'
    assert answer.headers["Cache-Control"] == "no-store"


def test_replies_have_files_too_and_an_edit_replaces_them(course, ada, bob):
    event = ada.post(course["id"])
    first, second, third = (bob.upload(f"file {number}".encode(), f"{number}.txt") for number in range(3))
    reply = bob.reply(event, attachments=[second["id"], first["id"]])
    assert reply["attachments"] == [second, first]
    assert ada.items(f"/v1/events/{event['id']}/replies")[0]["attachments"] == [second, first]
    edited = bob.call("PATCH", f"/v1/replies/{reply['id']}", 200, json={"body": reply["body"], "attachments": [first["id"], third["id"]]}).json()
    assert edited["attachments"] == [first, third] and edited["rev"] == 2
    same = bob.call("PATCH", f"/v1/replies/{reply['id']}", 200, json={"body": reply["body"], "attachments": [first["id"], third["id"]]}).json()
    assert same["rev"] == 2
    ada.refused("GET", f"/v1/attachments/{second['id']}", 404)
    fetch(bob, second), fetch(ada, third)
    mine = ada.upload(b"mine")
    with_file = ada.edit(event, attachments=[mine["id"]])
    assert with_file["attachments"] == [mine] and with_file["rev"] == 2
    assert ada.edit(event, title="Lab 5")["attachments"] == [mine]
    assert ada.edit(event, attachments=[])["attachments"] == []


def test_the_same_id_again_stores_nothing_and_reads_nothing(ada, bob):
    id = str(uuid.uuid4())
    first = ada.upload(b"first", id=id)
    assert ada.upload(b"other", "other.txt", 200, id=id) == first
    assert bob.upload(b"other", status=409, id=id)["status"] == 409
    assert fetch(ada, first).content == b"first"


def test_only_the_senders_unattached_files_can_be_attached(course, ada, bob):
    sent, taken = bob.upload(), ada.upload()
    event = ada.post(course["id"], attachments=[taken["id"]])
    before = ada.head()
    for wrong in (sent["id"], taken["id"], str(uuid.uuid4())):
        problem = ada.refused("POST", f"/v1/courses/{course['id']}/events", 422, json={"title": "x", "attachments": [wrong]})
        assert problem["errors"][0]["field"] == "attachments"
        ada.refused("POST", f"/v1/events/{event['id']}/replies", 422, json={"body": "x", "attachments": [wrong]})
    twice = [sent["id"], sent["id"]]
    bob.refused("POST", f"/v1/courses/{course['id']}/events", 422, json={"title": "x", "attachments": twice})
    bob.refused("POST", f"/v1/courses/{course['id']}/events", 422, json={"title": "x", "attachments": [str(uuid.uuid4()) for _ in range(11)]})
    assert ada.changes(before) == []
    fetch(bob, sent)


def matrix():
    """Who may have the file of which post: generated from the rule in docs/log.md."""
    readers = ["author", "section", "other", "staff", "sectionStaff", "stranger", "nobody"]
    for visibility in ("public", "staff", "private"):
        for scope in ("course", "section"):
            for place in ("event", "reply"):
                for reader in readers:
                    isIn = reader not in ("stranger", "nobody")
                    sees = reader == "author" or isIn and (
                        visibility == "public" and (scope == "course" or reader != "other")
                        or visibility == "staff" and reader in ("staff", "sectionStaff"))
                    yield visibility, scope, place, reader, sees


@pytest.fixture
def people(server, course, ada, bob, grace, stranger):
    """People by role: the author and a classmate of the first section, one of the other section, staff, and others."""
    classmate = register(server)
    classmate.enroll(course["sections"][0]["id"])
    return {
        "author": ada, "section": classmate, "other": bob, "staff": grace, "stranger": stranger,
        "sectionStaff": staff(server, course["id"], course["sections"][0]["id"]),
    }


def test_a_file_is_visible_to_everyone_who_sees_its_post(course, people, anyone):
    author, section = people["author"], course["sections"][0]["id"]
    sent = {}
    for visibility, scope, place, reader, sees in matrix():
        key = (visibility, scope, place)
        if key not in sent:
            file = author.upload(repr(key).encode())
            event = author.post(course["id"], visibility=visibility, sections=[section] if scope == "section" else [],
                                **({"attachments": [file["id"]]} if place == "event" else {}))
            if place == "reply":
                author.reply(event, attachments=[file["id"]])
            sent[key] = file
        if reader == "nobody":
            anyone.refused("GET", f"/v1/attachments/{sent[key]['id']}", 401)
            continue
        for method in ("GET", "HEAD"):
            answer = people[reader].http.request(method, author.server.url + f"/v1/attachments/{sent[key]['id']}", headers=people[reader].headers, timeout=PATIENCE)
            assert answer.status_code == (200 if sees else 404), (key, reader, method)
            assert answer.content == (repr(key).encode() if sees and method == "GET" else answer.content if method == "GET" else b"")
            assert sees or sent[key]["name"] not in answer.text


def test_a_file_is_gone_for_people_who_no_longer_see_its_post(course, ada, bob, grace):
    file = ada.upload()
    event = ada.post(course["id"], attachments=[file["id"]])
    fetch(bob, file)
    ada.edit(event, visibility="private")
    fetch(bob, file, 404), fetch(grace, file, 404), fetch(ada, file)
    ada.edit(event, visibility="public")
    bob.drop(course["sections"][1]["id"])
    fetch(bob, file, 404)
    ada.delete(event)
    for person in (ada, bob, grace):
        fetch(person, file, 404)


def test_deletion_takes_the_content_unless_another_has_the_same(own_server):
    person, course = member(own_server)
    other = register(own_server)
    content = os.urandom(5000)
    mine, theirs = person.upload(content, "a.bin"), other.upload(content, "b.bin")
    assert len(files(own_server)) == 1
    event = person.post(course, attachments=[mine["id"]])
    reply = person.reply(event, attachments=[person.upload(b"in the thread")["id"]])
    assert len(files(own_server)) == 2
    person.delete(event)
    assert [file.name for file in files(own_server)] == [hashlib.sha256(content).hexdigest()]
    assert fetch(other, theirs).content == content
    kept = person.post(course)
    reply = person.reply(kept, attachments=[person.upload(b"of a reply")["id"]])
    assert len(files(own_server)) == 2
    person.call("DELETE", f"/v1/replies/{reply['id']}", 204)
    assert len(files(own_server)) == 1
    assert own_server.admin("check", check=False).returncode == 0


def test_an_upload_that_is_not_attached_can_be_given_back(own_server):
    person, course = member(own_server)
    other = register(own_server)
    free, used = person.upload(b"free"), person.upload(b"used")
    person.post(course, attachments=[used["id"]])
    path = f"/v1/attachments/{free['id']}"
    other.refused("DELETE", path, 404)
    assert "attached" in person.refused("DELETE", f"/v1/attachments/{used['id']}", 409)["detail"]
    person.call("DELETE", path, 204)
    person.refused("DELETE", path, 404)
    fetch(person, free, 404), fetch(person, used)
    assert [file.name for file in files(own_server)] == [used["sha256"]]
    assert own_server.admin("check", check=False).returncode == 0


def test_ranges(ada):
    content = bytes(range(256)) * 8
    file = ada.upload(content, "data.bin")
    size, tag = len(content), f'"{file["sha256"]}"'
    for asked, first, last in [("0-0", 0, 0), ("0-1023", 0, 1023), ("2000-", 2000, size - 1), ("-10", size - 10, size - 1), ("2000-99999999999999999999", 2000, size - 1),
                               ("-99999999999999999999", 0, size - 1), ("0-", 0, size - 1)]:
        answer = fetch(ada, file, 206, Range=f"bytes={asked}")
        assert answer.content == content[first:last + 1]
        assert answer.headers["Content-Range"] == f"bytes {first}-{last}/{size}"
        assert fetch(ada, file, 206, Range=f"bytes={asked}", **{"If-Range": tag}).content == answer.content
        assert fetch(ada, file, 200, Range=f"bytes={asked}", **{"If-Range": '"other"'}).content == content
        assert fetch(ada, file, 200, Range=f"bytes={asked}", **{"If-Range": f"W/{tag}"}).content == content
    for asked in (f"{size}-", "99999999999999999999-", f"{size}-{size}", "-0"):
        assert fetch(ada, file, 416, Range=f"bytes={asked}").headers["Content-Range"] == f"bytes */{size}"
    for asked in ("bytes=5-2", "bytes=", "bytes=-", "bytes=a-b", "bytes=0-1,4-5", "lines=0-1", "bytes 0-1", "bytes=--1", "bytes=+1-2", "bytes=٣-٤".encode()):
        assert fetch(ada, file, 200, Range=asked).content == content
    assert fetch(ada, file, 304, **{"If-None-Match": tag}).content == b""
    assert fetch(ada, file, 304, **{"If-None-Match": f'"x", W/{tag}'}).content == b""
    assert fetch(ada, file, 200, **{"If-None-Match": '"x"'}).content == content
    head = ada.http.head(ada.server.url + f"/v1/attachments/{file['id']}", headers=ada.headers, timeout=PATIENCE)
    assert head.headers["Content-Length"] == str(size) and head.headers["ETag"] == tag and head.content == b""


@pytest.mark.parametrize("name", ["notes.txt", "Übung 3 – Lösung.txt", "日本語.txt", 'he said "hi" 100%.txt', "a;b=c.txt", "👩\u200d🎓.txt", "no suffix", "x" * 200, "a..b.txt", "-rf.txt"])
def test_any_honest_name_is_kept_and_comes_back(name, ada):
    file = ada.upload(name=name)
    assert file["name"] == name
    said = fetch(ada, file).headers["Content-Disposition"]
    assert said.isascii() and "\n" not in said
    if "filename*=" in said:
        assert urllib.parse.unquote(said.split("filename*=UTF-8''")[1]) == name
    else:
        assert said == f'attachment; filename="{name}"'


def test_check_compares_files_with_rows(own_server):
    person, course = member(own_server)
    first, second, third = (person.upload(os.urandom(100), f"{number}.bin") for number in range(3))
    person.post(course, attachments=[first["id"], second["id"], third["id"]])
    paths = {file.name: file for file in files(own_server)}
    paths[first["sha256"]].unlink()
    paths[second["sha256"]].write_bytes(b"short")
    paths[third["sha256"]].write_bytes(bytes(100))
    done = own_server.admin("check", check=False)
    assert done.returncode == 1
    for file, fault in ((first, "is missing"), (second, "has 5 bytes, not 100"), (third, "does not match its name")):
        assert any(file["sha256"] in line and fault in line for line in done.stdout.splitlines())
    assert fetch(person, first, 503).json()["detail"].startswith("The content of this file is missing")


def test_unattached_files_are_deleted_after_a_day(own_server):
    person, course = member(own_server)
    old, fresh, used = (person.upload(os.urandom(100), f"{name}.bin") for name in ("old", "fresh", "used"))
    person.post(course, attachments=[used["id"]])
    own_server.stop()
    own_server.sql(f"UPDATE attachment SET free_since = free_since - 90000 WHERE id = '{old['id']}'")
    leftover = files(own_server)[0].parents[1] / "incoming" / "leftover"
    leftover.write_bytes(b"of a crash")
    os.utime(leftover, (0, 0))
    lost = leftover.parents[1] / "ff" / ("ff" * 32)
    lost.parent.mkdir(exist_ok=True)
    lost.write_bytes(b"without a row")
    os.utime(lost, (0, 0))
    own_server.start()
    mark = leftover.parents[1] / "unnamed" / lost.name
    wait_until(lambda: mark.exists() and old["sha256"] not in {file.name for file in files(own_server)}, "the housekeeping")
    assert {file.name for file in files(own_server)} == {fresh["sha256"], used["sha256"], lost.name}
    own_server.stop()
    os.utime(mark, (0, 0))
    own_server.start()
    wait_until(lambda: not lost.exists(), "the housekeeping")
    assert "Removed 1 unused files" in own_server.said()
    fetch(person, old, 404), fetch(person, fresh), fetch(person, used)
