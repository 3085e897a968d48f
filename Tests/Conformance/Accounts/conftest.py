"""What the tests of the sign-on of a campus share."""

import pytest

from provider import Provider
from sign_on import Victim, campus_server


@pytest.fixture(scope="module")
def provider():
    provider = Provider()
    yield provider
    provider.stop()


@pytest.fixture(scope="module")
def campus(provider, tmp_path_factory):
    with campus_server(tmp_path_factory.mktemp("campus"), provider, NOTEIT_SIGN_ON_LINK_EMAILS="true") as server:
        yield server


@pytest.fixture(scope="module")
def victim(campus, provider):
    return Victim(campus, provider)
