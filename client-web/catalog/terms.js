// The terms of the catalog, with their zones and holidays. They are the same for everyone, and kept for days without a network.

import { codeOf } from '../events/words.js'
import { Signal, untracked } from '../platform/signals.js'

/** @import { Course, Term } from '../contract.d.ts' */
/** @import { World } from '../shell/world.js' */

const KEY = 'noteit-terms'
/** They are asked for again after so long. */
const FRESH = 3_600_000

/** @type {Signal<readonly Term[]> | undefined} */
let known
let askedAt = -FRESH

/** The terms that are known here; asks for them once in a while, if the server is reached. @param {Pick<World, 'call' | 'copy'>} world @returns {{ readonly value: readonly Term[] }} */
export function termsOf({ call, copy }) {
    const terms = (known ??= new Signal(kept()))
    if (!untracked(() => copy.isLive.value) || performance.now() - askedAt < FRESH) return terms
    askedAt = performance.now()
    call('GET', '/v1/terms?limit=20').then(({ body }) => {
        if (!Array.isArray(body?.items) || JSON.stringify(body.items) === JSON.stringify(untracked(() => terms.value))) return
        terms.value = body.items
        localStorage.setItem(KEY, JSON.stringify(body.items))
    }).catch(() => (askedAt = -FRESH))
    return terms
}

/**
 * What courses are called beside each other: those that share a code, such as one of two terms, have their term with it.
 * @param {readonly Pick<Course, 'id' | 'term'>[]} courses @param {readonly Pick<Term, 'id' | 'name'>[]} terms
 * @returns {(id: string) => string}
 */
export function namesOf(courses, terms) {
    const alike = Map.groupBy(courses, ({ id }) => codeOf(id))
    return (id) => {
        const course = (alike.get(codeOf(id)) ?? []).length > 1 && courses.find((one) => one.id === id)
        return course ? `${codeOf(id)} ${terms.find((term) => term.id === course.term)?.name ?? course.term}` : codeOf(id)
    }
}

/** @returns {readonly Term[]} */
function kept() {
    try {
        return JSON.parse(localStorage.getItem(KEY) ?? '[]')
    } catch {
        return []
    }
}
