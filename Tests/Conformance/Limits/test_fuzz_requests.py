"""Random bodies, paths, queries and heads."""

import contextlib
import json
import re
import socket
import urllib.parse

from contract import DOCUMENT, judge, operations, resolve
from fuzz import BODIES, HASHES, WAIT, changed, document, filled, fuzz, fuzzed, head, spoilt
from noteitd import PATIENCE
from test_hostile_heads import HANDSHAKE


def test_bodies(fuzz):
    """Every operation that takes JSON, with spoilt bodies."""
    dice = fuzz.dice
    weights = [0.15 if id in HASHES else 1 for _, _, id in BODIES]
    for _ in fuzz.rounds():
        [(method, path, id)] = dice.choices(BODIES, weights)
        person, values, query, body = fuzz.world.request(id)
        for _ in range(dice.choice([1, 1, 1, 2, 5])):
            if isinstance(body, dict):
                body = changed(dice, body)
        data = document(dice, body)
        if dice.random() < 0.25:
            data = spoilt(dice, data)
        path = filled(path, values) + ("?" + urllib.parse.urlencode(query) if query else "")
        kind = "application/json" if dice.random() < 0.93 else dice.choice(
            ["application/json; charset=utf-16", "text/plain", "", "application/JSON;q=1", "application/json, text/plain", "*/*",
            "a" * 2000])
        headers = [("Host", "x"), ("Content-Type", kind), *person.headers.items()]
        if dice.random() < 0.1:
            headers.append(("Transfer-Encoding", "chunked"))
            size = dice.choice([1, 7, 1000, 65_536]) if len(data) < 5_000 else 65_536
            data = b"".join(b"%x\r\n%s\r\n" % (len(data[at:at + size]), data[at:at + size])
                for at in range(0, len(data), size)) + b"0\r\n\r\n"
        else:
            headers.append(("Content-Length", str(len(data))))
        raw, source = head(method, path, headers) + data, fuzz.source() if not person.headers or id in HASHES else None
        got = fuzz.send(raw, method, source=source)
        large = len(data) > (16 << 10 if not person.headers else 1 << 20)
        fuzz.check(id, raw, got, may_end=large)
        if isinstance(got.status_code, int) and got.status_code < 500:
            try:
                judge(method, path, got)
            except AssertionError as error:
                fuzz.fault(f"{got.status_code} of {id} against the contract", raw, str(error))


# -- Paths and queries

PIECES = [
    "%", "%0", "%zz", "%00", "%0A", "%0d%0a", "%25", "%2500", "%2e%2e", "%2F", "%5c", "%c0%af", "%ff", "%ed%a0%80", "%E2%80%8D",
    "%CC%81",
    "%F0%9F%91%A8%E2%80%8D", "%EF%BF%BE", "%u0041", "..", "../", "./", "//", "/", ";", ";a=b", ".", "%20", "+", "?", "??", "#",
    "&", "=", ":", "@",
    "\\", "|", "{", "}", "[", "]", "'", '"', "<", "^", "`", "*", "(", ".ics", ".json", "~", "\u00e9", "\u200d", "\U0001f600",
    "%2B", "%26",
]
VALUES = [
    "", "0", "1", "-1", "201", "2147483648", "9223372036854775808", "1e3", "0x1", "+1", "%2B1", "01", "1.0", "true", "TRUE",
    "yes", "null", "now",
    "2025-02-30", "0001-01-01", "9999-12-31", "10000-01-01", "question", "note,exam", "%22", "%22a", "a%20OR%20b", "NOT", "tag:",
    "in:x", "by:@x",
    "due:today", "due:any", "due:9999-12-31..0001-01-01", "before:x", "is:open", "-", "%28%28%28", "a" * 100, "a" * 1000,
    "a" * 1001, "%E2%80%8D" * 300,
    "e%CC%81" * 100, "%22" * 500, "a+" * 400, "*", "%25", "_", "0.0.0", "1.2.3.4.5.6.7.8", ".", "....", "%00", "%FF",
]
OPERATIONS = [(method.upper(), path, operation) for method, path, operation in operations()]


def spoilt_text(dice, text):
    at = dice.randrange(len(text) + 1)
    kind = dice.randrange(6)
    if kind < 3:
        return text[:at] + "".join(dice.choices(PIECES, k=dice.choice([1, 1, 2, 5]))) + text[at:]
    if kind == 3:
        return text[:at] + text[at + 1:]
    if kind == 4:
        return "".join(f"%{ord(letter):02x}" if dice.random() < 0.5 and ord(letter) < 128 else letter for letter in text)
    return text[:at] + dice.choice(PIECES) * dice.choice([10, 500, 5000]) + text[at:] if dice.random() < 0.3 else text.swapcase()


