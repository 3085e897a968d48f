"""Staff roles and the roster: each role against each route, and staff by the catalog."""

import json

import pytest

from copies import Copy
from people import PASSWORD, Anyone, Person, register, staff

ROLES = ["stranger", "student", "section staff", "whole staff", "admin"]


@pytest.fixture
def caller(request, server, course):
    """A person with the role under test."""
    second = course["sections"][1]["id"]
    match request.param:
        case "stranger":
            return register(server)
        case "student":
            person = register(server)
            person.enroll(second)
            return person
        case "section staff":
            return staff(server, course["id"], second)
        case "whole staff":
            return staff(server, course["id"])
        case "admin":
            person = register(server)
            server.admin("account", "role", person.email, "admin")
            return person


def may(caller_role, scope):
    """Whether the role grants and revokes staff: of the whole course, of the second section, of the first."""
    return caller_role in ("whole staff", "admin") or (caller_role == "section staff" and scope == "second")


@pytest.mark.parametrize("scope", ["course", "first", "second"])
@pytest.mark.parametrize("caller, role", [(role, role) for role in ROLES], indirect=["caller"])
def test_each_role_grants_and_revokes_within_its_reach(server, course, ada, caller, role, scope):
    path = f"/v1/courses/{course['id']}/staff/{ada.id}"
    section = {"course": None, "first": course["sections"][0]["id"], "second": course["sections"][1]["id"]}[scope]
    body = {} if section is None else {"sections": [section]}
    query = {} if section is None else {"section": section}
    if may(role, scope):
        member = caller.call("PUT", path, 201, json=body).json()
        assert member["id"] == ada.id and [place["section"] for place in member["places"]] == [section]
        assert caller.call("PUT", path, 200, json=body).json() == member
        told = ada.items("/v1/me/notifications")
        assert [(each["kind"], each["course"]) for each in told] == [("staffGranted", course["id"])]
        caller.call("DELETE", path, 204, params=query)
        assert ada.items("/v1/me/notifications") == [], "it is not so any more"
        caller.refused("DELETE", path, 404, params=query)
    else:
        caller.refused("PUT", path, 403, json=body)
        assert ada.items("/v1/me/notifications") == []
        options = [] if section is None else ["--section", section]
        server.admin("staff", "grant", ada.email, course["id"], *options)
        caller.refused("DELETE", path, 403, params=query)
        assert any(place["role"] == "staff" for place in ada.get("/v1/me/enrollments")["items"])


@pytest.mark.parametrize("caller, role", [(role, role) for role in ROLES], indirect=["caller"])
def test_each_role_sees_the_people_that_it_may(course, ada, grace, caller, role):
    path = f"/v1/courses/{course['id']}"
    if role == "stranger":
        caller.refused("GET", f"{path}/staff", 403)
    else:
        listed = caller.items(f"{path}/staff")
        assert grace.id in [each["id"] for each in listed]
        assert all(("email" in each) == (role != "student") for each in listed)
    for what in ("roster", "removals", "reports"):
        if (role, what) == ("admin", "reports"):
            assert caller.items(f"{path}/{what}") == []
        elif role not in ("section staff", "whole staff"):
            caller.refused("GET", f"{path}/{what}", 403)
    if role == "whole staff":
        assert {ada.id, grace.id, caller.id} == {each["id"] for each in caller.items(f"{path}/roster", limit=1)}
        assert [each["email"] for each in caller.items(f"{path}/roster", role="student")] == [ada.email]
    if role == "section staff":
        assert [each["id"] for each in caller.items(f"{path}/roster")] == [caller.id]
        caller.call("GET", f"{path}/roster", 200, params={"section": course["sections"][0]["id"]})


def test_a_grant_by_email_or_handle_brings_the_copy_of_staff(course, ada, bob, grace):
    ada.post(course["id"], "For staff", visibility="staff")
    event = ada.post(course["id"])
    copy = Copy(bob)
    for name in (bob.email.upper(), "@" + bob.account["handle"]):
        answer = grace.call("PUT", f"/v1/courses/{course['id']}/staff/{name}", json={})
        assert answer.status_code in (200, 201)
    copy.expect_fresh()
    assert copy.held["event"][event["id"]]["author"]["email"] == ada.email and len(copy.held["event"]) == 2
    bob.call("DELETE", f"/v1/courses/{course['id']}/staff/{bob.id}", 204)
    copy.expect_fresh()
    assert "email" not in copy.held["event"][event["id"]]["author"] and len(copy.held["event"]) == 1
    for name in ("nobody@example.edu", "@nobody", "nobody", "x" * 300):
        grace.refused("PUT", f"/v1/courses/{course['id']}/staff/{name}", 404, json={})
        # A student cannot probe here whose email it is.
        ada.refused("PUT", f"/v1/courses/{course['id']}/staff/{name}", 404 if "@" not in name else 403, json={})
    for sections in (["202530.none"], ["x"] * 201):
        problem = grace.refused("PUT", f"/v1/courses/{course['id']}/staff/{bob.id}", 422, json={"sections": sections})
        assert problem["errors"][0]["field"] == "sections"


