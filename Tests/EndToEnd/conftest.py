"""Each test has its own server on the small real term, to kill, restart and crowd it."""

import pytest

from noteitd import PROGRAM, Noteitd
from people import small_class
from terminal import Terminal


@pytest.fixture
def server(tmp_path):
    assert PROGRAM.exists(), f"{PROGRAM} is not built: make release"
    server = Noteitd(tmp_path)
    server.load_sample("--time-zone", "America/Vancouver")
    with server.serving():
        yield server


@pytest.fixture
def check(server):
    """Fails unless `noteitd check` finds nothing, beside the running server."""
    return lambda: server.admin("check")


@pytest.fixture
def room(server, tmp_path):
    """The terminals of two students and staff of a course, by their names."""
    people = small_class(server)
    return {name: Terminal(server, tmp_path / name, person) for name, person in people.items()}
