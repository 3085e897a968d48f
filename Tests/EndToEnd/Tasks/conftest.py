"""A student's terminal, for tasks and study time."""

import pytest

from people import register
from planning import evening_desk


@pytest.fixture
def ada(server):
    return register(server)


@pytest.fixture
def desk(server, ada, tmp_path):
    return evening_desk(server, tmp_path, ada)
