"""REPORT: calendar-query with time ranges and filters, calendar-multiget."""

import pytest

from dav import Dav, added, calendar, clark, components, event, precondition, query, todo, vevent, xml
from processes import cheaply

#: name: (object, ranges that meet it, ranges that do not); RFC 4791, section 9.9.
TIMES = {
    "timed": (event(None, "20270301T090000Z", "20270301T100000Z"),
              [("20270301T093000Z", "20270301T094000Z"), ("20270301T080000Z", "20270301T090001Z"), ("20270301T095959Z", None), (None, "20270301T090001Z")],
              [("20270301T080000Z", "20270301T090000Z"), ("20270301T100000Z", "20270301T110000Z"), ("20270301T100000Z", None), (None, "20270301T090000Z")]),
    "a moment": (event(None, "20270301T090000Z", None),
                 [("20270301T090000Z", "20270301T090001Z"), ("20270301T080000Z", "20270301T100000Z")],
                 [("20270301T080000Z", "20270301T090000Z"), ("20270301T090001Z", "20270301T100000Z")]),
    "a whole day": (event(None, "20270301", None), [("20270301T120000Z", "20270301T120001Z")],
                    [("20270303T000000Z", "20270304T000000Z"), ("20270227T000000Z", "20270228T000000Z")]),
    "two days": (event(None, "20270301", "20270303"), [("20270302T120000Z", "20270302T130000Z")], [("20270304T120000Z", "20270305T000000Z")]),
    "duration": (event(None, "20270301T090000Z", None, "A", "DURATION:P1DT1H"), [("20270302T093000Z", "20270302T094000Z")],
                 [("20270302T100000Z", "20270302T110000Z")]),
    "weekly": (event(None, "20270301T090000Z", "20270301T100000Z", "A", "RRULE:FREQ=WEEKLY;COUNT=3", "EXDATE:20270308T090000Z"),
               [("20270301T000000Z", "20270302T000000Z"), ("20270315T000000Z", "20270316T000000Z"), ("20270309T000000Z", None)],
               [("20270308T000000Z", "20270309T000000Z"), ("20270322T000000Z", "20270323T000000Z"), ("20270316T000000Z", None)]),
    "without end": (event(None, "20270301T090000Z", "20270301T100000Z", "A", "RRULE:FREQ=DAILY"),
                    [("20470301T093000Z", "20470301T094000Z"), ("20990101T000000Z", None)], [("20470301T103000Z", "20470301T104000Z")]),
    "until": (event(None, "20270301T090000Z", "20270301T100000Z", "A", "RRULE:FREQ=DAILY;UNTIL=20270303T090000Z"),
              [("20270303T090000Z", "20270303T100000Z")], [("20270304T000000Z", None)]),
    "further dates": (event(None, "20270301T090000Z", "20270301T100000Z", "A", "RDATE:20270401T090000Z,20270501T090000Z"),
                      [("20270401T090000Z", "20270401T091000Z"), ("20270501T095000Z", "20270501T101000Z")],
                      [("20270402T000000Z", "20270501T000000Z")]),
    "clocks change": (event(None, "20270301T090000Z", None, "A").replace("DTSTART:20270301T090000Z", "\r\n".join(
        ["DTSTART;TZID=America/Vancouver:20270312T093000", "DTEND;TZID=America/Vancouver:20270312T103000", "RRULE:FREQ=DAILY;COUNT=5"])),
        [("20270312T173000Z", "20270312T174000Z"), ("20270315T163000Z", "20270315T164000Z")],
        [("20270315T173000Z", "20270315T174000Z")]),
}


@pytest.mark.parametrize("name", TIMES)
def test_a_time_range_finds_what_has_an_instance_in_it(name, phone):
    body, inside, outside = TIMES[name]
    phone.put("personal", "a.ics", body, 201)
    for start, end in inside:
        assert list(phone.query("personal", start=start, end=end).tags) == ["a.ics"], (start, end)
    for start, end in outside:
        assert not phone.query("personal", start=start, end=end).tags, (start, end)


