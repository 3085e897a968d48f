"""This build and one of the next version, side by side on one PostgreSQL, and one after the other on a file of SQLite.

`second_build` makes that one: its tasks have a place, which is a column more. NOTEIT_SECOND_BUILD names the program, and must.
`make endure` builds it and runs this file, which is run only where it is named. test_upgrade.py, which `make test` runs, plays a next
version by SQL.
"""

import asyncio
import contextlib
import hashlib
import os
import pathlib
import sqlite3

import pytest

from campus_cluster import CROWDED, Cluster
from failures import Run
from nodes import indexed
from noteitd import PROGRAM, SAMPLE, Noteitd, wait_until
from people import member
from test_move import Moving
from test_upgrade import advance, cut, ready, version

NEXT = pathlib.Path(os.environ["NOTEIT_SECOND_BUILD"]).resolve()
TASKS = "/v1/me/tasks"


def of_next(server):
    """A server that runs the next version from its next start on."""
    server.program = NEXT
    return server


@pytest.fixture
def old(nodes):
    return nodes.start()


@pytest.fixture
def new(old, nodes):
    """It comes to a node of this version that runs."""
    return of_next(nodes.make()).start()


def newer(known):
    """What a program says of a schema that it does not know."""
    return f"The database has schema version {known + 1}, this noteitd knows {known}. Install the newer noteitd that last opened it."


# Under load


async def restart(run, node, program):
    """Other nodes serve meanwhile, and each serves afterwards."""
    await run.in_background(node.stop)
    node.program = program
    await run.in_background(node.start)
    await run.go_on(run.cluster.nodes)


async def a_first_node_is_upgraded(run):
    await restart(run, run.cluster.nodes[0], NEXT)


async def an_older_node_is_killed_and_starts_again(run):
    node = run.cluster.nodes[1]
    await run.in_background(node.kill, node.start)
    await run.go_on(run.cluster.nodes)


async def the_upgrade_is_taken_back(run):
    await restart(run, run.cluster.nodes[0], PROGRAM)


async def all_nodes_are_upgraded(run):
    for node in run.cluster.nodes:
        await restart(run, node, NEXT)


def test_a_class_writes_and_listens_while_its_nodes_are_upgraded(tmp_path):
    story = [a_first_node_is_upgraded, an_older_node_is_killed_and_starts_again, the_upgrade_is_taken_back, all_nodes_are_upgraded]
    with Cluster(tmp_path, **CROWDED) as cluster:
        cluster.nodes[0].load_sample("--time-zone", "America/Vancouver")
        run = Run(cluster.start(), seed=0)
        [(known,)] = cluster.rows("SELECT reached FROM noteit_schema")
        asyncio.run(run.live(story))
        print(", ".join(f"{count} {what}" for what, count in sorted(run.ledger.tally.items())))
        assert not run.ledger.faults, run.ledger.faults[:20]
        assert cluster.rows("SELECT version, reached FROM noteit_schema") == [(known, known + 1)]
        cluster.admin("check")


# What a newer node writes


def test_what_a_newer_node_wrote_survives_the_edits_of_an_older_one(old, new):
    ada, course = member(old)
    there = ada.at(new)
    task = ada.call("POST", TASKS, 201, json={"title": "Read", "kind": "flexible", "minutes": 60, "course": course}).json()
    path = f"{TASKS}/{task['id']}"
    assert there.get(path)["place"] is None
    assert there.call("PATCH", path, 200, json={"place": "library"}).json()["place"] == "library"
    for change in ({"title": "Read it all"}, {"notes": "Chapter 7", "minutes": 90}, {"done": True}, {"kind": "flexible", "course": None}):
        assert "place" not in ada.call("PATCH", path, 200, json=change).json()
        assert there.get(path).items() >= (change | {"place": "library"}).items()
    ada.call("POST", f"{path}/done", 200, json={"done": False, "minutes": 20})
    assert there.get(path)["place"] == "library"
    # Both ignore members that they do not know, as the contract says, and neither counts that as a change.
    before = ada.get(path)
    assert ada.call("PATCH", path, 200, json={"place": "home"}).json() == before
    assert there.get(path) == before | {"place": "library"}


