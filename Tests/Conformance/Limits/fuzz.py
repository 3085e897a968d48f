"""Random requests of every kind: none causes a server error, none takes long, and every answer can be parsed.

Each test runs for NOTEIT_FUZZ_SECONDS. A failure names its seed: NOTEIT_FUZZ_SEED repeats it.
"""

import contextlib
import functools
import http.client
import itertools
import json
import os
import random
import re
import socket
import time
import unicodedata
import urllib.parse

import pytest

from contract import operations
from hostile import World
from noteitd import PATIENCE, PROGRAM, Noteitd
from people import PASSWORD, Anyone, register, staff
from processes import MB, memory, work
from registrar import import_term

SECONDS = float(os.environ.get("NOTEIT_FUZZ_SECONDS", "10"))
SEED = int(os.environ.get("NOTEIT_FUZZ_SEED") or random.SystemRandom().randrange(1 << 32))
SLOW = 2  # processor seconds that no request may take
WAIT = 1.5  # seconds for an answer that need not come
GROWTH = 200 * MB
FRESH = 500  # requests between new people and things: earlier requests may have changed or removed them
NOTEIT = PROGRAM.parent / "noteit"

ODD_CHARACTERS = [
    "\0", "\x01", "\x1b", "\x7f", "\x85", "\u00ad", "\u0301", "e\u0301\u0323", "\u200b", "\u200d", "\u202e", "\u2028", "\u2066",
    "\ufeff",
    "\ufffd", "\ufffe", "\uffff", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U000e0041", "\U0010ffff", "\u1100\u1161\u11a8",
    "\u0130",
    "\u00df", "\ufb03", "\u3000", "'", '"', "\\", "%", "_", "*", "/", "\r\n", "\n", "\t", ";", ",", "<", "&", "]]>", "{{", "${x}",
    "../",
]
ODD_TEXTS = [
    "", " ", "null", "true", "0", "-1", "1e9", "NaN", "now", "current", "*", "@", "@@", ".", "..", "9" * 400,
    "-9223372036854775809",
    "18446744073709551616", "2025-02-30", "0000-00-00", "9999-12-31T23:59:60Z", "2025-11-20T25:00:00Z",
    "2025-11-20T17:00:00+99:99",
    "24:00", "24:01", "-1:00", "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff", "MTWRFSU",
    "MMMMMMM",
    "a" * 201, "a" * 1001, "a" * 20_001, "e" + "\u0301" * 500, "\u200d" * 200, '"' * 99, "tag:", "by:@", 'in:"', "x OR y",
    "-" * 50,
]


class Raw:
    """A text that goes into a JSON document verbatim."""

    def __init__(self, text):
        self.text = text


NUMBERS = [
    "1e400", "-1e400", "1e-400", "-0", "-0.0", "0.1", "1.0", "1e0", "NaN", "Infinity", "01", "+1", ".5", "1.", "0x10", "--1",
    "9" * 4000,
    "9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551616", "9007199254740993",
    "1E+2147483648",
]
ESCAPES = [
    r'"\ud800"', r'"\udc00\ud800"', r'"a\ud83d"', r'"\u0000"', r'"\x41"', r'"\u12"', '"\\', '"\t"', r'"\ud83d\u0041"', r'"\/"',
    '"a\nb"',
    "'a'", "undefined", "tru", "[1,]", '{"a":1,}', "/**/1", '{"a"}', "{a:1}", '{"":{}}', "[,]", '"\\u0065\\u0301"',
]


class Got:
    """An answer in the form of `judge`; `status_code` is a word if none came, `seconds` are the processor's."""

    def __init__(self, status, headers=None, content=b"", seconds=0.0):
        self.status_code, self.headers, self.content, self.seconds = status, headers, content, seconds
        self.text = content.decode(errors="replace")

    def json(self):
        return json.loads(self.content)


