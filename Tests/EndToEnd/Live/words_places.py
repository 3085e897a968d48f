"""Operations on people: their places, roles and names."""

import asyncio

from words_texts import short


class Places:
    """How the people of a story enroll, drop and rename themselves."""

    async def enroll(self, me):
        free = [(course, section) for course, sections in self.courses.items() for section in sections
                if not {(course, section, "student"), (course, section, "staff")} & self.model.places[me.id]]
        place = self.pick(free)
        if place:
            await self.enroll_in(me, *place)

    async def enroll_in(self, me, course, section):
        body = {"sections": [section]}
        if await self.attempt(me, f"enrolls in {short([section])}", "POST", "/v1/me/enrollments", body) is not None:
            self.place(me, {(course, section, "student")}, set())

    def place(self, person, more, less):
        self.take_over(person, more | less)
        with self.change() as model:
            model.places[person.id] = model.places[person.id] - less | more

    async def drop(self, me):
        """Drops a student's enrollment; one beside a staff role is left alone."""
        mine = self.model.places[me.id]
        places = sorted(place for place in mine if place[2] == "student" and (*place[:2], "staff") not in mine)
        beside = [place for place in places if sum(other[0] == place[0] for other in mine) > 1]
        place = self.pick(beside if beside and self.random.random() < 0.8 else places)
        if place:
            if await self.attempt(me, f"drops {short([place[1]])}", "DELETE", f"/v1/me/enrollments/{place[1]}") is not None:
                self.place(me, set(), {place})

    async def staffing(self, person):
        course = self.random.choices(list(self.courses), [80, 20])[0]
        held = sorted(self.model.staffed(person.id, course), key=str)
        if held and self.random.random() < 0.6:
            return await self.revoke(person, course, self.pick(held) if self.random.random() < 0.7 else None)
        section = self.pick(section for section in [None, *self.courses[course] * 2] if section not in held)
        if section or not held or None not in held:
            await self.grant(person, course, section)

    async def grant(self, person, course, section):
        body = {"sections": [section] if section else None}
        await self.staff("grant", person, course, section, "PUT", f"/v1/courses/{course}/staff/{person.id}", body)
        self.place(person, {(course, section, "staff")}, set())

    async def revoke(self, person, course, section):
        """Revokes one section's role, or all."""
        path = f"/v1/courses/{course}/staff/{person.id}" + (f"?section={section}" if section else "")
        await self.staff("revoke", person, course, section, "DELETE", path, None)
        self.place(person, set(), {place for place in self.model.places[person.id]
                                   if place[0] == course and place[2] == "staff" and section in (None, place[1])})

    async def staff(self, verb, person, course, section, method, path, body):
        """By an admin over HTTP, sometimes by the command, in another process."""
        self.trail.append(f"{len(self.trail) + 1} {verb} {person.name} staff of {short([section]) if section else 'all'}")
        if self.random.random() < 0.1:
            options = ["--section", section] if section else []
            await asyncio.to_thread(self.campus.server.admin, "staff", verb, person.email, course, *options)
        else:
            status, answer = await self.campus.admin(method, path, body)
            assert status < 300, f"{self.trail[-1]}: {status} {answer}"

    async def rename(self, me):
        name = self.word(f"name of {me.name}")
        if await self.attempt(me, "takes another name", "PATCH", "/v1/me", {"displayName": name}) is not None:
            with self.change() as model:
                model.names[me.id] = name
