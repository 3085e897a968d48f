"""Study blocks in calendar programs: moving one pins it, deleting one says that it was missed."""

import datetime

import pytest

from dav import Dav, added, basic, event, moment, precondition, replaced, utc, value, values
from study_campus import ZONE, days, evening_student
from study_people import add, at, edit, patch, settle, study, timetable


@pytest.fixture
def ada(campus):
    return evening_student(campus)


@pytest.fixture
def block(ada):
    """A study block of tomorrow evening."""
    task = add(ada, "Essay", earliest=at(ZONE, 1, "00:00"))
    [found] = study(timetable(ada, **days(0, 3)), task)[:1]
    return found


def only(phone):
    [(name, text)] = phone.texts("study").items()
    return name, text


def moved(text, minutes):
    for name in ("DTSTART", "DTEND"):
        text = replaced(text, name, ":" + basic(moment(text, name) + datetime.timedelta(minutes=minutes)))
    return text


def test_a_block_is_an_event(block, phone):
    _, text = only(phone)
    assert (moment(text, "DTSTART"), moment(text, "DTEND")) == (utc(block["start"]), utc(block["end"]))
    assert "Essay" in value(text, "SUMMARY") and "PINNED" not in ",".join(values(text, "CATEGORIES"))


def test_breaks_classes_and_fixed_tasks_are_not_study_blocks(ada, block, phone):
    add(ada, "Choir", start=at(ZONE, 1, "16:00"), end=at(ZONE, 1, "17:00"))
    blocks = study(timetable(ada, **days(0, 14)))
    texts = phone.texts("study").values()
    assert sorted(moment(text, "DTSTART") for text in texts) == sorted(utc(each["start"]) for each in blocks)


def test_a_block_that_is_moved_in_the_phone_is_pinned_and_the_plan_adapts(ada, block, phone):
    name, text = only(phone)
    token, cursor = phone.sync("study").token, ada.head()
    later = moved(text, 60)
    phone.put("study", name, later, 204, if_match=phone.objects("study").tags[name])
    [now] = [each for each in study(timetable(ada, **days(0, 3))) if each["pinned"]]
    assert (now["start"], now["end"]) == tuple(basic_text(moment(later, each)) for each in ("DTSTART", "DTEND"))
    assert any(each["type"] == "studyPlan" for each in ada.changes(cursor))
    assert phone.get("study", name).text == later or "PINNED" in values(phone.get("study", name).text, "CATEGORIES")
    assert name in phone.sync("study", token).tags
    other = add(ada, "Other", earliest=at(ZONE, 1, "00:00"), priority="high", minutes=120)
    plan = timetable(ada, **days(0, 3))
    assert [each for each in study(plan) if each["pinned"]] == [now], "it stays where it was put"
    assert all(each["end"] <= now["start"] or each["start"] >= now["end"] for each in study(plan, other))


def basic_text(when):
    return when.strftime("%Y-%m-%dT%H:%M:%SZ")


def test_a_block_that_is_made_longer_is_pinned_with_its_length(ada, block, phone):
    name, text = only(phone)
    longer = replaced(text, "DTEND", ":" + basic(moment(text, "DTEND") - datetime.timedelta(minutes=15)))
    phone.put("study", name, longer, 204)
    [now] = [each for each in study(timetable(ada, **days(0, 3))) if each["pinned"]]
    assert now["end"] == basic_text(moment(longer, "DTEND"))


def test_a_block_that_is_moved_in_the_terminal_moves_in_the_phone(ada, block, phone):
    name, text = only(phone)
    token = phone.sync("study").token
    start = utc(block["start"]) + datetime.timedelta(minutes=30)
    end = utc(block["end"]) + datetime.timedelta(minutes=30)
    patch(ada, block, start=basic_text(start), end=basic_text(end))
    news = phone.sync("study", token, names="<d:getetag/><c:calendar-data/>")
    [now] = [each for each in news.data.values() if moment(each, "DTSTART") == start]
    assert moment(now, "DTEND") == end and "PINNED" in ",".join(values(now, "CATEGORIES"))
    if name in news.data:
        assert int(value(news.data[name], "SEQUENCE")) > int(value(text, "SEQUENCE"))