def query_of(dice, world, path, operation, query):
    """The operation's parameters with unexpected values; sometimes a real cursor."""
    given = [resolve(each) for each in DOCUMENT["paths"][path].get("parameters", []) + operation.get("parameters", [])]
    names = [each["name"] for each in given if each["in"] == "query"] + ["ticket", "overlap", "limit", "after", "x"]
    pairs = [(name, urllib.parse.quote(value)) for name, value in query.items()]
    for _ in range(dice.randrange(4)):
        name = dice.choice(names)
        value = dice.choice(VALUES)
        if name in ("cursor", "after", "next") and dice.random() < 0.5:
            value = spoilt_text(dice, world.ada.head()) if dice.random() < 0.7 else world.ada.head()
        elif dice.random() < 0.3:
            value = spoilt_text(dice, value[:200])
        pairs.append((spoilt_text(dice, name) if dice.random() < 0.1 else name, value))
    dice.shuffle(pairs)
    return dice.choice(["&", "&", "&", ";", "&&"]).join(f"{name}={value}" if dice.random() < 0.97 else name for name,
        value in pairs)


def test_paths_and_queries(fuzz):
    """Every operation with a spoilt path or spoilt parameters."""
    dice = fuzz.dice
    weights = [0.1 if operation["operationId"] in HASHES | {"export", "signOut", "metrics"} else 1 for _, _,
        operation in OPERATIONS]
    for _ in fuzz.rounds():
        [(method, path, operation)] = dice.choices(OPERATIONS, weights)
        id = operation["operationId"]
        person, values, query, body = fuzz.world.request(id) if id in fuzz.world.requests else (fuzz.world.ada, {}, {}, None)
        query = {name: value for name, value in query.items() if dice.random() < 0.7}
        target, asked = filled(path, values), query_of(dice, fuzz.world, path, operation, query)
        if id == "changes":
            asked += ("&" if asked else "") + "cursor=now" + ("&wait=0" if dice.random() < 0.5 else "")
        if dice.random() < 0.5:
            target = spoilt_text(dice, target)
        target += "?" + asked if asked else ""
        if dice.random() < 0.05:
            target = dice.choice(["*", "http://x" + target, "x:80", "//x" + target, target + "#" + target, target + " ",
                "\t" + target, target[1:], ""])
        if method == "DELETE" and re.split("[?#]", target)[0].rstrip("/").endswith("/v1/me"):
            continue  # it ends the account
        method = method if dice.random() < 0.95 else dice.choice(["HEAD", "OPTIONS", "TRACE", "CONNECT", "get", "PROPFIND",
            "X" * 300, "G\u00c9T", "PUT"])
        headers = [("Host", "x"), *person.headers.items()]
        data = body if isinstance(body, bytes) else json.dumps(body).encode() if body is not None else b""
        if data:
            headers += [("Content-Type", "application/octet-stream" if isinstance(body, bytes) else "application/json"),
                ("Content-Length", str(len(data)))]
        raw = head(method, target, headers) + data
        waits = id in ("changes", "stream", "socket")
        got = fuzz.send(raw, method, WAIT if waits else PATIENCE, fuzz.source() if id in HASHES else None)
        fuzz.check(id, raw, got, may_wait=waits,
                   may_end=len(raw) > 16 << 10 or not target.isascii() or target[:1] != "/" or " " in target
                   or not method.isalpha() or method == "CONNECT")


# -- Headers

