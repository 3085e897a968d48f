// A change that the server refused: somebody else changed the same meanwhile, or it is not allowed. Nothing is overwritten, and
// nothing is lost: the person decides.

import { effect, untracked } from '../platform/signals.js'
import { fill, part } from '../platform/templates.js'
import { apart } from '../events/words.js'
import { asked, attempt, onClick, THROW_BEGUN } from '../rooms/asking.js'
import { changedCourses, rebased } from './moves.js'
import { fieldsOf } from './planning.js'
import { termName } from './terms.js'

/** @import { Entry } from '../copy/outbox.js' */
/** @import { Here } from './plan.js' */

/** The entries of a plan, in the order of writing. @param {readonly Entry[]} entries @param {string} id */
const ownOf = (entries, id) => entries.filter((entry) => entry.id === id && ['plan', 'editPlan'].includes(entry.kind))

/** What was to be changed, in a sentence. @param {readonly Entry[]} entries */
export function changeWords(entries) {
    const base = entries[0]?.base ?? {}
    const body = Object.assign({}, ...entries.map(({ body }) => body))
    const courses = body.terms ? changedCourses(base.terms ?? [], body.terms) : []
    const parts = courses.map(({ code, from, to }) => {
        if (to.length === 0) return `${apart(code)} out of ${from.map(termName).join(' and ')}`
        return `${apart(code)} ${from.length > 0 ? `from ${from.map(termName).join(' and ')} ` : ''}to ${
            to.map(termName).join(' and ')
        }`
    })
    /** @type {Record<string, string>} */
    const names = {
        name: 'the name',
        programme: 'the programme',
        creditsPerTerm: 'the credits of a term',
        accepted: 'problems that you keep knowingly',
        shared: 'sharing',
    }
    parts.push(...Object.keys(names).filter((name) => name in body).map((name) => names[name] ?? ''))
    return parts.length > 0 ? parts.join(', ') : 'the terms'
}

/** @param {HTMLElement} element @param {Here} here */
export function conflictBar(element, { world, planning, acts }) {
    const { outbox } = world
    const { plan, id } = planning
    const own = () => ownOf(outbox.entries.value, id)
    const isStale = () => plan.value?.refused?.reason === 'Somebody changed it meanwhile.'
    fill(element, {
        words: () => {
            const refused = plan.value?.refused
            if (!refused) return ''
            if (!isStale()) return `The server refused a change: ${apart(refused.reason ?? 'it gave no reason')}`
            return 'This plan was changed elsewhere while your change was on its way. Nothing of either is lost. ' +
                'What stands here is as the server has it.'
        },
        yours: () => plan.value?.refused && !plan.value.isNew ? `Yours was: ${changeWords(own())}.` : '',
        again: () => isStale() ? 'Do mine again on this' : 'Try again',
    })
    effect(() => void (element.hidden = !plan.value?.refused))
    const trouble = part(element, 'trouble')
    onClick(element, 'again', () =>
        void attempt(trouble, async () => {
            const [entries, now] = untracked(() => [own(), plan.value])
            const first = entries[0]
            if (!first || !now) return
            if (first.kind === 'plan') return outbox.retry(first)
            const mine = Object.assign({}, ...entries.map(({ body }) => body))
            const patch = rebased(first.base ?? {}, mine, fieldsOf(now))
            const isKept = await outbox.edit('editPlan', { id, rev: now.rev, seen: now.seen }, patch, fieldsOf(now))
            if (!isKept) throw new Error('Another tab decides about it just now.')
            acts.tell('Your change is in the plan again.')
        }))
    onClick(element, 'away', () =>
        void attempt(trouble, async () => {
            if (await asked(THROW_BEGUN) === undefined) return
            const entries = untracked(own)
            for (const entry of entries.reverse()) await outbox.drop(entry)
            acts.tell('Your change is thrown away.')
            if (entries.some(({ kind }) => kind === 'plan')) world.go('/degree', { replaces: true })
        }))
}
