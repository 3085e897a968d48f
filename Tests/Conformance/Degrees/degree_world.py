"""A valid request for every operation of degrees. `hostile.World` holds them with the others."""

import json

PROGRAMME = "small-computing-minor"


def small_programme(folder):
    """A file with a programme of courses of the sample term."""
    file = folder / "programme.json"
    file.write_text(json.dumps({
        "id": PROGRAMME, "name": "Small computing minor", "catalogYear": 2025, "credits": 9, "requirements": [
            {"id": "core", "name": "Core", "courses": 2, "from": [{"course": "CMPT 225"}, {"course": "MACM 101"}]},
            {"id": "more", "name": "More", "credits": 3, "from": [{"subject": "CMPT", "from": 200}], "minimumGrade": "C-"},
        ],
    }))
    return str(file)


class Degrees:
    """Plans of Ada's, one shared with Grace, who commented on it, and requests by operation."""

    def __init__(self, ada, grace):
        # Servers of other tests may have no programme.
        programme = next((each["id"] for each in ada.items("/v1/programmes")), None)
        electives = [{"requirement": "more", "credits": 3}]
        terms = [
            {"term": "209710", "courses": ["MACM 101"], "electives": electives},
            {"term": "209730", "courses": ["CMPT 225"], "electives": electives},
        ]
        accepted = [{"term": "209730", "course": "CMPT 225", "kind": "prerequisite"}]
        plan = {"name": "Plan", "programme": programme, "terms": terms, "accepted": accepted, "creditsPerTerm": 15}
        shared, doomed, edited = (
            ada.call("POST", "/v1/me/plans", 201, json=plan | {"name": name, "shared": name == "Shared"}).json()["id"]
            for name in ("Shared", "Doomed", "Edited"))
        comment = grace.call("POST", f"/v1/me/plans/{shared}/replies", 201, json={"body": "Why so late?"}).json()["id"]
        grace.call("PUT", f"/v1/me/plans/{shared}/approval", 200)
        record = [
            {"course": "CMPT 120", "term": "202430", "credits": 3, "grade": "B+", "kind": "taken", "inProgress": False},
            {"course": "PHYS 101", "term": "202410", "credits": 4, "grade": None, "kind": "waiver", "reason": "Known"},
            {"course": "CMPT 125", "term": "202510", "credits": None, "grade": "72%", "kind": "taken", "reason": "By mail"},
        ]
        whole = {
            "id": "p", "name": "Programme", "catalogYear": 2024, "requirements": [
                {"id": "a", "name": "A", "courses": 1, "from": [{"any": True}]},
                {"id": "b", "name": "B", "courses": 1, "from": [{"course": "CMPT 125"}], "minimumGrade": "C-", "mayShareWith": ["a"]},
            ],
        }
        audit = {"programme": whole, "record": {"items": record}, "terms": terms, "courses": {"CMPT 125": {"credits": 3}}}
        path = {
            "programme": whole, "record": {"items": record}, "from": "209710", "creditsPerTerm": {"fall": 15, "spring": 15},
            "offered": {"CMPT 225": ["fall"]}, "prerequisites": {"CMPT 225": {"course": "CMPT 125"}},
        }
        self.more_bodies = {id: list(others(body)) for id, body in (("auditDegree", audit), ("degreePath", path))}
        if programme:
            for bodies in self.more_bodies.values():
                bodies.append(bodies[0] | {"programme": programme})
        self.more_bodies["checkPlanDraft"] = [plan | {"record": record}]
        new = plan | {"id": None}
        self.requests = {
            "courseCatalog": (ada, {}, {
                "q": "CMPT", "subject": "CMPT", "from": "100", "to": "500", "attribute": "Quantitative", "level": "UGRD",
                "credits": "3", "offered": "fall", "ready": "true", "towards": shared,
            }, None),
            "courseRequirements": (ada, {"course": "CMPT225"}, {}, None),
            "programmes": (ada, {}, {}, None), "programme": (ada, {"programme": programme or "x"}, {}, None),
            "record": (ada, {}, {}, None), "setRecord": (ada, {}, {"unknown": "allow"}, {"items": record}),
            "plans": (ada, {}, {"followed": "false"}, None), "addPlan": (ada, {}, {}, new),
            "plan": (grace, {"plan": shared}, {}, None), "planLink": (ada, {"plan": shared}, {}, None),
            "editPlan": (ada, {"plan": edited}, {}, plan | {"name": "Edited"}),
            "checkPlanDraft": (ada, {"plan": edited}, {}, plan | {"name": "Edited", "record": {"items": record}}),
            "deletePlan": (ada, {"plan": doomed}, {}, None), "checkPlan": (ada, {"plan": shared}, {}, None), "planPicture": (ada, {"plan": shared}, {}, None),
            "auditPlan": (ada, {"plan": shared}, {"programme": programme or "x"}, None),
            "planPath": (ada, {"plan": shared}, {
                "programme": programme or "x", "from": "209710", "keep": "true", "credits": "15", "spring": "15", "summer": "0", "fall": "15",
            }, None),
            "approvePlan": (grace, {"plan": shared}, {}, None), "withdrawApproval": (grace, {"plan": shared}, {}, None),
            "planReplies": (ada, {"plan": shared}, {}, None),
            "replyToPlan": (ada, {"plan": shared}, {}, {"id": None, "body": "Because", "parent": comment}),
            "auditDegree": (ada, {}, {}, audit), "degreePath": (ada, {}, {}, path),
            "parseRequirements": (ada, {}, {}, {"text": "125 or MACM 101", "subject": "CMPT"}),
        }


def others(body):
    """The question with other patterns, a year as text, and the record as a list of items."""
    programme = body["programme"]
    for pattern in ({"subject": "CMPT"}, {"attribute": "Quantitative"}):
        first, last = programme["requirements"]
        yield body | {
            "programme": programme | {"catalogYear": "2024-25", "requirements": [first, last | {"from": [pattern]}]},
            "record": body["record"]["items"],
        }
