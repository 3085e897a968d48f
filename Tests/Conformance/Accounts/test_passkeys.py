"""Passkeys: an authenticator in software signs in, beside the password and without it; whatever is forged, old or of somebody else is
refused with a sentence."""

import pytest

from base64url import text
from noteitd import Noteitd
from passkeys import (
    ALGORITHMS, IS_BACKED_UP, MAY_BACK_UP, OPTIONS, PASSKEYS, PRESENT, VERIFIED, Key, Named, add_passkey, alone, assertion, attested,
    begin_alone, cbor, creation, empty_registration, first_half, registration, second_half,
)
from people import PASSWORD, Anyone, Person, register
from second_factor import App, add_factor

PATH = "/v1/me/factors"


@pytest.fixture
def site(server):
    """The server by its name, as its page asks for it: passkeys belong to names."""
    return Named(server)


def named_in(answer):
    """The problem's sentence, whether it is of a field or of the whole."""
    assert answer["detail"].endswith(".") and len(answer["detail"]) > 20, answer
    return answer["detail"]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_passkey_of_each_algorithm_signs_in_beside_the_password_and_without_it(site, algorithm):
    person = register(site)
    other = person.sign_in_again()
    begun = creation(person)
    assert [each["alg"] for each in begun["options"]["pubKeyCredParams"]] == list(ALGORITHMS.values())
    assert begun["options"]["rp"]["id"] == "localhost" and begun["options"]["user"]["name"] == person.email
    key, added = add_passkey(person, Key(algorithm, flags=MAY_BACK_UP | IS_BACKED_UP))
    assert len(set(added["recoveryCodes"])) == 10 and added["factor"]["kind"] == "passkey"
    # The password alone opened it.
    other.call("GET", "/v1/me", 401)
    needed = first_half(person)
    assert needed["kinds"] == ["passkey"] and needed["key"] is needed["newPasskey"] is None
    allowed = {"type": "public-key", "id": text(key.id), "transports": ["internal"]}
    assert needed["passkey"]["allowCredentials"] == [allowed] and needed["passkey"]["userVerification"] == "preferred"
    # Beside the password, a touch is enough.
    signed_in = second_half(person, needed, assertion(key, needed["passkey"], site.url, flags=PRESENT))
    [listed] = signed_in.get(PATH)["factors"]
    assert listed["lastUsed"] is not None and listed["backedUp"] is True and listed["name"] == "My laptop"
    begun = begin_alone(site)
    assert begun["options"]["allowCredentials"] == [] and begun["options"]["userVerification"] == "required"
    assert alone(site, begun, assertion(key, begun["options"], site.url)).id == person.id
    assert creation(signed_in)["options"]["excludeCredentials"] == [allowed]
    # A recovery code is as good.
    Anyone(site).call("POST", "/v1/sessions/factor", 201, json={"challenge": first_half(person)["challenge"], "code": added["recoveryCodes"][0]})


def test_what_is_asked_is_random_and_good_once_for_one_session_and_one_purpose(site):
    person, stranger = register(site), register(site)
    again = person.sign_in_again()
    first, second = creation(person), creation(person)
    assert first["options"]["challenge"] != second["options"]["challenge"] != begin_alone(site)["options"]["challenge"]
    key = Key()
    made = {"challenge": first["challenge"], "name": "x", "passkey": registration(key, first["options"], site.url)}
    for thief in (again, stranger):
        assert thief.refused("POST", PASSKEYS, 422, json=made)["errors"][0]["field"] == "challenge"
    person.call("POST", PASSKEYS, 201, json=made)
    # It is good once, whatever answers it.
    other = made | {"passkey": registration(Key(), first["options"], site.url)}
    assert person.refused("POST", PASSKEYS, 422, json=other)["errors"][0]["field"] == "challenge"
    needed, begun = first_half(person), begin_alone(site)
    answer = assertion(key, needed["passkey"], site.url)
    second_half(person, needed, answer)
    assert "used already" in named_in(second_half(person, needed, answer, 401))
    again = assertion(key, needed["passkey"], site.url)
    assert "used already" in named_in(second_half(person, needed, again, 401)), "another signature of the same challenge"
    # A challenge of one door opens no other.
    for wrong in (needed, first, {"challenge": "x"}, {"challenge": person.token}):
        alone(site, wrong | {"options": begun["options"]}, assertion(key, begun["options"], site.url), 401)
    answer = assertion(key, begun["options"], site.url)
    for wrong in (begun, first):
        second_half(person, wrong, answer, 401)
    alone(site, begun, answer)
    assert "used already" in named_in(alone(site, begun, answer, 401))


