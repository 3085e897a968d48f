"""Study with a real server: a block is moved, which a CalDAV client sees; done, the timer, tasks, what does not fit, settings,
without a network; axe on a phone and at a desk."""

import datetime
import re
import zoneinfo

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from dav import Dav, moment, values
from noteitd import wait_until
from study_people import EVERY_DAY, add, at, mark, noon_zone, settle, study, task_of, timetable
from tabs import COURSE
from visits import LOOKS, PICTURES, SMALL, enter

ZONE = noon_zone()
HOURS = {day: [{"start": "09:00", "end": "22:00"}] for day in EVERY_DAY}


@pytest.fixture
def ada(people):
    """Studies from nine to ten in the evening."""
    settle(people["ada"], timeZone=ZONE, hours=HOURS, mode="balanced", minimumBlock=60)
    return people["ada"]


def blocks(person, task=None):
    return [block for block in study(timetable(person), task) if not block["missed"]]


def local(time):
    return datetime.datetime.fromisoformat(time).astimezone(zoneinfo.ZoneInfo(ZONE))


def day(page, name):
    return page.locator(f"[data-day='{name}']")


def title_of(page, words):
    return page.locator(".told").filter(has_text=words)


def test_a_block_that_is_dragged_stays_there_and_the_phones_calendar_sees_it(profile, ada):
    task = add(ada, "Read chapter 4", minutes=60, deadline=at(ZONE, 6, "20:00"))
    [block] = blocks(ada, task)
    old = local(block["start"])
    page = enter(profile.new_page(), ada, f"/study?day={old.date()}")
    row = page.locator(f"li.entry[data-key='{block['id']}']")
    expect(row).to_contain_text("Read chapter 4")
    week = page.locator("li.cell").evaluate_all("(days) => days.map((day) => day.dataset.day)")
    to = datetime.date.fromisoformat(next(name for name in reversed(week) if name != str(old.date())))
    target = day(page, to).locator(".timed")
    box, place = row.bounding_box(), target.bounding_box()
    first = page.locator(".hours span").first.inner_text()
    above = (15 - int(first[:2])) * 48
    page.mouse.move(box["x"] + 5, box["y"] + 2)
    page.mouse.down()
    page.mouse.move(place["x"] + 20, place["y"] + 20, steps=3)
    page.mouse.move(place["x"] + 20, place["y"] + above + 2, steps=3)
    page.mouse.up()
    expect(title_of(page, "15:00–16:00. It stays there.")).to_be_visible()
    expect(day(page, to).locator(".entry.pinned")).to_contain_text("15:00–16:00")
    start = datetime.datetime.combine(to, datetime.time(15), zoneinfo.ZoneInfo(ZONE))
    phone = Dav(ada)

    def seen():
        return [text for text in phone.texts("study").values() if moment(text, "DTSTART") == start.astimezone(datetime.timezone.utc)]
    wait_until(seen, "the phone's calendar to have the block where it was put")
    assert "PINNED" in ",".join(values(seen()[0], "CATEGORIES"))
    [now] = blocks(ada, task)
    assert now["pinned"] and local(now["start"]) == start


def test_a_study_day_with_the_timer_done_missed_and_without_a_network(profile, ada, front):
    task = add(ada, "Read chapter 4", minutes=60, deadline=at(ZONE, 0, "23:00"))
    [block] = blocks(ada, task)
    page = enter(profile.new_page(), ada, "/study")
    row = page.locator(f"li.entry[data-key='{block['id']}']")
    row.get_by_role("button", name="Start the timer: Read chapter 4").click()
    expect(page.get_by_role("group", name="Now")).to_contain_text("Read chapter 4: 0m, since")
    page.reload()
    expect(page.get_by_role("group", name="Now")).to_contain_text("Read chapter 4: 0m, since")
    page.get_by_role("button", name="Stop, all done").click()
    expect(title_of(page, "Recorded 1m for Read chapter 4, done.")).to_be_visible()
    wait_until(lambda: task_of(ada, task)["done"], "the task to be done")
    other = add(ada, "Exercises", minutes=60, deadline=at(ZONE, 0, "23:00"))
    [block] = blocks(ada, other)
    row = page.locator(f"li.entry[data-key='{block['id']}']")
    expect(row).to_contain_text("Exercises")
    front.cut()
    row.locator("[data-part=open]").click()
    page.get_by_role("dialog").get_by_role("button", name="Done", exact=True).click()
    expect(row).to_contain_text("done, waits for the network")
    front.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(row).not_to_contain_text("waits")
    wait_until(lambda: task_of(ada, other)["minutesDone"] == 60, "the block to count as studied")
    page.get_by_role("button", name="Undo").click()
    wait_until(lambda: task_of(ada, other)["minutesDone"] == 0, "the block to be taken back")
    row.locator("[data-part=open]").click()
    page.get_by_role("dialog").get_by_role("button", name="Missed", exact=True).click()
    expect(title_of(page, "Missed, and planned again: Exercises.")).to_be_visible()
    wait_until(lambda: block["id"] not in [each["id"] for each in blocks(ada, other)], "the block to be missed")


