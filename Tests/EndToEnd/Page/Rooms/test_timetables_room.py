"""Timetables with a real server: from wishes to joining, what is kept, links, files; axe on a phone and at a desk."""

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from noteitd import wait_until
from people import register
from terminal import Terminal
from timetable_cards import cards, choose, facts, sample_term, sent_by
from visits import LOOKS, PICTURES, SMALL, enter, kept

# The fourth best timetable and those behind it have the parts of the first three. axe looks at each part on its own.
ALIKE = [".best .cards > li:nth-child(n+4)"]
SEARCH = "/v1/terms/202530/schedules/search"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with sample_term(tmp_path_factory.mktemp("timetables")) as server:
        yield server


def photograph(page, name):
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/timetables-{name}.png", full_page=True)


def taken(person):
    return sorted(place["section"] for place in person.get("/v1/me/enrollments")["items"])


def best(person, courses, **wishes):
    return person.call("POST", SEARCH, 200, json={"courses": courses, **wishes}).json()["timetables"][0]["crns"]


def named(crns):
    return [f"202530.{crn}" for crn in crns]


def test_the_page_finds_what_the_terminal_finds_around_ones_classes(profile, server, tmp_path):
    ada = register(server, "Ada")
    ada.enroll(*named(best(ada, ["MACM101"])))
    terminal = Terminal(server, tmp_path / "ada", ada)
    wanted = json.loads(terminal.noteit("schedule", "build", "CMPT225", "MATH150", "--latest", "16:30", "--json"))
    page = enter(profile.new_page(), ada, "/timetables")
    choose(page, "cmpt225", "math150")
    expect(page.get_by_text("Around your classes and events: MACM 101.")).to_be_visible()
    page.get_by_label("No class after").fill("16:30")
    page.get_by_label("No class after").blur()
    expect(page.get_by_role("heading", name=f"{int(wanted['feasible']):,} timetables")).to_be_visible()
    for card, timetable in zip(cards(page).all(), wanted["timetables"], strict=True):
        expect(card).to_contain_text(" ".join(map(str, timetable["crns"])))
        assert facts(card.aria_snapshot())["Penalty"] == f"{timetable['cost']:,}"


def test_from_wishes_to_joining_and_to_another_timetable(profile, server):
    ada = register(server, "Ada")
    page = enter(profile.new_page(), ada, "/timetables")
    page.get_by_role("button", name="Choose courses").click()
    choose(page, "cmpt225", "discrete mathematics I")
    expect(cards(page).nth(1)).to_contain_text("MACM 101")
    crns = cards(page).first.locator("[data-part=crns]").inner_text().split()
    page.get_by_role("button", name="Join timetable 1", exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("listitem")).to_have_count(len(crns))
    assert begins_at_the_left(dialog)
    dialog.get_by_role("button", name=f"Join {len(crns)} sections").click()
    wait_until(lambda: taken(ada) == sorted(named(crns)), "the sections to be joined")
    expect(page.get_by_text(f"Joined {len(crns)} sections. It is saved as Plan A.")).to_be_visible()
    # Nothing is left to join.
    page.get_by_role("button", name="Join timetable 1", exact=True).click()
    expect(dialog.get_by_text("You are in all of these sections.")).to_be_visible()
    expect(dialog.get_by_role("button", name=re.compile("Join"))).to_be_hidden()
    dialog.get_by_role("button", name="Back").click()
    # Another timetable takes its place: it says what goes and what comes.
    other = cards(page).nth(1)
    others = other.locator("[data-part=crns]").inner_text().split()
    page.get_by_role("button", name="Save timetable 2", exact=True).click()
    # Whichever room was opened first, a question looks the same.
    assert begins_at_the_left(dialog)
    dialog.get_by_label("Name").fill("Plan B")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Plan B", level=1)).to_be_focused()
    expect(page.locator(".plan > header [data-part=about]")).to_have_text("Fall 2025")
    page.get_by_role("button", name="Join", exact=True).click()
    goes, comes = set(crns) - set(others), set(others) - set(crns)
    assert goes and comes
    expect(dialog.locator(".goes")).to_have_count(len(goes))
    expect(dialog.locator(".comes")).to_have_count(len(comes))
    dialog.get_by_role("button", name=f"Join {len(comes)} section").click()
    wait_until(lambda: taken(ada) == sorted(named(others)), "the other sections")
    expect(page.get_by_role("status").filter(has_text=f"Joined {len(comes)} section")).to_be_visible()
    expect(page.get_by_role("group", name="What was moved")).to_be_hidden()
    page.get_by_role("button", name="Watch seats").click()
    expect(page.get_by_text(f"The seats of {len(others)} sections are watched.")).to_be_visible()
    assert watched(ada) == sorted(named(others))
    # It is there again on return, and stops.
    page.reload()
    page.get_by_role("button", name="Stop watching seats").click()
    expect(page.get_by_text(f"The seats of {len(others)} sections are no longer watched.")).to_be_visible()
    expect(page.get_by_role("button", name="Watch seats", exact=True)).to_be_visible()
    assert watched(ada) == []


