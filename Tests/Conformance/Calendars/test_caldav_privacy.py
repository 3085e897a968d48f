"""Nobody reaches another person's calendars, and what a person loses access to leaves every calendar and feed at once."""

import base64
import io
import tarfile

import icalendar
import pytest

from dav import DERIVED, STANDARD, Dav, app_password, clark, event, feed, precondition, read, sync_body, xml
from noteitd import PATIENCE, Noteitd
from people import PASSWORD, expect_unnamed, names, register
from study_people import add

SECRET = "A secret appointment"
ALL = ["classes", "due", "study", "tasks"]


@pytest.fixture
def owner(ada):
    """Ada's program, with something in her calendars."""
    phone = Dav(ada)
    phone.put("personal", "a.ics", event(None, "20270301T090000Z", None, SECRET), 201)
    add(ada, SECRET, deadline="2027-03-01T20:00:00Z")
    return phone


def every_path(owner):
    yield owner.principal
    yield owner.home
    yield owner.path("none")
    yield owner.path("personal", "none.ics")
    for each in STANDARD:
        yield owner.path(each)
        for name in owner.objects(each).tags:
            yield owner.path(each, name)


REQUESTS = {
    "GET": None, "HEAD": None, "DELETE": None, "PUT": event("taken@example.org"), "PROPFIND": xml("d:propfind", "<d:allprop/>"),
    "PROPPATCH": xml("d:propertyupdate", "<d:set><d:prop><d:displayname>Mine</d:displayname></d:prop></d:set>"),
    "REPORT": sync_body(), "MKCALENDAR": None, "MKCOL": None,
}


@pytest.mark.parametrize("method", REQUESTS)
def test_every_path_of_another_account_is_as_if_there_were_nothing(method, bob, grace, owner):
    before = {each: owner.texts(each) for each in STANDARD}
    for person in (bob, grace):
        other = Dav(person)
        unknown = owner.person.id[:-4] + ("0000" if not owner.person.id.endswith("0000") else "1111")
        for path in every_path(owner):
            answers = []
            for asked in (path, path.replace(owner.person.id, unknown)):
                answer = other.call(method, asked, 403, 404, 405, 409, body=REQUESTS[method], depth=0)
                assert answer.status_code == 404 or method in ("DELETE", "PUT", "MKCALENDAR", "MKCOL"), asked
                answers.append((answer.status_code, answer.text.replace(asked, "*").replace(owner.person.id, "*").replace(unknown, "*")))
                expect_unnamed(answer.text.replace(asked, ""), SECRET, *names(owner.person)[1:])
            assert answers[0] == answers[1], f"{path} differs from a path that no one has"
    assert {each: owner.texts(each) for each in STANDARD} == before


def test_discovery_names_the_reader_alone(bob, owner):
    other = Dav(bob)
    for path in ("/dav/", "/dav/principals/", "/dav/calendars/"):
        answer = other.call("PROPFIND", path, 207, body=xml("d:propfind", "<d:allprop/>"), depth=1)
        expect_unnamed(answer.text, *names(owner.person)[:2])


@pytest.mark.parametrize("report", ["principal-property-search", "principal-match", "principal-search-property-set"])
def test_nobody_searches_for_people(report, ada, bob):
    body = xml(f"d:{report}", (
        "<d:property-search><d:prop><d:displayname/></d:prop><d:match>Student</d:match></d:property-search><d:prop><d:displayname/></d:prop>"))
    answer = Dav(bob).call("REPORT", "/dav/principals/", 403, body=body, depth=0)
    assert precondition(answer)[0] == clark("d:supported-report")
    expect_unnamed(answer.text, ada.id, ada.email, ada.account["displayName"] + "<")


