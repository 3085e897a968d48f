"""Calendars themselves: making, naming, colouring, deleting."""

import pytest

from dav import DERIVED, STANDARD, Dav, clark, event, precondition, todo, xml

COLOUR = "#1FAD5CFF"


@pytest.mark.parametrize("calendar", STANDARD)
def test_name_colour_and_order_of_every_calendar_can_be_set(calendar, ada, phone):
    path = phone.path(calendar)
    done = phone.set(path, d_displayname="My own &lt;name&gt; é", a_calendar_color=COLOUR, a_calendar_order="3")
    assert {clark("d:displayname"), clark("a:calendar-color"), clark("a:calendar-order")} == set(done.found) and not done.other
    part = Dav(ada, "laptop").one(path, "d:displayname", "a:calendar-color", "a:calendar-order")
    assert (part.text("d:displayname"), part.text("a:calendar-color"), part.text("a:calendar-order")) == ("My own <name> é", COLOUR, "3")
    phone.proppatch(path, "<d:remove><d:prop><d:displayname/><a:calendar-color/><x:never/></d:prop></d:remove>")
    part = phone.one(path, "d:displayname", "a:calendar-color", "a:calendar-order")
    assert part.text("a:calendar-order") == "3"
    for name, old in (("a:calendar-color", COLOUR), ("d:displayname", "My own <name> é")):
        assert name not in part or part.text(name) != old, "it has its standard value again"


def test_dead_properties_are_kept_with_their_inner_elements_language_and_namespaces(phone):
    path = phone.path("personal")
    inner = '<y:deep xmlns:y="http://example.net/" y:at="1 &amp; 2">text <d:b>bold</d:b> \U0001F600 tail</y:deep>'
    done = phone.proppatch(path, f'<d:set><d:prop xml:lang="fr"><x:kept>{inner}</x:kept></d:prop></d:set>')
    assert set(done.found) == {clark("x:kept")}
    kept = phone.one(path, "x:kept")["x:kept"]
    [deep] = kept
    assert deep.tag == "{http://example.net/}deep" and deep.get("{http://example.net/}at") == "1 & 2"
    assert "".join(deep.itertext()) == "text bold \U0001F600 tail" and deep.find(clark("d:b")).text == "bold"


def test_one_request_sets_and_removes_in_its_order(phone):
    done = phone.proppatch(phone.path("personal"), (
        "<d:set><d:prop><x:one>1</x:one></d:prop></d:set><d:remove><d:prop><x:one/></d:prop></d:remove>"
        "<d:set><d:prop><x:two>2</x:two></d:prop></d:set>"))
    assert not done.other
    part = phone.one(phone.path("personal"), "x:one", "x:two")
    assert part.other == {clark("x:one"): 404} and part.text("x:two") == "2"


@pytest.mark.parametrize("name", ["d:getetag", "d:resourcetype", "d:sync-token", "cs:getctag", "d:current-user-privilege-set",
                                  "d:current-user-principal", "c:supported-calendar-component-set"])
def test_protected_properties_cannot_be_set_and_nothing_else_of_that_request_is(name, phone):
    path = phone.path("personal")
    done = phone.proppatch(path, f"<d:set><d:prop><x:beside>1</x:beside><{name}>x</{name}></d:prop></d:set>")
    assert not done.found and done.other[clark(name)] == 403 and done.other[clark("x:beside")] == 424
    assert phone.one(path, "x:beside").other == {clark("x:beside"): 404}


def test_the_number_and_the_size_of_properties_are_bounded(phone):
    path = phone.path("personal")
    big = phone.call("PROPPATCH", path, 207, 403, 413, 507, body=xml("d:propertyupdate", (
        f"<d:set><d:prop><x:big>{'x' * 200_000}</x:big></d:prop></d:set>")))
    assert big.status_code != 207 or b" 200 " not in big.content
    for first in range(0, 200, 20):
        some = "".join(f"<x:p{number}>1</x:p{number}>" for number in range(first, first + 20))
        answer = phone.call("PROPPATCH", path, 207, 403, 409, 507, body=xml("d:propertyupdate", f"<d:set><d:prop>{some}</d:prop></d:set>"))
        if answer.status_code != 207 or b" 200 " not in answer.content:
            break
    else:
        raise AssertionError("two hundred properties were kept")


