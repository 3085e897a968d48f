"""Study problems drawn by fixed seeds, and what every plan of weeks mode must keep; both solvers read the same case.

Instants are seconds since 1970 UTC, durations minutes, days 0 to `days` - 1 counted from FIRST.
"""
import random

FIRST = 20500  # a Monday's number of days since 1970
START = FIRST * 86400
SIZES = ((5, 7), (10, 7), (20, 14), (40, 21), (60, 28))  # tasks and days
LOADS = {"loose": 45, "tight": 90}  # percent of the free time


def draw(seed, tasks, days, load):
    """A case with busy times, limits, deadlines, orders, spaced tasks, and blocks that are pinned or come from an earlier plan."""
    dice = random.Random(f"{seed} {tasks} {days} {load}")
    evening = [] if dice.random() < 0.1 else [[960, 1320]]
    case = dict(
        id=f"{tasks} tasks, {days} days, {load} %, {seed}", now=START, first=FIRST, days=days, mode="weeks",
        hours=[dice.choice([[[960, 1320]], [[960, 1320]], evening, [[540, 720], [1080, 1260]]]) for _ in range(7)],
        minimum=dice.choice([15, 30, 30, 45]), maximum=dice.choice([60, 90, 120, 120]), pause=dice.choice([0, 5, 10, 15]),
        limit=dice.choice([None, None, 150, 210]), tasks=[], busy=[], earlier=[])
    for day in range(days):
        for _ in range(dice.randint(0, 3)):
            start = START + day * 86400 + dice.randint(108, 258) * 300
            case["busy"].append([start, start + dice.randint(6, 18) * 300])
    open_times, free = segments(case), [0] * days
    for start, end, day in open_times:
        free[day] += (end - start) * 5
    total = sum(min(minutes, case["limit"] or minutes) for minutes in free) * load // 100
    for number in range(tasks):
        task = dict(id=f"task {number:04}", minutes=max(15, total * dice.randint(40, 160) // (100 * tasks)),
                    priority=dice.randint(0, 2), done=0, earliest=None, deadline=None, after=[], spaced=None)
        if dice.random() < 0.5:
            task["deadline"] = START + dice.randint(max(1, days // 3), days) * 86400 + dice.randint(0, 23) * 3600
        if dice.random() < 0.2:
            task["earliest"] = START + dice.randint(0, days * 2 // 3) * 86400
        if number and dice.random() < 0.12:
            task["after"] = [f"task {dice.randrange(number):04}"]
        if dice.random() < 0.08:
            task["spaced"] = dice.randint(2, 4)
        case["tasks"].append(task)
    if dice.random() < 0.5:
        for _ in range(dice.randint(1, 3)):  # blocks of an earlier plan, the first of them pinned
            start, end, _ = dice.choice(open_times)
            length = dice.choice([6, 9, 12])
            if end - start >= length and not any(start * 300 < block["end"] + 3600 and block["start"] < end * 300 + 3600
                                                 for block in case["earlier"]):
                case["earlier"].append(dict(id=f"block {len(case['earlier'])}", task=dice.choice(case["tasks"])["id"],
                                            start=start * 300, end=(start + length) * 300, pinned=not case["earlier"]))
    return case


def drawn(seeds):
    """For each seed the cases of all sizes, loose and tight."""
    return [draw(seed, tasks, days, load) for tasks, days in SIZES for load in LOADS.values() for seed in range(seeds)]


def changed(case, blocks, kind, seed=0):
    """The case with a plan's blocks as earlier ones and one task added, removed or changed."""
    dice = random.Random(f"{seed} {kind}")
    pinned = [block for block in case["earlier"] if block["pinned"]]
    new = dict(case, id=f"{case['id']}, one task {kind}", tasks=[dict(task) for task in case["tasks"]],
               earlier=pinned + [dict(id=f"plan {number}", task=task, start=start, end=end, pinned=False)
                                 for number, (task, start, end) in enumerate(blocks)])
    referred = {block["task"] for block in pinned}
    place = dice.choice([n for n, task in enumerate(new["tasks"]) if task["id"] not in referred])
    task = new["tasks"][place]
    if kind == "added":
        deadline = START + case["days"] * 86400 // 3
        new["tasks"].append(dict(task, id="task new", priority=0, after=[], earliest=None, deadline=deadline, spaced=None))
    elif kind == "removed":
        del new["tasks"][place]
        for other in new["tasks"]:
            other["after"] = [name for name in other["after"] if name != task["id"]]
    else:
        task["minutes"] = task["minutes"] * 3 // 2
    return new


def kept(case):
    return [block for block in case["earlier"] if block["pinned"]]


def movable(case):
    return [block for block in case["earlier"] if not block["pinned"]]


def need(case, task):
    """Slots of five minutes that are to be placed."""
    pinned = sum(block["end"] - block["start"] for block in kept(case) if block["task"] == task["id"]) // 60
    return -(-max(0, task["minutes"] - task["done"] - pinned) // 5)


def lengths(case, task):
    """The shortest and the longest block of a task, in slots."""
    most, least = case["maximum"], min(case["minimum"], need(case, task) * 5)
    if task["spaced"]:
        most = min(most, -(-(-(-need(case, task) * 5 // task["spaced"])) // 5) * 5)
        least = min(least, most)
    return -(-least // 5), most // 5


def segments(case):
    """Free time as (first slot, end slot, day); a slot is five minutes."""
    taken = case["busy"] + [[block["start"] - case["pause"] * 60, block["end"] + case["pause"] * 60] for block in kept(case)]
    found, on = [], {}
    for span in taken:
        for day in range((span[0] - START) // 86400, (span[1] - START) // 86400 + 1):
            on.setdefault(day, []).append(span)
    for day in range(case["days"]):
        midnight = START + day * 86400
        for opens, closes in case["hours"][(FIRST + day + 3) % 7]:
            free = [[midnight + opens * 60, midnight + closes * 60]]
            for start, end in on.get(day, []):
                free = [part for low, high in free for part in ([low, min(high, start)], [max(low, end), high]) if part[0] < part[1]]
            found += [(-(-low // 300), high // 300, day) for low, high in sorted(free)]
    return [(low, high, day) for low, high, day in found if low < high]


def room(case, day):
    """Slots that the daily limit leaves on a day; None without one."""
    if case["limit"] is None:
        return None
    pinned = sum(block["end"] - block["start"] for block in kept(case) if (block["start"] - START) // 86400 == day)
    return max(0, (case["limit"] * 60 - pinned) // 300)


def objective(case, blocks):
    """The objective of new blocks (task, start, end), as study.md defines it."""
    left = [0, 0, 0]
    ends = {}
    for task in case["tasks"]:
        mine = [block for block in blocks if block[0] == task["id"]]
        left[task["priority"]] += need(case, task) * 5 - sum(end - start for _, start, end in mine) // 60
        if mine:
            ends[task["id"]] = max(end for _, _, end in mine)
    places = {tuple(block) for block in blocks}
    names = {task["id"] for task in case["tasks"]}
    moved = sum((block["task"], block["start"], block["end"]) not in places for block in movable(case) if block["task"] in names)
    return [*left, moved, len(blocks), sum((end - case["now"]) // 60 for end in ends.values())]


def faults(case, blocks):
    """The hard rules that new blocks break."""
    found = []
    tasks = {task["id"]: task for task in case["tasks"]}
    free, ordered = segments(case), sorted(blocks, key=lambda block: block[1])
    left = {name: need(case, task) for name, task in tasks.items()}
    for (_, _, end), (_, start, _) in zip(ordered, ordered[1:]):
        if start < end + case["pause"] * 60:
            found.append(f"no break before {start}")
    used, on = {}, set()
    for block in ordered:
        name, start, end = block
        task, slots, day = tasks[name], (end - start) // 300, (start - START) // 86400
        shortest, longest = lengths(case, task)
        if start % 300 or end % 300 or not any(low * 300 <= start and end <= high * 300 for low, high, _ in free):
            found.append(f"not in free time: {block}")
        if not shortest <= slots <= longest:
            found.append(f"length of {block}")
        if start < (task["earliest"] or start) or end > (task["deadline"] or end):
            found.append(f"too early or too late: {block}")
        for other in task["after"]:
            mine = [last for first, _, last in blocks if first == other]
            mine += [held["end"] for held in kept(case) if held["task"] == other]
            whole = sum(last - first for who, first, last in blocks if who == other) // 300
            if other in tasks and (whole < need(case, tasks[other]) or any(last > start for last in mine)):
                found.append(f"{block} comes before {other} is whole")
        taken = [(held["start"] - START) // 86400 for held in kept(case) if held["task"] == name]
        if task["spaced"] and ((name, day) in on or day in taken):
            found.append(f"two blocks of a spaced task on one day: {block}")
        on.add((name, day))
        used[day] = used.get(day, 0) + slots
        left[name] -= slots
    found += [f"the limit of day {day}" for day, slots in used.items() if case["limit"] is not None and slots > room(case, day)]
    return found + [f"too much of {name}" for name, slots in left.items() if slots < 0]
