"""A platform registers itself by a link of the operator (LTI Dynamic Registration): that platform alone, once, and no hostile one."""

import base64
import concurrent.futures
import contextlib
import hashlib
import re
import sqlite3
import urllib.parse

import pytest

from noteitd import ENGINE
from people import register, scopes
from platforms import COURSE, TOOL, Browser, page, running


def invite(server, platform, *options):
    """A link for a platform."""
    said = server.admin("lti", "invite", platform.name, platform.url, "--public-url", server.url, *options)
    return said.splitlines()[0].removeprefix(server.url)


def follow(server, platform, link, status=200, **fields):
    """The platform opens the link in the browser of its administrator."""
    asked = {"openid_configuration": f"{platform.url}/configuration?registration_token=1", "registration_token": "token.1"} | fields
    return Browser(server).call("GET", f"{link}&{urllib.parse.urlencode(asked)}", status)


def test_a_platform_registers_itself_and_opens_noteit(own_server, moodle):
    code, section = next((each["code"], each["id"]) for each in register(own_server).get(f"/v1/courses/{COURSE}")["sections"])
    link = invite(own_server, moodle, "--make-staff", "--trust-emails")
    assert re.fullmatch(rf"moodle\ta link for {moodle.url}, until 20[-0-9]+T[:0-9]+Z\n", own_server.admin("lti", "list"))
    # Programs that look at links use none up.
    assert "Paste it there" in page(Browser(own_server).call("GET", link, 403))
    answer = follow(own_server, moodle, link)
    assert "NoteIt is registered" in page(answer) and "Courses can open it now" in page(answer)
    # Platforms show it in a frame, which its button closes.
    policy, script = answer.headers["Content-Security-Policy"], re.search("<script>(.*?)</script>", answer.text, re.DOTALL)[1]
    assert "frame-ancestors *" in policy and base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() in policy
    assert "org.imsglobal.lti.close" in script and answer.headers["Referrer-Policy"] == "no-referrer"
    [(authorization, client)] = moodle.registered
    assert authorization == "Bearer token.1" and "/configuration?registration_token=1" in moodle.asked
    assert client["initiate_login_uri"] == own_server.url + "/lti/login" and client["jwks_uri"] == own_server.url + "/lti/keys"
    assert client["redirect_uris"] == [own_server.url + "/lti/launch"] and client["token_endpoint_auth_method"] == "private_key_jwt"
    assert client["response_types"] == ["id_token"] and set(client["grant_types"]) == {"implicit", "client_credentials"}
    assert client["scope"] == "https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly"
    tool = client[TOOL]
    assert tool["domain"] == own_server.url.removeprefix("http://") and tool["target_link_uri"] == own_server.url + "/lti/launch"
    assert "email" in tool["claims"] and {each["type"] for each in tool["messages"]} == {"LtiResourceLinkRequest", "LtiDeepLinkingRequest"}
    [listed] = own_server.admin("lti", "list").splitlines()
    assert listed.split("\t") == ["moodle", moodle.issuer, moodle.client, moodle.deployment, "trusts emails, makes staff"]
    moodle.linked(COURSE, code)
    assert scopes(moodle.opened("ada")[1]) == [(section, "student")] and scopes(moodle.opened("grace", "Instructor")[1]) == [(section, "staff")]
    # The link is used up.
    assert "This link was used" in page(follow(own_server, moodle, link, 403)) and len(moodle.registered) == 1


def test_a_platform_that_names_no_deployment_waits_for_the_operator(own_server, moodle):
    link = invite(own_server, moodle)
    moodle.deployment = None
    assert "names the command" in page(follow(own_server, moodle, link))
    assert "email" not in moodle.registered[0][1][TOOL]["claims"]
    moodle.deployment = "7"
    assert "noteitd lti allow moodle 7" in page(moodle.launch(Browser(own_server), "ada", 403))
    own_server.admin("lti", "allow", "moodle", "7")
    assert "is not linked" in page(moodle.launch(Browser(own_server), "ada", 403))


def says(**changes):
    """A platform with another configuration; None leaves a member out."""
    return lambda found: {name: value for name, value in (found | changes).items() if value is not None}


# What the platform says, and what its administrator reads.
HOSTILE = {
    "another issuer": (says(issuer="https://evil.example.com"), 403, "names itself https://evil.example.com"),
    "an issuer at another port": (says(issuer="http://127.0.0.1:1"), 403, "names itself"),
    "an issuer that is no address": (says(issuer="moodle"), 403, "an address that is none"),
    "access tokens from a private host": (says(token_endpoint="https://10.0.0.1/token"), 403, "10.0.0.1, which is in a private network"),
    "keys of this machine": (says(jwks_uri="https://localhost/jwks"), 403, "localhost, which is in a private network"),
    "keys at another port of this machine": (says(jwks_uri="http://127.0.0.1:1/jwks"), 403, "127.0.0.1, which is not asked by https"),
    "people sent to a script": (says(authorization_endpoint="javascript:alert(1)"), 422, "auth-url must be"),
    "a registration at a private host": (says(registration_endpoint="https://169.254.169.254/"), 403, "in a private network"),
    "a registration in the clear": (says(registration_endpoint="http://192.0.2.1/"), 403, "not asked by https"),
    "a registration at another port": (says(registration_endpoint="https://192.0.2.1:8443/"), 403, "another port than 443"),
    "a registration nowhere": (says(registration_endpoint="https://nowhere.invalid/"), 403, "nowhere.invalid, which is not known"),
    "a registration in a file": (says(registration_endpoint="file:///etc/passwd"), 403, "an address that is none"),
    "no keys": (says(jwks_uri=None), 403, "a member is missing"),
    "a list": (lambda found: [found], 403, "another type"),
    "without end": (says(claims_supported=["x" * 300_000]), 403, "is too large"),
}


