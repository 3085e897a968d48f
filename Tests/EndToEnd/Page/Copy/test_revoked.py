"""What a person lost is found by nothing that a page or an extension can read. The whole page is open, with its rooms."""

import base64

import pytest
from playwright.sync_api import expect

from noteitd import wait_until
from people import small_class
from tabs import COURSE
from visits import KEPT, kept, sign_in

MARK = "qzvkxmark"
# A picture, behind which stands a word.
PIXEL = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
SEEN = "qzvkxpicture"
# A file of the tree that the browser may keep, and a word in it.
FILE, WORD = "/Tests/EndToEnd/Page/Copy/harness.js", "A copy without rooms"
PLANTS = {
    "IndexedDB": """(word) => new Promise((resolve) => {
        const request = indexedDB.open('planted')
        request.onupgradeneeded = () => request.result.createObjectStore('store').put({ deep: [word] }, 'key')
        request.onsuccess = () => (request.result.close(), resolve())
    })""",
    "files in IndexedDB": """(word) => new Promise((resolve) => {
        const request = indexedDB.open('planted')
        request.onupgradeneeded = () => request.result.createObjectStore('store').put({ file: new Blob([word]) }, 'key')
        request.onsuccess = () => (request.result.close(), resolve())
    })""",
    "keys of IndexedDB": """(word) => new Promise((resolve) => {
        const request = indexedDB.open('planted')
        request.onupgradeneeded = () => request.result.createObjectStore('store').put(1, word)
        request.onsuccess = () => (request.result.close(), resolve())
    })""",
    "Cache Storage": "async (word) => (await caches.open('planted')).put('/planted', new Response(word))",
    "localStorage": "(word) => void localStorage.setItem('planted', word)",
    "sessionStorage": "(word) => void sessionStorage.setItem(word, 'planted')",
    "cookies": "(word) => void (document.cookie = `planted=${word}`)",
}
WAYS = {
    "the place in the course": lambda ada, bob, event: ada.drop(ada.get("/v1/me/enrollments")["items"][0]["section"]),
    "a post that was deleted": lambda ada, bob, event: bob.delete(event),
    "a post that became private": lambda ada, bob, event: bob.edit(event, visibility="private"),
    "a post that is for staff now": lambda ada, bob, event: bob.edit(event, visibility="staff"),
}


@pytest.mark.parametrize("place", PLANTS)
def test_each_place_is_searched(place, profile):
    page = profile.new_page()
    page.goto("/empty")
    assert MARK not in page.evaluate(KEPT)
    page.evaluate(PLANTS[place], MARK)
    assert MARK in page.evaluate(KEPT)


def test_what_the_browser_keeps_of_its_own_accord_is_searched(profile, front):
    page = profile.new_page()
    page.goto("/empty")
    assert WORD not in page.evaluate(KEPT, [FILE])
    page.evaluate("async (file) => void (await (await fetch(file)).text())", FILE)
    assert FILE in front.addresses and WORD in page.evaluate(KEPT, list(front.addresses))
    assert WORD not in page.evaluate(KEPT)


@pytest.mark.parametrize("way", WAYS)
def test_what_was_lost_is_nowhere(way, server, profile, front):
    people = small_class(server, COURSE)
    ada, bob = people["ada"], people["bob"]
    file = bob.upload(f"{MARK} in a file".encode())
    pictures = [bob.upload(PIXEL + f"{SEEN} {number}".encode(), f"{number}.png")["id"] for number in (1, 2)]
    event = bob.post(COURSE, f"{MARK} title", body=f"{MARK} body ![plot](1.png)", attachments=[file["id"], pictures[0]])
    bob.reply(event, f"{MARK} reply ![plot](2.png)", attachments=[pictures[1]])
    page = sign_in(profile.new_page(), ada, f"/c/{COURSE}/1")
    kept(page)
    expect(page.get_by_role("heading", name=MARK)).to_be_visible()
    expect(page.locator("li.reply")).to_contain_text(MARK)
    with page.expect_download():
        page.get_by_role("button", name="notes.txt").click()
    search = lambda: page.evaluate(KEPT, list(front.addresses))  # noqa: E731
    assert search().count(MARK) >= 3
    wait_until(lambda: all(f"{SEEN} {number}" in search() for number in (1, 2)), "the pictures to be kept")
    asked = " ".join(front.addresses)
    assert "/v1/snapshot" in asked and f"/v1/attachments/{file['id']}" in asked
    WAYS[way](ada, bob, event)
    expect(page.get_by_role("heading", name="There is no such post here")).to_be_visible()
    wait_until(lambda: MARK not in search(), "the text to be gone")
    assert SEEN not in search()
    assert MARK not in page.content() and MARK not in page.title()
    assert front.storable == []


def test_a_picture_that_was_looked_at_is_there_without_a_network_until_signing_out(server, profile, front):
    people = small_class(server, COURSE)
    picture = people["bob"].upload(PIXEL + SEEN.encode(), "plot.png")["id"]
    people["bob"].post(COURSE, "Seen", body="![plot](plot.png)", attachments=[picture])
    page = sign_in(profile.new_page(), people["ada"], f"/c/{COURSE}/1")
    kept(page)
    image = page.get_by_role("img", name="plot")
    expect(image).to_have_js_property("naturalWidth", 1)
    wait_until(lambda: SEEN in page.evaluate(KEPT), "the picture to be kept")
    front.cut()
    page.reload()
    expect(image).to_have_js_property("naturalWidth", 1)
    page.keyboard.press("Control+k")
    page.get_by_role("dialog").get_by_role("combobox").fill("sign out")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Email")).to_be_visible()
    wait_until(lambda: SEEN not in page.evaluate(KEPT), "the picture to be gone")
