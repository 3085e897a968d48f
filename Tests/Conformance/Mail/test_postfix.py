"""Mail through the postfix of Debian: a notice and its answer, how the server signs in, and what it refuses."""

import email.message
import email.utils
import shutil

import pytest

import postfix
from killing import mail_survives_kills
from mailing import EVERYTHING, mailing, queue, tried, verified_class, wants
from noteitd import wait_until
from people import notice


@pytest.fixture(scope="module")
def postfix_relay():
    with postfix.running() as relay:
        yield relay


@pytest.fixture
def server(postfix_relay):
    """A server whose database is of the user as whom postfix runs `noteitd mail in`; not started."""
    folder = postfix_relay.database.parent
    shutil.rmtree(folder)
    folder.mkdir()
    server = mailing(folder, postfix_relay, engine="sqlite")
    for file in (folder, *folder.iterdir()):
        shutil.chown(file, postfix.NOBODY)
    yield server
    server.stop()


def answer(relay, mail, sender, text, *others):
    """Brings an answer to a mail, or to several, from outside, as the mail program of its sender writes it."""
    message = email.message.EmailMessage()
    message["From"], message["To"] = f"Somebody <{sender}>", ", ".join(each["Reply-To"] for each in (mail, *others))
    message["Subject"], message["Message-ID"] = "Re: " + mail["Subject"], email.utils.make_msgid(domain="client")
    message["In-Reply-To"] = mail["Message-ID"]
    quoted = "".join(f"> {line}\n" for line in mail.text.splitlines())
    message.set_content(f"{text}\n\nOn 3 May 2026 Notes <notes@example.edu> wrote:\n{quoted}")
    with relay.inbound() as client:
        client.send_message(message, sender)
        # Postfix itself delivers a mail again if it does not learn that it was delivered.
        client.send_message(message, sender)


def test_a_notice_goes_out_and_its_answer_becomes_a_reply(postfix_relay, server):
    relay, group = postfix_relay, verified_class(server.start())
    ada, bob, grace = (group[name] for name in ("ada", "bob", "grace"))
    for person in (ada, bob, grace):
        wants(person, **EVERYTHING)
    event = notice(grace, "Room zebra – “Räume”", body="Who comes?\n.dot\nFrom here")
    mail = relay.first(ada, "Room zebra")
    assert "Who comes?\n.dot\nFrom here" in mail.text and "Räume" in mail["Subject"]
    assert f"(Authenticated sender: {postfix.USER}@{postfix.HOST})" in mail["Received"] and "TLSv1.3" in mail["Received"]
    answer(relay, mail, ada.email, "Grüße, I do. \U0001f993")
    replies = lambda: ada.items(f"/v1/events/{event['id']}/replies")
    wait_until(replies, f"the answer in the thread; {relay.tried}")
    # Bob answers what was sent to Ada.
    answer(relay, mail, bob.email, "I am Ada")
    bounce = relay.first(bob, "Undelivered")
    assert "Only the person to whom a mail was sent may answer it" in bounce.data.decode()
    wait_until(lambda: "Was posted before, as reply 1" in relay.said(), "the same mail to be handed in again")
    assert [(reply["body"], reply["author"]["displayName"]) for reply in replies()] == [("Grüße, I do. \U0001f993", "Ada")]
    # The author of the notice answers the mail about the answer.
    answer(relay, relay.first(grace, "Re: [CMPT225] Room zebra"), grace.email, "So do I.")
    wait_until(lambda: len(replies()) == 2, f"the second answer; {relay.tried}")
    # One mail to both addresses answers both.
    other = notice(grace, "Other zebra")
    answer(relay, mail, ada.email, "To both", relay.first(ada, "Other zebra"))
    wait_until(lambda: len(replies()) == 3 and ada.items(f"/v1/events/{other['id']}/replies"), f"an answer to each; {relay.tried}")


def test_an_answer_waits_in_the_relay_until_the_database_is_back(postfix_relay, server):
    relay, group = postfix_relay, verified_class(server.start())
    ada, grace = group["ada"], group["grace"]
    wants(ada, **EVERYTHING)
    event = notice(grace, "Away zebra")
    mail = relay.first(ada, "Away zebra")
    away = server.database.with_suffix(".away")
    server.stop()
    server.database.rename(away)
    answer(relay, mail, ada.email, "Still here")
    wait_until(lambda: "status=deferred (temporary failure" in relay.said(), "the relay to keep it")
    away.rename(server.database)
    server.start()
    relay.flush()
    grace.refresh()
    wait_until(lambda: grace.items(f"/v1/events/{event['id']}/replies"), f"the answer in the thread; {relay.tried}")


@pytest.mark.parametrize("service", postfix.METHODS)
def test_the_operator_signs_in_to_the_relay(postfix_relay, server, service):
    done = tried(server, **postfix_relay.settings(service))
    assert done.returncode == 0 and "took a mail for you@example.edu" in done.stdout, done.stderr
    method = postfix.METHODS[service]
    wait_until(lambda: f"sasl_method={method}, sasl_username={postfix.USER}" in postfix_relay.said(), method)


def test_a_wrong_password_is_named_and_costs_no_mail(postfix_relay, server):
    relay, wrong = postfix_relay, postfix_relay.folder / "wrong"
    wrong.write_text("another secret\n")
    for service in postfix.METHODS:
        done = tried(server, **relay.settings(service) | {"NOTEIT_SMTP_PASSWORD_FILE": str(wrong)})
        assert done.returncode == 1 and "user and password: 535" in done.stderr, done.stderr
    right, server.environment["NOTEIT_SMTP_PASSWORD_FILE"] = server.environment["NOTEIT_SMTP_PASSWORD_FILE"], str(wrong)
    group = verified_class(server.start())
    wants(group["ada"], **EVERYTHING)
    notice(group["grace"], "Locked zebra")
    wait_until(lambda: "user and password: 535" in server.said(), "the log to say why")
    server.stop()
    assert "1 waiting" in queue(server)
    server.environment["NOTEIT_SMTP_PASSWORD_FILE"] = right
    server.start()
    relay.first(group["ada"], "Locked zebra")


def test_a_relay_that_could_be_another_gets_neither_password_nor_mail(postfix_relay, server, tmp_path):
    relay = postfix_relay
    other = str(postfix.Authority(tmp_path, "other").file)
    signed_in = relay.said().count("sasl_username")
    for service in ("submission", "submissions"):
        # An authority that this machine does not know, and a certificate for another name.
        for settings in ({"SSL_CERT_FILE": other}, {"NOTEIT_SMTP": relay.address(service, "localhost")}):
            done = tried(server, **relay.settings(service) | settings)
            assert done.returncode == 1 and "certificate" in done.stderr, done.stderr
    # A relay without TLS.
    done = tried(server, **relay.settings() | {"NOTEIT_SMTP": relay.address("inbound")})
    assert done.returncode == 1 and "TLS" in done.stderr, done.stderr
    assert relay.said().count("sasl_username") == signed_in


def test_mail_survives_kills_of_noteitd(postfix_relay, server):
    postfix_relay.stop()
    mail_survives_kills(server, postfix_relay)
