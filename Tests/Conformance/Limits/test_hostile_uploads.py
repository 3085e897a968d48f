"""Uploads: accepted ones and hostile ones."""

import concurrent.futures
import contextlib
import http.client
import io
import os
import socket
import threading
import zipfile

import pytest

from noteitd import PATIENCE, Noteitd, wait_until
from people import member, register
from processes import memory, work
from raw import answer, connected, head
from uploads import PNG, PDF, ELF, fetch, files


@pytest.mark.parametrize("content, name, media", [
    (PNG, "a.png", "image/png"), (PNG, "a", "image/png"), (PNG, "a.xyz", "image/png"), (b"<html><script>alert(1)</script>", "a.html", "text/plain"),
    (b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "a.svg", "text/plain"), (b"MZ is a text too", "mz.txt", "text/plain"),
    ("ein Text mit Umlauten: äöü".encode(), "text.md", "text/plain"), ("äöü".encode("latin-1"), "latin.txt", "application/octet-stream"),
    (b"\x00\x01\x02", "data.bin", "application/octet-stream"), (b"%PDF-1.4 plain", "a.pdf", "application/pdf"), (b"ID3 is an algorithm", "id3.txt", "text/plain"),
    (b"#!/bin/sh\necho hello\n", "run.sh", "text/plain"),
])
def test_the_bytes_of_a_file_decide_its_type(content, name, media, ada):
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
def test_files_with_a_false_type_and_programs_are_refused(content, name, server, ada):
    before = files(server)
    assert ada.upload(content, name, 415)["status"] == 415
    assert files(server) == before


def test_a_file_in_chunks_of_one_byte_costs_no_more_than_to_take_them_apart(own_server):
    person = register(own_server)
    crumbs = b"1\r\n \r\n" * (1 << 19)

    def send(method, path, kind, before, after):
        """Sends half a MiB of spaces between two chunks; its processor seconds."""
        wire = connected(own_server)
        fields = head(method, path, f"Content-Type: {kind}", "Transfer-Encoding: chunked", person=person)
        whole = b"".join([fields, before, crumbs, after, b"0\r\n\r\n"])
        (status, *_), seconds = work(lambda: (wire.sendall(whole), answer(wire))[1], own_server.process)
        wire.close()
        assert status in (200, 201)
        return seconds

    # JSON is put together in memory; a file is hashed, looked at and written, once for each part.
    body = min(send("PATCH", "/v1/me/preferences", "application/json", b"1\r\n{\r\n", b"1\r\n}\r\n") for _ in range(3))
    file = min(send("POST", "/v1/attachments?name=a.txt", "application/octet-stream", b"", b"") for _ in range(3))
    assert file < 2 * body


def test_a_zip_bomb_is_not_unpacked(own_server):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for number in range(20):
            archive.writestr(f"{number}.txt", bytes(10 << 20))
    bomb = packed.getvalue()
    assert len(bomb) < 400_000
    person = register(own_server)
    before = memory(own_server.process, "VmHWM")
    file = person.upload(bomb, "bomb.zip")
    assert file["mediaType"] == "application/zip" and file["size"] == len(bomb)
    assert fetch(person, file).content == bomb
    assert [found.stat().st_size for found in files(own_server)] == [len(bomb)]
    assert memory(own_server.process, "VmHWM") - before < 50 << 20
    squeezed = person.upload(bomb, "bomb.zip", 415, headers={"Content-Encoding": "gzip"})
    assert "Content-Encoding" in squeezed["detail"]


