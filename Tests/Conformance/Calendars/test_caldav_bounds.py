"""What calendar programs may not send, and what they may not name twice."""

import datetime
import socket

import pytest

from dav import Dav, added, basic, calendar, clark, event, moment, precondition, query, replaced, todo, vevent
from noteitd import PATIENCE, wait_until
from study_campus import ZONE, days, evening_student
from study_people import add, at, study, timetable

PATH = "/v1/me/calendar-imports"


def test_a_program_that_knows_only_the_host_finds_the_calendars(phone):
    for credentials in (True, None):
        answer = phone.call("PROPFIND", "/", 301, depth=0, auth=credentials)
        assert answer.headers["Location"].endswith("/dav/")
        options = phone.call("OPTIONS", "/", 200, auth=credentials)
        assert "calendar-access" in options.headers["DAV"] and "PROPFIND" in options.headers["Allow"]
    assert phone.call("GET", "/", 200).headers["Content-Type"] == "text/html; charset=utf-8"  # the page
    for method in ("POST", "PUT", "DELETE"):
        phone.call(method, "/", 405)


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


def test_calendars_may_share_a_name(ada, phone):
    """Names are for people; the address is unique."""
    def bring(name):
        body = calendar(vevent("a")).encode()
        return ada.call("POST", PATH, 201, params={"name": name}, data=body, headers={"Content-Type": "text/calendar"}).json()

    for name in ("School", "School", "Tasks"):
        bring(name)
    for address in ("one", "two"):
        phone.make(address, 201, inner="<d:displayname>Untitled</d:displayname>")
    phone.make("list", 201, inner='<d:displayname>School</d:displayname><c:supported-calendar-component-set><c:comp name="VTODO"/>'
                                  "</c:supported-calendar-component-set>")
    phone.set(phone.path("one"), d_displayname="Tasks")
    names = sorted(part.text("d:displayname") for part in phone.calendars().values())
    assert names == ["Classes", "Due", "Personal", "School", "School", "School", "Study", "Tasks", "Tasks", "Tasks", "Untitled"]


def test_an_object_may_be_one_long_line(phone):
    """As one with an attachment in it."""
    picture = "ATTACH;ENCODING=BASE64;VALUE=BINARY:" + "QUJD" * 50_000
    phone.put("personal", "a.ics", added(event(), picture), 201)
    assert picture in phone.get("personal", "a.ics").text.replace("\r\n ", "")


@pytest.mark.parametrize("again", ["UID:other@example.org", "DTSTART:20270302T090000Z"])
def test_a_component_with_two_uids_or_starts_is_refused(again, phone):
    answer = phone.put("personal", "a.ics", added(event(), again), 403)
    assert precondition(answer) == [clark("c:valid-calendar-object-resource")] and b"Send one" in answer.content


def test_events_of_a_transparent_calendar_take_no_time(ada, phone):
    phone.make("birthdays", 201)
    phone.put("birthdays", "a.ics", event(None, "20270301T090000Z", "20270301T100000Z"), 201)
    task = {"title": "Lab", "kind": "fixed", "start": "2027-03-01T09:30:00Z", "end": "2027-03-01T09:45:00Z"}
    ada.call("POST", "/v1/me/tasks", 409, json=task)
    phone.proppatch(phone.path("birthdays"), "<d:set><d:prop><c:schedule-calendar-transp><c:transparent/></c:schedule-calendar-transp></d:prop></d:set>")
    ada.call("POST", "/v1/me/tasks", 201, json=task)
    phone.proppatch(phone.path("birthdays"), "<d:set><d:prop><c:schedule-calendar-transp><c:opaque/></c:schedule-calendar-transp></d:prop></d:set>")
    ada.call("POST", "/v1/me/tasks", 409, json=task | {"title": "Another", "start": "2027-03-01T09:15:00Z", "end": "2027-03-01T09:20:00Z"})


def test_long_answers_are_compressed_for_those_who_take_that(phone):
    for number in range(30):
        phone.put("personal", f"{number}.ics", event(), 201)
    body = query("VEVENT", data="<c:calendar-data/>")
    sizes = {}
    for method, sent in (("REPORT", body), ("PROPFIND", None)):
        for coding in ("gzip", "identity"):
            answer = phone.call(method, phone.path("personal"), 207, body=sent, depth=1, headers={"Accept-Encoding": coding})
            sizes[method, coding] = int(answer.headers["Content-Length"])
            assert answer.headers.get("Content-Encoding") == ("gzip" if coding == "gzip" else None)
            assert "Accept-Encoding" in answer.headers["Vary"]
    for method in ("REPORT", "PROPFIND"):
        assert sizes[method, "gzip"] * 3 < sizes[method, "identity"]


def test_a_refused_body_is_read_until_its_sender_has_the_answer(server):
    """10 MB with `Connection: close`: the sender that sends all of it before it reads gets its answer, and the end."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as wire:
        wire.sendall(b"POST /v1/sessions HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n"
                     b"Content-Length: 10000000\r\n\r\n")
        wire.sendall(b"x" * 10_000_000)
        said = b""
        while part := wire.recv(65_536):
            said += part
        assert said.startswith(b"HTTP/1.1 413"), said[:100]


def test_a_refused_body_that_never_ends_is_not_waited_for(server):
    before = server.metrics()["noteit_connections"]
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as wire:
        wire.sendall(b"POST /v1/sessions HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n"
                     b"Content-Length: 10000000\r\n\r\n" + b"x" * 20_000)
        assert wire.recv(100).startswith(b"HTTP/1.1 413")
        wait_until(lambda: server.metrics()["noteit_connections"] <= before, "the connection to be closed", 25)
