"""Calendars of elsewhere: files and addresses, what becomes of them, and hosts that mean no good."""

import concurrent.futures
import gzip
import itertools
import subprocess
import threading
import time

import pytest

from hostile_web import HostileWeb, calendar, event, todo
from noteitd import PROGRAM, SAMPLE, Noteitd
from people import register
from uploads import memory

MB = 1 << 20
PATH = "/v1/me/calendar-imports"
DAYS = {"from": "2099-06-01", "to": "2099-06-30"}


@pytest.fixture(scope="module")
def web():
    with HostileWeb() as web:
        yield web


@pytest.fixture(scope="module")
def forbidden():
    """A web server that the operator does not allow."""
    with HostileWeb() as web:
        web.serve("/secret.ics", calendar(event("inside")))
        yield web
        assert web.requests == [], "the server asked a host that it must not ask"


@pytest.fixture(scope="module")
def reader(tmp_path_factory, web):
    """A server whose operator allows `web`, under two names."""
    server = Noteitd(
        tmp_path_factory.mktemp("imports"), NOTEIT_IMPORT_HOSTS=f"127.0.0.1:{web.port}, localhost:{web.port}")
    server.admin("catalog", "import", str(SAMPLE), "--time-zone", "America/Vancouver")
    server.start()
    yield server
    server.stop()
    assert "Fatal error" not in server.said()


@pytest.fixture
def ada(reader):
    return register(reader)


_names = itertools.count(1)


@pytest.fixture
def path():
    """A path for one story."""
    return f"/secret-{next(_names)}.ics"


def bring(person, url, status=201, name=None, **more):
    name = name or f"Work {next(_names)}"
    return person.call("POST", PATH, status, json={"name": name, "url": url} | more).json()


def send(person, body, status=201, headers=None, **query):
    headers = {"Content-Type": "text/calendar"} | (headers or {})
    return person.call("POST", PATH, status, params={"name": f"Work {next(_names)}"} | query, data=body, headers=headers).json()


def sync(person, brought, status=200):
    return person.call("POST", f"{PATH}/{brought['id']}/sync", status).json()


def shown(person, kind="import"):
    """The title and start of each imported event of June 2099."""
    days = person.get("/v1/me/calendar", params=DAYS)
    return [(item["title"], item["start"]) for item in days["items"] if item["kind"] == kind]


def refusal(person, url, *words, **more):
    """The address is refused with a sentence that has these words and does not show the path; nothing is stored."""
    problem = bring(person, url, 422, **more)
    assert [each["field"] for each in problem["errors"]] == ["url"], problem
    said = problem["errors"][0]["detail"]
    assert said.startswith("could not be imported. "), said
    for word in words:
        assert word in said, said
    assert "/secret" not in said and "/secret" not in problem["detail"]
    assert person.items(PATH) == []
    return said


# What becomes of a calendar.


def test_a_calendar_is_read_at_once(ada, web, path):
    body = calendar(event("a", "20990601T120000Z"), event("b", "20990602T120000Z", "RRULE:FREQ=DAILY;COUNT=2", title="Shift"))
    brought = bring(ada, web.serve(path, body))
    assert brought["name"] == "Work" and brought["host"] == "127.0.0.1"
    assert brought["events"] == 2 and brought["busy"] is True and brought["tasks"] is False
    assert brought["lastSynced"] and brought["lastError"] is None and brought["nextSync"] > brought["lastSynced"]
    assert ada.items(PATH) == [brought]
    assert shown(ada) == [
        ("Dentist", "2099-06-01T12:00:00Z"), ("Shift", "2099-06-02T12:00:00Z"), ("Shift", "2099-06-03T12:00:00Z")]
    (headers,) = web.asked(path)
    assert headers["User-Agent"].startswith("NoteIt/") and headers["Host"] == f"127.0.0.1:{web.port}"
    assert "Cookie" not in headers and "Authorization" not in headers


