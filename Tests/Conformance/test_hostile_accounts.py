"""What hostile clients do not get done to accounts: others held up, emails tried out, names taken, sessions that do not end."""

import collections
import concurrent.futures
import contextlib
import http.client
import itertools
import json
import select
import socket
import threading
import time
import unicodedata

import pytest
import requests.adapters

from noteitd import SAMPLE, Noteitd, wait_until
from people import PASSWORD, Anyone, Person, expect_like_unknown, register
from streams import RawSocket

WRONG = "not the password"
HELD_BACK = (429, 503)
_count = itertools.count(1)


class From(requests.adapters.HTTPAdapter):
    """Connections that come from an address of their own."""

    def __init__(self, address):
        self.address = address
        super().__init__()

    def init_poolmanager(self, *arguments, **options):
        super().init_poolmanager(*arguments, source_address=(self.address, 0), **options)


def anyone_from(server, address):
    anyone = Anyone(server)
    anyone.http.mount("http://", From(address))
    return anyone


def connected(server):
    return socket.create_connection(("127.0.0.1", server.port), timeout=60)


def request(method, path, body=None, *lines):
    """A whole request with a JSON body, as it goes over the wire."""
    content = b"" if body is None else json.dumps(body).encode()
    fields = [f"{method} {path} HTTP/1.1", "Host: x", *lines]
    if body is not None:
        fields += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
    return "\r\n".join(fields + ["", ""]).encode() + content


def answer(wire):
    response = http.client.HTTPResponse(wire)
    response.begin()
    return response.status, response.headers, response.read()


def sign_in(anyone, email, password=PASSWORD, status=None):
    return anyone.call("POST", "/v1/sessions", status, json={"email": email, "password": password})


def new_account(email=None, name="Somebody"):
    return {"email": email or f"new{next(_count)}@example.edu", "password": PASSWORD, "displayName": name}


def refused_fields(person, method, path, body):
    return {error["field"] for error in person.refused(method, path, 422, json=body)["errors"]}


# Floods

@pytest.mark.parametrize("address", ["127.0.0.2", "127.0.0.1"], ids=["another address", "the same address"])
def test_a_flood_of_registrations_holds_no_sign_in_up(own_server, address):
    """160 registrations wait at once. Meanwhile each sign-in succeeds within two seconds, and no registration is a 500."""
    person, anyone = register(own_server), anyone_from(own_server, address)
    sign_in(anyone, person.email, status=201)
    with contextlib.ExitStack() as stack:
        wires = [stack.enter_context(connected(own_server)) for _ in range(160)]
        for wire in wires:
            wire.sendall(request("POST", "/v1/accounts", new_account()))
        waiting, seconds = list(wires), []
        while (waiting and len(seconds) < 60) or len(seconds) < 10:
            begin = time.monotonic()
            sign_in(anyone, person.email, status=201)
            seconds.append(time.monotonic() - begin)
            ready = select.select(waiting, [], [], 0)[0]
            waiting = [wire for wire in waiting if wire not in ready]
        answers = [answer(wire) for wire in wires]
    assert max(seconds) < 2, [round(each, 2) for each in seconds]
    statuses = [status for status, _, _ in answers]
    assert set(statuses) <= {201, 409, *HELD_BACK} and 201 in statuses, statuses
    assert all(int(headers["Retry-After"]) > 0 for status, headers, _ in answers if status in HELD_BACK)


def test_taken_emails_cannot_be_tried_out_without_end(own_server):
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
    """1,000 from one address. Who knows the password signs in from there within seconds."""
    person = register(own_server)
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        clients = [Anyone(own_server) for _ in range(8)]
        tried = pool.map(lambda number: sign_in(clients[number % 8], f"guess{number}@example.edu", WRONG), range(1000))
        statuses = {each.status_code for each in tried}
    assert statuses <= {401, *HELD_BACK}
    anyone = Anyone(own_server)
    wait_until(lambda: sign_in(anyone, person.email).status_code == 201, "the right password to be taken", seconds=5)


