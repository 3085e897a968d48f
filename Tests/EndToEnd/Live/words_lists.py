"""The registrar's lists of a class, imported over and over: the places that they alone give come and go with them."""

from campus_lists import import_list, verify
from lists import Row


class Lists:
    """How lists move the people of a story.

    `listed` has the entries, (name of the person, place): whether the list alone gives the place; None while its person is
    expected, because their email is not verified. The name and the number in a list are words that nobody may see.
    """

    async def bring(self, _):
        """A list, the last one with a few changes; or somebody whom a list expects verifies their email."""
        expected = sorted({name for (name, _), given in self.listed.items() if given is None})
        if expected and self.random.random() < 0.4:
            return await self.verify(self.pick(expected))
        course = self.random.choices(list(self.courses), [80, 20])[0]
        before = {entry for entry in self.listed if entry[1][0] == course}
        wanted = {entry for entry in sorted(before) if self.random.random() < 0.5}
        for _ in range(self.random.randint(2, 6)):
            role = "staff" if self.random.random() < 0.25 else "student"
            wanted.add((self.random.choice(self.people).name, (course, self.random.choice(self.courses[course]), role)))
        await self.import_entries(course, before, wanted)

    async def import_entries(self, course, before, wanted):
        people = {person.name: person for person in self.people}
        rows = [Row(people[name].email, *self.told_of(name), course, section.partition(".")[2], role) for name, (_, section, role) in sorted(wanted)]
        one_roster = self.random.random() < 0.5
        self.trail.append(f"{len(self.trail) + 1} a list of {len(rows)} rows for {course}{', OneRoster' * one_roster}")
        said = await import_list(self.campus.server, rows, one_roster, "--course", course)
        counts = f"{len(wanted - before)} new, 0 changed, {len(before - wanted)} removed, {len(wanted & before)} as before"
        if counts not in said:
            self.fault("acts", f"the import said {said!r}, not {counts}")
        with self.change() as model:
            for name, place in before - wanted:
                if self.listed.pop((name, place)):
                    self.campus.tally["places taken by lists"] += 1
                    model.places[people[name].id] -= {place}
            for entry in wanted - before:
                self.listed[entry] = None
                if entry[0] in self.verified:
                    self.settle(model, *entry)

    def told_of(self, name):
        """The name and the number of a person in the lists."""
        if name not in self.in_lists:
            self.in_lists[name] = self.word(f"name of {name} in a list"), self.word(f"number of {name}")
        return self.in_lists[name]

    async def verify(self, name):
        person = next(person for person in self.people if person.name == name)
        await verify(self.campus.server, person)
        self.trail.append(f"{len(self.trail) + 1} {name} verifies their email")
        self.verified.add(name)
        with self.change() as model:
            for entry in [entry for entry, given in self.listed.items() if entry[0] == name and given is None]:
                self.settle(model, *entry)

    def settle(self, model, name, place):
        """An entry whose person is known gives the place, unless they hold it."""
        person = next(person for person in self.people if person.name == name)
        self.listed[name, place] = place not in model.places[person.id]
        self.campus.tally["places given by lists"] += self.listed[name, place]
        model.places[person.id] |= {place}

    def take_over(self, person, places):
        """What a person or the staff did with a place, no list undoes."""
        for place in places:
            if self.listed.get((person.name, place)):
                self.listed[person.name, place] = False
