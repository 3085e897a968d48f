"""What the tests of calendars share."""

import pytest

from dav import Dav


@pytest.fixture
def phone(ada):
    return Dav(ada)
