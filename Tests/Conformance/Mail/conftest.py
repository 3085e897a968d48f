"""A relay, a server that sends mail through it, and a class."""

import pytest

from mailing import mailing, verified_class
from relay import Relay


@pytest.fixture(scope="module")
def relay():
    relay = Relay().start()
    yield relay
    relay.stop()


@pytest.fixture(scope="module")
def posting(tmp_path_factory, relay):
    """A server that sends mail."""
    server = mailing(tmp_path_factory.mktemp("mail"), relay).start()
    yield server
    server.stop()


@pytest.fixture
def group(posting, relay):
    """Ada, Bob, and Grace, who is staff; their addresses are verified. The relay takes everything."""
    relay.answer = lambda recipient, when: None
    return verified_class(posting)
