"""Asks the stateless degree routes. A failure shows the question and the answer."""

import json

AUDIT, PATH, PARSE = (f"/v1/degrees/{each}" for each in ("audit", "path", "parse"))


def shown(value):
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def asked(person, route, body, status=200):
    """The answer as JSON."""
    answer = person.call("POST", route, json=body)
    assert answer.status_code == status, f"asked {route}: {shown(body)}\nanswered {answer.status_code}: {answer.text[:3000]}"
    return answer.json()


def expect(condition, what, body, answer):
    """Fails with the question and the answer."""
    assert condition, f"{what}\nasked: {shown(body)}\nanswered: {shown(answer)}"


def fields_named(problem):
    """The fields that a problem document names; each has a sentence of its own."""
    errors = problem.get("errors") or []
    assert all(each["detail"] for each in errors), problem
    return [each["field"] for each in errors]


def names_one_of(fields, expected):
    """Whether a field is the expected one, or lies within it. ` or ` separates alternatives."""
    return any(field == one or field.startswith(one + ".") for field in fields for one in expected.split(" or "))


def programme(*requirements, **totals):
    return {"id": "p", "name": "Programme", "catalogYear": 2026, "requirements": list(requirements)} | totals


def requirement(id, *patterns, **fields):
    """A requirement of 1 course unless it says more. A text is the pattern of a course."""
    need = {} if fields.keys() & {"courses", "credits"} else {"courses": 1}
    return {"id": id, "name": f"Requirement {id}", "from": [pattern(each) for each in patterns]} | need | fields


def pattern(given):
    return {"course": given} if isinstance(given, str) else given


def item(course, grade=None, term="202430", **fields):
    """A course of a record."""
    return {
        "course": course, "term": term, "credits": None, "grade": grade, "kind": "taken", "inProgress": False,
    } | fields


def planned_in(**terms):
    """`planned_in(t202610="CMPT 120, MATH 150")`: the terms of a plan."""
    return [{"term": term[1:], "courses": [each.strip() for each in courses.split(",") if each.strip()]}
            for term, courses in terms.items()]
