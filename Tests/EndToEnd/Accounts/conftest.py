"""A person and their `noteit`."""

import pytest

from people import register
from terminal import Terminal


@pytest.fixture
def ada(server):
    return register(server, "Ada")


@pytest.fixture
def laptop(server, tmp_path, ada):
    return Terminal(server, tmp_path / "laptop", ada)
