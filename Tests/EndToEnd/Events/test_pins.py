"""Pinned events, with the programs."""

from terminal import failing


def test_pinned_events_come_first_offline_too(room, server, check):
    ada, grace = room["ada"], room["grace"]
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
