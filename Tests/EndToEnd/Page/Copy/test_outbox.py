"""What is written in the page reaches the server once, with and without a network."""

from tabs import COURSE, Tab, has_title


def cut(front, tab):
    front.cut()
    tab.until("copy.state.value.connection !== 'live'")


def mend(front, tab):
    front.mend()
    tab.run("dispatchEvent(new Event('online'))")


def count(person, title):
    return [event["title"] for event in person.get("/v1/snapshot")["events"]].count(title)


def test_a_post_is_shown_at_once_and_sent(people, profile):
    tab = Tab(profile).enter(people["ada"])
    shown = tab.run(f"""
        const id = await h.outbox.post('{COURSE}', {{ title: 'Mine', body: 'Words' }})
        const event = h.copy.event(id).value
        return [event.title, event.number, Boolean(event.waiting), event.author.displayName]
    """)
    assert shown == ["Mine", 0, True, "Ada"]
    tab.until(f"copy.events('{COURSE}').value?.[0]?.number === 1 && outbox.entries.value.length === 0")
    assert count(people["bob"], "Mine") == 1


def test_what_is_written_without_a_network_waits_and_is_sent_once(people, profile, front):
    event = people["bob"].post(COURSE, "A question", kind="question")
    tab = Tab(profile).enter(people["ada"])
    tab.until(has_title("A question"))
    cut(front, tab)
    tab.run(f"""
        const id = await h.outbox.post('{COURSE}', {{ title: 'Offline' }})
        await h.outbox.reply(id, {{ body: 'To it' }})
        await h.outbox.reply('{event['id']}', {{ body: 'To yours' }})
        await h.outbox.meToo('{event['id']}', true)
        await h.outbox.mark('{event['id']}', {{ done: true }})
        await h.outbox.mark('{event['id']}', {{ following: true }})
        await h.drafts.keep('a place', 'half')
    """)
    front.is_cut = False
    front.refused |= {"/v1/sessions/refresh"}
    tab.reenter()
    assert tab.titles() == ["A question", "Offline"]
    tab.until(f"copy.mark('{event['id']}').value?.done && copy.event('{event['id']}').value?.meToo === 1")
    tab.until(f"copy.replies('{event['id']}').value?.[0]?.body === 'To yours'")
    assert tab.run("return await h.drafts.text('a place')") == "half"
    front.refused.clear()
    mend(front, tab)
    tab.until("outbox.entries.value.length === 0")
    tab.until(f"copy.replies('{event['id']}').value?.[0].number === 1 && copy.mark('{event['id']}').value?.following")
    tab.until(f"copy.events('{COURSE}').value?.find(({{ title }}) => title === 'Offline').replyCount === 1")
    assert count(people["bob"], "Offline") == 1


def test_a_network_that_comes_back_while_an_attempt_fails_is_used_soon(people, profile):
    tab = Tab(profile).enter(people["ada"])
    tab.until("copy.state.value.connection === 'live'")
    tab.run(f"""
        const [send, wait] = [window.fetch, window.setTimeout]
        window.pauses = []
        const asked = new Promise((resolve) => {{
            window.fetch = () => new Promise((_, fail) => resolve(() => fail(new TypeError('no network'))))
        }})
        await h.outbox.post('{COURSE}', {{ title: 'In between' }})
        const fail = await asked
        await h.outbox.send()
        window.setTimeout = (run, pause) => (window.pauses.push(pause), wait(run, pause))
        window.fetch = send
        fail()
    """)
    tab.until(f"copy.events('{COURSE}').value?.[0]?.number === 1")
    pauses = tab.run("return window.pauses")
    assert any(1000 <= pause <= 1250 for pause in pauses) and not any(30_000 <= pause <= 37_500 for pause in pauses), pauses
    assert count(people["bob"], "In between") == 1


def test_a_lost_answer_makes_nothing_twice(people, profile, front):
    tab = Tab(profile).enter(people["ada"])
    path = f"/v1/courses/{COURSE}/events"
    front.lost_answers += [path]
    tab.run(f"await h.outbox.post('{COURSE}', {{ title: 'Once' }})")
    tab.until("outbox.entries.value.length === 0")
    assert front.asked.count(f"POST {path}") == 2
    assert count(people["bob"], "Once") == 1 and tab.titles() == ["Once"]


