// What is on each day, and where: entries that overlap stand side by side.

import { keyed } from '../platform/lists.js'
import { effect, Signal } from '../platform/signals.js'
import { addDays, at, clockWords, dayWords, wallOf } from './days.js'

/** Something at a time. Of whole days, `start` and `end` are midnights. @typedef {{ key: string, start: Date, end: Date, allDay: boolean }} Timed */
/**
 * The part of an item that is on a day. `from` and `to` are hours of the clock; an entry of the whole day has none.
 * @template {Timed} [Item=Timed]
 * @typedef {{ key: string, item: Item, from: number, to: number, lane: number, lanes: number }} Slice
 */
/** @template {Timed} [Item=Timed] @typedef {{ day: string, whole: Slice<Item>[], timed: Slice<Item>[] }} Sheet */

/**
 * @template {Timed} Item
 * @param {readonly Item[]} items by start @param {string} day @param {string} zone
 * @param {number} least the fewest hours that an entry takes on the screen @returns {Sheet<Item>}
 */
export function sheetOf(items, day, zone, least) {
    const [start, end] = [at(day, 0, zone), at(addDays(day, 1), 0, zone)]
    const here = items.filter((item) => item.start < end && (item.end > start || item.start >= start))
    const slices = here.map((item) => {
        const from = item.start < start ? 0 : wallOf(item.start, zone).minutes / 60
        const to = item.end >= end ? 24 : wallOf(item.end, zone).minutes / 60
        return { key: `${item.key} ${day}`, item, from, to: Math.max(from, to), lane: 0, lanes: 1 }
    })
    const isWhole = (/** @type {Slice<Item>} */ { item }) => item.allDay || (item.start <= start && item.end >= end)
    return { day, whole: slices.filter(isWhole), timed: sideBySide(slices.filter((slice) => !isWhole(slice)), least) }
}

/** @template {Timed} Item @param {Slice<Item>[]} slices @param {number} least */
function sideBySide(slices, least) {
    /** @type {Slice<Item>[]} */
    let group = []
    /** When each lane is free again. @type {number[]} */
    let lanes = []
    for (const slice of slices.sort((one, other) => one.from - other.from || other.to - one.to)) {
        // What is late takes its room above the end of the day.
        const [from, to] = [Math.min(slice.from, 24 - least), Math.max(slice.to, slice.from + least)]
        if (lanes.every((free) => free <= from)) [group, lanes] = [[], []]
        const free = lanes.findIndex((free) => free <= from)
        slice.lane = free < 0 ? lanes.length : free
        lanes[slice.lane] = to
        group.push(slice)
        group.forEach((one) => (one.lanes = lanes.length))
    }
    return slices
}

/** The fewest hours that an entry takes: as high as it is at least, by `hours.css`. @param {boolean} isNarrow */
export const leastOf = (isNarrow) => isNarrow ? 0.55 : 0.5

/** The hours to draw: those of a working day, and all that have an entry. @param {readonly Sheet[]} sheets */
export function hoursOf(sheets) {
    const all = sheets.flatMap(({ timed }) => timed)
    const first = Math.min(8, ...all.map(({ from }) => Math.floor(from)))
    return { first, last: Math.max(18, ...all.map(({ from, to }) => Math.min(24, Math.ceil(Math.max(to, from + 0.5))))) }
}

/** `12:30` and `–14:20`; of whole days nothing. @param {Timed} item @param {string} zone @returns {[from: string, until: string]} */
export function timeWords({ start, end, allDay }, zone) {
    const [from = '', to] = allDay ? [] : [start, end].map((date) => clockWords(wallOf(date, zone).minutes))
    return [from, from && end > start ? `–${to}` : '']
}

/** Draws the clock beside the days of a grid. @param {HTMLElement} sheet @param {HTMLElement} clock @param {{ first: number, last: number }} hours */
export function drawHours(sheet, clock, { first, last }) {
    sheet.style.setProperty('--first', String(first))
    sheet.style.setProperty('--hours', String(last - first))
    clock.replaceChildren(...Array.from({ length: last - first }, (_, index) => {
        const line = document.createElement('span')
        line.textContent = clockWords((first + index) * 60)
        return line
    }))
}

/** Puts an entry where it stands on its day. @param {HTMLElement} row @param {Slice} slice */
export function place(row, { from, to, lane, lanes }) {
    row.classList.toggle('short', to - from < 0.8)
    row.classList.toggle('beside', lanes > 1)
    for (const [name, value] of Object.entries({ from, to, lane, lanes })) row.style.setProperty(`--${name}`, String(value))
}

/** Whether the window is as narrow as a phone. */
export function narrow() {
    const query = matchMedia('(max-width: 40rem)')
    const found = new Signal(query.matches)
    effect(() => {
        const follow = () => void (found.value = query.matches)
        query.addEventListener('change', follow)
        return () => query.removeEventListener('change', follow)
    })
    return found
}

/**
 * Draws the days of a week as links.
 * @param {Element} strip @param {() => readonly string[]} week
 * @param {{ readonly value: string }} day that is shown @param {{ readonly value: string }} today
 * @param {(day: string) => string} addressOf
 */
export function drawStrip(strip, week, day, today, addressOf) {
    keyed(strip, week, (name) => name, (name) => {
        const link = document.createElement('a')
        effect(() => {
            const [weekday = '', number = ''] = dayWords(name.value, today.value).split(' ')
            link.href = addressOf(name.value)
            link.textContent = `${weekday} ${number}`
            link.ariaLabel = dayWords(name.value, today.value)
            link.classList.toggle('today', name.value === today.value)
            if (name.value === day.value) link.setAttribute('aria-current', 'date')
            else link.removeAttribute('aria-current')
        })
        return link
    })
}
