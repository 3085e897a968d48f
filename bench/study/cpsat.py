"""OR-Tools CP-SAT on a case of cases.py: the entries of the objective one after the other, one worker."""
import time
from typing import NamedTuple

from ortools.sat.python import cp_model

import cases

MORE = 4  # blocks of a task beyond the fewest


class Answer(NamedTuple):
    objective: list
    blocks: list
    proved: int  # entries that are proved to be least
    seconds: float


class Block(NamedTuple):
    """Optional: its start, end and length in slots from the first day's midnight."""
    is_there: object
    start: object
    end: object
    length: object


class Model:
    def __init__(self, case):
        self.case, self.model = case, cp_model.CpModel()
        self.origin = cases.START // 300
        self.free = [(low - self.origin, high - self.origin, day) for low, high, day in cases.segments(case)]
        self.gap = -(-case["pause"] // 5)
        self.horizon = max((high for _, high, _ in self.free), default=0)
        self.tasks = {task["id"]: task for task in case["tasks"]}
        self.blocks, self.left, self.intervals, self.on_day = {}, {}, [], {}
        for task in case["tasks"]:
            self.add(task)
        for task in case["tasks"]:
            self.order(task)
        self.model.add_no_overlap(self.intervals)
        for day, lengths in self.on_day.items():
            if case["limit"] is not None:
                self.model.add(sum(lengths) <= cases.room(case, day))
        self.entries = self.objective()

    def add(self, task):
        """The blocks of a task, in the order of time."""
        case, model, need = self.case, self.model, cases.need(self.case, task)
        shortest, longest = cases.lengths(case, task)
        most = min(need // shortest, -(-need // longest) + MORE) if need and longest >= shortest else 0
        opens = max(0, -(-((task["earliest"] or 0) - cases.START) // 300))
        closes = min(self.horizon, ((task["deadline"] or 1 << 40) - cases.START) // 300)
        taken = {(held["start"] - cases.START) // 86400 for held in cases.kept(case) if held["task"] == task["id"]}
        windows = [(max(low, opens), min(high, closes), day) for low, high, day in self.free
                   if min(high, closes) - max(low, opens) >= shortest and not (task["spaced"] and day in taken)]
        blocks, days = [], {}
        for _ in range(most if windows else 0):
            is_there, length = model.new_bool_var(""), model.new_int_var(0, min(longest, need), "")
            start, end = model.new_int_var(0, self.horizon, ""), model.new_int_var(0, self.horizon, "")
            model.add(end == start + length)
            model.add(length >= shortest).only_enforce_if(is_there)
            model.add(length == 0).only_enforce_if(~is_there)
            places = []
            for low, high, day in windows:
                here = model.new_bool_var("")
                places.append(here)
                days.setdefault(day, []).append(here)
                model.add(start >= low).only_enforce_if(here)
                model.add(end <= high).only_enforce_if(here)
                if case["limit"] is not None:
                    part = model.new_int_var(0, min(longest, need), "")
                    model.add(part == length).only_enforce_if(here)
                    model.add(part == 0).only_enforce_if(~here)
                    self.on_day.setdefault(day, []).append(part)
            model.add(sum(places) == is_there)
            apart = model.new_int_var(0, self.horizon + self.gap, "")
            model.add(apart == end + self.gap)
            self.intervals.append(model.new_optional_interval_var(start, length + self.gap, apart, is_there, ""))
            if blocks:
                model.add_implication(is_there, blocks[-1].is_there)
                model.add(start >= blocks[-1].end + self.gap).only_enforce_if(is_there)
            blocks.append(Block(is_there, start, end, length))
        if task["spaced"]:
            for places in days.values():
                model.add_at_most_one(places)
        self.blocks[task["id"]] = blocks
        self.left[task["id"]] = model.new_int_var(0, need, "")
        model.add(self.left[task["id"]] == need - sum(block.length for block in blocks))

    def order(self, task):
        """Nothing before the other is whole and its last block has ended."""
        for name in task["after"]:
            ends = [(held["end"] - cases.START) // 300 for held in cases.kept(self.case) if held["task"] == name]
            is_whole = self.model.new_bool_var("")
            self.model.add(self.left[name] == 0).only_enforce_if(is_whole)
            for block in self.blocks[task["id"]]:
                self.model.add_implication(block.is_there, is_whole)
                for end in ends:
                    self.model.add(block.start >= end).only_enforce_if(block.is_there)
                for other in self.blocks[name]:
                    self.model.add(block.start >= other.end).only_enforce_if(block.is_there, other.is_there)

    def objective(self):
        model, left = self.model, [[], [], []]
        for name, rest in self.left.items():
            left[self.tasks[name]["priority"]].append(rest)
        stay = []
        movable = [block for block in cases.movable(self.case) if block["task"] in self.tasks]
        for old in movable:
            first, last = (old["start"] - cases.START) // 300, (old["end"] - cases.START) // 300
            same = []
            for block in self.blocks[old["task"]]:
                is_same = model.new_bool_var("")
                model.add_implication(is_same, block.is_there)
                model.add(block.start == first).only_enforce_if(is_same)
                model.add(block.end == last).only_enforce_if(is_same)
                same.append(is_same)
            stays = model.new_bool_var("")
            model.add(stays <= sum(same))
            stay.append(stays)
        ends = []
        for blocks in self.blocks.values():
            if blocks:
                ends.append(model.new_int_var(0, self.horizon, ""))
            for block in blocks:
                model.add(ends[-1] >= block.end).only_enforce_if(block.is_there)
        there = [block.is_there for blocks in self.blocks.values() for block in blocks]
        return [*map(sum, left), len(movable) - sum(stay), sum(there), sum(ends)]

    def solve(self, seconds):
        """Each entry takes at most half of the time that is left, the last all of it."""
        begun, best, proved, unbroken = time.perf_counter(), None, 0, True
        for place, entry in enumerate(self.entries):
            if isinstance(entry, int):
                proved += unbroken
                continue
            left = seconds - (time.perf_counter() - begun)
            self.model.minimize(entry)
            solver = cp_model.CpSolver()
            solver.parameters.num_workers = 1
            solver.parameters.random_seed = 1
            solver.parameters.max_time_in_seconds = max(0.1, left if place == len(self.entries) - 1 else left / 2)
            status = solver.solve(self.model)
            unbroken = unbroken and status == cp_model.OPTIMAL
            proved += unbroken
            if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
                break
            found = self.read(solver)
            if best is None or cases.objective(self.case, found) < cases.objective(self.case, best):
                best = found
            self.model.add(entry <= round(solver.objective_value))
            self.model.clear_hints()
            for index, value in enumerate(solver.response_proto.solution):
                self.model.add_hint(self.model.get_int_var_from_proto_index(index), value)
        best = best or []
        return Answer(cases.objective(self.case, best), best, proved, time.perf_counter() - begun)

    def read(self, solver):
        at = lambda slot: (solver.value(slot) + self.origin) * 300
        return [[name, at(block.start), at(block.end)] for name, blocks in self.blocks.items() for block in blocks
                if solver.value(block.is_there)]


def solve(case, seconds):
    begun = time.perf_counter()
    model = Model(case)
    built = time.perf_counter() - begun
    answer = model.solve(seconds - built)
    return answer._replace(seconds=answer.seconds + built)
