"""The promises of `deploy/`: units that systemd accepts, settings that exist, backups that can be restored."""

import contextlib
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess

import pytest

from copies import Copy
from noteitd import PATIENCE, PROGRAM, ROOT, Noteitd, wait_until
from people import PASSWORD, hours_from_now, member, small_class
from relay import Relay
from streams import EventStream

COURSE = "202530.CMPT225"
UNITS = ROOT / "deploy/systemd"
BACKUP, RESTORE = (ROOT / "deploy/backup" / name for name in ("noteit-backup", "noteit-restore"))


@pytest.fixture
def units(tmp_path):
    """The units with the programs of this build."""
    for unit in [*UNITS.glob("*.service"), *UNITS.glob("*.timer")]:
        text = unit.read_text().replace("/usr/local/bin/noteitd", str(PROGRAM)).replace("/usr/local/bin", str(ROOT / "deploy/backup"))
        (tmp_path / unit.name).write_text(text)
    return sorted(tmp_path.iterdir())


def test_systemd_accepts_the_units(units):
    done = run("systemd-analyze", "verify", "--man=no", *units)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_the_services_are_well_confined(units):
    services = [unit for unit in units if unit.suffix == ".service"]
    for service in services:
        done = run("systemd-analyze", "security", "--offline=true", "--threshold=20", service)
        assert done.returncode == 0, done.stdout.splitlines()[-1]


def test_the_service_may_lower_its_priority_and_nothing_else_of_resources():
    allowed = set()
    for line in re.findall(r"^SystemCallFilter=(.*)", (UNITS / "noteitd.service").read_text(), re.MULTILINE):
        calls = set().union(*(expanded(name) for name in line.removeprefix("~").split()))
        allowed = allowed - calls if line.startswith("~") else allowed | calls
    assert {"setpriority", "futex", "openat"} <= allowed
    assert allowed & (expanded("@resources") | expanded("@privileged")) == {"setpriority"}


def expanded(name):
    """The system calls of a set, or the call itself."""
    if not name.startswith("@"):
        return {name}
    listed = run("systemd-analyze", "syscall-filter", name).stdout.splitlines()[1:]
    return set().union(*(expanded(line.strip()) for line in listed if line.strip() and not line.strip().startswith("#")))


def test_the_service_has_a_memory_limit():
    unit = (UNITS / "noteitd.service").read_text()
    high, most = (int(re.search(rf"^{setting}=(\d+)M$", unit, re.MULTILINE)[1]) for setting in ("MemoryHigh", "MemoryMax"))
    assert high < most == 512


def test_the_environment_file_names_every_setting():
    source = "".join(file.read_text() for file in (ROOT / "Sources/noteitd").rglob("*.swift"))
    settings = set(re.findall(r'"(NOTEIT_[A-Z_]+)"', source))
    named = re.findall(r"^#?(NOTEIT_[A-Z_]+)=", (UNITS / "noteitd.env").read_text(), re.MULTILINE)
    assert settings and sorted(settings) == sorted(named)


def test_a_backup_of_a_running_server_is_restored_with_a_new_epoch(own_server, tmp_path):
    person, course = member(own_server)
    before = person.post(course, "Before the backup")
    copy = Copy(person)
    folder = tmp_path / "backups"
    folder.mkdir()
    backup = run(BACKUP, own_server.database, folder).stdout.strip()
    person.post(course, "After the backup")
    copy.catch_up()

    refused = run(RESTORE, backup, own_server.database)
    assert refused.returncode == 1 and "Stop the server" in refused.stderr
    assert len(person.events(course)) == 2

    own_server.stop()
    done = run(RESTORE, backup, own_server.database)
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.glob("noteit.db.before-*"))
    assert own_server.admin("check", check=False).returncode == 0
    own_server.start()
    assert person.events(course) == [before]
    assert person.refused("GET", "/v1/changes", 410, params={"cursor": copy.cursor})["reason"] == "epoch"
    with EventStream(own_server, person.headers, copy.cursor) as stream:
        assert stream.frame()[1] == {"expired": "epoch"}
    copy = Copy(person)
    person.post(course, "After the restore")
    copy.expect_fresh()


