// Markdown as nodes. Words go in as text; the only attributes that a text decides are addresses that were checked.

import { linkTo } from './addresses.js'
import { loadAll, needsMore } from './markdown/entities.js'
import { read } from './markdown/markdown.js'

/** @typedef {import('./markdown/markdown.js').Inline} Inline */

/**
 * @typedef {object} Options
 * @property {(address: string, words: string) => Node | undefined} [picture] the picture of an attachment that a text names;
 *     other pictures are shown as their words and their address
 * @property {number} [heading] the level of the text's highest headings, below those of the page around it; 3 if not given
 */

/**
 * Draws a text. Colours of code, formulas and rare names of characters are loaded when a text first needs them; until
 * then, and without a network, their source is shown.
 * @param {string} text @param {Options} [options]
 * @returns {HTMLElement}
 */
export function draw(text, options = {}) {
    const root = element('div', [], 'text')
    root.dir = 'auto'
    const fill = () => root.replaceChildren(...blocks(read(text), options))
    fill()
    if (needsMore(text)) later(loadAll().then(fill))
    return root
}

/** What cannot be loaded stays as its source. @param {Promise<unknown>} loading */
function later(loading) {
    loading.catch(() => {})
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name @param {(Node | string)[]} [children] @param {string} [classes]
 */
function element(name, children = [], classes = '') {
    const made = document.createElement(name)
    if (classes) made.className = classes
    made.append(...children)
    return made
}

/** @param {import('./markdown/markdown.js').Tree} tree @param {Options} options */
function blocks(tree, options) {
    return tree.map((node) => block(node, options))
}

/** @param {import('./markdown/markdown.js').Node} node @param {Options} options @returns {Node} */
function block(node, options) {
    switch (node.type) {
        case 'paragraph':
            return element('p', words(node.inlines, options))
        case 'heading': {
            const level = /** @type {2 | 3 | 4 | 5 | 6} */ (Math.min(node.level - 1 + (options.heading ?? 3), 6))
            return element(`h${level}`, words(node.inlines, options))
        }
        case 'code':
            return code(node.text.replace(/\n$/, ''), node.info)
        case 'quote':
            return element('blockquote', blocks(node.blocks, options))
        case 'list':
            return list(node, options)
        case 'table':
            return table(node, options)
        case 'rule':
            return element('hr')
        case 'verbatim':
            return element('p', [node.text.replace(/\n$/, '')], 'verbatim')
    }
}

/** @param {string} text @param {string} info the language, and what else stands after the fence */
function code(text, info) {
    const inner = element('code', [text])
    const language = info.split(/\s/)[0]
    if (language) later(import('./colours/colours.js').then(({ colour }) => colour(inner, language)))
    const block = element('pre', [inner])
    // It scrolls by keys.
    block.tabIndex = 0
    return block
}

/** @param {Extract<import('./markdown/markdown.js').Node, { type: 'list' }>} node @param {Options} options */
function list({ start, isTight, items }, options) {
    const made = start === null ? element('ul') : element('ol')
    if (made instanceof HTMLOListElement && start !== null) made.start = start
    for (const { isDone, blocks: inner } of items) {
        const children = inner.flatMap((node) =>
            isTight && node.type === 'paragraph' ? words(node.inlines, options) : [block(node, options)]
        )
        made.append(isDone === null ? element('li', children) : element('li', [box(isDone), ...children], 'task'))
    }
    return made
}

/** @param {boolean} isDone */
function box(isDone) {
    const made = element('span', [isDone ? '☑ ' : '☐ '], 'box')
    made.role = 'img'
    made.ariaLabel = isDone ? 'done' : 'to do'
    return made
}

/** @param {Extract<import('./markdown/markdown.js').Node, { type: 'table' }>} node @param {Options} options */
function table({ alignments, rows }, options) {
    const [head, ...body] = rows.map((row, index) =>
        element(
            'tr',
            row.map((cell, column) => {
                const side = alignments[column]
                const made = element(index === 0 ? 'th' : 'td', words(cell, options), side && `to-${side}`)
                if (index === 0) made.setAttribute('scope', 'col')
                return made
            }),
        )
    )
    const made = element('table', [element('thead', head ? [head] : []), element('tbody', body)])
    const frame = element('div', [made], 'wide')
    frame.tabIndex = 0
    return frame
}

/** @param {Inline[]} inlines @param {Options} options @returns {(Node | string)[]} */
function words(inlines, options) {
    return inlines.flatMap((inline) => word(inline, options))
}

/** @param {Inline} inline @param {Options} options @returns {(Node | string)[]} */
function word(inline, options) {
    switch (inline.type) {
        case 'text':
        case 'html':
            return [inline.text]
        case 'code':
            return [element('code', [inline.text])]
        case 'maths':
            return [formula(inline.text)]
        case 'break':
            return [element('br')]
        case 'emphasis':
            return [element('em', words(inline.inlines, options))]
        case 'strong':
            return [element('strong', words(inline.inlines, options))]
        case 'struck':
            return [element('s', words(inline.inlines, options))]
        case 'link':
            return link(words(inline.inlines, options), plain(inline.inlines), inline.address)
        case 'image':
            return [picture(plain(inline.inlines), inline.address, options)]
    }
}

/** @param {string} source with its dollar signs */
function formula(source) {
    const made = element('span', [source], source.startsWith('$$') ? 'formula display' : 'formula')
    later(import('./formulas/formulas.js').then(({ write }) => write(made, source)))
    return made
}

/**
 * The words, and where they lead: a reader knows it before the link is followed.
 * @param {(Node | string)[]} words @param {string} text @param {string} address
 */
function link(words, text, address) {
    const to = linkTo(address)
    if (!to) return text === address ? words : [...words, ` <${address}>`]
    const made = element('a', words)
    made.href = to.address
    if (to.leaves) {
        made.target = '_blank'
        made.rel = 'noopener noreferrer nofollow'
    }
    if (!to.isShownBy(text)) made.append(' ', element('bdi', [to.place], 'place'))
    return [made]
}

/** @param {string} text @param {string} address @param {Options} options */
function picture(text, address, options) {
    return options.picture?.(address, text) ?? new Text(`[image${text ? `: ${text}` : ''}] <${address}>`)
}

/** The words without markup. @param {Inline[]} inlines @returns {string} */
function plain(inlines) {
    return inlines.map((inline) => 'inlines' in inline ? plain(inline.inlines) : inline.type === 'break' ? ' ' : inline.text)
        .join('')
}
