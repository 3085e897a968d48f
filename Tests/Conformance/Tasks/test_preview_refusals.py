"""What `POST /v1/study/preview` refuses, each with its field, and hostile questions that it answers all the same."""

import json
import unicodedata

import pytest

from degree_asking import names_one_of
from people import Anyone
from processes import cheaply
from study_problem import PREVIEW, ask, blocks_of, compact, preview

SLOW = 10  # processor seconds that no answer may take
DAY = [{"start": "16:00", "end": "22:00"}]
WEEK = {day: DAY for day in "MTWRFSU"}


def flexible(id="a", **fields):
    return {"id": id, "title": "Read", "kind": "flexible", "minutes": 60} | fields


def fixed(id="f", **fields):
    return {"id": id, "title": "Lunch", "kind": "fixed"} | span("17:00", "18:00") | fields


def question(*tasks, **fields):
    body = {"now": "2026-11-20T00:00:00Z", "from": "2026-11-20", "to": "2026-11-22", "tasks": list(tasks)}
    return body | {"settings": {"timeZone": "UTC", "hours": WEEK}} | fields


def with_settings(**settings):
    return question(flexible(), settings={"timeZone": "UTC", "hours": WEEK} | settings)


def recurring(rule, **fields):
    return question(fixed(recurrence={"rule": rule}, **fields), flexible())


def span(start, end):
    return {"start": f"2026-11-20T{start}:00Z", "end": f"2026-11-20T{end}:00Z"}


def block(id="b", task="a", start="16:00", end="17:00", **fields):
    return {"id": id, "task": task} | span(start, end) | fields


def monday(*spans):
    return {"M": [{"start": each[:5], "end": each[6:]} for each in spans]}


def refused_fields(person, body):
    """The fields that a refusal names; each has a sentence of its own."""
    problem = ask(person, body, 422).json()
    assert all(each["detail"] for each in problem["errors"])
    return [each["field"] for each in problem["errors"]]


def soon(person, body):
    """The answer, refusal or plan, which must not take long."""
    data = body if isinstance(body, bytes) else compact(body)
    headers = {"Content-Type": "application/json"}
    answer = cheaply(SLOW, person.server, lambda: person.call("POST", PREVIEW, data=data, headers=headers))
    assert answer.status_code in (200, 400, 413, 422), answer.text[:500]
    return answer


