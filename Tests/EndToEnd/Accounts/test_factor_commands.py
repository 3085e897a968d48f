"""A second factor and tokens from the terminal."""

import json
import re
import subprocess

from passkeys import Named, add_passkey
from people import PASSWORD, Anyone, Person
from second_factor import App
from terminal import NOTEIT, Terminal, failing

COURSE, CODE = "202530.CMPT225", "CMPT225"


def add_app(terminal, *options):
    """Types the password, and the code of the key that the command shows: the app, and both outputs."""
    command = [NOTEIT, "auth", "factor", "add", "My phone", *options]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=terminal.environment) as running:
        running.stdin.write(PASSWORD + "\n")
        running.stdin.flush()
        key = next(line.strip() for line in running.stderr if re.fullmatch(r"[A-Z2-7]{32}", line.strip()))
        app = App(key)
        said, rest = running.communicate(app.code() + "\n")
        assert running.returncode == 0, rest
        return app, said, rest


def test_an_app_is_added_asked_for_at_the_sign_in_and_removed(server, tmp_path, ada, laptop):
    phone = Terminal(server, tmp_path / "phone", ada)
    app, said, rest = add_app(laptop, "--plain")
    assert said.split("\t")[1:3] == ["totp", "My phone"]
    codes = re.findall(r"\b(?:[0-9a-z]{4}-){3}[0-9a-z]{4}\b", rest)
    assert len(codes) == 10
    assert "not signed in" in failing(phone, "auth", "status")
    refused = subprocess.run([NOTEIT, "auth", "login", ada.email], input=f"{PASSWORD}\n{app.wrong()}\n", capture_output=True,
        text=True, env=phone.environment)
    assert refused.returncode != 0 and "The code is wrong" in refused.stderr
    phone.noteit("auth", "login", ada.email, text=f"{PASSWORD}\n{app.code()}\n")
    phone.noteit("auth", "logout")
    phone.noteit("auth", "login", ada.email, text=f"{PASSWORD}\n{codes[0]}\n")
    listed = json.loads(laptop.noteit("auth", "factor", "list", "--json"))
    assert listed["recoveryCodesLeft"] == 9 and [each["name"] for each in listed["factors"]] == ["My phone"]
    assert len(laptop.noteit("auth", "factor", "codes", text=PASSWORD + "\n").splitlines()) == 10
    laptop.noteit("auth", "factor", "remove", "My phone", text=PASSWORD + "\n")
    phone.noteit("auth", "logout")
    phone.noteit("auth", "login", ada.email, text=PASSWORD + "\n")


def test_with_a_passkey_alone_the_terminal_names_the_way_in(server, ada, laptop):
    by_name = Person(Named(server), {"account": ada.account, "refreshToken": ada.refresh_token, "accessToken": ada.token})
    _, added = add_passkey(by_name, name="This device")
    done = subprocess.run([NOTEIT, "auth", "login", ada.email], input=f"{PASSWORD}\n{added['recoveryCodes'][0]}\n", capture_output=True,
        text=True, env=laptop.environment)
    assert done.returncode == 0 and "noteit auth login --browser" in done.stderr and "recovery code" in done.stderr
    assert "passkey" in laptop.noteit("auth", "factor", "list")
    laptop.noteit("auth", "factor", "rename", "This device", "Old laptop")
    assert laptop.noteit("auth", "factor", "list", "--plain").split("\t")[1:3] == ["passkey", "Old laptop"]
    laptop.noteit("auth", "factor", "remove", "Old laptop", text=PASSWORD + "\n")


def test_a_token_is_made_for_one_course_used_listed_and_revoked(server, ada, laptop):
    ada.enroll(ada.get(f"/v1/courses/{COURSE}")["sections"][0]["id"])
    id, token = laptop.noteit(
        "token", "create", "Lab", "bot", "--scope", "post", "--course", CODE, "--days", "30", "--plain", text=PASSWORD + "\n").strip().split("\t")
    bot = Anyone(server)
    bot.headers = {"Authorization": f"Bearer {token}"}
    bot.call("POST", f"/v1/courses/{COURSE}/events", 201, json={"title": "By a bot"})
    bot.call("GET", "/v1/me/agenda", 403)
    [listed] = json.loads(laptop.noteit("token", "list", "--json"))
    assert (listed["id"], listed["name"], listed["scope"], listed["course"]) == (id, "Lab bot", "post", COURSE)
    table = laptop.noteit("token", "list")
    assert "Lab bot" in table and "CMPT225" in table and token not in table
    laptop.noteit("token", "revoke", "Lab bot")
    bot.call("GET", f"/v1/courses/{COURSE}/events", 401)
    assert "days" in failing(laptop, "token", "create", "Bot", "--days", "400")
