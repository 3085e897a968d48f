// The copy on the disk: one IndexedDB database for one account. Every change is one transaction with its cursor.

import { answer, open, within } from './database.js'
import { makePictures, MOST_BYTES, putPicture, sweepPictures } from './pictures.js'
import { apply } from './rows.js'

/** @import { Change } from '../contract.d.ts' */
/** @import { Picture } from './pictures.js' */
/** @import { Row, Rows, Step } from './rows.js' */

/** A new shape of the rows has a new number: the copy is dropped, and a snapshot is taken. */
const SCHEMA = 3
/** Two kinds may be many, and are read when a room needs them. Everything else is read at once. */
const ROWS = ['small', 'event', 'reply', 'about']
const STORES = [...ROWS, 'picture']
/** So many events are read at once, too: each list of its own takes longer than their rows. */
const FEW = 1000
/** So many rows are in memory at once while all are looked through. */
const PART = 1000

/**
 * What the copy is: whose, up to where, and when it was in step last. `run` is new with each snapshot, and `writes` counts what
 * was written since, so that a tab that slept writes nothing into a copy that is not the one it knows.
 * @typedef {{ account: string, cursor: string, run: string, writes: number, at: number }} About
 */

export class Disk {
    #db
    /** Called when the browser takes the database away. */
    onlost = () => {}

    /** @param {IDBDatabase} db */
    constructor(db) {
        this.#db = db
        db.onclose = () => this.onlost()
    }

    /** @param {string} [name] @param {number} [patience] @returns {Promise<Disk>} throws a `DatabaseError` */
    static async open(name = 'noteit-copy', patience = 2000) {
        return new Disk(
            await open(name, SCHEMA, (db) => {
                db.createObjectStore('about')
                db.createObjectStore('small', { keyPath: ['kind', 'id'] })
                db.createObjectStore('event', { keyPath: 'id' }).createIndex('scope', 'scope')
                const replies = db.createObjectStore('reply', { keyPath: 'id' })
                replies.createIndex('scope', 'scope')
                replies.createIndex('time', ['scope', 'body.createdAt'])
                makePictures(db)
            }, { patience }),
        )
    }

    /** @template T @param {IDBTransactionMode} mode @param {(at: IDBTransaction) => Promise<T> | T} work */
    #within(mode, work) {
        return within(this.#db, STORES, mode, work)
    }

