// A new task as one line: `Read ch 9 fri 17:00 2h !high`, `20 min vocabulary daily`. A deadline, a length, a priority, a course and how
// often it is done anew are taken from the end, in any order; a word that may mean something else stays in the title. As `TaskLine`
// in the terminal reads lines; `Tests/Data/tasks/lines.json` holds both to it.

import { codeOf } from '../events/words.js'
import { momentOf, monthIn, weekdayIn } from './phrase.js'

/** @import { Task } from '../contract.d.ts' */
/** @import { Here } from './phrase.js' */

/** @typedef {Here & { courses: readonly string[] }} Place */
/** @typedef {{ title: string, deadline?: Date, minutes?: number, priority?: Task['priority'], course?: string, every?: string }} Line */

const ONE = /^(?:(?:\d|1[0-2])h(?:[0-5]?\dm?)?|\d{1,3}(?:m|min|mins|minutes)|\d\.\d{1,2}h)$/
const TWO = /^(?:(?:\d|1[0-2])h [0-5]?\dm|\d{1,3}(?:\.\d)? (?:h|hr|hrs|hours?|min|mins|minutes))$/
/** After these, a course is a part of the title. */
const JOINS = ['about', 'and', 'at', 'for', 'from', 'in', 'of', 'on', 'the', 'to', 'vs', 'with']
const LETTERS = 'MTWRFSU'
/** @type {Record<string, string>} */
const UNITS = { day: 'day', week: 'week', weekday: 'MTWRF' }
const FULL = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** @param {string} text @param {Place} place @returns {Line} */
export function lineOf(text, place) {
    const [, quoted, beside = ''] = /^\s*"([^"]+)"(\s+[^"]+)?\s*$/.exec(text) ?? []
    if (quoted !== undefined) {
        const { line, words } = read(beside, 0, true, place)
        if (words.length === 0) return { ...line, title: quoted }
    }
    const found = read(text, 1, true, place)
    let { line, words } = found
    if (line.every && !line.minutes) {
        const first = [2, 1].find((count) => {
            const length = words.length > count ? lengthIn(words.slice(0, count), 0) : undefined
            if (length?.count === count) line.minutes = length.minutes
            return length?.count === count
        })
        // Without a length, `daily` is a word of the title.
        if (!first) ({ line, words } = read(text, 1, false, place))
        else words = words.slice(first)
    }
    return { ...line, title: Object.keys(line).length === 0 ? text.trim() : words.join(' ') }
}

/** @param {string} text @param {number} least words that stay @param {boolean} takesEvery @param {Place} place */
function read(text, least, takesEvery, place) {
    let words = text.split(/\s+/).filter(Boolean)
    /** @type {Omit<Line, 'title'>} */
    const line = {}
    while (words.length > least) {
        const count = take(words, least, line, takesEvery, place)
        if (count === 0) break
        words = words.slice(0, -count)
    }
    return { line, words }
}

/** @param {string[]} words @param {number} least @param {Omit<Line, 'title'>} line @param {boolean} takesEvery @param {Place} place */
function take(words, least, line, takesEvery, place) {
    const last = (words.at(-1) ?? '').toLowerCase()
    const [, priority] = /^!(high|medium|low)$/.exec(last) ?? []
    if (priority && !line.priority) {
        line.priority = /** @type {Task['priority']} */ (priority)
        return 1
    }
    const courses = place.courses.filter((id) => [id, codeOf(id)].some((name) => name.toLowerCase() === last))
    if (!line.course && courses.length === 1 && !JOINS.includes((words.at(-2) ?? '').toLowerCase())) {
        line.course = courses[0] ?? ''
        return 1
    }
    const length = line.minutes ? undefined : lengthIn(words, least)
    if (length) {
        line.minutes = length.minutes
        return length.count
    }
    const every = takesEvery && !line.every ? everyIn(words, least) : undefined
    if (every) {
        line.every = every.every
        return every.count
    }
    return line.deadline ? 0 : takeTime(words, least, line, place)
}

/** `2h`, `45m`, `1h30`, `1h 30m`. `17h` is as likely a time of day, and `in 45m` is a time. @param {string[]} words @param {number} least */
function lengthIn(words, least) {
    for (const [count, form] of /** @type {const} */ ([[2, TWO], [1, ONE]])) {
        if (words.length < least + count) continue
        const text = words.slice(-count).join(' ').toLowerCase()
        if (!form.test(text) || words.at(-count - 1)?.toLowerCase() === 'in') continue
        const minutes = minutesOf(text.replaceAll(' ', ''))
        if (minutes && minutes <= 100_000) return { count, minutes }
    }
    return undefined
}

