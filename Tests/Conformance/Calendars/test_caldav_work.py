"""What one calendar program asks for has a bound in steps, ends with its client, and keeps nobody waiting."""

import base64
import concurrent.futures
import contextlib
import datetime
import http.client
import threading

import pytest

from dav import Dav, XML, calendar, clark, precondition, query, vevent, vtodo, xml
from noteitd import Noteitd, PATIENCE, wait_until
from people import Anyone, register
from processes import work


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """A server that nobody else uses."""
    with Noteitd(tmp_path_factory.mktemp("alone")).serving() as server:
        yield server


def alarm(*lines):
    return ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:x", *lines, "END:VALARM"]


def often(*lines):
    return vevent("a@example.org", "19000101T090000Z", "19000101T093000Z", "Often", "RRULE:FREQ=DAILY", *lines)


def ranges(count):
    """Conditions on alarms, each for another minute from ten o'clock on."""
    return "".join(f'<c:comp-filter name="VALARM"><c:time-range start="20270301T{10 + number // 60}{number % 60:02}00Z" '
                   f'end="20270301T{10 + number // 60}{number % 60:02}59Z"/></c:comp-filter>' for number in range(count))


def alarms():
    """900 alarms, each of which rings on many of 10,000 days, but never in the minutes that are asked for."""
    rare = [line for number in range(900) for line in alarm(f"TRIGGER:P{number}D", "REPEAT:100", "DURATION:P100D")]
    return calendar(often(*rare)), query("VEVENT", ranges(96))


def overrides():
    """900 overrides, and conditions that none of them meets in its time."""
    changed = [vevent("a@example.org", f"20270401T{number // 60:02}{number % 60:02}00Z", None, "Moved",
                      f"RECURRENCE-ID:{2000 + number // 300}{number // 25 % 12 + 1:02}{number % 25 + 1:02}T090000Z") for number in range(900)]
    never = '<c:comp-filter name="VEVENT"><c:time-range start="20280101T100000Z" end="{}0101T110000Z"/>' \
            '<c:prop-filter name="SUMMARY"><c:text-match>Moved</c:text-match></c:prop-filter></c:comp-filter>'
    body = xml("c:calendar-query", '<d:prop><d:getetag/></d:prop><c:filter><c:comp-filter name="VCALENDAR">'
               + "".join(never.format(2050 + number) for number in range(30)) + "</c:comp-filter></c:filter>")
    return calendar(often(), *changed), body


def texts():
    """97 searches of 117 KB."""
    match = '<c:prop-filter name="DESCRIPTION"><c:text-match collation="i;unicode-casemap" negate-condition="yes">zzz</c:text-match></c:prop-filter>'
    return calendar(often("DESCRIPTION:" + "Ab" * 58_500)), query("VEVENT", match * 97)


def properties():
    """97 conditions on 25 components of 700 properties."""
    more = [vevent("a@example.org", f"20270401T{number:02}0000Z", None, "Moved", f"RECURRENCE-ID:200001{number + 1:02}T090000Z", *["X:1"] * 700)
            for number in range(24)]
    absent = '<c:prop-filter name="X-ABSENT"><c:is-not-defined/></c:prop-filter>'
    return calendar(often(), *more), query("VEVENT", absent * 97)


def comps():
    """A selection of 9,000 kinds of component, none of which is there."""
    parts = "".join(f'<c:comp name="X{number}"/>' for number in range(9_000))
    data = f'<c:calendar-data><c:comp name="VCALENDAR">{parts}</c:comp></c:calendar-data>'
    return calendar(often(), *[["BEGIN:X-PART", "END:X-PART"]] * 900), query("VEVENT", '<c:prop-filter name="SUMMARY"/>', data)


HEAVY = {each.__name__: each for each in (alarms, overrides, texts, properties, comps)}


def put(phone, body, name="a.ics"):
    phone.put("personal", name, body, 201)
    return phone.path("personal", name)


@pytest.mark.parametrize("kind", HEAVY)
@pytest.mark.parametrize("whole", [True, False], ids=["calendar", "object"])
def test_a_report_that_multiplies_ends_and_others_are_served_meanwhile(kind, whole, alone):
    phone, other = Dav(register(alone)), Dav(register(alone))
    body, report = HEAVY[kind]()
    path = put(phone, body)
    put(other, calendar(vevent("b@example.org")))
    span = '<c:time-range start="20270301T000000Z" end="20270302T000000Z"/>'
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        heavy = [pool.submit(phone.call, "REPORT", phone.path("personal") if whole else path, 207, 403, 429, body=report, depth=1)
                 for _ in range(2)]
        served = 0
        while not any(each.done() for each in heavy) and served < 200:
            Anyone(alone).get("/healthz")
            assert len(other.query("personal", inner=span)) == 1
            served += 1
        answers = [each.result() for each in heavy]
    for answer in answers:
        if answer.status_code == 403:
            assert precondition(answer)[0] in (clark("d:number-of-matches-within-limits"), clark("c:valid-filter"))
            assert b"Ask with fewer" in answer.content or kind == "comps"
    if kind == "alarms":
        assert served > 0 and {answer.status_code for answer in answers} == {403}


def test_an_alarm_that_rings_is_found_at_once_among_many(alone):
    """Each condition is met by the first of them."""
    phone = Dav(register(alone))
    rings = alarm("TRIGGER:PT1H", "REPEAT:100", "DURATION:PT1M")
    path = put(phone, calendar(often(*rings * 900)))
    assert list(phone.report(path, query("VEVENT", ranges(96)))) == [path]


