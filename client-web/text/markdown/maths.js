// Formulas in a text, `$...$` and `$$...$$`. They are hidden from the Markdown parser behind characters for private
// use.
//
// The rules are pandoc's and the terminal's: no space after an opening `$` or before a closing one, and no digit after
// a closing one, so that prices stay text. A formula ends with its paragraph, and before code. In code and after a
// backslash, a dollar sign is text.

import { isDigit, run } from '../characters.js'

/** Longer formulas stay text. */
const LONGEST = 2_000
const [OPENING, CLOSING] = ['\ue000', '\ue001']
const HIDDEN = /\ue000(\d+)\ue001/
const [NEWLINE, DOLLAR, BACKSLASH, BACKTICK, TILDE] = [10, 36, 92, 96, 126]

/** A text for the parser, and the formulas that it lacks. */
export class Maths {
    source = ''
    /** @type {string[]} With their dollar signs. */
    #formulas = []

    /** @param {string} text */
    constructor(text) {
        if (!text.includes('$') || text.includes(OPENING) || text.includes(CLOSING)) {
            this.source = text
            return
        }
        const ends = new Ends(text)
        let [copied, at] = [0, 0]
        while (at < text.length) {
            const code = text.charCodeAt(at)
            const end = code === DOLLAR ? ends.ofFormula(at) : endOfPiece(text, at)
            if (code === DOLLAR && end > at + 1) {
                this.source += `${text.slice(copied, at)}${OPENING}${this.#formulas.length}${CLOSING}`
                this.#formulas.push(text.slice(at, end))
                copied = end
            }
            at = end
        }
        this.source += text.slice(copied)
    }

    /** A part of the source: words and formulas in turn. @param {string} text */
    pieces(text) {
        return text.split(HIDDEN).map((piece, index) => index % 2 === 1 ? this.#formulas[Number(piece)] ?? '' : piece)
    }

    /** A part of the source, with its formulas. @param {string} text */
    restored(text) {
        return this.#formulas.length > 0 ? this.pieces(text).join('') : text
    }
}

/** Where formulas end. It is asked from left to right, and reads the text once. */
class Ends {
    #text
    #inline
    #display
    /** What no formula goes across: backticks and empty lines. */
    #stops

    /** @param {string} text */
    constructor(text) {
        this.#text = text
        this.#inline = new Places(
            text,
            (at) => this.#closes(at) && !isWhite(text, at - 1) && !isDigit(text.charCodeAt(at + 1)),
        )
        this.#display = new Places(text, (at) => this.#closes(at) && text.charCodeAt(at + 1) === DOLLAR)
        this.#stops = new Places(text, (at) => {
            const code = text.charCodeAt(at)
            return code === BACKTICK || (code === NEWLINE && text.charCodeAt(at + 1) === NEWLINE)
        })
    }

    /** @param {number} at */
    #closes(at) {
        return this.#text.charCodeAt(at) === DOLLAR && this.#text.charCodeAt(at - 1) !== BACKSLASH
    }

    /** The index after the formula that begins at an index; without one, after its dollar sign. @param {number} at */
    ofFormula(at) {
        const isDisplay = this.#text.charCodeAt(at + 1) === DOLLAR
        const start = at + (isDisplay ? 2 : 1)
        if (start >= this.#text.length || (!isDisplay && isWhite(this.#text, start))) return at + 1
        const close = (isDisplay ? this.#display : this.#inline).from(start + 1)
        const isFormula = close < this.#stops.from(start) && close < start + LONGEST
        return isFormula ? close + (isDisplay ? 2 : 1) : at + 1
    }
}

/** The places in a text at which something holds. It is asked from left to right. */
class Places {
    #next = 0

    /** @param {string} text @param {(at: number) => boolean} holds */
    constructor(text, holds) {
        this.text = text
        this.holds = holds
    }

    /** The first place from an index on. @param {number} index */
    from(index) {
        this.#next = Math.max(this.#next, index)
        while (this.#next < this.text.length && !this.holds(this.#next)) this.#next += 1
        return this.#next < this.text.length ? this.#next : Infinity
    }
}

/** @param {string} text @param {number} at */
const isWhite = (text, at) => /\p{White_Space}/u.test(text.charAt(at))

/** The end of the code or of the character that begins at an index. @param {string} text @param {number} at */
function endOfPiece(text, at) {
    const sign = text.charCodeAt(at)
    if (sign === BACKSLASH) return Math.min(at + 2, text.length)
    if (sign !== BACKTICK && sign !== TILDE) return at + 1
    const length = run(text, at, sign)
    if (sign === TILDE && length < 3) return at + length
    const isBlock = length >= 3
    const bound = isBlock ? text.length : Math.min(text.length, at + length + LONGEST)
    for (let place = at + length; place < bound;) {
        const found = run(text, place, sign)
        place += Math.max(found, 1)
        if (found === length || (isBlock && found > length)) return place
    }
    return isBlock ? text.length : at + length
}
