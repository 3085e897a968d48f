"""What an assistive program reads of a degree plan: its terms with their cards, the audit, the earliest path."""

import json
import re

import yaml

QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')


class Node:
    """An element of an accessibility tree, as `aria_snapshot` writes it: its role, its name, and what is in it."""

    def __init__(self, written):
        head, content = next(iter(written.items())) if isinstance(written, dict) else (written, "")
        self.role, _, rest = head.partition(" ")
        name = QUOTED.match(rest)
        self.name = json.loads(name[0]) if name else ""
        self.parts = [Node(each) for each in content] if isinstance(content, list) else []
        self.text = content if isinstance(content, str) else ""

    def words(self):
        return " ".join(filter(None, [self.name, self.text, *(each.words() for each in self.parts)]))

    def each(self, role):
        """The parts of a role, of this element alone."""
        return [each for each in self.parts if each.role == role]

    def one(self, role):
        """The first part of a role; an empty one if there is none."""
        return next(iter(self.each(role)), Node(role))


def tree(element):
    [written] = yaml.load(element.aria_snapshot(), yaml.BaseLoader)
    return Node(written)


def terms(page):
    """The columns: the name, the credits, the problems of the term, and its cards with their problems."""
    found = []
    for part in tree(page.get_by_role("region", name="Terms")).parts:
        if part.role == "heading":
            found.append({"name": part.name, "credits": "", "problems": "", "cards": None})
        elif found and found[-1]["cards"] is None:
            if part.role == "list":
                found[-1]["cards"] = [(card.one("button").name, [line.words() for line in card.one("list").parts]) for card in part.parts]
            else:
                found[-1]["credits" if part.role == "text" else "problems"] = part.words()
    return found


def audit(page):
    """The requirements with the courses that fill them and what is missing of them, and the sentences around them."""
    region = page.get_by_role("region", name="Audit")
    region.locator("details").evaluate_all("(all) => all.forEach((details) => (details.open = true))")
    whole, rows = tree(region), []
    for row in [line.one("group") for part in whole.each("list") for line in part.parts]:
        courses = [(line.one("button").name, without_pattern(line.one("text").text)) for line in row.one("list").parts]
        rows.append((row.one("text").text, courses, row.one("paragraph").words().partition(":")[0]))
    return rows, [each.words() for each in whole.each("paragraph") if each.words()]


def without_pattern(about):
    """What is said of a course, without what it counts as."""
    return about.partition(" · counts as ")[0]


def path(page):
    """The sentences, the critical chain, and the terms of the path, or why there is none."""
    whole = tree(page.get_by_role("region", name="Earliest graduation"))
    lists = [each.parts for each in whole.each("list") if each.parts]
    chain = [line.one("button").name for each in lists for line in each if line.each("button")]
    lines = [line.words() for each in lists for line in each if not line.each("button")]
    return [each.words() for each in whole.each("paragraph")], chain, lines
