// A block of a text while it is read.

/**
 * @typedef {'document' | 'quote' | 'list' | 'item' | 'paragraph' | 'heading' | 'code' | 'html' | 'rule' | 'table'} Type
 */

/**
 * How the items of a list are marked: `-`, `+`, `*`, `.` or `)`, and the first number.
 * @typedef {{ sign: string, start: number | null }} Marking
 */

export class Block {
    /** @type {Block[]} */
    children = []
    isOpen = true
    /** Whether its last line is empty, by which a list is loose. */
    endsEmpty = false
    /** The lines of a paragraph, of code or of HTML, each with its line break. @type {string[]} */
    lines = []
    level = 0
    info = ''
    /** Of fenced code. @type {{ sign: number, length: number, indent: number } | undefined} */
    fence
    /** Of HTML; undefined if it goes to an empty line. @type {RegExp | undefined} */
    end
    /** @type {Marking | undefined} */
    marking
    /** How far the text of an item is indented. */
    indent = 0
    isTight = true
    /** Of a task. @type {boolean | null} */
    isDone = null
    /** @type {import('./tables.js').Alignment[]} */
    alignments = []
    /** @type {string[][]} */
    rows = []

    /** @param {Type} type @param {Block | undefined} parent @param {number} line @param {number} depth */
    constructor(type, parent, line, depth) {
        this.type = type
        this.parent = parent
        this.line = line
        this.depth = depth
    }

    get last() {
        return this.children.at(-1)
    }

    get text() {
        return this.lines.join('')
    }

    /** @param {Type} type */
    mayContain(type) {
        if (this.type === 'list') return type === 'item'
        return (this.type === 'document' || this.type === 'quote' || this.type === 'item') && type !== 'item'
    }

    get takesLines() {
        return this.type === 'paragraph' || this.type === 'heading' || this.type === 'code' || this.type === 'html'
    }
}

/** @param {Block} list */
export function isTight(list) {
    return list.children.every((item, index) => {
        const isLast = index === list.children.length - 1
        if (item.endsEmpty && !isLast) return false
        return item.children.every((block, place) => (isLast && place === item.children.length - 1) || !endsEmpty(block))
    })
}

/** Whether it, or what stands last in it, ends with an empty line. @param {Block} block @returns {boolean} */
function endsEmpty(block) {
    return (block.type === 'list' || block.type === 'item') && block.last ? endsEmpty(block.last) : block.endsEmpty
}
