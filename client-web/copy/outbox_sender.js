// Sends what waits: one entry after the other, from one tab.

import { alone } from '../accounts/alone.js'
import { newID, Refused, Unreachable } from '../accounts/server.js'
import { computed, effect, untracked } from '../platform/signals.js'
import { FileSender } from './outbox_files.js'
import { isBehind, isDone, isSmall, nextOf } from './outbox_order.js'
import { comeOf } from './overlay.js'
import { changesOf, requestOf } from './requests.js'

/** @import { Call } from '../accounts/server.js' */
/** @import { Engine } from './engine.js' */
/** @import { Entry } from './outbox.js' */
/** @import { OutboxDisk } from './outbox_disk.js' */
/** @import { Entries } from './outbox_entries.js' */

/** Milliseconds until the next attempt: where nothing is known, and where the network came back while one was failing. */
const [PAUSE, SHORT_PAUSE] = [30_000, 1000]
const LOCK = 'noteit-outbox'
/** Batches of the log after which an event of one's own that did not come is waited for no longer. */
const MOST_TURNS = 10

export class Sender {
    #entries
    #files
    #call
    #engine
    #locks
    #pause
    #isSending = false
    #isAsked = false
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer

    /**
     * @param {Entries} entries @param {OutboxDisk} disk @param {Call} call @param {Engine} engine
     * @param {LockManager | null} locks @param {number | undefined} pause see `alone`
     */
    constructor(entries, disk, call, engine, locks, pause) {
        this.#entries = entries
        this.#files = new FileSender(disk, call)
        this.#call = call
        this.#engine = engine
        this.#locks = locks
        this.#pause = pause
        // The connection says that the server is there.
        const isReady = computed(() => engine.state.value.connection === 'live' && this.#may(engine.leads.value))
        effect(() => {
            if (isReady.value) untracked(() => void this.send())
        })
    }

    /** How much of a file has been sent, see `FileSender`. */
    get progress() {
        return this.#files.progress
    }

    /** Whether this tab sends an entry, or any: another tab does not know what only this one keeps. @param {boolean} leads @param {Entry} [entry] */
    #may(leads, entry) {
        const entries = entry ? [entry] : this.#entries.all.value
        return leads || entries.some(({ order = 0 }) => order < 0)
    }

