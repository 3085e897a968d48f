"""Attacks on the way to a campus and back: each is refused in a sentence, and no account is touched."""

import time
import urllib.parse

import pytest

from noteitd import PATIENCE
from people import Anyone, register
from provider import Provider
from sign_on import Browser, campus_server, sign_in, somebody

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
    victim.refused(back=WAYS[attack])


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
            victim.refused(answers={"/userinfo": lambda h, answer=answer: h.answer(200, answer)})
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
