"""A person's command line, for tests of both programs together."""

import os
import pathlib
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
