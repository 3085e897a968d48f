// The blocks of a text: what contains what, line by line (CommonMark 0.29, chapters 3 to 5, with GitHub's tables and
// task lists).

import { isBlank, isDigit, isSpace, run, skip, trimmed, trimmedRight } from '../characters.js'
import { Block, isTight } from './block.js'
import { blockAt } from './html.js'
import { Line } from './lines.js'
import { takeDefinitions } from './links.js'
import { DEEPEST, TooDeep } from './nesting.js'
import { alignments, cells, withoutEscapes } from './tables.js'
import { unescaped } from './unescape.js'

/** @typedef {import('./block.js').Type} Type */
/** @typedef {import('./block.js').Marking} Marking */

const HASH = 35
const INDENT = 4
const LONGEST_NUMBER = 9
const LONGEST_FENCE = 255

/**
 * Reads the blocks of a text in O(n).
 * @param {string} text
 * @returns {{ document: Block, definitions: import('./links.js').Definitions }}
 * @throws {TooDeep}
 */
export function blocks(text) {
    const reader = new BlockReader()
    const lines = text.replaceAll('\0', '\ufffd').split(/\r\n|\n|\r/)
    if (lines.at(-1) === '') lines.pop()
    lines.forEach((line, number) => reader.read(number === 0 && line.startsWith('\ufeff') ? line.slice(1) : line, number))
    reader.end()
    return reader
}

class BlockReader {
    document = new Block('document', undefined, 0, 0)
    /** @type {import('./links.js').Definitions} */
    definitions = new Map()
    /** The innermost open block. */
    #current = this.document
    #number = 0
    #line = new Line('')

    end() {
        while (this.#current !== this.document) this.#current = this.#finish(this.#current)
        this.#finish(this.document)
    }

    /** @param {string} text without its line break @param {number} number */
    read(text, number) {
        this.#number = number
        this.#line = new Line(text)
        const { matched, isWhole, isFenceEnd } = this.#continued()
        if (isFenceEnd) return
        const container = this.#begun(matched, isWhole)
        this.#addRest(container, matched)
    }

    /** The innermost of the open blocks that a line goes on with. */
    #continued() {
        let block = this.document
        for (let inner = block.last; inner?.isOpen; inner = block.last) {
            const match = this.#goesOn(inner)
            if (match === 'end') {
                this.#current = this.#finish(inner)
                return { matched: block, isWhole: false, isFenceEnd: true }
            }
            if (!match) return { matched: block, isWhole: false, isFenceEnd: false }
            block = inner
        }
        return { matched: block, isWhole: true, isFenceEnd: false }
    }

