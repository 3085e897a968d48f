"""The calendar with a real server: what it shows, events of one's own, moving, tasks, without a network; axe on a phone and at a
desk."""

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from noteitd import wait_until
from tabs import COURSE
from visits import LOOKS, PICTURES, SMALL, enter

# A Tuesday of the term, with classes from 11:30 to 13:20.
TUESDAY = "2025-09-16"


def entry(page, words):
    return page.get_by_role("listitem").filter(has_text=words).last


def day(page, name):
    return page.locator(f"[data-day='{name}']")


def items(person, day, kind):
    return [item for item in person.get(f"/v1/me/calendar?from={day}&to={day}")["items"] if item["kind"] == kind]


def write_event(page, title, **fields):
    page.keyboard.press("N")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Title").fill(title)
    for label, value in fields.items():
        if label == "Repeat":
            dialog.get_by_label(label).select_option(value)
        else:
            dialog.get_by_label(label, exact=True).fill(value)
    dialog.get_by_role("button", name="Add").click()
    expect(dialog).to_be_hidden()


def test_a_week_has_classes_and_what_is_due(profile, people):
    people["grace"].post(COURSE, title="Lab 1", kind="assignment", due="2025-09-18T17:00:00-07:00")
    page = enter(profile.new_page(), people["ada"], f"/calendar/{TUESDAY}?view=week")
    expect(day(page, TUESDAY)).to_contain_text("11:30–13:20")
    expect(day(page, TUESDAY).get_by_role("link", name="CMPT 225")).to_be_visible()
    page.get_by_role("link", name="Lab 1").click()
    expect(page).to_have_url(re.compile(f"/c/{COURSE}/1$"))


def test_an_event_of_ones_own_is_made_without_a_network_changed_dragged_and_deleted(profile, people, front):
    page = enter(profile.new_page(), people["ada"], "/calendar/2027-03-02?view=week")
    expect(page.locator(".empty")).to_be_visible()
    front.cut()
    write_event(page, "Choir; with tea", Place="Hall 3")
    expect(entry(page, "Choir; with tea")).to_contain_text("waits for the network")
    # It stands once, whatever is on its way.
    page.evaluate("""() => {
        globalThis.counts = new Set()
        const look = () => counts.add(document.querySelectorAll('.entry').length)
        new MutationObserver(look).observe(document.querySelector('main'), { childList: true, subtree: true })
    }""")
    front.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(entry(page, "Choir; with tea")).not_to_contain_text("waits")
    wait_until(lambda: len(items(people["ada"], "2027-03-02", "personal")) == 1, "the event to be there once")
    row = day(page, "2027-03-02").locator(".entry")
    assert page.evaluate("[...counts]") in ([], [1])
    expect(row).to_contain_text("09:00–10:00")
    row.get_by_role("button").click()
    page.get_by_role("dialog").get_by_role("button", name="Change").click()
    page.get_by_role("dialog").get_by_label("Title").fill("Choir")
    page.get_by_role("dialog").get_by_role("button", name="Keep").click()
    expect(row).to_contain_text("Choir Hall 3")
    box, target = row.bounding_box(), day(page, "2027-03-04").locator(".timed").bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + 2)
    page.mouse.down()
    page.mouse.move(target["x"] + 20, box["y"] + 20, steps=3)
    page.mouse.move(target["x"] + 20, box["y"] + 2 + 2 * 48, steps=3)
    page.mouse.up()
    expect(page.get_by_role("dialog")).to_contain_text("From Tue 2 Mar 2027 09:00 to Thu 4 Mar 2027 11:00?")
    page.get_by_role("dialog").get_by_role("button", name="Move").click()
    moved = day(page, "2027-03-04").locator(".entry")
    expect(moved).to_contain_text("11:00–12:00")
    moved.get_by_role("button").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").last.get_by_role("button", name="Delete").click()
    expect(page.locator(".entry")).to_have_count(0)
    assert items(people["ada"], "2027-03-04", "personal") == []


