"""A page without rooms that holds a copy."""

import json

from people import PASSWORD
from visits import KEPT

COURSE = "202530.CMPT225"
HARNESS = "/Tests/EndToEnd/Page/Copy/harness.js"


class Tab:
    """A page that holds a copy."""

    def __init__(self, profile):
        self.page, self.is_asleep = profile.new_page(), False
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

    def everything(self, addresses=()):
        return self.page.evaluate(KEPT, list(addresses))

    def sleep(self):
        """Nothing runs in it until it wakes."""
        self.is_asleep = True
        self.run("await h.idle()")
        # Chromium does not freeze what it believes to be visible, and without a screen that is everything. A debugger stops it.
        self.devtools = self.page.context.new_cdp_session(self.page)
        self.devtools.send("Debugger.enable")
        self.devtools.send("Debugger.pause")

    def wake(self):
        if not self.is_asleep:
            return self
        self.is_asleep = False
        self.devtools.detach()
        self.run("document.dispatchEvent(new Event('visibilitychange'))")
        return self


def has_title(title):
    return f"copy.events('{COURSE}').value?.some((event) => event.title === {json.dumps(title)})"
