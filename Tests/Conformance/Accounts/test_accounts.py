"""Accounts, sign-ins, sessions and tokens."""

import statistics

import pytest

from base64url import decoded, encoded
from people import PASSWORD, Anyone, Person, register
from processes import work


def test_registering_signs_in(anyone):
    body = {"email": "First.Student@Example.edu", "password": PASSWORD, "displayName": "First", "device": "a test"}
    signed_in = anyone.call("POST", "/v1/accounts", 201, json=body).json()
    assert set(signed_in) == {"account", "accessToken", "expiresIn", "refreshToken"}
    assert set(signed_in["account"]) == {"id", "email", "displayName", "role", "handle"}
    assert signed_in["account"]["email"] == "First.Student@Example.edu"
    assert signed_in["account"]["role"] == "student"
    assert Person(anyone.server, signed_in).get("/v1/me") == signed_in["account"]


def test_an_email_has_one_account_whatever_its_case(server, anyone):
    person = register(server)
    body = {"email": person.email.upper(), "password": PASSWORD, "displayName": "Another"}
    anyone.refused("POST", "/v1/accounts", 409, json=body)


@pytest.mark.parametrize("password", ["short", "123456789", "password123", "1234567890", "qwertyuiop", "aaaaaaaaaaaa", "p@ssw0rd2025"])
def test_a_weak_password_is_refused(anyone, password):
    body = {"email": "weak@example.edu", "password": password, "displayName": "Weak"}
    problem = anyone.refused("POST", "/v1/accounts", 422, json=body)
    assert [error["field"] for error in problem["errors"]] == ["password"]


def test_all_wrong_fields_are_named_at_once(anyone):
    body = {"email": "nobody", "password": "short", "displayName": "  "}
    problem = anyone.refused("POST", "/v1/accounts", 422, json=body)
    assert {error["field"] for error in problem["errors"]} == {"email", "password", "displayName"}


def test_a_wrong_password_and_an_unknown_email_get_the_same_answer(own_server):
    person, anyone = register(own_server), Anyone(own_server)
    answers, seconds = {}, {"wrong": [], "unknown": []}
    for round in range(3):
        for kind, email in [("wrong", person.email), ("unknown", f"nobody{round}@example.edu")]:
            body = {"email": email, "password": "not the password"}
            answers[kind], used = work(lambda: anyone.refused("POST", "/v1/sessions", 401, json=body), own_server.process)
            seconds[kind].append(used)
    assert answers["wrong"] == answers["unknown"]
    wrong, unknown = (statistics.median(seconds[kind]) for kind in ("wrong", "unknown"))
    assert 0.4 < wrong / unknown < 2.5, seconds


def test_repeated_failures_are_throttled(own_server):
    person, anyone = register(own_server), Anyone(own_server)
    for _ in range(60):
        answer = anyone.call("POST", "/v1/sessions", json={"email": person.email, "password": "not the password"})
        if answer.status_code == 429:
            break
        assert answer.status_code == 401
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0
    anyone.refused("POST", "/v1/sessions", 429, json={"email": person.email, "password": PASSWORD})
    assert person.get("/v1/me") == person.account


def test_a_refresh_token_works_once_and_its_reuse_ends_the_session(server, anyone):
    person = register(server)
    first = {"refreshToken": person.refresh_token}
    person.take(anyone.call("POST", "/v1/sessions/refresh", 200, json=first).json())
    assert person.get("/v1/me") == person.account
    assert person.refresh_token != first["refreshToken"]
    second = {"refreshToken": person.refresh_token}
    person.take(anyone.call("POST", "/v1/sessions/refresh", 200, json=second).json())
    anyone.refused("POST", "/v1/sessions/refresh", 401, json=first)
    anyone.refused("POST", "/v1/sessions/refresh", 401, json={"refreshToken": person.refresh_token})
    person.refused("GET", "/v1/me", 401)


def test_a_refresh_whose_answer_was_lost_is_asked_for_once_more(server, anyone):
    person = register(server)
    first = {"refreshToken": person.refresh_token}
    lost = anyone.call("POST", "/v1/sessions/refresh", 200, json=first).json()
    person.take(anyone.call("POST", "/v1/sessions/refresh", 200, json=first).json())
    assert person.refresh_token not in (lost["refreshToken"], first["refreshToken"])
    person.refresh()
    assert person.get("/v1/me") == person.account
    anyone.refused("POST", "/v1/sessions/refresh", 401, json={"refreshToken": lost["refreshToken"]})
    person.refused("GET", "/v1/me", 401)


def test_a_lost_answer_is_asked_for_once_and_not_again(server, anyone):
    person = register(server)
    first = {"refreshToken": person.refresh_token}
    for status in (200, 200, 401):
        answer = anyone.call("POST", "/v1/sessions/refresh", status, json=first)
        if status == 200:
            person.take(answer.json())
    person.refused("GET", "/v1/me", 401)
    anyone.refused("POST", "/v1/sessions/refresh", 401, json={"refreshToken": person.refresh_token})


