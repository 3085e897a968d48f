"""Each sentence of degrees.md about prerequisite texts, through `POST /v1/degrees/parse`. Order and nesting do not matter."""

import random

import pytest

from degree_asking import PARSE, asked, expect, fields_named
from degree_audit_rule import code_of
from degree_trees import allof, anyof, course, kinds_in, normal, some
from processes import cheaply

A, B, C, D, E = "MATH 151", "MATH 154", "CMPT 125", "PHYS 120", "STAT 270"
NEEDED = {"permission": True}
UNKNOWN = {"unknown": ""}


def parsed(person, text, **fields):
    body = {"text": text} | fields
    answer = asked(person, PARSE, body)
    whole = [answer["prerequisites"], answer["corequisites"]]
    is_complete = not any("unknown" in kinds_in(tree) for tree in whole)
    expect(answer["complete"] == is_complete, "complete means that nothing is unknown", body, answer)
    return answer


def expect_tree(person, text, tree, corequisites=None, **fields):
    answer = parsed(person, text, **fields)
    expect(normal(answer["prerequisites"]) == normal(tree), f"expected prerequisites: {tree}", text, answer)
    expected = normal(corequisites or {"all": []}, is_concurrent=True)
    expect(normal(answer["corequisites"], is_concurrent=True) == expected, f"expected corequisites: {corequisites}", text, answer)
    return answer


def each_of(*cases):
    return pytest.mark.parametrize("text, tree", cases, ids=[text[:60] for text, _ in cases])


# 26: precedence.

@each_of(
    (f"{A}.", course(A)), (f"{A}", course(A)), (f"{A} and {C}.", allof(A, C)), (f"{A} or {C}.", anyof(A, C)),
    # A or between courses ties tightest.
    (f"{A} and {B} or {C}.", allof(A, anyof(B, C))), (f"{A} or {B} and {C}.", allof(anyof(A, B), C)),
    (f"{A} or {B} and {C} or {D}.", allof(anyof(A, B), anyof(C, D))), (f"{A} and {B} or {C} and {D}.", allof(A, anyof(B, C), D)),
    # After a comma it is the wider.
    (f"{A} and {B}, or {C}.", anyof(allof(A, B), C)), (f"{A}, {B} or {C}.", anyof(A, B, C)), (f"{A}, {B}, or {C}.", anyof(A, B, C)),
    (f"{A}, {B} and {C}.", allof(A, B, C)), (f"{A}, {B}, and {C}.", allof(A, B, C)), (f"{A}, {B}, {C}, {D} or {E}.", anyof(A, B, C, D, E)),
    # A semicolon.
    (f"{A}; {C}.", allof(A, C)), (f"{A} or {B}; {C} or {D}.", allof(anyof(A, B), anyof(C, D))),
    (f"{A}, {B} or {C}; {D}.", allof(anyof(A, B, C), D)), (f"{A}; and {C}.", allof(A, C)), (f"{A} and {B}; or {C}.", anyof(allof(A, B), C)),
    (f"{A}; or {B}; or {C}.", anyof(A, B, C)),
    # Parentheses.
    (f"({A} and {B}) or {C}.", anyof(allof(A, B), C)), (f"{A} and ({B} or {C}).", allof(A, anyof(B, C))),
    (f"({A} or {B}) and ({C} or {D}).", allof(anyof(A, B), anyof(C, D))), (f"(({A} and {B}) or {C}) and {D}.", allof(anyof(allof(A, B), C), D)),
    (f"{A} and ({B} and {C} or {D}).", allof(A, B, anyof(C, D))), (f"{A} or ({B} and {C}).", anyof(A, allof(B, C))),
    ("(MATH 151).", course(A)),
    # Letters do not matter.
    (f"{A} AND {C}", allof(A, C)), (f"{A} Or {B}", anyof(A, B)),
)
def test_precedence(text, tree, asker):
    assert expect_tree(asker, text, tree)["complete"]


