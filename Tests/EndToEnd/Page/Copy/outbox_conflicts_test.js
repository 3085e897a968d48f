// What becomes of an entry that was refused, thrown away or answered while something was made on top of it.

import { newID } from '../../../../client-web/accounts/server.js'
import { Signal } from '../../../../client-web/platform/signals.js'
import { equal, test, until } from '../testing.js'
import { edit, isEmpty, PLAN, revisions, Server, shown, tab } from './outbox_world.js'

test('a conflict holds back what was made on top, and the person puts both on what the server has', async () => {
    const server = new Server()
    server.things[PLAN] = { rev: 7 }
    const { outbox } = await tab(server, newID())
    const release = server.hold()
    await edit(outbox, { name: 'one' })
    await until(() => server.asked.length === 1)
    await edit(outbox, { shared: true })
    server.things[PLAN] = { rev: 8, name: 'other' }
    release()
    await until(() => outbox.entries.value[0]?.state === 'refused')
    equal(outbox.entries.value.map(({ reason }) => reason ?? ''), ['Somebody changed it meanwhile.', ''])
    await edit(outbox, { name: 'one', shared: true }, 8)
    await isEmpty(outbox)
    equal(server.asked.slice(1), [['PATCH', '"8"', { name: 'one', shared: true }]])
})

test('an edit whose ground was thrown away overwrites nothing that it has not seen', async () => {
    for (const isThere of [false, true]) {
        const server = new Server()
        server.things[PLAN] = { rev: 7 }
        server.lost = Number(isThere)
        server.isAway = !isThere
        const { outbox } = await tab(server, newID())
        await edit(outbox, { name: 'one' })
        await until(() => outbox.entries.value[0]?.tries === 1)
        server.isAway = true
        await edit(outbox, { shared: true })
        await outbox.drop(/** @type {any} */ (outbox.entries.value[0]))
        server.isAway = false
        await outbox.send()
        await until(() => outbox.entries.value.every(({ state }) => state === 'refused'))
        equal(outbox.entries.value.length, Number(isThere))
        equal(server.things[PLAN], isThere ? { rev: 8, name: 'one' } : { rev: 8, shared: true })
    }
})

test('a text that is edited twice while it is sent is in no conflict with itself', async () => {
    const server = new Server()
    server.things['/v1/events/event'] = { rev: 3 }
    const { outbox } = await tab(server, newID())
    const release = server.hold()
    await outbox.editEvent(shown(outbox), { title: 'one' })
    await until(() => server.asked.length === 1)
    await outbox.editEvent(shown(outbox), { title: 'two' })
    await outbox.editEvent(shown(outbox), { body: 'Words' })
    release()
    await isEmpty(outbox)
    equal(server.asked.slice(1), [['PATCH', '"4"', { title: 'two', body: 'Words' }]])
})

test('a change of a text that was begun before another one was kept overwrites nothing', async () => {
    for (const isSent of [false, true]) {
        const server = new Server()
        server.things['/v1/events/event'] = { rev: 3 }
        const { outbox } = await tab(server, newID())
        const begun = shown(outbox)
        server.isAway = !isSent
        const release = isSent ? server.hold() : () => undefined
        await outbox.editEvent(begun, { title: 'one' })
        if (isSent) await until(() => server.asked.length === 1)
        await outbox.editEvent(begun, { title: 'two' })
        server.isAway = false
        release()
        await outbox.send()
        await until(() => outbox.entries.value.every(({ state }) => state === 'refused'))
        equal(outbox.entries.value.map(({ body, state }) => [body.title, state]), [['two', 'refused']])
        equal(server.things['/v1/events/event'], { rev: 4, title: 'one' })
    }
})

test('a change of a text that was begun before the last one was answered is in no conflict with it', async () => {
    const [server, name] = [new Server(), newID()]
    server.things['/v1/events/event'] = { rev: 3 }
    const [first, second] = [await tab(server, name), await tab(server, name, false)]
    const release = server.hold()
    await first.outbox.editEvent(shown(first.outbox), { title: 'one' })
    await until(() => server.asked.length === 1 && second.outbox.entries.value[0]?.state === 'sending')
    const begun = [shown(first.outbox), shown(second.outbox)]
    release()
    await Promise.all([isEmpty(first.outbox), isEmpty(second.outbox)])
    await second.outbox.editEvent(begun[1], { title: 'two' })
    await until(() => server.asked.length === 2)
    await isEmpty(first.outbox)
    equal(revisions(server), ['"3"', '"4"'])
    // It is begun on a text that the second tab has changed since.
    await first.outbox.editEvent(begun[0], { title: 'three' })
    await until(() => first.outbox.entries.value[0]?.state === 'refused')
    equal(server.things['/v1/events/event'], { rev: 5, title: 'two' })
})

