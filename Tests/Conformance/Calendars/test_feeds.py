"""Feeds: a calendar file behind a secret address."""

import datetime
import gzip
import re

import icalendar
import pytest

from dav import Dav, basic, component_of, components, feed, moment, read, unfolded, utc, value, values
from noteitd import wait_until
from study_campus import ZONE, evening_student, join
from study_people import add, day_in, edit, fields_of, study, timetable

ALL = ["classes", "due", "study", "tasks"]


def test_a_feed_is_made_shown_once_listed_and_revoked(ada):
    made = feed(ada, "due", "classes", "due", name="On my phone")
    assert set(made) == {"id", "url"}
    assert re.fullmatch(r"https?://[^/]+/calendars/[A-Za-z0-9_-]{20,}\.ics", made["url"]), made["url"]
    [listed] = ada.get("/v1/me/calendar-feeds")["items"]
    assert (listed["id"], listed["name"], listed["include"], listed["courses"], listed["lastRead"]) == (
        made["id"], "On my phone", ["classes", "due"], None, None)
    assert made["url"].rsplit("/", 1)[1][:-4] not in str(listed)
    read(ada, made["url"])
    wait_until(lambda: ada.get("/v1/me/calendar-feeds")["items"][0]["lastRead"], "the reading to be noted")
    other = feed(ada, "due")
    assert other["url"] != made["url"]
    ada.call("DELETE", f"/v1/me/calendar-feeds/{made['id']}", 204)
    ada.call("DELETE", f"/v1/me/calendar-feeds/{made['id']}", 404)
    read(ada, made["url"], 404)
    read(ada, other["url"], 200)


@pytest.mark.parametrize("fields, field", [
    ({"include": []}, "include"), ({"name": ""}, "name"), ({"name": "x" * 101}, "name"), ({"courses": []}, "courses"),
    ({"courses": ["000000.NONE1"]}, "courses"), ({"name": "a\x07b"}, "name"), ({"courses": ["a"] * 101}, "courses"),
])
def test_a_wrong_feed_is_named(fields, field, ada):
    problem = ada.call("POST", "/v1/me/calendar-feeds", 422, json={"name": "F", "include": ["due"]} | fields).json()
    assert fields_of(problem) == [field] and not ada.get("/v1/me/calendar-feeds")["items"]


def test_an_unknown_part_is_refused(ada):
    ada.call("POST", "/v1/me/calendar-feeds", json={"name": "F", "include": ["everything"]}, status=422)


def test_a_person_has_a_bounded_number_of_feeds(ada):
    statuses = [ada.call("POST", "/v1/me/calendar-feeds", json={"name": "F", "include": ["due"]}).status_code for _ in range(52)]
    assert statuses[:50] == [201] * 50 and statuses[-1] == 409


def test_a_feed_says_how_it_is_called_and_how_often_to_read_it(ada, grace, course):
    grace.post(course["id"], "Midterm", kind="exam", due="2027-03-01T20:00:00Z")
    answer = read(ada, feed(ada, *ALL, name="My; feed, é")["url"])
    assert answer.headers["Content-Type"].replace(" ", "") == "text/calendar;charset=utf-8"
    control = {each.strip() for each in answer.headers["Cache-Control"].split(",")}
    assert {"private", "max-age=300"} <= control
    lines = unfolded(answer.text)
    assert lines[:2] == ["BEGIN:VCALENDAR", "VERSION:2.0"] and lines[-1] == "END:VCALENDAR"
    assert "REFRESH-INTERVAL;VALUE=DURATION:PT1H" in lines and "X-PUBLISHED-TTL:PT1H" in lines
    assert "NAME:My\\; feed\\, é" in lines and "X-WR-CALNAME:My\\; feed\\, é" in lines
    assert all(len(line.encode()) <= 75 for line in answer.content.decode().split("\r\n")) and answer.content.endswith(b"END:VCALENDAR\r\n")
    parsed = icalendar.Calendar.from_ical(answer.content)
    assert not parsed.errors and not [error for each in parsed.walk() for error in each.errors]


def test_an_unchanged_feed_is_not_sent_again(ada, grace, course):
    url = feed(ada, *ALL)["url"]
    first = read(ada, url)
    read(ada, url, 304, if_none_match=first.headers["ETag"])
    assert read(ada, url, 304, if_none_match=f'"other", {first.headers["ETag"]}').content == b""
    read(ada, url, 304, if_none_match="*")
    grace.post(course["id"], "Midterm", kind="exam", due="2027-03-01T20:00:00Z")
    second = read(ada, url, 200, if_none_match=first.headers["ETag"])
    assert "Midterm" in second.text and second.headers["ETag"] != first.headers["ETag"]
    assert read(ada, url).content == second.content, "the same bytes while nothing changes"