BOMBS = {
    "nested lists": b"\x81" * 6_000, "a list of 2^60": b"\x9b\x10" + bytes(7), "a string of 2^60": b"\x5b\x10" + bytes(7),
    "no end": b"\x9f" * 100, "a float": cbor({"fmt": "none", "attStmt": {}})[:-1] + b"\xfb" + bytes(8), "nothing": b"\xa0",
    "not a map": b"\x00", "text": b"\x63abc",
}


def registrations(site, own, other):
    """Registrations that nobody may accept: what is wrong, and how the answer comes to be so."""
    host = f":{site.port}"
    p256, rsa = Key(), Key("RS256", bits=1_024)
    yield from {
        "another origin": dict(origin=f"https://evil.example{host}"), "a subdomain": dict(origin=f"http://sub.localhost{host}"),
        "the other scheme": dict(origin=f"https://localhost{host}"), "another port": dict(origin="http://localhost:1"),
        "a path behind it": dict(origin=f"{site.url}/x"), "no origin": dict(origin=""), "null": dict(origin="null"),
        "an app": dict(origin="android:apk-key-hash:x"),
        "another challenge": dict(challenge=text(bytes(32))), "no challenge": dict(challenge="AA"),
        "the type of a sign-in": dict(kind="webauthn.get"), "a payment": dict(kind="payment.get"),
        "inside another page": dict(more={"crossOrigin": True}), "below another page": dict(more={"topOrigin": "https://evil.example"}),
        "another server": dict(host="evil.example"), "a domain above": dict(host="host"), "nobody there": dict(flags=VERIFIED),
        "copied and never": dict(flags=PRESENT | IS_BACKED_UP),
        "no key": dict(credential=b""), "an id of nothing": dict(id=b"", named="AA"), "an enormous id": dict(id=bytes(1_024), named="AA"),
        "another id": dict(named=text(bytes(32))), "a cut key": dict(credential=attested(p256)[:-1]),
        "trailing bytes": dict(tail=b"\x00"), "an extension that is none": dict(flags=PRESENT | 0x80, tail=b"\x01"),
        "a small RSA key": dict(cose=rsa.cose()), "an algorithm not offered": dict(cose=p256.cose() | {3: -35}),
        "a key of another algorithm": dict(cose=p256.cose() | {3: -257}), "a point off the curve": dict(cose=p256.cose() | {-2: bytes(32)}),
        "an even exponent": dict(cose={1: 3, 3: -257, -1: b"\xff" * 256, -2: b"\x02"}), "no key type": dict(cose={3: -7}),
        "a credential of one's own": dict(id=own.id), "a credential of somebody else": dict(id=other.id),
    }.items()
    for name, bomb in BOMBS.items():
        yield name, dict(attestation=bomb)


