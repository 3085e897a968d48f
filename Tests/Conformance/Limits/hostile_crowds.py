"""Requests of many hostile clients at once."""

import concurrent.futures

from people import member


def warm(server, times=30):
    """The first requests of a server allocate memory for good."""
    person, course = member(server)
    for number in range(times):
        person.post(course, f"post {number}", body="x" * 5_000)
        person.get(f"/v1/courses/{course}/events")
        person.get("/v1/snapshot")
    return person, course


def all_at_once(clients, send):
    """Every client sends in its own thread; returns their answers."""
    with concurrent.futures.ThreadPoolExecutor(len(clients)) as pool:
        return list(pool.map(send, clients))
