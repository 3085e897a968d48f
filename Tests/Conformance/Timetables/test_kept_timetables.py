"""Saved timetables: calendar files with holidays, sharing, adopting."""

import datetime
import xml.etree.ElementTree

import icalendar
import pytest
from dateutil.rrule import rrulestr

from noteitd import SAMPLE, Noteitd
from people import register, staff
from planners import LINKS, SEARCH, planner, student  # noqa: F401: fixtures
from registrar import HEADER


def test_a_term_lists_its_holidays(planner, student):
    term = next(term for term in student.get("/v1/terms")["items"] if term["id"] == "202530")
    assert term["holidays"] == [
        {"day": "2025-10-13", "name": "Thanksgiving Day"}, {"day": "2025-11-11", "name": "Remembrance Day"}]
    assert planner.admin("catalog", "holidays", "--term", "202530").splitlines() == [
        "2025-10-13  Thanksgiving Day", "2025-11-11  Remembrance Day"]


@pytest.mark.parametrize("arguments, words", [
    (["--day", "2025-13-01"], "is not a day"), (["--day", "2026-07-01"], "outside of the term"), (["--none", "--day", "2025-10-13"], "--none"),
    (["--term", "1", "--day", "2025-10-13"], "no term 1"), (["--term", "1"], "no term 1"), (["no-such-file.csv"], "no-such-file.csv"),
])
def test_impossible_holidays_are_refused(arguments, words, planner, student):
    done = planner.admin("catalog", "holidays", *(["--term", "202530"] if "--term" not in arguments else []), *arguments, check=False)
    assert done.returncode != 0 and words in done.stderr + done.stdout
    assert len(student.get("/v1/terms")["items"][0]["holidays"]) == 2


def test_a_bad_holiday_file_names_its_rows(planner, tmp_path):
    for text, words in [("day,name\nmonday,x\n2025-10-13,a\n2025-10-13,b\n", ("line 2", "line 4")), ("date\n2025-10-13\n", ("line 1", "day,name")), ("", ("empty",))]:
        (tmp_path / "bad.csv").write_text(text)
        done = planner.admin("catalog", "holidays", str(tmp_path / "bad.csv"), "--term", "202530", check=False)
        assert done.returncode != 0 and all(word in done.stderr + done.stdout for word in words), done


def test_a_calendar_file_has_each_class_on_its_days_but_not_on_holidays(student):
    best = student.call("POST", SEARCH, 200, json={"courses": ["CMPT225", "MATH150", "PHYS101"], "limit": 1}).json()["timetables"][0]
    sections = [f"202530.{crn}" for crn in best["crns"]]
    kept = student.call("POST", "/v1/me/schedules", 201, json={"term": "202530", "name": "Fall; \\ all, 🦉", "sections": sections}).json()
    answer = student.call("GET", f"/v1/me/schedules/{kept['id']}.ics", 200)
    for line in answer.content.split(b"\r\n"):
        assert len(line) <= 75 and b"\n" not in line
    calendar = icalendar.Calendar.from_ical(answer.content)
    assert not calendar.errors and str(calendar["X-WR-CALNAME"]) == "Fall; \\ all, 🦉"
    seen = [occurrence for event in calendar.walk("VEVENT") for occurrence in occurrences(event)]
    assert sorted(seen) == sorted(expected(student, best["crns"])) and seen
    held = {start.date() for start, _, _ in seen}
    holidays = {datetime.date(2025, 10, 13), datetime.date(2025, 11, 11)}
    assert not held & holidays
    assert {day + datetime.timedelta(7) for day in holidays} <= held, "the weeks after have classes again"


def test_the_newest_is_first_also_among_those_of_one_second(student):
    section = student.get("/v1/courses/202530.CMPT225")["sections"][0]["id"]
    new = {"term": "202530", "name": "Fall", "sections": [section]}
    made = [student.call("POST", "/v1/me/schedules", 201, json=new).json()["id"] for _ in range(8)]
    assert [kept["id"] for kept in student.items("/v1/me/schedules") if kept["id"] in made] == made[::-1]


