"""A class on the page, from registering to signing out: real browsers, and a server that serves the page itself."""

import re

from playwright.sync_api import expect

from noteitd import wait_until
from people import register
from tabs import COURSE
from visits import KEPT, kept, rooms, sign_in

ROOM = f"/c/{COURSE}"
SECRET = "quokka"  # a word of a text that others must not see
BODY = "Why is `push` in $O(\\log n)$?\n\n```python\ndef push(item): ...\n```\n"


def rows(page, title):
    return page.locator("li.event").filter(has_text=title)


def actions(page):
    return page.get_by_role("group", name="This post")


def write(page, title, kind="note", body="", **more):
    page.get_by_role("button", name="Write a post").click()
    form = page.locator("form.composer")
    form.get_by_label("Title").fill(title)
    form.get_by_label("Kind").select_option(kind)
    if body:
        form.get_by_label("Text").fill(body)
    if more.get("visibility"):
        form.get_by_text("Who sees it, tags, later").click()
        form.get_by_role("combobox", name="For", exact=True).select_option(more["visibility"])
    return form


def post(page, *what, **how):
    form = write(page, *what, **how)
    form.get_by_role("button", name="Post", exact=True).click()
    expect(form).to_be_hidden()


def replies(page):
    return page.get_by_role("region", name="Replies").locator("li.reply")


def test_a_question_from_the_first_visit_to_its_end(visit, people):
    ada, bob = visit(viewport={"width": 390, "height": 844}), visit()
    # Register, find the course, join, write with a preview.
    ada.goto("/")
    ada.get_by_role("button", name="Make an account").click()
    ada.get_by_label("Your name").fill("Mia")
    ada.get_by_label("Email").fill("mia@example.edu")
    ada.get_by_label("Password").fill("a fine long sentence of mine")
    ada.get_by_role("button", name="Make the account").click()
    ada.get_by_role("main").get_by_role("link", name="Find your courses").click()
    ada.get_by_label("Code, title or instructor").fill("cmpt 225")
    ada.locator("summary").filter(has_text="CMPT225").click()
    ada.get_by_role("checkbox", name=re.compile("D100")).check()
    ada.get_by_label("D100 goes with one LAB").select_option(index=1)
    ada.get_by_role("button", name="Join", exact=True).click()
    ada.get_by_role("link", name="You are in it. Open CMPT225").click()
    form = write(ada, "How fast is a heap?", "question", BODY)
    form.get_by_role("button", name="Preview").click()
    expect(form.get_by_role("region", name="Preview").locator("math")).to_be_visible()
    form.get_by_role("button", name="Post", exact=True).click()
    expect(rows(ada, "How fast is a heap?")).to_contain_text("#1")
    ada.get_by_role("link", name="How fast is a heap?").click()
    expect(ada).to_have_url(re.compile(f"{re.escape(ROOM)}/1$"))
    # Another browser opens the address cold, and answers: it arrives by itself.
    sign_in(bob, people["bob"], f"{ROOM}/1")
    expect(bob.get_by_role("heading", name="How fast is a heap?")).to_be_visible()
    expect(bob.locator("article.thread math")).to_be_visible()
    expect(bob.locator("pre .keyword")).to_have_css("color", "rgb(122, 62, 157)")
    actions(bob).get_by_role("button", name="Me too").click()
    actions(bob).get_by_role("button", name="Reply").click()
    bob.get_by_label("Reply", exact=True).fill("Each step halves the rest.")
    bob.keyboard.press("Control+Enter")
    expect(replies(ada)).to_contain_text("Each step halves the rest.")
    expect(ada.locator("#spoken")).to_contain_text("New reply by Bob")
    replies(ada).get_by_role("button", name="Accept").click()
    for page in (ada, bob):
        expect(replies(page)).to_contain_text("✓ accepted")
    expect(actions(bob).get_by_role("button", name="Me too (1)")).to_have_attribute("aria-pressed", "true")
    # A change, and an end that asks first.
    actions(ada).get_by_role("button", name="Edit").click()
    change = ada.locator("form.composer")
    expect(change.get_by_label("Title")).to_have_value("How fast is a heap?")
    change.get_by_label("Title").fill("How fast is push?")
    change.get_by_role("button", name="Keep the change").click()
    expect(bob.get_by_role("heading", name="How fast is push?")).to_be_visible()
    for answer in ("Back", "Delete"):
        actions(ada).get_by_role("button", name="Delete").click()
        ada.get_by_role("dialog").get_by_role("button", name=answer).click()
    expect(ada).to_have_url(re.compile(re.escape(ROOM) + "$"))
    expect(bob.get_by_role("heading", name="There is no such post here")).to_be_visible()
    assert "halves the rest" not in bob.evaluate(KEPT)


