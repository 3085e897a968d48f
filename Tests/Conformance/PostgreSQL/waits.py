"""How long it takes until all go on after a failure of a cluster."""

import collections
import statistics
import time

# What is measured, and the seconds that were promised, on a machine that does nothing else.
BOUNDS = {
    "a node is killed: the longest write at another": 1, "a node is killed: its last listener has news": 5,
    "a node freezes inside a batch: others write": 3, "a node is cut off: it is unready": 5,
    "a node is cut off: its streams have ended": 5, "a standby is promoted: writes": 10,
}


class Waits:
    """Measures one failure after another. `taken` has the seconds of each."""

    def __init__(self):
        self.taken = collections.defaultdict(list)
        self.begin()

    def begin(self):
        """It fails now."""
        self.began, self.writes, self.heard = time.monotonic(), [], {}

    def note(self, what, at=None):
        assert what in BOUNDS
        self.taken[what].append((at or time.monotonic()) - self.began)

    # What members tell.

    def write(self, node, sent):
        """A write that was sent to a node is acknowledged."""
        self.writes.append((node, sent, time.monotonic()))

    def hear(self, listener, sent):
        """A listener has a write."""
        if sent > self.began:
            self.heard.setdefault(listener, time.monotonic())

    # What failures ask.

    def have_heard(self, listeners):
        return all(listener in self.heard for listener in listeners)

    def last_listener(self, what, listeners):
        self.note(what, max(self.heard[listener] for listener in listeners))

    def first_write(self, what, nodes):
        """Of those that were sent to these nodes since."""
        self.note(what, min(end for node, sent, end in self.writes if node in nodes and sent > self.began))

    def longest_write(self, what, nodes):
        """Of those that these nodes acknowledged since."""
        self.note(what, self.began + max(end - sent for node, sent, end in self.writes if node in nodes))

    # What a reader sees.

    def late(self):
        """The medians above their bounds. The longest depend on what else the machine does meanwhile."""
        medians = {what: statistics.median(taken) for what, taken in self.taken.items()}
        return {what: median for what, median in medians.items() if median > BOUNDS[what]}

    def __str__(self):
        rows = [
            f"| {what} | {len(taken)} | {statistics.median(taken):.2f} s | {max(taken):.2f} s | {BOUNDS[what]} s |"
            for what, taken in sorted(self.taken.items())]
        return "\n".join(["| after | times | median | longest | promised |", "|---|---|---|---|---|", *rows])
