// The parts of a paragraph while it is read: a list in which a range becomes one part.

import { DEEPEST, TooDeep } from './nesting.js'

/**
 * @typedef {{ type: 'text' | 'code' | 'html' | 'maths', text: string }
 *     | { type: 'break' }
 *     | { type: 'emphasis' | 'strong' | 'struck', inlines: Inline[] }
 *     | { type: 'link' | 'image', inlines: Inline[], address: string }} Inline
 */

export class Piece {
    /** @type {Piece | undefined} */
    before
    /** @type {Piece | undefined} */
    after

    /** How many others are nested in it. */
    depth = 0

    /** @param {Inline} [inline] none at the beginning of the list */
    constructor(inline) {
        this.inline = inline
    }

    /** @param {Inline} inline @returns {Piece} */
    insertAfter(inline) {
        const piece = new Piece(inline)
        piece.before = this
        piece.after = this.after
        if (this.after) this.after.before = piece
        this.after = piece
        return piece
    }

    remove() {
        if (this.before) this.before.after = this.after
        if (this.after) this.after.before = this.before
    }

    /**
     * Puts what stands between this and another piece, or the end, into a new one there.
     * @param {(inlines: Inline[]) => Inline} make @param {Piece} [end]
     * @throws {TooDeep}
     */
    wrap(make, end) {
        let depth = 0
        for (let piece = this.after; piece && piece !== end; piece = piece.after) depth = Math.max(depth, piece.depth)
        if (depth >= DEEPEST) throw new TooDeep()
        const made = this.insertAfter(make(this.take(end)))
        made.depth = depth + 1
        return made
    }

    /** Takes out what stands between this and another piece, or the end. @param {Piece} [end] */
    take(end) {
        /** @type {Inline[]} */
        const inlines = []
        for (let piece = this.after; piece && piece !== end; piece = piece.after) if (piece.inline) inlines.push(piece.inline)
        this.after = end
        if (end) end.before = this
        return joined(inlines)
    }
}

/** Without empty texts, and with those joined that stand side by side. @param {Inline[]} inlines */
export function joined(inlines) {
    /** @type {Inline[]} */
    const result = []
    /** @type {string[]} */
    let words = []
    const endText = () => {
        const text = words.join('')
        if (text) result.push({ type: 'text', text })
        words = []
    }
    for (const inline of inlines) {
        if (inline.type === 'text') {
            words.push(inline.text)
        } else {
            endText()
            result.push(inline)
        }
    }
    endText()
    return result
}
