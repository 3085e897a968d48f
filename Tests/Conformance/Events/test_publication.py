"""Posts that are published later: hidden from everyone else until then, and posts of that moment then."""

from datetime import datetime, timezone

import pytest

from copies import Copy
from noteitd import wait_until
from people import kinds, later, member


SOON = 8  # seconds: what a test does before that takes a tenth of it


def moment(text):
    return datetime.fromisoformat(text)


def wait_for_round(person, course):
    """Until the server has published what was due before."""
    wait_for_publication(person, person.post(course["id"], publishAt=later(1)))


def wait_for_publication(author, event):
    wait_until(lambda: author.event(event)["visibility"] != "private", "the publication")


def may_read(person, event):
    return person.call("GET", f"/v1/events/{event['id']}").status_code == 200


def test_nobody_else_sees_a_post_before_its_time_staff_neither(course, ada, bob, grace):
    others, time = {person: person.head() for person in (bob, grace)}, later()
    event = ada.post(course["id"], "Quiz today", publishAt=time, body="Bring a pen", tags=["quiz"])
    assert (event["visibility"], event["publication"]) == ("private", {"at": time, "visibility": "public"})
    event = ada.edit(event, title="Quiz tomorrow")
    assert event["publication"]["at"] == time
    for person, cursor in others.items():
        assert not may_read(person, event) and person.events(course["id"]) == [] and person.changes(cursor) == []
        assert person.get("/v1/search?q=quiz")["items"] == [] and person.snapshot()["events"] == []
        person.refused("PUT", f"/v1/me/marks/{event['id']}", 404, json={"seen": 1})
        person.refused("POST", f"/v1/events/{event['id']}/replies", 404, json={"body": "?"})
        person.refused("PATCH", f"/v1/events/{event['id']}", 404, json={"publishAt": None}, headers={"If-Match": "*"})
        person.refused("DELETE", f"/v1/events/{event['id']}", 404)


@pytest.mark.parametrize("visibility", ("public", "staff"))
def test_at_its_time_it_is_a_post_of_that_moment(course, ada, bob, grace, visibility):
    copies = {person: Copy(person) for person in (ada, bob, grace)}
    for person in (bob, grace):
        person.call("PATCH", "/v1/me/preferences", 200, json={"follows": [{"course": course["id"], "tag": "quiz"}]})
    handle, time = grace.account["handle"], later(SOON)
    event = ada.post(course["id"], "Quiz", publishAt=time, visibility=visibility, tags=["quiz"], due=later(86_400))
    assert event.get("unknownMentions") is None
    ada.edit(event, body=f"See @{handle}", due=later(90_000))
    readers = [grace] if visibility == "staff" else [bob, grace]
    with grace.stream("now") as stream:
        stream.frame()
        wait_for_publication(ada, event)
        body = stream.change()[0]["body"]
    assert (body["id"], body["visibility"], body["publication"]) == (event["id"], visibility, None)
    assert (body["editedAt"], body["dueHistory"], body["dueMoves"]) == (None, [], 0)
    assert moment(body["createdAt"]) >= moment(time) and body["rev"] == 3
    assert kinds(grace) == ["mention"] and kinds(bob) == (["posted"] if bob in readers else []) and kinds(ada) == []
    assert may_read(bob, event) == (bob in readers)
    assert ada.get(f"/v1/me/marks/{event['id']}")["seen"] == body["activity"]
    for copy in copies.values():
        copy.expect_fresh()


def test_its_author_moves_it_gives_it_up_or_publishes_it_at_once(course, ada, bob):
    moved, ended, now, gone, draft = (ada.post(course["id"], publishAt=later()) for _ in range(5))
    time = later(SOON)
    assert ada.edit(moved, publishAt=time)["publication"] == {"at": time, "visibility": "public"}
    ended = ada.edit(ada.edit(ended, publishAt=time), publishAt=None)
    assert (ended["publication"], ended["visibility"]) == (None, "private")
    now = ada.edit(now, visibility="public")
    assert (now["publication"], now["visibility"]) == (None, "public") and may_read(bob, now)
    gone = ada.edit(gone, publishAt=time)
    ada.delete(gone)
    draft = ada.edit(draft, visibility="private")
    assert draft["publication"] is None
    assert ada.edit(draft, publishAt=later(), visibility="staff")["publication"]["visibility"] == "staff"
    wait_for_publication(ada, moved)
    wait_for_round(ada, course)
    assert may_read(bob, moved) and not any(may_read(bob, event) for event in (ended, gone, draft))


def test_a_time_that_has_passed_publishes_at_once(course, ada, bob):
    event = ada.post(course["id"], publishAt="2000-01-01T00:00:00Z")
    assert (event["visibility"], event["publication"]) == ("public", None) and may_read(bob, event)


