"""Addresses that are not read, and redirections."""

import subprocess

import pytest

from hostile_web import HostileWeb, calendar, event
from importing import ada, bring, forbidden, path, reader, refusal, web  # noqa: F401
from noteitd import Noteitd
from people import register


@pytest.mark.parametrize(
    "url",
    [
        "ftp://127.0.0.1/secret", "file:///etc/passwd", "secret.ics", "javascript:alert(1)", "https://", "https://a b/",
        "https://user:word@127.0.0.1/secret", "https://127.0.0.1\\@example.edu/secret", "https://127.0.0.1:443@example.edu/",
        "https://[fe80::1%25lo]/", "https://example.edu:99999/",
    ],
)
def test_a_malformed_address_is_refused(ada, url):
    refusal(ada, url, "The address must")


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "localhost", "127.1", "2130706433", "0x7f.0.0.1", "0177.0.0.1", "0.0.0.0", "0", "[::1]", "[::]",
        "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1",
        "169.254.169.254", "[fd00:ec2::254]", "[fe80::1]", "224.0.0.1", "255.255.255.255", "192.0.2.1", "[2001:db8::1]",
    ],
)
def test_private_addresses_are_refused(ada, host):
    for scheme in ("https", "webcal"):
        refusal(ada, f"{scheme}://{host}/secret.ics", "private network")


def test_only_https_and_its_port_are_read(ada, forbidden):
    refusal(ada, "http://example.edu/secret.ics", "https://")
    refusal(ada, "https://example.edu:8443/secret.ics", "port")
    refusal(ada, forbidden.url("/secret.ics"), "https://")
    refusal(ada, forbidden.url("/secret.ics", "localhost"), "https://")
    refusal(ada, f"https://127.0.0.1:{forbidden.port}/secret.ics", "port")


def test_an_unknown_host_is_refused(ada):
    refusal(ada, "https://nothing.invalid/secret.ics", "nothing.invalid", "not known")


def test_a_redirect_never_leads_inside(ada, web, forbidden, path):
    for target in (forbidden.url("/secret.ics"), "https://169.254.169.254/secret", f"//127.0.0.1:{forbidden.port}/secret.ics",
                   "https://localhost/secret.ics", "file:///etc/passwd", "https://[::1]/secret"):
        refusal(ada, web.redirecting(path, target))
    # Through two hosts that are allowed.
    web.redirecting(path, web.url(path + "2"))
    web.redirecting(path + "2", forbidden.url("/secret.ics"))
    refusal(ada, web.url(path))


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_followed(ada, web, path, status):
    web.serve(path, calendar(event("a")))
    web.redirecting(path + "1", path, status)
    web.redirecting(path + "2", web.url(path + "1"), status)
    web.redirecting(path + "3", path.removeprefix("/") + "2", status)
    assert bring(ada, web.url(path + "3"))["events"] == 1
    web.redirecting(path + "4", path + "3", status)
    bring(ada, web.url(path + "4"), 422)


def test_a_redirect_loop_ends(ada, web, path):
    refusal(ada, web.redirecting(path, path), "redirects more than 3 times")
    assert len(web.asked(path)) == 4
    refusal(ada, web.serve(path, b"", 302), "redirects")


def test_a_certificate_that_nobody_vouches_for_is_refused(tmp_path, reader):
    keys = tmp_path / "web.pem", tmp_path / "web.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-out", keys[0], "-keyout", keys[1]],
        check=True, capture_output=True,
    )
    with HostileWeb(keys) as web:
        url = web.serve("/secret.ics", calendar(event("a")))
        server = Noteitd(tmp_path, NOTEIT_IMPORT_HOSTS=f"127.0.0.1:{web.port}")
        server.start()
        try:
            refusal(register(server), url, "secure connection", "certificate")
            assert web.requests == []
        finally:
            server.stop()
