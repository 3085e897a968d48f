"""A person who never set a zone has that of the current term, in every answer."""

import io
import json
import tarfile

import pytest

from dav import Dav, calendar, event, todo, vtodo
from noteitd import Noteitd
from people import register
from study_people import PATH, settle
from test_caldav_reminders import VANCOUVER


@pytest.fixture(scope="module")
def campus(tmp_path_factory):
    """A server of a campus in Vancouver."""
    server = Noteitd(tmp_path_factory.mktemp("home"))
    server.load_sample("--time-zone", "America/Vancouver")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def ada(campus):
    return register(campus)


def test_the_settings_of_a_new_person_have_the_zone_of_the_term(ada):
    assert ada.get("/v1/me/study-settings")["timeZone"] == "America/Vancouver"
    assert ada.get("/v1/me/calendar")["timeZone"] == "America/Vancouver"
    assert ada.snapshot()["studySettings"] is None, "they are not set"
    archive = tarfile.open(fileobj=io.BytesIO(ada.call("GET", "/v1/me/export", 200).content))
    [settings] = [json.load(archive.extractfile(each)) for each in archive if each.name.endswith("study-settings.json")]
    assert settings["timeZone"] == "America/Vancouver"
    settle(ada, timeZone="Asia/Tokyo")
    assert ada.get("/v1/me/study-settings")["timeZone"] == ada.get("/v1/me/calendar")["timeZone"] == "Asia/Tokyo"


def test_a_phone_of_a_new_person_speaks_of_the_terms_days(ada):
    phone = Dav(ada)
    phone.put("tasks", "a.ics", todo(None, "Essay", "DUE;VALUE=DATE:20991212"), 201)
    [essay] = ada.items(PATH)
    assert essay["deadline"] == "2099-12-13T07:59:00Z"
    phone.put("tasks", "b.ics", calendar(VANCOUVER, vtodo(
        "bins@example.org", "Bins", "DTSTART;TZID=America/Vancouver:20270105T090000", "RRULE:FREQ=WEEKLY")), 201)
    bins = next(each for each in ada.items(PATH) if each["title"] == "Bins")
    assert (bins["kind"], bins["calendarOnly"]) == ("fixed", None)
    phone.put("personal", "c.ics", event(None, "20991213", None, "Away"), 201)
    [away] = [each for each in ada.get("/v1/me/calendar", params={"from": "2099-12-13", "to": "2099-12-13"})["items"]]
    assert (away["start"], away["end"], away["allDay"]) == ("2099-12-13T08:00:00Z", "2099-12-14T08:00:00Z", True)


def test_a_floating_time_stays_one_when_a_series_is_expanded(ada):
    phone = Dav(ada)
    phone.put("personal", "a.ics", event(None, "20991203T210000", "20991203T220000", "Dinner", "RRULE:FREQ=DAILY;COUNT=2"), 201)
    data = '<c:calendar-data><c:expand start="20991201T000000Z" end="20991210T000000Z"/></c:calendar-data>'
    [text] = phone.query("personal", data=data).data.values()
    assert [line for line in text.split("\n") if line.startswith("DTSTART")] == ["DTSTART:20991203T210000", "DTSTART:20991204T210000"]
