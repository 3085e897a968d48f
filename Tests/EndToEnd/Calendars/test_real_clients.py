"""Calendar programs that people use, each started here: vdirsyncer, khal, todoman and python-caldav."""

import os
import pathlib
import subprocess

import pytest

from dav import Dav, event, value
from noteitd import PATIENCE
from people import member
from study_people import PATH, add, mark, task_of

HERE = pathlib.Path(__file__).parent
BIN = pathlib.Path(os.environ["PROGRAMS"])
DISCOVERED = ("classes", "due", "personal", "study", "tasks")


class Laptop:
    """A home folder with vdirsyncer, khal and todoman, all set up with one app password."""

    def __init__(self, person, folder):
        self.dav, self.home, self.vdir = Dav(person, "laptop"), folder, folder / "calendars"
        self.home.mkdir(exist_ok=True)
        self.environment = {
            "PATH": f"{BIN}:{os.environ['PATH']}", "HOME": str(folder), "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "UTC",
            "XDG_CONFIG_HOME": str(folder / "config"), "XDG_DATA_HOME": str(folder / "data"), "XDG_CACHE_HOME": str(folder / "cache"),
            "NO_PROXY": "*",
        }
        self.configure()
        self.run("vdirsyncer", "discover", text="y\n" * 20)
        self.sync()

    def configure(self, resolution="null"):
        email, password = self.dav.auth
        remote = f'type = "caldav"\nurl = "{self.dav.server.url}/"\nusername = "{email}"\npassword = "{password}"\n'
        pairs = (("both", '["personal", "study", "tasks"]', 'metadata = ["displayname", "color"]\n', ""),
                 ("read", '["classes", "due"]', "", "read_only = true\n"))
        self.write("config/vdirsyncer/config", f'[general]\nstatus_path = "{self.home}/status/"\n' + "".join(
            f'[pair {name}]\na = "{name}_local"\nb = "{name}_remote"\ncollections = {collections}\nconflict_resolution = {resolution}\n'
            f'{metadata}[storage {name}_local]\ntype = "filesystem"\npath = "{self.vdir}"\nfileext = ".ics"\n'
            f"[storage {name}_remote]\n{remote}{more}" for name, collections, metadata, more in pairs))
        self.write("config/khal/config", "[calendars]\n" + "".join(
            f"[[{name}]]\npath = {self.vdir / name}\n{'readonly = True' if name in ('classes', 'due') else ''}\n"
            for name in ("classes", "due", "personal", "study")) + (
            "[locale]\ntimeformat = %H:%M\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\ndatetimeformat = %Y-%m-%d %H:%M\n"
            "longdatetimeformat = %Y-%m-%d %H:%M\nlocal_timezone = UTC\ndefault_timezone = UTC\n[default]\ndefault_calendar = personal\n"))
        self.write("config/todoman/config.py", (
            f'path = "{self.vdir}/tasks"\ndate_format = "%Y-%m-%d"\ntime_format = "%H:%M"\ndefault_list = "tasks"\n'))

    def write(self, name, text):
        (self.home / name).parent.mkdir(parents=True, exist_ok=True)
        (self.home / name).write_text(text)

    def run(self, program, *arguments, text=None, status=0):
        done = subprocess.run(
            [BIN / program, *map(str, arguments)], input=text, capture_output=True, text=True, timeout=PATIENCE, env=self.environment)
        assert done.returncode == status, f"{program} {arguments}: {done.returncode} {done.stdout}{done.stderr}"
        return done.stdout + done.stderr

    def sync(self, status=0):
        said = self.run("vdirsyncer", "sync", status=status)
        assert status or ("error" not in said.lower() and "traceback" not in said.lower()), said
        return said

    def files(self, calendar):
        """The texts of a calendar on this laptop, by file."""
        return {file: file.read_bytes().decode() for file in sorted((self.vdir / calendar).glob("*.ics"))}

    def the(self, calendar, words):
        [file] = [file for file, text in self.files(calendar).items() if words in text]
        return file

    def change(self, file, old, new):
        text = file.read_bytes().decode()
        assert old in text
        file.write_bytes(text.replace(old, new).encode())


@pytest.fixture
def student(server):
    """A student of a course of the sample term, and the course."""
    return member(server)


@pytest.fixture
def ada(student):
    return student[0]


@pytest.fixture
def laptop(student, tmp_path):
    ada, course = student
    ada.post(course, "Midterm on trees", kind="reminder", due="2027-03-01T20:00:00Z")
    return Laptop(ada, tmp_path / "laptop")


def test_vdirsyncer_brings_everything_and_goes_both_ways(ada, student, laptop, check):
    course = student[1]
    assert laptop.files("classes") and "Midterm on trees" in "".join(laptop.files("due").values())
    posted = ada.post(course, "Essay on trees", kind="reminder", due="2027-03-02T20:00:00Z")
    task = add(ada, "Read about trees", deadline="2027-03-01T20:00:00Z")
    laptop.dav.put("personal", "a.ics", event("a@example.org"), 201)
    laptop.sync()
    assert "Essay on trees" in "".join(laptop.files("due").values()) and "Read about trees" in "".join(laptop.files("tasks").values())
    (laptop.vdir / "personal/new.ics").write_text(event("new@example.org", "20270305T090000Z", None, "Swimming"))
    laptop.change(laptop.the("tasks", "Read about trees"), "SUMMARY:Read about trees", "SUMMARY:Read about birds")
    laptop.change(laptop.the("personal", "Dentist"), "SUMMARY:Dentist", "SUMMARY:Doctor")
    laptop.sync()
    assert task_of(ada, task)["title"] == "Read about birds"
    assert sorted(value(text, "SUMMARY") for text in laptop.dav.texts("personal").values()) == ["Doctor", "Swimming"]
    ada.delete(posted)
    laptop.the("personal", "Swimming").unlink()
    laptop.sync()
    assert "Essay on trees" not in "".join(laptop.files("due").values())
    assert [value(text, "SUMMARY") for text in laptop.dav.texts("personal").values()] == ["Doctor"]
    laptop.sync()
    check()


