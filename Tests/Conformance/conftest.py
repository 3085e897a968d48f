"""One server for all tests, with the sample term, and a term of courses from which each test gets its own."""

import itertools
import uuid

import pytest

from degree_world import small_programme
from hostile import World
from noteitd import PROGRAM, SAMPLE, Noteitd
from people import Anyone, register, staff
from registrar import import_term
from study_campus import running_campus


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A running server with two terms: the sample, and one of many unused courses."""
    assert PROGRAM.exists(), f"{PROGRAM} is not built: make release"
    assert SAMPLE.exists(), f"{SAMPLE} is not there"
    folder = tmp_path_factory.mktemp("server")
    server = Noteitd(folder)
    server.load_sample("--time-zone", "America/Vancouver")
    import_term(server, folder, untouched_rows())
    server.admin("programmes", "import", small_programme(folder))
    with server.serving():
        yield server


def untouched_rows():
    """A past term of 1,300 courses, each of two lectures."""
    numbers = [("TEST", "", number) for number in range(100, 1000)] + [("MORE", "1", number) for number in range(100, 500)]
    for (subject, first, number), section in itertools.product(numbers, (1, 2)):
        yield (
            f"200010,{first}{number}{section},{subject},{number},Course {subject} {number},D{section}00,LEC,3,MWF,1030,1120,"
            "2000-01-04,2000-04-07,,,,,,,In Person,"
        )


@pytest.fixture(scope="session")
def campus(tmp_path_factory):
    """A server whose term has a class at 10:30 today and on every other day but the day after tomorrow."""
    with running_campus(tmp_path_factory.mktemp("campus")) as server:
        yield server


@pytest.fixture
def own_server(tmp_path):
    """A server for one test alone, with the sample term, for tests that would disturb others."""
    server = Noteitd(tmp_path)
    server.load_sample()
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def courses(server):
    """Unused courses, each given out once."""
    return untouched(server)


def untouched(server):
    person = register(server)
    for course in person.items("/v1/terms/200010/courses", limit=200):
        # Between two courses, the tests may take longer than an access token lasts.
        person.refresh()
        yield person.get(f"/v1/courses/{course['id']}")


@pytest.fixture
def anyone(server):
    return Anyone(server)


@pytest.fixture
def course(courses):
    """A course with two sections, whose events are this test's alone."""
    return next(courses)


@pytest.fixture
def ada(server, course):
    """A student in the course's first section."""
    return student(server, course, 0)


@pytest.fixture
def bob(server, course):
    """A student in the course's second section."""
    return student(server, course, 1)


@pytest.fixture
def first(course):
    return course["sections"][0]["id"]


@pytest.fixture
def second(course):
    return course["sections"][1]["id"]


@pytest.fixture
def cleo(server, course):
    """A classmate of Ada's."""
    return student(server, course, 0)


@pytest.fixture
def dora(server, course, first, second):
    """Staff of the first section, and a student of the second."""
    person = staff(server, course["id"], first)
    person.enroll(second)
    return person


@pytest.fixture
def eve(server, second):
    """A student of the second section, with a unique name."""
    person = register(server, f"Evelyn {uuid.uuid4()}")
    person.enroll(second)
    return person


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


@pytest.fixture
def world(server, course, ada, bob, grace):
    """A valid request for every operation."""
    return World(server, course, ada, bob, grace)


@pytest.fixture(scope="module")
def kept_world(server, courses):
    """A world for the tests of a file that leave it as it is."""
    course = next(courses)
    return World(server, course, student(server, course, 0), student(server, course, 1), staff(server, course["id"]))