def test_a_feed_is_compressed_where_it_is_accepted(ada):
    url = feed(ada, *ALL)["url"]
    plain = read(ada, url, accept_encoding="identity")
    assert "Content-Encoding" not in plain.headers
    zipped = read(ada, url, accept_encoding="gzip")
    assert zipped.headers.get("Content-Encoding") == "gzip" and zipped.text == plain.text
    assert "accept-encoding" in zipped.headers["Vary"].lower() and "gzip" not in read(ada, url, accept_encoding="gzip;q=0").headers.get("Content-Encoding", "")
    raw = ada.http.get(ada.server.url + "/" + url.split("/", 3)[3], headers={"Accept-Encoding": "gzip"}, stream=True).raw.read(decode_content=False)
    assert gzip.decompress(raw) == plain.content
    read(ada, url, 304, if_none_match=zipped.headers["ETag"], accept_encoding="gzip")


def test_head_is_answered_and_other_methods_are_not(ada):
    path = "/" + feed(ada, "due")["url"].split("/", 3)[3]
    head = ada.http.head(ada.server.url + path)
    assert head.status_code == 200 and head.content == b"" and head.headers["ETag"]
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        assert ada.http.request(method, ada.server.url + path).status_code == 405
    assert ada.http.request("PROPFIND", ada.server.url + path).status_code in (404, 405, 501)


def test_due_dates_say_what_they_are_when_and_where_to_see_them(ada, grace, course):
    posted = grace.post(course["id"], "Midterm", body="Chapters 1 to 3", kind="exam", due="2027-03-01T20:00:00Z")
    text = read(ada, feed(ada, "due")["url"]).text
    [one] = components(text).values()
    code = f"{course['subject']}{course['number']}"
    assert "Midterm" in value(one, "SUMMARY") and code in value(one, "SUMMARY").replace(" ", "")
    assert f"{code}#{posted['number']}" in value(one, "DESCRIPTION")
    end = moment(one, "DTEND") if "DTEND" in one else moment(one, "DTSTART")
    assert end == utc("2027-03-01T20:00:00Z") and (end - moment(one, "DTSTART")) <= datetime.timedelta(minutes=30)
    assert "BEGIN:VTODO" not in text, "most calendar programs ignore tasks in feeds"


def test_a_moved_due_date_says_so_and_keeps_its_uid(ada, grace, course):
    url = feed(ada, "due")["url"]
    posted = grace.post(course["id"], "Midterm", kind="exam", due="2027-03-01T20:00:00Z")
    [before] = components(read(ada, url).text).values()
    grace.edit(posted, due="2027-03-05T21:00:00Z")
    [after] = components(read(ada, url).text).values()
    assert value(after, "UID") == value(before, "UID") and int(value(after, "SEQUENCE")) == int(value(before, "SEQUENCE")) + 1
    assert moment(after, "LAST-MODIFIED") >= moment(before, "LAST-MODIFIED")
    description = value(after, "DESCRIPTION") if "DESCRIPTION" in after else ""
    assert re.search(r"moved|was|before|former", description, re.I) and re.search(r"Mar\w* 1|1 Mar|2027-03-01", description), description


def test_sequence_and_last_modified_move_when_and_only_when_the_item_did(ada, grace, course):
    url = feed(ada, "due")["url"]
    posted = grace.post(course["id"], "Midterm", kind="exam", due="2027-03-01T20:00:00Z")
    [first] = components(read(ada, url).text).values()
    grace.post(course["id"], "Other", kind="exam", due="2027-04-01T20:00:00Z")
    ada.reply(posted)
    uid = value(first, "UID")
    assert components(read(ada, url).text)[uid] == first, "another item and a reply change nothing"
    grace.edit(posted, title="Midterm 1")
    changed = components(read(ada, url).text)[uid]
    assert int(value(changed, "SEQUENCE")) == int(value(first, "SEQUENCE")) + 1
    grace.edit(posted, title="Midterm 1")
    assert components(read(ada, url).text)[uid] == changed, "an edit that says the same changes nothing"


def test_what_was_removed_is_cancelled_for_a_while(ada, grace, course):
    url = feed(ada, "due")["url"]
    posted = grace.post(course["id"], "Midterm", kind="exam", due="2027-03-01T20:00:00Z")
    [(uid, before)] = components(read(ada, url).text).items()
    grace.delete(posted)
    after = components(read(ada, url).text)[uid]
    assert value(after, "STATUS") == "CANCELLED" and int(value(after, "SEQUENCE")) == int(value(before, "SEQUENCE")) + 1
    assert not Dav(ada).objects("due"), "in CalDAV it is gone"