@pytest.mark.parametrize("name", [
    "../../etc/passwd", "/etc/passwd", "..", ".", "...", ".bashrc", "a/b.txt", "a\\b.txt", "..\\..\\boot.ini", "a/\u0301b", "nul\x00.txt", "a\nb.txt", "a\tb",
    "exe.fdp\u202e", "invoice\u200b.pdf", "a\ufeff.txt", " a.txt", "a.txt ", "a.", "", " ", "x" * 201, "ä" * 128, "run.exe", "RUN.EXE", "slides.pdf.scr", "a.lnk", "a.desktop",
])
def test_names_with_tricks_are_refused(name, server, ada):
    before = files(server)
    problem = ada.upload(name=name, status=422)
    assert problem["errors"][0]["field"] == "name"
    assert files(server) == before


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A server that accepts files of 1 MiB, and 3 MiB for each account."""
    server = Noteitd(tmp_path_factory.mktemp("small"), NOTEIT_ATTACHMENT_MIB="1", NOTEIT_ATTACHMENTS_MIB_PER_ACCOUNT="3")
    server.load_sample()
    server.start()
    yield server
    server.stop()


def test_the_size_limit_holds_with_and_without_a_declared_size(small):
    person = register(small)
    assert "over 1 M" in person.upload(bytes((1 << 20) + 1), "a.bin", 413)["detail"]
    before = memory(small.process, "VmHWM")
    chunks = (bytes(65536) for _ in range(2000))
    person.upload(chunks, "a.bin", 413)
    assert files(small) == [] and memory(small.process, "VmHWM") - before < 30 << 20
    assert person.upload(bytes(1 << 20), "a.bin")["size"] == 1 << 20
    person.upload(b"", "a.bin", 422)


def test_each_account_has_its_own_quota(small):
    person, other = register(small), register(small)
    for number in range(3):
        person.upload(os.urandom(1 << 20), "a.bin")
    assert "3 MiB of 3 MiB" in person.upload(b"one more", status=409)["detail"]
    other.upload(b"mine")
    person, course = member(small)
    for number in range(3):
        event = person.post(course, attachments=[person.upload(os.urandom(1 << 20), "a.bin")["id"]])
    person.upload(b"one more", status=409)
    person.delete(event)
    person.upload(b"one more")


def test_simultaneous_uploads_do_not_exceed_the_quota(small):
    person = register(small)
    wires = [person.sign_in_again() for _ in range(8)]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda wire: wire.call("POST", "/v1/attachments", params={"name": "a.bin"}, data=os.urandom(1 << 20)).status_code, wires * 2))
    assert set(answers) <= {201, 409, 429} and answers.count(201) == 3
    assert small.admin("check", check=False).returncode == 0


@pytest.mark.parametrize("promised, sent", [(1000, 10), (10, 0)])
def test_an_upload_with_a_false_size_leaves_nothing(promised, sent, small):
    person = register(small)
    before = files(small)
    with socket.create_connection(("127.0.0.1", small.port), timeout=PATIENCE) as wire:
        head = f"POST /v1/attachments?name=a.bin HTTP/1.1\r\nHost: x\r\nAuthorization: {person.headers['Authorization']}\r\nContent-Length: {promised}\r\n\r\n"
        wire.sendall(head.encode() + bytes(sent))
        wait_until(lambda: len(files(small)) > len(before), "the upload to begin")
        wire.shutdown(socket.SHUT_WR)
        answer = wire.recv(65536)
    assert not answer or answer.startswith(b"HTTP/1.1 4")
    wait_until(lambda: files(small) == before, "the upload to be forgotten")


def test_more_bytes_than_promised_are_another_request(small):
    person = register(small)
    with socket.create_connection(("127.0.0.1", small.port), timeout=PATIENCE) as wire:
        head = f"POST /v1/attachments?name=a.txt HTTP/1.1\r\nHost: x\r\nAuthorization: {person.headers['Authorization']}\r\nContent-Length: 5\r\n\r\n"
        wire.sendall(head.encode() + b"12345and more that nobody asked for\r\n\r\n")
        answer = http.client.HTTPResponse(wire)
        answer.begin()
        assert answer.status == 201 and b'"size":5' in answer.read()


def test_a_stop_during_uploads_leaves_no_half_file(own_server):
    person, _ = member(own_server)
    kept = person.upload(b"kept", "kept.txt")
    def send():
        connection = http.client.HTTPConnection("127.0.0.1", own_server.port, timeout=PATIENCE)
        with contextlib.suppress(OSError, http.client.HTTPException):
            connection.request("POST", "/v1/attachments?name=a.bin", body=(bytes(65536) for _ in range(300)), headers=person.headers, encode_chunked=True)
            connection.getresponse().read()
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


def test_a_tag_of_ten_megabytes_is_refused(course, ada):
    ada.refused("POST", f"/v1/courses/{course['id']}/events", 413, json={"title": "x", "tags": ["x" * 10_000_000]})
    ada.refused("POST", f"/v1/courses/{course['id']}/events", 422, json={"title": "x", "tags": ["x" * 900_000]})
    assert ada.events(course["id"]) == []
