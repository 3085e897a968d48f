"""A campus's sign-on on the page: from the link that somebody followed, and back to it; sentences for what goes wrong; sign-out."""

import re

import pytest
from playwright.sync_api import expect

from front import front as fronts_of
from noteitd import SAMPLE
from people import PASSWORD, register
from provider import Provider
from second_factor import add_factor
from sign_on import CAMPUS, campus_server, somebody
from visits import browser_of_one, flaws, rooms

DEEP = "/settings#devices"


@pytest.fixture(scope="module")
def provider():
    provider = Provider()
    yield provider
    provider.stop()


def test_a_link_survives_the_way_to_the_campus_and_a_sign_out_ends_both(browser, provider, tmp_path):
    with campus_server(tmp_path, provider, SAMPLE) as server, fronts_of(server) as front, browser_of_one(browser, front) as profile:
        provider.person = somebody()
        page = profile.new_page()
        visited = []
        page.on("framenavigated", lambda frame: visited.append(frame.url))
        page.goto(DEEP)
        enter = page.get_by_role("button", name=f"Sign in with {CAMPUS}")
        expect(enter).to_be_visible()
        assert flaws(page, "campus entrance") == []
        # What the campus refuses is a sentence, and the button is there again.
        with provider.twist(back=lambda fields: fields | {"error": "access_denied", "code": None}):
            enter.click()
            expect(page.get_by_role("alert").filter(has_text="did not let you in")).to_be_visible()
        enter.click()
        expect(rooms(page)).to_be_visible()
        expect(page).to_have_url(re.compile(re.escape(DEEP) + "$"))
        expect(page.get_by_role("heading", name="Devices")).to_be_visible()
        assert not [url for url in visited if "code=" in url], "no page had the code in its address"
        assert "code=" not in server.said() and "eyJ" not in server.said()
        assert page.evaluate("document.cookie") == "", "no script reads the cookies"
        page.get_by_role("link", name=re.compile("^Campus sign-on")).click()
        expect(page.get_by_text(provider.person["sub"])).to_be_visible()
        page.reload()
        expect(rooms(page)).to_be_visible()
        page.goto("/settings#leave")
        page.get_by_role("button", name="Sign out", exact=True).last.click()
        exit = page.get_by_role("link", name=f"Sign out of {CAMPUS} too")
        exit.click()
        expect(enter).to_be_visible()
        assert provider.posted[-1]["post_logout_redirect_uri"].startswith(front.address)


def test_whoever_has_an_email_that_somebody_else_registered_goes_on_with_a_new_account(browser, provider, tmp_path):
    with campus_server(tmp_path, provider, SAMPLE) as server, fronts_of(server) as front, browser_of_one(browser, front) as profile:
        mallory = register(server)
        provider.person = somebody(email=mallory.email)
        page = profile.new_page()
        page.goto("/today")
        page.get_by_role("button", name=f"Sign in with {CAMPUS}").click()
        expect(page.get_by_role("alert").filter(has_text="If it is yours, link it to")).to_be_visible()
        # At the campus somebody else signs in, on this computer: they have not been asked.
        other, asked = register(server), provider.person
        provider.person = somebody(email=other.email)
        page.get_by_role("button", name="It is not mine: go on with a new account").click()
        expect(page.get_by_role("alert").filter(has_text=other.email)).to_be_visible()
        assert other.get("/v1/me")["email"] == other.email
        provider.person = asked
        page.get_by_role("button", name=f"Sign in with {CAMPUS}").click()
        expect(page.get_by_role("alert").filter(has_text=mallory.email)).to_be_visible()
        page.get_by_role("button", name="It is not mine: go on with a new account").click()
        expect(rooms(page)).to_be_visible()
        expect(page).to_have_url(re.compile("/today$"))
        assert mallory.get("/v1/me")["email"].endswith("@campus.invalid")


def test_a_second_factor_is_asked_and_an_account_is_linked_in_the_settings(browser, provider, tmp_path):
    with campus_server(tmp_path, provider, SAMPLE) as server, fronts_of(server) as front, \
            browser_of_one(browser, front) as profile:
        ada = register(server)
        provider.person = somebody()
        page = profile.new_page()
        page.goto("/settings#campus")
        page.get_by_label("Email").fill(ada.email)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_label("Password").press("Enter")
        password = page.get_by_label("Your own password, to link your campus account")
        # Whoever comes back is asked, and sees whose account is signed in here.
        for answer in ("Do not link them", "Link them"):
            password.fill(PASSWORD)
            password.press("Enter")
            expect(page.get_by_text(f"You are signed in to NoteIt as {ada.email}.")).to_be_visible()
            assert ada.get("/v1/me/sign-on")["linked"] == []
            assert flaws(page, "campus link") == []
            page.get_by_role("button", name=answer, exact=True).click()
            expect(page).to_have_url(re.compile("/settings#campus$"))
        expect(page.get_by_text(provider.person["sub"])).to_be_visible()
        expect(page).to_have_url(re.compile("/settings#campus$"))
        app, _ = add_factor(ada)
        page.goto("/today")
        page.get_by_role("button", name=f"Sign in with {CAMPUS}").click()
        code = page.get_by_label("Code")
        code.fill(app.code())
        code.press("Enter")
        expect(rooms(page)).to_be_visible()
        expect(page).to_have_url(re.compile("/today$"))
