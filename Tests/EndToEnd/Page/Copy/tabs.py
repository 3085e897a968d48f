"""Pages that hold a copy."""

import json

from noteitd import wait_until
from people import PASSWORD
from visits import KEPT

COURSE = "202530.CMPT225"
HARNESS = "/Tests/EndToEnd/Page/Copy/harness.js"
# Counts the transactions that are open.
COUNT = """{
    let count = 0
    const { transaction } = IDBDatabase.prototype
    IDBDatabase.prototype.transaction = function (...given) {
        const made = transaction.apply(this, given)
        count += 1
        for (const end of ['complete', 'abort']) made.addEventListener(end, () => (count -= 1))
        return made
    }
    globalThis.sleep = () => setTimeout(() => {
        if (count > 0) return sleep()
        debugger
    })
}"""


class Page:
    """A page that a browser may stop."""

    def __init__(self, profile):
        self.page, self.is_asleep = profile.new_page(), False
        self.page.add_init_script(COUNT)

    def everything(self, addresses=()):
        return self.page.evaluate(KEPT, list(addresses))

    def sleep(self):
        """Nothing runs in it until it wakes. It sleeps between two writes: else it would hold up the other tabs."""
        self.is_asleep = True
        # Chromium does not freeze what it believes to be visible, and without a screen that is everything. A debugger stops it.
        self.devtools = self.page.context.new_cdp_session(self.page)
        stopped = []
        self.devtools.on("Debugger.paused", lambda event: stopped.append(event))
        self.devtools.send("Debugger.enable")
        self.page.evaluate("void sleep()")
        wait_until(lambda: self.page.wait_for_timeout(5) or stopped, "the page to sleep")

    def wake(self):
        if not self.is_asleep:
            return self
        self.is_asleep = False
        self.devtools.detach()
        self.page.evaluate("void document.dispatchEvent(new Event('visibilitychange'))")
        return self


class Tab(Page):
    """A page without rooms that holds a copy."""

    def __init__(self, profile):
        super().__init__(profile)
        self.page.goto("/empty")

    def run(self, code, argument=None):
        return self.page.evaluate(f"async (given) => {{ const h = await import('{HARNESS}'); {code} }}", argument)

    def enter(self, person, **parts):
        self.run("await h.open(given[2]); await h.enter(given[0], given[1])", [person.email, PASSWORD, parts])
        return self.ready()

    def reenter(self, **parts):
        self.page.goto("/empty")
        self.run("await h.reenter(given)", parts)
        return self

    def ready(self):
        self.until("copy.state.value.phase === 'ready' && copy.state.value.connection === 'live'")
        return self

    def until(self, holds):
        return self.run(f"return JSON.stringify(await h.until((copy, outbox) => {holds}))")

    def titles(self):
        return self.run(f"return (await h.until((copy) => copy.events('{COURSE}').value)).map((event) => event.title)")


def has_title(title):
    return f"copy.events('{COURSE}').value?.some((event) => event.title === {json.dumps(title)})"
