"""Without a server: what waits stands in every list, similar questions come from the local copy, and a dead network costs a second."""

import concurrent.futures
import contextlib
import copy
import json
import pathlib
import shutil
import signal
import socket
import statistics
import subprocess
import threading
import time

import pytest

from noteitd import PATIENCE, wait_until
from people import register
from processes import states
from terminal import NOTEIT, Terminal, failing

COURSE, CODE = "202530.CMPT225", "CMPT225"


@pytest.fixture
def person(server):
    person = register(server, name="Ada Example")
    person.enroll(person.get(f"/v1/courses/{COURSE}")["sections"][0]["id"])
    return person


@pytest.fixture
def ada(server, person, tmp_path):
    return Terminal(server, tmp_path / "ada", person)


def loosely(terminal, *arguments, text=None):
    """The whole process: a post without a server still succeeds."""
    return subprocess.run([NOTEIT, *arguments], input=text, capture_output=True, text=True, timeout=PATIENCE, env=terminal.environment)


def listed(terminal, *arguments):
    return json.loads(terminal.noteit(*arguments, "--json"))


def waiting(terminal, *arguments):
    """The posts of a list that the server does not have yet."""
    return [post for post in listed(terminal, *arguments) if "waiting" in post]


def test_what_waits_stands_in_every_list_and_in_its_thread_marked_as_waiting(server, ada):
    thread = ada.noteit("post", CODE, "Is the midterm open book?", "--kind", "question").strip()
    ada.noteit("today")
    server.stop()
    assert "Queued" in loosely(ada, "post", CODE, "Lab 4", "--due", "today 23:59", "--kind", "reminder", "--tag", "lab").stderr
    assert "Queued" in loosely(ada, "post", CODE, "Bring a pen").stderr
    assert "Queued" in loosely(ada, "reply", thread, "I think it is").stderr
    for command in (["event", "list"], ["event", "list", CODE], ["today"], ["agenda"]):
        lab = [line for line in ada.noteit(*command).splitlines() if "Lab 4" in line]
        assert len(lab) == 1 and "waiting" in lab[0] and "23:59" in lab[0], command
    assert [line.split()[:2] for line in ada.noteit("event", "list").splitlines() if "Bring a pen" in line] == [[CODE, "waiting"]]
    for command in (["today"], ["agenda"]):
        rest = ada.noteit(*command).partition("Not sent yet\n")[2]
        assert "Bring a pen" in rest and "I think it is" in rest and thread in rest and "Lab 4" not in rest
    assert "Lab 4" in ada.noteit("event", "list", "--tag", "LAB") and "Bring" not in ada.noteit("event", "list", "--tag", "lab")
    assert ada.noteit("event", "list", "--unread") == ""
    page = ada.noteit("event", "view", thread)
    assert "1 not sent yet" in page and "waiting  you" in page and "I think it is" in page
    assert ada.noteit("event", "view", thread, "--plain").splitlines()[-1].split("\t")[0] == "waiting"
    assert CODE + "\twaiting\t" in ada.noteit("event", "list", "--plain")
    assert [(post["waiting"]["state"], post["title"], post["course"]) for post in waiting(ada, "event", "list")] == [
        ("waiting", "Lab 4", COURSE), ("waiting", "Bring a pen", COURSE)]
    assert [post["title"] for post in waiting(ada, "today")] == ["Lab 4", "Bring a pen"]
    assert [reply["body"] for reply in listed(ada, "event", "view", thread)["waiting"]] == ["I think it is"]
    server.start()
    for command in (["event", "list"], ["today"]):
        assert "waiting" not in ada.noteit(*command) and waiting(ada, *command) == []
    assert listed(ada, "event", "view", thread)["waiting"] == []
    assert f"{CODE}#2" in ada.noteit("event", "list") and "1 reply" in ada.noteit("event", "view", thread)


def test_a_refused_post_is_marked_as_refused(server, ada, person):
    ada.noteit("today")
    server.stop()
    loosely(ada, "post", CODE, "Nobody will see this")
    server.start()
    person.drop(person.get("/v1/me/enrollments")["items"][0]["section"])
    done = loosely(ada, "event", "list")
    assert "The server refused" in done.stderr and f"{CODE} refused" in done.stdout
    assert waiting(ada, "event", "list")[0]["waiting"]["state"] == "refused"


