"""The even rule of api.md and study.md 11-15, by trying every way to share a day's tasks among its gaps."""

import datetime

from study_problem import MINUTE, PRIORITIES, less, seconds

LAST = (1, 0)


def shares(count, gaps):
    """Every way to share so many tasks among so many gaps."""
    if gaps == 0:
        return [()] if count == 0 else []
    return [(first, *rest) for first in range(count + 1) for rest in shares(count - first, gaps - 1)]


def best_share(gaps, count, settings, limit):
    """The numbers of blocks in gaps of these minutes, and the longest a block may be; None if nothing fits."""
    for blocks in range(count, 0, -1):
        longest = settings["maximumBlock"]
        if limit is not None:
            if blocks * settings["minimumBlock"] > limit:
                continue
            longest = min(longest, limit // blocks)
        ways = []
        for way in shares(blocks, len(gaps)):
            lengths = [min(longest, gap // k - settings["break"]) for gap, k in zip(gaps, way) for _ in range(k)]
            if min(lengths) >= settings["minimumBlock"]:
                ways.append((sorted(lengths), way))
        if ways:
            return max(ways)[1], longest
    return None


class EvenRule:
    """Plans a problem. Then `placed` has (start, end, task) of each new block."""

    def __init__(self, problem):
        self.problem = problem
        self.busy = problem.busy()
        self.placed = []
        self.stood = set()  # tasks that stood on an earlier day of this plan
        for day in problem.days:
            self.plan(day)

    def unmissed_days(self, task):
        """The days of a task's blocks that count."""
        kept = [block["start"] for block in self.problem.kept if block["task"] == task and not block["missed"]]
        return [self.problem.day_of(start) for start in kept + [start for start, _, id in self.placed if id == task]]

    def may_stand(self, id, day):
        """Whether a task's blocks, if it has any, are over before a day, and work is left after them."""
        unmissed = [block for block in self.problem.kept if block["task"] == id and not block["missed"]]
        if any(task == id for _, _, task in self.placed):
            return False
        if not unmissed:
            return True
        done = [block for block in unmissed if block["done"]]
        minutes = sum((block["end"] - block["start"]) // MINUTE for block in done)
        task = self.problem.flexible[id]
        return (
            all(block["done"] or block["end"] <= seconds(self.problem.body["now"]) for block in unmissed)
            and task["minutes"] > max(task.get("minutesDone", 0), minutes)
            and max(self.problem.day_of(block["start"]) for block in unmissed) + datetime.timedelta(days=1) <= day)

    def may_begin(self, task, day):
        """Whether each task that comes first is done, or has a block on an earlier day."""
        return all(
            self.problem.flexible[other].get("done") or any(when < day for when in self.unmissed_days(other))
            for other in task.get("after", []))

    def key(self, task):
        missed = any(block["task"] == task["id"] and block["missed"] for block in self.problem.kept)
        carried = missed or task["id"] in self.stood
        deadline, created = self.problem.moment(task, "deadline"), task.get("createdAt")
        return (
            not carried, PRIORITIES.index(task.get("priority", "medium")), LAST if deadline is None else (0, deadline),
            LAST if created is None else (0, seconds(created)), task["id"])

    def gaps(self, day):
        pause = self.problem.settings["break"] * MINUTE
        held = [(block["start"], block["end"] + pause) for block in self.problem.kept if not block["missed"]]
        return less(self.problem.hours(day), [(0, self.problem.now), *self.busy, *held])

    def plan(self, day):
        standing = sorted(
            (
                task for id, task in self.problem.flexible.items()
                if not task.get("done") and self.may_stand(id, day)
                and self.problem.stands(task, day) and self.may_begin(task, day)
            ), key=self.key)
        tasks = list(standing)
        while True:
            blocks = self.lay_out(day, tasks)
            wrong = [task for task, (start, end) in zip(tasks, blocks) if not self.fits(task, start, end)]
            if not wrong:
                break
            tasks.remove(wrong[-1])
        self.placed += [(start, end, task["id"]) for task, (start, end) in zip(tasks, blocks)]
        self.stood |= {task["id"] for task in standing}

    def fits(self, task, start, end):
        earliest, deadline = (self.problem.moment(task, name) for name in ("earliest", "deadline"))
        return (earliest is None or earliest <= start) and (deadline is None or end <= deadline)

    def lay_out(self, day, tasks):
        """The (start, end) of a day's blocks for the first of these tasks."""
        gaps, settings = self.gaps(day), self.problem.settings
        share = best_share([(end - start) // MINUTE for start, end in gaps], len(tasks), settings, self.problem.limit(day))
        blocks = []
        if share:
            way, longest = share
            for (start, end), k in zip(gaps, way):
                step = (end - start) // MINUTE // k if k else 0
                length = min(longest, step - settings["break"])
                starts = [start + number * (length + settings["break"]) * MINUTE for number in range(k)]
                blocks += [(at, at + length * MINUTE) for at in starts]
        return blocks

    def study(self):
        """(start, end, task, pinned, done, missed) of every study block that the plan shows."""
        kept = [
            (block["start"], block["end"], block["task"], block["pinned"], block["done"], block["missed"])
            for block in self.problem.listed()]
        return sorted([(*block, False, False, False) for block in self.placed] + kept)

    def breaks(self):
        pause = self.problem.settings["break"] * MINUTE
        return sorted((end, end + pause) for _, end, _, _, _, missed in self.study() if pause and not missed)

    def unplaced(self):
        return {
            id: max(0, task["minutes"] - task.get("minutesDone", 0)) for id, task in self.problem.flexible.items()
            if not task.get("done") and not self.unmissed_days(id)}
