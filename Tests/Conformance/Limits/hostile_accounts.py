"""What the tests of hostile clients share: addresses, raw requests, new accounts."""

import http.client
import itertools
import json
import socket

from noteitd import PATIENCE
from people import PASSWORD

WRONG = "not the password"
HELD_BACK = (429, 503)
numbers = itertools.count(1)


def connected(server):
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)


def request(method, path, body=None, *lines):
    """A whole request with a JSON body, as it goes over the wire."""
    content = b"" if body is None else json.dumps(body).encode()
    fields = [f"{method} {path} HTTP/1.1", "Host: x", *lines]
    if body is not None:
        fields += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
    return "\r\n".join(fields + ["", ""]).encode() + content


def answer(wire):
    response = http.client.HTTPResponse(wire)
    response.begin()
    return response.status, response.headers, response.read()


def sign_in(anyone, email, password=PASSWORD, status=None):
    return anyone.call("POST", "/v1/sessions", status, json={"email": email, "password": password})


def new_account(email=None, name="Somebody"):
    return {"email": email or f"new{next(numbers)}@example.edu", "password": PASSWORD, "displayName": name}


def refused_fields(person, method, path, body):
    return {error["field"] for error in person.refused(method, path, 422, json=body)["errors"]}
