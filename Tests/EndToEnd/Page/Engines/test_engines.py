"""The main ways through a class in Firefox and in WebKitGTK, with real keys and clicks."""

from engine import SEES
from noteitd import wait_until
from people import PASSWORD
from tabs import COURSE

ROOM = f"/c/{COURSE}"
ROWS, REPLIES, SENT = "li.event", "li.reply", "Waits for the network"

# Works in a database with the page's own functions: for ever, or once.
WORK = """async (isEndless) => {
    const joined = await import(document.querySelector('script[type=module]').src)
    const { answer, open, within } = Object.values(joined).find((module) => module.within)
    const db = await open('left', 1, (db) => db.createObjectStore('all'), { keeps: true })
    const ended = within(db, ['all'], 'readwrite', async (transaction) => {
        do await answer(transaction.objectStore('all').put(1, 'one'))
        while (isEndless)
    })
    ended.then(() => document.body.append('It was written.'))
}"""

KIND_OF_VISIT = "() => performance.getEntriesByType('navigation')[0].type"


def sign_in(tab, person, path="/"):
    tab.go(path).write("Email", person.email)
    tab.write("Password", PASSWORD)
    tab.press("Enter")

    def signed_in():
        # A server on a busy machine may take longer to check a password than the page waits for it.
        if tab.run(SEES, "The server is not reached", "form"):
            tab.press("Enter")
        return tab.run(SEES, "Today", "#rooms")

    tab.until(signed_in, "to be signed in")
    return tab


def post(tab, title, text, kind="note"):
    tab.click("Write a post")
    tab.write("Title", title)
    tab.choose("Kind", kind)
    tab.write("Text", text)
    tab.click("Post")


def reply(tab, text):
    tab.click("Reply", "[aria-label='This post'] button")
    tab.write("Reply", text)
    tab.press("Enter", held=["Control"])


def titles(person):
    return [event["title"] for event in person.events(COURSE)]


def test_a_question_from_the_first_visit_to_its_answer(visit, people):
    ada, bob = visit(), visit()
    ada.go("/").click("Make an account")
    ada.write("Your name", "Mia")
    ada.write("Email", "mia@example.edu")
    ada.write("Password", PASSWORD)
    ada.click("Make the account")
    ada.follow("Find your courses")
    ada.write("Code, title or instructor", "cmpt 225")
    ada.click("CMPT225", "summary")
    ada.click("D100", "label")
    ada.sees("D100 goes with one LAB")
    ada.choose("D100 goes with one LAB", "202530.5447")
    ada.click("Join")
    ada.follow("You are in it. Open CMPT225")
    post(ada, "How fast is a heap?", "It is $\\frac{n}{2}$, or *less*?", "question")
    ada.sees("#1", ROWS)
    ada.follow("How fast is a heap?")
    # Another browser opens the address cold, and answers: it arrives by itself.
    sign_in(bob, people["bob"], f"{ROOM}/1")
    bob.sees("How fast is a heap?", "h1")
    bob.sees("less", "article.thread em")
    bob.until(lambda: bob.run("() => document.querySelector('article.thread mfrac') !== null"), "the formula")
    reply(bob, "Each step halves the rest.")
    ada.sees("Each step halves the rest.", REPLIES)
    ada.until(lambda: "New reply by Bob" in ada.run("() => document.querySelector('#spoken').textContent"), "the spoken words")
    ada.click("Accept", f"{REPLIES} button")
    bob.sees("✓ accepted", REPLIES)


def test_what_is_written_without_a_network_is_sent_once_by_one_of_two_tabs(visit, people, front):
    people["bob"].post(COURSE, "Read before", body="It is here.")
    one = sign_in(visit(), people["ada"], f"{ROOM}/1")
    one.sees("It is here.")
    one.keep()
    two = one.another().go(ROOM)
    two.sees("Read before", ROWS)
    front.cut()
    # Opened cold, from the copy.
    one.go(f"{ROOM}/1").sees("It is here.")
    reply(one, "Sent later")
    one.sees(SENT, REPLIES)
    post(two, "From the train", "A long way.")
    two.sees(SENT, ROWS)
    one.go(ROOM).sees("From the train", ROWS)
    assert titles(people["bob"]) == ["Read before"]
    front.mend()
    for tab in (one, two):
        tab.run("() => void dispatchEvent(new Event('online'))")
    for tab in (one, two):
        tab.sees("#2", ROWS)
        tab.misses(SENT)
    assert titles(people["bob"]).count("From the train") == 1
    first = next(event for event in people["bob"].events(COURSE) if event["title"] == "Read before")
    assert [reply["body"] for reply in people["bob"].items(f"/v1/events/{first['id']}/replies")] == ["Sent later"]
    # The tab with the connection ends; the other goes on.
    one.close()
    people["bob"].post(COURSE, "Still live")
    two.sees("Still live", ROWS)


def test_a_page_that_was_left_holds_up_no_other_tab(visit, people):
    people["bob"].post(COURSE, "Read before")
    one = sign_in(visit(), people["ada"], ROOM)
    two = one.another().go(ROOM)
    for tab in (one, two):
        tab.sees("Read before", ROWS)
    one.run(WORK, True)
    one.go(f"{ROOM}/1").sees("Read before", "h1")
    two.run(WORK, False)
    two.sees("It was written.")
    one.run("() => void history.back()")
    one.until(lambda: one.run(KIND_OF_VISIT) != "navigate", "the page to be made anew")
    one.sees("Read before", ROWS)
    post(one, "After the way back", "It is whole.")
    two.sees("After the way back", ROWS)


def test_a_notice_of_an_instructor_arrives_and_signing_out_ends_it_all(visit, people):
    ada, grace = sign_in(visit(), people["ada"], "/inbox"), sign_in(visit(), people["grace"], ROOM)
    ada.sees("Nothing happened yet")
    post(grace, "The lecture moves", "To room 200.", "notice")
    ada.sees("The lecture moves", "main")
    ada.until(lambda: ada.run("() => document.title") == "(1) Inbox · NoteIt", "the title to count it")
    ada.follow("The lecture moves")
    ada.sees("To room 200.", "article")
    ada.misses("1", "#rooms .count")
    [notice] = people["grace"].events(COURSE)
    wait_until(lambda: people["grace"].get(f"/v1/events/{notice['id']}/receipts")["seen"] == 1, "the mark to arrive")
    other = ada.another().go(ROOM)
    other.sees("The lecture moves", ROWS)
    ada.click("Your account")
    ada.click("Sign out")
    for tab in (ada, other):
        tab.sees("Sign in", "h1")
        tab.misses("The lecture moves")
