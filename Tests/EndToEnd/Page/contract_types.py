"""The types of the contract as a TypeScript declaration: `contract_types.py > client-web/contract.d.ts`. `make check` compares the two."""

import json
import pathlib

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[3]
FILE = ROOT / "client-web/contract.d.ts"
HEAD = """// The types of openapi.yaml, made by Tests/EndToEnd/Page/contract_types.py.
// deno-fmt-ignore-file
// deno-lint-ignore-file
"""
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def declaration():
    """All schemas of the contract, one type each."""
    schemas = yaml.safe_load((ROOT / "openapi.yaml").read_text())["components"]["schemas"]
    return HEAD + "".join(f"\nexport type {name} = {type_of(schema)}\n" for name, schema in schemas.items())


def type_of(schema):
    if "$ref" in schema:
        return schema["$ref"].rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    for name, sign in (("anyOf", " | "), ("oneOf", " | "), ("allOf", " & ")):
        if name in schema:
            return sign.join(f"({type_of(part)})" for part in schema[name])
    kinds = schema.get("type", "object")
    return " | ".join(kind_of(kind, schema) for kind in (kinds if isinstance(kinds, list) else [kinds]))


def kind_of(kind, schema):
    if kind == "array":
        return f"({type_of(schema.get('items', {}))})[]"
    return object_of(schema) if kind == "object" else PLAIN[kind]


def object_of(schema):
    properties, required = schema.get("properties", {}), schema.get("required", [])
    fields = [f"{json.dumps(name)}{'' if name in required else '?'}: {type_of(part)}" for name, part in properties.items()]
    # Of a part that only says what must be there, the other part has the types.
    fields += [f"{json.dumps(name)}: unknown" for name in required if name not in properties]
    if isinstance(schema.get("additionalProperties"), dict):
        fields.append(f"[name: string]: {type_of(schema['additionalProperties'])}")
    return "{ " + "; ".join(fields) + " }" if fields else "Record<string, unknown>"


if __name__ == "__main__":
    print(declaration(), end="")