def test_what_is_private_is_nowhere_in_another_browser(visit, people):
    ada, bob = sign_in(visit(), people["ada"], ROOM), sign_in(visit(), people["bob"], ROOM)
    post(ada, "Mine", body=SECRET, visibility="private")
    post(ada, "Dear staff", body=SECRET, visibility="staff")
    post(ada, "Soon gone", body=SECRET)
    expect(rows(bob, "Soon gone")).to_be_visible()
    assert SECRET in bob.evaluate(KEPT)
    rows(ada, "Soon gone").get_by_role("link").click()
    actions(ada).get_by_role("button", name="Edit").click()
    form = ada.locator("form.composer")
    form.get_by_text("Who sees it, tags, later").click()
    form.get_by_role("combobox", name="For", exact=True).select_option("private")
    form.get_by_role("button", name="Keep the change").click()
    expect(rows(bob, "Soon gone")).to_have_count(0)
    people["ada"].post(COURSE, "After it all")
    expect(rows(bob, "After it all")).to_be_visible()
    expect(bob.locator("li.event")).to_have_count(1)
    assert SECRET not in bob.evaluate(KEPT) and "Dear staff" not in bob.evaluate(KEPT)
    assert SECRET in ada.evaluate(KEPT)


def test_what_is_written_without_a_network_is_sent_once(visit, people, front):
    people["bob"].post(COURSE, "Read before", body="It is here.")
    page = sign_in(visit(), people["ada"], ROOM)
    rows(page, "Read before").get_by_role("link").click()
    expect(page.get_by_text("It is here.")).to_be_visible()
    kept(page)
    page.reload()
    other = page.context.new_page()
    other.goto(ROOM)
    expect(rows(other, "Read before")).to_be_visible()
    front.cut()
    # Opened cold, from the copy.
    page.goto(f"{ROOM}/1")
    expect(page.get_by_text("It is here.")).to_be_visible()
    actions(page).get_by_role("button", name="Reply").click()
    page.get_by_label("Reply", exact=True).fill("Sent later")
    page.keyboard.press("Control+Enter")
    expect(replies(page)).to_contain_text("Waits for the network")
    page.goto(ROOM)
    post(page, "From the train", body="A long way.")
    write(page, "Half a thought")
    expect(page.get_by_text("Draft kept")).to_be_visible()
    expect(rows(other, "From the train")).to_contain_text("Waits for the network")
    page.reload()
    expect(rows(page, "From the train")).to_contain_text("Waits for the network")
    expect(page.get_by_role("status").filter(has_text="2 posts wait")).to_be_visible()
    front.mend()
    for tab in (page, other):
        tab.evaluate("dispatchEvent(new Event('online'))")
    for tab in (page, other):
        expect(rows(tab, "From the train")).to_contain_text("#2")
    assert [event["title"] for event in people["bob"].events(COURSE)].count("From the train") == 1
    [first] = [event for event in people["bob"].events(COURSE) if event["title"] == "Read before"]
    assert [reply["body"] for reply in people["bob"].items(f"/v1/events/{first['id']}/replies")] == ["Sent later"]
    page.get_by_role("button", name="Write a post").click()
    expect(page.get_by_label("Title")).to_have_value("Half a thought")


def test_two_tabs_that_change_one_text_lose_neither(visit, people):
    people["ada"].post(COURSE, "Old", body="The old text")
    one = sign_in(visit(), people["ada"], f"{ROOM}/1")
    two = one.context.new_page()
    two.goto(f"{ROOM}/1")
    for page in (one, two):
        actions(page).get_by_role("button", name="Edit").click()
        expect(page.locator("form.composer").get_by_label("Text")).to_have_value("The old text")
    for page, text in ((one, "The text of one"), (two, "The text of two")):
        page.locator("form.composer").get_by_label("Text").fill(text)
    one.get_by_role("button", name="Keep the change").click()
    expect(two.locator(".text").get_by_text("The text of one")).to_be_visible()
    two.get_by_role("button", name="Keep the change").click()
    expect(two.get_by_role("article").get_by_text("The text of two").first).to_be_visible()
    expect(two.get_by_role("article").get_by_text(re.compile("refused|changed")).first).to_be_visible()
    # The tab with the connection ends; the other goes on.
    one.close()
    people["bob"].reply(people["ada"].events(COURSE)[0], "Still live")
    expect(replies(two)).to_contain_text("Still live")


def test_a_notice_of_an_instructor_arrives(visit, people):
    ada = sign_in(visit(), people["ada"])
    rooms(ada).get_by_role("link", name="Inbox").click()
    expect(ada.get_by_text("Nothing happened yet")).to_be_visible()
    grace = sign_in(visit(), people["grace"], ROOM)
    post(grace, "The lecture moves", "notice", "To room 200.")
    expect(rooms(ada).get_by_role("link", name="Inbox")).to_contain_text("1")
    expect(ada).to_have_title("(1) Inbox · NoteIt")
    ada.get_by_role("main").get_by_role("link", name="The lecture moves").click()
    expect(ada.get_by_text("To room 200.")).to_be_visible()
    expect(rooms(ada).get_by_role("link", name="Inbox").locator(".count")).to_be_hidden()
    expect(rooms(ada).get_by_role("link", name="CMPT225").locator(".count")).to_be_hidden()
    # Counted when the room opens: a mark may come after the glance.
    [notice] = people["grace"].events(COURSE)
    wait_until(lambda: people["grace"].get(f"/v1/events/{notice['id']}/receipts")["seen"] == 1, "the mark to arrive")
    rows(grace, "The lecture moves").get_by_role("link").click()
    expect(grace.get_by_text("Seen by 1 of")).to_be_visible()


