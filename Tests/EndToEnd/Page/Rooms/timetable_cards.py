"""Servers with a term, choosing courses in the room of timetables, and reading what it shows."""

import contextlib
import re

from playwright.sync_api import expect

from noteitd import SAMPLE, Noteitd


@contextlib.contextmanager
def served(folder, term, *more):
    """A server with one term."""
    server = Noteitd(folder)
    server.admin("catalog", "import", *map(str, term), "--time-zone", "America/Vancouver")
    for arguments in more:
        server.admin(*map(str, arguments))
    with server.serving():
        yield server


def sample_term(folder):
    """The sample term with its links, ways and courses, and some ratings."""
    scores = folder / "scores.csv"
    scores.write_text("crn,rating_x100,gpa_x100\n5446,410,320\n6035,380,\n5565,,275\n")
    return served(folder, (SAMPLE, "--links", SAMPLE.parent / "links.csv", "--term-name", "Fall 2025"), ("catalog", "import", SAMPLE.parent / "courses.csv"),
                  ("catalog", "ways", SAMPLE.parent / "ways.csv"), ("grades", "import", scores))


def choose(page, *courses):
    field = page.get_by_role("combobox", name="Courses")
    for course in courses:
        field.fill(course)
        expect(page.get_by_role("listbox").get_by_role("option").first).to_be_visible()
        field.press("Enter")
        expect(field).to_have_value("")


def cards(page):
    return page.locator(".best .cards > li")


def facts(tree):
    """What an assistive program reads of a timetable: its facts by their names."""
    found = dict(re.findall(r"- term: (.+)\n\s*- definition: (.+)", tree))
    return {name: value.strip('"') for name, value in found.items()}


def request_by(page, act, holds):
    """The search that the page sends because of something, the first for which a condition holds."""
    is_wanted = lambda request: request.url.endswith("/schedules/search") and holds(request.post_data_json)  # noqa: E731
    with page.expect_request(is_wanted) as found:
        act()
    return found.value


def sent_by(page, act, holds):
    return request_by(page, act, holds).post_data_json


def answer_by(page, act, holds):
    """What the server answers to it."""
    return request_by(page, act, holds).response().json()
