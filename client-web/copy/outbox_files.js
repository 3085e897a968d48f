// Files of texts that wait. A file is sent before its text, under an id that was made here, so that it is stored once.

import { Refused } from '../accounts/server.js'
import { Signal, untracked } from '../platform/signals.js'
import { DatabaseError } from './database.js'

/** @import { Call } from '../accounts/server.js' */
/** @import { Entry } from './outbox.js' */
/** @import { OutboxDisk } from './outbox_disk.js' */

/** A file of a text; `sent` is when it arrived at the server. @typedef {{ id: string, name: string, size: number, sent?: number }} WaitingFile */
/** @typedef {WaitingFile & { blob?: Blob }} GivenFile */

/** So much waits on a device. */
export const MOST_BYTES = 100_000_000
/** The server deletes after a day what belongs to no text; before that, it is sent again. */
const STAYS = 12 * 3_600_000

/** @param {GivenFile} file @returns {WaitingFile} */
export const withoutBytes = ({ blob: _, ...file }) => file

/**
 * The files of an entry once it has another list of them. The bytes of those that it had are here already.
 * @param {readonly GivenFile[]} given @param {readonly WaitingFile[]} [before]
 */
export function filesOf(given, before = []) {
    return given.map((file) => before.find(({ id }) => id === file.id) ?? withoutBytes(file))
}

/** Throws a sentence if files are too many for this device. @param {readonly Entry[]} entries @param {readonly GivenFile[]} files */
export function admit(entries, files) {
    const sizes = new Map(
        entries.flatMap(({ files = [] }) => files).concat(files.filter(({ blob }) => blob)).map((file) => [file.id, file.size]),
    )
    if (files.some(({ blob }) => blob) && [...sizes.values()].reduce((sum, size) => sum + size, 0) > MOST_BYTES) {
        throw new Error('At most 100 MB of files wait on this device. Remove a file, or post once the server is reached.')
    }
}

/** Why files cannot wait here, as a sentence. @param {unknown} error */
export function troubleOf(error) {
    if (!(error instanceof DatabaseError)) return error
    return new Error(
        error.why === 'full'
            ? 'The disk of this device is full, so files cannot wait here. Free some space, or remove the files. Your text is kept.'
            : 'This browser cannot keep files. Post once the server is reached, or remove the files. Your text is kept.',
    )
}

export class FileSender {
    /** How much of the file that is being sent has been. @type {Signal<{ id: string, share: number } | undefined>} */
    progress = new Signal(/** @type {{ id: string, share: number } | undefined} */ (undefined))
    #disk
    #call

    /** @param {OutboxDisk} disk @param {Call} call */
    constructor(disk, call) {
        this.#disk = disk
        this.#call = call
    }

    /**
     * Sends the files of an entry that the server does not have.
     * @param {Entry} entry @param {(files: WaitingFile[]) => Promise<void>} keep called after each
     */
    async send({ files = [] }, keep) {
        for (let sent = files;;) {
            const next = sent.find((file) => Date.now() - (file.sent ?? 0) > STAYS)
            if (!next) return
            const blob = await this.#disk.file(next.id)
            if (blob) await this.#sendOne(next, blob)
            // What is not here was sent before it came here.
            sent = sent.map((file) => file.id === next.id ? { ...file, sent: Date.now() } : file)
            await keep(sent)
        }
    }

    /** @param {WaitingFile} file @param {Blob} blob */
    async #sendOne({ id, name }, blob) {
        this.progress.value = { id, share: 0 }
        try {
            await this.#call('POST', `/v1/attachments?name=${encodeURIComponent(name)}&id=${id}`, {
                body: blob,
                progress: (share) => (this.progress.value = { id, share }),
            })
        } catch (error) {
            if (!(error instanceof Refused) || error.isPassing || error.status === 401) throw error
            throw new Refused({ ...error.problem, detail: `${name}: ${error.problem.detail}` })
        } finally {
            if (untracked(() => this.progress.value?.id) === id) this.progress.value = undefined
        }
    }
}
