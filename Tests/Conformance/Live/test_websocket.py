"""The WebSocket protocol (RFC 6455), frame by frame, with frames that no library sends."""

import struct

import pytest

from streams import RawSocket

TEXT, BINARY, CLOSE, PING, PONG, CONTINUATION = 1, 2, 8, 9, 10, 0


@pytest.fixture
def raw(ada):
    """An open socket after its first frame."""
    with RawSocket(ada.server, ada.headers) as socket:
        assert socket.status == 101
        assert socket.answer_headers["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
        opcode, payload = socket.receive()
        assert opcode == TEXT and b'"at"' in payload
        yield socket


def test_pings_are_answered_with_their_payload(raw):
    for payload in (b"", b"still there?", bytes(125)):
        raw.send(PING, payload)
        assert raw.receive() == (PONG, payload)


def test_a_close_is_answered_with_its_code(raw):
    raw.send(CLOSE, struct.pack(">H", 1000))
    assert raw.close_code() == 1000


def test_an_unmasked_frame_closes_with_1002(raw):
    raw.send(TEXT, b"hello", mask=False)
    assert raw.close_code() == 1002


@pytest.mark.parametrize("declared", [1 << 20, 1 << 40, (1 << 63) - 1])
def test_an_oversized_frame_closes_with_1009(raw, declared):
    raw.send(TEXT, b"x" * 100_000, declared=declared)
    assert raw.close_code() == 1009


@pytest.mark.parametrize("frame", [
    {"opcode": TEXT, "payload": b"x", "reserved": 4}, {"opcode": 3, "payload": b"x"}, {"opcode": 11, "payload": b"x"},
    {"opcode": PING, "payload": b"x", "final": False}, {"opcode": PING, "payload": bytes(126)},
    {"opcode": CONTINUATION, "payload": b"x"}, {"opcode": CLOSE, "payload": b"x"},
], ids=["reserved bit", "reserved opcode", "reserved control opcode", "fragmented ping", "long ping", "lone continuation", "half a close code"])
def test_a_malformed_frame_closes_with_1002(raw, frame):
    raw.send(**frame)
    assert raw.close_code() == 1002


def test_messages_of_a_client_are_ignored(raw, course, ada):
    raw.send(TEXT, b'{"hello": true}')
    raw.send(BINARY, bytes(range(256)))
    raw.send(TEXT, b"frag", final=False)
    raw.send(CONTINUATION, b"ment")
    raw.send(PONG, b"unasked")
    raw.send(PING, b"on")
    assert raw.receive() == (PONG, b"on")


def test_a_broken_off_frame_disturbs_nobody(raw, ada):
    raw.wire.sendall(b"\x81\xfe\xff")
    raw.close()
    assert ada.get("/v1/me") == ada.account


@pytest.mark.parametrize("changed, status", [
    ({"Upgrade": None}, 426), ({"Upgrade": "h2c"}, 426), ({"Sec_WebSocket_Version": "8"}, 426),
    ({"Sec_WebSocket_Key": None}, 426), ({"Authorization": "Bearer x"}, 401), ({"Authorization": None}, 401),
])
def test_an_invalid_handshake_is_refused_with_an_explanation(ada, changed, status):
    with RawSocket(ada.server, ada.headers, **changed) as socket:
        assert socket.status == status
        assert socket.answer_headers["content-type"] == "application/problem+json"


def test_an_invalid_cursor_is_refused_before_the_switch(ada):
    with RawSocket(ada.server, ada.headers, path="/v1/ws?cursor=" + "x" * 1001) as socket:
        assert socket.status == 422


def test_frames_that_arrive_with_the_handshake_are_read(ada):
    """A client need not wait for the answer before it sends: 500 pings in the same packet are answered."""
    with RawSocket(ada.server, ada.headers, ahead=b"\x89\x80\0\0\0\0" * 500) as raw:
        assert raw.status == 101
        pongs = 0
        while pongs < 500:
            opcode, _ = raw.receive()
            pongs += opcode == 10
