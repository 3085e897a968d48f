"""A `noteitd` of the tests: its own process, a temporary database, a free port of the loopback.

With NOTEIT_TEST_ENGINE=postgresql, each has a database of its own on a PostgreSQL of the tests."""

import atexit
import collections
import concurrent.futures
import contextlib
import functools
import os
import pathlib
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

import cluster

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("NOTEITD", ROOT / ".build/release/noteitd")).resolve()
SAMPLE = pathlib.Path(os.environ.get("NOTEIT_CATALOG", ROOT / "deploy/sample/term.csv")).resolve()


# The engine of the databases: sqlite or postgresql.
ENGINE = os.environ.get("NOTEIT_TEST_ENGINE", "sqlite")

# Seconds after which a test gives up. A last resort: nothing that a test awaits takes as long, even on a slow machine.
PATIENCE = 120

_claims = collections.deque(maxlen=100)


def free_port():
    """A port that stays free. The system gives it to no connection, and a UDP socket on it keeps other tests away."""
    while True:
        port = random.SystemRandom().randrange(10_000, 32_768)
        claim = socket.socket(type=socket.SOCK_DGRAM)
        with contextlib.suppress(OSError), socket.socket() as probe:
            claim.bind(("127.0.0.1", port))
            probe.bind(("127.0.0.1", port))
            _claims.append(claim)
            return port


def wait_until(condition, what, seconds=PATIENCE):
    """Waits for `condition` to hold; fails after `seconds`."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"waited {seconds} s in vain: {what}"
        time.sleep(0.02)


def finished_lines(path):
    """The lines of a file that a program still writes, without a last one that it has only begun."""
    return path.read_text().rpartition("\n")[0].splitlines()


# What a program that traps ends with. A release build says nothing then.
CRASHES = {-number for number in (signal.SIGABRT, signal.SIGBUS, signal.SIGILL, signal.SIGSEGV, signal.SIGTRAP)}


def is_kept(variable):
    """Whether a server of the tests has a variable of this machine: neither a setting nor a proxy."""
    return not variable.startswith("NOTEIT") and not variable.lower().endswith("_proxy")


# Tests write faster than people; test_write_limits.py tests the limits.
FAST = {f"NOTEIT_{what}_PER_MINUTE": "1000000" for what in ("POSTS", "REPLIES", "UPLOADS")}

# Where webhooks of the tests may lead: nobody listens there.
NOBODY = "127.0.0.1:9"


@functools.cache
def sample_database(*options):
    """A database of SQLite with the sample term alone."""
    folder = tempfile.mkdtemp(prefix="noteit-sample-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    server = Noteitd(folder, engine="sqlite")
    server.admin("catalog", "import", str(SAMPLE), *options)
    server.sql("PRAGMA wal_checkpoint(TRUNCATE);")
    return server.database


class Noteitd:
    """A server that is started, stopped, killed and started again on the same database."""

    def __init__(self, folder, preexec=None, within=(), engine=ENGINE, host="127.0.0.1", **settings):
        self.database = pathlib.Path(folder) / "noteit.db"
        # What the commands say about the database; with PostgreSQL, its name in the cluster.
        self.place, self.name = ["--database", self.database], None
        if engine == "postgresql":
            self.name = cluster.shared().make()
            self.place = ["--database", cluster.shared().address(self.name), "--folder", str(folder)]
        self.output = pathlib.Path(folder) / "noteitd.log"
        self.host, self.port = host, free_port()
        self.url = f"http://{host}:{self.port}"
        self.program = PROGRAM
        self.preexec, self.within = preexec, within  # `within`: a command that runs another
        self.environment = {key: value for key, value in os.environ.items() if is_kept(key)} | FAST | {"NOTEIT_HOOK_HOSTS": NOBODY} | settings
        self.process = None
        self.answers = 0  # received by the people of persons.py

    def admin(self, *arguments, text=None, check=True):
        """Runs an admin command on the database, beside a running server too; returns its standard output."""
        done = subprocess.run(
            [*self.within, self.program, *arguments, *self.place],
            input=text, capture_output=True, text=True, timeout=PATIENCE, env=self.environment,
        )
        assert not check or done.returncode == 0, f"noteitd {arguments}: {done.stdout}{done.stderr}"
        return done.stdout if check else done

    def load_sample(self, *options):
        """Imports the sample term. A new database is a copy of one that has it."""
        if self.place[1] == self.database and not self.database.exists():
            shutil.copy(sample_database(*options), self.database)
        else:
            self.admin("catalog", "import", str(SAMPLE), *options)

    def sql(self, statements):
        """Changes the database of a stopped server directly."""
        if self.name:
            cluster.shared().sql(statements, self.name)
            return
        with contextlib.closing(sqlite3.connect(self.database)) as database:
            database.executescript(statements)

    def rows(self, query):
        """What a query finds, while it runs too."""
        if self.name:
            return cluster.shared().rows(query, self.name)
        with contextlib.closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as database:
            return database.execute(query).fetchall()

    def prune(self):
        """Deletes every row of the log of a stopped server, as it does itself with old ones."""
        self.sql("DELETE FROM log_topic; DELETE FROM log; UPDATE log_head SET pruned = head;")

    def start(self, *options):
        log = open(self.output, "ab")
        self.process = subprocess.Popen(
            [*self.within, self.program, "serve", *self.place, "--host", self.host, "--port", str(self.port), *options],
            stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=self.environment, preexec_fn=self.preexec,
        )
        log.close()
        wait_until(self.is_ready, f"noteitd to be ready; it said: {self.said()}")
        return self

    @contextlib.contextmanager
    def serving(self, *options):
        """Runs while the `with` lasts, and fails if it crashed."""
        yield self.start(*options)
        self.stop()
        assert "Fatal error" not in self.said()

    def is_ready(self):
        assert self.process.poll() is None, f"noteitd ended with {self.process.returncode}: {self.said()}"
        try:
            with urllib.request.urlopen(self.url + "/readyz", timeout=5) as answer:
                return answer.status == 200
        except (urllib.error.URLError, OSError):
            return False

    def metrics(self):
        """The figures of /metrics; those of series with labels are named with them."""
        with urllib.request.urlopen(self.url + "/metrics", timeout=PATIENCE) as answer:
            lines = answer.read().decode().splitlines()
        return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[0] != "#")}

    def said(self):
        return self.output.read_text(errors="replace")[-4000:] if self.output.exists() else ""

    def stop(self):
        """Asks it to end (SIGTERM). Ten seconds are promised; a slow machine gets more. Fails if it crashed."""
        if self.process is None:
            return
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(timeout=40)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"noteitd did not stop in time: {self.said()}") from None
        assert status not in CRASHES, f"noteitd crashed with {status}: {self.said()}"

    def kill(self):
        self.process.kill()
        self.process.wait()


@contextlib.contextmanager
def beside(folder, story):
    """Runs `story(server)` on a server of its own while other tests run: its future. Breaks off what nobody waited for."""
    server = Noteitd(folder)
    server.load_sample()
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        running = pool.submit(story, server.start())
        yield running
        if running.done():
            server.stop()
        else:
            server.kill()
