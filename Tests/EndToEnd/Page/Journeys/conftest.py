"""The page as `noteitd` serves it itself, over a network that can be cut. PAGE_FOLDER serves a folder as it is on disk, so that
no build is needed to try a change."""

import os

import pytest
from playwright.sync_api import expect

from noteitd import SAMPLE, Noteitd
from people import small_class
from tabs import COURSE
from wire import Wire

expect.set_options(timeout=30_000)  # a last resort, for a busy machine


@pytest.fixture
def server(tmp_path):
    server = Noteitd(tmp_path)
    server.admin("catalog", "import", str(SAMPLE), "--time-zone", "America/Vancouver")
    folder = os.environ.get("PAGE_FOLDER")
    server.start(*(["--page", os.path.abspath(folder)] if folder else []))
    yield server
    server.stop()
    assert "Fatal error" not in server.said()


@pytest.fixture
def front(server):
    wire = Wire(server)
    yield wire
    wire.close()


@pytest.fixture
def people(server):
    return small_class(server, COURSE)


@pytest.fixture
def visit(browser, front):
    """Makes a browser of one person, like `profile`, but there may be several. What it complains about fails the test."""
    made, complaints = [], []

    def visit(**options):
        context = browser.new_context(base_url=front.address, timezone_id="America/Vancouver", locale="en-CA", **options)
        context.on("console", lambda message: complaints.append(message.text) if is_complaint(message) else None)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        made.append(context)
        return context.new_page()

    yield visit
    for context in made:
        context.close()
    assert complaints == []


def is_complaint(message):
    # Of the browser itself: a test cuts the network, an answer of 401 says that nobody is signed in, and without TLS one header
    # of the page counts nothing.
    known = ("Failed to load resource", "WebSocket connection to", "net::ERR", "Cross-Origin-Opener-Policy header has been ignored")
    return message.type in ("error", "warning") and not any(word in message.text for word in known)