@each_of(
    ("MATH 151 or 154.", anyof(A, B)), ("MATH 150, 151, 154 or 157.", anyof("MATH 150", A, B, "MATH 157")),
    ("MATH 151 and 154, CMPT 125.", allof(A, B, C)), ("CMPT 125 or MATH 151 or 154.", anyof(C, A, B)),
    ("One of MATH 151, 154 or 157.", anyof(A, B, "MATH 157")), (f"One of {A}, {B}, {C}.", anyof(A, B, C)),
    (f"one of {A} or {B} and {C}.", allof(anyof(A, B), C)), (f"{C} and one of {A}, {B}, {D}.", allof(C, anyof(A, B, D))),
    (f"Two of {A}, {B}, {C}.", some(2, A, B, C)), (f"Three of {A}, {B}, {C} or {D}.", some(3, A, B, C, D)),
    (f"At least two of {A}, {B} and {C}.", some(2, A, B, C)), (f"Either {A} or {B}.", anyof(A, B)),
    (f"Both {A} and {B}.", allof(A, B)), ("CMPT 105W and MATH 100.", allof("CMPT 105W", "MATH 100")),
    ("HIST X99.", course("HIST X99")), ("CMPT-125 and MATH-151.", allof(C, A)), ("CMPT125 or MATH151.", anyof(C, A)),
)
def test_lists_and_choices(text, tree, asker):
    assert expect_tree(asker, text, tree)["complete"]


def test_a_subject_may_be_given(asker):
    expect_tree(asker, "225 and MACM 101.", allof("CMPT 225", "MACM 101"), subject="CMPT")
    expect_tree(asker, "225 or 125.", anyof("CMPT 225", "CMPT 125"), subject="cmpt")


@pytest.mark.parametrize("subject", ["", " ", "CMPT 2", "/{{", "CMPT225", "ÉCON", "\ufeffCMPT", "A" * 13])
def test_a_subject_is_the_letters_of_a_code(subject, asker):
    problem = asked(asker, PARSE, {"text": "225.", "subject": subject}, status=422)
    assert "subject" in fields_named(problem), problem


@each_of(
    # At the end of a sentence it covers the sentence.
    (f"{A} and {B}, or permission of the instructor.", anyof(allof(A, B), NEEDED)),
    (f"{A} and {B} or permission of the instructor.", anyof(allof(A, B), NEEDED)),
    (f"{A}; {B}; or permission of the department.", anyof(allof(A, B), NEEDED)),
    (f"{A} or permission of the instructor.", anyof(A, NEEDED)),
    (f"{A} and permission of the instructor.", allof(A, NEEDED)),
    ("Permission of the instructor.", NEEDED), ("Permission of instructor.", NEEDED), ("Instructor's permission.", NEEDED),
    ("Permission of the department.", NEEDED),
    # Inside, its neighbour.
    (f"{A} or permission of the instructor, and {B}.", allof(anyof(A, NEEDED), B)),
    (f"{C}; {A} or permission of the instructor; {B}.", allof(C, anyof(A, NEEDED), B)),
)
def test_permissions(text, tree, asker):
    assert expect_tree(asker, text, tree)["complete"]


# 27: grades.

@each_of(
    # Directly after a course: back to the last and, semicolon or grade.
    (f"{A} with a minimum grade of C-.", course(A, "C-")), (f"{A} with a minimum of C-.", course(A, "C-")),
    (f"{A} with a grade of at least B.", course(A, "B")), (f"{A} with a grade of C+ or better.", course(A, "C+")),
    (f"{A} or {B} with a minimum grade of C-.", anyof(course(A, "C-"), course(B, "C-"))),
    (f"{A} and {B} with a minimum grade of C-.", allof(A, course(B, "C-"))),
    (f"{A} and {B} or {C} with a minimum grade of B.", allof(A, anyof(course(B, "B"), course(C, "B")))),
    (f"{A}; {B} or {C} with a minimum grade of B.", allof(A, anyof(course(B, "B"), course(C, "B")))),
    (f"{A} with a minimum grade of B or {B} with a minimum grade of C.", anyof(course(A, "B"), course(B, "C"))),
    (f"{A} with a minimum grade of B and {B} with a minimum grade of C.", allof(course(A, "B"), course(B, "C"))),
    (f"{A} with a minimum grade of B and {B}.", allof(course(A, "B"), B)),
    (f"{A}, {B} or {C} with a minimum grade of B.", anyof(course(A, "B"), course(B, "B"), course(C, "B"))),
    # After a comma, or with all or both: its part between semicolons.
    (f"{A} and {B}, with a minimum grade of C-.", allof(course(A, "C-"), course(B, "C-"))),
    (f"{A} and {B}, both with a minimum grade of C-.", allof(course(A, "C-"), course(B, "C-"))),
    (f"{A} and {B}, all with a minimum grade of C-.", allof(course(A, "C-"), course(B, "C-"))),
    (f"{A} and {B} both with a minimum grade of C-.", allof(course(A, "C-"), course(B, "C-"))),
    (f"{D}; {A} and {B}, with a minimum grade of C-.", allof(D, course(A, "C-"), course(B, "C-"))),
    (f"{A}, {B} and {C}, all with a minimum grade of C.", allof(course(A, "C"), course(B, "C"), course(C, "C"))),
    # As a part or sentence of its own: everything.
    (f"{A}; {B}; all with a minimum grade of C-.", allof(course(A, "C-"), course(B, "C-"))),
    (f"{A} and {B}. Minimum grade of C- is required.", allof(course(A, "C-"), course(B, "C-"))),
    # As the registrar writes it.
    ("MATH 152 with a minimum grade of C; or MATH 155 or MATH 158, with a grade of at least B.",
        anyof(course("MATH 152", "C"), course("MATH 155", "B"), course("MATH 158", "B"))),
)
def test_grades(text, tree, asker):
    assert expect_tree(asker, text, tree)["complete"]


