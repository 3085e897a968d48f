"""A push service of the tests (RFC 8030), which can be hostile, and a browser that reads what it gets (RFC 8291, RFC 8292)."""

import contextlib
import http.server
import json
import os
import ssl
import threading
import time
import urllib.parse
import uuid

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from base64url import data, decoded, text
from networks import Authority, knowing
from noteitd import Noteitd, wait_until
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import serve

CONTACT = "mailto:operator@example.edu"
POINT = (serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def derived(secret, salt, info, length):
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(secret)


class Message:
    """What the service took for a browser."""

    def __init__(self, browser, headers, shown):
        self.browser, self.headers, self.shown = browser, headers, shown
        self.notification = shown["notification"]
        self.title = self.notification["title"]


class Browser:
    """A subscription and its keys. `server_key` is that of the server for which it was made."""

    server_key = None

    def __init__(self, service):
        self.service, self.name = service, uuid.uuid4().hex
        self.key, self.secret = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)

    @property
    def subscription(self):
        """As `PushSubscription.toJSON()` writes it."""
        point = self.key.public_key().public_bytes(*POINT)
        return {
            "endpoint": f"{self.service.address}/push/{self.name}",
            "keys": {"p256dh": text(point), "auth": text(self.secret)},
        }

    @property
    def messages(self):
        return [message for message in list(self.service.messages) if message.browser is self]

    @property
    def titles(self):
        return [message.title for message in self.messages]

    def first(self, words):
        wait_until(lambda: any(words in title for title in self.titles), f"a message with “{words}”")
        return next(message for message in self.messages if words in message.title)

    def read(self, body):
        """Decrypts a body of one record."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, sealed = body[21:21 + length], body[21 + length:]
        assert length == 65 and len(sealed) <= size <= 4_096 and len(body) <= 4_096
        own = self.key.public_key().public_bytes(*POINT)
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        material = derived(shared, self.secret, b"WebPush: info\0" + own + sender, 32)
        key = derived(material, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(material, salt, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        assert plain.endswith(b"\x02")
        return json.loads(plain[:-1])


def checked(authorization, origin, contact, key):
    """The claims of a token, after all that a strict service checks."""
    scheme, _, fields = authorization.partition(" ")
    fields = dict(field.strip().split("=", 1) for field in fields.split(","))
    assert scheme == "vapid" and set(fields) == {"t", "k"} and fields["k"] == key
    head, claims, signature = fields["t"].split(".")
    assert decoded(head) == {"typ": "JWT", "alg": "ES256"}
    numbers = data(signature)
    assert len(numbers) == 64
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data(fields["k"]))
    public.verify(
        utils.encode_dss_signature(int.from_bytes(numbers[:32]), int.from_bytes(numbers[32:])), f"{head}.{claims}".encode(),
        ec.ECDSA(hashes.SHA256()))
    claims = decoded(claims)
    assert claims["aud"] == origin and claims["sub"] == contact
    assert time.time() < claims["exp"] <= time.time() + 24 * 3_600
    return claims


class PushService:
    """`answer(browser)` may refuse with a status, or a status and its fields; "drop" breaks off in the head, None takes the message."""

    def __init__(self, certificate, contact):
        self.messages, self.tries, self.faults, self.contact = [], [], [], contact
        self.answer, self.browsers = lambda browser: None, {}
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.meet(self, body)

            def log_message(self, *_):
                pass

        class Listener(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):
                """A client may leave in the middle of an answer."""

        self.server = Listener(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def address(self):
        return f"https://push.example.edu:{self.port}"

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    def browser(self):
        browser = Browser(self)
        self.browsers[browser.name] = browser
        return browser

    def meet(self, request, body):
        browser = self.browsers.get(urllib.parse.urlsplit(request.path).path.rsplit("/", 1)[-1])
        self.tries.append(browser)
        answer = 404 if browser is None else self.answer(browser)
        if answer == "drop":
            request.wfile.write(b"HTTP/1.1 201 Created\r\n")
            request.close_connection = True
            return
        status, fields = answer if isinstance(answer, tuple) else (answer or 201, {})
        if status == 201:
            try:
                self.messages.append(self.taken(browser, request.headers, body))
            except Exception as fault:
                self.faults.append(repr(fault))
                status = 400
        request.send_response(status)
        for name, value in (fields | {"Content-Length": "0"}).items():
            request.send_header(name, value)
        request.end_headers()

    def taken(self, browser, headers, body):
        checked(headers["Authorization"], self.address, self.contact, browser.server_key)
        assert headers["Content-Encoding"] == "aes128gcm" and 0 < int(headers["TTL"]) <= 86_400
        assert headers["Urgency"] in ("normal", "high") and len(headers["Topic"]) <= 32
        shown = browser.read(body)
        assert shown["web_push"] == 8030 and set(shown) == {"web_push", "notification"}
        assert {"title", "navigate"} <= set(shown["notification"])
        return Message(browser, headers, shown)


class Firefox:
    """A subscription of a real browser, which decrypts by itself. It gets what the service takes."""

    def __init__(self, socket, channel, server_key):
        self.socket, self.channel, self.server_key = socket, channel, server_key

    def read(self, body):
        self.socket.send(json.dumps({
            "messageType": "notification", "channelID": self.channel, "version": uuid.uuid4().hex, "data": text(body),
            "headers": {"encoding": "aes128gcm"}}))
        return {"web_push": 8030, "notification": {"title": "", "navigate": ""}}


@contextlib.contextmanager
def autopush(service):
    """The side of a push service that Firefox connects to; gives its address."""

    def meet(socket):
        with contextlib.suppress(ConnectionClosed):
            for line in socket:
                said = json.loads(line)
                kind, channel = said.get("messageType"), said.get("channelID")
                answer = {"messageType": kind, "channelID": channel, "status": 200}
                if kind == "hello":
                    answer |= {"uaid": said.get("uaid") or uuid.uuid4().hex, "use_webpush": True, "broadcasts": {}}
                elif kind == "register":
                    service.browsers[channel] = Firefox(socket, channel, said["key"].rstrip("="))
                    answer["pushEndpoint"] = f"{service.address}/push/{channel}"
                elif kind == "unregister":
                    service.browsers.pop(channel, None)
                else:
                    continue
                socket.send(json.dumps(answer))

    with serve(meet, "127.0.0.1", 0, subprotocols=["push-notification"]) as listener:
        threading.Thread(target=listener.serve_forever, daemon=True).start()
        yield f"ws://127.0.0.1:{listener.socket.getsockname()[1]}/"
        listener.shutdown()


class PushWorld:
    """A push service with TLS, and what a server needs to reach it. `hosts` are names that it knows besides."""

    def __init__(self, folder, hosts=()):
        self.folder, self.hosts, self.authority = folder, [("push.example.edu", "127.0.0.1"), *hosts], Authority(folder)
        self.service = PushService(self.authority.certificate("push.example.edu"), CONTACT)

    def settings(self):
        """What a server must know that reaches it."""
        return {
            "within": knowing(self.folder, self.hosts), "NOTEIT_CONTACT": CONTACT, "SSL_CERT_FILE": str(self.authority.file),
            "NOTEIT_PUSH_HOSTS": f"push.example.edu:{self.service.port}"}

    def server(self, folder, **settings):
        return Noteitd(folder, **self.settings(), **settings)
