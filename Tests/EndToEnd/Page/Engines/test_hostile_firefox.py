"""The hostile texts in Firefox, too: the same tests, and whatever it asks for. All rooms in `make endure`, else those most read."""

import os

import pytest

from firefox import firefox
from test_modules import RUN, names
from web import HERE

FILES = sorted((HERE / "Rooms").glob("hostile*_test.js"))
# Firefox draws the signs of lists with a font of its own, which is in the program.
OWN = "data:font/woff2;base64,"
MOST_READ = ("today", "the inbox", "a course", "an event", "what the server finds")
CASES = [
    pytest.param(f"/{file.relative_to(HERE.parents[2]).as_posix()}", name, id=name)
    for file in FILES
    for name in names(file)
    if "NOTEIT_PAGE_SEEDS" in os.environ or name.endswith(tuple(f": {room}" for room in MOST_READ))
]


@pytest.fixture(scope="module")
def browser():
    with firefox() as browser:
        yield browser


@pytest.mark.parametrize("path, name", CASES)
def test_hostile(browser, site, path, name):
    browser.visit(site).go("/").run(f"(...given) => ({RUN})(given)", path, name)
    asked = browser.asked()
    assert browser.leave() == [] and [address for address in asked if not address.startswith((site, OWN))] == []
