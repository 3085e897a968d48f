"""The local copy of the page, in a real browser with a real server behind it."""

import time

import pytest

from people import register
from tabs import COURSE, Tab, has_title


def test_a_snapshot_and_then_changes_as_they_come(people, profile):
    bob = people["bob"]
    old = bob.post(COURSE, "Old")
    tab = Tab(profile).enter(people["ada"])
    assert tab.titles() == ["Old"]
    bob.post(COURSE, "New")
    tab.until(has_title("New"))
    bob.reply(old, "And a reply")
    thread = f"copy.replies('{old['id']}').value"
    tab.until(f"{thread}?.length === 1 && {thread}[0].body === 'And a reply'")
    tab.until(f"copy.event('{old['id']}').value.replyCount === 1")
    bob.call("DELETE", f"/v1/events/{old['id']}", 204)
    tab.until(f"copy.event('{old['id']}').value === null && {thread}.length === 0")


def test_a_copy_opens_without_a_network_and_continues_from_its_cursor(people, profile, front):
    bob = people["bob"]
    old = bob.post(COURSE, "Old")
    bob.reply(old, "First")
    tab = Tab(profile).enter(people["ada"])
    tab.until(has_title("Old"))
    front.cut()
    tab.until("copy.state.value.connection !== 'live'")
    bob.post(COURSE, "Unseen")
    bob.reply(old, "Second")
    # The page's own files still come.
    front.is_cut = False
    front.refused |= {"/v1/sessions/refresh", "/v1/stream-tickets", "/v1/snapshot", "/v1/changes"}
    tab.reenter()
    assert tab.titles() == ["Old"]
    assert tab.run(f"return (await h.until((copy) => copy.replies('{old['id']}').value)).length") == 1
    front.refused.clear()
    front.asked.clear()
    tab.run("dispatchEvent(new Event('online'))")
    tab.until(has_title("Unseen"))
    tab.until(f"copy.replies('{old['id']}').value.length === 2")
    assert "GET /v1/snapshot" not in front.asked


@pytest.mark.parametrize("refused, way", [((), "GET /v1/ws"), (("/v1/ws",), "GET /v1/stream"), (("/v1/ws", "/v1/stream"), "GET /v1/changes")])
def test_each_way_to_the_server(people, profile, front, refused, way):
    front.refused |= set(refused)
    tab = Tab(profile).enter(people["ada"])
    assert way in front.asked
    event = people["bob"].post(COURSE, "Over another way")
    tab.until(has_title("Over another way"))
    people["bob"].reply(event, "Again")
    tab.until(f"copy.replies('{event['id']}').value?.length === 1")


def test_two_tabs_share_one_connection(people, profile, front):
    first = Tab(profile).enter(people["ada"])
    front.asked.clear()
    second = Tab(profile).reenter()
    assert second.ready().titles() == []
    assert front.asked.count("GET /v1/ws") == 0
    event = people["bob"].post(COURSE, "For both")
    for tab in (first, second):
        tab.until(has_title("For both"))
    second.until(f"copy.replies('{event['id']}').value?.length === 0")
    # The other tab takes over.
    first.page.close()
    people["bob"].reply(event, "After the change")
    second.until(f"copy.replies('{event['id']}').value?.length === 1")
    assert front.asked.count("GET /v1/ws") == 1


def test_what_was_lost_leaves_the_disk_at_once(people, profile, server):
    ada, bob = people["ada"], people["bob"]
    event = bob.post(COURSE, "xyzzy-title", body="xyzzy-body")
    bob.reply(event, "xyzzy-reply")
    mine = ada.post(COURSE, "Mine alone", visibility="private")
    tab = Tab(profile).enter(ada)
    tab.until(has_title("xyzzy-title"))
    tab.until(f"copy.replies('{event['id']}').value?.length === 1")
    other = Tab(profile).reenter().ready()
    other.until(f"copy.replies('{event['id']}').value?.length === 1")
    section = ada.get("/v1/me/enrollments")["items"][0]["section"]
    ada.drop(section)
    for each in (tab, other):
        each.until(f"copy.event('{event['id']}').value === null && copy.replies('{event['id']}').value.length === 0")
        each.until(f"copy.courses().value.length === 0 && copy.event('{mine['id']}').value.title === 'Mine alone'")
    assert "xyzzy" not in tab.everything()


