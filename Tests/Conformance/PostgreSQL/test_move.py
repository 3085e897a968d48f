"""`noteitd move`: a class goes from SQLite to PostgreSQL and back, and nobody notices; it is broken off, and goes on."""

import contextlib
import fcntl
import os
import pathlib
import pty
import re
import signal
import struct
import subprocess
import termios

import pytest

from conftest import student, untouched_rows
from contract import operations
from degree_world import small_programme
from hostile import World, ask, filled
from machines import Relay, on
from noteitd import PATIENCE, wait_until
from people import register, staff
from registrar import import_term

# Open answers, and those that name the time, what reading changed, or what became of tries to reach receivers that nobody is.
LIVE = {"stream", "socket", "changes", "healthz", "readyz", "metrics", "webhooks", "webhookDeliveries", "ntfy"}

# The length of what a move says about a table.
LINE = 44


class Moving:
    """A class that was filled over the API, on SQLite first, and the places between which it moves."""

    def __init__(self, postgresql, folder):
        self.postgresql, self.folder = postgresql, folder
        self.name = postgresql.make()
        self.file, self.address = str(folder / "noteit.db"), postgresql.address(self.name)
        self.server = on(self.file, folder)
        self.at(self.file)

    def at(self, place):
        """The server's next start is there."""
        self.server.place = ["--database", place, "--folder", str(self.folder)]

    def fill(self):
        server = self.server
        server.load_sample("--time-zone", "America/Vancouver")
        import_term(server, self.folder, untouched_rows())
        server.admin("programmes", "import", small_programme(self.folder))
        server.start()
        course = register(server).get("/v1/terms/200010/courses")["items"][0]["id"]
        course = register(server).get(f"/v1/courses/{course}")
        people = student(server, course, 0), student(server, course, 1), staff(server, course["id"])
        self.world = World(server, course, *people)
        left = student(server, course, 0)
        left.post(course["id"], "By somebody who left")
        left.call("DELETE", "/v1/me", json={"currentPassword": "a fine long sentence"})
        return self

    def answers(self):
        """What every reading operation answers to each of three people."""
        said = {}
        for method, path, operation in operations():
            id = operation["operationId"]
            if method != "get" or id in LIVE or id not in self.world.requests:
                continue
            person, values, query, _ = self.world.request(id)
            for reader in {person, self.world.ada, self.world.bob, self.world.grace}:
                place = filled(path, values) + "?" + "&".join(f"{name}={value}" for name, value in query.items())
                answer = ask(reader, method, place.replace(" ", "%20"))
                said[id, place, getattr(reader, "id", None)] = answer.status_code, answer.content
        assert len(said) > 150 and sum(status == 200 for status, _ in said.values()) > 100
        return said

    def command(self, source, target):
        return [self.server.program, "move", "--from", source, "--to", target, "--folder", str(self.folder)]

    def move(self, source, target, check=True):
        done = subprocess.run(self.command(source, target), capture_output=True, text=True, timeout=PATIENCE, env=self.server.environment)
        assert not check or done.returncode == 0, done
        return done

    def refused(self, source, target):
        """The one sentence with which a move ends."""
        done = self.move(source, target, check=False)
        assert done.returncode == 1, done
        assert len(done.stderr.strip().splitlines()) == 1, done.stderr
        return done.stderr.strip()

    def broken_off(self, source, target, tables):
        """Kills a move that has said so many tables. It waits for room in the pipe when it would say more."""
        reading, writing = os.pipe()
        size = fcntl.fcntl(writing, 1031, 4096)  # F_SETPIPE_SZ
        room = tables * LINE
        os.write(writing, b"-" * (size - room))
        process = subprocess.Popen(self.command(source, target), stdout=writing, stderr=subprocess.PIPE, env=self.server.environment)
        os.close(writing)

        def is_full():
            assert process.poll() is None, (process.returncode, process.stderr.read())
            waiting = struct.unpack("i", fcntl.ioctl(reading, termios.FIONREAD, b"1234"))[0]
            return size - waiting < LINE
        wait_until(is_full, "the move to fill the pipe")
        process.kill()
        process.wait()
        os.close(reading)

    def serve_refused(self, place):
        self.at(place)
        done = self.server.admin("serve", "--port", "0", "--log-level", "error", check=False)
        assert done.returncode == 1 and len(done.stderr.strip().splitlines()) == 1, done
        return done.stderr