BLOCKS = "settings.maximumBlock or settings.minimumBlock"
REFUSALS = {
    "a zone that does not exist": (with_settings(timeZone="Mars/Olympus"), "settings.timeZone"),
    "no name of a zone": (with_settings(timeZone=""), "settings.timeZone"),
    "a path for a zone": (with_settings(timeZone="../../etc/passwd"), "settings.timeZone"),
    "to before from": (question(flexible(), to="2026-11-19"), "to"),
    "367 days after": (question(flexible(), to="2027-11-22"), "to"),
    "no minimum": (with_settings(minimumBlock=0), "settings.minimumBlock"),
    "a negative minimum": (with_settings(minimumBlock=-5), "settings.minimumBlock"),
    "a minimum over the maximum": (with_settings(minimumBlock=61, maximumBlock=60), BLOCKS),
    "a minimum over the standard maximum": (with_settings(minimumBlock=121), BLOCKS),
    "a negative break": (with_settings(**{"break": -1}), "settings.break"),
    "a negative limit": (with_settings(dailyLimit=-1), "settings.dailyLimit"),
    "no such mode": (with_settings(mode="odd"), "settings.mode"),
    "hours that overlap": (with_settings(hours=monday("16:00-18:00", "17:59-19:00")), "settings.hours"),
    "hours within others": (with_settings(hours=monday("16:00-18:00", "16:30-17:00")), "settings.hours"),
    "equal hours": (with_settings(hours=monday("16:00-18:00", "16:00-18:00")), "settings.hours"),
    "hours that end before they start": (with_settings(hours=monday("18:00-16:00")), "settings.hours"),
    "hours without length": (with_settings(hours=monday("18:00-18:00")), "settings.hours"),
    "hours of no time": (with_settings(hours=monday("25:38-26:00")), "settings.hours"),
    "hours until no time": (with_settings(hours=monday("16:00-25:38")), "settings.hours"),
    "hours from 24:00": (with_settings(hours=monday("24:00-24:00")), "settings.hours"),
    "hours after 24:00": (with_settings(hours=monday("16:00-24:01")), "settings.hours"),
    "hours of no day": (with_settings(hours={"X": DAY}), "settings.hours"),
    "hours of two days": (with_settings(hours={"MW": DAY}), "settings.hours"),
    "equal ids of tasks": (question(flexible("x"), flexible("x")), "tasks.1.id or tasks.0.id"),
    "equal ids of a task and a fixed one": (question(flexible("x"), fixed("x")), "tasks.1.id or tasks.0.id"),
    "equal ids of blocks": (
        question(flexible(), blocks=[block(), block(start="18:00", end="19:00")]), "blocks.1.id or blocks.0.id"),
    "a task that ends before it starts": (question(fixed(end="2026-11-20T16:00:00Z")), "tasks.0.end"),
    "a task without length": (question(fixed(end="2026-11-20T17:00:00Z")), "tasks.0.end"),
    "busy time that ends before it starts": (
        question(flexible(), busy=[span("17:00", "18:00"), span("17:00", "16:00")]), "busy.1.end"),
    "busy time without length": (question(flexible(), busy=[span("17:00", "17:00")]), "busy.0.end"),
    "a block that ends before it starts": (question(flexible(), blocks=[block(end="15:00")]), "blocks.0.end"),
    "a fixed task without a start": (question({"id": "f", "kind": "fixed", "end": "2026-11-20T18:00:00Z"}), "tasks.0.start"),
    "a fixed task without an end": (question({"id": "f", "kind": "fixed", "start": "2026-11-20T18:00:00Z"}), "tasks.0.end"),
    "no minutes": (question({"id": "a", "kind": "flexible"}), "tasks.0.minutes"),
    "0 minutes": (question(flexible(minutes=0)), "tasks.0.minutes"),
    "negative minutes": (question(flexible(minutes=-60)), "tasks.0.minutes"),
    "100,001 minutes": (question(flexible(minutes=100_001)), "tasks.0.minutes"),
    "a flexible task that recurs": (question(flexible(recurrence={"rule": "FREQ=DAILY"})), "tasks.0.recurrence"),
    "a start that its rule does not produce": (recurring("FREQ=WEEKLY;BYDAY=MO"), "tasks.0"),
    "a rule that is none": (recurring("every day"), "tasks.0.recurrence"),
    "a rule of seconds": (recurring("FREQ=SECONDLY"), "tasks.0.recurrence"),
    "a rule of minutes": (recurring("FREQ=MINUTELY;COUNT=1"), "tasks.0.recurrence"),
    "a rule of hours": (recurring("FREQ=HOURLY"), "tasks.0.recurrence"),
    "a rule that never matches": (recurring("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"), "tasks.0"),
    "an absent task before it": (question(flexible(after=["x"])), "tasks.0.after"),
    "a fixed task before it": (question(fixed("f"), flexible(after=["f"])), "tasks.1.after"),
    "itself before it": (question(flexible(after=["a"])), "tasks.0.after"),
    "each before the other": (
        question(flexible("a", after=["b"]), flexible("b", after=["a"])), "tasks.0.after or tasks.1.after"),
    "a cycle of three with done ones": (
        question(*(flexible(id, after=[other], done=True) for id, other in ("ab", "bc", "ca"))),
        "tasks.0.after or tasks.1.after or tasks.2.after"),
    "no kind": (question({"id": "a", "minutes": 60}), "tasks.0.kind"),
    "another kind": (question(flexible(kind="soft")), "tasks.0.kind"),
    "another priority": (question(flexible(priority="urgent")), "tasks.0.priority"),
    "no id": (question({"kind": "flexible", "minutes": 60}), "tasks.0.id"),
    "no time for a deadline": (question(flexible(deadline="25:38")), "tasks.0.deadline"),
    "a day for a deadline": (question(flexible(deadline="2026-11-20")), "tasks.0.deadline"),
    "no now": ({name: value for name, value in question(flexible()).items() if name != "now"}, "now"),
    "no from": ({name: value for name, value in question(flexible()).items() if name != "from"}, "from"),
    "a day that does not exist": (question(flexible(), to="2026-11-31"), "to"),
}


