"""`noteit notice unseen`: for staff, of notices that must be read; their readers are told."""

import json

from people import small_class
from terminal import Terminal, failing

COURSE, CODE = "202530.CMPT225", "CMPT225"


def test_staff_list_who_has_not_seen_a_notice(server, tmp_path, check):
    people = small_class(server, COURSE)
    ada, grace = (Terminal(server, tmp_path / name, people[name]) for name in ("ada", "grace"))
    name = grace.noteit("notice", "send", CODE, "Room 9001", "--must-read", "--yes").strip()
    assert [line.split("\t")[0] for line in grace.noteit("notice", "unseen", name, "--plain").splitlines()] == ["Ada", "Bob"]
    assert "the staff see who has not seen it" in ada.noteit("event", "view", name)
    ada.noteit("agenda")
    assert [each["displayName"] for each in json.loads(grace.noteit("notice", "unseen", name, "--json"))] == ["Bob"]
    assert people["bob"].email in grace.noteit("notice", "unseen", name)
    assert "staff" in failing(ada, "notice", "unseen", name)
    plain = grace.noteit("notice", "send", CODE, "Slides", "--yes").strip()
    assert "must read" in failing(grace, "notice", "unseen", plain)
    assert "staff see" not in ada.noteit("event", "view", plain)
    note = grace.noteit("post", CODE, "A note").strip()
    assert "not a notice" in failing(grace, "notice", "unseen", note)
    check()
