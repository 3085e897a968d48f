"""Signing a device in through a browser (RFC 8628): the person's answer decides, once, and nobody guesses a code."""

import concurrent.futures
import random
import re

import pytest

from devices import LETTERS, PATH, Device, PageOf
from people import PASSWORD, Anyone, Person, register


@pytest.fixture(scope="module")
def page(server):
    return PageOf(register(server, "Ada"))


def test_a_device_is_signed_in_as_whoever_approves_it(server, page):
    device = Device(server)
    assert device.codes["verificationUri"] == f"{server.url}/device"
    assert device.codes["verificationUriComplete"] == f"{server.url}/device#{device.code}"
    assert (device.codes["interval"], device.codes["expiresIn"]) == (5, 600)
    assert device.poll() == "authorization_pending"
    seen = page.look(device.code.lower().replace("-", " "))
    assert (seen["device"], seen["address"]) == ("noteit on lab-pc", "127.0.0.1")
    page.answer(device.code)
    person = device.poll_in_time()
    assert person.account == page.me()
    listed = person.items("/v1/sessions")
    assert [(each["device"], each["current"]) for each in listed[:2]] == [("noteit on lab-pc", True), ("browser", False)]
    person.refresh()
    assert "approved in session" in server.admin("audit", "--action", "signedIn", "--actor", person.email)
    page.call("DELETE", f"/v1/sessions/{listed[0]['id']}", 204)
    person.call("GET", "/v1/me", 401)


def test_the_code_of_one_person_that_another_approves_gives_the_others_session(server, page):
    """Why the page says: only approve if you started this yourself."""
    ada, bob = Device(server, "Ada's laptop"), PageOf(register(server, "Bob"))
    assert bob.look(ada.code)["device"] == "Ada's laptop"
    bob.answer(ada.code)
    assert ada.poll().account == bob.me() != page.me()


def test_a_code_is_answered_once_and_used_once(server, page):
    device, other = Device(server), PageOf(register(server))
    page.answer(device.code)
    for late in (page, other):
        late.answer(device.code, status=404)
        late.answer(device.code, approve=False, status=404)
        late.look(device.code, 404)
    assert isinstance(device.poll(), Person)
    assert device.poll() == "expired_token"


def test_of_many_polls_at_once_one_opens_a_session(server, page):
    device = Device(server)
    page.answer(device.code)
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: device.poll(), range(8)))
    assert sum(isinstance(each, Person) for each in answers) == 1
    assert {each for each in answers if isinstance(each, str)} <= {"expired_token", "slow_down"}


def test_a_refused_device_stays_out(server, page):
    device = Device(server)
    page.answer(device.code, approve=False)
    page.answer(device.code, status=404)
    assert device.poll() == "access_denied"
    assert device.poll() == "expired_token"


def test_a_code_is_good_for_ten_minutes(server, page):
    waiting, approved = Device(server), Device(server)
    page.answer(approved.code)
    server.sql("UPDATE device_sign_in SET expires_at = created_at")
    assert [each.poll() for each in (waiting, approved)] == ["expired_token"] * 2
    page.look(waiting.code, 404)
    page.answer(waiting.code, status=404)


def test_a_device_that_polls_too_fast_is_slowed_down_more_and_more(server, page):
    device = Device(server)
    assert [device.poll() for _ in range(3)] == ["authorization_pending", "slow_down", "slow_down"]
    server.sql("UPDATE device_sign_in SET polled_at = polled_at - 14")
    assert device.poll() == "slow_down", "the pause is 15 seconds now"
    page.answer(device.code)
    assert device.poll() == "slow_down", "also once it was approved"
    assert isinstance(device.poll_in_time(), Person)


def test_an_approval_ends_with_the_session_that_gave_it(server):
    person = register(server)
    for method, path, body, outcome in (
        ("DELETE", "/v1/sessions/current", None, "access_denied"),
        ("PUT", "/v1/me/password", {"currentPassword": PASSWORD, "newPassword": PASSWORD + "!"}, "access_denied"),
        ("DELETE", "/v1/me", {"currentPassword": PASSWORD + "!"}, "expired_token"),
    ):
        page, device = PageOf(person, PASSWORD + "!" if method == "DELETE" and body else PASSWORD), Device(server)
        page.answer(device.code)
        # A new password ends all sessions but the one that changes it.
        (person if method == "PUT" else page).call(method, path, 204, json=body)
        assert device.poll() == outcome, path


