"""Limits: streams of an account, connections of an address, connections of the server."""

import contextlib
import http.client
import json
import os
import resource
import threading

import pytest

from contract import faults
from noteitd import PATIENCE, Noteitd, wait_until
from people import member, register
from processes import processor_seconds
from raw import connected
from streams import EventStream, RawSocket

ADDRESS_LIMIT = 6


@pytest.fixture
def limited(tmp_path):
    """Starts servers with settings of their own, and stops them."""
    with contextlib.ExitStack() as stack:
        def start(preexec=None, **settings):
            server = Noteitd(tmp_path, preexec=preexec, **settings)
            server.load_sample()
            server.start()
            stack.callback(server.stop)
            return server
        yield start


def told(wire):
    """The answer to a refused connection: status, headers and problem; then it is closed."""
    answer = http.client.HTTPResponse(wire)
    answer.begin()
    problem = json.loads(answer.read())
    assert not faults(problem, {"$ref": "#/components/schemas/Problem"})
    assert answer.headers["Content-Type"] == "application/problem+json" and int(answer.headers["Retry-After"]) > 0
    assert wire.recv(1) == b""
    return answer.status, problem["detail"]


def metric(server, name, source="127.0.0.1"):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE, source_address=(source, 0))
    connection.request("GET", "/metrics")
    lines = connection.getresponse().read().decode().splitlines()
    connection.close()
    return next(float(line.split()[1]) for line in lines if line.startswith(name + " "))


def test_an_account_has_a_number_of_streams_over_all_transports(limited):
    server = limited(NOTEIT_STREAMS_PER_ACCOUNT="3")
    (ada, course), other = member(server), register(server)
    cursor = ada.head()
    with contextlib.ExitStack() as stack:
        stream, web_socket = stack.enter_context(ada.stream()), stack.enter_context(ada.socket())
        stream.frame(), web_socket.frame()
        polled = []
        poll = threading.Thread(target=lambda: polled.append(ada.get("/v1/changes", params={"cursor": cursor, "wait": 60})))
        poll.start()
        wait_until(lambda: metric(server, "noteit_streams_long_poll") == 1, "the long poll to wait")

        for path in ("/v1/stream", f"/v1/changes?cursor={cursor}&wait=1"):
            answer = ada.call("GET", path, 429)
            assert int(answer.headers["Retry-After"]) > 0 and "3 streams" in answer.json()["detail"]
        with RawSocket(server, ada.headers) as refused:
            assert refused.status == 429 and int(refused.answer_headers["retry-after"]) > 0
        ada.get("/v1/changes", params={"cursor": cursor, "wait": 0})
        ada.get("/v1/me")
        with other.stream() as free:
            assert free.frame()[0] == "at"

        ticket = ada.call("POST", "/v1/stream-tickets", 201).json()["ticket"]
        ada.refused("GET", "/v1/stream", 429, params={"ticket": ticket}, headers={"Authorization": None})
        with RawSocket(server, {}, path=f"/v1/ws?ticket={ticket}") as refused:
            assert refused.status == 429
        ada.post(course)
        poll.join()
        assert len(polled[0]["changes"]) == 1
        # Its ticket is still good, and the long poll is no longer counted.
        with EventStream(server, {}, ticket=ticket) as again:
            assert again.frame()[0] == "at"
            web_socket.close()
            wait_until(lambda: metric(server, "noteit_streams_websocket") == 0, "the place to be free")
            with ada.socket() as second:
                assert second.frame()[0] == "at"


def test_streams_that_never_began_are_not_counted(limited):
    server = limited(NOTEIT_STREAMS_PER_ACCOUNT="2")
    ada = register(server)
    for _ in range(6):
        assert ada.http.head(server.url + "/v1/stream", headers=ada.headers).status_code == 200
        with ada.stream("x") as expired:
            assert expired.frame()[0] == "expired"
        with RawSocket(server, ada.headers, path="/v1/ws?cursor=x") as expired:
            assert expired.status == 101 and expired.close_code() == 4410
    with ada.stream() as one, ada.stream() as two:
        assert one.frame()[0] == two.frame()[0] == "at"


