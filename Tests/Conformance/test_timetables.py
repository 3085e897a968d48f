"""Timetables from outside: long searches, what they may not disturb, calendar files, sharing, adopting, bad input."""

import contextlib
import datetime
import http.client
import itertools
import json
import random
import re
import threading
import time

import icalendar
import pytest
from dateutil.rrule import rrulestr

from conftest import HEADER
from contract import faults
from noteitd import SAMPLE, Noteitd, wait_until
from people import register

LINKS = SAMPLE.parent / "links.csv"
SEARCH = "/v1/terms/202530/schedules/search"
HARD_TERM = "200020"
HARD = {"courses": [f"HARD{number}" for number in range(1, 17)]}


def hard_rows():
    """A term of courses with so many sections at odd times that counting their timetables takes very long."""
    dice = random.Random(5)
    for course, section in itertools.product(range(1, 18), range(1, 41)):
        start = dice.randrange(8 * 12, 19 * 12) * 5
        times = f"{start // 60:02}{start % 60:02},{(start + 50) // 60:02}{(start + 50) % 60:02}"
        days = dice.choice(["MWF", "TR", "MW", "WF", "TF", "MR"])
        yield (
            f"{HARD_TERM},{course * 100 + section},HARD,{course},Hard course {course},D{section:02},LEC,3,{days},{times},"
            "2000-09-04,2000-12-08,,,,,,,In Person,"
        )


@pytest.fixture(scope="module")
def planner(tmp_path_factory):
    """A server with the sample term, its links, two holidays, and a term that is hard to plan."""
    folder = tmp_path_factory.mktemp("planner")
    server = Noteitd(folder)
    server.admin("catalog", "import", str(SAMPLE), "--links", str(LINKS), "--time-zone", "America/Vancouver")
    (folder / "hard.csv").write_text("\n".join([HEADER, *hard_rows()]) + "\n")
    server.admin("catalog", "import", str(folder / "hard.csv"), "--time-zone", "America/Vancouver")
    (folder / "holidays.csv").write_text("day,name\n2025-10-13,Thanksgiving Day\n2025-11-11,Remembrance Day\n")
    server.admin("catalog", "holidays", str(folder / "holidays.csv"), "--term", "202530")
    server.start()
    yield server
    server.stop()
    assert "Fatal error" not in server.said()


@pytest.fixture
def student(planner):
    return register(planner)


def gauge(server, name):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request("GET", "/metrics")
    text = connection.getresponse().read().decode()
    connection.close()
    return float(re.search(rf"^{name} (\S+)$", text, re.M)[1])


def wait_for_idle(server):
    wait_until(lambda: gauge(server, "noteit_planning_searches") == 0, "the searches to end", 10)


class Stream:
    """A search whose answer is streamed; the connection is the test's to close."""

    def __init__(self, person, body, term=HARD_TERM, accept="text/event-stream"):
        self.connection = http.client.HTTPConnection("127.0.0.1", person.server.port, timeout=90)
        headers = person.headers | {"Content-Type": "application/json", "Accept": accept}
        self.connection.request("POST", f"/v1/terms/{term}/schedules/search", json.dumps(body), headers)

    def open(self):
        self.answer = self.connection.getresponse()
        return self

    def events(self):
        """(name, data) as they come; each is held against the contract."""
        schemas = {"progress": "ScheduleProgress", "result": "ScheduleAnswer", "problem": "Problem"}
        kind = None
        for line in self.answer:
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name == "event":
                kind = value
            elif name == "data":
                data = json.loads(value)
                wrong = faults(data, {"$ref": f"#/components/schemas/{schemas[kind]}"})
                assert not wrong, wrong
                yield kind, data

    def close(self):
        # The answer holds the socket too.
        if self.connection.sock:
            self.connection.sock.close()
        with contextlib.suppress(AttributeError):
            self.answer.close()
        self.connection.close()


# Long searches ------------------------------------------------------------------------------------------------


