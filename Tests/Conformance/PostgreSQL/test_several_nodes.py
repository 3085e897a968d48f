"""Several `noteitd` write to one PostgreSQL: one dense log in the order of times, and each hears of the others' commits."""

import concurrent.futures
import re
import subprocess

import pytest

import cluster
from machines import nodes
from noteitd import wait_until
from people import member, register


@pytest.fixture(scope="module")
def postgresql():
    with cluster.temporary() as made:
        yield made


@pytest.fixture
def two(postgresql, database, tmp_path):
    """Two nodes on one database."""
    with nodes(tmp_path, *[postgresql.address(database)] * 2) as running:
        yield running


def faults_of_the_log(postgresql, database):
    """The number of gaps, and of rows with a time before the row ahead of them."""
    said = postgresql.sql("""
        SELECT (SELECT head FROM log_head) - count(*), count(*) FILTER (WHERE back)
        FROM (SELECT written_at < lag(written_at) OVER (ORDER BY "offset") AS back FROM log) AS row;""", database)
    return said.strip()


def test_two_nodes_write_one_log(two, postgresql, database):
    ada, course = member(two[0])
    people = [ada, ada.at(two[1])] * 2
    with concurrent.futures.ThreadPoolExecutor(len(people)) as pool:
        posts = list(pool.map(lambda person: [person.post(course, "kept")["id"] for _ in range(20)], people))
    assert sorted(sum(posts, [])) == sorted(event["id"] for event in ada.events(course))
    assert faults_of_the_log(postgresql, database) == "0|0"
    two[1].admin("check")


def test_two_edits_of_one_revision_on_two_nodes_do_not_both_succeed(two):
    ada, course = member(two[0])
    event = ada.post(course, "first")
    people = [ada, ada.at(two[1])]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for number in range(20):
            if_match = {"If-Match": f'"{ada.event(event)["rev"]}"'}
            edits = [pool.submit(person.call, "PATCH", f"/v1/events/{event['id']}", json={"body": f"{number} {place}"}, headers=if_match)
                     for place, person in enumerate(people)]
            assert sorted(edit.result().status_code for edit in edits) == [200, 412]


def test_times_do_not_go_back_below_those_of_another_node(two, postgresql, database):
    """As if the clock of the first node were five minutes ahead."""
    ada, course = member(two[0])
    ada.post(course, "from the future")
    postgresql.sql('UPDATE log SET written_at = written_at + 300 WHERE "offset" = (SELECT head FROM log_head);', database)
    ada.at(two[1]).post(course, "later")
    assert faults_of_the_log(postgresql, database) == "0|0"


def test_a_commit_tells_of_what_other_nodes_wrote_before(two):
    """A node keeps pages of a course until something changes in it, on whichever node."""
    ada, course = member(two[0])
    bob = register(two[0])
    term = bob.get("/v1/terms")["items"][0]["id"]
    other = bob.get(f"/v1/terms/{term}/courses")["items"][1]["id"]
    bob.enroll(bob.get(f"/v1/courses/{other}")["sections"][0]["id"])
    for number in range(10):
        assert len(ada.events(course)) == number
        ada.at(two[1]).post(course, "from another node")
        bob.post(other, "from this node, in another course")
        assert len(ada.events(course)) == number + 1


HEARD = "noteit_other_write_to_last_reader_seconds_count"


def hears(node, person, course):
    """Posts on one node until another has delivered what it heard of by the bell."""
    before = node.metrics()[HEARD]

    def heard():
        person.post(course, "ring")
        return node.metrics()[HEARD] > before

    wait_until(heard, "the bell of another node")


def test_a_node_hears_the_bell_of_another(two, postgresql, database):
    ada, course = member(two[0])
    there = ada.at(two[1])
    with there.stream(there.head()) as stream:
        event = ada.post(course, "heard")
        assert stream.change()[0]["id"] == event["id"]
    hears(two[1], ada, course)
    listening = f"FROM pg_stat_activity WHERE datname = '{database}' AND query LIKE 'LISTEN%'"
    assert postgresql.sql(f"SELECT count(pg_terminate_backend(pid)) {listening};").strip() == "2"
    wait_until(lambda: postgresql.sql(f"SELECT count(*) {listening};").strip() == "2", "new connections that listen")
    hears(two[1], ada, course)
    assert two[0].metrics()[HEARD] == 0, "a node hears its own commits at once"


def test_the_bell_rings_once_for_a_commit_that_wrote_to_the_log(two, postgresql, database):
    ada, course = member(two[0])
    listener = subprocess.Popen(
        [cluster.PROGRAMS / "psql", "-X", "-q", "-A", "-t", "-h", postgresql.folder, "-U", "noteit", "-d", database],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    listener.stdin.write("LISTEN noteit_log; SELECT 'ready';\n")
    listener.stdin.flush()
    assert listener.stdout.readline().strip() == "ready"
    for _ in range(3):
        ada.sign_in_again()  # is stored, but nobody's stream hears of it
        ada.post(course, "heard")
    head = int(postgresql.sql("SELECT head FROM log_head;", database))
    said, _ = listener.communicate("SELECT 'over';\n")
    offsets = [int(offset) for offset in re.findall(r'"noteit_log" with payload "\S+ (\d+) \d+"', said)]
    assert len(offsets) >= 3 and offsets == sorted(set(offsets)) and offsets[-1] == head
