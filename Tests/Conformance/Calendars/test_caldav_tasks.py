"""Tasks in to-do programs: both ways between VTODO and task."""

import pytest

from dav import added, calendar, clark, event, moment, new_uid, precondition, replaced, todo, utc, value, values, vtodo
from people import expect_unnamed
from study_people import PATH, add, edit, hear, mark, settle, task_of


def only(phone, calendar_id="tasks"):
    [(name, text)] = phone.texts(calendar_id).items()
    return name, text


def test_a_task_is_a_todo_with_all_that_it_says(ada, course, phone):
    first = add(ada, "First")
    task = add(ada, "Essay", notes="Two pages\nat most", deadline="2027-03-01T20:00:00Z", earliest="2027-02-01T08:00:00Z", priority="high",
               minutes=90, after=[first["id"]], course=course["id"])
    texts = {value(text, "SUMMARY"): (name, text) for name, text in phone.texts("tasks").items()}
    name, text = texts["Essay"]
    assert (name, value(text, "UID")) == (f"{task['id']}.ics", f"{task['id']}@noteit")
    assert moment(text, "DUE") == utc("2027-03-01T20:00:00Z") and moment(text, "DTSTART") == utc("2027-02-01T08:00:00Z")
    assert value(text, "PRIORITY") == "1" and value(text, "DESCRIPTION").startswith("Two pages\\nat most")
    assert value(text, "RELATED-TO") == f"{first['id']}@noteit" and values(text, "STATUS") in ([], ["NEEDS-ACTION"])
    assert "PT1H30M" in text or "PT90M" in text or ":90\n" in text


def test_what_changes_in_the_terminal_is_in_the_next_sync(ada, phone):
    task = add(ada, "Essay", deadline="2027-03-01T20:00:00Z")
    first = phone.sync("tasks", names="<d:getetag/><c:calendar-data/>")
    edit(ada, task, title="Long essay", deadline="2027-03-02T20:00:00Z", priority="low")
    second = phone.sync("tasks", first.token, names="<d:getetag/><c:calendar-data/>")
    [text] = second.data.values()
    assert value(text, "SUMMARY") == "Long essay" and moment(text, "DUE") == utc("2027-03-02T20:00:00Z") and value(text, "PRIORITY") == "9"
    [before] = first.data.values()
    assert int(value(text, "SEQUENCE")) > int(value(before, "SEQUENCE"))
    mark(ada, task)
    third = phone.sync("tasks", second.token, names="<d:getetag/><c:calendar-data/>")
    [text] = third.data.values()
    assert value(text, "STATUS") == "COMPLETED" and value(text, "PERCENT-COMPLETE") == "100" and values(text, "COMPLETED")
    ada.call("DELETE", f"{PATH}/{task['id']}", 204)
    assert phone.sync("tasks", third.token).gone == [f"{task['id']}.ics"]


def test_a_task_is_completed_and_reopened_in_the_phone(ada, phone):
    task = add(ada, "Essay")
    name, text = only(phone)
    done = added(text.replace("STATUS:NEEDS-ACTION\n", ""), "STATUS:COMPLETED", "COMPLETED:20261122T100000Z")
    if "PERCENT-COMPLETE" in done:
        done = replaced(done, "PERCENT-COMPLETE", ":100")
    cursor = ada.head()
    phone.put("tasks", name, done, 204, if_match=phone.objects("tasks").tags[name])
    assert task_of(ada, task)["done"] is True
    assert any(each["type"] == "task" and each["id"] == task["id"] for each in ada.changes(cursor))
    again = replaced(phone.get("tasks", name).text.replace("COMPLETED:20261122T100000Z\r\n", ""), "STATUS", ":NEEDS-ACTION")
    phone.put("tasks", name, again, 204)
    assert task_of(ada, task)["done"] is False


def test_a_task_is_edited_in_the_phone(ada, phone):
    task = add(ada, "Essay", notes="Old", deadline="2027-03-01T20:00:00Z", priority="medium", minutes=90)
    name, text = only(phone)
    for prop, new in (("SUMMARY", ":Long\\, essay"), ("DUE", ":20270305T120000Z"), ("PRIORITY", ":2"), ("DESCRIPTION", ":New\\nlines")):
        text = replaced(text, prop, new)
    phone.put("tasks", name, text, 204)
    now = task_of(ada, task)
    assert (now["title"], now["notes"], now["deadline"], now["priority"], now["minutes"], now["rev"] > task["rev"]) == (
        "Long, essay", "New\nlines", "2027-03-05T12:00:00Z", "high", 90, True)
    assert phone.get("tasks", name).text == text, "what a program sent is kept byte for byte"
    edit(ada, now, title="Final essay")
    merged = phone.get("tasks", name).text
    assert value(merged, "SUMMARY") == "Final essay" and value(merged, "DUE").startswith("20270305")


