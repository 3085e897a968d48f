"""Passwords for calendar programs: made, listed, used, revoked."""

import re
import threading

import pytest

from dav import STANDARD, Dav, app_password, event
from noteitd import wait_until
from people import PASSWORD, register

PATH = "/v1/me/app-passwords"


def test_a_password_is_made_shown_once_and_listed_without_it(ada):
    made = app_password(ada, "Phone é")
    assert set(made) == {"id", "name", "createdAt", "password"} and made["name"] == "Phone é"
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", made["password"]) and len(made["password"].replace("-", "")) >= 16
    [listed] = ada.get(PATH)["items"]
    assert listed == {"id": made["id"], "name": "Phone é", "createdAt": made["createdAt"], "lastUsed": None}


def test_passwords_differ(ada):
    assert len({app_password(ada)["password"] for _ in range(20)}) == 20


def test_an_access_token_alone_makes_no_password(ada):
    for body in ({"name": "phone"}, {"name": "phone", "currentPassword": None}, {"name": "phone", "currentPassword": "a wrong sentence"}):
        [error] = ada.refused("POST", PATH, 422, json=body)["errors"]
        assert error["field"] == "currentPassword"
    assert not ada.get(PATH)["items"]


def test_a_reset_by_the_operator_ends_all_ways_in(server):
    person = register(server)
    phone = Dav(person)
    feed = person.call("POST", "/v1/me/calendar-feeds", 201, json={"name": "All", "include": ["due"]}).json()
    address = feed["url"].removeprefix(server.url)
    person.call("GET", address, 200)
    said = server.admin("account", "reset", person.email)
    assert "app passwords, calendar feeds, tokens, webhooks and ntfy topic" in said
    phone.one(phone.home, "d:displayname")
    body = {"email": person.email, "code": said.split()[0], "newPassword": "another fine sentence"}
    person.call("POST", "/v1/accounts/reset", 204, json=body)
    phone.call("PROPFIND", phone.home, 401, depth=0)
    person.call("GET", address, 404)
    person = person.sign_in_again(password="another fine sentence")
    assert person.items(PATH) == person.items("/v1/me/calendar-feeds") == []
    assert "app passwords: 1, calendar feeds: 1" in server.admin("audit", "--actor", person.email, "--action", "passwordChanged")


def test_its_last_use_is_told_to_the_minute(ada):
    phone = Dav(ada)
    assert ada.get(PATH)["items"][0]["lastUsed"] is None
    phone.one(phone.home, "d:displayname")
    wait_until(lambda: ada.get(PATH)["items"][0]["lastUsed"], "the use to be noted")
    assert ada.get(PATH)["items"][0]["lastUsed"].endswith(":00Z")


def test_revoking_one_leaves_the_others(ada):
    phone, laptop = Dav(ada, "phone"), Dav(ada, "laptop")
    ada.call("DELETE", f"{PATH}/{phone.made['id']}", 204)
    ada.call("DELETE", f"{PATH}/{phone.made['id']}", 404)
    phone.call("PROPFIND", phone.home, 401, depth=0)
    assert set(laptop.calendars()) == set(STANDARD)
    assert [each["name"] for each in ada.get(PATH)["items"]] == ["laptop"]


@pytest.mark.parametrize("body", [{}, {"name": ""}, {"name": "x" * 101}, {"name": "a\x07b"}, {"name": 1}, {"name": None}])
def test_a_wrong_name_is_refused(body, ada):
    ada.call("POST", PATH, json=body | {"currentPassword": PASSWORD}, status=422 if isinstance(body.get("name"), str) else None)
    assert not ada.get(PATH)["items"]


def test_a_person_has_a_bounded_number(ada):
    statuses = [ada.call("POST", PATH, json={"name": f"{number}", "currentPassword": PASSWORD}).status_code for number in range(52)]
    assert statuses[:50] == [201] * 50 and statuses[-1] == 409


def test_changing_the_accounts_password_and_signing_out_keep_them(server):
    person = register(server)
    phone = Dav(person)
    person.call("DELETE", "/v1/sessions/current", 204)
    phone.put("personal", "a.ics", event(), 201)
    assert list(phone.objects("personal").tags) == ["a.ics"]


def test_a_suspended_or_unknown_account_gets_nothing(server, ada):
    phone = Dav(ada)
    for email in (f"x{ada.email}", ada.email + "\0", ada.email + ":a", "é@example.edu", " " * 3):
        Dav(ada, auth=(email.encode(), phone.auth[1].encode())).call("PROPFIND", phone.home, 400, 401, depth=0)


def test_many_devices_at_once_are_served(ada):
    devices, found = [Dav(ada, f"device {number}") for number in range(10)], []

    def use(device):
        for number in range(10):
            device.put("personal", f"{device.made['id']}-{number}.ics", event(), 201)
        found.append(len(device.sync_all("personal").tags))

    threads = [threading.Thread(target=use, args=[device]) for device in devices]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(found) == 10 and len(devices[0].objects("personal").tags) == 100
