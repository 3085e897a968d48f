// The words of a paragraph (CommonMark 0.29, chapter 6, with GitHub's strikethrough and bare links).

import { isBlank, isMark, run, skip, trimmedRight } from '../characters.js'
import { Autolinks, emailIn } from './autolinks.js'
import { Delimiters, flanks } from './emphasis.js'
import { htmlAt } from './html.js'
import { labelAt, lookUp, targetAt } from './links.js'
import { DEEPEST, TooDeep } from './nesting.js'
import { joined, Piece } from './pieces.js'
import { reference, withReferences } from './unescape.js'

/** @typedef {import('./pieces.js').Inline} Inline */
/** @typedef {import('./links.js').Definitions} Definitions */

/**
 * A bracket that may open a link or an image: whether it still may, whether another stands in it, and whether it
 * stands in others, which keep bare addresses from being links.
 * @typedef {{ piece: Piece, isImage: boolean, at: number, isActive: boolean, hasInner: boolean, inLink: boolean,
 *     inImage: boolean, bottom: import('./emphasis.js').Delimiter | undefined }} Bracket
 */

const [LONGEST_TICKS, BACKTICK] = [80, 96]
const URI = /^[A-Za-z][A-Za-z0-9.+-]{1,31}:[^\x00-\x20<>]*$/
const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
const EMAIL = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:[.]${LABEL})*$`)

const SPECIAL = new Set([...'\n`\\&<*_~[]!:w'].map((sign) => sign.charCodeAt(0)))

/** @param {number} code */
const isPlain = (code) => !SPECIAL.has(code)

/**
 * Reads the words of a paragraph, a heading or a cell in O(n).
 * @param {string} text @param {Definitions} definitions @param {number} depth of what contains them
 * @returns {Inline[]}
 * @throws {TooDeep}
 */
export function inlines(text, definitions, depth) {
    return withEmails(new Reader(trimmedRight(text), definitions).read(), depth, false)
}

/**
 * Makes links of email addresses, and words of links within links.
 * @param {Inline[]} inlines @param {number} depth @param {boolean} isLink @returns {Inline[]}
 */
function withEmails(inlines, depth, isLink) {
    if (depth > DEEPEST) throw new TooDeep()
    const result = inlines.flatMap((inline) => {
        if (inline.type === 'text' && !isLink) return emailsOf(inline.text)
        if (!('inlines' in inline)) return [inline]
        const inner = withEmails(inline.inlines, depth + 1, isLink || inline.type === 'link')
        return isLink && inline.type === 'link' ? inner : [{ ...inline, inlines: inner }]
    })
    return isLink ? joined(result) : result
}

/** @param {string} text @returns {Inline[]} */
function emailsOf(text) {
    /** @type {Inline[]} */
    const result = []
    let from = 0
    for (let found = emailIn(text, 0); found; found = emailIn(text, from)) {
        const words = text.slice(found.start, found.end)
        const address = found.hasScheme ? words : `mailto:${words}`
        result.push({ type: 'text', text: text.slice(from, found.start) })
        result.push({ type: 'link', inlines: [{ type: 'text', text: words }], address })
        from = found.end
    }
    return joined([...result, { type: 'text', text: text.slice(from) }])
}

class Reader {
    #at = 0
    #start = new Piece()
    #last = this.#start
    #delimiters = new Delimiters()
    /** @type {Bracket[]} */
    #brackets = []
    /** How many of the brackets a link was found in. */
    #settled = 0
    #text
    #definitions
    #autolinks
    /** What may still be read in vain, so that `<a <a <a` takes no time by the square of its length. */
    #patience
    /** Where a row of so many backticks was seen last. @type {number[]} */
    #ticks = []
    /** Whether all rows were seen. */
    #knowsTicks = false

    /** @param {string} text @param {Definitions} definitions */
    constructor(text, definitions) {
        this.#text = text
        this.#definitions = definitions
        this.#autolinks = new Autolinks(text)
        this.#patience = 1000 + 10 * text.length
    }

    read() {
        while (this.#at < this.#text.length) this.#readNext()
        this.#delimiters.close(undefined)
        return this.#start.take()
    }

    #readNext() {
        const sign = this.#text.charAt(this.#at)
        switch (sign) {
            case '\n':
                return void this.#push({ type: 'break' }, skip(this.#text, this.#at + 1, isBlank))
            case '`':
                return this.#code()
            case '\\':
                return this.#escape()
            case '&':
                return this.#reference()
            case '<':
                return this.#angle()
            case '*':
            case '_':
            case '~':
                return this.#delimiter(sign)
            case '[':
                return this.#open(1)
            case ']':
                return this.#close()
            case '!':
                return this.#text.charAt(this.#at + 1) === '[' && this.#text.charAt(this.#at + 2) !== '^'
                    ? this.#open(2)
                    : this.#add(1)
            case ':':
                return this.#bareAddress()
            case 'w':
                return this.#bareWeb()
            default:
                return this.#words()
        }
    }

