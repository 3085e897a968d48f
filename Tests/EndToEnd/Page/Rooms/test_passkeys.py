"""Passkeys on the page, with Chromium's own authenticator: added in the settings, used at the sign-in, renamed and removed; and where the
operator demands a factor."""

import contextlib

import pytest
from playwright.sync_api import expect

import front as fronts
from noteitd import Noteitd
from people import PASSWORD, register
from settings_room import section
from visits import browser_of_one, flaws, rooms, sign_in

LAPTOP = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Authenticator:
    """Chromium's virtual authenticator (WebAuthn, section 11) of one page."""

    def __init__(self, page, **other):
        self.cdp = page.context.new_cdp_session(page)
        self.cdp.send("WebAuthn.enable")
        self.id = self.cdp.send("WebAuthn.addVirtualAuthenticator", {"options": LAPTOP | other})["authenticatorId"]

    def credentials(self):
        return self.cdp.send("WebAuthn.getCredentials", {"authenticatorId": self.id})["credentials"]

    def put(self, credential):
        self.cdp.send("WebAuthn.removeCredential", {"authenticatorId": self.id, "credentialId": credential["credentialId"]})
        self.cdp.send("WebAuthn.addCredential", {"authenticatorId": self.id, "credential": credential})

    def set_verified(self, is_verified):
        self.cdp.send("WebAuthn.setUserVerified", {"authenticatorId": self.id, "isUserVerified": is_verified})


@pytest.fixture
def named(browser, front):
    """A browser that reaches the server by a name: a passkey belongs to one."""
    with browser_of_one(browser, ByName(front)) as context:
        yield context


class ByName:
    def __init__(self, front):
        self.front, self.address = front, front.address.replace("127.0.0.1", "localhost")

    def __getattr__(self, name):
        return getattr(self.front, name)


def sign_out(page):
    page.goto("/settings#leave")
    section(page).get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_label("Email")).to_be_visible()


def add(page, name, password=PASSWORD):
    page.goto("/settings#factors")
    section(page).get_by_label("The passkey’s name").fill(name)
    section(page).get_by_label("Your own password, to add a passkey").fill(password)
    section(page).get_by_role("button", name="Add a passkey").click()


def test_a_passkey_is_added_signs_in_with_one_tap_and_is_removed(named, server):
    ada = register(server, "Ada")
    page = named.new_page()
    laptop = Authenticator(page)
    sign_in(page, ada)
    add(page, "My laptop", "not the password")
    expect(section(page)).to_contain_text("This is not your password.")
    add(page, "My laptop")
    codes = page.get_by_label("Recovery codes", exact=True)
    expect(codes).to_be_focused()
    recovery = codes.input_value().split()
    assert len(recovery) == 10 and len(laptop.credentials()) == 1
    expect(section(page)).to_contain_text("Added “My laptop”: every sign-in asks for it, and it signs in by itself.")
    page.get_by_role("button", name="I have it").click()
    # A second one on the same device.
    add(page, "Again")
    expect(section(page).get_by_role("alert").filter(has_text="This device has a passkey of yours already.")).to_be_visible()
    page.get_by_role("button", name="Rename My laptop").click()
    page.get_by_role("dialog").get_by_label("Name").fill("Old laptop")
    page.get_by_role("dialog").get_by_role("button", name="Rename").click()
    expect(section(page).get_by_role("listitem")).to_contain_text("Old laptop")
    expect(section(page).get_by_role("listitem")).to_contain_text("passkey · not used since it was added")

    # Beside the password.
    sign_out(page)
    page.get_by_label("Email").fill(ada.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Password").press("Enter")
    expect(page.get_by_role("heading", name="Second factor")).to_be_visible()
    page.get_by_role("button", name="Use your passkey").click()
    expect(rooms(page)).to_be_visible()

    # Alone, the device makes sure of its person.
    sign_out(page)
    alone = page.get_by_role("button", name="Sign in with a passkey")
    laptop.set_verified(False)
    alone.click()
    expect(page.get_by_role("alert").filter(has_text="Nothing was signed")).to_be_visible()
    laptop.set_verified(True)
    alone.click()
    expect(rooms(page)).to_be_visible()

    # A copy that is behind is refused.
    sign_out(page)
    [credential] = laptop.credentials()
    laptop.put(credential | {"signCount": 0})
    alone.click()
    expect(page.get_by_role("alert").filter(has_text="somebody may have a copy of it")).to_be_visible()
    laptop.put(credential | {"signCount": 100})
    alone.click()
    expect(rooms(page)).to_be_visible()
    page.goto("/settings#factors")
    expect(section(page).get_by_role("listitem")).to_contain_text("last used")
    page.get_by_role("button", name="Remove Old laptop").click()
    page.get_by_role("dialog").get_by_label("Code of your app").fill(recovery[0])
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(section(page)).to_contain_text("You have no second factor yet.")
    sign_out(page)
    alone.click()
    expect(page.get_by_role("alert").filter(has_text="does not know this passkey")).to_be_visible()
    sign_in(page, ada)


def test_by_a_number_and_without_passkeys_a_sentence_says_so(named, profile, server):
    ada = register(server, "Ada")
    page = sign_in(profile.new_page(), ada)
    Authenticator(page)
    add(page, "My laptop")
    expect(section(page)).to_contain_text("Open the page by its name in place of a number such as 127.0.0.1.")
    page = named.new_page()
    page.add_init_script("delete globalThis.PublicKeyCredential")
    page.goto("/")
    expect(page.get_by_label("Email")).to_be_visible()
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_be_hidden()
    sign_in(page, ada)
    page.goto("/settings#factors")
    expect(section(page)).to_contain_text("This browser is too old for passkeys.")
    expect(section(page).get_by_role("button", name="Add a passkey")).to_be_hidden()


@pytest.fixture
def demanding(browser, tmp_path):
    server = Noteitd(tmp_path, NOTEIT_SECOND_FACTOR="all")
    server.load_sample()
    server.start()
    with contextlib.ExitStack() as ends:
        ends.callback(server.stop)
        yield ends.enter_context(browser_of_one(browser, ByName(ends.enter_context(fronts.front(server)))))


def test_where_a_factor_is_demanded_a_new_person_makes_a_passkey_on_the_way(demanding):
    page = demanding.new_page()
    laptop = Authenticator(page)
    page.goto("/")
    page.get_by_role("button", name="Make an account").click()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Email").fill("ada@example.edu")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Password").press("Enter")
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    assert flaws(page, "entrance key") == []
    page.get_by_role("button", name="Make a passkey here").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    assert flaws(page, "entrance codes") == []
    assert len(laptop.credentials()) == 1
    page.get_by_role("button", name="I have them").click()
    expect(rooms(page)).to_be_visible()
    page.goto("/settings#factors")
    expect(section(page)).to_contain_text("This server demands a second factor of you.")
    expect(section(page).get_by_role("listitem")).to_contain_text("passkey")
    sign_out(page)
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(rooms(page)).to_be_visible()