@pytest.mark.parametrize("grade", ["A+", "A", "A-", "B+", "B", "B-", "C+", "C", "C-", "D+", "D", "D-"])
def test_every_letter_may_be_a_minimum(grade, asker):
    expect_tree(asker, f"{A} with a minimum grade of {grade}.", course(A, grade))
    expect_tree(asker, f"{A} with a minimum grade of {grade}; {B}.", allof(course(A, grade), B))


# 28: the rest.

@each_of(
    (f"{A} or equivalent.", course(A)), (f"{A} (or equivalent).", course(A)), (f"{A} or {B} or equivalent.", anyof(A, B)),
    (f"{A} or equivalent and {C}.", allof(A, C)), (f"{A}. Recommended: {B}.", course(A)), (f"{A}. {B} is recommended.", course(A)),
    (f"{A}. Students with credit for {B} may not take this course for further credit.", course(A)),
    (f"{A}. Students with credit for {B} cannot take {C} for further credit.", course(A)),
    ("", allof()), ("None.", allof()), ("None", allof()), (" ", allof()),
    (f"Prerequisite: {A}.", course(A)), (f"Prerequisites: {A} and {C}.", allof(A, C)),
    (f"Prerequisites/Corequisites: {A}.", course(A)),
    (f"Prerequisite or Corequisite: {A}.", course(A, concurrent=True)),
    (f"Prerequisite or Corequisite: {A} or {B}.", anyof(course(A, concurrent=True), course(B, concurrent=True))),
)
def test_what_is_dropped_and_what_introduces(text, tree, asker):
    assert expect_tree(asker, text, tree)["complete"]


def test_corequisites_have_a_tree_of_their_own(asker):
    expect_tree(asker, f"Prerequisite: {A}. Corequisite: {C}.", course(A), course(C))
    expect_tree(asker, f"Corequisite: {A} or {B}.", allof(), anyof(A, B))
    expect_tree(asker, f"{A}. Corequisites: {C} and {D}.", course(A), allof(C, D))


def test_a_course_that_may_be_taken_at_the_same_time(asker):
    expect_tree(asker, f"{A} (may be taken concurrently).", course(A, concurrent=True))


@pytest.mark.parametrize("text", [
    "Two HIST courses.", "Two 300-level FREN courses.", "Admission to the honours programme.", "A portfolio of recent work.", "Enrollment in the Faculty of Fish.",
])
def test_what_cannot_be_parsed_is_unknown(text, asker):
    answer = parsed(asker, text)
    expect("unknown" in kinds_in(answer["prerequisites"]) and not answer["complete"], "it is unknown", text, answer)


def test_the_rest_of_a_text_with_an_unknown_part_is_parsed(asker):
    answer = parsed(asker, f"{A} or {B}; a portfolio of recent work.")
    expect(normal(answer["prerequisites"]) == normal(allof(anyof(A, B), UNKNOWN)), "one part is unknown", A, answer)
    [text] = [leaf["unknown"] for leaf in kinds_in(answer["prerequisites"], leaves=True) if "unknown" in leaf]
    assert "portfolio" in text


@pytest.mark.parametrize("text, level", [
    ("Second year standing.", 2), ("Third year standing.", 3), ("Fourth year standing.", 4), ("Junior standing.", 3),
    ("Senior standing.", 4), ("Sophomore standing.", 2),
])
def test_standing(text, level, asker):
    assert expect_tree(asker, text, {"level": level})["complete"]


def test_graduate_standing_is_unknown(asker):
    answer = parsed(asker, "Graduate standing.")
    expect("unknown" in kinds_in(answer["prerequisites"]), "it is unknown", "Graduate standing.", answer)


