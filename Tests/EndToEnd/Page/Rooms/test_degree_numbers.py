"""What stands in the degree room are the server's numbers, for random plans of real programmes: problems, the audit, the path."""

import os
import random
import re

import pytest
from playwright.sync_api import expect

from degree_people import new_plan, record
from noteitd import Noteitd
from people import register
from recurrences import data
from test_degree_room import column, facts, placed, shows_what_the_server_says, term
from visits import enter

RPI, PREREQUISITES = data("rpi") / "degrees_2024.json", data("rpi") / "prerequisites.csv.gz"
PLANS = int(os.environ.get("NOTEIT_DEGREES", "2"))
FIRST = int(os.environ.get("NOTEIT_FIRST_SEED", "1"))
# So far that the path from the next term reaches it, whatever day it is.
TERMS = 6
STATUS = {"done": "done", "inProgress": "in progress", "planned": "planned", "missing": "missing"}
pytestmark = pytest.mark.skipif(not RPI.exists() or not PREREQUISITES.exists(), reason=f"{RPI} is not there")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Noteitd(tmp_path_factory.mktemp("institute"))
    server.admin("courses", "import", str(PREREQUISITES))
    server.admin("programmes", "import", str(RPI))
    with server.serving():
        yield server


def some_plan(dice, ada):
    """A record and a plan: the path of a programme, with some courses elsewhere, some gone, and some done."""
    programme = dice.choice(ada.items("/v1/programmes"))["id"]
    plan = new_plan(ada, f"Plan {dice.random()}", programme=programme)
    path = ada.get(f"/v1/me/plans/{plan['id']}/path?credits=16")
    codes = [code for each in path["terms"] for code in each["courses"]]
    names = [each["term"] for each in path["terms"]][:TERMS] or ["209710"]
    dice.shuffle(codes)
    done, left = codes[:3], codes[3:20]
    record(ada, *({"course": code, "term": "202530", "grade": dice.choice(["A", "B-", "C+", "D", "F"]), "credits": 4} for code in done),
           query={"unknown": "allow"})
    terms = [{"term": name, "courses": []} for name in names]
    for code in left:
        dice.choice(terms)["courses"].append(code)
    return ada.call("PATCH", f"/v1/me/plans/{plan['id']}", 200, json={"terms": terms, "creditsPerTerm": 16}).json()


def number(value):
    return f"{value:g}"


@pytest.mark.parametrize("seed", range(FIRST, FIRST + PLANS))
def test_the_numbers_on_the_screen_are_the_servers(profile, server, seed):
    dice, ada = random.Random(seed), register(server, "Ada")
    plan = some_plan(dice, ada)
    path = f"/v1/me/plans/{plan['id']}"
    check, audit = ada.get(f"{path}/check"), ada.get(f"{path}/audit")
    programme = ada.get(f"/v1/programmes/{plan['programme']}")
    page = enter(profile.new_page(), ada, f"/degree/{plan['id']}?show=audit")

    region = page.get_by_role("region", name="Audit")
    rules = {each["id"]: each for each in programme["requirements"]}
    rows = region.locator(".dg-requirements > li")
    expect(rows).to_have_count(len(audit["requirements"]))
    for row, wanted in zip(rows.all(), audit["requirements"], strict=True):
        unit = f" course{'s' * (wanted['needs'] != 1)}" if rules[wanted["id"]].get("courses") else " credits"
        have = f"{number(wanted['has'])} of {number(wanted['needs'])}{unit}"
        expect(row.locator("summary")).to_contain_text(f"{wanted['name']} {have} {STATUS[wanted['status']]}")
        expect(row.locator("ul [data-part=code]")).to_have_text([each["course"] for each in wanted["courses"]])
    expect(region.get_by_text(re.compile(r"^Proved: "))).to_have_count(int(audit["optimal"]))
    expect(region.locator("[data-part=leftOver]")).to_have_text(f"Left over: {', '.join(audit['leftOver'])}." if audit["leftOver"] else "")

    open_problems = [each for each in check["problems"] if not each["accepted"]]
    shown = {"Problems": str(sum(not each["unsure"] for each in open_problems))}
    if unsure := sum(each["unsure"] for each in open_problems):
        shown["Cannot be checked"] = str(unsure)
    if "credits" in audit:
        shown["Credits"] = f"{number(audit['credits']['has'])} of {number(audit['credits']['needs'])}"
    for name, value in shown.items():
        expect(page.locator(".dg-facts > div").filter(has=page.get_by_text(name, exact=True)).locator("dd")).to_have_text(value)
    assert {name: value for name, value in facts(page).items() if name in {"Problems", "Cannot be checked", "Credits"}} == shown

    for each in plan["terms"]:
        expect(column(page, each["term"]).locator("h2")).to_have_text(term(each["term"]))
        expect(column(page, each["term"]).locator(".dg-card [data-part=code]")).to_have_text(each["courses"])
        own = [problem["detail"] for problem in check["problems"] if problem["term"] == each["term"] and problem["course"] is None]
        expect(column(page, each["term"]).locator(".bad[data-part=problems]")).to_have_text(" ".join(own))
    shows_what_the_server_says(page, ada, plan)

    page.get_by_role("link", name="Earliest").click()
    first = page.get_by_label("First term").input_value()
    page.get_by_label("Keep the plan").uncheck()
    page.get_by_role("button", name="Find the earliest way").click()
    found = ada.get(f"{path}/path?from={first}")
    region = page.get_by_role("region", name="Earliest graduation")
    if found["feasible"]:
        expect(region.locator("[data-part=verdict]")).to_contain_text(f"end of {term(found['graduates'])}," if found["graduates"] else "Nothing remains")
        used = [each for each in found["terms"] if each["courses"] or each["electives"]]
        expect(region.locator(".dg-path [data-part=name]")).to_have_text([term(each["term"]) for each in used])
        expect(region.locator(".dg-path [data-part=courses]")).to_have_text([", ".join(each["courses"]) for each in used])
    else:
        expect(region.locator(".dg-because li")).to_have_count(len(found["because"]))
        for line, cause in zip(region.locator(".dg-because li").all(), found["because"], strict=True):
            expect(line).to_contain_text(cause["detail"])
    assert region.locator(".dg-chain button").all_inner_texts() == found["critical"]
    assert set(placed(ada, plan)) == {code for each in plan["terms"] for code in each["courses"]}
