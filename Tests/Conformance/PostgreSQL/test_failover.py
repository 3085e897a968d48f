"""Nodes that freeze or are cut off, and primaries that die: nothing acknowledged is lost, nothing stale is served."""

import concurrent.futures
import contextlib
import os
import shutil
import signal
import tempfile
import threading

import pytest
import requests

import cluster
from machines import Relay, nodes, on
from noteitd import PATIENCE, wait_until
from people import member
from streams import Closed
from test_several_nodes import faults_of_the_log


@pytest.fixture
def primary():
    with cluster.temporary() as made:
        yield made


@pytest.fixture
def relay(primary):
    with tempfile.TemporaryDirectory(prefix="noteit-relay-") as folder:
        relay = Relay(folder, primary.folder)
        yield relay
        relay.passes.set()
        relay.listener.close()


def epoch_of(person):
    return person.head().split(".")[0]


def post(person, course, title="kept"):
    """The status of a post; nil if the connection was lost."""
    return person.call("POST", f"/v1/courses/{course}/events", json={"title": title}).status_code


def frames_until_the_end(stream):
    """The last frame of a stream that the server ends."""
    last = None
    try:
        while True:
            last = stream.frame()
    except Closed:
        return last


def test_a_node_that_freezes_inside_a_batch_holds_nobody_up(primary, relay, tmp_path):
    database = primary.make()
    with nodes(tmp_path, f"postgresql://noteit@/{database}?host={relay.folder}", primary.address(database)) as (frozen, other):
        ada, course = member(frozen)
        asked = threading.Event()

        def freeze(data):
            if b"FOR UPDATE" in data and not asked.is_set():
                asked.set()
                os.kill(frozen.process.pid, signal.SIGSTOP)

        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            relay.hear = freeze
            waiting = pool.submit(post, ada, course, "frozen")
            try:
                assert asked.wait(PATIENCE)
                ada.at(other).post(course, "meanwhile")
            finally:
                os.kill(frozen.process.pid, signal.SIGCONT)
            status = waiting.result(PATIENCE)
        wait_until(lambda: post(ada, course, "after") == 201, "the node that was frozen to write")
        titles = [event["title"] for event in ada.events(course)]
        assert ("frozen" in titles) == (status == 201) and {"meanwhile", "after"} <= set(titles)
        assert faults_of_the_log(primary, database) == "0|0"
        other.admin("check")


def test_a_node_that_is_cut_off_serves_nothing(primary, relay, tmp_path):
    database = primary.make()
    with nodes(tmp_path, f"postgresql://noteit@/{database}?host={relay.folder}", primary.address(database)) as (lone, other):
        ada, course = member(lone)
        ada.post(course, "before")
        assert len(ada.events(course)) == 1  # kept in memory
        start = ada.head()
        with ada.stream(start) as stream, ada.socket(start) as socket:
            relay.passes.clear()
            frames_until_the_end(stream)
            with pytest.raises(Closed) as closed:
                while True:
                    socket.frame()
            assert closed.value.code == 1001
        ada.at(other).post(course, "meanwhile")
        assert ada.call("GET", f"/v1/courses/{course}/events").status_code == 503
        assert post(ada, course) == 503
        assert requests.get(f"{lone.url}/readyz", timeout=PATIENCE).status_code == 503
        assert other.is_ready()
        relay.passes.set()
        wait_until(lone.is_ready, "the node to be ready again")
        assert [event["title"] for event in ada.events(course)].count("meanwhile") == 1
        with ada.stream(start) as stream:
            assert stream.change()[0]["body"]["title"] == "meanwhile"


def test_a_standby_that_had_everything_takes_over(primary, tmp_path):
    with cluster.temporary(primary) as standby:
        primary.wait_for_standby()
        database = primary.make()
        wait_until(lambda: database in standby.sql("SELECT datname FROM pg_database;"), "the standby to follow")
        # The standby comes first, and is passed over while it is one.
        address = f"postgresql://noteit@/{database}?host={standby.folder},{primary.folder}"
        with nodes(tmp_path, address, address) as (one, two):
            ada, course = member(one)
            epoch, start = epoch_of(ada), ada.head()
            people, acknowledged, over = [ada, ada.at(two)], set(), threading.Event()

            def write(person):
                while not over.is_set():
                    answer = person.call("POST", f"/v1/courses/{course}/events", json={"title": "kept"})
                    if answer.status_code == 201:
                        acknowledged.add(answer.json()["id"])

            with ada.stream(start) as stream, concurrent.futures.ThreadPoolExecutor(4) as pool:
                writing = [pool.submit(write, person) for person in people * 2]
                wait_until(lambda: len(acknowledged) >= 40, "some posts")
                primary.stop(signal.SIGKILL)
                try:
                    standby.promote()
                    for person in people:
                        wait_until(lambda person=person: post(person, course, "after") == 201, "posts on the new primary")
                finally:
                    over.set()
                for one_writes in writing:
                    one_writes.result(PATIENCE)
                assert epoch_of(ada) == epoch_of(people[1]) == epoch
                read_to(stream, "after")
            stored = {event["id"] for event in ada.events(course, limit=200)}
            assert acknowledged <= stored
            assert {change["id"] for change in ada.changes(start) if change["type"] == "event"} == stored
            assert faults_of_the_log(standby, database) == "0|0"
            two.admin("check")


