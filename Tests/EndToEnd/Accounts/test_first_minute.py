"""The first minute of a new person, in a terminal: the server, wrong answers, the words that people try."""

import http.server
import os
import subprocess
import threading

import pexpect
import pytest

from noteitd import PATIENCE, free_port
from people import PASSWORD, register, small_class
from terminal import NOTEIT, Terminal, failing

COURSE = "202530.CMPT225"


@pytest.fixture
def home(tmp_path):
    """The environment of a person who has just installed the program."""
    (tmp_path / "new").mkdir()
    return {
        "PATH": os.environ["PATH"], "HOME": str(tmp_path / "new"), "LANG": "C.UTF-8", "TERM": "xterm", "NO_COLOR": "1"}


def spawn(environment, *arguments):
    return pexpect.spawn(
        str(NOTEIT), list(arguments), env=environment, dimensions=(40, 100), encoding="utf-8", timeout=PATIENCE)


def answer(terminal, question, text):
    terminal.expect_exact(question)
    # Wait until the echo is off: what is typed earlier is dropped.
    if "assword" in question or "again" in question:
        assert terminal.waitnoecho(PATIENCE)
    terminal.sendline(text)


def rest(terminal):
    terminal.expect(pexpect.EOF)
    terminal.close()
    return terminal.before, terminal.exitstatus


@pytest.fixture
def stranger():
    """The address of a web server that is not NoteIt."""
    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"<html>welcome</html>")

        def log_message(self, *_):
            pass

    web = http.server.HTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=web.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{web.server_port}"
    web.shutdown()
    web.server_close()


def test_registering_asks_for_the_server_and_only_wrong_answers_again(server, home, stranger):
    taken = register(server, "Grace")
    terminal = spawn(home, "auth", "register")
    answer(terminal, "Server [http://127.0.0.1:8080]: ", f"127.0.0.1:{free_port()}")
    terminal.expect_exact("The server was not reached: connection refused")
    answer(terminal, "Server [http://127.0.0.1:8080]: ", stranger)
    terminal.expect_exact(f"{stranger} answers, but is not a NoteIt server.")
    answer(terminal, "Server [http://127.0.0.1:8080]: ", "http://notes.example.edu")
    terminal.expect_exact("is not encrypted")
    answer(terminal, "Server [http://127.0.0.1:8080]: ", server.url.removeprefix("http://"))
    terminal.expect_exact(f"NoteIt at {server.url} answers.")
    answer(terminal, "Email: ", "ada")
    terminal.expect_exact("The email must be an email address such as ada@example.edu.")
    answer(terminal, "Email: ", taken.email)
    answer(terminal, "Name: ", "Staff")
    terminal.expect_exact("must not look like a name that NoteIt uses itself")
    answer(terminal, "Name: ", "Ada")
    answer(terminal, "Password (10 characters or more): ", "password12")
    terminal.expect_exact("The password is easy to guess; choose a longer or less common one.")
    answer(terminal, "Password (10 characters or more): ", PASSWORD)
    answer(terminal, "The same again: ", PASSWORD + "x")
    terminal.expect_exact("Passwords don't match. Try again.")
    answer(terminal, "Password (10 characters or more): ", PASSWORD)
    answer(terminal, "The same again: ", PASSWORD)
    terminal.expect_exact("sign in with: noteit auth login")
    answer(terminal, "Email: ", "ada.first@example.edu")
    said, status = rest(terminal)
    assert "Welcome, Ada." in said and "Name:" not in said and "assword" not in said and status == 0
    # The server is kept: nothing asks for it again.
    done = subprocess.run([NOTEIT, "whoami"], capture_output=True, text=True, timeout=PATIENCE, env=home)
    assert f"Ada <ada.first@example.edu>, student on {server.url}" in done.stdout


def test_a_server_that_is_set_is_named_before_anything_is_asked(server, home):
    terminal = spawn(home | {"NOTEIT_SERVER": server.url}, "register", "--name", "Ada")
    terminal.expect_exact(f"NoteIt at {server.url} answers.")
    terminal.expect_exact("Email: ")
    terminal.sendcontrol("c")
    assert rest(terminal)[1] == 2
    nowhere = f"http://127.0.0.1:{free_port()}"
    said, status = rest(spawn(home, "auth", "register", "--server", nowhere))
    assert status == 69 and "Email" not in said and "Name it with --server URL" in said


def test_without_a_terminal_nothing_is_asked(server, home):
    def run(*arguments, text=""):
        return subprocess.run(
            [NOTEIT, "auth", "register", *arguments, "--server", server.url], input=text, capture_output=True, text=True,
            timeout=PATIENCE, env=home)
    assert run().returncode == 64 and "Needed: the email address" in run().stderr
    wrong = run("ada", "--name", "Ada")
    assert wrong.returncode == 64 and "The email must be an email address" in wrong.stderr
    weak = run("ada.pipe@example.edu", "--name", "Ada", text="short\n")
    assert weak.returncode == 1 and weak.stderr == "Error: Please correct:\n  password: must be 10 to 1000 characters\n"
    assert run("ada.pipe@example.edu", "--name", "Ada", text=PASSWORD + "\n").returncode == 0


