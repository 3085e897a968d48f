"""The load of a course: other deadlines of its students, in groups of at least five."""

import json

import pytest

from people import register, staff
from study_campus import ZONE, days, join
from study_people import TERM, at


def load(person, course, status=200, **query):
    return person.call("GET", f"/v1/courses/{course}/load", status, params=query).json()


@pytest.fixture
def loaded(campus):
    """A course of eight, three of whom are in another course with two deadlines tomorrow."""
    course, other = f"{TERM}.STDY105", f"{TERM}.STDY106"
    grace, people = staff(campus, course), [register(campus) for _ in range(8)]
    for person in people:
        join(person, 105)
    for person in people[:3]:
        join(person, 106)
    teacher = staff(campus, other)
    events = [teacher.post(other, f"Due {number}", due=at(ZONE, 1, "15:00")) for number in range(2)]
    yield course, other, grace, people, teacher
    for event in events:
        teacher.delete(event)
    for person in people:
        for enrollment in person.items("/v1/me/enrollments"):
            person.drop(enrollment["section"])


def test_the_load_of_a_course_singles_nobody_out(loaded):
    course, other, grace, people, teacher = loaded
    tomorrow = days(1, 1)
    # Three with deadlines are too few for a group: they join the others.
    assert load(grace, course, **tomorrow)["days"] == [{"day": tomorrow["from"], "deadlines": 0, "share": 1}]
    for person in people[3:5]:
        join(person, 106)
    # Now five have two; the three others are too few, and everybody is in one group.
    groups = load(grace, course, **tomorrow)["days"]
    assert len(groups) == 1 and groups[0]["share"] == 1
    # One who has many more is not seen among the five.
    people[0].post(other, "Private", visibility="private", due=at(ZONE, 1, "16:00"))
    assert load(grace, course, **tomorrow)["days"] == groups
    # Deadlines of the course itself, and of other days, do not count.
    own = grace.post(course, "Own", due=at(ZONE, 1, "15:00"))
    later = teacher.post(other, "Later", due=at(ZONE, 3, "15:00"))
    assert load(grace, course, **tomorrow)["days"] == groups
    grace.delete(own)
    teacher.delete(later)


def test_the_last_week_ends_with_the_last_day(loaded):
    course, _, grace, _, _ = loaded
    found = load(grace, course, **{"from": "9999-12-30"})["days"]
    assert [each["day"] for each in found] == ["9999-12-30", "9999-12-31"]


def test_two_groups_of_five_are_told_apart(campus, loaded):
    course, other, grace, people, _ = loaded
    for person in people[3:5]:
        join(person, 106)
    more = [register(campus) for _ in range(2)]
    for person in more:
        join(person, 105)
    tomorrow = days(1, 1)
    assert [(each["deadlines"], each["share"]) for each in load(grace, course, **tomorrow)["days"]] == [(0, 0.5), (2, 0.5)]
    # One leaves a group, and it is told no more: the difference of two answers would name them.
    people[0].drop(next(each["section"] for each in people[0].items("/v1/me/enrollments") if each["course"] == other))
    assert len(load(grace, course, **tomorrow)["days"]) == 1
    for person in more:
        person.drop(person.items("/v1/me/enrollments")[0]["section"])


def test_the_load_is_for_staff_and_says_nothing_of_few(campus, loaded):
    course, _, grace, people, teacher = loaded
    load(people[0], course, 403)
    load(teacher, course, 403)
    load(register(campus), course, 403)
    load(grace, f"{TERM}.NONE1", 404)
    for query in ({"from": "x"}, days(1, 0), days(0, 62)):
        load(grace, course, 422, **query)
    assert len(load(grace, course)["days"]) >= 7
    few = f"{TERM}.STDY107"
    teacher_of_few = staff(campus, few)
    for _ in range(4):
        join(register(campus), 107)
    assert load(teacher_of_few, few)["days"] == []
    text = json.dumps(load(grace, course, **days(0, 30)))
    assert not [word for person in people for word in (person.id, person.account["displayName"]) if word in text]
