"""Mail: what goes to whom, once, by a relay that is down, refuses and breaks off; links and digests."""

import datetime
import re

from killing import mail_survives_kills
from mailing import COURSE, EVERYTHING, address, mailing, queue, tried, verified_class, wants
from noteitd import Noteitd, free_port, wait_until
from people import PASSWORD, Anyone, hours_from_now, notice, register
from registrar import import_earlier_term
from relay import Relay
from study_people import settle, soon


def caught_up(server, relay, grace):
    """Waits until all that happened so far is queued: a mail to a new person comes last."""
    last = register(server)
    server.admin("account", "verify", last.email)
    last.enroll(grace.get(f"/v1/courses/{COURSE}")["sections"][0]["id"])
    wants(last, atOnce=["mentions"])
    grace.post(COURSE, f"For @{last.account['handle']} alone", visibility="public")
    relay.first(last, "For @")


def settled(server, relay, grace):
    """Waits until all that happened so far is sent or ended."""
    caught_up(server, relay, grace)
    wait_until(lambda: re.search(r"\b0 waiting", queue(server)), "nothing to wait")


def follow(server, path, status=200, **form):
    return Anyone(server).call("POST", path, status, data=form)


def test_an_address_gets_nothing_but_its_verification_until_a_link_was_followed(posting, relay, group, tmp_path):
    ada, grace = register(posting, "Ada"), group["grace"]
    own, rostered = (each["id"] for each in grace.get(f"/v1/courses/{COURSE}")["sections"][:2])
    ada.enroll(own)
    (tmp_path / "list.csv").write_text(f"Email,CRN\n{ada.email},{rostered.split('.')[1]}\n")
    posting.admin("roster", "import", str(tmp_path / "list.csv"), "--yes")
    wants(ada, digest="daily", **EVERYTHING)
    notice(grace, "Before", mustRead=True)
    ada.call("POST", "/v1/me/mail/verification", 202)
    path = address(relay.first(ada, "Confirm").text)
    ada.refused("POST", "/v1/me/mail/verification", 429)
    settled(posting, relay, grace)
    assert [mail["Subject"] for mail in relay.to(ada)] == ["Confirm your address for NoteIt"]
    # Programs that look for viruses open every link.
    assert f"“{ada.account['displayName']}”" in Anyone(posting).call("GET", path, 200).text
    assert not ada.get("/v1/me/mail")["verified"]
    for wrong in (path[:-1], path[:-1] + ("0" if path[-1] != "0" else "1"), path.replace("verify", "unsubscribe"), "/mail/verify/x"):
        follow(posting, wrong, 404)
    ada.call("PATCH", "/v1/me", 200, json={"email": f"new.{ada.email}", "currentPassword": PASSWORD})
    follow(posting, path, 404)
    ada.call("PATCH", "/v1/me", 200, json={"email": ada.email, "currentPassword": PASSWORD})
    follow(posting, path)
    assert ada.get("/v1/me/mail")["verified"]
    assert rostered in [each["section"] for each in ada.items("/v1/me/enrollments")], "the registrar's list has this address"
    notice(grace, "After", mustRead=True)
    relay.first(ada, "After")


