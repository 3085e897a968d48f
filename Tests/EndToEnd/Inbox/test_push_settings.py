"""The devices of Web Push, with the program."""

import subprocess

from noteitd import PATIENCE
from people import register
from push_service import PushWorld
from terminal import NOTEIT, Terminal, failing


def advice(terminal):
    """What `noteit push` says beside the list."""
    done = subprocess.run([NOTEIT, "push"], capture_output=True, text=True, timeout=PATIENCE, env=terminal.environment)
    assert (done.returncode, done.stdout) == (0, "")
    return done.stderr


def test_a_person_chooses_what_their_devices_get(tmp_path):
    world = PushWorld(tmp_path)
    server = world.server(tmp_path, NOTEIT_PUBLIC_URL="https://notes.example.edu")
    server.load_sample()
    server.start()
    person = register(server, name="Ada Lovelace")
    ada = Terminal(server, tmp_path / "ada", person)
    assert "Open the page on it" in advice(ada)
    browser = world.service.browser()
    browser.server_key = person.get("/v1/me/push")["applicationServerKey"]
    person.call("POST", "/v1/me/push/devices", 201, json=browser.subscription | {"name": "Phone"})
    shown = ada.noteit("push", "set", "phone", "--topics", "notices,mentions", "--show-text", "yes", "--plain").rstrip("\n").split("\t")
    assert shown[1:3] == ["Phone", "push.example.edu"] and shown[5:] == ["notices,mentions", "true", "true", ""]
    assert "Gets: notices, mentions, with their text" in ada.noteit("push", "list")
    assert "Phone" in ada.noteit("push", "test", "Phone", "--plain")
    browser.first("NoteIt reaches this device")
    for wrong in (["Phone"], ["Phone", "--topics", "all"], ["Phone", "--show-text", "x"], ["Laptop", "--topics", "none"]):
        failing(ada, "push", "set", *wrong)
    assert "Phone" in ada.noteit("push", "remove", "Phone", "--plain") and person.get("/v1/me/push")["devices"] == []
    server.stop()
    world.service.stop()
    assert world.service.faults == []


def test_a_server_without_push_says_so(server, tmp_path):
    ada = Terminal(server, tmp_path / "ada", register(server))
    assert "Push is off" in advice(ada)
