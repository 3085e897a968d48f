"""A relay of aiosmtpd that fails on purpose, in ways of its own: each mail gets there, and what is refused for good ends."""

import collections
import ssl

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

from mailing import EVERYTHING, mailing, queue, tried, verified_class, wants
from networks import SILENCE, Authority, Front
from noteitd import free_port, wait_until
from people import notice
from relay import Mail, Mailboxes

USER, PASSWORD = b"noteit", b"a secret of the relay"


class Failing(Mailboxes):
    """Takes a mail at the last of these tries. Whom `refused` names, it does not know."""

    FAULTS = ["451 4.7.1 Later", "drops it", "takes it, and drops the connection", "452 4.3.1 Full", None]

    def __init__(self, folder):
        self.port, self.authority, self.password = free_port(), Authority(folder), folder / "password"
        self.password.write_bytes(PASSWORD)
        self.mails, self.tried, self.refused = [], collections.Counter(), ()
        self.is_closing = True
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*self.authority.certificate("127.0.0.1"))
        self.controller = Controller(
            self, hostname="127.0.0.1", port=self.port, tls_context=context, require_starttls=True, auth_required=True,
            authenticator=lambda server, session, envelope, method, words: AuthResult(
                success=(words.login, words.password) == (USER, PASSWORD), handled=False))

    def settings(self):
        return {
            "NOTEIT_SMTP": f"smtp://{USER.decode()}@127.0.0.1:{self.port}?starttls=always",
            "NOTEIT_SMTP_PASSWORD_FILE": str(self.password), "SSL_CERT_FILE": str(self.authority.file)}

    async def handle_MAIL(self, server, session, envelope, address, options):
        if self.is_closing:
            self.is_closing = False
            return "421 4.3.2 Closing"
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):
        self.tried[address] += 1
        if address in self.refused:
            return "550 5.1.1 No such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        mail = Mail(envelope.rcpt_tos[0], envelope.content)
        fault = self.FAULTS[min(self.tried[mail["Message-ID"]], len(self.FAULTS) - 1)]
        self.tried[mail["Message-ID"]] += 1
        if fault is None or fault.startswith("takes"):
            self.mails.append(mail)
        if fault and not fault[0].isdigit():
            server.transport.abort()
        return fault if fault and fault[0].isdigit() else "250 OK"


@pytest.fixture
def relay(tmp_path):
    relay = Failing(tmp_path)
    relay.controller.start()
    yield relay
    relay.controller.stop()


@pytest.fixture
def server(relay, tmp_path):
    server = mailing(tmp_path, relay)
    yield server
    server.stop()


def test_each_mail_gets_through_a_relay_that_fails_on_purpose(relay, server):
    group = verified_class(server.start())
    ada, bob, grace = (group[name] for name in ("ada", "bob", "grace"))
    relay.refused = [bob.email]
    for person in (ada, bob):
        wants(person, **EVERYTHING)
    for number in range(5):
        notice(grace, f"Failing zebra {number}")

    def settled():
        server.sql("UPDATE delivery SET next_try = 0 WHERE next_try IS NOT NULL;")
        return "0 waiting" in queue(server)

    wait_until(lambda: relay.tried[bob.email] == 5, "each mail to be tried")
    wait_until(settled, f"all mail to be sent or ended; {relay.tried}")
    assert relay.tried[bob.email] == 5 and relay.to(bob) == []
    subjects = collections.Counter(mail["Subject"] for mail in relay.to(ada))
    # What a relay took before the connection broke, it gets again, as the same mail.
    assert subjects == {f"[CMPT225] Failing zebra {number}": 2 for number in range(5)}
    assert len({mail["Message-ID"] for mail in relay.to(ada)}) == 5
    assert server.admin("mail", "queue").count("failed\tthe relay said: 550 5.1.1 No such mailbox") == 5


def test_a_relay_that_does_not_know_the_password_says_so(relay, server):
    relay.password.write_text("another secret")
    done = tried(server)
    assert done.returncode == 1 and "user and password: 535" in done.stderr, done.stderr


def test_each_wrong_certificate_of_a_relay_has_its_own_words(relay, server, tmp_path):
    (tmp_path / "others").mkdir()
    for words, certificate in relay.authority.wrong_certificates(tmp_path / "others", "127.0.0.1", "this machine").items():
        with Front(None, certificate, SILENCE) as front:
            done = tried(server, NOTEIT_SMTP=f"smtps://{USER.decode()}@127.0.0.1:{front.port}")
        assert done.returncode == 1 and f"no secure connection to the relay: {words}" in done.stderr, done.stderr
        assert ("SSL_CERT_FILE" in done.stderr) == words.startswith("no authority")