def test_staff_who_leave_keep_no_names_behind_aliases(people, profile, server):
    grace, ada = people["grace"], people["ada"]
    event = ada.post(COURSE, "A question", kind="question", anonymous=True)
    ada.reply(event, "Mine too", anonymous=True)
    section = grace.get(f"/v1/courses/{COURSE}")["sections"][0]["id"]
    grace.enroll(section)
    tab = Tab(profile).enter(grace)
    tab.until(f"copy.event('{event['id']}').value?.author.email && copy.replies('{event['id']}').value?.length")
    assert ada.email in tab.everything()
    server.admin("staff", "revoke", grace.email, COURSE)
    tab.until(f"copy.event('{event['id']}').value?.author.displayName === 'Anonymous'")
    tab.until(f"copy.replies('{event['id']}').value[0].author.displayName === 'Anonymous'")
    assert ada.email not in tab.everything()


def test_signing_out_deletes_everything_in_all_tabs(people, profile):
    people["bob"].post(COURSE, "xyzzy")
    tab = Tab(profile).enter(people["ada"])
    tab.until(has_title("xyzzy"))
    other = Tab(profile).reenter().ready()
    other.until(has_title("xyzzy"))
    tab.run("await h.session.signOut(); await h.engine.leave(); await h.outbox.forget()")
    other.until(f"copy.state.value.phase === 'none' && copy.events('{COURSE}').value === undefined")
    assert "xyzzy" not in tab.everything() and people["ada"].email not in tab.everything()
    tab.enter(people["bob"])
    assert tab.titles() == ["xyzzy"]
    assert tab.until("copy.account.value.displayName") == '"Bob"'


def test_an_ended_session_deletes_the_copy_and_keeps_what_waits(people, profile, front):
    ada = people["ada"]
    tab = Tab(profile).enter(ada)
    people["bob"].post(COURSE, "xyzzy")
    tab.until(has_title("xyzzy"))
    front.cut()
    tab.until("copy.state.value.connection !== 'live'")
    tab.run(f"await h.outbox.post('{COURSE}', {{ title: 'Written before' }}); await h.drafts.keep('here', 'half a text')")
    for session in ada.get("/v1/sessions")["items"]:
        if not session["current"]:
            ada.call("DELETE", f"/v1/sessions/{session['id']}", 204)
    front.mend()
    tab.reenter()
    assert tab.run("return h.session.state.value.is") == "out"
    everything = tab.everything()
    assert "xyzzy" not in everything and "Written before" in everything
    tab.enter(people["bob"])
    assert tab.run("return [h.outbox.entries.value.length, await h.drafts.text('here')]") == [0, ""]
    tab.run("await h.session.signOut(); await h.engine.leave()")
    tab.enter(ada)
    assert tab.run("return await h.drafts.text('here')") == "half a text"
    tab.until("outbox.entries.value.length === 0")
    assert "Written before" in tab.titles()


def test_a_database_that_does_not_open_is_done_without(people, profile):
    people["bob"].post(COURSE, "Old")
    tab = Tab(profile)
    tab.page.evaluate("""() => {
        const open = indexedDB.open.bind(indexedDB)
        indexedDB.open = (name, version) => name === 'noteit-copy' ? new EventTarget() : open(name, version)
    }""")
    tab.enter(people["ada"], patience=50)
    assert tab.until("copy.state.value.storage") == '"slow"'
    people["bob"].post(COURSE, "New")
    tab.until(has_title("New"))
    assert tab.titles() == ["Old", "New"]


def test_a_full_disk_is_told_and_nothing_is_lost(people, profile):
    event = people["bob"].post(COURSE, "Old")
    people["bob"].reply(event, "Here")
    tab = Tab(profile).enter(people["ada"])
    tab.reenter().ready()
    tab.page.evaluate("""() => {
        const put = IDBObjectStore.prototype.put
        IDBObjectStore.prototype.put = function (...given) {
            if (this.transaction.db.name === 'noteit-copy') throw new DOMException('full', 'QuotaExceededError')
            return put.apply(this, given)
        }
    }""")
    people["bob"].post(COURSE, "New")
    tab.until(has_title("New"))
    tab.until("copy.state.value.storage === 'full' && copy.state.value.connection === 'live'")
    tab.until(f"copy.replies('{event['id']}').value?.length === 1")
    assert tab.titles() == ["Old", "New"]


