"""Who asks for plans of study time."""

import pytest

from people import register


@pytest.fixture(scope="module")
def newcomer(server):
    return register(server)


@pytest.fixture
def planner(newcomer):
    """A person whose access token is fresh: all these tests take longer than one lasts."""
    newcomer.refresh()
    return newcomer
