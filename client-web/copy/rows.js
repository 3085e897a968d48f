// Rows of the copy, and what the changes of the log make of them. The same for the disk and for memory.

import { afterLoss } from './loss.js'

/** @import { Change, Snapshot } from '../contract.d.ts' */

/**
 * A subject. `scope` is what it is listed by: the course of an event, the event of a reply. Of an event, `repliedAt` is the
 * time of its latest reply.
 * @typedef {{ kind: string, id: string, scope: string, body: any, repliedAt?: string }} Row
 */
/** @typedef {{ put: Row } | { drop: [kind: string, id: string] }} Step what happened to a row */

/**
 * Rows in a transaction, or in memory.
 * @typedef {object} Rows
 * @property {(kind: string, id: string) => Promise<Row | undefined>} get
 * @property {(kind: string, scope: string) => Promise<Row[]>} list
 * @property {(row: Row) => void} put
 * @property {(kind: string, id: string) => void} drop nothing happens if it is not there
 * @property {(event: string) => Promise<string | undefined>} repliedAt the time of the latest reply that is there
 */

/** By which field the rows of a kind are listed. @type {Record<string, string>} */
const SCOPES = {
    event: 'course',
    reply: 'event',
    mark: 'course',
    enrollment: 'course',
    removal: 'course',
    seatWatch: 'course',
    planReply: 'plan',
}

/** The lists of a snapshot, and the kinds of their rows. @type {[keyof Snapshot, string][]} */
const LISTS = [
    ['enrollments', 'enrollment'],
    ['courses', 'course'],
    ['notifications', 'notification'],
    ['seatWatches', 'seatWatch'],
    ['marks', 'mark'],
    ['removals', 'removal'],
    ['tasks', 'task'],
    ['plans', 'degreePlan'],
    ['planReplies', 'planReply'],
    ['personalEvents', 'personalEvent'],
    ['calendarImports', 'calendarImport'],
    ['events', 'event'],
    ['replies', 'reply'],
]
/** Of these there is one. @type {[keyof Snapshot, string][]} */
const SINGLES = [
    ['account', 'account'],
    ['preferences', 'preferences'],
    ['studySettings', 'studySettings'],
    ['studyPlan', 'studyPlan'],
    ['record', 'record'],
]

/** @param {string} kind @param {any} body */
function idOf(kind, body) {
    if (kind === 'enrollment') return body.section ?? body.course
    if (kind === 'mark') return body.event
    if (kind === 'seatWatch') return body.section.id
    return body.id
}

/** @param {string} kind @param {string} id @param {any} body @returns {Row} */
export function rowOf(kind, id, body) {
    const field = SCOPES[kind]
    return { kind, id, scope: (field && body[field]) ?? '', body }
}

/** The rows of all pages of a snapshot. @param {Snapshot[]} pages */
export function rowsOf(pages) {
    /** @type {Map<string, Row>} A subject may stand on two pages: the later one counts. */
    const rows = new Map()
    const keep = (/** @type {string} */ kind, /** @type {string} */ id, /** @type {any} */ body) =>
        rows.set(`${kind} ${id}`, rowOf(kind, id, body))
    for (const page of pages) {
        for (const [list, kind] of LISTS) {
            for (const body of /** @type {any[]} */ (page[list] ?? [])) keep(kind, idOf(kind, body), body)
        }
        for (const [name, kind] of SINGLES) if (page[name]) keep(kind, page.account.id, page[name])
    }
    for (const { kind, body } of rows.values()) {
        const event = kind === 'reply' && rows.get(`event ${body.event}`)
        if (event && body.createdAt > (event.repliedAt ?? '')) event.repliedAt = body.createdAt
    }
    return [...rows.values()]
}

/**
 * Applies changes in order. Applying them again, in whole or in part, does no harm.
 * @param {Change[]} changes @param {Rows} rows
 * @returns {Promise<Step[]>} what happened, for copies of these rows in memory
 */
export async function apply(changes, rows) {
    /** @type {Step[]} */
    const steps = []
    /** @type {Set<string>} Events whose time of the latest reply must be read again. */
    const threads = new Set()
    /** @param {Row} row */
    const put = (row) => {
        rows.put(row)
        if (row.kind === 'event') threads.add(row.id)
        if (row.kind === 'reply') threads.add(row.scope)
        steps.push({ put: row })
    }
    /** @param {string} kind @param {string} id */
    const drop = async (kind, id) => {
        const scope = kind === 'reply' && (await rows.get(kind, id))?.scope
        if (scope) threads.add(scope)
        for (const part of await rows.list(PARTS[kind] ?? '', id)) rows.drop(part.kind, part.id)
        rows.drop(kind, id)
        steps.push({ drop: [kind, id] })
    }
    for (const change of changes) {
        if (change.op === 'upsert') put(rowOf(change.type, change.id, change.body))
        else if (change.op === 'remove') await drop(change.type, change.id)
        else if (change.op === 'scopeRevoked') {
            await drop('enrollment', change.section ?? change.course)
            for (const step of await afterLoss(change.course, rows)) {
                if ('put' in step) put(step.put)
                else await drop(...step.drop)
            }
        }
    }
    for (const id of threads) {
        const [event, repliedAt] = [await rows.get('event', id), await rows.repliedAt(id)]
        if (event && event.repliedAt !== repliedAt) put({ ...event, repliedAt })
    }
    return steps
}

/** What goes with a subject: the rows of this kind that are listed by it. @type {Record<string, string>} */
export const PARTS = { event: 'reply', degreePlan: 'planReply' }
