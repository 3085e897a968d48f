"""The sequences of requests of calendar programs, from their public sources and documentation: none may fail."""

import re

import pytest

from calendar_programs import APPLE, DAVX5, EVOLUTION, IOS, THUNDERBIRD, ask, first_with
from dav import Dav, added, clark, event, feed, local, name_of, parsed, read, replaced, todo, value
from study_people import add


@pytest.fixture
def phone(ada, grace, course):
    """A program of someone who has something in each calendar."""
    grace.post(course["id"], "Midterm", kind="exam", due="2027-03-01T20:00:00Z")
    add(ada, "Essay", deadline="2027-03-01T20:00:00Z")
    phone = Dav(ada)
    phone.put("personal", "dentist.ics", event(None, "20270301T090000Z", "20270301T100000Z"), 201)
    return phone


def apple_discovery(phone):
    """Accounts on iOS and macOS: the well-known address without credentials, then the principal, then its properties."""
    body = f'<?xml version="1.0" encoding="UTF-8"?>\n<A:propfind {IOS}><A:prop><A:current-user-principal/><A:principal-URL/><A:resourcetype/></A:prop></A:propfind>'
    bare = phone.call("PROPFIND", "/.well-known/caldav", 301, 307, 308, 401, body=body, depth=0, headers=APPLE, auth=None)
    assert bare.status_code != 401 or bare.headers["WWW-Authenticate"]
    redirected = ask(phone, APPLE, "PROPFIND", "/.well-known/caldav", 301, 307, 308, body=body, depth=0)
    root = local(redirected.headers["Location"])
    phone.call("PROPFIND", root, 401, body=body, depth=0, headers=APPLE, auth=None)
    principal = first_with(parsed(ask(phone, APPLE, "PROPFIND", root, 207, body=body, depth=0)), "d:current-user-principal").href("d:current-user-principal")
    assert "calendar-access" in ask(phone, APPLE, "OPTIONS", principal, 200, 204).headers["DAV"]
    body = (f'<?xml version="1.0" encoding="UTF-8"?>\n<A:propfind {IOS}><A:prop><B:calendar-home-set/><B:calendar-user-address-set/><A:current-user-principal/>'
            "<A:displayname/><C:dropbox-home-URL/><C:email-address-set/><C:notification-URL/><A:principal-collection-set/><A:principal-URL/>"
            "<A:resource-id/><B:schedule-inbox-URL/><B:schedule-outbox-URL/><A:supported-report-set/></A:prop></A:propfind>")
    part = first_with(parsed(ask(phone, APPLE, "PROPFIND", principal, 207, body=body, depth=0)), "c:calendar-home-set")
    if "d:principal-collection-set" in part:
        search = f"<A:principal-search-property-set {IOS}/>"
        ask(phone, APPLE, "REPORT", part.href("d:principal-collection-set"), 200, 207, 400, 403, 404, 405, 501, body=search, depth=0)
    expand = ('<?xml version="1.0" encoding="UTF-8"?>\n<A:expand-property xmlns:A="DAV:"><A:property name="calendar-proxy-read-for" '
              'namespace="http://calendarserver.org/ns/"><A:property name="displayname" namespace="DAV:"/></A:property>'
              '<A:property name="calendar-proxy-write-for" namespace="http://calendarserver.org/ns/"><A:property name="displayname" namespace="DAV:"/>'
              "</A:property></A:expand-property>")
    ask(phone, APPLE, "REPORT", principal, 207, body=expand, depth=0)
    return part.href("c:calendar-home-set")


