"""`noteit` alone, on a terminal: the class at a glance."""

import contextlib
import json
import os
import pathlib
import re
import signal
import threading
import time

import pytest

from emulator import Emulator, steady
from noteitd import Noteitd, wait_until
from people import register, staff
from processes import processor_seconds, states
from registrar import HEADER
from study_people import EVERY_DAY, add, at, day_in, noon_zone, settle
from terminal import Terminal

ZONE = noon_zone()
COURSE, SECTION = "200030.CJK101", "200030.101"
GOLDEN = pathlib.Path(__file__).parent / "golden"


def term(folder):
    """A course whose lectures are today, in the morning and in the afternoon."""
    first, last = day_in(ZONE, -30), day_in(ZONE, 90)
    rows = [f"200030,101,CJK,101,Writing,D100,LEC,3,{EVERY_DAY},{times},{first},{last},Main,AQ,{room},,,,In Person,"
            for times, room in (("0930,1020", "3182"), ("1430,1620", "9001"))]
    file = folder / "now.csv"
    file.write_text("\n".join([HEADER, *rows]) + "\n")
    return str(file)


@pytest.fixture
def server(tmp_path):
    """A server in whose term it is noon now: lunch ends after the test."""
    global ZONE
    wait_until(lambda: time.gmtime().tm_min < 58, "the next hour", seconds=240)
    ZONE = noon_zone()
    server = Noteitd(tmp_path)
    server.admin("catalog", "import", term(tmp_path), "--time-zone", ZONE)
    server.start()
    yield server
    server.stop()
    assert "Fatal error" not in server.said()


@pytest.fixture
def ada(server):
    person = register(server, "Ada")
    person.enroll(SECTION)
    return person


@pytest.fixture
def bob(server):
    person = register(server, "Bob 鮑勃")
    person.enroll(SECTION)
    return person


@pytest.fixture
def desk(server, ada, tmp_path):
    terminal = Terminal(server, tmp_path / "desk", ada)
    terminal.environment["TZ"] = ZONE
    return terminal


@pytest.fixture
def opened(desk):
    """Opens the view; it is closed at the end."""
    emulators = []

    def opened(**options):
        emulators.append(Emulator(desk.environment, **options))
        return emulators[-1]

    yield opened
    for emulator in emulators:
        emulator.close()


def furnish(server, ada, bob):
    """Something in every section."""
    settle(ada, timeZone=ZONE, alerts={"start": None, "end": None})
    add(ada, "Lunch 昼食 🍜", start=at(ZONE, 0, "12:00"), end=at(ZONE, 0, "13:00"))
    add(ada, "Read chapter 4 第四章", minutes=90, deadline=at(ZONE, 3, "12:00"), course=COURSE)
    bob.post(COURSE, "Lab 4 実験: heaps 🎉 and everything else that has to be ready before the demonstration",
             due=at(ZONE, 1, "17:00"), kind="reminder")
    bob.post(COURSE, "Midterm 期中考試", kind="exam", due=at(ZONE, 1, "18:00"))
    question = ada.post(COURSE, "Is the midterm open book?", kind="question")
    bob.reply(question, "教科書は持ち込み可 📖, I think")
    staff(server, COURSE).post(COURSE, "Room change 교실 변경", kind="notice", body="We meet in **AQ 9001**.")
    return question


def golden(name, emulator, lines):
    """The lines become those of the file; NOTEIT_GOLDEN=write writes them instead, to be read before they are committed."""
    file = GOLDEN / name
    if os.environ.get("NOTEIT_GOLDEN") == "write":
        file.write_text(steady(lines()))
    with contextlib.suppress(AssertionError):
        emulator.until(lambda: steady(lines()) == file.read_text())
    assert steady(lines()) == file.read_text()


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_class_at_a_glance_fits_every_width(server, ada, bob, opened, width):
    furnish(server, ada, bob)
    plain, coloured = opened(width=width, height=32), opened(width=width, height=32, colour=True)
    for emulator in (plain, coloured):
        emulator.until(["live", "Inbox", "Room change"]).settled()
    golden(f"{width}.txt", plain, lambda: plain.lines)
    golden(f"{width}-colour.txt", coloured, coloured.painted)
    assert not re.search(rb"\x1b\[[1-9][0-9;]*m", plain.bytes)
    coloured.press("?")
    coloured.until("Escape, h, q").press("q")
    coloured.until("Today").press("q")
    assert coloured.ended() == 0 and coloured.is_restored()


