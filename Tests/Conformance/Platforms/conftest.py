"""A learning platform beside a server."""

import pytest

from platforms import running


@pytest.fixture
def moodle(own_server):
    with running(own_server) as platform:
        yield platform
