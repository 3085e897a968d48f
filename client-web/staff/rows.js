// Rows and their keys.

import { moveFocus } from '../rooms/moving.js'

/** @import { Key } from '../shell/rooms.js' */

/** A row that takes the focus, so that keys know which is meant. */
const ROWS = 'li[data-id]:not([hidden])'

/** @param {HTMLElement} element @param {string} [rows] @param {() => boolean} [more] draws more rows @returns {Key[]} */
export function moving(element, rows = ROWS, more = () => false) {
    return [
        {
            key: 'j',
            words: 'Next',
            run: () => {
                if (!moveFocus(element, rows, 1) && more()) moveFocus(element, rows, 1)
            },
        },
        { key: 'k', words: 'Previous', run: () => void moveFocus(element, rows, -1) },
    ]
}

/** A key that presses a button of the row with the focus. @param {HTMLElement} element @param {string} key @param {string} words @param {string} name @returns {Key} */
export function pressing(element, key, words, name) {
    return {
        key,
        words,
        run: () => {
            const row = document.activeElement?.closest(ROWS)
            const button = element.contains(row ?? null) && row?.querySelector(`[data-part="${name}"]`)
            if (button instanceof HTMLElement && !button.hidden) button.click()
        },
    }
}

/** Hands the focus on to the row beside, before this one goes. @param {HTMLElement} row */
export function handOn(row) {
    const beside = Array.from(row.parentElement?.children ?? []).filter((other) =>
        other === row || !other.hasAttribute('hidden')
    )
    const at = beside.indexOf(row)
    const next = beside[at + 1] ?? beside[at - 1] ?? row.closest('section')?.querySelector('h2')
    const target = next?.hasAttribute('tabindex') ? next : next?.querySelector('a')
    if (target instanceof HTMLElement) target.focus()
}

/**
 * Does something that takes a row away. It goes at once, and comes back if that fails, or if its list has it still.
 * @param {HTMLElement} row @param {{ again: () => Promise<void> }} list @param {() => Promise<unknown>} run
 */
export async function takeAway(row, list, run) {
    handOn(row)
    row.hidden = true
    try {
        await run()
        await list.again()
    } finally {
        row.hidden = false
    }
}
