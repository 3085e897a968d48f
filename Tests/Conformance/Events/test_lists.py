"""Due-date lists: order, days of the term's time zone, filters, pages."""

import datetime
import zoneinfo

import pytest

from people import register


@pytest.fixture
def zone(course, ada):
    term = next(term for term in ada.get("/v1/terms")["items"] if term["id"] == course["term"])
    return zoneinfo.ZoneInfo(term["timeZone"])


def local(zone, day, hour, minute=0):
    time = datetime.datetime(2025, 11, day, hour, minute, tzinfo=zone)
    return time.astimezone(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def test_days_are_in_the_terms_time_zone_soonest_first_undated_last(course, ada, zone):
    undated = ada.post(course["id"], "undated")
    late = ada.post(course["id"], "late", due=local(zone, 20, 23, 59))
    next_day = ada.post(course["id"], "next day", due=local(zone, 21, 0))
    early = ada.post(course["id"], "early", due=local(zone, 20, 0))
    wanted = [("2025-11-20", [early, late]), ("2025-11-21", [next_day]), (None, [undated])]
    for path in (f"/v1/courses/{course['id']}/events", "/v1/me/agenda"):
        page = ada.get(path)
        assert set(page) == {"sections", "next"} and page["next"] is None
        assert [(section["due"], section["events"]) for section in page["sections"]] == wanted
    path = f"/v1/courses/{course['id']}/events"
    assert [s["due"] for s in ada.due_sections(path, **{"from": "2025-11-21"})] == ["2025-11-21"]
    assert [s["due"] for s in ada.due_sections(path, to="2025-11-20")] == ["2025-11-20"]
    assert [s["due"] for s in ada.due_sections("/v1/me/agenda", **{"from": "2025-11-20", "to": "2025-11-20"})] == ["2025-11-20"]


@pytest.mark.parametrize("limit", [1, 2, 3, 200])
def test_pages_hold_every_event_once_in_order(course, ada, zone, limit):
    for number in range(7):
        ada.post(course["id"], f"Event {number}", due=local(zone, 10 + number // 3, 12) if number < 5 else None)
    whole = ada.due_sections(f"/v1/courses/{course['id']}/events")
    assert ada.due_sections(f"/v1/courses/{course['id']}/events", limit=limit) == whole
    assert ada.due_sections("/v1/me/agenda", limit=limit) == whole
    assert sum(len(section["events"]) for section in whole) == 7


def test_filters(course, ada, bob):
    exam = ada.post(course["id"], "Midterm", kind="exam", due="2025-11-20T18:00:00Z", tags=["midterm", "rooms"], body="Room 100% sure")
    question = bob.post(course["id"], "What is due?", kind="question")
    found = lambda **query: [event["id"] for event in ada.events(course["id"], **query)]
    assert found() == [exam["id"], question["id"]]
    assert found(kind="exam") == found(tag="rooms") == found(author=ada.id) == found(number=1) == [exam["id"]]
    assert found(q="midTERM") == found(q="100%") == [exam["id"]]
    assert found(q="due") == found(author=bob.id) == found(number=2) == [question["id"]]
    assert found(tag="room") == found(q="1_0") == found(number=3) == found(kind="exam", author=bob.id) == []
    for query in ({"kind": "x"}, {"from": "20251101"}, {"to": "2025-02-30"}, {"author": "me"}, {"number": "0"}, {"number": "x"},
                  {"limit": "0"}, {"limit": "201"}, {"limit": "x"}, {"after": "x"}):
        problem = ada.refused("GET", f"/v1/courses/{course['id']}/events", 422, params=query)
        assert problem["errors"][0]["field"] == next(iter(query))


def test_the_agenda_is_over_all_courses(server, courses, course, ada):
    other = next(courses)
    section = other["sections"][0]["id"]
    ada.enroll(section)
    posted = {ada.post(id, due="2025-10-01T19:00:00Z")["id"] for id in (course["id"], other["id"])}
    sections = ada.due_sections("/v1/me/agenda")
    assert [section["due"] for section in sections] == ["2025-10-01"]
    assert {event["id"] for event in sections[0]["events"]} == posted
    ada.drop(section)
    assert len(ada.due_sections("/v1/me/agenda")[0]["events"]) == 1
    assert register(server).due_sections("/v1/me/agenda") == []
