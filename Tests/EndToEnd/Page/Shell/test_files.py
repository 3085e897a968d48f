"""What the shell loads, what a browser gets of it, and how many bytes."""

import gzip
import http.client
import json
import os.path
import re

import pytest

from front import PAGE, names, shell

STATIC = r"^(?:import|export)\b[^;'\"]*?from '([^']+)'"
# What is seen first: signing in, and today.
FIRST = ("main.js", "accounts/entrance.js", "inbox/today.js")
# What the server makes of the modules and the style sheets that the shell names.
SCRIPT, SHEET = "shell/joined.js", "style/joined.css"
# Loaded when a text first has code, formulas or rare characters.
SELDOM = ("text/colours/", "text/formulas/", "text/markdown/more_entities.js")
# The planners, which most people open a few times in a term, are counted apart.
PLANNERS = ("timetables/", "study/", "style/timetables", "style/study.css")
# Read by the room of study alone.
PLANNERS += ("tasks/adding.js", "tasks/line.js", "tasks/phrase.js", "tasks/steps.js")
# Degree plans are counted apart too: their room is as large as both.
DEGREES = ("degrees/", "style/degrees")
# And the settings: with mail, tokens and second factors they are as large as the rooms of staff.
SETTINGS = ("settings/", "style/settings.css")


def test_the_shell_names_what_its_first_rooms_need():
    """So that it comes at once, and not step by step."""
    assert preloads() == sorted(first() - {"main.js"})


def preloads():
    return re.findall(r'<link rel="modulepreload" href="([^"]+)">', shell())


def sheets():
    return re.findall(r'<link rel="stylesheet" href="([^"]+)">', shell())


def first():
    return set().union(*(needed(name, {name}) for name in FIRST))


def needed(path, seen, pattern=STATIC):
    """The modules that a module imports, and those that they import."""
    for match in re.finditer(pattern, (PAGE / path).read_text(), re.MULTILINE):
        found = beside(path, match[match.lastindex])
        if found not in seen:
            seen.add(found)
            needed(found, seen, pattern)
    return seen


def beside(path, name):
    return os.path.normpath(os.path.join(os.path.dirname(path), name))


def templates(markup):
    return re.findall(r'<template id="([^"]+)"', markup)


def test_no_two_templates_have_one_name():
    found = templates(shell() + "".join(path.read_text() for path in PAGE.glob("*/late.html")))
    assert len(found) == len(set(found))


def test_templates_are_in_the_shell_or_come_with_the_module_that_needs_them():
    """Whatever a module imports, at once or later, unless that is loaded with templates of its own."""
    texts = {name: (PAGE / name).read_text() for name in names() if name.endswith(".js")}
    posts = re.search(r"POSTS = (\[.+\])", texts["shell/rooms.js"])[1]
    comes = {"main.js": ""}
    for path, text in texts.items():
        for name, files in re.findall(r"\bloaded\(import\('([^']+)'\), ([^)]+)\)", text):
            late = re.findall(r"'([^']+\.html)'", files.replace("...POSTS", posts))
            comes[beside(path, name)] = "".join((PAGE / file).read_text() for file in late)
    assert {"staff/room.js", "staff/unseen.js", "tasks/form.js"} < comes.keys()
    for root, markup in comes.items():
        reached = needed(root, {root}, rf"{STATIC}|(?<!loaded\()\bimport\('([^']+\.js)'")
        used = {name for path in reached for name in re.findall(r"\bcopyOf\('([^']+)'", texts[path])}
        assert used - set(templates(shell() + markup)) == set(), root


