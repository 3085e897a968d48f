// Dragging an entry to another day or time with a mouse.

import { clockWords, dayWords, wallOf } from './days.js'

/** @typedef {{ title: string, start: Date, end: Date, allDay: boolean, moves?: boolean }} Movable */

/** Times are taken in steps of so many minutes. */
const STEP = 15

/** The minute of the day at a height of the window. @param {HTMLElement} timed of a day @param {number} y @param {number} first the hour at which the grid begins */
export function minuteAt(timed, y, first) {
    const { top, height } = timed.getBoundingClientRect()
    const hours = Number(getComputedStyle(timed).getPropertyValue('--hours'))
    return first * 60 + (y - top) / height * hours * 60
}

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
    const clear = () => {
        for (const cell of sheet.querySelectorAll('.target')) {
            cell.classList.remove('target')
            cell.querySelector('.timed')?.removeAttribute('data-landing')
        }
    }
    /** Where it lands if it is let go now. @param {DragEvent} event */
    const landing = ({ target, clientY }) => {
        const [cell, timed] = ['li.cell', '.timed'].map((name) => target instanceof Element ? target.closest(name) : null)
        if (!dragged || !(cell instanceof HTMLElement)) return undefined
        const day = cell.dataset['day'] ?? ''
        if (!(timed instanceof HTMLElement) || !sheet.classList.contains('grid')) return { cell, day }
        const { item, below } = dragged
        const at = minuteAt(timed, clientY - below, first())
        const minutes = Math.min(1440 - STEP, Math.max(0, Math.round(at / STEP) * STEP))
        // What was only nudged keeps its minutes.
        const own = wallOf(item.start, zone()).minutes
        return { cell, day, timed, minutes: !item.allDay && Math.abs(own - minutes) < STEP ? own : minutes }
    }
    sheet.addEventListener('dragstart', (event) => {
        const row = event.target instanceof Element ? event.target.closest('li.entry') : null
        const item = row instanceof HTMLElement ? find(row.dataset['key'] ?? '') : undefined
        if (!item?.moves || !row) return event.preventDefault()
        dragged = { item, below: event.clientY - row.getBoundingClientRect().top }
        event.dataTransfer?.setData('text/plain', item.title)
    })
    sheet.addEventListener('dragover', (event) => {
        const to = landing(event)
        if (!dragged || !to) return
        event.preventDefault()
        clear()
        to.cell.classList.add('target')
        if (!to.timed) return
        const { start, end, allDay } = dragged.item
        to.timed.dataset['landing'] = `${dayWords(to.day, to.day)} ${clockWords(to.minutes)}`
        to.timed.style.setProperty('--landing', String(to.minutes / 60))
        to.timed.style.setProperty('--long', String(allDay ? 0 : (end.getTime() - start.getTime()) / 3_600_000))
    })
    const end = () => {
        dragged = undefined
        clear()
    }
    sheet.addEventListener('dragend', end)
    sheet.addEventListener('drop', (event) => {
        const to = landing(event)
        if (!dragged || !to) return
        event.preventDefault()
        const { item } = dragged
        // Its row may go to another day, and is not heard then.
        end()
        drop(item, { day: to.day, minutes: to.minutes })
    })
}
