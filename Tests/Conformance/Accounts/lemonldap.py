"""A LemonLDAP::NG of Debian as a campus: its portal in a temporary folder, with the people that it has for demonstrations."""

import contextlib
import html
import json
import os
import pathlib
import re
import subprocess
import urllib.parse

import requests
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from noteitd import PATIENCE, wait_until
from provider import CLIENT, SECRET

# What Tests/Conformance/run unpacked.
UNPACKED = pathlib.Path(os.environ.get("LEMONLDAP", "/nowhere"))
SHARE = UNPACKED / "usr/share/lemonldap-ng/portal"
PERL = [UNPACKED / "usr/share/perl5", *UNPACKED.glob("usr/lib/*/perl5/5.*")]


def settings(folder, url, tool):
    """The configuration of a portal at `url`, for one relying party at `tool`."""
    key = rsa.generate_private_key(65537, 2048)
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption())
    public = key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    stores = {}
    for kind, place in (("global", "sessions"), ("persistent", "people")):
        (folder / place / "lock").mkdir(parents=True)
        stores[kind + "Storage"] = "Apache::Session::File"
        stores[kind + "StorageOptions"] = {
            "Directory": str(folder / place), "LockDirectory": str(folder / place / "lock"),
            "generateModule": "Lemonldap::NG::Common::Apache::Session::Generate::SHA256"}
    options = {
        "ClientID": CLIENT, "ClientSecret": SECRET, "RedirectUris": f"{tool}/v1/sign-on/callback",
        "PostLogoutRedirectUris": f"{tool}/", "IDTokenSignAlg": "RS256", "RequirePKCE": 1, "BypassConsent": 1,
        "LogoutBypassConfirm": 1}
    return stores | {
        "cfgNum": 1, "cfgDate": 1, "authentication": "Demo", "userDB": "Same", "demoExportedVars": {"cn": "cn", "mail": "mail", "uid": "uid"},
        "macros": {"_whatToTrace": "$_user"}, "whatToTrace": "_whatToTrace", "portal": url + "/", "domain": "127.0.0.1",
        "cookieName": "lemonldap", "securedCookie": 0, "timeout": 7200, "locationRules": {"127.0.0.1": {"default": "accept"}},
        # The portal wants a module here. This one draws no pictures, which would need a library for them.
        "captcha": "::Main::Plugin", "portalDisplayRegister": 0, "portalDisplayResetPassword": 0,
        "issuerDBOpenIDConnectActivation": 1, "oidcServiceMetaDataIssuer": url, "oidcServiceAllowAuthorizationCodeFlow": 1,
        "oidcServicePrivateKeySig": private.decode(), "oidcServicePublicKeySig": public.decode(), "oidcServiceKeyIdSig": "key-1",
        "oidcRPMetaDataOptions": {"noteit": {f"oidcRPMetaDataOptions{name}": value for name, value in options.items()}},
        "oidcRPMetaDataExportedVars": {"noteit": {"email": "mail", "name": "cn", "email_verified": "verified;bool"}},
        "oidcRPMetaDataMacros": {"noteit": {"verified": "1"}},
    }


@contextlib.contextmanager
def portal(folder, port, tool):
    """A portal at this port, for a server at `tool`."""
    url = f"http://127.0.0.1:{port}"
    (folder / "conf").mkdir(parents=True)
    (folder / "conf/lmConf-1.json").write_text(json.dumps(settings(folder, url, tool)))
    (folder / "lemonldap-ng.ini").write_text(
        f"[all]\nlogLevel = warn\n[configuration]\ntype = File\ndirName = {folder}/conf\n[portal]\nlanguages = en\n"
        f"staticPrefix = /static\ntemplateDir = {SHARE}/templates\n")
    environment = os.environ | {
        "LLNG_DEFAULTCONFFILE": str(folder / "lemonldap-ng.ini"), "PERL5LIB": ":".join(map(str, PERL))}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [UNPACKED / "usr/bin/plackup", "--host", "127.0.0.1", "--port", str(port), "--env", "deployment",
             SHARE / "htdocs/index.psgi"],
            env=environment, cwd=folder, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
    try:
        wait_until(lambda: process.poll() is not None or status(url), "the portal of LemonLDAP::NG")
        assert status(url) == 200, (folder / "log").read_text()
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


def status(url):
    with contextlib.suppress(requests.ConnectionError):
        return requests.get(f"{url}/.well-known/openid-configuration", timeout=PATIENCE).status_code


class Visitor:
    """Somebody's browser at the portal. Its password is their name."""

    def __init__(self, url):
        self.url, self.http = url, requests.Session()

    def visit(self, address):
        """Where the portal leads; None if it shows a page, which is in `page`."""
        return self.read(self.http.get(address, allow_redirects=False, timeout=PATIENCE))

    def read(self, answer):
        self.page = answer.text
        while answer.is_redirect:
            place = urllib.parse.urljoin(answer.url, answer.headers["Location"])
            if not place.startswith(self.url):
                return place
            answer = self.http.get(place, allow_redirects=False, timeout=PATIENCE)
            self.page = answer.text
        return None

    def sign_in(self, name, password=None):
        """Fills the form of the page in."""
        form = re.search(r'<form[^>]*class="login[^>]*>.*?</form>', self.page, re.DOTALL).group(0)
        hidden = dict(re.findall(r'type="hidden" name="([^"]*)" value="([^"]*)"', form))
        fields = {each: html.unescape(value) for each, value in hidden.items()}
        fields |= {"user": name, "password": password or name}
        return self.read(self.http.post(self.url + "/", data=fields, allow_redirects=False, timeout=PATIENCE))
