// In which order, into what, and on which revision the outbox sends what waits; the server is one that loses answers.

import { newID, Refused, Unreachable } from '../../../../client-web/accounts/server.js'
import { Outbox } from '../../../../client-web/copy/outbox.js'
import { OutboxDisk } from '../../../../client-web/copy/outbox_disk.js'
import { Signal } from '../../../../client-web/platform/signals.js'
import { equal, test, until } from '../testing.js'

/** A server with one thing of each address, which has a revision. */
class Server {
    /** @type {Record<string, any>} */
    things = {}
    /** What was asked: the method, what stood in `If-Match`, and the body. @type {[string, string | undefined, any][]} */
    asked = []
    isAway = false
    /** So many answers are lost: what was asked has happened. */
    lost = 0
    /** @type {Promise<void> | undefined} */
    gate

    /** @type {import('../../../../client-web/accounts/server.js').Call} */
    call = async (method, path, { body, headers = {} } = {}) => {
        if (this.isAway) throw new Unreachable()
        const match = headers['If-Match']
        if (method !== 'GET') this.asked.push([method, match, body])
        await this.gate
        const before = this.things[path]
        if (match !== undefined && match !== `"${before?.rev ?? 0}"`) throw refused(412)
        if (method !== 'GET') this.things[path] = { ...before, .../** @type {any} */ (body), rev: (before?.rev ?? 0) + 1 }
        if (method !== 'GET' && this.lost > 0) {
            this.lost -= 1
            throw new Unreachable()
        }
        return { status: 200, body: this.things[path], headers: new Headers() }
    }

    /** Holds all answers until the function is called. */
    hold() {
        /** @type {() => void} */
        let release = () => {}
        this.gate = new Promise((resolve) => (release = resolve))
        return release
    }
}

/** @param {number} status */
const refused = (status) => new Refused({ type: 'about:blank', title: 'No', status, detail: 'No.' })

/** A tab with its outbox on a disk that others have, too. @param {Server} server @param {string} name */
async function tab(server, name, isLeader = true, locks = navigator.locks) {
    const disk = await OutboxDisk.open(`noteit-${name}`)
    const leads = new Signal(isLeader)
    const engine = /** @type {any} */ ({
        leads,
        state: new Signal({ connection: 'live' }),
        batches: { now: 0, answered: () => Promise.resolve(), next: () => Promise.resolve() },
        shelves: { rows: () => new Signal([]) },
    })
    const outbox = new Outbox(disk, server.call, engine, { channel: new BroadcastChannel(name), locks })
    await outbox.open('ada')
    return { outbox, leads, disk, engine }
}

const block = /** @type {any} */ ({ id: 'block', title: 'Read' })
const BLOCK = '/v1/me/study-blocks/block'
const PLAN = '/v1/me/plans/plan'
/** @param {string} hour */
const at = (hour) => ({ start: `${hour}:00`, end: `${hour}:50` })

/** An edit of the plan as the room makes it. @param {Outbox} outbox @param {any} body @param {number} [rev] that is shown */
const edit = (outbox, body, rev = 7) =>
    outbox.edit('editPlan', { id: 'plan', rev, seen: outbox.entries.value.at(-1)?.version }, body, {})

/** @param {Server} server */
const revisions = ({ asked }) => asked.map(([, match]) => match)

/** @param {Outbox} outbox */
const isEmpty = ({ entries }) => until(() => entries.value.length === 0)

test('what is merged at the moment of sending is sent', async () => {
    const server = new Server()
    const { outbox, leads, disk } = await tab(server, newID(), false)
    await outbox.block(block, at('10'))
    // The next change of the disk is that of the sender, which has read what waits.
    const change = disk.change.bind(disk)
    disk.change = async (...given) => {
        disk.change = change
        await outbox.block(block, at('11'))
        return await change(...given)
    }
    leads.value = true
    await isEmpty(outbox)
    equal(server.things[BLOCK].start, '11:00')
})

test('what is made is on the screen before the disk has it, says so, and is sent once the disk has it', async () => {
    const server = new Server()
    const { outbox, disk } = await tab(server, newID())
    const change = disk.change.bind(disk)
    /** @type {() => void} */
    let write = () => {}
    const mayWrite = new Promise((resolve) => (write = () => resolve(undefined)))
    disk.change = async (...given) => {
        disk.change = change
        await mayWrite
        return await change(...given)
    }
    const kept = outbox.block(block, at('10'))
    const [shown] = outbox.entries.value
    equal([shown?.body, shown?.order, shown?.state], [at('10'), undefined, 'keeping'])
    await outbox.send()
    await outbox.mark('event', { done: true })
    await until(() => server.asked.length === 1 && outbox.entries.value.length === 1)
    equal([outbox.entries.value[0] === shown, server.asked.map(([, , { start }]) => start)], [true, [undefined]])
    server.isAway = true
    write()
    await kept
    const [entry] = outbox.entries.value
    equal([entry?.version === shown?.version, typeof entry?.order, entry?.state], [true, 'number', 'waiting'])
    server.isAway = false
    await outbox.send()
    await isEmpty(outbox)
    equal(server.things[BLOCK].start, '10:00')
})

test('what cannot be kept is taken back from the screen', async () => {
    const { outbox, disk } = await tab(new Server(), newID(), false)
    await outbox.block(block, at('10'))
    disk.change = () => Promise.reject(new Error('no disk'))
    const fails = outbox.block(block, at('11')).catch(({ message }) => message)
    equal(outbox.entries.value.map(({ body }) => body), [at('11')])
    equal(await fails, 'no disk')
    equal(outbox.entries.value.map(({ body }) => body), [at('10')])
})

