"""Acknowledged writes survive a kill at any moment."""

import os
import random
import threading
import uuid

import requests

from noteitd import PATIENCE, wait_until
from people import member

ROUNDS = int(os.environ.get("NOTEIT_KILLS", "10"))
WRITERS = 4


class Writer(threading.Thread):
    """Posts until the server is gone; records the acknowledged posts."""

    def __init__(self, person, course):
        super().__init__(daemon=True)
        self.person, self.course, self.acknowledged, self.unanswered = person, course, [], None

    def run(self):
        with requests.Session() as http:
            http.headers.update(self.person.headers)
            while True:
                self.unanswered = str(uuid.uuid4())
                try:
                    answer = http.post(
                        f"{self.person.server.url}/v1/courses/{self.course}/events",
                        json={"id": self.unanswered, "title": "kept"}, timeout=PATIENCE)
                except requests.RequestException:
                    return
                assert answer.status_code == 201, answer.text
                self.acknowledged.append(self.unanswered)


def test_a_server_killed_at_random_moments_loses_nothing(server, check):
    chance = random.Random(225)
    person, course = member(server)
    acknowledged, unanswered = set(), []
    for _ in range(ROUNDS):
        writers = [Writer(person, course) for _ in range(WRITERS)]
        for writer in writers:
            writer.start()
        enough = chance.randint(1, 300)  # the moment of the kill is random
        wait_until(lambda: sum(len(writer.acknowledged) for writer in writers) >= enough, "some posts")
        server.kill()
        for writer in writers:
            writer.join()
            acknowledged |= set(writer.acknowledged)
            unanswered.append(writer.unanswered)
        server.start()
        check()
    stored = {event["id"] for event in person.events(course, limit=200)}
    assert acknowledged, "nobody got to write"
    assert acknowledged <= stored, f"{len(acknowledged - stored)} of {len(acknowledged)} acknowledged posts are lost"
    assert stored <= acknowledged | set(unanswered), "something stands there that nobody sent"
    for id in unanswered:  # sent again: stored once, whether the first try succeeded or not
        assert person.call("POST", f"/v1/courses/{course}/events", json={"id": id, "title": "kept"}).status_code == (200 if id in stored else 201)
    print(f"{ROUNDS} kills, {len(acknowledged)} acknowledged posts, none lost")
