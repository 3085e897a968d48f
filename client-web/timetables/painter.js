// The week on which busy times are painted, with a mouse, a thumb or keys: a grid of half hours.

import { effect } from '../platform/signals.js'
import { clockWords } from '../rooms/days.js'
import { DAYS } from './week.js'
import { CELL, rangesOfOwn } from './wishes.js'

/** @import { Own } from './wishes.js' */

/** Half hours from 7:00 to 22:00. */
const [FIRST, LAST] = [14, 44]
/** @typedef {'busy' | 'soft'} Brush */
/** @typedef {{ busy: readonly number[], soft: readonly number[] }} Painted */

/**
 * @param {HTMLTableElement} table an empty one
 * @param {{ painted: () => Painted, own: () => readonly Own[], brush: () => Brush, paint: (painted: Painted) => void }} how
 */
export function painter(table, { painted, own, brush, paint }) {
    /** @type {Map<number, HTMLTableCellElement>} */
    const cells = new Map()
    const head = table.createTHead().insertRow()
    head.append(
        document.createElement('td'),
        ...DAYS.map((name) => {
            const cell = document.createElement('th')
            cell.scope = 'col'
            cell.textContent = name
            return cell
        }),
    )
    const body = table.createTBody()
    for (let half = FIRST; half < LAST; half += 1) {
        const row = body.insertRow()
        const hour = document.createElement('th')
        hour.scope = 'row'
        const words = document.createElement('span')
        words.textContent = clockWords(half * CELL)
        if (half % 2 === 1) words.className = 'unseen'
        hour.append(words)
        row.append(hour)
        for (let day = 0; day < 7; day += 1) {
            const cell = row.insertCell()
            cell.tabIndex = -1
            cell.dataset['cell'] = String(day * 48 + half)
            cells.set(day * 48 + half, cell)
        }
    }
    const [start] = cells.keys()
    let [from, at, isPainting] = [start ?? 0, start ?? 0, false]
    const first = cells.get(at)
    if (first) first.tabIndex = 0

    effect(() => {
        const { busy, soft } = painted()
        /** @type {Map<number, string>} */
        const taken = new Map()
        for (const one of own()) {
            for (const { day, from, to } of rangesOfOwn([one])) {
                for (let half = Math.floor(from / CELL); half * CELL < to; half += 1) taken.set(day * 48 + half, one.title)
            }
        }
        for (const [number, cell] of cells) {
            const [isBusy, isSoft, title] = [busy.includes(number), soft.includes(number), taken.get(number)]
            cell.className = [isBusy ? 'busy' : isSoft ? 'soft' : '', title ? 'own' : ''].filter(Boolean).join(' ')
            cell.ariaSelected = String(isBusy || isSoft)
            const state = isBusy ? 'busy' : isSoft ? 'better without' : title ? `taken: ${title}` : 'free'
            cell.ariaLabel = `${DAYS[Math.floor(number / 48)]} ${clockWords((number % 48) * CELL)}, ${state}`
        }
    })

    /** The cells of the rectangle between two. */
    const between = () => {
        const [days, halves] = [[from, at].map((cell) => Math.floor(cell / 48)), [from, at].map((cell) => cell % 48)]
        return [...cells.keys()].filter((cell) => {
            const [day, half] = [Math.floor(cell / 48), cell % 48]
            return day >= Math.min(...days) && day <= Math.max(...days) && half >= Math.min(...halves) &&
                half <= Math.max(...halves)
        })
    }
    const show = (/** @type {boolean} */ isOn) => {
        const chosen = new Set(isOn ? between() : [])
        for (const [number, cell] of cells) cell.toggleAttribute('data-chosen', chosen.has(number))
    }
    /** What was painted so before is wiped out, if the first cell was. */
    function commit() {
        const [{ busy, soft }, kind, chosen] = [painted(), brush(), between()]
        const before = kind === 'busy' ? busy : soft
        const left = (/** @type {readonly number[]} */ all) => all.filter((cell) => !chosen.includes(cell))
        const added = before.includes(from) ? [] : chosen
        paint(
            kind === 'busy'
                ? { busy: [...left(busy), ...added], soft: left(soft) }
                : { busy: left(busy), soft: [...left(soft), ...added] },
        )
        from = at
        show(false)
    }
    /** @param {number} to @param {boolean} isFocused */
    function move(to, isFocused) {
        const [old, next] = [cells.get(at), cells.get(to)]
        if (!next) return
        if (old) old.tabIndex = -1
        next.tabIndex = 0
        at = to
        if (isFocused) next.focus()
    }
    /** @param {Event} event */
    const cellOf = (event) => {
        const cell = event.target instanceof Element ? event.target.closest('td[data-cell]') : null
        return cell instanceof HTMLElement ? Number(cell.dataset['cell']) : undefined
    }

    body.addEventListener('pointerdown', (event) => {
        const cell = cellOf(event)
        if (cell === undefined || event.button !== 0) return
        event.preventDefault()
        move(cell, true)
        ;[from, isPainting] = [cell, true]
        // A thumb paints the cells under it, not the one where it began.
        if (event.target instanceof Element) event.target.releasePointerCapture?.(event.pointerId)
        show(true)
    })
    body.addEventListener('pointerover', (event) => {
        const cell = cellOf(event)
        if (!isPainting || cell === undefined) return
        move(cell, false)
        show(true)
    })
    const end = (/** @type {boolean} */ isDone) => () => {
        if (!isPainting) return
        isPainting = false
        if (isDone) commit()
        else show(false)
    }
    const [finish, cancel] = [end(true), end(false)]
    effect(() => {
        addEventListener('pointerup', finish)
        addEventListener('pointercancel', cancel)
        return () => {
            removeEventListener('pointerup', finish)
            removeEventListener('pointercancel', cancel)
        }
    })
    body.addEventListener('focusin', (event) => {
        const cell = cellOf(event)
        if (cell === undefined || cell === at || isPainting) return
        move(cell, false)
        from = cell
        show(false)
    })
    body.addEventListener('keydown', (event) => {
        const cell = cellOf(event)
        if (cell === undefined) return
        const right = getComputedStyle(table).direction === 'rtl' ? -48 : 48
        const steps = { ArrowUp: -1, ArrowDown: 1, ArrowRight: right, ArrowLeft: -right }
        const step = Reflect.get(steps, event.key)
        if (step) {
            event.preventDefault()
            move(cell + step, true)
            if (!event.shiftKey) from = at
            show(event.shiftKey)
        } else if (event.key === ' ' || event.key === 'Enter') {
            event.preventDefault()
            commit()
        } else if (event.key === 'Escape' && from !== at) {
            event.stopPropagation()
            from = at
            show(false)
        }
    })
}
