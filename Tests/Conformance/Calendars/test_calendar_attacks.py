"""What a hostile calendar program sends: the server goes on for everyone, with bounded memory."""

import threading

import pytest

from dav import Dav, app_password, calendar, event, query, todo, unfolded, vevent, xml
from people import PASSWORD, register
from processes import cheaply


@pytest.fixture(scope="module")
def attacked(tmp_path_factory):
    """A server of its own, for tests that could end one."""
    from study_campus import running_campus

    with running_campus(tmp_path_factory.mktemp("attacked")) as server:
        yield server


BEYOND = {
    "a day that ends after 9999": vevent("day@example.org", "99991231", None),
    "a length of 9999 years": vevent("long@example.org", "99991230T000000Z", None, "Long", "DURATION:P3652059D"),
    "the first hour of year 1, east of Greenwich": [
        "BEGIN:VEVENT", "UID:first@example.org", "DTSTART;TZID=Asia/Tokyo:00010101T000000", "SUMMARY:First", "END:VEVENT"],
}


@pytest.mark.parametrize("kind", BEYOND)
def test_an_event_beyond_four_digit_years_leaves_the_log_readable_for_all(kind, attacked):
    attacker, other = register(attacked), register(attacked)
    phone, cursor = Dav(attacker), other.head()
    phone.put("personal", "beyond.ics", calendar(BEYOND[kind]), 201)
    assert len(attacker.changes(attacker.head())) == 0
    attacker.get("/v1/changes", params={"cursor": cursor, "wait": 0})
    attacker.snapshot()
    attacker.get("/v1/me/calendar", params={"from": "9999-12-20", "to": "9999-12-31"})
    other.get("/v1/changes", params={"cursor": cursor, "wait": 0})
    assert "Could not read the log" not in attacked.said()


def test_a_task_beyond_four_digit_years_leaves_the_log_readable(attacked):
    attacker = register(attacked)
    phone, cursor = Dav(attacker), attacker.head()
    phone.put("tasks", "beyond.ics", todo("beyond@example.org", "Read", "DTSTART:99991230T000000Z", "DURATION:P3652059D", "X-NOTEIT-MINUTES:60"), 201, 403)
    attacker.get("/v1/changes", params={"cursor": cursor, "wait": 0})
    attacker.get("/v1/me/tasks")
    assert "Could not read the log" not in attacked.said()


