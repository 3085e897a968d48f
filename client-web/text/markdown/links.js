// The parts of links and of their definitions: labels, addresses, titles (CommonMark 0.29, chapters 4.7 and 6.5).

import { isBlank, isMark, isSpace, skip, trimmed } from '../characters.js'
import { unescaped } from './unescape.js'

/** The addresses of labels. @typedef {Map<string, string>} Definitions */

const [NEWLINE, QUOTE, APOSTROPHE, OPEN, CLOSE, COLON, LESS, GREATER] = [10, 34, 39, 40, 41, 58, 60, 62]
const [OPEN_BRACKET, BACKSLASH, CLOSE_BRACKET] = [91, 92, 93]
const [LONGEST_LABEL, DEEPEST] = [1000, 32]

/** As which a label is looked up; empty if there is nothing in it. @param {string} label */
export function folded(label) {
    return trimmed(label).replace(/[ \t\n\v\f\r]+/g, ' ').toLowerCase().toUpperCase()
}

/** @param {Definitions} definitions @param {string} label */
export function lookUp(definitions, label) {
    return definitions.size > 0 && label.length > 0 && label.length <= LONGEST_LABEL
        ? definitions.get(folded(label))
        : undefined
}

/**
 * A label such as `[a b]`, and the index after it.
 * @param {string} text @param {number} at @returns {{ label: string, end: number } | undefined}
 */
export function labelAt(text, at) {
    if (text.charCodeAt(at) !== OPEN_BRACKET) return undefined
    let end = at + 1
    while (end < text.length && end - at <= LONGEST_LABEL + 1) {
        const code = text.charCodeAt(end)
        if (code === CLOSE_BRACKET) return { label: trimmed(text.slice(at + 1, end)), end: end + 1 }
        if (code === OPEN_BRACKET) return undefined
        end += code === BACKSLASH && isMark(text.charCodeAt(end + 1)) ? 2 : 1
    }
    return undefined
}

/** @param {string} text @param {number} at @returns {{ address: string, end: number } | undefined} */
function addressAt(text, at) {
    if (text.charCodeAt(at) !== LESS) return bareAddressAt(text, at)
    let end = at + 1
    while (end < text.length) {
        const code = text.charCodeAt(end)
        if (code === GREATER) return { address: unescaped(trimmed(text.slice(at + 1, end))), end: end + 1 }
        if (code === NEWLINE || code === LESS) return undefined
        end += code === BACKSLASH ? 2 : 1
    }
    return undefined
}

/** @param {string} text @param {number} at */
function bareAddressAt(text, at) {
    let [end, depth] = [at, 0]
    while (end < text.length) {
        const code = text.charCodeAt(end)
        if (code === BACKSLASH && isMark(text.charCodeAt(end + 1))) {
            end += 2
            continue
        }
        if (isSpace(code) || (code === CLOSE && depth === 0)) break
        if (code === OPEN) depth += 1
        if (code === CLOSE) depth -= 1
        if (depth > DEEPEST) return undefined
        end += 1
    }
    if (end >= text.length || (end === at && isSpace(text.charCodeAt(at)))) return undefined
    return { address: unescaped(text.slice(at, end)), end }
}

/** @param {string} text @param {number} at @returns {number | undefined} the index after it */
function titleAt(text, at) {
    const open = text.charCodeAt(at)
    if (open !== QUOTE && open !== APOSTROPHE && open !== OPEN) return undefined
    const close = open === OPEN ? CLOSE : open
    let end = at + 1
    while (end < text.length) {
        const code = text.charCodeAt(end)
        if (code === close) return end + 1
        if (code === open) return undefined
        end += code === BACKSLASH && isMark(text.charCodeAt(end + 1)) ? 2 : 1
    }
    return undefined
}

/**
 * What stands in parentheses after the words of a link: `(address "title")`. Titles are read and not kept.
 * @param {string} text @param {number} at @returns {{ address: string, end: number } | undefined}
 */
export function targetAt(text, at) {
    if (text.charCodeAt(at) !== OPEN) return undefined
    const address = addressAt(text, skip(text, at + 1, isSpace))
    if (!address) return undefined
    const start = skip(text, address.end, isSpace)
    const end = skip(text, (start > address.end ? titleAt(text, start) : undefined) ?? start, isSpace)
    return text.charCodeAt(end) === CLOSE ? { address: address.address, end: end + 1 } : undefined
}

/** Beyond spaces and at most one line break. @param {string} text @param {number} at */
function skipLine(text, at) {
    const end = skip(text, at, isBlank)
    return text.charCodeAt(end) === NEWLINE ? skip(text, end + 1, isBlank) : end
}

/**
 * The index after the spaces and the line break at `at`; undefined if something else is left.
 * @param {string} text @param {number} at
 */
function endOfLine(text, at) {
    const end = skip(text, at, isBlank)
    if (end === text.length) return end
    return text.charCodeAt(end) === NEWLINE ? end + 1 : undefined
}

/**
 * Takes the definitions that a paragraph begins with: `[label]: address "title"`. The first of a label counts.
 * @param {string} text @param {Definitions} definitions
 * @returns {number} the index at which the rest begins
 */
export function takeDefinitions(text, definitions) {
    let at = 0
    while (text.charCodeAt(at) === OPEN_BRACKET) {
        const label = labelAt(text, at)
        if (!label?.label || text.charCodeAt(label.end) !== COLON) break
        const address = addressAt(text, skipLine(text, label.end + 1))
        if (!address) break
        const start = skipLine(text, address.end)
        const title = start > address.end ? titleAt(text, start) : undefined
        const end = (title && endOfLine(text, title)) ?? endOfLine(text, address.end)
        if (end === undefined) break
        const key = folded(label.label)
        if (key && !definitions.has(key)) definitions.set(key, address.address)
        at = end
    }
    return at
}
