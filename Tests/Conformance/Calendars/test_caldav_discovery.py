"""How a calendar program finds a person's calendars from the name of the server."""

import socket

import pytest

from dav import STANDARD, clark, local, name_of, xml
from noteitd import PATIENCE

DISCOVERY = ("GET", "HEAD", "PROPFIND", "OPTIONS", "REPORT", "PUT", "POST")


@pytest.mark.parametrize("method", DISCOVERY)
@pytest.mark.parametrize("slash", ["", "/"])
def test_the_well_known_address_redirects_every_method_with_and_without_credentials(method, slash, phone):
    for auth in (True, None):
        answer = phone.call(method, "/.well-known/caldav" + slash, 301, 307, 308, auth=auth, body="" if method == "PUT" else None)
        assert local(answer.headers["Location"]) == "/dav/"


def test_a_program_finds_the_calendars_from_the_root(ada, phone):
    root = phone.one("/dav/", "d:current-user-principal", "d:resourcetype")
    assert root.href("d:current-user-principal") == phone.principal
    assert clark("d:collection") in root.names("d:resourcetype")
    principal = phone.one(phone.principal, "c:calendar-home-set", "d:displayname", "d:resourcetype", "d:principal-URL")
    assert principal.href("c:calendar-home-set") == phone.home
    assert principal.text("d:displayname") == ada.account["displayName"]
    assert clark("d:principal") in principal.names("d:resourcetype")
    assert principal.href("d:principal-URL") == phone.principal
    assert set(phone.calendars()) == set(STANDARD)


@pytest.mark.parametrize("path", ["/dav/", "/dav/principals/{}/", "/dav/calendars/{}/", "/dav/calendars/{}/personal/",
                                  "/dav/principals/", "/dav/calendars/"])
def test_every_resource_names_the_reader(path, ada, phone):
    part = phone.one(path.format(ada.id), "d:current-user-principal")
    assert part.href("d:current-user-principal") == phone.principal


@pytest.mark.parametrize("path", ["/dav", "/dav/principals/{}", "/dav/calendars/{}", "/dav/calendars/{}/personal"])
def test_a_collection_is_found_without_the_slash_at_the_end(path, ada, phone):
    [href] = phone.propfind(path.format(ada.id), "d:resourcetype")
    assert href.rstrip("/") == path.format(ada.id)


def test_depth_one_lists_the_children_and_depth_zero_does_not(ada, phone):
    assert [*phone.propfind("/dav/", "d:resourcetype", depth=0)] == ["/dav/"]
    assert {"/dav/", "/dav/principals/", "/dav/calendars/"} <= set(phone.propfind("/dav/", "d:resourcetype", depth=1))
    for parent, own in (("/dav/principals/", phone.principal), ("/dav/calendars/", phone.home)):
        assert set(phone.propfind(parent, "d:resourcetype", depth=1)) == {parent, own}
    assert set(phone.propfind(phone.home, "d:resourcetype", depth=1)) == {
        phone.home, *(f"{phone.home}{each}/" for each in STANDARD)}


def test_infinite_depth_is_refused_by_name_or_answered(phone):
    for headers in ({"Depth": "infinity"}, {}):
        answer = phone.call("PROPFIND", phone.home, 207, 403, body=xml("d:propfind", "<d:prop><d:resourcetype/></d:prop>"), headers=headers)
        if answer.status_code == 403:
            assert b"propfind-finite-depth" in answer.content


@pytest.mark.parametrize("depth", ["2", "-1", "many", "0, 1", "one"])
def test_an_unknown_depth_is_a_bad_request(depth, phone):
    phone.call("PROPFIND", phone.home, 400, body=xml("d:propfind", "<d:allprop/>"), depth=depth)


def test_properties_that_are_missing_are_named_as_missing(phone):
    part = phone.one(phone.home, "d:resourcetype", "x:nothing", "c:calendar-data", "card:addressbook-home-set")
    assert set(part.found) == {clark("d:resourcetype")}
    assert part.other == {clark(name): 404 for name in ("x:nothing", "c:calendar-data", "card:addressbook-home-set")}


