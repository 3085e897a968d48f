"""What calendar programs may not send, and what they may not name twice."""

import datetime

import pytest

from dav import Dav, added, basic, calendar, clark, event, moment, precondition, replaced, todo, vevent
from study_campus import ZONE, days, evening_student
from study_people import add, at, study, timetable

PATH = "/v1/me/calendar-imports"


@pytest.fixture
def phone(ada):
    return Dav(ada)


def test_a_program_that_knows_only_the_host_finds_the_calendars(phone):
    for credentials in (True, None):
        answer = phone.call("PROPFIND", "/", 301, depth=0, auth=credentials)
        assert answer.headers["Location"].endswith("/dav/")
        options = phone.call("OPTIONS", "/", 200, auth=credentials)
        assert "calendar-access" in options.headers["DAV"] and "PROPFIND" in options.headers["Allow"]
    for method in ("GET", "POST", "PUT", "DELETE"):
        phone.call(method, "/", 404)


@pytest.mark.parametrize("percent", ["1000", "101", "-1", "half", ""])
def test_a_task_is_done_by_0_to_100_percent(percent, phone):
    answer = phone.put("tasks", "a.ics", added(todo(), f"PERCENT-COMPLETE:{percent}"), 403)
    assert precondition(answer) == [clark("c:valid-calendar-data")] and b"0 to 100" in answer.content
    assert phone.texts("tasks") == {}


@pytest.mark.parametrize("collection, text", [("personal", event), ("tasks", todo)])
def test_uids_and_names_have_a_bound(collection, text, phone):
    answer = phone.put(collection, "a.ics", text("u" * 1_001), 403)
    assert precondition(answer) == [clark("c:valid-calendar-object-resource")] and b"1000" in answer.content
    assert b"1000, " in phone.put(collection, "n" * 997 + ".ics", text(), 414).content
    phone.put(collection, "n" * 996 + ".ics", text("u" * 1_000), 201)
    assert len(phone.texts(collection)) == 1


@pytest.mark.parametrize("years, condition", [(500, "c:max-date-time"), (-2, "c:min-date-time")])
def test_a_study_block_stays_within_the_days_of_plans(years, condition, campus):
    ada = evening_student(campus)
    phone = Dav(ada)
    task = add(ada, "Essay", earliest=at(ZONE, 1, "00:00"))
    block = study(timetable(ada, **days(0, 3)), task)[0]
    [(name, text)] = phone.texts("study").items()
    moved = text
    for each in ("DTSTART", "DTEND"):
        moved = replaced(moved, each, ":" + basic(moment(text, each) + datetime.timedelta(days=365 * years)))
    assert precondition(phone.put("study", name, moved, 403)) == [clark(condition)]
    far = f"{int(block['start'][:4]) + years}"
    body = {each: far + block[each][4:] for each in ("start", "end")}
    problem = ada.call("PATCH", f"/v1/me/study-blocks/{block['id']}", 422, json=body).json()
    assert [each["field"] for each in problem["errors"]] == ["start"]
    assert phone.texts("study") == {name: text}


def test_two_calendars_never_have_one_name(ada, phone):
    def bring(name, status):
        body = calendar(vevent("a")).encode()
        return ada.call("POST", PATH, status, params={"name": name}, data=body, headers={"Content-Type": "text/calendar"}).json()

    work = bring("Café", 201)
    for name in ("Café", "cafe\u0301", "CAFÉ", "Tasks", "personal"):
        assert "Choose another name" in bring(name, 409)["detail"]
    phone.make("club", 201, inner="<d:displayname>Club</d:displayname>")
    phone.make("other", 409, inner="<d:displayname>CLUB</d:displayname>")
    part = phone.set(phone.path(f"import-{work['id']}"), d_displayname="club", a_calendar_order="3")
    assert set(part.other.values()) == {409, 424}
    phone.set(phone.path("club"), d_displayname="CLUB")
    assert phone.calendars()["club"].text("d:displayname") == "CLUB"
