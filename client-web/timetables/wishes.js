// Wishes for a timetable, and the request that they make. What nobody chose is what the terminal sends.

import { DAYS, daysIn, LETTERS } from './week.js'
import { clockWords, minutesOf } from '../rooms/days.js'

/** @import { Course, ScheduleSearch } from '../contract.d.ts' */

/** Cells of the painted week are half hours. */
export const CELL = 30
/** A search takes no more. */
export const MOST_COURSES = 20
const MOST_BUSY = 20

/** A time of the week, and what it is for. @typedef {{ day: number, from: number, to: number, place?: string | undefined }} Range */
/** @typedef {{ title: string, days: string, start: string, end: string, place?: string | undefined, campus?: string | null }} Own */
/** What is better: a mix, fewer gaps or more days off. @typedef {'usual' | 'gaps' | 'days'} Better */
/** How much ratings and grade averages count. @typedef {'usual' | 'much' | 'none'} Ratings */
/**
 * `busy` and `soft` are painted cells, `day * 48 + half hour`. `ignored` are classes and events of one's own that do not count.
 * `ways` are times between places: that were typed, or lifted with 0 minutes. `by` and `notBy` are instructors. `pick` is the
 * number of the courses that are wanted, as it was typed; empty for all.
 * @typedef {{ courses: readonly string[], locked: readonly number[], leftOut: readonly number[], busy: readonly number[],
 *   soft: readonly number[], off: string, earliest: string, latest: string, campuses: readonly string[], inPerson: boolean,
 *   open: boolean, hours: readonly string[], better: Better, ratings: Ratings, anew: boolean, ignored: readonly string[],
 *   by: readonly string[], notBy: readonly string[], pick: string,
 *   ways: readonly { from: string, to: string, minutes: number }[] }} Wishes
 */

/** @type {Wishes} */
export const NONE = Object.freeze({
    courses: [],
    locked: [],
    leftOut: [],
    busy: [],
    soft: [],
    off: '',
    earliest: '',
    latest: '',
    campuses: [],
    inPerson: false,
    open: false,
    hours: [],
    better: 'usual',
    ratings: 'usual',
    anew: false,
    ignored: [],
    by: [],
    notBy: [],
    pick: '',
    ways: [],
})

/** Preferred hours by their names. @type {Record<string, [start: string, end: string]>} */
export const HOURS = { mornings: ['08:00', '12:00'], afternoons: ['12:00', '17:00'], evenings: ['17:00', '22:00'] }

/** What most people would choose: a time and a seat first, then one campus, and a day off for an hour of waiting. */
const USUAL = {
    gap: 50,
    day: 3_000,
    preferred: 10,
    walking: 0,
    rating: 1,
    grade: 1,
    busy: 50,
    dayAvoided: 5_000,
    untimed: 200_000,
    full: 200_000,
    campus: 100_000,
}
/** @type {Record<Better, Partial<typeof USUAL>>} */
const BETTER = { usual: {}, gaps: { gap: 250, day: 0 }, days: { gap: 10, day: 20_000 } }
/** @type {Record<Ratings, Partial<typeof USUAL>>} */
const RATINGS = { usual: {}, much: { rating: 10, grade: 10 }, none: { rating: 0, grade: 0 } }

/**
 * Wishes as they were kept, whatever another version or another program wrote.
 * @param {string} text @returns {Wishes}
 */
export function wishesOf(text) {
    /** @type {Record<string, unknown>} */
    let kept = {}
    try {
        kept = Object(JSON.parse(text || '{}'))
    } catch {
        // It is of another version.
    }
    /** @type {Record<string, unknown>} */
    const made = { ...NONE }
    for (const [name, usual] of Object.entries(NONE)) {
        const value = Object.hasOwn(kept, name) ? kept[name] : undefined
        const item = ['courses', 'campuses', 'hours', 'ignored', 'by', 'notBy'].includes(name)
            ? 'string'
            : name === 'ways'
            ? 'object'
            : 'number'
        const fits = Array.isArray(usual)
            ? Array.isArray(value) && value.every((one) => typeof one === item && one !== null)
            : typeof value === typeof usual
        if (fits) made[name] = value
    }
    if (!Object.hasOwn(BETTER, String(made['better']))) made['better'] = 'usual'
    if (!Object.hasOwn(RATINGS, String(made['ratings']))) made['ratings'] = 'usual'
    return /** @type {Wishes} */ (/** @type {unknown} */ (made))
}

