"""Nobody waits for hostile hosts and calendars."""

import concurrent.futures
import subprocess
import threading
import time

import pytest

from hostile_web import calendar, event
from importing import HOSTILE, ada, bring, path, PATH, reader, refusal, web  # noqa: F401
from noteitd import PATIENCE, PROGRAM, Noteitd
from people import register
from processes import MB, memory, work


class Meter:
    """Asks for something small again and again, and keeps the longest time."""

    def __init__(self, person):
        self.person, self.count, self.longest, self.stopping = person, 0, 0, threading.Event()
        self.thread = threading.Thread(target=self.run)

    def run(self):
        while not self.stopping.wait(0.01):
            self.longest = max(self.longest, seconds(lambda: self.person.get("/v1/me")))
            self.count += 1

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stopping.set()
        self.thread.join()


def seconds(act):
    begin = time.monotonic()
    act()
    return time.monotonic() - begin


@pytest.fixture(scope="module")
def crowd(reader, web):
    """Three imports of a silent host, which one person asks for at once. They run beside the first test."""
    person, url = register(reader), web.silent("/secret-crowd")
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        yield [pool.submit(person.call, "POST", PATH, None, {"name": "Work", "url": url}) for _ in range(3)]


def test_slow_and_endless_hosts_delay_nobody(reader, web, crowd):
    """All at once, each by a person of their own. The words say that an endless answer is not read until the time is over."""
    taken = []
    stories = [
        (web.dripping("/secret-drip"), "30 seconds"), (web.silent("/secret-silence"), "stopped sending"),
        (web.endless("/secret-endless", taken), "larger than 5 MB"), (web.endless_head("/secret-head"), "without end"),
        (web.bomb("/secret-bomb"), "larger than 5 MB"),
    ]
    people = [register(reader) for _ in stories]
    before = memory(reader.process, "VmHWM")
    with Meter(register(reader)) as meter, concurrent.futures.ThreadPoolExecutor(len(stories)) as pool:
        running = [pool.submit(seconds, lambda story=story: refusal(story[0], *story[1])) for story in zip(people, stories)]
        drip, silence, *_ = [each.result() for each in running]
    # A slow machine gets four times the promised 30 and 20 seconds.
    assert 25 <= drip <= 120 and 15 <= silence <= 80, (drip, silence)
    assert sum(taken) < 30 * MB, "the rest of an endless body is not read"
    assert memory(reader.process, "VmHWM") - before < 150 * MB
    assert meter.longest < silence / 2, f"somebody waited {meter.longest:.1f} s"


def test_hostile_calendars_take_neither_time_nor_memory(reader, web):
    urls = [web.serve(f"/secret-{number}", body) for number, body in enumerate(HOSTILE.values())]
    people = [register(reader) for _ in range(4)]
    for url in urls:
        refusal(people[0], url)
    before = memory(reader.process, "VmHWM")

    def again(person):
        for url in urls:
            refusal(person, url)

    def all_again():
        with concurrent.futures.ThreadPoolExecutor(len(people)) as pool:
            list(pool.map(again, people))

    with Meter(register(reader)) as meter:
        _, used = work(all_again, reader.process)
    assert memory(reader.process, "VmHWM") - before < 200 * MB
    assert used < 10, f"took {used:.2f} s of a processor"
    assert meter.count > len(urls), "others were answered meanwhile"


def test_a_person_waits_for_two_imports_at_a_time(crowd, web):
    assert sorted(each.result().status_code for each in crowd) == [422, 422, 429]
    assert len(web.asked("/secret-crowd")) == 2


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
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env=server.environment)
    assert done.returncode != 0 and "https://example.edu/" in done.stderr + done.stdout
