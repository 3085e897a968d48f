"""`noteit schedule watch`, two imports beside the running server, a live `noteit watch`, an inbox on two devices."""

import subprocess

import pytest

from noteitd import PATIENCE, finished_lines, wait_until
from people import register
from registrar import import_seats
from terminal import NOTEIT, Terminal, failing


@pytest.fixture
def seats(server, tmp_path):
    """Imports the term with this many of 120 seats taken in CMPT225 D100."""
    crn = next(s["crn"] for s in register(server).get("/v1/courses/202530.CMPT225")["sections"] if s["code"] == "D100")
    return lambda taken: import_seats(server, tmp_path, {crn: None if taken is None else (taken, 120)})


def test_an_opened_seat_reaches_every_device_at_once_and_once(server, seats, tmp_path, check):
    person = register(server)
    laptop, phone = (Terminal(server, tmp_path / name, person) for name in ("laptop", "phone"))
    seats(120)
    assert laptop.noteit("schedule", "watch", "cmpt", "225", "d100", "--plain").split("\t")[-3:] == ["120", "120", "full\n"]
    news = tmp_path / "news"
    with open(news, "wb") as output, open(tmp_path / "talk", "wb") as talk:
        watcher = subprocess.Popen([NOTEIT, "watch"], stdout=output, stderr=talk, env=phone.environment)
    try:
        wait_until(lambda: "watching" in (tmp_path / "talk").read_text(), "noteit watch to listen")
        for taken in (117, 117, 120, 100, 110):
            seats(taken)
        wait_until(lambda: len(finished_lines(news)) >= 4, "the news")
    finally:
        watcher.terminate()
        watcher.wait(PATIENCE)
    assert [line.split(None, 1)[1] for line in news.read_text().splitlines()] == [
        "CMPT225      seats      D100: a seat opened, 3 of 120 free",
        "CMPT225      seats      D100: full, none of 120 free",
        "CMPT225      seats      D100: a seat opened, 20 of 120 free",
        "CMPT225      seats      D100: few seats left, 10 of 120 free",
    ]
    listed = [line.split("\t") for line in laptop.noteit("inbox", "--plain").splitlines()]
    assert [fields[4] for fields in listed] == ["new"] * 4
    assert {fields[2] for fields in listed} == {"seatOpened", "sectionFull", "fewSeatsLeft"}
    assert "CMPT225 D100: few seats left, 10 of 120 free  you watch it" in laptop.noteit("inbox")
    laptop.noteit("inbox", "read", listed[0][0], listed[1][1])
    assert len(phone.noteit("inbox", "--unread", "--plain").splitlines()) == 2
    phone.noteit("inbox", "read", "--all")
    assert laptop.noteit("inbox", "--unread", "--plain") == ""
    check()
    server.stop()
    assert len(laptop.noteit("inbox", "--plain").splitlines()) == 4
    assert laptop.noteit("schedule", "watch", "--plain").split("\t")[-3:] == ["110", "120", "few\n"]


def test_a_cancelled_section_and_an_unwatchable_one_are_reported(server, seats, tmp_path):
    terminal = Terminal(server, tmp_path / "home", register(server))
    assert "no section 'D199'" in failing(terminal, "schedule", "watch", "CMPT225", "D199")
    assert "No course 'CMPT999'" in failing(terminal, "schedule", "watch", "CMPT999", "D100")
    assert "Needed: the sections of CMPT225" in failing(terminal, "schedule", "watch", "CMPT225", "--no-input")
    assert "There is no section 202530.99999" in failing(terminal, "schedule", "watch", "99999")
    assert "You do not watch CMPT225 D100" in failing(terminal, "schedule", "watch", "CMPT225", "D100", "--stop")
    assert "Name the sections" in failing(terminal, "schedule", "watch", "--stop")
    assert "has no notification '9'" in failing(terminal, "inbox", "read", "9")
    seats(120)
    terminal.noteit("schedule", "watch", "CMPT225", "D100", "D101")
    terminal.noteit("schedule", "watch", "CMPT225", "D101", "--stop")
    assert "You do not watch CMPT225 D101" in failing(terminal, "schedule", "watch", "CMPT225", "D101", "--stop")
    seats(None)
    assert "CMPT225 D100: no longer offered" in terminal.noteit("inbox")
    assert terminal.noteit("schedule", "watch", "--plain") == ""
