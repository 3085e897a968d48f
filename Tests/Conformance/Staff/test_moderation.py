"""Removals, restorations and reports: on every transport, for each role."""

import pytest

from copies import Copy
from people import register, staff


@pytest.fixture
def dora(server, course):
    """Staff of the course's second section."""
    return staff(server, course["id"], course["sections"][1]["id"])


def remove(person, event, reason="not about the course", status=204):
    return person.call("DELETE", f"/v1/events/{event['id']}", status, params={"reason": reason})


def test_everyone_sees_a_removal_and_author_and_staff_see_its_reason(course, ada, bob, grace):
    event = ada.post(course["id"], "Buy my bicycle")
    reply = bob.reply(event)
    copies = [Copy(person) for person in (ada, bob, grace)]
    cursor = ada.head()
    with bob.stream("now") as stream, bob.socket("now") as socket:
        for live in (stream, socket):
            live.frame()
        remove(grace, event)
        heard = [[live.change()[0] for _ in range(3)] for live in (stream, socket)]
    assert heard[0] == heard[1] == bob.changes(cursor)
    assert [(each["op"], each["type"], each["id"]) for each in heard[0]] == [
        ("remove", "reply", reply["id"]), ("remove", "event", event["id"]), ("upsert", "removal", event["id"])]
    removal = heard[0][2]["body"]
    assert (removal["number"], removal["title"], removal["reason"]) == (event["number"], None, None)
    for copy in copies:
        copy.expect_fresh()
    whole = removal | {"title": "Buy my bicycle", "reason": "not about the course"}
    assert copies[0].held["removal"] == copies[2].held["removal"] == {event["id"]: whole}
    assert grace.get(f"/v1/courses/{course['id']}/removals")["items"] == [whole]
    told = ada.items("/v1/me/notifications")[0]
    assert (told["kind"], told["event"], told["number"], told["text"]) == (
        "removed", event["id"], event["number"], "not about the course")
    assert bob.items("/v1/me/notifications") == []
    restored = grace.call("POST", f"/v1/events/{event['id']}/restore", 200).json()
    assert restored == grace.event(event) and ada.event(event) == event | {"replyCount": 1, "latestText": reply["body"], "activity": 2, "newest": 2}
    assert ada.get(f"/v1/events/{event['id']}/replies")["items"] == [reply]
    for copy in copies:
        copy.expect_fresh()
        assert copy.held["removal"] == {}
    assert {each["kind"] for each in ada.items("/v1/me/notifications")} >= {"removed", "restored"}
    grace.call("POST", f"/v1/events/{event['id']}/restore", 200)


def test_a_restored_reply_keeps_its_position(course, ada, bob, grace):
    event = ada.post(course["id"])
    first, second = bob.reply(event, "rude"), ada.reply(event, "calm")
    copy = Copy(ada)
    grace.call("DELETE", f"/v1/replies/{first['id']}", 204, params={"reason": "rude"})
    assert ada.event(event)["replyCount"] == 1
    copy.expect_fresh()
    assert copy.held["removal"][first["id"]]["reply"] is True and copy.held["removal"][first["id"]]["replyNumber"] == 1
    assert copy.held["removal"][first["id"]]["reason"] is None
    ada.refused("POST", f"/v1/replies/{first['id']}/restore", 403)
    assert grace.call("POST", f"/v1/replies/{first['id']}/restore", 200).json()["body"] == "rude"
    assert [each["id"] for each in ada.get(f"/v1/events/{event['id']}/replies")["items"]] == [first["id"], second["id"]]
    copy.expect_fresh()


