"""Imports from a campus network: through its proxy, with certificates of its authority. Nothing leaves the loopback."""

import concurrent.futures
import contextlib

import pytest

from hostile_web import HostileWeb, calendar, event
from importing import MB, PATH, bring, path, refusal, shown, sync  # noqa: F401
from networks import ENDLESS, FORBIDDEN, SILENCE, UNKNOWN_PERSON, WORDY, Authority, Front, Proxy, knowing
from noteitd import Noteitd, free_port
from people import register

# Public addresses, but of special networks: if a test fails and a request leaves this machine, it reaches no server.
PUBLIC, PUBLIC_6, PLACES = "192.52.193.1", "2620:4f:8000::1", [f"192.52.193.{number}" for number in range(10, 200)]
HOSTS = [
    ("calendar.example.edu", PUBLIC), ("six.example.edu", PUBLIC_6), ("campus.example.edu", "127.0.0.1"),
    ("again.example.edu", "127.0.0.9"), ("again.example.edu", "127.0.0.1"), ("other.example.edu", "127.0.0.1"),
    ("other.example.edu", "127.0.0.9"), ("proxy.example.edu", "127.0.0.1"), ("twice.example.edu", "192.52.193.2"), ("twice.example.edu", "192.52.193.3"),
    ("inside.example.edu", "10.0.0.5"), ("mixed.example.edu", PUBLIC), ("mixed.example.edu", "10.0.0.5"),
    *((f"host{number}.example.edu", place) for number, place in enumerate(PLACES)),
]


class Campus:
    """A network with an authority, a web server of calendars, with TLS and without, and a proxy that reaches both."""

    def __init__(self, folder, enter):
        self.authority = Authority(folder)
        self.certificate = self.authority.certificate("*.example.edu")
        self.web = enter(HostileWeb())
        self.front = enter(Front(self.web.port, self.certificate))
        self.proxy = enter(Proxy({f"{PUBLIC}:443": self.front.port, f"[{PUBLIC_6}]:443": self.front.port}))
        self.proxy.routes[f"127.0.0.1:{self.web.port}"] = self.web.port
        self.within = knowing(folder, HOSTS)
        self.places = enumerate(PLACES)

    def settings(self, proxy=None, **more):
        """The environment of a server behind the proxy, which trusts the authority."""
        proxy = proxy or self.proxy.url
        return {"https_proxy": proxy, "http_proxy": proxy, "SSL_CERT_FILE": str(self.authority.file),
                "NOTEIT_IMPORT_HOSTS": f"campus.example.edu:{self.web.port}"} | more

    @contextlib.contextmanager
    def server(self, folder, **environment):
        server = Noteitd(folder, within=self.within, **environment)
        try:
            yield server.start()
        finally:
            server.stop()

    def host(self, port):
        """The name of a new host, whose port 443 is a port of the loopback, and its address."""
        number, place = next(self.places)
        self.proxy.routes[f"{place}:443"] = port
        return f"host{number}.example.edu", place

    def serve(self, path):
        """A calendar of one event; returns its address."""
        self.web.serve(path, calendar(event("a")))
        return f"https://calendar.example.edu{path}"

    def serve_unencrypted(self, path):
        self.web.serve(path, calendar(event("a")))
        return self.web.url(path, "campus.example.edu")


@pytest.fixture(scope="module")
def network(tmp_path_factory):
    with contextlib.ExitStack() as stack:
        yield Campus(tmp_path_factory.mktemp("campus"), stack.enter_context)


@pytest.fixture
def campus(network):
    network.proxy.forget()
    network.web.requests.clear()
    return network


@pytest.fixture(scope="module")
def reader(network, tmp_path_factory):
    with network.server(tmp_path_factory.mktemp("imports"), **network.settings()) as server:
        yield server


@pytest.fixture
def ada(reader):
    return register(reader)


def importing(campus, tmp_path, url, **environment):
    """A server with another environment imports an address."""
    with campus.server(tmp_path, **environment) as server:
        return bring(register(server), url)