/** Painted cells as times. @param {readonly number[]} cells @returns {Range[]} */
export function rangesOf(cells) {
    return cells.map((cell) => ({ day: Math.floor(cell / 48), from: (cell % 48) * CELL, to: (cell % 48 + 1) * CELL }))
}

/** Classes and events as times. @param {readonly Own[]} own @returns {Range[]} */
export function rangesOfOwn(own) {
    return own.flatMap(({ days, start, end, place }) =>
        daysIn(days).map((day) => ({ day, from: minutesOf(start), to: minutesOf(end), ...(place ? { place } : {}) }))
    )
}

/** Times of each day without overlaps: whoever is busy 9–11 and 10–12 at one place is busy 9–12, at two 9–11 and 11–12. @param {readonly Range[]} ranges @returns {Range[]} */
function joined(ranges) {
    /** @type {Range[]} */
    const found = []
    for (const range of [...ranges].sort((one, other) => one.day - other.day || one.from - other.from)) {
        const last = found.at(-1)?.day === range.day ? found.at(-1) : undefined
        if (last && range.to <= last.to) continue
        if (last && range.from <= last.to && range.place === last.place) last.to = range.to
        else found.push({ ...range, from: Math.max(range.from, last?.to ?? 0) })
    }
    return found
}

/** What is left of some times without others. @param {readonly Range[]} ranges @param {readonly Range[]} others @returns {Range[]} */
function without(ranges, others) {
    return others.reduce((left, other) =>
        left.flatMap((range) => {
            if (range.day !== other.day || range.to <= other.from || other.to <= range.from) return [range]
            return [{ ...range, to: other.from }, { ...range, from: other.to }].filter(({ from, to }) => from < to)
        }), [...ranges])
}

/** Equal times of several days as one. @param {readonly Range[]} ranges @returns {{ days: string, start: string, end: string, place?: string }[]} */
export function timesOfRanges(ranges) {
    /** @type {Map<string, { days: string, start: string, end: string, place?: string }>} */
    const found = new Map()
    for (const { day, from, to, place } of joined(ranges)) {
        const [start, end] = [clockWords(from), to === 1440 ? '24:00' : clockWords(to)]
        const key = `${start} ${end} ${place ?? ''}`
        const time = found.get(key) ?? { days: '', start, end, ...(place ? { place } : {}) }
        time.days += LETTERS[day]
        found.set(key, time)
    }
    return [...found.values()].sort((one, other) => (one.start + one.end < other.start + other.end ? -1 : 1))
}

/** `Mon Wed 10:00–12:00`. @param {{ days: string, start: string, end: string }} time */
export const timeWords = ({ days, start, end }) => `${daysIn(days).map((day) => DAYS[day]).join(' ')} ${start}–${end}`

/** Painted times, hard ones with those of one's own. @param {Wishes} wishes @param {readonly Range[]} own */
function busyOf(wishes, own) {
    const hard = joined([...rangesOf(wishes.busy), ...own])
    const soft = without(joined(rangesOf(wishes.soft)), hard)
    return [
        ...timesOfRanges(hard).map((time) => ({ ...time, hard: true })),
        ...timesOfRanges(soft).map((time) => ({ ...time, hard: false })),
    ]
}

/**
 * The request for some wishes. Throws a sentence if there are too many busy times.
 * @param {Wishes} wishes @param {readonly Course[]} courses those of the wishes, as far as they are known
 * @param {readonly Own[]} own classes and events that keep classes out @param {number} limit
 * @returns {ScheduleSearch}
 */
