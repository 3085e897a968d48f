"""A server of the tests that sends mail, and what people want by mail."""

from noteitd import Noteitd

COURSE = "202530.CMPT225"
PLACE = "https://notes.example.edu"
EVERYTHING = {"atOnce": ["notices", "mentions", "replies"]}


def mailing(folder, relay):
    server = Noteitd(
        folder, NOTEIT_SMTP=relay.address, NOTEIT_MAIL_FROM="Notes <notes@example.edu>",
        NOTEIT_MAIL_REPLY="reply+{}@example.edu", NOTEIT_PUBLIC_URL=PLACE)
    server.load_sample()
    return server.start()


def wants(person, **settings):
    return person.call("PATCH", "/v1/me/mail", 200, json=settings).json()["settings"]
