"""The weeks mode of api.md and study.md 16-23 and 27: every hard rule, the objective, and an exhaustive search."""

import functools
from collections import Counter

from study_problem import FLAGS, MINUTE, PRIORITIES, blocks_of, less, seconds, stamp, up

GRID = 5 * MINUTE


class WeeksRule:
    numbers = 6  # of the objective

    def __init__(self, problem):
        self.problem = problem
        self.settings = problem.settings
        self.pause = self.settings["break"] * MINUTE
        self.open = {id: task for id, task in problem.flexible.items() if not task.get("done")}
        self.need = {id: self.need_of(task) for id, task in self.open.items()}
        self.busy = problem.busy()
        self.counted = [block for block in problem.kept if not block["missed"]]

    def need_of(self, task):
        """In minutes, a multiple of 5."""
        kept = [
            block for block in self.problem.kept if block["task"] == task["id"] and not block["done"] and not block["missed"]]
        planned = sum(block["end"] - block["start"] for block in kept) // MINUTE
        return up(max(0, task["minutes"] - task.get("minutesDone", 0) - planned), 5)

    def longest(self, id):
        """The most minutes of a block."""
        spaced = self.open[id].get("spaced")
        cap = up(-(-self.need[id] // spaced), 5) if spaced else self.settings["maximumBlock"]
        return min(cap, self.settings["maximumBlock"])

    def shortest(self, id):
        """The least minutes of a block; None where the minimum yields."""
        least = min(self.settings["minimumBlock"], self.need[id])
        return least if not self.open[id].get("spaced") or least <= self.longest(id) else None

    def last_kept_end(self, id):
        return max((block["end"] for block in self.counted if block["task"] == id), default=0)

    # What a plan says.

    def new_blocks(self, plan):
        """(start, end, task) of the blocks that are not kept ones."""
        kept = {block["id"] for block in self.problem.listed()}
        return sorted(
            (seconds(each["start"]), seconds(each["end"]), each["task"])
            for each in blocks_of(plan, "study") if each["id"] not in kept)

    def objective(self, new):
        """The six numbers of study.md 21, from the new blocks alone."""
        placed = Counter()
        for start, end, id in new:
            placed[id] += (end - start) // MINUTE
        missing = Counter()
        for id, task in self.open.items():
            missing[task.get("priority", "medium")] += self.need[id] - placed[id]
        there = {(id, start, end) for start, end, id in new}
        moved = sum((old["task"], old["start"], old["end"]) not in there for old in self.problem.movable)
        ends = {id: end for _, end, id in new}
        total = sum((end - self.problem.now) // MINUTE for end in ends.values())
        return [*(missing[priority] for priority in PRIORITIES), moved, len(new), total]

    def expect_kept(self, plan, new):
        """Every study block is a kept one, as it was, or a new one; fixed tasks are there, breaks are not."""
        shown = {each["id"]: each for each in blocks_of(plan, "study")}
        for old in self.problem.listed():
            now = shown[old["id"]]
            assert (now["start"], now["end"], now["task"]) == (stamp(old["start"]), stamp(old["end"]), old["task"]), old
            assert [now[name] for name in FLAGS] == [old[name] for name in FLAGS], old
        assert len(shown) == len(new) + len(self.problem.listed())
        fixed = sorted((seconds(each["start"]), seconds(each["end"]), each["task"]) for each in blocks_of(plan, "fixed"))
        assert fixed == self.problem.fixed_blocks()
        assert len(plan["blocks"]) == len(shown) + len(fixed)
        kept = {old["id"] for old in self.problem.listed()}
        known = {old["id"]: (old["task"], old["start"], old["end"]) for old in self.problem.movable}
        for each in [each for id, each in shown.items() if id not in kept]:
            place = (each["task"], seconds(each["start"]), seconds(each["end"]))
            assert known.get(each["id"], place)[:2] == place[:2], "a block that begins at another time has another id"
            assert each["id"] in known or place not in known.values(), "a block that did not move keeps its id"

    def expect_hard_rules(self, plan):
        """Fails unless every hard rule holds and no minute is lost."""
        new = self.new_blocks(plan)
        self.expect_kept(plan, new)
        for start, end, id in new:
            self.expect_place(start, end, id)
        self.expect_breaks(new)
        self.expect_limits(new)
        self.expect_order(new)
        placed = Counter()
        for start, end, id in new:
            placed[id] += (end - start) // MINUTE
        unplaced = {each["task"]: each["minutes"] for each in plan["unplaced"]}
        assert len(unplaced) == len(plan["unplaced"]) and unplaced.keys() <= self.open.keys()
        assert {id: placed[id] + unplaced.get(id, 0) for id in self.open} == self.need, "placed and unplaced are the need"
        for each in plan["unplaced"]:
            assert each["because"]["reason"] in ("hours", "deadline", "limit", "after", "blocks") and each["because"]["detail"]
        assert plan["objective"] == self.objective(new)
        if not plan["optimal"]:
            assert len(plan["bound"]) == self.numbers and plan["bound"] <= plan["objective"]

    def expect_place(self, start, end, id):
        said = f"{id} {stamp(start)} {stamp(end)}"
        problem, task = self.problem, self.open[id]
        assert start % GRID == 0 and end % GRID == 0, said
        length = (end - start) // MINUTE
        assert (self.shortest(id) or 5) <= length <= self.longest(id), f"{said}: {length} minutes"
        assert problem.now <= start, said
        day = problem.day_of(start)
        assert problem.first <= day <= problem.last, said
        assert any(first <= start and end <= last for first, last in problem.hours(day)), f"{said}: outside hours"
        assert not any(first < end and start < last for first, last in self.busy), f"{said}: busy"
        earliest, deadline = problem.moment(task, "earliest"), problem.moment(task, "deadline")
        assert (earliest is None or earliest <= start) and (deadline is None or end <= deadline), said
        for kept in problem.kept:
            apart = end + self.pause <= kept["start"] or kept["end"] + self.pause <= start
            assert apart or kept["missed"], f"{said}: too near to {kept}"

    def expect_breaks(self, new):
        for (_, end, _), (start, _, _) in zip(new, new[1:]):
            assert end + self.pause <= start, f"no break at {stamp(end)}"

    def expect_limits(self, new):
        minutes, counts = Counter(), Counter()
        for start, end, id in new:
            day = self.problem.day_of(start)
            minutes[day] += (end - start) // MINUTE
            counts[id, day] += 1
        for day, total in minutes.items():
            limit = self.problem.limit(day)
            assert limit is None or total <= limit, f"{day}: {total} of {limit} minutes"
        for (id, day), count in counts.items():
            assert count == 1 or not self.open[id].get("spaced"), f"{id} on {day}"

    def expect_order(self, new):
        placed = Counter()
        for start, end, id in new:
            placed[id] += (end - start) // MINUTE
        for id in {id for _, _, id in new}:
            first = min(start for start, _, other in new if other == id)
            for other in filter(self.open.__contains__, self.open[id].get("after", [])):
                assert placed[other] == self.need[other], f"{id} before all of {other}"
                assert max((end for _, end, one in new if one == other), default=0) <= first, f"{id} before {other} ends"
                assert self.last_kept_end(other) <= first, f"{id} before {other} ends"

    # The best plan, by dynamic programming over all plans.

    def best(self):
        """The least objective of any plan, and the new blocks of such a plan. No task's minimum may yield (study.md 27)."""
        ids = sorted(self.open)
        slots = self.slots()
        days = [self.problem.day_of(start) for start, _ in slots]
        limits = {day: self.problem.limit(day) for day in self.problem.days}
        wanted = Counter((old["task"], old["start"], old["end"]) for old in self.problem.movable)
        spaced = [number for number, id in enumerate(ids) if self.open[id].get("spaced")]
        before = {
            number: [ids.index(other) for other in self.open[id].get("after", []) if other in self.open]
            for number, id in enumerate(ids)}

        def is_allowed(number, start, end, placed):
            task = self.open[ids[number]]
            earliest, deadline = self.problem.moment(task, "earliest"), self.problem.moment(task, "deadline")
            return (
                (earliest is None or earliest <= start) and (deadline is None or end <= deadline)
                and all(placed[other] == 0 and self.last_kept_end(ids[other]) <= start for other in before[number]))

        def rest(placed):
            """The unplaced minutes when all is said; None if a task waits for one that is not all placed."""
            needs = [self.need[id] for id in ids]
            if any(placed[number] and any(placed[other] < needs[other] for other in before[number]) for number in before):
                return None
            missing = Counter()
            for number, id in enumerate(ids):
                missing[self.open[id].get("priority", "medium")] += needs[number] - placed[number]
            return (*(missing[priority] for priority in PRIORITIES), sum(wanted.values()), 0, 0), ()

        @functools.cache
        def least(index, placed, used, today):
            """From the last slot to the first: the best for the slots from `index` on, with so much placed after them."""
            if index == len(slots):
                return rest(placed)
            step = index + 1
            is_new_day = step < len(slots) and days[step] != days[index]
            found = [least(step, placed, 0 if is_new_day else used, () if is_new_day else today)]
            end, day = slots[index][1], days[index]
            for number, id in enumerate(ids):
                if number in today:
                    continue
                most = min(self.longest(id), self.need[id] - placed[number])
                for length in range(up(max(self.shortest(id), 5), 5), most + 1, 5):
                    start = end - length * MINUTE
                    if limits[day] is not None and used + length > limits[day] or not self.is_free(start, end):
                        break
                    if not is_allowed(number, start, end, placed):
                        continue
                    after = next((at for at in range(index, len(slots)) if slots[at][1] <= start - self.pause), len(slots))
                    same = after < len(slots) and days[after] == day
                    tail = least(
                        after, placed[:number] + (placed[number] + length,) + placed[number + 1:],
                        used + length if same and limits[day] is not None else 0,
                        (*today, number) if same and number in spaced else today if same else ())
                    if tail is not None:
                        since = (end - self.problem.now) // MINUTE if placed[number] == 0 else 0
                        cost = (0, 0, 0, -wanted[id, start, end], 1, since)
                        found.append((tuple(one + other for one, other in zip(tail[0], cost)), ((start, end, id), *tail[1])))
            return min((each for each in found if each is not None), default=None)

        objective, blocks = least(0, (0,) * len(ids), 0, ())
        return list(objective), sorted(blocks)

    def slots(self):
        """The five-minute slots in which a new block may be, last first."""
        self.free = set()
        held = [
            (block["start"] - self.pause, block["end"] + self.pause) for block in self.problem.kept if not block["missed"]]
        for day in self.problem.days:
            for start, end in less(self.problem.hours(day), [(0, self.problem.now), *self.busy, *held]):
                self.free |= {(at, day) for at in range(up(start, GRID), end - GRID + 1, GRID)}
        return sorted(((at, at + GRID) for at, _ in self.free), reverse=True)

    def is_free(self, start, end):
        day = self.problem.day_of(start)
        return all((at, day) in self.free for at in range(start, end, GRID))