def test_ios_and_macos_set_up_an_account_and_sync(phone):
    home = apple_discovery(phone)
    names = ("A:add-member C:allowed-sharing-modes D:autoprovisioned E:bulk-requests B:calendar-alarm D:calendar-color B:calendar-description "
             "B:calendar-free-busy-set D:calendar-order B:calendar-timezone A:current-user-privilege-set B:default-alarm-vevent-date "
             "B:default-alarm-vevent-datetime A:displayname C:getctag D:language-code D:location-code B:max-attendees-per-instance B:max-image-size "
             "A:owner C:pre-publish-url C:publish-url C:push-transports C:pushkey A:quota-available-bytes A:quota-used-bytes D:refreshrate "
             "A:resource-id A:resourcetype B:schedule-calendar-transp B:schedule-default-calendar-URL C:source C:subscribed-strip-alarms "
             "C:subscribed-strip-attachments C:subscribed-strip-todos B:supported-calendar-component-set B:supported-calendar-component-sets "
             "A:supported-report-set A:sync-token C:xmpp-server C:xmpp-uri").split()
    body = f'<?xml version="1.0" encoding="UTF-8"?>\n<A:propfind {IOS}><A:prop>{"".join(f"<{name}/>" for name in names)}</A:prop></A:propfind>'
    found = parsed(ask(phone, APPLE, "PROPFIND", home, 207, body=body, depth=1))
    calendars = {name_of(path): part for path, part in found.items() if clark("c:calendar") in part.names("d:resourcetype")}
    assert set(calendars) == {"classes", "due", "study", "tasks", "personal"}
    # The program sets its order and colour, on each calendar, and a default that we do not have.
    for number, calendar in enumerate(calendars):
        body = (f'<?xml version="1.0" encoding="UTF-8"?>\n<A:propertyupdate {IOS}><A:set><A:prop><D:calendar-order>{number}</D:calendar-order>'
                "</A:prop></A:set></A:propertyupdate>")
        # A program that prefers a minimal answer may get one without properties (RFC 8144).
        ask(phone, APPLE, "PROPPATCH", phone.path(calendar), 200, 207, body=body)
        body = (f'<?xml version="1.0" encoding="UTF-8"?>\n<A:propertyupdate {IOS}><A:set><A:prop><D:calendar-color symbolic-color="custom">#0E61B9FF'
                "</D:calendar-color></A:prop></A:set></A:propertyupdate>")
        ask(phone, APPLE, "PROPPATCH", phone.path(calendar), 200, 207, body=body)
        assert phone.one(phone.path(calendar), "a:calendar-color").text("a:calendar-color") == "#0E61B9FF"
    alarm = (f'<?xml version="1.0" encoding="UTF-8"?>\n<A:propertyupdate {IOS}><A:set><A:prop><B:default-alarm-vevent-date>BEGIN:VALARM\nX-WR-ALARMUID:1\n'
             "ACTION:NONE\nTRIGGER;VALUE=DATE-TIME:19760401T005545Z\nEND:VALARM\n</B:default-alarm-vevent-date></A:prop></A:set></A:propertyupdate>")
    ask(phone, APPLE, "PROPPATCH", home, 200, 207, 403, body=alarm)
    # Sync: the tokens and tags of all, then the objects by multiget, in one request of 50 at most.
    for calendar in calendars:
        body = (f'<?xml version="1.0" encoding="UTF-8"?>\n<A:sync-collection xmlns:A="DAV:"><A:sync-token/><A:sync-level>1</A:sync-level>'
                "<A:prop><A:getcontenttype/><A:getetag/></A:prop></A:sync-collection>")
        listed = parsed(ask(phone, APPLE, "REPORT", phone.path(calendar), 207, body=body, depth=1))
        hrefs = "".join(f"<A:href>{path}</A:href>" for path, part in listed.items() if "d:getetag" in part)
        if hrefs:
            body = (f'<?xml version="1.0" encoding="UTF-8"?>\n<B:calendar-multiget {IOS}><A:prop><A:getetag/><B:calendar-data/><C:created-by/><C:updated-by/>'
                    f"<B:schedule-tag/></A:prop>{hrefs}</B:calendar-multiget>")
            assert parsed(ask(phone, APPLE, "REPORT", phone.path(calendar), 207, body=body)).data.keys() == listed.tags.keys()
    new = added(event(None, "20270302T090000Z", "20270302T100000Z", "New Event"), "X-APPLE-CREATOR-IDENTITY:com.apple.mobilecal", "TRANSP:OPAQUE")
    path = phone.path("personal", "0F8E2B6A-1.ics")
    ask(phone, {key: text for key, text in APPLE.items() if key != "Content-Type"} | {"Content-Type": "text/calendar", "If-None-Match": "*"}, "PUT", path, 201, body=new)
    tag = parsed(ask(phone, APPLE, "PROPFIND", path, 207, depth=0, body=f"<A:propfind {IOS}><A:prop><A:getetag/></A:prop></A:propfind>")).tags
    ask(phone, APPLE | {"If-Match": tag["0F8E2B6A-1.ics"]}, "DELETE", path, 204)


