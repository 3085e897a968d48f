"""A `noteitd` of the tests: its own process, a temporary database, a free port of the loopback."""

import contextlib
import os
import pathlib
import signal
import socket
import sqlite3
import subprocess
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("NOTEITD", ROOT / ".build/debug/noteitd")).resolve()
SAMPLE = pathlib.Path(os.environ.get("NOTEIT_CATALOG", ROOT / "deploy/sample/term.csv")).resolve()


def free_port():
    """A port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(condition, what, seconds=20):
    """Waits for `condition` to hold; fails after `seconds`."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"waited {seconds} s in vain: {what}"
        time.sleep(0.02)


def finished_lines(path):
    """The lines of a file that a program still writes, without a last one that it has only begun."""
    return path.read_text().rpartition("\n")[0].splitlines()


# Tests write faster than people; test_write_limits.py tests the limits.
FAST = {f"NOTEIT_{what}_PER_MINUTE": "1000000" for what in ("POSTS", "REPLIES", "UPLOADS")}


class Noteitd:
    """A server that is started, stopped, killed and started again on the same database."""

    def __init__(self, folder, preexec=None, **settings):
        self.database = pathlib.Path(folder) / "noteit.db"
        self.output = pathlib.Path(folder) / "noteitd.log"
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.preexec = preexec
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith("NOTEIT")} | FAST | settings
        self.process = None
        self.answers = 0  # received by the people of persons.py

    def admin(self, *arguments, text=None, check=True):
        """Runs an admin command on the database, beside a running server too; returns its standard output."""
        done = subprocess.run(
            [PROGRAM, *arguments, "--database", self.database],
            input=text, capture_output=True, text=True, timeout=120, env=self.environment,
        )
        assert not check or done.returncode == 0, f"noteitd {arguments}: {done.stdout}{done.stderr}"
        return done.stdout if check else done

    def sql(self, statements):
        """Changes the database of a stopped server directly."""
        with contextlib.closing(sqlite3.connect(self.database)) as database:
            database.executescript(statements)

    def start(self):
        log = open(self.output, "ab")
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--database", self.database, "--host", "127.0.0.1", "--port", str(self.port)],
            stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=self.environment, preexec_fn=self.preexec,
        )
        log.close()
        wait_until(self.is_ready, f"noteitd to be ready; it said: {self.said()}")
        return self

    def is_ready(self):
        assert self.process.poll() is None, f"noteitd ended with {self.process.returncode}: {self.said()}"
        try:
            with urllib.request.urlopen(self.url + "/readyz", timeout=5) as answer:
                return answer.status == 200
        except (urllib.error.URLError, OSError):
            return False

    def said(self):
        return self.output.read_text(errors="replace")[-4000:] if self.output.exists() else ""

    def stop(self):
        """Asks it to end (SIGTERM) and holds it to the promised 10 seconds."""
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=12)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"noteitd did not stop in time: {self.said()}") from None

    def kill(self):
        self.process.kill()
        self.process.wait(timeout=10)
