// What else a plan gains and loses by grades: requirements of its programme, and problems such as a prerequisite with a minimum grade.

import { apart } from '../events/words.js'
import { termName } from './terms.js'
import { creditsOf, haveWords, STATUS } from './trees.js'

/** @import { DegreeAudit, PlanCheck, Programme, RecordItem } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */
/** @import { Catalog } from './catalog.js' */
/** @import { PlanRow } from './kept.js' */

/** With one record. @typedef {{ audit: DegreeAudit | undefined, check: PlanCheck }} Standing */
/** @typedef {{ words: string, isWorse: boolean }} Consequence */

/**
 * How a plan stands with each of two records. Nothing is stored.
 * @param {World} world @param {Catalog} catalog @param {PlanRow} plan @param {readonly (readonly RecordItem[])[]} records
 * @returns {Promise<Standing[]>}
 */
export async function standings({ call }, catalog, { id, programme, terms, creditsPerTerm, accepted }, records) {
    const codes = [...records.flat(), ...terms.flatMap(({ courses }) => courses.map((course) => ({ course })))]
    await catalog.know(codes.map(({ course }) => course))
    const entries = catalog.entries.value
    const courses = Object.fromEntries(codes.flatMap(({ course }) => {
        const entry = entries.get(course)
        return entry ? [[course, { credits: creditsOf(entry) ?? null, attributes: entry.attributes }]] : []
    }))
    return await Promise.all(records.map(async (record) => {
        const [audit, check] = await Promise.all([
            programme ? call('POST', '/v1/degrees/audit', { body: { programme, record, terms, courses } }) : undefined,
            call('POST', `/v1/me/plans/${id}/check`, { body: { terms, creditsPerTerm, accepted, record } }),
        ])
        return { audit: audit?.body, check: check.body }
    }))
}

/** What changes from one standing to another; what reads the same, once. @param {Standing} before @param {Standing} after @param {Programme | undefined} programme @returns {Consequence[]} */
export function consequencesOf(before, after, programme) {
    const all = [...requirements(before.audit, after.audit, programme), ...problems(before.check, after.check)]
    return [...new Map(all.map((one) => [one.words, one])).values()]
}

/** @param {DegreeAudit | undefined} before @param {DegreeAudit | undefined} after @param {Programme | undefined} programme @returns {Consequence[]} */
function requirements(before, after, programme) {
    return (after?.requirements ?? []).flatMap((row) => {
        const old = before?.requirements.find(({ id }) => id === row.id)
        if (!old || (old.status === row.status && old.has === row.has)) return []
        const rule = programme?.requirements.find(({ id }) => id === row.id)
        const statuses = [...new Set([old, row].map(({ status }) => STATUS[status] ?? status))].join(' → ')
        return [{
            words: `${apart(row.name)}: ${old.has} → ${haveWords(row, rule)}, ${statuses}`,
            isWorse: row.has < old.has || (row.status === 'missing' && old.status !== 'missing'),
        }]
    })
}

/** @param {PlanCheck} before @param {PlanCheck} after @returns {Consequence[]} */
function problems(before, after) {
    /** @param {PlanCheck} one @param {PlanCheck} other */
    const only = (one, other) => {
        const key = (/** @type {PlanCheck['problems'][number]} */ { term, course, kind }) => `${term} ${course} ${kind}`
        const known = new Set(other.problems.map(key))
        return one.problems.filter((problem) => !problem.accepted && !known.has(key(problem)))
    }
    /** @param {PlanCheck['problems'][number]} problem */
    const sentence = ({ term, course, detail }) => {
        const names = [termName(term), course ?? ''].filter((name) => name && !detail.includes(name))
        return [names.join(', '), apart(detail)].filter(Boolean).join(': ')
    }
    return [
        ...only(after, before).map((problem) => ({ words: sentence(problem), isWorse: true })),
        ...only(before, after).map((problem) => ({ words: `No longer: ${sentence(problem)}`, isWorse: false })),
    ]
}
