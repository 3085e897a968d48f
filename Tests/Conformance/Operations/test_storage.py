"""On a full disk or a read-only database, writes are refused with a reason, reads go on, nothing is lost."""

import resource
import signal

import pytest

from noteitd import SAMPLE, Noteitd
from people import Anyone, member


@pytest.fixture
def cramped(tmp_path):
    """A server with a limit on file sizes, which stands in for a full disk."""
    server = Noteitd(tmp_path, preexec=lambda: signal.signal(signal.SIGXFSZ, signal.SIG_IGN))
    server.admin("catalog", "import", str(SAMPLE))
    server.start()
    yield server
    server.stop()


def limit(server, size):
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def test_on_a_full_disk_writes_are_503_and_reads_go_on(cramped):
    person, course = member(cramped)
    posted = [person.post(course, "Before")]
    limit(cramped, 1 << 16)
    statuses = []
    for number in range(40):
        answer = person.call("POST", f"/v1/courses/{course}/events", json={"title": f"Event {number}", "body": "x" * 20_000})
        statuses.append(answer.status_code)
        if answer.status_code == 201:
            posted.append(answer.json())
    assert set(statuses) <= {201, 503} and statuses[-1] == 503
    assert person.events(course) == posted
    person.get("/v1/snapshot")
    assert Anyone(cramped).get("/healthz")["status"] == "ok"
    limit(cramped, resource.RLIM_INFINITY)
    posted.append(person.post(course, "After"))
    assert person.events(course) == posted
    cramped.stop()
    assert cramped.admin("check", check=False).returncode == 0
    cramped.start()
    assert person.events(course) == posted


def test_an_acknowledged_write_survives_a_kill(own_server):
    person, course = member(own_server)
    acknowledged = [person.post(course, f"Event {number}")["id"] for number in range(20)]
    own_server.kill()
    own_server.start()
    assert [event["id"] for event in person.events(course)] == acknowledged
    assert own_server.admin("check", check=False).returncode == 0