def read_to(stream, title):
    """Reads a stream to a post, or to its end: the client then comes back with its cursor."""
    with contextlib.suppress(Closed):
        while True:
            kind, data, _ = stream.frame()
            assert kind != "expired", data
            if kind == "change" and (data.get("body") or {}).get("title") == title:
                return


def is_live(node):
    """Whether its streams are open and have caught up."""
    figures = node.metrics()
    return figures["noteit_streams_sse"] > 0 and figures["noteit_streams_behind"] == 0


def test_a_standby_that_lacks_rows_begins_a_new_epoch(primary, tmp_path):
    with cluster.temporary(primary) as standby:
        database = primary.make()
        address = f"postgresql://noteit@/{database}?host={primary.folder},{standby.folder}"
        with nodes(tmp_path, address) as (node,):
            ada, course = member(node)
            ada.post(course, "kept")
            wait_until(lambda: "kept" in standby.sql("SELECT title FROM event;", database), "the standby to follow")
            standby.stop()
            ada.post(course, "lost")
            epoch, end = epoch_of(ada), ada.head()
            with ada.stream(end) as stream:
                wait_until(lambda: is_live(node), "the stream to be live")
                primary.stop(signal.SIGKILL)
                standby.start()
                standby.promote()
                wait_until(lambda: ada.call("GET", "/v1/changes?cursor=now").status_code == 200, "the new primary")
                # Told at once, or by the answer to its cursor if the node was unready meanwhile.
                assert frames_until_the_end(stream)[1] in ({"expired": "epoch"}, {"at": end})
            assert epoch_of(ada) != epoch
            assert [event["title"] for event in ada.events(course)] == ["kept"]
            for _ in range(3):
                ada.post(course, "next")  # more rows than were lost
            assert ada.refused("GET", f"/v1/changes?cursor={end}", 410)["reason"] == "epoch"
            wait_until(lambda: len(ada.items("/v1/search", q="kept")) == 1, "the search index of the new epoch")
            node.admin("check")


def test_a_standby_without_a_promise_begins_a_new_epoch(primary, tmp_path):
    """Nobody can know that it had every row, even if it had."""
    with cluster.temporary(primary) as standby:
        database = primary.make()
        with nodes(tmp_path, f"postgresql://noteit@/{database}?host={primary.folder},{standby.folder}") as (node,):
            ada, course = member(node)
            epoch = epoch_of(ada)
            primary.stop()  # tells the standby everything first
            standby.promote()
            wait_until(lambda: post(ada, course) == 201, "the new primary")
            assert epoch_of(ada) != epoch


def test_rows_that_vanish_begin_a_new_epoch(primary, tmp_path):
    """As if the database had been put back to an hour ago while it ran."""
    database = primary.make()
    with nodes(tmp_path, primary.address(database)) as (node,):
        ada, course = member(node)
        ada.post(course, "kept")
        start = ada.head()
        ada.post(course, "gone")
        epoch, end = epoch_of(ada), ada.head()
        with ada.stream(end) as stream:
            wait_until(lambda: is_live(node), "the stream to be live")
            offset = start.split(".")[1]
            primary.sql(f"""
                BEGIN; SELECT FROM log_head FOR UPDATE; DELETE FROM log_topic WHERE "offset" > {offset};
                DELETE FROM log WHERE "offset" > {offset}; UPDATE log_head SET head = {offset}; COMMIT;""", database)
            assert frames_until_the_end(stream)[0] == "expired"
        wait_until(lambda: epoch_of(ada) != epoch, "a new epoch")


def test_a_primary_without_its_standby_serves_nothing_that_may_be_lost(primary, tmp_path):
    with cluster.temporary(primary) as standby:
        primary.wait_for_standby()
        database = primary.make()
        with nodes(tmp_path, primary.address(database)) as (node,):
            ada, course = member(node)
            standby.stop()
            with concurrent.futures.ThreadPoolExecutor(1) as pool:
                waiting = pool.submit(post, ada, course, "not replicated")
                waits = """
                    SELECT count(DISTINCT pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
                    WHERE wait_event = 'SyncRep' AND relation = 'event'::regclass;"""
                wait_until(lambda: primary.sql(waits, database).strip() == "1", "the commit to wait")
                # After its restart the primary shows what waited.
                primary.stop(signal.SIGQUIT)
                primary.start()
                assert "not replicated" in primary.sql("SELECT title FROM event;", database)
                assert ada.call("GET", f"/v1/courses/{course}/events").status_code == 503
                assert not node.is_ready()
                standby.start()
                wait_until(lambda: ada.call("GET", f"/v1/courses/{course}/events").status_code == 200, "the node to serve again")
                status = waiting.result(PATIENCE)
            assert status in (201, 503)
            assert [event["title"] for event in ada.events(course)] == ["not replicated"]


