// Places on a staff and in sections, in words, as the terminal says them.

import { apart } from '../events/words.js'

/** @import { Course, Enrollment, Member } from '../contract.d.ts' */

/** What the account is on the staff of a course. @param {readonly Enrollment[]} enrollments @param {string} course */
export function staffIn(enrollments, course) {
    const own = enrollments.filter((enrollment) => enrollment.course === course && enrollment.role === 'staff')
    return {
        isStaff: own.length > 0,
        isInCharge: own.some(({ section }) => section === null),
        sections: own.flatMap(({ section }) => section === null ? [] : [section]),
    }
}

/** `D100` @param {Course | null | undefined} course @param {string} section */
export function codeIn(course, section) {
    return apart(course?.sections.find(({ id }) => id === section)?.code ?? section.slice(section.lastIndexOf('.') + 1))
}

/** `D100, D101 (staff)` @param {Member} member @param {Course | null | undefined} course @param {Enrollment['role']} [role] these alone */
export function placesOf({ places }, course, role) {
    return places.filter((place) => role === undefined || place.role === role).map(({ section, role: held }) => {
        const code = section === null ? 'all sections' : codeIn(course, section)
        return role === undefined && held === 'staff' ? `${code} (staff)` : code
    }).join(', ')
}

/** `a, b and c` @param {readonly string[]} names @param {string} [word] */
export function together(names, word = 'and') {
    return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`
}

/** The address of a room for the staff of a course. @param {string} course @param {string} [room] */
export function staffPath(course, room = '') {
    return `/staff/${encodeURIComponent(course)}${room ? `/${room}` : ''}`
}
