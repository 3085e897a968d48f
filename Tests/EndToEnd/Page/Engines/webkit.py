"""Debian's WebKitGTK by its own driver: MiniBrowser on a display without a screen. It keeps nothing on the disk."""

import contextlib
import json
import pathlib
import tempfile
import urllib.error
import urllib.request

from engine import ATTEMPTS, Lost, Tab, environment, program
from noteitd import PATIENCE, free_port, wait_until

BROWSER = next(pathlib.Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"), None)
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))

# The driver notices that a page went on to another address at once, or never.
UNANSWERED = ('"error":"timeout"', "before the unload event")


class WebKit:
    """A driver has one session, and a session one person."""

    def __init__(self, display, folder):
        self.display, self.folder, self.ends = display, folder, contextlib.ExitStack()

    def visit(self, address):
        """A tab of a new person."""
        port = free_port()
        home = environment(self.folder, DISPLAY=self.display)
        process = self.ends.enter_context(program(["WebKitWebDriver", f"--port={port}"], env=home))
        session = Session(f"http://127.0.0.1:{port}", process)
        return WebKitTab(session, session.call("GET", "/window"), address)

    def leave(self):
        """Closes all tabs. This driver does not tell what the pages reported."""
        self.ends.close()
        return []


class Session:
    def __init__(self, address, process):
        assert BROWSER, "MiniBrowser is not installed"
        self.address, self.window = address, None

        def ready():
            assert process.poll() is None, "WebKitWebDriver ended"
            with contextlib.suppress(OSError):
                return self.call("GET", "/status")["ready"]

        wait_until(ready, "WebKitWebDriver to listen")
        browser = {"binary": str(BROWSER), "args": ["--automation"]}
        wanted = {"webkitgtk:browserOptions": browser, "timeouts": {"script": PATIENCE * 1000 // ATTEMPTS, "pageLoad": PATIENCE * 1000}}
        self.address += "/session/" + self.call("POST", "/session", capabilities={"alwaysMatch": wanted})["sessionId"]

    def call(self, method, path, **body):
        data = json.dumps(body).encode() if method == "POST" else None
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with DIRECT.open(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            text = error.read().decode()
            if any(word in text for word in UNANSWERED):
                raise Lost(text) from None
            raise AssertionError(f"{method} {path}: {text[:600]}") from None

    def turn(self, window):
        """The next calls are for that window."""
        if window != self.window:
            self.call("POST", "/window", handle=window)
            self.window = window


class WebKitTab(Tab):
    def __init__(self, session, window, address):
        self.session, self.window, self.address = session, window, address

    def call(self, *what, **body):
        self.session.turn(self.window)
        return self.session.call(*what, **body)

    def another(self):
        return WebKitTab(self.session, self.call("POST", "/window/new", type="window")["handle"], self.address)

    def navigate(self, address):
        self.call("POST", "/url", url=address)

    def evaluate(self, expression):
        script = f"const done = arguments[0]; ({expression}).then((it) => done([it]), (error) => done(String(error)))"
        answer = self.call("POST", "/execute/async", script=script, args=[])
        assert isinstance(answer, list), answer
        return answer[0]

    def act(self, source):
        self.call("POST", "/actions", actions=[source])

    def close(self):
        self.call("DELETE", "/window")
        self.session.window = None


@contextlib.contextmanager
def webkit():
    with tempfile.TemporaryDirectory(prefix="webkit") as folder, display(folder) as name:
        browser = WebKit(name, folder)
        with browser.ends:
            yield browser


@contextlib.contextmanager
def display(folder):
    """The X server takes a free number and writes it down."""
    place = pathlib.Path(folder, "display")
    with place.open("wb") as file:
        command = ["Xvfb", "-displayfd", str(file.fileno()), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
        with program(command, pass_fds=[file.fileno()]) as process:

            def written():
                assert process.poll() is None, "Xvfb ended"
                return place.read_text().endswith("\n")

            wait_until(written, "Xvfb to have a display")
            yield f":{place.read_text().strip()}"
