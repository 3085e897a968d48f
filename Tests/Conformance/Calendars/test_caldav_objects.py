"""Objects of personal calendars: GET, PUT and DELETE, conditions, what is refused and by which precondition."""

import base64
import gzip
import http.client
import threading

import pytest

from dav import (
    CALENDAR, DERIVED, Dav, added, calendar, clark, event, new_uid, precondition, replaced, todo, vevent,
)
from noteitd import PATIENCE

STRANGE = {
    "bare line feeds": event().replace("\r\n", "\n"),
    "folded in odd places": event(None, "20270301T090000Z", "20270301T100000Z", "De\r\n nti\r\n\tst"),
    "unknown properties": added(event(), "X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC", "ATTENDEE;CN=\"A, B\":mailto:a@example.org",
                                "X-A;X-B=^n^'^^:c", "GEO:1.5;-2"),
    "alarms": added(event(), "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", "DESCRIPTION:Go", "X-WR-ALARMUID:1", "END:VALARM"),
    "unicode": event("日本-\U0001F600@example.org", "20270301T090000Z", None, "Größe \u202e 👩‍👩‍👧 \\, \\; \\n"),
    "all day": event(None, "20270301", "20270302"),
    "floating": event(None, "20270301T090000", "20270301T100000"),
    "leap day every year": event(None, "20240229", "20240301", "Leap", "RRULE:FREQ=YEARLY"),
    "lower case": event().replace("BEGIN:VEVENT", "begin:vevent").replace("SUMMARY", "summary"),
}


@pytest.mark.parametrize("body", STRANGE.values(), ids=STRANGE)
def test_an_object_is_kept_byte_for_byte(body, phone):
    made = phone.put("personal", "a.ics", body, 201)
    got = phone.get("personal", "a.ics")
    assert got.content == body.encode()
    assert got.headers["Content-Type"].startswith("text/calendar") and got.headers["ETag"].startswith('"')
    assert made.headers.get("ETag", got.headers["ETag"]) == got.headers["ETag"]
    assert {"a.ics": got.headers["ETag"]} == phone.objects("personal").tags
    head = phone.call("HEAD", phone.path("personal", "a.ics"), 200)
    assert head.headers["ETag"] == got.headers["ETag"] and head.content == b""


def test_an_object_tells_its_properties(phone):
    body = event()
    phone.put("personal", "a.ics", body, 201)
    part = phone.one(phone.path("personal", "a.ics"), "d:getetag", "d:getcontenttype", "d:getcontentlength", "d:getlastmodified",
                     "d:resourcetype", "d:current-user-privilege-set")
    assert part.text("d:getcontenttype").startswith("text/calendar") and part.text("d:getlastmodified").endswith("GMT")
    assert int(part.text("d:getcontentlength")) == len(body.encode()) and not part.names("d:resourcetype")


def test_conditions_guard_every_write(phone):
    body = event()
    phone.put("personal", "a.ics", body, 412, if_match='"none"')
    phone.put("personal", "a.ics", body, 412, if_match="*")
    tag = phone.put("personal", "a.ics", body, 201, if_none_match="*").headers.get("ETag") or phone.get("personal", "a.ics").headers["ETag"]
    phone.put("personal", "a.ics", body, 412, if_none_match="*")
    changed = replaced(body, "SUMMARY", ":Doctor")
    phone.put("personal", "a.ics", changed, 204, if_match=f'"other", {tag}')
    newer = phone.get("personal", "a.ics").headers["ETag"]
    assert newer != tag
    phone.put("personal", "a.ics", body, 412, if_match=tag)
    phone.delete("personal", "a.ics", 412, if_match=tag)
    phone.put("personal", "a.ics", body, 412, if_match=f"W/{newer}")
    assert phone.get("personal", "a.ics").text == changed
    phone.get("personal", "a.ics", 304, if_none_match=newer)
    phone.get("personal", "a.ics", 200, if_none_match=tag)
    phone.delete("personal", "a.ics", 204, if_match=newer)
    phone.get("personal", "a.ics", 404)
    phone.delete("personal", "a.ics", 404)


def test_the_same_bytes_again_change_nothing(phone):
    body = event()
    phone.put("personal", "a.ics", body, 201)
    before = phone.get("personal", "a.ics").headers["ETag"]
    phone.put("personal", "a.ics", body, 204)
    assert phone.get("personal", "a.ics").headers["ETag"] == before