class Fuzz:
    """A random source, people with things of every kind, and a check of every answer."""

    def __init__(self, server, courses, name, folder):
        self.server, self.courses, self.name, self.folder = server, courses, name, folder
        self.dice = random.Random(f"{SEED} {name}")
        self.count, self.statuses, self.faults, self.world, self.asked = 0, {}, {}, None, 0
        self.fresh()
        self.before, self.most = memory(server.process), 0
        self.end = time.monotonic() + SECONDS

    def fresh(self):
        course = next(self.courses)
        ada, bob = register(self.server), register(self.server)
        ada.enroll(course["sections"][0]["id"])
        bob.enroll(course["sections"][1]["id"])
        self.world, self.asked = World(self.server, course, ada, bob, staff(self.server, course["id"])), 0
        self.world.requests |= {
            "leave": (register(self.server), {}, {}, {"currentPassword": PASSWORD}),
            "resetPassword": (Anyone(self.server), {}, {}, {"email": bob.email, "code": "x", "newPassword": PASSWORD}),
        }

    def rounds(self):
        """Repeats until the time is over, sometimes with new people."""
        while time.monotonic() < self.end:
            if self.asked >= FRESH:
                self.end += self.timed(self.fresh)
            self.count += 1
            self.asked += 1
            if self.count % 50 == 0:
                self.measure()
            yield self.count
        self.finish()

    @staticmethod
    def timed(work):
        begin = time.monotonic()
        work()
        return time.monotonic() - begin

    def measure(self):
        self.most = max(self.most, memory(self.server.process) - self.before)
        self.expect_alive()

    def expect_alive(self):
        assert self.server.process.poll() is None, self.report(f"the server ended with {self.server.process.returncode}")
        assert "Fatal" not in self.server.said(), self.report(self.server.said())

    def fault(self, kind, raw, said=""):
        """Remembers the shortest request of each kind of fault."""
        if kind not in self.faults or len(raw) < len(self.faults[kind][0]):
            self.faults[kind] = raw, said

    def report(self, *more):
        lines = [f"NOTEIT_FUZZ_SEED={SEED}, {self.count} rounds, answers {self.statuses}", *more]
        for number, (kind, (raw, said)) in enumerate(self.faults.items()):
            file = self.folder / f"fault{number}"
            file.write_bytes(raw if isinstance(raw, bytes) else str(raw).encode(errors="backslashreplace"))
            lines += [f"{kind}: {raw[:700]!r} ({len(raw)} bytes, whole in {file})", f"  {said[:500]}"]
        return "\n".join(lines)

    def finish(self):
        self.measure()
        answers = dict(sorted(self.statuses.items(), key=str))
        grown = f"grew by {self.most / MB:.1f} MB"
        print(f"\n{self.name}: seed {SEED}, {self.count} rounds, {grown}, answers {answers}")
        if self.most > GROWTH:
            self.faults["memory"] = b"", grown
        assert not self.faults, self.report()

    def send(self, raw, method="GET", patience=PATIENCE, source=None):
        """Sends bytes over a new connection and reads one answer; of a stream, its head."""
        with socket.socket() as wire:
            wire.settimeout(patience)
            if source:
                wire.bind((source, 0))
            wire.connect(("127.0.0.1", self.server.port))
            got = self.exchange(wire, raw, method)
        self.statuses[got.status_code] = self.statuses.get(got.status_code, 0) + 1
        return got

    def exchange(self, wire, raw, method):
        got, seconds = work(lambda: self.answer(wire, raw, method), self.server.process)
        got.seconds = seconds
        return got

    @staticmethod
    def answer(wire, raw, method):
        with contextlib.suppress(OSError):
            wire.sendall(raw)
        response = http.client.HTTPResponse(wire, method=method)
        try:
            response.begin()
            live = response.status == 101 or response.status == 200 and response.headers.get_content_type() == "text/event-stream"
            return Got(response.status, response.headers, b"" if live else response.read())
        except TimeoutError:
            return Got("silence")
        except (OSError, http.client.HTTPException) as error:
            return Got("nothing" if not str(error) or isinstance(error, (OSError,
                http.client.RemoteDisconnected)) else f"nonsense: {error!r}")

    def check(self, what, raw, got, may_wait=False, may_end=False):
        """The rules for every answer."""
        status = got.status_code
        if isinstance(status, int):
            retry = got.headers.get("Retry-After")
            if status >= 500 and not (status == 503 and retry and int(retry) > 0) and not (status in (501, 505) and may_end):
                self.fault(f"{status} of {what}", raw, got.text)
            if status in (429, 503) and not (retry and int(retry) > 0):
                self.fault(f"{status} without Retry-After of {what}", raw, got.text)
        elif status == "silence" and not may_wait or status == "nothing" and not may_end or status.startswith("nonsense"):
            self.fault(f"{status} of {what}", raw)
        if got.seconds > SLOW and not may_wait:
            self.fault(f"seconds of {what}", raw, f"{got.seconds:.1f} s")

    def source(self):
        """An address: few wrong sign-ins come from each."""
        return f"127.{self.dice.randrange(1, 250)}.{self.dice.randrange(250)}.{self.dice.randrange(2, 250)}"


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory):
    """A server for these tests, with the sample term and a term of 1,300 courses, each given out once."""
    folder = tmp_path_factory.mktemp("fuzzed")
    server = Noteitd(folder)
    server.load_sample("--time-zone", "America/Vancouver")
    rest = "LEC,3,MWF,1030,1120,2000-01-04,2000-04-07,,,,,,,In Person,"
    rows = [f"200010,{number}{section},TEST,{number},Course {number},D{section}00,{rest}"
            for number, section in itertools.product(range(100, 1000), (1, 2))]
    import_term(server, folder, rows)
    server.start()
    person = register(server)
    listed = person.items("/v1/terms/200010/courses", limit=200)
    # New people each time: this may run longer than a token lasts.
    yield server, (register(server).get(f"/v1/courses/{course['id']}") for course in itertools.cycle(listed))
    if server.process.poll() is None:
        server.stop()


