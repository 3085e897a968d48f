// Addresses that stand in a text without markup (GitHub Flavored Markdown 0.29, chapter 6.9).

import { characterAt, isLetter, isLetterOrDigit, isPunctuation, isSpace, isWhite } from '../characters.js'

const [AMPERSAND, OPEN, CLOSE, HYPHEN, FULL_STOP, SLASH, COLON, SEMICOLON, LESS] = [38, 40, 41, 45, 46, 47, 58, 59, 60]
const [AT, UNDERSCORE, PLUS] = [64, 95, 43]
const ENDING = new Set([...'?!.,:*_~\'"'].map((sign) => sign.charCodeAt(0)))

/** @param {string} text @param {number} at */
function isOfHost(text, at) {
    const code = text.charCodeAt(at)
    if (code < 128) return isLetterOrDigit(code) || (code < 32 && !isSpace(code)) || code === 127
    const character = characterAt(text, at)
    return !isWhite(character) && !isPunctuation(character)
}

/** Finds the links of one paragraph. */
export class Autolinks {
    #text
    /**
     * The domain that was read last; one that begins in it ends with it. Its last two dots, and whether a `_` follows
     * these.
     */
    #domain = { start: 0, end: 0, last: -1, second: -1, isBad: false }

    /** @param {string} text */
    constructor(text) {
        this.#text = text
    }

    /**
     * The index after a link such as `www.example.edu/a` at an index; undefined if none begins there.
     * @param {number} at
     */
    webAt(at) {
        const text = this.#text
        const before = text.charCodeAt(at - 1)
        if (at > 0 && !isSpace(before) && !'*_~('.includes(text.charAt(at - 1))) return undefined
        if (!text.startsWith('www.', at) || !this.#isDomain(at, false)) return undefined
        return this.#endOfLink(at)
    }

    /**
     * A link such as `https://example.edu/a`.
     * @param {number} at the index of its colon
     * @returns {{ start: number, end: number } | undefined}
     */
    addressAt(at) {
        const text = this.#text
        if (!text.startsWith('//', at + 1)) return undefined
        let start = at
        while (start > 0 && isLetter(text.charCodeAt(start - 1)) && at - start < 6) start -= 1
        const scheme = text.slice(start, at).toLowerCase()
        const isLonger = start > 0 && isLetter(text.charCodeAt(start - 1))
        if (isLonger || !['http', 'https', 'ftp'].includes(scheme)) return undefined
        if (at + 3 >= text.length || !isOfHost(text, at + 3) || !this.#isDomain(at + 3, true)) return undefined
        return { start, end: this.#endOfLink(at) }
    }

    /**
     * Whether the word at an index is a domain: no underscore in its last two parts.
     * @param {number} at @param {boolean} isShort whether it needs no dot
     */
    #isDomain(at, isShort) {
        if (at >= this.#domain.end || at < this.#domain.start) this.#domain = domainAt(this.#text, at)
        const { end, last, second, isBad } = this.#domain
        const hasUnderscore = at < second ? isBad : this.#text.slice(at + 1, end).includes('_')
        return !hasUnderscore && (isShort || last > at)
    }

    /** A link goes on to a space, without the signs that end a sentence. @param {number} at */
    #endOfLink(at) {
        const text = this.#text
        let end = at
        while (end < text.length && !isSpace(text.charCodeAt(end)) && text.charCodeAt(end) !== LESS) end += 1
        return endWithoutSigns(text, at, end)
    }
}

/**
 * A domain is read to the first sign that is of none, or through the first letter beyond ASCII.
 * @param {string} text @param {number} start
 */
function domainAt(text, start) {
    let [end, last, second] = [start + 1, -1, -1]
    while (end < text.length - 1 && text.charCodeAt(end - 1) < 128) {
        const code = text.charCodeAt(end)
        if (code === FULL_STOP) [second, last] = [last, end]
        else if (code !== UNDERSCORE && code !== HYPHEN && !isOfHost(text, end)) break
        end += 1
    }
    return { start, end, last, second, isBad: second > 0 && text.slice(second + 1, end).includes('_') }
}

/** @param {string} text @param {number} start @param {number} end */
function endWithoutSigns(text, start, end) {
    let surplus = 0
    for (let at = start; at < end; at += 1) {
        const code = text.charCodeAt(at)
        surplus += code === CLOSE ? 1 : code === OPEN ? -1 : 0
    }
    while (end > start) {
        const code = text.charCodeAt(end - 1)
        if (ENDING.has(code)) end -= 1
        else if (code === SEMICOLON) end = startOfReference(text, start, end)
        else if (code === CLOSE && surplus > 0) {
            surplus -= 1
            end -= 1
        } else break
    }
    return end
}

/**
 * The index of a reference such as `&amp;` that ends there, else of its semicolon.
 * @param {string} text @param {number} start @param {number} end
 */
function startOfReference(text, start, end) {
    let at = end - 2
    while (at > start && isLetter(text.charCodeAt(at))) at -= 1
    return at < end - 2 && text.charCodeAt(at) === AMPERSAND ? at : end - 1
}

/** @param {number} code */
const isOfName = (code) =>
    isLetterOrDigit(code) || code === FULL_STOP || code === PLUS || code === HYPHEN || code === UNDERSCORE

/**
 * The first email address from an index on, with the scheme `mailto:` or `xmpp:` if that stands before it.
 * @param {string} text @param {number} from
 * @returns {{ start: number, end: number, hasScheme: boolean } | undefined}
 */
export function emailIn(text, from) {
    for (let at = text.indexOf('@', from); at >= 0; at = text.indexOf('@', from)) {
        let [start, scheme] = [at, '']
        while (start > from) {
            const found = schemeBefore(text, start, from)
            if (!found && !isOfName(text.charCodeAt(start - 1))) break
            scheme = found || scheme
            start -= 1
        }
        const end = start < at ? endOfEmail(text, at, scheme === 'xmpp:') : -1
        if (end > 0) return { start, end, hasScheme: scheme !== '' }
        from = at + 1
    }
    return undefined
}

/** The scheme that ends there and is a word. @param {string} text @param {number} end @param {number} from */
function schemeBefore(text, end, from) {
    if (text.charCodeAt(end - 1) !== COLON) return ''
    const isScheme = (/** @type {string} */ scheme) => {
        const start = end - scheme.length
        return start >= from && text.startsWith(scheme, start) &&
            !(start > from && isLetterOrDigit(text.charCodeAt(start - 1)))
    }
    return ['mailto:', 'xmpp:'].find(isScheme) ?? ''
}

/**
 * The index after an address; -1 if it is not an address.
 * @param {string} text @param {number} at the index of the at sign @param {boolean} mayHaveSlash
 */
function endOfEmail(text, at, mayHaveSlash) {
    let [end, dots] = [at + 1, 0]
    for (; end < text.length; end += 1) {
        const code = text.charCodeAt(end)
        if (code === AT) return -1
        if (code === FULL_STOP && isLetterOrDigit(text.charCodeAt(end + 1))) dots += 1
        else if (!isOfName(code) && !(code === SLASH && mayHaveSlash)) break
        else if (code === PLUS || code === FULL_STOP) break
    }
    const last = text.charCodeAt(end - 1)
    if (end - at < 2 || dots === 0 || !(isLetter(last) || last === FULL_STOP)) return -1
    return endWithoutSigns(text, at, end)
}