export function searchOf(wishes, courses, own, limit) {
    const taken = wishes.anew ? [] : own.filter(({ title }) => !wishes.ignored.includes(title))
    const ranges = rangesOfOwn(taken)
    let busy = busyOf(wishes, ranges)
    // With fewer places more of them are equal.
    if (busy.length > MOST_BUSY) busy = busyOf(wishes, ranges.map(({ day, from, to }) => ({ day, from, to })))
    if (busy.length > MOST_BUSY) {
        throw new Error(
            `Your week has ${busy.length} busy times, and a search takes at most ${MOST_BUSY}. Plan without your classes and events, or paint fewer.`,
        )
    }
    const crns = new Set(courses.flatMap(({ sections }) => sections.map(({ crn }) => Number(crn))))
    const campuses = new Set(courses.flatMap(({ sections }) => sections.map(({ campus }) => campus)))
    const preferred = Object.entries(HOURS).filter(([name]) => wishes.hours.includes(name)).flatMap(([, times]) => times)
    return {
        ...chosenOf(wishes, courses),
        busy,
        ...(wishes.off ? { daysOff: wishes.off } : {}),
        ...(wishes.earliest ? { earliest: wishes.earliest } : {}),
        ...(wishes.latest ? { latest: wishes.latest } : {}),
        ...(preferred.length > 0 ? { preferred } : {}),
        campuses: wishes.campuses.filter((campus) => campuses.has(campus)),
        openOnly: wishes.open,
        ...(wishes.inPerson ? { delivery: /** @type {const} */ ('inPerson') } : {}),
        pinned: wishes.locked.filter((crn) => crns.has(crn)),
        excluded: wishes.leftOut.filter((crn) => crns.has(crn)),
        ...(wishes.by.length > 0 ? { instructors: [...wishes.by] } : {}),
        ...(wishes.notBy.length > 0 ? { excludedInstructors: [...wishes.notBy] } : {}),
        ...(wishes.ways.length > 0 ? { ways: [...wishes.ways] } : {}),
        weights: { ...USUAL, ...BETTER[wishes.better], ...RATINGS[wishes.ratings] },
        unknown: 'median',
        limit,
    }
}

/**
 * The courses of a request: all of them, or those with a lock and so many of the others that there are `pick`.
 * @param {Wishes} wishes @param {readonly Course[]} courses @returns {Pick<ScheduleSearch, 'courses' | 'anyOf'>}
 */
function chosenOf(wishes, courses) {
    const count = Number(wishes.pick)
    if (!Number.isInteger(count) || count < 1 || count >= wishes.courses.length) return { courses: [...wishes.courses] }
    const isLocked = (/** @type {string} */ id) =>
        courses.find((course) => course.id === id)?.sections.some(({ crn }) => wishes.locked.includes(Number(crn))) ?? false
    const fixed = wishes.courses.filter(isLocked)
    const rest = wishes.courses.filter((id) => !isLocked(id))
    return { courses: fixed, ...(count > fixed.length ? { anyOf: [{ pick: count - fixed.length, courses: rest }] } : {}) }
}

/** How many courses a request takes. @param {Pick<ScheduleSearch, 'courses' | 'anyOf'>} request */
export const countOf = ({ courses, anyOf = [] }) => anyOf.reduce((sum, { pick }) => sum + pick, courses.length)

/** Whether wishes say anything beyond the courses. @param {Wishes} wishes */
export const isPlain = (wishes) => JSON.stringify({ ...wishes, courses: [] }) === JSON.stringify(NONE)

/**
 * With a section locked or left out; a lock takes the place of others of its kind in its course.
 * @param {Wishes} wishes @param {Course} course @param {string} crn @param {'locked' | 'leftOut' | 'free'} how @returns {Wishes}
 */
export function settled(wishes, course, crn, how) {
    const number = Number(crn)
    const rivals = new Set(how === 'locked' ? rivalsOf(course, crn) : [number])
    return {
        ...wishes,
        locked: [...wishes.locked.filter((one) => !rivals.has(one) && one !== number), ...(how === 'locked' ? [number] : [])],
        leftOut: [...wishes.leftOut.filter((one) => one !== number), ...(how === 'leftOut' ? [number] : [])],
    }
}

/** Sections that are components of others. @param {Course} course */
const componentsOf = ({ sections }) =>
    new Set(sections.flatMap(({ components }) => components.flatMap(({ sections }) => sections)))

/** The sections of which a student takes one: of a course its primary ones, or those of a kind. @param {Course} course @param {string} crn @returns {number[]} */
export function rivalsOf(course, crn) {
    const components = componentsOf(course)
    const own = course.sections.find((section) => section.crn === crn)
    if (!own) return []
    const isPart = components.has(own.id)
    return course.sections.filter((section) => components.has(section.id) === isPart && (!isPart || section.kind === own.kind))
        .map((section) => Number(section.crn))
}
