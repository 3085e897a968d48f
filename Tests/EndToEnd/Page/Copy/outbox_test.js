// In which order, into what, and on which revision the outbox sends what waits.

import { newID } from '../../../../client-web/accounts/server.js'
import { equal, test, until } from '../testing.js'
import { at, BLOCK, block, edit, isEmpty, PLAN, revisions, Server, tab } from './outbox_world.js'

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