def test_a_search_streams_its_progress_and_ends_with_what_it_found(planner, student):
    stream = Stream(student, HARD | {"budgetMillis": 1500}).open()
    assert stream.answer.status == 200
    assert stream.answer.getheader("Content-Type").startswith("text/event-stream")
    events = list(stream.events())
    kinds = [kind for kind, _ in events]
    assert kinds[:-1] == ["progress"] * (len(events) - 1) and len(events) > 3 and kinds[-1] == "result"
    steps = [data["steps"] for _, data in events[:-1]]
    assert steps == sorted(steps) and steps[-1] > 0
    assert {data["phase"] for _, data in events[:-1]} <= {"waiting", "ranking", "counting"}
    found = events[-1][1]
    assert not found["exact"] and found["feasible"].isdigit()
    bests = [data["best"] for _, data in events[:-1] if data["best"] is not None]
    assert bests == sorted(bests, reverse=True) and (not bests or bests[-1] >= found["timetables"][0]["cost"])


def test_a_short_search_streams_too_and_says_the_same(planner, student):
    body = {"courses": ["CMPT225", "MATH150", "PHYS101"]}
    events = list(Stream(student, body, "202530").open().events())
    assert events[-1] == ("result", student.call("POST", SEARCH, 200, json=body).json())


def test_what_is_wrong_is_a_problem_for_a_stream_as_well(planner, student):
    stream = Stream(student, {"courses": ["CMPT999"]}, "202530").open()
    assert stream.answer.status == 422 and stream.answer.getheader("Content-Type") == "application/problem+json"
    stream.close()


@pytest.mark.parametrize("accept", ["text/event-stream", "application/json"])
def test_a_client_that_goes_away_stops_the_work(accept, planner, student):
    wait_for_idle(planner)
    search = Stream(student, HARD, accept=accept)
    wait_until(lambda: gauge(planner, "noteit_planning_running") == 1, "the search to begin")
    if accept == "text/event-stream":
        assert next(search.open().events())[0] == "progress"
    start = time.monotonic()
    search.close()
    wait_for_idle(planner)
    assert gauge(planner, "noteit_planning_running") == 0
    assert time.monotonic() - start < 8, "far less than the 30 seconds that it would have taken"


def test_more_searches_than_workers_wait_and_posts_go_on(planner, student):
    wait_for_idle(planner)
    section = student.get("/v1/courses/202530.CMPT225")["sections"][0]["id"]
    student.enroll(section)
    quiet = sorted(timed(lambda: student.post("202530.CMPT225")) for _ in range(30))
    searches = [Stream(student, HARD) for _ in range(6)]
    try:
        wait_until(lambda: gauge(planner, "noteit_planning_searches") == 6, "all searches to be taken")
        assert gauge(planner, "noteit_planning_running") <= 2
        assert next(searches[-1].open().events())[1]["phase"] == "waiting"
        busy = sorted(timed(lambda: student.post("202530.CMPT225")) for _ in range(30))
        # Both cores search; a post still takes its turn at once. Loose: other tests may run beside.
        assert busy[15] < 10 * quiet[15] + 0.1, (quiet[15], busy[15])
    finally:
        for search in searches:
            search.close()
    wait_for_idle(planner)


def timed(body):
    start = time.monotonic()
    body()
    return time.monotonic() - start


def test_too_many_searches_are_turned_away_with_a_time_to_come_back(planner):
    wait_for_idle(planner)
    people = [register(planner) for _ in range(5)]
    held = []
    try:
        for person in people[:4]:
            held += [Stream(person, HARD) for _ in range(16)]
        wait_until(lambda: gauge(planner, "noteit_planning_searches") == 64, "the places to be taken")
        path = f"/v1/terms/{HARD_TERM}/schedules/search"
        mine = people[0].call("POST", path, 429, json=HARD)
        assert "16 of your searches" in mine.json()["detail"] and int(mine.headers["Retry-After"]) > 0
        others = people[4].call("POST", path, 503, json=HARD)
        assert "Try again" in others.json()["detail"] and int(others.headers["Retry-After"]) > 0
    finally:
        for search in held:
            search.close()
    wait_for_idle(planner)
    assert people[0].call("POST", SEARCH, 200, json={"courses": ["CMPT225"]}).json()["feasible"] != "0"


def test_a_server_that_stops_ends_its_searches_in_time(tmp_path):
    server = Noteitd(tmp_path)
    (tmp_path / "hard.csv").write_text("\n".join([HEADER, *hard_rows()]) + "\n")
    server.admin("catalog", "import", str(tmp_path / "hard.csv"), "--time-zone", "America/Vancouver")
    server.start()
    stream = Stream(register(server), HARD).open()
    next(stream.events())
    stopping = threading.Thread(target=server.stop)
    stopping.start()
    with contextlib.suppress(OSError, http.client.HTTPException):
        kinds = [kind for kind, _ in stream.events()]
        assert set(kinds) <= {"progress", "problem"}
    stopping.join(15)
    assert server.process.poll() == 0


