"""A device that signs in through a browser (RFC 8628), and the page of whoever approves it."""

from people import PASSWORD, Anyone, Person
from test_cookie import Browser

PATH = "/v1/sessions/device"
# Of a user code.
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"


class Device(Anyone):
    """Has asked for its codes."""

    def __init__(self, server, name="noteit on lab-pc", address=None):
        super().__init__(server, address)
        self.codes = self.call("POST", PATH, 200, json={"device": name}).json()
        self.code, self.secret = self.codes["userCode"], self.codes["deviceCode"]

    def poll(self):
        """The session, or why there is none."""
        answer = self.call("POST", f"{PATH}/token", json={"deviceCode": self.secret})
        if answer.status_code == 201:
            return Person(self.server, answer.json())
        assert answer.status_code == 400
        return answer.json()["error"]

    def poll_in_time(self):
        """As if the pause were over."""
        self.server.sql("UPDATE device_sign_in SET polled_at = polled_at - pause")
        return self.poll()


class PageOf(Browser):
    """The page on which a person is signed in, with the cookie of its session."""

    def __init__(self, person, password=PASSWORD):
        super().__init__(person.server)
        self.sign_in(person, password)
        self.headers |= {"Authorization": f"Bearer {self.token}"}

    def look(self, code, status=200):
        return self.call("POST", f"{PATH}/preview", status, json={"userCode": code}).json()

    def answer(self, code, approve=True, status=204, **options):
        return self.call("POST", f"{PATH}/answer", status, json={"userCode": code, "approve": approve}, **options)
