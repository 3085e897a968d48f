"""`noteit schedule` in a terminal: the walk, long searches, sharing, narrow and plain terminals."""

import json
import os
import re
import subprocess
import xml.etree.ElementTree

import icalendar
import pexpect
import pytest

from noteitd import PATIENCE, PROGRAM, SAMPLE, Noteitd, wait_until
from people import PASSWORD, register
from planners import HARD, hard_rows
from registrar import import_term

NOTEIT = PROGRAM.parent / "noteit"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The sample term with its links, and a term that is hard to plan."""
    folder = tmp_path_factory.mktemp("schedule")
    server = Noteitd(folder)
    server.admin(
        "catalog", "import", str(SAMPLE), "--links", str(SAMPLE.parent / "links.csv"), "--term-name", "Fall 2025",
        "--time-zone", "America/Vancouver")
    import_term(server, folder, hard_rows(), name="hard")
    with server.serving():
        yield server


class Person:
    """A person's `noteit`, with folders of its own, in a terminal or in a pipe."""

    def __init__(self, server, folder):
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(folder), "NOTEIT_SERVER": server.url, "LANG": "C.UTF-8", "TERM": "xterm",
        }
        folder.mkdir()
        self.pipe("auth", "login", register(server).email, text=PASSWORD + "\n")

    def pipe(self, *arguments, text=None, status=0):
        done = subprocess.run([NOTEIT, *arguments], input=text, capture_output=True, text=True, timeout=PATIENCE, env=self.environment)
        assert done.returncode == status, f"noteit {arguments}: {done.returncode} {done.stdout}{done.stderr}"
        return done.stdout if status == 0 else done.stderr

    def terminal(self, *arguments, width=100, **more):
        return pexpect.spawn(
            str(NOTEIT), list(arguments), env=self.environment | more, dimensions=(50, width), encoding="utf-8", timeout=PATIENCE)

    def shown(self, *arguments, width=100, colour=False):
        """The output of a command in a terminal, to its end."""
        terminal = self.terminal(*arguments, width=width, **({} if colour else {"NO_COLOR": "1"}))
        terminal.expect(pexpect.EOF)
        return terminal.before.replace("\r\n", "\n")


@pytest.fixture
def ada(server, tmp_path):
    return Person(server, tmp_path / "ada")


@pytest.fixture
def bob(server, tmp_path):
    return Person(server, tmp_path / "bob")


def test_the_walk_asks_for_everything_and_ends_with_a_timetable_that_is_kept_and_joined(ada):
    walk = ada.terminal("schedule", "build", NO_COLOR="1")
    for question, answer in [
        ("Courses, such as", "CMPT 225, nope999"),
        ("More courses", "math150 cmpt225"),
        ("More courses", "PHYS 101"),
        ("More courses", ""),
        ("Days off", "someday"),
        ("Days off", "fri"),
        ("No class before", ""),
        ("Busy", "mon 14:30-17:30"),
        ("Busy", ""),
        ("Preferred", "morning"),
    ]:
        walk.expect(question + r"[^\n]*: $")
        walk.sendline(answer)
        if answer == "CMPT 225, nope999":
            walk.expect("No course 'nope999'")
        if answer == "math150 cmpt225":
            walk.expect("CMPT225 is there already")
        if answer == "someday":
            walk.expect("does not have that form")
    walk.expect("There is no timetable.*day off F.*Other wishes")
    walk.sendline("")
    for answer in ("", "", "mon 14:30-17:30", "", "morning"):
        walk.expect(r"Enter[^\n]*: $")
        walk.sendline(answer)
    walk.expect(r"timetables, [^\n]* with different times. The best 10:")
    for answer, shown in [("2", "Timetable 2.*CRNs for the registrar's form"), ("99", "A number from 1 to 10"), ("s", "Name: ")]:
        walk.expect(r"q ends: $")
        walk.sendline(answer)
        walk.expect(shown)
    walk.sendline("Plan A")
    walk.expect("Kept as Plan A")
    walk.expect(r"q ends: $")
    walk.sendline("j")
    walk.expect(r"Join all 6 sections\? \[Y/n\] $")
    walk.sendline("y")
    walk.expect("Joined 6 sections")
    walk.expect(r"q ends: $")
    walk.sendline("q")
    walk.expect_exact("The same again: noteit schedule build CMPT225 MATH150 PHYS101 --prefer morning --busy 'mon 14:30-17:30'")
    walk.expect(pexpect.EOF)
    walk.close()
    assert walk.exitstatus == 0
    [kept] = json.loads(ada.pipe("schedule", "list", "--json"))
    rows = ada.pipe("schedule", "build", "CMPT225", "MATH150", "PHYS101", "--prefer", "morning", "--busy", "mon 14:30-17:30", "--plain")
    assert kept["sections"] == [f"202530.{crn}" for crn in rows.splitlines()[1].split("\t")[1:]], "the second of the list"