def test_reminders_complete_a_task(ada, phone):
    home = apple_discovery(phone)
    assert home == phone.home
    [(name, text)] = phone.texts("tasks").items()
    done = added(text.replace("STATUS:NEEDS-ACTION\n", ""), "STATUS:COMPLETED", "COMPLETED:20261122T100000Z", "X-APPLE-SORT-ORDER:754000000")
    done = re.sub(r"PERCENT-COMPLETE:\d+\r\n", "", done)
    done = added(done, "PERCENT-COMPLETE:100")
    tag = phone.objects("tasks").tags[name]
    ask(phone, APPLE | {"Content-Type": "text/calendar", "If-Match": tag}, "PUT", phone.path("tasks", name), 204, body=done)
    [task] = ada.items("/v1/me/tasks")
    assert task["done"] is True


def test_thunderbird_finds_reads_and_edits(phone):
    dav = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:CS="http://calendarserver.org/ns/" xmlns:A="http://apple.com/ns/ical/"'
    detect = (f"<?xml version='1.0' encoding='UTF-8'?>\n<D:propfind {dav}><D:prop><D:resourcetype/><D:owner/><D:displayname/><D:current-user-principal/>"
              "<D:current-user-privilege-set/><A:calendar-color/><C:calendar-home-set/></D:prop></D:propfind>")
    location = local(ask(phone, THUNDERBIRD, "PROPFIND", "/.well-known/caldav", 301, 307, 308, body=detect, depth=0).headers["Location"])
    ask(phone, THUNDERBIRD, "OPTIONS", location, 200, 204)
    principal = first_with(parsed(ask(phone, THUNDERBIRD, "PROPFIND", location, 207, body=detect, depth=0)), "d:current-user-principal").href("d:current-user-principal")
    home = first_with(parsed(ask(phone, THUNDERBIRD, "PROPFIND", principal, 207, body=detect, depth=0)), "c:calendar-home-set").href("c:calendar-home-set")
    listed = parsed(ask(phone, THUNDERBIRD, "PROPFIND", home, 207, body=detect, depth=1))
    calendars = [path for path, part in listed.items() if clark("c:calendar") in part.names("d:resourcetype")]
    assert len(calendars) == 5
    for path in calendars:
        check = (f"<?xml version='1.0' encoding='UTF-8'?>\n<D:propfind {dav}><D:prop><D:resourcetype/><D:owner/><D:current-user-principal/><D:current-user-privilege-set/>"
                 "<D:supported-report-set/><C:supported-calendar-component-set/><CS:getctag/></D:prop></D:propfind>")
        [part] = parsed(ask(phone, THUNDERBIRD, "PROPFIND", path, 207, body=check, depth=0)).values()
        assert part.text("cs:getctag") and "d:supported-report-set" in part
        outbox = f"<?xml version='1.0' encoding='UTF-8'?>\n<D:propfind {dav}><D:prop><C:schedule-inbox-URL/><C:schedule-outbox-URL/><C:calendar-user-address-set/></D:prop></D:propfind>"
        ask(phone, THUNDERBIRD, "PROPFIND", principal, 207, body=outbox, depth=0)
        sync = (f'<?xml version="1.0" encoding="UTF-8"?>\n<sync-collection xmlns="DAV:"><sync-token/><sync-level>1</sync-level><prop><getcontenttype/><getetag/></prop></sync-collection>')
        found = parsed(ask(phone, THUNDERBIRD, "REPORT", path, 207, body=sync, depth=1))
        assert found.token
        assert all(part.text("d:getcontenttype").startswith("text/calendar") for part in found.values() if "d:getetag" in part)
        if found.tags:
            hrefs = "".join(f"<D:href>{each}</D:href>" for each in found)
            multiget = f'<?xml version="1.0" encoding="UTF-8"?>\n<C:calendar-multiget {dav}><D:prop><D:getetag/><C:calendar-data/></D:prop>{hrefs}</C:calendar-multiget>'
            assert len(parsed(ask(phone, THUNDERBIRD, "REPORT", path, 207, body=multiget, depth=1)).data) == len(found.tags)
        again = sync.replace("<sync-token/>", f"<sync-token>{found.token}</sync-token>")
        assert not parsed(ask(phone, THUNDERBIRD, "REPORT", path, 207, body=again, depth=1))
    text = phone.get("personal", "dentist.ics")
    changed = added(replaced(text.text, "SUMMARY", ":Dentist moved"), "X-MOZ-GENERATION:1", "X-MOZ-LASTACK:20270301T080000Z")
    ask(phone, THUNDERBIRD | {"Content-Type": "text/calendar; charset=utf-8", "If-Match": text.headers["ETag"]}, "PUT", phone.path("personal", "dentist.ics"), 200, 204, body=changed)
    reread = f'<?xml version="1.0" encoding="UTF-8"?>\n<C:calendar-multiget {dav}><D:prop><D:getetag/><C:calendar-data/></D:prop><D:href>{phone.path("personal", "dentist.ics")}</D:href></C:calendar-multiget>'
    assert "X-MOZ-GENERATION:1" in parsed(ask(phone, THUNDERBIRD, "REPORT", phone.path("personal"), 207, body=reread, depth=1)).data["dentist.ics"]


