"""A server for timetables: the sample term with its links and holidays, and a term that is hard to plan."""

import itertools
import random

import pytest

from noteitd import SAMPLE, Noteitd
from people import register
from registrar import import_term

LINKS = SAMPLE.parent / "links.csv"
SEARCH = "/v1/terms/202530/schedules/search"
HARD_TERM = "200020"
HARD = {"courses": [f"HARD{number}" for number in range(1, 17)], "budgetMillis": 60_000}


def hard_rows():
    """A term of courses with many sections at odd times, so that counting their timetables takes very long."""
    dice = random.Random(5)
    for course, section in itertools.product(range(1, 18), range(1, 41)):
        start = dice.randrange(8 * 12, 19 * 12) * 5
        times = f"{start // 60:02}{start % 60:02},{(start + 50) // 60:02}{(start + 50) % 60:02}"
        days = dice.choice(["MWF", "TR", "MW", "WF", "TF", "MR"])
        yield (
            f"{HARD_TERM},{course * 100 + section},HARD,{course},Hard course {course},D{section:02},LEC,3,{days},{times},"
            "2000-09-04,2000-12-08,,,,,,,In Person,"
        )


@pytest.fixture(scope="module")
def planner(tmp_path_factory):
    """A server with the sample term, its links, two holidays, and a term that is hard to plan."""
    folder = tmp_path_factory.mktemp("planner")
    server = Noteitd(folder)
    server.load_sample("--links", str(LINKS), "--time-zone", "America/Vancouver")
    import_term(server, folder, hard_rows(), name="hard")
    (folder / "holidays.csv").write_text("day,name\n2025-10-13,Thanksgiving Day\n2025-11-11,Remembrance Day\n")
    server.admin("catalog", "holidays", str(folder / "holidays.csv"), "--term", "202530")
    with server.serving():
        yield server


@pytest.fixture
def student(planner):
    return register(planner)
