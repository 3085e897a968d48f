"""The rooms of the class with a real server behind them: asking, answering live, offline, joining, today, inbox, search, files."""

import pathlib
import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from noteitd import wait_until
from people import register
from visits import LOOKS, PICTURES, SMALL, enter

COURSE = "202530.CMPT225"


def test_a_question_is_asked_answered_live_and_accepted(profile, people):
    people["bob"].post(COURSE, title="What is a heap good for?", kind="question")
    page = enter(profile.new_page(), people["ada"], f"/c/{COURSE}")
    page.get_by_role("button", name="Write a post").click()
    page.get_by_label("Title").fill("What is a heap?")
    page.locator(".composer").get_by_label("Kind").select_option("question")
    expect(page.get_by_role("link", name="What is a heap good for?").and_(page.locator("[target=_blank]"))).to_be_visible()
    page.get_by_label("Text").fill("Is it **a tree**?")
    page.get_by_role("button", name="Post", exact=True).click()
    row = page.get_by_role("link", name="What is a heap?")
    expect(row).to_contain_text("#2")
    row.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("What is a heap?")
    expect(page).to_have_url(re.compile(f"/c/{COURSE}/2$"))
    [event] = [event for event in people["bob"].get(f"/v1/courses/{COURSE}/events")["sections"][0]["events"] if event["number"] == 2]
    people["bob"].reply(event, "An almost complete binary tree.")
    reply = page.get_by_role("listitem").filter(has_text="An almost complete binary tree.")
    expect(reply).to_contain_text("Bob")
    reply.get_by_role("button", name="Accept").click()
    expect(reply).to_contain_text("accepted")
    page.get_by_role("link", name="CMPT225").first.click()
    expect(page.get_by_role("link", name="What is a heap?")).to_contain_text("answered")


def test_what_is_on_the_screen_counts_as_read(profile, people):
    made = people["bob"].post(COURSE, title="News")
    page = enter(profile.new_page(), people["ada"], f"/c/{COURSE}")
    expect(page.get_by_role("button", name="Unread (1)")).to_be_visible()
    page.get_by_role("link", name="News").click()
    wait_until(lambda: people["ada"].get(f"/v1/me/marks/{made['id']}")["seen"] == made["newest"], "the mark to be set")
    page.go_back()
    expect(page.get_by_role("button", name="Unread", exact=True)).to_be_visible()


def test_a_reply_without_a_network_waits_and_is_sent_once(profile, people, front):
    made = people["bob"].post(COURSE, title="Offline")
    page = enter(profile.new_page(), people["ada"], f"/c/{COURSE}/1")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Offline")
    front.cut()
    page.keyboard.press("r")
    page.get_by_label("Reply", exact=True).fill("From the bus")
    page.get_by_role("button", name="Reply", exact=True).last.click()
    row = page.get_by_role("listitem").filter(has_text="From the bus")
    expect(row).to_contain_text("Waits for the network")
    front.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(row).to_contain_text("#1")
    bodies = [reply["body"] for reply in people["bob"].get(f"/v1/events/{made['id']}/replies")["items"]]
    assert bodies == ["From the bus"]


def test_a_draft_survives_a_reload(profile, people):
    page = enter(profile.new_page(), people["ada"], f"/c/{COURSE}")
    page.keyboard.press("c")
    page.get_by_label("Title").fill("Half a thought")
    expect(page.locator("[data-part=kept]")).to_have_text("Draft kept")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text("CMPT225")
    page.keyboard.press("c")
    expect(page.get_by_label("Title")).to_have_value("Half a thought")


def test_a_course_is_found_joined_and_left(profile, server):
    person = register(server, "Newcomer")
    page = enter(profile.new_page(), person, "/courses")
    page.get_by_role("searchbox").fill("CMPT 225")
    page.get_by_role("listitem").filter(has_text="CMPT225").first.click()
    page.get_by_role("checkbox", name=re.compile("D100")).check()
    page.get_by_label("D100 goes with one LAB").select_option(index=2)
    page.get_by_role("button", name="Join", exact=True).click()
    mine = page.get_by_role("region", name="My courses")
    expect(mine.get_by_role("link")).to_contain_text(re.compile("D10[1-8], D100|D100, D10[1-8]"))
    expect(mine.get_by_role("link")).to_contain_text("CMPT225")
    mine.get_by_role("button", name="Leave").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave").click()
    expect(mine).to_contain_text("You are in no course yet.")