@each_of(
    ("60 units.", {"credits": 60}), ("At least 45 units.", {"credits": 45}), ("Completion of 30 units.", {"credits": 30}),
    (f"60 units and {A}.", allof({"credits": 60}, A)), (f"{A} or 60 credits.", anyof(A, {"credits": 60})),
)
def test_credits(text, tree, asker):
    assert expect_tree(asker, text, tree)["complete"]


@pytest.mark.parametrize("text, name, minimum", [
    ("BC Math 12.", "Math 12", None), ("Pre-Calculus 12.", "Pre-Calculus 12", None), ("BC Pre-Calculus 12 (or equivalent).", "Pre-Calculus 12", None),
    ("Pre-Calculus 12 with a grade of at least B.", "Pre-Calculus 12", "B"), ("BC Chemistry 12.", "Chemistry 12", None),
])
def test_courses_of_secondary_schools_are_what_they_are(text, name, minimum, asker):
    answer = parsed(asker, text)
    [leaf] = kinds_in(answer["prerequisites"], leaves=True)
    expect(leaf.get("highSchool", "").removeprefix("BC ") == name and leaf.get("minimumGrade") == minimum,
           f"expected {name} with {minimum}", text, answer)


def test_a_secondary_school_or_a_course(asker):
    answer = parsed(asker, f"Pre-Calculus 12 or {A}, with a minimum grade of B.")
    expect(normal(answer["prerequisites"]) == normal(anyof(course(A, "B"), {"highSchool": "Pre-Calculus 12", "minimumGrade": "B"})),
           "either, with B", A, answer)


# Sentences that are not understood, or in part.

@each_of(
    # One more way is a branch of an any.
    (f"{A}. Also, for students in the life sciences, {B} and {C}.", anyof(A, UNKNOWN)),
    (f"{A} or permission of the department. Non-majors may enter with {B}; {C}; {D}.", anyof(A, NEEDED, UNKNOWN)),
    (f"{A}. Students who have completed {B} may substitute it.", anyof(A, UNKNOWN)), (f"{A}. {B} will also be accepted.", anyof(A, UNKNOWN)),
    # What is not understood is never demanded.
    (f"{A}. Students complete two co-ops before enrolling in {B}.", allof(A, UNKNOWN)),
    (f"Students must apply at least one, preferably two, terms in advance.", UNKNOWN),
    (f"{A}. Note: {B} is offered in the fall.", allof(A, UNKNOWN)), (f"{A} or", anyof(A, UNKNOWN)), (f"{A} and", allof(A, UNKNOWN)),
)
def test_a_sentence_that_is_not_understood_demands_nothing(text, tree, asker):
    assert not expect_tree(asker, text, tree)["complete"]


@each_of(
    (f"Exclusion: {A}. Prerequisite: {B}.", course(B)), (f"{B}. Antirequisite: {A}.", course(B)), (f"Mutually exclusive with {A}.", allof()),
    (f"{B}. Equivalent: {A}.", course(B)), (f"{B}. Cross-listed with {A}.", course(B)), (f"{B}. Formerly {A}.", course(B)),
    (f"{A}; {B} as prerequisite or corequisite.", allof(A, course(B, concurrent=True))),
    (f"{A}, and corequisite {B}.", allof(A, course(B, concurrent=True))), (f"A in {A}", course(A, "A")),
    (f"{A} or, in exceptional cases, permission of the instructor.", anyof(A, NEEDED)), (f"{C} and OR 201", allof(C, "OR 201")),
    ("BC 301", course("BC 301")), ("Math 232", course("MATH 232")), (f"{A} and a B (or higher) in {B}", allof(A, course(B, "B"))),
)
def test_what_stands_beside_a_requirement_is_told_from_it(text, tree, asker):
    assert expect_tree(asker, text, tree)["complete"]


# Texts of the two registrars.

def each(grade, *codes):
    return [course(code, grade) for code in codes]


