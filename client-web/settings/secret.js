// Something that is shown once: the address of a feed, the password of a program. It is in the page alone, and goes with the room.

import { copyOf, fill, part } from '../platform/templates.js'
import { input, onClick, onCopy } from '../rooms/asking.js'
import { forgetSecrets } from './forms.js'

/**
 * Shows a secret, and puts the focus on it.
 * @param {HTMLElement} place an element for it alone
 * @param {{ title: string, label: string, secret: string, about: string, link?: { words: string, address: string } }} what
 *   `link` leads to a program that takes it
 */
export function showSecret(place, { title, label, secret, about, link }) {
    const box = fill(copyOf('settings-secret'), { title, label, about })
    const value = input(box, 'value')
    value.value = secret
    const opens = /** @type {HTMLAnchorElement} */ (part(box, 'link'))
    opens.hidden = !link
    if (link) {
        opens.textContent = link.words
        opens.href = link.address
    }
    onCopy(box, 'copy', value, part(box, 'told'))
    onClick(box, 'hide', () => {
        forgetSecrets(box)
        box.remove()
        place.closest('section')?.querySelector('h2')?.focus()
    })
    place.replaceChildren(box)
    value.focus()
    value.select()
}
