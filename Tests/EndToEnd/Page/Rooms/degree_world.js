// A degree with one text wherever people write one.

import { person } from './made.js'

/** A plan of a degree, what the server says of it, and what people do. @param {string} text */
export function degreeWorld(text) {
    const [id, code, term] = ['01a21713-fe60-775e-881a-252bfc00d849', 'CMPT 225', '202710']
    const [owner, since] = [{ ...person('me'), displayName: text, handle: text }, '2026-11-20T10:00:00Z']
    const item = { course: code, term, credits: 3, grade: 'B', kind: 'taken', inProgress: false, reason: text }
    const problem = { term, course: code, kind: 'prerequisite', detail: text, accepted: false, unsure: false }
    const counted = { course: code, status: 'planned', term, credits: 3, kind: 'taken', matches: { attribute: text } }
    const row = { id: 'r', name: text, status: 'missing', needs: 2, has: 1, courses: [counted] }
    const way = {
        feasible: false,
        graduates: null,
        terms: [{ term, courses: [code], electives: [{ requirement: 'r', credits: 3 }] }],
        critical: [code],
        optimal: true,
        assumed: [text],
        assumptions: [{ course: code, text }],
        because: [{ kind: 'cycle', courses: [code], detail: text }],
    }
    const entry = { code, title: text, description: text, credits: 3, level: text, attributes: [text], offered: null }
    const plan = {
        id,
        owner,
        name: text,
        programme: 'p',
        terms: [{ term, courses: [code], electives: [{ requirement: 'r', credits: 3 }] }],
        creditsPerTerm: null,
        accepted: [],
        shared: true,
        approved: { by: owner, at: since },
        approvalLost: null,
        replyCount: 1,
        createdAt: since,
        editedAt: null,
        rev: 1,
    }
    const edit = {
        account: 'me',
        kind: 'editPlan',
        id,
        body: { name: text },
        base: { name: text },
        madeAt: 0,
        state: 'refused',
    }
    return {
        degreePlans: [plan, { ...plan, id: id.replace('0', '1'), owner: { ...person('b', text) } }],
        planReplies: [{
            id: 'c',
            plan: id,
            number: 1,
            parent: null,
            body: text,
            author: owner,
            createdAt: since,
            editedAt: null,
            rev: 1,
        }],
        record: { items: [item], rev: 1 },
        entries: [{ ...edit, tries: 1, version: 'v', order: 1, reason: text }],
        drafts: new Map([[`kept /degree#${id} path`, JSON.stringify({ body: way, of: '[]', at: since })], [
            `/degree/${id}#comment`,
            text,
        ]]),
        answer: (/** @type {string} */ _method, /** @type {string} */ path) => {
            if (path.startsWith('/v1/programmes?')) {
                return { items: [{ id: 'p', name: text }, { id: 'q', name: text }], next: null }
            }
            if (path.startsWith('/v1/programmes/')) {
                return { id: 'p', name: text, requirements: [{ id: 'r', name: text, courses: 2, from: [{ attribute: text }] }] }
            }
            if (path.startsWith('/v1/courses?')) return { items: [entry], next: null }
            if (path.endsWith('/requirements')) {
                const prerequisites = { any: [{ unknown: text }, { highSchool: text }] }
                const [correction, spellings] = [{ note: text, at: since }, [{ spelling: text, attribute: text }]]
                const rest = { corequisites: { all: [] }, exclusions: [], opens: [] }
                return { course: code, text, prerequisites, ...rest, correction, spellings }
            }
            if (path.endsWith('/check')) return { problems: [problem, { ...problem, course: null }], taken: [item] }
            return { satisfied: false, requirements: [row], leftOver: [], objective: [], optimal: true }
        },
    }
}
