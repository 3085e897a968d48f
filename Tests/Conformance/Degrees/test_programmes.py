"""`noteitd programmes import`, `GET /v1/programmes`, and an audit and a path of every real programme."""

import functools
import json

import pytest

from degree_asking import AUDIT, PATH, asked, expect, item, programme, requirement
from degree_audit_rule import code_of
from degree_path_rule import Plan, Way, courses_in
from degree_people import COMPUTING, COURSES, OWLS, PROGRAMMES
from noteitd import Noteitd
from people import Anyone, register
from recurrences import data

RPI = data("rpi") / "degrees_2024.json"
PREREQUISITES = data("rpi") / "prerequisites.csv.gz"
needs_data = pytest.mark.skipif(not RPI.exists() or not PREREQUISITES.exists(), reason=f"{RPI} is not there")


# Listing.


def test_programmes_are_listed_by_name(student):
    found = student.items(PROGRAMMES)
    assert [(each["id"], each["name"], each["catalogYear"], each["credits"], each["requirements"]) for each in found] == [
        ("computing", "Computing", 2025, 30, 2), ("owls", "Owl studies", 2025, None, 1)]
    assert student.items(PROGRAMMES, limit=1) == found


def test_a_programme_is_shown_whole(student):
    shown = student.get(f"{PROGRAMMES}/computing")
    assert (shown["id"], shown["name"], shown["catalogYear"], shown["credits"]) == ("computing", "Computing", 2025, 30)
    for each, given in zip(shown["requirements"], COMPUTING["requirements"], strict=True):
        assert {name: each[name] for name in given} == given
    assert student.get(f"{PROGRAMMES}/owls")["requirements"][0]["minimumGrade"] == "C"


def test_a_stored_programme_is_audited_by_its_id(student):
    record = {"items": [item("HIST 101", "A"), item("HIST 102", "D")]}
    for chosen in ("owls", OWLS):
        answer = asked(student, AUDIT, {"programme": chosen, "record": record})
        assert answer["objective"] == [1, 3, 1, 0] and answer["leftOver"] == ["HIST 102"]
    paths = [asked(student, PATH, {"programme": chosen, "record": record, "from": "209710", "creditsPerTerm": 15}) for chosen in ("owls", OWLS)]
    assert paths[0] == paths[1] and paths[0]["graduates"] == "209710"


def test_programmes_need_a_token(faculty):
    for path in (PROGRAMMES, f"{PROGRAMMES}/owls"):
        Anyone(faculty).refused("GET", path, 401)


# Imports.


def import_programmes(server, folder, content, *options, check=True):
    file = folder / "programmes.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content))
    done = server.admin("programmes", "import", str(file), *options, check=False)
    assert not check or done.returncode == 0, done.stdout + done.stderr
    return done


def listed(server):
    server.start()
    try:
        return {each["id"]: each for each in register(server).items(PROGRAMMES, limit=200)}
    finally:
        server.stop()


def test_one_programme_or_a_list_is_imported_and_replaced(empty, tmp_path):
    import_programmes(empty, tmp_path, OWLS)
    import_programmes(empty, tmp_path, [COMPUTING, OWLS | {"name": "The study of owls"}])
    found = listed(empty)
    assert found.keys() == {"computing", "owls"} and found["owls"]["name"] == "The study of owls"


def test_a_dry_run_changes_nothing(empty, tmp_path):
    said = import_programmes(empty, tmp_path, [COMPUTING, OWLS], "--dry-run")
    assert "owls" in said.stdout.lower() or "2" in said.stdout
    assert listed(empty) == {}


