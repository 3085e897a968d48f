"""A Glewlwyd of Debian as a campus, with a database in a temporary folder."""

import contextlib
import os
import pathlib
import sqlite3
import subprocess
import urllib.parse

import requests
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from noteitd import PATIENCE, wait_until
from provider import CLIENT, SECRET

# What Tests/Conformance/run unpacked.
UNPACKED = pathlib.Path(os.environ.get("GLEWLWYD", "/nowhere"))
MODULES = {name: UNPACKED / f"usr/lib/glewlwyd/{place}" for name, place in (
    ("user_module", "user"), ("client_module", "client"), ("user_auth_scheme_module", "scheme"), ("plugin_module", "plugin"))}
LIBRARIES = [str(folder) for folder in UNPACKED.glob("usr/lib/*-linux-gnu")]
# Of the administrator of a new database.
ADMIN = {"username": "admin", "password": "password"}
ISSUER = "/api/oidc"
SCOPES = "openid profile email"


class Glewlwyd:
    """A provider at this port."""

    def __init__(self, port):
        self.url = f"http://127.0.0.1:{port}"
        self.port, self.issuer = port, self.url + ISSUER

    @contextlib.contextmanager
    def running(self, folder, tool):
        """Runs it for a server at `tool`."""
        folder.mkdir()
        with contextlib.closing(sqlite3.connect(folder / "glewlwyd.db")) as database:
            database.executescript((UNPACKED / "usr/share/dbconfig-common/data/glewlwyd/install/sqlite3").read_text())
        paths = "".join(f'{name}_path="{path}"\n' for name, path in MODULES.items())
        (folder / "glewlwyd.conf").write_text(
            f'port={self.port}\nbind_address="127.0.0.1"\nexternal_url="{self.url}"\nlogin_url="login"\napi_prefix="api"\n'
            f'log_mode="console"\nlog_level="WARNING"\ncookie_secure=0\nadmin_scope="g_admin"\nprofile_scope="g_profile"\n'
            f'{paths}hash_algorithm="SHA512"\ndatabase={{type="sqlite3" path="{folder}/glewlwyd.db"}}\n')
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(
                [UNPACKED / "usr/bin/glewlwyd", "--config-file", folder / "glewlwyd.conf"],
                env=os.environ | {"LD_LIBRARY_PATH": ":".join(LIBRARIES)}, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        try:
            wait_until(lambda: process.poll() is not None or self.answers(), "Glewlwyd")
            assert process.poll() is None, (folder / "log").read_text()
            self.set_up(tool)
            yield self
        finally:
            process.terminate()
            process.wait(PATIENCE)

    def answers(self):
        with contextlib.suppress(requests.ConnectionError):
            return requests.get(self.url + "/api/auth", timeout=PATIENCE).status_code

    def set_up(self, tool):
        admin = Visitor(self)
        admin.ask("POST", "/auth/", ADMIN)
        key = ec.generate_private_key(ec.SECP256R1())
        pem = serialization.Encoding.PEM
        private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()
        public = key.public_key().public_bytes(pem, serialization.PublicFormat.SubjectPublicKeyInfo).decode()
        for scope in ("profile", "email"):
            admin.ask("POST", "/scope/", {"name": scope, "display_name": scope, "password_required": True, "scheme": {}})
        admin.ask("POST", "/mod/plugin/", {"module": "oidc", "name": "oidc", "display_name": "OpenID Connect", "parameters": {
            "iss": self.issuer, "jwt-type": "ecdsa", "jwt-key-size": "256", "key": private, "cert": public, "jwks-show": True,
            "access-token-duration": 3600, "refresh-token-duration": 3600, "code-duration": 600, "refresh-token-rolling": False,
            "allow-non-oidc": False, "auth-type-code-enabled": True, "auth-type-refresh-enabled": True, "subject-type": "public",
            "name-claim": "mandatory", "email-claim": "mandatory", "pkce-allowed": True, "pkce-required": True,
            "claims": [{
                "name": "email_verified", "user-property": "email", "type": "boolean", "mandatory": True,
                "boolean-value-true": "ada@example.edu", "boolean-value-false": "none"}],
            "oauth-as-iss-id": True, "session-management-allowed": True, "session-cookie-name": "GLEWLWYD_OIDC", "session-cookie-expiration": 3600, "back-channel-logout-allowed": True}})
        admin.ask("POST", "/client/?source=database", {
            "client_id": CLIENT, "name": "NoteIt", "enabled": True, "confidential": True, "password": SECRET, "client_secret": SECRET,
            "redirect_uri": [f"{tool}/v1/sign-on/callback"], "authorization_type": ["code"], "token_endpoint_auth_method": ["client_secret_post"],
            "backchannel_logout_uri": f"{tool}/v1/sign-on/logout", "backchannel_logout_session_required": "true",
            "post_logout_redirect_uri": f"{tool}/", "scope": []})
        admin.ask("POST", "/user/?source=database", {
            "username": "ada", "password": "a long secret", "name": "Ada", "email": "ada@example.edu", "enabled": True,
            "scope": SCOPES.split() + ["g_profile"]})


class Visitor:
    """Somebody's browser there, which uses the API that its pages use."""

    def __init__(self, provider):
        self.provider, self.http = provider, requests.Session()

    def ask(self, method, path, body=None):
        answer = self.http.request(method, f"{self.provider.url}/api{path}", json=body, timeout=PATIENCE)
        assert answer.status_code == 200, (path, answer.status_code, answer.text)
        return answer

    def sign_in(self):
        self.ask("POST", "/auth/", {"username": "ada", "password": "a long secret"})
        self.ask("PUT", f"/auth/grant/{CLIENT}", {"scope": SCOPES})

    def visit(self, address):
        """Where the provider leads: to its page, or back."""
        answer = self.http.get(address, allow_redirects=False, timeout=PATIENCE)
        assert answer.is_redirect, answer.text
        return answer.headers["Location"]

    def go_on(self, address):
        """Where the button of its page leads."""
        return self.visit(address + "&g_continue")

    def sign_out(self, address):
        """Ends the session of which its page for a sign-out asks."""
        page = urllib.parse.urlsplit(self.visit(address))
        self.ask("DELETE", f"/oidc/session/{dict(urllib.parse.parse_qsl(page.query))['sid']}")
