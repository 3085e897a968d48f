"""`noteit` on a campus network: behind its proxy, with certificates of its authority. Nothing leaves the loopback."""

import concurrent.futures
import json
import os
import subprocess

import pytest

from networks import ENDLESS, FORBIDDEN, SILENCE, UNKNOWN_PERSON, WORDY, Authority, Front, Proxy, knowing
from noteitd import PATIENCE, finished_lines, free_port, wait_until
from people import PASSWORD, register
from terminal import NOTEIT, Terminal

NAME = "notes.example.edu"
PLACE, URL, COURSE = f"{NAME}:443", f"https://{NAME}", "CMPT225"


class Laptop(Terminal):
    """A `noteit` that nobody has signed in."""

    def __init__(self, folder, url, within=(), **environment):
        folder.mkdir()
        self.folder, self.within = folder, within
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8", "NOTEIT_SERVER": url} | environment

    def run(self, *arguments, text=None):
        """A command that may fail."""
        return subprocess.run(
            [*self.within, NOTEIT, *arguments], input=text, capture_output=True, text=True, timeout=300, env=self.environment)

    def noteit(self, *arguments, text=None):
        done = self.run(*arguments, text=text)
        assert done.returncode == 0, f"noteit {arguments}: {done.returncode} {done.stdout}{done.stderr}"
        return done.stdout

    def register(self, name):
        self.noteit("auth", "register", f"{name}@example.edu", "--name", name.title(), text=PASSWORD + "\n")
        self.noteit("join", COURSE, "D100", "D101", "--yes")

    def sign_in(self, person, *options):
        return self.run("auth", "login", person.email, *options, text=PASSWORD + "\n")


class Campus:
    """The server, as people outside of its machine see it: with TLS, and behind a proxy."""

    def __init__(self, server, folder):
        self.server, self.folder, self.authority = server, folder, Authority(folder)
        self.certificate = self.authority.certificate(NAME, "localhost", "127.0.0.1")
        self.front, self.proxy = Front(server.port, self.certificate), Proxy()

    def laptop(self, name, url=URL, **environment):
        """Behind the proxy, and with trust in the authority, unless the environment says something else."""
        environment = {"https_proxy": self.proxy.url, "SSL_CERT_FILE": str(self.authority.file)} | environment
        return Laptop(self.folder / name, url, **{name: value for name, value in environment.items() if value is not None})


@pytest.fixture
def campus(server, tmp_path):
    campus = Campus(server, tmp_path)
    with campus.front, campus.proxy:
        campus.proxy.routes[PLACE] = campus.front.port
        yield campus


@pytest.fixture
def ada(campus):
    """A student whose `noteit` knows the course."""
    ada = campus.laptop("ada")
    ada.register("ada")
    ada.noteit("event", "list", COURSE)
    campus.proxy.forget()
    return ada


def titles(server):
    """What a classmate reads."""
    person = register(server)
    course = person.get("/v1/courses/202530.CMPT225")
    person.enroll(course["sections"][0]["id"])
    return [event["title"] for event in person.events(course["id"])]


def not_reached(laptop, *words):
    """A command that needs the server says these words; a post waits in the outbox, and a file with it."""
    done = laptop.run("course", "search", "heaps")
    assert done.returncode == 69, done
    for word in words:
        assert word in done.stderr, done.stderr
    (laptop.folder / "notes.txt").write_text("my notes")
    posted = laptop.run("post", COURSE, "Waits", "--attach", str(laptop.folder / "notes.txt"), "--plain")
    assert posted.returncode == 0 and "queued" in posted.stdout, posted
    return done.stderr + posted.stderr


def sent_once(server, laptop):
    """What waited goes out."""
    laptop.noteit("outbox", "retry")
    assert laptop.noteit("outbox", "--plain") == ""
    assert titles(server).count("Waits") == 1


# The way through the proxy.


def test_a_class_works_behind_a_proxy_with_a_certificate_of_the_campus(server, campus, tmp_path, check):
    campus.proxy.established = WORDY
    ada, bob = (campus.laptop(name) for name in ("ada", "bob"))
    for laptop, name in ((ada, "ada"), (bob, "bob")):
        laptop.register(name)
    watcher = bob.watch(tmp_path / "watch", "--since", register(server).head())
    try:
        slides = os.urandom(3_000_000)
        (tmp_path / "slides.bin").write_bytes(slides)
        reference = ada.noteit("post", COURSE, "Slides", "--attach", str(tmp_path / "slides.bin"), "--plain").split("\t")[0]
        bob.noteit("reply", reference, "Thank you")
        wait_until(lambda: len(seen(tmp_path / "watch")) >= 2, "bob's watch to show the post and his reply")
        bob.noteit("attachment", "get", reference, "--output", str(tmp_path / "saved.bin"))
    finally:
        watcher.terminate()
        watcher.wait(PATIENCE)
    assert (tmp_path / "saved.bin").read_bytes() == slides
    assert "Thank you" in ada.noteit("event", "view", reference)
    assert set(campus.proxy.asked) == {PLACE}
    assert all(head.startswith("CONNECT ") and "Bearer" not in head for head in campus.proxy.heads)
    check()


