"""OR-Tools CP-SAT on an audit of audit_cases.py, one worker: the entries of the objective one after the other."""
from typing import NamedTuple

from ortools.sat.python import cp_model

import audit_cases


class Answer(NamedTuple):
    held: list
    proved: bool
    seconds: float  # of the solver alone


def solve(case, limit):
    model = cp_model.CpModel()
    edges = audit_cases.edges(case)
    uses = [model.new_bool_var("") for _ in edges]
    by_code, by_requirement = {}, {}
    for place, edge in enumerate(edges):
        by_code.setdefault(edge.code, []).append(place)
        by_requirement.setdefault(edge.requirement, []).append(place)
    lacks, missed = [], []
    for number, requirement in enumerate(case["programme"]["requirements"]):
        own, need = by_requirement.get(number, []), audit_cases.need(requirement)
        has = sum(edges[place].value * uses[place] for place in own)
        lack, is_missed = model.new_int_var(0, need, ""), model.new_bool_var("")
        model.add(lack >= need - has)
        model.add(lack == 0).only_enforce_if(~is_missed)
        for place in own:
            model.add(has - edges[place].value <= need - 1).only_enforce_if(uses[place])
        lacks.append(lack if "credits" in requirement else 6 * lack)
        missed.append(is_missed)
    done, going = [], []
    for own in by_code.values():
        model.add(sum(uses[place] for place in own) <= 2)
        for left in own:
            for right in own:
                if left < right and not audit_cases.may_share(case, edges[left].requirement, edges[right].requirement):
                    model.add_at_most_one(uses[left], uses[right])
        counts = model.new_bool_var("")
        model.add_bool_or([uses[place] for place in own]).only_enforce_if(counts)
        {"done": done, "inProgress": going}.get(edges[own[0]].status, []).append(counts)
    solver, left = cp_model.CpSolver(), limit
    solver.parameters.num_workers = 1
    held, proved = [], True
    for entry in (sum(missed), sum(lacks), -sum(done), -sum(going)):
        model.minimize(entry)
        solver.parameters.max_time_in_seconds = max(0.1, left)
        status = solver.solve(model)
        left -= solver.wall_time
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return Answer(held, False, limit - left)
        proved = proved and status == cp_model.OPTIMAL
        held = [edge for edge, use in zip(edges, uses) if solver.boolean_value(use)]
        model.clear_hints()
        for use in uses:
            model.add_hint(use, solver.boolean_value(use))
        if not isinstance(entry, int):
            model.add(entry <= round(solver.objective_value))
    return Answer(held, proved, limit - left)
