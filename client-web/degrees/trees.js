// Requirements in words, and what one has of them.

import { creditWords } from './grades.js'

/** @import { CatalogEntry, DegreeAudit, ProgrammeRequirement, RequirementTree } from '../contract.d.ts' */

/** What somebody has of a course: it is done, in progress, or planned before. @typedef {'done' | 'inProgress' | 'planned' | undefined} Has */
/** @typedef {(code: string, minimum: string | null, concurrent: boolean) => Has} HasCourse */
/** A part of a tree as it is shown. @typedef {{ words: string, has: Has, parts: Part[], code?: string }} Part */

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']
/** @param {string | null | undefined} grade */
const minimumWords = (grade) => grade ? ` with ${grade} or better` : ''
/** From the weakest to the strongest. @type {Has[]} */
const ORDER = [undefined, 'planned', 'inProgress', 'done']
const rank = (/** @type {Has} */ has) => ORDER.indexOf(has)

/** A tree as it is shown, with what one has. @param {RequirementTree} tree @param {HasCourse} has @returns {Part} */
export function partOfTree(tree, has) {
    const several = (/** @type {readonly RequirementTree[]} */ trees) => trees.map((each) => partOfTree(each, has))
    /** @param {Part[]} parts @param {string} words @param {number} least */
    const group = (parts, words, least) => {
        // The weakest of the strongest parts that are enough.
        const best = parts.map((part) => rank(part.has)).sort((one, other) => other - one)
        return { words, has: ORDER[least > 0 ? best[least - 1] ?? 0 : 3], parts }
    }
    if ('all' in tree || 'any' in tree) {
        const isAll = 'all' in tree
        const parts = several(isAll ? tree.all : tree.any)
        if (parts.length === 1) return /** @type {Part} */ (parts[0])
        if (parts.length === 0) {
            return { words: isAll ? 'nothing' : 'nothing that exists', has: isAll ? 'done' : undefined, parts }
        }
        return group(parts, isAll ? 'All of' : 'One of', isAll ? parts.length : 1)
    }
    if ('atLeast' in tree) return group(several(tree.of), `${tree.atLeast} of`, tree.atLeast)
    if ('course' in tree) {
        const { course, minimumGrade = null, concurrent } = tree
        const words = `${course}${minimumWords(minimumGrade)}${concurrent ? ' (may be taken at the same time)' : ''}`
        return { words, has: has(course, minimumGrade, Boolean(concurrent)), parts: [], code: course }
    }
    return { words: leafWords(tree), has: undefined, parts: [] }
}

/** @param {any} tree */
function leafWords(tree) {
    if ('credits' in tree) {
        const isAny = [tree.subject, tree.from, tree.to].every((part) => part === undefined || part === null)
        return `${creditWords(tree.credits)}${isAny ? '' : ` in ${rangeWords(tree)}`}`
    }
    if ('level' in tree) {
        return `${ORDINALS[tree.level - 1] ?? `${tree.level}th`}-year standing (${30 * (tree.level - 1)} credits)`
    }
    if ('permission' in tree) return 'permission of the instructor or the department'
    if ('highSchool' in tree) return `${tree.highSchool} of secondary school${minimumWords(tree.minimumGrade)}`
    return `“${tree.unknown}” (ask the department)`
}

/** @param {any} pattern */
function rangeWords({ subject, from, to }) {
    const name = subject ?? 'courses numbered'
    const [low, high] = [from ?? undefined, to ?? undefined]
    if (low !== undefined && high !== undefined) return low === high ? `${name} ${low}` : `${name} ${low}-${high}`
    if (low !== undefined) return `${name} ${low} or above`
    return high !== undefined ? `${name} up to ${high}` : `any ${name} course`
}

/** `CMPT 225`, `CMPT 300-499`, `any course except MATH 100-199`. @param {any} pattern @returns {string} */
export function patternWords(pattern) {
    const { except = [], ...base } = pattern
    const words = base.course !== undefined
        ? base.course
        : base.attribute !== undefined
        ? `courses with the attribute ${base.attribute}`
        : base.any !== undefined
        ? 'any course'
        : rangeWords(base)
    if (!except?.length) return words
    const inner = except.map((/** @type {any} */ one) => one.except?.length ? `(${patternWords(one)})` : patternWords(one))
    return `${words} except ${listed(inner, 4)}`
}

