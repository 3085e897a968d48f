"""Runs a command. What it says goes to the terminal and to a log."""

import contextlib
import os
import signal
import subprocess
import sys
import threading

PATIENCE = 20  # seconds after ctrl-C in which tests stop their servers


def run(command, log, **environment):
    """Returns the exit status of `command`. Ctrl-C ends the command and everything that it started."""
    child = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=os.environ | environment,
        start_new_session=True)
    copying = threading.Thread(target=copy, args=(child.stdout, log), daemon=True)
    copying.start()
    try:
        status = child.wait()
    except BaseException:
        end(child)
        raise
    copying.join(5)  # a program that outlives its test keeps the pipe open
    return status


def copy(pipe, log):
    with open(log, "ab") as file:
        while piece := os.read(pipe.fileno(), 1 << 16):
            file.write(piece)
            file.flush()
            with contextlib.suppress(OSError):  # nobody reads the terminal any more
                sys.stdout.buffer.write(piece)
                sys.stdout.buffer.flush()


def end(child):
    try:
        tell(child, signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(PATIENCE)
    finally:
        tell(child, signal.SIGKILL)
        child.wait()


def tell(child, what):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, what)
