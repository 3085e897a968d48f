"""Pinned events: by staff in charge, in step, bounded."""

from copies import Copy


def pin(person, event, status=200):
    return person.call("PUT", f"/v1/events/{event['id']}/pin", status).json()


def pinned(person, course):
    return [event["id"] for event in person.events(course["id"], pinned="true")]


def test_staff_pin_an_event_for_everyone(course, ada, bob, grace):
    copies = [Copy(person) for person in (ada, bob)]
    event, other = ada.post(course["id"], "Read me", due="2000-02-01T12:00:00Z"), ada.post(course["id"])
    assert not event["pinned"]
    now = pin(grace, event)
    assert now["pinned"] and (now["rev"], now["activity"]) == (1, 1) and pin(grace, event) == now
    assert bob.event(event)["pinned"] and pinned(bob, course) == [event["id"]]
    assert [each["id"] for each in bob.events(course["id"], pinned="false")] == [other["id"]]
    for copy in copies:
        copy.expect_fresh()
        assert copy.held["event"][event["id"]]["pinned"]
    grace.call("DELETE", f"/v1/events/{event['id']}/pin", 204)
    grace.call("DELETE", f"/v1/events/{event['id']}/pin", 204)
    assert pinned(bob, course) == []
    for copy in copies:
        copy.expect_fresh()


def test_only_the_staff_in_charge_pin(course, ada, bob, dora, grace, stranger, second):
    event = ada.post(course["id"])
    for person in (ada, bob):
        person.refused("PUT", f"/v1/events/{event['id']}/pin", 403)
        person.refused("DELETE", f"/v1/events/{event['id']}/pin", 403)
    stranger.refused("PUT", f"/v1/events/{event['id']}/pin", 404)
    narrow = bob.post(course["id"], sections=[second])
    dora.refused("PUT", f"/v1/events/{narrow['id']}/pin", 403)
    assert pin(dora, event)["pinned"] and pin(grace, narrow)["pinned"]
    private = grace.post(course["id"], visibility="private")
    grace.refused("PUT", f"/v1/events/{private['id']}/pin", 403)


def test_a_course_has_ten_pinned_events_at_most(course, ada, grace):
    events = [ada.post(course["id"], f"Lab {number}") for number in range(11)]
    for event in events[:10]:
        pin(grace, event)
    assert "Unpin one first" in grace.refused("PUT", f"/v1/events/{events[10]['id']}/pin", 409)["detail"]
    ada.delete(events[0])
    assert pin(grace, events[10])["pinned"]
    ada.edit(events[1], visibility="private")
    assert not ada.edit(events[1], visibility="public")["pinned"] and len(pinned(ada, course)) == 9
