// What was written here and is not at the server yet. An entry is kept before it is sent, and its id is made here, so that it
// counts once however often it is sent. What the server refused stays, with the reason and the text.

import { newID, Refused, Unreachable } from '../accounts/server.js'
import { computed, effect, Signal, untracked } from '../platform/signals.js'
import { admit, FileSender, filesOf, troubleOf, withoutBytes } from './outbox_files.js'
import { changesOf, requestOf } from './requests.js'

/** @import { Event, EventMarkPatch, EventPatch, NewEvent, NewReply, NewTask, PersonalOccurrence, Reply, ReplyPatch, StudyBlock, StudyBlockPatch, Task } from '../contract.d.ts' */
/** @import { Call } from '../accounts/server.js' */
/** @import { Engine } from './engine.js' */
/** @import { OutboxDisk } from './outbox_disk.js' */
/** @import { GivenFile, WaitingFile } from './outbox_files.js' */

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
 * @property {number} [rev] the revision that an edit builds on
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
        this.#account = account
        this.entries.value = []
        await this.#read()
        void this.send()
    }

    /** Entries that did not change are the same objects as before. */
    async #read() {
        const account = this.#account
        const found = account ? await this.#disk.entries(account) : []
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
        await this.#disk.change(this.#account, change, files).catch((error) => {
            throw troubleOf(error)
        })
        await this.#read()
        this.#channel.postMessage('changed')
    }

    /**
     * Keeps an entry, and sends it. One that waits for the same thing takes the change in.
     * @param {Pick<Entry, 'kind' | 'id' | 'body'> & Partial<Entry>} made
     * @param {(waiting: Entry) => any} [merged] the body of both; undefined if they are two
     * @param {readonly GivenFile[]} [given] all files of the text
     */
    async #add(made, merged = () => undefined, given) {
        // What has arrived is kept as well, if the text may wait for longer than the server keeps it.
        const isLive = untracked(() => this.#engine.state.value.connection) === 'live'
        const files = isLive ? given?.map((file) => file.sent ? withoutBytes(file) : file) : given
        const entry = { account: this.#account, madeAt: Date.now(), state: 'waiting', tries: 0, version: newID(), ...made }
        await this.#change((entries) => {
            for (const waiting of entries) {
                // A text may have arrived although no answer came: then an edit is an entry of its own.
                if (waiting.id !== made.id || waiting.state === 'sending' || (hasText(waiting) && waiting.tries > 0)) continue
                const body = merged(waiting)
                if (body === undefined) continue
                const both = files ? { files: filesOf(files, waiting.files) } : {}
                return { put: [{ ...waiting, body, ...both, state: 'waiting', version: newID() }] }
            }
            return { put: [/** @type {Entry} */ (files ? { ...entry, files: filesOf(files) } : entry)] }
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

    /** Edits an event, also one that waits itself. @param {Event} event @param {EventPatch} patch @param {readonly GivenFile[]} [files] */
    editEvent({ id, rev }, patch, files) {
        return this.#add({ kind: 'editEvent', id, event: id, rev, body: patch }, ({ kind, body }) => {
            return kind === 'post' || kind === 'editEvent' ? { ...body, ...patch } : undefined
        }, files)
    }

    /** @param {Reply} reply @param {ReplyPatch} patch @param {readonly GivenFile[]} [files] */
    editReply({ id, event, rev }, patch, files) {
        return this.#add({ kind: 'editReply', id, event, rev, body: patch }, ({ kind, body }) => {
            return kind === 'reply' || kind === 'editReply' ? { ...body, ...patch } : undefined
        }, files)
    }

    /** @param {string} event @param {EventMarkPatch} patch */
    mark(event, patch) {
        return this.#add({ kind: 'mark', id: event, event, body: patch }, ({ kind, body }) => {
            if (kind !== 'mark') return undefined
            const seen = Math.max(body.seen ?? 0, patch.seen ?? 0)
            return { ...body, ...patch, ...(seen > 0 ? { seen } : {}) }
        })
    }

    /** Marks an event as seen, as far as it is shown. @param {Event} event */
    see({ id, newest, activity }) {
        return this.mark(id, { seen: Math.max(newest, activity) })
    }

    /** Marks all events of a course as seen. @param {string} course */
    seeCourse(course) {
        return this.#add(
            { kind: 'seeCourse', id: course, body: {} },
            ({ kind, body }) => kind === 'seeCourse' ? body : undefined,
        )
    }

    /** @param {string} event @param {boolean} says */
    meToo(event, says) {
        return this.#add(
            { kind: 'meToo', id: event, event, body: { says } },
            ({ kind }) => kind === 'meToo' ? { says } : undefined,
        )
    }

    /** @param {Reply} reply @param {boolean} says */
    thank({ id, event }, says) {
        return this.#add({ kind: 'thank', id, event, body: { says } }, ({ kind }) => kind === 'thank' ? { says } : undefined)
    }

    /** @param {string[]} ids at most 200 */
    readNotifications(ids) {
        return this.#add({ kind: 'read', id: newID(), body: { read: ids } })
    }

    /** @param {Task} task @param {boolean} done */
    tick({ id }, done) {
        return this.#add({ kind: 'tick', id, body: { done } }, ({ kind }) => kind === 'tick' ? { done } : undefined)
    }

    /** @param {NewTask} body @returns {Promise<string>} the id of the task */
    task(body) {
        return this.#add({ kind: 'task', id: newID(), body })
    }

    /** Moves or pins a study block, or says that it was done or missed. @param {StudyBlock} block @param {StudyBlockPatch} patch */
    block({ id, title }, patch) {
        return this.#add(
            { kind: 'block', id, body: patch, title },
            ({ kind, body }) => kind === 'block' && `${Object.keys(body)}` === `${Object.keys(patch)}` ? patch : undefined,
        )
    }

    /** An event of the personal calendar. @param {string} id also its UID in `file` @param {PersonalOccurrence & { rule: string | null, file: string }} body */
    personal(id, body) {
        return this.#add({ kind: 'personal', id, body })
    }

    /**
     * Sends an entry that was refused again, perhaps with another text and other files.
     * @param {Entry} entry @param {any} [body] @param {readonly GivenFile[]} [files]
     */
    async retry(entry, body = entry.body, files = entry.files ?? []) {
        await this.#change((entries) => ({
            put: entries.filter(({ order }) => order === entry.order).map((found) => ({
                ...found,
                body,
                // It may have been refused because the server has a file no more.
                files: filesOf(files, found.files).map(({ sent: _, ...file }) => file),
                state: 'waiting',
                tries: 0,
                version: newID(),
            })),
        }), files)
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
            const entries = untracked(() => this.entries.value)
            const leads = untracked(() => this.#engine.leads.value)
            const next = entries.find((entry) => {
                return entry.state !== 'refused' && this.#may(leads, entry) && !isBehind(entry, entries)
            })
            if (!next || account !== this.#account) return
            await this.#sendOne(next)
        }
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
        if (entry.state !== 'sending') await update({ state: 'sending' })
        const since = this.#engine.batches.now
        try {
            await this.#files.send(entry, (files) => update({ files }))
            const answer = await this.#answer(entry)
            const plan = untracked(() => this.#engine.shelves.rows('studyPlan').value)?.[0]?.body
            await this.#engine.batches.answered(changesOf(entry, answer, plan), since)
            // Where the answer says nothing, the log does; until then the entry is shown.
            if (answer.body === undefined) await this.#engine.batches.next(1000)
            await this.#change(() => ({ drop: [/** @type {number} */ (order)] }))
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
            const found = await this.#call('GET', path)
            const isDone = Object.entries(entry.body).every(([key, value]) =>
                JSON.stringify(found.body[key]) === JSON.stringify(value)
            )
            if (!isDone) throw error
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

/** @param {Entry} entry */
function hasText({ kind }) {
    return ['post', 'reply', 'editEvent', 'editReply'].includes(kind)
}

/** Whether nobody misses an entry that was refused. @param {Entry} entry */
function isSmall({ kind, body }) {
    return kind === 'read' || kind === 'seeCourse' || (kind === 'mark' && Object.keys(body).every((key) => key === 'seen'))
}

/** Whether an earlier entry that is still there must be sent before. @param {Entry} entry @param {readonly Entry[]} entries */
function isBehind(entry, entries) {
    const before = entries.slice(0, entries.indexOf(entry))
    return before.some((earlier) => earlier.id === entry.id || (entry.event !== undefined && earlier.id === entry.event))
}
