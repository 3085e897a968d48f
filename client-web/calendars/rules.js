// Rules of repetition (RFC 5545) that give days: what calendar programs, the terminal and the page write.

import { addDays, at, daysBetween, weekdayOf } from '../rooms/days.js'

const NAMES = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const KNOWN = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'BYMONTHDAY', 'BYMONTH', 'BYSETPOS', 'WKST']
/** A series is followed for so many days. */
const MOST_DAYS = 40_000

/**
 * The days on which a series has an occurrence, from a day to another.
 * @param {string} text the rule @param {{ day: string, minutes: number, zone: string }} first
 * @param {string} from @param {string} to both are included
 * @returns {string[] | undefined} undefined if the rule is not understood
 */
export function daysOf(text, first, from, to) {
    const rule = Object.fromEntries(text.toUpperCase().split(';').map((part) => part.split('=')))
    if (!Object.keys(rule).every((name) => KNOWN.includes(name))) return undefined
    const [period, fits] = [periodOf(rule, first.day), filterOf(rule, first.day)]
    if (!period || !fits) return undefined
    const [interval, count] = [Number(rule.INTERVAL ?? 1), Number(rule.COUNT ?? Infinity)]
    const positions = numbers(rule.BYSETPOS)
    const last = lastOf(rule.UNTIL, first)
    // Without counting, a series may be read from the period in which the days begin.
    const skip = rule.COUNT ? 0 : Math.max(0, daysBetween(first.day, from) - 800)
    const begin = period(first.day)
    /** @type {string[]} */
    const found = []
    let given = 0
    /** @param {string[]} days of one period */
    const give = (days) => {
        const chosen = positions.length > 0
            ? days.filter((_, index) => positions.includes(index + 1) || positions.includes(index - days.length))
            : days
        for (const day of chosen) {
            if (day < first.day || last(day)) continue
            given += 1
            if (given <= count && day >= from && day <= to) found.push(day)
        }
    }
    /** @type {string[]} */
    let set = []
    let now = NaN
    // The days of the first period that are before the first day have positions too.
    for (let step = skip - (skip > 0 ? 0 : 366); step < MOST_DAYS; step += 1) {
        const day = addDays(first.day, step)
        const its = period(day)
        if (its !== now) {
            give(set)
            set = []
            now = its
            if (day > to || given >= count) return found
        }
        if (its >= begin && (its - begin) % interval === 0 && fits(day)) set.push(day)
    }
    give(set)
    return found
}

/** @param {string | undefined} list */
const numbers = (list) => (list ?? '').split(',').filter(Boolean).map(Number)

/** The number of a day's period. @param {Record<string, string>} rule @param {string} start @returns {((day: string) => number) | undefined} */
function periodOf({ FREQ, WKST = 'MO' }, start) {
    const origin = addDays(start, -((weekdayOf(start) - NAMES.indexOf(WKST) + 7) % 7))
    if (FREQ === 'DAILY') return (day) => daysBetween(start, day)
    if (FREQ === 'WEEKLY') return (day) => Math.floor(daysBetween(origin, day) / 7)
    if (FREQ === 'MONTHLY') return (day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
    if (FREQ === 'YEARLY') return (day) => Number(day.slice(0, 4))
    return undefined
}

/** Whether a day fits the lists of a rule. @param {Record<string, string>} rule @param {string} start @returns {((day: string) => boolean) | undefined} */
function filterOf({ FREQ, BYDAY, BYMONTHDAY, BYMONTH }, start) {
    const isBare = !BYDAY && !BYMONTHDAY
    const weekdays = (BYDAY ?? (FREQ === 'WEEKLY' && isBare ? NAMES[weekdayOf(start)] ?? '' : '')).split(',').filter(Boolean)
        .map((name) => ({ ordinal: Number(name.slice(0, -2)), weekday: NAMES.indexOf(name.slice(-2)) }))
    const isByDate = isBare && (FREQ === 'MONTHLY' || FREQ === 'YEARLY')
    const dates = numbers(BYMONTHDAY ?? (isByDate ? start.slice(8) : ''))
    const months = numbers(BYMONTH ?? (isByDate && FREQ === 'YEARLY' ? start.slice(5, 7) : ''))
    if ([...dates, ...months, ...weekdays.map(({ ordinal }) => ordinal)].some(Number.isNaN)) return undefined
    if (weekdays.some(({ weekday }) => weekday < 0)) return undefined
    const isOfYear = FREQ === 'YEARLY' && !BYMONTH
    return (day) => {
        const [year, month, date] = /** @type {[number, number, number]} */ (day.split('-').map(Number))
        if (months.length > 0 && !months.includes(month)) return false
        const length = new Date(Date.UTC(year, month, 0)).getUTCDate()
        if (dates.length > 0 && !dates.includes(date) && !dates.includes(date - length - 1)) return false
        if (weekdays.length === 0) return true
        const [from, until] = isOfYear ? [`${day.slice(0, 4)}-01-01`, `${day.slice(0, 4)}-12-31`] : [
            `${day.slice(0, 8)}01`,
            `${day.slice(0, 8)}${length}`,
        ]
        return weekdays.some(({ ordinal, weekday }) => {
            if (weekday !== weekdayOf(day)) return false
            if (ordinal === 0) return true
            const found = ordinal > 0 ? daysBetween(from, day) : -daysBetween(day, until)
            return (ordinal > 0 ? Math.floor(found / 7) + 1 : Math.ceil(found / 7) - 1) === ordinal
        })
    }
}

/** Whether a day is after the end of a series. @param {string | undefined} until @param {{ minutes: number, zone: string }} first @returns {(day: string) => boolean} */
function lastOf(until, { minutes, zone }) {
    const [, year, month, date, hour, minute, isUTC] = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?$/.exec(until ?? '') ?? []
    if (!year) return () => false
    const day = `${year}-${month}-${date}`
    if (isUTC) return (found) => at(found, minutes, zone).getTime() > Date.parse(`${day}T${hour}:${minute}Z`)
    return (found) => found > day || (found === day && hour !== undefined && minutes > Number(hour) * 60 + Number(minute))
}
