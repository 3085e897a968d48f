"""A second factor: every door asks for it, each code is good once, and nobody gets around it."""

import pytest

from dav import Dav
from noteitd import Noteitd
from people import PASSWORD, Anyone, register
from second_factor import App, add_factor, first_half, second_half
from streams import Closed

PATH = "/v1/me/factors"
CODES = "/v1/me/factors/recovery-codes"


def test_a_sign_in_needs_a_code_which_is_good_once(server):
    person = register(server)
    other = person.sign_in_again()
    app, added = add_factor(person)
    assert len(set(added["recoveryCodes"])) == 10 and added["factor"]["kind"] == "totp"
    # The password alone opened it.
    other.call("GET", "/v1/me", 401)
    person.get("/v1/me")
    needed = first_half(person)
    assert needed["kinds"] == ["totp"] and needed["key"] is None and "accessToken" not in needed
    first, second = app.at(app.last), app.code()
    assert "used" in second_half(person, needed["challenge"], first, 401)["detail"], "it added the factor"
    signed_in = second_half(person, needed["challenge"], second)
    assert signed_in.get("/v1/me")["id"] == person.id
    second_half(person, needed["challenge"], second, 401)
    assert signed_in.get(PATH)["factors"][0]["lastUsed"] is not None


def test_a_challenge_opens_nothing_by_itself_and_belongs_to_its_password(server):
    person = register(server)
    app, added = add_factor(person)
    challenge = first_half(person)["challenge"]
    Anyone(server).call("GET", "/v1/me", 401, headers={"Authorization": f"Bearer {challenge}"})
    for bad in (challenge[:-1], person.token, "x", challenge.replace(".", "..", 1)):
        second_half(person, bad, app.wrong(), 401)
    # That of a sign-in adds no factor, and that of a factor signs nobody in.
    body = {"challenge": challenge, "code": "123456", "name": "x"}
    assert person.refused("POST", PATH, 422, json=body)["errors"][0]["field"] == "challenge"
    key = person.call("POST", f"{PATH}/key", 200, json={"currentPassword": PASSWORD}).json()
    second_half(person, key["challenge"], App(key["key"]).code(), 401)
    # Not of another person.
    stranger = register(server)
    body = {"challenge": key["challenge"], "code": App(key["key"]).code(), "name": "x"}
    assert stranger.refused("POST", PATH, 422, json=body)["errors"][0]["field"] == "challenge"
    new = "another fine sentence"
    person.call("PUT", "/v1/me/password", 204, json={"currentPassword": PASSWORD, "newPassword": new})
    second_half(person, challenge, added["recoveryCodes"][0], 401)


def test_a_recovery_code_is_good_once_and_new_ones_end_the_old(server):
    person = register(server)
    _, added = add_factor(person)
    code, other, third = added["recoveryCodes"][:3]
    challenge = first_half(person)["challenge"]
    second_half(person, challenge, code.upper().replace("-", " "))
    second_half(person, challenge, code, 401)
    assert person.get(PATH)["recoveryCodesLeft"] == 9
    made = person.call("POST", CODES, 200, json={"code": other}).json()["recoveryCodes"]
    assert person.get(PATH)["recoveryCodesLeft"] == 10
    second_half(person, challenge, third, 401)
    second_half(person, challenge, made[0])


def test_wrong_codes_wait_longer_and_longer_wherever_they_come_from(server):
    person = register(server)
    app, _ = add_factor(person)
    # Few requests and no password to hash: the first wait is half a minute.
    challenge, wrong = first_half(person)["challenge"], app.wrong()
    everybody = [Anyone(server, address=f"127.0.0.{50 + number}") for number in range(8)]
    said = [each.call("POST", "/v1/sessions/factor", json={"challenge": challenge, "code": wrong}).status_code for each in everybody]
    assert said[:5] == [401] * 5 and set(said[5:]) == {429}
    # A right one has to wait too, and the session that is open goes on.
    second_half(person, challenge, app.code(), 429)
    assert person.refused("POST", CODES, 429, json={"code": app.wrong()})["status"] == 429
    person.get("/v1/me")
    assert "signInFailed" in server.admin("audit", "--action", "signInFailed")