def test_a_damaged_database_is_told_and_replaced_by_a_backup(own_server, tmp_path):
    person, course = member(own_server)
    before = person.post(course, "Before the backup")
    folder = tmp_path / "backups"
    folder.mkdir()
    backup = run(BACKUP, own_server.database, folder).stdout.strip()
    own_server.stop()
    for journal in ("-wal", "-shm"):
        own_server.database.with_name(own_server.database.name + journal).unlink(missing_ok=True)
    with open(own_server.database, "r+b") as file:
        file.write(b"damaged" * 100)
    said = own_server.admin("check", check=False)
    assert said.returncode == 1
    assert "The file is damaged. Restore a backup: noteit-restore BACKUP DATABASE" in said.stderr, said
    done = run(RESTORE, backup, own_server.database)
    assert done.returncode == 0 and "is damaged" in done.stderr, done
    own_server.start()
    assert person.events(course) == [before]


def test_a_restore_sends_nothing_twice_and_says_what_it_does_not_send(tmp_path):
    relay = Relay().start()
    server = Noteitd(
        tmp_path, engine="sqlite", NOTEIT_SMTP=relay.address, NOTEIT_MAIL_FROM="notes@example.edu", NOTEIT_PUBLIC_URL="https://notes.example.edu")
    server.load_sample()
    server.start()
    people = small_class(server, COURSE)
    ada, bob, grace = (people[name] for name in ("ada", "bob", "grace"))
    for person in (ada, bob):
        server.admin("account", "verify", person.email)
    ada.call("PATCH", "/v1/me/mail", 200, json={"digest": "daily", "digestAt": hours_from_now(ada, 9)})
    relay.answer = lambda recipient, when: "451 Later"
    grace.call("POST", "/v1/notices", 201, json={"title": "The exam moves", "courses": [COURSE], "mustRead": True})
    wait_until(lambda: server.admin("mail", "queue").count("451 Later") == 2, "both mails to be refused")
    backup = run(BACKUP, server.database, tmp_path / "backups").stdout.strip()
    # In the backup, its digest is due.
    changed(backup, f"UPDATE mail_settings SET digest_since = 1, next_digest = 2 WHERE account_id = '{ada.id}'")
    relay.answer = lambda recipient, when: None
    server.sql(f"UPDATE delivery SET next_try = 1 WHERE account_id = '{ada.id}';")
    relay.first(ada, "The exam moves")
    wait_until(lambda: " 1 sent" in server.admin("mail", "queue", check=False).stderr, "the mail to be ended")

    server.stop()
    done = run(RESTORE, backup, server.database)
    assert (done.returncode, "not sent" in done.stdout, "Digests" in done.stdout) == (0, False, False), done
    assert server.admin("mail", "queue", check=False).stderr.startswith("1 waiting, 1 sent")
    server.sql("UPDATE delivery SET next_try = 1 WHERE next_try IS NOT NULL;")
    server.start()
    relay.first(bob, "The exam moves")
    assert [mail["Subject"] for mail in relay.to(ada)] == ["[CMPT225] The exam moves"]

    # Without the former database nobody knows.
    server.stop()
    for part in tmp_path.glob("noteit.db*"):
        if part.is_file() and not part.name.endswith(".keys"):
            part.unlink()
    done = run(RESTORE, backup, server.database)
    assert "sent before: 2." in done.stdout and f"  {COURSE}#1, which must be read, to 2\n" in done.stdout, done
    assert "told before: 1" in done.stdout
    assert server.admin("mail", "queue", check=False).stderr.startswith("0 waiting, 0 sent, 2 not needed")
    assert server.admin("check").strip().endswith("is sound")
    server.start()
    relay.first(ada, "NoteIt today")
    assert len(relay.to(ada, "The exam moves")) == len(relay.to(bob, "The exam moves")) == 1
    server.stop()
    relay.stop()

    # The next digest tells nothing of one that still waits.
    later = run(BACKUP, server.database, tmp_path / "later").stdout.strip()
    for database, spans in (later, ["5 7"]), (server.database, ["5 7", "7 9"]):
        for span in spans:
            changed(database, f"""INSERT INTO delivery (id, channel, account_id, kind, subject, message_id, created_at, next_try)
                VALUES ('{span}', 'mail', '{ada.id}', 'digest', '{span}', '{span}', 1, 1)""")
        changed(database, f"UPDATE mail_settings SET digest_since = {span[-1]} WHERE account_id = '{ada.id}'")
    assert "Digests" not in run(RESTORE, later, server.database).stdout
    with contextlib.closing(sqlite3.connect(server.database)) as connection:
        assert connection.execute("SELECT digest_since FROM mail_settings WHERE next_digest IS NOT NULL").fetchall() == [(7,)]
    # A database that somebody made meanwhile does not know of the person.
    changed(server.database, "DELETE FROM mail_settings")
    assert "told before: 1" in run(RESTORE, later, server.database).stdout


def changed(database, statement):
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(statement)


