"""Who may make an account: everyone, emails of some domains, or the operator alone."""

import pytest

from noteitd import Noteitd
from people import PASSWORD, Anyone, Person, register

BODY = {"email": "ada@example.edu", "password": PASSWORD, "displayName": "Ada"}


@pytest.fixture
def serving(tmp_path):
    """Starts a server with settings."""
    started = []

    def start(*options, **settings):
        server = Noteitd(tmp_path, **settings)
        started.append(server)
        return server.start()

    yield start
    for server in started:
        server.stop()


def sign_in(server, email, password=PASSWORD):
    return Person(server, Anyone(server).call("POST", "/v1/sessions", 201, json={"email": email, "password": password}).json())


def test_a_closed_server_takes_no_registration(serving):
    server = serving(NOTEIT_REGISTRATION="closed")
    said = Anyone(server).refused("POST", "/v1/accounts", 403, json=BODY)["detail"]
    assert "admin" in said
    server.admin("account", "create", "ada@example.edu", "--name", "Ada", "--role", "student", text=PASSWORD + "\n")
    assert Anyone(server).refused("POST", "/v1/accounts", 403, json=BODY)["detail"] == said, "it does not tell who is here"
    sign_in(server, "ada@example.edu")
    assert "may make an account" not in server.said()


def test_a_server_takes_emails_of_its_domains_alone(serving):
    server = serving(NOTEIT_REGISTRATION="example.edu,Example.ORG")
    for email in ("ada@example.com", "ada@sub.example.edu", "ada@example.edu.evil.test", "ada@notexample.edu"):
        [error] = Anyone(server).refused("POST", "/v1/accounts", 422, json=BODY | {"email": email})["errors"]
        assert error["field"] == "email" and "@example.edu or @example.org" in error["detail"]
    ada = register(server, email="ada@EXAMPLE.edu")
    register(server, email="ben@example.org")
    change = {"email": "ada@example.com", "currentPassword": PASSWORD}
    assert ada.refused("PATCH", "/v1/me", 422, json=change)["errors"][0]["field"] == "email"
    ada.call("PATCH", "/v1/me", 200, json=change | {"email": "ada.king@example.org"})


def test_an_open_server_says_so_at_its_start(serving):
    server = serving()
    assert "Anyone who reaches this server may make an account" in server.said() and "NOTEIT_REGISTRATION" in server.said()
    assert "may join every course" in server.said()


@pytest.mark.parametrize("setting", ["NOTEIT_REGISTRATION", "NOTEIT_JOINING"])
@pytest.mark.parametrize("value", ["ajar", "example.edu,", "@example.edu", "a b.example.edu"])
def test_a_rule_that_cannot_be_read_stops_the_start(tmp_path, setting, value):
    server = Noteitd(tmp_path, **{setting: value})
    with pytest.raises(AssertionError, match="must be open"):
        server.start()


def test_accounts_are_made_from_a_file(serving, tmp_path):
    server = serving(NOTEIT_REGISTRATION="closed")
    server.admin("account", "create", "dean@example.edu", "--name", "The Dean", "--role", "admin", text=PASSWORD + "\n")
    file = tmp_path / "class.csv"
    file.write_text("Name,Email,Role\nAda Lovelace,ada@example.edu,\n\"Hopper, Grace\",grace@example.edu,instructor\nDean,DEAN@example.edu,\n")
    dry = server.admin("account", "import", str(file), "--dry-run", check=False)
    assert dry.stdout.split() == ["+", "ada@example.edu", "+", "grace@example.edu"] and "1 had one" in dry.stderr
    made = server.admin("account", "import", str(file), check=False)
    codes = dict(line.split("\t") for line in made.stdout.splitlines())
    assert list(codes) == ["ada@example.edu", "grace@example.edu"] and "2 accounts created" in made.stderr
    assert server.admin("account", "import", str(file)) == ""
    anyone = Anyone(server)
    anyone.refused("POST", "/v1/sessions", 401, json={"email": "grace@example.edu", "password": PASSWORD})
    body = {"email": "grace@example.edu", "code": codes["grace@example.edu"], "newPassword": PASSWORD}
    anyone.refused("POST", "/v1/accounts/reset", 401, json=body | {"code": codes["ada@example.edu"]})
    anyone.call("POST", "/v1/accounts/reset", 204, json=body)
    grace = sign_in(server, "grace@example.edu")
    assert grace.account["displayName"] == "Hopper, Grace" and grace.account["role"] == "instructor"
    listed = [line.split("\t") for line in server.admin("account", "list").splitlines()]
    assert [row[0] for row in listed] == ["ada@example.edu", "dean@example.edu", "grace@example.edu"]
    assert all(row[3] == "verified" for row in listed) and listed[0][5] == "-" != listed[2][5]
    assert server.admin("account", "list", "--role", "admin").split("\t")[0] == "dean@example.edu"
    assert server.admin("account", "list", "--find", "HOPPER").startswith("grace@") and server.admin("account", "list", "--unverified") == ""


def test_a_file_with_a_bad_row_makes_no_account(serving, tmp_path):
    server = serving()
    file = tmp_path / "class.csv"
    file.write_text("email,name,role\nada@example.edu,Ada,\nno email,Ben,\nben@example.edu,Staff,\ncai@example.edu,Cai,boss\nADA@example.edu,Ada,\n")
    said = server.admin("account", "import", str(file), check=False)
    assert said.returncode == 1 and all(f"line {line}" in said.stderr for line in (3, 4, 5, 6)), said.stderr
    assert server.admin("account", "list") == ""


def test_an_account_that_is_not_verified_is_named_by_an_import(serving, tmp_path):
    server = serving()
    register(server, "The Dean", "ada@example.edu")
    file = tmp_path / "class.csv"
    file.write_text("email,name\nada@example.edu,Ada\n")
    said = server.admin("account", "import", str(file), check=False)
    assert said.stdout == "" and "ada@example.edu has an account that is not verified" in said.stderr
    assert server.admin("account", "list", "--unverified").startswith("ada@example.edu\t")


def test_the_operator_deletes_an_account(serving):
    server = serving()
    ada = register(server, "Ada", "ada@example.edu")
    refused = server.admin("account", "delete", "ada@example.edu", check=False)
    assert refused.returncode == 1 and "--yes" in refused.stderr
    server.admin("account", "delete", "ADA@example.edu", "--yes")
    ada.refused("GET", "/v1/me", 401)
    Anyone(server).refused("POST", "/v1/sessions", 401, json=BODY | {"displayName": None})
    assert server.admin("account", "list") == "" and server.admin("account", "delete", "ada@example.edu", "--yes", check=False).returncode == 1
    rows = [line.split("\t") for line in server.admin("audit", "--action", "left").splitlines()]
    assert [(row[3], row[4]) for row in rows] == [("-", ada.id)]
    assert register(server, "Ada", "ada@example.edu").account["handle"] == "ada2"


def test_a_role_for_an_email_that_is_not_verified_is_a_warning(serving):
    server = serving()
    ada = register(server, "The Dean", "dean@example.edu")
    for role in ("admin", "instructor"):
        said = server.admin("account", "role", ada.email, role)
        assert f"~ The email {ada.email} of @{ada.account['handle']} is not verified" in said and "noteitd account verify" in said
    assert "~" not in server.admin("account", "role", ada.email, "student")
    server.admin("account", "verify", ada.email)
    assert "~" not in server.admin("account", "role", ada.email, "admin")