test('what comes while the first is sent, and after an attempt that failed, keeps its order', async () => {
    const server = new Server()
    const { outbox } = await tab(server, newID())
    const release = server.hold()
    server.lost = 1
    await outbox.block(block, at('10'))
    await until(() => server.asked.length === 1)
    await outbox.block(block, at('11'))
    server.isAway = true
    release()
    await until(() => outbox.entries.value.every(({ state }) => state === 'waiting'))
    await outbox.block(block, at('12'))
    await outbox.block(block, { pinned: false })
    await outbox.block(block, at('13'))
    server.isAway = false
    await outbox.send()
    await isEmpty(outbox)
    equal(server.asked.map(([, , { start }]) => start ?? 'let go'), ['10:00', '10:00', '12:00', 'let go', '13:00'])
})

test('what is being sent is not written over', async () => {
    const server = new Server()
    const { outbox } = await tab(server, newID())
    const release = server.hold()
    await outbox.task(/** @type {any} */ ({ title: 'Read' }))
    await until(() => server.asked.length === 1)
    const why = await outbox.retry(/** @type {any} */ (outbox.entries.value[0]), { title: 'Write' }).catch(({ message }) =>
        message
    )
    equal(why, 'This is being sent just now. Try again in a moment.')
    release()
    await isEmpty(outbox)
})

test('an edit on top of one that is being sent has the revision of its answer', async () => {
    const server = new Server()
    server.things[PLAN] = { rev: 7 }
    const { outbox } = await tab(server, newID())
    const release = server.hold()
    await edit(outbox, { name: 'one' })
    await until(() => server.asked.length === 1)
    await edit(outbox, { shared: true })
    await edit(outbox, { name: 'two' })
    release()
    await isEmpty(outbox)
    equal(server.asked, [['PATCH', '"7"', { name: 'one' }], ['PATCH', '"8"', { shared: true, name: 'two' }]])
})

test('so has one after a lost answer', async () => {
    const server = new Server()
    server.things[PLAN] = { rev: 7 }
    server.lost = 1
    const { outbox } = await tab(server, newID())
    await edit(outbox, { name: 'one' })
    await until(() => outbox.entries.value[0]?.tries === 1)
    server.isAway = true
    await edit(outbox, { shared: true })
    server.isAway = false
    await outbox.send()
    await isEmpty(outbox)
    equal([revisions(server), server.things[PLAN]], [['"7"', '"7"', '"8"'], { rev: 9, name: 'one', shared: true }])
})

test('so has one after the page was loaded again in the middle', async () => {
    const [server, name] = [new Server(), newID()]
    server.things[PLAN] = { rev: 7 }
    const before = await tab(server, name)
    server.hold()
    await edit(before.outbox, { name: 'one' })
    await until(() => server.asked.length === 1)
    await edit(before.outbox, { shared: true })
    // The old page hears no answer any more, and its lock goes with it.
    before.outbox.close()
    server.things[PLAN] = { rev: 8, name: 'one' }
    server.gate = undefined
    const locks = /** @type {any} */ ({ request: async (/** @type {any[]} */ ...given) => await given.at(-1)() })
    const { outbox } = await tab(server, name, true, locks)
    await isEmpty(outbox)
    equal([revisions(server), server.things[PLAN]], [['"7"', '"7"', '"8"'], { rev: 9, name: 'one', shared: true }])
})

test('so has one of another tab', async () => {
    const [server, name] = [new Server(), newID()]
    server.things[PLAN] = { rev: 7 }
    const [first, second] = [await tab(server, name), await tab(server, name, false)]
    const release = server.hold()
    await edit(first.outbox, { name: 'one' })
    await until(() => server.asked.length === 1 && second.outbox.entries.value[0]?.state === 'sending')
    equal(await edit(second.outbox, { shared: true }), true)
    release()
    await Promise.all([isEmpty(first.outbox), isEmpty(second.outbox)])
    equal(revisions(server), ['"7"', '"8"'])
})

test('a tab that slept while it sent says nothing about what another one sends by now', async () => {
    const [server, name] = [new Server(), newID()]
    /** @type {Promise<void>[]} */
    const turns = []
    let isTaken = false
    // The lock of the first is taken from it once it sends. Its next turn comes after that of the other one.
    const request = (/** @type {any[]} */ ...given) =>
        isTaken ? /** @type {any} */ (navigator.locks).request(...given) : turns[turns.push(given.at(-1)()) - 1]
    const first = await tab(server, name, true, /** @type {any} */ ({ request }))
    const wakes = server.hold()
    server.lost = 1
    await first.outbox.block(block, at('10'))
    await until(() => server.asked.length === 1)
    const [sending, release] = [turns.at(-1), server.hold()]
    isTaken = true
    const second = await tab(server, name)
    await until(() => server.asked.length === 2)
    wakes()
    await sending
    await second.outbox.block(block, at('11'))
    equal(second.outbox.entries.value.map(({ state }) => state), ['sending', 'waiting'])
    release()
    await isEmpty(second.outbox)
    equal([server.asked.map(([, , { start }]) => start), server.things[BLOCK].start], [['10:00', '10:00', '11:00'], '11:00'])
})

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

/** An event as a page shows it. @param {Outbox} outbox @returns {any} */
function shown(outbox) {
    const entry = outbox.entries.value.at(-1)
    return { id: 'event', rev: 3, ...(entry ? { waiting: { entry } } : {}) }
}

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
