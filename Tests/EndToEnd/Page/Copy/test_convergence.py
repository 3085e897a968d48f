"""Random histories of two people: one with two tabs, the other with one, with reloads, lost connections, pages that sleep, pages
that were left, and a server that is killed. Their copies equal a fresh snapshot, and what a person may not see any more is
nowhere that a page or an extension can read."""

import os
import random

import pytest

from people import small_class, staff
from tabs import COURSE, Tab

SEEDS = range(int(os.environ.get("NOTEIT_PAGE_SEEDS", "3")))


class World:
    def __init__(self, seed, server, front, profiles):
        self.dice, self.server, self.front, self.profiles = random.Random(seed), server, front, profiles
        people = small_class(server, COURSE)
        self.ada, self.bob = people["ada"], people["bob"]
        self.others = [self.bob, people["grace"], staff(server, COURSE)]
        self.sections = [section["id"] for section in self.ada.get(f"/v1/courses/{COURSE}")["sections"]]
        self.words = 0
        ada, bob = profiles
        self.tabs = [Tab(ada).enter(self.ada), Tab(ada).reenter().ready(), Tab(bob).enter(self.bob)]
        self.owners = [self.ada, self.ada, self.bob]

    def word(self):
        self.words += 1
        return f"zq{self.words:04}x"

    def events(self, person):
        return person.get("/v1/snapshot")["events"]

    def step(self):
        self.dice.choice([self.post, self.post, self.reply, self.reply, self.edit, self.delete, self.move, self.own, self.network,
                          self.reload, self.read, self.role, self.sleep, self.wake])()

    def post(self):
        author = self.dice.choice(self.others[:2])
        sections = self.dice.choice([[], [], self.sections[:1], self.sections[-1:]])
        author.call("POST", f"/v1/courses/{COURSE}/events", json={
            "title": self.word(), "body": self.word(), "visibility": self.dice.choice(["public", "public", "staff", "private"]),
            "sections": sections, "anonymous": author is self.others[0] and self.dice.random() < 0.3})

    def reply(self):
        author = self.dice.choice(self.others[:2])
        if events := self.events(author):
            author.reply(self.dice.choice(events), self.word(), None)

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
            tab.run(f"await h.outbox.post('{COURSE}', {{ title: given, visibility: 'private' }})", self.word())

    def read(self):
        for tab in self.dice.sample(self.awake(), k=min(1, len(self.awake()))):
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
        if self.tabs[place].is_asleep or self.dice.random() < 0.5:
            self.tabs[place].page.close()
            self.tabs[place] = Tab(self.profiles[place // 2])
        self.tabs[place].reenter(pause=300)

    def sleep(self):
        tab = self.dice.choice(self.tabs)
        if not tab.is_asleep:
            tab.sleep()

    def wake(self):
        self.dice.choice(self.tabs).wake()

    def settle(self):
        self.front.mend()
        for tab in self.tabs:
            tab.wake()
        for tab in self.tabs:
            tab.run("dispatchEvent(new Event('online'))")
        for tab in self.tabs:
            tab.ready()
        for person in (self.ada, self.bob):
            task = person.call("POST", "/v1/me/tasks", 201, json={"title": self.word(), "kind": "flexible", "minutes": 30}).json()
            for tab in [tab for tab, owner in zip(self.tabs, self.owners) if owner is person]:
                # A post to a course that was left meanwhile was refused, and stays until it is thrown away.
                tab.until("outbox.entries.value.every(({ state }) => state === 'refused')")
                tab.run("for (const entry of h.outbox.entries.value) await h.outbox.drop(entry)")
                tab.until(f"outbox.entries.value.length === 0 && copy.tasks().value?.some(({{ id }}) => id === '{task['id']}')")


def by_id(rows):
    return {row.get("id") or row.get("event") or row.get("section"): row for row in rows}


@pytest.mark.parametrize("seed", SEEDS)
def test_copies_equal_a_fresh_snapshot(seed, server, front, profile, other_profile):
    world = World(seed, server, front, [profile, other_profile])
    for _ in range(50):
        world.step()
    world.settle()
    words = [f"zq{number:04}x" for number in range(1, world.words + 1)]
    for tab, owner in zip(world.tabs, world.owners):
        snapshot = owner.get("/v1/snapshot")
        assert snapshot["next"] is None
        for kind, found in tab.run("return await h.rows()").items():
            assert by_id(found) == by_id(snapshot[kind]), (seed, kind)
        seen, kept = str(snapshot), tab.everything(front.addresses)
        assert [word for word in words if word in kept and word not in seen] == [], seed
        assert [word for word in words if word in seen and word not in kept] == [], seed
    assert front.storable == []
