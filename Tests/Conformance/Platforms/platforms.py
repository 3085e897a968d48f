"""A learning platform of the tests (1EdTech LTI 1.3), by `cryptography`. It can be hostile."""

import contextlib
import hashlib
import hmac
import html
import http.server
import itertools
import json
import re
import threading
import time
import urllib.parse
import uuid

import requests
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa

from base64url import data, decoded, encoded, number, text
from noteitd import PATIENCE, free_port
from people import Anyone, Person, register

COURSE = "202530.CMPT225"
LTI = "https://purl.imsglobal.org/spec/lti/claim/"
DEEP = "https://purl.imsglobal.org/spec/lti-dl/claim/"
NAMES = "https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice"
TOOL = "https://purl.imsglobal.org/spec/lti-tool-configuration"
ROLE = "http://purl.imsglobal.org/vocab/lis/v2/membership#"
ABSENT = object()


def known(server, name, place=None):
    """A person whose email is verified; of the course's staff if `place` is not None: its options."""
    person = register(server, name.title(), f"{name}@example.edu")
    server.admin("account", "verify", person.email)
    if place is not None:
        server.admin("staff", "grant", person.email, COURSE, *place)
    return person


def page(answer):
    """The sentence of a page, without its tags."""
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    return " ".join(re.sub(r"<[^>]*>", " ", answer.text.partition("<body>")[2]).split())


class Browser(Anyone):
    """A browser: it keeps cookies."""

    def person(self):
        """Whoever is signed in here."""
        headers = {"Origin": self.server.url}
        signed_in = self.call("POST", "/v1/sessions/refresh", 200, json={}, headers=headers).json()
        return Person(self.server, signed_in | {"refreshToken": ""})

    def is_signed_in(self):
        return "noteit_refresh" in self.http.cookies

    def submit(self, answer, choice, status=None, field="choice"):
        """Sends the form of a page of this server."""
        path = re.search(r'action="([^"]*)"', answer.text).group(1).removeprefix(self.server.url)
        ticket = re.search(r'name="ticket" value="([^"]*)"', answer.text).group(1)
        return self.call("POST", path, status, data={"ticket": ticket, field: choice})

    def prove(self, answer, code, status):
        return self.submit(answer, code, status, "code")


