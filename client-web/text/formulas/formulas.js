// Formulas. This module and its tables are loaded when a text first has one.

import { node } from './nodes.js'
import { parse, Unknown } from './tex.js'

/**
 * Shows a formula instead of its source, which stays beside it for whoever copies it. What is not known here stays as
 * source.
 * @param {HTMLElement} element @param {string} source with its dollar signs
 */
export function write(element, source) {
    const isDisplay = source.startsWith('$$')
    try {
        const parts = parse(isDisplay ? source.slice(2, -2) : source.slice(1, -1))
        const annotation = node('annotation', [source], { encoding: 'application/x-tex' })
        const semantics = node('semantics', [node('mrow', parts), annotation])
        element.replaceChildren(node('math', [semantics], { display: isDisplay ? 'block' : 'inline' }))
    } catch (error) {
        if (!(error instanceof Unknown)) throw error
    }
}