@pytest.mark.parametrize("body, field", REFUSALS.values(), ids=REFUSALS.keys())
def test_each_refusal_names_its_field(body, field, planner):
    fields = refused_fields(planner, body)
    assert fields and all(names_one_of([each], field) for each in fields), fields


def test_the_cycle_is_named(planner):
    waits = [("aleph", "beth"), ("beth", "gimel"), ("gimel", "beth")]
    tasks = [flexible(id, title=f"Task {id}", after=[other]) for id, other in waits]
    problem = ask(planner, question(*tasks), 422).json()
    # The first task is not in the cycle.
    assert all(names_one_of([each["field"]], "tasks.1.after or tasks.2.after") for each in problem["errors"])
    assert "beth" in problem["errors"][0]["detail"] and "gimel" in problem["errors"][0]["detail"]


def test_every_wrong_field_is_named_at_once(planner):
    body = question(
        flexible("a", minutes=0), flexible("a", after=["x"]), fixed("f", end="2026-11-20T16:00:00Z"),
        flexible("r", recurrence={"rule": "FREQ=DAILY"}),
        to="2026-11-19", busy=[span("17:00", "16:00")], blocks=[block(end="15:00")],
        settings={"timeZone": "Mars/Olympus", "hours": monday("18:00-16:00"), "minimumBlock": 0, "break": -1},
    )
    fields = refused_fields(planner, body)
    for field in (
        "tasks.0.minutes", "tasks.1.id or tasks.0.id", "tasks.1.after", "tasks.2.end", "tasks.3.recurrence", "to", "busy.0.end",
        "blocks.0.end", "settings.timeZone", "settings.hours", "settings.minimumBlock", "settings.break",
    ):
        assert names_one_of(fields, field), (field, fields)


def test_rules_and_cycles_are_named_with_the_others(planner):
    body = question(
        flexible("a", after=["b"]), flexible("b", after=["a"], minutes=0), fixed("f", recurrence={"rule": "FREQ=SECONDLY"}),
        fixed("g", recurrence={"rule": "FREQ=WEEKLY;BYDAY=MO"}))
    fields = refused_fields(planner, body)
    for field in ("tasks.0.after or tasks.1.after", "tasks.1.minutes", "tasks.2.recurrence", "tasks.3"):
        assert names_one_of(fields, field), (field, fields)


@pytest.mark.parametrize("body", [
    question(), question(flexible(), to="2026-11-20"), question(flexible(), to="2027-11-21"),
    with_settings(hours=monday("16:00-18:00", "18:00-24:00")), with_settings(hours={}), with_settings(dailyLimit=0),
    with_settings(minimumBlock=100_000, maximumBlock=100_000), with_settings(maximumBlock=100_000),
    with_settings(**{"break": 0}),
    question(flexible(minutes=100_000)), question(flexible(minutes=1)), recurring("FREQ=WEEKLY;BYDAY=FR"),
    question(flexible(deadline="2020-01-01T00:00:00Z")),
    question(flexible(), blocks=[block(task="gone"), block("c", task=None), block("d", kind="break")]),
], ids=range(14))
def test_extremes_are_legal(body, planner):
    preview(planner, body)


