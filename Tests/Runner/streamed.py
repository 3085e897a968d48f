"""Runs a command. What it says goes to a log, and to the terminal."""

import contextlib
import os
import signal
import subprocess
import sys
import threading

PATIENCE = 20  # seconds after ctrl-C in which tests stop their servers


class Running:
    """A command that runs, in the background unless the terminal shows it."""

    def __init__(self, command, log, is_shown=True, **environment):
        self.child = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=os.environ | environment,
            start_new_session=True)
        self.copying = threading.Thread(target=self.copy, args=(log, is_shown), daemon=True)
        self.copying.start()

    def wait(self):
        """Returns the exit status. Ctrl-C ends the command and everything that it started."""
        try:
            status = self.child.wait()
        except BaseException:
            self.end()
            raise
        self.copying.join(5)  # a program that outlives its test keeps the pipe open
        return status

    def copy(self, log, is_shown):
        with open(log, "ab") as file:
            while piece := os.read(self.child.stdout.fileno(), 1 << 16):
                file.write(piece)
                file.flush()
                if is_shown:
                    with contextlib.suppress(OSError):  # nobody reads the terminal any more
                        sys.stdout.buffer.write(piece)
                        sys.stdout.buffer.flush()

    def end(self):
        try:
            self.tell(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.child.wait(PATIENCE)
        finally:
            self.tell(signal.SIGKILL)
            self.child.wait()

    def tell(self, what):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.child.pid, what)