def test_a_week_is_drawn_and_no_name_becomes_markup(planner, student, tmp_path):
    """Also of sections that nobody kept."""
    rows = [
        f'200030,{crn},EVIL,{crn},<b>Evil</b>,"D<&""\'",LEC,3,{days},{times},2000-09-04,2000-12-08,,,,,,,In Person,'
        for crn, days, times in (("7", "MS", "1000,1150"), ("8", "M", "1100,1250"))
    ]
    (tmp_path / "evil.csv").write_text("\n".join([HEADER, *rows]) + "\n")
    planner.admin("catalog", "import", str(tmp_path / "evil.csv"))
    path = "/v1/terms/200030/schedules/picture"
    answer = student.call("GET", path, 200, params={"crns": "7,8,9,7", "title": "</title><script>"})
    assert answer.headers["Content-Type"] == "image/svg+xml" and "default-src 'none'" in answer.headers["Content-Security-Policy"]
    root = xml.etree.ElementTree.fromstring(answer.text)
    assert {each.tag.split("}")[1] for each in root.iter()} <= {"svg", "title", "rect", "text", "path"}
    texts = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[:7] == ["</title><script>", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] and texts.count("EVIL7") == 2
    assert texts.count("10:00-11:50") == 1 and "LEC D<&\"'" in texts and texts.count("EVIL8") == 1
    widths = [each.get("width") for each in root.iter("{http://www.w3.org/2000/svg}rect")][1:]
    assert sorted(widths) == ["114", "57", "57"], "classes at one time stand beside each other"
    empty = student.call("GET", path, 200).text
    assert "Timetable" in empty and empty.count("<rect") == 1
    student.call("GET", path, 200, params={"crns": "7," * 50})
    student.refused("GET", path, 422, params={"crns": "7," * 51})
    student.refused("GET", "/v1/terms/1/schedules/picture", 404)


def occurrences(event):
    """(start, end, summary) of a calendar file's event, by dateutil, in wall times of the zone."""
    assert not event.errors and event["DTSTART"].params["TZID"] == "America/Vancouver"
    start, length = event["DTSTART"].dt, event["DTEND"].dt - event["DTSTART"].dt
    exceptions = event.get("EXDATE", [])
    exceptions = exceptions if isinstance(exceptions, list) else [exceptions]
    without = {each.dt.replace(tzinfo=None) for entry in exceptions for each in entry.dts}
    rule = rrulestr(event["RRULE"].to_ical().decode(), dtstart=start)
    every = [each.replace(tzinfo=None) for each in rule]
    assert without <= set(every), "an exception that is none of the dates"
    return [(each, each + length, str(event["SUMMARY"])) for each in every if each not in without]


def expected(student, crns):
    """The same from the catalog, day by day."""
    holidays = {"2025-10-13", "2025-11-11"}
    for code in ("CMPT225", "MATH150", "PHYS101"):
        course = student.get(f"/v1/courses/202530.{code}")
        for section in course["sections"]:
            for meeting in section["meetings"] if int(section["crn"]) in crns else []:
                day, last = map(datetime.date.fromisoformat, (meeting["startsOn"], meeting["endsOn"]))
                while day <= last:
                    if "MTWRFSU"[day.weekday()] in meeting["days"] and str(day) not in holidays:
                        at = [datetime.datetime.combine(day, datetime.time.fromisoformat(meeting[key])) for key in ("start", "end")]
                        yield (*at, f"{course['subject']} {course['number']} {section['kind']} {section['code']}")
                    day += datetime.timedelta(1)


