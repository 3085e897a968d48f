"""What the drivers of browsers share: a program that ends with its test, and a tab as a person uses it."""

import contextlib
import json
import os
import signal
import subprocess

from noteitd import wait_until

# The middle of an element that is shown, stays where it is and is covered by nothing; null if there is none yet.
FIND = """async (selector, words) => {
    const plain = (text) => (text ?? '').replace(/\\s+/g, ' ').trim()
    const name = (node) => plain(node.ariaLabel ?? (node.labels?.[0] ?? node).textContent)
    const shown = Array.from(document.querySelectorAll(selector)).filter((node) => node.checkVisibility())
    const node = shown.find((node) => name(node) === words) ?? shown.find((node) => name(node).includes(words))
    if (!node || node.disabled) return null
    node.scrollIntoView({ block: 'center', behavior: 'instant' })
    const place = () => Object.values(node.getBoundingClientRect().toJSON()).join()
    const before = place()
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const { x, y, width, height } = node.getBoundingClientRect()
    const [left, top] = [Math.round(x + width / 2), Math.round(y + height / 2)]
    const hit = document.elementFromPoint(left, top)
    return place() === before && hit && (node.contains(hit) || hit.contains(node)) ? [left, top] : null
}"""
SEES = """(words, selector) => Array.from(document.querySelectorAll(selector)).some((node) =>
    node.checkVisibility() && node.innerText.includes(words))"""
FOCUSED = "(label) => Boolean(document.activeElement.labels?.[0]?.textContent.includes(label))"
CHOOSE = """(label, value, kind) => {
    const menu = Array.from(document.querySelectorAll(kind)).find((each) => each.labels[0].innerText.includes(label))
    if (!menu || !Array.from(menu.options).some((option) => option.value === value)) return null
    menu.value = value
    menu.dispatchEvent(new Event('change', { bubbles: true }))
    return menu.value
}"""
# The worker takes the page over once it has all files. WebKitGTK tells its state late or never.
KEPT = "() => navigator.serviceWorker.controller !== null"
# How often a script may be lost.
ATTEMPTS = 6
KEYS = {"Control": "\ue009", "Enter": "\ue007"}


class Lost(Exception):
    """A page went on to another address while a script ran, and does not answer it."""


@contextlib.contextmanager
def program(command, **options):
    """Runs a program, and whatever it starts, as long as the block lasts. It ends with this process, too."""
    command = ["setpriv", "--pdeathsig", "TERM", "--", *command]
    process = subprocess.Popen(command, start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, **options)
    try:
        yield process
    finally:
        for number in (signal.SIGTERM, signal.SIGKILL):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, number)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)


def environment(home, **more):
    """A home of its own: nothing of this machine's account is read or changed."""
    places = {name: str(home) for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    return os.environ | places | {"LANG": "en_CA.UTF-8", "TZ": "America/Vancouver"} | more


class Tab:
    """A tab. A driver gives it `navigate`, `evaluate` (a text with an expression; answers a text), `act` (the actions of the
    WebDriver specification), `another` (a tab of the same person) and `close`."""

    def go(self, path):
        self.navigate(self.address + path)
        return self

    def run(self, function, *given):
        """What a function of JavaScript returns. One that is lost with its page runs again in the next."""
        call = f"Promise.resolve(({function})(...{json.dumps(given)})).then((it) => JSON.stringify(it ?? null))"
        for _ in range(ATTEMPTS - 1):
            with contextlib.suppress(Lost):
                return json.loads(self.evaluate(call))
        return json.loads(self.evaluate(call))

    def until(self, condition, what):
        """Waits for a condition; fails with what the page shows."""
        try:
            wait_until(condition, what)
        except AssertionError as error:
            raise AssertionError(f"{error}; shown is:\n{self.run('() => document.body.innerText')}") from None

    def sees(self, words, within="body"):
        self.until(lambda: self.run(SEES, words, within), f"{words!r} in {within}")

    def misses(self, words, within="body"):
        self.until(lambda: not self.run(SEES, words, within), f"{words!r} to be gone from {within}")

    def click(self, words, kind="button"):
        place = []
        self.until(lambda: place.extend(self.run(FIND, kind, words) or []) or place, f"{kind} {words!r}")
        steps = [{"type": "pointerMove", "x": place[0], "y": place[1]}]
        steps += [{"type": f"pointer{way}", "button": 0} for way in ("Down", "Up")]
        self.act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps})

    def follow(self, words):
        self.click(words, "a")

    def write(self, label, text):
        """Types into an empty field. A click that something has moved away from under is made again."""

        def focused():
            self.click(label, "input, textarea")
            return self.run(FOCUSED, label)

        self.until(focused, f"the focus in {label!r}")
        self.press(*text)
        self.until(lambda: self.run("() => document.activeElement.value") == text, f"{text!r} in {label}")

    def press(self, *keys, held=()):
        steps = [{"type": "keyDown", "value": KEYS[key]} for key in held]
        for key in keys:
            steps += [{"type": way, "value": KEYS.get(key, key)} for way in ("keyDown", "keyUp")]
        steps += [{"type": "keyUp", "value": KEYS[key]} for key in held]
        self.act({"type": "key", "id": "keys", "actions": steps})

    def choose(self, label, value, kind="form.composer select, .linked select"):
        """Chooses in a menu of a form. The menu itself is the system's: it is not opened."""
        self.until(lambda: self.run(CHOOSE, label, value, kind) == value, f"{value!r} in {label}")

    def keep(self):
        """Waits until the page is kept for when there is no network."""
        self.until(lambda: self.run(KEPT), "the service worker")
