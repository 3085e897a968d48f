// Pictures of texts that were looked at: they are kept as long as their text, and so many as there is room for.

import { newID } from '../../../../client-web/accounts/server.js'
import { Disk } from '../../../../client-web/copy/disk.js'
import { rowOf } from '../../../../client-web/copy/rows.js'
import { equal, test } from '../testing.js'

const COURSE = '202530.CMPT225'
/** @param {string} id */
const author = (id) => ({ id, displayName: id, role: 'student' })
/** @param {string} id @param {string[]} files @param {any} [fields] */
const event = (id, files, fields) =>
    rowOf('event', id, {
        id,
        course: COURSE,
        visibility: 'course',
        sections: [],
        author: author('bob'),
        attachments: files.map((id) => ({ id })),
        ...fields,
    })
const ROWS = [
    rowOf('account', 'ada', { id: 'ada' }),
    rowOf('enrollment', `${COURSE}.D100`, { course: COURSE, section: `${COURSE}.D100`, role: 'student' }),
    event('one', ['a', 'b']),
    event('two', ['c']),
    rowOf('reply', 'three', { id: 'three', event: 'two', author: author('bob'), attachments: [{ id: 'd' }] }),
]
const PLACES = [['one', 'a'], ['one', 'b'], ['two', 'c'], ['three', 'd']]
/** @param {number} [size] */
const bytes = (size = 10) => new Blob(['x'.repeat(size)])

/** A disk with some posts, and a picture of each of their files. @param {Disk[]} disks to be closed */
async function filled(disks) {
    const disk = await Disk.open(`pictures-${newID()}`)
    disks.push(disk)
    const about = { account: 'ada', cursor: 'c', run: 'r', writes: 0, at: 0 }
    await disk.replace(about, ROWS)
    for (const [post = '', id = ''] of PLACES) await disk.keepPicture({ post, id, blob: bytes() })
    equal(await kept(disk), ['a', 'b', 'c', 'd'])
    let writes = 0
    const write = async (/** @type {any[]} */ ...changes) => {
        await disk.write({ ...about, writes }, changes, undefined)
        writes += 1
    }
    return { disk, about, write }
}

/** @param {Disk} disk */
async function kept(disk) {
    const found = await Promise.all(PLACES.map(async ([post = '', id = '']) => (await disk.picture(post, id)) ? [id] : []))
    return found.flat()
}

/** @typedef {ReturnType<typeof filled>} Filled */

/** @param {(make: () => Filled) => Promise<void>} work */
async function within(work) {
    /** @type {Disk[]} */
    const disks = []
    await work(() => filled(disks))
    for (const disk of disks) disk.close()
}

test('a picture goes with its post, its thread, its course, its account, and when it is taken out of the text', () =>
    within(async (filled) => {
        /** @type {[any, string[]][]} */
        const ways = [
            [{ op: 'remove', type: 'event', id: 'one' }, ['c', 'd']],
            [{ op: 'remove', type: 'event', id: 'two' }, ['a', 'b']],
            [{ op: 'remove', type: 'reply', id: 'three' }, ['a', 'b', 'c']],
            [{ op: 'upsert', type: 'event', id: 'one', body: event('one', ['b']).body }, ['b', 'c', 'd']],
            [{ op: 'upsert', type: 'event', id: 'one', body: event('one', ['b', 'a'], { meToo: 1 }).body }, [
                'a',
                'b',
                'c',
                'd',
            ]],
            [{ op: 'scopeRevoked', course: COURSE, section: `${COURSE}.D100` }, []],
        ]
        for (const [change, left] of ways) {
            const { disk, write } = await filled()
            await write(change)
            equal(await kept(disk), left, JSON.stringify(change))
        }
        const { disk } = await filled()
        await disk.wipe('ada')
        equal(await kept(disk), [])
    }))

test('a new snapshot keeps the pictures of the texts that it has', () =>
    within(async (filled) => {
        const { disk, about } = await filled()
        await disk.replace({ ...about, run: 'other' }, ROWS.filter(({ id }) => id !== 'three' && id !== 'one'))
        equal(await kept(disk), ['c'])
    }))

test('a picture that comes after its text went is not kept', () =>
    within(async (filled) => {
        const { disk, write } = await filled()
        await write({ op: 'remove', type: 'event', id: 'one' })
        await disk.keepPicture({ post: 'one', id: 'a', blob: bytes() })
        await disk.keepPicture({ post: 'two', id: 'a', blob: bytes() })
        equal([await kept(disk), await disk.picture('two', 'a')], [['c', 'd'], undefined])
    }))

test('the oldest pictures go where there is no room', () =>
    within(async (filled) => {
        const { now } = Date
        let time = 0
        Date.now = () => (time += 1)
        const { disk } = await filled()
        await disk.keepPicture({ post: 'two', id: 'c', blob: bytes(20) }, 40)
        equal(await kept(disk), ['b', 'c', 'd'])
        await disk.keepPicture({ post: 'one', id: 'a', blob: bytes(41) }, 40)
        equal(await kept(disk), ['b', 'c', 'd'])
        await disk.keepPicture({ post: 'one', id: 'a', blob: bytes(40) }, 40)
        equal(await kept(disk), ['a'])
        Date.now = now
    }))
