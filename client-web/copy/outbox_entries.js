// The entries of one account as this tab knows them: the disk has them, and tabs tell each other what changed.

import { Signal, untracked } from '../platform/signals.js'
import { admit, troubleOf } from './outbox_files.js'

/** @import { Entry } from './outbox.js' */
/** @import { OutboxDisk } from './outbox_disk.js' */
/** @import { GivenFile } from './outbox_files.js' */

export class Entries {
    /** In the order of writing. @type {Signal<readonly Entry[]>} */
    all = new Signal(/** @type {readonly Entry[]} */ ([]))
    /** Empty for nobody. */
    account = ''
    /** By its order, each entry that was answered since this tab began: as it was sent, with the revision of the answer. @type {Map<number | undefined, Entry>} */
    answered = new Map()
    #disk
    #channel

    /** @param {OutboxDisk} disk @param {BroadcastChannel} channel @param {() => void} hear called once another tab's change is read */
    constructor(disk, channel, hear) {
        this.#disk = disk
        this.#channel = channel
        const read = () => void this.read().then(hear)
        channel.onmessage = ({ data }) => {
            if (data?.answered) this.answered.set(data.answered.order, data.answered)
            read()
        }
        // A page that slept, or came back, may have missed a word of another tab.
        document.addEventListener('visibilitychange', () => document.hidden || read())
    }

    /** Shows those of an account; of nobody else. @param {string} account empty for nobody */
    open(account) {
        this.account = account
        this.all.value = []
        return this.read()
    }

    async read() {
        const { account } = this
        this.#show(account, account ? await this.#disk.entries(account) : [])
    }

    /** Entries that did not change are the same objects as before. @param {string} account @param {readonly Entry[]} found */
    #show(account, found) {
        if (account !== this.account) return
        const before = new Map(untracked(() => this.all.value).map((entry) => [entry.order, entry]))
        this.all.value = found.map((entry) => {
            const known = before.get(entry.order)
            return known?.version === entry.version ? known : entry
        })
    }

    /** @param {(entries: Entry[]) => { put?: Entry[], drop?: number[] }} change @param {readonly GivenFile[]} [files] */
    async change(change, files = []) {
        admit(untracked(() => this.all.value), files)
        const { account } = this
        const found = await this.#disk.change(account, change, files).catch((error) => {
            throw troubleOf(error)
        })
        this.#show(account, found)
        this.#channel.postMessage('changed')
    }

    /** Says what became of an entry, before it goes. @param {Entry} sent @param {number} rev of the answer */
    answer(sent, rev) {
        const answered = { ...sent, rev }
        this.answered.set(sent.order, answered)
        // Another tab has its own of those that are in this tab alone.
        if (Number(sent.order) > 0) this.#channel.postMessage({ answered })
    }

    close() {
        this.account = ''
        this.#channel.close()
        this.#disk.close()
    }
}
