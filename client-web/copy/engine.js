// Keeps the copy in step: snapshot, then changes. One tab holds the connection and writes the disk, the others follow it.
// Where the disk fails, a tab goes on in memory with a connection of its own.

import { newID, Refused } from '../accounts/server.js'
import { Signal, untracked } from '../platform/signals.js'
import { Batches } from './batches.js'
import { Connection } from './connection.js'
import { DatabaseError } from './database.js'
import { Disk } from './disk.js'
import { Lead } from './lead.js'
import { apply, rowsOf } from './rows.js'
import { Shelves } from './shelves.js'
import { fetchSnapshot, networkOr } from './snapshot.js'

/** @import { Change } from '../contract.d.ts' */
/** @import { Call } from '../accounts/server.js' */
/** @import { ConnectionState } from './connection.js' */
/** @import { About } from './disk.js' */
/** @import { Row, Step } from './rows.js' */

/**
 * - `phase`: `opening` until the disk is read; `none` without a copy; `loading` while the first snapshot comes; `renewing` while
 *   another comes, because the cursor expired; `ready`
 * - `storage`: `disk`; or why the copy is in this tab alone: `slow` (the database does not open), `full`, `closed` (the
 *   browser took it away), `broken`, `alone` (the page came without TLS)
 * - `since`: when it was in step last
 * @typedef {object} State
 * @property {'opening' | 'none' | 'loading' | 'renewing' | 'ready'} phase
 * @property {ConnectionState} connection
 * @property {'disk' | 'slow' | 'full' | 'closed' | 'broken' | 'alone'} storage
 * @property {number} since
 */

export class Engine {
    shelves = new Shelves()
    /** @type {Signal<State>} */
    state = new Signal(/** @type {State} */ ({ phase: 'opening', connection: 'connecting', storage: 'disk', since: 0 }))
    /** Whether this tab holds the connection. @type {Signal<boolean>} */
    leads = new Signal(false)
    batches = new Batches(
        (changes, cursor) => this.#apply(changes, cursor),
        (error) => this.#ends?.signal.aborted || reportError(error),
    )
    #call
    #lead
    #channel
    #name
    #patience
    /** @type {Disk | undefined} */
    #disk
    /** Whom it follows, also while the page sleeps. @type {string | undefined} */
    #account
    /** @type {About | undefined} */
    #about
    /** @type {Connection | undefined} */
    #connection
    /** Ends the following of the present account. @type {AbortController | undefined} */
    #ends
    /**
     * @param {Call} call
     * @param {{ locks?: LockManager | null, channel?: BroadcastChannel, name?: string, patience?: number, pause?: number }} [parts]
     *   for tests
     */
    constructor(call, { locks = navigator.locks, channel = new BroadcastChannel('noteit-copy'), name, patience, pause } = {}) {
        this.#call = call
        this.#lead = locks ? new Lead(locks, () => channel.postMessage({ asks: true }), pause) : undefined
        this.#channel = channel
        this.#name = name
        this.#patience = patience
        this.shelves.onerror = (error) => void this.#goAlone(error)
        channel.onmessage = ({ data }) => this.#hear(data)
    }

