// Days of the calendar, such as `2026-12-04`, and the moments that they are in a zone. A day may have 23 or 25 hours.

const [MINUTE, DAY] = [60_000, 86_400_000]
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November']
    .concat('December')
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map()

/** A zone that this browser does not know counts as UTC. @param {string} zone */
function formatOf(zone) {
    const known = formats.get(zone)
    if (known) return known
    const make = (/** @type {string} */ timeZone) =>
        new Intl.DateTimeFormat('en-GB', {
            timeZone,
            year: 'numeric',
            month: '2-digit',
            day: '2-digit',
            hour: '2-digit',
            minute: '2-digit',
            hourCycle: 'h23',
        })
    let made
    try {
        made = make(zone)
    } catch {
        made = make('UTC')
    }
    formats.set(zone, made)
    return made
}

/** What calendar and clock of a zone show. @param {Date} date @param {string} zone @returns {{ day: string, minutes: number }} */
export function wallOf(date, zone) {
    const { year = '', month, day, hour, minute } = Object.fromEntries(
        formatOf(zone).formatToParts(date).map(({ type, value }) => [type, value]),
    )
    return { day: `${year.padStart(4, '0')}-${month}-${day}`, minutes: Number(hour) * 60 + Number(minute) }
}

/** @param {Date} date @param {string} zone */
export const dayOf = (date, zone) => wallOf(date, zone).day

/** @param {string} day */
const number = (day) => Date.parse(`${day}T00:00Z`)

/**
 * The moment at which a clock shows a time. Of a time that is twice, the first; one that a change of clocks leaves out is as
 * much later as the clocks go forward.
 * @param {string} day @param {number} minutes after midnight @param {string} zone
 */
export function at(day, minutes, zone) {
    const wall = number(day) + minutes * MINUTE
    const shown = (/** @type {number} */ time) => {
        const found = wallOf(new Date(time), zone)
        return number(found.day) + found.minutes * MINUTE
    }
    const [before, after] = [wall - DAY, wall + DAY].map((near) => wall - (shown(near) - near))
    return new Date(shown(before ?? 0) !== wall && shown(after ?? 0) === wall ? after ?? 0 : before ?? 0)
}

/** @param {string} day @param {number} count */
export const addDays = (day, count) => new Date(number(day) + count * DAY).toISOString().slice(0, 10)

/** Days from one to another. @param {string} from @param {string} to */
export const daysBetween = (from, to) => Math.round((number(to) - number(from)) / DAY)

/** @param {string} day @returns {number} 0 is Sunday */
export const weekdayOf = (day) => new Date(number(day)).getUTCDay()

/** @param {string} day @param {number} count */
export function addMonths(day, count) {
    const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
    const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
    return new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))).toISOString().slice(0, 10)
}

/** Whether it is a day, with a year of four digits. @param {string} text */
export const isDay = (text) => /^\d{4}-\d\d-\d\d$/.test(text) && number(text) > 0 && addDays(text, 0) === text

/** The first weekday of a week here: 0 is Sunday. */
export function firstWeekday() {
    try {
        const locale = /** @type {any} */ (new Intl.Locale(navigator.language))
        return (locale.getWeekInfo?.() ?? locale.weekInfo).firstDay % 7
    } catch {
        return 1
    }
}

/** The first day of a week. @param {string} day @param {number} first weekday */
export const weekOf = (day, first) => addDays(day, -((weekdayOf(day) - first + 7) % 7))

/** `Fri 4 Dec`, with the year if it is not that of another day. @param {string} day @param {string} beside */
export function dayWords(day, beside) {
    const [year, month, date] = day.split('-')
    const words = `${WEEKDAYS[weekdayOf(day)]} ${Number(date)} ${(MONTHS[Number(month) - 1] ?? '').slice(0, 3)}`
    return year === beside.slice(0, 4) ? words : `${words} ${year}`
}

/** `December 2026`. @param {string} day */
export const monthWords = (day) => `${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`

/** `17:00`. @param {number} minutes */
export function clockWords(minutes) {
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** Minutes after midnight. @param {string} clock such as `17:00` */
export function minutesOf(clock) {
    const [hours = 0, minutes = 0] = clock.split(':').map(Number)
    return hours * 60 + minutes
}
