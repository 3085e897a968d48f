"""`noteit doctor` finds what is wrong and mends it; `noteitd catalog import` says which time zone it assumes."""

import contextlib
import json
import pathlib
import shlex
import sqlite3
import subprocess

import pexpect
import pytest

from noteitd import PATIENCE, PROGRAM, SAMPLE, Noteitd
from people import small_class
from terminal import NOTEIT, Terminal, copy_of, damage

COURSE, CODE = "202530.CMPT225", "CMPT225"


@pytest.fixture
def ada(server, tmp_path):
    terminal = Terminal(server, tmp_path / "home", small_class(server, COURSE)["ada"])
    terminal.environment |= {"EDITOR": "true", "TERM": "xterm", "NO_COLOR": "1"}
    terminal.noteit("post", CODE, "Before")
    return terminal


def doctor(terminal, *arguments, **environment):
    """The exit status, and the findings by subject."""
    done = subprocess.run(
        [NOTEIT, "doctor", "--json", *arguments], capture_output=True, text=True, timeout=PATIENCE,
        env=terminal.environment | environment)
    return done.returncode, {finding["what"]: finding for finding in json.loads(done.stdout)}


def in_terminal(terminal, *arguments, **environment):
    return pexpect.spawn(
        str(NOTEIT), list(arguments), env=terminal.environment | environment, dimensions=(40, 100), encoding="utf-8",
        timeout=PATIENCE)


def test_nothing_is_wrong_on_a_sound_machine(ada):
    status, found = doctor(ada)
    assert status == 0 and {finding["state"] for finding in found.values()} == {"good"}, found


def test_a_damaged_copy_is_found_and_fetched_again_with_its_outbox(server, ada):
    server.stop()
    ada.noteit("post", CODE, "Waits", "--plain")
    damage(copy_of(ada))
    server.start()
    status, found = doctor(ada)
    assert status == 1 and found["local copy"]["state"] == "bad" and "--fix" in found["local copy"]["advice"]
    assert doctor(ada)[0] == 1, "doctor alone changes nothing"
    status, found = doctor(ada, "--fix")
    assert status == 0 and found["local copy"]["mended"].startswith("fetched again")
    status, found = doctor(ada)
    assert status == 0 and "1 waiting, and the server is reached" in found["outbox"]["found"]
    status, found = doctor(ada, "--yes")
    assert found["outbox"]["mended"] == "sent 1 entry"
    titles = ada.noteit("event", "list", CODE)
    assert "Before" in titles and "Waits" in titles


def test_an_event_that_cannot_be_read_is_fetched_again(ada):
    with contextlib.closing(sqlite3.connect(copy_of(ada))) as database, database:
        database.execute("UPDATE event SET json = '{}'")
    status, found = doctor(ada, "--fix")
    assert status == 0 and found["local copy"]["state"] == "good"
    assert "Before" in ada.noteit("event", "list", CODE)


def test_a_refused_entry_says_why_and_is_sent_again_once_it_can_go(server, ada):
    server.stop()
    ada.noteit("post", CODE, "Too late", "--plain")
    with contextlib.closing(sqlite3.connect(copy_of(ada))) as database, database:
        database.execute("UPDATE outbox SET target = '202530.CMPT999'")
    server.start()
    subprocess.run([NOTEIT, "outbox", "retry"], capture_output=True, timeout=PATIENCE, env=ada.environment)
    status, found = doctor(ada, "--fix")
    assert status == 1 and "the server refused 1 entry: There is no" in found["outbox"]["found"]
    assert "noteit outbox drop 1" in found["outbox"]["advice"] and found["outbox"].get("mended") is None
    with contextlib.closing(sqlite3.connect(copy_of(ada))) as database, database:
        database.execute("UPDATE outbox SET target = ?", [COURSE])
    terminal = in_terminal(ada, "doctor")
    terminal.expect_exact("Send 1 refused entry again? [Y/n] ")
    terminal.sendline("")
    terminal.expect_exact("Mended: outbox: sent 1 entry")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0 and "Too late" in ada.noteit("event", "list", CODE)


def test_what_waits_for_another_account_is_found(ada):
    ada.noteit("post", CODE, "x", "--plain")
    with contextlib.closing(sqlite3.connect(copy_of(ada))) as database, database:
        database.execute(
            "INSERT INTO outbox (id, server, account, kind, target, json, queued_at)"
            " VALUES ('i', 'https://old.example.edu', 'a', 'event', ?, '{}', 0)", [COURSE])
    done = subprocess.run([NOTEIT, "doctor"], capture_output=True, text=True, timeout=PATIENCE, env=ada.environment)
    assert "1 entry waits for its author to sign in to https://old.example.edu" in done.stdout
    assert "noteit auth login --server https://old.example.edu" in done.stdout