def test_old_backups_are_removed_and_wrong_arguments_harm_nothing(own_server, tmp_path):
    folder = tmp_path / "backups"
    folder.mkdir()
    for day in range(1, 5):
        (folder / f"noteit-2025010{day}T000000Z.db").touch()
    newest = run(BACKUP, own_server.database, folder, "2").stdout.strip()
    assert sorted(map(str, folder.iterdir())) == [str(folder / "noteit-20250104T000000Z.db"), newest]
    for arguments in ([BACKUP, tmp_path / "nosuch.db", folder], [BACKUP, own_server.database, folder, "x"],
                      [RESTORE, folder / "nosuch.db", own_server.database], [RESTORE, folder / "noteit-20250104T000000Z.db", tmp_path / "new.db"]):
        assert run(*arguments).returncode != 0
    assert not (tmp_path / "new.db").exists()


def test_attachments_are_in_the_backup_once_and_come_back(own_server, tmp_path):
    person, course = member(own_server)
    folder = tmp_path / "backups"
    folder.mkdir()
    kept, gone = (person.upload(content, f"{content.decode()}.txt") for content in (b"kept", b"gone"))
    person.post(course, attachments=[kept["id"]])
    doomed = person.post(course, attachments=[gone["id"]])
    first = run(BACKUP, own_server.database, folder)
    assert (first.returncode, first.stderr) == (0, "")
    # A name of another day: otherwise both could have this second.
    early = folder / "noteit-20250101T000000Z.db"
    os.rename(first.stdout.strip(), early)
    person.delete(doomed)
    later = person.upload(b"later", "later.txt")
    second = run(BACKUP, own_server.database, folder)
    assert second.returncode == 0 and stored(folder) == {kept["sha256"], gone["sha256"], later["sha256"]}
    own_server.stop()
    shutil.rmtree(f"{own_server.database}.files")
    assert own_server.admin("check", check=False).returncode == 1
    assert run(RESTORE, early, own_server.database).returncode == 0
    assert own_server.admin("check", check=False).returncode == 0
    own_server.start()
    for file, content in ((kept, b"kept"), (gone, b"gone")):
        assert person.call("GET", f"/v1/attachments/{file['id']}", 200).content == content
    person.refused("GET", f"/v1/attachments/{later['id']}", 404)
    own_server.stop()
    os.remove(early)
    assert run(RESTORE, second.stdout.strip(), own_server.database).returncode == 0
    last = run(BACKUP, own_server.database, folder, "1")
    assert last.returncode == 0 and stored(folder) == {kept["sha256"], later["sha256"]}


def test_what_a_restore_puts_aside_keeps_its_files(own_server, tmp_path):
    person, course = member(own_server)
    (tmp_path / "backups").mkdir()
    backup = run(BACKUP, own_server.database, tmp_path / "backups").stdout.strip()
    file = person.upload(b"after the backup", "later.txt")
    event = person.post(course, attachments=[file["id"]])
    own_server.stop()
    done = run(RESTORE, backup, own_server.database)
    assert done.returncode == 0, done.stderr
    aside, = (path for path in tmp_path.glob("noteit.db.before-*") if not path.name.endswith(".files"))
    contents = aside.with_name(aside.name + ".files") / file["sha256"][:2] / file["sha256"]
    assert contents.read_bytes() == b"after the backup"
    shutil.rmtree(f"{own_server.database}.files")
    assert run(RESTORE, aside, own_server.database).returncode == 0
    assert own_server.admin("check", check=False).returncode == 0
    own_server.start()
    assert person.call("GET", f"/v1/attachments/{file['id']}", 200).content == b"after the backup"
    assert [each["id"] for each in person.events(course)] == [event["id"]]


def test_a_server_without_its_database_keeps_the_files_for_a_month(own_server, tmp_path):
    person, course = member(own_server)
    file = person.upload(b"of the lost database", "kept.txt")
    person.post(course, attachments=[file["id"]])
    own_server.stop()
    folder = pathlib.Path(f"{own_server.database}.files")
    content, mark = folder / file["sha256"][:2] / file["sha256"], folder / "unnamed" / file["sha256"]
    os.utime(content, (0, 0))
    away = tmp_path / "away"
    away.mkdir()
    for part in tmp_path.glob("noteit.db*"):
        if part.is_file() and not part.name.endswith(".keys"):
            part.rename(away / part.name)
    own_server.start()
    wait_until(mark.exists, "the housekeeping")
    assert content.exists()
    own_server.stop()
    for part in tmp_path.glob("noteit.db*"):
        if part.is_file() and not part.name.endswith(".keys"):
            part.unlink()
    for part in away.iterdir():
        part.rename(tmp_path / part.name)
    own_server.start()
    wait_until(lambda: not mark.exists(), "the housekeeping")
    assert person.call("GET", f"/v1/attachments/{file['id']}", 200).content == b"of the lost database"


