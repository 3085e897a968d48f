"""A student's terminal, for tasks and study time."""

import pytest

from people import register
from planning import ZONE
from terminal import Terminal


@pytest.fixture
def ada(server):
    return register(server)


@pytest.fixture
def desk(server, ada, tmp_path):
    """A terminal whose person studies from 16:00 to 22:00, in the mode even."""
    terminal = Terminal(server, tmp_path / "desk", ada)
    terminal.noteit("study", "settings", "--zone", ZONE, "--hours", "MTWRFSU 16:00-22:00", "--mode", "even")
    return terminal
