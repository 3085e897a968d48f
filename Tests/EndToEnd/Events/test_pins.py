"""Pinned events, with the programs."""

import pytest

from people import register, staff
from terminal import Terminal, failing

COURSE = "202530.CMPT225"


@pytest.fixture
def room(server, tmp_path):
    """A student and an instructor with their terminals."""
    course = register(server).get(f"/v1/courses/{COURSE}")
    ada, grace = register(server, name="Ada Lovelace"), staff(server, COURSE)
    ada.enroll(course["sections"][0]["id"])
    return Terminal(server, tmp_path / "ada", ada), Terminal(server, tmp_path / "grace", grace)


def test_pinned_events_come_first_offline_too(room, server, check):
    ada, grace = room
    name = grace.noteit("post", "CMPT225", "How to ask", "--due", "2000-02-01", "--yes").strip()
    ada.noteit("post", "CMPT225", "Lab 4", "--due", "in 3 days")
    assert "How to ask" not in ada.noteit("event", "list", "CMPT225")
    assert grace.noteit("event", "pin", name, "--plain") == f"{name}\tpinned\n"
    assert "staff in charge" in failing(ada, "event", "pin", name)
    ada.noteit("event", "list")
    server.stop()
    lines = ada.noteit("event", "list", "CMPT225").splitlines()
    assert lines[0] == "Pinned" and "How to ask" in lines[1] and any("Lab 4" in line for line in lines[2:])
    assert "pinned" in ada.noteit("event", "view", name) and "How to ask" in ada.noteit("event", "list", "--pinned", "--plain")
    server.start()
    grace.noteit("event", "pin", name, "--undo")
    assert "Pinned" not in ada.noteit("event", "list") and ada.noteit("event", "list", "--pinned", "--plain") == ""
    check()