test('a change of a post or a reply that has arrived meanwhile is an edit of it', async () => {
    for (const kind of ['post', 'reply']) {
        const server = new Server()
        const { outbox } = await tab(server, newID())
        const release = server.hold()
        const id = kind === 'post'
            ? await outbox.post('CMPT225', /** @type {any} */ ({ title: 'one', anonymous: true }))
            : await outbox.reply('event', /** @type {any} */ ({ body: 'one', parent: 'other' }))
        const entry = /** @type {any} */ (outbox.entries.value[0])
        await until(() => server.asked.length === 1)
        server.things[`/v1/${kind === 'post' ? 'events' : 'replies'}/${id}`] = { rev: 1 }
        release()
        await isEmpty(outbox)
        await outbox.retry(entry, { ...entry.body, body: 'two' })
        await isEmpty(outbox)
        const { anonymous: _, parent: __, ...patch } = { ...entry.body, body: 'two' }
        equal(server.asked[1], ['PATCH', '"1"', patch])
    }
})

test('a change of what was thrown away meanwhile is not lost in silence', async () => {
    const server = new Server()
    server.isAway = true
    const { outbox } = await tab(server, newID())
    await outbox.post('CMPT225', /** @type {any} */ ({ title: 'one' }))
    const entry = /** @type {any} */ (outbox.entries.value[0])
    await outbox.drop(entry)
    const why = await outbox.retry(entry, { title: 'two' }).catch(({ message }) => message)
    equal(why, 'This was sent, or thrown away, meanwhile. Close it and look again.')
    equal(outbox.entries.value, [])
})

test('what waited behind a refused entry is sent once that is thrown away', async () => {
    const server = new Server()
    server.things['/v1/events/event'] = { rev: 4 }
    const { outbox } = await tab(server, newID())
    await outbox.editEvent({ .../** @type {any} */ (shown(outbox)), rev: 3 }, { title: 'one' })
    await until(() => outbox.entries.value[0]?.state === 'refused')
    await outbox.mark('event', { muted: true })
    await until(() => outbox.entries.value[1]?.state === 'waiting')
    await outbox.drop(/** @type {any} */ (outbox.entries.value[0]))
    await isEmpty(outbox)
    equal(server.asked.at(-1)?.[2], { muted: true })
})

test('what only this tab keeps of one account is neither sent, changed nor deleted as another', async () => {
    const server = new Server()
    server.isAway = true
    const { outbox, disk } = await tab(server, newID())
    disk.close()
    await outbox.post('CMPT225', /** @type {any} */ ({ title: 'of ada' }))
    await outbox.mark('event', { muted: true })
    await until(() => outbox.entries.value[0]?.tries === 1)
    await outbox.open('bob')
    server.isAway = false
    await outbox.mark('event', { following: true })
    await isEmpty(outbox)
    equal(server.asked.map(([, , body]) => body), [{ following: true }])
    await outbox.forget()
    await outbox.open('ada')
    await isEmpty(outbox)
    equal(server.asked.slice(1).map(([, , { title, muted }]) => title ?? muted), ['of ada', true])
})

test('an event of one’s own waits until the log has brought it, and is sent once more if the log is not heard', async () => {
    const server = new Server()
    server.call = ((call) => async (...given) => ({ ...await call(...given), body: undefined }))(server.call)
    const { outbox, engine } = await tab(server, newID())
    const rows = new Signal(/** @type {any[]} */ ([]))
    /** @type {(() => void)[]} */
    const waiting = []
    engine.shelves.rows = () => rows
    engine.batches.next = () => new Promise((resolve) => waiting.push(() => resolve(undefined)))
    const times = { start: '2026-11-24T14:00:00.000Z', end: '2026-11-24T15:00:00.000Z' }
    const event = { title: 'Swim', location: '', ...times, allDay: false, rule: null, file: 'BEGIN' }
    const hear = async () => {
        await until(() => waiting.length > 0)
        waiting.splice(0).forEach((resolve) => resolve())
    }
    await outbox.personal('one', event)
    // The first batch is of something else.
    await hear()
    await until(() => waiting.length > 0)
    equal(outbox.entries.value.map(({ state }) => state), ['sending'])
    rows.value = [{ id: 's', body: { id: 's', title: 'Swim', start: '2026-11-24T14:00:00Z' } }]
    await hear()
    await isEmpty(outbox)
    equal(server.asked.length, 1)

    // The connection is lost after the answer: it stays, and its file is sent again.
    engine.state.value = { connection: 'offline' }
    await outbox.personal('two', { ...event, title: 'Tea' })
    await until(() => {
        waiting.splice(0).forEach((resolve) => resolve())
        return outbox.entries.value[0]?.state === 'waiting' && outbox.entries.value[0]?.tries === 1
    })
    engine.state.value = { connection: 'live' }
    rows.value = [...rows.value, { id: 't', body: { id: 't', title: 'Tea', start: '2026-11-24T14:00:00Z' } }]
    await isEmpty(outbox)
    equal(server.asked.map(([method]) => method), ['PUT', 'PUT', 'PUT'])
})