def test_changing_the_factors_needs_the_password_or_a_fresh_code(server):
    person = register(server)
    app, added = add_factor(person)
    path = f"{PATH}/{added['factor']['id']}"
    for method, where in (("POST", f"{PATH}/key"), ("POST", CODES), ("DELETE", path)):
        assert person.refused(method, where, 422, json={})["errors"][0]["field"] == "currentPassword"
        assert person.refused(method, where, 422, json={"currentPassword": "not it at all"})["errors"][0]["field"] == "currentPassword"
    assert person.refused("DELETE", path, 422, json={"code": app.at(app.last)})["errors"][0]["field"] == "code", "it was used"
    register(server).call("DELETE", path, 404, json={"currentPassword": PASSWORD})
    person.call("DELETE", path, 204, json={"code": app.code()})
    assert person.get(PATH) == {"factors": [], "recoveryCodesLeft": 0, "required": False}
    person.sign_in_again()


def test_app_passwords_and_tokens_go_on_and_the_operator_removes_a_lost_factor(server):
    person = register(server)
    phone = Dav(person)
    token = person.call("POST", "/v1/me/tokens", 201, json={"name": "Bot", "scope": "read", "currentPassword": PASSWORD}).json()
    add_factor(person)
    assert set(phone.calendars())
    Anyone(server).call("GET", "/v1/me", 200, headers={"Authorization": f"Bearer {token['token']}"})
    stream = person.stream()
    assert "no second factor now" in server.admin("account", "remove-factor", person.email)
    with pytest.raises(Closed):
        while True:
            stream.frame()
    person.call("GET", "/v1/me", 401)
    assert person.email in server.admin("audit", "--action", "factorRemoved")
    assert person.sign_in_again().get(PATH)["factors"] == []
    assert "has no second factor" in server.admin("account", "remove-factor", person.email, check=False).stderr


@pytest.fixture
def demanding(tmp_path):
    server = Noteitd(tmp_path, NOTEIT_SECOND_FACTOR="staff")
    server.load_sample()
    server.start()
    yield server
    server.stop()


def test_staff_of_a_demanding_server_sign_in_only_with_one_and_add_it_on_the_way(demanding):
    student, teacher = register(demanding), register(demanding)
    course = next(iter(student.items("/v1/terms/202530/courses")))["id"]
    student.sign_in_again()
    demanding.admin("staff", "grant", teacher.email, course)
    # A session from before ends with its access token.
    Anyone(demanding).call("POST", "/v1/sessions/refresh", 401, json={"refreshToken": teacher.refresh_token})
    needed = first_half(teacher)
    assert needed["kinds"] == [] and needed["uri"].startswith("otpauth://totp/NoteIt:") and needed["key"] in needed["uri"]
    app, late = App(needed["key"]), first_half(teacher)
    second_half(teacher, needed["challenge"], app.wrong(), 401)
    answer = Anyone(demanding).call(
        "POST", "/v1/sessions/factor", 201, json={"challenge": needed["challenge"], "code": app.code()}).json()
    assert len(answer["recoveryCodes"]) == 10
    teacher.take(answer)
    found = teacher.get(PATH)
    assert found["required"] and len(found["factors"]) == 1
    # Whoever knows the password and began earlier adds no second one.
    second_half(teacher, late["challenge"], App(late["key"]).code(), 401)
    path = f"{PATH}/{found['factors'][0]['id']}"
    teacher.call("DELETE", path, 409, json={"currentPassword": PASSWORD})
    teacher.refresh()
    second_half(teacher, first_half(teacher)["challenge"], answer["recoveryCodes"][0])