# The answer ---------------------------------------------------------------------------------------------------


def test_an_unknown_rating_or_grade_is_said_beside_what_it_counts_as(tmp_path):
    server = Noteitd(tmp_path)
    server.admin("catalog", "import", str(SAMPLE), "--links", str(LINKS))
    (tmp_path / "scores.csv").write_text("crn,rating_x100,gpa_x100\n5446,410,\n")
    server.admin("grades", "import", str(tmp_path / "scores.csv"))
    server.start()
    student = register(server)
    found = student.call("POST", SEARCH, 200, json={"courses": ["CMPT225", "MATH150"], "pinned": [5446]}).json()
    assert found["assumed"] == {"rating": 300, "grade": 300}
    for table in found["timetables"]:
        math = table["crns"][2]
        assert table["crns"][0] == 5446 and table["unrated"] == [math] and table["ungraded"] == [5446, math]
        # CMPT 225 has 3 credits, MATH 150 has 4.
        assert table["parts"]["rating"] == 30 * (500 - 410) + 40 * (500 - 300)
        assert table["parts"]["grade"] == (30 + 40) * (400 - 300)
    server.stop()


def test_instructors_are_wanted_or_not(student):
    course = student.get("/v1/courses/202530.MACM101")
    primaries = [section for section in course["sections"] if section["components"] and section["instructors"]]
    name = primaries[0]["instructors"][0]
    theirs = {int(section["crn"]) for section in course["sections"] if name in section["instructors"]}
    family = name.split()[-1].lower()
    only = student.call("POST", SEARCH, 200, json={"courses": ["MACM101"], "instructors": [name], "limit": 100}).json()
    without = student.call("POST", SEARCH, 200, json={"courses": ["MACM101"], "excludedInstructors": [family], "limit": 100}).json()
    everything = student.call("POST", SEARCH, 200, json={"courses": ["MACM101"], "limit": 1}).json()
    assert all(theirs & set(table["crns"]) for table in only["timetables"])
    assert not any(theirs & set(table["crns"]) for table in without["timetables"])
    assert int(only["feasible"]) + int(without["feasible"]) == int(everything["feasible"])
    both = student.call("POST", SEARCH, 200, json={"courses": ["MACM101"], "instructors": [name], "excludedInstructors": [name]}).json()
    assert both["conflicts"]["minimal"][0] == ["course MACM 101", f"instructor {name}", f"not instructor {name}"]


def test_ways_between_campuses_forbid_what_cannot_be_walked_and_can_cost(student):
    body = {"courses": ["CMPT225", "MACM101", "CMPT295"], "limit": 1}
    plain = student.call("POST", SEARCH, 200, json=body).json()
    far = body | {"ways": [{"from": "Burnaby", "to": "Surrey", "minutes": 90}]}
    apart = student.call("POST", SEARCH, 200, json=far).json()
    assert 0 < int(apart["feasible"]) < int(plain["feasible"])
    table = student.call("POST", SEARCH, 200, json=far | {"weights": {"walking": 1000}}).json()["timetables"][0]
    assert table["parts"]["walkingMinutes"] % 90 == 0
    parts = table["parts"]
    assert table["cost"] == 50 * parts["idleMinutes"] + parts["rating"] + parts["grade"] + 1000 * parts["walkingMinutes"]


# Calendar files -----------------------------------------------------------------------------------------------


def test_a_term_says_its_holidays(planner, student):
    term = next(term for term in student.get("/v1/terms")["items"] if term["id"] == "202530")
    assert term["holidays"] == [
        {"day": "2025-10-13", "name": "Thanksgiving Day"}, {"day": "2025-11-11", "name": "Remembrance Day"}]
    assert planner.admin("catalog", "holidays", "--term", "202530").splitlines() == [
        "2025-10-13  Thanksgiving Day", "2025-11-11  Remembrance Day"]


@pytest.mark.parametrize("arguments, words", [
    (["--day", "2025-13-01"], "no day"), (["--day", "2026-07-01"], "outside of the term"), (["--none", "--day", "2025-10-13"], "--none"),
    (["--term", "1", "--day", "2025-10-13"], "no term 1"), (["--term", "1"], "no term 1"), (["no-such-file.csv"], "no-such-file.csv"),
])
def test_holidays_that_cannot_be_are_refused(arguments, words, planner, student):
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


