"""The planners in Firefox and in WebKitGTK, with real keys and clicks: from wishes to joining, a study block that a calendar program
sees move, a plan that an adviser approves in another browser."""

import datetime

from dav import Dav, moment
from degree_people import add_faculty, plan_of
from noteitd import wait_until
from people import COURSE
from study_people import EVERY_DAY, add, at, noon_zone, settle, study, timetable
from test_engines import sign_in

CARDS, BLOCKS, COMMENTS = ".best .cards > li", "li.entry.study", ".dg-comments"
CHOSEN = "(kind) => Boolean(document.activeElement.closest(kind))"


def taken(person):
    return sorted(place["section"] for place in person.items("/v1/me/enrollments"))


def reach(tab, kind):
    """Goes to the first row of a kind with the key for the next one."""

    def reached():
        tab.press("j")
        return tab.run(CHOSEN, kind)

    tab.until(reached, f"the focus in {kind}")


def test_wishes_become_a_timetable_that_is_joined(visit, people):
    ada = people["ada"]
    before = taken(ada)
    tab = sign_in(visit(), ada, "/timetables")
    tab.click("Choose courses")
    tab.write("Courses", "macm101")
    tab.sees("MACM 101", "[role=option]")
    tab.press("Enter")
    tab.sees("MACM 101", CARDS)
    tab.sees("Around your classes and events: CMPT 225.")
    # A wish, taken back: each time other timetables stand there.
    tab.click("Wed")
    tab.sees("There is no timetable")
    tab.click("Wed")
    tab.sees("MACM 101", CARDS)
    crns = tab.run("(cards) => document.querySelector(`${cards} [data-part=crns]`).textContent", CARDS).split()
    tab.click("Join timetable 1")
    tab.click(f"Join {len(crns)} sections", "dialog button")
    wait_until(lambda: taken(ada) == sorted([*before, *(f"{COURSE.split('.')[0]}.{crn}" for crn in crns)]), "the sections to be joined")
    tab.sees(f"Joined {len(crns)} sections. It is saved as Plan A.")
    tab.press("s", "Enter")
    tab.sees("Plan A", "h1")


def test_a_study_block_that_keys_move_moves_in_a_calendar_program(visit, people):
    ada, zone = people["ada"], noon_zone()
    settle(ada, timeZone=zone, hours={day: [{"start": "09:00", "end": "22:00"}] for day in EVERY_DAY}, mode="balanced", minimumBlock=60)
    task = add(ada, "Read chapter 4", minutes=60, earliest=at(zone, 1, "00:00"), deadline=at(zone, 1, "20:00"))
    [block] = study(timetable(ada), task)
    tab = sign_in(visit(), ada, f"/study?day={at(zone, 1, '12:00')[:10]}")
    tab.sees("Read chapter 4", BLOCKS)
    reach(tab, BLOCKS)
    tab.press("]", "]")
    tab.sees("It stays there.", ".told")
    start = datetime.datetime.fromisoformat(block["start"]) + datetime.timedelta(minutes=30)
    phone = Dav(ada)
    wait_until(lambda: start in [moment(text, "DTSTART") for text in phone.texts("study").values()], "the calendar program to see it move")


def test_a_plan_is_made_discussed_and_approved(visit, people, server, tmp_path):
    add_faculty(server, tmp_path)
    ada, grace = people["ada"], people["grace"]
    hers = sign_in(visit(), ada, "/degree")
    hers.click("New plan")
    hers.write("Name", "Way")
    hers.choose("Programme", "computing", "dialog[open] select")
    hers.click("Make the plan")
    hers.sees("Way", "h1")
    hers.click("Add COMP 100")
    hers.sees("COMP 100", ".dg-card")
    [plan] = ada.items("/v1/me/plans")
    terms = [each["term"] for each in plan["terms"]]
    reach(hers, ".dg-card")
    hers.press("]")
    wait_until(lambda: plan_of(ada, plan)["terms"][1] == {"term": terms[1], "courses": ["COMP 100"]}, "the course to be a term later")
    hers.press("4")
    hers.click("Share with an adviser")
    wait_until(lambda: plan_of(ada, plan)["shared"], "the plan to be shared")
    # An adviser opens the link cold.
    theirs = sign_in(visit(), grace, hers.run("() => new URL(document.querySelector('[data-part=address]').value).pathname"))
    theirs.sees("COMP 100", ".dg-card")
    theirs.follow("Talk")
    theirs.write("Comment", "Sooner?")
    theirs.click("Send")
    hers.sees("Sooner?", COMMENTS)
    hers.write("Comment", "No.")
    hers.click("Send")
    theirs.sees("No.", COMMENTS)
    theirs.click("Approve this plan")
    hers.sees(f"Approved by {grace.account['displayName']} on")
    assert plan_of(ada, plan)["approved"]["by"]["id"] == grace.id