def test_ctrl_c_ends_the_walk(ada):
    walk = ada.terminal("schedule", "build")
    walk.expect("Courses, such as")
    walk.sendintr()
    walk.expect(pexpect.EOF)
    walk.close()
    assert walk.exitstatus == 2


def test_without_arguments_in_a_pipe_it_names_what_is_missing(ada):
    assert "Needed: the courses" in ada.pipe("schedule", "build", status=64)


def test_a_long_search_shows_progress_and_ctrl_c_stops_it_on_the_server(server, ada):
    search = ada.terminal("schedule", "build", *HARD["courses"], "--term", "200020", "--budget", "60000")
    search.expect(r"(ranking|counting), [\d,]+ steps in \d+ s[^\r]*Ctrl-C stops it")
    assert server.metrics()["noteit_planning_running"] == 1
    search.sendintr()
    search.expect(pexpect.EOF)
    search.close()
    assert search.exitstatus == 2
    wait_until(lambda: server.metrics()["noteit_planning_searches"] == 0, "the server to stop the search", 30)


def test_a_search_that_is_cut_short_says_so(ada):
    text = ada.shown("schedule", "build", *HARD["courses"], "--term", "200020", "--budget", "3000", "--limit", "1")
    assert "at least" in text and "Stopped early: every timetable left out costs at least" in text


def test_a_link_shows_a_timetable_to_others_until_it_ends(ada, bob):
    ada.pipe("schedule", "save", "Plan, mine", "5446", "5447")
    assert "No timetable" in bob.pipe("schedule", "view", "Plan, mine", status=1)
    link = ada.pipe("schedule", "share", "plan, MINE").strip()
    assert "CMPT225\tD100\t5446" in bob.pipe("schedule", "view", link, "--plain")
    owners = [re.findall(r"^By \S+", person.shown("schedule", "view", link), re.MULTILINE) for person in (ada, bob)]
    assert [len(found) for found in owners] == [0, 1]
    page = link.replace("/v1/me/schedules/", "/timetables?plan=")
    assert bob.pipe("schedule", "view", page, "--plain") == bob.pipe("schedule", "view", link, "--plain"), "the page's link"
    bob.pipe("schedule", "save", "His", "5446", "5449")
    assert bob.pipe("schedule", "diff", link, "his", "--plain").split("\n")[0].startswith("-\tCMPT225\tD101\t5447")
    bob.pipe("schedule", "adopt", link, "--yes")
    assert {row.split("\t")[0] for row in bob.pipe("course", "list", "--plain").splitlines()} == {"CMPT225"}
    assert icalendar.Calendar.from_ical(bob.pipe("schedule", "export", link)).walk("VEVENT")
    assert "not yours to see" in bob.pipe("schedule", "delete", link, "--yes", status=1)
    ada.pipe("schedule", "share", "Plan, mine", "--stop")
    assert "not yours to see" in bob.pipe("schedule", "view", link, status=1)
    assert "is not a link" in bob.pipe("schedule", "view", "https://elsewhere.example.edu/v1/me/schedules/x", status=1)


def test_adopting_a_second_timetable_swaps_it_for_the_first(ada):
    ada.pipe("schedule", "save", "Plan A", "5446", "5447")
    ada.pipe("schedule", "save", "Plan B", "5446", "5451")
    ada.pipe("course", "add", "MATH150", "D100", "--yes")
    ada.pipe("schedule", "adopt", "Plan A", "--yes")
    assert "This would leave CMPT225 D101" in ada.pipe("schedule", "adopt", "Plan B", status=64)
    walk = ada.terminal("schedule", "adopt", "Plan B", NO_COLOR="1")
    walk.expect(r"-  CMPT225  LAB D101  5447 .*\+  CMPT225  LAB D105  5451 ")
    walk.expect(r"Join all of these and leave 1 section\? \[Y/n\] $")
    walk.sendline("y")
    walk.expect("Left CMPT225 LAB D101")
    walk.expect(pexpect.EOF)
    held = {tuple(row.split("\t")[0:3:2]) for row in ada.pipe("course", "list", "--plain").splitlines()}
    assert held == {("CMPT225", "D100"), ("CMPT225", "D105"), ("MATH150", "D100")}
    ada.pipe("schedule", "adopt", "Plan A", "--keep")
    assert "D105" in ada.pipe("course", "list", "--plain") and "D101" in ada.pipe("course", "list", "--plain")


