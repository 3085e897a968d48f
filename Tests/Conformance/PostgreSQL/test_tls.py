"""TLS to the database, with certificates that are made as docs/cluster.md says."""

import contextlib
import os
import random
import re
import shutil
import subprocess

import pytest

import cluster
from machines import on
from networks import Authority
from noteitd import ROOT
from people import member
from test_server import refusal


@pytest.fixture(scope="module")
def certificates(tmp_path_factory):
    """The folder in which an operator ran the commands of the page."""
    folder = tmp_path_factory.mktemp("certificates")
    page = (ROOT / "docs/cluster.md").read_text()
    (commands,) = re.findall(r"^    openssl req -x509 .*?^    done\n", page, re.MULTILINE | re.DOTALL)
    subprocess.run(["sh", "-ec", commands], cwd=folder, check=True, capture_output=True)
    return folder


@contextlib.contextmanager
def on_the_network(**settings):
    """A cluster on an address of the loopback, which takes only TLS there."""
    chance = random.SystemRandom()
    net = f"127.{chance.randrange(1, 255)}.{chance.randrange(1, 255)}.1"
    with cluster.temporary(listen_addresses=net) as made:
        made.net = net
        with open(f"{made.data}/pg_hba.conf", "a") as rules:
            rules.write("hostssl all all 127.0.0.0/8 trust\n")
        yield made


@pytest.fixture(scope="module")
def secure(certificates):
    """The machine `db-a`."""
    with on_the_network() as made:
        speak_tls(made, certificates / "db-a.crt", certificates / "db-a.key")
        yield made


def speak_tls(made, certificate, key):
    made.stop()
    made.settings["ssl"] = "on"
    for file, setting in ((certificate, "ssl_cert_file"), (key, "ssl_key_file")):
        made.settings[setting] = f"{made.folder}/{setting}"
        shutil.copy(file, made.settings[setting])
        os.chmod(made.settings[setting], 0o600)
        if made.user:
            shutil.chown(made.settings[setting], "postgres", "postgres")
    made.start()


def address(server, database, authority=None, host="db-a.example.edu"):
    """Of a database whose machine is called `host`. A name server that said so would be believed."""
    root = f"&sslrootcert={authority}" if authority else ""
    return f"postgresql://noteit@{host}/{database}?hostaddr={server.net}&sslmode=verify-full{root}"


def test_every_connection_is_encrypted_and_knows_its_database(secure, certificates, tmp_path):
    database = secure.make()
    with on(address(secure, database, certificates / "db-ca.crt"), tmp_path).serving() as server:
        server.load_sample("--time-zone", "America/Vancouver")
        ada, course = member(server)
        event = ada.post(course, "over TLS")
        server.admin("check")
        used = secure.rows(f"""
            SELECT s.ssl, s.version FROM pg_stat_activity a JOIN pg_stat_ssl s ON s.pid = a.pid
            WHERE a.datname = '{database}' AND a.backend_type = 'client backend'""")
        assert ada.event(event)["title"] == "over TLS"
    assert len(used) > 3 and set(used) == {(True, "TLSv1.3")}, used


@pytest.mark.parametrize(("authority", "host", "word"), [
    (None, "db-a.example.edu", "sslrootcert=FILE in the address"), ("another", "db-a.example.edu", "sslrootcert=FILE in the address"),
    ("db-ca", "db-b.example.edu", "give it a certificate for this name"),
])
def test_a_database_that_cannot_prove_its_name_is_refused(secure, certificates, tmp_path, authority, host, word):
    file = certificates / "db-ca.crt" if authority == "db-ca" else authority and Authority(tmp_path, authority).file
    assert word in refusal(address(secure, "postgres", file, host), tmp_path, HOME=str(tmp_path))


@pytest.mark.parametrize(("days", "words"), [
    ((-2, -1), "The certificate of the database has expired."), ((1, 2), "The certificate of the database is not valid yet."),
])
def test_a_certificate_out_of_its_time_is_said(tmp_path, days, words):
    authority = Authority(tmp_path)
    with on_the_network() as made:
        speak_tls(made, *authority.certificate("db-a.example.edu", days=days))
        said = refusal(address(made, "postgres", authority.file), tmp_path)
        assert words in said and "sslrootcert=FILE" not in said


def test_a_database_without_tls_is_said(certificates, tmp_path):
    with on_the_network() as plain:
        assert "Let PostgreSQL speak TLS" in refusal(address(plain, "postgres", certificates / "db-ca.crt"), tmp_path)
