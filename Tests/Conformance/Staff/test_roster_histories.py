"""Random histories of joining, leaving, invitations, removals and imports, against a model that says who must be where.

`NOTEIT_SEEDS` sets the number of histories, `NOTEIT_FIRST_SEED` the first.
"""

import os
import random

import pytest

from copies import Copy
from people import register, scopes, staff
from test_rosters import COURSE, Lists, row

FIRST = int(os.environ.get("NOTEIT_FIRST_SEED", "0"))
SEEDS = range(FIRST, FIRST + int(os.environ.get("NOTEIT_SEEDS", "2")))
PEOPLE, STEPS = 8, 40


class Model:
    """The rules, written a second time: places, entries of the list, and who gave each place."""

    def __init__(self):
        self.held = set()  # (person, section, role)
        self.listed = {}  # (person, section, role) -> whether the list alone gave the place; None: expected
        self.barred = set()  # (person, section)
        self.verified = set()

    def places(self, person):
        mine = {(section, role) for who, section, role in self.held if who == person}
        # One who is both is shown as staff.
        return sorted(place for place in mine if place[1] == "staff" or (place[0], "staff") not in mine)

    def is_staff(self, person):
        return any(role == "staff" for _, role in self.places(person))

    def add(self, *place):
        self.held.add(place)

    def take(self, *place):
        """By hand: the list no longer gives it."""
        self.held.discard(place)
        if self.listed.get(place):
            self.listed[place] = False

    def settle(self, place):
        """An entry whose person is known."""
        person, section, role = place
        if place in self.held or role == "student" and (person, section) in self.barred:
            self.listed[place] = False
        else:
            self.held.add(place)
            self.listed[place] = True

    def verify(self, person):
        self.verified.add(person)
        for place in [place for place, given in self.listed.items() if place[0] == person and given is None]:
            self.settle(place)

    def import_list(self, wanted, allowed):
        gone = [place for place in self.listed if place not in wanted]
        if not allowed and len(gone) * 10 > len(self.listed):
            return False
        for place in gone:
            if self.listed.pop(place):
                self.held.discard(place)
        for place in wanted - self.listed.keys():
            self.listed[place] = None
            if place[0] in self.verified:
                self.settle(place)
        return True


class History:
    def __init__(self, seed, server, lists):
        self.random, self.model, self.server, self.lists = random.Random(seed), Model(), server, lists
        self.seed, self.people, self.copies = seed, {}, {}
        self.grace = staff(server, COURSE)
        self.sections = [lists.sections[code] for code in lists.codes[:2]]
        self.codes = {section: code for code, section in lists.sections.items()}

    def email(self, number):
        return f"h{self.seed}.{number}@example.edu"

    def step(self):
        number = self.random.randrange(PEOPLE)
        action = self.random.choice([
            self.register, self.verify, self.join, self.leave, self.remove, self.invitation, self.grant, self.revoke,
            self.bring, self.bring, self.bring])
        action(number, self.random.choice(self.sections))

    def register(self, number, section):
        if number not in self.people:
            self.people[number] = register(self.server, f"Person {number}", self.email(number))
            self.copies[number] = Copy(self.people[number])

    def verify(self, number, section):
        if number in self.people:
            self.server.admin("account", "verify", self.email(number))
            self.model.verify(number)

    def join(self, number, section):
        if number not in self.people:
            return
        answer = self.people[number].call("POST", "/v1/me/enrollments", json={"sections": [section]})
        if not {(number, section, "student"), (number, section, "staff")} & self.model.held:
            if (number, section) in self.model.barred:
                assert answer.status_code == 202
                self.people[number].call("DELETE", f"/v1/me/enrollments/{section}", 204)
            else:
                self.model.add(number, section, "student")

    def leave(self, number, section):
        if (number, section, "student") in self.model.held:
            self.people[number].call("DELETE", f"/v1/me/enrollments/{section}", 204)
            self.model.take(number, section, "student")

    def remove(self, number, section):
        if (number, section, "student") not in self.model.held or self.model.is_staff(number):
            return
        self.grace.call("DELETE", f"/v1/courses/{COURSE}/members/{self.people[number].id}?section={section}", 204)
        self.model.take(number, section, "student")
        self.model.barred.add((number, section))

    def invitation(self, number, section):
        if number not in self.people:
            return
        mine = self.random.random() < 0.5
        body = {"section": section} | ({"email": self.email(number)} if mine else {})
        code = self.grace.call("POST", f"/v1/courses/{COURSE}/invitations", 201, json=body).json()["code"]
        answer = self.people[number].call("POST", "/v1/invitations/use", json={"code": code})
        if {(number, section, "student"), (number, section, "staff")} & self.model.held:
            assert answer.status_code == 200
        elif (number, section) in self.model.barred and not mine:
            assert answer.status_code == 403
        else:
            assert answer.status_code == 201
            self.model.barred.discard((number, section))
            self.model.add(number, section, "student")

    def grant(self, number, section):
        if number in self.people:
            self.grace.call("PUT", f"/v1/courses/{COURSE}/staff/{self.people[number].id}", json={"sections": [section]})
            place = (number, section, "staff")
            self.model.add(*place)
            if self.model.listed.get(place):
                self.model.listed[place] = False

    def revoke(self, number, section):
        if (number, section, "staff") in self.model.held:
            self.grace.call("DELETE", f"/v1/courses/{COURSE}/staff/{self.people[number].id}?section={section}", 204)
            self.model.take(number, section, "staff")

    def bring(self, number, section):
        """A new list: mostly the last one with a few changes."""
        wanted = {place for place in self.model.listed if self.random.random() < 0.9}
        for _ in range(self.random.randrange(4)):
            role = "staff" if self.random.random() < 0.2 else "student"
            wanted.add((self.random.randrange(PEOPLE), self.random.choice(self.sections), role))
        allowed = self.random.random() < 0.6
        words = {"student": "Student", "staff": "Instructor"}
        rows = [row(self.email(who), self.codes[home], words[role]) for who, home, role in sorted(wanted)]
        options = ["--course", "CMPT225", "--yes"] + (["--allow-removals"] if allowed else [])
        done = self.model.import_list(wanted, allowed)
        self.lists.run(rows, *options, status=0 if done else 1)

    def expect_all(self):
        for number, person in self.people.items():
            assert scopes(person) == self.model.places(number), f"seed {self.seed}: person {number}"


@pytest.mark.parametrize("seed", SEEDS)
def test_everyone_is_where_lists_hands_and_invitations_put_them(seed, own_server, tmp_path):
    history = History(seed, own_server, Lists(own_server, tmp_path))
    history.grace.post(COURSE, "Welcome")
    for _ in range(STEPS):
        history.step()
        history.expect_all()
    for copy in history.copies.values():
        copy.expect_fresh()
    assert "is sound" in own_server.admin("check")
