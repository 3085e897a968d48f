"""Random small programmes with everything that rules 1 to 14 of degrees.md speak of."""

import random

from degree_audit_rule import Audit

CODES = ["CMPT 105W", "CMPT 120", "CMPT 225", "MATH 100", "MATH 150", "MATH 232", "STAT 270", "HIST X99"]
ATTRIBUTES = ["Writing", "Quantitative", "Breadth-Science"]
GRADES = ["A+", "A", "B+", "B", "B-", "C", "C-", "D", "D-", "P", "CR", "72%", "55%", "91%"]
FAILED = ["F", "W", "N", "AU", "49%", "DE", "I"]
MINIMUMS = ["C-", "C", "B", "A-", "60%", "50%"]
TERMS = ["202410", "202420", "202430", "202510", "202520"]
LATER = ["202530", "202610", "202620"]


class ProgrammeDice(random.Random):
    """Draws the question of an audit that can be answered by trying all assignments."""

    def chance(self, share):
        return self.random() < share

    def question(self, most=20_000):
        while True:
            body = self.draft()
            rule = Audit(body)
            if rule.size() <= most and not self.is_open(rule):
                return body

    @staticmethod
    def is_open(rule):
        """Whether a code has an attempt of 0 credits beside others: which is eligible for credits may be read in two ways."""
        found = {}
        for each in rule.attempts:
            if each.kind != "waiver":
                found.setdefault(each.code, set()).add(each.credits == 0)
        return any(len(each) > 1 for each in found.values())

    def draft(self):
        self.codes = self.sample(CODES, self.randint(3, len(CODES)))
        courses = {
            self.written(code): {
                "credits": self.choice([3, 3, 3, 4, 1.5, 2, 0, None]),
                "attributes": self.sample(ATTRIBUTES, self.choice([0, 1, 1, 2])),
            } for code in self.codes if self.chance(0.85)}
        record = [self.item(code) for code in self.codes for _ in range(self.choice([0, 1, 1, 1, 2]))]
        taken = {}
        for code in self.codes:
            for _ in range(self.choice([0, 0, 1, 1, 2])):
                taken.setdefault(self.choice(LATER), set()).add(code)
        terms = [{"term": term, "courses": self.shuffled(self.written(code) for code in sorted(codes))}
                 for term, codes in sorted(taken.items())]
        self.shuffle(record)
        return {
            "programme": self.programme(), "record": {"items": record}, "terms": terms, "courses": courses,
        }

    def shuffled(self, items):
        items = list(items)
        self.shuffle(items)
        return items

    def written(self, code):
        """Any form of a code."""
        forms = [code, code, code.replace(" ", "-"), code.replace(" ", "_").lower()]
        # Without a separator the number begins at the first digit.
        return self.choice(forms + ([] if "X99" in code else [code.replace(" ", "")]))

    def item(self, code):
        kind = self.choice(["taken"] * 6 + ["transfer", "exam", "waiver"])
        in_progress = kind == "taken" and self.chance(0.2)
        grade = None if in_progress else self.choice(GRADES + FAILED[:3] + [None] * 3)
        if kind in ("transfer", "exam"):
            grade = self.choice([None, "A", "C", "D", "80%"])
        if kind == "waiver":
            grade = None
        term = None if kind != "taken" and self.chance(0.5) else self.choice(TERMS)
        credits = self.choice([None, None, None, 3, 4, 2.5, 0])
        return {
            "course": self.written(code), "term": term, "credits": credits, "grade": grade, "kind": kind,
            "inProgress": in_progress,
        } | ({"reason": "Known"} if kind == "waiver" else {})

    def programme(self):
        ids = ["core", "depth", "breadth", "free"][:self.randint(1, 4)]
        requirements = []
        for id in ids:
            need = {"courses": self.randint(1, 3)} if self.chance(0.6) else {"credits": self.choice([3, 4, 4.5, 6, 7, 9])}
            requirements.append({
                "id": id, "name": f"The {id}", "from": [self.pattern() for _ in range(self.randint(1, 3))],
            } | need | ({"minimumGrade": self.choice(MINIMUMS)} if self.chance(0.3) else {})
                | ({"mayShareWith": self.sample(ids, self.randint(1, len(ids)))} if self.chance(0.35) else {}))
            # It never names itself: what that means is not said.
            if id in requirements[-1].get("mayShareWith", []):
                requirements[-1]["mayShareWith"].remove(id)
        totals = {name: self.choice([6, 12, 15.5, 20]) for name in ("credits", "residencyCredits") if self.chance(0.3)}
        return {"id": "p", "name": "Programme", "catalogYear": 2024, "requirements": requirements} | totals

    def pattern(self, depth=0):
        kind = self.choice(["course", "course", "course", "subject", "numbers", "attribute", "any"])
        made = {
            "course": {"course": self.written(self.choice(CODES))},
            "subject": {"subject": self.choice(["CMPT", "MATH", "cmpt", "STAT", "HIST"])},
            "numbers": self.numbers(), "attribute": {"attribute": self.choice(ATTRIBUTES)}, "any": {"any": True},
        }[kind]
        if depth < 2 and self.chance(0.5 if kind == "any" else 0.25):
            made["except"] = [self.pattern(depth + 1) for _ in range(self.randint(1, 2))]
        return made

    def numbers(self):
        low = self.choice([100, 105, 120, 200, 225])
        made = {"from": low, "to": low + self.choice([0, 20, 50, 150])}
        if self.chance(0.3):
            del made[self.choice(["from", "to"])]
        return made | ({"subject": self.choice(["CMPT", "MATH", "STAT"])} if self.chance(0.6) else {})
