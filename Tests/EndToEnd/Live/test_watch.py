"""Two `noteit watch` and a `curl -N` see the same changes in the same order, over a kill -9 of the server."""

import json
import subprocess

from noteitd import PATIENCE, finished_lines, wait_until
from people import register
from terminal import Terminal


def changes_of(output):
    """The changes in the order in which `noteit watch --json` printed them: (cursor, change)."""
    return [(line["cursor"], line["change"]) for line in map(json.loads, finished_lines(output))]


def events_of(stream):
    """The changes that curl saved, as (cursor, change)."""
    changes, cursor, kind = [], None, None
    for line in finished_lines(stream):
        name, _, value = line.partition(": ")
        if name == "id":
            cursor = value
        elif name == "event":
            kind = value
        elif name == "data" and kind == "change":
            changes.append((cursor, json.loads(value)))
    return changes


def test_watchers_see_the_same_in_the_same_order_over_a_kill(server, tmp_path, check):
    people = [register(server, name=name) for name in ("First", "Second", "Third")]
    section = people[0].get("/v1/courses/202530.CMPT225")["sections"][0]["id"]
    for person in people:
        person.enroll(section)
    start = people[0].head()
    terminals = [Terminal(server, tmp_path / f"home{number}", person) for number, person in enumerate(people[:2])]
    outputs = [tmp_path / f"watch{number}" for number in range(2)]
    watchers = [t.watch(o, "--since", start) for t, o in zip(terminals, outputs)]
    curls = [curl(server, people[2], start, tmp_path / "curl0")]
    try:
        for number in range(20):
            people[2].post("202530.CMPT225", f"before {number}")
        wait_until(lambda: all(len(changes_of(o)) >= 20 for o in outputs) and len(events_of(tmp_path / "curl0")) >= 20, "the first changes")
        server.kill()
        curls[0].wait(PATIENCE)
        server.start()
        last = events_of(tmp_path / "curl0")[-1][0]
        curls.append(curl(server, people[2], last, tmp_path / "curl1"))
        for number in range(20):
            people[2].post("202530.CMPT225", f"after {number}")
        wait_until(lambda: all(len(changes_of(o)) >= 40 for o in outputs), "the watchers to resume")
        wait_until(lambda: len(events_of(tmp_path / "curl1")) >= 20, "curl to resume")
    finally:
        for process in watchers + curls:
            process.terminate()
            process.wait(PATIENCE)
    seen = events_of(tmp_path / "curl0") + events_of(tmp_path / "curl1")
    titles = [change["body"]["title"] for _, change in seen]
    assert titles == [f"before {n}" for n in range(20)] + [f"after {n}" for n in range(20)]
    for output in outputs:
        assert [change for _, change in changes_of(output)] == [change for _, change in seen], f"{output.name} differs from curl"
    check()


def curl(server, person, cursor, output):
    return subprocess.Popen(
        ["curl", "-sN", "-o", output, "-H", f"Authorization: Bearer {person.token}", f"{server.url}/v1/stream?cursor={cursor}"])
