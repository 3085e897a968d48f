// What was written here and is not at the server yet. An entry is kept before it is sent, and its id is made here, so that it
// counts once however often it is sent. What the server refused stays, with the reason and the text.

import { newID } from '../accounts/server.js'
import { untracked } from '../platform/signals.js'
import { Entries } from './outbox_entries.js'
import { filesOf, withoutBytes } from './outbox_files.js'
import { addedTo, basedOn, editedIn, editOf, fresh } from './outbox_order.js'
import { Sender } from './outbox_sender.js'
import { alikeIn } from './overlay.js'

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
 * @property {string[]} [known] what looked like an event of one's own when it was made
 * @property {string} [title] of a study block, for the list of what waits
 * @property {number} madeAt
 * @property {'keeping' | 'waiting' | 'sending' | 'refused'} state `keeping` until the disk has it
 * @property {number} tries
 * @property {string} [reason] why it was refused
 * @property {{ field: string, detail: string }[]} [errors]
 * @property {string} version another one after each change
 */

export class Outbox {
    #disk
    #entries
    #sender
    #engine

    /**
     * @param {OutboxDisk} disk @param {Call} call @param {Engine} engine
     * @param {{ channel?: BroadcastChannel, locks?: LockManager | null, pause?: number }} [parts] for tests
     */
    constructor(disk, call, engine, { channel = new BroadcastChannel('noteit-outbox'), locks = navigator.locks, pause } = {}) {
        this.#disk = disk
        this.#entries = new Entries(disk, channel, () => void this.send())
        this.#sender = new Sender(this.#entries, disk, call, engine, locks, pause)
        this.#engine = engine
    }

    /** All entries of the account. */
    get entries() {
        return this.#entries.all
    }

    /** Whether what waits survives the tab. */
    get lasts() {
        return this.#disk.lasts
    }

    /** How much of a file has been sent, see `FileSender`. */
    get progress() {
        return this.#sender.progress
    }

    /** Shows what an account has written here; of nobody else. @param {string} account empty for nobody */
    async open(account) {
        if (account === this.#entries.account) return
        await this.#entries.open(account)
        void this.send()
    }

    /** Sends what waits. */
    send() {
        return this.#sender.send()
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
        const entry = /** @type {Entry} */ ({ ...fresh(this.#entries.account), ...made })
        await this.#entries.make((entries) => {
            const put = addedTo(entries, basedOn(entry, merged?.seen, this.#entries.answered), merged)
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
        const made = /** @type {Entry} */ ({ ...fresh(this.#entries.account), kind, id, body, base })
        let isKept = false
        await this.#entries.make((entries) => {
            const change = editedIn(entries, made, rev, seen)
            isKept = change !== undefined
            return change ?? {}
        })
        if (isKept) void this.send()
        return isKept
    }

    /** An event of the personal calendar. @param {string} id also its UID in `file` @param {PersonalOccurrence & { rule: string | null, file: string }} body */
    personal(id, body) {
        const rows = untracked(() => this.#engine.shelves.rows('personalEvent').value) ?? []
        return this.#add({ kind: 'personal', id, body, known: alikeIn(rows.map(({ body }) => body), body) })
    }

    /**
     * Sends an entry again that was refused, or waits, perhaps with another text and other files. Of a text that was answered
     * meanwhile, that is an edit. Throws if it is on its way, or if the change would be lost.
     * @param {Entry} entry @param {any} [body] @param {readonly GivenFile[]} [files]
     */
    async retry(entry, body = entry.body, files = entry.files ?? []) {
        await this.#entries.make((entries) => {
            const found = entries.find(({ order }) => order === entry.order)
            if (!found) {
                const edit = editOf(entry, body, this.#entries.answered)
                if (edit) return { put: [{ ...edit, files: filesOf(files, entry.files) }] }
                if (body !== entry.body) throw new Error('This was sent, or thrown away, meanwhile. Close it and look again.')
                return {}
            }
            if (found.state === 'sending') throw new Error('This is being sent just now. Try again in a moment.')
            // It may have been refused because the server has a file no more.
            const again = filesOf(files, found.files).map(({ sent: _, ...file }) => file)
            return { put: [{ ...found, body, files: again, state: 'waiting', tries: 0, version: newID() }] }
        }, files)
        void this.send()
    }

    /** The revision of the answer to an entry; undefined if there was none. @param {Entry} entry */
    revisionOf({ order }) {
        return this.#entries.answered.get(order)?.rev
    }

    /** Throws an entry away. What waited behind it is sent. @param {Entry} entry */
    async drop(entry) {
        await this.#entries.make(() => ({ drop: [/** @type {number} */ (entry.order)] }))
        void this.send()
    }

    /** Deletes all that the account has written here. */
    async forget() {
        this.#sender.stop()
        const { account } = this.#entries
        await this.#entries.open('')
        if (account) await this.#disk.forget(account)
    }

    /** For tests. */
    close() {
        this.#sender.stop()
        this.#entries.close()
    }
}
