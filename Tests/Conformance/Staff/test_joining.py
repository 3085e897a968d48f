"""Who may join a course: its rule, requests and the answers of staff, and the removal of members."""

import pytest

from copies import Copy, Purger
from noteitd import Noteitd
from people import expect_unnamed, kinds, register, staff


def ask(person, *sections, status=202):
    return person.call("POST", "/v1/me/enrollments", status, json={"sections": list(sections)}).json()


@pytest.fixture
def locked(course, grace):
    """The course, whose staff let people in."""
    chosen = grace.call("PUT", f"/v1/courses/{course['id']}/joining", 200, json={"joining": "approval"}).json()
    assert chosen == {"joining": "approval", "domains": [], "fromServer": False}
    return course


def test_a_course_is_open_unless_its_staff_say_otherwise(server, course, ada, grace, stranger):
    path = f"/v1/courses/{course['id']}/joining"
    standard = {"joining": "open", "domains": [], "fromServer": True}
    assert stranger.get(path) == standard
    for person in (ada, stranger, staff(server, course["id"], course["sections"][0]["id"])):
        person.refused("PUT", path, 403, json={"joining": "approval"})
    for wrong in ({"joining": "closed"}, {"joining": "domains"}, {"joining": "open", "domains": ["example.edu"]},
                  {"joining": "domains", "domains": ["no domain"]}, {"joining": "domains", "domains": ["a.b"] * 21}):
        grace.refused("PUT", path, 422, json=wrong)
    assert grace.call("PUT", path, 200, json={"joining": "domains", "domains": ["Example.EDU"]}).json()["domains"] == ["example.edu"]
    assert grace.call("PUT", path, 200, json={"joining": None}).json() == standard == ada.get(path)
    stranger.refused("GET", "/v1/courses/202530.NOSUCH999/joining", 404)


def test_a_locked_course_is_joined_by_the_word_of_its_staff(eve, locked, first, second, grace, stranger):
    event = grace.post(locked["id"])
    copy = Copy(stranger)
    answer = ask(stranger, first, second)
    assert answer["items"] == [] and [each["section"] for each in answer["waiting"]] == [first, second]
    assert all(each["staffed"] for each in answer["waiting"])
    assert ask(stranger, first) == answer, "asking again changes nothing"
    assert stranger.get("/v1/me/enrollments") == answer
    stranger.refused("GET", f"/v1/courses/{locked['id']}/events", 403)
    stranger.refused("GET", f"/v1/events/{event['id']}", 404)
    [waiting] = grace.items(f"/v1/courses/{locked['id']}/join-requests")
    assert waiting["id"] == stranger.id and waiting["sections"] == [first, second] and not waiting["emailVerified"]
    assert kinds(grace) == ["joinRequested"]
    path = f"/v1/courses/{locked['id']}/join-requests/{stranger.id}"
    for person in (stranger, eve):
        person.refused("PATCH", path, 403, json={"admitted": True})
        person.refused("GET", f"/v1/courses/{locked['id']}/join-requests", 403)
    grace.call("PATCH", path, 204, json={"admitted": True, "sections": [first]})
    grace.call("PATCH", path, 204, json={"admitted": False})
    grace.refused("PATCH", path, 404, json={"admitted": True})
    copy.expect_fresh()
    assert list(copy.held["event"]) == [event["id"]]
    assert stranger.get("/v1/me/enrollments") == {"items": stranger.items("/v1/me/enrollments"), "next": None}
    assert [each["section"] for each in stranger.items("/v1/me/enrollments")] == [first]
    assert sorted(kinds(stranger)) == ["joinAdmitted", "joinRefused"]


def test_staff_of_a_section_decide_about_it_alone(server, locked, first, second, stranger, dora):
    ask(stranger, first, second)
    [waiting] = dora.items(f"/v1/courses/{locked['id']}/join-requests")
    assert waiting["sections"] == [first]
    path = f"/v1/courses/{locked['id']}/join-requests/{stranger.id}"
    dora.refused("PATCH", path, 404, json={"admitted": True, "sections": [second]})
    dora.call("PATCH", path, 204, json={"admitted": True})
    assert [each["section"] for each in stranger.items("/v1/me/enrollments")] == [first]
    assert [each["section"] for each in stranger.get("/v1/me/enrollments")["waiting"]] == [second]


