"""GET /v1/me/calendar: everything on some days."""

import datetime

import pytest

from dav import Dav, event
from study_campus import ZONE, evening_student, join
from study_people import add, at, day_in, mark, settle, study, timetable

PATH = "/v1/me/calendar"


def days(person, first, last, status=200):
    return person.call("GET", PATH, status, params={"from": str(first), "to": str(last)}).json()


def of(found, kind):
    return [each for each in found["items"] if each["kind"] == kind]


def test_everything_of_a_day_is_there_by_start(campus):
    person = evening_student(campus)
    course = join(person, 103)
    today = day_in(ZONE)
    posted = person.post(course, "Midterm", kind="exam", due=at(ZONE, 1, "15:00"))
    task = add(person, "Essay", earliest=at(ZONE, 1, "00:00"))
    fixed = add(person, "Choir", start=at(ZONE, 1, "16:00"), end=at(ZONE, 1, "17:00"))
    Dav(person).put("personal", "a.ics", event(None, *(at(ZONE, 1, clock).replace("-", "").replace(":", "") for clock in ("08:00", "09:00")),
                                              "Dentist", "LOCATION:Main St"), 201)
    [block] = study(timetable(person), task)[:1]
    tomorrow = today + datetime.timedelta(days=1)
    found = days(person, tomorrow, tomorrow)
    assert (found["from"], found["to"], found["timeZone"], found["complete"], found["imports"]) == (str(tomorrow), str(tomorrow), ZONE, True, [])
    starts = [each["start"] for each in found["items"]]
    assert starts == sorted(starts)
    [lecture] = of(found, "class")
    assert (lecture["start"], lecture["end"], lecture["course"]) == (at(ZONE, 1, "10:30"), at(ZONE, 1, "11:20"), course)
    [due] = of(found, "due")
    assert (due["id"], due["reference"], due["start"]) == (posted["id"], f"STDY103#{posted['number']}", at(ZONE, 1, "15:00")) or due["end"] == at(ZONE, 1, "15:00")
    [dentist] = of(found, "personal")
    assert (dentist["title"], dentist["location"], dentist["calendar"], dentist["allDay"]) == ("Dentist", "Main St", "personal", False)
    assert (dentist["start"], dentist["end"]) == (at(ZONE, 1, "08:00"), at(ZONE, 1, "09:00"))
    assert [(each["id"], each["start"], each["end"]) for each in of(found, "study")] == [(block["id"], block["start"], block["end"])]
    assert [(each["id"], each["title"]) for each in of(found, "task") if each["id"] == fixed["id"]] == [(fixed["id"], "Choir")]


def test_a_series_is_on_each_of_its_days(campus):
    person = evening_student(campus)
    start = at(ZONE, 1, "08:00").replace("-", "").replace(":", "")
    Dav(person).put("personal", "a.ics", event(None, start, None, "Daily", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=3"), 201)
    found = of(days(person, day_in(ZONE), day_in(ZONE, 10)), "personal")
    assert [each["start"] for each in found] == [at(ZONE, day, "08:00") for day in (1, 2, 3)]
    assert len({each["id"] for each in found}) == 1


def test_all_day_events_have_midnights_of_the_zone(campus):
    person = evening_student(campus)
    day = day_in(ZONE, 1)
    Dav(person).put("personal", "a.ics", event(None, day.strftime("%Y%m%d"), (day + datetime.timedelta(days=2)).strftime("%Y%m%d"), "Trip"), 201)
    for first, last, count in ((0, 0, 0), (1, 1, 1), (2, 2, 1), (3, 3, 0), (0, 5, 1)):
        found = of(days(person, day_in(ZONE, first), day_in(ZONE, last)), "personal")
        assert len(found) == count, (first, last)
        assert all((each["allDay"], each["start"], each["end"]) == (True, at(ZONE, 1, "00:00"), at(ZONE, 3, "00:00")) for each in found)


def test_floating_times_are_of_the_readers_zone(campus):
    person = evening_student(campus)
    day = day_in(ZONE, 1).strftime("%Y%m%d")
    Dav(person).put("personal", "a.ics", event(None, f"{day}T080000", f"{day}T090000"), 201)
    [found] = of(days(person, day_in(ZONE, 1), day_in(ZONE, 1)), "personal")
    assert found["start"] == at(ZONE, 1, "08:00")


def test_what_is_done_says_so(campus):
    person = evening_student(campus)
    task = add(person, "Choir", start=at(ZONE, 1, "16:00"), end=at(ZONE, 1, "17:00"))
    mark(person, task)
    [found] = [each for each in of(days(person, day_in(ZONE, 1), day_in(ZONE, 1)), "task") if each["id"] == task["id"]]
    assert found["done"] is True


def test_a_personal_event_is_busy_time_for_the_plan_unless_it_is_transparent_or_cancelled(campus):
    start, end = (at(ZONE, 1, clock).replace("-", "").replace(":", "") for clock in ("18:00", "22:00"))
    for lines, busy in (((), True), (("TRANSP:TRANSPARENT",), False), (("STATUS:CANCELLED",), False)):
        person = evening_student(campus)
        add(person, "Essay", earliest=at(ZONE, 1, "00:00"), deadline=at(ZONE, 2, "00:00"))
        assert study(timetable(person))
        Dav(person).put("personal", "a.ics", event(None, start, end, "Concert", *lines), 201)
        assert bool(study(timetable(person))) == (not busy), lines


@pytest.mark.parametrize("first, last", [("2026-02-30", "2026-03-01"), ("2026-03-02", "2026-03-01"), ("x", "y"), ("", ""), ("2026-01-01", "2028-01-01"),
                                         ("-1", "2026-01-01"), ("0000-00-00", "9999-12-31")])
def test_impossible_days_are_named(first, last, stranger):
    answer = stranger.call("GET", PATH, params={"from": first, "to": last})
    assert answer.status_code in (400, 422) and answer.json()["errors"]


def test_the_last_week_ends_with_the_last_day(stranger):
    assert stranger.call("GET", PATH, 200, params={"from": "9999-12-30"}).json()["to"] == "9999-12-31"


def test_a_year_can_be_read_and_a_sign_in_is_needed(anyone, stranger):
    assert days(stranger, "2026-01-01", "2026-12-31")["items"] == []
    anyone.call("GET", PATH, 401, params={"from": "2026-01-01", "to": "2026-01-02"})


def test_too_many_items_are_cut_and_that_is_told(stranger):
    settle(stranger, timeZone="UTC")
    phone = Dav(stranger)
    for number in range(2):
        phone.put("personal", f"{number}.ics", event(None, "20260101T000000Z", None, "Often", "DURATION:PT5M", "RRULE:FREQ=HOURLY"), 201, 403)
    if phone.objects("personal"):
        found = days(stranger, "2026-01-01", "2026-12-31")
        assert len(found["items"]) <= 10_000 and (found["complete"] is False or len(found["items"]) < 10_000)


def test_others_see_nothing_of_it(ada, bob):
    Dav(ada).put("personal", "a.ics", event(None, "20270301T090000Z", None, "Dentist"), 201)
    assert [each["title"] for each in days(ada, "2027-03-01", "2027-03-01")["items"]] == ["Dentist"]
    assert not days(bob, "2027-03-01", "2027-03-01")["items"]
