"""What stands in the degree room are the server's numbers, for random plans of real programmes, read from the accessibility tree:
terms, cards, problems, the audit, the path."""

import os
import random
import re

import pytest
from playwright.sync_api import expect

import degree_reading as reading
from degree_people import COURSES, new_plan, record
from noteitd import Noteitd, wait_until
from people import register
from recurrences import data
from test_degree_room import facts, term
from visits import enter

PLANS = int(os.environ.get("NOTEIT_DEGREES", "20"))
FIRST = int(os.environ.get("NOTEIT_FIRST_SEED", "1"))
# So far that the path from the next term reaches it, whatever day it is.
TERMS = 6
# The most credits of a term.
MOST = 16
# Of a course whose credits nobody knows.
UNKNOWN = 3
STATUS = {"done": "done", "inProgress": "in progress", "planned": "planned", "missing": "missing"}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The courses and programmes of an institute: all of them, else an extract."""
    folder = data("rpi")
    courses = folder / "prerequisites.csv"
    server = Noteitd(tmp_path_factory.mktemp("institute"))
    server.admin("courses", "import", str(courses if courses.exists() else courses.with_name(f"{courses.name}.gz")))
    server.admin("programmes", "import", str(folder / "degrees_2024.json"))
    with server.serving():
        yield server


def some_plan(dice, name, programme, ada):
    """A record and a plan: the path of a programme, with some courses elsewhere, some gone, and some done."""
    plan = new_plan(ada, name, programme=programme)
    path = ada.get(f"/v1/me/plans/{plan['id']}/path?credits={MOST}")
    codes = [code for each in path["terms"] for code in each["courses"]]
    names = [each["term"] for each in path["terms"]][:TERMS] or ["209710"]
    dice.shuffle(codes)
    done, left = codes[:3], codes[3:20]
    record(ada, *({"course": code, "term": "202530", "grade": dice.choice(["A", "B-", "C+", "D", "F"]), "credits": 4} for code in done),
           query={"unknown": "allow"})
    terms = [{"term": name, "courses": []} for name in names]
    for code in left:
        dice.choice(terms)["courses"].append(code)
    return ada.call("PATCH", f"/v1/me/plans/{plan['id']}", 200, json={"terms": terms, "creditsPerTerm": MOST}).json()


def number(value):
    return f"{value:g}"


def credits(value):
    return f"{number(value)} credit{'s' * (value != 1)}"


def shows(read, wanted):
    """Waits until the screen has what is wanted."""
    try:
        wait_until(lambda: read() == wanted, "the screen to have the server's numbers")
    except AssertionError:
        assert read() == wanted
        raise


class Catalog:
    """The courses that the server has, by their codes."""

    def __init__(self, person):
        self.entries = {each["code"]: each for each in person.items(COURSES)}

    def known(self, code):
        """Of a range the least; None where nobody knows."""
        found = self.entries.get(code, {}).get("credits")
        return float(found.split("-")[0]) if isinstance(found, str) else found

    def credits(self, code):
        return UNKNOWN if self.known(code) is None else self.known(code)

    def card(self, code):
        """A course as its card is read."""
        known = self.known(code)
        return " ".join(f"{code} {f'{UNKNOWN}?' if known is None else number(known)} {self.entries.get(code, {}).get('title', '')}".split())


def shows_the_terms(page, catalog, plan, check):
    """Each term, its cards, and what the check says of both."""
    def on(name, code):
        return [each["detail"] for each in check["problems"] if (each["term"], each["course"]) == (name, code)]

    shows(lambda: reading.terms(page), [{
        "name": term(each["term"]),
        "credits": f"{number(sum(map(catalog.credits, each['courses'])))} of {MOST} credits",
        "problems": " ".join(on(each["term"], None)),
        "cards": [(catalog.card(code), on(each["term"], code)) for code in each["courses"]],
    } for each in plan["terms"]])


def counted(course):
    """What the audit says of a course that fills a requirement."""
    kind = [] if course["kind"] in ("taken", "waiver") else [course["kind"]]
    amount = "waiver" if course["kind"] == "waiver" else credits(course["credits"])
    return course["course"], " · ".join(filter(None, [course["term"] and term(course["term"]), amount, *kind, STATUS[course["status"]]]))


def shows_the_audit(page, programme, found, check):
    units = {each["id"]: "course" if each.get("courses") else "credit" for each in programme["requirements"]}
    rows = []
    for each in found["requirements"]:
        unit, lacks = units[each["id"]], each["needs"] - each["has"]
        many = "s" * (unit == "credit" or each["needs"] != 1)
        head = f"{each['name']} {number(each['has'])} of {number(each['needs'])} {unit}{many} {STATUS[each['status']]}"
        more = f"{number(lacks)} more {unit}{'s' * (lacks != 1)}" if each["status"] == "missing" else ""
        rows.append((head, [counted(course) for course in each["courses"]], more))
    shows(lambda: reading.audit(page)[0], rows)
    sentences = reading.audit(page)[1]
    assert sum(words.startswith("Proved: ") for words in sentences) == int(found["optimal"])
    left = [f"Left over: {', '.join(found['leftOver'])}."] if found["leftOver"] else []
    assert [words for words in sentences if words.startswith("Left over")] == left

    open_problems = [each for each in check["problems"] if not each["accepted"]]
    shown = {"Problems": str(sum(not each["unsure"] for each in open_problems))}
    if unsure := sum(each["unsure"] for each in open_problems):
        shown["Cannot be checked"] = str(unsure)
    if "credits" in found:
        shown["Credits"] = f"{number(found['credits']['has'])} of {number(found['credits']['needs'])}"
    shows(lambda: {name: value for name, value in facts(page).items() if name in {"Problems", "Cannot be checked", "Credits"}}, shown)


def shows_the_path(page, catalog, programme, found):
    names = {None: "any course"} | {each["id"]: each["name"] for each in programme["requirements"]}
    if not found["feasible"]:
        causes = [each["detail"] for each in found["because"]]
        shows(lambda: [line[:len(detail)] for line, detail in zip(reading.path(page)[2], causes)], causes)
        assert len(reading.path(page)[2]) == len(causes)
        return
    lines = []
    for each in (each for each in found["terms"] if each["courses"] or each["electives"]):
        free = [f"{credits(one['credits'])} of {names[one['requirement']]}" for one in each["electives"]]
        total = sum(map(catalog.credits, each["courses"])) + sum(one["credits"] for one in each["electives"])
        lines.append(" ".join(filter(None, [term(each["term"]), credits(total), ", ".join(each["courses"]), ", ".join(free)])))
    shows(lambda: reading.path(page)[1:], (found["critical"], lines))
    verdict = f"Graduation at the end of {term(found['graduates'])}, {len(lines)} term{'s' * (len(lines) != 1)} with courses."
    assert (verdict if found["graduates"] else "Nothing remains to be taken.") in reading.path(page)[0]


def test_the_numbers_on_the_screen_are_the_servers(profile, server):
    ada = register(server, "Ada")
    catalog, programmes = Catalog(ada), [each["id"] for each in ada.items("/v1/programmes")]
    page = enter(profile.new_page(), ada, "/degree")
    broken = 0
    for seed in range(FIRST, FIRST + PLANS):
        dice = random.Random(seed)
        programme = ada.get(f"/v1/programmes/{dice.choice(programmes)}")
        print(f"seed {seed}: {programme['id']}")
        plan = some_plan(dice, f"Plan {seed}", programme["id"], ada)
        path = f"/v1/me/plans/{plan['id']}"
        check = ada.get(f"{path}/check")
        broken += len(check["problems"])
        link = page.get_by_role("link", name=re.compile(f"^{plan['name']} "))
        link.click()
        page.get_by_role("link", name="Audit").click()
        shows_the_terms(page, catalog, plan, check)
        shows_the_audit(page, programme, ada.get(f"{path}/audit"), check)
        page.get_by_role("link", name="Earliest").click()
        first = page.get_by_label("First term").input_value()
        page.get_by_label("Keep the plan").uncheck()
        page.get_by_role("button", name="Find the earliest way").click()
        shows_the_path(page, catalog, programme, ada.get(f"{path}/path?from={first}"))
        page.get_by_role("main").get_by_role("link", name="Degree").click()
        ada.call("DELETE", path, 204)
        expect(link).to_have_count(0)
    assert broken, "no plan had a problem"
