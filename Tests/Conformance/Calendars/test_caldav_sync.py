"""sync-collection (RFC 6578): tokens, additions, changes, removals, pages, invalid tokens."""

import random

import pytest

from dav import Dav, clark, event, local, new_uid, precondition, replaced, sync_body, value, xml
from people import member


def test_a_first_sync_has_every_object_and_the_next_one_none(phone):
    for number in range(5):
        phone.put("personal", f"{number}.ics", event(), 201)
    whole = phone.sync("personal")
    assert whole.tags == phone.objects("personal").tags and whole.token.startswith("urn:noteit:sync:")
    # Tokens are offsets of the log, in which other things may come meanwhile, such as a study plan.
    for token in (whole.token, phone.one(phone.path("personal"), "d:sync-token").text("d:sync-token")):
        again = phone.sync("personal", token)
        assert not again and again.token.startswith("urn:noteit:sync:")


def test_a_sync_brings_each_change_once_as_it_stands(phone):
    phone.put("personal", "kept.ics", event(), 201)
    phone.put("personal", "gone.ics", event(), 201)
    body = event()
    phone.put("personal", "changed.ics", body, 201)
    token = phone.sync("personal").token
    phone.put("personal", "changed.ics", replaced(body, "SUMMARY", ":A"), 204)
    phone.put("personal", "changed.ics", replaced(body, "SUMMARY", ":B"), 204)
    phone.delete("personal", "gone.ics")
    phone.put("personal", "new.ics", event(), 201)
    phone.put("personal", "brief.ics", event(), 201)
    phone.delete("personal", "brief.ics")
    news = phone.sync("personal", token, names="<d:getetag/><c:calendar-data/>")
    assert sorted(news.tags) == ["changed.ics", "new.ics"] and "SUMMARY:B\n" in news.data["changed.ics"]
    assert news.gone in (["gone.ics"], ["brief.ics", "gone.ics"])
    assert news.token != token and not phone.sync("personal", news.token)


def test_an_object_that_was_removed_and_made_again_is_a_change(phone):
    uid = new_uid()
    phone.put("personal", "a.ics", event(uid), 201)
    token = phone.sync("personal").token
    phone.delete("personal", "a.ics")
    phone.put("personal", "a.ics", event(uid, "20270401T090000Z"), 201)
    news = phone.sync("personal", token)
    assert list(news.tags) == ["a.ics"] and not news.gone


def test_two_devices_reach_the_same_state_by_random_steps(ada, phone):
    """A model of a program: apply every sync to a copy; the copy is the calendar at each sync."""
    laptop, dice = Dav(ada, "laptop"), random.Random(16)
    copy, token, bodies = {}, "", {}
    for _ in range(60):
        device = dice.choice([phone, laptop])
        name = f"{dice.randrange(8)}.ics"
        if name in bodies and dice.random() < 0.4:
            device.delete("personal", name)
            del bodies[name]
        else:
            body = replaced(bodies.get(name) or event(), "SUMMARY", f":{dice.random()}")
            device.put("personal", name, body)
            bodies[name] = body
        if dice.random() < 0.4:
            news = laptop.sync_all("personal", token)
            token = news.token
            for each in news.gone:
                copy.pop(each, None)
            copy.update(news.tags)
            assert copy == laptop.objects("personal").tags
    assert set(laptop.sync_all("personal").tags) == set(bodies)


def invalid_tokens(token):
    head, offset = token.rsplit(".", 1)
    return ["x", "urn:noteit:sync:", head, head + ".", f"{head}.-1", f"{head}.{int(offset) + 10 ** 9}", f"{head}.{10 ** 30}", f"{head}x.{offset}",
            "http://example.org/1", "urn:noteit:sync:other.1", f"{token}0.0", "&#233;", "a" * 10_000, f"{head}. {offset}", f"{head}.1e3"]


def test_an_invalid_token_is_refused_with_its_precondition(phone):
    phone.put("personal", "a.ics", event(), 201)
    for token in invalid_tokens(phone.sync("personal").token):
        answer = phone.call("REPORT", phone.path("personal"), 403, body=sync_body(token), depth=0)
        assert precondition(answer) == [clark("d:valid-sync-token")], token


def test_a_token_of_another_calendar_or_person_does_no_harm(bob, phone):
    phone.put("personal", "a.ics", event(), 201)
    token = phone.sync("personal").token
    for other, path in ((phone, phone.path("tasks")), (Dav(bob), Dav(bob).path("personal"))):
        answer = other.call("REPORT", path, 207, 403, body=sync_body(token), depth=0)
        assert "a.ics" not in answer.text


def page_of(phone, calendar, token, limit):
    """A page without its mark, the token after it, and whether there is more."""
    page = phone.sync(calendar, token, limit=limit)
    assert len(page) <= limit, "a response that says that there is more is one of them (RFC 5323, section 5.17)"
    cut = page.pop(local(phone.path(calendar)), None)
    assert cut is None or cut.status == 507
    return page, page.token, cut is not None


@pytest.mark.parametrize("limit", [2, 5, 24, 25])
@pytest.mark.parametrize("calendar", ["personal", "due"])
def test_a_sync_can_be_read_in_pages(calendar, limit, ada, grace, course, phone):
    """Also where all objects came at once, as due dates do."""
    for number in range(25):
        if calendar == "due":
            grace.post(course["id"], f"Lab {number}", kind="exam", due=f"2027-03-{number + 1:02}T20:00:00Z")
        else:
            phone.put("personal", f"{number}.ics", event(), 201)
    names, read, token, more = set(phone.objects(calendar).tags), set(), "", True
    while more:
        page, token, more = page_of(phone, calendar, token, limit)
        assert page and not read & set(page.tags)
        read |= set(page.tags)
    assert read == names and len(names) == 25
    assert token == phone.one(phone.path(calendar), "d:sync-token").text("d:sync-token") and not phone.sync(calendar, token)


