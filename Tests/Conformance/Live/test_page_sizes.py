"""Pages end at 1 MiB, and nothing is skipped or repeated."""

import io
import itertools
import json
import tarfile

import pytest

from conftest import student
from copies import Copy
from people import day, register

PAGE = 1_300_000  # bytes: 1 MiB and the one item that passes it
COUNT = 60
LONG = ["words " * 3333, "“" * 20_000, '"\\' * 10_000, "\n" * 19_999 + "x", "𝄞" * 20_000, "\t<&>/" * 4000]


@pytest.fixture(scope="module")
def bulky(server, courses):
    """A course of long events with a thread of long replies: the course, the author, a classmate, the ids, an earlier cursor."""
    course = next(courses)
    author, reader = student(server, course, 0), student(server, course, 0)
    start = reader.head()
    bodies = [LONG[number % len(LONG)] for number in range(COUNT)]
    dues = [day(number % 7) if number % 3 else None for number in range(COUNT)]
    events = [author.post(course["id"], f"Event {number}", body=bodies[number], due=dues[number]) for number in range(COUNT)]
    replies = [author.reply(events[0], body) for body in bodies]
    return course, author, reader, {event["id"] for event in events}, {reply["id"] for reply in replies}, start


def expect_once(found, expected):
    assert len(found) == len(set(found)) and set(found) == expected


def pages(person, path, begin, follow, name="next"):
    """The pages of a list, each small enough and none empty."""
    query = begin
    while True:
        answer = person.call("GET", path, 200, params=query)
        page = answer.json()
        assert len(answer.content) <= PAGE, f"{path} {query}: {len(answer.content)} bytes"
        yield page
        if page[name] is None:
            return
        query = begin | {follow: page[name]}


@pytest.mark.parametrize("limit", [None, 1, 100, 5000])
def test_pages_of_a_snapshot_end_at_a_mebibyte(limit, bulky):
    _, _, reader, events, replies, _ = bulky
    found = list(pages(reader, "/v1/snapshot", {"limit": limit} if limit else {}, "next"))
    expect_once([event["id"] for page in found for event in page["events"]], events)
    expect_once([reply["id"] for page in found for reply in page["replies"]], replies)
    assert len(found) < 500 and len({page["cursor"] for page in found}) == 1


@pytest.mark.parametrize("limit", [None, 1, 500])
@pytest.mark.parametrize("wait", [0, 5])
def test_pages_of_changes_end_at_a_mebibyte(limit, wait, bulky):
    _, _, reader, events, replies, start = bulky
    expect_changes(reader, start, events, replies, {"wait": wait} | ({"limit": limit} if limit else {}))


def expect_changes(reader, cursor, events, replies, query):
    found = {"event": [], "reply": []}
    for count in itertools.count():
        answer = reader.call("GET", "/v1/changes", 200, params=query | {"cursor": cursor})
        page = answer.json()
        assert len(answer.content) <= PAGE, f"{len(answer.content)} bytes"
        assert page["changes"] or not page["more"] or page["cursor"] != cursor, "it goes on"
        for change in page["changes"]:
            assert change["op"] != "remove"
            found.get(change.get("type"), []).append(change.get("id"))
        cursor = page["cursor"]
        assert count < 1000
        if not page["more"]:
            break
    assert set(found["event"]) == events and set(found["reply"]) == replies
    expect_once(found["reply"], replies)
    assert len(found["event"]) <= len(events) + 1 if query.get("limit") != 1 else True, "the first stands anew behind its replies"


def test_consequences_of_an_enrollment_come_in_such_pages(server, bulky):
    course, _, _, events, replies, _ = bulky
    person = register(server)
    cursor = person.head()
    person.enroll(course["sections"][0]["id"])
    for query in ({"wait": 0}, {"wait": 0, "limit": 500}, {"wait": 5, "limit": 7}):
        expect_changes(person, cursor, events, replies, query)
    with person.socket(cursor) as live:
        found = {"event": [], "reply": []}
        while set(found["event"]) != events or set(found["reply"]) != replies:
            change, _ = live.change()
            found.get(change.get("type"), []).append(change.get("id"))
        expect_once(found["event"], events)
        expect_once(found["reply"], replies)
    copy = Copy(person)
    copy.expect_fresh()
    person.drop(course["sections"][0]["id"])
    copy.expect_fresh()
    assert copy.held["event"] == {}


@pytest.mark.parametrize("path", ["/v1/courses/{}/events", "/v1/me/agenda"])
@pytest.mark.parametrize("limit", [1, 50, 200])
def test_pages_of_due_sections_end_at_a_mebibyte(path, limit, bulky):
    course, _, reader, events, _, _ = bulky
    found, parts = [], []
    for page in pages(reader, path.format(course["id"]), {"limit": limit}, "after"):
        assert page["sections"], "a page holds at least one"
        parts += [part["due"] for part in page["sections"]]
        found += [event["id"] for part in page["sections"] for event in part["events"]]
    expect_once(found, events)
    order = [due for index, due in enumerate(parts) if index == 0 or parts[index - 1] != due]
    assert order == sorted({due for due in parts if due}) + [None]


@pytest.mark.parametrize("limit", [1, 50, 200])
def test_pages_of_replies_end_at_a_mebibyte(limit, bulky):
    _, author, reader, _, replies, _ = bulky
    event = author.get("/v1/search", params={"q": '"Event 0"', "limit": 1})["items"][0]["event"]
    found = []
    for page in pages(reader, f"/v1/events/{event['id']}/replies", {"limit": limit}, "after"):
        assert page["items"], "a page holds at least one"
        found += page["items"]
    expect_once([reply["id"] for reply in found], replies)
    assert [reply["number"] for reply in found] == list(range(1, COUNT + 1)), "oldest first"


@pytest.mark.parametrize("limit", [1, 50, 200])
def test_pages_of_a_search_end_at_a_mebibyte(limit, bulky):
    course, _, reader, events, replies, _ = bulky
    found = []
    for page in pages(reader, "/v1/search", {"q": f"in:{course['id']}", "limit": limit}, "after"):
        found += [(hit["reply"] or hit["event"])["id"] for hit in page["items"]]
    expect_once(found, events | replies)


def test_similar_questions_end_at_a_mebibyte(course, ada, cleo):
    for number in range(20):
        ada.post(course["id"], f"Why does quicksort overflow {number}", kind="question", body="𝄞" * 20_000)
    answer = cleo.call("GET", f"/v1/courses/{course['id']}/similar", 200, params={"title": "quicksort overflow", "limit": 20})
    assert len(answer.content) <= PAGE
    assert len(answer.json()["items"]) >= 10


def test_an_export_of_long_texts_is_complete(bulky):
    _, author, _, events, replies, _ = bulky
    with tarfile.open(fileobj=io.BytesIO(author.call("GET", "/v1/me/export", 200).content)) as archive:
        files = {member.name: archive.extractfile(member).read() for member in archive.getmembers()}
    for kind, ids in (("events", events), ("replies", replies)):
        parts = [json.loads(content) for name, content in sorted(files.items()) if name.startswith(kind + "-")]
        expect_once([item["id"] for part in parts for item in part], ids)
        assert {item["body"] for part in parts for item in part} == set(LONG)
