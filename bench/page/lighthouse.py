"""Lighthouse, as it is inside Chromium's own developer tools: a phone on a slow network, simulated."""

import json
import re
import socket
import urllib.request

from browser import ROW, Phone, chromium
from results import SHORT, require

RUNS = 1 if SHORT else 5
KINDS = ("Performance", "Accessibility", "Best Practices")
# The address of each room, and what is in it once it is there.
ROOMS = {
    "today": ("/", ROW), "inbox": ("/inbox", "main h1"), "courses": ("/courses", ROW), "search": ("/search", "main input"),
    "calendar": ("/calendar", ".sheet"), "study": ("/study", ".sheet"), "timetables": ("/timetables", "main [role=combobox]"),
    "degrees": ("/degree", "main button"), "settings": ("/settings", "main h1"),
}


def lighthouse(world):
    """The scores of each page by its name and the kind of score."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    found = {}
    with chromium(f"--remote-debugging-port={port}", "--remote-allow-origins=*") as browser:
        phone = Phone(browser, world.server.url, slowed=1)
        page = phone.page()
        page.goto("/")
        page.get_by_label("Email").wait_for()
        for name, (address, there) in ({"sign-in": ("/", "form")} | ROOMS | {"a course": (world.small, ROW)}).items():
            if name == "today":
                page.close()
                page = phone.sign_in(world.student)
            for _ in range(RUNS):
                page.goto(address)
                page.evaluate(f"painted('{there}')")
                for kind, score in run(browser, page, port).items():
                    found.setdefault(f"Lighthouse, {name}, {kind.lower()}", []).append(score)
        phone.close()
    return found


def run(browser, page, port):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list") as answer:
        target = next(each["id"] for each in json.load(answer) if each["type"] == "page" and each["url"] == page.url)
    tools = browser.new_context(viewport={"width": 1400, "height": 1000}).new_page()
    tools.goto(f"http://127.0.0.1:{port}/devtools/devtools_app.html?ws=127.0.0.1:{port}/devtools/page/{target}&panel=lighthouse")
    tools.get_by_role("button", name="Analyze page load").click(timeout=60_000)
    tools.wait_for_selector(".lh-scores-header .lh-gauge__label", timeout=300_000, state="attached")
    words = tools.eval_on_selector_all(".lh-scores-header a", "each => each.map((one) => one.textContent.trim())")
    metrics = tools.eval_on_selector_all(
        ".lh-metric__innerwrap", """each => each.map((one) =>
            ['title', 'value'].map((part) => one.querySelector('.lh-metric__' + part)?.textContent.trim()).join(' '))""")
    tools.context.close()
    scores = {kind: int(found[1]) for kind in KINDS for each in words if (found := re.match(rf"(\d+)\s*{kind}", each))}
    print(f"  Lighthouse, {page.url}: {scores}; {'; '.join(metrics)}", flush=True)
    require(scores.keys() == set(KINDS), f"Lighthouse said {words}")
    return scores
