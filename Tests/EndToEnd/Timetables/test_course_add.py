"""`noteit course add` in a terminal: the walk, and warnings before one joins; timetables that are adopted, and ways between campuses."""

import datetime
import subprocess

import pexpect
import pytest

from noteitd import PATIENCE, Noteitd
from registrar import HEADER, import_term
from test_schedule import NOTEIT, Person

ROWS = """
202530,1001,ABC,101,First steps,D100,LEC,3,M,0930,1020,2025-09-03,2025-12-02,Burnaby,,,,10,10,In Person,
202530,1002,ABC,101,First steps,D200,LEC,3,T,0930,1020,2025-09-03,2025-12-02,Burnaby,,,,10,3,In Person,
202530,1003,ABC,225,Data structures,D100,LEC,3,M,1000,1050,2025-09-03,2025-12-02,Burnaby,,,,,,In Person,
202530,1004,XYZ,110,Gardens,D100,LEC,3,F,1030,1120,2025-09-03,2025-12-02,Surrey,,,,20,5,In Person,
202530,1005,XYZ,120,Rivers,D100,LEC,3,R,1030,1120,2025-09-03,2025-12-02,Surrey,,,,20,20,In Person,
202530,1006,XYZ,120,Rivers,D200,LEC,3,R,1230,1320,2025-09-03,2025-12-02,Surrey,,,,20,20,In Person,
""".strip()

FAR = "202530,1007,XYZ,130,Lakes,D100,LEC,3,M,1100,1150,2025-09-03,2025-12-02,Surrey,,,,20,5,In Person,"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("joining")
    server = Noteitd(folder)
    import_term(server, folder, ROWS.splitlines())
    with server.serving():
        yield server


@pytest.fixture
def ada(server, tmp_path):
    return Person(server, tmp_path / "ada")


def said(person, *arguments, status=0):
    """What a command writes to standard error, in a pipe."""
    done = subprocess.run(
        [NOTEIT, *arguments], capture_output=True, text=True, timeout=PATIENCE, env=person.environment, stdin=subprocess.DEVNULL)
    assert done.returncode == status, done.stderr
    return done.stderr


def steps(walk, *pairs):
    for question, answer in pairs:
        walk.expect(question)
        walk.sendline(answer)


def test_a_number_that_is_not_on_the_list_opens_nothing(ada):
    walk = ada.terminal("course", "add", NO_COLOR="1")
    for number, most in (("3", 2), ("0", 2), ("225", 2), ("110", 2)):
        steps(walk, (r"Department \(number[^\n]*\): $", number))
        walk.expect_exact(f"{number} is not on the list; choose from 1 to {most}.")
    steps(walk, (r"Department \(", "1"), (r"Course \(", "225"))
    walk.expect_exact("225 is not on the list; choose from 1 to 2.")
    steps(walk, (r"Course \(", "1"), (r"ABC101 Section \(", "100"))
    walk.expect_exact("100 is not on the list; choose from 1 to 2.")
    steps(walk, (r"ABC101 Section \(", "q"))
    walk.expect(pexpect.EOF)
    walk.close()
    assert walk.exitstatus == 2 and ada.pipe("course", "list", "--plain") == ""


def test_codes_and_words_work_at_every_step_and_b_goes_back(ada):
    walk = ada.terminal("course", "add", NO_COLOR="1")
    steps(walk, (r"Department \(", "b"))
    walk.expect("This is the first step")
    steps(walk, (r"Department \(", "structures"), (r"Course \(number[^\n]*: $", "nonsense"))
    walk.expect("No course matches 'nonsense'")
    steps(walk, (r"Course \(", "b"), (r"Department \(", "xyz 120"), (r"XYZ120 Section \(", "abc101"))
    steps(walk, (r"ABC101 Section \(", "b"), (r"Department \(", "XYZ"), (r"Course \(", "rivers"))
    # XYZ110 has one section, so the way back from the last question leads past it.
    steps(walk, (r"XYZ120 Section \(", "b"), (r"Course \(", "xyz110"), (r"Join\? \[Y/n, b back\] $", "b"))
    steps(walk, (r"Course \(", "1"), (r"Join\? \[Y/n, b back\] $", "y"))
    walk.expect("Joined XYZ110 D100")
    walk.expect(pexpect.EOF)
    walk.close()
    assert walk.exitstatus == 0


def test_clashes_two_lectures_and_full_sections_are_told(ada):
    told = said(ada, "course", "add", "ABC101", "D100")
    assert "ABC101 D100 is full by the registrar's count: 10 of 10." in told and "clash" not in told
    told = said(ada, "course", "add", "ABC225", "D100")
    assert (
        "You are in ABC101 D100, which clashes with ABC225 D100; leave it with: noteit course drop ABC101 D100" in told
        and "full" not in told)
    told = said(ada, "course", "add", "ABC101", "D200")
    assert "You stay in ABC101 LEC D100 as well; leave it with: noteit course drop ABC101 D100" in told
    assert said(ada, "course", "add", "XYZ110", "D100") == "Joined XYZ110 D100.\n", "nothing to warn of"


def test_warnings_come_for_registration_numbers_and_among_the_new_sections_too(ada):
    told = said(ada, "course", "add", "1001", "1002", "1003")
    assert "ABC101 D100 and ABC101 D200 are both LEC of ABC101; people take one of them." in told
    assert "ABC101 D100 and ABC225 D100 clash: they meet at the same time." in told
    assert "ABC101 D100 is full" in told


def test_the_walk_warns_before_it_asks(ada):
    said(ada, "course", "add", "ABC225", "D100")
    walk = ada.terminal("course", "add", "abc101", NO_COLOR="1")
    steps(walk, (r"ABC101 Section \(", "d100"))
    walk.expect(r"is full by the registrar's count: 10 of 10")
    walk.expect(r"You are in ABC225 D100, which clashes with ABC101 D100")
    steps(walk, (r"Join\? \[Y/n, b back\] $", "n"))
    walk.expect(pexpect.EOF)
    walk.close()
    assert walk.exitstatus == 2