def test_a_timetable_is_watched_by_its_name(ada):
    ada.pipe("schedule", "save", "Plan A", "5446", "5447")
    assert ada.pipe("schedule", "watch", "plan a", "--plain").count("\n") == 2
    assert {row.split("\t")[1] for row in ada.pipe("schedule", "watch", "--plain").splitlines()} == {"D100", "D101"}
    ada.pipe("schedule", "watch", "Plan A", "--stop")
    assert ada.pipe("schedule", "watch", "--plain") == ""


@pytest.mark.parametrize("width", [60, 80, 120])
def test_nothing_is_wider_than_the_terminal(width, ada):
    ada.pipe("schedule", "save", "Plan A", "5446", "5447", "6035", "6082", "4983", "4984")
    ada.pipe("schedule", "save", "Plan B, with a name that is long, 課程表 and wide", "5446", "5451")
    for arguments in [
        ("build", "CMPT225", "MATH150", "PHYS101", "--prefer", "morning"), ("view", "Plan A"), ("list",), ("diff", "Plan A", "Plan B, with a name that is long, 課程表 and wide"),
    ]:
        for line in ada.shown("schedule", *arguments, width=width).splitlines():
            # Sentences may exceed the width; tables and weeks may not.
            assert cells(line) <= width or re.match(r"(Same times|Draw another)", line), (arguments, line)


def cells(text):
    return sum(2 if "\u2e80" <= character <= "\uffdc" else 1 for character in text)


def test_colours_follow_no_color_and_the_pipe(ada):
    arguments = ("schedule", "build", "CMPT225", "--limit", "1")
    assert "\x1b[" in ada.shown(*arguments, colour=True)
    assert "\x1b[" not in ada.shown(*arguments)
    assert "\x1b[" not in ada.pipe(*arguments)


def test_pictures_are_xml_and_hold_every_class(ada):
    ada.pipe("schedule", "save", "A & B <1>", "5446", "5447")
    root = xml.etree.ElementTree.fromstring(ada.pipe("schedule", "export", "A & B <1>", "--svg"))
    texts = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[0] == "A & B <1>" and texts.count("CMPT225") == 3 and "11:30-13:20" in texts


def test_a_number_that_no_list_has_is_refused(ada):
    ada.pipe("task", "add", "Essay 2h")
    for number in ("0", "99", "-9223372036854775808"):
        assert "is not among the" in ada.pipe("schedule", "build", "CMPT225", f"--show={number}", status=64)
        assert f"no entry '{number}'" in ada.pipe("outbox", "drop", "--", number, status=64)
        assert f"No step matches '{number}'" in ada.pipe("task", "step", "Essay", f"--done={number}", status=64)


def test_a_timetable_that_was_just_found_is_a_picture_in_a_file(server, ada, tmp_path):
    file = tmp_path / "week.svg"
    shown = ada.shown("schedule", "build", "CMPT225", "MATH150", "--show", "2", "--picture", str(file), "--save", "Mine", width=200)
    assert f"The picture is in {file}." in shown and "Kept as Mine." in shown and "The best" not in shown
    assert "Draw another" not in shown
    for command in ("view", "export"):
        assert ada.pipe("schedule", command, "Mine", "--picture", "-") == file.read_text(), command
    # The server draws the same.
    [kept] = [each for each in json.loads(ada.pipe("schedule", "list", "--json")) if each["name"] == "Mine"]
    crns = ",".join(section.split(".")[1] for section in kept["sections"])
    asked = {"title": "Mine", "crns": crns}
    assert register(server).call("GET", "/v1/terms/202530/schedules/picture", 200, params=asked).text == file.read_text()
    missing = str(tmp_path / "none" / "week.svg")
    assert "Could not write" in ada.pipe("schedule", "build", "CMPT225", "--picture", missing, status=1)


