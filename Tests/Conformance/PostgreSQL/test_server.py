"""A `noteitd` on PostgreSQL: what a class does all day, databases that are refused, and connections that are lost."""

import pathlib
import signal
import subprocess
import tempfile

import pytest

import cluster
from machines import Relay, on
from noteitd import PROGRAM, wait_until
from people import member, register
from test_crash import Writer


@pytest.fixture
def server(postgresql, database, tmp_path):
    """Running, with the sample term."""
    with on(postgresql.address(database), tmp_path).serving() as server:
        server.load_sample("--time-zone", "America/Vancouver")
        yield server


def test_a_class_posts_reads_streams_and_searches(server):
    ada, course = member(server)
    bob = register(server)
    bob.enroll(*[section["id"] for section in ada.get(f"/v1/courses/{course}")["sections"]][:1])
    start = bob.head()
    with bob.stream(start) as stream:
        event = ada.post(course, "Where is the midterm?", kind="question")
        ada.reply(event, "In the gym")
        heard = [stream.change()[0] for _ in range(2)]
        assert [change["type"] for change in heard] == ["event", "reply"]
    assert {change["type"] for change in bob.changes(start)} == {"event", "reply"}
    assert [hit["event"]["id"] for hit in bob.items("/v1/search", q="midterm")] == [event["id"]]
    assert [hit["reply"]["body"] for hit in bob.items("/v1/search", q="gym")] == ["In the gym"]
    assert bob.snapshot()
    file = ada.upload(b"notes of the week")
    assert ada.edit(event, attachments=[file["id"]])["attachments"][0]["id"] == file["id"]
    server.admin("check")


def test_a_restart_keeps_everything(server):
    ada, course = member(server)
    event = ada.post(course, "kept")
    server.stop()
    server.start()
    assert ada.event(event)["title"] == "kept"
    assert [hit["event"]["id"] for hit in ada.items("/v1/search", q="kept")] == [event["id"]]


@pytest.mark.parametrize("damage", ["missing", "damaged", "another's"])
def test_the_search_index_is_made_again(server, damage, tmp_path):
    ada, course = member(server)
    event = ada.post(course, "found")
    assert len(ada.items("/v1/search", q="found")) == 1
    server.stop()
    index = tmp_path / "noteit.search"
    assert index.stat().st_size > 0
    for ending in ("-wal", "-shm"):
        pathlib.Path(f"{index}{ending}").unlink(missing_ok=True)
    if damage == "missing":
        index.unlink()
    elif damage == "damaged":
        index.write_bytes(b"no database " * 1000)
    else:
        other = on("noteit.db", tmp_path)
        other.place = ["--database", str(index)]
        index.unlink()
        other.load_sample()
    server.start()
    assert [hit["event"]["id"] for hit in ada.items("/v1/search", q="found")] == [event["id"]]
    server.admin("check")


def test_a_killed_server_loses_no_acknowledged_write(server):
    ada, course = member(server)
    acknowledged = set()
    for enough in (5, 60):
        writers = [Writer(ada, course) for _ in range(4)]
        for writer in writers:
            writer.start()
        wait_until(lambda: sum(len(writer.acknowledged) for writer in writers) >= enough, "some posts")
        server.kill()
        for writer in writers:
            writer.join()
            acknowledged |= set(writer.acknowledged)
        server.start()
        server.admin("check")
    assert acknowledged <= {event["id"] for event in ada.events(course, limit=200)}


def test_a_database_that_crashes_loses_no_acknowledged_write(server, postgresql):
    ada, course = member(server)
    before = ada.post(course, "before")
    postgresql.stop(signal.SIGQUIT)
    try:
        refused = ada.refused("POST", f"/v1/courses/{course}/events", 503, json={"title": "lost"})
        assert "nothing was stored" in refused["detail"]
    finally:
        postgresql.start()
    wait_until(lambda: ada.call("POST", f"/v1/courses/{course}/events", json={"title": "after"}).status_code == 201, "a post")
    assert {"before", "after"} == {event["title"] for event in ada.events(course)}
    assert ada.event(before)["title"] == "before"


