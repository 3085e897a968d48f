"""Random histories: two tabs of one person with reloads, lost connections and a server that is killed. Their copies equal a fresh
snapshot, and what the person may not see any more is in no database."""

import os
import random

import pytest

from people import small_class, staff
from tabs import COURSE, Tab

SEEDS = range(int(os.environ.get("NOTEIT_PAGE_SEEDS", "2")))


class World:
    def __init__(self, seed, server, front, profile):
        self.dice, self.server, self.front, self.profile = random.Random(seed), server, front, profile
        people = small_class(server, COURSE)
        self.ada, self.others = people["ada"], [people["bob"], people["grace"], staff(server, COURSE)]
        self.sections = [section["id"] for section in self.ada.get(f"/v1/courses/{COURSE}")["sections"]]
        self.words = 0
        self.tabs = [Tab(profile).enter(self.ada), Tab(profile).reenter().ready()]

    def word(self):
        self.words += 1
        return f"zq{self.words:04}x"

    def events(self, person):
        return person.get("/v1/snapshot")["events"]

    def step(self):
        self.dice.choice([self.post, self.post, self.reply, self.reply, self.edit, self.delete, self.move, self.own, self.network,
                          self.reload, self.read, self.role])()

    def post(self):
        author = self.dice.choice(self.others[:2])
        sections = self.dice.choice([[], [], self.sections[:1], self.sections[-1:]])
        author.post(COURSE, self.word(), None, body=self.word(), visibility=self.dice.choice(["public", "public", "staff", "private"]),
                    sections=sections, anonymous=author is self.others[0] and self.dice.random() < 0.3)

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
        held = [place["section"] for place in self.ada.get("/v1/me/enrollments")["items"] if place["section"]]
        section = self.dice.choice(self.sections)
        if held and self.dice.random() < 0.6:
            self.ada.call("DELETE", f"/v1/me/enrollments/{self.dice.choice(held)}")
        else:
            self.ada.call("POST", "/v1/me/enrollments", json={"sections": [section]})

    def role(self):
        """Ada becomes staff, or is so no more."""
        grants = self.dice.random() < 0.5
        self.server.admin("staff", "grant" if grants else "revoke", self.ada.email, COURSE, check=False)

    def own(self):
        tab = self.dice.choice(self.tabs)
        tab.run(f"await h.outbox.post('{COURSE}', {{ title: given, visibility: 'private' }})", self.word())

    def read(self):
        tab = self.dice.choice(self.tabs)
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
        place = self.dice.randrange(2)
        if self.dice.random() < 0.5:
            self.tabs[place].page.close()
            self.tabs[place] = Tab(self.profile)
        self.tabs[place].reenter()

    def settle(self):
        self.front.mend()
        for tab in self.tabs:
            tab.run("dispatchEvent(new Event('online'))")
            tab.ready()
        mark = self.word()
        task = self.ada.call("POST", "/v1/me/tasks", 201, json={"title": mark, "kind": "flexible", "minutes": 30}).json()
        for tab in self.tabs:
            # A post to a course that she had left meanwhile was refused, and stays until she throws it away.
            tab.until("outbox.entries.value.every(({ state }) => state === 'refused')")
            tab.run("for (const entry of h.outbox.entries.value) await h.outbox.drop(entry)")
            tab.until(f"outbox.entries.value.length === 0 && copy.tasks().value?.some(({{ id }}) => id === '{task['id']}')")


def by_id(rows):
    return {row.get("id") or row.get("event") or row.get("section"): row for row in rows}


@pytest.mark.parametrize("seed", SEEDS)
def test_copies_equal_a_fresh_snapshot(seed, server, front, profile):
    world = World(seed, server, front, profile)
    for _ in range(40):
        world.step()
    world.settle()
    snapshot = world.ada.get("/v1/snapshot")
    for tab in world.tabs:
        rows = tab.run("return await h.rows()")
        for kind, found in rows.items():
            assert by_id(found) == by_id(snapshot[kind]), (seed, kind)
    seen = str(snapshot)
    everything = world.tabs[0].everything()
    gone = [f"zq{number:04}x" for number in range(1, world.words + 1) if f"zq{number:04}x" not in seen]
    assert [word for word in gone if word in everything] == [], seed
