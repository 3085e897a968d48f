// Times in words. A date is always a weekday and a time, and relative only beside it.

import { effect, Signal } from './signals.js'

/** The present, and the time zone to write in, such as `America/Vancouver`. @typedef {{ now: Date, zone: string }} Frame */

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]

/** How far a time may be to be told in a unit. @type {[name: string, length: number, until: number][]} */
const UNITS = [
    ['minute', MINUTE, HOUR],
    ['hour', HOUR, 36 * HOUR],
    ['day', DAY, 21 * DAY],
    ['week', 7 * DAY, 70 * DAY],
    ['month', 30.4375 * DAY, 730 * DAY],
    ['year', 365.25 * DAY, Infinity],
]

/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map()

/** @param {Date} date @param {string} zone @returns {Record<string, string>} */
function fields(date, zone) {
    const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-GB', {
        timeZone: zone,
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
    })
    formats.set(zone, format)
    const found = Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]))
    return { ...found, month: (found.month ?? '').slice(0, 3) }
}

/**
 * Whole days from one date to another, on the calendar of a zone.
 * @param {Date} from @param {Date} to @param {string} zone
 */
function daysBetween(from, to, zone) {
    const [first, last] = [from, to].map((date) => {
        const { day, month, year } = fields(date, zone)
        return Date.parse(`${day} ${month} ${year} 00:00 UTC`)
    })
    return Math.round(((last ?? 0) - (first ?? 0)) / DAY)
}

/** `17:00`. @param {Date} date @param {string} zone */
export function clock(date, zone) {
    const { hour, minute } = fields(date, zone)
    return `${hour}:${minute}`
}

/** `Fri 27 Nov 17:00`, with the year if it is not this one. @param {Date} date @param {Frame} frame */
export function full(date, { now, zone }) {
    const { weekday, day, month, year, hour, minute } = fields(date, zone)
    const isThisYear = year === fields(now, zone).year
    return `${weekday} ${day} ${month}${isThisYear ? '' : ` ${year}`} ${hour}:${minute}`
}

/**
 * `in 6 days`, `3 hours ago`, `now`. From 36 hours on, days are those of the calendar.
 * @param {Date} date @param {Frame} frame
 */
export function distance(date, { now, zone }) {
    const length = date.getTime() - now.getTime()
    const far = Math.abs(length)
    if (far < MINUTE) return length < 0 ? 'just now' : 'now'
    const [name, unit] = UNITS.find(([, , until]) => far < until) ?? ['year', Infinity]
    const count = name === 'day' ? Math.abs(daysBetween(now, date, zone)) : Math.floor(far / unit)
    const span = `${count} ${name}${count === 1 ? '' : 's'}`
    return length < 0 ? `${span} ago` : `in ${span}`
}

/** `Fri 27 Nov 17:00 (in 6 days)`. @param {Date} date @param {Frame} frame */
export function words(date, frame) {
    return `${full(date, frame)} (${distance(date, frame)})`
}

/**
 * Writes a time into an element, and again when the present moves on.
 * @param {HTMLTimeElement} element @param {() => Date} date @param {() => Frame} frame
 */
export function follow(element, date, frame) {
    effect(() => {
        element.dateTime = date().toISOString()
        const text = words(date(), frame())
        if (element.textContent !== text) element.textContent = text
    })
}

/** The present, which moves on with each minute until its scope ends. @returns {{ readonly value: Date }} */
export function present() {
    const now = new Signal(new Date())
    effect(() => {
        const timer = setTimeout(() => (now.value = new Date()), MINUTE - (now.value.getTime() % MINUTE))
        return () => clearTimeout(timer)
    })
    return now
}
