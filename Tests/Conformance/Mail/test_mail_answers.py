"""Answers by mail become replies, once, whatever program wrote them; nobody answers for another person."""

import subprocess

from mailing import COURSE, EVERYTHING, wants
from noteitd import PATIENCE, PROGRAM
from people import notice


def answer_to(mail, sender, body, *fields, kind="text/plain; charset=utf-8", id="1"):
    head = [
        f"From: Somebody <{sender}>", f"To: {mail['Reply-To'].addresses[0].addr_spec}", f"Message-ID: <{id}@client>",
        "Subject: Re: Zebra", f"Content-Type: {kind}", *fields]
    return "\r\n".join(head).encode() + b"\r\n\r\n" + (body if isinstance(body, bytes) else body.encode())


def deliver(server, data, *options):
    done = subprocess.run([PROGRAM, "mail", "in", *options, *server.place], input=data, capture_output=True, timeout=PATIENCE, env=server.environment)
    return done.returncode, done.stderr.decode()


def test_an_answer_by_mail_becomes_a_reply_once(posting, relay, group):
    ada, bob, grace = (group[name] for name in ("ada", "bob", "grace"))
    for person in (ada, bob):
        wants(person, **EVERYTHING)
    event = notice(grace, "Answer zebra", body="Who comes?")
    mail = relay.first(ada, "Answer zebra")
    quoted = "".join(f"> {line}\r\n" for line in mail.text.splitlines())
    whole = "I do.\r\n\r\n> Who comes?\r\n\r\nAnd Bob.\r\n\r\nAm 3. Mai 2026 schrieb Notes\r\n<notes@example.edu>:\r\n" + quoted
    for _ in range(2):
        assert deliver(posting, answer_to(mail, ada.email, whole))[0] == 0
    texts = lambda: [reply["body"] for reply in ada.items(f"/v1/events/{event['id']}/replies")]
    assert texts() == ["I do.\n\n> Who comes?\n\nAnd Bob."]
    forms = [
        ("Grüße – 1".encode("cp1252"), ["Content-Transfer-Encoding: 8bit"], "text/plain; charset=windows-1252", "Grüße – 1"),
        (b"Gr=C3=BC=\r\n=C3=9Fe 2\r\n-- \r\nAda", ["Content-Transfer-Encoding: quoted-printable"], "text/plain; charset=utf-8", "Grüße 2"),
        ("ｙｅｓ 3 日本".encode("iso2022_jp"), [], "text/plain; charset=iso-2022-jp", "ｙｅｓ 3 日本"),
        (b"eWVzIDQ=\r\n", ["Content-Transfer-Encoding: base64"], "text/plain", "yes 4"),
        (b"<p>Yes &amp; 5</p><blockquote>old</blockquote>", [], "text/html; charset=utf-8", "Yes & 5"),
        (b"--b\r\nContent-Type: text/plain\r\n\r\nyes 6\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>no</p>\r\n--b--\r\n", [],
            "multipart/alternative; boundary=b", "yes 6"),
    ]
    for number, (body, fields, kind, wanted) in enumerate(forms, 2):
        code, said = deliver(posting, answer_to(mail, ada.email, body, *fields, kind=kind, id=str(number)))
        assert code == 0 and texts()[-1] == wanted, (said, texts()[-1])
    before = texts()
    nobody, other = "takes no mail. Answer a mail of NoteIt", ["--to", "reply+" + "0" * 52 + "@example.edu"]
    refused = [
        (77, "Only the person to whom a mail was sent", answer_to(mail, bob.email, "I am Ada", id="a"), []),
        (77, nobody, answer_to(mail, ada.email, "forged", id="b"), other),
        (0, "sent by a machine", answer_to(mail, ada.email, "I am away", "Auto-Submitted: auto-replied", id="c"), []),
        (0, "bulk mail", answer_to(mail, ada.email, "bulk", "Precedence: bulk", id="d"), []),
        (0, "sent it itself", answer_to(mail, ada.email, "own").replace(b"<1@client>", mail["Message-ID"].encode()), []),
        (65, "no text above what it quotes", answer_to(mail, ada.email, quoted, id="e"), []),
        (65, "martian", answer_to(mail, ada.email, "x", kind="text/plain; charset=martian", id="f"), []),
        (65, "Send it as UTF-8", answer_to(mail, ada.email, b"\xff\xfe", id="i"), []),
        (65, "larger than 10 MiB", answer_to(mail, ada.email, "x" * 30_000_000, id="g"), []),
        (65, "larger than 1 MiB", answer_to(mail, ada.email, "\n" * 9_000_000, id="k"), []),
        (65, "larger than 1 MiB", answer_to(mail, ada.email, "<p>" * 3_000_000, kind="text/html; charset=utf-8", id="l"), []),
        (65, "must be", answer_to(mail, ada.email, "x" * 100_000, id="j"), []),
        (77, nobody, b"\x00\xff garbage", []), (77, nobody, b"", []),
    ]
    for code, sentence, data, options in refused:
        status, said = deliver(posting, data, *options)
        assert status == code and sentence in said, (said, data[:200])
    ada.drop(grace.get(f"/v1/courses/{COURSE}")["sections"][0]["id"])
    code, said = deliver(posting, answer_to(mail, ada.email, "I left", id="h"))
    assert code == 65 and "do not see" in said
    assert [reply["body"] for reply in grace.items(f"/v1/events/{event['id']}/replies")] == before
    done = subprocess.run([PROGRAM, "mail", "in", "--database", "/nowhere/noteit.db"], input=answer_to(mail, ada.email, "x"),
        capture_output=True, env=posting.environment)
    assert done.returncode == 75


def test_an_answer_by_mail_keeps_the_alias_of_its_person(posting, relay, group):
    ada, bob = group["ada"], group["bob"]
    wants(ada, **EVERYTHING)
    question = ada.post(COURSE, "Hidden zebra", kind="question", anonymous=True)
    bob.reply(question, "Which one?")
    code, said = deliver(posting, answer_to(relay.first(ada, "Re: [CMPT225] Hidden"), ada.email, "The third."))
    reply = bob.items(f"/v1/events/{question['id']}/replies")[-1]
    assert code == 0 and (reply["body"], reply["anonymous"]) == ("The third.", True), said
    assert reply["author"] == bob.event(question)["author"]
