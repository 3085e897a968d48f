// What changes the copy, in batches: changes of the log, and answers to writes, which the log may have overtaken.

/** @import { Change } from '../contract.d.ts' */
/** @import { Step } from './rows.js' */

/** @typedef {{ changes: Change[], cursor?: string, unless?: number, done?: () => void }} Work */

export class Batches {
    #apply
    #onerror
    /** @type {Work[]} */
    #queue = []
    #isDraining = false
    /** The number of batches so far, and when each subject changed last. */
    #count = 0
    /** @type {Map<string, number>} */
    #touched = new Map()
    #purged = 0
    /** @type {(() => void)[]} */
    #waiting = []

    /**
     * @param {(changes: Change[], cursor: string | undefined) => Promise<Step[] | undefined>} apply writes and shows a batch;
     * undefined if there is no copy any more
     * @param {(error: unknown) => void} onerror
     */
    constructor(apply, onerror) {
        this.#apply = apply
        this.#onerror = onerror
    }

    /** @param {Work} work */
    add(work) {
        this.#queue.push(work)
        void this.#drain()
    }

    clear() {
        this.#queue = []
    }

    /** The whole copy is another one: no answer to an earlier write counts. */
    replaced() {
        this.#count += 1
        this.#purged = this.#count
    }

    /** Answers to what was sent before are older than these. @param {Step[]} steps */
    touched(steps) {
        this.#count += 1
        for (const step of steps) {
            this.#touched.set('put' in step ? `${step.put.kind} ${step.put.id}` : step.drop.join(' '), this.#count)
        }
    }

    /** Applies what has come, in as few transactions as possible. */
    async #drain() {
        if (this.#isDraining) return
        this.#isDraining = true
        try {
            while (this.#queue.length > 0) await this.#take(this.#queue.splice(0))
        } catch (error) {
            this.#onerror(error)
        } finally {
            this.#isDraining = false
        }
    }

    /** @param {Work[]} works */
    async #take(works) {
        const changes = works.flatMap((work) => (this.#isOld(work) ? [] : work.changes))
        const steps = await this.#apply(changes, works.findLast((work) => work.cursor)?.cursor)
        if (!steps) return
        this.touched(steps)
        if (changes.some(({ op }) => op === 'scopeRevoked')) this.#purged = this.#count
        works.forEach((work) => work.done?.())
        if (changes.length > 0) this.#waiting.splice(0).forEach((resolve) => resolve())
    }

    /** Whether the log has brought the answer to a write already, or what came after it. @param {Work} work */
    #isOld({ changes, unless }) {
        if (unless === undefined) return false
        return this.#purged > unless || changes.some((change) => {
            const id = 'id' in change ? `${change.type} ${change.id}` : ''
            return (this.#touched.get(id) ?? 0) > unless
        })
    }

    /** Waits for the next batch. @param {number} patience milliseconds to wait at most @returns {Promise<void>} */
    next(patience) {
        return new Promise((resolve) => {
            this.#waiting.push(resolve)
            setTimeout(resolve, patience)
        })
    }

    /** A point in time for `answered`. */
    get now() {
        return this.#count
    }

    /**
     * Applies what the server answered to a write, unless the log has brought it. The cursor stays where it is.
     * @param {Change[]} changes @param {number} since `now` before the write was sent
     */
    answered(changes, since) {
        return new Promise((resolve) => {
            this.add({ changes, unless: since, done: () => resolve(undefined) })
            setTimeout(resolve, 2000)
        })
    }
}
