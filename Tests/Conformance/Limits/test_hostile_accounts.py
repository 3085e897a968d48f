"""Hostile clients cannot delay others, probe emails or keep ended sessions."""

import collections
import concurrent.futures
import contextlib
import select
import threading
import time

import pytest

from hostile_accounts import HELD_BACK, WRONG, new_account, sign_in
from noteitd import beside, wait_until
from people import PASSWORD, Anyone, Person, register
from processes import states
from raw import answer, connected, head, request
from streams import RawSocket


@pytest.fixture(scope="module", autouse=True)
def throttled(tmp_path_factory):
    with beside(tmp_path_factory.mktemp("throttled"), wait_after_wrong_sign_ins) as running:
        yield running


@pytest.mark.parametrize("address", ["127.0.0.2", "127.0.0.1"], ids=["another address", "the same address"])
def test_a_flood_of_registrations_delays_no_sign_in(own_server, address):
    """Of 160 registrations, some still wait when 30 later sign-ins have succeeded one by one, and none is a 500."""
    person, anyone = register(own_server), Anyone(own_server, address)
    sign_in(anyone, person.email, status=201)
    with contextlib.ExitStack() as stack:
        wires = [stack.enter_context(connected(own_server)) for _ in range(160)]
        for wire in wires:
            wire.sendall(request("POST", "/v1/accounts", new_account()))
        for number in range(30):
            sign_in(anyone, person.email, status=201)
            assert len(select.select(wires, [], [], 0)[0]) < len(wires), f"sign-in {number} came after all registrations"
        answers = [answer(wire) for wire in wires]
    statuses = [status for status, _, _ in answers]
    assert set(statuses) <= {201, 409, *HELD_BACK} and 201 in statuses, statuses
    assert all(int(headers["Retry-After"]) > 0 for status, headers, _ in answers if status in HELD_BACK)


def test_taken_emails_cannot_be_probed_without_limit(own_server):
    people = [register(own_server) for _ in range(3)]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        clients = [Anyone(own_server) for _ in range(4)]

        def try_out(number):
            body = new_account(people[number % 3].email)
            return clients[number % 4].call("POST", "/v1/accounts", json=body).status_code

        statuses = list(pool.map(try_out, range(300)))
    counts = {status: statuses.count(status) for status in (409, *HELD_BACK)}
    assert sum(counts.values()) == 300 and counts[429] > 150, counts


def test_wrong_sign_ins_for_many_emails_lock_nobody_out(own_server):
    """After 1,000 from one address, the right password signs in from there, at most some seconds later."""
    person = register(own_server)
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        clients = [Anyone(own_server) for _ in range(8)]
        tried = pool.map(lambda number: sign_in(clients[number % 8], f"guess{number}@example.edu", WRONG), range(1000))
        statuses = {each.status_code for each in tried}
    assert statuses <= {401, *HELD_BACK}
    anyone = Anyone(own_server)
    while (got := sign_in(anyone, person.email)).status_code in HELD_BACK:
        assert int(got.headers["Retry-After"]) <= 5, "it is locked out"
        time.sleep(1)
    assert got.status_code == 201


def test_wrong_sign_ins_for_one_email_throttle_that_email_from_that_address_only(own_server):
    person, other, anyone = register(own_server), register(own_server), Anyone(own_server)
    answers = [sign_in(anyone, person.email, WRONG) for _ in range(20)]
    assert {each.status_code for each in answers} == {401, 429} and answers[-1].status_code == 429
    first = int(sign_in(anyone, person.email, status=429).headers["Retry-After"])
    assert first > 0
    sign_in(anyone, other.email, status=201)
    sign_in(Anyone(own_server, "127.0.0.2"), person.email, status=201)


# Sessions that end

@pytest.mark.parametrize("round", range(4))
def test_no_session_of_the_old_password_outlives_its_change(own_server, round):
    """Sign-ins with the old password race its change, each from an address of its own."""
    person = register(own_server)
    opened, changed = [], threading.Event()

    def keep_signing_in(number):
        anyone = Anyone(own_server, f"127.0.1.{number + 1}")
        for _ in range(40):
            got = sign_in(anyone, person.email)
            if got.status_code == 201:
                opened.append(got.json())
            elif got.status_code == 401 or changed.is_set():
                return
            else:
                time.sleep(0.05)

    with concurrent.futures.ThreadPoolExecutor(12) as pool:
        racers = [pool.submit(keep_signing_in, number) for number in range(12)]
        wait_until(lambda: len(opened) >= 6, "sign-ins to be under way")
        body = {"currentPassword": PASSWORD, "newPassword": "another fine sentence"}
        wait_until(lambda: person.call("PUT", "/v1/me/password", json=body).status_code == 204, "the password to be changed")
        changed.set()
        for racer in racers:
            racer.result()
    anyone, alive = Anyone(own_server), []
    for each in opened:
        old = Person(own_server, each)
        status = old.call("GET", "/v1/me").status_code
        refreshed = anyone.call("POST", "/v1/sessions/refresh", json={"refreshToken": old.refresh_token}).status_code
        if (status, refreshed) != (401, 401):
            alive.append((status, refreshed))
    assert not alive, f"{len(alive)} of {len(opened)} sessions are still open: {alive}"
    assert len(person.items("/v1/sessions")) == 1
    person.take(anyone.call("POST", "/v1/sessions/refresh", 200, json={"refreshToken": person.refresh_token}).json())
    assert person.get("/v1/me") == person.account


