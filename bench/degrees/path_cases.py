"""Cases for the path to a degree: RPI's programmes with its prerequisites, records of three lengths, and harder limits.

usage: path_cases.py [FOLDER] prints one line of JSON for each, `{"id", "request"}`: the body of `POST /v1/degrees/path`.
FOLDER holds degrees_2024.json and prerequisites.csv.gz of RPI."""
import csv
import gzip
import json
import random
import re
import sys
from pathlib import Path

CODE = re.compile(r"\b([A-Z]{4})[ -](\d{4})\b")
GRADES = ["A", "A-", "B+", "B", "B-", "C+", "C", "D"]


def code(text):
    return text.replace("-", " ")


def pattern(text):
    """A subject and one digit, such as MANE-4, is any course of it from that level on."""
    match = re.match(r"([A-Z]{4})-?(\d+)", text)
    if not match:
        return {"any": True}
    subject, number = match.groups()
    return {"course": f"{subject} {number}"} if len(number) == 4 else {"subject": subject, "from": int(number[0]) * 1000}


def part(text, concurrent, own):
    """An `and` of `or`s, of courses with lower numbers: near enough to the registrar's text for a benchmark."""
    groups = []
    for group in re.split(r"\band\b|,(?!\s*or)", text):
        leaves = [{"course": f"{subject} {number}", **({"concurrent": True} if concurrent else {})}
                  for subject, number in CODE.findall(group) if (number, subject) < (own[5:], own[:4])]
        if leaves:
            groups.append(leaves[0] if len(leaves) == 1 else {"any": leaves} if " or " in group else {"all": leaves})
    return groups


