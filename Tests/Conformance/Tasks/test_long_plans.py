"""Long searches for study time: others do not wait, and they end with their clients."""

import http.client
import json

from noteitd import PATIENCE, wait_until
from people import register
from study_campus import evening_student
from study_people import add, study, timetable

HARD = {
    "now": "2026-10-31T07:00:00Z", "from": "2026-10-31", "to": "2026-11-02",
    "settings": {
        "timeZone": "America/Vancouver", "mode": "weeks",
        "hours": {day: [{"start": "00:00", "end": "24:00"}] for day in "MTWRFSU"},
    },
    "tasks": [{"id": f"t{number}", "kind": "flexible", "minutes": 500} for number in range(9)],
}


def searches(server):
    """Those that run or wait."""
    return server.metrics()["noteit_study_searches"]


def begin(person):
    """A hard preview; the test closes the connection."""
    connection = http.client.HTTPConnection("127.0.0.1", person.server.port, timeout=PATIENCE)
    headers = person.headers | {"Content-Type": "application/json"}
    connection.request("POST", "/v1/study/preview", json.dumps(HARD), headers)
    return connection


def test_one_persons_previews_hold_up_nobody_and_end_with_their_client(campus):
    ada, ben = register(campus), evening_student(campus)
    known = timetable(ben)
    previews = [begin(ada) for _ in range(8)]
    try:
        wait_until(lambda: searches(campus) == 8, "eight searches")
        # A plan that is current is read past the queue; a new one has its turn between.
        assert timetable(ben) == known
        task = add(ben, "Read")
        assert len(study(timetable(ben), task)) == 1
        assert searches(campus) > 1, "the others go on"
    finally:
        for connection in previews:
            connection.close()
    wait_until(lambda: searches(campus) == 0, "the searches to end with their client")
