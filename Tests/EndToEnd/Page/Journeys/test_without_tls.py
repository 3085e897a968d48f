"""The page from another machine without TLS: no service worker, no locks, no cookie. It says so, and works while it is open."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tabs import COURSE
from visits import KEPT, sign_in
from web import ELSEWHERE

WHY = "This page came without TLS: it does not work offline, and each reload signs you out."


def test_without_tls_the_page_says_why_it_is_less_and_works_while_it_is_open(visit, people, front):
    address = f"http://{ELSEWHERE}:{urlsplit(front.address).port}"
    page = visit()
    page.goto(address)
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
    assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator, 'locks' in navigator]") == [False, False, False]
    expect(page.locator("#state")).to_contain_text(WHY)
    expect(page.locator("#state p")).to_have_count(1)
    sign_in(page, people["ada"], f"{address}/c/{COURSE}")
    expect(page.locator("#state")).to_contain_text(WHY)
    page.get_by_role("button", name="Write a post").click()
    page.get_by_label("Title").fill("From the library")
    page.get_by_role("button", name="Post", exact=True).click()
    expect(page.locator("li.event").filter(has_text="From the library")).to_contain_text("#1")
    people["bob"].post(COURSE, "From home")
    expect(page.locator("li.event").filter(has_text="From home")).to_be_visible()
    assert "From home" not in page.evaluate(KEPT.replace("await caches.keys()", "[]"))
    page.get_by_role("button", name="Write a post").click()
    page.get_by_label("Title").fill("Half a thought")
    expect(page.get_by_text("Draft kept")).to_be_visible()
    page.goto(f"{address}/settings#feeds")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
    sign_in(page, people["ada"], f"{address}/c/{COURSE}")
    page.get_by_role("button", name="Write a post").click()
    expect(page.get_by_label("Title")).to_have_value("Half a thought")
    sign_in(page, people["ada"], f"{address}/settings#feeds")
    page.get_by_role("button", name="Make a feed").click()
    page.get_by_role("button", name="Copy").click()
    expect(page.locator(".secret")).to_contain_text("It is selected.")
    assert re.search(r"/calendars/[\w-]+\.ics$", page.evaluate("getSelection().toString() || document.activeElement.value"))
