"""Calendars of programs that take liberties: what is meant is read, and what cannot be read is counted."""

import pytest

from dav import calendar
from importing import ada, bring, path, reader, send, shown, sync, web  # noqa: F401
from study_people import add, at, day_in, settle

JUNE = {"from": "2099-06-01", "to": "2099-06-30"}


def event(uid, *lines):
    return ["BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20260101T000000Z", f"SUMMARY:{uid}", *lines, "END:VEVENT"]


def whole_days(person):
    """The title, start and end of each imported event of June 2099 that has days and no times."""
    items = person.get("/v1/me/calendar", params=JUNE)["items"]
    return [(each["title"], each["start"], each["end"]) for each in items if each["kind"] == "import" and each["allDay"]]


@pytest.mark.parametrize("theirs", ["Europe/Berlin", "Pacific/Auckland", "America/Los_Angeles"])
def test_a_day_is_that_day_whatever_zone_its_calendar_names(theirs, ada):
    settle(ada, timeZone="America/Vancouver")
    brought = send(ada, calendar(
        event("Reading day", "DTSTART;VALUE=DATE:20990603", "DTEND;VALUE=DATE:20990604"),
        event("Away", "DTSTART;VALUE=DATE:20990610", "RRULE:FREQ=DAILY;COUNT=2"), method=f"X-WR-TIMEZONE:{theirs}"))
    assert whole_days(ada) == [
        ("Reading day", "2099-06-03T07:00:00Z", "2099-06-04T07:00:00Z"), ("Away", "2099-06-10T07:00:00Z", "2099-06-11T07:00:00Z"),
        ("Away", "2099-06-11T07:00:00Z", "2099-06-12T07:00:00Z")]
    assert brought["leftOut"] is None


def test_a_day_is_busy_from_its_owners_midnight_to_the_next(ada):
    settle(ada, timeZone="America/Vancouver")
    day = day_in("America/Vancouver", 20)
    send(ada, calendar(event("Away", f"DTSTART;VALUE=DATE:{day:%Y%m%d}", "TRANSP:OPAQUE"), method="X-WR-TIMEZONE:Europe/Berlin"))
    zone = "America/Vancouver"
    add(ada, "Before", start=at(zone, 19, "23:00"), end=at(zone, 20, "00:00"))
    add(ada, "Late", 409, start=at(zone, 20, "23:00"), end=at(zone, 20, "23:30"))
    add(ada, "After", start=at(zone, 21, "00:00"), end=at(zone, 21, "01:00"))


@pytest.mark.parametrize("lines, options, busy, unsaid", [
    ([], {}, False, 1), ([], {"allDayBusy": "true"}, True, 0), (["TRANSP:OPAQUE"], {}, True, 0),
    (["TRANSP:TRANSPARENT"], {"allDayBusy": "true"}, False, 0), (["X-MICROSOFT-CDO-BUSYSTATUS:OOF"], {}, True, 0),
    (["X-MICROSOFT-CDO-BUSYSTATUS:FREE"], {}, False, 1), (["TRANSP:OPAQUE"], {"busy": "false"}, False, 0),
])
def test_a_day_is_busy_if_it_says_so_or_the_import_does(lines, options, busy, unsaid, ada):
    settle(ada, timeZone="America/Vancouver")
    day = day_in("America/Vancouver", 20)
    brought = send(ada, calendar(event("Birthday", f"DTSTART;VALUE=DATE:{day:%Y%m%d}", *lines)), **options)
    assert (brought["freeDays"], brought["allDayBusy"]) == (unsaid, options.get("allDayBusy") == "true")
    add(ada, "Lunch", 409 if busy else 201, start=at("America/Vancouver", 20, "12:00"), end=at("America/Vancouver", 20, "13:00"))
    add(ada, "Swim", start=at("America/Vancouver", 21, "12:00"), end=at("America/Vancouver", 21, "13:00"))


def test_an_hour_that_does_not_say_so_is_busy(ada):
    settle(ada, timeZone="America/Vancouver")
    start, end = (at("America/Vancouver", 20, time).replace("-", "").replace(":", "") for time in ("12:00", "13:00"))
    brought = send(ada, calendar(event("Dentist", f"DTSTART:{start}", f"DTEND:{end}")))
    assert brought["freeDays"] == 0
    add(ada, "Lunch", 409, start=at("America/Vancouver", 20, "12:30"), end=at("America/Vancouver", 20, "13:30"))


