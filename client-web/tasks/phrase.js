// Times as people write them at the end of a line: `fri`, `next fri 17:00`, `dec 1 5pm`, `in 3 days`. As `DuePhrase` in the terminal
// reads them, in the zone of the study settings; `Tests/Data/tasks/lines.json` holds both to it.

import { addDays, addMonths, at, dayOf, isDay, weekdayOf } from '../rooms/days.js'

/** The moment it is, the zone of the clock, and whether `12/1` is the first of December. @typedef {{ now: Date, zone: string, monthFirst: boolean }} Here */
/** A day, from that of today: whether a day that comes again means the next one if it is today. @typedef {(today: string, skips: boolean) => string | undefined} Day */

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november']
    .concat('december')
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const END = 1439
/** @type {Record<string, number>} */
const PARTS = { morning: 540, afternoon: 900, evening: 1080, night: END }
/** @type {[string, number][]} */
const CLOCKS = [
    ['noon', 720],
    ['at noon', 720],
    ['midnight', END],
    ['at midnight', END],
    ['eod', END],
    ['at the end of the day', END],
    ['end of the day', END],
    ['end of day', END],
]
const later = (/** @type {number} */ days) => (/** @type {string} */ today) => addDays(today, days)
const months = (/** @type {number} */ count) => (/** @type {string} */ today) =>
    count <= 1200 ? addMonths(today, count) : undefined
const endOfWeek = (/** @type {string} */ today) => addDays(today, 6 - mondayFirst(today))
const endOfMonth = (/** @type {string} */ today) => addDays(`${addMonths(today, 1).slice(0, 8)}01`, -1)
/** Longer ones stand before those with which they begin. @type {[string, Day][]} */
const NAMES = [
    ['the day after tomorrow', later(2)],
    ['day after tomorrow', later(2)],
    ['today', later(0)],
    ['tonight', later(0)],
    ['tomorrow', later(1)],
    ['tmr', later(1)],
    ['tmrw', later(1)],
    ['tom', later(1)],
    ['yesterday', later(-1)],
    ['next week', later(7)],
    ['next month', months(1)],
    ['next year', months(12)],
    ['end of the week', endOfWeek],
    ['end of week', endOfWeek],
    ['eow', endOfWeek],
    ['end of the month', endOfMonth],
    ['end of month', endOfMonth],
    ['eom', endOfMonth],
]

/** 0 is Monday. @param {string} day */
const mondayFirst = (day) => (weekdayOf(day) + 6) % 7

/** @type {Record<string, number>} */
const OTHER_WEEKDAYS = { tues: 1, weds: 2, thur: 3, thurs: 3 }

/** 0 is Monday. @param {string} word @returns {number | undefined} */
export function weekdayIn(word) {
    if (Object.hasOwn(OTHER_WEEKDAYS, word)) return OTHER_WEEKDAYS[word]
    const index = WEEKDAYS.findIndex((name) => name === word || name.slice(0, 3) === word)
    return index < 0 ? undefined : index
}

/** 1 is January. @param {string} word @returns {number | undefined} */
export function monthIn(word) {
    const index = word === 'sept' ? 8 : MONTHS.findIndex((name) => name === word || name.slice(0, 3) === word)
    return index < 0 ? undefined : index + 1
}

/** Minutes of a day: `17:00`, `5pm`, `17h30`. @param {string} word @returns {number | undefined} */
function clockIn(word) {
    const [, hours, rest] = /^(\d{1,2})h(\d{2})?$/.exec(word) ?? []
    if (hours && Number(hours) < 24) return Number(rest ?? 0) < 60 ? Number(hours) * 60 + Number(rest ?? 0) : undefined
    const [, hour = '', minute, half] = /^(\d{1,2})(?::(\d{2}))?(am|pm)?$/.exec(word) ?? []
    if (!hour || Number(minute ?? 0) > 59) return undefined
    if (!half) return minute === undefined || Number(hour) > 23 ? undefined : Number(hour) * 60 + Number(minute)
    if (Number(hour) < 1 || Number(hour) > 12) return undefined
    return (Number(hour) % 12 + (half === 'pm' ? 12 : 0)) * 60 + Number(minute ?? 0)
}

