"""How the server sends the page: the shell at every room, files for ever under their hash, the policy on all of it."""

import gzip
import json
import re
import subprocess

import pytest

from contract import operations
from hostile import Answer, filled
from noteitd import PATIENCE, PROGRAM, ROOT, Noteitd, wait_until

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
    "trusted-types noteit"
)
FOREVER = "public, max-age=31536000, immutable"
BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
PLAN = "01a21713-fe60-775e-881a-252bfc00d849"
ROOMS = [
    "/", "/today", "/inbox", "/search", "/settings", "/courses", "/join", "/device", "/sign-on", "/c/202530.CMPT225", "/c/202530.CMPT225/42", "/calendar",
    "/calendar/2026-12-01", "/timetables", "/study", "/degree", "/staff", "/staff/202530.CMPT225", "/staff/202530.CMPT225/roster",
    f"/degree/{PLAN}", "/inbox?unread=true", "/c/nothing", "/c/%D0%9A%D1%83%D1%80%D1%81",
]
NOT_ROOMS = [
    "/nothing", "/c", "/c/202530.CMPT225/x", "/c/202530.CMPT225/0", "/c/202530.CMPT225/-1", "/c/202530.CMPT225/42/3",
    "/calendar/2026-13-01", "/calendar/today", "/degree/", "/degree/x", "/inbox/", "//", "/index.html", "/404.html", "/main.js",
    "/INBOX", "/inbox%00", "/inbox/../today", "/page", "/page/x", "/staff/a/b/c", "/.git/config", "/client-web/index.html",
]
TYPES = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon",
    ".json": "application/json",
}
OWN_ADDRESS = {"index.html", "404.html", "worker.js"}
TEMPLATES = [path.read_bytes() for path in sorted((ROOT / "client-web").glob("*/templates.html"))]
JOINED = {"main.js", *re.findall(r'<link rel="(?:modulepreload|stylesheet)" href="(.+)">', (ROOT / "client-web/index.html").read_text())}
FILES = {
    path.relative_to(ROOT / "client-web").as_posix(): path.read_bytes()
    for path in sorted((ROOT / "client-web").rglob("*")) if path.is_file() and path.suffix in TYPES and path.suffix != ".json" and path.name != "templates.html"
}


class Site:
    """A server as a browser asks it."""

    def __init__(self, server):
        self.server = server

    def ask(self, path, status=200, method="GET", **headers):
        """Sends a path as it is written."""
        answer = Answer(self.server, method, path, BROWSER | headers)
        assert answer.status_code == status, (method, path, answer.status_code, answer.text[:300])
        return answer

    def folder(self):
        """The address below which the files are, as the shell names it."""
        [folder] = {found.decode() for found in re.findall(rb"/page/\w+/", self.ask("/").content)}
        return folder

    def names(self, folder):
        return list(self.texts(folder))

    def texts(self, folder):
        return json.loads(self.ask(f"{folder}files.json", Accept="*/*").content)


@pytest.fixture
def site(server):
    return Site(server)


def expect_policy(answer):
    assert answer.headers["Content-Security-Policy"] == POLICY
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "Set-Cookie" not in answer.headers and "Server" not in answer.headers


@pytest.mark.parametrize("path", ROOMS)
def test_every_room_opens_cold_with_the_shell(path, site):
    answer = site.ask(path)
    expect_policy(answer)
    assert answer.headers["Content-Type"] == TYPES[".html"] and answer.headers["Cache-Control"] == "no-cache"
    assert answer.content == site.ask("/").content and b"NoteIt" in answer.content


@pytest.mark.parametrize("path", NOT_ROOMS)
def test_other_addresses_are_not_found_and_say_so_to_people(path, site):
    answer = site.ask(path, 404)
    expect_policy(answer)
    assert answer.headers["Content-Type"] == TYPES[".html"] and answer.headers["Cache-Control"] == "no-store"
    assert b"no page at this address" in answer.content and "ETag" not in answer.headers
    assert site.ask(path, 404, "HEAD").content == b""


@pytest.mark.parametrize("path", [path for path in NOT_ROOMS if path != "//"])
def test_programs_get_a_problem_document(path, site):
    for headers in ({"Accept": "*/*"}, {"Accept": "application/json"}):
        answer = site.ask(path, 404, **headers)
        assert answer.headers["Content-Type"] == "application/problem+json" and json.loads(answer.content)["status"] == 404


@pytest.mark.parametrize("path", ["/v1", "/v1/nothing", "/calendars/x.ics", "/.well-known/nothing"])
def test_the_addresses_of_programs_keep_their_problem_documents(path, site):
    assert site.ask(path, 404).headers["Content-Type"] == "application/problem+json"


def test_a_room_takes_reading_alone(site):
    for path in ("/inbox", "/c/x/1", "/worker.js"):
        answer = site.ask(path, 405, "POST")
        assert answer.headers["Allow"] == "GET, HEAD" and answer.headers["Content-Type"] == "application/problem+json"
    assert site.ask("/", 405, "POST").headers["Allow"] == "GET, HEAD, OPTIONS, PROPFIND"