def test_only_the_page_approves(server, page):
    device, person = Device(server), register(server)
    body = {"userCode": device.code, "approve": True}
    Anyone(server).refused("POST", f"{PATH}/answer", 401, json=body)
    person.refused("POST", f"{PATH}/answer", 403, json=body)
    foreign = {"Origin": "https://evil.example"}
    page.answer(device.code, status=403, headers=foreign)
    token = person.call("POST", "/v1/me/tokens", 201, json={"name": "Bot", "scope": "post", "currentPassword": PASSWORD}).json()["token"]
    for path in ("preview", "answer"):
        Anyone(server).refused("POST", f"{PATH}/{path}", 403, json=body, headers={"Authorization": f"Bearer {token}"})
    # The access token of one session beside the cookie of another.
    page.answer(device.code, status=403, headers={"Authorization": f"Bearer {person.token}"})
    other = ("B" if person.refresh_token[0] == "A" else "A") + person.refresh_token[1:]
    stolen = {"Origin": server.url, "Cookie": f"noteit_refresh={other}"}
    person.refused("POST", f"{PATH}/answer", 403, json=body, headers=stolen)
    assert device.poll() == "authorization_pending"
    page.refresh()
    page.headers["Authorization"] = f"Bearer {page.token}"
    page.answer(device.code)


def test_a_thousand_guesses_find_nothing_and_wait(own_server):
    device, page = Device(own_server), PageOf(register(own_server))
    chance = random.Random(8628)
    answers = [page.call("POST", f"{PATH}/{chance.choice(('preview', 'answer'))}",
        json={"userCode": "".join(chance.choices(LETTERS, k=8)), "approve": True}).status_code for _ in range(1_000)]
    assert set(answers) == {404, 429} and answers.count(404) < 25 and answers[-1] == 429
    page.look(device.code, 429)
    # A text that cannot be a code is a slip, and whoever knows a code is not slowed down by others at their address.
    other = PageOf(register(own_server))
    for _ in range(50):
        other.look("WDJB-MJH", 404)
    for _ in range(50):
        other.look(device.code)
    other.answer(device.code)
    assert isinstance(device.poll(), Person)


def test_an_address_guesses_no_more_with_many_accounts(own_server):
    pages = [PageOf(register(own_server)) for _ in range(16)]
    counts = [sum(page.call("POST", f"{PATH}/preview", json={"userCode": "".join(random.choices(LETTERS, k=8))}).status_code == 404
        for _ in range(20)) for page in pages]
    assert 290 <= sum(counts) <= 315 and counts[-1] < 20


def test_codes_are_stored_as_hashes_and_survive_a_restart(own_server):
    device, page = Device(own_server), PageOf(register(own_server))
    own_server.stop()
    stored = b"".join(path.read_bytes() for path in own_server.database.parent.glob(f"{own_server.database.name}*"))
    for secret in (device.secret, device.code, device.code.replace("-", "")):
        assert secret.encode() not in stored
    own_server.start()
    page.answer(device.code)
    assert isinstance(device.poll(), Person)
    own_server.admin("check")


@pytest.mark.parametrize("name", ["x" * 101, "  ", "lab\x00pc"])
def test_a_device_with_a_bad_name_is_refused(server, name):
    problem = Anyone(server).refused("POST", PATH, 422, json={"device": name})
    assert [each["field"] for each in problem["errors"]] == ["device"]


def test_an_address_asks_for_a_bounded_number_of_codes(own_server):
    anyone = Anyone(own_server)
    answers = [anyone.call("POST", PATH, json={}).status_code for _ in range(340)]
    assert set(answers) == {200, 429} and answers.count(200) < 335
    elsewhere = Device(own_server, address="127.0.0.2")
    assert re.fullmatch("[A-Z]{4}-[A-Z]{4}", elsewhere.code)


def test_a_demanded_second_factor_is_demanded_of_an_approval_too(own_server):
    """The session of the page is from before the demand."""
    page = PageOf(register(own_server))
    own_server.stop()
    own_server.environment["NOTEIT_SECOND_FACTOR"] = "all"
    own_server.start()
    device = Device(own_server)
    page.answer(device.code)
    assert device.poll() == "access_denied"
