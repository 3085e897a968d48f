// The week of some sections: its blocks, and the facts by which people choose. Pure rules, the same as the terminal's.

import { addDays, daysBetween, minutesOf, weekdayOf } from '../rooms/days.js'

/** @import { Course, Meeting, Section } from '../contract.d.ts' */

/** The letters of the days, and their names. */
export const LETTERS = 'MTWRFSU'
export const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** The most dates that are listed one by one. */
const MOST_LISTED = 4
/** A time whose first or last date is so many days inside the span is not one of all weeks. */
const MARGIN = 14

/** A section that is taken. @typedef {{ course: Course, section: Section }} Entry */
/** A time of the week, with its dates where it is not in all weeks. @typedef {{ meeting: Meeting, dates: string }} Slot */
/** The first and the last day of some classes. @typedef {readonly [first: string, last: string] | undefined} Span */
/**
 * A class on a day of the week. 0 is Monday; times are minutes after midnight.
 * @typedef {{ key: string, day: number, from: number, to: number, lane: number, lanes: number, entry: Entry,
 *   slot: Slot, place: string }} Block `place`: without the campus that all share
 */

/** `CMPT 225`. @param {{ subject: string, number: string }} course */
export const nameOf = ({ subject, number }) => `${subject} ${number}`

/** `Mon Wed Fri`. @param {string} letters */
export const dayNames = (letters) => Array.from(letters, (letter) => DAYS[LETTERS.indexOf(letter)] ?? letter).join(' ')

/** The numbers of the days. @param {string} letters */
export const daysIn = (letters) =>
    Array.from(LETTERS, (letter, day) => letters.includes(letter) ? day : -1).filter((day) => day >= 0)

/** The sections with these numbers, in their order. @param {readonly (number | string)[]} crns @param {readonly Course[]} courses @returns {Entry[]} */
export function entriesOf(crns, courses) {
    return crns.flatMap((crn) => {
        for (const course of courses) {
            const section = course.sections.find((one) => one.crn === String(crn))
            if (section) return [{ course, section }]
        }
        return []
    })
}

/** @param {readonly Section[]} sections @returns {Span} */
export function spanOf(sections) {
    const meetings = sections.flatMap((section) => section.meetings)
    const first = meetings.flatMap(({ startsOn }) => startsOn ?? []).sort()[0]
    const last = meetings.flatMap(({ endsOn }) => endsOn ?? []).sort().at(-1)
    return first && last && first <= last ? [first, last] : undefined
}

/** `13 Sep`. @param {string} day */
const short = (day) => `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]}`

/** `13 Sep, 4 Oct` or `3 Sep to 24 Oct`; empty for a time of all weeks. @param {readonly Meeting[]} meetings @param {Span} span */
function datesOf(meetings, span) {
    /** @type {Set<string>} */
    const found = new Set()
    for (const { startsOn, endsOn, days } of meetings) {
        if (!startsOn || !endsOn || startsOn > endsOn) return ''
        const last = Math.min(400, daysBetween(startsOn, endsOn))
        for (let first = 0; first < 7; first += 1) {
            if (!days.includes(LETTERS[(weekdayOf(addDays(startsOn, first)) + 6) % 7] ?? '-')) continue
            for (let offset = first; offset <= last; offset += 7) found.add(addDays(startsOn, offset))
        }
    }
    const all = [...found].sort()
    const [first, last] = [all[0], all.at(-1)]
    if (!first || !last) return ''
    if (all.length <= MOST_LISTED) return all.map(short).join(', ')
    const isInside = span && (daysBetween(span[0], first) > MARGIN || daysBetween(last, span[1]) > MARGIN)
    return isInside ? `${short(first)} to ${short(last)}` : ''
}

/** What was found of a section, by the span: its dates are counted day by day, and ten timetables ask for them. @type {WeakMap<Section, Map<string, readonly Slot[]>>} */
const known = new WeakMap()

/** The times of a section from Monday on, each once: the catalog may list a time again for other dates. @param {Section} section @param {Span} [span] @returns {readonly Slot[]} */
export function slotsOf(section, span) {
    const own = known.get(section) ?? new Map()
    known.set(section, own)
    const key = String(span)
    if (!own.has(key)) own.set(key, slotsIn(section, span))
    return own.get(key)
}