def test_a_shared_timetable_is_read_exported_and_adopted_by_others_but_not_changed(planner, student):
    other = register(planner)
    sections = ["202530.5446", "202530.5447"]
    kept = student.call("POST", "/v1/me/schedules", 201, json={"term": "202530", "name": "Plan A", "sections": sections}).json()
    path = f"/v1/me/schedules/{kept['id']}"
    other.refused("GET", path, 404)
    other.refused("GET", path + ".ics", 404)
    other.refused("POST", path + "/adopt", 404)
    student.call("PATCH", path, 200, json={"shared": True})
    shared = other.get(path)
    assert (shared["sections"], shared["owner"]) == (sections, student.get("/v1/me")["displayName"])
    assert "owner" not in student.get(path)
    assert other.call("GET", path + ".ics", 200).content.startswith(b"BEGIN:VCALENDAR")
    assert {place["section"] for place in other.call("POST", path + "/adopt", 200).json()["items"]} == set(sections)
    other.refused("PATCH", path, 404, json={"name": "Mine"})
    other.refused("DELETE", path, 404)
    assert other.items("/v1/me/schedules") == []
    student.call("PATCH", path, 200, json={"shared": False})
    other.refused("GET", path, 404)


def test_adopting_is_all_or_none_and_keeps_other_enrollments(tmp_path):
    server = Noteitd(tmp_path)
    server.load_sample("--links", str(LINKS))
    server.start()
    student = register(server)
    student.enroll("202530.5446")
    sections = ["202530.5446", "202530.5447", "202530.6035"]
    kept = student.call("POST", "/v1/me/schedules", 201, json={"term": "202530", "name": "Plan", "sections": sections}).json()
    path = f"/v1/me/schedules/{kept['id']}"
    # The registrar withdraws one section: the request enrolls in none, and the answer names it.
    rows = [row for row in SAMPLE.read_text().splitlines() if not row.startswith("202530,5447,")]
    (tmp_path / "later.csv").write_text("\n".join(rows) + "\n")
    server.admin("catalog", "import", str(tmp_path / "later.csv"))
    problem = student.refused("POST", path + "/adopt", 422)
    assert "CRN 5447" in problem["detail"]
    assert [place["section"] for place in student.items("/v1/me/enrollments")] == ["202530.5446"]
    server.load_sample("--links", str(LINKS))
    held = student.call("POST", path + "/adopt", 200).json()["items"]
    assert {place["section"] for place in held} == set(sections)
    server.stop()


def test_adopting_leaves_other_sections_in_the_same_step_or_changes_nothing(planner, student):
    student.enroll("202530.5446", "202530.5447", "202530.6035")
    new = {"term": "202530", "name": "Plan B", "sections": ["202530.5446", "202530.5451"]}
    path = f"/v1/me/schedules/{student.call('POST', '/v1/me/schedules', 201, json=new).json()['id']}/adopt"
    student.refused("POST", path, 422, json={"drop": ["202530.5451"]})
    student.refused("POST", path, 422, json={"drop": ["202530.5447", "202530.5447"]})
    assert held(student) == {"202530.5446", "202530.5447", "202530.6035"}
    # A section that they are not in, and one that does not exist, are passed over.
    student.call("POST", path, 200, json={"drop": ["202530.5447", "202530.6082", "202530.1"]})
    assert held(student) == {"202530.5446", "202530.5451", "202530.6035"}
    student.call("POST", path, 200, json={})
    student.call("POST", path, 200)
    assert held(student) == {"202530.5446", "202530.5451", "202530.6035"}


def test_nobody_leaves_a_section_for_one_that_they_are_not_let_into_yet(planner, student):
    grace = staff(planner, "202530.CMPT225")
    student.enroll("202530.5446", "202530.5447")
    grace.call("PUT", "/v1/courses/202530.CMPT225/joining", 200, json={"joining": "approval"})
    try:
        new = {"term": "202530", "name": "Plan B", "sections": ["202530.5446", "202530.5451"]}
        path = f"/v1/me/schedules/{student.call('POST', '/v1/me/schedules', 201, json=new).json()['id']}/adopt"
        answer = student.call("POST", path, json={"drop": ["202530.5447"]}).json()
        assert [request["section"] for request in answer["waiting"]] == ["202530.5451"]
        assert held(student) == {"202530.5446", "202530.5447"}
    finally:
        grace.call("PUT", "/v1/courses/202530.CMPT225/joining", 200, json={"joining": None})


def held(person):
    return {place["section"] for place in person.items("/v1/me/enrollments")}