def test_a_part_that_an_older_node_splits_off_has_no_value_in_a_new_field(old, new):
    ada, _ = member(old)
    there = ada.at(new)
    lunch = {"title": "Lunch", "kind": "fixed", "start": "2027-03-10T17:30:00Z", "end": "2027-03-10T18:00:00Z", "place": "cafeteria",
             "recurrence": {"rule": "FREQ=DAILY"}}
    series = there.call("POST", TASKS, 201, json=lunch).json()
    part = ada.call("PATCH", f"{TASKS}/{series['id']}", 200, json={"title": "Late"}, params={"occurrence": "2027-03-11T17:30:00Z"}).json()
    assert part["id"] != series["id"] and there.get(f"{TASKS}/{part['id']}")["place"] is None
    assert there.get(f"{TASKS}/{series['id']}")["place"] == "cafeteria"


def test_a_change_comes_from_both_and_says_what_its_node_knows(old, new):
    ada, _ = member(old)
    there = ada.at(new)
    task = there.call("POST", TASKS, 201, json={"title": "Read", "kind": "flexible", "minutes": 60}).json()
    with ada.stream(start := ada.head()) as here, there.stream(start) as elsewhere:
        there.call("PATCH", f"{TASKS}/{task['id']}", 200, json={"place": "library"})
        bodies = [change_of(stream, task) for stream in (here, elsewhere)]
    assert "place" not in bodies[0] and bodies[1] == bodies[0] | {"place": "library"}
    assert [at.get(f"{TASKS}/{task['id']}") for at in (ada, there)] == bodies


def change_of(stream, task):
    """The next change of a task, which may come after others."""
    while (change := stream.change()[0])["id"] != task["id"]:
        pass
    return change["body"]


# What admins are told


def test_check_and_ready_name_the_older_nodes_until_they_are_upgraded(old, new, nodes):
    assert ready(new)["version"] == ready(old)["version"] + "-next"
    name = nodes.sql(f"SELECT name FROM node WHERE schema_version = {version(nodes) - 1};")
    assert f"the node {name} runs an older noteitd" in new.admin("check")
    assert "older" not in (said := old.admin("check")) and "is sound" in said
    wait_until(lambda: ready(new).get("olderNodes") == 1, "the older node to be counted")
    assert "olderNodes" not in ready(old)
    wait_until(lambda: f"Nodes run an older noteitd: {name}." in new.said(), "its name in the log")
    old.stop()
    of_next(old).start()
    wait_until(lambda: "olderNodes" not in ready(new), "none to be older")
    wait_until(lambda: "No node runs an older noteitd any more." in new.said(), "a line in the log")
    assert "older" not in new.admin("check")


def test_a_newer_command_in_the_folder_of_an_older_node_that_runs_harms_neither(old, nodes):
    """As between the installation of a package and the restart of its node."""
    ada, course = member(old)
    events = {ada.post(course, f"heaps {number}")["id"] for number in range(20)}
    known = version(nodes)
    command = of_next(nodes.make())
    command.place = old.place
    for _ in range(2):
        assert f"the node {nodes.sql('SELECT name FROM node;')} runs an older noteitd" in command.admin("check")
        assert version(nodes) == known + 1
        events.add(ada.post(course, "more heaps")["id"])
        wait_until(lambda: {hit["event"]["id"] for hit in ada.items("/v1/search", q="heaps", limit=50)} == events, "the index of the node")
        assert indexed(old) == events
    old.admin("check")


def test_an_older_node_refuses_a_schema_two_steps_on(old, new, nodes):
    ada, course = member(old)
    known = version(nodes) - 1
    advance(nodes)
    cut(nodes)
    sentence = newer(known + 1).replace(f"knows {known + 1}", f"knows {known}")
    wait_until(lambda: sentence in old.said(), "the reason in the log of the older node")
    assert not old.is_ready()
    assert ada.call("POST", f"/v1/courses/{course}/events", json={"title": "too late"}).status_code == 503
    wait_until(new.is_ready, "the newer node to be ready again")
    there = ada.at(new).sign_in_again()
    there.post(course, "in time")
    assert [event["title"] for event in there.events(course)] == ["in time"]
    for command in (["serve", "--port", "0", "--log-level", "error"], ["check"], ["catalog", "import", str(SAMPLE)]):
        done = nodes.make().admin(*command, check=False)
        assert (done.returncode, done.stderr.strip()) == (1, f"Error: {sentence}"), done
    assert "is sound" in new.admin("check")


