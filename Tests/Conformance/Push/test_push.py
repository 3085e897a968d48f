"""Web Push: what goes to which device, once, by a service that refuses, dawdles and breaks off; who has a device, and where it may be."""

import datetime
import os
import re
import threading

import pytest

from networks import Authority
from noteitd import PATIENCE, Noteitd, free_port, wait_until
from people import PASSWORD, Anyone, hours_from_now, notice, register, small_class
from push_service import CONTACT, PushWorld

COURSE = "202530.CMPT225"
PLACE = "https://notes.example.edu"
PATH = "/v1/me/push/devices"
KILLS = int(os.environ.get("NOTEIT_KILLS", "3"))
# Public addresses of special networks: if a request leaves this machine, it reaches no server.
HOSTS = [
    ("fcm.googleapis.com", "10.0.0.1"), ("inside.push.apple.com", "169.254.169.254"),
    ("mixed.notify.windows.com", "192.52.193.1"), ("mixed.notify.windows.com", "127.0.0.1"),
]


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    world = PushWorld(tmp_path_factory.mktemp("network"), HOSTS)
    yield world
    assert world.service.faults == []
    world.service.stop()


def serving(world, folder):
    server = world.server(folder, NOTEIT_PUBLIC_URL=PLACE)
    server.load_sample()
    return server.start()


@pytest.fixture(scope="module")
def pushing(tmp_path_factory, world):
    """A server with push."""
    server = serving(world, tmp_path_factory.mktemp("push"))
    yield server
    server.stop()


@pytest.fixture
def group(pushing, world):
    """Ada, Bob, and Grace, who is staff. The service takes everything."""
    world.service.answer = lambda browser: None
    return small_class(pushing, COURSE)


def subscribed(person, world, **settings):
    """A browser that gets the person's messages."""
    browser = world.service.browser()
    browser.server_key = person.get("/v1/me/push")["applicationServerKey"]
    browser.device = person.call("POST", PATH, 201, json=browser.subscription | {"name": "Phone"}).json()["id"]
    if settings:
        wants(person, browser, **settings)
    return browser


def wants(person, browser, **settings):
    return person.call("PATCH", f"{PATH}/{browser.device}", 200, json=settings).json()["settings"]


def devices(person):
    return person.get("/v1/me/push")["devices"]


def queue(server):
    return server.admin("push", "queue", check=False).stderr


def caught_up(world, server, grace):
    """Waits until all that happened so far was tried: a message to a new person comes last."""
    last = register(server)
    last.enroll(grace.get(f"/v1/courses/{COURSE}")["sections"][0]["id"])
    browser = subscribed(last, world)
    grace.post(COURSE, f"For @{last.account['handle']} alone", visibility="public")
    browser.first("mentioned")
    wait_until(lambda: "\t0\tnext" not in server.admin("push", "queue"), "all of it to be tried")


def settled(server, world, grace):
    """Waits until all that happened so far is sent or ended."""
    caught_up(world, server, grace)
    wait_until(lambda: re.search(r"\b0 waiting", queue(server)), "nothing to wait")


def due_now(server):
    server.sql("UPDATE delivery SET next_try = 0 WHERE next_try IS NOT NULL;")


def test_a_message_says_what_happened_and_the_text_only_to_those_who_ask(pushing, world, group):
    ada, bob, grace = (group[name] for name in ("ada", "bob", "grace"))
    plain, whole = subscribed(ada, world), subscribed(bob, world, showsText=True)
    event = notice(grace, "Zebra “exam”", body="Room 7\n\nat **noon** " + "\U0001f389" * 3_000, mustRead=True)
    message = plain.first("notice")
    assert message.title == "A notice to read in CMPT225" and "body" not in message.notification
    assert message.notification["navigate"] == f"{PLACE}/c/{COURSE}/{event['number']}"
    assert message.headers["Urgency"] == "high"
    shown = whole.first("Zebra")
    assert shown.title == "CMPT225: Zebra “exam”" and "Room 7 at **noon**" in shown.notification["body"]
    assert not any("Zebra" in str(message.shown) for message in plain.messages)
    question = ada.post(COURSE, "My question", kind="question", anonymous=True)
    bob.reply(question, f"Ask @{grace.account['handle']}")
    assert plain.first("reply").headers["Urgency"] == "normal"
    # The topic tells a service nothing: the same news has another one for each device.
    assert message.headers["Topic"] != shown.headers["Topic"]
    ada.reply(question, f"Thanks @{bob.account['handle']}", anonymous=True)
    hidden = whole.first("My question")
    assert ada.account["displayName"] not in str(hidden.shown) and "Thanks" in hidden.notification["body"]


