"""Pages in Chromium, in one origin with a real server. What a page complains about fails the test, unless it is of the network."""

import pytest

import front as fronts

# Of the browser itself: a test cuts the network on purpose.
NETWORK = ("Failed to load resource", "WebSocket connection to", "net::ERR")


@pytest.fixture
def front(server):
    with fronts.front(server) as front:
        yield front


@pytest.fixture
def profile(browser, front):
    """A browser of one person: its pages share cookies, databases and locks."""
    context = browser.new_context(base_url=front.address, timezone_id="America/Vancouver", locale="en-CA")
    complaints = []

    def listen(message):
        if message.type in ("error", "warning") and not any(word in message.text for word in NETWORK):
            complaints.append(message.text)

    context.on("console", listen)
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    yield context
    context.close()
    assert complaints == []
