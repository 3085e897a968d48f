"""A home that cannot be written, as in a kiosk or a container: commands that read still read."""

import os
import shutil
import subprocess

import pytest

from noteitd import PATIENCE
from people import register
from terminal import NOTEIT, Terminal

COURSE, CODE = "202530.CMPT225", "CMPT225"
# Root may write everywhere.
AS_NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.geteuid() == 0 else []


@pytest.fixture
def kiosk(server, tmp_path):
    """Signed in, with a post of another person in the copy; then the home is closed to writing."""
    ada, ben = register(server, "Ada"), register(server, "Ben")
    section = ada.get(f"/v1/courses/{COURSE}")["sections"][0]["id"]
    for person in (ada, ben):
        person.enroll(section)
    ben.post(COURSE, "Lab 4", due="2099-10-01T20:00:00Z")
    program = tmp_path / "program"
    program.mkdir()
    shutil.copy(NOTEIT, program / "noteit")
    desk = Terminal(server, tmp_path / "ada", ada)
    desk.noteit("event", "list")
    home = desk.environment["HOME"]
    subprocess.run(["chmod", "-R", "a+rX,a-w", home], check=True)
    for folder in [folder for folder in tmp_path.parents if len(folder.parts) > 2]:
        subprocess.run(["chmod", "a+x", folder], check=True)
    subprocess.run(["chmod", "a+rx", tmp_path, program], check=True)

    def run(*arguments):
        return subprocess.run([*AS_NOBODY, program / "noteit", *arguments], capture_output=True, text=True, timeout=PATIENCE,
                              env=desk.environment, cwd="/")

    yield run, ben
    subprocess.run(["chmod", "-R", "u+w", home], check=True)


def test_reading_commands_read_with_and_without_the_server(server, kiosk):
    run, ben = kiosk
    ben.post(COURSE, "Posted since")
    for command in (["today"], ["event", "list"], ["agenda", "--days", "3660"], ["event", "view", f"{CODE}#1"], ["inbox"], ["--no-input"],
                    ["course", "list"], ["search", "lab"], ["calendar"], ["task", "list"], ["outbox"]):
        done = run(*command)
        assert done.returncode == 0, (command, done.stderr)
    assert "Posted since" in run("event", "list").stdout and "Lab 4" in run("event", "view", f"{CODE}#1").stdout
    server.stop()
    done = run("event", "list")
    assert done.returncode == 0 and "Lab 4" in done.stdout and "offline: as of" in done.stderr, done.stderr


def test_a_post_says_that_it_cannot_wait_there(kiosk):
    run, ben = kiosk
    done = run("post", CODE, "Hello")
    assert done.returncode == 1 and "cannot be written" in done.stderr
    assert [event["title"] for event in ben.events(COURSE)] == ["Lab 4"]
