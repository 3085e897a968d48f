"""Audits drawn by fixed seeds in the shape of degrees_2024.json, and the rules that every assignment must keep.

Only what the drawn cases contain: each course stands once in the record or in one term of the plan.
"""
import random
import re
from typing import NamedTuple

LETTERS = "F D- D D+ C- C C+ B- B B+ A- A A+".split()
ORDER = "done", "inProgress", "planned"
HASS = "ARTS COMM COGS ECON LITR PHIL PSYC STSO WRIT LANG".split()
CODE = re.compile(r"([A-Z]+)[- ]?(\d+)")
CREDITS = [4] * 9 + [3] * 7 + [2, 1, 1, None]  # about the shares in prerequisites.csv
YEARS = [f"{year}{season}" for year in range(2021, 2027) for season in (10, 20, 30)]


def pattern(text):
    """`MATH-1010` is a course, `MATH-4` the courses from 4000 to 4999."""
    subject, number = CODE.fullmatch(text).groups()
    if len(number) >= 4:
        return {"course": f"{subject} {number}"}
    low = int(number) * 10 ** (4 - len(number))
    return {"subject": subject, "from": low, "to": low + 10 ** (4 - len(number)) - 1}


def requirements(degree):
    """One for each required course, one for each choice."""
    found = [{"courses": 1, "from": [pattern(code)]} for code in degree["required"] if CODE.fullmatch(code)]
    for choice in degree["pick-multiple"].values():
        patterns = [pattern(code) for code in choice["classes"] if CODE.fullmatch(code)]
        if patterns:
            found.append({"courses": choice["pick"], "from": patterns})
    return found


def draw(degree, seed, count):
    """A student of the degree with `count` courses. To the degree's own requirements come credits of the humanities, free electives,
    and courses with much writing, which may count twice."""
    dice = random.Random(f"{degree['major']} {seed} {count}")
    own = requirements(degree)
    own.append({"courses": 2, "from": [{"attribute": "writing"}]})
    own.append({"credits": dice.choice([16, 20, 24]), "from": [{"subject": subject} for subject in HASS]})
    own.append({"credits": dice.choice([12, 16, 24]), "from": [{"any": True}]})
    for number, requirement in enumerate(own):
        requirement |= {"id": f"r{number}", "name": f"Requirement {number}"}
        if dice.random() < 0.1:
            requirement["minimumGrade"] = dice.choice(["C", "B-"])
    writing = next(requirement for requirement in own if {"attribute": "writing"} in requirement["from"])
    writing["mayShareWith"] = [requirement["id"] for requirement in own if requirement is not writing]
    codes = []
    for requirement in own:
        courses = [part["course"] for part in requirement["from"] if "course" in part]
        wanted = requirement.get("courses", 0)
        for _ in range(wanted):
            base = dice.choice(requirement["from"])
            if courses:
                codes.append(dice.choice(courses))
            elif "from" in base:
                codes.append(f"{base['subject']} {dice.randrange(base['from'], base['to'], 10)}")
    codes = [code for code in dict.fromkeys(codes) if dice.random() < 0.9]
    dice.shuffle(codes)
    subjects = HASS + sorted({code.split()[0] for code in codes})
    while len(codes) < count:
        code = f"{dice.choice(subjects)} {dice.randrange(100, 500) * 10}"
        if code not in codes:
            codes.append(code)
    codes = codes[:count]
    dice.shuffle(codes)
    courses, record, plan = {}, [], {}
    for place, code in enumerate(codes):
        courses[code] = {"credits": dice.choice(CREDITS),
                         "attributes": ["writing"] if dice.random() < 0.15 else []}
        term = YEARS[place * len(YEARS) // count]
        if place < count * 6 // 10:
            kind = dice.choice(["taken"] * 8 + ["transfer", "exam"])
            record.append({"course": code, "term": term if kind == "taken" else None, "kind": kind, "credits": None,
                           "grade": dice.choice(LETTERS[4:] * 3 + ["F", "P", "W", None]), "inProgress": False})
        elif place < count * 7 // 10:
            record.append({"course": code, "term": term, "kind": "taken", "credits": None, "grade": None, "inProgress": True})
        else:
            plan.setdefault(term, []).append(code)
    return {"kind": "audit", "record": {"items": record}, "courses": courses,
            "terms": [{"term": term, "courses": codes} for term, codes in sorted(plan.items())],
            "programme": {"id": "drawn", "name": degree["major"], "catalogYear": degree["year"], "requirements": own}}


class Edge(NamedTuple):
    requirement: int
    code: str
    value: int  # halves of credits, or 1
    status: str


def matches(part, code, facts):
    subject, number = code.split()
    digits = int(re.match(r"\d+", number)[0])
    if "course" in part:
        return part["course"] == code
    if "attribute" in part:
        return part["attribute"] in facts["attributes"]
    return "any" in part or (part["subject"] == subject and part.get("from", 0) <= digits <= part.get("to", 9999))


def edges(case):
    """Which course may stand in which requirement."""
    courses = [(item["course"], item["grade"], item["kind"], "inProgress" if item["inProgress"] else "done")
               for item in case["record"]["items"] if item["grade"] not in ("F", "W")]
    courses += [(code, None, "taken", "planned") for term in case["terms"] for code in term["courses"]]
    found = []
    for number, requirement in enumerate(case["programme"]["requirements"]):
        least = requirement.get("minimumGrade")
        for code, grade, kind, status in courses:
            facts = case["courses"][code]
            if not any(matches(part, code, facts) for part in requirement["from"]):
                continue
            if least and status == "done":
                good = grade in LETTERS and LETTERS.index(grade) >= LETTERS.index(least) if grade else kind != "taken"
                if not good:
                    continue
            halves = round((3 if facts["credits"] is None else facts["credits"]) * 2)
            found.append(Edge(number, code, halves if "credits" in requirement else 1, status))
    return found


def need(requirement):
    return requirement["courses"] if "courses" in requirement else round(requirement["credits"] * 2)


def may_share(case, left, right):
    one, other = case["programme"]["requirements"][left], case["programme"]["requirements"][right]
    return other["id"] in one.get("mayShareWith", ()) or one["id"] in other.get("mayShareWith", ())


def objective(case, held):
    """[unsatisfied, missing credits, done, in progress] of held edges; asserts that they break no rule."""
    unsatisfied = missing = 0
    for number, requirement in enumerate(case["programme"]["requirements"]):
        values = [edge.value for edge in held if edge.requirement == number]
        lack = need(requirement) - sum(values)
        assert all(lack + value > 0 for value in values), f"{requirement['id']} holds a course beyond need"
        if lack > 0:
            unsatisfied += 1
            missing += lack / 2 if "credits" in requirement else lack * 3
    places = {}
    for edge in held:
        places.setdefault(edge.code, []).append(edge)
    for code, own in places.items():
        assert len(own) == 1 or len(own) == 2 and may_share(case, own[0].requirement, own[1].requirement), f"{code} counts too often"
    best = [min((edge.status for edge in own), key=ORDER.index) for own in places.values()]
    return [unsatisfied, missing, best.count("done"), best.count("inProgress")]