@pytest.mark.parametrize(("cut", "is_stored"), [("before", False), ("after", True)])
def test_a_lost_commit_is_answered_rightly(postgresql, database, tmp_path, cut, is_stored):
    with tempfile.TemporaryDirectory(prefix="noteit-relay-") as folder:
        relay = Relay(folder, postgresql.folder)
        server = on(f"postgresql://noteit@/{database}?host={folder}", tmp_path)
        server.start()
        try:
            server.load_sample()
            ada, course = member(server)
            relay.cut = cut
            answer = ada.call("POST", f"/v1/courses/{course}/events", json={"title": "lost?"})
            assert relay.cut is None
            assert answer.status_code == (201 if is_stored else 503), answer.text
            assert [event["title"] for event in ada.events(course)] == (["lost?"] if is_stored else [])
            ada.post(course, "next")
            server.admin("check")
        finally:
            server.stop()
            relay.listener.close()


def test_check_says_whether_notify_reaches_a_listener(server, postgresql, database, tmp_path):
    other = postgresql.make()
    with postgresql.session(other) as session:
        session.run("SELECT 1;")
        said = server.admin("check")
        assert "NOTIFY reaches a listener. Nothing may send NOTIFY in" in said and other in said
    with tempfile.TemporaryDirectory(prefix="noteit-relay-") as folder:
        relay = Relay(folder, postgresql.folder)
        relay.is_mute = True
        said = on(f"postgresql://noteit@/{database}?host={folder}", tmp_path).admin("check")
        assert "NOTIFY reaches no listener" in said and "without a pooler" in said
        relay.listener.close()


def refusal(address, folder, *command, **settings):
    """The one line with which a command ends."""
    server = on(address, folder, **settings)
    done = server.admin(*(command or ("serve", "--port", "0", "--log-level", "error")), check=False)
    assert done.returncode == 1, done
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    return lines[0]


def test_a_password_in_the_address_is_refused(postgresql, database, tmp_path):
    for address in (f"postgresql://noteit:right@/{database}?host={postgresql.folder}", postgresql.address(database) + "&password=right"):
        said = refusal(address, tmp_path)
        assert "Take it out" in said and "right" not in said


def test_a_wrong_or_missing_password_is_said(postgresql, tmp_path):
    name = postgresql.make("OWNER locked")
    address = postgresql.address(name, user="locked")
    assert "Set PGPASSWORD" in refusal(address, tmp_path)
    assert "Check the user, the database, and the password" in refusal(address, tmp_path, PGPASSWORD="wrong")
    passwords = tmp_path / "pgpass"
    passwords.touch(0o600)
    passwords.write_text(f"*:*:{name}:locked:wrong\n")
    assert '"locked"; password retrieved from file' in refusal(address, tmp_path, PGPASSFILE=str(passwords))
    passwords.write_text(f"*:*:{name}:locked:right\n")
    server = on(address, tmp_path, PGPASSFILE=str(passwords)).start()
    server.stop()


@pytest.mark.parametrize(("address", "word"), [
    ("postgresql://noteit@/absent?host={}", "does not exist"), ("postgresql://noteit@/x?host=/nowhere", "Check the address"),
    ("postgresql://noteit@/x?hots={}", "cannot be read"),
])
def test_a_wrong_address_is_said(postgresql, tmp_path, address, word):
    assert word in refusal(address.format(postgresql.folder), tmp_path)