def test_a_reply_to_a_post_that_was_deleted_meanwhile_still_has_its_name(server, ada, person):
    other = register(server, name="Ben Example")
    other.enroll(person.get("/v1/me/enrollments")["items"][0]["section"])
    event = other.post(COURSE, "Which room?")
    name = f"{CODE}#{event['number']}"
    ada.noteit("today")
    server.stop()
    assert "Queued" in loosely(ada, "reply", name, "9001").stderr
    server.start()
    other.delete(event)
    why = f"{name} was deleted, or you may not see it any more."
    assert why in loosely(ada, "today").stderr
    [row] = [line.split("\t") for line in ada.noteit("outbox", "list", "--plain").splitlines()]
    assert row[2:] == ["refused", "reply", name, "9001", why]
    assert why in ada.noteit("outbox", "list")


def test_asked_before_works_without_a_server(server, ada):
    for title in ("Where is the midterm?", "How do heaps grow?", "Is the midterm open book?"):
        loosely(ada, "post", CODE, title, "--kind", "question")
    ada.noteit("event", "list")
    server.stop()
    said = loosely(ada, "post", CODE, "How does a heap grow?", "--kind", "question").stderr
    assert f"Asked before in {CODE}:" in said and "How do heaps grow?" in said and "open book" not in said
    assert "Asked before" not in loosely(ada, "post", CODE, "Which compiler?", "--kind", "question").stderr


@contextlib.contextmanager
def frozen(server):
    """A server whose machine takes connections and never answers, as behind a dead network."""
    server.process.send_signal(signal.SIGSTOP)
    wait_until(lambda: states(server.process) == {"T"}, "the server to stop with all its threads")
    try:
        yield
    finally:
        server.process.send_signal(signal.SIGCONT)


def read(terminal, *arguments):
    done = loosely(terminal, *arguments)
    assert done.returncode == 0 and "offline: as of" in done.stderr, done


def record(terminal):
    """Exists while the server is known not to answer; says how long the last read waited."""
    return folder(terminal, ".local/state") / "no-answer.json"


def why(terminal):
    return json.loads(record(terminal).read_text())["why"]


A_SECOND = "it took longer than 1 sec"


def test_a_dead_network_costs_one_read_a_second_and_the_next_ones_nothing(server, ada, person):
    thread = ada.noteit("post", CODE, "Lab 4", "--due", "in 3 days", "--kind", "reminder").strip()
    person.post(COURSE, "Bring a pen")
    ada.noteit("agenda")
    with frozen(server):
        read(ada, "event", "list", CODE)
        assert why(ada) == A_SECOND
        noted = record(ada).stat().st_mtime_ns
        for command in (["today"], ["agenda"], ["event", "view", thread], ["inbox"]):
            read(ada, *command)
        assert record(ada).stat().st_mtime_ns == noted, "the next reads asked again"
    # What is asked for explicitly tries anyway, and its success is known to reads.
    ada.noteit("search", "Lab")
    assert not record(ada).exists()
    assert "offline" not in loosely(ada, "today").stderr


class DeadNetwork:
    """Stands on the port of a stopped server: it answers nothing, or a byte at a time, or takes no connection at all."""

    def __init__(self, port, kind):
        self.kind, self.asked, self.held = kind, 0, []
        self.door = socket.socket()
        self.door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.door.bind(("127.0.0.1", port))
        self.door.listen(0 if kind == "full" else 50)
        # Two connections that nobody accepts fill the queue; the kernel then drops whoever knocks.
        self.crowd = [socket.socket() for _ in range(3 if kind == "full" else 0)]
        for one in self.crowd:
            one.setblocking(False)
            one.connect_ex(("127.0.0.1", port))
        if kind != "full":
            threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.door.accept()
                self.asked += 1
                threading.Thread(target=self.hold, args=(connection,), daemon=True).start()

    def hold(self, connection):
        """Keeps a connection until the client leaves it; how long that took is kept too."""
        began = time.monotonic()
        with contextlib.suppress(OSError), connection:
            connection.recv(65_536)
            if self.kind == "dripping":
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n")
            connection.settimeout(0.1)
            while True:
                try:
                    if not connection.recv(65_536):
                        break
                except TimeoutError:
                    connection.sendall(b" " if self.kind == "dripping" else b"")
        self.held.append(time.monotonic() - began)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with contextlib.suppress(OSError):
            self.door.shutdown(socket.SHUT_RDWR)
        for one in [self.door, *self.crowd]:
            one.close()


