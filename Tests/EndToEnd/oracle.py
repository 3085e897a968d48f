"""What each reader had to receive, worked out from the database's log by the rule in docs/log.md.

Written apart from the server: audiences follow from the bodies of the log, interests from its grants. A row's outcome
depends on when it was read, so a reader may see any outcome that was right at some moment between two bounds: the
newest change that anyone had heard of when the reader's request was sent, and the end.
"""

import bisect
import collections
import json
import sqlite3

WHOLE, REMOVED = "whole", "removed"

Row = collections.namedtuple("Row", "offset op type subject course section audience_only body staff_author after before")


class Interest:
    """The topics that a person holds, each with the offset of its grant; and those that were given up."""

    def __init__(self, account, held, former):
        self.topics = {f"account:{account}": 0}
        self.former = [(topic, since, until) for course, section, role, since, until in former for topic in topics(course, section, role)]
        for (course, section), (role, since) in held.items():
            for topic in topics(course, section, role):
                self.topics[topic] = min(since, self.topics.get(topic, since))

    def holds(self, named, offset):
        return any(self.topics.get(topic, offset) < offset for topic in named)

    def held(self, named, offset):
        return any(topic in named and since <= offset <= until for topic, since, until in self.former)

    def view(self, row, audience):
        """What the person gets of a row that is read while `audience` may see its subject."""
        before = self.holds(row.before, row.offset) or self.held(row.before, row.offset)
        if not self.holds(row.after, row.offset):
            return REMOVED if before else None
        if row.op != "upsert":
            return WHOLE
        if row.audience_only and before:
            return None
        if row.type not in ("event", "reply"):
            return WHOLE
        joined = self.topics.get(f"course:{row.course}", row.offset) < row.offset
        return WHOLE if joined and any(topic in self.topics for topic in audience) else None


def topics(course, section, role):
    if section is None:
        return [f"course:{course}", f"staff:{course}", f"staff:{course}/*"]
    plain = [f"course:{course}", f"section:{section}"]
    return plain + ([f"staff:{course}", f"staff:/{section}"] if role == "staff" else [])


def audience(event, author):
    """The topics of who may see it; its author may stand in it under an alias."""
    course, sections, author = event["course"], event["sections"], f"account:{author}"
    if event["visibility"] == "private":
        return [author]
    if event["visibility"] == "staff":
        return [author] + ([f"staff:/{section}" for section in sections] + [f"staff:{course}/*"] if sections else [f"staff:{course}"])
    return [f"section:{section}" for section in sections] + [f"staff:{course}/*", author] if sections else [f"course:{course}"]


class Steps:
    """A value that changes at offsets."""

    def __init__(self, first):
        self.offsets, self.values = [0], [first]

    def set(self, offset, value):
        self.offsets.append(offset)
        self.values.append(value)

    def at(self, offset):
        return self.values[bisect.bisect_right(self.offsets, offset) - 1]

    def behind(self, offset):
        return self.offsets[bisect.bisect_right(self.offsets, offset):]