def test_the_catalog_makes_named_instructors_staff(own_server, tmp_path):
    person = register(own_server)
    course = person.get("/v1/courses/202530.CMPT225")
    section = next(each for each in course["sections"] if each["instructors"])
    taught = sum(
        section["instructors"][0] in each["instructors"]
        for summary in person.items("/v1/terms/202530/courses") for each in person.get(f"/v1/courses/{summary['id']}")["sections"])
    file = tmp_path / "instructors.csv"
    file.write_text(f'instructor,email\n"{section["instructors"][0]}",{person.email}\n')
    assert "no account, or is not verified" in own_server.admin("catalog", "instructors", str(file))
    assert person.get("/v1/me/enrollments")["items"] == []
    own_server.admin("account", "verify", person.email)
    held = person.items("/v1/me/enrollments")
    assert section["id"] in [each["section"] for each in held] and len(held) == taught
    assert all(each["role"] == "staff" for each in held)
    person.call("PATCH", "/v1/me", 200, json={"email": "another@example.edu", "currentPassword": PASSWORD})
    assert person.get("/v1/me/enrollments")["items"] == []
    file.write_text("instructor,email\nNobody,no email\n,x@example.edu\nA,a@example.edu\nA,b@example.edu\n")
    said = own_server.admin("catalog", "instructors", str(file), check=False)
    assert said.returncode == 1 and all(f"line {line}" in said.stderr for line in (2, 3, 5)), said.stderr
    own_server.admin("check")


def test_the_audit_log_records_each_actor_and_action(own_server):
    person = register(own_server)
    Anyone(own_server).refused("POST", "/v1/sessions", 401, json={"email": person.email, "password": "wrong password"})
    Anyone(own_server).refused("POST", "/v1/sessions", 401, json={"email": "nobody@example.edu", "password": "wrong password"})
    own_server.admin("staff", "grant", person.email, "CMPT225")
    own_server.admin("account", "create", "dean@example.edu", "--name", "The Dean", "--role", "instructor", text=PASSWORD + "\n")
    body = {"email": "dean@example.edu", "password": PASSWORD}
    Person(own_server, Anyone(own_server).call("POST", "/v1/sessions", 201, json=body).json())
    rows = [line.split("\t") for line in own_server.admin("audit").splitlines()]
    assert [row[2] for row in rows] == ["signedIn", "signInFailed", "signInFailed", "staffGranted", "emailVerified", "signedIn"]
    assert rows[0][3] == person.email and rows[1][4] == person.email and rows[2][4] == "-" and rows[1][6] == "127.0.0.1"
    assert rows[3][3:7] == ["-", person.email, "202530.CMPT225", "all sections"]
    assert json.loads(own_server.admin("audit", "--json").splitlines()[3])["subject"] == person.id
    assert len(own_server.admin("audit", "--actor", person.email, "--action", "signedIn", "--since", "1h", "--json").splitlines()) == 1
    assert own_server.admin("audit", "--since", "2999-01-01") == ""
    for wrong in (["--since", "soon"], ["--actor", "x"], ["--actor", "nobody@example.edu"], ["--action", "x"]):
        assert own_server.admin("audit", *wrong, check=False).returncode != 0
    assert "wrong password" not in own_server.admin("audit")


def test_the_news_of_a_staff_place_stays_as_long_as_one_is_left(server, course, ada, grace):
    path = f"/v1/courses/{course['id']}/staff/{ada.id}"
    first, second = (section["id"] for section in course["sections"][:2])
    grace.call("PUT", path, 201, json={"sections": [first, second]})
    grace.call("DELETE", path, 204, params={"section": first})
    assert [each["kind"] for each in ada.items("/v1/me/notifications")] == ["staffGranted"]
    grace.call("DELETE", path, 204, params={"section": second})
    assert ada.items("/v1/me/notifications") == []
