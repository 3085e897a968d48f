"""What is new to a person: the rules of the store (`Unread`), of the local copy (`event_news`) and of the page (`news.js`) agree
after any history."""

import json
import random
import time

import pytest

from people import register
from tabs import Tab
from terminal import Terminal

COURSE, CODE = "202530.CMPT225", "CMPT225"
NEW = f"""copy.events('{COURSE}').value?.filter((event) => copy.news(event).value).map(({{ number }}) => number).sort((a, b) => a - b).join()"""


class Class:
    """Two classmates and a reader, who joins later and may leave for a while."""

    def __init__(self, server, seed):
        self.dice, self.events, self.replies = random.Random(seed), [], []
        self.reader = register(server, name="Rea Reader")
        self.section = self.reader.get(f"/v1/courses/{COURSE}")["sections"][0]["id"]
        self.others = [register(server, name=name) for name in ("Ada Writer", "Ben Writer")]
        for person in self.others:
            person.enroll(self.section)

    def writer(self):
        return self.dice.choice(self.others + [self.reader] * self.is_member())

    def is_member(self):
        return bool(self.reader.items("/v1/me/enrollments"))

    def step(self):
        steps = [self.post, self.post, self.reply, self.reply, self.reply, self.edit, self.take_back, self.see, self.mute, self.delete]
        self.dice.choice(steps)()

    def post(self):
        writer = self.writer()
        self.events.append((writer, writer.post(COURSE, anonymous=self.dice.random() < 0.3)))

    def reply(self):
        if self.events:
            writer, (_, event) = self.writer(), self.dice.choice(self.events)
            self.replies.append((writer, writer.reply(event, anonymous=self.dice.random() < 0.3)))

    def edit(self):
        if self.events:
            writer, event = self.dice.choice(self.events)
            if writer is not self.reader or self.is_member():
                writer.edit(event, body=f"Text {self.dice.random()}")

    def take_back(self):
        if self.replies:
            writer, reply = self.replies.pop(self.dice.randrange(len(self.replies)))
            if writer is not self.reader or self.is_member():
                writer.call("DELETE", f"/v1/replies/{reply['id']}")

    def delete(self):
        if self.events and self.dice.random() < 0.3:
            writer, event = self.events.pop(self.dice.randrange(len(self.events)))
            self.replies = [each for each in self.replies if each[1]["event"] != event["id"]]
            writer.call("DELETE", f"/v1/events/{event['id']}")

    def mark(self, **fields):
        if self.events and self.is_member():
            event = self.dice.choice(self.events)[1]
            self.reader.call("PUT", f"/v1/me/marks/{event['id']}", 200, json=fields)

    def see(self):
        if self.events and self.is_member():
            event = self.reader.event(self.dice.choice(self.events)[1])
            self.reader.call("PUT", f"/v1/me/marks/{event['id']}", 200, json={"seen": event["activity"]})

    def mute(self):
        self.mark(muted=self.dice.random() < 0.5)


@pytest.mark.parametrize("seed", range(3))
def test_all_agree_on_what_is_new(server, profile, seed, tmp_path):
    group = Class(server, seed)
    for _ in range(8):
        group.step()
    time.sleep(1.1)  # times are whole seconds: what is older than the reader's joining is of an earlier one
    group.reader.enroll(group.section)
    laptop, tab = Terminal(server, tmp_path / "laptop", group.reader), Tab(profile).enter(group.reader)
    found = set()
    for _ in range(12):
        for _ in range(4):
            group.step()
        there = {event["number"] for event in group.reader.events(COURSE, unread="true")}
        listed = json.loads(laptop.noteit("event", "list", CODE, "--past", "--unread", "--json", "reference"))
        assert {int(each["reference"].split("#")[1]) for each in listed} == there
        tab.until(f"{NEW} === '{','.join(map(str, sorted(there)))}'")
        found |= there
    assert found
