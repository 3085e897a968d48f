"""Attacks on the sign-on of a campus: each is refused in a sentence, and no account is touched."""

import base64
import hmac
import json
import time
import urllib.parse

import pytest
import requests

from noteitd import PATIENCE
from people import Anyone, register
from provider import CLIENT, LOGOUT_EVENT, SECRET, Key, Provider, encoded, text
from sign_on import Browser, campus_server, sign_in, somebody

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


@pytest.fixture(scope="module")
def campus(provider, tmp_path_factory):
    with campus_server(tmp_path_factory.mktemp("campus"), provider, NOTEIT_SIGN_ON_LINK_EMAILS="true") as server:
        yield server


class Victim:
    """Somebody with an account, whom each attack would like to be."""

    def __init__(self, server, provider):
        self.server, self.claims = server, somebody()
        self.person = sign_in(server, provider, self.claims)
        self.before = self.state()

    def state(self):
        sessions = [session["id"] for session in self.person.items("/v1/sessions")]
        return self.person.get("/v1/me"), sessions, self.person.get("/v1/me/sign-on")["linked"]

    def expect_untouched(self):
        assert self.state() == self.before


@pytest.fixture(scope="module")
def victim(campus, provider):
    return Victim(campus, provider)


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


def refused(provider, campus, victim, status=401, **twists):
    """The sentence with which a sign-in is refused."""
    with provider.twist(**twists):
        provider.person = victim.claims
        answer = Browser(campus).sign_in(status)
    victim.expect_untouched()
    assert answer["detail"].endswith(".") and len(answer["detail"]) > 20, answer
    return answer["detail"]


@pytest.mark.parametrize("attack", SIGNATURES)
def test_a_forged_token_signs_nobody_in(provider, campus, victim, attack):
    refused(provider, campus, victim, sign=SIGNATURES[attack](provider))
    assert "/their-jwks" not in provider.asked


@pytest.mark.parametrize("attack", CLAIMS)
def test_a_token_for_something_else_signs_nobody_in(provider, campus, victim, attack):
    said = refused(provider, campus, victim, claims=lambda claims: claims | CLAIMS[attack](provider, claims))
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


# What comes back from the provider.
WAYS = {
    "another state": lambda f: f | {"state": "x" * 64},
    "no state": lambda f: f | {"state": None},
    "another provider's code": lambda f: f | {"iss": "https://example.org"},
    "no issuer though it is promised": lambda f: f | {"iss": None},
    "an issuer with a slash": lambda f: f | {"iss": f["iss"] + "/"},
    "no code": lambda f: f | {"code": None},
    "a made-up code": lambda f: f | {"code": "made-up"},
    "a code without end": lambda f: f | {"code": "x" * 3_500},
    "a refusal": lambda f: f | {"error": "access_denied", "code": None},
    "a refusal and a code": lambda f: f | {"error": "server_error"},
    "a refusal with markup": lambda f: f | {"error": "<script>", "code": None},
}


@pytest.mark.parametrize("attack", WAYS)
def test_a_wrong_way_back_leads_nowhere(provider, campus, victim, attack):
    refused(provider, campus, victim, back=WAYS[attack])


def test_a_way_belongs_to_one_browser_and_is_good_once(provider, campus, victim):
    provider.person = victim.claims
    mine, theirs = Browser(campus), Browser(campus)
    address = theirs.visit(theirs.begin()["url"])
    # Mine has no way, or another one: the code of a stranger does not sign me in.
    mine.come_back(address)
    mine.finish(401)
    mine.begin()
    mine.come_back(address)
    mine.finish(401)
    # A code of another person is not that of my way: PKCE.
    with provider.twist(back=lambda fields: fields | {"code": urllib.parse.parse_qs(address.partition("?")[2])["code"][0]}):
        mine.travel()
        mine.finish(401)
    victim.expect_untouched()
    # The same way twice, also with a provider that takes a code twice.
    with provider.twist(keeps_codes=True):
        twice = Browser(campus)
        twice.travel()
        cookies = twice.http.cookies.copy()
        twice.finish()
        victim.before = victim.state()
        twice.finish(401)
        twice.http.cookies = cookies
        twice.finish(401)
    victim.expect_untouched()