@pytest.mark.parametrize("arguments, words", [
    (["CMPT226"], "CMPT225"), (["CMPT225", "cmpt", "225"], "second time"), (["101"], "matches several courses"),
    (["CMPT225", "--busy", "mon 17-14"], "as a time of the week"), (["CMPT225", "--campus", "Bernaby"], "these courses have Burnaby"),
    (["CMPT225", "--off", "someday"], "as days"), (["CMPT225", "--prefer", "x"], "as hours of a day"), (["CMPT225", "--earliest", "25"], "as a time"),
    (["CMPT225", "--weight", "gap=much"], "as a weight"), (["CMPT225", "--weight", "love=1"], "Names: gap"), (["CMPT225", "--way", "Burnaby 75"], "as a way"),
    (["CMPT225", "--any", "two of A"], "as a choice"), (["CMPT225", "--limit", "0"], "1 to 100"), (["CMPT225", "--show", "11"], "--show 11 is not among"),
    (["CMPT225", "--with", "Nobody"], "--with Nobody teaches none"), (["CMPT225", "--pin", "5446", "--pin", "1"], "--pin 1 is not a section"),
    (["CMPT225", "--weight", "day-avoided=-1"], "--weight day-avoided must be"), (["CMPT225", "--way", "Burnaby to Surrey 999"], "--way 'Burnaby to Surrey 999' must be"), (["CMPT225", "--term", "1"], "No term '1'"),
])
def test_impossible_requests_are_explained(arguments, words, ada):
    done = subprocess.run([NOTEIT, "schedule", "build", *arguments], capture_output=True, text=True, timeout=PATIENCE, env=ada.environment)
    assert done.returncode in (1, 64) and words in done.stderr, done.stderr
    assert done.stdout == ""


def build(person, *wishes):
    return person.pipe("schedule", "build", "CMPT225", "MATH150", "--plain", *wishes)


@pytest.mark.parametrize("said, meant", [
    (["--busy", "mon 15-17", "--busy", "mon,tue 16-18"], ["--busy", "mon 15-18", "--busy", "tue 16-18"]),
    (["--busy", "mon-wed 2:30pm - 4pm"], ["--busy", "MTW 14:30-16:00"]),
    (["--earliest", "9am"], ["--earliest", "9:00"]),
    (["--prefer", "mornings, 2-4pm"], ["--prefer", "8:00-12:00", "--prefer", "14:00-16:00"]),
    (["--campus", "BURNABY"], ["--campus", "Burnaby"]),
])
def test_wishes_are_understood_as_people_write_them(said, meant, ada):
    assert build(ada, *said) == build(ada, *meant) != ""


def test_a_found_timetable_replaces_the_one_of_its_name(ada):
    ada.pipe("schedule", "build", "CMPT225", "--save", "Plan A")
    ada.pipe("schedule", "share", "Plan A")
    ada.pipe("schedule", "build", "MATH150", "--save", "Plan A")
    kept = json.loads(ada.pipe("schedule", "list", "--json"))
    assert [(plan["name"], plan["shared"], [course.split(".")[1] for course in plan["courses"]]) for plan in kept] == [
        ("Plan A", True, ["MATH150"])]
    ada.pipe("schedule", "share", "Plan A", "--stop")
    assert not json.loads(ada.pipe("schedule", "list", "--json"))[0]["shared"]


def test_classes_that_one_is_in_count_as_busy(ada):
    """CMPT 225 alone has a timetable at its own times, also when it is named by its title."""
    ada.pipe("course", "add", "CMPT225", "D100", "D101")
    assert "5446" in ada.pipe("schedule", "build", "CMPT225", "--plain", "--pin", "5446")
    free = json.loads(ada.pipe("schedule", "build", "MATH150", "--json", "--anew"))
    around = json.loads(ada.pipe("schedule", "build", "MATH150", "--json"))
    assert int(around["feasible"]) < int(free["feasible"])


def test_events_of_each_week_count_as_busy_and_one_appointment_does_not(ada):
    free = json.loads(ada.pipe("schedule", "build", "MATH150", "--json"))
    ada.pipe("task", "add", "Dentist", "--at", "2025-10-06 8:30", "--for", "50m")
    assert json.loads(ada.pipe("schedule", "build", "MATH150", "--json"))["feasible"] == free["feasible"]
    ada.pipe("task", "add", "Choir", "--at", "2025-09-02 9:30", "--for", "50m", "--repeat", "every tue")
    shown = ada.shown("schedule", "build", "MATH150", "--limit", "1", width=120)
    assert "Around your events Choir. --anew leaves them out." in shown and re.search("▌Choir", shown)
    assert json.loads(ada.pipe("schedule", "build", "MATH150", "--json"))["feasible"] != free["feasible"]
    assert json.loads(ada.pipe("schedule", "build", "MATH150", "--json", "--anew"))["feasible"] == free["feasible"]
    ada.pipe("task", "add", "Rowing", "--at", "2025-09-01 8:00", "--for", "2h", "--repeat", "every mon")
    assert "course MATH 150 + busy M 08:00-10:00 (Rowing)" in " ".join(ada.shown("schedule", "build", "MATH150").split())


