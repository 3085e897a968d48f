"""Where webhooks never lead: this machine, its networks, names that mean them, and where a name moves later."""

import contextlib

import pytest

from hooking import COURSE, posting, web  # noqa: F401
from networks import SILENCE, Authority, Front, knowing
from noteitd import wait_until
from people import PASSWORD, register, small_class
from receivers import Receivers

PUBLIC = "192.52.193.1"
HOSTS = [("inside.example.edu", "10.0.0.5"), ("mixed.example.edu", PUBLIC), ("mixed.example.edu", "127.0.0.1"),
         ("loop.example.edu", "127.0.0.1"), ("six.example.edu", "::1"), ("moving.example.edu", PUBLIC)]
PRIVATE = [
    "127.0.0.1", "127.1", "2130706433", "0x7f.1", "0x7f000001", "0177.0.0.1", "0", "10.0.0.1", "10.5", "172.16.0.1", "192.168.1.1",
    "169.254.169.254", "100.64.0.1", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[fd00::5]",
    "[fe80::5]", "localhost", "localhost.", "LocalHost", "loop.example.edu", "six.example.edu", "inside.example.edu",
    "mixed.example.edu",
]


@pytest.fixture(scope="module")
def places(tmp_path_factory, web):
    folder = tmp_path_factory.mktemp("places")
    server = posting(folder, web)
    server.within, server.hosts = knowing(folder, HOSTS), folder / "hosts"
    yield server.start()
    server.stop()


@pytest.fixture(scope="module")
def ada(places):
    return register(places)


def refusal(person, url, word):
    body = {"name": "Bot", "url": url, "currentPassword": PASSWORD}
    [error] = person.refused("POST", "/v1/me/webhooks", 422, json=body)["errors"]
    assert error["field"] == "url" and word in error["detail"], error


@pytest.mark.parametrize("host", PRIVATE)
def test_a_private_address_is_refused_with_a_sentence(ada, host):
    refusal(ada, f"https://{host}/hook", "private network")


def test_only_https_its_port_and_known_hosts_are_taken(ada, web):
    refusal(ada, "http://moving.example.edu/hook", "https://")
    refusal(ada, "https://moving.example.edu:8443/hook", "port")
    refusal(ada, "https://nothing.invalid/hook", "not known")
    with Receivers() as other:
        refusal(ada, f"http://127.0.0.1:{other.port}/hook", "https://")
        refusal(ada, f"https://127.0.0.1:{other.port}/hook", "port")
        assert not other.boxes


def test_a_name_that_moves_inside_later_is_not_followed(places, web):
    """DNS rebinding: the name is looked up for each message, and one private address refuses it."""
    people = small_class(places, COURSE)
    ada, bob = people["ada"], people["bob"]
    body = {"name": "Bot", "url": "https://moving.example.edu/hook", "currentPassword": PASSWORD}
    id = ada.call("POST", "/v1/me/webhooks", 201, json=body).json()["webhook"]["id"]
    places.hosts.write_text(places.hosts.read_text().replace(PUBLIC + " moving", "127.0.0.1 moving"))
    bob.post(COURSE, "Inside")
    wait_until(lambda: ada.get(f"/v1/me/webhooks/{id}/deliveries")["items"], "a try")
    [tried] = ada.get(f"/v1/me/webhooks/{id}/deliveries")["items"]
    assert not tried["taken"] and tried["status"] is None and "private network" in tried["fault"]


def test_no_tls_is_said(places, web):
    """An allowed host that does not speak TLS, by an https address."""
    people = small_class(places, COURSE)
    box = web.box()
    body = {"name": "Bot", "url": box.url.replace("http:", "https:"), "currentPassword": PASSWORD}
    id = people["ada"].call("POST", "/v1/me/webhooks", 201, json=body).json()["webhook"]["id"]
    tried = people["ada"].call("POST", f"/v1/me/webhooks/{id}/test", 200).json()
    assert not tried["taken"] and "secure connection" in tried["fault"] and box.posts == []


def test_each_wrong_certificate_has_its_own_words(web, tmp_path):
    authority = Authority(tmp_path)
    with contextlib.ExitStack() as stack:
        certificates = authority.wrong_certificates(tmp_path, "127.0.0.1")
        fronts = {words: stack.enter_context(Front(None, certificate, SILENCE)) for words, certificate in certificates.items()}
        hosts = ",".join(f"127.0.0.1:{front.port}" for front in fronts.values())
        server = stack.enter_context(
            posting(tmp_path, web, SSL_CERT_FILE=str(authority.file), NOTEIT_HOOK_HOSTS=hosts).serving())
        ada = register(server)
        for words, front in fronts.items():
            body = {"name": words[:20], "url": f"https://127.0.0.1:{front.port}/hook", "currentPassword": PASSWORD}
            id = ada.call("POST", "/v1/me/webhooks", 201, json=body).json()["webhook"]["id"]
            tried = ada.call("POST", f"/v1/me/webhooks/{id}/test", 200).json()
            assert not tried["taken"] and tried["fault"] == f"There is no secure connection to 127.0.0.1: {words}."