def test_people_not_in_charge_cannot_remove_or_restore_or_see_reasons(server, course, ada, bob, dora, grace, stranger):
    event = ada.post(course["id"], sections=[course["sections"][0]["id"]])
    reply = ada.reply(event)
    classmate = register(server)
    classmate.enroll(course["sections"][0]["id"])
    for person, status in ((bob, 404), (dora, 404), (stranger, 404), (classmate, 403)):
        remove(person, event, status=status)
        person.refused("DELETE", f"/v1/replies/{reply['id']}", status)
    remove(grace, event)
    for person, status in ((bob, 404), (dora, 404), (stranger, 404), (classmate, 403), (ada, 403)):
        person.refused("POST", f"/v1/events/{event['id']}/restore", status)
        person.refused("POST", f"/v1/replies/{reply['id']}/restore", 404)
    assert dora.get(f"/v1/courses/{course['id']}/removals")["items"] == dora.snapshot()["removals"] == []
    assert bob.snapshot()["removals"] == stranger.snapshot()["removals"] == []
    assert [each["reason"] for each in classmate.snapshot()["removals"]] == [None]
    private = ada.post(course["id"], visibility="private")
    remove(grace, private, status=404)


def test_a_post_that_its_author_deleted_stays_deleted(course, ada, grace):
    event = ada.post(course["id"])
    remove(ada, event)
    grace.refused("POST", f"/v1/events/{event['id']}/restore", 404)
    assert grace.get(f"/v1/courses/{course['id']}/removals")["items"] == []


def test_a_report_reaches_the_staff_in_charge_and_nobody_else(course, ada, bob, dora, grace, stranger):
    event = ada.post(course["id"], sections=[course["sections"][0]["id"]])
    path, listed = f"/v1/events/{event['id']}/reports", f"/v1/courses/{course['id']}/reports"
    for person in (bob, dora, stranger):
        person.refused("POST", path, 404, json={"reason": "spam"})
    assert "yourself" in ada.refused("POST", path, 409, json={"reason": "spam"})["detail"]
    event = ada.post(course["id"])
    path = f"/v1/events/{event['id']}/reports"
    report = bob.call("POST", path, 201, json={"reason": "spam", "reply": None}).json()
    assert bob.call("POST", path, 200, json={"reason": "spam again"}).json() == report
    for person in (dora, grace):
        told = person.items("/v1/me/notifications")[0]
        assert (told["kind"], told["event"], told["text"]) == ("reported", event["id"], "spam")
        assert [each["id"] for each in person.items(listed, open="true")] == [report["id"]]
    for person in (ada, bob):
        assert "reported" not in [each["kind"] for each in person.items("/v1/me/notifications")]
        person.refused("GET", listed, 403)
        person.refused("PATCH", f"/v1/reports/{report['id']}", 404, json={"resolved": True})
    done = dora.call("PATCH", f"/v1/reports/{report['id']}", 200, json={"resolved": True}).json()
    assert done["resolvedBy"]["id"] == dora.id and grace.items(listed, open="true") == []
    assert grace.items(listed, open="false") == [done]
    again = bob.call("POST", path, 201, json={"reason": "still spam"}).json()
    grace.refused("PATCH", f"/v1/reports/{report['id']}", 409, json={"resolved": False})
    remove(grace, event)
    assert grace.items(listed, open="true") == []
    assert again["id"] in [each["id"] for each in grace.items(listed, limit=1)]


