// What is read from the disk when the page opens.

import { Disk } from '../../../../client-web/copy/disk.js'
import { Shelves } from '../../../../client-web/copy/shelves.js'
import { equal, test, until } from '../testing.js'

test('a thousand events are read with the rest', () => opens(1000, 1001))

test('of more, a course is read when a room asks for it', () => opens(1001, 1))

/** @param {number} count of events @param {number} atOnce rows that are read at once */
async function opens(count, atOnce) {
    const disk = await Disk.open(`disk-${count}`)
    const events = Array.from({ length: count }, (_, index) => {
        return { kind: 'event', id: `event-${index}`, scope: `course-${index % 2}`, body: { number: index + 1 } }
    })
    const task = { kind: 'task', id: 'task', scope: '', body: {} }
    await disk.replace({ account: 'a', cursor: 'c', run: 'r', writes: 0, at: 0 }, [...events, task])
    const { rows, result: found } = await reading(() => disk.begin())
    equal([found?.rows.length, rows], [atOnce, atOnce])
    const shelves = new Shelves()
    shelves.replace(found?.rows ?? [], disk, found?.places)
    equal([...(shelves.places.value ?? [])].sort(), ['course-0', 'course-1'])
    for (const course of ['course-0', 'course-1', 'course-2']) {
        const list = shelves.rows('event', course)
        await until(() => list.value !== undefined)
        equal(list.value?.length, events.filter(({ scope }) => scope === course).length)
    }
    equal(shelves.rows('task').value?.length, 1)
    await disk.wipe()
    disk.close()
}

test('all replies are looked through in parts, on the disk and in memory', async () => {
    const disk = await Disk.open('disk-find')
    const replies = Array.from({ length: 2500 }, (_, index) => {
        return { kind: 'reply', id: `reply-${index}`, scope: `event-${index % 7}`, body: { number: index } }
    })
    await disk.replace({ account: 'a', cursor: 'c', run: 'r', writes: 0, at: 0 }, replies)
    const inMemory = new Shelves()
    inMemory.replace(replies)
    const onDisk = new Shelves()
    onDisk.replace([], disk, [])
    for (const shelves of [inMemory, onDisk]) {
        const found = await shelves.find('reply', ({ body }) => body.number % 100 === 99)
        equal(
            found.map(({ body }) => body.number).sort((one, other) => one - other),
            Array.from({ length: 25 }, (_, n) => n * 100 + 99),
        )
    }
    await disk.wipe()
    disk.close()
    /** @type {unknown[]} */
    const told = []
    onDisk.onerror = (error) => told.push(error)
    equal([await onDisk.find('reply', () => true), told.length], [[], 1])
})

test('a post goes also after a mark or a removal of it has gone', () => {
    const shelves = new Shelves()
    const row = (/** @type {string} */ kind, scope = '') => ({ kind, id: 'post', scope, body: {} })
    shelves.replace([row('event', 'course'), row('mark'), row('removal')])
    shelves.take([{ drop: ['removal', 'post'] }, { drop: ['mark', 'post'] }])
    equal([shelves.rows('event', 'course').value?.length, shelves.scopeOf('post')], [1, 'course'])
    shelves.take([{ drop: ['event', 'post'] }])
    equal(['event', 'mark', 'removal'].map((kind) => shelves.rows(kind, 'course').value), [[], [], []])
})

/** The rows that the database gives meanwhile, also those that nobody takes. @template Result @param {() => Promise<Result>} work */
async function reading(work) {
    const { getAll } = IDBObjectStore.prototype
    let rows = 0
    /** @this {IDBObjectStore} @param {any} query @param {number} [count] */
    IDBObjectStore.prototype.getAll = function (query, count) {
        const request = getAll.call(this, query, count)
        request.addEventListener('success', () => (rows += request.result.length))
        return request
    }
    const result = await work()
    IDBObjectStore.prototype.getAll = getAll
    return { rows, result }
}