def occurrences(event):
    """(start, end, what) of a calendar file's event, by dateutil; in wall times of the zone."""
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


# Keeping ------------------------------------------------------------------------------------------------------


def test_a_shared_timetable_is_read_exported_and_adopted_by_others_but_not_changed(planner, student):
    other = register(planner)
    sections = ["202530.5446", "202530.5447"]
    kept = student.call("POST", "/v1/me/schedules", 201, json={"term": "202530", "name": "Plan A", "sections": sections}).json()
    path = f"/v1/me/schedules/{kept['id']}"
    other.refused("GET", path, 404)
    other.refused("GET", path + ".ics", 404)
    other.refused("POST", path + "/adopt", 404)
    student.call("PATCH", path, 200, json={"shared": True})
    assert other.get(path)["sections"] == sections
    assert other.call("GET", path + ".ics", 200).content.startswith(b"BEGIN:VCALENDAR")
    assert {place["section"] for place in other.call("POST", path + "/adopt", 200).json()["items"]} == set(sections)
    other.refused("PATCH", path, 404, json={"name": "Mine"})
    other.refused("DELETE", path, 404)
    assert other.items("/v1/me/schedules") == []
    student.call("PATCH", path, 200, json={"shared": False})
    other.refused("GET", path, 404)


def test_adopting_is_all_or_none_and_keeps_what_one_is_in(tmp_path):
    server = Noteitd(tmp_path)
    server.admin("catalog", "import", str(SAMPLE), "--links", str(LINKS))
    server.start()
    student = register(server)
    student.enroll("202530.5446")
    sections = ["202530.5446", "202530.5447", "202530.6035"]
    kept = student.call("POST", "/v1/me/schedules", 201, json={"term": "202530", "name": "Plan", "sections": sections}).json()
    path = f"/v1/me/schedules/{kept['id']}"
    # The registrar withdraws one of them: nothing is joined, and the answer names it.
    rows = [row for row in SAMPLE.read_text().splitlines() if not row.startswith("202530,5447,")]
    (tmp_path / "later.csv").write_text("\n".join(rows) + "\n")
    server.admin("catalog", "import", str(tmp_path / "later.csv"))
    problem = student.refused("POST", path + "/adopt", 422)
    assert "202530.5447" in problem["detail"]
    assert [place["section"] for place in student.items("/v1/me/enrollments")] == ["202530.5446"]
    server.admin("catalog", "import", str(SAMPLE), "--links", str(LINKS))
    held = student.call("POST", path + "/adopt", 200).json()["items"]
    assert {place["section"] for place in held} == set(sections)
    server.stop()


# Bad input ----------------------------------------------------------------------------------------------------


def busy(days, start, end, **more):
    return {"days": days, "start": start, "end": end} | more


