"""docs/first-hour.md: its settings, its roster and its commands, in their order, on the sample term, with a relay and a push service."""

import os
import re
import shutil
import subprocess
import types

import pexpect
import pytest

from devices import PageOf
from noteitd import PATIENCE, PROGRAM, ROOT, SAMPLE, Noteitd, wait_until
from people import Anyone, scopes
from provider import Provider
from push_service import CONTACT, PushWorld
from relay import Relay
from sign_on import campus_server, sign_in, somebody
from test_push import subscribed
from test_readme import everything, sessions

PAGE = "docs/first-hour.md"
CODE = r"[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}"


@pytest.fixture
def relay():
    relay = Relay().start()
    yield relay
    relay.stop()


def block(kind):
    return re.search(rf"```{kind}\n(.*?)```", (ROOT / PAGE).read_text(), re.S)[1]


@pytest.fixture
def world(tmp_path):
    """The push service of Ada's phone."""
    world = PushWorld(tmp_path)
    yield world
    world.service.stop()
    assert world.service.faults == []


@pytest.fixture
def server(tmp_path, relay, world):
    """As the page sets it up. The relay of the test stands on this machine, and asks for no password."""
    settings = dict(line.split("=", 1) for line in block("sh").splitlines())
    del settings["NOTEIT_SMTP_PASSWORD_FILE"]
    assert settings.pop("NOTEIT_CONTACT") == CONTACT
    server = world.server(tmp_path, **settings | {"NOTEIT_SMTP": relay.address})
    server.start()
    yield server
    server.stop()


def test_the_settings_get_into_the_shell_of_the_operator(tmp_path):
    (tmp_path / "noteitd.env").write_text("# A comment\n#NOTEIT_PORT=8080\n" + block("sh"))
    line = re.search(r"^    sudo -u noteit (bash -c .*)$", (ROOT / PAGE).read_text(), re.M)[1]
    line = line.replace("/etc/noteit/noteitd.env", str(tmp_path / "noteitd.env")).replace("exec bash", "env")
    found = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=PATIENCE).stdout.splitlines()
    assert set(block("sh").splitlines()) <= set(found)


def test_the_examples_of_a_term_s_files_are_imported(tmp_path):
    files = re.findall(r"```csv\n(.*?)```", (ROOT / "docs/catalog.md").read_text(), re.S)
    for name, text in zip(("term.csv", "links.csv"), files, strict=True):
        (tmp_path / name).write_text(text)
    server = Noteitd(tmp_path)
    said = server.admin("catalog", "import", str(tmp_path / "term.csv"), "--links", str(tmp_path / "links.csv"))
    assert re.search(r"^sections +2 ", said, re.M), said


def test_with_the_campus_s_sign_on_people_are_in_their_courses_at_once(tmp_path):
    told = dict(re.findall(r"^    (NOTEIT_[A-Z_]+)=(.*)$", (ROOT / "docs/sign-on.md").read_text(), re.M))
    # In the test, both are on this machine.
    for name in ("NOTEIT_PUBLIC_URL", "NOTEIT_SIGN_ON", "NOTEIT_SIGN_ON_SECRET_FILE"):
        del told[name]
    (tmp_path / "roster.csv").write_text(block("csv"))
    provider = Provider()
    try:
        with campus_server(tmp_path, provider, SAMPLE, NOTEIT_JOINING="roster", **told) as server:
            server.admin("roster", "import", str(tmp_path / "roster.csv"), "--yes")
            assert Anyone(server).get("/v1/sign-on")["name"] == told["NOTEIT_SIGN_ON_NAME"]
            ada, grace = (sign_in(server, provider, somebody(email=f"{name}@example.edu")) for name in ("ada", "grace"))
            assert [role for _, role in scopes(ada) + scopes(grace)] == ["student", "staff"]
    finally:
        provider.stop()


def follow_links(server, relay, followed):
    """Opens the link of each new mail that verifies an address, and presses its button."""
    for mail in relay.mails[len(followed):]:
        followed.append(mail)
        for path in re.findall(r"https://noteit\.example\.edu(/mail/verify/\S+)", mail.text):
            answer = Anyone(server).http.post(server.url + path, timeout=PATIENCE)
            assert answer.status_code == 200


def test_an_operator_with_the_page_alone_reaches_a_class(server, relay, world, tmp_path):
    for name in ("term.csv", "links.csv"):
        shutil.copy(SAMPLE.parent / name, tmp_path)
    (tmp_path / "roster.csv").write_text(block("csv"))
    environment = server.environment | {
        "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}", "HOME": str(tmp_path), "LANG": "C.UTF-8", "TERM": "xterm", "NO_COLOR": "1",
        "NOTEIT_SERVER": server.url, "NOTEIT_DATABASE": str(server.database), "PAGER": "cat"}

    def spawn(command):
        return pexpect.spawn(
            "bash", ["-c", command], cwd=str(tmp_path), env=environment, dimensions=(60, 100), encoding="utf-8", timeout=PATIENCE)

    def approve(terminal):
        terminal.expect(CODE)
        PageOf(ada).answer(terminal.after)
        return terminal.before + terminal.after

    followed, watcher, phone = [], None, None
    ada = types.SimpleNamespace(server=server, email="ada@example.edu")
    for session in sessions(PAGE):
        for command, shown in session:
            if command == "noteitd mail queue":
                wait_until(lambda: "\tnext" not in server.admin("mail", "queue"), "the relay to have taken all")
            if command.startswith("noteit push"):
                phone = subscribed(PageOf(ada), world)
            terminal = spawn(command)
            if command.startswith("noteit watch"):
                watcher = terminal
                watcher.expect_exact(shown.strip())
                continue
            said = approve(terminal) if "--browser" in command else ""
            said += everything(terminal, shown)
            terminal.close()
            assert terminal.exitstatus == 0, f"{command}: {said}"
            rest = said
            for line in shown.splitlines():
                assert line in rest, f"{command} said {said!r}, and the page shows {line!r}"
                rest = rest.partition(line)[2]
            if command.startswith("noteit mail verify"):
                person = types.SimpleNamespace(email=re.search(r"\S+@\S+\w", shown)[0])
                relay.first(person, "Confirm")
                follow_links(server, relay, followed)
    watcher.expect_exact("The midterm is in AQ 3181")
    watcher.sendintr()
    watcher.expect(pexpect.EOF)
    assert phone.first("notice").title == "A notice to read in CMPT225"
    mail = relay.first(ada, "The midterm is in AQ 3181")
    assert mail["From"].addresses[0].addr_spec == "noteit@example.edu"
    assert not [each for each in relay.mails if each.recipient == "ben@example.edu"], "he has no account yet"
