// The hours of a week in which one studies: as people write them, as a picture, and changed.

import { clockWords, minutesOf, weekdayOf } from '../rooms/days.js'

/** @import { StudySettings, StudyWeekHours } from '../contract.d.ts' */

/** @typedef {keyof StudyWeekHours} Weekday */

/** From Sunday on, as `weekdayOf` counts. */
export const WEEKDAYS = /** @type {const} */ (['U', 'M', 'T', 'W', 'R', 'F', 'S'])
/** From Monday on. @type {[Weekday, string][]} */
export const NAMES = [
    ['M', 'Monday'],
    ['T', 'Tuesday'],
    ['W', 'Wednesday'],
    ['R', 'Thursday'],
    ['F', 'Friday'],
    ['S', 'Saturday'],
    ['U', 'Sunday'],
]

/** @param {string} day @returns {Weekday} */
export const letterOf = (day) => WEEKDAYS[weekdayOf(day)] ?? 'M'

/** The study hours of a day, by start. @param {Pick<StudySettings, 'hours'> | undefined} settings @param {string} day */
export function hoursOn(settings, day) {
    const hours = settings?.hours[letterOf(day)] ?? []
    return [...hours].sort((one, other) => minutesOf(one.start) - minutesOf(other.start))
}

/** `16:00–22:00, 23:00–24:00`; empty for none. @param {readonly { start: string, end: string }[]} hours */
export const hoursText = (hours) => hours.map(({ start, end }) => `${start}–${end}`).join(', ')

/**
 * Hours as people write them: `16-22`, `9:00–12:00, 14:00–18:00`, `none`.
 * @param {string} text @returns {{ start: string, end: string }[]} throws an `Error` that says what is wrong
 */
export function hoursIn(text) {
    const spans = text.toLowerCase().trim().replace(/\s*[-–—]\s*/g, '-').split(/[\s,;]+/).filter((span) =>
        span && span !== 'none'
    )
    const hours = spans.map((span) => {
        const times = span.split('-').map(timeIn)
        const [start, end] = times
        if (times.length !== 2 || start === undefined || end === undefined) {
            throw new Error(`Could not understand “${span}”; try 16:00–22:00.`)
        }
        if (end <= start) throw new Error(`“${span}” must end after it starts.`)
        return { start: clockWords(start), end: clockWords(end) }
    })
    hours.sort((one, other) => minutesOf(one.start) - minutesOf(other.start))
    const doubled = hours.find(({ start }, index) => index > 0 && minutesOf(hours[index - 1]?.end ?? '') > minutesOf(start))
    if (doubled) throw new Error(`${doubled.start}–${doubled.end} overlaps the hours before it.`)
    return hours
}

/** @param {string} text @returns {number | undefined} */
function timeIn(text) {
    const found = /^(\d{1,2})(?::(\d\d))?(am|pm)?$/.exec(text)
    if (!found) return undefined
    const [hour, minute, half] = [Number(found[1]), Number(found[2] ?? 0), found[3]]
    const time = (half ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour) * 60 + minute
    return minute < 60 && time <= 1440 && !(half && (hour < 1 || hour > 12)) ? time : undefined
}

/** The minutes of a week in which one may study. @param {StudyWeekHours} hours */
export function minutesOfWeek(hours) {
    return Object.values(hours).flat().reduce((sum, { start, end }) => sum + minutesOf(end) - minutesOf(start), 0)
}

/** The background of a day in a grid: its hours are open. @param {readonly { start: string, end: string }[]} hours @param {{ first: number, last: number }} shown */
export function openOf(hours, { first, last }) {
    const place = (/** @type {string} */ clock) =>
        `${Math.min(100, Math.max(0, (minutesOf(clock) / 60 - first) / Math.max(1, last - first) * 100))}%`
    const parts = hours.flatMap(({ start, end }) => [
        `transparent ${place(start)}`,
        `var(--open) ${place(start)}`,
        `var(--open) ${place(end)}`,
        `transparent ${place(end)}`,
    ])
    return parts.length > 0 ? `linear-gradient(${parts.join(', ')})` : 'none'
}
