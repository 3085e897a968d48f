"""What a phone writes, in `noteit`: reminders that are understood in part, series with exceptions, and one zone for both."""

import json

import pytest
import requests

from people import PASSWORD, register
from study_people import at, noon_zone
from terminal import Terminal, said

ZONE = noon_zone()


@pytest.fixture
def ada(server):
    return register(server)


@pytest.fixture
def desk(server, ada, tmp_path):
    return Terminal(server, tmp_path / "desk", ada)


@pytest.fixture
def put(server, ada, desk):
    """Stores an object as a phone does."""
    secret = json.loads(desk.noteit("calendar", "password", "add", "Phone", "--json", text=PASSWORD + "\n"))["password"]

    def put(calendar, *lines):
        body = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//tests//EN", *lines, "END:VCALENDAR", ""]
        answer = requests.put(
            f"{server.url}/dav/calendars/{ada.id}/{calendar}/a.ics", data="\r\n".join(body).encode(), auth=(ada.email, secret),
            headers={"Content-Type": "text/calendar; charset=utf-8"})
        assert answer.status_code == 201, answer.text

    return put


def test_the_task_list_says_what_only_the_phone_knows(put, ada, desk):
    put("tasks", "BEGIN:VTODO", "UID:rent", "DTSTAMP:20260101T000000Z", "SUMMARY:Rent", "DUE;VALUE=DATE:20991201", "RRULE:FREQ=MONTHLY",
        "END:VTODO")
    said = desk.noteit("task", "list")
    assert "Rent" in said and "in part" in said
    assert "it repeats, and its next time alone is planned" in desk.noteit("task", "view", "rent")
    assert desk.noteit("task", "list", "--plain").strip().split("\t")[-1] == "repetition"
    desk.noteit("task", "done", "rent")
    [row] = json.loads(desk.noteit("task", "list", "--json"))
    assert row["deadline"].startswith("2100-01-0") and row["done"] is False
    assert "Rent" in desk.noteit("task", "list", "--done")


def test_an_import_says_what_it_left_out(desk, tmp_path):
    def event(uid, *lines):
        return ["BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20260101T000000Z", f"SUMMARY:{uid}", *lines, "END:VEVENT"]

    good = [line for number in range(1, 4) for line in event(f"Good {number}", f"DTSTART;VALUE=DATE:209906{number:02}", "RRULE:")]
    file = tmp_path / "holidays.ics"
    file.write_text("\r\n".join(["BEGIN:VCALENDAR", *good, *event("Odd", "DTSTART:soon"), "END:VCALENDAR", ""]))
    added = json.loads(desk.noteit("calendar", "import", "add", str(file), "--json"))
    assert (added["events"], added["leftOut"]["count"]) == (3, 1)
    listed = desk.noteit("calendar", "import", "list")
    assert "1 left out" in listed and '"Odd"' in listed
    assert desk.noteit("calendar", "import", "list", "--plain").strip().split("\t")[-2:] == ["1", "3"]


def test_an_import_says_that_days_are_free_and_a_flag_makes_them_busy(desk, ada, tmp_path):
    file = tmp_path / "birthdays.ics"
    file.write_text("\r\n".join(["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "SUMMARY:Birthday",
                                 "DTSTART;VALUE=DATE:20990601", "END:VEVENT", "END:VCALENDAR", ""]))
    told = said(desk, "calendar", "import", "add", str(file))
    assert "1 all-day event does not say whether it is busy, and is free." in told and "--all-day-busy" in told
    told = said(desk, "calendar", "import", "add", str(file), "--name", "Busy", "--all-day-busy")
    assert "all-day" not in told
    assert [(each["allDayBusy"], each["freeDays"]) for each in ada.items("/v1/me/calendar-imports")] == [(False, 1), (True, 0)]


def test_the_front_page_and_the_week_offline_show_what_the_server_shows(server, put, ada, desk):
    desk.noteit("study", "settings", "--zone", ZONE)
    today, tomorrow = (at(ZONE, days, "13:00").replace("-", "").replace(":", "") for days in (0, 1))
    late = at(ZONE, 1, "15:00").replace("-", "").replace(":", "")
    master = ["BEGIN:VEVENT", "UID:shift", "DTSTAMP:20260101T000000Z", "SUMMARY:Shift", f"DTSTART:{today}", "DURATION:PT1H",
              "RRULE:FREQ=DAILY;COUNT=3", f"EXDATE:{today}", "END:VEVENT"]
    moved = ["BEGIN:VEVENT", "UID:shift", "DTSTAMP:20260101T000000Z", "SUMMARY:Late shift", f"RECURRENCE-ID:{tomorrow}",
             f"DTSTART:{late}", "DURATION:PT1H", "END:VEVENT"]
    put("personal", *master, *moved)
    days = ["calendar", "month", "--at", "tomorrow", "--json"]
    online = [(each["title"], each["start"]) for each in json.loads(desk.noteit(*days))["items"]]
    assert ("Late shift", at(ZONE, 1, "15:00")) in online and ("Shift", at(ZONE, 0, "13:00")) not in online
    assert "Shift" not in desk.noteit("--plain")
    server.stop()
    assert [(each["title"], each["start"]) for each in json.loads(desk.noteit(*days))["items"]] == online


def test_the_settings_in_the_terminal_are_those_of_the_server(ada, desk):
    shown = json.loads(desk.noteit("study", "settings", "--json"))
    assert shown["timeZone"] == ada.get("/v1/me/study-settings")["timeZone"] == "America/Vancouver"


def test_a_day_is_the_same_day_offline_after_its_owner_moved(server, put, ada, desk):
    desk.noteit("study", "settings", "--zone", "Pacific/Auckland")
    put("personal", "BEGIN:VEVENT", "UID:away", "DTSTAMP:20260101T000000Z", "SUMMARY:Away", "DTSTART;VALUE=DATE:20990603", "END:VEVENT")
    desk.noteit("study", "settings", "--zone", "America/Vancouver")
    day = ["calendar", "week", "--at", "2099-06-03", "--plain"]
    online = desk.noteit(*day)
    assert "2099-06-03T07:00:00Z\t2099-06-04T07:00:00Z" in online
    server.stop()
    assert desk.noteit(*day) == online
