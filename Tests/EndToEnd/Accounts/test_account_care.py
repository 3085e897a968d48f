"""Account care: a person with `noteit`, the admin with `noteitd`."""

import contextlib
import json
import os
import pathlib
import sqlite3
import subprocess

import pytest

from noteitd import PATIENCE
from people import PASSWORD, small_class
from streams import Closed
from terminal import NOTEIT, Terminal, damage, failing

COURSE, CODE = "202530.CMPT225", "CMPT225"
ANOTHER = "another fine sentence"


def test_a_new_name_and_a_new_password(server, tmp_path, ada, laptop):
    phone = Terminal(server, tmp_path / "phone", ada)
    assert "Ada King" in laptop.noteit("account", "rename", "Ada King", "--plain")
    assert ada.get("/v1/me")["displayName"] == "Ada King"
    assert "a name that NoteIt uses itself" in failing(laptop, "account", "rename", "Stаff")
    laptop.noteit("account", "password", text=f"{PASSWORD}\n{ANOTHER}\n")
    assert "not signed in" in failing(phone, "auth", "status")
    laptop.noteit("auth", "status")
    phone.noteit("auth", "login", ada.email, text=ANOTHER + "\n")


def test_a_wrong_password_changes_nothing(laptop):
    said = subprocess.run([NOTEIT, "account", "password"], input=f"wrong\n{ANOTHER}\n", capture_output=True, text=True,
                          env=laptop.environment)
    assert said.returncode != 0 and "That is not your current password." in said.stderr
    laptop.noteit("auth", "status")


def test_devices_are_listed_and_signed_out(server, tmp_path, ada, laptop):
    phone = Terminal(server, tmp_path / "phone", ada)
    sessions = json.loads(laptop.noteit("auth", "sessions", "--json"))
    assert len(sessions) == 3 and [each["current"] for each in sessions].count(True) == 1
    table = laptop.noteit("auth", "sessions")
    assert "this one" in table and "just now" in table
    other = json.loads(phone.noteit("auth", "sessions", "--json"))
    mine = next(each["id"] for each in other if each["current"])
    assert mine[-8:] in table
    assert "is this device" in failing(phone, "auth", "end", mine)
    assert "No signed-in device has the id" in failing(laptop, "auth", "end", "00000000")
    laptop.noteit("auth", "end", mine[-8:])
    assert "not signed in" in failing(phone, "auth", "status")
    phone.noteit("auth", "login", ada.email, text=PASSWORD + "\n")
    assert len(laptop.noteit("auth", "end", "--others", "--plain").splitlines()) == 2
    assert len(json.loads(laptop.noteit("auth", "sessions", "--json"))) == 1


def test_a_person_who_forgot_the_password_gets_a_code(server, tmp_path, ada, laptop):
    code, said = server.admin("account", "reset", ada.email).splitlines()[:2]
    assert "noteit auth reset" in said
    newer = server.admin("account", "reset", ada.email.upper()).splitlines()[0]
    assert len(newer) == 24
    wrong = subprocess.run([NOTEIT, "auth", "reset", ada.email], input=f"{code}\n{ANOTHER}\n", capture_output=True, text=True,
                           env=laptop.environment)
    assert wrong.returncode != 0 and "The email or the code is wrong" in wrong.stderr
    laptop.noteit("auth", "status")
    laptop.noteit("auth", "reset", ada.email, text=f"{newer.upper().replace('-', ' ')}\n{ANOTHER}\n")
    assert "not signed in" in failing(laptop, "auth", "status")
    again = ada.call("POST", "/v1/accounts/reset", 401, json={"email": ada.email, "code": newer, "newPassword": PASSWORD})
    assert "was used" in again.json()["detail"]
    laptop.noteit("auth", "login", ada.email, text=ANOTHER + "\n")
    said = server.admin("audit") + server.said()
    assert ada.email in said and newer not in said and code not in said


def test_a_suspended_person_is_signed_out_until_readmitted(server, ada, laptop):
    with ada.socket(ada.head()) as live:
        server.admin("account", "suspend", ada.email)
        with pytest.raises(Closed):
            while True:
                live.frame()
    assert "not signed in" in failing(laptop, "auth", "status")
    ada.refused("GET", "/v1/me", 401)
    ada.refused("POST", "/v1/sessions", 403, json={"email": ada.email, "password": PASSWORD})
    ada.refused("POST", "/v1/sessions", 401, json={"email": ada.email, "password": "a wrong sentence"})
    server.admin("account", "readmit", ada.email)
    laptop.noteit("auth", "login", ada.email, text=PASSWORD + "\n")


