"""A pytest plugin: writes what became of each test, and what each file took, as JSON lines to the file NOTEIT_OUTCOMES."""

import contextlib
import json
import os
import pathlib
import resource
import time

import pytest

TICKS = os.sysconf("SC_CLK_TCK")


def pytest_configure(config):
    if path := os.environ.get("NOTEIT_OUTCOMES"):
        recorder = Recorder(path, config)
        config.pluginmanager.register(FileTimes(recorder))
        # With xdist, workers run the tests. Their controller has all reports, also of a worker that crashed.
        if not hasattr(config, "workerinput"):
            config.pluginmanager.register(Outcomes(recorder))


class Recorder:
    def __init__(self, path, config):
        self.path, self.config = path, config

    def write(self, **record):
        with open(self.path, "a") as file:
            file.write(json.dumps(record) + "\n")

    def name(self, id):
        """What pytest takes as an argument to run a test again."""
        path, colons, rest = id.partition("::")
        return os.path.relpath(self.config.rootpath / path, self.config.invocation_params.dir) + colons + rest


class Outcomes:
    def __init__(self, recorder):
        self.recorder = recorder

    def pytest_sessionstart(self):
        self.recorder.write(kind="began")

    def pytest_sessionfinish(self, exitstatus):
        self.recorder.write(kind="ended", status=int(exitstatus))

    def pytest_collectreport(self, report):
        if report.failed:
            self.recorder.write(kind="broken", name=self.recorder.name(report.nodeid), said=report.longreprtext)

    def pytest_runtest_logreport(self, report):
        if report.failed or report.passed and report.when == "call":
            self.recorder.write(
                kind=report.outcome, name=self.recorder.name(report.nodeid), seconds=report.duration, why=why(report),
                said=report.longreprtext)


def why(report):
    """The error itself, without the lines that led to it."""
    crash = getattr(report.longrepr, "reprcrash", None)
    return crash.message if crash else report.longreprtext


class FileTimes:
    """The seconds of each file, and the processor's seconds of it."""

    def __init__(self, recorder):
        self.recorder, self.begin = recorder, None

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item, nextitem):
        if self.begin is None:
            self.begin = time.monotonic(), processor_seconds()
        result = yield
        if nextitem is None or nextitem.path != item.path:
            seconds, processor = time.monotonic() - self.begin[0], processor_seconds() - self.begin[1]
            self.recorder.write(
                kind="file", name=self.recorder.name(item.nodeid).partition("::")[0], seconds=seconds, processor=max(0, processor))
            self.begin = None
        return result


def processor_seconds():
    """Of this process, of the children that ended, and of its living descendants with those of theirs that ended."""
    children, used = {}, {}
    for file in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # a process may end
            fields = file.read_text().rpartition(")")[2].split()  # proc(5), from the third field on
            children.setdefault(int(fields[1]), []).append(int(file.parent.name))
            used[int(file.parent.name)] = sum(int(field) for field in fields[11:15]) / TICKS
    own = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    total, living = sum(usage.ru_utime + usage.ru_stime for usage in own), list(children.get(os.getpid(), []))
    while living:
        process = living.pop()
        total += used[process]
        living += children.get(process, [])
    return total
