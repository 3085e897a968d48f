// The outbox and the drafts on the disk, in a database of their own that no repair of the copy touches.

import { answer, DatabaseError, open, within } from './database.js'

/** @import { Entry } from './outbox.js' */
/** @import { GivenFile } from './outbox_files.js' */

const SCHEMA = 2
/** A key that begins so is of what was only chosen or seen, such as wishes: nothing that somebody would miss. */
const KEPT = 'kept '
/** And a key that also ends so is of what was chosen. */
const CHOSEN = ' wishes'

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
    /** @type {Map<string, Blob>} */
    #files = new Map()
    #last = 0

    /** @param {IDBDatabase} [db] */
    constructor(db) {
        this.#db = db
        if (db) db.onclose = () => (this.#db = undefined)
    }

    /** @param {string} [name] @param {number} [patience] */
    static async open(name = 'noteit-outbox', patience = 2000) {
        const make = (/** @type {IDBDatabase} */ db, /** @type {number} */ from) => {
            if (from < 1) {
                db.createObjectStore('entries', { keyPath: 'order', autoIncrement: true }).createIndex('account', 'account')
                db.createObjectStore('drafts', { keyPath: ['account', 'key'] })
            }
            if (from < 2) db.createObjectStore('files', { keyPath: 'id' }).createIndex('account', 'account')
        }
        try {
            return new OutboxDisk(await open(name, SCHEMA, make, { keeps: true, patience }))
        } catch {
            return new OutboxDisk()
        }
    }

    /** Whether all that waits survives the tab. */
    get lasts() {
        return this.#db !== undefined && this.#entries.size === 0
    }

    /**
     * @template T @param {'readonly' | 'readwrite'} mode @param {'entries' | 'drafts' | 'files'} store
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

    /** The entries of an account that are in this tab alone. @param {string} account */
    #kept(account) {
        return [...this.#entries.values()].filter((entry) => entry.account === account)
    }

    /** The entries of an account, in the order of writing. @param {string} account @returns {Promise<Entry[]>} */
    async entries(account) {
        const kept = this.#kept(account)
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
     * Changes the entries of an account in one transaction. On a full disk, a new text waits in this tab; one with files
     * fails, and whoever wrote it still has it. The bytes of files that belong to no entry any more go with the last of them.
     * @param {string} account @param {(entries: Entry[]) => { put?: Entry[], drop?: number[] }} change an entry without `order` is new
     * @param {readonly GivenFile[]} [files] what is new
     * @returns {Promise<Entry[]>} all entries after it, in the order of writing
     */
    async change(account, change, files = []) {
        const memory = () => {
            const before = this.#kept(account)
            const { put = [], drop = [] } = change(before)
            for (const entry of put) {
                const order = entry.order ?? (this.#last -= 1)
                this.#entries.set(order, { ...entry, order })
            }
            for (const { id, blob } of files) if (blob) this.#files.set(id, blob)
            drop.forEach((order) => this.#entries.delete(order))
            for (const id of orphans(before, this.#kept(account))) this.#files.delete(id)
            return this.entries(account)
        }
        const db = this.#db
        if (!db) return memory()
        try {
            return await within(db, ['entries', 'files'], 'readwrite', async (transaction) => {
                const [at, bytes] = [transaction.objectStore('entries'), transaction.objectStore('files')]
                const before = [...(await answer(at.index('account').getAll(account))), ...this.#kept(account)]
                const { put = [], drop = [] } = change(before)
                for (const { id, blob } of files) if (blob) await answer(bytes.put({ id, account, blob }))
                const after = new Map(before.map((entry) => [entry.order, entry]))
                for (const entry of put) {
                    const order = isOnlyHere(entry) ? Number(entry.order) : Number(await answer(at.put(entry)))
                    after.set(order, { ...entry, order })
                    if (isOnlyHere(entry)) this.#entries.set(order, entry)
                }
                for (const order of drop) {
                    after.delete(order)
                    if (order < 0) this.#entries.delete(order)
                    else at.delete(order)
                }
                const all = [...after.values()]
                for (const id of orphans(before, all)) bytes.delete(id)
                return [...all.filter((entry) => !isOnlyHere(entry)), ...all.filter(isOnlyHere)]
            })
        } catch (error) {
            if (!(error instanceof DatabaseError)) throw error
            if (files.some(({ blob }) => blob) && error.why !== 'closed') throw error
            return memory()
        }
    }

    /** The bytes of a file that waits. @param {string} id @returns {Promise<Blob | undefined>} */
    async file(id) {
        const kept = this.#files.get(id)
        if (kept || !this.#db) return kept
        return (await this.#within('readonly', 'files', (at) => answer(at.get(id))))?.blob
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
        const kept =
            [...this.#drafts.values()].filter((draft) => draft.account === account && !draft.key.startsWith(KEPT)).length
        if (!this.#db) return kept
        const count = async (/** @type {IDBObjectStore} */ at) => {
            const [all, others] = [[[account], [account, []]], [[account, KEPT], [account, `${KEPT}\uffff`]]]
                .map(([from, to]) => answer(at.count(IDBKeyRange.bound(from, to))))
            return (await all ?? 0) - (await others ?? 0)
        }
        return kept + await this.#within('readonly', 'drafts', count).catch(() => 0)
    }

    /** What an account has begun at an address, and at its fragments. @param {string} account @param {string} address @returns {Promise<Draft[]>} */
    async draftsAt(account, address) {
        const range = IDBKeyRange.bound([account, `${address}#`], [account, `${address}#\uffff`])
        const found = this.#db ? await this.#within('readonly', 'drafts', (at) => answer(at.getAll(range))).catch(() => []) : []
        const here = [...this.#drafts.values()].filter(({ account: by, key }) =>
            by === account && key.startsWith(`${address}#`)
        )
        return [...found.filter(({ key }) => !here.some((draft) => draft.key === key)), ...here].filter(({ text }) => text)
    }

    /** Whether something is in this tab alone. */
    get isOnlyHere() {
        return this.#entries.size > 0 || [...this.#drafts.values()].some(({ text, key }) => text && !key.startsWith(KEPT))
    }

    /**
     * Keeps a draft; an empty text forgets it. What another tab has written since is not lost, unless the draft says what is. Of
     * what was only chosen or seen, the last counts.
     * @param {Draft} draft @param {string} known what this tab read or wrote last
     * @returns {Promise<'written' | 'same' | 'here'>} `same` if the disk had it already, `here` if it is in this tab alone
     */
    async keep(draft, known) {
        const { account, key, text, by } = draft
        const name = `${account} ${key}`
        try {
            const isSame = await this.#within('readwrite', 'drafts', async (at) => {
                const stored = /** @type {Draft | undefined} */ (await answer(at.get([account, key])))
                if (draft.other === undefined && (stored?.text ?? '') === text && (text || !stored)) return true
                const isText = !key.startsWith(KEPT)
                const isOther = isText && stored && stored.by !== by && stored.text !== known && stored.text !== text
                if (draft.other !== undefined && (text || draft.other)) await answer(at.put(draft))
                else if (draft.other !== undefined) await answer(at.delete([account, key]))
                else if (text) {
                    const other = isOther ? stored.text : isText && stored?.other
                    await answer(at.put({ ...draft, ...(other ? { other } : {}) }))
                } else if (!isOther) {
                    if (isText && stored?.other) await answer(at.put({ ...stored, text: stored.other, other: '' }))
                    else await answer(at.delete([account, key]))
                }
                return false
            })
            const isHere = this.#drafts.delete(name)
            return isSame && !isHere ? 'same' : 'written'
        } catch (error) {
            if (!(error instanceof DatabaseError)) throw error
            this.#drafts.set(name, draft)
            return 'here'
        }
    }

    /** Deletes what an account has seen here, such as imported events. What it began and chose stays. @param {string} account */
    async forgetSeen(account) {
        const isSeen = (/** @type {string} */ key) => key.startsWith(KEPT) && !key.endsWith(CHOSEN)
        for (const [name, draft] of this.#drafts) {
            if (draft.account === account && isSeen(draft.key)) this.#drafts.delete(name)
        }
        if (!this.#db) return
        await this.#within('readwrite', 'drafts', async (at) => {
            const keys = /** @type {[string, string][]} */ (
                await answer(at.getAllKeys(IDBKeyRange.bound([account, KEPT], [account, `${KEPT}\uffff`])))
            )
            for (const key of keys) if (isSeen(key[1])) at.delete(key)
        })
    }

    /** Deletes all that an account has written here. @param {string} account */
    async forget(account) {
        const kept = this.#kept(account)
        for (const id of orphans(kept, [])) this.#files.delete(id)
        for (const { order = 0 } of kept) this.#entries.delete(order)
        for (const [name, draft] of this.#drafts) if (draft.account === account) this.#drafts.delete(name)
        if (!this.#db) return
        for (const store of /** @type {const} */ (['entries', 'files'])) {
            await this.#within('readwrite', store, async (at) => {
                for (const key of await answer(at.index('account').getAllKeys(account))) at.delete(key)
            })
        }
        await this.#within('readwrite', 'drafts', (at) => answer(at.delete(IDBKeyRange.bound([account], [account, []]))))
    }

    close() {
        this.#db?.close()
        this.#db = undefined
    }
}

/** Whether an entry is in this tab alone. @param {Entry} entry */
const isOnlyHere = ({ order = 0 }) => order < 0

/** The files that no entry has any more. @param {readonly Entry[]} before @param {readonly Entry[]} after */
function orphans(before, after) {
    const filesOf = (/** @type {readonly Entry[]} */ entries) => entries.flatMap(({ files = [] }) => files.map(({ id }) => id))
    const kept = new Set(filesOf(after))
    return filesOf(before).filter((id) => !kept.has(id))
}
