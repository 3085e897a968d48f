// What was done, over the lower edge of a room, with its way back.

import { effect, untracked } from '../platform/signals.js'
import { copyOf, fill, part } from '../platform/templates.js'
import { onClick } from './asking.js'

/** @import { Signal } from '../platform/signals.js' */

/** What was done, and what takes it back. @typedef {{ words: string, undo?: () => void }} Told */

/** @param {Signal<Told | undefined>} told @param {HTMLElement} nearest has the focus once the button is gone */
export function toldBar(told, nearest) {
    const bar = fill(copyOf('told'), { toldWords: () => told.value?.words ?? '' })
    effect(() => {
        bar.hidden = !told.value
        part(bar, 'undo').hidden = !told.value?.undo
    })
    const undo = () => untracked(() => told.value)?.undo?.()
    onClick(bar, 'undo', () => {
        undo()
        nearest.focus()
    })
    onClick(bar, 'close', () => (told.value = undefined))
    return { bar, undo }
}