def test_sessions_are_listed_newest_first_and_end_one_by_one(server):
    person = register(server)
    phone, laptop = person.sign_in_again("phone"), person.sign_in_again("laptop")
    listed = laptop.items("/v1/sessions", limit=1)
    assert [set(session) for session in listed] == [{"id", "device", "createdAt", "lastUsedAt", "current"}] * 3
    assert {session["device"] for session in listed} == {"phone", "laptop", None}
    assert [session["device"] for session in listed if session["current"]] == ["laptop"]
    laptop.call("DELETE", f"/v1/sessions/{next(s['id'] for s in listed if s['device'] == 'phone')}", 204)
    phone.refused("GET", "/v1/me", 401)
    Anyone(server).refused("POST", "/v1/sessions/refresh", 401, json={"refreshToken": phone.refresh_token})
    laptop.call("DELETE", "/v1/sessions/current", 204)
    laptop.refused("GET", "/v1/me", 401)
    assert [session["current"] for session in person.items("/v1/sessions")] == [True]


def test_another_persons_session_is_not_found(server, stranger):
    person = register(server)
    session = person.items("/v1/sessions")[0]["id"]
    stranger.refused("DELETE", f"/v1/sessions/{session}", 404)
    assert person.get("/v1/me") == person.account


def test_an_account_changes_its_name_and_email(server, anyone, stranger):
    person = register(server)
    changed = person.call("PATCH", "/v1/me", 200, json={"displayName": "Renée", "email": f"new.{person.email}", "currentPassword": PASSWORD}).json()
    assert changed == person.account | {"displayName": "Renée", "email": f"new.{person.email}"}
    assert person.call("PATCH", "/v1/me", 200, json={}).json() == changed
    person.refused("PATCH", "/v1/me", 409, json={"email": stranger.email, "currentPassword": PASSWORD})
    person.refused("PATCH", "/v1/me", 422, json={"displayName": ""})
    assert person.get("/v1/me") == changed
    person.email = changed["email"]
    assert person.sign_in_again().account == changed


def test_a_new_password_signs_the_other_devices_out(server, anyone):
    person = register(server)
    phone = person.sign_in_again("phone")
    new = "another fine sentence"
    wrong = {"currentPassword": "not the password", "newPassword": new}
    assert person.refused("PUT", "/v1/me/password", 422, json=wrong)["errors"][0]["field"] == "currentPassword"
    weak = {"currentPassword": PASSWORD, "newPassword": "short"}
    assert person.refused("PUT", "/v1/me/password", 422, json=weak)["errors"][0]["field"] == "newPassword"
    person.call("PUT", "/v1/me/password", 204, json={"currentPassword": PASSWORD, "newPassword": new})
    assert person.get("/v1/me") == person.account
    phone.refused("GET", "/v1/me", 401)
    anyone.refused("POST", "/v1/sessions", 401, json={"email": person.email, "password": PASSWORD})
    assert person.sign_in_again(password=new).account == person.account


def test_a_person_who_leaves_takes_private_texts_and_the_name_along(server, course, ada, bob, anyone):
    public, private = ada.post(course["id"], "Public"), ada.post(course["id"], "Private", visibility="private")
    reply = ada.reply(public)
    name = ada.account["displayName"]
    ada.call("DELETE", "/v1/me", 204, json={"currentPassword": PASSWORD})
    ada.refused("GET", "/v1/me", 401)
    anyone.refused("POST", "/v1/sessions", 401, json={"email": ada.email, "password": PASSWORD})
    left = bob.event(public)
    assert left["title"] == "Public" and left["author"]["displayName"] != name
    assert bob.items(f"/v1/events/{public['id']}/replies")[0]["body"] == reply["body"]
    bob.refused("GET", f"/v1/events/{private['id']}", 404)
    assert register(server, email=ada.email).id != ada.id


def test_tokens_are_signed_by_a_published_key_and_forged_ones_refused(server, anyone):
    person = register(server)
    header, claims, signature = person.token.split(".")
    kid = decoded(header)["kid"]
    assert decoded(header)["alg"] == "EdDSA"
    assert kid in [key["kid"] for key in anyone.get("/.well-known/jwks.json")["keys"]]
    forged = [
        "", "x", "a.b.c", f"{header}.{claims}.", f"{header}.{claims}.{signature[:-4]}AAAA",
        f"{encoded({'alg': 'none', 'kid': kid})}.{claims}.", f"{encoded({'alg': 'HS256', 'kid': kid})}.{claims}.{signature}",
        f"{header}.{encoded(decoded(claims) | {'sub': register(server).id})}.{signature}",
    ]
    for token in forged:
        anyone.refused("GET", "/v1/me", 401, headers={"Authorization": f"Bearer {token}"})
    anyone.refused("GET", "/v1/me", 401, headers={"Authorization": f"Basic {person.token}"})
    anyone.refused("GET", f"/v1/me?access_token={person.token}", 401)
