"""`deploy/cluster`: a cluster on one machine whose nodes are killed, the unit, and a recovery to a point in time."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import uuid

import pytest

import cluster
from machines import on
from noteitd import PATIENCE, PROGRAM, ROOT, wait_until
from people import member

DEPLOY = ROOT / "deploy/cluster"


class Cluster:
    """What `make cluster` starts. Stands in for a server."""

    def __init__(self, folder):
        self.process = subprocess.Popen(
            [DEPLOY / "start", PROGRAM], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env=os.environ | {"TMPDIR": str(folder), "NOTEIT_POSTS_PER_MINUTE": "1000000"})
        self.said = []
        for line in self.process.stdout:
            self.said.append(line)
            if line.startswith("Ctrl-C"):
                break
        text = "".join(self.said)
        assert "Ctrl-C" in text, text
        self.url = re.search(r"The page: (http://[^/]+)/", text)[1]
        self.port = int(self.url.rpartition(":")[2])
        self.commands = re.findall(r"^  (kill .*)$", text, re.MULTILINE)

    def end(self):
        # As a terminal does that is closed.
        self.process.send_signal(signal.SIGHUP)
        rest = self.process.stdout.read()
        assert self.process.wait(PATIENCE) == 0, rest


@pytest.fixture(scope="module")
def whole():
    with tempfile.TemporaryDirectory(prefix="noteit-") as folder:
        pathlib.Path(folder).chmod(0o755)
        made = Cluster(folder)
        yield made
        made.end()
        assert os.listdir(folder) == []


def test_a_node_that_is_killed_is_not_missed(whole):
    ada, course = member(whole)
    assert len(whole.commands) == 4
    posted = [stored(ada, course, f"Before {number}") for number in range(6)]
    subprocess.run(whole.commands[0], shell=True, check=True)
    posted += [stored(ada, course, f"After {number}") for number in range(12)]
    assert sorted(event["id"] for event in ada.events(course)) == sorted(posted)


def stored(person, course, title):
    """Posts as a client does, again with the same id until it is acknowledged. Returns the id."""
    event = {"id": str(uuid.uuid4()), "title": title}
    path = f"/v1/courses/{course}/events"
    wait_until(lambda: person.call("POST", path, json=event).status_code in (200, 201), "a post")
    return event["id"]


def test_a_standby_that_is_promoted_has_every_write(whole):
    ada, course = member(whole)
    acknowledged = stored(ada, course, "Acknowledged")
    subprocess.run(
        whole.commands[3], shell=True, check=True, capture_output=True, env=os.environ | {"PATH": f"{cluster.PROGRAMS}:{os.environ['PATH']}"})
    after = stored(ada, course, "After")
    assert {event["id"] for event in ada.events(course)} >= {acknowledged, after}


def test_a_cluster_is_recovered_to_a_point_in_time_with_a_new_epoch(tmp_path):
    with tempfile.TemporaryDirectory(prefix="noteit-recovery-") as folder:
        home, user = pathlib.Path(folder), as_postgres()
        backups = home / "backups"
        for path in (home, home / "cluster", backups, backups / "wal"):
            path.mkdir(exist_ok=True)
            if user:
                shutil.chown(path, "postgres", "postgres")
        database = cluster.PostgreSQL(
            home / "cluster", archive_mode="on", archive_command=f'{DEPLOY}/noteit-archive "%p" "{backups}/wal/%f"')
        name = database.make()
        server = on(database.address(name), tmp_path).start()
        server.load_sample()
        ada, course = member(server)
        ada.post(course, "In the base backup")
        base = run("noteit-base-backup", f"{database.address('postgres')}", backups, **user).strip()
        kept = ada.post(course, "In the log")
        cursor = ada.head()
        # No relay is there, so it waits.
        database.sql(
            f"""INSERT INTO delivery (id, channel, account_id, kind, subject, message_id, created_at, next_try)
            VALUES ('waits', 'mail', '{ada.id}', 'test', 'waits', 'waits', 1, 1);""", name)
        time = database.sql("SELECT clock_timestamp();").strip()
        # A transaction after the time, so that the recovery knows where to end.
        ada.post(course, "A mistake")
        server.stop()
        database.sql("SELECT pg_switch_wal();")
        database.stop()

        data = home / "restored"
        assert "is not empty" in refused("noteit-recover", base, backups, **user)
        environment = {"env": os.environ | {"DATABASE": name, "OWNER": "noteit"}}
        said = run("noteit-recover", base, data, time, **user, **environment)
        assert said.startswith(f"Restored {base} to {data}.") and "sent before: 1." in said, said
        database.data = str(data)
        database.start()
        try:
            assert database.sql("SELECT COUNT(*) FROM node;", name).strip() == "0", "nobody waits for a node of that time"
            server.start()
            assert {event["title"] for event in ada.events(course)} == {"In the base backup", "In the log"}
            assert ada.event(kept)["title"] == "In the log"
            expired = ada.refused("GET", f"/v1/changes?cursor={cursor}&wait=0", 410)
            assert expired["reason"] == "epoch"
            server.admin("check")
            server.stop()
        finally:
            database.stop()


def as_postgres():
    return {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}


def run(program, *arguments, **options):
    done = subprocess.run([DEPLOY / program, *map(str, arguments)], capture_output=True, text=True, timeout=PATIENCE, cwd="/", **options)
    assert done.returncode == 0, done
    return done.stdout


def refused(program, *arguments, **options):
    done = subprocess.run([DEPLOY / program, *map(str, arguments)], capture_output=True, text=True, timeout=PATIENCE, cwd="/", **options)
    assert done.returncode == 1, done
    return done.stderr


def test_systemd_accepts_the_unit_of_a_node(tmp_path):
    text = (DEPLOY / "noteitd@.service").read_text()
    # Without a folder: a package has it in /usr/bin, `make install` in /usr/local/bin, and systemd looks into both.
    start = "ExecStart=noteitd serve\n"
    assert start in text
    text = text.replace(start, f"ExecStart={PROGRAM} serve\n")
    (tmp_path / "noteitd@.service").write_text(text)
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", tmp_path / "noteitd@.service"], capture_output=True, text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=20", tmp_path / "noteitd@.service"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout.splitlines()[-1]


def test_the_unit_of_a_node_is_confined_as_that_of_a_lone_server():
    def confinement(path):
        lines = path.read_text().splitlines()
        return lines[lines.index("NoNewPrivileges=yes"):]
    assert confinement(DEPLOY / "noteitd@.service") == confinement(ROOT / "deploy/systemd/noteitd.service")


def test_postgresql_takes_its_settings_and_its_archive_refuses_another_file(tmp_path):
    (tmp_path / "a").write_text("one")
    (tmp_path / "b").write_text("two")
    run("noteit-archive", tmp_path / "a", tmp_path / "kept")
    run("noteit-archive", tmp_path / "a", tmp_path / "kept")
    assert "is another file already" in refused("noteit-archive", tmp_path / "b", tmp_path / "kept")
    assert (tmp_path / "kept").read_text() == "one"
