"""What the tests of study time share."""

import pytest

from study_campus import running_campus


@pytest.fixture(scope="session")
def campus(tmp_path_factory):
    """A server whose term has a class at 10:30 today and on every other day but the day after tomorrow."""
    with running_campus(tmp_path_factory.mktemp("campus")) as server:
        yield server