@pytest.fixture(scope="module")
def moving(postgresql, tmp_path_factory):
    made = Moving(postgresql, tmp_path_factory.mktemp("moving")).fill()
    yield made
    made.server.stop()


@pytest.fixture
def small(postgresql, tmp_path):
    """A class of one term, not served."""
    made = Moving(postgresql, tmp_path)
    made.server.load_sample()
    values = ", ".join(f"('{number:064x}')" for number in range(12_000))
    made.server.sql(f"INSERT INTO former_handle VALUES {values};")
    yield made
    made.server.stop()


def changes(before, after):
    return [key for key in before if before[key] != after[key]]


def test_a_class_moves_there_and_back_and_nobody_notices(moving):
    moving.answers()  # reading makes plans anew, once
    before, cursor = moving.answers(), moving.world.ada.head()
    course = moving.world.course["id"]
    for source, target in ((moving.file, moving.address), (moving.address, moving.file), (moving.file, moving.address)):
        moving.server.stop()
        for tables in (1, 20, 50, 75):
            moving.broken_off(source, target, tables)
            assert "is not finished" in moving.serve_refused(target)
        said = moving.move(source, target).stdout
        assert f"The attachments are in {'the database' if target == moving.address else target + '.files'}, and the keys in" in said
        assert (f"--folder '{moving.folder}'" in said) == (target == moving.address), said
        assert f"was moved to {target}" in moving.serve_refused(source)
        assert f"was moved to {target}" in moving.refused(source, target)
        moving.at(target)
        moving.server.admin("check")
        moving.server.start()
        # On a busy machine an answer may be 503 for a moment.
        assert (changes(before, moving.answers()) and changes(before, moving.answers())) == []
        with moving.world.bob.stream(cursor) as stream:
            event = moving.world.ada.post(course, f"Now on {target[:8]}")
            change, cursor = stream.change()
            assert change["id"] == event["id"], "the old cursor goes on with the first new change"
        moving.world.ada.delete(event)
        cursor = moving.world.ada.head()
        before = moving.answers()


def test_a_move_that_lost_the_database_goes_on(small, tmp_path):
    relay = Relay(tmp_path, small.postgresql.folder)
    through = f"postgresql://noteit@/{small.name}?host={tmp_path}"
    open_connections = f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{small.name}';"
    try:
        for cut in ("before", "after") * 3:
            relay.cut = cut
            assert "Begin again" in small.refused(small.file, through)
            assert relay.cut is None
            # A process of PostgreSQL that has not noticed yet that its connection is gone keeps its lock.
            wait_until(lambda: small.postgresql.sql(open_connections).strip() == "0", "the lost connection to end")
    finally:
        relay.listener.close()
    small.move(small.file, small.address)
    assert small.postgresql.sql("SELECT count(*) FROM former_handle;", small.name).strip() == "12000"
    assert "was moved to" in small.serve_refused(small.file)


def test_a_source_that_changed_is_not_mixed(small):
    small.broken_off(small.file, small.address, 50)
    small.server.sql("UPDATE course SET title = 'Another';")
    assert "has changed since the move began" in small.refused(small.file, small.address)
    small.at(small.file)
    small.server.start()


def test_a_copy_that_another_hand_changed_is_found(small):
    small.broken_off(small.file, small.address, 50)
    small.postgresql.sql("UPDATE course SET title = title || '.' WHERE id = (SELECT min(id) FROM course);", small.name)
    said = small.refused(small.file, small.address)
    assert "The table course of" in said and "is not the same as in the source" in said
    # Nothing is marked: the source may be served again.
    small.at(small.file)
    small.server.start()


def test_a_database_that_is_served_is_not_moved(small):
    small.at(small.file)
    small.server.start()
    assert "is in use" in small.refused(small.file, small.address)
    assert tables(small) == "0"
    small.server.stop()
    small.move(small.file, small.address)
    small.at(small.address)
    small.server.start()
    assert "is in use" in small.refused(small.address, small.file)
    small.server.stop()
    small.move(small.address, small.file)


