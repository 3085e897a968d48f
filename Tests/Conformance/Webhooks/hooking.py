"""A server that may post to the receivers of the tests, people in a class on it, and webhooks of theirs."""

import pytest

from noteitd import Noteitd
from people import PASSWORD, small_class
from receivers import Receivers

COURSE = "202530.CMPT225"


@pytest.fixture(scope="module")
def web():
    with Receivers() as web:
        yield web


def posting(folder, web, **settings):
    server = Noteitd(
        folder, **{
            "NOTEIT_HOOK_HOSTS": f"127.0.0.1:{web.port},localhost:{web.port}", "NOTEIT_PUBLIC_URL": "https://notes.example.edu"} | settings)
    server.load_sample()
    return server


@pytest.fixture(scope="module")
def hooking(tmp_path_factory, web):
    with posting(tmp_path_factory.mktemp("hooks"), web).serving() as server:
        yield server


@pytest.fixture
def group(hooking):
    return small_class(hooking, COURSE)


def times_said(server, words):
    """How often the log of the server has them."""
    return server.output.read_text(errors="replace").count(words)


class Hook:
    """A webhook of a person, and the box of its bot."""

    def __init__(self, person, web, **fields):
        self.person, self.box = person, web.box()
        body = {"name": "Bot", "url": self.box.url, "currentPassword": PASSWORD} | fields
        made = person.call("POST", "/v1/me/webhooks", 201, json=body).json()
        self.id, self.secret, self.made = made["webhook"]["id"], made["secret"], made["webhook"]
        self.path = f"/v1/me/webhooks/{self.id}"

    def shown(self):
        return next(each for each in self.person.items("/v1/me/webhooks") if each["id"] == self.id)

    def deliveries(self):
        return self.person.items(self.path + "/deliveries")

    def test(self):
        return self.person.call("POST", self.path + "/test", 200).json()

    def retry(self):
        """Has the message that failed be tried again now."""
        self.person.server.sql(f"UPDATE webhook SET next_try = 1 WHERE id = '{self.id}' AND failing_at IS NOT NULL;")

    def told(self):
        """What the bot took: types and titles or texts."""
        return [(post.type, (post.body["data"].get("body") or {}).get("title") or (post.body["data"].get("body") or {}).get("body"))
                for post in self.box.taken()]


@pytest.fixture
def hook(web):
    return lambda person, **fields: Hook(person, web, **fields)
