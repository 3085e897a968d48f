"""Checks everything that people get against the model: each change, each snapshot, each other answer."""

import collections
import json

import contract
from copies import held
from words_clients import Client, copied, difference, upsert
from words_model import TYPES, WORD, differing

FAULTS_KEPT = 10  # of each kind and seed: one defect shows in many places


class Judge:
    """Checks a story's reads. It has a `model`, the past `states`, and `fresh` snapshots."""

    def fault(self, kind, text):
        self.campus.tally[f"faults: {kind}"] += 1
        if sum(other == kind for other, _, _ in self.faults) < FAULTS_KEPT:
            self.faults.append((kind, len(self.trail), text))

    def label(self, id):
        return self.labels.get(id, id)

    def judge(self, reader, change, *states):
        """A change must be right in one of these states."""
        said = json.dumps(change)
        for state in reversed(states):
            faults = list(self.wrong(reader.person, change, said, state))
            if not faults:
                return
        for kind, text in list(self.wrong(reader.person, change, said, states[-1])):
            self.fault(kind, f"{reader.name} got {change['op']} {change['type']} {self.label(change['id'])}: {text}")

    def wrong(self, person, change, said, state):
        if change["op"] != "upsert":
            if "body" in change:
                yield "unseen", "a removal with a body"
            return
        kind, id, words = change["type"], change["id"], own_words(person, state)
        if kind == "notification":
            words |= person.told
        if kind in TYPES:
            expected, words = state.expected(person.id, kind, id), words | state.words(person.id, kind, id)
            if expected is None:
                yield "unseen", f"they may not see this {kind}"
            elif fields := list(differing(change["body"], expected)):
                values = ", ".join(f"{field} {change['body'].get(field)!r}, not {expected[field]!r}" for field in fields)
                yield "untrue", values
        yield from self.foreign(person, said, words, state, kind, id)

    def foreign(self, person, said, words, state, kind=None, id=None):
        """Forbidden words, and ids of people who must stay anonymous."""
        for word in sorted(set(WORD.findall(said)) - words):
            gone = not any(word in state.all_words(other) for other in state.people) and word not in self.names_now(state)
            yield "gone word" if gone else "unseen word", f"the word {word} ({self.meaning.get(word)})"
        expected = state.expected(person.id, kind, id) if kind in TYPES else None
        if expected and expected.get("author", {}).get("displayName") == "Anonymous":
            author = (state.events.get(id) or state.replies.get(id)).author
            if author in said and author != person.id:
                yield "unseen word", f"the account of the anonymous {state.people[author].name}"

    def names_now(self, state):
        return set(state.names.values()) | {word for person in self.people for word in WORD.findall(person.email)}

    def check_contract(self, reader, change):
        """Checks one change of twenty, because it takes long."""
        self.came += 1
        if self.came % 20 == 0:
            for text in contract.faults(change, {"$ref": "#/components/schemas/Change"}):
                self.fault("contract", f"{reader.name} got {change}: {text}")

    def judge_page(self, reader, page, limit):
        named = [(change["type"], change["id"]) for change in page["changes"] if "id" in change]
        for (kind, id), times in collections.Counter(named).items():
            if times > 1:
                self.fault("twice", f"{reader.name} got {kind} {self.label(id)} {times} times in one page of {limit}")
        if len(page["changes"]) > limit:
            self.fault("twice", f"{reader.name} got {len(page['changes'])} changes in a page of {limit}")

    def judge_exactly(self, reader, change):
        """While nothing is written: the present state, or a removal of a hidden subject."""
        self.judge(reader, change, self.model)
        self.check_contract(reader, change)
        self.campus.tally["changes judged exactly"] += 1
        if "id" not in change:
            return
        kind, id = change["type"], change["id"]
        now = self.fresh[reader.person.id].get(kind, {}).get(id)
        what = f"{reader.name} got {change['op']} {kind} {self.label(id)}"
        if change["op"] == "remove" and now is not None:
            self.fault("not present", f"{what}, which is there")
        elif change["op"] == "upsert" and now is None and kind not in TYPES:
            self.fault("not present", f"{what}, which is not there: {change['body']}")
        elif change["op"] == "upsert" and now is not None and now != change["body"]:
            self.fault("not present", f"{what}, but present is {difference(change['body'], now)}")

    def compare(self, reader):
        """A copy must equal the fresh snapshot. A different one is reported once and replaced."""
        fresh, mine = self.fresh[reader.person.id], reader.held
        self.campus.tally["copies compared"] += 1
        if mine == fresh:
            return
        for kind in mine.keys() | fresh.keys():
            one, other = mine.get(kind, {}), fresh.get(kind, {})
            for id in one.keys() | other.keys():
                if one.get(id) != other.get(id):
                    self.fault("copy", f"{reader.name} holds {kind} {self.label(id)}: {difference(one.get(id), other.get(id))}")
        reader.held = copied(fresh)

    async def snapshot(self, person):
        """Reads a fresh snapshot and checks it against the model."""
        snapshot = await person.snapshot(self.random.choice([3, 20, 5000, 5000]))
        fresh = self.fresh[person.id] = held(snapshot)
        reader = Client(person, "snapshot")
        for kind in TYPES:
            visible = self.model.visible(person.id, kind)
            lacking = [id for id in visible - fresh[kind].keys() if not self.model.left_open(person.id, kind, id)]
            for id in lacking:
                self.fault("snapshot", f"{person.name}'s snapshot lacks {kind} {self.label(id)}")
            for id, body in fresh[kind].items():
                self.judge(reader, upsert(kind, body), self.model)
        self.check_places(person, fresh)
        self.check_inbox(person, fresh)
        for fault in self.foreign(person, json.dumps(snapshot), self.allowed(person), self.model):
            self.fault(fault[0], f"{person.name}'s snapshot has {fault[1]}")

    def check_places(self, person, fresh):
        places = {(each["course"], each["section"], each["role"]) for each in fresh["enrollment"].values()}
        if places != self.model.enrollments(person.id):
            wrong = sorted(map(str, places ^ self.model.enrollments(person.id)))
            self.fault("places", f"{person.name}'s places are {sorted(map(str, places))}; these are wrong or missing: {wrong}")
            self.model.places[person.id] = frozenset(places)
            self.model.known = {}
        if fresh["course"].keys() != {course for course, _, _ in places}:
            self.fault("snapshot", f"{person.name}'s courses are {sorted(fresh['course'])}")

    def check_inbox(self, person, fresh):
        """Nobody keeps notifications about a hidden event, except that it was removed."""
        for told in fresh["notification"].values():
            event = self.model.events.get(told["event"])
            kept = told["kind"] in ("removed", "restored", "noticeRetracted")
            if told["event"] and not kept and not self.model.sees(person.id, event):
                self.fault("inbox", f"{person.name} keeps {told['kind']} of {self.label(told['event'])}, which they may not see")

    def allowed(self, person):
        return self.model.all_words(person.id) | own_words(person, self.model) | person.told

    async def probe(self):
        """No other answer holds a forbidden word."""
        person, course = self.random.choice(self.people), self.random.choice(list(self.courses))
        event = self.random.choice(list(self.labels) or ["none"])
        word = self.random.choice(list(self.meaning))
        paths = [
            f"/v1/courses/{course}/events?limit=200", "/v1/me/agenda?limit=200", "/v1/me/notifications?limit=200",
            f"/v1/events/{event}", f"/v1/events/{event}/replies?limit=200", f"/v1/search?q={word}",
            f"/v1/courses/{course}/removals", f"/v1/courses/{course}/similar?title={word}", f"/v1/me/marks/{event}",
        ]
        for path in self.random.sample(paths, 2):
            status, answer = await person.attempt("GET", path)
            for fault in self.foreign(person, json.dumps(answer), self.allowed(person), self.model):
                self.fault(fault[0], f"{person.name} finds at {path}: {fault[1]}")
            if path in (f"/v1/events/{event}", f"/v1/me/marks/{event}"):
                wanted = 200 if self.model.sees(person.id, self.model.events.get(event)) else 404
                if status != wanted:
                    self.fault("acts", f"{person.name} gets {status} of {path} ({self.label(event)}), not {wanted}")


def own_words(person, state):
    return {state.names.get(person.id), *WORD.findall(person.email), *person.words}
