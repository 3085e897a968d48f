// Where raw HTML begins and ends (CommonMark 0.29, chapters 4.6 and 6.8). It is only ever shown as its source.

import { isDigit, isLetter, isLetterOrDigit, isSpace, skip } from '../characters.js'

const [EXCLAMATION, QUOTE, APOSTROPHE, HYPHEN, FULL_STOP, SLASH, COLON] = [33, 34, 39, 45, 46, 47, 58]
const [LESS, EQUALS, GREATER, QUESTION, BRACKET, UNDERSCORE, BACKTICK] = [60, 61, 62, 63, 93, 95, 96]
const [UPPER_A, UPPER_Z] = [65, 90]

/** @param {number} code */
const isOfTagName = (code) => isLetterOrDigit(code) || code === HYPHEN
/** @param {number} code */
const beginsName = (code) => isLetter(code) || code === UNDERSCORE || code === COLON
/** @param {number} code */
const isOfName = (code) => beginsName(code) || isDigit(code) || code === FULL_STOP || code === HYPHEN
/** @param {number} code */
const isOfValue = (code) =>
    !isSpace(code) && code !== QUOTE && code !== APOSTROPHE && code !== EQUALS && code !== LESS && code !== GREATER &&
    code !== BACKTICK

/**
 * Where raw HTML ends, or -1 and how far one had to read to know that it is not HTML.
 * @typedef {{ end: number, read: number }} Found
 */

/** @param {number} read @returns {Found} */
const none = (read) => ({ end: -1, read })

/**
 * An opening or closing tag.
 * @param {string} text @param {number} at the index of `<` @returns {Found}
 */
export function tagAt(text, at) {
    const isClosing = text.charCodeAt(at + 1) === SLASH
    let end = at + (isClosing ? 2 : 1)
    if (!isLetter(text.charCodeAt(end))) return none(end)
    end = skip(text, end, isOfTagName)
    while (!isClosing) {
        const name = skip(text, end, isSpace)
        if (name === end || !beginsName(text.charCodeAt(name))) break
        end = skip(text, name, isOfName)
        const value = endOfValue(text, end)
        if (value < 0) return none(-value)
        end = value
    }
    end = skip(text, end, isSpace)
    if (!isClosing && text.charCodeAt(end) === SLASH) end += 1
    return text.charCodeAt(end) === GREATER ? { end: end + 1, read: end } : none(end)
}

/**
 * The index after `= value`; the given index without a value; a negative number if the value does not end.
 * @param {string} text @param {number} at
 */
function endOfValue(text, at) {
    const sign = skip(text, at, isSpace)
    if (text.charCodeAt(sign) !== EQUALS) return at
    const start = skip(text, sign + 1, isSpace)
    const quote = text.charCodeAt(start)
    if (quote === QUOTE || quote === APOSTROPHE) {
        const close = text.indexOf(text.charAt(start), start + 1)
        return close < 0 ? -text.length : close + 1
    }
    const end = skip(text, start, isOfValue)
    return end > start ? end : -start - 1
}

/**
 * Any raw HTML within a paragraph: a tag, a comment, an instruction, a declaration, a CDATA section.
 * @param {string} text @param {number} at the index of `<` @returns {Found}
 */
export function htmlAt(text, at) {
    const code = text.charCodeAt(at + 1)
    if (code === QUESTION) return sectionAt(text, at + 2, QUESTION, 1)
    if (code !== EXCLAMATION) return tagAt(text, at)
    if (text.startsWith('--', at + 2)) return commentAt(text, at)
    if (text.startsWith('[CDATA[', at + 2)) return sectionAt(text, at + 9, BRACKET, 2)
    const name = skip(text, at + 2, (code) => code >= UPPER_A && code <= UPPER_Z)
    if (name === at + 2 || !isSpace(text.charCodeAt(name))) return none(name)
    const end = text.indexOf('>', name)
    return end < 0 ? none(text.length) : { end: end + 1, read: end }
}

/** @param {string} text @param {number} at @returns {Found} */
function commentAt(text, at) {
    if (text.startsWith('-->', at + 4)) return { end: at + 7, read: at + 7 }
    const hyphens = text.indexOf('--', at + 4)
    if (hyphens < 0) return none(text.length)
    const isComment = text.charCodeAt(at + 4) !== GREATER && !text.startsWith('->', at + 4) && hyphens > at + 4
    return isComment && text.charCodeAt(hyphens + 2) === GREATER ? { end: hyphens + 3, read: hyphens } : none(hyphens)
}

/**
 * What ends with some of one sign and a `>`. Signs are read in groups, so that `<???>` has no end.
 * @param {string} text @param {number} at @param {number} sign @param {number} count how many @returns {Found}
 */
function sectionAt(text, at, sign, count) {
    let end = at
    while (end < text.length) {
        let signs = 0
        while (signs < count && text.charCodeAt(end + signs) === sign) signs += 1
        if (signs === count && text.charCodeAt(end + count) === GREATER) return { end: end + count + 1, read: end }
        end += signs + 1
    }
    return none(text.length)
}

const BLOCK_NAMES =
    'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|' +
    'dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h1|h2|h3|h4|h5|h6|head|header|hr|html|iframe|legend|li|' +
    'link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|section|source|title|summary|table|tbody|td|tfoot|th|' +
    'thead|tr|track|ul'

/**
 * How an HTML block begins and ends; one without an end goes to an empty line.
 * @type {{ begin: RegExp, end?: RegExp }[]}
 */
const BLOCKS = [
    { begin: /^<(?:script|pre|style)(?:\s|>|$)/i, end: /<\/(?:script|pre|style)>/i },
    { begin: /^<!--/, end: /-->/ },
    { begin: /^<\?/, end: /\?>/ },
    { begin: /^<![A-Z]/, end: />/ },
    { begin: /^<!\[CDATA\[/i, end: /\]\]>/ },
    { begin: new RegExp(`^</?(?:${BLOCK_NAMES})(?:\\s|/?>|$)`, 'i') },
]

/** Of a block whose first line is nothing but a tag. @type {{ end?: RegExp }} */
const TAG_ALONE = {}

/**
 * The kind of HTML block that begins with a line.
 * @param {string} line @param {number} at the index of its first character
 * @param {boolean} mayBeTag whether any tag that stands alone begins a block, as where no paragraph goes on
 * @returns {{ end?: RegExp } | undefined}
 */
export function blockAt(line, at, mayBeTag) {
    if (line.charCodeAt(at) !== LESS) return undefined
    const beginning = line.slice(at, at + 20)
    const found = BLOCKS.find(({ begin }) => begin.test(beginning))
    if (found || !mayBeTag) return found
    const { end } = tagAt(line, at)
    return end >= 0 && skip(line, end, isSpace) === line.length ? TAG_ALONE : undefined
}
