// Why there is no timetable, as sentences, and the ways out of it.

import { apart } from '../events/words.js'
import { LETTERS, nameOf } from './week.js'
import { CELL, rangesOfOwn, settled, timeWords } from './wishes.js'

/** @import { Course, ScheduleAnswer } from '../contract.d.ts' */
/** @import { Own, Wishes } from './wishes.js' */

/** What a part of an explanation means. `give` is undefined where the wishes cannot say so. @typedef {{ words: string, give?: (wishes: Wishes) => Wishes }} Part */
/** @typedef {{ words: string, action: string, apply: ((wishes: Wishes) => Wishes) | undefined }} Way */

const FULL = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/**
 * A part of an explanation, in the server's words.
 * @param {string} text @param {readonly Course[]} courses @param {readonly Own[]} own @returns {Part}
 */
export function partOf(text, courses, own) {
    const part = courseOf(text, courses) ?? busyOf(text, own) ?? sectionsOf(text, courses) ?? waysOf(text) ?? instructorOf(text)
    if (part) return part
    const [, day = ''] = /^day off (.)$/.exec(text) ?? []
    if (day) {
        return {
            words: `${FULL[LETTERS.indexOf(day)]} off`,
            give: (wishes) => ({ ...wishes, off: wishes.off.replace(day, '') }),
        }
    }
    if (/^no class before/.test(text)) return { words: text, give: (wishes) => ({ ...wishes, earliest: '' }) }
    if (/^no class after/.test(text)) return { words: text, give: (wishes) => ({ ...wishes, latest: '' }) }
    if (text === 'free seats') {
        return { words: 'only sections with a free seat', give: (wishes) => ({ ...wishes, open: false }) }
    }
    if (text === 'taught in person') {
        return { words: 'no sections that are taught online', give: (wishes) => ({ ...wishes, inPerson: false }) }
    }
    return { words: apart(text) }
}

/** @param {string} text @param {readonly Course[]} courses @returns {Part | undefined} */
function courseOf(text, courses) {
    if (!text.startsWith('course ')) return undefined
    const name = text.slice('course '.length)
    const course = courses.find((course) => nameOf(course) === name)
    if (!course) return { words: apart(name) }
    return { words: apart(name), give: (wishes) => ({ ...wishes, courses: wishes.courses.filter((id) => id !== course.id) }) }
}

/** @param {string} text @param {readonly Own[]} own @returns {Part | undefined} */
function busyOf(text, own) {
    const [, days = '', start = '', end = ''] = /^busy ([MTWRFSU]+) (\d\d:\d\d)-(\d\d:\d\d)(?: at .+)?$/.exec(text) ?? []
    if (!days) return undefined
    const ranges = rangesOfOwn([{ title: '', days, start, end }])
    const meets = (/** @type {Own} */ one) =>
        rangesOfOwn([one]).some(({ day, from, to }) =>
            ranges.some((range) => range.day === day && from < range.to && range.from < to)
        )
    const titles = [...new Set(own.filter(meets).map(({ title }) => title))]
    const words = `busy ${timeWords({ days, start, end })}${titles.length > 0 ? ` (${titles.map(apart).join(', ')})` : ''}`
    const isIn = (/** @type {number} */ cell) =>
        ranges.some(({ day, from, to }) =>
            Math.floor(cell / 48) === day && (cell % 48) * CELL < to && from < (cell % 48 + 1) * CELL
        )
    return {
        words,
        give: (wishes) => ({
            ...wishes,
            busy: wishes.busy.filter((cell) => !isIn(cell)),
            ignored: [...new Set([...wishes.ignored, ...titles])],
        }),
    }
}