def test_a_time_range_of_the_calendar_itself_is_of_any_component(phone):
    phone.put("personal", "a.ics", event(None, "20270301T090000Z", "20270301T100000Z"), 201)
    phone.put("tasks", "b.ics", todo(None, "Read", "DUE:20270301T093000Z"), 201)
    for start, end, found in ("20270301T090000Z", "20270301T094500Z", True), ("20270301T103000Z", "20270301T110000Z", False):
        span = f'<c:filter><c:comp-filter name="VCALENDAR"><c:time-range start="{start}" end="{end}"/></c:comp-filter></c:filter>'
        for calendar, name in ("personal", "a.ics"), ("tasks", "b.ics"):
            tags = phone.report(phone.path(calendar), xml("c:calendar-query", f"<d:prop><d:getetag/></d:prop>{span}")).tags
            assert list(tags) == ([name] if found else []), (calendar, start)


def test_a_query_without_a_range_has_every_object_with_the_data_asked_for(phone):
    bodies = {f"{number}.ics": event(None, f"202703{number:02}T090000Z") for number in range(1, 10)}
    for name, body in bodies.items():
        phone.put("personal", name, body, 201)
    found = phone.query("personal", data="<c:calendar-data/><d:getcontenttype/><x:none/>")
    assert found.data == {name: body.replace("\r\n", "\n") for name, body in bodies.items()}
    assert all(part.other == {clark("x:none"): 404} for part in found.values())
    assert "calendar-data" not in str([part.found for part in phone.query("personal").values()])


def test_filters_by_property_text_and_parameter(phone):
    phone.put("personal", "a.ics", event("a@example.org", "20270301T090000Z", None, "Zahnarzt Größe", "CATEGORIES:HEALTH,HOME"), 201)
    phone.put("personal", "b.ics", event("b@example.org", "20270301T090000Z", None, "Swimming", "LOCATION;ALTREP=\"http://a\":Pool"), 201)
    match = '<c:prop-filter name="{}"><c:text-match{}>{}</c:text-match></c:prop-filter>'
    for inner, names in (
        (match.format("UID", "", "a@example.org"), ["a.ics"]), (match.format("SUMMARY", "", "swim"), ["b.ics"]),
        (match.format("SUMMARY", ' collation="i;octet"', "swim"), []), (match.format("SUMMARY", ' negate-condition="yes"', "swim"), ["a.ics"]),
        (match.format("SUMMARY", ' collation="i;unicode-casemap"', "GRÖSSE"), None), (match.format("CATEGORIES", "", "home"), ["a.ics"]),
        ('<c:prop-filter name="LOCATION"/>', ["b.ics"]), ('<c:prop-filter name="LOCATION"><c:is-not-defined/></c:prop-filter>', ["a.ics"]),
        ('<c:prop-filter name="LOCATION"><c:param-filter name="ALTREP"/></c:prop-filter>', ["b.ics"]),
        ('<c:comp-filter name="VALARM"><c:is-not-defined/></c:comp-filter>', ["a.ics", "b.ics"]), ('<c:comp-filter name="VALARM"/>', []),
    ):
        answer = phone.call("REPORT", phone.path("personal"), 207, 403, body=query("VEVENT", inner), depth=1)
        if answer.status_code == 403:
            assert precondition(answer)[0] in (clark("c:supported-filter"), clark("c:supported-collation")), inner
        elif names is not None:
            assert sorted(phone.query("personal", inner=inner).tags) == names, inner


def test_alarms_are_found_by_the_time_at_which_they_sound(phone):
    alarm = ("BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Go", "TRIGGER:-PT15M", "END:VALARM")
    phone.put("personal", "a.ics", event(None, "20270301T090000Z", None, "A", *alarm), 201)
    for start, end, found in (("20270301T084000Z", "20270301T085000Z", True), ("20270301T085000Z", "20270301T091000Z", False)):
        inner = f'<c:comp-filter name="VALARM"><c:time-range start="{start}" end="{end}"/></c:comp-filter>'
        assert bool(phone.query("personal", inner=inner)) == found, start