def watched(person):
    return sorted(watch["section"]["id"] for watch in person.items("/v1/me/seat-watches"))


def begins_at_the_left(dialog):
    heading, box = dialog.get_by_role("heading").bounding_box(), dialog.bounding_box()
    return heading["x"] - box["x"] < 32


def test_on_a_phone_what_was_found_is_told_beside_the_courses(profile, server):
    page = profile.new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    enter(page, register(server, "Ada"), "/timetables")
    expect(page.get_by_role("button", name=re.compile("^Show"))).to_be_hidden()
    choose(page, "cmpt225", "math150")
    page.get_by_role("button", name=re.compile(r"^Show [\d,]+ timetables$")).click()
    expect(page.get_by_role("heading", name=re.compile("timetables, "))).to_be_focused()
    expect(page.get_by_role("heading", name="Timetable 1 of 10")).to_be_in_viewport()


def test_wishes_and_what_was_found_stay_also_without_a_network(profile, server, front):
    ada = register(server, "Ada")
    page = enter(profile.new_page(), ada, "/timetables")
    choose(page, "cmpt225", "math150")
    page.get_by_role("group", name="Days off").get_by_role("button", name="Sat").click()
    expect(cards(page).first).to_contain_text("MATH 150")
    crns = cards(page).first.locator("[data-part=crns]").inner_text()
    page.evaluate("() => navigator.serviceWorker.ready")
    wait_until(lambda: '"off":"S"' in page.evaluate(KEPT), "the wishes to be kept")
    wait_until(lambda: crns.split()[0] in page.evaluate(KEPT), "the answer to be kept")
    page.get_by_role("link", name="Calendar", exact=True).click()
    front.cut()
    page.go_back()
    expect(cards(page).first).to_contain_text(crns)
    expect(page.get_by_role("button", name="Sat")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("What stands here was found on")).to_be_visible()
    # What is wished now is kept, and found once the server is there.
    page.get_by_role("group", name="Days off").get_by_role("button", name="Mon").click()
    expect(page.get_by_role("alert").filter(has_text="The server is not reached")).to_be_visible()
    front.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_role("heading", name="There is no timetable")).to_be_visible()


KEPT = """async () => {
    const answer = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)))
    const db = await answer(indexedDB.open('noteit-outbox'))
    const all = await answer(db.transaction('drafts').objectStore('drafts').getAll())
    db.close()
    return all.map(({ text }) => text).join('\\n')
}"""


def test_why_there_is_none_and_the_way_out_of_it(profile, server):
    ada = register(server, "Ada")
    page = enter(profile.new_page(), ada, "/timetables")
    choose(page, "cmpt225", "math150")
    page.get_by_role("group", name="Days off").get_by_role("button", name="Thu").click()
    expect(page.get_by_text("CMPT 225 and Thursday off do not fit together.")).to_be_visible()
    out = page.get_by_role("button", name="Give up Thursday off")
    expected = ada.call("POST", SEARCH, 200, json={"courses": ["CMPT225", "MATH150"]}).json()["feasible"]
    expect(out).to_contain_text(f"{int(expected):,} timetables")
    out.click()
    expect(page.get_by_role("heading", name=f"{int(expected):,} timetables")).to_be_visible()
    expect(page.get_by_role("button", name="Thu", exact=True)).to_have_attribute("aria-pressed", "false")