@pytest.mark.parametrize("round", range(4))
def test_a_reset_wins_over_a_change_of_the_password(own_server, round):
    """A thief with the old password and an open session changes it while the owner resets it."""
    person = register(own_server)
    code = own_server.admin("account", "reset", person.email).splitlines()[0]
    change = {"currentPassword": PASSWORD, "newPassword": "what the thief would like"}
    reset = {"email": person.email, "code": code, "newPassword": "what the owner wants"}
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        changing = pool.submit(person.call, "PUT", "/v1/me/password", json=change)
        time.sleep(round * 0.03)
        resetting = pool.submit(Anyone(own_server).call, "POST", "/v1/accounts/reset", 204, json=reset)
        assert changing.result().status_code in (204, 401, 422) and resetting.result()
    sign_in(Anyone(own_server), person.email, reset["newPassword"], 201)
    sign_in(Anyone(own_server), person.email, change["newPassword"], 401)
    person.refused("GET", "/v1/me", 401)


def test_a_flood_of_resets_delays_no_registration(own_server):
    """Wrong codes for many emails from one address cost no hashing and are soon throttled."""
    flood, new = [f"nobody{number}@example.edu" for number in range(300)], Anyone(own_server)
    with concurrent.futures.ThreadPoolExecutor(32) as pool:
        wrong = [pool.submit(Anyone(own_server).call, "POST", "/v1/accounts/reset",
                             json={"email": email, "code": "x", "newPassword": "another fine sentence"}) for email in flood]
        for _ in range(3):
            new.call("POST", "/v1/accounts", 201, json=new_account())
        said = collections.Counter(each.result().status_code for each in wrong)
        assert said.keys() == {401, 429} and said[401] < 150, said


def wait_for_rest(server):
    wait_until(lambda: states(server.process) == {"S"}, "the server to have read what was sent")


@pytest.mark.parametrize("given", ["token", "ticket"])
@pytest.mark.parametrize("kind", ["ws", "stream"])
def test_a_stream_whose_request_ends_after_the_sign_out_delivers_nothing(course, ada, bob, kind, given):
    """The request has a chunked body, and its last chunk arrives after the session ended."""
    ada.post(course["id"], "Before")
    path, lines = f"/v1/{kind}?cursor={bob.head()}", ["Transfer-Encoding: chunked"]
    if given == "token":
        lines.append(f"Authorization: {bob.headers['Authorization']}")
    else:
        path += "&ticket=" + bob.call("POST", "/v1/stream-tickets", 201).json()["ticket"]
    if kind == "ws":
        lines += ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {RawSocket.KEY}"]
    else:
        lines.append("Accept: text/event-stream")
    with connected(bob.server) as wire:
        wire.sendall(head("GET", path, *lines))
        wait_for_rest(bob.server)
        bob.call("DELETE", "/v1/sessions/current", 204)
        ada.post(course["id"], "A secret")
        wire.sendall(b"0\r\n\r\n")
        status, _, said = answer(wire)
    assert status == 401 and b"secret" not in said, said


def test_a_post_whose_body_ends_after_the_sign_out_posts_nothing(course, ada, bob):
    path, token = f"/v1/courses/{course['id']}/events", f"Authorization: {bob.headers['Authorization']}"
    sent = request("POST", path, {"title": "Too late"}, token)
    with connected(bob.server) as wire:
        wire.sendall(sent[:-5])
        wait_for_rest(bob.server)
        bob.call("DELETE", "/v1/sessions/current", 204)
        wire.sendall(sent[-5:])
        status, _, said = answer(wire)
    assert (status, ada.events(course["id"])) == (401, []), said


def wait_after_wrong_sign_ins(server):
    """Somebody who was wrong 20 times tries the right password each second: its answer, and the waits that were told."""
    person, anyone, waits = register(server), Anyone(server), []
    for _ in range(20):
        sign_in(anyone, person.email, WRONG)
    while (got := sign_in(anyone, person.email)).status_code == 429 and len(waits) < 240:
        waits.append(int(got.headers["Retry-After"]))
        time.sleep(1)
    return got.status_code, waits


def test_the_wait_after_wrong_sign_ins_ends(throttled):
    """The wait is at most a minute, and retries do not lengthen it."""
    status, waits = throttled.result()
    assert status == 201 and waits and waits[0] <= 60 and waits == sorted(waits, reverse=True), waits
