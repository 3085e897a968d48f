"""Export and leaving: deleted things, things that stay without a name, and erased words."""

import contextlib
import io
import json
import os
import sqlite3
import subprocess
import tarfile

from copies import Copy
from noteitd import PATIENCE, Noteitd
from people import PASSWORD, Anyone, member, register, staff


def exported(person):
    """The archive as a dictionary of its files."""
    answer = person.call("GET", "/v1/me/export", 200)
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="noteit-')
    with tarfile.open(fileobj=io.BytesIO(answer.content)) as archive:
        return {member.name: archive.extractfile(member).read() for member in archive.getmembers()}


def tables_with(server, words):
    """Stops the server. The tables that have the words, but for those of the search."""
    server.stop()
    with contextlib.closing(sqlite3.connect(server.database)) as database:
        tables = [name for [name] in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        rows = {name: str(database.execute(f"SELECT * FROM '{name}'").fetchall()) for name in tables if "search" not in name}
    return [name for name, text in rows.items() if words in text]


def parsed(archive, name):
    return json.loads(archive[name])


def test_an_export_holds_everything_that_is_yours_and_nothing_else(course, ada, bob):
    names = ["Übung.txt", "notes.txt", "long " + "x" * 150 + ".txt"]
    contents = {name: os.urandom(3000) for name in names}
    sent = [ada.upload(content, name) for name, content in contents.items()]
    ada.upload(b"goes with nothing", "free.txt")
    event = ada.post(course["id"], "Mine", body="My words", attachments=[sent[0]["id"]])
    secret = ada.post(course["id"], "My secret", visibility="private", attachments=[sent[1]["id"]])
    gone = ada.post(course["id"], "Deleted words")
    ada.delete(gone)
    theirs = bob.post(course["id"], "Words of somebody else")
    reply = ada.reply(theirs, "My answer", attachments=[sent[2]["id"]])
    bob.reply(event, "Their answer")
    archive = exported(ada)
    assert parsed(archive, "account.json") == ada.get("/v1/me")
    assert parsed(archive, "enrollments.json") == ada.items("/v1/me/enrollments")
    own = {item["id"]: item for item in parsed(archive, "events-1.json")}
    assert own.keys() == {event["id"], secret["id"]}
    assert own[secret["id"]]["title"] == "My secret" and own[event["id"]]["author"]["email"] == ada.email
    assert [item["id"] for item in parsed(archive, "replies-1.json")] == [reply["id"]]
    assert {file["name"] for file in parsed(archive, "attachments-1.json")} == {*names, "free.txt"}
    for file in sent:
        assert archive[f"attachments/{file['id']}/{file['name']}"] == contents[file["name"]]
    everything = b"".join(archive.values())
    for foreign in (b"Words of somebody else", b"Their answer", bob.email.encode(), b"Deleted words", PASSWORD.encode(), ada.refresh_token.encode()):
        assert foreign not in everything


def test_tar_of_the_system_takes_an_export(course, ada, tmp_path):
    ada.post(course["id"], attachments=[ada.upload(b"content", "Übung – 1.txt")["id"]])
    (tmp_path / "export.tar").write_bytes(ada.call("GET", "/v1/me/export", 200).content)
    done = subprocess.run(["tar", "-xvf", "export.tar"], cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0 and done.stderr == ""
    assert next(tmp_path.glob("attachments/*/Übung – 1.txt")).read_bytes() == b"content"


def test_an_export_of_many_things_comes_in_parts(course, ada):
    for number in range(205):
        ada.post(course["id"], f"Event {number}")
    archive = exported(ada)
    assert [len(parsed(archive, f"events-{part}.json")) for part in (1, 2)] == [200, 5]


def test_an_export_needs_a_sign_in_and_exports_only_that_account(anyone, stranger):
    anyone.refused("GET", "/v1/me/export", 401)
    archive = exported(stranger)
    assert parsed(archive, "enrollments.json") == [] and "events-1.json" not in archive


def test_leaving_removes_private_things_and_the_name(tmp_path):
    server = Noteitd(tmp_path)
    server.load_sample()
    server.start()
    ada, course = member(server)
    bob, _ = member(server)
    grace = staff(server, course)
    ada.call("PATCH", "/v1/me", 200, json={"displayName": "Very Particular Name"})
    secret = ada.post(course, "A private title", body="a private body", visibility="private", attachments=[ada.upload(b"a private file", "private.txt")["id"]])
    deleted = ada.post(course, "A deleted title", body="a deleted body")
    ada.delete(deleted)
    free = ada.upload(b"a free file", "free.txt")
    shared = ada.upload(b"a shared file", "shared.txt")
    event = ada.post(course, "A public title", attachments=[shared["id"]])
    answered = bob.post(course, "A question")
    reply = ada.reply(answered, "An answer")
    withdrawn = ada.reply(answered, "A withdrawn answer")
    ada.call("DELETE", f"/v1/replies/{withdrawn['id']}", 204)
    bob.reply(event, "Thanks")
    copies = [Copy(bob), Copy(grace)]

    ada.call("DELETE", "/v1/me", 204, json={"currentPassword": PASSWORD})
    ada.refused("GET", "/v1/me", 401)
    Anyone(server).refused("POST", "/v1/sessions", 401, json={"email": ada.email, "password": PASSWORD})
    seen = bob.event(event)
    assert seen["title"] == "A public title" and seen["author"]["displayName"] == "Former member" and "handle" not in seen["author"]
    assert bob.call("GET", f"/v1/attachments/{shared['id']}", 200).content == b"a shared file"
    assert grace.event(event)["author"].get("email") is None
    assert bob.items(f"/v1/events/{answered['id']}/replies")[0]["id"] == reply["id"]
    for person in (bob, grace):
        person.refused("GET", f"/v1/events/{secret['id']}", 404)
        person.refused("GET", f"/v1/attachments/{free['id']}", 404)
    for copy in copies:
        copy.catch_up()
        copy.expect_fresh()
        said = json.dumps(copy.person.snapshot())
        assert "Very Particular Name" not in said and ada.email not in said

    server.stop()
    assert server.admin("check", check=False).returncode == 0
    held = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file() and ".files" in str(file.parent))
    assert b"a shared file" in held and b"a private file" not in held and b"a free file" not in held
    words = dump(server)
    for word in ("Very Particular Name", ada.email, "A private title", "a private body", "A deleted title", "a deleted body", "A withdrawn answer", "private.txt", "free.txt"):
        assert word not in words, word
    assert "A public title" in words


def dump(server):
    """The whole database as SQL."""
    done = subprocess.run(["sqlite3", server.database, ".dump"], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0
    return done.stdout


def test_leaving_twice_is_the_same_as_once(server):
    person = register(server)
    person.call("DELETE", "/v1/me", 204, json={"currentPassword": PASSWORD})
    person.refused("DELETE", "/v1/me", 401, json={"currentPassword": PASSWORD})
    register(server, email=person.email)
