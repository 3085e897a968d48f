"""Launches that are not what they say: each is refused with a sentence, and changes nothing."""

import time

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa

from noteitd import Noteitd
from people import register, staff
from platforms import ABSENT, COURSE, DEEP, LTI, ROLE, Browser, page, running


@pytest.fixture(scope="module")
def campus(tmp_path_factory):
    """A server with two platforms whose course is linked, and its instructor."""
    server = Noteitd(tmp_path_factory.mktemp("attacks"))
    server.load_sample()
    server.start()
    with running(server) as moodle, running(server, name="canvas") as canvas:
        moodle.register()
        canvas.register()
        code = register(server).get(f"/v1/courses/{COURSE}")["sections"][0]["code"]
        moodle.linked(COURSE, code)
        yield server, moodle, canvas, staff(server, COURSE)
    server.stop()


def state(server, grace):
    return server.admin("account", "list"), server.admin("lti", "courses"), grace.items(f"/v1/courses/{COURSE}/roster")


def signed(**options):
    """Changes how the token is signed."""
    return lambda moodle, canvas, claims: moodle.sign(claims, **options)


def said(**changes):
    """Changes what the token says."""
    return lambda moodle, canvas, claims: moodle.sign(
        {name: value for name, value in (claims | changes).items() if value is not ABSENT})


def swapped(token, other):
    """The body of another token under the signature of this one."""
    return ".".join([token.split(".")[0], other.split(".")[1], token.split(".")[2]])


def lti(**changes):
    return said(**{LTI + name: value for name, value in changes.items()})


def deep(**settings):
    settings = {"deep_link_return_url": "https://moodle.example.edu/r", "accept_types": ["ltiResourceLink"]} | settings
    return said(**{LTI + "message_type": "LtiDeepLinkingRequest", LTI + "roles": [ROLE + "Instructor"], DEEP + "deep_linking_settings": settings})


NOW = int(time.time())
TOKENS = {
    "no signature": (signed(alg="none"), "signed by none"),
    "a shared secret": (signed(alg="HS256"), "signed by HS256"),
    "another algorithm": (signed(alg="ES256"), "signed by ES256"),
    "a key of somebody else": (signed(key=rsa.generate_private_key(public_exponent=65537, key_size=2048)), "signature"),
    "a key that is not published": (signed(kid="other"), "does not publish"),
    "extensions": (signed(crit=["x"], x=1), "malformed"),
    "another type": (signed(typ="at+jwt"), "type"),
    "another body": (lambda m, c, claims: swapped(m.sign(claims), m.sign(claims | {"sub": "grace"})), "signature"),
    "another platform's key": (lambda m, c, claims: c.sign(claims), "signature"),
    "another issuer": (said(iss="https://evil.example.com"), "another issuer"),
    "another platform's issuer": (lambda m, c, claims: m.sign(claims | {"iss": c.issuer}), "another issuer"),
    "another audience": (said(aud="other"), "another server"),
    "two audiences": (said(aud=["tool-1", "other"]), "azp"),
    "another party": (said(azp="other"), "azp"),
    "another nonce": (said(nonce="other"), "nonce"),
    "no nonce": (said(nonce=ABSENT), "nonce"),
    "an end in the past": (said(exp=NOW - 4_000, iat=NOW - 5_000), "too old"),
    "a beginning in the future": (said(iat=NOW + 4_000, exp=NOW + 5_000), "future"),
    "no times": (said(exp=ABSENT, iat=ABSENT), "iat and exp"),
    "nobody": (said(sub=ABSENT), "names nobody"),
    "an empty person": (said(sub=""), "names nobody"),
    "a person with a NUL": (said(sub="a\0b"), "names nobody"),
    "an unknown deployment": (lti(deployment_id="8"), "lti allow moodle 8"),
    "no deployment": (lti(deployment_id=ABSENT), "deployment"),
    "LTI 1.1": (lti(version="1.1"), "LTI 1.3"),
    "an unknown message": (lti(message_type="LtiSubmissionReviewRequest"), "kind"),
    "no roles": (lti(roles=ABSENT), "roles"),
    "no context": (lti(context=ABSENT), "not opened from a course"),
    "no resource link": (lti(resource_link=ABSENT), "what to open"),
    "another server to open": (lti(target_link_uri="https://evil.example.com/"), "another server"),
    "a server whose name begins like ours": (lambda m, c, claims: m.sign(claims | {LTI + "target_link_uri": m.server.url + ".evil.example/"}), "another server"),
    "claims of another form": (lti(roles={"a": 1}), "another type"),
    "a script to return to": (deep(deep_link_return_url="javascript:alert(1)//https://x"), "https"),
    "an open page to return to": (deep(deep_link_return_url="http://moodle.example.edu/r"), "https"),
    "a policy to return to": (deep(deep_link_return_url="https://a;script-src *;/r"), "https"),
    "nothing that is taken": (deep(accept_types=["file"]), "takes no links"),
    "a learner who adds links": (said(**{LTI + "message_type": "LtiDeepLinkingRequest", DEEP + "deep_linking_settings": {
        "deep_link_return_url": "https://moodle.example.edu/r", "accept_types": ["ltiResourceLink"]}}), "Only instructors"),
}


