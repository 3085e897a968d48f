// Tables (GitHub Flavored Markdown 0.29, chapter 4.10).

import { isSpace, skip, trimmed } from '../characters.js'

/** @typedef {'left' | 'right' | 'center' | ''} Alignment */

const [COLON, BACKSLASH, PIPE] = [58, 92, 124]

/** White space within a line. @param {number} code */
const isMargin = (code) => isSpace(code) && code !== 10 && code !== 13

/**
 * The cells of a row; empty if the line is not a row.
 * @param {string} line @param {number} at
 */
export function cells(line, at) {
    /** @type {string[]} */
    const found = []
    let start = line.charCodeAt(at) === PIPE ? skip(line, at + 1, isMargin) : at
    while (start < line.length) {
        let end = start
        while (end < line.length && (line.charCodeAt(end) !== PIPE || line.charCodeAt(end - 1) === BACKSLASH)) end += 1
        found.push(trimmed(withoutEscapes(line.slice(start, end))))
        start = end < line.length ? skip(line, end + 1, isMargin) : end
    }
    return found
}

/** A pipe within a cell has a backslash before it, in code too. @param {string} text */
export const withoutEscapes = (text) => text.replaceAll('\\|', '|')

/**
 * How the columns are aligned, if a line is the row of hyphens below a head; else undefined.
 * @param {string} line @param {number} at @returns {Alignment[] | undefined}
 */
export function alignments(line, at) {
    for (let index = at; index < line.length; index += 1) if (!isOfHyphens(line.charCodeAt(index))) return undefined
    const columns = cells(line, at)
    if (!columns.length || !columns.every((column) => /^:?-+:?$/.test(column))) return undefined
    return columns.map((column) => {
        const [isLeft, isRight] = [column.charCodeAt(0) === COLON, column.charCodeAt(column.length - 1) === COLON]
        return isLeft && isRight ? 'center' : isLeft ? 'left' : isRight ? 'right' : ''
    })
}

/** @param {number} code */
const isOfHyphens = (code) => isSpace(code) || code === 45 || code === COLON || code === PIPE