def test_no_forged_registration_is_accepted_and_each_is_told_why(site):
    person, stranger = register(site), register(site)
    (own, _), (other, _) = add_passkey(person), add_passkey(stranger)
    told, begun = {}, creation(person)
    for what, wrong in registrations(site, own, other):
        answer = registration(Key(), begun["options"], **{"origin": site.url} | wrong)
        said = person.refused("POST", PASSKEYS, 422, json={"challenge": begun["challenge"], "name": "x", "passkey": answer})
        assert said["errors"][0]["field"] == "passkey", (what, said)
        told[what] = named_in(said)
    # Nothing was spent: the same challenge is good for a right answer.
    answer = registration(Key(), begun["options"], site.url)
    person.call("POST", PASSKEYS, 201, json={"challenge": begun["challenge"], "name": "y", "passkey": answer})
    assert len(told) >= 40 and len(set(told.values())) >= 10
    assert "NOTEIT_PUBLIC_URL" in told["another origin"] and "RS256" in told["a small RSA key"]
    assert {each["name"] for each in person.get(PATH)["factors"]} == {"My laptop", "y"}
    assert len(stranger.get(PATH)["factors"]) == 1


def assertions(site, key, other):
    """Answers that open nothing, beside the password or without it."""
    host, wrong_key = f":{site.port}", Key()
    yield from {
        "another origin": dict(origin=f"https://evil.example{host}"), "a subdomain": dict(origin=f"http://sub.localhost{host}"),
        "the other scheme": dict(origin=f"https://localhost{host}"), "another challenge": dict(challenge=text(bytes(32))),
        "the type of a registration": dict(kind="webauthn.create"), "inside another page": dict(more={"crossOrigin": True}),
        "below another page": dict(more={"topOrigin": "https://evil.example"}),
        "another server": dict(host="evil.example"), "nobody there": dict(flags=VERIFIED), "copied and never": dict(flags=PRESENT | IS_BACKED_UP),
        "copied all at once": dict(flags=PRESENT | VERIFIED | MAY_BACK_UP),
        "cut data": dict(cut=36), "no data": dict(cut=1), "trailing bytes": dict(tail=b"\x00"),
        "an extension that is none": dict(flags=PRESENT | VERIFIED | 0x80, tail=b"\xa1\x01"),
        "another key": dict(signer=wrong_key), "a key of another algorithm": dict(signer=Key("EdDSA")),
        "other data signed": dict(signed=b"something else"), "an empty signature": dict(signature=b"\x00"),
        "a signature of zeros": dict(signature=bytes.fromhex("3006020100020100")), "a long signature": dict(signature=bytes(5_000)),
        "another person's hand": dict(user=other.user), "another person's passkey": dict(id=text(other.id)), "nobody's passkey": dict(id=text(bytes(32))),
        "a counter that stands": dict(count=5), "a counter that goes back": dict(count=4), "a counter that is gone": dict(count=0),
    }.items()


def test_no_forged_sign_in_is_accepted_and_each_is_told_why(site):
    person, stranger = register(site), register(site)
    (key, _), (other, _) = add_passkey(person), add_passkey(stranger)
    begun = begin_alone(site)
    person = alone(site, begun, assertion(key, begun["options"], site.url, count=5))
    told, begun = {}, begin_alone(site)
    for what, wrong in assertions(site, key, other):
        answer = assertion(key, begun["options"], **{"origin": site.url} | wrong)
        told[what] = named_in(alone(site, begun, answer, 401))
    # Who it is, and that it made sure of its person, matter without a password alone.
    for what, wrong in {"no person": dict(user=""), "no finger": dict(flags=PRESENT)}.items():
        answer = assertion(key, begun["options"], site.url, **wrong)
        if not answer["response"]["userHandle"]:
            del answer["response"]["userHandle"]
        told[what] = named_in(alone(site, begun, answer, 401))
    assert len(told) >= 25 and len(set(told.values())) >= 10
    assert all("somebody may have a copy" in told[each] for each in told if each.startswith("a counter"))
    # What was refused spent nothing and counted nothing.
    alone(site, begun, assertion(key, begun["options"], site.url, count=6))
    assert site.admin("audit", "--action", "signInFailed").count(person.email) >= 20


