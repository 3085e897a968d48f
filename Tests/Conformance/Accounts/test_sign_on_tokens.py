"""Forged tokens of a campus and of its sign-outs, and forged access tokens: each is refused in a sentence, and no account is touched."""

import hmac
import time

import pytest
import requests

from base64url import data, decoded, encoded, text
from noteitd import PATIENCE
from people import Anyone
from provider import CLIENT, LOGOUT_EVENT, SECRET, Key, Provider
from sign_on import Browser

FOREIGN = Key("RS256", "rs256")
WEAK = Key("RS256", "weak", bits=1024)
PLAIN = Key("PS256", "plain")
ENCRYPTING = Key("RS256", "encrypting")


@pytest.fixture(scope="module")
def provider():
    provider = Provider()
    provider.extra_keys = [
        WEAK.public(), PLAIN.public(alg=None), ENCRYPTING.public(use="enc"), FOREIGN.public(kid="crossed", alg="ES256"),
        {"kty": "EC", "crv": "P-256", "x": "AA", "y": "AA", "kid": "off", "alg": "ES256"}, {"kid": 7}, "not a key",
        {"kty": "oct", "k": text(b"secret"), "kid": "shared", "alg": "HS256"},
    ]
    yield provider
    provider.stop()


def good(provider):
    return provider.keys["RS256"]


def shared(secret, **header):
    """Signed by a secret (HS256)."""
    def sign(claims):
        content = encoded({"alg": "HS256", "typ": "JWT"} | header) + "." + encoded(claims)
        return content + "." + text(hmac.digest(secret, content.encode(), "sha256"))
    return sign


def unsigned(name):
    return lambda claims: encoded({"alg": name, "kid": "rs256"}) + "." + encoded(claims) + "."


def altered(token, part, change):
    parts = token.split(".")
    parts[part] = change(parts[part])
    return ".".join(parts)


# How a token is signed: the name of the attack, and what makes the token of its claims.
SIGNATURES = {
    "none": lambda p: unsigned("none"),
    "none in other letters": lambda p: unsigned("nOnE"),
    "no algorithm": lambda p: lambda c: encoded({"kid": "rs256"}) + "." + encoded(c) + ".AA",
    "HS256 with the public key": lambda p: shared(good(p).pem, kid="rs256"),
    "HS256 with the client's secret": lambda p: shared(SECRET.encode()),
    "HS256 with a shared key of the set": lambda p: shared(b"secret", kid="shared"),
    "RS512, which is not offered": lambda p: lambda c: good(p).token(c, alg="RS512"),
    "an RSA key as one of a curve": lambda p: lambda c: altered(good(p).token(c), 0, lambda _: encoded({"alg": "ES256", "kid": "rs256"})),
    "a key of a curve as RSA": lambda p: lambda c: altered(p.keys["ES256"].token(c), 0, lambda _: encoded({"alg": "RS256", "kid": "es256"})),
    "RS256's key by PS256": lambda p: lambda c: good(p).token(c, alg="PS256"),
    "a key without an algorithm by another one": lambda p: lambda c: PLAIN.token(c),
    "a key that says another algorithm": lambda p: lambda c: FOREIGN.token(c, kid="crossed"),
    "a point off the curve": lambda p: lambda c: p.keys["ES256"].token(c, kid="off"),
    "a weak key": lambda p: lambda c: WEAK.token(c),
    "a key for encryption": lambda p: lambda c: ENCRYPTING.token(c),
    "a foreign key with a known name": lambda p: lambda c: FOREIGN.token(c),
    "an unknown name": lambda p: lambda c: FOREIGN.token(c, kid="unknown"),
    "a name like a path": lambda p: lambda c: FOREIGN.token(c, kid="../../dev/null"),
    "no name, of several keys": lambda p: lambda c: FOREIGN.token(c, kid=None),
    "a key in the header": lambda p: lambda c: FOREIGN.token(c, kid="mine", jwk=FOREIGN.public(kid="mine")),
    "the address of keys in the header": lambda p: lambda c: FOREIGN.token(c, kid="mine", jku=p.issuer + "/their-jwks"),
    "the address of a certificate in the header": lambda p: lambda c: FOREIGN.token(c, kid="mine", x5u=p.issuer + "/their-jwks"),
    "an extension that must be understood": lambda p: lambda c: good(p).token(c, crit=["exp"]),
    "no signature": lambda p: lambda c: altered(good(p).token(c), 2, lambda _: ""),
    "another signature": lambda p: lambda c: altered(good(p).token(c), 2, lambda s: text(bytes(256))),
    "another payload": lambda p: lambda c: altered(good(p).token(c), 1, lambda _: encoded(c | {"email_verified": True, "name": "X"})),
    "doubled dots": lambda p: lambda c: good(p).token(c).replace(".", ".."),
    "a fourth part": lambda p: lambda c: good(p).token(c) + ".AA",
    "padding": lambda p: lambda c: good(p).token(c) + "==",
    "an access token by its type": lambda p: lambda c: good(p).token(c, typ="at+jwt"),
    "a logout token by its type": lambda p: lambda c: good(p).token(c, typ="logout+jwt"),
    "no token": lambda p: lambda c: "",
    "claims nested without end": lambda p: lambda c: good(p).token(c | {"x": deep(400)}),
}