def test_what_the_server_does_not_understand_stays_through_edits_in_the_terminal(ada, phone):
    uid = new_uid()
    body = todo(uid, "Essay", "DUE:20270301T200000Z", "CATEGORIES:SCHOOL", "X-APPLE-SORT-ORDER:12", "BEGIN:VALARM", "ACTION:DISPLAY",
                "TRIGGER:-PT15M", "DESCRIPTION:Go", "END:VALARM")
    phone.put("tasks", "mine.ics", body, 201, if_none_match="*")
    assert phone.get("tasks", "mine.ics").text == body
    [task] = ada.items(PATH)
    tag = phone.objects("tasks").tags["mine.ics"]
    edit(ada, task, title="Long essay", deadline="2027-03-02T20:00:00Z")
    text = phone.get("tasks", "mine.ics").text
    for kept in (f"UID:{uid}", "CATEGORIES:SCHOOL", "X-APPLE-SORT-ORDER:12", "TRIGGER:-PT15M", "SUMMARY:Long essay"):
        assert kept in text, kept
    assert moment(text, "DUE") == utc("2027-03-02T20:00:00Z") and phone.objects("tasks").tags["mine.ics"] != tag
    phone.put("tasks", "mine.ics", body, 412, if_match=tag)


@pytest.mark.parametrize("lines, fields", [
    ((), {"kind": "flexible", "minutes": 60, "deadline": None, "priority": "medium", "done": False}),
    (("DUE:20270301T200000Z", "PRIORITY:1"), {"kind": "flexible", "deadline": "2027-03-01T20:00:00Z", "priority": "high"}),
    (("PRIORITY:9", "ESTIMATED-DURATION:PT2H"), {"priority": "low", "minutes": 120}),
    (("PRIORITY:5", "DTSTART:20270201T080000Z", "DURATION:PT45M"), {"priority": "medium"}),
    (("PRIORITY:0",), {"priority": "medium"}),
    (("STATUS:COMPLETED", "COMPLETED:20260101T000000Z"), {"done": True}),
    (("STATUS:IN-PROCESS", "PERCENT-COMPLETE:50"), {"done": False}),
    (("DTSTART:20270201T080000Z", "DUE:20270301T200000Z"), {"kind": "flexible", "earliest": "2027-02-01T08:00:00Z"}),
    (("DTSTART:20270201T080000Z", "DUE:20270201T090000Z", "RRULE:FREQ=WEEKLY"), {"kind": "fixed", "start": "2027-02-01T08:00:00Z", "end": "2027-02-01T09:00:00Z"}),
])
def test_a_new_todo_becomes_a_task(lines, fields, ada, phone):
    settle(ada, timeZone="UTC")
    phone.put("tasks", "new.ics", todo(None, "New one", *lines), 201)
    [task] = ada.items(PATH)
    assert task["title"] == "New one" and {name: task[name] for name in fields} == fields
    assert list(phone.objects("tasks").tags) == ["new.ics"], "under the name that it was given"


def test_a_due_day_is_a_deadline_at_its_end_in_the_persons_zone(ada, phone):
    phone.put("tasks", "new.ics", todo(None, "Essay", "DUE;VALUE=DATE:20270301"), 201)
    [task] = ada.items(PATH)
    assert task["deadline"] is not None and "2027-03-01T00:00:00Z" <= task["deadline"] <= "2027-03-02T12:00:00Z"
    assert value(phone.get("tasks", "new.ics").text, "DUE") == "20270301"


def test_a_deleted_todo_is_a_deleted_task(ada, phone):
    task = add(ada, "Essay")
    name, _ = only(phone)
    phone.delete("tasks", name, 412, if_match='"other"')
    phone.delete("tasks", name, 204)
    ada.call("GET", f"{PATH}/{task['id']}", 404)
    phone.delete("tasks", name, 404)


def test_a_task_that_repeats_is_completed_for_one_time(ada, phone):
    task = add(ada, "Laundry", start="2027-03-01T08:00:00Z", end="2027-03-01T09:00:00Z", recurrence={"rule": "FREQ=WEEKLY;COUNT=4"})
    name, text = only(phone)
    assert "FREQ=WEEKLY" in value(text, "RRULE") and moment(text, "DTSTART") == utc("2027-03-01T08:00:00Z")
    one = [*vtodo(value(text, "UID"), "Laundry", "RECURRENCE-ID:20270308T080000Z", "DTSTART:20270308T080000Z", "DUE:20270308T090000Z",
                  "STATUS:COMPLETED", "COMPLETED:20270308T083000Z")]
    whole = text.replace("END:VCALENDAR", "\n".join([*one, "END:VCALENDAR"])).replace("\n", "\r\n")
    answer = phone.put("tasks", name, whole, 204, 403)
    if answer.status_code == 403:
        assert precondition(answer)
    else:
        assert task_of(ada, task)["done"] is False, "the series is not done"


