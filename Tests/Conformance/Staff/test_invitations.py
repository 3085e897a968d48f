"""Invitations by link and code: who makes them, who may use them, and that a door opens for exactly their uses."""

import concurrent.futures
import json

import pytest

from copies import Copy
from noteitd import Noteitd
from people import PASSWORD, Anyone, Person, expect_unnamed, register, staff

CODE = r"([0-9a-hjkmnp-tv-z]{4}-){4}[0-9a-hjkmnp-tv-z]{4}"


def invite(person, course, status=201, **fields):
    return person.call("POST", f"/v1/courses/{course}/invitations", status, json=fields).json()


def use(person, code, *sections, status=201):
    body = {"code": code} | ({"sections": list(sections)} if sections else {})
    return person.call("POST", "/v1/invitations/use", status, json=body).json()


def scopes(person):
    return sorted(each["section"] or each["course"] for each in person.items("/v1/me/enrollments"))


def join(server, code, email, status=201, **fields):
    body = {"email": email, "password": PASSWORD, "displayName": "Guest", "invitation": code} | fields
    return Anyone(server).call("POST", "/v1/accounts", status, json=body).json()


@pytest.fixture
def locked(course, grace):
    grace.call("PUT", f"/v1/courses/{course['id']}/joining", 200, json={"joining": "approval"})
    return course["id"]


def test_the_newest_is_first_also_among_those_of_one_second(locked, grace):
    made = [invite(grace, locked)["invitation"]["id"] for _ in range(8)]
    assert [each["id"] for each in grace.items(f"/v1/courses/{locked}/invitations")][:8] == made[::-1]


def test_an_invitation_lets_one_person_into_a_section(server, locked, first, second, grace, stranger):
    made = invite(grace, locked, section=first)
    code, invitation = made["code"], made["invitation"]
    assert invitation["section"] == first and (invitation["uses"], invitation["used"]) == (1, 0)
    told = Anyone(server).call("POST", "/v1/invitations/preview", 200, json={"code": code}).json()
    assert (told["course"], told["role"], [each["id"] for each in told["sections"]]) == (locked, "student", [first])
    copy = Copy(stranger)
    use(stranger, code.upper().replace("-", " "))
    assert scopes(stranger) == [first]
    copy.expect_fresh()
    assert use(stranger, code, status=200)["items"], "a repeated request does no harm"
    other = register(server)
    assert "used already" in use(other, code, status=409)["detail"] and scopes(other) == []
    [listed] = grace.items(f"/v1/courses/{locked}/invitations")
    assert listed["used"] == 1 and "code" not in json.dumps(listed)
    stranger.drop(first)
    assert "You used this invitation already" in use(stranger, code, status=409)["detail"]
    use(other, "0000-0000-0000-0000-0000", status=404)


def test_a_person_chooses_where_the_invitation_leaves_a_choice(locked, first, second, grace, stranger):
    code = invite(grace, locked)["code"]
    [error] = use(stranger, code, status=422)["errors"]
    assert error["field"] == "sections"
    use(stranger, code, "200010.99999", status=422)
    use(stranger, code, second, first)
    assert scopes(stranger) == sorted([first, second])


def test_each_reason_to_refuse_is_a_sentence(server, locked, first, grace, stranger):
    revoked, late, own = (invite(grace, locked, section=first, **more) for more in ({}, {}, {"email": "Guest.One@example.edu"}))
    grace.call("DELETE", f"/v1/invitations/{revoked['invitation']['id']}", 204)
    server.sql(f"UPDATE invitation SET expires_at = created_at - 1 WHERE id = '{late['invitation']['id']}'")
    assert "revoked" in use(stranger, revoked["code"], status=409)["detail"]
    assert "expired on" in use(stranger, late["code"], status=409)["detail"]
    assert "another person" in use(stranger, own["code"], status=403)["detail"]
    for each, status in ((revoked, 409), (late, 409), (own, 403)):
        join(server, each["code"], f"{stranger.id}@example.edu", status)
    assert scopes(stranger) == []
    join(server, own["code"], "guest.ONE@example.edu")
    named = invite(grace, locked, section=first, handle="@" + stranger.account["handle"])
    assert "another person" in use(register(server), named["code"], status=403)["detail"]
    use(stranger, named["code"])
    for wrong in ({"uses": 0}, {"uses": 10_001}, {"email": "x"}, {"uses": 2, "email": "a@b.c"}, {"section": "200010.99999"},
                  {"expiresAt": "2020-01-01T00:00:00Z"}, {"expiresAt": "2999-01-01T00:00:00Z"}, {"role": "admin"},
                  {"email": "a@b.c", "handle": "ada"}):
        invite(grace, locked, status=422, **wrong)