def test_no_token_that_is_not_whole_opens_anything(campus):
    server, moodle, canvas, grace = campus
    before = state(server, grace)
    for name, (make, sentence) in TOKENS.items():
        browser = Browser(server)
        asked = moodle.begin(browser)
        answer = moodle.send(browser, make(moodle, canvas, moodle.claims(asked["nonce"], "mallory")), asked["state"], 403)
        assert sentence in page(answer), (name, page(answer))
        assert not browser.is_signed_in(), name
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    assert state(server, grace) == before


def test_a_launch_is_good_once_in_its_browser_and_for_what_was_signed(campus):
    server, moodle, canvas, grace = campus
    # A platform may let a token end when no date is left.
    moodle.opened("honest", exp=1e300)
    before = state(server, grace)
    mine, theirs = Browser(server), Browser(server)
    asked = moodle.begin(mine)
    token = moodle.sign(moodle.claims(asked["nonce"], "honest"))
    assert "another browser" in page(moodle.send(theirs, token, asked["state"], 403))
    moodle.begin(theirs)
    assert "another browser" in page(moodle.send(theirs, token, asked["state"], 403))
    for wrong in ("", "x", asked["state"][:-2], asked["nonce"], "a.b.c", mine.http.cookies.get_dict()["noteit_launch"]):
        assert "did not begin here" in page(moodle.send(mine, token, wrong, 403))
    # A token of one launch with the state of another, and the state of one platform with a token of the other.
    second = moodle.begin(mine)
    assert "nonce" in page(moodle.send(mine, token, second["state"], 403))
    foreign = canvas.begin(mine)
    assert "signature" in page(moodle.send(mine, moodle.sign(moodle.claims(foreign["nonce"], "honest") | {"iss": canvas.issuer}), foreign["state"], 403))
    # What is beside the token counts for nothing.
    forged = {LTI + "roles": ROLE + "Instructor", "roles": "Instructor", "user_id": "grace", "lti_version": "LTI-1p0"}
    moodle.send(mine, token, asked["state"], 303, **forged)
    assert mine.person().items("/v1/me/enrollments")[0]["role"] == "student"
    assert "made before" in page(moodle.send(mine, token, asked["state"], 409))
    # The token of a session is no state, and the state is no token.
    assert mine.call("GET", "/v1/me", 401, headers={"Authorization": f"Bearer {asked['state']}"}).status_code == 401
    assert "let you in: login_required" in page(mine.call("POST", "/lti/launch", 403, data={"error": "login_required", "state": second["state"]}))
    huge = "x" * (70 << 10)
    assert moodle.send(mine, huge, second["state"], 413).status_code == 413
    assert "malformed" in page(moodle.send(mine, "x" * 60_000, second["state"], 403))
    assert state(server, grace) == before


def test_a_login_begins_only_for_a_platform_that_is_known_and_for_this_server(campus):
    server, moodle, canvas, grace = campus
    browser = Browser(server)
    for fields, sentence in (
        ({"iss": "https://evil.example.com"}, "did not register"), ({"iss": "a\0b"}, "did not register"), ({"iss": ABSENT}, "did not register"),
        ({"client_id": "other"}, "did not register"), ({"login_hint": ABSENT}, "login_hint"), ({"target_link_uri": ABSENT}, "not one of"),
        ({"target_link_uri": "https://evil.example.com"}, "not one of"), ({"target_link_uri": server.url + "@evil.example.com"}, "not one of"),
        ({"target_link_uri": server.url + "/v1/me"}, "not one of"), ({"login_hint": "x" * 5_000}, "login_hint"),
    ):
        for method in ("GET", "POST"):
            answer = moodle.begin(browser, method=method, status=403, **fields)
            assert sentence in page(answer), (fields, page(answer))
            assert "Set-Cookie" not in answer.headers
    assert "&lt;b&gt;" in moodle.begin(browser, status=403, iss="<b>x</b>").text
    assert moodle.begin(browser, method="GET", client_id=ABSENT)["client_id"] == moodle.client


def test_the_operator_is_told_what_is_wrong_with_a_registration(campus):
    server, moodle, _, _ = campus
    def refused(*options):
        good = {"--issuer": "https://a.example", "--client-id": "1", "--auth-url": "https://a.example/a", "--token-url": "https://a.example/t", "--jwks-url": "https://a.example/k"}
        good |= dict(zip(options[1::2], options[2::2]))
        done = server.admin("lti", "add", options[0], *[part for pair in good.items() for part in pair], check=False)
        assert done.returncode == 1, done.stdout
        return done.stderr
    assert "small letters" in refused("Moodle X")
    assert "https://" in refused("a", "--auth-url", "http://a.example/") and "https://" in refused("a", "--jwks-url", "file:///etc/passwd")
    assert "without spaces" in refused("a", "--issuer", "a b") and "has this issuer" in refused("a", "--issuer", moodle.issuer, "--client-id", moodle.client)
    assert "no platform" in server.admin("lti", "remove", "a", check=False).stderr
    assert "no platform" in server.admin("lti", "allow", "a", "1", check=False).stderr
    assert server.admin("lti", "allow", "moodle", "9") == "moodle may launch from 7, 9\n"
