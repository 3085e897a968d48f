// The outbox and the drafts on the disk, in a database of their own that no repair of the copy touches.

import { answer, DatabaseError, open, within } from './database.js'

/** @import { Entry } from './outbox.js' */

const SCHEMA = 1

/**
 * A text that was begun. `by` is the tab that wrote it. `other` is what another tab had written into the same text.
 * @typedef {{ account: string, key: string, text: string, at: number, by: string, other?: string }} Draft
 */

/** Without a database, both are in this tab alone. */
export class OutboxDisk {
    /** @type {IDBDatabase | undefined} */
    #db
    /** @type {Map<number, Entry>} */
    #entries = new Map()
    /** @type {Map<string, Draft>} */
    #drafts = new Map()
    #last = 0

    /** @param {IDBDatabase} [db] */
    constructor(db) {
        this.#db = db
        if (db) db.onclose = () => (this.#db = undefined)
    }

    /** @param {string} [name] @param {number} [patience] */
    static async open(name = 'noteit-outbox', patience = 2000) {
        const make = (/** @type {IDBDatabase} */ db, /** @type {number} */ from) => {
            if (from >= 1) return
            db.createObjectStore('entries', { keyPath: 'order', autoIncrement: true }).createIndex('account', 'account')
            db.createObjectStore('drafts', { keyPath: ['account', 'key'] })
        }
        try {
            return new OutboxDisk(await open(name, SCHEMA, make, { keeps: true, patience }))
        } catch {
            return new OutboxDisk()
        }
    }

    /** Whether what is kept survives the tab. */
    get lasts() {
        return this.#db !== undefined
    }

    /**
     * @template T @param {'readonly' | 'readwrite'} mode @param {'entries' | 'drafts'} store
     * @param {(at: IDBObjectStore) => Promise<T>} work
     */
    #within(mode, store, work) {
        const db = this.#db
        if (!db) throw new DatabaseError('closed')
        return within(db, [store], mode, (transaction) => work(transaction.objectStore(store)))
    }

    /** The browser took the database away, or it cannot be read. @template T @param {unknown} error @param {T} instead */
    #lose(error, instead) {
        if (!(error instanceof DatabaseError)) throw error
        this.#db = undefined
        return instead
    }

    /** The entries of an account, in the order of writing. @param {string} account @returns {Promise<Entry[]>} */
    async entries(account) {
        const kept = [...this.#entries.values()].filter((entry) => entry.account === account)
        if (!this.#db) return kept
        try {
            return [
                ...(await this.#within('readonly', 'entries', (at) => answer(at.index('account').getAll(account)))),
                ...kept,
            ]
        } catch (error) {
            return this.#lose(error, kept)
        }
    }

    /**
     * Changes the entries of an account in one transaction. On a full disk, what is new waits in this tab.
     * @param {string} account @param {(entries: Entry[]) => { put?: Entry[], drop?: number[] }} change an entry without `order` is new
     */
    async change(account, change) {
        const memory = () => {
            const { put = [], drop = [] } = change([...this.#entries.values()])
            for (const entry of put) {
                const order = entry.order ?? (this.#last -= 1)
                this.#entries.set(order, { ...entry, order })
            }
            drop.forEach((order) => this.#entries.delete(order))
        }
        if (!this.#db) return memory()
        try {
            await this.#within('readwrite', 'entries', async (at) => {
                const stored = await answer(at.index('account').getAll(account))
                const { put = [], drop = [] } = change([...stored, ...this.#entries.values()])
                for (const entry of put) {
                    if ((entry.order ?? 0) < 0) this.#entries.set(/** @type {number} */ (entry.order), entry)
                    else await answer(at.put(entry))
                }
                drop.forEach((order) => order < 0 ? this.#entries.delete(order) : at.delete(order))
            })
        } catch (error) {
            if (!(error instanceof DatabaseError)) throw error
            memory()
        }
    }

    /** @param {string} account @param {string} key @returns {Promise<Draft | undefined>} */
    async draft(account, key) {
        const kept = this.#drafts.get(`${account} ${key}`)
        if (kept || !this.#db) return kept
        try {
            return await this.#within('readonly', 'drafts', (at) => answer(at.get([account, key])))
        } catch (error) {
            return this.#lose(error, undefined)
        }
    }

    /** How many texts an account has begun. @param {string} account */
    async begun(account) {
        const kept = [...this.#drafts.values()].filter((draft) => draft.account === account).length
        if (!this.#db) return kept
        const range = IDBKeyRange.bound([account], [account, []])
        return kept + await this.#within('readonly', 'drafts', (at) => answer(at.count(range))).catch(() => 0)
    }

    /**
     * Keeps a draft; an empty text forgets it. What another tab has written since is not lost.
     * @param {Draft} draft @param {string} known what this tab read or wrote last
     */
    async keep(draft, known) {
        const { account, key, text, by } = draft
        const name = `${account} ${key}`
        try {
            await this.#within('readwrite', 'drafts', async (at) => {
                const stored = /** @type {Draft | undefined} */ (await answer(at.get([account, key])))
                const isOther = stored && stored.by !== by && stored.text !== known && stored.text !== text
                if (text) {
                    const other = isOther ? stored.text : stored?.other
                    await answer(at.put({ ...draft, ...(other ? { other } : {}) }))
                } else if (!isOther) {
                    if (stored?.other) await answer(at.put({ ...stored, text: stored.other, other: '' }))
                    else await answer(at.delete([account, key]))
                }
            })
            this.#drafts.delete(name)
        } catch (error) {
            if (!(error instanceof DatabaseError)) throw error
            this.#drafts.set(name, draft)
        }
    }

    /** Deletes all that an account has written here. @param {string} account */
    async forget(account) {
        this.#entries.clear()
        this.#drafts.clear()
        if (!this.#db) return
        await this.#within('readwrite', 'entries', async (at) => {
            for (const order of await answer(at.index('account').getAllKeys(account))) at.delete(order)
        })
        await this.#within('readwrite', 'drafts', (at) => answer(at.delete(IDBKeyRange.bound([account], [account, []]))))
    }

    close() {
        this.#db?.close()
        this.#db = undefined
    }
}