def test_enter_opens_a_thread_and_what_is_read_is_not_new_any_more(server, ada, bob, opened, desk):
    question = furnish(server, ada, bob)
    emulator = opened().until(["live", "New", "Room change"])
    emulator.press("/open book\r")
    emulator.until("Is the midterm open book?").press("\r")
    emulator.until(["1 reply", "持ち込み可", "r: reply"])
    bob.reply(question, "It is, the syllabus says so")
    emulator.until(["2 replies", "the syllabus says so"])
    emulator.press("qq")
    emulator.until("Today").press("q")
    assert emulator.ended() == 0 and emulator.is_restored()
    wait_until(lambda: "open book" not in desk.noteit("event", "list", "--unread"), "the question to be read")


def test_r_replies_in_a_line_and_in_the_editor(server, ada, bob, opened, desk, tmp_path):
    question = furnish(server, ada, bob)
    editor = tmp_path / "editor"
    editor.write_text("#!/bin/sh\necho 'Written in the editor' > \"$1\"\n")
    editor.chmod(0o755)
    desk.environment["EDITOR"] = str(editor)
    emulator = opened().until("live")
    emulator.press("/open book\r")
    emulator.until("Enter: open").press("\r")
    emulator.until("r: reply").press("r")
    emulator.until("Reply to CJK101#3:").press("Merci 谢谢 🙏x\x7f")
    emulator.until("Merci 谢谢 🙏").press("\r")
    emulator.until(["Replied to CJK101#3", "2 replies", "Merci 谢谢"])
    emulator.press("R")
    emulator.until(["3 replies", "Written in the editor"])
    bodies = [each["body"] for each in ada.items(f"/v1/events/{question['id']}/replies")]
    assert bodies[1:] == ["Merci 谢谢 🙏", "Written in the editor"]
    emulator.press("\x03")
    assert emulator.ended() == 0 and emulator.is_restored()


def test_a_search_asks_here_while_one_types_and_the_server_after_enter(server, ada, bob, opened):
    furnish(server, ada, bob)
    emulator = opened().until("live")
    emulator.press("/heaps")
    emulator.until(["Search: heaps", "Found here  1", "CJK101#1"])
    emulator.press("\x15think\r")
    emulator.until(["Found  1", "CJK101#3#1"])
    emulator.press("/zzzz\r")
    emulator.until("Nothing found")
    emulator.press("q")
    emulator.until("Today")


def test_without_the_server_it_says_as_of_when_and_comes_back_by_itself(server, ada, bob, opened, desk):
    question = furnish(server, ada, bob)
    desk.noteit("today")
    server.stop()
    emulator = opened().until(["offline: as of", "Midterm", "Today"])
    emulator.press("/open book\r")
    emulator.until("Enter: open").press("\rrSent later\r")
    emulator.until(["waits in the outbox", "waiting  you", "1 not sent yet"])
    server.start()
    emulator.until(["live", "Sent later"])
    sent = lambda: "Sent later" in [each["body"] for each in ada.items(f"/v1/events/{question['id']}/replies")]
    wait_until(sent, "the reply to be sent")


def test_a_small_terminal_and_another_size_are_drawn_sensibly(server, ada, bob, opened):
    furnish(server, ada, bob)
    emulator = opened(width=20, height=5).until("live").settled()
    assert len(emulator.lines) == 5 and emulator.lines[1].strip() == "Today" and "q: quit" in emulator.text
    emulator.press("GGkj")
    emulator.until(lambda: re.search("^[▸>]", emulator.text, re.MULTILINE))
    emulator.resize(100, 40)
    emulator.until(["Inbox", "Due", "arrows: move"])


def test_hostile_texts_do_not_break_the_screen(server, ada, bob, opened):
    bob.post(COURSE, "\u202etxet desrever owned\u2066", due=at(ZONE, 1, "17:00"), body="\u202ered\u2066 " + "e" + "\u0301" * 300)
    bob.post(COURSE, "Z" + "\u0301" * 150 + "algo", due=at(ZONE, 1, "18:00"))
    emulator = opened().until(["live", "algo", "owned"]).settled()
    emulator.press("j\r")
    emulator.settled()
    for forbidden in ("\u202e".encode(), "\u2066".encode(), ("\u0301" * 20).encode()):
        assert forbidden not in emulator.bytes


