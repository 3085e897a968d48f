// What can be pressed, ticked, chosen and filled in in the room that is open, by name: so all of it has a way by keys.

import { apart } from '../events/words.js'

/** @import { Thing } from './finder.js' */

/** @typedef {HTMLButtonElement | HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control */

const CONTROLS = 'button, summary, input, select, textarea'
const PRESSED = 'button, summary, [type=checkbox], [type=radio], [type=file]'
/** What is done with it: the first that it matches. */
const VERBS = { summary: 'Open', '[type=checkbox], [type=radio]': 'Tick', select: 'Choose', [PRESSED]: 'Press', '*': 'Fill in' }
/** What a name stands in, if others have the same. */
const ROWS = 'li, article, tr, fieldset'
const LONGEST = 80

/** In one line, not too long. @param {string} words */
const short = (words) => Array.from(words.replace(/\s+/g, ' ').trim()).slice(0, LONGEST).join('')

/** What its label says, or it says itself. @param {HTMLElement} element */
function nameOf(element) {
    const label = /** @type {Partial<Control>} */ (element).labels?.[0]
    // Without the choices of a field that stands in its label.
    const words = label && Array.from(label.childNodes, (node) => node.contains(element) ? '' : node.textContent).join(' ')
    return short(element.ariaLabel || words || element.innerText)
}

/** What is shown in the row of a control, but for all that can be pressed. @param {HTMLElement} element */
function rowOf(element) {
    const row = element.closest(ROWS)
    const texts = row ? document.createTreeWalker(row, NodeFilter.SHOW_TEXT) : undefined
    let words = ''
    while (texts?.nextNode() && words.length < LONGEST) {
        const { parentElement, textContent } = texts.currentNode
        if (parentElement?.checkVisibility() && !parentElement.closest(CONTROLS)) words += ` ${textContent?.trim()}`
    }
    return short(words)
}

/** Whether it is shown, and can be used. @param {HTMLElement} element */
const isThere = (element) => element.checkVisibility() && !element.matches(':disabled')

/**
 * The controls that are shown, but for those that have a key. One of several with the same name is told with the words of its row.
 * @param {ParentNode} room @param {ReadonlySet<string>} known what has a key there, in lower case
 * @returns {Thing[]}
 */
export function pressed(room, known) {
    const controls = /** @type {HTMLElement[]} */ (Array.from(room.querySelectorAll(CONTROLS))).filter(isThere)
    const names = controls.map(nameOf)
    /** @type {Map<string, number>} */
    const counts = new Map()
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
    return controls.flatMap((element, index) => {
        const name = names[index] ?? ''
        const isAlone = counts.get(name) === 1
        if (!name || isAlone && known.has(name.toLowerCase())) return []
        const row = isAlone ? '' : rowOf(element)
        return [{
            kind: Object.entries(VERBS).find(([those]) => element.matches(those))?.[1] ?? '',
            title: row ? `${apart(name)} · ${apart(row)}` : apart(name),
            words: `${name} ${row}`.toLowerCase(),
            run() {
                // It may have gone while one typed.
                if (!isThere(element)) return
                element.focus()
                if (element.matches(PRESSED)) element.click()
            },
        }]
    })
}