def test_the_link_of_a_plan_tells_programs_what_it_is(site):
    answer = site.ask(f"/degree/{PLAN}", Accept="*/*")
    assert b"noteit plan show" in answer.content and answer.headers["Content-Type"].startswith("text/plain")
    assert "Accept" in [each.strip() for each in answer.headers["Vary"].split(",")]


def test_the_shell_has_the_templates_of_all_folders(site):
    [shell, templates] = [site.ask("/").content, b"".join(TEMPLATES)]
    assert templates and shell.count(templates) == 1 and b"the templates of all folders" not in shell


def test_a_shell_that_is_known_is_not_sent_again(site):
    plain, packed = site.ask("/inbox"), site.ask("/inbox", **{"Accept-Encoding": "gzip, br"})
    assert plain.headers["ETag"] != packed.headers["ETag"]
    assert packed.headers["Content-Encoding"] == "gzip" and gzip.decompress(packed.content) == plain.content
    assert plain.headers["Vary"] == packed.headers["Vary"] == "Accept-Encoding" and "Content-Encoding" not in plain.headers
    for tag in (plain.headers["ETag"], packed.headers["ETag"]):
        again = site.ask("/today", 304, **{"If-None-Match": f'"x", {tag}'})
        expect_policy(again)
        assert again.content == b"" and again.headers["ETag"] == plain.headers["ETag"]
    assert site.ask("/today", **{"If-None-Match": '"x"'}).content == plain.content


def test_head_says_what_get_says(site):
    get, head = site.ask("/inbox"), site.ask("/inbox", method="HEAD")
    assert head.content == b""
    for name in set(get.headers.keys()) - {"Date"}:
        assert head.headers[name] == get.headers[name], name


def test_the_files_of_the_program_are_those_of_the_tree(site):
    """All of them, under one hash, each with its type, and compressed. Lines with comments alone are empty, and nothing is indented.
    What the shell needs at once is joined."""
    folder = site.folder()
    assert sorted(site.names(folder)) == sorted({*FILES} - OWN_ADDRESS - JOINED | {"shell/joined.js", "style/joined.css"})
    saved, sent, texts = 0, 0, site.texts(folder)
    for name in JOINED:
        site.ask(folder + name, 404, Accept="*/*")
    for name, text in texts.items():
        content = FILES.get(name) or text.encode()
        plain, packed = site.ask(folder + name, Accept="*/*"), site.ask(folder + name, **{"Accept": "*/*", "Accept-Encoding": "gzip"})
        for answer in (plain, packed):
            expect_policy(answer)
            assert answer.headers["Content-Type"] == TYPES[name[name.rindex("."):]] and answer.headers["Cache-Control"] == FOREVER
        if text is None:
            assert name.endswith(".png") and plain.content == content, "a worker fetches it by itself"
        else:
            assert plain.content.decode() == text
            pairs = zip(plain.content.split(b"\n"), content.split(b"\n"), strict=True)
            assert all(line in (b"", was, was.lstrip(b" ")) or line.startswith(b"import { $") for line, was in pairs)
        if "Content-Encoding" in packed.headers:
            assert gzip.decompress(packed.content) == plain.content
            saved, sent = saved + len(plain.content) - len(packed.content), sent + len(plain.content)
    assert saved > sent / 2


class Served(Noteitd):
    """A server that reads the page from a folder."""

    def __init__(self, folder, page):
        (folder / "server").mkdir()
        super().__init__(folder / "server")
        self.arguments = ["--page", str(page)]
        self.start()

    def start(self):
        with open(self.output, "ab") as log:
            self.process = subprocess.Popen(
                [PROGRAM, "serve", "--database", self.database, "--port", str(self.port), *self.arguments],
                stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=self.environment)
        wait_until(self.is_ready, f"noteitd to be ready; it said: {self.said()}")


SHELL = """<!DOCTYPE html><html lang="en"><head><title>NoteIt</title><script type="module" src="main.js"></script>
<link rel="stylesheet" href='./style/tokens.css'><link rel="manifest" href="noteit.webmanifest"></head>
<body><a href="absent.js">index.html</a> "main.js.map" "/main.js" `main.js` main.js "worker.js"
<!-- The server puts the templates of all folders here. --><!-- The server puts the templates of all folders here. --></body></html>"""
DRAFT = {
    "index.html": SHELL, "404.html": '<!DOCTYPE html><title>None</title><link rel="stylesheet" href="style/tokens.css">',
    "worker.js": "const files = 'files.json'\nimport './copy/shell.js'\n", "main.js": "import './copy/shell.js'\n",
    "copy/shell.js": "export const here = 1\n", "style/tokens.css": "body { color: black }\n", "noteit.webmanifest": "{}",
    "inbox/templates.html": "<template id='in'>main.js</template>\n",
    "catalog/templates.html": '<template id="courses"><img src="style/tokens.css"></template>\n', "deno.json": "{}", "contract.d.ts": "export {}", ".secret.js": "x", ".hidden/x.js": "x", "notes.md": "x", "more.json": "{}",
}