def test_mail_says_what_was_asked_for_to_those_who_asked(posting, relay, group):
    ada, bob, grace = (group[name] for name in ("ada", "bob", "grace"))
    wants(ada, **EVERYTHING, language="de")
    settle(ada, timeZone="Asia/Tokyo")
    wants(bob, mustRead=False)
    title = "Prüfung: “Räume” " + "sehr langer Titel " * 6 + "\U0001f389"
    event = notice(grace, title, body="Zeile eins\n.Punkt\nFrom hier = 100 %\n" + "x" * 300, due="2099-06-01T12:00:00Z")
    mail = relay.first(ada, "Prüfung")
    assert mail["Subject"] == f"[CMPT225] {' '.join(title.split())}" and mail["To"] == ada.email
    assert "\n.Punkt\nFrom hier = 100 %\n" + "x" * 300 in mail.text
    # In the language and the time zone of the reader.
    assert re.search(r"Montag,? 1\. Juni 2099 um 21:00 (JST|GMT\+9)", mail.text), mail.text
    # Text clients and some others keep no line breaks of their own in HTML.
    assert "Zeile eins<br>.Punkt<br>From hier" in mail.html and "<script" not in mail.html
    lines = mail.data.split(b"\r\n")
    # An address in a field cannot be folded.
    assert all(len(line) <= 78 or line.startswith(b"List-Unsubscribe: <") for line in lines) and mail.data.isascii()
    assert not any(b"\n" in line or b"\r" in line for line in lines)
    assert mail["Auto-Submitted"] == "auto-generated" and mail["Message-ID"].endswith("@example.edu>")
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click" and mail["Reply-To"].addresses[0].username.startswith("reply+")
    notice(grace, "Read this", mustRead=True)
    reply = bob.reply(event, f"Good, @{ada.account['handle']} <b>bold</b>")
    mention = relay.first(ada, "Re: [CMPT225] Prüfung")
    assert reply["body"] in mention.text and "&lt;b&gt;" in mention.html and mention["References"] == mail["References"]
    settled(posting, relay, grace)
    assert relay.to(bob) == [] and relay.to(grace) == []
    # One tap stops these mails, and opening the page does not.
    path = address(mention["List-Unsubscribe"])
    Anyone(posting).call("GET", path, 200)
    assert wants(ada)["atOnce"] == EVERYTHING["atOnce"]
    follow(posting, path, **{"List-Unsubscribe": "One-Click"})
    follow(posting, path, **{"List-Unsubscribe": "One-Click"})
    assert wants(ada)["atOnce"] == ["notices", "replies"] and wants(ada)["mustRead"]


def test_a_course_has_its_term_where_a_person_is_in_two_of_its_terms(posting, relay, group, tmp_path):
    ada, bob, grace = (group[name] for name in ("ada", "bob", "grace"))
    ada.enroll(import_earlier_term(posting, tmp_path))
    for person in (ada, bob):
        wants(person, **EVERYTHING)
    event = notice(grace, "Zebra")
    for person, name in ((ada, COURSE), (bob, "CMPT225")):
        mail = relay.first(person, "Zebra")
        assert mail["Subject"] == f"[{name}] Zebra" and f"sent the notice {name}#{event['number']}:" in mail.text


def test_nobody_gets_what_they_may_not_see_when_it_is_sent(posting, relay, group):
    """All of it is held back by quiet hours; then the world changes."""
    ada, bob, grace = (group[name] for name in ("ada", "bob", "grace"))
    section, other = (section["id"] for section in grace.get(f"/v1/courses/{COURSE}")["sections"][:2])
    quiet = {"start": hours_from_now(ada, -3), "end": hours_from_now(ada, 9)}
    for person in (ada, bob):
        wants(person, quiet=quiet, **EVERYTHING)
    removed, hidden, edited, kept = (notice(grace, f"{word} zebra", body="old words") for word in ("Removed", "Hidden", "Edited", "Kept"))
    question = bob.post(COURSE, "Zebra question", kind="question")
    reply = ada.reply(question, f"Deleted zebra @{bob.account['handle']}")
    seen = notice(grace, "Seen zebra")
    caught_up(posting, relay, grace)
    assert relay.to(ada) == relay.to(bob) == []
    grace.delete(removed)
    grace.edit(hidden, sections=[other])
    grace.edit(edited, body="new words")
    ada.call("DELETE", f"/v1/replies/{reply['id']}", 204)
    bob.call("POST", "/v1/me/read", json={"events": [{"event": seen["id"], "seen": bob.event(seen)["activity"]}]})
    ada.drop(section)
    wants(ada, quiet=None)
    wants(bob, quiet=None)
    relay.first(bob, "Kept")
    settled(posting, relay, grace)
    assert relay.to(ada) == []
    assert sorted(mail["Subject"] for mail in relay.to(bob)) == ["[CMPT225] Edited zebra", "[CMPT225] Kept zebra"]
    assert all("new words" in mail.text and "old words" not in mail.text for mail in relay.to(bob, "Edited"))
    # A suspended person, and one who does not want it any more.
    relay.answer = lambda recipient, when: "451 Later" if when == "RCPT" and recipient in (bob.email, ada.email) else None
    ada.enroll(section)
    notice(grace, "Last zebra")
    # Both were tried: none is on its way any more.
    wait_until(lambda: posting.admin("mail", "queue").count("\t1\tnext") == 2, "both to be refused for now")
    posting.admin("account", "suspend", bob.email)
    wants(ada, atOnce=[])
    relay.answer = lambda recipient, when: None
    posting.sql("UPDATE delivery SET next_try = 0 WHERE next_try IS NOT NULL;")
    settled(posting, relay, grace)
    assert relay.to(ada, "Last") == [] and relay.to(bob, "Last") == []


