"""Web Push from end to end: a person subscribes in Firefox, and a notice arrives in the service worker of the page."""

import pytest

from firefox import firefox
from noteitd import wait_until
from people import small_class
from push_service import PushWorld, autopush
from tabs import COURSE
from test_engines import sign_in

SHOWN = """async () => {
    const worker = await navigator.serviceWorker.ready
    return (await worker.getNotifications()).map(({ title }) => title).join('\\n')
}"""
SUBSCRIBED = "async () => String(await (await navigator.serviceWorker.ready).pushManager.getSubscription() !== null)"


@pytest.fixture
def world(tmp_path):
    world = PushWorld(tmp_path)
    yield world
    assert world.service.faults == []
    world.service.stop()


def test_a_notice_arrives_in_the_service_worker_and_signing_out_unsubscribes(world, tmp_path):
    server = world.server(tmp_path)
    server.environment["NOTEIT_PUBLIC_URL"] = server.url
    server.load_sample()
    server.start()
    people = small_class(server, COURSE)
    with autopush(world.service) as address, firefox({
        "dom.push.serverURL": address, "dom.push.testing.allowInsecureServerURL": True, "dom.push.connection.enabled": True,
        "permissions.default.desktop-notification": 1, "alerts.useSystemBackend": False,
    }) as browser:
        tab = sign_in(browser.visit(server.url), people["ada"])
        tab.go("/settings#push").click("Get notifications here")
        tab.sees("This device gets notifications from now on.")
        assert tab.run(SUBSCRIBED) == "true"
        people["grace"].call("POST", "/v1/notices", 201, json={"title": "Zebra", "courses": [COURSE]})
        tab.until(lambda: tab.run(SHOWN) == "A new notice in CMPT225", "the notification")
        tab.go("/settings#leave").click("Sign out")
        tab.sees("Sign in")
        tab.until(lambda: tab.run(SUBSCRIBED) == "false", "the subscription to end")
        wait_until(lambda: people["ada"].get("/v1/me/push")["devices"] == [], "the device to be removed")
    server.stop()
