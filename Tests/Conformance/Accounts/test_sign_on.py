"""People of a campus sign in by its provider: who gets which account, what its claims do, and how they sign out."""

import urllib.parse
import uuid

import pytest

from devices import PATH as DEVICE, Device
from noteitd import Noteitd
from people import PASSWORD, Anyone, register
from provider import Key
from second_factor import add_factor, second_half
from sign_on import CAMPUS, Browser, campus_server, sign_in, somebody

LINKS = "/v1/me/sign-on"


@pytest.fixture(scope="module")
def campus(provider, tmp_path_factory):
    settings = {"NOTEIT_SIGN_ON_INSTRUCTORS": "affiliation=faculty,realm_access.roles=teacher", "NOTEIT_SECOND_FACTOR": "staff"}
    with campus_server(tmp_path_factory.mktemp("campus"), provider, **settings) as server:
        yield server


def test_a_sign_in_makes_an_account_once_and_keeps_it(campus, provider):
    claims = somebody()
    ada = sign_in(campus, provider, claims)
    assert ada.account["email"] == claims["email"] and ada.account["displayName"] == claims["name"]
    assert ada.account["role"] == "student" and ada.get(LINKS)["linked"][0]["subject"] == claims["sub"]
    assert ada.items("/v1/sessions")[0]["device"] == "browser"
    # What the campus says later changes neither the name nor the email, which are the person's.
    again = sign_in(campus, provider, claims | {"email": "other@example.edu", "name": "Other"})
    assert again.account == ada.account
    again.refresh()
    offer = Anyone(campus).get("/v1/sign-on")
    assert offer == {"name": CAMPUS, "only": False}


def test_a_server_without_a_sign_on_says_so(server):
    assert Anyone(server).get("/v1/sign-on") == {"name": None, "only": False}
    browser = Browser(server)
    browser.begin(404)
    browser.call("POST", "/v1/sign-on/session", 404, json={})
    assert register(server).get(LINKS) == {"name": None, "linked": [], "signOutURL": None}


@pytest.mark.parametrize("alg", ["RS256", "ES256", "PS256", "EdDSA"])
def test_the_provider_may_sign_by_any_of_four_algorithms(campus, provider, alg):
    with provider.twist(sign=lambda claims: provider.keys[alg].token(claims), claims=lambda claims: claims | {"at_hash": None}):
        sign_in(campus, provider, somebody())


def test_claims_may_stand_in_userinfo_and_in_many_forms(campus, provider):
    claims = somebody(given_name="Grace", family_name="Hopper")
    del claims["name"]
    provider.hidden = ("email", "email_verified", "given_name", "family_name")
    try:
        person = sign_in(campus, provider, claims)
    finally:
        provider.hidden = ()
    assert person.account["displayName"] == "Grace Hopper" and person.account["email"] == claims["email"]
    with provider.twist(claims=lambda claims: claims | {"aud": ["other", "noteit"], "azp": "noteit"}):
        sign_in(campus, provider, somebody(name="Staff"))


def test_instructors_are_made_and_unmade_by_claims(campus, provider):
    claims = somebody(amr=["pwd", "mfa"])
    assert sign_in(campus, provider, claims).account["role"] == "student"
    for faculty in ({"affiliation": ["staff", "faculty"]}, {"realm_access": {"roles": ["teacher"]}}):
        ada = sign_in(campus, provider, claims | faculty)
        assert ada.account["role"] == "instructor" and ada.get("/v1/me")["role"] == "instructor"
        for other in ({}, {"affiliation": "faculty of nothing"}, {"affiliation": {"faculty": True}}):
            assert sign_in(campus, provider, claims | other).account["role"] == "student"
            sign_in(campus, provider, claims | faculty)
    # What the operator gave, the campus does not take.
    boss = somebody()
    sign_in(campus, provider, boss)
    campus.admin("account", "role", boss["email"], "instructor")
    assert sign_in(campus, provider, boss | {"amr": ["mfa"]}).account["role"] == "instructor"
    # Nor does it stay when the link ends, after which no claims would take it.
    ada.call("PUT", "/v1/me/password", 204, json={"currentPassword": "", "newPassword": PASSWORD})
    ada.call("DELETE", f"{LINKS}/{ada.get(LINKS)['linked'][0]['id']}", 204, json={"currentPassword": PASSWORD})
    assert ada.get("/v1/me")["role"] == "student"