def test_davx5_finds_syncs_and_creates(ada, phone):
    spaces = 'xmlns="DAV:" xmlns:CAL="urn:ietf:params:xml:ns:caldav" xmlns:CARD="urn:ietf:params:xml:ns:carddav" xmlns:CS="http://calendarserver.org/ns/" xmlns:ICAL="http://apple.com/ns/ical/"'

    def find(path, depth, *names, status=207):
        body = f"<?xml version='1.0' encoding='UTF-8' ?><propfind {spaces}><prop>{''.join(f'<{name}/>' for name in names)}</prop></propfind>"
        return ask(phone, DAVX5, "PROPFIND", path, *(status if isinstance(status, tuple) else (status,)), body=body, depth=depth)

    wanted = ("resourcetype", "displayname", "ICAL:calendar-color", "ICAL:calendar-order", "CAL:calendar-description", "CAL:calendar-timezone",
              "CAL:supported-calendar-component-set", "CAL:calendar-home-set", "current-user-principal", "CARD:addressbook-home-set")
    well_known = find("/.well-known/caldav", 0, "current-user-principal", status=(301, 307, 308))
    root = local(well_known.headers["Location"])
    ask(phone, DAVX5, "OPTIONS", root, 200, 204)
    parts = parsed(find(root, 0, *wanted))
    principal = first_with(parts, "d:current-user-principal").href("d:current-user-principal")
    part = first_with(parsed(find(principal, 0, "displayname", "CAL:calendar-home-set", "CAL:calendar-user-address-set", "group-membership",
                                  "CS:calendar-proxy-read-for", "CS:calendar-proxy-write-for")), "c:calendar-home-set")
    home = part.href("c:calendar-home-set")
    listed = parsed(find(home, 1, "resourcetype", "displayname", "owner", "current-user-privilege-set", "CAL:calendar-description", "ICAL:calendar-color",
                         "CAL:calendar-timezone", "CAL:calendar-timezone-id", "CAL:supported-calendar-component-set", "CS:source", "supported-report-set", "sync-token"))
    assert sum(clark("c:calendar") in part.names("d:resourcetype") for part in listed.values()) == 5
    for path, part in listed.items():
        if clark("c:calendar") not in part.names("d:resourcetype"):
            continue
        state = parsed(find(path, 0, "CAL:max-resource-size", "CAL:supported-calendar-data", "supported-report-set", "CS:getctag", "sync-token"))
        assert first_with(state, "cs:getctag").text("cs:getctag")
        body = (f"<?xml version='1.0' encoding='UTF-8' ?><sync-collection {spaces}><sync-token/><sync-level>1</sync-level><limit><nresults>250</nresults></limit>"
                "<prop><getetag/></prop></sync-collection>")
        found = parsed(ask(phone, DAVX5, "REPORT", path, 207, 507, body=body))
        component = part["c:supported-calendar-component-set"][0].get("name")
        span = '<CAL:time-range start="20260824T000000Z"/>'
        body = (f"<?xml version='1.0' encoding='UTF-8' ?><CAL:calendar-query {spaces}><prop><getetag/></prop><CAL:filter><CAL:comp-filter name=\"VCALENDAR\">"
                f"<CAL:comp-filter name=\"{component}\">{span if component == 'VEVENT' else ''}</CAL:comp-filter></CAL:comp-filter></CAL:filter></CAL:calendar-query>")
        queried = parsed(ask(phone, DAVX5, "REPORT", path, 207, body=body, depth=1))
        assert queried.tags.items() <= found.tags.items()
        hrefs = "".join(f"<href>{each}</href>" for each in queried)
        if hrefs:
            body = (f"<?xml version='1.0' encoding='UTF-8' ?><CAL:calendar-multiget {spaces}><prop><getetag/><getcontenttype/><CS:getctag/>"
                    f'<CAL:calendar-data content-type="text/calendar" version="2.0"/><CAL:schedule-tag/></prop>{hrefs}</CAL:calendar-multiget>')
            assert parsed(ask(phone, DAVX5, "REPORT", path, 207, body=body)).data.keys() == queried.tags.keys()
    upload = DAVX5 | {"Content-Type": "text/calendar; charset=utf-8", "If-None-Match": "*"}
    ask(phone, upload, "PUT", phone.path("tasks", "0b7e4c9f.ics"), 201, body=todo(None, "From Tasks.org", "DUE;VALUE=DATE:20270301", "PRIORITY:1", "CREATED:20261122T100000Z"))
    assert "From Tasks.org" in [each["title"] for each in ada.items("/v1/me/tasks")]
    ask(phone, upload, "PUT", phone.path("classes", "0b7e4c9f.ics"), 403, body=event())
    body = (f"<?xml version='1.0' encoding='UTF-8' ?><mkcol {spaces}><set><prop><resourcetype><collection/><CAL:calendar/></resourcetype><displayname>Club</displayname>"
            '<ICAL:calendar-color>#8BC34AFF</ICAL:calendar-color><CAL:supported-calendar-component-set><CAL:comp name="VEVENT"/></CAL:supported-calendar-component-set>'
            "</prop></set></mkcol>")
    answer = ask(phone, DAVX5, "MKCALENDAR", phone.path("club"), 201, 400, 403, 415, body=body)
    if answer.status_code != 201:
        ask(phone, DAVX5, "MKCOL", phone.path("club"), 201, body=body)
    ask(phone, DAVX5, "DELETE", phone.path("club"), 204)