def test_a_target_that_is_not_empty_is_refused_and_left_alone(small, tmp_path_factory):
    other = Moving(small.postgresql, tmp_path_factory.mktemp("other"))
    other.at(other.address)
    other.server.load_sample()
    before = small.postgresql.dump(other.name)
    assert "is not empty" in small.refused(small.file, other.address)
    assert small.postgresql.dump(other.name) == before
    small.broken_off(small.file, small.address, 5)
    other.at(other.file)
    other.server.load_sample()
    assert "has an unfinished move from" in other.refused(other.file, small.address)
    small.postgresql.sql("CREATE TABLE recipe (id int);", name := small.postgresql.make())
    assert "not NoteIt's" in small.refused(small.file, small.postgresql.address(name))
    small.move(small.file, small.address)


def test_a_database_that_a_newer_version_has_taken_a_step_on_is_not_moved(small):
    """This version serves it, but a move would leave out what the step added."""
    small.move(small.file, small.address)
    step = "ALTER TABLE task ADD COLUMN extra text; UPDATE noteit_schema SET version = reached, reached = reached + 1;"
    small.postgresql.sql(step, small.name)
    left, database = pathlib.Path(small.file).read_bytes(), small.postgresql.dump(small.name)
    for target in (small.file, str(small.folder / "other.db")):
        assert "Install the newer noteitd that last opened it" in small.refused(small.address, target)
    assert pathlib.Path(small.file).read_bytes() == left and not (small.folder / "other.db").exists()
    assert small.postgresql.dump(small.name) == database


@pytest.mark.parametrize(("source", "target", "said"), [
    ("noteit.db", "other.db", "One of --from and --to must be a file"), ("absent.db", "{}", "There is no database at"),
    ("empty.db", "{}", "has no class to move"), ("text.db", "{}", "cannot be opened"), ("{}", "other.db", "has no class to move"),
])
def test_bad_input_is_said_in_one_sentence_and_nothing_is_written(small, source, target, said):
    (small.folder / "empty.db").touch()
    (small.folder / "text.db").write_text("no database " * 1000)
    paths = [place if "postgresql" in place else str(small.folder / place) for place in (source.format(small.address), target.format(small.address))]
    assert said in small.refused(*paths)
    assert tables(small) == "0"
    assert not (small.folder / "other.db").exists()


def test_what_postgresql_does_not_take_is_said_before_anything_is_written(small):
    small.server.sql("UPDATE term SET name = 'a' || char(0);")
    assert "values of the column name are no plain text. PostgreSQL does not take it" in small.refused(small.file, small.address)
    assert tables(small) == "0"


def test_ctrl_c_leaves_a_move_that_goes_on(small):
    process = subprocess.Popen(
        small.command(small.file, small.address), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=small.server.environment)
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    process.wait(PATIENCE)
    process.stdout.close()
    process.stderr.close()
    if process.returncode:
        small.move(small.file, small.address)
    assert "was moved to" in small.serve_refused(small.file)


def test_a_terminal_shows_how_far_a_move_is(small):
    near, far = pty.openpty()
    process = subprocess.Popen(
        small.command(small.file, small.address), stdout=subprocess.PIPE, stderr=far, text=True, env=small.server.environment)
    os.close(far)
    shown = b""
    # Once nobody has the terminal open any more, Linux says EIO.
    with contextlib.suppress(OSError):
        while part := os.read(near, 4096):
            shown += part
    os.close(near)
    said = process.communicate(timeout=PATIENCE)[0]
    assert process.returncode == 0, shown
    for step in ("copying", "verifying"):
        drawn = re.findall(rf"\r{step} \[(#*)(-*)\] (\d+) %", shown.decode())
        parts = [int(percent) for _, _, percent in drawn]
        assert len(parts) > 20 and parts == sorted(set(parts)) and parts[-1] == 100, parts
        assert all(len(done) + len(left) == 30 and len(done) == int(percent) * 30 // 100 for done, left, percent in drawn)
    assert shown.endswith(b"\r\x1b[K"), "the last bar is not erased"
    assert " rows\n" not in said and "is marked as moved" in said


def tables(moving):
    return moving.postgresql.sql("SELECT count(*) FROM pg_tables WHERE schemaname = 'public';", moving.name).strip()
