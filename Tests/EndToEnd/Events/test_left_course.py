"""A private post stays its author's own after they have left the course."""

from people import small_class
from terminal import Terminal, failing

COURSE, CODE = "202530.CMPT225", "CMPT225"


def test_every_command_finds_a_private_post_of_a_course_that_one_left(server, tmp_path, check):
    people = small_class(server, COURSE)
    ada, bob = (Terminal(server, tmp_path / name, people[name]) for name in ("ada", "bob"))
    (tmp_path / "map.txt").write_text("map")
    bob.noteit("post", CODE, "Slides")
    name = ada.noteit("post", CODE, "My notes", "--private", "--due", "in 3 days", "--attach", str(tmp_path / "map.txt")).strip()
    ada.noteit("course", "drop", CODE, "--yes")
    assert name in ada.noteit("event", "list") and ada.noteit("course", "list", "--plain") == ""
    for word in (name, "cmpt225#2", "202530.CMPT225#2", "2"):
        assert "My notes" in ada.noteit("event", "view", word), word
    assert "My notes" in ada.noteit("read", name) and "map.txt" in ada.noteit("attachment", "list", name)
    assert ada.noteit("event", "edit", name, "--title", "My old notes", "--plain") == f"{name}\t2\n"
    ada.noteit("done", name)
    assert "My old notes" not in ada.noteit("agenda")
    assert CODE in failing(ada, "event", "view", f"{CODE}#1"), "a post of the course"
    assert f"{name}, \"My old notes\"" in failing(ada, "event", "delete", name)
    ada.noteit("event", "delete", name, "--yes")
    assert "My old notes" not in ada.noteit("event", "list", "--past")
    check()