ODD_HEADERS = {
    "Host": ["", "x:99999", "a b", "[::1]", "\u00e9", "x" * 5000, "x, y", "//", "%00", "127.0.0.1:0", "@", "x/../y"],
    "Range": ["bytes=0-0", "bytes=-1", "bytes=-0", "bytes=5-2", "bytes=0-,0-,0-", "bytes=" + "0-1," * 3000 + "0-1",
    "bytes=9223372036854775807-",
              "bytes=0-18446744073709551616", "bytes=-9223372036854775808", "lines=1-2", "bytes", "bytes=", "bytes=a-b",
              "bytes= 0 - 1", "bytes=-99999999999999999999"],
    "If-Range": ['"x"', "Sat, 01 Jan 2000 00:00:00 GMT", "", 'W/"x"'],
    "If-None-Match": ["*", '"x"', 'W/"1"', '"' * 2000, '"x",' * 2000, ""],
    "If-Match": ["*", "", '"1"', '"0"', '"99999999999999999999"', 'W/"1"', '"1", "2"', '"', "1", "*, *", '"-1"', '"1"' * 2000,
    '"\u0301"', "\u0661", '"1e0"', "," * 4000],
    "Accept": ["", "*/*;q=2", "text/event-stream", "text/calendar", "application/json;q=0", "a/b," * 3000, "\u200d",
    "text/event-stream;q=NaN", "/", "image/*,,,"],
    "Accept-Encoding": ["gzip", "identity;q=0", "*;q=0", "br, gzip, zstd;q=1.0001"],
    "Authorization": ["", "Bearer", "Bearer ", "Basic eDp5", "bearer x", "Bearer \u200d", "Bearer " + "x" * 9000, "Bearer a.b.c",
    "Bearer ..", "Bearer e30.e30.",
                      "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.", "Bearer " + "." * 5000, "Bearer null", "Digest x",
                      "Bearer\tx", "Bearer  x"],
    "Cookie": ["a=b", "a" * 9000, "=;=;=", "\xff", "a=\x01", ";" * 3000],
    "X-Forwarded-For": ["1.2.3.4", "unknown", "::1", "999.1.1.1", "1.2.3.4, " * 800, "", "[::]:1", "\u0661.1.1.1", "'",
    "127.0.0.1\t"],
    "X-Forwarded-Proto": ["https", "javascript:", ""], "Forwarded": ["for=x;proto=y", 'for="'],
    "X-Request-Id": ["x" * 5000, "\u2028", "'"],
    "Content-Type": ["application/json", "application/json;charset=\u00e9", "multipart/form-data; boundary=", ";", "/",
    "application/json\t"],
    "Content-Encoding": ["gzip", "deflate, gzip", "identity", "x"], "Expect": ["100-continue", "200-ok", ""],
    "Connection": ["close", "keep-alive", "upgrade", "Host", "Authorization", "close, keep-alive", "x" * 4000],
    "Upgrade": ["h2c", "websocket", "websocket, h2c", "TLS/1.0", ""],
    "HTTP2-Settings": ["AAMAAABkAAQAoAAAAAIAAAAA"], "Last-Event-ID": ["", "now", "x", "0.0", "1.1.1", "9" * 400, "\u0301",
    "1." * 2000, "-1.-1"],
    "Sec-WebSocket-Version": ["0", "12", "99999999999999999999", ""], "Sec-WebSocket-Extensions": ["permessage-deflate",
    "permessage-deflate; server_max_window_bits=99", "x" * 3000],
    "Sec-WebSocket-Protocol": ["x", "," * 300], "Origin": ["null", "http://evil.example", "\u00e9"],
    "Trailer": ["Host", "Content-Length"], "TE": ["trailers"],
}
FRAMINGS = [
    [("Content-Length", "5"), ("Content-Length", "6")], [("Content-Length", "5, 6")],
    [("Content-Length", "5"), ("Content-Length", "5")], [("Content-Length", "+5")],
    [("Content-Length", "-1")], [("Content-Length", "0x5")], [("Content-Length", "99999999999999999999")],
    [("Content-Length", "9223372036854775807")],
    [("Content-Length", "")], [("Content-Length", "5 ")], [("Content-Length", "5;")], [("Content-Length", "\u0665")],
    [("Content-Length", "0")],
    [("Transfer-Encoding", "chunked"), ("Content-Length", "4")], [("Content-Length", "4"), ("Transfer-Encoding", "chunked")],
    [("Transfer-Encoding", "chunked, identity")], [("Transfer-Encoding", "identity")],
    [("Transfer-Encoding", "xchunked"), ("Content-Length", "4")],
    [("Transfer-Encoding", "gzip, chunked")], [("Transfer-Encoding", "chunked"), ("Transfer-Encoding", "chunked")],
    [("Transfer-Encoding", " chunked")],
    [("Transfer-Encoding", "\x0bchunked"), ("Content-Length", "4")], [("Transfer-Encoding ", "chunked")],
    [("Transfer-Encoding", "Chunked")], [("Transfer_Encoding", "chunked")],
    [("Transfer-Encoding", "chunked\t")], [("Transfer-Encoding", "")], [(" Transfer-Encoding", "chunked")],
    [("Content-Length ", "5")], [("Transfer-Encoding", '"chunked"')],
]
CHUNKS = [
    b"0\r\n\r\n", b"2\r\n{}\r\n0\r\n\r\n", b"2\n{}\n0\n\n", b"02\r\n{}\r\n00\r\n\r\n", b"-2\r\n{}\r\n",
    b"2;x=" + b"y" * 9000 + b"\r\n{}\r\n0\r\n\r\n", b"ffffffffffffffff\r\n{}",
    b"7fffffffffffffff\r\n", b"10000000000000000\r\n", b"0x2\r\n{}\r\n0\r\n\r\n", b"2\r\n{}X\r\n0\r\n\r\n", b"\r\n",
    b"2 \r\n{}\r\n0\r\n\r\n", b"2\r\n{}\r\n0\r\nHost: y\r\n\r\n",
    b"2\r\n{}\r\n0\r\n" + b"a: b\r\n" * 3000 + b"\r\n", b"1\r\n{\r\n" * 3000, b"\xff\r\n", b"2\r\r\n{}\r\n0\r\n\r\n",
    b"00000000000000000000002\r\n{}\r\n0\r\n\r\n",
]
LINES = [
    b"a : b\r\n", b" a: b\r\n", b"a: b\r\n c\r\n", b"a\r\n", b": b\r\n", b"a: b\n", b"a: \0\r\n", b"a: \x01\xff\r\n",
    b"\xff: a\r\n", b"a: b\rc\r\n", b"a: " + b"\xc3" * 900 + b"\r\n",
    b"a: b\r\n" * 60, b"a: b\r\n" * 900, b"A" * 9000 + b": b\r\n", b"a: " + b"b" * 15_000 + b"\r\n", b"a: b\r\n" * 4_000, b"\r\n",
    b"Host: y\r\n", b"(a): b\r\n", b"a:\r\n" * 200,
]


