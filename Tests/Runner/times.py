"""What steps and files of a run took."""

import contextlib
import json
import resource
import time

SLOWEST = 10


def processor_seconds():
    """Of the processes that this one started and waited for."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Steps:
    """The steps of a run, in a file: the Makefile adds its own with `timed`."""

    def __init__(self, path):
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)

    @contextlib.contextmanager
    def step(self, name):
        begin, used = time.monotonic(), processor_seconds()
        try:
            yield
        finally:
            with open(self.path, "a") as file:
                file.write(json.dumps([name, time.monotonic() - begin, processor_seconds() - used]) + "\n")

    def lines(self):
        yield "  seconds  processor  step"
        for line in self.path.read_text().splitlines():
            name, seconds, processor = json.loads(line)
            yield f"{seconds:9.1f}  {processor:9.1f}  {name}"


def outside(files):
    """The slowest files from outside. What waits has no processor: it sleeps, or others have their turn."""
    if files:
        yield "  seconds     waited  file from outside"
        for name, (seconds, processor) in slowest(files):
            yield f"{seconds:9.1f}  {max(0, seconds - processor):9.1f}  {name}"
        waited = sum(max(0, seconds - processor) for seconds, processor in files.values())
        yield f"{sum(seconds for seconds, _ in files.values()):9.1f}  {waited:9.1f}  all {len(files)}"


def swift(files):
    """The slowest files of Swift tests. Their tests run at once and share the processors, so times overlap."""
    if files:
        yield "  seconds  Swift file; the times of its tests overlap"
        for name, (seconds, _) in slowest(files):
            yield f"{seconds:9.1f}  {name}"


def slowest(files):
    return sorted(files.items(), key=lambda file: -file[1][0])[:SLOWEST]