def test_a_missing_editor_is_found_and_another_is_used_when_one_says_so(ada, tmp_path):
    programs = tmp_path / "programs"
    programs.mkdir()
    status, found = doctor(ada, EDITOR="vmi --wait", PATH=str(programs))
    assert status == 1 and "'vmi --wait' is not installed" in found["editor"]["found"] and "Install one" in found["editor"]["advice"]
    editor = programs / "nano"
    editor.write_text('#!/bin/sh\necho "Written in nano" > "$1"\n')
    editor.chmod(0o755)
    environment = {"EDITOR": "vmi --wait", "PATH": str(programs)}
    terminal = in_terminal(ada, "doctor", **environment)
    terminal.expect_exact("Use nano as your editor? [Y/n] ")
    terminal.sendline("n")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 1
    status, found = doctor(ada, "--fix", **environment)
    assert status == 0 and found["editor"]["mended"].startswith("nano is used")
    assert "as 'vmi --wait' is not installed" in doctor(ada, **environment)[1]["editor"]["found"]
    terminal = in_terminal(ada, "post", CODE, **environment)
    terminal.expect_exact("Posted")
    terminal.expect(pexpect.EOF)
    assert "Written in nano" in ada.noteit("event", "list", CODE)


def test_a_folder_that_others_can_read_is_closed(ada):
    folder = copy_of(ada).parent
    folder.chmod(0o755)
    status, found = doctor(ada)
    assert status == 1 and found["data"]["state"] == "bad"
    assert doctor(ada, "--fix")[0] == 0 and folder.stat().st_mode & 0o077 == 0


def test_a_folder_behind_a_symbolic_link_counts_by_its_own_rights(ada, tmp_path):
    data = pathlib.Path(ada.environment["HOME"]) / ".local/share/noteit/default"
    elsewhere = tmp_path / "o'brien"
    data.rename(elsewhere)
    data.symlink_to(elsewhere)
    status, found = doctor(ada)
    assert status == 0 and found["data"]["state"] == "good", found
    for file in elsewhere.iterdir():
        file.chmod(0o644 if file.is_file() else 0o755)
    elsewhere.chmod(0o755)
    status, found = doctor(ada)
    assert status == 1 and found["data"]["state"] == "bad"
    subprocess.run(found["data"]["advice"].removeprefix("Run: "), shell=True, check=True)
    assert doctor(ada)[0] == 0


def test_what_fix_mended_is_not_shown_as_wrong(ada):
    folder = copy_of(ada).parent
    folder.chmod(0o755)
    said = subprocess.run(
        [NOTEIT, "doctor", "--fix"], capture_output=True, text=True, timeout=PATIENCE, env=ada.environment).stdout
    assert "mended: only you can read" in said and "chmod" not in said and "✗" not in said


def test_a_server_file_that_cannot_be_used_is_named(ada):
    file = pathlib.Path(ada.environment["HOME"]) / ".config/noteit/default/server"
    file.write_text("not an address\n")
    status, found = doctor(ada, NOTEIT_SERVER="")
    assert status == 1 and found["server"]["found"].startswith(str(file))
    assert found["server"]["advice"] == "Remove it, or name a server with --server." and "editor" in found


def test_an_import_without_a_time_zone_says_what_it_assumes(tmp_path):
    server = Noteitd(tmp_path, TZ="America/Toronto")
    said = server.admin("catalog", "import", str(SAMPLE))
    assert "Time zone: term 202530 is taken to be in America/Toronto, the zone of this machine." in said
    change = said[said.index("noteitd catalog import"):].split("\n")[0]
    assert change.endswith(f"--time-zone America/Vancouver --database {tmp_path}/noteit.db")
    # What it says to run changes the zone; the example names another.
    again = subprocess.run(
        [PROGRAM, *shlex.split(change)[1:]], capture_output=True, text=True, timeout=PATIENCE, env=server.environment).stdout
    assert "time zone" in again and "America/Vancouver" in again and "is taken to be" not in again
    assert "is taken to be" not in server.admin("catalog", "import", str(SAMPLE)), "a stored term keeps its zone"
