"""Nodes of two versions side by side, while they are upgraded one by one."""

import concurrent.futures
import json
import pathlib
import random
import threading
import urllib.request

import pytest

import cluster
from nodes import before, copies, indexed, running
from noteitd import wait_until
from people import member
from uploads import fetch

# A step of a later version, which adds columns to tables of which nodes read all columns.
STEP = "ALTER TABLE enrollment ADD COLUMN extra text; ALTER TABLE course ADD COLUMN extra bigint;"


def version(nodes):
    return int(nodes.sql("SELECT reached FROM noteit_schema;"))


def advance(nodes, step=""):
    """Takes the database one version further, as a node of the next version does with a step that only adds."""
    nodes.sql(f"BEGIN; {step} UPDATE noteit_schema SET version = greatest(version, reached), reached = reached + 1; COMMIT;")


def cut(nodes):
    """Ends all connections of the nodes."""
    nodes.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid();")


def ready(node):
    with urllib.request.urlopen(f"{node.url}/readyz") as answer:
        return json.load(answer)


def test_nodes_go_on_with_a_schema_of_one_step_more(nodes):
    one, two = nodes.start(), nodes.start()
    ada, course = member(one)
    there, titles = ada.at(two), []

    def post(person):
        """On either node, nothing fails, and each reads what the other wrote."""
        titles.append(f"post {len(titles)}")
        person.post(course, titles[-1])
        for reader in (ada, there):
            assert reader.get("/v1/me/enrollments")
            assert reader.get(f"/v1/courses/{course}")["id"] == course
            assert {event["title"] for event in reader.events(course, limit=200)} == set(titles)

    # Each of a node's connections has its statements ready by now.
    for person in (ada, there) * 4:
        post(person)
    advance(nodes, STEP)
    for person in (ada, there) * 4:
        post(person)
    cut(nodes)
    for person in (ada, there):
        wait_until(lambda: person.call("POST", f"/v1/courses/{course}/events", json={"title": "again"}).status_code == 201, "new connections")
    titles.append("again")
    post(ada)
    post(there)
    two.stop()
    two.start()
    post(ada)
    post(there)
    one.admin("check")


def test_a_node_serves_no_schema_of_two_steps_more(nodes):
    node = nodes.start()
    ada, course = member(node)
    known = version(nodes)
    advance(nodes)
    advance(nodes)
    cut(nodes)
    sentence = f"schema version {known + 2}, this noteitd knows {known}."
    wait_until(lambda: sentence in node.said(), "the reason in the log of the node")
    assert not node.is_ready()
    assert ada.call("POST", f"/v1/courses/{course}/events", json={"title": "too late"}).status_code == 503
    refused = nodes.make().admin("check", check=False)
    assert refused.returncode == 1 and sentence in refused.stderr
    nodes.sql(f"UPDATE noteit_schema SET version = {known}, reached = {known + 1};")
    wait_until(node.is_ready, "the node to be ready again")
    wait_until(lambda: ada.call("GET", f"/v1/courses/{course}/events").status_code == 200, "the node to serve again")
    assert ada.events(course) == []


def test_an_older_node_is_named(nodes):
    node = nodes.start()
    nodes.sql("INSERT INTO node (id, name, beat) VALUES ('old', 'old-machine:8080', 1);")

    def older():
        nodes.sql("UPDATE node SET beat = beat + 1 WHERE id = 'old';")
        return ready(node).get("olderNodes") == 1

    wait_until(older, "the older node to be counted")
    assert "the node old-machine:8080 runs an older noteitd" in node.admin("check")
    wait_until(lambda: "Nodes run an older noteitd: old-machine:8080." in node.said(), "its name in the log")
    nodes.sql("DELETE FROM node WHERE id = 'old';")
    wait_until(lambda: "olderNodes" not in ready(node), "the older node to be forgotten")
    assert "older" not in node.admin("check")


