// What texts of people may not do to the room around them.

/** Loads the styles of the page, which the address `/` of the tests does not have. */
export async function styled() {
    document.adoptedStyleSheets = []
    const names = document.querySelector('meta[name=styles]')?.getAttribute('content')?.split(' ') ?? []
    await Promise.all(names.map((name) =>
        new Promise((resolve, reject) => {
            const link = document.createElement('link')
            Object.assign(link, { rel: 'stylesheet', href: name, onload: resolve, onerror: reject })
            document.head.append(link)
        })
    ))
}

/** Elements and the names of their attributes. A text with markup is one part: what it may have is judged by `faults`. @param {Element} root @returns {string} */
export function skeleton(root) {
    if (root.classList.contains('text')) return 'text'
    const attributes = root.getAttributeNames().join(' ')
    const children = Array.from(root.children, skeleton).join('')
    return `${root.localName}[${attributes}](${children})`
}

/** What a text with markup may be made of. */
const ELEMENTS =
    'p h2 h3 h4 h5 h6 ul ol li pre code blockquote table thead tbody tr th td hr br em strong s a bdi span div input math'
        .split(
            ' ',
        )
const ATTRIBUTES = 'class dir href target rel start type disabled checked role aria-label tabindex scope'.split(' ')
const MATHS = 'http://www.w3.org/1998/Math/MathML'
/** Characters that reorder others. */
const ORDER = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

/** What is wrong with a room that shows a text everywhere. @param {HTMLElement} main @param {string} text @returns {string[]} */
export function faults(main, text) {
    const found = []
    if (document.documentElement.scrollWidth > innerWidth) found.push('wider than the window')
    for (const box of main.querySelectorAll('.text')) found.push(...madeOf(box))
    for (const box of main.querySelectorAll('li, article, h1')) found.push(...leaves(box))
    if (ORDER.test(text)) found.push(...reordered(main, text))
    if (/\p{M}{3}/u.test(text)) found.push(...unclipped(main, text))
    return found
}

/** @param {Element} box a text with markup */
function* madeOf(box) {
    for (const node of box.querySelectorAll('*')) {
        if (node.namespaceURI === MATHS ? /action|href/.test(node.localName) : !ELEMENTS.includes(node.localName)) {
            yield `element ${node.localName}`
        }
        if (node.namespaceURI === MATHS) {
            if (node.getAttributeNames().some((name) => /^on|href|src/.test(name))) yield `attributes of ${node.localName}`
        } else {
            for (const name of node.getAttributeNames()) if (!ATTRIBUTES.includes(name)) yield `attribute ${name}`
        }
        if (!(node instanceof HTMLAnchorElement)) continue
        const place = node.protocol === 'mailto:' ? node.pathname : node.host
        if (!/^(https?|mailto):$/.test(node.protocol)) yield `link ${node.href}`
        if (node.target !== '_blank' || !node.rel.includes('noopener')) yield `a link that takes this window: ${node.href}`
        if (/[^!-~]/.test(place)) yield `not ASCII: ${place}`
        const words = node.textContent.toLowerCase()
        const begins = words.replace(/^(https?:\/\/|mailto:)/, '').startsWith(place)
        if (!begins && node.querySelector('.place')?.textContent !== decodeURIComponent(place)) yield `hides its host: ${words}`
    }
}

/** @param {Element} box what its elements stay within, unless they scroll */
function* leaves(box) {
    const outer = box.getBoundingClientRect()
    for (const node of box.querySelectorAll('*')) {
        const { left, right, top, bottom, width, height } = node.getBoundingClientRect()
        const isIn = left >= outer.left - 2 && right <= outer.right + 2 && top >= outer.top - 2 && bottom <= outer.bottom + 2
        if (width === 0 || height === 0 || isIn || isClipped(node, box)) continue
        yield `${node.localName}.${node.className} leaves ${box.localName}.${box.className}`
    }
}

/** Whether what an element draws is cut where a box around it ends. @param {Element | null} node @param {Element} box */
function isClipped(node, box) {
    for (; node; node = node.parentElement) {
        const { overflowX, overflowY, display, contentVisibility } = getComputedStyle(node)
        if (contentVisibility === 'auto') return true
        if (display !== 'inline' && overflowX !== 'visible' && overflowY !== 'visible') return true
        if (node === box) return false
    }
    return false
}

/** The nodes that show a text. @param {Element} main @param {(words: string) => boolean} [is] @returns {Generator<Text>} */
function* words(main, is = () => true) {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node instanceof Text && node.parentElement?.checkVisibility() && is(node.data)) yield node
    }
}

/** Words of the page itself that a text turns around. @param {HTMLElement} main @param {string} text */
function* reordered(main, text) {
    const letters = text.match(/[a-z]+/g)?.toSorted((one, other) => other.length - one.length)[0] ?? text
    for (const node of words(main, (data) => !data.includes(letters) && /[a-z]{2}/i.test(data))) {
        const range = document.createRange()
        let [line, end] = [-Infinity, -Infinity]
        for (const { index } of node.data.matchAll(/\w/g)) {
            range.setStart(node, index)
            range.setEnd(node, index + 1)
            const { left, top } = range.getBoundingClientRect()
            if (Math.abs(top - line) < 2 && left < end - 1) {
                yield `reordered: ${node.data}`
                break
            }
            ;[line, end] = [top, left]
        }
    }
    // Both in one node: the text stands apart in it.
    const isMixed = (/** @type {string} */ data) =>
        /[\u202a-\u202e\u2066-\u2069]/.test(data) && data.includes(letters) && data !== text && data.trim() !== text.trim()
    // Each line is judged, where lines are kept.
    const linesOf = (/** @type {Text} */ { data, parentElement }) =>
        parentElement && /pre/.test(getComputedStyle(parentElement).whiteSpace) ? data.split('\n') : [data]
    const shown = Array.from(words(main)).filter((node) => !node.parentElement?.closest('.text')).flatMap(linesOf)
    const labels = [main, ...main.querySelectorAll('[aria-label]')].map(({ ariaLabel }) => ariaLabel ?? '')
    const said = [document.title, ...labels]
    for (const data of [...shown, ...said].filter(isMixed)) {
        if (!data.includes('\u2068')) yield `mixed: ${data}`
    }
}

/** @param {HTMLElement} main @param {string} text */
function* unclipped(main, text) {
    for (const node of words(main, (data) => data.includes(text))) {
        if (!isClipped(node.parentElement, main)) yield `not clipped in ${node.parentElement?.outerHTML.replace(/>.*/, '>')}`
    }
}
