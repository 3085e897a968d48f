"""The registrar's lists of a day, imported while everybody writes."""

import asyncio

from campus_lists import import_list, verify
from lists import Row
from record import Act, Unseen


class Lists:
    """How lists move the people of a day.

    `listed` has the entries, (person, (course, section, role)): the write by which the list may have given the place; None while
    its person is expected. Whether an entry gave a place is known if nobody else wrote to that place since shortly before.
    """

    async def listing(self):
        """A list comes while people write. Then somebody whom it expects verifies their email."""
        await asyncio.gather(self.bring(), self.burst())
        expected = [person for person in self.people if (person, None) in {(of, gave) for (of, _), gave in self.listed.items()}]
        if expected:
            await self.verify(self.random.choice(expected))

    async def verify(self, person):
        self.verified.add(person)
        act = Act()
        for of, place in [entry for entry, gave in self.listed.items() if entry[0] is person and gave is None]:
            self.listed[of, place] = act.send(person.places[place], True)
        await verify(self.server, person)
        act.end(True, self.record.surely)

    async def bring(self):
        """The last list of a course with a few changes."""
        self.tally["lists"] += 1
        course = self.random.choices(self.courses[:-1], [80, 20])[0]
        before = [entry for entry in self.listed if entry[1][0] == course]
        wanted = dict.fromkeys(entry for entry in before if self.random.random() < 0.4)
        sections = [section for of, section in self.places if of == course]
        for _ in range(self.random.randint(4, 8)):
            role = "staff" if self.random.random() < 0.2 else "student"
            wanted[self.random.choice(self.people), (course, self.random.choice(sections), role)] = None
        act, taking = Act(), {}
        for person, place in [entry for entry in before if entry not in wanted]:
            taking[person, place] = act.send(person.places[place], False)
        for person, place in [entry for entry in wanted if entry not in self.listed]:
            self.listed[person, place] = act.send(person.places[place], True) if person in self.verified else None
        rows = [self.row(person, *place) for person, place in wanted]
        await import_list(self.server, rows, self.random.random() < 0.5, "--course", course)
        act.end(True, self.record.surely)
        for (person, place), take in taking.items():
            gave = self.listed.pop((person, place))
            sure = self.surely_gave(person.places[place], gave, take)
            self.tally["places taken by lists" if sure else "places that lists may have taken"] += 1
            if not sure:
                person.places[place].writes.remove(take)

    def row(self, person, course, section, role):
        """The name and the number are new words each time, which nobody may ever see."""
        name, number = (self.record.word(lambda _: Unseen()) for _ in range(2))
        return Row(person.email, name, number, course, section.partition(".")[2], role)

    def surely_gave(self, field, gave, take=None):
        """Whether a list alone gave a place: surely nobody held it, and nobody else wrote to it since."""
        if gave is None:
            return False
        others = [write for write in field.writes if write not in (gave, take)]
        ends = [write for write in others if write.done and not write.value]
        ended = all(any(end.sent > write.answered for end in ends) for write in others if write.value)
        return ended and all(write.answered < gave.sent for write in others)

    def lacking(self, person, fresh):
        """The places that a list surely gave, and a person does not have."""
        for (of, place), gave in self.listed.items():
            if of is person and self.surely_gave(person.places[place], gave) and place[1] not in fresh["enrollment"]:
                yield f"{person.name} lacks the place {place} that a list gave"