def test_a_timetable_is_no_way_around_the_staff(locked, first, stranger):
    plan = {"term": locked["term"], "name": "Plan", "sections": [first]}
    schedule = stranger.call("POST", "/v1/me/schedules", 201, json=plan).json()["id"]
    answer = stranger.call("POST", f"/v1/me/schedules/{schedule}/adopt", 200).json()
    assert answer["items"] == [] and [each["section"] for each in answer["waiting"]] == [first]


def test_a_request_is_taken_back(locked, first, grace, stranger):
    ask(stranger, first)
    stranger.drop(first)
    assert grace.items(f"/v1/courses/{locked['id']}/join-requests") == []
    stranger.refused("DELETE", f"/v1/me/enrollments/{first}", 404)


def test_a_verified_email_of_the_domain_opens_the_course(server, course, first, grace):
    grace.call("PUT", f"/v1/courses/{course['id']}/joining", 200, json={"joining": "domains", "domains": ["campus.example.edu"]})
    liar, verified = (register(server, email=f"{course['number']}.{name}@Campus.example.edu") for name in ("liar", "verified"))
    other = register(server, email=f"{course['number']}@sub.campus.example.edu")
    for person in (verified, other):
        server.admin("account", "verify", person.email)
    ask(verified, first, status=201)
    for person in (liar, other):
        ask(person, first)
    server.admin("account", "verify", liar.email)
    ask(liar, first, status=201)
    assert "waiting" not in liar.get("/v1/me/enrollments")


def test_a_rule_that_admits_people_lets_in_those_who_wait(locked, first, grace, stranger):
    ask(stranger, first)
    grace.call("PUT", f"/v1/courses/{locked['id']}/joining", 200, json={"joining": "open"})
    assert [each["section"] for each in stranger.items("/v1/me/enrollments")] == [first]
    assert kinds(stranger) == ["joinAdmitted"] and grace.items(f"/v1/courses/{locked['id']}/join-requests") == []


def test_many_requests_are_one_line_in_the_inbox_of_staff(server, locked, first, grace):
    people = [register(server) for _ in range(4)]
    for person in people[:3]:
        ask(person, first)
    [told] = grace.items("/v1/me/notifications")
    expect_unnamed(told, *[person.account["displayName"] for person in people])
    grace.call("PATCH", "/v1/me/notifications", json={"read": [told["id"]]})
    ask(people[3], first)
    assert kinds(grace) == ["joinRequested"] * 2
    waiting = [each["id"] for each in grace.items(f"/v1/courses/{locked['id']}/join-requests", limit=1)]
    assert sorted(waiting) == sorted(each.id for each in people)


def test_nobody_waits_for_sections_without_end(server, courses):
    person = register(server)
    sections = []
    while len(sections) <= 50:
        course = next(courses)
        staff(server, course["id"]).call("PUT", f"/v1/courses/{course['id']}/joining", 200, json={"joining": "approval"})
        sections += [each["id"] for each in course["sections"]]
    ask(person, *sections[:50])
    person.refused("POST", "/v1/me/enrollments", 409, json={"sections": sections[50:]})
    assert len(person.get("/v1/me/enrollments")["waiting"]) == 50


