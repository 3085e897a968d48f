// Values that know their readers: an effect runs again when a value changed that it read. Nothing runs twice for one
// change, and nothing sees a computed value that is older than its sources.

/** @type {Reader | undefined} */
let reader
/** What ends with the scope that is being filled. @type {(() => void)[] | undefined} */
let owned
let batches = 0
let count = 0
/** @type {Set<Reader>} */
const waiting = new Set()
const MOST_ROUNDS = 100

/** A value that can be set. @template T */
export class Signal {
    /** @type {T} */
    #value
    version = 0
    /** @type {Set<Reader>} */
    readers = new Set()

    /** @param {T} value */
    constructor(value) {
        this.#value = value
    }

    refresh() {}

    get value() {
        const own = reader
        own?.sources.set(this, this.version)
        if (own && !own.isEnded) this.readers.add(own)
        this.refresh()
        own?.sources.set(this, this.version)
        return this.#value
    }

    set value(value) {
        if (this.become(value)) batch(() => this.notify())
    }

    /** Takes a value and tells nobody. @param {T} value @returns {boolean} whether it is another one */
    become(value) {
        if (Object.is(value, this.#value)) return false
        this.#value = value
        this.version += 1
        return true
    }

    notify() {
        this.readers.forEach((reader) => reader.notify())
    }
}

/** A function, and the versions of what it read last. */
class Reader {
    /** @type {Map<Signal<any>, number>} */
    sources = new Map()
    isStale = false
    isEnded = false
    /** Whether it has not run yet, or threw. */
    isNew = true
    /** Effects that others make come after these. */
    number = (count += 1)

    /** @param {() => void} run @param {() => void} whenStale */
    constructor(run, whenStale) {
        this.run = run
        this.whenStale = whenStale
    }

    notify() {
        if (this.isStale) return
        this.isStale = true
        this.whenStale()
    }

    forget() {
        for (const source of this.sources.keys()) source.readers.delete(this)
        this.sources.clear()
        waiting.delete(this)
    }

    end() {
        this.isEnded = true
        this.forget()
    }

    /** Runs the function if it is new, or if what it read has changed. */
    refresh() {
        const mustRun = this.isNew || (this.isStale && this.hasChanged())
        this.isStale = false
        if (!mustRun || this.isEnded) return
        this.forget()
        const outer = reader
        reader = this
        this.isNew = true
        try {
            this.run()
            this.isNew = false
        } finally {
            reader = outer
        }
    }

    /** A source that throws has changed: the function shall meet the error itself. */
    hasChanged() {
        for (const [source, version] of this.sources) {
            try {
                source.refresh()
            } catch {
                return true
            }
            if (source.version !== version) return true
        }
        return false
    }
}

/**
 * A value that follows from others. It ends with its scope; outside of one it lives as long as they do.
 * @template T @param {() => T} read @returns {{ readonly value: T }}
 */
export function computed(read) {
    const result = new Signal(/** @type {any} */ (undefined))
    const own = new Reader(() => result.become(read()), () => result.notify())
    result.refresh = () => own.refresh()
    owned?.push(() => own.end())
    return result
}

/**
 * Runs a function now, and again after each change of what it read. What its last run made, effects too, ends before.
 * @param {() => void | (() => void)} run may return what undoes it
 * @returns {() => void} ends it
 */
export function effect(run) {
    let undo = () => {}
    const own = new Reader(() => {
        undo()
        undo = scope(run)
        if (own.isEnded) undo()
    }, () => waiting.add(own))
    const stop = () => {
        own.end()
        undo()
    }
    owned?.push(stop)
    own.refresh()
    return stop
}

/** Ends all that a function makes, at once. @param {() => void | (() => void)} run @returns {() => void} */
export function scope(run) {
    const outer = owned
    /** @type {(() => void)[]} */
    const stops = (owned = [])
    try {
        const undo = run()
        if (undo) stops.push(undo)
    } finally {
        owned = outer
    }
    return () => stops.splice(0).reverse().forEach((stop) => stop())
}

/** Reads without following. @template T @param {() => T} read @returns {T} */
export function untracked(read) {
    const outer = reader
    reader = undefined
    try {
        return read()
    } finally {
        reader = outer
    }
}

/** Runs effects once after several changes. @template T @param {() => T} change @returns {T} */
export function batch(change) {
    batches += 1
    try {
        return change()
    } finally {
        batches -= 1
        if (batches === 0) untracked(flush)
    }
}

/** An effect that throws is reported, and the others run. */
function flush() {
    batches += 1
    for (let round = 0; waiting.size > 0; round += 1) {
        const now = [...waiting].sort((one, other) => one.number - other.number)
        waiting.clear()
        if (round === MOST_ROUNDS) {
            reportError(new Error('effects change what they read, without end'))
            break
        }
        for (const effect of now) {
            try {
                effect.refresh()
            } catch (error) {
                reportError(error)
            }
        }
    }
    batches -= 1
}
