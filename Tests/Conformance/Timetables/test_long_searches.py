"""Long searches: progress, end, and no effect on others."""

import contextlib
import http.client
import json
import threading

import pytest

from contract import faults
from noteitd import PATIENCE, Noteitd, wait_until
from people import register
from planners import HARD, HARD_TERM, SEARCH, hard_rows, planner, student  # noqa: F401: fixtures
from registrar import import_term


def searches(server):
    """Those that run or wait."""
    return server.metrics()["noteit_planning_searches"]


def running(server):
    return server.metrics()["noteit_planning_running"]


def wait_for_idle(server):
    """Half as long as the searches would take that nobody waits for any more."""
    wait_until(lambda: searches(server) == 0, "the searches to end", HARD["budgetMillis"] / 2_000)


class Stream:
    """A streamed search; the test closes the connection."""

    def __init__(self, person, body, term=HARD_TERM, accept="text/event-stream"):
        self.connection = http.client.HTTPConnection("127.0.0.1", person.server.port, timeout=PATIENCE)
        headers = person.headers | {"Content-Type": "application/json", "Accept": accept}
        self.connection.request("POST", f"/v1/terms/{term}/schedules/search", json.dumps(body), headers)

    def open(self):
        self.answer = self.connection.getresponse()
        return self

    def events(self):
        """(name, data) as they arrive; each is checked against the contract."""
        schemas = {"progress": "ScheduleProgress", "result": "ScheduleAnswer", "problem": "Problem"}
        kind = None
        for line in self.answer:
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name == "event":
                kind = value
            elif name == "data":
                data = json.loads(value)
                wrong = faults(data, {"$ref": f"#/components/schemas/{schemas[kind]}"})
                assert not wrong, wrong
                yield kind, data

    def close(self):
        # The answer holds the socket too.
        if self.connection.sock:
            self.connection.sock.close()
        with contextlib.suppress(AttributeError):
            self.answer.close()
        self.connection.close()


def test_a_search_streams_its_progress_and_ends_with_its_result(planner, student):
    stream = Stream(student, HARD | {"budgetMillis": 3000}).open()
    assert stream.answer.status == 200
    assert stream.answer.getheader("Content-Type").startswith("text/event-stream")
    events = list(stream.events())
    kinds = [kind for kind, _ in events]
    assert kinds[:-1] == ["progress"] * (len(events) - 1) and len(events) > 3 and kinds[-1] == "result"
    steps = [data["steps"] for _, data in events[:-1]]
    assert steps == sorted(steps) and steps[-1] > 0
    assert {data["phase"] for _, data in events[:-1]} <= {"waiting", "ranking", "counting"}
    found = events[-1][1]
    assert not found["exact"] and found["feasible"].isdigit()
    bests = [data["best"] for _, data in events[:-1] if data["best"] is not None]
    assert bests == sorted(bests, reverse=True) and (not bests or bests[-1] >= found["timetables"][0]["cost"])


def test_a_short_search_streams_the_same_result(planner, student):
    body = {"courses": ["CMPT225", "MATH150", "PHYS101"]}
    events = list(Stream(student, body, "202530").open().events())
    assert events[-1] == ("result", student.call("POST", SEARCH, 200, json=body).json())


def test_bad_input_is_a_problem_document_for_a_stream_too(planner, student):
    stream = Stream(student, {"courses": ["CMPT999"]}, "202530").open()
    assert stream.answer.status == 422 and stream.answer.getheader("Content-Type") == "application/problem+json"
    stream.close()


@pytest.mark.parametrize("accept", ["text/event-stream", "application/json"])
def test_a_client_that_disconnects_stops_its_search(accept, planner, student):
    wait_for_idle(planner)
    search = Stream(student, HARD, accept=accept)
    wait_until(lambda: running(planner) == 1, "the search to begin")
    if accept == "text/event-stream":
        assert next(search.open().events())[0] == "progress"
    search.close()
    wait_for_idle(planner)
    assert running(planner) == 0


def test_more_searches_than_workers_wait_and_posts_go_on(planner, student):
    wait_for_idle(planner)
    section = student.get("/v1/courses/202530.CMPT225")["sections"][0]["id"]
    student.enroll(section)
    held = [Stream(student, HARD) for _ in range(6)]
    try:
        wait_until(lambda: searches(planner) == 6, "all searches to be taken")
        assert running(planner) <= 2
        assert next(held[-1].open().events())[1]["phase"] == "waiting"
        for _ in range(30):
            student.post("202530.CMPT225")
        assert searches(planner) == 6, "none of them has ended yet"
    finally:
        for search in held:
            search.close()
    wait_for_idle(planner)


def test_too_many_searches_are_refused_with_retry_after(planner):
    wait_for_idle(planner)
    """Two people fill half of the places, then each other has two, so that it takes sixteen more to fill the other half."""
    people = [register(planner) for _ in range(19)]
    held = []
    try:
        for count, crowd, places in ((16, people[:2], 32), (2, people[2:18], 64)):
            held += [Stream(person, HARD) for person in crowd for _ in range(count)]
            wait_until(lambda: searches(planner) == places, "the places to be taken")
        path = f"/v1/terms/{HARD_TERM}/schedules/search"
        mine = people[0].call("POST", path, 429, json=HARD)
        assert "16 of your searches" in mine.json()["detail"] and int(mine.headers["Retry-After"]) > 0
        assert "2 of your searches" in people[17].call("POST", path, 429, json=HARD).json()["detail"]
        others = people[18].call("POST", path, 503, json=HARD)
        assert "Try again" in others.json()["detail"] and int(others.headers["Retry-After"]) > 0
    finally:
        for search in held:
            search.close()
    wait_for_idle(planner)
    assert people[0].call("POST", SEARCH, 200, json={"courses": ["CMPT225"]}).json()["feasible"] != "0"


def test_a_server_that_stops_ends_its_searches_in_time(tmp_path):
    server = Noteitd(tmp_path)
    import_term(server, tmp_path, hard_rows(), name="hard")
    server.start()
    stream = Stream(register(server), HARD).open()
    next(stream.events())
    stopping = threading.Thread(target=server.stop)
    stopping.start()
    with contextlib.suppress(OSError, http.client.HTTPException):
        kinds = [kind for kind, _ in stream.events()]
        assert set(kinds) <= {"progress", "problem"}
    stopping.join()
    assert server.process.poll() == 0
