// When classes meet: clashes, and the next class. Times are those of the term's zone, or of this device where it is not known.

import { addDays, at, dayOf, minutesOf, weekdayOf } from '../rooms/days.js'

/** @import { Course, Enrollment, Meeting, Section, Term } from '../contract.d.ts' */

const LETTERS = 'UMTWRFS'
const NAMES = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
/** How far ahead a class is looked for. */
const MOST_DAYS = 21

/** `Tue Thu 12:30–14:20, Hall 1`. @param {Meeting} meeting */
export function meetingWords({ days, start, end, place, kind }) {
    const names = Array.from(days, (letter) => NAMES[LETTERS.indexOf(letter)] ?? letter).join(' ')
    return `${kind ? `${kind} ` : ''}${names} ${start}–${end}${place ? `, ${place}` : ''}`
}

/** What a section's meetings are called, each once, from Monday on. @param {Section} section */
export function meetingsWords({ meetings }) {
    const begin = (/** @type {Meeting} */ { days, start }) => `${(LETTERS.indexOf(days.slice(0, 1)) + 6) % 7} ${start}`
    const inOrder = meetings.toSorted((one, other) => begin(one).localeCompare(begin(other)))
    return [...new Set(inOrder.map(meetingWords))].join('; ') || 'no fixed times'
}

/** @param {Meeting} one @param {Meeting} other */
function meet(one, other) {
    const isDay = Array.from(one.days).some((letter) => other.days.includes(letter))
    const isTime = one.start < other.end && other.start < one.end
    const begins = (/** @type {Meeting} */ { startsOn }) => startsOn ?? '0000'
    const ends = (/** @type {Meeting} */ { endsOn }) => endsOn ?? '9999'
    return isDay && isTime && begins(one) <= ends(other) && begins(other) <= ends(one)
}

/** The sections that meet at a time of a section. @param {Section} section @param {readonly Section[]} others */
export function clashes(section, others) {
    return others.filter((other) =>
        other.id !== section.id && section.meetings.some((one) => other.meetings.some((two) => meet(one, two)))
    )
}

/** The sections in which the account is. @param {readonly Course[]} courses @param {readonly Enrollment[]} enrollments */
export function ownSections(courses, enrollments) {
    const ids = new Set(enrollments.map(({ section }) => section))
    return courses.flatMap((course) => course.sections.filter(({ id }) => ids.has(id)).map((section) => ({ course, section })))
}

/** @typedef {{ course: Course, section: Section, meeting: Meeting, start: Date, end: Date }} ClassTime */
/** The terms that are known, and the zone of this device. @typedef {{ terms: readonly Term[], zone: string }} Where */

/**
 * The classes of the account on some days, without holidays and breaks, each section's in the order of its meetings.
 * @param {readonly Course[]} courses @param {readonly Enrollment[]} enrollments
 * @param {string} from @param {string} to both are included; days of the terms' zones @param {Where} where
 * @returns {ClassTime[]}
 */
export function classesOn(courses, enrollments, from, to, { terms, zone }) {
    return ownSections(courses, enrollments).flatMap(({ course, section }) => {
        const term = terms.find(({ id }) => id === course.term)
        return section.meetings.flatMap((meeting) => {
            const first = [from, meeting.startsOn ?? term?.startsOn ?? from].sort()[1] ?? from
            const last = [to, meeting.endsOn ?? term?.endsOn ?? to].sort()[0] ?? to
            const found = []
            for (let day = first; day <= last; day = addDays(day, 1)) {
                const isFree = term?.holidays.some((holiday) => holiday.day === day)
                if (isFree || !meeting.days.includes(LETTERS[weekdayOf(day)] ?? '-')) continue
                const moment = (/** @type {string} */ clock) => at(day, minutesOf(clock), term?.timeZone ?? zone)
                found.push({ course, section, meeting, start: moment(meeting.start), end: moment(meeting.end) })
            }
            return found
        })
    })
}

/**
 * The class that runs or begins next.
 * @param {readonly Course[]} courses @param {readonly Enrollment[]} enrollments @param {Date} now @param {Where} where
 * @returns {ClassTime | undefined}
 */
export function nextClass(courses, enrollments, now, where) {
    const today = dayOf(now, where.zone)
    // It is mostly soon, and moments of a zone take long.
    for (const [first, last] of /** @type {const} */ ([[-1, 3], [4, MOST_DAYS]])) {
        const [next] = classesOn(courses, enrollments, addDays(today, first), addDays(today, last), where)
            .filter(({ end }) => end > now).sort((one, other) => one.start.getTime() - other.start.getTime())
        if (next) return next
    }
    return undefined
}

/** `10 of 100 seats free`; nothing if it is not known. @param {Section} section */
export function seatWords({ capacity, enrolled }) {
    if (capacity === null || enrolled === null) return ''
    return enrolled >= capacity ? 'full' : `${capacity - enrolled} of ${capacity} seats free`
}