    /** @param {Block} block @returns {boolean | 'end'} */
    #goesOn(block) {
        const line = this.#line
        switch (block.type) {
            case 'quote':
                return line.takeQuote()
            case 'item':
                if (line.indent >= block.indent) return line.advance(block.indent)
                return line.isEmpty && block.children.length > 0 && line.advance(line.indent)
            case 'code':
                return block.fence ? this.#fenceGoesOn(block.fence) : line.takeIndent()
            case 'html':
                return block.end !== undefined || !line.isEmpty
            case 'paragraph':
                return !line.isEmpty
            case 'table':
                return cells(line.text, line.next).length > 0
            default:
                return block.type === 'list' || block.type === 'rule'
        }
    }

    /** @param {{ sign: number, length: number, indent: number }} fence @returns {true | 'end'} */
    #fenceGoesOn({ sign, length, indent }) {
        const line = this.#line
        const count = line.indent < INDENT ? run(line.text, line.next, sign) : 0
        if (count >= 3 && count >= length && skip(line.text, line.next + count, isBlank) === line.text.length) {
            return 'end'
        }
        line.advance(Math.min(indent, line.indent))
        return true
    }

    /** Opens the blocks that begin in a line. Returns the innermost. @param {Block} matched @param {boolean} isWhole */
    #begun(matched, isWhole) {
        const line = this.#line
        let container = matched
        let mayBeLazy = this.#current.type === 'paragraph'
        while (container.type !== 'code' && container.type !== 'html') {
            const isIndented = line.indent >= INDENT
            if (isIndented && (mayBeLazy || line.isEmpty)) break
            const begun = isIndented ? this.#indentedCode(container) : this.#beginning(container, isWhole)
            if (!begun) break
            container = begun
            if (container.takesLines || container.type === 'rule' || container.type === 'table') break
            mayBeLazy = false
        }
        return container
    }

    /** @param {Block} container */
    #indentedCode(container) {
        this.#line.advance(INDENT)
        return this.#add(container, 'code')
    }

    /**
     * What begins at the first character of a line.
     * @param {Block} container @param {boolean} isWhole @returns {Block | undefined}
     */
    #beginning(container, isWhole) {
        const line = this.#line
        if (line.takeQuote()) return this.#add(container, 'quote')
        return this.#heading(container) ?? this.#fence(container) ?? this.#html(container) ??
            this.#underline(container) ??
            this.#rule(container, isWhole) ?? this.#item(container) ?? this.#table(container) ?? this.#task(container)
    }

    /** @param {Block} container */
    #heading(container) {
        const { text, next } = this.#line
        const level = run(text, next, HASH)
        const start = skip(text, next + level, isBlank)
        if (level < 1 || level > 6 || (start === next + level && start < text.length)) return undefined
        const block = this.#add(container, 'heading')
        block.level = level
        let words = trimmedRight(text.slice(start))
        let end = words.length
        while (end > 0 && words.charCodeAt(end - 1) === HASH) end -= 1
        if (end < words.length && (end === 0 || isBlank(words.charCodeAt(end - 1)))) words = words.slice(0, end)
        block.lines.push(words)
        this.#line.takeAll()
        return block
    }

    /** @param {Block} container */
    #fence(container) {
        const { text, next, margin } = this.#line
        const sign = text.charCodeAt(next)
        if (sign !== 96 && sign !== 126) return undefined
        const length = run(text, next, sign)
        const info = text.slice(next + length)
        if (length < 3 || (sign === 96 && info.includes('`'))) return undefined
        const block = this.#add(container, 'code')
        block.fence = { sign, length: Math.min(length, LONGEST_FENCE), indent: margin }
        block.info = trimmed(unescaped(info))
        this.#line.takeAll()
        return block
    }

    /** @param {Block} container */
    #html(container) {
        const found = blockAt(this.#line.text, this.#line.next, container.type !== 'paragraph')
        if (!found) return undefined
        const block = this.#add(container, 'html')
        block.end = found.end
        return block
    }

    /** The line below the words of a heading. @param {Block} container */
    #underline(container) {
        const { text, next } = this.#line
        const sign = text.charAt(next)
        if (container.type !== 'paragraph' || (sign !== '=' && sign !== '-')) return undefined
        if (skip(text, next + run(text, next, text.charCodeAt(next)), isBlank) < text.length) return undefined
        if (this.#resolve(container)) {
            container.type = 'heading'
            container.level = sign === '=' ? 1 : 2
            this.#line.takeAll()
        }
        return container
    }

    /** @param {Block} container @param {boolean} isWhole */
    #rule(container, isWhole) {
        const { text, next } = this.#line
        const sign = text.charAt(next)
        if ((sign !== '*' && sign !== '-' && sign !== '_') || (container.type === 'paragraph' && !isWhole)) {
            return undefined
        }
        if (this.#line.isNoRuleAt(next)) return undefined
        let count = 0
        for (let at = next; at < text.length; at += 1) {
            if (text.charAt(at) === sign) count += 1
            else if (!isBlank(text.charCodeAt(at))) return this.#line.noRule(at)
        }
        if (count < 3) return this.#line.noRule(text.length)
        this.#line.takeAll()
        return this.#add(container, 'rule')
    }

    /** @param {Block} container */
    #item(container) {
        const line = this.#line
        const marking = markingAt(line.text, line.next, container.type === 'paragraph')
        if (!marking) return undefined
        const before = line.indent
        line.advance(before)
        line.advance(marking.width)
        const space = line.indent
        const isCode = space > INDENT || space < 1 || line.isEmpty
        line.advance(isCode ? Math.min(space, 1) : space)
        const isSame = container.type === 'list' && container.marking?.sign === marking.sign
        const list = isSame ? container : this.#add(container, 'list')
        if (!isSame) list.marking = { sign: marking.sign, start: marking.start }
        const item = this.#add(list, 'item')
        item.indent = before + marking.width + (isCode ? 1 : space)
        return item
    }

    /**
     * A row of hyphens makes a table of the last line of a paragraph; a row goes to its table.
     * @param {Block} container
     */
    #table(container) {
        const { text, next } = this.#line
        if (container.type === 'table') {
            container.rows.push(cells(text, next))
            this.#line.takeAll()
            return container
        }
        if (container.type !== 'paragraph') return undefined
        const columns = alignments(text, next)
        const head = columns && cells(trimmedRight(container.lines.at(-1) ?? ''), 0)
        if (!head || head.length !== columns.length) return container
        const above = container.lines.slice(0, -1)
        if (above.length > 0 && container.parent) {
            const paragraph = new Block('paragraph', container.parent, container.line, container.depth)
            paragraph.isOpen = false
            paragraph.lines = [trimmed(withoutEscapes(above.join('')))]
            container.parent.children.splice(-1, 0, paragraph)
        }
        container.type = 'table'
        container.lines = []
        container.alignments = columns
        container.rows = [head]
        this.#line.takeAll()
        return container
    }

    /**
     * The box of a task, at the beginning of an item. Any `[x]` on the line ticks it, as in libcmark-gfm.
     * @param {Block} container
     */
    #task(container) {
        const { text } = this.#line
        if (container.type !== 'item' || !/^[ \t]*(?:[-+*]|[0-9]+.)[ \t]+\[[ xX]\][ \t]/.test(text)) return undefined
        container.isDone = /\[[xX]\]/.test(text)
        this.#line.advance(3)
        return undefined
    }

    /**
     * Adds a block, in the nearest block that may contain it.
     * @param {Block} parent @param {Type} type
     */
    #add(parent, type) {
        while (!parent.mayContain(type)) parent = this.#finish(parent)
        const isNested = parent.type === 'quote' || parent.type === 'item'
        const block = new Block(type, parent, this.#number, parent.depth + (isNested ? 1 : 0))
        if (block.depth >= DEEPEST) throw new TooDeep()
        parent.children.push(block)
        return block
    }

    /** What is left of a line belongs to the innermost block. @param {Block} container @param {Block} matched */
    #addRest(container, matched) {
        const line = this.#line
        const isEmpty = line.isEmpty
        if (isEmpty && container.last) container.last.endsEmpty = true
        container.endsEmpty = isEmpty && this.#mayEndEmpty(container)
        for (let outer = container.parent; outer; outer = outer.parent) outer.endsEmpty = false

        if (this.#current !== matched && container === matched && !isEmpty && this.#current.type === 'paragraph') {
            this.#current.lines.push(`${line.rest}\n`)
            return
        }
        while (this.#current !== matched) this.#current = this.#finish(this.#current)
        if (container.type === 'code') {
            if (!container.fence || container.line < this.#number) container.lines.push(`${line.rest}\n`)
        } else if (container.type === 'html') {
            container.lines.push(`${line.rest}\n`)
            if (container.end?.test(line.words)) container = this.#finish(container)
        } else if (!isEmpty) {
            if (!container.takesLines) container = this.#add(container, 'paragraph')
            container.lines.push(`${line.words}\n`)
        }
        this.#current = container
    }

    /** Whether an empty line that it takes may make a list loose. @param {Block} block */
    #mayEndEmpty(block) {
        switch (block.type) {
            case 'item':
                return block.children.length > 0 || block.line < this.#number
            case 'table':
                return block.rows.length === 1
            case 'code':
                return !block.fence
            default:
                return block.type !== 'quote' && block.type !== 'heading' && block.type !== 'rule'
        }
    }

    /** Closes a block. Returns what contains it. @param {Block} block */
    #finish(block) {
        block.isOpen = false
        const parent = block.parent ?? this.document
        if (block.type === 'paragraph' && !this.#resolve(block)) {
            parent.children.splice(parent.children.lastIndexOf(block), 1)
        }
        if (block.type === 'code' && !block.fence) {
            while (/^[ \t\n]*$/.test(block.lines.at(-1) ?? 'end')) {
                block.lines.pop()
            }
        }
        if (block.type === 'list') block.isTight = isTight(block)
        return parent
    }

    /** Takes the definitions out of a paragraph. Returns whether something is left. @param {Block} block */
    #resolve(block) {
        const { text } = block
        const start = takeDefinitions(text, this.definitions)
        if (start > 0) block.lines = [text.slice(start)]
        return trimmed(block.text) !== ''
    }
}

/**
 * The mark of an item, and its width.
 * @param {string} text @param {number} at @param {boolean} interrupts whether a paragraph stands above: fewer marks end that
 * @returns {(Marking & { width: number }) | undefined}
 */
function markingAt(text, at, interrupts) {
    const digits = Math.min(skip(text, at, isDigit) - at, LONGEST_NUMBER)
    const sign = text.charAt(at + digits)
    if (!sign || !(digits > 0 ? '.)' : '-+*').includes(sign)) return undefined
    const end = at + digits + 1
    if (end < text.length && !isSpace(text.charCodeAt(end))) return undefined
    const start = digits > 0 ? Number(text.slice(at, at + digits)) : null
    if (interrupts && ((start ?? 1) !== 1 || skip(text, end, isBlank) === text.length)) return undefined
    return { sign, start, width: digits + 1 }
}
