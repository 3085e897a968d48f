"""Random histories of two people: one with a copy and the page itself in two tabs, the other with one, with reloads, lost
connections, pages that sleep, pages that were left, and a server that is killed. Their copies equal a fresh snapshot in every kind of
row, and what a person may not see any more is nowhere that a page or an extension can read."""

import os
import random

import pytest

from belongings import Belongings
from noteitd import wait_until
from people import small_class, staff
from real_page import PLACES, RealPage
from tabs import COURSE, Tab

FIRST = int(os.environ.get("NOTEIT_FIRST_SEED", "0"))
SEEDS = range(FIRST, FIRST + int(os.environ.get("NOTEIT_PAGE_SEEDS", "3")))
STEPS = 70
# The lists of a snapshot, with the kinds of their rows, and of what there is one.
LISTS = {
    "enrollments": "enrollment", "courses": "course", "notifications": "notification", "seatWatches": "seatWatch", "marks": "mark",
    "removals": "removal", "tasks": "task", "plans": "degreePlan", "planReplies": "planReply", "personalEvents": "personalEvent",
    "calendarImports": "calendarImport", "events": "event", "replies": "reply",
}
ONES = ("account", "preferences", "studySettings", "studyPlan", "record")
KINDS = [*LISTS.values(), *ONES]
# What was refused, such as a post to a course that was left meanwhile, stays until it is thrown away. Others wait behind it.
SEND = """for (;;) {
    const refused = () => h.outbox.entries.value.filter(({ state }) => state === 'refused')
    await h.until((_, outbox) => outbox.entries.value.length === 0 || refused().length > 0)
    if (h.outbox.entries.value.length === 0) break
    for (const entry of refused()) await h.outbox.drop(entry)
}"""