def test_staff_invite_to_their_own_sections_alone(server, ada, locked, first, second, grace, dora, stranger):
    for person in (stranger, ada):
        invite(person, locked, status=403)
        person.refused("GET", f"/v1/courses/{locked}/invitations", 403)
    for wanted in ({}, {"section": second}, {"role": "staff"}):
        assert "alone" in invite(dora, locked, status=403, **wanted)["detail"]
    mine = invite(dora, locked, section=first, role="staff")
    whole = invite(grace, locked)["invitation"]["id"]
    assert [each["id"] for each in dora.items(f"/v1/courses/{locked}/invitations")] == [mine["invitation"]["id"]]
    assert len(grace.items(f"/v1/courses/{locked}/invitations")) == 2
    dora.refused("DELETE", f"/v1/invitations/{whole}", 403)
    for person in (stranger, ada):
        person.refused("DELETE", f"/v1/invitations/{whole}", 404)
        person.refused("GET", "/v1/invitations", 403)
        person.refused("POST", "/v1/invitations", 403, json={})
    use(stranger, mine["code"])
    [place] = stranger.items("/v1/me/enrollments")
    assert (place["section"], place["role"]) == (first, "staff")
    # An invitation is good as long as its maker may invite.
    last = invite(dora, locked, section=first)
    grace.call("DELETE", f"/v1/courses/{locked}/staff/{dora.id}", 204)
    assert "may no longer invite" in use(register(server), last["code"], status=409)["detail"]


def test_an_invitation_that_ended_lets_nobody_choose_a_section(server, locked, first, second, grace):
    """Not even who registered by it before."""
    maker = staff(server, locked)
    revoked, late, orphaned = invite(grace, locked), invite(grace, locked), invite(maker, locked, uses=2)
    people = [
        Person(server, join(server, each["code"], f"{each['invitation']['id']}@example.edu")) for each in (revoked, late, orphaned)]
    use(people[2], orphaned["code"], second)
    grace.call("DELETE", f"/v1/invitations/{revoked['invitation']['id']}", 204)
    server.sql(f"UPDATE invitation SET expires_at = created_at - 1 WHERE id = '{late['invitation']['id']}'")
    server.admin("account", "suspend", maker.email)
    people[2] = register(server)
    for person, each, why in zip(people, (revoked, late, orphaned), ("revoked", "expired on", "may no longer invite")):
        assert why in use(person, each["code"], first, status=409)["detail"]
        assert why in Anyone(server).call("POST", "/v1/invitations/preview", 409, json={"code": each["code"]}).json()["detail"]
        assert scopes(person) == []


def test_people_whom_the_staff_removed_come_back_in_their_own_name_alone(ada, locked, first, grace):
    grace.call("DELETE", f"/v1/courses/{locked}/members/{ada.id}", 204)
    assert "removed you" in use(ada, invite(grace, locked, section=first)["code"], status=403)["detail"]
    use(ada, invite(grace, locked, section=first, email=ada.email)["code"])
    assert scopes(ada) == [first]


