"""The real catalog of courses with two programmes, a transcript, and what tests read of plans and answers."""

import json

from recurrences import data

COURSES = data("sfu") / "courses.csv.gz"
PROGRAMMES = [
    {
        "id": "computing-minor", "name": "Computing minor", "catalogYear": 2025, "credits": 24, "requirements": [
            {"id": "base", "name": "Lower division", "courses": 4, "minimumGrade": "C-", "from": [
                {"course": code} for code in ("CMPT 120", "CMPT 125", "CMPT 225", "MACM 101")]},
            {"id": "upper", "name": "Upper division", "courses": 1, "from": [{"course": "CMPT 354"}]},
            {"id": "writing", "name": "Writing", "courses": 1, "from": [{"course": "CMPT 105W"}, {"course": "PHIL 100W"}],
             "mayShareWith": ["upper"]},
        ],
    },
    {
        "id": "logic-certificate", "name": "Logic certificate", "catalogYear": 2025, "requirements": [
            {"id": "logic", "name": "Logic", "courses": 2, "from": [{"course": "MACM 101"}, {"course": "PHIL 100W"}]},
        ],
    },
]
TRANSCRIPT = """course,term,grade,credits,kind,in progress,reason
CMPT120,202430,D+,3,taken,no,
CMPT 120,202510,B+,3,taken,no,
cmpt-125,202520,A-,,taken,no,
MATH 151,,C,3,transfer,no,
HIST 130,202430,W,,taken,no,
"""


def plans(person):
    return person.items("/v1/me/plans")


def placed(plan):
    return {code: each["term"] for each in plan["terms"] for code in each["courses"]}


def import_transcript(desk, folder):
    file = folder / "transcript.csv"
    file.write_text(TRANSCRIPT)
    desk.noteit("record", "import", str(file))


def found(value, name):
    """A member of JSON output, at the top or within a member."""
    inner = [value[name]] if name in value else [each[name] for each in value.values() if isinstance(each, dict) and name in each]
    assert inner, f"no {name}: {json.dumps(value)[:1000]}"
    return inner[0]