def test_the_path_of_an_address_is_never_shown(ada, web, path):
    brought = bring(ada, web.serve(path, calendar(event("a"))))
    assert "url" not in brought
    for answer in (ada.call("GET", PATH), ada.call("GET", "/v1/me/calendar", params=DAYS)):
        assert path not in answer.text
    assert path not in ada.server.said()


def test_a_host_is_asked_under_its_name(ada, web, path):
    web.serve(path, calendar(event("a")))
    brought = bring(ada, web.url(path, "LOCALHOST"))
    assert brought["host"] == "localhost"
    assert web.asked(path)[0]["Host"] == f"localhost:{web.port}"


def test_a_file_is_imported_once(ada):
    brought = send(ada, calendar(event("a")), busy="false")
    assert brought["host"] is None and brought["nextSync"] is None and brought["busy"] is False
    assert brought["events"] == 1 and shown(ada) == [("Dentist", "2099-06-01T12:00:00Z")]
    assert sync(ada, brought, 409)["status"] == 409


def test_a_deleted_import_takes_its_events_along(ada):
    brought = send(ada, calendar(event("a"), todo("b", "20990605T120000Z")), tasks="true")
    assert [task["title"] for task in ada.items("/v1/me/tasks")] == ["Essay"]
    ada.call("DELETE", f"{PATH}/{brought['id']}", 204)
    assert ada.items(PATH) == [] and shown(ada) == [] and ada.items("/v1/me/tasks") == []
    ada.refused("DELETE", f"{PATH}/{brought['id']}", 404)


def test_imports_are_their_owners_alone(ada, reader):
    brought, bob = send(ada, calendar(event("a"))), register(reader)
    assert bob.items(PATH) == [] and shown(bob) == []
    bob.refused("DELETE", f"{PATH}/{brought['id']}", 404)
    assert sync(bob, brought, 404)["status"] == 404


def test_due_things_become_tasks_if_asked(ada, web, path):
    body = calendar(
        event("moodle", "20990603T120000Z", end="20990603T120000Z", title="Essay is due"), todo("a", "20990605T120000Z"),
        event("talk", title="Talk"), todo("done", "20990605T120000Z", "STATUS:COMPLETED"))
    url = web.serve(path, body)
    bring(ada, url)
    assert ada.items("/v1/me/tasks") == []
    brought = bring(ada, url, tasks=True)
    assert brought["tasks"] is True and brought["events"] == 4
    tasks = {task["title"]: task for task in ada.items("/v1/me/tasks")}
    assert {title: task["deadline"] for title, task in tasks.items()} == {
        "Essay is due": "2099-06-03T12:00:00Z", "Essay": "2099-06-05T12:00:00Z"}
    assert all(task["kind"] == "flexible" and task["minutes"] == 60 for task in tasks.values())


def test_a_source_that_changes_moves_and_removes(ada, web, path):
    before = calendar(
        event("stays"), event("moves", "20990602T120000Z", title="Moves"), event("goes", "20990603T120000Z", title="Goes"),
        todo("task", "20990605T120000Z"), todo("mine", "20990606T120000Z", title="Mine"))
    after = calendar(
        event("stays"), event("moves", "20990604T150000Z", title="Moves"), event("comes", "20990605T120000Z", title="Comes"),
        todo("task", "20990607T120000Z"), todo("mine", "20990608T120000Z", title="Other"))
    brought = bring(ada, web.serve(path, before), tasks=True)
    mine = next(task for task in ada.items("/v1/me/tasks") if task["title"] == "Mine")
    ada.call("PATCH", f"/v1/me/tasks/{mine['id']}", 200, json={"title": "My own"})
    web.serve(path, after)
    cursor = ada.head()
    synced = sync(ada, brought)
    assert synced["lastError"] is None and synced["events"] == 5 and synced["rev"] > brought["rev"]
    assert shown(ada) == [
        ("Dentist", "2099-06-01T12:00:00Z"), ("Moves", "2099-06-04T15:00:00Z"), ("Comes", "2099-06-05T12:00:00Z")]
    tasks = {task["title"]: task["deadline"] for task in ada.items("/v1/me/tasks")}
    assert tasks == {"Essay": "2099-06-07T12:00:00Z", "My own": "2099-06-06T12:00:00Z"}, "an edited task is its owner's"
    assert "calendarImport" in [change["type"] for change in ada.changes(cursor)]