def test_an_author_who_may_not_post_any_more_is_told_and_nobody_else(course, ada, bob, grace):
    section = course["sections"][0]["id"]
    left = ada.post(course["id"], publishAt=later(SOON))
    others = bob.head()
    ada.drop(section)
    wait_until(lambda: "notPublished" in kinds(ada), "the notification")
    [told] = [each for each in ada.items("/v1/me/notifications") if each["kind"] == "notPublished"]
    assert (told["event"], told["text"]) == (left["id"], "you have left the course")
    assert ada.event(left)["publication"] is None and not may_read(bob, left) and not may_read(grace, left)
    assert [change for change in bob.changes(others) if change.get("id") == left["id"]] == []
    own = bob.post(course["id"], publishAt=later(SOON), sections=[course["sections"][1]["id"]])
    bob.drop(course["sections"][1]["id"])
    bob.enroll(section)
    wait_until(lambda: "notPublished" in kinds(bob), "the notification")
    assert not may_read(grace, own)


@pytest.mark.parametrize("hidden", ("post", "reply"))
def test_what_a_student_wrote_anonymously_is_not_published_once_they_are_staff(server, course, ada, bob, hidden):
    event = ada.post(course["id"], anonymous=hidden == "post", publishAt=later(SOON))
    if hidden == "reply":
        ada.reply(event, anonymous=True)
    server.admin("staff", "grant", ada.email, course["id"])
    wait_until(lambda: "notPublished" in kinds(ada), "the notification")
    assert not may_read(bob, event)


def test_what_came_due_while_the_server_was_down_is_published_at_its_start(server, course, ada, bob):
    time = later(1)
    event = ada.post(course["id"], publishAt=time)
    server.stop()
    wait_until(lambda: datetime.now(timezone.utc) > moment(time), "its time")
    server.start()
    wait_until(lambda: may_read(bob, event), "the publication")
    server.admin("check")


def test_a_notice_reaches_its_people_at_its_time(course, ada, bob, grace):
    first = course["sections"][0]["id"]
    notice = {"title": "Room 9001", "sections": [first], "mustRead": True, "publishAt": later(SOON)}
    [event] = grace.call("POST", "/v1/notices", 201, json=notice).json()["items"]
    assert (event["visibility"], event["publication"]["visibility"]) == ("private", "public")
    wait_for_publication(grace, event)
    assert kinds(ada) == ["notice"] and kinds(bob) == [] and ada.event(event)["mustRead"]
    assert grace.get(f"/v1/events/{event['id']}/receipts") == {"people": 1, "seen": 0}


def test_an_anonymous_post_keeps_its_alias(course, ada, bob):
    event = ada.post(course["id"], anonymous=True, publishAt=later(1))
    wait_for_publication(ada, event)
    seen = bob.event(event)
    assert seen["author"]["displayName"] == "Anonymous" and seen["author"]["id"] == event["author"]["id"]
    assert ada.get(f"/v1/me/marks/{event['id']}")["mine"]


def test_publications_that_make_no_sense(course, ada):
    path = f"/v1/courses/{course['id']}/events"
    for fields in ({"visibility": "private", "publishAt": later()}, {"publishAt": "0001-01-01T00:00:00Z"}):
        assert ada.refused("POST", path, 422, json={"title": "Lab"} | fields)["errors"][0]["field"] == "publishAt"
    shown, planned = ada.post(course["id"]), ada.post(course["id"], publishAt=later())
    for event, fields in ((shown, {"publishAt": later()}), (planned, {"publishAt": later(), "visibility": "private"})):
        problem = ada.refused("PATCH", f"/v1/events/{event['id']}", 422, json=fields, headers={"If-Match": "*"})
        assert problem["errors"][0]["field"] == "publishAt"


def test_what_fails_for_one_post_does_not_hold_up_others(own_server):
    server = own_server
    ada, course = member(server)
    broken, whole = (ada.post(course, title, publishAt=later()) for title in ("broken", "whole"))
    for event in (broken, whole):
        ada.call("PUT", f"/v1/me/marks/{event['id']}", 200, json={"remindAt": later()})
    server.stop()
    condition = f"NEW.{{}} = '{broken['id']}' AND NEW.{{}} IS NULL"
    for table, id, time in (("event", "id", "publish_at"), ("event_mark", "event_id", "remind_at")):
        server.sql(f"UPDATE {table} SET {time} = 1000000000 WHERE {time} IS NOT NULL;")
        when = condition.format(id, time)
        if server.name:
            server.sql(f"""
                CREATE FUNCTION broken_{table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$;
                CREATE TRIGGER broken BEFORE UPDATE ON {table} FOR EACH ROW WHEN ({when}) EXECUTE FUNCTION broken_{table}();""")
        else:
            server.sql(f"""
                CREATE TRIGGER broken_{table} BEFORE UPDATE ON {table} WHEN {when} BEGIN SELECT RAISE(ABORT, 'broken'); END;""")
    server.start()
    wait_for_publication(ada, whole)
    wait_until(lambda: "ownReminder" in kinds(ada), "the reminder")
    wait_until(lambda: f"write reminders; trying again in 15.0 seconds: the reminder of {broken['id']}" in server.said(), "the fault")
    assert f"publish posts; trying again in 15.0 seconds: the post {broken['id']}" in server.said()
    assert ada.event(broken)["visibility"] == "private"
    assert [each["event"] for each in ada.items("/v1/me/notifications") if each["kind"] == "ownReminder"] == [whole["id"]]
