"""The databases and nodes that the tests of PostgreSQL share."""

import pathlib

import pytest

import cluster
from nodes import running

# It needs a build of the next version, which takes as long as this one's: `make endure` makes that and names the file.
collect_ignore = ["test_two_builds.py"]


@pytest.fixture(scope="module")
def postgresql():
    """A cluster that may be stopped, and that asks the user `locked` for a password."""
    with cluster.temporary(fsync="on") as made:
        rules = pathlib.Path(made.data) / "pg_hba.conf"
        rules.write_text("local all locked scram-sha-256\n" + rules.read_text())
        made.sql("CREATE ROLE locked LOGIN PASSWORD 'right'; CREATE ROLE guest LOGIN; SELECT pg_reload_conf();")
        yield made


@pytest.fixture
def database(postgresql):
    return postgresql.make()


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    with running(tmp_path_factory.mktemp("nodes")) as nodes:
        yield nodes.start(), nodes.start()


@pytest.fixture
def nodes(tmp_path):
    with running(tmp_path) as nodes:
        yield nodes
