// Keys of the page and of the room that is open. `?` lists them.

import { ask } from '../platform/dialogs.js'
import { untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'

/** @import { Key } from './rooms.js' */

/** Where keys are letters. */
const TYPING = 'input, textarea, select, [contenteditable]'
/** How long after `g` the second key may come. */
const PATIENCE = 1500

/**
 * Runs keys while nobody types and no dialog is open. A key of two letters, such as `g t`, is typed one after the other.
 * @param {() => readonly Key[]} keys @returns {() => void} ends it
 */
export function listen(keys) {
    const ends = new AbortController()
    let [first, at] = ['', 0]
    addEventListener('keydown', (event) => {
        const isTyping = event.target instanceof Element && event.target.closest(TYPING)
        if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
        if (document.querySelector('dialog:modal')) return
        const pressed = first && event.timeStamp - at < PATIENCE ? `${first} ${event.key}` : event.key
        const all = untracked(keys)
        const found = all.find(({ key }) => key === pressed)
        first = !found && all.some(({ key }) => key.startsWith(`${event.key} `)) ? event.key : ''
        at = event.timeStamp
        if (!found) return
        event.preventDefault()
        found.run()
    }, { signal: ends.signal })
    return () => ends.abort()
}

/** Lists keys. @param {readonly Pick<Key, 'key' | 'words'>[]} keys */
export async function listKeys(keys) {
    if (document.querySelector('dialog:modal')) return
    const dialog = /** @type {HTMLDialogElement} */ (copyOf('keys-list'))
    part(dialog, 'keys').replaceChildren(...keys.map(({ key, words }) => fill(copyOf('key'), { key, words })))
    await ask(dialog)
}
