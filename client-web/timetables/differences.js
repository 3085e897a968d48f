// What a timetable takes of each course, and how that differs from another timetable. The words are the terminal's.

import { apart } from '../events/words.js'
import { nameOf, spanOf, timesOf } from './week.js'

/** @import { Entry } from './week.js' */

/** @typedef {{ name: string, sections: Entry['section'][] }} Choice */

/** By course. @param {readonly Entry[]} entries */
function choicesOf(entries) {
    /** @type {Map<string, Choice>} */
    const found = new Map()
    for (const { course, section } of entries) {
        const choice = found.get(course.id) ?? { name: nameOf(course), sections: [] }
        choice.sections.push(section)
        found.set(course.id, choice)
    }
    return found
}

/** @param {readonly Entry['section'][]} sections */
const codes = (sections) => sections.map(({ code }) => code).join('+')
/** @param {readonly Entry['section'][]} sections */
const people = (sections) => [...new Set(sections.flatMap(({ instructors }) => instructors))].join(', ')

/** `CMPT 225 D100+D101 Instructor 1; MATH 150 D100`. @param {readonly Entry[]} entries */
export function wholeWords(entries) {
    return [...choicesOf(entries).values()].map(({ name, sections }) =>
        apart(`${name} ${codes(sections)} ${people(sections)}`.trim())
    )
        .join('; ')
}

/** `MATH 150 D103 Tue 10:30–11:20 for D102; no PHIL 105`; empty if they have the same sections. @param {readonly Entry[]} entries @param {readonly Entry[]} before */
export function changeWords(entries, before) {
    const [mine, theirs] = [choicesOf(entries), choicesOf(before)]
    const span = spanOf([...entries, ...before].map(({ section }) => section))
    const changed = [...mine].flatMap(([id, { name, sections }]) => {
        const old = theirs.get(id)?.sections ?? []
        const come = sections.filter((section) => !old.some(({ id }) => id === section.id))
        if (come.length === 0) return []
        const gone = old.filter((section) => !sections.some(({ id }) => id === section.id))
        const times = [...new Set(come.map((section) => timesOf(section, span)))].join(', ')
        const [who, was] = [people(sections), people(old)]
        const instead = gone.length > 0 ? ` for ${codes(gone)}` : ''
        const taught = who === was ? '' : `, ${who || 'no instructor named'}${was ? ` for ${was}` : ''}`
        return [apart(`${name} ${codes(come)} ${times}${instead}${taught}`)]
    })
    const left = [...theirs].filter(([id]) => !mine.has(id)).map(([, { name }]) => apart(`no ${name}`))
    return [...changed, ...left].join('; ')
}

/** The ids of the sections that another timetable has not. @param {readonly Entry[]} entries @param {readonly Entry[] | undefined} other */
export function newIn(entries, other) {
    const known = new Set((other ?? entries).map(({ section }) => section.id))
    return new Set(entries.map(({ section }) => section.id).filter((id) => !known.has(id)))
}
