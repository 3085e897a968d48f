// What was written here and is not at the server yet. An entry is kept before it is sent, and its id is made here, so that it
// counts once however often it is sent. What the server refused stays, with the reason and the text.

import { newID, Refused, Unreachable } from '../accounts/server.js'
import { computed, effect, Signal, untracked } from '../platform/signals.js'
import { admit, FileSender, filesOf, troubleOf, withoutBytes } from './outbox_files.js'
import { addedTo, editedIn, fresh, isBehind, isDone, isSmall, nextOf } from './outbox_order.js'
import { changesOf, requestOf } from './requests.js'

/** @import { Event, EventMarkPatch, EventPatch, NewEvent, NewReply, NewTask, PersonalOccurrence, Reply, ReplyPatch, StudyBlock, StudyBlockPatch, Task } from '../contract.d.ts' */
/** @import { Call } from '../accounts/server.js' */
/** @import { Engine } from './engine.js' */
/** @import { OutboxDisk } from './outbox_disk.js' */
/** @import { GivenFile, WaitingFile } from './outbox_files.js' */
/** @import { Merge } from './outbox_order.js' */
/** @import { EventRow, ReplyRow } from './overlay.js' */

/**
 * @typedef {object} Entry
 * @property {number} [order] given when it is kept
 * @property {string} account
 * @property {string} kind see `requests.js`
 * @property {string} id of what is made or changed
 * @property {any} body
 * @property {WaitingFile[]} [files] all files of the text; the bytes of those that were not sent are on the disk
 * @property {string} [course] of a post
 * @property {string} [event] whose thread it belongs to
 * @property {number} [rev] the revision that was shown when an edit was made
 * @property {number} [on] the entry that it builds on: the answer to that one has a newer revision, if it comes
 * @property {any} [base] what an edit of a plan or of the record began with
 * @property {string} [title] of a study block, for the list of what waits
 * @property {number} madeAt
 * @property {'waiting' | 'sending' | 'refused'} state
 * @property {number} tries
 * @property {string} [reason] why it was refused
 * @property {{ field: string, detail: string }[]} [errors]
 * @property {string} version another one after each change
 */

/** Milliseconds until the next attempt: where nothing is known, and where the network came back while one was failing. */
const [PAUSE, SHORT_PAUSE] = [30_000, 1000]
const LOCK = 'noteit-outbox'

export class Outbox {
    /** All entries of the account. @type {Signal<readonly Entry[]>} */
    entries = new Signal(/** @type {readonly Entry[]} */ ([]))
    #disk
    #files
    #call
    #engine
    #channel
    #locks
    #account = ''
    #isSending = false
    #isAsked = false
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer

    /**
     * @param {OutboxDisk} disk @param {Call} call @param {Engine} engine
     * @param {{ channel?: BroadcastChannel, locks?: LockManager | null }} [parts] for tests
     */
    constructor(disk, call, engine, { channel = new BroadcastChannel('noteit-outbox'), locks = navigator.locks } = {}) {
        this.#disk = disk
        this.#files = new FileSender(disk, call)
        this.#call = call
        this.#engine = engine
        this.#channel = channel
        this.#locks = locks
        const hear = () => void this.#read().then(() => this.send())
        channel.onmessage = hear
        // A page that slept, or came back, may have missed a word of another tab.
        document.addEventListener('visibilitychange', () => document.hidden || hear())
        // The connection says that the server is there.
        const isReady = computed(() => engine.state.value.connection === 'live' && this.#may(engine.leads.value))
        effect(() => {
            if (isReady.value) untracked(() => void this.send())
        })
    }

    /** Whether what waits survives the tab. */
    get lasts() {
        return this.#disk.lasts
    }

    /** How much of a file has been sent, see `FileSender`. */
    get progress() {
        return this.#files.progress
    }

    /** Whether this tab sends an entry, or any: another tab does not know what only this one keeps. @param {boolean} leads @param {Entry} [entry] */
    #may(leads, entry) {
        const entries = entry ? [entry] : this.entries.value
        return leads || entries.some(({ order = 0 }) => order < 0)
    }

    /** Shows what an account has written here; of nobody else. @param {string} account empty for nobody */
    async open(account) {
        if (account === this.#account) return
        this.#account = account
        this.entries.value = []
        await this.#read()
        void this.send()
    }

    async #read() {
        const account = this.#account
        this.#show(account, account ? await this.#disk.entries(account) : [])
    }

    /** Entries that did not change are the same objects as before. @param {string} account @param {readonly Entry[]} found */
    #show(account, found) {
        if (account !== this.#account) return
        const before = new Map(untracked(() => this.entries.value).map((entry) => [entry.order, entry]))
        this.entries.value = found.map((entry) => {
            const known = before.get(entry.order)
            return known?.version === entry.version ? known : entry
        })
    }

