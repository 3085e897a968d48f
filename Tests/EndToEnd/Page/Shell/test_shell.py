"""The frame of the page: signing in, addresses, keys, the finder, what it says about itself, and opening without a network."""

import re
import threading

import pytest
from playwright.sync_api import expect

from noteitd import wait_until
from people import register
from tabs import COURSE
from visits import KEPT, WRITE, kept, sign_in

SETTLED = """() => Promise.all([caches.keys(), navigator.serviceWorker.getRegistration()]).then(([names, { installing, waiting }]) =>
    names.some((name) => name.includes('/two/')) && !installing && !waiting)"""


def test_at_a_desk_one_types_at_once_and_may_see_what_one_types(profile, server):
    page = profile.new_page()
    page.goto("/")
    expect(page.get_by_label("Email")).to_be_focused()
    page.get_by_label("Password").fill("a long sentence")
    page.get_by_label("Show what is typed").check()
    expect(page.get_by_label("Password")).to_have_attribute("type", "text")
    page.get_by_label("Show what is typed").uncheck()
    expect(page.get_by_label("Password")).to_have_attribute("type", "password")


def test_a_room_that_takes_its_time_has_a_sign(profile, people):
    page = sign_in(profile.new_page(), people["ada"])
    expect(page.locator("main h1")).to_be_visible()
    expect(page.locator("main")).not_to_have_attribute("aria-busy", "true")
    # The module of the room comes late.
    held = []
    page.route("**/search/room.js", lambda route: held.append(route))
    page.get_by_role("navigation", name="Rooms").get_by_role("link", name="Search").click()
    wait_until(lambda: page.wait_for_timeout(50) or held, "the module to be asked for")
    expect(page.locator("main")).to_have_attribute("aria-busy", "true")
    expect(page.locator("main h1")).to_contain_text("Today")
    held[0].continue_()
    expect(page.get_by_role("heading", name="Search")).to_be_visible()
    expect(page.locator("main")).not_to_have_attribute("aria-busy", "true")


def test_making_an_account_says_what_is_wrong_and_keeps_what_was_typed(profile, server):
    taken = register(server)
    page = profile.new_page()
    page.goto("/")
    page.get_by_role("button", name="Make an account").click()
    page.get_by_role("button", name="Make the account").click()
    expect(page.get_by_label("Your name")).to_be_focused()
    expect(page.get_by_label("Your name")).to_have_accessible_description("Fill this in.")
    page.get_by_label("Your name").fill("Ada Lovelace")
    page.get_by_label("Email").fill(taken.email)
    page.get_by_label("Password").fill("short")
    page.get_by_role("button", name="Make the account").click()
    expect(page.get_by_label("Password")).to_be_focused()
    expect(page.get_by_label("Password")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Password").fill("a fine long sentence of mine")
    page.get_by_role("button", name="Make the account").click()
    expect(page.locator(".entrance .trouble:visible").first).to_be_visible()
    assert page.get_by_label("Your name").input_value() == "Ada Lovelace"
    page.get_by_label("Email").fill("ada.l@example.edu")
    page.get_by_role("button", name="Make the account").click()
    expect(page.get_by_role("button", name="Your account: Ada Lovelace")).to_be_visible()


def test_a_wrong_password_is_told(profile, people):
    page = profile.new_page()
    page.goto("/inbox")
    page.get_by_label("Email").fill(people["ada"].email)
    page.get_by_label("Password").fill("not the password")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("alert")).not_to_be_empty()
    expect(page.get_by_label("Password")).to_be_focused()
    expect(page.get_by_label("Email")).to_have_value(people["ada"].email)
    expect(page).to_have_url(re.compile(re.escape("/inbox") + "$"))


def test_a_password_is_reset_with_a_code(profile, people, server):
    ada = people["ada"]
    code = server.admin("account", "reset", ada.email).splitlines()[0]
    page = profile.new_page()
    page.goto("/")
    page.get_by_role("button", name="Forgotten the password?").click()
    page.get_by_label("Email").fill(ada.email)
    page.get_by_label("One-time code").fill(code)
    page.get_by_label("New password").fill("another fine long sentence")
    page.get_by_role("button", name="Set the password").click()
    expect(page.get_by_text("The password is set. Sign in with it.")).to_be_visible()
    page.get_by_label("Password").fill("another fine long sentence")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("button", name="Your account: Ada")).to_be_visible()


