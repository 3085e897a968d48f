"""The balanced mode of docs/study.md: the rules of weeks mode, and the eight numbers of its objective."""

import datetime
from collections import Counter

from study_problem import MINUTE, PRIORITIES
from weeks_rule import WeeksRule

NUMBERS = 8


class BalancedRule(WeeksRule):
    numbers = NUMBERS

    def sensible(self, id):
        """The last day on which a task is studied in good time; None without a deadline."""
        deadline, earliest = (self.problem.moment(self.open[id], name) for name in ("deadline", "earliest"))
        if deadline is None:
            return None
        first = max(self.problem.first, self.problem.today)
        if earliest is not None:
            first = max(first, self.problem.day_of(earliest))
        return max(self.problem.day_of(deadline) - datetime.timedelta(days=2), first)

    def is_late(self, id, moment):
        return self.sensible(id) is not None and self.problem.day_of(moment) > self.sensible(id)

    def objective(self, new):
        weeks = super().objective(new)
        late = sum((end - start) // MINUTE for start, end, id in new if self.is_late(id, start))
        loads = {day: self.problem.kept_minutes(day) for day in self.problem.days}
        for start, end, _ in new:
            loads[self.problem.day_of(start)] += (end - start) // MINUTE
        squares = sum(load * load for load in loads.values())
        overrun = sum(self.overrun(day, new) for day in self.problem.days)
        return [*weeks[:4], late, squares, self.inverted(new), overrun]

    def overrun(self, day, new):
        """Minutes of the day's runs beyond the longest run."""
        blocks = [(start, end) for start, end, _ in new if self.problem.day_of(start) == day]
        blocks += [(each["start"], each["end"]) for each in self.counted if self.problem.day_of(each["start"]) == day]
        runs, last = [], None
        for start, end in sorted(blocks):
            if last is None or start - last >= self.settings["longBreak"] * MINUTE:
                runs.append(0)
            runs[-1] += (end - start) // MINUTE
            last = end if last is None else max(last, end)
        return sum(max(0, run - self.settings["longestRun"]) for run in runs)

    def inverted(self, new):
        """Minutes of blocks before one of higher priority with which they could change places."""
        begins, ends = {}, Counter()
        for start, end, id in new:
            begins[id], ends[id] = min(start, begins.get(id, start)), max(end, ends[id])
        waiting = {id: [other for other, task in self.open.items() if id in task.get("after", [])] for id in self.open}
        minutes = 0
        for start, end, low in new:
            for begin, finish, high in new:
                ranks = [PRIORITIES.index(self.open[id].get("priority", "medium")) for id in (low, high)]
                if ranks[0] <= ranks[1] or start >= begin:
                    continue
                earliest, deadline = self.problem.moment(self.open[high], "earliest"), self.problem.moment(self.open[low], "deadline")
                before = [
                    max(ends[other], self.last_kept_end(other)) for other in self.open[high].get("after", [])
                    if other in self.open]
                after = [begins[other] for other in waiting[low] if other in begins]
                fits = (earliest is None or earliest <= start) and (deadline is None or finish <= deadline)
                if fits and max(before, default=0) <= start and min(after, default=finish) >= finish and (
                        not self.is_late(low, begin) or self.is_late(low, start)):
                    minutes += min(end - start, finish - begin) // MINUTE
        return minutes
