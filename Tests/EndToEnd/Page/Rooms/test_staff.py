"""The rooms of a course's staff with a real server: notices, people, reports; and that nobody else sees any of it."""

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from noteitd import wait_until
from people import register, staff
from tabs import COURSE
from visits import KEPT, LOOKS, PICTURES, SMALL, sign_in

ROOM = f"/staff/{COURSE}"
ROOMS = ["/staff", ROOM, f"{ROOM}/notices", f"{ROOM}/roster", f"{ROOM}/reports"]


def sections(person):
    return person.get(f"/v1/courses/{COURSE}")["sections"]


def busy(server, people):
    """A class with something in every room."""
    ada, bob, grace = people["ada"], people["bob"], people["grace"]
    question = ada.post(COURSE, "Is the lab graded?", kind="question", anonymous=True, body="I could not find it *anywhere*.")
    ada.post(COURSE, "What is due?", kind="question")
    advert = bob.post(COURSE, "Buy my notes", body="Only **5** dollars.")
    answer = bob.reply(question, "Who cares.")
    grace.call("POST", f"/v1/events/{advert['id']}/reports", 201, json={"reason": "An advertisement"})
    ada.call("POST", f"/v1/events/{advert['id']}/reports", 201, json={"reason": "Not about the course"})
    ada.call("POST", f"/v1/events/{question['id']}/reports", 201, json={"reason": "Unkind", "reply": answer["id"]})
    for title, must in (("The lecture moves to room 200", False), ("Read this before the lab", True)):
        grace.call("POST", "/v1/notices", 201, json={"courses": [COURSE], "title": title, "mustRead": must})
    grace.call("PUT", f"/v1/courses/{COURSE}/joining", 200, json={"joining": "approval"})
    asking = register(server, "Charles")
    asking.call("POST", "/v1/me/enrollments", 202, json={"sections": [sections(asking)[0]["id"]]})
    removed = bob.post(COURSE, "Off topic")
    grace.delete(removed, params={"reason": "Not here"})
    return asking


def test_the_finder_leads_to_the_rooms_of_the_staff(profile, people):
    page = sign_in(profile.new_page(), people["grace"])
    expect(page.get_by_role("navigation", name="Rooms").get_by_role("link", name="Staff")).to_be_visible()
    page.keyboard.press("Control+k")
    page.get_by_role("combobox", name="Courses, posts, commands").fill("people 225")
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="People", level=1)).to_be_visible()


