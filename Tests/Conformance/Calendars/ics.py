"""Calendars as `recur calendars` reads, writes and expands them, and the samples of other programs."""

import base64
import json
import os
import pathlib
import select
import subprocess

from noteitd import PATIENCE
from recurrences import RECUR, data

SAMPLES = sorted(data("ics").glob("*.ics"))

# Files that are no calendars, or not whole: the line of the error, and words of it.
REFUSED = {
    "icalendar__big_bad_calendar": (1, "no END"),
    "icalendar__fuzz_testcase_0_char_in_component_name": (1, "NUL"),
    "icalendar__fuzz_testcase_invalid_month": (1, "outside of a calendar"),
    "icalendar__fuzz_testcase_vtimezone_lone_cr": (1, "outside of a calendar"),
    "icalendar__issue_82_expected_output": (1, "outside of a calendar"),
    "icalendar__small_bad_calendar": (1, "no END"),
    "icalendar__timezone_same_start_and_offset": (23, "END:VCALENDARD"),
    "libical__fuzz42517512": (1, "name of a component"),
    "libical__fuzz42536390": (1, "outside of a calendar"),
    "libical__fuzz462342205": (1, "name of a component"),
    "libical__fuzz476187660": (1, "name of a component"),
    "libical__fuzz492956874": (1, "name of a component"),
    "libical__fuzz69527": (1, "parameter has no name"),
    "libical__fuzzmerge4": (18, "END:NV"),
    "libical__fuzzusban5": (1, "name of a component"),
    # An address book.
    "libical__issue339": (1, "BEGIN:VCARD"),
    "libical__recur-errors": (1, "outside of a calendar"),
    "libical__spanlist": (1, "outside of a calendar"),
}

# Files that are imported without a malformed line; a program that sends them is refused.
IMPORTED = {
    "icalendar__broken_ical": (4, "parameter has no name"),
    "icalendar__issue_104_broken_calendar": (13, '"X" has no value'),
    "icalendar__issue_168_input": (6, "X-APPLE-RADIUS"),
    "icalendar__issue_350": (36, "outside of a calendar"),
    # A document in which components follow the calendar: they are taken for its own.
    "libical__2445": (11, "outside of a calendar"),
    "icalendar__timezone_rdate": (53, "SUMMARY=testevent"),
    "nodeical__event-with-valarm": (6, "ORGANIZER"),
    "nodeical__ms_timezones": (152, "W. Europe"),
}


def title(path):
    return path.name.removesuffix(".ics")


class Recur:
    """The process that answers."""

    def __enter__(self):
        assert RECUR.exists(), f"{RECUR} is not built: make release"
        self.process = subprocess.Popen([RECUR, "calendars"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.kill()
        self.process.wait()

    def ask(self, source, **more):
        """The answer for a file or bytes."""
        named = {"file": str(source)} if isinstance(source, pathlib.Path) else {"bytes": base64.b64encode(source).decode()}
        self.process.stdin.write(json.dumps(named | more).encode() + b"\n")
        self.process.stdin.flush()
        return json.loads(self.line())

    def line(self):
        line = b""
        while not line.endswith(b"\n"):
            ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
            if not ready:
                raise TimeoutError(f"no answer in {PATIENCE} s")
            part = os.read(self.process.stdout.fileno(), 1 << 20)
            if not part:
                raise ConnectionError(f"recur ended with {self.process.wait()}")
            line += part
        return line


def ask_each(sources, **more):
    """The answers for all sources, in their order."""
    with Recur() as recur:
        return [recur.ask(source, **more) for source in sources]
