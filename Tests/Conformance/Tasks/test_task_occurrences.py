"""The occurrences of tasks that repeat: edited, deleted, done and shown one by one."""

import pytest

from study_people import PATH, add, edit, fields_of, mark, on, settle, task_of, titles

ZONE = "America/New_York"
# 12:30 in New York, before the change of the clocks on 2027-03-14.
LUNCH = {
    "start": "2027-03-10T17:30:00Z", "end": "2027-03-10T18:00:00Z", "recurrence": {"rule": "FREQ=DAILY"},
}


@pytest.fixture
def lunch(stranger):
    settle(stranger, timeZone=ZONE)
    return add(stranger, "Lunch", **LUNCH)


def test_an_overlap_of_recurring_tasks_names_the_first(stranger, lunch):
    problem = add(stranger, "Meeting", 409, start="2027-03-20T16:45:00Z", end="2027-03-20T17:45:00Z")
    [overlap] = problem["overlaps"]
    assert (overlap["id"], overlap["start"], overlap["end"]) == (lunch["id"], "2027-03-20T16:30:00Z", "2027-03-20T17:00:00Z")
    weekly = {"start": "2027-03-08T16:45:00Z", "end": "2027-03-08T17:15:00Z", "recurrence": {"rule": "FREQ=WEEKLY"}}
    # At 11:45-12:15 in New York it never meets lunch at 12:30.
    add(stranger, "Training", **weekly)
    weekly = weekly | {"start": "2027-03-08T17:15:00Z", "end": "2027-03-08T17:45:00Z"}
    assert add(stranger, "Lesson", 409, **weekly)["overlaps"][0]["start"] == "2027-03-15T16:30:00Z"


def test_one_occurrence_is_edited(stranger, lunch):
    when = {"occurrence": "2027-03-15T16:30:00Z"}
    got = stranger.get(f"{PATH}/{lunch['id']}", params=when)
    assert (got["start"], got["end"]) == ("2027-03-15T16:30:00Z", "2027-03-15T17:00:00Z")
    part = edit(stranger, lunch, query=when, title="Late lunch", start="2027-03-15T18:00:00Z", end="2027-03-15T18:30:00Z")
    assert part["id"] != lunch["id"] and part["recurrence"] is None and part["start"] == "2027-03-15T18:00:00Z"
    series = task_of(stranger, lunch)
    assert series["recurrence"]["exceptions"] == ["2027-03-15T16:30:00Z"] and series["start"] == lunch["start"]
    assert [on(stranger, f"2027-03-{day}") for day in (14, 15, 16)] == [["Lunch"], ["Late lunch"], ["Lunch"]]
    again = stranger.call("PATCH", f"{PATH}/{lunch['id']}", json={"title": "x"}, params=when)
    assert again.status_code in (404, 422), "it is an exception now"


def test_one_occurrence_and_those_after_are_edited(stranger, lunch):
    when = {"occurrence": "2027-03-20T16:30:00Z", "following": "true"}
    later = edit(stranger, lunch, query=when, title="Late lunch", start="2027-03-20T17:30:00Z", end="2027-03-20T18:00:00Z")
    assert later["id"] != lunch["id"] and later["recurrence"]["rule"].startswith("FREQ=DAILY")
    assert on(stranger, "2027-03-19") == ["Lunch"]
    assert on(stranger, "2027-03-20") == on(stranger, "2027-05-20") == ["Late lunch"]
    # The whole of each series.
    edit(stranger, lunch, title="Early lunch")
    assert on(stranger, "2027-03-11") == ["Early lunch"] and on(stranger, "2027-04-01") == ["Late lunch"]


def test_the_whole_series_is_moved_and_its_exceptions_stay_on_their_days(stranger, lunch):
    stranger.call("DELETE", f"{PATH}/{lunch['id']}", 204, params={"occurrence": "2027-03-15T16:30:00Z"})
    moved = edit(stranger, lunch, start="2027-03-10T18:00:00Z", end="2027-03-10T18:30:00Z")
    assert moved["recurrence"]["exceptions"] == ["2027-03-15T17:00:00Z"]
    assert [on(stranger, f"2027-03-{day}") for day in (14, 15, 16)] == [["Lunch"], [], ["Lunch"]]


def test_occurrences_are_deleted_one_and_those_after(stranger, lunch):
    path = f"{PATH}/{lunch['id']}"
    stranger.call("DELETE", path, 204, params={"occurrence": "2027-03-15T16:30:00Z"})
    assert [on(stranger, f"2027-03-{day}") for day in (14, 15, 16)] == [["Lunch"], [], ["Lunch"]]
    stranger.call("DELETE", path, 204, params={"occurrence": "2027-03-20T16:30:00Z", "following": "true"})
    assert [on(stranger, f"2027-03-{day}") for day in (18, 19, 20, 21)] == [["Lunch"], ["Lunch"], [], []]
    stranger.call("DELETE", path, 204, params={"occurrence": LUNCH["start"], "following": "true"})
    stranger.refused("GET", path, 404)


def test_one_occurrence_is_done(stranger, lunch):
    part = mark(stranger, lunch, occurrence="2027-03-15T16:30:00Z")
    assert part["done"] and part["id"] != lunch["id"] and part["start"] == "2027-03-15T16:30:00Z"
    assert not task_of(stranger, lunch)["done"]
    assert titles(stranger, done="true") == ["Lunch"] and on(stranger, "2027-03-15") == ["Lunch"]


def test_occurrences_that_are_none_are_refused(stranger, lunch):
    single = add(stranger, "Read")
    path = f"{PATH}/{lunch['id']}"
    wrong = [(path, "2027-03-15T17:30:00Z"), (path, "2027-03-09T17:30:00Z"), (f"{PATH}/{single['id']}", LUNCH["start"])]
    for target, when in wrong:
        for method, body in (("GET", None), ("PATCH", {"title": "x"}), ("DELETE", None)):
            answer = stranger.call(method, target, json=body, params={"occurrence": when})
            assert answer.status_code in (404, 422), (method, target, when)
    for query in ({"occurrence": "lunch"}, {"occurrence": LUNCH["start"], "following": "perhaps"}):
        stranger.refused("GET", path, 422, params=query)
    assert task_of(stranger, lunch) == lunch and task_of(stranger, single) == single


@pytest.mark.parametrize("year", [4000, 4001, 9998])
def test_far_years_are_years_as_others(stranger, year):
    settle(stranger, timeZone="UTC")
    body = {
        "kind": "fixed", "start": f"{year}-01-02T00:00:00Z", "end": f"{year}-01-02T01:00:00Z",
        "recurrence": {"rule": "FREQ=YEARLY;BYMONTH=2"},
    }
    assert "start" in fields_of(add(stranger, "Far", status=422, **body))
    task = add(stranger, "Daily", **body | {"recurrence": {"rule": "FREQ=DAILY"}})
    path = f"{PATH}/{task['id']}?occurrence={year}-01-03T00:00:00Z"
    assert stranger.call("GET", path, 200).json()["start"] == f"{year}-01-03T00:00:00Z"
    assert "Daily" in titles(stranger, **{"from": f"{year}-01-04"})
    mark(stranger, task, occurrence=f"{year}-01-04T00:00:00Z")
    stranger.call("DELETE", path, 204)
    stranger.call("GET", path, 404)
