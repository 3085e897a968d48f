"""Degree plans with a real server: from a record to an approval, what breaks marked on its card, offline, conflicts, numbers as the
API's; axe on a phone and at a desk."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from degree_people import faculty_in, new_plan, plan_of, record
from noteitd import wait_until
from people import register
from visits import LOOKS, PICTURES, SMALL, enter

TERMS = ["209710", "209730", "209810"]
NAMES = {"10": "Spring", "20": "Summer", "30": "Fall"}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with faculty_in(tmp_path_factory.mktemp("degrees")).serving() as server:
        yield server


@pytest.fixture
def ada(server):
    return register(server, "Ada")


@pytest.fixture
def grace(server):
    return register(server, "Grace Adviser")


def photograph(page, name):
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/degree-{name}.png", full_page=True)


def term(name):
    return f"{NAMES[name[4:]]} {name[:4]}"


def planned(*terms):
    return [{"term": name, "courses": list(courses)} for name, courses in zip(TERMS, terms, strict=True)]


def column(page, name):
    return page.locator(f".dg-column[data-term='{name}']")


def card(page, code):
    return page.locator(f".dg-card[data-code='{code}']")


def placed(person, plan):
    return {code: each["term"] for each in plan_of(person, plan)["terms"] for code in each["courses"]}


def facts(page):
    """What an assistive program reads of how a plan stands."""
    tree = page.locator(".dg-facts").first.aria_snapshot()
    return {name: value.strip('"') for name, value in re.findall(r"- term: (.+)\n\s*- definition: (.+)", tree)}


def problems_on(page, code):
    return card(page, code).locator(".problems > li [data-part=detail]").all_inner_texts()


def told(person, plan):
    """What the API says is wrong, by course."""
    found = {}
    for problem in person.get(f"/v1/me/plans/{plan['id']}/check")["problems"]:
        found.setdefault(problem["course"], []).append(problem["detail"])
    return found


def shows_what_the_server_says(page, person, plan):
    """Waits until each card has the problems that the API has."""
    wanted = told(person, plan)
    for code in placed(person, plan):
        lines = card(page, code).locator(".problems > li [data-part=detail]")
        expect(lines).to_have_text(wanted.get(code, []))


def test_a_plan_from_its_first_course_to_an_approval(profile, other_profile, ada, grace):
    record(ada, {"course": "COMP 100", "term": "202530", "grade": "B+"})
    page = enter(profile.new_page(), ada, "/degree")
    expect(page.get_by_text("You have no plan yet.")).to_be_visible()
    page.get_by_role("button", name="New plan").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("Straight through")
    dialog.get_by_label("Programme").select_option("Computing")
    dialog.get_by_label("Years").select_option("2")
    dialog.get_by_role("button", name="Make the plan").click()
    expect(page.get_by_role("heading", name="Straight through", level=1)).to_be_visible()
    wait_until(lambda: len(ada.items("/v1/me/plans")) == 1, "the plan to be made")
    [plan] = ada.items("/v1/me/plans")
    terms = [each["term"] for each in plan["terms"]]
    assert len(terms) == 4 and plan["programme"] == "computing"

    # What the degree still needs stands in the catalog; a course that comes too early is marked with the reason.
    expect(page.get_by_label("That my degree still needs")).to_be_checked()
    expect(page.get_by_role("button", name="Add COMP 100")).to_have_count(0)
    page.get_by_label("Add to").select_option(term(terms[0]))
    page.get_by_role("button", name="Add COMP 300").click()
    wait_until(lambda: placed(ada, plan) == {"COMP 300": terms[0]}, "the course to be planned")
    shows_what_the_server_says(page, ada, plan)
    assert any("COMP 200" in words for words in problems_on(page, "COMP 300"))
    page.get_by_label("That my degree still needs").uncheck()
    for code in ("COMP 200", "COMP 210", "COMP 215"):
        page.get_by_label("Find a course").fill(code)
        page.get_by_role("button", name=f"Add {code}").click()
        expect(column(page, terms[0]).locator(f"[data-code='{code}']")).to_be_visible()

    # Keys move it, however quickly they come, the focus goes with it, and what was wrong is gone.
    card(page, "COMP 300").get_by_role("button").focus()
    page.keyboard.press("]")
    page.keyboard.press("]")
    expect(column(page, terms[2]).locator("[data-code='COMP 300'] button")).to_be_focused()
    wait_until(lambda: placed(ada, plan)["COMP 300"] == terms[2], "the course to be moved")
    shows_what_the_server_says(page, ada, plan)
    # A hand drags it, and the way back is there.
    card(page, "COMP 300").drag_to(column(page, terms[3]).locator(".dg-term"))
    expect(column(page, terms[3]).locator("[data-code='COMP 300']")).to_be_visible()
    wait_until(lambda: placed(ada, plan)["COMP 300"] == terms[3], "the course to be dragged")
    page.get_by_role("button", name="Undo").click()
    wait_until(lambda: placed(ada, plan)["COMP 300"] == terms[2], "the course to be back")
    # Its menu does the same, and says what it demands and what one has of that.
    card(page, "COMP 200").get_by_role("button").click()
    tree = dialog.get_by_role("listitem").filter(has_text="COMP 100 with C- or better")
    expect(tree).to_contain_text("done")
    dialog.get_by_label("Move to").select_option(term(terms[3]))
    dialog.get_by_role("button", name="Move", exact=True).click()
    wait_until(lambda: placed(ada, plan)["COMP 200"] == terms[3], "the course to be moved by its menu")
    expect(card(page, "COMP 300")).to_contain_text("COMP 200")
    shows_what_the_server_says(page, ada, plan)
    card(page, "COMP 300").get_by_role("button").click()
    dialog.get_by_role("button", name="Keep it knowingly").first.click()
    expect(dialog.get_by_role("button", name="Ask again")).to_be_visible()
    page.keyboard.press("Escape")
    expect(card(page, "COMP 300")).to_contain_text("Kept knowingly")

    # An adviser reads it by its link, comments, and approves what was read.
    page.get_by_role("link", name="Talk").click()
    page.get_by_role("button", name="Share with an adviser").click()
    expect(page.get_by_label("Link", exact=True)).to_be_visible()
    link = page.get_by_label("Link", exact=True).input_value()
    wait_until(lambda: plan_of(ada, plan)["shared"], "the plan to be shared")
    theirs = enter(other_profile.new_page(), grace, "/degree")
    theirs.get_by_label("A link from a student or a friend").fill(link)
    theirs.get_by_role("button", name="Open", exact=True).click()
    expect(theirs.get_by_role("heading", name="Straight through", level=1)).to_be_visible()
    expect(card(theirs, "COMP 300")).to_contain_text("Kept knowingly")
    expect(theirs.get_by_role("button", name="Settings")).to_be_hidden()
    # Whoever advises sees what is missing first, and nothing of how to change it.
    expect(theirs.get_by_role("region", name="Audit")).to_be_visible()
    expect(theirs.locator(".dg-hint")).to_be_hidden()
    with theirs.expect_download() as saved:
        theirs.get_by_role("button", name="Picture").click()
    assert saved.value.suggested_filename == "Straight through.svg"
    assert "<title>Straight through</title>" in open(saved.value.path(), encoding="utf-8").read()
    theirs.get_by_role("link", name="Talk").click()
    expect(theirs.get_by_role("button", name="Approve this plan")).to_be_visible()
    # It changes before she has read it: her approval is of nothing that she did not read. A page that nobody looks at reads nothing.
    theirs.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    ada.call("PATCH", f"/v1/me/plans/{plan['id']}", 200, json={"creditsPerTerm": {"spring": 12, "summer": 0, "fall": 12}})
    theirs.get_by_role("button", name="Approve this plan").click()
    expect(theirs.get_by_role("alert").filter(has_text="changed while you read it")).to_be_visible()
    assert plan_of(ada, plan)["approved"] is None
    expect(column(theirs, terms[0])).to_contain_text("of 12 credits")
    theirs.evaluate("Object.defineProperty(document, 'hidden', { value: false, configurable: true })")
    theirs.get_by_role("textbox", name="Comment").fill("Take **COMP 200** earlier.")
    theirs.get_by_role("button", name="Send").click()
    expect(page.locator(".dg-comments strong")).to_have_text("COMP 200")
    expect(page.locator(".dg-comments")).to_contain_text("Grace Adviser")
    page.get_by_role("textbox", name="Comment").fill("So I will.")
    page.get_by_role("button", name="Send").click()
    expect(theirs.locator(".dg-comments")).to_contain_text("So I will.")
    theirs.get_by_role("button", name="Approve this plan").click()
    expect(page.get_by_text("Approved by Grace Adviser on")).to_be_visible()
    assert plan_of(ada, plan)["approved"]["by"]["displayName"] == "Grace Adviser"
    # Each comment has a form of its own, which stays closed, and the one for a new comment is another.
    for each in (page, theirs):
        expect(each.locator(".dg-comments > li").nth(1)).to_be_visible()
        expect(each.locator(".dg-comments textarea:visible")).to_have_count(0)
    theirs.reload()
    expect(theirs.get_by_role("textbox", name="Comment")).to_have_count(1)
    # An edit takes the approval away, and both are told.
    card(page, "COMP 200").get_by_role("button").focus()
    page.keyboard.press("[")
    expect(page.get_by_role("group", name="What was done")).to_contain_text("That ends the approval by Grace Adviser.")
    for each in (page, theirs):
        expect(each.get_by_text("an edit took that away")).to_be_visible()
    expect(column(theirs, terms[2]).locator("[data-code='COMP 200']")).to_be_visible()
    page.get_by_role("button", name="Stop sharing").click()
    dialog.get_by_role("button", name="Stop sharing").click()
    expect(theirs.get_by_text("not shared any more")).to_be_visible()


def test_edits_wait_without_a_network_and_a_conflict_is_told(profile, ada, front):
    plan = new_plan(ada, "Way", programme="computing", terms=planned(["COMP 100"], ["COMP 200", "HIST 101"], []))
    page = enter(profile.new_page(), ada, f"/degree/{plan['id']}")
    expect(page.locator(".dg-facts")).to_contain_text("Credits")
    other = profile.new_page()
    other.goto(f"/degree/{plan['id']}")
    expect(card(other, "HIST 101")).to_be_visible()
    page.evaluate("() => navigator.serviceWorker.ready")

    def shift(tab, code, key):
        card(tab, code).get_by_role("button").focus()
        tab.keyboard.press(key)

    def online():
        front.mend()
        for tab in (page, other):
            tab.evaluate("dispatchEvent(new Event('online'))")

    # Two tabs edit one plan without a network: each sees the other, and neither is lost.
    front.cut()
    shift(page, "COMP 200", "]")
    for tab in (page, other):
        expect(column(tab, TERMS[2]).locator("[data-code='COMP 200']")).to_be_visible()
    shift(other, "HIST 101", "]")
    expect(column(page, TERMS[2]).locator("[data-code='HIST 101']")).to_be_visible()
    expect(page.get_by_text("is checked once the server is reached")).to_be_visible()
    page.get_by_role("link", name="Talk").click()
    # What was seen opens without a network.
    other.reload()
    expect(column(other, TERMS[2]).locator("[data-code='COMP 200']")).to_be_visible()
    other.get_by_role("link", name="Audit").click()
    expect(other.get_by_role("region", name="Audit")).to_contain_text("Core")
    online()
    wait_until(lambda: placed(ada, plan) == {"COMP 100": TERMS[0], "COMP 200": TERMS[2], "HIST 101": TERMS[2]}, "both edits to arrive")
    expect(page.get_by_role("group", name="A change that was not saved")).to_be_hidden()
    shows_what_the_server_says(page, ada, plan)

    # Another device changes it meanwhile: nothing is overwritten, and the person decides.
    front.cut()
    shift(page, "HIST 101", "[")
    expect(column(page, TERMS[1]).locator("[data-code='HIST 101']")).to_be_visible()
    theirs = planned(["COMP 100", "COMP 210"], [], ["COMP 200", "HIST 101"])
    ada.call("PATCH", f"/v1/me/plans/{plan['id']}", 200, json={"terms": theirs})
    online()
    bar = page.get_by_role("group", name="A change that was not saved")
    expect(bar).to_contain_text("Yours was: HIST 101 from")
    expect(column(page, TERMS[0]).locator("[data-code='COMP 210']")).to_be_visible()
    assert placed(ada, plan)["HIST 101"] == TERMS[2]
    bar.get_by_role("button", name="Do mine again on this").click()
    wanted = {"COMP 100": TERMS[0], "COMP 210": TERMS[0], "COMP 200": TERMS[2], "HIST 101": TERMS[1]}
    wait_until(lambda: placed(ada, plan) == wanted, "both changes to be there")
    expect(bar).to_be_hidden()

    # The record is kept in the same way.
    front.cut()
    page.goto("/degree?part=record")
    page.get_by_role("button", name="Add a course").click()
    page.get_by_label("Course", exact=True).first.fill("comp100")
    page.get_by_label("Grade").first.fill("a-")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("GPA 3.67 over 3 credits").first).to_be_visible()
    record(ada, {"course": "HIST 101", "term": "202530", "grade": "B"})
    online()
    bar = page.get_by_role("group", name="A change that was not saved")
    expect(bar).to_contain_text("another device")
    bar.get_by_role("button", name="Do mine again on this").click()
    wait_until(lambda: {each["course"] for each in ada.get("/v1/me/record")["items"]} == {"COMP 100", "HIST 101"}, "both courses to be there")
    expect(page.locator(".dg-average")).to_contain_text("GPA 3.34 over 6 credits")


def test_what_a_grade_would_change_in_a_plan_is_told(profile, ada):
    record(ada, {"course": "COMP 100", "term": "202530", "inProgress": True})
    plan = new_plan(ada, "Mine", programme="computing", terms=planned(["COMP 200"], [], []))
    page = enter(profile.new_page(), ada, "/degree?part=record")
    part = page.get_by_role("region", name="What if")

    def guess(grade):
        part.get_by_label("Course").fill("COMP 100")
        part.get_by_label("Grade").fill(grade)
        part.get_by_role("button", name="Try").click()
        return part.get_by_role("list", name="What changes in the plan").locator("[data-part=words]")

    failed = ada.call("POST", f"/v1/me/plans/{plan['id']}/check", 200, json={"record": [
        {"course": "COMP 100", "term": "202530", "grade": "F"}]}).json()["problems"]
    expect(guess("F")).to_have_text(["Core: 2 → 1 of 3 courses, missing", re.compile(re.escape(failed[0]["detail"]))])
    expect(guess("A-")).to_have_count(0)
    expect(part.get_by_text("Mine: nothing changes.")).to_be_visible()
    assert ada.get("/v1/me/record")["items"][0]["inProgress"]


def test_the_earliest_path_is_taken_into_the_plan_and_another_programme_tried(profile, ada):
    plan = new_plan(ada, "Way", programme="computing")
    page = enter(profile.new_page(), ada, f"/degree/{plan['id']}")
    page.get_by_role("button", name="Find the earliest path").click()
    first = page.get_by_label("First term").input_value()
    path = ada.get(f"/v1/me/plans/{plan['id']}/path?from={first}")
    region = page.get_by_role("region", name="Earliest graduation")
    expect(region).to_contain_text(f"Graduation at the end of {term(path['graduates'])}")
    expect(region.get_by_text("Proved: no plan graduates earlier.")).to_be_visible()
    assert path["optimal"] and page.locator(".dg-chain button").all_inner_texts() == path["critical"]
    region.get_by_role("button", name="Take it into the plan").click()
    wait_until(lambda: plan_of(ada, plan)["terms"] == path["terms"] or placed(ada, plan) == {
        code: each["term"] for each in path["terms"] for code in each["courses"]}, "the path to be in the plan")
    expect(page.locator(".dg-card.critical")).to_have_count(len(path["critical"]))
    page.get_by_role("link", name="Audit").click()
    page.get_by_label("Counted for").select_option("Owl studies")
    audit = page.get_by_role("region", name="Audit")
    expect(audit).to_contain_text("nothing is changed")
    expect(audit.get_by_text("Owls", exact=True)).to_be_visible()
    assert plan_of(ada, plan)["programme"] == "computing"
    audit.get_by_role("button", name="Make it the plan").click()
    wait_until(lambda: plan_of(ada, plan)["programme"] == "owls", "the programme to be changed")


@LOOKS
def test_degree_rooms_have_no_violations_and_fit(profile, ada, grace, theme, size):
    record(ada, {"course": "COMP 100", "term": "202530", "grade": "B+"}, {"course": "COMP 215", "term": "202610", "inProgress": True})
    plan = new_plan(ada, "Way", programme="computing", shared=True, terms=planned(["COMP 300", "COMP 400"], ["HIST 102"], []))
    grace.call("POST", f"/v1/me/plans/{plan['id']}/replies", 201, json={"body": "Why so late?"})
    page = profile.new_page()
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    session = page.context.new_cdp_session(page)
    touch = lambda: session.send("Emulation.setTouchEmulationEnabled", {"enabled": size[0] == 320})  # noqa: E731
    touch()
    enter(page, ada, "/degree")
    seen = []

    def look(name):
        found = Axe().run(page)
        seen.extend((name, violation["id"], node["html"][:300]) for violation in found.response["violations"] for node in violation["nodes"])
        if size[0] == 320:
            seen.extend((name, "small target", html) for html in page.evaluate(SMALL))
        for direction in ("rtl", "ltr"):
            page.evaluate("(direction) => { document.documentElement.dir = direction }", direction)
            if not page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
                seen.append((name, direction, "too wide"))
        photograph(page, f"{name}-{size[0]}-{theme}")
        # A photograph of a whole page ends it.
        touch()

    expect(page.locator(".dg-plans a")).to_be_visible()
    look("home")
    page.get_by_role("button", name="New plan").click()
    look("form")
    page.goto("/degree?part=record")
    expect(page.locator(".dg-items li").first).to_be_visible()
    page.locator(".dg-adding summary").click()
    look("record")
    for pane, shown in (("terms", ".dg-card .problems li"), ("catalog", ".dg-list li"), ("audit", ".dg-requirements details[open]"),
                        ("path", ".dg-path li"), ("talk", ".dg-comments li")):
        page.goto(f"/degree/{plan['id']}?show={pane}")
        if pane == "path":
            page.get_by_role("button", name="Find the earliest way").click()
        if pane == "path" and page.get_by_label("Keep the plan").is_checked():
            page.get_by_label("Keep the plan").uncheck()
            page.get_by_role("button", name="Find the earliest way").click()
        expect(page.locator(shown).locator("visible=true").first).to_be_visible()
        look(pane)
    page.goto(f"/degree/{plan['id']}?show=terms")
    card(page, "COMP 300").get_by_role("button").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("listitem").filter(has_text="COMP 210").first).to_be_visible()
    # However long it is, the way out is in reach.
    dialog.evaluate("(dialog) => { dialog.style.maxBlockSize = '12rem'; dialog.scrollTop = 0 }")
    expect(dialog.get_by_role("button", name="Close")).to_be_in_viewport(ratio=1)
    dialog.evaluate("(dialog) => dialog.style.removeProperty('max-block-size')")
    look("course")
    assert seen == []
