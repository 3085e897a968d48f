"""Nobody waits for hostile hosts and calendars."""

import concurrent.futures
import subprocess
import threading
import time

from hostile_web import calendar, event
from importing import HOSTILE, ada, bring, path, PATH, reader, refusal, web  # noqa: F401
from noteitd import PROGRAM, Noteitd
from people import register
from uploads import memory

MB = 1 << 20


class Meter:
    """Asks for something small again and again, and keeps the times."""

    def __init__(self, person):
        self.person, self.times, self.stopping = person, [], threading.Event()
        self.thread = threading.Thread(target=self.run)

    def run(self):
        while not self.stopping.wait(0.05):
            start = time.monotonic()
            self.person.get("/v1/me")
            self.times.append(time.monotonic() - start)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stopping.set()
        self.thread.join()
        self.times.sort()

    @property
    def median(self):
        return self.times[len(self.times) // 2]


def test_slow_and_endless_hosts_delay_nobody(reader, web):
    """All at once, each by a person of their own."""
    taken = []
    stories = [
        (web.dripping("/secret-drip"), "30 seconds", 25, 40), (web.silent("/secret-silence"), "stopped sending", 15, 40),
        (web.endless("/secret-endless", taken), "larger than 5 MB", 0, 20),
        (web.endless_head("/secret-head"), "HTTP", 0, 20), (web.bomb("/secret-bomb"), "larger than 5 MB", 0, 20),
    ]
    people = [register(reader) for _ in stories]
    before = memory(reader)

    def measure(person, url, word):
        start = time.monotonic()
        refusal(person, url, word)
        return time.monotonic() - start

    with Meter(register(reader)) as meter, concurrent.futures.ThreadPoolExecutor(len(stories)) as pool:
        running = [pool.submit(measure, person, url, word) for person, (url, word, _, _) in zip(people, stories)]
        times = [each.result() for each in running]
    for took, (url, _, least, most) in zip(times, stories):
        assert least <= took <= most, f"{url} took {took:.1f} s"
    assert sum(taken) < 30 * MB, "the rest of an endless body is not read"
    assert memory(reader) - before < 150 * MB
    assert meter.median < 0.2 and meter.times[-1] < 2, f"median {meter.median:.3f} s, longest {meter.times[-1]:.3f} s"


def test_hostile_calendars_take_neither_time_nor_memory(reader, web):
    urls = [web.serve(f"/secret-{number}", body) for number, body in enumerate(HOSTILE.values())]
    people = [register(reader) for _ in range(4)]
    for url in urls:
        refusal(people[0], url)
    before = memory(reader)

    def again(person):
        for url in urls:
            refusal(person, url)

    with Meter(register(reader)) as meter, concurrent.futures.ThreadPoolExecutor(len(people)) as pool:
        for done in [pool.submit(again, person) for person in people]:
            done.result()
    assert memory(reader) - before < 200 * MB
    assert meter.median < 0.3 and meter.times[-1] < 3, f"median {meter.median:.3f} s, longest {meter.times[-1]:.3f} s"


def test_a_person_waits_for_two_imports_at_a_time(ada, web, path):
    url = web.silent(path)
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        running = [pool.submit(ada.call, "POST", PATH, None, {"name": "Work", "url": url}) for _ in range(3)]
        statuses = sorted(each.result().status_code for each in running)
    assert statuses == [422, 422, 429]
    assert len(web.asked(path)) == 2


def test_metrics_count_imports(ada, reader, web, path):
    def read():
        lines = ada.http.get(ada.server.url + "/metrics").text.splitlines()
        return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[0] != "#")}

    before = read()
    bring(ada, web.serve(path, calendar(event("a"))))
    refusal(register(reader), web.serve(path, b"", 500))
    after = read()
    assert after["noteit_imports_total"] - before["noteit_imports_total"] == 2
    assert after["noteit_import_failures_total"] - before["noteit_import_failures_total"] == 1
    assert after["noteit_imports_running"] == 0


def test_a_wrong_setting_is_refused(tmp_path):
    server = Noteitd(tmp_path, NOTEIT_IMPORT_HOSTS="https://example.edu/")
    command = [PROGRAM, "serve", "--database", server.database, "--port", "0"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=server.environment)
    assert done.returncode != 0 and "https://example.edu/" in done.stderr + done.stdout
