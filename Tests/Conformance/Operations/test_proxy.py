"""`deploy/nginx/noteit.conf` in a private nginx on the loopback: TLS, streams, hidden routes, limits."""

import contextlib
import http.client
import itertools
import json
import os
import re
import socket
import ssl
import subprocess

import pytest

from conftest import student
from contract import faults
from noteitd import PATIENCE, ROOT, Noteitd, free_port, wait_until
from people import Anyone
from streams import EventStream, Socket

BURST, BURST_OF_ALL = 3, 30  # burst of sign-ins or refreshes, and of all requests, in the strict proxy
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def proxy(server, tmp_path_factory):
    """The server as seen through nginx."""
    with nginx(server, tmp_path_factory.mktemp("nginx")) as through:
        yield through


@pytest.fixture(scope="module", autouse=True)
def idle(proxy, courses):
    """Somebody's streams through the proxy, open while the other tests run."""
    person = student(proxy.server, next(courses), 0)
    with EventStream(proxy, person.headers, "now", tls=proxy.tls) as stream:
        with Socket(proxy, person.headers, "now", tls=proxy.tls) as socket:
            yield person, (stream, socket)


@pytest.fixture(scope="module")
def strict(server, tmp_path_factory):
    """The same with low limits, and clients that name their address in `X-Test-Address`."""

    def tighten(configuration):
        tight, rates = re.subn(r"rate=\d+r/s", "rate=1r/m", configuration)
        tight, own = re.subn(r"(zone=noteit_(?:sign_in|refresh)) burst=\d+", rf"\1 burst={BURST}", tight)
        tight, of_all = re.subn(r"(zone=noteit_all) burst=\d+", rf"\1 burst={BURST_OF_ALL}", tight)
        assert (rates, own, of_all) == (3, 2, 1)
        return "set_real_ip_from 127.0.0.1; real_ip_header X-Test-Address;" + tight

    with nginx(server, tmp_path_factory.mktemp("strict"), tighten) as through:
        yield through


@contextlib.contextmanager
def nginx(server, folder, change=lambda configuration: configuration):
    """The server through an nginx of its own."""
    port = free_port()
    certificate(folder)
    (folder / "nginx.conf").write_text(configuration(folder, server.port, port, change))
    process = subprocess.Popen(
        [os.environ["NGINX"], "-p", folder, "-c", folder / "nginx.conf", "-e", folder / "error.log"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=open(folder / "stderr.log", "wb"),
    )
    through = Proxied(server, folder, port)
    wait_until(lambda: process.poll() is not None or through.accepts(), "nginx to listen")
    assert process.poll() is None, (folder / "stderr.log").read_text() + (folder / "error.log").read_text()
    yield through
    process.terminate()
    process.wait()


class Proxied:
    """Stands in for the server."""

    def __init__(self, server, folder, port):
        self.server, self.folder, self.port = server, folder, port
        self.url = f"https://127.0.0.1:{port}"
        self.tls = ssl.create_default_context(cafile=folder / "noteit.pem")
        # After a handshake of TLS 1.3 come tickets, which Python may read while another thread writes: one WebSocket of a hundred
        # then sent nothing. `requests` has a context of its own.
        self.tls.maximum_version = ssl.TLSVersion.TLSv1_2

    def anyone(self):
        anyone = Anyone(self)
        anyone.http.verify = str(self.folder / "noteit.pem")
        return anyone

    def accepts(self):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def connect(self, source="127.0.0.1"):
        """A connection from another loopback address; it sends paths verbatim."""
        return http.client.HTTPSConnection("127.0.0.1", self.port, context=self.tls, source_address=(source, 0), timeout=PATIENCE)

    def sign_in(self, address, path="/v1/sessions"):
        """The answer to a sign-in without a password, of a client of a strict proxy."""
        return self.said("POST", path, body=b"{}", headers=JSON | {"X-Test-Address": address})

    def said(self, method, path, source="127.0.0.1", body=None, headers=None):
        """One request over a connection of its own: the answer, its body read."""
        connection = self.connect(source)
        try:
            return send(connection, method, path, body, headers)
        finally:
            connection.close()


def send(connection, method, path, body=None, headers=None):
    connection.putrequest(method, path, skip_accept_encoding=True)
    for name, value in ({"Content-Length": str(len(body))} if body else {}).items() | (headers or {}).items():
        connection.putheader(name, value)
    connection.endheaders(body)
    answer = connection.getresponse()
    answer.body = answer.read()
    return answer


def certificate(folder):
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
         "-keyout", folder / "noteit.key", "-out", folder / "noteit.pem"],
        check=True, capture_output=True,
    )