    /** @param {(entries: Entry[]) => { put?: Entry[], drop?: number[] }} change @param {readonly GivenFile[]} [files] */
    async #change(change, files = []) {
        admit(untracked(() => this.entries.value), files)
        const account = this.#account
        const found = await this.#disk.change(account, change, files).catch((error) => {
            throw troubleOf(error)
        })
        this.#show(account, found)
        this.#channel.postMessage('changed')
    }

    /**
     * Keeps an entry, and sends it. The last one that waits for the same thing takes the change in.
     * @param {Pick<Entry, 'kind' | 'id' | 'body'> & Partial<Entry>} made
     * @param {Merge} [merged]
     * @param {readonly GivenFile[]} [given] all files of the text
     */
    async #add(made, merged, given) {
        // What has arrived is kept as well, if the text may wait for longer than the server keeps it.
        const isLive = untracked(() => this.#engine.state.value.connection) === 'live'
        const files = isLive ? given?.map((file) => file.sent ? withoutBytes(file) : file) : given
        const entry = /** @type {Entry} */ ({ ...fresh(this.#account), ...made })
        await this.#change((entries) => {
            const put = addedTo(entries, entry, merged)
            return { put: [files ? { ...put, files: filesOf(files, put.files) } : put] }
        }, files)
        void this.send()
        return made.id
    }

    /** @param {string} course @param {NewEvent} body @param {readonly GivenFile[]} [files] @returns {Promise<string>} the id of the event */
    post(course, body, files) {
        return this.#add({ kind: 'post', id: newID(), course, body }, undefined, files)
    }

    /** @param {string} event @param {NewReply} body @param {readonly GivenFile[]} [files] @returns {Promise<string>} the id of the reply */
    reply(event, body, files) {
        return this.#add({ kind: 'reply', id: newID(), event, body }, undefined, files)
    }

    /** Edits an event as it is shown, also one that waits itself. @param {EventRow} event @param {EventPatch} patch @param {readonly GivenFile[]} [files] */
    editEvent({ id, rev, waiting }, patch, files) {
        return this.#add({ kind: 'editEvent', id, event: id, rev, body: patch }, {
            kinds: ['post', 'editEvent'],
            into: (before) => ({ ...before, ...patch }),
            seen: waiting?.entry,
        }, files)
    }

    /** @param {ReplyRow} reply as it is shown @param {ReplyPatch} patch @param {readonly GivenFile[]} [files] */
    editReply({ id, event, rev, waiting }, patch, files) {
        return this.#add({ kind: 'editReply', id, event, rev, body: patch }, {
            kinds: ['reply', 'editReply'],
            into: (before) => ({ ...before, ...patch }),
            seen: waiting?.entry,
        }, files)
    }

    /** @param {string} event @param {EventMarkPatch} patch */
    mark(event, patch) {
        return this.#add({ kind: 'mark', id: event, event, body: patch }, {
            kinds: ['mark'],
            into(before) {
                const seen = Math.max(before.seen ?? 0, patch.seen ?? 0)
                return { ...before, ...patch, ...(seen > 0 ? { seen } : {}) }
            },
        })
    }

    /** Marks an event as seen, as far as it is shown. @param {Event} event */
    see({ id, newest, activity }) {
        return this.mark(id, { seen: Math.max(newest, activity) })
    }

    /** Marks all events of a course as seen. @param {string} course */
    seeCourse(course) {
        return this.#add({ kind: 'seeCourse', id: course, body: {} }, { kinds: ['seeCourse'], into: () => ({}) })
    }

    /** @param {string} event @param {boolean} says */
    meToo(event, says) {
        return this.#add({ kind: 'meToo', id: event, event, body: { says } }, { kinds: ['meToo'], into: () => ({ says }) })
    }

    /** @param {Reply} reply @param {boolean} says */
    thank({ id, event }, says) {
        return this.#add({ kind: 'thank', id, event, body: { says } }, { kinds: ['thank'], into: () => ({ says }) })
    }

    /** @param {string[]} ids at most 200 */
    readNotifications(ids) {
        return this.#add({ kind: 'read', id: newID(), body: { read: ids } })
    }

    /** @param {Task} task @param {boolean} done */
    tick({ id }, done) {
        return this.#add({ kind: 'tick', id, body: { done } }, { kinds: ['tick'], into: () => ({ done }) })
    }

    /** @param {NewTask} body @returns {Promise<string>} the id of the task */
    task(body) {
        return this.#add({ kind: 'task', id: newID(), body })
    }

    /** Moves or pins a study block, or says that it was done or missed. @param {StudyBlock} block @param {StudyBlockPatch} patch */
    block({ id, title }, patch) {
        return this.#add({ kind: 'block', id, body: patch, title }, {
            kinds: ['block'],
            into: (before) => `${Object.keys(before)}` === `${Object.keys(patch)}` ? patch : undefined,
        })
    }

    /** Makes a plan of a degree, or comments on one. @param {'plan' | 'planReply'} kind @param {any} body @param {string} [plan] that is commented on */
    make(kind, body, plan) {
        return this.#add({ kind, id: newID(), body, ...(plan ? { event: plan } : { title: body.name }) })
    }

    /**
     * Edits a plan, or the record, as it was shown: `seen` is the version of its last entry. What was refused of it goes.
     * @param {'editPlan' | 'record'} kind @param {{ id: string, rev: number, seen: string | undefined }} row
     * @param {any} body @param {any} base @returns {Promise<boolean>} false if that is another one by now: look again
     */
    async edit(kind, { id, rev, seen }, body, base) {
        const made = /** @type {Entry} */ ({ ...fresh(this.#account), kind, id, body, base })
        let isKept = false
        await this.#change((entries) => {
            const change = editedIn(entries, made, rev, seen)
            isKept = change !== undefined
            return change ?? {}
        })
        if (isKept) void this.send()
        return isKept
    }

    /** An event of the personal calendar. @param {string} id also its UID in `file` @param {PersonalOccurrence & { rule: string | null, file: string }} body */
    personal(id, body) {
        return this.#add({ kind: 'personal', id, body })
    }

    /**
     * Sends an entry again that was refused, or waits, perhaps with another text and other files. Throws if it is on its way.
     * @param {Entry} entry @param {any} [body] @param {readonly GivenFile[]} [files]
     */
    async retry(entry, body = entry.body, files = entry.files ?? []) {
        await this.#change((entries) => {
            const found = entries.find(({ order }) => order === entry.order)
            if (!found) return {}
            if (found.state === 'sending') throw new Error('This is being sent just now. Try again in a moment.')
            // It may have been refused because the server has a file no more.
            const again = filesOf(files, found.files).map(({ sent: _, ...file }) => file)
            return { put: [{ ...found, body, files: again, state: 'waiting', tries: 0, version: newID() }] }
        }, files)
        void this.send()
    }

    /** @param {Entry} entry */
    drop(entry) {
        return this.#change(() => ({ drop: [/** @type {number} */ (entry.order)] }))
    }

    /** Deletes all that the account has written here. */
    async forget() {
        clearTimeout(this.#timer)
        const account = this.#account
        this.#account = ''
        this.entries.value = []
        if (account) await this.#disk.forget(account)
    }

    /** Sends what waits, in the order of writing, from one tab. Entries behind a refused one of their thread wait with it. */
    async send() {
        this.#isAsked = true
        if (this.#isSending || !untracked(() => this.#may(this.#engine.leads.value))) return
        this.#isSending = true
        clearTimeout(this.#timer)
        try {
            while (this.#isAsked) {
                this.#isAsked = false
                if (this.#locks) await this.#locks.request(LOCK, () => this.#sendAll())
                else await this.#sendAll()
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

    async #sendAll() {
        const account = this.#account
        await this.#read()
        for (;;) {
            const next = await this.#take()
            if (!next || account !== this.#account) return
            await this.#sendOne(next)
        }
    }

    /** The next entry, marked as sent in the same transaction: from then on nothing is merged into it. */
    async #take() {
        const leads = untracked(() => this.#engine.leads.value)
        const first = (/** @type {readonly Entry[]} */ entries) =>
            entries.find((entry) => {
                return entry.state !== 'refused' && this.#may(leads, entry) && !isBehind(entry, entries)
            })
        if (!first(untracked(() => this.entries.value))) return undefined
        /** @type {Entry | undefined} */
        let taken
        await this.#change((entries) => {
            const next = first(entries)
            taken = next && { ...next, state: 'sending', version: newID() }
            return taken ? { put: [taken] } : {}
        })
        // A full disk takes neither the mark nor a change of it.
        return taken ?? first(untracked(() => this.entries.value))
    }

    /** @param {Entry} entry */
    async #sendOne(entry) {
        const { order } = entry
        const update = (/** @type {Partial<Entry>} */ fields) =>
            this.#change((entries) => ({
                put: entries.filter((found) => found.order === order).map((found) => ({
                    ...found,
                    ...fields,
                    version: newID(),
                })),
            }))
        const since = this.#engine.batches.now
        try {
            await this.#files.send(entry, (files) => update({ files }))
            const answer = await this.#answer(entry)
            const plan = untracked(() => this.#engine.shelves.rows('studyPlan').value)?.[0]?.body
            await this.#engine.batches.answered(changesOf(entry, answer, plan), since)
            // Where the answer says nothing, the log does; until then the entry is shown.
            if (answer.body === undefined) await this.#engine.batches.next(1000)
            await this.#change((entries) => ({
                drop: [/** @type {number} */ (order)],
                put: nextOf(entries, order, answer.body?.rev),
            }))
        } catch (error) {
            if (error instanceof Refused && !error.isPassing && error.status !== 401) {
                if (isSmall(entry)) return await this.#change(() => ({ drop: [/** @type {number} */ (order)] }))
                const reason = error.status === 412 ? 'Somebody changed it meanwhile.' : error.problem.detail
                await update({ state: 'refused', reason, errors: error.problem.errors ?? [], tries: entry.tries + 1 })
                return
            }
            // What waits behind it waits for the same.
            const why = error instanceof Refused && error.isPassing ? error.message : ''
            await this.#change((entries) => ({
                put: entries.filter((found) => {
                    return found.order === order || (found.state !== 'refused' && (found.reason ?? '') !== why)
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

    /** For tests. */
    close() {
        clearTimeout(this.#timer)
        this.#account = ''
        this.#channel.close()
        this.#disk.close()
    }
}
