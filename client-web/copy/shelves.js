// Rows in memory, each kind and each list a signal of its own. Lists of events and replies are read from the disk when a
// room first needs them.

import { batch, Signal, untracked } from '../platform/signals.js'
import { PARTS } from './rows.js'

/** @import { Row, Rows, Step } from './rows.js' */

/** Rows of one list. The value of `list` is undefined until they have been read. */
class Shelf {
    /** @type {Map<string, Row>} */
    rows = new Map()
    isRead = false
    /** What happened while it was being read. @type {Step[] | undefined} */
    missed
    /** @type {Signal<readonly Row[] | undefined>} */
    list = new Signal(/** @type {readonly Row[] | undefined} */ (undefined))
    isTouched = false

    show() {
        this.isTouched = false
        const rows = [...this.rows.values()]
        this.list.value = this.isRead ? rows.sort((one, other) => (one.body.number ?? 0) - (other.body.number ?? 0)) : undefined
    }

    /** @param {boolean} isRead */
    empty(isRead) {
        this.rows.clear()
        this.missed = undefined
        this.isRead = isRead
    }
}

/**
 * Where lists are read.
 * @typedef {object} Source
 * @property {(kind: 'event' | 'reply', scope: string) => Promise<Row[]>} list
 * @property {(kind: 'event' | 'reply', test: (row: Row) => boolean) => Promise<Row[]>} find
 */

/** @param {string} kind */
const isLong = (kind) => kind === 'event' || kind === 'reply'

/** @implements {Rows} */
export class Shelves {
    /** By kind, and for events and replies by kind and scope. @type {Map<string, Shelf>} */
    #shelves = new Map()
    /** The scopes of rows that are in memory. @type {Map<string, string>} */
    #scopes = new Map()
    /** Undefined if everything is in memory. @type {Source | undefined} */
    #source
    #isOpen = false
    /** @type {Set<string>} */
    #places = new Set()
    /** The courses that have events: also one that was left, for a private event. @type {Signal<readonly string[] | undefined>} */
    places = new Signal(/** @type {readonly string[] | undefined} */ (undefined))
    /** The disk cannot be read. @type {(error: unknown) => void} */
    onerror = reportError

    /** The kinds whose lists are read when a room needs them. @type {string[]} */
    #late = []
    /** @param {string} kind */
    #isLate = (kind) => this.#late.includes(kind)

    /** Whether everything is in memory. */
    get isWhole() {
        return this.#isOpen && !this.#source
    }

