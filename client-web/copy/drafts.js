// Texts that somebody has begun. They are kept with every key, until they are sent or thrown away.

import { newID } from '../accounts/server.js'
import { Signal, untracked } from '../platform/signals.js'

/** @import { OutboxDisk } from './outbox_disk.js' */

export class Drafts {
    /** Grows with each draft that a tab wrote. @type {Signal<number>} */
    changes = new Signal(0)
    #disk
    #channel
    #account = ''
    /** What is to be written next. @type {Map<string, string>} */
    #waiting = new Map()
    /** What this tab read or wrote last. @type {Map<string, string>} */
    #known = new Map()
    #tab = newID()
    /** @type {Promise<boolean> | undefined} */
    #writing

    /** @param {OutboxDisk} disk @param {{ channel?: BroadcastChannel }} [parts] for tests */
    constructor(disk, { channel = new BroadcastChannel('noteit-drafts') } = {}) {
        this.#disk = disk
        this.#channel = channel
        channel.onmessage = () => this.#hear()
        document.addEventListener('visibilitychange', () => document.hidden || this.#hear())
    }

    #hear() {
        this.changes.value = untracked(() => this.changes.value) + 1
    }

    #tell() {
        this.#channel.postMessage('changed')
        this.#hear()
    }

    /** @param {string} account empty for nobody */
    open(account) {
        this.#account = account
        this.#waiting.clear()
        this.#known.clear()
    }

    /** The text that was begun; empty if there is none. @param {string} key the address of the text @returns {Promise<string>} */
    async text(key) {
        const text = this.#waiting.get(key) ?? (await this.#disk.draft(this.#account, key))?.text ?? ''
        this.#known.set(key, text)
        return text
    }

    /** What another tab wrote into the same text, so that neither is lost; empty if nothing. @param {string} key */
    async other(key) {
        const draft = await this.#disk.draft(this.#account, key)
        const isOther = draft && draft.by !== this.#tab &&
            draft.text !== (this.#waiting.get(key) ?? this.#known.get(key) ?? draft.text)
        return (isOther ? draft.text : draft?.other) ?? ''
    }

    /** Begins with the text of the other tab, and keeps the own one in its place. @param {string} key @param {string} own @returns {Promise<string>} */
    async swap(key, own) {
        await this.#writing
        const other = await this.other(key)
        if (other) await this.#write(key, other, own)
        return other
    }

    /** Lets the text of the other tab go. @param {string} key @param {string} own */
    async settle(key, own) {
        await this.#writing
        await this.#write(key, own, '')
    }

    /** @param {string} key @param {string} text @param {string} other */
    async #write(key, text, other) {
        this.#known.set(key, text)
        await this.#disk.keep({ account: this.#account, key, text, at: Date.now(), by: this.#tab, other }, text)
        this.#tell()
    }

    /** The texts that were begun at an address. @param {string} address */
    async begunAt(address) {
        await this.#writing
        return this.#disk.draftsAt(this.#account, address)
    }

    /** How many texts were begun. */
    count() {
        return this.#disk.begun(this.#account)
    }

    /** Keeps a text. @param {string} key @param {string} text @returns {Promise<boolean>} whether it is on the disk */
    keep(key, text) {
        this.#waiting.set(key, text)
        return (this.#writing ??= this.#writeAll().finally(() => (this.#writing = undefined)))
    }

    /** Deletes what somebody has seen here, such as imported events. @param {string} account */
    async forgetSeen(account) {
        await this.#writing
        await this.#disk.forgetSeen(account)
        this.#tell()
    }

    /** @param {string} key */
    forget(key) {
        return this.keep(key, '')
    }

    async #writeAll() {
        let isKept = true
        for (const account = this.#account; this.#waiting.size > 0 && account;) {
            const [key = '', text = ''] = this.#waiting.entries().next().value ?? []
            const draft = { account, key, text, at: Date.now(), by: this.#tab }
            const how = await this.#disk.keep(draft, this.#known.get(key) ?? '')
            isKept &&= how !== 'here'
            this.#known.set(key, text)
            if (this.#waiting.get(key) === text) this.#waiting.delete(key)
            if (how !== 'same') this.#tell()
        }
        return isKept
    }
}
