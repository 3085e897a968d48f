"""One browser for the tests of a file. What its pages report as errors fails the test."""

import pytest

from firefox import firefox
from served import front, server  # noqa: F401
from webkit import webkit

ENGINES = {"firefox": firefox, "webkit": webkit}
# Of the browser itself: a test cuts the network on purpose.
NETWORK = ("NetworkError", "Failed to fetch", "can’t establish a connection", "was interrupted")


@pytest.fixture(scope="module", params=ENGINES)
def engine(request):
    with ENGINES[request.param]() as engine:
        yield engine


@pytest.fixture
def visit(engine, front):  # noqa: F811
    """Makes a tab of a new person."""
    yield lambda: engine.visit(front.address)
    assert [text for text in engine.leave() if not any(word in text for word in NETWORK)] == []