def test_a_dropped_course_leaves_all_calendars_and_feeds_at_once(ada, grace, course, first):
    phone = Dav(ada)
    made = feed(ada, *ALL)
    grace.post(course["id"], "Unseen midterm", kind="exam", due="2027-03-01T20:00:00Z")
    add(ada, "Read", course=course["id"], deadline="2027-03-01T20:00:00Z")
    tokens = {each: phone.sync(each).token for each in DERIVED}
    names_before = {each: list(phone.objects(each).tags) for each in ("classes", "due")}
    assert "Unseen midterm" in read(ada, made["url"]).text and all(names_before.values())
    ada.drop(first)
    text = read(ada, made["url"]).text
    assert "Unseen midterm" not in text and course["title"] not in text, "it left at once, not as cancelled"
    for each in ("classes", "due"):
        assert not phone.objects(each)
        assert phone.sync(each, tokens[each]).gone == sorted(names_before[each])
        for name in names_before[each]:
            phone.get(each, name, 404)
        assert not phone.query(each, start="19990101T000000Z", end="20300101T000000Z")
    ada.enroll(first)
    assert {each: list(phone.objects(each).tags) for each in ("classes", "due")} == names_before


@pytest.mark.parametrize("change", ["private", "staff", "section", "deleted"])
def test_an_event_that_is_hidden_leaves_at_once(change, ada, grace, course, second):
    phone, made = Dav(ada), feed(ada, "due")
    posted = grace.post(course["id"], "Unseen midterm", kind="exam", due="2027-03-01T20:00:00Z")
    [name] = phone.objects("due").tags
    assert "Unseen midterm" in read(ada, made["url"]).text
    if change == "deleted":
        grace.delete(posted)
    else:
        grace.edit(posted, **({"sections": [second]} if change == "section" else {"visibility": change}))
    phone.get("due", name, 404)
    text = read(ada, made["url"]).text
    assert "Unseen midterm" not in text or (change == "deleted" and "STATUS:CANCELLED" in text)


def test_staff_and_private_due_dates_are_in_their_readers_calendars_alone(ada, bob, cleo, grace, course):
    grace.post(course["id"], "Staff meeting", visibility="staff", kind="reminder", due="2027-03-01T20:00:00Z")
    ada.post(course["id"], "My own reminder", visibility="private", kind="reminder", due="2027-03-01T20:00:00Z")
    texts = {person.id: "".join(Dav(person).texts("due").values()) for person in (ada, bob, cleo, grace)}
    assert [person for person, text in texts.items() if "Staff meeting" in text] == [grace.id]
    assert [person for person, text in texts.items() if "My own reminder" in text] == [ada.id]


def test_a_revoked_password_and_wrong_ones_open_nothing(ada, owner):
    for email, password in ((ada.email, "wrong"), (ada.email, ""), ("", owner.auth[1]), ("nobody@example.edu", owner.auth[1]),
                            (ada.email, PASSWORD), (ada.email, owner.auth[1][:-1]), (ada.id, owner.auth[1])):
        answer = Dav(ada, auth=(email, password)).call("PROPFIND", owner.home, 401, 429, depth=0)
        expect_unnamed(answer.text, SECRET)
    ada.call("DELETE", f"/v1/me/app-passwords/{owner.made['id']}", 204)
    owner.call("PROPFIND", owner.home, 401, 429, depth=0)
    owner.call("GET", owner.path("personal", "a.ics"), 401, 429)


def test_another_persons_password_does_not_fit(ada, bob, owner):
    Dav(ada, auth=(bob.email, owner.auth[1])).call("PROPFIND", owner.home, 401, depth=0)
    Dav(ada, auth=(ada.email, app_password(bob)["password"])).call("PROPFIND", owner.home, 401, depth=0)


def test_the_password_may_be_typed_without_hyphens_or_in_other_case_or_not_but_email_case_does_not_matter(ada, owner):
    Dav(ada, auth=(ada.email.upper(), owner.auth[1])).call("PROPFIND", owner.home, 207, depth=0)
    Dav(ada, auth=(ada.email, owner.auth[1].replace("-", ""))).call("PROPFIND", owner.home, 207, 401, depth=0)


