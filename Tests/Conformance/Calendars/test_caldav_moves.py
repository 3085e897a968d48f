"""MOVE and COPY of calendar objects: iOS and macOS move an event so to another calendar."""

import pytest

from dav import Dav, clark, event, new_uid, precondition, todo, value
from study_people import add


@pytest.fixture
def phone(ada):
    phone = Dav(ada)
    phone.make("work", 201)
    return phone


def bring(phone, method, source, target, *allowed, **headers):
    named = {name.replace("_", "-").title(): text for name, text in headers.items()}
    return phone.call(method, source, *allowed, headers={"Destination": target} | named)


def test_a_move_brings_an_event_to_another_calendar(ada, phone):
    body = event()
    phone.put("personal", "a.ics", body, 201)
    tokens = {each: phone.sync(each).token for each in ("personal", "work")}
    bring(phone, "MOVE", phone.path("personal", "a.ics"), phone.server.url + phone.path("work", "a.ics"), 201)
    assert phone.texts("personal") == {} and phone.get("work", "a.ics").text == body
    assert phone.sync("personal", tokens["personal"]).gone == ["a.ics"]
    assert list(phone.sync("work", tokens["work"]).tags) == ["a.ics"]
    span = {"from": "2027-03-01", "to": "2027-03-01"}
    [item] = ada.get("/v1/me/calendar", params=span)["items"]
    assert item["calendar"] == "work"


def test_a_move_gives_an_object_another_name(phone):
    body = event()
    phone.put("personal", "a.ics", body, 201)
    bring(phone, "MOVE", phone.path("personal", "a.ics"), phone.path("personal", "b c.ics"), 201)
    assert list(phone.texts("personal")) == ["b c.ics"]
    bring(phone, "MOVE", phone.path("personal", "b c.ics"), phone.path("personal", "a.ics"), 201)
    assert phone.get("personal", "a.ics").text == body


def test_a_copy_leaves_the_object_where_it_is(phone):
    body = event()
    phone.put("personal", "a.ics", body, 201)
    bring(phone, "COPY", phone.path("personal", "a.ics"), phone.path("work", "a.ics"), 201)
    assert phone.get("personal", "a.ics").text == phone.get("work", "a.ics").text == body
    answer = bring(phone, "COPY", phone.path("personal", "a.ics"), phone.path("personal", "b.ics"), 403, 409)
    assert precondition(answer) == [clark("c:no-uid-conflict")]


@pytest.mark.parametrize("method", ["MOVE", "COPY"])
def test_what_is_there_is_replaced_unless_that_is_refused(method, phone):
    uid, body = new_uid(), None
    for calendar, summary in (("personal", "New"), ("work", "Old")):
        body = event(uid, "20270301T090000Z", "20270301T100000Z", summary)
        phone.put(calendar, "a.ics", body, 201)
    source, target = phone.path("personal", "a.ics"), phone.path("work", "a.ics")
    answer = bring(phone, method, source, target, 412, overwrite="F")
    assert b"Overwrite" in answer.content and value(phone.get("work", "a.ics").text, "SUMMARY") == "Old"
    bring(phone, method, source, target, 204, overwrite="T")
    assert value(phone.get("work", "a.ics").text, "SUMMARY") == "New"
    assert len(phone.texts("personal")) == (method == "COPY")


def test_a_move_over_another_event_replaces_it(phone):
    phone.put("personal", "a.ics", event(None, "20270301T090000Z", "20270301T100000Z", "New"), 201)
    phone.put("work", "a.ics", event(None, "20270301T090000Z", "20270301T100000Z", "Old"), 201)
    bring(phone, "MOVE", phone.path("personal", "a.ics"), phone.path("work", "a.ics"), 204)
    assert value(phone.get("work", "a.ics").text, "SUMMARY") == "New"


def test_a_move_goes_by_the_condition_on_its_source(phone):
    phone.put("personal", "a.ics", event(), 201)
    source, target = phone.path("personal", "a.ics"), phone.path("work", "a.ics")
    bring(phone, "MOVE", source, target, 412, if_match='"other"')
    bring(phone, "MOVE", source, target, 201, if_match=phone.objects("personal").tags["a.ics"])


def test_a_task_moves_to_a_list_and_back(ada, phone):
    phone.make("list", 201, inner='<c:supported-calendar-component-set><c:comp name="VTODO"/></c:supported-calendar-component-set>')
    phone.put("tasks", "a.ics", todo(None, "Read", "X-NOTEIT-MINUTES:60"), 201)
    bring(phone, "MOVE", phone.path("tasks", "a.ics"), phone.path("list", "a.ics"), 201)
    assert ada.items("/v1/me/tasks") == [] and list(phone.query("list", "VTODO").tags) == ["a.ics"]
    bring(phone, "MOVE", phone.path("list", "a.ics"), phone.path("tasks", "a.ics"), 201)
    assert [task["title"] for task in ada.items("/v1/me/tasks")] == ["Read"] and phone.query("list", "VTODO").tags == {}


def test_what_cannot_be_moved_is_refused_and_stays(ada, bob, grace, course, phone):
    grace.post(course["id"], "Midterm", kind="exam", due="2027-03-01T20:00:00Z")
    add(ada, "Essay")
    phone.put("personal", "a.ics", event(), 201)
    [due], source = phone.objects("due").tags, phone.path("personal", "a.ics")
    for origin, target, status in (
        (phone.path("due", due), phone.path("work", "a.ics"), 403), (source, phone.path("due", "a.ics"), 403),
        (source, phone.path("tasks", "a.ics"), 403), (source, phone.path("none", "a.ics"), 409), (source, source, 403),
        (source, Dav(bob).path("personal", "a.ics"), 404), (source, phone.path("work"), 403), (source, "/elsewhere/a.ics", 400),
        (phone.path("personal", "none.ics"), phone.path("work", "a.ics"), 404),
    ):
        bring(phone, "MOVE", origin, target, status)
    phone.call("MOVE", source, 400)
    bring(phone, "MOVE", source, phone.path("work", "a.ics"), 400, overwrite="maybe")
    assert list(phone.texts("personal")) == ["a.ics"] and phone.texts("work") == {} and list(phone.objects("due").tags) == [due]
    bring(phone, "COPY", phone.path("due", due), phone.path("work", "a.ics"), 201)


def test_moves_are_among_the_methods_of_an_object(phone):
    phone.put("personal", "a.ics", event(), 201)
    allow = {each.strip() for each in phone.call("OPTIONS", phone.path("personal", "a.ics"), 200).headers["Allow"].split(",")}
    assert {"COPY", "MOVE"} <= allow
