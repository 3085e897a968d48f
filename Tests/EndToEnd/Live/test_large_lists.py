"""The list of a whole campus is imported, changed and imported again, while a crowd posts and listens.

It has 600 rows, and 30,000 with `NOTEIT_SEEDS` from 25 on.
"""

import asyncio
import contextlib
import statistics
import time

import pytest

from campus_cluster import CROWDED
from campus_lists import import_now
from copies import Copy
from crowd import crowd
from lists import Row, accounts
from noteitd import Noteitd, wait_until
from people import register, scopes
from persons import Person
from registrar import import_term
from soak import COURSES, CROWD_PLACES, SECTIONS, subject, term_rows
from test_soak import SEEDS

ROWS, LISTENERS = (30_000, 600) if SEEDS >= 25 else (600, 60)
CLASSES = 4 if ROWS < 1_000 else 100
OF_EACH = 2  # sections of each person
ALL = [(f"200010.{subject(number // SECTIONS // COURSES)}{101 + number // SECTIONS % COURSES}", f"200010.{10000 + number}")
       for number in range(CLASSES * COURSES * SECTIONS)]
WATCHERS = 5


@pytest.fixture
def campus(tmp_path):
    """A server with people whose emails are verified."""
    server = Noteitd(tmp_path, **CROWDED)
    import_term(server, tmp_path, term_rows(CLASSES - 1))
    server.sql("".join(accounts(ROWS // OF_EACH)))
    with server.serving():
        server.up, server.mortal = asyncio.Event(), False
        server.up.set()
        yield server


def listed(emails, shift=0, without=0):
    """With a shift, one row in ten is another section's. The last `without` people are missing."""
    for number, email in enumerate(emails[:len(emails) - without]):
        for place in range(OF_EACH):
            moved = shift if (number + place) % 10 == 0 else 0
            course, section = ALL[(number * 7 + place * 131 + moved) % len(ALL)]
            yield Row(email, f"Person {number}", f"30{number:07}", course, section.partition(".")[2], "student")


class Watch:
    """Some people of the list, with copies that follow the changes."""

    def __init__(self, server):
        self.people = [register(server) for _ in range(WATCHERS)]
        for person in self.people:
            server.admin("account", "verify", person.email)
        self.copies = [Copy(person) for person in self.people]

    def expect(self, rows):
        """Each has the places of the list, and hears of them."""
        for person, copy in zip(self.people, self.copies, strict=True):
            wanted = sorted((f"200010.{row.code}", row.role) for row in rows if row.email == person.email)
            assert scopes(person) == wanted
            wait_until(lambda: self.places(copy) == wanted, "the copy to have the places")

    def places(self, copy):
        copy.catch_up()
        return sorted((each["section"], each["role"]) for each in copy.held["enrollment"].values())

    def end(self):
        """While nobody writes, each copy is a fresh snapshot."""
        for copy in self.copies:
            copy.expect_fresh()


async def post_often(person, course, waits):
    """Keeps the seconds that each post took."""
    while True:
        begin = time.monotonic()
        status, answer = await person.attempt("POST", f"/v1/courses/{course}/events", {"title": "said meanwhile"})
        assert status == 201, answer
        waits.append(time.monotonic() - begin)
        await asyncio.sleep(0.02)


def test_the_list_of_a_campus_is_imported_and_imported_again_while_people_post_and_listen(campus):
    watch = Watch(campus)
    # Those who watch are the first and the last of the list.
    others = [f"p{number}@example.edu" for number in range(ROWS // OF_EACH - WATCHERS)]
    emails = [*(person.email for person in watch.people[:-1]), *others, watch.people[-1].email]
    lists = [list(listed(emails)), list(listed(emails, shift=1)), list(listed(emails, without=len(emails) // 5)), list(listed(emails))]

    async def run():
        crowded = [Person(campus, "Somebody") for _ in CROWD_PLACES]
        poster, (course, section), waits = Person(campus, "Poster"), CROWD_PLACES[0], []
        await poster.register()
        await poster.attempt("POST", "/v1/me/enrollments", {"sections": [section]})
        async with crowd(campus, crowded, CROWD_PLACES, LISTENERS):
            posting = asyncio.create_task(post_often(poster, course, waits))
            for number, rows in enumerate(lists):
                begin = time.monotonic()
                said = await asyncio.to_thread(import_now, campus, rows, number % 2 == 1)
                [counts] = [line for line in said.splitlines() if "as before" in line]
                print(f"\n{counts}: {time.monotonic() - begin:.2f} s", end="")
                await asyncio.to_thread(watch.expect, rows)
            posting.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await posting
        poster.close()
        return sorted(waits)

    waits = asyncio.run(run())
    watch.end()
    high = waits[len(waits) * 99 // 100]
    print(f"\n{len(waits)} posts meanwhile: median {statistics.median(waits):.3f} s, p99 {high:.3f} s, most {waits[-1]:.3f} s")
    campus.admin("check")