def test_an_app_password_is_worth_nothing_elsewhere(anyone, ada, owner):
    basic = {"Authorization": "Basic " + base64.b64encode(":".join(owner.auth).encode()).decode()}
    bearer = {"Authorization": f"Bearer {owner.auth[1]}"}
    for headers in (basic, bearer):
        for path in ("/v1/me", "/v1/me/tasks", "/v1/changes?cursor=now", "/v1/snapshot", "/v1/me/app-passwords", "/v1/me/calendar-feeds"):
            anyone.call("GET", path, 401, headers=headers)
    anyone.call("POST", "/v1/sessions", 401, json={"email": ada.email, "password": owner.auth[1]})
    anyone.call("POST", "/v1/me/app-passwords", 401, json={"name": "x"}, headers=basic)


def test_dav_takes_an_access_token_but_no_account_password(ada, owner):
    headers = {"Authorization": f"Bearer {ada.token}"}
    assert owner.call("PROPFIND", owner.home, 207, depth=0, auth=None, headers=headers)
    for text in ("Bearer x", "Bearer", "Basic", "Basic x", "Basic !!!", "Basic " + base64.b64encode(b"nocolon").decode(), "Digest username=a",
                 "Basic " + base64.b64encode(b"\xff\xfe:\xff").decode(), "Basic " + "QQ" * 4_000, ""):
        owner.call("PROPFIND", owner.home, 401, 400, 431, depth=0, auth=None, headers={"Authorization": text})


@pytest.fixture
def proxied(tmp_path):
    """A server that believes its proxy, and a person on it."""
    server = Noteitd(tmp_path, NOTEIT_TRUST_PROXY="true")
    server.start()
    yield server
    server.stop()


def test_basic_is_refused_over_plain_http_from_elsewhere(proxied):
    person = register(proxied)
    phone = Dav(person)
    far = {"X-Forwarded-For": "203.0.113.9"}
    for headers in (far, far | {"X-Forwarded-Proto": "http"}):
        answer = phone.call("PROPFIND", phone.home, 403, depth=0, headers=headers)
        assert "TLS" in answer.text or "https" in answer.text.lower(), "the sentence says why"
    phone.call("PROPFIND", phone.home, 207, depth=0, headers=far | {"X-Forwarded-Proto": "https"})
    phone.call("PROPFIND", phone.home, 207, depth=0, auth=None, headers=far | {"Authorization": f"Bearer {person.token}", "X-Forwarded-Proto": "https"})


