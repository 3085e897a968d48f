"""Who asks the stateless degree routes, and the servers that the tests of stored plans share."""

import pytest

from degree_people import faculty_in
from noteitd import Noteitd
from people import register


@pytest.fixture(scope="session")
def degree_newcomer(server):
    return register(server)


@pytest.fixture
def asker(degree_newcomer):
    """A person whose access token is fresh: all these tests take longer than one lasts."""
    degree_newcomer.refresh()
    return degree_newcomer


@pytest.fixture(scope="session")
def faculty(tmp_path_factory):
    """A server with a small catalog of courses and two programmes."""
    with faculty_in(tmp_path_factory.mktemp("faculty")).serving() as server:
        yield server


@pytest.fixture
def student(faculty):
    return register(faculty)


@pytest.fixture
def adviser(faculty):
    return register(faculty, "Adviser")


@pytest.fixture
def outsider(faculty):
    return register(faculty, "Outsider")


@pytest.fixture
def empty(tmp_path):
    return Noteitd(tmp_path)