def test_wrong_sign_ins_for_one_email_hold_back_that_email_from_that_address_alone(own_server):
    person, other, anyone = register(own_server), register(own_server), Anyone(own_server)
    answers = [sign_in(anyone, person.email, WRONG) for _ in range(20)]
    assert {each.status_code for each in answers} == {401, 429} and answers[-1].status_code == 429
    first = int(sign_in(anyone, person.email, status=429).headers["Retry-After"])
    assert first > 0
    sign_in(anyone, other.email, status=201)
    sign_in(anyone_from(own_server, "127.0.0.2"), person.email, status=201)


def test_a_wait_after_wrong_sign_ins_decays(own_server):
    """It is at most a minute, and trying again while it lasts does not lengthen it."""
    person, anyone = register(own_server), Anyone(own_server)
    for _ in range(20):
        sign_in(anyone, person.email, WRONG)
    begin, waits = time.monotonic(), []
    while (got := sign_in(anyone, person.email)).status_code == 429:
        waits.append(int(got.headers["Retry-After"]))
        assert waits[0] <= 60 and time.monotonic() - begin < waits[0] + 5, waits
        time.sleep(1)
    assert got.status_code == 201 and waits and waits == sorted(waits, reverse=True), waits


# Sessions that end

@pytest.mark.parametrize("round", range(4))
def test_no_session_of_the_old_password_outlives_its_change(own_server, round):
    """Sign-ins with the old password race its change, each from an address of its own."""
    person = register(own_server)
    opened, changed = [], threading.Event()

    def keep_signing_in(number):
        anyone = anyone_from(own_server, f"127.0.1.{number + 1}")
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
def test_a_reset_is_the_last_word_on_a_password(own_server, round):
    """Somebody with the old password and an open session changes it at the moment at which its owner resets it."""
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


def test_a_flood_of_resets_holds_no_registration_up(own_server):
    """Wrong codes for many emails, from one address, cost no hashing, and soon wait."""
    flood, new = [f"nobody{number}@example.edu" for number in range(300)], Anyone(own_server)
    with concurrent.futures.ThreadPoolExecutor(32) as pool:
        wrong = [pool.submit(Anyone(own_server).call, "POST", "/v1/accounts/reset",
                             json={"email": email, "code": "x", "newPassword": "another fine sentence"}) for email in flood]
        for _ in range(3):
            new.call("POST", "/v1/accounts", 201, json=new_account())
        said = collections.Counter(each.result().status_code for each in wrong)
        assert said.keys() == {401, 429} and said[401] < 150, said


def received(wire, seconds):
    """What comes within some seconds, and whether the connection ended."""
    end, said = time.monotonic() + seconds, b""
    while (left := end - time.monotonic()) > 0:
        wire.settimeout(left)
        try:
            part = wire.recv(65536)
        except TimeoutError:
            break
        except OSError:
            return said, True
        if not part:
            return said, True
        said += part
    return said, False


@pytest.mark.parametrize("given", ["token", "ticket"])
@pytest.mark.parametrize("kind", ["ws", "stream"])
def test_a_stream_whose_request_ends_after_the_sign_out_delivers_nothing(course, ada, bob, kind, given):
    """The request has a body in chunks, and the last of them comes when its session is over."""
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
        wire.sendall(request("GET", path, None, *lines))
        early, _ = received(wire, 0.5)
        bob.call("DELETE", "/v1/sessions/current", 204)
        ada.post(course["id"], "A secret")
        with contextlib.suppress(OSError):
            wire.sendall(b"0\r\n\r\n")
        late, ended = received(wire, 1)
        ada.post(course["id"], "Another secret")
        more, ended = received(wire, 3) if not ended else (b"", True)
    late += more
    assert b"secret" not in early + late, (early, late)
    status = early.split(b" ")[1] if early else late.split(b" ")[1] if late else b"none"
    assert early or status not in (b"101", b"200"), late
    assert ended or status not in (b"101", b"200"), "the stream stays open"


