"""What stands between a program and a host on a campus: a proxy, a front that speaks TLS, an authority, a hosts file."""

import asyncio
import base64
import contextlib
import datetime
import ipaddress
import itertools
import os
import re
import ssl
import subprocess
import threading
import urllib.parse

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

# A story is what a host sends in place of an answer: the beginning, and what follows it again and again.
OK, MANY = b"HTTP/1.1 200 OK\r\n", b"a" * 1_000
CHUNKED = OK + b"Content-Type: text/calendar\r\nTransfer-Encoding: chunked\r\n\r\n"
ENDLESS = {
    "headers": (OK, b"X-More: " + MANY + b"\r\n"),
    "early hints": (b"", b"HTTP/1.1 103 Early Hints\r\nLink: </" + MANY + b">\r\n\r\n"),
    "a chunk extension": (CHUNKED + b"1;a=", MANY),
    "a body": (CHUNKED, b"3e8\r\n" + MANY + b"\r\n"),
}
SILENCE = (b"", b"")


def refusal(status, *fields):
    return "\r\n".join([f"HTTP/1.1 {status}", "Content-Length: 0", *fields, "", ""]).encode(), b""


FORBIDDEN = refusal("403 Forbidden")
UNKNOWN_PERSON = refusal("407 Proxy Authentication Required", 'Proxy-Authenticate: Basic realm="campus"')
NO_SUCH_HOST = refusal("502 Bad Gateway")
ESTABLISHED = b"HTTP/1.1 200 Connection established\r\n\r\n"
# Fields that would change an answer, if they were taken for those of the host.
WORDY = (b"HTTP/1.0 200 OK\r\nContent-Encoding: gzip\r\nContent-Type: text/html\r\nContent-Length: 7\r\nETag: \"proxy\"\r\n"
         b"Location: http://127.0.0.1/\r\nRetry-After: 3600\r\nSet-Cookie: a=b\r\n\r\n")


