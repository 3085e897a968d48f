"""A platform that other people wrote: `lti1p3platform` from PyPI."""

import json
import re
import urllib.parse

import pytest
from cryptography.hazmat.primitives import serialization
from lti1p3platform.ltiplatform import LTI1P3PlatformConfAbstract
from lti1p3platform.message_launch import LTIAdvantageMessageLaunchAbstract
from lti1p3platform.oidc_login import OIDCLoginAbstract
from lti1p3platform.registration import Registration

from people import register, scopes, staff
from platforms import COURSE, ROLE, Browser, Platform


class Theirs(Platform):
    """Its keys and its list of people are served here; logins, launches, answers and access tokens are theirs."""

    def registration(self):
        public, secret = self.key.public_key(), self.key
        return (
            Registration().set_iss(self.issuer).set_client_id(self.client).set_deployment_id(self.deployment)
            .set_launch_url(self.server.url + "/lti/launch").set_deeplink_launch_url(self.server.url + "/lti/launch")
            .set_oidc_login_url(self.server.url + "/lti/login").set_tool_key_set_url(self.server.url + "/lti/keys")
            .set_platform_public_key(public.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo).decode())
            .set_platform_private_key(secret.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()))

    @property
    def configuration(self):
        registration = self.registration()

        class Configuration(LTI1P3PlatformConfAbstract):
            def init_platform_config(self, **_):
                self._registration = registration

            def get_registration_by_params(self, **_):
                return registration

        return Configuration()

    def key_set(self):
        return self.configuration.get_jwks()

    def fault(self, form):
        try:
            self.configuration.get_access_token(form)
        except Exception as error:  # the handler tells it
            return str(error)
        return None

    def launched(self, browser, person, role, is_link=False):
        """The answer to one of their launches."""
        configuration, course = self.configuration, self.context

        class Login(OIDCLoginAbstract):
            def set_lti_message_hint(self, **_):
                self._lti_message_hint = "hint"

            def get_redirect(self, url):
                return url

        login = Login(None, configuration)
        login.set_lti_message_hint()
        path = login.initiate_login(person).removeprefix(self.server.url)
        answer = browser.call("GET", path, 303)
        asked = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(answer.headers["Location"]).query))

        class Launch(LTIAdvantageMessageLaunchAbstract):
            def get_preflight_response(self):
                return asked

            def render_launch_form(self, launch_data, **_):
                return launch_data

        launch = Launch(None, configuration)
        launch.set_user_data(person, [ROLE + role], person.title(), f"{person}@example.edu")
        launch.set_resource_link_claim("link-1")
        launch.set_launch_context_claim(course, context_title="Their course")
        launch.set_nrps(f"{self.url}/members")
        if is_link:
            launch.set_dl("https://platform.example.edu/return")
        form = launch.lti_launch()
        return browser.call("POST", "/lti/launch", data={name: form[name] for name in ("id_token", "state")})


@pytest.fixture
def theirs(own_server):
    platform = Theirs(own_server, name="theirs").start()
    yield platform
    platform.stop()


def test_their_launches_links_and_lists_work(own_server, theirs):
    section = register(own_server).get(f"/v1/courses/{COURSE}")["sections"][0]
    theirs.register("--make-staff")
    assert theirs.launched(Browser(own_server), "grace", "Instructor").status_code == 403
    context = own_server.admin("lti", "courses").split("\t")[0]
    own_server.admin("lti", "link", context, COURSE, section["code"])
    browser, teacher = Browser(own_server), Browser(own_server)
    assert theirs.launched(browser, "ada", "Learner").status_code == 303
    ada = browser.person()
    assert scopes(ada) == [(section["id"], "student")]
    event = staff(own_server, COURSE).post(COURSE, "Final", visibility="public")
    shown = theirs.launched(teacher, "grace", "Instructor", is_link=True)
    answer = teacher.submit(shown, str(event["number"]))
    token = re.search(r'name="JWT" value="([^"]*)"', answer.text).group(1)
    items = theirs.configuration.validate_deeplinking_resp({"JWT": token})
    assert [(item["type"], item["title"]) for item in items] == [("ltiResourceLink", "Final")]
    assert items[0]["url"] == f"{own_server.url}/c/{COURSE}/{event['number']}", json.dumps(items)
    people = {"ada": "Learner", "ben": "Learner", "grace": "Instructor"}
    theirs.members = [[{"user_id": person, "roles": [ROLE + role]} for person, role in people.items()]]
    assert "1 new" in own_server.admin("lti", "sync", "--all", "--yes") and scopes(ada) == [(section["id"], "student")]
