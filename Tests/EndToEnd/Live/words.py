"""Random histories in which every word is unique, judged by a model of the contract.

One operation follows another, each acknowledged before the next. So the model knows, after each operation, the words that
each person may see, and the words that nobody may see any more. It is written from the contract alone.

A seed is a small class of its own: five people, two courses, and readers of every kind. At a quiet point nothing is written,
and every read is checked exactly.

`words_model.py` is the rule of visibility, `words_clients.py` keeps copies, `words_judge.py` compares the two.
`words_texts.py`, `words_places.py` and `words_lists.py` are the operations, `words_story.py` puts them together,
`words_campus.py` is the server of them all.
"""

import asyncio
import collections
import random
import time

from words_campus import Campus
from words_story import Story


async def live_all(server, seeds, operations, at_once=4, kills=False):
    """Runs all seeds; returns the campus with its tally, and the stories with faults."""
    campus, free, failed = Campus(server), asyncio.Semaphore(at_once), []
    await campus.hire()

    async def one(place, seed):
        async with free:
            story = Story(campus, seed, place, operations)
            try:
                await story.live()
            except Exception as error:  # noqa: BLE001: told with its seed
                story.fault("broken", f"{type(error).__name__}: {error}")
            campus.tally["seeds"] += 1
            if story.faults:
                failed.append(story)

    begin = time.monotonic()
    killing = asyncio.create_task(campus.kill_often(random.Random(len(seeds)))) if kills else None
    living = asyncio.gather(*(one(place, seed) for place, seed in enumerate(seeds)))
    try:
        await asyncio.wait([task for task in (living, killing) if task], return_when=asyncio.FIRST_COMPLETED)
        if killing and killing.done():
            killing.result()
        await living
    finally:
        if killing:
            killing.cancel()
            await asyncio.gather(killing, return_exceptions=True)
        campus.registrar.close()
    campus.tally["milliseconds"] = round(1000 * (time.monotonic() - begin))
    return campus, failed


def report(failed, shown=3):
    """The first failed stories: the first fault of each kind, with its history."""
    for story in failed[:shown]:
        counted = collections.Counter(kind for kind, _, _ in story.faults)
        first = {}
        for fault in story.faults:
            first.setdefault(fault[0], fault)
        yield f"{story}: " + ", ".join(f"{count} {kind}" for kind, count in counted.items())
        yield from (f"  {kind}: after operation {number}: {text[:500]}" for kind, number, text in first.values())
        yield "  what happened: " + "; ".join(story.trail[:max(number for _, number, _ in first.values())])


KINDS = {
    "unseen": "somebody got a subject that they may not see",
    "untrue": "a body is not what the model expects",
    "unseen word": "a word, or an account, that its receiver may not see, though somebody may",
    "gone word": "a word that nobody may see any more",
    "contract": "a change is not one of openapi.yaml",
    "twice": "one subject twice in a page, or a page past its limit",
    "not present": "while nothing was written, a replay told another state than the present one",
    "copy": "a copy is not a fresh snapshot",
    "snapshot": "a snapshot holds too much or too little",
    "places": "places are not what was granted",
    "inbox": "the inbox keeps what somebody may not see",
    "acts": "somebody may do what they must not, or may not do what they must",
    "loss": "something acknowledged did not come",
    "broken": "the story could not go on",
}
