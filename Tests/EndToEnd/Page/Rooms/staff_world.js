// What tests of the rooms of the staff share.

import { COURSE, openRoom, person } from './fake.js'

/** @import * as Contract from '../../../../client-web/contract.d.ts' */

export const ROOM = `/staff/${COURSE}`
export const SINCE = '2026-09-01T00:00:00Z'
export const [D100, D200] = [`${COURSE}.D100`, `${COURSE}.D200`]
/** @param {string | null} [section] @param {string} [id] @returns {Contract.Enrollment} */
export const staffOf = (section = null, id = COURSE) => ({ course: id, section, role: 'staff', since: SINCE })
export const STAFF = [staffOf()]

/** @param {string} id @param {string[]} sections @param {Partial<Contract.Member>} [fields] @returns {Contract.Member} */
export const member = (id, sections = [D100], fields = {}) => ({
    id,
    displayName: `Student ${id}`,
    handle: `s.${id}`,
    email: `${id}@example.edu`,
    role: 'student',
    places: sections.map((section) => ({ course: COURSE, section, role: 'student', since: SINCE })),
    ...fields,
})

/** @param {string} id @param {Partial<Contract.Report>} [fields] @returns {Contract.Report} */
export const report = (id, fields = {}) => ({
    id,
    course: COURSE,
    event: 'event-1',
    number: 1,
    title: 'Title 1',
    reply: null,
    replyNumber: null,
    reason: 'An advertisement',
    reporter: person('c'),
    createdAt: '2026-11-24T10:00:00Z',
    resolvedAt: null,
    resolvedBy: null,
    ...fields,
})

/** @param {Partial<Contract.Applicant>} [fields] @returns {Contract.Applicant} */
export const applicant = (fields = {}) => ({
    id: 'z',
    displayName: 'Newcomer',
    handle: 'new',
    email: 'new@example.edu',
    emailVerified: true,
    sections: [D100],
    since: '2026-11-23T10:00:00Z',
    ...fields,
})

/**
 * Answers by the ends of paths.
 * @param {Record<string, unknown>} known a list, or another answer
 * @returns {(method: string, path: string, body: any) => unknown}
 */
export const answers = (known) => (method, path) => {
    const found = Object.entries(known).find(([end]) => new RegExp(`${end}($|\\?)`).test(`${method} ${path}`))?.[1]
    return Array.isArray(found) ? { items: found, next: null } : found ?? { items: [], next: null }
}

/** @param {import('./fake.js').Data} data @param {string} method */
export const asked = (data, method) => data.asked.filter(([how, path]) => how === method && !path.includes('dryRun'))

/** @param {Record<string, any>} fields of the world */
export const open = (address = ROOM, fields = {}) => openRoom(address, { enrollments: STAFF, ...fields })