def test_a_post_whose_body_ends_after_the_sign_out_posts_nothing(course, ada, bob):
    path, token = f"/v1/courses/{course['id']}/events", f"Authorization: {bob.headers['Authorization']}"
    sent = request("POST", path, {"title": "Too late"}, token)
    with connected(bob.server) as wire:
        wire.sendall(sent[:-5])
        time.sleep(0.3)
        bob.call("DELETE", "/v1/sessions/current", 204)
        wire.sendall(sent[-5:])
        status, _, said = answer(wire)
    assert (status, ada.events(course["id"])) == (401, []), said


# Names

def test_names_that_end_in_digits_leave_room_for_others(own_server):
    people = [register(own_server, name) for name in ["X", "X999999999", "X"] + ["X"] * 10]
    assert len({person.account["handle"] for person in people}) == len(people)


IMPOSTORS = [
    "Anonymous", "Former member", "Staff", "anonymous", "FORMER MEMBER", "sTAFF", "Anonymöus", "Stáff", "Sta\u0301ff",
    "Förmer Mémber", "\u0410nonymous", "St\u0430ff", "\u0405taff", "F\u043erm\u0435r member", "S t a f f", " Staff ",
    "Former  member", "Formermember", "Former\u00a0member", "Anony mous", "St\u200baff", "Anonymous\u200d", "Former\u2060member",
    "\uff33\uff54\uff41\uff46\uff46",
]
ORDINARY = [
    "Stafford", "Anna Staff-Jones", "Ørsted", "王小明", "محمد علي", "Anna", "Renée", "Дмитрий Стафеев", "Nguyễn Văn An", "O'Brien",
    "Anonymous Rex", "Member", "Falstaff", "Ada Former",
]


@pytest.mark.parametrize("name", IMPOSTORS, ids=ascii)
def test_nobody_takes_a_name_that_the_server_gives(anyone, stranger, name):
    assert refused_fields(anyone, "POST", "/v1/accounts", new_account(name=name)) == {"displayName"}
    assert refused_fields(stranger, "PATCH", "/v1/me", {"displayName": name}) == {"displayName"}
    assert stranger.get("/v1/me") == stranger.account


@pytest.mark.parametrize("name", ORDINARY, ids=ascii)
def test_ordinary_names_are_taken(server, stranger, name):
    assert register(server, name).account["displayName"] == name
    assert stranger.call("PATCH", "/v1/me", 200, json={"displayName": name}).json()["displayName"] == name


# Emails

def full_width(text):
    return "".join(chr(ord(letter) + 0xFEE0) if letter.isascii() and letter.isalnum() else letter for letter in text)


SPELLINGS = {
    "full-width name": lambda name: full_width(name) + "@example.edu",
    "full-width host": lambda name: f"{name}@{full_width('example')}.edu",
    "composed": lambda name: unicodedata.normalize("NFC", name) + "@example.edu",
    "decomposed": lambda name: unicodedata.normalize("NFD", name) + "@example.edu",
    "another case": lambda name: name.upper() + "@EXAMPLE.EDU",
}


@pytest.mark.parametrize("registered", ["composed", "decomposed"])
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_an_email_has_one_account_however_it_is_spelled(server, anyone, stranger, registered, spelling):
    name = f"ren\u00e9e{next(_count)}"
    person = register(server, email=SPELLINGS[registered](name))
    email = SPELLINGS[spelling](name)
    anyone.refused("POST", "/v1/accounts", 409, json=new_account(email))
    stranger.refused("PATCH", "/v1/me", 409, json={"email": email, "currentPassword": PASSWORD})
    assert sign_in(anyone, email, status=201).json()["account"] == person.account


@pytest.mark.parametrize("mark", ["\u200b", "\u202e", "\u00ad", "\u2066"], ids=ascii)
@pytest.mark.parametrize("place", ["{}{{}}ada@example.edu", "a{}{{}}da@example.edu", "ada{}@exam{{}}ple.edu"])
def test_an_email_has_nothing_invisible(anyone, stranger, mark, place):
    email = place.format(next(_count)).format(mark)
    assert refused_fields(anyone, "POST", "/v1/accounts", new_account(email)) == {"email"}
    assert refused_fields(stranger, "PATCH", "/v1/me", {"email": email, "currentPassword": PASSWORD}) == {"email"}
    assert stranger.get("/v1/me") == stranger.account