def test_an_edit_whose_answer_was_lost_is_no_conflict(people, profile, front):
    event = people["ada"].post(COURSE, "Before")
    tab = Tab(profile).enter(people["ada"])
    tab.until(has_title("Before"))
    front.lost_answers += [f"/v1/events/{event['id']}"]
    tab.run(f"await h.outbox.editEvent(h.copy.event('{event['id']}').value, {{ title: 'After' }})")
    assert tab.titles() == ["After"]
    tab.until("outbox.entries.value.length === 0")
    assert people["bob"].event(event)["rev"] == 2


def test_a_conflict_keeps_the_text(people, profile, front):
    ada = people["ada"]
    event = ada.post(COURSE, "Before")
    tab = Tab(profile).enter(ada)
    tab.until(has_title("Before"))
    cut(front, tab)
    tab.run(f"await h.outbox.editEvent(h.copy.event('{event['id']}').value, {{ title: 'From the page' }})")
    ada.call("PATCH", f"/v1/events/{event['id']}", 200, json={"title": "From elsewhere"})
    mend(front, tab)
    tab.until("outbox.entries.value[0]?.state === 'refused'")
    waiting = tab.run(f"const {{ title, waiting }} = h.copy.event('{event['id']}').value; return [title, waiting.reason]")
    assert waiting == ["From the page", "Somebody changed it meanwhile."]
    tab.run("await h.outbox.drop(h.outbox.entries.value[0])")
    tab.until(f"copy.event('{event['id']}').value.title === 'From elsewhere'")


def test_what_was_refused_stays_with_its_reason_and_can_be_sent_again(people, profile):
    tab = Tab(profile).enter(people["ada"])
    tab.run(f"""
        const id = await h.outbox.post('{COURSE}', {{ title: 'No due date', kind: 'exam' }})
        await h.outbox.reply(id, {{ body: 'Behind it' }})
        await h.outbox.post('{COURSE}', {{ title: 'Another' }})
    """)
    tab.until("outbox.entries.value.length === 2 && outbox.entries.value[0].state === 'refused'")
    reason = tab.run("return h.outbox.entries.value[0].errors[0].field")
    assert reason == "due"
    tab.reenter().ready()
    tab.run("""
        const [entry] = h.outbox.entries.value
        await h.outbox.retry(entry, { ...entry.body, due: '2026-12-01T17:00:00Z' })
    """)
    tab.until("outbox.entries.value.length === 0")
    tab.until(f"copy.events('{COURSE}').value?.find(({{ title }}) => title === 'No due date')?.replyCount === 1")


def test_a_post_of_another_tab_is_sent_by_the_one_with_the_connection(people, profile, front):
    first = Tab(profile).enter(people["ada"])
    second = Tab(profile).reenter().ready()
    front.asked.clear()
    second.run(f"await h.outbox.post('{COURSE}', {{ title: 'From the second' }})")
    for tab in (first, second):
        tab.until(f"copy.events('{COURSE}').value?.[0]?.number === 1 && outbox.entries.value.length === 0")
    assert front.asked.count(f"POST /v1/courses/{COURSE}/events") == 1


def test_tasks_and_notifications_are_ticked_at_once(people, profile):
    ada = people["ada"]
    task = ada.call("POST", "/v1/me/tasks", 201, json={"title": "Read", "kind": "flexible", "minutes": 30}).json()
    event = ada.post(COURSE, "Mine")
    people["bob"].reply(event, "Yes")
    tab = Tab(profile).enter(ada)
    tab.until("copy.inbox().value === 1 && copy.tasks().value.length === 1")
    shown = tab.run("""
        await h.outbox.readNotifications(h.copy.notifications().value.map(({ id }) => id))
        await h.outbox.tick(h.copy.tasks().value[0], true)
        return [h.copy.inbox().value, h.copy.tasks().value[0].done]
    """)
    assert shown == [0, True]
    tab.until("outbox.entries.value.length === 0 && copy.inbox().value === 0 && copy.tasks().value[0].done")
    assert ada.get(f"/v1/me/tasks/{task['id']}")["done"] and not ada.get("/v1/me/notifications?unread=true")["items"]


def test_drafts_survive_and_belong_to_one_person(people, profile):
    tab = Tab(profile).enter(people["ada"])
    tab.run("for (const end of ['t', 'te', 'text']) void h.drafts.keep('here', end); await h.drafts.keep('here', 'texts')")
    tab.reenter().ready()
    assert tab.run("return await h.drafts.text('here')") == "texts"
    tab.run("await h.drafts.forget('here')")
    assert tab.run("return await h.drafts.text('here')") == ""