def test_a_task_that_does_not_fit_gets_its_place_with_one_button(profile, ada):
    tomorrow = "MTWRFSU"[local(at(ZONE, 1, "12:00")).weekday()]
    settle(ada, timeZone=ZONE, hours={tomorrow: [{"start": "18:00", "end": "19:00"}]}, mode="weeks", minimumBlock=60)
    task = add(ada, "Essay", minutes=120, deadline=at(ZONE, 2, "12:00"))
    page = enter(profile.new_page(), ada, "/study")
    page.locator(".unplaced summary").click()
    button = page.locator(".unplaced li").get_by_role("button")
    expect(button).to_contain_text("Move the deadline to")
    button.click()
    expect(page.locator(".unplaced")).to_be_hidden()
    assert sum(1 for _ in blocks(ada, task)) >= 1 and timetable(ada)["unplaced"] == []


def test_a_lunch_that_repeats_is_made_and_one_of_it_is_moved(profile, ada):
    page = enter(profile.new_page(), ada, "/study?part=tasks")
    page.get_by_role("button", name="New task").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Title").fill("Lunch")
    dialog.get_by_label("What").select_option("fixed")
    dialog.get_by_label("Day", exact=True).fill(at(ZONE, 1, "12:00")[:10])
    dialog.get_by_label("From", exact=True).fill("12:00")
    dialog.get_by_label("To", exact=True).fill("12:30")
    dialog.get_by_label("Repeat").select_option("FREQ=DAILY")
    dialog.get_by_role("button", name="Add").click()
    row = page.locator("li.task").filter(has_text="Lunch")
    expect(row).to_contain_text("12:00–12:30 daily")
    wait_until(lambda: [each for each in timetable(ada)["blocks"] if each["title"] == "Lunch"], "lunch to be in the plan")
    page.goto("/study?day=" + at(ZONE, 1, "12:00")[:10])
    lunch = day(page, at(ZONE, 1, "12:00")[:10]).locator("li.entry.fixed").filter(has_text="Lunch")
    lunch.get_by_role("button").first.click()
    dialog.get_by_role("button", name="Change the task").click()
    dialog.get_by_role("button", name="Only").click()
    dialog.get_by_label("From", exact=True).fill("13:00")
    dialog.get_by_label("To", exact=True).fill("13:30")
    dialog.get_by_role("button", name="Keep").click()
    expect(lunch).to_contain_text("13:00–13:30")
    starts = sorted((each["start"], each["recurrence"] is None) for each in ada.items("/v1/me/tasks"))
    assert starts == [(at(ZONE, 1, "12:00"), False), (at(ZONE, 1, "13:00"), True)]


def test_a_block_is_moved_let_go_and_marked_without_a_network_in_this_order(profile, ada, front):
    task = add(ada, "Essay", minutes=60, earliest=at(ZONE, 1, "00:00"), deadline=at(ZONE, 1, "22:00"))
    [block] = blocks(ada, task)
    page = enter(profile.new_page(), ada, "/study?day=" + at(ZONE, 1, "12:00")[:10])
    row = page.locator(f"li.entry[data-key='{block['id']}']")
    row.locator("[data-part=open]").focus()
    front.cut()
    page.keyboard.press("]")
    expect(row).to_contain_text("stays there, waits for the network")
    page.keyboard.press("]")
    page.keyboard.press("i")
    expect(title_of(page, "May move: Essay.")).to_be_visible()
    page.keyboard.press("i")
    page.keyboard.press("x")
    expect(row).to_contain_text("done, waits for the network")
    front.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(row).not_to_contain_text("waits")
    [now] = [each for each in study(timetable(ada, **{"from": at(ZONE, 1, "12:00")[:10]}), task) if each["id"] == block["id"]]
    assert (now["done"], now["pinned"], local(now["start"]) - local(block["start"])) == (True, True, datetime.timedelta(minutes=30))