class Sent:
    """What a server sends to browsers."""

    def __init__(self, server):
        self.server = server
        self.shell = self.body("/", "identity").decode()
        [self.folder] = set(re.findall(r"/page/\w+/", self.shell))
        self.texts = json.loads(self.body(f"{self.folder}files.json", "identity"))
        [places, *blocks] = re.split(r"^(?:\{|void \(async \(\) => \{) // ", self.texts[SCRIPT], flags=re.MULTILINE)
        self.joined = {block.split("\n", 1)[0]: block.split("\n")[1:-3] for block in blocks}
        self.numbers = {name: f"${number}" for number, name in enumerate(self.joined)}
        assert places == f"export const {', '.join(f'{number} = {{}}' for number in self.numbers.values())}\n"

    def body(self, path, coding):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        connection.request("GET", path, headers={"Accept-Encoding": coding})
        answer = connection.getresponse()
        assert answer.status == 200, path
        return answer.read()

    def text(self, name):
        return self.body("/worker.js" if name == "worker.js" else self.folder + name, "identity").decode()

    def part(self, names):
        """The bytes of some of the files, together."""
        return len(gzip.compress(json.dumps({name: text for name, text in self.texts.items() if name.startswith(names)}).encode()))

    def folders(self):
        """Rows of each folder: its lines and bytes as they are written, and its bytes as they are sent, each folder compressed by itself."""
        texts = {name: "\n".join(lines) for name, lines in self.joined.items()} | self.texts
        del texts[SCRIPT]
        for folder in sorted({name.split("/")[0] for name in names() if "/" in name}):
            written = [(PAGE / name).read_text() for name in names() if name.startswith(f"{folder}/")]
            sent = json.dumps({name: text for name, text in texts.items() if name.startswith(f"{folder}/")})
            yield folder, sum(text.count("\n") for text in written), sum(len(text.encode()) for text in written), len(gzip.compress(sent.encode()))

    def lines(self, name):
        """Of a module, also of one that was joined."""
        return self.joined[name] if name in self.joined else self.text(name).split("\n")

    def expected(self, name, line):
        """What becomes of a line of a module, but for its indentation."""
        if match := re.match(r"import \{ (.+) \} from '(.+)'$", line):
            if number := self.numbers.get(beside(name, match[2])):
                taken = f"const {{ {match[1].replace(' as ', ': ')} }} = {number};"
                up = "../" * name.count("/") or "./"
                return taken if name in self.joined else f"import {{ {number} }} from '{up}{SCRIPT}'; {taken}"
        if name not in self.joined:
            return line.lstrip(" ")
        return re.sub(r"\bimport\('([^']+)'(\)?)", lambda match: self.later(name, *match.groups()), re.sub(r"^export ", "", line.lstrip(" ")))

    def later(self, name, path, end):
        number = self.numbers.get(beside(name, path))
        return f"Promise.resolve({number})" if number and end else f"import('../{beside(name, path)}'{end or ''}"

    def weight(self, *paths):
        return sum(len(self.body(path, "gzip")) for path in ("/", *paths))


@pytest.fixture
def sent(server):
    return Sent(server)


def test_the_shell_with_its_first_room_stays_light(sent):
    named = re.findall(rf'"{sent.folder}([^"]+)"', sent.shell)
    assert sorted(named) == ["app.webmanifest", "icon-180.png", "icon.svg", SCRIPT, "shell/theme.js", SHEET]
    assert sent.weight(*(sent.folder + name for name in named)) <= 60_000


def test_all_rooms_stay_light(sent):
    """As the service worker gets them: together."""
    apart = sum(sent.part(names) for names in (SELDOM, PLANNERS, DEGREES, SETTINGS))
    assert sent.weight(f"{sent.folder}files.json") - apart <= 150_000


def test_the_whole_page_stays_light(sent):
    """With all rooms. Run with -rP, it prints the table of docs/page.md."""
    for folder, lines, written, compressed in sent.folders():
        print(f"| `{folder}` | {lines:,} | {written / 1000:.0f} | {compressed / 1000:.1f} |")
    whole = sent.weight(f"{sent.folder}files.json")
    print(f"all files {whole / 1000:.1f}", *(f"{sent.part(names) / 1000:.1f}" for names in (SELDOM, PLANNERS, DEGREES, SETTINGS)))
    assert whole - sent.part(SELDOM) <= 280_000


