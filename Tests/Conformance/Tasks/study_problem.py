"""A question to `POST /v1/study/preview`, and what study.md says of its days, its busy time and its earlier blocks.

Times are seconds since 1970, lengths are minutes. It is slow and says one rule after another.
"""

import datetime
import json
import zoneinfo

import dateutil.rrule

MINUTE = 60
PREVIEW = "/v1/study/preview"
STANDARD = {
    "timeZone": "UTC", "hours": {}, "minimumBlock": 30, "maximumBlock": 120, "break": 5, "dailyLimit": None, "mode": "even",
    "longestRun": 120, "longBreak": 30,
}
PRIORITIES = ["high", "medium", "low"]
FLAGS = ("pinned", "done", "missed")


def stamp(moment):
    """`2026-11-20T17:00:00Z`."""
    return f"{datetime.datetime.fromtimestamp(moment, datetime.timezone.utc):%Y-%m-%dT%H:%M:%SZ}"


def seconds(text):
    return int(datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp())


def up(moment, step=MINUTE):
    return -(-moment // step) * step


def down(moment, step=MINUTE):
    return moment // step * step


def union(spans):
    """Overlapping and touching spans as one, in their order."""
    joined = []
    for start, end in sorted(span for span in spans if span[0] < span[1]):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def less(spans, holes):
    """The parts of spans that no hole covers."""
    left = list(spans)
    for hole_start, hole_end in holes:
        parts = [part for start, end in left for part in ((start, min(end, hole_start)), (max(start, hole_end), end))]
        left = [(start, end) for start, end in parts if start < end] if hole_start < hole_end else left
    return sorted(left)


class Problem:
    """A preview's request with absent fields filled in."""

    def __init__(self, body):
        self.body = body
        self.settings = STANDARD | body.get("settings", {})
        self.zone = zoneinfo.ZoneInfo(self.settings["timeZone"])
        self.now = up(seconds(body["now"]))
        self.today = self.day_of(self.now)
        self.first, self.last = (datetime.date.fromisoformat(body[name]) for name in ("from", "to"))
        self.days = [self.first + datetime.timedelta(days=number) for number in range((self.last - self.first).days + 1)]
        self.flexible = {task["id"]: task for task in body.get("tasks", []) if task["kind"] == "flexible"}
        self.fixed = [task for task in body.get("tasks", []) if task["kind"] == "fixed"]
        self.sort_blocks(body.get("blocks") or [])

    # Days and wall-clock times.

    def wall(self, day, minutes):
        """The moment at which clocks show so many minutes after midnight.

        With fold=0, zoneinfo reads a doubled time as the first, and a skipped one with the offset before the gap.
        """
        day += datetime.timedelta(days=minutes // 1440)
        clock = datetime.time(minutes % 1440 // 60, minutes % 60)
        return int(datetime.datetime.combine(day, clock, self.zone).timestamp())

    def midnight(self, day):
        return self.wall(day, 0)

    def day_of(self, moment):
        return datetime.datetime.fromtimestamp(moment, self.zone).date()

    def is_planned(self, moment):
        return self.first <= self.day_of(moment) <= self.last

    def hours(self, day):
        """The study hours of a day, as moments."""
        def minutes(text):
            return 60 * int(text[:2]) + int(text[3:])

        parts = self.settings["hours"].get("MTWRFSU"[day.weekday()], [])
        spans = [(self.wall(day, minutes(part["start"])), self.wall(day, minutes(part["end"]))) for part in parts]
        start, end = self.midnight(day), self.wall(day, 1440)
        return union((max(one, start), min(other, end)) for one, other in spans)

    # Busy time.

    def occurrences(self, task):
        """The occurrences of a fixed task, up to the end of the plan's days."""
        start, length = seconds(task["start"]), seconds(task["end"]) - seconds(task["start"])
        recurrence = task.get("recurrence")
        if not recurrence:
            return [(start, start + length)]
        rule = dict(part.split("=") for part in recurrence["rule"].split(";"))
        until = rule.pop("UNTIL", None)
        until = seconds(str(datetime.datetime.strptime(until, "%Y%m%dT%H%M%SZ")) + "Z") if until else float("inf")
        first = datetime.datetime.fromtimestamp(start, self.zone).replace(tzinfo=None)
        exceptions = {seconds(text) for text in recurrence.get("exceptions", [])}
        text = ";".join(f"{name}={value}" for name, value in rule.items())
        found = []
        for local in dateutil.rrule.rrulestr(text, dtstart=first):
            moment = int(local.replace(tzinfo=self.zone).timestamp())
            if moment > until or local.date() > self.last + datetime.timedelta(days=2):
                return found
            if moment not in exceptions:
                found.append((moment, moment + length))
        return found

    def fixed_blocks(self):
        """(start, end, task) of the fixed occurrences that meet the plan's days."""
        start, end = self.midnight(self.first), self.wall(self.last, 1440)
        return sorted(
            (*span, task["id"]) for task in self.fixed for span in self.occurrences(task) if span[0] < end and start < span[1])

    def busy(self):
        spans = [span for task in self.fixed for span in self.occurrences(task)]
        spans += [(seconds(each["start"]), seconds(each["end"])) for each in self.body.get("busy") or []]
        return union((down(start), up(end)) for start, end in spans)

    # Earlier blocks.

    def sort_blocks(self, blocks):
        """Splits them into those that are kept and those that may move."""
        self.kept, self.movable = [], []
        for block in blocks:
            if block.get("kind", "study") != "study" or block.get("task") not in self.flexible:
                continue
            block = {name: False for name in FLAGS} | block
            block["start"], block["end"] = seconds(block["start"]), seconds(block["end"])
            day = self.day_of(block["start"])
            if any(block[name] for name in FLAGS) or block["start"] < self.now or not self.first <= day <= self.last:
                if day < self.today and not block["done"]:
                    block["missed"] = True
                self.kept.append(block)
            elif not self.flexible[block["task"]].get("done"):
                self.movable.append(block)

    def kept_minutes(self, day):
        """The unmissed minutes of a day that are not for the plan to change."""
        return sum(
            (block["end"] - block["start"]) // MINUTE for block in self.kept
            if not block["missed"] and self.day_of(block["start"]) == day)

    def listed(self):
        """The kept blocks that a plan shows."""
        return [block for block in self.kept if self.is_planned(block["start"])]

    def limit(self, day):
        """The minutes that are left of a day's limit; None without a limit."""
        whole = self.settings["dailyLimit"]
        return None if whole is None else whole - self.kept_minutes(day)

    def moment(self, task, name):
        """`earliest` or `deadline` in whole minutes; None if there is none."""
        text = task.get(name)
        return None if text is None else (up if name == "earliest" else down)(seconds(text))

    def stands(self, task, day):
        """Whether a day is between those of `earliest` and `deadline`."""
        earliest, deadline = self.moment(task, "earliest"), self.moment(task, "deadline")
        return (earliest is None or self.day_of(earliest) <= day) and (deadline is None or day <= self.day_of(deadline))


def compact(body):
    return json.dumps(body, separators=(",", ":")).encode()


def ask(person, body, status=200):
    """The answer to a preview; its body is sent as small as it can be."""
    return person.call("POST", PREVIEW, status, data=compact(body), headers={"Content-Type": "application/json"})


def preview(person, body):
    return ask(person, body).json()


def blocks_of(plan, kind):
    return [block for block in plan["blocks"] if block["kind"] == kind]


def expect_sorted(plan):
    """Blocks stand in the order of start, end, id, and each id is there once."""
    keys = [(block["start"], block["end"], block["id"]) for block in plan["blocks"]]
    assert keys == sorted(keys)
    ids = [block["id"] for block in plan["blocks"]]
    assert len(set(ids)) == len(ids), ids


def shuffled(body, dice):
    """The same question with every list in another order."""
    other = json.loads(json.dumps(body))
    lists = [other.get(name) for name in ("tasks", "busy", "blocks")]
    lists += [task.get("after") for task in other["tasks"]]
    lists += [(task.get("recurrence") or {}).get("exceptions") for task in other["tasks"]]
    lists += other["settings"].get("hours", {}).values()
    for each in lists:
        if each:
            dice.shuffle(each)
    return other


def earlier(problem, plan):
    """The blocks to send with the next question: those of a plan, and those kept ones that it does not show."""
    fields = ("id", "kind", "start", "end", "task", *FLAGS)
    unseen = [
        block | {"kind": "study", "start": stamp(block["start"]), "end": stamp(block["end"])}
        for block in problem.kept if not problem.is_planned(block["start"])]
    return [{name: block[name] for name in fields} for block in plan["blocks"] + unseen]


def task(id, minutes, **fields):
    return {"id": id, "title": f"Task {id}", "kind": "flexible", "minutes": minutes} | fields