def test_a_device_gets_what_was_chosen_for_it(pushing, world, group):
    ada, bob, grace = (group[name] for name in ("ada", "bob", "grace"))
    every, some, none = (subscribed(ada, world) for _ in range(3))
    assert wants(ada, some, topics=["mentions", "mentions"], mustRead=False)["topics"] == ["mentions"]
    wants(ada, none, exceptCourses=[COURSE])
    notice(grace, "Plain")
    notice(grace, "Must", mustRead=True)
    bob.post(COURSE, f"Look, @{ada.account['handle']}")
    settled(pushing, world, grace)
    assert sorted(every.titles) == ["A new notice in CMPT225", "A notice to read in CMPT225", "You are mentioned in CMPT225"]
    assert some.titles == ["You are mentioned in CMPT225"] and none.titles == ["A notice to read in CMPT225"]
    assert "not a course" in str(ada.refused("PATCH", f"{PATH}/{some.device}", 422, json={"exceptCourses": ["202530.NONE1"]}))
    for method, body in (("PATCH", {"name": "Mine"}), ("DELETE", None)):
        bob.refused(method, f"{PATH}/{some.device}", 404, json=body)
    bob.refused("POST", f"{PATH}/{some.device}/test", 404)
    ada.call("DELETE", f"{PATH}/{some.device}", 204)
    ada.refused("DELETE", f"{PATH}/{some.device}", 404)
    assert len(devices(ada)) == 2 and devices(bob) == []


def test_nobody_gets_what_they_may_not_see_when_it_is_sent(pushing, world, group):
    """A service that is down holds all of it back; then the world changes."""
    ada, bob, grace = (group[name] for name in ("ada", "bob", "grace"))
    section, other = (section["id"] for section in grace.get(f"/v1/courses/{COURSE}")["sections"][:2])
    left, stays = subscribed(ada, world, showsText=True), subscribed(bob, world, showsText=True)
    world.service.answer = lambda browser: 503 if browser in (left, stays) else None
    removed, moved, edited, kept, muted = (
        notice(grace, f"{word} zebra", body="old words") for word in ("Removed", "Moved", "Edited", "Kept", "Muted"))
    question = bob.post(COURSE, "Zebra question", kind="question")
    reply = ada.reply(question, f"Deleted zebra @{bob.account['handle']}")
    seen = notice(grace, "Seen zebra")
    bob.post(COURSE, "Private zebra", visibility="private", body=f"@{ada.account['handle']}")
    caught_up(world, pushing, grace)
    assert pushing.admin("push", "queue").count("\tnext ") >= 13
    grace.delete(removed)
    grace.edit(moved, sections=[other])
    grace.edit(edited, body="new words")
    ada.call("DELETE", f"/v1/replies/{reply['id']}", 204)
    bob.call("PUT", f"/v1/me/marks/{muted['id']}", 200, json={"muted": True})
    bob.call("POST", "/v1/me/read", json={"events": [{"event": seen["id"], "seen": bob.event(seen)["activity"]}]})
    ada.drop(section)
    world.service.answer = lambda browser: None
    due_now(pushing)
    stays.first("Kept")
    settled(pushing, world, grace)
    assert left.titles == [] and sorted(stays.titles) == ["CMPT225: Edited zebra", "CMPT225: Kept zebra"]
    assert "new words" in stays.first("Edited").notification["body"]


def test_quiet_hours_of_mail_hold_push_back_too(pushing, world, group):
    ada, grace = group["ada"], group["grace"]
    browser = subscribed(ada, world)
    ada.call("PATCH", "/v1/me/mail", 200, json={"quiet": {"start": hours_from_now(ada, -3), "end": hours_from_now(ada, 9)}})
    notice(grace, "Quiet zebra")
    ada.call("POST", f"{PATH}/{browser.device}/test", 202)
    # What a person asks for now passes.
    browser.first("NoteIt reaches this device")
    wait_until(lambda: re.search(r"\b1 waiting", queue(pushing)), "the notice to wait")
    assert len(browser.titles) == 1
    ada.call("PATCH", "/v1/me/mail", 200, json={"quiet": None})
    browser.first("A new notice")


