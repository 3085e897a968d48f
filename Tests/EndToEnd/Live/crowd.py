"""Background load: a crowd that listens, and people who post and read without a pause."""

import asyncio
import contextlib

from wires import GONE, Drain, EventStream, WebSocket

PACE = 0.1  # seconds between the posts of one person


@contextlib.asynccontextmanager
async def crowd(server, people, places, listeners, alive=True):
    """Runs until the block ends. `places` are (course, section), one for each person.

    Fails if a listener ended early or heard nothing, unless the server is killed meanwhile.
    """
    drains = []
    for person, (_, section) in zip(people, places, strict=True):
        await person.register()
        await person.attempt("POST", "/v1/me/enrollments", {"sections": [section]})
    for number in range(listeners):
        person = people[number % len(people)]
        with contextlib.nullcontext() if alive else contextlib.suppress(*GONE):
            drains.append(await Drain.open((EventStream if number % 2 else WebSocket)(server, person.token, "now")))
    running = [asyncio.create_task(post_and_read(person, course)) for person, (course, _) in zip(people, places, strict=True)]
    try:
        yield drains
        for task in running:
            if task.done():
                task.result()
        if alive:
            assert not any(drain.lost for drain in drains), f"{sum(drain.lost for drain in drains)} of the crowd lost their streams"
            assert all(drain.bytes > 1_000 for drain in drains), "some of the crowd heard nothing"
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        for drain in drains:
            drain.transport.abort()
        for person in people:
            person.close()


async def post_and_read(person, course):
    while True:
        status, answer = await person.attempt("POST", f"/v1/courses/{course}/events", {"title": "said in the crowd", "body": "x" * 200})
        if status == 401:
            await person.renew()
            continue
        assert status == 201, answer
        await person.attempt("GET", f"/v1/courses/{course}/events?limit=5")
        await asyncio.sleep(PACE)