def test_no_hostile_platform_is_registered_and_no_private_host_is_asked(own_server, moodle):
    link = invite(own_server, moodle)
    with running(own_server, name="other") as other:
        sentence = page(follow(own_server, other, link, 403))
        assert f"This link is for the platform at {moodle.url}, and this one is at 127.0.0.1" in sentence
        assert other.asked == []
        for wrong in ("https://10.0.0.1/configuration", moodle.url.replace("127.0.0.1", "127.0.0.2"), moodle.url.replace("http:", "https:")):
            assert "This link is for the platform" in page(follow(own_server, moodle, link, 403, openid_configuration=wrong))
        for wrong in ("file:///etc/passwd", "x", moodle.url.replace("//", "//ada@")):
            assert "an address that is none" in page(follow(own_server, moodle, link, 403, openid_configuration=wrong))
        assert moodle.asked == []
        assert "answered with the status 401" in page(follow(own_server, moodle, link, 403, openid_configuration=f"{moodle.url}/nothing"))
        for name, (twist, status, sentence) in HOSTILE.items():
            moodle.twist = twist
            answer = follow(own_server, moodle, link, status)
            assert sentence in page(answer), (name, page(answer))
            assert "frame-ancestors *" in answer.headers["Content-Security-Policy"], name
        moodle.twist = says()
        assert "token cannot be used" in page(follow(own_server, moodle, link, 403, registration_token="a b"))
        assert moodle.registered == []
        # What it answers to a registration, too.
        moodle.status = 401
        assert "answered with the status 401" in page(follow(own_server, moodle, link, 403))
        moodle.status, client, moodle.client = 201, moodle.client, "tool 1"
        assert "client-id must be" in page(follow(own_server, moodle, link, 422))
        moodle.status, moodle.client = 302, client
        assert "redirects" in page(follow(own_server, moodle, link, 403))
        assert "a link for" in own_server.admin("lti", "list") and len(own_server.admin("lti", "list").splitlines()) == 1
        # The link is still good for the platform that it is for.
        moodle.status = 200
        follow(own_server, moodle, link)
        assert other.asked == []


def test_a_platform_whose_issuer_is_of_another_host_has_it_in_its_link(own_server):
    with running(own_server, name="canvas", issuer="https://canvas.instructure.com") as canvas:
        link = invite(own_server, canvas)
        assert "with --issuer" in page(follow(own_server, canvas, link, 403))
        for issuer, status in (("https://canvas.instructure.com/", 403), (canvas.issuer, 200)):
            follow(own_server, canvas, invite(own_server, canvas, "--issuer", issuer), status)
        # The link before it has ended.
        assert "This link was used" in page(follow(own_server, canvas, link, 403))


def test_a_link_ends_by_its_time_by_another_and_by_its_removal(own_server, moodle):
    first = invite(own_server, moodle)
    second = invite(own_server, moodle)
    assert "This link was used" in page(follow(own_server, moodle, first, 403))
    assert "This link was used" in page(follow(own_server, moodle, second[:-1], 403))
    own_server.admin("lti", "remove", "moodle")
    assert "This link was used" in page(follow(own_server, moodle, second, 403))
    if ENGINE == "sqlite":
        third = invite(own_server, moodle)
        with contextlib.closing(sqlite3.connect(own_server.database)) as database, database:
            database.execute("UPDATE lti_invitation SET expires_at = 1")
        assert "This link was used" in page(follow(own_server, moodle, third, 403))
    assert moodle.asked == []
    # Of two at once, one is first.
    last = invite(own_server, moodle)
    with concurrent.futures.ThreadPoolExecutor() as threads:
        answers = list(threads.map(lambda _: follow(own_server, moodle, last, None).status_code, range(4)))
    assert answers.count(200) == 1 and set(answers) <= {200, 403, 503}
    assert len(own_server.admin("lti", "list").splitlines()) == 1 and "is sound" in own_server.admin("check")


@pytest.mark.parametrize("arguments, sentence", [
    (["Moodle", "https://moodle.example.edu"], "small letters"),
    (["moodle", "moodle.example.edu"], "must be that of the platform"),
    (["moodle", "http://moodle.example.edu"], "must be that of the platform"),
    (["moodle", "http://localhost:80@moodle.example.edu"], "must be that of the platform"),
    (["moodle", "https://ada@moodle.example.edu"], "must be that of the platform"),
    (["moodle", "https://moodle.example.edu/#top"], "must be that of the platform"),
    (["moodle", "https:///"], "must be that of the platform"),
    (["moodle", "https://moodle.example.edu", "--issuer", "a b"], "without spaces"),
])
def test_a_link_for_what_is_no_platform_is_refused(own_server, moodle, arguments, sentence):
    moodle.register()
    for wrong, words in ((arguments, sentence), (["moodle", "https://moodle.example.edu"], "There is a platform moodle already")):
        done = own_server.admin("lti", "invite", *wrong, "--public-url", own_server.url, check=False)
        assert done.returncode != 0 and words in done.stderr, done.stderr
    done = own_server.admin("lti", "invite", "canvas", "https://canvas.example.edu", check=False)
    assert done.returncode != 0 and "NOTEIT_PUBLIC_URL" in done.stderr