def deep(levels):
    value = 1
    for _ in range(levels):
        value = [value]
    return value


# What a token of the right key says.
CLAIMS = {
    "another issuer": lambda p, c: {"iss": "https://example.org"},
    "an issuer with a slash": lambda p, c: {"iss": p.issuer + "/"},
    "an issuer in other letters": lambda p, c: {"iss": p.issuer.upper()},
    "no issuer": lambda p, c: {"iss": None},
    "a foreign audience": lambda p, c: {"aud": "other"},
    "an audience in other letters": lambda p, c: {"aud": "NoteIt"},
    "several foreign audiences": lambda p, c: {"aud": ["other", "noteit2"]},
    "another audience beside ours": lambda p, c: {"aud": [CLIENT, "other"]},
    "no audience": lambda p, c: {"aud": []},
    "an audience of another type": lambda p, c: {"aud": {CLIENT: CLIENT}},
    "another party": lambda p, c: {"azp": "other"},
    "a party of another type": lambda p, c: {"azp": [CLIENT]},
    "an end that is over": lambda p, c: {"exp": c["iat"] - 300},
    "no end": lambda p, c: {"exp": None},
    "an end that is a text": lambda p, c: {"exp": str(c["exp"])},
    "an end at infinity in a wrong clock": lambda p, c: {"exp": 1e300, "iat": -1e300},
    "no time": lambda p, c: {"iat": None},
    "a time in the future": lambda p, c: {"iat": c["iat"] + 3_600, "exp": c["iat"] + 7_200},
    "not yet valid": lambda p, c: {"nbf": c["iat"] + 3_600},
    "an old token": lambda p, c: {"iat": c["iat"] - 3_600},
    "no nonce": lambda p, c: {"nonce": None},
    "another nonce": lambda p, c: {"nonce": "x" * 64},
    "nobody": lambda p, c: {"sub": None},
    "an empty name": lambda p, c: {"sub": ""},
    "a number as a name": lambda p, c: {"sub": 7},
    "a name with a control character": lambda p, c: {"sub": c["sub"] + "\0"},
    "a name without end": lambda p, c: {"sub": "x" * 5_000},
    "another access token": lambda p, c: {"at_hash": text(bytes(16))},
    "an access token's hash of another type": lambda p, c: {"at_hash": 7},
}


@pytest.mark.parametrize("attack", SIGNATURES)
def test_a_forged_token_signs_nobody_in(provider, campus, victim, attack):
    victim.refused(sign=SIGNATURES[attack](provider))
    assert "/their-jwks" not in provider.asked


@pytest.mark.parametrize("attack", CLAIMS)
def test_a_token_for_something_else_signs_nobody_in(provider, campus, victim, attack):
    said = victim.refused(claims=lambda claims: claims | CLAIMS[attack](provider, claims))
    if "future" in attack or "over" in attack:
        assert "a clock is wrong" in said
    # The operator reads it too, without the token.
    assert said.split(".")[0] in campus.said() and "eyJ" not in campus.said()


def test_no_attack_until_here_made_an_account(campus, victim):
    assert len(campus.admin("account", "list").splitlines()) == 1


def test_the_token_of_another_sign_in_is_not_taken(provider, campus, victim):
    kept = []
    provider.person = victim.claims
    with provider.twist(sign=lambda claims: kept.append(good(provider).token(claims)) or kept[0]):
        Browser(campus).sign_in()
        victim.before = victim.state()
        refused_by = Browser(campus).sign_in(401)
    assert "nonce" in refused_by["detail"]
    victim.expect_untouched()


