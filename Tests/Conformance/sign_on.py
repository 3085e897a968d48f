"""A browser that signs in at a campus, and a server that has a sign-on."""

import contextlib
import uuid

import requests

from noteitd import PATIENCE, Noteitd
from people import Anyone, Person
from provider import CLIENT, SECRET

CAMPUS = "Example University"


@contextlib.contextmanager
def campus_server(folder, provider, catalog=None, **settings):
    """A server whose sign-on is this provider."""
    folder.mkdir(exist_ok=True)
    (folder / "secret").write_text(SECRET + "\n")
    settings = {
        "NOTEIT_SIGN_ON": provider and provider.issuer, "NOTEIT_SIGN_ON_NAME": CAMPUS, "NOTEIT_SIGN_ON_CLIENT": CLIENT,
        "NOTEIT_SIGN_ON_SECRET_FILE": str(folder / "secret"), "NOTEIT_SIGN_ON_LOOPBACK": "true",
    } | settings
    server = Noteitd(folder, **settings)
    if catalog:
        server.admin("catalog", "import", str(catalog))
    server.start()
    try:
        yield server
    finally:
        server.stop()


def somebody(**claims):
    """The claims of a new person."""
    name = uuid.uuid4().hex[:12]
    return {"sub": f"sub-{name}", "email": f"{name}@example.edu", "email_verified": True, "name": f"Ada {name}"} | claims


class Browser(Anyone):
    """The page of the server in a browser, which follows the way to the provider and back."""

    def __init__(self, server):
        super().__init__(server)
        self.headers = {"Origin": server.url}

    def begin(self, status=200, **options):
        return self.call("POST", "/v1/sign-on", status, **options).json()

    def visit(self, address):
        """What the provider answers: the address of the way back."""
        answer = requests.get(address, allow_redirects=False, timeout=PATIENCE)
        assert answer.status_code == 302, answer.text
        return answer.headers["Location"]

    def come_back(self, address):
        answer = self.call("GET", address.removeprefix(self.server.url), 303)
        assert answer.headers["Location"] == self.server.url + "/sign-on" and "code" not in answer.headers["Location"]
        assert answer.headers["Cache-Control"] == "no-store" and answer.headers["Referrer-Policy"] == "no-referrer"

    def finish(self, status=201, **body):
        return self.call("POST", "/v1/sign-on/session", status, json={"device": "browser"} | body).json()

    def travel(self):
        self.come_back(self.visit(self.begin()["url"]))

    def sign_in(self, status=201):
        """Signs in by the campus: the person. For another status, its answer."""
        self.travel()
        answer = self.finish(status)
        return self.person(answer) if status == 201 else answer

    def person(self, answer):
        assert "refreshToken" not in answer
        person = Person(self.server, answer | {"refreshToken": self.http.cookies.get("noteit_refresh")})
        person.browser = self
        return person

    def link(self, person, proof, status=201):
        """Links the campus's account to that of a person."""
        headers = {"Authorization": f"Bearer {person.token}"}
        self.come_back(self.visit(self.call("POST", "/v1/me/sign-on", 200, json=proof, headers=headers).json()["url"]))
        return self.call("POST", "/v1/me/sign-on/link", status, headers=headers).json()


def sign_in(server, provider, claims, status=201):
    """Somebody with these claims signs in, with a browser of their own."""
    provider.person = claims
    return Browser(server).sign_in(status)


class Victim:
    """Somebody with an account, whom each attack would like to be."""

    def __init__(self, server, provider):
        self.server, self.provider, self.claims = server, provider, somebody()
        self.person = sign_in(server, provider, self.claims)
        self.before = self.state()

    def state(self):
        sessions = [session["id"] for session in self.person.items("/v1/sessions")]
        return self.person.get("/v1/me"), sessions, self.person.get("/v1/me/sign-on")["linked"]

    def expect_untouched(self):
        assert self.state() == self.before

    def refused(self, **twists):
        """The sentence with which a sign-in as this person is refused."""
        with self.provider.twist(**twists):
            answer = sign_in(self.server, self.provider, self.claims, 401)
        self.expect_untouched()
        assert answer["detail"].endswith(".") and len(answer["detail"]) > 20, answer
        return answer["detail"]
