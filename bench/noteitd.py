"""A release `noteitd` for the benchmarks: on core 0, with a database of its own, and people who need not register.

A password hash costs 19 MiB and tens of milliseconds, so bench-people writes accounts, sessions and enrollments through the
store, and access tokens are signed here with the server's key: what the server then does for a request is the same.
"""
import base64
import contextlib
import ctypes
import ctypes.util
import functools
import json
import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SERVER_CORE, LOAD_CORE = "0", "1"
LONG = 86_400  # seconds that a token is good for: no bench ends with refused requests
os.sched_setaffinity(0, {int(LOAD_CORE)})  # what starts a server puts it on the other core
# Everyone calls from one address here, in the fan-out from one account: what bounds those is out of the way.
SETTINGS = {
    "NOTEIT_STREAMS_PER_ACCOUNT": "20000", "NOTEIT_CONNECTIONS_PER_ADDRESS": "20000", "NOTEIT_POSTS_PER_MINUTE": "1000000",
    "NOTEIT_REPLIES_PER_MINUTE": "1000000",
}
SODIUM = ctypes.CDLL(ctypes.util.find_library("sodium") or "libsodium.so.23")


def load(*command):
    """A command on the core of the load."""
    return ["taskset", "-c", LOAD_CORE, *map(str, command)]


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def text(value):
    return base64url(json.dumps(value, separators=(",", ":")).encode())


class Signer:
    """Signs access tokens (JWT, EdDSA) as the server does: with the newest key of its file."""

    def __init__(self, path):
        key = json.loads(Path(path).read_text())["keys"][-1]
        seed = base64.urlsafe_b64decode(key["privateKey"] + "=")
        public, self.secret = ctypes.create_string_buffer(32), ctypes.create_string_buffer(64)
        SODIUM.crypto_sign_seed_keypair(public, self.secret, seed)
        self.head = text({"alg": "EdDSA", "typ": "JWT", "kid": key["kid"]})

    def token(self, account, session):
        now = int(time.time())
        said = f"{self.head}.{text({'iss': 'noteit', 'sub': account, 'sid': session, 'iat': now, 'exp': now + LONG})}"
        signature = ctypes.create_string_buffer(64)
        SODIUM.crypto_sign_detached(signature, None, said.encode(), ctypes.c_ulonglong(len(said)), self.secret)
        return f"{said}.{base64url(signature.raw)}"