def test_an_address_keeps_its_choice_of_days(ada, web, path):
    settle(ada, timeZone="America/Vancouver")
    day = day_in("America/Vancouver", 20)
    holiday = lambda uid: event(uid, f"DTSTART;VALUE=DATE:{day:%Y%m%d}")
    brought = bring(ada, web.serve(path, calendar(holiday("One")).encode()), allDayBusy=True)
    web.serve(path, calendar(holiday("One"), holiday("Two")).encode())
    again = sync(ada, brought)
    assert (again["events"], again["allDayBusy"], again["freeDays"]) == (2, True, 0)
    add(ada, "Lunch", 409, start=at("America/Vancouver", 20, "12:00"), end=at("America/Vancouver", 20, "13:00"))


def test_a_day_stays_that_day_when_its_owner_moves_to_another_zone(ada):
    settle(ada, timeZone="Pacific/Auckland")
    send(ada, calendar(event("Holiday", "DTSTART;VALUE=DATE:20990603"), event("Floating", "DTSTART:20990604T230000")))
    settle(ada, timeZone="America/Vancouver")
    day = {"from": "2099-06-03", "to": "2099-06-03"}
    assert [each["title"] for each in ada.get("/v1/me/calendar", params=day)["items"]] == ["Holiday"]
    day = {"from": "2099-06-04", "to": "2099-06-04"}
    assert [each["start"] for each in ada.get("/v1/me/calendar", params=day)["items"]] == ["2099-06-05T06:00:00Z"]


def test_the_zone_of_a_calendar_is_that_of_its_times_without_a_zone(ada):
    settle(ada, timeZone="America/Vancouver")
    send(ada, calendar(
        event("Dinner", "DTSTART:20990603T210000", "RRULE:FREQ=WEEKLY;UNTIL=20990610T210000"),
        event("Call", "DTSTART;TZID=Asia/Tokyo:20990604T090000"), method="X-WR-TIMEZONE:Europe/Berlin"))
    assert shown(ada) == [
        ("Dinner", "2099-06-03T19:00:00Z"), ("Call", "2099-06-04T00:00:00Z"), ("Dinner", "2099-06-10T19:00:00Z")]


def test_a_rule_that_says_nothing_is_no_rule(ada):
    days = [event(f"Holiday {number}", f"DTSTART;VALUE=DATE:209906{number:02}", "RRULE:") for number in range(1, 31)]
    brought = send(ada, calendar(*days))
    assert brought["events"] == 30 and brought["leftOut"] is None and len(whole_days(ada)) == 30


@pytest.mark.parametrize("rules", [
    ["RRULE:FREQ=DAILY;COUNT=2", "RRULE:FREQ=DAILY;COUNT=2"], ["RRULE:FREQ=DAILY;COUNT=-1;UNTIL=20990602T120000Z"],
    ["RRULE:", "RRULE:FREQ=DAILY;COUNT=2"],
], ids=["twice, by Fastmail", "COUNT=-1, by Confluence", "empty, and another"])
def test_a_rule_with_a_vain_part_is_the_rule_without_it(rules, ada):
    brought = send(ada, calendar(event("Shift", "DTSTART:20990601T120000Z", *rules)))
    assert brought["leftOut"] is None
    assert shown(ada) == [("Shift", "2099-06-01T12:00:00Z"), ("Shift", "2099-06-02T12:00:00Z")]


def test_what_is_left_out_is_counted_and_said(ada, web, path):
    good = [event(f"Good {number}", f"DTSTART:209906{number:02}T120000Z") for number in range(1, 4)]
    broken = [event("Hourly", "DTSTART:20990610T120000Z", "RRULE:FREQ=HOURLY"), event("Endless", "DTSTART:soon"), event("Nowhen")]
    later = event("Good 1", "RECURRENCE-ID;RANGE=THISANDFUTURE:20990601T120000Z", "DTSTART:20990601T130000Z")
    brought = bring(ada, web.serve(path, calendar(*good, *broken, later).encode()))
    assert (brought["events"], brought["leftOut"]["count"], brought["lastError"]) == (3, 4, None)
    for words in ("Hourly", "Endless", "Nowhen", "THISANDFUTURE"):
        assert any(words in why for why in brought["leftOut"]["why"]), words
    assert ada.items("/v1/me/calendar-imports") == [brought]
    web.serve(path, calendar(*good).encode())
    assert sync(ada, brought)["leftOut"] is None


