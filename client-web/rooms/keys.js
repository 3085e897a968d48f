// Keys of the room that is open.

import { effect } from '../platform/signals.js'

/** @import { Key } from './world.js' */

/** Where keys are letters. */
const TYPING = 'input, textarea, select, [contenteditable]'

/** Runs keys while nobody types and no dialog is open. @param {() => readonly Key[]} keys */
export function listen(keys) {
    effect(() => {
        const known = new Map(keys().map((key) => [key.key, key]))
        const ends = new AbortController()
        addEventListener('keydown', (event) => {
            const typed = event.target instanceof Element && event.target.closest(TYPING)
            if (typed || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
            if (document.querySelector('dialog:modal')) return
            const key = known.get(event.key)
            if (!key) return
            event.preventDefault()
            key.run()
        }, { signal: ends.signal })
        return () => ends.abort()
    })
}

/**
 * Moves the focus among the elements that a selector names, from the one that has it.
 * @param {ParentNode} root @param {string} selector @param {1 | -1} step @returns {boolean} whether there was one
 */
export function moveFocus(root, selector, step) {
    const all = Array.from(root.querySelectorAll(selector)).filter((element) => element instanceof HTMLElement)
    const now = all.findIndex((element) => element.contains(document.activeElement))
    const next = all[now < 0 ? (step > 0 ? 0 : all.length - 1) : now + step]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
    return next !== undefined
}