def test_courses_stand_in_the_frame_with_their_counts(profile, people):
    people["bob"].post(COURSE, "News")
    page = sign_in(profile.new_page(), people["ada"])
    course = page.get_by_role("navigation", name="Rooms").get_by_role("link", name="CMPT225")
    expect(course).to_contain_text("1")
    people["bob"].post(COURSE, "More news")
    expect(course).to_contain_text("2")
    course.click()
    expect(page).to_have_url(re.compile(re.escape(f"/c/{COURSE}") + "$"))
    expect(course).to_have_attribute("aria-current", "page")


def test_signing_out_asks_if_something_waits(profile, people):
    page = sign_in(profile.new_page(), people["ada"])
    expect(page.get_by_role("navigation").get_by_role("link", name="CMPT225")).to_be_visible()
    page.evaluate("""(account) => new Promise((resolve) => {
        indexedDB.open('noteit-outbox').onsuccess = ({ target: { result: db } }) => {
            const at = db.transaction('drafts', 'readwrite')
            at.objectStore('drafts').put({ account, key: 'here', text: 'half a text', at: 0 })
            at.oncomplete = () => { db.close(); resolve() }
        }
    })""", people["ada"].id)
    for answer in ("Go back", "Delete and sign out"):
        page.get_by_role("button", name="Your account: Ada").click()
        page.get_by_role("button", name="Sign out", exact=True).click()
        page.get_by_role("dialog", name="Sign out?").get_by_role("button", name=answer).click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_focused()
    page.reload()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_signing_out_empties_another_tab_before_the_server_has_answered(profile, people, front):
    page = sign_in(profile.new_page(), people["ada"])
    other = profile.new_page()
    other.goto(f"/c/{COURSE}")
    expect(other.get_by_role("heading", level=1)).to_contain_text("CMPT225")
    other.keyboard.press("c")
    other.get_by_label("Title").fill("Half a text")
    wait_until(lambda: "Half a text" in other.evaluate(KEPT), "the draft to be kept")
    release = front.held["/v1/sessions/current"] = threading.Event()
    page.get_by_role("button", name="Your account: Ada").click()
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("dialog", name="Sign out?").get_by_role("button", name="Delete and sign out").click()
    for tab in (page, other):
        expect(tab.get_by_role("heading", name="Sign in")).to_be_visible()
        wait_until(lambda: not any(word in tab.evaluate(KEPT) for word in ("Half a text", people["ada"].id)), "nothing to be left")
    release.set()


def test_going_back_finds_the_same_place_and_the_same_link(profile, people):
    for number in range(90):
        people["bob"].post(COURSE, f"Post {number}")
    page = sign_in(profile.new_page(), people["ada"], f"/c/{COURSE}")
    # The heading takes over from the form of signing in.
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.wait_for_function("history.scrollRestoration === 'manual'")
    while page.locator("main li").count() < 90:
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    row = page.locator("main li a").nth(80)
    row.focus()
    page.evaluate("scrollBy(0, -100)")
    top = page.evaluate("scrollY")
    assert top > 1000
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Reply")).to_be_visible()
    assert page.evaluate("scrollY") == 0
    page.go_back()
    expect(row).to_be_focused()
    page.wait_for_function("(top) => Math.abs(scrollY - top) < 2", arg=top)
    page.go_forward()
    expect(page.get_by_role("button", name="Reply")).to_be_visible()
    page.wait_for_function("scrollY === 0")
    page.go_back()
    page.wait_for_function("(top) => Math.abs(scrollY - top) < 2", arg=top)
    page.reload()
    page.wait_for_function("(top) => Math.abs(scrollY - top) < 2", arg=top)


def test_a_course_that_was_left_for_a_thread_is_found_again_as_it_is_now(profile, people):
    ada, bob = people["ada"], people["bob"]
    bob.post(COURSE, "A post")
    other = bob.post(COURSE, "It goes")
    page = sign_in(profile.new_page(), ada, f"/c/{COURSE}")
    main = page.get_by_role("main")
    page.get_by_role("link", name="A post").click()
    expect(page.get_by_role("button", name="Reply")).to_be_visible()
    bob.post(COURSE, "Meanwhile")
    bob.delete(other)
    page.go_back()
    expect(main).to_contain_text("Meanwhile")
    expect(main.get_by_role("listitem")).to_have_count(2)
    page.keyboard.press("c")
    expect(page.get_by_label("Title")).to_be_focused()
    page.go_forward()
    expect(page.get_by_role("button", name="Reply")).to_be_visible()
    ada.drop(ada.get("/v1/me/enrollments")["items"][0]["section"])
    page.go_back()
    expect(main).to_contain_text("You are not in this course.")
    expect(main.get_by_role("listitem")).to_have_count(0)