@pytest.mark.parametrize(("sql", "word", "user", "hosts"), [
    ("CREATE TABLE recipe (id int)", "Name an empty one", "noteit", 1),
    ("ALTER DATABASE {} SET default_transaction_read_only = on", "is read-only", "noteit", 1),
    # Of several, libpq itself looks for one that takes writes.
    ("ALTER DATABASE {} SET default_transaction_read_only = on", "is read-only", "noteit", 2),
    ("REVOKE CREATE ON SCHEMA public FROM PUBLIC", "owner of the database", "guest", 1),
])
def test_a_database_that_cannot_be_used_is_refused_and_left_alone(postgresql, database, tmp_path, sql, word, user, hosts):
    postgresql.sql(sql.format(database) + ";", database)
    before = postgresql.dump(database)
    address = f"postgresql://{user}@/{database}?host={','.join([postgresql.folder] * hosts)}"
    assert word in refusal(address, tmp_path)
    assert postgresql.dump(database) == before


def test_a_primary_that_takes_writes_again_while_it_is_asked_for_is_used(postgresql, database, tmp_path):
    postgresql.sql(f"ALTER DATABASE {database} SET default_transaction_read_only = on;")
    begun = []
    with tempfile.TemporaryDirectory(prefix="noteit-relay-") as folder:
        relay = Relay(folder, postgresql.folder)

        def hear(data):
            if data[4:8] == b"\0\3\0\0":  # the first words of a connection
                begun.append(data)
                if len(begun) == 2:
                    postgresql.sql(f"ALTER DATABASE {database} SET default_transaction_read_only = off;")

        relay.hear = hear
        on(f"postgresql://noteit@/{database}?host={folder}&target_session_attrs=read-write", tmp_path).start().stop()
        relay.listener.close()


def test_another_collation_is_refused(postgresql, tmp_path):
    name = postgresql.make("TEMPLATE template0 LOCALE 'C.UTF-8'")
    assert "Make it anew" in refusal(postgresql.address(name), tmp_path)


def test_an_empty_database_is_filled_by_serve_alone(postgresql, database, tmp_path):
    assert "is empty" in refusal(postgresql.address(database), tmp_path, "check")
    assert postgresql.sql("SELECT count(*) FROM pg_tables WHERE schemaname = 'public';", database).strip() == "0"


def test_a_newer_schema_and_missing_rights_are_refused(server, postgresql, database, tmp_path):
    server.stop()
    assert "Make its user the owner" in refusal(postgresql.address(database, "guest"), tmp_path)
    version = postgresql.sql("SELECT version FROM noteit_schema;", database).strip()
    postgresql.sql("UPDATE noteit_schema SET version = 99;", database)
    assert "schema version 99" in refusal(postgresql.address(database), tmp_path)
    postgresql.sql(f"UPDATE noteit_schema SET version = {version};", database)
    server.start()


def test_rights_that_are_lost_while_it_runs_are_said(postgresql, tmp_path):
    name = postgresql.make("OWNER locked")
    with on(postgresql.address(name, user="locked"), tmp_path, PGPASSWORD="right").serving() as server:
        postgresql.sql("ALTER TABLE log OWNER TO CURRENT_USER;", name)
        postgresql.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'locked';", name)
        wait_until(lambda: "takes no commits" in server.said(), "the server to miss its rights")
        assert "Make its user the owner" in server.said()
        postgresql.sql("ALTER TABLE log OWNER TO locked;", name)
        wait_until(server.is_ready, "the server to serve again")


def test_a_standby_is_refused(postgresql, tmp_path):
    with cluster.temporary(postgresql) as standby:
        for hosts in (standby.folder, f"{standby.folder},{standby.folder}", f"{standby.folder}&target_session_attrs=primary"):
            assert "is a standby" in refusal(f"postgresql://noteit@/postgres?host={hosts}", tmp_path)


def test_sqlite_needs_no_libpq(tmp_path):
    """The program names libpq nowhere among the libraries that it is linked with."""
    linked = subprocess.run(["readelf", "-d", PROGRAM], capture_output=True, text=True, check=True).stdout
    assert "NEEDED" in linked and "libpq" not in linked
