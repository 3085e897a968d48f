"""An instructor's notice, a mention and a reminder, through the programs: two devices, offline, in step."""

import subprocess

import pytest

from noteitd import PATIENCE, finished_lines, wait_until
from people import register
from terminal import NOTEIT, Terminal, failing

COURSE = "202530.CMPT225"


@pytest.fixture
def people(server):
    """A member of staff and two students, in the lecture and in a lab."""
    course = register(server).get(f"/v1/courses/{COURSE}")
    sections = {section["code"]: section["id"] for section in course["sections"]}
    staff, ada, ben = register(server, name="Grace Staff"), register(server, name="Ada Example"), register(server, name="Ben Example")
    server.admin("staff", "grant", staff.email, COURSE)
    ada.enroll(sections["D100"], sections["D101"])
    ben.enroll(sections["D100"], sections["D102"])
    return staff, ada, ben


def new_events(terminal):
    """How many events of the first course are new to its reader."""
    return int(terminal.noteit("course", "list", "--plain").splitlines()[0].split("\t")[-1])


def test_the_instructors_day(server, people, tmp_path, check):
    grace, ada, ben = people
    desk, laptop, phone = (Terminal(server, tmp_path / name, person) for name, person in (("desk", grace), ("laptop", ada), ("phone", ada)))
    assert "It would reach 1 person in CMPT225 D101. Nothing was sent." in desk.noteit(
        "notice", "send", "--section", "D101", "--dry-run", text="Room change\n\nNow in 9001.\n")
    name = desk.noteit("notice", "send", "--course", "CMPT225", "--must-read", "--yes", text="Room change\n\nNow in 9001.\n").strip()
    assert desk.noteit("notice", "seen", name, "--plain") == "0\t2\n"
    assert "Room change" in laptop.noteit()
    for command in (["today"], ["agenda"]):
        first, notice = laptop.noteit(*command).splitlines()[:2]
        assert first == "New notices" and notice.split()[:3] == [name, "must", "read"] and "Room change" in notice
    assert laptop.noteit("notice", "list", "--plain").split("\t")[2:] == ["new", "must read", "Grace Staff", "Room change\n"]
    assert f"{name}: notice: Room change" in laptop.noteit("inbox") and "staff ask you to read it" in laptop.noteit("inbox")
    laptop.noteit("event", "view", name, "--peek")
    assert new_events(phone) == 1
    assert "Now in 9001." in laptop.noteit("inbox", "open", "1")
    assert phone.noteit("inbox", "--unread", "--plain") == "" and "New notices" not in phone.noteit("today")
    assert new_events(phone) == 0
    assert desk.noteit("notice", "seen", name, "--plain") == "1\t2\n"
    assert desk.noteit("notice", "amend", name, "-", "--yes", "--plain", text="Room change\n\nNow in 9002.\n") == f"{name}\t2\n"
    assert f"{name}: notice changed: Room change" in phone.noteit("inbox", "--unread")
    assert "Needed: the reason" in failing(desk, "notice", "retract", name)
    exam = desk.noteit("post", "CMPT225", "Midterm", "--kind", "exam", "--due", "in 3 days").strip()
    assert f"{exam} is not a notice but an exam." in failing(desk, "notice", "seen", exam)
    desk.noteit("notice", "retract", name, "The room stays", "--yes")
    assert f"{name} is taken back: The room stays" in laptop.noteit("inbox")
    assert "Name the receivers" in failing(desk, "notice", "send", "x")
    assert "None of your courses has a section 'D999'" in failing(desk, "notice", "send", "--section", "D999", "x")
    assert "not staff of any course" in failing(laptop, "notice", "send", "--course", "CMPT225", "x")
    check()


