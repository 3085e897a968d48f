"""What a browser shows of mails and of the pages behind their links, on a phone by day and at a desk by night: axe finds nothing, and nothing is wider than the window."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from mailing import COURSE, EVERYTHING, address, tried, wants
from noteitd import wait_until
from people import Anyone, hours_from_now, later, notice, register
from visits import FITS, LOOKS, PICTURES, SMALL
from web import chromium

LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft" * 2
JOINED = "\u0d4e<img src=x>"  # a letter that is one character with what follows
HOSTILE = f"{JOINED}<b>{LONG}</b> </div></body>\n\n    שלום עולם (abc) 123!\n\u202eTLR\n\n" + LONG * 3
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
    new.call("PATCH", "/v1/me", 200, json={"displayName": f"{JOINED} New"})
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


@pytest.fixture
def look(browser, theme, size):
    """Looks at what a page shows now: what is wrong with it."""
    page = browser.new_page(color_scheme=theme, viewport={"width": size[0], "height": size[1]})

    def look(name):
        # axe takes a page without a background for a white one.
        page.evaluate("document.documentElement.style.background = 'Canvas'")
        if PICTURES:
            page.screenshot(path=f"{PICTURES}/mail-{name}-{size[0]}-{theme}.png", full_page=True)
        seen = [(name, violation["id"], violation["nodes"][0]["html"])
                for violation in Axe().run(page, options=OPTIONS).response["violations"]]
        if page.evaluate("document.images.length"):
            seen.append((name, "shows a picture"))
        if not page.evaluate(FITS):
            seen.append((name, "too wide"))
        if page.evaluate("getComputedStyle(document.body).color") != ("rgb(255, 255, 255)" if theme == "dark" else "rgb(0, 0, 0)"):
            seen.append((name, "of the other theme"))
        return seen

    look.page = page
    yield look
    page.close()


@LOOKS
def test_each_mail_has_no_violations_and_fits(posting, relay, group, look):
    seen = []
    for name, mail in each_kind(posting, relay, group).items():
        look.page.set_content(mail.html)
        seen += look(name)
    assert seen == []


@LOOKS
def test_each_page_behind_a_link_has_no_violations_and_fits(posting, relay, group, look, theme):
    ada, seen = group["ada"], []
    new = register(posting, LONG[:60], f"{theme}{'x' * 55}@example.edu")
    new.call("POST", "/v1/me/mail/verification", 202)
    Anyone(posting).call("POST", "/v1/accounts/reset-mail", 202, json={"email": ada.email})
    notice(group["grace"], "Page zebra", mustRead=True)
    links = {
        "confirm": relay.first(new, "Confirm").text, "reset": relay.first(ada, "Set a new password").text,
        "stop": relay.first(ada, "Page zebra")["List-Unsubscribe"]}
    for name, link in links.items():
        look.page.goto(posting.url + address(link))
        seen += look(f"page-{name}") + [(name, "small target", html) for html in look.page.evaluate(SMALL)]
    look.page.goto(posting.url + address(links["stop"]))
    look.page.get_by_role("button").click()
    expect(look.page.get_by_role("heading")).to_have_text("No more of these mails")
    assert seen + look("page-stopped") == []
