"""Files that go with events and replies: who may have them, what is taken, and what hostile ones do not get."""

import concurrent.futures
import hashlib
import http.client
import io
import os
import socket
import threading
import urllib.parse
import uuid
import zipfile

import pytest

from noteitd import SAMPLE, Noteitd, wait_until
from people import member, register, staff

PNG = b"\x89PNG\r\n\x1a\n" + bytes(64)
PDF = b"%PDF-1.7\n" + bytes(range(256))
ELF = b"\x7fELF\x02\x01\x01" + bytes(64)


def fetch(person, attachment, status=200, **headers):
    return person.call("GET", f"/v1/attachments/{attachment['id']}", status, headers=headers)


def files(server):
    """Every file beside the database, with those on their way in."""
    folder = server.database.with_name(server.database.name + ".files")
    return sorted(file for file in folder.rglob("*") if file.is_file())


def test_a_file_goes_with_an_event_from_then_on(course, ada, bob):
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
    assert answer.headers["Cache-Control"] == "private, no-cache"


def test_a_reply_has_files_too_and_an_edit_exchanges_them(course, ada, bob):
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


def test_only_ones_own_free_files_go_with_anything(course, ada, bob):
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
    assert ada.head() == before
    fetch(bob, sent)


def matrix():
    """Who may have the file of what: generated from the rule of docs/log.md, not picked."""
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
    """By their part: the author and a classmate of the first section, one of the other section, staff, and others."""
    classmate = register(server)
    classmate.enroll(course["sections"][0]["id"])
    return {
        "author": ada, "section": classmate, "other": bob, "staff": grace, "stranger": stranger,
        "sectionStaff": staff(server, course["id"], course["sections"][0]["id"]),
    }


def test_a_file_is_seen_by_who_sees_what_it_goes_with(course, people, anyone):
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
            answer = people[reader].http.request(method, author.server.url + f"/v1/attachments/{sent[key]['id']}", headers=people[reader].headers, timeout=20)
            assert answer.status_code == (200 if sees else 404), (key, reader, method)
            assert answer.content == (repr(key).encode() if sees and method == "GET" else answer.content if method == "GET" else b"")
            assert sees or sent[key]["name"] not in answer.text


def test_what_is_no_longer_seen_is_no_longer_had(course, ada, bob, grace):
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
    head = ada.http.head(ada.server.url + f"/v1/attachments/{file['id']}", headers=ada.headers, timeout=10)
    assert head.headers["Content-Length"] == str(size) and head.headers["ETag"] == tag and head.content == b""


@pytest.mark.parametrize("content, name, media", [
    (PNG, "a.png", "image/png"), (PNG, "a", "image/png"), (PNG, "a.xyz", "image/png"), (b"<html><script>alert(1)</script>", "a.html", "text/plain"),
    (b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "a.svg", "text/plain"), (b"MZ is a text too", "mz.txt", "text/plain"),
    ("ein Text mit Umlauten: äöü".encode(), "text.md", "text/plain"), ("äöü".encode("latin-1"), "latin.txt", "application/octet-stream"),
    (b"\x00\x01\x02", "data.bin", "application/octet-stream"), (b"%PDF-1.4 plain", "a.pdf", "application/pdf"), (b"ID3 is an algorithm", "id3.txt", "text/plain"),
    (b"#!/bin/sh\necho hello\n", "run.sh", "text/plain"),
])
def test_what_a_file_is_is_told_from_its_bytes(content, name, media, ada):
    file = ada.upload(content, name, headers={"Content-Type": "text/html"})
    assert file["mediaType"] == media
    answer = fetch(ada, file)
    assert answer.headers["Content-Type"].split(";")[0] == media
    assert answer.headers["X-Content-Type-Options"] == "nosniff" and "sandbox" in answer.headers["Content-Security-Policy"]
    assert answer.headers["Content-Disposition"].startswith("attachment;")


@pytest.mark.parametrize("content, name", [
    (ELF, "slides.pdf"), (ELF, "program"), (b"MZ\x90\x00" + bytes(60), "notes.txt"), (b"\xca\xfe\xba\xbe\x00\x00\x00\x41", "Main.class"), (b"\x00asm\x01\x00\x00\x00", "a.wasm"),
    (b"<html>", "photo.png"), (PNG, "slides.pdf"), (PDF, "photo.jpg"), (b"plain", "archive.zip"), (PNG, "homework.docx"),
])
def test_a_file_that_lies_about_its_type_and_a_program_are_refused(content, name, server, ada):
    before = files(server)
    assert ada.upload(content, name, 415)["status"] == 415
    assert files(server) == before


