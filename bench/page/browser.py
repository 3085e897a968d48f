"""Chromium as a slow phone, and the moment at which something is on its screen."""

import contextlib
import os

from playwright.sync_api import sync_playwright

from school import PASSWORD

SLOWED = 4
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 1, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1400, "height": 1000}, "device_scale_factor": 1}
# painted(selector, words): the time after the frame in which the page first has such an element with these words.
# arrived: when the last frame of the WebSocket came, before the page's own listeners hear of it.
PROBE = """
globalThis.painted = (selector, words = '') => new Promise((resolve) => {
    const holds = () => [...document.querySelectorAll(selector)].some((each) => each.checkVisibility() && each.textContent.includes(words))
    const drawn = () => {
        if (!holds()) return
        watcher.disconnect()
        requestAnimationFrame(() => {
            const after = new MessageChannel()
            after.port1.onmessage = () => resolve(performance.now())
            after.port2.postMessage(0)
        })
    }
    const watcher = new MutationObserver(drawn)
    watcher.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
    drawn()
})
globalThis.arrived = []
globalThis.WebSocket = class extends WebSocket {
    constructor(...given) {
        super(...given)
        this.addEventListener('message', () => arrived.push(performance.now()))
    }
}
addEventListener('click', (event) => { globalThis.tapped = event.timeStamp }, true)
"""
KEPT = """() => navigator.serviceWorker.ready.then((found) => new Promise((resolve) =>
    found.active.state === 'activated' ? resolve() : found.active.addEventListener('statechange', resolve)))"""
ROW = "main li a"
NAME = "#who:not(:empty)"  # of whoever is signed in


@contextlib.contextmanager
def chromium(*arguments):
    """On both cores: a browser has several processes."""
    os.sched_setaffinity(0, {0, 1})
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=["--no-sandbox", *arguments])
        try:
            yield browser
        finally:
            browser.close()


class Phone:
    """A browser of one person, on a phone or at a desk."""

    def __init__(self, browser, address, slowed=SLOWED, screen=PHONE):
        self.slowed, self.address = slowed, address
        self.context = browser.new_context(base_url=address, timezone_id="America/Vancouver", locale="en-CA", **screen)
        self.context.add_init_script(PROBE)
        self.context.set_default_timeout(30_000)

    def page(self):
        page = self.context.new_page()
        self.tools(page).send("Emulation.setCPUThrottlingRate", {"rate": self.slowed})
        return page

    def tools(self, page):
        return self.context.new_cdp_session(page)

    def sign_in(self, person, row=ROW):
        """Signs in, and waits until the page and the copy are on the disk."""
        page = self.page()
        page.goto("/")
        page.get_by_label("Email").fill(person.email)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in", exact=True).last.click()
        page.evaluate(f"painted('{row}')")
        page.evaluate(KEPT)
        self.settle(page)
        return page

    def settle(self, page):
        """Until the page has had nothing to do for a second."""
        page.evaluate("""() => new Promise((resolve) => {
            let quiet = setTimeout(resolve, 1000)
            new PerformanceObserver(() => { clearTimeout(quiet); quiet = setTimeout(resolve, 1000) }).observe({ type: 'longtask' })
        })""")

    def close(self):
        self.context.close()
