"""Failures of a cluster under load, one after another. After each the ledger knows what everybody must see, and all is mended."""

import asyncio
import collections
import contextlib
import itertools
import random
import signal

from ledger import Ledger
from members import Listener, Prober, Writer
from namespaces import IS_REAL
from noteitd import PATIENCE
from people import member, register
from test_several_nodes import faults_of_the_log
from waits import Waits
from words_campus import Gate

WRITERS, LISTENERS, PROBERS = 8, 18, 3
SOME = 10  # writes that show that it goes on


class Run:
    """A cluster, people who write and read all the time, and the ledger."""

    def __init__(self, cluster, seed, waits=None):
        self.waits = waits or Waits()
        self.cluster, self.dice, self.ledger, self.gate = cluster, random.Random(seed), Ledger(), Gate()
        self.done = collections.Counter()  # acknowledged writes of each node
        first, self.course = member(cluster.nodes[0])
        section = first.get(f"/v1/courses/{self.course}")["sections"][0]["id"]
        people = [first, *(register(cluster.nodes[0]) for _ in range(WRITERS))]
        for person in people[1:]:
            person.enroll(section)
        self.people = [person.id for person in people]
        seeds = (f"{seed} {number}" for number in itertools.count())
        self.keeper, *self.writers = (Writer(self, person, next(seeds)) for person in people)
        kinds = itertools.cycle(["sse", "ws", "poll"])
        self.listeners = [Listener(self, people[number % len(people)], next(seeds), next(kinds)) for number in range(LISTENERS)]
        self.probers = [Prober(self, people[number], next(seeds)) for number in range(PROBERS)]

    async def live(self, failures):
        """Runs the failures; ends early when one of the members cannot go on."""
        members = [asyncio.create_task(each.live()) for each in self.writers + self.listeners + self.probers]
        story = asyncio.create_task(self.story(failures))
        try:
            done, _ = await asyncio.wait([story, *members], return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in (story, *members):
                task.cancel()
            await asyncio.gather(story, *members, return_exceptions=True)

    async def story(self, failures):
        await self.go_on(self.cluster.nodes)
        epoch = await self.settle("the beginning")
        for failure in failures:
            before = len(self.ledger.faults)
            await failure(self)
            is_lossy, epoch = self.ledger.is_losing, await self.settle(failure.__name__, epoch)
            self.ledger.tally[failure.__name__] += 1
            self.ledger.tally["failures"] += 1
            for number in range(before, len(self.ledger.faults)):
                self.ledger.faults[number] = f"{failure.__name__}{', with lost rows' * is_lossy}: {self.ledger.faults[number]}"

    # What failures wait for.

    async def until(self, condition, what):
        """Waits for a condition, which may wait itself."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not await asyncio.to_thread(condition):
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise AssertionError(f"waited {PATIENCE} s in vain: {what}") from None

    async def go_on(self, nodes, writes=SOME):
        """Waits until each of these nodes has acknowledged some writes."""
        wanted = {node.label: self.done[node.label] + writes for node in nodes}
        await self.until(lambda: all(self.done[label] >= count for label, count in wanted.items()), f"writes at {sorted(wanted)}")

    def others(self, node):
        return [other for other in self.cluster.nodes if other is not node]

    async def in_background(self, *acts):
        for act in acts:
            await asyncio.to_thread(act)

    # Quiet moments.

    async def settle(self, what, epoch=None):
        """Nobody writes: every node and every copy must show what the ledger has. Returns the epoch."""
        for node in self.cluster.nodes:
            await self.until(node.is_ready, f"{node.label} to be ready after {what}")
        async with self.gate.alone():
            if is_losing := self.ledger.is_losing:
                lost = self.ledger.take_loss(dict(self.cluster.rows("SELECT id, title FROM event WHERE deleted_at IS NULL")))
                self.ledger.tally["lost writes"] += lost
                if not lost:
                    self.ledger.fault("no row was lost, which this failure is about")
            marker = await self.keeper.post(is_private=False)
            for node, person in itertools.product(self.cluster.nodes, (self.keeper, *self.probers)):
                cursor, found = await person.snapshot(node)
                self.ledger.check_all(person.id, found, node.label)
                if epoch and (cursor.split(".")[0] != epoch) != is_losing:
                    self.ledger.fault(f"{node.label} has {cursor} after {epoch}: a new epoch where nothing is lost, or none")
            for listener in self.listeners:
                await self.until(lambda listener=listener: marker in listener.copy.values(), f"{listener} to have all after {what}")
                self.ledger.check_all(listener.id, listener.copy, f"the copy of {listener}")
                self.ledger.tally["copies compared"] += 1
                if listener.epoch != cursor.split(".")[0]:
                    self.ledger.fault(f"{listener} is at {listener.cursor}, not in the epoch of {cursor}")
            if (log := faults_of_the_log(self.cluster.primary, self.cluster.database)) != "0|0":
                self.ledger.fault(f"the log has gaps, or times that go back: {log}")
            self.ledger.is_losing = False
        return cursor.split(".")[0]


# Failures. Each ends when all is mended.


async def a_node_is_killed(run):
    node = run.dice.choice(run.cluster.nodes)
    run.waits.begin()
    await run.in_background(node.kill)
    await run.go_on(run.others(node))
    await run.until(lambda: run.waits.have_heard(run.listeners), "every listener to have a write of after it")
    run.waits.longest_write("a node is killed: the longest write at another", run.others(node))
    run.waits.last_listener("a node is killed: its last listener has news", run.listeners)
    await run.in_background(node.start)


@contextlib.asynccontextmanager
async def frozen(run, node):
    node.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        node.process.send_signal(signal.SIGCONT)


async def a_node_freezes_inside_a_batch(run):
    """It is stopped while it waits for the lock of the log, which it then gets."""
    primary, database = run.cluster.primary, run.cluster.database
    waits = """
        SELECT application_name FROM pg_stat_activity
        WHERE wait_event = 'transactionid' AND query LIKE '%log_head%FOR UPDATE%' AND application_name LIKE 'node-%';"""
    with primary.session(database) as session:
        await run.in_background(lambda: session.run("BEGIN; SELECT FROM log_head WHERE id = 1 FOR UPDATE;"))
        labels = []
        await run.until(lambda: labels.extend(primary.sql(waits, database).split()) or labels, "a node that waits for the lock")
        node = next(node for node in run.cluster.nodes if node.label == labels[0])
        async with frozen(run, node):
            run.waits.begin()
            await run.in_background(lambda: session.run("COMMIT;"))
            await run.go_on(run.others(node))
            run.waits.first_write("a node freezes inside a batch: others write", run.others(node))
    await run.go_on([node])


async def a_node_is_cut_off(run):
    """From the database; clients still reach it."""
    node = run.dice.choice(run.cluster.nodes)
    run.waits.begin()
    node.machine.unplug()
    try:
        await run.until(lambda: not node.is_ready(), f"{node.label} to be unready")
        run.waits.note("a node is cut off: it is unready")

        def streams():
            figures = node.metrics()
            return figures["noteit_streams_sse"] + figures["noteit_streams_websocket"]
        await run.until(lambda: streams() == 0, f"the streams of {node.label} to end")
        run.waits.note("a node is cut off: its streams have ended")
        await run.go_on(run.others(node))
        for path in ("/v1/me", f"/v1/courses/{run.course}/events", "/v1/snapshot", "/v1/changes?cursor=now"):
            status, answer = await run.keeper.ask(node, "GET", path)
            if status not in (None, 503):
                run.ledger.fault(f"{node.label}, cut off, answers {path} with {status} {str(answer)[:200]}")
    finally:
        node.machine.plug()
    await run.go_on([node])


async def promote(run):
    """The standby takes over, sometimes while a node is away. Then the old primary's machine gets a new standby."""
    away = run.dice.choice([None, *run.cluster.nodes])
    if away:
        await run.in_background(away.kill)
    run.waits.begin()
    await run.in_background(run.cluster.promote)
    await run.go_on(run.others(away))
    run.waits.first_write("a standby is promoted: writes", run.others(away))
    if away:
        await run.in_background(away.start)


async def renew(run):
    await run.in_background(run.cluster.replace, run.cluster.wait_for_promise)


async def the_primary_dies(run):
    await run.in_background(lambda: run.cluster.primary.stop(signal.SIGKILL))
    await promote(run)
    await renew(run)


async def the_primary_dies_and_rows_are_lost(run):
    """The standby was asynchronous, or an operator let commits pass without it."""
    here = run.cluster
    primary, standby = here.primary, here.standby

    def wait_no_more():
        primary.sql("ALTER SYSTEM SET synchronous_standby_names = '';")
        primary.sql("SELECT pg_reload_conf();")

    run.ledger.start_losing()
    if is_known := run.dice.random() < 0.5:
        await run.in_background(wait_no_more, lambda: here.wait_for_promise(False))
    await run.in_background(standby.place.unplug if IS_REAL else standby.stop)
    if not is_known:
        await run.in_background(wait_no_more)
    await run.go_on(here.nodes)
    # What the kernel still has to send for the dead primary must not reach the standby.
    takeover = [here.promote, standby.place.plug] if IS_REAL else [standby.start, here.promote]
    await run.in_background(lambda: primary.stop(signal.SIGKILL), *takeover)
    await run.go_on(here.nodes)
    await renew(run)


async def the_primary_is_cut_off(run):
    """It runs on, seen by nobody."""
    place = run.cluster.primary.place
    place.unplug()
    if run.dice.random() < 0.5:
        await run.until(lambda: not any(node.is_ready() for node in run.cluster.nodes), "the nodes to be unready")
    await promote(run)
    await run.in_background(run.cluster.former.end, place.plug)
    await renew(run)


async def the_primary_crashes_and_starts_again(run):
    await run.in_background(lambda: run.cluster.primary.stop(signal.SIGQUIT), run.cluster.primary.start)
    await run.go_on(run.cluster.nodes)


async def the_standby_is_away(run):
    """Writes wait for it, and nothing may be served that nobody else has."""
    await run.in_background(run.cluster.standby.stop)
    await run.until(lambda: not any(node.is_ready() for node in run.cluster.nodes), "the nodes to be unready")
    await run.in_background(run.cluster.standby.start)
    await run.go_on(run.cluster.nodes)


# Those of which a short run has the first.
FAILURES = [
    a_node_is_killed, a_node_freezes_inside_a_batch, a_node_is_cut_off, the_primary_dies, the_primary_dies_and_rows_are_lost,
    the_primary_is_cut_off, the_primary_crashes_and_starts_again, the_standby_is_away,
]
NEED_CABLES = {a_node_is_cut_off, the_primary_is_cut_off}


def history(seed, count):
    """So many failures of a seed, each kind once, in its order."""
    possible = [failure for failure in FAILURES[:count] if IS_REAL or failure not in NEED_CABLES]
    return random.Random(seed).sample(possible, len(possible))
