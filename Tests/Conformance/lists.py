"""Registrars' lists of the people in sections, in the forms that tests write."""

import csv
import typing
import uuid


class Row(typing.NamedTuple):
    """A person in a section. The role is student or staff."""

    email: str
    name: str
    number: str
    course: str
    code: str
    role: str


def write_table(path, columns, rows):
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, columns)
        writer.writeheader()
        writer.writerows(rows)


def write_csv(path, rows):
    """As learning systems export it."""
    columns = ("Email", "Name", "Student ID", "Course", "Section", "Role")
    words = {"student": "Student", "staff": "Instructor"}
    write_table(path, columns, [
        dict(zip(columns, (row.email, row.name, row.number, row.course, row.code, words[row.role]))) for row in rows])


def write_one_roster(folder, rows):
    """OneRoster 1.1 CSV."""
    folder.mkdir()
    active, words = {"status": "active"}, {"student": "student", "staff": "teacher"}
    courses, classes = sorted({row.course for row in rows}), sorted({(row.course, row.code) for row in rows})
    people = {row.email: row for row in rows}
    columns = ("sourcedId", "status", "title", "courseCode")
    write_table(folder / "courses.csv", columns, [
        active | {"sourcedId": course, "title": "A course", "courseCode": course} for course in courses])
    columns = ("sourcedId", "status", "title", "courseSourcedId", "classCode")
    write_table(folder / "classes.csv", columns, [
        active | {"sourcedId": f"{course} {code}", "title": "A class", "courseSourcedId": course, "classCode": code}
        for course, code in classes])
    columns = ("sourcedId", "status", "enabledUser", "username", "givenName", "familyName", "identifier", "email")
    write_table(folder / "users.csv", columns, [
        active | {"sourcedId": email, "enabledUser": "true", "username": email, "givenName": row.name, "identifier": row.number, "email": email}
        for email, row in people.items()])
    columns = ("classSourcedId", "userSourcedId", "role", "status")
    write_table(folder / "enrollments.csv", columns, [
        active | {"classSourcedId": f"{row.course} {row.code}", "userSourcedId": row.email, "role": words[row.role]} for row in rows])


def accounts(count):
    """SQL that makes the accounts p0@example.edu and so on. Their emails are verified, and none can sign in."""
    people = [(str(uuid.UUID(int=(1 << 100) + number)), f"p{number}@example.edu") for number in range(count)]
    for start in range(0, count, 500):
        some = people[start:start + 500]
        yield "INSERT INTO account (id, email, email_key, display_name, handle, role, password, created_at) VALUES " + ", ".join(
            f"('{id}', '{email}', '{email}', 'Person', 'h{email.split('@')[0]}', 'student', 'x', 1)" for id, email in some) + ";"
        yield "INSERT INTO verified_email (account_id, verified_at) VALUES " + ", ".join(f"('{id}', 1)" for id, _ in some) + ";"