def test_the_last_seats_go_to_exactly_as_many(server, locked, first, grace):
    code = invite(grace, locked, section=first, uses=3)["code"]
    people = [register(server) for _ in range(8)]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda person: person.call("POST", "/v1/invitations/use", json={"code": code}).status_code, people))
    assert sorted(answers) == [201] * 3 + [409] * 5
    assert [scopes(person) for person, status in zip(people, answers)] == [[first] if status == 201 else [] for status in answers]


def test_leaving_takes_ones_invitations_along(server, locked, first, grace):
    named = register(server)
    use(named, invite(grace, locked, section=first, handle=named.account["handle"])["code"])
    email = f"named.{named.id}@example.edu"
    invited = Person(server, join(server, invite(grace, locked, section=first, email=email)["code"], email))
    for person in (named, invited):
        person.call("DELETE", "/v1/me", 204, json={"currentPassword": PASSWORD})
    expect_unnamed(json.dumps(grace.items(f"/v1/courses/{locked}/invitations")), email, named.account["handle"])
    made = invite(grace, locked, section=first, uses=5)
    guest = register(server)
    use(guest, made["code"])
    grace.call("DELETE", "/v1/me", 204, json={"currentPassword": PASSWORD})
    use(register(server), made["code"], status=404)
    assert scopes(guest) == [first]
    guest.call("DELETE", "/v1/me", 204, json={"currentPassword": PASSWORD})


@pytest.fixture
def closed(tmp_path):
    server = Noteitd(tmp_path, NOTEIT_REGISTRATION="closed", NOTEIT_JOINING="approval")
    server.load_sample()
    server.admin("account", "create", "dean@example.edu", "--name", "The Dean", "--role", "admin", text=PASSWORD + "\n")
    yield server.start()
    server.stop()


def test_an_invitation_opens_a_closed_server_for_exactly_its_uses(closed):
    answer = Anyone(closed).call("POST", "/v1/sessions", 201, json={"email": "dean@example.edu", "password": PASSWORD}).json()
    dean = Person(closed, answer)
    course = dean.get("/v1/courses/202530.CMPT225")
    first, second = (each["id"] for each in course["sections"][:2])
    code = invite(dean, course["id"], section=first, uses=2)["code"]
    join(closed, "0000-0000-0000-0000-0000", "nobody@example.edu", 404)
    ada = Person(closed, join(closed, code, "ada@example.edu"))
    assert scopes(ada) == [first]
    join(closed, code, "ada@example.edu", 409)
    ben = Person(closed, join(closed, code, "ben@example.edu"))
    assert scopes(ben) == [first]
    assert "used already" in join(closed, code, "cem@example.edu", 409)["detail"]
    # Who registers by an invitation with a choice chooses afterwards, without another use.
    code = invite(dean, course["id"])["code"]
    eli = Person(closed, join(closed, code, "eli@example.edu"))
    assert scopes(eli) == []
    use(ada, code, second, status=409)
    use(eli, code, second)
    assert scopes(eli) == [second]
    alone = dean.call("POST", "/v1/invitations", 201, json={}).json()
    assert "you have one" in use(ada, alone["code"], status=409)["detail"]
    fay = Person(closed, join(closed, alone["code"], "fay@example.edu"))
    assert scopes(fay) == []
    for wrong in ({"role": "staff"}, {"section": first}):
        dean.refused("POST", "/v1/invitations", 422, json=wrong)
    gone = invite(dean, course["id"], section=first)
    closed.sql(f"UPDATE section SET withdrawn = 1 WHERE id = '{first}'")
    assert "no longer offered" in join(closed, gone["code"], "gus@example.edu", 409)["detail"]
    closed.sql(f"UPDATE section SET withdrawn = 0 WHERE id = '{first}'")
    assert scopes(Person(closed, join(closed, gone["code"], "gus@example.edu"))) == [first]
    expect_unnamed(closed.output.read_text(), code, alone["code"])
    closed.stop()
    assert closed.name or code.encode() not in closed.database.read_bytes(), "codes are stored as hashes alone"
    assert "is sound" in closed.admin("check")