def test_too_many_busy_times_are_explained_and_those_that_touch_are_one(ada):
    slots = [f"{day} {hour}:00-{hour}:30" for day in ("mon", "tue", "wed", "thu", "fri") for hour in range(18, 23)]
    different = [f"mon {8 + n // 2}:{'00' if n % 2 == 0 else '30'}-{8 + n // 2}:{'20' if n % 2 == 0 else '50'}" for n in range(24)]
    assert ada.pipe("schedule", "build", "CMPT225", "--plain", *(word for slot in slots for word in ("--busy", slot)))
    said = ada.pipe("schedule", "build", "CMPT225", *(word for slot in different for word in ("--busy", slot)), status=64)
    assert "Your week has 24 busy times, and a search takes at most 20." in said and "--off fri" in said


def test_each_row_says_what_people_choose_by_and_what_differs(server, tmp_path, bob):
    dates = "1999-09-06,1999-12-06"
    rows = [
        f"199930,11,DEMO,11,One,01,LEC,3,MW,0900,0950,{dates},North,Hall,101,Ada Example,10,7,In Person,",
        f"199930,12,DEMO,11,One,02,LEC,3,TR,0900,0950,{dates},North,Hall,102,Bob Example,20,8,In Person,",
        "199930,13,DEMO,12,Two,01,LEC,3,S,0900,1150,1999-09-11,1999-09-11,North,Hall,103,Eve Example,10,10,In Person,",
        "199930,13,DEMO,12,Two,01,LEC,3,S,0900,1150,1999-10-16,1999-10-16,North,Hall,103,Eve Example,10,10,In Person,",
    ]
    import_term(server, tmp_path, rows, name="rows")
    (tmp_path / "scores.csv").write_text("crn,rating_x100,gpa_x100\n11,430,310\n12,420,\n")
    server.admin("grades", "import", str(tmp_path / "scores.csv"), "--term", "199930")
    build = ("schedule", "build", "DEMO11", "DEMO12", "--term", "199930", "--busy", "fri 13-15")
    shown = bob.shown(*build, width=120)
    assert re.search(r"days +hours +idle +seats +rating +grade +cost +CRNs", shown)
    assert re.search(r"1 +MWS +09:00-11:50 +0 +full +4\.30 +3\.10", shown), shown
    assert "DEMO11 01 Ada Example; DEMO12 01 Eve Example" in shown
    assert "DEMO11 02 TR 09:00-09:50 for 01, Bob Example for Ada Example" in shown
    assert "Ratings: DEMO11 4.30" in shown and "Campus of all classes: North" in shown and "Hall 101" in shown
    assert "▌11 Sep, 16 Oct" in shown and "S 09:00-11:50 (11 Sep, 16 Oct)" in shown and "▌busy" in shown
    for width in (60, 80):
        narrow = bob.shown(*build, width=width)
        assert "▌Hall" in narrow or "Hall 101" in narrow
        assert all(cells(line) <= width for line in narrow.splitlines() if not line.startswith("Draw another")), narrow


def test_sections_taught_online_are_left_out_on_request(ada):
    everything = ada.pipe("schedule", "build", "CMPT225", "--plain")
    assert ada.pipe("schedule", "build", "CMPT225", "--plain", "--in-person") == everything


def test_a_section_with_a_time_and_a_seat_comes_first_and_campuses_are_told(server, tmp_path, bob):
    rows = [
        "203030,1,DEMO,1,One,01,LEC,3,,,,,,North,,,,10,0,,", "203030,2,DEMO,1,One,02,LEC,3,F,0900,0950,,,North,,,,10,10,,",
        "203030,3,DEMO,1,One,03,LEC,3,F,1900,1950,,,North,,,,10,0,,", "203030,4,DEMO,2,Two,01,LEC,3,M,0900,0950,,,South,,,,10,0,,",
    ]
    import_term(server, tmp_path, rows, name="defaults")
    best = json.loads(bob.pipe("schedule", "build", "DEMO1", "DEMO2", "--term", "203030", "--json"))["timetables"]
    assert [table["crns"][0] for table in best] == [3, 1, 2] or [table["crns"][0] for table in best] == [3, 2, 1]
    assert best[0]["parts"]["otherCampuses"] == 1
    assert "On 2 campuses: North, South" in bob.shown("schedule", "build", "DEMO1", "DEMO2", "--term", "203030")
    bob.pipe("course", "add", "203030.DEMO2", "01", "--yes")
    told = " ".join(bob.shown("schedule", "build", "DEMO1", "--term", "203030").split())
    assert "On 2 campuses, with the classes that you are in: North, South" in told

