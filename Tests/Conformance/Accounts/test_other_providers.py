"""Providers by other people sign in the people of a campus."""

import requests
from oidc_provider_mock import User, run_server_in_thread

import glewlwyd
import lemonldap
from noteitd import PATIENCE, free_port, wait_until
from people import PASSWORD, register
from sign_on import Browser, campus_server

LINKS = "/v1/me/sign-on"


def test_another_program_s_provider_signs_people_in(tmp_path):
    """oidc-provider-mock of PyPI: without `iss` in the answer, with claims in userinfo, and a form."""
    claims = {"email": "ada@example.edu", "email_verified": True, "name": "Ada"}
    with run_server_in_thread(user_claims=[User(sub="ada", claims=claims)]) as other:
        issuer = f"http://localhost:{other.server_port}"
        with campus_server(tmp_path, provider=None, NOTEIT_SIGN_ON=issuer) as server:
            browser = Browser(server)
            address = browser.begin()["url"]
            answer = requests.post(address, data={"sub": "ada"}, allow_redirects=False, timeout=PATIENCE)
            assert answer.status_code in (302, 303), answer.text
            browser.come_back(answer.headers["Location"])
            ada = browser.person(browser.finish())
            assert ada.account["email"] == claims["email"] and ada.get(LINKS)["signOutURL"].startswith(issuer)


def test_lemonldap_signs_people_in_and_out(tmp_path):
    """LemonLDAP::NG of Debian: it demands PKCE, tells the claims in userinfo alone, and forgets its session with ours."""
    port = free_port()
    issuer = f"http://127.0.0.1:{port}"
    with campus_server(tmp_path, None, NOTEIT_SIGN_ON=issuer) as server, lemonldap.portal(tmp_path / "portal", port, server.url):
        browser, visitor = Browser(server), lemonldap.Visitor(issuer)
        assert visitor.visit(browser.begin()["url"]) is None
        assert visitor.sign_in("dwho", "wrong") is None, "the portal shows its form again"
        browser.come_back(visitor.sign_in("dwho"))
        doctor = browser.person(browser.finish())
        assert (doctor.account["email"], doctor.account["displayName"]) == ("dwho@badwolf.org", "Doctor Who")
        assert doctor.get(LINKS)["linked"][0]["subject"] == "dwho" and "unverified" not in server.admin("account", "list")
        # Whoever is signed in there is asked nothing.
        browser.come_back(visitor.visit(browser.begin()["url"]))
        again = browser.person(browser.finish())
        assert again.id == doctor.id
        # A sign-out goes on there, and leads back to our page.
        exit = again.get(LINKS)["signOutURL"]
        assert visitor.visit(exit) == server.url + "/"
        assert visitor.visit(browser.begin()["url"]) is None, "the portal shows its form"
        browser.come_back(visitor.sign_in("rtyler"))
        assert browser.person(browser.finish()).account["displayName"] == "Rose Tyler"


def test_glewlwyd_signs_people_in_links_an_account_and_ends_sessions(tmp_path):
    """Glewlwyd of Debian: ES256, `iss` in the answer, an `auth_time` of 0, and messages of sign-outs without `exp`."""
    provider = glewlwyd.Glewlwyd(free_port())
    with campus_server(tmp_path, None, NOTEIT_SIGN_ON=provider.issuer) as server, provider.running(tmp_path / "provider", server.url):
        browser, visitor = Browser(server), glewlwyd.Visitor(provider)
        address = browser.begin()["url"]
        assert visitor.visit(address).startswith(provider.url), "it asks for the password"
        visitor.sign_in()
        browser.come_back(visitor.go_on(address))
        ada = browser.person(browser.finish())
        assert (ada.account["email"], ada.account["displayName"]) == ("ada@example.edu", "Ada")
        # Its person signs out there, in the way of its page.
        visitor.sign_out(ada.get(LINKS)["signOutURL"])
        wait_until(lambda: ada.call("GET", "/v1/me").status_code == 401, "the end of the session")
        # Once the account is gone, another one is linked.
        server.admin("account", "delete", "ada@example.edu", "--yes")
        ben, other = register(server), Browser(server)
        headers = {"Authorization": f"Bearer {ben.token}"}
        address = other.call("POST", LINKS, 200, json={"currentPassword": PASSWORD}, headers=headers).json()["url"]
        assert visitor.visit(address).startswith(provider.url), "it asks again"
        visitor.sign_in()
        other.come_back(visitor.go_on(address))
        other.call("POST", LINKS + "/link", 201, headers=headers)
        browser.come_back(visitor.go_on(browser.begin()["url"]))
        assert browser.person(browser.finish()).id == ben.id
