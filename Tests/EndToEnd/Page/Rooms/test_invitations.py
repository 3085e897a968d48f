"""An invitation on the page: its link works for somebody who registers by it, who then chooses a section as anyone who is signed in."""

import re

from playwright.sync_api import expect

from people import PASSWORD, staff
from tabs import COURSE
from visits import sign_in


def test_a_link_leads_somebody_without_an_account_into_the_course(profile, other_profile, server):
    grace = staff(server, COURSE)
    grace.call("PUT", f"/v1/courses/{COURSE}/joining", 200, json={"joining": "approval"})
    page = sign_in(profile.new_page(), grace, f"/staff/{COURSE}/roster")
    page.get_by_text("Invite people").click()
    page.get_by_role("button", name="Make an invitation").click()
    field = page.get_by_role("textbox", name="Link", exact=True)
    expect(field).to_have_value(re.compile("/join#"))
    link = field.input_value()
    expect(page.get_by_text("used 0 of 1")).to_be_visible()

    asked = []
    guest = other_profile.new_page()
    guest.on("request", lambda request: asked.append(request.url))
    guest.goto(link)
    expect(guest.get_by_role("heading", name="Make an account")).to_be_visible()
    expect(guest.get_by_text("You are invited to CMPT225")).to_be_visible()
    guest.get_by_label("Your name").fill("Guest")
    guest.get_by_label("Email").fill("guest.of.grace@example.edu")
    guest.get_by_label(re.compile("^Password")).fill(PASSWORD)
    guest.get_by_role("button", name="Make the account", exact=True).click()
    expect(guest.get_by_role("heading", name="Invitation")).to_be_visible()
    guest.get_by_role("checkbox").first.check()
    guest.get_by_role("button", name="Join", exact=True).click()
    expect(guest).to_have_url(re.compile(f"/c/{re.escape(COURSE)}"))
    code = link.split("#")[1]
    assert not [url for url in asked if code in url.split("#")[0]], "the code is in no address that a server sees"
    page.reload()
    page.get_by_text("Invite people").click()
    expect(page.get_by_text("used 1 of 1")).to_be_visible()