@each_of(
    ("GEOG 213 or 214; GEOG 251 or one of STAT 201, 203, 205, or 270.",
        allof(anyof("GEOG 213", "GEOG 214"), anyof("GEOG 251", "STAT 201", "STAT 203", "STAT 205", "STAT 270"))),
    ("MSE 221, MSE 222, MSE 251, MSE 280.", allof("MSE 221", "MSE 222", "MSE 251", "MSE 280")),
    ("PSYC 201, 260.", allof("PSYC 201", "PSYC 260")), ("SA 101 or 150 or 201W.", anyof("SA 101", "SA 150", "SA 201W")),
    ("STAT 330 and 350, with a minimum grade of C-.", allof(*each("C-", "STAT 330", "STAT 350"))),
    ("CA 143 or permission of instructor.", anyof("CA 143", NEEDED)), ("CRIM 330 is recommended.", allof()),
    ("BC Math 12 or equivalent is recommended.", allof()), ("BPK 305. Recommended: BPK 110, 306, 310 and 343.", course("BPK 305")),
    ("45 units. HSCI 130 strongly recommended.", {"credits": 45}), ("45 units or permission of the department.", anyof({"credits": 45}, NEEDED)),
    ("At least 45 units, including GEOG 100.", allof({"credits": 45}, "GEOG 100")),
    ("EASC 101 and CHEM 121. All with a grade of C- or better.", allof(*each("C-", "EASC 101", "CHEM 121"))),
    ("EASC 201, 206 and 209W. Recommended: EASC 207. All with a grade of C- or better.", allof(*each("C-", "EASC 201", "EASC 206", "EASC 209W"))),
    ("BUS 360W with a minimum grade of C-; 60 units. Recommended: BUS 346.", allof(course("BUS 360W", "C-"), {"credits": 60})),
    ("BUS 237, BUS 360W, BUS 362, all with a minimum grade of C-; 60 units.",
        allof(*each("C-", "BUS 237", "BUS 360W", "BUS 362"), {"credits": 60})),
    ("MATH 150 or 151 or 155, with a minimum grade of C-; or MATH 154 or 157, with a grade of at least B.",
        anyof(*each("C-", "MATH 150", "MATH 151", "MATH 155"), *each("B", "MATH 154", "MATH 157"))),
    ("CMPT 120 or CMPT 130, with a minimum grade of C-.", anyof(*each("C-", "CMPT 120", "CMPT 130"))),
    ("MACM 101 or (ENSC 251 and one of MATH 232 or MATH 240).", anyof("MACM 101", allof("ENSC 251", anyof("MATH 232", "MATH 240")))),
    ("CMPT 225 and (MACM 101 or (ENSC 251 and ENSC 252)), all with a minimum grade of C-.",
        allof(course("CMPT 225", "C-"), anyof(course("MACM 101", "C-"), allof(*each("C-", "ENSC 251", "ENSC 252"))))),
    ("(MACM 101 and (CMPT 125, CMPT 129 or CMPT 135)) or (ENSC 251 and ENSC 252), all with a minimum grade of C-.",
        anyof(allof(course("MACM 101", "C-"), anyof(*each("C-", "CMPT 125", "CMPT 129", "CMPT 135"))),
              allof(*each("C-", "ENSC 251", "ENSC 252")))),
    ("CMPT 225 and STAT 271, all with a minimum grade of C-. Recommended: MATH 251.", allof(*each("C-", "CMPT 225", "STAT 271"))),
    ("BC Math 12 (or equivalent), or any of MATH 100, 150, 151, 154, 157.",
        anyof({"highSchool": "Math 12"}, "MATH 100", "MATH 150", "MATH 151", "MATH 154", "MATH 157")),
    ("Pre-Calculus 12 (or equivalent) with a grade of at least B+, or MATH 100 with a grade of at least B-.",
        anyof({"highSchool": "Pre-Calculus 12", "minimumGrade": "B+"}, course("MATH 100", "B-"))),
    ("Prerequisites: MATH 1500 and MATH 1520 or permission of instructor.Attributes Data Intensive 2",
        anyof(allof("MATH 1500", "MATH 1520"), NEEDED)),
    ("Prerequisite or Corequisite:PHYS 2210 Attributes Data Intensive 2", course("PHYS 2210", concurrent=True)),
    ("Prerequisites: ECON 4570 and MATH 2010; or permission of instructor", anyof(allof("ECON 4570", "MATH 2010"), NEEDED)),
    ("BIOL 4260 or BIOL 6260 and BIOL 4100 or permission of the instructor.",
        anyof(allof(anyof("BIOL 4260", "BIOL 6260"), "BIOL 4100"), NEEDED)),
    ("Prerequisites: CHME 2020 or equivalent and MATH 2400 or equivalent.", allof("CHME 2020", "MATH 2400")),
    ("Prerequisite: MATH 4200 or equivalent, or permission of instructor.", anyof("MATH 4200", NEEDED)),
    ("Prerequisites: BIOL 2120, BIOL 2125, and BIOL 2500.", allof("BIOL 2120", "BIOL 2125", "BIOL 2500")),
    ("Prerequisites/Corequisites: ECON 1200 or INQR 1200", anyof("ECON 1200", "INQR 1200")),
    ("Prerequisite:MATH 1020", course("MATH 1020")), ("CIVL 6340", course("CIVL 6340")),
    ("Prerequisites: CSCI 2300; also desirable is CSCI 4210 and CSCI 4220.", course("CSCI 2300")),
)
def test_texts_of_registrars(text, tree, asker):
    assert expect_tree(asker, text, tree)["complete"]