def write(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


@pytest.fixture
def draft(tmp_path):
    """A server that serves the page from a folder, and the folder."""
    folder = tmp_path / "draft"
    write(folder, DRAFT)
    server = Served(tmp_path, folder)
    yield Site(server), folder
    server.stop()


def test_the_shell_names_each_file_by_its_address(draft):
    site, _ = draft
    shell, folder = site.ask("/c/202530.CMPT225/42").text, site.folder()
    assert f'src="{folder}main.js"' in shell and f"href='{folder}style/tokens.css'" in shell
    assert f'href="{folder}noteit.webmanifest"' in shell
    for name in ('"absent.js"', '"main.js.map"', '"/main.js"', "`main.js`", '"worker.js"', ">index.html<"):
        assert name in shell, name
    assert f'href="{folder}style/tokens.css"' in site.ask("/nothing", 404).text
    first, second = f'<template id="courses"><img src="{folder}style/tokens.css"></template>\n', "<template id='in'>main.js</template>\n"
    assert f"{first}{second}<!-- The server puts the templates of all folders here. --></body>" in shell
    assert site.ask(folder + "main.js", Accept="*/*").text == DRAFT["main.js"]


def test_the_worker_stands_at_the_root_with_the_addresses_of_its_files(draft):
    site, _ = draft
    answer, folder = site.ask("/worker.js", Accept="*/*"), site.folder()
    expect_policy(answer)
    assert answer.headers["Service-Worker-Allowed"] == "/" and answer.headers["Content-Type"] == TYPES[".js"]
    assert answer.text == f"const files = '{folder}files.json'\nimport '{folder}copy/shell.js'\n"
    site.ask(f"{folder}worker.js", 404)


def test_only_files_for_browsers_are_served_from_a_folder(draft, tmp_path):
    site, folder = draft
    served = ["copy/shell.js", "main.js", "noteit.webmanifest", "style/tokens.css"]
    assert site.texts(site.folder()) == dict.fromkeys(served), "a worker fetches them one by one"
    write(tmp_path, {"outside.js": "x"})
    for name in (*DRAFT.keys() - set(served), "../outside.js", "%2e%2e/outside.js", "..%2Foutside.js", "copy/../main.js", "copy", "",
                 "copy//shell.js", "./main.js", "MAIN.JS", "main.js%00", "main.js/"):
        site.ask(site.folder() + name, 404, Accept="*/*")


def test_a_folder_is_served_as_it_is_now_and_kept_by_nobody(draft):
    site, folder = draft
    before = site.folder()
    for path in ("/", "/worker.js", before + "main.js"):
        assert site.ask(path, Accept="*/*").headers["Cache-Control"] == "no-store"
    write(folder, {"main.js": "changed\n", "copy/new.js": "new\n", "inbox/templates.html": "<template id='new'></template>"})
    after = site.folder()
    assert after != before
    for address in (before, after):
        assert site.ask(address + "main.js", Accept="*/*").content == b"changed\n"
    assert "copy/new.js" in site.names(after) and "<template id='new'></template>" in site.ask("/").text
    (folder / "404.html").unlink()
    assert site.ask("/nothing", 404).headers["Content-Type"] == "application/problem+json"
    (folder / "index.html").unlink()
    assert site.ask("/", 404).headers["Content-Type"] == "application/problem+json"


def test_a_folder_without_a_page_is_one_sentence(tmp_path):
    command = [PROGRAM, "serve", "--database", tmp_path / "new.db", "--page", tmp_path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode != 0 and "index.html" in done.stderr and "client-web" in done.stderr


def test_another_version_of_the_page_is_not_found(site):
    folder = site.folder()
    name = site.names(folder)[0]
    for other in ("/page/0000000000000000/", folder.upper().replace("/PAGE", "/page"), "/page/x/", "/page/%00/"):
        if other != folder:
            assert "max-age" not in site.ask(other + name, 404, Accept="*/*").headers["Cache-Control"]


def test_answers_with_peoples_words_are_kept_by_no_cache(world):
    """What a person loses must be found nowhere afterwards. Feeds and objects are for calendar programs."""
    tried = set()
    for id, (person, values, query, body) in world.requests.items():
        method, path = next((method, path) for method, path, operation in operations() if operation["operationId"] == id)
        if method != "get" or id in ("calendarFeed", "stream", "socket"):
            continue
        answer = person.call("GET", filled(path, values), params={name: value for name, value in query.items() if value is not None})
        assert answer.status_code >= 400 or answer.headers["Cache-Control"] == "no-store", id
        tried.add(id)
    assert {"event", "replies", "attachment", "snapshot", "changes", "search", "notifications"} <= tried