/** A year, month and day that exist. @param {string} year @param {number} month @param {number} date */
function fixed(year, month, date) {
    const day = `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
    return isDay(day) ? day : undefined
}

/** A day of every year. @param {number} month @param {number} date @returns {Day} */
const yearly = (month, date) => (today, skips) => {
    const first = Number(today.slice(0, 4))
    // 29 February can be eight years away.
    const days = Array.from({ length: 9 }, (_, index) => fixed(String(first + index), month, date))
    return days.find((day) => day && (skips ? day > today : day >= today))
}

/** The words that are left, read from the front. */
class Words {
    /** @param {string} text @param {boolean} monthFirst */
    constructor(text, monthFirst) {
        const spaced = text.toLowerCase().replace(/(\d{4}-\d{2}-\d{2})t(\d)/g, '$1 $2')
            .replace(/(^|[\s\d])([ap])\.\s?m\.?(?=$|[\s,])/g, '$1$2m').replace(/([a-z]{3,})\.(?=$|[\s,])/g, '$1')
        this.words = spaced.split(/[\s,]+/).filter(Boolean)
        if (this.words[0] === 'by') this.words.shift()
        this.monthFirst = monthFirst
    }

    /** @param {string} phrase */
    starts(phrase) {
        const words = phrase.split(' ')
        return words.every((word, index) => this.words[index] === word)
    }

    /** @template Value @param {number} count @param {Value} value @returns {Value} */
    taking(count, value) {
        this.words.splice(0, count)
        return value
    }

    /** Whether the next word is a time such as `2h`, which many write for a length. */
    isUnclear() {
        return /^0?[1-7]h(\d{2})?$/.test(this.words[0] ?? '')
    }

    /** A span from now in seconds. @returns {number | undefined} */
    moment() {
        if (this.words[0] === 'now') return this.taking(1, 0)
        for (const half of ['in half an hour', 'half an hour']) {
            if (this.starts(half)) return this.taking(half.split(' ').length, 1800)
        }
        const start = this.words[0] === 'in' ? 1 : 0
        const [, hours, unit] = /^\+?(\d{1,3}\.\d{1,2})(h)?$/.exec(this.words[start] ?? '') ?? []
        if (hours && unit) return this.taking(start + 1, Number(hours) * 3600)
        if (hours && ['h', 'hour', 'hours'].includes(this.words[start + 1] ?? '')) {
            return this.taking(start + 2, Number(hours) * 3600)
        }
        const first = this.words[0] ?? ''
        // `17h` is a time of day.
        if (first.endsWith('h') && clockIn(first) !== undefined) return undefined
        return this.span({ h: 3600, hour: 3600, hours: 3600, m: 60, min: 60, minute: 60, minutes: 60, mins: 60 })
    }

    /** `in 3 days`, `a week from now`, `+3d`: the number times its unit's worth. @param {Record<string, number>} units */
    span(units) {
        const leading = this.words[0] === 'in' ? 1 : 0
        const [first = '', unit = '', ...rest] = this.words.slice(leading)
        const [, count, joined = ''] = /^\+?(\d{1,4})([a-z]+)$/.exec(first) ?? []
        if (count && Object.hasOwn(units, joined)) return this.taking(leading + 1, Number(count) * (units[joined] ?? 0))
        const worth = Object.hasOwn(units, unit) ? units[unit] : undefined
        if (worth === undefined || unit.length < 2) return undefined
        const isFromNow = rest[0] === 'from' && ['now', 'today'].includes(rest[1] ?? '')
        const taken = leading + 2 + (isFromNow ? 2 : 0)
        if ((leading === 1 || isFromNow) && (first === 'a' || first === 'an')) return this.taking(taken, worth)
        const number = NUMBERS.indexOf(first)
        if (number >= 0) return this.taking(taken, (number + 1) * worth)
        return /^\d{1,4}$/.test(first) ? this.taking(taken, Number(first) * worth) : undefined
    }

    /** A time of day in minutes. @returns {number | undefined} */
    clock() {
        for (const [phrase, minute] of CLOCKS) {
            if (this.starts(phrase)) return this.taking(phrase.split(' ').length, minute)
        }
        for (const lead of [['in', 'the'], ['at'], []]) {
            const part = this.words[lead.length] ?? ''
            if (lead.every((word, index) => this.words[index] === word) && Object.hasOwn(PARTS, part)) {
                return this.taking(lead.length + 1, PARTS[part])
            }
        }
        const marks = this.words[0] === 'at' || this.words[0] === '@' ? 1 : 0
        const [first, second = ''] = this.words.slice(marks)
        if (first === undefined) return undefined
        const halved = ['am', 'pm'].includes(second) ? clockIn(first + second) : undefined
        if (halved !== undefined) return this.taking(marks + 2, halved)
        const time = clockIn(first) ?? (marks ? clockIn(`${first}:00`) : undefined)
        return time === undefined ? undefined : this.taking(marks + 1, time)
    }

    /** @returns {Day | undefined} */
    day() {
        const days = this.span({ d: 1, day: 1, days: 1, w: 7, week: 7, weeks: 7 })
        if (days !== undefined) return later(days)
        const whole = this.span({ month: 1, months: 1, year: 12, years: 12 })
        if (whole !== undefined) return months(whole)
        if (this.words[0] === 'on') this.words.shift()
        for (const [phrase, day] of NAMES) if (this.starts(phrase)) return this.taking(phrase.split(' ').length, day)
        const [first, second = ''] = this.words
        if (first === undefined) return undefined
        const digits = this.digits()
        if (digits) return digits
        const weekday = weekdayIn(first)
        if (weekday !== undefined) return this.weekday(weekday)
        if (first === 'next' || first === 'this') {
            const named = weekdayIn(second)
            if (named !== undefined) return this.taking(2, first === 'next' ? ofNextWeek(named) : coming(named))
            // The part of the day stays, as the time.
            if (first === 'this' && second !== 'night' && Object.hasOwn(PARTS, second)) return this.taking(1, later(0))
        }
        return this.date()
    }

    /** `fri`, `fri dec 4`, `fri 2026-12-04`: a date must be of the weekday. @param {number} weekday @returns {Day} */
    weekday(weekday) {
        this.words.shift()
        const date = this.digits() ?? this.date()
        if (!date) return coming(weekday)
        return (today, skips) => {
            const day = date(today, skips)
            return day && mondayFirst(day) === weekday ? day : undefined
        }
    }

    /** `2026-12-01`, `2026/12/01`, `12/1`, `1.12.` @returns {Day | undefined} */
    digits() {
        const first = this.words[0] ?? ''
        const whole = first.replaceAll('/', '-')
        if (isDay(whole)) return this.taking(1, () => whole)
        const [, date = '', month = '', year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})?$/.exec(first) ?? []
        const found = date ? dated(Number(month), Number(date), year) : undefined
        if (found) return this.taking(1, found)
        const [, one = '', two = '', of] = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?$/.exec(first) ?? []
        const isMonthFirst = Number(two) > 12 || this.monthFirst && Number(one) <= 12
        const other = one && (isMonthFirst ? dated(Number(one), Number(two), of) : dated(Number(two), Number(one), of))
        return other ? this.taking(1, other) : undefined
    }

    /** `dec 1`, `1 december`, each with or without a year. @returns {Day | undefined} */
    date() {
        const [first = '', second = '', third = ''] = this.words
        const month = monthIn(first) ?? monthIn(second)
        const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(monthIn(first) === undefined ? first : second) ?? []
        const date = Number(digits ?? 0)
        if (month === undefined || date < 1 || date > 31) return undefined
        if (!/^\d{4}$/.test(third)) return this.taking(2, yearly(month, date))
        const day = fixed(third, month, date)
        return day ? this.taking(3, () => day) : undefined
    }
}

/** @param {number} month @param {number} date @param {string} [year] @returns {Day | undefined} */
function dated(month, date, year) {
    if (month < 1 || month > 12 || date < 1 || date > 31) return undefined
    if (!year) return yearly(month, date)
    const day = fixed(year.length === 2 ? `20${year}` : year, month, date)
    return day ? () => day : undefined
}

/** @param {number} weekday @returns {Day} */
const coming = (weekday) => (today, skips) => {
    const ahead = (weekday - mondayFirst(today) + 7) % 7
    return addDays(today, ahead === 0 && skips ? 7 : ahead)
}

/** @param {number} weekday @returns {Day} */
const ofNextWeek = (weekday) => (today) => addDays(today, 7 - mondayFirst(today) + weekday)

/** Undefined if it is not understood. @param {string} text @param {Here} here @returns {Date | undefined} */
export function momentOf(text, { now, zone, monthFirst }) {
    const absolute = /^\d{4}-\d\d-\d\d[t ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:z|[+-]\d\d:\d\d)$/i.exec(text.trim())
    if (absolute) {
        const moment = new Date(text.trim().toUpperCase().replace(' ', 'T'))
        return Number.isNaN(moment.getTime()) ? undefined : moment
    }
    const words = new Words(text, monthFirst)
    if (words.words.length === 0) return undefined
    /** @type {Day | undefined} */
    let day
    /** @type {number | undefined} */
    let clock
    let isUnclear = false
    while (words.words.length > 0) {
        if (clock === undefined && words.isUnclear()) isUnclear = true
        const seconds = words.moment()
        if (seconds !== undefined) {
            if (day || clock !== undefined || words.words.length > 0) return undefined
            return new Date(Math.floor(now.getTime() / 1000 + seconds) * 1000)
        }
        const time = clock === undefined ? words.clock() : undefined
        const named = time === undefined && !day ? words.day() : undefined
        if (time !== undefined) clock = time
        else if (named) day = named
        else return undefined
    }
    if (isUnclear && !day) return undefined
    const today = dayOf(now, zone)
    if (!day) {
        const moment = at(today, clock ?? END, zone)
        return moment > now ? moment : at(addDays(today, 1), clock ?? END, zone)
    }
    const isPast = clock !== undefined && at(today, clock, zone) <= now
    const found = day(today, isPast)
    return found ? at(found, clock ?? END, zone) : undefined
}
