"""As test_soak.py, on three nodes of one PostgreSQL with a synchronous standby, each on a machine of its own. Every connection of a
reader or a writer goes to any of the nodes, so cursors, pages of snapshots and writes hop between them.

`NOTEIT_SEEDS` sets the number of histories. From 25 on, there are 131 writers and 3,000 listeners besides the readers."""

import asyncio
import collections
import os
import resource

import pytest

from campus_cluster import CROWDED, Cluster
from registrar import import_term
from soak import soak, term_rows
from test_soak import FIRST, expect_none, report

SEEDS = int(os.environ.get("NOTEIT_SEEDS", "3"))
DAYS, LISTENERS = (25, 3_000) if SEEDS >= 25 else (3, 120)


@pytest.fixture
def campus(tmp_path):
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with Cluster(tmp_path, **CROWDED) as campus:
        import_term(campus, tmp_path, term_rows(SEEDS))
        campus.up = asyncio.Event()
        campus.up.set()
        yield campus.start()


def test_every_copy_is_a_fresh_snapshot_whichever_nodes_its_reader_goes_to(campus):
    tally = collections.Counter()
    failures = asyncio.run(soak(campus, range(FIRST, FIRST + SEEDS), tally, at_once=DAYS, listeners=LISTENERS))
    report(SEEDS, tally)
    expect_none(failures, SEEDS)
    campus.admin("check")
