"""Tab in bash, zsh and fish: real words of a class, from the local copy, while the server is down."""

import subprocess

import pytest

from noteitd import PATIENCE, Noteitd
from people import register
from processes import work
from shells import Shell
from terminal import NOTEIT, Terminal

SHELLS = ["bash", "zsh", "fish"]
# Texts that a shell must not expand.
TITLE = "Heaps: $(touch stolen) `touch stolen` 'x' \"y\" $HOME"
TASK = "Read chapter 4"
LOUD = "Hurry up, Ada!! Then rest"
LOUDEST = "Wake up!!"
TIMETABLE = "Plan A & $HOME; it's \"mine\""


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A terminal with a class in its local copy. The server is gone."""
    folder = tmp_path_factory.mktemp("completion")
    server = Noteitd(folder)
    server.load_sample("--time-zone", "America/Vancouver")
    server.start()
    desk = Terminal(server, folder / "desk", register(server, name="Ada Lovelace"))
    desk.noteit("course", "add", "CMPT225", "D100", "D101", "--yes")
    desk.noteit("post", "CMPT225", TITLE)
    desk.noteit("post", "CMPT225", "Lab 4")
    desk.noteit("reply", "CMPT225#1", "Room 9001")
    desk.noteit("task", "add", TASK, "--minutes", "90", "--by", "fri")
    for title in [LOUD, LOUDEST]:
        desk.noteit("task", "add", title, "--minutes", "30", "--by", "fri")
    desk.noteit("schedule", "build", "CMPT225", "--save", TIMETABLE)
    desk.noteit("event", "list")
    server.stop()
    return desk


@pytest.fixture(scope="module", params=SHELLS)
def shell(request, installed, desk):
    shell = Shell(request.param, installed, desk.environment)
    yield shell
    shell.end()


def test_commands_and_options_complete(shell):
    assert shell.words("noteit agen") == ["noteit", "agenda"]
    assert shell.words("noteit event vi") == ["noteit", "event", "view"]
    assert shell.words("noteit --no-input event list --unans") == ["noteit", "--no-input", "event", "list", "--unanswered"]
    assert shell.words("noteit post CMPT225 Hello --kind que") == ["noteit", "post", "CMPT225", "Hello", "--kind", "question"]


def test_courses_events_and_replies_complete(shell):
    assert shell.words("noteit event list CMP") == ["noteit", "event", "list", "CMPT225"]
    assert shell.words("noteit event view CMPT225#2") == ["noteit", "event", "view", "CMPT225#2"]
    assert shell.words("noteit event view cmpt225#2") == ["noteit", "event", "view", "CMPT225#2"]
    assert shell.words("noteit answer accept CMPT225#1#") == ["noteit", "answer", "accept", "CMPT225#1#1"]


def test_titles_stand_beside_events_where_the_shell_can_show_them(shell):
    if shell.name == "bash":
        shell.shows("noteit event view CMPT225#", "CMPT225#2", "CMPT225#1")
    else:
        shell.shows("noteit event view CMPT225#", "CMPT225#2", "Lab 4", "CMPT225#1", "Heaps: $(touch stolen)")


def test_sections_and_handles_complete(shell):
    assert shell.words("noteit post CMPT225 Hello --section D101") == ["noteit", "post", "CMPT225", "Hello", "--section", "D101"]
    assert shell.words("noteit course drop CMPT225 D101") == ["noteit", "course", "drop", "CMPT225", "D101"]
    assert shell.words("noteit staff grant @ada") == ["noteit", "staff", "grant", "@ada.lovelace"]
    assert shell.words("noteit reply CMPT225#1 @ada") == ["noteit", "reply", "CMPT225#1", "@ada.lovelace"]
    assert shell.words("noteit event list --author Ada") == ["noteit", "event", "list", "--author", "Ada Lovelace"]


def test_titles_of_tasks_and_names_of_timetables_are_quoted(shell):
    assert shell.words("noteit task done Rea") == ["noteit", "task", "done", TASK]
    assert shell.words('noteit task done "Read ch') == ["noteit", "task", "done", TASK]
    assert shell.words("noteit task done 'Read ch") == ["noteit", "task", "done", TASK]
    assert shell.words("noteit schedule view Pl") == ["noteit", "schedule", "view", TIMETABLE]


# Only bash expands its history within a word.
@pytest.mark.parametrize("shell", ["bash"], indirect=True)
def test_the_history_does_not_enter_a_title(shell):
    for typed in ['"Hur', "'Hur", "Hur"]:
        assert shell.words(f"noteit task done {typed}") == ["noteit", "task", "done", LOUD]
    for typed in ['"Wak', "'Wak", "Wak"]:
        assert shell.words(f"noteit task done {typed}") == ["noteit", "task", "done", LOUDEST]


def test_nothing_in_a_text_is_run(shell, desk):
    home = desk.environment["HOME"]
    shell.shows("noteit event view ", "CMPT225#1")
    shell.shows("noteit task done ", TASK.split()[0])
    assert subprocess.run(["find", home, "-name", "stolen"], capture_output=True, text=True).stdout == ""


def test_files_complete_where_a_file_is_meant(shell, desk):
    with open(f"{desk.environment['HOME']}/my notes.txt", "w") as file:
        file.write("notes")
    assert shell.words("noteit post CMPT225 Notes --attach my") == ["noteit", "post", "CMPT225", "Notes", "--attach", "my notes.txt"]


def test_tab_takes_little_work(desk):
    """Without a server, and hardly more than the start of the program."""
    start = min(work(lambda: desk.noteit("--version"))[1] for _ in range(5))
    tab = min(work(lambda: desk.noteit("__complete", "fish", "--", "event", "view", "CMPT225#"))[1] for _ in range(5))
    assert "CMPT225#2\tLab 4" in desk.noteit("__complete", "fish", "--", "event", "view", "CMPT225#").splitlines()
    assert tab < 10 * start, f"{tab:.3f} s of a processor; {start:.3f} s to start"


def test_nobody_signed_in_gets_commands_and_no_error(tmp_path):
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    for line, expected in [(["ev"], "event\t"), (["event", "view", ""], "values"), (["event", "list", "--ki"], "--kind\t")]:
        done = subprocess.run(
            [NOTEIT, "__complete", "fish", "--", *line], capture_output=True, text=True, timeout=PATIENCE, env=environment)
        assert (done.returncode, done.stderr) == (0, "")
        assert expected in done.stdout
    assert list(tmp_path.iterdir()) == []
