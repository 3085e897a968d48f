"""A reader that joins in the middle of a burst gets every change after its cursor once and in order."""

import asyncio
import random
import time

from crowd import differences
from noteitd import PATIENCE
from people import member
from persons import Person
from streams import place
from test_soak import SEEDS
from test_stuck_crowd import roomy  # noqa: F401: a fixture
from wires import EventStream, WebSocket

JOINERS = max(150, SEEDS)
WRITERS = 16


class Burst:
    """Writers at full speed, and readers that join at random moments."""

    def __init__(self, person, course, chance):
        self.course, self.random = course, chance
        self.person = Person(person.server, "Ada")
        self.person.token = person.token
        self.begin = person.head()
        self.posted, self.over = 0, asyncio.Event()
        self.streams = []  # (transport, first offset, offsets received)

    async def post(self, title, body=""):
        status, answer = await self.person.request("POST", f"/v1/courses/{self.course}/events", {"title": title, "body": body})
        assert status == 201, answer
        self.posted += 1

    async def write(self):
        while not self.over.is_set():
            await self.post("one of many", "x" * self.random.choice([0, 50, 2000]))

    async def head(self):
        _, page = await self.person.request("GET", "/v1/changes?cursor=now")
        return page["cursor"]

    async def start(self):
        """A cursor at the head, shortly before it, some rows before it, or at the beginning."""
        head = await self.head()
        behind = max(place(self.begin)[0], place(head)[0] - self.random.randint(1, 200))
        return self.random.choice(["now", head, f"{head.rpartition('.')[0]}.{behind}", self.begin])

    async def join(self):
        kind, cursor, narrow = self.random.choice([EventStream, WebSocket]), await self.start(), self.random.random() < 0.3
        async with kind(self.person.server, self.person.token, cursor, narrow) as stream:
            _, _, at = await stream.frame()
            assert cursor in ("now", at), f"asked for {cursor}, began at {at}"
            came = []
            self.streams.append((kind.__name__, place(at)[0], came))
            title = None
            while title != "the last":
                what, change, cursor = await stream.frame()
                if what == "change":
                    came.append(place(cursor)[0])
                    title = change["body"]["title"]

    async def run(self):
        """Returns the offset of the last post, once everyone has it or nothing comes any more."""
        writing = [asyncio.create_task(self.write()) for _ in range(WRITERS)]
        joining = []
        for _ in range(JOINERS):
            joining.append(asyncio.create_task(self.join()))
            await asyncio.sleep(self.random.uniform(0, 0.01))  # the moment is random
        await self.wait_until(lambda: len(self.streams) == JOINERS)
        self.over.set()
        await asyncio.gather(*writing)
        await self.post("the last")
        last = place(await self.head())[0]
        await self.wait_until(lambda: all(task.done() for task in joining))
        for task in joining:
            task.result() if task.done() else task.cancel()
        self.person.close()
        return last

    async def wait_until(self, is_over):
        """Waits until something holds, or nobody has received anything for a while: a slow machine is no fault."""
        received, since = -1, time.monotonic()
        while not is_over() and time.monotonic() - since < PATIENCE:
            if received != (received := sum(len(came) for _, _, came in self.streams)):
                since = time.monotonic()
            await asyncio.sleep(0.05)


def test_joining_in_the_middle_of_a_burst_is_exact(roomy):  # noqa: F811
    person, course = member(roomy)

    async def run():
        burst = Burst(person, course, random.Random(SEEDS))
        return burst, await burst.run()

    burst, last = asyncio.run(run())
    print(f"\n{len(burst.streams)} joined while {burst.posted} posts were written")
    for transport, began, came in burst.streams:
        wanted = list(range(began + 1, last + 1))
        assert came == wanted, f"{transport} from {began} to {last}: {differences(came, wanted)}"
    assert len({began for _, began, _ in burst.streams}) > JOINERS // 10, "they did not join at different moments"