    /**
     * What the copy is, and the rows of small kinds, with the events if they are few; else the courses that have events. Undefined if
     * there is no copy.
     * @returns {Promise<{ about: About, rows: Row[], places?: string[] } | undefined>}
     */
    begin() {
        return this.#within('readonly', async (at) => {
            const event = at.objectStore('event')
            /** @type {string[] | undefined} */
            let places
            const ofEvents = async () => {
                // To count costs little, also in a large copy.
                if (await answer(event.count()) <= FEW) return answer(event.getAll())
                places = await keys(event.index('scope'))
                return []
            }
            // All at once: each answer that is waited for takes longer than its rows.
            const [about, small, events] = await Promise.all([
                answer(at.objectStore('about').get('copy')),
                answer(at.objectStore('small').getAll()),
                ofEvents(),
            ])
            return about && { about, rows: [...small, ...events], places }
        })
    }

    /** What the copy is now. @returns {Promise<About | undefined>} */
    about() {
        return this.#within('readonly', (at) => answer(at.objectStore('about').get('copy')))
    }

    /** All events of a course, or all replies to an event. @param {'event' | 'reply'} kind @param {string} scope */
    list(kind, scope) {
        return this.#within('readonly', (at) => rowsIn(at).list(kind, scope))
    }

    /** @param {string} id */
    event(id) {
        return this.#within('readonly', (at) => rowsIn(at).get('event', id))
    }

    /** @param {'event' | 'reply'} kind @returns {Promise<Row[]>} */
    all(kind) {
        return this.#within('readonly', (at) => answer(at.objectStore(kind).getAll()))
    }

    /** The rows that pass a test, by id. @param {'event' | 'reply'} kind @param {(row: Row) => boolean} test @returns {Promise<Row[]>} */
    find(kind, test) {
        return this.#within('readonly', async (at) => {
            /** @type {Row[]} */
            const found = []
            for (let after = '';;) {
                const part = await answer(at.objectStore(kind).getAll(IDBKeyRange.lowerBound(after, true), PART))
                found.push(...part.filter(test))
                if (part.length < PART) return found
                after = part[PART - 1].id
            }
        })
    }

    /** Takes the place of what was there. @param {About} about @param {Row[]} rows */
    replace(about, rows) {
        return this.#within('readwrite', async (at) => {
            for (const store of ROWS) at.objectStore(store).clear()
            for (const row of rows) at.objectStore(storeOf(row.kind)).put(row)
            at.objectStore('about').put(about, 'copy')
            await sweepPictures(at)
        })
    }

    /**
     * Applies changes, and moves the cursor with them.
     * @param {About} known @param {Change[]} changes @param {{ cursor: string, at: number } | undefined} to none: stays where it is
     * @returns {Promise<Step[] | undefined>} undefined, and nothing was written, if it is another one
     */
    write({ run, writes }, changes, to) {
        return this.#within('readwrite', async (at) => {
            const about = /** @type {About | undefined} */ (await answer(at.objectStore('about').get('copy')))
            if (about?.run !== run || about.writes !== writes) return undefined
            const steps = await apply(changes, rowsIn(at))
            await sweepPictures(at, steps)
            at.objectStore('about').put({ ...about, ...to, writes: writes + 1 }, 'copy')
            return steps
        })
    }

    /** A picture that was looked at before. @param {string} post an event or a reply @param {string} id @returns {Promise<Blob | undefined>} */
    async picture(post, id) {
        return (await this.#within('readonly', (at) => answer(at.objectStore('picture').get([post, id]))))?.blob
    }

    /** @param {Omit<Picture, 'size' | 'at'>} picture @param {number} [most] bytes, for tests */
    keepPicture(picture, most = MOST_BYTES) {
        return this.#within('readwrite', (at) => putPicture(at, picture, most))
    }

    /** Deletes everything. @param {string} [account] only if the copy is of this account */
    wipe(account) {
        return this.#within('readwrite', async (at) => {
            const about = /** @type {About | undefined} */ (await answer(at.objectStore('about').get('copy')))
            if (account && about && about.account !== account) return
            for (const store of STORES) at.objectStore(store).clear()
        })
    }

    close() {
        this.#db.close()
    }
}

/** The keys of an index, each once. @param {IDBIndex} index @returns {Promise<string[]>} */
function keys(index) {
    return new Promise((resolve, reject) => {
        /** @type {string[]} */
        const found = []
        const request = index.openKeyCursor(null, 'nextunique')
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
            const cursor = request.result
            if (!cursor) return resolve(found)
            found.push(/** @type {string} */ (cursor.key))
            cursor.continue()
        }
    })
}

/** @param {string} kind */
function storeOf(kind) {
    return kind === 'event' || kind === 'reply' ? kind : 'small'
}

/** @param {IDBTransaction} at @returns {Rows} */
function rowsIn(at) {
    const small = at.objectStore('small')
    return {
        get: (kind, id) => answer(storeOf(kind) === 'small' ? small.get([kind, id]) : at.objectStore(kind).get(id)),
        async list(kind, scope) {
            if (storeOf(kind) !== 'small') return answer(at.objectStore(kind).index('scope').getAll(scope))
            if (!kind) return []
            const rows = await answer(small.getAll(IDBKeyRange.bound([kind], [kind, []])))
            return rows.filter((row) => row.scope === scope)
        },
        put: (row) => void at.objectStore(storeOf(row.kind)).put(row),
        drop(kind, id) {
            if (storeOf(kind) === 'small') small.delete([kind, id])
            else at.objectStore(kind).delete(id)
        },
        async repliedAt(event) {
            const ofThread = IDBKeyRange.bound([event], [event, []])
            const latest = await answer(at.objectStore('reply').index('time').openKeyCursor(ofThread, 'prev'))
            return /** @type {string[] | undefined} */ (latest?.key)?.[1]
        },
    }
}
