"""The page as `noteitd` serves it, in a real browser, under its policy. Whatever the browser complains about fails the test."""

import http.server
import threading

import pytest

from noteitd import Noteitd

SIGN_IN = """async ([path, body]) => {
    const answer = await fetch(path, {
        method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
    const { accessToken, refreshToken } = await answer.json()
    return { status: answer.status, token: accessToken, refreshToken, cookies: document.cookie }
}"""
SIGN_OUT = """async (token) => (await fetch('/v1/sessions/current', {
    method: 'DELETE', headers: { Authorization: `Bearer ${token}` } })).status"""
ACROSS = """async ([address, mode, type]) => {
    try {
        const headers = { 'Content-Type': type }
        return (await fetch(address, { method: 'POST', credentials: 'include', mode, headers, body: '{}' })).type
    } catch {
        return 'refused'
    }
}"""
FRAME = """(address) => {
    const frame = document.createElement('iframe')
    frame.src = address
    document.body.append(frame)
}"""
ADA = {"email": "ada@example.edu", "password": "a fine long sentence", "displayName": "Ada", "cookie": True}
REFRESH = ["/v1/sessions/refresh", {}]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Noteitd(tmp_path_factory.mktemp("served")).start()
    yield server
    server.stop()


class Bare(http.server.BaseHTTPRequestHandler):
    """A page without a policy."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Other</title><body>")

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def elsewhere():
    """Another port of this machine: another origin, though the same site, so that SameSite lets the cookie pass."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Bare)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def context(browser):
    context = browser.new_context()
    yield context
    context.close()


@pytest.fixture
def tab(context, server):
    complaints = []
    tab = context.new_page()
    tab.on("console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None)
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    tab.complaints = complaints
    tab.goto(server.url + "/")
    yield tab
    tab.close()
    assert complaints == []


def test_the_first_page_says_what_noteit_is_and_loads_its_files(tab, server):
    with tab.expect_response(lambda answer: "/page/" in answer.url) as loaded:
        tab.goto(server.url + "/c/202530.CMPT225/42")
    assert loaded.value.status == 200
    assert "NoteIt" in tab.title()


def test_a_browser_stays_signed_in_over_a_reload_until_it_signs_out(tab, server):
    made = tab.evaluate(SIGN_IN, ["/v1/accounts", ADA])
    assert made["status"] == 201 and made["token"] and not made.get("refreshToken") and made["cookies"] == ""
    [cookie] = tab.context.cookies(server.url + "/v1/sessions")
    assert (cookie["httpOnly"], cookie["sameSite"], cookie["path"]) == (True, "Strict", "/v1/sessions")
    for _ in range(2):
        tab.reload()
        again = tab.evaluate(SIGN_IN, REFRESH)
        assert again["status"] == 200 and again["token"]
    assert tab.evaluate(SIGN_OUT, again["token"]) == 204
    assert tab.context.cookies(server.url + "/v1/sessions") == []
    assert tab.evaluate(SIGN_IN, REFRESH)["status"] == 401
    # The browser notes each answer of 401.
    [complaint] = tab.complaints
    assert "401" in complaint
    tab.complaints.clear()


def test_a_page_of_another_origin_cannot_use_the_cookie(tab, server, elsewhere):
    tab.evaluate(SIGN_IN, ["/v1/sessions", {name: ADA[name] for name in ("email", "password", "cookie")}])
    before = tab.context.cookies(server.url + "/v1/sessions")
    other = tab.context.new_page()
    other.goto(elsewhere)
    assert other.evaluate(ACROSS, [server.url + REFRESH[0], "cors", "application/json"]) == "refused"
    # The browser sends this one, with the cookie, and shows the page nothing.
    with other.expect_response(lambda answer: answer.url.endswith("/refresh")) as answered:
        assert other.evaluate(ACROSS, [server.url + REFRESH[0], "no-cors", "text/plain"]) == "opaque"
    assert answered.value.status == 415
    other.close()
    assert tab.context.cookies(server.url + "/v1/sessions") == before
    assert tab.evaluate(SIGN_IN, REFRESH)["status"] == 200


def test_nothing_frames_the_page(tab, server, elsewhere):
    other = tab.context.new_page()
    other.goto(elsewhere)
    with other.expect_console_message(lambda message: "frame" in message.text):
        other.evaluate(FRAME, server.url + "/")
    other.close()
