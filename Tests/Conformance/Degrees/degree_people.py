"""A small catalog and two programmes, and what students and advisers do with records and plans."""

import json

from degree_asking import fields_named
from noteitd import Noteitd

RECORD, PLANS, COURSES, PROGRAMMES = "/v1/me/record", "/v1/me/plans", "/v1/courses", "/v1/programmes"
HEADER = "subject,number,title,credits,level,attributes,prerequisites,corequisites,notes,terms_offered"
ALWAYS = "Fall 2025; Summer 2025; Spring 2025; Fall 2024; Summer 2024; Spring 2024"
FALLS, SPRINGS = "Fall 2025; Fall 2024", "Spring 2025; Spring 2024"
ROWS = [
    f"COMP,100,Beginning to compute,3,UGRD,Quantitative,,,,{ALWAYS}",
    f"COMP,200,Structures of data,3,UGRD,Quantitative,COMP 100 with a minimum grade of C-.,,,{ALWAYS}",
    f"COMP,210,Machines,4,UGRD,,COMP 100.,COMP 215.,,{ALWAYS}",
    f"COMP,215,Laboratory of machines,1,UGRD,,,,,{ALWAYS}",
    f"COMP,220W,Writing on computers,3,UGRD,Writing,,,Students with credit for COMP 225 cannot take COMP 220W for further credit.,{ALWAYS}",
    f"COMP,225,Writing by computers,3,UGRD,Writing,,,,{ALWAYS}",
    f"COMP,300,Algorithms,3,UGRD,Quantitative,COMP 200 and COMP 210.,,,{FALLS}",
    f"COMP,400,Project,6,UGRD,,Permission of the instructor.,,,{SPRINGS}",
    f"COMP,410,Seminar,1.5,UGRD,,COMP 300 or 60 units.,,,{ALWAYS}",
    f"COMP,800,Research,3,GRAD,,,,,{ALWAYS}",
    "HIST,101,The rise of the owl,3,UGRD,Breadth-Humanities,,,,",
    f"HIST,102,The fall of the owl,3,UGRD,Writing/Breadth-Humanities,HIST 101.,,,{FALLS}",
]
COMPUTING = {
    "id": "computing", "name": "Computing", "catalogYear": 2025, "credits": 30, "requirements": [
        {"id": "core", "name": "Core", "courses": 3, "from": [{"course": "COMP 100"}, {"course": "COMP 200"}, {"course": "COMP 300"}]},
        {"id": "wide", "name": "Breadth", "credits": 6, "from": [{"attribute": "Breadth-Humanities"}]},
    ],
}
OWLS = {
    "id": "owls", "name": "Owl studies", "catalogYear": 2025, "requirements": [
        {"id": "owls", "name": "Owls", "courses": 2, "from": [{"subject": "HIST"}], "minimumGrade": "C"},
    ],
}


def small_catalog(folder):
    file = folder / "courses.csv"
    file.write_text("\n".join([HEADER, *ROWS]) + "\n")
    return str(file)


def faculty_in(folder):
    """A server, not running yet, with the sample term, a small catalog of courses and two programmes."""
    server = Noteitd(folder)
    server.load_sample("--time-zone", "America/Vancouver")
    add_faculty(server, folder)
    return server


def add_faculty(server, folder):
    """A small catalog of courses and two programmes, also for a server that runs."""
    server.admin("courses", "import", small_catalog(folder))
    (folder / "programmes.json").write_text(json.dumps([COMPUTING, OWLS]))
    server.admin("programmes", "import", str(folder / "programmes.json"))


def record(person, *items, status=200, headers=None, query=None):
    """Replaces a record."""
    return person.call("PUT", RECORD, status, json={"items": list(items)}, headers=headers, params=query).json()


def new_plan(person, name="Plan", status=201, **fields):
    return person.call("POST", PLANS, status, json={"name": name} | fields).json()


def plan_of(person, plan, status=200):
    return person.get(f"{PLANS}/{plan['id']}", status)


def edit_plan(person, plan, status=200, headers=None, **fields):
    return person.call("PATCH", f"{PLANS}/{plan['id']}", status, json=fields, headers=headers).json()


def comment(person, plan, body="Why so late?", status=201, **fields):
    return person.call("POST", f"{PLANS}/{plan['id']}/replies", status, json={"body": body} | fields).json()


def comments(person, plan):
    return person.items(f"{PLANS}/{plan['id']}/replies")


def approve(person, plan, status=200, headers=None):
    return person.call("PUT", f"{PLANS}/{plan['id']}/approval", status, headers=headers).json()


def problems(person, plan):
    """A plan's problems as (term, course, kind)."""
    return [(each["term"], each["course"], each["kind"]) for each in checked(person, plan)]


def checked(person, plan):
    return person.get(f"{PLANS}/{plan['id']}/check")["problems"]


def refused_fields(problem):
    """The fields of a refusal; its whole text for suggestions."""
    return fields_named(problem), json.dumps(problem)
