// Character references and backslashes (CommonMark 0.29, chapters 2.4 and 6.1).

import { isLetterOrDigit, isMark } from '../characters.js'
import { named } from './entities.js'

const [AMPERSAND, BACKSLASH, SEMICOLON, HASH] = [38, 92, 59, 35]
/** No name is longer. */
const LONGEST = 32

/**
 * The character that a reference such as `&amp;` or `&#38;` stands for, and the index after it; undefined if there is
 * none.
 * @param {string} text @param {number} at the index of the ampersand
 * @returns {{ character: string, end: number } | undefined}
 */
export function reference(text, at) {
    const start = text.charCodeAt(at + 1) === HASH ? at + 2 : at + 1
    let end = start
    while (end - at <= LONGEST && isLetterOrDigit(text.charCodeAt(end))) end += 1
    if (text.charCodeAt(end) !== SEMICOLON) return undefined
    const name = text.slice(at + 1, end)
    const character = start === at + 2 ? numbered(name) : named(name)
    return character === undefined ? undefined : { character, end: end + 1 }
}

/** @param {string} name such as `#38` or `#x26` */
function numbered(name) {
    const isHexadecimal = (name.charCodeAt(1) | 32) === 120
    const digits = name.slice(isHexadecimal ? 2 : 1)
    if (!(isHexadecimal ? /^[0-9a-f]{1,8}$/i : /^[0-9]{1,8}$/).test(digits)) return undefined
    const code = parseInt(digits, isHexadecimal ? 16 : 10)
    const isCharacter = code > 0 && code < 0x110000 && !(code >= 0xd800 && code < 0xe000)
    return String.fromCodePoint(isCharacter ? code : 0xfffd)
}

/** With the characters that references stand for. @param {string} text */
export function withReferences(text) {
    let [result, at] = ['', 0]
    while (at < text.length) {
        const found = text.charCodeAt(at) === AMPERSAND ? reference(text, at) : undefined
        result += found?.character ?? text.charAt(at)
        at = found?.end ?? at + 1
    }
    return result
}

/** Also without backslashes before punctuation, as in the address of a link. @param {string} text */
export const unescaped = (text) => withoutBackslashes(withReferences(text))

/** @param {string} text */
function withoutBackslashes(text) {
    if (!text.includes('\\')) return text
    let result = ''
    for (let at = 0; at < text.length; at += 1) {
        if (text.charCodeAt(at) === BACKSLASH && isMark(text.charCodeAt(at + 1))) at += 1
        result += text.charAt(at)
    }
    return result
}