def test_absent_settings_take_the_values_of_the_contract(planner):
    spelled = {
        "timeZone": "UTC", "hours": WEEK, "minimumBlock": 30, "maximumBlock": 120, "break": 5, "dailyLimit": None,
        "mode": "even", "alerts": {"start": 0, "end": 5}, "rules": [],
    }
    tasks = [flexible(str(number)) for number in range(9)]
    body = question(*tasks, settings={"hours": WEEK, "timeZone": "UTC"})
    assert ask(planner, body).text == ask(planner, question(*tasks, settings=spelled)).text
    assert ask(planner, body).text == ask(planner, question(*(task | {"priority": "medium"} for task in tasks))).text
    assert blocks_of(preview(planner, question(flexible(), settings={})), "study") == []


def test_touching_hours_are_one(planner):
    split = [{"start": "18:00", "end": "22:00"}, {"start": "16:00", "end": "18:00"}]
    hours = {day: split for day in "MTWRFSU"}
    body = question(*(flexible(str(number)) for number in range(3)), settings={"timeZone": "UTC", "hours": hours})
    assert preview(planner, body) == preview(planner, body | {"settings": {"timeZone": "UTC", "hours": WEEK}})


def test_rules_alerts_and_events_do_not_matter(planner):
    event = "0198a6f0-0000-7000-8000-000000000000"
    rules = [{"course": "202530.CMPT225", "kind": "exam", "minutes": 60}]
    body = with_settings(rules=rules, alerts={"start": 30, "end": None})
    plain = preview(planner, with_settings())
    assert preview(planner, body) == plain
    body["tasks"][0]["event"] = event
    followed = preview(planner, body)
    assert [each | {"event": None} for each in followed["blocks"]] == [each | {"event": None} for each in plain["blocks"]]


def test_it_is_for_people_who_are_signed_in_and_stores_nothing(server, planner):
    assert Anyone(server).call("POST", PREVIEW, json=question(flexible())).status_code == 401
    head = planner.head()
    preview(planner, question(flexible(), fixed()))
    assert planner.items("/v1/me/tasks") == [] and planner.changes(head) == []


# Hostile questions.


def many(count, **fields):
    return [{"id": str(number), "kind": "flexible", "minutes": 30} | fields for number in range(count)]


@pytest.mark.parametrize("mode", ["even", "weeks", "balanced"])
def test_ten_thousand_tasks(mode, planner):
    body = question(*many(10_000), to="2027-11-20", settings={"timeZone": "America/Vancouver", "hours": WEEK, "mode": mode})
    plan = soon(planner, body).json()
    # Nobody's minutes are lost: 366 days hold at most 10 blocks each.
    placed = {each["task"] for each in blocks_of(plan, "study")}
    assert len(placed) + len([each for each in plan["unplaced"] if each["task"] not in placed]) == 10_000


@pytest.mark.parametrize("mode", ["even", "weeks", "balanced"])
def test_a_chain_of_ten_thousand_and_the_same_with_a_cycle(mode, planner):
    tasks = many(10_000)
    for number in range(1, 10_000):
        tasks[number]["after"] = [str(number - 1)]
    body = question(*tasks, settings={"timeZone": "UTC", "hours": WEEK, "mode": mode})
    plan = soon(planner, body).json()
    assert blocks_of(plan, "study")[0]["task"] == "0"
    tasks[0]["after"] = ["9999"]
    answer = soon(planner, question(*tasks, settings=body["settings"]))
    assert answer.status_code == 422 and names_one_of([each["field"] for each in answer.json()["errors"]], " or ".join(
        f"tasks.{number}.after" for number in range(10_000)))
    assert len(answer.content) < 100_000


def test_more_than_ten_thousand_tasks_are_refused(planner):
    assert soon(planner, question(*many(10_001))).status_code == 422


def test_a_thousand_that_wait_for_a_hundred_each(planner):
    tasks = many(700)
    for number in range(100, 700):
        tasks[number]["after"] = [str(other) for other in range(number - 100, number)]
    for mode in ("even", "weeks", "balanced"):
        assert soon(planner, question(*tasks, settings={"hours": WEEK, "mode": mode})).status_code == 200