def test_properties_of_homes_and_principals_are_refused_or_kept_but_never_an_error(phone):
    for path in ("/dav/", phone.principal, phone.home):
        phone.call("PROPPATCH", path, 207, 403, 405, body=xml("d:propertyupdate", "<d:set><d:prop><x:a>1</x:a></d:prop></d:set>"))


def test_a_further_calendar_is_made_filled_and_deleted(ada, phone):
    before = phone.ctag("personal")
    phone.make("club", inner=f"<d:displayname>Club</d:displayname><a:calendar-color>{COLOUR}</a:calendar-color>"
                             '<c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set>')
    made = phone.calendars()["club"]
    assert made.text("d:displayname") == "Club"
    assert "VEVENT" in [each.get("name") for each in made["c:supported-calendar-component-set"]]
    assert phone.one(phone.path("club"), "a:calendar-color").text("a:calendar-color") == COLOUR
    phone.put("club", "a.ics", event(), 201)
    assert list(phone.texts("club")) == ["a.ics"] and phone.ctag("personal") == before
    phone.call("DELETE", phone.path("club"), 204)
    assert "club" not in phone.calendars()
    phone.get("club", "a.ics", 404)
    phone.make("club")
    assert not phone.objects("club"), "a calendar of the same name starts empty"


def test_a_calendar_is_made_without_a_body_and_by_extended_mkcol(phone):
    phone.make("plain")
    body = xml("d:mkcol", "<d:set><d:prop><d:resourcetype><d:collection/><c:calendar/></d:resourcetype>"
                          "<d:displayname>Extended</d:displayname></d:prop></d:set>")
    phone.call("MKCOL", phone.path("extended"), 201, body=body)
    assert phone.calendars()["extended"].text("d:displayname") == "Extended"
    assert clark("c:calendar") in phone.one(phone.path("plain"), "d:resourcetype").names("d:resourcetype")


def test_only_calendars_are_made(phone):
    if phone.call("MKCOL", phone.path("plain"), 201, 403).status_code == 201:
        assert clark("c:calendar") in phone.one(phone.path("plain"), "d:resourcetype").names("d:resourcetype")
    body = xml("d:mkcol", "<d:set><d:prop><d:resourcetype><d:collection/><card:addressbook/></d:resourcetype></d:prop></d:set>")
    phone.call("MKCOL", phone.path("book"), 403, 409, 422, 424, body=body)
    assert "book" not in phone.calendars()


def test_a_calendar_is_made_once_in_the_home_alone(phone):
    phone.make("twice")
    for calendar in ("twice", *STANDARD):
        phone.make(calendar, 403, 405, 409)
    for path in ("/dav/new/", "/dav/calendars/new/", phone.path("personal") + "inner/", "/dav/principals/new/"):
        phone.call("MKCALENDAR", path, 403, 404, 405, 409)
    for name in ("import-1", "import-x"):
        phone.make(name, 201, 403, 409)


@pytest.mark.parametrize("asked", [("VJOURNAL",), ("VTODO",), ("VEVENT", "VTODO"), ()])
def test_a_calendar_holds_what_it_was_made_for(asked, phone):
    components = "".join(f'<c:comp name="{name}"/>' for name in asked)
    phone.make("made", 201, inner=f"<c:supported-calendar-component-set>{components}</c:supported-calendar-component-set>" if asked else "")
    found = phone.calendars()["made"]["c:supported-calendar-component-set"]
    assert [each.get("name") for each in found] == list(asked or ("VEVENT", "VTODO", "VJOURNAL"))
    for name in ("VEVENT", "VTODO", "VJOURNAL"):
        path = phone.path("made") + f"{name}.ics"
        text = event(f"{name}@example.org", "20270301T090000Z", None).replace("VEVENT", name)
        answer = phone.call("PUT", path, 201, 403, body=text)
        assert (answer.status_code == 201) == (name in (asked or ("VEVENT", "VTODO", "VJOURNAL")))
        if answer.status_code == 201:
            assert phone.call("GET", path, 200).content == text.encode()
        else:
            assert precondition(answer)[0] == clark("c:supported-calendar-component")


