"""Random calendars through the reader, the writer and the expander: no crash, none takes long, memory stays flat.

The test runs for NOTEIT_FUZZ_SECONDS, else 10 s. A failure names its seed and leaves the calendar in a file:
NOTEIT_FUZZ_SEED repeats the run.
"""

import itertools
import os
import pathlib
import random
import tempfile
import time

from ics import Recur, ask_each
from ics_mutations import Mutations
from processes import MB, memory, work

SECONDS = float(os.environ.get("NOTEIT_FUZZ_SECONDS", "10"))
SEED = int(os.environ.get("NOTEIT_FUZZ_SEED") or random.SystemRandom().randrange(1 << 32))
SLOW = 2  # seconds of a processor that no calendar may take
FEWEST = 200  # calendars, however long they take
SPAN = ["20260101T000000Z", "20280101T000000Z"]


def keep(calendar):
    path = pathlib.Path(tempfile.gettempdir()) / f"fuzz-{SEED}.ics"
    path.write_bytes(calendar)
    return path


def test_random_calendars_are_read_and_expanded_or_refused():
    mutations = Mutations(SEED)
    counts = {"read": 0, "expanded": 0, "refused": 0}
    slowest, sizes = 0, []
    end = time.monotonic() + SECONDS
    with Recur() as recur:
        for number in itertools.count():
            if number >= FEWEST and time.monotonic() > end:
                break
            calendar = mutations.next()
            try:
                answer, seconds = work(lambda: recur.ask(calendar, span=SPAN, limit=1_000), recur.process)
                assert seconds < SLOW, f"takes {seconds:.1f} s of a processor"
                assert answer.get("isSame", True), "means something else when it is written again"
                assert "isSame" in answer or answer["error"]["detail"], "is refused without a reason"
                assert len(str(answer.get("error"))) < 500, "is refused in too many words"
            except (AssertionError, OSError) as error:
                raise AssertionError(f"NOTEIT_FUZZ_SEED={SEED}: {keep(calendar)} {error}") from error
            counts["read" if "isSame" in answer else "refused"] += 1
            counts["expanded"] += "instances" in answer
            slowest = max(slowest, seconds)
            sizes.append(memory(recur.process))
    grown = max(sizes) - max(sizes[: len(sizes) // 4 + 1])
    print(f"\nseed {SEED}: {counts}, slowest {slowest:.3f} s, memory {max(sizes) / MB:.0f} MB, grew by {grown / MB:.0f} MB")
    assert min(counts["read"], counts["refused"]) > FEWEST / 20, f"NOTEIT_FUZZ_SEED={SEED}: {counts}"
    assert grown < 64 * MB, f"NOTEIT_FUZZ_SEED={SEED}"


def test_the_same_seed_gives_the_same_calendars():
    first, second = Mutations(7), Mutations(7)
    calendars = [first.next() for _ in range(50)]
    assert calendars == [second.next() for _ in range(50)]
    assert any("error" in answer for answer in ask_each(calendars))