def test_one_tap_on_a_notice_that_must_be_read_stops_all_notices(posting, relay, group):
    ada, grace = group["ada"], group["grace"]
    wants(ada, **EVERYTHING)
    notice(grace, "Tapped zebra", mustRead=True)
    follow(posting, address(relay.first(ada, "Tapped")["List-Unsubscribe"]))
    settings = wants(ada)
    assert settings["atOnce"] == ["mentions", "replies"] and not settings["mustRead"]


def test_a_relay_that_refuses_breaks_off_and_dawdles_gets_each_mail_once(posting, relay, group):
    ada, bob, grace = (group[name] for name in ("ada", "bob", "grace"))
    for person in (ada, bob):
        wants(person, **EVERYTHING)
    relay.is_slow = True
    tries = []

    def hostile(recipient, when):
        tries.append((recipient, when))
        if recipient == bob.email:
            return "550 5.1.1 No such mailbox"
        turn = sum(recipient == ada.email for recipient, _ in tries)
        return {1: "451 4.7.1 Later", 3: "drop", 5: "452 Full"}.get(turn) if recipient == ada.email else None

    relay.answer = hostile
    notice(grace, "Hostile zebra")
    for failures in (1, 2, 3):
        wait_until(lambda: f"\t{failures}\tnext" in posting.admin("mail", "queue"), f"{failures} failed tries")
        posting.sql("UPDATE delivery SET next_try = 0 WHERE next_try IS NOT NULL;")
    relay.first(ada, "Hostile")
    relay.is_slow = False
    settled(posting, relay, grace)
    assert len(relay.to(ada, "Hostile")) == 1 and [when for recipient, when in tries if recipient == bob.email] == ["RCPT"]
    said = posting.admin("mail", "queue")
    assert re.search(rf"{re.escape(bob.email)}\t1\tfailed\tthe relay said: 550 5.1.1 No such mailbox", said)


def test_mail_waits_for_a_relay_that_is_down_and_survives_kills(tmp_path):
    relay = Relay()
    server = mailing(tmp_path, relay)
    try:
        mail_survives_kills(server, relay)
    finally:
        server.stop()
        relay.stop()


def test_a_log_that_is_too_short_for_digests_is_refused_where_mail_is_sent(tmp_path):
    relay = Relay().start()
    for name in ("1", "10", "enough", "without"):
        (tmp_path / name).mkdir()
    try:
        for days in ("1", "10"):
            server = mailing(tmp_path / days, relay, NOTEIT_LOG_DAYS=days)
            done = server.admin("serve", "--port", str(free_port()), check=False)
            assert done.returncode != 0 and "Weekly digests need the log of 11 days" in done.stderr, done
        mailing(tmp_path / "enough", relay, NOTEIT_LOG_DAYS="11").start().stop()
    finally:
        relay.stop()
    without = Noteitd(tmp_path / "without", NOTEIT_LOG_DAYS="1")
    without.load_sample()
    without.start().stop()