def courses(folder):
    """Trees, seasons and credits by course."""
    trees, offered, facts = {}, {}, {}
    with gzip.open(folder / "prerequisites.csv.gz", "rt", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            name = code(row["course"])
            groups = []
            for match in re.split(r"(?=Coreq|Prereq)", row["raw"]):
                groups += part(match, match.startswith("Coreq"), name)
            if groups:
                trees[name] = {"all": groups}
            seasons = [season for season in ("spring", "summer", "fall") if season in row["offered"].lower()]
            if seasons:
                offered[name] = seasons
            credits = re.match(r"\d+", row["credits"])
            facts[name] = {"credits": int(credits.group()) if credits else None, "attributes": []}
    return trees, offered, facts


def requirements(majors):
    result = []

    def add(name, count, patterns):
        result.append({"id": f"r{len(result)}", "name": name, "courses": count, "from": patterns})

    for major in majors:
        for name in major.get("required", []):
            add(name, 1, [pattern(name)])
        for name, pick in major.get("pick-multiple", {}).items():
            add(name, pick["pick"], [pattern(text) for text in pick["classes"]])
    # A list that is too short for its number, without the courses that are required anyway, may share them.
    single = {need["from"][0].get("course"): need["id"] for need in result if len(need["from"]) == 1}
    for need in result:
        names = [entry.get("course") for entry in need["from"]]
        both = [single[name] for name in names if name and single.get(name, need["id"]) != need["id"]]
        if None not in names and len(set(names)) - len(both) < need["courses"]:
            need["mayShareWith"] = both
            need["courses"] = min(need["courses"], len(set(names)))
    return result


def programmes(folder):
    for major in json.loads((folder / "degrees_2024.json").read_text()):
        tracks = major.get("tracks") or {}
        for track in list(tracks)[:2] or [None]:
            parts = [major] + ([tracks[track]] if isinstance(tracks.get(track), dict) else [])
            name = major["major"] + (f" - {track}" if track else "")
            credits = major["credits"] if major["credits"] > 0 else 124
            yield {"id": name.lower().replace(" ", "-"), "name": name, "catalogYear": 2024, "credits": credits,
                   "requirements": requirements(parts)}


def record(chance, programme, share):
    """Courses that a student has passed, without regard to their order."""
    items = []
    for need in programme["requirements"]:
        if chance.random() < share and "course" in need["from"][0]:
            items.append({"course": need["from"][0]["course"], "term": "202530", "grade": chance.choice(GRADES), "kind": "taken"})
    return items


def harden(chance, request):
    """Seasons, minimums and standing at random, and a chain through each subject."""
    codes = sorted({entry["course"] for need in request["programme"]["requirements"] for entry in need["from"] if "course" in entry})
    for name in codes:
        if chance.random() < 0.5:
            request["offered"][name] = chance.choice([["fall"], ["spring"], ["fall", "spring"], ["spring", "summer"]])
        earlier = [other for other in codes if other[5:] < name[5:]]
        earlier = [other for other in earlier if other[:4] == name[:4]] or earlier
        if earlier and chance.random() < 0.6:
            leaves = [{"course": other} for other in chance.sample(earlier, min(len(earlier), chance.randint(1, 3)))]
            request["prerequisites"][name] = {chance.choice(["all", "any"]): leaves}
        if chance.random() < 0.08:
            request["prerequisites"].setdefault(name, {"level": chance.randint(2, 4)})
        request["courses"][name] = {"credits": chance.choice([1, 2, 3, 3, 4, 4, 4, 5]), "attributes": []}


def cases(folder):
    trees, offered, facts = courses(folder)
    limits = [("15", 15), ("18+6", {"fall": 18, "spring": 18, "summer": 6}), ("16", {"fall": 16, "spring": 16})]
    for number, programme in enumerate(programmes(folder)):
        for rank, (name, limit) in enumerate(limits):
            for hard in (False, True):
                chance = random.Random(1_000 * number + 10 * rank + hard)
                request = {
                    "programme": programme, "record": {"items": record(chance, programme, rank * 0.25)},
                    "from": "202630" if rank < 2 else "202710", "creditsPerTerm": limit,
                    "offered": dict(offered), "prerequisites": dict(trees), "courses": dict(facts)}
                if hard:
                    harden(chance, request)
                yield {"id": f"{programme['id']} {name}{' hard' if hard else ''}", "request": small(request)}


def draw(size, seed):
    """A request with that many courses, two thirds of them required, with prerequisites and seasons at random."""
    chance = random.Random(1_000 * size + seed)
    codes = [f"{chance.choice(['CSCI', 'MATH', 'PHYS', 'BIOL'])} {1000 + 20 * number}" for number in range(size)]
    patterns = [[{"course": name}] for name in codes[:2 * size // 3]]
    rest = [{"course": name} for name in codes[2 * size // 3:]]
    patterns += [rest[start:start + 4] for start in range(0, len(rest), 4)] + [[{"subject": "ARTS"}]] * 3
    programme = {"id": "drawn", "name": "drawn", "catalogYear": 2024, "credits": 3 * size,
                 "requirements": [{"id": f"r{place}", "name": f"r{place}", "courses": 1, "from": entries}
                                  for place, entries in enumerate(patterns)]}
    trees, offered = {}, {}
    for rank, name in enumerate(codes):
        if rank > 3 and chance.random() < 0.6:
            leaves = [{"course": other} for other in chance.sample(codes[max(0, rank - 15):rank], chance.randint(1, 3))]
            trees[name] = {chance.choice(["all", "any"]): leaves}
        if chance.random() < 0.4:
            offered[name] = chance.choice([["fall"], ["spring"], ["fall", "spring"]])
    facts = {name: {"credits": chance.choice([2, 3, 3, 4, 4, 4]), "attributes": []} for name in codes}
    return {"programme": programme, "record": {"items": []}, "from": "202630", "creditsPerTerm": {"fall": max(16, size // 5), "spring": max(16, size // 5)},
            "offered": offered, "prerequisites": trees, "courses": facts}


def small(request):
    """Without courses that have nothing to do with the programme."""
    found = {entry["course"] for need in request["programme"]["requirements"] for entry in need["from"] if "course" in entry}
    found |= {item["course"] for item in request["record"]["items"]}
    queue = list(found)
    while queue:
        for subject, number in CODE.findall(json.dumps(request["prerequisites"].get(queue.pop(), {}))):
            name = f"{subject} {number}"
            if name not in found:
                found.add(name)
                queue.append(name)
    for key in ("offered", "prerequisites", "courses"):
        request[key] = {name: value for name, value in sorted(request[key].items()) if name in found}
    return request


if __name__ == "__main__":
    for case in cases(Path(sys.argv[1] if len(sys.argv) > 1 else "../shared/data/rpi")):
        print(json.dumps(case))
