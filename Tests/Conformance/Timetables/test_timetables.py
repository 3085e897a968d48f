"""Timetable searches: answers and refusals."""

import pytest

from noteitd import SAMPLE, Noteitd
from people import register
from planners import LINKS, SEARCH, planner, student  # noqa: F401: fixtures
from registrar import HEADER


def test_an_unknown_rating_or_grade_is_named_with_its_substitute(tmp_path):
    server = Noteitd(tmp_path)
    server.load_sample("--links", str(LINKS))
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


def test_what_is_known_of_sections_is_told_and_the_rest_may_count_as_the_median(tmp_path):
    server = Noteitd(tmp_path)
    server.load_sample("--links", str(LINKS))
    server.start()
    student = register(server)
    body = {"courses": ["CMPT225", "MATH150"], "pinned": [5446], "limit": 1}
    assert student.call("POST", SEARCH, 200, json=body | {"unknown": "median"}).json()["assumed"] == {"rating": 300, "grade": 300}
    (tmp_path / "scores.csv").write_text("crn,rating_x100,gpa_x100\n5446,410,320\n4983,380,\n5565,100,\n")
    server.admin("grades", "import", str(tmp_path / "scores.csv"))
    plain, median = (student.call("POST", SEARCH, 200, json=body | more).json() for more in ({}, {"unknown": "median"}))
    assert plain["assumed"] == {"rating": 300, "grade": 300} and median["assumed"] == {"rating": 380, "grade": 320}
    assert plain["scores"] == median["scores"] == [{"crn": 5446, "rating": 410, "grade": 320}]
    [table] = median["timetables"]
    assert table["parts"]["rating"] == 30 * (500 - 410) + 40 * (500 - 380) and table["unrated"] == [table["crns"][2]]
    other = student.call("POST", SEARCH, 200, json={"courses": ["MATH150"]}).json()
    assert "scores" not in other
    server.stop()


def test_a_section_that_is_left_out_for_two_reasons_is_named_with_both(student):
    sections = student.get("/v1/courses/202530.MACM101")["sections"]
    crn, name = next(
        (int(section["crn"]), name) for section in sections for name in section["instructors"]
        if sum(name in other["instructors"] for other in sections) == 1)
    body = {"courses": ["MACM101"], "excluded": [crn], "excludedInstructors": [name], "pinned": [crn]}
    found = student.call("POST", SEARCH, 200, json=body).json()
    assert found["conflicts"]["minimal"] == [["course MACM 101", f"pinned {crn}", f"excluded {crn} and not instructor {name}"]]


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


def test_ways_between_campuses_forbid_or_cost(student):
    body = {"courses": ["CMPT225", "MACM101", "CMPT295"], "limit": 1}
    plain = student.call("POST", SEARCH, 200, json=body).json()
    far = body | {"ways": [{"from": "Burnaby", "to": "Surrey", "minutes": 90}]}
    apart = student.call("POST", SEARCH, 200, json=far).json()
    assert 0 < int(apart["feasible"]) < int(plain["feasible"])
    table = student.call("POST", SEARCH, 200, json=far | {"weights": {"walking": 1000}}).json()["timetables"][0]
    assert table["parts"]["walkingMinutes"] % 90 == 0
    parts = table["parts"]
    assert table["cost"] == 50 * parts["idleMinutes"] + parts["rating"] + parts["grade"] + 1000 * parts["walkingMinutes"]


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
    ({"busy": [busy("MW", "10:00", "12:00"), busy("TW", "11:30", "13:00")]}, "busy.1", "must not overlap busy.0; combine the two: W 10:00-13:00"),
    ({"busy": [busy("M", "10:00", "12:00", hard=False), busy("M", "10:00", "12:00", hard=False)]}, "busy.1", "must not overlap busy.0"),
    ({"busy": [busy("M", "25:00", "26:00")]}, "busy.0.start", "time of day"),
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
    ({"pinned": [1]}, "pinned.0", "not a section of these courses"),
    ({"instructors": ["Nobody Atall"]}, "instructors.0", "teaches none of these courses"),
    ({"excludedInstructors": [""]}, "excludedInstructors.0", "1 to 200"),
    ({"ways": [{"from": "Burnaby", "to": "Burnaby", "minutes": 5}]}, "ways.0.to", "must differ from the building"),
    ({"ways": [{"from": "Burnaby", "to": "Surrey", "minutes": 1000}]}, "ways.0.minutes", "0 to 240"),
    ({"anyOf": [{"pick": 3, "courses": ["MATH150"]}]}, "anyOf.0.pick", "number of its courses, 1"),
    ({"courses": ["CMPT225", "CMPT295"], "busy": [busy("MTWRF"[n % 5], f"{8 + n // 5}:00".zfill(5), f"{8 + n // 5}:30".zfill(5)) for n in range(20)],
      "daysOff": "MTWRFSU", "earliest": "08:00", "latest": "20:00", "excluded": list(range(1, 21)), "pinned": [5446, 5447],
      "excludedInstructors": []} | {"courses": [f"202530.{c}" for c in ("CMPT225", "CMPT295", "MATH150", "PHYS101", "MACM101", "ECON103", "CMPT125",
      "CMPT307", "CMPT276", "MATH151", "CMPT371", "CMPT120", "MATH232", "CMPT310")]}, "courses", "at most 64 together"),
])
def test_bad_input_is_named_with_what_to_do(wish, field, words, student):
    problem = student.refused("POST", SEARCH, 422, json={"courses": ["CMPT225"]} | wish)
    assert any(error["field"] == field and words in error["detail"] for error in problem["errors"]), problem


def test_hard_and_soft_times_may_overlap(student):
    times = [busy("M", "10:00", "12:00"), busy("MTWRF", "11:00", "13:00", hard=False)]
    assert student.call("POST", SEARCH, 200, json={"courses": ["CMPT225"], "busy": times}).json()["exact"]


def test_a_course_without_sections_is_named(tmp_path):
    server = Noteitd(tmp_path)
    server.load_sample()
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
    assert done.returncode != 0 and "line 2" in done.stderr and "2500" in done.stderr and "not a time of day" in done.stderr
