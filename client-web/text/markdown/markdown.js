// A text in Markdown as a tree: CommonMark 0.29 with GitHub's tables, task lists, strikethrough and bare links, as the
// terminal reads it through libcmark-gfm. Each step is linear in the length of the text.

import { blocks } from './blocks.js'
import { inlines } from './inlines.js'
import { Maths } from './maths.js'
import { TooDeep } from './nesting.js'

/** @typedef {import('./pieces.js').Inline} Inline */

/**
 * @typedef {{ type: 'paragraph', inlines: Inline[] }
 *     | { type: 'heading', level: number, inlines: Inline[] }
 *     | { type: 'code', info: string, text: string }
 *     | { type: 'quote', blocks: Tree }
 *     | { type: 'list', start: number | null, isTight: boolean, items: { isDone: boolean | null, blocks: Tree }[] }
 *     | { type: 'table', alignments: import('./tables.js').Alignment[], rows: Inline[][][] }
 *     | { type: 'rule' }
 *     | { type: 'verbatim', text: string }} Node
 * A list without a start has bullets. The first row of a table is its head. Verbatim is HTML, and a text that is nested
 * too deep.
 * @typedef {Node[]} Tree
 */

/**
 * The tree of a text with formulas, `$...$`.
 * @param {string} text
 * @returns {Tree}
 */
export function read(text) {
    const maths = new Maths(text)
    const tree = parse(maths.source)
    return maths.source === text ? tree : tree.map((node) => withMaths(node, maths))
}

/**
 * The tree of a text in which a dollar sign is a character like others.
 * @param {string} text
 * @returns {Tree} all of the text verbatim if quotes, lists and emphasis in it are nested more than 24 deep
 */
export function parse(text) {
    try {
        const { document, definitions } = blocks(text)
        return treeOf(document, definitions)
    } catch (error) {
        if (error instanceof TooDeep) return [{ type: 'verbatim', text }]
        throw error
    }
}

/** @param {import('./block.js').Block} parent @param {import('./links.js').Definitions} definitions @returns {Tree} */
function treeOf(parent, definitions) {
    return parent.children.map((block) => {
        const words = () => inlines(block.text, definitions, block.depth + 1)
        switch (block.type) {
            case 'paragraph':
                return { type: 'paragraph', inlines: words() }
            case 'heading':
                return { type: 'heading', level: block.level, inlines: words() }
            case 'code':
                return { type: 'code', info: block.info, text: block.text }
            case 'quote':
                return { type: 'quote', blocks: treeOf(block, definitions) }
            case 'list':
                return {
                    type: 'list',
                    start: block.marking?.start ?? null,
                    isTight: block.isTight,
                    items: block.children.map((item) => ({ isDone: item.isDone, blocks: treeOf(item, definitions) })),
                }
            case 'table': {
                const columns = block.alignments.length
                const rows = block.rows.map((row) =>
                    row.slice(0, columns).map((cell) => inlines(cell, definitions, block.depth + 1))
                )
                return { type: 'table', alignments: block.alignments, rows }
            }
            case 'rule':
                return { type: 'rule' }
            default:
                return { type: 'verbatim', text: block.text }
        }
    })
}

/** @param {Node} node @param {Maths} maths @returns {Node} */
function withMaths(node, maths) {
    switch (node.type) {
        case 'paragraph':
        case 'heading':
            return { ...node, inlines: mathsIn(node.inlines, maths) }
        case 'code':
            return { ...node, info: maths.restored(node.info), text: maths.restored(node.text) }
        case 'verbatim':
            return { ...node, text: maths.restored(node.text) }
        case 'quote':
            return { ...node, blocks: node.blocks.map((block) => withMaths(block, maths)) }
        case 'list': {
            const items = node.items.map((item) => ({
                ...item,
                blocks: item.blocks.map((block) => withMaths(block, maths)),
            }))
            return { ...node, items }
        }
        case 'table':
            return { ...node, rows: node.rows.map((row) => row.map((cell) => mathsIn(cell, maths))) }
        default:
            return node
    }
}

/** @param {Inline[]} inlines @param {Maths} maths @returns {Inline[]} */
function mathsIn(inlines, maths) {
    return inlines.flatMap((inline) => {
        switch (inline.type) {
            case 'text':
            case 'html':
                return maths.pieces(inline.text).flatMap((text, index) => {
                    const type = index % 2 === 1 ? 'maths' : inline.type
                    return text ? [/** @type {Inline} */ ({ type, text })] : []
                })
            case 'code':
                return [{ ...inline, text: maths.restored(inline.text) }]
            case 'link':
            case 'image':
                return [{ ...inline, address: maths.restored(inline.address), inlines: mathsIn(inline.inlines, maths) }]
            case 'break':
            case 'maths':
                return [inline]
            default:
                return [{ ...inline, inlines: mathsIn(inline.inlines, maths) }]
        }
    })
}
