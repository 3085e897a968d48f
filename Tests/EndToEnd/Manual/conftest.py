"""What the tests of the manual and of completion read."""

import pytest

from installation import Installation


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    """The folder `share` of an installation."""
    return Installation(tmp_path_factory.mktemp("installed")).root / "usr/share"