def test_a_thumb_swipes_to_the_next_day(profile, ada):
    page = profile.new_page()
    page.set_viewport_size({"width": 320, "height": 640})
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    enter(page, ada, "/study?day=2026-11-24")
    heading = page.locator("main .bar h2")
    expect(heading).to_have_text(re.compile("^Tue 24 Nov"))
    # The last that is drawn above the hours, and moves them down: what the plan says.
    expect(page.locator("main [data-part=empty]")).to_have_text(re.compile("."))
    # A touch is heard from the second frame on: then the browser knows who listens where.
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    box = page.locator(".timed").bounding_box()
    for kind, x in (("touchStart", 280), ("touchMove", 200), ("touchMove", 120), ("touchEnd", None)):
        points = [] if x is None else [{"x": x, "y": box["y"] + 60}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(heading).to_have_text(re.compile("^Wed 25 Nov"))
    expect(page.locator(".strip [aria-current]")).to_have_text("Wed 25")


def test_hours_are_given_and_the_plan_follows(profile, people):
    ada = people["ada"]
    task = add(ada, "Read chapter 4", minutes=60)
    page = enter(profile.new_page(), ada, "/study")
    page.get_by_role("link", name="Say when you study").click()
    page.get_by_label("Monday").fill("9-17, 19-21")
    page.get_by_role("button", name="Tuesday to Friday as Monday").click()
    expect(page.get_by_text("50h a week.")).to_be_visible()
    page.get_by_label("Break between blocks").fill("10m")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved. Your plan is made anew.")).to_be_visible()
    settings = ada.get("/v1/me/study-settings")
    assert settings["hours"]["R"] == [{"start": "09:00", "end": "17:00"}, {"start": "19:00", "end": "21:00"}]
    assert (settings["break"], settings["mode"], settings["rules"]) == (10, "balanced", [])
    page.get_by_label("Time zone").fill("Nowhere/Else")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Time zone")).to_have_attribute("aria-invalid", "true")
    assert study(timetable(ada, **{"from": at(ZONE, 0, "12:00")[:10], "to": at(ZONE, 8, "12:00")[:10]}), task)


def test_what_was_studied_is_seen_and_leaving_does_not_ask_about_it(profile, ada, front):
    mark(ada, add(ada, "Read chapter 4", minutes=120, course=COURSE), done=False, minutes=90)
    page = enter(profile.new_page(), ada, "/study?part=stats")
    expect(page.locator("[data-part=studied]")).to_have_text("1h 30m, 1 day in a row")
    expect(page.locator(".bars").first).to_contain_text("CMPT225")
    page.get_by_role("link", name="Plan").click()
    front.cut()
    page.get_by_role("link", name="Stats").click()
    expect(page.get_by_text("As it was")).to_be_visible()
    expect(page.locator("[data-part=studied]")).to_have_text("1h 30m, 1 day in a row")
    front.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")


@LOOKS
def test_study_has_no_violations_and_fits(profile, ada, theme, size):
    read = add(ada, "Read chapter 4 with a long name, to the end", minutes=120, deadline=at(ZONE, 3, "20:00"), course=COURSE, priority="high")
    add(ada, "Lunch", start=at(ZONE, 0, "11:00"), end=at(ZONE, 0, "11:45"), recurrence={"rule": "FREQ=DAILY"}, overlap=True)
    add(ada, "Exercises 5", minutes=240, deadline=at(ZONE, 5, "20:00"))
    add(ada, "Vocabulary", minutes=90, priority="low")
    add(ada, "Far too much", minutes=2400, deadline=at(ZONE, 1, "20:00"), priority="low")
    assert blocks(ada, read)
    mark(ada, read, done=False, minutes=30)
    page = profile.new_page()
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": size[0] == 320})
    enter(page, ada)
    seen = []
    for part, prepare in PARTS:
        page.goto(f"/study{part}")
        prepare(page)
        found = Axe().run(page)
        seen += [(part, violation["id"], node["html"][:300]) for violation in found.response["violations"] for node in violation["nodes"]]
        seen += [(part, "small target", html) for html in page.evaluate(SMALL)] if size[0] == 320 else []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), part
        # It takes the touch screen away, so it comes last.
        if PICTURES:
            page.screenshot(path=f"{PICTURES}/study-{prepare.__name__}-{size[0]}-{theme}.png", full_page=True)
    assert seen == []


def plan(page):
    expect(page.locator("li.entry.study").first).to_be_visible()
    page.locator(".unplaced summary").click()
    expect(page.locator(".unplaced li").first).to_be_visible()


def about(page):
    page.locator("li.entry.study [data-part=open]").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()


def moving(page):
    about(page)
    page.get_by_role("dialog").get_by_role("button", name="Move").click()
    expect(page.get_by_role("dialog").get_by_label("Length")).to_be_visible()


def tasks(page):
    expect(page.locator("li.task").first).to_be_visible()


def changing(page):
    tasks(page)
    page.locator("li.task.high [data-part=open]").click()
    page.get_by_role("dialog").locator("summary").click()
    expect(page.get_by_role("dialog").get_by_label("Not before")).to_be_visible()


def settings(page):
    expect(page.get_by_role("button", name="Save")).to_be_visible()


def stats(page):
    expect(page.locator(".bars li").first).to_be_visible()


PARTS = [("?part=stats", stats), ("?part=settings", settings), ("?part=tasks", tasks), ("?part=tasks&", changing), ("", plan), ("?", about), ("?part=plan", moving)]
