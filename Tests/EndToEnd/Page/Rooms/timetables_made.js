// Two courses with lectures and labs, for the rules of timetables.

import { course, section } from './made.js'

/** @import { Meeting } from '../../../../client-web/contract.d.ts' */
/** @import { Entry } from '../../../../client-web/timetables/week.js' */

/** @param {string} words such as `MW 09:30-10:20 Hall 12` @returns {Meeting} */
export function meeting(words) {
    const [, days = '', start = '', end = '', place = ''] = /^(\w+) (\S+)-(\S+) ?(.*)$/.exec(words) ?? []
    return { days, start, end, startsOn: '2026-09-01', endsOn: '2026-12-20', place }
}

/**
 * A course with sections, each `code kind: times; times`. Parts of the first are all after it.
 * @param {string} name @param {...string} lines
 */
export function made(name, ...lines) {
    const [subject = '', number = ''] = name.split(' ')
    const id = `202530.${subject}${number}`
    const sections = lines.map((line, index) => {
        const [, code = '', kind = '', times = ''] = /^(\S+) ([A-Z]+):? ?(.*)$/.exec(line) ?? []
        const crn = String(Number(number) * 10 + index)
        const meetings = times ? times.split('; ').map(meeting) : []
        return section({ id: `202530.${crn}`, crn, code, kind, meetings, instructors: [`Instructor ${code}`] })
    })
    const [first, ...parts] = sections
    const labs = parts.filter(({ kind }) => kind === 'LAB').map(({ id }) => id)
    if (first && labs.length > 0) first.components = [{ kind: 'LAB', sections: labs }]
    return course({ id, subject, number, sections })
}
/** What a timetable costs, by its parts. */
export const PARTS = {
    idleMinutes: 0,
    days: 2,
    minutesOutsidePreferred: 0,
    walkingMinutes: 0,
    otherCampuses: 0,
    rating: 0,
    grade: 0,
    untimed: 0,
    full: 0,
    soft: 0,
}
export const A = made(
    'ALGO 1',
    'D1 LEC: MW 09:30-10:20 Hall 1',
    'D11 LAB: T 10:00-11:00 Hall 2',
    'D12 LAB: R 10:00-11:00 Shed 2',
)
export const B = made('BIO 2', 'D1 LEC: MW 10:30-11:20 Shed 5', 'D2 LEC: T 10:30-11:20 Hall 3', 'D3 LEC')
/** @param {ReturnType<typeof made>} course @param {...number} which @returns {Entry[]} */
export const take = (course, ...which) =>
    which.flatMap((index) => course.sections[index] ? [{ course, section: course.sections[index] }] : [])