def test_an_evicted_database_is_told(people, profile):
    tab = Tab(profile).enter(people["ada"])
    session = profile.new_cdp_session(tab.page)
    origin = tab.page.evaluate("location.origin")
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "indexeddb"})
    tab.until("copy.state.value.storage === 'closed'")
    people["bob"].post(COURSE, "New")
    tab.until(has_title("New"))


def test_a_copy_that_another_tab_deleted_is_taken_again(people, profile):
    tab = Tab(profile).enter(people["ada"])
    tab.run("const { Disk } = await import('/client-web/copy/disk.js'); await (await Disk.open()).wipe()")
    people["bob"].post(COURSE, "New")
    tab.until(has_title("New"))
    people["bob"].post(COURSE, "Newer")
    tab.until(has_title("Newer"))
    assert tab.reenter().ready().titles() == ["New", "Newer"]


def test_without_web_locks_a_tab_stands_alone(people, profile):
    tab = Tab(profile).enter(people["ada"], locks=None)
    assert tab.until("copy.state.value.storage") == '"alone"'
    people["bob"].post(COURSE, "New")
    tab.until(has_title("New"))


def test_a_copy_of_another_shape_is_dropped(people, profile):
    people["bob"].post(COURSE, "Old")
    tab = Tab(profile).enter(people["ada"])
    tab.page.goto("/empty")
    tab.run("""
        await new Promise((resolve) => { const gone = indexedDB.deleteDatabase('noteit-copy'); gone.onsuccess = resolve })
        await new Promise((resolve, reject) => {
            const request = indexedDB.open('noteit-copy', 99)
            request.onupgradeneeded = () => request.result.createObjectStore('strange').put('old', 'key')
            request.onsuccess = () => { request.result.close(); resolve() }
        })
    """)
    tab.run("await h.reenter()")
    tab.ready()
    assert tab.titles() == ["Old"]


def test_a_restored_server_gives_a_new_snapshot(people, profile, server, front):
    bob = people["bob"]
    bob.post(COURSE, "Old")
    tab = Tab(profile).enter(people["ada"])
    tab.until(has_title("Old"))
    front.cut()
    server.stop()
    server.sql("UPDATE log_head SET epoch = lower(hex(randomblob(6))) WHERE id = 1")
    server.start()
    front.mend()
    bob.post(COURSE, "New")
    front.asked.clear()
    tab.until(has_title("New"))
    assert front.asked.count("GET /v1/snapshot") == 1


def test_unread_follows_marks(people, profile):
    ada, bob = people["ada"], people["bob"]
    event = bob.post(COURSE, "News")
    own = ada.post(COURSE, "Own")
    tab = Tab(profile).enter(ada)
    tab.until(f"copy.unread('{COURSE}').value === 1 && copy.unread().value === 1")
    ada.call("PUT", f"/v1/me/marks/{event['id']}", 200, json={"seen": event["activity"]})
    tab.until(f"copy.unread('{COURSE}').value === 0")
    bob.reply(own, "About yours")
    tab.until(f"copy.news({{ id: '{own['id']}', course: '{COURSE}' }}).value === 2 && copy.unread().value === 1")
    ada.call("PUT", f"/v1/me/marks/{own['id']}", 200, json={"muted": True})
    tab.until(f"copy.news({{ id: '{own['id']}', course: '{COURSE}' }}).value === 1 && copy.unread().value === 0")


def test_what_was_written_before_one_came_is_not_new(people, profile, server):
    event = people["bob"].post(COURSE, "Before")
    late = register(server)
    tab = Tab(profile).enter(late)
    server_time_passes()
    late.enroll(late.get(f"/v1/courses/{COURSE}")["sections"][0]["id"])
    tab.until(f"copy.events('{COURSE}').value?.length === 1 && copy.unread().value === 0")
    people["bob"].reply(event, "After")
    tab.until("copy.unread().value === 1")


def server_time_passes():
    """Times of the contract are whole seconds."""
    time.sleep(1.1)