/** @param {Section} section @param {Span} [span] @returns {Slot[]} */
function slotsIn({ meetings }, span) {
    /** @type {Map<string, Meeting[]>} */
    const groups = new Map()
    const first = (/** @type {Meeting} */ { days }) => daysIn(days)[0] ?? 7
    for (const meeting of [...meetings].sort((one, other) => first(one) - first(other) || (one.start < other.start ? -1 : 1))) {
        const { days, start, end, place, kind } = meeting
        const key = JSON.stringify([days, start, end, place, kind])
        groups.set(key, [...groups.get(key) ?? [], meeting])
    }
    return [...groups.values()].flatMap((group) => group[0] ? [{ meeting: group[0], dates: datesOf(group, span) }] : [])
}

/** `Mon Wed 10:30–11:20, Tue 12:30–14:20 LAB`, or `no fixed time`. @param {Section} section @param {Span} [span] */
export function timesOf(section, span) {
    const words = slotsOf(section, span).map(({ meeting, dates }) =>
        [dayNames(meeting.days), `${meeting.start}–${meeting.end}`, meeting.kind, dates && `(${dates})`].filter(Boolean).join(
            ' ',
        )
    )
    return [...new Set(words)].join(', ') || 'no fixed time'
}

/** Places without the campus that all classes share, as that is told once. @param {readonly Section[]} sections @returns {(place: string) => string} */
function placesIn(sections) {
    const placed = sections.filter(({ meetings }) => meetings.some(({ place }) => place))
    const [name, other] = new Set(placed.map(({ campus }) => campus))
    const isShared = name && other === undefined &&
        placed.every(({ meetings }) => meetings.every(({ place }) => !place || place === name || place.startsWith(`${name} `)))
    return (place) => isShared && (place === name || place.startsWith(`${name} `)) ? place.slice(name.length + 1) : place
}

/** The classes of a week, those that overlap side by side. @param {readonly Entry[]} entries @returns {Block[]} */
export function blocksOf(entries) {
    const span = spanOf(entries.map(({ section }) => section))
    const short = placesIn(entries.map(({ section }) => section))
    const blocks = entries.flatMap((entry) =>
        slotsOf(entry.section, span).flatMap((slot, index) =>
            daysIn(slot.meeting.days).map((day) => {
                const [from, to] = [minutesOf(slot.meeting.start), minutesOf(slot.meeting.end)]
                return {
                    key: `${entry.section.id} ${index} ${day}`,
                    day,
                    from,
                    to,
                    lane: 0,
                    lanes: 1,
                    entry,
                    slot,
                    place: short(slot.meeting.place),
                }
            })
        )
    ).sort((one, other) => one.day - other.day || one.from - other.from || other.to - one.to)
    /** @type {Block[]} */
    let group = []
    /** When each lane is free again. @type {number[]} */
    let lanes = []
    for (const block of blocks) {
        if (group[0]?.day !== block.day || lanes.every((free) => free <= block.from)) [group, lanes] = [[], []]
        const free = lanes.findIndex((free) => free <= block.from)
        block.lane = free < 0 ? lanes.length : free
        lanes[block.lane] = block.to
        group.push(block)
        group.forEach((one) => (one.lanes = lanes.length))
    }
    return blocks
}

/** The hours to draw around some blocks. @param {readonly { from: number, to: number }[]} blocks @returns {[first: number, last: number]} */
export function hoursOf(blocks) {
    if (blocks.length === 0) return [9, 17]
    return [
        Math.floor(Math.min(...blocks.map(({ from }) => from)) / 60),
        Math.ceil(Math.max(...blocks.map(({ to }) => to)) / 60),
    ]
}

/** `0`, `45m`, `2h`, `1h 05m`. @param {number} minutes */
export function spanWords(minutes) {
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
    if (hours === 0) return rest === 0 ? '0' : `${rest}m`
    return rest === 0 ? `${hours}h` : `${hours}h ${String(rest).padStart(2, '0')}m`
}

