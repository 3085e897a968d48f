"""What degrees.md says of a path, rules 15 to 25: a checker of answers, and the earliest term by trying every way.

It is slow and says one rule after another.
"""

import itertools
import math
from fractions import Fraction

from degree_audit_rule import Audit, Requirement, attempts_of, code_of, digits_of

SEASONS = {"10": "spring", "20": "summer", "30": "fall"}
HORIZON = 36
CREDITS_OF_A_LEVEL = 30
ENOUGH = 1000  # elective credits, more than any question of the tests can use


def advanced(term, terms):
    """Rule 15: the term that many terms later."""
    place = int(term[:4]) * 3 + list(SEASONS).index(term[4:]) + terms
    return f"{place // 3}{list(SEASONS)[place % 3]}"


def judged(tree):
    """Rule 20: the tree without what nobody can tell; None if nothing is left of it."""
    if "permission" in tree or "unknown" in tree:
        return None
    for kind in ("all", "any", "of"):
        if kind in tree:
            kept = [each for each in map(judged, tree[kind]) if each is not None]
            if not kept and tree[kind]:
                return None
            if kind != "of":
                return {kind: kept}
            # Without a removal, too few branches stay too few.
            least = tree["atLeast"] if len(kept) == len(tree[kind]) else min(tree["atLeast"], len(kept))
            return {"atLeast": least, "of": kept}
    return tree


def leaves(tree):
    for kind in ("all", "any", "of"):
        if kind in tree:
            for each in tree[kind]:
                yield from leaves(each)
            return
    yield tree


def courses_in(tree):
    return {code_of(each["course"]) for each in leaves(tree) if "course" in each}


