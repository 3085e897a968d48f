"""Due dates on the first and the last possible day, in zones on both sides of UTC."""

import re

import pytest

from noteitd import Noteitd
from people import register, staff
from registrar import HEADER


@pytest.fixture(scope="module")
def zones(tmp_path_factory):
    """A server with a term in the far east and one in the west, and a course of each."""
    folder = tmp_path_factory.mktemp("zones")
    server = Noteitd(folder)
    found = {}
    for term, zone in (("200010", "Pacific/Auckland"), ("200020", "America/Vancouver"), ("200030", "Pacific/Kiritimati"),
            ("200040", "UTC")):
        rows = [f"{term},1001,FAR,100,Far,D100,LEC,3,MWF,1030,1120,2000-01-04,2000-04-07,,,,,,,In Person,"]
        (folder / "term.csv").write_text("\n".join([HEADER, *rows]) + "\n")
        server.admin("catalog", "import", str(folder / "term.csv"), "--time-zone", zone)
        found[zone] = f"{term}.FAR100"
    with server.serving():
        yield server, found


DUES = ["9999-12-31T23:59:59Z", "9999-12-31T12:00:00Z", "9999-12-31T00:00:00Z", "9999-12-31T23:59:59-23:59",
    "0001-01-01T00:00:00Z", "0001-01-01T11:00:00Z", "0001-01-01T00:00:00+14:00", "0001-01-02T00:00:00Z",
        "9999-12-30T23:59:59Z", "0000-12-31T23:59:59Z", "1582-10-10T00:00:00Z"]


@pytest.mark.parametrize("due", DUES)
@pytest.mark.parametrize("zone", ["Pacific/Auckland", "America/Vancouver", "Pacific/Kiritimati", "UTC"])
def test_a_due_date_at_the_end_of_time_is_refused_or_in_every_list(zone, due, zones):
    """The day must exist in the term's zone. Every accepted date can be read in every way."""
    server, courses = zones
    id = courses[zone]
    person, teacher = register(server), staff(server, id)
    section = person.get(f"/v1/courses/{id}")["sections"][0]["id"]
    person.enroll(section)
    plain = person.post(id, visibility="private")
    writes = [
        (person, "POST", f"/v1/courses/{id}/events", {"title": "Far", "kind": "reminder", "due": due, "visibility": "private"}),
        (person, "PATCH", f"/v1/events/{plain['id']}", {"due": due}),
        (teacher, "POST", "/v1/notices", {"title": "Far", "courses": [id], "due": due}),
    ]
    for author, method, path, body in writes:
        answer = author.call(method, path, json=body)
        if answer.status_code == 422:
            assert [error["field"] for error in answer.json()["errors"]] == ["due"]
            continue
        assert answer.status_code in (200, 201)
        event = answer.json().get("items", [answer.json()])[0]
        for query in ({}, {"limit": 1}, {"from": "0001-01-01"}, {"to": "9999-12-31"}, {"from": "0001-01-01", "to": "9999-12-31"},
                {"from": "9999-12-31"}, {"to": "0001-01-01"}):
            for where in (f"/v1/courses/{id}/events", "/v1/me/agenda"):
                sections = author.due_sections(where, **query)
                days = [each["due"] for each in sections if event["id"] in [one["id"] for one in each["events"]]]
                assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", day) for day in days)
                if not query or query == {"limit": 1} or len(query) == 2:
                    assert len(days) == 1, (where, query)
        for q in ("due:any Far", "due:0001-01-01..9999-12-31 Far", "before:9999-12-31", "after:0001-01-01", "due:9999-12-31",
                "due:0001-01-01"):
            author.get("/v1/search", params={"q": q})
        assert author.event(event)["due"] == event["due"] and event["id"] in [each["id"] for each in author.snapshot()["events"]]
        author.items(f"/v1/events/{event['id']}/due-history")
        author.delete(event) if method != "PATCH" else author.edit(event, due=None)
    days = ["0001-01-01", "9999-12-31"]
    for where in (f"/v1/courses/{id}/events", "/v1/me/agenda"):
        for query in ({"from": day} for day in days):
            person.get(where, params=query)
        for query in ({"to": day} for day in days):
            person.get(where, params=query)
