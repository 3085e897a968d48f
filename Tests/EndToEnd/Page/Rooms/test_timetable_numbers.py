"""What stands on timetables are the server's numbers, read from the accessibility tree: for chosen requests to the sample term, and for
random ones to two real terms."""

import os
import random

import pytest
from playwright.sync_api import expect

from people import register
from recurrences import data
from timetable_cards import answer_by, cards, choose, facts, sample_term, served
from visits import enter

COUNT = int(os.environ.get("NOTEIT_TIMETABLES", "5"))
FIRST = int(os.environ.get("NOTEIT_FIRST_SEED", "1"))
TERMS = {"sfu": "2025fa", "rpi": "2023fa"}
DAYS = dict(zip("Mon Tue Wed Thu Fri Sat Sun".split(), "MTWRFSU", strict=True))
HOURS = {"mornings": "08:00–12:00", "afternoons": "12:00–17:00", "evenings": "17:00–22:00"}
LABELS = {"earliest": "No class before", "latest": "No class after"}
GAPS = {"usual": 50, "gaps": 250, "days": 10}


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    with sample_term(tmp_path_factory.mktemp("sample")) as server:
        yield server


@pytest.fixture(scope="module", params=TERMS)
def real(request, tmp_path_factory):
    """A real term: the whole one, else an extract."""
    folder = data(request.param)

    def table(name):
        plain = folder / f"{name}_{TERMS[request.param]}.csv"
        return plain if plain.exists() else plain.with_name(f"{plain.name}.gz")

    more = [("grades", "import", table("synthetic_scores"))] if request.param == "sfu" else []
    with served(tmp_path_factory.mktemp(request.param), (table("term"), "--links", table("links")), *more) as server:
        yield server


@pytest.fixture
def server(request):
    return request.getfixturevalue("real" if "real" in request.fixturenames else "sample")


def mean(values):
    return f"{sum(values) // len(values) / 100:.2f}" if values else "not known"


def span(minutes):
    hours, rest = divmod(minutes, 60)
    return f"{hours}h {rest:02}m" if hours and rest else f"{hours}h" if hours else f"{rest}m" if rest else "0"


def summed(credits):
    """Of ranges the least and the most."""
    if None in credits:
        return "not known"
    ends = [str(each).split("-") for each in credits]
    return "–".join(dict.fromkeys(f"{sum(float(each[end]) for each in ends):g}" for end in (0, -1)))


def told(timetable, answer, sections, courses):
    """The facts of a timetable by the API's answer and catalog."""
    own = [sections[crn] for crn in timetable["crns"]]
    meetings = [meeting for section in own for meeting in section["meetings"]]
    seats = [max(0, each["capacity"] - each["enrolled"]) for each in own if None not in (each["capacity"], each["enrolled"])]
    scores = [score for score in answer.get("scores", []) if score["crn"] in timetable["crns"]]
    facts = {
        "Days": " ".join(name for name, day in DAYS.items() if any(day in meeting["days"] for meeting in meetings)) or "no fixed time",
        "Hours": f"{min(each['start'] for each in meetings)}–{max(each['end'] for each in meetings)}" if meetings else "–",
        "Gaps": span(timetable["parts"]["idleMinutes"]),
        "Seats": (str(min(seats)) if min(seats) else "full") if seats else "not known",
        "Rating": mean([score["rating"] for score in scores if score["rating"]]),
        "Grade": mean([score["grade"] for score in scores if score["grade"]]),
        "Credits": summed([course["credits"] for course in courses]),
        "Campus": ", ".join(dict.fromkeys(section["campus"] for section in own if section["campus"])) or "not known",
        "Penalty": f"{timetable['cost']:,}",
    }
    if timetable["parts"]["walkingMinutes"]:
        facts["On the way"] = span(timetable["parts"]["walkingMinutes"])
    if timetable["parts"]["minutesOutsidePreferred"]:
        facts["Outside hours"] = span(timetable["parts"]["minutesOutsidePreferred"])
    return facts


def wish(page, courses, wishes):
    for day in wishes.get("off", []):
        page.get_by_role("group", name="Days off").get_by_role("button", name=day).click()
    for name in wishes.get("hours", []):
        page.get_by_role("button", name=f"{name} {HOURS[name]}").click()
    for name, label in LABELS.items():
        if name in wishes:
            page.get_by_label(label).fill(wishes[name])
            page.get_by_label(label).blur()
    if "better" in wishes:
        page.get_by_label("Better with").select_option(wishes["better"])
    choose(page, *courses)