def left(phone, path, report):
    """Sends a report, and leaves without its answer."""
    client = http.client.HTTPConnection("127.0.0.1", phone.server.port, timeout=PATIENCE)
    credentials = base64.b64encode(":".join(phone.auth).encode()).decode()
    client.request("REPORT", path, report, {"Depth": "1", "Content-Type": XML, "Authorization": f"Basic {credentials}"})
    return client


def test_the_work_of_a_client_that_left_ends(alone):
    phone = Dav(register(alone))
    body, report = alarms()
    path = put(phone, body)
    _, whole = work(lambda: phone.call("REPORT", path, 403, body=report, depth=0), alone.process)

    def leave():
        clients = [left(phone, path, report) for _ in range(6)]
        wait_until(lambda: alone.metrics()["noteit_calendars_searches"] == 6, "the reports to be taken")
        wait_until(lambda: alone.metrics()["noteit_calendars_running"] > 0, "a report to run")
        assert alone.metrics()["noteit_calendars_running"] <= 1, "one account's reports run one after the other"
        for client in clients:
            client.close()
        wait_until(lambda: alone.metrics()["noteit_calendars_searches"] == 0, "the reports to end")

    assert work(leave, alone.process)[1] < 5 * whole


def test_a_server_full_of_reports_stops_when_it_is_asked_to(tmp_path):
    server = Noteitd(tmp_path).start()
    body, report = alarms()
    held = []
    phones = [Dav(register(server)) for _ in range(4)]
    paths = [put(phone, body) for phone in phones]
    with contextlib.ExitStack() as stack:
        for phone, path in zip(phones, paths):
            for _ in range(6):
                held.append(left(phone, path, report))
                stack.callback(held[-1].close)
        wait_until(lambda: server.metrics()["noteit_calendars_running"] == 2, "the reports to run")
        server.stop()
    assert server.process.returncode == 0 and "noteitd stopped" in server.said()


def test_rules_that_take_long_are_followed_beside_other_requests(alone):
    """Objects whose rule looks at 100 years of days, and definitions of zones that take as long as they may."""
    phone, other = Dav(register(alone)), register(alone)
    parts = [f"BEGIN:STANDARD\r\nDTSTART:19700101T00{number:02}00\r\nTZOFFSETFROM:+0000\r\nTZOFFSETTO:+0100\r\n"
             "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30\r\nEND:STANDARD" for number in range(60)]
    zones = [line for number in range(15) for line in ["BEGIN:VTIMEZONE", f"TZID:Z{number}", *parts, "END:VTIMEZONE"]]
    stop = threading.Event()

    def send():
        for number in range(6):
            body = vevent(f"{number}@example.org", "20000101T090000Z", None, "Rare", "RRULE:FREQ=DAILY;COUNT=90000",
                          "EXDATE:20000101T090000Z")
            put(phone, calendar(zones, body), f"{number}.ics")
        stop.set()

    sending = threading.Thread(target=send)
    sending.start()
    while not stop.is_set():
        other.get("/v1/me")
        Anyone(alone).get("/healthz")
        if not sending.is_alive():
            break
    sending.join()
    assert stop.is_set()
    days = phone.person.get("/v1/me/calendar", params={"from": "2027-03-01", "to": "2027-03-07"})
    assert len(days["items"]) <= 7 * 6


def rare_todo(rule, overrides):
    """A to-do with changed occurrences, each of which its rule reaches only after 50 years of days."""
    start = datetime.date(1975, 1, 1)
    master = vtodo("rare@example.org", "Rare", "DTSTART:19750101T090000Z", "DUE:19750101T093000Z", f"RRULE:{rule}")
    days = [start + datetime.timedelta(days=18_600 + number) for number in range(overrides)]
    changed = [vtodo("rare@example.org", "Moved", f"RECURRENCE-ID:{day:%Y%m%d}T090000Z", f"DTSTART:{day:%Y%m%d}T100000Z",
                     f"DUE:{day:%Y%m%d}T103000Z") for day in days]
    return calendar(master, *changed)


def test_a_todo_with_many_changed_occurrences_is_understood_beside_other_requests(alone):
    """Each look for an occurrence counts from the start of the rule. A small object is read where its request runs, that is not."""
    phone, other = Dav(register(alone)), register(alone)
    body = rare_todo("FREQ=DAILY;COUNT=60000", 300)
    assert len(body) < 100_000
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        heavy = pool.submit(phone.put, "tasks", "a.ics", body)
        wait_until(lambda: heavy.done() or alone.metrics()["noteit_calendars_running"] > 0, "the to-do to be understood")
        assert not heavy.done(), "it was understood where its request runs"
        while not heavy.done():
            other.get("/v1/me")
            Anyone(alone).get("/healthz")
        heavy.result()
    assert len(phone.person.items("/v1/me/tasks")) == 301


def test_a_property_that_is_expanded_often_is_expanded_once(alone):
    phone = Dav(register(alone))
    inner = '<d:property name="principal-URL"><d:property name="displayname"/></d:property>' * 9_000
    body = xml("d:expand-property", inner)
    [part] = phone.report(phone.principal, body, 0).values()
    assert part.names("d:principal-URL") == [clark("d:response")]
