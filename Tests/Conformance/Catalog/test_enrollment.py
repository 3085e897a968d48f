"""Enrollment."""

from people import staff


def test_enrolling_is_all_or_none_and_may_be_repeated(course, stranger):
    first, second = (section["id"] for section in course["sections"][:2])
    problem = stranger.refused("POST", "/v1/me/enrollments", 422, json={"sections": [first, "202530.nosuch"]})
    assert problem["errors"][0]["field"] == "sections"
    assert stranger.get("/v1/me/enrollments") == {"items": [], "next": None}
    held = stranger.enroll(first)
    assert [set(enrollment) for enrollment in held] == [{"section", "course", "role", "since"}]
    assert (held[0]["section"], held[0]["course"], held[0]["role"]) == (first, course["id"], "student")
    assert stranger.enroll(first) == held
    assert [enrollment["section"] for enrollment in stranger.enroll(first, second, second)] == [first, second]
    assert len(stranger.get("/v1/me/enrollments")["items"]) == 2
    for sections in ([], [first] * 51):
        stranger.refused("POST", "/v1/me/enrollments", 422, json={"sections": sections})


def test_a_dropped_section_is_gone(course, stranger):
    section = course["sections"][0]["id"]
    stranger.refused("DELETE", f"/v1/me/enrollments/{section}", 404)
    stranger.enroll(section)
    stranger.drop(section)
    stranger.refused("DELETE", f"/v1/me/enrollments/{section}", 404)
    assert stranger.get("/v1/me/enrollments")["items"] == []
    stranger.refused("GET", f"/v1/courses/{course['id']}/events", 403)


def test_staff_roles_are_listed_and_cannot_be_dropped(server, course):
    section = course["sections"][0]["id"]
    whole, some = staff(server, course["id"]), staff(server, course["id"], section)
    assert [(e["section"], e["role"]) for e in whole.get("/v1/me/enrollments")["items"]] == [(None, "staff")]
    assert [(e["section"], e["role"]) for e in some.get("/v1/me/enrollments")["items"]] == [(section, "staff")]
    some.refused("DELETE", f"/v1/me/enrollments/{section}", 403)
    server.admin("staff", "revoke", some.email, course["id"])
    assert some.get("/v1/me/enrollments")["items"] == []


def test_only_people_in_the_course_read_and_post(course, stranger):
    stranger.refused("GET", f"/v1/courses/{course['id']}/events", 403)
    stranger.refused("POST", f"/v1/courses/{course['id']}/events", 403, json={"title": "Hello"})
    stranger.refused("GET", "/v1/courses/202530.NOSUCH999/events", 404)
    stranger.refused("POST", "/v1/courses/202530.NOSUCH999/events", 404, json={"title": "Hello"})