def test_floating_times_are_of_the_calendars_zone(phone):
    zone = ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:a\r\nBEGIN:VTIMEZONE\r\nTZID:Own\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n"
            "TZOFFSETFROM:+0300\r\nTZOFFSETTO:+0300\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\nEND:VCALENDAR\r\n")
    phone.set(phone.path("personal"), c_calendar_timezone=zone)
    phone.put("personal", "a.ics", event(None, "20270301T090000", "20270301T100000"), 201)
    assert phone.query("personal", start="20270301T060000Z", end="20270301T070000Z")
    assert not phone.query("personal", start="20270301T090000Z", end="20270301T100000Z")


def test_an_unknown_collation_is_refused_by_name(phone):
    inner = '<c:prop-filter name="SUMMARY"><c:text-match collation="i;klingon">a</c:text-match></c:prop-filter>'
    answer = phone.call("REPORT", phone.path("personal"), 403, body=query("VEVENT", inner), depth=1)
    assert precondition(answer) == [clark("c:supported-collation")]


def test_another_component_finds_nothing(phone):
    phone.put("personal", "a.ics", event(), 201)
    for component in ("VTODO", "VJOURNAL", "X-OTHER"):
        assert not phone.query("personal", component)


def test_data_can_be_expanded_to_instances_in_utc(phone):
    phone.put("personal", "a.ics", calendar(
        vevent("a@example.org", "20270301T090000Z", "20270301T100000Z", "A", "RRULE:FREQ=DAILY;COUNT=5"),
        vevent("a@example.org", "20270302T120000Z", "20270302T130000Z", "Moved", "RECURRENCE-ID:20270302T090000Z")), 201)
    span = 'start="20270302T000000Z" end="20270304T000000Z"'
    found = phone.query("personal", start="20270302T000000Z", end="20270304T000000Z", data=f"<c:calendar-data><c:expand {span}/></c:calendar-data>")
    [text] = found.data.values()
    assert text.count("BEGIN:VEVENT") == 2 and "RRULE" not in text and "BEGIN:VTIMEZONE" not in text
    assert "DTSTART:20270302T120000Z" in text and "DTSTART:20270303T090000Z" in text and "RECURRENCE-ID" in text


def test_data_can_be_limited_to_properties(phone):
    phone.put("personal", "a.ics", added(event("a@example.org"), "DESCRIPTION:Long"), 201)
    wanted = ('<c:calendar-data><c:comp name="VCALENDAR"><c:prop name="VERSION"/><c:comp name="VEVENT"><c:prop name="UID"/>'
              '<c:prop name="SUMMARY"/></c:comp></c:comp></c:calendar-data>')
    [text] = phone.query("personal", data=wanted).data.values()
    assert "SUMMARY:Dentist" in text and "UID:a@example.org" in text


def test_a_multiget_has_each_asked_object_and_404_for_others(ada, bob, phone):
    other = Dav(bob)
    other.put("personal", "a.ics", event(None, "20270301T090000Z", None, "Bob's own"), 201)
    body = event()
    phone.put("personal", "a.ics", body, 201)
    answer = xml("c:calendar-multiget", "<d:prop><d:getetag/><c:calendar-data/></d:prop>" + "".join(f"<d:href>{href}</d:href>" for href in (
        phone.path("personal", "a.ics"), phone.path("personal", "none.ics"), other.path("personal", "a.ics"), phone.path("study", "a.ics"),
        "/etc/passwd", "http://example.org/a.ics", "")))
    found = phone.report(phone.path("personal"), answer)
    assert list(found.data) == ["a.ics"] and "Bob" not in str([each.found for each in found.values()])
    assert found[phone.path("personal", "none.ics")].status == 404
    if other.path("personal", "a.ics") in found:
        assert found[other.path("personal", "a.ics")].status == 404


