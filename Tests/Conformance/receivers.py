"""Receivers of webhooks and an ntfy server of the tests, which can be hostile. Signatures are verified by their own code."""

import base64
import hashlib
import hmac
import http.server
import itertools
import json
import threading
import time

from noteitd import wait_until

_paths = itertools.count(1)


class Post:
    """A message as it came."""

    def __init__(self, path, headers, data):
        self.path, self.headers, self.data = path, headers, data
        self.body = json.loads(data)

    @property
    def id(self):
        return self.headers["webhook-id"]

    @property
    def type(self):
        return self.body["type"]

    @property
    def subject(self):
        return self.body["data"].get("id")

    def is_signed(self, secret):
        """Standard Webhooks: HMAC-SHA256 of `id.timestamp.body`."""
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
        signed = f"{self.id}.{self.headers['webhook-timestamp']}.".encode() + self.data
        wanted = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        assert abs(time.time() - int(self.headers["webhook-timestamp"])) < 600
        return wanted in [each.removeprefix("v1,") for each in self.headers["webhook-signature"].split(" ")]


class Box:
    """One path of the receiver. `story(handler, post)` answers, or returns a status; None means 204."""

    def __init__(self, web):
        self.web, self.path = web, f"/box/{next(_paths)}"
        self.posts, self.story = [], lambda handler, post: None
        web.boxes[self.path] = self

    @property
    def url(self):
        return f"http://127.0.0.1:{self.web.port}{self.path}"

    def take(self, handler, post):
        return self.story(handler, post)

    def taken(self):
        """The messages that were answered with a success, each id once, in the order in which they came."""
        found = {}
        for post in list(self.posts):
            if post.taken and post.type != "ping":
                found.setdefault(post.id, post)
        return list(found.values())

    def wait(self, count, what="messages"):
        wait_until(lambda: len(self.taken()) >= count, f"{count} {what}; there are {[post.type for post in self.taken()]}")
        return self.taken()


class LocalWeb:
    """Runs on a free port of the loopback while the `with` lasts. `stopping` lets a handler that waits end."""

    def __init__(self):
        self.stopping = threading.Event()
        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        self.http.daemon_threads, self.http.block_on_close = True, False
        self.port = self.http.server_address[1]
        self.thread = threading.Thread(target=self.http.serve_forever, args=(0.05,), daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stopping.set()
        self.http.shutdown()
        self.http.server_close()


class Receivers(LocalWeb):
    def __init__(self):
        super().__init__()
        self.boxes = {}

    def box(self):
        return Box(self)

    def handler(web):
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                data = self.rfile.read(int(self.headers["Content-Length"]))
                post, box = Post(self.path, self.headers, data), web.boxes.get(self.path)
                post.taken = False
                if box is None:
                    return self.give(404)
                box.posts.append(post)
                status = box.take(self, post)
                if status == "told":
                    self.close_connection = True
                    return
                # Noted before the answer: the next message may come at once.
                post.taken = (status or 204) < 300
                self.give(status or 204)

            def give(self, status, **headers):
                self.send_response(status)
                for name, value in ({"Content-Length": "0"} | headers).items():
                    self.send_header(name.replace("_", "-"), value)
                self.end_headers()

            def log_message(self, *_):
                pass

        return Handler


# Stories.


def answering(status, **headers):
    def story(handler, post):
        handler.give(status, **headers)
        return "told"

    return story


def silent(web):
    def story(handler, post):
        web.stopping.wait(120)
        return "told"

    return story


def dripping(web):
    """An answer that comes byte by byte, without end."""

    def story(handler, post):
        handler.wfile.write(b"HTTP/1.1 200 O")
        for byte in b"K" * 10_000:
            handler.wfile.write(bytes([byte]))
            handler.wfile.flush()
            if web.stopping.wait(0.5):
                break
        return "told"

    return story


def endless(counted):
    """A success with a body without end. `counted` gets the number of bytes that the other side took."""

    def story(handler, post):
        post.taken = True
        try:
            handler.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            while True:
                handler.wfile.write(b"10000\r\n" + b"a" * 0x10000 + b"\r\n")
                counted.append(0x10000)
        except OSError:
            return "told"

    return story


def endless_head(handler, post):
    try:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
        while True:
            handler.wfile.write(b"X-More: " + b"a" * 1_000 + b"\r\n")
    except OSError:
        return "told"


def breaking_off(handler, post):
    handler.wfile.write(b"HTTP/1.1 2")
    return "told"


class Topics:
    """A server of ntfy at the root of a receiver. `story(message)` may refuse with a status; None takes it."""

    def __init__(self, web):
        self.url = f"http://127.0.0.1:{web.port}/"
        self.taken, self.refused, self.story = [], 0, lambda message: None
        web.boxes["/"] = self
        self.posts = []

    def of(self, name):
        return [message for message in list(self.taken) if message["topic"] == name]

    def take(self, handler, post):
        status = self.story(post.body)
        if status:
            self.refused += 1
        else:
            self.taken.append(post.body)
        return status or 200
