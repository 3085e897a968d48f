"""A provider of a campus's sign-on (OpenID Connect), which does it right, and what it signs. Tests twist it."""

import base64
import contextlib
import hashlib
import http.server
import json
import secrets
import threading
import time
import urllib.parse

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa, utils

from base64url import encoded, number, text

CLIENT, SECRET = "noteit", "a secret: of+the client"
LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout"


class Key:
    """A key pair that signs by one algorithm."""

    def __init__(self, alg, kid, bits=2048):
        self.alg, self.kid = alg, kid
        if alg == "ES256":
            self.private = ec.generate_private_key(ec.SECP256R1())
        elif alg == "EdDSA":
            self.private = ed25519.Ed25519PrivateKey.generate()
        else:
            self.private = rsa.generate_private_key(65537, bits)

    def public(self, **changes):
        """As JSON (RFC 7517). A change to None leaves a member out."""
        key = self.private.public_key()
        if self.alg == "ES256":
            numbers = key.public_numbers()
            members = {"kty": "EC", "crv": "P-256", "x": number(numbers.x, 32), "y": number(numbers.y, 32)}
        elif self.alg == "EdDSA":
            raw = key.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
            members = {"kty": "OKP", "crv": "Ed25519", "x": text(raw)}
        else:
            numbers = key.public_numbers()
            members = {"kty": "RSA", "n": number(numbers.n), "e": number(numbers.e)}
        members |= {"kid": self.kid, "alg": self.alg, "use": "sig"} | changes
        return {name: value for name, value in members.items() if value is not None}

    @property
    def pem(self):
        return self.private.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)

    def signature(self, message, alg=None):
        alg = alg or self.alg
        if alg == "ES256":
            r, s = utils.decode_dss_signature(self.private.sign(message, ec.ECDSA(hashes.SHA256())))
            return r.to_bytes(32, "big") + s.to_bytes(32, "big")
        if alg == "EdDSA":
            return self.private.sign(message)
        digest = {"RS384": hashes.SHA384, "RS512": hashes.SHA512}.get(alg, hashes.SHA256)()
        scheme = padding.PSS(padding.MGF1(digest), 32) if alg == "PS256" else padding.PKCS1v15()
        return self.private.sign(message, scheme, digest)

    def token(self, claims, alg=None, **header):
        """A signed token. Members of `header` replace its own; None leaves one out."""
        head = {"alg": alg or self.alg, "kid": self.kid, "typ": "JWT"} | header
        content = encoded({name: value for name, value in head.items() if value is not None}) + "." + encoded(claims)
        return content + "." + text(self.signature(content.encode(), alg))