def test_a_device_has_one_account_and_ends_with_its_session(pushing, world, group):
    ada, bob, grace = (group[name] for name in ("ada", "bob", "grace"))
    browser = subscribed(ada, world)
    wants(ada, browser, showsText=True)
    again = ada.call("POST", PATH, 200, json=browser.subscription).json()
    assert again["id"] == browser.device and again["settings"]["showsText"] and again["current"]
    moved = bob.call("POST", PATH, 201, json=browser.subscription).json()
    assert devices(ada) == [] and not moved["settings"]["showsText"]
    notice(grace, "Moved zebra")
    browser.first("notice")
    settled(pushing, world, grace)
    assert len(browser.titles) == 1
    phone = bob.sign_in_again()
    other = subscribed(phone, world)
    assert [device["current"] for device in devices(phone)] == [False, True]
    session = next(each["id"] for each in bob.items("/v1/sessions") if not each["current"])
    bob.call("DELETE", f"/v1/sessions/{session}", 204)
    assert [device["id"] for device in devices(bob)] == [moved["id"]]
    notice(grace, "Signed out zebra")
    wait_until(lambda: len(browser.titles) == 2, "a message to the device that stays")
    settled(pushing, world, grace)
    assert other.titles == []
    for _ in range(19):
        subscribed(bob, world)
    assert "Remove one" in bob.refused("POST", PATH, 409, json=world.service.browser().subscription)["detail"]
    bob.call("DELETE", "/v1/me", 204, json={"currentPassword": PASSWORD})
    assert pushing.admin("check").strip().endswith("is sound")


def test_a_service_that_refuses_breaks_off_and_forgets_gets_each_message_once(pushing, world, group):
    ada, bob, grace = (group[name] for name in ("ada", "bob", "grace"))
    patient, gone, wrong, later = subscribed(ada, world), subscribed(bob, world), subscribed(bob, world), subscribed(ada, world)
    turns = iter(["drop", 500, (503, {"Retry-After": "7200"})])
    answers = {gone: lambda: 410, wrong: lambda: 403, patient: lambda: next(turns, None)}
    answers[later] = lambda: (429, {"Retry-After": "Fri, 31 Dec 9999 23:59:59 GMT"})
    world.service.answer = lambda browser: answers.get(browser, lambda: None)()
    before = len(world.service.tries)
    notice(grace, "Hostile zebra")
    for failures in (1, 2, 3):
        wait_until(lambda: f"\t{failures}\tnext" in pushing.admin("push", "queue"), f"{failures} failed tries")
        if failures < 3:
            due_now(pushing)
    # It asked for two hours.
    (time,) = re.findall(r"\t3\tnext (\S+)", pushing.admin("push", "queue"))
    wait = datetime.datetime.fromisoformat(time) - datetime.datetime.now(datetime.UTC)
    assert datetime.timedelta(hours=1.5) < wait <= datetime.timedelta(hours=2)
    due_now(pushing)
    patient.first("A new notice")
    settled(pushing, world, grace)
    assert len(patient.titles) == 1 and gone.titles == wrong.titles == later.titles == []
    tries = world.service.tries[before:]
    assert [tries.count(browser) for browser in (patient, gone, wrong, later)] == [4, 1, 1, 1]
    # A device that is gone is removed; the fault of another is shown to its person.
    assert [(device["id"], device["sentAt"]) for device in devices(bob)] == [(wrong.device, None)]
    assert "answered 403" in devices(bob)[0]["fault"]
    assert {device["id"]: device["fault"] for device in devices(ada)}[patient.device] is None
    answers[wrong] = lambda: None
    bob.call("POST", f"{PATH}/{wrong.device}/test", 202)
    wrong.first("NoteIt reaches this device")
    wait_until(lambda: devices(bob)[0]["fault"] is None and devices(bob)[0]["sentAt"], "the fault to go")


def test_a_service_that_dawdles_does_not_hold_up_the_others(pushing, world, group):
    slow, quick = subscribed(group["ada"], world), subscribed(group["bob"], world)
    done = threading.Event()
    world.service.answer = lambda browser: done.wait(PATIENCE) and None if browser is slow else None
    notice(group["grace"], "Slow zebra")
    quick.first("A new notice")
    assert slow.titles == []
    done.set()
    slow.first("A new notice")


def test_messages_survive_kills(tmp_path, world):
    server = serving(world, tmp_path)
    key = register(server).get("/v1/me/push")["applicationServerKey"]
    people = small_class(server, COURSE)
    section, grace = people["ada"].get(f"/v1/courses/{COURSE}")["sections"][0]["id"], people["grace"]
    crowd = [people["ada"], people["bob"]] + [register(server) for _ in range(4)]
    for person in crowd:
        person.enroll(section)
    browsers = [subscribed(person, world, showsText=True) for person in crowd]
    world.service.answer = lambda browser: None
    for turn in range(KILLS):
        before = len(world.service.messages)
        notice(grace, f"Zebra {turn}")
        wait_until(lambda: len(world.service.messages) > before, "a message to be taken")
        server.kill()
        server.start()
        grace.refresh()
    wait_until(lambda: f"0 waiting, {KILLS * len(crowd)} sent" in queue(server), "all messages to be sent")
    for browser in browsers:
        assert set(browser.titles) == {f"CMPT225: Zebra {turn}" for turn in range(KILLS)}
        # A message that the service took just before a kill may come again, and replaces itself.
        assert len({message.headers["Topic"] for message in browser.messages}) == KILLS
    assert sum(len(browser.titles) for browser in browsers) <= KILLS * (len(crowd) + 8)
    # The key is the same after each start.
    assert grace.get("/v1/me/push")["applicationServerKey"] == key
    server.stop()
    assert server.admin("check").strip().endswith("is sound")


