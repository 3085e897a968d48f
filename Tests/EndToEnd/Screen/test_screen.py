"""`noteit` alone, on a terminal: the class at a glance, whatever the terminal, the network and the texts are."""

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
from glance import COURSE, furnish
from noteitd import wait_until
from people import register
from processes import processor_seconds, states
from study_people import at
from terminal import Terminal

GOLDEN = pathlib.Path(__file__).parent / "golden"


def golden(name, emulator, lines):
    """The lines become those of the file; NOTEIT_GOLDEN=write writes them instead, to be read before they are committed."""
    file = GOLDEN / name
    if os.environ.get("NOTEIT_GOLDEN") == "write":
        file.write_text(steady(lines()))
    with contextlib.suppress(AssertionError):
        emulator.until(lambda: steady(lines()) == file.read_text())
    assert steady(lines()) == file.read_text()


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_class_at_a_glance_fits_every_width(server, ada, bob, zone, opened, width):
    furnish(server, ada, bob, zone)
    plain, coloured = opened(width=width, height=32), opened(width=width, height=32, colour=True)
    for emulator in (plain, coloured):
        emulator.until(["live", "Inbox", "Room change"]).settled()
    golden(f"{width}.txt", plain, lambda: plain.lines)
    golden(f"{width}-colour.txt", coloured, coloured.painted)
    assert not re.search(rb"\x1b\[[1-9][0-9;]*m", plain.bytes)
    if width == 80:
        plain.press("?")
        golden("help.txt", plain, lambda: plain.lines)
    coloured.press("?")
    coloured.until("Escape, h, q").press("q")
    coloured.until("Today").press("q")
    assert coloured.ended() == 0 and coloured.is_restored()


def test_without_the_server_it_says_as_of_when_and_comes_back_by_itself(server, ada, bob, zone, opened, desk):
    question = furnish(server, ada, bob, zone)
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


def test_a_small_terminal_and_another_size_are_drawn_sensibly(server, ada, bob, zone, opened):
    furnish(server, ada, bob, zone)
    emulator = opened(width=20, height=5).until("live").settled()
    assert len(emulator.lines) == 5 and emulator.lines[1].strip() == "Today" and "q: quit" in emulator.text
    emulator.press("GGkj")
    emulator.until(lambda: re.search("^[▸>]", emulator.text, re.MULTILINE))
    emulator.resize(100, 40)
    emulator.until(["Inbox", "Due", "arrows: move"])


def test_hostile_texts_do_not_break_the_screen(server, ada, bob, zone, opened):
    bob.post(COURSE, "\u202etxet desrever owned\u2066", due=at(zone, 1, "17:00"), body="\u202ered\u2066 " + "e" + "\u0301" * 300)
    bob.post(COURSE, "Z" + "\u0301" * 150 + "algo", due=at(zone, 1, "18:00"))
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


def test_ctrl_z_gives_the_terminal_back_and_fg_draws_again(server, ada, bob, zone, desk, opened):
    furnish(server, ada, bob, zone)
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


def test_without_a_terminal_it_prints_the_same_as_lines(server, ada, bob, zone, desk):
    furnish(server, ada, bob, zone)
    said = desk.noteit()
    for words in ("Today", "Main AQ 9001", "Lunch 昼食 🍜", "Due", "CJK101#2", "Tasks", "New", "Room change", "Inbox"):
        assert words in said
    summary = json.loads(desk.noteit("--json"))
    assert [each["title"] for each in summary["due"]][1:] == ["Midterm 期中考試"]
    assert set(summary) == {"today", "due", "tasks", "new", "inbox"}
    assert {line.split("\t")[0] for line in desk.noteit("--plain").splitlines()} == set(summary)
    assert "\x1b" not in said


def test_over_a_slow_line_a_key_sends_only_the_lines_that_differ(server, ada, bob, zone, opened):
    furnish(server, ada, bob, zone)
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


def test_it_follows_fifty_changes_a_second_without_flicker(server, ada, bob, zone, opened):
    furnish(server, ada, bob, zone)
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


def test_titles_are_whole_at_every_width(server, ada, bob, zone, opened, desk):
    ada.post(COURSE, "Is the midterm open book?", kind="question", due=at(zone, 1, "17:00"))
    for width in (60, 70, 80, 100):
        emulator = opened(width=width).until("live")
        emulator.until("Is the midterm open book?").press("q")
        emulator.ended()
        listed = opened(width=width, arguments=["event", "list"])
        listed.until("Is the midterm open book?")


def test_the_clock_names_the_zone_of_the_term_if_the_machine_has_another(server, ada, bob, zone, opened, desk):
    emulator = opened(width=120).until("live")
    assert ", in " not in emulator.lines[0]
    desk.environment["TZ"] = "Pacific/Kiritimati" if zone != "Pacific/Kiritimati" else "UTC"
    opened(width=120).until(["live", f", in {zone}"])
