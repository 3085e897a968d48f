"""Rosters: the registrar's lists of the people in sections, imported and imported again."""

import contextlib
import re
import sqlite3
import zipfile

import pytest

from copies import Copy
from lists import write_table
from people import PASSWORD, expect_unnamed, register, scopes, staff

COURSE = "202530.CMPT225"


class Lists:
    """A folder of lists, and their import."""

    def __init__(self, server, folder):
        self.server, self.folder = server, folder
        course = register(server).get(f"/v1/courses/{COURSE}")
        self.sections = {each["code"]: each["id"] for each in course["sections"]}
        self.codes = sorted(self.sections)

    def write(self, rows, name="list.csv"):
        path = self.folder / name
        write_table(path, list(rows[0]) if rows else ["Email", "Course", "Section"], rows)
        return path

    def run(self, rows, *options, status=0, name="list.csv"):
        path = self.write(rows, name) if isinstance(rows, list) else rows
        done = self.server.admin("roster", "import", str(path), *options, check=False)
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr


@pytest.fixture
def lists(own_server, tmp_path):
    return Lists(own_server, tmp_path)


def known(server, name):
    """A person whose email is verified."""
    person = register(server, name.title(), f"{name}@example.edu")
    server.admin("account", "verify", person.email)
    return person


def row(person, section, role="Student", **more):
    email = person if isinstance(person, str) else person.email
    return {"Email": email, "Course": "CMPT 225", "Section": section, "Role": role} | more


def test_a_list_is_told_then_imported_and_then_only_its_changes(own_server, lists):
    ada, ben, tom = (known(own_server, name) for name in ("ada", "ben", "tom"))
    one, two = lists.codes[:2]
    event = staff(own_server, COURSE).post(COURSE, "Welcome")
    copy = Copy(ada)
    rows = [row(ada, one), row(ben, one), row("late@example.edu", two), row(tom, two, "Teaching Assistant")]
    said = lists.run(rows)
    assert "4 new" in said and "2 students and 1 staff join" in said and "1 person expected" in said and "add --yes" in said
    assert scopes(ada) == []
    elsewhere = row(ada, one, Course="STAT " + lists.sections[one].split(".")[1])
    assert "names no section" in lists.run([elsewhere]), "the number of a course that is not offered is no CRN"
    lists.run(rows, "--yes")
    first, second = lists.sections[one], lists.sections[two]
    assert (scopes(ada), scopes(tom)) == ([(first, "student")], [(second, "staff")])
    copy.expect_fresh()
    assert event["id"] in copy.held["event"]
    assert "0 new, 0 changed, 0 removed, 4 as before" in lists.run(rows, "--yes")
    # A person who registers later has the place as soon as the email is known to be theirs.
    late = register(own_server, "Late", "LATE@example.edu")
    assert scopes(late) == [] and "1 account with an email that is not verified" in lists.run(rows)
    own_server.admin("account", "verify", late.email)
    assert scopes(late) == [(second, "student")]
    # Ben moves, and Tom is no longer named.
    rows = [row(ada, one), row(ben, two), row("late@example.edu", two)]
    assert "more than a tenth" in lists.run(rows, "--yes", status=1)
    assert scopes(ben) == [(first, "student")]
    lists.run(rows, "--yes", "--allow-removals")
    assert (scopes(ben), scopes(tom)) == ([(second, "student")], [])
    copy.expect_fresh()
    assert "is sound" in own_server.admin("check")


def test_places_by_hand_and_by_invitation_are_no_lists_to_take(own_server, lists):
    one = lists.codes[0]
    section = lists.sections[one]
    hand, guest, gone = (known(own_server, name) for name in ("hand", "guest", "gone"))
    grace = staff(own_server, COURSE)
    hand.enroll(section)
    code = grace.call("POST", f"/v1/courses/{COURSE}/invitations", 201, json={"section": section}).json()["code"]
    guest.call("POST", "/v1/invitations/use", 201, json={"code": code})
    rows = [row(person, one) for person in (hand, guest, gone)]
    assert "2 were held already" in lists.run(rows, "--yes")
    # A person who leaves stays out, and one who comes back did so by hand.
    gone.drop(section)
    lists.run(rows, "--yes")
    assert scopes(gone) == []
    gone.enroll(section)
    lists.run([row("other@example.edu", one)], "--yes", "--allow-removals")
    assert all(scopes(person) == [(section, "student")] for person in (hand, guest, gone))
    # The staff's word stands over the list.
    grace.call("DELETE", f"/v1/courses/{COURSE}/members/{gone.id}", 204)
    assert "stay out" in lists.run(rows, "--yes", "--allow-removals")
    assert scopes(gone) == []


