"""Addresses that a trusted proxy names, as sign-ins are counted by them and the audit log keeps them."""

import pytest

from noteitd import Noteitd
from people import Anyone, register


@pytest.fixture(scope="module")
def behind(tmp_path_factory):
    """A server that trusts its proxy."""
    server = Noteitd(tmp_path_factory.mktemp("behind"), NOTEIT_TRUST_PROXY="true").start()
    yield server
    server.stop()


@pytest.mark.parametrize("written, address", [
    ("203.0.113.8:{}", "203.0.113.8"), ("198.51.100.1, 203.0.113.9:{}", "203.0.113.9"), ("[2001:db8::7]:{}", "2001:db8::7"),
    ("2001:db8:0:1::{}", None), ("[2001:db8:0:2::{}]", None), ("fe80::1%eth{}", "fe80::1"), ("unknown{}", "127.0.0.1"),
    ("unix:{}", "127.0.0.1"), ("203.0.113.10;{}", "127.0.0.1"),
])
def test_no_spelling_of_an_address_escapes_the_throttle(behind, written, address):
    person = register(behind)
    body = {"email": person.email, "password": "a wrong sentence"}
    statuses = [
        Anyone(behind).call("POST", "/v1/sessions", json=body, headers={"X-Forwarded-For": written.format(4000 + number)}).status_code
        for number in range(9)
    ]
    assert statuses == [401] * 5 + [429] * 4
    rows = [line.split("\t") for line in behind.admin("audit", "--action", "signInFailed").splitlines()]
    seen = {row[6] for row in rows if row[4] == person.email}
    assert seen == {address} if address else all(":" in each and "[" not in each for each in seen)