class Noteitd:
    """A server that is started, killed and started again on the same database: a file in its folder, or one of PostgreSQL."""

    cores = SERVER_CORE

    def __init__(self, program, folder, term=None, address=None):
        self.program, self.folder = str(program), Path(folder)
        self.database = address or self.folder / "noteit.db"
        self.place = [self.database, *(("--folder", self.folder) if address else ())]
        self.keys = self.folder / ("noteit.keys" if address else "noteit.db.keys")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith("NOTEIT")} | SETTINGS
        self.process = None
        if term is not None:
            self.bring_in(term)

    def bring_in(self, term):
        command = [self.program, "catalog", "import", term, "--time-zone", "America/Vancouver", "--database", *self.place]
        with open(self.folder / "import.log", "w") as log:
            subprocess.run(command, check=True, stdout=log, stderr=log)

    def start(self, wait=True):
        with open(self.folder / "noteitd.log", "ab") as log:
            self.process = subprocess.Popen(
                ["taskset", "-c", self.cores, self.program, "serve", "--database", *self.place, "--port", str(self.port)],
                stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=self.environment)
        end = time.monotonic() + 60
        while wait and not self.answers():
            if self.process.poll() is not None or time.monotonic() > end:
                raise SystemExit(f"noteitd does not serve: {(self.folder / 'noteitd.log').read_text()[-2000:]}")
            time.sleep(0.02)
        return self

    def answers(self):
        try:
            with urllib.request.urlopen(self.url + "/readyz", timeout=5) as answer:
                return answer.status == 200
        except (urllib.error.URLError, OSError):
            return False

    def end(self, kill=False):
        if self.process is not None:
            self.process.kill() if kill else self.process.terminate()
            self.process.wait()
            self.process = None

    @property
    def pid(self):
        return str(self.process.pid)

    def courses(self):
        """(course, one of its sections), ordered by code."""
        with contextlib.closing(sqlite3.connect(self.database)) as db:
            return db.execute("SELECT course_id, min(id) FROM section GROUP BY course_id ORDER BY course_id").fetchall()

    def people(self, places):
        """An enrolled student for each item of `places`, a list of (course, section); returns their tokens."""
        lines = "".join(" ".join(section for _, section in mine) + "\n" for mine in places)
        done = subprocess.run(load(people(Path(self.program)), *self.place), input=lines, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"bench-people: {done.stderr}")
        signer = Signer(self.keys)
        return [signer.token(*line.split()) for line in done.stdout.splitlines()]

    def call(self, method, path, token, body=None, timeout=30):
        """One request; the decoded answer."""
        request = urllib.request.Request(
            self.url + path, method=method, data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            return json.load(answer)

    def settle(self, token):
        """Brings the index of texts up, and leaves the server alone until it has merged it."""
        self.call("GET", "/v1/search?q=settle", token, timeout=600)
        time.sleep(3)

    def post(self, path, tokens, count, lines, connections=64, rate=None, seconds=600, body="{{L}}", extra=()):
        """Sends `body` to `path` with pub: `lines` go into {{L}} by request, `tokens` into {{V}} by connection.

        With a rate, as many each second; without, as fast as they are answered. Returns pub's line.
        """
        (self.folder / "tokens").write_text("\n".join(tokens) + "\n")
        (self.folder / "lines").write_text("\n".join(lines) + "\n")
        command = load(
            program("pub"), "-p", self.port, "-u", path, "-h", "Content-Type: application/json",
            "-h", "Authorization: Bearer {{V}}", "-F", self.folder / "tokens", "-L", self.folder / "lines", "-B", body,
            "-M", count, "-c", connections, "-t", seconds, *(("-r", rate) if rate else ()), *extra)
        return last_line(subprocess.run(command, capture_output=True, text=True))


def last_line(done):
    """The JSON that a generator prints last."""
    if not done.stdout.strip():
        raise SystemExit(f"{done.args[3]}: {done.stderr}")
    return json.loads(done.stdout.strip().splitlines()[-1])


@functools.cache
def people(noteitd):
    """The program that writes students through the store: that beside a server of another version, whose schema it knows, or our own,
    built as `make release` builds when its source is newer."""
    beside = noteitd.with_name("bench-people")
    if beside.exists() and not noteitd.resolve().is_relative_to(ROOT):
        return beside
    command = ["swift", "build", "-c", "release", "--product", "bench-people"]
    subprocess.run(command, cwd=ROOT, check=True, stdout=sys.stderr)
    return ROOT / ".build/release/bench-people"


def program(name):
    """A generator, compiled when its source is newer."""
    built, source = ROOT / ".build/bench-live/bin" / name, ROOT / "bench/live/src" / f"{name}.c"
    if not source.exists():
        source, = (ROOT / "bench").glob(f"*/{name}.c")
    if not built.exists() or built.stat().st_mtime < source.stat().st_mtime:
        built.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["gcc", "-O2", "-Wall", "-Wno-misleading-indentation", "-Wno-format-truncation",
                        "-I", ROOT / "bench/live/src", "-I", "/usr/include/postgresql", "-o", built, source,
                        *(["-lpq"] if "libpq" in source.read_text() else [])], check=True)
    return str(built)


@contextlib.contextmanager
def served(noteitd, term=ROOT / "deploy/sample/term.csv"):
    """A started server in a folder that is removed after."""
    with tempfile.TemporaryDirectory(prefix="noteit-bench-") as folder:
        server = Noteitd(noteitd, folder, term).start()
        try:
            yield server
        finally:
            server.end(kill=True)

