// What two loads of the page keep under one key: of texts nothing is lost, of what was only seen the last counts.

import { newID } from '../../../../client-web/accounts/server.js'
import { Drafts } from '../../../../client-web/copy/drafts.js'
import { OutboxDisk } from '../../../../client-web/copy/outbox_disk.js'
import { equal, test } from '../testing.js'

/** Two loads of the page, with the same disk. */
async function two() {
    const name = `noteit-${newID()}`
    const loads = [1, 2].map(async () => {
        const drafts = new Drafts(await OutboxDisk.open(name), { channel: new BroadcastChannel(name) })
        drafts.open('ada')
        return drafts
    })
    return /** @type {[Drafts, Drafts]} */ (await Promise.all(loads))
}

test('what was only seen is forgotten for good, whichever load of the page kept it', async () => {
    const [first, second] = await two()
    for (const [key, left] of /** @type {const} */ ([['kept /calendar told', ''], ['/c/202530.CMPT225#title', 'one']])) {
        await first.keep(key, 'one')
        await second.forget(key)
        equal(await second.text(key), left, key)
    }
})

test('of what was only seen no older one stays beside the newest', async () => {
    const [first, second] = await two()
    for (const [key, other] of /** @type {const} */ ([['kept /calendar told', ''], ['/c/202530.CMPT225#title', 'one']])) {
        await first.keep(key, 'one')
        await second.keep(key, 'two')
        equal([await second.text(key), await second.other(key)], ['two', other], key)
    }
})

test('an ended session leaves what was begun and chosen, and nothing that was only seen', async () => {
    const [first, second] = await two()
    const keys = ['/c/202530.CMPT225#title', 'kept /timetables wishes', 'kept /calendar told', 'kept /degree#1']
    for (const key of keys) await first.keep(key, 'one')
    second.open('')
    await second.forgetSeen('ada')
    second.open('ada')
    equal(await Promise.all(keys.map((key) => second.text(key))), ['one', 'one', '', ''], 'what is left')
})

test('what is on the disk already is not written again, and no other load is told', async () => {
    const [first, second] = await two()
    let puts = 0
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (/** @type {[any]} */ ...given) {
        puts += 1
        return put.apply(this, given)
    }
    try {
        for (const key of ['kept /degree#courses', '/c/202530.CMPT225#title']) {
            await first.keep(key, 'one')
            const changes = first.changes.value
            puts = 0
            equal([await first.keep(key, 'one'), await second.keep(key, 'one')], [true, true])
            equal([puts, first.changes.value - changes], [0, 0], key)
            await first.keep(key, 'two')
            equal([puts, await second.text(key), await second.other(key)], [1, 'two', ''], key)
            await first.forget(key)
        }
    } finally {
        IDBObjectStore.prototype.put = put
    }
})
