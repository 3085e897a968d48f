"""The budgets of the page, each a median and a p95 of each turn, beside its bound: measure.py NOTEITD"""

import datetime
import os
import statistics

from browser import ROW, SLOWED, Phone, chromium
from lighthouse import lighthouse
from network import SlowNetwork
from noteitd import served
from planners import dragging, searching
from results import RUNS, SHORT, Results, noteitd, require
from school import COURSES, EVENTS, MANY, fill

TIMES = 3 if SHORT else 20
TAPS = 3 if SHORT else 12
SCROLLED = 4000 if SHORT else 40_000  # pixels


class World:
    """A server with its class, and the courses' addresses."""

    def __init__(self, server):
        self.server = server
        self.student, self.reader, self.classmate, self.courses = fill(server)
        self.small, self.large = f"/c/{self.courses[0]}", f"/c/{self.courses[-1]}"

    def post(self, course, title):
        """An event at the top of the list: it is due soon."""
        due = (datetime.datetime.now(datetime.UTC) + datetime.timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
        self.classmate.call("POST", f"/v1/courses/{course}/events", {"title": title, "kind": "assignment", "due": due})


def opening(browser, world):
    """From the copy without a network, in a new tab."""
    for slowed, bound in ((SLOWED, 300), (1, 100)):
        phone = Phone(browser, world.server.url, slowed)
        phone.sign_in(world.student).close()
        phone.context.set_offline(True)
        phone.context.add_init_script(f"globalThis.opened = painted('{ROW}')")
        times = [opened(phone) for _ in range(TIMES)]
        phone.close()
        yield f"opening, {'processor slowed' if slowed > 1 else 'at full speed'}", times, bound


def opened(phone):
    page = phone.page()
    page.goto("/")
    took = page.evaluate("opened")
    phone.settle(page)
    page.close()
    return took


def taps(browser, world):
    """From the tap to the frame that shows its answer."""
    phone = Phone(browser, world.server.url)
    page = phone.sign_in(world.student)
    page.goto(world.small)
    phone.settle(page)
    button = lambda name: page.get_by_role("button", name=name, exact=True).first
    steps = {
        "a filter": (button("Open questions"), "[data-part=open][aria-pressed=true]"),
        "opening a thread": (page.locator("section.course li.event a").first, "article.thread li.reply"),
        "done": (button("Done"), "[data-part=done][aria-pressed=true]"),
        "not done": (button("Done"), "[data-part=done][aria-pressed=false]"),
        "back to the course": (page.locator(".crumbs a").first, "section.course li.event"),
        "writing a post": (button("Write a post"), ".composer [data-part=title]"),
        "closing it": (button("Close"), "[data-part=composer]:empty"),
    }
    found = {name: [] for name in steps}
    for _ in range(TAPS + 1):
        for name, (target, answer) in steps.items():
            found[name].append(tapped(phone, page, target, answer))
    phone.close()
    for name, times in found.items():
        yield f"tap: {name}", times[1:], 50  # the first loads the room's module


def tapped(phone, page, target, answer):
    target.scroll_into_view_if_needed()
    phone.settle(page)
    page.evaluate(f"""() => {{ globalThis.answered = new Promise((resolve) => addEventListener('click', () =>
        resolve(painted({answer!r})), {{ once: true, capture: true }})) }}""")
    target.tap()
    return page.evaluate("answered.then((at) => at - tapped)")


def scrolling(browser, world):
    """Frames while a finger scrolls through the large course, and what it takes in memory."""
    phone = Phone(browser, world.server.url)
    page = phone.sign_in(world.reader)
    page.goto(world.large)
    page.evaluate(f"painted('{ROW}')")
    tools = phone.tools(page)
    phone.settle(page)
    page.evaluate("""() => {
        globalThis.frames = []
        let before = performance.now()
        const next = (now) => { frames.push(now - before); before = now; requestAnimationFrame(next) }
        requestAnimationFrame(next)
    }""")
    tools.send("Input.synthesizeScrollGesture", {
        "x": 195, "y": 600, "yDistance": -SCROLLED, "speed": 4000, "gestureSourceType": "mouse"})
    frames = page.evaluate("frames.slice(1)")
    require(page.evaluate("scrollY") > SCROLLED / 2, "nothing was scrolled")
    tools.send("HeapProfiler.collectGarbage")
    tools.send("Performance.enable")
    metrics = {each["name"]: each["value"] for each in tools.send("Performance.getMetrics")["metrics"]}
    phone.close()
    print(f"  scrolling: {len(frames)} frames, the longest {max(frames):.0f} ms, {metrics['Nodes']:.0f} nodes", flush=True)
    yield f"scrolling in {MANY:,} events, frames", frames, 33
    yield f"memory with {MANY:,} events, MB", [metrics["JSHeapUsedSize"] / 1e6], 80


def arrivals(browser, world):
    """From the frame of the WebSocket to the screen."""
    for person, address, course, size in (
        (world.student, world.small, world.courses[0], EVENTS), (world.reader, world.large, world.courses[-1], MANY)
    ):
        phone = Phone(browser, world.server.url)
        page = phone.sign_in(person)
        page.goto(address)
        page.evaluate(f"painted('{ROW}')")
        times = []
        for number in range(TAPS):
            phone.settle(page)
            title = f"News {number}."
            page.evaluate("(title) => { arrived.length = 0; globalThis.shown = painted('main li', title) }", title)
            world.post(course, title)
            times.append(page.evaluate("shown.then((at) => at - arrived[0])"))
        phone.close()
        yield f"a change, {size:,} events", times, 100


def first(browser, world):
    """A browser that was never here: to the form, and from the tap on its button to today."""
    network = SlowNetwork(world.server.port)
    times = []
    for _ in range(2 if SHORT else 5):
        phone = Phone(browser, network.url)
        phone.context.add_init_script("globalThis.form = painted('input[name=password]')")
        page = phone.page()
        page.goto("/", wait_until="commit")
        form = page.evaluate("form")
        page.evaluate(f"""() => {{ globalThis.answered = new Promise((resolve) => addEventListener('submit', () => {{
            const begun = performance.now()
            painted('{ROW}').then((at) => resolve(at - begun))
        }}, {{ once: true, capture: true }})) }}""")
        page.get_by_label("Email").fill(world.student.email)
        page.get_by_label("Password").fill("a fine long sentence")
        page.get_by_label("Password").press("Enter")
        today = page.evaluate("answered")
        phone.close()
        print(f"  first sign-in: {form:.0f} ms to the form, {today:.0f} ms from there to today", flush=True)
        times.append(form + today)
    yield f"first sign-in, {COURSES} courses", times, 3000


def p95(times):
    return sorted(times)[max(0, -(-len(times) * 95 // 100) - 1)]


MEASURES = {"opening": opening, "taps": taps, "scrolling": scrolling, "arrivals": arrivals, "first": first, "dragging": dragging, "searching": searching}


def main():
    only = os.environ.get("ONLY", "").split()
    results, found = Results("page"), {}
    with served(noteitd()) as server:
        world = World(server)
        for turn in range(RUNS):
            for name, measure in MEASURES.items():
                if only and name not in only:
                    continue
                with chromium() as browser:
                    for what, times, bound in measure(browser, world):
                        figures = (statistics.median(times), p95(times))
                        found.setdefault((what, bound), []).append(figures)
                        print(f"  {turn + 1}: {what}: {figures[0]:.0f}, p95 {figures[1]:.0f} ({bound})", flush=True)
        for (what, bound), turns in found.items():
            unit = "MB" if what.startswith("memory") else "ms"
            medians, highs = zip(*turns)
            aimed = "scrolling" in what
            results.ratio(what, "median", medians, f"{bound} {unit}", [bound] * len(turns), "less", aim=None if aimed else 1)
            results.ratio(what, "p95", highs, f"{bound} {unit}", [bound] * len(turns), "less", aim=1 if aimed else None)
        if not only or "lighthouse" in only:
            for what, scores in lighthouse(world).items():
                results.ratio(what, "score", scores, "95", [95] * len(scores), "more", aim=1)


main()
