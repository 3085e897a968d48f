// The theme that was chosen by hand. `theme.js` sets it before anything is drawn.

import { Signal } from '../platform/signals.js'

const KEY = 'noteit-theme'

/** `light`, `dark`, or empty: as the system. */
export const theme = new Signal(localStorage.getItem(KEY) ?? '')

/** @param {string} name */
export function chooseTheme(name) {
    if (name) document.documentElement.dataset.theme = name
    else delete document.documentElement.dataset.theme
    localStorage.setItem(KEY, name)
    theme.value = name
}