def test_keys_are_listed_and_work(profile, people):
    page = sign_in(profile.new_page(), people["ada"])
    expect(page.get_by_role("heading", name="Today")).to_be_visible()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_contain_text("Inbox")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.keyboard.press("g")
    page.keyboard.press("i")
    expect(page).to_have_url(re.compile(re.escape("/inbox") + "$"))


def test_the_finder_finds_courses_posts_and_commands(profile, people):
    bob = people["bob"]
    event = bob.post(COURSE, "Midterm room", kind="exam", due="2026-12-01T17:00:00Z")
    bob.edit(event, attachments=[bob.upload(b"%PDF-1.4", name="formula-sheet.pdf")["id"]])
    page = sign_in(profile.new_page(), people["ada"])
    page.keyboard.press("Control+k")
    box = page.get_by_role("combobox", name="Courses, posts, commands")
    expect(box).to_be_focused()
    box.fill("mid room")
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(re.escape(f"/c/{COURSE}/1") + "$"))
    # What the room can do, by its words. Escape closes it at once.
    page.keyboard.press("Control+k")
    box.fill("reply")
    expect(page.get_by_role("option", name="Reply", exact=True).or_(page.get_by_role("option", name="Go Reply"))).to_be_visible()
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    page.keyboard.press("Control+k")
    box.fill("cmpt225")
    expect(page.get_by_role("option")).to_have_count(3)
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("option").nth(1)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(re.escape(f"/c/{COURSE}") + "$"))
    page.keyboard.press("Control+k")
    box.fill("sheet.pdf")
    expect(page.locator("dialog").get_by_role("option")).to_have_text([re.compile("^File in CMPT225#1 .*formula-sheet.pdf$")])
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(re.escape(f"/c/{COURSE}/1") + "$"))
    page.keyboard.press("Control+k")
    box.fill("no such thing anywhere")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(re.escape("/search?q=no+such+thing+anywhere") + "$"))


def test_the_page_opens_without_a_network_and_says_so(profile, people, front):
    people["bob"].post(COURSE, "News")
    page = sign_in(profile.new_page(), people["ada"])
    course = page.get_by_role("navigation", name="Rooms").get_by_role("link", name="CMPT225")
    expect(course).to_contain_text("1")
    kept(page)
    page.reload()
    front.cut()
    for path in ("/", f"/c/{COURSE}"):
        page.goto(path)
        expect(course).to_contain_text("1")
        expect(page.get_by_role("status")).to_contain_text("Offline: this is as of")
    # Also rooms that were not opened before.
    for path in ("/courses", "/search", "/calendar", "/settings", f"/c/{COURSE}/1"):
        page.goto(path)
        expect(page.locator("main h1")).to_be_visible()
    front.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_role("status")).to_be_empty()
    # An address that is no room is the server's.
    assert profile.request.get(f"{front.address}/page/nothing").status == 404


def test_a_slow_start_says_connecting_and_the_terms_are_asked_for_once_the_server_is_there(browser, front, people):
    context = browser.new_context(base_url=front.address, service_workers="block")
    page = sign_in(context.new_page(), people["ada"])
    expect(page.get_by_role("navigation", name="Rooms").get_by_role("link", name="CMPT225")).to_be_visible()
    held = []
    page.route("**/v1/sessions/refresh", lambda route: held.append(route))
    page.reload()
    status = page.get_by_role("status")
    expect(status).to_contain_text("Connecting: this is as of")
    front.is_cut = True
    front.asked.clear()
    held[0].abort()
    page.unroute("**/v1/sessions/refresh")
    expect(status).to_contain_text("Offline: this is as of")
    front.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(status).to_be_empty()
    wait_until(lambda: "GET /v1/terms" in front.asked, "the terms to be asked for")
    context.close()