def test_of_two_writes_at_once_one_fails(phone):
    body = event()
    phone.put("personal", "a.ics", body, 201)
    tag, statuses = phone.get("personal", "a.ics").headers["ETag"], []
    clients = [Dav(phone.person, auth=phone.auth) for _ in range(8)]

    def write(number, client):
        statuses.append(client.put("personal", "a.ics", replaced(body, "SUMMARY", f":{number}"), 204, 412, if_match=tag).status_code)

    threads = [threading.Thread(target=write, args=each) for each in enumerate(clients)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert sorted(statuses) == [204] + [412] * 7


def test_a_uid_is_there_once_in_a_calendar(phone):
    uid = new_uid()
    phone.put("personal", "a.ics", event(uid), 201)
    answer = phone.put("personal", "b.ics", event(uid, "20270302T090000Z"), 403, 409)
    assert precondition(answer) == [clark("c:no-uid-conflict")]
    assert phone.path("personal", "a.ics") in answer.text
    answer = phone.put("personal", "a.ics", event(new_uid()), 204, 403, 409)
    if answer.status_code != 204:
        assert precondition(answer) == [clark("c:no-uid-conflict")]
    phone.make("second")
    phone.put("second", "b.ics", event(uid), 201, 403, 409)


REFUSED = {
    "nothing": ("", "valid-calendar-data"),
    "text": ("Hello", "valid-calendar-data"),
    "a card": ("BEGIN:VCARD\r\nVERSION:4.0\r\nFN:A\r\nEND:VCARD\r\n", "valid-calendar-data"),
    "an unknown property alone": ("HAHA:YES", "valid-calendar-data"),
    "cut off": (event()[:-20], "valid-calendar-data"),
    "bytes that are not UTF-8": (event().encode().replace(b"Dentist", b"\xff\xfe"), "valid-calendar-data"),
    "a NUL": (event(None, "20270301T090000Z", None, "a\0b"), "valid-calendar-data"),
    "no start": (calendar(["BEGIN:VEVENT", f"UID:{new_uid()}", "DTSTAMP:20260101T000000Z", "END:VEVENT"]), "valid-calendar-data"),
    "an impossible date": (event(None, "20270230T090000Z"), "valid-calendar-data"),
    "an impossible rule": (event(None, "20270301T090000Z", None, "A", "RRULE:FREQ=SOMETIMES"), "valid-calendar-data"),
    "two calendars": (event() + event(), "valid-calendar-data"),
    "no component": (calendar(), "valid-calendar-object-resource"),
    "no UID": (event().replace("UID:", "X-UID:"), "valid-calendar-object-resource"),
    "two UIDs": (calendar(vevent(new_uid()), vevent(new_uid())), "valid-calendar-object-resource"),
    "two masters": (calendar(vevent("same@example.org"), vevent("same@example.org")), "valid-calendar-object-resource"),
    "a method": (calendar(vevent(new_uid()), method="METHOD:REQUEST"), "valid-calendar-object-resource"),
    "an event and a task": (calendar(vevent("same@example.org"), ["BEGIN:VTODO", "UID:same@example.org", "DTSTAMP:20260101T000000Z",
                                                                  "END:VTODO"]), "valid-calendar-object-resource"),
    "a task": (todo(), "supported-calendar-component"),
    "a journal": (event().replace("VEVENT", "VJOURNAL"), "supported-calendar-component"),
    "this and future": (calendar(vevent("f@example.org", "20270301T090000Z", None, "A", "RRULE:FREQ=DAILY"), vevent(
        "f@example.org", "20270303T100000Z", None, "B", "RECURRENCE-ID;RANGE=THISANDFUTURE:20270303T090000Z")), None),
    "too large": (event(None, "20270301T090000Z", None, "A", *["COMMENT:" + "x" * 1_000] * 300), "max-resource-size"),
}


@pytest.mark.parametrize("body, name", REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_kept_is_refused_with_the_precondition(body, name, phone):
    phone.put("personal", "good.ics", event(), 201)
    answer = phone.call("PUT", phone.path("personal", "bad.ics"), 403, 409, 413, 415, body=body, headers={"Content-Type": CALENDAR})
    said = precondition(answer)
    if name in ("valid-calendar-data", "valid-calendar-object-resource"):
        # Which of the two a fault is differs by the reader; that it is one of them does not.
        assert said[0] in (clark("c:valid-calendar-data"), clark("c:valid-calendar-object-resource"), clark("c:supported-calendar-component"))
    elif name:
        assert said == [clark(f"c:{name}")]
    assert list(phone.objects("personal").tags) == ["good.ics"]


def test_another_media_type_is_refused_by_name(phone):
    for media in ("application/json", "text/vcard", "text/plain"):
        answer = phone.call("PUT", phone.path("personal", "a.ics"), 201, 204, 403, 415, body=event("same@example.org"), headers={"Content-Type": media})
        if answer.status_code == 403:
            assert precondition(answer) == [clark("c:supported-calendar-data")]
    phone.call("PUT", phone.path("personal", "bare.ics"), 201, body=event(), headers={"Content-Type": "text/calendar"})


def test_a_body_over_the_limit_of_requests_is_refused_and_the_next_request_works(phone):
    answer = phone.call("PUT", phone.path("personal", "a.ics"), 403, 413, body=b"x" * 3_000_000)
    assert answer.status_code == 413 or precondition(answer)
    assert not phone.objects("personal")


def test_a_part_of_an_object_is_not_taken_for_the_whole(phone):
    phone.put("personal", "a.ics", event(), 400, 501, content_range="bytes 0-10/20")
    assert not phone.objects("personal")


def test_an_encoded_body_is_refused_or_understood(phone):
    body = event()
    answer = phone.put("personal", "a.ics", gzip.compress(body.encode()), 201, 415, content_encoding="gzip")
    if answer.status_code == 201:
        assert phone.get("personal", "a.ics").text == body


@pytest.mark.parametrize("name", ["é.ics", "a b.ics", "日本.ics", "a%b.ics", "no-ending", "град сатану.ics", "%41.ics", "a+b.ics", "a@b.ics",
                                  "UID%3A2021Z-@host.ics", "a;b,c=d.ics", "!$&'()*.ics", "a\nb.ics", "x" * 200 + ".ics"])
def test_names_of_objects_are_kept_exactly(name, phone):
    phone.put("personal", name, event(), 201)
    assert list(phone.objects("personal").tags) == [name]
    assert list(phone.multiget("personal", [name]).tags) == [name]
    assert list(phone.sync("personal").tags) == [name]
    phone.delete("personal", name)
    assert not phone.objects("personal")


@pytest.mark.parametrize("name", ["..%2f..%2fclasses%2fa.ics", "%2e%2e", "%00.ics", "a%0d%0ab.ics", "..%5c..%5ca.ics", "%ff%fe.ics", "%", "%2", "%zz",
                                  "x" * 5_000, "a.ics%00.txt", "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "....//a.ics", "//a.ics", "a.ics/"])
def test_names_that_lead_elsewhere_are_refused_or_stay_in_their_calendar(name, phone):
    connection = http.client.HTTPConnection("127.0.0.1", phone.server.port, timeout=PATIENCE)
    basic = base64.b64encode(":".join(phone.auth).encode()).decode()
    before = {each: phone.texts(each) for each in DERIVED}
    for method in ("PUT", "GET", "DELETE", "PROPFIND"):
        connection.request(method, f"{phone.home}personal/{name}", body=event() if method == "PUT" else None, headers={
            "Authorization": f"Basic {basic}", "Content-Type": CALENDAR, "Depth": "0"})
        answer = connection.getresponse()
        answer.read()
        assert answer.status < 500, f"{method} {name}: {answer.status}"
    connection.close()
    assert {each: phone.texts(each) for each in DERIVED} == before
    phone.objects("personal")


@pytest.mark.parametrize("calendar_id", ["classes", "due"])
def test_read_only_calendars_refuse_writes_with_the_privilege_named(calendar_id, ada, course, phone):
    ada.post(course["id"], "Homework", kind="reminder", due="2027-03-01T20:00:00Z")
    name, text = next(iter(phone.texts(calendar_id).items()))
    for answer in (phone.put(calendar_id, "new.ics", event(), 403), phone.put(calendar_id, name, replaced(text, "SUMMARY", ":Mine"), 403),
                   phone.delete(calendar_id, name, 403)):
        assert precondition(answer) == [clark("d:need-privileges")]
    assert phone.texts(calendar_id) == {**phone.texts(calendar_id), name: text}


def test_an_object_goes_into_a_calendar_alone(phone):
    for path in (phone.home + "a.ics", "/dav/a.ics", phone.principal + "a.ics", phone.path("none", "a.ics"), phone.path("personal")):
        phone.call("PUT", path, 403, 404, 405, 409, body=event())


def test_a_series_with_overrides_exceptions_and_zone_is_kept(phone):
    zone = ["BEGIN:VTIMEZONE", "TZID:My Own/Zone", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0130", "TZOFFSETTO:+0130",
            "TZNAME:OWN", "END:STANDARD", "END:VTIMEZONE"]
    master = ["BEGIN:VEVENT", "UID:s@example.org", "DTSTAMP:20260101T000000Z", "DTSTART;TZID=My Own/Zone:20270301T090000", "DURATION:PT1H",
              "RRULE:FREQ=WEEKLY;COUNT=5", "EXDATE;TZID=My Own/Zone:20270308T090000", "END:VEVENT"]
    moved = ["BEGIN:VEVENT", "UID:s@example.org", "DTSTAMP:20260101T000000Z", "RECURRENCE-ID;TZID=My Own/Zone:20270315T090000",
             "DTSTART;TZID=My Own/Zone:20270316T120000", "DURATION:PT2H", "SUMMARY:Moved", "END:VEVENT"]
    body = calendar(zone, master, moved)
    phone.put("personal", "s.ics", body, 201)
    assert phone.get("personal", "s.ics").text == body
    for start, end, found in (("20270301T073000Z", "20270301T080000Z", True), ("20270308T073000Z", "20270308T083000Z", False),
                              ("20270315T073000Z", "20270315T083000Z", False), ("20270316T103000Z", "20270316T113000Z", True),
                              ("20270329T073000Z", "20270329T083000Z", True), ("20270405T073000Z", "20270405T083000Z", False)):
        assert bool(phone.query("personal", start=start, end=end)) == found, start


def test_an_override_alone_is_an_object_too(phone):
    body = event("alone@example.org", "20270302T090000Z", "20270302T100000Z", "Invited to one", "RECURRENCE-ID:20270301T090000Z")
    phone.put("personal", "a.ics", body, 201)
    assert phone.query("personal", start="20270302T000000Z", end="20270303T000000Z")


def test_writes_are_rows_of_the_log(ada, phone):
    cursor = ada.head()
    phone.put("personal", "a.ics", event(None, "20270301T090000Z", "20270301T100000Z", "Dentist", "LOCATION:Main St"), 201)
    [made], cursor = ada.changes_and_cursor(cursor)
    assert (made["op"], made["type"]) == ("upsert", "personalEvent")
    said = made["body"]
    assert (said["title"], said["location"], said["start"], said["end"], said["allDay"], said["calendar"]) == (
        "Dentist", "Main St", "2027-03-01T09:00:00Z", "2027-03-01T10:00:00Z", False, "personal")
    phone.put("personal", "a.ics", replaced(phone.get("personal", "a.ics").text, "SUMMARY", ":Doctor"), 204)
    [edited], cursor = ada.changes_and_cursor(cursor)
    assert (edited["id"], edited["body"]["title"], edited["body"]["rev"]) == (made["id"], "Doctor", 2)
    phone.delete("personal", "a.ics")
    [removed] = ada.changes(cursor)
    assert (removed["op"], removed["type"], removed["id"]) == ("remove", "personalEvent", made["id"])
    assert made["id"] not in [each["id"] for each in ada.snapshot().get("personalEvents", [])]


def test_others_hear_nothing_of_it(ada, cleo, grace, phone):
    cursors = [person.head() for person in (cleo, grace)]
    phone.put("personal", "a.ics", event(), 201)
    for person, cursor in zip((cleo, grace), cursors):
        assert not [each for each in person.changes(cursor) if each.get("type") == "personalEvent"]


def test_a_personal_event_is_in_the_snapshot_and_the_export(ada, phone):
    phone.put("personal", "a.ics", event(None, "20270301T090000Z", None, "Dentist of mine"), 201)
    assert [each["title"] for each in ada.snapshot()["personalEvents"]] == ["Dentist of mine"]
