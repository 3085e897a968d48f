"""`noteit calendar` with the real programs: the month and its keys, feeds, app passwords, imports, and all of it offline."""

import datetime
import json
import plistlib
import subprocess
import uuid

import pexpect
import pytest
import requests
import zxingcpp

from noteitd import PATIENCE, wait_until
from people import PASSWORD, register
from study_people import at, day_in, noon_zone
from terminal import NOTEIT, Terminal, failing

ZONE = noon_zone()
COURSE = "202530.CMPT225"
LECTURE = "202530.5446"
FILE = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//tests//EN
BEGIN:VEVENT
UID:dentist
DTSTAMP:20250101T000000Z
DTSTART:{day}T130000
DTEND:{day}T140000
SUMMARY:歯医者 🦷
END:VEVENT
END:VCALENDAR
"""


@pytest.fixture
def ada(server):
    person = register(server)
    person.enroll(LECTURE)
    return person


@pytest.fixture
def desk(server, ada, tmp_path):
    terminal = Terminal(server, tmp_path / "desk", ada)
    terminal.noteit("study", "settings", "--zone", ZONE)
    return terminal


def run(desk, *arguments, text=None):
    """Status, output and messages of a command that may fail, but not crash."""
    done = subprocess.run(
        [NOTEIT, *arguments], input=text, capture_output=True, text=True, timeout=PATIENCE, env=desk.environment)
    assert done.returncode not in (133, 139), done.stderr
    return done.returncode, done.stdout, done.stderr


def opened(desk, *arguments, width=60, height=40):
    """The command on a terminal, without colours."""
    environment = desk.environment | {"TERM": "xterm", "NO_COLOR": "1"}
    return pexpect.spawn(
        str(NOTEIT), list(arguments), env=environment, dimensions=(height, width), encoding="utf-8", timeout=PATIENCE)


def personal(server, ada, password, name="lunch", title="Lunch 昼食", days=1, status=201):
    """An event, as a calendar program puts it."""
    start, end = (at(ZONE, days, clock).replace("-", "").replace(":", "") for clock in ("12:00", "13:00"))
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//tests//EN", "BEGIN:VEVENT", f"UID:{name}", "DTSTAMP:20250101T000000Z",
             f"DTSTART:{start}", f"DTEND:{end}", f"SUMMARY:{title}", "END:VEVENT", "END:VCALENDAR", ""]
    answer = requests.put(
        f"{server.url}/dav/calendars/{ada.id}/personal/{name}.ics", data="\r\n".join(lines).encode(), auth=(ada.email, password),
        headers={"Content-Type": "text/calendar; charset=utf-8"}, timeout=PATIENCE)
    assert answer.status_code == status, answer.text
    return answer


def password(desk, name="Phone"):
    return json.loads(desk.noteit("calendar", "password", "add", name, "--json", text=PASSWORD + "\n"))


def test_a_month_shows_what_is_due_and_lists_a_day(ada, desk):
    ada.post(COURSE, "Lab 4 実験", due=at(ZONE, 1, "17:00"))
    ada.post(COURSE, "Midterm", kind="exam", due=at(ZONE, 1, "10:00"))
    said = desk.noteit("calendar", "--day", "tomorrow")
    tomorrow = day_in(ZONE, 1)
    assert said.startswith(f"{tomorrow:%B} {tomorrow.year}\n")
    [row] = [line for line in said.splitlines() if f">{tomorrow.day:2} ✱!" in line]
    assert "exam  ! due" in said
    listed = said.split("Tomorrow")[1].splitlines()[1:]
    assert [line.split()[0] for line in listed] == ["10:00", "17:00"]
    assert "Midterm" in listed[0] and "CMPT225#2" in listed[0] and "Lab 4 実験" in listed[1] and "CMPT225#1" in listed[1]


def test_a_month_and_a_week_for_programs(ada, desk):
    ada.post(COURSE, "Lab 4", due=at(ZONE, 1, "17:00"))
    tomorrow = day_in(ZONE, 1)
    month = json.loads(desk.noteit("calendar", "month", "--at", str(tomorrow), "--json"))
    assert month["from"] == str(tomorrow.replace(day=1)) and month["complete"]
    assert ("due", "CMPT225#1") in [(each["kind"], each["reference"]) for each in month["items"]]
    [row] = [line.split("\t") for line in desk.noteit("calendar", "week", "--at", "tomorrow", "--plain").splitlines()
             if "\tdue\t" in line]
    assert row[0] == row[1] == at(ZONE, 1, "17:00") and row[5:7] == ["CMPT225", "CMPT225#1"]


def test_classes_of_the_term_are_in_its_weeks(desk):
    week = json.loads(desk.noteit("calendar", "week", "--at", "2025-10-08", "--json"))
    assert (week["from"], week["to"]) == ("2025-10-06", "2025-10-12")
    classes = [each for each in week["items"] if each["kind"] == "class"]
    assert classes and {each["course"] for each in classes} == {COURSE}


def test_a_course_leaves_the_others_out(ada, desk):
    task = {"title": "Shop", "kind": "flexible", "minutes": 30, "deadline": at(ZONE, 1, "18:00")}
    ada.call("POST", "/v1/me/tasks", 201, json=task)
    ada.post(COURSE, "Lab 4", due=at(ZONE, 1, "17:00"))
    everything = desk.noteit("calendar", "--day", "tomorrow")
    assert "Shop" in everything and "Lab 4" in everything
    one = desk.noteit("calendar", "cmpt", "225", "--day", "tomorrow")
    assert "Shop" not in one and "Lab 4" in one


def test_dates_and_courses_that_do_not_exist(desk):
    assert "'someday'" in failing(desk, "calendar", "--at", "someday")
    assert "CMPT999" in failing(desk, "calendar", "CMPT999")
    assert "--at dec" in failing(desk, "calendar", "dec")


def test_keys_move_the_month_on_a_terminal(ada, desk):
    today = day_in(ZONE)
    after = (today.replace(day=28) + datetime.timedelta(days=7)).replace(day=1)
    screen = opened(desk, "calendar")
    screen.expect_exact(f"{today:%B} {today.year}")
    screen.expect_exact("q: quit")
    screen.send("n")
    screen.expect_exact(f"{after:%B} {after.year}")
    screen.expect_exact("q: quit")
    screen.send("t\x1b[B\x1b[A\r")
    screen.expect_exact("Enter: open  left")
    screen.send("q")
    screen.expect_exact("q: quit")
    screen.send("q")
    screen.expect(pexpect.EOF)
    screen.close()
    assert screen.exitstatus == 0


def test_no_input_only_prints_on_a_terminal(ada, desk):
    ada.post(COURSE, "A title that is much longer than the sixty columns of this terminal 🧪", due=at(ZONE, 1, "17:00"))
    screen = opened(desk, "calendar", "--no-input", "--day", "tomorrow")
    screen.expect(pexpect.EOF)
    lines = screen.before.split("\r\n")
    assert any("A title" in line for line in lines)
    assert all(len(line) <= 60 for line in lines)


def test_a_feed_is_made_read_listed_and_removed(ada, desk):
    ada.post(COURSE, "Lab 4", due=at(ZONE, 1, "17:00"))
    status, out, said = run(desk, "calendar", "feed", "add", "--include", "classes,due", "--name", "Phone")
    [url, webcal] = out.split()
    assert status == 0 and webcal == "webcal" + url[url.index("://"):] and "not shown again" in said
    feed = requests.get(url, timeout=PATIENCE)
    assert feed.status_code == 200 and "Lab 4" in feed.text and "BEGIN:VTIMEZONE" in feed.text
    secret = url.rsplit("/", 1)[1].removesuffix(".ics")
    listed = desk.noteit("calendar", "feed", "list")
    assert "Phone" in listed and "classes, due" in listed and secret not in listed
    wait_until(lambda: "never" not in desk.noteit("calendar", "feed"), "the last use of a feed")
    assert "feed Phone" in run(desk, "doctor")[1]
    desk.noteit("calendar", "feed", "remove", "phone")
    assert requests.get(url, timeout=PATIENCE).status_code == 404
    assert "No feed" in failing(desk, "calendar", "feed", "remove", "phone")


def test_a_feed_as_a_code_for_the_camera_of_a_phone(desk):
    status, out, _ = run(desk, "calendar", "feed", "add", "--qr")
    _, webcal, *code = out.splitlines()
    assert status == 0 and read_code(code) == webcal
    narrow = opened(desk, "calendar", "feed", "add", "--qr", width=30)
    narrow.expect(pexpect.EOF)
    assert "columns, and this terminal has 30" in " ".join(narrow.before.split()) and "webcal://" in narrow.before


def read_code(lines):
    """What a camera sees of a QR code on a dark terminal: each cell shows two squares, one above the other."""
    halves = {"█": (255, 255), "▀": (255, 0), "▄": (0, 255), " ": (0, 0)}
    rows = [bytes(halves[cell][half] for cell in line for _ in range(4)) for line in lines for half in (0, 1) for _ in range(4)]
    image = memoryview(b"".join(rows)).cast("B", shape=(len(rows), len(rows[0])))
    return zxingcpp.read_barcode(image, try_invert=False).text


def test_parts_of_a_feed_that_do_not_exist(desk):
    assert "classes, due, study, tasks" in failing(desk, "calendar", "feed", "add", "--include", "everything")


def test_a_password_opens_the_calendars_alone(server, ada, desk):
    status, out, said = run(desk, "calendar", "password", "add", "iPhone", text=PASSWORD + "\n")
    assert status == 0 and f"{server.url}/dav/" in out and ada.email in out and "not shown again" in said
    assert all(name in out for name in ("Apple", "Thunderbird", "DAVx5"))
    made = password(desk, "Laptop")
    entry = (ada.email, made["password"])
    assert requests.request("PROPFIND", made["server"], auth=entry, headers={"Depth": "0"}, timeout=PATIENCE).status_code == 207
    assert requests.get(f"{server.url}/v1/me", auth=entry, timeout=PATIENCE).status_code == 401
    assert "iPhone" in desk.noteit("calendar", "password") and "password Laptop" in run(desk, "doctor")[1]
    desk.noteit("calendar", "password", "remove", "Laptop")
    assert requests.request("PROPFIND", made["server"], auth=entry, headers={"Depth": "0"}, timeout=PATIENCE).status_code == 401


def test_a_profile_for_apple_devices_holds_the_password_and_nothing_else_does(server, ada, desk, tmp_path):
    def profile(name, file):
        status, out, said = run(desk, "calendar", "password", "add", name, "--apple-profile", str(file), text=PASSWORD + "\n")
        assert status == 0 and str(file) in out, said
        assert file.stat().st_mode & 0o777 == 0o600
        whole = plistlib.loads(file.read_bytes())
        [account] = whole["PayloadContent"]
        assert account["CalDAVPassword"] not in out + said
        return whole, account

    whole, account = profile("Ada's <iPhone> & 電話", tmp_path / "one.mobileconfig")
    assert (whole["PayloadType"], whole["PayloadVersion"], account["PayloadType"], account["PayloadVersion"]) == (
        "Configuration", 1, "com.apple.caldav.account", 1)
    assert "Ada's <iPhone> & 電話" in whole["PayloadDisplayName"]
    assert (account["CalDAVHostName"], account["CalDAVPort"], account["CalDAVUseSSL"], account["CalDAVUsername"]) == (
        "127.0.0.1", server.port, False, ada.email)
    # A phone signs in with it.
    entry = (account["CalDAVUsername"], account["CalDAVPassword"])
    assert account["CalDAVPrincipalURL"].startswith(server.url)
    answer = requests.request("PROPFIND", account["CalDAVPrincipalURL"], auth=entry, headers={"Depth": "0"}, timeout=PATIENCE)
    assert answer.status_code == 207 and ada.id in answer.text
    # A profile for the same device takes the place of the old one; another device has its own.
    again, _ = profile("Ada's <iPhone> & 電話", tmp_path / "two.mobileconfig")
    other, more = profile("iPad", tmp_path / "three.mobileconfig")
    names = [[each[key] for key in ("PayloadIdentifier", "PayloadUUID")] for each in (whole, again, other, account, more)]
    assert names[0] == names[1] and len({identifier for identifier, _ in names}) == 4 == len({uuid for _, uuid in names})
    for _, identifier in names:
        assert str(uuid.UUID(identifier)).upper() == identifier
    # Neither is a file overwritten, nor a password made that nobody would see, nor a file left without one.
    count = len(ada.items("/v1/me/app-passwords"))
    status, _, said = run(desk, "calendar", "password", "add", "Mac", "--apple-profile", str(tmp_path / "one.mobileconfig"), text=PASSWORD + "\n")
    assert status and "there already" in said
    status, _, _ = run(desk, "calendar", "password", "add", "Mac", "--apple-profile", str(tmp_path / "four.mobileconfig"), text="wrong\n")
    assert status and not (tmp_path / "four.mobileconfig").exists()
    assert len(ada.items("/v1/me/app-passwords")) == count
    made = json.loads(run(desk, "calendar", "password", "add", "Mac", "--apple-profile", str(tmp_path / "five.mobileconfig"), "--json", text=PASSWORD + "\n")[1])
    assert "password" not in made and made["name"] == "Mac"


def test_an_event_of_a_program_shows_in_the_terminal_and_stays_offline(server, ada, desk, tmp_path):
    secret = password(desk)["password"]
    watcher = desk.watch(tmp_path / "changes")
    try:
        wait_until(lambda: "watching" in (tmp_path / "changes.err").read_text(), "the watcher")
        personal(server, ada, secret)
        wait_until(lambda: '"personalEvent"' in (tmp_path / "changes").read_text(), "the change of an event")
    finally:
        watcher.terminate()
        watcher.wait()
    assert "Lunch 昼食" in desk.noteit("calendar", "--day", "tomorrow")
    ada.post(COURSE, "Lab 4", due=at(ZONE, 1, "17:00"))
    desk.noteit("today")
    server.stop()
    status, out, said = run(desk, "calendar", "--day", "tomorrow")
    assert status == 0 and "offline: as of" in said
    assert "Lunch 昼食" in out and "Lab 4" in out


def test_a_file_is_imported_listed_and_removed(ada, desk, tmp_path):
    file = tmp_path / "家族.ics"
    file.write_text(FILE.format(day=f"{day_in(ZONE, 1):%Y%m%d}"))
    status, _, said = run(desk, "calendar", "import", "add", str(file))
    assert status == 0 and "Imported '家族': 1 event." in said
    status, _, said = run(desk, "calendar", "import", "add", "-", "--name", "Team", "--no-busy", text=file.read_text())
    assert status == 0
    listed = desk.noteit("calendar", "import")
    assert "家族" in listed and "Team" in listed and "just now" in listed and "free" in listed
    assert desk.noteit("calendar", "--day", "tomorrow").count("歯医者 🦷") == 2
    assert "import Team" in run(desk, "doctor")[1]
    desk.noteit("calendar", "import", "remove", "Team")
    desk.noteit("calendar", "import", "remove", "家族")
    assert "歯医者" not in desk.noteit("calendar", "--day", "tomorrow")


def test_an_import_has_a_name_of_its_own(ada, desk, tmp_path):
    file = tmp_path / "team.ics"
    file.write_text(FILE.format(day=f"{day_in(ZONE, 1):%Y%m%d}"))
    assert "'team'" in run(desk, "calendar", "import", "add", str(file))[2]
    assert "'team 2'" in run(desk, "calendar", "import", "add", str(file))[2]
    assert sorted(each["name"] for each in ada.items("/v1/me/calendar-imports")) == ["team", "team 2"]


def test_what_is_not_a_calendar_is_refused(ada, desk, tmp_path):
    file = tmp_path / "notes.ics"
    file.write_text("These are notes.\n")
    assert failing(desk, "calendar", "import", "add", str(file)).startswith("Error: The calendar could not be imported.")
    said = failing(desk, "calendar", "import", "add", "https://127.0.0.1/private.ics")
    assert "Error: The address could not be imported." in said
    assert failing(desk, "calendar", "import", "add", str(tmp_path / "missing.ics")).startswith("Error: ")
    assert ada.items("/v1/me/calendar-imports") == []