def test_no_password_goes_over_the_network_unencrypted(tmp_path):
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "LANG": "C.UTF-8"}
    for server in ("http://192.0.2.1", "http://notes.example.edu", "http://127.0.0.1.example.edu", "http://[2001:db8::1]"):
        for command in (["auth", "login", "ada@example.edu"], ["auth", "register", "ada@example.edu", "--name", "Ada"],
                        ["auth", "reset", "ada@example.edu"]):
            done = subprocess.run([NOTEIT, *command, "--server", server], input=f"{PASSWORD}\n{PASSWORD}\n", capture_output=True,
                                  text=True, timeout=PATIENCE, env=environment)
            assert done.returncode == 64 and "is not encrypted" in done.stderr, (server, done.stderr)
    for server in ("http://127.0.0.1:1", "http://localhost:1", "http://[::1]:1"):
        done = subprocess.run([NOTEIT, "auth", "login", "ada@example.edu", "--server", server], input=f"{PASSWORD}\n",
                              capture_output=True, text=True, timeout=PATIENCE, env=environment)
        assert done.returncode == 69, (server, done.stderr)


@pytest.fixture
def waiting(server, tmp_path):
    """The terminal of a person who posted while the server was down, and the file of the local copy."""
    terminal = Terminal(server, tmp_path / "home", small_class(server, COURSE)["ada"])
    terminal.noteit("post", CODE, "Before")
    assert "Before" in shown(terminal)[0]
    server.stop()
    assert "queued" in terminal.noteit("post", CODE, "Waits", "--plain")
    return terminal, pathlib.Path(terminal.environment["HOME"]) / ".local/share/noteit/default/copy.sqlite"


def shown(terminal):
    done = subprocess.run([NOTEIT, "event", "list", CODE], capture_output=True, text=True, env=terminal.environment)
    return done.stdout, done.stderr


def test_a_copy_that_cannot_be_read_is_fetched_again_and_its_outbox_kept(server, waiting):
    terminal, file = waiting
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE event SET json = '{}'")
    assert "fetched again" in shown(terminal)[1]
    server.start()
    terminal.noteit("outbox", "retry")
    assert all(title in shown(terminal)[0] for title in ("Before", "Waits"))


def test_what_waits_is_kept_even_if_nothing_of_the_file_can_be_read(server, waiting):
    terminal, file = waiting
    subprocess.run([NOTEIT, "reply", f"{CODE}#1", "Waits too"], capture_output=True, timeout=PATIENCE, env=terminal.environment)
    aside = file.with_name("copy.sqlite.damaged")
    aside.write_text("damaged before")
    file.write_bytes(b"\0" * 4096 + file.read_bytes()[4096:])
    for journal in ("-wal", "-shm"):
        file.with_name(file.name + journal).unlink(missing_ok=True)
    done = subprocess.run([NOTEIT, "outbox", "list", "--plain"], capture_output=True, text=True, env=terminal.environment)
    assert "The outbox is kept" in done.stderr and f"{file}.damaged-2" in done.stderr
    assert [line.split("\t")[5] for line in done.stdout.splitlines()] == ["Waits", "Waits too"]
    assert aside.read_text() == "damaged before"
    server.start()
    terminal.noteit("outbox", "retry")
    assert "Waits" in shown(terminal)[0] and "Waits too" in terminal.noteit("event", "view", f"{CODE}#1")
    assert terminal.noteit("outbox", "list", "--plain") == ""
    assert [path.name for path in (file.parent / "outbox").iterdir()] == [], "what was sent has no spare"


def test_a_damaged_file_is_set_aside_and_its_outbox_kept(server, waiting):
    terminal, file = waiting
    damage(file)
    server.start()
    said = "".join(shown(terminal)[1] for _ in range(3))
    assert "damaged" in said
    terminal.noteit("outbox", "retry")
    assert all(title in shown(terminal)[0] for title in ("Before", "Waits"))
    assert file.with_name("copy.sqlite.damaged").exists()