@pytest.mark.parametrize("rule, start", [
    ("FREQ=DAILY", "0001-01-03T00:00:00Z"), ("FREQ=DAILY;COUNT=1000000000", "1000-01-01T12:00:00Z"),
    ("FREQ=DAILY;INTERVAL=999999999", "2026-11-20T12:00:00Z"), ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "2024-02-29T12:00:00Z"),
    ("FREQ=DAILY;UNTIL=99991231T000000Z", "2026-11-20T12:00:00Z"), ("FREQ=YEARLY;INTERVAL=9999", "2026-11-20T12:00:00Z"),
])
def test_rules_for_ever(rule, start, planner):
    end = start.replace("00:00Z", "30:00Z")
    for count, last in ((15, "2027-11-20"), (1000, "2026-11-21")):
        tasks = [
            {"id": str(number), "kind": "fixed", "start": start, "end": end, "recurrence": {"rule": rule}}
            for number in range(count)]
        assert soon(planner, question(flexible("a"), *tasks, to=last)).status_code in (200, 422)


MANY_HOURS = [{"start": f"{hour:02}:{half}0", "end": f"{hour:02}:{half + 2}0"} for hour in range(12) for half in (0, 3)]


@pytest.mark.parametrize("mode", ["even", "weeks", "balanced"])
@pytest.mark.parametrize("settings", [
    {"maximumBlock": 100_000}, {"minimumBlock": 1, "maximumBlock": 1, "break": 0},
    {"minimumBlock": 100_000, "maximumBlock": 100_000},
    {"break": 100_000}, {"dailyLimit": 1}, {"dailyLimit": 100_000, "minimumBlock": 1},
    {"hours": {day: MANY_HOURS for day in "MTWRFSU"}},
], ids=range(7))
def test_settings_at_their_ends(mode, settings, planner):
    tasks = [flexible(str(number), minutes=100_000, deadline=f"2027-0{1 + number % 9}-01T00:00:00Z") for number in range(100)]
    hours = {"hours": {day: [{"start": "00:00", "end": "24:00"}] for day in "MTWRFSU"}}
    body = question(*tasks, to="2027-11-20", settings={"timeZone": "Asia/Kathmandu", "mode": mode} | hours | settings)
    assert soon(planner, body).status_code == 200


@pytest.mark.parametrize("first, last", [
    ("0001-01-01", "0001-12-31"), ("0001-01-01", "0001-01-01"), ("9998-12-31", "9999-12-31"), ("9999-12-31", "9999-12-31"),
    ("1582-10-01", "1582-10-31"), ("1883-11-18", "1883-11-19"), ("2011-12-28", "2012-01-01"),
])
@pytest.mark.parametrize("zone", ["UTC", "Pacific/Apia", "America/Vancouver", "Pacific/Kiritimati"])
def test_extreme_days(first, last, zone, planner):
    for mode in ("even", "weeks", "balanced"):
        for now in ("0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", f"{first}T00:00:00Z"):
            body = question(
                flexible(), flexible("b", earliest="0001-01-01T00:00:00Z"), flexible("c", deadline="9999-12-31T23:59:59Z"),
                fixed(start="9999-12-30T00:00:00Z", end="9999-12-30T01:00:00Z"), to=last, now=now,
                settings={"timeZone": zone, "hours": WEEK, "mode": mode})
            body["from"] = first
            assert soon(planner, body).status_code in (200, 422)


def test_days_before_the_first_and_after_the_last_are_refused(planner):
    for day in ("0000-01-01", "10000-01-01", "-001-01-01", "2026-02-30", "2026-1-1", "", "today", "٢٠٢٦-١١-٢٠"):
        assert names_one_of(refused_fields(planner, question(flexible(), to=day)), "to")
    for moment in ("0000-01-01T00:00:00Z", "10000-01-01T00:00:00Z", "2026-11-20T24:00:01Z", "2026-11-20T25:38:00Z", "now", 1):
        assert names_one_of(refused_fields(planner, question(flexible(), now=moment)), "now")


