"""Reminders that people set themselves: at their time, once, on all devices, for one person alone."""

from datetime import datetime, timezone

from copies import Copy
from noteitd import wait_until
from people import later

PASSED = "2000-01-01T00:00:00Z"
SOON = 8  # seconds: what a test does before that takes a tenth of it


def remind(person, event, time):
    return person.call("PUT", f"/v1/me/marks/{event['id']}", 200, json={"remindAt": time}).json()


def pending(person, event):
    [mark] = [each for each in person.snapshot()["marks"] if each["event"] == event["id"]]
    return mark["remindAt"]


def told(person):
    return [each["event"] for each in person.items("/v1/me/notifications") if each["kind"] == "ownReminder"]


def wait_for_round(person, course):
    """Until the server has sent what was set before."""
    event = person.post(course["id"], visibility="private")
    remind(person, event, PASSED)
    wait_until(lambda: event["id"] in told(person), "a round of reminders")


def test_a_reminder_comes_at_its_time_on_all_devices_of_one_person_only(course, ada, bob):
    event, phone, others = bob.post(course["id"]), ada.sign_in_again("phone"), bob.head()
    copy, time = Copy(phone), later(SOON)
    with phone.stream("now") as stream:
        stream.frame()
        assert remind(ada, event, time)["remindAt"] == time
        assert stream.change()[0]["body"]["remindAt"] == time
        assert told(ada) == []
        changes = [stream.change()[0] for _ in range(2)]
        assert {change["type"] for change in changes} == {"mark", "notification"}
    assert datetime.now(timezone.utc) >= datetime.fromisoformat(time)
    [notification] = ada.items("/v1/me/notifications")
    assert (notification["kind"], notification["event"], notification["course"]) == ("ownReminder", event["id"], course["id"])
    assert pending(ada, event) is None and bob.changes(others) == [] and told(bob) == []
    copy.expect_fresh()


def test_a_new_time_takes_the_place_of_the_old_one_and_null_takes_it_away(course, ada):
    event, other = ada.post(course["id"]), ada.post(course["id"])
    remind(ada, event, PASSED[:-1].replace("2000", "2900") + "Z")
    late = later()
    assert remind(ada, event, late)["remindAt"] == late
    assert ada.call("PUT", f"/v1/me/marks/{event['id']}", 200, json={"seen": 1}).json()["remindAt"] == late
    assert remind(ada, event, None)["remindAt"] is None
    soon = later(SOON)
    remind(ada, other, soon)
    remind(ada, other, None)
    wait_until(lambda: datetime.now(timezone.utc) > datetime.fromisoformat(soon), "its time")
    wait_for_round(ada, course)
    assert not {event["id"], other["id"]} & set(told(ada))


def test_a_request_that_is_repeated_after_its_time_reminds_once(course, ada):
    event = ada.post(course["id"])
    remind(ada, event, PASSED)
    wait_until(lambda: told(ada) == [event["id"]], "the reminder")
    assert remind(ada, event, PASSED)["remindAt"] is None
    wait_for_round(ada, course)
    assert told(ada).count(event["id"]) == 1


def test_a_reminder_ends_silently_with_what_it_is_of(course, ada, bob):
    deleted, hidden, done = (bob.post(course["id"]) for _ in range(3))
    time = later(SOON)
    for event in (deleted, hidden, done):
        remind(ada, event, time)
    bob.delete(deleted)
    bob.edit(hidden, visibility="private")
    ada.call("PUT", f"/v1/me/marks/{done['id']}", 200, json={"done": True})
    for event in (deleted, hidden, done):
        # The round that ends it would have sent it.
        wait_until(lambda: pending(ada, event) is None, "the end of the reminder")
    assert told(ada) == []


def test_a_reminder_ends_silently_when_its_person_leaves(course, ada, bob):
    event, section = bob.post(course["id"]), course["sections"][0]["id"]
    remind(ada, event, later(SOON))
    ada.drop(section)
    wait_until(lambda: pending(ada, event) is None, "the end of the reminder")
    ada.enroll(section)
    assert told(ada) == []


def test_a_reminder_passes_a_mute(course, ada, bob):
    event = bob.post(course["id"])
    ada.call("PUT", f"/v1/me/marks/{event['id']}", 200, json={"muted": True, "remindAt": PASSED})
    wait_until(lambda: told(ada) == [event["id"]], "the reminder")


def test_reminders_that_cannot_be_set(course, ada, bob, stranger):
    event = bob.post(course["id"], visibility="private")
    for person in (ada, stranger):
        person.refused("PUT", f"/v1/me/marks/{event['id']}", 404, json={"remindAt": later()})
    for time in ("tomorrow", "0001-01-01T00:00:00Z", 5):
        assert bob.call("PUT", f"/v1/me/marks/{event['id']}", json={"remindAt": time}).status_code in (400, 422)


def test_a_reminder_that_came_due_while_the_server_was_down_is_sent_at_its_start(server, course, ada):
    event = ada.post(course["id"])
    time = later(1)
    remind(ada, event, time)
    server.stop()
    wait_until(lambda: datetime.now(timezone.utc) > datetime.fromisoformat(time), "its time")
    server.start()
    wait_until(lambda: told(ada) == [event["id"]], "the reminder")
