"""What degrees.md says of an audit, rules 1 to 15, by trying every assignment. Credits are fractions.

It is slow and says one rule after another.
"""

import itertools
import re
from fractions import Fraction

LETTERS = ["F", "D-", "D", "D+", "C-", "C", "C+", "B-", "B", "B+", "A-", "A", "A+"]
PASSES = ["P", "S", "CR", "TR"]
NEVER = ["F", "N", "NC", "U", "W", "WD", "WE", "I", "IP", "AU", "DE"]
STATUSES = ["done", "inProgress", "planned"]
UNKNOWN_CREDITS = Fraction(3)


def code_of(text):
    """Rule 1: one form for `CMPT125`, `CMPT-125` and `cmpt_125`."""
    subject, number = re.fullmatch(r"([A-Za-z]+)[ _-]?([A-Za-z0-9]+)", text).groups() if re.search(r"[ _-]", text) else (
        re.fullmatch(r"([A-Za-z]+)([0-9][A-Za-z0-9]*)", text).groups())
    return f"{subject.upper()} {number.upper()}"


def digits_of(code):
    """The leading digits of a number, or None."""
    found = re.match(r"\d+", code.split(" ")[1])
    return int(found[0]) if found else None


def percent_of(grade):
    found = re.fullmatch(r"(\d+)%?", grade or "")
    return int(found[1]) if found else None


def matches(pattern, code, attributes):
    """Rule 2."""
    return is_base(pattern, code, attributes) and not any(
        matches(each, code, attributes) for each in pattern.get("except", []))


def is_base(pattern, code, attributes):
    if "course" in pattern:
        return code_of(pattern["course"]) == code
    if "attribute" in pattern:
        return pattern["attribute"] in attributes
    if "any" in pattern:
        return True
    if pattern.get("subject") is not None and pattern["subject"].upper() != code.split(" ")[0]:
        return False
    first, last = pattern.get("from"), pattern.get("to")
    if first is None and last is None:
        return True
    digits = digits_of(code)
    return digits is not None and (first is None or first <= digits) and (last is None or digits <= last)


def passes(grade):
    """Rule 5: whether a course with the grade counts."""
    if grade is None:
        return True
    percent = percent_of(grade)
    return percent >= 50 if percent is not None else grade not in NEVER


def reaches(grade, minimum):
    """Rule 5: letters compare with letters, percentages with percentages."""
    if percent_of(minimum) is not None:
        return percent_of(grade) is not None and percent_of(grade) >= percent_of(minimum)
    return grade in LETTERS and LETTERS.index(grade) >= LETTERS.index(minimum)


class Attempt:
    """A course of the record, or of a planned term."""

    def __init__(self, code, term, credits, status, kind="taken", grade=None):
        self.code, self.term, self.credits, self.status, self.kind, self.grade = code, term, credits, status, kind, grade

    def meets(self, minimum):
        """Rule 6."""
        if minimum is None or self.status != "done" or self.kind == "waiver":
            return True
        if self.grade is None:
            return self.kind in ("transfer", "exam")
        return reaches(self.grade, minimum)

    def order(self):
        """Rule 4: the best attempt comes first."""
        return STATUSES.index(self.status), self.term or "", -self.credits, self.kind != "taken"

    def place(self):
        return self.term or "", self.code


def attempts_of(body):
    """Rules 3 and 5: every attempt that counts."""
    facts = {code_of(code): fact for code, fact in (body.get("courses") or {}).items()}

    def credits_of(code, own=None):
        known = own if own is not None else facts.get(code, {}).get("credits")
        return UNKNOWN_CREDITS if known is None else Fraction(known)

    found = []
    for each in (body.get("record") or {}).get("items", []):
        code, kind = code_of(each["course"]), each.get("kind") or "taken"
        if passes(each.get("grade")):
            credits = Fraction(0) if kind == "waiver" else credits_of(code, each.get("credits"))
            status = "inProgress" if each.get("inProgress") else "done"
            found.append(Attempt(code, each.get("term"), credits, status, kind, each.get("grade")))
    for term in body.get("terms") or []:
        found += [Attempt(code_of(each), term["term"], credits_of(code_of(each)), "planned") for each in term["courses"]]
    return found


class Requirement:
    """A requirement, and for each code that may count for it the attempt with which it stands there."""

    def __init__(self, given, attempts, attributes):
        self.id, self.name, self.given = given["id"], given.get("name", given["id"]), given
        self.of_credits = given.get("credits") is not None
        self.needs = Fraction(given["credits"] if self.of_credits else given["courses"])
        self.shares = set(given.get("mayShareWith") or [])
        self.stands = {}
        for each in attempts:
            # Rule 7: a waiver counts for no credits.
            if self.of_credits and each.kind == "waiver":
                continue
            fits = any(matches(one, each.code, attributes.get(each.code, [])) for one in given["from"])
            if fits and each.meets(given.get("minimumGrade")):
                best = self.stands.get(each.code)
                if best is None or each.order() < best.order():
                    self.stands[each.code] = each
        # Rule 9: nor does a course of 0 credits.
        self.stands = {code: each for code, each in self.stands.items() if self.value(code) > 0}

    def value(self, code):
        return self.stands[code].credits if self.of_credits else Fraction(1)

    def has(self, codes):
        return sum((self.value(code) for code in codes), Fraction(0))

    def lacks(self, codes):
        """Rule 13: missing credits; a course is 3."""
        return max(self.needs - self.has(codes), 0) * (1 if self.of_credits else 3)

    def is_spare(self, codes):
        """Rule 9: whether it holds a course without which it still reaches its need."""
        return bool(codes) and self.has(codes) - min(self.value(code) for code in codes) >= self.needs

    def rows(self, codes):
        return sorted((self.stands[code] for code in codes), key=Attempt.place)


