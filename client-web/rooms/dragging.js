// Dragging an entry to another day or time with a mouse.

import { wallOf } from './days.js'

/** @typedef {{ title: string, start: Date, allDay: boolean, moves?: boolean }} Movable */

/** Times are taken in steps of so many minutes. */
const STEP = 15

/**
 * @template {Movable} Item
 * @param {HTMLElement} sheet
 * @param {(key: string) => Item | undefined} find an entry by the key of its row
 * @param {{ zone: () => string, first: () => number, drop: (item: Item, to: { day: string, minutes?: number | undefined }) => void }} how
 * `first`: the hour at which the grid begins
 */
export function listenToDragging(sheet, find, { zone, first, drop }) {
    /** What is dragged, and how far below its top it was taken. @type {{ item: Item, below: number } | undefined} */
    let dragged
    const clear = () => sheet.querySelectorAll('.target').forEach((day) => day.classList.remove('target'))
    sheet.addEventListener('dragstart', (event) => {
        const row = event.target instanceof Element ? event.target.closest('li.entry') : null
        const item = row instanceof HTMLElement ? find(row.dataset['key'] ?? '') : undefined
        if (!item?.moves || !row) return event.preventDefault()
        dragged = { item, below: event.clientY - row.getBoundingClientRect().top }
        event.dataTransfer?.setData('text/plain', item.title)
    })
    sheet.addEventListener('dragover', (event) => {
        const day = event.target instanceof Element ? event.target.closest('li.cell') : null
        if (!dragged || !day) return
        event.preventDefault()
        clear()
        day.classList.add('target')
    })
    sheet.addEventListener('dragend', () => {
        dragged = undefined
        clear()
    })
    sheet.addEventListener('drop', (event) => {
        const [day, timed] = ['li.cell', '.timed'].map((name) =>
            event.target instanceof Element ? event.target.closest(name) : null
        )
        if (!dragged || !(day instanceof HTMLElement)) return
        event.preventDefault()
        const { item, below } = dragged
        let minutes
        if (timed instanceof HTMLElement && sheet.classList.contains('grid')) {
            const { top, height } = timed.getBoundingClientRect()
            const hours = Number(getComputedStyle(timed).getPropertyValue('--hours'))
            const at = first() * 60 + (event.clientY - below - top) / height * hours * 60
            minutes = Math.min(1440 - STEP, Math.max(0, Math.round(at / STEP) * STEP))
            // What was only nudged keeps its minutes.
            const own = wallOf(item.start, zone()).minutes
            if (!item.allDay && Math.abs(own - minutes) < STEP) minutes = own
        }
        drop(item, { day: day.dataset['day'] ?? '', minutes })
    })
}