def test_a_notice_says_whom_it_reaches_and_who_has_not_seen_it(profile, people):
    page = sign_in(profile.new_page(), people["grace"])
    page.get_by_role("navigation", name="Rooms").get_by_role("link", name="Staff").click()
    page.get_by_role("main").get_by_role("link", name="CMPT225").click()
    page.keyboard.press("c")
    form = page.locator("form.composer")
    expect(form.get_by_label("Title")).to_be_focused()
    expect(form).to_contain_text("Reaches 2 people in CMPT225.")
    code = sections(people["ada"])[0]["code"]
    form.get_by_role("checkbox", name=code).check()
    expect(form.get_by_label("everyone")).not_to_be_checked()
    expect(form).to_contain_text(f"Reaches 2 people in CMPT225 {code}.")
    form.get_by_label("Title").fill("No lab this week")
    form.get_by_label("Text").fill("Work on the *project*.")
    form.get_by_label(re.compile("Must be read")).check()
    wait_until(lambda: '\\"mustRead\\":true' in page.evaluate(KEPT), "the draft to be kept")
    page.reload()
    expect(page.get_by_role("button", name="Write a notice")).to_be_visible()
    page.keyboard.press("c")
    expect(form.get_by_label("Title")).to_have_value("No lab this week")
    expect(form).to_contain_text("Your draft is here again.")
    form.get_by_label("Title").press("Control+Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Send it to 2 people?")
    dialog.get_by_role("button", name="Send").click()
    row = page.get_by_role("listitem").filter(has_text="No lab this week")
    expect(row).to_contain_text("seen by 0 of 2 people")
    [notice] = people["ada"].events(COURSE)
    assert (notice["mustRead"], notice["sections"]) == (True, [sections(people["ada"])[0]["id"]])
    people["ada"].call("PUT", f"/v1/me/marks/{notice['id']}", 200, json={"seen": notice["newest"]})
    row.locator(".unseen-names summary").click()
    expect(row).to_contain_text(f"{code} · 1 person")
    expect(row).to_contain_text("Bob")
    expect(row).not_to_contain_text("Ada")
    # The same in its own room, and its readers are told.
    row.get_by_role("link").click()
    article = page.locator("article.thread")
    names = article.locator(".unseen-names")
    names.locator("summary").click()
    expect(names).to_contain_text(people["bob"].email)
    expect(article).to_contain_text("must read: the staff see who has not seen it")
    # It stays open, with the focus, the selection and the place, whatever changes.
    names.get_by_text(people["bob"].email).evaluate("(node) => getSelection().selectAllChildren(node)")
    page.set_viewport_size({"width": 320, "height": 480})
    page.evaluate("scrollTo(0, 40)")
    assert page.evaluate("scrollY") > 0
    people["bob"].reply(notice, "Which room?")
    expect(article).to_contain_text("Which room?")
    people["ada"].reply(notice, "Hall 2")
    expect(article).to_contain_text("Hall 2")
    people["grace"].edit(notice, title="No lab at all")
    expect(article).to_contain_text("No lab at all")
    assert page.evaluate("String(getSelection())") == people["bob"].email
    expect(names.locator("summary")).to_be_focused()
    assert names.get_attribute("open") is not None and page.evaluate("scrollY") > 0


def test_people_are_let_in_found_and_removed(profile, server, people):
    asking = busy(server, people)
    page = sign_in(profile.new_page(), people["grace"], "/staff")
    page.get_by_role("link", name="1 person asks to join").click()
    request = page.get_by_role("region", name="People who ask to join")
    expect(request).to_contain_text(asking.email)
    page.keyboard.press("j")
    page.keyboard.press("y")
    expect(request).to_be_hidden()
    here = page.get_by_role("region", name="People in the course")
    expect(here.get_by_role("listitem").filter(has_text="Charles")).to_be_visible()
    wait_until(lambda: asking.get("/v1/me/enrollments")["items"], "the place to be given")
    page.keyboard.press("/")
    page.keyboard.type("bob")
    expect(here.get_by_role("listitem")).to_have_count(1)
    page.get_by_role("button", name="Remove", exact=True).click()
    dialog = page.get_by_role("dialog", name="Remove Bob from CMPT225?")
    dialog.get_by_label("Reason").fill("Not in this class")
    dialog.get_by_role("button", name="Remove").click()
    expect(here).to_contain_text("0 people")
    wait_until(lambda: people["bob"].get("/v1/me/enrollments")["items"] == [], "the place to be taken")
    assert "Not in this class" in [news["text"] for news in people["bob"].get("/v1/me/notifications")["items"]]


def test_reported_posts_are_kept_removed_and_restored(profile, server, people):
    busy(server, people)
    page = sign_in(profile.new_page(), people["grace"], f"{ROOM}/reports")
    advert = page.get_by_role("listitem").filter(has=page.get_by_role("link", name="Buy my notes"))
    reply = page.get_by_role("listitem").filter(has=page.get_by_role("link", name="Is the lab graded?"))
    expect(advert).to_contain_text("reported by 2 people")
    expect(advert).to_contain_text("Only 5 dollars.")
    expect(reply).to_contain_text("Who cares.")
    reply.get_by_role("button", name="Keep the post").click()
    expect(reply).to_be_hidden()
    advert.focus()
    page.keyboard.press("x")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").fill("No advertisements")
    dialog.get_by_role("button", name="Remove").click()
    removed = page.get_by_role("region", name="Posts that staff removed")
    expect(removed.get_by_role("listitem").filter(has_text="Buy my notes")).to_contain_text("No advertisements")
    expect(page.get_by_text("No report is open.")).to_be_visible()
    assert "Buy my notes" not in [event["title"] for event in people["ada"].events(COURSE)]
    removed.get_by_role("listitem").filter(has_text="Buy my notes").get_by_role("button", name="Restore").click()
    wait_until(lambda: "Buy my notes" in [event["title"] for event in people["ada"].events(COURSE)], "the post to come back")


