// Colours of code. This module and its tables are loaded when a text first has code in a known language.

import { languageOf } from './languages.js'
import { tokens } from './scanner.js'

/**
 * Gives code its colours: the kinds of its tokens become classes. Code in an unknown language stays as it is.
 * @param {HTMLElement} element that contains nothing but the code @param {string} name of the language
 */
export function colour(element, name) {
    const language = languageOf(name)
    if (!language) return
    const nodes = tokens(element.textContent ?? '', language).map(({ kind, text }) => {
        if (!kind) return text
        const span = document.createElement('span')
        span.className = kind
        span.textContent = text
        return span
    })
    element.replaceChildren(...nodes)
}
