"""The cookie in which a browser keeps its refresh token: for the server's own page, and for the routes of sessions alone."""

import re
import uuid

import pytest
import requests

from contract import operations
from noteitd import PATIENCE, Noteitd
from people import PASSWORD, Anyone, Person, register

NAME = "noteit_refresh"
REFRESH = "/v1/sessions/refresh"


class Browser(Anyone):
    """The page of the server in a browser: sends its origin, and keeps cookies, as `requests` does, by host and path."""

    def __init__(self, server, origin=None):
        super().__init__(server)
        self.headers = {"Origin": origin or server.url}

    @property
    def cookie(self):
        """The refresh token that the browser holds; None without one."""
        return self.http.cookies.get(NAME)

    def sign_in(self, person, password=PASSWORD):
        body = {"email": person.email, "password": password, "device": "browser", "cookie": True}
        return self.take(self.call("POST", "/v1/sessions", 201, json=body))

    def refresh(self, status=200, **headers):
        answer = self.call("POST", REFRESH, status, json={}, headers=headers)
        return self.take(answer) if status == 200 else answer.json()

    def take(self, answer):
        self.token = answer.json()["accessToken"]
        return answer

    def me(self, status=200):
        return self.get("/v1/me", status, headers={"Authorization": f"Bearer {self.token}"})


def with_cookie(token):
    return {"Cookie": f"{NAME}={token}"}


@pytest.fixture
def person(server):
    return register(server)


@pytest.fixture
def browser(server, person):
    browser = Browser(server)
    browser.sign_in(person)
    return browser


def test_a_sign_in_puts_the_refresh_token_into_the_cookie_alone(server, person):
    browser = Browser(server)
    answer = browser.sign_in(person)
    assert set(answer.json()) == {"account", "accessToken", "expiresIn"} and browser.cookie not in answer.text
    parts = answer.headers["Set-Cookie"].split("; ")
    assert parts == [f"{NAME}={browser.cookie}", "Path=/v1/sessions", "Max-Age=7776000", "HttpOnly", "SameSite=Strict"]
    assert browser.me() == person.account
    assert person.items("/v1/sessions")[0]["device"] == "browser"


def test_a_registration_does_the_same(server):
    browser = Browser(server)
    body = {"email": f"{uuid.uuid4()}@example.edu", "password": PASSWORD, "displayName": "New", "cookie": True}
    answer = browser.take(browser.call("POST", "/v1/accounts", 201, json=body))
    assert "refreshToken" not in answer.json() and browser.cookie
    browser.refresh()
    assert browser.me() == answer.json()["account"]


@pytest.mark.parametrize("wish", [{}, {"cookie": None}, {"cookie": False}])
def test_programs_get_no_cookie(wish, server, person):
    anyone = Anyone(server)
    answer = anyone.call("POST", "/v1/sessions", 201, json={"email": person.email, "password": PASSWORD} | wish)
    again = anyone.call("POST", REFRESH, 200, json={"refreshToken": answer.json()["refreshToken"]})
    assert again.json()["refreshToken"]
    assert not any("Set-Cookie" in each.headers for each in (answer, again))


def test_a_refresh_changes_the_cookie(browser, person):
    first = browser.cookie
    answer = browser.refresh()
    assert set(answer.json()) == {"account", "accessToken", "expiresIn"}
    assert browser.cookie != first and browser.me() == person.account
    browser.refresh()
    assert browser.me() == person.account


def test_a_stolen_cookie_that_is_used_again_ends_the_session(browser, person):
    stolen = browser.cookie
    browser.refresh()
    browser.refresh()
    newest = browser.cookie
    thief = Browser(browser.server)
    thief.refresh(401, **with_cookie(stolen))
    assert thief.cookie is None
    browser.me(401)
    browser.refresh(401)
    thief.refresh(401, **with_cookie(newest))
    assert person.get("/v1/me") == person.account, "another session of the account goes on"


def test_a_stolen_cookie_that_passes_for_one_whose_answer_was_lost_ends_with_the_next_refresh(browser):
    """Right after a refresh the server cannot know. One of the two holds a token that is not good any more."""
    stolen = browser.cookie
    browser.refresh()
    thief = Browser(browser.server)
    thief.refresh(**with_cookie(stolen))
    browser.refresh(401)
    thief.me(401)
    thief.refresh(401)


def test_a_cookie_that_a_thief_used_first_ends_the_session_too(browser):
    thief = Browser(browser.server)
    thief.refresh(**with_cookie(browser.cookie))
    thief.refresh()
    browser.refresh(401)
    thief.me(401)
    thief.refresh(401)