def test_the_planners_stay_light(sent):
    assert 0 < sent.part(PLANNERS) <= 68_000


def test_degree_plans_stay_light(sent):
    assert 0 < sent.part(DEGREES) <= 60_000


def test_the_settings_stay_light(sent):
    assert 0 < sent.part(SETTINGS) <= 28_000


def test_only_comments_and_indentation_are_taken_out_and_each_line_keeps_its_number(sent, browser, site):
    """A line that is missing stands for a comment: with words in its place that no template could hold, each module compiles."""
    modules = {"control.js": "export default `\n//${)\n`"}
    gone = 0
    for name in (name for name in [*sent.texts, *sent.joined, "worker.js"] if name.endswith(".js") and name != SCRIPT):
        source, served = (PAGE / name).read_text().split("\n"), sent.lines(name)
        assert len(source) == len(served)
        lines = list(marked(source, served))
        assert [line for line, was in zip(served, source) if line and line not in (was, sent.expected(name, was))] == [] or name == "worker.js"
        gone += sum(line != was for line, was in zip(lines, source))
        modules[name] = "\n".join(lines) + "\nimport './absent.js'"
    assert gone > 1000
    assert compiled(modules, browser, site) == {name: "SyntaxError" if name == "control.js" else "TypeError" for name in modules}


def test_what_the_shell_names_is_sent_as_one_file_and_nothing_is_there_twice(sent):
    """What is loaded later takes from there what it imports."""
    assert sorted(sent.joined) == sorted(first()) and list(sent.joined)[-1] == "main.js"
    assert sent.texts.keys() & {*first(), *sheets()} == set()
    for name, text in sent.texts.items():
        needed = {beside(name, path) for path in re.findall(r"(?:\bfrom |(?<!\{)\bimport\()'([^']+\.js)'", text or "")}
        assert needed <= sent.texts.keys(), name
    for number, name in enumerate(sent.joined):
        exports = re.findall(r"^export (?:async )?(?:function\*?|class|const) (\w+)", (PAGE / name).read_text(), re.MULTILINE)
        assert len(exports) == len(re.findall(r"^export\b", (PAGE / name).read_text(), re.MULTILINE)), name
        assert f"\nObject.assign(${number}, {{ {', '.join(exports)} }})\n" in sent.texts[SCRIPT], name


def test_style_sheets_lose_only_their_comments(sent):
    for name in (name for name in sent.texts if name.endswith(".css")):
        source = "".join((PAGE / each).read_text() for each in (sheets() if name == SHEET else [name]))
        served = sent.text(name)
        assert served == re.sub(r"^ */\*[^*]*\*/$|^ +", "", source, flags=re.MULTILINE) and "{" in served


def marked(source, served):
    """The source, with `${)` in each comment that is not sent."""
    inside = False
    for was, line in zip(source, served):
        text = was.strip()
        if line or not text:
            yield was
        elif not inside and text.startswith("//"):
            yield "//${)"
        else:
            begins, ends = not inside and text.startswith("/*"), text.endswith("*/")
            assert begins or inside, was
            inside = not ends
            yield f"{'/*' if begins else ''}${{){'*/' if ends else ''}"


def compiled(modules, browser, site):
    """The error of each module. An import that fails keeps all of them from running."""
    context = browser.new_context(base_url=site)
    context.route("**/marked/**", lambda route: answer(route, modules))
    page = context.new_page()
    page.goto("/empty")
    run = "(names) => Promise.all(names.map((name) => import('/marked/' + name).then(() => 'runs', (error) => error.name)))"
    errors = page.evaluate(run, list(modules))
    context.close()
    return dict(zip(modules, errors, strict=True))


def answer(route, modules):
    name = route.request.url.partition("/marked/")[2]
    if name in modules:
        route.fulfill(body=modules[name], content_type="text/javascript")
    else:
        route.fulfill(status=404)
