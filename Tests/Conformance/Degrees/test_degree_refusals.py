"""What the stateless degree routes refuse, each with its field, and hostile questions that they answer all the same."""

import json

import pytest

from degree_asking import AUDIT, PARSE, PATH, asked, fields_named, item, names_one_of, planned_in, programme, requirement, shown
from people import Anyone
from processes import cheaply

SLOW = 10  # processor seconds that no answer may take
EMPTY = programme(requirement("r", "C 1"))


def audit(whole=EMPTY, items=(), terms=(), **fields):
    return AUDIT, {"programme": whole, "record": {"items": list(items)}, "terms": list(terms)} | fields


def path(whole=EMPTY, **fields):
    return PATH, {"programme": whole, "from": "202610", "creditsPerTerm": 15} | fields


def parse(text="C 1", **fields):
    return PARSE, {"text": text} | fields


def without(question, *names):
    route, body = question
    return route, {name: value for name, value in body.items() if name not in names}


def with_pattern(pattern):
    return audit(programme(requirement("r", pattern)))


def with_need(**need):
    return audit(programme({"id": "r", "name": "R", "from": [{"any": True}]} | need))


def with_tree(tree):
    return path(prerequisites={"C 1": tree})


def nested(depth, innermost, wrap):
    for _ in range(depth):
        innermost = wrap(innermost)
    return innermost