def test_a_place_belongs_to_a_person_and_not_to_an_address(own_server, lists):
    one = lists.codes[0]
    place = [(lists.sections[one], "student")]
    ada = known(own_server, "ada")
    old, new, late = (row(f"{name}@example.edu", one) for name in ("ada", "lovelace", "late"))
    lists.run([old, late], "--yes")
    ada.call("PATCH", "/v1/me", 200, json={"email": "lovelace@example.edu", "currentPassword": PASSWORD})
    own_server.admin("account", "verify", "lovelace@example.edu")
    # The list has both addresses for a while.
    lists.run([old, new, late], "--yes")
    assert "0 new, 1 changed, 1 removed, 1 as before" in lists.run([new, late], "--yes", "--allow-removals")
    assert scopes(ada) == place
    # Who only says that an address is theirs takes nobody off the list.
    liar = register(own_server, "Liar", "late@example.edu")
    liar.call("DELETE", "/v1/me", 204, json={"currentPassword": PASSWORD})
    assert scopes(known(own_server, "late")) == place
    lists.run([late], "--yes", "--allow-removals")
    assert scopes(ada) == []
    assert "is sound" in own_server.admin("check")


def test_a_course_by_roster_is_joined_by_those_on_it_alone(own_server, lists):
    grace, ada = staff(own_server, COURSE), known(own_server, "ada")
    one, two = lists.codes[:2]
    chosen = grace.call("PUT", f"/v1/courses/{COURSE}/joining", 200, json={"joining": "roster"}).json()
    assert chosen == {"joining": "roster", "domains": [], "fromServer": False}
    lists.run([row(ada, one)], "--yes")
    ada.drop(lists.sections[one])
    stranger = register(own_server)
    for person, code, status in ((ada, two, 202), (stranger, one, 202), (ada, one, 201)):
        person.call("POST", "/v1/me/enrollments", status, json={"sections": [lists.sections[code]]})
    assert scopes(ada) == [(lists.sections[one], "student")] and scopes(stranger) == []
    liar = register(own_server, "Liar", "wanted@example.edu")
    lists.run([row(ada, one), row("wanted@example.edu", one)], "--yes")
    liar.call("POST", "/v1/me/enrollments", 202, json={"sections": [lists.sections[one]]})
    assert grace.call("PUT", f"/v1/courses/{COURSE}/joining", 200, json={"joining": "open"}).json()["joining"] == "open"


def test_a_thousand_wrong_rows_are_told_and_the_others_are_imported(own_server, lists):
    ada, ben = known(own_server, "ada"), known(own_server, "ben")
    one = lists.codes[0]
    lists.run([row(ada, one), row(ben, one)], "--yes")
    wrong = [row("no email", one), row("x@example.edu", "Z999"), row("x@example.edu", one, "Wizard"), row("", one)]
    new = known(own_server, "new")
    said = lists.run([row(new, one)] + wrong * 250, "--yes")
    lines = re.findall(r"^line (\d+): (.+)$", said, re.MULTILINE)
    assert [int(number) for number, _ in lines] == list(range(3, 53)) and "and 950 more wrong rows" in said
    assert "must be an email" in lines[0][1] and "names no section" in lines[1][1] and "role 'Wizard'" in lines[2][1]
    assert "1000 wrong rows" in said and "2 entries that the file lacks stay" in said
    assert [scopes(person) for person in (ada, ben, new)] == [[(lists.sections[one], "student")]] * 3


FORMS = {
    "Banner": ({"CRN": "{crn}", "Term": "202530", "Student ID": "B001", "Name": "Lovelace, Ada", "Reg Status": "RE", "Email Address": "{email}"}, []),
    "PeopleSoft": ({"Class Nbr": "{crn}", "EmplID": "0001", "Name": "Lovelace,Ada", "Status": "Enrolled", "Email": "{email}"}, []),
    "Canvas": ({"Student": "Lovelace, Ada", "ID": "7", "SIS User ID": "0001", "SIS Login ID": "ada", "Section": "CMPT 225 {code}"},
        ["--domain", "example.edu"]),
    "Moodle": ({"First name": "Ada", "Last name": "Lovelace", "Email address": "{email}", "Roles": "Student", "Groups": "{code}"},
        ["--course", "CMPT225"]),
    "chosen": ({"Wer": "{email}", "Kurs": "{crn}"}, ["--columns", "email=Wer,crn=Kurs"]),
}


@pytest.mark.parametrize("form", FORMS)
def test_headings_of_registrars_and_learning_systems_are_known(form, own_server, lists):
    ada = known(own_server, "ada")
    heads, options = FORMS[form]
    one = lists.codes[0]
    values = {"crn": lists.sections[one].split(".")[1], "code": one, "email": ada.email}
    rows = [{name: text.format(**values) for name, text in heads.items()}]
    if form == "Canvas":
        rows = [dict.fromkeys(heads, "") | {"Student": "    Points Possible"}] + rows
    lists.run(rows, *options, "--yes")
    assert scopes(ada) == [(lists.sections[one], "student")]


