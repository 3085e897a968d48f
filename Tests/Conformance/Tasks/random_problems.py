"""Random questions to `POST /v1/study/preview`, with everything that study.md speaks of."""

import datetime
import random

from study_problem import FLAGS, MINUTE, Problem, stamp

# Days before a change of the clocks, in both directions, and zones of odd offsets.
PLACES = [
    ("America/Vancouver", "2025-03-08"), ("America/Vancouver", "2025-11-01"), ("Europe/Berlin", "2026-03-28"),
    ("Europe/Berlin", "2025-10-25"), ("America/St_Johns", "2025-03-08"), ("America/St_Johns", "2025-11-01"),
    ("Australia/Lord_Howe", "2025-04-05"), ("Australia/Lord_Howe", "2025-10-04"), ("America/Sao_Paulo", "2018-02-17"),
    ("America/Sao_Paulo", "2018-11-03"), ("America/Havana", "2025-03-08"), ("America/Havana", "2025-11-01"),
    ("Pacific/Chatham", "2025-04-05"), ("Asia/Kathmandu", "2025-06-01"), ("Asia/Kolkata", "2026-02-27"),
    ("Pacific/Marquesas", "2025-12-30"), ("America/New_York", "2024-02-28"), ("UTC", "2026-11-20"),
]
RULES = [
    "FREQ=DAILY", "FREQ=DAILY;INTERVAL=2", "FREQ=DAILY;COUNT=3", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU", "FREQ=WEEKLY",
    "FREQ=WEEKLY;INTERVAL=2",
]


def clock(minutes):
    return f"{minutes // 60:02}:{minutes % 60:02}"