    /** @param {Inline} inline @param {number} end */
    #push(inline, end) {
        this.#last = this.#last.insertAfter(inline)
        this.#at = end
        return this.#last
    }

    /** The next characters as they are. @param {number} count */
    #add(count) {
        const end = this.#at + count
        this.#push({ type: 'text', text: this.#text.slice(this.#at, end) }, end)
    }

    #words() {
        const end = skip(this.#text, this.#at + 1, isPlain)
        const text = this.#text.slice(this.#at, end)
        this.#push({ type: 'text', text: this.#text.charAt(end) === '\n' ? trimmedRight(text) : text }, end)
    }

    #escape() {
        const next = this.#text.charAt(this.#at + 1)
        if (next === '\n') return void this.#push({ type: 'break' }, this.#at + 2)
        if (!isMark(next.charCodeAt(0))) return this.#add(1)
        this.#push({ type: 'text', text: next }, this.#at + 2)
    }

    #reference() {
        const found = reference(this.#text, this.#at)
        if (found) this.#push({ type: 'text', text: found.character }, found.end)
        else this.#add(1)
    }

    #code() {
        const text = this.#text
        const length = run(text, this.#at, BACKTICK)
        const start = this.#at + length
        const close = length <= LONGEST_TICKS ? this.#ticksAfter(start, length) : -1
        if (close < 0) return this.#add(length)
        const code = text.slice(start, close).replaceAll('\n', ' ')
        const isPadded = code.startsWith(' ') && code.endsWith(' ') && /[^ ]/.test(code)
        this.#push({ type: 'code', text: isPadded ? code.slice(1, -1) : code }, close + length)
    }

    /**
     * The index of the next row of as many backticks, or -1. Each row is remembered, as libcmark-gfm does it, so that
     * rows without a counterpart take no time by the square of their number.
     * @param {number} from @param {number} length
     */
    #ticksAfter(from, length) {
        if (this.#knowsTicks && (this.#ticks[length] ?? 0) <= from) return -1
        for (let at = this.#text.indexOf('`', from); at >= 0;) {
            const count = run(this.#text, at, BACKTICK)
            this.#ticks[count] = at
            if (count === length) return at
            at = this.#text.indexOf('`', at + count)
        }
        this.#knowsTicks = true
        return -1
    }

    /** A link in angle brackets, or raw HTML. */
    #angle() {
        const text = this.#text
        if (this.#patience < 0) return this.#add(1)
        const inner = skip(text, this.#at + 1, (code) => code > 32 && code !== 60 && code !== 62)
        if (text.charAt(inner) === '>') {
            const address = text.slice(this.#at + 1, inner)
            const isEmail = EMAIL.test(address)
            const words = withReferences(address)
            if (isEmail || URI.test(address)) return this.#link(isEmail ? `mailto:${words}` : words, words, inner + 1)
        }
        const { end, read } = htmlAt(text, this.#at)
        if (end > 0) return void this.#push({ type: 'html', text: text.slice(this.#at, end) }, end)
        this.#patience -= read - this.#at
        this.#add(1)
    }

    /** @param {string} address @param {string} words @param {number} end */
    #link(address, words, end) {
        this.#push({ type: 'link', inlines: joined([{ type: 'text', text: words }]), address }, end)
    }

    /** @param {string} sign */
    #delimiter(sign) {
        const { length, opens, closes } = flanks(this.#text, this.#at)
        const at = this.#at
        /** @type {{ type: 'text', text: string }} */
        const words = { type: 'text', text: this.#text.slice(at, at + length) }
        const piece = this.#push(words, at + length)
        const isUsed = (opens || closes) && (sign !== '~' || length <= 2)
        if (isUsed) this.#delimiters.push({ sign, at, length, opens, closes, piece, words })
    }

    /** @param {1 | 2} length 2 of an image */
    #open(length) {
        const outer = this.#brackets.at(-1)
        if (outer) outer.hasInner = true
        const bottom = this.#delimiters.last
        this.#add(length)
        const isImage = length === 2
        this.#brackets.push({
            piece: this.#last,
            isImage,
            at: this.#at,
            isActive: true,
            hasInner: false,
            inLink: !isImage || Boolean(outer?.inLink),
            inImage: isImage || Boolean(outer?.inImage),
            bottom,
        })
    }

    #close() {
        const opener = this.#brackets.pop()
        this.#settled = Math.min(this.#settled, this.#brackets.length)
        const target = opener?.isActive && this.#target(opener)
        if (!opener || !target) return this.#add(1)
        this.#delimiters.close(opener.bottom)
        const { address, end } = target
        this.#last = opener.piece.wrap((inlines) => ({ type: opener.isImage ? 'image' : 'link', inlines, address }))
        opener.piece.remove()
        this.#at = end
        if (!opener.isImage) this.#settle()
    }

    /** No link stands in a link. */
    #settle() {
        for (const bracket of this.#brackets.slice(this.#settled)) {
            bracket.inImage = false
            bracket.isActive = bracket.isImage
        }
        this.#settled = this.#brackets.length
    }

    /** Where the brackets that close now lead. @param {Bracket} opener */
    #target(opener) {
        const [text, after] = [this.#text, this.#at + 1]
        const target = targetAt(text, after)
        if (target) return target
        const label = labelAt(text, after)
        const name = label?.label || (opener.hasInner ? '' : text.slice(opener.at, this.#at))
        const address = lookUp(this.#definitions, name)
        return address === undefined ? undefined : { address, end: label?.end ?? after }
    }

    /** Whether a bare address is a link here. */
    get #mayLink() {
        const bracket = this.#brackets.at(-1)
        return !bracket?.inLink && !bracket?.inImage
    }

    #bareAddress() {
        const link = this.#mayLink ? this.#autolinks.addressAt(this.#at) : undefined
        if (!link) return this.#add(1)
        const words = this.#text.slice(link.start, link.end)
        // Its scheme was read as words.
        const { inline } = this.#last
        if (inline?.type === 'text') inline.text = inline.text.slice(0, link.start - this.#at)
        this.#link(words, words, link.end)
    }

    #bareWeb() {
        const end = this.#mayLink ? this.#autolinks.webAt(this.#at) : undefined
        if (end === undefined) return this.#words()
        const words = this.#text.slice(this.#at, end)
        this.#link(`http://${words}`, words, end)
    }
}
