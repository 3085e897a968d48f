"""One server for all tests, and courses of its catalog that no other test has touched."""

import itertools

import pytest

from noteitd import PROGRAM, SAMPLE, Noteitd
from people import Anyone, register, staff


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A running server on the sample catalog."""
    assert PROGRAM.exists(), f"{PROGRAM} is not built: make build"
    assert SAMPLE.exists(), f"{SAMPLE} is not there"
    server = Noteitd(tmp_path_factory.mktemp("server"))
    server.admin("catalog", "import", str(SAMPLE))
    server.start()
    yield server
    server.stop()
    assert "Fatal error" not in server.said()


@pytest.fixture
def own_server(tmp_path):
    """A server of one test alone, with the catalog, for what would disturb others."""
    server = Noteitd(tmp_path)
    server.admin("catalog", "import", str(SAMPLE))
    server.start()
    yield server
    if server.process.poll() is None:
        server.stop()


@pytest.fixture(scope="session")
def courses(server):
    """Courses of the catalog, each given out once."""
    person = register(server)
    term = next(term for term in person.get("/v1/terms")["items"] if term["current"])
    return itertools.chain(person.items(f"/v1/terms/{term['id']}/courses", limit=200))


@pytest.fixture
def anyone(server):
    return Anyone(server)


@pytest.fixture
def course(server, courses):
    """A course with two sections at least, whose events are this test's alone."""
    summary = next(course for course in courses if course["sections"] >= 2)
    return register(server).get(f"/v1/courses/{summary['id']}")


@pytest.fixture
def ada(server, course):
    """A student in the course's first section."""
    return student(server, course, 0)


@pytest.fixture
def bob(server, course):
    """A student in the course's second section."""
    return student(server, course, 1)


@pytest.fixture
def grace(server, course):
    """Staff of the whole course."""
    return staff(server, course["id"])


@pytest.fixture
def stranger(server):
    """Signed in, but in no course."""
    return register(server)


def student(server, course, index):
    person = register(server)
    person.enroll(course["sections"][index]["id"])
    return person