def test_a_file_is_sent_shown_in_the_text_and_saved(profile, people):
    pixel = bytes.fromhex("89504e470d0a1a0a0000000d4948445200000001000000010806000000"
                          "1f15c4890000000d49444154789c6364f8cf500f0003860180"
                          "5a347d6b0000000049454e44ae426082")
    page = enter(profile.new_page(), people["ada"], f"/c/{COURSE}")
    page.keyboard.press("c")
    page.get_by_label("Title").fill("A plot")
    page.get_by_label("Attach files").set_input_files({"name": "plot.png", "mimeType": "image/png", "buffer": pixel})
    expect(page.locator(".chosen")).to_contain_text("plot.png")
    page.get_by_label("Text").fill("See ![the plot](plot.png)")
    wait_until(lambda: page.locator(".chosen [role=status]").inner_text() == "", "the file to be sent")
    page.get_by_role("button", name="Post", exact=True).click()
    page.get_by_role("link", name="A plot").click()
    expect(page.get_by_role("img", name="the plot")).to_have_js_property("naturalWidth", 1)
    with page.expect_download() as saved:
        page.get_by_role("button", name="plot.png").click()
    assert pathlib.Path(saved.value.path()).read_bytes() == pixel


def test_search_finds_a_reply_and_leads_to_it(profile, people):
    made = people["bob"].post(COURSE, title="Trees", kind="question")
    people["bob"].reply(made, "Try a splay tree instead.")
    page = enter(profile.new_page(), people["ada"], "/search?q=splay")
    page.get_by_role("link", name="splay").click()
    expect(page).to_have_url(re.compile(f"/c/{COURSE}/1#1$"))
    expect(page.get_by_role("link", name="Reply 1 by Bob")).to_be_focused()


ROOMS = ["/", "/inbox", "/courses?q=CMPT%20225", f"/c/{COURSE}", f"/c/{COURSE}/1", "/search?q=lab", "/settings", "/settings#follows"]


@LOOKS
def test_the_rooms_have_no_violations_and_fit(profile, people, theme, size):
    made = people["ada"].post(COURSE, title="What is due in lab 4?", kind="question", body="Is it *this*, `that`, or $x^2$?", tags=["lab"])
    people["bob"].reply(made, "Ask @" + people["ada"].account["handle"])
    people["grace"].post(COURSE, title="Lab 4", kind="assignment", due="2027-01-08T17:00:00-08:00")
    people["grace"].post(COURSE, title="Read this before the lab", kind="notice")
    page = profile.new_page()
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.context.new_cdp_session(page).send("Emulation.setTouchEmulationEnabled", {"enabled": size[0] == 320})
    enter(page, people["ada"])
    seen = []
    for path in ROOMS:
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        if path == f"/c/{COURSE}":
            expect(page.get_by_role("link", name="Read this")).to_be_visible()
            page.get_by_role("button", name="Write a post").click()
            page.get_by_text("Who sees it, tags, later").click()
        if path.startswith("/courses"):
            page.locator("summary").first.click()
            expect(page.locator(".sections li").first).to_be_visible()
        if path == f"/c/{COURSE}/1":
            expect(page.get_by_role("listitem").filter(has_text="Ask @")).to_be_visible()
            page.locator(".reply").get_by_role("button", name="Reply").click()
        if path.startswith("/search"):
            expect(page.locator(".hit").first).to_be_visible()
        if PICTURES:
            name = re.sub(r"\W+", "-", path).strip("-") or "today"
            page.screenshot(path=f"{PICTURES}/{name}-{size[0]}-{theme}.png", full_page=True)
        found = Axe().run(page)
        seen += [(path, violation["id"], node["html"][:200]) for violation in found.response["violations"] for node in violation["nodes"]]
        small = page.evaluate(SMALL)
        seen += [(path, "small target", html) for html in small] if size[0] == 320 else []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    assert seen == []