def test_a_zip_bomb_stays_as_small_as_it_is(own_server):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for number in range(20):
            archive.writestr(f"{number}.txt", bytes(10 << 20))
    bomb = packed.getvalue()
    assert len(bomb) < 400_000
    person = register(own_server)
    before = memory(own_server)
    file = person.upload(bomb, "bomb.zip")
    assert file["mediaType"] == "application/zip" and file["size"] == len(bomb)
    assert fetch(person, file).content == bomb
    assert [found.stat().st_size for found in files(own_server)] == [len(bomb)]
    assert memory(own_server) - before < 50 << 20
    squeezed = person.upload(bomb, "bomb.zip", 415, headers={"Content-Encoding": "gzip"})
    assert "Content-Encoding" in squeezed["detail"]


def memory(server):
    """The most that the server ever had, in bytes."""
    with open(f"/proc/{server.process.pid}/status") as status:
        return int(next(line for line in status if line.startswith("VmHWM:")).split()[1]) << 10


@pytest.mark.parametrize("name", [
    "../../etc/passwd", "/etc/passwd", "..", ".", "...", ".bashrc", "a/b.txt", "a\\b.txt", "..\\..\\boot.ini", "a/\u0301b", "nul\x00.txt", "a\nb.txt", "a\tb",
    "exe.fdp\u202e", "invoice\u200b.pdf", "a\ufeff.txt", " a.txt", "a.txt ", "a.", "", " ", "x" * 201, "ä" * 128, "run.exe", "RUN.EXE", "slides.pdf.scr", "a.lnk", "a.desktop",
])
def test_names_with_tricks_are_refused(name, server, ada):
    before = files(server)
    problem = ada.upload(name=name, status=422)
    assert problem["errors"][0]["field"] == "name"
    assert files(server) == before


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


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A server that takes files of 1 MiB, and 3 MiB for each account."""
    server = Noteitd(tmp_path_factory.mktemp("small"), NOTEIT_ATTACHMENT_MIB="1", NOTEIT_ATTACHMENTS_MIB_PER_ACCOUNT="3")
    server.admin("catalog", "import", str(SAMPLE))
    server.start()
    yield server
    server.stop()


def test_the_size_limit_holds_for_sizes_that_are_said_and_for_those_that_are_not(small):
    person = register(small)
    assert "over 1 M" in person.upload(bytes((1 << 20) + 1), "a.bin", 413)["detail"]
    before = memory(small)
    chunks = (bytes(65536) for _ in range(2000))
    person.upload(chunks, "a.bin", 413)
    assert files(small) == [] and memory(small) - before < 30 << 20
    assert person.upload(bytes(1 << 20), "a.bin")["size"] == 1 << 20
    person.upload(b"", "a.bin", 422)


def test_the_quota_of_an_account_is_its_own(small):
    person, other = register(small), register(small)
    for number in range(3):
        person.upload(os.urandom(1 << 20), "a.bin")
    assert "3 MB of 3 MB" in person.upload(b"one more", status=409)["detail"]
    other.upload(b"mine")
    person, course = member(small)
    for number in range(3):
        event = person.post(course, attachments=[person.upload(os.urandom(1 << 20), "a.bin")["id"]])
    person.upload(b"one more", status=409)
    person.delete(event)
    person.upload(b"one more")


def test_a_quota_is_not_passed_by_sending_at_once(small):
    person = register(small)
    wires = [person.sign_in_again() for _ in range(8)]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda wire: wire.call("POST", "/v1/attachments", params={"name": "a.bin"}, data=os.urandom(1 << 20)).status_code, wires * 2))
    assert set(answers) <= {201, 409, 429} and answers.count(201) == 3
    assert small.admin("check", check=False).returncode == 0


@pytest.mark.parametrize("promised, sent", [(1000, 10), (10, 0)])
def test_a_size_that_lies_leaves_nothing(promised, sent, small):
    person = register(small)
    before = files(small)
    with socket.create_connection(("127.0.0.1", small.port), timeout=20) as wire:
        head = f"POST /v1/attachments?name=a.bin HTTP/1.1\r\nHost: x\r\nAuthorization: {person.headers['Authorization']}\r\nContent-Length: {promised}\r\n\r\n"
        wire.sendall(head.encode() + bytes(sent))
        wait_until(lambda: len(files(small)) > len(before), "the upload to begin")
        wire.shutdown(socket.SHUT_WR)
        answer = wire.recv(65536)
    assert not answer or answer.startswith(b"HTTP/1.1 4")
    wait_until(lambda: files(small) == before, "the upload to be forgotten")


def test_more_bytes_than_promised_are_another_request(small):
    person = register(small)
    with socket.create_connection(("127.0.0.1", small.port), timeout=20) as wire:
        head = f"POST /v1/attachments?name=a.txt HTTP/1.1\r\nHost: x\r\nAuthorization: {person.headers['Authorization']}\r\nContent-Length: 5\r\n\r\n"
        wire.sendall(head.encode() + b"12345and more that nobody asked for\r\n\r\n")
        answer = wire.recv(65536)
    assert answer.startswith(b"HTTP/1.1 201") and b'"size":5' in answer


def test_slow_uploads_hold_nobody_up_and_are_let_go(small):
    """Half a minute is a body's time; four slow ones are all that an account may have."""
    person, quick = register(small), register(small)
    before = files(small)
    wires = []
    for _ in range(4):
        wire = socket.create_connection(("127.0.0.1", small.port), timeout=60)
        head = f"POST /v1/attachments?name=a.bin HTTP/1.1\r\nHost: x\r\nAuthorization: {person.headers['Authorization']}\r\nContent-Length: 1000\r\n\r\n"
        wire.sendall(head.encode() + b"x")
        wires.append(wire)
    wait_until(lambda: len(files(small)) == len(before) + 4, "four uploads to begin")
    assert "4 files" in person.upload(status=429)["detail"]
    quick.upload(b"meanwhile")
    assert b" 408 " in wires[0].recv(65536)
    for wire in wires:
        wire.close()
    wait_until(lambda: len(files(small)) <= len(before) + 1, "slow uploads to be forgotten")
    person.upload(b"now there is room")