def test_a_multiget_takes_whole_addresses_and_each_twice(phone):
    phone.put("personal", "é.ics", event(), 201)
    path = phone.path("personal", "é.ics")
    body = xml("c:calendar-multiget", f"<d:prop><d:getetag/></d:prop><d:href>{phone.server.url}{path}</d:href>")
    assert list(phone.report(phone.path("personal"), body).tags) == ["é.ics"]
    many = "".join(f"<d:href>{path}</d:href>" for _ in range(3_000))
    phone.call("REPORT", phone.path("personal"), 207, 403, 413, 507, body=xml("c:calendar-multiget", f"<d:prop><d:getetag/></d:prop>{many}"), depth=1)


def test_a_query_on_an_object_or_on_the_home(phone):
    phone.put("personal", "a.ics", event(), 201)
    phone.call("REPORT", phone.path("personal", "a.ics"), 207, 403, 404, 405, body=query("VEVENT"), depth=0)
    phone.call("REPORT", phone.home, 207, 403, 405, body=query("VEVENT"), depth=1)


def test_classes_are_found_by_time(ada, course, phone):
    """Mondays, Wednesdays and Fridays at 10:30 from 4 January 2000 in Vancouver."""
    assert phone.query("classes", start="20000105T183000Z", end="20000105T184000Z")
    assert not phone.query("classes", start="20000106T183000Z", end="20000106T184000Z")
    assert not phone.query("classes", start="20000103T183000Z", end="20000103T184000Z"), "the term had not begun"
    assert not phone.query("classes", start="20000410T000000Z", end="20000420T000000Z"), "the term was over"
    assert phone.query("classes", start="20000405T173000Z", end="20000405T174000Z"), "summer time moves the class in UTC"


