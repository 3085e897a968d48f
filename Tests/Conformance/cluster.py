"""A PostgreSQL of the tests: its own cluster in a temporary folder, which listens on a socket there and on no port; and its standby."""

import atexit
import contextlib
import functools
import itertools
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

PROGRAMS = pathlib.Path("/usr/lib/postgresql/15/bin")
PATIENCE = 120


class PostgreSQL:
    def __init__(self, folder, source=None, within=(), **settings):
        """A new cluster, or a standby of `source`, which it follows. `within`: a command that runs another, as root."""
        assert PROGRAMS.exists(), f"{PROGRAMS} does not exist. `make test` installs PostgreSQL."
        self.folder = folder
        # PostgreSQL does not run as root.
        self.user = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}
        if self.user:
            shutil.chown(folder, "postgres", "postgres")
        self.data = f"{folder}/data"
        # The program that changes the namespace changes the user.
        self.within = [*within, "setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if within else []
        if source:
            self.run("pg_basebackup", "-h", source.folder, "-U", "noteit", "-D", self.data, "-R", "-c", "fast", "--no-sync", **self.user)
        else:
            self.run("initdb", "-D", self.data, "-U", "noteit", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C", **self.user)
        self.settings = {"listen_addresses": "", "unix_socket_directories": folder, "fsync": "off", "max_connections": 200} | settings
        self.names = itertools.count(1)
        self.start()

    def start(self):
        options = [word for name, value in self.settings.items() for word in ("-c", f"{name}={value}")]
        with open(f"{self.folder}/log", "ab") as log:
            self.process = subprocess.Popen(
                [*self.within, PROGRAMS / "postgres", "-D", self.data, *options], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log,
                stderr=log, **({} if self.within else self.user))
        end = time.monotonic() + PATIENCE
        while not self.is_ready():
            assert time.monotonic() < end, "PostgreSQL is not ready"
            time.sleep(0.05)

    def run(self, program, *arguments, **settings):
        done = subprocess.run(
            [PROGRAMS / program, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE, **settings)
        assert done.returncode == 0, f"{program}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
        return done.stdout

    def is_ready(self):
        assert self.process.poll() is None, pathlib.Path(f"{self.folder}/log").read_text()
        return subprocess.run([PROGRAMS / "pg_isready", "-q", "-h", self.folder]).returncode == 0

    def sql(self, text, database="postgres"):
        return self.run(
            "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-U", "noteit", "-d", database, input=text)

    def rows(self, query, database="postgres"):
        """What a query finds."""
        found = self.sql(f"SELECT coalesce(json_agg(row), '[]') FROM ({query}) AS row;", database)
        return [tuple(row.values()) for row in json.loads(found)]

    @contextlib.contextmanager
    def session(self, database):
        """A connection that stays open."""
        session = Session(self, database)
        try:
            yield session
        finally:
            session.process.stdin.close()
            session.process.wait(PATIENCE)

    def dump(self, database, *options):
        """The lines of a database as SQL, without the random word that each dump begins and ends with."""
        said = self.run("pg_dump", "-h", self.folder, "-U", "noteit", *options, database)
        return [line for line in said.splitlines() if not line.startswith(("\\restrict", "\\unrestrict"))]

    def address(self, database, user="noteit"):
        return f"postgresql://{user}@/{database}?host={self.folder}"

    def make(self, options=""):
        """The name of a new database."""
        name = f"test_{next(self.names)}"
        self.sql(f"CREATE DATABASE {name} {options};")
        return name

    def stop(self, how=signal.SIGINT):
        """SIGINT ends its connections; SIGQUIT ends it as a crash would; SIGKILL ends its first process, and so the others."""
        self.process.send_signal(how)
        self.process.wait(PATIENCE)

    def wait_for_standby(self):
        """Commits wait for a standby from now on."""
        self.sql("ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)';")
        self.sql("SELECT pg_reload_conf();")
        end = time.monotonic() + PATIENCE
        while self.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'quorum';").strip() == "0":
            assert time.monotonic() < end, "no standby follows"
            time.sleep(0.05)

    def promote(self):
        """Makes a standby the primary."""
        self.run("pg_ctl", "promote", "-D", self.data, **self.user)


class Session:
    """A psql that waits for statements."""

    def __init__(self, server, database):
        self.process = subprocess.Popen(
            [PROGRAMS / "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", server.folder, "-U", "noteit", "-d", database],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=server.folder)

    def run(self, text):
        """Runs statements; returns what they say."""
        self.process.stdin.write(f"{text}\n\\echo over\n")
        self.process.stdin.flush()
        said = []
        while (line := self.process.stdout.readline()) != "over\n":
            assert line, f"psql ended: {said}"
            said.append(line)
        return "".join(said)


@contextlib.contextmanager
def temporary(source=None, **settings):
    """A cluster, or a standby of one, in a folder of its own. It may have ended meanwhile."""
    with tempfile.TemporaryDirectory(prefix="noteit-postgresql-", ignore_cleanup_errors=True) as folder:
        made = PostgreSQL(folder, source, **settings)
        try:
            yield made
        finally:
            if made.process.poll() is None:
                made.stop(signal.SIGQUIT)


@functools.cache
def shared():
    """One cluster for all servers of this process."""
    folder = tempfile.mkdtemp(prefix="noteit-postgresql-")
    cluster = PostgreSQL(folder)
    atexit.register(lambda: (cluster.stop(), shutil.rmtree(folder, ignore_errors=True)))
    return cluster
