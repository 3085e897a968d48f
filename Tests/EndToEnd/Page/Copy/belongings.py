"""What people have of their own, in random histories: marks, tasks, study time, calendars, plans, seats, settings. They change it on
another device, or in a tab of the page, which may have no network."""

from hostile_web import calendar, event
from registrar import import_seats
from study_people import WHOLE_DAYS, soon
from tabs import COURSE

PLANS, IMPORTS = "/v1/me/plans", "/v1/me/calendar-imports"
# So far that no alert comes and no plan is made anew while a test runs.
FAR = {"days": 2}
CALENDAR = {"Content-Type": "text/calendar; charset=utf-8"}
# What a tab writes, with a word that nobody has written yet. It waits there until there is a network.
EVENTS = f"(h.copy.events('{COURSE}').value ?? []).filter(({{ number }}) => number > 0).slice(given.at)"
OWN = {
    "post": f"await h.outbox.post('{COURSE}', {{ title: given.word, visibility: 'private' }})",
    "reply": f"for (const {{ id }} of {EVENTS}.slice(0, 1)) await h.outbox.reply(id, {{ body: given.word }})",
    "see": f"for (const event of {EVENTS}.slice(0, 2)) await h.outbox.see(event)",
    "see all": f"await h.outbox.seeCourse('{COURSE}')",
    "follow": f"for (const {{ id }} of {EVENTS}.slice(0, 2)) await h.outbox.mark(id, {{ following: true, muted: given.says }})",
    "done": f"for (const {{ id }} of {EVENTS}.slice(0, 2)) await h.outbox.mark(id, {{ done: given.says, remindAt: '2099-01-01T00:00:00Z' }})",
    "me too": f"for (const {{ id }} of {EVENTS}.slice(0, 1)) await h.outbox.meToo(id, given.says)",
    "thank": f"""for (const {{ id }} of {EVENTS}.slice(0, 1)) {{
        for (const reply of (h.copy.replies(id).value ?? []).filter(({{ number }}) => number > 0)) await h.outbox.thank(reply, given.says)
    }}""",
    "read": "await h.outbox.readNotifications((h.copy.notifications().value ?? []).slice(0, 3).map(({ id }) => id))",
    "task": "await h.outbox.task({ title: given.word, kind: 'flexible', minutes: 60, earliest: given.soon })",
    "tick": "for (const task of (h.copy.tasks().value ?? []).slice(given.at, given.at + 1)) await h.outbox.tick(task, given.says)",
    "pin": """for (const block of (h.copy.studyPlan().value?.blocks ?? []).filter(({ kind }) => kind === 'study').slice(given.at, given.at + 1)) {
        await h.outbox.block(block, { pinned: given.says })
    }""",
    "personal": """const id = crypto.randomUUID()
        const times = { start: '2099-06-01T12:00:00Z', end: '2099-06-01T13:00:00Z' }
        const file = given.file.replace('UID:one', `UID:${id}`)
        await h.outbox.personal(id, { title: given.word, location: '', ...times, allDay: false, rule: null, file })""",
    "plan": "await h.outbox.make('plan', { name: given.word, programme: null, terms: [{ term: '209710', courses: [] }] })",
    "edit a plan": """for (const { id, rev, name, owner } of (h.copy.degreePlans().value ?? []).slice(given.at, given.at + 1)) {
        if (owner.id === h.copy.account.value?.id) {
            await h.outbox.edit('editPlan', { id, rev, seen: undefined }, { name: given.word }, { name })
        }
    }""",
    "comment": """for (const { id } of (h.copy.degreePlans().value ?? []).slice(given.at, given.at + 1)) {
        await h.outbox.make('planReply', { body: given.word }, id)
    }""",
    "record": """const { rev, items } = h.copy.record().value ?? { rev: 0, items: [] }
        const body = { items: [{ course: `COMP ${100 + given.at}`, term: '202530', grade: 'B' }], unknown: true }
        await h.outbox.edit('record', { id: h.copy.account.value.id, rev, seen: undefined }, body, { items })""",
}