    /** @param {Partial<State>} state */
    #tell(state) {
        const before = untracked(() => this.state.value)
        this.state.value = { ...before, ...state }
    }

    get #storage() {
        return untracked(() => this.state.value.storage)
    }

    /** Reads the disk. @returns {Promise<string | undefined>} whose copy it is */
    async open() {
        try {
            if (!this.#lead) throw new DatabaseError('broken', 'no locks')
            this.#disk = await Disk.open(this.#name, this.#patience)
            this.#disk.onlost = () => void this.#goAlone(new DatabaseError('closed'))
            if (await this.#reload()) return this.#about?.account
        } catch (error) {
            if (!(error instanceof DatabaseError)) throw error
            this.#disk?.close()
            this.#disk = undefined
            this.#tell({ storage: this.#lead ? error.why : 'alone' })
        }
        this.#tell({ phase: 'none' })
        return undefined
    }

    /** Reads again what the disk has of the account. */
    async #reload() {
        const found = await this.#disk?.begin()
        if (!found || !this.#disk || (this.#account ?? found.about.account) !== found.about.account) return false
        this.#about = found.about
        this.batches.replaced()
        this.shelves.replace(found.rows, this.#disk, found.places)
        this.#tell({ phase: 'ready', since: found.about.at })
        return true
    }

    /** Whether the disk has what is here: nobody wrote to it while this tab waited. */
    async #isCurrent() {
        const [about, found] = [this.#about, await this.#disk?.about()]
        return about !== undefined && about === this.#about && found?.run === about.run && found.writes === about.writes
    }

    /** Follows the server as an account. The copy of another one is deleted first. @param {string} account */
    async follow(account) {
        if (this.#ends && this.#about?.account === account) return
        this.#stop()
        if (this.#about && this.#about.account !== account) await this.#forget()
        this.#account = account
        const { signal } = (this.#ends = new AbortController())
        if (!this.#disk || !this.#lead) return this.#begins(account, signal)
        this.#channel.postMessage({ hello: true })
        this.#lead.wait(signal, () => this.#begins(account, signal), () => void this.#again())
    }

    /** Goes on after a sleep: others may have changed the disk meanwhile, and lead. */
    async #again() {
        const account = this.#account
        this.#stop()
        if (account === undefined) return
        await this.#reload().catch((error) => this.#goAlone(error))
        if (!this.#ends && this.#account === account) await this.follow(account)
    }

    /** Leads. @param {string} account @param {AbortSignal} signal */
    async #begins(account, signal) {
        try {
            this.leads.value = true
            // Another tab may sign out meanwhile.
            if (this.#disk && !(await this.#isCurrent()) && !signal.aborted) {
                if (!(await this.#reload()) && !this.#about && !signal.aborted) await this.#disk?.wipe()
            }
            if (signal.aborted) return
            if (!this.#about) await this.#snapshot(account, signal)
            if (this.#about && !signal.aborted) this.#connect(this.#about.cursor)
        } catch (error) {
            if (error instanceof DatabaseError) await this.#goAlone(error)
            else if (!signal.aborted) throw error
        }
    }

    /** Takes a snapshot, however long the server is not reached. @param {string} account @param {AbortSignal} signal */
    async #snapshot(account, signal) {
        this.#tell({ phase: this.#about ? 'renewing' : 'loading' })
        for (let pause = 1000; !signal.aborted; pause = Math.min(2 * pause, 30_000)) {
            try {
                this.#tell({ connection: 'connecting' })
                const pages = await fetchSnapshot(this.#call, signal)
                const [first] = pages
                if (signal.aborted || first?.account.id !== account) return
                await this.#replace({ account, cursor: first.cursor, run: newID(), writes: 0, at: Date.now() }, rowsOf(pages))
                return
            } catch (error) {
                if (error instanceof Refused && error.status === 401) return
                if (error instanceof DatabaseError || signal.aborted) throw error
                this.#tell({ connection: 'offline' })
            }
            await networkOr(pause, signal)
        }
    }

    /** Shows a snapshot at once, and then writes it. @param {About} about @param {Row[]} rows */
    async #replace(about, rows) {
        this.#about = about
        this.batches.replaced()
        this.shelves.replace(rows)
        this.#tell({ phase: 'ready', since: about.at })
        if (!this.#disk) return
        await this.#disk.replace(about, rows)
        this.#channel.postMessage({ reset: true })
    }

    /** @param {string} cursor */
    #connect(cursor) {
        this.#connection?.end()
        this.#connection = new Connection(this.#call, cursor, {
            changes: (changes, cursor) => this.batches.add({ changes, cursor }),
            state: (connection) => this.#share({ connection }),
            expired: () => void this.#begin(),
        })
    }

    /** Takes a new snapshot; the old copy is shown until it is there. */
    async #begin() {
        const [about, signal] = [this.#about, this.#ends?.signal]
        if (!about || !signal) return
        try {
            await this.#snapshot(about.account, signal)
            if (!signal.aborted) this.#connect(this.#about?.cursor ?? '')
        } catch (error) {
            if (!signal.aborted) await this.#goAlone(error)
        }
    }

    /** Tells the other tabs too. @param {Partial<State>} state */
    #share(state) {
        this.#tell(state)
        if (this.#disk) this.#channel.postMessage({ state })
    }

    /** Writes and shows a batch, and tells the other tabs. @param {Change[]} changes @param {string} [cursor] */
    async #apply(changes, cursor) {
        const to = cursor === undefined ? undefined : { cursor, at: Date.now() }
        const about = this.#about
        const steps = await this.#write(changes, to)
        if (!steps || !about || !this.#about) return undefined
        if (this.#about !== about) {
            if (this.#disk) await this.#resume()
            return undefined
        }
        Object.assign(about, to, { writes: about.writes + 1 })
        this.shelves.take(steps)
        if (to) this.#tell({ since: to.at })
        if (this.#disk) this.#channel.postMessage({ run: about.run, writes: about.writes, steps, since: to?.at })
        return steps
    }

    /** @param {Change[]} changes @param {{ cursor: string, at: number } | undefined} to @returns {Promise<Step[] | undefined>} */
    async #write(changes, to) {
        const about = this.#about
        if (!about) return undefined
        if (!this.#disk) return await apply(changes, this.shelves)
        try {
            const steps = await this.#disk.write(about, changes, to)
            // Another tab deleted, replaced or wrote the copy. If this one still has the connection, it listens from there.
            if (!steps && this.#about === about) await this.#resume()
            return steps
        } catch (error) {
            await this.#goAlone(error)
            return this.#about ? await apply(changes, this.shelves) : undefined
        }
    }

    /** The disk has something else than this tab knew. */
    async #resume() {
        this.batches.clear()
        const isThere = await this.#reload()
        if (!isThere && untracked(() => this.leads.value)) void this.#begin()
        else if (this.#connection) this.#connect(this.#about?.cursor ?? '')
    }

    /**
     * Goes on in memory, where the disk has failed. What the disk has of the copy is read and deleted.
     * @param {unknown} error
     */
    async #goAlone(error) {
        const disk = this.#disk
        if (!disk) return
        this.#disk = undefined
        const why = error instanceof DatabaseError ? error.why : 'broken'
        this.#channel.postMessage({ alone: why })
        this.#tell({ storage: why })
        const about = this.#about
        try {
            const found = about && !this.shelves.isWhole && (await disk.begin())
            if (found && found.about.run === about.run) {
                this.shelves.replace([...found.rows, ...(await disk.all('event')), ...(await disk.all('reply'))])
            }
        } catch {
            // It cannot be read either.
        }
        await disk.wipe().catch(() => {})
        disk.close()
        if (!this.shelves.isWhole) {
            this.#about = undefined
            this.shelves.clear()
        }
        const account = about?.account
        const isConnected = this.#connection && this.#about
        if (account && this.#ends && !isConnected) {
            this.#stop()
            await this.follow(account)
        }
    }

    /** @param {any} message from another tab */
    #hear(message) {
        if (message.hello || message.asks) {
            if (!this.#disk || !untracked(() => this.leads.value)) return
            if (message.hello) this.#connection?.wake()
            const { connection, since } = untracked(() => this.state.value)
            const { run, writes } = this.#about ?? {}
            return this.#channel.postMessage({ state: { connection, since }, run, writes })
        }
        if (message.forget) return this.#drop()
        if (!this.#disk) return
        this.#lead?.heard()
        if (message.alone) return void this.#goAlone(new DatabaseError(message.alone))
        if (message.state && !this.#connection) this.#tell(message.state)
        if (message.reset || (message.run && !this.#follows(message))) {
            void this.#reload().catch((error) => this.#goAlone(error))
        }
    }

    /** Takes over what another tab wrote. @param {any} message @returns {boolean} false if it is not the next write */
    #follows({ run, writes, steps, since }) {
        const about = this.#about
        if (!about || (run === about.run && writes <= about.writes)) return true
        if (!steps || run !== about.run || writes > about.writes + 1) return false
        about.writes = writes
        this.batches.touched(steps)
        this.shelves.take(steps)
        if (since) this.#tell({ since })
        return true
    }

    /** A picture of a post that was looked at on this device. @param {string} post @param {string} id @returns {Promise<Blob | undefined>} */
    async picture(post, id) {
        return await this.#disk?.picture(post, id).catch(() => undefined)
    }

    /** Keeps one, if there is room. @param {string} post @param {string} id @param {Blob} blob */
    async keepPicture(post, id, blob) {
        await this.#disk?.keepPicture({ post, id, blob }).catch(() => {})
    }

    #stop() {
        this.#ends?.abort()
        this.#ends = undefined
        this.#connection?.end()
        this.#connection = undefined
        this.batches.clear()
        this.leads.value = false
        this.#tell({ connection: 'connecting' })
    }

    /** Forgets what is in memory. */
    #drop() {
        this.#stop()
        this.#account = undefined
        this.#about = undefined
        this.shelves.clear()
        this.#tell({ phase: 'none', since: 0 })
    }

    async #forget() {
        this.#about = undefined
        this.shelves.clear()
        this.#tell({ phase: 'none', since: 0 })
        await this.#disk?.wipe()
    }

    /** Deletes the copy, in all tabs, because the account signed out or its session ended. */
    async leave() {
        const account = this.#about?.account
        this.#drop()
        this.#channel.postMessage({ forget: true })
        if (account !== undefined) await this.#disk?.wipe(account).catch((error) => this.#goAlone(error))
    }

    get storage() {
        return this.#storage
    }

    /** For tests. */
    close() {
        this.#stop()
        this.#channel.close()
        this.#disk?.close()
        this.#disk = undefined
    }
}
