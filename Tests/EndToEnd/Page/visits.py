"""What people do first on the page, and what a browser keeps of it."""

import contextlib
import itertools
import os
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from noteitd import PATIENCE
from people import PASSWORD

# A folder for pictures of the rooms, to be looked at.
PICTURES = os.environ.get("NOTEIT_PICTURES")
THEMES, SIZES = ("light", "dark"), ((320, 640), (1280, 800))
# How a room is looked at: the phone by day and the desk by night; all four ways where pictures are wanted.
LOOKS = pytest.mark.parametrize("theme, size", list(itertools.product(THEMES, SIZES) if PICTURES else zip(THEMES, SIZES)))
TURN = "(direction) => { document.documentElement.dir = direction }"
FITS = "document.documentElement.scrollWidth <= innerWidth"
# What a thumb would miss. Links in a line of words are as high as the line.
SMALL = """() => Array.from(document.querySelectorAll('main button, main select, main input, main summary, main li > a')).filter((element) => {
    const box = (element.closest('label') ?? element).getBoundingClientRect()
    return element.checkVisibility() && box.height > 0 && box.height < 43.5
}).map((element) => element.outerHTML.slice(0, 200))"""
# Of the browser itself: a test cuts the network on purpose.
# The last one: Chromium looks for a newer service worker while there is no network.
NETWORK = ("Failed to load resource", "WebSocket connection to", "net::ERR", "error occurred when fetching the script")
READY = """() => navigator.serviceWorker.ready.then((found) => new Promise((resolve) =>
    found.active.state === 'activated' ? resolve() : found.active.addEventListener('statechange', resolve)))"""
# A post in the outbox, as another tab would write it: of a course and an account, in a state with its reason.
WRITE = """([course, account, state, reason]) => new Promise((resolve) => {
    const request = indexedDB.open('noteit-outbox')
    request.onsuccess = () => {
        const db = request.result, at = db.transaction('entries', 'readwrite')
        at.objectStore('entries').add({ account, kind: 'post', id: crypto.randomUUID(), course,
            body: { title: 'No due date', kind: 'exam' }, madeAt: Date.now(), state, reason, tries: 0, version: 'a' })
        at.oncomplete = () => { db.close(); new BroadcastChannel('noteit-outbox').postMessage('changed'); resolve() }
    }
})"""
# Everything that a script can read: databases, caches, Web Storage, and what the browser has of these addresses.
KEPT = """async (addresses) => {
    const answer = (request) => new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
    })
    const spelt = async (value) => {
        const blobs = []
        const words = JSON.stringify(value, (key, part) => (part instanceof Blob && blobs.push(part), part))
        return [words, ...await Promise.all(blobs.map((blob) => blob.text()))].join('\\n')
    }
    const found = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie]
    for (const { name } of await indexedDB.databases()) {
        const db = await answer(indexedDB.open(name))
        for (const store of db.objectStoreNames) {
            const at = db.transaction(store).objectStore(store)
            const [keys, values] = [await answer(at.getAllKeys()), await answer(at.getAll())]
            found.push(JSON.stringify(keys), await spelt(values))
        }
        db.close()
    }
    for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const response of await cache.matchAll()) found.push(response.url, await response.text())
    }
    for (const address of addresses ?? []) {
        const response = await fetch(address, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => undefined)
        if (response?.ok) found.push(address, await response.text())
    }
    return found.join('\\n')
}"""


def flaws(page, name, theme="light"):
    """What is wrong with what a page shows: what axe says in both themes, and what is wider than the window, from right to left too.
    Takes pictures where they are wanted."""
    seen = []
    for scheme in sorted(THEMES, key=lambda scheme: scheme != theme):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        if PICTURES:
            file = re.sub("[^a-z0-9]+", "-", name).strip("-")
            page.screenshot(path=f"{PICTURES}/{file}-{page.viewport_size['width']}-{scheme}.png", full_page=True)
        # The second time, only what the theme changes.
        options = {"resultTypes": ["violations"]} | ({} if scheme == theme else {"runOnly": ["color-contrast"]})
        seen += [(name, scheme, violation["id"], violation["nodes"][0]["html"])
                 for violation in Axe().run(page, options=options).response["violations"]]
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    for direction in ("rtl", "ltr"):
        page.evaluate(TURN, direction)
        if not page.evaluate(FITS):
            seen.append((name, direction, "too wide"))
    return seen


def sign_in(page, person, path="/"):
    page.goto(path)
    page.get_by_label("Email").fill(person.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Password").press("Enter")
    expect(rooms(page)).to_be_visible()
    return page


def enter(page, person, path="/"):
    """Signs in, and waits until the room is there."""
    sign_in(page, person, path)
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Sign in")
    expect(page.locator("main section, main article").first).to_be_visible()
    return page


def rooms(page):
    return page.get_by_role("navigation", name="Rooms")


def kept(page):
    """Waits until the page is kept for when there is no network."""
    page.evaluate(READY)


@contextlib.contextmanager
def browser_of_one(browser, front):
    context = browser.new_context(base_url=front.address, timezone_id="America/Vancouver", locale="en-CA")
    context.set_default_timeout(PATIENCE * 1000)
    complaints = []

    def listen(message):
        if message.type in ("error", "warning") and not any(word in message.text for word in NETWORK):
            complaints.append(message.text)

    context.on("console", listen)
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    yield context
    context.close()
    assert complaints == [], complaints
