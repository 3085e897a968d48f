"""Random histories of failures of a cluster under load: a node is killed, freezes inside a batch or is cut off; the primary dies, is
cut off or crashes; its standby is promoted, and lacks rows or not.

After each: nothing acknowledged is lost, nothing refused is stored, every copy of every client is what the ledger has, whichever nodes
it came from, each change came once and in order, the log has no gaps, and the epoch is the same, or another if rows were lost. In
between: no node answers with what is stale, and nobody gets what is private to another.

`NOTEIT_FAILURES` sets their number, `NOTEIT_FIRST_SEED` the first history. It prints how long others waited after each, and where there
are many, it holds the medians to what was promised. bench/README.md has the table of a run.
"""

import asyncio
import os

import pytest

from campus_cluster import CROWDED, Cluster
from failures import FAILURES, Run, history
from waits import Waits

COUNT = int(os.environ.get("NOTEIT_FAILURES", "5"))
FIRST = int(os.environ.get("NOTEIT_FIRST_SEED", "0"))


MANY = 64


@pytest.fixture(scope="module")
def waits():
    """Of all histories."""
    waits = Waits()
    yield waits
    print(f"\n{waits}")
    assert COUNT < MANY or not waits.late(), waits.late()


@pytest.mark.parametrize("seed", range(FIRST, FIRST + -(-COUNT // len(FAILURES))))
def test_nothing_acknowledged_is_lost_whatever_fails(tmp_path, seed, waits):
    with Cluster(tmp_path, **CROWDED) as cluster:
        cluster.nodes[0].load_sample("--time-zone", "America/Vancouver")
        run = Run(cluster.start(), seed, waits)
        try:
            asyncio.run(run.live(history(seed, COUNT)))
        finally:
            print(f"\nseed {seed}: " + ", ".join(f"{count} {what}" for what, count in sorted(run.ledger.tally.items())))
            for text in run.ledger.faults[:20]:
                print(text)
        assert not run.ledger.faults, f"{len(run.ledger.faults)} faults of seed {seed}, of which the first are above"
        cluster.admin("check")