def test_an_instructor_needs_no_mouse(profile, server, people):
    asking = busy(server, people)
    page = sign_in(profile.new_page(), people["grace"])
    expect(page.get_by_role("navigation", name="Rooms").get_by_role("link", name="Staff")).to_be_visible()
    page.keyboard.press("g")
    page.keyboard.press("f")
    expect(page.get_by_role("heading", name="Staff", exact=True)).to_be_visible()
    course = page.get_by_role("main").get_by_role("link", name="CMPT225")
    expect(course).to_be_visible()
    page.keyboard.press("j")
    expect(course).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Open questions")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("Write a notice")
    page.keyboard.press("Escape")
    page.keyboard.press("4")
    reports = page.get_by_role("region", name="Reported posts").get_by_role("listitem").filter(has_text="reported by")
    expect(reports).to_have_count(2)
    page.keyboard.press("j")
    page.keyboard.press("d")
    expect(reports).to_have_count(1)
    page.keyboard.press("x")
    page.keyboard.type("No advertisements")
    page.keyboard.press("Enter")
    expect(reports).to_have_count(0)
    page.keyboard.press("3")
    expect(page.get_by_text(asking.email)).to_be_visible()
    page.keyboard.press("j")
    page.keyboard.press("n")
    expect(page.get_by_role("dialog").get_by_role("button", name="Back")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text(asking.email)).to_be_hidden()
    page.keyboard.press("c")
    expect(page.get_by_label("Title")).to_be_focused()
    page.keyboard.type("The room is 200")
    expect(page.get_by_text("Reaches 2 people in CMPT225.")).to_be_visible()
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("dialog").get_by_role("button", name="Back")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("listitem").filter(has_text="The room is 200")).to_contain_text("seen by 0 of 2 people")
    page.keyboard.press("u")
    expect(page).to_have_url(re.compile(re.escape(f"/c/{COURSE}") + "$"))


def test_a_student_opens_each_address_and_sees_nothing(profile, server, people, front):
    asking = busy(server, people)
    page = profile.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    sign_in(page, people["ada"])
    expect(page.get_by_role("navigation", name="Rooms").get_by_role("link", name="Staff")).to_be_hidden()
    for path in ROOMS:
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_have_text("For the staff of a course")
        expect(page).to_have_title("Staff · NoteIt")
        page.keyboard.press("?")
        keys = page.get_by_role("dialog", name="Keys")
        expect(keys).to_contain_text("Inbox")
        expect(keys).not_to_contain_text("notice")
        page.keyboard.press("Escape")
        assert page.get_by_role("main").inner_text().count("@") == 1, "an address other than one's own"
    for path in (f"/c/{COURSE}", f"/c/{COURSE}/5"):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.get_by_role("link", name="For staff")).to_be_hidden()
        expect(page.locator(".unseen-names")).to_have_count(0)
    forbidden = re.compile(r"/(roster|join-requests|joining|reports|removals|unseen|receipts|notices)\b|/staff/(?!room\.js|words\.js)\w+\.js")
    assert [url for url in asked if forbidden.search(url.split("/v1")[-1]) and ROOM not in url] == []
    found = page.evaluate(KEPT)
    assert not [word for word in (people["bob"].email, people["grace"].email, asking.email, "Not about the course") if word in found]


