"""Bytes and JSON as base64url text without padding (RFC 4648, section 5), and back."""

import base64
import json


def text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def data(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def number(value, size=None):
    return text(value.to_bytes(size or (value.bit_length() + 7) // 8, "big"))


def encoded(value):
    return text(json.dumps(value).encode())


def decoded(part):
    return json.loads(data(part))
