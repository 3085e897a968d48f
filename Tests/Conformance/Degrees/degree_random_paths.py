"""Random small questions of a path, with everything that rules 15 to 25 of degrees.md speak of."""

import random

CODES = ["CMPT 100", "CMPT 105W", "CMPT 225", "CMPT 300", "MATH 150", "MATH 232", "STAT 270", "PHYS 120"]
GRADES = ["A", "B", "B-", "C", "C-", "D", "P", "80%", None]
SEASONS = ["spring", "summer", "fall"]


class PathDice(random.Random):
    """Draws the question of a path that can be answered by trying every way. Few have no answer."""

    def chance(self, share):
        return self.random() < share

    def question(self):
        self.codes = self.sample(CODES, self.randint(3, 7))
        courses = {code: {"credits": self.choice([3, 3, 3, 4, 2, 1.5, None, 0]), "attributes": self.sample(["Q", "W"], self.choice([0, 1]))}
                   for code in self.codes if self.chance(0.8)}
        programme = self.programme()
        body = {
            "from": self.choice(["202530", "202610", "202620"]), "creditsPerTerm": self.limits(), "courses": courses,
            "record": {"items": self.record(programme)}, "programme": programme,
            "offered": {self.written(code): self.seasons() for code in self.codes if self.chance(0.5)},
            "prerequisites": {
                self.written(code): self.tree(number) for number, code in enumerate(self.codes) if self.chance(0.7)},
        }
        return body

    def written(self, code):
        return self.choice([code, code.replace(" ", ""), code.replace(" ", "-").lower()])

    def limits(self):
        return self.choice([6, 6, 8, 9, 15, 4.5, {"fall": 6, "spring": 6}, {"fall": 7, "spring": 3, "summer": 3}, {"fall": 9}])

    def seasons(self):
        return [] if self.chance(0.03) else self.sample(SEASONS, self.randint(1, 3))

    def record(self, programme):
        """A waived course gives no credits: it is not one that is named for credits."""
        for_credits = {
            each["course"].replace("-", "").replace(" ", "").upper() for one in programme["requirements"] if "credits" in one
            for each in one["from"] if "course" in each}
        items = []
        for code in self.codes:
            if self.chance(0.3):
                kind = self.choice(["taken", "taken", "taken", "taken", "transfer", "exam", "waiver"])
                if kind == "waiver" and code.replace(" ", "") in for_credits:
                    kind = "exam"
                in_progress = kind == "taken" and self.chance(0.3)
                grade = self.choice(["A", "D", None]) if kind != "taken" else self.choice(GRADES + ["F", "W"])
                items.append({
                    "course": self.written(code), "term": "202510" if kind == "taken" else None,
                    "credits": self.choice([None, None, None, 4, 2.5]), "grade": None if in_progress or kind == "waiver" else grade,
                    "kind": kind, "inProgress": in_progress,
                })
        return items

    def programme(self):
        named = self.sample(self.codes, self.randint(1, len(self.codes)))
        requirements = []
        while named:
            own, named = named[:self.randint(1, 3)], named[3:]
            id = f"named{len(requirements)}"
            need = {"courses": self.randint(1, len(own))} if self.chance(0.85) else {"credits": self.choice([2, 3])}
            requirements.append({
                "id": id, "name": id, "from": [{"course": self.written(code)} for code in own],
            } | need | ({"minimumGrade": self.choice(["C", "B"])} if self.chance(0.2) else {}))
        if self.chance(0.5):
            slot = self.choice([{"any": True}, {"subject": "CMPT"}, {"subject": "CMPT", "from": 200, "to": 399}, {"attribute": "Q"}])
            need = {"courses": self.randint(1, 2)} if self.chance(0.5) else {"credits": self.choice([3, 4.5, 7])}
            requirements.append({"id": "slot", "name": "Slot", "from": [slot]} | need | (
                {"mayShareWith": ["named0"]} if self.chance(0.3) else {}))
        totals = {name: self.choice([10, 20, 31.5]) for name in ("credits", "residencyCredits") if self.chance(0.25)}
        return {"id": "p", "name": "Programme", "catalogYear": 2025, "requirements": requirements} | totals

    def tree(self, number, depth=0):
        """Mostly of courses that stand before it, so that cycles are few."""
        kind = self.choice(["course"] * 5 + ["all", "any", "any", "atLeast", "credits", "level", "highSchool"])
        if depth == 2 and kind in ("all", "any", "atLeast"):
            kind = "course"
        if kind in ("all", "any", "atLeast"):
            parts = [self.tree(number, depth + 1) for _ in range(self.randint(1, 3))]
            # A branch that is kept stands beside one that nobody can judge.
            if self.chance(0.2):
                parts.insert(self.randrange(len(parts) + 1), self.choice([{"permission": True}, {"unknown": f"Text {number}"}]))
            return {"atLeast": self.randint(1, len(parts)), "of": parts} if kind == "atLeast" else {kind: parts}
        if kind == "credits":
            return self.choice([{"credits": 6}, {"credits": 3, "subject": "CMPT"}, {"credits": 12}, {"credits": 3, "from": 100, "to": 199}])
        if kind == "level":
            return {"level": self.choice([1, 2])}
        if kind == "highSchool":
            return {"highSchool": "Pre-Calculus 12", "minimumGrade": "B"}
        others = [code for code in self.codes[:number] or self.codes if code != self.codes[number]]
        if self.chance(0.04):
            others = [code for code in self.codes if code != self.codes[number]]
        return {"course": self.written(self.choice(others))} | (
            {"minimumGrade": self.choice(["C", "B", "70%"])} if self.chance(0.25) else {}) | (
            {"concurrent": True} if self.chance(0.2) else {})