def test_mail_waits_while_a_relay_that_refuses_it_lets_nobody_sign_in(tmp_path):
    relay, password = Relay().start(), tmp_path / "password"
    password.write_text("a secret\n")
    server = mailing(tmp_path, relay)
    server.environment |= {"NOTEIT_SMTP": relay.address.replace("//", "//noteit@"), "NOTEIT_SMTP_PASSWORD_FILE": str(password)}
    try:
        group = verified_class(server.start())
        wants(group["ada"], **EVERYTHING)
        relay.answer = lambda recipient, when: "554 5.7.1 Relay access denied" if when == "RCPT" else None
        notice(group["grace"], "Unknown zebra")
        wait_until(lambda: "no way to sign in, and said: 554" in server.said(), "the log to say why")
        assert "1 waiting" in queue(server)
        relay.answer = lambda recipient, when: None
        relay.first(group["ada"], "Unknown zebra")
    finally:
        server.stop()
        relay.stop()


def test_a_link_sets_a_new_password_once_and_tells_nobody_who_has_an_account(posting, relay, group):
    ada, stranger = group["ada"], register(posting)
    other = ada.sign_in_again()
    anyone = Anyone(posting)
    answers = [anyone.call("POST", "/v1/accounts/reset-mail", json={"email": email})
               for email in (ada.email, stranger.email, "nobody@example.edu")]
    assert len({(answer.status_code, answer.text) for answer in answers}) == 1 and answers[0].status_code == 202
    mail = relay.first(ada, "Set a new password")
    path = address(mail.text)
    assert "Set a new password" in anyone.call("GET", path, 200).text
    assert "The password must be" in follow(posting, path, 422, newPassword="short").text
    follow(posting, path, newPassword="quite another sentence &+%")
    follow(posting, path, 404, newPassword="quite another sentence once more")
    other.refused("GET", "/v1/me", 401)
    ada.sign_in_again(password="quite another sentence &+%")
    # The owner of an account, who still has it, ends a link that somebody else may read.
    anyone.call("POST", "/v1/accounts/reset-mail", 202, json={"email": ada.email})
    wait_until(lambda: len(relay.to(ada, "Set a new password")) == 2, "a second link")
    path = address(relay.to(ada, "Set a new password")[-1].text)
    anyone.call("GET", path, 200)
    owner = ada.sign_in_again(password="quite another sentence &+%")
    owner.call("PATCH", "/v1/me", 200, json={"email": f"new.{ada.email}", "currentPassword": "quite another sentence &+%"})
    anyone.call("GET", path, 404)
    owner.call("PATCH", "/v1/me", 200, json={"email": ada.email, "currentPassword": "quite another sentence &+%"})
    posting.admin("account", "verify", ada.email)
    for _ in range(5):
        anyone.call("POST", "/v1/accounts/reset-mail", 202, json={"email": ada.email})
    settled(posting, relay, group["grace"])
    assert len(relay.to(ada, "Set a new password")) <= 3 and relay.to(stranger) == []


def test_a_server_without_mail_says_how_to_do_without(server, ada):
    assert ada.get("/v1/me/mail")["available"] is False
    for method, path, body in (("POST", "/v1/me/mail/verification", None), ("POST", "/v1/accounts/reset-mail", {"email": ada.email})):
        assert "noteitd account" in ada.refused(method, path, 409, json=body)["detail"]
    assert "NOTEIT_SMTP=" in tried(server).stderr


