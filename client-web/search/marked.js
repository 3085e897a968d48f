// Texts with the words that were found.

/** @import { MarkedText } from '../contract.d.ts' */

/** Positions are those of whole characters. @param {MarkedText} marked @returns {(Node | string)[]} */
export function nodesOf({ text, marks }) {
    const letters = Array.from(text)
    const piece = (/** @type {number} */ from, /** @type {number} */ to) => letters.slice(from, to).join('')
    let at = 0
    const nodes = marks.flatMap(({ from, to }) => {
        const mark = document.createElement('mark')
        mark.textContent = piece(from, to)
        const before = piece(at, from)
        at = to
        return [before, mark]
    })
    return [...nodes, piece(at, letters.length)]
}

/**
 * A text around the first of some words, as the server would give it.
 * @param {string} text @param {string[]} words in lower case @returns {MarkedText}
 */
export function excerptOf(text, words) {
    const lower = text.toLowerCase()
    const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0), text.length)
    const start = first > 60 && first < text.length ? first - 40 : 0
    const cut = `${start > 0 ? '…' : ''}${text.slice(start, start + 200)}${text.length > start + 200 ? '…' : ''}`
    // Letters that change their length in lower case would move the marks; then there are none.
    const found = cut.toLowerCase()
    if (found.length !== cut.length) return { text: cut, marks: [] }
    const length = (/** @type {number} */ end) => Array.from(cut.slice(0, end)).length
    const marks = words.map((word) => ({ word, at: found.indexOf(word) })).filter(({ at }) => at >= 0)
        .sort((one, other) => one.at - other.at)
        .map(({ word, at }) => ({ from: length(at), to: length(at + word.length) }))
    return { text: cut, marks: marks.filter(({ from }, index) => index === 0 || from >= (marks[index - 1]?.to ?? 0)) }
}