class Audit:
    """The best assignment of a request's courses."""

    def __init__(self, body):
        self.programme = body["programme"]
        self.attempts = attempts_of(body)
        attributes = {code_of(code): fact.get("attributes") or [] for code, fact in (body.get("courses") or {}).items()}
        self.requirements = [Requirement(each, self.attempts, attributes) for each in self.programme["requirements"]]
        self.codes = sorted({each.code for each in self.attempts})

    def options(self, code):
        """Rule 10: the sets of requirements, by index, that a course may count for."""
        fits = [index for index, each in enumerate(self.requirements) if code in each.stands]
        yield ()
        yield from ((index,) for index in fits)
        for left, right in itertools.combinations(fits, 2):
            if self.may_share(self.requirements[left], self.requirements[right]):
                yield left, right

    @staticmethod
    def may_share(left, right):
        return right.id in left.shares or left.id in right.shares

    def size(self):
        """How many assignments there may be."""
        product = 1
        for code in self.codes:
            product *= len(list(self.options(code)))
        return product

    def assignments(self):
        """Each assignment by rules 9 and 10: a set of codes for each requirement."""
        held = [[] for _ in self.requirements]
        choices = [(code, list(self.options(code))) for code in self.codes]

        def extended(place):
            if place == len(choices):
                if not any(each.is_spare(codes) for each, codes in zip(self.requirements, held)):
                    yield [tuple(codes) for codes in held]
                return
            code, options = choices[place]
            for option in options:
                # A course that a requirement no longer needs would be spare.
                if any(self.requirements[index].has(held[index]) >= self.requirements[index].needs for index in option):
                    continue
                for index in option:
                    held[index].append(code)
                yield from extended(place + 1)
                for index in option:
                    held[index].pop()

        yield from extended(0)

    def objective(self, held):
        """Rule 13, as shown."""
        missing = [each.lacks(codes) for each, codes in zip(self.requirements, held)]
        best = {}
        for each, codes in zip(self.requirements, held):
            for code in codes:
                status = STATUSES.index(each.stands[code].status)
                best[code] = min(best.get(code, status), status)
        counts = [sum(1 for status in best.values() if STATUSES[status] == name) for name in ("done", "inProgress")]
        return [Fraction(sum(1 for each in missing if each)), sum(missing, Fraction(0)), *map(Fraction, counts)]

    def rank(self, held):
        """Rules 13 and 14: the best has the least."""
        unsatisfied, missing, done, in_progress = self.objective(held)
        # A list that ends first comes after: its end is greater than every (term, code).
        lists = [[(0, *row.place()) for row in each.rows(codes)] + [(1,)] for each, codes in zip(self.requirements, held)]
        return (unsatisfied, missing, -done, -in_progress), lists

    def best(self):
        return min(self.assignments(), key=self.rank)

    def standing(self, attempts):
        """The best attempt of each code, without minimums."""
        best = {}
        for each in attempts:
            if each.code not in best or each.order() < best[each.code].order():
                best[each.code] = each
        return best

    def answer(self):
        """What the contract fixes of the answer."""
        held = self.best()
        requirements = []
        for each, codes in zip(self.requirements, held):
            rows = each.rows(codes)
            worst = max((STATUSES.index(row.status) for row in rows), default=0)
            requirements.append({
                "id": each.id, "name": each.name, "needs": number(each.needs), "has": number(each.has(codes)),
                "status": "missing" if each.has(codes) < each.needs else STATUSES[worst],
                "courses": [
                    {"course": row.code, "status": row.status, "term": row.term, "credits": number(row.credits)}
                    for row in rows],
            })
        standing = self.standing(self.attempts)
        used = {code for codes in held for code in codes}
        left = sorted((each for code, each in standing.items() if code not in used), key=Attempt.place)
        is_whole = all(each["status"] != "missing" for each in requirements)
        return {
            "satisfied": is_whole and self.has_totals(),
            "requirements": requirements, "leftOver": [each.code for each in left],
            "objective": [number(each) for each in self.objective(held)],
        }

    def has_totals(self):
        """Rule 12, by the best attempt of each code."""
        return self.totals_readings()[0]

    def totals_readings(self):
        """Whether both totals are reached, by each reading of rule 12.

        It is open which attempt of a code counts if one is a waiver, and whether a code was taken here that also came by
        another way.
        """
        earning = [each for each in self.attempts if each.kind != "waiver"]
        whole = [self.standing(self.attempts), self.standing(earning)]
        own = [self.standing([each for each in self.attempts if each.kind == "taken"])] + [
            {code: each for code, each in kept.items() if each.kind == "taken"} for kept in whole]
        needed, here = (self.programme.get(name) or 0 for name in ("credits", "residencyCredits"))
        return [credits_in(kept) >= needed and credits_in(mine) >= here for kept, mine in itertools.product(whole, own)]


def credits_in(standing):
    return sum((each.credits for each in standing.values()), Fraction(0))


def number(value):
    return int(value) if value == int(value) else float(value)


def fixed(answer):
    """The part of an answer that the contract fixes."""
    return {
        "satisfied": answer["satisfied"], "leftOver": answer["leftOver"], "objective": answer["objective"],
        "requirements": [
            {name: each[name] for name in ("id", "name", "needs", "has", "status")} | {
                "courses": [{name: row[name] for name in ("course", "status", "term", "credits")} for row in each["courses"]],
            } for each in answer["requirements"]],
    }