@pytest.mark.parametrize("wish, field, words", [
    ({"courses": ["CMPT 226"]}, "courses.0", "did you mean CMPT 225"),
    ({"courses": ["101"]}, "courses.0", "name the subject too"),
    ({"courses": ["nonsense"]}, "courses.0", "is not offered in 202530"),
    ({"courses": ["CMPT225", "cmpt 225"]}, "courses.1", "second time"),
    ({"courses": ["CMPT225"], "anyOf": [{"pick": 1, "courses": ["CMPT-225", "MATH150"]}]}, "anyOf.0.courses.0", "second time"),
    ({"courses": []}, "courses", "must name a course"),
    ({"courses": [f"CMPT{number}" for number in range(100, 140)]}, "courses", "at most 20"),
    ({"busy": [busy("M", "12:00", "11:00")]}, "busy.0.end", "after start, 12:00"),
    ({"busy": [busy("M", "12:00", "12:00")]}, "busy.0.end", "after start"),
    ({"busy": [busy("MW", "10:00", "12:00"), busy("TW", "11:30", "13:00")]}, "busy.1", "overlaps busy.0; make them one there: W 10:00-13:00"),
    ({"busy": [busy("M", "10:00", "12:00", hard=False), busy("M", "10:00", "12:00", hard=False)]}, "busy.1", "overlaps busy.0"),
    ({"busy": [busy("M", "25:00", "26:00")]}, "busy.0.start", "wall time"),
    ({"busy": [busy("X", "10:00", "12:00")]}, "busy.0.days", "MTWRFSU"),
    ({"busy": [busy("", "10:00", "12:00")]}, "busy.0.days", "must name a day"),
    ({"daysOff": "friday"}, "daysOff", "MTWRFSU"),
    ({"earliest": "12:00", "latest": "12:00"}, "latest", "after earliest"),
    ({"preferred": ["12:00"]}, "preferred", "pairs"),
    ({"preferred": ["12:00", "10:00"]}, "preferred.1", "after 12:00"),
    ({"weights": {"gap": "much"}}, "weights.gap", "whole number"),
    ({"weights": {"gap": 1.5}}, "weights.gap", "whole number"),
    ({"weights": {"rating": -1}}, "weights.rating", "0 to 1000000"),
    ({"weights": {"walking": 10**30}}, "weights.walking", ""),
    ({"weights": [50]}, "weights", "JSON object"),
    ({"limit": 0}, "limit", "1 to 100"),
    ({"pinned": [1]}, "pinned.0", "no section of these courses"),
    ({"instructors": ["Nobody Atall"]}, "instructors.0", "teaches none of these courses"),
    ({"excludedInstructors": [""]}, "excludedInstructors.0", "1 to 200"),
    ({"ways": [{"from": "Burnaby", "to": "Burnaby", "minutes": 5}]}, "ways.0.to", "another building"),
    ({"ways": [{"from": "Burnaby", "to": "Surrey", "minutes": 1000}]}, "ways.0.minutes", "0 to 240"),
    ({"anyOf": [{"pick": 3, "courses": ["MATH150"]}]}, "anyOf.0.pick", "number of its courses, 1"),
    ({"courses": ["CMPT225", "CMPT295"], "busy": [busy("MTWRF"[n % 5], f"{8 + n // 5}:00".zfill(5), f"{8 + n // 5}:30".zfill(5)) for n in range(20)],
      "daysOff": "MTWRFSU", "earliest": "08:00", "latest": "20:00", "excluded": list(range(1, 21)), "pinned": [5446, 5447],
      "excludedInstructors": []} | {"courses": [f"202530.{c}" for c in ("CMPT225", "CMPT295", "MATH150", "PHYS101", "MACM101", "ECON103", "CMPT125",
      "CMPT307", "CMPT276", "MATH151", "CMPT371", "CMPT120", "MATH232", "CMPT310")]}, "courses", "at most 64 together"),
])
def test_bad_input_is_named_and_says_what_to_do(wish, field, words, student):
    problem = student.refused("POST", SEARCH, 422, json={"courses": ["CMPT225"]} | wish)
    assert any(error["field"] == field and words in error["detail"] for error in problem["errors"]), problem


def test_hard_and_soft_times_may_overlap(student):
    times = [busy("M", "10:00", "12:00"), busy("MTWRF", "11:00", "13:00", hard=False)]
    assert student.call("POST", SEARCH, 200, json={"courses": ["CMPT225"], "busy": times}).json()["exact"]


def test_a_course_without_sections_is_named(tmp_path):
    server = Noteitd(tmp_path)
    server.admin("catalog", "import", str(SAMPLE))
    rows = SAMPLE.read_text().splitlines()
    server.start()
    student = register(server)
    # All sections are withdrawn while the course stays: it moves its only section to another course.
    moved = [row.replace(",ARCH,286,", ",ARCH,287,") for row in rows]
    (tmp_path / "later.csv").write_text("\n".join(moved) + "\n")
    server.admin("catalog", "import", str(tmp_path / "later.csv"))
    problem = student.refused("POST", SEARCH, 422, json={"courses": ["ARCH 286"]})
    assert "ARCH 286" in problem["detail"]
    server.stop()


def test_a_section_that_meets_at_25_oclock_is_not_imported(tmp_path):
    server = Noteitd(tmp_path)
    row = "200030,1,BAD,1,Bad times,D100,LEC,3,MWF,2500,2550,2000-09-04,2000-12-08,,,,,,,In Person,"
    (tmp_path / "bad.csv").write_text(f"{HEADER}\n{row}\n")
    done = server.admin("catalog", "import", str(tmp_path / "bad.csv"), check=False)
    assert done.returncode != 0 and "line 2" in done.stderr and "2500" in done.stderr and "no time of day" in done.stderr