class Dice(random.Random):
    """Draws questions. A grid of 5 minutes suits both modes; the even rule also gets single minutes and seconds."""

    def __init__(self, seed, mode, grid=1):
        super().__init__(seed)
        self.mode, self.grid = mode, grid

    def chance(self, share):
        return self.random() < share

    def minutes(self, low, high):
        return self.randrange(low, high + 1, self.grid)

    def day(self, low, high):
        return self.first + datetime.timedelta(days=self.randint(low, high))

    def moment(self, low, high, from_hour=0, to_hour=22):
        """A moment on one of the days from `low` to `high`, counted from the plan's first."""
        return self.problem.wall(self.day(low, high), self.minutes(60 * from_hour, 60 * to_hour))

    def blurred(self, moment):
        return stamp(moment + (self.randint(1, 59) if self.grid == 1 and self.chance(0.2) else 0))

    def hours(self, most):
        edges = sorted(self.sample(range(0, 1441, 5 if self.chance(0.8) else self.grid), 2 * self.randint(1, most)))
        return [{"start": clock(start), "end": clock(end)} for start, end in zip(edges[::2], edges[1::2])]

    def question(self, tasks=5, days=3):
        zone, first = self.choice(PLACES)
        self.first = datetime.date.fromisoformat(first) + datetime.timedelta(days=self.randint(-1, 1))
        self.span = self.randint(0, days)
        minimum = self.minutes(10, 45)
        settings = {
            "timeZone": zone, "mode": self.mode, "minimumBlock": minimum, "maximumBlock": minimum + self.minutes(0, 90),
            "break": self.choice([0, 0, 5, 5, 10, 15, 7]), "dailyLimit": self.choice([None, None, None, self.minutes(30, 300)]),
            "hours": {day: self.hours(2) for day in "MTWRFSU" if self.chance(0.9)},
        }
        body = {
            "now": stamp(0), "from": str(self.first), "to": str(self.first + datetime.timedelta(days=self.span)),
            "settings": settings, "tasks": [],
        }
        self.problem = Problem(body)
        starts_late = self.chance(0.1)
        body["now"] = self.blurred(self.moment(1, self.span + 1, 6, 22) if starts_late else self.moment(-1, 0, 0, 16))
        body["tasks"] = self.flexible(tasks, is_plain=starts_late) + self.fixed()
        body["busy"] = [self.busy() for _ in range(self.choice([0, 1, 3]))]
        body["blocks"] = [self.block(number, body["tasks"]) for number in range(self.choice([0, 0, 2, 4, 6]))]
        self.shuffle(body["tasks"])
        return body

    def flexible(self, most, is_plain):
        """Flexible tasks; plain ones have no `earliest` and no `after`."""
        tasks = []
        for number in range(self.randint(1, most)):
            task = {"id": f"t{number}", "kind": "flexible", "title": f"Task {number}", "minutes": self.minutes(5, 150)}
            if self.chance(0.7):
                task["priority"] = self.choice(["high", "medium", "low"])
            if self.chance(0.3):
                task["deadline"] = self.blurred(self.moment(0, self.span + 1))
            if self.chance(0.3) and not is_plain and "deadline" not in task:
                task["earliest"] = self.blurred(self.moment(-1, self.span))
            if self.chance(0.6):
                task["createdAt"] = stamp(1_700_000_000 + self.randint(0, 2))
            if self.chance(0.15):
                task["minutesDone"] = self.minutes(0, 200)
            if self.chance(0.08):
                task["done"] = True
            if tasks and self.chance(0.2) and not is_plain:
                task["after"] = [other["id"] for other in self.sample(tasks, self.randint(1, min(2, len(tasks))))]
            tasks.append(task)
        return tasks

    def fixed(self):
        tasks = []
        for number in range(self.choice([0, 0, 1, 2])):
            start = self.moment(-2, self.span, 4, 22)
            task = {
                "id": f"f{number}", "kind": "fixed", "title": f"Fixed {number}", "start": self.blurred(start),
                "end": self.blurred(start + MINUTE * self.minutes(10, 120)), "done": self.chance(0.2),
            }
            if self.chance(0.5):
                task["start"], recurrence = stamp(start), {"rule": self.choice(RULES)}
                if self.chance(0.3):
                    until = stamp(start + 86400 * self.randint(0, 3))
                    recurrence["rule"] = "FREQ=DAILY;UNTIL=" + until.replace("-", "").replace(":", "")
                if self.chance(0.3):
                    recurrence["exceptions"] = [stamp(start + 86400 * number) for number in self.sample(range(4), 2)]
                task["recurrence"] = recurrence
            tasks.append(task)
        return tasks

    def busy(self):
        start = self.moment(-1, self.span)
        return {"start": self.blurred(start), "end": self.blurred(start + MINUTE * self.minutes(10, 200))}

    def block(self, number, tasks):
        """An earlier block, of a task that nothing waits for and that is not spread over days."""
        others = {id for task in tasks for id in task.get("after", [])}
        task = self.choice([task for task in tasks if task["kind"] == "flexible" and task["id"] not in others])
        start = self.moment(-1, self.span + 1)
        flags = self.choice([{}, {}, {}, {}, *({name: True} for name in FLAGS), {"pinned": True, "missed": True}])
        length = MINUTE * self.minutes(10, 60)
        return {"id": f"b{number}", "start": stamp(start), "end": stamp(start + length), "task": task["id"]} | flags

    def small_question(self):
        """A question for the weeks mode that can be searched exhaustively."""
        body = self.question(tasks=3, days=3)
        settings = body["settings"]
        settings["minimumBlock"] = self.choice([5, 10, 10, 15, 20, 12])
        settings["maximumBlock"] = settings["minimumBlock"] + self.choice([0, 5, 10, 15, 25])
        settings["dailyLimit"] = self.choice([None, None, None, 20, 35, 60])
        for day in settings["hours"]:
            start, length = self.minutes(0, 1200), self.minutes(20, 100)
            settings["hours"][day] = [{"start": clock(start), "end": clock(start + length)}]
            if self.chance(0.4):
                settings["hours"][day].append({"start": clock(start + length + 20), "end": clock(start + length + 50)})
        body["now"] = stamp(self.moment(-1, 0, 0, 12))
        for task in body["tasks"]:
            if task["kind"] == "flexible":
                task["minutes"] = self.choice([5, 10, 20, 25, 30, 33, 40, 45, 60])
                task["minutesDone"] = self.choice([0, 0, 0, 0, 5, 12])
        busy = {block["task"] for block in body["blocks"]}
        for task in body["tasks"]:
            whole = task.get("minutes", 0) - task.get("minutesDone", 0)
            if whole == 40 and task["id"] not in busy and settings["minimumBlock"] <= 20:
                task["spaced"] = 2
        self.problem = Problem(body)
        for block in body["blocks"]:
            # Within the hours of a day, so that it could stay.
            spans = [span for day in self.problem.days for span in self.problem.hours(day)]
            if spans and self.chance(0.8):
                first, last = self.choice(spans)
                start = first + 300 * self.randrange(max(1, (last - first) // 300 - 1))
                end = start + 300 * self.randint(-(-settings["minimumBlock"] // 5), settings["maximumBlock"] // 5 + 1)
                block["start"], block["end"] = stamp(start), stamp(end)
        return body
