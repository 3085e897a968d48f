// What an edit makes of the terms of a plan, and how two edits of one plan become one.

/** @import { DegreeElective, DegreePlanPatch, PlanTerm } from '../contract.d.ts' */

/** A course by its code, or credits without a course by their place in the term. @typedef {string | number} Thing */
/** @typedef {readonly PlanTerm[]} Terms */

/** @param {Terms} terms */
const inOrder = (terms) => [...terms].sort((one, other) => (one.term < other.term ? -1 : 1))

/** A term of a plan; it has its electives by name, so that an edit takes away those that are gone. @param {Terms} terms @param {string} name @param {(term: PlanTerm) => PlanTerm} change */
function within(terms, name, change) {
    const known = terms.some(({ term }) => term === name) ? terms : [...terms, { term: name, courses: [] }]
    return inOrder(known.map((term) => term.term === name ? change(term) : term))
}

/** @param {Terms} terms @param {string} code @returns {string[]} the terms that have it */
export const termsOf = (terms, code) => terms.flatMap(({ term, courses }) => courses.includes(code) ? [term] : [])

/** @param {Terms} terms @param {string} name @param {Thing} thing */
export function hasThing(terms, name, thing) {
    const term = terms.find(({ term }) => term === name)
    return typeof thing === 'string' ? Boolean(term?.courses.includes(thing)) : Boolean(term?.electives?.[thing])
}

/** @param {Terms} terms @param {Thing} thing @param {string} from @returns {PlanTerm[] | undefined} undefined if it is not there */
export function without(terms, thing, from) {
    if (!hasThing(terms, from, thing)) return undefined
    return within(terms, from, (term) => {
        if (typeof thing === 'string') return { ...term, courses: term.courses.filter((code) => code !== thing) }
        return { ...term, electives: (term.electives ?? []).filter((_, place) => place !== thing) }
    })
}

/** @param {Terms} terms @param {string | DegreeElective} thing @param {string} to @returns {PlanTerm[] | undefined} undefined if the term has it */
export function withThing(terms, thing, to) {
    if (typeof thing === 'string') {
        if (hasThing(terms, to, thing)) return undefined
        return within(terms, to, (term) => ({ ...term, courses: [...term.courses, thing] }))
    }
    return within(terms, to, (term) => ({ ...term, electives: [...term.electives ?? [], thing] }))
}

/** @param {Terms} terms @param {Thing} thing @param {string} from @param {string} to @returns {PlanTerm[] | undefined} */
export function moved(terms, thing, from, to) {
    const left = without(terms, thing, from)
    const elective = typeof thing === 'number' && terms.find(({ term }) => term === from)?.electives?.[thing]
    return left && from !== to ? withThing(left, elective || String(thing), to) : undefined
}

/** @param {Terms} terms @param {string} name @returns {PlanTerm[] | undefined} */
export function withTerm(terms, name) {
    return terms.some(({ term }) => term === name) ? undefined : within(terms, name, (term) => term)
}

/** A term that has nothing can go. @param {Terms} terms @param {string} name @returns {PlanTerm[] | undefined} */
export function withoutTerm(terms, name) {
    const gone = terms.find(({ term }) => term === name)
    if (!gone || gone.courses.length > 0 || (gone.electives ?? []).length > 0) return undefined
    return terms.filter(({ term }) => term !== name)
}

/** The terms of a path in the place of the plan's, from a term on. @param {Terms} terms @param {Terms} path @param {string} from */
export function withPath(terms, path, from) {
    const there = new Map(path.map((term) => [term.term, term]))
    const earlier = terms.filter(({ term }) => term < from && !there.has(term))
    return inOrder([
        ...earlier,
        ...path.map(({ term, courses, electives = [] }) => ({ term, courses: [...courses], electives: [...electives] })),
    ])
}

/** Every place of a course or of credits, as a text. @param {Terms} terms */
function placesOf(terms) {
    return terms.flatMap(({ term, courses, electives = [] }) => [
        JSON.stringify([term]),
        ...courses.map((code) => JSON.stringify([term, code])),
        ...electives.map(({ requirement, credits }, index) => JSON.stringify([term, { requirement, credits }, index])),
    ])
}

/** @param {string[]} places @returns {PlanTerm[]} */
function termsAt(places) {
    /** @type {Map<string, PlanTerm>} */
    const terms = new Map()
    for (const place of places) {
        const [name, thing] = JSON.parse(place)
        /** @type {PlanTerm} */
        const term = terms.get(name) ?? { term: name, courses: [], electives: [] }
        terms.set(name, term)
        if (typeof thing === 'string') term.courses.push(thing)
        else if (thing) term.electives?.push(thing)
    }
    return inOrder([...terms.values()])
}

/** What is there now, without what one edit removed, with what it added. @param {readonly string[]} base @param {readonly string[]} mine @param {readonly string[]} theirs */
function merged(base, mine, theirs) {
    const [before, after] = [new Set(base), new Set(mine)]
    const kept = theirs.filter((each) => after.has(each) || !before.has(each))
    return [...kept, ...mine.filter((each) => !before.has(each) && !kept.includes(each))]
}

/**
 * An edit again, on what somebody else has made of the plan meanwhile: each course that it moved moves, and what others did
 * elsewhere stays.
 * @param {DegreePlanPatch} base what the edit began with @param {DegreePlanPatch} mine @param {DegreePlanPatch} theirs
 * @returns {DegreePlanPatch}
 */
export function rebased(base, mine, theirs) {
    const both = { ...mine }
    if (mine.terms) {
        both.terms = termsAt(merged(placesOf(base.terms ?? []), placesOf(mine.terms), placesOf(theirs.terms ?? [])))
        // Whoever moved one course to another term than the other did, wins with this one.
        const placed = new Set(mine.terms.flatMap(({ term, courses }) => courses.map((code) => `${term} ${code}`)))
        const old = new Set((base.terms ?? []).flatMap(({ term, courses }) => courses.map((code) => `${term} ${code}`)))
        const own = new Set([...placed].filter((place) => !old.has(place)).map((place) => place.slice(7)))
        both.terms = both.terms.map((term) => ({
            ...term,
            courses: term.courses.filter((code) => !own.has(code) || placed.has(`${term.term} ${code}`)),
        }))
    }
    if (mine.accepted) {
        const texts = (/** @type {DegreePlanPatch} */ { accepted }) => (accepted ?? []).map((one) => JSON.stringify(one))
        both.accepted = merged(texts(base), texts(mine), texts(theirs)).map((text) => JSON.parse(text))
    }
    return both
}

/** Items of a record again, on what somebody else has made of it. @template Item @param {readonly Item[]} base @param {readonly Item[]} mine @param {readonly Item[]} theirs @returns {Item[]} */
export function mergedItems(base, mine, theirs) {
    const texts = (/** @type {readonly Item[]} */ items) => items.map((item) => JSON.stringify(item))
    return merged(texts(base), texts(mine), texts(theirs)).map((text) => JSON.parse(text))
}

/** What an edit does to courses, in words: `CMPT 225 to 202730`. @param {Terms} before @param {Terms} after @returns {{ code: string, from: string[], to: string[] }[]} */
export function changedCourses(before, after) {
    const codes = [...new Set([...before, ...after].flatMap(({ courses }) => courses))].sort()
    return codes.flatMap((code) => {
        const [was, is] = [termsOf(before, code), termsOf(after, code)]
        const [from, to] = [was.filter((term) => !is.includes(term)), is.filter((term) => !was.includes(term))]
        return from.length + to.length > 0 ? [{ code, from, to }] : []
    })
}
