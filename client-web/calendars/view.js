// Which days the calendar shows. The view stands in the address, and is the next time's.

import { addDays, addMonths, dayWords, firstWeekday, monthWords, weekOf } from '../rooms/days.js'

/** @typedef {'day' | 'week' | 'month'} View */

export const VIEWS = /** @type {const} */ (['day', 'week', 'month'])
const KEY = 'noteit-calendar'

/** @param {string | null | undefined} name @returns {View | undefined} */
const known = (name) => VIEWS.find((view) => view === name)

/** @param {Record<string, string | undefined>} query @param {boolean} isNarrow @returns {View} */
export function viewOf({ view }, isNarrow) {
    const found = known(view)
    if (found) localStorage.setItem(KEY, found)
    return found ?? known(localStorage.getItem(KEY)) ?? (isNarrow ? 'day' : 'week')
}

/** The days of a view. @param {View} view @param {string} day @returns {string[]} */
export function daysOf(view, day) {
    const first = firstWeekday()
    if (view === 'day') return [day]
    if (view === 'week') return Array.from({ length: 7 }, (_, index) => addDays(weekOf(day, first), index))
    const begin = weekOf(`${day.slice(0, 8)}01`, first)
    const last = addDays(addMonths(`${day.slice(0, 8)}01`, 1), -1)
    const all = Array.from({ length: 42 }, (_, index) => addDays(begin, index))
    return all.filter((_, index) => (all[index - (index % 7)] ?? '') <= last)
}

/** The day that is a day, a week or a month away. @param {View} view @param {string} day @param {1 | -1} by */
export function away(view, day, by) {
    return view === 'month' ? addMonths(day, by) : addDays(day, view === 'week' ? 7 * by : by)
}

/** `Fri 4 Dec`, `Week of Mon 30 Nov`, `December 2026`. @param {View} view @param {string} day @param {string} today */
export function titleOf(view, day, today) {
    if (view === 'month') return monthWords(day)
    return view === 'day' ? dayWords(day, today) : `Week of ${dayWords(daysOf('week', day)[0] ?? day, today)}`
}