@pytest.fixture
def fuzz(fuzzed, request, tmp_path):
    return Fuzz(*fuzzed, request.node.name, tmp_path)


def head(method, target, headers):
    return f"{method} {target} HTTP/1.1\r\n".encode() + b"".join(
        (name if isinstance(name, bytes) else name.encode()) + b": " + (value if isinstance(value,
        bytes) else value.encode()) + b"\r\n"
        for name, value in headers) + b"\r\n"


def filled(path, values):
    return re.sub(r"\{(\w+)\}", lambda name: urllib.parse.quote(values[name[1]], safe=""), path)


# -- Bodies


def odd_text(dice):
    kind = dice.randrange(4)
    if kind == 0:
        return dice.choice(ODD_TEXTS)
    if kind == 1:
        return "".join(dice.choices(ODD_CHARACTERS, k=dice.randrange(1, 12)))
    if kind == 2:
        return dice.choice(ODD_CHARACTERS) * dice.choice([1, 2, 100, 199, 201, 5000])
    return "".join(chr(code) for code in (dice.randrange(dice.choice([128, 0x800, 0x10000, 0x110000]))
        for _ in range(dice.randrange(1, 30)))
                   if not 0xD800 <= code < 0xE000)


def nested(dice, inner="1"):
    depth = dice.choice([10, 100, 511, 513, 1000, 10_000, 100_000])
    left, right = dice.choice([("[", "]"), ('{"a":', "}"), ('[{"courses":', "}]")])
    return Raw(left * depth + inner + right * (depth if dice.random() < 0.8 else 0))


def odd_value(dice):
    kind = dice.randrange(12)
    if kind < 4:
        return odd_text(dice)
    if kind == 4:
        return Raw(dice.choice(NUMBERS))
    if kind == 5:
        return Raw(dice.choice(ESCAPES))
    if kind == 6:
        return nested(dice)
    if kind == 7:
        return dice.choice([None, True, False, 0, -1, 1, 2, 1 << 31, 1 << 53, [], {}, [None], [[]], {"a": None}, [{}], 0.5])
    if kind == 8:
        return [dice.choice([None, 1, "a", {}, [], "2025-11-20T17:00:00Z", odd_text(dice)])] * dice.choice([2, 51, 201, 10_000])
    if kind == 9:
        return [f"{number:08x}-0000-4000-8000-000000000000" for number in range(dice.choice([11, 201, 10_000]))]
    if kind == 10:
        return {f"{odd_text(dice)[:50]}{number}": number for number in range(dice.choice([1, 20, 10_000]))}
    return "x" * dice.choice([1, 200, 16_000, 100_000, 900_000])


