"""A college with the sample term, and a student with their `noteit`."""

import json

import pytest

from college import COURSES, PROGRAMMES
from people import register
from terminal import Terminal


@pytest.fixture
def college(server, tmp_path):
    """The sample term, the real catalog of courses, and two programmes of it."""
    server.admin("courses", "import", str(COURSES))
    file = tmp_path / "programmes.json"
    file.write_text(json.dumps(PROGRAMMES))
    server.admin("programmes", "import", str(file))
    return server


@pytest.fixture
def ada(college):
    return register(college, "Ada")


@pytest.fixture
def desk(college, ada, tmp_path):
    return Terminal(college, tmp_path / "desk", ada)