NEVER = programme(requirement("r", "C 1", "C 2", courses=3), id="never", name="Never")
BAD = {
    "not JSON": "requirements: none", "half": '{"id": "p", "requirements": [', "a number": "7", "no requirements": {"id": "p", "name": "P"},
    "both needs": programme(requirement("r", "C 1", courses=1, credits=3)), "equal ids": programme(requirement("r", "C 1"), requirement("r", "C 2")),
    "unknown sharing": programme(requirement("r", "C 1", mayShareWith=["x"])), "credits -1": programme(requirement("r", "C 1", credits=-1)),
    "a grade Q": programme(requirement("r", "C 1", minimumGrade="Q")), "no pattern": programme(requirement("r", {})),
    "a good and a bad one": [OWLS, programme(requirement("r", "Calculus"))],
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_told_and_nothing_is_half_imported(name, empty, tmp_path):
    done = import_programmes(empty, tmp_path, BAD[name], check=False)
    assert done.returncode not in (0, 133, 139) and len(done.stderr) > 20, done.stdout + done.stderr
    assert listed(empty) == {}


def test_a_requirement_that_can_never_be_met_is_told(empty, tmp_path):
    done = import_programmes(empty, tmp_path, NEVER, check=False)
    assert done.returncode not in (133, 139) and "r" in done.stdout + done.stderr
    assert "Requirement r" in done.stdout + done.stderr or '"r"' in done.stdout + done.stderr or "never" in (done.stdout + done.stderr).lower()


# The real programmes.


@pytest.fixture(scope="module")
def institute(tmp_path_factory):
    server = Noteitd(tmp_path_factory.mktemp("institute"))
    server.admin("courses", "import", str(PREREQUISITES))
    done = server.admin("programmes", "import", str(RPI), check=False)
    server.said_of_import = done.stdout + done.stderr
    assert done.returncode == 0, server.said_of_import
    with server.serving():
        yield server


@pytest.fixture
def reader(institute):
    return register(institute)


@functools.cache
def majors():
    return json.loads(RPI.read_text()) if RPI.exists() else []


def codes_of(whole):
    return {code_of(each["course"]) for one in whole["requirements"] for each in one["from"] if "course" in each}


def of_major(reader, major):
    """The programmes of a major: itself, or its tracks."""
    return [each for each in reader.items(PROGRAMMES, limit=200) if each["name"].split(": ")[0] == major]


@needs_data
def test_all_forty_programmes_are_imported(institute, reader):
    missing = [each["major"] for each in majors() if not of_major(reader, each["major"])]
    assert len(majors()) == 40 and not missing, institute.said_of_import[:3000]
    found = reader.items(PROGRAMMES, limit=200)
    assert len(found) >= 40 and len({each["id"] for each in found}) == len(found)
    assert all(each["id"].startswith("rpi-2024-") and each["catalogYear"] == 2024 and each["requirements"] for each in found)


@needs_data
def test_the_oddities_of_the_source_are_named(institute):
    said = institute.said_of_import
    for word in ("Building Sciences", "BIOL_4620"):
        assert word in said, f"{word}: {said[:4000]}"
    unknown = [each["major"] for each in majors() if each["credits"] == -1]
    assert len(unknown) > 10 and not [major for major in unknown if major not in said], said[:4000]
    for twice in ("CHME-4010", "CHEM-2250", "ARTS-4840"):
        assert twice in said or twice.replace("-", " ") in said, f"{twice}: {said[:4000]}"


@needs_data
@pytest.mark.parametrize("major", [each["major"] for each in majors()])
def test_a_real_programme_names_the_courses_of_its_source(major, reader):
    source = next(each for each in majors() if each["major"] == major)
    required = {code_of(code) for code in source["required"] if code}
    for summary in of_major(reader, major):
        whole = reader.get(f"{PROGRAMMES}/{summary['id']}")
        missing = required - codes_of(whole)
        if summary["name"].lower().count(major.lower()):
            assert not missing, (summary["id"], missing)
        assert (whole.get("credits") or -1) == source["credits"], whole["id"]
        for name, pick in source["pick-multiple"].items():
            wanted = [expected_pattern(code) for code in pick["classes"] if code]
            fits = [each for each in whole["requirements"] if each.get("courses") == pick["pick"] and all(
                any(holds(one, pattern) for one in each["from"]) for pattern in wanted)]
            assert fits, (whole["id"], name, pick, whole["requirements"])


def expected_pattern(code):
    """`MANE-4` is any MANE course from 4000."""
    subject, number = code.replace("_", "-").split("-")
    return {"subject": subject, "from": 1000 * int(number)} if len(number) == 1 else {"course": f"{subject} {number}"}


def holds(pattern, expected):
    return all(pattern.get(name) == value for name, value in expected.items())


def requirements(reader, code, known):
    """The tree of a course; absent if it is not in the catalog."""
    if code not in known:
        answer = reader.call("GET", f"{COURSES}/{code.replace(' ', '%20')}/requirements")
        known[code] = answer.json()["prerequisites"] if answer.status_code == 200 else None
    return known[code]


def trees_of(reader, whole, known):
    """The trees of all courses that a path may plan."""
    found, open_codes = {}, set(codes_of(whole))
    while open_codes:
        code = open_codes.pop()
        tree = requirements(reader, code, known)
        if code not in found and tree is not None:
            found[code] = tree
            open_codes |= courses_in(tree)
    return found


@needs_data
@pytest.mark.parametrize("major", [each["major"] for each in majors()])
def test_a_path_of_a_real_programme_keeps_every_rule(major, reader, tree_cache):
    for summary in of_major(reader, major):
        whole = reader.get(f"{PROGRAMMES}/{summary['id']}")
        body = {
            "programme": whole, "record": {"items": []}, "from": "202710", "creditsPerTerm": {"fall": 18, "spring": 18},
            "prerequisites": trees_of(reader, whole, tree_cache),
        }
        answer = asked(reader, PATH, body)
        shown = {"programme": summary["id"]}
        if not answer["feasible"]:
            expect(answer["because"], "a cause is named", shown, answer)
            continue
        plan = Plan(Way(body), answer)
        checks = [plan.form, plan.limits, plan.prerequisites, plan.choices, plan.end] + ([plan.chain] if answer["critical"] else [])
        faults = [fault for check in checks for fault in check()]
        expect(not faults, "; ".join(faults), shown, answer)
        # What the audit of the plan lacks, its electives fill. They may stand under another requirement that takes the same courses.
        audit = asked(reader, AUDIT, {"programme": summary["id"], "terms": [
            {"term": each["term"], "courses": each["courses"]} for each in answer["terms"]]})
        electives = plan.electives()
        lacks = sum(max(each["needs"] - each["has"], 0) * (3 if given.get("courses") else 1)
            for each, given in zip(audit["requirements"], whole["requirements"], strict=True))
        filled = sum(credits for requirement, credits in electives.items() if requirement is not None)
        expect(lacks <= filled, f"the plan lacks {lacks}, its electives fill {filled}", shown, [audit, answer])
        total = sum(sum(Way(body).credits(code) for code in each["courses"]) for each in answer["terms"]) + sum(electives.values())
        expect(total >= (whole.get("credits") or 0), f"{total} credits", shown, answer)


@pytest.fixture(scope="module")
def tree_cache():
    return {}


@needs_data
def test_most_real_programmes_can_be_finished(reader, tree_cache):
    feasible = []
    for summary in reader.items(PROGRAMMES, limit=200):
        body = {"programme": summary["id"], "from": "202710", "creditsPerTerm": {"fall": 18, "spring": 18}}
        answer = asked(reader, PATH, body)
        feasible.append(answer["feasible"])
    assert sum(feasible) >= 0.9 * len(feasible), feasible


@needs_data
@pytest.mark.parametrize("share", [0.3, 0.7, 1])
def test_generated_students_of_every_programme_are_audited(share, reader):
    for summary in reader.items(PROGRAMMES, limit=200):
        whole = reader.get(f"{PROGRAMMES}/{summary['id']}")
        codes = sorted(codes_of(whole))
        taken = codes[:round(share * len(codes))]
        body = {"programme": summary["id"], "record": {"items": [item(code, "A", credits=4) for code in taken]}}
        answer = asked(reader, AUDIT, body)
        counted = {row["course"] for each in answer["requirements"] for row in each["courses"]}
        expect(counted | set(answer["leftOver"]) == set(taken), "each course counts or is left over", summary, answer)
        named = [each for each, given in zip(answer["requirements"], whole["requirements"], strict=True)
                 if all("course" in one for one in given["from"]) and len(given["from"]) == given.get("courses")]
        expect(share < 1 or all(each["status"] == "done" for each in named) or answer["objective"][0] > 0, "what is required is done", summary, answer)
        expect(asked(reader, AUDIT, body) == answer, "one question has one answer", summary, answer)