    /** In the order of writing. Entries behind a refused one of their thread wait with it. */
    async send() {
        this.#isAsked = true
        if (this.#isSending || !untracked(() => this.#may(this.#engine.leads.value))) return
        this.#isSending = true
        clearTimeout(this.#timer)
        try {
            while (this.#isAsked) {
                this.#isAsked = false
                await alone(this.#locks, LOCK, ({ lost }) => this.#sendAll(lost), this.#pause)
            }
        } catch (error) {
            const isPassing = error instanceof Unreachable || (error instanceof Refused && error.isPassing)
            const isEnded = error instanceof Refused && error.status === 401
            if (!isPassing && !isEnded) reportError(error)
            const own = this.#isAsked ? SHORT_PAUSE : PAUSE
            const pause = (error instanceof Refused && error.after ? error.after * 1000 : own) * (1 + Math.random() / 4)
            if (!isEnded) this.#timer = setTimeout(() => void this.send(), pause)
        } finally {
            this.#isSending = false
        }
    }

    /** @param {AbortSignal} [lost] another tab sends the rest */
    async #sendAll(lost) {
        const account = this.#entries.account
        await this.#entries.read()
        for (;;) {
            const next = lost?.aborted ? undefined : await this.#take()
            if (!next || account !== this.#entries.account) break
            await this.#sendOne(next, lost)
        }
        // What only this tab keeps is sent once the other one is done.
        if (lost?.aborted) this.#isAsked = true
    }

    /** The next entry, marked as sent in the same transaction: from then on nothing is merged into it. */
    async #take() {
        const leads = untracked(() => this.#engine.leads.value)
        const first = (/** @type {readonly Entry[]} */ entries) =>
            entries.find((entry) => {
                const isKept = entry.order !== undefined
                return isKept && entry.state !== 'refused' && this.#may(leads, entry) && !isBehind(entry, entries)
            })
        if (!first(untracked(() => this.#entries.all.value))) return undefined
        /** @type {Entry | undefined} */
        let taken
        await this.#entries.change((entries) => {
            const next = first(entries)
            taken = next && { ...next, state: 'sending', version: newID() }
            return taken ? { put: [taken] } : {}
        })
        // A full disk takes neither the mark nor a change of it.
        return taken ?? first(untracked(() => this.#entries.all.value))
    }

    /**
     * While this tab slept, another one may have sent the entry, or be at it: then it is that one's to say what became of it.
     * @param {Entry} entry @param {AbortSignal} [lost]
     */
    async #sendOne(entry, lost) {
        const { order } = entry
        let { version } = entry
        const isOwn = (/** @type {Entry} */ found) => found.order === order && found.version === version
        const update = (/** @type {Partial<Entry>} */ fields) =>
            this.#entries.change((entries) => {
                const put = entries.filter(isOwn).map((found) => ({ ...found, ...fields, version: newID() }))
                version = put[0]?.version ?? version
                return { put }
            })
        const since = this.#engine.batches.now
        try {
            await this.#files.send(entry, (files) => update({ files }))
            if (lost?.aborted) return
            const answer = await this.#answer(entry)
            const plan = untracked(() => this.#engine.shelves.rows('studyPlan').value)?.[0]?.body
            await this.#engine.batches.answered(changesOf(entry, answer, plan), since)
            if (answer.body === undefined) await this.#come(entry)
            if (answer.body?.rev) this.#entries.answer(entry, answer.body.rev)
            await this.#entries.change((entries) => ({
                drop: [/** @type {number} */ (order)],
                put: nextOf(entries, order, answer.body?.rev),
            }))
        } catch (error) {
            if (error instanceof Refused && !error.isPassing && error.status !== 401) {
                if (isSmall(entry)) return await this.#entries.change(() => ({ drop: [/** @type {number} */ (order)] }))
                const reason = error.status === 412 ? 'Somebody changed it meanwhile.' : error.problem.detail
                await update({ state: 'refused', reason, errors: error.problem.errors ?? [], tries: entry.tries + 1 })
                return
            }
            // What waits behind it waits for the same.
            const why = error instanceof Refused && error.isPassing ? error.message : ''
            await this.#entries.change((entries) => ({
                put: entries.filter((found) => {
                    return isOwn(found) || (found.state === 'waiting' && (found.reason ?? '') !== why)
                }).map((found) => ({
                    ...found,
                    state: 'waiting',
                    reason: why,
                    tries: found.tries + Number(found.order === order),
                    version: newID(),
                })),
            }))
            throw error
        }
    }

    /**
     * Where the answer says nothing, the log does; until then the entry is shown. An event of one's own is sent once more if the log
     * is not heard: its file is the same.
     * @param {Entry} entry
     */
    async #come({ kind, order }) {
        const { batches, shelves, state } = this.#engine
        if (kind !== 'personal') return await batches.next(1000)
        const isThere = () => {
            const rows = shelves.rows('personalEvent').value?.map(({ body }) => body) ?? []
            return [...comeOf(rows, this.#entries.all.value)].some((entry) => entry.order === order)
        }
        for (let turn = 0; turn < MOST_TURNS && !untracked(isThere); turn += 1) await batches.next(1000)
        if (!untracked(isThere) && untracked(() => state.value.connection) !== 'live') throw new Unreachable()
    }

    /** @param {Entry} entry */
    async #answer(entry) {
        const { method, path, body, headers } = requestOf(entry)
        try {
            return await this.#call(method, path, { ...(body ? { body } : {}), ...(headers ? { headers } : {}) })
        } catch (error) {
            if (!(error instanceof Refused) || error.status !== 412) throw error
            // It may be its own first sending that made the revision pass by: browsers send again by themselves.
            const found = await this.#call('GET', path.split('?')[0] ?? path)
            if (!isDone(entry, found.body)) throw error
            return found
        }
    }

    stop() {
        clearTimeout(this.#timer)
    }
}
