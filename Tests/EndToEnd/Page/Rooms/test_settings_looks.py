"""Every section of the settings in both themes, on a phone and at a desk: axe finds nothing, and nothing is wider than the window."""

from playwright.sync_api import expect

from people import PASSWORD
from settings_room import CALENDAR, section
from tabs import COURSE
from visits import LOOKS, SMALL, flaws, sign_in

SECTIONS = [
    "account", "password", "factors", "campus", "devices", "reminders", "push", "mail", "ntfy", "follows", "feeds", "app-passwords",
    "tokens", "webhooks", "imports", "appearance", "export", "leave",
]
LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamten"


@LOOKS
def test_every_section_has_no_violations_and_fits(profile, people, theme, size):
    ada = people["ada"]
    fill(ada, people["bob"])
    page = profile.new_page()
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    tools = page.context.new_cdp_session(page)
    sign_in(page, ada, "/settings")
    seen = []
    for name in ["", *SECTIONS]:
        page.goto(f"/settings#{name}")
        prepare(page, name)
        seen += flaws(page, f"settings {name or 'list'}", theme)
        if size[0] == 320:
            tools.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
            seen += [(name, "small target", html) for html in page.evaluate(SMALL)]
    assert seen == []


def fill(ada, bob):
    """Something in each list; its words are long."""
    muted, followed = bob.post(COURSE, f"Muted {LONG}"), bob.post(COURSE, "اسئلة الامتحان")
    ada.call("PUT", f"/v1/me/marks/{muted['id']}", 200, json={"muted": True})
    ada.call("PUT", f"/v1/me/marks/{followed['id']}", 200, json={"following": True, "remindAt": "2030-01-01T12:00:00Z"})
    follows = [{"course": COURSE, "kind": "question", "tag": LONG[:50]}]
    ada.call("PATCH", "/v1/me/preferences", 200, json={"reminders": [1440, 90], "mutedCourses": [COURSE], "follows": follows})
    ada.sign_in_again(LONG)
    ada.sign_in_again("noteit on a-laptop")
    ada.call("POST", "/v1/me/calendar-feeds", 201, json={"name": "Due dates", "include": ["due"], "courses": [COURSE]})
    ada.call("POST", "/v1/me/app-passwords", 201, json={"name": LONG, "currentPassword": PASSWORD})
    ada.call("POST", "/v1/me/calendar-imports", 201, params={"name": LONG}, data=CALENDAR, headers={"Content-Type": "text/calendar"})


def prepare(page, name):
    """Waits for what the section shows, and opens what is closed."""
    if not name:
        return expect(page.get_by_role("navigation", name="Settings")).to_be_visible()
    expect(section(page).get_by_role("heading", level=2)).to_be_visible()
    if name in ("devices", "reminders", "follows", "feeds", "app-passwords", "imports"):
        expect(section(page).get_by_role("listitem").first).to_be_visible()
    if name == "feeds":
        section(page).get_by_text("Only some courses").click()
        page.get_by_role("button", name="Make a feed").click()
        expect(page.get_by_label("Address", exact=True)).to_be_focused()
