"""One account sends the hardest requests over eight connections; another person asks for something small meanwhile."""
import contextlib
import http.client
import multiprocessing
import os
import tempfile
import time
from pathlib import Path

from attacks import answer, connected, over_and_over
from noteitd import SAMPLE, Noteitd
from people import Anyone, register
from planners import HARD_TERM, hard_rows
from processes import MB, memory, work
from questions import KINDS
from registrar import HEADER
from results import SHORT, RUNS, Results, require
from test_siege import first_in_line, p99

CONNECTIONS = 8
SAMPLES = 20 if SHORT else 60  # small requests in each turn
PAUSE = 0.02  # seconds between two of them
SMALL, HEALTH = (5, 0.050), (3, 0.025)  # times the quiet p99, or seconds, whichever is more
MOST_MEMORY = 512 * MB
END = 10  # seconds from SIGTERM on
CHOSEN = os.environ.get("KINDS", " ".join(KINDS)).split()


@contextlib.contextmanager
def served():
    """A server on core 0, with the sample's term and one that is hard to plan."""
    with tempfile.TemporaryDirectory(prefix="noteit-bench-") as folder:
        server = Noteitd(folder, within=("taskset", "-c", "0"))
        hard = Path(folder) / "hard.csv"
        hard.write_text("\n".join([HEADER, *hard_rows()]) + "\n")
        server.admin("catalog", "import", str(SAMPLE), "--links", str(SAMPLE.parent / "links.csv"), "--time-zone", "America/Vancouver")
        server.admin("catalog", "import", str(hard), "--time-zone", "America/Vancouver")
        server.start()
        try:
            yield server
        finally:
            if server.process.poll() is None:
                server.kill()


class Round:
    """The seconds of small requests and of /healthz in turns, and the most memory that was seen."""

    def __init__(self, server, small):
        self.small, self.health, self.memory = [], [], 0
        anyone = Anyone(server)
        with first_in_line():
            for _ in range(SAMPLES):
                self.small.append(timed(small))
                self.health.append(timed(lambda: anyone.http.get(server.url + "/healthz", timeout=120).status_code))
                self.memory = max(self.memory, memory(server.process))
                time.sleep(PAUSE)


def timed(act):
    begin = time.perf_counter()
    status = act()
    seconds = time.perf_counter() - begin
    require(status in (200, 207), f"a small request was answered {status}")
    return seconds


class Address:
    def __init__(self, server):
        self.port = server.port


def pressing(address, stop, requests, said):
    """A process of its own, at the lowest priority: in production it is another machine."""
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    answers = {}
    over_and_over(address, stop, answers, requests, CONNECTIONS)
    said.put(answers)


@contextlib.contextmanager
def pressed(server, requests):
    context = multiprocessing.get_context("fork")
    stop, said = context.Event(), context.Queue()
    process = context.Process(target=pressing, args=(Address(server), stop, requests, said), daemon=True)
    process.start()
    answers = {}
    try:
        yield answers
    finally:
        stop.set()
        with contextlib.suppress(Exception):
            answers.update(said.get(timeout=60))
        process.join(5)
        if process.is_alive():
            process.kill()


def cost(server, content):
    """The answer's status and the server's processor seconds for one request."""
    with contextlib.closing(connected(Address(server))) as wire:
        wire.settimeout(120)

        def ask():
            wire.sendall(content)
            return answer(wire)[0]
        return work(ask, server.process)


def end(server):
    """Seconds from SIGTERM to the end."""
    begin = time.monotonic()
    server.process.terminate()
    server.process.wait(60)
    return time.monotonic() - begin


def measure(name, results):
    with served() as server:
        presser, other = register(server), register(server)
        section = other.get("/v1/courses/202530.CMPT225")["sections"][0]["id"]
        for person in (presser, other):
            person.enroll(section)
        other.post("202530.CMPT225", "When is the lab?")
        kind = KINDS[name](server, presser, other)
        for what, content in kind.hard.items():
            status, seconds = cost(server, content)
            print(f"    {what}: {len(content) / 1024:.0f} KiB, {status}, {seconds:.2f} s of a processor", flush=True)
        requests, quiet, busy = list(kind.hard.values()), [], []
        Round(server, kind.small)
        for _ in range(RUNS):
            quiet.append(Round(server, kind.small))
            with pressed(server, requests) as answers:
                time.sleep(1)
                busy.append(Round(server, kind.small))
                seconds = end(server) if len(busy) == RUNS else None
            print(f"    pressed: {answers}", flush=True)
        for what, chosen, (times, floor) in (("another's small request", "small", SMALL), ("/healthz", "health", HEALTH)):
            calm, loud = ([p99(getattr(each, chosen)) for each in rounds] for rounds in (quiet, busy))
            results.ratio(f"{name}: {what}", "p99 (s)", loud, f"the same, quiet, or {floor * 1000:.0f} ms / {times}",
                          [max(each, floor / times) for each in calm], "less", aim=times)
        most = max(each.memory for each in busy)
        results.ratio(f"{name}: memory", "MiB", [most / MB], f"{MOST_MEMORY / MB:.0f} MiB", [MOST_MEMORY / MB], "less", aim=1)
        results.ratio(f"{name}: SIGTERM to its end", "s", [seconds], f"{END} s", [END], "less", aim=1)


def main():
    results = Results("pressure")
    for name in CHOSEN:
        print(f"  {name}", flush=True)
        measure(name, results)


if __name__ == "__main__":
    main()
