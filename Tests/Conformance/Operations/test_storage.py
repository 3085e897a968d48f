"""On a full disk or a read-only database, writes are refused with a reason, reads go on, nothing is lost."""

import contextlib
import os
import resource
import signal
import subprocess

import pytest

from noteitd import Noteitd, wait_until
from people import Anyone, member


@pytest.fixture
def cramped(tmp_path):
    """A server with a limit on file sizes, which stands in for a full disk."""
    server = Noteitd(tmp_path, preexec=lambda: signal.signal(signal.SIGXFSZ, signal.SIG_IGN))
    server.load_sample()
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


def full_lines(server):
    return [line for line in server.said().splitlines() if "disk" in line and "503" in line]


def test_a_full_disk_is_in_the_log_once_and_the_server_is_not_ready(cramped):
    person, course = member(cramped)
    anyone = Anyone(cramped)
    limit(cramped, 1 << 16)
    body = {"title": "Event", "body": "x" * 20_000}
    while person.call("POST", f"/v1/courses/{course}/events", json=body).status_code == 201:
        pass
    for _ in range(20):
        person.call("POST", f"/v1/courses/{course}/events", 503, json=body)
    assert len(full_lines(cramped)) == 1, cramped.said()
    assert "disk" in anyone.refused("GET", "/readyz", 503)["detail"]
    limit(cramped, resource.RLIM_INFINITY)
    wait_until(lambda: anyone.call("GET", "/readyz").status_code == 200, "the server to be ready again")
    assert "Writes are stored again" in cramped.said() and len(full_lines(cramped)) == 1
    person.post(course, "After")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root mounts a disk")
def test_a_disk_that_others_filled_makes_the_server_unready_before_a_write_fails(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", disk], check=True)
    try:
        server = Noteitd(disk)
        server.output = tmp_path / "noteitd.log"
        server.start()
        with contextlib.suppress(OSError), open(disk / "fill", "wb", buffering=0) as fill:
            while True:
                fill.write(bytes(1 << 12))
        assert "full" in Anyone(server).refused("GET", "/readyz", 503)["detail"]
        (disk / "fill").unlink()
        wait_until(lambda: Anyone(server).call("GET", "/readyz").status_code == 200, "the server to be ready again")
        server.stop()
    finally:
        subprocess.run(["umount", disk], check=True)


def test_an_acknowledged_write_survives_a_kill(own_server):
    person, course = member(own_server)
    acknowledged = [person.post(course, f"Event {number}")["id"] for number in range(20)]
    own_server.kill()
    own_server.start()
    assert [event["id"] for event in person.events(course)] == acknowledged
    assert own_server.admin("check", check=False).returncode == 0
