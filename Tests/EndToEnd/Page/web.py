"""The page's modules in a browser: a server of files under the page's own policy, and Debian's Chromium."""

import contextlib
import functools
import http.server
import pathlib
import re
import threading

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[3]
HERE = pathlib.Path(__file__).resolve().parent
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types noteit"
)
# This machine under a name that browsers do not take for it: what comes from there without TLS is not secure.
ELSEWHERE = "elsewhere.test"
TEMPLATES = "".join(file.read_text() for file in sorted((ROOT / "client-web").glob("*/templates.html")))
STYLES = " ".join(f"/{file.relative_to(ROOT)}" for file in sorted((ROOT / "client-web/style").glob("*.css")))
# What the shell has of its own.
OWN = "".join(re.findall("<template .*?</template>", (ROOT / "client-web/index.html").read_text(), re.DOTALL))
HEAD = f"<meta charset='utf-8'><meta name='styles' content='{STYLES}'><title>Test</title>"
SHELL = f"<!doctype html><html lang='en'><head>{HEAD}</head><body>{OWN}{TEMPLATES}</body></html>"


class Files(http.server.SimpleHTTPRequestHandler):
    """The files of the page at their paths, as deno finds its modules. Every other address is a page with the templates of the shell."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if self.path.split("?")[0].endswith((".js", ".css", ".json", "/late.html")):
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(SHELL.encode())))
        self.end_headers()
        self.wfile.write(SHELL.encode())

    def end_headers(self):
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, *_):
        """A browser may leave in the middle of an answer."""


@contextlib.contextmanager
def site():
    """Serves the page's files on a free port; gives the address."""
    server = Server(("127.0.0.1", 0), functools.partial(Files, directory=ROOT))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@contextlib.contextmanager
def chromium():
    """A browser. It ends with the file that uses it: while Playwright runs, no other test may start an event loop."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=[
            "--no-sandbox", f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1"])
        try:
            yield browser
        finally:
            browser.close()
