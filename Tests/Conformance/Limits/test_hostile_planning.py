"""Searches for timetables that ask for too much are refused at once."""

import concurrent.futures
import json
import re

import pytest

from contract import judge
from hostile import ask
from noteitd import Noteitd
from people import Anyone, register
from processes import cheaply


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """A server that nobody else uses."""
    server = Noteitd(tmp_path_factory.mktemp("alone"))
    server.load_sample()
    with server.serving():
        yield server


def busy_entries(count):
    """Times that do not overlap, as many as fit."""
    slots = [(day, f"{start // 60:02}:{start % 60:02}", f"{(start + 5) // 60:02}:{(start + 5) % 60:02}")
        for start in range(0, 1435, 5) for day in "MTWRFSU"]
    return [dict(zip(("days", "start", "end"), slots[number % len(slots)])) for number in range(count)]


TIME = {"start": "08:00", "end": "09:00"}
TOO_MUCH = {
    "days": lambda: {"busy": [{"days": "M" * 49152, **TIME}]}, "days of no week": lambda: {"busy": [{"days": "x" * 49152,
        **TIME}]}, "days in many": lambda: {"busy": [{"days": "M" * 48000, **TIME}] * 20},
    "days off": lambda: {"daysOff": "M" * 900_000}, "days avoided": lambda: {"daysAvoided": "MTWRFSU" * 120_000},
    "all days off": lambda: {"daysOff": "F" * 49152},
    "busy": lambda: {"busy": busy_entries(9000)}, "busy at the same time": lambda: {"busy": [{"days": "MTWRF", **TIME}] * 9000},
    "busy and soft": lambda: {"busy": [each | {"hard": False} for each in busy_entries(9000)]},
    "busy without days": lambda: {"busy": [{}] * 100_000}, "pinned": lambda: {"pinned": list(range(100_000))},
    "pinned the same": lambda: {"pinned": [1234] * 100_000}, "excluded": lambda: {"excluded": list(range(100_000))},
    "courses": lambda: {"courses": [f"A{number}" for number in range(100_000)]},
    "courses the same": lambda: {"courses": ["CMPT225"] * 80_000}, "courses without a name": lambda: {"courses": [""] * 100_000},
    "groups": lambda: {"anyOf": [{}] * 100_000}, "groups in full": lambda: {"anyOf": [{"pick": 1, "courses": ["A"]}] * 35_000},
    "groups that pick more": lambda: {"anyOf": [{"pick": 9}] * 90_000},
    "one group": lambda: {"anyOf": [{"pick": 50_000, "courses": [f"A{number}" for number in range(100_000)]}]},
    "half of a group": lambda: {"anyOf": [{"pick": 100, "courses": [f"CMPT{number}" for number in range(200)]}]},
    "a long campus": lambda: {"campuses": ["x" * 900_000]}, "long campuses": lambda: {"campuses": ["x" * 18_000] * 50},
    "campuses": lambda: {"campuses": [f"C{number}" for number in range(100_000)]},
    "a campus of marks": lambda: {"campuses": ["e" + "\u0301" * 400_000]}, "long courses": lambda: {"courses": ["A" * 900_000]},
    "courses of marks": lambda: {"courses": ["A" + "\u0301" * 400_000]},
    "long instructors": lambda: {"instructors": ["x" * 45_000] * 20},
    "instructors": lambda: {"instructors": [f"I{number}" for number in range(100_000)]},
    "excluded instructors": lambda: {"excludedInstructors": ["a"] * 100_000},
    "long ways": lambda: {"ways": [{"from": "x" * 450_000, "to": "y" * 450_000, "minutes": 1}]},
    "ways": lambda: {"ways": [{"from": "a", "to": "b", "minutes": 1}] * 25_000},
    "preferred": lambda: {"preferred": ["08:00"] * 100_000},
    "a long time": lambda: {"earliest": "0" * 900_000}, "a long number": lambda: {"limit": 10 ** 4000},
    "times": lambda: {"busy": [{"days": "M", "start": "0" * 400_000, "end": "1" * 400_000}]},
}


@pytest.mark.parametrize("what", TOO_MUCH)
def test_an_excessive_search_is_refused_at_once_and_disturbs_nobody(what, alone):
    """It takes at most two seconds of a processor, and others are served meanwhile."""
    person = register(alone)
    path = "/v1/terms/202530/schedules/search"
    data = json.dumps({"courses": ["CMPT225"]} | TOO_MUCH[what](), ensure_ascii=False, separators=(",", ":")).encode()
    assert len(data) < 1 << 20, "or else its size alone is refused"
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        searching = pool.submit(cheaply, 2, alone, lambda: ask(person, "POST", path, data))
        assert ask(Anyone(alone), "GET", "/healthz").status_code == 200
        answer = searching.result()
    judge("POST", path, answer)
    assert answer.status_code == 422, (answer.status_code, answer.text[:300])
    named = {re.split(r"[.\[]", error["field"])[0] for error in answer.json()["errors"]}
    assert named <= set(TOO_MUCH[what]()) | {"courses"}, answer.text[:300]
