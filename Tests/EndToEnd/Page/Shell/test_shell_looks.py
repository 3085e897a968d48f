"""What stands before and above the rooms, in both themes, on a phone and at a desk: axe finds nothing, and nothing is too wide."""

from playwright.sync_api import expect

from people import PASSWORD
from second_factor import add_factor
from tabs import COURSE
from visits import LOOKS, WRITE, flaws


@LOOKS
def test_the_ways_in_and_the_shell_have_no_violations_and_fit(profile, people, theme, size):
    ada, bob, grace = people["ada"], people["bob"], people["grace"]
    page = profile.new_page()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    seen = []

    def look(name):
        seen.extend(flaws(page, f"shell {name}", theme))

    page.goto("/")
    expect(page.get_by_label("Email")).to_be_visible()
    look("sign in")
    for name in ("Make an account", "Forgotten the password?"):
        page.get_by_role("button", name=name).click()
        look(name.lower())
    add_factor(bob)
    page.goto("/")
    page.get_by_label("Email").fill(bob.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Password").press("Enter")
    expect(page.get_by_role("heading", name="Second factor")).to_be_visible()
    look("second factor")
    code = grace.call("POST", f"/v1/courses/{COURSE}/invitations", 201, json={}).json()["code"]
    page.goto(f"/join#{code}")
    expect(page.get_by_text("You are invited to CMPT225")).to_be_visible()
    look("invitation")
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_label("Email").fill(ada.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Password").press("Enter")
    expect(page.get_by_role("heading", name="Invitation")).to_be_visible()
    expect(page.get_by_role("button", name="Join", exact=True)).to_be_visible()
    look("join")
    page.goto("/")
    expect(page.get_by_role("heading", name="Today")).to_be_visible()
    page.get_by_role("button", name="Your account: Ada").click()
    look("menu")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    expect(page.get_by_role("option").first).to_be_visible()
    look("finder")
    page.keyboard.press("Escape")
    page.evaluate(WRITE, [COURSE, ada.id, "refused", "An exam needs a due date."])
    page.get_by_role("status").get_by_role("button", name="See why").click()
    expect(page.get_by_role("dialog", name="Not sent yet")).to_contain_text("No due date")
    look("not sent yet")
    assert seen == []
