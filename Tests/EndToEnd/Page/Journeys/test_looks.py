"""Every room in both themes, on a phone and at a desk: axe finds nothing, and nothing is wider than the window, from right to left, on
a wall and at 200 % neither."""

import pytest
from playwright.sync_api import expect

from people import register
from tabs import COURSE
from visits import FITS, LOOKS, flaws, sign_in

ROOM = f"/c/{COURSE}"
LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft" * 2
BODY = f"# A heading\n\n{LONG} $\\frac{{n}}{{2^h}}$\n\n```python\nreturn {'a' * 200}\n```\n\n| a | b |\n|---|---|\n| 1 | {LONG} |\n"


@pytest.fixture
def busy(server, people):
    """A class in which every kind of row is shown; its words are long."""
    ada, bob, grace = people["ada"], people["bob"], people["grace"]
    question = ada.post(COURSE, f"Why? {LONG}", kind="question", body=BODY, tags=["a-tag"])
    answer = bob.reply(question, BODY)
    for _ in range(8):
        answer = grace.reply(question, "And so on.", parent=answer["id"])
    grace.call("PUT", f"/v1/events/{question['id']}/answer", json={"reply": answer["id"]})
    bob.post(COURSE, "اسئلة الامتحان", body="متى يبدأ الامتحان؟", due="2027-01-01T12:00:00Z", kind="exam")
    bob.post(COURSE, f"For @{ada.account['handle']}", body=f"@{ada.account['handle']}, look.", attachments=[
        bob.upload(name=f"{LONG[:90]}.txt")["id"]])
    ada.call("POST", "/v1/me/tasks", 201, json={"title": LONG, "kind": "flexible", "minutes": 30, "deadline": "2027-01-01T12:00:00Z",
                                                "course": COURSE})
    day = [{"start": "00:00", "end": "24:00"}]
    ada.call("PUT", "/v1/me/study-settings", json={"hours": dict.fromkeys("MTWRFSU", day), "mode": "even"})
    ada.call("POST", f"/v1/events/{question['id']}/reports", 201, json={"reason": LONG, "reply": answer["id"]})
    bob.call("POST", f"/v1/events/{question['id']}/reports", 201, json={"reason": LONG})
    grace.call("POST", "/v1/notices", 201, json={"courses": [COURSE], "title": LONG, "mustRead": True})
    grace.call("PUT", f"/v1/courses/{COURSE}/joining", 200, json={"joining": "approval"})
    newcomer = register(server, LONG[:80])
    section = newcomer.get(f"/v1/courses/{COURSE}")["sections"][0]["id"]
    newcomer.call("POST", "/v1/me/enrollments", 202, json={"sections": [section]})
    return people


def course(page):
    page.get_by_role("button", name="Write a post").click()
    page.get_by_text("Who sees it, tags, later").click()


def thread(page):
    page.get_by_role("group", name="This post").get_by_role("button", name="Reply").click()
    page.get_by_label("Reply", exact=True).fill(BODY)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("region", name="Preview").locator("table")).to_be_visible()


def deleting(page):
    page.get_by_role("group", name="This post").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def found(page):
    page.locator("summary").filter(has_text="CMPT225").click()
    expect(page.get_by_role("checkbox").first).to_be_visible()


def wishes(page):
    page.get_by_text("Busy times").first.click()
    expect(page.get_by_role("gridcell").first).to_be_visible()


def notice(page):
    page.get_by_role("button", name="Write a notice").click()
    page.get_by_label("Text").fill(BODY)
    page.get_by_role("button", name="Preview").click()
    expect(page.locator(".reach")).to_contain_text("Reaches")
    page.locator(".unseen-names summary").click()
    expect(page.locator(".unseen-names .label").first).to_be_visible()


def roster(page):
    expect(page.get_by_role("button", name="Let in")).to_be_visible()
    expect(page.get_by_role("button", name="Remove").first).to_be_visible()
    for summary in page.locator("main summary").all():
        summary.click()


def removing(page):
    page.get_by_role("button", name="Remove").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()


def waits_for(selector):
    return lambda page: expect(page.locator(selector).first).to_be_visible()


ROOMS = [
    ("/", waits_for("li.event")),
    (ROOM, course),
    (f"{ROOM}?mine=1&kind=exam", waits_for(".empty")),
    (f"{ROOM}/1", thread),
    (f"{ROOM}/1", deleting),
    (f"{ROOM}/3", waits_for(".files button")),
    (f"{ROOM}/99", waits_for(".gone")),
    ("/inbox", waits_for("li.notification")),
    ("/courses?q=cmpt+225&term=202530", found),
    ("/search?q=why", waits_for("li.hit")),
    ("/settings#feeds", waits_for(".settings form")),
    ("/calendar/2027-01-01?view=day", waits_for("li.entry")),
    ("/calendar/2027-01-01?view=week", waits_for("li.entry")),
    ("/calendar/2027-01-01?view=month", waits_for("li.entry")),
    ("/study", waits_for("li.entry.study")),
    ("/study?part=tasks", waits_for("li.task")),
    ("/study?part=settings", waits_for(".picture .cell")),
    ("/study?part=stats", waits_for(".sums")),
    ("/timetables", wishes),
    ("/timetables?plan=mine", waits_for(".pair .tt-block")),
    ("/staff", waits_for(".none")),
]
STAFF = f"/staff/{COURSE}"
ROOMS_OF_STAFF = [
    ("/staff", waits_for(".counts li:not([hidden])")),
    (STAFF, waits_for("li.notice-row")),
    (f"{STAFF}/notices", notice),
    (f"{STAFF}/roster", roster),
    (f"{STAFF}/roster", removing),
    (f"{STAFF}/reports?all=1", waits_for("li.report .text")),
    (f"{STAFF}/none", waits_for(".none")),
]


@pytest.mark.parametrize("who, rooms", [("ada", ROOMS), ("grace", ROOMS_OF_STAFF)], ids=["a student", "staff"])
@LOOKS
def test_every_room_has_no_violations_and_fits(visit, busy, who, rooms, theme, size):
    page = visit(color_scheme=theme, reduced_motion="reduce", viewport={"width": size[0], "height": size[1]})
    tools = page.context.new_cdp_session(page)
    sign_in(page, busy[who])
    seen = []
    for address, prepare in rooms:
        page.goto(address)
        prepare(page)
        seen += flaws(page, f"{who} {address} {prepare.__name__}".replace(COURSE, "c"), theme)
        if size[0] > 1000:
            seen += [(address, prepare.__name__, *way) for way in WAYS if not fits(page, tools, *way)]
    assert seen == []


# The width of the window and of its letters: on a wall, at a zoom of 200 %, and with letters of twice the size.
LETTERS = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
WAYS = [(3840, 16), (640, 16), (1280, 32)]


def fits(page, tools, width, letters):
    before = page.viewport_size
    page.set_viewport_size({"width": width, "height": width * 9 // 16})
    tools.send("Page.setFontSizes", {"fontSizes": {"standard": letters, "fixed": letters * 13 // 16}})
    try:
        assert page.evaluate(LETTERS) == letters * (1.25 if width > 2200 else 1)
        return page.evaluate(FITS)
    finally:
        tools.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
        page.set_viewport_size(before)
