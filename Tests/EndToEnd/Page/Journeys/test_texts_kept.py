"""What goes wrong while one writes: a sentence says what to do, and nothing typed is lost."""

import os
import re
import resource
import shutil
import signal

import pytest
from playwright.sync_api import expect

from noteitd import wait_until
from tabs import COURSE
from visits import rooms, sign_in
from web import ROOT

ROOM = f"/c/{COURSE}"
WORDS = "I wanted to say"
# The disk takes nothing more that is written here.
FULL = """() => {
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (...given) {
        if (this.name === 'drafts' || this.name === 'entries') throw new DOMException('full', 'QuotaExceededError')
        return put.apply(this, given)
    }
}"""


def reply(page, text=WORDS):
    page.get_by_role("group", name="This post").get_by_role("button", name="Reply").click()
    page.get_by_label("Reply", exact=True).fill(text)
    expect(page.get_by_text("Draft kept")).to_be_visible()


def write(page, title):
    page.get_by_role("button", name="Write a post").click()
    page.get_by_label("Title").fill(title)
    expect(page.locator("form.composer [data-part=kept]")).not_to_be_empty()
    return page.locator("form.composer")


def post(page, title):
    form = write(page, title)
    form.get_by_role("button", name="Post", exact=True).click()
    expect(form).to_be_hidden()


def row(page, title):
    return page.locator("li.event").filter(has_text=title)


def begun(page):
    return page.locator("section.gone li")


def wakes(page):
    """The network is there again."""
    page.evaluate("dispatchEvent(new Event('online'))")


def test_a_reply_to_a_post_that_staff_deleted_is_still_there(visit, people):
    event = people["bob"].post(COURSE, "Soon gone")
    page = sign_in(visit(), people["ada"], f"{ROOM}/1")
    reply(page)
    people["grace"].call("DELETE", f"/v1/events/{event['id']}", 204)
    expect(page.get_by_role("heading", name="There is no such post here")).to_be_visible()
    expect(page.get_by_role("heading", name="What you had begun to write")).to_be_visible()
    expect(begun(page)).to_contain_text(WORDS)
    page.reload()
    expect(begun(page)).to_contain_text(WORDS)
    begun(page).get_by_role("button", name="Throw away").click()
    page.get_by_role("dialog", name="Throw this away?").get_by_role("button", name="Throw away").click()
    expect(begun(page)).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", name="There is no such post here")).to_be_visible()
    expect(begun(page)).to_have_count(0)


def test_a_course_that_was_left_elsewhere_keeps_what_was_being_written_in_it(visit, people):
    people["bob"].post(COURSE, "A thread")
    page = sign_in(visit(), people["ada"], f"{ROOM}/1")
    reply(page)
    elsewhere = people["ada"].sign_in_again("phone")
    [place] = elsewhere.get("/v1/me/enrollments")["items"]
    elsewhere.drop(place["section"])
    expect(begun(page)).to_contain_text(WORDS)
    page.goto(ROOM)
    expect(page.get_by_text("You are not in this course. Find it under Courses and join one of its sections.")).to_be_visible()
    post(page, "To nobody")
    expect(row(page, "To nobody")).to_contain_text(f"The server refused it: You are not enrolled in {COURSE}.")
    elsewhere.enroll(place["section"])
    row(page, "To nobody").get_by_role("button", name="Try again").click()
    expect(row(page, "To nobody")).to_contain_text("#2")
    row(page, "A thread").get_by_role("link").click()
    page.get_by_role("group", name="This post").get_by_role("button", name="Reply").click()
    expect(page.get_by_label("Reply", exact=True)).to_have_value(WORDS)


def test_a_session_that_ends_elsewhere_keeps_what_was_being_written(visit, people):
    page = sign_in(visit(), people["ada"], ROOM)
    write(page, "Half a thought")
    elsewhere = people["ada"].sign_in_again("phone")
    for session in elsewhere.get("/v1/sessions")["items"]:
        if not session["current"]:
            elsewhere.call("DELETE", f"/v1/sessions/{session['id']}", 204)
    expect(page.locator(".entrance")).to_contain_text(
        "You were signed out, on another device or because the session ended. What you had not sent is kept here.")
    sign_in(page, people["ada"], ROOM)
    page.get_by_role("button", name="Write a post").click()
    expect(page.get_by_label("Title")).to_have_value("Half a thought")
    expect(page.get_by_text("Your draft is here again.")).to_be_visible()


def test_a_cursor_that_expired_disturbs_nobody_who_writes(visit, people, front, server):
    people["bob"].post(COURSE, "Old")
    page = sign_in(visit(), people["ada"], f"{ROOM}/1")
    reply(page)
    front.cut()
    server.stop()
    server.sql("UPDATE log_head SET epoch = lower(hex(randomblob(6))) WHERE id = 1")
    server.start(*served())
    people["bob"].edit(people["bob"].events(COURSE)[0], title="New")
    held = []
    page.route("**/v1/snapshot", lambda route: held.append(route))
    front.mend()
    wakes(page)
    expect(page.get_by_text("Loading what happened: this is as of")).to_be_visible()
    expect(page.get_by_role("heading", name="Old")).to_be_visible()
    held[0].continue_()
    expect(page.get_by_role("heading", name="New")).to_be_visible()
    expect(page.get_by_label("Reply", exact=True)).to_be_focused()
    expect(page.get_by_label("Reply", exact=True)).to_have_value(WORDS)