def seen(output):
    return [json.loads(line)["change"]["type"] for line in finished_lines(output) if "change" in json.loads(line)]


@pytest.mark.parametrize("variable", ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"])
@pytest.mark.parametrize("scheme", ["http://", ""])
def test_a_proxy_of_the_environment_is_used(server, campus, variable, scheme):
    laptop = campus.laptop("ada", **{"https_proxy": None, variable: f"{scheme}127.0.0.1:{campus.proxy.port}"})
    assert laptop.sign_in(register(server)).returncode == 0
    assert set(campus.proxy.asked) == {PLACE}


def test_an_unencrypted_server_is_asked_through_http_proxy(server, campus):
    campus.proxy.routes[f"{NAME}:80"] = server.port
    laptop = campus.laptop("ada", f"http://{NAME}", http_proxy=campus.proxy.url, https_proxy=None)
    assert laptop.sign_in(register(server), "--insecure").returncode == 0
    assert set(campus.proxy.asked) == {f"{NAME}:80"}


@pytest.mark.parametrize("variable, value", [
    ("no_proxy", NAME), ("NO_PROXY", "example.org, .example.edu"), ("no_proxy", "example.edu"), ("no_proxy", "*")])
def test_hosts_of_no_proxy_are_asked_directly(server, campus, tmp_path, variable, value):
    within = knowing(tmp_path, [(NAME, "127.0.0.1")])
    laptop = campus.laptop("ada", f"{URL}:{campus.front.port}", within=within, **{variable: value})
    signed_in = laptop.sign_in(register(server))
    assert signed_in.returncode == 0, signed_in
    assert campus.proxy.heads == []


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST", "127.1.2.3", "[::1]"])
def test_this_machine_is_never_asked_through_a_proxy(server, campus, host):
    person, variables = register(server), ("http_proxy", "https_proxy", "all_proxy", "ALL_PROXY")
    for number, address in enumerate((f"http://{host}:{server.port}", f"https://{host}:{campus.front.port}")):
        laptop = campus.laptop(f"ada{number}", address, **dict.fromkeys(variables, campus.proxy.url))
        # The server listens on 127.0.0.1 alone.
        expected = 69 if host in ("127.1.2.3", "[::1]") else 0
        assert laptop.sign_in(person).returncode == expected
    assert campus.proxy.heads == []


# Certificates.


def test_a_certificate_that_no_authority_signed_says_what_to_do(campus, ada):
    del ada.environment["SSL_CERT_FILE"]
    not_reached(ada, NAME, "no authority", "trusts", "SSL_CERT_FILE")
    ada.environment["SSL_CERT_FILE"] = str(campus.authority.file)
    sent_once(campus.server, ada)


def test_a_post_that_gives_up_in_the_middle_of_a_handshake_ends_well(ada):
    """Whoever ends does not take OpenSSL away from the thread that still reads certificates. Forty at once take longer than a second."""
    del ada.environment["SSL_CERT_FILE"]
    with concurrent.futures.ThreadPoolExecutor(40) as posts:
        ended = list(posts.map(lambda number: ada.run("post", COURSE, f"Waits {number}", "--plain"), range(40)))
    assert [done for done in ended if done.returncode != 0] == []


def test_a_file_of_certificates_that_cannot_be_read_is_named(campus, ada, tmp_path):
    (tmp_path / "empty.pem").touch()
    for file in ("nosuch.pem", "empty.pem"):
        ada.environment["SSL_CERT_FILE"] = str(tmp_path / file)
        not_reached(ada, "SSL_CERT_FILE cannot be read")


def test_a_folder_of_certificates_is_trusted_too(server, campus):
    laptop = campus.laptop("ada", SSL_CERT_FILE=None, SSL_CERT_DIR=str(campus.authority.hashed()))
    assert laptop.sign_in(register(server)).returncode == 0


def test_each_wrong_certificate_has_its_own_words(server, campus, tmp_path, ada):
    certificates = campus.authority.wrong_certificates(tmp_path, NAME, "this machine")
    for words, certificate in certificates.items():
        with Front(server.port, certificate) as front:
            campus.proxy.routes[PLACE] = front.port
            said = not_reached(ada, words, NAME)
            assert [other for other in certificates if other in said] == [words]
    campus.proxy.routes[PLACE] = server.port
    not_reached(ada, "does not speak TLS")


# Proxies that do not help.


@pytest.mark.parametrize("story, words", [
    (FORBIDDEN, ["proxy", "403"]), (UNKNOWN_PERSON, ["proxy", "407"]), (SILENCE, ["proxy"]), (ENDLESS["headers"], [])])
def test_a_proxy_that_refuses_is_named_and_nothing_is_lost(campus, ada, story, words):
    campus.proxy.story = story
    not_reached(ada, *words)
    campus.proxy.forget()
    sent_once(campus.server, ada)


def test_a_proxy_that_is_not_there_is_named_and_nothing_is_lost(campus, ada):
    ada.environment["https_proxy"] = f"http://127.0.0.1:{free_port()}"
    not_reached(ada, "proxy")
    ada.environment["https_proxy"] = campus.proxy.url
    sent_once(campus.server, ada)


def test_the_doctor_names_the_proxy(campus, ada):
    campus.proxy.story = FORBIDDEN
    found = {finding["what"]: finding for finding in json.loads(ada.run("doctor", "--json").stdout)}
    assert "proxy" in found["server"]["found"] and "403" in found["server"]["found"]


# A proxy's password.

SECRET = "s3cret@word"


@pytest.fixture
def guarded(campus):
    """A proxy that knows one person."""
    with Proxy(campus.proxy.routes, f"ada:{SECRET}") as proxy:
        yield proxy


def test_a_proxy_with_a_password_is_used(server, campus, guarded):
    laptop = campus.laptop("ada", https_proxy=f"http://ada:s3cret%40word@127.0.0.1:{guarded.port}")
    assert laptop.sign_in(register(server)).returncode == 0
    assert set(guarded.asked) == {PLACE}


@pytest.mark.parametrize("proxy", [
    "http://ada:s3cret%40word2@127.0.0.1:{guarded}", "http://ada:s3cret%40word@127.0.0.1:{nobody}",
    "ada:s3cret@127.0.0.1:{nobody}", "http://ada:s3cret@127.0.0.1:99999", "http://ada:s3cret@127.0.0.1:port",
    "http://ada:s3cret@[::1", "http://ada:s3cret@", "gopher://ada:s3cret@127.0.0.1:70"])
def test_a_proxys_password_is_said_nowhere(campus, ada, guarded, proxy):
    ada.environment["https_proxy"] = proxy.format(guarded=guarded.port, nobody=free_port())
    said = not_reached(ada, "proxy") + ada.run("doctor", "--json").stdout + ada.run("whoami").stderr
    said += ada.noteit("outbox") + ada.noteit("outbox", "--json")
    assert "s3cret" not in said, said
    kept = [path for path in ada.folder.rglob("*") if path.is_file() and b"s3cret" in path.read_bytes()]
    assert kept == []
    ada.environment["https_proxy"] = campus.proxy.url
    sent_once(campus.server, ada)


# Servers that never finish.


@pytest.mark.parametrize("what", [*ENDLESS, "silence"])
def test_a_server_that_never_finishes_keeps_no_command_busy(campus, ada, what):
    campus.front.story = ENDLESS.get(what, SILENCE)
    done = ada.run("course", "search", "heaps")
    assert done.returncode in (1, 69) and "Error: " in done.stderr, done
    posted = ada.run("post", COURSE, "Waits", "--plain")
    assert "queued" in posted.stdout, posted
    campus.front.story = None
    sent_once(campus.server, ada)


@pytest.mark.parametrize("what", ENDLESS)
def test_watching_survives_a_server_that_never_finishes(campus, ada, tmp_path, what):
    campus.front.story = ENDLESS[what]
    watcher = ada.watch(tmp_path / "watch")
    try:
        wait_until(lambda: campus.front.left >= 2, "two tries to end", 300)
        campus.front.story = None
        wait_until(lambda: "watching" in (tmp_path / "watch.err").read_text(), "the connection", 300)
        ada.noteit("post", COURSE, "After all")
        wait_until(lambda: "After all" in (tmp_path / "watch").read_text(), "the post to be shown")
    finally:
        watcher.terminate()
        watcher.wait(PATIENCE)
