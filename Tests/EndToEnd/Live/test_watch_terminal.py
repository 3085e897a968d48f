"""`noteit watch` as a person sees it: a server that is down at the start, long lines, and notifications on the desktop."""

import os
import pty
import re
import subprocess
import termios

import pytest

from noteitd import PATIENCE, wait_until
from people import classmates, staff
from terminal import NOTEIT, Terminal, failing


@pytest.fixture
def people(server):
    return classmates(server, "Ada", "Ben")


class Screen:
    """`noteit watch` in a pseudo-terminal, of 60 columns unless told otherwise. Its text is without colours."""

    def __init__(self, terminal, *options, width=60):
        self.text, (self.master, slave) = "", pty.openpty()
        termios.tcsetwinsize(slave, (24, width))
        os.set_blocking(self.master, False)
        self.process = subprocess.Popen(
            [NOTEIT, "watch", *options], stdin=slave, stdout=slave, stderr=slave, env=terminal.environment | {"TERM": "xterm"})
        os.close(slave)

    def read(self):
        try:
            while chunk := os.read(self.master, 65536):
                self.text += chunk.decode(errors="replace")
        except OSError:
            pass
        self.text = re.sub(r"\x1b\[[0-9;]*m", "", self.text)
        return self.text

    def shows(self, text):
        wait_until(lambda: text in self.read(), f"{text!r} in {self.text!r}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(PATIENCE)
        os.close(self.master)


def test_it_starts_without_a_server_and_retries_on_one_line(server, people, tmp_path):
    ada = Terminal(server, tmp_path / "ada", people[0])
    server.stop()
    with Screen(ada) as screen:
        wait_until(lambda: screen.read().count("server not reached: next try") >= 2, "two tries")
        assert "\n" not in screen.text, "the line changes in place"
        server.start()
        screen.shows("watching all your courses")
        people[1].post("202530.CMPT225", "After it")
        screen.shows("After it")
    assert screen.text.count("After it") == 1


def test_without_a_terminal_it_says_once_that_the_connection_is_lost(server, people, tmp_path):
    ada, output = Terminal(server, tmp_path / "ada", people[0]), tmp_path / "watch"
    watcher, errors = ada.watch(output), tmp_path / "watch.err"
    try:
        wait_until(lambda: "watching" in errors.read_text(), "the start")
        server.stop()
        wait_until(lambda: "connection lost" in errors.read_text(), "the loss")
        server.start()
        wait_until(lambda: "up to date again" in errors.read_text(), "the return")
    finally:
        watcher.terminate()
        watcher.wait(PATIENCE)
    assert errors.read_text().count("connection lost") == 1


def test_a_moved_date_is_never_cut_off_nor_told_twice(server, people, tmp_path):
    ben = people[1]
    event = people[0].post("202530.CMPT225", "A long title " * 10, kind="assignment", due="2030-01-10T18:00:00Z")
    with Screen(Terminal(server, tmp_path / "ben", ben)) as screen:
        screen.shows("watching all your courses")
        people[0].edit(event, due="2030-02-20T18:00:00Z")
        screen.shows("20 Feb")
        people[0].post("202530.CMPT225", "The last")
        screen.shows("The last")
    assert screen.text.count("20 Feb") == 1 and screen.text.count("10 Jan") == 1


def test_a_reply_and_a_notice_are_told_once_though_the_inbox_has_them_too(server, people, tmp_path):
    event = people[0].post("202530.CMPT225", "Is a heap sorted?", kind="question")
    grace = staff(server, "202530.CMPT225")
    with Screen(Terminal(server, tmp_path / "ada", people[0])) as screen:
        screen.shows("watching all your courses")
        reply = people[1].reply(event, f"It is not, @{people[0].account['handle']}")
        people[0].call("PUT", f"/v1/events/{event['id']}/answer", 200, json={"reply": reply["id"]})
        notice = {"courses": ["202530.CMPT225"], "title": "Room 9", "mustRead": True}
        grace.call("POST", "/v1/notices", 201, json=notice)
        people[1].post("202530.CMPT225", "The last")
        screen.shows("The last")
    assert {each["kind"] for each in people[0].items("/v1/me/notifications")} >= {"mention", "notice"}
    assert screen.text.count("It is not") == 1 and screen.text.count("Room 9") == 1 and "for you" not in screen.text


def test_notifications_without_their_program_are_refused(server, people, tmp_path):
    ada = Terminal(server, tmp_path / "ada", people[0])
    (tmp_path / "bin").mkdir()
    ada.environment["PATH"] = str(tmp_path / "bin")
    said = failing(ada, "watch", "--notify")
    assert "needs the program notify-send" in said and "libnotify-bin" in said


def test_notify_and_bell_tell_of_others_only(server, people, tmp_path):
    folder, told = tmp_path / "bin", tmp_path / "told"
    folder.mkdir()
    program = folder / "notify-send"
    program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >> {told}\n')
    program.chmod(0o755)
    ada = Terminal(server, tmp_path / "ada", people[0])
    ada.environment["PATH"] = f"{folder}:{ada.environment['PATH']}"
    with Screen(ada, "--notify", "--bell") as screen:
        screen.shows("watching all your courses")
        people[0].post("202530.CMPT225", "Mine")
        people[1].post("202530.CMPT225", "Is <b>it</b> open?", kind="question")
        screen.shows("open?")
        wait_until(lambda: told.exists() and "open?" in told.read_text(), "the notification")
        wait_until(lambda: "\a" in screen.read(), "the bell")
    assert "Ben: Is &lt;b&gt;it&lt;/b&gt; open?" in told.read_text() and "Mine" not in told.read_text()
    assert screen.text.count("\a") == 1


def test_a_title_is_whole_and_the_width_is_that_of_the_terminal_now(server, people, tmp_path):
    ada = Terminal(server, tmp_path / "ada", people[0])
    with Screen(ada, width=80) as screen:
        screen.shows("watching all your courses")
        people[1].post("202530.CMPT225", "Office hours moved to Thursday 3pm", kind="reminder", due="2099-10-01T20:00:00Z")
        screen.shows("Office hours moved to Thursday 3pm")
        screen.shows("Thu 1 Oct 2099")
        termios.tcsetwinsize(screen.master, (24, 140))
        people[1].post("202530.CMPT225", "The lab is open again until the end of the month", kind="reminder", due="2099-10-01T20:00:00Z")
        screen.shows("Ben: The lab is open again until the end of the month  due Thu 1 Oct 2099")


def test_what_becomes_public_is_new_and_its_author_hears_that_it_is_public(server, people, tmp_path):
    ada, ben = (Terminal(server, tmp_path / person.account["displayName"], person) for person in people)
    draft = people[1].post("202530.CMPT225", "First draft", visibility="private")
    with Screen(ada, width=120) as reader, Screen(ben, width=120) as author:
        reader.shows("watching"), author.shows("watching")
        people[1].edit(draft, visibility="public")
        reader.shows("CMPT225#1    note")
        author.shows("CMPT225#1    public")
    assert "edited" not in reader.text


def test_after_a_restored_backup_it_says_what_is_undone(server, people, tmp_path):
    ada = Terminal(server, tmp_path / "ada", people[0])
    people[1].post("202530.CMPT225", "Kept")
    server.stop()
    backup = {file: file.read_bytes() for file in server.database.parent.glob("noteit.db*") if file.is_file()}
    server.start()
    with Screen(ada, width=120) as screen:
        screen.shows("watching all your courses")
        people[1].post("202530.CMPT225", "Undone by the backup")
        screen.shows("Undone by the backup")
        server.stop()
        for file in server.database.parent.glob("noteit.db-*"):
            file.unlink()
        for file, content in backup.items():
            file.write_bytes(content)
        server.sql("UPDATE log_head SET epoch = lower(hex(randomblob(6))) WHERE id = 1")
        server.start()
        screen.shows("gone")
        screen.shows("caught up with 1 change")
    assert "nothing missed" not in screen.text
