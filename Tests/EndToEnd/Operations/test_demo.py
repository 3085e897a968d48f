"""`make demo`: the course to look at."""

import subprocess

from noteitd import PATIENCE, PROGRAM, ROOT, Noteitd
from people import PASSWORD, Anyone, Person

COURSE = "DEMO.DEMO100"


def fill(server):
    command = [ROOT / "deploy/demo/fill", PROGRAM, server.database, server.url]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)


def test_the_demo_fills_its_own_course_once(tmp_path):
    server = Noteitd(tmp_path)
    server.load_sample()
    server.start()
    first = fill(server)
    assert first.returncode == 0 and first.stderr == "", first
    password = first.stdout.strip().rpartition(": ")[2]
    people = {
        name: Person(server, Anyone(server).call(
            "POST", "/v1/sessions", 201, json={"email": f"{name}@demo.example", "password": password}).json())
        for name in ("student1", "student2", "instructor")
    }
    assert [each.account["displayName"] for each in people.values()] == ["Student 1", "Student 2", "Instructor"]

    def everything():
        return {name: {key: value for key, value in person.snapshot().items() if key not in ("cursor", "account", "studyPlan")}
                for name, person in people.items()}

    before = everything()
    events = people["student2"].events(COURSE)
    assert {event["kind"] for event in events} == {"note", "question", "reminder", "exam", "notice", "assignment"}
    assert any(event["attachments"] for event in events) and any(event["replyCount"] for event in events)
    assert {event["course"] for event in before["student1"]["events"]} == {COURSE}
    assert len(before["student1"]["events"]) == len(events) + 1, "a private one"
    assert people["student1"].items("/v1/me/notifications") and people["student1"].items("/v1/me/tasks")
    second = fill(server)
    assert (second.returncode, second.stdout) == (0, first.stdout), second
    assert everything() == before
    server.stop()


def test_a_person_who_holds_an_email_of_the_demo_is_left_alone(tmp_path):
    server = Noteitd(tmp_path)
    server.start()
    account = {"email": "student1@demo.example", "password": PASSWORD, "displayName": "Ada"}
    holder = Person(server, Anyone(server).call("POST", "/v1/accounts", 201, json=account).json())
    done = fill(server)
    assert done.returncode == 1 and "another password" in done.stderr and done.stderr.count("\n") == 1
    assert holder.get("/v1/me/enrollments")["items"] == []
    server.stop()