def test_a_stop_in_the_midst_of_uploads_leaves_nothing_half(own_server):
    person, _ = member(own_server)
    kept = person.upload(b"kept", "kept.txt")
    def send():
        connection = http.client.HTTPConnection("127.0.0.1", own_server.port, timeout=30)
        try:
            connection.request("POST", "/v1/attachments?name=a.bin", body=(bytes(65536) for _ in range(300)), headers=person.headers, encode_chunked=True)
            connection.getresponse().read()
        except OSError:
            pass
    threads = [threading.Thread(target=send) for _ in range(3)]
    for thread in threads:
        thread.start()
    wait_until(lambda: any("incoming" in str(file) for file in files(own_server)) or not any(thread.is_alive() for thread in threads), "an upload to be under way")
    own_server.kill()
    for thread in threads:
        thread.join()
    own_server.start()
    assert fetch(person, kept).content == b"kept"
    done = own_server.admin("check", check=False)
    assert done.returncode == 0, done.stdout
    person.upload(b"goes on")


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
    for file, fault in ((first, "is missing"), (second, "has 5 bytes, not 100"), (third, "does not hold what its name says")):
        assert any(file["sha256"] in line and fault in line for line in done.stdout.splitlines())
    assert fetch(person, first, 503).json()["detail"].startswith("The server lacks")


def test_what_goes_with_nothing_is_collected_after_a_day(own_server):
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
    wait_until(lambda: len(files(own_server)) == 2, "the housekeeping")
    assert {file.name for file in files(own_server)} == {fresh["sha256"], used["sha256"]}
    fetch(person, old, 404), fetch(person, fresh), fetch(person, used)


def test_a_tag_of_ten_megabytes_is_refused(course, ada):
    ada.refused("POST", f"/v1/courses/{course['id']}/events", 413, json={"title": "x", "tags": ["x" * 10_000_000]})
    ada.refused("POST", f"/v1/courses/{course['id']}/events", 422, json={"title": "x", "tags": ["x" * 900_000]})
    assert ada.events(course["id"]) == []