def test_only_the_page_of_the_server_begins_and_ends_a_way(provider, campus, victim):
    provider.person = victim.claims
    browser = Browser(campus)
    for origin in ("https://example.org", "null", campus.url + ".example.org", None):
        browser.begin(403, headers={"Origin": origin})
        browser.call("POST", "/v1/sign-on/session", 403, json={}, headers={"Origin": origin})
    for forged in (victim.person.token, "x", "a.b.c", ""):
        stranger = Browser(campus)
        stranger.travel()
        stranger.http.cookies.set("noteit_sign_on_journey", forged, domain="127.0.0.1", path="/")
        stranger.call("POST", "/v1/sign-on/session", 401, json={})
    victim.expect_untouched()
    # A journey is not an access token.
    browser.begin()
    journey = next(cookie.value for cookie in browser.http.cookies if cookie.name == "noteit_sign_on_journey")
    Anyone(campus).call("GET", "/v1/me", 401, headers={"Authorization": f"Bearer {journey}"})


def test_no_claim_takes_another_s_account(provider, campus, victim):
    ada = register(campus)
    campus.admin("account", "verify", ada.email)
    for claims in (
        somebody(email=ada.email, email_verified=False), somebody(email=ada.email, email_verified="yes"),
        somebody(email=ada.email, email_verified=1), somebody(email=[ada.email]), somebody(email=victim.claims["email"]),
        victim.claims | {"sub": victim.claims["sub"].upper()}, victim.claims | {"sub": victim.claims["sub"] + " "},
        somebody(email="ada"), somebody(email=None),
    ):
        answer = sign_in(campus, provider, claims, 409 if isinstance(claims["email"], str) and "@" in claims["email"] else 403)
        assert answer["detail"].endswith(".")
        assert [session["id"] for session in ada.items("/v1/sessions")] and len(ada.items("/v1/sessions")) == 1
        assert victim.person.get("/v1/me") == victim.before[0]


def test_the_same_name_at_another_provider_is_somebody_else(provider, victim, tmp_path):
    other = Provider()
    try:
        with campus_server(tmp_path, provider) as server:
            claims = somebody()
            ada = sign_in(server, provider, claims)
            server.stop()
            server.environment["NOTEIT_SIGN_ON"] = other.issuer
            server.start()
            assert "already" in sign_in(server, other, claims, 409)["detail"]
            bob = sign_in(server, other, claims | {"email": "bob@example.edu"})
            assert bob.id != ada.id
            # A sign-out there ends nothing that came from here.
            Anyone(server).call("POST", "/v1/sign-on/logout", 422, data={"logout_token": provider.logout_token(sub=claims["sub"])})
            Anyone(server).call("POST", "/v1/sign-on/logout", 200, data={"logout_token": other.logout_token(sub=claims["sub"])})
            ada.get("/v1/me")
            bob.call("GET", "/v1/me", 401)
    finally:
        other.stop()


def test_one_way_does_not_make_requests_to_the_campus_without_end(provider, tmp_path):
    with campus_server(tmp_path, provider) as server:
        browser = Browser(server)
        browser.begin()
        address, options = server.url + "/v1/sign-on/session", {"headers": browser.headers, "timeout": PATIENCE}
        assert any(browser.http.post(address, json={}, **options).status_code == 429 for _ in range(5_000))


# Answers of the token endpoint and of userinfo.
ANSWERS = {
    "a redirect": lambda h: h.redirect("https://example.org/token"),
    "a redirect to itself": lambda h: h.redirect(h.path),
    "not JSON": lambda h: h.send(200, b"<html>"),
    "JSON of another kind": lambda h: h.answer(200, []),
    "no token": lambda h: h.answer(200, {"access_token": "x"}),
    "too much": lambda h: h.send(200, b'{"x": "' + b"x" * (1 << 20) + b'"}'),
    "nested without end": lambda h: h.send(200, b"[" * 100_000),
    "a failure": lambda h: h.answer(500, {}),
    "less than it says": lambda h: h.send(200, b"{", Content_Length=5, Connection="close"),
}


@pytest.mark.parametrize("attack", ANSWERS)
def test_a_hostile_token_endpoint_signs_nobody_in(provider, campus, victim, attack):
    with provider.twist(answers={"/token": ANSWERS[attack]}):
        provider.person = victim.claims
        answer = Browser(campus)
        answer.travel()
        reply = answer.call("POST", "/v1/sign-on/session", json={})
    assert reply.status_code in (401, 503) and reply.json()["detail"].endswith("."), reply.text
    victim.expect_untouched()


def test_userinfo_of_somebody_else_is_not_taken(provider, campus, victim):
    provider.hidden = ("email",)
    try:
        for answer in ({"sub": "other", "email": "x@example.edu"}, {"email": "x@example.edu"}, []):
            refused(provider, campus, victim, answers={"/userinfo": lambda h, answer=answer: h.answer(200, answer)})
    finally:
        provider.hidden = ()


