"""A class whose term has lectures today, at noon, and a student's terminal that shows it."""

import time

import pytest

from emulator import Emulator
from glance import SECTION, term
from noteitd import Noteitd, wait_until
from people import register
from study_people import noon_zone
from terminal import Terminal


@pytest.fixture
def zone():
    """Where it is noon now: lunch ends after the test."""
    wait_until(lambda: time.gmtime().tm_min < 58, "the next hour", seconds=240)
    return noon_zone()


@pytest.fixture
def server(tmp_path, zone):
    server = Noteitd(tmp_path)
    server.admin("catalog", "import", term(tmp_path, zone), "--time-zone", zone)
    with server.serving():
        yield server


@pytest.fixture
def ada(server):
    person = register(server, "Ada")
    person.enroll(SECTION)
    return person


@pytest.fixture
def bob(server):
    person = register(server, "Bob 鮑勃")
    person.enroll(SECTION)
    return person


@pytest.fixture
def desk(server, ada, tmp_path, zone):
    terminal = Terminal(server, tmp_path / "desk", ada)
    terminal.environment["TZ"] = zone
    return terminal


@pytest.fixture
def opened(desk):
    """Opens the view; it is closed at the end."""
    emulators = []

    def opened(**options):
        emulators.append(Emulator(desk.environment, **options))
        return emulators[-1]

    yield opened
    for emulator in emulators:
        emulator.close()