def configuration(folder, server_port, port, change):
    """The deployed configuration with the ports and files of this test."""
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
    deployed = change(deployed)
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    user = "user root;" if os.geteuid() == 0 else ""
    return f"{user} daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; events {{}} http {{ {temporary}\n{deployed} }}"


@pytest.mark.parametrize("transport", [EventStream, Socket])
def test_changes_come_through_one_by_one(transport, proxy, course, ada, bob):
    """Each before the next is posted: the proxy does not wait until a buffer is full."""
    with transport(proxy, bob.headers, "now", tls=proxy.tls) as live:
        live.frame()
        for number in range(5):
            event = ada.post(course["id"], f"Event {number}")
            assert live.change()[0]["id"] == event["id"]


def test_answers_are_the_servers_own(proxy, ada):
    through = proxy.anyone()
    through.headers = ada.headers
    assert through.get("/v1/me") == ada.account
    through.refused("POST", "/v1/me/enrollments", 413, data=b" " * ((1 << 20) + 1), headers={"Content-Type": "application/json"})
    through.refused("GET", "/v1/ws", 426)


def test_a_ticket_is_in_no_log(proxy, bob):
    ticket = bob.call("POST", "/v1/stream-tickets").json()["ticket"]

    def logged():
        return (proxy.folder / "access.log").read_text().count("GET /v1/stream")

    before = logged()
    with EventStream(proxy, {}, "now", ticket=ticket, tls=proxy.tls) as stream:
        assert stream.frame()[0] == "at"
    wait_until(lambda: logged() > before, "the request to be logged")
    logs = [proxy.folder / "access.log", proxy.folder / "error.log", proxy.server.output]
    assert not any(ticket in log.read_text(errors="replace") for log in logs)


def test_files_pass_in_both_directions_without_buffering(proxy, course, ada, bob):
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


SPELLINGS = [
    "".join(parts) for parts in itertools.product(
        ("/", "//", "/./", "/x/../", "/%2F", "/%2e/"), ("metrics", "METRICS", "%6Detrics", "metric%73"),
        ("", "/", "//", "/.", "/x/..", "%2F", "?x", "#x", ";x", "%20", "%00"),
    )
] + ["http://127.0.0.1/metrics/", "/v1/..%2Fmetrics", "/%256Detrics", "/metrics\\", "/metrics%0A", "/healthz/../metrics"]


def test_only_this_machine_reads_metrics(proxy, anyone):
    secret = b"noteit_http_requests_total"
    assert secret in anyone.call("GET", "/metrics", 200).content
    assert secret in proxy.said("GET", "/metrics").body
    connection, shown = proxy.connect("127.0.0.2"), []
    for spelling in SPELLINGS:
        answer = send(connection, "GET", spelling)
        if answer.status == 200 or secret in answer.body:
            shown.append(spelling)
    connection.close()
    assert shown == []
    for method in ("HEAD", "POST", "OPTIONS"):
        assert proxy.said(method, "/metrics/", "127.0.0.2").status == 403


def test_nothing_is_served_without_tls(proxy):
    listens = re.findall(r"^ *listen ([^;]*);", (ROOT / "deploy/nginx/noteit.conf").read_text(), re.MULTILINE)
    assert listens and all(" ssl " in listen for listen in listens)
    connection = http.client.HTTPConnection("127.0.0.1", proxy.port, timeout=PATIENCE)
    assert send(connection, "GET", "/healthz").status == 400
    connection.close()


def test_every_answer_has_hsts(proxy, strict):
    from_outside = [proxy.said("GET", path, "127.0.0.2") for path in ("/healthz", "/nosuch", "/v1/me", "/metrics")]
    limited = [strict.sign_in("192.0.2.1") for _ in range(BURST + 2)]
    assert [answer.status for answer in from_outside] == [200, 404, 401, 403] and limited[-1].status == 429
    for answer in from_outside + limited:
        assert int(re.fullmatch(r"max-age=(\d+)", answer.getheader("Strict-Transport-Security"))[1]) >= 15_552_000


def test_a_long_head_passes_and_one_over_16_kib_does_not(proxy, ada):
    token = ada.headers["Authorization"]
    assert proxy.said("GET", "/v1/me", headers={"Authorization": token, "X-Long": "x" * 12_000}).status == 200
    for long in ({"X-Long": "x" * 20_000}, {f"X-{number}": "x" * 1_000 for number in range(30)}):
        # A head that is cut off may end the connection before its answer is read.
        with contextlib.suppress(OSError):
            assert proxy.said("GET", "/v1/me", headers={"Authorization": token} | long).status == 400
    assert proxy.said("GET", "/v1/me", headers={"Authorization": token}).status == 200


