// What an entry of the outbox asks of the server, and what its answer says about the copy.

/** @import { Change, StudyPlan } from '../contract.d.ts' */
/** @import { Answer } from '../accounts/server.js' */
/** @import { Entry } from './outbox.js' */

/** @typedef {{ method: string, path: string, body?: unknown, headers?: Record<string, string> }} Request */

/** @param {string} id */
const event = (id) => `/v1/events/${encodeURIComponent(id)}`
/** @param {string} id */
const reply = (id) => `/v1/replies/${encodeURIComponent(id)}`

/** What waited here had no revision yet. @param {number} [rev] @returns {Record<string, string>} */
const ifMatch = (rev) => rev ? { 'If-Match': `"${rev}"` } : {}

/** @type {Record<string, (entry: Entry) => Request>} */
const REQUESTS = {
    post: ({ course, id, body }) => {
        return { method: 'POST', path: `/v1/courses/${encodeURIComponent(course ?? '')}/events`, body: { ...body, id } }
    },
    reply: ({ event: to, id, body }) => ({ method: 'POST', path: `${event(to ?? '')}/replies`, body: { ...body, id } }),
    editEvent: ({ id, body, rev }) => ({ method: 'PATCH', path: event(id), body, headers: ifMatch(rev) }),
    editReply: ({ id, body, rev }) => ({ method: 'PATCH', path: reply(id), body, headers: ifMatch(rev) }),
    mark: ({ id, body }) => ({ method: 'PUT', path: `/v1/me/marks/${encodeURIComponent(id)}`, body }),
    seeCourse: ({ id }) => ({ method: 'POST', path: '/v1/me/read', body: { course: id } }),
    meToo: ({ id, body }) => ({ method: body.says ? 'PUT' : 'DELETE', path: `${event(id)}/me-too` }),
    thank: ({ id, body }) => ({ method: body.says ? 'PUT' : 'DELETE', path: `${reply(id)}/thanks` }),
    read: ({ body }) => ({ method: 'PATCH', path: '/v1/me/notifications', body }),
    tick: ({ id, body }) => ({ method: 'POST', path: `/v1/me/tasks/${encodeURIComponent(id)}/done`, body }),
    task: ({ id, body }) => ({ method: 'POST', path: '/v1/me/tasks', body: { ...body, id } }),
    block: ({ id, body }) => ({ method: 'PATCH', path: `/v1/me/study-blocks/${encodeURIComponent(id)}`, body }),
    plan: ({ id, body }) => ({ method: 'POST', path: '/v1/me/plans', body: { ...body, id } }),
    // One that was made on a plan that waits, and was thrown away, has 0: then none matches, and the person decides.
    editPlan: ({ id, body, rev }) => ({
        method: 'PATCH',
        path: `/v1/me/plans/${id}`,
        body,
        headers: { 'If-Match': `"${rev}"` },
    }),
    planReply: ({ event, id, body }) => ({ method: 'POST', path: `/v1/me/plans/${event}/replies`, body: { ...body, id } }),
    // A record has a revision before its first item: 0.
    record: ({ body, rev }) => ({
        method: 'PUT',
        path: `/v1/me/record${body.unknown ? '?unknown=allow' : ''}`,
        body,
        headers: { 'If-Match': `"${rev}"` },
    }),
    personal: ({ account, id, body }) => ({
        method: 'PUT',
        path: `/dav/calendars/${account}/personal/${id}.ics`,
        body: new Blob([body.file]),
        headers: { 'Content-Type': 'text/calendar; charset=utf-8' },
    }),
}

/** The kinds of what the server answers. @type {Record<string, string>} */
const ANSWERS = {
    post: 'event',
    editEvent: 'event',
    meToo: 'event',
    reply: 'reply',
    editReply: 'reply',
    thank: 'reply',
    mark: 'mark',
    tick: 'task',
    task: 'task',
    plan: 'degreePlan',
    editPlan: 'degreePlan',
    planReply: 'planReply',
    record: 'record',
}

/** @param {Entry} entry @returns {Request} */
export function requestOf(entry) {
    const make = REQUESTS[entry.kind]
    if (!make) throw new Error(`no request of the kind ${entry.kind}`)
    return make(entry)
}

/**
 * What the copy learns from an answer; nothing if the answer has no body.
 * @param {Entry} entry @param {Answer} answer @param {StudyPlan} [plan] that the copy has
 */
export function changesOf(entry, { body }, plan) {
    if (entry.kind === 'block' && plan && body) {
        const blocks = plan.blocks.map((block) => block.id === body.id ? body : block)
        return [/** @type {Change} */ ({ op: 'upsert', type: 'studyPlan', id: entry.account, body: { ...plan, blocks } })]
    }
    const type = ANSWERS[entry.kind]
    if (!type || !body) return []
    const { unknownMentions: _, ...rest } = body
    return [
        /** @type {Change} */ ({
            op: 'upsert',
            type,
            id: type === 'mark' ? body.event : body.id ?? entry.id,
            rev: body.rev,
            body: rest,
        }),
    ]
}