@pytest.mark.parametrize("text", [
    "\u0000", "a\u0000b", "\u0007", "\u202e", "e\u0301" * 100, "👩‍👩‍👧‍👦" * 20, "\ufeff", " ", "x" * 200, "x" * 201, "",
], ids=range(11))
def test_strange_titles_and_ids(text, planner):
    """Titles and ids come back byte for byte, or are refused by name."""
    for body, field in [
        (question(flexible(title=text)), "tasks.0.title"), (question(flexible(text)), "tasks.0.id"),
        (question(fixed(title=text)), "tasks.0.title"),
    ]:
        answer = soon(planner, body)
        if answer.status_code == 200:
            assert text in [answer.json()["blocks"][0]["title"], answer.json()["blocks"][0]["task"]]
        else:
            assert names_one_of([each["field"] for each in answer.json()["errors"]], field)
    if "\u0000" in text:
        assert names_one_of(refused_fields(planner, question(flexible(title=text))), "tasks.0.title")


def test_ids_that_differ_in_their_bytes_alone(planner):
    """Composed and decomposed letters: two tasks, or a refusal; never one that takes the other's place."""
    composed, decomposed = (unicodedata.normalize(form, "é") for form in ("NFC", "NFD"))
    answer = soon(planner, question(flexible(composed), flexible(decomposed)))
    if answer.status_code == 200:
        assert sorted(each["task"] for each in blocks_of(answer.json(), "study")) == sorted([composed, decomposed])
    else:
        assert names_one_of([each["field"] for each in answer.json()["errors"]], "tasks.1.id or tasks.0.id")
    soon(planner, question(flexible(composed), flexible("b", after=[decomposed])))
    blocks = [block(composed), block(decomposed, start="18:00", end="19:00")]
    soon(planner, question(flexible(), blocks=blocks))


@pytest.mark.parametrize("body", [
    b'{"tasks":' + b"[" * 100_000, b'{"settings":' + b'{"hours":' * 50_000, b"[]", b"null", b'{"tasks": {}}', b'{"now": 1e999}',
    b'{"tasks": [null]}', b'{"tasks": [[]]}', b'{"busy": [1]}', b'{"settings": []}', b'{"blocks": "x"}',
], ids=range(11))
def test_shapes_that_are_no_questions(body, planner):
    answer = soon(planner, body)
    assert answer.status_code in (400, 413, 422)


@pytest.mark.parametrize("number", [1e400, 1.5, "60", True, None, 2**31, 2**63, -(2**63), 10**30])
@pytest.mark.parametrize("field", ["minutes", "minutesDone", "spaced"])
def test_numbers_that_are_no_minutes(field, number, planner):
    text = json.dumps(question(flexible(**{field: 12345}))).replace("12345", "1e400" if number == 1e400 else json.dumps(number))
    answer = soon(planner, text.encode())
    # Null is as good as absent, and many minutes may have been done.
    if number is None or field == "minutesDone":
        assert answer.status_code in (200, 400, 422)
    else:
        assert answer.status_code in (400, 422)
    if answer.status_code == 422:
        assert names_one_of([each["field"] for each in answer.json()["errors"]], f"tasks.0.{field}")


def test_the_largest_body_of_small_times(planner):
    busy = [span(f"{n // 60 % 24:02}:{n % 60:02}", "23:59") for n in range(9_000) if n % 1440 < 1439]
    body = question(flexible(), busy=busy)
    assert soon(planner, body).status_code == 200
    blocks = [block(f"b{number}", start="16:00", end=f"16:{1 + number % 59:02}") for number in range(8_000)]
    for mode in ("even", "weeks", "balanced"):
        body = question(flexible(), blocks=blocks, settings={"hours": WEEK, "mode": mode})
        assert soon(planner, body).status_code == 200
