"""Debian's Firefox by WebDriver BiDi, which it speaks itself."""

import contextlib
import json
import pathlib
import tempfile

from websockets.sync.client import connect

from engine import Lost, Tab, environment, program
from noteitd import PATIENCE, wait_until

# No name is looked up: it reaches this machine alone. A closed tab asks nothing.
SETTINGS = {
    "network.dns.disabled": True, "app.update.disabledForTesting": True, "browser.shell.checkDefaultBrowser": False,
    "intl.locale.requested": "en-CA", "dom.disable_beforeunload": True,
}
# The page of a script went on to another address.
UNANSWERED = ("no such frame", "no such window")


class Firefox:
    def __init__(self, socket):
        self.socket, self.count, self.events, self.people = socket, 0, [], []
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])

    def call(self, method, **parameters):
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv(timeout=PATIENCE))
            if "id" not in answer:
                self.events.append(answer)
            elif answer["id"] == self.count:
                if answer.get("error") in UNANSWERED:
                    raise Lost(answer["message"])
                assert answer["type"] == "success", answer
                return answer["result"]

    def visit(self, address):
        """A tab of a new person."""
        self.people.append(self.call("browser.createUserContext")["userContext"])
        return FirefoxTab(self, self.people[-1], address)

    def leave(self):
        """Closes all tabs and forgets everyone; returns what the pages reported as errors."""
        while self.people:
            self.call("browser.removeUserContext", userContext=self.people.pop())
        entries = [each["params"] for each in self.events if each["method"] == "log.entryAdded"]
        self.events = []
        return [entry["text"] for entry in entries if entry["level"] == "error"]

    def asked(self):
        """The addresses of all requests so far."""
        return [each["params"]["request"]["url"] for each in self.events if each["method"] == "network.beforeRequestSent"]


class FirefoxTab(Tab):
    def __init__(self, firefox, person, address):
        self.firefox, self.person, self.address = firefox, person, address
        self.context = firefox.call("browsingContext.create", type="window", userContext=person)["context"]

    def another(self):
        return FirefoxTab(self.firefox, self.person, self.address)

    def navigate(self, address):
        self.firefox.call("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def evaluate(self, expression):
        target = {"context": self.context}
        answer = self.firefox.call("script.evaluate", expression=expression, target=target, awaitPromise=True)
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return answer["result"]["value"]

    def act(self, source):
        self.firefox.call("input.performActions", context=self.context, actions=[source])

    def close(self):
        self.firefox.call("browsingContext.close", context=self.context)


@contextlib.contextmanager
def firefox(more={}):
    """`more`: preferences besides those of all tests."""
    with tempfile.TemporaryDirectory(prefix="firefox") as folder:
        profile = pathlib.Path(folder, "profile")
        profile.mkdir()
        settings = [f"user_pref({json.dumps(key)}, {json.dumps(value)});\n" for key, value in (SETTINGS | more).items()]
        (profile / "user.js").write_text("".join(settings))
        command = ["firefox-esr", "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        with program(command, env=environment(folder)) as process, connected(process, profile) as socket:
            yield Firefox(socket)


def connected(process, profile):
    """It chooses a port and writes it down."""
    place = profile / "WebDriverBiDiServer.json"

    def written():
        assert process.poll() is None, "Firefox ended"
        with contextlib.suppress(OSError, ValueError):
            return json.loads(place.read_text())

    wait_until(written, "Firefox to listen")
    return connect(f"ws://127.0.0.1:{written()['ws_port']}/session", max_size=None, proxy=None, ping_interval=None)