def test_the_owner_goes_on_if_a_thief_used_the_cookie_a_moment_before(browser, person):
    thief = Browser(browser.server)
    thief.refresh(**with_cookie(browser.cookie))
    browser.refresh()
    assert browser.me() == person.account
    thief.refresh(401)
    browser.me(401)


def test_a_cookie_whose_answer_was_lost_is_good_once_more(browser, person):
    """The browser kept the cookie that it sent."""
    lost = Browser(browser.server)
    lost.refresh(**with_cookie(browser.cookie))
    browser.refresh()
    browser.refresh()
    assert browser.me() == person.account


def other_origins(url):
    port = url.rpartition(":")[2]
    return [
        None, "", "null", "http://evil.example", f"http://127.0.0.1.evil.example:{port}", f"{url}.evil.example", f"{url}0",
        "http://127.0.0.1", f"https://127.0.0.1:{port}", f"http://localhost:{port}", f"http://127.0.0.2:{port}",
        f"http://evil.example/{url}", f"{url}@evil.example", f"http://user@127.0.0.1:{port}", f"{url}, http://evil.example",
        f"{url} http://evil.example", "file://", f"ftp://127.0.0.1:{port}", f"chrome-extension://127.0.0.1:{port}",
    ]


def test_no_other_page_uses_the_cookie(browser, person):
    """It changes nothing: the page goes on with the cookie that it has."""
    before = browser.cookie
    for origin in other_origins(browser.server.url):
        stranger = Anyone(browser.server)
        headers = with_cookie(before) | ({} if origin is None else {"Origin": origin})
        answer = stranger.call("POST", REFRESH, 403, json={}, headers=headers)
        assert "Set-Cookie" not in answer.headers and "Origin" in answer.json()["detail"], origin
        # Whether it exists is not told either.
        assert stranger.refused("POST", REFRESH, 403, json={}, headers=headers | with_cookie("x")) == answer.json()
    browser.refresh()
    assert browser.me() == person.account


def test_no_other_page_gets_a_cookie(server, person):
    sessions = len(person.items("/v1/sessions"))
    for origin in other_origins(server.url):
        stranger = Anyone(server)
        headers = {} if origin is None else {"Origin": origin}
        credentials = {"email": person.email, "password": PASSWORD, "cookie": True}
        new = {"email": f"{uuid.uuid4()}@example.edu", "password": PASSWORD, "displayName": "New", "cookie": True}
        for path, body in (("/v1/sessions", credentials), ("/v1/accounts", new)):
            assert "Set-Cookie" not in stranger.call("POST", path, 403, json=body, headers=headers).headers, origin
        stranger.refused("POST", "/v1/sessions", 401, json={"email": new["email"], "password": PASSWORD})
    assert len(person.items("/v1/sessions")) == sessions


def test_a_form_of_another_page_can_do_nothing(browser, person):
    """Browsers send these types of bodies across sites without asking the server first."""
    for media in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        headers = {"Content-Type": media, "Origin": "http://evil.example"} | with_cookie(browser.cookie)
        browser.refused("POST", REFRESH, 415, data=b"{}", headers=headers)
    answer = browser.call("OPTIONS", REFRESH, headers={"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"})
    assert answer.status_code == 405 and not [name for name in answer.headers if name.startswith("Access-Control")]
    browser.refresh()
    assert browser.me() == person.account