def test_an_empty_body_asks_for_all_properties(phone):
    answer = phone.call("PROPFIND", phone.path("personal"), 207, depth=0)
    assert b"displayname" in answer.content
    whole = phone.propfind(phone.path("personal"), depth=0)[phone.path("personal")]
    assert "d:displayname" in whole and "d:resourcetype" in whole
    assert "c:calendar-data" not in whole


def test_propname_gives_names_without_values(phone):
    answer = phone.call("PROPFIND", phone.path("personal"), 207, body=xml("d:propfind", "<d:propname/>"), depth=0)
    [part] = phone.propfind(phone.path("personal"), body=xml("d:propfind", "<d:propname/>")).values()
    assert answer.status_code == 207 and {clark("d:displayname"), clark("d:resourcetype")} <= set(part.found)
    assert all(not len(each) and not (each.text or "").strip() for each in part.found.values())


@pytest.mark.parametrize("path", ["/dav/", "/dav/calendars/{}/", "/dav/calendars/{}/classes/", "/dav/calendars/{}/personal/"])
def test_options_tell_what_the_server_can(path, ada, phone):
    for target in (path.format(ada.id), path.format(ada.id).rstrip("/")):
        answer = phone.call("OPTIONS", target, 200, 204)
        can = [each.strip() for each in answer.headers["DAV"].split(",")]
        assert {"1", "3", "calendar-access", "extended-mkcol"} <= set(can)
        assert not {"2", "calendar-auto-schedule", "calendar-schedule", "addressbook"} & set(can)
        assert {"OPTIONS", "PROPFIND", "REPORT"} <= {each.strip() for each in answer.headers["Allow"].split(",")}


def test_the_allowed_methods_of_a_read_only_calendar_do_not_promise_writes(phone):
    allow = {each.strip() for each in phone.call("OPTIONS", phone.path("personal"), 200, 204).headers["Allow"].split(",")}
    assert {"PROPFIND", "PROPPATCH", "REPORT", "OPTIONS"} <= allow
    assert not {"LOCK", "UNLOCK"} & allow


@pytest.mark.parametrize("method", ["LOCK", "UNLOCK", "MOVE", "COPY", "PATCH", "POST", "ACL", "SEARCH", "TRACE", "BREW", "PROPPATCHX"])
def test_other_methods_are_refused(method, phone):
    for path in ("/dav/", phone.home, phone.path("personal"), phone.path("personal", "a.ics")):
        answer = phone.call(method, path, 400, 403, 404, 405, 415, 501, body=b"", headers={"Destination": phone.path("personal", "b.ics")})
        assert answer.status_code != 405 or answer.headers.get("Allow")


@pytest.mark.parametrize("calendar, component", [
    ("classes", "VEVENT"), ("due", "VEVENT"), ("study", "VEVENT"), ("tasks", "VTODO"), ("personal", "VEVENT")])
def test_each_calendar_tells_what_it_holds(calendar, component, phone):
    part = phone.calendars()[calendar]
    assert part.text("d:displayname")
    assert [each.get("name") for each in part["c:supported-calendar-component-set"]] == [component]
    assert {clark("d:collection"), clark("c:calendar")} == set(part.names("d:resourcetype"))
    assert part.text("cs:getctag") and part.text("d:sync-token").startswith("urn:noteit:sync:")


@pytest.mark.parametrize("calendar, writable", [
    ("classes", False), ("due", False), ("study", True), ("tasks", True), ("personal", True)])
def test_privileges_tell_where_writes_are_possible(calendar, writable, phone):
    said = phone.one(phone.path(calendar), "d:current-user-privilege-set")["d:current-user-privilege-set"]
    privileges = {each.tag for privilege in said.iter(clark("d:privilege")) for each in privilege}
    assert clark("d:read") in privileges
    write = {clark(f"d:{name}") for name in ("write", "write-content", "unbind")}
    assert bool(privileges & write) == writable
    assert (clark("d:bind") in privileges) == (calendar in ("tasks", "personal")), "NoteIt alone makes study blocks"


