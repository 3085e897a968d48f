// Classes of characters, by their codes, as CommonMark names them.

/** Space, tab, line feed, vertical tab, form feed, carriage return. @param {number} code */
export const isSpace = (code) => code === 32 || (code >= 9 && code <= 13)

/** Space and tab. @param {number} code */
export const isBlank = (code) => code === 32 || code === 9

/** @param {number} code */
export const isDigit = (code) => code >= 48 && code <= 57

/** @param {number} code */
export const isLetter = (code) => (code >= 65 && code <= 90) || (code >= 97 && code <= 122)

/** @param {number} code */
export const isLetterOrDigit = (code) => isLetter(code) || isDigit(code)

/** ASCII punctuation, which a backslash escapes. @param {number} code */
export const isMark = (code) => code > 32 && code < 127 && !isLetterOrDigit(code)

/** White space for emphasis: also that of other scripts. @param {string} character one code point */
export const isWhite = (character) => /^[\p{Zs}\t\n\f\r]/u.test(character)

/** Punctuation for emphasis: also that of other scripts. @param {string} character one code point */
export const isPunctuation = (character) => isMark(character.charCodeAt(0)) || /^\p{P}/u.test(character)

/** The code point that begins at an index; empty beyond the end. @param {string} text @param {number} at */
export function characterAt(text, at) {
    const code = text.codePointAt(at)
    return code === undefined ? '' : String.fromCodePoint(code)
}

/** The code point that ends before an index. @param {string} text @param {number} at */
export function characterBefore(text, at) {
    const isPair = at > 1 && (text.charCodeAt(at - 1) & 0xfc00) === 0xdc00 &&
        (text.charCodeAt(at - 2) & 0xfc00) === 0xd800
    return text.slice(isPair ? at - 2 : Math.max(at - 1, 0), at)
}

/**
 * The first index from `at` on whose character is not of a class.
 * @param {string} text @param {number} at @param {(code: number) => boolean} isOf
 */
export function skip(text, at, isOf) {
    while (at < text.length && isOf(text.charCodeAt(at))) at += 1
    return at
}

/** How often a character stands in a row. @param {string} text @param {number} at @param {number} code */
export function run(text, at, code) {
    let end = at
    while (text.charCodeAt(end) === code) end += 1
    return end - at
}

/** Without the ASCII white space at both ends. @param {string} text */
export function trimmed(text) {
    let [start, end] = [0, text.length]
    while (start < end && isSpace(text.charCodeAt(start))) start += 1
    while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1
    return text.slice(start, end)
}

/** Without the ASCII white space at its end. @param {string} text */
export function trimmedRight(text) {
    let end = text.length
    while (end > 0 && isSpace(text.charCodeAt(end - 1))) end -= 1
    return text.slice(0, end)
}