class Way:
    """A path's question."""

    def __init__(self, body):
        self.body, self.start = body, body["from"]
        self.programme = body["programme"]
        self.facts = {code_of(code): fact for code, fact in (body.get("courses") or {}).items()}
        self.offered = {code_of(code): seasons for code, seasons in (body.get("offered") or {}).items()}
        self.whole_trees = {code_of(code): tree for code, tree in (body.get("prerequisites") or {}).items()}
        self.trees = {code: judged(tree) or {"all": []} for code, tree in self.whole_trees.items()}
        self.attempts = attempts_of({"record": body.get("record"), "courses": body.get("courses")})
        self.record = Audit(self.question([])).standing(self.attempts)
        self.named = {code_of(each["course"]) for one in self.programme["requirements"] for each in one["from"] if "course" in each}
        self.lacking = {}

    def question(self, codes):
        """The question of an audit, as if the codes were planned."""
        terms = [{"term": "999910", "courses": sorted(codes)}]
        return {name: self.body.get(name) for name in ("programme", "record", "courses")} | {"terms": terms}

    def credits(self, code):
        """Of a planned course."""
        known = self.facts.get(code, {}).get("credits")
        return Fraction(3 if known is None else known)

    def limit(self, term):
        given = self.body["creditsPerTerm"]
        return Fraction(given.get(SEASONS[term[4:]]) or 0) if isinstance(given, dict) else Fraction(given)

    def is_offered(self, code, term):
        """Rule 22. A term without credits has no courses."""
        seasons = self.offered.get(code)
        return (seasons is None or SEASONS[term[4:]] in seasons) and self.limit(term) > 0

    # Rules 16 to 20: trees.

    def is_met(self, tree, earlier, same, electives):
        """Whether a tree holds with these planned codes before the term, those of the term, and elective credits before it."""
        def holds(each):
            return self.is_met(each, earlier, same, electives)

        if "all" in tree:
            return all(map(holds, tree["all"]))
        if "any" in tree:
            return any(map(holds, tree["any"]))
        if "of" in tree:
            return sum(map(holds, tree["of"])) >= tree["atLeast"]
        if "course" in tree:
            code = code_of(tree["course"])
            is_planned = code in earlier or (tree.get("concurrent") and code in same)
            return is_planned or self.has_passed(code, tree.get("minimumGrade"))
        if "level" in tree:
            return self.earned(earlier) + electives >= CREDITS_OF_A_LEVEL * (tree["level"] - 1)
        if "credits" in tree:
            filters = {name: tree[name] for name in ("subject", "from", "to") if tree.get(name) is not None}
            return self.earned(earlier, filters) + (0 if filters else electives) >= Fraction(tree["credits"])
        assert "highSchool" in tree, tree
        return True

    def has_passed(self, code, minimum=None):
        return any(each.code == code and each.meets(minimum) for each in self.attempts)

    def earned(self, planned, filters=None):
        """Credits of the record and of planned codes, each code once."""
        found = {code: each.credits for code, each in self.record.items()}
        found = {code: self.credits(code) for code in planned} | found
        return sum((credits for code, credits in found.items() if self.is_counted(code, filters or {})), Fraction(0))

    @staticmethod
    def is_counted(code, filters):
        digits = digits_of(code)
        if filters.get("subject", code.split(" ")[0]).upper() != code.split(" ")[0]:
            return False
        if "from" in filters or "to" in filters:
            return digits is not None and filters.get("from", 0) <= digits <= filters.get("to", digits)
        return True

    # Rule 21: what may be planned, and what electives fill.

    def may_plan(self, codes):
        """Whether each code stands in a pattern, or in the tree of a planned course."""
        reached = self.named & codes
        while True:
            more = {other for code in reached for other in courses_in(self.trees.get(code, {"all": []}))} & codes
            if more <= reached:
                return reached == codes
            reached = reached | more

    def may_repeat(self, code, codes):
        """Rule 22: a passed course is planned again only for a minimum that is not met."""
        minimums = [one.get("minimumGrade") for one in self.programme["requirements"]
                    if any("course" in each and code_of(each["course"]) == code for each in one["from"])]
        for other in codes:
            minimums += [each.get("minimumGrade") for each in leaves(self.trees.get(other, {"all": []}))
                         if "course" in each and code_of(each["course"]) == code]
        return not self.has_passed(code) or any(not self.has_passed(code, minimum) for minimum in minimums)

    def lacks(self, codes):
        """With these codes planned, each way to assign courses, as the elective credits that each requirement lacks."""
        codes = frozenset(codes)
        if codes not in self.lacking:
            audit, found = Audit(self.question(codes)), set()
            for held in audit.assignments():
                lacks = [math.ceil(each.lacks(own)) for each, own in zip(audit.requirements, held)]
                if not any(lack and self.is_named(each) for lack, each in zip(lacks, audit.requirements)):
                    found.add(tuple(lacks))
            self.lacking[codes] = found
        return self.lacking[codes]

    @staticmethod
    def is_named(requirement: Requirement):
        """Whether every pattern is a course: then no elective may fill it."""
        return all("course" in each for each in requirement.given["from"])

    def is_whole(self, codes, electives):
        """Whether the programme is finished with these codes and electives, {requirement id or None: credits}."""
        ids = [each["id"] for each in self.programme["requirements"]]
        return self.has_totals(codes, sum(electives.values())) and any(
            all(lack <= electives.get(id, 0) for id, lack in zip(ids, lacks)) for lacks in self.lacks(codes))

    def has_totals(self, codes, electives):
        own = Audit(self.question([])).standing([each for each in self.attempts if each.kind == "taken"])
        here = sum((each.credits for each in own.values()), Fraction(0)) + sum(
            (self.credits(code) for code in codes if code not in own), Fraction(0))
        return self.earned(codes) + electives >= (self.programme.get("credits") or 0) and (
            here + electives >= (self.programme.get("residencyCredits") or 0))

    # Rule 23: the earliest term.

    def candidates(self):
        """Every code that may ever be planned."""
        found = set(self.named)
        while True:
            more = {other for code in found for other in courses_in(self.trees.get(code, {"all": []}))} - found
            if not more:
                return sorted(code for code in found if self.may_repeat(code, found))
            found |= more

    def is_enough(self, codes, electives):
        """Whether a programme is finished with these codes and so many elective credits at most."""
        return self.may_plan(codes) and self.has_totals(codes, electives) and any(
            sum(lacks) <= electives for lacks in self.lacks(codes))

    def earliest(self):
        """The first term in which all can be finished, "" if nothing remains, None if there is none.

        Electives fill every term up: what is not needed of them can be left out.
        """
        return self.earliest_with_trail()[0]

    def earliest_with_trail(self):
        """The same, with the codes planned in each term."""
        if self.is_enough(frozenset(), 0):
            return "", []
        candidates = self.candidates()
        states = {frozenset(): (0, ())}
        for number in range(HORIZON):
            term = advanced(self.start, number)
            states = self.after(term, states, candidates)
            for codes, (electives, trail) in states.items():
                if self.is_enough(codes, electives):
                    return term, list(trail)
        return None, []

    def after(self, term, states, candidates):
        """For each set of codes planned by the end of a term, the most elective credits, and the way there."""
        following, limit = {}, self.limit(term)
        for codes, (electives, trail) in states.items():
            open_now = [code for code in candidates if code not in codes and self.is_offered(code, term)
                        and self.credits(code) <= limit]
            for size in range(len(open_now) + 1):
                for chosen in map(frozenset, itertools.combinations(open_now, size)):
                    used = sum((self.credits(code) for code in chosen), Fraction(0))
                    if used > limit or not all(
                            self.is_met(self.trees.get(code, {"all": []}), codes, chosen, electives) for code in chosen):
                        continue
                    most = min(electives + math.floor(limit - used), ENOUGH)
                    if following.get(codes | chosen, (-1,))[0] < most:
                        following[codes | chosen] = most, trail + (chosen,)
        return following

    # Rules 21 to 25: a given answer.

    def faults(self, answer):
        """What is wrong with a feasible answer, a sentence each."""
        plan = Plan(self, answer)
        return [fault for check in (
            plan.form, plan.limits, plan.prerequisites, plan.choices, plan.completeness, plan.end, plan.superfluity, plan.chain,
        ) for fault in check()]


