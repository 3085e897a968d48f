"""The settings with a real server: what is changed is changed there, secrets are nowhere but on the screen, and an address alone
does nothing."""

import re
import tarfile

import pytest
from playwright.sync_api import expect

from people import PASSWORD
from second_factor import App
from settings_room import CALENDAR, done, section
from tabs import COURSE
from visits import KEPT, sign_in

NEW = "another fine long sentence"
WEBCAL = "document.querySelector('a[href^=\"webcal:\"]')?.getAttribute('href') ?? ''"


@pytest.fixture
def settings(profile, people):
    """Opens a section as Ada."""
    page = sign_in(profile.new_page(), people["ada"], "/settings")

    def open(name):
        page.goto(f"/settings#{name}")
        expect(page.locator(".pane > section:visible h2")).to_be_visible()
        return page

    return open


def test_the_name_and_the_email_are_changed_with_the_password(settings, people):
    page = settings("account")
    name = section(page).get_by_label("Name, as your classes see it")
    expect(name).to_have_value("Ada")
    name.fill("Ada King")
    page.get_by_role("button", name="Save the name").click()
    expect(section(page)).to_contain_text("Saved: you are Ada King now.")
    expect(page.get_by_role("button", name="Your account: Ada King")).to_be_visible()
    email = section(page).get_by_label("Email, with which you sign in")
    email.fill("king@example.edu")
    password = section(page).get_by_label("Your password, to confirm a new email")
    password.fill("not the password")
    page.get_by_role("button", name="Save the email").click()
    expect(section(page)).to_contain_text("This is not your password.")
    expect(password).to_be_focused()
    expect(email).to_have_value("king@example.edu")
    password.fill(PASSWORD)
    page.get_by_role("button", name="Save the email").click()
    expect(section(page)).to_contain_text("Saved: you sign in as king@example.edu now.")
    expect(password).to_have_value("")
    section(page).get_by_label("Time zone").select_option("America/St_Johns")
    page.get_by_role("button", name="Save the time zone").click()
    expect(section(page)).to_contain_text("Saved: your days are those of America/St Johns now.")
    saved = people["ada"].get("/v1/me")
    assert (saved["email"], saved["displayName"]) == ("king@example.edu", "Ada King")
    assert people["ada"].get("/v1/me/study-settings")["timeZone"] == "America/St_Johns"


def test_the_password_is_changed_and_other_devices_are_signed_out(settings, people):
    page = settings("password")
    present, new = section(page).get_by_label("Present password"), section(page).get_by_label("New password (at least")
    change = page.get_by_role("button", name="Change the password")
    present.fill(PASSWORD)
    new.fill("short")
    change.click()
    expect(section(page)).to_contain_text("The password must be 10 to 1000 characters.")
    expect(new).to_be_focused()
    present.fill("not the password")
    new.fill(NEW)
    change.click()
    expect(section(page)).to_contain_text("This is not your password.")
    section(page).get_by_label("Show the new password").check()
    expect(new).to_have_attribute("type", "text")
    present.fill(PASSWORD)
    change.click()
    expect(section(page)).to_contain_text("The password is changed. Your other devices are signed out.")
    expect(new).to_have_value("")
    people["ada"].call("GET", "/v1/me", 401)
    people["ada"].sign_in_again(password=NEW)


def test_devices_are_listed_and_signed_out(settings, people):
    ada = people["ada"]
    phone = ada.sign_in_again("A phone")
    page = settings("devices")
    rows = section(page).get_by_role("listitem")
    expect(rows.filter(has_text="this one")).to_have_count(1)
    expect(rows.filter(has_text="this one").get_by_role("button")).to_have_count(0)
    page.get_by_role("button", name="Sign out A phone").click()
    page.get_by_role("dialog", name="Sign out A phone?").get_by_role("button", name="Sign out").click()
    expect(done(page)).to_have_text("Signed out: A phone.")
    expect(section(page).get_by_role("heading", name="Devices")).to_be_focused()
    phone.call("GET", "/v1/me", 401)
    ada.get("/v1/me")
    ada.sign_in_again("A library")
    page.reload()
    page.get_by_role("button", name="Sign out all others").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign them out").click()
    expect(rows).to_have_count(1)
    ada.call("GET", "/v1/me", 401)