def test_oneroster_is_read_from_a_folder_and_an_archive(own_server, lists):
    ada, tom = known(own_server, "ada"), known(own_server, "tom")
    one, two = lists.codes[:2]
    tables = {
        "courses.csv": [{"sourcedId": "c", "status": "active", "title": "Data", "courseCode": "CMPT 225"}],
        "classes.csv": [
            {"sourcedId": code, "status": "active", "title": f"CMPT 225 {code}", "courseSourcedId": "c", "classCode": code}
            for code in (one, two)] + [{"sourcedId": "no", "status": "active", "title": "X 1", "courseSourcedId": "", "classCode": "X"}],
        "users.csv": [
            {"sourcedId": person.id, "status": "active", "enabledUser": "true", "username": "u", "givenName": "Ada",
                "familyName": "L", "identifier": "77123", "email": person.email} for person in (ada, tom)],
        "enrollments.csv": [
            {"classSourcedId": home, "userSourcedId": who, "role": role, "status": status} for home, who, role, status in (
                (one, ada.id, "student", "active"), (two, ada.id, "student", "tobedeleted"), (two, tom.id, "teacher", "active"),
                ("no", ada.id, "student", "active"), (one, "nobody", "student", "active"))],
    }
    folder = lists.folder / "roster"
    folder.mkdir()
    for name, rows in tables.items():
        write_table(folder / name, list(rows[0]), rows)
    said = lists.run(folder, "--yes")
    assert "enrollments.csv, line 5: the class 'X' of classes.csv, line 4, names no section" in said
    assert "enrollments.csv, line 6: users.csv has no active user 'nobody'" in said and "2 new" in said
    assert (scopes(ada), scopes(tom)) == ([(lists.sections[one], "student")], [(lists.sections[two], "staff")])
    archive = lists.folder / "roster.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in tables:
            packed.write(folder / name, f"export/{name}")
    assert "2 as before" in lists.run(archive, "--yes")
    damaged = lists.folder / "damaged.zip"
    damaged.write_bytes(archive.read_bytes()[:-30])
    assert "damaged or incomplete" in lists.run(damaged, "--yes", status=1)


def test_nobody_sees_the_names_and_numbers_of_people_who_are_expected(own_server, lists):
    """Not the students, and not the staff, whose list of the course has accounts alone."""
    one = lists.codes[0]
    ada, grace = known(own_server, "ada"), staff(own_server, COURSE)
    dean = register(own_server)
    own_server.admin("account", "role", dean.email, "admin")
    starts = {person.id: person.head() for person in (ada, grace, dean)}
    hidden = {"Student ID": "q301552987", "Name": "Zebulon Quist"}
    lists.run([row(ada, one, **{"Student ID": "q900000001", "Name": "Registrar Ada"}), row("zebulon.quist@example.edu", one, **hidden)], "--yes")
    words = ["zebulon.quist", "Zebulon", "q301552987", "q900000001", "Registrar Ada"]
    paths = [
        f"/v1/courses/{COURSE}", f"/v1/courses/{COURSE}/staff", f"/v1/courses/{COURSE}/roster", f"/v1/courses/{COURSE}/roster?q=zebulon",
        f"/v1/courses/{COURSE}/join-requests", f"/v1/courses/{COURSE}/invitations", f"/v1/courses/{COURSE}/joining",
        "/v1/me", "/v1/me/enrollments", "/v1/snapshot", "/v1/search?q=zebulon", "/v1/search?q=q301552987", "/v1/me/notifications",
    ]
    for person in (ada, grace, dean):
        for path in paths:
            expect_unnamed(person.call("GET", path).text.replace("q=zebulon", ""), *words)
        expect_unnamed(person.changes(starts[person.id]), *words)
    for path in (f"/v1/courses/{COURSE}/staff/zebulon.quist@example.edu", f"/v1/courses/{COURSE}/members/zebulon.quist@example.edu"):
        grace.call("DELETE", path, 404)
    # One's own entry is in one's export, and goes with the account.
    export = ada.call("GET", "/v1/me/export", 200).content
    assert b"q900000001" in export and b"q301552987" not in export
    ada.call("DELETE", "/v1/me", 204, json={"currentPassword": PASSWORD})
    own_server.stop()
    if not own_server.name:
        with contextlib.closing(sqlite3.connect(own_server.database)) as database:
            assert [number for number, in database.execute("SELECT number FROM roster_entry")] == ["q301552987"]
    assert "is sound" in own_server.admin("check")