class Plan:
    """A feasible answer."""

    def __init__(self, way, answer):
        self.way, self.answer = way, answer
        self.terms = answer["terms"]
        self.places = {code: each["term"] for each in self.terms for code in each["courses"]}
        self.assumed = answer.get("assumed", [])

    def electives(self, before=None, without=None):
        """Elective credits by requirement, of the terms before one; without one credit of an entry."""
        found = {}
        for each in self.terms:
            for number, one in enumerate(each.get("electives") or []):
                less = 1 if (each["term"], number) == without else 0
                if before is None or each["term"] < before:
                    found[one["requirement"]] = found.get(one["requirement"], 0) + one["credits"] - less
        return found

    def form(self):
        terms = [each["term"] for each in self.terms]
        if terms != sorted(set(terms)):
            yield f"terms must ascend: {terms}"
        yield from (f"{term} is outside of the horizon" for term in terms
                    if not self.way.start <= term <= advanced(self.way.start, HORIZON - 1))
        codes = [code for each in self.terms for code in each["courses"]]
        yield from (f"{code} is planned twice" for code in set(codes) if codes.count(code) > 1)
        yield from (f"{code} is not written with a space" for code in codes if code_of(code) != code)
        ids = {each["id"] for each in self.way.programme["requirements"]} | {None}
        for each in self.terms:
            for one in each.get("electives") or []:
                if one["requirement"] not in ids:
                    yield f"{each['term']}: electives for {one['requirement']}, which is not a requirement"
                if one["credits"] <= 0 or one["credits"] != int(one["credits"]):
                    yield f"{each['term']}: electives must be whole credits: {one}"

    def limits(self):
        for each in self.terms:
            electives = sum(one["credits"] for one in each.get("electives") or [])
            used = electives + sum(self.way.credits(code) for code in each["courses"])
            if used > self.way.limit(each["term"]):
                yield f"{each['term']} has {used} credits, more than {self.way.limit(each['term'])}"
            yield from (f"{code} is not offered in {each['term']}" for code in each["courses"]
                        if not self.way.is_offered(code, each["term"]))

    def prerequisites(self):
        yield from self.unmet(self.places)
        for code in self.places:
            for each in leaves(self.way.whole_trees.get(code, {"all": []})):
                if "unknown" in each and not any(each["unknown"] in text for text in self.assumed):
                    yield f"assumed lacks {each['unknown']!r} of {code}"

    def unmet(self, places, without=None):
        for code, term in places.items():
            earlier = {other for other, place in places.items() if place < term}
            same = {other for other, place in places.items() if place == term}
            electives = sum(self.electives(before=term, without=without).values())
            if not self.way.is_met(self.way.trees.get(code, {"all": []}), earlier, same, electives):
                yield f"{code} in {term} lacks its prerequisites {self.way.trees[code]}"

    def choices(self):
        codes = frozenset(self.places)
        yield from (f"{code} stands in no pattern and in no tree of a planned course" for code in self.unnamed(codes))
        yield from (f"{code} is passed, and no minimum asks for it again" for code in codes
                    if not self.way.may_repeat(code, codes))

    def unnamed(self, codes):
        """Rule 21: the codes that neither a pattern nor the tree of another code names."""
        return {code for code in codes - self.way.named
                if not any(code in courses_in(self.way.trees.get(other, {"all": []})) for other in codes - {code})}

    def completeness(self):
        if not self.way.is_whole(frozenset(self.places), self.electives()):
            lacks = sorted(self.way.lacks(frozenset(self.places)))
            yield f"the programme is not finished: electives {self.electives()}, lacking {lacks[:5]}"
        named = {each["id"] for each in self.way.programme["requirements"] if all("course" in one for one in each["from"])}
        yield from (f"electives stand for {id}, which names its courses" for id in self.electives() if id in named)

    def end(self):
        used = [each["term"] for each in self.terms if each["courses"] or each.get("electives")]
        if self.answer["graduates"] != max(used, default=None):
            yield f"graduates is {self.answer['graduates']}; the last term used is {max(used, default=None)}"

    def superfluity(self):
        """Rule 23: no course, and no elective credit, can be left out.

        A course that alone names another one, which is needed, cannot: without it the other may not be planned.
        """
        for code in self.places:
            others = {other: term for other, term in self.places.items() if other != code}
            if self.is_valid(others):
                yield f"{code} is superfluous"
        for each in self.terms:
            for number in range(len(each.get("electives") or [])):
                if self.is_valid(self.places, without=(each["term"], number)):
                    yield f"a credit of {each['electives'][number]} in {each['term']} is superfluous"

    def is_valid(self, places, without=None):
        return (self.way.is_whole(frozenset(places), self.electives(without=without))
                and not self.unnamed(frozenset(places)) and not list(self.unmet(places, without)))

    # Rule 25.

    def chain(self):
        chain = self.answer["critical"]
        if not set(chain) <= set(self.places):
            yield f"critical {chain} has courses that are not planned"
        elif chain:
            for code, following in itertools.pairwise(chain):
                if code not in courses_in(self.way.trees.get(following, {"all": []})):
                    yield f"critical: {code} is not in the tree of {following}"
            if self.alone(chain) != self.answer["graduates"]:
                yield f"critical {chain} can end in {self.alone(chain)}, before {self.answer['graduates']}"
        else:
            yield from (f"critical is empty, but {held} holds {self.answer['graduates']}" for held in self.binding_chains())

    def alone(self, chain):
        """The first term in which a chain can end by itself."""
        term = self.first_offered(chain[0], self.way.start)
        for code, following in itertools.pairwise(chain):
            uses = [each for each in leaves(self.way.trees[following]) if "course" in each and code_of(each["course"]) == code]
            term = term and self.first_offered(
                following, term if any(each.get("concurrent") for each in uses) else advanced(term, 1))
        return term

    def first_offered(self, code, start):
        terms = (advanced(start, number) for number in range(HORIZON))
        return next((term for term in terms if self.way.is_offered(code, term)), None)

    def binding_chains(self):
        """Chains, each course indispensable to the next, that cannot end before `graduates`."""
        def extended(chain):
            if self.alone(chain) == self.answer["graduates"]:
                yield chain
                return
            for following in self.places:
                if following not in chain and self.needs(following, chain[-1]):
                    yield from extended(chain + [following])

        for code in self.places:
            yield from itertools.islice(extended([code]), 1)

    def needs(self, code, other):
        """Whether a tree fails without another planned course."""
        if other not in courses_in(self.way.trees.get(code, {"all": []})):
            return False
        rest = {each: term for each, term in self.places.items() if each != other}
        term = rest[code]
        earlier, same = ({each for each, place in rest.items() if test(place)}
                         for test in (lambda place: place < term, lambda place: place == term))
        return not self.way.is_met(self.way.trees[code], earlier, same, sum(self.electives(before=term).values()))