def test_one_calendar_in_two_forms_of_unicode_at_once_is_one(attacked):
    """U+00E9, and e with U+0301: equal to Swift, different to a database."""
    person = register(attacked)
    app = app_password(person)
    for number in range(20):
        phones = [Dav(person, auth=(person.email, app["password"])) for _ in range(2)]
        barrier, statuses = threading.Barrier(2), []

        def make(phone, name):
            barrier.wait()
            statuses.append(phone.call("MKCALENDAR", phone.home + name, 201, 405, 409, 403, 507).status_code)

        names = (f"%C3%A9{number}", f"e%CC%81{number}")
        threads = [threading.Thread(target=make, args=pair) for pair in zip(phones, names)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert statuses.count(201) == 1
        phones[0].calendars()
        for name in names:
            phones[0].call("DELETE", phones[0].home + name, 204, 404)


def test_wrong_passwords_from_the_same_address_do_not_lock_a_good_one_out(attacked):
    person = register(attacked)
    phone, old = Dav(person), Dav(person, auth=(person.email, "0000-0000-0000-0000"))
    statuses = [old.call("PROPFIND", old.home, 401, 429, depth=0).status_code for _ in range(60)]
    assert statuses[0] == 401 and statuses[-1] == 429
    assert all(phone.call("PROPFIND", phone.home, depth=0).status_code == 207 for _ in range(3))


def test_a_long_name_is_not_repeated_for_each_object(attacked):
    phone = Dav(register(attacked))
    for number in range(40):
        phone.put("personal", f"{number}.ics", event(), 201)
    name = "n" * 900_000
    wanted = f'<d:propfind xmlns:d="DAV:"><d:prop><{name}/></d:prop></d:propfind>'
    phone.call("PROPFIND", phone.path("personal"), 207, body=wanted, depth=0)
    hrefs = "".join(f"<d:href>{phone.path('personal', f'{number}.ics')}</d:href>" for number in range(80))
    whole = f"<{name}/>"
    for method, body in (("PROPFIND", wanted), ("REPORT", xml("c:calendar-multiget", f"<d:prop>{whole}</d:prop>{hrefs}"))):
        answer = phone.call(method, phone.path("personal"), 207, 403, body=body, depth=1)
        assert len(answer.content) < 80_000_000
    # 41 resources fit, 80 do not.
    assert answer.status_code == 403


@pytest.mark.parametrize("report", ["query", "multiget", "sync", "expand"])
def test_a_report_names_a_bounded_number_of_properties(report, attacked):
    phone = Dav(register(attacked))
    phone.put("personal", "a.ics", event(), 201)
    names = "".join(f"<d:a{number}/>" for number in range(5_000))
    bodies = {
        "query": query("VEVENT", data=names),
        "multiget": xml("c:calendar-multiget", f"<d:prop>{names}</d:prop><d:href>{phone.path('personal', 'a.ics')}</d:href>"),
        "sync": xml("d:sync-collection", f"<d:sync-token/><d:sync-level>1</d:sync-level><d:prop>{names}</d:prop>"),
        "expand": xml("d:expand-property", "".join(f'<d:property name="a{number}"/>' for number in range(5_000))),
    }
    path = phone.principal if report == "expand" else phone.path("personal")
    phone.call("REPORT", path, 400, 403, body=bodies[report], depth=0 if report in ("sync", "expand") else 1)


def test_a_name_that_is_asked_for_often_is_answered_once(attacked):
    phone = Dav(register(attacked))
    often = "<d:displayname/>" * 300
    [part] = phone.propfind(phone.path("personal"), body=xml("d:propfind", f"<d:prop>{often}</d:prop>")).values()
    assert [*part.found, *part.other] == ["{DAV:}displayname"]


def test_a_change_of_thousands_of_properties_is_refused_at_once(attacked):
    phone = Dav(register(attacked))
    many = "".join(f"<x:a{number}>v</x:a{number}>" for number in range(9_000))
    body = xml("d:propertyupdate", f"<d:set><d:prop>{many}</d:prop></d:set>")
    cheaply(2, attacked, lambda: phone.call("PROPPATCH", phone.path("personal"), 400, body=body))


def test_the_objects_of_a_person_have_a_bounded_size(attacked):
    phone = Dav(register(attacked))
    texts = [f"{name}:{'x' * 120_000}" for name in ("DESCRIPTION", "COMMENT")]

    def put(number, *lines):
        return phone.put("personal", f"{number}.ics", calendar(vevent(f"{number}@example.org", "20270301T090000Z", None, "Big", *lines)), 201, 204, 507)

    statuses = [put(number, *texts).status_code for number in range(300)]
    full = statuses.index(507)
    assert 250 < full and set(statuses[full:]) == {507}
    assert put(0, "LOCATION:Room").status_code == 204, "an object may become smaller"
    assert put(299, *texts).status_code == 201, "and makes room for another"
    phone.delete("personal", "1.ics")
    assert put(298, *texts).status_code == 201
    assert put(297, *texts).status_code == 507
    attacked.admin("check")


@pytest.mark.parametrize("path", ["/v1/me/calendar-feeds", "/v1/me/app-passwords"])
def test_a_name_is_one_line(path, attacked):
    person = register(attacked)
    body = {"include": ["due"]} if "feeds" in path else {"currentPassword": PASSWORD}
    person.call("POST", path, 422, json={"name": "Phone\nBEGIN:VEVENT"} | body)


@pytest.mark.parametrize("host", ["a b", "<script>", "evil.example/x", "user@evil.example", "x" * 300])
def test_what_is_not_a_host_is_not_in_the_address_of_a_feed(host, attacked):
    person = register(attacked)
    made = person.call("POST", "/v1/me/calendar-feeds", json={"name": "F", "include": ["due"]}, headers={"Host": host})
    assert made.status_code == 400 or made.json()["url"].startswith("http://localhost/calendars/")


def test_titles_cannot_add_lines_to_a_calendar(attacked):
    person = register(attacked)
    phone = Dav(person)
    person.call("POST", "/v1/me/tasks", 201, json={
        "title": 'a;b,c\\d:"e"\\n' + "😀" * 60, "notes": "one\nEND:VTODO\nBEGIN:VEVENT", "kind": "flexible", "minutes": 30})
    [text] = phone.texts("tasks").values()
    lines = unfolded(text)
    assert [each for each in lines if each.startswith(("BEGIN:", "END:"))] == ["BEGIN:VCALENDAR", "BEGIN:VTODO", "END:VTODO", "END:VCALENDAR"]
    [name] = phone.objects("tasks").tags
    raw = phone.get("tasks", name).content
    assert all(len(each) <= 75 and each.decode() is not None for each in raw.split(b"\r\n")), "folded between characters"