def test_the_cookie_counts_nowhere_else(browser):
    """No operation that needs an account takes it, on any path, even with the right origin."""
    upgrade = {"Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "x" * 22 + "=="}
    headers = browser.headers | with_cookie(browser.cookie)
    tried = 0
    for method, path, operation in operations():
        if operation.get("security") == []:
            continue
        address = browser.server.url + re.sub(r"\{\w+\}", str(uuid.uuid4()), path)
        more = {"Connection": "Upgrade"} | upgrade if path == "/v1/ws" else {}
        answer = requests.request(method, address, json={}, headers=headers | more, timeout=PATIENCE)
        assert answer.status_code == 401 and "Set-Cookie" not in answer.headers, (method, path, answer.status_code)
        tried += 1
    assert tried > 100
    assert requests.get(browser.server.url + "/dav/", headers=headers, timeout=PATIENCE).status_code == 401


def test_an_access_token_is_no_cookie_and_a_cookie_no_access_token(browser):
    browser.refresh(401, **with_cookie(browser.token))
    browser.refused("GET", "/v1/me", 401, headers={"Authorization": f"Bearer {browser.cookie}"})


@pytest.mark.parametrize("path, body", [("/v1/sessions/current", None), ("/v1/me", {"currentPassword": PASSWORD})])
def test_signing_out_and_leaving_remove_the_cookie(path, body, browser):
    held = browser.cookie
    answer = browser.call("DELETE", path, 204, json=body, headers={"Authorization": f"Bearer {browser.token}"})
    assert answer.headers["Set-Cookie"].startswith(f"{NAME}=; Path=/v1/sessions; Max-Age=0;")
    assert browser.cookie is None
    browser.refresh(401)
    browser.refresh(401, **with_cookie(held))


def test_signing_another_device_out_leaves_the_cookie(browser, person):
    other = next(each["id"] for each in person.items("/v1/sessions") if each["current"])
    answer = browser.call("DELETE", f"/v1/sessions/{other}", 204, headers={"Authorization": f"Bearer {browser.token}"})
    assert "Set-Cookie" not in answer.headers
    browser.refresh()


def test_a_token_in_the_body_counts_before_the_cookie(browser, person):
    held = browser.cookie
    answer = browser.call("POST", REFRESH, 200, json={"refreshToken": person.refresh_token}, headers={"Origin": "http://other.example"})
    assert answer.json()["refreshToken"] and "Set-Cookie" not in answer.headers
    assert browser.cookie == held
    assert Person(browser.server, answer.json()).get("/v1/me") == person.account
    browser.refresh()


@pytest.mark.parametrize("cookie", [None, "", "other=x", f"{NAME}x=x", f"x{NAME}=x", NAME])
def test_without_the_cookie_nobody_is_signed_in(cookie, server):
    anyone = Anyone(server)
    for body in ({}, {"refreshToken": None}):
        anyone.refused("POST", REFRESH, 401, json=body, headers={"Origin": server.url} | ({} if cookie is None else {"Cookie": cookie}))


def test_the_cookie_is_found_among_others(browser):
    browser.refresh(**{"Cookie": f"theme=dark; {NAME}={browser.cookie};other=x"})


def test_two_cookies_of_the_name_are_refused(browser):
    """A page of another host of the domain can add one, so that a person works in somebody else's account."""
    for order in (f"{NAME}=x; {NAME}={browser.cookie}", f"{NAME}={browser.cookie}; {NAME}=x"):
        assert "two cookies" in browser.refresh(401, Cookie=order)["detail"]
    browser.refresh()


@pytest.fixture(scope="module")
def behind(tmp_path_factory):
    """A server behind a TLS proxy, with a public address."""
    server = Noteitd(
        tmp_path_factory.mktemp("behind"), NOTEIT_TRUST_PROXY="true", NOTEIT_PUBLIC_URL="https://Notes.example.edu:443/")
    yield server.start()
    server.stop()


@pytest.mark.parametrize("host, scheme, origin, status", [
    ("notes.example.edu", "https", "https://notes.example.edu", 201),
    ("inner.example.edu:8443", "https", "https://inner.example.edu:8443", 201),
    # The proxy does not pass the host on, or says nothing of TLS: the public address is known.
    ("127.0.0.1", "https", "https://notes.example.edu", 201),
    ("notes.example.edu", None, "https://notes.example.edu", 201),
    ("notes.example.edu", "https", "http://notes.example.edu", 403),
    ("notes.example.edu", "https", "https://notes.example.edu:8443", 403),
    ("notes.example.edu", "https", "https://other.example.edu", 403),
    ("notes.example.edu", "https", "https://example.edu", 403),
])
def test_behind_a_proxy_the_origin_is_the_address_that_people_use(host, scheme, origin, status, behind):
    headers = {"Host": host, "Origin": origin} | ({"X-Forwarded-Proto": scheme, "X-Forwarded-For": "192.0.2.1"} if scheme else {})
    body = {"email": f"{uuid.uuid4()}@example.edu", "password": PASSWORD, "displayName": "New", "cookie": True}
    answer = Anyone(behind).call("POST", "/v1/accounts", status, json=body, headers=headers)
    assert answer.headers.get("Set-Cookie", "; Secure").endswith("; Secure")


def test_the_cookie_is_secure_but_on_this_machine(server, person):
    port = server.port
    for host, is_open in [("localhost", True), ("[::1]", True), ("127.0.0.1", True), ("127.example.edu", False), ("192.0.2.1", False),
                          ("localhost.example.edu", False)]:
        headers = {"Host": f"{host}:{port}", "Origin": f"http://{host}:{port}"}
        body = {"email": person.email, "password": PASSWORD, "cookie": True}
        answer = Anyone(server).call("POST", "/v1/sessions", 201, json=body, headers=headers)
        assert answer.headers["Set-Cookie"].endswith("; Secure") != is_open, host