def test_a_long_list_of_what_is_left_out_has_a_bound(ada):
    brought = send(ada, calendar(*(event(f"Broken {number} " + "x" * 500, "DTSTART:soon") for number in range(40))))
    assert (brought["events"], brought["leftOut"]["count"]) == (0, 40)
    assert len(brought["leftOut"]["why"]) == 5 and all(len(why) <= 300 for why in brought["leftOut"]["why"])


ZONE = ["BEGIN:VTIMEZONE", "TZID:{name}", "BEGIN:STANDARD", "DTSTART:16011028T030000", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10",
        "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "END:STANDARD", "BEGIN:DAYLIGHT", "DTSTART:16010325T020000",
        "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "END:DAYLIGHT", "END:VTIMEZONE"]


@pytest.mark.parametrize("name", ["(UTC+01:00) Amsterdam\\, Berlin\\, Rome", "(UTC+01:00) Amsterdam, Berlin, Rome", "Custom; Berlin"])
def test_a_zone_is_found_whatever_signs_its_name_has(name, ada):
    zone = [line.format(name=name) for line in ZONE]
    used = f'TZID="{name.replace(chr(92), "")}"'
    brought = send(ada, calendar(zone, event("Meeting", f"DTSTART;{used}:20990601T120000", f"DTEND;{used}:20990601T130000")))
    assert brought["events"] == 1 and brought["leftOut"] is None
    assert shown(ada) == [("Meeting", "2099-06-01T10:00:00Z")]


def test_a_day_that_is_written_with_a_time_is_a_day(ada):
    settle(ada, timeZone="America/Vancouver")
    send(ada, calendar(
        event("Holidays", "DTSTART;VALUE=DATE:20990603T000000Z", "DTEND;VALUE=DATE:20990605T000000Z"),
        event("Other", "DTSTART:20990603T180000Z", "DTEND:20990603T190000Z")))
    assert whole_days(ada) == [("Holidays", "2099-06-03T07:00:00Z", "2099-06-05T07:00:00Z")]
    assert ("Other", "2099-06-03T18:00:00Z") in shown(ada)


def test_a_zone_after_the_calendars_end_belongs_to_it(ada):
    zone = "".join(line.format(name="Work") + "\r\n" for line in ZONE)
    brought = send(ada, calendar(event("Meeting", "DTSTART;TZID=Work:20990601T120000")) + zone)
    assert brought["leftOut"] is None and shown(ada) == [("Meeting", "2099-06-01T10:00:00Z")]


def test_a_calendar_that_begins_with_another_component_is_refused(ada):
    zone = "".join(line.format(name="Work") + "\r\n" for line in ZONE)
    assert "BEGIN:VCALENDAR" in send(ada, zone + calendar(event("Meeting", "DTSTART:20990601T120000Z")), 422)["detail"]


def test_a_to_do_that_is_due_on_a_day_is_due_at_its_end(ada):
    settle(ada, timeZone="America/Vancouver")
    todo = ["BEGIN:VTODO", "UID:a", "DTSTAMP:20260101T000000Z", "SUMMARY:Essay"]
    send(ada, calendar([*todo, "DUE;VALUE=DATE:20990612", "END:VTODO"]), tasks="true")
    send(ada, calendar([*todo, "DTSTART;VALUE=DATE:20990610", "DUE;VALUE=DATE:20990612", "END:VTODO"]), tasks="true")
    send(ada, calendar([*todo, "DTSTART;VALUE=DATE:20990610", "DURATION:P3D", "END:VTODO"]), tasks="true")
    assert {each["deadline"] for each in ada.items("/v1/me/tasks")} == {"2099-06-13T06:59:00Z"}


def test_to_dos_for_which_there_is_no_room_are_told(ada):
    todos = [["BEGIN:VTODO", f"UID:{number}", "DTSTAMP:20260101T000000Z", f"SUMMARY:To-do {number}", "END:VTODO"] for number in range(2_003)]
    brought = send(ada, calendar(*todos), tasks="true")
    assert brought["leftOut"]["count"] == 0 and "3 of its to-dos" in brought["leftOut"]["why"][0]
    assert len(ada.items("/v1/me/tasks")) == 2_000
