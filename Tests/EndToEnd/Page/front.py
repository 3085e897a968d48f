"""The page and its server in one origin: files of the tree as `noteitd` serves them, and what programs ask from a real `noteitd` behind.
It can be cut off."""

import contextlib
import functools
import http.client
import json
import re
import socket
import threading
import time

import web

PAGE = web.ROOT / "client-web"
SKIPPED = {"connection", "keep-alive", "transfer-encoding", "content-length", "date", "server"}


def names():
    """The files that browsers get, by their paths."""
    kinds = (".js", ".css", ".svg", ".png", ".webmanifest")
    return sorted(path.relative_to(PAGE).as_posix() for path in PAGE.rglob("*") if path.suffix in kinds or path.name == "late.html")


def shell():
    """The shell with the templates of all folders."""
    return (PAGE / "index.html").read_text().replace("<!-- The server puts the templates of all folders here. -->", web.TEMPLATES)


def addressed(text, version):
    """A text with the addresses of files in place of their quoted names."""
    known = {*names(), "files.json"}

    def address(match):
        quote, name = match[1], match[2]
        return f"{quote}/page/{version}/{name}{quote}" if name in known else match[0]

    return re.sub(r"([\"'])(?:\./)?([\w./-]+)\1", address, text)


class Handler(web.Files):
    def do_GET(self):
        path = self.path.split("?")[0]
        if path.startswith(("/v1/", "/dav/", "/lti/")):
            return self.forward()
        if self.server.front.is_cut:
            return self.vanish()
        self.server.front.asked.append(path)
        self.server.front.addresses.add(self.path)
        if path.startswith(f"/page/{self.server.front.version}/"):
            name = path.split("/", 3)[3]
            if name == "files.json":
                return self.send(json.dumps({name: None for name in names() if name != "worker.js"}), "application/json")
            self.path = f"/client-web/{name}"
            return super(web.Files, self).do_GET()
        if path == "/worker.js":
            return self.send(addressed((PAGE / "worker.js").read_text(), self.server.front.version), "text/javascript")
        if path.startswith("/page/") or path == "/favicon.ico":
            return self.send_error(404)
        if path == "/empty" or path.startswith(("/client-web/", "/Tests/")) or not (PAGE / "index.html").exists():
            return super().do_GET()
        self.send(addressed(shell(), self.server.front.version), "text/html; charset=utf-8")

    def do_POST(self):
        self.forward()

    do_PUT = do_PATCH = do_DELETE = do_HEAD = do_POST

    def send(self, text, media_type):
        data = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "no-cache")
        self.end_headers()
        self.wfile.write(data)

    def vanish(self):
        self.close_connection = True
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)

    def forward(self):
        front, path = self.server.front, self.path.split("?")[0]
        if front.is_cut:
            return self.vanish()
        front.asked.append(f"{self.command} {path}")
        if self.command == "GET":
            front.addresses.add(self.path)
        if path in front.refused:
            self.close_connection = True
            return self.send_error(502)
        if self.headers.get("Upgrade"):
            return self.tunnel()
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        connection = http.client.HTTPConnection("127.0.0.1", front.server.port, timeout=120)
        headers = {key: value for key, value in self.headers.items() if key.lower() not in ("host", "connection", "content-length")}
        headers["Host"] = self.headers["Host"]
        try:
            connection.request(self.command, self.path, body=body, headers=headers)
            answer = connection.getresponse()
        except OSError:
            return self.vanish()
        with contextlib.closing(connection):
            self.answer(answer, path)

    def answer(self, answer, path):
        is_stream = "event-stream" in (answer.getheader("Content-Type") or "")
        data = b"" if is_stream else answer.read()
        if path in self.server.front.held:
            self.server.front.held[path].wait()
        if self.server.front.lost_answers and self.command != "GET" and path == self.server.front.lost_answers[0]:
            self.server.front.lost_answers.pop(0)
            return self.vanish()
        if "no-store" not in (answer.getheader("Cache-Control") or ""):
            self.server.front.storable.append(f"{answer.status} {self.path}")
        self.send_response_only(answer.status)
        for key, value in answer.getheaders():
            if key.lower() not in SKIPPED:
                self.send_header(key, value)
        self.send_header("Date", self.date_time_string(self.server.front.clock()))
        if is_stream:
            self.close_connection = True
            self.send_header("Connection", "close")
        else:
            self.send_header("Content-Length", str(len(data)))
        super(web.Files, self).end_headers()
        self.wfile.write(data)
        if is_stream:
            self.server.front.open.add(self.connection)
            with contextlib.suppress(OSError):
                while chunk := answer.read1(65536):
                    self.wfile.write(chunk)
                    self.wfile.flush()

    def tunnel(self):
        """A WebSocket: bytes both ways."""
        self.close_connection = True
        head = f"{self.requestline}\r\n" + "".join(f"{key}: {value}\r\n" for key, value in self.headers.items()) + "\r\n"
        with socket.create_connection(("127.0.0.1", self.server.front.server.port)) as behind:
            behind.sendall(head.encode("latin-1"))
            self.server.front.open |= {self.connection, behind}
            back = threading.Thread(target=pump, args=(behind, self.connection), daemon=True)
            back.start()
            pump(self.connection, behind)
            back.join()


def pump(source, sink):
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    for end in (source, sink):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


class Front:
    """What a test may do to the network."""

    def __init__(self, server):
        self.server = server
        self.version = "one"
        self.is_cut = False
        self.refused = set()  # paths that a proxy does not let through
        self.lost_answers = []  # paths whose requests arrive, but not their answers
        self.held = {}  # paths, and the events for which their answers wait
        self.open = set()
        self.asked = []
        self.addresses = set()  # all that were asked for with GET
        self.storable = []  # answers of the contract that a cache may keep
        self.ahead = 0  # seconds by which the server's clock is ahead

    def clock(self):
        return time.time() + self.ahead

    def cut(self):
        """From now on nobody reaches the server."""
        self.is_cut = True
        for connection in list(self.open):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        self.open.clear()

    def mend(self):
        self.is_cut = False


@contextlib.contextmanager
def front(server):
    """Serves the page before a `Noteitd`."""
    own = web.Server(("127.0.0.1", 0), functools.partial(Handler, directory=web.ROOT))
    own.front = Front(server)
    own.front.address = f"http://127.0.0.1:{own.server_port}"
    threading.Thread(target=own.serve_forever, daemon=True).start()
    try:
        yield own.front
    finally:
        own.front.cut()
        own.shutdown()
        own.server_close()