def test_a_full_disk_is_told_where_one_writes_and_the_tab_does_not_close_unasked(visit, people, front):
    page = sign_in(visit(), people["ada"], ROOM)
    expect(rooms(page).get_by_role("link", name="CMPT225")).to_be_visible()
    page.evaluate(FULL)
    form = write(page, "Half a thought")
    expect(form).to_contain_text(
        "This browser cannot keep your draft: its disk may be full. Keep this tab open until it is sent.")
    with page.expect_event("dialog") as asked:
        page.close(run_before_unload=True)
    assert asked.value.type == "beforeunload"
    asked.value.dismiss()
    front.cut()
    form.get_by_role("button", name="Post", exact=True).click()
    expect(row(page, "Half a thought")).to_contain_text("Waits for the network; it is sent by itself")
    expect(page.locator("#state")).to_contain_text("1 post waits in this tab only: keep it open.")
    front.mend()
    wakes(page)
    expect(row(page, "Half a thought")).to_contain_text("#1")


@pytest.mark.parametrize("server", [{"NOTEIT_POSTS_PER_MINUTE": "6"}], indirect=True)
def test_what_was_written_too_often_waits_as_long_as_the_server_says(visit, people):
    page = sign_in(visit(), people["ada"], ROOM)
    expect(rooms(page).get_by_role("link", name="CMPT225")).to_be_visible()
    while people["ada"].call("POST", f"/v1/courses/{COURSE}/events", json={"title": "Often"}).status_code == 201:
        pass
    post(page, "Once more")
    expect(row(page, "Once more")).to_contain_text(
        "Waits, and is sent by itself. The server says: Too many posts and other changes at once.")
    expect(page.locator("#state")).to_contain_text("1 post waits on this device only.")
    expect(row(page, "Once more")).to_contain_text("#")
    expect(page.locator("#state")).to_be_empty()


@pytest.mark.parametrize("server", [{"preexec": lambda: signal.signal(signal.SIGXFSZ, signal.SIG_IGN)}], indirect=True)
def test_a_server_whose_disk_is_full_is_named_and_gets_the_text_later(visit, people, server):
    page = sign_in(visit(), people["ada"], ROOM)
    expect(rooms(page).get_by_role("link", name="CMPT225")).to_be_visible()
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1 << 16, resource.RLIM_INFINITY))
    body = {"title": "Large", "body": "x" * 20_000}
    while people["bob"].call("POST", f"/v1/courses/{COURSE}/events", json=body).status_code == 201:
        pass
    post(page, "No room")
    expect(row(page, "No room")).to_contain_text(
        re.compile(r"Waits, and is sent by itself\. The server says: .*; nothing was stored\."))
    expect(page.locator("#state")).to_contain_text("1 post waits on this device only.")
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    page.reload()
    expect(row(page, "No room")).to_contain_text("#")
    expect(page.locator("#state")).to_be_empty()


def test_a_server_of_another_version_asks_to_load_the_page_again_and_keeps_drafts(visit, people, server, tmp_path):
    page = sign_in(visit(service_workers="block"), people["ada"], ROOM)
    write(page, "Half a thought")
    newer = tmp_path / "newer"
    shutil.copytree(ROOT / "client-web", newer)
    # What the page of before asks for is not there any more.
    (newer / "calendars/room.js").rename(newer / "calendars/place.js")
    for file in newer.rglob("*.js"):
        file.write_text(file.read_text().replace("calendars/room.js", "calendars/place.js"))
    server.stop()
    server.start("--page", str(newer))
    rooms(page).get_by_role("link", name="Calendar").click()
    expect(page.locator("#state")).to_contain_text(
        "A part of this page did not come: there is no network, or the server has a newer page. Your drafts are kept.")
    before = page.evaluate("document.querySelector('script[type=module]').src")
    page.get_by_role("button", name="Load the page again").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Week of")
    assert page.evaluate("document.querySelector('script[type=module]').src") != before
    rooms(page).get_by_role("link", name="CMPT225").click()
    page.get_by_role("button", name="Write a post").click()
    expect(page.get_by_label("Title")).to_have_value("Half a thought")


def test_a_network_that_dies_in_the_middle_of_a_post_sends_it_once(visit, people):
    page = sign_in(visit(service_workers="block"), people["ada"], ROOM)
    expect(rooms(page).get_by_role("link", name="CMPT225")).to_be_visible()

    def lose(route):
        route.fetch()
        route.abort("connectionreset")

    page.route("**/events", lose, times=1)
    post(page, "Once")
    # It arrived, and comes back from the log; what waits is sent again under the same id.
    expect(row(page, "Once")).to_have_count(1)
    wakes(page)
    page.reload()
    expect(row(page, "Once")).to_contain_text("#1")
    wait_until(lambda: [event["title"] for event in people["bob"].events(COURSE)] == ["Once"], "one post")


def test_a_field_that_the_server_refuses_is_named_and_its_text_is_changed(visit, people):
    page = sign_in(visit(), people["ada"], ROOM)
    form = write(page, "Tagged")
    form.get_by_text("Who sees it, tags, later").click()
    form.get_by_label("Tags, with commas between").fill("x" * 60)
    form.get_by_role("button", name="Post", exact=True).click()
    expect(row(page, "Tagged")).to_contain_text("The server refused it: tags")
    row(page, "Tagged").get_by_role("button", name="Change the text").click()
    expect(form.get_by_label("Title")).to_have_value("Tagged")
    form.get_by_label("Tags, with commas between").fill("short")
    form.get_by_role("button", name="Keep the change").click()
    expect(row(page, "Tagged")).to_contain_text("#1")


def served():
    folder = os.environ.get("PAGE_FOLDER")
    return ["--page", os.path.abspath(folder)] if folder else []
