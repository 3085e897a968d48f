"""An empty page of the site, under the policy. Whatever the page complains about fails the test."""

import pytest

import web


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