def test_the_students_day(server, people, tmp_path, check):
    grace, ada, ben = people
    laptop, phone, bens = (Terminal(server, tmp_path / name, person) for name, person in (("laptop", ada), ("phone", ada), ("bens", ben)))
    name = laptop.noteit("post", "CMPT225", "Who has notes?", "--kind", "question").strip()
    bens.noteit("reply", name, "Ask @ada.example", text=None)
    bens.noteit("reply", name, "or the staff")
    listed = [line.split("\t") for line in laptop.noteit("inbox", "--plain").splitlines()]
    assert [(fields[2], fields[4], fields[6], fields[8]) for fields in listed] == [
        ("reply", "new", name.removeprefix("CMPT225"), "you asked"),
        ("mention", "new", name.removeprefix("CMPT225"), f"{ben.account['displayName']} mentioned you")]
    assert f"{ben.account['displayName']} mentioned you" in laptop.noteit("--plain")
    assert new_events(phone) == 1
    server.stop()
    phone.noteit("event", "view", name)
    assert new_events(phone) == 0, "what was read offline counts at once"
    assert "queued" in phone.noteit("mute", name, "--plain")
    server.start()
    phone.noteit("today")
    assert new_events(laptop) == 0
    assert laptop.noteit("inbox", "--unread", "--plain") == ""
    bens.noteit("reply", name, "@ada.example?")
    assert laptop.noteit("inbox", "--unread", "--plain") == ""
    laptop.noteit("unmute", name)
    bens.noteit("reply", name, "Found them")
    assert laptop.noteit("inbox", "--unread", "--plain").split("\t")[2] == "reply"
    assert laptop.noteit("mark", "--all", "--plain") == f"{name}\n"
    assert phone.noteit("inbox", "--unread", "--plain") == ""
    phone.noteit("mute", "cmpt", "225")
    assert phone.noteit("preferences", "--remind", "2h", "--remind", "10m", "--plain") == f"reminders\t120\t10\nmutedCourses\t{COURSE}\n"
    laptop.noteit("unmute", "CMPT225")
    assert laptop.noteit("preferences", "--remind", "none").splitlines() == [
        "Reminders: none", "Muted:     no course", "Following: no course"]
    assert "as a time before" in failing(laptop, "preferences", "--remind", "soon")
    assert "You do not follow that" in failing(laptop, "follow", "CMPT225", "--stop")
    assert "has no notification '9'" in failing(laptop, "inbox", "open", "9")
    check()


def test_a_reminder_reaches_a_watcher_even_after_downtime(server, people, tmp_path, check):
    grace, ada, ben = people
    laptop = Terminal(server, tmp_path / "laptop", ada)
    laptop.noteit("preferences", "--remind", "1m")
    news = tmp_path / "news"
    with open(news, "wb") as output, open(tmp_path / "talk", "wb") as talk:
        watcher = subprocess.Popen([NOTEIT, "watch"], stdout=output, stderr=talk, env=laptop.environment)
    try:
        wait_until(lambda: "watching" in (tmp_path / "talk").read_text(), "noteit watch to listen")
        laptop.noteit("post", "CMPT225", "Tea", "--kind", "reminder", "--private", "--due", "in 1 minute")
        wait_until(lambda: any("Tea" in line and "due" in line for line in finished_lines(news)), "the reminder")
    finally:
        watcher.terminate()
        watcher.wait(PATIENCE)
    assert "CMPT225#1" in finished_lines(news)[-1]
    laptop.noteit("preferences", "--remind", "30m")
    server.stop()
    laptop.noteit("post", "CMPT225", "Dinner", "--kind", "reminder", "--private", "--due", "in 20 minutes")
    server.start()
    laptop.noteit("today")
    wait_until(lambda: "Dinner" in laptop.noteit("inbox", "--unread"), "the reminder")
    assert "30 minutes before" in laptop.noteit("inbox")
    check()


def test_a_notification_keeps_its_number_when_others_go(server, people, tmp_path, check):
    grace, ada, ben = people
    laptop = Terminal(server, tmp_path / "laptop", ada)
    first = ben.post(COURSE, "One for @ada.example")
    ben.post(COURSE, "Two for @ada.example")
    numbers = lambda: {line.split("\t")[6]: line.split("\t")[0] for line in laptop.noteit("inbox", "--plain").splitlines()}
    assert numbers() == {"#1": "1", "#2": "2"}
    ben.edit(first, title="One for nobody")
    ben.post(COURSE, "Three for @ada.example")
    assert numbers() == {"#2": "2", "#3": "3"}
    assert "has no notification '1'" in failing(laptop, "inbox", "open", "1")
    laptop.noteit("inbox", "read", "2")
    assert [line.split("\t")[6] for line in laptop.noteit("inbox", "--unread", "--plain").splitlines()] == ["#3"]