class Provider:
    """Lets `person` in, whoever asks. `twist` holds what a test changes, until `straighten`."""

    def __init__(self, alg="RS256"):
        self.keys = {name: Key(name, name.lower()) for name in ("RS256", "ES256", "PS256", "EdDSA")}
        self.alg = alg
        self.person = {"sub": "1"}
        self.session = "s1"
        self.extra_keys = []
        self.asked = {}
        self.codes = {}
        self.posted = []
        self.straighten()
        handler = type("Handler", (Handler,), {"provider": self})
        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.http.daemon_threads = True
        self.issuer = f"http://127.0.0.1:{self.http.server_port}"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def straighten(self):
        # Of the claims, the token, the answers by path, and the parameters of the way back.
        self.claims, self.sign, self.answers, self.back = (lambda claims: claims), None, {}, (lambda fields: fields)
        self.keeps_codes = False

    @contextlib.contextmanager
    def twist(self, **twists):
        for name, value in twists.items():
            assert hasattr(self, name), name
            setattr(self, name, value)
        try:
            yield self
        finally:
            self.straighten()

    def stop(self):
        self.http.shutdown()
        self.http.server_close()

    @property
    def metadata(self):
        return {
            "issuer": self.issuer, "authorization_endpoint": self.issuer + "/authorize", "token_endpoint": self.issuer + "/token",
            "jwks_uri": self.issuer + "/jwks", "userinfo_endpoint": self.issuer + "/userinfo",
            "end_session_endpoint": self.issuer + "/logout", "response_types_supported": ["code"],
            "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["RS256", "ES256", "PS256", "EdDSA"],
            "authorization_response_iss_parameter_supported": True,
        }

    @property
    def jwks(self):
        return {"keys": [key.public() for key in self.keys.values()] + self.extra_keys}

    def id_token(self, nonce, access_token=None, **changes):
        now = int(time.time())
        person = {name: value for name, value in self.person.items() if name not in self.hidden}
        claims = {
            "iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 300, "auth_time": now, "nonce": nonce, "sid": self.session,
        } | person | changes
        if access_token:
            digest = hashlib.sha512 if self.alg == "EdDSA" else hashlib.sha256
            hashed = digest(access_token.encode()).digest()
            claims["at_hash"] = text(hashed[: len(hashed) // 2])
        claims = {name: value for name, value in self.claims(claims).items() if value is not None}
        return self.sign(claims) if self.sign else self.keys[self.alg].token(claims)

    # Claims that only userinfo tells.
    hidden = ()

    def logout_token(self, **changes):
        now = int(time.time())
        claims = {
            "iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 120, "jti": secrets.token_hex(8),
            "events": {LOGOUT_EVENT: {}}, "sub": self.person["sub"],
        } | changes
        return self.keys[self.alg].token({name: value for name, value in claims.items() if value is not None}, typ="logout+jwt")

    def authorize(self, query):
        assert query["response_type"] == "code" and query["client_id"] == CLIENT and query["code_challenge_method"] == "S256"
        code = secrets.token_urlsafe(16)
        self.codes[code] = query
        fields = self.back({"code": code, "state": query["state"], "iss": self.issuer})
        return query["redirect_uri"] + "?" + urllib.parse.urlencode({k: v for k, v in fields.items() if v is not None})

    def exchange(self, form, authorization):
        """The answer of the token endpoint: a status and its JSON."""
        self.posted.append(form)
        scheme, _, pair = (authorization or "").partition(" ")
        given = [urllib.parse.unquote_plus(part) for part in base64.b64decode(pair).decode().split(":")]
        if scheme != "Basic" or given != [CLIENT, SECRET]:
            return 401, {"error": "invalid_client"}
        query = self.codes.get(form["code"]) if self.keeps_codes else self.codes.pop(form["code"], None)
        challenge = text(hashlib.sha256(form["code_verifier"].encode()).digest())
        if not query or query["redirect_uri"] != form["redirect_uri"] or query["code_challenge"] != challenge:
            return 400, {"error": "invalid_grant"}
        access = secrets.token_urlsafe(16)
        token = self.id_token(query["nonce"], access)
        return 200, {"access_token": access, "token_type": "Bearer", "expires_in": 300, "id_token": token}


class Handler(http.server.BaseHTTPRequestHandler):
    provider = None

    def log_message(self, *_):
        pass

    def do_GET(self):
        path, _, query = self.path.partition("?")
        self.provider.asked[path] = self.provider.asked.get(path, 0) + 1
        if path in self.provider.answers:
            return self.provider.answers[path](self)
        fields = dict(urllib.parse.parse_qsl(query))
        if path == "/authorize":
            return self.redirect(self.provider.authorize(fields))
        if path == "/logout":
            self.provider.posted.append(fields)
            return self.redirect(fields["post_logout_redirect_uri"])
        answers = {
            "/.well-known/openid-configuration": self.provider.metadata, "/jwks": self.provider.jwks,
            "/userinfo": self.provider.person,
        }
        self.answer(200 if path in answers else 404, answers.get(path, {}))

    def do_POST(self):
        form = dict(urllib.parse.parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode()))
        if self.path in self.provider.answers:
            return self.provider.answers[self.path](self)
        self.answer(*self.provider.exchange(form, self.headers["Authorization"]))

    def answer(self, status, value):
        self.send(status, json.dumps(value).encode())

    def send(self, status, body, **headers):
        self.send_response(status)
        for name, value in ({"Content_Type": "application/json", "Content_Length": len(body)} | headers).items():
            self.send_header(name.replace("_", "-"), str(value))
        self.end_headers()
        with contextlib.suppress(OSError):
            self.wfile.write(body)

    def redirect(self, address):
        self.send(302, b"", Location=address)