def test_a_list_is_found_by_time_and_by_what_is_open(ada, phone):
    add(ada, "Early", deadline="2027-03-01T20:00:00Z")
    late = add(ada, "Late", deadline="2027-04-01T20:00:00Z")
    mark(ada, late)
    found = phone.query("tasks", start="20270301T000000Z", end="20270302T000000Z", data="<c:calendar-data/>")
    assert any("Early" in text for text in found.data.values())
    inner = '<c:prop-filter name="COMPLETED"><c:is-not-defined/></c:prop-filter>'
    assert ["Early" in text for text in phone.query("tasks", inner=inner, data="<c:calendar-data/>").data.values()] == [True]


BAD = {
    "an event": (event(), "c:supported-calendar-component"), "no text": ("", "c:valid-calendar-data"),
    "two": (calendar(vtodo("a@example.org"), vtodo("b@example.org")), "c:valid-calendar-object-resource"),
}


@pytest.mark.parametrize("body, name", BAD.values(), ids=BAD)
def test_what_is_not_a_task_is_refused(body, name, ada, phone):
    assert precondition(phone.put("tasks", "a.ics", body, 403)) == [clark(name)]
    assert not ada.items(PATH)


@pytest.mark.parametrize("lines", [("SUMMARY:" + "x" * 5_000,), ("RRULE:FREQ=SECONDLY", "DTSTART:20270101T000000Z", "DUE:20270101T000100Z"),
                                   ("DUE:99991231T235959Z",), ("DUE:00010101T000000Z",), ("ESTIMATED-DURATION:P10000D",), ("DURATION:-PT1H", "DTSTART:20270101T000000Z"),
                                   ("DTSTART:20270301T000000Z", "DUE:20270201T000000Z"), ("PRIORITY:many",), ("PERCENT-COMPLETE:1000",), ("RELATED-TO:nothing",),
                                   ("STATUS:CANCELLED",), ("DESCRIPTION:" + "x" * 50_000,)])
def test_strange_todos_are_kept_or_refused_with_a_reason(lines, ada, phone):
    body = calendar(["BEGIN:VTODO", f"UID:{new_uid()}", "DTSTAMP:20260101T000000Z", *lines, "END:VTODO"])
    answer = phone.put("tasks", "a.ics", body, 201, 403, 409)
    assert len(ada.items(PATH)) == (1 if answer.status_code == 201 else 0)
    if answer.status_code == 201:
        # A part that no task can have may be put right; then the answer has no entity tag (RFC 4791, section 5.3.4).
        assert phone.get("tasks", "a.ics").text == body or "ETag" not in answer.headers
    else:
        assert precondition(answer)
    assert len(phone.objects("tasks").tags) == (1 if answer.status_code == 201 else 0)


def test_a_title_without_text_is_a_task_or_refused(ada, phone):
    body = calendar(["BEGIN:VTODO", f"UID:{new_uid()}", "DTSTAMP:20260101T000000Z", "END:VTODO"])
    answer = phone.put("tasks", "a.ics", body, 201, 403)
    assert len(ada.items(PATH)) == (answer.status_code == 201)


def test_a_todo_cannot_reach_another_persons_task(ada, bob, phone):
    theirs = add(bob, "Bob's secret")
    phone.put("tasks", f"{theirs['id']}.ics", todo(f"{theirs['id']}@noteit", "Mine", f"RELATED-TO:{theirs['id']}@noteit"), 201, 403, 409)
    assert task_of(bob, theirs)["title"] == "Bob's secret"
    expect_unnamed("".join(phone.texts("tasks").values()), "Bob's secret")
    assert all(each["id"] != theirs["id"] and theirs["id"] not in each["after"] for each in ada.items(PATH))


def test_a_task_of_a_due_event_follows_it_in_the_phone(ada, grace, course, phone):
    posted = grace.post(course["id"], "Midterm", kind="reminder", due="2027-03-01T20:00:00Z")
    add(ada, "Study", event=posted["id"])
    token, cursor = phone.sync("tasks").token, ada.head()
    grace.edit(posted, due="2027-03-03T20:00:00Z")
    hear(ada, cursor, "task")
    [text] = phone.sync("tasks", token, names="<d:getetag/><c:calendar-data/>").data.values()
    assert moment(text, "DUE") == utc("2027-03-03T20:00:00Z")


def test_minutes_studied_are_a_part_of_the_whole(ada, phone):
    task = add(ada, "Essay", minutes=120)
    ada.call("POST", f"{PATH}/{task['id']}/done", 200, json={"done": False, "minutes": 30})
    _, text = only(phone)
    assert values(text, "PERCENT-COMPLETE") in (["25"], [])


def test_two_programs_meet_in_one_task(ada, phone):
    task = add(ada, "Essay")
    name, text = only(phone)
    tag = phone.objects("tasks").tags[name]
    edit(ada, task, title="Essay on trees")
    phone.put("tasks", name, replaced(text, "SUMMARY", ":Essay on birds"), 412, if_match=tag)
    assert task_of(ada, task)["title"] == "Essay on trees"
