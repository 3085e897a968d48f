// The entries of one account as this tab knows them: the disk has them, and tabs tell each other what changed.

import { Signal, untracked } from '../platform/signals.js'
import { admit, troubleOf } from './outbox_files.js'

/** @import { Entry } from './outbox.js' */
/** @import { OutboxDisk } from './outbox_disk.js' */
/** @import { GivenFile } from './outbox_files.js' */

/** What a change makes of entries; one without `order` is new. @typedef {{ put?: Entry[], drop?: number[] }} Changed */

export class Entries {
    /** In the order of writing. @type {Signal<readonly Entry[]>} */
    all = new Signal(/** @type {readonly Entry[]} */ ([]))
    /** Empty for nobody. */
    account = ''
    /** By its order, each entry that was answered since this tab began: as it was sent, with the revision of the answer. @type {Map<number | undefined, Entry>} */
    answered = new Map()
    /** As the disk had them last. @type {readonly Entry[]} */
    #kept = []
    /** What is being written here, and is shown already. @type {Changed | undefined} */
    #ahead
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
        this.#ahead = undefined
        this.all.value = this.#kept = []
        return this.read()
    }

    async read() {
        const { account } = this
        this.#show(account, account ? await this.#disk.entries(account) : [])
    }

    /** Entries that did not change are the same objects as before. @param {string} account @param {readonly Entry[]} [found] */
    #show(account, found = this.#kept) {
        if (account !== this.account) return
        this.#kept = found
        const before = new Map(untracked(() => this.all.value).map((entry) => [entry.version, entry]))
        this.all.value = changed(found, this.#ahead ?? {}).map((entry) => {
            const known = before.get(entry.version)
            // The disk may have had something else than what was shown ahead was made of.
            return known && isLike(known, entry) ? known : entry
        })
    }

    /**
     * A change that a person makes: the screen does not wait for the disk, but says so. It is taken back if it cannot be kept.
     * @param {(entries: Entry[]) => Changed} change called again where the disk is changed @param {readonly GivenFile[]} [files]
     */
    make(change, files = []) {
        const isSeen = !this.#ahead && files.length === 0
        return this.change(change, files, isSeen ? attempted(() => keeping(change([...this.#kept]))) : undefined)
    }

    /** @param {(entries: Entry[]) => Changed} change @param {readonly GivenFile[]} [files] @param {Changed} [ahead] shown meanwhile */
    async change(change, files = [], ahead) {
        admit(untracked(() => this.all.value), files)
        const { account } = this
        let found
        try {
            const writing = this.#disk.change(account, change, files)
            if (ahead) {
                this.#ahead = ahead
                this.#show(account)
            }
            found = await writing
        } catch (error) {
            throw troubleOf(error)
        } finally {
            if (this.#ahead === ahead) this.#ahead = undefined
            this.#show(account, found)
        }
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

/** @param {Entry} one @param {Entry} other */
const isLike = (one, other) =>
    one.kind === other.kind && one.order === other.order && one.state === other.state &&
    JSON.stringify(one.body) === JSON.stringify(other.body)

/** A change whose entries are not on the disk yet. @param {Changed} change @returns {Changed} */
const keeping = ({ put = [], drop }) => ({
    put: put.map((entry) => ({ ...entry, state: 'keeping' })),
    ...(drop ? { drop } : {}),
})

/** @param {readonly Entry[]} entries @param {Changed} change */
function changed(entries, { put = [], drop = [] }) {
    const fresh = put.filter(({ order, version }) => order === undefined && !entries.some((entry) => entry.version === version))
    const kept = entries.filter(({ order }) => !drop.includes(Number(order)))
    return [
        ...kept.map((entry) => put.find(({ order }) => order === entry.order) ?? entry),
        ...fresh.map((entry) => ({ ...entry })),
    ]
}

/** What is refused here is refused once more where the disk is changed. @template T @param {() => T} run */
function attempted(run) {
    try {
        return run()
    } catch {
        return undefined
    }
}