def test_an_unchanged_calendar_is_not_sent_again(ada, web, path):
    brought = bring(ada, web.tagged(path, calendar(event("a")), '"7"'))
    synced = sync(ada, brought)
    assert synced["lastError"] is None and synced["events"] == 1 and synced["lastSynced"] >= brought["lastSynced"]
    first, second = web.asked(path)
    assert "If-None-Match" not in first and second["If-None-Match"] == '"7"'
    assert second["If-Modified-Since"] == "Wed, 18 Nov 2026 09:00:00 GMT"
    assert shown(ada) == [("Dentist", "2099-06-01T12:00:00Z")]


def test_the_last_good_copy_stays_when_a_source_fails(ada, web, path):
    brought = bring(ada, web.serve(path, calendar(event("a"))))
    web.serve(path, b"<h1>Sorry</h1>", 500)
    failed = sync(ada, brought)
    assert "500" in failed["lastError"] and path not in failed["lastError"]
    assert failed["lastSynced"] == brought["lastSynced"] and failed["events"] == 1
    assert shown(ada) == [("Dentist", "2099-06-01T12:00:00Z")]
    assert ada.get("/v1/me/calendar", params=DAYS)["imports"] == [failed]


def test_an_import_is_read_at_most_once_a_minute(ada, web, path):
    brought = bring(ada, web.serve(path, calendar(event("a"))))
    other = bring(ada, web.serve(path + "2", calendar(event("a"))))
    sync(ada, brought)
    refused = ada.call("POST", f"{PATH}/{brought['id']}/sync", 429)
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    sync(ada, other)
    assert len(web.asked(path)) == 2


def test_only_so_many_imports(ada):
    for number in range(20):
        send(ada, calendar(event(str(number))))
    assert send(ada, calendar(event("a")), 409)["status"] == 409


def test_wrong_requests_are_refused(ada):
    body = calendar(event("a"))
    assert send(ada, body, 422, name="")["errors"][0]["field"] == "name"
    assert send(ada, body, 422, name="a" * 101)["errors"][0]["field"] == "name"
    assert send(ada, body, 422, busy="perhaps")["errors"][0]["field"] == "busy"
    send(ada, body, 415, headers={"Content-Type": "text/plain"})
    send(ada, gzip.compress(body), 415, headers={"Content-Encoding": "gzip"})
    send(ada, b"a" * 5_000_001, 413)
    ada.refused("POST", PATH, 422, json={"name": "Work"})
    ada.refused("POST", PATH, 422, json={"name": "Work", "url": ""})
    ada.refused("DELETE", f"{PATH}/nothing", 404)
    assert ada.items(PATH) == []


# Addresses that are refused.


@pytest.mark.parametrize(
    "url",
    [
        "ftp://127.0.0.1/secret", "file:///etc/passwd", "secret.ics", "javascript:alert(1)", "https://", "https://a b/",
        "https://user:word@127.0.0.1/secret", "https://127.0.0.1\\@example.edu/secret", "https://127.0.0.1:443@example.edu/",
        "https://[fe80::1%25lo]/", "https://example.edu:99999/",
    ],
)
def test_a_malformed_address_is_refused(ada, url):
    refusal(ada, url, "The address must")


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "localhost", "127.1", "2130706433", "0x7f.0.0.1", "0177.0.0.1", "0.0.0.0", "0", "[::1]", "[::]",
        "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1",
        "169.254.169.254", "[fd00:ec2::254]", "[fe80::1]", "224.0.0.1", "255.255.255.255", "192.0.2.1", "[2001:db8::1]",
    ],
)
def test_private_addresses_are_refused(ada, host):
    for scheme in ("https", "webcal"):
        refusal(ada, f"{scheme}://{host}/secret.ics", "private network")


