// What is new to the account. The rule of the contract, with what every client adds: of an event that was never opened, only
// what was written after the account came to the course is new; one's own event is not; what is muted counts for itself.

/** @import { Enrollment, Event, EventMark, Preferences } from '../contract.d.ts' */
/** @import { Entry } from './outbox.js' */

/**
 * What the rule needs beside the events.
 * @typedef {object} Reader
 * @property {string} account
 * @property {ReadonlyMap<string, EventMark>} marks
 * @property {ReadonlyMap<string, string>} since when the account came, by course
 * @property {ReadonlySet<string>} muted courses
 * @property {ReadonlySet<string>} seen courses that were marked as seen, and the server does not know yet
 */

/**
 * @param {string} account @param {ReadonlyMap<string, EventMark>} marks @param {readonly Enrollment[]} enrollments
 * @param {Preferences | undefined} preferences @param {readonly Entry[]} entries
 * @returns {Reader}
 */
export function reader(account, marks, enrollments, preferences, entries) {
    /** @type {Map<string, string>} */
    const since = new Map()
    for (const { course, since: came } of enrollments) {
        const known = since.get(course)
        if (known === undefined || came < known) since.set(course, came)
    }
    const seen = new Set(entries.filter(({ kind }) => kind === 'seeCourse').map(({ id }) => id))
    return { account, marks, since, muted: new Set(preferences?.mutedCourses ?? []), seen }
}

/**
 * 0: nothing is new; 1: something of a muted thread or course; 2: something else.
 * @param {Event} event @param {string | undefined} repliedAt the time of its latest reply @param {Reader} reader
 * @returns {0 | 1 | 2}
 */
export function news(event, repliedAt, { account, marks, since, muted, seen }) {
    const mark = marks.get(event.id)
    if (event.newest <= (mark?.seen ?? 0) || seen.has(event.course)) return 0
    const [came, wrote] = [since.get(event.course) ?? '', [event.createdAt, event.editedAt ?? '', repliedAt ?? '']]
    if (!mark?.seen && wrote.every((time) => time < came)) return 0
    if (!mark && event.newest <= event.rev && event.author.id === account) return 0
    return !event.mustRead && (mark?.muted || muted.has(event.course)) ? 1 : 2
}