def test_a_sync_without_changes_changes_nothing(ada, laptop):
    add(ada, "Read", deadline="2027-03-01T20:00:00Z")
    laptop.sync()
    before, head = {name: laptop.files(name) for name in DISCOVERED}, ada.head()
    for _ in range(3):
        laptop.sync()
    assert {name: laptop.files(name) for name in DISCOVERED} == before and not ada.changes(head)


def test_a_conflict_is_told_and_nothing_is_lost(ada, laptop):
    task = add(ada, "Read")
    laptop.sync()
    file = laptop.the("tasks", "SUMMARY:Read")
    laptop.change(file, "SUMMARY:Read", "SUMMARY:Read on the laptop")
    ada.call("PATCH", f"{PATH}/{task['id']}", 200, json={"title": "Read in the terminal"})
    said = laptop.sync(status=1)
    assert "conflict" in said.lower()
    assert "SUMMARY:Read on the laptop" in file.read_text() and task_of(ada, task)["title"] == "Read in the terminal"
    laptop.configure('"a wins"')
    laptop.sync()
    assert task_of(ada, task)["title"] == "Read on the laptop" and "SUMMARY:Read on the laptop" in file.read_text()
    laptop.configure('"b wins"')
    laptop.change(file, "SUMMARY:Read on the laptop", "SUMMARY:Again")
    ada.call("PATCH", f"{PATH}/{task['id']}", 200, json={"title": "Once more"})
    laptop.sync()
    assert task_of(ada, task)["title"] == "Once more" and "SUMMARY:Once more" in file.read_text()


def test_a_read_only_calendar_takes_nothing_from_vdirsyncer(ada, laptop):
    laptop.change(laptop.the("due", "Midterm on trees"), "Midterm on trees", "Holiday")
    laptop.run("vdirsyncer", "sync")
    assert "Midterm on trees" in "".join(laptop.dav.texts("due").values())


def test_vdirsyncer_carries_names_and_colours(laptop):
    laptop.dav.set(laptop.dav.path("personal"), d_displayname="Own life", a_calendar_color="#1FAD5CFF")
    laptop.run("vdirsyncer", "metasync")
    assert (laptop.vdir / "personal/displayname").read_text() == "Own life"
    assert (laptop.vdir / "personal/color").read_text().upper().startswith("#1FAD5C")


def test_khal_lists_and_adds(ada, laptop):
    laptop.dav.put("personal", "daily.ics", event(None, "20270301T090000Z", "20270301T100000Z", "Stretching", "RRULE:FREQ=DAILY;COUNT=3"), 201)
    laptop.sync()
    said = laptop.run("khal", "list", "--format", "{start-time} {title}", "2027-03-01", "5d")
    assert said.count("09:00 Stretching") == 3 and "Midterm on trees" in said
    said = laptop.run("khal", "list", "--format", "{start-time} {title}", "2025-09-01", "120d")
    assert len([line for line in said.splitlines() if line[:2].isdigit() and ":" in line[:5]]) > 10, "classes of the term"
    laptop.run("khal", "new", "-a", "personal", "2027-03-04", "10:00", "11:00", "Swimming", "::", "With Bob")
    laptop.sync()
    found = ada.get("/v1/me/calendar", params={"from": "2027-03-04", "to": "2027-03-04"})["items"]
    assert [(each["title"], each["start"], each["end"]) for each in found] == [("Swimming", "2027-03-04T10:00:00Z", "2027-03-04T11:00:00Z")]


def test_todoman_lists_adds_and_completes(ada, laptop):
    task = add(ada, "Read", deadline="2027-03-01T20:00:00Z", priority="high")
    laptop.sync()
    said = laptop.run("todo", "list")
    assert "Read" in said and "2027-03-01" in said
    laptop.run("todo", "new", "--list", "tasks", "--due", "2027-03-02 10:00", "Essay on trees")
    laptop.sync()
    new = next(each for each in ada.items(PATH) if each["title"] == "Essay on trees")
    assert new["deadline"] == "2027-03-02T10:00:00Z"
    number = next(line.split("]")[1].split()[0] for line in laptop.run("todo", "list").splitlines() if "Read" in line)
    laptop.run("todo", "done", number)
    laptop.sync()
    assert task_of(ada, task)["done"] is True and task_of(ada, new)["done"] is False
    mark(ada, new)
    laptop.sync()
    assert "Essay on trees" not in laptop.run("todo", "list")


@pytest.fixture
def python_caldav(ada):
    email, password = Dav(ada, "python").auth

    def run(step):
        done = subprocess.run(
            [BIN / "python", "-B", HERE / "python_caldav.py", ada.server.url + "/dav/", email, password, step], capture_output=True,
            text=True, timeout=PATIENCE)
        assert done.returncode == 0, done.stdout + done.stderr

    return run


def test_python_caldav_finds_writes_and_syncs(student, python_caldav):
    python_caldav("write")


def test_python_caldav_adds_and_completes_a_task(ada, python_caldav):
    python_caldav("add-task")
    [task] = ada.items(PATH)
    assert (task["title"], task["deadline"], task["done"]) == ("Essay", "2027-03-01T20:00:00Z", False)
    python_caldav("complete-task")
    assert task_of(ada, task)["done"] is True


def test_python_caldav_makes_and_deletes_a_calendar(python_caldav):
    python_caldav("make-calendar")
