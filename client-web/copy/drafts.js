// Texts that somebody has begun. They are kept with every key, until they are sent or thrown away.

import { newID } from '../accounts/server.js'

/** @import { OutboxDisk } from './outbox_disk.js' */

export class Drafts {
    #disk
    #account = ''
    /** What is to be written next. @type {Map<string, string>} */
    #waiting = new Map()
    /** What this tab read or wrote last. @type {Map<string, string>} */
    #known = new Map()
    #tab = newID()
    /** @type {Promise<void> | undefined} */
    #writing

    /** @param {OutboxDisk} disk */
    constructor(disk) {
        this.#disk = disk
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
        return (await this.#disk.draft(this.#account, key))?.other ?? ''
    }

    /** How many texts were begun. */
    count() {
        return this.#disk.begun(this.#account)
    }

    /** Keeps a text. @param {string} key @param {string} text @returns {Promise<void>} once it is on the disk */
    keep(key, text) {
        this.#waiting.set(key, text)
        return (this.#writing ??= this.#write().finally(() => (this.#writing = undefined)))
    }

    /** @param {string} key */
    forget(key) {
        return this.keep(key, '')
    }

    async #write() {
        for (const account = this.#account; this.#waiting.size > 0 && account;) {
            const [key = '', text = ''] = this.#waiting.entries().next().value ?? []
            await this.#disk.keep({ account, key, text, at: Date.now(), by: this.#tab }, this.#known.get(key) ?? '')
            this.#known.set(key, text)
            if (this.#waiting.get(key) === text) this.#waiting.delete(key)
        }
    }
}
