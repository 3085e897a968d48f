"""A client's copy, kept in step by the contract: a snapshot, then changes in order."""

import copy

from people import as_json


class Copy:
    """One person's copy, by type and id."""

    def __init__(self, person, limit=None):
        self.person = person
        snapshot = person.snapshot(limit)
        self.cursor = snapshot["cursor"]
        self.held = held(snapshot)

    def apply(self, change):
        """Applies one change; applying it twice is harmless."""
        kind = change.get("type")
        if change["op"] == "upsert":
            self.held.setdefault(kind, {})[change["id"]] = change["body"]
        elif change["op"] == "remove":
            self.held.setdefault(kind, {}).pop(change["id"], None)
            if kind == "event":
                self.held["reply"] = {k: v for k, v in self.held["reply"].items() if v["event"] != change["id"]}
            if kind == "degreePlan":
                self.held["planReply"] = {k: v for k, v in self.held["planReply"].items() if v["plan"] != change["id"]}

    def catch_up(self, limit=500):
        changes, self.cursor = self.person.changes_and_cursor(self.cursor, limit)
        for change in changes:
            self.apply(change)
        return changes

    def expect_fresh(self):
        """Fails unless it equals a fresh snapshot; applying everything again changes nothing."""
        changes = self.catch_up()
        fresh = held(self.person.snapshot())
        assert_equal(self.held, fresh)
        again = copy.deepcopy(self.held)
        for change in changes:
            self.apply(change)
        assert_equal(self.held, again)


def held(snapshot):
    return {
        "account": {snapshot["account"]["id"]: snapshot["account"]},
        "enrollment": {each["section"] or each["course"]: each for each in snapshot["enrollments"]},
        "course": {each["id"]: each for each in snapshot["courses"]},
        "notification": {each["id"]: each for each in snapshot["notifications"]},
        "seatWatch": {each["section"]["id"]: each for each in snapshot["seatWatches"]},
        "mark": {each["event"]: each for each in snapshot["marks"]},
        "preferences": {snapshot["account"]["id"]: snapshot["preferences"]},
        "removal": {each["id"]: each for each in snapshot["removals"]},
        "studySettings": only_one(snapshot, "studySettings"),
        "studyPlan": only_one(snapshot, "studyPlan"),
        "task": {each["id"]: each for each in snapshot["tasks"]},
        "record": only_one(snapshot, "record"),
        "degreePlan": {each["id"]: each for each in snapshot["plans"]},
        "planReply": {each["id"]: each for each in snapshot["planReplies"]},
        "event": {each["id"]: each for each in snapshot["events"]},
        "reply": {each["id"]: each for each in snapshot["replies"]},
    }


def only_one(snapshot, name):
    """What a person has one of, if it is there."""
    return {snapshot["account"]["id"]: snapshot[name]} if snapshot[name] else {}


def assert_equal(left, right):
    for kind in left.keys() | right.keys():
        mine, fresh = left.get(kind, {}), right.get(kind, {})
        assert mine.keys() == fresh.keys(), f"{kind}: {mine.keys() ^ fresh.keys()}"
        for id in mine:
            assert as_json(mine[id]) == as_json(fresh[id]), f"{kind} {id}"


class Purger(Copy):
    """A copy that purges at `scopeRevoked`: everything held through that scope alone, except own private events."""

    def apply(self, change):
        super().apply(change)
        if change["op"] == "scopeRevoked":
            self.purge(change["course"], change["section"])

    def purge(self, course, section):
        self.held["enrollment"].pop(section or course, None)
        places = [place for place in self.held["enrollment"].values() if place["course"] == course]
        ours = {id: event for id, event in self.held["event"].items() if event["course"] == course}
        gone = {id for id, event in ours.items() if not self.is_kept(event, places)}
        for id in gone:
            del self.held["event"][id]
        self.held["reply"] = {id: reply for id, reply in self.held["reply"].items() if reply["event"] not in gone}
        if not places:
            self.held["course"].pop(course, None)
            self.held["removal"] = {id: each for id, each in self.held["removal"].items() if each["course"] != course}

    def is_kept(self, event, places):
        if event["visibility"] == "private":
            return True
        mine = event["author"]["id"] == self.person.id or self.held["mark"].get(event["id"], {}).get("mine")
        reached = [place for place in places if not event["sections"] or place["section"] in (None, *event["sections"])]
        staffed = [place for place in reached if place["role"] == "staff"]
        return bool(places and mine or staffed or reached and event["visibility"] == "public")
