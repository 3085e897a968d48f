"""Calendars of elsewhere: files and addresses, and what becomes of them."""

import gzip

from hostile_web import calendar, event, todo
from importing import ada, bring, DAYS, PATH, path, reader, send, shown, sync, web  # noqa: F401
from people import register


def test_a_calendar_is_read_at_once(ada, web, path):
    body = calendar(event("a", "20990601T120000Z"), event("b", "20990602T120000Z", "RRULE:FREQ=DAILY;COUNT=2", title="Shift"))
    brought = bring(ada, web.serve(path, body), name="Work")
    assert brought["name"] == "Work" and brought["host"] == "127.0.0.1"
    assert brought["events"] == 2 and brought["busy"] is True and brought["tasks"] is False
    assert brought["lastSynced"] and brought["lastError"] is None and brought["nextSync"] > brought["lastSynced"]
    assert ada.items(PATH) == [brought]
    assert shown(ada) == [
        ("Dentist", "2099-06-01T12:00:00Z"), ("Shift", "2099-06-02T12:00:00Z"), ("Shift", "2099-06-03T12:00:00Z")]
    (headers,) = web.asked(path)
    assert headers["User-Agent"].startswith("NoteIt/") and headers["Host"] == f"127.0.0.1:{web.port}"
    assert "Cookie" not in headers and "Authorization" not in headers


def test_the_path_of_an_address_is_never_shown(ada, web, path):
    brought = bring(ada, web.serve(path, calendar(event("a"))))
    assert "url" not in brought
    for answer in (ada.call("GET", PATH), ada.call("GET", "/v1/me/calendar", params=DAYS)):
        assert path not in answer.text
    assert path not in ada.server.said()


def test_a_host_is_asked_under_its_name(ada, web, path):
    web.serve(path, calendar(event("a")))
    brought = bring(ada, web.url(path, "LOCALHOST"))
    assert brought["host"] == "localhost"
    assert web.asked(path)[0]["Host"] == f"localhost:{web.port}"


def test_a_file_is_imported_once(ada):
    brought = send(ada, calendar(event("a")), busy="false")
    assert brought["host"] is None and brought["nextSync"] is None and brought["busy"] is False
    assert brought["events"] == 1 and shown(ada) == [("Dentist", "2099-06-01T12:00:00Z")]
    assert sync(ada, brought, 409)["status"] == 409


def test_a_deleted_import_takes_its_events_along(ada):
    brought = send(ada, calendar(event("a"), todo("b", "20990605T120000Z")), tasks="true")
    assert [task["title"] for task in ada.items("/v1/me/tasks")] == ["Essay"]
    ada.call("DELETE", f"{PATH}/{brought['id']}", 204)
    assert ada.items(PATH) == [] and shown(ada) == [] and ada.items("/v1/me/tasks") == []
    ada.refused("DELETE", f"{PATH}/{brought['id']}", 404)


def test_imports_are_their_owners_alone(ada, reader):
    brought, bob = send(ada, calendar(event("a"))), register(reader)
    assert bob.items(PATH) == [] and shown(bob) == []
    bob.refused("DELETE", f"{PATH}/{brought['id']}", 404)
    assert sync(bob, brought, 404)["status"] == 404


def test_due_things_become_tasks_if_asked(ada, web, path):
    body = calendar(
        event("moodle", "20990603T120000Z", end="20990603T120000Z", title="Essay is due"), todo("a", "20990605T120000Z"),
        event("talk", title="Talk"), todo("done", "20990605T120000Z", "STATUS:COMPLETED"))
    url = web.serve(path, body)
    bring(ada, url)
    assert ada.items("/v1/me/tasks") == []
    brought = bring(ada, url, tasks=True)
    assert brought["tasks"] is True and brought["events"] == 4
    tasks = {task["title"]: task for task in ada.items("/v1/me/tasks")}
    assert {title: task["deadline"] for title, task in tasks.items()} == {
        "Essay is due": "2099-06-03T12:00:00Z", "Essay": "2099-06-05T12:00:00Z"}
    assert all(task["kind"] == "flexible" and task["minutes"] == 60 for task in tasks.values())