def test_an_upgrade_to_anything_but_a_websocket_is_an_ordinary_request(proxy):
    headers = {"Connection": "Upgrade, HTTP2-Settings", "Upgrade": "h2c", "HTTP2-Settings": "AAMAAABkAAQAAP__"}
    assert proxy.said("GET", "/healthz", headers=headers).status == 200


def test_a_campus_behind_one_address_signs_in_at_once(proxy):
    for path, clients, status in (("/v1/sessions", 300, 422), ("/v1/sessions/refresh", 600, 401)):
        connection = proxy.connect("127.0.0.3")
        assert {send(connection, "POST", path, b"{}", JSON).status for _ in range(clients)} == {status}
        connection.close()


@pytest.mark.parametrize("busy, other, status, paths", [
    ("192.0.2.2", "192.0.2.3", 422, ("/v1/sessions", "/v1/sessions/", "//v1/sessions", "/v1/%73essions", "/v1/accounts", "/v1//accounts?x=1")),
    ("192.0.2.4", "192.0.2.5", 401, ("/v1/sessions/refresh", "/v1/sessions//refresh", "/v1/sessions/%72efresh/")),
])
def test_too_many_sign_ins_of_one_client_are_429_and_others_succeed(busy, other, status, paths, strict):
    assert [strict.sign_in(busy, paths[0]).status for _ in range(BURST + 1)] == [status] * (BURST + 1)
    for path in paths:
        answer = strict.sign_in(busy, path)
        assert answer.status == 429 and answer.getheader("Content-Type") == "application/problem+json"
        assert answer.getheader("Retry-After") == "5" and not faults(json.loads(answer.body), {"$ref": "#/components/schemas/Problem"})
    assert strict.said("GET", "/v1/sessions", headers={"X-Test-Address": busy}).status == 401
    assert strict.sign_in(other, paths[0]).status == status


def test_too_many_requests_of_one_client_are_429_too(strict):
    def get(address):
        return strict.said("GET", "/healthz", headers={"X-Test-Address": address}).status

    assert [get("192.0.2.8") for _ in range(BURST_OF_ALL + 2)] == [200] * (BURST_OF_ALL + 1) + [429]
    assert get("192.0.2.9") == 200


@pytest.mark.parametrize("one, same, another", [
    ("192.0.2.6", "192.0.2.6", "192.0.2.7"),
    ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:3::1"),
    ("2001:db8:9:0:1::", "2001:db8:9:0:2:3:4:5", "2001:db8:9:1::1"),
    ("2001:db8::1", "2001:db8::2", "2001:db9::1"),
])
def test_an_ipv6_customer_is_one_client(one, same, another, strict):
    assert [strict.sign_in(one).status for _ in range(BURST + 1)] == [422] * (BURST + 1)
    assert (strict.sign_in(same).status, strict.sign_in(another).status) == (429, 422)


def test_a_file_over_the_proxys_limit_is_refused_before_it_is_sent(proxy, ada):
    headers = ada.headers | {"Content-Type": "application/octet-stream", "Content-Length": str(33 << 20)}
    said = proxy.said("POST", "/v1/attachments?name=huge.bin", headers=headers)
    assert (said.status, said.getheader("Content-Type")) == (413, "application/problem+json")
    assert json.loads(said.body)["status"] == 413


def test_a_client_cannot_choose_its_counted_address(tmp_path):
    server = Noteitd(tmp_path, NOTEIT_TRUST_PROXY="true").start()
    body = json.dumps({"email": "nobody@example.edu", "password": "a wrong sentence"}).encode()
    with nginx(server, tmp_path) as through:
        forged = JSON | {"X-Forwarded-For": "203.0.113.9", "Forwarded": "for=203.0.113.9", "X-Real-IP": "203.0.113.9"}
        assert through.said("POST", "/v1/sessions", "127.0.0.5", body, forged).status == 401
    told = server.admin("audit", "--json")
    server.stop()
    assert "127.0.0.5" in told and "203.0.113.9" not in told


def test_an_idle_stream_stays_open(idle):
    """By its keep-alives. Most of the time passes during the tests before this one."""
    person, streams = idle
    for live in streams:
        assert [live.frame()[0], live.frame()[0]] == ["at", "at"]
    event = person.post(person.items("/v1/me/enrollments")[0]["course"])
    for live in streams:
        assert live.change()[0]["id"] == event["id"]