def test_only_https_and_its_port_are_read(ada, forbidden):
    refusal(ada, "http://example.edu/secret.ics", "https://")
    refusal(ada, "https://example.edu:8443/secret.ics", "port")
    refusal(ada, forbidden.url("/secret.ics"), "https://")
    refusal(ada, forbidden.url("/secret.ics", "localhost"), "https://")
    refusal(ada, f"https://127.0.0.1:{forbidden.port}/secret.ics", "port")


def test_an_unknown_host_is_refused(ada):
    refusal(ada, "https://nothing.invalid/secret.ics", "nothing.invalid", "not known")


def test_a_redirect_never_leads_inside(ada, web, forbidden, path):
    for target in (forbidden.url("/secret.ics"), "https://169.254.169.254/secret", f"//127.0.0.1:{forbidden.port}/secret.ics",
                   "https://localhost/secret.ics", "file:///etc/passwd", "https://[::1]/secret"):
        refusal(ada, web.redirecting(path, target))
    # Through two hosts that are allowed.
    web.redirecting(path, web.url(path + "2"))
    web.redirecting(path + "2", forbidden.url("/secret.ics"))
    refusal(ada, web.url(path))


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_followed(ada, web, path, status):
    web.serve(path, calendar(event("a")))
    web.redirecting(path + "1", path, status)
    web.redirecting(path + "2", web.url(path + "1"), status)
    web.redirecting(path + "3", path.removeprefix("/") + "2", status)
    assert bring(ada, web.url(path + "3"))["events"] == 1
    web.redirecting(path + "4", path + "3", status)
    bring(ada, web.url(path + "4"), 422)


def test_a_redirect_loop_ends(ada, web, path):
    refusal(ada, web.redirecting(path, path), "redirects more than 3 times")
    assert len(web.asked(path)) == 4
    refusal(ada, web.serve(path, b"", 302), "redirects")


def test_a_certificate_that_nobody_vouches_for_is_refused(tmp_path, reader):
    keys = tmp_path / "web.pem", tmp_path / "web.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-out", keys[0], "-keyout", keys[1]],
        check=True, capture_output=True,
    )
    with HostileWeb(keys) as web:
        url = web.serve("/secret.ics", calendar(event("a")))
        server = Noteitd(tmp_path, NOTEIT_IMPORT_HOSTS=f"127.0.0.1:{web.port}")
        server.start()
        try:
            refusal(register(server), url, "secure connection", "certificate")
            assert web.requests == []
        finally:
            server.stop()


# Hosts that mean no good.


@pytest.mark.parametrize(
    "status, word", [(401, "sign-in"), (403, "sign-in"), (404, "no calendar"), (410, "no calendar"), (429, "too often"),
                     (500, "failed"), (503, "failed"), (204, "204"), (206, "206"), (304, "304"), (418, "418")])
def test_a_status_other_than_200_is_refused(ada, web, path, status, word):
    if status in (204, 304):
        url = web.at(path, lambda handler: handler.start(status))
    else:
        url = web.serve(path, calendar(event("a")), status)
    refusal(ada, url, word, str(status), "127.0.0.1")


