"""A server of the tests that sends mail, and what people want by mail."""

import re
import subprocess

from noteitd import PATIENCE, PROGRAM, Noteitd
from people import small_class

COURSE = "202530.CMPT225"
PLACE = "https://notes.example.edu"
EVERYTHING = {"atOnce": ["notices", "mentions", "replies"]}


def mailing(folder, relay, **more):
    server = Noteitd(
        folder, NOTEIT_MAIL_FROM="Notes <notes@example.edu>", NOTEIT_MAIL_REPLY="reply+{}@example.edu", NOTEIT_PUBLIC_URL=PLACE,
        **relay.settings(), **more)
    server.load_sample()
    return server


def verified_class(server):
    """Ada, Bob, and Grace, who is staff; their addresses are verified."""
    people = small_class(server, COURSE)
    for person in people.values():
        server.admin("account", "verify", person.email)
    return people


def tried(server, **settings):
    """What the command says that tries the relay."""
    return subprocess.run(
        [PROGRAM, "mail", "test", "you@example.edu"], capture_output=True, text=True, timeout=PATIENCE,
        env=server.environment | settings)


def queue(server):
    return server.admin("mail", "queue", check=False).stderr


def address(link):
    """The path of a link on the server."""
    return re.search(re.escape(PLACE) + r"(/mail/[^\s>]+)", link).group(1)


def wants(person, **settings):
    return person.call("PATCH", "/v1/me/mail", 200, json=settings).json()["settings"]