def test_corequisites_of_registrars(asker):
    expect_tree(asker, "Permission of the department. Corequisite: MATH 151. Recommended Corequisite: PHYS 132.", NEEDED, course("MATH 151"))
    expect_tree(asker, "Prerequisites/Corequisites: Corequisite: LGHT 6835.", allof(), course("LGHT 6835"))


# Variants.

class Writer(random.Random):
    """Writes texts by rules 26 and 27, with their trees."""

    numbers = [100, 101, 125, 151, 225, 232, 310, 383, 454]
    grades = ["C-", "C", "B-", "B", "A-", "D"]

    def part(self):
        """Groups of alternatives with and; a grade covers its group back to a grade in it."""
        groups = [self.group() for _ in range(self.choice([1, 1, 2, 3]))]
        return " and ".join(text for text, _ in groups), allof(*(tree for _, tree in groups))

    def group(self):
        said, branches, open_courses = [], [], []
        for _ in range(self.choice([1, 1, 2, 2, 3])):
            code = f"{self.choice(['CMPT', 'MATH', 'STAT', 'ENSC'])} {self.choice(self.numbers)}{self.choice(['', '', '', 'W'])}"
            open_courses.append(code)
            said.append(code)
            if self.random() < 0.25:
                grade = self.choice(self.grades)
                said[-1] += self.choice([" with a minimum grade of ", " with a grade of at least "]) + grade
                branches += [course(each, grade) for each in open_courses]
                open_courses = []
        branches += [course(each) for each in open_courses]
        return " or ".join(said), anyof(*branches)

    def text(self):
        parts = [self.part() for _ in range(self.choice([1, 1, 2, 3]))]
        return "; ".join(text for text, _ in parts) + self.choice([".", ""]), allof(*(tree for _, tree in parts))


@pytest.mark.parametrize("seed", range(150))
def test_random_texts_by_the_rules(seed, asker):
    text, tree = Writer(seed).text()
    assert expect_tree(asker, text, tree)["complete"]


@pytest.mark.parametrize("seed", range(60))
def test_mutated_texts_are_answered(seed, asker):
    """Neither a crash nor a long wait; every tree can be sent back as a prerequisite."""
    dice = Writer(seed)
    text, _ = dice.text()
    words = ["(", ")", ";", ",", " or ", " and ", "one of ", "é", "\n", "12", "MATH", " with ", "e\u0302\u0301"]
    for _ in range(6):
        at, cut = dice.randrange(len(text) + 1), dice.choice([0, 0, 1, 5])
        text = text[:at] + dice.choice(words) + text[at + cut:]
    answer = parsed_soon(asker, text)
    body = {"programme": {"id": "p", "requirements": []}, "from": "202610", "creditsPerTerm": 15}
    asked(asker, "/v1/degrees/path", body | {"prerequisites": {"CMPT 1": answer.json()["prerequisites"]}})


@pytest.mark.parametrize("text", [
    "(" * 2000, ")" * 2000, "((((" + A + "))))", "or " * 1000, "; " * 2000, "one of " * 600, A + " or " * 3, ", ".join([A] * 500),
    "(" * 400 + A + ")" * 400, "🦉 " * 500, "with a minimum grade of C- " * 150,
], ids=range(11))
def test_hostile_texts_are_answered(text, asker):
    parsed_soon(asker, text)


def parsed_soon(asker, text):
    answer = cheaply(10, asker.server, lambda: asker.call("POST", PARSE, json={"text": text}), repr(text[:500]))
    assert answer.status_code == 200, f"{text[:500]!r}: {answer.status_code} {answer.text[:500]}"
    return answer


def test_codes_are_written_with_a_space(asker):
    answer = parsed(asker, "CMPT125, cmpt-225 or MATH151.")
    for leaf in kinds_in(answer["prerequisites"], leaves=True):
        assert "course" not in leaf or leaf["course"] == code_of(leaf["course"])
