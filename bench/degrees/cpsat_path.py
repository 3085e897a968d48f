"""The path to a degree as an OR-Tools CP-SAT model: the earliest graduation of the cases of path_cases.py.

usage: cpsat_path.py [SECONDS] < CASES prints one line of JSON for each: its terms up to graduation, whether that is proved, and the
milliseconds of building and solving. SECONDS: what each may take (60)."""
import json
import math
import re
import sys
import time

from ortools.sat.python import cp_model

HORIZON = 36
SEASONS = ["spring", "summer", "fall"]
LETTERS = ["F", "D-", "D", "D+", "C-", "C", "C+", "B-", "B", "B+", "A-", "A", "A+"]
PASSES = ["P", "S", "CR", "TR"]
NEVER = ["F", "N", "NC", "U", "W", "WD", "WE", "I", "IP", "AU", "DE"]


def counts(item):
    grade = item.get("grade")
    return item.get("kind") == "waiver" or grade is None or grade not in NEVER and (grade in LETTERS + PASSES or int(grade.rstrip("%")) >= 50)


def meets(item, minimum):
    kind, grade = item.get("kind", "taken"), item.get("grade")
    if minimum is None or kind == "waiver" or item.get("inProgress"):
        return True
    if grade is None:
        return kind in ("transfer", "exam")
    if minimum in LETTERS:
        return grade in LETTERS and LETTERS.index(grade) >= LETTERS.index(minimum)
    return grade.rstrip("%").isdigit() and int(grade.rstrip("%")) >= int(minimum.rstrip("%"))


def matches(pattern, code, attributes):
    if "course" in pattern:
        base = pattern["course"] == code
    elif "attribute" in pattern:
        base = pattern["attribute"] in attributes
    elif "any" in pattern:
        base = True
    else:
        base = in_range(pattern, code)
    return base and not any(matches(other, code, attributes) for other in pattern.get("except", []))


def in_range(leaf, code):
    subject, number = code.split()
    if leaf.get("subject") not in (None, subject):
        return False
    if leaf.get("from") is None and leaf.get("to") is None:
        return True
    digits = re.match(r"\d+", number)
    return bool(digits) and leaf.get("from", 0) <= int(digits.group()) <= leaf.get("to", math.inf)


def known(tree):
    """The tree without permissions and unknown parts; None if nothing is left."""
    for kind in ("all", "any", "of"):
        if kind in tree:
            kept = [part for part in map(known, tree[kind]) if part is not None]
            if tree[kind] and not kept:
                return None
            return {"all": kept} if kind == "all" else {"any": kept} if kind == "any" else {
                "atLeast": min(tree["atLeast"], len(kept)) if len(kept) < len(tree["of"]) else tree["atLeast"], "of": kept}
    return None if "permission" in tree or "unknown" in tree else tree


def leaves(tree):
    for kind in ("all", "any", "of"):
        if kind in tree:
            return [leaf for part in tree[kind] for leaf in leaves(part)]
    return [tree]