def test_an_address_has_a_number_of_connections(limited):
    server = limited(NOTEIT_CONNECTIONS_PER_ADDRESS=str(ADDRESS_LIMIT))
    wait_until(lambda: metric(server, "noteit_connections", "127.0.0.2") == 1, "the first connections to be gone")
    with contextlib.ExitStack() as stack:
        wires = [stack.enter_context(connected(server)) for _ in range(ADDRESS_LIMIT)]
        wait_until(lambda: metric(server, "noteit_connections", "127.0.0.2") == ADDRESS_LIMIT + 1, "the connections to count")
        for _ in range(3):
            with connected(server) as refused:
                status, detail = told(refused)
                assert status == 429 and f"{ADDRESS_LIMIT} connections" in detail
        assert metric(server, "noteit_connections_refused_total", "127.0.0.2") == 3
        wires[0].sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert wires[0].recv(1000).startswith(b"HTTP/1.1 200 ")
        wires.pop().close()
        wait_until(lambda: metric(server, "noteit_connections", "127.0.0.2") == ADDRESS_LIMIT, "the place to be free")
        with connected(server) as again:
            again.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            assert again.recv(1000).startswith(b"HTTP/1.1 200 ")


def test_behind_a_proxy_a_clients_streams_are_counted_by_its_forwarded_address(limited):
    server = limited(NOTEIT_CONNECTIONS_PER_ADDRESS="2", NOTEIT_TRUST_PROXY="true")
    people = [register(server) for _ in range(3)]

    def headers(person, address):
        return person.headers | {"X-Forwarded-For": address}

    with contextlib.ExitStack() as stack:
        for person in people[:2]:
            stack.enter_context(EventStream(server, headers(person, "2001:db8:1:2::7"))).frame()
        # One customer's network; entries that a client forged before the proxy's own are ignored.
        for address in ("2001:db8:1:2:ffff::1", "192.0.2.1, 2001:db8:1:2::7"):
            assert EventStream(server, headers(people[2], address)).status == 429
            with RawSocket(server, headers(people[2], address)) as refused:
                assert refused.status == 429
        stack.enter_context(EventStream(server, headers(people[2], "2001:db8:1:3::7"))).frame()
        for _ in range(8):
            stack.enter_context(connected(server))
        wait_until(lambda: metric(server, "noteit_connections") >= 8 + 3 + 1, "the connections to be served")


def test_a_full_server_refuses_connections_and_goes_on(limited):
    """The limit follows from the limit of open files; hundreds of clients neither spin the server nor stop it."""
    reserve = 64 + 4 * os.cpu_count() + 32
    places = 40
    server = limited(lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (reserve + places,) * 2),
                     NOTEIT_CONNECTIONS_PER_ADDRESS="1000")
    assert f"Limits: {places} connections" in server.said()
    assert metric(server, "noteit_connections_limit") == places
    person, course = member(server)
    with contextlib.ExitStack() as stack:
        reader = stack.enter_context(person.stream())
        reader.frame()
        held = [stack.enter_context(connected(server))]
        while metric_of(person, server, "noteit_connections") < places:
            held.append(stack.enter_context(connected(server)))
        with connected(server) as refused:
            status, detail = told(refused)
            assert status == 503 and f"All {places} connections" in detail

        crowd = [stack.enter_context(connected(server)) for _ in range(300)]
        before = processor_seconds(server.process)
        for number in range(20):
            person.post(course, f"post {number}")
            assert reader.change()[0]["body"]["title"] == f"post {number}"
        wait_until(lambda: metric_of(person, server, "noteit_connections_refused_total") >= 33, "the crowd to be refused")
        assert len(os.listdir(f"/proc/{server.process.pid}/fd")) < reserve + places
        used = processor_seconds(server.process) - before
        assert used < 3, f"took {used:.2f} s of a processor"
        for wire in held + crowd:
            wire.close()
        wait_until(lambda: person.get("/v1/me") and metric_of(person, server, "noteit_connections") == 2, "the crowd to leave")
        register(server)


def metric_of(person, server, name):
    """Over the person's own connection."""
    lines = person.http.get(server.url + "/metrics", timeout=PATIENCE).text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(name + " "))


def test_a_limit_of_open_files_that_is_too_low_is_reported(tmp_path):
    server = Noteitd(tmp_path, preexec=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64)))
    with pytest.raises(AssertionError, match="Raise it with ulimit -n"):
        server.start()
