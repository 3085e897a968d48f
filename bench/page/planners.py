"""The planners: dragging a course in a plan of 60, and the first timetable of a first-year load of a real term."""

import contextlib
import csv
import gzip
import json
import random
import re
import subprocess
import tempfile
from pathlib import Path

import realdata
from browser import DESK, NAME, SLOWED, Phone
from noteitd import Noteitd
from results import SHORT, noteitd, require
from school import Person

COURSES, TERMS = 60, 10
HEADER = "subject,number,title,credits,level,attributes,prerequisites,corequisites,notes,terms_offered"
SUBJECTS = ("CMPT", "MATH", "PHYS", "HIST", "ENGL", "BISC")
PROGRAMME = {
    "id": "computing", "name": "Computing", "catalogYear": 2026, "credits": 120, "requirements": [
        {"id": subject.lower(), "name": f"Courses of {subject}", "courses": 4, "from": [{"subject": subject}]} for subject in SUBJECTS
    ],
}
DRAGS = 3 if SHORT else 12
LOADS = 3 if SHORT else 12


@contextlib.contextmanager
def served(fill):
    """A server whose database has what `fill` brings in, which gives commands of noteitd for a folder."""
    with tempfile.TemporaryDirectory(prefix="noteit-bench-") as name:
        server = Noteitd(noteitd(), name)
        for command in fill(Path(name)):
            subprocess.run([server.program, *map(str, command), "--database", server.database], check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        server.start()
        try:
            yield server
        finally:
            server.end(kill=True)


def catalog(folder):
    """Courses of three credits, each after the first needs the one before it in its subject; and a programme of all subjects."""
    rows = [
        f"{subject},{100 + number},Course {number} of {subject},3,UGRD,,{f'{subject} {99 + number}.' if number else ''},,,"
        for subject in SUBJECTS for number in range(COURSES // len(SUBJECTS))
    ]
    (folder / "courses.csv").write_text("\n".join([HEADER, *rows]) + "\n")
    (folder / "programmes.json").write_text(json.dumps([PROGRAMME]))
    return [("courses", "import", folder / "courses.csv"), ("programmes", "import", folder / "programmes.json")]


def dragging(browser, _):
    """From the mouse over another term, and from letting go, to the frame that shows it."""
    with served(catalog) as server:
        student = Person(server, "student")
        codes = [f"{subject} {100 + number}" for number in range(COURSES // len(SUBJECTS)) for subject in SUBJECTS]
        names = [f"20{27 + index // 3}{index % 3 + 1}0" for index in range(TERMS)]
        share = COURSES // TERMS
        terms = [{"term": name, "courses": codes[index * share:(index + 1) * share]} for index, name in enumerate(names)]
        body = {"name": "Plan", "programme": "computing", "terms": terms, "creditsPerTerm": 18}
        plan = student.call("POST", "/v1/me/plans", body)
        desk = Phone(browser, server.url, screen=DESK)
        page = desk.sign_in(student, row=NAME)
        page.goto(f"/degree/{plan['id']}")
        page.evaluate(f"painted('.dg-card[data-code=\"{codes[-1]}\"]')")
        over, dropped = [], []
        for turn in range(DRAGS + 1):
            # To and fro in three terms beside each other: the window has no more.
            code, to = codes[turn % share], names[1 + turn // share % 2]
            desk.settle(page)
            times = dragged(page, code, to)
            over.append(times["over"])
            dropped.append(times["drop"])
        desk.settle(page)
        kept = {each["term"]: each["courses"] for each in student.call("GET", f"/v1/me/plans/{plan['id']}")["terms"]}
        require(codes[0] in kept[names[1]], "what was dragged is not in its term")
        desk.close()
    yield f"dragging in a plan of {COURSES} courses, over a term", over[1:], 50
    yield f"dragging in a plan of {COURSES} courses, letting go", dropped[1:], 50


def dragged(page, code, to):
    """The times of the two answers. An event has the time at which the browser heard of the mouse."""
    card, column = (page.locator(selector) for selector in (f'.dg-card[data-code="{code}"]', f'.dg-column[data-term="{to}"]'))
    page.evaluate("""([card, column, term]) => {
        const answer = (name, selector, holds) => new Promise((resolve) => addEventListener(name, function hear(event) {
            if (!holds(event)) return
            removeEventListener(name, hear, true)
            painted(selector).then((at) => resolve(at - event.timeStamp))
        }, true))
        const isThere = ({ target }) => target.closest?.('.dg-column')?.dataset.term === term
        globalThis.answers = Promise.all([answer('dragover', `${column}.target`, isThere), answer('drop', `${column} ${card}`, isThere)])
    }""", [f'.dg-card[data-code="{code}"]', f'.dg-column[data-term="{to}"]', to])
    card.scroll_into_view_if_needed()
    box = card.bounding_box()
    page.mouse.move(box["x"] + 8, box["y"] + 8)
    page.mouse.down()
    page.mouse.move(box["x"] + 20, box["y"] + 12, steps=2)
    place = column.bounding_box()
    x, y = place["x"] + place["width"] / 2, min(max(place["y"] + 20, 20), DESK["viewport"]["height"] - 20)
    page.mouse.move(x, y)
    page.mouse.move(x + 2, y)
    page.wait_for_selector(f'.dg-column[data-term="{to}"].target')
    page.mouse.up()
    over, drop = page.evaluate("answers")
    return {"over": over, "drop": drop}


def searching(browser, _):
    """The bound is for a desk. For a phone, four times as slow, the same figure is an aim."""
    term = realdata.term()
    with served(lambda _: [("catalog", "import", term.csv, "--links", term.links, "--time-zone", "America/Vancouver")]) as server:
        student = Person(server, "student")
        wanted = loads(server, student, term.csv)
        for slowed, how in ((1, "at full speed"), (SLOWED, "processor slowed, an aim")):
            times = found(browser, server, student, wanted, slowed)
            yield f"the first timetable of a first-year load ({term.what}), {how}", times[1:], 300


def found(browser, server, student, wanted, slowed):
    """For each load, from choosing its last course to the frame with its first timetable."""
    desk = Phone(browser, server.url, slowed, DESK)
    page = desk.sign_in(student, row=NAME)
    page.goto("/timetables")
    field = page.get_by_role("combobox", name="Courses")
    field.wait_for()
    times = []
    for load in wanted:
        for code in load:
            desk.settle(page)
            field.fill(code)
            # Another may stand first: ENSC 100W for SCI 100.
            option = page.get_by_role("listbox").get_by_role("option").filter(has_text=re.compile(rf"^\s*{code}\s")).first
            option.wait_for()
            page.evaluate(f"""() => {{ globalThis.answered = new Promise((resolve) => addEventListener('click', (event) =>
                painted('.best .cards > li', {json.dumps(code)}).then((at) => resolve(at - event.timeStamp)),
                {{ once: true, capture: true }})) }}""")
            option.click()
            took = page.evaluate("answered")
        times.append(took)
        page.get_by_role("button", name="Start over").click()
        page.get_by_role("dialog").get_by_role("button", name="Start over").click()
    desk.close()
    return times


def loads(server, student, table):
    """Loads of four first-year courses of which each beginning has a timetable, as the server says, one more than is measured."""
    with (gzip.open(table, "rt", newline="") if table.suffix == ".gz" else open(table, newline="")) as file:
        rows = list(csv.DictReader(file))
    term = rows[0]["term"]
    codes = sorted({f"{row['subject']} {row['number']}" for row in rows if row["number"].startswith("1") and row["start"]})
    dice, found = random.Random(1), []
    while len(found) <= LOADS:
        load = dice.sample(codes, 4)
        body = {"courses": [f"{term}.{code.replace(' ', '')}" for code in load], "limit": 1}
        if student.call("POST", f"/v1/terms/{term}/schedules/search", body)["timetables"]:
            found.append(load)
    return found
