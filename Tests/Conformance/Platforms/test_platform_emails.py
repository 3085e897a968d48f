"""Emails that platforms tell: whose account they lead to, and whose address they are."""

import re

import pytest

from people import register, scopes
from platforms import COURSE, Browser, known, page, running


@pytest.fixture
def sections(own_server):
    return {each["code"]: each["id"] for each in register(own_server).get(f"/v1/courses/{COURSE}")["sections"]}


def test_an_email_leads_to_an_account_only_if_it_is_verified_and_the_operator_says_so(own_server, moodle, sections):
    code, section = next(iter(sections.items()))
    ada, dean, mallory = known(own_server, "ada"), known(own_server, "dean"), register(own_server, "Mallory", "ben@example.edu")
    own_server.admin("account", "role", dean.email, "admin")
    moodle.register().linked(COURSE, code)
    other = moodle.opened("ada")[1]
    assert other.id != ada.id and other.account["email"].endswith(".invalid")
    with running(own_server, name="canvas", client="9") as canvas:
        canvas.context = "course-9"
        canvas.register("--trust-emails")
        second = list(sections)[1]
        canvas.linked(COURSE, second)
        assert canvas.opened("ada")[1].id == ada.id and scopes(ada) == [(sections[second], "student")]
        assert canvas.opened("dean")[1].id != dean.id, "a platform makes nobody an admin"
        # That email is not known to be theirs: it may be Ben's own account, or that of somebody who registered it first.
        browser, other, cem = Browser(own_server), Browser(own_server), register(own_server, "Cem", "cem@example.edu")
        before = own_server.admin("account", "list")
        asked = canvas.launch(browser, "ben", 200)
        assert "There is an account with the email ben@example.edu already" in page(asked) and not browser.is_signed_in()
        wish = dict(re.findall(r'name="(\w+)" value="([^"]*)"', asked.text))
        assert own_server.admin("account", "list") == before
        # The answer counts in that browser, and for that launch alone: the next person at the computer is asked anew.
        other.call("POST", "/lti/launch", 403, data=wish)
        begun = canvas.begin(browser)
        launch = {"id_token": canvas.sign(canvas.claims(begun["nonce"], "cem")), "state": begun["state"], "ticket": wish["ticket"]}
        assert "cem@example.edu" in page(browser.call("POST", "/lti/launch", 200, data=launch))
        browser.call("POST", "/lti/launch", 403, data=wish | {"ticket": wish["state"]})
        browser.call("POST", "/lti/launch", 303, data=wish)
        ben = browser.person()
        assert ben.id != mallory.id and ben.get("/v1/me")["email"] == "ben@example.edu"
        assert mallory.get("/v1/me")["email"].endswith("@canvas.invalid") and canvas.opened("ben")[1].id == ben.id
        browser.call("POST", "/lti/launch", 409, data=wish)
        # Whoever verifies it has had their own account all along.
        own_server.admin("account", "verify", "cem@example.edu")
        assert canvas.opened("cem")[1].id == cem.id
        # A new account of a trusted platform is verified: a list of the registrar gives it its places.
        new = canvas.opened("new")[1]
        assert new.account["email"] == "new@example.edu"
        assert "new@example.edu" not in [line for line in own_server.admin("account", "list").splitlines() if "unverified" in line]


def test_an_email_that_the_operator_does_not_trust_is_nobody_s_address(own_server, moodle, sections):
    moodle.register().linked(COURSE, next(iter(sections)))
    ben, zoe = moodle.opened("ben")[1], moodle.opened("zoe")[1]
    assert ben.email.endswith("@moodle.invalid") and "ben@example.edu" not in own_server.admin("account", "list")
    real = register(own_server, "Ben", "ben@example.edu")
    own_server.admin("account", "verify", real.email)
    # Once it is trusted, whoever has no address gets the one that is free.
    moodle.register("--trust-emails")
    assert moodle.opened("zoe")[1].account == zoe.account | {"email": "zoe@example.edu"}
    assert moodle.opened("ben")[1].account == ben.account and real.get("/v1/me")["email"] == real.email
    assert "is sound" in own_server.admin("check")
