"""A course of long texts, copied by `noteit` page by page and completely."""

import json
import sqlite3
import uuid

from people import register
from terminal import Terminal

COURSE, CODE = "202530.CMPT225", "CMPT225"
EVENTS, LENGTH = 300, 20_000


def test_noteit_copies_a_course_of_long_texts_completely_in_small_pages(server, tmp_path):
    person = register(server)
    person.enroll(person.get(f"/v1/courses/{COURSE}")["sections"][0]["id"])
    fill(server, person)
    sizes, following = [], ""
    while following is not None:
        page = person.call("GET", f"/v1/snapshot{following and '?next=' + following}")
        sizes.append(len(page.content))
        following = page.json()["next"]
    assert len(sizes) > EVENTS * LENGTH >> 20 and max(sizes) < 1.3 * 2 ** 20, sizes
    listed = json.loads(Terminal(server, tmp_path / "ada", person).noteit("event", "list", CODE, "--json"))
    titles = {event["title"] for event in listed}
    assert titles == {f"Chapter {number}" for number in range(1, EVENTS + 1)}


def fill(server, author):
    """Writes the events directly into the database."""
    server.stop()
    with sqlite3.connect(server.database) as database:
        database.executemany(
            "INSERT INTO event (id, course_id, number, author_id, kind, title, body, visibility, created_at) "
            "VALUES (?, ?, ?, ?, 'note', ?, ?, 'public', 1)",
            [(str(uuid.uuid4()), COURSE, number, author.id, f"Chapter {number}", "w " * (LENGTH // 2)) for number in range(1, EVENTS + 1)])
        database.execute("UPDATE course SET last_number = ? WHERE id = ?", (EVENTS, COURSE))
    database.close()
    server.start()
