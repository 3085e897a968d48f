"""Requirement trees: made briefly, and in a form in which order and nesting do not matter."""

import json

from degree_audit_rule import code_of

BRANCHES = ("all", "any", "of")


def course(code, minimum=None, concurrent=False):
    return {"course": code} | ({"minimumGrade": minimum} if minimum else {}) | ({"concurrent": True} if concurrent else {})


def leaf(given):
    return course(given) if isinstance(given, str) else given


def allof(*parts):
    return {"all": [leaf(each) for each in parts]}


def anyof(*parts):
    return {"any": [leaf(each) for each in parts]}


def some(least, *parts):
    return {"atLeast": least, "of": [leaf(each) for each in parts]}


def kinds_in(tree, leaves=False):
    """The kinds of a tree's leaves, or the leaves."""
    for kind in BRANCHES:
        if kind in tree:
            return [each for part in tree[kind] for each in kinds_in(part, leaves)]
    return [tree] if leaves else list(tree)


def normal(tree, is_concurrent=False):
    """One text for trees that say the same. In corequisites, `concurrent` says nothing."""
    return json.dumps(flat(tree, is_concurrent), sort_keys=True)


def flat(tree, is_concurrent):
    if "atLeast" in tree:
        if tree["atLeast"] == 1:
            return flat({"any": tree["of"]}, is_concurrent)
        if tree["atLeast"] == len(tree["of"]):
            return flat({"all": tree["of"]}, is_concurrent)
        return {"atLeast": tree["atLeast"], "of": ordered(flat(each, is_concurrent) for each in tree["of"])}
    for kind in ("all", "any"):
        if kind in tree:
            parts = []
            for each in tree[kind]:
                made = flat(each, is_concurrent)
                parts += made[kind] if kind in made else [made]
            parts = ordered({json.dumps(each, sort_keys=True): each for each in parts}.values())
            return parts[0] if len(parts) == 1 else {kind: parts}
    if "course" in tree:
        made = {"course": code_of(tree["course"])} | {
            name: tree[name] for name in ("minimumGrade", "concurrent") if tree.get(name)}
        if is_concurrent:
            made.pop("concurrent", None)
        return made
    if "unknown" in tree:
        return {"unknown": ""}
    if "highSchool" in tree:
        return {name: value for name, value in tree.items() if value is not None} | {
            "highSchool": tree["highSchool"].removeprefix("BC ")}
    return {name: value for name, value in tree.items() if value is not None}


def ordered(parts):
    return sorted(parts, key=lambda each: json.dumps(each, sort_keys=True))
