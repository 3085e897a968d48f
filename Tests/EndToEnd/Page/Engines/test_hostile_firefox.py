"""The hostile texts in Firefox, too: the same tests, and whatever it asks for. All rooms in `make endure`, else those most read."""

import os

import pytest

from firefox import firefox
from test_modules import RUN, names
from web import HERE

FILE = HERE / "Rooms/hostile_test.js"
# Firefox draws the signs of lists with a font of its own, which is in the program.
OWN = "data:font/woff2;base64,"
MOST_READ = ("today", "the inbox", "a course", "an event", "what the server finds")
NAMES = [name for name in names(FILE) if "NOTEIT_PAGE_SEEDS" in os.environ or name.endswith(tuple(f": {room}" for room in MOST_READ))]
PATH = f"/{FILE.relative_to(HERE.parents[2]).as_posix()}"


@pytest.fixture(scope="module")
def browser():
    with firefox() as browser:
        yield browser


@pytest.mark.parametrize("name", NAMES)
def test_hostile(browser, site, name):
    browser.visit(site).go("/").run(f"(...given) => ({RUN})(given)", PATH, name)
    asked = browser.asked()
    assert browser.leave() == [] and [address for address in asked if not address.startswith((site, OWN))] == []
