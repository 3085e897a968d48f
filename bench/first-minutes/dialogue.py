"""A newcomer at a terminal: answers what is asked, and counts keystrokes and the seconds of waiting."""
import contextlib
import os
import time

import pexpect

# What is asked, and which answer a person gives. The first that matches counts.
ASKED = [
    (r"(?i)server[^\n]*: $", "server"),
    (r"(?i)e-?mail[^\n]*: $", "email"),
    (r"(?i)name[^\n]*: $", "name"),
    (r"(?i)(password|again)[^\n]*: $", "password"),
    (r"\[[Yy]/[Nn]\][^\n]*$", "yes"),
]
QUIET = 0.05  # seconds without output before a person reads and answers


class Newcomer:
    """Runs commands with a home of its own, one after the other."""

    def __init__(self, programs, home, answers):
        self.programs, self.answers = programs, answers | {"yes": "y"}
        self.environment = {
            "PATH": f"{programs}:{os.environ['PATH']}", "HOME": str(home), "LANG": "C.UTF-8", "TERM": "xterm", "NO_COLOR": "1"}
        self.keys, self.seconds, self.said = 0, 0.0, ""

    def spawn(self, command):
        self.keys += len(f"noteit {command}\r")
        return pexpect.spawn(
            "/bin/sh", ["-c", f"exec noteit {command}"], env=self.environment, encoding="utf-8", timeout=60, dimensions=(40, 100))

    def run(self, command):
        """Runs a command to its end; returns its exit code."""
        terminal, self.said = self.spawn(command), ""
        patterns = [pattern for pattern, _ in ASKED]
        while True:
            start = time.monotonic()
            asked = terminal.expect([*patterns, pexpect.EOF])
            self.seconds += time.monotonic() - start
            self.said += terminal.before
            if asked == len(patterns):
                terminal.close()
                return terminal.exitstatus
            self.said += terminal.after
            answer = self.answers[ASKED[asked][1]]
            self.keys += len(answer) + 1
            # Typed once the terminal hides what is typed, where it does.
            time.sleep(QUIET)
            terminal.sendline(answer)

    @contextlib.contextmanager
    def watching(self):
        """A running `noteit watch`; gives a function that waits until a text is shown."""
        terminal = self.spawn("watch")
        start = time.monotonic()
        terminal.expect(r"\S[^\n]*\n")

        def seen(text):
            terminal.expect_exact(text)
            self.seconds += time.monotonic() - start

        yield seen
        terminal.sendintr()
        self.keys += 1
        terminal.expect(pexpect.EOF)
        terminal.close()