def test_busy_times_are_painted_with_a_mouse_and_with_keys(profile, server):
    ada = register(server, "Ada")
    page = enter(profile.new_page(), ada, "/timetables")
    page.get_by_text("Busy times").first.click()
    cell = page.get_by_role("gridcell", name="Mon 10:00, free")
    page.get_by_role("gridcell", name="Tue 14:00, free").scroll_into_view_if_needed()
    cell.scroll_into_view_if_needed()
    box, end = cell.bounding_box(), page.get_by_role("gridcell", name="Tue 11:30, free").bounding_box()
    page.mouse.move(box["x"] + 3, box["y"] + 3)
    page.mouse.down()
    page.mouse.move(end["x"] + 3, end["y"] + 3, steps=6)
    page.mouse.up()
    expect(page.get_by_text("busy Mon Tue 10:00–12:00")).to_be_visible()
    # With keys, what is better without: Wednesday from 8 to 9.
    page.get_by_role("button", name="Better without").click()
    page.get_by_role("gridcell", name="Wed 08:00, free").focus()
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Space")
    expect(page.get_by_text("better without Wed 08:00–09:00")).to_be_visible()
    body = sent_by(page, lambda: choose(page, "math150"), lambda body: body["courses"] == ["202530.MATH150"])
    assert body["busy"] == [
        {"days": "MT", "start": "10:00", "end": "12:00", "hard": True}, {"days": "W", "start": "08:00", "end": "09:00", "hard": False}]
    page.get_by_role("button", name="Take away: busy Mon Tue 10:00–12:00").click()
    expect(page.get_by_text("busy Mon Tue 10:00–12:00")).to_have_count(0)


def test_a_class_is_dragged_to_another_of_its_times_or_moved_with_keys_and_locked(profile, server):
    ada = register(server, "Ada")
    page = enter(profile.new_page(), ada, "/timetables")
    choose(page, "cmpt225")
    card = cards(page).first
    lab = card.locator(".tt-block").filter(has_text="LAB")
    expect(lab).to_have_count(1)
    lab.scroll_into_view_if_needed()
    box = lab.bounding_box()
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + 14, box["y"] + 20, steps=3)
    target = card.locator(".target").filter(has_text="D107").or_(card.locator(".target").filter(has_text="D108")).last
    expect(target).to_be_visible()
    place = target.bounding_box()
    page.mouse.move(place["x"] + 10, place["y"] + 10, steps=4)
    page.mouse.up()
    expect(lab.get_by_role("button", name=re.compile("13:30–14:20"))).to_be_visible()
    moved = page.get_by_role("group", name="What was moved")
    expect(moved).to_contain_text(re.compile("CMPT 225 D10[78] is at Thu 13:30–14:20 now."))
    exact = ada.call("POST", SEARCH, 200, json={"courses": ["CMPT225"], "pinned": [int(crn) for crn in crns_of(card)], "unknown": "median",
                                                "weights": USUAL}).json()["timetables"][0]
    expect(card).to_contain_text(f"{exact['cost']:,}")
    # The same with keys: its other times are in its dialog.
    lab.get_by_role("button").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="D101 Tue 13:30–14:20").focus()
    page.keyboard.press("Enter")
    expect(moved).to_contain_text("CMPT 225 D101 is at Tue 13:30–14:20 now.")
    sent_by(page, lambda: page.get_by_role("button", name="Lock it there").click(), lambda body: body["pinned"] == [5447])
    expect(lab.get_by_role("button", name=re.compile("locked"))).to_be_visible()


USUAL = {"day": 3000, "untimed": 200_000, "full": 200_000, "campus": 100_000}


def crns_of(card):
    return card.locator("[data-part=crns]").inner_text().split()