/** @param {string} text */
function minutesOf(text) {
    const [, hours, minutes] =
        /^(?:(\d+(?:\.\d+)?)h[a-z]*)?(?:(\d+)(?:m[a-z]*)?)?$/.exec(text.replace(/(\d)h[a-z]+$/, '$1h')) ?? []
    const sum = Math.round(Number(hours ?? 0) * 6000) / 100 + Number(minutes ?? 0)
    return Number.isInteger(sum) ? sum : undefined
}

/** `daily`, `every day`, `every mon, wed`. @param {string[]} words @param {number} least */
function everyIn(words, least) {
    const last = (words.at(-1) ?? '').toLowerCase()
    if (last === 'daily') return { count: 1, every: 'day' }
    if (last === 'weekly') return { count: 1, every: 'week' }
    const count = [2, 3, 4, 5, 6, 7, 8].find((count) => words.at(-count)?.toLowerCase() === 'every')
    if (!count || words.length < least + count) return undefined
    const named = words.slice(1 - count).flatMap((word) => word.toLowerCase().split(',')).filter((word) =>
        word && word !== 'and'
    )
    const unit = count === 2 && Object.hasOwn(UNITS, last) ? UNITS[last] : undefined
    if (unit) return { count, every: unit }
    const days = named.map((word) => FULL.findIndex((name) => name.startsWith(word)))
    if (days.length === 0 || days.includes(-1) || named.some((word) => weekdayIn(word) === undefined)) return undefined
    const every = [...LETTERS].filter((_, index) => days.includes(index)).join('')
    return { count, every: every === LETTERS ? 'day' : every }
}

/** The longest end of the words that is a time to come. @param {string[]} words @param {number} least @param {Omit<Line, 'title'>} line @param {Place} place */
function takeTime(words, least, line, place) {
    const isAlone = !line.minutes && !line.priority && !line.course
    for (let count = Math.min(9, words.length - least); count > 0; count -= 1) {
        let typed = words.slice(-count).map((word) => word.toLowerCase())
        const isIntroduced = ['by', 'due', 'until', 'before', 'on'].includes(typed[0] ?? '')
        if (['due', 'until', 'before'].includes(typed[0] ?? '')) typed = typed.slice(1)
        if (!isClear(typed, isIntroduced, isAlone)) continue
        const moment = momentOf(typed.join(' '), place)
        if (!moment || moment <= place.now) continue
        line.deadline = moment
        return count
    }
    return 0
}

/** Whether words that can be read as a time can hardly be a part of a title. @param {string[]} words @param {boolean} isIntroduced @param {boolean} isAlone */
function isClear(words, isIntroduced, isAlone) {
    const [first, last] = [words[0], words.at(-1)]
    if (first === undefined || last === undefined || !words.some((_, index) => isAnchor(words, index))) return false
    const isNumber = (/** @type {string} */ word) => /^[+-]?\d+$/.test(word)
    // `chapter 4 fri`, `section 3 dec 1`: the number belongs to the title.
    if (isNumber(first)) {
        const [, second = '', third = ''] = words
        const isDate = monthIn(second) !== undefined && !(third.length < 3 && isNumber(third))
        if (!isDate && !['am', 'pm'].includes(second)) return false
    }
    // `meet fri 5`: a day, or a time of day.
    if (words.length > 1 && isNumber(last) && Number(last) < 100) {
        const before = words.at(-2) ?? ''
        if (before !== 'at' && monthIn(before) === undefined) return false
    }
    // `section 3/4`
    if (words.some((word) => /^\d{1,2}\/\d{1,2}$/.test(word)) && !isIntroduced && weekdayIn(first) === undefined) return false
    // `draw the sun`
    return !(words.length === 1 && isAlone && !isIntroduced && ['sun', 'sat', 'wed'].includes(first))
}

/** @param {string[]} words @param {number} index */
function isAnchor(words, index) {
    const word = (words[index] ?? '').replace(/[,.]+$/, '')
    if (weekdayIn(word) !== undefined || ['today', 'tonight', 'tomorrow', 'tmr', 'tmrw'].includes(word)) return true
    if (/^(?:\d{4}-\d{2}-\d{2}(?:t.*)?|\d{1,2}:\d{2}(?:am|pm)?|\d{1,2}(?:am|pm))$/.test(word)) return true
    const next = words[index + 1]
    if (next === undefined) return index > 0 && monthIn(word) !== undefined
    if (word === 'next' || monthIn(word) !== undefined) return true
    if (['am', 'pm'].includes(next) && /^\d+$/.test(word)) return true
    return word === 'in' && (/^\d/.test(next) || ['a', 'an', 'half'].includes(next)) ||
        ['by', 'on'].includes(word) && /^\d{1,2}\/\d{1,2}$/.test(next)
}
