"""The session of a browser: one refresh for all tabs, and what ends it."""

import threading

import pytest

from noteitd import wait_until
from people import PASSWORD
from tabs import COURSE, Tab, has_title

REFRESH = "POST /v1/sessions/refresh"


def test_tabs_share_refreshes_and_rotation_signs_nobody_out(people, profile, front):
    tabs = [Tab(profile).enter(people["ada"])]
    tabs += [Tab(profile).reenter().ready() for _ in range(2)]
    front.asked.clear()
    for tab in tabs:
        tab.page.evaluate(f"""() => import('/Tests/EndToEnd/Page/Copy/harness.js').then((h) => {{
            Date.now = ((now) => () => now() + 3_600_000)(Date.now)
            globalThis.asked = Promise.all([1, 2, 3].map(() => h.session.call('GET', '/v1/me')))
        }})""")
    for tab in tabs:
        assert tab.page.evaluate("asked.then((all) => all.length)") == 3
        assert tab.run("return h.session.state.value.is") == "in"
    assert 1 <= front.asked.count(REFRESH) <= 3
    people["bob"].post(COURSE, "Still here")
    for tab in tabs:
        tab.until(has_title("Still here"))


def test_a_refresh_whose_answer_is_lost_signs_nobody_out(people, profile, front):
    tab = Tab(profile).enter(people["ada"])
    tab.page.goto("/empty")
    front.lost_answers.append("/v1/sessions/refresh")
    tab.run("await h.open(); await h.session.begin(); await h.session.call('GET', '/v1/me')")
    assert front.lost_answers == [] and front.asked.count(REFRESH) == 2
    assert tab.run("return h.session.state.value.is") == "in"


def test_a_refused_token_is_renewed_once(people, profile, front):
    tab = Tab(profile).enter(people["ada"])
    front.asked.clear()
    tab.run("""
        const { fetch } = window
        let first = true
        window.fetch = (path, options) => {
            if (first && path === '/v1/me') options.headers.Authorization = 'Bearer nonsense'
            first = first && path !== '/v1/me'
            return fetch(path, options)
        }
        await h.session.call('GET', '/v1/me')
    """)
    assert front.asked.count(REFRESH) == 1


def test_a_wrong_password_says_so_and_keeps_nobody_in(people, profile):
    tab = Tab(profile)
    refusal = tab.run("""
        await h.open()
        try { await h.session.signIn(given, 'not the password') } catch (error) { return [error.status, error.message] }
    """, people["ada"].email)
    assert refusal[0] == 401 and refusal[1]
    assert tab.run("return h.session.state.value.is") == "unknown"


def test_no_script_can_read_the_refresh_token(people, profile):
    tab = Tab(profile).enter(people["ada"])
    assert tab.page.evaluate("document.cookie") == ""
    token = next(cookie for cookie in profile.cookies() if cookie["name"] == "noteit_refresh")
    assert token["httpOnly"] and token["sameSite"] == "Strict" and token["path"] == "/v1/sessions"
    assert token["value"] not in tab.everything() and "accessToken" not in tab.everything()


def test_signing_out_without_a_network_is_told_to_the_server_later(people, profile, front):
    tab = Tab(profile).enter(people["ada"])
    front.cut()
    tab.run("await h.session.signOut(); await h.engine.leave()")
    front.mend()
    tab.reenter()
    assert tab.run("return h.session.state.value.is") == "out"
    assert "DELETE /v1/sessions/current" in front.asked
    tab.page.goto("/empty")
    tab.run("await h.open(); await h.session.begin()")
    assert tab.run("return h.session.state.value.is") == "out"
    assert PASSWORD not in tab.everything()


@pytest.mark.parametrize("is_cut", [False, True], ids=["before the server has answered", "without a network"])
def test_a_sign_out_is_known_in_all_tabs_at_once(people, profile, front, is_cut):
    tabs = [Tab(profile).enter(people["ada"]), Tab(profile).reenter().ready()]
    release = front.held["/v1/sessions/current"] = threading.Event()
    if is_cut:
        front.cut()
    front.asked.clear()
    tabs[0].run("globalThis.out = h.session.signOut()")
    for tab in tabs:
        tab.run("await h.until(() => h.session.state.value.is === 'out')")
        assert tab.run("return h.session.state.value.reason") == "left"
        # Its cookie, which may be good still, is not used.
        assert tab.run("return await h.session.call('GET', '/v1/me').catch((error) => error.status)") == 401
    assert REFRESH not in front.asked
    if is_cut:
        tabs[0].run("await globalThis.out")
        front.mend()
        release.set()
        tabs[1].reenter()
    else:
        wait_until(lambda: "DELETE /v1/sessions/current" in front.asked, "the server to be told")
        release.set()
        tabs[0].run("await globalThis.out")
    assert front.asked.count("DELETE /v1/sessions/current") == 1
    tabs[1].page.wait_for_function("() => !localStorage.getItem('noteit-leaving')")
    tabs[1].run("await h.session.signIn(given[0], given[1])", [people["ada"].email, PASSWORD])
    tabs[0].run("await h.until(() => h.session.state.value.is === 'in')")


def test_no_link_takes_back_a_sign_out_that_waits(people, profile, front):
    """An address may end as that of a launch from a learning platform does."""
    tab = Tab(profile).enter(people["ada"])
    front.cut()
    tab.run("await h.session.signOut(); await h.engine.leave()")
    front.mend()
    tab.page.goto("about:blank")
    tab.page.goto("/empty#launched")
    tab.run("await h.open(); await h.session.begin()")
    assert tab.run("return h.session.state.value.is") == "out" and tab.page.url.endswith("/empty")
    assert "DELETE /v1/sessions/current" in front.asked
    tab.page.goto("about:blank")
    tab.page.goto("/empty#launched")
    tab.run("await h.open(); await h.session.begin()")
    assert tab.run("return h.session.state.value.is") == "out"


def test_a_clock_that_is_off_is_told(people, profile, front):
    tab = Tab(profile)
    front.ahead = 3 * 3600
    ahead = tab.run("""
        const { watchClock } = await import('/client-web/accounts/server.js')
        let ahead = 0
        watchClock((found) => (ahead = found))
        await h.open()
        await h.session.signIn(given[0], given[1])
        return ahead
    """, [people["ada"].email, PASSWORD])
    assert abs(ahead / 1000 + front.ahead) < 60
