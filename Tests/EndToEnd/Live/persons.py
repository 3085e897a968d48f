"""People who send many requests at once, and retry while the server is down."""

import asyncio
import uuid

from people import PASSWORD
from wires import GONE, Http


class Person:
    """A signed-in person, with one connection for each simultaneous request."""

    def __init__(self, server, name):
        self.server, self.name, self.token, self.idle = server, name, None, []

    async def register(self):
        """Uses a new email for each try: without an answer, a registration may have succeeded."""
        status = None
        while status is None:
            self.email = f"{uuid.uuid4()}@example.edu"
            account = {"email": self.email, "password": PASSWORD, "displayName": self.name}
            try:
                status, answer = await self.request("POST", "/v1/accounts", account)
            except GONE:
                await self.server.up.wait()
        assert status == 201, answer
        self.id, self.handle = answer["account"]["id"], answer["account"]["handle"]
        self.take(answer)

    def take(self, answer):
        self.token, self.refresh_token = answer["accessToken"], answer["refreshToken"]

    async def renew(self):
        """A token lasts a quarter of an hour."""
        status, answer = await self.request("POST", "/v1/sessions/refresh", {"refreshToken": self.refresh_token})
        assert status == 200, answer
        self.take(answer)

    async def request(self, method, path, body=None):
        http = self.idle.pop() if self.idle else Http(self.server, self.token)
        http.token = self.token
        answer = await http.request(method, path, body)
        self.server.answers += 1
        if http.streams:
            self.idle.append(http)
        return answer

    async def attempt(self, method, path, body=None):
        """Refusals are expected, server errors are not. Retries while the server is down."""
        while True:
            try:
                status, answer = await self.request(method, path, body)
            except GONE:
                await self.server.up.wait()
                continue
            assert status < 500, f"{method} {path}: {status} {answer}"
            return status, answer

    async def snapshot(self, limit):
        """All pages of a snapshot as one. Retries unanswered pages."""
        whole = page = await self.snapshot_page(f"limit={limit}")
        while page["next"]:
            page = await self.snapshot_page(f"next={page['next']}&limit={limit}")
            for part in page:
                if isinstance(page[part], list):
                    whole[part] += page[part]
        return whole

    async def snapshot_page(self, query):
        status, page = await self.attempt("GET", f"/v1/snapshot?{query}")
        assert status == 200, page
        return page

    def close(self):
        for http in self.idle:
            http.close()


async def some_answers(server, dice):
    """Waits until people have got a random number of answers: on a slow machine too, some work is done between two kills."""
    enough = server.answers + dice.randint(2, 60)
    while server.answers < enough:
        await asyncio.sleep(dice.uniform(0, 0.1))
