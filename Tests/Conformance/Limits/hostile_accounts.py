"""What the tests of hostile clients share: new accounts and sign-ins."""

import itertools

from people import PASSWORD

WRONG = "not the password"
HELD_BACK = (429, 503)
numbers = itertools.count(1)


def sign_in(anyone, email, password=PASSWORD, status=None):
    return anyone.call("POST", "/v1/sessions", status, json={"email": email, "password": password})


def new_account(email=None, name="Somebody"):
    return {"email": email or f"new{next(numbers)}@example.edu", "password": PASSWORD, "displayName": name}


def refused_fields(person, method, path, body):
    return {error["field"] for error in person.refused(method, path, 422, json=body)["errors"]}