def test_the_campus_s_second_factor_counts_and_without_it_ours_is_asked(campus, provider):
    claims = somebody(affiliation="faculty")
    needed = sign_in(campus, provider, claims, 202)
    assert needed["kinds"] == [] and needed["key"], "the operator demands one of instructors"
    for told in ({"amr": ["pwd", "mfa"]}, {"acr": "mfa"}):
        ada = sign_in(campus, provider, claims | told)
        ada.refresh()
    # A person's own is asked too, and its session ends with the campus's.
    app, added = add_factor(ada, password="")
    needed = sign_in(campus, provider, claims, 202)
    assert needed["kinds"] == ["totp"]
    opened = second_half(ada, needed["challenge"], app.code())
    assert opened.get(LINKS)["signOutURL"]
    end(campus, provider.logout_token(sub=claims["sub"]))
    opened.call("GET", "/v1/me", 401)
    # One that waits for its code opens nothing any more.
    needed = sign_in(campus, provider, claims, 202)
    end(campus, provider.logout_token(sub=claims["sub"]))
    second_half(ada, needed["challenge"], added["recoveryCodes"][0], 401)


def test_an_email_that_is_taken_is_linked_by_its_owner_alone(campus, provider):
    ada = register(campus)
    claims = somebody(email=ada.email)
    provider.person = claims
    refused = Browser(campus).sign_in(409)
    assert "link it to Example University in the settings, after a sign-in with its password" in refused["detail"] and ada.get(LINKS)["linked"] == []
    browser = Browser(campus)
    for wrong in ({"currentPassword": "wrong"}, {"currentPassword": ""}):
        ada.refused("POST", LINKS, 422, json=wrong, headers={"Origin": campus.url})
    link = browser.link(ada, {"currentPassword": PASSWORD})
    assert link["subject"] == claims["sub"] and ada.get(LINKS)["linked"][0]["id"] == link["id"]
    again = sign_in(campus, provider, claims)
    assert again.id == ada.id
    # Neither side has a second one.
    assert "linked already" in Browser(campus).link(register(campus), {"currentPassword": PASSWORD}, 409)["detail"]
    provider.person = somebody()
    assert "linked already" in Browser(campus).link(ada, {"currentPassword": PASSWORD}, 409)["detail"]
    ada.refused("DELETE", f"{LINKS}/{link['id']}", 422, json={"currentPassword": "wrong"})
    register(campus).refused("DELETE", f"{LINKS}/{link['id']}", 404, json={"currentPassword": PASSWORD})
    ada.call("DELETE", f"{LINKS}/{link['id']}", 204, json={"currentPassword": PASSWORD})
    again.call("GET", "/v1/me", 401)
    ada.get("/v1/me")
    sign_in(campus, provider, claims, 409)


def test_a_link_of_another_s_browser_or_account_is_none(campus, provider):
    ada, bob = register(campus), register(campus)
    provider.person = somebody()
    browser = Browser(campus)
    headers = {"Authorization": f"Bearer {ada.token}"}
    start = browser.call("POST", LINKS, 200, json={"currentPassword": PASSWORD}, headers=headers).json()
    assert "prompt=login" in start["url"]
    browser.come_back(browser.visit(start["url"]))
    browser.call("POST", f"{LINKS}/link", 403, headers={"Authorization": f"Bearer {bob.token}"})
    browser.finish(401)
    # A link needs a fresh sign-in at the campus, where it tells the time.
    with provider.twist(claims=lambda claims: claims | {"auth_time": claims["iat"] - 3600}):
        assert "sign in again" in browser.call("POST", f"{LINKS}/link", 403, headers=headers).json()["detail"]
    assert ada.get(LINKS)["linked"] == bob.get(LINKS)["linked"] == []
    sign_in(campus, provider, provider.person)


def test_a_person_without_a_password_confirms_changes_by_a_fresh_sign_in(campus, provider):
    claims = somebody()
    ada = sign_in(campus, provider, claims)
    link = ada.get(LINKS)["linked"][0]["id"]
    Anyone(campus).call("POST", "/v1/sessions", 401, json={"email": ada.email, "password": ""})
    assert "only way in" in ada.refused("DELETE", f"{LINKS}/{link}", 409, json={"currentPassword": ""})["detail"]
    ada.call("PUT", "/v1/me/password", 204, json={"currentPassword": "", "newPassword": PASSWORD})
    other = ada.sign_in_again()
    other.refused("PUT", "/v1/me/password", 422, json={"currentPassword": "", "newPassword": PASSWORD + "!"})
    other.call("DELETE", f"{LINKS}/{link}", 204, json={"currentPassword": PASSWORD})
    ada.call("GET", "/v1/me", 401)
    # Leaving takes everything along; the same person may come again.
    bob_claims = somebody()
    bob = sign_in(campus, provider, bob_claims)
    bob.call("DELETE", "/v1/me", 204, json={"currentPassword": ""})
    assert sign_in(campus, provider, bob_claims).id != bob.id
    campus.admin("check")