def test_a_report_that_nobody_on_the_staff_may_see_reaches_an_admin_and_nobody_else(server, courses, course, ada, bob, stranger):
    admin, eve, elsewhere = register(server), register(server), staff(server, next(courses)["id"])
    server.admin("account", "role", admin.email, "admin")
    first, second = (section["id"] for section in course["sections"][:2])
    eve.enroll(first)
    listed = f"/v1/courses/{course['id']}/reports"
    reported = lambda person, event: person.call("POST", f"/v1/events/{event['id']}/reports", 201, json={"reason": "rude"}).json()
    seen = lambda person: {report["id"] for report in person.items(listed)}
    judged = lambda person, report, status: person.call("PATCH", f"/v1/reports/{report['id']}", status, json={"resolved": True}).json()
    post = ada.post(course["id"], "To all")
    wide, narrow = reported(bob, post), reported(eve, ada.post(course["id"], "To some", sections=[first]))
    for person in (ada, bob, eve, stranger, elsewhere):
        person.refused("GET", listed, 403)
        judged(person, wide, 404)
    assert seen(admin) == {wide["id"], narrow["id"]} and admin.items(listed, open="false") == []
    assert judged(admin, wide, 200)["resolvedBy"]["id"] == admin.id
    assert admin.items(listed, open="true") == [narrow]
    assert admin.call("PATCH", f"/v1/reports/{wide['id']}", 200, json={"resolved": False}).json() == wide
    for visibility in ("private", "staff"):
        ada.edit(post, visibility=visibility)
        assert seen(admin) == {narrow["id"]}, visibility
        judged(admin, wide, 404)
    ada.edit(post, visibility="public")
    # What staff in charge see is theirs, but for what is about all of them.
    dora = staff(server, course["id"], second)
    about_dora = reported(bob, dora.post(course["id"], "By the staff", sections=[second]))
    assert (seen(dora), seen(admin)) == ({wide["id"]}, {narrow["id"], about_dora["id"]})
    judged(admin, wide, 404)
    judged(dora, about_dora, 404)
    # Nothing about oneself.
    admin.enroll(first)
    about_admin = reported(eve, admin.post(course["id"], "By the admin", sections=[first]))
    assert seen(admin) == {narrow["id"], about_dora["id"]}
    judged(admin, about_admin, 404)
    grace = staff(server, course["id"])
    assert seen(admin) == set()
    server.admin("account", "suspend", grace.email)
    assert seen(admin) == {narrow["id"], about_dora["id"]}
    admin.refused("GET", "/v1/courses/202530.NOTHING1/reports", 404)
    server.admin("account", "role", admin.email, "student")
    admin.refused("GET", listed, 403)


def test_staff_do_not_see_reports_about_themselves(course, ada, dora, grace):
    event = grace.post(course["id"])
    reply = dora.reply(event)
    listed = f"/v1/courses/{course['id']}/reports"
    report = ada.call("POST", f"/v1/events/{event['id']}/reports", 201, json={"reason": "unfair"}).json()
    other = ada.call("POST", f"/v1/events/{event['id']}/reports", 201, json={"reason": "wrong", "reply": reply["id"]}).json()
    assert [each["id"] for each in grace.items(listed)] == [other["id"]]
    assert [each["id"] for each in dora.items(listed)] == [report["id"]]
    grace.refused("PATCH", f"/v1/reports/{report['id']}", 404, json={"resolved": True})
    assert [each["kind"] for each in dora.items("/v1/me/notifications")].count("reported") == 1
    for reason in ("", " \n", "x" * 1001, "\x07"):
        problem = ada.refused("POST", f"/v1/events/{event['id']}/reports", 422, json={"reason": reason})
        assert problem["errors"][0]["field"] == "reason"
    stray = ada.post(course["id"])
    assert ada.refused("POST", f"/v1/events/{stray['id']}/reports", 422, json={"reason": "x", "reply": reply["id"]})["errors"][0]["field"] == "reply"


def test_removals_come_in_pages_and_check_is_clean(server, course, ada, grace):
    events = [ada.post(course["id"], f"Advertisement {number}") for number in range(7)]
    for event in events:
        remove(grace, event, reason="")
    path = f"/v1/courses/{course['id']}/removals"
    pages = grace.items(path, limit=2)
    assert {each["id"] for each in pages} == {each["id"] for each in events} and len(pages) == 7
    assert all(each["reason"] is None and each["title"] for each in pages)
    grace.refused("GET", path, 422, params={"after": "x"})
    server.admin("check")


def test_removals_are_those_that_one_may_restore(server, course, dora, grace):
    own, others = dora.post(course["id"]), grace.post(course["id"])
    replies = [dora.reply(own), grace.reply(others)]
    for event in (own, others):
        assert event["id"] and (grace if event is own else dora)
    remove(grace, own)
    dora.call("DELETE", f"/v1/replies/{replies[1]['id']}", 204, params={"reason": "twice"})
    path = f"/v1/courses/{course['id']}/removals"
    assert [each["id"] for each in grace.items(path)] == [own["id"]]
    assert [each["id"] for each in dora.items(path)] == [replies[1]["id"]]
    grace.refused("POST", f"/v1/replies/{replies[1]['id']}/restore", 403)
    dora.refused("POST", f"/v1/events/{own['id']}/restore", 403)