def test_a_restore_that_finds_no_room_changes_nothing(own_server, tmp_path):
    person, course = member(own_server)
    file = person.upload(b"content", "notes.txt")
    person.post(course, attachments=[file["id"]])
    (tmp_path / "backups").mkdir()
    backup = run(BACKUP, own_server.database, tmp_path / "backups").stdout.strip()
    person.post(course, "After the backup")
    own_server.stop()
    shutil.rmtree(f"{own_server.database}.files")
    # A file where the folder must be, so that no content can be written, as on a full disk.
    pathlib.Path(f"{own_server.database}.files").write_text("")
    done = run(RESTORE, backup, own_server.database)
    assert done.returncode != 0 and "lacks" not in done.stderr and not list(tmp_path.glob("noteit.db.before-*"))
    os.remove(f"{own_server.database}.files")
    shutil.rmtree(tmp_path / "backups/files")
    done = run(RESTORE, backup, own_server.database)
    assert done.returncode == 0 and f"lacks the file {file['sha256']}" in done.stderr and "without 1 file" in done.stdout
    own_server.start()


def test_two_databases_share_a_folder_of_backups(own_server, tmp_path):
    person, course = member(own_server)
    file = person.upload(b"of the first", "notes.txt")
    person.post(course, attachments=[file["id"]])
    (tmp_path / "other").mkdir()
    other = Noteitd(tmp_path / "other")
    other.start()
    other.stop()
    folder = tmp_path / "new" / "backups"
    first = run(BACKUP, own_server.database, folder, "1").stdout.strip()
    newest = [run(BACKUP, other.database, folder, "1").stdout.strip() for _ in range(3)][-1]
    assert sorted(map(str, folder.glob("noteit-*.db"))) == sorted([first, newest]) and stored(folder) == {file["sha256"]}
    foreign = tmp_path / "foreign.db"
    subprocess.run(["sqlite3", foreign, "CREATE TABLE t (x)"], check=True)
    for done in (run(BACKUP, foreign, folder), run(RESTORE, foreign, own_server.database)):
        assert done.returncode == 1 and "of NoteIt" in done.stderr
    assert len(list(folder.glob("noteit-*.db"))) == 2


def test_backups_at_the_same_time_take_turns(own_server, tmp_path):
    person, course = member(own_server)
    for number in range(5):
        person.post(course, attachments=[person.upload(os.urandom(1000), f"{number}.bin")["id"]])
    folder = tmp_path / "backups"
    folder.mkdir()
    both = [subprocess.Popen([BACKUP, own_server.database, folder], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    ends = [each.communicate(timeout=PATIENCE) for each in both]
    assert [(each.returncode, said[1]) for each, said in zip(both, ends)] == [(0, "")] * 3
    assert len({said[0] for said in ends}) == len(list(folder.glob("noteit-*.db"))) == 3 and len(stored(folder)) == 5


def test_a_backup_names_missing_files(own_server, tmp_path):
    person, course = member(own_server)
    file = person.upload(b"lost", "lost.txt")
    (tmp_path / "backups").mkdir()
    shutil.rmtree(f"{own_server.database}.files")
    done = run(BACKUP, own_server.database, tmp_path / "backups")
    assert done.returncode == 0 and file["sha256"] in done.stderr


def test_only_its_owner_reads_a_backup_and_it_opens_no_account(own_server, tmp_path):
    person, course = member(own_server)
    person.upload(b"mine", "mine.txt")
    (tmp_path / "backups").mkdir()
    assert run(BACKUP, own_server.database, tmp_path / "backups").returncode == 0
    kept = [file for file in (tmp_path / "backups").rglob("*")]
    assert kept and all(file.stat().st_mode & 0o077 == 0 for file in kept)
    content = b"".join(file.read_bytes() for file in kept if file.is_file())
    keys = set(re.findall(r"[A-Za-z0-9_+/=-]{40,}", pathlib.Path(f"{own_server.database}.keys").read_text()))
    assert person.email.encode() in content and keys
    assert not [secret for secret in {PASSWORD, person.token, person.refresh_token} | keys if secret.encode() in content]


def stored(folder):
    return {file.name for file in (folder / "files").rglob("*") if file.is_file()}


def run(*arguments):
    return subprocess.run(arguments, capture_output=True, text=True, timeout=PATIENCE, env=os.environ | {"SYSTEMD_COLORS": "0"})
