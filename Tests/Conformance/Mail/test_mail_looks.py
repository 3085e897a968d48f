"""What a browser shows of mails, on a phone by day and at a desk by night: axe finds nothing, and nothing is wider than the window."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from mailing import COURSE, EVERYTHING, tried, wants
from noteitd import wait_until
from people import Anyone, hours_from_now, later, notice, register
from visits import FITS, LOOKS, PICTURES
from web import chromium

LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft" * 2
HOSTILE = f"<b>{LONG}</b> </div></body>\n\n    שלום עולם (abc) 123!\n\u202eTLR\n\n" + LONG * 3
# Of the rules of axe, those for pages with navigation are not for mails.
OPTIONS = {"resultTypes": ["violations"], "runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}


@pytest.fixture(scope="module")
def browser():
    with chromium() as browser:
        yield browser


def each_kind(server, relay, people):
    """A mail of each kind, with hostile texts, by its name."""
    ada, bob, grace = (people[name] for name in ("ada", "bob", "grace"))
    new = register(server, "New")
    new.call("POST", "/v1/me/mail/verification", 202)
    Anyone(server).call("POST", "/v1/accounts/reset-mail", 202, json={"email": ada.email})
    assert tried(server).returncode == 0
    for person in (ada, bob):
        wants(person, **EVERYTHING)
    bob.call("PATCH", "/v1/me", 200, json={"displayName": "יוסי " + LONG[:60]})
    wants(ada, digest="daily", digestAt=hours_from_now(ada, 9), language="ar")
    event = notice(grace, LONG + " 1", body=HOSTILE, due="2099-06-01T12:00:00Z", mustRead=True)
    bob.reply(event, f"@{ada.account['handle']} {HOSTILE}")
    mails = {"notice": relay.first(ada, LONG + " 1"), "mention": relay.first(ada, "Re: ")}
    ada.call("POST", "/v1/me/read", json={"events": [{"event": event["id"], "seen": ada.event(event)["activity"]}]})
    grace.edit(event, body="Corrected")
    mails["correction"] = relay.first(ada, "Changed")
    grace.delete(event, params={"reason": HOSTILE[:200]})
    mails["retraction"] = relay.first(ada, "Taken back")
    bob.post(COURSE, LONG + " 2", due=later())
    server.sql(f"UPDATE mail_settings SET digest_since = 1, next_digest = 1 WHERE account_id = '{ada.id}';")
    mails["digest"] = relay.first(ada, "NoteIt today")
    mails["verification"], mails["reset"] = relay.first(new, "Confirm"), relay.first(ada, "Set a new password")
    trials = lambda: [mail for mail in relay.mails if mail["Subject"] == "NoteIt can send mail"]
    wait_until(trials, "the mail that tries the relay")
    return mails | {"trial": trials()[0]}


@LOOKS
def test_each_mail_has_no_violations_and_fits(posting, relay, group, browser, theme, size):
    page = browser.new_page(color_scheme=theme, viewport={"width": size[0], "height": size[1]})
    seen = []
    for name, mail in each_kind(posting, relay, group).items():
        page.set_content(mail.html)
        # axe takes a page without a background for a white one.
        page.add_style_tag(content="html { background: Canvas }")
        if PICTURES:
            page.screenshot(path=f"{PICTURES}/mail-{name}-{size[0]}-{theme}.png", full_page=True)
        seen += [(name, violation["id"], violation["nodes"][0]["html"])
                 for violation in Axe().run(page, options=OPTIONS).response["violations"]]
        if not page.evaluate(FITS):
            seen.append((name, "too wide"))
        # By night, the page is dark.
        if page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches && getComputedStyle(document.body).color") == "rgb(0, 0, 0)":
            seen.append((name, "dark on dark"))
    page.close()
    assert seen == []