class Model:
    def __init__(self, request):
        self.request, self.model = request, cp_model.CpModel()
        self.requirements = request["programme"]["requirements"]
        self.facts = request.get("courses", {})
        self.record = {}
        for item in request.get("record", {}).get("items", []):
            if counts(item):
                self.record.setdefault(item["course"], []).append(item)
        self.trees = {code: known(tree) or {"all": []} for code, tree in request.get("prerequisites", {}).items()}
        first = int(request["from"][:4]) * 3 + {"10": 0, "20": 1, "30": 2}[request["from"][4:]]
        self.season = [SEASONS[(first + term) % 3] for term in range(HORIZON)]
        limits = request["creditsPerTerm"]
        self.limit = [int(2 * (limits.get(season, 0) if isinstance(limits, dict) else limits)) for season in self.season]
        self.done = sum(self.halves(code) for code in self.record)
        self.find_courses()
        self.place()
        self.programme()
        self.judge()
        self.finish()

    def halves(self, code):
        """Of a code of the record."""
        item = next((item for item in self.record[code] if item.get("kind") != "waiver"), None)
        return 0 if item is None else int(2 * item["credits"]) if item.get("credits") is not None else self.load(code)

    def load(self, code):
        credits = self.facts.get(code, {}).get("credits")
        return 6 if credits is None else int(2 * credits)

    def has(self, code, minimum=None):
        return any(meets(item, minimum) for item in self.record.get(code, []))

    def find_courses(self):
        self.named = {entry["course"] for need in self.requirements for entry in need["from"] if "course" in entry}
        found, queue = set(), [code for code in self.named if not self.settled(code)]
        while queue:
            code = queue.pop()
            if code not in found:
                found.add(code)
                queue += [leaf["course"] for leaf in leaves(self.trees.get(code, {"all": []}))
                          if "course" in leaf and (not self.has(leaf["course"], leaf.get("minimumGrade")) or not self.settled(leaf["course"]))]
        self.codes = sorted(found)

    def settled(self, code):
        """Whether the record has it, with every grade that a requirement asks for."""
        return code in self.record and all(self.has(code, need.get("minimumGrade")) for need in self.requirements if self.fits(code, need))

    def fits(self, code, need):
        return any(matches(entry, code, self.facts.get(code, {}).get("attributes", [])) for entry in need["from"])

    def place(self):
        """`here[code][term]`, and `by[code][term]`: placed in a term up to that one."""
        model = self.model
        self.here, self.by, self.taken = {}, {}, {}
        for code in self.codes:
            offered = self.request.get("offered", {}).get(code, SEASONS)
            self.here[code] = [model.new_bool_var("") if self.season[term] in offered and 0 < self.limit[term] >= self.load(code) else 0
                               for term in range(HORIZON)]
            self.by[code] = [model.new_bool_var("") for _ in range(HORIZON)]
            for term in range(HORIZON):
                model.add(self.by[code][term] == (self.by[code][term - 1] if term else 0) + self.here[code][term])
            self.taken[code] = self.by[code][-1]
        self.wide = [any("course" not in entry for entry in need["from"]) for need in self.requirements]
        count = len(self.requirements)
        self.electives = [[model.new_int_var(0, self.limit[term] // 2, "") for term in range(HORIZON)]
                          if place == count or self.wide[place] else [0] * HORIZON for place in range(count + 1)]
        self.before = [self.done]
        for term in range(HORIZON):
            electives = 2 * sum(part[term] for part in self.electives)
            model.add(electives + sum(self.load(code) * self.here[code][term] for code in self.codes) <= self.limit[term])
            self.before.append(self.before[-1] + electives + sum(
                self.load(code) * self.here[code][term] for code in self.codes if code not in self.record))
        for code in self.codes:
            parents = [other for other in self.codes if other != code and any(
                leaf.get("course") == code for leaf in leaves(self.trees.get(other, {"all": []})))]
            if code not in self.named:
                model.add_bool_or([self.taken[other] for other in parents] + [~self.taken[code]])

    def programme(self):
        model = self.model
        ids = {need["id"]: place for place, need in enumerate(self.requirements)}
        shares = set()
        for place, need in enumerate(self.requirements):
            for other in need.get("mayShareWith", []):
                shares |= {(place, ids[other]), (ids[other], place)}
        sums = [[] for _ in self.requirements]
        for code in sorted(set(self.codes) | set(self.record)):
            counted = []
            for place, need in enumerate(self.requirements):
                if not self.fits(code, need):
                    continue
                eligible = [item for item in self.record.get(code, []) if meets(item, need.get("minimumGrade"))]
                if not eligible and code not in self.taken:
                    continue
                value = 1 if "courses" in need else self.load(code) if not eligible else self.halves(code)
                counts_here = model.new_bool_var("")
                if not eligible:
                    model.add_implication(counts_here, self.taken[code])
                sums[place].append(value * counts_here)
                counted.append((place, counts_here))
            model.add(sum(own for _, own in counted) <= 2)
            for rank, (place, own) in enumerate(counted):
                for other, theirs in counted[rank + 1:]:
                    if (place, other) not in shares:
                        model.add(own + theirs <= 1)
        for place, need in enumerate(self.requirements):
            electives = sum(self.electives[place])
            if "courses" in need:
                whole = model.new_int_var(0, need["courses"], "")
                model.add(3 * whole <= electives)
                model.add(sum(sums[place]) + whole >= need["courses"])
            else:
                model.add(sum(sums[place]) + 2 * electives >= int(2 * need["credits"]))
        programme = self.request["programme"]
        if programme.get("credits"):
            model.add(self.before[-1] >= int(2 * programme["credits"]))
        if programme.get("residencyCredits"):
            here = [code for code in self.record if any(item.get("kind", "taken") == "taken" for item in self.record[code])]
            planned = sum(self.load(code) * self.taken[code] for code in self.codes if code not in here)
            model.add(sum(map(self.halves, here)) + planned + 2 * sum(map(sum, self.electives)) >= int(2 * programme["residencyCredits"]))

    def judge(self):
        for code in self.codes:
            tree = self.trees.get(code)
            if not tree or tree == {"all": []}:
                continue
            for term in range(HORIZON):
                here = self.here[code][term]
                if not isinstance(here, int):
                    self.model.add_implication(here, self.met(tree, term))

    def met(self, tree, term):
        """A literal that may be true only if the tree is met in the term."""
        model = self.model
        for kind in ("all", "any", "of"):
            if kind in tree:
                parts = [self.met(part, term) for part in tree[kind]]
                least = len(parts) if kind == "all" else 1 if kind == "any" else tree["atLeast"]
                if kind == "any" and len(parts) == 1 or kind == "all" and len(parts) == 1:
                    return parts[0]
                own = model.new_bool_var("")
                model.add(sum(parts) >= least).only_enforce_if(own)
                return own
        if "course" in tree:
            code = tree["course"]
            if self.has(code, tree.get("minimumGrade")):
                return model.new_constant(1)
            if code not in self.by:
                return model.new_constant(0)
            last = term if tree.get("concurrent") else term - 1
            return self.by[code][last] if last >= 0 else model.new_constant(0)
        if "highSchool" in tree:
            return model.new_constant(1)
        own = model.new_bool_var("")
        if "level" in tree or not any(key in tree for key in ("subject", "from", "to")):
            least = 60 * (tree["level"] - 1) if "level" in tree else int(2 * tree["credits"])
            model.add(self.before[term] >= least).only_enforce_if(own)
        else:
            done = sum(self.halves(code) for code in self.record if in_range(tree, code))
            planned = sum(self.load(code) * self.by[code][term - 1] for code in self.codes
                          if term and code not in self.record and in_range(tree, code))
            model.add(done + planned >= int(2 * tree["credits"])).only_enforce_if(own)
        return own

    def finish(self):
        self.terms = self.model.new_int_var(0, HORIZON, "terms")
        for term in range(HORIZON):
            used = [self.here[code][term] for code in self.codes if not isinstance(self.here[code][term], int)]
            if not used and not self.limit[term]:
                continue
            late = self.model.new_bool_var("")
            self.model.add(self.terms >= term + 1).only_enforce_if(late)
            for own in used:
                self.model.add_implication(own, late)
            for part in self.electives:
                if not isinstance(part[term], int):
                    self.model.add(part[term] == 0).only_enforce_if(~late)
        self.model.minimize(self.terms)


def solve(request, seconds):
    start = time.perf_counter()
    model = Model(request)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model.model)
    found = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    return {"terms": solver.value(model.terms) if found else None, "optimal": status in (cp_model.OPTIMAL, cp_model.INFEASIBLE),
            "milliseconds": 1000 * (time.perf_counter() - start)}


if __name__ == "__main__":
    limit = float(sys.argv[1]) if len(sys.argv) > 1 else 60
    for line in sys.stdin:
        case = json.loads(line)
        print(json.dumps({"id": case["id"], **solve(case["request"], limit)}), flush=True)