@pytest.mark.parametrize("endpoint", [
    "https://10.0.0.1/push", "https://169.254.169.254/latest/meta-data", "https://localhost/push", "https://[::1]/push",
    "https://127.0.0.1:8080/", "https://fcm.googleapis.com.example.edu/x", "https://fcm.googleapis.com@10.0.0.1/",
    "https://fcm.googleapis.com:8443/x", "http://fcm.googleapis.com/x", "https://push.apple.com/x", "https://notpush.apple.com/x",
    "https://fcm.googleapis.com\\@10.0.0.1/", "https://2130706433/", "ftp://fcm.googleapis.com/x", "https:///x",
])
def test_an_endpoint_elsewhere_is_refused_with_a_sentence(pushing, world, endpoint):
    ada = register(pushing)
    subscription = world.service.browser().subscription | {"endpoint": endpoint}
    (error,) = ada.refused("POST", PATH, 422, json=subscription)["errors"]
    assert error["field"] == "endpoint" and len(error["detail"]) > 20
    assert devices(ada) == []


def test_a_known_service_with_a_private_address_is_not_reached(pushing, world):
    for host in ("fcm.googleapis.com", "inside.push.apple.com", "mixed.notify.windows.com"):
        ada = register(pushing)
        browser = world.service.browser()
        device = ada.call("POST", PATH, 201, json=browser.subscription | {"endpoint": f"https://{host}/push/{browser.name}"}).json()
        assert device["host"] == host
        ada.call("POST", f"{PATH}/{device['id']}/test", 202)
        wait_until(lambda: devices(ada)[0]["fault"], "the message to fail")
        assert "private network" in devices(ada)[0]["fault"] and devices(ada)[0]["sentAt"] is None


def test_bad_keys_are_refused(pushing, world):
    ada, good = register(pushing), world.service.browser().subscription
    bad = [{"p256dh": "A" * 87}, {"p256dh": good["keys"]["p256dh"][:-2] + "AA"}, {"p256dh": "*" * 87}, {"auth": "x"}, {"auth": "*" * 22}]
    for keys in bad:
        ada.refused("POST", PATH, 422, json=good | {"keys": good["keys"] | keys})
    assert devices(ada) == []


def test_a_push_service_that_could_be_another_is_said(world, tmp_path):
    server = world.server(tmp_path, NOTEIT_PUBLIC_URL=PLACE)
    server.environment["SSL_CERT_FILE"] = str(Authority(tmp_path, "stranger").file)
    server.load_sample()
    with server.serving():
        group = small_class(server, COURSE)
        browser = subscribed(group["ada"], world)
        notice(group["grace"], "Far zebra", mustRead=True)
        said = "no authority that this server trusts has signed its certificate"
        wait_until(lambda: said in server.admin("push", "queue"), "the reason")
        assert browser.messages == []


def test_a_server_without_a_contact_says_so(server, ada, world, tmp_path):
    assert ada.get("/v1/me/push") == {"available": False, "applicationServerKey": None, "devices": []}
    assert "NOTEIT_CONTACT" in ada.refused("POST", PATH, 409, json=world.service.browser().subscription)["detail"]
    for settings, words in (
        ({"NOTEIT_CONTACT": "operator@example.edu", "NOTEIT_PUBLIC_URL": PLACE}, "mailto:"),
        ({"NOTEIT_CONTACT": CONTACT}, "NOTEIT_PUBLIC_URL"),
        ({"NOTEIT_CONTACT": CONTACT, "NOTEIT_PUBLIC_URL": PLACE, "NOTEIT_PUSH_HOSTS": "https://x"}, "push hosts"),
    ):
        broken = Noteitd(tmp_path, **settings)
        done = broken.admin("serve", "--port", str(free_port()), check=False)
        assert done.returncode != 0 and words in done.stderr


def test_no_script_reaches_devices(pushing, group):
    ada = group["ada"]
    token = ada.call("POST", "/v1/me/tokens", 201, json={"name": "Bot", "scope": "post", "currentPassword": PASSWORD}).json()["token"]
    script = Anyone(pushing)
    script.headers = {"Authorization": f"Bearer {token}"}
    script.refused("GET", "/v1/me/push", 403)
