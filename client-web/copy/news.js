// What is new to the account. The rule of the contract, with what every client adds: of an event that was never opened, only
// what was written after the account came to the course is new; one's own event is not; what is muted counts for itself.

/** @import { Enrollment, EventMark, Preferences } from '../contract.d.ts' */
/** @import { Entry } from './outbox.js' */
/** @import { Row } from './rows.js' */

/**
 * What the rule needs beside the events.
 * @typedef {object} Reader
 * @property {string} account
 * @property {ReadonlyMap<string, string>} since when the account came, by course
 * @property {ReadonlySet<string>} muted courses
 * @property {ReadonlySet<string>} seen courses that were marked as seen, and the server does not know yet
 */

/** The courses that were marked as seen. @param {readonly Entry[]} entries */
export const seenCourses = (entries) => entries.filter(({ kind }) => kind === 'seeCourse').map(({ id }) => id)

/**
 * @param {string} account @param {readonly Enrollment[]} enrollments @param {Preferences | undefined} preferences
 * @param {readonly string[]} seen
 * @returns {Reader}
 */
export function reader(account, enrollments, preferences, seen) {
    /** @type {Map<string, string>} */
    const since = new Map()
    for (const { course, since: came } of enrollments) {
        const known = since.get(course)
        if (known === undefined || came < known) since.set(course, came)
    }
    return { account, since, muted: new Set(preferences?.mutedCourses ?? []), seen: new Set(seen) }
}

/** What was found of a row last, and with what: of ten thousand rows a change leaves all others as they were. @type {WeakMap<Row, { mark: EventMark | undefined, reader: Reader, level: 0 | 1 | 2 }>} */
const found = new WeakMap()

/**
 * 0: nothing is new; 1: something of a muted thread or course; 2: something else.
 * @param {Row} row of an event @param {EventMark | undefined} mark @param {Reader} reader
 * @returns {0 | 1 | 2}
 */
export function news(row, mark, reader) {
    const known = found.get(row)
    if (known && known.mark === mark && known.reader === reader) return known.level
    const level = levelOf(row, mark, reader)
    found.set(row, { mark, reader, level })
    return level
}

/** @param {Row} row @param {EventMark | undefined} mark @param {Reader} reader */
function levelOf({ body: event, repliedAt }, mark, { account, since, muted, seen }) {
    if (event.newest <= (mark?.seen ?? 0) || seen.has(event.course)) return 0
    const [came, wrote] = [since.get(event.course) ?? '', [event.createdAt, event.editedAt ?? '', repliedAt ?? '']]
    if (!mark?.seen && wrote.every((time) => time < came)) return 0
    if (!mark && event.newest <= event.rev && event.author.id === account) return 0
    return !event.mustRead && (mark?.muted || muted.has(event.course)) ? 1 : 2
}