def test_it_is_sensible_without_courses_and_without_an_account(server, tmp_path):
    newcomer = Terminal(server, tmp_path / "new", register(server, "Ada New"))
    emulator = Emulator(newcomer.environment)
    try:
        emulator.until(["You are in no course yet", "noteit course add", "live"]).press("jk\rq")
        assert emulator.ended() == 0 and emulator.is_restored()
    finally:
        emulator.close()
    (tmp_path / "nobody").mkdir()
    emulator = Emulator(newcomer.environment | {"HOME": str(tmp_path / "nobody")})
    try:
        assert emulator.ended() == 0
        assert "noteit auth register" in emulator.text and "\x1b[?1049h" not in emulator.bytes.decode()
    finally:
        emulator.close()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGSEGV])
def test_every_signal_that_ends_it_restores_the_terminal(server, ada, desk, opened, number):
    emulator = opened().until("live")
    emulator.process.send_signal(number)
    assert emulator.ended() == (2 if number == signal.SIGINT else -number)
    assert emulator.is_restored()


def test_ctrl_z_gives_the_terminal_back_and_fg_draws_again(server, ada, bob, desk, opened):
    furnish(server, ada, bob)
    emulator = opened().until(["live", "Midterm"])
    emulator.press("\x1a")
    emulator.until(lambda: emulator.bytes.count(b"\x1b[?1049h") == 2)
    emulator.until("Midterm")
    emulator.process.send_signal(signal.SIGTSTP)
    emulator.until(lambda: emulator.bytes.count(b"\x1b[?1049l") == 2)
    wait_until(lambda: states(emulator.process) == {"T"}, "the program to stop")
    assert emulator.is_restored()
    emulator.process.send_signal(signal.SIGCONT)
    emulator.until(lambda: emulator.bytes.count(b"\x1b[?1049h") == 3)
    emulator.until("Midterm").press("q")
    assert emulator.ended() == 0 and emulator.is_restored()


def test_without_a_terminal_it_prints_the_same_as_lines(server, ada, bob, desk):
    furnish(server, ada, bob)
    said = desk.noteit()
    for words in ("Today", "Main AQ 9001", "Lunch 昼食 🍜", "Due", "CJK101#2", "Tasks", "New", "Room change", "Inbox"):
        assert words in said
    summary = json.loads(desk.noteit("--json"))
    assert [each["title"] for each in summary["due"]][1:] == ["Midterm 期中考試"]
    assert set(summary) == {"today", "due", "tasks", "new", "inbox"}
    assert {line.split("\t")[0] for line in desk.noteit("--plain").splitlines()} == set(summary)
    assert "\x1b" not in said


def test_arrows_and_letters_move_the_same_mark(server, ada, bob, opened):
    furnish(server, ada, bob)
    emulator = opened().until(["live", "Inbox", "Room change"]).settled()
    marked = lambda: next((number for number, line in enumerate(emulator.lines) if line.startswith("▸")), None)
    places = [marked()]
    for down, up in (("j", "k"), ("\x1b[B", "\x1b[A"), ("\x1bOB", "\x1bOA")):
        emulator.press(down)
        emulator.until(lambda: marked() not in (None, places[0]))
        places.append(marked())
        emulator.press(up)
        emulator.until(lambda: marked() == places[0])
    assert places[1:] == [places[1]] * 3 and places[1] > places[0]


def test_over_a_slow_line_a_key_sends_only_the_lines_that_differ(server, ada, bob, opened):
    furnish(server, ada, bob)
    emulator = opened(width=120, height=40, colour=True).until(["live", "Inbox", "Room change"]).settled()
    whole = len(emulator.bytes)
    for key in ("j", "j", "k", "\x1b[B"):
        before = len(emulator.bytes)
        emulator.press(key)
        emulator.until(lambda: len(emulator.bytes) > before).settled()
        # The header's clock may change too.
        assert len(emulator.bytes) - before < 1_000 < whole / 2, f"{key!r} sends {len(emulator.bytes) - before} of {whole} bytes"
    before = len(emulator.bytes)
    emulator.settled().settled()
    assert len(emulator.bytes) - before < 300, "nothing happens, and nothing is sent"