READS = [
    "today", "agenda", "inbox", "event list", "event list CMPT225", "event view CMPT225#1", "notice list", "attachment list CMPT225",
    "course list", "task list", "study", "calendar", "plan list", "record list", "", "preferences", "calendar import list",
    "schedule watch", "show CMPT225", "course sections CMPT225",
]


def each_with_its_own_files(terminal, folder, commands, act):
    """Calls `act(terminal, command)` for all commands at once, each with a copy of the terminal's files."""
    def one(number):
        twin = copy.copy(terminal)
        twin.environment = terminal.environment | {"HOME": str(folder / str(number))}
        shutil.copytree(terminal.environment["HOME"], twin.environment["HOME"])
        act(twin, commands[number])

    with concurrent.futures.ThreadPoolExecutor(len(commands)) as pool:
        list(pool.map(one, range(len(commands))))


@pytest.mark.parametrize("kind, reads", [("silent", READS), ("dripping", ["today", "event view CMPT225#1"]), ("full", ["today", "agenda"])])
def test_no_read_waits_longer_than_a_second_for_a_dead_network(server, ada, tmp_path, kind, reads):
    """And it asks only once."""
    ada.noteit("post", CODE, "Lab 4", "--due", "in 3 days", "--kind", "reminder")
    ada.noteit("agenda")
    server.stop()

    def twice(ada, command):
        for _ in range(2):
            read(ada, *command.split())
            assert why(ada) == A_SECOND, command

    with DeadNetwork(server.port, kind) as network:
        each_with_its_own_files(ada, tmp_path / "twins", reads, twice)
    if kind != "full":
        assert network.asked == len(reads)


def test_what_only_the_server_knows_fails_within_a_second_on_a_dead_network(server, ada, tmp_path):
    name = ada.noteit("post", CODE, "Lab 4").strip()
    server.stop()

    def fail(ada, command):
        assert "offline: as of" in failing(ada, *command.split()) and why(ada) == A_SECOND, command

    with DeadNetwork(server.port, "silent") as network:
        commands = ["show MATH150", "staff list CMPT225", "roster CMPT225", f"notice seen {name}"]
        each_with_its_own_files(ada, tmp_path / "twins", commands, fail)
    assert network.asked == len(commands)


def test_a_write_is_queued_soon_and_sooner_while_the_network_is_known_to_be_dead(server, ada):
    name = ada.noteit("post", CODE, "Lab 4", "--due", "in 3 days", "--kind", "reminder").strip()
    ada.noteit("agenda")
    server.stop()
    with DeadNetwork(server.port, "silent") as network:
        for number, command in enumerate((["post", CODE, "Bring a pen"], ["reply", name, "Which room?"], ["done", name])):
            assert "outbox" in loosely(ada, *command).stderr, command
            assert network.asked <= 2 * (number + 1) and why(ada) == A_SECOND, command
        asked = network.asked
        assert "last known account" in loosely(ada, "whoami").stderr and network.asked == asked
        wait_until(lambda: len(network.held) == asked, "the last connection to be left")
    first, *later = network.held
    assert statistics.median(later) < first < 20, network.held


def test_a_server_that_refuses_connections_is_asked_each_time(server, ada):
    ada.noteit("today")
    server.stop()
    assert "offline: as of" in loosely(ada, "today").stderr
    server.start()
    assert "offline" not in loosely(ada, "today").stderr, "it costs nothing to ask"


def test_without_a_local_copy_a_dead_network_is_an_error_that_says_so(server, ada):
    server.stop()
    (folder(ada, ".local/share") / "copy.sqlite").unlink()
    assert "The server was not reached" in failing(ada, "today")


def folder(terminal, where):
    return pathlib.Path(terminal.environment["HOME"]) / where / "noteit/default"