/** Digits with a comma between groups of three. @param {string} digits */
export const grouped = (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/** `4.05` for 405. @param {number} hundredths */
export const hundredths = (hundredths) => (hundredths / 100).toFixed(2)

/** What people compare timetables by. @param {readonly Entry[]} entries */
export function factsOf(entries) {
    const sections = entries.map(({ section }) => section)
    const meetings = sections.flatMap((section) => section.meetings)
    const days = Array.from(LETTERS).filter((letter) => meetings.some((meeting) => meeting.days.includes(letter))).join('')
    const free =
        entries.flatMap(({ course, section: { code, capacity, enrolled } }) =>
            capacity === null || enrolled === null
                ? []
                : [{ free: Math.max(0, capacity - enrolled), words: `${nameOf(course)} ${code}` }]
        ).sort((one, other) => one.free - other.free)[0]
    return {
        days,
        first: meetings.map(({ start }) => start).sort()[0] ?? '',
        last: meetings.map(({ end }) => end).sort().at(-1) ?? '',
        idle: Array.from(days).reduce((sum, day) => sum + idleOn(meetings.filter((meeting) => meeting.days.includes(day))), 0),
        credits: creditsOf(entries),
        seats: free,
        campuses: [...new Set(sections.flatMap(({ campus }) => campus ?? []))],
    }
}

/** Minutes between the first and the last class of a day without one. @param {readonly Meeting[]} meetings */
function idleOn(meetings) {
    let [idle, until] = [0, -1]
    for (const { start, end } of [...meetings].sort((one, other) => one.start < other.start ? -1 : 1)) {
        if (until >= 0) idle += Math.max(0, minutesOf(start) - until)
        until = Math.max(until, minutesOf(end))
    }
    return idle
}

/** A number, or a range where the credits of a course are one; empty unless those of all are known. @param {readonly Entry[]} entries */
function creditsOf(entries) {
    const courses = [...new Map(entries.map(({ course }) => [course.id, course])).values()]
    const bounds = courses.map(({ credits }) => String(credits ?? '?').split('-').map(Number))
    const least = bounds.reduce((sum, [from = NaN]) => sum + from, 0)
    const most = bounds.reduce((sum, ends) => sum + (ends.at(-1) ?? NaN), 0)
    if (courses.length === 0 || Number.isNaN(least + most)) return ''
    return least === most ? String(least) : `${least}–${most}`
}

/** The mean of what is known, as the terminal rounds it; empty if nothing is. @param {readonly number[]} known times 100 */
export const meanOf = (known) =>
    known.length === 0 ? '' : hundredths(Math.floor(known.reduce((all, one) => all + one, 0) / known.length))

/** The place without the campus that all classes share, and without the room. @param {string} place */
const buildingOf = (place) => place.split(' ').slice(0, -1).join(' ') || place

/** The ways of a week from one building to the next: where, when, and how many minutes there are. @param {readonly Block[]} blocks */
export function walksOf(blocks) {
    return blocks.flatMap((block) => {
        const before = blocks.filter(({ day, to }) =>
            day === block.day && to <= block.from
        ).sort((one, other) => other.to - one.to)[0]
        const [from, to] = [before?.slot.meeting.place ?? '', block.slot.meeting.place]
        if (!before || !from || !to || buildingOf(from) === buildingOf(to)) return []
        return [{ day: block.day, at: before.to, minutes: block.from - before.to, from, to }]
    }).sort((one, other) => one.minutes - other.minutes)
}

/** The hours of a week that none of some blocks takes, of half an hour or more. @param {readonly { day: number, from: number, to: number }[]} blocks @param {[first: number, last: number]} hours */
export function freeOf(blocks, [first, last]) {
    return [0, 1, 2, 3, 4].map((day) => {
        /** @type {[from: number, to: number][]} */
        const free = []
        let at = first * 60
        for (const block of blocks.filter((block) => block.day === day).sort((one, other) => one.from - other.from)) {
            if (block.from - at >= 30) free.push([at, block.from])
            at = Math.max(at, block.to)
        }
        if (last * 60 - at >= 30) free.push([at, last * 60])
        return { day, free }
    })
}