def digest_of(server, relay, *people):
    """What the next digests tell as new: the text for each person."""
    second = datetime.datetime.now().second
    # Its second must be over: what comes in the second of a digest is in the next one.
    wait_until(lambda: datetime.datetime.now().second != second, "the next second")
    counts = [len(relay.to(person, "NoteIt today")) for person in people]
    names = ", ".join(f"'{person.id}'" for person in people)
    server.sql(f"UPDATE mail_settings SET next_digest = 1 WHERE account_id IN ({names});")
    found = []
    for person, count in zip(people, counts):
        wait_until(lambda: len(relay.to(person, "NoteIt today")) > count, "a digest")
        found.append(relay.to(person, "NoteIt today")[-1].text.partition("Due soon")[0])
    return found


def test_a_digest_tells_each_thing_once(posting, relay, group):
    ada, bob, grace = (group[name] for name in ("ada", "bob", "grace"))
    wants(ada, digest="daily", digestAt=hours_from_now(ada, 9), atOnce=["notices"])
    due = bob.post(COURSE, "Heron is due", due=soon(hours=20))
    bob.post(COURSE, "Heron is due later", due=soon(days=30))
    names = []
    for turn in range(2):
        told = [bob.post(COURSE, f"Digest zebra {turn}.{number}")["title"] for number in range(2)]
        bob.post(COURSE, f"Hidden zebra {turn}", visibility="private")
        notice(grace, f"Notice zebra {turn}")
        relay.first(ada, f"Notice zebra {turn}")
        [text] = digest_of(posting, relay, ada)
        found = re.findall(r"(?:Digest|Hidden|Notice) zebra [\d.]+", text)
        assert sorted(found) == sorted(told), text
        names += found
        # What is due is told again, as long as it is ahead.
        whole = relay.to(ada, "NoteIt today")[-1].text
        assert re.findall(r"#(\d+) Heron", whole.partition("Due soon")[2]) == [f"{due['number']}"], whole
    assert len(set(names)) == len(names) == 4
    follow(posting, address(relay.to(ada, "NoteIt today")[0]["List-Unsubscribe"]))
    assert wants(ada)["digest"] == "off"


def test_a_digest_tells_what_came_into_sight_since_the_last_one(posting, relay, group):
    ada, bob, grace = (group[name] for name in ("ada", "bob", "grace"))
    late = register(posting, "Late")
    posting.admin("account", "verify", late.email)
    first, second = [section["id"] for section in grace.get(f"/v1/courses/{COURSE}")["sections"]][:2]

    def told(*people):
        return [set(re.findall(r"(\w+) egret", text)) for text in digest_of(posting, relay, *people)]

    wants(ada, digest="daily", digestAt=hours_from_now(ada, 9))
    staff = grace.post(COURSE, "Staff egret", visibility="staff")
    private = bob.post(COURSE, "Private egret", visibility="private")
    removed, seen = (bob.post(COURSE, f"{name} egret") for name in ("Removed", "Seen"))
    grace.call("DELETE", f"/v1/events/{removed['id']}", 204, params={"reason": "off topic"})
    grace.post(COURSE, "Section egret", sections=[second])
    assert told(ada) == [{"Seen"}]
    wants(late, digest="daily", digestAt=hours_from_now(ada, 9))
    for person in (ada, late):
        person.enroll(second)
    grace.edit(staff, visibility="public")
    bob.edit(private, visibility="public")
    grace.call("POST", f"/v1/events/{removed['id']}/restore", 200)
    # Whoever could see it all along is not told again.
    bob.edit(seen, sections=[first])
    opened = {"Staff", "Private", "Removed"}
    # Of what was there before they came, nobody is told.
    assert told(ada, late) == [opened | {"Section"}, opened]
    bob.post(COURSE, "Last egret")
    assert told(ada, late) == [{"Last"}, {"Last"}]


def test_the_operator_tries_the_relay_and_sees_what_is_wrong(posting, relay):
    assert "took a mail" in tried(posting).stdout
    wait_until(lambda: any(mail.recipient == "you@example.edu" for mail in relay.mails), "the mail")
    relay.answer = lambda recipient, when: "550 Not here"
    done = tried(posting)
    relay.answer = lambda recipient, when: None
    assert done.returncode == 1 and "550 Not here" in done.stderr