class Belongings:
    """Two people change what they have on another device. Staff and friends change what they see of it."""

    def __init__(self, dice, word, server, people, staff):
        self.dice, self.word, self.server, self.people, self.staff = dice, word, server, people, staff
        self.files, self.removed, self.taken = {person.id: [] for person in people}, [], 0
        sections = people[0].get(f"/v1/courses/{COURSE}")["sections"]
        self.watched, self.crns = [each["id"] for each in sections[:2]], [each["crn"] for each in sections[:2]]

    def step(self):
        person = self.dice.choice(self.people)
        self.dice.choice([
            self.mark, self.mark, self.name, self.prefer, self.study, self.task, self.task, self.personal, self.plan, self.plan, self.comment,
            self.approve, self.record, self.watch, self.seats, self.bring, self.remove, self.pin, self.read])(person)

    def own(self, tab):
        """Writes something in a tab of the page."""
        tab.run(OWN[self.dice.choice(list(OWN))], {
            "word": (word := self.word()), "at": self.dice.randrange(3), "says": self.says(), "soon": soon(**FAR),
            "file": calendar(event("one", title=word)).decode()})

    def says(self):
        return self.dice.random() < 0.5

    def some(self, person, path):
        """One of a list, or nothing."""
        found = person.items(path)
        return [self.dice.choice(found)] if found else []

    def event(self, person):
        found = person.get("/v1/snapshot")["events"]
        return [self.dice.choice(found)] if found else []

    def mark(self, person):
        for event in self.event(person):
            person.call("PUT", f"/v1/me/marks/{event['id']}", json=self.dice.choice([
                {"seen": event["activity"]}, {"done": self.says()}, {"following": self.says()}, {"muted": self.says()}]))
            person.call("PUT" if self.says() else "DELETE", f"/v1/events/{event['id']}/me-too")

    def name(self, person):
        person.call("PATCH", "/v1/me", 200, json={"displayName": self.word()})

    def prefer(self, person):
        person.call("PATCH", "/v1/me/preferences", 200, json=self.dice.choice([
            {"reminders": [self.dice.randint(1, 1000)]}, {"mutedCourses": [COURSE]}, {"mutedCourses": []}, {"follows": [{"course": COURSE}]}]))

    def study(self, person):
        person.call("PUT", "/v1/me/study-settings", 200, json={
            "timeZone": "UTC", "hours": WHOLE_DAYS, "minimumBlock": self.dice.choice([15, 30, 60]), "alerts": {"start": None, "end": None}})

    def task(self, person):
        tasks = self.some(person, "/v1/me/tasks")
        if not tasks or self.dice.random() < 0.5:
            person.call("POST", "/v1/me/tasks", 201, json={
                "title": self.word(), "kind": "flexible", "minutes": self.dice.choice([30, 90]), "earliest": soon(**FAR)})
        elif self.says():
            person.call("DELETE", f"/v1/me/tasks/{tasks[0]['id']}")
        else:
            person.call("PATCH", f"/v1/me/tasks/{tasks[0]['id']}", json={"title": self.word(), "priority": "high"})

    def personal(self, person):
        """As a calendar program does it."""
        files = self.files[person.id]
        is_new = not files or self.says()
        if is_new:
            files.append(f"phone{len(files)}")
        name = files[-1] if is_new else self.dice.choice(files)
        address = f"{person.server.url}/dav/calendars/{person.id}/personal/{name}.ics"
        if is_new or self.says():
            body = calendar(event(name, title=self.word()))
            person.http.put(address, data=body, headers=person.headers | CALENDAR).raise_for_status()
        else:
            files.remove(name)
            person.http.delete(address, headers=person.headers).raise_for_status()

    def plan(self, person):
        mine = [each for each in person.items(PLANS) if each["owner"]["id"] == person.id]
        if len(mine) < 2:
            person.call("POST", PLANS, 201, json={"name": self.word(), "shared": True})
            return
        path = f"{PLANS}/{self.dice.choice(mine)['id']}"
        if self.dice.random() < 0.3:
            person.call("DELETE", path, 204)
        else:
            person.call("PATCH", path, 200, json=self.dice.choice([
                {"name": self.word()}, {"shared": self.says()}, {"creditsPerTerm": self.dice.randint(3, 18)},
                {"terms": [{"term": "209710", "courses": []}]}]))

    def others_plan(self, person):
        """A plan of somebody else that a person may read."""
        shared = [each for other in self.people if other is not person for each in other.items(PLANS)
                  if each["shared"] and each["owner"]["id"] == other.id]
        return [f"{PLANS}/{self.dice.choice(shared)['id']}"] if shared else []

    def comment(self, person):
        for path in self.others_plan(person):
            mine = [each for each in person.items(f"{path}/replies") if each["author"]["id"] == person.id]
            if mine and self.says():
                person.call("DELETE", f"/v1/replies/{self.dice.choice(mine)['id']}", 204)
            else:
                person.call("POST", f"{path}/replies", 201, json={"body": self.word()})

    def approve(self, person):
        for path in self.others_plan(person):
            person.call(self.dice.choice(["PUT", "PUT", "DELETE"]), f"{path}/approval")

    def record(self, person):
        person.call("PUT", "/v1/me/record", 200, params={"unknown": "allow"}, json={
            "items": [{"course": "COMP 100", "term": "202530", "grade": self.dice.choice("ABCDF")}] if self.dice.random() < 0.8 else []})

    def watch(self, person):
        person.call("PUT" if self.says() else "DELETE", f"/v1/me/seat-watches/{self.dice.choice(self.watched)}")

    def seats(self, _):
        """The registrar's file is imported with other numbers: of watched seats, some come free."""
        self.taken = (self.taken + self.dice.choice([1, 28, 29])) % 31
        import_seats(self.server, self.server.database.parent, {crn: (self.taken, 30) for crn in self.crns})

    def bring(self, person):
        found = self.some(person, IMPORTS)
        if found and self.says():
            person.call("DELETE", f"{IMPORTS}/{found[0]['id']}", 204)
        else:
            person.call("POST", IMPORTS, 201, params={"name": self.word()}, data=calendar(event("a")), headers={"Content-Type": "text/calendar"})

    def remove(self, _):
        """Staff take a post away, or bring one back."""
        if self.removed and self.says():
            self.staff.call("POST", f"/v1/events/{self.removed.pop()}/restore")
            return
        public = [each for each in self.staff.events(COURSE) if each["visibility"] == "public"]
        if public:
            self.removed.append(self.dice.choice(public)["id"])
            self.staff.call("DELETE", f"/v1/events/{self.removed[-1]}", params={"reason": self.word()})

    def pin(self, _):
        for event in self.event(self.staff):
            self.staff.call("PUT" if self.says() else "DELETE", f"/v1/events/{event['id']}/pin")

    def read(self, person):
        unread = [each["id"] for each in person.items("/v1/me/notifications") if each["readAt"] is None]
        if unread:
            person.call("PATCH", "/v1/me/notifications", json={"read": unread[:2]})
