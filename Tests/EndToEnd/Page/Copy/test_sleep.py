"""Pages that the browser stops for a while."""

import threading

import pytest

from noteitd import wait_until
from tabs import COURSE, HARNESS, Tab, has_title

QUICK = 100  # milliseconds between the questions to the leading tab


def test_a_page_that_slept_catches_up(people, profile):
    old = people["bob"].post(COURSE, "Old")
    tab = Tab(profile).enter(people["ada"])
    tab.until(has_title("Old"))
    tab.sleep()
    people["bob"].post(COURSE, "Meanwhile")
    people["bob"].delete(old)
    tab.wake().ready().until(has_title("Meanwhile"))
    tab.until(f"copy.event('{old['id']}').value === null")
    assert "Old" not in tab.everything()


def test_a_tab_takes_the_place_of_one_that_sleeps(people, profile, front):
    first = Tab(profile).enter(people["ada"])
    second = Tab(profile).reenter(pause=QUICK).ready()
    first.sleep()
    event = people["bob"].post(COURSE, "For the one that is awake")
    second.until(has_title(event["title"]))
    edited = people["bob"].edit(event, title="Edited")
    second.until(has_title("Edited"))
    # The first one heard the old title over its own connection, and writes it nowhere.
    first.wake().until(has_title("Edited"))
    first.run("await h.until(() => !h.engine.leads.value)")
    first.ready()
    assert second.run("return h.engine.leads.value") is True
    assert edited["title"] in first.everything() and event["title"] not in first.everything()
    second.page.close()
    people["bob"].post(COURSE, "Later")
    first.until(has_title("Later"))


REFRESH = "/v1/sessions/refresh"


def renew(tab, front):
    """Begins a refresh, by a token that is refused."""
    tab.page.evaluate(f"""() => import('{HARNESS}').then((h) => {{
        const {{ fetch }} = window
        let isFirst = true
        window.fetch = (path, options) => {{
            if (isFirst && path === '/v1/me') options.headers.Authorization = 'Bearer nonsense'
            isFirst = isFirst && path !== '/v1/me'
            return fetch(path, options)
        }}
        globalThis.asked = h.session.call('GET', '/v1/me')
        globalThis.asked.catch(() => {{}})
    }})""")
    wait_until(lambda: f"POST {REFRESH}" in front.asked, "the refresh")


@pytest.mark.parametrize("is_asleep", [True, False], ids=["asleep", "awake"])
def test_a_tab_in_a_refresh_says_for_no_moment_that_somebody_is_in_after_a_sign_out_elsewhere(people, profile, front, is_asleep):
    first = Tab(profile).enter(people["ada"])
    second = Tab(profile).reenter(pause=QUICK).ready()
    for tab in (first, second):
        tab.run("""
            const { effect } = await import('/client-web/platform/signals.js')
            globalThis.states = []
            effect(() => void states.push(h.session.state.value.is))
        """)
    release = front.held[REFRESH] = threading.Event()
    front.asked.clear()
    renew(first, front)
    if is_asleep:
        first.sleep()
        release.set()
    second.run("globalThis.out = h.session.signOut()")
    release.set()
    first.wake()
    assert first.run("return await globalThis.asked.catch((error) => error.status)") == 401
    second.run("await globalThis.out")
    # The answer was not asked for twice, and signs nobody in.
    assert front.asked.count(f"POST {REFRESH}") == 1
    for tab in (first, second):
        assert "in" not in tab.run("return states.slice(1)") and tab.run("return h.session.state.value.is") == "out"
        tab.page.wait_for_function("() => !localStorage.getItem('noteit-leaving')")


@pytest.mark.parametrize("is_lost", [False, True], ids=["its answer came", "its answer was lost"])
def test_a_tab_that_sleeps_in_a_refresh_keeps_nobody_from_the_server(people, profile, front, is_lost):
    """The server answers a cookie that was used twice by ending the session: nobody is signed out."""
    first = Tab(profile).enter(people["ada"])
    release = front.held[REFRESH] = threading.Event()
    front.asked.clear()
    if is_lost:
        front.lost_answers.append(REFRESH)
    renew(first, front)
    first.sleep()
    release.set()
    second = Tab(profile).reenter(pause=QUICK).ready()
    assert second.run("return h.session.state.value.is") == "in"
    people["bob"].post(COURSE, "For the one that is awake")
    second.until(has_title("For the one that is awake"))
    first.wake()
    assert first.run("return (await globalThis.asked).body.displayName") == "Ada"
    # The cookie that the browser has is the newest.
    for tab in (first, second):
        tab.reenter().ready()
        assert tab.run("return h.session.state.value.is") == "in"


@pytest.mark.parametrize("is_lost", [False, True], ids=["its answer came", "its answer was lost"])
def test_what_a_tab_was_sending_when_it_fell_asleep_is_sent_by_the_next_and_counts_once(people, profile, front, is_lost):
    path = f"/v1/courses/{COURSE}/events"
    first = Tab(profile).enter(people["ada"])
    release = front.held[path] = threading.Event()
    if is_lost:
        front.lost_answers.append(path)
    first.run(f"await h.outbox.post('{COURSE}', {{ title: 'First' }})")
    wait_until(lambda: f"POST {path}" in front.asked, "the post to be sent")
    first.run(f"await h.outbox.post('{COURSE}', {{ title: 'Second' }})")
    first.sleep()
    release.set()
    second = Tab(profile).reenter(pause=QUICK).ready()
    second.until("outbox.entries.value.length === 0")
    titles = ["First", "Second"]
    assert [event["title"] for event in people["bob"].get("/v1/snapshot")["events"]] == titles
    first.wake().until("outbox.entries.value.length === 0")
    second.run(f"await h.outbox.post('{COURSE}', {{ title: 'Third' }})")
    for tab in (first, second):
        tab.until(has_title("Third"))
        tab.until("outbox.entries.value.length === 0")
    assert sorted(event["title"] for event in people["bob"].get("/v1/snapshot")["events"]) == [*titles, "Third"]
