"""A page without rooms that holds a copy."""

import json

from people import PASSWORD

COURSE = "202530.CMPT225"
HARNESS = "/Tests/EndToEnd/Page/Copy/harness.js"


class Tab:
    """A page that holds a copy."""

    def __init__(self, profile):
        self.page = profile.new_page()
        self.page.goto("/empty")

    def run(self, code, argument=None):
        return self.page.evaluate(f"async (given) => {{ const h = await import('{HARNESS}'); {code} }}", argument)

    def enter(self, person, **parts):
        self.run("await h.open(given[2]); await h.enter(given[0], given[1])", [person.email, PASSWORD, parts])
        return self.ready()

    def reenter(self):
        self.page.goto("/empty")
        self.run("await h.reenter()")
        return self

    def ready(self):
        self.until("copy.state.value.phase === 'ready' && copy.state.value.connection === 'live'")
        return self

    def until(self, holds):
        return self.run(f"return JSON.stringify(await h.until((copy, outbox) => {holds}))")

    def titles(self):
        return self.run(f"return (await h.until((copy) => copy.events('{COURSE}').value)).map((event) => event.title)")

    def everything(self):
        return self.run("return await h.everything()")


def has_title(title):
    return f"copy.events('{COURSE}').value?.some((event) => event.title === {json.dumps(title)})"
