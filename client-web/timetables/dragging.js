// Dragging a class to another of its times with a mouse or a pen: its other times appear in the week, and one is dropped on.
// A finger, which scrolls, and keys open the class instead, which lists them.

import { daysIn, slotsOf } from './week.js'
import { optionsFor } from './swaps.js'
import { minutesOf } from '../rooms/days.js'

/** @import { Section } from '../contract.d.ts' */
/** @import { Entry } from './week.js' */

/** A hand trembles so many pixels. */
const TREMBLE = 5

/**
 * @param {HTMLElement} grid a week
 * @param {{ entries: () => readonly Entry[], move: (entry: Entry, to: Section) => void }} how
 */
export function listenToDragging(grid, { entries, move }) {
    /** @type {{ entry: Entry, row: HTMLElement, x: number, y: number, isMoving: boolean } | undefined} */
    let held
    /** What a place of the week means. @type {Map<Element, Section>} */
    let targets = new Map()
    /** @type {Section | undefined} */
    let over
    let wasDragged = false

    function clear() {
        for (const target of targets.keys()) target.remove()
        targets = new Map()
        held?.row.classList.remove('held')
        grid.classList.remove('dragging')
        ;[held, over] = [undefined, undefined]
    }
    /** @param {Entry} entry */
    function showTargets(entry) {
        const [first, hours] = ['--first', '--hours'].map((name) => Number(grid.style.getPropertyValue(name)))
        for (const { section, clash } of optionsFor(entry, entries())) {
            for (const { meeting } of slotsOf(section)) {
                for (const day of daysIn(meeting.days)) {
                    const column = grid.querySelectorAll('[data-part=behind]')[day]
                    const [from, to] = [minutesOf(meeting.start) / 60, minutesOf(meeting.end) / 60]
                    if (!column || from < (first ?? 0) || to > (first ?? 0) + (hours ?? 0)) continue
                    const target = document.createElement('i')
                    target.className = clash ? 'target clash' : 'target'
                    target.textContent = clash ? `${section.code} clashes` : section.code
                    target.style.setProperty('--from', String(from))
                    target.style.setProperty('--to', String(to))
                    targets.set(target, section)
                    column.append(target)
                }
            }
        }
    }

    grid.addEventListener('pointerdown', (event) => {
        const row = event.target instanceof Element ? event.target.closest('li.tt-block') : null
        wasDragged = false
        if (!(row instanceof HTMLElement) || event.pointerType === 'touch' || event.button !== 0) return
        const id = (row.dataset['key'] ?? '').split(' ')[0]
        const entry = entries().find(({ section }) => section.id === id)
        if (entry) held = { entry, row, x: event.clientX, y: event.clientY, isMoving: false }
    })
    grid.addEventListener('pointermove', (event) => {
        if (!held) return
        if (!held.isMoving) {
            if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < TREMBLE) return
            held.isMoving = true
            wasDragged = true
            grid.setPointerCapture(event.pointerId)
            grid.classList.add('dragging')
            held.row.classList.add('held')
            showTargets(held.entry)
        }
        const at = document.elementsFromPoint(event.clientX, event.clientY).find((one) => targets.has(one))
        over = at && targets.get(at)
        for (const [target, section] of targets) target.classList.toggle('over', section === over)
    })
    grid.addEventListener('pointerup', () => {
        const [entry, to] = [held?.entry, over]
        clear()
        if (entry && to) move(entry, to)
    })
    grid.addEventListener('pointercancel', clear)
    grid.addEventListener('keydown', (event) => {
        if (event.key === 'Escape') clear()
    })
    // The end of a drag is not a click.
    grid.addEventListener('click', (event) => {
        // A key has no clicks to count.
        if (!wasDragged || event.detail === 0) return
        wasDragged = false
        event.stopPropagation()
        event.preventDefault()
    }, { capture: true })
}