class World:
    def __init__(self, seed, server, front, profiles):
        self.dice, self.server, self.front, self.profiles = random.Random(seed), server, front, profiles
        people = small_class(server, COURSE)
        self.ada, self.bob = people["ada"], people["bob"]
        self.others = [self.bob, people["grace"], staff(server, COURSE)]
        self.sections = [section["id"] for section in self.ada.get(f"/v1/courses/{COURSE}")["sections"]]
        self.words = 0
        self.belongings = Belongings(self.dice, self.word, server, [self.ada, self.bob], people["grace"])
        ada, bob = profiles
        self.tabs = [Tab(ada).enter(self.ada), RealPage(ada).open(), Tab(bob).enter(self.bob)]
        self.owners = [self.ada, self.ada, self.bob]

    def word(self):
        self.words += 1
        return f"zq{self.words:04}x"

    def events(self, person):
        return person.get("/v1/snapshot")["events"]

    def step(self):
        self.dice.choice([self.post, self.post, self.reply, self.reply, self.edit, self.delete, self.move, self.network, self.reload, self.read,
                          self.read, self.role, self.sleep, self.wake, *3 * [self.own], *5 * [self.belongings.step]])()

    def post(self):
        author = self.dice.choice(self.others[:2])
        sections = self.dice.choice([[], [], self.sections[:1], self.sections[-1:]])
        author.call("POST", f"/v1/courses/{COURSE}/events", json={
            "title": self.word(), "body": self.word(), "visibility": self.dice.choice(["public", "public", "staff", "private"]),
            "sections": sections, "anonymous": author is self.others[0] and self.dice.random() < 0.3})

    def reply(self):
        author = self.dice.choice(self.others[:2])
        if events := self.events(author):
            mention = self.dice.choice(["", "", f" @{self.dice.choice([self.ada, self.bob]).account['handle']}"])
            author.reply(self.dice.choice(events), self.word() + mention, None)

    def own_of(self, author):
        return [event for event in self.events(author) if event["author"]["id"] == author.id]

    def edit(self):
        author = self.dice.choice(self.others[:2])
        if events := self.own_of(author):
            changed = self.dice.choice([{"title": self.word()}, {"visibility": "private"}, {"visibility": "public"}, {"sections": self.sections[:1]}])
            author.call("PATCH", f"/v1/events/{self.dice.choice(events)['id']}", json=changed)

    def delete(self):
        if events := self.own_of(self.others[0]):
            self.others[0].call("DELETE", f"/v1/events/{self.dice.choice(events)['id']}")

    def move(self):
        person = self.dice.choice([self.ada, self.ada, self.bob])
        held = [place["section"] for place in person.get("/v1/me/enrollments")["items"] if place["section"]]
        section = self.dice.choice(self.sections)
        if held and self.dice.random() < 0.6:
            person.call("DELETE", f"/v1/me/enrollments/{self.dice.choice(held)}")
        else:
            person.call("POST", "/v1/me/enrollments", json={"sections": [section]})

    def role(self):
        """Somebody becomes staff, or is so no more."""
        grants, person = self.dice.random() < 0.5, self.dice.choice([self.ada, self.bob])
        self.server.admin("staff", "grant" if grants else "revoke", person.email, COURSE, check=False)

    def awake(self):
        return [tab for tab in self.tabs if not tab.is_asleep]

    def own(self):
        for tab in self.dice.sample(self.awake(), k=min(1, len(self.awake()))):
            if isinstance(tab, RealPage):
                tab.write(self.word())
            else:
                self.belongings.own(tab)

    def read(self):
        for tab in self.dice.sample(self.awake(), k=min(1, len(self.awake()))):
            if isinstance(tab, RealPage):
                tab.go(self.dice.choice(PLACES))
            else:
                tab.run(f"for (const {{ id }} of (h.copy.events('{COURSE}').value ?? []).slice(0, 3)) h.copy.replies(id).value")

    def network(self):
        if self.front.is_cut:
            self.front.mend()
        elif self.dice.random() < 0.3:
            self.server.kill()
            self.server.start()
        else:
            self.front.cut()

    def reload(self):
        if self.front.is_cut:
            return
        place = self.dice.randrange(3)
        kind = type(self.tabs[place])
        if self.tabs[place].is_asleep or self.dice.random() < 0.5:
            self.tabs[place].page.close()
            self.tabs[place] = kind(self.profiles[place // 2])
        if kind is RealPage:
            self.tabs[place].open()
        else:
            self.tabs[place].reenter(pause=300)

    def sleep(self):
        tab = self.dice.choice(self.tabs)
        if not tab.is_asleep:
            tab.sleep()

    def wake(self):
        self.dice.choice(self.tabs).wake()

    def settle(self):
        """Waits until everything is sent, and everything that was done before has arrived."""
        self.front.mend()
        for tab in self.tabs:
            tab.wake()
            tab.page.evaluate("void dispatchEvent(new Event('online'))")
        copies, page = [self.tabs[0], self.tabs[2]], self.tabs[1]
        # Here it writes nothing by being open.
        page.go("/degree")
        for tab in copies:
            tab.ready().run(SEND)
        for person in (self.ada, self.bob):
            # It makes the plan anew if that is due.
            person.get("/v1/me/study-timetable")
            last = person.call("POST", "/v1/me/plans", 201, json={"name": self.word()}).json()
            for tab in [tab for tab, owner in zip(copies, (self.ada, self.bob)) if owner is person]:
                tab.until(f"copy.degreePlans().value?.some(({{ id }}) => id === '{last['id']}')")
            if person is self.ada:
                page.has_heard_of(last)


def by_id(kind, rows):
    """The rows of a kind by what names them. None is there twice."""
    def name(row):
        if kind == "seatWatch":
            return row["section"]["id"]
        return row.get("id") or row.get("event") or row.get("section") or row.get("course")
    found = {name(row): row for row in rows}
    assert len(found) == len(rows), (kind, rows)
    return found


def wanted(person):
    """What a copy should have, by kinds."""
    snapshot = person.get("/v1/snapshot")
    assert snapshot["next"] is None and set(snapshot) == {"cursor", "next", *LISTS, *ONES}
    lists = {kind: by_id(kind, snapshot[name]) for name, kind in LISTS.items()}
    return str(snapshot), lists | {kind: by_id(kind, [snapshot[kind]] if snapshot[kind] else []) for kind in ONES}


def found(tab):
    rows = tab.rows(KINDS) if isinstance(tab, RealPage) else tab.run("return await h.rows(given)", KINDS)
    return {kind: by_id(kind, rows[kind]) for kind in KINDS}


@pytest.mark.parametrize("seed", SEEDS)
def test_copies_equal_a_fresh_snapshot(seed, server, front, profile, other_profile):
    world = World(seed, server, front, [profile, other_profile])
    for _ in range(STEPS):
        world.step()
    world.settle()
    words = [f"zq{number:04}x" for number in range(1, world.words + 1)]
    addresses = [address for address in front.addresses if address.startswith(("/v1/", "/dav/"))]
    for tab, owner in zip(world.tabs, world.owners):
        # The server may make a study plan anew at any time. It tells so.
        wait_until(lambda: found(tab)["studyPlan"] == wanted(owner)[1]["studyPlan"], f"the study plan of seed {seed}")
        seen, rows = wanted(owner)
        copy, kept = found(tab), tab.everything(addresses)
        for kind in KINDS:
            assert copy[kind] == rows[kind], (seed, type(tab), kind)
        assert [word for word in words if word in kept and word not in seen] == [], (seed, type(tab))
        assert [word for word in words if word in seen and word not in kept] == [], (seed, type(tab))
    world.tabs[1].shows(world.events(world.ada))
    assert front.storable == []