HOSTILE = {
    "nothing": "", "text": "hello", "cut": query("VEVENT")[:-20], "a card query": xml("card:addressbook-query", "<d:prop/>"),
    "unknown report": xml("x:report", ""), "no filter": xml("c:calendar-query", "<d:prop><d:getetag/></d:prop>"),
    "a bad range": query("VEVENT", '<c:time-range start="yesterday"/>'), "an empty range": query("VEVENT", "<c:time-range/>"),
    "a range backwards": query("VEVENT", '<c:time-range start="20270302T000000Z" end="20270301T000000Z"/>'),
    "a local range": query("VEVENT", '<c:time-range start="20270302T000000" end="20270303T000000"/>'),
    "a range of all time": query("VEVENT", '<c:time-range start="00010101T000000Z" end="99991231T235959Z"/>'),
    "no calendar": xml("c:calendar-query", '<d:prop/><c:filter><c:comp-filter name="VEVENT"/></c:filter>'),
    "an expansion without end": query("VEVENT", data='<c:calendar-data><c:expand start="00010101T000000Z" end="99991231T235959Z"/></c:calendar-data>'),
    "an expansion without times": query("VEVENT", data="<c:calendar-data><c:expand/></c:calendar-data>"),
    "a billion laughs": '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha">' + "".join(
        f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefghi", "bcdefghij")) + ']><d:propfind xmlns:d="DAV:"><d:prop><d:a>&j;</d:a></d:prop></d:propfind>',
    "an external entity": '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/passwd">]><d:propfind xmlns:d="DAV:"><d:prop><d:a>&a;</d:a></d:prop></d:propfind>',
    "an external subset": '<?xml version="1.0"?><!DOCTYPE l SYSTEM "http://127.0.0.1:9/a.dtd"><d:propfind xmlns:d="DAV:"><d:allprop/></d:propfind>',
    "deep": '<d:propfind xmlns:d="DAV:">' + "<d:prop>" * 50_000 + "</d:prop>" * 50_000 + "</d:propfind>",
    "deep and cut": '<d:propfind xmlns:d="DAV:">' + "<a>" * 200_000,
    "many names": xml("d:propfind", "<d:prop>" + "".join(f"<x:n{number}/>" for number in range(20_000)) + "</d:prop>"),
    "many namespaces": "<d:propfind xmlns:d='DAV:'" + "".join(f" xmlns:n{number}='urn:{number}'" for number in range(10_000)) + "><d:allprop/></d:propfind>",
    "many attributes": "<d:propfind xmlns:d='DAV:'" + "".join(f" a{number}=''" for number in range(20_000)) + "><d:allprop/></d:propfind>",
    "a long name": f"<{'a' * 500_000}/>", "a NUL": '<d:propfind xmlns:d="DAV:"><d:prop>\0</d:prop></d:propfind>', "a NUL reference": xml("d:propfind", "<d:prop>&#0;</d:prop>"),
    "not UTF-8": b'<?xml version="1.0" encoding="utf-8"?><d:propfind xmlns:d="DAV:"><d:prop>\xff\xfe</d:prop></d:propfind>',
    "an unknown encoding": '<?xml version="1.0" encoding="x-none"?><d:propfind xmlns:d="DAV:"><d:allprop/></d:propfind>',
    "two roots": xml("d:propfind", "<d:allprop/>") + "<d:a xmlns:d='DAV:'/>", "an undeclared prefix": "<q:propfind><q:allprop/></q:propfind>",
    "another root": xml("d:other", ""), "no namespace": "<propfind><allprop/></propfind>", "filters 10,000 deep": query(
        "VEVENT", '<c:comp-filter name="VALARM">' * 10_000 + "</c:comp-filter>" * 10_000),
    "a million spaces": xml("d:propfind", " " * 900_000),
    "a slow pattern": query("VEVENT", '<c:prop-filter name="SUMMARY"><c:text-match>' + "a" * 100_000 + "</c:text-match></c:prop-filter>"),
}


@pytest.mark.parametrize("method", ["PROPFIND", "REPORT", "PROPPATCH", "MKCALENDAR", "MKCOL"])
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_xml_is_refused_or_answered_at_once(name, method, phone):
    phone.put("personal", "daily.ics", event("d@example.org", "20270301T090000Z", None, "aaaa" * 200, "RRULE:FREQ=DAILY"), 201)
    target = phone.path("hostile") if method.startswith("MK") else phone.path("personal")
    answer = cheaply(10, phone.server, lambda: phone.call(method, target, *range(200, 500), 507, body=HOSTILE[name], depth=1))
    assert len(answer.content) < 20_000_000
    assert "root:" not in answer.text, "a file of the server was read"
    if name in ("text", "cut", "a billion laughs", "an external entity", "a NUL", "not UTF-8", "two roots", "deep and cut", "an undeclared prefix"):
        assert answer.status_code in (400, 403, 405, 413, 415, 422), answer.status_code
    assert phone.objects("personal").tags.keys() == {"daily.ics"}


def test_a_document_in_utf_16_is_read_or_refused(phone):
    body = '<?xml version="1.0" encoding="utf-16"?><d:propfind xmlns:d="DAV:"><d:prop><d:displayname/></d:prop></d:propfind>'
    phone.call("PROPFIND", phone.path("personal"), 207, 400, 415, body=body.encode("utf-16"), depth=0)


def test_a_query_of_much_is_bounded_in_time(phone):
    """A hundred endless series, asked for over all time."""
    for number in range(100):
        phone.put("personal", f"{number}.ics", event(None, "19700101T090000Z", "19700101T100000Z", "A", "RRULE:FREQ=HOURLY"), 201, 403)
    seconds = query("VEVENT", '<c:time-range start="20991231T235958Z" end="20991231T235959Z"/>')
    cheaply(10, phone.server, lambda: phone.call("REPORT", phone.path("personal"), 207, 403, 413, 507, body=seconds, depth=1))


def test_everything_in_a_whole_calendar_is_found_in_the_answer_of_its_queries(phone):
    phone.put("personal", "a.ics", event("a@example.org"), 201)
    answer = phone.call("GET", phone.path("personal"), 200, 403, 405)
    if answer.headers["Content-Type"].startswith("text/calendar"):
        assert set(components(answer.text)) == {"a@example.org"}