# What a stolen device may not do

@pytest.mark.parametrize("said", [{}, {"currentPassword": None}, {"currentPassword": ""}, {"currentPassword": WRONG}],
                         ids=["missing", "null", "empty", "wrong"])
def test_a_new_email_asks_for_the_password(server, stranger, said):
    email = f"new{next(_count)}.{stranger.email}"
    assert refused_fields(stranger, "PATCH", "/v1/me", {"email": email, "displayName": "Another"} | said) == {"currentPassword"}
    assert stranger.get("/v1/me") == stranger.account
    sign_in(Anyone(server), email, status=401)
    body = {"email": email, "currentPassword": PASSWORD}
    assert stranger.call("PATCH", "/v1/me", 200, json=body).json() == stranger.account | {"email": email}
    sign_in(Anyone(server), email, status=201)


def test_a_new_name_asks_for_no_password(stranger):
    assert stranger.call("PATCH", "/v1/me", 200, json={"displayName": "Another"}).json()["displayName"] == "Another"


@pytest.mark.parametrize("said", [{}, {"currentPassword": None}, {"currentPassword": ""}, {"currentPassword": WRONG}],
                         ids=["missing", "null", "empty", "wrong"])
def test_leaving_asks_for_the_password(server, stranger, said):
    assert refused_fields(stranger, "DELETE", "/v1/me", said) == {"currentPassword"}
    assert stranger.get("/v1/me") == stranger.account
    stranger.call("DELETE", "/v1/me", 204, json={"currentPassword": PASSWORD})
    stranger.refused("GET", "/v1/me", 401)
    sign_in(Anyone(server), stranger.email, status=401)


def test_leaving_without_a_word_is_refused(stranger):
    assert stranger.call("DELETE", "/v1/me").status_code in (400, 415, 422)
    assert stranger.get("/v1/me") == stranger.account


# Grants by email

def test_a_grant_to_an_email_that_nobody_verified_finds_nobody(server, course, grace, stranger):
    """Whoever registers an instructor's email first would be granted the instructor's place."""
    path = f"/v1/courses/{course['id']}/staff/"
    expect_like_unknown(grace, "PUT", path + "{}", stranger.email, "nobody.at.all@example.edu", stranger.id, json={})
    assert stranger.items("/v1/me/enrollments") == [] and stranger.items("/v1/me/notifications") == []
    server.admin("account", "verify", stranger.email)
    assert grace.call("PUT", path + stranger.email, 201, json={}).json()["id"] == stranger.id


def test_a_grant_by_email_to_who_is_in_the_course_works_as_before(course, ada, grace):
    path = f"/v1/courses/{course['id']}/staff/{ada.email}"
    assert grace.call("PUT", path, 201, json={}).json()["id"] == ada.id
    grace.call("PUT", path, 200, json={})


# Exports

def test_asking_for_the_head_of_an_export_counts_as_an_export(tmp_path):
    server = Noteitd(tmp_path, NOTEIT_POSTS_PER_MINUTE="6", NOTEIT_REPLIES_PER_MINUTE="4", NOTEIT_UPLOADS_PER_MINUTE="3")
    server.admin("catalog", "import", str(SAMPLE))
    server.start()
    try:
        person = register(server)
        before = len(server.admin("audit").splitlines())
        answers = [person.http.head(server.url + "/v1/me/export", headers=person.headers, timeout=20) for _ in range(60)]
        assert answers[0].status_code == 200
        assert answers[-1].status_code == 429 and int(answers[-1].headers["Retry-After"]) > 0
        person.call("GET", "/v1/me/export", 429)
        assert len(server.admin("audit").splitlines()) - before <= 6
    finally:
        server.stop()