def test_a_room_opens_once_all_of_it_is_there_and_asks_again_for_what_did_not_come(browser, front, people):
    context = browser.new_context(base_url=front.address, service_workers="block")
    page = sign_in(context.new_page(), people["ada"])
    held = []
    page.route("**/style/settings.css", lambda route: held.append(route))
    with page.expect_response("**/settings/room.js"), page.expect_response("**/settings/late.html"):
        page.goto("/settings")
    assert len(held) == 1 and page.locator("main > *").count() == 0
    held[0].continue_()
    expect(page.get_by_role("heading", name="Settings", level=1)).to_be_visible()
    page.route("**/search/late.html", lambda route: route.abort(), times=1)
    rooms = page.get_by_role("navigation", name="Rooms")
    with page.expect_event("requestfailed"):
        rooms.get_by_role("link", name="Search").click()
    rooms.get_by_role("link", name="Inbox").click()
    expect(page.get_by_role("heading", name="Inbox")).to_be_visible()
    rooms.get_by_role("link", name="Search").click()
    expect(page.get_by_role("heading", name="Search")).to_be_visible()
    page.route("**/catalog/late.html", lambda route: held.append(route))
    with page.expect_request("**/catalog/late.html"):
        rooms.get_by_role("link", name="Courses").click()
    expect(page.get_by_role("heading", name="Search")).to_be_visible()
    held[1].continue_()
    expect(page.get_by_role("heading", name="Courses", level=1)).to_be_visible()
    expect(page.get_by_role("heading", name="Search")).to_have_count(0)
    context.close()


PLACES = "() => [...document.querySelectorAll('#bar, #rooms, main :is(h1, button, li)')].map((each) => each.getBoundingClientRect().y)"


@pytest.mark.parametrize("size", [(320, 600), (1280, 800)])
def test_what_the_page_says_about_itself_moves_nothing_under_a_finger(profile, people, front, size):
    for number in range(12):
        people["bob"].post(COURSE, f"Post {number}")
    page = sign_in(profile.new_page(), people["ada"], f"/c/{COURSE}")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    last = page.locator("main li").last
    expect(page.locator("main li")).to_have_count(12)
    expect(page.get_by_role("status")).to_be_empty()
    before = page.evaluate(PLACES)
    front.cut()
    expect(page.get_by_role("status")).to_contain_text("Offline: this is as of")
    assert page.evaluate(PLACES) == before
    # It stands above the lower edge, and what is at the end of the room can be brought above it.
    box = page.locator("#state").bounding_box()
    assert box["y"] + box["height"] <= size[1]
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert (end := last.bounding_box())["y"] + end["height"] <= page.locator("#state").bounding_box()["y"]
    page.evaluate("scrollTo(0, 0)")
    front.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_role("status")).to_be_empty()
    assert page.evaluate(PLACES) == before


def test_a_new_version_is_taken_on_the_next_navigation(profile, people, front):
    page = sign_in(profile.new_page(), people["ada"])
    kept(page)
    front.version = "two"
    page.goto("/inbox")
    kept(page)
    wait_until(lambda: page.evaluate(SETTLED), "the new version to be taken")
    page.goto("/")
    expect(page.get_by_role("navigation", name="Rooms")).to_be_visible()
    assert page.evaluate("document.querySelector('script[type=module]').src").endswith("/page/two/main.js")


def test_what_waits_and_what_was_refused_is_told(profile, people, front):
    page = sign_in(profile.new_page(), people["ada"])
    expect(page.get_by_role("navigation").get_by_role("link", name="CMPT225")).to_be_visible()
    kept(page)
    page.reload()
    front.cut()
    page.evaluate(WRITE, [COURSE, people["ada"].id, "waiting", None])
    status = page.get_by_role("status")
    expect(status).to_contain_text("1 post waits")
    front.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(status).to_contain_text("1 text could not be sent.")
    status.get_by_role("button", name="See why").click()
    dialog = page.get_by_role("dialog", name="Not sent yet")
    expect(dialog).to_contain_text("No due date")
    dialog.get_by_role("button", name="Throw away").click()
    page.get_by_role("dialog", name="Throw this away?").get_by_role("button", name="Throw away").click()
    expect(dialog.get_by_role("listitem")).to_have_count(0)
    dialog.get_by_role("button", name="Close").click()
    expect(status).to_be_empty()


def test_a_clock_that_is_off_is_told(profile, people, front):
    front.ahead = 3 * 3600
    page = sign_in(profile.new_page(), people["ada"])
    expect(page.get_by_role("status")).to_contain_text("The clock of this device is 3 hours slow")


def test_without_a_copy_the_page_waits_for_the_network_and_not_for_a_password(profile, people, front):
    page = sign_in(profile.new_page(), people["ada"])
    page.goto("/empty")
    page.evaluate("new Promise((resolve) => { indexedDB.deleteDatabase('noteit-copy').onsuccess = resolve })")
    front.refused |= {"/v1/sessions/refresh"}
    page.goto("/")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    front.refused.clear()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_role("button", name="Your account: Ada")).to_be_visible()