# The way through the proxy.


@pytest.mark.parametrize("variable", ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"])
def test_a_proxy_of_the_environment_is_used(campus, tmp_path, path, variable):
    environment = {variable: f"proxy.example.edu:{campus.proxy.port}", "SSL_CERT_FILE": str(campus.authority.file)}
    assert importing(campus, tmp_path, campus.serve(path), **environment)["events"] == 1
    assert campus.proxy.asked == [f"{PUBLIC}:443"]


def test_the_proxy_hears_the_checked_address_and_nothing_else(campus, ada, path):
    assert bring(ada, campus.serve(path))["host"] == "calendar.example.edu"
    (head,) = campus.proxy.heads
    assert head.startswith(f"CONNECT {PUBLIC}:443 HTTP/1.1\r\n")
    assert not any(word in head for word in ("example.edu", path, "NoteIt"))
    (headers,) = campus.web.asked(path)
    assert headers["Host"] == "calendar.example.edu"
    assert not [name for name in headers if name.lower().startswith("proxy-")]


def test_an_ipv6_address_is_asked_for_in_brackets(campus, ada, path):
    bring(ada, campus.serve(path).replace("calendar.", "six."))
    assert campus.proxy.asked == [f"[{PUBLIC_6}]:443"]


@pytest.mark.parametrize("place", ["192.52.193.2", "192.52.193.3"])
def test_one_reachable_address_of_a_host_is_enough(campus, ada, path, place):
    """A proxy without IPv6 refuses one of two addresses."""
    campus.proxy.routes |= dict.fromkeys(("192.52.193.2:443", "192.52.193.3:443")) | {f"{place}:443": campus.front.port}
    bring(ada, campus.serve(path).replace("calendar.", "twice."))
    assert campus.proxy.asked[-1] == f"{place}:443"


def test_one_reachable_address_of_a_host_is_enough_without_a_proxy(campus, tmp_path, path):
    urls = [campus.serve_unencrypted(path).replace("campus.", f"{name}.") for name in ("again", "other")]
    hosts = ",".join(f"{name}.example.edu:{campus.web.port}" for name in ("again", "other"))
    with campus.server(tmp_path, NOTEIT_IMPORT_HOSTS=hosts) as server:
        ada = register(server)
        assert [bring(ada, url)["events"] for url in urls] == [1, 1]


def test_what_a_proxy_says_of_itself_is_not_taken_for_the_answer(campus, ada, path):
    campus.proxy.established = WORDY
    brought = bring(ada, campus.serve(path))
    assert brought["events"] == 1 and brought["host"] == "calendar.example.edu"
    sync(ada, brought)
    assert not [name for headers in campus.web.asked(path) for name in headers if name in ("If-None-Match", "Cookie")]


def test_each_redirect_is_a_new_tunnel_to_a_checked_address(campus, ada, path):
    name, place = campus.host(campus.front.port)
    campus.web.redirecting(path + "1", f"https://{name}{path}")
    bring(ada, campus.serve(path) + "1")
    assert campus.proxy.asked == [f"{PUBLIC}:443", f"{place}:443"]


def test_an_allowed_host_is_read_over_http_through_a_tunnel(campus, ada, path):
    bring(ada, campus.serve_unencrypted(path))
    assert [head.split(" HTTP/")[0] for head in campus.proxy.heads] == [f"CONNECT 127.0.0.1:{campus.web.port}"]
    assert campus.web.asked(path)[0]["Host"] == f"campus.example.edu:{campus.web.port}"


@pytest.mark.parametrize("variable, value", [
    ("no_proxy", "campus.example.edu"), ("NO_PROXY", "other.example.edu,.example.edu"), ("no_proxy", "*")])
def test_hosts_of_no_proxy_are_asked_directly(campus, tmp_path, path, variable, value):
    url = campus.serve_unencrypted(path)
    assert importing(campus, tmp_path, url, **campus.settings() | {variable: value})["events"] == 1
    assert campus.proxy.heads == []


def test_http_proxy_in_upper_case_is_not_a_setting(campus, tmp_path, path):
    """A web server hands a request's field `Proxy` to its programs under this name; curl(1) does not read it either."""
    url = campus.serve_unencrypted(path)
    environment = {"HTTP_PROXY": campus.proxy.url, "NOTEIT_IMPORT_HOSTS": campus.settings()["NOTEIT_IMPORT_HOSTS"]}
    assert importing(campus, tmp_path, url, **environment)["events"] == 1
    assert campus.proxy.heads == []


# The guard.

PRIVATE = [
    "127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001", "0", "10.5",
    "0xa000005", "167772165", "012.0.0.5", "169.254.169.254", "2852039166", "0xa9fea9fe", "[::1]", "[::]", "[::ffff:10.0.0.5]",
    "[::ffff:a00:5]", "[0:0:0:0:0:ffff:0a00:0005]", "[64:ff9b::a00:5]", "[64:ff9b::169.254.169.254]", "[2002:a00:5::]",
    "[fd00::5]", "[fe80::5]", "10.0.0.5.", "127.0.0.1.", "127.1.", "%31%30.0.0.5", "10。0。0。5", "①⓪.0.0.5", "localhost",
    "LocalHost", "localhost.", "inside.example.edu", "INSIDE.example.edu", "inside.example.edu.", "mixed.example.edu",
]


@pytest.mark.parametrize("host", PRIVATE)
def test_a_private_address_is_refused_before_the_proxy_hears_of_it(campus, ada, host):
    refusal(ada, f"https://{host}/secret.ics")
    assert campus.proxy.heads == []


@pytest.mark.parametrize("host", PRIVATE)
def test_a_redirect_to_a_private_address_never_reaches_the_proxy(campus, ada, path, host):
    campus.web.serve(path, b"", 302, Location=f"https://{host}/secret.ics".encode().decode("latin-1"))
    refusal(ada, f"https://calendar.example.edu{path}")
    assert campus.proxy.asked == [f"{PUBLIC}:443"]


def test_an_allowed_host_is_allowed_on_its_port_alone(campus, ada):
    for host in (f"https://campus.example.edu:{campus.front.port}", "http://campus.example.edu", "http://calendar.example.edu"):
        refusal(ada, f"{host}/secret.ics")
    assert campus.proxy.heads == []


# Certificates.


def test_a_certificate_of_an_authority_that_nobody_named_is_refused(campus, tmp_path, path):
    url = campus.serve(path)
    with campus.server(tmp_path, https_proxy=campus.proxy.url) as server:
        refusal(register(server), url, "calendar.example.edu", "no authority", "trust")
    assert campus.web.requests == []


def test_certificates_that_cannot_be_read_are_the_operators_fault(campus, tmp_path, path):
    with campus.server(tmp_path, **campus.settings(SSL_CERT_FILE=str(tmp_path / "nosuch.pem"))) as server:
        refusal(register(server), campus.serve(path), "certificates cannot be read")


def test_a_folder_of_certificates_is_trusted_too(campus, tmp_path, path):
    environment = {"https_proxy": campus.proxy.url, "SSL_CERT_DIR": str(campus.authority.hashed())}
    assert importing(campus, tmp_path, campus.serve(path), **environment)["events"] == 1


def test_each_wrong_certificate_has_its_own_words(campus, ada, tmp_path):
    certificates = campus.authority.wrong_certificates(tmp_path, "*.example.edu")
    certificates["its certificate is for another name. Check the address"] = campus.authority.certificate(
        "calendar.example.org", "*.edu", "host.example.edu", *PLACES)
    for words, certificate in certificates.items():
        with Front(campus.web.port, certificate) as front:
            name, _ = campus.host(front.port)
            refusal(ada, f"https://{name}/secret.ics", words, name)
    name, _ = campus.host(campus.web.port)
    refusal(ada, f"https://{name}/secret.ics", f"no secure connection to {name}. Check the address")
    assert campus.web.requests == []


# Proxies that do not help.


@pytest.mark.parametrize("story", [FORBIDDEN, UNKNOWN_PERSON, (b"HTTP/1.1 302 Found\r\nLocation: https://127.0.0.1/\r\n\r\n", b"")])
def test_a_proxy_that_refuses_is_named_and_the_last_good_copy_stays(campus, ada, path, story):
    url = campus.serve(path)
    brought = bring(ada, url)
    campus.proxy.story = story
    failed = sync(ada, brought)
    assert "proxy" in failed["lastError"] and path not in failed["lastError"]
    assert failed["lastSynced"] == brought["lastSynced"] and shown(ada) == [("Dentist", "2099-06-01T12:00:00Z")]
    refusal(register(ada.server), url, "proxy")
    assert set(campus.proxy.asked) == {f"{PUBLIC}:443"}


def test_a_proxy_that_is_not_there_is_named(campus, tmp_path, path):
    with campus.server(tmp_path, **campus.settings(f"http://127.0.0.1:{free_port()}")) as server:
        refusal(register(server), campus.serve(path), "proxy")


def test_silence_and_endless_answers_end(campus, ada, tmp_path):
    """Through the tunnel, all at once; and two proxies that are so themselves."""
    stories = [*ENDLESS.values(), SILENCE]
    with contextlib.ExitStack() as stack:
        fronts = [stack.enter_context(Front(None, campus.certificate, story)) for story in stories]
        proxies = [stack.enter_context(Proxy()) for _ in range(2)]
        tries = [(register(ada.server), f"https://{campus.host(front.port)[0]}/secret.ics") for front in fronts]
        for proxy, story, word in zip(proxies, (ENDLESS["headers"], SILENCE), ("", "proxy")):
            proxy.story = story
            folder = tmp_path / str(proxy.port)
            folder.mkdir()
            server = stack.enter_context(campus.server(folder, **campus.settings(proxy.url)))
            tries.append((register(server), "https://calendar.example.edu/secret.ics", word))
        with concurrent.futures.ThreadPoolExecutor(len(tries)) as pool:
            list(pool.map(lambda each: refusal(*each), tries))
        assert [each.left for each in (*fronts, *proxies)] == [1] * len(tries)
        # 10 MB, and what the system holds for this connection and for those to and from the proxy.
        sent = [each.sent for each in (*fronts, *proxies)]
        assert max(sent) < 40 * MB, sent


# Names and passwords of a proxy.

SECRET = "s3cret@word"


@pytest.fixture
def guarded(campus):
    """A proxy that knows one person."""
    with Proxy(campus.proxy.routes, f"ada:{SECRET}") as proxy:
        yield proxy


def test_a_proxy_with_a_password_is_used_and_the_password_is_said_nowhere(campus, guarded, tmp_path, path):
    url = campus.serve(path)
    proxies = {
        f"http://ada:s3cret%40word@127.0.0.1:{guarded.port}": True,
        f"http://ada:s3cret%40word2@127.0.0.1:{guarded.port}": False,
        f"http://ada:s3cret%40word@127.0.0.1:{free_port()}": False,
        "http://ada:s3cret%40word@127.0.0.1:99999": False,
        "http://ada:s3cret%40word@[::1": False,
        "gopher://ada:s3cret%40word@127.0.0.1:70": False,
    }
    for number, (proxy, helps) in enumerate(proxies.items()):
        folder = tmp_path / str(number)
        folder.mkdir()
        with campus.server(folder, **campus.settings(proxy, NOTEIT_LOG_LEVEL="trace")) as server:
            ada = register(server)
            answer = ada.call("POST", PATH, 201 if helps else 422, json={"name": "Work", "url": url})
            assert helps or "proxy" in answer.json()["errors"][0]["detail"], answer.text
            assert not [name for headers in campus.web.asked(path) for name in headers if name.lower().startswith("proxy-")]
            said = answer.text + ada.call("GET", "/metrics").text
        assert "s3cret" not in said + server.output.read_text(), f"{said}{server.output.read_text()}"
    assert len(guarded.heads) == 2
