"""People who import calendars, and a web server that they read."""

import itertools

import pytest

from hostile_web import HostileWeb, calendar, event
from noteitd import Noteitd
from people import register

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
    server.load_sample("--time-zone", "America/Vancouver")
    with server.serving():
        yield server


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