def test_deleting_a_block_says_that_it_was_missed(ada, block, phone):
    name, _ = only(phone)
    phone.delete("study", name, 204)
    assert block["id"] not in [each["id"] for each in study(timetable(ada, **days(0, 3))) if not each["missed"]]
    phone.get("study", name, 404, 200)
    assert name not in phone.objects("study").tags or phone.get("study", name).headers["ETag"]


def test_a_stale_move_is_refused(ada, block, phone):
    name, text = only(phone)
    tag = phone.objects("study").tags[name]
    patch(ada, block, pinned=True)
    start = utc(block["start"]) + datetime.timedelta(minutes=30)
    patch(ada, block, start=basic_text(start), end=basic_text(utc(block["end"]) + datetime.timedelta(minutes=30)))
    phone.put("study", name, moved(text, 60), 404, 412, if_match=tag)


def test_new_blocks_and_other_edits_are_refused_by_name_and_change_nothing(ada, block, phone):
    name, text = only(phone)
    answer = phone.put("study", "new.ics", event(), 403)
    assert precondition(answer)
    for wrong in (replaced(text, "DTEND", ":" + basic(moment(text, "DTSTART") - datetime.timedelta(hours=1))), added(text, "RRULE:FREQ=DAILY"),
                  replaced(text, "UID", ":other@example.org"), text.replace("VEVENT", "VTODO"), "nothing"):
        assert precondition(phone.put("study", name, wrong, 403, 409))
    answer = phone.put("study", name, replaced(text, "SUMMARY", ":My title"), 204, 403)
    assert answer.status_code == 204 or precondition(answer)
    [now] = [each for each in study(timetable(ada, **days(0, 3))) if each["id"] == block["id"]]
    assert (now["start"], now["end"], now["title"], now["pinned"]) == (block["start"], block["end"], block["title"], False)


def test_an_alarm_on_a_block_is_kept_and_does_not_pin_it(ada, block, phone):
    name, text = only(phone)
    alarmed = added(text, "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT10M", "DESCRIPTION:Go", "END:VALARM")
    phone.put("study", name, alarmed, 204)
    assert phone.get("study", name).text == alarmed
    assert not [each for each in study(timetable(ada, **days(0, 3))) if each["pinned"]]


def test_a_block_of_another_person_is_not_there(campus, ada, block, phone):
    name, text = only(phone)
    other = Dav(evening_student(campus))
    other.call("PUT", phone.path("study", name), 404, body=moved(text, 60))
    other.put("study", name, moved(text, 60), 403, 404)
    other.delete("study", name, 404)
    assert only(phone) == (name, text)


def test_nothing_moves_while_nothing_changes(ada, block, phone):
    before = {each: (phone.sync(each).token, phone.objects(each).tags) for each in ("study", "tasks", "classes", "due")}
    for _ in range(5):
        timetable(ada, **days(0, 6))
        ada.get("/v1/me/tasks")
        assert {each: (phone.sync(each).token, phone.objects(each).tags) for each in before} == before


def test_settings_that_move_the_plan_move_the_calendar(ada, block, phone):
    token = phone.sync("study").token
    settle(ada, timeZone=ZONE, hours={day: [{"start": "20:00", "end": "23:00"}] for day in "MTWRFSU"})
    starts = {basic_text(moment(text, "DTSTART")) for text in phone.texts("study").values()}
    assert starts == {each["start"] for each in study(timetable(ada, **days(0, 14)))}
    assert phone.sync("study", token)


def test_a_block_of_a_renamed_task_has_its_new_name(ada, block, phone):
    [task] = ada.items("/v1/me/tasks")
    edit(ada, task, title="Essay on trees")
    assert all("Essay on trees" in value(text, "SUMMARY") for text in phone.texts("study").values())