def test_a_forged_header_does_not_make_plain_http_safe_nor_loopback_unsafe(server, ada):
    """Without a trusted proxy the headers say nothing; the tests' own connection is from the loopback."""
    phone = Dav(ada)
    phone.call("PROPFIND", phone.home, 207, depth=0, headers={"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "http"})


def test_failures_are_throttled_like_sign_ins_and_a_good_password_is_not_slow(own_server):
    person = register(own_server)
    phone = Dav(person)
    wrong = Dav(person, auth=(person.email, "0000-0000-0000-0000"))
    for _ in range(100):
        answer = wrong.call("PROPFIND", wrong.home, 401, 429, depth=0)
        if answer.status_code == 429:
            break
    assert answer.status_code == 429 and int(answer.headers["Retry-After"]) > 0
    assert person.get("/v1/me") == person.account


def test_secrets_are_neither_logged_nor_measured_nor_stored_in_the_open(own_server):
    person = register(own_server)
    phone, made = Dav(person), feed(person, "due")
    secret = made["url"].rsplit("/", 1)[1].removesuffix(".ics")
    read(person, made["url"])
    read(person, made["url"].replace(secret, "nothing-like-it-9d81"), 404)
    phone.propfind(phone.home, "d:displayname")
    metrics = person.http.get(own_server.url + "/metrics").text
    said = own_server.output.read_text(errors="replace")
    own_server.stop()
    for file in own_server.database.parent.glob("noteit.db*"):
        said += file.read_bytes().decode("latin-1")
    for word in (secret, phone.auth[1], phone.auth[1].replace("-", ""), base64.b64encode(":".join(phone.auth).encode()).decode()):
        assert word not in metrics and word not in said
    assert "nothing-like-it" not in metrics and person.id not in metrics
    assert "nothing-like-it" not in own_server.output.read_text(errors="replace")


def test_leaving_ends_calendars_feeds_and_passwords(server, ada, owner):
    url = feed(ada, *ALL)["url"]
    before = register(server)
    ada.call("DELETE", "/v1/me", 204, json={"currentPassword": PASSWORD})
    read(before, url, 404)
    owner.call("PROPFIND", owner.home, 401, depth=0)


def test_an_export_has_the_calendars_as_they_were_sent_and_no_secret(ada, owner):
    body = event(None, "20270302T090000Z", None, "Dentist again", "X-OWN:1")
    owner.put("personal", "b.ics", body, 201)
    secret = feed(ada, "due")["url"].rsplit("/", 1)[1].removesuffix(".ics")
    with tarfile.open(fileobj=io.BytesIO(ada.call("GET", "/v1/me/export", 200).content)) as archive:
        files = {member.name: archive.extractfile(member).read() for member in archive.getmembers()}
    assert body.encode() in files.values()
    everything = b"".join(files.values())
    assert secret.encode() not in everything and owner.auth[1].encode() not in everything


def test_a_suspended_account_has_no_calendars_until_it_is_restored(server, ada, owner):
    url = feed(ada, "due")["url"]
    server.admin("account", "suspend", ada.email)
    owner.call("PROPFIND", owner.home, 401, 403, depth=0)
    read(ada, url, 404)
    server.admin("account", "readmit", ada.email)
    owner.call("PROPFIND", owner.home, 207, depth=0)
    read(ada, url, 200)


def test_a_deleted_feed_and_other_secrets_are_not_there(ada):
    made = feed(ada, "due")
    secret = made["url"].rsplit("/", 1)[1]
    for path in (secret[:-5] + ".ics", secret[:4] + "A" + secret[5:], secret.upper(), "a.ics", ".ics", secret.removesuffix(".ics") + ".txt",
                 made["id"] + ".ics", "..%2f" + secret, "é.ics", "x" * 5_000 + ".ics"):
        if path != secret:
            assert ada.http.get(f"{ada.server.url}/calendars/{path}", timeout=PATIENCE).status_code in (400, 404, 414)
    ada.call("DELETE", f"/v1/me/calendar-feeds/{made['id']}", 204)
    read(ada, made["url"], 404)


def test_others_cannot_see_or_delete_feeds_and_passwords(ada, bob, anyone):
    made, password = feed(ada, "due"), app_password(ada)
    for person, status in ((bob, 404), (anyone, 401)):
        person.call("DELETE", f"/v1/me/calendar-feeds/{made['id']}", status)
        person.call("DELETE", f"/v1/me/app-passwords/{password['id']}", status)
    assert not bob.get("/v1/me/calendar-feeds")["items"] and not bob.get("/v1/me/app-passwords")["items"]
    read(ada, made["url"])


def test_a_personal_event_stays_out_of_every_feed(ada, owner):
    assert SECRET not in read(ada, feed(ada, "classes", "due", "study")["url"]).text


def test_texts_of_people_cannot_forge_lines_of_a_calendar(ada, grace, course):
    """A title with an escaped end of line, a colon or a semicolon stays a title."""
    title = "A\\nEND:VEVENT;X=1:BEGIN:VEVENT, \"q\" \\ é"
    grace.post(course["id"], title, body="line one\nBEGIN:VEVENT\nUID:forged\nEND:VEVENT", kind="exam", due="2027-03-01T20:00:00Z")
    phone = Dav(ada)
    [text] = phone.texts("due").values()
    for whole in (text, read(ada, feed(ada, "due")["url"]).text):
        assert whole.count("\nBEGIN:VEVENT") == 1 and "\nUID:forged" not in whole.replace("\r", "")
    [found] = icalendar.Calendar.from_ical(text).walk("VEVENT")
    assert title.replace("\\n", "") in str(found["SUMMARY"]).replace("\\n", "").replace("\n", "")
