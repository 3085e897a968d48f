// A line of a text, and how much of it was taken, in columns: a tab reaches to the next multiple of four.

import { isBlank } from '../characters.js'

const TAB = 9

/** @param {number} column */
const widthOfTab = (column) => 4 - (column % 4)

export class Line {
    #at = 0
    #column = 0
    /** Whether the tab at this place was taken in part. */
    #isInTab = false
    #nextColumn = 0
    /** Up to where the line is known to be no rule. */
    #noRule = 0
    /** The index of the first character that is not white space. */
    next = 0

    /** @param {string} text without its line break */
    constructor(text) {
        this.text = text
        this.#measure()
    }

    #measure() {
        if (this.next > this.#at) return
        this.next = this.#at
        this.#nextColumn = this.#column
        while (isBlank(this.text.charCodeAt(this.next))) {
            this.#nextColumn += this.text.charCodeAt(this.next) === TAB ? widthOfTab(this.#nextColumn) : 1
            this.next += 1
        }
    }

    /** How many columns of white space come first. */
    get indent() {
        return this.#nextColumn - this.#column
    }

    /** How many characters of white space come first. */
    get margin() {
        return this.next - this.#at
    }

    get isEmpty() {
        return this.next >= this.text.length
    }

    /** What is left, with the rest of a tab as spaces. */
    get rest() {
        const spaces = this.#isInTab ? widthOfTab(this.#column) : 0
        return ' '.repeat(spaces) + this.text.slice(this.#at + (this.#isInTab ? 1 : 0))
    }

    /** What is left, without the white space before it. */
    get words() {
        return this.text.slice(this.next)
    }

    /** Takes columns. @param {number} columns @returns {true} */
    advance(columns) {
        while (columns > 0 && this.#at < this.text.length) {
            const width = this.text.charCodeAt(this.#at) === TAB ? widthOfTab(this.#column) : 1
            this.#isInTab = width > columns
            this.#column += Math.min(width, columns)
            columns -= width
            if (!this.#isInTab) this.#at += 1
        }
        this.#measure()
        return true
    }

    takeAll() {
        this.#at = this.next = this.text.length
        this.#isInTab = false
        this.#nextColumn = this.#column
    }

    /** Takes the mark of a quote and a space after it. */
    takeQuote() {
        if (this.indent >= 4 || this.text.charAt(this.next) !== '>') return false
        this.advance(this.indent + 1)
        if (isBlank(this.text.charCodeAt(this.#at))) this.advance(1)
        return true
    }

    /** Takes the white space before indented code. An empty line has enough of it. */
    takeIndent() {
        if (this.indent < 4 && !this.isEmpty) return false
        return this.advance(Math.min(this.indent, 4))
    }

    /** @param {number} at */
    isNoRuleAt(at) {
        return this.#noRule > at
    }

    /** Remembers that what begins before an index is not a rule. @param {number} at @returns {undefined} */
    noRule(at) {
        this.#noRule = at
    }
}
