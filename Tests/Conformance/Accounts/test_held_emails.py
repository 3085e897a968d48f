"""An account that somebody else made with the email of a person of the campus keeps nobody out, and loses nothing by mistake."""

import uuid

import pytest
import requests

from noteitd import PATIENCE
from people import PASSWORD, Anyone, register
from sign_on import Browser, campus_server, sign_in, somebody


@pytest.fixture(scope="module")
def campus(provider, tmp_path_factory):
    with campus_server(tmp_path_factory.mktemp("campus"), provider) as server:
        yield server


def opens_calendars(server, email, password):
    """Whether a calendar program signs in so."""
    answer = requests.request("PROPFIND", f"{server.url}/dav/", auth=(email, password), headers={"Depth": "0"}, timeout=PATIENCE)
    assert answer.status_code in (207, 401), answer.text
    return answer.status_code == 207


def test_whoever_registered_an_email_first_keeps_nobody_out_who_has_it(campus, provider):
    mallory = register(campus)
    phone = mallory.call("POST", "/v1/me/app-passwords", 201, json={"name": "Phone", "currentPassword": PASSWORD}).json()["password"]
    assert opens_calendars(campus, mallory.email, phone)
    code = campus.admin("account", "reset", mallory.email).splitlines()[0]
    provider.person = claims = somebody(email=mallory.email.upper())
    browser = Browser(campus)
    # It may be their own account, so they are asked first.
    asked = browser.sign_in(409)
    assert [each["field"] for each in asked["errors"]] == ["newAccount"] and "If it is not, go on with a new account" in asked["detail"]
    assert mallory.get("/v1/me")["email"] == mallory.email
    browser.travel()
    ada = browser.person(browser.finish(newAccount=True))
    assert ada.account["email"] == claims["email"] and ada.id != mallory.id
    assert sign_in(campus, provider, claims).id == ada.id
    # The other account keeps all but the email, and is told.
    left = mallory.get("/v1/me")
    assert left["email"].endswith("@campus.invalid") and left | {"email": mallory.email} == mallory.account
    [told] = [each for each in mallory.items("/v1/me/notifications") if each["kind"] == "emailTaken"]
    assert told["text"] == mallory.email
    Anyone(campus).call("POST", "/v1/sessions", 401, json={"email": mallory.email, "password": PASSWORD})
    reset = {"email": mallory.email, "code": code, "newPassword": PASSWORD + "!"}
    Anyone(campus).call("POST", "/v1/accounts/reset", 401, json=reset)
    # Its app passwords are good with the email that its person sets next.
    assert not opens_calendars(campus, mallory.email, phone)
    own = f"{uuid.uuid4()}@example.edu"
    mallory.call("PATCH", "/v1/me", 200, json={"email": own, "currentPassword": PASSWORD})
    again = Anyone(campus).call("POST", "/v1/sessions", 201, json={"email": own, "password": PASSWORD}).json()
    assert opens_calendars(campus, own, phone)
    assert again["account"]["id"] == mallory.id and "is sound" in campus.admin("check")


def test_a_wish_for_a_new_account_counts_for_whom_it_was_asked_alone_and_in_that_browser(campus, provider):
    mallory, trudy = register(campus), register(campus)
    asked, other = somebody(email=mallory.email), somebody(email=trudy.email)
    browser = Browser(campus)

    def wish(claims, status, browser=browser):
        provider.person = claims
        browser.travel()
        answer = browser.finish(status, newAccount=True)
        assert status == 201 or [each["field"] for each in answer["errors"]] == ["newAccount"]
        return answer

    provider.person = asked
    browser.sign_in(409)
    # Who comes next at the computer is asked too, and is nobody else then.
    wish(other, 409)
    wish(asked, 409)
    # Neither another browser, nor another email, nor one that is verified since, nor a made-up cookie.
    wish(asked, 409, Browser(campus))
    provider.person = asked | {"email_verified": False}
    browser.sign_in(409)
    wish(asked, 409)
    wish(asked | {"email": trudy.email}, 409)
    stranger = Browser(campus)
    stranger.begin()
    for forged in ("x", "a.b.c", stranger.http.cookies["noteit_sign_on_journey"], trudy.token):
        browser.http.cookies.set("noteit_sign_on_question", forged, domain="127.0.0.1", path="/")
        wish(asked, 409)
    assert mallory.get("/v1/me") == mallory.account and trudy.get("/v1/me") == trudy.account
    # Nothing of one person is left for the next.
    person = browser.person(wish(asked, 201))
    assert person.email == asked["email"] and not [each for each in browser.http.cookies.keys() if "sign_on" in each]
    assert trudy.get("/v1/me") == trudy.account


def test_an_email_that_the_campus_does_not_verify_keeps_nobody_out_and_takes_none(campus, provider):
    for is_known in (False, True):
        bob = register(campus)
        if is_known:
            campus.admin("account", "verify", bob.email)
        provider.person = claims = somebody(email=bob.email, email_verified=False)
        browser = Browser(campus)
        assert "has no email until you set one" in browser.sign_in(409)["detail"]
        browser.travel()
        ada = browser.person(browser.finish(newAccount=True))
        assert ada.account["email"].endswith("@campus.invalid") and sign_in(campus, provider, claims).id == ada.id
        assert bob.sign_in_again().get("/v1/me") == bob.account


def test_no_wish_for_a_new_account_takes_an_email_that_is_known_to_be_its_account_s(campus, provider):
    known, boss, gone = register(campus), register(campus), register(campus)
    campus.admin("account", "verify", known.email)
    campus.admin("account", "role", boss.email, "admin")
    campus.admin("account", "suspend", gone.email)
    for person, is_told in ((known, True), (boss, True), (gone, True), (gone, False)):
        provider.person = somebody(email=person.email, email_verified=is_told)
        browser = Browser(campus)
        browser.travel()
        refused = browser.finish(409, newAccount=True)
        assert "link it to" in refused["detail"] and "errors" not in refused
        assert person.email in campus.admin("account", "list")
