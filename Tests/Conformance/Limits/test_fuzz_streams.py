"""Random frames, and streams from odd cursors."""

import http.client
import re
import socket
import struct

from fuzz import Got, fuzz, fuzzed, head
from noteitd import PATIENCE
from people import Anyone
from streams import RawSocket
from test_fuzz_requests import ODD_HEADERS, VALUES, spoilt_text


def test_frames(fuzz):
    """Frames that no library sends, and streams from odd cursors. A stream goes on, or ends with the right code."""
    dice = fuzz.dice
    for _ in fuzz.rounds():
        ada = fuzz.world.ada
        fuzz.asked += 1
        cursor = spoilt_text(dice, dice.choice([ada.head(), *VALUES])) if dice.random() < 0.4 else None
        query = f"?cursor={cursor}" if cursor is not None and cursor.isascii() and len(cursor) < 4000 and not re.search(r"[\s#]",
            cursor) else ""
        if dice.random() < 0.25:
            event_stream(fuzz, dice, ada, query)
            continue
        log = []
        try:
            live = RawSocket(fuzz.server, ada.headers, path="/v1/ws" + query)
        except (OSError, IndexError) as error:
            fuzz.fault("no answer to a handshake", query.encode(), repr(error))
            continue
        with live:
            fuzz.statuses[live.status] = fuzz.statuses.get(live.status, 0) + 1
            if live.status != 101:
                if live.status >= 500 and live.status != 503:
                    fuzz.fault(f"{live.status} of a handshake", query.encode())
                continue
            unfinished = False
            for _ in range(dice.choice([1, 1, 2, 3, 10, 50])):
                unfinished = unfinished or frame(dice, live, log)
            if not unfinished:
                live.send(8, dice.choice([b"", struct.pack(">H", 1000), struct.pack(">H", 1000) + b"bye"]))
                log.append("close")
                try:
                    code = live.close_code()
                    key = f"closed {code}"
                    fuzz.statuses[key] = fuzz.statuses.get(key, 0) + 1
                    if code is not None and code not in (1000, 1001, 1002, 1003, 1005, 1007, 1008, 1009, 1013, 4001,
                            4008) and not 3000 <= code < 5000:
                        fuzz.fault(f"close code {code}", repr(log).encode())
                except TimeoutError:
                    fuzz.fault("a close that is not answered", repr(log).encode())
                except (AssertionError, struct.error) as error:
                    fuzz.fault("a frame that is none", repr(log).encode(), repr(error))
        if fuzz.count % 50 == 0:
            Anyone(fuzz.server).get("/healthz")


def frame(dice, live, log):
    """Sends one frame; returns whether the server must wait for more."""
    opcode = dice.choice([0, 1, 2, 8, 9, 10, dice.randrange(16)])
    payload = dice.choice([
        lambda: b"", lambda: b"x" * dice.choice([1, 125, 126, 127, 1000, 65_535, 65_536, 200_000]),
        lambda: bytes(dice.randrange(256) for _ in range(dice.randrange(200))),
        lambda: "\U0001f600e\u0301".encode()[:dice.randrange(8)], lambda: b"\xed\xa0\x80", lambda: b"\xff\xfe",
        lambda: b'{"at":"x"}', lambda: b"[" * 10_000,
        lambda: struct.pack(">H", dice.choice([0, 1, 999, 1000, 1004, 1005, 1006, 1015, 1016, 2999, 3000, 4999, 5000,
        65_535])) + dice.choice([b"", b"ok", b"\xff", b"x" * 124]),
    ])()
    options = {"mask": dice.random() < 0.93, "final": dice.random() < 0.8, "reserved": dice.choice([0] * 12 + [1, 2, 4, 7])}
    if dice.random() < 0.08:
        declared = dice.choice([len(payload) + 1, 1 << 20, 1 << 31, 1 << 40, (1 << 63) - 1, 1 << 63, (1 << 64) - 1])
        live.send(opcode, payload, declared=declared, **options)
        log.append((opcode, len(payload), payload[:8], declared, options))
        return True
    live.send(opcode, payload, **options)
    log.append((opcode, len(payload), payload[:8], options))
    return False


def event_stream(fuzz, dice, person, query):
    """The first frame of an event stream comes, whatever the cursor."""
    last = dice.choice(ODD_HEADERS["Last-Event-ID"] + [person.head(), spoilt_text(dice, person.head())])
    headers = [("Host", "x"), ("Accept", "text/event-stream"), *person.headers.items()]
    if dice.random() < 0.5 and len(last) < 4000 and "\n" not in last:
        headers.append(("Last-Event-ID", last))
    raw = head("GET", "/v1/stream" + query, headers)
    with socket.create_connection(("127.0.0.1", fuzz.server.port), timeout=PATIENCE) as wire:
        try:
            wire.sendall(raw)
            response = http.client.HTTPResponse(wire)
            response.begin()
            fuzz.statuses[response.status] = fuzz.statuses.get(response.status, 0) + 1
            if response.status == 200:
                while (line := response.readline()) and not line.startswith(b"event:"):
                    pass
                if not line or line.split(b":", 1)[1].strip() not in (b"at", b"expired", b"change"):
                    fuzz.fault("no first frame of a stream", raw, repr(line))
            else:
                fuzz.check("a stream", raw, Got(response.status, response.headers, response.read()))
        except TimeoutError:
            fuzz.fault("silence of a stream", raw)
        except (OSError, http.client.HTTPException) as error:
            fuzz.fault("an end of a stream", raw, repr(error))