# Messages of a sign-out, each of which must end nothing.
MESSAGES = {
    "without events": {"events": None}, "with other events": {"events": {"http://example.org/event": {}}},
    "with events of another type": {"events": [LOGOUT_EVENT]}, "with a nonce": {"nonce": "x"}, "of another issuer": {"iss": "https://example.org"},
    "for another server": {"aud": "other"}, "of nobody": {"sub": None}, "without a number": {"jti": None},
    "that is over": {"exp": 1}, "without an end or a beginning": {"exp": None, "iat": None}, "without an end, and old": {"exp": None, "iat": 1e9},
    "with an end of another type": {"exp": "never"}, "from the future": {"iat": 4e9, "exp": 5e9},
}


@pytest.mark.parametrize("attack", MESSAGES)
def test_a_forged_message_of_a_sign_out_ends_nothing(provider, campus, victim, attack):
    provider.person = victim.claims
    end(campus, provider.logout_token(**MESSAGES[attack]))
    victim.expect_untouched()


def test_nothing_but_a_signed_message_ends_a_session(provider, campus, victim):
    provider.person = victim.claims
    now = int(time.time())
    claims = {"iss": provider.issuer, "aud": CLIENT, "iat": now, "exp": now + 60, "jti": "1", "events": {LOGOUT_EVENT: {}},
              "sub": victim.claims["sub"]}
    for token in (
        unsigned("none")(claims), shared(good(provider).pem, kid="rs256")(claims), FOREIGN.token(claims, typ="logout+jwt"),
        good(provider).token(claims, typ="at+jwt"), provider.id_token("nonce"), victim.person.token, "x", "", "a.b.c",
    ):
        end(campus, token)
    # What such a token says adds no line to the log.
    end(campus, good(provider).token(claims, typ="x\nforged"))
    assert "forged" in campus.said() and "\nforged" not in campus.said()
    for body in ({"data": {"token": "x"}}, {"data": b"\xff=%ff"}, {"data": b""}):
        answer = Anyone(campus).call("POST", "/v1/sign-on/logout", headers={"Content-Type": "application/x-www-form-urlencoded"}, **body)
        assert answer.status_code in (400, 422)
    Anyone(campus).call("POST", "/v1/sign-on/logout", 415, json={"logout_token": "x"})
    Anyone(campus).call("POST", "/v1/sign-on/logout", 413, data={"logout_token": "x" * 20_000})
    victim.expect_untouched()


def end(server, token):
    problem = Anyone(server).refused("POST", "/v1/sign-on/logout", 422, data={"logout_token": token})
    assert problem["errors"][0]["field"] == "logout_token"


# Forged access tokens of this server itself, made of its own key set.
def test_our_own_access_tokens_pass_the_same_tests(campus, victim):
    head, body, signature = victim.person.token.split(".")
    public = requests.get(campus.url + "/.well-known/jwks.json", timeout=PATIENCE).json()["keys"][0]
    header, claims = (decoded(part) for part in (head, body))
    mine = Key("EdDSA", public["kid"])
    forged = [
        f"{head}.{body}.", f"{head}..{body}.{signature}", f"{head}.{body}.{signature}.", f"{head}.{body}.{signature}=",
        f"{head}.{encoded(claims | {'exp': claims['exp'] + 900})}.{signature}", f"{head}.{body}.{text(bytes(64))}",
        unsigned("none")(claims), encoded(header | {"alg": "none"}) + f".{body}.{signature}",
        encoded(header | {"alg": "ES256"}) + f".{body}.{signature}", encoded(header | {"alg": "eddsa"}) + f".{body}.{signature}",
        shared(data(public["x"]), kid=public["kid"])(claims), shared(public["x"].encode(), kid=public["kid"])(claims),
        mine.token(claims), mine.token(claims, kid="other"), mine.token(claims, kid=None), mine.token(claims, crit=["exp"]),
        mine.token(claims, jwk=mine.public()), mine.token(claims, kid="../" + public["kid"]),
        FOREIGN.token(claims, kid=public["kid"]), FOREIGN.token(claims, kid=public["kid"], typ="at+jwt"),
    ]
    for token in forged:
        Anyone(campus).call("GET", "/v1/me", 401, headers={"Authorization": f"Bearer {token}"})
    victim.person.get("/v1/me")
