"""An event of a phone that repeats: the log tells all of it, so that devices without the server show what the server does."""

import pytest

from dav import Dav, calendar, event, vevent
from study_people import settle

DAYS = {"from": "2099-06-01", "to": "2099-06-07"}
UID = "shift@example.org"


@pytest.fixture
def phone(ada):
    settle(ada, timeZone="America/Vancouver")
    return Dav(ada)


def told(ada):
    [event] = ada.snapshot()["personalEvents"]
    return event


def test_an_event_that_takes_place_once_has_no_series(ada, phone):
    phone.put("personal", "a.ics", event(None, "20990601T160000Z", "20990601T170000Z"), 201)
    assert told(ada)["series"] is None and told(ada)["rule"] is None


def test_a_series_tells_its_exceptions_and_what_was_moved(ada, phone):
    phone.put("personal", "a.ics", calendar(
        vevent(UID, "20990601T160000Z", "20990601T170000Z", "Shift", "RRULE:FREQ=DAILY;COUNT=5", "EXDATE:20990602T160000Z",
               "RDATE:20990607T180000Z"),
        vevent(UID, "20990603T200000Z", "20990603T203000Z", "Late shift", "RECURRENCE-ID:20990603T160000Z", "LOCATION:Hall"),
        vevent(UID, "20990604T160000Z", "20990604T170000Z", "Shift", "RECURRENCE-ID:20990604T160000Z", "STATUS:CANCELLED")), 201)
    series = told(ada)["series"]
    assert (series["first"]["start"], series["first"]["end"], series["rule"]) == ("2099-06-01T16:00:00Z", "2099-06-01T17:00:00Z", "FREQ=DAILY;COUNT=5")
    assert series["timeZone"] == "UTC"
    assert series["exceptions"] == [f"2099-06-0{day}T{hour}:00:00Z" for day, hour in ((2, 16), (3, 16), (4, 16), (7, 18))]
    assert [(each["title"], each["location"], each["start"], each["end"]) for each in series["others"]] == [
        ("Late shift", "Hall", "2099-06-03T20:00:00Z", "2099-06-03T20:30:00Z"),
        ("Shift", "", "2099-06-07T18:00:00Z", "2099-06-07T19:00:00Z")]
    shown = [(each["title"], each["start"]) for each in ada.get("/v1/me/calendar", params=DAYS)["items"]]
    assert shown == [("Shift", "2099-06-01T16:00:00Z"), ("Late shift", "2099-06-03T20:00:00Z"), ("Shift", "2099-06-05T16:00:00Z"),
                     ("Shift", "2099-06-07T18:00:00Z")]


def test_a_first_time_that_was_moved_does_not_move_the_rest(ada, phone):
    phone.put("personal", "a.ics", calendar(
        vevent(UID, "20990601T160000Z", "20990601T170000Z", "Shift", "RRULE:FREQ=DAILY;COUNT=3"),
        vevent(UID, "20990601T200000Z", "20990601T210000Z", "Late shift", "RECURRENCE-ID:20990601T160000Z")), 201)
    found = told(ada)
    assert (found["title"], found["series"]["first"]["title"]) == ("Late shift", "Shift")
    assert (found["start"], found["series"]["first"]["start"]) == ("2099-06-01T20:00:00Z", "2099-06-01T16:00:00Z")


@pytest.mark.parametrize("rule", [[], ["RRULE:FREQ=DAILY"]], ids=["once", "daily"])
def test_a_cancelled_event_takes_place_at_no_time(rule, ada, phone):
    phone.put("personal", "a.ics", event(None, "20990601T160000Z", None, "Off", "STATUS:CANCELLED", *rule), 201)
    series = told(ada)["series"]
    assert (series["rule"], series["exceptions"], series["others"]) == (None, ["2099-06-01T16:00:00Z"], [])
    assert ada.get("/v1/me/calendar", params=DAYS)["items"] == []
