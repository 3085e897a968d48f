"""What a phone or a desk needs to keep the page as an app: a manifest without errors, icons that are what they say, a count on the icon."""

import json
import re

from playwright.sync_api import expect

from tabs import COURSE
from visits import rooms, sign_in

SIZE = """async (address) => {
    const image = new Image()
    image.src = address
    await image.decode()
    return `${image.naturalWidth}x${image.naturalHeight}`
}"""
COUNTS = """globalThis.counts = []
navigator.setAppBadge = (count) => Promise.resolve(void counts.push(count))"""


def test_the_page_can_be_installed_and_each_icon_is_what_it_says(profile):
    page = profile.new_page()
    page.goto("/")
    # The headless shell answers `Page.getInstallabilityErrors` with nothing for any page. It does read the manifest.
    found = page.context.new_cdp_session(page).send("Page.getAppManifest")
    manifest = json.loads(found["data"])
    assert found["errors"] == [] and manifest["name"] and manifest["display"] == "standalone"
    assert manifest["start_url"] == manifest["scope"] == "/"
    sizes = {}
    for icon, known in zip(manifest["icons"], found["manifest"]["icons"], strict=True):
        answer = profile.request.get(known["url"])
        assert answer.ok and answer.headers["content-type"] == icon["type"]
        sizes[icon["type"], icon.get("purpose", "any")] = icon["sizes"]
        assert icon["sizes"] in ("any", page.evaluate(SIZE, known["url"]))
    # Phones that draw no SVG; Android cuts the second into its own form.
    assert sizes == {("image/svg+xml", "any"): "any", ("image/png", "any"): "180x180", ("image/png", "maskable"): "512x512"}
    assert page.evaluate(SIZE, page.locator("link[rel=apple-touch-icon]").get_attribute("href")) == "180x180"
    [note] = re.findall("icon: '(.+?)'", profile.request.get("/worker.js").text())
    assert page.evaluate(SIZE, note) == "180x180", "the icon of a message"


def test_the_icon_counts_what_is_new_in_the_inbox_until_it_is_read_or_somebody_signs_out(profile, people):
    ada, bob = people["ada"], people["bob"]
    page = profile.new_page()
    page.add_init_script(COUNTS)
    sign_in(page, ada, "/inbox")
    inbox = rooms(page).get_by_role("link", name="Inbox")
    for number in (1, 2):
        bob.post(COURSE, "Look", body=f"@{ada.account['handle']}, look.")
        expect(inbox).to_contain_text(str(number))
        assert page.evaluate("counts.at(-1)") == number
    ada.call("PATCH", "/v1/me/notifications", 204, json={"read": [each["id"] for each in ada.get("/v1/me/notifications")["items"]]})
    expect(inbox).not_to_contain_text("2")
    assert page.evaluate("counts.at(-1)") == 0
    bob.post(COURSE, "Look", body=f"@{ada.account['handle']}, look.")
    expect(inbox).to_contain_text("1")
    page.get_by_role("button", name="Your account: Ada").click()
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    assert page.evaluate("counts.at(-1)") == 0