/** `a, b and 7 more`. @param {readonly string[]} words @param {number} most */
export function listed(words, most) {
    return words.length > most + 1 ? `${words.slice(0, most).join(', ')} and ${words.length - most} more` : words.join(', ')
}

/** @typedef {DegreeAudit['requirements'][number]} Row */

/** `2 of 4 courses`. @param {Row} row @param {ProgrammeRequirement | undefined} rule */
export function haveWords({ has, needs }, rule) {
    const unit = rule?.courses ? ` course${needs === 1 ? '' : 's'}` : rule ? ' credits' : ''
    return `${has} of ${needs}${unit}`
}

/** What would fill the rest. @param {Row} row @param {ProgrammeRequirement | undefined} rule */
export function lacksWords({ has, needs, courses }, rule) {
    const lacks = needs - has
    const amount = rule?.courses
        ? `${lacks} more course${lacks === 1 ? '' : 's'}`
        : !rule
        ? `${lacks} more`
        : `${creditWords(lacks).replace(' credit', ' more credit')}`
    const used = new Set(courses.map(({ course }) => course))
    const open = (rule?.from ?? []).map((pattern) => /** @type {any} */ (pattern))
        .filter((pattern) => pattern.course === undefined || !used.has(pattern.course))
    const codes = open.filter((pattern) => pattern.course !== undefined && !pattern.except?.length).map(patternWords)
    const others = open.filter((pattern) => pattern.course === undefined || pattern.except?.length).map(patternWords)
    const words = [codes, others].filter(({ length }) => length > 0).map((list) => listed(list, 6)).join('; ')
    return words ? `${amount}: ${words}${minimumWords(rule?.minimumGrade)}` : amount
}

/** @type {Record<string, string>} */
export const STATUS = { done: 'done', inProgress: 'in progress', planned: 'planned', missing: 'missing' }
/** @type {Record<string, string>} */
export const SIGNS = { done: '✓', inProgress: '▸', planned: '·', missing: '!' }

/** The verdict of an audit: `complete once 2 planned courses are passed`. @param {DegreeAudit} audit */
export function verdictWords({ satisfied, requirements }) {
    const missing = requirements.filter(({ status }) => status === 'missing').length
    if (!satisfied) {
        return missing === 0 ? 'Not enough credits in all' : `${missing} requirement${missing === 1 ? '' : 's'} missing`
    }
    const count = (/** @type {string} */ wanted) =>
        new Set(
            requirements.flatMap(({ courses }) => courses).filter(({ status }) => status === wanted).map(({ course }) =>
                course
            ),
        )
            .size
    const [running, planned] = [count('inProgress'), count('planned')]
    if (running + planned === 0) return 'Complete'
    const courses = (/** @type {number} */ number, /** @type {string} */ words) =>
        `${number} ${words}${number === 1 ? '' : 's'}`
    const parts = [
        ...(running > 0 ? [`${courses(running, 'course')} in progress`] : []),
        ...(planned > 0 ? [courses(planned, running > 0 ? 'planned one' : 'planned course')] : []),
    ]
    return `Complete once ${parts.join(' and ')} ${running + planned > 1 ? 'are' : 'is'} passed`
}

/** How sure an audit is, in a sentence. @param {DegreeAudit} audit */
export function proofWords({ optimal, satisfied, requirements }) {
    if (!optimal) return 'Stopped early: there may be a better way to count the courses.'
    return satisfied || requirements.every(({ status }) => status !== 'missing')
        ? 'Proved: this way of counting the courses meets every requirement.'
        : 'Proved: no other way of counting these courses leaves fewer requirements open, or less of them missing.'
}

/** The credits of a course; of a range the least. Undefined if they are not known: then they count as 3. @param {CatalogEntry | undefined} entry */
export function creditsOf(entry) {
    const found = entry?.credits
    if (typeof found === 'number') return found
    const least = Number.parseFloat(found ?? '')
    return Number.isFinite(least) ? least : undefined
}
/** Of a course whose credits nobody knows. */
export const UNKNOWN = 3