@pytest.mark.parametrize("wanted", [(), ("VEVENT",), ("VTODO",), ("VEVENT", "VTODO"), ("VJOURNAL",), ("VEVENT", "VTODO", "VJOURNAL")])
def test_an_own_calendar_holds_what_it_says_and_nothing_else(wanted, ada, phone):
    kinds = "".join(f'<c:comp name="{kind}"/>' for kind in wanted)
    inner = f"<c:supported-calendar-component-set>{kinds}</c:supported-calendar-component-set>" if wanted else ""
    answer = phone.make("own", 201, 403, inner=inner)
    if answer.status_code == 403:
        assert wanted and wanted != ("VEVENT",) and precondition(answer) == [clark("c:supported-calendar-component")]
        assert "own" not in phone.calendars()
        return
    held = {each.get("name") for each in phone.calendars()["own"]["c:supported-calendar-component-set"]}
    assert held == set(wanted) or not wanted and "VEVENT" in held
    bodies = {"VEVENT": event(), "VTODO": todo(None, "Of no plan"), "VJOURNAL": event(None, "20270301", None).replace("VEVENT", "VJOURNAL")}
    for kind, body in bodies.items():
        put = phone.put("own", f"{kind}.ics", body, 201 if kind in held else 403)
        if kind in held:
            assert phone.get("own", f"{kind}.ics").text == body and list(phone.query("own", kind).tags) == [f"{kind}.ics"]
        else:
            assert precondition(put) == [clark("c:supported-calendar-component")]
    assert set(phone.sync("own").tags) == {f"{kind}.ics" for kind in held & set(bodies)}
    assert not ada.items("/v1/me/tasks"), "only the calendar of tasks makes tasks"


@pytest.mark.parametrize("calendar", STANDARD)
def test_the_calendars_that_everyone_has_cannot_be_deleted(calendar, phone):
    phone.call("DELETE", phone.path(calendar), 403, 405)
    assert calendar in phone.calendars()


def test_homes_and_principals_cannot_be_deleted(phone):
    for path in ("/dav/", "/dav/calendars/", phone.principal, phone.home):
        phone.call("DELETE", path, 403, 405)


def test_a_person_has_a_bounded_number_of_calendars(phone):
    refused = [phone.make(f"c{number}", 201, 403, 409, 507).status_code for number in range(60)]
    assert refused[0] == 201 and refused[-1] != 201
    assert len(phone.calendars()) <= 60


@pytest.mark.parametrize("name", ["..", ".", "a b", "é", "日本", "%00", "%0a", "a%2fb", "x" * 300, "con\\x", "a;b", "'\"", "%ff"])
def test_strange_names_are_refused_or_kept_exactly(name, phone):
    path = f"{phone.home}{name}/"
    answer = phone.call("MKCALENDAR", path, *range(200, 500))
    assert len(phone.propfind(phone.home, "d:resourcetype", depth=1)) >= 6
    if answer.status_code == 201:
        [part] = phone.propfind(path, "d:resourcetype").values()
        assert clark("c:calendar") in part.names("d:resourcetype")
        phone.call("DELETE", path, 204)


def test_a_ctag_and_a_token_move_when_and_only_when_something_changed(phone):
    tags = {calendar: phone.ctag(calendar) for calendar in STANDARD}
    assert tags == {calendar: phone.ctag(calendar) for calendar in STANDARD}
    phone.put("personal", "a.ics", event(), 201)
    after = {calendar: phone.ctag(calendar) for calendar in STANDARD}
    assert after["personal"] != tags["personal"]
    assert {each: after[each] for each in ("classes", "due")} == {each: tags[each] for each in ("classes", "due")}
    phone.delete("personal", "a.ics")
    assert phone.ctag("personal") not in (tags["personal"], after["personal"])


@pytest.mark.parametrize("calendar", DERIVED)
def test_a_whole_derived_calendar_can_be_read_as_one_file(calendar, phone):
    answer = phone.call("GET", phone.path(calendar), 200, 403, 405)
    if answer.status_code == 200:
        assert "VCALENDAR" in answer.text or "html" in answer.headers["Content-Type"]
