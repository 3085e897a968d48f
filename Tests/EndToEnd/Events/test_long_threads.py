"""A thread of 2,000 replies, in `make endure` of 10,000: posting, reading, live delivery, joining its course, deleting it."""

import concurrent.futures
import json
import os
import statistics
import time

import pytest

from copies import Copy
from noteitd import PATIENCE
from people import register, staff
from processes import work
from terminal import Terminal

COURSE = "202530.CMPT225"
REPLIES = int(os.environ.get("NOTEIT_REPLIES", "2000"))


@pytest.fixture
def thread(server):
    """The author of a question with many replies, some anonymous, some to others: (author, question, classmate)."""
    ada, bob = register(server, "Ada"), register(server, "Bob")
    section = ada.get(f"/v1/courses/{COURSE}")["sections"][0]["id"]
    for person in (ada, bob):
        person.enroll(section)
    question = ada.post(COURSE, "A long one", kind="question")
    first = bob.reply(question, "Reply 1")

    def fill(part):
        # Without checking the contract, which takes longer than the server.
        person = (ada, bob)[part % 2]
        for number in range(2 + part, REPLIES + 1, 4):
            body = {"body": f"Reply {number}", "anonymous": number % 3 == 0, "parent": first["id"] if number % 5 == 0 else None}
            answer = person.http.post(
                f"{server.url}/v1/events/{question['id']}/replies", json=body, headers=person.headers, timeout=PATIENCE)
            while answer.status_code == 429:
                time.sleep(float(answer.headers["Retry-After"]))
                answer = person.http.post(
                    f"{server.url}/v1/events/{question['id']}/replies", json=body, headers=person.headers, timeout=PATIENCE)
            assert answer.status_code == 201, answer.text

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(fill, range(4)))
    return ada, question, bob


def cost(server, act, times=20):
    """The median processor seconds of a call."""
    return statistics.median(work(act, server.process)[1] for _ in range(times))


def test_a_thread_of_thousands_of_replies_stays_usable(server, thread, tmp_path, check):
    ada, question, bob = thread
    short = ada.post(COURSE, "A short one", kind="question")
    bob.reply(short)
    path = f"/v1/events/{question['id']}/replies"
    assert ada.event(question)["replyCount"] == REPLIES
    # Posting and delivery: the last reply costs little more than the first.
    late, early = (cost(server, lambda: bob.reply(each, anonymous=True)) for each in (question, short))
    assert late < 10 * early, (late, early)
    with bob.stream(bob.head()) as stream:
        stream.frame()
        said = ada.reply(question, "Heard at once")
        while stream.change()[0].get("id") != said["id"]:
            pass
    # Pages at any position.
    after, last, count = None, None, 0
    while True:
        page = ada.get(path, params={"limit": 200} | ({"after": after} if after else {}))
        count, last = count + len(page["items"]), after
        after = page["next"]
        if after is None:
            break
    assert count == ada.event(question)["replyCount"]
    tail, head = (cost(server, lambda: ada.get(path, params={"limit": 20} | query)) for query in ({"after": last}, {}))
    page = cost(server, lambda: ada.get(f"/v1/courses/{COURSE}/events"))
    assert tail < 3 * head and page < 3 * head, (tail, head, page)
    # Joining the course, and becoming staff, by changes and by a snapshot.
    newcomer = register(server)
    copy = Copy(newcomer)
    newcomer.enroll(ada.get("/v1/me/enrollments")["items"][0]["section"])
    copy.expect_fresh()
    server.admin("staff", "grant", newcomer.email, COURSE)
    copy.expect_fresh()
    assert len(copy.held["reply"]) > REPLIES
    # In the terminal.
    terminal = Terminal(server, tmp_path / "ada", ada)
    page, used = work(lambda: terminal.noteit("event", "view", "CMPT225#1"))
    assert "Reply 1\n" in page and "Heard at once" in page and used < 30, used
    # Hiding, showing and deleting the whole thread.
    assert ada.edit(question, visibility="private")["visibility"] == "private"
    bob.refused("GET", path, 404)
    ada.edit(question, visibility="public")
    copy.catch_up()
    ada.delete(question)
    copy.expect_fresh()
    check()


def test_two_hundred_mentions_in_one_body_do_no_harm(server, check):
    """Mentioning too many people is refused with an explanation; one person mentioned two hundred times is notified once."""
    ada, bob = register(server, "Ada"), register(server, "Bob")
    section = ada.get(f"/v1/courses/{COURSE}")["sections"][0]["id"]
    for person in (ada, bob):
        person.enroll(section)
    crowd = [register(server, f"Somebody {number}") for number in range(60)]
    for person in crowd:
        person.enroll(section)
    handles = [person.account["handle"] for person in crowd]
    problem = ada.refused("POST", f"/v1/courses/{COURSE}/events", 422, json={"title": "All", "body": " ".join(f"@{handle}" for handle in handles)})
    assert problem["errors"][0]["field"] == "body" and "50" in problem["errors"][0]["detail"]
    assert all(person.items("/v1/me/notifications") == [] for person in crowd[:3])
    event = ada.post(COURSE, "Bob", body=f"@{bob.account['handle']} " * 200 + "@nobody.at.all " * 200)
    assert [told["kind"] for told in bob.items("/v1/me/notifications")] == ["mention"]
    assert ada.items("/v1/me/notifications") == []
    hidden = ada.reply(event, f"@{bob.account['handle']} again", anonymous=True)
    told = bob.items("/v1/me/notifications")
    assert ada.id not in json.dumps(told) and hidden["id"] in json.dumps(told)
    check()