def test_a_feed_is_made_read_and_revoked_and_its_address_is_nowhere_else(settings, people):
    page = settings("feeds")
    expect(section(page).get_by_text("You have no feed yet.")).to_be_visible()
    section(page).get_by_label("Tasks").uncheck()
    section(page).get_by_text("Only some courses").click()
    section(page).get_by_label("CMPT225").check()
    page.get_by_role("button", name="Make a feed").click()
    address = page.get_by_label("Address", exact=True)
    expect(address).to_be_focused()
    url = address.input_value()
    secret = re.search(r"/calendars/(.+)\.ics$", url)[1]
    expect(page.get_by_role("link", name="Open it in a calendar program")).to_have_attribute("href", url.replace("http:", "webcal:"))
    assert people["bob"].call("GET", f"/calendars/{secret}.ics", 200).text.startswith("BEGIN:VCALENDAR")
    made = people["ada"].get("/v1/me/calendar-feeds")["items"][0]
    assert (made["include"], made["courses"]) == (["classes", "due", "study"], [COURSE])
    holds(page, secret, on_screen=True)
    # The section may be left; with the room it is gone.
    page.get_by_role("link", name="Devices").click()
    page.get_by_role("link", name="Calendar feeds").click()
    expect(address).to_have_value(url)
    page.get_by_role("link", name="Inbox").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Inbox")
    holds(page, secret, on_screen=False)
    page.go_back()
    expect(section(page)).to_contain_text("NoteIt CMPT225")
    holds(page, secret, on_screen=False)
    page.get_by_role("button", name="Revoke NoteIt CMPT225").click()
    page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
    expect(done(page)).to_have_text("Revoked the feed “NoteIt CMPT225”.")
    people["bob"].call("GET", f"/calendars/{secret}.ics", 404)


def holds(page, secret, on_screen):
    """A secret is in nothing that a script or a next page can read; on the screen or not."""
    shown = page.evaluate("[...document.querySelectorAll('input, a')].map((it) => `${it.value} ${it.href}`).join() + document.body.innerText")
    assert (secret in shown) == on_screen
    assert secret not in page.content().replace(f'href="{page.evaluate(WEBCAL)}"', "")
    assert secret not in page.evaluate(KEPT) + page.url + page.evaluate("JSON.stringify(history.state)")


def test_an_app_password_is_made_with_the_own_password_shown_once_and_revoked(settings, people):
    page = settings("app-passwords")
    section(page).get_by_label("The program or device").fill("My phone")
    own = section(page).get_by_label("Your own password")
    own.fill("not the password")
    page.get_by_role("button", name="Make a password").click()
    expect(section(page)).to_contain_text("This is not your password.")
    own.fill(PASSWORD)
    page.get_by_role("button", name="Make a password").click()
    shown = page.get_by_label("App password", exact=True)
    expect(shown).to_be_focused()
    expect(own).to_have_value("")
    password = shown.input_value()
    email = people["ada"].email
    knock = {"headers": {"Depth": "0"}, "auth": (email, password)}
    assert people["ada"].http.request("PROPFIND", people["ada"].server.url + "/dav/", **knock).status_code == 207
    holds(page, password, on_screen=True)
    page.get_by_role("button", name="I have it").click()
    holds(page, password, on_screen=False)
    page.get_by_role("button", name="Revoke My phone").click()
    page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
    expect(done(page)).to_have_text("Revoked the password “My phone”.")
    assert people["ada"].http.request("PROPFIND", people["ada"].server.url + "/dav/", **knock).status_code == 401


