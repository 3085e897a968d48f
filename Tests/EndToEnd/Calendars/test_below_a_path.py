"""A server that a proxy serves below a path."""

import contextlib
import json
import os
import subprocess

import pytest
import requests

from noteitd import PATIENCE, Noteitd, free_port, wait_until
from people import PASSWORD, Anyone, Person
from terminal import Terminal


@pytest.fixture
def below(tmp_path):
    """Starts a server with settings, and a proxy that adds a path: the server, with the address below the path."""
    with contextlib.ExitStack() as stack:

        def start(port, **settings):
            server = Noteitd(tmp_path, **settings)
            server.load_sample()
            server.start()
            stack.callback(server.stop)
            configuration = tmp_path / "nginx.conf"
            configuration.write_text(f"""
                daemon off; pid {tmp_path}/nginx.pid; error_log {tmp_path}/nginx-error.log;
                events {{}}
                http {{
                    access_log off; client_body_temp_path {tmp_path}/body; proxy_temp_path {tmp_path}/proxy;
                    fastcgi_temp_path {tmp_path}/f; uwsgi_temp_path {tmp_path}/u; scgi_temp_path {tmp_path}/s;
                    server {{
                        listen 127.0.0.1:{port};
                        location /noteit/ {{ proxy_pass {server.url}/; proxy_set_header Host $http_host; }}
                    }}
                }}""")
            proxy = subprocess.Popen([os.environ["NGINX"], "-c", configuration, "-p", tmp_path], stderr=subprocess.DEVNULL)
            stack.callback(lambda: (proxy.terminate(), proxy.wait()))
            server.direct, server.url = server.url, f"http://127.0.0.1:{port}/noteit"

            def is_up():
                with contextlib.suppress(requests.ConnectionError):
                    return requests.get(server.url + "/healthz", timeout=PATIENCE).ok

            wait_until(is_up, "the proxy")
            return server

        yield start


def registered(server):
    body = {"email": "ada@example.edu", "password": PASSWORD, "displayName": "Ada"}
    return Person(server, Anyone(server).http.post(server.url + "/v1/accounts", json=body, timeout=PATIENCE).json())


@pytest.mark.parametrize("is_named", [False, True])
def test_the_address_of_a_feed_has_the_path(below, tmp_path, is_named):
    port = free_port()
    server = below(port, **({"NOTEIT_PUBLIC_URL": f"http://127.0.0.1:{port}/noteit/"} if is_named else {}))
    ada = registered(server)
    desk = Terminal(server, tmp_path / "desk", ada)
    made = json.loads(desk.noteit("calendar", "feed", "add", "--name", "x", "--json"))
    assert made["url"].startswith(server.url + "/calendars/")
    assert made["webcal"] == made["url"].replace("http:", "webcal:")
    assert requests.get(made["url"], timeout=PATIENCE).text.startswith("BEGIN:VCALENDAR")
    if is_named:
        raw = requests.post(
            server.direct + "/v1/me/calendar-feeds", json={"name": "y", "include": ["due"]}, headers=ada.headers, timeout=PATIENCE)
        assert raw.json()["url"].startswith(server.url + "/calendars/"), "asked under another address"


@pytest.mark.parametrize("value", ["notes.example.edu", "ftp://notes.example.edu", "https://", "https://a.example/?x", "https://u@a.example"])
def test_an_address_that_is_none_stops_the_start(tmp_path, value):
    with pytest.raises(AssertionError, match="must be an address such as"):
        Noteitd(tmp_path, NOTEIT_PUBLIC_URL=value).start()