def test_classes_are_weekly_in_the_zone_of_the_term(ada, course):
    text = read(ada, feed(ada, "classes")["url"]).text
    [one] = components(text).values()
    [start] = [line for line in unfolded(one) if line.startswith("DTSTART")]
    assert start == "DTSTART;TZID=America/Vancouver:20000105T103000", "the first Wednesday of the term"
    rule = dict(part.split("=") for part in value(one, "RRULE").split(";"))
    assert rule["FREQ"] == "WEEKLY" and sorted(rule["BYDAY"].split(",")) == ["FR", "MO", "WE"] and rule["UNTIL"].startswith("200004")
    assert moment(one, "DTEND") - moment(one, "DTSTART") == datetime.timedelta(minutes=50)
    assert text.count("BEGIN:VTIMEZONE") == 1 and "TZID:America/Vancouver" in text
    assert f"{course['subject']} {course['number']}" in value(one, "SUMMARY")


def test_holidays_are_exceptions_of_the_classes(campus):
    person = evening_student(campus)
    join(person, 101)
    text = read(person, feed(person, "classes")["url"]).text
    holiday = day_in(ZONE, 2).strftime("%Y%m%d")
    assert any(holiday in each for each in values(text, "EXDATE")), text


def test_study_blocks_and_tasks_are_in_a_feed_as_events(campus):
    person = evening_student(campus)
    task = add(person, "Essay on trees")
    [block] = study(timetable(person), task)
    url = feed(person, "study")["url"]
    [one] = [each for each in components(read(person, url).text).values() if "Essay on trees" in each]
    assert (moment(one, "DTSTART"), moment(one, "DTEND")) == (utc(block["start"]), utc(block["end"]))
    text = read(person, feed(person, "tasks")["url"]).text
    assert "Essay on trees" in text or not components(text), "a task without a deadline may have no place in a feed"
    edit(person, task, deadline="2027-03-01T20:00:00Z")
    assert "Essay on trees" in read(person, feed(person, "tasks")["url"]).text


def test_a_feed_of_some_courses_has_these_alone(server, grace, course, courses, ada, first):
    other = next(courses)
    ada.enroll(other["sections"][0]["id"])
    ada.post(other["id"], "Elsewhere", kind="reminder", due="2027-03-01T20:00:00Z")
    ada.post(course["id"], "Here", kind="reminder", due="2027-03-01T20:00:00Z")
    url = feed(ada, "classes", "due", courses=[course["id"]])["url"]
    text = read(ada, url).text
    assert "Here" in text and "Elsewhere" not in text and f"{other['subject']} {other['number']}" not in text
    ada.drop(first)
    assert not components(read(ada, url).text)


def test_a_feed_holds_the_parts_that_it_includes(ada, grace, course):
    grace.post(course["id"], "Midterm", kind="exam", due="2027-03-01T20:00:00Z")
    add(ada, "Private task", deadline="2027-03-01T20:00:00Z")
    for include, words in (("classes", (False, False)), ("due", (True, False)), ("tasks", (False, True))):
        text = read(ada, feed(ada, include)["url"]).text
        assert ("Midterm" in text, "Private task" in text) == words, include


def test_a_due_day_without_a_time_is_all_day(ada, grace, course):
    """Midnight of the term's zone is how a day without a time is written."""
    grace.post(course["id"], "Essay", kind="reminder", due="2027-03-02T08:00:00Z")
    [one] = components(read(ada, feed(ada, "due")["url"]).text).values()
    assert "Essay" in one and ("DTSTART;VALUE=DATE:2027030" in one or moment(one, "DTSTART"))


def test_a_feed_is_the_same_item_as_in_caldav(ada, grace, course):
    grace.post(course["id"], "Midterm", kind="exam", due="2027-03-01T20:00:00Z")
    [text] = Dav(ada).texts("due").values()
    [one] = components(read(ada, feed(ada, "due")["url"]).text).values()
    assert value(component_of(text), "UID") == value(one, "UID") and value(component_of(text), "SEQUENCE") == value(one, "SEQUENCE")


def test_a_term_in_the_calendar_covers_its_days_alone(campus):
    person = evening_student(campus)
    join(person, 102)
    phone = Dav(person)
    today = day_in(ZONE)
    for offset, there in ((0, True), (1, True), (2, False), (-40, False), (100, False)):
        day = datetime.datetime.combine(today + datetime.timedelta(days=offset), datetime.time(10, 30), datetime.timezone.utc)
        hours = int(ZONE.removeprefix("Etc/GMT") or 0) if ZONE != "UTC" else 0
        start = day + datetime.timedelta(hours=hours)
        found = phone.query("classes", start=basic(start), end=basic(start + datetime.timedelta(minutes=10)))
        assert bool(found) == there, offset