def test_an_authenticator_app_is_added_and_asked_for_at_the_next_sign_in(settings, people):
    page = settings("factors")
    expect(section(page)).to_contain_text("You have no second factor yet.")
    own = section(page).get_by_label("Your own password, to add an app")
    own.fill("not the password")
    page.get_by_role("button", name="Add an app").click()
    expect(section(page)).to_contain_text("This is not your password.")
    own.fill(PASSWORD)
    page.get_by_role("button", name="Add an app").click()
    key = section(page).get_by_label("Or type this key")
    expect(key).not_to_have_value("")
    expect(section(page).get_by_role("img", name="QR code")).to_be_visible()
    app = App(key.input_value().replace(" ", ""))
    holds(page, key.input_value(), on_screen=True)
    code = section(page).get_by_label("The code that it shows")
    code.fill(app.wrong())
    page.get_by_role("button", name="Add it").click()
    expect(section(page)).to_contain_text("The code is wrong, or was used; wait for the next one.")
    code.fill(app.code())
    page.get_by_role("button", name="Add it").click()
    codes = page.get_by_label("Recovery codes", exact=True)
    expect(codes).to_be_focused()
    recovery = codes.input_value().split()
    assert len(recovery) == 10
    expect(done(page)).to_have_text("Added “My phone”: every sign-in asks for its code.")
    page.get_by_role("button", name="I have it").click()
    holds(page, recovery[0], on_screen=False)
    page.goto("/settings#leave")
    section(page).get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_label("Email").fill(people["ada"].email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Password").press("Enter")
    expect(page.get_by_role("heading", name="Second factor")).to_be_visible()
    asked = page.get_by_label("Code", exact=True)
    expect(asked).to_be_focused()
    asked.fill(app.wrong())
    asked.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("The code is wrong")
    asked.fill(recovery[0])
    asked.press("Enter")
    expect(page.get_by_role("navigation", name="Rooms")).to_be_visible()


def test_a_file_is_imported_says_what_it_left_out_and_is_removed(settings, people):
    page = settings("imports")
    section(page).get_by_label("or a file").set_input_files({"name": "rowing.ics", "mimeType": "text/calendar", "buffer": CALENDAR})
    page.get_by_role("button", name="Import", exact=True).click()
    expect(section(page)).to_contain_text("Imported “rowing”: 1 of 2 events, 1 left out.")
    row = section(page).get_by_role("listitem").filter(has_text="rowing").first
    expect(row).to_contain_text("a file")
    expect(row).to_contain_text("busy")
    section(page).get_by_label("Address (https or webcal)").fill("https://127.0.0.1/secret.ics")
    page.get_by_role("button", name="Import", exact=True).click()
    expect(section(page).locator("[data-part=why-url]")).to_contain_text("The address")
    expect(section(page).get_by_label("Address (https or webcal)")).to_have_value("https://127.0.0.1/secret.ics")
    row.get_by_role("button", name="Remove rowing").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(section(page).get_by_text("You import no calendar yet.")).to_be_visible()
    assert people["ada"].get("/v1/me/calendar-imports")["items"] == []


def test_reminders_mutes_and_follows_are_set_and_taken_back(settings, people):
    ada = people["ada"]
    page = settings("reminders")
    section(page).get_by_label("Time before each due date").fill("90m")
    page.get_by_role("button", name="Add the reminder").click()
    expect(section(page)).to_contain_text("90 minutes before")
    assert 90 in ada.get("/v1/me/preferences")["reminders"]
    page.get_by_role("link", name="Mutes and follows").click()
    form = section(page).locator("form").filter(has_text="Only with the tag")
    form.get_by_label("Kind").select_option("question")
    form.get_by_label("Only with the tag").fill("midterm")
    page.get_by_role("button", name="Follow", exact=True).click()
    expect(section(page)).to_contain_text("Following CMPT225 question #midterm.")
    page.get_by_role("button", name="Mute the course").click()
    expect(section(page)).to_contain_text("Muted CMPT225.")
    saved = ada.get("/v1/me/preferences")
    assert (saved["mutedCourses"], saved["follows"]) == ([COURSE], [{"course": COURSE, "kind": "question", "tag": "midterm"}])
    page.get_by_role("button", name="Unmute").click()
    expect(done(page)).to_have_text("Unmuted CMPT225.")
    page.get_by_role("button", name="Stop following").click()
    expect(done(page)).to_have_text("No longer following CMPT225 question #midterm.")
    saved = ada.get("/v1/me/preferences")
    assert (saved["mutedCourses"], saved["follows"]) == ([], [])


def test_all_data_is_saved(settings, people):
    page = settings("export")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save all your data").click()
    assert re.fullmatch(r"noteit-\d{4}-\d\d-\d\d\.tar", saved.value.suggested_filename)
    with tarfile.open(saved.value.path()) as archive:
        assert "account.json" in archive.getnames()
    expect(done(page)).to_contain_text("all your data")


def test_an_account_is_deleted_after_its_password_and_a_question(settings, people):
    page = settings("leave")
    password, delete = section(page).get_by_label("Password of"), page.get_by_role("button", name="Delete the account")
    password.fill("not the password")
    delete.click()
    page.get_by_role("dialog").get_by_role("button", name="Delete the account").click()
    expect(section(page)).to_contain_text("This is not your password.")
    password.fill(PASSWORD)
    delete.click()
    page.get_by_role("dialog").get_by_role("button", name="Back").click()
    people["ada"].get("/v1/me")
    expect(password).to_have_value(PASSWORD)
    delete.click()
    page.get_by_role("dialog").get_by_role("button", name="Delete the account").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
    expect(page.get_by_text("Your account is deleted.")).to_be_visible()
    people["ada"].call("GET", "/v1/me", 401)
    kept = page.evaluate(KEPT)
    assert people["ada"].email not in kept
    assert PASSWORD not in kept


def test_without_a_network_nothing_is_lost_and_lists_come_later(settings, front):
    page = settings("account")
    expect(section(page).get_by_label("Name, as")).to_have_value("Ada")
    front.cut()
    section(page).get_by_label("Name, as").fill("Ada King")
    page.get_by_role("button", name="Save the name").click()
    expect(section(page)).to_contain_text("The server is not reached: this may not be saved.")
    expect(section(page).get_by_label("Name, as")).to_have_value("Ada King")
    front.mend()
    page.get_by_role("button", name="Save the name").click()
    expect(section(page)).to_contain_text("Saved: you are Ada King now.")