def test_a_reset_by_the_operator_ends_links_that_were_added_but_not_the_one_that_made_the_account(campus, provider):
    ada = register(campus)
    provider.person = somebody()
    Browser(campus).link(ada, {"currentPassword": PASSWORD})
    made = sign_in(campus, provider, somebody())
    for person, left in ((ada, 0), (made, 1)):
        code = campus.admin("account", "reset", person.email).splitlines()[0]
        body = {"email": person.email, "code": code, "newPassword": PASSWORD + "!"}
        Anyone(campus).call("POST", "/v1/accounts/reset", 204, json=body)
        assert len(person.sign_in_again(password=PASSWORD + "!").get(LINKS)["linked"]) == left


def end(server, token, status=200):
    """The campus tells that somebody signed out there."""
    answer = Anyone(server).call("POST", "/v1/sign-on/logout", status, data={"logout_token": token})
    assert answer.headers["Cache-Control"] == "no-store"
    return answer


def test_a_sign_out_goes_on_at_the_campus_and_one_there_ends_the_sessions_here(campus, provider):
    claims = somebody()
    provider.session = "s1"
    first = sign_in(campus, provider, claims)
    provider.session = "s2"
    second = sign_in(campus, provider, claims)
    address = urllib.parse.urlsplit(second.get(LINKS)["signOutURL"])
    fields = dict(urllib.parse.parse_qsl(address.query))
    assert address.path == "/logout" and fields["id_token_hint"].count(".") == 2
    assert fields["post_logout_redirect_uri"] == campus.url + "/"
    end(campus, provider.logout_token(sid="s1", sub="somebody else"))
    first.get("/v1/me")
    # Drafts of the standard had no end in it.
    token = provider.logout_token(sid="s1", exp=None)
    end(campus, token)
    first.call("GET", "/v1/me", 401)
    second.get("/v1/me")
    end(campus, token, 409)
    with_password = register(campus)
    end(campus, provider.logout_token(sub=claims["sub"]))
    second.call("GET", "/v1/me", 401)
    with_password.get("/v1/me")
    provider.session = "s1"


def test_a_terminal_that_the_page_approves_has_the_campus_s_factor_and_ends_with_its_sessions(campus, provider):
    claims = somebody(affiliation="faculty", amr=["mfa"])
    ada, device = sign_in(campus, provider, claims), Device(campus)
    body, headers = {"userCode": device.code, "approve": True}, {"Authorization": f"Bearer {ada.token}"}
    ada.browser.call("POST", f"{DEVICE}/answer", 204, json=body, headers=headers)
    terminal = device.poll()
    terminal.refresh()
    # Nobody has just signed in at the campus with it.
    terminal.refused("PUT", "/v1/me/password", 422, json={"currentPassword": "", "newPassword": PASSWORD})
    end(campus, provider.logout_token(sub=claims["sub"]))
    terminal.call("GET", "/v1/me", 401)


def test_the_provider_may_change_its_keys(campus, provider):
    sign_in(campus, provider, somebody())
    before = provider.asked["/jwks"]
    old, provider.keys["RS256"] = provider.keys["RS256"], Key("RS256", "newer")
    provider.extra_keys = [old.public()]
    try:
        sign_in(campus, provider, somebody())
        assert provider.asked["/jwks"] == before + 1
        # Whoever makes up names of keys causes no more reads.
        for _ in range(3):
            with provider.twist(sign=lambda claims: old.token(claims, kid="made-up")):
                sign_in(campus, provider, somebody(), 401)
        assert provider.asked["/jwks"] == before + 1
    finally:
        provider.keys["RS256"] = old


def test_where_the_sign_on_is_the_only_door_passwords_are_for_admins(tmp_path, provider):
    with campus_server(tmp_path, provider, NOTEIT_REGISTRATION="sign-on") as server:
        assert Anyone(server).get("/v1/sign-on")["only"] is True
        boss, ada = sign_in(server, provider, somebody()), sign_in(server, provider, somebody())
        for person in (boss, ada):
            person.call("PUT", "/v1/me/password", 204, json={"currentPassword": "", "newPassword": PASSWORD})
        # An account that is not linked cannot be told to sign in with its password.
        refused = sign_in(server, provider, somebody(email=ada.email), 409)
        assert "on a device that is signed in to it" in refused["detail"]
        # The link is the way in of everyone else, whatever password they have.
        link = ada.get(LINKS)["linked"][0]["id"]
        refused = ada.refused("DELETE", f"{LINKS}/{link}", 409, json={"currentPassword": PASSWORD})
        assert "only way in" in refused["detail"] and ada.get(LINKS)["linked"][0]["id"] == link
        server.admin("account", "role", boss.email, "admin")
        boss.sign_in_again()
        body = {"email": ada.email, "password": PASSWORD}
        assert "at their campus" in Anyone(server).refused("POST", "/v1/sessions", 403, json=body)["detail"]
        Anyone(server).call("POST", "/v1/sessions", 401, json=body | {"password": "wrong"})
        invitation = boss.call("POST", "/v1/invitations", 201, json={"uses": 1}).json()["code"]
        for fields in ({}, {"invitation": invitation}):
            new = {"email": f"{uuid.uuid4()}@example.edu", "password": PASSWORD, "displayName": "Ada"}
            Anyone(server).refused("POST", "/v1/accounts", 403, json=new | fields)


