// When classes meet: clashes, and the next class. Times are those of the place, which are taken as those of this device.

/** @import { Course, Enrollment, Meeting, Section } from '../contract.d.ts' */

const LETTERS = 'UMTWRFS'
const NAMES = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
/** How far ahead a class is looked for. */
const MOST_DAYS = 14

/** `Tue Thu 12:30–14:20, Hall 1`. @param {Meeting} meeting */
export function meetingWords({ days, start, end, place, kind }) {
    const names = Array.from(days, (letter) => NAMES[LETTERS.indexOf(letter)] ?? letter).join(' ')
    return `${kind ? `${kind} ` : ''}${names} ${start}–${end}${place ? `, ${place}` : ''}`
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

/** @typedef {{ course: Course, section: Section, meeting: Meeting, start: Date, end: Date }} NextClass */

/**
 * The class that runs or begins next.
 * @param {readonly Course[]} courses @param {readonly Enrollment[]} enrollments @param {Date} now
 * @returns {NextClass | undefined}
 */
export function nextClass(courses, enrollments, now) {
    /** @type {NextClass | undefined} */
    let best
    for (const { course, section } of ownSections(courses, enrollments)) {
        for (const meeting of section.meetings) {
            const found = nextMeeting(meeting, now)
            if (found && (!best || found.start < best.start)) best = { course, section, meeting, ...found }
        }
    }
    return best
}

/** @param {Meeting} meeting @param {Date} now */
function nextMeeting({ days, start, end, startsOn, endsOn }, now) {
    for (let ahead = 0; ahead < MOST_DAYS; ahead += 1) {
        const at = (/** @type {string} */ time) => {
            const [hours, minutes] = time.split(':').map(Number)
            return new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead, hours, minutes)
        }
        const [begins, ends] = [at(start), at(end)]
        const two = (/** @type {number} */ number) => String(number).padStart(2, '0')
        const day = `${begins.getFullYear()}-${two(begins.getMonth() + 1)}-${two(begins.getDate())}`
        const isDay = days.includes(LETTERS[begins.getDay()] ?? '-') && (startsOn ?? day) <= day && day <= (endsOn ?? day)
        if (isDay && ends > now) return { start: begins, end: ends }
    }
    return undefined
}

/** `10 of 100 seats free`; nothing if it is not known. @param {Section} section */
export function seatWords({ capacity, enrolled }) {
    if (capacity === null || enrolled === null) return ''
    return enrolled >= capacity ? 'full' : `${capacity - enrolled} of ${capacity} seats free`
}