@pytest.mark.parametrize("body, words", [
    (b"<!DOCTYPE html><title>Sign in</title>", ["web page"]), (b"", ["empty"]), (b"\xef\xbb\xbf \r\n", ["empty"]),
    (b"Hello", []), (b"BEGIN:VCARD\r\nVERSION:4.0\r\nEND:VCARD\r\n", []), (b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n", []),
    (b"\x00" * 1_000, []), (b"BEGIN:VCALENDAR\r\nSUMMARY:\xff\xfe\r\nEND:VCALENDAR\r\n", []),
])
def test_what_is_not_a_calendar_is_refused(ada, web, path, body, words):
    refusal(ada, web.serve(path, body), *words)
    problem = send(ada, body or b" ", 422)
    assert problem["errors"][0]["field"] == "(body)"


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_compressed_calendars_are_read(ada, web, path, encoding):
    assert bring(ada, web.compressed(path, calendar(event("a")), encoding))["events"] == 1
    assert "gzip" in web.asked(path)[0]["Accept-Encoding"]


def test_wrong_compression_is_refused(ada, web, path):
    packed = gzip.compress(calendar(event("a")))
    plain = calendar(event("a"))
    for body, encoding in ((packed[:-9], "gzip"), (packed + b"more", "gzip"), (plain, "gzip"), (packed[10:], "deflate")):
        refusal(ada, web.serve(path, body, Content_Encoding=encoding), "compression")
    refusal(ada, web.serve(path, gzip.compress(packed), Content_Encoding="gzip, gzip"), "encoding")
    refusal(ada, web.serve(path, calendar(event("a")), Content_Encoding="br"), "encoding")


def test_a_calendar_that_breaks_off_is_refused(ada, web, path):
    refusal(ada, web.cut_off(path, calendar(*(event(str(number)) for number in range(1_000)))), "closed the connection")


def deep(count):
    return b"BEGIN:VCALENDAR\r\n" + b"BEGIN:X-DEEP\r\n" * count + b"END:X-DEEP\r\n" * count + b"END:VCALENDAR\r\n"


HOSTILE = {
    "a line of 10 MB": calendar(event("a", "20990601T120000Z", "DESCRIPTION:" + "a" * 10_000_000)),
    "a line of 4 MB": calendar(event("a", "20990601T120000Z", "DESCRIPTION:" + "a" * 4_000_000)),
    "a folded line of 4 MB": calendar(event("a", "20990601T120000Z", "DESCRIPTION:" + "\r\n ".join(["a" * 70] * 57_000))),
    "100,000 exceptions": calendar(event(
        "a", "20990601T120000Z", "RRULE:FREQ=DAILY",
        *(f"EXDATE:{2099 + n // 365}0601T12{n % 60:02}00Z" for n in range(100_000)))),
    "100,000 exceptions in a line": calendar(
        event("a", "20990601T120000Z", "RRULE:FREQ=DAILY", "EXDATE:" + ",".join(["20990602T120000Z"] * 100_000))),
    "1,000 components deep": deep(1_000),
    "100,000 components deep": deep(100_000),
    "6,000 events": calendar(*(event(str(number)) for number in range(6_000))),
    "300,000 properties": calendar(event("a", "20990601T120000Z", *["X-A:b"] * 300_000)),
    "1,000 daily events": calendar(*(event(str(n), "20260101T120000Z", "RRULE:FREQ=DAILY") for n in range(1_000))),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_calendar_beyond_the_limits_is_refused(ada, web, path, name):
    start = time.monotonic()
    refusal(ada, web.serve(path, HOSTILE[name]))
    assert time.monotonic() - start < 30


@pytest.mark.parametrize("rule", ["FREQ=SECONDLY", "FREQ=MINUTELY;INTERVAL=5", "FREQ=HOURLY;BYHOUR=9"])
def test_nothing_finer_than_daily_is_followed(ada, web, path, rule):
    url = web.serve(path, calendar(event("fine", "20990601T120000Z", f"RRULE:{rule}"), event("plain", title="Plain")))
    answer = ada.call("POST", PATH, json={"name": "Work", "url": url})
    assert answer.status_code in (201, 422), answer.text
    assert [title for title, _ in shown(ada)] == (["Plain"] if answer.status_code == 201 else [])


def test_rules_without_end_are_followed_as_far_as_asked(ada, web, path):
    url = web.serve(path, calendar(
        event("daily", "20260101T120000Z", "RRULE:FREQ=DAILY", title="Daily"),
        event("never", "20260101T120000Z", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", title="Never"),
        event("rare", "20240229T120000Z", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", title="Rare")))
    assert bring(ada, url)["events"] == 3
    assert {title for title, _ in shown(ada)} == {"Daily"} and len(shown(ada)) == 30


# Nothing else is delayed.


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
