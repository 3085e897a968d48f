"""`noteit done` ticks off a deadline for one person, online and offline; the kind `assignment`."""

import pytest

from people import register
from terminal import Terminal, failing


@pytest.fixture
def people(server):
    people = [register(server, name=name) for name in ("Ada", "Ben")]
    section = people[0].get("/v1/courses/202530.CMPT225")["sections"][0]["id"]
    for person in people:
        person.enroll(section)
    return people


def test_a_tick_leaves_the_lists_of_its_person_alone(server, people, tmp_path, check):
    ada, ben = (Terminal(server, tmp_path / name, person) for name, person in zip(("ada", "ben"), people))
    name = ada.noteit("post", "CMPT225", "Essay", "--kind", "assignment", "--due", "in 3 days", "--plain").split()[0]
    assert "assignment" in ben.noteit("agenda", "--plain") and "assignment" in ben.noteit("event", "list", "--kind", "assignment")
    assert ben.noteit("done", name, "--plain").strip() == name
    assert ben.noteit("agenda", "--plain") == "" and "Essay" in ben.noteit("agenda", "--done", "--plain")
    assert "Essay" in ada.noteit("agenda", "--plain") and "done" in ben.noteit("event", "view", name)
    assert "done" not in ada.noteit("event", "view", name)
    assert ben.noteit("done", name, "--undo", "--plain").strip() == name
    assert "Essay" in ben.noteit("agenda", "--plain")
    note = ada.noteit("post", "CMPT225", "A note", "--plain").split()[0]
    assert "no due date" in failing(ada, "done", note) and "is a course" in failing(ada, "done", "CMPT225")
    check()


def test_a_tick_made_offline_shows_at_once_and_is_sent_later(server, people, tmp_path, check):
    ada, phone = (Terminal(server, tmp_path / name, people[0]) for name in ("ada", "phone"))
    name = ada.noteit("post", "CMPT225", "Essay", "--kind", "assignment", "--due", "in 3 days", "--plain").split()[0]
    ada.noteit("task", "add", name, "--minutes", "60")
    assert "Essay" in phone.noteit("agenda", "--plain")
    server.stop()
    assert "queued" in ada.noteit("done", name, "--plain")
    assert ada.noteit("agenda", "--plain") == "" and "\tdone\t" in ada.noteit("outbox", "list", "--plain")
    server.start()
    ada.noteit("agenda")
    assert ada.noteit("outbox", "list", "--plain") == "" and ada.noteit("agenda", "--plain") == ""
    assert phone.noteit("agenda", "--plain") == ""
    assert all(task["done"] for task in people[0].items("/v1/me/tasks"))
    check()
