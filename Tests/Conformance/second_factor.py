"""An authenticator app: codes that change every half minute (RFC 6238), by an implementation of its own."""

import base64
import hashlib
import hmac
import struct
import time

from people import PASSWORD, Anyone, Person


class App:
    """Has one key. Gives each code once, as the server takes each once, and two within a half minute at most."""

    def __init__(self, key):
        self.key, self.last = key, 0

    def code(self):
        self.last = max(self.last + 1, int(time.time()) // 30)
        assert self.last <= int(time.time()) // 30 + 1, "a third code would have to wait"
        return self.at(self.last)

    def at(self, step):
        digest = hmac.new(base64.b32decode(self.key), struct.pack(">Q", step), hashlib.sha1).digest()
        place = digest[-1] & 15
        return f"{(struct.unpack('>I', digest[place:place + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"

    def wrong(self):
        """A code that is not good now, nor soon."""
        now = int(time.time()) // 30
        near = {self.at(step) for step in range(now - 3, now + 10)}
        return next(code for code in ("000000", "111111", "222222", "333333", "444444") if code not in near)


def add_factor(person, name="My phone", password=PASSWORD):
    """Adds an app. Returns it, and what the server answered."""
    key = person.call("POST", "/v1/me/factors/key", 200, json={"currentPassword": password}).json()
    app = App(key["key"])
    return app, person.call("POST", "/v1/me/factors", 201, json={"challenge": key["challenge"], "code": app.code(), "name": name}).json()


def first_half(person):
    """The answer to the right password: what is needed beside it."""
    body = {"email": person.email, "password": PASSWORD, "device": "lab-pc"}
    return Anyone(person.server).call("POST", "/v1/sessions", 202, json=body).json()


def second_half(person, challenge, code, status=201, **fields):
    answer = Anyone(person.server).call(
        "POST", "/v1/sessions/factor", status, json={"challenge": challenge, "code": code, "device": "lab-pc"} | fields)
    return Person(person.server, answer.json()) if status == 201 else answer.json()
