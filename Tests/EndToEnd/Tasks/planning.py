"""Tasks and study time, as sessions of `noteit` read and make them, on one server for all tests of a file."""

import json

import pytest

from noteitd import Noteitd
from study_people import noon_zone
from terminal import Terminal

ZONE = noon_zone()
EXAMPLE = ("16:00-17:00", "18:30-19:00", "21:00-22:00")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Noteitd(tmp_path_factory.mktemp("planning"))
    server.load_sample("--time-zone", "America/Vancouver")
    with server.serving():
        yield server


def evening_desk(server, folder, person):
    """A terminal whose person studies from 16:00 to 22:00, in the mode even."""
    terminal = Terminal(server, folder / "desk", person)
    terminal.noteit("study", "settings", "--zone", ZONE, "--hours", "MTWRFSU 16:00-22:00", "--mode", "even")
    return terminal


def tasks(terminal, *options):
    return json.loads(terminal.noteit("task", "list", "--json", *options))


def only(terminal):
    [task] = tasks(terminal, "--all")
    return task


def study(terminal, day="tomorrow"):
    """The study blocks of a day."""
    plan = json.loads(terminal.noteit("study", "today", "--day", day, "--json"))
    return [each for each in plan["blocks"] if each["kind"] == "study"]


def busy(terminal, *spans):
    for number, span in enumerate(spans):
        start, end = span.split("-")
        terminal.noteit("task", "add", f"Busy {number}", "--at", f"tomorrow {start}", "--end", f"tomorrow {end}")


def work(terminal, count, first=0):
    """So many hours of work for tomorrow, each of lower or equal priority than the one before."""
    for number in range(first, first + count):
        priority = ("high", "medium", "low")[min(number, 2)]
        terminal.noteit("task", "add", f"Work {number}", "--minutes", "60", "--earliest", "tomorrow", "--priority", priority)