def test_seats_are_open_only_where_the_count_is_known(ada):
    rows = [row.split("\t") for row in ada.pipe("course", "search", "--plain").splitlines()]
    assert {row[0]: row[4] for row in rows} == {"ABC101": "open", "ABC225": "unknown", "XYZ110": "open", "XYZ120": "full"}
    shown = {line.split()[0]: line for line in ada.shown("course", "search").splitlines() if line.startswith(("ABC", "XYZ"))}
    assert "open" in shown["ABC101"] and "full" in shown["XYZ120"]
    assert "open" not in shown["ABC225"] and "full" not in shown["ABC225"] and "unknown" not in shown["ABC225"]


def test_a_timetable_is_adopted_after_a_question_or_with_yes(ada):
    ada.pipe("schedule", "save", "Fridays", "1004")
    for answer, code in (("n", 2), ("y", 0)):
        walk = ada.terminal("schedule", "adopt", "Fridays", NO_COLOR="1")
        steps(walk, (r"Join all of these\? \[Y/n\] $", answer))
        walk.expect(pexpect.EOF)
        walk.close()
        assert walk.exitstatus == code and ("XYZ110" in ada.pipe("course", "list", "--plain")) == (code == 0)
    assert "Join all of these?" not in ada.shown("schedule", "adopt", "Fridays", "--yes")


def test_a_timetable_is_deleted_after_a_question_or_with_yes(ada):
    ada.pipe("schedule", "save", "Fridays", "1004")
    assert "Confirm with --yes" in said(ada, "schedule", "delete", "Fridays", status=64)
    walk = ada.terminal("schedule", "delete", "Fridays", NO_COLOR="1")
    steps(walk, (r"Delete 'Fridays'\? \[y/N\] $", ""))
    walk.expect(pexpect.EOF)
    assert "Fridays" in ada.pipe("schedule", "list", "--plain")
    assert "Deleted" in said(ada, "schedule", "delete", "Fridays", "--yes") and ada.pipe("schedule", "list", "--plain") == ""


def test_yes_joins_the_only_section_without_a_question(ada):
    assert "Join?" not in ada.shown("course", "add", "abc225", "--yes")
    assert "ABC225" in ada.pipe("course", "list", "--plain")


def test_a_timetable_leaves_the_time_between_campuses_that_the_operator_gave_once(ada, server, tmp_path):
    # ABC225 ends at 10:50 on Mondays in Burnaby; XYZ130 begins at 11:00 in Surrey.
    (tmp_path / "more.csv").write_text(f"{HEADER}\n{ROWS}\n{FAR}\n")
    server.admin("catalog", "import", str(tmp_path / "more.csv"))
    wanted = ("schedule", "build", "ABC225", "XYZ130")
    assert "1003 1007" in ada.shown(*wanted)
    (tmp_path / "ways.csv").write_text("from,to,minutes\nBurnaby,Surrey,60\n")
    server.admin("catalog", "ways", str(tmp_path / "ways.csv"))
    try:
        said = ada.shown(*wanted)
        assert "There is no timetable. These conflict:" in said
        assert "course ABC 225 + course XYZ 130 + time between classes (Burnaby to Surrey 60 minutes)" in " ".join(said.split())
        assert "1003 1007" in ada.shown(*wanted, "--way", "Burnaby to Surrey 10"), "a wish of one's own counts for more"
    finally:
        server.admin("catalog", "ways", "--none")
    assert "1003 1007" in ada.shown(*wanted)


def test_a_timetable_leaves_the_time_between_campuses_around_classes_that_one_is_in(ada, server, tmp_path):
    (tmp_path / "more.csv").write_text(f"{HEADER}\n{ROWS}\n{FAR}\n")
    server.admin("catalog", "import", str(tmp_path / "more.csv"))
    ada.pipe("course", "add", "ABC225", "D100", "--yes")
    assert "1007" in ada.shown("schedule", "build", "XYZ130")
    (tmp_path / "ways.csv").write_text("from,to,minutes\nBurnaby,Surrey,60\n")
    server.admin("catalog", "ways", str(tmp_path / "ways.csv"))
    try:
        words = " ".join(ada.shown("schedule", "build", "XYZ130").split())
        assert "course XYZ 130 + busy M 10:00-10:50 at Burnaby (ABC225)" in words
        assert "1007" in ada.shown("schedule", "build", "XYZ130", "--anew")
    finally:
        server.admin("catalog", "ways", "--none")


def test_a_term_that_is_not_the_current_one_is_named(tmp_path):
    server = Noteitd(tmp_path)
    this, last = str(datetime.date.today().year), "2025"
    for term, year in (("202530", last), ("209930", this)):
        rows = ROWS.replace("202530", term).replace("2025-09-03", f"{year}-01-01").replace("2025-12-02", f"{year}-12-31")
        (tmp_path / f"{term}.csv").write_text(f"{HEADER}\n{rows}\n")
        server.admin("catalog", "import", str(tmp_path / f"{term}.csv"), "--time-zone", "America/Vancouver")
    server.start()
    ada = Person(server, tmp_path / "ada")
    assert "Joined XYZ110 D100.\n" in said(ada, "course", "add", "XYZ110", "D100")
    assert "Joined XYZ110 D100 in " in said(ada, "course", "add", "202530.XYZ110", "D100")
    assert "noteit course add 202530.XYZ120 D100" in said(ada, "course", "add", "202530.XYZ120", status=64)
    server.stop()
    assert "Fatal error" not in server.said()
