"""The CalDAV servers that NoteIt is compared with, each on the loopback with a folder of its own, and a client for all of them."""
import base64
import contextlib
import http.client
import os
import re
import socket
import subprocess
import sys
import time
import urllib.parse
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".build/caldav-venv"
PACKAGES = (
    "radicale==3.9.0", "xandikos==0.4.10", "caldav==3.6.0", "caldav-server-tester==1.7.0", "vdirsyncer==0.21.0", "pytest==9.2.0",
    "pytest-asyncio==1.5.0", "aioresponses==0.7.9", "hypothesis", "trustme", "tzlocal", "PyYAML", "vobject", "proxy.py", "httpx",
)
USER, PASSWORD = "user", "a password for tests"


def environment():
    """A Python environment with the peers under .build; NOTEIT_CALDAV_VENV names another one."""
    if named := os.environ.get("NOTEIT_CALDAV_VENV"):
        return Path(named) / "bin"
    if not (VENV / "bin/radicale").exists():
        subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
        subprocess.run([VENV / "bin/pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES], check=True)
    return VENV / "bin"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Place:
    """A server with its root for CalDAV, a person on it, and the path of their calendars."""

    def __init__(self, name, url, user, password, home, root="/"):
        self.name, self.url, self.user, self.password, self.home, self.root = name, url, user, password, home, url + root
        self.address = urllib.parse.urlsplit(url)
        self.wire = None

    @property
    def authorization(self):
        return "Basic " + base64.b64encode(f"{self.user}:{self.password}".encode()).decode()

    def call(self, method, path, *allowed, body=None, headers=None):
        """One request on a kept connection: status and body; another status than those allowed ends the program."""
        headers = {"Authorization": self.authorization, "Content-Type": "application/xml; charset=utf-8"} | (headers or {})
        for attempt in (1, 2):
            self.wire = self.wire or http.client.HTTPConnection(self.address.hostname, self.address.port, timeout=300)
            try:
                self.wire.request(method, path, body, headers)
                answer = self.wire.getresponse()
                text = answer.read().decode(errors="replace")
                break
            except (http.client.HTTPException, OSError):
                self.wire.close()
                self.wire = None
                if attempt == 2:
                    raise
        if allowed and answer.status not in allowed:
            raise SystemExit(f"{self.name}: {method} {path}: {answer.status} {text[:500]}")
        return answer.status, text

    def hrefs(self, text):
        """The decoded last parts of the addresses of a multistatus."""
        return sorted(urllib.parse.unquote(each).rstrip("/").rsplit("/", 1)[1] for each in re.findall(r"<(?:\w+:)?href>([^<]*)<", text))


@contextlib.contextmanager
def running(name, command, folder, port, home, core=None):
    """Starts a peer, waits until it answers, and ends it."""
    pinned = [] if core is None else ["taskset", "-c", core]
    with open(Path(folder) / f"{name}.log", "wb") as log:
        process = subprocess.Popen([*pinned, *map(str, command)], stdout=log, stderr=log, stdin=subprocess.DEVNULL)
    try:
        end = time.monotonic() + 60
        while True:
            if process.poll() is not None or time.monotonic() > end:
                raise SystemExit(f"{name} does not serve: {(Path(folder) / f'{name}.log').read_text()[-2000:]}")
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            time.sleep(0.05)
        yield Place(name, f"http://127.0.0.1:{port}", USER, PASSWORD, home)
    finally:
        process.terminate()
        process.wait()


def radicale(folder, core=None):
    """Radicale with its standard storage and a file of passwords that costs nothing to check."""
    folder, port = Path(folder), free_port()
    (folder / "users").write_text(f"{USER}:{PASSWORD}\n")
    (folder / "config").write_text(
        f"[server]\nhosts = 127.0.0.1:{port}\nmax_connections = 100\n[auth]\ntype = htpasswd\nhtpasswd_filename = {folder}/users\n"
        f"htpasswd_encryption = plain\ndelay = 0\n[storage]\nfilesystem_folder = {folder}/collections\n[web]\ntype = none\n"
        "[logging]\nlevel = error\n")
    return running("Radicale", [environment() / "radicale", "-C", folder / "config"], folder, port, f"/{USER}/", core)


def xandikos(folder, core=None):
    port = free_port()
    command = [environment() / "xandikos", "serve", "-d", Path(folder) / "data", "--defaults", "-l", "127.0.0.1", "-p", port]
    return running("Xandikos", command, folder, port, f"/{USER}/calendars/", core)


def noteit(server):
    """A new person on a running noteitd with an app password: the place, and an access token."""
    signed_in = server.call("POST", "/v1/accounts", "", {"email": "bench@example.edu", "password": PASSWORD, "displayName": "Bench"})
    token, account = signed_in["accessToken"], signed_in["account"]
    made = server.call("POST", "/v1/me/app-passwords", token, {"name": "bench", "currentPassword": PASSWORD})
    return Place("NoteIt", server.url, account["email"], made["password"], f"/dav/calendars/{account['id']}/", "/dav/"), token
