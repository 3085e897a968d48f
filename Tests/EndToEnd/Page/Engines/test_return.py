"""Pages that are left for another and come back by the button: WebKit keeps them as they were, Firefox may load them anew."""

from tabs import COURSE
from test_engines import ROOM, ROWS, sign_in

BACK = "() => void setTimeout(() => history.back())"


def leave(tab):
    tab.go("/no-such").sees("There is no page at this address")


def test_a_page_that_comes_back_catches_up_and_is_live(visit, people):
    bob = people["bob"]
    first = sign_in(visit(), people["ada"], ROOM)
    old = bob.post(COURSE, "Written before")
    first.sees("Written before", ROWS)
    second = first.another().go(ROOM)
    second.sees("Written before", ROWS)
    leave(first)
    bob.post(COURSE, "Written meanwhile")
    bob.delete(old)
    second.sees("Written meanwhile", ROWS)
    first.run(BACK)
    first.sees("Written meanwhile", ROWS)
    first.misses("Written before", ROWS)
    bob.post(COURSE, "Written after")
    for tab in (first, second):
        tab.sees("Written after", ROWS)
    second.close()
    bob.post(COURSE, "Written at last")
    first.sees("Written at last", ROWS)


def test_a_page_that_comes_back_after_signing_out_shows_nothing(visit, people):
    people["bob"].post(COURSE, "For Ada alone")
    first = sign_in(visit(), people["ada"], ROOM)
    first.sees("For Ada alone", ROWS)
    second = first.another().go(ROOM)
    leave(first)
    second.click("Your account")
    second.click("Sign out")
    second.sees("Sign in", "main")
    first.run(BACK)
    first.sees("Make an account", "main")
    first.misses("For Ada alone")
