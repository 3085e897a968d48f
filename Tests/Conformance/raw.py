"""Requests as bytes, on a connection of their own."""

import http.client
import json
import socket

from noteitd import PATIENCE


def connected(server, receive_buffer=None, source=None, patience=PATIENCE):
    wire = socket.socket()
    if receive_buffer:
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    wire.settimeout(patience)
    if source:
        wire.bind((source, 0))
    wire.connect(("127.0.0.1", server.port))
    return wire


def head(method, path, *lines, person=None, version="1.1"):
    fields = [f"{method} {path} HTTP/{version}", "Host: x", *lines]
    if person:
        fields.append(f"Authorization: {person.headers['Authorization']}")
    return "\r\n".join(fields + ["", ""]).encode()


def request(method, path, body, *lines, person=None):
    """A whole request with a JSON body."""
    content = json.dumps(body, separators=(",", ":")).encode()
    return head(method, path, "Content-Type: application/json", f"Content-Length: {len(content)}", *lines, person=person) + content


def answer(wire):
    response = http.client.HTTPResponse(wire)
    response.begin()
    return response.status, response.headers, response.read()
