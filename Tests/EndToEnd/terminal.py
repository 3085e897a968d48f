"""A person's command line, for tests of both programs together."""

import contextlib
import os
import pathlib
import sqlite3
import subprocess

from noteitd import PATIENCE, PROGRAM
from people import PASSWORD

NOTEIT = pathlib.Path(os.environ.get("NOTEIT", PROGRAM.parent / "noteit"))


class Terminal:
    """A person's `noteit`, with folders of its own."""

    def __init__(self, server, folder, person):
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "NOTEIT_SERVER": server.url, "LANG": "C.UTF-8"}
        folder.mkdir()
        self.noteit("auth", "login", person.email, text=PASSWORD + "\n")

    def noteit(self, *arguments, text=None):
        done = subprocess.run(
            [NOTEIT, *arguments], input=text, capture_output=True, text=True, timeout=PATIENCE, env=self.environment)
        assert done.returncode == 0, f"noteit {arguments}: {done.returncode} {done.stdout}{done.stderr}"
        return done.stdout

    def watch(self, output, *options):
        with open(output, "wb") as file, open(str(output) + ".err", "wb") as errors:
            return subprocess.Popen([NOTEIT, "watch", "--json", *options], stdout=file, stderr=errors, env=self.environment)


def copy_of(terminal):
    """The file of its local copy."""
    return pathlib.Path(terminal.environment["HOME"]) / ".local/share/noteit/default/copy.sqlite"


def damage(copy):
    """Writes over the pages of the events of a local copy, as a failing disk would."""
    with contextlib.closing(sqlite3.connect(copy)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = database.execute("PRAGMA page_size").fetchone()[0]
        page = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'event'").fetchone()[0]
    with open(copy, "r+b") as stored:
        stored.seek((page - 1) * size)
        stored.write(b"\xff" * size)


def failing(terminal, *arguments):
    """The output of a command that must fail."""
    done = subprocess.run([NOTEIT, *arguments], capture_output=True, text=True, timeout=PATIENCE, env=terminal.environment)
    assert done.returncode not in (0, 133, 139), done.stdout
    return done.stderr


def said(terminal, *arguments):
    """What a command writes for people to read."""
    done = subprocess.run([NOTEIT, *arguments], capture_output=True, text=True, timeout=PATIENCE, env=terminal.environment)
    assert done.returncode == 0, done.stderr
    return done.stderr