def test_it_follows_fifty_changes_a_second_without_flicker(server, ada, bob, opened):
    furnish(server, ada, bob)
    emulator = opened(width=80, height=40).until(["live", "Inbox"]).settled()
    mark, used, began = len(emulator.frames), processor_seconds(emulator.process), time.monotonic()
    poster = threading.Thread(target=post, args=(bob, 50, 4))
    poster.start()
    while poster.is_alive():
        emulator.read()
        assert "Today" in emulator.lines[1], emulator.text
    emulator.until("Change 199")
    used, seconds = processor_seconds(emulator.process) - used, time.monotonic() - began
    frames = emulator.frames[mark:]
    assert not any(b"\x1b[2J" in frame or b"\x1b[?1049" in frame for frame in frames)
    assert 3 <= len(frames) <= seconds * 6 + 8, f"{len(frames)} frames in {seconds:.1f} s"
    # The lines at the top stay as they are.
    assert not any(b"\x1b[2;1H" in frame for frame in frames)
    # A quick machine needs a twentieth of a core for them.
    assert used < 200 * 0.012, f"{used:.2f} s of a processor for 200 changes"
    print(f"{used:.2f} s of a processor, {len(frames)} frames in {seconds:.1f} s, {sum(map(len, frames)) / seconds:.0f} bytes/s")


def post(person, rate, seconds):
    """Posts at a steady rate."""
    began = time.monotonic()
    for number in range(rate * seconds):
        person.post(COURSE, f"Change {number}")
        time.sleep(max(0, began + (number + 1) / rate - time.monotonic()))


def test_from_the_screen_one_posts_asks_ticks_off_and_edits(server, ada, bob, opened, desk, tmp_path):
    bob.post(COURSE, "Lab 4", kind="reminder", due=at(ZONE, 1, "17:00"))
    add(ada, "Read chapter 4", minutes=90, deadline=at(ZONE, 3, "12:00"))
    editor = tmp_path / "editor"
    editor.write_text("#!/bin/sh\necho 'A better title' > \"$1\"\n")
    editor.chmod(0o755)
    desk.environment["EDITOR"] = str(editor)
    emulator = opened(width=100).until(["live", "Lab 4", "Read chapter 4", "p: post"])
    emulator.press("p")
    emulator.until("Post, course first: CJK101").press("From the screen\r")
    emulator.until("Posted CJK101#2").press("a")
    emulator.until("Ask, course first: CJK101").press("Is it open book?\r")
    emulator.until("Posted CJK101#3")
    assert {("Is it open book?", "question"), ("From the screen", "note")} < {(each["title"], each["kind"]) for each in ada.events(COURSE)}
    emulator.press("gd")
    emulator.until("Done: CJK101#1")
    emulator.until(lambda: "Lab 4" not in emulator.text.partition("Due")[2].partition("Tasks")[0])
    wait_until(lambda: ada.snapshot()["marks"] and any(mark["done"] for mark in ada.snapshot()["marks"]), "the tick on the server")
    emulator.press("/From the\r")
    emulator.until(["Found", "CJK101#2"]).press("e")
    emulator.until("Changed CJK101#2").press("q")
    assert next(each["title"] for each in ada.events(COURSE) if each["number"] == 2) == "A better title"
    emulator.until("Tasks").press("gd")
    emulator.until("Done: Read chapter 4")


def test_a_post_to_no_course_is_kept_and_continued(server, ada, bob, opened):
    emulator = opened(width=100).until("live")
    emulator.press("p\x15NOPE101 Hello\r")
    emulator.until("You are in no course 'NOPE101'. p continues.").press("p")
    emulator.until("Post, course first: NOPE101 Hello").press("\x1b")
    emulator.until("Nothing was posted. p continues.")
    assert ada.events(COURSE) == []


def test_the_calendar_opens_from_the_screen_and_an_event_from_the_calendar(server, ada, bob, opened):
    bob.post(COURSE, "Lab 4", body="Bring your own heap", kind="reminder", due=at(ZONE, 0, "23:00"))
    emulator = opened(width=90, height=30).until(["live", "Lab 4"])
    emulator.press("c")
    emulator.until(["Mon", "Lab 4", "Enter: open day"]).press("\r")
    emulator.until(["up down: choose", "▸"]).press("jjjj\r")
    emulator.until(["Bring your own heap", "r: reply"]).press("q")
    emulator.until("up down: choose").press("qq")
    emulator.until(["Today", "Due"]).press("q")
    assert emulator.ended() == 0 and emulator.is_restored()