class Listener:
    """Listens on a free port of the loopback while the `with` lasts; `meet` gets each connection."""

    def __init__(self, certificate=None):
        self.tls = None
        if certificate:
            self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.tls.load_cert_chain(*certificate)
        self.story = None
        self.sent = 0  # bytes of stories
        self.left = 0  # connections that the other side closed during a story

    def __enter__(self):
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.listening = self.run(asyncio.start_server(self.accept, "127.0.0.1", 0, ssl=self.tls))
        self.port = self.listening.sockets[0].getsockname()[1]
        return self

    def __exit__(self, *_):
        self.run(self.end())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    def run(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()

    async def end(self):
        self.listening.close()
        connections = asyncio.all_tasks() - {asyncio.current_task()}
        for connection in connections:
            connection.cancel()
        await asyncio.gather(*connections, return_exceptions=True)

    async def accept(self, reader, writer):
        try:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
                await self.meet(reader, writer)
        finally:
            writer.close()

    async def tell(self, story, reader, writer):
        """Tells a story until the other side goes."""
        start, part = story
        try:
            writer.write(start)
            while part:
                writer.write(part * 60)
                self.sent += len(part) * 60
                await asyncio.sleep(0)  # drain() alone gives the loop no time to see that the other side went
                await writer.drain()
            while await reader.read(1 << 16):
                pass
        finally:
            self.left += 1


class Front(Listener):
    """Passes connections on to another port of the loopback; with a certificate, it speaks TLS to the other side."""

    def __init__(self, target=None, certificate=None, story=None):
        super().__init__(certificate)
        self.target, self.story = target, story

    async def meet(self, reader, writer):
        if self.story is None:
            return await join(self.target, reader, writer)
        await reader.readuntil(b"\r\n\r\n")
        await self.tell(self.story, reader, writer)


class Proxy(Listener):
    """A proxy that reaches the hosts of `routes`: `routes["notes.example.edu:443"]` is a port of the loopback."""

    def __init__(self, routes=None, person=None):
        super().__init__()
        self.routes = routes if routes is not None else {}
        self.person = person  # "name:password"
        self.established = ESTABLISHED
        self.heads = []

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def asked(self):
        """The hosts that it was asked for, each with its port, in order."""
        return [wanted(head) for head in self.heads]

    def forget(self):
        self.heads, self.story, self.established = [], None, ESTABLISHED

    async def meet(self, reader, writer):
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        self.heads.append(head)
        target = self.routes.get(wanted(head))
        if self.story or not self.knows(head) or not target:
            return await self.tell(self.story or (NO_SUCH_HOST if self.knows(head) else UNKNOWN_PERSON), reader, writer)
        if head.startswith("CONNECT "):
            writer.write(self.established)
            return await join(target, reader, writer)
        await join(target, reader, writer, forwarded(head))

    def knows(self, head):
        given = re.search(r"^Proxy-Authorization: Basic (\S+)\r$", head, re.M | re.I)
        return self.person is None or bool(given) and base64.b64decode(given[1]).decode() == self.person


def wanted(head):
    """The host and port that a request to a proxy names."""
    method, target, _ = head.split("\r\n")[0].split(" ")
    if method == "CONNECT":
        return target
    host = urllib.parse.urlsplit(target)
    return f"{host.hostname}:{host.port or 80}"


def forwarded(head):
    """The head of a plain request, as its host gets it: the one request of a connection."""
    first, *fields = head.rstrip("\r\n").split("\r\n")
    method, target, version = first.split(" ")
    fields = [field for field in fields if not field.lower().startswith(("connection:", "proxy-"))]
    path = urllib.parse.urlsplit(target)._replace(scheme="", netloc="").geturl()
    return "\r\n".join([f"{method} {path} {version}", *fields, "Connection: close", "", ""]).encode("latin-1")


async def join(port, reader, writer, first=b""):
    """Passes bytes between a connection and a port of the loopback until one side ends."""
    from_target, to_target = await asyncio.open_connection("127.0.0.1", port)
    to_target.write(first)
    ways = [asyncio.ensure_future(pass_on(*way)) for way in ((reader, to_target), (from_target, writer))]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        to_target.close()


async def pass_on(reader, writer):
    with contextlib.suppress(OSError):
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()


class Authority:
    """Signs certificates, as the authority of a campus does. Machines do not know it, unless they are told of `file`."""

    def __init__(self, folder, name="campus"):
        self.file, self.key = folder / f"{name}.pem", folder / f"{name}.key"
        self.numbers = itertools.count(1)
        openssl("req", "-x509", *NEW_KEY, self.key, "-days", "2", "-subj", f"/CN={name}", "-out", self.file)

    def certificate(self, *names, days=(0, 2)):
        """The files of a certificate for names and addresses, and of its key. It is valid between these days from now on."""
        number = next(self.numbers)
        file, key = (self.file.with_suffix(f".{number}.{kind}") for kind in ("pem", "key"))
        begin, end = (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=day, minutes=-1) for day in days)
        own, signer = ec.generate_private_key(ec.SECP256R1()), serialization.load_pem_private_key(self.key.read_bytes(), None)
        made = x509.CertificateBuilder(
            x509.load_pem_x509_certificate(self.file.read_bytes()).subject, x509.Name.from_rfc4514_string("CN=notes"),
            own.public_key(), x509.random_serial_number(), begin, end)
        made = made.add_extension(x509.SubjectAlternativeName(list(map(alternative, names))), critical=False)
        file.write_bytes(made.sign(signer, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
        key.write_bytes(own.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
        return file, key

    def wrong_certificates(self, folder, name, machine="this server"):
        """Certificates for a name that a machine which trusts this authority refuses, each by what it says of it."""
        return {
            "its certificate has expired": self.certificate(name, days=(-2, -1)),
            "its certificate is not valid yet": self.certificate(name, days=(1, 2)),
            "its certificate is for another name": self.certificate("notes.example.org", "*.edu"),
            f"no authority that {machine} trusts has signed its certificate": Authority(folder, "stranger").certificate(name),
        }

    def hashed(self):
        """A folder with the certificate under the name by which OpenSSL finds it."""
        folder = self.file.with_suffix(".certs")
        folder.mkdir()
        (folder / "campus.pem").write_bytes(self.file.read_bytes())
        openssl("rehash", folder)
        return folder


NEW_KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout")


def openssl(*arguments, input=None):
    return subprocess.run(["openssl", *arguments], input=input, check=True, capture_output=True).stdout


def alternative(name):
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def knowing(folder, hosts):
    """The beginning of a command line. The command after it finds these names, pairs of a name and its address, and no other.

    It sees another /etc/hosts, and asks no name server. That needs root, or a system on which everyone may make a namespace.
    """
    (folder / "hosts").write_text("".join(f"{address} {name}\n" for name, address in [("localhost", "127.0.0.1"), *hosts]))
    (folder / "nsswitch.conf").write_text("hosts: files\n")
    unshare = ["unshare", "--mount", *(["--map-root-user"] if os.geteuid() else [])]
    mount = 'for file in hosts nsswitch.conf; do mount --bind "$0/$file" "/etc/$file"; done; exec "$@"'
    return [*unshare, "sh", "-ec", mount, str(folder)]
