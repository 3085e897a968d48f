"""An authenticator in software (WebAuthn, level 2), by an implementation of its own, and the browser in front of it. Each part of
what they say can be made wrong."""

import hashlib
import json
import secrets
import struct

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa

from base64url import text
from people import PASSWORD, Anyone, Person

PRESENT, VERIFIED, MAY_BACK_UP, IS_BACKED_UP, CREDENTIAL, EXTENSIONS = 0x01, 0x04, 0x08, 0x10, 0x40, 0x80
ALGORITHMS = {"ES256": -7, "EdDSA": -8, "RS256": -257}


def cbor(value):
    """RFC 8949, as far as authenticators write it."""
    def head(kind, number):
        if number < 24:
            return bytes([kind << 5 | number])
        size = next(size for size in (1, 2, 4, 8) if number < 1 << 8 * size)
        return bytes([kind << 5 | 24 + (1, 2, 4, 8).index(size)]) + number.to_bytes(size)
    match value:
        case int():
            return head(0, value) if value >= 0 else head(1, -1 - value)
        case bytes():
            return head(2, len(value)) + value
        case str():
            return head(3, len(value.encode())) + value.encode()
        case list():
            return head(4, len(value)) + b"".join(map(cbor, value))
        case dict():
            return head(5, len(value)) + b"".join(cbor(key) + cbor(each) for key, each in value.items())
    raise TypeError(value)


class Key:
    """One credential of an authenticator."""

    def __init__(self, algorithm="ES256", bits=2048, id=None, flags=0):
        self.algorithm, self.id, self.count, self.flags, self.user = algorithm, id or secrets.token_bytes(32), 0, flags, None
        self.private = {
            "ES256": lambda: ec.generate_private_key(ec.SECP256R1()), "EdDSA": ed25519.Ed25519PrivateKey.generate,
            "RS256": lambda: rsa.generate_private_key(65_537, bits),
        }[algorithm]()

    def cose(self):
        public = self.private.public_key()
        if self.algorithm == "EdDSA":
            return {1: 1, 3: -8, -1: 6, -2: public.public_bytes_raw()}
        numbers = public.public_numbers()
        if self.algorithm == "ES256":
            return {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        return {1: 3, 3: -257, -1: numbers.n.to_bytes((numbers.n.bit_length() + 7) // 8), -2: b"\x01\x00\x01"}

    def sign(self, message):
        match self.algorithm:
            case "ES256":
                return self.private.sign(message, ec.ECDSA(hashes.SHA256()))
            case "EdDSA":
                return self.private.sign(message)
        return self.private.sign(message, padding.PKCS1v15(), hashes.SHA256())


def client_data(kind, challenge, origin, **more):
    return json.dumps({"type": kind, "challenge": challenge, "origin": origin, "crossOrigin": False} | more).encode()


def authenticator_data(host, flags, count, credential=b""):
    return hashlib.sha256(host.encode()).digest() + bytes([flags]) + struct.pack(">I", count) + credential


def attested(key, cose=None, id=None):
    id = key.id if id is None else id
    return bytes(16) + struct.pack(">H", len(id)) + id + cbor(cose or key.cose())


def registration(key, options, origin, *, kind="webauthn.create", challenge=None, host=None, flags=PRESENT | VERIFIED, more=None,
        cose=None, id=None, tail=b"", attestation=None, statement=None, named=None, credential=None):
    """What `navigator.credentials.create` answers. The arguments after the origin make it wrong."""
    said = client_data(kind, challenge or options["challenge"], origin, **(more or {}))
    credential = attested(key, cose, id) if credential is None else credential
    whole = authenticator_data(host or options["rp"]["id"], flags | key.flags | (CREDENTIAL if credential else 0), key.count, credential) + tail
    key.user = options["user"]["id"]
    attestation = attestation or cbor({"fmt": "packed" if statement else "none", "attStmt": statement or {}, "authData": whole})
    return {
        "id": named or text(key.id if id is None else id), "rawId": text(key.id), "type": "public-key",
        "authenticatorAttachment": "platform", "clientExtensionResults": {},
        "response": {"clientDataJSON": text(said), "attestationObject": text(attestation), "transports": ["internal", "new-way"]},
    }


def assertion(key, options, origin, *, kind="webauthn.get", challenge=None, host=None, flags=PRESENT | VERIFIED, more=None, count=None,
        tail=b"", cut=None, signer=None, signed=None, user=None, id=None, signature=None):
    """What `navigator.credentials.get` answers. The arguments after the origin make it wrong."""
    said = client_data(kind, challenge or options["challenge"], origin, **(more or {}))
    key.count = key.count + 1 if count is None else count
    whole = (authenticator_data(host or options["rpId"], flags | key.flags, key.count) + tail)[:cut]
    made = (signer or key).sign(signed if signed is not None else whole + hashlib.sha256(said).digest())
    return {
        "id": id or text(key.id), "rawId": text(key.id), "type": "public-key", "clientExtensionResults": {},
        "response": {
            "clientDataJSON": text(said), "authenticatorData": text(whole), "signature": text(made if signature is None else signature),
            "userHandle": key.user if user is None else user,
        },
    }


def empty_registration():
    """A registration in its form, which answers nothing."""
    return registration(Key(), {"challenge": "AA", "rp": {"id": "localhost"}, "user": {"id": "AA"}}, "http://localhost")


def empty_assertion():
    """An answer in its form, to nothing."""
    return assertion(Key(), {"challenge": "AA", "rpId": "localhost"}, "http://localhost", user="AA")


class Named:
    """A server that is asked for by a name, as pages ask for it."""

    def __init__(self, server, name="localhost"):
        self.server, self.name, self.url, self.port = server, name, f"http://{name}:{server.port}", server.port

    def __getattr__(self, name):
        return getattr(self.server, name)


OPTIONS, PASSKEYS = "/v1/me/factors/passkeys/options", "/v1/me/factors/passkeys"


def creation(person, proof=None):
    """The answer of the route that begins."""
    return person.call("POST", OPTIONS, 200, json=proof or {"currentPassword": PASSWORD}).json()


def add_passkey(person, key=None, name="My laptop", status=201, **wrong):
    """Adds a passkey. Returns it and what the server answered."""
    key, begun = key or Key(), creation(person)
    body = {"challenge": begun["challenge"], "name": name, "passkey": registration(key, begun["options"], person.server.url, **wrong)}
    return key, person.call("POST", PASSKEYS, status, json=body).json()


def first_half(person, password=PASSWORD):
    body = {"email": person.email, "password": password, "device": "lab-pc"}
    return Anyone(person.server).call("POST", "/v1/sessions", 202, json=body).json()


def second_half(person, needed, answer, status=201):
    body = {"challenge": needed["challenge"], "passkey": answer, "device": "lab-pc"}
    answer = Anyone(person.server).call("POST", "/v1/sessions/factor", status, json=body)
    return Person(person.server, answer.json()) if status == 201 else answer.json()


def begin_alone(server):
    return Anyone(server).call("POST", "/v1/sessions/passkey/options", 200).json()


def alone(server, begun, answer, status=201):
    """A sign-in without a password."""
    body = {"challenge": begun["challenge"], "passkey": answer, "device": "lab-pc"}
    answer = Anyone(server).call("POST", "/v1/sessions/passkey", status, json=body)
    return Person(server, answer.json()) if status == 201 else answer.json()