class Platform:
    """`members` are the pages of the list of people, each a list."""

    def __init__(self, server, name="moodle", issuer=None, client="tool-1"):
        self.server, self.name, self.client = server, name, client
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.issuer = issuer or self.url
        self.place = server.url  # where browsers find the server
        self.visitor, self.wishes, self.returned = ("ada", "Learner"), {}, []
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.curve = ec.generate_private_key(ec.SECP256R1())
        self.kid, self.deployment, self.context = "key-1", "7", "course-1"
        self.members, self.is_endless, self.next_host, self.asked = [[]], False, self.url, []
        self.tokens = itertools.count(1)
        self.twist, self.status, self.registered = lambda configuration: configuration, 201, []

    # The service

    def start(self):
        platform = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self, status, body, **headers):
                content = json.dumps(body).encode()
                self.send_response(status)
                for name, value in {"Content-Type": "application/json", "Content-Length": str(len(content)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content)

            def show(self, html):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(f"<!DOCTYPE html><title>Platform</title>{html}".encode())

            def do_GET(self):
                platform.asked.append(self.path)
                path, _, query = self.path.partition("?")
                if path == "/jwks":
                    return self.answer(200, platform.key_set())
                if path == "/configuration":
                    return self.answer(200, platform.twist(platform.configuration_document()))
                if path in ("/course", "/frame", "/auth"):
                    return self.show(getattr(platform, path[1:])(query))
                if path == "/members" and self.headers["Authorization"] == "Bearer names":
                    return platform.give_members(self, int(dict(urllib.parse.parse_qsl(query)).get("page", 1)))
                return self.answer(401, {})

            def do_POST(self):
                platform.asked.append(self.path)
                if self.path == "/registrations":
                    return platform.take_registration(self)
                form = dict(urllib.parse.parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode()))
                if self.path == "/return":
                    platform.returned.append(form["JWT"])
                    return self.show("<script>parent.postMessage('returned', '*')</script>")
                fault = platform.fault(form)
                return self.answer(400, {"error": fault}) if fault else self.answer(
                    200, {"access_token": "names", "token_type": "bearer", "expires_in": 3600})

            def log_message(self, *_):
                pass

        self.service = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        threading.Thread(target=self.service.serve_forever, daemon=True).start()
        return self

    def stop(self):
        self.service.shutdown()
        self.service.server_close()

    # What a browser sees of it

    def course(self, _):
        return f'<a target="_blank" href="{html.escape(self.login())}">NoteIt</a>'

    def frame(self, _):
        script = "<script>addEventListener('message', ({ data }) => document.title = data)</script>"
        return f'<iframe src="{html.escape(self.login())}" width="600" height="300"></iframe>{script}'

    def login(self):
        return f"{self.place}/lti/login?" + urllib.parse.urlencode(
            {"iss": self.issuer, "login_hint": "1", "client_id": self.client, "target_link_uri": f"{self.place}/lti/launch"})

    def auth(self, query):
        asked = dict(urllib.parse.parse_qsl(query))
        fields = {"id_token": self.sign(self.claims(asked["nonce"], *self.visitor, **self.wishes)), "state": asked["state"]}
        inputs = "".join(f'<input name="{name}" value="{html.escape(value)}">' for name, value in fields.items())
        return f'<form method="post" action="{html.escape(asked["redirect_uri"])}">{inputs}</form><script>document.forms[0].submit()</script>'

    def key_set(self):
        public = self.key.public_key().public_numbers()
        return {"keys": [{"kty": "RSA", "kid": self.kid, "use": "sig", "n": number(public.n), "e": number(public.e)}]}

    def give_members(self, handler, page):
        more = self.is_endless or page < len(self.members)
        link = {"Link": f'<{self.next_host}/members?page={page + 1}>; rel="next"'} if more else {}
        handler.answer(200, {"id": self.context, "context": {"id": self.context}, "members": self.members[(page - 1) % len(self.members)]}, **link)

    def configuration_document(self):
        """What it says of itself, as Moodle does."""
        return {
            "issuer": self.issuer, "authorization_endpoint": f"{self.url}/auth", "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/jwks", "registration_endpoint": f"{self.url}/registrations",
            "token_endpoint_auth_methods_supported": ["private_key_jwt"], "scopes_supported": ["openid"],
            "https://purl.imsglobal.org/spec/lti-platform-configuration": {"product_family_code": "moodle", "version": "5"}}

    def take_registration(self, handler):
        client = json.loads(handler.rfile.read(int(handler.headers["Content-Length"])))
        self.registered.append((handler.headers["Authorization"], client))
        tool = client[TOOL] | {"deployment_id": self.deployment}
        handler.answer(self.status, client | {"client_id": self.client, TOOL: tool})

    def fault(self, form):
        """What is wrong with a request for an access token."""
        header, body, signature = form.get("client_assertion", "..").split(".")
        claims, head = decoded(body), decoded(header)
        key = next(each for each in requests.get(self.server.url + "/lti/keys", timeout=PATIENCE).json()["keys"] if each["kid"] == head["kid"])
        public = rsa.RSAPublicNumbers(*(int.from_bytes(data(key[name]), "big") for name in ("e", "n"))).public_key()
        public.verify(data(signature), f"{header}.{body}".encode(), padding.PKCS1v15(), hashes.SHA256())
        expected = {"iss": self.client, "sub": self.client, "aud": f"{self.url}/token"}
        if head["alg"] != "RS256" or {name: claims[name] for name in expected} != expected or not claims["exp"] > time.time() > claims["iat"] - 5:
            return "invalid_client"
        if form["grant_type"] != "client_credentials" or form["scope"] != "https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly":
            return "invalid_request"
        return None

    def register(self, *options, status=0):
        done = self.server.admin(
            "lti", "add", self.name, "--issuer", self.issuer, "--client-id", self.client, "--deployment", self.deployment,
            "--auth-url", f"{self.url}/auth", "--token-url", f"{self.url}/token", "--jwks-url", f"{self.url}/jwks", *options, check=False)
        assert done.returncode == status, done.stderr
        return self

    # Launches

    def begin(self, browser, target="/lti/launch", method="POST", status=303, **fields):
        """The fields of the request to the platform; the answer if it is another one."""
        form = {
            "iss": self.issuer, "login_hint": "hint", "lti_message_hint": "message & more", "client_id": self.client,
            "target_link_uri": self.place + target} | fields
        form = {name: value for name, value in form.items() if value is not ABSENT}
        answer = browser.call(method, "/lti/login", status, **({"params": form} if method == "GET" else {"data": form}))
        if status != 303:
            return answer
        place, _, query = answer.headers["Location"].partition("?")
        asked = dict(urllib.parse.parse_qsl(query))
        assert place == f"{self.url}/auth" and asked["lti_message_hint"] == "message & more" and asked["login_hint"] == "hint"
        assert (asked["response_mode"], asked["response_type"], asked["scope"], asked["prompt"]) == ("form_post", "id_token", "openid", "none")
        assert asked["redirect_uri"] == self.server.url + "/lti/launch" and asked["client_id"] == self.client
        return asked

    def claims(self, nonce, person, role="Learner", target="/lti/launch", **others):
        """The claims of a launch; a value ABSENT leaves one out. Names without a colon are those of LTI."""
        now = int(time.time())
        claims = {
            "iss": self.issuer, "aud": self.client, "exp": now + 300, "iat": now, "nonce": nonce, "sub": person,
            "name": person.title(), "email": f"{person}@example.edu", LTI + "deployment_id": self.deployment,
            LTI + "message_type": "LtiResourceLinkRequest", LTI + "version": "1.3.0", LTI + "roles": [ROLE + role],
            LTI + "target_link_uri": self.place + target, LTI + "resource_link": {"id": "link-1"},
            LTI + "context": {"id": self.context, "title": "Course One"},
            NAMES: {"context_memberships_url": f"{self.url}/members", "service_versions": ["2.0"]}} | others
        return {name: value for name, value in claims.items() if value is not ABSENT}

    def sign(self, claims, alg="RS256", key=None, **head):
        header = {"alg": alg, "kid": self.kid, "typ": "JWT"} | head
        signed = f"{encoded(header)}.{encoded(claims)}"
        return f"{signed}.{text(self.signature(signed.encode(), alg, key or self.key))}"

    def signature(self, signed, alg, key):
        if alg == "RS256":
            return key.sign(signed, padding.PKCS1v15(), hashes.SHA256())
        if alg == "HS256":
            public = key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
            return hmac.digest(public, signed, hashlib.sha256)
        return self.curve.sign(signed, ec.ECDSA(hashes.SHA256())) if alg == "ES256" else b""

    def send(self, browser, token, state, status=None, **fields):
        return browser.call("POST", "/lti/launch", status, data={"id_token": token, "state": state} | fields)

    def launch(self, browser, person, status=303, role="Learner", target="/lti/launch", **claims):
        """A whole launch of a person; the answer of the server."""
        asked = self.begin(browser, target)
        return self.send(browser, self.sign(self.claims(asked["nonce"], person, role, target, **claims)), asked["state"], status)

    def opened(self, person, role="Learner", target="/lti/launch", **claims):
        """Where a launch leads, and whoever is signed in then."""
        browser = Browser(self.server)
        answer = self.launch(browser, person, 303, role, target, **claims)
        place = answer.headers["Location"]
        assert place.endswith("#launched")
        return place.removeprefix(self.server.url).removesuffix("#launched"), browser.person()

    def ask_for_a_link(self, browser, person="grace", role="Instructor", status=200, **settings):
        return self.launch(browser, person, status, role, **self.link_wish(**settings))

    @staticmethod
    def link_wish(**settings):
        deep = {"deep_link_return_url": "https://moodle.example.edu/return?x=1", "accept_types": ["ltiResourceLink"], "data": "note 1"} | settings
        return {LTI + "message_type": "LtiDeepLinkingRequest", LTI + "resource_link": ABSENT, DEEP + "deep_linking_settings": deep}

    def linked(self, course, *section):
        """Links the course, which an instructor opened before."""
        browser = Browser(self.server)
        self.launch(browser, f"first-{uuid.uuid4()}", 403, "Instructor")
        context = next(line.split("\t")[0] for line in self.server.admin("lti", "courses").splitlines() if f"\t{self.name}\t" in line)
        self.server.admin("lti", "link", context, course, *section)
        return self


@contextlib.contextmanager
def running(server, **settings):
    platform = Platform(server, **settings).start()
    try:
        yield platform
    finally:
        platform.stop()
