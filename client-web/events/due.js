// Times as people write them: `fri 17:00`, `tomorrow 9`, `27 nov 17:00`, `2026-11-27 17:00`. In the zone of this device.

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** The time of a day that was written without one. */
const END_OF_DAY = [23, 59]

/** @param {string} text @param {Date} now @returns {Date | undefined} undefined if it is not understood */
export function timeOf(text, now) {
    const words = text.trim().toLowerCase().replace(/[,.]/g, ' ').replace(/(\d)t(?=\d)/, '$1 ').split(/\s+/)
    const last = words.at(-1) ?? ''
    const isTime = /^\d{1,2}:\d{2}$|^\d{1,2}(:\d{2})?(am|pm)$/.test(last) || (words.length > 1 && /^\d{1,2}$/.test(last) &&
        !(words.length === 2 && MONTHS.includes(words[0]?.slice(0, 3) ?? '')))
    const clock = isTime ? clockOf(last) : END_OF_DAY
    const day = dayFrom(isTime ? words.slice(0, -1) : words, now)
    if (!clock || !day) return undefined
    const made = new Date(day[0], day[1], day[2], clock[0], clock[1])
    if (day[0] !== made.getFullYear() || day[1] !== made.getMonth() || day[2] !== made.getDate()) return undefined
    const isWeekday = DAYS.includes(words[0]?.slice(0, 3) ?? '')
    if (isWeekday && made <= now) made.setDate(made.getDate() + 7)
    return made
}

/** @param {string} text @returns {number[] | undefined} hour and minute */
function clockOf(text) {
    const [, hours = '', minutes = '0', half] = /^(\d{1,2})(?::(\d{2}))?(am|pm)?$/.exec(text) ?? []
    let hour = Number(hours)
    if (!hours || (half && (hour < 1 || hour > 12))) return undefined
    if (half) hour = (hour % 12) + (half === 'pm' ? 12 : 0)
    return hour < 24 && Number(minutes) < 60 ? [hour, Number(minutes)] : undefined
}

/** @param {string[]} words @param {Date} now @returns {[year: number, month: number, day: number] | undefined} */
function dayFrom(words, now) {
    const [first = '', second = '', third = ''] = words
    const from = (/** @type {number} */ days) => {
        const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days)
        return /** @type {[number, number, number]} */ ([day.getFullYear(), day.getMonth(), day.getDate()])
    }
    if (words.length === 0 || first === 'today') return from(0)
    if (first === 'tomorrow') return from(1)
    const date = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(first)
    if (date) return [Number(date[1]), Number(date[2]) - 1, Number(date[3])]
    const weekday = DAYS.indexOf(first.slice(0, 3))
    if (weekday >= 0 && /^[a-z]+$/.test(first) && words.length === 1) return from((weekday - now.getDay() + 7) % 7)
    const rest = weekday >= 0 ? [second, third] : [first, second]
    const [day, month] = /^\d/.test(rest[0] ?? '') ? rest : [rest[1], rest[0]]
    const index = MONTHS.indexOf((month ?? '').slice(0, 3))
    if (index < 0 || !/^\d{1,2}$/.test(day ?? '')) return undefined
    const year = now.getFullYear()
    // A day of early in the year, written late in it, is one of the next year.
    const isNext = new Date(year, index, Number(day)).getTime() < now.getTime() - 120 * 86_400_000
    return [isNext ? year + 1 : year, index, Number(day)]
}

/** As it may be read again: `2026-11-27 17:00`. @param {string | null | undefined} time */
export function written(time) {
    if (!time) return ''
    const date = new Date(time)
    const two = (/** @type {number} */ number) => String(number).padStart(2, '0')
    return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${
        two(date.getMinutes())
    }`
}