class Oracle:
    """The log of some courses and people, read once it is at rest."""

    def __init__(self, database, courses, accounts):
        self.database = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
        sections = [id for (id,) in self.select("SELECT id FROM section WHERE course_id IN ({})", courses)]
        named = [f"account:{id}" for id in accounts] + [f"section:{id}" for id in sections] + [f"staff:/{id}" for id in sections]
        named += [f"{kind}:{id}{rest}" for id in courses for kind, rest in (("course", ""), ("staff", ""), ("staff", "/*"))]
        self.rows = {}
        said = collections.defaultdict(lambda: ([], []))
        for topic, offset, after, before in self.select("SELECT topic, offset, after, before FROM log_topic WHERE topic IN ({})", named):
            said[offset][0].extend([topic] * after)
            said[offset][1].extend([topic] * before)
        columns = '"offset", op, type, subject, course_id, section_id, audience_only, body, staff_author'
        for offset, *rest in self.select(f'SELECT {columns} FROM log WHERE "offset" IN ({{}}) ORDER BY "offset"', list(said)):
            rest[6:] = [text and json.loads(text) for text in rest[6:]]
            self.rows[offset] = Row(offset, *rest, *map(frozenset, said[offset]))
        self.stored = {id: (rev, deleted) for table in ("event", "reply") for id, rev, deleted in self.database.execute(f"SELECT id, rev, deleted_at FROM {table}")}
        self.authors = dict(self.database.execute("SELECT id, author_id FROM event"))
        self.anonymous = {
            id: (course, alias, author) for id, course, alias, author in self.database.execute(
                "SELECT id, course_id, alias, author_id FROM event WHERE alias IS NOT NULL UNION ALL "
                "SELECT r.id, course_id, r.alias, r.author_id FROM reply r JOIN event e ON e.id = event_id WHERE r.alias IS NOT NULL")}
        self.database.close()
        self.offsets = list(self.rows)
        self.events, self.reply_events = collections.defaultdict(lambda: Steps([])), {}
        self.replies = collections.defaultdict(lambda: Steps(True))
        self.interests = {account: self.interest_of(account) for account in accounts}
        for row in self.rows.values():
            self.follow(row)

    def select(self, query, values):
        for start in range(0, len(values), 900):
            part = values[start:start + 900]
            yield from self.database.execute(query.format(",".join("?" * len(part))), part)

    def follow(self, row):
        if row.op == "remove" and not row.after:  # for everyone: the subject is deleted
            if row.type == "event":
                self.events[row.subject].set(row.offset, [])
            elif row.type == "reply":
                self.replies[row.subject].set(row.offset, False)
        elif row.body and row.type == "event":
            self.events[row.subject].set(row.offset, audience(row.body, self.authors[row.subject]))
        elif row.body and row.type == "reply":
            self.reply_events[row.subject] = row.body["event"]
            self.replies[row.subject].set(row.offset, True)  # staff may have brought it back

    def losses(self, acknowledged):
        """What was acknowledged, by id and revision, and is not stored."""
        return [
            f"{id} was acknowledged at revision {rev} and is {'at ' + str(self.stored[id][0]) if id in self.stored else 'lost'}"
            for id, rev in acknowledged.items() if self.stored.get(id, (0, None))[0] < rev
        ]

    def uncovered(self, account, changes):
        """Who never was staff of a course must not learn who wrote something in it anonymously; a sentence for each body that says."""
        for change in changes:
            if change["op"] != "upsert" or change.get("id") not in self.anonymous:
                continue
            course, alias, author = self.anonymous[change["id"]]
            named = {"id": alias, "displayName": "Anonymous", "role": "student"}
            if any(f"staff:{course}" in interest.topics for interest in self.interests[account].values):
                continue
            body = change["body"]
            if change["type"] == "mark":
                if body["mine"] != (author == account) or (body["alias"] == alias) != (author == account):
                    yield f"of an event of {author}, by the name of {alias}, a mark says {body}"
            elif body.get("author", named) != named or author in json.dumps(body):
                yield f"{change['type']} {change['id']} of {author}, by the name of {alias}, came as {body}"

    def interest_of(self, account):
        """Follows the grants and losses of one person. What is left in a course inherits the age of what was given up."""
        held, former, steps = {}, [], Steps(Interest(account, {}, []))
        for offset, row in self.rows.items():
            if row.op not in ("scopeGranted", "scopeRevoked") or f"account:{account}" not in row.after:
                continue
            scope = (row.course, row.section)
            if row.op == "scopeGranted":
                role = self.rows[offset + 1].body["role"]
                held[scope] = (role, held[scope][1] if scope in held else offset)
            else:
                role, since = held.pop(scope)
                former.append((*scope, role, since, offset))
                held = {other: (r, min(s, since) if other[0] == row.course else s) for other, (r, s) in held.items()}
            steps.set(offset, Interest(account, held, former))
        return steps

    def audience_steps(self, row):
        if row.type == "event":
            return [self.events[row.subject]]
        if row.type == "reply":
            return [self.events[self.reply_events.get(row.subject)], self.replies[row.subject]]
        return []

    def outcomes(self, account, row, floor):
        """All that the person may get of the row, if it is read at `floor` or later: view -> whether as staff."""
        interests, steps = self.interests[account], self.audience_steps(row)
        begin = max(row.offset, floor)
        found = set()
        for moment in {begin, *interests.behind(begin), *(o for step in steps for o in step.behind(begin))}:
            interest = interests.at(moment)
            now = [] if any(not step.at(moment) for step in steps) else (steps[0].at(moment) if steps else [])
            found.add((interest.view(row, now), f"staff:{row.course}" in interest.topics))
        if row.op == "upsert" and self.interests[account].at(row.offset).holds(row.after, row.offset):
            # Whoever lost sight of it since is told by the rows of that loss: a removal here is one more, and may be left out.
            found |= {(None, staff) for view, staff in found if view == REMOVED}
        return found

    def fits(self, row, change, outcomes):
        """Whether the change is one of the row's outcomes."""
        if change.get("type", "") != row.type or change.get("id", row.subject) != row.subject:
            return False
        if change["op"] == "remove":
            return any(view == REMOVED or (view == WHOLE and row.op == "remove") for view, _ in outcomes)
        if change["op"] != row.op or not any(view == WHOLE for view, _ in outcomes):
            return False
        if row.op != "upsert":
            return (change["course"], change["section"]) == (row.course, row.section)
        return row.body is None or any(view == WHOLE and change["body"] == seen(row, staff) for view, staff in outcomes)

    def faults(self, account, leg):
        """What is wrong with what a reader got on one connection, a sentence each."""
        if leg.exact:
            yield from self.exact_faults(account, leg)
        elif not self.explains(account, leg):
            yield f"no reading of the log from {leg.start} to {leg.end} gives the {len(leg.changes)} changes of the page: {brief([change for _, change, _ in leg.changes])}"

    def exact_faults(self, account, leg):
        last, received = leg.start, {}
        for offset, change, floor in leg.changes:
            if offset <= last:
                yield f"{offset} came behind {last}: {brief([change])}"
            last = max(last, offset)
            received[offset] = (change, floor)
        for offset in self.between(leg.start, leg.end) | received.keys():
            row = self.rows.get(offset)
            if offset not in received:
                outcomes = self.outcomes(account, row, leg.floor)
                if all(view is not None for view, _ in outcomes):
                    yield f"{offset} is missing: {row.op} {row.type} {row.subject}" + self.circumstances(account, row, leg)
            elif row is None or not self.fits(row, received[offset][0], self.outcomes(account, row, received[offset][1])):
                yield f"{offset} was not for them at {received[offset][1]}: {brief([received[offset][0]])}" + (self.circumstances(account, row, leg) if row else "")

    def circumstances(self, account, row, leg):
        """What helps to find out why."""
        moments = [offset for offset in self.interests[account].offsets if leg.start < offset <= leg.end]
        states = [list(step.offsets) for step in self.audience_steps(row)]
        got = [offset for offset, _, _ in leg.changes]
        near = bisect.bisect(got, row.offset)
        return (
            f" (after {sorted(row.after)}, before {sorted(row.before)}, audience_only {row.audience_only}; audience moved at {states}; "
            f"the person's scopes at {moments}; received {got[max(0, near - 4):near]}, then {got[near:near + 4]}; floor {leg.floor}, end {leg.end})")

    def explains(self, account, leg):
        """Whether the changes are those of the rows in order, each row once, none left out that had to come."""
        reached = {0}
        for offset in sorted(self.between(leg.start, leg.end)):
            row = self.rows[offset]
            outcomes = self.outcomes(account, row, leg.floor)
            skipped = reached if any(view is None for view, _ in outcomes) else set()
            taken = {n + 1 for n in reached if n < len(leg.changes) and self.fits(row, leg.changes[n][1], outcomes)}
            reached = skipped | taken
        return len(leg.changes) in reached

    def between(self, start, end):
        return set(self.offsets[bisect.bisect_right(self.offsets, start):bisect.bisect_right(self.offsets, end)])


def seen(row, staff):
    """The body as it goes over the wire: staff see the author's email."""
    if not (staff and row.staff_author):
        return row.body
    return row.body | {"author": row.staff_author}


def brief(changes):
    """Changes without their bodies, for a person to read."""
    return "; ".join(
        f"{change['op']} {change.get('type', '')} {change.get('id', change.get('section'))} rev {change.get('rev')}" for change in changes)[:1500]