def test_one_result_is_not_cut_further(phone):
    phone.put("personal", "a.ics", event(), 201)
    assert len(phone.sync("personal", limit=1)) == 1
    phone.put("personal", "b.ics", event(), 201)
    answer = phone.call("REPORT", phone.path("personal"), 507, body=sync_body(limit=1), depth=0)
    assert precondition(answer) == [clark("d:number-of-matches-within-limits")]


def tokens(phone):
    return {calendar: part.text("d:sync-token") for calendar, part in phone.calendars().items()}


def test_the_token_of_a_calendar_moves_with_its_own_changes_alone(ada, bob, grace, course, phone):
    """Or else every program would sync all calendars at each poll."""
    phone.put("personal", "a.ics", event(), 201)
    grace.post(course["id"], "Midterm", kind="exam", due="2027-03-01T20:00:00Z")
    before = tokens(phone)
    assert before == {calendar: phone.sync(calendar).token for calendar in before}
    noted = bob.post(course["id"], "A note without a date")
    ada.reply(noted)
    Dav(bob).put("personal", "b.ics", event(), 201)
    assert tokens(phone) == before
    grace.post(course["id"], "Final", kind="exam", due="2027-04-01T20:00:00Z")
    phone.put("personal", "b.ics", event(), 201)
    after = tokens(phone)
    assert {calendar for calendar in after if after[calendar] != before[calendar]} == {"due", "personal"}
    assert after == {calendar: phone.sync(calendar, before[calendar]).token for calendar in after}


@pytest.mark.parametrize("limit", ["0", "-1", "many", "99999999999999999999"])
def test_an_impossible_page_is_refused_or_ignored(limit, phone):
    phone.put("personal", "a.ics", event(), 201)
    phone.call("REPORT", phone.path("personal"), 207, 400, 403, 507, body=sync_body("", limit), depth=0)


def test_the_level_and_the_depth_of_a_sync(phone):
    phone.put("personal", "a.ics", event(), 201)
    for level in ("1", "infinite"):
        answer = phone.call("REPORT", phone.path("personal"), 207, *((403, 400) if level == "infinite" else ()), body=sync_body(level=level), depth=0)
        assert answer.status_code != 207 or "a.ics" in answer.text
    # Old programs send depth 1; a missing level is level 1 by the depth.
    phone.call("REPORT", phone.path("personal"), 207, 400, body=sync_body(), depth=1)
    phone.call("REPORT", phone.path("personal"), 207, body=sync_body())
    phone.call("REPORT", phone.path("personal"), 207, 400, depth=1, body=xml("d:sync-collection", "<d:sync-token/><d:prop><d:getetag/></d:prop>"))
    phone.call("REPORT", phone.home, 403, 404, 405, 207, body=sync_body(), depth=0)


def test_a_posted_due_date_is_in_the_next_sync_and_moves(ada, grace, course, phone):
    token = phone.sync("due").token
    event_made = grace.post(course["id"], "Midterm", kind="exam", due="2027-03-01T20:00:00Z")
    news = phone.sync("due", token, names="<d:getetag/><c:calendar-data/>")
    [(name, text)] = news.data.items()
    assert "Midterm" in text and value(text, "SEQUENCE") == "0"
    grace.edit(event_made, due="2027-03-02T21:00:00Z")
    moved = phone.sync("due", news.token, names="<d:getetag/><c:calendar-data/>")
    assert list(moved.data) == [name] and value(moved.data[name], "SEQUENCE") == "1" and value(moved.data[name], "UID") == value(text, "UID")
    assert moved.tags[name] != news.tags[name]
    grace.delete(event_made)
    last = phone.sync("due", moved.token)
    assert last.gone == [name] and not last.tags


def test_changes_that_do_not_concern_a_calendar_leave_its_objects_alone(ada, bob, grace, course, second, phone):
    grace.post(course["id"], "Midterm", kind="exam", due="2027-03-01T20:00:00Z")
    tags, token = phone.objects("due").tags, phone.sync("due").token
    noted = ada.post(course["id"], "A note without a date")
    ada.reply(noted)
    grace.post(course["id"], "Of the others", kind="exam", due="2027-03-01T20:00:00Z", sections=[second])
    bob.post(course["id"], "Bob's own", visibility="private", due="2027-03-01T20:00:00Z")
    assert not phone.sync("due", token).tags and phone.objects("due").tags == tags


def test_tokens_and_objects_are_the_same_after_a_restart(own_server):
    ada, course = member(own_server)
    phone = Dav(ada)
    ada.post(course, "Homework", kind="reminder", due="2027-03-01T20:00:00Z")
    phone.put("personal", "a.ics", event(), 201)
    calendars = ("classes", "due", "study", "tasks", "personal")
    before = {each: (phone.sync(each).token, phone.texts(each), phone.objects(each).tags) for each in calendars}
    own_server.stop()
    own_server.start()
    for each, (token, texts, tags) in before.items():
        assert phone.texts(each) == texts and phone.objects(each).tags == tags and not phone.sync(each, token), each
