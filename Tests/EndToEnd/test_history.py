"""Whatever happens, and however often a reader loses its connection: snapshot + changes = fresh snapshot."""

import os

import pytest

from history import Day

SEEDS = range(int(os.environ.get("NOTEIT_SEEDS", "10")))


@pytest.mark.parametrize("seed", SEEDS)
def test_every_copy_over_every_transport_is_a_fresh_snapshot(server, check, seed):
    day = Day(server, seed)
    day.live(80)
    day.end()
    check()


def test_copies_survive_a_restart_in_the_middle(server, check):
    day = Day(server, "restart")
    for _ in range(3):
        day.live(20)
        server.kill()
        server.start()
    day.live(20)
    day.end()
    check()
