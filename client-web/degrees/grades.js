// Grades and their averages, by the rules of the terminal: exact sums, rounded once, half up.

/** @import { RecordItem } from '../contract.d.ts' */

const LETTERS = ['F', 'D-', 'D', 'D+', 'C-', 'C', 'C+', 'B-', 'B', 'B+', 'A-', 'A', 'A+']
/** Hundredths of points. */
const POINTS = [0, 67, 100, 133, 167, 200, 233, 267, 300, 333, 367, 400, 433]
const PASSES = ['P', 'S', 'CR', 'TR']

/** How much `A+` is worth. @typedef {'4.33' | '4.0'} Scale */
/** Sums of credits in halves, and of points and percents each times half credits. @typedef {{ halves: number, points: number, percentHalves: number, percents: number }} Average */
/** The credits of an item. @typedef {(item: Pick<RecordItem, 'course' | 'credits' | 'kind'>) => number} CreditsOf */

/** @param {string} letter @param {Scale} scale */
const pointsOf = (letter, scale) => Math.min(POINTS[LETTERS.indexOf(letter)] ?? 0, scale === '4.33' ? 433 : 400)
/** @param {string} grade */
const percentOf = (grade) => /^\d{1,3}%$/.test(grade) ? Number(grade.slice(0, -1)) : undefined

/** Whether it counts for an average. @param {string | null} grade */
export const hasValue = (grade) => grade !== null && (LETTERS.includes(grade) || percentOf(grade) !== undefined)

/** Whether a grade is one. @param {string} grade */
export const isGrade = (grade) =>
    hasValue(grade) || PASSES.includes(grade) || ['N', 'NC', 'U', 'W', 'WD', 'WE', 'I', 'IP', 'AU', 'DE'].includes(grade)

/** A grade as the server writes it. @param {string} text */
export const gradeIn = (text) => /^\d{1,3}$/.test(text.trim()) ? `${text.trim()}%` : text.trim().toUpperCase().replace('−', '-')

/** Whether a grade reaches another of its kind. @param {string} grade @param {string} least */
function reaches(grade, least) {
    const [one, other] = [percentOf(grade), percentOf(least)]
    if (one !== undefined || other !== undefined) return one !== undefined && other !== undefined && one >= other
    return LETTERS.indexOf(grade) >= LETTERS.indexOf(least) && LETTERS.includes(grade)
}

/** Whether a course of the record counts, with a minimum grade or without. @param {Pick<RecordItem, 'grade' | 'kind' | 'inProgress'>} item @param {string | null} [minimum] */
export function meets({ grade, kind, inProgress }, minimum) {
    if (inProgress || kind === 'waiver') return true
    if (grade === null) return !minimum || kind !== 'taken'
    const percent = percentOf(grade)
    const passes = percent !== undefined ? percent >= 50 : PASSES.includes(grade) || reaches(grade, 'D-')
    return passes && (!minimum || reaches(grade, minimum))
}

/** @returns {Average} */
const none = () => ({ halves: 0, points: 0, percentHalves: 0, percents: 0 })

/** @param {Average} sum @param {string} grade @param {number} credits @param {Scale} scale */
function count(sum, grade, credits, scale) {
    const percent = percentOf(grade)
    const halves = credits * 2
    if (percent !== undefined) {
        return { ...sum, percentHalves: sum.percentHalves + halves, percents: sum.percents + percent * halves }
    }
    if (!LETTERS.includes(grade)) return sum
    return { ...sum, halves: sum.halves + halves, points: sum.points + pointsOf(grade, scale) * halves }
}

/** Half up. @param {number} above @param {number} below */
const rounded = (above, below) => below > 0 ? Math.floor((2 * above + below) / (2 * below)) : undefined

/** In hundredths; undefined without letters that have credits. @param {Average} average */
export const hundredths = ({ points, halves }) => rounded(points, halves)
/** In tenths of a percent. @param {Average} average */
export const tenths = ({ percents, percentHalves }) => rounded(10 * percents, percentHalves)

/** `3.45`. @param {number} hundredths */
export const gradePoints = (hundredths) => `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
/** @param {number} credits */
export const creditWords = (credits) => `${credits} credit${credits === 1 ? '' : 's'}`

/** `GPA 3.45 over 12 credits`. @param {Average} average */
export function averageWords(average) {
    const [points, percent] = [hundredths(average), tenths(average)]
    const parts = [
        points === undefined ? '' : `GPA ${gradePoints(points)} over ${creditWords(average.halves / 2)}`,
        percent === undefined
            ? ''
            : `average ${Math.floor(percent / 10)}.${percent % 10}% over ${creditWords(average.percentHalves / 2)}`,
    ].filter(Boolean)
    return parts.join(', ') || 'no grade that counts yet'
}

/** The averages of a record, by term and in all: of a course that was taken several times, the best grade counts in all. @param {readonly RecordItem[]} items @param {Scale} scale @param {CreditsOf} credits */
export function averagesOf(items, scale, credits) {
    /** @type {Map<string | null, Average>} */
    const terms = new Map()
    /** @type {Map<string, RecordItem>} */
    const best = new Map()
    for (const item of items) {
        const { grade, term, course } = item
        if (item.kind !== 'taken' || item.inProgress || grade === null || !hasValue(grade)) continue
        terms.set(term, count(terms.get(term) ?? none(), grade, credits(item), scale))
        const known = best.get(course)?.grade
        if (known && !(reaches(grade, known) && grade !== known)) continue
        best.set(course, item)
    }
    const all = [...best.values()].reduce((sum, item) => count(sum, item.grade ?? '', credits(item), scale), none())
    return { terms, all }
}

/** A course with the grade that it would have; null if that is what is asked. @typedef {{ course: string, grade: string | null }} Guess */

/**
 * What the grades of some courses would do. A course in progress, or over and without a grade, gets its grade; another one is a
 * new attempt. `needed` is the average, in hundredths and rounded up, that the asked credits need for the target.
 * @param {readonly RecordItem[]} record @param {readonly Guess[]} guesses @param {number | undefined} target in hundredths
 * @param {Scale} scale @param {CreditsOf} credits
 */
export function whatIf(record, guesses, target, scale, credits) {
    const items = [...record]
    const openOf = (/** @type {readonly RecordItem[]} */ all, /** @type {string} */ course) =>
        all.findLastIndex((item) => item.course === course && item.kind === 'taken' && (item.inProgress || item.grade === null))
    for (const { course, grade } of guesses) {
        if (grade === null) continue
        const place = openOf(items, course)
        const known = items[place]
        if (known) items[place] = { ...known, grade, inProgress: false }
        else items.push({ course, grade, term: null, credits: null, kind: 'taken', inProgress: false })
    }
    const open = guesses.filter(({ grade }) => grade === null)
    const asked = open.reduce((sum, { course }) => {
        return sum + credits(record[openOf(record, course)] ?? { course, credits: null, kind: 'taken' })
    }, 0)
    const rest = averagesOf(items.filter(({ course }) => !open.some((guess) => guess.course === course)), scale, credits).all
    const most = scale === '4.33' ? 433 : 400
    const lacking = (target ?? 0) * (rest.halves + asked * 2) - rest.points
    const needed = target === undefined || asked === 0 ? undefined : Math.max(0, Math.ceil(lacking / (asked * 2)))
    return {
        items,
        before: averagesOf(record, scale, credits).all,
        after: averagesOf(items, scale, credits).all,
        asked,
        needed,
        isOutOfReach: needed !== undefined && needed > most,
        best: hundredths({ ...rest, halves: rest.halves + asked * 2, points: rest.points + most * asked * 2 }),
    }
}
