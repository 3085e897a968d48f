// The classes and events of one's own that a search goes around, as in the terminal.

import { ownSections } from '../catalog/meetings.js'
import { addDays, clockWords, daysBetween, wallOf, weekdayOf } from '../rooms/days.js'
import { LETTERS, nameOf } from './week.js'

/** @import { Course, Enrollment, StudyBlock, Term } from '../contract.d.ts' */
/** @import { Entry } from './week.js' */
/** @import { Own } from './wishes.js' */

/** A search knows no dates, so an event counts if it is on so many days at the same time of the week. */
const FEWEST = 3

/** The sections of a term in which the account is a student. @param {readonly Course[]} courses @param {readonly Enrollment[]} places @param {string} term @returns {Entry[]} */
export function takenIn(courses, places, term) {
    return ownSections(courses, places.filter(({ role }) => role === 'student')).filter(({ course }) => course.term === term)
}

/** @param {readonly Entry[]} entries @returns {Own[]} */
export function classesAsBusy(entries) {
    return entries.flatMap(({ course, section }) =>
        section.meetings.map(({ days, start, end, place }) => ({
            title: nameOf(course),
            days,
            start,
            end,
            place: place || section.campus || undefined,
            campus: section.campus,
        }))
    )
}

/**
 * The events that come back each week of a term.
 * @param {readonly StudyBlock[]} blocks @param {Term} term @returns {Own[]}
 */
export function weeklyEvents(blocks, { startsOn, endsOn, timeZone }) {
    if (!startsOn || !endsOn) return []
    /** @type {Map<string, Set<string>>} */
    const days = new Map()
    for (const { kind, title, start, end } of blocks) {
        if (kind !== 'fixed' || start >= end) continue
        const [from, to] = [wallOf(new Date(start), timeZone), wallOf(new Date(end), timeZone)]
        // A week away is no weekly event, whatever its length.
        for (let offset = 0; offset <= Math.min(7, daysBetween(from.day, to.day)); offset += 1) {
            const day = addDays(from.day, offset)
            if (day < startsOn || day > endsOn) continue
            const [first, last] = [day === from.day ? from.minutes : 0, day === to.day ? to.minutes : 1440]
            if (first >= last) continue
            const key = JSON.stringify([title, LETTERS[(weekdayOf(day) + 6) % 7], first, last])
            days.set(key, (days.get(key) ?? new Set()).add(day))
        }
    }
    return [...days].filter(([, dates]) => dates.size >= FEWEST).map(([key]) => {
        const [title, letter, first, last] = JSON.parse(key)
        return {
            title: title || 'an event',
            days: letter,
            start: clockWords(first),
            end: last === 1440 ? '24:00' : clockWords(last),
        }
    })
}

/** What is busy besides the courses that are searched. A calendar of another program may have the very course. @param {readonly Entry[]} taken @param {readonly Own[]} events @param {readonly string[]} wanted ids of courses */
export function busyBeside(taken, events, wanted) {
    const codes = wanted.map((id) => id.slice(id.indexOf('.') + 1).toUpperCase())
    return [
        ...classesAsBusy(taken.filter(({ course }) => !wanted.includes(course.id))),
        ...events.filter(({ title }) => {
            const words = title.toUpperCase().replace(/\s/g, '')
            return !codes.some((code) => words.includes(code))
        }),
    ]
}
