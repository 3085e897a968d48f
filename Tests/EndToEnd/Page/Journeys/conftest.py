"""Real browsers, and the page as `noteitd` serves it itself."""

import pytest
from noteitd import PATIENCE
from served import front, server  # noqa: F401


@pytest.fixture
def visit(browser, front):
    """Makes a browser of one person, like `profile`, but there may be several. What it complains about fails the test."""
    made, complaints = [], []

    def visit(**options):
        context = browser.new_context(base_url=front.address, timezone_id="America/Vancouver", locale="en-CA", **options)
        context.set_default_timeout(PATIENCE * 1000)
        context.on("console", lambda message: complaints.append(message.text) if is_complaint(message) else None)
        context.on("weberror", lambda error: complaints.append(str(error.error)) if MODULE not in str(error.error) else None)
        made.append(context)
        return context.new_page()

    yield visit
    for context in made:
        context.close()
    assert complaints == []


# A room is loaded when it is opened. Without a network it does not come, and the page says so.
MODULE = "Failed to fetch dynamically imported module"


def is_complaint(message):
    # Of the browser itself: a test cuts the network, an answer of 401 says that nobody is signed in, and without TLS one header
    # of the page counts nothing.
    known = (
        "Failed to load resource", "WebSocket connection to", "net::ERR", "Cross-Origin-Opener-Policy header has been ignored",
        "Service Worker registration blocked by Playwright", MODULE,
    )
    return message.type in ("error", "warning") and not any(word in message.text for word in known)
