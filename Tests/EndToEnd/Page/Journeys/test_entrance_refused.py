"""What goes wrong before one is in, and in changing a password: a sentence says what to do, and what was typed stays."""

import re

import pytest
from playwright.sync_api import expect

from people import PASSWORD
from visits import rooms, sign_in

UNREACHED = "The server is not reached. Try again once you are connected."


@pytest.fixture
def page(visit):
    page = visit(service_workers="block")
    page.goto("/")
    expect(page.get_by_label("Email")).to_be_visible()
    return page


def send(page, **fields):
    for name, value in fields.items():
        page.locator(f"input[name={name}]").fill(value)
    page.keyboard.press("Enter")
    expect(page.locator("form button.main")).to_be_enabled()


def trouble(page):
    return page.get_by_role("alert")


def typed(page):
    return {name: page.locator(f"input[name={name}]").input_value() for name in ("displayName", "email", "password")}


def lose_answer(page, path):
    """The next request with a body arrives at the server, but its answer does not come back."""
    def lose(route):
        route.fetch()
        route.abort("connectionreset")

    page.route(f"**{path}", lose, times=1)


def test_a_wrong_password_is_told_and_typed_over(page, people):
    send(page, email=people["ada"].email, password="not the password")
    expect(trouble(page)).to_have_text("The email or the password is wrong. Check both and try again.")
    expect(page.get_by_label("Password")).to_be_focused()
    assert typed(page)["email"] == people["ada"].email
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(rooms(page)).to_be_visible()


def test_many_wrong_passwords_say_when_to_try_again(page, people):
    wrong = {"email": people["ada"].email, "password": "not the password"}
    while True:
        send(page, **wrong)
        expect(trouble(page)).not_to_be_empty()
        if re.match(r"Too many failed sign-ins\. Try again in \d+ seconds\.$", trouble(page).text_content()):
            break
    assert typed(page) == wrong | {"displayName": ""}


def test_what_is_empty_taken_or_too_short_is_told_at_its_field(page, people):
    send(page, email="", password="")
    expect(page.get_by_label("Email")).to_be_focused()
    expect(page.locator("#e-email, #e-password")).to_have_text(["Fill this in.", "Fill this in."])
    page.get_by_role("button", name="Make an account").click()
    send(page, displayName="Staff", email="someone", password="short")
    expect(page.get_by_label("Your name")).to_be_focused()
    expect(page.locator("#e-displayName")).to_contain_text("The name must not look like a name that NoteIt uses itself")
    expect(page.locator("#e-email")).to_have_text("The email must be an email address such as ada@example.edu.")
    expect(page.locator("#e-password")).to_have_text("The password must be 10 to 1000 characters.")
    assert typed(page) == {"displayName": "Staff", "email": "someone", "password": "short"}
    send(page, displayName="Ada", email=people["ada"].email, password=PASSWORD)
    expect(page.locator("#e-displayName")).to_be_empty()
    expect(trouble(page)).to_have_text(f"The email {people['ada'].email} already has an account. Sign in instead.")
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_label("Email").press("Enter")
    expect(rooms(page)).to_be_visible()


def test_a_network_that_dies_while_one_signs_in_or_registers_loses_nothing(page, people, front):
    front.cut()
    send(page, email=people["ada"].email, password=PASSWORD)
    expect(trouble(page)).to_have_text(UNREACHED)
    assert typed(page) == {"displayName": "", "email": people["ada"].email, "password": PASSWORD}
    front.mend()
    page.get_by_role("button", name="Make an account").click()
    lose_answer(page, "/v1/accounts")
    send(page, displayName="Mia", email="mia@example.edu", password=PASSWORD)
    expect(trouble(page)).to_have_text(UNREACHED)
    # It had arrived.
    page.get_by_label("Email").press("Enter")
    expect(trouble(page)).to_have_text("The email mia@example.edu already has an account. Sign in instead.")
    assert typed(page) == {"displayName": "Mia", "email": "mia@example.edu", "password": PASSWORD}
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_label("Email").press("Enter")
    expect(page.get_by_role("button", name="Your account: Mia")).to_be_visible()


def test_a_new_password_that_is_refused_or_gets_no_answer_stays_in_its_field(page, people):
    sign_in(page, people["ada"], "/settings#password")
    present, new = page.get_by_label("Present password"), page.get_by_role("textbox", name="New password")
    change = page.get_by_role("button", name="Change the password")
    form = page.locator("form").filter(has=change)
    present.fill("not the password")
    new.fill("short")
    change.click()
    expect(form).to_contain_text("The password must be 10 to 1000 characters.")
    new.fill("another fine sentence")
    change.click()
    expect(form).to_contain_text("This is not your password.")
    expect(new).to_have_value("another fine sentence")
    present.fill(PASSWORD)
    lose_answer(page, "/v1/me/password")
    change.click()
    expect(form).to_contain_text(
        "The server is not reached: this may not be saved. Try again once you are connected; what you typed stays.")
    expect(new).to_have_value("another fine sentence")
    people["ada"].sign_in_again(password="another fine sentence")
