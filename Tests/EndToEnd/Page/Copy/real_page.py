"""The page itself, with its rooms, in random histories."""

import re

from playwright.sync_api import expect

from noteitd import wait_until
from tabs import COURSE, Page
from visits import kept

ROOM = f"/c/{COURSE}"
THREADS = [f"{ROOM}/{number}" for number in range(1, 8)]
PLACES = ["/", "/inbox", "/calendar", "/courses", "/study", "/study?part=tasks", "/degree", ROOM, ROOM, *THREADS]
GO = """(path) => {
    const link = document.createElement('a')
    link.href = path
    document.body.append(link)
    link.click()
    link.remove()
}"""
# The rows on its disk, by their kinds.
ROWS = """async (kinds) => {
    const answer = (request) => new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
    })
    const db = await answer(indexedDB.open('noteit-copy'))
    const at = db.transaction(['small', 'event', 'reply'])
    const rows = (await Promise.all(['small', 'event', 'reply'].map((store) => answer(at.objectStore(store).getAll())))).flat()
    db.close()
    return Object.fromEntries(kinds.map((kind) => [kind, rows.filter((row) => row.kind === kind).map(({ body }) => body)]))
}"""


class RealPage(Page):
    def open(self):
        """As somebody who is signed in. It waits until it can do without a network."""
        self.page.goto(ROOM)
        expect(self.page.locator("main section").first).to_be_visible()
        kept(self.page)
        return self

    def go(self, path):
        """Goes there as a link does: the page is not loaded again, so it needs no network."""
        self.page.evaluate(GO, path)

    def write(self, title):
        """Writes a post, which waits if there is no network."""
        self.go(ROOM)
        self.page.get_by_role("button", name="Write a post").click()
        self.page.get_by_label("Title").fill(title)
        self.page.get_by_role("button", name="Post", exact=True).click()
        expect(self.page.get_by_label("Title")).to_have_count(0)

    def rows(self, kinds):
        return self.page.evaluate(ROWS, kinds)

    def has_heard_of(self, plan):
        """Waits until the room of degrees shows a plan."""
        self.go("/degree")
        expect(self.page.get_by_role("link", name=re.compile(f"^{plan['name']} "))).to_be_visible()

    def shows(self, events):
        """Waits until the room of the course has exactly these posts."""
        self.go(f"{ROOM}?past=1")
        titles = self.page.locator("li.event .title")
        wanted = sorted(event["title"] for event in events)
        wait_until(lambda: sorted(titles.all_inner_texts()) == wanted, f"the room to have the posts {wanted}")
