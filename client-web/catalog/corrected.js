// What the registrar corrected by hand in a course, in words for its page.

import { apart } from '../events/words.js'

/** @import { Course, CourseRequirements } from '../contract.d.ts' */

/** That the trees of a course were corrected. @param {CourseRequirements | undefined} requirements */
export function correctedTrees(requirements) {
    const correction = requirements?.correction
    if (!correction) return ''
    return correction.note ? `Corrected by the registrar: ${apart(correction.note)}` : 'Corrected by the registrar.'
}

/** How the attributes of a course are read. @param {CourseRequirements | undefined} requirements */
export function readAttributes(requirements) {
    const words = requirements?.spellings?.map(({ spelling, attribute }) =>
        `The registrar reads ${apart(spelling)} as ${apart(attribute)}.`
    )
    return words?.join(' ') ?? ''
}

/** That the links of its sections were corrected. @param {Course | undefined} course */
export function correctedLinks(course) {
    const note = course?.linksCorrected
    if (note === undefined) return ''
    const words = 'Which sections go together was corrected by hand'
    return note ? `${words}: ${apart(note)}` : `${words}.`
}
