"""Under load, with readers who stall, vanish and return at random: nothing lost, doubled, reordered or leaked."""

import asyncio
import os
import re
import urllib.request

import pytest

from noteitd import PROGRAM, Noteitd
from reader import Known
from soak import soak, term_rows

SEEDS = int(os.environ.get("NOTEIT_SEEDS", "12"))
FIRST = int(os.environ.get("NOTEIT_FIRST_SEED", "0"))


@pytest.fixture
def campus(tmp_path):
    assert PROGRAM.exists(), f"{PROGRAM} is not built: make build"
    server = Noteitd(tmp_path)
    (tmp_path / "term.csv").write_text("\n".join([*term_rows(SEEDS), ""]))
    server.admin("catalog", "import", str(tmp_path / "term.csv"), "--time-zone", "America/Vancouver")
    server.start()
    server.up = asyncio.Event()
    server.up.set()
    yield server
    server.stop()
    assert "Fatal error" not in server.said()


def metric(server, name):
    with urllib.request.urlopen(server.url + "/metrics", timeout=30) as answer:
        return float(re.search(rf"^{name} (\S+)$", answer.read().decode(), re.MULTILINE)[1])


def report(server, known):
    stalls = metric(server, "noteit_stream_stalls")
    print(f"\n{SEEDS} seeds: " + ", ".join(f"{count} {what}" for what, count in sorted(known.tally.items())) + f", {stalls:.0f} stalls in the server")
    return stalls


def test_every_copy_is_a_fresh_snapshot_whatever_its_reader_does(campus):
    known = Known()
    failures = asyncio.run(soak(campus, range(FIRST, FIRST + SEEDS), known))
    stalls = report(campus, known)
    assert not failures, f"{len(failures)} of {SEEDS} seeds failed (NOTEIT_FIRST_SEED=n NOTEIT_SEEDS=1):\n" + "\n".join(failures[:5])
    assert stalls > SEEDS, f"only {stalls} stalls: the readers did not fill their sockets"
    campus.admin("check")
