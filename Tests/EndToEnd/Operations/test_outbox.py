"""The outbox of `noteit`: an entry that cannot go does not stop the others."""

import contextlib
import http.client
import http.server
import sqlite3
import threading

import pytest

from people import register
from terminal import Terminal, failing

COURSE = "CMPT225"


class Front(http.server.BaseHTTPRequestHandler):
    """A proxy that refuses some requests itself, without a problem document."""

    protocol_version = "HTTP/1.1"
    port = None
    refuses = staticmethod(lambda method, path, body: None)

    def _pass(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        status = self.refuses(self.command, self.path, body)
        if status is None:
            connection = http.client.HTTPConnection("127.0.0.1", self.port)
            connection.request(self.command, self.path, body or None, {
                name: value for name, value in self.headers.items() if name.lower() not in ("connection", "accept-encoding")})
            answer = connection.getresponse()
            status, content, kind = answer.status, answer.read(), answer.getheader("Content-Type")
            connection.close()
        else:
            content, kind = b"<html>refused</html>", "text/html"
        self.send_response(status)
        if kind:
            self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _pass

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def front(server, refuses):
    """The address of the server behind such a proxy."""
    handler = type("Front", (Front,), {"port": server.port, "refuses": staticmethod(refuses)})
    proxy = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{proxy.server_port}"
    finally:
        proxy.shutdown()
        proxy.server_close()


class Behind:
    """Stands in for the server."""

    def __init__(self, server, url):
        self.server, self.url = server, url


@pytest.fixture
def ada(server):
    person = register(server, name="Ada")
    person.enroll(person.get("/v1/courses/202530.CMPT225")["sections"][0]["id"])
    return person


def states(terminal):
    return [line.split("\t")[2] for line in terminal.noteit("outbox", "--plain").splitlines()]


def test_a_file_that_a_proxy_refuses_is_refused_and_the_rest_goes(server, ada, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "video.bin").write_bytes(bytes(200_000))
    large = lambda method, path, body: 413 if len(body) > 100_000 else None
    with front(server, large) as url:
        terminal = Terminal(Behind(server, url), tmp_path / "home", ada)
        said = failing(terminal, "post", COURSE, "Lab video", "--attach", "video.bin")
        assert "takes no request of this size" in said and "It stays in the outbox" in said
        terminal.noteit("post", COURSE, "After it")
        assert states(terminal) == ["refused"]
    assert [event["title"] for event in ada.events("202530.CMPT225")] == ["After it"]


def test_an_entry_that_always_fails_holds_its_own_thread_alone(server, ada, tmp_path):
    first = ada.post("202530.CMPT225", "A thread")
    broken = lambda method, path, body: 502 if method == "POST" and b"poison" in body else None
    with front(server, broken) as url:
        terminal = Terminal(Behind(server, url), tmp_path / "home", ada)
        terminal.noteit("event", "list")
        terminal.noteit("reply", f"{COURSE}#1", "poison")
        terminal.noteit("reply", f"{COURSE}#1", "waits for its turn")
        terminal.noteit("post", COURSE, "Another thread")
        assert states(terminal) == ["waiting", "waiting"]
        assert failing(terminal, "outbox", "retry")
        assert [event["title"] for event in ada.events("202530.CMPT225")] == ["A thread", "Another thread"]
        assert ada.items(f"/v1/events/{first['id']}/replies") == []


def test_a_copy_that_cannot_be_read_is_refused_and_the_rest_goes(server, ada, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").write_text("notes")
    terminal = Terminal(server, tmp_path / "home", ada)
    terminal.noteit("event", "list")
    server.stop()
    terminal.noteit("post", COURSE, "With a file", "--attach", "notes.txt")
    terminal.noteit("post", COURSE, "Without")
    copy, = (tmp_path / "home").rglob("outbox/*/notes.txt")
    copy.unlink()
    copy.symlink_to("nowhere")
    server.start()
    assert "cannot be read" in failing(terminal, "outbox", "retry")
    assert states(terminal) == ["refused"]
    assert [event["title"] for event in ada.events("202530.CMPT225")] == ["Without"]


def test_an_entry_that_cannot_be_read_can_only_be_dropped(server, ada, tmp_path):
    terminal = Terminal(server, tmp_path / "home", ada)
    terminal.noteit("event", "list")
    server.stop()
    terminal.noteit("post", COURSE, "Torn")
    copy, = (tmp_path / "home").rglob("copy.sqlite")
    with contextlib.closing(sqlite3.connect(copy)) as database:
        database.execute("UPDATE outbox SET json = '{'")
        database.commit()
    server.start()
    assert "can only be dropped" in failing(terminal, "outbox", "retry", "1")
    terminal.noteit("outbox", "drop", "1", "1", "--yes")
    assert states(terminal) == []