def test_evolution_and_gnome_ask_by_options_first_and_then_by_ctag(phone):
    options = ask(phone, EVOLUTION, "OPTIONS", phone.path("personal"), 200, 204)
    assert "PUT" in options.headers["Allow"] and "calendar-access" in options.headers["DAV"]
    body = ('<?xml version="1.0" encoding="utf-8"?>\n<C:calendar-query xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><prop><getetag/></prop><C:filter>'
            '<C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"/></C:comp-filter></C:filter></C:calendar-query>')
    assert parsed(ask(phone, EVOLUTION, "REPORT", phone.path("personal"), 207, body=body, depth=1)).tags
    listing = '<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop><getcontenttype/><getetag/><resourcetype/></prop></propfind>'
    found = parsed(ask(phone, EVOLUTION, "PROPFIND", phone.path("personal"), 207, body=listing, depth=1))
    assert list(found.tags) == ["dentist.ics"]


@pytest.mark.parametrize("headers", [
    {"User-Agent": "Google-Calendar-Importer", "Accept-Encoding": "gzip"}, {"User-Agent": "macOS/15.1 CalendarAgent/1.0", "Accept": "*/*", "Accept-Encoding": "gzip, deflate, br"},
    {"User-Agent": "Microsoft.Exchange/15.20", "Accept": "text/calendar, text/plain"}, {"User-Agent": "Thunderbird", "Accept": "text/calendar,text/plain;q=0.8,*/*;q=0.5", "Cache-Control": "no-cache", "Pragma": "no-cache"},
    {"User-Agent": "ICSx5/2.2", "If-Modified-Since": "Mon, 01 Jan 2001 00:00:00 GMT"}])
def test_programs_that_subscribe_read_a_feed(headers, ada, phone):
    text = read(ada, feed(ada, "classes", "due", "study", "tasks")["url"], 200, **{name.replace("-", "_").lower(): each for name, each in headers.items()}).text
    assert "Midterm" in text and value(text, "DTSTAMP") and text.startswith("BEGIN:VCALENDAR\r\n")