def asks(body, courses, wishes):
    """Whether a search is for some courses, in any order, with the wishes."""
    return (
        body["courses"] == [course["id"] for course in courses]
        and body.get("daysOff", "") == "".join(DAYS[day] for day in wishes.get("off", []))
        and body.get("earliest") == wishes.get("earliest") and body.get("latest") == wishes.get("latest")
        and body.get("preferred", []) == [time for name in wishes.get("hours", []) for time in HOURS[name].split("–")]
        and body["weights"]["gap"] == GAPS[wishes.get("better", "usual")]
    )


def shows_the_servers_numbers(page, courses, wishes):
    """Wishes for some courses, and reads each timetable that is shown."""
    codes = [f"{course['subject']} {course['number']}" for course in courses]
    answer = answer_by(page, lambda: wish(page, codes, wishes), lambda body: asks(body, courses, wishes))
    found = answer["timetables"]
    if not found:
        expect(page.get_by_role("heading", name="There is no timetable")).to_be_visible()
        return False
    least = "" if answer["exact"] else "at least "
    total, distinct = int(answer["feasible"]), int(answer["feasibleDistinct"])
    count = f"{least}{total:,} timetable{'s' * (total != 1)}, {least}{distinct:,} with different times"
    expect(page.get_by_role("heading", name=count, exact=True)).to_be_visible()
    sections = {int(section["crn"]): section for course in courses for section in course["sections"]}
    expect(page.locator(".best .cards > li [data-part=crns]")).to_have_text([" ".join(map(str, each["crns"])) for each in found])
    for card, timetable in zip(cards(page).all(), found, strict=True):
        tree = card.aria_snapshot()
        assert facts(tree) == told(timetable, answer, sections, courses)
        for crn in timetable["crns"]:
            for meeting in sections[crn]["meetings"]:
                kind = meeting.get("kind") or sections[crn]["kind"]
                assert f"{kind} {sections[crn]['code']}, {meeting['start']}–{meeting['end']}" in tree
    return True


REQUESTS = [
    (["CMPT225", "MATH150", "MACM101"], {}),
    (["MATH150", "MACM101"], {"off": ["Tue"], "earliest": "09:30"}),
    (["CMPT225", "MATH151", "BUS232"], {"hours": ["mornings"]}),
    (["MATH150", "MACM101", "BISC303"], {"latest": "15:30", "better": "gaps"}),
]


@pytest.mark.parametrize("courses, wishes", REQUESTS, ids=lambda value: "+".join(value) if isinstance(value, list) else "")
def test_the_numbers_on_the_screen_are_the_servers(profile, sample, courses, wishes):
    ada = register(sample, "Ada")
    page = enter(profile.new_page(), ada, "/timetables")
    assert shows_the_servers_numbers(page, [ada.get(f"/v1/courses/202530.{code}") for code in courses], wishes)


def some_wishes(dice):
    """What people wish: often nothing, seldom much."""
    wishes = {}
    if dice.random() < 0.3:
        wishes["off"] = [dice.choice(["Mon", "Fri"])]
    if dice.random() < 0.3:
        wishes["earliest"] = dice.choice(["09:00", "09:30", "10:00"])
    if dice.random() < 0.2:
        wishes["latest"] = dice.choice(["16:30", "18:00"])
    if dice.random() < 0.3:
        wishes["hours"] = [dice.choice(list(HOURS))]
    if dice.random() < 0.3:
        wishes["better"] = dice.choice(["gaps", "days"])
    return wishes


def test_so_are_those_of_random_requests_to_a_real_term(profile, real):
    ada = register(real, "Ada")
    [term] = ada.items("/v1/terms")
    listed = [course for course in ada.items(f"/v1/terms/{term['id']}/courses") if course["sections"]]
    page = enter(profile.new_page(), ada, "/timetables")
    results = []
    for seed in range(FIRST, FIRST + COUNT):
        dice = random.Random(seed)
        courses = [ada.get(f"/v1/courses/{course['id']}") for course in dice.sample(listed, dice.randint(2, 4))]
        wishes = some_wishes(dice)
        print(f"seed {seed}: {[course['id'] for course in courses]} {wishes}")
        results.append(shows_the_servers_numbers(page, courses, wishes))
        page.get_by_role("button", name="Start over").click()
        page.get_by_role("dialog").get_by_role("button", name="Start over").click()
        expect(page.get_by_role("button", name="Start over")).to_be_hidden()
    assert any(results), "no request had a timetable"