def test_advice_to_sign_in_names_the_profile_and_how_to_begin(server, home):
    def said(*arguments):
        return subprocess.run([NOTEIT, *arguments], capture_output=True, text=True, timeout=PATIENCE, env=home).stderr
    assert "New here? Make an account with: noteit auth register --profile nosuch\n" in said("today", "--profile", "nosuch")
    ada = register(server, "Ada")
    subprocess.run(
        [NOTEIT, "login", ada.email, "--server", server.url], input=PASSWORD + "\n", check=True, capture_output=True, text=True,
        timeout=PATIENCE, env=home)
    assert said("today", "--profile", "nosuch") == (
        "Error: You are not signed in.\n  Sign in with: noteit auth login --profile nosuch\n")


def test_a_server_without_encryption_is_said_to_have_none(server, home):
    address = server.url.replace("http://", "https://")
    done = subprocess.run(
        [NOTEIT, "login", "ada@example.edu", "--server", address], input=PASSWORD + "\n", capture_output=True, text=True,
        timeout=PATIENCE, env=home)
    assert done.returncode == 69
    assert f"The server was not reached: it does not speak TLS ({address}). Try {server.url}" in done.stderr


def shown_at_60_columns(home, *arguments):
    screen = pexpect.spawn(
        str(NOTEIT), list(arguments), env=home | {"TERM": "xterm", "NO_COLOR": "1"}, dimensions=(24, 60), encoding="utf-8", timeout=PATIENCE)
    screen.expect(pexpect.EOF)
    return screen.before.replace("\r\n", "\n").splitlines()


def test_errors_are_wrapped_at_words_on_a_terminal_and_commands_stay_whole(home):
    lines = shown_at_60_columns(home, "today", "--server", "an address with spaces")
    assert len(lines) > 1 and all(len(line) <= 60 for line in lines), lines
    assert "is not a server's address; write it as https://notes.example.edu" in " ".join(line.strip() for line in lines)
    lines = shown_at_60_columns(home, "today", "--profile", "a-rather-long-name-of-a-profile")
    assert lines[-1] == "  Sign in with: noteit auth login --profile a-rather-long-name-of-a-profile"



def test_signing_in_asks_for_the_server_too(server, home):
    ada = register(server, "Ada")
    terminal = spawn(home, "login")
    answer(terminal, "Server [http://127.0.0.1:8080]: ", server.url)
    answer(terminal, "Email: ", ada.email)
    answer(terminal, "Password: ", PASSWORD)
    said, status = rest(terminal)
    assert "Signed in as" in said and status == 0


def test_a_failed_connection_names_the_option_for_another_server(server, tmp_path):
    laptop = Terminal(server, tmp_path / "laptop", small_class(server, COURSE)["ada"])
    server.stop()
    said = failing(laptop, "course", "search", "heaps")
    assert "The server was not reached" in said and "noteit doctor" in said and "--server URL" in said


def test_the_words_that_people_try_first_work(server, tmp_path):
    ada = Terminal(server, tmp_path / "ada", register(server, "Ada"))
    assert "Ada" in ada.noteit("whoami")
    ada.noteit("join", "CMPT225", "D100", "D101", "--yes")
    assert "CMPT225" in ada.noteit("course", "ls")
    name = ada.noteit("ask", "CMPT225", "Is a heap sorted?").strip()
    assert name in ada.noteit("ls")
    assert "? question" in ada.noteit("view", name) and "? question" in ada.noteit("show", name)
    assert "? question" in ada.noteit("event", "show", name)
    assert "Data Structures" in ada.noteit("show", "cmpt", "225")
    assert "noteit auth login" in ada.noteit("help", "login") and "noteit auth login" in ada.noteit("login", "--help")
    assert "did you mean 'whoami'?" in failing(ada, "whoam") and "__" not in failing(ada, "complet")
    ada.noteit("task", "add", "Read chapter 4", "--minutes", "60", "--by", "in 3 days")
    assert "noteit task done 'Read chapter 4'" in failing(ada, "done", "Read", "chapter", "4")
    lab = ada.noteit("post", "CMPT225", "Lab 4", "--due", "in 3 days").strip()
    assert lab in ada.noteit("complete", lab, "--plain") and lab not in ada.noteit("agenda")
    ada.noteit("logout")
    assert "not signed in" in failing(ada, "--plain", "whoami")


def test_a_wrong_registration_number_is_named_plainly(server, tmp_path):
    ada = Terminal(server, tmp_path / "ada", register(server, "Ada"))
    assert "No section with CRN 1 in " in failing(ada, "course", "add", "1")


def test_the_rest_of_the_plain_wording(server, tmp_path):
    people = small_class(server, COURSE)
    ada, bob = (Terminal(server, tmp_path / name, people[name]) for name in ("ada", "bob"))
    name = ada.noteit("post", "CMPT225", "Is it open book?", "--kind", "question").strip()
    assert f"You have this question too (1 in total): {name}" in said_by(bob, "me-too", name)
    ada.noteit("mute", name)
    assert f"Unmuted {name}." in said_by(ada, "unmute", name)
    (tmp_path / "notes.pdf").write_text("plain words")
    assert "notes.pdf is not really a PDF: its content is" in failing(
        ada, "reply", name, "See this", "--attach", str(tmp_path / "notes.pdf"))
    assert "export your data or delete your account" in " ".join(ada.noteit("account", "--help").split())
    assert "These conflict:" in said_by(ada, "schedule", "build", "CMPT225", "MATH150", "PHYS101", "--off", "fri")


def said_by(terminal, *arguments):
    """All that a command writes, whether it fails or not."""
    done = subprocess.run([NOTEIT, *arguments], capture_output=True, text=True, timeout=PATIENCE, env=terminal.environment)
    return done.stdout + done.stderr