# Metadata, which a server reads at its first sign-in.
METADATA = {
    "another issuer": lambda p, h: h.answer(200, p.metadata | {"issuer": "https://example.org"}),
    "an issuer with a slash": lambda p, h: h.answer(200, p.metadata | {"issuer": p.issuer + "/"}),
    "a redirect without end": lambda p, h: h.redirect(h.path),
    "too much": lambda p, h: h.send(200, b'{"x": "' + b"x" * (1 << 20) + b'"}'),
    "not JSON": lambda p, h: h.send(200, b"<html>"),
    "algorithms with a shared secret": lambda p, h: h.answer(
        200, p.metadata | {"id_token_signing_alg_values_supported": ["none", "HS256"]}),
    "an endpoint without TLS": lambda p, h: h.answer(200, p.metadata | {"token_endpoint": "http://example.org/token"}),
    "an endpoint that is a file": lambda p, h: h.answer(200, p.metadata | {"jwks_uri": "file:///etc/passwd"}),
    "bytes that trickle without end": lambda p, h: trickle(h),
}


def trickle(handler):
    handler.send(200, b"", Content_Length=1 << 16)
    try:
        while True:
            handler.wfile.write(b" ")
            handler.wfile.flush()
            time.sleep(0.2)
    except OSError:
        pass


@pytest.mark.parametrize("attack", METADATA)
def test_hostile_metadata_begin_no_way(provider, tmp_path, attack):
    with provider.twist(answers={"/.well-known/openid-configuration": lambda h: METADATA[attack](provider, h)}):
        with campus_server(tmp_path, provider) as server:
            answer = Browser(server).call("POST", "/v1/sign-on")
            assert answer.status_code == 503 and answer.json()["detail"].endswith("."), answer.text
            assert Anyone(server).get("/v1/sign-on")["name"]
            # It is asked again only after a while.
            asked = provider.asked["/.well-known/openid-configuration"]
            Browser(server).call("POST", "/v1/sign-on")
            assert provider.asked["/.well-known/openid-configuration"] <= asked + 1


def test_hostile_keys_sign_nobody_in(provider, tmp_path):
    hostile = [
        lambda h: h.redirect(h.path), lambda h: h.send(200, b"<html>"), lambda h: h.answer(200, {"keys": 7}),
        lambda h: h.send(200, b'{"keys": [' + b'{"kty": "RSA"},' * 30_000 + b"{}]}"), lambda h: h.answer(500, {}),
        lambda h: h.answer(200, {"keys": []}),
    ]
    with campus_server(tmp_path, provider) as server:
        for answer in hostile:
            with provider.twist(answers={"/jwks": answer}):
                provider.person = somebody()
                browser = Browser(server)
                browser.travel()
                reply = browser.call("POST", "/v1/sign-on/session", json={})
                assert reply.status_code in (401, 503) and reply.json()["detail"].endswith("."), reply.text
        assert server.admin("account", "list").count("@") == 0


# Messages of a sign-out, each of which must end nothing.
MESSAGES = {
    "without events": {"events": None}, "with other events": {"events": {"http://example.org/event": {}}},
    "with events of another type": {"events": [LOGOUT_EVENT]}, "with a nonce": {"nonce": "x"}, "of another issuer": {"iss": "https://example.org"},
    "for another server": {"aud": "other"}, "of nobody": {"sub": None}, "without a number": {"jti": None},
    "that is over": {"exp": 1}, "without an end": {"exp": None}, "from the future": {"iat": 4e9, "exp": 5e9},
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
    header, claims = (json.loads(_bytes(part)) for part in (head, body))
    mine = Key("EdDSA", public["kid"])
    forged = [
        f"{head}.{body}.", f"{head}..{body}.{signature}", f"{head}.{body}.{signature}.", f"{head}.{body}.{signature}=",
        f"{head}.{encoded(claims | {'exp': claims['exp'] + 900})}.{signature}", f"{head}.{body}.{text(bytes(64))}",
        unsigned("none")(claims), encoded(header | {"alg": "none"}) + f".{body}.{signature}",
        encoded(header | {"alg": "ES256"}) + f".{body}.{signature}", encoded(header | {"alg": "eddsa"}) + f".{body}.{signature}",
        shared(_bytes(public["x"]), kid=public["kid"])(claims), shared(public["x"].encode(), kid=public["kid"])(claims),
        mine.token(claims), mine.token(claims, kid="other"), mine.token(claims, kid=None), mine.token(claims, crit=["exp"]),
        mine.token(claims, jwk=mine.public()), mine.token(claims, kid="../" + public["kid"]),
        FOREIGN.token(claims, kid=public["kid"]), FOREIGN.token(claims, kid=public["kid"], typ="at+jwt"),
    ]
    for token in forged:
        Anyone(campus).call("GET", "/v1/me", 401, headers={"Authorization": f"Bearer {token}"})
    victim.person.get("/v1/me")


def _bytes(part):
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))