def test_headers(fuzz):
    """Odd headers, many headers, and bodies with two declared lengths: these never get a second answer."""
    dice = fuzz.dice
    for _ in fuzz.rounds():
        world = fuzz.world
        id = dice.choice(["me", "events", "event", "editEvent", "post", "attachment", "stream", "socket", "snapshot", "signIn",
            "editSchedule", "schedules", "upload", "healthz"])
        method, path, _ = next(each for each in OPERATIONS if each[2]["operationId"] == id)
        person, values, query, body = world.request(id) if id in world.requests else (world.ada, {}, {}, None)
        data = body if isinstance(body, bytes) else json.dumps(body).encode() if body is not None else b""
        target = filled(path, values) + ("?" + urllib.parse.urlencode(query) if query else "")
        headers = [("Host", "x"), *person.headers.items()]
        if id == "socket":
            headers += [tuple(line.split(": ", 1)) for line in HANDSHAKE]
        if data:
            headers += [("Content-Type", "application/json"), ("Content-Length", str(len(data)))]
        framed, ill = dice.random() < 0.25, dice.random() < 0.25
        for _ in range(dice.randrange(4)):
            name = dice.choice(list(ODD_HEADERS))
            if dice.random() < 0.7:
                headers = [each for each in headers if each[0] != name]
            headers.insert(dice.randrange(len(headers) + 1), (dice.choice([name, name, name.upper(), name.lower()]),
                dice.choice(ODD_HEADERS[name])))
        if framed:
            headers = [each for each in headers if each[0].lower() != "content-length"] + dice.choice(FRAMINGS)
            data = dice.choice(CHUNKS) if dice.random() < 0.6 else b'{"a"}' + data
            data += head("GET", "/healthz", [("Host", "x")])
        raw = head(method, target, headers)
        if ill:
            raw = raw[:-2] + dice.choice(LINES) + b"\r\n"
        if dice.random() < 0.03:
            raw = dice.choice([raw.replace(b"HTTP/1.1", dice.choice([b"HTTP/1.0", b"HTTP/2.0", b"HTTP/9.9", b"HTTP/1.10",
                b"http/1.1", b"", b"HTTP/1.1 x"]), 1), raw.replace(b"\r\n", b"\n"),
                               b"\r\n" * 20 + raw, raw.replace(b" ", b"  ", 1), bytes(dice.randrange(256) for _ in range(200)),
                               b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00"])
        raw += data
        names = [name.strip().lower() for name, _ in headers]
        both = "content-length" in names and "transfer-encoding" in names
        may_wait = (
            framed or ill or id in ("stream", "socket") or any(name in names for name in ("expect", "content-encoding"))
            or len(raw) < 30 or b"\r\n\r\n" not in raw or "Upgrade" in dict(headers) or "connection" in names)
        with socket.create_connection(("127.0.0.1", fuzz.server.port), timeout=WAIT if may_wait else PATIENCE) as wire:
            got = fuzz.exchange(wire, raw, method)
            if framed and both and isinstance(got.status_code, int):
                wire.settimeout(0.3)
                with contextlib.suppress(OSError):
                    if wire.recv(12).startswith(b"HTTP/1.1 "):
                        fuzz.fault("two answers to a request of two lengths", raw, got.text)
        fuzz.statuses[got.status_code] = fuzz.statuses.get(got.status_code, 0) + 1
        fuzz.check(id, raw, got, may_wait=may_wait, may_end=True)
