"""A terminal with a program in it: what the program draws, as cells."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

import pyte

from noteitd import PATIENCE
from terminal import NOTEIT


class Emulator:
    """`noteit` on a pseudo-terminal of some columns and lines."""

    def __init__(self, environment, width=80, height=30, colour=False, arguments=()):
        self.screen = pyte.Screen(width, height)
        self.stream = pyte.ByteStream(self.screen)
        self.bytes = b""
        self.frames = []  # what one read brought: at most a frame, as each is one write
        self.master, slave = pty.openpty()
        self.before = termios.tcgetattr(slave)
        self._size(width, height)
        environment = environment | {"TERM": "xterm-256color"} | ({} if colour else {"NO_COLOR": "1"})
        self.process = subprocess.Popen(
            [NOTEIT, *arguments], stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        self.slave = slave

    def _size(self, width, height):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def resize(self, width, height):
        self.screen.resize(height, width)
        self._size(width, height)

    def read(self, seconds=0.02):
        """Takes what is drawn within a time."""
        if select.select([self.master], [], [], seconds)[0]:
            data = os.read(self.master, 1 << 20)
            self.bytes += data
            self.frames.append(data)
            self.stream.feed(data)

    def press(self, keys):
        os.write(self.master, keys.encode())

    @property
    def lines(self):
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self):
        return "\n".join(self.lines)

    def until(self, words):
        """Waits until the screen has all the words (or a condition of it holds)."""
        words = [words] if isinstance(words, str) else words
        holds = words if callable(words) else lambda: all(word in self.text for word in words)
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, f"waited in vain for {words}:\n{self.text}\n{self.bytes[-300:]!r}"
            self.read()
        return self

    def settled(self):
        """Waits until nothing has been drawn for a while."""
        while select.select([self.master], [], [], 0.4)[0]:
            self.read()
        return self

    def ended(self):
        """The exit status; the terminal must be as before."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < end, f"still running:\n{self.text}"
            self.read()
        while select.select([self.master], [], [], 0)[0]:
            self.read()
        return self.process.returncode

    def is_restored(self):
        """Whether the terminal has its settings, its cursor and its main screen."""
        return termios.tcgetattr(self.slave) == self.before and self.bytes.rstrip().endswith(b"\x1b[?7h\x1b[?25h\x1b[?1049l")

    def painted(self):
        """The lines with their attributes: `{bold blue|Lab 4}`."""
        return [self._painted(self.screen.buffer[row]) for row in range(self.screen.lines)]

    def _painted(self, row):
        runs = []
        for column in range(self.screen.columns):
            cell = row[column]
            names = [name for name in ("bold", "italics", "underscore", "reverse") if getattr(cell, name)]
            style = " ".join(names + ([cell.fg] if cell.fg != "default" else []))
            if runs and runs[-1][0] == style:
                runs[-1][1] += cell.data
            else:
                runs.append([style, cell.data])
        return "".join(f"{{{style}|{text}}}" if style else text for style, text in runs).rstrip()

    def close(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        os.close(self.master)
        os.close(self.slave)


# Lines that differ from run to run, with the same widths.
CHANGING = [
    (r"\w{3} \d{1,2} \w{3} \d\d:\d\d(\}?  Ada.*?) {2,}((\{\w+\|)?(live|offline|connecting))", r"<now>\1 ... \2"),
    (r"in \d\d (minutes|hours)", r"in NN \1"), (r"now, (\d\dm left|(\dm|1h) left ?)", "now, NNm left"), (r"\w{3} \d{1,2} \w{3} 12:00", "<day> 12:00"),
]


def steady(lines):
    """The lines without what depends on the time of the run."""
    text = "\n".join(lines)
    for pattern, words in CHANGING:
        text = re.sub(pattern, words, text)
    return re.sub(r" +$", "", text, flags=re.MULTILINE).rstrip("\n") + "\n"