@pytest.mark.parametrize("rule, verified, status", [
    ("closed", True, 403), ("example.edu", True, 201), ("example.edu", False, 403), ("example.org", True, 403)])
def test_the_door_holds_for_the_sign_on_too(tmp_path, provider, rule, verified, status):
    with campus_server(tmp_path, provider, NOTEIT_REGISTRATION=rule) as server:
        sign_in(server, provider, somebody(email_verified=verified), status)


def test_an_email_that_the_campus_did_not_verify_is_nobody_s_address(campus, provider):
    claims = somebody(email_verified=False)
    ada = sign_in(campus, provider, claims)
    assert ada.account["email"].endswith("@campus.invalid") and claims["email"] not in campus.admin("account", "list")
    silent = somebody()
    del silent["email_verified"]
    assert sign_in(campus, provider, silent).account["email"].endswith("@campus.invalid")
    # Whoever has it makes an account with it, and a verified one fills what is empty.
    bob = register(campus, "Bob", claims["email"])
    assert sign_in(campus, provider, claims).account == ada.account
    verified = somebody(sub=claims["sub"])
    assert sign_in(campus, provider, verified).account == ada.account | {"email": verified["email"]}
    assert bob.get("/v1/me")["email"] == claims["email"] and "is sound" in campus.admin("check")


def test_emails_of_which_the_provider_says_nothing_are_verified_if_the_operator_says_so(tmp_path, provider):
    with campus_server(tmp_path, provider, NOTEIT_SIGN_ON_TRUST_EMAILS="true", NOTEIT_REGISTRATION="example.edu") as server:
        claims = somebody()
        sign_in(server, provider, claims | {"email_verified": False}, 403)
        # Nor if only userinfo says so.
        provider.hidden = ("email_verified",)
        try:
            sign_in(server, provider, claims | {"email_verified": False}, 403)
        finally:
            provider.hidden = ()
        del claims["email_verified"]
        assert sign_in(server, provider, claims).account["email"] == claims["email"]


def test_a_verified_email_leads_to_no_admin_and_past_no_second_factor(tmp_path, provider):
    with campus_server(tmp_path, provider, NOTEIT_SIGN_ON_LINK_EMAILS="true") as server:
        boss, grace = register(server), register(server)
        for person in (boss, grace):
            server.admin("account", "verify", person.email)
        server.admin("account", "role", boss.email, "admin")
        add_factor(grace)
        for person in (boss, grace):
            claims = somebody(email=person.email, amr=["mfa"])
            refused = sign_in(server, provider, claims, 409)
            assert "in the settings, after a sign-in with its password" in refused["detail"] and person.get(LINKS)["linked"] == []
            Browser(server).link(person, {"currentPassword": PASSWORD})
            assert sign_in(server, provider, claims).id == person.id


def test_a_verified_email_leads_to_its_account_if_the_operator_says_so(tmp_path, provider):
    with campus_server(tmp_path, provider, NOTEIT_SIGN_ON_LINK_EMAILS="true") as server:
        ada = register(server)
        claims = somebody(email=ada.email.upper())
        # Anyone could have registered it, so it must be known on both sides.
        sign_in(server, provider, claims, 409)
        server.admin("account", "verify", ada.email)
        sign_in(server, provider, claims | {"email_verified": False}, 409)
        assert sign_in(server, provider, claims).id == ada.id
        # Another person of the campus with the same email is somebody else.
        sign_in(server, provider, claims | {"sub": claims["sub"].upper()}, 409)
        server.admin("account", "suspend", ada.email)
        assert "suspended" in sign_in(server, provider, claims, 403)["detail"]


def test_a_node_that_is_set_wrong_does_not_start(tmp_path, provider):
    for settings, words in (
        ({"NOTEIT_SIGN_ON": provider.issuer}, "NOTEIT_SIGN_ON_CLIENT"),
        ({"NOTEIT_SIGN_ON": provider.issuer, "NOTEIT_SIGN_ON_CLIENT": "x"}, "https://"),
        ({"NOTEIT_REGISTRATION": "sign-on"}, "NOTEIT_SIGN_ON"),
    ):
        done = Noteitd(tmp_path, **settings).admin("serve", "--port", "0", check=False)
        assert done.returncode != 0 and words in done.stderr, done.stderr
