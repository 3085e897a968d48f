"""One class with one random history: its people, its readers, and the order in which things happen."""

import asyncio
import random

from people import PASSWORD
from persons import Person
from words_campus import MARKERS, courses_of
from words_clients import Absent, Live
from words_judge import Judge
from words_lists import Lists
from words_model import WORD, Model
from words_places import Places
from words_texts import Texts


class Student(Person):
    """A student whose name and email are words."""

    async def register(self, words):
        self.email = f"{words('email of ' + self.name)}@example.edu"
        account = {"email": self.email, "password": PASSWORD, "displayName": self.name}
        status, answer = await self.attempt("POST", "/v1/accounts", account)
        assert status == 201, answer
        self.id, self.handle = answer["account"]["id"], answer["account"]["handle"]
        self.words = set(WORD.findall(self.handle))
        self.told = set()  # the reasons in their inbox
        self.take(answer)


class Story(Judge, Texts, Places, Lists):
    """One class with one random history, and the faults in its reads."""

    def __init__(self, campus, seed, place, operations):
        self.campus, self.seed, self.operations = campus, seed, operations
        self.random = random.Random(f"words {seed}")
        self.courses = courses_of(place)
        self.people = [Student(campus.server, name) for name in ("ada", "ben", "cyd", "dee", "eve")]
        self.meaning, self.labels, self.trail, self.faults = {}, {}, [], []
        self.states, self.marker, self.since, self.fresh = [], None, 0, {}
        self.markers, self.came = iter(MARKERS), 0
        self.listed, self.in_lists, self.verified = {}, {}, set()

    def __repr__(self):
        return f"seed {self.seed}"

    def word(self, meaning):
        word = f"w{self.random.getrandbits(48):012x}"
        self.meaning[word] = f"{meaning}, operation {len(self.trail)}"
        return word

    async def live(self):
        tasks = []
        try:
            async with self.campus.gate.shared():
                await self.begin()
            tasks = [asyncio.create_task(reader.run()) for reader in self.live_readers]
            await self.watch(tasks, self.happen())
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for person in self.people:
                person.close()

    async def watch(self, tasks, story):
        """Ends with the story, or with a failing reader."""
        story = asyncio.create_task(story)
        try:
            done, _ = await asyncio.wait([story, *tasks], return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            story.cancel()
            await asyncio.gather(story, return_exceptions=True)

    async def begin(self):
        for person in self.people:
            await person.register(self.word)
        self.model = Model({person.id: person for person in self.people})
        self.states.append(self.model)
        for person in self.people:
            await self.rename(person)
        await self.first_places()
        await asyncio.gather(*(self.verify(person.name) for person in self.people[1:4]))
        self.live_readers, self.absent = [], []
        for number, person in enumerate(self.people):
            dice = random.Random(f"{self.seed} {number}")
            for transport in dice.sample(["ws", "sse", "poll"], 2):
                self.live_readers.append(Live(person, transport, dice.random() < 0.5, random.Random(dice.random()), story=self))
            for purging in (True, False):
                transport = dice.choice(["ws", "sse", "poll", "poll"])
                self.absent.append(Absent(person, transport, purging, random.Random(dice.random()), story=self))
        await asyncio.gather(*(reader.begin() for reader in self.live_readers + self.absent))

    async def first_places(self):
        """Students of one section or two, one person who is staff of one and student of another, and maybe staff of all."""
        course, sections = next(iter(self.courses.items()))
        *students, dee, eve = self.people
        for person in students:
            for section in self.random.sample(sections, self.random.choice([1, 2, 2])):
                await self.enroll_in(person, course, section)
        await self.enroll_in(dee, course, sections[1])
        await self.grant(dee, course, sections[0])
        if self.random.random() < 0.5:
            await self.grant(eve, course, None)

    async def happen(self):
        await self.quiet()
        done = 0
        while done < self.operations:
            for _ in range(min(self.random.choice([1, 2, 4, 8]), self.operations - done)):
                async with self.campus.gate.shared():
                    await self.step()
                    await self.join()
                done += 1
            await self.quiet(last=done == self.operations)

    async def join(self):
        """New readers read their snapshot while others write."""
        for reader in self.absent:
            if reader.joining is not None and self.random.random() < 0.5:
                await reader.join()

    async def quiet(self, last=False):
        async with self.campus.gate.shared():
            for reader in self.absent if last else []:
                while reader.joining is not None:
                    await reader.join()
            self.marker = next(self.markers)
            await asyncio.gather(*map(self.mark_end, self.people))
            await asyncio.gather(*map(self.snapshot, self.people))
        # Only live readers notice a kill now.
        await asyncio.gather(*map(self.judge_live, self.live_readers))
        async with self.campus.gate.shared():
            if last:
                await asyncio.gather(*(reader.come_back_from_everywhere(self.marker) for reader in self.absent))
            else:
                coming = [reader for reader in self.absent if self.random.random() < 0.25]
                wholes = [self.random.random() < 0.6 for _ in coming]
                await asyncio.gather(*(reader.come_back(self.marker, whole) for reader, whole in zip(coming, wholes)))
            await self.probe()
        self.since = len(self.states) - 1

    async def mark_end(self, person):
        """The last write of a quiet point: nobody watches more than 50 sections."""
        watched = self.fresh.get(person.id, {}).get("seatWatch", {})
        if len(watched) > 40:
            await person.attempt("DELETE", f"/v1/me/seat-watches/{min(watched)}")
        status, answer = await person.attempt("PUT", f"/v1/me/seat-watches/{self.marker}")
        assert status == 201, answer

    async def judge_live(self, reader):
        try:
            await reader.reach(self.marker)
        except TimeoutError:
            return self.fault("loss", f"{reader.name} waits in vain for what was written last")
        for count, change in reader.arrivals:
            self.judge(reader, change, *self.states[self.since:count + 1])
            self.check_contract(reader, change)
        reader.arrivals = []
        self.compare(reader)

    async def step(self):
        act = self.random.choices(
            [self.post, self.reply, self.edit, self.edit_reply, self.delete, self.remove, self.restore, self.enroll, self.drop,
             self.staffing, self.rename, self.answer, self.me_too, self.mark, self.notice, self.crossing,
             self.bring],
            [12, 15, 18, 4, 4, 8, 6, 6, 8, 9, 4, 3, 2, 3, 3, 12, 9])[0]
        self.campus.tally["operations"] += 1
        await act(self.random.choice(self.people))

    async def crossing(self, me):
        """One person's enrollments and a thread's audience change in turn: most losses happen there."""
        events = [event for event in self.model.seen_events(me.id) if self.model.thread(event.id)]
        event = self.pick(events or self.model.seen_events(me.id))
        if event and self.random.random() < 0.5:
            await self.reply_to(self.model.people[event.author], event)
        for _ in range(2):
            if event and event.id in self.model.events:
                await self.edit_event(self.model.events[event.id], audience=True)
            await self.random.choice([self.drop, self.drop, self.staffing, self.enroll, self.rename])(me)
