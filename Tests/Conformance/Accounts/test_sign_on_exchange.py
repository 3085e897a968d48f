"""How the code of a sign-on is exchanged for tokens, with providers that differ in what they support."""

from networks import SILENCE, Authority, Front
from sign_on import Browser, campus_server, sign_in, somebody


def test_a_secret_goes_in_the_way_that_the_client_is_registered_for(tmp_path, provider):
    """The provider has both ways, and takes the secret of this client in the header alone."""
    both = provider.metadata | {"token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"]}
    answers = {"/.well-known/openid-configuration": lambda handler: handler.answer(200, both)}
    with provider.twist(answers=answers), campus_server(tmp_path, provider) as server:
        before = len(provider.posted)
        assert sign_in(server, provider, somebody()).account["email"]
        forms = [set(form) & {"client_id", "client_secret"} for form in provider.posted[before:]]
        assert forms == [{"client_id", "client_secret"}, set()]


def test_a_userinfo_for_other_tokens_costs_no_sign_in(tmp_path, provider):
    claims = somebody()
    del claims["email_verified"]
    refused = {"/userinfo": lambda handler: handler.answer(401, {})}
    with provider.twist(answers=refused), campus_server(tmp_path, provider) as server:
        assert sign_in(server, provider, claims).account["email"].endswith("@campus.invalid")


def test_a_certificate_of_the_provider_that_has_expired_is_said(tmp_path):
    authority = Authority(tmp_path)
    with Front(None, authority.certificate("127.0.0.1", days=(-2, -1)), SILENCE) as front:
        issuer = f"https://127.0.0.1:{front.port}"
        with campus_server(tmp_path / "server", None, NOTEIT_SIGN_ON=issuer, SSL_CERT_FILE=str(authority.file)) as server:
            assert Browser(server).call("POST", "/v1/sign-on").status_code >= 400
            assert f"no secure connection to {issuer}/.well-known/openid-configuration: its certificate has expired." in server.said()