@pytest.mark.parametrize("whole", [True, False])
def test_a_removed_member_is_told_and_every_device_purges(whole, course, first, second, grace, cleo):
    cleo.enroll(second)
    shared, of_first = grace.post(course["id"], "For all"), grace.post(course["id"], "For the first", sections=[first])
    own = cleo.post(course["id"], "Mine")
    waiting, purging = Copy(cleo), Purger(cleo)
    with cleo.stream(cleo.head()) as live:
        query = {"reason": "Not in this class"} | ({} if whole else {"section": first})
        grace.call("DELETE", f"/v1/courses/{course['id']}/members/@{cleo.account['handle']}", 204, params=query)
        while (revoked := live.change()[0])["op"] != "scopeRevoked":
            pass
    assert revoked["course"] == course["id"]
    for copy in (waiting, purging):
        copy.catch_up()
        copy.expect_fresh()
        assert set(copy.held["event"]) == (set() if whole else {shared["id"], own["id"]}), of_first
    [told] = cleo.items("/v1/me/notifications")
    assert (told["kind"], told["course"], told["text"]) == ("removedFromCourse", course["id"], "Not in this class")
    assert grace.event(own)["author"]["id"] == cleo.id, "posts for the class stay"
    if whole:
        cleo.refused("POST", f"/v1/courses/{course['id']}/events", 403, json={"title": "Again"})
    grace.refused("DELETE", f"/v1/courses/{course['id']}/members/{cleo.id}", 404, params={"section": first})


def test_a_removed_member_comes_back_by_the_word_of_staff_alone(course, first, second, grace, cleo, ada):
    path = f"/v1/courses/{course['id']}/members/{cleo.id}"
    for person in (ada, cleo):
        person.refused("DELETE", path, 403)
    grace.call("DELETE", path, 204)
    ask(cleo, first, second)
    grace.call("PUT", f"/v1/courses/{course['id']}/joining", 200, json={"joining": "approval"})
    grace.call("PUT", f"/v1/courses/{course['id']}/joining", 200, json={"joining": "open"})
    assert cleo.items("/v1/me/enrollments") == [], "the open door is not for them"
    grace.call("PATCH", f"/v1/courses/{course['id']}/join-requests/{cleo.id}", 204, json={"admitted": True})
    cleo.drop(second)
    ask(cleo, second, status=201)


def test_staff_of_a_section_remove_from_it_alone_and_nobody_removes_staff(server, course, first, second, cleo, eve, dora, grace):
    members = f"/v1/courses/{course['id']}/members"
    cleo.enroll(second)
    dora.refused("DELETE", f"{members}/{eve.id}", 404)
    dora.refused("DELETE", f"{members}/{cleo.id}", 403, params={"section": second})
    dora.call("DELETE", f"{members}/{cleo.id}", 204)
    assert [each["section"] for each in cleo.items("/v1/me/enrollments")] == [second]
    ask(cleo, first)
    grace.refused("DELETE", f"{members}/{dora.id}", 409)
    for nobody in ("@nobody", "nobody@example.edu", "nobody"):
        grace.refused("DELETE", f"{members}/{nobody}", 404)
    log = server.admin("audit", "--action", "memberRemoved")
    assert cleo.email in log and course["sections"][0]["code"] in log


def test_staff_who_enroll_in_their_own_section_get_no_second_place(server, course, first, second):
    person = staff(server, course["id"], first)
    ask(person, first, status=200)
    server.admin("staff", "revoke", person.email, course["id"])
    assert person.items("/v1/me/enrollments") == []
    person.refused("GET", f"/v1/courses/{course['id']}/events", 403)


def test_the_operator_closes_all_courses_at_once(tmp_path):
    server = Noteitd(tmp_path, NOTEIT_JOINING="approval")
    server.load_sample()
    server.start()
    person = register(server)
    course = person.get("/v1/courses/202530.CMPT225")
    section = course["sections"][0]["id"]
    [waiting] = ask(person, section)["waiting"]
    assert not waiting["staffed"], "nobody is there to let them in"
    assert person.get(f"/v1/courses/{course['id']}/joining") == {"joining": "approval", "domains": [], "fromServer": True}
    grace = staff(server, course["id"])
    grace.call("PUT", f"/v1/courses/{course['id']}/joining", 200, json={"joining": "open"})
    assert [each["section"] for each in person.items("/v1/me/enrollments")] == [section]
    server.stop()
    assert server.admin("check", check=False).returncode == 0
