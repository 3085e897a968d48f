// Says that another tab has another text for the same place, and lets either be taken.

import { onClick } from '../rooms/asking.js'
import { effect, Signal } from '../platform/signals.js'
import { copyOf, fill } from '../platform/templates.js'

/** @import { Drafts } from '../copy/drafts.js' */

/**
 * @param {Drafts} drafts @param {string} key of the draft
 * @param {{ words: (draft: string) => string, get: () => string, set: (draft: string) => void }} form what a draft says, and
 *     the draft that the form has
 */
export function otherText(drafts, key, { words, get, set }) {
    const made = copyOf('other-text')
    const other = new Signal('')
    effect(() => {
        void drafts.changes.value
        let isOld = false
        void drafts.other(key).then((found) => {
            if (!isOld) other.value = found
        })
        return () => (isOld = true)
    })
    fill(made, { words: () => words(other.value) })
    effect(() => void (made.hidden = !other.value))
    onClick(made, 'take', () => void drafts.swap(key, get()).then((taken) => taken && set(taken)))
    onClick(made, 'keep', () => void drafts.settle(key, get()))
    return made
}
