"""Who joins in the middle of a burst gets every change behind their cursor once, in order: no gap and no repeat."""

import asyncio
import random

from people import member
from soak import Person
from test_soak import SEEDS
from test_stuck_crowd import roomy  # noqa: F401: a fixture
from wires import EventStream, WebSocket

JOINERS = max(150, SEEDS)
WRITERS = 16


class Burst:
    """Writers at full speed, and readers who join at random moments."""

    def __init__(self, server, writer, course, chance):
        self.server, self.writer, self.course, self.random = server, writer, course, chance
        self.posted, self.over = 0, asyncio.Event()
        self.old = None

    async def write(self):
        while not self.over.is_set():
            self.posted += 1
            status, answer = await self.writer.request(
                "POST", f"/v1/courses/{self.course}/events", {"title": f"post {self.posted}", "body": "x" * self.random.choice([0, 50, 2000])})
            assert status == 201, answer

    async def head(self):
        _, page = await self.writer.request("GET", "/v1/changes?cursor=now")
        return page["cursor"]

    async def join(self):
        """How and where a stream began, and the offsets of what came, up to the last."""
        kind = self.random.choice([EventStream, WebSocket])
        epoch, _, offset = (await self.head()).rpartition(".")
        cursor = self.random.choice(["now", f"{epoch}.{offset}", f"{epoch}.{max(self.old, int(offset) - self.random.randint(1, 200))}", f"{epoch}.{self.old}"])
        numbers = []
        async with kind(self.server, self.writer.token, cursor, narrow=self.random.random() < 0.3) as stream:
            _, _, at = await stream.frame()
            assert cursor in ("now", at), f"asked for {cursor}, began at {at}"
            began = int(at.rpartition(".")[2])
            change = None
            while change is None or change["body"]["title"] != "the last":
                what, frame, cursor = await stream.frame()
                if what == "change":
                    change = frame
                    numbers.append(int(cursor.rpartition(".")[2]))
        return kind.__name__, began, numbers


def test_joining_in_the_middle_of_a_burst_is_exact(roomy):  # noqa: F811
    person, course = member(roomy)
    chance = random.Random(SEEDS)

    async def all_join():
        roomy.up = asyncio.Event()
        writer = Person(roomy, "Ada")
        writer.token = person.token
        burst = Burst(roomy, writer, course, chance)
        burst.old = int(person.head().rpartition(".")[2])
        writing = [asyncio.create_task(burst.write()) for _ in range(WRITERS)]
        joining = []
        for _ in range(JOINERS):
            joining.append(asyncio.create_task(burst.join()))
            await asyncio.sleep(chance.uniform(0, 0.01))  # the moment is what is random here
        burst.over.set()
        await asyncio.gather(*writing)
        await writer.request("POST", f"/v1/courses/{course}/events", {"title": "the last"})
        last = int((await burst.head()).rpartition(".")[2])
        answers = await asyncio.wait_for(asyncio.gather(*joining), 120)
        writer.close()
        return burst.posted, last, answers

    posted, last, answers = asyncio.run(all_join())
    print(f"\n{len(answers)} joined while {posted} posts were written")
    for kind, began, numbers in answers:
        assert numbers == list(range(began + 1, last + 1)), f"{kind} from {began}: {differences(numbers, began, last)}"
    assert len({began for _, began, _ in answers}) > JOINERS // 10, "they did not join at different moments"


def differences(numbers, began, last):
    wanted = set(range(began + 1, last + 1))
    doubled = sorted({number for number in numbers if numbers.count(number) > 1})
    return f"missing {sorted(wanted - set(numbers))[:20]}, not wanted {sorted(set(numbers) - wanted)[:20]}, doubled {doubled[:20]}, in order {numbers == sorted(numbers)}"
