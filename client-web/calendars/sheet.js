// What is on each day, and where: entries that overlap stand side by side.

import { addDays, at, clockWords, wallOf } from '../rooms/days.js'

/** @import { Item } from './items.js' */

/**
 * The part of an item that is on a day. `from` and `to` are hours of the clock; an entry of the whole day has none.
 * @typedef {{ key: string, item: Item, from: number, to: number, lane: number, lanes: number }} Slice
 */
/** @typedef {{ day: string, whole: Slice[], timed: Slice[] }} Sheet */

/**
 * @param {readonly Item[]} items by start @param {string} day @param {string} zone
 * @param {number} least the fewest hours that an entry takes on the screen @returns {Sheet}
 */
export function sheetOf(items, day, zone, least) {
    const [start, end] = [at(day, 0, zone), at(addDays(day, 1), 0, zone)]
    const here = items.filter((item) => item.start < end && (item.end > start || item.start >= start))
    const slices = here.map((item) => {
        const from = item.start < start ? 0 : wallOf(item.start, zone).minutes / 60
        const to = item.end >= end ? 24 : wallOf(item.end, zone).minutes / 60
        return { key: `${item.key} ${day}`, item, from, to: Math.max(from, to), lane: 0, lanes: 1 }
    })
    const isWhole = (/** @type {Slice} */ { item }) => item.allDay || (item.start <= start && item.end >= end)
    return { day, whole: slices.filter(isWhole), timed: sideBySide(slices.filter((slice) => !isWhole(slice)), least) }
}

/** @param {Slice[]} slices @param {number} least */
function sideBySide(slices, least) {
    /** @type {Slice[]} */
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

/** The hours to draw: those of a working day, and all that have an entry. @param {readonly Sheet[]} sheets */
export function hoursOf(sheets) {
    const all = sheets.flatMap(({ timed }) => timed)
    const first = Math.min(8, ...all.map(({ from }) => Math.floor(from)))
    return { first, last: Math.max(18, ...all.map(({ from, to }) => Math.min(24, Math.ceil(Math.max(to, from + 0.5))))) }
}

/** `12:30` and `–14:20`; of whole days nothing. @param {Item} item @param {string} zone @returns {[from: string, until: string]} */
export function timeWords({ start, end, allDay }, zone) {
    const [from = '', to] = allDay ? [] : [start, end].map((date) => clockWords(wallOf(date, zone).minutes))
    return [from, from && end > start ? `–${to}` : '']
}
