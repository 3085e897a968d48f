// Divides code into tokens: what a language's table says, in one pass from left to right.

import { isDigit, isLetter, isLetterOrDigit, isSpace } from '../characters.js'

/** @typedef {import('./languages.js').Language} Language */
/** @typedef {'comment' | 'string' | 'number' | 'keyword' | 'type' | 'name' | ''} Kind */
/** @typedef {{ kind: Kind, text: string }} Token */

/**
 * @param {string} text @param {Language} language
 * @returns {Token[]} all of the text, in O(n); no two plain tokens in a row
 */
export function tokens(text, language) {
    return new Scanner(text, language).scan()
}

/** The words of each language as sets. @type {WeakMap<Language, { keywords: Set<string>, types: Set<string> }>} */
const known = new WeakMap()

/** @param {Language} language */
function wordsOf(language) {
    const found = known.get(language) ?? {
        keywords: new Set(language.words?.split(' ')),
        types: new Set(language.types?.split(' ')),
    }
    known.set(language, found)
    return found
}

class Scanner {
    #at = 0
    /** Up to where tokens were given out. */
    #done = 0
    /** @type {Token[]} */
    #tokens = []
    /** Whether it is in a tag. */
    #isInTag = false
    /** The last sign that is not white space. */
    #last = ''

    /** @param {string} text @param {Language} language */
    constructor(text, language) {
        this.text = text
        this.language = language
        this.words = wordsOf(language)
    }