FROM, NEED, ITEM, TREE = "programme.requirements.0.from", "programme.requirements.0", "record.items.0", "prerequisites"
REFUSALS = {
    # Requirements.
    "both courses and credits": (with_need(courses=1, credits=3), NEED),
    "neither courses nor credits": (with_need(), NEED),
    "0 courses": (with_need(courses=0), NEED), "-1 courses": (with_need(courses=-1), NEED),
    "half a course": (with_need(courses=1.5), NEED), "0 credits": (with_need(credits=0), NEED),
    "-1 credits": (with_need(credits=-1), NEED), "a quarter of a credit": (with_need(credits=0.25), NEED),
    "credits of a range": (with_need(credits="1-6"), NEED), "credits as a text": (with_need(credits="3"), NEED),
    "equal ids": (audit(programme(requirement("r", "C 1"), requirement("r", "C 2"))), "programme.requirements.1.id"),
    "sharing with nothing": (audit(programme(requirement("r", "C 1", mayShareWith=["x"]))), f"{NEED}.mayShareWith"),
    "sharing as a text": (audit(programme(requirement("r", "C 1", mayShareWith="r"))), f"{NEED}.mayShareWith"),
    "no patterns at all": (audit(programme({"id": "r", "name": "R", "courses": 1})), f"{NEED}.from"),
    "a minimum that is no grade": (audit(programme(requirement("r", "C 1", minimumGrade="Q"))), f"{NEED}.minimumGrade"),
    "no requirements": (audit({"id": "p", "name": "P"}), "programme.requirements"),
    "totals below 0": (audit(programme(credits=-3)), "programme.credits"),
    "residency of text": (audit(programme(residencyCredits="many")), "programme.residencyCredits"),
    "no programme": (without(audit(), "programme"), "programme"), "a number as the programme": (audit(7), "programme"),
    "a null programme": (audit(None), "programme"), "a list as the programme": (audit([EMPTY]), "programme"),
    # Patterns.
    "two kinds of pattern": (with_pattern({"course": "C 1", "attribute": "W"}), FROM),
    "a course and a subject": (with_pattern({"course": "C 1", "subject": "C"}), FROM),
    "a course and numbers": (with_pattern({"course": "C 1", "from": 1}), FROM),
    "any and a subject": (with_pattern({"any": True, "subject": "C"}), FROM), "no kind": (with_pattern({}), FROM),
    "an exception alone": (with_pattern({"except": [{"any": True}]}), FROM), "not any": (with_pattern({"any": False}), FROM),
    "a pattern of a code that is none": (with_pattern("Calculus"), FROM), "a text as a pattern": (audit(programme(
        {"id": "r", "name": "R", "courses": 1, "from": ["C 1"]})), FROM),
    "an exception of no kind": (with_pattern({"any": True, "except": [{}]}), FROM),
    "an exception of two kinds": (with_pattern({"any": True, "except": [{"any": True, "attribute": "W"}]}), FROM),
    "a number as text": (with_pattern({"subject": "C", "from": "100"}), FROM), "half a number": (with_pattern({"from": 1.5}), FROM),
    # Records.
    "a grade Q": (audit(items=[item("C 1", "Q")]), f"{ITEM}.grade"), "a grade E": (audit(items=[item("C 1", "E")]), f"{ITEM}.grade"),
    "a grade 101": (audit(items=[item("C 1", "101")]), f"{ITEM}.grade"), "a grade 101%": (audit(items=[item("C 1", "101%")]), f"{ITEM}.grade"),
    "an empty grade": (audit(items=[item("C 1", "")]), f"{ITEM}.grade"), "a grade A++": (audit(items=[item("C 1", "A++")]), f"{ITEM}.grade"),
    "a grade -5": (audit(items=[item("C 1", "-5")]), f"{ITEM}.grade"), "a grade with a mark": (audit(items=[item("C 1", "A\u0301")]), f"{ITEM}.grade"),
    "credits -1": (audit(items=[item("C 1", credits=-1)]), f"{ITEM}.credits"),
    "credits 0.25": (audit(items=[item("C 1", credits=0.25)]), f"{ITEM}.credits"),
    "credits 1-6": (audit(items=[item("C 1", credits="1-6")]), f"{ITEM}.credits"),
    "true as credits": (audit(items=[item("C 1", credits=True)]), f"{ITEM}.credits"),
    "a kind that does not exist": (audit(items=[item("C 1", kind="bought")]), f"{ITEM}.kind"),
    "a code that is none": (audit(items=[item("Calculus")]), f"{ITEM}.course"), "an empty code": (audit(items=[item("")]), f"{ITEM}.course"),
    "no code": (audit(items=[{"term": "202510", "grade": "A"}]), f"{ITEM}.course"),
    "an item of text": (audit(items=["C 1"]), ITEM),
    # Terms.
    **{f"a term {term!r}": (audit(items=[item("C 1", term=term)]), f"{ITEM}.term")
       for term in ("202640", "20261", "202600", "2026-10", "", "spring 2026", "2026100", "٢٠٢٦١٠", "000010", 202610)},
    **{f"a planned term {term!r}": (audit(terms=[{"term": term, "courses": []}]), "terms.0.term") for term in ("202640", "20261", 202610)},
    "no planned term": (audit(terms=[{"courses": []}]), "terms.0.term"),
    "one term twice": (audit(terms=[{"term": "202610", "courses": []}] * 2), "terms.1.term"),
    "a course twice in a term": (audit(terms=planned_in(t202610="C 1, C1")), "terms.0.courses"),
    "a planned code that is none": (audit(terms=planned_in(t202610="Calculus")), "terms.0.courses"),
    "400 planned courses": (audit(terms=[{"term": "202610", "courses": [f"C {number}" for number in range(400)]}]), "terms"),
    "400 courses over many terms": (audit(terms=[
        {"term": f"{year}10", "courses": [f"C {number}" for number in range(20)]} for year in range(2026, 2046)]), "terms"),
    # Facts of courses.
    "facts of no code": (audit(courses={"Calculus": {"credits": 3}}), "courses"), "facts of nothing": (audit(courses={"": {}}), "courses"),
    "facts of one code in two forms": (audit(courses={"C 1": {"credits": 3}, "C-1": {"credits": 4}}), "courses"),
    "facts of equal codes that agree": (audit(courses={"C 1": {"credits": 3}, "c1": {"credits": 3}}), "courses"),
    "facts with credits of a range": (audit(courses={"C 1": {"credits": "1-6"}}), "courses"),
    "facts with credits -1": (audit(courses={"C 1": {"credits": -1}}), "courses"),
    "facts with attributes of text": (audit(courses={"C 1": {"attributes": "W"}}), "courses"),
    "facts as a list": (audit(courses=[{"credits": 3}]), "courses"),
    # Paths.
    "no first term": (without(path(), "from"), "from"), "a first term that is none": (path(**{"from": "202640"}), "from"),
    "no credits of a term": (without(path(), "creditsPerTerm"), "creditsPerTerm"),
    "credits of a term below 0": (path(creditsPerTerm=-1), "creditsPerTerm"), "a quarter": (path(creditsPerTerm=0.25), "creditsPerTerm"),
    "credits of a term as text": (path(creditsPerTerm="15"), "creditsPerTerm"),
    "credits of fall below 0": (path(creditsPerTerm={"fall": -1}), "creditsPerTerm"),
    "a season that does not exist": (path(offered={"C 1": ["winter"]}), "offered"), "a season as text": (path(offered={"C 1": "fall"}), "offered"),
    "seasons of no code": (path(offered={"Calculus": ["fall"]}), "offered"),
    "seasons of one code in two forms": (path(offered={"C 1": ["fall"], "C_1": ["fall"]}), "offered"),
    "trees of one code in two forms": (path(prerequisites={"C 1": {"all": []}, "c 1": {"all": []}}), TREE),
    "a tree of no kind": (with_tree({}), TREE), "a tree of two kinds": (with_tree({"all": [], "any": []}), TREE),
    "a tree of a course and a level": (with_tree({"course": "C 2", "level": 2}), TREE), "a text as a tree": (with_tree("C 2"), TREE),
    "a tree of a code that is none": (with_tree({"course": "Calculus"}), TREE), "a tree with a grade Q": (with_tree(
        {"course": "C 2", "minimumGrade": "Q"}), TREE),
    "atLeast without of": (with_tree({"atLeast": 1}), TREE), "atLeast -1": (with_tree({"atLeast": -1, "of": []}), TREE),
    "level 0": (with_tree({"level": 0}), TREE), "half a level": (with_tree({"level": 1.5}), TREE),
    "credits of a tree below 0": (with_tree({"credits": -3}), TREE), "permission that is not needed": (with_tree({"permission": False}), TREE),
    "a branch that is none": (with_tree({"all": [{"any": [{"nothing": 1}]}]}), TREE),
    # Texts to parse.
    "no text": (without(parse(), "text"), "text"), "a number as the text": (parse(7), "text"), "a text too long": (parse("x" * 5001), "text"),
    "a null character": (parse("MATH 151\0"), "text"), "a bell": (parse("MATH\a151"), "text"), "a number as the subject": (parse(subject=7), "subject"),
    "a subject too long": (parse(subject="C" * 100), "subject"),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_what_is_wrong_is_refused_by_its_field(name, asker):
    (route, body), field = REFUSALS[name]
    fields = fields_named(asked(asker, route, body, 422))
    assert names_one_of(fields, field), f"asked: {shown(body)}\nnamed: {fields}, expected {field}"


PATTERNS = {"deep exceptions": nested(60, {"any": True}, lambda inner: {"any": True, "except": [inner]}),
            "very deep exceptions": nested(2000, {"any": True}, lambda inner: {"any": True, "except": [inner]})}
TREES = {"a deep tree": nested(60, {"course": "C 2"}, lambda inner: {"all": [inner]}),
         "a very deep tree": nested(2000, {"course": "C 2"}, lambda inner: {"any": [inner]}),
         "a wide tree": {"any": [{"course": f"C {number}"} for number in range(10_000)]}}


def written(value):
    """JSON of any depth."""
    def parts(each):
        stack, said = [each], []
        while stack:
            top = stack.pop()
            if isinstance(top, Raw):
                said.append(top.text)
            elif isinstance(top, dict):
                items = list(top.items())
                stack.append(Raw("}"))
                for number, (name, inner) in reversed(list(enumerate(items))):
                    stack += [inner, Raw(("," if number else "") + json.dumps(name) + ":")]
                stack.append(Raw("{"))
            elif isinstance(top, list):
                stack.append(Raw("]"))
                for number, inner in reversed(list(enumerate(top))):
                    stack += [inner] + ([Raw(",")] if number else [])
                stack.append(Raw("["))
            else:
                said.append(json.dumps(top))
        return "".join(said)
    return parts(value)


class Raw:
    def __init__(self, text):
        self.text = text


@pytest.mark.parametrize("name", [*PATTERNS, *TREES])
def test_deep_and_wide_questions_are_refused_soon(name, asker):
    route, body = with_pattern(PATTERNS[name]) if name in PATTERNS else with_tree(TREES[name])
    answer = raw(asker, route, written(body))
    assert answer.status_code in (400, 422), f"{name}: {answer.status_code} {answer.text[:500]}"


@pytest.mark.parametrize("depth, accepted", [(32, True), (33, False), (34, False), (60, False), (62, False)])
def test_a_tree_of_at_most_32_nodes_in_one_another_is_accepted(depth, accepted, asker):
    _, body = with_tree(nested(depth, {"course": "C 2"}, lambda inner: {"any": [inner]}))
    answer = asked(asker, PATH, body, 200 if accepted else 422)
    if not accepted:
        [field] = fields_named(answer)
        assert field.startswith("prerequisites.C 1") and "must be nested at most 32 deep" in answer["errors"][0]["detail"], answer


@pytest.mark.parametrize("depth, accepted", [(8, True), (9, False)])
def test_exceptions_are_nested_as_deep_as_promised(depth, accepted, asker):
    route, body = with_pattern(nested(depth, {"any": True}, lambda inner: {"any": True, "except": [inner]}))
    asked(asker, route, body, 200 if accepted else 422)


def test_a_body_that_is_nested_too_deep_is_said_to_be(asker):
    route, body = with_tree(nested(90, {"course": "C 2"}, lambda inner: {"any": [inner]}))
    answer = raw(asker, route, written(body))
    assert answer.status_code == 400 and "nested deeper than 128 levels" in answer.json()["detail"], answer.text


def test_ten_thousand_patterns_are_refused(asker):
    patterns = [{"course": f"C {number}"} for number in range(10_000)]
    body = audit(programme({"id": "r", "name": "R", "courses": 1, "from": patterns}))[1]
    fields = fields_named(asked(asker, AUDIT, body, 422))
    assert names_one_of(fields, FROM), fields


def test_too_many_requirements_items_and_terms_are_refused(asker):
    many = programme(*[requirement(f"r{number}", "C 1") for number in range(2000)])
    assert names_one_of(fields_named(asked(asker, *audit(many), 422)), "programme.requirements")
    items = [item(f"C {number}", "A") for number in range(3000)]
    assert names_one_of(fields_named(asked(asker, *audit(items=items), 422)), "record.items")
    terms = [{"term": f"{year}{season}", "courses": []} for year in range(2026, 2226) for season in (10, 20, 30)]
    assert names_one_of(fields_named(asked(asker, *audit(terms=terms), 422)), "terms")


def test_all_wrong_fields_are_named_at_once(asker):
    whole = programme(requirement("r", "C 1"), requirement("r", "C 2", mayShareWith=["x"]), requirement("s", "C 3", mayShareWith=["y"]))
    fields = fields_named(asked(asker, *audit(whole), 422))
    for expected in ("programme.requirements.1.id", "programme.requirements.1.mayShareWith", "programme.requirements.2.mayShareWith"):
        assert names_one_of(fields, expected), fields


def test_wrong_values_of_several_parts_are_named_at_once(asker):
    body = audit(items=[item("C 1", "Q"), item("C 2", "A", credits=-1)], terms=[{"term": "202640", "courses": []}])[1]
    fields = fields_named(asked(asker, AUDIT, body, 422))
    for expected in (f"{ITEM}.grade", "record.items.1.credits", "terms.0.term"):
        assert names_one_of(fields, expected), fields


@pytest.mark.parametrize("route, body", [audit(), path(), parse()], ids=["audit", "path", "parse"])
def test_without_a_token_nothing_is_answered(route, body, server):
    Anyone(server).refused("POST", route, 401, json=body)


@pytest.mark.parametrize("id", ["nosuch", "x" * 300, "1", "rpi-2024-magic", "../p", "é", "' OR 1=1 --"])
def test_an_unknown_programme_is_not_there(id, asker):
    for route, body in (audit(id), path(id)):
        answer = asker.call("POST", route, json=body)
        assert answer.status_code == 422 and answer.json()["errors"][0]["field"] == "programme", (id, answer.status_code, answer.text[:500])
    asker.refused("GET", "/v1/programmes/nosuch", 404)


def raw(person, route, text):
    """The answer to a body as it stands; never a 500, and soon."""
    headers = {"Content-Type": "application/json"}
    answer = cheaply(SLOW, person.server, lambda: person.call("POST", route, data=text.encode(), headers=headers))
    assert answer.status_code < 500, f"{text[:500]}: {answer.status_code} {answer.text[:500]}"
    return answer


NUMBERS = ["1e400", "-1e400", "9223372036854775808", "-9223372036854775809", "18446744073709551616", "1e19", "1e-400", "-0", "1E+2",
           "0.1e1", "10001", "1e308", "3.0000000000000000001", "NaN", "Infinity", "9" * 400, "null", "[]", "{}", "true", '"3"']
SPOTS = {
    "credits of a requirement": with_need(credits="@"), "courses of a requirement": with_need(courses="@"),
    "a total": audit(programme(credits="@")), "credits of an item": audit(items=[item("C 1", credits="@")]),
    "credits of a fact": audit(courses={"C 1": {"credits": "@"}}), "from of a pattern": with_pattern({"from": "@"}),
    "to of a pattern": with_pattern({"from": 1, "to": "@"}), "a year": audit(EMPTY | {"catalogYear": "@"}),
    "credits of a term": path(creditsPerTerm="@"), "credits of a season": path(creditsPerTerm={"fall": "@"}),
    "a level": with_tree({"level": "@"}), "credits of a tree": with_tree({"credits": "@"}), "atLeast": with_tree({"atLeast": "@", "of": []}),
    "from of a tree": with_tree({"credits": 3, "from": "@"}),
}


@pytest.mark.parametrize("spot", SPOTS)
def test_hostile_numbers_are_answered(spot, asker):
    route, body = SPOTS[spot]
    for number in NUMBERS:
        answer = raw(asker, route, json.dumps(body).replace('"@"', number))
        assert answer.status_code in (200, 400, 422), (spot, number, answer.status_code, answer.text[:300])
        # Of JSON that cannot be read, no field can be named.
        if answer.status_code == 422:
            assert answer.json().get("errors"), (spot, number, answer.text[:300])


TEXTS = ["\0", "a\0b", "\x1b[2J", "\u202e", "e\u0301" * 300, "\u0301", "Z" + "\u0300" * 500, "👩‍👩‍👧‍👦",
         "\ufeff", "C 1", "ＣＭＰＴ　１２５", "C\u03011", "٣", "x" * 5000]
TEXT_SPOTS = {
    "an id": audit(programme({"id": "@", "name": "R", "courses": 1, "from": [{"any": True}]})),
    "a name": audit(programme({"id": "r", "name": "@", "courses": 1, "from": [{"any": True}]})),
    "a code": audit(items=[item("@", "A")]), "a grade": audit(items=[item("C 1", "@")]), "a reason": audit(items=[item("C 1", kind="waiver", reason="@")]),
    "a planned code": audit(terms=[{"term": "202610", "courses": ["@"]}]), "a key": audit(courses={"@": {"credits": 3}}),
    "an attribute": audit(courses={"C 1": {"attributes": ["@"]}}), "an attribute of a pattern": with_pattern({"attribute": "@"}),
    "a subject of a pattern": with_pattern({"subject": "@"}), "a course of a pattern": with_pattern({"course": "@"}),
    "a term": audit(items=[item("C 1", term="@")]), "a first term": path(**{"from": "@"}), "a season": path(offered={"C 1": ["@"]}),
    "an unknown text": with_tree({"unknown": "@"}), "a secondary school's course": with_tree({"highSchool": "@"}), "a text to parse": parse("@"),
    "a subject": parse(subject="@"), "the programme's id": audit("@"),
}


@pytest.mark.parametrize("spot", TEXT_SPOTS)
def test_hostile_texts_are_answered(spot, asker):
    route, body = TEXT_SPOTS[spot]
    for text in TEXTS:
        answer = raw(asker, route, json.dumps(body).replace('"@"', json.dumps(text)))
        assert answer.status_code in (200, 400, 404, 422), (spot, text[:20], answer.status_code, answer.text[:300])


@pytest.mark.parametrize("text", ["\0", "a\x1b[2J", "\x7f"])
@pytest.mark.parametrize("spot", ["an id", "a name", "a reason", "a text to parse"])
def test_control_characters_in_texts_are_refused(spot, text, asker):
    route, body = TEXT_SPOTS[spot]
    answer = raw(asker, route, json.dumps(body).replace('"@"', json.dumps(text)))
    assert answer.status_code == 422, (spot, ascii(text), answer.status_code, answer.text[:300])


def test_hard_audits_are_answered_within_their_time(asker):
    """Many requirements that overlap and may be shared."""
    ids = [f"r{number}" for number in range(30)]
    whole = programme(*[requirement(
        id, {"from": 100 + 7 * number, "to": 400 + 5 * number}, credits=10 + number / 2, mayShareWith=[each for each in ids if each != id],
    ) for number, id in enumerate(ids)])
    items = [item(f"C {100 + 3 * number}", "A", credits=1 + number % 5 + 0.5 * (number % 2)) for number in range(150)]
    answer = raw(asker, AUDIT, json.dumps(audit(whole, items)[1]))
    assert answer.status_code == 200 and len(answer.json()["requirements"]) == 30, answer.text[:500]
    assert isinstance(answer.json().get("optimal", True), bool)


def test_hard_paths_are_answered_within_their_time(asker):
    """Every course needs two of the ten before it, and few are offered in one season."""
    codes = [f"C {number}" for number in range(100, 170)]
    trees = {code: {"atLeast": 2, "of": [{"course": each} for each in codes[max(0, number - 10):number]]}
             for number, code in enumerate(codes) if number > 2}
    offered = {code: [["fall"], ["spring"], ["fall", "spring"]][number % 3] for number, code in enumerate(codes)}
    body = path(programme(requirement("all", *codes, courses=45)), prerequisites=trees, offered=offered)[1]
    answer = raw(asker, PATH, json.dumps(body | {"creditsPerTerm": {"fall": 15, "spring": 15}}))
    assert answer.status_code == 200 and answer.json()["feasible"], answer.text[:500]
