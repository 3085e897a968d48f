"""`deploy/nginx/noteit.conf` for real: a private nginx on the loopback, TLS, streams through it."""

import os
import re
import ssl
import subprocess
import time

import pytest

from noteitd import ROOT, free_port, wait_until
from people import Anyone
from streams import EventStream, Socket

PROMPT = 1  # second within which a change must be through


@pytest.fixture(scope="module")
def proxy(server, tmp_path_factory):
    """The server as seen through nginx."""
    folder = tmp_path_factory.mktemp("nginx")
    port = free_port()
    certificate(folder)
    (folder / "nginx.conf").write_text(configuration(folder, server.port, port))
    process = subprocess.Popen(
        [os.environ["NGINX"], "-p", folder, "-c", folder / "nginx.conf", "-e", folder / "error.log"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=open(folder / "stderr.log", "wb"),
    )
    through = Proxied(server, folder, port)
    wait_until(lambda: process.poll() is not None or through.answers(), "nginx to answer")
    assert process.poll() is None, (folder / "stderr.log").read_text() + (folder / "error.log").read_text()
    yield through
    process.terminate()
    process.wait(timeout=10)


class Proxied:
    """Stands for the server in what a test opens."""

    def __init__(self, server, folder, port):
        self.folder, self.port = folder, port
        self.url = f"https://127.0.0.1:{port}"
        self.tls = ssl.create_default_context(cafile=folder / "noteit.pem")
        self.output = server.output

    def anyone(self):
        anyone = Anyone(self)
        anyone.http.verify = str(self.folder / "noteit.pem")
        return anyone

    def answers(self):
        try:
            return self.anyone().http.get(self.url + "/healthz", timeout=5).status_code == 200
        except OSError:
            return False


def certificate(folder):
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
         "-keyout", folder / "noteit.key", "-out", folder / "noteit.pem"],
        check=True, capture_output=True,
    )


def configuration(folder, server_port, port):
    """The configuration as it is deployed, with the ports and files of this test."""
    deployed = (ROOT / "deploy/nginx/noteit.conf").read_text()
    changes = [
        (r"server 127\.0\.0\.1:8080;", f"server 127.0.0.1:{server_port};"), (r"listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        (r"\n +listen \[::\]:443[^\n]*", ""), (r"/etc/ssl/certs/noteit\.pem", f"{folder}/noteit.pem"),
        (r"/etc/ssl/private/noteit\.key", f"{folder}/noteit.key"), (r"/var/log/nginx/noteit\.log", f"{folder}/access.log"),
        (r"/var/log/nginx/noteit-error\.log", f"{folder}/error.log"),
    ]
    for pattern, value in changes:
        deployed, count = re.subn(pattern, value, deployed)
        assert count == 1, pattern
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    user = "user root;" if os.geteuid() == 0 else ""
    return f"{user} daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; events {{}} http {{ {temporary}\n{deployed} }}"


@pytest.mark.parametrize("transport", [EventStream, Socket])
def test_a_change_comes_through_within_a_second(transport, proxy, course, ada, bob):
    with transport(proxy, bob.headers, "now", tls=proxy.tls) as live:
        live.frame()
        for number in range(5):
            begin = time.monotonic()
            event = ada.post(course["id"], f"Event {number}")
            assert live.change()[0]["id"] == event["id"]
            assert time.monotonic() - begin < PROMPT


def test_a_quiet_stream_is_not_cut(proxy, course, ada, bob):
    with EventStream(proxy, bob.headers, "now", tls=proxy.tls, patience=40) as stream:
        with Socket(proxy, bob.headers, "now", tls=proxy.tls, patience=40) as socket:
            for live in (stream, socket):
                assert [live.frame()[0], live.frame()[0]] == ["at", "at"]
            event = ada.post(course["id"])
            for live in (stream, socket):
                assert live.change()[0]["id"] == event["id"]


def test_answers_are_the_servers_own(proxy, ada):
    through = proxy.anyone()
    through.headers = ada.headers
    assert through.get("/v1/me") == ada.account
    through.refused("POST", "/v1/me/enrollments", 413, data=b" " * ((1 << 20) + 1), headers={"Content-Type": "application/json"})
    through.refused("GET", "/v1/ws", 426)


def test_a_ticket_stands_in_no_log(proxy, bob):
    ticket = bob.call("POST", "/v1/stream-tickets").json()["ticket"]
    with EventStream(proxy, {}, "now", ticket=ticket, tls=proxy.tls) as stream:
        assert stream.frame()[0] == "at"
    wait_until(lambda: "GET /v1/stream" in (proxy.folder / "access.log").read_text(), "the request to be logged")
    logs = [proxy.folder / "access.log", proxy.folder / "error.log", proxy.output]
    assert not any(ticket in log.read_text(errors="replace") for log in logs)


def test_files_go_through_in_both_directions_as_they_come(proxy, course, ada, bob):
    through = proxy.anyone()
    through.headers = ada.headers | {"Content-Type": "application/octet-stream"}
    content = os.urandom(5 << 20)
    chunks = (content[start:start + 65536] for start in range(0, len(content), 65536))
    file = through.call("POST", "/v1/attachments?name=slides.bin", 201, data=chunks).json()
    through.refused("POST", "/v1/attachments?name=large.bin", 413, data=bytes((25 << 20) + 1))
    ada.post(course["id"], attachments=[file["id"]])
    through.headers = bob.headers
    path = f"/v1/attachments/{file['id']}"
    assert through.call("GET", path, 200).content == content
    part = through.call("GET", path, 206, headers={"Range": "bytes=1000000-4999999", "If-Range": f'"{file["sha256"]}"'})
    assert part.content == content[1000000:5000000]