@pytest.mark.parametrize("old", [1, 2])
def test_a_database_of_an_older_version_is_taken_up(nodes, old):
    node = nodes.start()
    ada, course = member(node)
    event = ada.post(course, "kept")
    node.stop()

    def dump():
        return sorted(line for line in cluster.shared().dump(nodes.database, "--schema-only") if not line.startswith("--"))

    new = dump()
    nodes.sql(before(old))
    assert dump() != new
    node.start()
    assert dump() == new
    assert nodes.sql("SELECT version, reached FROM noteit_schema;") == f"{version(nodes) - 1}|{version(nodes)}"
    assert ada.sign_in_again().event(event)["title"] == "kept"


def test_a_step_waits_for_a_long_read_and_holds_up_nobody(nodes):
    """Who waits for the lock of a table holds up all who come after."""
    node = nodes.start()
    ada, course = member(node)
    node.stop()
    nodes.sql(before(2))
    asked, done = threading.Event(), threading.Event()
    with cluster.shared().session(nodes.database) as reader, cluster.shared().session(nodes.database) as writer:
        reader.run("BEGIN; SELECT 1 FROM node;")
        starting = threading.Thread(target=lambda: (asked.set(), node.start(), done.set()))
        starting.start()
        waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database();"
        wait_until(lambda: nodes.sql(waits) != "0", "the step to wait")
        writer.run("INSERT INTO node (id, name, beat) VALUES ('x', 'x', 1);")
        assert not done.is_set()
        reader.run("COMMIT;")
        starting.join()
    assert done.is_set() and version(nodes) >= 3
    assert ada.at(node).sign_in_again().events(course) == []


# What a node keeps beside the database


def test_copies_of_files_are_bounded(tmp_path):
    settings = {"NOTEIT_COPIES_MIB": "2", "NOTEIT_ATTACHMENTS_MIB_PER_ACCOUNT": "2", "NOTEIT_ATTACHMENT_MIB": "1"}
    with running(tmp_path, **settings) as nodes:
        one, two = nodes.start(), nodes.start()
        ada, course = member(one)
        grace, _ = member(one)
        made = random.Random(11)
        contents = [made.randbytes(600_000) for _ in range(6)]
        stored = [(person, person.upload(content), content) for person, content in zip([ada] * 3 + [grace] * 3, contents)]

        def kept(node):
            return [number for number, (_, file, _) in enumerate(stored) if copies(node, file)]

        assert len(kept(one)) == 3 and kept(one)[-1] == 5, "the copies beside the node of the uploads"
        for _ in range(2):
            for person, file, content in stored:
                assert fetch(person.at(two), file).content == content
                # The first is asked for again and again, and stays.
                assert fetch(stored[0][0].at(two), stored[0][1]).content == contents[0]
                assert 0 in kept(two) and len(kept(two)) <= 3
        assert len(kept(two)) == 3


def test_a_limit_of_copies_below_that_of_an_account_is_refused(nodes):
    node = nodes.make()
    node.environment |= {"NOTEIT_COPIES_MIB": "10"}
    with pytest.raises(AssertionError, match="NOTEIT_COPIES_MIB"):
        node.start()


def remove_index(node):
    for ending in ("", "-wal", "-shm"):
        pathlib.Path(f"{node.folder}/noteit.search{ending}").unlink(missing_ok=True)


def together(node, count):
    """So many admin commands at once, which all make the index."""
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        for done in list(pool.map(lambda _: node.admin("check", check=False), range(count))):
            assert done.returncode == 0, done


def test_two_processes_make_one_index(nodes):
    node = nodes.start()
    ada, course = member(node)
    events = {ada.post(course, f"heaps {number}")["id"] for number in range(20)}

    def found():
        return {hit["event"]["id"] for hit in ada.items("/v1/search", q="heaps", limit=50)}

    wait_until(lambda: found() == events, "the index")
    node.stop()
    for _ in range(2):
        remove_index(node)
        together(node, 4)
    node.start()
    wait_until(lambda: found() == events, "the index that commands have made")
    remove_index(node)
    together(node, 2)
    events.add(ada.post(course, "heaps again")["id"])
    wait_until(lambda: found() == events and indexed(node) == events, "the index that was put in its place")
