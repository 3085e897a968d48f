"""Paths have one spelling: near-names and extra slashes bypass nothing."""

import pytest

from contract import judge
from hostile import REFUSED_ANYWAY, ask, expect_problem, filled, with_path_values

SUFFIXES = ["%00", "%01", "%7F", "%0A", "%C2%85", "%00x", "%00%00"]


@pytest.mark.parametrize("method, path, id", with_path_values(), ids=[id for _, _, id in with_path_values()])
def test_a_name_with_a_suffix_is_another_name(method, path, id, request):
    """A name with a control character finds and changes nothing. The plain name then works."""
    world = request.getfixturevalue("kept_world" if method == "GET" else "world")
    person, values, _, body = world.request(id)
    before = world.state()
    for name in values:
        for suffix in SUFFIXES:
            answer = ask(person, method, filled(path, values | {name: values[name] + suffix}), body)
            expect_problem(answer, (path, name, suffix), (400, 404, 422))
        for prefix in ("%00", "%0A"):
            expect_problem(ask(person, method, filled(path, values | {name: prefix + values[name]}), body), (path, name, prefix),
                (400, 404, 422))
    assert world.state() == before
    plain = filled(path, values) + ("?title=Why" if id == "similarQuestions" else "")
    answer = ask(person, method, plain, body)
    judge(method, plain, answer)
    expected = (404, 409) if id in REFUSED_ANYWAY else (200, 201, 204)
    assert answer.status_code in expected, answer.text[:300]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_other_forms_of_a_name_do_not_bypass_the_rules(suffix, kept_world):
    """`current` for a session, handle and email for an account, a calendar's ending."""
    world = kept_world
    ada, bob, grace = world.ada, world.bob, world.grace
    expect_problem(ask(ada, "DELETE", f"/v1/sessions/current{suffix}"), suffix, (400, 404, 422))
    assert ada.get("/v1/me") == ada.account
    for account in (f"@{bob.account['handle']}", bob.email):
        path = f"/v1/courses/{world.course['id']}/staff/{account}{suffix}"
        expect_problem(ask(grace, "PUT", path, {}), path, (400, 404, 422))
    assert [each["id"] for each in grace.items(f"/v1/courses/{world.course['id']}/staff")] == [grace.id]
    schedule = world.requests["schedule"][1]["schedule"]
    assert ask(ada, "GET", f"/v1/me/schedules/{schedule}.ics").status_code == 200
    for path in (f"{schedule}{suffix}.ics", f"{schedule}.ics{suffix}"):
        expect_problem(ask(ada, "GET", f"/v1/me/schedules/{path}"), path, (400, 404, 422))


@pytest.mark.parametrize("asked_before", [True, False], ids=["asked before", "not asked before"])
def test_a_person_who_dropped_a_course_reads_it_under_no_name(asked_before, course, first, ada, cleo, stranger):
    """Not even under a name that a cache could confuse with the plain one."""
    event = cleo.post(course["id"], "For who is in it")
    forms = [course["id"] + suffix for suffix in ["", *SUFFIXES, "%20", "%2F", "/", "%E2%80%8B", "%EF%BB%BF", ".", "%3F",
        "%23"]] + [course["id"].lower(), f"%00{course['id']}"]
    paths = [f"/v1/courses/{form}/{what}" for form in forms for what in ("events", "events?q=who", "events?limit=1",
        "similar?title=who", "staff")]
    paths += [f"/v1/events/{event['id']}{suffix}{what}" for suffix in ["", *SUFFIXES]
        for what in ("", "/replies", "/due-history")]
    if asked_before:
        for path in paths:
            ask(ada, "GET", path)
    ada.drop(first)
    for person in (ada, stranger):
        for path in paths:
            answer = ask(person, "GET", path)
            assert answer.status_code in (400, 403, 404, 422), (path, answer.status_code, answer.text[:300])
            assert "For who is in it" not in answer.text and (event["id"] not in answer.text or event["id"] in path)


@pytest.mark.parametrize("path", [
    "//metrics", "/metrics/", "/v1//me", "/v1/me/", "//v1/me", "/v1/me//", "///metrics", "//healthz", "/healthz/", "//readyz",
    "/openapi.yaml/", "/v1/./me", "/./metrics", "/v1/x/../me",
    "/v1/%2e/me", "/v1/me/%2e", "/v1%2Fme", "/%2Fmetrics", "/metrics%2F", "/metrics%00", "/v1/me%00", "/metrics%0A", "/v1/me%20",
    "/metrics;x", "/v1/search/?q=lab", "/v1/me/enrollments/",
    "/V1/me", "/Metrics", "/v1\\me", "/.well-known//jwks.json",
])
def test_a_path_with_extra_slashes_or_dots_is_not_the_plain_one(path, ada):
    answer = ask(ada, "GET", path)
    expect_problem(answer, path, (404,))
    assert ada.id not in answer.text and "noteit_" not in answer.text


def test_extra_slashes_write_nothing(course, ada):
    before = ada.head()
    id = course["id"]
    for path in (f"/v1/courses/{id}/events/", f"/v1/courses/{id}//events", f"//v1/courses/{id}/events",
            f"/v1//courses/{id}/events", f"/v1/courses//{id}/events", f"/v1/courses/./{id}/events"):
        expect_problem(ask(ada, "POST", path, {"title": "x"}), path, (404,))
    for path in ("/v1/me/", "/v1//me", "//v1/me", "/v1/me//"):
        expect_problem(ask(ada, "DELETE", path), path, (404,))
    assert ada.changes(before) == [] and ada.get("/v1/me") == ada.account