def test_an_event_repeats_as_the_server_says_also_when_clocks_change(profile, people):
    page = enter(profile.new_page(), people["ada"], "/calendar/2025-10-28?view=week")
    expect(day(page, "2025-10-28")).to_be_visible()
    write_event(page, "Swim", From="2025-10-28", At="07:00", Until="08:00", Repeat="FREQ=WEEKLY")
    expect(day(page, "2025-10-28").locator(".personal")).to_contain_text("07:00–08:00")
    # Until the clocks of this zone change, and after that.
    page.goto("/calendar/2025-11-04?view=week")
    expect(day(page, "2025-11-04").locator(".personal")).to_contain_text("07:00–08:00")
    wait_until(lambda: [item["start"] for item in items(people["ada"], "2025-11-04", "personal")] == ["2025-11-04T15:00:00Z"],
               "the server to have the event")


def test_a_due_date_moves_with_the_keyboard(profile, people):
    people["grace"].post(COURSE, title="Lab 1", kind="assignment", due="2025-09-19T17:00:00-07:00")
    page = enter(profile.new_page(), people["grace"], "/calendar/2025-09-19?view=month")
    page.get_by_role("link", name="Lab 1").focus()
    page.keyboard.press("v")
    page.get_by_role("dialog").get_by_label("Day").fill("2025-09-22")
    expect(page.get_by_role("dialog")).to_contain_text("From Fri 19 Sep 2025 17:00 to Mon 22 Sep 2025 17:00?")
    page.get_by_role("dialog").get_by_role("button", name="Move").click()
    expect(day(page, "2025-09-22")).to_contain_text("Lab 1")
    wait_until(lambda: items(people["bob"], "2025-09-22", "due") != [], "the due date to move")


def test_a_task_is_made_from_today_and_ticked_in_the_calendar(profile, people):
    page = enter(profile.new_page(), people["ada"], "/")
    page.get_by_role("button", name="New task").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Title").fill("Read chapter 5")
    dialog.get_by_label("Due").fill("2027-03-02 17:00")
    dialog.get_by_label("Course").select_option(COURSE)
    dialog.get_by_role("button", name="Add").click()
    expect(page.get_by_role("region", name="Tasks")).to_contain_text("Read chapter 5")
    page.goto("/calendar/2027-03-02?view=day")
    entry(page, "Read chapter 5").get_by_role("button").click()
    expect(dialog).to_contain_text("60 minutes of work")
    dialog.get_by_role("button", name="Done").click()
    expect(entry(page, "Read chapter 5")).to_contain_text("done")
    wait_until(lambda: people["ada"].get("/v1/me/tasks")["items"][0]["done"], "the tick to arrive")


@LOOKS
def test_the_calendar_has_no_violations_and_fits(profile, people, theme, size):
    for number, hour in enumerate((9, 11, 12)):
        people["bob"].post(COURSE, title=f"Lab {number} with a long name", kind="assignment", due=f"2025-09-16T{hour:02}:15:00-07:00")
    people["bob"].post(COURSE, title="Midterm", kind="exam", due="2025-09-18T23:59:00-07:00")
    people["ada"].call("POST", "/v1/me/tasks", 201, json={
        "title": "Read chapter 5", "kind": "flexible", "minutes": 30, "deadline": "2025-09-17T20:00:00Z", "course": COURSE})
    page = profile.new_page()
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": size[0] == 320})
    enter(page, people["ada"])
    seen = []
    for view in ("day", "week", "month"):
        page.goto(f"/calendar/{TUESDAY}?view={view}")
        expect(page.get_by_role("link", name="Lab 2").first).to_be_visible()
        for step in ("", "N"):
            if step:
                page.keyboard.press(step)
                expect(page.get_by_role("dialog")).to_be_visible()
            if PICTURES:
                page.screenshot(path=f"{PICTURES}/calendar-{view}{step}-{size[0]}-{theme}.png", full_page=True)
            found = Axe().run(page)
            seen += [(view, violation["id"], node["html"][:300]) for violation in found.response["violations"] for node in violation["nodes"]]
            seen += [(view, "small target", html) for html in page.evaluate(SMALL)] if size[0] == 320 else []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), view
    assert seen == []
