"""Background load: a crowd that listens, and people who post and read without a pause."""

import asyncio
import contextlib

from noteitd import PATIENCE
from streams import place
from wires import GONE, Drain, EventStream, WebSocket

PACE = 0.1  # seconds between the posts of one person, with 200 listeners or fewer
LAST = "the last of the crowd"


@contextlib.asynccontextmanager
async def crowd(server, people, places, listeners, alive=True):
    """Runs until the block ends. `places` are (course, section), one for each person.

    Fails if a listener ended early, or lacks a change, or got one twice or out of order, unless the server is killed meanwhile.
    """
    drains, over, starts = [], asyncio.Event(), {}
    for person, (_, section) in zip(people, places, strict=True):
        await person.register()
        await person.attempt("POST", "/v1/me/enrollments", {"sections": [section]})
        starts[person] = (await person.attempt("GET", "/v1/changes?cursor=now"))[1]["cursor"]
    for number in range(listeners):
        person = people[number % len(people)]
        with contextlib.nullcontext() if alive else contextlib.suppress(*GONE):
            drains.append(await Drain.open((EventStream if number % 2 else WebSocket)(server, person.token, "now")))
    pace = PACE * max(1, listeners / 200)
    running = [
        asyncio.create_task(post_and_read(person, course, pace, over)) for person, (course, _) in zip(people, places, strict=True)]
    try:
        yield drains
        for task in running:
            if task.done():
                task.result()
        if alive:
            over.set()
            posted = dict(zip(people, await asyncio.gather(*running)))
            for person, (course, _) in zip(people, places, strict=True):
                posted[person].append(await post(person, course, LAST))
            for person in people:
                mine = [drain for number, drain in enumerate(drains) if people[number % len(people)] is person]
                await expect_all(person, starts[person], posted[person], mine)
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        for drain in drains:
            drain.transport.abort()
        for person in people:
            person.close()


async def post_and_read(person, course, pace, over):
    """Returns the ids of what was posted."""
    posted = []
    while not over.is_set():
        posted.append(await post(person, course, "said in the crowd"))
        await person.attempt("GET", f"/v1/courses/{course}/events?limit=5")
        await asyncio.sleep(pace)
    return posted


async def post(person, course, title):
    while True:
        status, answer = await person.attempt("POST", f"/v1/courses/{course}/events", {"title": title, "body": "x" * 200})
        if status != 401:
            assert status == 201, answer
            return answer["id"]
        await person.renew()


async def expect_all(person, start, posted, drains):
    """Each listener of a person got what a reader gets who comes afterwards: all that was posted, once and in order."""
    offsets, ids, lasts = [], set(), 0
    async with asyncio.timeout(PATIENCE), EventStream(person.server, person.token, start) as stream:
        while lasts < 2:  # of the two people in the course
            kind, change, cursor = await stream.frame()
            if kind == "change":
                offsets.append(place(cursor)[0])
                if change.get("type") == "event":
                    ids.add(change["id"])
                    lasts += change["body"]["title"] == LAST
    assert set(posted) <= ids, f"{len(set(posted) - ids)} posts of the crowd are lost"
    async with asyncio.timeout(PATIENCE):
        while any(drain.offsets[-1:] < offsets[-1:] and not drain.lost for drain in drains):
            await asyncio.sleep(0.05)
    assert not any(drain.lost for drain in drains), f"{sum(drain.lost for drain in drains)} of the crowd lost their streams"
    for drain in drains:
        wanted, came = ([each for each in which if drain.start < each <= offsets[-1]] for which in (offsets, drain.offsets))
        assert came == wanted, f"a listener from {drain.start} on: {differences(came, wanted)}"
        assert len(came) > 5, "some of the crowd heard nothing"


def differences(came, wanted):
    doubled = sorted({offset for offset in came if came.count(offset) > 1})
    missing, strange = sorted(set(wanted) - set(came)), sorted(set(came) - set(wanted))
    return f"{missing[:20]} are missing, {strange[:20]} are not theirs, {doubled[:20]} came twice, in order: {came == sorted(came)}"