@pytest.mark.parametrize("field, value", [
    ("challenge", None), ("name", ""), ("name", "a\nb"), ("passkey", None), ("passkey", {}), ("passkey", []), ("passkey.id", "a+b="),
    ("passkey.id", "A" * 1_401), ("passkey.type", "password"), ("passkey.response", "x"), ("passkey.response.clientDataJSON", "é"),
    ("passkey.response.clientDataJSON", "a\0"), ("passkey.response.attestationObject", ""),
    ("passkey.response.attestationObject", "A" * 8_001), ("passkey.response.transports", ["usb"] * 11), ("passkey.response.transports", [1])])
def test_a_malformed_answer_is_told_by_its_field(site, field, value):
    body = {"challenge": "x", "name": "x", "passkey": empty_registration()}
    *way, last = field.split(".")
    place = body
    for step in way:
        place = place[step]
    place[last] = value
    errors = register(site).refused("POST", PASSKEYS, 422, json=body)["errors"]
    assert errors and errors[0]["field"].startswith(field), errors


def test_beside_the_password_forged_answers_wait_longer_and_longer(site):
    person, stranger = register(site), register(site)
    (key, _), (other, _) = add_passkey(person), add_passkey(stranger)
    needed = first_half(person)
    wrong = [
        assertion(other, needed["passkey"], site.url), assertion(key, needed["passkey"], "https://evil.example"),
        assertion(key, needed["passkey"], site.url, signer=other), assertion(key, needed["passkey"], site.url, count=0, host="evil.example"),
        assertion(key, needed["passkey"], site.url, kind="webauthn.create"),
    ]
    for answer in wrong:
        named_in(second_half(person, needed, answer, 401))
    assert "Too many" in second_half(person, needed, assertion(key, needed["passkey"], site.url), 429)["detail"]


def test_a_passkey_is_named_renamed_and_removed_with_the_password_or_a_code(site):
    person = register(site)
    assert person.refused("POST", OPTIONS, 422, json={})["errors"][0]["field"] == "currentPassword"
    assert person.refused("POST", OPTIONS, 422, json={"currentPassword": "not it at all"})["errors"][0]["field"] == "currentPassword"
    key, added = add_passkey(person, name="Laptop")
    path = f"{PATH}/{added['factor']['id']}"
    for bad in ("", "a\nb", "x" * 101):
        assert person.refused("PATCH", path, 422, json={"name": bad})["errors"][0]["field"] == "name"
    assert person.call("PATCH", path, 200, json={"name": "Old laptop"}).json() == added["factor"] | {"name": "Old laptop"}
    stranger = register(site)
    stranger.call("PATCH", path, 404, json={"name": "Mine"})
    stranger.call("DELETE", path, 404, json={"currentPassword": PASSWORD})
    app, second = add_factor(person)
    assert second["recoveryCodes"] is None
    assert first_half(person)["kinds"] == ["passkey", "totp"]
    assert [each["name"] for each in person.get(PATH)["factors"]] == ["Old laptop", "My phone"]
    creation(person, {"code": app.code()})
    person.call("DELETE", path, 204, json={"code": added["recoveryCodes"][0]})
    needed, begun = first_half(person), begin_alone(site)
    assert needed["kinds"] == ["totp"] and needed["passkey"] is None
    assert "does not know this passkey" in alone(site, begun, assertion(key, begun["options"], site.url), 401)["detail"]
    # The same authenticator may come back.
    add_passkey(person, key)
    site.admin("account", "remove-factor", person.email)
    assert person.sign_in_again().get(PATH)["factors"] == []


def test_after_a_reset_or_a_suspension_a_passkey_alone_opens_nothing(site):
    person = register(site)
    key, _ = add_passkey(person)
    code = site.admin("account", "reset", person.email).split()[0]
    new = "another fine sentence"
    Anyone(site).call("POST", "/v1/accounts/reset", 204, json={"email": person.email, "code": code, "newPassword": new})
    begun = begin_alone(site)
    assert "with the new password" in named_in(alone(site, begun, assertion(key, begun["options"], site.url), 401))
    needed = first_half(person, new)
    second_half(person, needed, assertion(key, needed["passkey"], site.url))
    begun = begin_alone(site)
    alone(site, begun, assertion(key, begun["options"], site.url))
    site.admin("account", "suspend", person.email)
    begun = begin_alone(site)
    assert "suspended" in alone(site, begun, assertion(key, begun["options"], site.url), 403)["detail"]