def test_two_tabs_that_write_one_text_lose_neither(people, profile):
    first = Tab(profile).enter(people["ada"])
    second = Tab(profile).reenter().ready()
    first.run("await h.drafts.text('here'); await h.drafts.keep('here', 'one')")
    assert second.run("return await h.drafts.text('here')") == "one"
    first.run("await h.drafts.keep('here', 'one and more')")
    second.run("await h.drafts.keep('here', 'one or less')")
    both = "return [await h.drafts.text('here'), await h.drafts.other('here')]"
    other = "return await h.drafts.other('here')"
    assert [tab.run(other) for tab in (first, second)] == ["one or less", "one and more"]
    assert second.run(both) == ["one or less", "one and more"]
    # Either is taken, and the other one stays.
    assert second.run("return await h.drafts.swap('here', 'one or less')") == "one and more"
    assert second.run(both) == ["one and more", "one or less"]
    assert second.run("return await h.drafts.swap('here', 'one and more')") == "one or less"
    second.run("await h.drafts.forget('here')")
    assert first.run(both) == ["one and more", ""]
    first.run("await h.drafts.forget('here')")
    assert first.run(both) == ["", ""]


WITH_FILE = f"""
    const blob = new Blob(['x'.repeat(given.size)])
    const id = (await import('/client-web/accounts/server.js')).newID()
    const files = [{{ id, name: given.name, size: blob.size, blob }}]
    await h.outbox.post('{COURSE}', {{ title: given.title, attachments: [id] }}, files)
"""


def files_kept(tab):
    return tab.run("""
        const db = await new Promise((resolve) => {
            const request = indexedDB.open('noteit-outbox')
            request.onsuccess = () => resolve(request.result)
        })
        const request = db.transaction('files').objectStore('files').getAll()
        const found = await new Promise((resolve) => (request.onsuccess = () => resolve(request.result)))
        db.close()
        return found.map(({ blob }) => blob.size)
    """)


def attached(person, title):
    [event] = [event for event in person.get("/v1/snapshot")["events"] if event["title"] == title]
    return [(file["name"], file["size"]) for file in event["attachments"]]


def test_a_file_waits_with_its_text_and_is_stored_once(people, profile, front):
    tab = Tab(profile).enter(people["ada"])
    cut(front, tab)
    tab.run(WITH_FILE, {"title": "With a file", "name": "notes.txt", "size": 5000})
    front.is_cut = False
    front.refused |= {"/v1/sessions/refresh"}
    tab.reenter()
    assert tab.titles() == ["With a file"] and files_kept(tab) == [5000]
    # The answers to the file and to the post are lost: both are sent again, and count once.
    front.refused.clear()
    front.lost_answers += ["/v1/attachments", f"/v1/courses/{COURSE}/events"]
    mend(front, tab)
    tab.until("outbox.entries.value.every(({ tries }) => tries > 0) || outbox.entries.value.length === 0")
    for _ in range(2):
        tab.run("await h.outbox.send()")
    tab.until("outbox.entries.value.length === 0")
    assert front.lost_answers == [] and attached(people["bob"], "With a file") == [("notes.txt", 5000)]
    assert files_kept(tab) == [] and count(people["bob"], "With a file") == 1


def test_a_file_that_is_refused_names_itself_and_goes_with_its_text(people, profile):
    tab = Tab(profile).enter(people["ada"])
    tab.run(WITH_FILE, {"title": "A fake picture", "name": "plot.png", "size": 100})
    tab.until("outbox.entries.value[0]?.state === 'refused'")
    assert tab.run("return h.outbox.entries.value[0].reason").startswith("plot.png: ")
    assert files_kept(tab) == [100]
    tab.run("await h.outbox.drop(h.outbox.entries.value[0])")
    assert files_kept(tab) == [] and count(people["ada"], "A fake picture") == 0


def test_files_that_do_not_fit_are_said_and_nothing_is_lost(people, profile, front):
    tab = Tab(profile).enter(people["ada"])
    cut(front, tab)
    said = f"try {{ {WITH_FILE} }} catch (error) {{ return error.message }}"
    assert "At most 100 MB" in tab.run(said, {"title": "Huge", "name": "a.bin", "size": 101_000_000})
    tab.run(WITH_FILE, {"title": "Small", "name": "a.txt", "size": 10})
    full = """
        IDBObjectStore.prototype.put = function () { throw new DOMException('full', 'QuotaExceededError') }
    """
    assert tab.run(full + said, {"title": "No room", "name": "b.txt", "size": 10}).startswith("The disk of this device is full")
    # A text alone waits in the tab, which says so.
    assert tab.run(full + f"await h.outbox.post('{COURSE}', {{ title: 'A text' }}); return h.outbox.lasts") is False
    assert tab.titles() == ["Small", "A text"]