def test_whoever_loses_the_staff_loses_the_room_at_once(profile, server, people):
    busy(server, people)
    ta = staff(server, COURSE)
    page = sign_in(profile.new_page(), ta, f"{ROOM}/roster")
    row = page.get_by_role("listitem").filter(has_text=people["bob"].email)
    row.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("dialog")).to_contain_text("Remove Bob")
    people["grace"].call("DELETE", f"/v1/courses/{COURSE}/staff/{ta.id}", 204)
    expect(page.get_by_role("heading", level=1)).to_have_text("For the staff of a course")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("navigation", name="Rooms").get_by_role("link", name="Staff")).to_be_hidden()
    for email in (people["bob"].email, people["ada"].email):
        assert email not in page.content() and email not in page.evaluate(KEPT)


def test_the_roster_is_kept_nowhere(profile, server, people):
    asking = busy(server, people)
    page = sign_in(profile.new_page(), people["grace"], f"{ROOM}/roster")
    expect(page.get_by_text(asking.email)).to_be_visible()
    # Who wrote a post is in the copy of the staff; who is only in the course, or asks to be, is not.
    assert asking.email not in page.evaluate(KEPT)


def test_staff_of_a_section_have_their_sections_alone(profile, server, people):
    own, other = sections(people["ada"])[0], sections(people["ada"])[-1]
    stranger = register(server, "Stranger")
    stranger.enroll(other["id"])
    ta = staff(server, COURSE, own["id"])
    page = sign_in(profile.new_page(), ta, f"{ROOM}/roster")
    here = page.get_by_role("region", name="People in the course")
    expect(here).to_contain_text("Ada")
    expect(here).not_to_contain_text("Stranger")
    page.keyboard.press("c")
    form = page.locator("form.composer")
    expect(form.get_by_role("checkbox", name=re.compile(own["code"]))).to_be_checked()
    expect(form.get_by_label("everyone")).to_have_count(0)
    expect(form).to_contain_text(f"Reaches 3 people in CMPT225 {own['code']}.")


@LOOKS
def test_the_rooms_of_staff_have_no_violations_and_fit(profile, server, people, theme, size):
    busy(server, people)
    page = profile.new_page()
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    device = page.context.new_cdp_session(page)
    sign_in(page, people["grace"])
    seen = []
    for path in [*ROOMS, f"/c/{COURSE}/5", f"{ROOM}/none"]:
        # A picture of a whole page takes the touch away.
        device.send("Emulation.setTouchEmulationEnabled", {"enabled": size[0] == 320})
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        if path == "/staff":
            expect(page.get_by_role("link", name="1 person asks to join")).to_be_visible()
            expect(page.get_by_text("seen by 0 of 2 people")).to_have_count(2)
        if path == ROOM:
            expect(page.get_by_role("link", name="Is the lab graded?")).to_be_visible()
        if path.endswith("/notices"):
            page.get_by_role("button", name="Write a notice").click()
            expect(page.get_by_text("Reaches 2 people")).to_be_visible()
            page.locator(".unseen-names summary").click()
            expect(page.get_by_text("· 2 people")).to_be_visible()
        if path.endswith("/roster"):
            expect(page.get_by_role("listitem").filter(has_text=people["bob"].email)).to_be_visible()
            for summary in page.locator("main summary").all():
                summary.click()
        if path.endswith("/reports"):
            expect(page.get_by_role("button", name="Restore")).to_be_visible()
        if path == f"/c/{COURSE}/5":
            page.locator(".unseen-names summary").click()
            expect(page.get_by_text("· 2 people")).to_be_visible()
        found = Axe().run(page)
        seen += [(path, violation["id"], node["html"][:200]) for violation in found.response["violations"] for node in violation["nodes"]]
        small = page.evaluate(SMALL)
        seen += [(path, "small target", html) for html in small] if size[0] == 320 else []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        if PICTURES:
            name = re.sub(r"\W+", "-", path).strip("-")
            page.screenshot(path=f"{PICTURES}/{name}-{size[0]}-{theme}.png", full_page=True)
    assert seen == [], seen
