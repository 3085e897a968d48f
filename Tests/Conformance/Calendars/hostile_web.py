"""A web server of calendars that may be hostile: each path tells a story of its own."""

import contextlib
import gzip
import http.server
import socket
import ssl
import time
import zlib

from receivers import LocalWeb

CALENDAR_TYPE = "text/calendar; charset=utf-8"


def calendar(*components, lines=()):
    """A calendar of components, each a list of lines."""
    head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//tests//EN", *lines]
    return "\r\n".join([*head, *(line for each in components for line in each), "END:VCALENDAR", ""]).encode()


def event(uid, start="20990601T120000Z", *lines, end=None, title="Dentist"):
    """A VEVENT as lines; of an hour from a start in UTC, unless `end` says something else."""
    end = end or f"{start[:9]}{int(start[9:11]) + 1:02}{start[11:]}"
    return [
        "BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20250101T000000Z", f"DTSTART:{start}", f"DTEND:{end}", f"SUMMARY:{title}", *lines,
        "END:VEVENT",
    ]


def todo(uid, due, *lines, title="Essay"):
    return ["BEGIN:VTODO", f"UID:{uid}", "DTSTAMP:20250101T000000Z", f"DUE:{due}", f"SUMMARY:{title}", *lines, "END:VTODO"]


class HostileWeb(LocalWeb):
    def __init__(self, certificate=None):
        super().__init__()
        self.stories = {}
        self.requests = []
        self.scheme = "http"
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*certificate)
            self.http.socket = context.wrap_socket(self.http.socket, server_side=True)
            self.scheme = "https"

    def url(self, path, host="127.0.0.1"):
        return f"{self.scheme}://{host}:{self.port}{path}"

    def asked(self, path):
        """The headers of each request of a path; their names in any case."""
        return [headers for asked, headers in self.requests if asked == path]

    def at(self, path, story):
        """`story(handler)` answers the requests of `path`. Returns the address."""
        self.stories[path] = story
        return self.url(path)

    def serve(self, path, body, status=200, **headers):
        """The same answer to each request; underscores of header names are hyphens. Returns the address."""
        return self.at(path, lambda handler: handler.give(body, status, **headers))

    def handler(web):
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                self.close_connection = True
                web.requests.append((self.path, self.headers))
                with contextlib.suppress(OSError):
                    web.stories.get(self.path, lambda handler: handler.give(b"", 404))(self)

            def give(self, body, status=200, **headers):
                self.start(status, **({"Content_Length": len(body)} | headers))
                self.wfile.write(body)

            def start(self, status=200, **headers):
                self.send_response(status)
                for name, value in ({"Content_Type": CALENDAR_TYPE, "Connection": "close"} | headers).items():
                    self.send_header(name.replace("_", "-"), str(value))
                self.end_headers()

            def log_message(self, *_):
                pass

        return Handler

    # Stories.

    def redirecting(self, path, target, status=302):
        return self.serve(path, b"", status, Location=target)

    def tagged(self, path, body, etag):
        """A calendar that is not sent again to those who have it."""

        def story(handler):
            if handler.headers.get("If-None-Match") == etag:
                handler.start(304, ETag=etag)
            else:
                handler.give(body, ETag=etag, Last_Modified="Wed, 18 Nov 2026 09:00:00 GMT")

        return self.at(path, story)

    def dripping(self, path):
        """A byte each second, without end."""

        def story(handler):
            handler.start(Content_Length=1_000_000)
            for byte in calendar(lines=["X-DRIP:" + "a" * 10_000]):
                handler.wfile.write(bytes([byte]))
                if self.stopping.wait(1):
                    return

        return self.at(path, story)

    def silent(self, path):
        return self.at(path, lambda handler: self.stopping.wait(120))

    def endless(self, path, counted):
        """A body without end. `counted` gets the number of bytes that the other side took."""

        def story(handler):
            handler.start(Transfer_Encoding="chunked")
            part = b"X-ENDLESS:" + b"a" * 65_000 + b"\r\n"
            handler.wfile.write(b"11\r\nBEGIN:VCALENDAR\r\n\r\n")
            end = time.monotonic() + 60
            while time.monotonic() < end and not self.stopping.is_set():
                handler.wfile.write(f"{len(part):x}\r\n".encode() + part + b"\r\n")
                counted.append(len(part))

        return self.at(path, story)

    def cut_off(self, path, body):
        """Half of what Content-Length promises, then the end of the connection."""

        def story(handler):
            handler.start(Content_Length=len(body))
            handler.wfile.write(body[: len(body) // 2])
            handler.wfile.flush()
            handler.connection.shutdown(socket.SHUT_RDWR)

        return self.at(path, story)

    def endless_head(self, path):
        def story(handler):
            handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
            while not self.stopping.is_set():
                handler.wfile.write(b"X-More: " + b"a" * 1_000 + b"\r\n")

        return self.at(path, story)

    def compressed(self, path, body, encoding="gzip"):
        packed = gzip.compress(body) if encoding == "gzip" else zlib.compress(body)
        return self.serve(path, packed, Content_Encoding=encoding)

    def bomb(self, path, size=1 << 28):
        """A gzip stream that unpacks to `size` bytes."""
        packer = zlib.compressobj(9, zlib.DEFLATED, 31)
        zeros = bytes(1 << 20)
        packed = b"".join(packer.compress(zeros) for _ in range(size >> 20)) + packer.flush()
        return self.serve(path, packed, Content_Encoding="gzip")
