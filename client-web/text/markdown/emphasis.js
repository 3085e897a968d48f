// Emphasis and strikethrough (CommonMark 0.29, "An algorithm for parsing nested emphasis and links").

import { characterAt, characterBefore, isPunctuation, isWhite, run } from '../characters.js'

/**
 * A run of signs that may open or close emphasis: where it stands, how long it was, and what is left of it in `words`.
 * @typedef {{ sign: string, at: number, length: number, opens: boolean, closes: boolean,
 *     piece: import('./pieces.js').Piece, words: { text: string }, isGone?: boolean,
 *     before?: Delimiter, after?: Delimiter }} Delimiter
 */

const TILDE = 126
const MOST_TILDES = 100

/**
 * The run of signs at an index: how many, and whether they may open and close.
 * @param {string} text @param {number} at
 */
export function flanks(text, at) {
    const code = text.charCodeAt(at)
    const isTilde = code === TILDE
    const length = isTilde ? Math.min(run(text, at, code), MOST_TILDES) : run(text, at, code)
    let [start, end] = [at, at + length]
    // Tildes between are passed over, except by tildes.
    while (!isTilde && start > 0 && text.charCodeAt(start - 1) === TILDE) start -= 1
    while (!isTilde && text.charCodeAt(end) === TILDE) end += 1
    const before = characterBefore(text, start) || '\n'
    const after = characterAt(text, end) || '\n'
    const isAfterWhite = isWhite(before)
    const isBeforeWhite = isWhite(after)
    const [isAfterMark, isBeforeMark] = [isPunctuation(before), isPunctuation(after)]
    const left = !isBeforeWhite && (!isBeforeMark || isAfterWhite || isAfterMark)
    const right = !isAfterWhite && (!isAfterMark || isBeforeWhite || isBeforeMark)
    const isUnderscore = text.charAt(at) === '_'
    return {
        length,
        opens: left && (!isUnderscore || !right || isAfterMark),
        closes: right && (!isUnderscore || !left || isBeforeMark),
    }
}

/** Up to where closing runs find no opening one, so that nothing is searched twice. */
class Limits {
    /** @type {Map<string, number>} */
    #searched = new Map()
    /**
     * The same as libcmark-gfm has it: while the run before a closing one is there, it also ends the search of other
     * closing runs, whether these may open too or not.
     * @type {Map<string, Delimiter | undefined>}
     */
    #shared = new Map()

    /** @param {number} lowest */
    constructor(lowest) {
        this.lowest = lowest
    }

    /** @param {Delimiter} closer */
    #known({ sign, length, opens }) {
        const kind = `${sign}${length % 3}`
        const shared = this.#shared.get(kind)
        const searched = Math.max(this.lowest, this.#searched.get(`${kind}${opens}`) ?? -1)
        return { kind, searched, shared: shared && !shared.isGone ? shared.at : -1 }
    }

    /** @param {Delimiter} closer */
    of(closer) {
        const { searched, shared } = this.#known(closer)
        return Math.max(searched, shared)
    }

    /** @param {Delimiter} closer that found none */
    add(closer) {
        const { kind, searched, shared } = this.#known(closer)
        if (searched >= shared) this.#searched.set(`${kind}${closer.opens}`, closer.before?.at ?? -1)
        this.#shared.set(kind, closer.before)
    }
}

/** The runs that wait for their counterparts. */
export class Delimiters {
    /** @type {Delimiter | undefined} */
    last

    /** @param {Omit<Delimiter, 'before' | 'after'>} delimiter */
    push(delimiter) {
        /** @type {Delimiter} */
        const added = { ...delimiter, before: this.last }
        if (this.last) this.last.after = added
        this.last = added
    }

    /** @param {Delimiter} delimiter */
    #remove(delimiter) {
        delimiter.isGone = true
        this.#skip(delimiter)
    }

    /** @param {Delimiter} delimiter */
    #skip({ before, after }) {
        if (after) after.before = before
        else this.last = before
        if (before) before.after = after
    }

    /**
     * Makes emphasis of the runs after one of them, and forgets these.
     * @param {Delimiter | undefined} bottom
     */
    close(bottom) {
        const limits = new Limits(bottom?.at ?? -1)
        let closer = this.last
        while (closer && closer.before !== bottom) closer = closer.before
        while (closer) {
            if (!closer.closes) {
                closer = closer.after
                continue
            }
            const old = closer
            const opener = openerOf(old, limits.of(old))
            if (!opener) {
                limits.add(old)
                closer = old.after
                if (!old.opens) this.#remove(old)
            } else if (old.sign === '~') {
                closer = old.after
                if (opener.length === old.length) this.#strike(opener, old)
                else if (!old.opens) this.#skip(old)
            } else {
                closer = this.#emphasize(opener, old)
            }
        }
        while (this.last && this.last !== bottom) this.#remove(this.last)
    }

    /** @param {Delimiter} opener @param {Delimiter} closer */
    #removeBetween(opener, closer) {
        while (closer.before && closer.before !== opener) this.#remove(closer.before)
    }

    /** @param {Delimiter} opener @param {Delimiter} closer */
    #strike(opener, closer) {
        this.#removeBetween(opener, closer)
        opener.piece.wrap((inlines) => ({ type: 'struck', inlines }), closer.piece)
        opener.piece.remove()
        closer.piece.remove()
        this.#remove(closer)
        this.#remove(opener)
    }

    /** @param {Delimiter} opener @param {Delimiter} closer @returns {Delimiter | undefined} the next to be looked at */
    #emphasize(opener, closer) {
        const isStrong = opener.words.text.length >= 2 && closer.words.text.length >= 2
        for (const { words } of [opener, closer]) words.text = words.text.slice(isStrong ? 2 : 1)
        this.#removeBetween(opener, closer)
        opener.piece.wrap((inlines) => ({ type: isStrong ? 'strong' : 'emphasis', inlines }), closer.piece)
        if (!opener.words.text) {
            opener.piece.remove()
            this.#remove(opener)
        }
        if (closer.words.text) return closer
        closer.piece.remove()
        this.#remove(closer)
        return closer.after
    }
}

/** The nearest run after `lowest` that a closing run closes. @param {Delimiter} closer @param {number} lowest */
function openerOf(closer, lowest) {
    for (let opener = closer.before; opener && opener.at > lowest; opener = opener.before) {
        if (!opener.opens || opener.sign !== closer.sign) continue
        const isInner = closer.opens || opener.closes
        if (!isInner || closer.length % 3 === 0 || (opener.length + closer.length) % 3 !== 0) return opener
    }
    return undefined
}