def test_a_passkey_belongs_to_the_name_of_the_server(server, site):
    person = register(site)
    key, added = add_passkey(person)
    by_number = Person(server, {"account": person.account, "refreshToken": person.refresh_token, "accessToken": person.token})
    assert "by its name" in named_in(by_number.refused("POST", OPTIONS, 409, json={"currentPassword": PASSWORD}))
    assert "by its name" in named_in(Anyone(server).refused("POST", "/v1/sessions/passkey/options", 409))
    needed = first_half(by_number)
    assert needed["kinds"] == ["passkey"] and needed["passkey"] is None
    body = {"challenge": needed["challenge"], "code": added["recoveryCodes"][0]}
    Anyone(server).call("POST", "/v1/sessions/factor", 201, json=body)
    other = Named(server, "other.localhost")
    begun = Anyone(site).call("POST", "/v1/sessions/passkey/options", 200, headers={"Host": f"other.localhost:{server.port}"}).json()
    assert begun["options"]["rpId"] == "other.localhost"
    body = {"challenge": begun["challenge"], "passkey": assertion(key, begun["options"], other.url)}
    refused = Anyone(site).call("POST", "/v1/sessions/passkey", 401, json=body, headers={"Host": f"other.localhost:{server.port}"}).json()
    assert "made for another server" in named_in(refused)


@pytest.fixture
def demanding(tmp_path):
    server = Noteitd(tmp_path, NOTEIT_SECOND_FACTOR="all", NOTEIT_PUBLIC_URL="https://notes.example.edu/noteit")
    server.load_sample()
    server.start()
    yield server
    server.stop()


def test_where_a_factor_is_demanded_a_passkey_is_one_and_is_added_on_the_way(demanding):
    origin, body = "https://notes.example.edu", {"email": "ada@example.edu", "password": PASSWORD, "displayName": "Ada"}
    needed = Anyone(demanding).call("POST", "/v1/accounts", 202, json=body).json()
    assert needed["kinds"] == [] and needed["key"] and needed["passkey"] is None and needed["newPasskey"]["rp"]["id"] == "notes.example.edu"
    late = Anyone(demanding).call("POST", "/v1/sessions", 202, json={"email": body["email"], "password": PASSWORD}).json()
    key = Key()
    sent = {"challenge": needed["challenge"], "device": "lab-pc", "newPasskey": registration(key, needed["newPasskey"], "http://localhost:1")}
    assert "another page" in Anyone(demanding).call("POST", "/v1/sessions/factor", 401, json=sent).json()["detail"]
    sent["newPasskey"] = registration(key, needed["newPasskey"], origin)
    answer = Anyone(demanding).call("POST", "/v1/sessions/factor", 201, json=sent).json()
    assert len(answer["recoveryCodes"]) == 10
    person = Person(demanding, answer)
    found = person.get(PATH)
    assert found["required"] and [each["name"] for each in found["factors"]] == ["lab-pc"]
    # Whoever knows the password and began earlier adds no second one.
    thief = {"challenge": late["challenge"], "newPasskey": registration(Key(), late["newPasskey"], origin)}
    Anyone(demanding).call("POST", "/v1/sessions/factor", 401, json=thief)
    Anyone(demanding).call("POST", "/v1/sessions/factor", 401, json={"challenge": late["challenge"], "code": App(late["key"]).code()})
    person.call("DELETE", f"{PATH}/{found['factors'][0]['id']}", 409, json={"currentPassword": PASSWORD})
    person.refresh()
    needed = first_half(person)
    second_half(person, needed, assertion(key, needed["passkey"], origin))