    scan() {
        while (this.#at < this.text.length) {
            const start = this.#at
            const kind = this.#next()
            if (kind) {
                this.#flush(start)
                this.#tokens.push({ kind, text: this.text.slice(start, this.#at) })
                this.#done = this.#at
            }
            const sign = this.text.charAt(this.#at - 1)
            if (!isSpace(sign.charCodeAt(0))) this.#last = sign
        }
        this.#flush(this.text.length)
        return this.#tokens
    }

    /** @param {number} end */
    #flush(end) {
        if (this.#done < end) this.#tokens.push({ kind: '', text: this.text.slice(this.#done, end) })
    }

    /** Takes what begins here, at least one character. @returns {Kind} */
    #next() {
        if (this.#comment()) return 'comment'
        if (this.language.isMarkup) return this.#markup()
        if (this.#string() || this.#pattern()) return 'string'
        const code = this.text.charCodeAt(this.#at)
        if (isDigit(code) || (code === 46 && isDigit(this.text.charCodeAt(this.#at + 1)))) return this.#number()
        if (this.language.marks?.includes(this.text.charAt(this.#at)) && this.#isOfWord(this.#at + 1)) {
            return this.#marked()
        }
        if (this.#isOfWord(this.#at)) return this.#word()
        this.#at += 1
        return ''
    }

    #comment() {
        const { comments = [], blocks = [], commentsAfterSpace, nests } = this.language
        const isAfterSpace = this.#at === 0 || isSpace(this.text.charCodeAt(this.#at - 1))
        if ((isAfterSpace || !commentsAfterSpace) && comments.some((open) => this.text.startsWith(open, this.#at))) {
            this.#skipLine()
            return true
        }
        const block = blocks.find(([open]) => this.text.startsWith(open, this.#at))
        if (block) this.#skipBlock(block, Boolean(nests))
        return Boolean(block)
    }

    #skipLine() {
        const end = this.text.indexOf('\n', this.#at)
        this.#at = end < 0 ? this.text.length : end
    }

    /** @param {[open: string, close: string]} block @param {boolean} nests */
    #skipBlock([open, close], nests) {
        let depth = 1
        this.#at += open.length
        while (this.#at < this.text.length && depth > 0) {
            if (this.text.startsWith(close, this.#at)) {
                depth -= 1
                this.#at += close.length
            } else if (nests && this.text.startsWith(open, this.#at)) {
                depth += 1
                this.#at += open.length
            } else this.#at += 1
        }
    }

    #string() {
        const { longTexts = [], texts = [], hasCharacters } = this.language
        const long = longTexts.find(([open]) => this.text.startsWith(open, this.#at))
        const quote = this.text.charAt(this.#at)
        if (long) this.#skipText(this.#at + long[0].length, long[1], true)
        else if (texts.includes(quote)) this.#skipText(this.#at + 1, quote, false)
        else if (hasCharacters && quote === "'" && this.#isCharacter()) this.#skipText(this.#at + 1, quote, false)
        else return false
        return true
    }

    /** Whether a quote begins a character, and not a lifetime or a prime. */
    #isCharacter() {
        const next = this.text.codePointAt(this.#at + 1) ?? 0
        return next === 92 || this.text.charAt(this.#at + (next > 0xffff ? 3 : 2)) === "'"
    }

    /**
     * A text without its end goes to the end of its line, or of the code.
     * @param {number} start @param {string} close @param {boolean} hasLines
     */
    #skipText(start, close, hasLines) {
        this.#at = start
        while (this.#at < this.text.length) {
            const sign = this.text.charAt(this.#at)
            if (sign === '\n' && !hasLines) return
            if (this.text.startsWith(close, this.#at)) return void (this.#at += close.length)
            this.#at += sign === '\\' && this.#at + 1 < this.text.length ? 2 : 1
        }
    }

    /** A regular expression stands where no value can be divided. */
    #pattern() {
        if (!this.language.hasPatterns || this.text.charAt(this.#at) !== '/' || !'(,=:[!&|?{};>'.includes(this.#last)) {
            return false
        }
        const start = this.#at
        this.#skipText(start + 1, '/', false)
        if (this.text.charAt(this.#at - 1) === '/' && this.#at > start + 1) return true
        this.#at = start
        return false
    }

    /** @returns {Kind} */
    #number() {
        while (this.#at < this.text.length) {
            const code = this.text.charCodeAt(this.#at)
            const isExponent = (code === 43 || code === 45) && /[eEpP]/.test(this.text.charAt(this.#at - 1))
            if (!isLetterOrDigit(code) && code !== 46 && code !== 95 && !isExponent) break
            this.#at += 1
        }
        return 'number'
    }

    /** @param {number} at */
    #isOfWord(at) {
        const code = this.text.charCodeAt(at)
        return isLetterOrDigit(code) || code === 95 || code > 127 ||
            Boolean(this.language.inWords?.includes(this.text.charAt(at)) && at < this.text.length)
    }

    #skipWord() {
        const start = this.#at
        while (this.#isOfWord(this.#at)) this.#at += 1
        return this.text.slice(start, this.#at)
    }

    /** @returns {Kind} */
    #marked() {
        this.#at += 1
        this.#skipWord()
        return 'name'
    }

    /** @returns {Kind} */
    #word() {
        const word = this.#skipWord()
        const name = this.language.hasAnyCase ? word.toLowerCase() : word
        if (this.words.keywords.has(name)) return 'keyword'
        if (this.words.types.has(name)) return 'type'
        if (this.language.hasCapitalTypes && /^[A-Z]/.test(word)) return 'type'
        return this.language.hasProperties && this.text.charAt(this.#at) === ':' ? 'keyword' : ''
    }

    /** @returns {Kind} */
    #markup() {
        const next = this.text.charCodeAt(this.#at + 1)
        const sign = this.text.charAt(this.#at)
        if (!this.#isInTag && sign === '<' && (isLetter(next) || next === 47 || next === 33)) {
            this.#isInTag = true
            this.#at += next === 47 || next === 33 ? 2 : 1
            this.#skipWord()
            return 'keyword'
        }
        if (this.#isInTag && sign === '>') {
            this.#isInTag = false
            this.#at += 1
            return 'keyword'
        }
        if (this.#isInTag && this.#string()) return 'string'
        if (this.#isInTag && this.#isOfWord(this.#at)) {
            this.#skipWord()
            return 'type'
        }
        this.#at += 1
        return ''
    }
}