# Moves


def contents(folder):
    """A digest of each file of a folder, but for the log."""
    return {
        path.relative_to(folder): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*") if path.is_file() and path.suffix != ".log"}


def test_a_database_that_is_a_step_on_is_moved_by_the_newer_alone(postgresql, tmp_path):
    moving = Moving(postgresql, tmp_path)
    moving.server.load_sample()
    with moving.server.serving():
        ada, course = member(moving.server)
        kept = ada.post(course, "kept")
    moving.move(moving.file, moving.address)
    moving.at(moving.address)
    with of_next(moving.server).serving():
        task = ada.call("POST", TASKS, 201, json={"title": "Read", "kind": "flexible", "minutes": 60, "place": "library"}).json()
    moving.server.program = PROGRAM
    known = file_version(moving.file)
    before = contents(tmp_path), postgresql.dump(moving.name)
    other = tmp_path / "other.db"
    for target in (moving.file, str(other)):
        assert moving.refused(moving.address, target) == f"Error: {newer(known)}"
        assert (contents(tmp_path), postgresql.dump(moving.name)) == before
    # A node of this version still serves it.
    with moving.server.serving():
        assert ada.event(kept)["title"] == "kept"
    of_next(moving.server)
    moving.move(moving.address, moving.file)
    moving.at(moving.file)
    with moving.server.serving():
        assert ada.event(kept)["title"] == "kept" and ada.get(f"{TASKS}/{task['id']}")["place"] == "library"
    moving.server.program = PROGRAM
    assert moving.refused(moving.file, postgresql.address(postgresql.make())) == f"Error: {newer(known)}"
    assert newer(known) in moving.serve_refused(moving.file)


def test_a_move_that_one_version_began_is_finished_by_it(postgresql, tmp_path):
    moving = Moving(postgresql, tmp_path)
    moving.server.load_sample()
    known = file_version(moving.file)
    moving.broken_off(moving.file, moving.address, 20)
    of_next(moving.server)
    assert "was begun by another version of noteitd" in moving.refused(moving.file, moving.address)
    assert file_version(moving.file) == known, "the source is as it was"
    moving.server.program = PROGRAM
    moving.move(moving.file, moving.address)
    moving.at(moving.address)
    of_next(moving.server).admin("check")


# A file


def file_version(path):
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        return database.execute("PRAGMA user_version").fetchone()[0]


def test_a_file_is_taken_one_step_up_and_the_older_version_leaves_it_alone(tmp_path):
    server = Noteitd(tmp_path, engine="sqlite")
    server.load_sample()
    with server.serving():
        ada, course = member(server)
        event = ada.post(course, "kept")
        path = f"{TASKS}/{ada.call('POST', TASKS, 201, json={'title': 'Read', 'kind': 'flexible', 'minutes': 60}).json()['id']}"
        cursor = ada.head()
    known = file_version(server.database)
    with of_next(server).serving():
        assert ada.event(event)["title"] == "kept" and ada.get(path)["place"] is None
        # A plan that was under way may come too.
        assert {change["type"] for change in ada.changes(cursor)} <= {"studyPlan"}
        ada.call("PATCH", path, 200, json={"place": "library"})
        assert [change["body"]["place"] for change in ada.changes(cursor) if change["type"] == "task"] == ["library"]
    assert file_version(server.database) == known + 1
    server.sql("PRAGMA wal_checkpoint(TRUNCATE);")
    before = contents(tmp_path)
    server.program = PROGRAM
    for command in (["serve", "--port", "0", "--log-level", "error"], ["check"], ["catalog", "import", str(SAMPLE)]):
        done = server.admin(*command, check=False)
        assert (done.returncode, done.stderr.strip()) == (1, f"Error: {newer(known)}"), done
        assert contents(tmp_path) == before, command
    with of_next(server).serving():
        assert ada.get(path)["place"] == "library"
    server.admin("check")
