"""Visibility, cell by cell: each role, each visibility, each audience, over each way of reading."""

import itertools

import pytest

from noteitd import PROGRAM, Noteitd
from world import AUDIENCES, COURSE, DUE, ROLES, World, may_see


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    assert PROGRAM.exists(), f"{PROGRAM} is not built: make release"
    folder = tmp_path_factory.mktemp("world")
    server = Noteitd(folder)
    world = World(server.start(), folder)
    yield world
    assert server.admin("check")
    server.stop()


def status(person, path):
    return person.call("GET", path).status_code


def listed(person, path, **query):
    """The ids in a list of events; none if the list is refused."""
    answer = person.call("GET", path, params=query)
    return {event["id"] for section in answer.json().get("sections", []) for event in section["events"]}


def held(copy, post):
    return post.event["id"] in copy.held["event"] and post.reply["id"] in copy.held["reply"]


def fetched(person, post):
    answer = person.call("GET", f"/v1/attachments/{post.attachment['id']}")
    assert answer.status_code in (200, 404) and (answer.status_code == 404 or answer.content == post.word.encode())
    return answer.status_code == 200


CHANNELS = {
    "the event": lambda world, role, post: status(world.people[role], f"/v1/events/{post.event['id']}") == 200,
    "its replies": lambda world, role, post: status(world.people[role], f"/v1/events/{post.event['id']}/replies") == 200,
    "its number": lambda world, role, post: post.event["id"] in listed(
        world.people[role], f"/v1/courses/{COURSE}/events", number=post.event["number"]),
    "the course's list": lambda world, role, post: post.event["id"] in listed(world.people[role], f"/v1/courses/{COURSE}/events", limit=200),
    "the list by author": lambda world, role, post: post.event["id"] in listed(
        world.people[role], f"/v1/courses/{COURSE}/events", author=world.people["author"].id),
    "the list by text": lambda world, role, post: post.event["id"] in listed(world.people[role], f"/v1/courses/{COURSE}/events", q=post.word),
    "the agenda": lambda world, role, post: post.event["id"] in listed(world.people[role], "/v1/me/agenda", **{"from": DUE[:10], "to": DUE[:10]}),
    "a snapshot": lambda world, role, post: post.word in str(world.people[role].snapshot()),
    "the event stream": lambda world, role, post: held(world.listeners[role][0].copy, post),
    "the WebSocket": lambda world, role, post: held(world.listeners[role][1].copy, post),
    "search": lambda world, role, post: post.event["id"] in world.people[role].call("GET", "/v1/search", 200, params={"q": post.word}).text,
    "similar questions": lambda world, role, post: post.event["id"] in world.people[role].call(
        "GET", f"/v1/courses/{COURSE}/similar", params={"title": f"Is {post.word} on the exam?"}).text,
    "its attachment": lambda world, role, post: fetched(world.people[role], post),
}
PLACES = list(itertools.product(ROLES, AUDIENCES))
CELLS = list(itertools.product(CHANNELS, ROLES, AUDIENCES))


def name(value):
    return value if isinstance(value, str) else f"{value[0]} to {'a section' if value[1] else 'the course'}"


@pytest.mark.parametrize(("channel", "role", "audience"), CELLS, ids=name)
def test_every_role_sees_exactly_its_cells(world, channel, role, audience):
    assert CHANNELS[channel](world, role, world.posts[audience]) == may_see(role, *audience)


@pytest.mark.parametrize(("role", "audience"), PLACES, ids=name)
def test_mentions_notify_only_people_who_see_the_text(world, role, audience):
    """A mention notifies people who could see it when it was written and still can, never its author."""
    post = world.posts[audience]
    told = [n for n in world.people[role].items("/v1/me/notifications") if n["event"] == post.event["id"]]
    expected = may_see(role, *audience) and role not in ("author", "latecomer")
    assert [n["kind"] for n in told if n["kind"] == "mention"] == ["mention"] * expected
    assert expected or not told


@pytest.mark.parametrize(("role", "audience"), PLACES, ids=name)
def test_exports_hold_only_their_owners_texts_and_files(world, role, audience):
    """An export has its owner's texts and files only."""
    assert (world.posts[audience].word.encode() in world.exports[role]) == (role == "author")


@pytest.mark.parametrize(("role", "audience"), PLACES, ids=name)
def test_no_live_transport_shows_a_hidden_text_even_for_a_moment(world, role, audience):
    """No live transport shows a hidden text even for a moment; people who dropped may have seen it before."""
    post = world.posts[audience]
    saw = may_see(role, *audience) or (role == "who has dropped" and may_see("classmate", *audience))
    for listener in world.listeners[role]:
        assert {post.event["id"], post.reply["id"]} & listener.came == ({post.event["id"], post.reply["id"]} if saw else set())