def test_noteit_calendar_opens_an_event_of_a_day(server, ada, bob, opened):
    bob.post(COURSE, "Lab 4", body="Bring your own heap", kind="reminder", due=at(ZONE, 0, "23:00"))
    emulator = opened(width=90, height=30, arguments=["calendar"]).until(["Mon", "Lab 4", "Enter: open day"])
    emulator.press("\r")
    emulator.until(["up down: choose", "▸"]).press("jjjj\r")
    emulator.until(["Bring your own heap", "q: back"]).press("q")
    emulator.until("up down: choose").press("qq")
    assert emulator.ended() == 0


def test_titles_are_whole_at_every_width(server, ada, bob, opened, desk):
    ada.post(COURSE, "Is the midterm open book?", kind="question", due=at(ZONE, 1, "17:00"))
    for width in (60, 70, 80, 100):
        emulator = opened(width=width).until("live")
        emulator.until("Is the midterm open book?").press("q")
        emulator.ended()
        listed = opened(width=width, arguments=["event", "list"])
        listed.until("Is the midterm open book?")


def test_a_paste_is_text_and_never_a_command(server, ada, bob, opened):
    lab = bob.post(COURSE, "Lab 4", kind="reminder", due=at(ZONE, 1, "17:00"))
    emulator = opened(width=100).until(["live", "Lab 4"])
    emulator.press("g\x1b[200~d\rq\x1b[201~")
    emulator.until("Nothing was pasted").press("r")
    emulator.until("Reply to CJK101#1:").press("\x1b[200~I did it so:\rdo it twice\r\tq\x1b[201~")
    emulator.until("I did it so: do it twice").press("\r")
    emulator.until("Replied to CJK101#1")
    assert [each["body"] for each in ada.items(f"/v1/events/{lab['id']}/replies")] == ["I did it so:\ndo it twice\n\tq"]
    assert not any(mark["done"] for mark in ada.snapshot()["marks"])
    emulator.press("q")
    assert emulator.ended() == 0 and emulator.is_restored() and b"\x1b[?2004l" in emulator.bytes


def test_a_search_on_the_screen_reads_on_as_the_command_does(server, ada, bob, opened):
    bob.post(COURSE, "The one about heaps", due=at(ZONE, 3, "17:00"), kind="reminder")
    for number in range(320):
        bob.post(COURSE, f"More heaps {number}")
    emulator = opened(width=100).until("live")
    emulator.press(f"/due:{day_in(ZONE, 3)} heap\r")
    emulator.until(["Found  1", "The one about"]).press("q")
    emulator.press("/heaps\r")
    emulator.until(", the first ones: noteit search has more")
    server.stop()
    emulator.until("offline")
    emulator.press("q/kind:note heaps\r")
    emulator.until("Filters need the server")


def test_a_question_stays_a_question_and_is_shown_what_was_asked_before(server, ada, bob, opened):
    bob.post(COURSE, "Is the midterm open book?", kind="question")
    emulator = opened(width=120).until(["live", "open book"])
    emulator.press("a")
    emulator.until("Ask, course first: CJK101").press("Is the midterm an open book one?\x1b")
    emulator.until("Nothing was posted. p continues.").press("p")
    emulator.until("Ask, course first: CJK101 Is the midterm").press("\r")
    emulator.until("Asked before: CJK101#1 Is the midterm open book?").press("p")
    emulator.until("Ask, course first: CJK101 Is the midterm").press("\r")
    emulator.until("Posted CJK101#2")
    assert [each["kind"] for each in ada.events(COURSE)] == ["question", "question"]
    emulator.press("p\x15CJK101 Hello @nobody.here\r")
    emulator.until("Posted CJK101#3, but @nobody.here reaches nobody")


def test_the_clock_names_the_zone_of_the_term_if_the_machine_has_another(server, ada, bob, opened, desk):
    emulator = opened(width=120).until("live")
    assert ", in " not in emulator.lines[0]
    desk.environment["TZ"] = "Pacific/Kiritimati" if ZONE != "Pacific/Kiritimati" else "UTC"
    opened(width=120).until(["live", f", in {ZONE}"])