    /** @param {string} kind @param {string} scope */
    #shelf(kind, scope) {
        const key = isLong(kind) ? `${kind} ${scope}` : kind
        const known = this.#shelves.get(key)
        if (known) return known
        const shelf = new Shelf()
        shelf.isRead = this.#isOpen && !this.#isLate(kind)
        shelf.show()
        this.#shelves.set(key, shelf)
        return shelf
    }

    /**
     * Takes the place of what was there. A list that a room shows stays as it was until it has been read again.
     * @param {Row[]} rows @param {Source} [source] none: these are all
     * @param {string[]} [places] the courses that have events there; none: all events are in `rows`
     */
    replace(rows, source, places) {
        this.#isOpen = true
        this.#places = new Set(places)
        this.#source = source
        this.#late = source ? (places ? ['event', 'reply'] : ['reply']) : []
        this.#scopes.clear()
        for (const [key, shelf] of this.#shelves) shelf.empty(!this.#isLate(key.split(' ')[0] ?? ''))
        for (const row of rows) this.put(row)
        batch(() => {
            for (const [key, shelf] of this.#shelves) {
                const [kind = '', scope = ''] = key.split(/ (.*)/)
                if (!shelf.isRead && shelf.list.readers.size > 0) this.#read(shelf, kind, scope)
                else shelf.show()
            }
            this.places.value = [...this.#places]
        })
    }

    /** Forgets everything, as if nothing had been read. */
    clear() {
        this.#isOpen = false
        this.#source = undefined
        this.#late = []
        this.#scopes.clear()
        this.#places.clear()
        batch(() => {
            this.places.value = undefined
            for (const shelf of this.#shelves.values()) {
                shelf.empty(false)
                shelf.show()
            }
        })
    }

    /** A list, or all rows of a kind; reads what has not been read. @param {string} kind @param {string} [scope] */
    rows(kind, scope = '') {
        const shelf = this.#shelf(kind, scope)
        if (this.#isOpen && !shelf.isRead && !shelf.missed) this.#read(shelf, kind, scope)
        return shelf.list
    }

    /** @param {Shelf} shelf @param {string} kind @param {string} scope */
    async #read(shelf, kind, scope) {
        const missed = (shelf.missed = /** @type {Step[]} */ ([]))
        try {
            const rows = (await this.#source?.list(/** @type {'event' | 'reply'} */ (kind), scope)) ?? []
            if (shelf.missed !== missed) return
            shelf.missed = undefined
            shelf.isRead = true
            for (const row of rows) this.put(row)
            shelf.isTouched = true
            this.take(missed)
        } catch (error) {
            if (shelf.missed === missed) this.onerror(error)
        }
    }

    /** Follows what happened to the rows. @param {Step[]} steps */
    take(steps) {
        for (const step of steps) {
            for (const shelf of this.#shelves.values()) shelf.missed?.push(step)
            if ('put' in step) this.put(step.put)
            else this.drop(...step.drop)
        }
        batch(() => {
            this.#shelves.forEach((shelf) => shelf.isTouched && shelf.show())
            if (untracked(() => this.places.value?.length) !== this.#places.size) this.places.value = [...this.#places]
        })
    }

    /** @param {Row} row */
    put(row) {
        if (row.kind === 'event') this.#places.add(row.scope)
        const shelf = this.#shelf(row.kind, row.scope)
        if (!shelf.isRead) return
        shelf.rows.set(row.id, row)
        shelf.isTouched = true
        if (isLong(row.kind)) this.#scopes.set(row.id, row.scope)
    }

    /** @param {string} kind @param {string} id */
    drop(kind, id) {
        const part = PARTS[kind]
        if (part) {
            const list = this.#shelf(part, id)
            for (const row of [...list.rows.values()]) if (row.scope === id) this.drop(part, row.id)
        }
        const shelf = this.#shelf(kind, this.#scopes.get(id) ?? '')
        if (shelf.rows.delete(id)) shelf.isTouched = true
        // A mark and a removal have the id of their event.
        if (isLong(kind)) this.#scopes.delete(id)
    }

    /** The rows of all lists that pass a test. @param {'event' | 'reply'} kind @param {(row: Row) => boolean} test @returns {Promise<Row[]>} */
    async find(kind, test) {
        try {
            if (this.#source) return await this.#source.find(kind, test)
        } catch (error) {
            this.onerror(error)
        }
        const shelves = [...this.#shelves].filter(([key]) => key.startsWith(`${kind} `))
        return shelves.flatMap(([, { rows }]) => [...rows.values()].filter(test))
    }

    // As the rows of a copy that is in memory alone.

    /** @param {string} kind @param {string} id */
    get(kind, id) {
        return Promise.resolve(this.#shelf(kind, this.#scopes.get(id) ?? '').rows.get(id))
    }

    /** @param {string} kind @param {string} scope */
    list(kind, scope) {
        const rows = kind ? [...this.#shelf(kind, scope).rows.values()] : []
        return Promise.resolve(rows.filter((row) => row.scope === scope))
    }

    /** @param {string} event */
    async repliedAt(event) {
        const times = (await this.list('reply', event)).map(({ body }) => /** @type {string} */ (body.createdAt))
        return times.length > 0 ? times.reduce((one, other) => (one > other ? one : other)) : undefined
    }

    /** The course of an event that is in memory. @param {string} id */
    scopeOf(id) {
        return untracked(() => this.#scopes.get(id))
    }
}
