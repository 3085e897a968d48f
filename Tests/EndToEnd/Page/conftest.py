"""An empty page of the site, under the policy, and whole pages with a real server behind them. Whatever a page complains about
fails the test, unless it is of the network."""

import pytest
from playwright.sync_api import expect

import front as fronts
import web
from noteitd import PATIENCE
from people import small_class
from tabs import COURSE
from visits import browser_of_one

expect.set_options(timeout=PATIENCE * 1000)  # a last resort, for a busy machine


@pytest.fixture(scope="module")
def site():
    with web.site() as address:
        yield address


@pytest.fixture(scope="module")
def browser():
    with web.chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def tab(browser, site):
    context = browser.new_context(base_url=site, timezone_id="America/Toronto", locale="en-CA")
    yield context.new_page()
    context.close()


@pytest.fixture
def page(tab):
    complaints = []

    def listen(message):
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    def fail(error):
        complaints.append(str(error))

    tab.on("console", listen)
    tab.on("pageerror", fail)
    tab.goto("/")
    yield tab
    tab.remove_listener("console", listen)
    tab.remove_listener("pageerror", fail)
    assert complaints == []


@pytest.fixture
def people(server):
    """A class of Ada, Bob, and Grace, who is staff."""
    return small_class(server, COURSE)


@pytest.fixture
def front(server):
    with fronts.front(server) as front:
        yield front


@pytest.fixture
def profile(browser, front):
    """A browser of one person: its pages share cookies, databases and locks."""
    with browser_of_one(browser, front) as context:
        yield context


@pytest.fixture
def other_profile(browser, front):
    with browser_of_one(browser, front) as context:
        yield context