def test_a_node_whose_commits_wait_for_a_standby_says_so(primary, tmp_path):
    """It says what is so now, not what was wrong before."""
    fenced = "takes no commits"
    with cluster.temporary(primary) as standby:
        primary.wait_for_standby()
        database = primary.make()
        with nodes(tmp_path, primary.address(database)) as (node,):
            primary.stop()
            wait_until(lambda: fenced in node.said(), "the node to miss its database")
            primary.start()
            wait_until(node.is_ready, "the node to serve again")
            before = node.said().count(fenced)
            standby.stop()
            wait_until(lambda: node.said().count(fenced) > before, "the node to miss the standby")
            assert "does not answer. Check that PostgreSQL runs, and the standby" in node.said().rpartition(fenced)[2]
            standby.start()
            wait_until(node.is_ready, "the node to serve with its standby")


def test_a_primary_that_becomes_a_standby_is_named(primary, tmp_path):
    database = primary.make()
    with nodes(tmp_path, primary.address(database)) as (node,):
        ada, course = member(node)
        primary.stop()
        signal_file = f"{primary.data}/standby.signal"
        open(signal_file, "w").close()
        if primary.user:
            shutil.chown(signal_file, "postgres", "postgres")
        primary.start()
        refused = ada.refused("POST", f"/v1/courses/{course}/events", 503, json={"title": "lost"})
        assert "is a standby" in refused["detail"] or "cannot be reached" in refused["detail"], refused
        wait_until(lambda: "is a standby" in node.said(), "the reason in the log of the server")
        os.unlink(signal_file)
        primary.stop()
        primary.start()
        wait_until(lambda: post(ada, course) == 201, "the node to write again")


def test_a_node_that_was_stopped_keeps_the_epoch(primary, tmp_path):
    """It knows what it saw last. Nobody else is there to say that no row is lost."""
    with cluster.temporary(primary) as standby:
        primary.wait_for_standby()
        database = primary.make()
        with nodes(tmp_path, f"postgresql://noteit@/{database}?host={primary.folder},{standby.folder}") as (node,):
            ada, course = member(node)
            ada.post(course, "kept")
            epoch, end = epoch_of(ada), ada.head()
            node.stop()
            primary.stop(signal.SIGKILL)
            standby.promote()
            node.start()
            assert epoch_of(ada) == epoch
            wait_until(lambda: post(ada, course, "after") == 201, "the node to write")
            assert [change["body"]["title"] for change in ada.changes(end)] == ["after"]


def test_a_node_that_was_stopped_does_not_vouch_for_what_another_saw_later(primary, tmp_path):
    with cluster.temporary(primary) as standby:
        primary.wait_for_standby()
        address = f"postgresql://noteit@/{primary.make()}?host={primary.folder},{standby.folder}"
        with nodes(tmp_path, address, address) as (stopped, other):
            ada, course = member(stopped)
            ada.post(course, "kept")
            epoch = epoch_of(ada)
            stopped.stop()
            standby.stop()
            # An operator lets commits pass that no standby has, and promotes it all the same.
            primary.sql("ALTER SYSTEM SET synchronous_standby_names = '';")
            primary.sql("SELECT pg_reload_conf();")
            wait_until(lambda: post(ada.at(other), course, "lost") == 201, "the other node to write")
            other.kill()
            primary.stop(signal.SIGKILL)
            standby.start()
            standby.promote()
            stopped.start()
            assert epoch_of(ada) != epoch
            assert [event["title"] for event in ada.events(course)] == ["kept"]


def test_a_node_that_starts_waits_for_one_that_saw_the_rows(primary, tmp_path):
    with cluster.temporary(primary) as standby:
        primary.wait_for_standby()
        database = primary.make()
        address = f"postgresql://noteit@/{database}?host={primary.folder},{standby.folder}"
        with nodes(tmp_path, address) as (old,), concurrent.futures.ThreadPoolExecutor(1) as pool:
            ada, course = member(old)
            ada.post(course, "kept")
            epoch = epoch_of(ada)
            new = on(address, tmp_path / "new")
            new.output = tmp_path / "new.log"
            old.process.send_signal(signal.SIGSTOP)
            try:
                primary.stop(signal.SIGKILL)
                standby.promote()
                starting = pool.submit(new.start)
                asked = f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{database}';"
                wait_until(lambda: standby.sql(asked).strip() != "0", "the new node to look at the new primary")
            finally:
                old.process.send_signal(signal.SIGCONT)
            starting.result(PATIENCE)
            try:
                assert epoch_of(ada.at(new)) == epoch
                wait_until(lambda: post(ada, course, "after") == 201, "the old node to write")
                assert epoch_of(ada) == epoch
            finally:
                new.stop()
