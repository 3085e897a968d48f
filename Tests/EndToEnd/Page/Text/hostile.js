// What is counted of modules that take more than a text.

import { languageOf } from '../../../../client-web/text/colours/languages.js'
import { tokens } from '../../../../client-web/text/colours/scanner.js'
import { write } from '../../../../client-web/text/formulas/formulas.js'

const NAMES = ['python', 'java', 'c', 'cpp', 'js', 'swift', 'go', 'rust', 'sql', 'sh', 'html', 'css', 'haskell', 'r']

/** Colours a code in each of 14 languages. @param {string} code */
export function colourInAll(code) {
    for (const name of NAMES) {
        const language = languageOf(name)
        if (language) tokens(code, language)
    }
}

/** @param {string} formula without its dollar signs */
export function formula(formula) {
    write(document.createElement('span'), `$${formula}$`)
}