def test_a_friends_timetable_is_laid_over_ones_own(profile, other_profile, server, tmp_path):
    ada, bob = register(server, "Ada"), register(server, "Bob")
    plan = ada.call("POST", "/v1/me/schedules", 201, json={
        "term": "202530", "name": "Plan A", "sections": named(best(ada, ["CMPT225", "MATH150"]))}).json()
    bob.enroll(*named(best(bob, ["MACM101"])))
    page = enter(profile.new_page(), ada, f"/timetables?plan={plan['id']}")
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("button", name="Stop sharing")).to_be_visible()
    link = page.get_by_label("Link", exact=True).input_value()
    assert link.endswith(f"/timetables?plan={plan['id']}")
    theirs = enter(other_profile.new_page(), bob, "/timetables")
    theirs.get_by_label("A link from a friend").fill(link)
    theirs.get_by_role("button", name="Open", exact=True).click()
    expect(theirs.get_by_role("heading", name="Plan A", level=1)).to_be_visible()
    expect(theirs.get_by_text("by Ada · Fall 2025")).to_be_visible()
    expect(theirs.get_by_role("button", name="Delete")).to_be_hidden()
    theirs.get_by_label("Compare with").select_option("my classes")
    expect(theirs.get_by_role("heading", name="My classes")).to_be_visible()
    expect(theirs.get_by_role("heading", name="Both are free")).to_be_visible()
    free = dict(re.findall(r"- term: (.+)\n\s*- definition: (.+)", theirs.locator("[data-part=free]").aria_snapshot()))
    assert free == {day: text for day, text in both_free(ada, plan, bob).items()}
    theirs.get_by_role("button", name="Over each other").click()
    expect(theirs.locator(".both .tt-block.other").first).to_be_visible()
    expect(theirs.get_by_role("heading", name="Plan A by Ada (left) and My classes (right)")).to_be_visible()
    photograph(theirs, "over")
    with theirs.expect_download() as saved:
        theirs.get_by_role("button", name="Calendar file").click()
    assert b"BEGIN:VCALENDAR" in open(saved.value.path(), "rb").read()
    with theirs.expect_download() as saved:
        theirs.get_by_role("button", name="Picture").click()
    picture = open(saved.value.path(), encoding="utf-8").read()
    # One picture: the terminal draws the same.
    terminal = Terminal(server, tmp_path / "ada", ada)
    assert picture == terminal.noteit("schedule", "export", "Plan A", "--svg")
    theirs.context.set_offline(True)
    theirs.get_by_role("button", name="Picture").click()
    expect(theirs.get_by_role("alert").filter(has_text="Try again once you are connected.")).to_be_visible()
    theirs.context.set_offline(False)
    page.get_by_role("button", name="Stop sharing").click()
    expect(page.get_by_role("button", name="Share", exact=True)).to_be_visible()
    theirs.goto(f"/timetables?plan={plan['id']}")
    expect(theirs.get_by_role("alert").filter(has_text="not shared any more")).to_be_visible()


def test_a_friends_timetable_that_was_opened_opens_without_a_network_until_it_is_not_shared_any_more(profile, server, front):
    ada, bob = register(server, "Ada"), register(server, "Bob")
    plan = ada.call("POST", "/v1/me/schedules", 201, json={
        "term": "202530", "name": "Of a friend", "sections": named(best(ada, ["CMPT225"]))}).json()
    path = f"/v1/me/schedules/{plan['id']}"
    ada.call("PATCH", path, 200, json={"shared": True})
    page = enter(profile.new_page(), bob, f"/timetables?plan={plan['id']}")
    kept(page)
    heading = page.get_by_role("heading", name="Of a friend", level=1)
    expect(heading).to_be_visible()
    wait_until(lambda: "Of a friend" in page.evaluate(KEPT), "the timetable to be kept")
    front.cut()
    page.reload()
    expect(heading).to_be_visible()
    expect(page.get_by_text("by Ada · Fall 2025")).to_be_visible()
    expect(page.locator("[data-part=one] .tt-block").first).to_be_visible()
    ada.call("PATCH", path, 200, json={"shared": False})
    front.mend()
    page.reload()
    expect(page.get_by_role("alert").filter(has_text="not shared any more")).to_be_visible()
    wait_until(lambda: "Of a friend" not in page.evaluate(KEPT), "the timetable to be gone")
    front.cut()
    page.reload()
    expect(page.get_by_role("heading", name="Not here", level=1)).to_be_visible()


