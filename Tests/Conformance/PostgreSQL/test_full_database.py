"""The disk of the database is full: writes are refused with the reason, reads go on, nothing is lost, and it goes on once there is room.

Only root mounts a small disk. For others, and for root too, PostgreSQL itself says that it has none."""

import contextlib
import os
import pathlib
import shutil
import subprocess
import tempfile

import pytest

from machines import on
from noteitd import wait_until
from people import Anyone, member
from test_server import refusal


@contextlib.contextmanager
def small_disk(postgresql):
    """A database on a disk of 32 MB. Gives its name, and what fills the disk and empties it."""
    disk = pathlib.Path(tempfile.mkdtemp(dir=postgresql.folder))  # where its user may go
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=32m", "tmpfs", disk], check=True)
    try:
        (disk / "data").mkdir()
        shutil.chown(disk / "data", "postgres", "postgres")
        postgresql.sql(f"CREATE TABLESPACE small LOCATION '{disk}/data';")
        name = postgresql.make("TABLESPACE small")

        def fill():
            with contextlib.suppress(OSError), open(disk / "fill", "wb", buffering=0) as file:
                while True:
                    file.write(bytes(1 << 12))
        yield name, fill, (disk / "fill").unlink
        postgresql.sql(f"DROP DATABASE {name};")
        postgresql.sql("DROP TABLESPACE small;")
    finally:
        subprocess.run(["umount", "--lazy", disk], check=True)


@contextlib.contextmanager
def refusing(postgresql):
    """A database whose new events find no room, as PostgreSQL words it (53100)."""
    name = postgresql.make()
    full = """
        CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
        CREATE TRIGGER full_disk BEFORE INSERT ON event EXECUTE FUNCTION full_disk();"""
    yield name, lambda: postgresql.sql(full, name), lambda: postgresql.sql("DROP FUNCTION full_disk CASCADE;", name)


@pytest.mark.parametrize("disk", [
    pytest.param(small_disk, marks=pytest.mark.skipif(os.geteuid() != 0, reason="only root mounts a disk")), refusing,
])
def test_on_a_full_disk_of_the_database_writes_are_503_and_reads_go_on(postgresql, tmp_path, disk):
    with disk(postgresql) as (name, fill, empty), on(postgresql.address(name), tmp_path).serving() as server:
        server.load_sample()
        ada, course = member(server)
        anyone, posted = Anyone(server), [ada.post(course, "Before")["id"]]
        fill()

        def post(number):
            body = {"title": f"Event {number}", "body": "x" * 20_000}
            answer = ada.call("POST", f"/v1/courses/{course}/events", json=body)
            if answer.status_code == 201:
                posted.append(answer.json()["id"])
            return answer

        answers = []
        wait_until(lambda: answers.append(post(len(answers))) or answers[-1].status_code != 201, "the disk to be full")
        assert answers[-1].status_code == 503 and "The disk is full; nothing was stored" in answers[-1].json()["detail"]
        assert "disk of the database is full" in server.said()
        for number in range(10):
            assert post(number).status_code in (201, 503)
        assert {event["id"] for event in ada.events(course, limit=200)} == set(posted)
        assert ada.snapshot() and anyone.get("/healthz")["status"] == "ok"
        empty()
        wait_until(lambda: post(0).status_code == 201, "a post to be taken")
        wait_until(lambda: anyone.call("GET", "/readyz").status_code == 200, "the node to be ready")
        assert {event["id"] for event in ada.events(course, limit=200)} == set(posted)
        server.admin("check")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root mounts a disk")
def test_nothing_is_made_on_a_full_disk_and_what_mends_it_is_said(postgresql, tmp_path):
    with small_disk(postgresql) as (name, fill, empty):
        fill()
        assert "Make room on the disk of the database." in refusal(postgresql.address(name), tmp_path)
        empty()
        assert postgresql.sql("SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'public';", name).strip() == "0"