def test_a_source_that_changes_moves_and_removes(ada, web, path):
    before = calendar(
        event("stays"), event("moves", "20990602T120000Z", title="Moves"), event("goes", "20990603T120000Z", title="Goes"),
        todo("task", "20990605T120000Z"), todo("mine", "20990606T120000Z", title="Mine"))
    after = calendar(
        event("stays"), event("moves", "20990604T150000Z", title="Moves"), event("comes", "20990605T120000Z", title="Comes"),
        todo("task", "20990607T120000Z"), todo("mine", "20990608T120000Z", title="Other"))
    brought = bring(ada, web.serve(path, before), tasks=True)
    mine = next(task for task in ada.items("/v1/me/tasks") if task["title"] == "Mine")
    ada.call("PATCH", f"/v1/me/tasks/{mine['id']}", 200, json={"title": "My own"})
    web.serve(path, after)
    cursor = ada.head()
    synced = sync(ada, brought)
    assert synced["lastError"] is None and synced["events"] == 5 and synced["rev"] > brought["rev"]
    assert shown(ada) == [
        ("Dentist", "2099-06-01T12:00:00Z"), ("Moves", "2099-06-04T15:00:00Z"), ("Comes", "2099-06-05T12:00:00Z")]
    tasks = {task["title"]: task["deadline"] for task in ada.items("/v1/me/tasks")}
    assert tasks == {"Essay": "2099-06-07T12:00:00Z", "My own": "2099-06-06T12:00:00Z"}, "an edited task is its owner's"
    assert "calendarImport" in [change["type"] for change in ada.changes(cursor)]


def test_an_unchanged_calendar_is_not_sent_again(ada, web, path):
    brought = bring(ada, web.tagged(path, calendar(event("a")), '"7"'))
    synced = sync(ada, brought)
    assert synced["lastError"] is None and synced["events"] == 1 and synced["lastSynced"] >= brought["lastSynced"]
    first, second = web.asked(path)
    assert "If-None-Match" not in first and second["If-None-Match"] == '"7"'
    assert second["If-Modified-Since"] == "Wed, 18 Nov 2026 09:00:00 GMT"
    assert shown(ada) == [("Dentist", "2099-06-01T12:00:00Z")]


def test_the_last_good_copy_stays_when_a_source_fails(ada, web, path):
    brought = bring(ada, web.serve(path, calendar(event("a"))))
    web.serve(path, b"<h1>Sorry</h1>", 500)
    failed = sync(ada, brought)
    assert "500" in failed["lastError"] and path not in failed["lastError"]
    assert failed["lastSynced"] == brought["lastSynced"] and failed["events"] == 1
    assert shown(ada) == [("Dentist", "2099-06-01T12:00:00Z")]
    assert ada.get("/v1/me/calendar", params=DAYS)["imports"] == [failed]


def test_an_import_is_read_at_most_once_a_minute(ada, web, path):
    brought = bring(ada, web.serve(path, calendar(event("a"))))
    other = bring(ada, web.serve(path + "2", calendar(event("a"))))
    sync(ada, brought)
    refused = ada.call("POST", f"{PATH}/{brought['id']}/sync", 429)
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    sync(ada, other)
    assert len(web.asked(path)) == 2


def test_only_so_many_imports(ada):
    for number in range(20):
        send(ada, calendar(event(str(number))))
    assert send(ada, calendar(event("a")), 409)["status"] == 409


def test_wrong_requests_are_refused(ada):
    body = calendar(event("a"))
    assert send(ada, body, 422, name="")["errors"][0]["field"] == "name"
    assert send(ada, body, 422, name="a" * 101)["errors"][0]["field"] == "name"
    assert send(ada, body, 422, busy="perhaps")["errors"][0]["field"] == "busy"
    send(ada, body, 415, headers={"Content-Type": "text/plain"})
    send(ada, gzip.compress(body), 415, headers={"Content-Encoding": "gzip"})
    send(ada, b"a" * 5_000_001, 413)
    ada.refused("POST", PATH, 422, json={"name": "Work"})
    ada.refused("POST", PATH, 422, json={"name": "Work", "url": ""})
    ada.refused("DELETE", f"{PATH}/nothing", 404)
    assert ada.items(PATH) == []