/** Locks and what is left out. @param {string} text @param {readonly Course[]} courses @returns {Part | undefined} */
function sectionsOf(text, courses) {
    const [, how, numbers = ''] = /^(pinned|excluded) (\d+(?: (?:or|and) (?:excluded )?\d+)*)$/.exec(text) ?? []
    if (!how) return undefined
    const found = (numbers.match(/\d+/g) ?? []).flatMap((crn) => {
        const course = courses.find(({ sections }) => sections.some((section) => section.crn === crn))
        const section = course?.sections.find((section) => section.crn === crn)
        return course && section ? [{ course, crn, words: `${nameOf(course)} ${section.code}` }] : []
    })
    const words = apart(found.map(({ words }) => words).join(how === 'pinned' ? ' or ' : ' and ') || numbers)
    return {
        words: how === 'pinned' ? `the lock on ${words}` : `leaving out ${words}`,
        give: (wishes) => found.reduce((left, { course, crn }) => settled(left, course, crn, 'free'), wishes),
    }
}

/** @param {string} text @returns {Part | undefined} */
function instructorOf(text) {
    const [, isNot, name = ''] = /^(not )?instructor (.+)$/.exec(text) ?? []
    if (!name) return undefined
    const left = (/** @type {readonly string[]} */ names) => names.filter((one) => one !== name)
    return {
        words: `${isNot ? 'not ' : ''}taught by ${apart(name)}`,
        give: (wishes) => isNot ? { ...wishes, notBy: left(wishes.notBy) } : { ...wishes, by: left(wishes.by) },
    }
}

/** `time between classes (Burnaby to Surrey 60 minutes)`. @param {string} text @returns {Part | undefined} */
function waysOf(text) {
    if (!text.startsWith('time between classes')) return undefined
    const ways = Array.from(
        text.matchAll(/[(,] ?([^(,]+?) to ([^(,]+?) \d+ minutes/g),
        ([, from = '', to = '']) => ({ from, to, minutes: 0 }),
    )
    const words = apart(text.replace('time between classes', 'the time between classes'))
    return ways.length > 0 ? { words, give: (wishes) => ({ ...wishes, ways: [...wishes.ways, ...ways] }) } : { words }
}

/** `a`, `a and b`, `a, b and c`. @param {readonly string[]} words */
export function listed(words) {
    return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/** @param {string} words */
const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1)

/** @typedef {NonNullable<ScheduleAnswer['conflicts']>} Conflicts */

/** @param {Conflicts} conflicts @param {number} wanted */
function mostWords({ maxCourses, maxCourseSets }, wanted) {
    if (maxCourses === null || maxCourses === wanted) return ''
    if (maxCourses === 0) return 'None of the courses fits with all wishes.'
    const sets = maxCourseSets.slice(0, 5).map((set) => apart(listed(set))).join('; or ')
    const others = maxCourseSets.length > 5 ? `; and ${maxCourseSets.length - 5} other sets` : ''
    return `At most ${maxCourses} of the courses fit together with all wishes: ${sets}${others}.`
}

/** The sentences. @param {Conflicts} conflicts @param {readonly Course[]} courses @param {readonly Own[]} own @param {number} [wanted] courses */
export function sentencesOf(conflicts, courses, own, wanted = courses.length) {
    const said = conflicts.minimal.map((set) => {
        const words = set.map((text) => partOf(text, courses, own).words)
        if (words.length > 1) return `${capital(listed(words))} do not fit together.`
        return `${capital(words[0] ?? '')} has no timetable of its own: no section fits, or its parts clash.`
    })
    return {
        reasons: said,
        most: mostWords(conflicts, wanted),
        more: conflicts.complete ? '' : 'The search stopped early: there may be more reasons.',
    }
}

/** What to give up, and how many timetables that opens. @param {Conflicts} conflicts @param {readonly Course[]} courses @param {readonly Own[]} own @returns {Way[]} */
export function waysOut({ relaxations }, courses, own) {
    return relaxations.map(({ drop, timetables }) => {
        const parts = drop.map((text) => partOf(text, courses, own))
        const gives = parts.map(({ give }) => give)
        return {
            words: timetables,
            action: `Give up ${listed(parts.map(({ words }) => words))}`,
            apply: gives.every((give) => give !== undefined)
                ? (wishes) => gives.reduce((left, give) => give?.(left) ?? left, wishes)
                : undefined,
        }
    })
}
