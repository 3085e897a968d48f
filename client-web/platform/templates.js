// Markup from the <template> elements of the shell. Words go in as text, never as markup.

import { effect } from './signals.js'

/** @typedef {string | number | Node | (() => string | number)} Content */

/**
 * A copy of the first element of a template.
 * @param {string} name the template's id
 * @returns {HTMLElement}
 */
export function copyOf(name) {
    const template = document.getElementById(name)
    const first = template instanceof HTMLTemplateElement && template.content.firstElementChild?.cloneNode(true)
    if (!(first instanceof HTMLElement)) throw new Error(`the shell has no template ${name}`)
    return first
}

/**
 * The element that has this name in its `data-part`.
 * @param {ParentNode} root @param {string} name @returns {HTMLElement}
 */
export function part(root, name) {
    const selector = `[data-part="${CSS.escape(name)}"]`
    const found = root instanceof HTMLElement && root.matches(selector) ? root : root.querySelector(selector)
    if (!(found instanceof HTMLElement)) throw new Error(`no part ${name}`)
    return found
}

/**
 * Puts words or nodes into the parts of an element. A function's words follow what it reads.
 * @template {ParentNode} Root @param {Root} root @param {Record<string, Content>} contents @returns {Root}
 */
export function fill(root, contents) {
    for (const [name, content] of Object.entries(contents)) {
        const element = part(root, name)
        if (typeof content === 'function') effect(() => write(element, content()))
        else if (content instanceof Node) element.replaceChildren(content)
        else write(element, content)
    }
    return root
}

/**
 * Leaves equal words alone, so that nothing is spoken or laid out again.
 * @param {Element} element @param {string | number} words
 */
function write(element, words) {
    const text = String(words)
    if (element.textContent !== text) element.textContent = text
}