def test_a_calendar_tells_its_reports_limits_and_data(phone):
    part = phone.one(phone.path("personal"), "d:supported-report-set", "c:max-resource-size", "c:supported-calendar-data", "d:owner")
    reports = {each.tag for report in part["d:supported-report-set"].iter(clark("d:report")) for each in report}
    assert {clark(name) for name in ("c:calendar-query", "c:calendar-multiget", "d:sync-collection")} <= reports
    assert int(part.text("c:max-resource-size")) == 256 * 1_024
    [data] = part["c:supported-calendar-data"]
    assert (data.get("content-type"), data.get("version")) == ("text/calendar", "2.0")
    assert part.href("d:owner") == phone.principal


def test_expand_property_follows_addresses_as_apple_asks(ada, phone):
    body = xml("d:expand-property", (
        '<d:property name="current-user-principal"><d:property name="displayname"/>'
        '<d:property name="calendar-home-set" namespace="urn:ietf:params:xml:ns:caldav"><d:property name="resourcetype"/></d:property>'
        "</d:property>"))
    [root] = phone.report("/dav/", body, 0).values()
    [principal] = root["d:current-user-principal"].findall(clark("d:response"))
    assert local(principal.find(clark("d:href")).text) == phone.principal
    assert principal.find(f".//{clark('d:displayname')}").text == ada.account["displayName"]
    [home] = principal.find(f".//{clark('c:calendar-home-set')}").findall(clark("d:response"))
    assert local(home.find(clark("d:href")).text) == phone.home


def test_addresses_in_the_answers_can_be_asked_for(phone):
    for href in phone.propfind("/dav/", "d:resourcetype", depth=1):
        phone.propfind(href, "d:resourcetype")
    for href in phone.propfind(phone.home, "d:resourcetype", depth=1):
        assert name_of(href) in (*STANDARD, phone.person.id)
        phone.propfind(href, "d:resourcetype")


def test_credentials_are_asked_for_with_a_challenge(phone):
    wrong = (phone.person.email, "0000-0000-0000-0000")  # a few: more would be too many
    for method in ("OPTIONS", "PROPFIND", "GET", "PUT", "REPORT", "MKCALENDAR", "DELETE"):
        for credentials in (None, wrong) if method in ("OPTIONS", "PUT") else (None,):
            answer = phone.call(method, phone.path("personal"), 401, auth=credentials)
            assert answer.headers["WWW-Authenticate"].startswith("Basic realm=") and "charset" in answer.headers["WWW-Authenticate"]
    for path in ("/dav/", phone.principal, phone.home):
        phone.call("OPTIONS", path, 401, auth=None)
        assert "calendar-access" in phone.call("OPTIONS", path, 200).headers["DAV"]


def test_a_large_request_without_credentials_is_answered(phone):
    """A program that sends a body before it is asked for credentials reads the challenge, on the same connection."""
    with socket.create_connection(("127.0.0.1", phone.server.port), timeout=PATIENCE) as wire:
        body = b"x" * 20_000
        wire.sendall(f"PUT {phone.path('personal', 'a.ics')} HTTP/1.1\r\nHost: a\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
        assert wire.recv(100).startswith(b"HTTP/1.1 401")


def test_unknown_paths_are_not_there(ada, phone):
    for path in ("/dav/other/", "/dav/principals/nobody/", "/dav/calendars/nobody/", phone.home + "none/", phone.path("personal", "no.ics"),
                 phone.path("personal", "a/b.ics").replace("%2F", "/"), phone.principal + "inbox/"):
        phone.call("PROPFIND", path, 404, body=xml("d:propfind", "<d:allprop/>"), depth=0)
        phone.call("GET", path, 404, 405)
        phone.call("OPTIONS", path, 200, 204, 404)