def test_what_was_left_or_signed_out_of_is_gone_from_the_disk(visit, people):
    people["bob"].post(COURSE, "A thread", body=SECRET)
    page = sign_in(visit(), people["ada"], f"{ROOM}/1")
    expect(page.get_by_text(SECRET)).to_be_visible()
    actions(page).get_by_role("button", name="Reply").click()
    page.get_by_label("Reply", exact=True).fill("I wanted to say")
    # Left on another device, while the thread is open.
    elsewhere = people["ada"].sign_in_again("phone")
    [place] = elsewhere.get("/v1/me/enrollments")["items"]
    elsewhere.drop(place["section"])
    expect(page.get_by_role("heading", name="There is no such post here")).to_be_visible()
    expect(rooms(page).get_by_role("link", name="CMPT225")).to_have_count(0)
    assert SECRET not in page.evaluate(KEPT)
    elsewhere.enroll(place["section"])
    expect(page.get_by_text(SECRET)).to_be_visible()
    for name in ("/inbox", "/courses", "/search?q=thread", f"{ROOM}?unread=1", "/today"):
        page.goto(name)
        expect(page.get_by_role("main").get_by_role("heading", level=1)).to_be_visible()
    wait_until(lambda: SECRET in page.evaluate(KEPT), "the text to be kept again")
    kept(page)
    page.get_by_role("button", name="Your account: Ada").click()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("dialog", name="Sign out?").get_by_role("button", name="Delete and sign out").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    left = page.evaluate(KEPT)
    assert not [word for word in (SECRET, people["ada"].email, "I wanted to say", people["ada"].id) if word in left]
    # Another person's page shows nothing of it.
    other = register(people["ada"].server, "Eve")
    sign_in(page, other, f"{ROOM}/1")
    expect(page.get_by_role("heading", name="There is no such post here")).to_be_visible()


def test_reloads_in_quick_succession_sign_nobody_out(visit, people):
    people["bob"].post(COURSE, "Still here")
    page = sign_in(visit(), people["ada"], ROOM)
    expect(rows(page, "Still here")).to_be_visible()
    kept(page)
    for _ in range(3):
        # Away again in the middle of the refresh: its answer carries the next cookie.
        with page.expect_request("**/v1/sessions/refresh"):
            page.goto(ROOM)
    people["bob"].post(COURSE, "And live")
    expect(rows(page, "And live")).to_be_visible()


def test_a_file_waits_with_its_post_and_arrives_with_it(visit, people, front):
    page = sign_in(visit(), people["ada"], ROOM)
    expect(page.get_by_role("navigation").get_by_role("link", name="CMPT225")).to_be_visible()
    kept(page)
    front.cut()
    form = write(page, "With a file")
    form.get_by_label("Attach files").set_input_files({"name": "notes.txt", "mimeType": "text/plain", "buffer": b"x" * 3000})
    expect(form.locator(".chosen")).to_contain_text("Is sent with your text.")
    form.get_by_role("button", name="Post", exact=True).click()
    expect(rows(page, "notes.txt")).to_contain_text("Waits for the network")
    page.reload()
    expect(rows(page, "notes.txt")).to_contain_text("With a file")
    front.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(rows(page, "With a file")).to_contain_text("#1")
    [event] = people["bob"].events(COURSE)
    assert [(file["name"], file["size"]) for file in event["attachments"]] == [("notes.txt", 3000)]


def test_two_tabs_show_each_others_text_for_one_place_and_either_is_taken(visit, people):
    one = sign_in(visit(), people["ada"], ROOM)
    two = one.context.new_page()
    two.goto(ROOM)
    write(one, "The title of one", body="The text of one")
    expect(one.get_by_text("Draft kept")).to_be_visible()
    two.get_by_role("button", name="Write a post").click()
    form = two.locator("form.composer")
    expect(form.get_by_label("Title")).to_have_value("The title of one")
    form.get_by_label("Text").fill("The text of two")
    other = {page: page.get_by_role("complementary", name="From another tab") for page in (one, two)}
    expect(other[one]).to_contain_text("The text of two")
    one.locator("form.composer").get_by_label("Text").fill("More of one")
    expect(other[two]).to_contain_text("More of one")
    other[two].get_by_role("button", name="Take that text").click()
    expect(form.get_by_label("Text")).to_have_value("More of one")
    expect(other[two]).to_contain_text("The text of two")
    other[two].get_by_role("button", name="Take that text").click()
    expect(form.get_by_label("Text")).to_have_value("The text of two")
    other[two].get_by_role("button", name="Keep this text").click()
    expect(other[two]).to_be_hidden()
    # Whoever still has the other text is told in turn.
    expect(other[one]).to_contain_text("The text of two")