def places(value, here=()):
    yield here
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, inner in items:
        yield from places(inner, (*here, name))


def changed(dice, body):
    """The body with one value changed, or one member more or fewer."""
    where = dice.choice(list(places(body)))
    if not where:
        return odd_value(dice) if dice.random() < 0.2 else body | {odd_text(dice)[:300]: odd_value(dice)}
    at = functools.reduce(lambda inner, part: inner[part], where[:-1], body)
    old, kind = at[where[-1]], dice.randrange(8)
    if kind == 0:
        del at[where[-1]]
    elif kind == 1:
        at[where[-1]] = [old] * dice.choice([0, 1, 2, 21, 201])
    elif kind == 2 and isinstance(old, str):
        at[where[-1]] = old[:dice.randrange(len(old) + 1)] + odd_text(dice) + old[dice.randrange(len(old) + 1):]
    elif kind == 3 and isinstance(old, str):
        at[where[-1]] = dice.choice([old.upper(), old.swapcase(), unicodedata.normalize("NFD", old), old[:40_000] * 20, old[:-1],
            old[::-1]])
    elif kind == 4 and isinstance(old, list):
        at[where[-1]] = (old * dice.choice([2, 30, 1000, 10_000]))[:10_000]
    else:
        at[where[-1]] = odd_value(dice)
    return body


def document(dice, value):
    """The body as JSON, in a random valid spelling; sometimes with a repeated member."""
    raws, left = [], [2 << 20]  # characters that may yet be written

    def plain(value):
        left[0] -= len(value) if isinstance(value, str) else len(value.text) if isinstance(value, Raw) else 1
        if left[0] < 0:
            return None
        if isinstance(value, Raw):
            raws.append(value.text)
            return f"@raw {len(raws) - 1}@"
        if isinstance(value, dict):
            return {name: plain(inner) for name, inner in value.items()}
        return [plain(inner) for inner in value] if isinstance(value, list) else value

    text = json.dumps(plain(value), ensure_ascii=dice.random() < 0.5, indent=dice.choice([None, None, 1]))
    text = re.sub(r'"@raw (\d+)@"', lambda found: raws[int(found[1])], text)
    if isinstance(value, dict) and value and dice.random() < 0.1:
        name = dice.choice(list(value))
        again = document(random.Random(dice.random()), {name: odd_value(dice)}).decode(errors="surrogateescape").strip()
        text = text[:-1].rstrip() + "," + again[1:] if again.startswith("{") else text
    return text.encode(errors="surrogateescape")


def spoilt(dice, data):
    """The same bytes with some foreign ones."""
    kind, at = dice.randrange(10), dice.randrange(len(data) + 1)
    if kind == 0:
        return data[:at]
    if kind == 1:
        return data[:at] + dice.choice([b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xc0\x80", b"\xf4\x90\x80\x80", b"\x80",
            b"\0"]) + data[at:]
    if kind == 2:
        return dice.choice([b"\xef\xbb\xbf", b"\0", b" " * 1000, b"\x1e"]) + data
    if kind == 3:
        return data + dice.choice([b"\0", b"{}", b",", b"}", b" " * 10_000, b"\n\n", data])
    if kind == 4:
        return data.decode(errors="replace").encode(dice.choice(["utf-16", "utf-16-le", "utf-32", "latin-1"]), errors="replace")
    if kind == 5:
        return data + b" " * max(0, (1 << 20) + dice.choice([-1, 0, 1]) - len(data))
    if kind == 6:
        return data[:1] + b'"more":"' + b"x" * max(0, (1 << 20) - len(data) - 20) + b'",' + data[1:]
    if kind == 7:
        return data[:at] + bytes(dice.randrange(256) for _ in range(dice.randrange(1, 8))) + data[at:]
    if kind == 8:
        other = dice.randrange(len(data) + 1)
        return data[:at] + data[other:]
    return b""


BODIES = [(method.upper(), path, operation["operationId"]) for method, path, operation in operations()
          if "application/json" in operation.get("requestBody", {}).get("content", {})]
HASHES = {"register", "signIn", "resetPassword", "changePassword", "leave", "refresh",
    "updateMe"}  # slow by design: fewer of them
