"""Checks every answer that a test receives against the contract, `openapi.yaml`."""

import functools
import json
import re

import jsonschema_rs
import yaml

from noteitd import ROOT

DOCUMENT = yaml.load((ROOT / "openapi.yaml").read_text(), yaml.CSafeLoader)
METHODS = ("get", "put", "post", "delete", "patch")
_registry = jsonschema_rs.Registry([("urn:noteit", DOCUMENT)], draft=jsonschema_rs.Draft202012)


def operations():
    """Each operation as (method, path template, definition)."""
    return [
        (method, path, item[method]) for path, item in DOCUMENT["paths"].items() for method in METHODS if method in item
    ]


def resolve(node):
    """Follows a local `$ref`."""
    while "$ref" in node:
        parts = node["$ref"].removeprefix("#/").split("/")
        node = functools.reduce(lambda inner, part: inner[part], parts, DOCUMENT)
    return node


def faults(value, schema):
    """The faults of `value` by `schema`, a sentence each."""
    return [f"{error.instance_path}: {error.message}" for error in validator(json.dumps(schema)).iter_errors(value)]


def strangers(value, *schemas, where=""):
    """The members of `value` that none of `schemas` knows. Of a list, the first items are looked at."""
    parts = [part for schema in schemas for part in whole(schema)]
    if isinstance(value, list):
        items = [part["items"] for part in parts if "items" in part]
        return sorted({name for item in value[:20] for name in strangers(item, *items, where=f"{where}[]")})
    known = {}
    for part in parts:
        for name, schema in part.get("properties", {}).items():
            known.setdefault(name, []).append(schema)
    if not isinstance(value, dict) or not known:  # A map has names of its own.
        return []
    return [inner for name, held in value.items() for inner in (
        strangers(held, *known[name], where=f"{where}.{name}") if name in known else [f"{where}.{name}"])]


def whole(schema):
    """A schema and all that it is made of."""
    schema = resolve(schema)
    others = [other for each in ("allOf", "anyOf", "oneOf") for other in schema.get(each, [])]
    return [schema, *(part for other in others for part in whole(other))]


@functools.cache
def validator(schema):
    where = json.loads(schema.replace('"#/', '"urn:noteit#/'))
    return jsonschema_rs.Draft202012Validator(where, registry=_registry, validate_formats=True)


def definition(method, path):
    """The operation of a concrete path: the matching template with the fewest parameters."""
    path = path.split("?")[0]
    fits = [
        (template.count("{"), item)
        for template, item in DOCUMENT["paths"].items()
        if re.fullmatch(re.sub(r"\\\{[^/]+\\\}", "[^/]+", re.escape(template)), path)
    ]
    assert fits, f"{path} is not in the contract"
    return min(fits, key=lambda fit: fit[0])[1].get(method.lower())


def judge(method, path, response):
    """Fails unless the contract allows `response`: status, headers, media type, body."""
    operation = definition(method, path)
    said = f"{method} {path} -> {response.status_code} {response.text[:600]}"
    if operation is None:
        assert response.status_code == 405, f"method is not in the contract: {said}"
        answer = resolve({"$ref": "#/components/responses/MethodNotAllowed"})
    else:
        answer = operation["responses"].get(str(response.status_code))
        assert answer is not None, f"status is not in the contract: {said}"
        answer = resolve(answer)
    for name, header in answer.get("headers", {}).items():
        header = resolve(header)
        value = response.headers.get(name)
        assert value is not None or not header.get("required"), f"no {name}: {said}"
        if value is not None:
            typed = int(value) if header["schema"].get("type") == "integer" else value
            assert not faults(typed, header["schema"]), f"{name}: {value}: {said}"
    content = answer.get("content")
    if not content:
        assert response.content == b"", f"unexpected body: {said}"
        return
    media = response.headers.get("Content-Type", "").split(";")[0]
    assert media in content or "*/*" in content, f"{media} is not in the contract: {said}"
    if media.endswith("json") and media in content:
        body = response.json()
        wrong = faults(body, content[media]["schema"])
        assert not wrong, f"{wrong}: {said}"
        unknown = strangers(body, content[media]["schema"])
        assert not unknown, f"{unknown} is not in the contract: {said}"
        if media == "application/problem+json":
            assert body["status"] == response.status_code, said
