// Taking a class at another of its times: which there are, and what a timetable is then. At once, without the server.

import { clashes } from '../catalog/meetings.js'
import { nameOf } from './week.js'
import { rivalsOf } from './wishes.js'

/** @import { Course, Section } from '../contract.d.ts' */
/** @import { Entry } from './week.js' */

/** A section that may take the place of another, with what it clashes with. @typedef {{ section: Section, clash: string }} Option */

/** The lecture of a course that a timetable takes, if its parts depend on it. @param {Course} course @param {readonly Entry[]} entries */
const primaryIn = (course, entries) =>
    entries.find((entry) => entry.course.id === course.id && entry.section.components.length > 0)?.section

/**
 * The other sections of which a student takes one in place of an entry's.
 * @param {Entry} entry @param {readonly Entry[]} entries the whole timetable @returns {Option[]}
 */
export function optionsFor({ course, section }, entries) {
    const rivals = new Set(rivalsOf(course, section.crn).map(String))
    const own = primaryIn(course, entries)?.components.find(({ sections }) => sections.includes(section.id))?.sections
    return course.sections.filter(({ id, crn }) => rivals.has(crn) && id !== section.id && (!own || own.includes(id)))
        .map((other) => {
            const next = swapped({ course, section }, other, entries)
            return { section: other, clash: clashWords(course, next) }
        })
}

/** What the sections of a course clash with, such as `MATH 150 D100`; empty if with nothing. @param {Course} course @param {readonly Entry[]} entries */
function clashWords(course, entries) {
    const own = entries.filter((entry) => entry.course.id === course.id)
    const others = entries.filter((entry) => own.some(({ section }) => clashes(section, [entry.section]).length > 0))
        .filter((entry) => entry.course.id !== course.id)
    return others.map(({ course, section }) => `${nameOf(course)} ${section.code}`).join(', ')
}

/**
 * A timetable with another section in place of one. Parts that do not go with another lecture are chosen anew: those without a
 * clash first.
 * @param {Entry} entry @param {Section} to @param {readonly Entry[]} entries @returns {Entry[]}
 */
export function swapped({ course, section }, to, entries) {
    const others = entries.filter((entry) => entry.course.id !== course.id)
    const isPrimary = to.components.length > 0 || section.components.length > 0
    if (!isPrimary) return entries.map((entry) => entry.section.id === section.id ? { course, section: to } : entry)
    const parts = to.components.flatMap(({ sections }) => {
        const kept = entries.find((entry) => sections.includes(entry.section.id))
        const free = course.sections.filter(({ id }) => sections.includes(id))
        const taken = [...others.map((entry) => entry.section), to]
        const first = kept?.section ?? free.find((one) => clashes(one, taken).length === 0) ?? free[0]
        return first ? [{ course, section: first }] : []
    })
    const at = entries.findIndex((entry) => entry.course.id === course.id)
    const before = entries.slice(0, at).filter((entry) => entry.course.id !== course.id).length
    return [...others.slice(0, before), { course, section: to }, ...parts, ...others.slice(before)]
}