def both_free(ada, plan, bob):
    """From 8:00 to 20:00, half an hour or more, by the catalog."""
    wanted = {*plan["sections"], *taken(bob)}
    meetings = [meeting for course in ("CMPT225", "MATH150", "MACM101") for section in ada.get(f"/v1/courses/202530.{course}")["sections"]
                if section["id"] in wanted for meeting in section["meetings"]]
    clock = lambda minute: f"{minute // 60:02}:{minute % 60:02}"  # noqa: E731
    minutes = lambda text: int(text[:2]) * 60 + int(text[3:])  # noqa: E731
    found = {}
    for name, letter in zip("Mon Tue Wed Thu Fri".split(), "MTWRF", strict=True):
        at, free = 480, []
        for start, end in sorted((minutes(one["start"]), minutes(one["end"])) for one in meetings if letter in one["days"]) + [(1200, 1200)]:
            if start - at >= 30:
                free.append(f"{clock(at)}–{clock(start)}")
            at = max(at, end)
        found[name] = ", ".join(free) or "nothing"
    return found


def test_a_timetable_is_renamed_and_deleted(profile, server):
    ada = register(server, "Ada")
    plan = ada.call("POST", "/v1/me/schedules", 201, json={
        "term": "202530", "name": "Plan A", "sections": named(best(ada, ["CMPT225"]))}).json()
    page = enter(profile.new_page(), ada, "/timetables")
    page.get_by_role("link", name="Plan A").click()
    page.get_by_role("button", name="Rename").click()
    page.get_by_role("dialog").get_by_label("Name").fill("Mornings")
    page.get_by_role("dialog").get_by_role("button", name="Rename").click()
    expect(page.get_by_role("heading", name="Mornings", level=1)).to_be_visible()
    assert ada.get(f"/v1/me/schedules/{plan['id']}")["name"] == "Mornings"
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("You have saved no timetable yet.")).to_be_visible()
    assert ada.items("/v1/me/schedules") == []


@LOOKS
def test_timetables_have_no_violations_and_fit(profile, server, theme, size):
    ada = register(server, "Ada")
    plans = [ada.call("POST", "/v1/me/schedules", 201, json={"term": "202530", "name": name, "sections": named(best(ada, courses))}).json()
             for name, courses in (("Plan A", ["CMPT225", "MATH150"]), ("Plan B", ["MACM101", "MATH151"]))]
    page = profile.new_page()
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    session = page.context.new_cdp_session(page)
    touch = lambda: session.send("Emulation.setTouchEmulationEnabled", {"enabled": size[0] == 320})  # noqa: E731
    touch()
    enter(page, ada, "/timetables")
    choose(page, "cmpt225", "math150", "macm101")
    seen = []

    def look(name):
        # What is looked for anew is paler meanwhile.
        expect(page.locator(".best[data-asking]")).to_have_count(0)
        wait_until(lambda: page.evaluate("document.getAnimations().length === 0"), "the last transition")
        found = Axe().run(page, context={"exclude": [ALIKE]})
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

    expect(cards(page).nth(1)).to_contain_text("for")
    look("found")
    page.locator(".chips summary").first.click()
    page.locator("[data-part=painting] > summary").click()
    expect(page.get_by_role("gridcell").first).to_be_visible()
    look("wishes")
    page.reload()
    cards(page).first.locator(".tt-block button").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    look("class")
    page.keyboard.press("Escape")
    page.goto(f"/timetables?plan={plans[0]['id']}&beside={plans[1]['id']}")
    expect(page.locator(".pair .tt-block").first).to_be_visible()
    look("beside")
    page.get_by_role("button", name="Over each other").click()
    look("over")
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.get_by_role("dialog").get_by_role("listitem").first).to_be_visible()
    look("join")
    assert seen == []
