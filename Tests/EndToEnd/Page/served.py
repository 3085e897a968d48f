"""A small class on a `noteitd` that serves the page itself, over a network that can be cut. PAGE_FOLDER serves a folder as it is
on disk, so that no build is needed to try a change."""

import os

import pytest

from noteitd import Noteitd
from wire import Wire


@pytest.fixture
def server(request, tmp_path):
    """A test gives it settings with `parametrize(..., indirect=True)`."""
    server = Noteitd(tmp_path, **getattr(request, "param", {}))
    server.load_sample("--time-zone", "America/Vancouver")
    folder = os.environ.get("PAGE_FOLDER")
    with server.serving(*(["--page", os.path.abspath(folder)] if folder else [])):
        yield server


@pytest.fixture
def front(server):
    wire = Wire(server)
    yield wire
    wire.close()
