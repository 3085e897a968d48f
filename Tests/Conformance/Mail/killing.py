"""A server that is killed while it sends mail."""

import os
import re
import time

from mailing import COURSE, queue
from noteitd import wait_until
from people import notice, register, small_class

KILLS = int(os.environ.get("NOTEIT_KILLS", "3"))
CROWD = 8 if KILLS < 100 else 34  # people: with 300 kills, 10,000 mails


def mail_survives_kills(server, relay):
    """Sends notices by a relay that is down at first, and kills the server in the midst. Each mail gets there, once."""
    began = time.monotonic()
    server.start()
    people = small_class(server, COURSE)
    section, grace = people["ada"].get(f"/v1/courses/{COURSE}")["sections"][0]["id"], people["grace"]
    crowd = [people["ada"], people["bob"]] + [register(server) for _ in range(CROWD - 2)]
    for person in crowd:
        person.enroll(section)
        server.admin("account", "verify", person.email)
    emails = {person.email for person in crowd}
    taken = lambda: [mail for mail in relay.mails if mail.recipient in emails]
    sent = 0
    for _ in range(3):
        notice(grace, f"Zebra {sent}", mustRead=True)
        sent += 1
    wait_until(lambda: f"{sent * len(crowd)} waiting" in queue(server), "all mail to be queued")
    relay.start()
    for turn in range(KILLS):
        before = len(taken())
        wait_until(lambda: len(taken()) > before or re.search(r"\b0 waiting", queue(server)), "a mail to be taken")
        server.kill()
        server.start()
        grace.refresh()
        notice(grace, f"Zebra {sent}", mustRead=True)
        sent += 1
    whole = sent * len(crowd)
    # Thousands may still wait: one after the other.
    while (count := len(taken())) < whole:
        wait_until(lambda: len(taken()) > count, "the next mail to be delivered")
    wait_until(lambda: f"0 waiting, {whole} sent" in queue(server), "all mail to be sent")
    wait_until(lambda: len({mail["Message-ID"] for mail in taken()}) == whole, "all mail to be delivered")
    for person in crowd:
        mails = relay.to(person)
        assert {mail["Subject"] for mail in mails} == {f"[CMPT225] Zebra {number}" for number in range(sent)}
        assert len({mail["Message-ID"] for mail in mails}) == sent
    # A kill after the relay's 250 may send the mails of three connections again, as the same mails.
    doubled = len(taken()) - whole
    assert doubled <= 3 * KILLS
    server.stop()
    assert server.admin("check").strip().endswith("is sound")
    print(f"{whole} mails, {KILLS} kills, none lost, {doubled} sent again; {time.monotonic() - began:.0f} s")
